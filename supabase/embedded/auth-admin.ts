/** Serves what only the secret key may do: accounts, invitations and links. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { jsonResponse, readBody } from './auth-body.ts'
import { parseDuration } from './auth-config.ts'
import { refuse, refuseTakenEmail } from './auth-errors.ts'
import { actionLink, mailToken, putToken, type Slot, safeRedirect, type VerifyType } from './auth-links.ts'
import type { AuthCall, AuthService } from './auth-service.ts'
import { register, saveNewUser } from './auth-signup.ts'
import {
  anyPassword,
  changePassword,
  checkPassword,
  confirmEmail,
  hashPassword,
  mergeMetadata,
  metadataSchema,
  parseEmail,
  putEmailIdentity,
  readUserByEmail,
  readUserById,
  requireUserRow,
  toUser,
  type UserRow,
} from './auth-users.ts'
import type { Db } from './database.ts'

const emptyToUndefined = z
  .string()
  .optional()
  .transform((text) => text || undefined)

const accountSchema = z.object({
  id: z.uuid('ID must conform to the uuid v4 format').optional(),
  email: emptyToUndefined,
  password: emptyToUndefined,
  email_confirm: z.boolean().default(false),
  user_metadata: metadataSchema.nullish(),
  app_metadata: metadataSchema.nullish(),
  ban_duration: emptyToUndefined,
})
type Account = z.output<typeof accountSchema>

/** Handles POST /admin/users. */
export async function createUser(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, accountSchema)
  if (!body.email) {
    return refuse(400, 'validation_failed', 'Cannot create a user without either an email or phone')
  }
  const email = parseEmail(body.email)
  if (body.password) checkPassword(body.password, anyPassword)
  // An empty hash matches no password: signing in compares with an unmatchable hash instead, which takes as long.
  const passwordHash = body.password ? await hashPassword(auth.sql, body.password) : ''
  return auth.sql.begin(async (db) => {
    if (await readUserByEmail(db, email)) refuseTakenEmail()
    const user = { id: body.id, email, passwordHash, userMetadata: body.user_metadata ?? {} }
    const id = await saveNewUser(db, user, 'Database error creating new user')
    if (body.app_metadata) await mergeMetadata(db, id, 'raw_app_meta_data', body.app_metadata)
    if (body.email_confirm) await confirmEmail(db, { id, email })
    await ban(db, id, body.ban_duration)
    return jsonResponse(toUser(await requireUserRow(db, id)))
  })
}

/** Handles GET /admin/users/:id. */
export async function getUser(auth: AuthService, call: AuthCall): Promise<Response> {
  return jsonResponse(toUser(await requireUser(auth.sql, call.id)))
}

/** Handles PUT /admin/users/:id. A new password ends all sessions of the account. */
export async function updateUser(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, accountSchema)
  const email = body.email ? parseEmail(body.email) : null
  if (body.password) checkPassword(body.password, auth.config.passwords)
  const passwordHash = body.password ? await hashPassword(auth.sql, body.password) : null
  return auth.sql.begin(async (db) => {
    const user = await requireUser(db, call.id, true)
    if (email !== null) await setEmail(db, user, email, body)
    if (body.email_confirm) await confirmEmail(db, { id: user.id, email: email ?? user.email })
    if (passwordHash !== null) await changePassword(db, user.id, passwordHash, null)
    if (body.app_metadata) await mergeMetadata(db, user.id, 'raw_app_meta_data', body.app_metadata)
    if (body.user_metadata) await mergeMetadata(db, user.id, 'raw_user_meta_data', body.user_metadata)
    await ban(db, user.id, body.ban_duration)
    // The identities are those from before the change, as Supabase Auth returns them.
    return jsonResponse(toUser({ ...(await requireUserRow(db, user.id)), identities: user.identities }))
  })
}

/**
 * Changes an account's address. Supabase Auth looks for the address's other owner when it creates an account only: otherwise
 * the database's index refuses the change, which becomes a 500.
 */
