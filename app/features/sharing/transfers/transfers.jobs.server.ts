import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const batch = 200

/** Ends offers of tickets whose time is over. Nobody can accept one that is, whether or not this ran; their holders get the code back. */
export const endedTransfers = defineJob({
  kind: 'ended_transfers',
  async run() {
    const ended = await rpc(serviceClient(), 'end_transfers', {}, z.int())
    return ended === batch ? { againSeconds: 0 } : undefined
  },
})
