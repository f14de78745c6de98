import { createHash, randomInt } from 'node:crypto'
import type { AuthError, Session, SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod'
import { ok, type Refusal, type Result, refused } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { readActor } from '#server/actor.server.ts'
import { proveOwner, recordProof } from '#server/proof.server.ts'
import { countAttempt, resetAttempts } from '#server/rate-limit.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import {
  authClient,
  clearSessionCookies,
  identifyToken,
  keepWaitingSession,
  type RequestArgs,
  readIdentity,
  readWaitingSession,
  startSession,
} from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { readSecondFactor } from './accounts.reads.server.ts'
import { actorNow } from './accounts.writes.server.ts'

/**
 * The second step of signing in: a code of an authenticator app, or a recovery code; setting it up and ending it. What is a
 * passkey's own is in `passkeys.writes.server.ts`.
 */

const appCode = /^\d{6}$/
/** Leaves out letters and digits that are read for one another. */
const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 16

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Returns a typed code without what people put between its characters. */
function plainCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** Counts a try at an account's code. @returns the refusal above the limit, else null */
async function limitTries(userId: string): Promise<Refusal | null> {
  return countAttempt({ limit: 'second_step', subject: userId })
}

/** The tokens of a session that passed its second step, and the account's factors after it. */
export type Passed = {
  access_token: string
  refresh_token: string
  user?: { factors?: { status: string }[] | undefined }
}

/**
 * Verifies a code of an authenticator app in the session of `auth`, which it raises. A code counts once.
 * @returns the raised session, or why the code does not count
 */
async function verifyAppCode(
  auth: SupabaseClient['auth'],
  userId: string,
  factorId: string,
  code: string,
): Promise<Result<Passed>> {
  const taken = { p_user: userId, p_code_hash: hash(`${factorId} ${code}`) }
  if (!(await rpc(serviceClient(), 'take_totp_code', taken, z.boolean()))) return refused('second_code_taken')
  const { data, error } = await auth.mfa.challengeAndVerify({ factorId, code })
  if (!error) return ok(data)
  if ((error.status ?? 500) >= 500) throw error
  return error.status === 429
    ? refused('rate_limited', { retry_after_seconds: 300 })
    : refused('second_code_wrong')
}

/** A session that waits for its second step, opened for one request. */
type OpenWaiting = {
  auth: SupabaseClient['auth']
  session: Session
  userId: string
  sessionId: string
}

/**
 * Works in the session that waits in this browser. It counts from now on if `work` gives the tokens of one that passed.
 * @param work answers with the tokens, with null to leave the session waiting, or with a refusal
 * @param isRecovered true if a recovery code is the second step
 * @returns the refusal, null for none; `second_step_over` where none waits
 */
export async function inWaitingSession(
  args: RequestArgs,
  work: (waiting: OpenWaiting) => Promise<Result<Passed | null>>,
  isRecovered = false,
): Promise<Refusal | null> {
  const waiting = readWaitingSession(args)
  if (!waiting) return refused('second_step_over').refusal
  let refusal: Refusal | null = null
  const stay = (why: Refusal | null, error: AuthError | null = null) => {
    refusal = why
    return { data: { session: null }, error: error ?? (new Error('no session') as AuthError) }
  }
  await startSession(
    args,
    async (auth) => {
      const { data, error } = await auth.refreshSession({ refresh_token: waiting.refreshToken })
      const who = data.session && (await identifyToken(args, data.session.access_token))
      if (!data.session || !who?.sessionId) return stay(refused('second_step_over').refusal, error)
      // Each refresh token counts once.
      keepWaitingSession(args, data.session.refresh_token, data.session.user.factors)
      const done = await work({ auth, session: data.session, userId: who.id, sessionId: who.sessionId })
      if (!done.ok) return stay(done.refusal)
      return done.value ? { data: { session: done.value }, error: null } : stay(null)
    },
    isRecovered,
  )
  return refusal
}

/**
 * Takes the second step of the sign-in that waits in this browser, and opens its session. What a guest held goes along. Tries are
 * counted for the account until one is right.
 * @param check checks what was given as the second step
 * @param isRecovered true if that is a recovery code
 * @returns the person; refuses as `check` does, and `second_step_over`, `rate_limited`
 */
