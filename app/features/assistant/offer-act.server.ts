import { formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import { ticketStates } from '#core/states.ts'
import type { Asked } from './assistant.types.ts'
import type { Draft } from './drafts.types.ts'
import { orderCodeIn, productWordIn, quantityIn, recipientIn, wantsInCart } from './question.rules.ts'
import type { ToolBox } from './tools.reads.server.ts'

type Offer = (tools: ToolBox, question: string, eventId: string | null) => Promise<Draft | null>

/** What can be offered for a question, by the name of its intent. Amounts and names come from what was read. */
const offers: Record<string, Offer> = {
  lost_mail: async () => ({
    act: 'resend_tickets',
    args: {},
    card: {
      title: 'Email me links to my tickets',
      facts: [{ label: 'To', value: 'The email address of your account' }],
      confirm: 'Send links',
    },
  }),
  stop_mail: async () => ({
    act: 'pause_mail',
    args: {},
    card: {
      title: 'Pause emails for 30 days',
      facts: [{ label: 'Still sent', value: 'Emails about your orders and your account' }],
      confirm: 'Pause emails',
    },
  }),
  transfer: offerTransfer,
  waitlist_join: offerWaitlist,
  refund_ask: offerRefund,
  reminder: offerReminder,
  event_sale: offerReminder,
  cart: offerGoods,
  products: offerGoods,
}

/**
 * Makes the draft of an act that a question asks for.
 * @returns null where there is none, or where something is missing that the question does not say
 */
export async function offerAct(
  tools: ToolBox,
  { intent, eventId }: Asked,
  question: string,
): Promise<Draft | null> {
  const offer = intent ? offers[intent.intent] : undefined
  return offer ? await offer(tools, question, eventId) : null
}

async function offerTransfer(
  tools: ToolBox,
  question: string,
  eventId: string | null,
): Promise<Draft | null> {
  const to = recipientIn(question)
  if (to === null) return null
  const list = (await tools.readTickets()).filter(({ event }) => new Date(event.endsAt) > new Date())
  const asked = list.some(({ event }) => event.id === eventId)
    ? list.filter(({ event }) => event.id === eventId)
    : list
  const found = asked.flatMap(({ event, tickets }) =>
    tickets.flatMap((ticket) =>
      ticketStates[ticket.status].isValid && ticket.custody === 'held' ? { event, ticket } : [],
    ),
  )[0]
  if (!found) return null
  const { event, ticket } = found
  return {
    act: 'transfer',
    args: { ticket: ticket.id, to },
    card: {
      title: 'Hand on a ticket',
      facts: [
        { label: 'Ticket', value: `${ticket.typeName}, ${event.title}` },
        { label: 'Date', value: formatDay(event.startsAt, event.timeZone) },
        { label: 'To', value: to },
      ],
      confirm: 'Offer the ticket',
    },
  }
}

async function offerWaitlist(
  tools: ToolBox,
  question: string,
  eventId: string | null,
): Promise<Draft | null> {
  const info = eventId ? await tools.readEvent(eventId) : null
  if (info?.state !== 'sold_out') return null
  const quantity = quantityIn(question, 4) ?? 1
  return {
    act: 'waitlist',
    args: { event: info.event.id, quantity },
    card: {
      title: `Join the waitlist of ${info.event.title}`,
      facts: [
        { label: 'Date', value: formatDay(info.event.startsAt, info.event.timeZone, info.now) },
        { label: 'Tickets', value: String(quantity) },
        { label: 'You pay now', value: formatMoney(0, info.currency) },
      ],
      confirm: 'Join the waitlist',
    },
  }
}

async function offerRefund(tools: ToolBox, question: string): Promise<Draft | null> {
  const code = orderCodeIn(question) ?? (await tools.readOrders()).find(({ event }) => event !== null)?.code
  const terms = code ? await tools.readRefundTerms(code) : null
  const tickets = terms?.units.flatMap((unit) => (unit.reason === null ? unit.tickets : [])) ?? []
  if (!terms || tickets.length === 0) return null
  const { choice, currency, event } = (await tools.readRefundTerms(terms.code, tickets)) ?? {}
  if (!choice || choice.isLate || currency === undefined) return null
  return {
    act: 'refund',
    args: { code: terms.code, tickets: choice.tickets, amountCents: choice.backCents },
    card: {
      title: `Return ${choice.tickets.length === 1 ? 'a ticket' : `${choice.tickets.length} tickets`}`,
      facts: [
        { label: 'Order', value: event ? `${terms.code}, ${event.title}` : terms.code },
        { label: 'You get back', value: formatMoney(choice.backCents, currency) },
        { label: 'We keep', value: formatMoney(choice.keptCents, currency) },
        { label: 'Then', value: 'These tickets no longer admit anybody.' },
      ],
      confirm: 'Return and refund',
    },
  }
}

async function offerReminder(
  tools: ToolBox,
  _question: string,
  eventId: string | null,
): Promise<Draft | null> {
  const info = eventId ? await tools.readEvent(eventId) : null
  if (info?.alert?.state !== 'offered') return null
  return {
    act: 'reminder',
    args: { event: info.event.id },
    card: {
      title: `Alert for ${info.event.title}`,
      facts: [{ label: 'You get', value: 'An email when tickets go on sale' }],
      confirm: 'Alert me',
    },
  }
}

async function offerGoods(tools: ToolBox, question: string): Promise<Draft | null> {
  const word = wantsInCart(question) ? productWordIn(question) : null
  const product = word ? (await tools.findProducts(word)).products[0] : undefined
  const shown = product ? await tools.readProduct(product.id) : null
  const words = question.toLowerCase().split(/[^a-z0-9]+/)
  const free = shown?.variants.filter(({ soldOut }) => !soldOut) ?? []
  const named = free.filter(({ values }) => values.every((value) => words.includes(value.toLowerCase())))
  const variant = free.length === 1 ? free[0] : named.length === 1 ? named[0] : undefined
  if (!product || !shown || !variant) return null
  return {
    act: 'cart',
    args: { variant: variant.id, quantity: 1 },
    card: {
      title: `Add to cart: ${[product.name, ...variant.values].join(', ')}`,
      facts: [
        { label: 'Quantity', value: '1' },
        {
          label: 'Price',
          value: `${formatMoney(variant.priceCents, shown.currency)}, before tax and shipping`,
        },
      ],
      confirm: 'Add to cart',
    },
  }
}
