import type { CompProblem } from '../free-tickets.types.ts'

/** Says in a badge what became of a place that can't be claimed. */
export const problemBadges: Record<CompProblem, { text: string; tone: 'success' | 'neutral' | 'danger' }> = {
  comp_claimed: { text: 'Claimed', tone: 'success' },
  comp_declined: { text: 'Declined', tone: 'neutral' },
  comp_expired: { text: 'Expired', tone: 'neutral' },
  comp_revoked: { text: 'Withdrawn', tone: 'danger' },
  comp_event_cancelled: { text: 'Event canceled', tone: 'danger' },
}
