import '#core/form-messages.ts'
import * as z from 'zod'
import { currentPasswordField, emailField } from '#core/account-fields.ts'
import { wholeNumber } from '#core/number-input.ts'
import { everyEvent } from '#core/office-choices.ts'
import { isPlainText, strangeText } from '#core/plain-text.ts'
import { doorCapabilities } from '#core/roles.ts'

/** Reads the filters of the list of grants from its address. Ignores values that are not valid. */
export const grantsQuerySchema = z.object({
  event: z.uuid().optional().catch(undefined),
  capability: z.enum(doorCapabilities).optional().catch(undefined),
  after: z.uuid().optional().catch(undefined),
})
export type GrantsQuery = z.output<typeof grantsQuerySchema>

/** Reads from the address which event an invitation is for at first, and the words that search for one. */
export const inviteQuerySchema = z.object({
  event: z.uuid().nullable().catch(null).default(null),
  q: z.string().trim().max(80).refine(isPlainText).catch('').default(''),
})

/** The grants to end: by id, the door grants of an event, or all door grants. */
export type GrantsToEnd = { ids: string[]; event: string | null; isEveryDoor: boolean }

/** Reads what to end from the address of the page that asks first. */
export function grantsToEnd(query: URLSearchParams): GrantsToEnd {
  const ids = query.getAll('id').filter((id) => z.uuid().safeParse(id).success)
  const event = z.uuid().safeParse(query.get('event')).data ?? null
  return { ids: ids.slice(0, 200), event, isEveryDoor: query.get('event') === everyEvent }
}

/** Ends the grants that were shown. */
export const endGrantsSchema = z.object({
  id: z
    .union([z.uuid(), z.array(z.uuid())])
    .transform((ids) => [ids].flat())
    .refine((ids) => ids.length <= 200),
  reason: z
    .string()
    .trim()
    .max(300, 'The reason can have at most 300 characters')
    .refine(isPlainText, strangeText)
    .optional(),
})

/** Lists the rights that an invitation can give: the role of a moderator, or a capability. */
export const invitedTo = [...doorCapabilities, 'moderator'] as const

/** Invites an address to the staff. The event is chosen, never assumed: access to every event is more than most are meant to get. */
const inviteFields = z.object({
  intent: z.literal('invite'),
  email: emailField,
  as: z.enum(invitedTo),
  /** The event, or every event. Moderators work on every event, whatever is chosen. */
  event: z.union([z.uuid(), z.literal(everyEvent)], 'Choose an event, or every event').optional(),
  /** Days after which the access ends; empty for none. */
  days: wholeNumber('Days', 1, 3650).optional(),
  currentPassword: currentPasswordField.optional(),
})
export const inviteSchema = inviteFields.refine(
  ({ as, event }) => as === 'moderator' || event !== undefined,
  {
    path: ['event'],
    message: 'Choose an event, or every event',
  },
)
export type InviteInput = z.output<typeof inviteSchema>

/** Names one invitation. */
export const invitationSchema = z.object({ invitation: z.uuid() })
