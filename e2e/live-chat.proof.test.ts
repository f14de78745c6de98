import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as paths from '#core/paths.ts'
import { makeStream } from '../supabase/tests/streams.ts'
import type { Supervised } from '../tools/processes.ts'
import { freePorts } from '../tools/settings.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { ChatListener } from './chat-listener.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/** A thousand people listen to one process: each gets every message once and in order, for one query a second. */

const listeners = 1000
const stack = inject('stack')
const { env } = inject('site')
const sql = postgres(stack.dbUrl, { max: 1, onnotice() {} })
/** How often each path of the database was called through the site. */
const calls = new Map<string, number>()
let between: Server
let site: Supervised<TestSite>

beforeAll(async () => {
  between = createServer((req, res) => {
    const path = req.url?.replace(/\?.*/, '') ?? ''
    calls.set(path, (calls.get(path) ?? 0) + 1)
    const passed = request(stack.url + req.url, { method: req.method, headers: req.headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
    })
    passed.on('error', () => res.destroy())
    req.pipe(passed)
  })
  await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening))
  const [, port] = await freePorts()
  const SUPABASE_URL = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  site = await startTestSite(stack, { port, dataDir: env.DATA_DIR ?? '' }, { SUPABASE_URL })
})
afterAll(async () => {
  await site?.stop()
  between?.close()
  await sql.end()
})

test('a thousand listeners: every message once, in order, one query a second; none once they left', async () => {
  const { url } = site.ready
  const stream = await makeStream(sql)
  const people = await Promise.all(Array.from({ length: 10 }, () => registered(url)))
  await sql`insert into private.chats (stream_id, slow_seconds) values (${stream}, 0)`
  const path = paths.apiLiveChat(stream)
  const all: ChatListener[] = []
  for (let at = 0; at < listeners; at += 100) {
    const some = Array.from(
      { length: 100 },
      () => new ChatListener(url, path, { visitor: new ApiVisitor(url) }),
    )
    all.push(...some)
    await Promise.all(some.map((one) => one.joined()))
  }
  expect(all.filter(({ status }) => status !== 200)).toHaveLength(0)
  const readPath = '/rest/v1/rpc/read_chat_changes'
  const [before, begun] = [calls.get(readPath) ?? 0, performance.now()]
  const sent: string[] = []
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      people.map(async ({ visitor }, who) => {
        const body = `Message ${round} of ${who}`
        sent.push(body)
        expect((await visitor.post(path, { body })).status).toBe(201)
      }),
    )
    await wait(300)
  }
  await Promise.all(all.map((one) => one.until(({ texts }) => texts.length >= sent.length, 'all messages')))
  const seconds = (performance.now() - begun) / 1000
  const queries = (calls.get(readPath) ?? 0) - before
  const order = await sql<{ body: string }[]>`
    select body from public.chat_messages where stream_id = ${stream} order by seq`
  const expected = order.map(({ body }) => body)
  expect(expected.toSorted()).toEqual(sent.toSorted())
  for (const one of all) expect(one.texts).toEqual(expected)
  expect(queries).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  expect(queries).toBeGreaterThanOrEqual(Math.floor(seconds / 2))
  expect(calls.get('/rest/v1/rpc/read_chat_standing') ?? 0).toBe(0)
  console.info(
    `${listeners} listeners, ${sent.length} messages, ${queries} queries in ${seconds.toFixed(1)} s`,
  )
  for (const one of all) one.close()
  // It stops once nobody listens any more.
  await wait(8000)
  const left = calls.get(readPath) ?? 0
  await wait(3000)
  expect(calls.get(readPath)).toBe(left)
})
