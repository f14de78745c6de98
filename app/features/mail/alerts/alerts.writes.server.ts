/** Asks for alerts of events, follows artists and series, and does what the links in their mails are for. */
import * as z from 'zod'
import { ok, type Result } from '#core/result.ts'
import { type Actor, isMember } from '#core/roles.ts'
import { hashNetwork } from '#server/consent-network.server.ts'
import { hashToken } from '#server/link-token.server.ts'
import { countAttempt, countTypedEmail } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { alertTextVersion } from './alert-text.ts'
import {
  type AlertLink,
  type AlertLinkPurpose,
  alertLinkSchema,
  askedSchema,
  usedAlertLinkSchema,
} from './alerts.types.ts'

const limitMember = (actor: Actor) => countAttempt({ limit: 'follow', subject: actor.id })

/**
 * Asks for the alerts of an event: for a member at the address of the account, else at the address that was typed, whose owner
 * confirms by mail. The result for a typed address is the same whether it is known or not; with the invisible field filled in,
 * nothing happens. The caller has checked that the person sees the event's page and may ask there.
 * @param email left out by members
 * @returns `active` when mail can be sent, `requested` when an address waits to be confirmed; or a refusal: `rate_limited`,
 *   `alert_closed`, `address_missing`
 */
export async function askAlert(
  args: RequestArgs,
  actor: Actor | null,
  eventId: string,
  { email = '', website }: { email?: string | undefined; website?: string | undefined },
): Promise<Result<z.output<typeof askedSchema>>> {
  if (website) return ok('requested')
  const limited =
    actor && isMember(actor) ? await limitMember(actor) : await countTypedEmail(args, 'alert', email)
  if (limited) return { ok: false, refusal: limited }
  const values = {
    p_event: eventId,
    p_user: actor?.id ?? null,
    p_email: email,
    p_text_version: alertTextVersion,
    p_address_hash: hashNetwork(args),
  }
  return await rpcResult(serviceClient(), 'ask_alert', values, askedSchema)
}

/** Ends a member's alerts of one event. */
export async function dropAlert(actor: Actor, eventId: string): Promise<void> {
  await rpc(serviceClient(), 'drop_alert', { p_event: eventId, p_user: actor.id }, z.unknown())
}

/**
 * Follows an artist or a series for a member, or stops.
 * @returns `active`, `requested` (the address of the account waits to be confirmed) or `ended`; or a refusal: `rate_limited`,
 *   `not_found`, `address_missing`
 */
export async function saveFollow(
  args: RequestArgs,
  actor: Actor,
  { subject, isFollowing }: { subject: string; isFollowing: boolean },
): Promise<Result<z.output<typeof askedSchema>>> {
  const limited = await limitMember(actor)
  if (limited) return { ok: false, refusal: limited }
  const values = {
    p_user: actor.id,
    p_subject: subject,
    p_following: isFollowing,
    p_text_version: alertTextVersion,
    p_address_hash: hashNetwork(args),
  }
  return await rpcResult(serviceClient(), 'follow', values, askedSchema)
}

/** Reads what a link in a mail about alerts is for, without using it. */
export async function readAlertLink(token: string): Promise<AlertLink> {
  return await rpc(serviceClient(), 'read_alert_link', { p_token_hash: hashToken(token) }, alertLinkSchema)
}

/** Does what a link in a mail about alerts is for. @returns what it was for; null when it has ended */
export async function followAlertLink(token: string): Promise<AlertLinkPurpose | null> {
  return await rpc(serviceClient(), 'use_alert_link', { p_token_hash: hashToken(token) }, usedAlertLinkSchema)
}
