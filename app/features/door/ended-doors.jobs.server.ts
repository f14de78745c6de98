import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const batch = 200

/** Checks out who is still inside when an event is over. */
export const endedDoors = defineJob({
  kind: 'ended_doors',
  async run({ log }) {
    const gone = await rpc(serviceClient(), 'check_out_ended', { p_limit: batch }, z.int())
    if (gone > 0) log.info({ gone }, 'tickets checked out at the end of their event')
    return gone === batch ? { againSeconds: 0 } : undefined
  },
})
