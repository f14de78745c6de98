import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { casePageSchema, moderatedPersonSchema } from '#features/community/moderation/moderation.types.ts'
import { brokenRules } from './invariants.ts'
import { type Member, newMember } from './member.ts'
import { call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Guards of the community: names that only the team has, tickets for sale, limits, and a queue that several moderators share. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

let ada: SupabaseClient
let abe: SupabaseClient
let mo: SupabaseClient
beforeAll(async () => {
  ;[ada, abe, mo] = await Promise.all([users.actingAs('Ada'), users.actingAs('Abe'), users.actingAs('Mo')])
})

const codeOf = async (calling: PromiseLike<{ error: { message: string } | null }>) =>
  (await calling).error?.message ?? null
const text = (what: string) => `${what} ${randomUUID().slice(0, 8)}`
const writtenSchema = z.object({ id: z.uuid(), status: z.string() })
const write = (who: Member, body: string, more: Record<string, unknown> = {}) =>
  call(who.client, 'create_post', { p_body: body, ...more }, writtenSchema)
const comment = (who: Member, post: string, body: string) =>
  call(who.client, 'create_comment', { p_post: post, p_body: body }, writtenSchema)

/** A member who is not new: an old account with three posts. */
async function knownMember(name: string): Promise<Member> {
  const member = await newMember(stack, name)
  await sql`update public.profiles set created_at = now() - interval '90 days' where id = ${member.id}`
  await sql`
    insert into public.posts (author_id, body, created_at)
    select ${member.id}, 'Earlier post ' || n, now() - interval '30 days' from generate_series(1, 3) n`
  return member
}

describe('a name that could be the team’s', () => {
  const reserved = [
    'Jouvay',
    'jouvay_support',
    'The Real Jouvay',
    'TheJouvayTeam',
    'JOUVAY Events',
    'J O U V A Y',
    'J.o.u.v.a.y',
    'Jöuvay Team',
    'J0uv4y',
    'Jouvаy', // а of the Cyrillic alphabet
    'Jоuvаy', // о and а
    'Jοuvαy', // Greek letters
    'Ｊｏｕｖａｙ', // full-width letters
    '𝐉𝐨𝐮𝐯𝐚𝐲', // mathematical letters
    'Jou\u00advay', // a hyphen that shows at the end of lines alone
    'Jouvay2026',
    'Official DJ',
    '0fficia1',
    'Admin',
    'The Admin',
    '4dm1n',
    'Moderator Mia',
    'moderators',
    'S t a f f',
    'staff 2',
    '$taff',
    'Support Team',
    'Customer Service',
  ]
  const open = [
    'Stafford James',
    'Badminton Kim',
    'Mia Joseph',
    'Jou Lavay',
    'Supportive Sam',
    'Vay Jou',
    'José 4ever',
    'Алексей',
  ]
  const isReserved = async (name: string) =>
    (await sql<{ yes: boolean }[]>`select private.is_brand_name(${name}) as yes`)[0]?.yes

  test.each(reserved)('is found: %s', async (name) => {
    expect(await isReserved(name)).toBe(true)
  })
  test.each(open)('is not: %s', async (name) => {
    expect(await isReserved(name)).toBe(false)
  })

  test('is refused at registration, as name and as username', async () => {
    const check = (p_username: string, p_display_name: string) =>
      codeOf(service.rpc('check_new_names', { p_username, p_display_name }))
    const free = `kim_${randomUUID().slice(0, 8)}`
    expect([
      await check(free, 'J0uvay Official'),
      await check('jouvay_team', 'Kim'),
      await check('admin.kim', 'Kim'),
      await check('tickets', 'Kim'),
      await check(free, 'Kim'),
    ]).toEqual(['brand_name', 'brand_username', 'brand_username', 'username_taken', null])
    const kim = await newMember(stack, 'Kim')
    expect(
      await codeOf(kim.client.rpc('check_new_names', { p_username: free, p_display_name: 'Kim' })),
    ).toContain('permission denied')
  })

  test('is refused when a profile is saved, also past the site; the team has it', async () => {
    const kim = await newMember(stack, 'Kim')
    const save = (client: SupabaseClient, p_username: string, p_display_name: string) =>
      codeOf(client.rpc('save_profile', { p_username, p_display_name, p_bio: '', p_city: '' }))
    const rename = (client: SupabaseClient, id: string, display_name: string) =>
      codeOf(client.from('profiles').update({ display_name }).eq('id', id))
    expect(await save(kim.client, kim.username, 'Jouvay Kim')).toBe('brand_name')
    expect(await save(kim.client, `jouvay.${randomUUID().slice(0, 6)}`, 'Kim')).toBe('brand_username')
    expect(await rename(kim.client, kim.id, 'J0UVAY')).toBe('brand_name')
    expect(await save(kim.client, kim.username, 'Kim Again')).toBeNull()
    const moId = await users.id('Mo')
    expect(await save(mo, `jouvay.mo.${randomUUID().slice(0, 6)}`, 'Mo of Jouvay')).toBeNull()
    expect(await rename(mo, moId, 'Mo')).toBeNull()
  })

  test('is left off where it comes from somewhere else, and keeps nobody out', async () => {
    const nameOf = async (id: string) =>
      (await sql<{ name: string }[]>`select display_name as name from public.profiles where id = ${id}`)[0]
        ?.name
    const create = async (metadata: Record<string, unknown>) => {
      const { data, error } = await service.auth.admin.createUser({
        email: `outside-${randomUUID().slice(0, 8)}@example.com`,
        email_confirm: true,
        ...metadata,
      })
      if (error) throw error
      return data.user.id
    }
    const firebase = { issuer: 'https://issuer.example', subject: randomUUID(), email_verified: true }
    const outside = await create({ app_metadata: { display_name: 'Jouvay Official', firebase } })
    const direct = await create({ user_metadata: { display_name: 'Jоuvay Staff' } })
    const fine = await create({ user_metadata: { display_name: 'Kim Outside' } })
    expect([await nameOf(outside), await nameOf(direct), await nameOf(fine)]).toEqual([
      'Member',
      'Member',
      'Kim Outside',
    ])
    const linked = await sql`select 1 from private.firebase_identities where user_id = ${outside}`
    expect(linked).toHaveLength(1)
  })

  test('follows the brand’s name of the settings and the words of moderators', async () => {
    const word = `zq${randomUUID()
      .replaceAll(/[^a-f]/g, '')
      .slice(0, 6)}`
    const id = await call(
      mo,
      'add_moderation_term',
      { p_kind: 'brand', p_term: word, p_action: 'refuse' },
      z.uuid(),
    )
    expect(await isReserved(`The ${word.toUpperCase()}`)).toBe(true)
    await mo.rpc('drop_moderation_term', { p_term: id })
    expect(await isReserved(`The ${word.toUpperCase()}`)).toBe(false)
    await sql
      .begin(async (tx) => {
        const found = async (name: string) => (await tx`select private.is_brand_name(${name}) as yes`)[0]?.yes
        await tx`update public.settings set brand = 'Bélé Nova'`
        expect([await found('BeleNova crew'), await found('bele_n0va'), await found('Jouvay')]).toEqual([
          true,
          true,
          false,
        ])
        // A short name is a word of its own: it is part of many others.
        await tx`update public.settings set brand = 'Fete'`
        expect([await found('Fete Team'), await found('Cafeteria Kim')]).toEqual([true, false])
        throw new Error('rolled back')
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'))
  })
})

describe('tickets for sale', () => {
  const isResale = async (body: string) =>
    (await sql<{ yes: boolean }[]>`select private.is_resale(${body}) as yes`)[0]?.yes
  test.each([
    'Selling 2 tickets for Friday, $40 each',
    'selling my two extra early bird tix 60 bucks',
    'I have extra tix, DM me',
    'WTS 2 GA tix face value hmu',
    'Two tickets for sale, 50$',
    'Tickets 4 sale, text me',
    'I have one ticket I need to sell, 917-555-0142',
    'Letting go of my ticket, Venmo only',
    'Getting rid of 3 wristbands, cash app',
    'Who needs a ticket? Got two, €30',
    'Spare VIP pass, WhatsApp me',
    'Looking to buy 2 tickets, paying $80',
    'ISO 2 tix, Zelle ready',
    'Where can I buy a ticket off somebody, inbox me',
    'S3LLING T1CKETS $40',
    'Vendo 2 boletos, $40',
  ])('%s', async (body) => {
    expect(await isResale(body)).toBe(true)
  })
  test.each([
    'How much are the tickets at the door? $40?',
    'Tickets are on sale now',
    'Are you selling tamarind balls at the door for $5?',
    'Where do I buy tickets? The site says $35.',
    'I bought my tickets, $40 well spent',
    'Is the extra bar inside? I have my ticket, and $20 for drinks',
    'Buy me a drink when you see me, tickets in hand, call me!',
    'Selling out fast! Tickets are $35 until midnight',
    'They sell water for $3 and check tickets twice',
    'They check tickets and sell water for $3',
    'See you at 10 pm, I have an extra ticket for my sister',
    'Does anyone need a ticket for the members bar? The menu says $20',
    'You pass the $5 coat check on the way to the floor',
    'Sold out of tickets in 4 minutes, wow',
  ])('is not: %s', async (body) => {
    expect(await isResale(body)).toBe(false)
  })
})

describe('limits', () => {
  const retryOf = async (work: Promise<unknown>) => {
    const { code, facts } = await refusal(work)
    return [code, Number(facts.retry_after_seconds) > 0]
  }

  test('a new account writes ten comments a day and posts one picture; after a day and three posts it is new no more', async () => {
    const [ned, kay] = await Promise.all([newMember(stack, 'Ned'), knownMember('Kay')])
    const { id: post } = await write(kay, text('Talk to me'))
    for (let n = 0; n < 10; n++) await comment(ned, post, text(`Comment ${n}`))
    expect(await retryOf(comment(ned, post, text('Comment 11')))).toEqual(['new_account_posts', true])
    const picture = () => ({ name: randomUUID().replaceAll('-', ''), width: 10, height: 10, alt: '' })
    const pictured = (count: number) =>
      write(ned, text('Pictured'), { p_pictures: Array.from({ length: count }, picture) })
    expect((await refusal(pictured(2))).code).toBe('new_account_pictures')
    expect((await pictured(1)).status).toBe('pending_review')
    await sql`update public.profiles set created_at = now() - interval '25 hours' where id = ${ned.id}`
    // its ten comments are up
    expect((await pictured(4)).status).toBe('published')
    expect((await refusal(pictured(5))).code).toBe('too_many_post_pictures')
    expect((await comment(ned, post, text('See example.com'))).status).toBe('published')
  })

  test('thirty comments and 120 reactions an hour, counted by the database, with the time of the next', async () => {
    const [kay, busy] = await Promise.all([knownMember('Kay'), knownMember('Busy')])
    const { id: post } = await write(kay, text('Busy post'))
    for (const [name, most] of [
      ['comment', 29],
      ['reaction', 119],
    ] as const)
      await sql`select public.consume_limit(${name}, ${busy.id}, null) from generate_series(1, ${most})`
    await comment(busy, post, text('The thirtieth'))
    expect(await retryOf(comment(busy, post, text('One more')))).toEqual(['rate_limited', true])
    const react = (p_reaction: string) =>
      call(busy.client, 'react_to_post', { p_post: post, p_reaction }, z.unknown())
    await react('fire')
    expect(await retryOf(react('love'))).toEqual(['rate_limited', true])
  })

  test('the same text again in a day is refused, however it is spaced and cased, unless it was deleted or stands elsewhere', async () => {
    const [kay, sid] = await Promise.all([knownMember('Kay'), knownMember('Sid')])
    const body = text('Come to my after party')
    const { id } = await write(kay, body)
    expect((await refusal(write(kay, `  ${body.toUpperCase()}!!`))).code).toBe('duplicate_post')
    expect((await write(sid, body)).status).toBe('published')
    const { id: other } = await write(sid, text('Something else'))
    await comment(kay, id, body)
    expect((await refusal(comment(kay, id, body))).code).toBe('duplicate_post')
    await comment(kay, other, body)
    await call(kay.client, 'delete_post', { p_post: id }, z.null())
    expect((await write(kay, body)).status).toBe('published')
  })
})

describe('the queue', () => {
  const report = async (post: string) => {
    const reporter = await newMember(stack, 'Rae')
    expect(await codeOf(reporter.client.rpc('report_post', { p_post: post, p_reason: 'spam' }))).toBeNull()
    return reporter
  }
  const caseOf = async (post: string) => {
    const [found] = await sql<{ id: string; version: number }[]>`
      select id, version from private.moderation_cases where post_id = ${post} order by round desc limit 1`
    if (!found) throw new Error('no case')
    return found
  }
  const next = (client: SupabaseClient, p_after: string | null = null) =>
    call(client, 'claim_next_case', { p_after }, z.uuid().nullable())
  const versionOf = async (id: string) =>
    (await sql<{ version: number }[]>`select version from private.moderation_cases where id = ${id}`)[0]
      ?.version
  const claimOf = async (id: string) =>
    (
      await sql<{ by: string | null }[]>`
        select claimed_by as by from private.moderation_cases where id = ${id} and claimed_until > now()`
    )[0]?.by ?? null

  test('two decisions that wait for the same lock at the same moment end as one', async () => {
    const kay = await knownMember('Kay')
    const { id: post } = await write(kay, text('Contested'))
    await report(post)
    const { id, version } = await caseOf(post)
    const decide = (client: SupabaseClient, p_decision: string) =>
      codeOf(
        client.rpc('decide_case', {
          p_case: id,
          p_version: version,
          p_decision,
          p_rule: 'spam',
          p_reason: 'An ad',
        }),
      )
    let decisions: Promise<(string | null)[]> | undefined
    const other = users.connect(1)
    await other.begin(async (tx) => {
      await tx`select 1 from public.posts where id = ${post} for update`
      decisions = Promise.all([decide(mo, 'remove'), decide(abe, 'keep')])
      for (let waiting = 0; waiting < 2; ) {
        const [row] = await sql<{ count: number }[]>`
          select count(*)::int as count from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%decide_case%' and pid <> pg_backend_pid()`
        waiting = row?.count ?? 0
      }
    })
    expect((await decisions)?.toSorted()).toEqual(['case_decided', null])
    const log = await sql`
      select 1 from private.moderation_log where case_id = ${id} and action in ('upheld', 'rejected')`
    expect(log).toHaveLength(1)
  })

  test('whoever goes on to the next case gives theirs back and gets the one behind it', async () => {
    const kay = await knownMember('Kay')
    const ids: string[] = []
    for (const at of ['2001-01-01', '2001-01-02', '2001-01-03']) {
      const { id: post } = await write(kay, text('In line'))
      await report(post)
      const { id } = await caseOf(post)
      // Older than all others, so that they stand first.
      await sql`update private.moderation_cases set opened_at = ${at}, priority = 2 where id = ${id}`
      ids.push(id)
    }
    const [one = '', two = '', three = ''] = ids
    const adaId = await users.id('Ada')
    expect([await next(ada), await next(ada)]).toEqual([one, one])
    expect(await next(ada, one)).toBe(two)
    expect([await claimOf(one), await claimOf(two)]).toEqual([null, adaId])
    expect(await next(mo)).toBe(one)
    expect(await next(ada, two)).toBe(three)
    // what another moderator has is passed over, also from behind
    expect(await next(abe, one)).toBe(two)
    for (const [client, id] of [
      [mo, one],
      [abe, two],
      [ada, three],
    ] as const)
      expect(
        await codeOf(
          client.rpc('decide_case', { p_case: id, p_version: await versionOf(id), p_decision: 'dismiss' }),
        ),
      ).toBeNull()
  })

  test('a moderator opens a case about any post that readers see, but not about their own', async () => {
    const kay = await knownMember('Kay')
    const { id: post } = await write(kay, text('Nobody reported this'))
    const open = (client: SupabaseClient, p_post = post) =>
      call(client, 'open_post_case', { p_post }, z.uuid())
    expect((await refusal(open(kay.client))).code).toBe('not_allowed')
    const [first, second] = await Promise.all([open(mo), open(abe)])
    expect(first).toBe(second)
    const page = await call(mo, 'read_case', { p_case: first }, casePageSchema)
    expect(page).toMatchObject({ state: 'open', sources: ['staff'], isOwn: false })
    const remove = { p_decision: 'remove', p_rule: 'spam', p_reason: 'An ad' }
    const decided = { p_case: first, p_version: page.version, ...remove }
    expect(await codeOf(mo.rpc('decide_case', decided))).toBeNull()
    expect((await refusal(open(mo))).code).toBe('not_found')
    expect((await refusal(open(mo, randomUUID()))).code).toBe('not_found')
    const own = await call(mo, 'create_post', { p_body: text('By Mo') }, writtenSchema)
    expect((await refusal(open(mo, own.id))).code).toBe('own_post')
  })

  test('replies to choose from stand with every case, under names of their own', async () => {
    const kay = await knownMember('Kay')
    const { id: post } = await write(kay, text('Reply to this'))
    await report(post)
    const { id } = await caseOf(post)
    const title = text('Reply')
    const save = (client: SupabaseClient, values: Record<string, unknown> = {}) =>
      client.rpc('save_canned_reply', {
        p_id: null,
        p_title: title,
        p_rule: 'spam',
        p_text: 'Once is enough.',
        ...values,
      })
    const saved = z.uuid().parse((await save(mo)).data)
    expect([
      await codeOf(save(abe)),
      await codeOf(save(kay.client)),
      await codeOf(save(mo, { p_title: text('Other'), p_rule: 'nonsense' })),
      await codeOf(save(mo, { p_title: ' ' })),
      await codeOf(save(mo, { p_title: text('Other'), p_text: 'x'.repeat(501) })),
      await codeOf(save(abe, { p_id: saved, p_text: 'Once really is enough.' })),
    ]).toEqual(['reply_title_taken', 'not_allowed', 'rule_needed', 'invalid', 'invalid', null])
    const replies = async () => (await call(mo, 'read_case', { p_case: id }, casePageSchema)).replies
    expect(await replies()).toContainEqual({ id: saved, title, rule: 'spam', text: 'Once really is enough.' })
    await mo.rpc('drop_canned_reply', { p_id: saved })
    expect((await replies()).map((reply) => reply.id)).not.toContain(saved)
  })

  test('a removed post is kept for its open appeal, and erased 30 days later once that is decided', async () => {
    const kay = await knownMember('Kay')
    const { id: post } = await write(kay, text('Removed and appealed'))
    await report(post)
    const { id, version } = await caseOf(post)
    const remove = { p_case: id, p_version: version, p_decision: 'remove', p_rule: 'spam', p_reason: 'An ad' }
    expect(await codeOf(mo.rpc('decide_case', remove))).toBeNull()
    const appeal = await call(
      kay.client,
      'open_appeal',
      { p_sanction: null, p_case: id, p_text: 'It is no ad at all' },
      z.uuid(),
    )
    await sql`update public.posts set status_at = now() - interval '31 days' where id = ${post}`
    const purged = async () => {
      await service.rpc('purge_posts')
      const [row] = await sql<
        { status: string; body: string }[]
      >`select status, body from public.posts where id = ${post}`
      return [row?.status, row?.body === '']
    }
    expect(await purged()).toEqual(['removed', false])
    const denied = { p_appeal: appeal, p_is_granted: false, p_reason: 'It is one' }
    expect(await codeOf(ada.rpc('decide_appeal', denied))).toBeNull()
    expect(await purged()).toEqual(['purged', true])
  })

  test('people who report falsely are known to moderators, and their reports weigh less', async () => {
    const kay = await knownMember('Kay')
    const wrong = await knownMember('Wrong')
    for (let n = 0; n < 3; n++) {
      const { id: post } = await write(kay, text(`Fine ${n}`))
      await codeOf(wrong.client.rpc('report_post', { p_post: post, p_reason: 'spam' }))
      const { id, version } = await caseOf(post)
      const kept = { p_case: id, p_version: version, p_decision: 'keep' }
      expect(await codeOf(mo.rpc('decide_case', kept))).toBeNull()
    }
    const { id: post } = await write(kay, text('Fine again'))
    await codeOf(wrong.client.rpc('report_post', { p_post: post, p_reason: 'hate' }))
    const page = await call(mo, 'read_case', { p_case: (await caseOf(post)).id }, casePageSchema)
    expect(page.reportList).toEqual([
      expect.objectContaining({
        reporterId: wrong.id,
        weight: 0.5,
        record: { upheld: 0, rejected: 3, open: 1 },
      }),
    ])
    const record = await call(mo, 'read_moderated_person', { p_user: wrong.id }, moderatedPersonSchema)
    expect(record.reports).toEqual({ upheld: 0, rejected: 3, open: 1 })
    expect(
      (await refusal(call(kay.client, 'read_moderated_person', { p_user: wrong.id }, z.unknown()))).code,
    ).toBe('not_allowed')
  })
})
