import { randomBytes, randomInt } from 'node:crypto'
import type { AuthError } from '@supabase/supabase-js'
import * as z from 'zod'
import { refusedPassword } from '#core/common-passwords.ts'
import { ok, type Result, refused } from '#core/result.ts'
import { type Actor, isMember } from '#core/roles.ts'
import { readActor } from '#server/actor.server.ts'
import { placeholderEmail, saveAddress } from '#server/auth-accounts.server.ts'
import { leaveFlash } from '#server/flash.server.ts'
import { networkOf } from '#server/limits.server.ts'
import { recordProof } from '#server/proof.server.ts'
import { countAttempt, refundAttempt, resetAttempts } from '#server/rate-limit.server.ts'
import {
  endSession,
  isPasswordRight,
  isSecondStepNeeded,
  type RequestArgs,
  startSession,
} from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { checkNewNames, isDeactivatedPassword, readLogin } from './accounts.reads.server.ts'
import { proposeUsername } from './accounts.rules.ts'
import type { LoginInput, RegistrationInput } from './accounts.schema.ts'
import { noteDevice } from './note-device.writes.server.ts'

/** Signing in, registering and leaving. Each opens or ends the session of the request; the first two return the actor. */

/** A decoy account: sign-ins with unknown usernames are checked against it, so that they take as long as others. */
const decoyEmail = 'nobody@decoy.invalid'

/**
 * Signs in with username and password. A guest's holds, orders and tickets go over to the account.
 * Refuses `wrong_credentials` (unknown and wrong alike), `account_deactivated` and `second_step` (after the right password) and
 * `rate_limited`: one account closes for the network that failed, so that nobody locks its owner out elsewhere; the network
 * itself is only slowed, so that one person in it cannot lock the others out.
 */
export async function signIn(args: RequestArgs, input: LoginInput): Promise<Result<Actor>> {
  const network = networkOf(args.context.requestContext.address)
  // Also for somebody who is signed in: the session of one account must not speed up guesses at others.
  const attempt = { limit: 'sign_in', subject: [input.username, network], network } as const
  const limited = await countAttempt(attempt)
  if (limited) return { ok: false, refusal: limited }

  const [login, before] = await Promise.all([readLogin(input.username), readActor(args), ensureDecoy()])
  const credentials = { email: login?.email ?? decoyEmail, password: input.password }
  if (login?.deactivated) {
    const right = await isDeactivatedPassword(login.userId, input.password)
    return refused(right ? 'account_deactivated' : 'wrong_credentials')
  }
  if (!login) {
    await isPasswordRight(args, credentials)
    return refused('wrong_credentials')
  }
  const error = await startSession(args, (auth) => auth.signInWithPassword(credentials))
  const waits = isSecondStepNeeded(error)
  if (error && !waits) return refuseSignIn(error)
  await refundAttempt(attempt)
  await resetAttempts(attempt)
  if (waits) return refused('second_step')
  const signedIn = await actorNow(args, before)
  if (signedIn.ok) await recordProof(args, signedIn.value)
  return signedIn
}

/**
 * Creates an account and signs it in. A guest keeps everything: their own account becomes the permanent one.
 * Does not report an address as taken when it has an account, because that would reveal who is a member. The new
 * account works like any other and holds no proven address.
 * Refuses `username_taken`, `brand_name`, `brand_username`, `password_common`, `password_plain` and `rate_limited`.
 */
export async function register(args: RequestArgs, input: RegistrationInput): Promise<Result<Actor>> {
  const network = networkOf(args.context.requestContext.address)
  const limited = await countAttempt({ limit: 'register', subject: input.email, network })
  if (limited) return { ok: false, refusal: limited }
  const why = refusedPassword(input.password, [input.username, input.displayName])
  if (why) return refused(why)
  const names = await checkNewNames(input)
  if (!names.ok) return names

  const guest = await readActor(args)
  const details = {
    password: input.password,
    app_metadata: { username: input.username, display_name: input.displayName, contact_email: input.email },
  }
  let email = input.email
  let error = await createAccount(guest, { ...details, email })
  if (error?.code === 'email_exists') {
    email = placeholderEmail()
    error = await createAccount(guest, { ...details, email })
  }
  if (error) {
    // The database decides, because another person may have taken the name a moment ago.
    const again = await checkNewNames(input)
    if (!again.ok) return again
    throw error
  }
  const refusedBy = await startSession(args, (auth) =>
    auth.signInWithPassword({ email, password: input.password }),
  )
  if (refusedBy) throw refusedBy
  return actorNow(args)
}

