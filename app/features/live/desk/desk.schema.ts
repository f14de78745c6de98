/** Parses what staff send from the operator desk. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { line, text } from '#core/form-fields.ts'
import { dollars, shownNumber, wholeNumber } from '#core/number-input.ts'
import { photoFormSchema } from '#core/photo-form.schema.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { accessRules } from '../live.types.ts'

export const streamTabs = ['coming', 'draft', 'past', 'all'] as const

/** The tab, the search and the page of the list of streams, in its address. What is not valid is ignored. */
export const streamsQuerySchema = z.object({
  show: z.enum(streamTabs).catch('coming').default('coming'),
  q: z.string().trim().max(120).refine(isOneLine).catch('').default(''),
  after: z.uuid().nullable().catch(null).default(null),
})
export type StreamsQuery = z.output<typeof streamsQuerySchema>

const wallTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Enter a date and a time')
const title = line('Title', 120)
const eventId = z.uuid().optional()

/** A new stream: it starts as a draft, and begins with its event where no start is given. */
export const newStreamSchema = z.object({ title, eventId, startsAt: wallTime.optional() })
export type NewStream = z.output<typeof newStreamSchema>

const passPrice = dollars(100_000).refine((cents) => cents >= 50, 'A pass costs at least $0.50')

/** Posts what a stream is, and who may watch it. */
export const streamFormSchema = z
  .object({
    version: shownNumber(2_147_483_647),
    title,
    description: text('Description', 2000),
    eventId,
    channel: z
      .string({ error: 'Enter a channel' })
      .trim()
      .toLowerCase()
      .regex(/^[a-z][a-z0-9_]{1,29}$/, 'Use 2 to 30 lowercase letters, digits and underscores'),
    startsAt: wallTime.optional(),
    minutes: wholeNumber('Minutes', 5, 1440),
    accessRule: z.enum(accessRules),
    ticketTypes: z.array(z.uuid()).default([]),
    passCents: passPrice.optional(),
  })
  .superRefine((form, ctx) => {
    if (form.accessRule === 'pass' && form.passCents === undefined)
      ctx.addIssue({ code: 'custom', path: ['passCents'], message: 'Enter the price of a pass' })
  })
export type StreamForm = z.output<typeof streamFormSchema>

/** A new poster, or another description of the one that is there. */
export const posterFormSchema = photoFormSchema

/** Says whether the recording is shown after the stream, and for how many days. */
export const replayFormSchema = z.object({
  isOn: z.literal('on').optional(),
  days: wholeNumber('Days', 2, 30),
})

const webAddress = z
  .string({ error: 'Enter a web address, such as https://site.com/name' })
  .trim()
  .max(500, 'The address can have at most 500 characters')
  .regex(/^https?:\/\/[\w.:[\]-]+(\/[^\s"<>\\]*)?$/i, 'Enter a web address, such as https://site.com/name')
const muxId = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .regex(/^[A-Za-z0-9]{8,80}$/, `${label} must be the letters and digits that Mux shows`)

/** Where the picture comes from, by its kind. */
export const sourceFormSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({ kind: z.literal('ingest') }),
  z.object({
    kind: z.literal('origin'),
    address: webAddress,
    /** Left out to keep the stored one. */
    signingKey: z
      .string()
      .trim()
      .max(500, 'Please use at most 500 characters')
      .refine(isOneLine, strangeText)
      .optional(),
    removeKey: z.literal('on').optional(),
    replayAddress: webAddress.optional(),
  }),
  z.object({
    kind: z.literal('mux'),
    liveStreamId: muxId('Live stream ID'),
    playbackId: muxId('Playback ID'),
  }),
])
export type SourceForm = z.output<typeof sourceFormSchema>

const reason = z
  .string({ error: 'Say why, in at least 3 characters' })
  .trim()
  .min(3, 'Say why, in at least 3 characters')
  .max(500, 'The reason can have at most 500 characters')
  .refine(isPlainText, strangeText)
const currentPassword = z
  .string()
  .max(200, "That's not your password.")
  .refine(isOneLine, strangeText)
  .optional()

/** The steps of a stream's desk, by the intent of each form. */
export const interruptSchema = z.object({ reason })
export const endSchema = z.object({ reason: text('The reason', 500) })
export const cancelSchema = z.object({ reason, currentPassword })
export const refundPassesSchema = z.object({ reason, currentPassword })
export const refundPassSchema = z.object({
  code: line('Order code', 20),
  reason,
  currentPassword,
})
