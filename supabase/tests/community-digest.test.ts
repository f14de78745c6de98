import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import * as z from 'zod'
import { notificationTextVersion } from '#core/notification-types.ts'
import { type MailDigest, mailDigestSchema } from '#features/mail/mail.types.ts'
import { mailKinds } from '#features/mail/mail-kinds.server.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent } from './event-fixture.ts'
import { type Member, newMember } from './member.ts'
import { buy, call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** The weekly mail of the community: who gets it, when, once whatever happens, and what is never in it. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let zone: string
beforeAll(async () => {
  vi.stubEnv('SUPABASE_URL', stack.url)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', stack.publishableKey)
  vi.stubEnv('SUPABASE_SECRET_KEY', stack.secretKey)
  for (const name of ['TICKET_SIGNING_KEY', 'LINK_SECRET', 'PAYMENT_WEBHOOK_SECRET'])
    vi.stubEnv(name, makeToken())
  const [row] = await sql<{ zone: string }[]>`select time_zone as zone from public.settings`
  zone = row?.zone ?? ''
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await users.close()
})

/** Weeks of the past half year, one after the other, never one whose mails the site itself may be sending. */
let nextWeek = 0
const weekLength = 7 * 86_400_000
/** A Monday, and the instants of that week by the brand's clock. */
async function aWeek() {
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000
  const thisMonday = today - ((new Date(today).getUTCDay() + 6) % 7) * 86_400_000
  const monday = new Date(thisMonday - (22 - (nextWeek++ % 18)) * weekLength).toISOString().slice(0, 10)
  const at = async (days: number, clock: string): Promise<Date> => {
    const [row] = await sql<{ at: Date }[]>`
      select (${monday}::date + ${days}::int + ${clock}::time) at time zone ${zone} as at`
    return row?.at ?? new Date()
  }
  return { monday, at, due: await at(0, '11:00'), before: await at(-2, '20:00') }
}
type Week = Awaited<ReturnType<typeof aWeek>>

const choose = (who: Member, types: string[]) =>
  call(
    service,
    'save_notifications',
    { p_user: who.id, p_enabled: types, p_text_version: notificationTextVersion, p_address_hash: null },
    z.boolean(),
  )
async function member(name = 'Kai', { confirmed = true, asked = true } = {}): Promise<Member> {
  const made = await newMember(stack, name)
  await sql`update public.profiles set card_public = true where id = ${made.id}`
  if (confirmed) await sql`update public.profiles set email_verified_at = now() where id = ${made.id}`
  if (asked) await choose(made, ['community'])
  return made
}
async function post(
  author: Member,
  at: Date,
  row: { body?: string; post_id?: string; reply_to?: string; event_id?: string; status?: string } = {},
): Promise<string> {
  const [made] = await sql<{ id: string }[]>`
    insert into public.posts ${sql({ author_id: author.id, body: 'Words', status: 'published', created_at: at, ...row })} returning id`
  return made?.id ?? ''
}
const follow = (who: Member, whom: Member) =>
  sql`insert into public.person_follows (follower_id, followed_id) values (${who.id}, ${whom.id})`
/** Tells somebody at an instant. */
async function tell(who: Member, kind: string, actor: Member, about: string, at: Date) {
  await sql`select private.notify(${who.id}, ${kind}, ${actor.id}, ${about}, null)`
  await sql`update public.notifications set created_at = ${at} where user_id = ${who.id} and post_id = ${about}`
}
/** Somebody who asked for the mail and follows a person who posted in this week. */
async function reader(week: Week) {
  const [me, ana] = [await member('Me'), await member('Ana', { asked: false })]
  await follow(me, ana)
  return { me, ana, postId: await post(ana, week.before, { body: `Post ${randomUUID()}` }) }
}

const queueOnce = (at: Date) => call(service, 'queue_digests', { p_at: at.toISOString() }, z.int())
async function queue(at: Date) {
  while ((await queueOnce(at)) > 0);
}
const mailsTo = (who: Member) =>
  sql<{ id: string; week: string }[]>`
    select id, payload ->> 'week' as week from private.mail_outbox
    where kind = 'community_digest' and subject_id = ${who.id} order by created_at`
/** What the mail of a week says to somebody now; null for none. */
async function digest(who: Member, { monday }: Week): Promise<MailDigest | null> {
  const [row] = await sql<{ digest: unknown }[]>`select private.mail_digest(${who.id}, ${monday}) as digest`
  return mailDigestSchema.nullable().parse(row?.digest)
}

describe('consent', () => {
  test('is off until it is given in the settings; each change is a line of the ledger', async () => {
    const me = await member('Me', { asked: false })
    const read = async () => {
      const rows = await sql<{ given: boolean; source: string; text_version: string }[]>`
        select given, source, text_version from private.consents where user_id = ${me.id} and type = 'community' order by id`
      return rows.map(({ given, source, text_version }) => [given, source, text_version])
    }
    expect(await read()).toEqual([])
    await choose(me, ['community'])
    await choose(me, ['community'])
    await choose(me, [])
    expect(await read()).toEqual([
      [true, 'settings', notificationTextVersion],
      [false, 'settings', notificationTextVersion],
    ])
  })

  test('an address that nobody confirmed is asked once, and gets nothing before', async () => {
    const week = await aWeek()
    const me = await member('Me', { confirmed: false, asked: false })
    const ana = await member('Ana', { asked: false })
    await follow(me, ana)
    await post(ana, week.before)
    expect([await choose(me, ['community']), await choose(me, ['community'])]).toEqual([true, false])
    expect(
      await sql`select 1 from private.mail_outbox where kind = 'address_confirm' and subject_id = ${me.id}`,
    ).toHaveLength(1)
    await queue(week.due)
    expect(await mailsTo(me)).toHaveLength(0)
  })

  test.each<[string, (me: Member) => PromiseLike<unknown>]>([
    ['who never asked', (me) => sql`delete from private.notification_choices where user_id = ${me.id}`],
    ['who said no again', (me) => choose(me, [])],
    [
      'who paused everything',
      (me) => sql`insert into private.notification_pauses values (${me.id}, now() + interval '3 days')`,
    ],
    [
      'whose account is closed',
      (me) => sql`update public.profiles set deactivated_at = now() where id = ${me.id}`,
    ],
  ])('nothing goes to %s, also when it was queued before', async (_who, act) => {
    const week = await aWeek()
    const { me } = await reader(week)
    await queue(week.due)
    const [mail] = await mailsTo(me)
    await act(me)
    expect(await mailKinds.community_digest.write(mail?.id ?? '')).toBeNull()
    const later = await aWeek()
    await post((await reader(later)).ana, later.before)
    await queue(later.due)
    expect(await mailsTo(me)).toHaveLength(1)
  })

  test('the link of the mail only shows what it does when it is read, and ends the mails when it is used', async () => {
    const week = await aWeek()
    const { me } = await reader(week)
    await queue(week.due)
    const [mail] = await mailsTo(me)
    const written = await mailKinds.community_digest.write(mail?.id ?? '')
    expect(written?.listEnd).toBeDefined()
    const token = new URL(written?.listEnd ?? '').searchParams.get('token') ?? ''
    const hash = { p_token_hash: hashToken(token) }
    const asked = z.object({ purpose: z.string(), email: z.string() })
    for (let times = 0; times < 2; times++)
      expect(await call(service, 'read_alert_link', hash, asked)).toEqual({
        purpose: 'digest_end',
        email: me.email,
      })
    expect(await digest(me, week)).not.toBeNull()
    for (let times = 0; times < 2; times++)
      expect(await call(service, 'use_alert_link', hash, z.string())).toBe('digest_end')
    expect(await digest(me, week)).toBeNull()
    const lines = await sql<{ given: boolean; source: string }[]>`
      select given, source from private.consents where user_id = ${me.id} and type = 'community' order by id`
    expect(lines.map(({ given, source }) => [given, source])).toEqual([
      [true, 'settings'],
      [false, 'mail'],
    ])
    const other = { p_token_hash: hashToken(makeToken()) }
    expect(await call(service, 'use_alert_link', other, z.null())).toBeNull()
  })
})

describe('the time', () => {
  test.each([
    ['Monday 10:59', 0, '10:59', false],
    ['Monday 11:00', 0, '11:00', true],
    ['Monday 20:59', 0, '20:59', true],
    ['Monday 21:00', 0, '21:00', false],
    ['Tuesday 8:59', 1, '08:59', false],
    ['Tuesday 9:00', 1, '09:00', true],
    ['Wednesday 20:59', 2, '20:59', true],
    ['Wednesday 21:00', 2, '21:00', false],
    ['Thursday noon', 3, '12:00', false],
    ['Sunday noon', 6, '12:00', false],
  ])('%s by the brand’s clock', async (_name, days, clock, isTime) => {
    // The clocks changed on the Sunday before in one of them.
    for (const week of [
      await aWeek(),
      { at: (await weekOf('2026-11-02')).at },
      { at: (await weekOf('2026-03-09')).at },
    ]) {
      const [row] = await sql<{ week: string | null }[]>`
        select private.digest_week(${await week.at(days, clock)})::text as week`
      expect(row?.week !== null).toBe(isTime)
    }
  })

  /** The week of a Monday. */
  async function weekOf(monday: string) {
    return {
      at: async (days: number, clock: string): Promise<Date> => {
        const [row] = await sql<{ at: Date }[]>`
          select (${monday}::date + ${days}::int + ${clock}::time) at time zone ${zone} as at`
        return row?.at ?? new Date()
      },
    }
  }

  test('a mail has the seven days before Monday 11 AM, each post in one of them alone', async () => {
    const [week, after] = [await aWeek(), await aWeek()]
    const { me, ana } = await reader(week)
    const [first, last, next] = [
      await post(ana, await week.at(-7, '11:00'), { body: 'first' }),
      await post(ana, await week.at(0, '10:59'), { body: 'last' }),
      await post(ana, await week.at(0, '11:00'), { body: 'next' }),
    ]
    await post(ana, await week.at(-7, '10:59'), { body: 'too early' })
    const idsIn = async (which: Week) => (await digest(me, which))?.posts.map(({ id }) => id) ?? []
    expect(await idsIn(week)).toEqual(expect.arrayContaining([first, last]))
    expect(await idsIn(week)).toHaveLength(3)
    expect(await idsIn(after)).toEqual([next])
  })
})

describe('once a week', () => {
  test('by one job or by many at once, and by one that runs again', async () => {
    const week = await aWeek()
    const readers = await Promise.all(Array.from({ length: 8 }, () => reader(week)))
    const pool = users.connect(6)
    await Promise.all(
      Array.from({ length: 6 }, () =>
        pool.begin(async (tx) => {
          await tx`set local request.jwt.claims = '{"role": "service_role"}'`
          await tx`select public.queue_digests(${week.due})`
        }),
      ),
    )
    await queue(week.due)
    await queue(await week.at(2, '15:00'))
    for (const { me } of readers) expect(await mailsTo(me)).toMatchObject([{ week: week.monday }])
    // The next week has one of its own.
    const after = await aWeek()
    await post(readers[0]?.ana as Member, after.before)
    await queue(after.due)
    expect((await mailsTo(readers[0]?.me as Member)).map(({ week: monday }) => monday)).toEqual([
      week.monday,
      after.monday,
    ])
  })

  test('a run that breaks off leaves nothing behind, and the next one sends', async () => {
    const week = await aWeek()
    const { me } = await reader(week)
    await expect(
      sql.begin(async (tx) => {
        await tx`set local request.jwt.claims = '{"role": "service_role"}'`
        while (Number((await tx`select public.queue_digests(${week.due}) as n`)[0]?.n) > 0);
        expect(
          await tx`select 1 from private.mail_outbox where kind = 'community_digest' and subject_id = ${me.id}`,
        ).toHaveLength(1)
        throw new Error('the process ended')
      }),
    ).rejects.toThrow('the process ended')
    expect(await mailsTo(me)).toHaveLength(0)
    await queue(week.due)
    expect(await mailsTo(me)).toHaveLength(1)
  })

  test('there is none for a week in which nothing happened, also when something is written afterwards', async () => {
    const week = await aWeek()
    const [me, ana] = [await member('Me'), await member('Ana', { asked: false })]
    await follow(me, ana)
    await queue(week.due)
    await post(ana, week.before)
    await queue(await week.at(1, '12:00'))
    expect(await mailsTo(me)).toHaveLength(0)
  })

  test('is for the server alone', async () => {
    const { error } = await (await users.actingAs('Ada')).rpc('queue_digests', {})
    expect(error).not.toBeNull()
  })
})

describe('what is in it', () => {
  test('answers that were not read, posts of people followed, and threads of one’s events', async () => {
    const week = await aWeek()
    const { me, ana, postId } = await reader(week)
    const ben = await member('Ben', { asked: false })
    const mine = await post(me, week.before)
    const comment = await post(ben, week.before, { post_id: mine, body: 'A comment' })
    await tell(me, 'comment', ben, comment, week.before)
    const read = await post(ben, week.before, { post_id: mine, body: 'Read before' })
    await tell(me, 'comment', ben, read, week.before)
    await sql`update public.notifications set read_at = now() where post_id = ${read}`
    const event = await createEvent(sql)
    await buy(service, me.id, event, { Entry: 1 })
    for (const author of [ben, ana, me]) await post(author, week.before, { event_id: event.eventId })
    const found = await digest(me, week)
    expect(found?.answers).toEqual([{ kind: 'comment', id: comment, name: 'Ben', body: 'A comment' }])
    expect(found?.posts.map(({ id }) => id)).toContain(postId)
    expect(found?.posts).toHaveLength(2)
    expect(found?.threads).toEqual([{ id: event.eventId, title: expect.any(String), count: 2 }])
    // Both parts of the mail say it.
    await queue(week.due)
    const [mail] = await mailsTo(me)
    const written = await mailKinds.community_digest.write(mail?.id ?? '')
    for (const part of [written?.html, written?.text]) {
      expect(part).toContain('A comment')
      expect(part).toContain(`/community/${comment}`)
      expect(part).not.toContain('Read before')
    }
  })

  const hidden: [string, (made: { me: Member; ana: Member; said: string }) => PromiseLike<unknown>][] = [
    [
      'hidden by reports',
      ({ said }) => sql`update public.posts set status = 'auto_hidden' where id = ${said}`,
    ],
    ['removed', ({ said }) => sql`select private.move_post(${said}, 'removed', 'test')`],
    ['deleted by its author', ({ said }) => sql`select private.move_post(${said}, 'author_deleted', 'test')`],
    [
      'of an account that is closed',
      ({ ana }) => sql`update public.profiles set deactivated_at = now() where id = ${ana.id}`,
    ],
    [
      'of somebody blocked',
      ({ me, ana }) => me.client.rpc('block_person', { p_person: ana.id, p_kind: 'block' }),
    ],
    [
      'of somebody who blocked',
      ({ me, ana }) => ana.client.rpc('block_person', { p_person: me.id, p_kind: 'block' }),
    ],
    [
      'of somebody muted',
      ({ me, ana }) => me.client.rpc('block_person', { p_person: ana.id, p_kind: 'mute' }),
    ],
    [
      'that one reported',
      ({ me, said }) => me.client.rpc('report_post', { p_post: said, p_reason: 'spam', p_note: null }),
    ],
  ]
  test.each(
    hidden,
  )('nothing %s, wherever it would stand, also when the mail was queued before', async (_what, act) => {
    const week = await aWeek()
    const [me, ana] = [await member('Me'), await member('Ana', { asked: false })]
    await follow(me, ana)
    const event = await createEvent(sql)
    await buy(service, me.id, event, { Entry: 1 })
    const words = `secret${randomUUID().slice(0, 8)}`
    const said = await post(ana, week.before, { event_id: event.eventId, body: words })
    const mine = await post(me, week.before)
    const comment = await post(ana, week.before, { post_id: said, body: `under it ${words}` })
    await tell(me, 'mention', ana, comment, week.before)
    await queue(week.due)
    const [mail] = await mailsTo(me)
    const seen = JSON.stringify(await digest(me, week))
    expect([seen.includes(said), seen.includes(comment), seen.includes(event.eventId)]).toEqual([
      true,
      true,
      true,
    ])
    expect((await act({ me, ana, said })) ?? {}).not.toMatchObject({ error: { message: expect.any(String) } })
    expect(await digest(me, week)).toBeNull()
    expect(await mailKinds.community_digest.write(mail?.id ?? '')).toBeNull()
    expect(mine).not.toBe('')
  })

  test('nothing of threads that only guests of their event know of', async () => {
    const week = await aWeek()
    const { me, ana } = await reader(week)
    const secret = await createEvent(sql)
    await sql`update public.events set visibility = 'unlisted' where id = ${secret.eventId}`
    const said = await post(ana, week.before, { event_id: secret.eventId })
    expect((await digest(me, week))?.posts.map(({ id }) => id)).not.toContain(said)
    await buy(service, me.id, secret, { Entry: 1 })
    expect((await digest(me, week))?.posts.map(({ id }) => id)).toContain(said)
  })

  test('quotes have one line of at most 160 characters, without addresses to tap and without marks', async () => {
    const week = await aWeek()
    const { me, ana } = await reader(week)
    await post(ana, week.before, {
      body: `**Free** tickets at https://evil.example/login and www.evil.example <img src=x onerror=alert(1)>\n\n${'la '.repeat(200)}`,
    })
    await queue(week.due)
    const [mail] = await mailsTo(me)
    const written = await mailKinds.community_digest.write(mail?.id ?? '')
    for (const part of [written?.html ?? '', written?.text ?? '']) {
      expect(part).toContain('Free tickets at [link] and [link]')
      expect(part).not.toContain('evil.example')
      expect(part).not.toMatch(/(la ){70}/)
    }
    expect(written?.html).not.toContain('<img src=x')
  })

  test('is of others alone, and counts a thread up to 100', async () => {
    const week = await aWeek()
    const me = await member('Me')
    const event = await createEvent(sql)
    await buy(service, me.id, event, { Entry: 1 })
    const ana = await member('Ana', { asked: false })
    await sql`
      insert into public.posts (author_id, body, status, event_id, created_at)
      select ${ana.id}, 'Post ' || n, 'published', ${event.eventId}, ${week.before} from generate_series(1, 120) n`
    await post(me, week.before, { body: 'My own', event_id: event.eventId })
    expect(await digest(me, week)).toEqual({
      answers: [],
      posts: [],
      threads: [expect.objectContaining({ count: 100 })],
    })
  })
})

test('what a member may be told of outside of the site is what they see on it', async () => {
  const week = await aWeek()
  const me = await member('Me')
  const others = await Promise.all(['Ana', 'Ben', 'Cat', 'Dan'].map((name) => member(name, { asked: false })))
  const [ana, ben, cat, dan] = others as [Member, Member, Member, Member]
  await me.client.rpc('block_person', { p_person: ben.id, p_kind: 'block' })
  await cat.client.rpc('block_person', { p_person: me.id, p_kind: 'block' })
  await sql`update public.profiles set deactivated_at = now() where id = ${dan.id}`
  const draft = await createEvent(sql)
  await sql`update public.events set status = 'draft' where id = ${draft.eventId}`
  const ids: string[] = []
  for (const author of others)
    for (const status of ['published', 'pending_review', 'auto_hidden', 'removed', 'author_deleted']) {
      const top = await post(author, week.before, { status })
      ids.push(top, await post(ana, week.before, { post_id: top }))
      ids.push(await post(author, week.before, { status, event_id: draft.eventId }))
    }
  const seen = await me.client.from('posts').select('id').in('id', ids)
  const told = await sql<{ id: string }[]>`
    select p.id from public.posts p where p.id = any (${ids}) and private.is_readable_by(p, ${me.id})`
  expect(told.map(({ id }) => id).sort()).toEqual((seen.data ?? []).map(({ id }) => String(id)).sort())
  expect(told).toHaveLength(2)
})
