import * as z from 'zod'

/** Says how the tickets of an event can be returned by their buyer. Where they can't, there is no policy: null. */
export const refundPolicySchema = z.object({
  /** Until how many hours before doors. */
  hours: z.int(),
  /** Says whether the service fee stays with the seller. */
  keepsFee: z.boolean(),
  /** The percentage of the price that stays with the seller. */
  keptPercent: z.int(),
})
export type RefundPolicy = z.output<typeof refundPolicySchema>

/**
 * Says what holders may do after an event got a new date, in days: choose a refund (or until the doors, if they are sooner), and how
 * long a postponed event may stay without a date before everybody is refunded. `announce_event_change` counts the same days.
 */
export const eventChangeDays = { choice: 14, undated: 90 }

/** Writes a number of hours as people say it: `36 hours`, `2 days`. */
function spanText(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Says what of a price comes back: `You get back the price minus 10% and the service fee.` */
function refundText({ keepsFee, keptPercent }: RefundPolicy): string {
  const kept = [...(keptPercent > 0 ? [`${keptPercent}%`] : []), ...(keepsFee ? ['the service fee'] : [])]
  return kept.length > 0
    ? `You get back the price minus ${kept.join(' and ')}.`
    : 'You get back everything, fees included.'
}

const inFull = 'If we cancel or reschedule, you can get a full refund, fees included.'

/**
 * Says what becomes of the money when a buyer can't come, and when the event does not happen. Pages that sell print it.
 * @param policy of the event; null where tickets can't be returned
 */
export function refundSentence(policy: RefundPolicy | null): string {
  return policy
    ? `Refundable until ${spanText(policy.hours)} before doors. ${refundText(policy)} ${inFull}`
    : `All sales are final. ${inFull}`
}
