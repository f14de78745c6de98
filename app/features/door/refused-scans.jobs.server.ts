import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const batch = 1000

/** Deletes refused scans after 90 days, and counts them. */
export const refusedScans = defineJob({
  kind: 'refused_scans',
  async run({ log }) {
    const expired = await rpc(serviceClient(), 'expire_refused_scans', { p_limit: batch }, z.int())
    if (expired > 0) log.info({ expired }, 'refused scans counted and deleted')
    return expired === batch ? { againSeconds: 0 } : undefined
  },
})
