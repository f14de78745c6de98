import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import {
  appealListSchema,
  caseListSchema,
  casePageSchema,
  moderatedPersonSchema,
  ownModerationSchema,
} from '#features/community/moderation/moderation.types.ts'
import { root } from '../../tools/settings.ts'
import { brokenRules } from './invariants.ts'
import { type Member, newMember } from './member.ts'
import { call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Reports to decisions: what hides a post, who decides, what follows, and how it is appealed. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
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

/** A member whose posts are not held back for being new: an old account with three posts. */
async function knownMember(name: string): Promise<Member> {
  const member = await newMember(stack, name)
  await sql`update public.profiles set created_at = now() - interval '90 days' where id = ${member.id}`
  await sql`
    insert into public.posts (author_id, body, created_at)
    select ${member.id}, 'Earlier post ' || n, now() - interval '30 days' from generate_series(1, 3) n`
  return member
}
/** People whose reports count for one. */
const oldMembers = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const member = await newMember(stack, 'Rae')
      await sql`update public.profiles set created_at = now() - interval '30 days' where id = ${member.id}`
      return member
    }),
  )

const writtenSchema = z.object({ id: z.uuid(), status: z.string() })
const write = (who: Member, body: string) => call(who.client, 'create_post', { p_body: body }, writtenSchema)
const report = (who: Member, post: string, reason = 'spam', note: string | null = null) =>
  codeOf(who.client.rpc('report_post', { p_post: post, p_reason: reason, p_note: note }))
const statusOf = async (post: string) =>
  (await sql<{ status: string }[]>`select status from public.posts where id = ${post}`)[0]?.status
const caseOf = async (post: string) => {
  const [found] = await sql<{ id: string; version: number }[]>`
    select id, version from private.moderation_cases where post_id = ${post} order by round desc limit 1`
  if (!found) throw new Error('no case')
  return found
}
const read = (client: SupabaseClient, id: string) =>
  call(client, 'read_case', { p_case: id }, casePageSchema.nullable())
const decide = (client: SupabaseClient, id: string, version: number, more: Record<string, unknown> = {}) =>
  codeOf(
    client.rpc('decide_case', {
      p_case: id,
      p_version: version,
      p_decision: 'remove',
      p_rule: 'spam',
      p_reason: 'The same ad again',
      ...more,
    }),
  )
const sees = async (client: SupabaseClient, post: string) =>
  ((await client.from('posts').select('id').eq('id', post)).data ?? []).length === 1
const kindsFor = async (user: string) =>
  (
    await sql<
      { kind: string }[]
    >`select kind from public.notifications where user_id = ${user} order by created_at, kind`
  ).map(({ kind }) => kind)
const mailsTo = async (user: string) =>
  (
    await sql<{ what: string }[]>`
      select payload ->> 'what' as what from private.mail_outbox where kind = 'moderation' and subject_id = ${user} order by created_at`
  ).map(({ what }) => what)
/** Has a post removed by Mo, and returns its case. */
async function removed(author: Member, more: Record<string, unknown> = {}) {
  const post = (await write(author, `To be removed ${randomUUID()}`)).id
  const [reporter] = await oldMembers(1)
  if (!reporter) throw new Error('no reporter')
  expect(await report(reporter, post)).toBeNull()
  const { id, version } = await caseOf(post)
  expect(await decide(mo, id, version, more)).toBeNull()
  return { post, caseId: id }
}

