/**
 * Words of discounts. One rule of writing a discounted price, on cards, at the picker, at checkout, on receipts and in mails: the
 * price is what one pays, with its fees and after the discount, before tax; what was taken off is a note, never a sum of its own.
 */

/**
 * Adds up what the database took off the lines of an order, to say apart what a code and what a price rule took off. Each line's
 * discount is of one of them.
 * @param lines lines with their discount in cents, and whether it is the code's
 * @param by the code of the order, or a rule such as "with a ticket"
 * @returns cents
 */
function discountBy(
  by: 'code' | 'rule',
  lines: readonly { discountCents?: number; byCode?: boolean }[],
): number {
  let cents = 0
  for (const { discountCents, byCode = false } of lines)
    if (byCode === (by === 'code')) cents += discountCents ?? 0
  return cents
}

/** Says how many units of one order a code covers at most: `up to 4 items per order`; empty without a limit. */
export function reachText(mostPerOrder: number | null): string {
  if (mostPerOrder === null) return ''
  return mostPerOrder === 1 ? '1 item per order' : `up to ${mostPerOrder} items per order`
}

/**
 * Says what the prices of some lines are lower by, a sentence for the code and one for a price rule.
 * @param money prints cents
 */
export function savings(
  lines: readonly { discountCents?: number; byCode?: boolean; feeCents: number }[],
  promoCode: { code: string; mostPerOrder: number | null } | null,
  money: (cents: number) => string,
): string[] {
  const beforeFees = lines.some(({ feeCents }) => feeCents > 0) ? ' before fees' : ''
  const code = discountBy('code', lines)
  const rule = discountBy('rule', lines)
  const reach = promoCode && reachText(promoCode.mostPerOrder)
  const named = promoCode ? `With ${promoCode.code}${reach && ` (${reach})`}` : 'With your code'
  return [
    code > 0 ? `${named} you saved ${money(code)}${beforeFees}.` : '',
    rule > 0 ? `With your ticket you saved ${money(rule)}.` : '',
  ].filter(Boolean)
}

/** Says what the price of a line is lower by: `$24.00 off with DUTTY20`; empty without a discount. */
export function lineSaving(
  { discountCents = 0, byCode = false }: { discountCents?: number; byCode?: boolean },
  code: string | null | undefined,
  money: (cents: number) => string,
): string {
  if (discountCents === 0) return ''
  return `${money(discountCents)} off with ${byCode ? (code ?? 'your code') : 'your ticket'}`
}
