import * as z from 'zod'
import { ok, type Result, refused } from '#core/result.ts'
import { readEnv } from '#server/env.server.ts'
import { hashToken, makeLinkPath } from '#server/link-token.server.ts'
import { countAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { AddNames, EventPromoterForm } from './promoters.schema.ts'
import { type PromoterPage, promoterPageSchema } from './promoters.types.ts'

/**
 * Adds a promoter to an event or changes one, for admins.
 * @param id the row to change; null adds one
 * @returns the row's id; refused as `save_event_promoter` refuses
 */
export function saveEventPromoter(
  args: RequestArgs,
  id: string | null,
  { event, per, cents, bps, ...fields }: EventPromoterForm,
): Promise<Result<string>> {
  const commission = per === 'amount' ? { commissionCents: cents ?? 0 } : { commissionBps: bps ?? 0 }
  const values = { p_event: event, p_fields: { id, ...fields, ...commission } }
  return rpcResult(userClient(args), 'save_event_promoter', values, z.uuid())
}

/** Ends a promoter of an event, for admins; refused as `end_event_promoter` refuses. */
export function endEventPromoter(args: RequestArgs, eventPromoter: string): Promise<Result<null>> {
  return rpcResult(userClient(args), 'end_event_promoter', { p_event_promoter: eventPromoter }, z.null())
}

/**
 * Makes a personal link of a promoter to an event, for admins to pass on. Its token is stored nowhere: it is shown this once.
 * @returns its address; refused as promoter_ended when the promoter was ended or the event is over
 */
export async function makePromoterLink(_args: RequestArgs, eventPromoter: string): Promise<Result<string>> {
  const path = await makeLinkPath('promoter_list', eventPromoter)
  return path ? ok(readEnv().SITE_URL + path) : refused('promoter_ended')
}

/** Mails a promoter their links for an event, for admins; refused as `send_promoter_link` refuses. */
export function sendPromoterLink(args: RequestArgs, eventPromoter: string): Promise<Result<null>> {
  return rpcResult(userClient(args), 'send_promoter_link', { p_event_promoter: eventPromoter }, z.null())
}

/**
 * Records that the commission that is due to a promoter was paid, for admins.
 * @param payment.total the amount that the admin was shown, in cents
 * @returns the payout's id; refused as `pay_commission` refuses
 */
export function payCommission(
  args: RequestArgs,
  promoter: string,
  { reference, total }: { reference: string; total: number },
): Promise<Result<string>> {
  const values = { p_promoter: promoter, p_reference: reference, p_total_cents: total }
  return rpcResult(userClient(args), 'pay_commission', values, z.uuid())
}

/**
 * Gives an order to another promoter, for admins.
 * @param to.eventPromoter a promoter of the order's event; null for nobody
 * @returns null; refused as `override_attribution` refuses
 */
export function overrideAttribution(
  args: RequestArgs,
  order: string,
  to: { eventPromoter: string | null; reason: string },
): Promise<Result<null>> {
  const values = { p_order: order, p_event_promoter: to.eventPromoter, p_reason: to.reason }
  return rpcResult(userClient(args), 'override_attribution', values, z.null())
}

/**
 * Adds names to a guest list of the caller, who promotes its event.
 * @returns how many; refused as `add_my_guests` refuses
 */
export function addMyGuests(args: RequestArgs, sent: AddNames): Promise<Result<number>> {
  const values = { p_event_promoter: sent.eventPromoter, p_list: sent.list, p_entries: sent.names }
  return rpcResult(userClient(args), 'add_my_guests', { ...values, p_key: sent.idempotencyKey }, z.int())
}

/**
 * Adds names to a guest list of the promoter whose personal link was opened.
 * @returns how many; refused as `add_guests_by_promoter_link` refuses, or rate_limited
 */
export async function addGuestsByLink(
  args: RequestArgs,
  token: string,
  sent: AddNames,
): Promise<Result<number>> {
  const network = await visitorNetwork(args)
  const limited = await countAttempt({ limit: 'promoter_names', subject: token, network })
  if (limited) return { ok: false, refusal: limited }
  const named = { p_token_hash: hashToken(token), p_list: sent.list, p_entries: sent.names }
  const values = { ...named, p_key: sent.idempotencyKey }
  return await rpcResult(serviceClient(), 'add_guests_by_promoter_link', values, z.int())
}

/** Reads the one event that a promoter's personal link is for; null when the link has ended. */
export function readPromoterByLink(token: string): Promise<PromoterPage | null> {
  const named = { p_token_hash: hashToken(token) }
  return rpc(serviceClient(), 'read_promoter_by_link', named, promoterPageSchema.nullable())
}