test('the page of rules has exactly those that decisions name, under their numbers and titles', async () => {
  const page = readFileSync(join(root, 'app/features/help/content/community-rules.md'), 'utf8')
  const rules = await sql<{ heading: string }[]>`
    select position || '. ' || title as heading from private.house_rules order by position`
  expect([...page.matchAll(/^## (\d+\. .+)$/gm)].map(([, heading]) => heading)).toEqual(
    rules.map(({ heading }) => heading),
  )
})

describe('before a post is read', () => {
  test('the first post of somebody new waits for a moderator, whose approval shows it', async () => {
    const ned = await newMember(stack, 'Ned')
    const { id, status } = await write(ned, 'Hello everybody')
    expect(status).toBe('pending_review')
    const sid = await users.actingAs('Sid')
    expect([await sees(sid, id), await sees(ned.client, id), await sees(mo, id)]).toEqual([false, true, true])
    const found = await caseOf(id)
    expect((await read(mo, found.id))?.sources).toEqual(['first_post'])
    expect(await decide(mo, found.id, found.version, { p_decision: 'keep' })).toBeNull()
    expect([await statusOf(id), await sees(sid, id)]).toEqual(['published', true])
    expect(await kindsFor(ned.id)).toEqual(['post_published'])
    expect((await write(ned, 'And another one')).status).toBe('published')
  })

  test('new people write three posts a day, without links; the same text once a day', async () => {
    const ned = await newMember(stack, 'Ned')
    const tryIt = (p_body: string) => codeOf(ned.client.rpc('create_post', { p_body }))
    expect(await tryIt('Look at https://example.com/x')).toBe('new_account_links')
    expect(await tryIt('Look at example.com')).toBe('new_account_links')
    expect(await tryIt('One')).toBeNull()
    expect(await tryIt('  ONE!')).toBe('duplicate_post')
    expect([await tryIt('Two'), await tryIt('Three'), await tryIt('Four')]).toEqual([
      null,
      null,
      'new_account_posts',
    ])
  })

  test.each([
    ['Selling 2 tickets for Friday, $40 each', 'pending_review'],
    ['I have extra tix, DM me', 'pending_review'],
    ['How much are the tickets at the door? $40?', 'published'],
    ['Tickets are on sale now', 'published'],
    ['Are you selling tamarind balls at the door for $5?', 'published'],
  ])('tickets for sale are held back: %s', async (body, status) => {
    const kay = await knownMember('Kay')
    expect((await write(kay, `${body}`)).status).toBe(status)
  })

  test('words are found whole, with a star as part, and without accents; domains with what is below them', async () => {
    const word = `zq${randomUUID().slice(0, 6)}`
    const add = (kind: string, term: string, action: string) =>
      call(mo, 'add_moderation_term', { p_kind: kind, p_term: term, p_action: action }, z.uuid())
    const ids = await Promise.all([
      add('word', `${word}*`, 'review'),
      add('word', `no${word}`, 'refuse'),
      add('domain', `https://www.d${word}.com/path`, 'report'),
    ])
    const kay = await knownMember('Kay')
    expect((await write(kay, `So ${word.toUpperCase()}ing loud`)).status).toBe('pending_review')
    expect((await write(kay, `pre${word} is another word`)).status).toBe('published')
    expect(await codeOf(kay.client.rpc('create_post', { p_body: `no${word}, really` }))).toBe('words_refused')
    const linked = await write(kay, `See https://shop.d${word}.com`)
    expect(linked.status).toBe('published')
    expect((await read(mo, (await caseOf(linked.id)).id))?.sources).toEqual(['domains'])
    await Promise.all(ids.map((p_term) => mo.rpc('drop_moderation_term', { p_term })))
    expect((await write(kay, `Then ${word}ing again`)).status).toBe('published')
  })

  test('nobody renames themselves to the brand or its staff; the team does', async () => {
    const ned = await newMember(stack, 'Ned')
    const rename = (member: Member, display_name: string) =>
      codeOf(member.client.from('profiles').update({ display_name }).eq('id', member.id))
    for (const name of [
      'Jouvay Official',
      'jouvay_support',
      'J O U V A Y',
      'Jöuvay Team',
      'Staff',
      'The Admin',
    ])
      expect(await rename(ned, name), name).toBe('brand_name')
    expect(await rename(ned, 'Stafford James')).toBeNull()
  })
})

describe('reports', () => {
  test('hide a post when they weigh three, and a moderator sees it first of all; what one reported is gone for oneself', async () => {
    const kay = await knownMember('Kay')
    const { id } = await write(kay, `Buy my stuff ${randomUUID()}`)
    const [one, two, three] = await oldMembers(3)
    const young = await newMember(stack, 'Yan')
    if (!one || !two || !three) throw new Error('no reporters')
    expect(await report(one, id)).toBeNull()
    expect([await sees(one.client, id), await sees(two.client, id)]).toEqual([false, true])
    expect(await report(one, id, 'hate')).toBeNull()
    expect(await report(two, id, 'other')).toBe('report_note_needed')
    expect(await report(two, id, 'other', 'It is a scam')).toBeNull()
    expect(await report(young, id)).toBeNull()
    // 1 + 1 + 0.5
    expect(await statusOf(id)).toBe('published')
    expect(await report(three, id)).toBeNull()
    expect(await statusOf(id)).toBe('auto_hidden')
    expect(await kindsFor(kay.id)).toEqual(['post_hidden'])
    const found = await read(mo, (await caseOf(id)).id)
    expect(found).toMatchObject({ priority: 2, reports: 4, score: 3.5, state: 'open' })
    const listed = await call(mo, 'list_cases', { p_tab: 'hidden', p_limit: 100 }, caseListSchema)
    expect(listed.cases.map((each) => each.id)).toContain(found?.id)
    // Nothing of who reported reaches the author.
    const own = await call(kay.client, 'read_own_moderation', {}, ownModerationSchema)
    expect(own.posts.find((post) => post.id === id)?.canRepairAt).not.toBeNull()
    expect(JSON.stringify(own)).not.toContain(one.id)
    expect((await kay.client.from('post_reports').select('id')).data).toEqual([])
    expect((await one.client.from('post_reports').select('id')).data).toHaveLength(1)
  })

  test('are for members, about posts of others that they see, twenty a day', async () => {
    const kay = await knownMember('Kay')
    const { id } = await write(kay, `Mine ${randomUUID()}`)
    const visitor = await users.actingAs('visitor')
    const gus = await users.actingAs('Gus')
    const by = (client: SupabaseClient, post = id) =>
      codeOf(client.rpc('report_post', { p_post: post, p_reason: 'spam' }))
    expect(await by(visitor)).toContain('permission denied')
    expect(await by(gus)).toBe('members_only')
    expect(await by(kay.client)).toBe('own_post')
    expect(await by(mo, randomUUID())).toBe('not_found')
    const hidden = await write(await newMember(stack, 'Ned'), 'Waiting')
    expect(await by(await users.actingAs('Sid'), hidden.id)).toBe('not_found')
    const [eager] = await oldMembers(1)
    const posts = await sql<{ id: string }[]>`
      insert into public.posts (author_id, body) select ${kay.id}, 'Many ' || n from generate_series(1, 21) n returning id`
    const codes: (string | null)[] = []
    for (const post of posts) if (eager) codes.push(await report(eager, post.id))
    expect([codes.slice(0, 20).every((code) => code === null), codes[20]]).toEqual([true, 'rate_limited'])
  })

  test('weigh by how right somebody was: more when often upheld, less when mostly rejected, nothing for the same again', async () => {
    const kay = await knownMember('Kay')
    const [right, wrong] = await oldMembers(2)
    if (!right || !wrong) throw new Error('no reporters')
    const settle = async (who: Member, state: string, count: number) => {
      for (let n = 0; n < count; n++) {
        await sql`
          with post as (insert into public.posts (author_id, body) values (${kay.id}, ${`Old ${randomUUID()}`}) returning id),
          closed as (
            insert into private.moderation_cases (post_id, sources, state, decided_at, rule, reason)
            select id, '{reports}', ${state}, now(), 'spam', 'Ads' from post returning id, post_id
          )
          insert into public.post_reports (post_id, reporter_id, reason, weight, case_id, state)
          select post_id, ${who.id}, 'spam', 1, id, ${state} from closed`
      }
    }
    await settle(right, 'upheld', 5)
    await settle(wrong, 'rejected', 3)
    const { id } = await write(kay, `Weighed ${randomUUID()}`)
    await report(right, id)
    await report(wrong, id)
    const found = await caseOf(id)
    const weights = (await read(mo, found.id))?.reportList.map(({ weight }) => weight)
    expect(weights?.toSorted()).toEqual([0.5, 1.5])
    expect(await decide(mo, found.id, found.version, { p_decision: 'keep' })).toBeNull()
    expect(await report(right, id)).toBeNull()
    const again = await read(mo, (await caseOf(id)).id)
    expect(again).toMatchObject({ round: 2, score: 0 })
  })

  test('of a post that its author repaired count anew; a second hide is lifted by a moderator alone', async () => {
    const kay = await knownMember('Kay')
    const { id } = await write(kay, `Rude words ${randomUUID()}`)
    for (const who of await oldMembers(3)) await report(who, id)
    const edit = async (p_body: string) => {
      const [{ version } = { version: 0 }] = await sql<
        { version: number }[]
      >`select version from public.posts where id = ${id}`
      return codeOf(kay.client.rpc('edit_post', { p_post: id, p_body, p_version: version }))
    }
    expect(await edit('Kind words')).toBe('post_repair_wait')
    await sql`update public.posts set status_at = now() - interval '11 minutes' where id = ${id}`
    expect(await edit('Kind words')).toBeNull()
    expect(await statusOf(id)).toBe('published')
    const found = await read(mo, (await caseOf(id)).id)
    expect([found?.score, found?.sources]).toEqual([0, ['reports', 'repair']])
    for (const who of await oldMembers(3)) await report(who, id)
    expect(await statusOf(id)).toBe('auto_hidden')
    await sql`update public.posts set status_at = now() - interval '11 minutes' where id = ${id}`
    expect(await edit('Kinder words')).toBe('post_repaired')
    const own = await call(kay.client, 'read_own_moderation', {}, ownModerationSchema)
    expect(own.posts.find((post) => post.id === id)?.canRepairAt).toBeNull()
  })
})

describe('a case', () => {
  test('is decided once, whoever is first, by two moderators at the same moment', async () => {
    const kay = await knownMember('Kay')
    const { id: post } = await write(kay, `Contested ${randomUUID()}`)
    const [reporter] = await oldMembers(1)
    if (reporter) await report(reporter, post)
    const { id, version } = await caseOf(post)
    const codes = await Promise.all([
      decide(mo, id, version),
      decide(ada, id, version, { p_decision: 'keep' }),
      decide(abe, id, version, { p_decision: 'dismiss' }),
    ])
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'case_decided')).toHaveLength(2)
    const [log] = await sql<{ count: number }[]>`
      select count(*)::int as count from private.moderation_log
      where case_id = ${id} and action in ('upheld', 'rejected', 'ignored')`
    expect(log?.count).toBe(1)
  })

  test('belongs to who claimed it for ten minutes; then to anybody', async () => {
    const kay = await knownMember('Kay')
    const { id: post } = await write(kay, `Claimed ${randomUUID()}`)
    const [reporter] = await oldMembers(1)
    if (reporter) await report(reporter, post)
    const { id } = await caseOf(post)
    const claim = (client: SupabaseClient) => codeOf(client.rpc('claim_case', { p_case: id }))
    const claims = await Promise.all([claim(mo), claim(ada)])
    expect(claims.toSorted()).toEqual(['case_claimed', null])
    const [other, holder] = claims[0] === null ? [ada, mo] : [mo, ada]
    const { version } = await caseOf(post)
    expect(await decide(other, id, version)).toBe('case_claimed')
    expect((await read(other, id))?.isMine).toBe(false)
    await holder.rpc('release_case', { p_case: id })
    expect(await claim(other)).toBeNull()
    await sql`update private.moderation_cases set claimed_until = now() - interval '1 second' where id = ${id}`
    expect((await read(holder, id))?.state).toBe('open')
    expect(await decide(holder, id, (await caseOf(post)).version)).toBeNull()
    expect(await read(holder, id)).toMatchObject({ state: 'upheld', isMine: false, claimedBy: null })
  })

  test('that changed since it was read is not decided: another report, another text', async () => {
    const kay = await knownMember('Kay')
    const { id: post } = await write(kay, `Changing ${randomUUID()}`)
    const [one, two] = await oldMembers(2)
    if (!one || !two) throw new Error('no reporters')
    await report(one, post)
    const { id, version } = await caseOf(post)
    await report(two, post)
    expect(await decide(mo, id, version)).toBe('case_changed')
    const seen = (await caseOf(post)).version
    const [{ v } = { v: 0 }] = await sql<
      { v: number }[]
    >`select version as v from public.posts where id = ${post}`
    expect(
      await codeOf(kay.client.rpc('edit_post', { p_post: post, p_body: 'Innocent now', p_version: v })),
    ).toBeNull()
    expect(await decide(mo, id, seen)).toBe('case_changed')
    expect((await read(mo, id))?.post.edits).toHaveLength(1)
  })

  test('is not decided by who wrote or reported the post, nor by members; removing needs rule and reason', async () => {
    const kay = await knownMember('Kay')
    const { id: post } = await write(kay, `Guarded ${randomUUID()}`)
    expect(await codeOf(mo.rpc('report_post', { p_post: post, p_reason: 'hate' }))).toBeNull()
    const { id, version } = await caseOf(post)
    expect(await decide(mo, id, version)).toBe('own_case')
    expect(await decide(kay.client, id, version)).toBe('not_allowed')
    expect(await decide(ada, id, version, { p_rule: 'nonsense' })).toBe('rule_needed')
    expect(await decide(ada, id, version, { p_reason: ' ' })).toBe('reason_required')
    expect(await decide(ada, id, version)).toBeNull()
    expect(await statusOf(post)).toBe('removed')
    await expect(
      sql`update private.moderation_log set action = 'kept' where case_id = ${id}`,
    ).rejects.toThrow('append-only')
  })

  test('moderators who ask for the next one never get the same', async () => {
    const kay = await knownMember('Kay')
    const reporters = await oldMembers(2)
    for (const who of reporters) await report(who, (await write(kay, `Next ${randomUUID()}`)).id)
    const next = (client: SupabaseClient) => call(client, 'claim_next_case', {}, z.uuid().nullable())
    const [first, second] = await Promise.all([next(mo), next(abe)])
    expect(first).not.toBeNull()
    expect(second).not.toBeNull()
    expect(first).not.toBe(second)
    expect(await next(mo)).toBe(first)
    await Promise.all([
      mo.rpc('release_case', { p_case: first }),
      abe.rpc('release_case', { p_case: second }),
    ])
  })
})

