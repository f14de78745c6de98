import { formatMoment, wallTimeOf } from '#core/event-time.ts'
import { codeFormValues, codeScopeText, codeUseFacts, codeWindowFacts } from '#core/promo-codes.ts'
import type { EventCodeEditor, EventCodes, ListedEventCode } from './staff-events.types.ts'

/** Decides what the tab Codes says about a code, and what its form starts with. */

/** Returns what the form of a code starts with: times as wall times of the event's zone, money as dollars. */
export function codeValues({ timeZone, code: open }: EventCodeEditor) {
  if (open === null) return { effect: 'percent', items: [], goods: 'none', blockWas: '0' }
  const wall = (at: string | null) => at && wallTimeOf(at, timeZone)
  return {
    ...codeFormValues(open),
    id: open.id,
    version: open.version,
    effect: open.effect,
    items: open.items,
    goods: open.goods,
    products: open.products,
    collections: open.collections,
    validFromAt: wall(open.validFromAt),
    validUntilAt: wall(open.validUntilAt),
    earlyAccessAt: wall(open.earlyAccessAt),
    blockPoolId: open.blockPoolId,
    blockPlaces: open.blockPoolId ? open.blockPlaces.toString() : null,
    blockWas: open.blockPlaces.toString(),
    blockEndsAt: wall(open.blockEndsAt),
  }
}

/** Lists what there is to say about a code besides its name and effect: its uses, scope, window and reserved places. */
export function codeFacts(code: ListedEventCode, page: EventCodes): { name: string; text: string }[] {
  const moment = (at: string) => formatMoment(at, page.timeZone, page.now)
  const names = page.items.filter(({ id }) => code.items.includes(id)).map(({ name }) => name)
  const pool = page.pools.find(({ id }) => id === code.blockPoolId)
  return [
    ...codeUseFacts(code, page.currency, 'Tickets'),
    { name: 'For', text: names.length > 0 ? names.join(', ') : 'Everything' },
    ...(code.goods === 'none' ? [] : [{ name: 'In the shop', text: codeScopeText(code, 'Everything') }]),
    ...codeWindowFacts(code, page),
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
