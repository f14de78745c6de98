import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { freePorts, root } from '../tools/settings.ts'
import { randomAddress } from './api-visitor.ts'

/**
 * Tests that views which wait for their batch survive the end of the process. The site is a process of its own; a proxy between it
 * and its database holds the batches back.
 */

const stack = inject('stack')
const { env } = inject('site')
const sql = postgres(stack.dbUrl, { max: 1, onnotice() {} })
const token = 'metrics-of-batches-0123456789abcdef'
/** More than a batch holds, so that some are being written and others wait. */
const count = 620

let between: Server
let isHeld = false
let held: (() => void)[] = []
let site: ChildProcess
let url: string

beforeAll(async () => {
  between = createServer((req, res) => {
    const pass = () => {
      const passed = request(
        stack.url + req.url,
        { method: req.method, headers: req.headers },
        (response) => {
          res.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(res)
        },
      )
      passed.on('error', () => res.destroy())
      req.pipe(passed)
    }
    if (isHeld && req.url?.includes('/rpc/record_views')) held.push(pass)
    else pass()
  })
  await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening))
})
afterEach(() => {
  release()
  if (site.exitCode === null) site.kill('SIGKILL')
})
afterAll(async () => {
  between.close()
  await sql.end()
})

function release(): void {
  isHeld = false
  for (const pass of held) pass()
  held = []
}

async function start(): Promise<void> {
  const [, port] = await freePorts()
  url = `http://localhost:${port}`
  site = spawn(process.execPath, ['server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      PORT: String(port),
      SITE_URL: url,
      SUPABASE_URL: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
      BACKGROUND_JOBS: 'off',
      METRICS_TOKEN: token,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await new Promise<void>((ready, failed) => {
    site.once('message', () => ready())
    site.once('exit', (code) => failed(new Error(`the site ended with ${code}`)))
  })
}

/** Ends the site by a signal. @returns resolves to its exit code, null for a killed one */
function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => site.once('exit', (code) => resolve(code)))
  site.kill(signal)
  return ended
}

/**
 * Reports a view of a visit of its own, from an address of its own.
 * @param leaves whether the sender hangs up once it has sent everything
 * @returns resolves to the status, null when the connection ended without one
 */
function report(session: string, leaves = false): Promise<number | null> {
  const body = JSON.stringify({
    path: '/events',
    userId: null,
    sessionId: session,
    deviceType: 'mobile',
    browser: 'Safari',
    referrer: null,
  })
  return new Promise((resolve) => {
    const sent = request(
      `${url}/api/analytics/page-view`,
      {
        method: 'POST',
        headers: {
          origin: url,
          'content-type': 'application/json',
          'x-forwarded-for': randomAddress(),
          'accept-language': 'en',
          'user-agent':
            'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1',
        },
      },
      (response) => response.resume().once('end', () => resolve(response.statusCode ?? null)),
    )
    sent.once('error', () => resolve(null))
    if (leaves) void queued.then(() => sent.destroy())
    sent.end(body)
  })
}

let queued: Promise<void>

/** Waits until as many views are queued, stored or failed as were sent. */
async function untilQueued(views: number): Promise<void> {
  await expect
    .poll(async () => {
      const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
      return Number(
        /batched_items_total\{batch="views",outcome="queued"\} (\d+)/.exec(await response.text())?.[1] ?? 0,
      )
    })
    .toBe(views)
}

const storedOf = async (sessions: string[]) =>
  new Set(
    (
      await sql<{ session_id: string }[]>`
      select v.session_id from private.visits v join private.page_views p on p.visit_id = v.id where v.session_id in ${sql(sessions)}`
    ).map(({ session_id }) => session_id),
  )

test('SIGTERM stores all that wait, also of visitors who have left', async () => {
  await start()
  const sessions = Array.from({ length: count }, () => `term-${randomUUID()}`)
  let haveQueued = () => {}
  queued = new Promise((resolve) => {
    haveQueued = resolve
  })
  isHeld = true
  const statuses = sessions.map((session, place) => report(session, place % 3 === 0))
  await untilQueued(count)
  haveQueued()
  expect(await storedOf(sessions)).toEqual(new Set())
  const ended = end('SIGTERM')
  release()
  expect(await ended).toBe(0)
  expect((await storedOf(sessions)).size).toBe(count)
  const given = await Promise.all(statuses)
  expect(given.filter((status) => status === 204)).toHaveLength(count - Math.ceil(count / 3))
})

test('SIGKILL loses what waits, and nothing that was reported as counted', async () => {
  await start()
  queued = new Promise(() => {})
  const counted = Array.from({ length: 40 }, () => `kill-${randomUUID()}`)
  expect(new Set(await Promise.all(counted.map((session) => report(session))))).toEqual(new Set([204]))
  isHeld = true
  const waiting = Array.from({ length: 40 }, () => `kill-${randomUUID()}`)
  const statuses = waiting.map((session) => report(session))
  await untilQueued(80)
  await end('SIGKILL')
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([null]))
  expect(await storedOf([...counted, ...waiting])).toEqual(new Set(counted))
})
