import { formatMoment, wallTimeOf } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import type { CodeState } from '../event-values.ts'
import { hundredthsText } from './event-editor.ts'
import type { EventCode, EventCodeEditor, EventCodes, ListedEventCode } from './staff-events.types.ts'

/** Decides what the tab Codes says about a code, and what its form starts with. */

/** Returns what the form of a code starts with: times as wall times of the event's zone, money as dollars. */
export function codeValues({ timeZone, code: open }: EventCodeEditor) {
  if (open === null) return { effect: 'percent', items: [], goods: 'none', blockWas: '0' }
  const wall = (at: string | null) => at && wallTimeOf(at, timeZone)
  const dollars = (cents: number | null) => (cents === null ? null : hundredthsText(cents))
  return {
    id: open.id,
    version: open.version,
    code: open.code,
    label: open.label,
    effect: open.effect,
    percent: open.percent?.toString(),
    amountCents: dollars(open.amountCents),
    items: open.items,
    goods: open.goods,
    products: open.products,
    collections: open.collections,
    validFromAt: wall(open.validFromAt),
    validUntilAt: wall(open.validUntilAt),
    earlyAccessAt: wall(open.earlyAccessAt),
    maxOrders: open.maxOrders?.toString(),
    maxUnits: open.maxUnits?.toString(),
    maxPerPerson: open.maxPerPerson?.toString(),
    maxUnitsPerOrder: open.maxUnitsPerOrder?.toString(),
    budgetCents: dollars(open.budgetCents),
    blockPoolId: open.blockPoolId,
    blockPlaces: open.blockPoolId ? open.blockPlaces.toString() : null,
    blockWas: open.blockPlaces.toString(),
    blockEndsAt: wall(open.blockEndsAt),
  }
}

/** Names what a code can do, as its form offers it. */
export const codeEffects = {
  percent: 'Percent off',
  fixed: 'Dollars off each',
  price: 'Set price for each',
  access: 'Access only',
} as const satisfies Record<EventCode['effect'], string>

/** Says what a code does to the price. */
export function effectText(
  { effect, percent, amountCents }: Pick<EventCode, 'effect' | 'percent' | 'amountCents'>,
  currency: string,
): string {
  if (effect === 'percent') return `${percent ?? 0}% off`
  if (effect === 'access') return 'Access'
  const amount = formatMoney(amountCents ?? 0, currency)
  return effect === 'fixed' ? `${amount} off each` : `${amount} each`
}

/** Names the state of a code for staff, and its tone. */
export const codeStates = {
  active: { text: 'Active', tone: 'success' },
  not_yet: { text: 'Scheduled', tone: 'info' },
  paused: { text: 'Paused', tone: 'warning' },
  ended: { text: 'Ended', tone: 'neutral' },
  used_up: { text: 'Used up', tone: 'neutral' },
} as const satisfies Record<CodeState, { text: string; tone: string }>

function shopScope({ goods, names, unnamed }: ListedEventCode): string {
  if (goods === 'all') return 'Everything'
  if (names.length === 0) return 'Nothing anymore'
  return `${names.join(', ')}${unnamed > 0 ? ` and ${unnamed} more` : ''}`
}

/** Lists what there is to say about a code besides its name and effect: its uses, scope, window and reserved places. */
export function codeFacts(code: ListedEventCode, page: EventCodes): { name: string; text: string }[] {
  const count = (used: number, held: number, most: number | null) =>
    `${used}${most === null ? '' : ` of ${most}`}${held > 0 ? `, ${held} on hold` : ''}`
  const moment = (at: string) => formatMoment(at, page.timeZone, page.now)
  const names = page.items.filter(({ id }) => code.items.includes(id)).map(({ name }) => name)
  const pool = page.pools.find(({ id }) => id === code.blockPoolId)
  const window = [
    code.validFromAt && `from ${moment(code.validFromAt)}`,
    code.validUntilAt && `until ${moment(code.validUntilAt)}`,
  ].filter(Boolean)
  return [
    { name: 'Orders', text: count(code.ordersUsed, code.ordersHeld, code.maxOrders) },
    { name: 'Tickets', text: count(code.unitsUsed, code.unitsHeld, code.maxUnits) },
    {
      name: 'Discounts',
      text:
        formatMoney(code.centsUsed, page.currency) +
        (code.budgetCents === null ? '' : ` of ${formatMoney(code.budgetCents, page.currency)}`),
    },
    { name: 'For', text: names.length > 0 ? names.join(', ') : 'Everything' },
    ...(code.goods === 'none' ? [] : [{ name: 'In the shop', text: shopScope(code) }]),
    ...(window.length > 0 ? [{ name: 'Valid', text: window.join(' ') }] : []),
    ...(code.earlyAccessAt ? [{ name: 'Early access', text: `from ${moment(code.earlyAccessAt)}` }] : []),
    ...(pool && code.blockEndsAt
      ? [
          {
            name: 'Reserved',
            text: `${code.blockPlaces} in ${pool.name}, released ${moment(code.blockEndsAt)}`,
          },
        ]
      : []),
  ]
}