/**
 * Registers the buyer of an order with only a password: address and name are those of the order, the username is made from
 * the name. The address is treated as any typed one: it is not proven, and no response reveals that it is taken.
 * A name that could be mistaken for the team's is left off. Refuses what `register` refuses, except for names.
 */
export async function registerBuyer(
  args: RequestArgs,
  buyer: { name: string; email: string; password: string },
): Promise<Result<Actor>> {
  let name = buyer.name
  for (let tries = 0; ; tries++) {
    const displayName = [...name].slice(0, 40).join('').trim()
    const username = proposeUsername(name, randomInt(1000, 10_000))
    const made = await register(args, {
      username,
      email: buyer.email.toLowerCase(),
      displayName: displayName.length >= 3 ? displayName : username,
      password: buyer.password,
    })
    if (made.ok || tries >= 4) return made
    if (made.refusal.code === 'brand_name' || made.refusal.code === 'brand_username') name = ''
    else if (made.refusal.code !== 'username_taken') return made
  }
}

/** Continues as a guest; keeps an existing session. Refuses `rate_limited`. */
export async function continueAsGuest(args: RequestArgs): Promise<Result<Actor>> {
  const actor = await readActor(args)
  if (actor) return ok(actor)
  const network = networkOf(args.context.requestContext.address)
  const limited = await countAttempt({ limit: 'guest', network })
  if (limited) return { ok: false, refusal: limited }
  const error = await startSession(args, (auth) => auth.signInAnonymously())
  if (error) return refuseSignIn(error)
  return actorNow(args)
}

/** Ends the session here and on the server. Nothing to end is fine. */
export async function signOut(args: RequestArgs): Promise<void> {
  await endSession(args)
}

type AccountDetails = {
  email: string
  password?: string
  /** Only the server writes app metadata; the database takes username, name and outside identity from it. */
  app_metadata: Record<string, unknown>
}

/**
 * Creates an account, or turns the guest's own account into one. Supabase's stamp that an address was confirmed is set
 * in any case, or people could not sign in before their mail arrives; `profiles.email_verified_at` says what was proven.
 * @returns Supabase's error when it refused
 */
export async function createAccount(actor: Actor | null, details: AccountDetails): Promise<AuthError | null> {
  const account = { ...details, email_confirm: true }
  const { admin } = serviceClient().auth
  const guest = actor && !isMember(actor) ? actor.id : null
  return saveAddress(details.email, guest, () =>
    guest ? admin.updateUserById(guest, account) : admin.createUser(account),
  )
}

/** Parses the part of the result of `merge_guest` that people are told: the goods of the cart that had to be cut. */
const mergedSchema = z.object({ cart: z.array(z.object({ name: z.string(), quantity: z.int() })) })

/**
 * The actor whose session was just opened.
 * @param before who the request came from: a guest's holds, orders and tickets become the actor's
 */
export async function actorNow(args: RequestArgs, before: Actor | null = null): Promise<Result<Actor>> {
  const actor = await readActor(args)
  if (!actor) throw new Error('a session was opened for an account that the database does not know')
  if (isMember(actor)) await noteDevice(args, actor)
  if (before && !isMember(before) && before.id !== actor.id) {
    const { data, error } = await serviceClient().rpc('merge_guest', {
      p_guest: before.id,
      p_account: actor.id,
    })
    const cut = mergedSchema.safeParse(data).data?.cart ?? []
    if (cut.length > 0) {
      const kept = cut.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
      leaveFlash(args, 'cart', `Not everything fits into one cart. You have ${kept} now.`)
    }
    // They are signed in all the same; the guest's tickets can still be opened by the link in the mail.
    if (error) args.context.requestContext.log.error({ err: error, guest: before.id }, 'guest not merged')
  }
  return ok(actor)
}

function refuseSignIn(error: AuthError): Result<never> {
  switch (error.code) {
    case 'invalid_credentials':
      return refused('wrong_credentials')
    case 'user_banned':
      return refused('account_deactivated')
    case 'over_request_rate_limit':
      return refused('rate_limited', { retry_after_seconds: 60 })
    default:
      throw error
  }
}

let decoy: Promise<void> | undefined

/** Makes the decoy account once, with a random password that is not stored. */
function ensureDecoy(): Promise<void> {
  decoy ??= createDecoy().catch((error) => {
    decoy = undefined
    throw error
  })
  return decoy
}

async function createDecoy(): Promise<void> {
  const password = randomBytes(32).toString('base64url')
  const error = await saveAddress(decoyEmail, null, () =>
    serviceClient().auth.admin.createUser({ email: decoyEmail, password, email_confirm: true }),
  )
  if (error && error.code !== 'email_exists') throw error
}
