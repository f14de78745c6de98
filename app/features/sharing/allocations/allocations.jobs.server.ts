import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const batch = 200

/** Tells members that places which they have not handed on go back on sale soon. */
export const endingAllocations = defineJob({
  kind: 'ending_allocations',
  async run() {
    const told = await rpc(serviceClient(), 'remind_of_allocations', {}, z.int())
    return told === batch ? { againSeconds: 0 } : undefined
  },
})
