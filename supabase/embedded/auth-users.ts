/** Reads and writes accounts of the auth service: rows of `auth.users` and `auth.identities`, and the JSON that clients see. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { PasswordRules } from './auth-config.ts'
import { AuthRefusal, refuse } from './auth-errors.ts'
import type { Db, Statement } from './database.ts'

/** Limits metadata, in characters; it is in every access token, which must fit into a header. */
const longestMetadata = 4096

/** Parses JSON that may be stored about an account. */
export const metadataSchema = z
  .record(z.string(), z.json())
  .refine((data) => JSON.stringify(data).length <= longestMetadata, 'Metadata is too large')
export type Metadata = z.output<typeof metadataSchema>

type Instant = Date | string | null

type IdentityRow = {
  id: string
  provider: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  email: string | null
  last_sign_in_at: Instant
  created_at: Instant
  updated_at: Instant
}

/** Describes a row of `auth.mfa_factors`. `last_totp_step` is a bigint, which the driver gives as text. */
export type FactorRow = {
  id: string
  friendly_name: string | null
  factor_type: string
  status: string
  created_at: Instant
  updated_at: Instant
  last_challenged_at: Instant
  last_totp_step: string | number | null
  web_authn_aaguid: string | null
  last_webauthn_challenge_data: unknown
}

/** Describes a row of `auth.users` with its identities. Empty texts stand for "none", as on hosted. */
export type UserRow = {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Instant
  confirmed_at: Instant
  invited_at: Instant
  confirmation_token: string | null
  confirmation_sent_at: Instant
  recovery_token: string | null
  recovery_sent_at: Instant
  email_change: string | null
  email_change_token_new: string | null
  email_change_token_current: string | null
  email_change_sent_at: Instant
  email_change_confirm_status: number
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  banned_until: Instant
  is_anonymous: boolean
  last_sign_in_at: Instant
  created_at: Instant
  updated_at: Instant
  identities: IdentityRow[]
  factors: FactorRow[]
}

/** Reads one account by a condition on `u`; with `lock` no other transaction can change it until this one ends. */
export async function readUser(db: Db, where: Statement, lock = false): Promise<UserRow | null> {
  const [row] = await db<UserRow[]>`
    select u.*, coalesce((
      select json_agg(i order by i.created_at) from auth.identities i where i.user_id = u.id
    ), '[]') as identities, coalesce((
      select json_agg(to_jsonb(f) - '{secret,web_authn_credential}'::text[] order by f.created_at) from auth.mfa_factors f where f.user_id = u.id
    ), '[]') as factors
    from auth.users u where ${where} ${lock ? db`for update of u` : db``}`
  return row ?? null
}

export function readUserById(db: Db, id: string, lock = false): Promise<UserRow | null> {
  return readUser(db, db`u.id = ${id}`, lock)
}

/** @param email lower-case, as `parseEmail` returns it */
export function readUserByEmail(db: Db, email: string, lock = false): Promise<UserRow | null> {
  return readUser(db, db`u.email = ${email}`, lock)
}

/** Reads an account that is known to exist: the caller holds its lock or has just written it. */
export async function requireUserRow(db: Db, id: string): Promise<UserRow> {
  const user = await readUserById(db, id)
  return user ?? refuse(404, 'user_not_found', 'User not found')
}

/** Builds the account as every endpoint returns it, without secrets. */
export function toUser(row: UserRow) {
  const instants = {
    invited_at: row.invited_at,
    email_confirmed_at: row.email_confirmed_at,
    confirmed_at: row.confirmed_at,
    confirmation_sent_at: row.confirmation_sent_at,
    recovery_sent_at: row.recovery_sent_at,
    email_change_sent_at: row.email_change_sent_at,
    last_sign_in_at: row.last_sign_in_at,
    banned_until: row.banned_until,
  }
  return {
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email ?? '',
    phone: '',
    ...Object.fromEntries(
      Object.entries(instants).flatMap(([key, value]) => (value ? [[key, toIso(value)]] : [])),
    ),
    ...(row.email_change ? { new_email: row.email_change } : {}),
    app_metadata: row.raw_app_meta_data ?? {},
    user_metadata: row.raw_user_meta_data ?? {},
    identities: row.identities.map((identity) => ({
      identity_id: identity.id,
      id: identity.provider_id,
      user_id: identity.user_id,
      identity_data: identity.identity_data,
      provider: identity.provider,
      last_sign_in_at: toIso(identity.last_sign_in_at),
      created_at: toIso(identity.created_at),
      updated_at: toIso(identity.updated_at),
      email: identity.email ?? '',
    })),
    ...(row.factors.length > 0 ? { factors: row.factors.map(toFactor) } : {}),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    is_anonymous: row.is_anonymous,
  }
}

/** Builds a factor as clients see it: without its secret, but with what a passkey was last asked for and answered, as on hosted. */
export function toFactor(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: toIso(factor.created_at),
    updated_at: toIso(factor.updated_at),
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    last_challenged_at: toIso(factor.last_challenged_at),
    ...(factor.web_authn_aaguid ? { web_authn_aaguid: factor.web_authn_aaguid } : {}),
    ...(factor.last_webauthn_challenge_data
      ? { last_webauthn_challenge_data: factor.last_webauthn_challenge_data }
      : {}),
  }
}

/** Returns the milliseconds since 1970 of an instant as the driver gives it, or null. */
export function toTime(instant: Instant): number | null {
  return instant === null ? null : new Date(instant).getTime()
}

function toIso(instant: Instant): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

export function isBanned(row: Pick<UserRow, 'banned_until'>): boolean {
  return (toTime(row.banned_until) ?? 0) > Date.now()
}

