import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { hashToken } from '#server/link-token.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { type EventChoice, eventChoiceSchema } from './event-changes.types.ts'

/** Names an order: by the token of a secret link, or by its code and its owner's id. */
export type ChosenOrder = { token: string } | { owner: string; code: string }

const orderOf = (order: ChosenOrder) =>
  'token' in order
    ? { p_owner: null, p_code: null, p_token_hash: hashToken(order.token) }
    : { p_owner: order.owner, p_code: order.code, p_token_hash: null }

/** Reads what the holder of an order may choose after its event was changed; null for an unknown order, an ended link or no change. */
export async function readEventChoice(order: ChosenOrder): Promise<EventChoice | null> {
  return await rpc(serviceClient(), 'read_event_choice', orderOf(order), eventChoiceSchema)
}

/**
 * Keeps the tickets of a rescheduled event, or asks for everything back when the choice ends. The last choice counts.
 * @returns null, or a refusal: not_found, choice_over
 */
export async function chooseEventChange(
  order: ChosenOrder,
  choice: 'keep' | 'refund',
): Promise<Result<unknown>> {
  const args = { ...orderOf(order), p_choice: choice }
  return await rpcResult(serviceClient(), 'choose_event_change', args, z.unknown())
}

/**
 * Gives an event a new date and tells every holder.
 * @param times instants, ISO 8601
 * @param note shown on the event's page and in the mail
 * @returns null, or a refusal: password_needed, invalid_state, invalid, not_found
 */
export async function announceNewDate(
  args: RequestArgs,
  eventId: string,
  times: { doorsAt: string; startsAt: string; endsAt: string },
  note: string,
): Promise<Result<unknown>> {
  const params = {
    p_id: eventId,
    p_doors_at: times.doorsAt,
    p_starts_at: times.startsAt,
    p_ends_at: times.endsAt,
    p_note: note,
  }
  const announced = await rpcResult(userClient(args), 'announce_new_date', params, z.unknown())
  if (announced.ok) args.context.requestContext.purgePages()
  return announced
}

/**
 * Tries once more what failed of a change, for admins with a recent proof.
 * @returns how many orders, or a refusal: password_needed, not_found
 */
export async function retryEventChange(args: RequestArgs, changeId: string): Promise<Result<number>> {
  return await rpcResult(userClient(args), 'retry_event_change', { p_change: changeId }, z.int())
}
