import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { answerPageNames } from '#features/assistant/answer-pages.rules.ts'
import { askedSchema, assistantPageSchema, unansweredSchema } from '#features/assistant/assistant.types.ts'
import { eventDetails } from '#features/assistant/event-answers.rules.ts'
import { handOverSchema, requestListSchema } from '#features/assistant/hand-over.types.ts'
import { chargeSchema } from '#features/assistant/records.types.ts'
import { root } from '../../tools/settings.ts'
import { foreignQuestions, questions } from './assistant-questions.ts'
import { createEvent } from './event-fixture.ts'
import { type Member, newMember } from './member.ts'
import { buy, call } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** Tests the guide: which intent answers a question, whose conversation it is, what staff learn of it. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(() => users.close())

const refusalOf = async (client: SupabaseClient, name: string, args: Record<string, unknown>) =>
  (await client.rpc(name, args)).error?.message ?? null
const nearest = async (question: string, title: string | null) => {
  const [found] = await sql<{ intent: string; score: number }[]>`
    select intent, score from private.nearest_intents(${question}, ${title})`
  return found && found.score >= 0.45 ? found.intent : null
}
const ask = (member: Member, question: string, conversation: string | null = null) =>
  call(member.client, 'ask_guide', { p_conversation: conversation, p_question: question }, askedSchema)

describe('the list of questions', () => {
  const title = 'Sunset Cooler Fete'
  const phrased = (text: string) => text.replace('{event}', title).replace('{amount}', '$68.69')

  test('nine of ten phrasings that the guide was not given find their intent, and all that it was', async () => {
    const given = await sql<{ phrasing: string }[]>`select phrasing from private.assistant_phrasings`
    const known = new Set(given.map(({ phrasing }) => phrasing))
    const wrong: string[] = []
    let unknown = 0
    for (const [intent, phrasings] of Object.entries(questions)) {
      for (const text of phrasings) {
        const found = await nearest(phrased(text), text.includes('{event}') ? title : null)
        if (known.has(text)) expect(found, text).toBe(intent)
        else {
          unknown += 1
          if (found !== intent) wrong.push(`${text}: ${found} instead of ${intent}`)
        }
      }
    }
    expect(Object.keys(questions).length).toBeGreaterThanOrEqual(60)
    expect(unknown).toBeGreaterThan(180)
    expect(wrong.length / unknown, wrong.join('\n')).toBeLessThanOrEqual(0.1)
  })

  test('what has nothing to do with the site is not answered, but for a greeting in it', async () => {
    const answered: string[] = []
    for (const text of foreignQuestions) if ((await nearest(text, null)) !== null) answered.push(text)
    expect(answered).toEqual(['translate good morning into spanish'])
  })
})

test('each intent has an answer that its tool knows', async () => {
  const intents = await sql<{ intent: string; tool: string; detail: string | null; pages: string[] }[]>`
    select intent, tool, detail, pages from private.assistant_intents`
  const headings = readFileSync(join(root, 'app/features/help/content/help.md'), 'utf8').matchAll(
    /^### (.*)$/gm,
  )
  const topics = new Set(
    [...headings].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/['’]/g, '')
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    ),
  )
  for (const { intent, tool, detail, pages } of intents) {
    if (tool === 'help') expect(topics.has(detail ?? ''), `${intent}: ${detail}`).toBe(true)
    if (tool === 'event_info') expect(eventDetails, intent).toContain(detail)
    for (const page of pages) expect(answerPageNames, intent).toContain(page)
    expect(questions, intent).toHaveProperty(intent)
  }
})

