import type { Logger } from 'pino'
import { startVenueReveals } from '#features/events/venue-reveals.writes.server.ts'
import { startAlerts } from '#features/mail/alerts/alerts.jobs.server.ts'
import { startOutbox } from '#features/mail/outbox.server.ts'
import { startReminders } from '#features/mail/reminders.jobs.server.ts'
import { startEventChanges } from '#features/orders/event-changes/event-changes.writes.server.ts'
import {
  startDisputeWatch,
  startReconciler,
  startSweeper,
} from '#features/orders/order-jobs.writes.server.ts'
import { startReinstatements } from '#features/people/people.jobs.server.ts'
import { startEraser } from '#features/settings/settings.writes.server.ts'
import { startGoodsJobs } from '#features/shop/fulfilment/goods.jobs.server.ts'
import { startJobReports } from '#features/staff/failures/job-reports.writes.server.ts'
import { startPassUpdates } from '#features/tickets/pass-updates.writes.server.ts'
import type { Task } from '#server/background.server.ts'

/**
 * Starts everything that runs beside the requests of one process: mail, alerts, reminders, the sweep of holds, payments and refunds,
 * changed events, venues that become public, passes in wallets that changed, goods that nobody picked up, suspensions that end, jobs that fail.
 */
export function startBackground(log: Logger): Task {
  const started = [
    startSweeper(log),
    startReconciler(log),
    startDisputeWatch(log),
    startEventChanges(log),
    startOutbox(log),
    startAlerts(log),
    startReminders(log),
    startEraser(log),
    startReinstatements(log),
    startVenueReveals(log),
    startPassUpdates(log),
    startGoodsJobs(log),
    startJobReports(log),
  ]
  const tasks = started.filter((task) => task !== null)
  return { stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))) }
}
