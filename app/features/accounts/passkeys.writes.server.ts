import type { AuthError, MFAVerifyWebauthnParams, SupabaseClient } from '@supabase/supabase-js'
import { ok, type Refusal, type Result, refused } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { readEnv } from '#server/env.server.ts'
import { proveOwner } from '#server/proof.server.ts'
import { countAttempt } from '#server/rate-limit.server.ts'
import { authClient, type RequestArgs } from '#server/session.server.ts'
import { type PasskeyChallenge, type PasskeyOptions, passkeyOptionsSchema } from './accounts.types.ts'
import { finishFactor, inWaitingSession, type Passed, passSecondStep } from './second-step.writes.server.ts'

/** Passkeys as the second step of signing in: asking a device for one, taking what it answers, adding one. */

/** Response of a device to a challenge. Supabase Auth checks it. */
export type PasskeyAnswer = { factorId: string; challengeId: string; credential: object }

/** The host and the origin that passkeys belong to: the site's own, whatever the browser says. */
function relyingParty() {
  const { hostname, origin } = new URL(readEnv().SITE_URL)
  return { rpId: hostname, rpOrigins: [origin] }
}

/** Converts the options that supabase-js gives a browser back to JSON. */
function plainOptions(options: object): PasskeyOptions {
  const text = JSON.stringify(options, (_, value: unknown) =>
    value instanceof ArrayBuffer ? Buffer.from(value).toString('base64url') : value,
  )
  return passkeyOptionsSchema.parse(JSON.parse(text))
}

/** Returns why Supabase Auth did not take an answer. @throws when it can't be reached */
function refusalOf(error: AuthError): Refusal {
  switch (error.code) {
    case 'mfa_challenge_expired':
    case 'mfa_ip_address_mismatch':
    case 'mfa_factor_not_found':
      return refused('passkey_expired').refusal
    case 'mfa_webauthn_enroll_not_enabled':
    case 'mfa_webauthn_verify_not_enabled':
      return refused('passkeys_off').refusal
    case 'mfa_factor_name_conflict':
      return refused('passkey_name_taken').refusal
    case 'too_many_enrolled_mfa_factors':
      return refused('too_many_factors').refusal
    case 'insufficient_aal':
      return refused('second_step_again').refusal
  }
  if (error.status === 429) return refused('rate_limited', { retry_after_seconds: 300 }).refusal
  // Hosted Supabase answers 500 to a signature that is wrong; other numbers above mean that it is not there.
  if ((error.status ?? 503) > 500) throw error
  return refused('passkey_failed').refusal
}

async function challenge(auth: SupabaseClient['auth'], factorId: string): Promise<Result<PasskeyChallenge>> {
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn: relyingParty() })
  if (error) return { ok: false, refusal: refusalOf(error) }
  const options = plainOptions(data.webauthn.credential_options.publicKey)
  return ok({ factorId, challengeId: data.id, options })
}

async function verify(
  auth: SupabaseClient['auth'],
  type: 'create' | 'request',
  { factorId, challengeId, credential }: PasskeyAnswer,
): Promise<Result<Passed>> {
  // supabase-js wants the browser's object, of which it sends what its toJSON gives.
  const webauthn = { type, credential_response: { toJSON: () => credential }, ...relyingParty() }
  const params = { factorId, challengeId, webauthn } as unknown as MFAVerifyWebauthnParams
  const { data, error } = await auth.mfa.verify(params)
  return error ? { ok: false, refusal: refusalOf(error) } : ok(data)
}

/**
 * Asks for one of the passkeys of the person whose sign-in waits in this browser.
 * @returns the challenge for the device; refuses `second_step_over`, `passkeys_off`, `rate_limited`
 */
export async function challengePasskey(args: RequestArgs): Promise<Result<PasskeyChallenge>> {
  if (!readEnv().passkeys) return refused('passkeys_off')
  let asked: Result<PasskeyChallenge> = refused('second_step_over')
  const refusal = await inWaitingSession(args, async ({ auth, session, userId }) => {
    const limited = await countAttempt({ limit: 'passkey_challenge', subject: userId })
    if (limited) return { ok: false, refusal: limited }
    const passkey = session.user.factors?.find(
      ({ status, factor_type }) => status === 'verified' && factor_type === 'webauthn',
    )
    if (!passkey) return refused('passkey_failed')
    asked = await challenge(auth, passkey.id)
    return asked.ok ? ok(null) : asked
  })
  return refusal ? { ok: false, refusal } : asked
}

/**
 * Takes the second step with a passkey.
 * @returns the person; refuses `second_step_over`, `passkey_failed`, `passkey_expired`, `passkeys_off` and `rate_limited`
 */
export async function takePasskeyStep(args: RequestArgs, answer: PasskeyAnswer): Promise<Result<Actor>> {
  if (!readEnv().passkeys) return refused('passkeys_off')
  return passSecondStep(args, ({ auth }) => verify(auth, 'request', answer))
}

/**
 * Begins to add a passkey. One that was begun before and never finished is dropped.
 * @param name what the person calls it
 * @returns the challenge for the device; refuses `password_wrong`, `rate_limited`, `passkeys_off`, `passkey_name_taken`,
 *   `too_many_factors`, `second_step_again`
 */
export async function beginPasskey(
  args: RequestArgs,
  actor: Actor,
  name: string,
  password: string,
): Promise<Result<PasskeyChallenge>> {
  if (!readEnv().passkeys) return refused('passkeys_off')
  const owner = await proveOwner(args, actor, password)
  if (!owner.ok) return owner
  const auth = authClient(args)
  const { data: listed, error: unlisted } = await auth.mfa.listFactors()
  if (unlisted) throw unlisted
  for (const { id, status } of listed.all)
    if (status === 'unverified') await auth.mfa.unenroll({ factorId: id })
  const { data, error } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: name })
  if (error) return { ok: false, refusal: refusalOf(error) }
  return challenge(auth, data.id)
}

/**
 * Adds a passkey with what the device answered.
 * @returns ten recovery codes with the account's first factor, else null; refuses `passkey_failed`, `passkey_expired`,
 *   `passkeys_off`, `rate_limited`
 */
export async function finishPasskey(
  args: RequestArgs,
  actor: Actor,
  answer: PasskeyAnswer,
): Promise<Result<string[] | null>> {
  if (!readEnv().passkeys) return refused('passkeys_off')
  return finishFactor(args, actor, { id: answer.factorId, kind: 'passkey' }, (auth) =>
    verify(auth, 'create', answer),
  )
}
