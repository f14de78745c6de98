import type { Logger } from 'pino'
import * as z from 'zod'
import { startTask, type Task } from '#server/background.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const revealedSchema = z.object({ events: z.int(), mails: z.int() })

/**
 * Makes hidden venues public when their hour comes, and queues the mail to ticket holders. Holders are shown the venue by the clock,
 * whether this runs or not. Pages in the cache are seconds old at most, so they need no purge.
 */
export function startVenueReveals(log: Logger): Task {
  return startTask({
    name: 'venue reveals',
    everyMs: 10_000,
    log,
    run: async () => {
      const revealed = await rpc(serviceClient(), 'reveal_venues', {}, revealedSchema)
      if (revealed.events > 0) log.info(revealed, 'venues revealed')
      return false
    },
  })
}
