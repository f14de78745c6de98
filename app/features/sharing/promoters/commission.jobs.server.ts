import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** As many orders as one call of `mature_commission` takes. */
const batch = 500

/** Makes the commission of promoters due 3 days after their events. */
export const commission = defineJob({
  kind: 'commission',
  async run({ log }) {
    const orders = await rpc(serviceClient(), 'mature_commission', {}, z.int())
    if (orders > 0) log.info({ orders }, 'commission due')
    return orders === batch ? { againSeconds: 0 } : undefined
  },
})
