import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import * as paths from '#core/paths.ts'
import { makeStream } from '../supabase/tests/streams.ts'
import type { Supervised } from '../tools/processes.ts'
import { freePorts } from '../tools/settings.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { ChatListener } from './chat-listener.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/** The chat over HTTP: joining, order, coming back, hiding, blocks, two processes, and the end of one. */

const stack = inject('stack')
const { url, env } = inject('site')
const sql = postgres(stack.dbUrl, { max: 2, onnotice() {} })
let second: Supervised<TestSite>
let mo: ApiVisitor
let mia: Awaited<ReturnType<typeof registered>>
let kai: Awaited<ReturnType<typeof registered>>
const listeners: ChatListener[] = []

beforeAll(async () => {
  const [, port] = await freePorts()
  second = await startTestSite(stack, { port, dataDir: env.DATA_DIR ?? '' })
  mo = new ApiVisitor(url)
  expect((await mo.post('/api/auth/login', { username: 'moe', password: 'Jouvay2026' })).status).toBe(200)
  ;[mia, kai] = await Promise.all([registered(url), registered(url, 'Kai')])
})
afterEach(() => {
  for (const one of listeners.splice(0)) one.close()
})
afterAll(async () => {
  await second?.stop()
  await sql.end()
})

function listen(stream: string, options: { visitor?: ApiVisitor; lastId?: string; site?: string } = {}) {
  const one = new ChatListener(options.site ?? url, paths.apiLiveChat(stream), options)
  listeners.push(one)
  return one
}
const act = (who: ApiVisitor, stream: string, body: Record<string, unknown>) =>
  who.post(paths.apiLiveChatAct(stream), body)
const say = async (who: { visitor: ApiVisitor }, stream: string, body: string) => {
  const sent = await who.visitor.post(paths.apiLiveChat(stream), { body })
  expect(sent.status, sent.text).toBe(201)
  return String(sent.body.id)
}
async function openStream() {
  const stream = await makeStream(sql)
  const changed = await act(mo, stream, { act: 'settings', mode: 'open', slowSeconds: '0' })
  expect(changed.status, changed.text).toBe(204)
  return stream
}

test('joining: an uncompressed, uncached stream with what was said, then what is said, in order', async () => {
  const stream = await openStream()
  for (const text of ['One', 'Two']) await say(mia, stream, text)
  const guest = await listen(stream).joined()
  expect(guest.status).toBe(200)
  expect(guest.headers['content-type']).toMatch(/^text\/event-stream/)
  expect(guest.headers['content-encoding']).toBeUndefined()
  expect(guest.headers['cache-control']).toMatch(/no-store/)
  expect(guest.firstTexts).toEqual(['One', 'Two'])
  for (const text of ['Three\nlines: x', 'data: four', 'Five']) await say(kai, stream, text)
  await guest.until(({ texts }) => texts.length === 3)
  expect(guest.texts).toEqual(['Three lines: x', 'data: four', 'Five'])
  const ids = guest.events.map(({ id }) => Number(id))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})

test('coming back with the last id: what was missed and nothing else, on either process', async () => {
  const stream = await openStream()
  await say(mia, stream, 'Before')
  for (const site of [url, second.ready.url]) {
    const first = await listen(stream, { site }).joined()
    const { lastId } = first
    first.close()
    await say(kai, stream, `While away from ${new URL(site).port}`)
    await say(mia, stream, 'And more')
    // the other process has not heard of this listener, nor of all messages yet
    await wait(1100)
    for (const back of [url, second.ready.url]) {
      const again = await listen(stream, { site: back, lastId }).joined()
      await again.until(({ texts }) => texts.length >= 2)
      expect(again.firstTexts).toEqual([])
      expect(again.texts).toEqual([`While away from ${new URL(site).port}`, 'And more'])
    }
    const upToDate = listen(stream, { site, lastId: String(Number(lastId) + 2) })
    await upToDate.joined()
    expect(upToDate.texts).toEqual([])
  }
})

test('an id that is no longer known, or none of ours: everything again', async () => {
  const stream = await openStream()
  for (const lastId of ['-5', 'x', '99999999999999999999'])
    expect((await listen(stream, { lastId }).joined()).events[0]?.name, lastId).toBe('joined')
})

test('two processes: what is said at one is heard at the other, within two seconds', async () => {
  const stream = await openStream()
  const [here, there] = [listen(stream), listen(stream, { site: second.ready.url })]
  await Promise.all([here.joined(), there.joined()])
  const elsewhere = new ApiVisitor(second.ready.url)
  for (const [name, value] of kai.visitor.cookies) elsewhere.cookies.set(name, value)
  const begun = Date.now()
  await say({ visitor: elsewhere }, stream, 'From there')
  await say(mia, stream, 'From here')
  for (const one of [here, there]) {
    await one.until(({ texts }) => texts.length === 2)
    expect(one.texts).toEqual(['From there', 'From here'])
  }
  expect(Date.now() - begun).toBeLessThan(4000)
})

