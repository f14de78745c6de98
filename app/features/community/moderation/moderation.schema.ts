import '#core/form-messages.ts'
import * as z from 'zod'
import { shownNumber } from '#core/number-input.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { caseSources, reportReasons, sanctionSteps, termActions, termKinds } from './moderation.types.ts'

const staleForm = 'Please reload the page and try again'

/** Tabs of the queue. */
export const caseTabs = ['open', 'hidden', 'mine', 'decided'] as const

/** Reads the filters of the queue from its address. Ignores values that are not valid. */
export const caseQuerySchema = z.object({
  show: z.enum(caseTabs).catch('open').default('open'),
  source: z.enum(caseSources).nullable().catch(null).default(null),
  after: z.uuid().nullable().catch(null).default(null),
})
export type CaseQuery = z.output<typeof caseQuerySchema>

/** Names the open case that a moderator leaves for the next one. */
export const nextCaseSchema = z.object({ after: z.uuid(staleForm).optional() })
/** Names the post that a moderator wants to decide about. */
export const openCaseSchema = z.object({ post: z.uuid(staleForm) })

const text = (most: number, long: string) =>
  z.string().trim().max(most, long).refine(isPlainText, strangeText)

/** A report of a post; the database asks for a note where the reason is another one. */
export const reportSchema = z.object({
  reason: z.enum(reportReasons, 'Choose what is wrong with it'),
  note: text(500, 'Use 500 characters or less').optional(),
})

const version = shownNumber()
const rule = z.string('Choose the rule it breaks').regex(/^[a-z]{3,20}$/, 'Choose the rule it breaks')
const reason = text(500, 'The reason can have at most 500 characters').min(3, 'Please give a reason')

/** Removes a post; the author is told the rule and the reason. A reply chosen from the list is the reason where none is typed. */
export const removeSchema = z.object({
  version,
  rule,
  reason: text(500, 'The reason can have at most 500 characters').optional(),
  reply: text(500, staleForm).optional(),
  sanction: z.enum(['none', ...sanctionSteps], 'Choose what follows').default('none'),
})
/** Keeps a post up, or closes a case without a decision. */
export const closeSchema = z.object({ version })

/** A warning or a mute without a case. */
export const sanctionSchema = z.object({
  step: z.enum(sanctionSteps, 'Choose one'),
  rule,
  reason,
})
export const liftSchema = z.object({ sanction: z.uuid(staleForm), reason })
export const noteSchema = z.object({
  text: text(1000, 'A note can have at most 1,000 characters').min(1, 'Write a note first'),
})

const appealText = text(1000, 'Use 1,000 characters or less').min(
  10,
  'Say in a sentence or two why you disagree',
)
/** An appeal against a sanction, or the decision (case) that removed a post. */
export const appealSchema = z.object({
  sanction: z.uuid(staleForm).optional(),
  case: z.uuid(staleForm).optional(),
  text: appealText,
})
export const appealDecisionSchema = z.object({
  appeal: z.uuid(staleForm),
  decision: z.enum(['grant', 'deny'], 'Choose one'),
  reason,
})

export const termSchema = z.object({
  kind: z.enum(termKinds, 'Choose what it is'),
  term: text(80, 'Use 80 characters or less')
    .min(2, 'Use 2 characters or more')
    .refine(isOneLine, strangeText),
  action: z.enum(termActions, 'Choose what happens'),
})
export const dropSchema = z.object({ id: z.uuid(staleForm) })
export const replySchema = z.object({
  id: z.uuid(staleForm).optional(),
  title: text(60, 'Use 60 characters or less')
    .min(2, 'Use 2 characters or more')
    .refine(isOneLine, strangeText),
  rule,
  text: text(500, 'Use 500 characters or less').min(3, 'Write the reply first'),
})