export async function passSecondStep(
  args: RequestArgs,
  check: (waiting: OpenWaiting) => Promise<Result<Passed>>,
  isRecovered = false,
): Promise<Result<Actor>> {
  const before = await readActor(args)
  const work = async (waiting: OpenWaiting) => {
    const limited = await limitTries(waiting.userId)
    if (limited) return { ok: false, refusal: limited } as const
    const checked = await check(waiting)
    if (checked.ok) await resetAttempts({ limit: 'second_step', subject: waiting.userId })
    return checked
  }
  const refusal = await inWaitingSession(args, work, isRecovered)
  if (refusal) return { ok: false, refusal }
  const signedIn = await actorNow(args, before)
  if (signedIn.ok) await recordProof(args, signedIn.value)
  return signedIn
}

/**
 * Takes the second step with a typed code.
 * @param typed a code of the authenticator app, or a recovery code
 * @returns the person; refuses `second_step_over`, `second_code_wrong`, `second_code_taken` and `rate_limited`
 */
export async function takeSecondStep(args: RequestArgs, typed: string): Promise<Result<Actor>> {
  const code = plainCode(typed)
  if (appCode.test(code)) {
    return passSecondStep(args, async ({ auth, session, userId }) => {
      const app = session.user.factors?.find(
        ({ status, factor_type }) => status === 'verified' && factor_type === 'totp',
      )
      return app ? verifyAppCode(auth, userId, app.id, code) : refused('second_code_wrong')
    })
  }
  return passSecondStep(
    args,
    async ({ session, userId, sessionId }) => {
      const used = { p_user: userId, p_session: sessionId, p_code_hash: hash(code) }
      const left = await rpc(serviceClient(), 'use_recovery_code', used, z.int().nullable())
      return left === null ? refused('second_code_wrong') : ok(session)
    },
    true,
  )
}

/** An authenticator app that waits for its first code. `uri` holds its secret, for the QR code. */
export type NewApp = { factorId: string; uri: string }

/**
 * Begins to set up an authenticator app. One that was begun before and never finished is dropped.
 * @param brand the name that the app shows
 * @returns the app; refuses `password_wrong`, `rate_limited`, `second_step_again`, `too_many_factors`
 */
export async function beginApp(
  args: RequestArgs,
  actor: Actor,
  brand: string,
  password: string,
): Promise<Result<NewApp>> {
  const owner = await proveOwner(args, actor, password)
  if (!owner.ok) return owner
  const { mfa } = authClient(args)
  const { data: listed, error: unlisted } = await mfa.listFactors()
  if (unlisted) throw unlisted
  for (const { id, status } of listed.all) if (status === 'unverified') await mfa.unenroll({ factorId: id })
  const friendlyName = `Authenticator app ${new Date().toISOString().slice(0, 19)}`
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName, issuer: brand })
  if (error?.code === 'insufficient_aal') return refused('second_step_again')
  if (error?.code === 'too_many_enrolled_mfa_factors') return refused('too_many_factors')
  if (error) throw error
  return ok({ factorId: data.id, uri: data.totp.uri })
}

/**
 * Finishes setting up an app with its first code: this session has passed the second step, and those of the account that have not end.
 * @returns as `finishFactor`; refuses `second_code_wrong`, `second_code_taken`, `rate_limited`
 */
export async function finishApp(
  args: RequestArgs,
  actor: Actor,
  factorId: string,
  typed: string,
): Promise<Result<string[] | null>> {
  const code = plainCode(typed)
  return finishFactor(args, actor, { id: factorId, kind: 'app' }, (auth) =>
    appCode.test(code)
      ? verifyAppCode(auth, actor.id, factorId, code)
      : Promise.resolve(refused('second_code_wrong')),
  )
}

/**
 * Finishes adding a factor. Tries are counted for the account until one is right.
 * @param verify verifies the factor in the session of the Auth client
 * @returns ten recovery codes, to be shown once, with the account's first factor; null with a further one
 */
export async function finishFactor(
  args: RequestArgs,
  actor: Actor,
  factor: { id: string; kind: 'app' | 'passkey' },
  verify: (auth: SupabaseClient['auth']) => Promise<Result<Passed>>,
): Promise<Result<string[] | null>> {
  const limited = await limitTries(actor.id)
  if (limited) return { ok: false, refusal: limited }
  let refusal: Refusal | null = null
  let isFirst = true
  await startSession(args, async (auth) => {
    const verified = await verify(auth)
    if (verified.ok) {
      const factors = verified.value.user?.factors ?? []
      isFirst = factors.filter(({ status }) => status === 'verified').length < 2
      return { data: { session: verified.value }, error: null }
    }
    refusal = verified.refusal
    return { data: { session: null }, error: new Error(verified.refusal.code) as AuthError }
  })
  if (refusal) return { ok: false, refusal }
  await resetAttempts({ limit: 'second_step', subject: actor.id })
  if (isFirst) return ok(await replaceRecoveryCodes(actor, true))
  await recordChange(args, actor, factor.id, `${factor.kind}_added`)
  return ok(null)
}

