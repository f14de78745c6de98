/** Enrolls second factors (authenticator apps and passkeys), challenges and verifies them, and removes them. */
import { randomUUID } from 'node:crypto'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { requireSession } from './auth-account.ts'
import { jsonResponse, readBody } from './auth-body.ts'
import { refuse } from './auth-errors.ts'
import type { AuthCall, AuthService } from './auth-service.ts'
import { passSecondStep } from './auth-sessions.ts'
import { type FactorRow, readUserById, toFactor } from './auth-users.ts'
import {
  checkAssertion,
  checkAttestation,
  creationOptions,
  namedCredential,
  readCredential,
  relyingPartySchema,
  requestOptions,
  requireRelyingParty,
  type WebauthnChallenge,
  webauthnChallengeSchema,
  webauthnResponseSchema,
} from './auth-webauthn.ts'
import type { Db } from './database.ts'
import { matchTotp, newTotpSecret } from './totp.ts'

/** Limits the factors of one account, verified or not, as on hosted. */
const mostFactors = 10
/** Sets how long an unverified factor is kept, and how long a challenge lives. */
const keptFor = '5 minutes'

/** Names the kinds of factors in messages. */
const kinds = {
  totp: { name: 'TOTP', wrong: 'Invalid TOTP code entered' },
  webauthn: { name: 'WebAuthn', wrong: 'Invalid WebAuthn response' },
}

const enrollSchema = z.object({
  friendly_name: z.string().max(200).default(''),
  factor_type: z.string().default(''),
  issuer: z.string().max(200).default(''),
})

