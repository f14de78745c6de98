import * as z from 'zod'
import { instant } from './columns.ts'
import type { PickupPoint } from './goods.ts'

/** Why and until when the buyer of goods chooses what becomes of them, as `private.goods_choice` says it. Page and mail say the same. */
export const goodsChoiceSchema = z.object({
  /** unclaimed = nobody came; the others say what became of the event where they wait. */
  reason: z.enum(['unclaimed', 'cancelled', 'postponed', 'rescheduled']),
  /** Says that they are refunded at endsAt without a choice; otherwise they are handed over at the event. */
  isRefunded: z.boolean(),
  /** Null while the event has no date. */
  endsAt: instant.nullable(),
})
type GoodsChoice = z.output<typeof goodsChoiceSchema>

/**
 * Says in words what the buyer of goods chooses from, and what happens without a choice.
 * @param point where the goods wait; null where it is not known any more
 * @param day formats an instant as a day
 */
export function goodsChoiceText(
  { reason, isRefunded, endsAt }: GoodsChoice,
  point: PickupPoint | null,
  day: (at: string) => string,
): { title: string; text: string } {
  const event = point?.eventTitle ?? 'The event'
  const [title, where] = {
    unclaimed: ["You haven't picked this up", `It was waiting for you${point ? ` at ${point.name}` : ''}.`],
    cancelled: [`${event} is canceled`, 'You were going to pick this up there.'],
    postponed: [`${event} is postponed`, 'You were going to pick this up there.'],
    rescheduled: [
      `${event} has a new date`,
      `You pick this up there${point?.opensAt ? ` on ${day(point.opensAt)}` : ''}.`,
    ],
  }[reason] as [string, string]
  const end = endsAt ? day(endsAt) : null
  const otherwise = isRefunded
    ? `If we don't hear from you, we refund it in full${end ? ` on ${end}` : ''}.`
    : reason === 'rescheduled'
      ? `If that suits you, you don't have to do anything.${end ? ` You can choose until ${end}.` : ''}`
      : 'If you do nothing, you pick it up there once there is a new date.'
  const choices =
    'Pick it up on a store day or at another event you have a ticket for, have it shipped to you and pay for shipping, or get your money back.'
  return { title, text: `${where} ${choices} ${otherwise}` }
}
