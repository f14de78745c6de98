import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { resetAccountsSchema } from '#features/mail/mail.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { openTestUsers } from './test-users.ts'

/** Links to choose a new password: whom they are for, how long they live, and that they work once. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const usedSchema = z.object({ userId: z.uuid(), email: z.string() })
type Member = { id: string; email: string; username: string }
let mia: Member

async function newMember(email?: string, contact?: string): Promise<Member> {
  const username = `mia_${randomUUID().slice(0, 8)}`
  const address = email ?? `${username}@example.com`
  const { data, error } = await service.auth.admin.createUser({
    email: address,
    password: 'Tassa-4-drums',
    email_confirm: true,
    app_metadata: { username, display_name: 'Mia', contact_email: contact ?? address },
  })
  if (error) throw error
  return { id: data.user.id, email: address, username }
}

async function addReset(userId: string, email: string): Promise<string> {
  const token = makeToken()
  const added = await service.rpc('add_link', {
    p_purpose: 'password_reset',
    p_subject: userId,
    p_token_hash: hashToken(token),
    p_payload: { email },
  })
  expect(added.error).toBeNull()
  return token
}

const spend = (token: string) => service.rpc('use_password_reset', { p_token_hash: hashToken(token) })
const refusedAs = (code: string) => expect.objectContaining({ code: 'refused', message: code })

beforeAll(async () => {
  mia = await newMember()
})
afterAll(() => users.close())

test('an address is looked up without regard to case, and its own account comes before those that only claim it', async () => {
  const claims = await newMember(`${randomUUID()}@pending.invalid`, mia.email)
  const { data } = await service.rpc('read_reset_accounts', { p_email: mia.email.toUpperCase() })
  expect(resetAccountsSchema.parse(data).map(({ userId }) => userId)).toEqual([mia.id, claims.id])
  expect((await service.rpc('read_reset_accounts', { p_email: 'nobody@example.com' })).data).toEqual([])
})

test('deactivated accounts and those without a username get none', async () => {
  const deleted = await newMember()
  await sql`update public.profiles set deactivated_at = now() where id = ${deleted.id}`
  expect((await service.rpc('read_reset_accounts', { p_email: deleted.email })).data).toEqual([])
  const nameless = `${randomUUID()}@example.com`
  await service.auth.admin.createUser({ email: nameless, email_confirm: true })
  expect((await service.rpc('read_reset_accounts', { p_email: nameless })).data).toEqual([])
})

test('a link works once, and ends the others of its account', async () => {
  const [first, second] = [await addReset(mia.id, mia.email), await addReset(mia.id, mia.email)]
  expect((await service.rpc('read_password_reset', { p_token_hash: hashToken(first) })).data).toMatchObject({
    username: mia.username,
  })
  const results = await Promise.all(Array.from({ length: 6 }, () => spend(second)))
  const won = results.filter(({ error }) => error === null)
  expect(won).toHaveLength(1)
  expect(usedSchema.parse(won[0]?.data)).toEqual({ userId: mia.id, email: mia.email })
  expect((await spend(first)).error).toEqual(refusedAs('reset_link_ended'))
  expect((await service.rpc('read_password_reset', { p_token_hash: hashToken(first) })).data).toBeNull()
})

test('two links of one account used at the same time: one sets the password, the other has ended', async () => {
  const person = await newMember()
  for (let round = 0; round < 4; round++) {
    const tokens = [await addReset(person.id, person.email), await addReset(person.id, person.email)]
    const responses = await Promise.all(tokens.map(spend))
    expect(responses.map(({ error }) => error).filter((error) => error !== null)).toEqual([
      refusedAs('reset_link_ended'),
    ])
  }
})

test('a link for something else sets no password', async () => {
  const token = makeToken()
  const person = await newMember()
  await sql`insert into private.one_time_links ${sql({
    token_hash: hashToken(token),
    purpose: 'email_undo',
    is_single: true,
    subject_id: person.id,
    user_id: person.id,
    expires_at: new Date(Date.now() + 60_000),
  })}`
  expect((await service.rpc('read_password_reset', { p_token_hash: hashToken(token) })).data).toBeNull()
  expect((await spend(token)).error).toEqual(refusedAs('reset_link_ended'))
})

test('a link lives for 30 minutes, and the database keeps its hash only', async () => {
  const token = await addReset(mia.id, mia.email)
  const [row] = await sql`
    select token_hash, extract(epoch from expires_at - created_at)::int as life from private.one_time_links
    where user_id = ${mia.id} and used_at is null`
  expect(row?.token_hash).toBe(hashToken(token))
  expect(row?.life).toBe(1800)
  await sql`update private.one_time_links set expires_at = now() where user_id = ${mia.id}`
  expect((await spend(token)).error).toEqual(refusedAs('reset_link_ended'))
})

test('using it proves the mailbox, and removes identities connected before', async () => {
  const person = await newMember()
  await sql`insert into private.firebase_identities ${sql({ issuer: 'https://securetoken.google.com/x', subject: randomUUID(), user_id: person.id })}`
  expect((await spend(await addReset(person.id, person.email))).error).toBeNull()
  const [after] = await sql`
    select p.email_verified_at is not null as proven,
      (select count(*)::int from private.firebase_identities i where i.user_id = p.id) as connected
    from public.profiles p where p.id = ${person.id}`
  expect(after).toEqual({ proven: true, connected: 0 })
})

test('an address that is only claimed is not proven by it', async () => {
  const person = await newMember(`${randomUUID()}@pending.invalid`, `${randomUUID()}@example.com`)
  expect((await spend(await addReset(person.id, 'other@example.com'))).error).toBeNull()
  const [after] = await sql`select email_verified_at from public.profiles where id = ${person.id}`
  expect(after?.email_verified_at).toBeNull()
})

test('requesting a link does the same work with and without an account', async () => {
  const unknown = `${randomUUID()}@example.com`
  for (const email of [mia.email, unknown]) {
    expect((await service.rpc('queue_password_reset', { p_email: email })).error).toBeNull()
    const rows = await sql`select kind, payload from private.mail_outbox where recipient = ${email}`
    expect(rows.map((row) => ({ ...row }))).toEqual([{ kind: 'password_reset', payload: {} }])
  }
})