/** Handles POST /factors: adds a factor that counts once it was verified. Authenticator apps and passkeys are supported. */
export async function enrollFactor(auth: AuthService, call: AuthCall): Promise<Response> {
  const { user, aal } = await requireSession(auth, call)
  const { friendly_name, factor_type, issuer } = await readBody(call.request, enrollSchema)
  if (factor_type === 'phone') {
    refuse(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  }
  if (factor_type !== 'totp' && factor_type !== 'webauthn') {
    return refuse(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  }
  const { name } = kinds[factor_type]
  if (!auth.config[factor_type].enroll) {
    refuse(422, `mfa_${factor_type}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`)
  }
  const secret = factor_type === 'totp' ? newTotpSecret() : null
  const id = randomUUID()
  await auth.sql.begin(async (db) => {
    await readUserById(db, user.id, true)
    await db`
      delete from auth.mfa_factors
      where user_id = ${user.id} and status = 'unverified' and created_at < now() - ${keptFor}::interval`
    const factors = await db<FactorRow[]>`select * from auth.mfa_factors where user_id = ${user.id}`
    if (factors.some((factor) => factor.friendly_name === friendly_name)) {
      refuse(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name ${JSON.stringify(friendly_name)} for this user already exists`,
      )
    }
    if (factors.length >= mostFactors) {
      const message = 'Maximum number of verified factors reached, unenroll to continue'
      refuse(422, 'too_many_enrolled_mfa_factors', message)
    }
    if (factors.some(({ status }) => status === 'verified') && aal !== 'aal2') {
      refuse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    }
    await db`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
      values (${id}, ${user.id}, ${friendly_name}, ${factor_type}, 'unverified', now(), now(), ${secret})`
  })
  if (secret === null) return jsonResponse({ id, type: factor_type, friendly_name })
  const uri = keyUri(issuer || new URL(auth.siteUrl).host, user.email ?? '', secret)
  const totp = { qr_code: renderSVG(uri), secret, uri }
  return jsonResponse({ id, type: factor_type, friendly_name, totp })
}

/** Builds the address that authenticator apps read from the QR code. */
function keyUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({ algorithm: 'SHA1', digits: '6', issuer, period: '30', secret })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}

type OwnFactor = FactorRow & { secret: string; web_authn_credential: unknown }

/** Reads a factor of the caller, locked. @throws AuthRefusal 404 for one that is unknown or somebody else's. */
async function requireFactor(db: Db, userId: string, id: string): Promise<OwnFactor> {
  if (!z.uuid().safeParse(id).success) refuse(404, 'validation_failed', 'factor_id must be an UUID')
  const [factor] = await db<OwnFactor[]>`
    select * from auth.mfa_factors where id = ${id} and user_id = ${userId} for update`
  return factor ?? refuse(404, 'mfa_factor_not_found', 'Factor not found')
}

/** Returns the kind of a factor. @throws AuthRefusal 422 when factors of its kind can't be verified. */
function requireVerifiable(auth: AuthService, { factor_type }: FactorRow): keyof typeof kinds {
  const kind = factor_type === 'webauthn' ? 'webauthn' : 'totp'
  if (!auth.config[kind].verify) {
    refuse(422, `mfa_${kind}_verify_not_enabled`, `MFA verification is disabled for ${kinds[kind].name}`)
  }
  return kind
}

/** Reads the passkeys of an account that count. */
async function readPasskeys(db: Db, userId: string) {
  const rows = await db<OwnFactor[]>`
    select * from auth.mfa_factors
    where user_id = ${userId} and factor_type = 'webauthn' and status = 'verified' order by created_at`
  return rows.map((factor) => ({ factor, credential: readCredential(factor.web_authn_credential) }))
}

const challengeSchema = z.object({ webauthn: relyingPartySchema.default({}) })

/** Handles POST /factors/:id/challenge. A passkey gets options for the browser; any passkey of the account may answer them. */
export async function challengeFactor(auth: AuthService, call: AuthCall): Promise<Response> {
  const { user } = await requireSession(auth, call)
  const body = await readBody(call.request, challengeSchema)
  const id = randomUUID()
  return auth.sql.begin(async (db) => {
    const factor = await requireFactor(db, user.id, call.id)
    const kind = requireVerifiable(auth, factor)
    await db`
      delete from auth.mfa_challenges where factor_id = ${factor.id} and created_at < now() - ${keptFor}::interval`
    let webauthn: {
      type: WebauthnChallenge['type']
      credential_options: { publicKey: { challenge: string } }
    } | null = null
    if (kind === 'webauthn') {
      requireRelyingParty(auth, body.webauthn)
      const credentials = (await readPasskeys(db, user.id)).map(({ credential }) => credential)
      webauthn =
        factor.status === 'verified'
          ? { type: 'request', credential_options: { publicKey: await requestOptions(auth, credentials) } }
          : {
              type: 'create',
              credential_options: { publicKey: await creationOptions(auth, user, credentials) },
            }
    }
    const signed = webauthn && {
      type: webauthn.type,
      challenge: webauthn.credential_options.publicKey.challenge,
    }
    const [row] = await db<{ expires_at: number }[]>`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data)
      values (${id}, ${factor.id}, now(), '127.0.0.1', ${signed && db.json(signed)})
      returning extract(epoch from created_at + ${keptFor}::interval)::int as expires_at`
    await db`update auth.mfa_factors set last_challenged_at = now() where id = ${factor.id}`
    return jsonResponse({
      id,
      type: factor.factor_type,
      expires_at: row?.expires_at ?? 0,
      ...(webauthn ? { webauthn } : {}),
    })
  })
}

const verifySchema = z.object({
  challenge_id: z.string().default(''),
  code: z.string().default(''),
  webauthn: webauthnResponseSchema.optional(),
})
type VerifyBody = z.output<typeof verifySchema>

/**
 * Handles POST /factors/:id/verify: raises the session to aal2, and ends the account's sessions that are not. A code and a challenge
 * count once, which for codes is stricter than hosted; ten wrong answers in five minutes refuse the next.
 */
export async function verifyFactor(auth: AuthService, call: AuthCall): Promise<Response> {
  const { user, sessionId } = await requireSession(auth, call)
  const body = await readBody(call.request, verifySchema)
  if (sessionId === null) return refuse(403, 'session_not_found', 'A session is required to verify a factor')
  const count = `factor ${call.id}`
  return auth.sql.begin(async (db) => {
    // Verifications of one account follow one another: any of its passkeys may answer the challenge of another, and of many at once
    // each must see the failures of those before it.
    await readUserById(db, user.id, true)
    if (auth.failures.isOver(count)) refuse(429, 'over_request_rate_limit', 'Request rate limit reached')
    const factor = await requireFactor(db, user.id, call.id)
    const kind = requireVerifiable(auth, factor)
    if (kind === 'totp' && body.code === '') refuse(400, 'validation_failed', 'Code needs to be non-empty')
    if (kind === 'webauthn' && !body.webauthn) refuse(400, 'validation_failed', 'WebAuthn config required')
    const sessionData = await requireChallenge(db, factor, body.challenge_id)
    const passed =
      kind === 'totp'
        ? await passTotp(db, factor, body)
        : await passWebauthn(auth, db, user.id, factor, sessionData, body)
    if (!passed) {
      auth.failures.add(count)
      return refuse(422, 'mfa_verification_failed', kinds[kind].wrong)
    }
    await db`
      delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified' and factor_type = ${kind}`
    await db`delete from auth.sessions where user_id = ${user.id} and aal is distinct from 'aal2' and id <> ${sessionId}`
    return jsonResponse(await passSecondStep(auth, db, user.id, sessionId, passed))
  })
}

/** Reads what a challenge that may still be answered stored. @throws AuthRefusal 422 for any other. */
async function requireChallenge(db: Db, factor: FactorRow, id: string): Promise<unknown> {
  const [challenge] = z.uuid().safeParse(id).success
    ? await db<{ verified: boolean; expired: boolean; web_authn_session_data: unknown }[]>`
        select verified_at is not null as verified, created_at < now() - ${keptFor}::interval as expired, web_authn_session_data
        from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id}`
    : []
  if (!challenge) {
    return refuse(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.verified) {
    refuse(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (challenge.expired) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
    refuse(422, 'mfa_challenge_expired', message)
  }
  return challenge.web_authn_session_data
}

/** Takes the code of an app. @returns the factor that passed, null for a wrong code */
async function passTotp(db: Db, factor: OwnFactor, body: VerifyBody): Promise<FactorRow | null> {
  const step = matchTotp(factor.secret, body.code, Date.now())
  const last = factor.last_totp_step === null ? null : Number(factor.last_totp_step)
  if (step === null || (last !== null && step <= last)) return null
  await db`update auth.mfa_challenges set verified_at = now() where id = ${body.challenge_id}`
  await db`
    update auth.mfa_factors set status = 'verified', last_totp_step = ${step}, updated_at = now() where id = ${factor.id}`
  return factor
}

/** Takes what a passkey signed, and uses its challenge up. @returns the factor that passed, null when a check fails */
async function passWebauthn(
  auth: AuthService,
  db: Db,
  userId: string,
  factor: OwnFactor,
  sessionData: unknown,
  { challenge_id, webauthn }: VerifyBody,
): Promise<FactorRow | null> {
  const expected = webauthnChallengeSchema.parse(sessionData)
  requireRelyingParty(auth, webauthn ?? {})
  if (webauthn?.type !== expected.type)
    refuse(400, 'validation_failed', `WebAuthn type must be ${expected.type}`)
  const given = webauthn?.credential_response
  const answered = {
    challenge: { challenge_id, factor_id: factor.id, ip_address: '127.0.0.1' },
    type: expected.type,
    credential_response: z.json().parse(given ?? null),
  }
  let passed: FactorRow | null = null
  if (expected.type === 'create') {
    const checked = factor.status === 'unverified' ? await checkAttestation(auth, expected, given) : null
    if (!checked) return null
    await db`
      update auth.mfa_factors set status = 'verified', updated_at = now(), web_authn_aaguid = ${checked.aaguid},
        web_authn_credential = ${db.json(checked.stored)}, last_webauthn_challenge_data = ${db.json(answered)}
      where id = ${factor.id}`
    passed = factor
  } else {
    const id = namedCredential(given)
    const used = (await readPasskeys(db, userId)).find(({ credential }) => credential.id === id)
    const counter = used ? await checkAssertion(auth, expected, used.credential, given) : null
    if (!used || counter === null) return null
    await db`
      update auth.mfa_factors set updated_at = now(),
        web_authn_credential = jsonb_set(web_authn_credential, '{authenticator,signCount}', to_jsonb(${counter}::bigint)),
        last_webauthn_challenge_data = ${db.json(answered)}
      where id = ${used.factor.id}`
    passed = used.factor
  }
  await db`delete from auth.mfa_challenges where id = ${challenge_id}`
  return passed
}

/** Handles DELETE /factors/:id. One that is verified needs an aal2 session; the sessions that it raised fall back. */
export async function unenrollFactor(auth: AuthService, call: AuthCall): Promise<Response> {
  const { user, aal } = await requireSession(auth, call)
  return auth.sql.begin(async (db) => {
    const factor = await requireFactor(db, user.id, call.id)
    if (factor.status === 'verified' && aal !== 'aal2') {
      refuse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await removeFactor(db, factor.id)
    return jsonResponse({ id: factor.id })
  })
}

async function removeFactor(db: Db, id: string): Promise<void> {
  await db`delete from auth.mfa_factors where id = ${id}`
  await db`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${id}`
}

/** Handles GET /admin/users/:id/factors. */
export async function listFactorsOf(auth: AuthService, call: AuthCall): Promise<Response> {
  const user = await readUserById(auth.sql, call.id)
  return jsonResponse((user ?? refuse(404, 'user_not_found', 'User not found')).factors.map(toFactor))
}

/** Handles DELETE /admin/users/:id/factors/:factor. */
export async function deleteFactorOf(auth: AuthService, call: AuthCall): Promise<Response> {
  return auth.sql.begin(async (db) => {
    const factor = await requireFactor(db, call.id, call.more)
    await removeFactor(db, factor.id)
    return jsonResponse(toFactor(factor))
  })
}
