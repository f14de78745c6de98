import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** As many members as one call of `queue_digests` looks at. */
const batch = 100

/** Queues the weekly mails about the community, from Monday 11 AM of the brand's zone on. */
export const digests = defineJob({
  kind: 'digests',
  async run({ log }) {
    const members = await rpc(serviceClient(), 'queue_digests', {}, z.int())
    if (members > 0) log.info({ members }, 'weekly mails of the community looked at')
    return members === batch ? { againSeconds: 0 } : undefined
  },
})
