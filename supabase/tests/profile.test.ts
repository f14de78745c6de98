import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createEvent } from './event-fixture.ts'
import { newMember } from './member.ts'
import { buy } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests what people change about themselves, and what they have bought. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const mark = () => randomUUID().slice(0, 8)
const refusedAs = (code: string) => expect.objectContaining({ code: 'refused', message: code })
let mia: SupabaseClient
let sid: SupabaseClient

beforeAll(async () => {
  mia = await users.actingAs('Mia')
  sid = await users.actingAs('Sid')
})
afterAll(() => users.close())

const save = (client: SupabaseClient, username: string) =>
  client.rpc('save_profile', { p_username: username, p_display_name: 'Mia', p_bio: 'Pan', p_city: 'Queens' })
const free = async (username: string) => (await service.rpc('username_free', { p_username: username })).data
const nameOf = async (name: 'Mia' | 'Sid') => {
  const [row] = await sql`select username from public.profiles where id = ${await users.id(name)}`
  return row?.username
}

describe('a username', () => {
  test('changes in lower case; the old one stays with its owner for 30 days', async () => {
    const [first, second] = [`first_${mark()}`, `second_${mark()}`]
    expect((await save(mia, first.toUpperCase())).error).toBeNull()
    expect(await nameOf('Mia')).toBe(first)
    expect((await save(mia, second)).error).toBeNull()
    expect(await free(first)).toBe(false)
    expect((await save(sid, first)).error).toEqual(refusedAs('username_taken'))
    const email = `${randomUUID()}@example.com`
    const { error } = await service.auth.admin.createUser({ email, app_metadata: { username: first } })
    expect(error).not.toBeNull()
    // its owner may go back to it
    expect((await save(mia, first)).error).toBeNull()
    expect((await service.rpc('read_login', { p_username: first })).data).toMatchObject({
      userId: await users.id('Mia'),
    })
    expect((await service.rpc('read_login', { p_username: second })).data).toBeNull()
    await sql`update private.former_usernames set left_at = now() - interval '31 days' where username = ${second}`
    expect(await free(second)).toBe(true)
  })

  test('is refused when taken, reserved, malformed or changed too often', async () => {
    expect((await save(sid, String(await nameOf('Mia')))).error).toEqual(refusedAs('username_taken'))
    expect((await save(sid, 'admin')).error).toEqual(refusedAs('username_taken'))
    for (const name of ['ab', 'with space', 'x'.repeat(31)])
      expect((await save(sid, name)).error).toEqual(refusedAs('invalid'))
    for (let count = 0; count < 4; count++) expect((await save(sid, `s${count}_${mark()}`)).error).toBeNull()
    expect((await save(sid, `late_${mark()}`)).error).toEqual(refusedAs('renamed_often'))
    // everything else can still be saved
    expect((await save(sid, String(await nameOf('Sid')))).error).toBeNull()
  })

  test('goes to one person under parallel requests', async () => {
    const wanted = `wanted_${mark()}`
    const people = await Promise.all(
      ['Mia', 'Dex', 'Dot', 'Mo'].map((name) =>
        users.actingAs(z.enum(['Mia', 'Dex', 'Dot', 'Mo']).parse(name)),
      ),
    )
    const results = await Promise.all(people.map((client) => save(client, wanted)))
    expect(results.filter(({ error }) => error === null)).toHaveLength(1)
  })
})

test('guests have no profile to save', async () => {
  expect((await save(await users.actingAs('Gus'), `gus_${mark()}`)).error).toEqual(refusedAs('members_only'))
})

test('the bucket of pictures is closed to everybody but the server', async () => {
  const name = `${randomUUID()}.webp`
  const bytes = Buffer.from('RIFF0000WEBP')
  const put = (client: SupabaseClient) =>
    client.storage.from('avatars').upload(name, bytes, { contentType: 'image/webp' })
  for (const who of ['visitor', 'Gus', 'Mia', 'Ada'] as const)
    expect((await put(await users.actingAs(who))).error, who).not.toBeNull()
  expect((await put(service)).error).toBeNull()
  for (const who of ['visitor', 'Mia', 'Ada'] as const) {
    const client = await users.actingAs(who)
    expect((await client.storage.from('avatars').download(name)).error, who).not.toBeNull()
  }
  const wrong = await service.storage
    .from('avatars')
    .upload(`${name}.svg`, bytes, { contentType: 'image/svg+xml' })
  expect(wrong.error).not.toBeNull()
  await service.storage.from('avatars').remove([name])
})

test('orders are listed to their owner alone, with their tickets', async () => {
  const testEvent = await createEvent(sql)
  const bought = await buy(service, await users.id('Mia'), testEvent, { Entry: 2 })
  const codes = async (client: SupabaseClient) =>
    z.array(z.object({ code: z.string(), tickets: z.int() })).parse((await client.rpc('read_my_orders')).data)
  expect(await codes(mia)).toContainEqual({ code: bought.order.code, tickets: 2 })
  for (const who of ['Sid', 'Ada', 'Gus'] as const)
    expect((await codes(await users.actingAs(who))).map(({ code }) => code)).not.toContain(bought.order.code)
})

describe('an unreadable name', () => {
  test.each([
    ['blanks', '   '],
    ['blanks of other kinds', '\u00a0\u2800'],
    ['a zero-width character', 'Mi\u200ba'],
    ['a mark that turns the direction', 'Mia \u202egnp.exe'],
    ['an isolate of direction', 'Mia \u2066x'],
    ['a control character', 'Mia\u0007'],
    ['a line break', 'Mia\nKay'],
  ])('is refused by the database: %s', async (_, display_name) => {
    const mia = await newMember(inject('stack'), 'mia')
    const { error } = await mia.client.from('profiles').update({ display_name }).eq('id', mia.id)
    expect(error?.code).toBe('23514')
    const { error: inCity } = await mia.client
      .from('profiles')
      .update({ city: display_name })
      .eq('id', mia.id)
    expect(inCity?.code).toBe('23514')
  })

  test('is the same to the site’s forms, whatever the character', async () => {
    const { isOneLine, isPlainText } = await import('#core/plain-text.ts')
    const rows = await sql<{ code: number; inLine: boolean; inLines: boolean; alone: boolean }[]>`
      select code, private.is_readable('a' || chr(code) || 'b') as "inLine", private.is_readable('a' || chr(code) || 'b', true) as "inLines",
        private.is_readable(chr(code)) as alone
      from (select generate_series(1, 55295) union all select generate_series(57344, 131071) union all select generate_series(917504, 921599)) c (code)`
    const different = rows.filter(({ code, inLine, inLines, alone }) => {
      const text = String.fromCodePoint(code)
      const isBlank = text.trim() === ''
      return (
        isOneLine(`a${text}b`) !== inLine ||
        isPlainText(`a${text}b`) !== inLines ||
        // A form trims blanks before it asks; what is empty then has a message of its own.
        (!isBlank && isOneLine(text) !== alone)
      )
    })
    expect(different.map(({ code }) => code.toString(16))).toEqual([])
  })

  test('is not one with accents, another script or an emoji of several characters', async () => {
    const mia = await newMember(inject('stack'), 'mia')
    for (const display_name of ['Zoë D’Arcy', 'ميا', 'Mia 👩🏽‍🎤', '美亜']) {
      expect((await mia.client.from('profiles').update({ display_name }).eq('id', mia.id)).error).toBeNull()
    }
    expect(
      (await mia.client.from('profiles').update({ bio: 'one\ntwo', city: '' }).eq('id', mia.id)).error,
    ).toBeNull()
  })
})
