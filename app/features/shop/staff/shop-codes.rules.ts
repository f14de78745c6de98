import { formatMoment } from '#core/event-time.ts'
import { decimalAmount, formatMoney } from '#core/money.ts'
import type { ListedShopCode, ShopCode, ShopCodes } from './shop-codes.types.ts'

/** Decides what the page of the codes for goods says about one, and what its form starts with. */

/** Names what a code can do, as its form offers it. */
export const shopCodeEffectNames = {
  percent: 'Percent off',
  fixed: 'Dollars off each',
  price: 'Set price for each',
} as const satisfies Record<ShopCode['effect'], string>

/** Names the state of a code for staff, and its tone. */
export const shopCodeStates = {
  active: { text: 'Active', tone: 'success' },
  not_yet: { text: 'Scheduled', tone: 'info' },
  paused: { text: 'Paused', tone: 'warning' },
  ended: { text: 'Ended', tone: 'neutral' },
  used_up: { text: 'Used up', tone: 'neutral' },
} as const satisfies Record<ListedShopCode['state'], { text: string; tone: string }>

const dollars = (cents: number | null) => (cents === null ? undefined : decimalAmount(cents))

/** Returns what the form of a code starts with: money as dollars. @param open null for a new one */
export function shopCodeValues(open: ShopCode | null) {
  if (open === null) return { effect: 'percent' as const, goods: 'all' as const }
  return {
    code: open.code,
    label: open.label,
    effect: open.effect,
    percent: open.percent?.toString(),
    amountCents: dollars(open.amountCents),
    goods: open.goods,
    products: open.products,
    collections: open.collections,
    forTickets: open.forTickets ? ('on' as const) : undefined,
    minGoodsCents: dollars(open.minGoodsCents),
    validFrom: open.validFrom ?? undefined,
    validUntil: open.validUntil ?? undefined,
    maxOrders: open.maxOrders?.toString(),
    maxUnits: open.maxUnits?.toString(),
    maxPerPerson: open.maxPerPerson?.toString(),
    maxUnitsPerOrder: open.maxUnitsPerOrder?.toString(),
    budgetCents: dollars(open.budgetCents),
  }
}

/** Says what a code does to the price. */
export function shopCodeEffectText(
  { effect, percent, amountCents }: Pick<ShopCode, 'effect' | 'percent' | 'amountCents'>,
  currency: string,
): string {
  if (effect === 'percent') return `${percent ?? 0}% off`
  const amount = formatMoney(amountCents ?? 0, currency)
  return effect === 'fixed' ? `${amount} off each` : `${amount} each`
}

/** Lists what there is to say about a code besides its name and effect: its scope, uses, limits and window. */
export function shopCodeFacts(
  code: ListedShopCode,
  page: Pick<ShopCodes, 'currency' | 'timeZone' | 'now'>,
): { name: string; text: string }[] {
  const count = (used: number, held: number, most: number | null) =>
    `${used}${most === null ? '' : ` of ${most}`}${held > 0 ? `, ${held} on hold` : ''}`
  const moment = (at: string) => formatMoment(at, page.timeZone, page.now)
  const names = code.names.join(', ') + (code.unnamed > 0 ? ` and ${code.unnamed} more` : '')
  const scope = code.goods === 'all' ? 'The whole shop' : names || 'Nothing anymore'
  const window = [
    code.validFromAt && `from ${moment(code.validFromAt)}`,
    code.validUntilAt && `until ${moment(code.validUntilAt)}`,
  ].filter(Boolean)
  return [
    { name: 'For', text: code.forTickets ? `${scope}, and tickets of all events` : scope },
    { name: 'Orders', text: count(code.ordersUsed, code.ordersHeld, code.maxOrders) },
    { name: 'Items', text: count(code.unitsUsed, code.unitsHeld, code.maxUnits) },
    {
      name: 'Discounts',
      text:
        formatMoney(code.centsUsed, page.currency) +
        (code.budgetCents === null ? '' : ` of ${formatMoney(code.budgetCents, page.currency)}`),
    },
    ...(code.minGoodsCents === null
      ? []
      : [{ name: 'From', text: `${formatMoney(code.minGoodsCents, page.currency)} of shop items` }]),
    ...(code.maxPerPerson === null ? [] : [{ name: 'Per person', text: String(code.maxPerPerson) }]),
    ...(window.length > 0 ? [{ name: 'Valid', text: window.join(' ') }] : []),
  ]
}
