import { printTicketCode } from '#core/ticket-code.ts'
import { drawQr, type QrPicture } from '#server/draw-qr.server.ts'
import { readEnv } from '#server/env.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import { type TicketList, type TicketRow, ticketListSchema, type WalletEvent } from './tickets.types.ts'

/** Reads the caller's own tickets by event, with the codes that may be shown now; of a guest, what this session bought. */
export async function readMyTickets(args: RequestArgs): Promise<WalletEvent[]> {
  return addCodes(await rpc(userClient(args), 'read_my_tickets', {}, ticketListSchema))
}

/**
 * Reads the tickets of the order behind a secret link; no session is needed.
 * @param tokenHash of the link's token
 */
export async function readTicketsByLink(tokenHash: string): Promise<WalletEvent[]> {
  const found = await rpc(
    serviceClient(),
    'read_tickets_by_link',
    { p_token_hash: tokenHash },
    ticketListSchema,
  )
  return addCodes(found)
}

/** Adds the signed QR codes, and groups the characters of the typed ones. */
function addCodes(list: TicketList): WalletEvent[] {
  return list.map(({ tickets, ...about }) => ({
    ...about,
    tickets: tickets.map(({ typeId, generation, ...ticket }) => ({
      ...ticket,
      qr: readQr({ ...ticket, typeId, generation }, about.event.id),
      code: ticket.enteredAt === null && ticket.code ? printTicketCode(ticket.code) : null,
    })),
  }))
}

/** Draws the signed QR code of a ticket; null while the database does not show its code either, and once its holder is in. */
function readQr(ticket: TicketRow, eventId: string): QrPicture | null {
  if (ticket.code === null || ticket.enteredAt !== null) return null
  const { id, generation, typeId } = ticket
  const signer = readTicketSigner(readEnv().TICKET_SIGNING_KEY)
  return drawQr(signer.sign({ ticketId: id, generation, eventId, typeId }))
}
