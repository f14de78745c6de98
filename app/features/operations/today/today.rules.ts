import { daysBetween } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { type EventAlert, type QueueKey, queueKeys, type Today } from './today.types.ts'

const count = (value: number) => value.toLocaleString('en-US')

/** Says an alert of an event, and how urgent it is. */
export function alertText(alert: EventAlert): { tone: 'danger' | 'warning' | 'info'; text: string } {
  switch (alert.code) {
    case 'full':
      return {
        tone: 'danger',
        text: `The room is full: ${count(alert.inNow)} of ${count(alert.capacity)} inside`,
      }
    case 'nearly_full':
      return {
        tone: 'warning',
        text: `Almost full: ${count(alert.inNow)} of ${count(alert.capacity)} inside`,
      }
    case 'gate_silent':
      return { tone: 'danger', text: `No scans for 15 minutes: ${alert.names}` }
    case 'no_scans':
      return { tone: 'danger', text: 'Doors are open and nobody has been scanned yet' }
    case 'many_refused':
      return {
        tone: 'warning',
        text: `${count(alert.refused)} of ${count(alert.scans)} scans refused in 15 minutes`,
      }
    case 'sales_paused':
      return { tone: 'warning', text: 'Sales are paused' }
    case 'type_paused':
      return { tone: 'warning', text: `Paused: ${alert.names}` }
    case 'sold_out':
      return { tone: 'info', text: 'Sold out' }
    case 'nearly_sold_out':
      return { tone: 'info', text: alert.left === 1 ? '1 place left' : `${count(alert.left)} places left` }
    case 'few_paid':
      return {
        tone: 'warning',
        text: `Only ${count(alert.paid)} of ${count(alert.carts)} carts were paid in 2 hours`,
      }
  }
}

/** Says of each list what waits in it, and where it is. */
export const queueTexts: Record<QueueKey, { one: string; many: string; to: () => string }> = {
  disputes: { one: 'Open dispute', many: 'Open disputes', to: () => paths.disputes({ show: 'open' }) },
  refundsRequested: {
    one: 'Refund to approve',
    many: 'Refunds to approve',
    to: () => paths.ticketManagementRefunds({ show: 'requested' }),
  },
  refundsFailing: {
    one: 'Failed refund',
    many: 'Failed refunds',
    to: () => paths.ticketManagementRefunds({ show: 'failing' }),
  },
  refundsExternal: {
    one: 'Outside refund',
    many: 'Outside refunds',
    to: () => paths.ticketManagementRefunds({ show: 'external' }),
  },
  returns: {
    one: 'Return to decide',
    many: 'Returns to decide',
    to: () => paths.returns(),
  },
  failures: {
    one: 'Other failure',
    many: 'Other failures',
    to: () => paths.adminFailures({ show: 'other' }),
  },
  failedMails: {
    one: 'Failed email',
    many: 'Failed emails',
    to: () => paths.adminFailures({ show: 'mail' }),
  },
  toPack: { one: 'Order to pack', many: 'Orders to pack', to: () => paths.fulfilment({ delivery: 'ship' }) },
  cases: { one: 'Case or appeal to decide', many: 'Cases and appeals', to: () => paths.moderation() },
  chatReports: {
    one: 'Reported chat message',
    many: 'Reported chat messages',
    to: () => paths.moderationChats(),
  },
  lowStock: { one: 'Low on stock', many: 'Low on stock', to: () => paths.adminInventory({ show: 'low' }) },
}

/** Splits the lists into those in which something waits, in the order of urgency, and those without. */
export function splitQueues(queues: NonNullable<Today['queues']>): {
  waiting: QueueKey[]
  empty: QueueKey[]
} {
  return {
    waiting: queueKeys.filter((key) => (queues[key] ?? 0) > 0),
    empty: queueKeys.filter((key) => queues[key] === 0),
  }
}

/**
 * Compares today's gross sales with the usual ones.
 * @returns how it differs, and the sentence that says so; null where there is nothing to compare with
 */
