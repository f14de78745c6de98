/** Words what saving changes of an event means for people who bought or hold. */
import { dayOf, formatClock, formatDay, formatHours } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import type { SaveConsequence } from './staff-events.types.ts'

const count = (of: number, one: string, many = `${one}s`) =>
  `${new Intl.NumberFormat('en-US').format(of)} ${of === 1 ? one : many}`

/** Returns "12 sold and 2 on hold", with those of the two that are there. */
function taken({ sold, held }: { sold: number; held: number }): string {
  const parts = [
    sold > 0 && `${new Intl.NumberFormat('en-US').format(sold)} sold`,
    held > 0 && `${new Intl.NumberFormat('en-US').format(held)} on hold`,
  ]
  return parts.filter(Boolean).join(' and ')
}

type Times = Extract<SaveConsequence, { code: 'times' }>['was']
const timesText = ({ doorsAt, startsAt, endsAt, timeZone }: Times, now: string) =>
  [
    formatDay(startsAt, timeZone, now),
    doorsAt === startsAt ? '' : `doors ${formatClock(doorsAt, timeZone)}`,
    formatHours(startsAt, endsAt, timeZone, now),
  ]
    .filter(Boolean)
    .join(', ')

type Place = Extract<SaveConsequence, { code: 'venue' }>['was']
const placeText = ({ venueName, address, city }: Place) =>
  [venueName, address, city].filter(Boolean).join(', ') || 'No venue'

const mailed = (orders: number, tickets: number) =>
  `${count(orders, 'buyer')} with ${count(tickets, 'ticket')} ${orders === 1 ? 'gets' : 'get'} an email`

/** A consequence in words: what changes, the value before and after, and what it means for whom. */
export type ConsequenceText = {
  title: string
  change: { was: string; becomes: string } | null
  means: string[]
}

/**
 * Words a consequence.
 * @param currency of the event's prices
 * @param now names the year of dates only where it is another
 */
export function consequenceText(
  consequence: SaveConsequence,
  currency: string,
  now: string,
): ConsequenceText {
  switch (consequence.code) {
    case 'times': {
      const { was, becomes, orders, tickets } = consequence
      return {
        title: 'Date and time',
        change: { was: timesText(was, now), becomes: timesText(becomes, now) },
        means: [
          `${mailed(orders, tickets)} with the new time as soon as you save.`,
          dayOf(was.startsAt, was.timeZone) === dayOf(becomes.startsAt, becomes.timeZone)
            ? 'Their tickets stay valid. Calendar files and the event page change at once.'
            : 'Their tickets stay valid, and for 14 days they can choose to get everything back. Open carts are emptied. Calendar files and the event page change at once.',
        ],
      }
    }
    case 'venue': {
      const { was, becomes, orders, tickets } = consequence
      return {
        title: 'Venue',
        change: { was: placeText(was), becomes: placeText(becomes) },
        means: [
          `${mailed(orders, tickets)} with the new venue as soon as you save.`,
          'Their tickets stay valid. Calendar files and the event page change at once.',
        ],
      }
    }
    case 'removed':
      return {
        title: `“${consequence.name}” leaves the sale`,
        change: null,
        means: [
          `${taken(consequence)}: they stay valid, and carts can still be paid.`,
          'Nobody else can buy it. Adding it again starts a new one.',
        ],
      }
    case 'price':
      return {
        title: consequence.name,
        change: {
          was: formatPrice(consequence.wasCents, currency),
          becomes: formatPrice(consequence.becomesCents, currency),
        },
        means: [`The new price applies to new carts only. ${taken(consequence)} keep theirs.`],
      }
    case 'terms':
      return {
        title: `Table “${consequence.name}”`,
        change: null,
        means: [`The new terms apply to new bookings only. ${taken(consequence)} keep theirs.`],
      }
    case 'fees':
      return {
        title: 'Fees and tax',
        change: null,
        means: [
          `They apply to new carts only. ${count(consequence.sold, 'ticket')} ${consequence.sold === 1 ? 'keeps' : 'keep'} what was paid.`,
        ],
      }
  }
}
