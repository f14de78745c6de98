import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { ARTIST_LINK_KINDS } from '#features/events/event-values.ts'
import { eventPageSchema } from '#features/events/public/public-events.types.ts'
import { createEvent } from './event-fixture.ts'
import { rolledBack } from './rolled-back.ts'
import { buy, call, refundedSchema } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests artists and lineups, and the number of people going, through the API. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

const nothing = z.null()
const newName = (first: string) => `${first} ${randomUUID().slice(0, 8)}`
const saveArtist = async (artist: Record<string, unknown>) =>
  call(await users.actingAs('Ada'), 'save_artist', { p_artist: artist }, z.uuid())
const setLineUp = (eventId: string, names: string[]) =>
  sql`update public.events set line_up = ${sql.json(names.map((name) => ({ name })))} where id = ${eventId}`
const pageOf = async (eventId: string, name: Parameters<typeof users.actingAs>[0] = 'visitor') => {
  const page = await call(await users.actingAs(name), 'read_event_page', { p_id: eventId }, eventPageSchema)
  if (!page) throw new Error('no page')
  return page.event
}
const playsAt = async (artist: string) =>
  (
    await sql<{ event: string }[]>`
    select event_id as event from private.event_artists where artist_id = ${artist}`
  ).map(({ event }) => event)

describe('the editor', () => {
  test('is handed the artists of the lineup and a bounded choice of others, and finds one by name', async () => {
    const [{ eventId }, { eventId: latest }] = [await createEvent(sql), await createEvent(sql)]
    const old = newName('Old Hand')
    await setLineUp(eventId, [old])
    const [own, chosen, named] = await rolledBack(users, 'Ada', async (tx) => {
      await tx`insert into public.artists (slug, name, created_at) values (${randomUUID()}, ${old}, '2001-01-01')`
      await tx`
        insert into public.artists (slug, name, created_at)
        select gen_random_uuid()::text, 'Bounded ' || n, now() + n * interval '1 second' from generate_series(1, 300) n`
      await tx`
        update public.events set starts_at = '2099-01-01', ends_at = '2099-01-02', line_up = (
          select jsonb_agg(jsonb_build_object('name', 'Bounded ' || n)) from generate_series(1, 300) n)
        where id = ${latest}`
      const names = async (args: { event?: string; name?: string }) => {
        const [row] = await tx<{ found: { name: string }[] }[]>`
          select public.read_artists(${args.event ?? null}, ${args.name ?? null}) as found`
        return (row?.found ?? []).map(({ name }) => name)
      }
      return [
        await names({ event: eventId }),
        await names({}),
        await names({ name: ` ${old.toLowerCase()} ` }),
      ]
    })
    expect(own).toContain(old)
    expect(own.length).toBeLessThanOrEqual(201)
    expect(chosen).not.toContain(old)
    expect(chosen).toHaveLength(200)
    expect(named).toEqual([old])
  })
})

