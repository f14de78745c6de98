import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'
import { streamStatuses } from '#core/stream-states.ts'
import { accessRules } from '../live.types.ts'

/** What the pages of the operator desk are handed. */

const status = z.enum(streamStatuses)
/** Why the passes of a stream that is over may all be given back (`private.stream_failure`); null where there is no reason. */
const failure = z.enum(['short', 'interrupted']).nullable()

const streamRowSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  title: z.string(),
  state: status,
  startsAt: instant.nullable(),
  accessRule: z.enum(accessRules),
  passCents: z.int().nullable(),
  /** Canceled, and its passes are being refunded. */
  isCalledOff: z.boolean(),
  event: z.string().nullable(),
  source: z.string().nullable(),
  /** How many watch now; null when it is not on the air. */
  viewers: z.int().nullable(),
  failure,
  /** Valid passes; null where none is sold, and for people who may not refund them. */
  passes: z.int().nullable(),
})

/** Result of `list_streams`. */
export const streamListSchema = z.object({
  streams: z.array(streamRowSchema),
  next: z.uuid().nullable(),
  total: listTotalSchema,
  timeZone: z.string(),
  currency: z.string(),
  now: instant,
})
export type StreamList = z.output<typeof streamListSchema>

const sourceSchema = z.object({
  kind: z.string(),
  label: z.string(),
  /** The sender proves itself by a stream key. */
  hasKey: z.boolean(),
  keyVersion: z.int(),
  keyAt: instant.nullable(),
  // for admins alone
  address: z.string().nullish(),
  replayAddress: z.string().nullish(),
  /** A signing key is stored. It is never read back. */
  isSigned: z.boolean().optional(),
  liveStreamId: z.string().nullish(),
  playbackId: z.string().nullish(),
})
export type DeskSource = z.output<typeof sourceSchema>

const healthSchema = z.object({
  lastSegmentAt: instant.nullable(),
  bitrateKbps: z.int().nullable(),
  droppedFrames: z.int().nullable(),
  isConnected: z.boolean(),
  reportedAt: instant,
  /** Segments have come without a gap for 10 seconds. */
  isHealthy: z.boolean(),
  /** The source may send now. */
  isExpected: z.boolean(),
})

const passesSchema = z.object({
  count: z.int(),
  cents: z.int(),
  /** All are being refunded; `count` is how many are left. */
  isRefunding: z.boolean(),
  latest: z.array(z.object({ code: z.string(), buyer: z.string(), cents: z.int(), paidAt: instant })),
})
export type DeskPasses = z.output<typeof passesSchema>

const deskStreamSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  title: z.string(),
  state: status,
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
  description: z.string(),
  channel: z.string(),
  /** The poster is its own, not that of its event. */
  hasOwnPoster: z.boolean(),
  hasReplay: z.boolean(),
  replayHours: z.int(),
  interruptedAt: instant.nullable(),
  /** Staff interrupted it. */
  isHeld: z.boolean(),
  interruptedSeconds: z.int(),
  calledOffAt: instant.nullable(),
  /** What a form that edits the stream sends back. */
  editVersion: z.int(),
  ticketTypes: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type DeskStream = z.output<typeof deskStreamSchema>

/** Result of `read_stream_desk`. */
export const streamDeskSchema = z.object({
  now: instant,
  timeZone: z.string(),
  currency: z.string(),
  stream: deskStreamSchema,
  /** States that the caller may move the stream to. */
  moves: z.array(status),
  mayManage: z.boolean(),
  /** True if no password is asked for again before money moves. */
  isProven: z.boolean(),
  canEdit: z.boolean(),
  canWatch: z.boolean(),
  source: sourceSchema.nullable(),
  health: healthSchema.nullable(),
  viewers: z.int(),
  figures: z.object({
    peak: z.int(),
    average: z.number(),
    viewers: z.int(),
    watchMinutes: z.int(),
  }),
  passes: passesSchema.nullable(),
  failure,
  /** Messages of its chat with open reports, up to 100; null for people who do not moderate. */
  reports: z.int().nullable(),
  log: z.array(
    z.object({
      id: z.int(),
      at: instant,
      from: status.nullable(),
      to: status,
      reason: z.string().nullable(),
      who: z.string().nullable(),
      gapSeconds: z.int().nullable(),
    }),
  ),
})
export type StreamDesk = z.output<typeof streamDeskSchema>

/** Result of `read_stream_choices`. */
export const streamChoicesSchema = z.object({
  timeZone: z.string(),
  now: instant,
  currency: z.string(),
  events: z.array(z.object({ id: z.uuid(), title: z.string(), startsAt: instant.nullable() })),
  ticketTypes: z.array(z.object({ id: z.uuid(), name: z.string(), includesStream: z.boolean() })),
  kinds: z.array(z.object({ name: z.string(), label: z.string() })),
})
export type StreamChoices = z.output<typeof streamChoicesSchema>
