import { formatClockWithZone, formatLongDay } from '#core/event-time.ts'
import { formatLongMoment } from '#core/long-moment.ts'
import * as paths from '#core/paths.ts'
import { venueNote } from '#core/place.ts'
import { readEnv } from '#server/env.server.ts'
import { openPaper, type Paper, type PaperSize } from '#server/pdf.server.ts'
import { readPoster } from '#server/pictures.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { readBrand, readMyTickets, readTicketsByLink } from './tickets.reads.server.ts'
import { addOnsText, ticketLabel } from './tickets.rules.ts'
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
  const posters = new Map<string | null, Buffer | null>()
  for (const key of new Set(found.map(({ event }) => event.imagePath)))
    posters.set(key, await readPoster(key))
  const now = new Date()
  const paper = openPaper({ title: `Tickets of order ${code}, ${brand}`, author: brand, size, at: now })
  for (const [index, each] of found.entries()) {
    if (index > 0) paper.nextPage()
    paper.columns(
      { from: 0, width: paper.width / 2, write: () => paper.text('P', brand, { bold: true, size: 16 }) },
      {
        from: paper.width / 2,
        width: paper.width / 2,
        write: () => {
          const words = `Order ${code}, ticket ${index + 1} of ${found.length}`
          paper.text('P', words, { muted: true, align: 'right' })
        },
      },
    )
    paper.space(10)
    drawTicket(paper, each, posters.get(each.event.imagePath) ?? null, now.toISOString())
  }
  return paper.finish()
}

type OneTicket = WalletEvent & { ticket: WalletTicket }

/** Width of the poster, and of the code below it, in points: a code of this size is read from a phone's length away. */
const figureWidth = 208
const gap = 24

/** Draws a ticket: the event beside its poster, then, below where the page may be folded, the code beside what it admits to. */
function drawTicket(paper: Paper, each: OneTicket, poster: Buffer | null, now: string) {
  const { event, ticket } = each
  const beside = poster ? figureWidth + gap : 0
  paper.columns(
    {
      from: 0,
      width: figureWidth,
      write: () => {
        const box = { width: figureWidth, height: figureWidth * 1.25 }
        if (poster) paper.photo(poster, box, event.imageAlt ?? `Poster of ${event.title}`)
      },
    },
    { from: beside, width: paper.width - beside, write: () => writeEvent(paper, each, now) },
  )
  paper.space(20)
  paper.rule(true)
  paper.space(20)
  const { qr, code } = ticket
  const label = labelOf(each, now)
  const isShown = label.state === 'valid' && qr !== null && code !== null
  const from = isShown ? figureWidth + gap : 0
  paper.columns(
    {
      from: 0,
      width: figureWidth,
      write: () => {
        if (isShown) paper.picture(qr, figureWidth, `QR code of this ticket. To type instead: ${code}`)
      },
    },
    {
      from,
      width: paper.width - from,
      write: () => {
        writeHolder(paper, each)
        paper.space(12)
        if (isShown) {
          paper.text('P', 'If the code can’t be scanned, type', { muted: true, size: 9.5 })
          paper.text('P', code, { bold: true, size: 22 })
        } else writeState(paper, each, label)
      },
    },
  )
  paper.space(20)
  paper.rule()
  paper.space(12)
  writeRules(paper, each)
}

const labelOf = ({ event, changes, ticket }: OneTicket, now: string) =>
  ticketLabel(
    ticket,
    event,
    now,
    changes.find(({ orderCode }) => orderCode === ticket.orderCode),
  )

/** Writes what, when and where. */
function writeEvent(paper: Paper, { event }: OneTicket, now: string) {
  const { timeZone, doorsAt, startsAt } = event
  const fact = (name: string, value: string) => {
    paper.space(9)
    paper.text('P', name, { muted: true, size: 9.5 })
    paper.text('P', value, { bold: true, size: 12.5 })
  }
  paper.text('H1', event.title, { bold: true, size: 24 })
  paper.space(2)
  if (event.status === 'postponed') fact('Date', 'New date soon')
  else {
    fact('Date', formatLongDay(doorsAt, timeZone))
    fact('Doors', formatClockWithZone(doorsAt, timeZone))
    if (startsAt !== doorsAt) fact('Start', formatClockWithZone(startsAt, timeZone))
  }
  const place = [event.venueName, event.address, event.city].filter(Boolean).join(', ')
  const note = venueNote(event, now)
  if (place || note) fact('Place', [place, note].filter(Boolean).join('. '))
}

/** Writes what the ticket admits to, and whom. */
function writeHolder(paper: Paper, { isTest, ticket }: OneTicket) {
  if (isTest) paper.text('P', 'TEST TICKET. Not valid for entry at a real event.', { bold: true })
  paper.text('H2', ticket.typeName, { bold: true, size: 18 })
  if (ticket.partOf) paper.text('P', ticket.partOf, { muted: true })
  paper.space(6)
  paper.text('P', ticket.holderName, { size: 15 })
  if (ticket.addOns.length > 0) {
    paper.space(6)
    paper.text('P', `With this order: ${addOnsText(ticket.addOns)}`)
  }
}

/** Says why there is no code. */
function writeState(paper: Paper, { event, qrVisibleAt }: OneTicket, label: ReturnType<typeof ticketLabel>) {
  if (label.state !== 'valid') {
    paper.text('P', label.label, { bold: true, size: 15 })
    if (label.next) paper.text('P', label.next)
    return
  }
  const moment = formatLongMoment(qrVisibleAt, event.timeZone)
  paper.text('P', `Your code appears on ${moment}.`, { bold: true, size: 13 })
  paper.text('P', 'Open My Tickets then, or print this page again.')
}

/** Writes what counts at the door. */
function writeRules(paper: Paper, { event }: OneTicket) {
  const lines = [
    'Each code lets one person in, once. The first scan counts, so keep this page to yourself.',
    event.minAge > 0 && (event.idPolicy ?? `${event.minAge}+. Bring a photo ID.`),
    `Your tickets on your phone: ${readEnv().SITE_URL}${paths.myTickets()}. Questions: ${readEnv().SITE_URL}${paths.help()}.`,
  ]
  for (const line of lines) if (line) paper.text('P', line, { muted: true, size: 9.5 })
}
