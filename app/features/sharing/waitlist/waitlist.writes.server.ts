/** Joins and leaves waitlists, takes offers, and does what staff do to entries. */
import * as z from 'zod'
import { ok, type Result } from '#core/result.ts'
import { type Actor, isMember } from '#core/roles.ts'
import { hashToken } from '#server/link-token.server.ts'
import { countAttempt, countTypedEmail } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { JoinWaitlist } from './waitlist.schema.ts'
import { joinedSchema, type WaitlistLink, waitlistLinkSchema } from './waitlist.types.ts'

/**
 * Puts a person on the waitlist of an event: a member with the address of the account, anybody else with the address that was typed.
 * The result for a typed address is the same whether it is known or not; with the invisible field filled in, nothing happens.
 * @returns `waiting`, or `requested` when the owner of the address has to open a link first; or a refusal: `rate_limited`,
 *   `not_found`, `email_invalid`, `waitlist_not_needed`, `waitlist_closed`, `waitlist_joined`, `person_limit`
 */
export async function joinWaitlist(
  args: RequestArgs,
  actor: Actor | null,
  eventId: string,
  { email = '', quantity, type, partial, website }: JoinWaitlist,
): Promise<Result<z.output<typeof joinedSchema>>> {
  if (website) return ok('requested')
  const limited =
    actor && isMember(actor)
      ? await countAttempt({ limit: 'waitlist', subject: actor.id })
      : await countTypedEmail(args, 'waitlist', email)
  if (limited) return { ok: false, refusal: limited }
  const values = {
    p_event: eventId,
    p_user: actor?.id ?? null,
    p_email: email,
    p_quantity: quantity,
    p_type: type === 'any' ? null : type,
    p_partial: partial === 'on',
  }
  return await rpcResult(serviceClient(), 'join_waitlist', values, joinedSchema)
}

/** Confirms an address by the link that was sent there. @returns null when the link has ended; refuses `waitlist_joined` */
export async function confirmWaitlist(token: string): Promise<Result<'waiting' | null>> {
  const values = { p_token_hash: hashToken(token) }
  return await rpcResult(serviceClient(), 'confirm_waitlist', values, z.literal('waiting').nullable())
}

/**
 * Gives the hold of an offer to the account that opened the link in its mail, for the checkout.
 * @returns the hold's id; or a refusal: `not_found`, `offer_over`, `payment_in_progress`
 */
export async function takeWaitlistOffer(owner: { id: string }, token: string): Promise<Result<string>> {
  const values = { p_owner: owner.id, p_token_hash: hashToken(token) }
  return await rpcResult(serviceClient(), 'take_waitlist_offer', values, z.uuid())
}

/**
 * Leaves a waitlist, or declines its offer: by the link in a mail, or as who is signed in.
 * @returns the state of the entry; or a refusal: `not_found`, `payment_in_progress`
 */
export async function leaveWaitlist(
  named: { token: string } | { owner: string; entry: string },
): Promise<Result<string>> {
  const values =
    'token' in named
      ? { p_user: null, p_entry: null, p_token_hash: hashToken(named.token) }
      : { p_user: named.owner, p_entry: named.entry, p_token_hash: null }
  return await rpcResult(serviceClient(), 'leave_waitlist', values, z.string())
}

/** Offers free places to one person out of order. Refuses `waitlist_nothing_free`, `invalid_state`, `reason_required`. */
export async function offerWaitlistEntry(
  args: RequestArgs,
  entry: string,
  reason: string,
): Promise<Result<string>> {
  return await rpcResult(
    userClient(args),
    'offer_waitlist_entry',
    { p_entry: entry, p_reason: reason },
    z.uuid(),
  )
}

/** Takes a person off a waitlist. Refuses `invalid_state`, `payment_in_progress`, `reason_required`. */
export async function removeWaitlistEntry(
  args: RequestArgs,
  entry: string,
  reason: string,
): Promise<Result<unknown>> {
  const values = { p_entry: entry, p_reason: reason }
  return await rpcResult(userClient(args), 'remove_waitlist_entry', values, z.unknown())
}

/** Sets whether freed places are offered to the waitlist first. */
export async function setWaitlistMode(args: RequestArgs, event: string, goesFirst: boolean): Promise<void> {
  await rpc(userClient(args), 'set_waitlist_mode', { p_event: event, p_goes_first: goesFirst }, z.unknown())
}

/** Reads what a link in a mail about a waitlist opens, without using it; null when it has ended. */
export async function readWaitlistLink(token: string): Promise<WaitlistLink | null> {
  return await rpc(
    serviceClient(),
    'read_waitlist_link',
    { p_token_hash: hashToken(token) },
    waitlistLinkSchema,
  )
}
