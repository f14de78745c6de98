import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Returns the unused places of guest lists to their pools at the cutoff. */
export const guestListPlaces = defineJob({
  kind: 'guest_lists',
  async run({ log }) {
    const lists = await rpc(serviceClient(), 'settle_guest_lists', {}, z.int())
    if (lists > 0) log.info({ lists }, 'places of guest lists settled')
    return undefined
  },
})
