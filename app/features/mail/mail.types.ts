import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { notificationTypes } from './notification-types.ts'

/** The notifications of a person (`read_my_notifications`): each type with what was chosen, and until when they are paused. */
export const notificationsReadSchema = z.object({
  pausedUntil: instant.nullable(),
  types: z.array(
    z.object({
      type: z.enum(notificationTypes),
      kind: z.enum(['required', 'service', 'marketing']),
      email: z.boolean(),
    }),
  ),
})
export type Notifications = z.output<typeof notificationsReadSchema>

/** A mail as it is sent: both parts say the same. */
export type MailText = {
  subject: string
  html: string
  text: string
  /** Address for replies; null leaves it to the sender's own. */
  replyTo: string | null
}

/** A message from a visitor to the brand. */
export type ContactMessage = {
  topic: string
  name: string
  email: string
  /** The code of the order it is about. */
  order: string | null
  message: string
}

/** Who sends: printed at the top and the bottom of every mail. */
export type MailSender = {
  brand: string
  company: string
  postalAddress: string | null
  contactEmail: string | null
  /** Public origin of the site, no slash at the end. */
  siteUrl: string
}

/** One order as a mail tells it. Money is whole cents, instants are ISO 8601. */
export type MailOrder = {
  id: string
  code: string
  name: string
  currency: string
  taxCents: number
  discountCents: number
  totalCents: number
  isTest: boolean
  lines: {
    typeName: string
    releaseName: string | null
    quantity: number
    unitFaceCents: number
    unitFeeCents: number
  }[]
  ticketCount: number
  event: {
    title: string
    venueName: string | null
    address: string | null
    city: string | null
    timeZone: string
    doorsAt: string
    startsAt: string
    endsAt: string
    minAge: number
    idPolicy: string | null
  }
}
