import * as z from 'zod'

const purposes = [
  'alert_confirm',
  'alert_end',
  'address_confirm',
  'follows_end',
  'digest_end',
  'reminders_end',
] as const

/** Result of `read_alert_link`; null for a link that has ended. `event` is null for links that are not about one event. */
export const alertLinkSchema = z
  .object({
    purpose: z.enum(purposes),
    email: z.string().nullable(),
    event: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }).nullable(),
  })
  .nullable()
export type AlertLink = z.output<typeof alertLinkSchema>

/** Result of `use_alert_link`: what the link was for; null when it has ended. */
export const usedAlertLinkSchema = z.enum(purposes).nullable()
export type AlertLinkPurpose = (typeof purposes)[number]

/** Result of `ask_alert` and `follow`: whether mail can be sent, or an address waits to be confirmed. */
export const askedSchema = z.enum(['active', 'requested', 'ended'])

/** Result of `read_my_follows`: artists and series by name, and whether the address of the account may be written to. */
export const followsSchema = z.object({
  isConfirmed: z.boolean(),
  follows: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type Follows = z.output<typeof followsSchema>
