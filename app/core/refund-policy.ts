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

/** Writes a number of hours as people say it: `36 hours`, `2 days`. */
function spanText(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Says what of a price comes back: `Full refunds`, `Refunds minus the service fee and 10% of the price`. */
function refundText({ keepsFee, keptPercent }: RefundPolicy): string {
  const kept = [
    ...(keepsFee ? ['the service fee'] : []),
    ...(keptPercent > 0 ? [`${keptPercent}% of the price`] : []),
  ]
  return kept.length > 0 ? `Refunds, minus ${kept.join(' and ')},` : 'Full refunds'
}

/**
 * Says what becomes of the money when a buyer can't come, and when the event does not happen. Pages that sell print it.
 * @param policy of the event; null where tickets can't be returned
 */
export function refundSentence(policy: RefundPolicy | null): string {
  return policy
    ? `${refundText(policy)} until ${spanText(policy.hours)} before doors. If we cancel or reschedule, you get a full refund, fees included.`
    : 'All sales final unless we cancel or reschedule. Then you get a full refund, fees included.'
}
