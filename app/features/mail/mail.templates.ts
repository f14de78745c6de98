import { formatClock, formatClockWithZone, formatLongDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import type { ContactMessage, MailOrder, MailSender, MailText } from './mail.types.ts'
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
        `Hi ${firstName(order)}, your ${tickets} for ${event.title} ${order.ticketCount === 1 ? 'is' : 'are'} ready.`,
      ),
      button(order.ticketCount === 1 ? 'Open your ticket' : 'Open your tickets', ticketsUrl),
      facts(eventFacts(order)),
      amounts(receipt(order)),
      smallPrint(
        `Don't forward this email: anyone who has the link can use your tickets. It works until the day after the event. Order ${order.code}.`,
      ),
    ],
  )
}

/**
 * A payment came in and no tickets could be issued; every cent goes back.
 * @param why the reason, given only in this mail: a screen would reveal it to a person who typed somebody else's address
 */
export function apologyMail(
  sender: MailSender,
  order: MailOrder,
  why: 'sold_out' | 'event_over' | 'over_limit',
): MailText {
  const { event } = order
  const { title, cause } = {
    sold_out: {
      title: 'Sold out while your payment finished',
      cause: `your payment for ${event.title} came in after your hold ended, and by then the last tickets were gone. We're sorry.`,
    },
    event_over: {
      title: 'The event was over when your payment finished',
      cause: `your payment for ${event.title} came in after the event had ended, so we didn't issue any tickets. We're sorry.`,
    },
    over_limit: {
      title: 'Ticket limit reached',
      cause: `this email already has as many tickets for ${event.title} as one person can have, so we didn't issue any more.`,
    },
  }[why]
  return compose(
    sender,
    `${title} – fully refunded`,
    `${formatMoney(order.totalCents, order.currency)} is on its way back to you.`,
    [
      ...testNotice(order),
      heading(title),
      paragraph(`Hi ${firstName(order)}, ${cause}`),
      paragraph(
        `We refunded all ${formatMoney(order.totalCents, order.currency)}, fees included. You don't have to do anything. Banks usually take 5 to 10 days to show it.`,
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
      `Hi ${firstName(order)}, we refunded ${amount} from your order for ${order.event.title} to the card you paid with. Banks usually take 5 to 10 days to show it.`,
    ),
    paragraph(
      refund.ticketsVoid
        ? "The refunded tickets won't get anyone in, so you can delete them."
        : 'Your tickets are still valid.',
    ),
    smallPrint(`Order ${order.code}.`),
  ])
}

/** The event won't take place. */
export function eventCancelledMail(sender: MailSender, order: MailOrder): MailText {
  const paid = order.totalCents > 0
  return compose(sender, `Canceled: ${order.event.title}`, `Order ${order.code}.`, [
    ...testNotice(order),
    heading(`${order.event.title} is canceled`),
    paragraph(
      `Hi ${firstName(order)}, we had to cancel ${order.event.title}, so your tickets are no longer valid. We're sorry.`,
    ),
    ...(paid
      ? [
          paragraph(
            `You'll get back all ${formatMoney(order.totalCents, order.currency)}, fees included. You don't have to do anything. Banks usually take 5 to 10 days to show it.`,
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
    paragraph('You asked for the tickets bought with this email. Here they are.'),
    ...blocks,
    smallPrint(
      "Don't forward this email: anyone who has the links can use your tickets. They work for 24 hours. If you didn't ask for this, you can ignore it. We sent it only to you.",
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
  return compose(sender, 'Choose a new password', 'The link works once and expires in 30 minutes.', [
    heading('Choose a new password'),
    paragraph('You asked to reset the password for the account with this email.'),
    ...blocks,
    smallPrint(
      "The link works once and expires in 30 minutes. If you didn't ask for this, ignore this email. Your password stays the same.",
    ),
  ])
}

/** To the address that an account wants: a link that makes it the account's own. */
export function emailChangeMail(sender: MailSender, url: string): MailText {
  return compose(sender, 'Confirm your new email', 'The link works once and expires in an hour.', [
    heading('Confirm your new email'),
    paragraph(`You asked to use this email for your ${sender.brand} account.`),
    button('Confirm new email', url),
    smallPrint(
      "The link works once and expires in an hour. If you didn't ask for this, ignore this email and nothing changes.",
    ),
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
          "If this wasn't you, undo it: we'll put this email back on your account, sign everyone out, and ask you to choose a new password.",
        ),
        button('Undo the change', undoUrl),
        smallPrint('The link works once and expires in 7 days. If it was you, ignore this email.'),
      ]
    : [smallPrint("If this wasn't you, reply to this email right away.")]
  return compose(sender, 'Your email was changed', 'Your account has a new email.', [
    heading('Your email was changed'),
    paragraph(`Your ${sender.brand} account has a new email. From now on we'll write to you there.`),
    ...undo,
  ])
}

/**
 * To the brand's own mailbox: what a visitor wrote. Answering it writes to them.
 * @param message as the contact form took it
 */
export function contactMail(sender: MailSender, message: ContactMessage): MailText {
  const { topic, name, email, order } = message
  const rows: [string, string][] = [
    ['From', name],
    ['Email', email],
    ['Topic', topic],
  ]
  if (order) rows.push(['Order', order])
  const mail = compose(sender, `${topic}: ${name}`, message.message.slice(0, 120), [
    heading(topic),
    facts(rows),
    ...message.message.split(/\n+/).map((line) => paragraph(line)),
    smallPrint(`Sent with the contact form. Reply to this email to answer ${name}.`),
  ])
  return { ...mail, replyTo: email }
}

/** Picks the buyer's first name for the greeting. */
function firstName({ name }: MailOrder): string {
  return name.trim().split(/\s+/)[0] ?? name
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
