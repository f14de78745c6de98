import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { emailUndoSchema } from '#features/accounts/accounts.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { type Member, newMember, signIn } from './member.ts'
import { openTestUsers } from './test-users.ts'

/** Taking a change of address back: for how long, how often, and what goes with it. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
const refusedAs = (code: string) => expect.objectContaining({ code: 'refused', message: code })
const undoSchema = z.object({ undoId: z.uuid() })

afterAll(() => users.close())

/** Makes a link and returns its token. */
async function addLink(purpose: string, subject: unknown, payload = {}): Promise<string> {
  const token = makeToken()
  const { data, error } = await service.rpc('add_link', {
    p_purpose: purpose,
    p_subject: subject,
    p_token_hash: hashToken(token),
    p_payload: payload,
  })
  expect([typeof data, error]).toEqual(['string', null])
  return token
}

/** Asks for another address and returns the token of the link that confirms it. */
async function requestChange(person: Member, to: string): Promise<string> {
  await service.rpc('queue_email_change', { p_user: person.id, p_email: to })
  const [mail] = await sql`
    select subject_id from private.mail_outbox where kind = 'email_change' and recipient = ${to}`
  return addLink('email_change', mail?.subject_id)
}

/** Changes an address as the site does, and returns what the link in the former mailbox holds. */
async function change(person: Member, from: string, to = `${randomUUID()}@example.com`) {
  const token = await requestChange(person, to)
  await service.auth.admin.updateUserById(person.id, { email: to, email_confirm: true })
  const finished = await service.rpc('finish_email_change', { p_token_hash: hashToken(token) })
  expect(finished.error).toBeNull()
  const [mail] = await sql`
    select payload from private.mail_outbox where kind = 'email_changed' and recipient = ${from}`
  const undo = await addLink('email_undo', undoSchema.parse(mail?.payload).undoId)
  return { undo, to }
}

const read = async (token: string) =>
  emailUndoSchema.parse((await service.rpc('read_email_undo', { p_token_hash: hashToken(token) })).data)
const spend = (token: string) => service.rpc('use_email_undo', { p_token_hash: hashToken(token) })

test('works once, ends every session, and removes what was set up since', async () => {
  const person = await newMember(stack)
  const { undo, to } = await change(person, person.email)
  const intruder = await signIn(stack, to)
  await intruder.rpc('request_deletion')
  await addLink('password_reset', person.id, { email: to })
  await service.rpc('queue_email_change', { p_user: person.id, p_email: `next-${to}` })
  await sql`insert into private.firebase_identities (issuer, subject, user_id) values ('test', ${to}, ${person.id})`
  expect(await read(undo)).toEqual({
    userId: person.id,
    email: person.email,
    username: person.username,
    unprovenHolder: null,
  })
  await service.auth.admin.updateUserById(person.id, { email: person.email, email_confirm: true })
  expect((await spend(undo)).error).toBeNull()
  expect((await intruder.rpc('me')).data).toBeNull()
  expect((await person.client.rpc('me')).data).toBeNull()
  const [remaining] = await sql`
    select (select count(*)::int from auth.sessions where user_id = ${person.id}) as sessions,
      (select count(*)::int from private.account_deletions where user_id = ${person.id}) as deletions,
      (select count(*)::int from private.one_time_links
        where user_id = ${person.id} and purpose = 'password_reset') as resets,
      (select count(*)::int from private.email_changes where user_id = ${person.id}) as changes,
      (select count(*)::int from private.firebase_identities where user_id = ${person.id}) as identities`
  expect(remaining).toEqual({ sessions: 0, deletions: 0, resets: 0, changes: 0, identities: 0 })
  expect((await spend(undo)).error).toEqual(refusedAs('confirm_link_ended'))
  expect(await read(undo)).toBeNull()
})

test('ends after 7 days', async () => {
  const person = await newMember(stack)
  const { undo } = await change(person, person.email)
  const [row] = await sql`
    select expires_at - changed_at = interval '7 days' as a_week from private.email_undos where user_id = ${person.id}`
  expect(row?.a_week).toBe(true)
  await sql`update private.one_time_links set expires_at = now() where user_id = ${person.id}`
  expect(await read(undo)).toBeNull()
  expect((await spend(undo)).error).toEqual(refusedAs('confirm_link_ended'))
})

test('a later change does not end it, and the first mailbox wins over later ones', async () => {
  const person = await newMember(stack)
  const first = await change(person, person.email)
  const second = await change(person, first.to)
  expect((await read(first.undo))?.email).toBe(person.email)
  expect((await read(second.undo))?.email).toBe(first.to)
  // the second mailbox takes back what came after it, and leaves the first one its link
  await spend(second.undo)
  expect((await read(first.undo))?.email).toBe(person.email)
  await spend(first.undo)
  expect(await sql`select 1 from private.email_undos where user_id = ${person.id}`).toHaveLength(0)
})

test("is nobody else's: a link restores its own account alone, and ends with it", async () => {
  const [kai, lou] = [await newMember(stack), await newMember(stack, 'Lou')]
  const [ofKai, ofLou] = [await change(kai, kai.email), await change(lou, lou.email)]
  await spend(ofKai.undo)
  expect((await read(ofLou.undo))?.userId).toBe(lou.id)
  expect((await lou.client.rpc('me')).data).not.toBeNull()
  await service.rpc('sanction_account', { p_user: lou.id, p_kind: 'suspended', p_reason: 'test' })
  expect(await read(ofLou.undo)).toBeNull()
  await service.auth.admin.deleteUser(lou.id)
  expect(await read(ofLou.undo)).toBeNull()
  expect((await spend(ofLou.undo)).error).toEqual(refusedAs('confirm_link_ended'))
})

test('names another account that took the address meanwhile without proving it, and no other', async () => {
  const person = await newMember(stack)
  const { undo } = await change(person, person.email)
  const { data, error } = await service.auth.admin.createUser({ email: person.email, email_confirm: true })
  if (error) throw error
  expect((await read(undo))?.unprovenHolder).toBe(data.user.id)
  await sql`update public.profiles set email_verified_at = now() where id = ${data.user.id}`
  expect((await read(undo))?.unprovenHolder).toBeNull()
})

test('is not offered to the contact address of a placeholder', async () => {
  const owner = await newMember(stack)
  const claims = await newMember(stack)
  await service.auth.admin.updateUserById(claims.id, { email: `${randomUUID()}@pending.invalid` })
  await sql`update private.contacts set email = ${owner.email} where user_id = ${claims.id}`
  const to = `${randomUUID()}@example.com`
  const token = await requestChange(claims, to)
  await service.rpc('finish_email_change', { p_token_hash: hashToken(token) })
  const [mail] = await sql`
    select payload from private.mail_outbox where kind = 'email_changed' and recipient = ${owner.email}`
  expect(mail?.payload).toEqual({ undoId: null })
  expect(await sql`select 1 from private.email_undos where user_id = ${claims.id}`).toHaveLength(0)
})
