import type { Logger } from 'pino'
import * as z from 'zod'
import { startTask, type Task } from '#server/background.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const pauseMs = 10_000
const queuedSchema = z.object({ onSale: z.int(), reminders: z.int(), more: z.boolean() })

/** Queues the mails of alerts, and about new events that members follow, that are due while the process runs. */
export function startAlerts(log: Logger): Task {
  return startTask({
    name: 'alerts',
    everyMs: pauseMs,
    log,
    run: async () => {
      const { onSale, reminders, more } = await rpc(serviceClient(), 'queue_alerts', {}, queuedSchema)
      const announced = await rpc(serviceClient(), 'queue_follow_mails', {}, z.int())
      if (onSale + reminders + announced > 0) log.info({ onSale, reminders, announced }, 'alerts queued')
      return more
    },
  })
}
