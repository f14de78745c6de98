import { redirect } from '@remix-run/node'
import * as z from 'zod'
import type { Capability } from '#core/capabilities.ts'
import { everyEvent } from '#core/office-choices.ts'
import * as paths from '#core/paths.ts'
import type { Permission } from '#core/permissions.ts'
import type { RefusalCode } from '#core/refusals.ts'
import { type Actor, hasGrant, isMember, may, meSchema, type OwnDevice } from '#core/roles.ts'
import { safePath } from '#core/safe-path.ts'
import { maySee, type StaffPath } from '#core/staff-pages.ts'
import { notFound, refusalCodeResponse } from './api.server.ts'
import { isAway } from './failures.server.ts'
import { rpc } from './rpc.server.ts'
import { clearSessionCookies, oncePerRequest, type RequestArgs, readIdentity } from './session.server.ts'
import { readShell, showTimingToStaff } from './shell.server.ts'
import { userClient } from './supabase.server.ts'

/**
 * Guards. Every loader and action begins with one (`readGuarded` reads beside it), because Remix runs the loaders of a layout
 * and of its pages side by side: a layout's guard protects only the layout's own data.
 */

/**
 * The person behind a request with their live role and grants, or null for visitors. Asked once per request; no round
 * trip without a session.
 */
export function readActor(args: RequestArgs): Promise<Actor | null> {
  return oncePerRequest(args, 'actor', () => findActor(args))
}

async function findActor(args: RequestArgs): Promise<Actor | null> {
  if (!(await readIdentity(args))) return null
  // The root loader reads the shell in the same request, which holds the actor already.
  const actor = args.context.requestContext.memo.has('shell')
    ? (await readShell(args)).me
    : await rpc(userClient(args), 'me', {}, meSchema.nullable())
  // The session was ended elsewhere, or the account was deactivated: the cookie has no use any more.
  if (!actor) clearSessionCookies(args)
  showTimingToStaff(args, actor)
  return actor
}

/** Anybody with a session, guests included. Visitors are sent to sign in (documents) or refused with 401 (API). */
export async function requireActor(args: RequestArgs): Promise<Actor> {
  return (await readActor(args)) ?? turnAway(args, 'sign_in_required', 'login')
}

/**
 * Admits anybody with a session, without a round trip: for responses that are one call of a SQL function, which refuses who may not have
 * them. Visitors are refused as by `requireActor`.
 */
export async function requireSession(args: RequestArgs): Promise<void> {
  if (!(await readIdentity(args))) turnAway(args, 'sign_in_required', 'login')
}

/** Admits anybody with an account of their own. Guests are sent to register (documents) or refused with 403 (API). */
export async function requireMember(args: RequestArgs): Promise<Actor> {
  const actor = await requireActor(args)
  return isMember(actor) ? actor : turnAway(args, 'members_only', 'register')
}

/**
 * Reads what a guarded page shows while its guard still runs, so that both take one round trip. For reads through
 * `userClient` alone, because row policies protect them from every caller. The result is returned, and an error thrown, only once
 * the guard has passed.
 * @param guard the promise of a guard, or of `readActor` where the page is open to visitors
 * @param read not called for visitors
 * @returns the actor and what was read; two nulls for visitors
 */
export async function readGuarded<Read>(
  args: RequestArgs,
  guard: Promise<Actor>,
  read: () => Promise<Read>,
): Promise<[Actor, Read]>
export async function readGuarded<Read>(
  args: RequestArgs,
  guard: Promise<Actor | null>,
  read: () => Promise<Read>,
): Promise<[Actor, Read] | [null, null]>
export async function readGuarded<Read>(
  args: RequestArgs,
  guard: Promise<Actor | null>,
  read: () => Promise<Read>,
): Promise<[Actor, Read] | [null, null]> {
  // Both are awaited below. A read that throws at once, or a guard that refuses meanwhile, must not end the process as unhandled.
  guard.catch(() => undefined)
  const reading = (await readIdentity(args)) ? (async () => await read())() : null
  reading?.catch(() => undefined)
  const actor = await guard
  return actor && reading ? [actor, await reading] : [null, null]
}

/**
 * Reads the list of a guarded page as `readGuarded` does. When this read alone fails (a statement that takes too long, an
 * unexpected row), it is logged and the page shows the error in the list's place. Still throws responses, and errors that
 * say that the database can't be reached.
 * @returns the actor and what was read, null where the read failed
 */
