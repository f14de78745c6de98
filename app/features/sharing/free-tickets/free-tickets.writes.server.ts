import * as z from 'zod'
import { termsVersion } from '#core/legal.ts'
import * as paths from '#core/paths.ts'
import { ok, type Result } from '#core/result.ts'
import { readEnv } from '#server/env.server.ts'
import { hashToken, makeLinkPath } from '#server/link-token.server.ts'
import { countAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { CompRow } from './comp-file.rules.ts'
import { type CompClaim, compClaimSchema, issuedCompsSchema } from './free-tickets.types.ts'

/** Counts what somebody does with a claim link; a refusal once it was too often. */
const limit = async (args: RequestArgs, token: string) =>
  countAttempt({ limit: 'free_ticket', subject: hashToken(token), network: await visitorNetwork(args) })

type Issued = z.output<typeof issuedCompsSchema>

/**
 * Issues invitations in the caller's name, all or none.
 * @param deadline until when they are claimed, a wall time of the event's zone; null for 24 hours before doors
 * @param key the same rows sent twice with it are issued once
 * @returns how many, how many of them wait for a second admin, and the id of the first; or a refusal: comp_rows_invalid,
 *   comp_event_closed, comp_deadline, sold_out, key_reused
 */
export function issueComps(
  args: RequestArgs,
  {
    event,
    rows,
    deadline,
    send,
    key,
  }: { event: string; rows: CompRow[]; deadline: string | null; send: boolean; key: string },
): Promise<Result<Issued>> {
  const values = { p_event: event, p_rows: rows, p_deadline: deadline, p_send: send, p_key: key }
  return rpcResult(userClient(args), 'issue_comps', values, issuedCompsSchema)
}

/** Sends a draft. Refuses invalid_state, comp_event_closed, comp_deadline, sold_out. */
export function sendComp(args: RequestArgs, id: string): Promise<Result<Issued>> {
  return rpcResult(userClient(args), 'send_comp', { p_id: id }, issuedCompsSchema)
}

/** Sends what is above a quota or a cap, as a second admin. Refuses comp_second_admin, and as `sendComp` does. */
export function approveComp(args: RequestArgs, id: string): Promise<Result<unknown>> {
  return rpcResult(userClient(args), 'approve_comp', { p_id: id }, z.unknown())
}

/** Takes an invitation back, with its tickets. Refuses invalid_state, comp_arrived. */
export function revokeComp(args: RequestArgs, id: string, reason: string): Promise<Result<unknown>> {
  return rpcResult(userClient(args), 'revoke_comp', { p_id: id, p_reason: reason }, z.unknown())
}

/** Sets another admin's quota. Refuses comp_second_admin for one's own. */
export function setCompQuota(args: RequestArgs, issuer: string, places: number): Promise<Result<unknown>> {
  return rpcResult(userClient(args), 'set_comp_quota', { p_issuer: issuer, p_places: places }, z.unknown())
}

/** Sets the cap of an event, in percent of each pool. */
export function setCompCap(args: RequestArgs, event: string, percent: number): Promise<Result<unknown>> {
  return rpcResult(userClient(args), 'set_comp_cap', { p_event: event, p_percent: percent }, z.unknown())
}

/**
 * Claims the place of a link.
 * @param owner the account that gets the ticket; null without one
 * @returns a refusal where the place is taken or gone, the buyer is blocked, or the link was used too often (rate_limited)
 */
export async function claimComp(
  args: RequestArgs,
  token: string,
  owner: string | null,
  { name, email }: { name: string; email: string },
): Promise<Result<{ orderCode: string }>> {
  const limited = await limit(args, token)
  if (limited) return { ok: false, refusal: limited }
  const values = {
    p_token_hash: hashToken(token),
    p_owner: owner,
    p_buyer: { name, email, terms: true, terms_version: termsVersion, marketing: false },
  }
  return rpcResult(serviceClient(), 'claim_comp', values, z.object({ orderCode: z.string() }))
}

/** Declines what a link offers. Refuses as `claimComp` does. */
export async function declineComp(args: RequestArgs, token: string): Promise<Result<unknown>> {
  const limited = await limit(args, token)
  if (limited) return { ok: false, refusal: limited }
  return rpcResult(serviceClient(), 'decline_comp', { p_token_hash: hashToken(token) }, z.unknown())
}

/**
 * Names a plus-one, and mails them their link; without an email it makes the link to copy.
 * @returns the whole address of the link, null where it was mailed
 */
export async function nameCompGuest(
  args: RequestArgs,
  token: string,
  { number, name, email }: { number: number; name: string; email?: string | undefined },
): Promise<Result<string | null>> {
  const limited = await limit(args, token)
  if (limited) return { ok: false, refusal: limited }
  const values = {
    p_token_hash: hashToken(token),
    p_number: number,
    p_name: name,
    p_email: email ?? null,
  }
  const named = await rpcResult(serviceClient(), 'name_comp_guest', values, z.uuid())
  if (!named.ok || email) return named.ok ? ok(null) : named
  const path = await makeLinkPath('free_ticket', named.value)
  return ok(readEnv().SITE_URL + (path ?? paths.freeTicketClaim()))
}

/** Reads what the page of a claim link shows. Refuses comp_unknown. Does not use the link up. */
export function readCompClaim(token: string): Promise<Result<CompClaim>> {
  return rpcResult(serviceClient(), 'read_comp_claim', { p_token_hash: hashToken(token) }, compClaimSchema)
}
