import * as z from 'zod'
import { instant } from '#core/columns.ts'

/** A link of an answer: to a page of this site, never elsewhere. */
const linkSchema = z.object({ label: z.string(), to: z.string().regex(/^\/(?!\/)/) })

/**
 * A part of an answer, as data: its component draws it, and texts are shown as they are. Names, posts and descriptions of people are
 * such texts too.
 */
export const blockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** A record: an event, an order, a product, an entry of a waitlist. */
  z.object({
    kind: z.literal('card'),
    title: z.string(),
    to: linkSchema.shape.to,
    lines: z.array(z.string()),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  /** Sums line by line. The last row is the total. */
  z.object({
    kind: z.literal('sums'),
    title: z.string(),
    rows: z.array(z.object({ label: z.string(), amount: z.string(), isPart: z.boolean() })),
  }),
  /** An act that is offered; `read_drafts` has it. */
  z.object({ kind: z.literal('draft'), id: z.uuid() }),
  z.object({ kind: z.literal('links'), links: z.array(linkSchema) }),
  /** Questions to ask next. */
  z.object({ kind: z.literal('questions'), questions: z.array(z.string()) }),
])
export type Block = z.output<typeof blockSchema>
export type Card = Extract<Block, { kind: 'card' }>

/** The source of an answer: the tool, a hash of what it was asked, and which records it returned. */
export const toolUseSchema = z.object({ tool: z.string(), argsHash: z.string(), ids: z.array(z.string()) })
export type ToolUse = z.output<typeof toolUseSchema>

/** The tools of the guide. */
export const guideTools = [
  'say',
  'help',
  'find_events',
  'event_info',
  'my_tickets',
  'my_orders',
  'order_status',
  'explain_charge',
  'refund_terms',
  'product_search',
  'waitlist_status',
  'my_cart',
] as const
export type GuideTool = (typeof guideTools)[number]

const intentSchema = z.object({
  intent: z.string(),
  title: z.string(),
  tool: z.enum(guideTools),
  /** The detail of the tool: a field of an event, days, or the question of the help page. */
  detail: z.string().nullable(),
  /** Words before the records. */
  answer: z.string(),
  /** Where the answer links to, by the names of `answer-pages.rules.ts`. */
  pages: z.array(z.string()),
})
export type Intent = z.output<typeof intentSchema>

/** Describes the result of `ask_guide`. */
export const askedSchema = z.object({
  conversationId: z.uuid(),
  turnId: z.uuid(),
  intent: intentSchema.nullable(),
  /** The event that the question names, or that the conversation was about. */
  eventId: z.uuid().nullable(),
  isNamed: z.boolean(),
  /** The next likely intents. */
  others: z.array(z.object({ intent: z.string(), title: z.string() })),
})
export type Asked = z.output<typeof askedSchema>

const turnSchema = z.object({
  id: z.uuid(),
  question: z.string(),
  /** Empty while the answer is not there. */
  blocks: z.array(blockSchema),
  rating: z.union([z.literal(-1), z.literal(1)]).nullable(),
  createdAt: instant,
})
export type Turn = z.output<typeof turnSchema>

/** Describes the result of `read_assistant`; null for visitors and guests. */
export const assistantPageSchema = z
  .object({
    conversations: z.array(z.object({ id: z.uuid(), title: z.string(), updatedAt: instant })),
    turns: z.array(turnSchema),
    /** Decides what is suggested: the title of the event of tonight, and of the next one; an order that is not paid; any order. */
    context: z.object({
      tonight: z.string().nullable(),
      coming: z.string().nullable(),
      openOrder: z.boolean(),
      hasOrders: z.boolean(),
    }),
    timeZone: z.string(),
    now: instant,
  })
  .nullable()
export type AssistantPage = NonNullable<z.output<typeof assistantPageSchema>>

/** Describes the result of `read_unanswered`. */
export const unansweredSchema = z.object({
  questions: z.array(
    z.object({
      id: z.uuid(),
      question: z.string(),
      nearest: z.string().nullable(),
      times: z.int(),
      lastAt: instant,
    }),
  ),
  total: z.int(),
  intents: z.array(z.object({ intent: z.string(), title: z.string() })),
  /** Phrasings that staff added. */
  added: z.array(
    z.object({
      id: z.uuid(),
      phrasing: z.string(),
      title: z.string(),
      by: z.string().nullable(),
      createdAt: instant,
    }),
  ),
  /** Figures of the last 30 days. */
  asked: z.object({ questions: z.int(), answered: z.int(), helped: z.int(), failed: z.int() }),
  timeZone: z.string(),
  now: instant,
})
export type Unanswered = z.output<typeof unansweredSchema>
