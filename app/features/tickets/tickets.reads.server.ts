import { encode } from 'uqr'
import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { eventBriefSchema } from '#core/event-brief.ts'
import { printTicketCode } from '#core/ticket-code.ts'
import { readEnv } from '#server/env.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import type { QrPicture, WalletEvent } from './tickets.types.ts'

const walletSchema = z.array(
  z.object({
    event: eventBriefSchema,
    qr_visible_at: instant,
    tickets: z.array(
      z.object({
        id: z.uuid(),
        order_code: z.string(),
        type_id: z.uuid(),
        type_name: z.string(),
        holder_name: z.string(),
        status: z.enum(['valid', 'void']),
        void_reason: z
          .enum(['refunded', 'cancelled', 'event_cancelled', 'resold', 'chargeback', 'fraud', 'reissued_as'])
          .nullable(),
        custody: z.enum(['held', 'offered', 'listed']),
        generation: z.int(),
        entered_at: instant.nullable(),
        code: z.string().nullable(),
      }),
    ),
  }),
)
type WalletRow = z.output<typeof walletSchema>[number]
type TicketRow = WalletRow['tickets'][number]

/** The visitor's own tickets by event, with the codes that may be shown now; of a guest, what this session bought. */
export async function readMyTickets(args: RequestArgs): Promise<WalletEvent[]> {
  const { data, error } = await userClient(args).rpc('read_my_tickets')
  if (error) throw error
  return await Promise.all(walletSchema.parse(data).map(toWalletEvent))
}

/**
 * The tickets of the order behind a secret link; no session is needed.
 * @param tokenHash of the link's token
 */
export async function readTicketsByLink(tokenHash: string): Promise<WalletEvent[]> {
  const { data, error } = await serviceClient().rpc('read_tickets_by_link', { p_token_hash: tokenHash })
  if (error) throw error
  return await Promise.all(walletSchema.parse(data).map(toWalletEvent))
}

async function toWalletEvent(row: WalletRow): Promise<WalletEvent> {
  const { event } = row
  return {
    event,
    qrVisibleAt: row.qr_visible_at,
    tickets: await Promise.all(
      row.tickets.map(async (ticket) => ({
        id: ticket.id,
        orderCode: ticket.order_code,
        typeName: ticket.type_name,
        holderName: ticket.holder_name,
        status: ticket.status,
        voidReason: ticket.void_reason,
        custody: ticket.custody,
        enteredAt: ticket.entered_at,
        qr: await readQr(ticket, event.id),
        code: ticket.entered_at === null && ticket.code ? printTicketCode(ticket.code) : null,
      })),
    ),
  }
}

/** The signed QR code of a ticket; null while the database does not show its code either, and once its holder is in. */
async function readQr(ticket: TicketRow, eventId: string): Promise<QrPicture | null> {
  if (ticket.code === null || ticket.entered_at !== null) return null
  const signed = await readTicketSigner(readEnv().TICKET_SIGNING_KEY).sign({
    ticketId: ticket.id,
    generation: ticket.generation,
    eventId,
    typeId: ticket.type_id,
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
