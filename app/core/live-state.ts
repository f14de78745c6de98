import * as z from 'zod'

/** What open pages follow of streams: the response of `/api/live/state`, the same for everybody. */

export const shownStates = [
  'scheduled',
  'live',
  'interrupted',
  'ended',
  'replay',
  'cancelled',
  'hidden',
] as const
/** What visitors are told of a stream's state. */
export type ShownState = (typeof shownStates)[number]

export const liveStateSchema = z.array(
  z.object({
    id: z.uuid(),
    code: z.string(),
    title: z.string(),
    state: z.enum(shownStates),
    startsAt: z.iso.datetime({ offset: true }).nullable(),
    /** How many watch, rounded; null while too few do to say. */
    viewers: z.int().nullable(),
    /** Grows with every change of the stream. */
    version: z.int(),
  }),
)
export type LiveState = z.output<typeof liveStateSchema>

/** Tells whether a stream is on the air at this moment; an interrupted one is not. */
export const isLive = (state: LiveState): boolean => state.some((stream) => stream.state === 'live')
