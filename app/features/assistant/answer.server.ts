import type { RequestArgs } from '#server/session.server.ts'
import { answerLinks } from './answer-pages.rules.ts'
import type { Question } from './assistant.schema.ts'
import type { Asked, Block, Intent } from './assistant.types.ts'
import { askGuide, storeAnswer } from './assistant.writes.server.ts'
import { draftAct } from './drafts.writes.server.ts'
import { eventAnswer, eventCards } from './event-answers.rules.ts'
import { offerAct } from './offer-act.server.ts'
import {
  cartAnswer,
  chargeAnswer,
  orderAnswer,
  productAnswer,
  refundAnswer,
  ticketAnswer,
  waitlistAnswer,
} from './own-answers.rules.ts'
import { amountIn, orderCodeIn, productWordIn } from './question.rules.ts'
import { openToolBox, type ToolBox } from './tools.reads.server.ts'

/** An answer of the help page: lines of text, and links within the site. */
export type HelpAnswer = { lines: string[]; links: { label: string; to: string }[] }

/** The reads of other areas that the route hands to the guide. */
export type Sources = {
  /** @param topic id of a question of the help page. @returns null where there is none */
  readHelp: (topic: string) => Promise<HelpAnswer | null>
}

/**
 * Answers a question of the person of a request, and stores the answer with the conversation.
 * @returns the conversation, or a refusal. Where a read failed, the question is stored without an answer and can be asked again.
 */
export async function answerQuestion(args: RequestArgs, question: Question, sources: Sources) {
  const asked = await askGuide(args, question)
  if (!asked.ok) return asked
  const tools = openToolBox(args)
  try {
    const blocks = await makeAnswer(tools, asked.value, question.question, sources)
    const offer = await offerAct(tools, asked.value, question.question)
    const draft = offer ? await draftAct(args, asked.value.turnId, offer) : null
    const answer = draft === null ? blocks : [...blocks, { kind: 'draft' as const, id: draft }]
    await storeAnswer(args, asked.value.turnId, answer, tools.uses)
  } catch (error) {
    if (error instanceof Response) throw error
    args.context.requestContext.log.error(
      { err: error, intent: asked.value.intent?.intent },
      'the guide could not answer',
    )
  }
  return { ok: true as const, value: { conversationId: asked.value.conversationId } }
}

async function makeAnswer(
  tools: ToolBox,
  asked: Asked,
  question: string,
  sources: Sources,
): Promise<Block[]> {
  const { intent } = asked
  if (!intent) return unknownAnswer(asked)
  const found = await readRecords(tools, intent, asked, question, sources)
  const links = answerLinks(intent.pages)
  return [
    ...(intent.answer ? [{ kind: 'text' as const, text: intent.answer }] : []),
    ...found,
    ...(links.length > 0 ? [{ kind: 'links' as const, links }] : []),
  ]
}

/** Says that nothing fits, and what comes closest. */
function unknownAnswer({ others }: Asked): Block[] {
  const questions = others.map(({ title }) => title)
  return [
    {
      kind: 'text',
      text:
        questions.length > 0
          ? "I'm not sure what you mean. Did you mean one of these?"
          : "I don't know that one. I can look up events, your tickets and orders, refunds and the shop.",
    },
    ...(questions.length > 0 ? [{ kind: 'questions' as const, questions }] : []),
    { kind: 'links', links: answerLinks(['help']) },
  ]
}

type Read = (
  tools: ToolBox,
  intent: Intent,
  asked: Asked,
  question: string,
  sources: Sources,
) => Promise<Block[]>

/** The read and the answer of each tool. */
const reads: Record<Intent['tool'], Read> = {
  say: async () => [],
  help: async (_tools, { detail }, _asked, _question, { readHelp }) => {
    const help = detail ? await readHelp(detail) : null
    if (!help) return []
    return [
      ...help.lines.map((text) => ({ kind: 'text' as const, text })),
      ...(help.links.length > 0 ? [{ kind: 'links' as const, links: help.links }] : []),
    ]
  },
  find_events: async (tools, { detail }) => {
    const when = detail === 'tonight' || detail === 'weekend' ? detail : null
    const found = await tools.findEvents(when)
    if (found.events.length > 0) return eventCards(found, 4)
    const later = when ? await tools.findEvents(null) : found
    const none =
      when === 'tonight'
        ? 'Nothing tonight.'
        : when === 'weekend'
          ? 'Nothing this weekend.'
          : 'No events are announced right now.'
    return later.events.length > 0
      ? [{ kind: 'text', text: `${none} Here is what’s next.` }, ...eventCards(later, 3)]
      : [{ kind: 'text', text: none }]
  },
  event_info: async (tools, intent, { eventId }) => {
    const info = eventId ? await tools.readEvent(eventId) : null
    return info ? eventAnswer(info, intent.detail) : askWhichEvent(tools, intent)
  },
  my_tickets: async (tools) => ticketAnswer(await tools.readTickets(), new Date()),
  my_orders: async (tools, { detail }) => orderAnswer(await tools.readOrders(), detail),
  order_status: async (tools, _intent, _asked, question) => {
    const code = orderCodeIn(question)
    const orders = await tools.readOrders()
    return orderAnswer(code ? orders.filter((order) => order.code === code) : orders.slice(0, 2), null)
  },
  explain_charge: async (tools, _intent, _asked, question) => {
    const amount = amountIn(question)
    return chargeAnswer(await tools.explainCharge(orderCodeIn(question), amount), amount)
  },
  refund_terms: async (tools, _intent, _asked, question) => {
    const code = orderCodeIn(question) ?? (await tools.readOrders()).find(({ event }) => event !== null)?.code
    return refundAnswer(code ? await tools.readRefundTerms(code) : null)
  },
  product_search: async (tools, _intent, _asked, question) => {
    const word = productWordIn(question)
    const found = word ? await tools.findProducts(word) : null
    return productAnswer(found?.products.length ? found : await tools.findProducts(null))
  },
  waitlist_status: async (tools) => waitlistAnswer(await tools.readWaitlist()),
  my_cart: async (tools) => cartAnswer(await tools.readCart()),
}

const readRecords: Read = (tools, intent, asked, question, sources) =>
  reads[intent.tool](tools, intent, asked, question, sources)

/** Offers the question about each of the next events, the asker's own first. */
async function askWhichEvent(tools: ToolBox, { title }: Intent): Promise<Block[]> {
  const [own, found] = await Promise.all([tools.readTickets(), tools.findEvents(null)])
  const coming = own
    .filter(({ event }) => Date.parse(event.endsAt) > Date.parse(found.now))
    .map(({ event }) => event.title)
  const titles = [...new Set([...coming, ...found.events.map((event) => event.title)])].slice(0, 4)
  if (titles.length === 0) return [{ kind: 'text', text: 'No events are announced right now.' }]
  const asked = title.charAt(0).toLowerCase() + title.slice(1)
  return [
    { kind: 'text', text: 'Which event do you mean?' },
    { kind: 'questions', questions: titles.map((event) => `${event}: ${asked}`) },
  ]
}
