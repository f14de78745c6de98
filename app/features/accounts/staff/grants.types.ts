import * as z from 'zod'
import { capabilities } from '#core/capabilities.ts'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'

/** The event that a grant or an invitation is for; null means every event. */
const grantEventSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  startsAt: instant,
  timeZone: z.string(),
})

const staffGrantSchema = z.object({
  id: z.uuid(),
  capability: z.enum(capabilities),
  expiresAt: instant.nullable(),
  createdAt: instant,
  person: z.object({ id: z.uuid(), displayName: z.string(), username: z.string().nullable() }),
  event: grantEventSchema.nullable(),
  /** Name of the admin who gave it; null for the server, and for one whose account is gone. */
  grantedBy: z.string().nullable(),
})
/** One live grant of somebody, as admins see it. */
export type StaffGrant = z.output<typeof staffGrantSchema>

/** Result of `list_staff_grants`: a page of live grants, and the events that have some. */
export const staffGrantListSchema = z.object({
  grants: z.array(staffGrantSchema),
  /** The grant after which the next page begins. */
  next: z.uuid().nullable(),
  total: listTotalSchema,
  /** Of the brand, for grants for every event. */
  timeZone: z.string(),
  events: z.array(grantEventSchema),
})
export type StaffGrantList = z.output<typeof staffGrantListSchema>

/** Result of `preview_grants_end`: the live grants that would end. */
export const grantsEndPreviewSchema = z.array(staffGrantSchema)

const invitationSchema = z.object({
  email: z.string(),
  role: z.literal('moderator').nullable(),
  capability: z.enum(capabilities).nullable(),
  event: grantEventSchema.nullable(),
  grantExpiresAt: instant.nullable(),
  invitedBy: z.string().nullable(),
  /** When its link ends. */
  expiresAt: instant,
  state: z.enum(['open', 'accepted', 'revoked', 'expired']),
})

/** Result of `read_staff_invitation`: the invitation of a link, whatever its state; null for a link that is unknown. */
export const staffInvitationSchema = invitationSchema
  .extend({
    /** True when the account that was asked about has the address. */
    isForUser: z.boolean(),
  })
  .nullable()

/** Result of `accept_staff_invitation`: what was accepted. */
export const acceptedInvitationSchema = invitationSchema
export type StaffInvitation = z.output<typeof invitationSchema>

/** Result of `list_staff_invitations`: those that wait for an answer. */
export const staffInvitationListSchema = z.array(
  invitationSchema.extend({ id: z.uuid(), createdAt: instant }),
)
export type ListedInvitation = z.output<typeof staffInvitationListSchema>[number]
