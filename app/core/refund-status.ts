/** The states of a refund, each with its name for staff. */
export const refundStatusNames = {
  requested: 'Requested',
  approved: 'Approved',
  submitted: 'Sent',
  succeeded: 'Paid back',
  failed: 'Failed',
  rejected: 'Turned down',
  withdrawn: 'Withdrawn',
  external: 'Made outside the site',
} as const

/** Prints why a provider did not pay a refund: its code in words, `lost_or_stolen_card` as "Lost or stolen card", else its sentence. */
export function refundErrorText(error: string): string {
  if (!/^[a-z]+(_[a-z]+)*$/.test(error)) return error
  const words = error.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
