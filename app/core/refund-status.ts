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