describe('sanctions and appeals', () => {
  test('a mute stops posts until its time is over, by the clock; tickets are not touched', async () => {
    const kay = await knownMember('Kay')
    await removed(kay, { p_sanction: 'mute_1' })
    const tryIt = () => codeOf(kay.client.rpc('create_post', { p_body: `Again ${randomUUID()}` }))
    expect(await tryIt()).toBe('posting_muted')
    const own = await call(kay.client, 'read_own_moderation', {}, ownModerationSchema)
    expect(own.mutedUntil).not.toBeNull()
    expect(own.sanctions[0]).toMatchObject({ kind: 'mute', rule: 'spam', by: null, canAppeal: true })
    await sql`
      update private.sanctions set starts_at = now() - interval '25 hours', ends_at = now() - interval '1 hour' where user_id = ${kay.id}`
    expect(await tryIt()).toBeNull()
    expect(await kindsFor(kay.id)).toEqual(['post_removed', 'sanction'])
    // Queued by one transaction: neither is first.
    expect((await mailsTo(kay.id)).toSorted()).toEqual(['muted', 'post_removed'])
    const record = await call(mo, 'read_moderated_person', { p_user: kay.id }, moderatedPersonSchema)
    expect(record).toMatchObject({ removed: 1, mutedUntil: null, nextStep: 'mute_7' })
  })

  test('are not for staff or oneself; longer than thirty days for nobody; lifted by admins alone', async () => {
    const impose = (client: SupabaseClient, user: string, p_step = 'warn') =>
      codeOf(client.rpc('impose_sanction', { p_user: user, p_step, p_rule: 'respect', p_reason: 'Insults' }))
    expect(await impose(mo, await users.id('Ada'))).toBe('staff_sanction')
    expect(await impose(mo, await users.id('Mo'))).toBe('staff_sanction')
    const kay = await knownMember('Kay')
    expect(await impose(kay.client, await users.id('Sid'))).toBe('not_allowed')
    expect(await impose(mo, kay.id, 'mute_90')).toBe('invalid')
    expect(await impose(mo, kay.id, 'mute_30')).toBeNull()
    const [{ id } = { id: '' }] = await sql<
      { id: string }[]
    >`select id from private.sanctions where user_id = ${kay.id}`
    const lift = (client: SupabaseClient) =>
      codeOf(client.rpc('lift_sanction', { p_sanction: id, p_reason: 'A mistake' }))
    expect([await lift(mo), await lift(ada), await lift(ada)]).toEqual(['not_allowed', null, 'sanction_over'])
    expect(await codeOf(kay.client.rpc('create_post', { p_body: 'Back again' }))).toBeNull()
  })

  test('an appeal is made once in 14 days, decided once by another, and brings the post back', async () => {
    const kay = await knownMember('Kay')
    const { post, caseId } = await removed(kay)
    const appeal = (who: Member) =>
      codeOf(
        who.client.rpc('open_appeal', {
          p_sanction: null,
          p_case: caseId,
          p_text: 'It was a joke between friends',
        }),
      )
    const sid = await newMember(stack, 'Sid')
    expect(await appeal(sid)).toBe('appeal_not_possible')
    expect(
      await codeOf(kay.client.rpc('open_appeal', { p_sanction: null, p_case: caseId, p_text: 'No' })),
    ).toBe('appeal_text')
    await sql`update private.moderation_cases set decided_at = now() - interval '15 days' where id = ${caseId}`
    expect(await appeal(kay)).toBe('appeal_late')
    await sql`update private.moderation_cases set decided_at = now() where id = ${caseId}`
    expect([await appeal(kay), await appeal(kay)]).toEqual([null, 'appeal_exists'])
    const { appeals } = await call(mo, 'list_appeals', {}, appealListSchema)
    const found = appeals.find((each) => each.caseId === caseId)
    expect(found).toMatchObject({ kind: 'removed', isOwn: true, state: 'open' })
    const rule = (client: SupabaseClient, p_is_granted: boolean) =>
      codeOf(client.rpc('decide_appeal', { p_appeal: found?.id, p_is_granted, p_reason: 'Read again' }))
    expect(await rule(mo, false)).toBe('own_decision')
    const codes = await Promise.all([rule(ada, true), rule(abe, true)])
    expect(codes.toSorted()).toEqual(['appeal_decided', null])
    expect(await statusOf(post)).toBe('published')
    expect(await kindsFor(kay.id)).toEqual(['post_removed', 'appeal_decided'])
    expect(await mailsTo(kay.id)).toEqual(['post_removed', 'appeal_granted'])
  })

  test('a granted appeal against a mute ends it', async () => {
    const kay = await knownMember('Kay')
    const id = await call(
      mo,
      'impose_sanction',
      { p_user: kay.id, p_step: 'mute_7', p_rule: 'respect', p_reason: 'Insults' },
      z.uuid(),
    )
    const appeal = await call(
      kay.client,
      'open_appeal',
      { p_sanction: id, p_case: null, p_text: 'That was not me at all' },
      z.uuid(),
    )
    expect(
      await codeOf(
        ada.rpc('decide_appeal', { p_appeal: appeal, p_is_granted: true, p_reason: 'Somebody else' }),
      ),
    ).toBeNull()
    expect(await codeOf(kay.client.rpc('create_post', { p_body: 'I am back' }))).toBeNull()
  })
})
