import type { Logger } from 'pino'
import * as z from 'zod'
import { startTask, type Task } from '#server/background.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const pauseMs = 5 * 60_000
/** As many orders as one call of `run_goods_jobs` works on. */
const batch = 50

/** Asks about and refunds what nobody picked up, as it becomes due, while the process runs. */
export function startGoodsJobs(log: Logger): Task {
  return startTask({
    name: 'goods',
    everyMs: pauseMs,
    log,
    run: async () => {
      const schema = z.object({ asked: z.int(), refunded: z.int() })
      const done = await rpc(serviceClient(), 'run_goods_jobs', { p_limit: batch }, schema)
      if (done.asked + done.refunded > 0) log.info(done, 'goods that were not picked up')
      return done.asked + done.refunded === batch
    },
  })
}
