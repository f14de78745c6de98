import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { type Member, newMember } from './member.ts'
import { call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** What members take along of the community in the export of their data, and whom it never names. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
afterAll(() => users.close())

const done = z.unknown()
const list = z.array(z.record(z.string(), z.unknown()))
const exportedSchema = z.looseObject({
  posts: list,
  reactions: list,
  mentions: list,
  people: z.object({
    following: list,
    followers: list,
    blocked: list,
    shownAsGoing: list,
    notifications: list,
  }),
  moderation: z.object({ reports: list, removedPosts: list, sanctions: list, appeals: list }),
})
const exportOf = (who: Member) => call(who.client, 'export_my_data', {}, exportedSchema)
async function post(author: Member, body: string): Promise<string> {
  const [made] = await sql<{ id: string }[]>`
    insert into public.posts ${sql({ author_id: author.id, body, status: 'published' })} returning id`
  return made?.id ?? ''
}

test('holds follows, blocks, mentions, reactions, reports, sanctions and appeals, and names neither who reported nor who decided', async () => {
  const marker = () => `name${randomUUID().slice(0, 8)}`
  const [reporter, ben, cat] = [
    await newMember(stack, marker()),
    await newMember(stack, 'Ben'),
    await newMember(stack, 'Cat'),
  ]
  const me = await newMember(stack, 'Me')
  await sql`update public.profiles set card_public = true where id in ${sql([me.id, ben.id, cat.id])}`
  await me.client.rpc('follow_person', { p_person: ben.id, p_following: true })
  await me.client.rpc('block_person', { p_person: cat.id, p_kind: 'mute' })
  await ben.client.rpc('follow_person', { p_person: me.id, p_following: true })
  const [mine, theirs] = [
    await post(me, 'My own words'),
    await post(ben, `Hello @${me.username}, private words of Ben`),
  ]
  await sql`insert into public.post_mentions (post_id, user_id) values (${theirs}, ${me.id})`
  await call(me.client, 'react_to_post', { p_post: theirs, p_reaction: 'love' }, done)
  await call(me.client, 'report_post', { p_post: theirs, p_reason: 'other', p_note: 'A note of mine' }, done)
  await call(reporter.client, 'report_post', { p_post: mine, p_reason: 'spam', p_note: null }, done)
  const [mo, ada] = [await users.actingAs('Mo'), await users.actingAs('Ada')]
  await call(mo, 'add_moderator_note', { p_user: me.id, p_text: 'A note of a moderator' }, done)
  const sanction = await call(
    mo,
    'impose_sanction',
    { p_user: me.id, p_step: 'mute_1', p_rule: 'spam', p_reason: 'Too many links' },
    z.uuid(),
  )
  const appeal = await call(
    me.client,
    'open_appeal',
    { p_sanction: sanction, p_case: null, p_text: 'That was a joke among friends' },
    z.uuid(),
  )
  await call(ada, 'decide_appeal', { p_appeal: appeal, p_is_granted: true, p_reason: 'It was indeed' }, done)

  const data = await exportOf(me)
  expect(data.people.following).toMatchObject([{ name: 'Ben' }])
  expect(data.people.followers).toMatchObject([{ name: 'Ben' }])
  expect(data.people.blocked).toMatchObject([{ name: 'Cat', kind: 'mute' }])
  expect(data.people.notifications.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['follow', 'sanction', 'appeal_decided']),
  )
  expect(data.posts).toMatchObject([{ body: 'My own words' }])
  expect(data.reactions).toMatchObject([{ post: theirs, reaction: 'love' }])
  expect(data.moderation).toEqual({
    reports: [{ post: theirs, reason: 'other', note: 'A note of mine', at: expect.any(String) }],
    removedPosts: [],
    sanctions: [
      expect.objectContaining({
        kind: 'mute',
        rule: 'No spam',
        reason: 'Too many links',
        liftReason: 'It was indeed',
      }),
    ],
    appeals: [
      expect.objectContaining({
        against: 'sanction',
        text: 'That was a joke among friends',
        state: 'granted',
        reason: 'It was indeed',
      }),
    ],
  })
  const text = JSON.stringify(data)
  for (const secret of [
    reporter.id,
    reporter.username,
    await users.id('Mo'),
    await users.id('Ada'),
    'A note of a moderator',
    'private words of Ben',
  ])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
  // Ben learns nothing of the report about his post.
  const bens = await exportOf(ben)
  expect(JSON.stringify(bens)).not.toContain('A note of mine')
  expect(bens.moderation).toEqual({ reports: [], removedPosts: [], sanctions: [], appeals: [] })
})

test('says where the member is mentioned as long as they may read it, and what of theirs was removed and why', async () => {
  const [me, ben] = [await newMember(stack, 'Me'), await newMember(stack, 'Ben')]
  const about = await post(ben, `Hello @${me.username}`)
  await sql`insert into public.post_mentions (post_id, user_id) values (${about}, ${me.id})`
  expect((await exportOf(me)).mentions).toEqual([{ post: about, by: 'Ben', at: expect.any(String) }])
  await ben.client.rpc('block_person', { p_person: me.id, p_kind: 'block' })
  expect((await exportOf(me)).mentions).toEqual([])
  const mine = await post(me, 'Something that breaks a rule')
  const sid = await users.actingAs('Sid')
  await call(sid, 'report_post', { p_post: mine, p_reason: 'hate', p_note: null }, done)
  const [found] = await sql<{ id: string }[]>`
    select id from private.moderation_cases where post_id = ${mine}`
  const mo = await users.actingAs('Mo')
  await call(mo, 'claim_case', { p_case: found?.id }, done)
  const [claimed] = await sql<
    { version: number }[]
  >`select version from private.moderation_cases where id = ${found?.id ?? ''}`
  await call(
    mo,
    'decide_case',
    {
      p_case: found?.id,
      p_version: claimed?.version,
      p_decision: 'remove',
      p_rule: 'hate',
      p_reason: 'An insult',
      p_sanction: null,
    },
    done,
  )
  expect((await exportOf(me)).moderation.removedPosts).toEqual([
    { post: mine, rule: 'No hate', reason: 'An insult', at: expect.any(String) },
  ])
})
