import { capabilityNames } from '#core/capability-names.ts'
import type { StaffInvitation } from './grants.types.ts'

/** Says what an invitation is to: `Moderator`, `Scanner, Bass Culture`, `Scanner, every event`. */
export function invitationText({
  role,
  capability,
  event,
}: Pick<StaffInvitation, 'role' | 'capability' | 'event'>) {
  if (role || !capability) return 'Moderator'
  return `${capabilityNames[capability]}, ${event?.title ?? 'every event'}`
}
