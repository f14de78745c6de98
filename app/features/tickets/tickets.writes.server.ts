import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import { type Refusal, type Result, refused } from '#core/result.ts'
import { hashToken } from '#server/link-token.server.ts'
import { countAttempt, countTypedEmail, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { reissueTicketSchema, renameTicketSchema, reportScanSchema } from './tickets.schema.ts'
import { reissuedTicketSchema, renamedTicketSchema, reportedScanSchema } from './tickets.types.ts'

/**
 * Mails links to the orders of an address, if there are any. The response never depends on that.
 * @returns a refusal above the rate limit, else null
 */
export async function sendTicketLinks(args: RequestArgs, email: string): Promise<Refusal | null> {
  const limited = await countTypedEmail(args, 'ticket_links', email)
  if (limited) return limited
  await rpc(serviceClient(), 'queue_ticket_links', { p_email: email }, z.int())
  return null
}

/**
 * Changes the name on a ticket.
 * @param form which ticket, and its new name
 * @param token of the secret link that the ticket was opened by; null for the caller's own tickets
 * @returns the name as it is now, or a refusal: not_found, name_invalid, invalid_state, renames_used, rename_closed, rate_limited
 */
export function renameTicket(
  args: RequestArgs,
  form: z.output<typeof renameTicketSchema>,
  token: string | null,
): Promise<Result<z.output<typeof renamedTicketSchema>>> {
  const change = { p_ticket: form.ticket, p_name: form.name }
  return changeTicket(args, 'ticket_rename', form.ticket, token, {
    own: () => rpcResult(userClient(args), 'rename_my_ticket', change, renamedTicketSchema),
    byLink: (p_token_hash) =>
      rpcResult(serviceClient(), 'rename_ticket_by_link', { ...change, p_token_hash }, renamedTicketSchema),
  })
}

/**
 * Gives a ticket a new code; the old ones are refused at the door from then on.
 * @param form which ticket, and the generation whose code its holder saw: a form that is sent twice makes one code
 * @param token of the secret link that the ticket was opened by; null for the caller's own tickets
 * @returns the ticket's generation, or a refusal: not_found, invalid_state, rate_limited
 */
export function reissueTicket(
  args: RequestArgs,
  form: z.output<typeof reissueTicketSchema>,
  token: string | null,
): Promise<Result<z.output<typeof reissuedTicketSchema>>> {
  const change = { p_ticket: form.ticket, p_generation: form.generation }
  return changeTicket(args, 'ticket_reissue', form.ticket, token, {
    own: () => rpcResult(userClient(args), 'reissue_my_ticket', change, reissuedTicketSchema),
    byLink: (p_token_hash) =>
      rpcResult(serviceClient(), 'reissue_ticket_by_link', { ...change, p_token_hash }, reissuedTicketSchema),
  })
}

/**
 * Reports a scan of a ticket's code to the door manager. Sent again, it changes nothing.
 * @param form which ticket, and which of its scans
 * @param token of the secret link that the ticket was opened by; null for the caller's own tickets
 * @returns the reference and what became of the report, or a refusal: not_found, invalid_state, rate_limited
 */
export function reportScan(
  args: RequestArgs,
  form: z.output<typeof reportScanSchema>,
  token: string | null,
): Promise<Result<z.output<typeof reportedScanSchema>>> {
  const report = { p_ticket: form.ticket, p_scan: form.scan }
  return changeTicket(args, 'scan_report', form.ticket, token, {
    own: () => rpcResult(userClient(args), 'report_my_scan', report, reportedScanSchema),
    byLink: (p_token_hash) =>
      rpcResult(serviceClient(), 'report_scan_by_link', { ...report, p_token_hash }, reportedScanSchema),
  })
}

/** Changes a ticket as its holder or as who has the link of its order, within the limits of tries. */
async function changeTicket<T>(
  args: RequestArgs,
  limit: 'ticket_rename' | 'ticket_reissue' | 'scan_report',
  ticket: string,
  token: string | null,
  calls: { own: () => Promise<Result<T>>; byLink: (tokenHash: string) => Promise<Result<T>> },
): Promise<Result<T>> {
  const network = await visitorNetwork(args)
  const limited = await countAttempt({ limit, subject: ticket, network })
  if (limited) return { ok: false, refusal: limited }
  if (token === null) return calls.own()
  if (!linkTokenSchema.safeParse(token).success) return refused('not_found')
  return calls.byLink(hashToken(token))
}
