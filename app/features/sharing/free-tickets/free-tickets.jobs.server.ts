import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const ranSchema = z.union([
  z.object({ busy: z.literal(true) }),
  z.object({ expired: z.int(), reminded: z.int(), counted: z.int() }),
])

/** Expires free tickets that nobody claimed, reminds guests, and counts who came. */
export const freeTickets = defineJob({
  kind: 'free_tickets',
  async run({ log }) {
    const ran = await rpc(serviceClient(), 'run_comp_jobs', {}, ranSchema)
    if (!('busy' in ran) && ran.expired + ran.reminded + ran.counted > 0) log.info(ran, 'free tickets worked')
    return undefined
  },
})
