import { formatMoney } from '#core/money.ts'

/** Says what the code of a cart does for its buyer now, or why it does nothing: `takes 10% off`. */
export function cartCodeText(
  { isUsed, minGoodsCents, ...code }: Code & { isUsed: boolean; minGoodsCents: number | null },
  currency: string,
): string {
  if (isUsed && code.state === 'active') return codeText(code, currency)
  if (isUsed) return 'is used'
  if (code.state === 'active' && minGoodsCents !== null)
    return `${codeText(code, currency)} shop items for ${formatMoney(minGoodsCents, currency)} or more`
  return code.state === 'active' ? 'takes nothing off this cart' : codeText(code, currency)
}

/** The code that a buyer typed in, as far as its sentence needs it. Amounts are cents. */
type Code = {
  state: 'active' | 'not_yet' | 'paused' | 'ended' | 'used_up'
  effect: 'percent' | 'fixed' | 'price' | 'access'
  percent: number | null
  amountCents: number | null
}

/** Says what a code does for its buyer now, or why it does nothing: `takes 10% off`. Made on the server. */
export function codeText({ state, effect, percent, amountCents }: Code, currency: string): string {
  if (state === 'used_up') return 'has been used up'
  if (state === 'not_yet') return "isn't valid yet"
  if (state !== 'active') return 'is no longer valid'
  const amount = formatMoney(amountCents ?? 0, currency)
  switch (effect) {
    case 'percent':
      return `takes ${percent ?? 0}% off`
    case 'fixed':
      return `takes ${amount} off each`
    case 'price':
      return `makes it ${amount} each, before fees`
    case 'access':
      return 'is unlocked'
  }
}
