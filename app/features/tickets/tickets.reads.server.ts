import { encode } from 'uqr'
import { printTicketCode } from '#core/ticket-code.ts'
import { readEnv } from '#server/env.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import {
  type QrPicture,
  type TicketList,
  type TicketRow,
  ticketListSchema,
  type WalletEvent,
} from './tickets.types.ts'

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
function addCodes(list: TicketList): Promise<WalletEvent[]> {
  return Promise.all(
    list.map(async ({ tickets, ...about }) => ({
      ...about,
      tickets: await Promise.all(
        tickets.map(async ({ typeId, generation, ...ticket }) => ({
          ...ticket,
          qr: await readQr({ ...ticket, typeId, generation }, about.event.id),
          code: ticket.enteredAt === null && ticket.code ? printTicketCode(ticket.code) : null,
        })),
      ),
    })),
  )
}

/** The signed QR code of a ticket; null while the database does not show its code either, and once its holder is in. */
async function readQr(ticket: TicketRow, eventId: string): Promise<QrPicture | null> {
  if (ticket.code === null || ticket.enteredAt !== null) return null
  const signed = await readTicketSigner(readEnv().TICKET_SIGNING_KEY).sign({
    ticketId: ticket.id,
    generation: ticket.generation,
    eventId,
    typeId: ticket.typeId,
  })
  return drawQr(signed)
}

/** Draws a text as squares, with the four units of quiet zone that readers expect around them. */
export function drawQr(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  let path = ''
  for (let y = 0; y < size; y++) {
    const row = data[y] ?? []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`
    }
  }
  return { size, path }
}
