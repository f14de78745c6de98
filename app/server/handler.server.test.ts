import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { parseEnv } from './env.server.ts'
import { createSiteHandler, createTurns, mostTurns } from './handler.server.ts'
import { createLog } from './log.server.ts'
import { reportPath } from './request-checks.server.ts'

/**
 * Starts the handler without pages and sends it reports, which it responds to without pages, with each of the given headers.
 * @returns what it logged about proxies
 */
async function warningsOf(hops: number, requests: Record<string, string>[]): Promise<string[]> {
  const env = parseEnv({
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
    SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef',
    TICKET_SIGNING_KEY: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA',
    LINK_SECRET: 'EjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8',
    PAYMENT_WEBHOOK_SECRET: 'a-webhook-secret-of-32-characters',
    TRUSTED_PROXY_HOPS: String(hops),
  })
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const noPages = () => Promise.reject(new Error('no page was asked for'))
  const server = createServer(createSiteHandler(env, noPages, { log, buildDir: 'no-such-folder' }))
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  for (const headers of requests) {
    const response = await fetch(`http://127.0.0.1:${port}${reportPath}`, { method: 'POST', headers })
    expect(response.status).toBe(204)
  }
  return lines.map((line) => String(JSON.parse(line).msg)).filter((message) => /proxy/.test(message))
}

const forwarded = { 'x-forwarded-for': '203.0.113.7' }

test('a proxy that nobody told of is warned of once, with the setting that is missing', async () => {
  const warnings = await warningsOf(0, [{}, forwarded, forwarded])
  expect(warnings).toEqual([expect.stringMatching(/X-Forwarded-For.*TRUSTED_PROXY_HOPS is 0/)])
})

test('no warning without one, and none about one that is known', async () => {
  expect(await warningsOf(0, [{}])).toEqual([])
  expect(await warningsOf(1, [forwarded])).toEqual([])
})

test('work that nobody waits for is done piece by piece, and others come between two of them', async () => {
  const done: string[] = []
  const inTurn = createTurns()
  for (const name of ['first', 'second', 'third']) inTurn(() => void done.push(name))
  expect(done).toEqual([])
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn()
    done.push('other')
  }
  inTurn(() => void done.push('fourth'))
  await nextTurn()
  expect(done).toEqual(['first', 'other', 'second', 'other', 'third', 'other', 'fourth'])
})

test('work that finds too much of it waiting is done at once', () => {
  const inTurn = createTurns()
  let done = 0
  for (let n = 0; n <= mostTurns; n++) inTurn(() => void done++)
  expect(done).toBe(1)
})
