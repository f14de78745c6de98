import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/**
 * Gives listed tickets that nobody bought back to their holders: 3 hours before doors, and at once when an event is postponed. One that
 * a buyer is paying for is sold, or comes back in a later run.
 */
export const endedListings = defineJob({
  kind: 'ended_listings',
  async run() {
    await rpc(serviceClient(), 'end_listings', {}, z.int())
  },
})
