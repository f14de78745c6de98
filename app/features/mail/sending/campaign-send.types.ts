import * as z from 'zod'

/** Result of `claim_recipients`. */
export const claimedRecipientsSchema = z.object({
  isSending: z.boolean(),
  waitMs: z.int(),
  recipients: z.array(
    z.object({
      id: z.uuid(),
      address: z.string(),
      subject: z.enum(['a', 'b']),
      firstName: z.string().nullable(),
      city: z.string().nullable(),
    }),
  ),
})
export type ClaimedRecipient = z.output<typeof claimedRecipientsSchema>['recipients'][number]

export const dueCampaignsSchema = z.array(z.object({ id: z.uuid(), version: z.int() }))