export async function readGuardedList<Read>(
  args: RequestArgs,
  guard: Promise<Actor>,
  read: () => Promise<Read>,
): Promise<[Actor, Read | null]> {
  const settled = () =>
    read().then(
      (value) => ({ value, error: null }),
      (error: unknown) => ({ value: null, error: error ?? new Error('A list could not be read') }),
    )
  const [actor, { value, error }] = await readGuarded(args, guard, settled)
  if (error === null) return [actor, value]
  if (error instanceof Response || isAway(error)) throw error
  const path = new URL(args.request.url).pathname
  args.context.requestContext.log.error({ err: error, path }, 'a list could not be read')
  return [actor, null]
}

/** Admits people whose role has a permission. Guests are sent to sign in like visitors, every other account gets 403. */
export async function requirePermission(args: RequestArgs, permission: Permission): Promise<Actor> {
  const actor = await requireActor(args)
  return may(actor, permission) ? actor : refuseStaffPage(args, actor)
}

/**
 * Admits people who may see a staff page, by the list that the staff navigation is made of. Guests are sent to sign in like
 * visitors, every other account gets 403. An address whose `event` can't be one is 404.
 * @param path the page's path in that list
 */
export async function requireStaffPage(args: RequestArgs, path: StaffPath): Promise<Actor> {
  const actor = await requireActor(args)
  if (!maySee(actor, path)) refuseStaffPage(args, actor)
  // A page that cannot read which event is meant must not show another one, with buttons that change it.
  const event = new URL(args.request.url).searchParams.get('event')
  if (event && event !== everyEvent && !z.uuid().safeParse(event).success) throw notFound()
  return actor
}

/**
 * Admits people who may use a capability. Guests are sent to sign in like visitors, every other account gets 403.
 * @param eventId the event in question; left out: at one event or more
 */
export async function requireGrant(
  args: RequestArgs,
  capability: Capability,
  eventId?: string,
): Promise<Actor> {
  const actor = await requireActor(args)
  return hasGrant(actor, capability, eventId) ? actor : refuseStaffPage(args, actor)
}

/**
 * Admits who may upload scans of an event: who may scan there, and a revoked device that may still hand in what it holds. The database
 * decides again (`private.require_hand_in`).
 */
export async function requireQueueSender(args: RequestArgs, eventId: string): Promise<Actor> {
  const actor = await requireActor(args)
  const mayHandIn = actor.devices.some((device) => device.eventId === eventId && device.mayHandIn)
  return mayHandIn || hasGrant(actor, 'scan', eventId) ? actor : refuseStaffPage(args, actor)
}

/**
 * Redirects a guest to sign in, because they may be staff who are not signed in, and an admin whose time to set up a second
 * step is over to where they do; refuses any other account.
 */
function refuseStaffPage(args: RequestArgs, actor: Actor): never {
  if (actor.isGuest && actor.devices[0]) refuseDevice(args, actor.devices[0])
  if (actor.isGuest) turnAway(args, 'not_allowed', 'login')
  if (!may(actor, 'hold_keys') && actor.secondFactorDueAt) {
    const url = new URL(args.request.url)
    if (url.pathname.startsWith('/api/')) throw refusalCodeResponse('second_factor_needed')
    throw redirect(paths.secondStepSettings({ redirect: safePath(url.pathname + url.search) }))
  }
  throw refusalCodeResponse('not_allowed')
}

/** Tells a phone that was enrolled at a door why it has no access any more: by a code, or on the page where it enrolled. */
function refuseDevice(args: RequestArgs, { state, endsAt }: OwnDevice): never {
  const isOver = new Date(endsAt) <= new Date()
  const code =
    state === 'locked'
      ? 'device_locked'
      : state === 'revoked'
        ? 'device_revoked'
        : isOver
          ? 'device_event_over'
          : 'not_allowed'
  if (code === 'not_allowed' || new URL(args.request.url).pathname.startsWith('/api/'))
    throw refusalCodeResponse(code)
  throw redirect(paths.enrollDevice())
}

function turnAway(args: RequestArgs, code: RefusalCode, tab: 'login' | 'register'): never {
  const url = new URL(args.request.url)
  if (url.pathname.startsWith('/api/')) throw refusalCodeResponse(code)
  throw redirect(paths.home({ auth: tab, redirect: safePath(url.pathname + url.search) }))
}