describe('a conversation', () => {
  let kai: Member
  let ana: Member
  beforeAll(async () => {
    kai = await newMember(stack, 'Kai')
    ana = await newMember(stack, 'Ana')
  })
  const pageOf = (member: Member, conversation: string | null) =>
    call(member.client, 'read_assistant', { p_conversation: conversation }, assistantPageSchema)

  test('is its member’s alone', async () => {
    const asked = await ask(kai, 'What is your refund policy?')
    expect(asked.intent?.intent).toBe('refund_policy')
    await call(
      kai.client,
      'store_answer',
      { p_turn: asked.turnId, p_blocks: [{ kind: 'text', text: 'Read this.' }], p_tools: [] },
      z.null(),
    )
    const own = await pageOf(kai, asked.conversationId)
    expect(own?.turns.map(({ blocks }) => blocks)).toEqual([[{ kind: 'text', text: 'Read this.' }]])
    expect((await pageOf(ana, asked.conversationId))?.turns).toEqual([])
    const blocks = { p_turn: asked.turnId, p_blocks: [], p_tools: [] }
    expect(await refusalOf(ana.client, 'store_answer', blocks)).toBe('not_found')
    expect(await refusalOf(ana.client, 'rate_answer', { p_turn: asked.turnId, p_rating: 1 })).toBe(
      'not_found',
    )
    const followUp = { p_conversation: asked.conversationId, p_question: 'And fees?' }
    expect(await refusalOf(ana.client, 'ask_guide', followUp)).toBe('not_found')
    expect(
      await call(ana.client, 'delete_conversation', { p_conversation: asked.conversationId }, z.int()),
    ).toBe(0)
    expect(
      await call(kai.client, 'delete_conversation', { p_conversation: asked.conversationId }, z.int()),
    ).toBe(1)
    expect((await pageOf(kai, asked.conversationId))?.turns).toEqual([])
  })

  test('an answer is stored once, and its figures are not changed afterwards', async () => {
    const { turnId } = await ask(kai, 'Hello')
    const store = (text: string) =>
      refusalOf(kai.client, 'store_answer', {
        p_turn: turnId,
        p_blocks: [{ kind: 'text', text }],
        p_tools: [],
      })
    expect(await store('First')).toBeNull()
    expect(await store('Second')).toBe('not_found')
  })

  test.each(['visitor', 'Gus'] as const)('%s can ask nothing', async (name) => {
    const client = await users.actingAs(name)
    expect(
      await refusalOf(client, 'ask_guide', { p_conversation: null, p_question: 'Doors?' }),
    ).not.toBeNull()
  })

  test('the twenty-first question of an hour is refused', async () => {
    const max = await newMember(stack, 'Max')
    for (let n = 0; n < 20; n += 1) await ask(max, 'Hello')
    const more = { p_conversation: null, p_question: 'Hello' }
    expect(await refusalOf(max.client, 'ask_guide', more)).toBe('rate_limited')
    expect(await refusalOf(ana.client, 'ask_guide', more)).toBeNull()
  })

  test('ends 30 days after its last question', async () => {
    const [old, young] = [await ask(ana, 'Hello'), await ask(ana, 'Hello')]
    await sql`
      update public.assistant_conversations set updated_at = now() - interval '30 days 1 minute' where id = ${old.conversationId}`
    await call(service, 'expire_conversations', {}, z.int())
    const { data } = await ana.client.from('assistant_conversations').select('id')
    expect(data).toContainEqual({ id: young.conversationId })
    expect(data).not.toContainEqual({ id: old.conversationId })
  })
})

test('an unlisted event is named to its ticket holders alone, and a question after it means the same', async () => {
  const title = `Hush ${randomUUID().slice(0, 8)} Garden`
  const secret = await createEvent(sql, { doorsIn: 96, visibility: 'unlisted' })
  await sql`update public.events set title = ${title} where id = ${secret.eventId}`
  const [kai, ana] = [await newMember(stack, 'Kai'), await newMember(stack, 'Ana')]
  await buy(service, kai.id, secret, { Entry: 1 })
  const question = `What should I wear to ${title}?`
  const own = await ask(kai, question)
  expect(own).toMatchObject({ eventId: secret.eventId, isNamed: true, intent: { intent: 'event_dress' } })
  expect(await ask(kai, 'And when do the doors open?', own.conversationId)).toMatchObject({
    eventId: secret.eventId,
    isNamed: false,
  })
  expect(await ask(ana, question)).toMatchObject({ eventId: null, isNamed: false })
})

test('a charge is explained from the ledger, to its buyer alone', async () => {
  const event = await createEvent(sql, { doorsIn: 96, feeBps: 1000, taxBps: 800 })
  const [kai, ana] = [await newMember(stack, 'Kai'), await newMember(stack, 'Ana')]
  const { order } = await buy(service, kai.id, event, { Entry: 2 })
  const read = (member: Member, code: string | null, cents: number | null) =>
    call(member.client, 'read_own_charge', { p_code: code, p_cents: cents }, chargeSchema)
  const charge = await read(kai, order.code, null)
  const sum = charge?.lines.reduce((total, line) => total + line.totalCents, 0)
  expect(sum).toBe(charge?.totalCents)
  expect(sum).toBeGreaterThan(0)
  expect((await read(kai, null, sum ?? 0))?.code).toBe(order.code)
  expect(await read(kai, null, (sum ?? 0) + 1)).toBeNull()
  expect(await read(ana, order.code, null)).toBeNull()
})

