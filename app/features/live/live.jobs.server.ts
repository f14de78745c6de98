import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Makes the moves of streams that time makes, such as an interruption when nothing comes, and counts viewers. */
export const streamClock = defineJob({
  kind: 'stream_clock',
  async run() {
    await rpc(serviceClient(), 'run_stream_clock', {}, z.int())
    return undefined
  },
})

/** Gives back one pass of a stream that was called off or that failed; the key is the pass. */
export const passRefunds = defineJob({
  kind: 'pass_refund',
  atOnce: 4,
  async run({ key }) {
    await rpc(serviceClient(), 'run_pass_refund', { p_pass: key }, z.boolean())
    return undefined
  },
})

/** Tells people once that a stream has begun, by mail and on the site. */
export const streamAnnouncements = defineJob({
  kind: 'stream_announcements',
  async run({ log }) {
    const streams = await rpc(serviceClient(), 'announce_streams', {}, z.int())
    if (streams > 0) log.info({ streams }, 'streams announced')
    return undefined
  },
})
