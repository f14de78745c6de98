import { formatClock, formatClockWithZone, formatLongDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import type { MailOrder, MailSender, MailText } from './mail.types.ts'
import { amounts, type Block, button, compose, facts, heading, paragraph, smallPrint } from './mail-layout.ts'

/** After an order was paid: all its tickets, by one link that needs no account. */
export function confirmationMail(sender: MailSender, order: MailOrder, ticketsUrl: string): MailText {
  const { event } = order
  const tickets = countTickets(order.ticketCount)
  return compose(
    sender,
    `Your ${tickets} for ${event.title}`,
    `${formatLongDay(event.doorsAt, event.timeZone)}. Order ${order.code}.`,
    [
      ...testNotice(order),
      heading("You're in."),
      paragraph(
        `Hi ${order.name}, your ${tickets} for ${event.title} ${order.ticketCount === 1 ? 'is' : 'are'} ready.`,
      ),
      button(order.ticketCount === 1 ? 'Open your ticket' : 'Open your tickets', ticketsUrl),
      facts(eventFacts(order)),
      amounts(receipt(order)),
      smallPrint(
        `This link is yours alone and works until a day after the event: whoever has it can use your tickets. Order ${order.code}.`,
      ),
    ],
  )
}

/** The places were gone when a late payment arrived; every cent goes back. */
export function apologyMail(sender: MailSender, order: MailOrder): MailText {
  const { event } = order
  return compose(
    sender,
    `Sold out while your payment finished – fully refunded`,
    `${formatMoney(order.totalCents, order.currency)} is on its way back to you.`,
    [
      ...testNotice(order),
      heading('Sold out while your payment finished'),
      paragraph(
        `Hi ${order.name}, your payment for ${event.title} arrived after your hold had ended, and the last places had gone by then. We are sorry.`,
      ),
      paragraph(
        `We have refunded all ${formatMoney(order.totalCents, order.currency)}, fees included. Banks usually show it within 5 to 10 days. You don't have to do anything.`,
      ),
      button("See what's next", `${sender.siteUrl}/events`),
      smallPrint(`Order ${order.code}.`),
    ],
  )
}

/**
 * Money went back.
 * @param amountCents what this refund returns
 * @param ticketsVoid whether the tickets of the order no longer admit
 */
export function refundMail(
  sender: MailSender,
  order: MailOrder,
  refund: { amountCents: number; ticketsVoid: boolean },
): MailText {
  const amount = formatMoney(refund.amountCents, order.currency)
  return compose(sender, `Refund of ${amount} for ${order.event.title}`, `Order ${order.code}.`, [
    ...testNotice(order),
    heading(`${amount} is on its way back`),
    paragraph(
      `Hi ${order.name}, we have refunded ${amount} of your order ${order.code} for ${order.event.title} to the card it was paid with. Banks usually show it within 5 to 10 days.`,
    ),
    paragraph(
      refund.ticketsVoid
        ? 'The refunded tickets no longer admit anybody, so you can delete them.'
        : 'Your tickets stay valid.',
    ),
  ])
}

/** The event will not take place. */
export function eventCancelledMail(sender: MailSender, order: MailOrder): MailText {
  const paid = order.totalCents > 0
  return compose(sender, `Cancelled: ${order.event.title}`, `Order ${order.code}.`, [
    ...testNotice(order),
    heading(`${order.event.title} is cancelled`),
    paragraph(
      `Hi ${order.name}, this event will not take place, and your tickets no longer admit anybody. We are sorry.`,
    ),
    ...(paid
      ? [
          paragraph(
            `You get back all ${formatMoney(order.totalCents, order.currency)}, fees included, without doing anything. Banks usually show it within 5 to 10 days.`,
          ),
        ]
      : []),
    button("See what's next", `${sender.siteUrl}/events`),
    smallPrint(`Order ${order.code}.`),
  ])
}

/** Asked for on the tickets page by somebody who gave an address: a link to each order, for a day. */
export function ticketLinksMail(
  sender: MailSender,
  orders: readonly { order: MailOrder; ticketsUrl: string }[],
): MailText {
  const blocks = orders.flatMap(({ order, ticketsUrl }) => [
    facts([
      [order.event.title, countTickets(order.ticketCount)],
      ['When', whenOf(order)],
    ]),
    button(order.ticketCount === 1 ? 'Open your ticket' : 'Open your tickets', ticketsUrl),
  ])
  return compose(sender, 'Your tickets', 'The links work for 24 hours.', [
    heading('Your tickets'),
    paragraph('Somebody, probably you, asked for the tickets that were bought with this address.'),
    ...blocks,
    smallPrint(
      'The links work for 24 hours. Whoever has them can use your tickets, so please keep them to yourself. If you did not ask, delete this mail: nobody else has received it.',
    ),
  ])
}

/** Asked for by somebody who forgot a password: a link for each account with that address, and its username. */
export function passwordResetMail(
  sender: MailSender,
  accounts: readonly { username: string; url: string }[],
): MailText {
  const blocks = accounts.flatMap(({ username, url }) => [
    facts([['Username', username]]),
    button('Choose a new password', url),
  ])
  return compose(sender, 'Choose a new password', 'The link works once, for 30 minutes.', [
    heading('Choose a new password'),
    paragraph('Somebody, probably you, asked for a new password for the account with this address.'),
    ...blocks,
    smallPrint(
      'The link works once, for 30 minutes. If you did not ask, delete this mail: your password stays as it is.',
    ),
  ])
}

/** To the address that an account wants: a link that makes it the account's own. */
export function emailChangeMail(sender: MailSender, url: string): MailText {
  return compose(sender, 'Confirm your new email', 'The link works once, within an hour.', [
    heading('Confirm your new email'),
    paragraph(`Somebody, probably you, wants to use this address for an account at ${sender.brand}.`),
    button('Confirm new email', url),
    smallPrint('The link works once, within an hour. If it was not you, delete this mail: nothing changes.'),
  ])
}

/**
 * To the address that an account had, after it changed.
 * @param undoUrl takes the change back; null when this mailbox may not
 */
export function emailChangedMail(sender: MailSender, undoUrl: string | null): MailText {
  const undo = undoUrl
    ? [
        paragraph(
          'If it was not you, take it back: this address returns to your account, everybody is signed out, and you choose a new password.',
        ),
        button('Undo the change', undoUrl),
        smallPrint('The link works once, for 7 days. If it was you, delete this mail.'),
      ]
    : [smallPrint('If it was not you, please answer this mail or write to us at once.')]
  return compose(sender, 'Your email was changed', 'Your account has another email now.', [
    heading('Your email was changed'),
    paragraph(`Your account at ${sender.brand} has another email now, and mails go there from now on.`),
    ...undo,
  ])
}

function testNotice(order: MailOrder): Block[] {
  return order.isTest ? [smallPrint('TEST ORDER. No money moved.')] : []
}

function eventFacts(order: MailOrder): [string, string][] {
  const { event } = order
  const place = [event.venueName, event.address, event.city].filter(Boolean).join(', ')
  const rows: [string, string][] = [
    ['Event', event.title],
    ['When', whenOf(order)],
  ]
  if (place) rows.push(['Where', place])
  const entry = [
    event.minAge > 0 && `${event.minAge}+.`,
    event.idPolicy ?? (event.minAge > 0 && 'Bring a photo ID.'),
  ]
  if (entry.some(Boolean)) rows.push(['Entry', entry.filter(Boolean).join(' ')])
  return rows
}

function whenOf({ event }: MailOrder): string {
  const day = formatLongDay(event.doorsAt, event.timeZone)
  if (event.doorsAt === event.startsAt)
    return `${day}, ${formatClockWithZone(event.startsAt, event.timeZone)}`
  return `${day}, doors ${formatClock(event.doorsAt, event.timeZone)}, start ${formatClockWithZone(event.startsAt, event.timeZone)}`
}

/** The same prices as on every screen: fees are in each line, tax stands below. */
function receipt(order: MailOrder): [string, string][] {
  const money = (cents: number) => formatMoney(cents, order.currency)
  const rows: [string, string][] = order.lines.map((line) => [
    `${line.quantity} × ${line.typeName}${line.releaseName ? ` (${line.releaseName})` : ''}${
      line.unitFeeCents > 0 ? `, includes ${money(line.quantity * line.unitFeeCents)} fees` : ''
    }`,
    money(line.quantity * (line.unitFaceCents + line.unitFeeCents)),
  ])
  if (order.taxCents > 0) rows.push(['Tax', money(order.taxCents)])
  if (order.discountCents > 0) rows.push(['Discount', money(-order.discountCents)])
  rows.push(['Total', money(order.totalCents)])
  return rows
}

function countTickets(n: number): string {
  return n === 1 ? 'ticket' : `${n} tickets`
}
