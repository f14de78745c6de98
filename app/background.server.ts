import type { Logger } from 'pino'
import { startOutbox } from '#features/mail/outbox.server.ts'
import { startReconciler, startSweeper } from '#features/orders/order-jobs.writes.server.ts'
import { startEraser } from '#features/settings/settings.writes.server.ts'
import type { Task } from '#server/background.server.ts'

/** Starts everything that runs beside the requests of one process: mail, the sweep of holds, payments and refunds. */
export function startBackground(log: Logger): Task {
  const tasks = [startSweeper(log), startReconciler(log), startOutbox(log), startEraser(log)].filter(
    (task) => task !== null,
  )
  return { stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))) }
}