async function setEmail(db: Db, user: UserRow, email: string, body: Account): Promise<void> {
  await db`
    update auth.users set email = ${email}, is_anonymous = is_anonymous and not ${body.email_confirm},
      updated_at = now() where id = ${user.id}`
  await putEmailIdentity(db, user.id, email, body.email_confirm)
}

async function ban(db: Db, userId: string, duration: string | undefined): Promise<void> {
  if (duration === undefined) return
  const milliseconds = duration === 'none' ? 0 : parseDuration(duration)
  if (milliseconds === null) {
    return refuse(400, 'validation_failed', `invalid format for ban duration: ${duration}`)
  }
  const until = milliseconds === 0 ? null : new Date(Date.now() + milliseconds).toISOString()
  await db`update auth.users set banned_until = ${until}::timestamptz, updated_at = now() where id = ${userId}`
}

const deleteSchema = z.object({ should_soft_delete: z.boolean().default(false) })

/** Handles DELETE /admin/users/:id. */
export async function deleteUser(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, deleteSchema)
  if (body.should_soft_delete) {
    refuse(400, 'validation_failed', 'should_soft_delete is not supported by the embedded stack')
  }
  return auth.sql.begin(async (db) => {
    const user = await requireUser(db, call.id, true)
    // Sessions first, as refreshing locks them first; the tokens' table knows its session but not its user.
    await db`delete from auth.sessions where user_id = ${user.id}`
    await db`delete from auth.refresh_tokens where user_id = ${user.id}`
    try {
      await db`delete from auth.users where id = ${user.id}`
    } catch (error) {
      console.error('[auth] user not deleted:', error instanceof Error ? error.message : error)
      refuse(500, 'unexpected_failure', 'Database error deleting user')
    }
    return jsonResponse({})
  })
}

const pageSchema = z.coerce.number().int().min(1)

/** Handles GET /admin/users?page=&per_page=: newest first. */
export async function listUsers(auth: AuthService, call: AuthCall): Promise<Response> {
  const query = call.url.searchParams
  const page = pageSchema.safeParse(query.get('page') || 1)
  const perPage = pageSchema.max(1000).safeParse(query.get('per_page') || 50)
  if (!page.success || !perPage.success) return refuse(400, 'validation_failed', 'Bad Pagination Parameters')
  const [ids, [count]] = await Promise.all([
    auth.sql<{ id: string }[]>`
      select id from auth.users order by created_at desc, id
      limit ${perPage.data} offset ${(page.data - 1) * perPage.data}`,
    auth.sql<{ total: number }[]>`select count(*)::int as total from auth.users`,
  ])
  const users = await Promise.all(ids.map(({ id }) => readUserById(auth.sql, id)))
  const total = count?.total ?? 0
  const last = Math.max(1, Math.ceil(total / perPage.data))
  const link = (to: number, rel: string) =>
    `<${auth.issuer}/admin/users?page=${to}&per_page=${perPage.data}>; rel="${rel}"`
  const links = page.data < last ? [link(page.data + 1, 'next'), link(last, 'last')] : [link(last, 'last')]
  return jsonResponse(
    // The list leaves the identities out, as hosted does.
    {
      users: users.flatMap((user) => (user ? [{ ...toUser(user), identities: null }] : [])),
      aud: 'authenticated',
    },
    { 'x-total-count': String(total), link: links.join(', ') },
  )
}

async function requireUser(db: Db, id: string, lock = false): Promise<UserRow> {
  if (!z.uuid().safeParse(id).success) refuse(404, 'validation_failed', 'user_id must be an UUID')
  return (await readUserById(db, id, lock)) ?? refuse(404, 'user_not_found', 'User not found')
}

const inviteSchema = z.object({ email: z.string().default(''), data: metadataSchema.nullish() })

