import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** As many orders as one call of `run_goods_jobs` works on. */
const batch = 50
const doneSchema = z.object({ asked: z.int(), refunded: z.int() })

/** Asks about and refunds what nobody picked up, as it becomes due. */
export const unclaimedGoods = defineJob({
  kind: 'unclaimed_goods',
  async run({ log }) {
    const done = await rpc(serviceClient(), 'run_goods_jobs', { p_limit: batch }, doneSchema)
    if (done.asked + done.refunded > 0) log.info(done, 'goods that were not picked up')
    return done.asked + done.refunded === batch ? { againSeconds: 0 } : undefined
  },
})