export type NewUser = {
  id?: string | undefined
  email: string | null
  passwordHash: string
  userMetadata: Metadata
  isAnonymous?: boolean
}

/**
 * Stores an account and, if it has an address, its e-mail identity. The address is not confirmed yet.
 * @throws AuthRefusal 500 when a trigger of the project refuses the row, as hosted does.
 */
export async function insertUser(db: Db, user: NewUser): Promise<string> {
  const id = user.id ?? randomUUID()
  const appMetadata: Metadata = user.email ? { provider: 'email', providers: ['email'] } : {}
  await db`
    insert into auth.users (id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, is_anonymous)
    values (${id}, 'authenticated', 'authenticated', ${user.email}, ${user.passwordHash}, ${db.json(appMetadata)},
      ${db.json(user.userMetadata)}, ${user.isAnonymous ?? false})`
  if (user.email) await putEmailIdentity(db, id, user.email, false)
  return id
}

/** Creates or updates the e-mail identity of an account; its provider becomes `email`. */
export async function putEmailIdentity(
  db: Db,
  userId: string,
  email: string,
  verified: boolean,
): Promise<void> {
  const data: Metadata = { sub: userId, email, email_verified: verified, phone_verified: false }
  await db`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
    values (${randomUUID()}, 'email', ${userId}, ${userId}, ${db.json(data)}, now())
    on conflict (provider, provider_id) do update
      set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`
  await mergeMetadata(db, userId, 'raw_app_meta_data', { provider: 'email', providers: ['email'] })
}

/** Marks the address as confirmed, keeping the time of an earlier confirmation, and spends its link. */
export async function confirmEmail(db: Db, user: Pick<UserRow, 'id' | 'email'>): Promise<void> {
  await db`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), confirmation_token = '',
      updated_at = now() where id = ${user.id}`
  await mergeMetadata(db, user.id, 'raw_user_meta_data', { email_verified: true })
  if (user.email) await putEmailIdentity(db, user.id, user.email, true)
}

/** Changes the named keys of a metadata column; a key with null goes away. */
export async function mergeMetadata(
  db: Db,
  userId: string,
  column: 'raw_app_meta_data' | 'raw_user_meta_data',
  changes: Metadata,
): Promise<void> {
  const removed = Object.keys(changes).filter((key) => changes[key] === null)
  await db`
    update auth.users set ${db(column)} = (coalesce(${db(column)}, '{}') || ${db.json(changes)}) - ${removed}::text[],
      updated_at = now() where id = ${userId}`
}

/** Sets the cost of bcrypt: hosted's, or that of AUTH_HASH_COST for tests, which make hundreds of accounts. */
export const hashCost = z.coerce
  .number()
  .int()
  .min(4)
  .max(31)
  .parse(process.env.AUTH_HASH_COST || 10)

/** Returns the bcrypt hash of a password, computed inside Postgres so that this process stays responsive. */
export async function hashPassword(db: Db, password: string): Promise<string> {
  const [row] = await db<{ hash: string }[]>`
    select extensions.crypt(${password}, extensions.gen_salt('bf', ${hashCost})) as hash`
  if (!row) throw new Error('Postgres gave no password hash')
  return row.hash
}

/** Returns whether `password` is the account's. */
export async function isPasswordOf(db: Db, userId: string, password: string): Promise<boolean> {
  const [row] = await db<{ same: boolean }[]>`
    select coalesce(encrypted_password, '') <> ''
      and extensions.crypt(${password}, encrypted_password) = encrypted_password as same
    from auth.users where id = ${userId}`
  return row?.same === true
}

/**
 * Stores a new password, spends every link that was sent before, and ends all sessions but `keepSession`.
 * @param keepSession the session to keep, or null to end them all
 */
export async function changePassword(
  db: Db,
  userId: string,
  passwordHash: string,
  keepSession: string | null,
): Promise<void> {
  await db`
    update auth.users set encrypted_password = ${passwordHash}, confirmation_token = '', recovery_token = '',
      email_change_token_new = '', email_change_token_current = '', confirmation_sent_at = null,
      recovery_sent_at = null, email_change_sent_at = null, updated_at = now()
    where id = ${userId}`
  await db`delete from auth.sessions where user_id = ${userId} and id is distinct from ${keepSession}::uuid`
}

/** Limits passwords to the bytes that bcrypt reads. */
const longestPassword = 72

/** Holds the rules for the password of an account made with the secret key: only its greatest length counts. */
export const anyPassword: PasswordRules = { minimumLength: 0, characterSets: [] }

/** @throws AuthRefusal for a password that is too long, or weaker than the rules allow. */
export function checkPassword(password: string, rules: PasswordRules): void {
  if (Buffer.byteLength(password) > longestPassword) {
    refuse(400, 'validation_failed', `Password cannot be longer than ${longestPassword} characters`)
  }
  const { minimumLength, characterSets } = rules
  const weak: Record<string, string> = {}
  if ([...password].length < minimumLength) {
    weak.length = `Password should be at least ${minimumLength} characters.`
  }
  if (!characterSets.every((set) => [...set].some((character) => password.includes(character)))) {
    weak.characters = `Password should contain at least one character of each: ${characterSets.join(', ')}.`
  }
  const reasons = Object.keys(weak)
  if (reasons.length > 0) throw new AuthRefusal(422, 'weak_password', Object.values(weak).join(' '), reasons)
}

const emailSchema = z.email().max(255)

/** Returns the address in lower case. @throws AuthRefusal when it is none. */
export function parseEmail(email: string): string {
  if (email === '') refuse(400, 'validation_failed', 'An email address is required')
  const parsed = emailSchema.safeParse(email.trim())
  if (!parsed.success) refuse(400, 'validation_failed', 'Unable to validate email address: invalid format')
  return parsed.data.toLowerCase()
}