/** Handles POST /invite: makes an account without a password and mails its owner a link. */
export async function invite(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, inviteSchema)
  const email = parseEmail(body.email)
  return auth.sql.begin(async (db) => {
    const user = await putInvited(db, email, body.data ?? {})
    await mailToken(auth, db, user, {
      kind: 'invite',
      type: 'invite',
      slot: 'confirmation',
      to: email,
      redirectTo: call.url.searchParams.get('redirect_to'),
    })
    return jsonResponse(toUser(await requireUserRow(db, user.id)))
  })
}

/** Returns the account of an invited person, made if need be. @throws AuthRefusal when it is confirmed already. */
async function putInvited(db: Db, email: string, data: z.output<typeof metadataSchema>): Promise<UserRow> {
  const existing = await readUserByEmail(db, email, true)
  if (existing?.email_confirmed_at) refuseTakenEmail()
  const newUser = { email, passwordHash: '', userMetadata: data }
  const id = existing?.id ?? (await saveNewUser(db, newUser, 'Database error saving new user'))
  await db`update auth.users set invited_at = now() where id = ${id}`
  return requireUserRow(db, id)
}

const linkSchema = z.object({
  type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']),
  email: z.string().default(''),
  new_email: z.string().default(''),
  password: z.string().default(''),
  data: metadataSchema.nullish(),
  redirect_to: z.string().nullish(),
})
type LinkOrder = z.output<typeof linkSchema>

/** Handles POST /admin/generate_link: the link that a mail would hold, without sending one. */
export async function generateLink(auth: AuthService, call: AuthCall): Promise<Response> {
  const body = await readBody(call.request, linkSchema)
  const email = parseEmail(body.email)
  return auth.sql.begin(async (db) => {
    const existing = await readUserByEmail(db, email, true)
    const { user, type, slot } = await prepareLink(auth, db, existing, email, body)
    const token = await putToken(db, user.id, slot)
    const verifyType: VerifyType =
      type === 'email_change_current' || type === 'email_change_new' ? 'email_change' : type
    const redirectTo = safeRedirect(auth, body.redirect_to ?? call.url.searchParams.get('redirect_to'))
    return jsonResponse({
      ...toUser(await requireUserRow(db, user.id)),
      action_link: actionLink(auth, token, verifyType, redirectTo),
      email_otp: '',
      hashed_token: token,
      verification_type: type,
      redirect_to: redirectTo,
    })
  })
}

type PreparedLink = { user: UserRow; type: LinkOrder['type']; slot: Slot }

async function prepareLink(
  auth: AuthService,
  db: Db,
  existing: UserRow | null,
  email: string,
  body: LinkOrder,
): Promise<PreparedLink> {
  const data = body.data ?? {}
  switch (body.type) {
    case 'invite':
      return { user: await putInvited(db, email, data), type: 'invite', slot: 'confirmation' }
    case 'signup':
      if (existing?.email_confirmed_at) refuseTakenEmail()
      if (!existing && body.password === '') {
        refuse(400, 'validation_failed', 'Signup requires a valid password')
      }
      return { user: existing ?? (await add(body.password)), type: 'signup', slot: 'confirmation' }
    case 'magiclink':
      if (!existing) {
        return {
          user: await add(randomBytes(32).toString('base64url')),
          type: 'signup',
          slot: 'confirmation',
        }
      }
      return { user: existing, type: 'magiclink', slot: 'recovery' }
    case 'recovery':
      return { user: existing ?? refuseUnknown(), type: 'recovery', slot: 'recovery' }
    default: {
      const user = existing ?? refuseUnknown()
      const newEmail = parseEmail(body.new_email)
      if (await readUserByEmail(db, newEmail)) refuseTakenEmail()
      await db`
        update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0 where id = ${user.id}`
      return { user, type: body.type, slot: body.type }
    }
  }

  async function add(password: string): Promise<UserRow> {
    checkPassword(password, auth.config.passwords)
    const passwordHash = await hashPassword(db, password)
    return requireUserRow(db, await register(auth, db, { email, passwordHash, userMetadata: data }))
  }
}

function refuseUnknown(): never {
  return refuse(404, 'user_not_found', 'User with this email not found')
}
