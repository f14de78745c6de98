/** Formats a share of a whole, `2.4%`; a dash where there is no whole. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (part / whole) * 100
  return `${percent >= 10 || percent === 0 ? Math.round(percent) : percent.toFixed(1)}%`
}

/** Says in words why somebody got nothing, or may have got nothing. */
const reasons: Record<string, string> = {
  no_consent: 'No consent any more',
  suppressed: 'Suppressed for marketing',
  dead_address: 'Address doesn’t receive email',
  paused: 'Paused emails',
  capped: 'Weekly limit reached',
  quiet_hours: 'Waiting for sending hours',
  deactivated: 'Account deactivated',
  other_address: 'Has another address now',
  unconfirmed: 'Mail server didn’t confirm',
  refused: 'Refused by the mail server',
  gave_up: 'Given up after several tries',
  consented: 'Waiting to be tried again',
  transactional: 'Waiting to be tried again',
}
export const reasonText = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ')

const statuses: Record<string, string> = {
  queued: 'Waiting',
  claimed: 'Being sent',
  sent: 'Sent',
  delivered: 'Delivered',
  bounced_soft: 'Bounced',
  bounced_hard: 'Bounced for good',
  complained: 'Marked as spam',
  skipped: 'Skipped',
  cancelled: 'Canceled',
  held_out: 'Held out',
}
export const statusText = (status: string): string => statuses[status] ?? status
