import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const batch = 100

/** Opens accounts again whose suspension is over. */
export const endedSuspensions = defineJob({
  kind: 'ended_suspensions',
  async run() {
    const ended = await rpc(serviceClient(), 'end_due_suspensions', { p_limit: batch }, z.int())
    return ended === batch ? { againSeconds: 0 } : undefined
  },
})
