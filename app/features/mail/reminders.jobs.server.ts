import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** As many as one call of `queue_reminders` queues. */
const batch = 500

/** Queues the reminders of events that people have tickets for, as they become due. */
export const reminders = defineJob({
  kind: 'reminders',
  async run({ log }) {
    const queued = await rpc(serviceClient(), 'queue_reminders', {}, z.int())
    if (queued > 0) log.info({ queued }, 'reminders queued')
    return queued === batch ? { againSeconds: 0 } : undefined
  },
})
