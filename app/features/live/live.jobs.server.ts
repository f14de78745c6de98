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
