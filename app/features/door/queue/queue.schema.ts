import * as z from 'zod'
import '#core/form-messages.ts'
import { guestResults } from '#core/door-guests.ts'
import { scanResults } from '#core/scan-results.ts'
import { gateSchema } from '../door.schema.ts'

/** Says what is wrong of what only the scanner writes. */
const wrong = 'Please reload the page and try again'

/** Most scans of one upload. */
export const uploadLimit = 100

/** A ticket or a guest as a pack names it. */
const packHashSchema = z.string().regex(/^[\w-]{14}$/, wrong)

const queuedScanSchema = z
  .strictObject({
    /** Names the scan: sent again, it is known. The id that it was sent to the check-in with, if it was. */
    scan: z.uuid(),
    /** Counts the scans of the device; of two at one instant the lower one was first. */
    seq: z.int(wrong).min(0, wrong).max(2_000_000_000, wrong),
    /** When it happened, by the clock of the device. */
    at: z.iso.datetime({ offset: true }),
    action: z.enum(['admit', 'exit']),
    /** The code as it was read or typed, whatever it is: what was refused is handed in too. */
    code: z.string().max(10_000, wrong),
    /**
     * The ticket that came in where it is not the one that was read but another of its group: its hash in the pack, and the
     * generation that the pack has.
     */
    member: z.strictObject({ hash: packHashSchema, generation: z.int(wrong).min(1, wrong) }).optional(),
    method: z.enum(['camera', 'code']).default('camera'),
    gate: gateSchema.default(''),
    /** The answer of the device, and so what was done: `ok` and `offline_unverified` let somebody in, `exited` let them out. */
    result: z.enum(scanResults),
  })
  .refine(
    ({ action, result }) => action === (result === 'exited' || result === 'not_inside' ? 'exit' : 'admit'),
    {
      path: ['action'],
      message: wrong,
    },
  )
export type QueuedScan = z.output<typeof queuedScanSchema>

const queuedGuestsSchema = z.strictObject({
  scan: z.uuid(),
  seq: queuedScanSchema.shape.seq,
  at: queuedScanSchema.shape.at,
  /** The name on a guest list, by its hash in the pack. */
  guest: packHashSchema,
  heads: z.int(wrong).min(1, wrong).max(6, wrong),
  gate: gateSchema.default(''),
  /** The answer of the device: `ok` let them in. */
  result: z.enum(guestResults).exclude(['undone']),
})

/** The upload of a device that was without a network: `POST /api/door/queue`. */
export const uploadSchema = z.strictObject({
  event: z.uuid(),
  device: z.uuid(),
  /** Milliseconds of the server's clock minus the device's, as the device measured it. */
  clockOffsetMs: z
    .number(wrong)
    .min(-86_400_000, wrong)
    .max(86_400_000, wrong)
    .default(0)
    .transform(Math.round),
  scans: z.array(queuedScanSchema).max(uploadLimit, wrong),
  /** Guests of lists, in the same count of scans. */
  guests: z.array(queuedGuestsSchema).max(uploadLimit, wrong).default([]),
})
export type Upload = z.output<typeof uploadSchema>
