import { formatMoney } from '#core/money.ts'
import { hundredthsText } from '#core/number-input.ts'
import { codeFormValues, codeScopeText, codeUseFacts, codeWindowFacts } from '#core/promo-codes.ts'
import type { ListedShopCode, ShopCode, ShopCodes } from './shop-codes.types.ts'

/** Decides what the page of the codes for goods says about one, and what its form starts with. */

/** Returns what the form of a code starts with: money as dollars. @param open null for a new one */
export function shopCodeValues(open: ShopCode | null) {
  if (open === null) return { effect: 'percent' as const, goods: 'all' as const }
  return {
    ...codeFormValues(open),
    effect: open.effect,
    goods: open.goods,
    products: open.products,
    collections: open.collections,
    forTickets: open.forTickets ? ('on' as const) : undefined,
    minGoodsCents: open.minGoodsCents === null ? null : hundredthsText(open.minGoodsCents),
    validFrom: open.validFrom,
    validUntil: open.validUntil,
  }
}

/** Lists what there is to say about a code besides its name and effect: its scope, uses, limits and window. */
export function shopCodeFacts(
  code: ListedShopCode,
  page: Pick<ShopCodes, 'currency' | 'timeZone' | 'now'>,
): { name: string; text: string }[] {
  const scope = codeScopeText(code, 'The whole shop')
  return [
    { name: 'For', text: code.forTickets ? `${scope}, and tickets of all events` : scope },
    ...codeUseFacts(code, page.currency, 'Items'),
    ...(code.minGoodsCents === null
      ? []
      : [{ name: 'From', text: `${formatMoney(code.minGoodsCents, page.currency)} of shop items` }]),
    ...(code.maxPerPerson === null ? [] : [{ name: 'Per person', text: String(code.maxPerPerson) }]),
    ...codeWindowFacts(code, page),
  ]
}
