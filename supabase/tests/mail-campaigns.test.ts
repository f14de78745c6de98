import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import type { CampaignBlock } from '#core/campaign-blocks.ts'
import {
  campaignEditorSchema,
  campaignListSchema,
  campaignMovedSchema,
} from '#features/mail/campaigns/campaign.types.ts'
import { makeCampaign } from './campaigns.ts'
import { createEvent } from './event-fixture.ts'
import { call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Campaigns: who may do what, what keeps one from being sent, how it moves, and two editors of one draft. */
const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(() => users.close())

const people = ['visitor', 'Gus', 'Sid', 'Mo', 'Dot', 'Dex', 'Mia', 'Abe', 'Ada'] as const
const anything = z.unknown()
const codeOf = async (work: Promise<unknown>) => (await refusal(work)).code
const as = (who: Name | 'visitor') => users.actingAs(who)
const do_ = async (who: Name | 'visitor', name: string, args: Record<string, unknown>) =>
  call(await as(who), name, args, anything)
const moved = async (who: Name, name: string, args: Record<string, unknown>) =>
  (await call(await as(who), name, args, campaignMovedSchema)).state
const read = async (who: Name, id: string) =>
  call(await as(who), 'read_campaign', { p_id: id }, campaignEditorSchema)
const problemsOf = async (id: string) =>
  (await read('Ada', id))?.problems.map(({ code, at, value }) => [code, at ?? value ?? null])
const contentOf = async (id: string, changes: Record<string, unknown> = {}) => {
  const campaign = await read('Ada', id)
  if (!campaign) throw new Error('no such campaign')
  const { name, category, subject, subjectB, preheader, blocks, testShareBps, holdOutBps } = campaign
  return { name, category, subject, subjectB, preheader, blocks, testShareBps, holdOutBps, ...changes }
}

// Mia writes campaigns; Dex promotes, Dot manages a door, Mo moderates, Sid has an account and Gus none.
let mia = ''
let ada = ''
beforeAll(async () => {
  mia = await users.id('Mia')
  ada = await users.id('Ada')
  await users.grant('Dot', 'door_manager', null)
  await sql`insert into public.staff_grants ${sql([
    { user_id: mia, capability: 'campaign_author', event_id: null },
    { user_id: await users.id('Dex'), capability: 'promoter', event_id: null },
  ])}`
})

describe('row x role x verb', () => {
  const may = (...names: string[]) => people.map((name) => names.includes(name))
  const verbs: [string, (own: string) => Record<string, unknown>, boolean[]][] = [
    ['list_campaigns', () => ({}), may('Mia', 'Abe', 'Ada')],
    ['read_campaign_templates', () => ({}), may('Mia', 'Abe', 'Ada')],
    ['find_campaign_cards', () => ({ p_kind: 'events', p_search: '' }), may('Mia', 'Abe', 'Ada')],
    [
      'create_campaign',
      () => ({ p_name: 'A', p_kind: 'marketing', p_event: null }),
      may('Mia', 'Abe', 'Ada'),
    ],
    ['read_campaign', (id) => ({ p_id: id }), may('Mia', 'Abe', 'Ada')],
    ['save_campaign', (id) => ({ p_id: id, p_version: 99, p_content: {} }), may('Mia', 'Abe', 'Ada')],
    ['send_campaign_test', (id) => ({ p_id: id, p_version: 99, p_mail: {} }), may('Mia', 'Abe', 'Ada')],
    ['submit_campaign', (id) => ({ p_id: id, p_version: 99 }), may('Mia', 'Abe', 'Ada')],
    ['review_campaign', (id) => ({ p_id: id, p_version: 99, p_approves: true }), may('Abe', 'Ada')],
    ['schedule_campaign', (id) => ({ p_id: id, p_version: 99 }), may('Abe', 'Ada')],
    ['pause_campaign', (id) => ({ p_id: id }), may('Abe', 'Ada')],
    ['resume_campaign', (id) => ({ p_id: id }), may('Abe', 'Ada')],
    [
      'save_campaign_template',
      (id) => ({ p_campaign: id, p_template: randomUUID(), p_name: '' }),
      may('Abe', 'Ada'),
    ],
    ['restore_campaign_template', () => ({ p_template: randomUUID(), p_version: 1 }), may('Abe', 'Ada')],
    ['archive_campaign_template', () => ({ p_template: randomUUID(), p_archived: true }), may('Abe', 'Ada')],
  ]

  test.each(verbs)('%s', async (verb, args, allowed) => {
    const id = await makeCampaign(sql, { author: mia })
    // What is let in may still be refused for another reason, such as its version.
    const outcomes = await Promise.all(
      people.map(async (who) => {
        const { error } = await (await as(who)).rpc(verb, args(id))
        return error === null || (error.code === 'refused' && error.message !== 'not_allowed')
      }),
    )
    expect(Object.fromEntries(people.map((who, at) => [who, outcomes[at]]))).toEqual(
      Object.fromEntries(people.map((who, at) => [who, allowed[at]])),
    )
  })

  test('an author is not told of the campaigns of others, and keeps nothing when the grant ends', async () => {
    const others = await makeCampaign(sql, { author: ada })
    const own = await makeCampaign(sql, { author: mia })
    expect(await read('Mia', others)).toBeNull()
    expect(await codeOf(do_('Mia', 'stop_campaign', { p_id: others }))).toBe('not_found')
    const list = await call(await as('Mia'), 'list_campaigns', { p_limit: 200 }, campaignListSchema)
    expect(list.campaigns.map(({ id }) => id)).toContain(own)
    expect(list.campaigns.every(({ isOwn }) => isOwn)).toBe(true)
    const late = await users.extra()
    const theirs = await makeCampaign(sql, { author: late })
    expect(await read('Ada', theirs)).toMatchObject({ isOwn: false, mayManage: true })
  })
})

describe('the row of moves is the whole machine', () => {
  test('every move by every role is made or refused as its row says, and logged once', async () => {
    const rows = await sql<{ from: string; to: string; as: string; allowed: boolean }[]>`
      select a.state as from, b.state as to, r.role as as,
        exists (select 1 from private.campaign_moves m where m.from_state = a.state and m.to_state = b.state and r.role = any (m.roles)) as allowed
      from private.campaign_states a, private.campaign_states b, unnest(array['author', 'manager', 'reviewer', 'system']) r (role)`
    expect(rows).toHaveLength(9 * 9 * 4)
    const id = await makeCampaign(sql)
    const made: boolean[] = []
    for (const { from, to, as } of rows) {
      const outcome = await sql
        .begin(async (tx) => {
          await tx`update private.campaigns set state = ${from}, send_at = now(), started_at = now(), snapshot = '{}' where id = ${id}`
          await tx`select private.move_campaign(c, ${to}, ${as}) from private.campaigns c where c.id = ${id}`
          const [log] = await tx`
            select count(*)::int as n from private.state_log where entity_id = ${id} and from_state = ${from} and to_state = ${to}`
          throw new Error(`made ${log?.n}`)
        })
        .catch((error: unknown) => (error instanceof Error ? error.message : ''))
      made.push(outcome === 'made 1')
    }
    expect(made).toEqual(rows.map(({ allowed }) => allowed))
  })

  test('from a draft of an author to its date: reviewed by an admin, reopened, stopped', async () => {
    const id = await makeCampaign(sql, { author: mia })
    expect(await moved('Mia', 'submit_campaign', { p_id: id, p_version: 1 })).toBe('in_review')
    expect(await codeOf(do_('Mia', 'save_campaign', { p_id: id, p_version: 1, p_content: {} }))).toBe(
      'invalid_state',
    )
    expect(await codeOf(do_('Ada', 'review_campaign', { p_id: id, p_version: 1, p_approves: false }))).toBe(
      'reason_required',
    )
    const back = { p_id: id, p_version: 1, p_approves: false, p_note: 'Shorter, please' }
    expect(await moved('Ada', 'review_campaign', back)).toBe('draft')
    expect((await read('Mia', id))?.timeline[0]).toMatchObject({ to: 'draft', reason: 'Shorter, please' })
    expect(await moved('Mia', 'submit_campaign', { p_id: id, p_version: 1 })).toBe('in_review')
    expect(await moved('Mia', 'reopen_campaign', { p_id: id })).toBe('draft')
    expect(await moved('Mia', 'submit_campaign', { p_id: id, p_version: 1 })).toBe('in_review')
    expect(await moved('Ada', 'review_campaign', { p_id: id, p_version: 1, p_approves: true })).toBe(
      'approved',
    )
    expect(await codeOf(do_('Mia', 'reopen_campaign', { p_id: id }))).toBe('not_allowed')
    const soon = { p_id: id, p_version: 1, p_send_at: new Date(Date.now() + 300_000).toISOString() }
    expect(await codeOf(do_('Ada', 'schedule_campaign', soon))).toBe('campaign_time')
    const later = { ...soon, p_send_at: new Date(Date.now() + 40 * 86_400_000).toISOString() }
    expect(await moved('Ada', 'schedule_campaign', later)).toBe('scheduled')
    expect(await moved('Ada', 'reopen_campaign', { p_id: id })).toBe('draft')
    expect(await read('Ada', id)).toMatchObject({ sendAt: null, reviewer: null })
    expect(await moved('Mia', 'stop_campaign', { p_id: id })).toBe('cancelled')
  })

  test('who wrote a campaign, or changed it last, does not review it', async () => {
    const own = await makeCampaign(sql, { author: ada, state: 'in_review' })
    expect(await codeOf(do_('Ada', 'review_campaign', { p_id: own, p_version: 1, p_approves: true }))).toBe(
      'campaign_own_review',
    )
    const edited = await makeCampaign(sql, { author: mia })
    await do_('Ada', 'save_campaign', {
      p_id: edited,
      p_version: 1,
      p_content: await contentOf(edited, { subject: 'Changed' }),
    })
    await sql`update private.campaigns set state = 'in_review', tested_version = version where id = ${edited}`
    const review = { p_id: edited, p_version: 2, p_approves: true }
    expect(await codeOf(do_('Ada', 'review_campaign', review))).toBe('campaign_own_review')
    expect(await moved('Abe', 'review_campaign', review)).toBe('approved')
  })

  test('an admin’s own campaign for more than 500 people waits for another admin', async () => {
    const id = await makeCampaign(sql, { author: ada })
    const state = await sql
      .begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: ada })}, true)`
        await tx`insert into private.subscriptions (email, status, text_version)
          select 'many-' || n || '-' || ${id} || '@example.com', 'active', 'x' from generate_series(1, 501) n`
        const [row] = await tx`select public.submit_campaign(${id}, 1) ->> 'state' as state`
        throw new Error(String(row?.state))
      })
      .catch((error: unknown) => (error instanceof Error ? error.message : ''))
    expect(state).toBe('in_review')
  })

  test('a day has two marketing campaigns at most, and any number of notices', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 96 })
    const day = new Date(Date.now() + 200 * 86_400_000).toISOString()
    const plan = async (kind: 'marketing' | 'notice') => {
      const id = await makeCampaign(sql, {
        author: mia,
        kind,
        ...(kind === 'notice' ? { event: eventId } : {}),
      })
      await sql`update private.campaigns set state = 'approved', reviewed_by = ${ada} where id = ${id}`
      return do_('Ada', 'schedule_campaign', { p_id: id, p_version: 1, p_send_at: day })
    }
    await plan('marketing')
    await plan('marketing')
    expect(await codeOf(plan('marketing'))).toBe('campaign_day_full')
    await plan('notice')
  })
})

describe('what keeps a campaign from being sent', () => {
  const text = (words: string): CampaignBlock => ({
    kind: 'text',
    id: 'body',
    text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
  })

  test('unknown and unfinished variables, empty blocks, and no test of the latest version', async () => {
    const id = await makeCampaign(sql, {
      author: mia,
      subject: 'Hi {{firstname}}',
      blocks: [
        text('{{city|here}} and {{ first_name'),
        { kind: 'hero', id: 'head', title: '', text: '', picture: null, alt: '' },
        {
          kind: 'picture',
          id: 'pict',
          picture: '/art/sample-000000000000.543543543543543',
          alt: '',
          url: '',
        },
        { kind: 'button', id: 'butt', label: 'Go', url: '' },
        { kind: 'events', id: 'even', events: [randomUUID()] },
        { kind: 'products', id: 'prod', products: [] },
      ],
    })
    expect(new Set(await problemsOf(id))).toEqual(
      new Set([
        ['unknown_variable', 'firstname'],
        ['unknown_variable', ' and {{ first_name'],
        ['hero_empty', 'head'],
        ['picture_alt', 'pict'],
        ['button_incomplete', 'butt'],
        ['card_gone', 'even'],
        ['cards_missing', 'prod'],
      ]),
    )
    const refused = await refusal(do_('Mia', 'submit_campaign', { p_id: id, p_version: 1 }))
    expect(refused).toMatchObject({ code: 'campaign_incomplete', facts: { count: 7 } })
  })

  test('a save that changes anything asks for a test and a look at the links again; one that does not, asks for nothing', async () => {
    const id = await makeCampaign(sql, { author: mia })
    expect(await problemsOf(id)).toEqual([])
    const saved = z.object({ version: z.int() })
    const save = async (version: number, changes: Record<string, unknown>) =>
      call(
        await as('Mia'),
        'save_campaign',
        { p_id: id, p_version: version, p_content: await contentOf(id, changes) },
        saved,
      )
    expect(await save(1, {})).toEqual({ version: 1 })
    const button: CampaignBlock = { kind: 'button', id: 'butt', label: 'Go', url: '/events' }
    expect(await save(1, { blocks: [button] })).toEqual({ version: 2 })
    expect(await problemsOf(id)).toEqual([
      ['links_unchecked', null],
      ['not_tested', null],
    ])
    const sent = await do_('Mia', 'send_campaign_test', {
      p_id: id,
      p_version: 2,
      p_mail: { subject: 's', html: '<p>h</p>', text: 't' },
    })
    expect(sent).toBe(await users.email('Mia'))
    await users.service.rpc('note_campaign_links', {
      p_id: id,
      p_version: 2,
      p_problems: [{ url: '/events', problem: 'gone' }],
    })
    expect(await problemsOf(id)).toEqual([['link_broken', '/events']])
    const [mail] =
      await sql`select kind, payload from private.mail_outbox where payload ->> 'campaignId' = ${id}`
    expect(mail).toMatchObject({ kind: 'campaign_test', payload: { version: 2, subject: 's' } })
  })

  test('a notice offers nothing: no products, no other events, no codes', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 96 })
    const other = await createEvent(sql, { doorsIn: 96 })
    const code = `SAVE${randomUUID().slice(0, 6).toUpperCase()}`
    await sql`insert into public.promo_codes ${sql({ event_id: other.eventId, code, effect: 'percent', percent: 10 })}`
    const id = await makeCampaign(sql, {
      author: mia,
      kind: 'notice',
      event: eventId,
      subject: 'About {{event}} at {{venue}}',
      blocks: [
        text(`Use ${code.toLowerCase()}.`),
        { kind: 'events', id: 'mine', events: [eventId] },
        { kind: 'events', id: 'else', events: [other.eventId] },
        { kind: 'products', id: 'prod', products: [] },
      ],
    })
    expect((await problemsOf(id))?.filter(([found]) => found === 'notice_offers')).toEqual(
      expect.arrayContaining([
        ['notice_offers', code],
        ['notice_offers', 'else'],
        ['notice_offers', 'prod'],
      ]),
    )
    const marketing = await makeCampaign(sql, { author: mia, subject: 'About {{event}}' })
    expect(await problemsOf(marketing)).toContainEqual(['unknown_variable', 'event'])
  })
})

describe('two editors', () => {
  test('the second save meets the first one’s, and loses nothing of it', async () => {
    const id = await makeCampaign(sql, { author: mia })
    const content = await contentOf(id)
    const save = (who: Name, version: number, subject: string) =>
      do_(who, 'save_campaign', { p_id: id, p_version: version, p_content: { ...content, subject } })
    await save('Mia', 1, 'Hers')
    expect(await codeOf(save('Ada', 1, 'His'))).toBe('campaign_changed')
    expect(await read('Ada', id)).toMatchObject({ subject: 'Hers', version: 2 })
    await save('Ada', 2, 'His')
    const both = await Promise.allSettled([save('Mia', 3, 'One'), save('Ada', 3, 'Two')])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('what no form would send is refused', async () => {
    const id = await makeCampaign(sql, { author: mia })
    const save = async (changes: Record<string, unknown>) =>
      do_('Mia', 'save_campaign', { p_id: id, p_version: 1, p_content: await contentOf(id, changes) })
    for (const changes of [
      { name: '' },
      { subject: 'x'.repeat(101) },
      { subject: 'two\nlines' },
      { blocks: 'none' },
      { blocks: [{ kind: 'hero', id: 'head', title: 'Turned \u202e round' }] },
      { blocks: [{ kind: 'hero', id: 'head', title: 'x'.repeat(110_000) }] },
      { category: 'orders' },
      { testShareBps: 6000 },
    ])
      expect(await codeOf(save(changes)), JSON.stringify(changes).slice(0, 60)).toBe('invalid')
  })
})

describe('templates', () => {
  test('a saved template has versions, any of which can be put to use again; 1 is its default', async () => {
    const id = await makeCampaign(sql, { author: ada, subject: 'First' })
    const name = `Template ${randomUUID().slice(0, 8)}`
    const template = await do_('Ada', 'save_campaign_template', {
      p_campaign: id,
      p_template: null,
      p_name: name,
    })
    expect(
      await codeOf(do_('Ada', 'save_campaign_template', { p_campaign: id, p_template: null, p_name: name })),
    ).toBe('template_exists')
    await do_('Ada', 'save_campaign', {
      p_id: id,
      p_version: 1,
      p_content: await contentOf(id, { subject: 'Second' }),
    })
    await do_('Ada', 'save_campaign_template', { p_campaign: id, p_template: template, p_name: '' })
    const begun = async () => {
      const made = await do_('Mia', 'create_campaign', {
        p_name: 'From a template',
        p_kind: 'marketing',
        p_event: null,
        p_template: template,
      })
      return (await read('Mia', z.uuid().parse(made)))?.subject
    }
    expect(await begun()).toBe('Second')
    expect(await do_('Ada', 'restore_campaign_template', { p_template: template, p_version: 1 })).toBe(3)
    expect(await begun()).toBe('First')
    await do_('Ada', 'archive_campaign_template', { p_template: template, p_archived: true })
  })
})
