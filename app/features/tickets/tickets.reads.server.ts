import { linkTokenSchema } from '#core/account-fields.ts'
import * as paths from '#core/paths.ts'
import { printTicketCode } from '#core/ticket-code.ts'
import { drawQr } from '#server/draw-qr.server.ts'
import { readEnv } from '#server/env.server.ts'
import { hashToken } from '#server/link-token.server.ts'
import { listPassWallets, passIcon } from '#server/passes.server.ts'
import type { TicketPass } from '#server/passes-port.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import { ticketLabel } from './tickets.rules.ts'
import { type TicketList, type TicketRow, ticketListSchema, type WalletEvent } from './tickets.types.ts'

/** Reads the caller's own tickets by event, with the codes that may be shown now; of a guest, what this session bought. */
export async function readMyTickets(args: RequestArgs): Promise<WalletEvent[]> {
  return addCodes(args, await readOwn(args), null)
}

/**
 * Reads the tickets of the order behind a secret link; no session is needed.
 * @param token the link's, as its address has it
 */
export async function readTicketsByLink(args: RequestArgs, token: string): Promise<WalletEvent[]> {
  return addCodes(args, await readByLink(token), token)
}

/**
 * Reads what a wallet holds of a ticket.
 * @param token of the secret link that the ticket was opened by; null for the caller's own tickets
 * @returns null for a ticket that is not there for this caller, whose code may not be shown now, or that admits nobody
 */
export async function readTicketPass(
  args: RequestArgs,
  id: string,
  token: string | null,
): Promise<TicketPass | null> {
  const list = token === null ? await readOwn(args) : await readByLink(token)
  const pass = await readChangedPass(list, id, null)
  return pass?.ticket.qrText ? pass : null
}

/**
 * Makes what a wallet holds of a ticket whose pass was made before, whatever became of the ticket since.
 * @param list the ticket, as the database reads it
 * @param generation of the code that the pass was made with, null for a new pass: a pass of an older code admits nobody
 */
export async function readChangedPass(
  list: TicketList,
  id: string,
  generation: number | null,
): Promise<TicketPass | null> {
  const now = new Date().toISOString()
  for (const { event, qrVisibleAt, tickets } of list) {
    const row = tickets.find((ticket) => ticket.id === id)
    if (!row) continue
    const { state } = ticketLabel(row, event, now)
    const isVoid =
      (generation !== null && generation !== row.generation) || (state !== 'valid' && state !== 'postponed')
    const qrText = state === 'valid' && !isVoid ? signCode(row, event.id) : null
    const { typeName, holderName, orderCode } = row
    return {
      brand: await readBrand(),
      icon: passIcon,
      ticketsUrl: readEnv().SITE_URL + paths.myTickets(),
      event,
      now,
      isVoid,
      codeAppearsAt: state === 'valid' && !isVoid && qrText === null ? qrVisibleAt : null,
      ticket: {
        id,
        generation: generation ?? row.generation,
        typeName,
        holderName,
        orderCode,
        qrText,
        code: qrText !== null && row.code ? printTicketCode(row.code) : null,
      },
    }
  }
  return null
}

/** Reads the brand's name, as tickets and passes are headed. */
export async function readBrand(): Promise<string> {
  const { data, error } = await serviceClient().from('settings').select('brand').single()
  if (error) throw error
  return data.brand
}

function readOwn(args: RequestArgs): Promise<TicketList> {
  return rpc(userClient(args), 'read_my_tickets', {}, ticketListSchema)
}

async function readByLink(token: string): Promise<TicketList> {
  if (!linkTokenSchema.safeParse(token).success) return []
  return await rpc(
    serviceClient(),
    'read_tickets_by_link',
    { p_token_hash: hashToken(token) },
    ticketListSchema,
  )
}

/** Adds the signed QR codes and the links to passes, and groups the characters of the typed codes. */
function addCodes(args: RequestArgs, list: TicketList, token: string | null): WalletEvent[] {
  const wallets = listPassWallets(args.request.headers.get('user-agent'))
  const now = new Date().toISOString()
  return list.map(({ tickets, ...about }) => ({
    ...about,
    tickets: tickets.map(({ typeId, ...ticket }) => {
      const qrText = signCode({ ...ticket, typeId }, about.event.id)
      return {
        ...ticket,
        qr: qrText === null ? null : drawQr(qrText),
        code: ticket.enteredAt === null && ticket.code ? printTicketCode(ticket.code) : null,
        passes:
          qrText !== null && ticketLabel(ticket, about.event, now).state === 'valid'
            ? wallets.map(({ name, label }) => ({
                label,
                path: paths.ticketPass(ticket.id, name, { order: token }),
              }))
            : [],
      }
    }),
  }))
}

/** Signs the QR code of a ticket; null while the database does not show its code either, and once its holder is in. */
function signCode(ticket: TicketRow, eventId: string): string | null {
  if (ticket.code === null || ticket.enteredAt !== null) return null
  const { id, generation, typeId } = ticket
  return readTicketSigner(readEnv().TICKET_SIGNING_KEY).sign({ ticketId: id, generation, eventId, typeId })
}