export function moneyTrend(
  money: NonNullable<Today['money']>,
  currency: string,
  weekday: string,
): { direction: 'above' | 'below' | 'same'; text: string } | null {
  const { grossCents: now, usual } = money
  if (usual.grossCents === null) return null
  const weeks = usual.weeks === 1 ? `last ${weekday}` : `the last ${usual.weeks} ${weekday}s`
  const base = `Median of ${weeks} by this time: ${formatMoney(usual.grossCents, currency)}`
  if (now === usual.grossCents) return { direction: 'same', text: base }
  return { direction: now > usual.grossCents ? 'above' : 'below', text: base }
}

/** Counts the admissions of the last five whole minutes, per minute. */
export function arrivalRate(arrivals: readonly number[]): number {
  const last = arrivals.slice(-6, -1)
  return last.length === 0 ? 0 : last.reduce((sum, n) => sum + n, 0) / last.length
}

/** Says what is new since the last read, to be read aloud: alerts that were not there, and lists that grew. */
export function newsBetween(before: Today, after: Today): string {
  const known = new Set(before.tonight.flatMap(({ id, alerts }) => alerts.map(({ code }) => `${id} ${code}`)))
  const alerts = after.tonight.flatMap((event) =>
    event.alerts
      .filter(({ code }) => !known.has(`${event.id} ${code}`))
      .map((alert) => `${event.title}: ${alertText(alert).text}.`),
  )
  const grown = queueKeys.flatMap((key) => {
    const now = after.queues?.[key] ?? 0
    return now > (before.queues?.[key] ?? 0) ? [`${queueTexts[key].many}: ${count(now)}.`] : []
  })
  return [...alerts, ...grown].join(' ')
}

/**
 * Says how far away a moment is: `in 3 days`, `tomorrow`, `in 2 hours`, `in 5 minutes`.
 * @param timeZone the zone whose days are counted
 */
export function untilText(at: string, now: string, timeZone: string): string {
  const minutes = Math.max(Math.round((Date.parse(at) - Date.parse(now)) / 60_000), 0)
  const days = daysBetween(now, at, timeZone)
  if (days > 1) return `In ${count(days)} days`
  if (minutes >= 12 * 60 && days === 1) return 'Tomorrow'
  if (minutes >= 90) return `In ${count(Math.round(minutes / 60))} hours`
  return minutes === 1 ? 'In 1 minute' : `In ${count(minutes)} minutes`
}

/** State of a site that its settings know and the database does not. */
export type SiteState = { payments: 'on' | 'test' | 'off'; mail: boolean }

/**
 * Lists the steps of opening a site in the order in which they are done.
 * @param steps their state in the database
 * @param site their state in the settings of the process
 */
export function firstStepsOf(
  steps: NonNullable<Today['firstSteps']>,
  site: SiteState,
): { key: string; done: boolean; text: string; to: string | null }[] {
  const step = (key: string, done: boolean, texts: [done: string, missing: string], to: string | null) => ({
    key,
    done,
    text: texts[done ? 0 : 1],
    to: done ? null : to,
  })
  return [
    step('brand', steps.brand, ['Brand saved', 'Enter your brand and company'], paths.adminSettings()),
    step(
      'mailbox',
      steps.mailbox,
      ['Contact email set', 'Set a contact email, where questions go'],
      paths.adminSettings(),
    ),
    step(
      'legal',
      steps.legal,
      [
        'Your postal address is in emails and legal texts',
        'Set your postal address, then read your terms and policies',
      ],
      paths.adminSettings(),
    ),
    step('mail', site.mail, ['Emails are sent', 'Emails are not sent: set SMTP_URL'], null),
    step(
      'taxes',
      steps.taxes,
      ['Sales tax set', 'Set sales tax for merch; tickets have theirs in the event'],
      paths.adminShipping(),
    ),
    site.payments === 'test'
      ? step('payments', false, ['', 'Payments are in test mode: nobody is charged'], null)
      : step(
          'payments',
          site.payments === 'on',
          ['Payments are on', 'Payments are off: set up Stripe'],
          null,
        ),
    step('event', steps.event, ['First event published', 'Publish your first event'], paths.adminEventNew()),
    step('team', steps.team, ['Your team is here', 'Invite your team'], paths.staffInvitations()),
  ]
}
