/** The states of a mail, as the check of `mail_outbox.status` lists them, each with its name for staff. */
export const mailStatusNames = {
  queued: 'Waiting',
  claimed: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
} as const

export const mailStatuses = [
  'queued',
  'claimed',
  'sent',
  'failed',
] as const satisfies readonly (keyof typeof mailStatusNames)[]
