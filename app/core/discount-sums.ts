/**
 * Adds up what the database took off the lines of an order, to say apart what a code and what a price rule took off. Each line's
 * discount is of one of them.
 * @param lines lines with their discount in cents, and whether it is the code's
 * @param by the code of the order, or a rule such as "with a ticket"
 * @returns cents
 */
export function discountBy(
  by: 'code' | 'rule',
  lines: readonly { discountCents?: number; byCode?: boolean }[],
): number {
  let cents = 0
  for (const { discountCents, byCode = false } of lines)
    if (byCode === (by === 'code')) cents += discountCents ?? 0
  return cents
}
