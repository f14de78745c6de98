/** Gives places to members, hands them on, and takes them. */
import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { hashToken, makeLinkPath } from '#server/link-token.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { type AllocatedPlace, allocatedPlaceSchema } from './allocations.types.ts'

/**
 * Sets places aside for a member, as an admin.
 * @param given.endsAt wall time of the event, `2026-11-21T22:00`
 * @returns the allocation's id; or a refusal: `member_unknown`, `allocation_time`, `sold_out`, `sale_paused`, `sale_ended`
 */
export async function giveAllocation(
  args: RequestArgs,
  event: string,
  given: { type: string; member: string; places: number; endsAt: string },
  key: string,
): Promise<Result<string>> {
  const values = {
    p_event: event,
    p_type: given.type,
    p_member: given.member,
    p_places: given.places,
    p_ends_at: given.endsAt,
    p_key: key,
  }
  return await rpcResult(userClient(args), 'give_allocation', values, z.uuid())
}

/** Takes back what nobody bought of an allocation. @returns how many places */
export async function revokeAllocation(
  args: RequestArgs,
  allocation: string,
  reason: string,
): Promise<Result<number>> {
  const values = { p_allocation: allocation, p_reason: reason }
  return await rpcResult(userClient(args), 'revoke_allocation', values, z.int())
}

/** Shows the split of an event's places on its page, or hides it. */
export async function showPlaceSplit(args: RequestArgs, event: string, isShown: boolean): Promise<void> {
  await rpc(userClient(args), 'show_place_split', { p_event: event, p_shown: isShown }, z.unknown())
}

/**
 * Hands the next free place to a named person.
 * @returns the path of the link that opens it, which nobody can read again; or a refusal: `not_found`, `name_invalid`,
 *   `allocation_used_up`
 */
export async function handOnPlace(
  member: { id: string },
  allocation: string,
  name: string,
): Promise<Result<string | null>> {
  const values = { p_member: member.id, p_allocation: allocation, p_name: name }
  const place = await rpcResult(serviceClient(), 'hand_on_place', values, z.uuid())
  return place.ok ? { ok: true, value: await makeLinkPath('allocation_place', place.value) } : place
}

/** Takes a place back from the person it was handed to. Refuses `not_found`, `place_over`, `payment_in_progress`. */
export async function takeBackPlace(member: { id: string }, place: string): Promise<Result<unknown>> {
  const values = { p_member: member.id, p_place: place }
  return await rpcResult(serviceClient(), 'take_back_place', values, z.unknown())
}

/**
 * Gives the hold of a handed place to the account that opened its link, for the checkout.
 * @returns the hold's id; or a refusal: `not_found`, `place_over`, `payment_in_progress`
 */
export async function takeAllocatedPlace(owner: { id: string }, token: string): Promise<Result<string>> {
  const values = { p_owner: owner.id, p_token_hash: hashToken(token) }
  return await rpcResult(serviceClient(), 'take_allocated_place', values, z.uuid())
}

/** Reads what the link of a handed place opens; null when it has ended. */
export async function readAllocatedPlace(token: string): Promise<AllocatedPlace | null> {
  const values = { p_token_hash: hashToken(token) }
  return await rpc(serviceClient(), 'read_allocated_place', values, allocatedPlaceSchema)
}
