import { formatClockWithZone, formatLongDay } from '#core/event-time.ts'
import { venueNote } from '#core/place.ts'
import { openPaper, type Paper, type PaperSize } from '#server/pdf.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { readBrand, readMyTickets, readTicketsByLink } from './tickets.reads.server.ts'
import { ticketLabel } from './tickets.rules.ts'
import type { WalletEvent, WalletTicket } from './tickets.types.ts'

/**
 * Draws the tickets of an order as a PDF, one on each page: with its code once that is shown, and until then with when it will be.
 * @param code the order's
 * @param token of the secret link that the order was opened by; null for the caller's own
 * @returns null where the caller has no ticket of such an order
 */
export async function drawTickets(
  args: RequestArgs,
  { code, token, size }: { code: string; token: string | null; size: PaperSize },
): Promise<Buffer | null> {
  const wallet = token === null ? await readMyTickets(args) : await readTicketsByLink(args, token)
  const found = wallet.flatMap((each) =>
    each.tickets.filter(({ orderCode }) => orderCode === code).map((ticket) => ({ ...each, ticket })),
  )
  if (found.length === 0) return null
  const brand = await readBrand()
  const now = new Date()
  const paper = openPaper({ title: `Tickets of order ${code}, ${brand}`, author: brand, size, at: now })
  for (const [index, each] of found.entries()) {
    if (index > 0) paper.nextPage()
    paper.text('P', brand, { bold: true, size: 16 })
    paper.space(20)
    drawTicket(paper, each, now.toISOString())
    paper.space(18)
    paper.text('P', `Order ${code}. Ticket ${index + 1} of ${found.length}.`, { muted: true, size: 9.5 })
  }
  return paper.finish()
}

function drawTicket(
  paper: Paper,
  { event, qrVisibleAt, isTest, changes, ticket }: WalletEvent & { ticket: WalletTicket },
  now: string,
) {
  const label = ticketLabel(
    ticket,
    event,
    now,
    changes.find(({ orderCode }) => orderCode === ticket.orderCode),
  )
  const isOpen = event.status === 'postponed'
  paper.text('H1', event.title, { bold: true, size: 22 })
  paper.space(4)
  paper.text(
    'P',
    isOpen
      ? 'New date soon'
      : `${formatLongDay(event.doorsAt, event.timeZone)}, doors ${formatClockWithZone(event.doorsAt, event.timeZone)}`,
  )
  const place = [event.venueName, event.address, event.city].filter(Boolean).join(', ')
  if (place) paper.text('P', place)
  const note = venueNote(event, now)
  if (note) paper.text('P', note, { muted: true })
  if (event.minAge > 0) paper.text('P', event.idPolicy ?? `${event.minAge}+. Bring a photo ID.`)
  paper.space(18)
  if (isTest) paper.text('P', 'TEST TICKET. Not valid for entry at a real event.', { bold: true })
  paper.text('H2', ticket.typeName, { bold: true, size: 15 })
  if (ticket.partOf) paper.text('P', ticket.partOf, { muted: true })
  paper.text('P', ticket.holderName, { size: 13 })
  paper.space(14)
  if (label.state !== 'valid') {
    paper.text('P', label.label, { bold: true, size: 15 })
    if (label.next) paper.text('P', label.next)
  } else if (ticket.qr && ticket.code) {
    paper.picture(ticket.qr, 227, `QR code of this ticket. To type instead: ${ticket.code}`)
    paper.space(6)
    paper.text('P', ticket.code, { bold: true, size: 16 })
  } else {
    paper.text(
      'P',
      `Your code appears ${formatLongDay(qrVisibleAt, event.timeZone)}, ${formatClockWithZone(qrVisibleAt, event.timeZone)}.`,
      { bold: true },
    )
    paper.text('P', 'Open My Tickets then, or print this page again.')
  }
}
