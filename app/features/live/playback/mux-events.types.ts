import * as z from 'zod'

/** What the site reads of an event of Mux; its other parts and kinds are left alone. */
export const muxEventSchema = z.object({
  type: z.string(),
  data: z.object({
    id: z.string(),
    live_stream_id: z.string().nullish(),
    playback_ids: z.array(z.object({ id: z.string(), policy: z.string() })).nullish(),
  }),
})

export type MuxEvent = z.output<typeof muxEventSchema>
