import type { Logger } from 'pino'
import { oldConversations } from '#features/assistant/assistant.jobs.server.ts'
import { digests } from '#features/community/bell/digest.jobs.server.ts'
import { duePurges, linkPreview } from '#features/community/community.jobs.server.ts'
import { endedDoors } from '#features/door/ended-doors.jobs.server.ts'
import { refusedScans } from '#features/door/refused-scans.jobs.server.ts'
import { venueReveals } from '#features/events/venue-reveals.jobs.server.ts'
import { passRefunds, streamAnnouncements, streamClock } from '#features/live/live.jobs.server.ts'
import { startStreamIngest } from '#features/live/playback/ingest.server.ts'
import { streamProbe } from '#features/live/playback/probe.jobs.server.ts'
import { alerts, followMails } from '#features/mail/alerts/alerts.jobs.server.ts'
import { outbox } from '#features/mail/outbox.jobs.server.ts'
import { reminders } from '#features/mail/reminders.jobs.server.ts'
import { campaignMails, campaignStarts } from '#features/mail/sending/campaign-send.jobs.server.ts'
import { changedOrders, eventChanges } from '#features/orders/event-changes/event-changes.jobs.server.ts'
import {
  disputes,
  openPayments,
  parkedPaymentEvents,
  receiptNumbers,
  refunds,
  sweep,
} from '#features/orders/orders.jobs.server.ts'
import { endedSuspensions } from '#features/people/people.jobs.server.ts'
import { dueDeletions, inactiveGuests } from '#features/settings/settings.jobs.server.ts'
import { endingAllocations } from '#features/sharing/allocations/allocations.jobs.server.ts'
import { freeTickets } from '#features/sharing/free-tickets/free-tickets.jobs.server.ts'
import { guestListPlaces } from '#features/sharing/guest-lists/guest-lists.jobs.server.ts'
import { commission } from '#features/sharing/promoters/commission.jobs.server.ts'
import { endedListings } from '#features/sharing/returns/returns.jobs.server.ts'
import { endedTransfers } from '#features/sharing/transfers/transfers.jobs.server.ts'
import { waitlist, waitlistEnds } from '#features/sharing/waitlist/waitlist.jobs.server.ts'
import { unclaimedGoods } from '#features/shop/fulfilment/goods.jobs.server.ts'
import { passPushes, visiblePasses } from '#features/tickets/pass-updates.jobs.server.ts'
import type { JobDefinition } from '#server/define-job.server.ts'
import { startJobWorker, type Task } from '#server/job-worker.server.ts'

/** Registers every kind of work beside the requests; `private.job_kinds` has the same kinds, with when and how often they run. */
export const jobs: readonly JobDefinition[] = [
  sweep,
  receiptNumbers,
  openPayments,
  refunds,
  parkedPaymentEvents,
  disputes,
  eventChanges,
  changedOrders,
  outbox,
  campaignStarts,
  campaignMails,
  alerts,
  followMails,
  digests,
  streamAnnouncements,
  reminders,
  dueDeletions,
  inactiveGuests,
  endedSuspensions,
  commission,
  endedTransfers,
  endingAllocations,
  endedListings,
  venueReveals,
  passPushes,
  visiblePasses,
  unclaimedGoods,
  waitlist,
  waitlistEnds,
  freeTickets,
  guestListPlaces,
  refusedScans,
  linkPreview,
  duePurges,
  oldConversations,
  endedDoors,
  streamClock,
  streamProbe,
  passRefunds,
]

/** Starts the work beside the requests of one process. */
export function startBackground(log: Logger): Task {
  for (const { kind, isOn } of jobs) if (!isOn()) log.warn({ job: kind }, 'job not set up: its work waits')
  return startJobWorker({ jobs, log })
}

/** Takes RTMP in this process, where RTMP_PORT is set: without jobs too, because the port is one process's alone. */
export function startRtmp(log: Logger): Task {
  const ingest = startStreamIngest(log).catch((error: unknown) => {
    log.error({ err: error }, 'RTMP could not be listened for')
    return null
  })
  return {
    async stop() {
      await (await ingest)?.stop()
    },
  }
}
