import { reachText } from '#core/discount-sums.ts'
import { formatMoney } from '#core/money.ts'

/** Says what the code of a cart does for its buyer now, or why it does nothing: `takes 10% off`. */
export function cartCodeText(
  { isUsed, minGoodsCents, ...code }: Code & { isUsed: boolean; minGoodsCents: number | null },
  currency: string,
): string {
  if (isUsed && code.state === 'active') return codeText(code, currency)
  if (isUsed) return 'applied'
  if (code.state === 'active' && minGoodsCents !== null)
    return `${codeText(code, currency)} shop items for ${formatMoney(minGoodsCents, currency)} or more`
  return code.state === 'active' ? "doesn't apply to this cart" : codeText(code, currency)
}

/** The discount of a code, and the most units of one order that it covers (null = no limit). Amounts are cents. */
export type CodeTerms = {
  effect: 'percent' | 'fixed' | 'price' | 'access'
  percent: number | null
  amountCents: number | null
  mostPerOrder: number | null
}

/** The code that a buyer typed in, as far as its sentence needs it. */
type Code = CodeTerms & { state: 'active' | 'not_yet' | 'paused' | 'ended' | 'used_up' }

/** Says what a code does for its buyer now, or why it does nothing: `takes 10% off up to 4 items per order`. Made on the server. */
export function codeText({ state, ...terms }: Code, currency: string): string {
  if (state === 'used_up') return 'has been used up'
  if (state === 'not_yet') return "isn't valid yet"
  if (state !== 'active') return 'is no longer valid'
  return termsText(terms, currency)
}

/** Says what a code takes off and how far it reaches in one order: `takes 10% off up to 4 items per order`. */
export function termsText(
  { effect, percent, amountCents, mostPerOrder }: CodeTerms,
  currency: string,
): string {
  const amount = formatMoney(amountCents ?? 0, currency)
  const reach = reachText(mostPerOrder)
  switch (effect) {
    case 'percent':
      return `takes ${percent ?? 0}% off${reach && ` ${reach}`}`
    case 'fixed':
      return `takes ${amount} off each${reach && ` of ${reach}`}`
    case 'price':
      return `makes ${reach || 'it'} ${amount} each, before fees`
    case 'access':
      return `is unlocked${reach && ` for ${reach}`}`
  }
}
