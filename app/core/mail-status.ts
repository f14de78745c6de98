/** The states of a mail, as the check of `mail_outbox.status` lists them, each with its name for staff. */
export const mailStatusNames = {
  queued: 'Waiting',
  claimed: 'Being sent',
  sent: 'Sent',
  skipped: 'Not sent',
  failed: 'Failed',
} as const

export const mailStatuses = [
  'queued',
  'claimed',
  'sent',
  'skipped',
  'failed',
] as const satisfies readonly (keyof typeof mailStatusNames)[]

/** The report of the mail provider on a mail that it took, as the check of `mail_outbox.delivery` lists it. */
export const mailDeliveryNames = {
  delivered: 'Delivered',
  bounced: 'Bounced',
  complained: 'Marked as spam',
} as const

export const mailDeliveries = [
  'delivered',
  'bounced',
  'complained',
] as const satisfies readonly (keyof typeof mailDeliveryNames)[]
