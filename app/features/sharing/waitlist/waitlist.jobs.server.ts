import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Offers the free places of an event to those who wait for them. */
export const waitlist = defineJob({
  kind: 'waitlist',
  payload: z.object({ eventId: z.uuid() }),
  async run({ payload: { eventId }, log }) {
    const offers = await rpc(serviceClient(), 'run_waitlist', { p_event: eventId }, z.int())
    if (offers > 0) log.info({ eventId, offers }, 'places offered to the waitlist')
    return undefined
  },
})

/** Closes waitlists whose sale is over. */
export const waitlistEnds = defineJob({
  kind: 'waitlist_ends',
  async run({ log }) {
    const swept = z.object({ closed: z.int(), queued: z.int() })
    const { closed } = await rpc(serviceClient(), 'sweep_waitlists', {}, swept)
    if (closed > 0) log.info({ closed }, 'waitlist entries closed')
    return closed === 500 ? { againSeconds: 0 } : undefined
  },
})