describe('a question without an answer', () => {
  test('reaches staff without names, and is answered once one of them says what it asks for', async () => {
    const kai = await newMember(stack, 'Kaiyo')
    const word = `zork${randomUUID().replaceAll(/[^a-z]/g, '')}`
    const question = `Kaiyo here, kaiyo@example.com, +1 718 555 0100, order X9JTX4KJ: ${word} blimp?`
    expect((await ask(kai, question)).intent).toBeNull()
    const ada = await users.actingAs('Ada')
    const read = async () =>
      (await call(ada, 'read_unanswered', {}, unansweredSchema)).questions.find(({ question: text }) =>
        text.includes(word),
      )
    const found = await read()
    expect(found?.question).toContain('[email]')
    for (const secret of ['Kaiyo', 'example.com', '555', 'X9JTX4KJ'])
      expect(found?.question).not.toContain(secret)
    expect(
      await sql`select 1 from private.assistant_unanswered u where u.id = ${found?.id ?? ''} and u::text like ${`%${kai.id}%`}`,
    ).toEqual([])

    const id = await call(ada, 'add_phrasing', { p_question: found?.id, p_intent: 'lost_property' }, z.uuid())
    expect(await read()).toBeUndefined()
    expect((await ask(kai, question)).intent?.intent).toBe('lost_property')
    await ada.rpc('drop_phrasing', { p_phrasing: id })
    expect((await ask(kai, question)).intent).toBeNull()
  })

  test.each(['Mo', 'Mia'] as const)('%s reads none of them', async (name) => {
    expect(await refusalOf(await users.actingAs(name), 'read_unanswered', {})).toBe('not_allowed')
  })
})

describe('a message to the team', () => {
  const handOver = (member: Member) => call(member.client, 'read_hand_over', {}, handOverSchema)
  const ask = async (member: Member, message: string, conversation: string | null) =>
    call(member.client, 'ask_person', { p_message: message, p_conversation: conversation }, z.uuid())
  const requestOf = async (id: string) =>
    (await call(await users.actingAs('Ada'), 'read_requests', {}, requestListSchema)).requests.find(
      (request) => request.id === id,
    )

  test('has the conversation where its member agreed, never another one’s, and is answered once by mail', async () => {
    const [kai, ana] = [await newMember(stack, 'Kai'), await newMember(stack, 'Ana')]
    const { conversationId } = await call(
      kai.client,
      'ask_guide',
      { p_conversation: null, p_question: 'Hello' },
      askedSchema,
    )
    expect((await handOver(kai)).conversation?.id).toBe(conversationId)
    const [agreed, without] = [
      await ask(kai, 'Please help', conversationId),
      await ask(kai, 'And here', null),
    ]
    const foreign = await ask(ana, 'Please help me too', conversationId)
    expect((await requestOf(agreed))?.transcript).toEqual([{ question: 'Hello', answer: null }])
    expect((await requestOf(without))?.transcript).toBeNull()
    expect((await requestOf(foreign))?.transcript).toEqual([])

    const ada = await users.actingAs('Ada')
    const answer = { p_request: agreed, p_reply: 'Here you are.' }
    const both = await Promise.all([
      refusalOf(ada, 'answer_request', answer),
      refusalOf(ada, 'answer_request', answer),
    ])
    expect(new Set(both)).toEqual(new Set([null, 'request_answered']))
    const mails = await sql<{ recipient: string }[]>`
      select recipient from private.mail_outbox where dedupe_key = ${`person_answer:${agreed}`}`
    expect(mails.map(({ recipient }) => recipient)).toEqual([kai.email])
  })

  test.each(['Mo', 'Mia'] as const)('%s reads none of them', async (name) => {
    expect(await refusalOf(await users.actingAs(name), 'read_requests', {})).toBe('not_allowed')
  })
})