describe('a lineup', () => {
  test('refers to artists by name, without regard to case; who is not known stays a name', async () => {
    const { eventId } = await createEvent(sql)
    const name = newName('Éclair')
    await setLineUp(eventId, [`  ${name.toUpperCase()} `, 'Nobody known', 'To be announced'])
    expect((await pageOf(eventId)).lineUp.map((act) => act.artist)).toEqual([null, null, null])
    const links = [{ kind: 'instagram', url: 'https://instagram.com/eclair' }]
    const artist = await saveArtist({ name, links })
    expect((await pageOf(eventId)).lineUp).toEqual([
      {
        name,
        role: null,
        at: null,
        artist: {
          id: artist,
          slug: expect.stringMatching(/^eclair-/),
          imagePath: null,
          imageAlt: null,
          links: [{ ...links[0], site: 'Instagram' }],
        },
      },
      { name: 'Nobody known', role: null, at: null, artist: null },
      { name: 'To be announced', role: null, at: null, artist: null },
    ])
    expect(await playsAt(artist)).toEqual([eventId])
  })

  test('keeps its artist when the artist gets another name, and an open form of the event learns of it', async () => {
    const { eventId } = await createEvent(sql)
    const [name, other] = [newName('DJ Old'), newName('DJ New')]
    await setLineUp(eventId, ['First', name, 'Last'])
    const artist = await saveArtist({ name })
    const before = await pageOf(eventId)
    await saveArtist({ id: artist, name: other })
    const after = await pageOf(eventId)
    expect(after.lineUp.map((act) => [act.name, act.artist?.id ?? null])).toEqual([
      ['First', null],
      [other, artist],
      ['Last', null],
    ])
    expect(after.updatedAt).not.toBe(before.updatedAt)
    expect(await playsAt(artist)).toEqual([eventId])
  })

  test('of a members event is empty for everybody else', async () => {
    const { eventId } = await createEvent(sql, { visibility: 'members' })
    const name = newName('DJ Club')
    await setLineUp(eventId, [name])
    await saveArtist({ name })
    expect((await pageOf(eventId)).lineUp).toEqual([])
    expect((await pageOf(eventId, 'Gus')).lineUp).toEqual([])
    expect((await pageOf(eventId, 'Mia')).lineUp.map((act) => act.name)).toEqual([name])
  })

  test('is found by artist, and its artists by event, through an index', async () => {
    const { eventId } = await createEvent(sql)
    const artist = randomUUID()
    await sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      const plan = async (where: ReturnType<typeof sql>) =>
        JSON.stringify(await tx`explain (format json) select * from private.event_artists where ${where}`)
      expect(await plan(sql`artist_id = ${artist}`)).toContain('events_acts')
      expect(await plan(sql`event_id = ${eventId}`)).toContain('artists_name')
    })
  })
})

describe('an artist', () => {
  test('has a name that no other has in any spelling of its letters', async () => {
    const name = newName('DJ Same')
    await saveArtist({ name })
    const admin = await users.actingAs('Ada')
    const { error } = await admin.rpc('save_artist', { p_artist: { name: ` ${name.toUpperCase()}` } })
    expect([error?.code, error?.message]).toEqual(['refused', 'artist_exists'])
    // another name whose address would be the same gets one of its own
    const [first, second] = await Promise.all(
      [await saveArtist({ name: `${name}!` }), await saveArtist({ name: `${name}?` })].map(
        async (id) =>
          (await sql<{ slug: string }[]>`select slug from public.artists where id = ${id}`)[0]?.slug,
      ),
    )
    expect(first).not.toBe(second)
  })

  test.each<[string, unknown]>([
    ['no name', { name: '' }],
    ['blanks', { name: '   ' }],
    ['a long name', { name: 'x'.repeat(81) }],
    ['nobody yet', { name: 'To be announced' }],
    ['nobody yet, in short', { name: 'TBA' }],
    ['a reversed name', { name: '\u202eDJ' }],
    ['an address without https', { name: 'DJ', links: [{ kind: 'website', url: 'http://dj.example' }] }],
    ['a script', { name: 'DJ', links: [{ kind: 'website', url: 'javascript:alert(1)' }] }],
    ['a quote in an address', { name: 'DJ', links: [{ kind: 'website', url: 'https://dj.example/"x' }] }],
    [
      'a name and password in an address',
      { name: 'DJ', links: [{ kind: 'website', url: 'https://a:b@dj.example/' }] },
    ],
    ['an unknown kind', { name: 'DJ', links: [{ kind: 'myspace', url: 'https://dj.example/' }] }],
    ['one kind twice', { name: 'DJ', links: Array(2).fill({ kind: 'website', url: 'https://dj.example/' }) }],
    [
      'more than a kind and an address',
      { name: 'DJ', links: [{ kind: 'website', url: 'https://dj.example/', x: 1 }] },
    ],
    ['links that are no list', { name: 'DJ', links: {} }],
    ['a link that is a text', { name: 'DJ', links: ['https://dj.example/'] }],
  ])('is refused with %s', async (_, artist) => {
    const admin = await users.actingAs('Ada')
    expect((await admin.rpc('save_artist', { p_artist: artist as never })).error).not.toBeNull()
  })

  test('may have a link of every kind that the site knows', async () => {
    const links = ARTIST_LINK_KINDS.map((kind) => ({
      kind,
      url: `https://${kind.replace('_', '-')}.example/dj?x=1#y`,
    }))
    const artist = await saveArtist({ name: newName('DJ Links'), links })
    expect(await sql`select links from public.artists where id = ${artist}`).toEqual([{ links }])
  })

  test('has a picture with a description, or neither', async () => {
    const admin = await users.actingAs('Ada')
    const artist = await saveArtist({ name: newName('DJ Picture') })
    const path = '/pictures/0123456789ab.0123456789abcde'
    const set = (p_path: string | null, p_alt: string) =>
      admin.rpc('set_artist_picture', { p_id: artist, p_path: p_path as string, p_alt })
    expect((await set(path, '  ')).error?.message).toContain('invalid')
    expect((await set('/elsewhere/0123456789ab.0123456789abcde', 'A face')).error).not.toBeNull()
    expect((await set(path, 'A face')).error).toBeNull()
    const read = () => sql`select image_path, image_alt from public.artists where id = ${artist}`
    expect(await read()).toEqual([{ image_path: path, image_alt: 'A face' }])
    await call(admin, 'set_artist_picture', { p_id: artist, p_path: null, p_alt: 'A face' }, nothing)
    expect(await read()).toEqual([{ image_path: null, image_alt: '' }])
  })

  test('is written by admins alone, and each change is in the audit log', async () => {
    const artist = await saveArtist({ name: newName('DJ Mine') })
    for (const name of ['visitor', 'Gus', 'Mia', 'Dot', 'Mo'] as const) {
      const person = await users.actingAs(name)
      const calls = [
        await person.rpc('save_artist', { p_artist: { name: newName('DJ Theirs') } }),
        await person.rpc('save_artist', { p_artist: { id: artist, name: newName('DJ Theirs') } }),
        await person.rpc('set_artist_picture', {
          p_id: artist,
          p_path: '/pictures/0123456789ab.0123456789abcde',
          p_alt: 'x',
        }),
      ]
      for (const { error } of calls) expect([name, error === null]).toEqual([name, false])
    }
    expect(await sql`select action from private.audit_log where subject_id = ${artist}`).toEqual([
      { action: 'save_artist' },
    ])
  })
})

