import '#core/form-messages.ts'
import * as z from 'zod'
import { currentPasswordField, emailField } from '#core/account-fields.ts'
import { isPlainText, strangeText } from '#core/plain-text.ts'
import { capabilities } from '#core/roles.ts'

/** Reads the filters of the list of grants from its address. Ignores values that are not valid. */
export const grantsQuerySchema = z.object({
  event: z.uuid().optional().catch(undefined),
  capability: z.enum(capabilities).optional().catch(undefined),
  after: z.uuid().optional().catch(undefined),
})
export type GrantsQuery = z.output<typeof grantsQuerySchema>

/** Reads from the address which event an invitation is for at first, and the words that search for one. */
export const inviteQuerySchema = z.object({
  event: z.uuid().nullable().catch(null).default(null),
  q: z.string().trim().max(80).refine(isPlainText).catch('').default(''),
})

/** Reads what to end from the address of the page that asks first: grants by id, or the event whose door grants end. */
export function grantsToEnd(query: URLSearchParams): { ids: string[]; event: string | null } {
  const ids = query.getAll('id').filter((id) => z.uuid().safeParse(id).success)
  return { ids: ids.slice(0, 200), event: z.uuid().safeParse(query.get('event')).data ?? null }
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
export const invitedTo = ['scan', 'door_manager', 'moderator'] as const

/** Invites an address to the staff. */
export const inviteSchema = z.object({
  intent: z.literal('invite'),
  email: emailField,
  as: z.enum(invitedTo),
  /** The event; empty for every event. */
  event: z.uuid('Choose an event').optional(),
  /** Days after which the access ends; empty for none. */
  days: z.coerce.number('Use whole days, 1 to 3650').int().min(1).max(3650).optional(),
  currentPassword: currentPasswordField.optional(),
})
export type InviteInput = z.output<typeof inviteSchema>

/** Names one invitation. */
export const invitationSchema = z.object({ invitation: z.uuid() })
