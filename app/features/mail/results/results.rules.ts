import type { CampaignFigures, CampaignMoney } from './results.types.ts'

/** Formats a share of a whole, `2.4%`; a dash where there is no whole. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (part / whole) * 100
  return `${percent >= 10 || percent === 0 ? Math.round(percent) : percent.toFixed(1)}%`
}

/**
 * Compares what recipients spent with what the held-out spent, per person.
 * @returns cents for each recipient and for each person who was held out, and what the mails brought in beyond that, in cents; null where
 *   nobody was held out
 */
export function liftOf(
  { sent, heldOut }: Pick<CampaignFigures, 'sent' | 'heldOut'>,
  { cents, heldOutCents }: Pick<CampaignMoney, 'cents' | 'heldOutCents'>,
): { each: number; heldOutEach: number; extraCents: number } | null {
  if (heldOut === 0 || sent === 0) return null
  const [each, heldOutEach] = [cents / sent, heldOutCents / heldOut]
  return { each, heldOutEach, extraCents: Math.round((each - heldOutEach) * sent) }
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
