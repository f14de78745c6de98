import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const revealedSchema = z.object({ events: z.int(), mails: z.int() })

/**
 * Makes hidden venues public when their hour comes, and queues the mail to ticket holders. Holders are shown the venue by the clock,
 * whether this runs or not. Pages in the cache are seconds old at most, so they need no purge.
 */
export const venueReveals = defineJob({
  kind: 'venue_reveals',
  async run({ log }) {
    const revealed = await rpc(serviceClient(), 'reveal_venues', {}, revealedSchema)
    if (revealed.events > 0) log.info(revealed, 'venues revealed')
    return undefined
  },
})