describe('how many are going', () => {
  const event = (options: Parameters<typeof createEvent>[1] = {}) =>
    createEvent(sql, { types: [{ name: 'Entry', max: 20 }], ...options })
  const show = (eventId: string) => sql`update public.events set show_going = true where id = ${eventId}`

  test('is shown where staff want it, from ten valid tickets on, rounded down to tens', async () => {
    const made = await event()
    const mia = await users.id('Mia')
    await buy(service, mia, made, { Entry: 9 })
    await show(made.eventId)
    expect((await pageOf(made.eventId)).going).toBeNull()
    await buy(service, await users.id('Mo'), made, { Entry: 10 })
    expect((await pageOf(made.eventId)).going).toBe(10)
    const { order } = await buy(service, mia, made, { Entry: 1 })
    expect((await pageOf(made.eventId)).going).toBe(20)
    // a ticket that is void is nobody who goes
    await call(
      await users.actingAs('Ada'),
      'refund_order',
      {
        p_order: order.orderId,
        p_amount_cents: 0,
        p_reason: 'not coming',
        p_void: true,
        p_key: randomUUID(),
      },
      refundedSchema,
    )
    expect((await pageOf(made.eventId)).going).toBe(10)
    await sql`update public.events set show_going = false where id = ${made.eventId}`
    expect((await pageOf(made.eventId)).going).toBeNull()
  })

  test('is never shown of a test event, a postponed or a past one, nor to people who may not see what it sells', async () => {
    const mia = await users.id('Mia')
    const made = await event()
    await buy(service, mia, made, { Entry: 10 })
    await show(made.eventId)
    expect((await pageOf(made.eventId)).going).toBe(10)
    const while_ = async (change: Record<string, unknown>) => {
      await sql`update public.events set ${sql(change)} where id = ${made.eventId}`
      return (await pageOf(made.eventId)).going
    }
    expect(await while_({ is_test: true })).toBeNull()
    expect(await while_({ is_test: false, visibility: 'members' })).toBeNull()
    expect(await while_({ visibility: 'public', status: 'postponed' })).toBeNull()
    expect(await while_({ status: 'published' })).toBe(10)
    const hour = 3_600_000
    expect(
      await while_({
        doors_at: new Date(Date.now() - 9 * hour),
        starts_at: new Date(Date.now() - 8 * hour),
        ends_at: new Date(Date.now() - hour),
      }),
    ).toBeNull()
  })
})