/**
 * Mails and logs that an app or a passkey came or goes; one that goes takes the sessions along that passed by it.
 * @returns whether this session was one of those
 */
async function recordChange(
  args: RequestArgs,
  actor: Actor,
  factorId: string,
  change: string,
): Promise<boolean> {
  const values = {
    p_user: actor.id,
    p_factor: factorId,
    p_change: change,
    p_session: (await readIdentity(args))?.sessionId ?? null,
  }
  return rpc(serviceClient(), 'record_factor_change', values, z.boolean())
}

/**
 * Removes one app or passkey. The last one takes the second step along.
 * @returns what is left: `off` for no second step, `waits` where this session had passed by what was removed: it has ended, and a
 *   new one waits for its second step, since the password was just given; refuses `password_wrong`, `rate_limited`, `not_found`
 */
export async function removeFactor(
  args: RequestArgs,
  actor: Actor,
  factorId: string,
  password: string,
): Promise<Result<'off' | 'on' | 'waits'>> {
  const owner = await proveOwner(args, actor, password)
  if (!owner.ok) return owner
  const { apps, passkeys } = await readSecondFactor(args)
  const isApp = apps.some(({ id }) => id === factorId)
  if (!isApp && !passkeys.some(({ id }) => id === factorId)) return refused('not_found')
  if (apps.length + passkeys.length === 1) {
    await turnOff(actor)
    return ok('off')
  }
  const isEnded = await recordChange(args, actor, factorId, isApp ? 'app_removed' : 'passkey_removed')
  const { error } = await serviceClient().auth.admin.mfa.deleteFactor({ userId: actor.id, id: factorId })
  if (error) throw error
  if (!isEnded) return ok('on')
  const refusedBy = await startSession(args, (auth) =>
    auth.signInWithPassword({ email: owner.value, password }),
  )
  if (!refusedBy) return ok('on')
  clearSessionCookies(args)
  return ok('waits')
}

/** Gives a person new recovery codes in place of the earlier ones. Refuses `password_wrong`, `rate_limited`. */
export async function renewRecoveryCodes(
  args: RequestArgs,
  actor: Actor,
  password: string,
): Promise<Result<string[]>> {
  const owner = await proveOwner(args, actor, password)
  return owner.ok ? ok(await replaceRecoveryCodes(actor, false)) : owner
}

async function replaceRecoveryCodes(actor: Actor, isFirst: boolean): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () =>
    Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(''),
  )
  const values = { p_user: actor.id, p_hashes: codes.map(hash), p_first: isFirst }
  await rpc(serviceClient(), 'replace_recovery_codes', values, z.unknown())
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

/**
 * Turns the second step off: all apps, passkeys and recovery codes are gone. Refuses `password_wrong`, `rate_limited`.
 */
export async function endSecondStep(
  args: RequestArgs,
  actor: Actor,
  password: string,
): Promise<Refusal | null> {
  const owner = await proveOwner(args, actor, password)
  if (!owner.ok) return owner.refusal
  await turnOff(actor)
  return null
}

async function turnOff(actor: Actor): Promise<void> {
  await deleteFactors(actor.id)
  await rpc(serviceClient(), 'end_second_factor', { p_user: actor.id }, z.unknown())
}

async function deleteFactors(userId: string): Promise<void> {
  const { mfa } = serviceClient().auth.admin
  const { data, error } = await mfa.listFactors({ userId })
  if (error) throw error
  for (const { id } of data.factors) {
    const { error: kept } = await mfa.deleteFactor({ userId, id })
    if (kept) throw kept
  }
}

/**
 * Removes the second step of somebody else, for admins with a recent proof: apps, passkeys and recovery codes are gone, their sessions end.
 * @returns a refusal: password_needed, own_account, reason_required, not_found, nothing_to_change
 * @throws when Supabase Auth does not delete a factor; the call can be repeated
 */
export async function removeSecondStep(
  args: RequestArgs,
  userId: string,
  reason: string,
): Promise<Result<unknown>> {
  const values = { p_user: userId, p_reason: reason }
  const removed = await rpcResult(userClient(args), 'remove_second_factor', values, z.unknown())
  if (removed.ok) await deleteFactors(userId)
  return removed
}
