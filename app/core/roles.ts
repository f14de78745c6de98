import * as z from 'zod'
import { type Capability, capabilities } from './capabilities.ts'
import { instant } from './columns.ts'
import { type Permission, permissions } from './permissions.ts'
import { type Role, roles } from './role-names.ts'

/** Capabilities that staff give today, and that lists offer as filters. The others have no screens yet. */
export const doorCapabilities = ['scan', 'door_manager'] as const satisfies readonly Capability[]

/** One live grant; `eventId` null means every event, `expiresAt` null means until it is revoked. */
const grantSchema = z.object({
  capability: z.enum(capabilities),
  eventId: z.uuid().nullable(),
  expiresAt: instant.nullable(),
})

/** The outcome of a device that a session was enrolled as. */
const deviceSchema = z.object({
  id: z.uuid(),
  eventId: z.uuid(),
  name: z.string(),
  state: z.enum(['enrolled', 'active', 'locked', 'revoked']),
  /** It was revoked, and may still upload the scans that it holds. */
  mayHandIn: z.boolean(),
  /** Until when it scans. */
  endsAt: instant,
})
export type OwnDevice = z.output<typeof deviceSchema>

/** Result of `me`: the caller. */
export const meSchema = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  displayName: z.string(),
  role: z.enum(roles),
  isGuest: z.boolean(),
  avatar: z.string().nullable(),
  grants: z.array(grantSchema),
  /** Devices that this session was enrolled as at a door, latest first; its grants to scan are among `grants`. */
  devices: z.array(deviceSchema).default([]),
  /** Until when an admin without a second factor keeps the role; afterwards `role` says member. Null for everybody else. */
  secondFactorDueAt: instant.nullish(),
})

/** The person behind a request, as guards and loaders see them. */
export type Actor = z.output<typeof meSchema>

/** The user object that the API returns and the browser stores: no email, no token, no grants. */
export const userSchema = meSchema.omit({ grants: true, devices: true, secondFactorDueAt: true })
export type User = z.output<typeof userSchema>

/** @returns the user object for an actor */
export function toUser(actor: Actor): User {
  const { grants: _grants, devices: _devices, secondFactorDueAt: _dueAt, ...user } = actor
  return user
}

/** Returns whether a role has a permission everywhere. */
export function roleMay(role: Role, permission: Permission): boolean {
  const held: readonly Role[] = permissions[permission].roles
  return held.includes(role)
}

/** Returns whether the actor's role has a permission. The database decides again (`private.may`). */
export function may(actor: Actor | null, permission: Permission): boolean {
  return actor !== null && roleMay(actor.role, permission)
}

/** Returns whether the actor has an account of their own: anyone signed in who is not a guest */
export function isMember(actor: Actor | null): boolean {
  return may(actor, 'own_account')
}

/**
 * Tells whether an actor may use a capability. Admins may use all; a door manager may scan; a moderator may scan
 * any event; a guest may where their session is an enrolled device. The database decides again (`private.has_grant`); this result only chooses what to show and when to
 * refuse early.
 * @param eventId the event in question; left out: any event at all
 * @param now the instant to judge expiry by
 */
export function hasGrant(
  actor: Actor | null,
  capability: Capability,
  eventId?: string,
  now = new Date(),
): boolean {
  if (actor === null || (!isMember(actor) && capability !== 'scan')) return false
  if (may(actor, capability)) return true
  const enough: readonly Capability[] = permissions[capability].grants
  return actor.grants.some(
    (grant) =>
      enough.includes(grant.capability) &&
      (eventId === undefined || grant.eventId === null || grant.eventId === eventId) &&
      (grant.expiresAt === null || new Date(grant.expiresAt) > now),
  )
}