test('a hidden message is gone from every open page, its text with it; its author and moderators keep it, marked', async () => {
  const stream = await openStream()
  const id = await say(kai, stream, 'Rude words')
  const [guest, author, moderator, elsewhere] = [
    listen(stream),
    listen(stream, { visitor: kai.visitor }),
    listen(stream, { visitor: mo }),
    listen(stream, { site: second.ready.url }),
  ]
  await Promise.all([guest, author, moderator, elsewhere].map((one) => one.joined()))
  const begun = Date.now()
  expect((await act(mo, stream, { act: 'judge', message: id, decision: 'hide' })).status).toBe(204)
  for (const one of [guest, elsewhere]) {
    await one.until(({ gone }) => gone.includes(id))
    expect((one.events.at(-1)?.at ?? 0) - begun).toBeLessThan(2000)
  }
  for (const one of [author, moderator]) {
    await one.until(({ events }) => events.length > 1)
    expect(one.events.at(-1)).toMatchObject({ name: 'message', data: { id, isHidden: true } })
  }
  expect((await listen(stream).joined()).firstTexts).toEqual([])
  expect((await listen(stream, { visitor: kai.visitor }).joined()).firstTexts).toEqual(['Rude words'])
})

test('people who blocked each other get nothing of each other; the rest get all', async () => {
  const stream = await openStream()
  const [one, two] = await Promise.all([registered(url, 'Una'), registered(url, 'Uma')])
  const [first, other, guest] = [
    listen(stream, { visitor: one.visitor }),
    listen(stream, { visitor: two.visitor }),
    listen(stream),
  ]
  await Promise.all([first, other, guest].map((who) => who.joined()))
  expect((await act(one.visitor, stream, { act: 'block', person: two.id })).status).toBe(204)
  await say(one, stream, 'By Una')
  await say(two, stream, 'By Uma')
  await say(mia, stream, 'By Mia')
  await Promise.all([first, other, guest].map((who) => who.until(({ texts }) => texts.includes('By Mia'))))
  expect([first.texts, other.texts, guest.texts]).toEqual([
    ['By Una', 'By Mia'],
    ['By Uma', 'By Mia'],
    ['By Una', 'By Uma', 'By Mia'],
  ])
  expect((await listen(stream, { visitor: two.visitor }).joined()).firstTexts).toEqual(['By Uma', 'By Mia'])
})

describe('who may not', () => {
  test('listens to a stream that is not published, and who sends without a session', async () => {
    const draft = await makeStream(sql, { state: 'draft' })
    expect((await listen(draft).joined()).status).toBe(404)
    expect((await listen('no-such-stream').joined()).status).toBe(404)
    const stream = await openStream()
    expect((await new ApiVisitor(url).post(paths.apiLiveChat(stream), { body: 'Hi' })).status).toBe(401)
    expect((await mia.visitor.post(paths.apiLiveChat(stream), { body: '' })).status).toBe(422)
    expect(
      (await mia.visitor.post(paths.apiLiveChat(stream), { body: 'a'.repeat(501) })).body.errors?.[0],
    ).toEqual({
      message: 'Please use at most 500 characters',
      field: 'body',
    })
    expect(
      (await act(mia.visitor, stream, { act: 'settings', mode: 'closed', slowSeconds: '0' })).status,
    ).toBe(403)
  })

  test('a mode for members takes the chat from open pages of visitors, and gives it back', async () => {
    const stream = await openStream()
    await say(mia, stream, 'Hello')
    const [guest, member] = [listen(stream), listen(stream, { visitor: kai.visitor })]
    await Promise.all([guest.joined(), member.joined()])
    await act(mo, stream, { act: 'settings', mode: 'members_only', slowSeconds: '0' })
    await guest.until(({ events }) => events.length > 1)
    expect(guest.events.at(-1)).toMatchObject({ name: 'joined', data: { canRead: false, messages: [] } })
    await say(mia, stream, 'Between us')
    await member.until(({ texts }) => texts.includes('Between us'))
    expect(JSON.stringify(guest.events.slice(1))).not.toContain('Between us')
    await act(mo, stream, { act: 'settings', mode: 'open', slowSeconds: '0' })
    await guest.until(({ events }) => events.length > 2)
    expect(guest.events.at(-1)).toMatchObject({ name: 'joined', data: { canRead: true, messages: [{}, {}] } })
  })
})

test('two hundred people behind one address listen', async () => {
  const stream = await openStream()
  const visitor = new ApiVisitor(url)
  const all = Array.from({ length: 200 }, () => listen(stream, { visitor }))
  await Promise.all(all.map((one) => one.joined()))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  await say(mia, stream, 'Hello all')
  await Promise.all(all.map((one) => one.until(({ texts }) => texts.length === 1)))
})

test('a process that ends, ends its streams at once, so that their readers go elsewhere', async () => {
  const [, port] = await freePorts()
  const third = await startTestSite(stack, { port, dataDir: env.DATA_DIR ?? '' })
  const stream = await openStream()
  const one = await listen(stream, { site: third.ready.url }).joined()
  const begun = Date.now()
  await third.stop()
  await one.until(({ ended }) => ended, 'the end')
  expect(Date.now() - begun).toBeLessThan(5000)
  const back = await listen(stream, { lastId: one.lastId }).joined()
  expect(back.events[0]?.name).toBe('state')
})
