import * as z from 'zod'
import { shownStates } from '#core/live-state.ts'

/** What pages of streams are handed. */

export const accessRules = ['public', 'signed_in', 'ticket_types', 'pass'] as const
const instant = z.iso.datetime({ offset: true })

const streamCardSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  title: z.string(),
  state: z.enum(shownStates),
  startsAt: instant.nullable(),
  minutes: z.int(),
  liveAt: instant.nullable(),
  endedAt: instant.nullable(),
  replayUntil: instant.nullable(),
  accessRule: z.enum(accessRules),
  passCents: z.int().nullable(),
  imagePath: z.string().nullable(),
  imageAlt: z.string(),
  event: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }).nullable(),
})
export type StreamCard = z.output<typeof streamCardSchema>

export const streamAccessSchema = z.object({
  by: z.enum(['public', 'account', 'holder', 'pass']).nullable(),
  canWatch: z.boolean(),
  isOperator: z.boolean(),
  canPreview: z.boolean(),
  sellsPass: z.boolean(),
  ticketTypes: z.array(z.string()),
})
export type StreamAccess = z.output<typeof streamAccessSchema>

const streamDetailSchema = streamCardSchema.extend({
  description: z.string(),
  interruptedAt: instant.nullable(),
  version: z.int(),
  hasReplay: z.boolean(),
  isCalledOff: z.boolean(),
  viewers: z.int().nullable(),
  access: streamAccessSchema,
  isReminded: z.boolean(),
})
export type StreamDetail = z.output<typeof streamDetailSchema>

export const livePageSchema = z.object({
  now: instant,
  timeZone: z.string(),
  currency: z.string(),
  stream: streamDetailSchema.nullable(),
  upcoming: z.array(streamCardSchema),
  replays: z.array(streamCardSchema),
})
export type LivePage = z.output<typeof livePageSchema>
