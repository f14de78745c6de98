import type { Logger } from 'pino'
import * as z from 'zod'
import { startTask, type Task } from '#server/background.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const pauseMs = 30_000
/** As many as one call of `queue_reminders` queues. */
const batch = 500

/** Queues the reminders of events that people have tickets for, as they become due, while the process runs. */
export function startReminders(log: Logger): Task {
  return startTask({
    name: 'reminders',
    everyMs: pauseMs,
    log,
    run: async () => {
      const queued = await rpc(serviceClient(), 'queue_reminders', {}, z.int())
      if (queued > 0) log.info({ queued }, 'reminders queued')
      return queued === batch
    },
  })
}
