import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import { type Result, refused } from '#core/result.ts'
import { readEnv } from '#server/env.server.ts'
import { hashToken, makeLinkPath } from '#server/link-token.server.ts'
import { countAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { checkHolder, type Holder } from '../ticket-holder.server.ts'
import { readTransfers } from './transfers.reads.server.ts'
import type { acceptTransferSchema, offerTransferSchema } from './transfers.schema.ts'
import {
  acceptedTransferSchema,
  linkedTransferSchema,
  type OfferedTicket,
  startedTransferSchema,
  type Transfers,
  transfersSchema,
} from './transfers.types.ts'

/** Names an offer to its recipient: by the token of its link, or by its id. `user` is the member, null for visitors and guests. */
export type NamedOffer = { user: string | null } & ({ token: string } | { id: string })

const countAccept = async (args: RequestArgs, offer: NamedOffer) =>
  countAttempt({
    limit: 'ticket_accept',
    subject: 'token' in offer ? hashToken(offer.token) : offer.id,
    network: await visitorNetwork(args),
  })

/**
 * Offers a ticket to a person, or makes a link for whoever gets it.
 * @returns the link's address, null for an offer that is mailed; or a refusal: not_found, not_transferable, transfer_to_invalid,
 *   transfer_to_unknown, transfer_to_self, transfers_of_day, rate_limited
 */
export async function offerTransfer(
  args: RequestArgs,
  holder: Holder,
  form: z.output<typeof offerTransferSchema>,
): Promise<Result<{ link: string | null }>> {
  const asked = await checkHolder(args, 'ticket_transfer', holder, form.ticket)
  if (!asked.ok) return asked
  const values = { ...asked.value, p_to: form.by === 'person' ? (form.to ?? '') : null }
  const started = await rpcResult(serviceClient(), 'offer_transfer', values, startedTransferSchema)
  if (!started.ok || !started.value.needsLink)
    return started.ok ? { ok: true, value: { link: null } } : started
  const path = await makeLinkPath('ticket_transfer', started.value.transferId)
  return path ? { ok: true, value: { link: readEnv().SITE_URL + path } } : refused('transfer_over')
}

/** Takes the open offer of a ticket back. @returns a refusal: not_found, transfer_over, rate_limited */
export async function cancelTransfer(
  args: RequestArgs,
  holder: Holder,
  ticket: string,
): Promise<Result<unknown>> {
  const asked = await checkHolder(args, 'ticket_transfer', holder, ticket)
  return asked.ok ? await rpcResult(serviceClient(), 'cancel_transfer', asked.value, z.unknown()) : asked
}

const offerArguments = (offer: NamedOffer) => ({
  p_user: offer.user,
  p_token_hash: 'token' in offer ? hashToken(offer.token) : null,
  p_transfer: 'id' in offer ? offer.id : null,
})

/**
 * Accepts an offer.
 * @returns where the new holder sees the ticket: a path with a secret link for somebody without an account, null for a member, who
 *   has it under My tickets; or a refusal as `accept_transfer` says, or rate_limited
 */
export async function acceptTransfer(
  args: RequestArgs,
  offer: NamedOffer,
  form: z.output<typeof acceptTransferSchema>,
): Promise<Result<{ path: string | null }>> {
  const limited = await countAccept(args, offer)
  if (limited) return { ok: false, refusal: limited }
  const values = {
    ...offerArguments(offer),
    p_name: form.name,
    p_email: form.email ?? null,
    p_is_of_age: form.isOfAge === 'on',
  }
  const accepted = await rpcResult(serviceClient(), 'accept_transfer', values, acceptedTransferSchema)
  if (!accepted.ok) return accepted
  const { ticketId, isOwn } = accepted.value
  return { ok: true, value: { path: isOwn ? null : await makeLinkPath('received_ticket', ticketId) } }
}

/** Declines an offer. @returns a refusal: not_found, transfer_other_account, transfer_over, rate_limited */
export async function declineTransfer(args: RequestArgs, offer: NamedOffer): Promise<Result<unknown>> {
  const limited = await countAccept(args, offer)
  if (limited) return { ok: false, refusal: limited }
  return await rpcResult(serviceClient(), 'decline_transfer', offerArguments(offer), z.unknown())
}

/**
 * Offers a ticket in its holder's place.
 * @param to an email address or a username
 * @returns a refusal: not_allowed, reason_required, and those of `offerTransfer`
 */
export function offerTransferAsStaff(
  args: RequestArgs,
  ticket: string,
  { to, reason }: { to: string; reason: string },
): Promise<Result<unknown>> {
  const values = { p_ticket: ticket, p_to: to, p_reason: reason }
  return rpcResult(userClient(args), 'offer_transfer_by_staff', values, startedTransferSchema)
}

/** Takes the open offer of a ticket back in its holder's place. @returns a refusal: not_allowed, reason_required, transfer_over */
export function cancelTransferAsStaff(
  args: RequestArgs,
  ticket: string,
  reason: string,
): Promise<Result<unknown>> {
  return rpcResult(
    userClient(args),
    'cancel_transfer_by_staff',
    { p_ticket: ticket, p_reason: reason },
    z.unknown(),
  )
}

/** Reads the transfers of the tickets that a secret link opens. @param token the link's, as its address has it */
export async function readTransfersByLink(token: string): Promise<Transfers> {
  if (!linkTokenSchema.safeParse(token).success) return { tickets: [], incoming: [], sent: [] }
  return await rpc(
    serviceClient(),
    'read_transfers_by_link',
    { p_token_hash: hashToken(token) },
    transfersSchema,
  )
}

/**
 * Reads the offer that an address means.
 * @param named the token of its link, or the offer's id for a member it was made to
 * @param user the member's id; null for visitors and guests
 * @returns null when there is no such offer for this caller; `forOther` when it is meant for another account
 */
export async function readOffer(
  args: RequestArgs,
  named: { token: string } | { id: string },
  user: string | null,
): Promise<(OfferedTicket & { forOther: boolean }) | null> {
  if ('token' in named) {
    const values = { p_token_hash: hashToken(named.token), p_user: user }
    return await rpc(serviceClient(), 'read_transfer_by_link', values, linkedTransferSchema)
  }
  const found = (await readTransfers(args)).incoming.find(({ id }) => id === named.id)
  return found ? { ...found, forOther: false } : null
}
