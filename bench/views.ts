import { type ChildProcess, fork } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import * as z from 'zod'
import type { LocalStack } from '../scripts/local-stack.ts'
import { type Comparison, startBareServer } from './event-page.ts'
import { sized } from './size.ts'

/**
 * Measures how many page views the site counts in a second, and how long an event page takes meanwhile. The views are sent by a
 * process of its own, each from a visitor with an address and a visit of its own: the dearest kind, for each begins a visit. That process
 * has the lowest priority, because visitors' phones have processors of their own. A bare server, asked for the same bytes at the same
 * time, shows what a request loses because the processors are busy.
 */

/** Views that are under way at a time. */
const connections = 200
const secondsPerRound = sized(8, 1)
const rounds = sized(3, 1)

const sentSchema = z.object({ counted: z.number(), failed: z.number() })
type Sent = z.output<typeof sentSchema>

/** Latency of the event page in milliseconds, with and without views being counted. */
export type PageUnderViews = Record<
  string,
  {
    'views/s': number
    'median, ms': number
    'bare server: median, ms': number
    'slowest 20th, ms': number
    'bare server: slowest 20th, ms': number
  }
>

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
export const slowest = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0

/**
 * Sends views for some seconds.
 * @param perSecond how many a second; 0 for as many as are answered
 */
function sendViews(siteUrl: string, seconds: number, perSecond: number): Promise<Sent> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['--send'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the sender of views ended')))
    child.once('message', (message) => {
      resolve(sentSchema.parse(message))
      child.disconnect()
    })
    child.send({ siteUrl, seconds, perSecond })
  })
}

/** Measures how long one request after the other for a page takes, for some seconds. */
export async function latencies(pageUrl: string, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const found: number[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const from = performance.now()
    await new Promise<void>((taken, failed) => {
      const sent = request(pageUrl, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
        response.resume().once('end', taken)
      })
      sent.once('error', failed)
      sent.end()
    })
    found.push(performance.now() - from)
    await new Promise((later) => setTimeout(later, 5))
  }
  agent.destroy()
  return found
}

/** Inserts rows one by one, as many at a time as the site has connections to its API, for some seconds. @returns how many a second */
async function bareInserts(sql: postgres.Sql, seconds: number): Promise<number> {
  const [visit] = await sql<{ id: string }[]>`
    insert into private.visits (session_id, device_type, browser) values (${`bench-${randomUUID()}`}, 'mobile', 'Safari') returning id`
  let count = 0
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() < end) {
        await sql`insert into private.page_views (visit_id, path) values (${visit?.id ?? ''}, '/events')`
        count += 1
      }
    }),
  )
  return count / seconds
}

/**
 * Measures both in turns, so that a busy machine slows both.
 * @param pageUrl address of an event page on the same site
 */
export async function compareViews(
  siteUrl: string,
  pageUrl: string,
  stack: LocalStack,
): Promise<{ comparison: Comparison; page: PageUnderViews }> {
  const sql = postgres(stack.dbUrl, { max: 16, onnotice() {} })
  const ours: number[] = []
  const reference: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const sent = await sendViews(siteUrl, secondsPerRound, 0)
    if (sent.failed > 0) throw new Error(`${sent.failed} views were refused`)
    const plain = await bareInserts(sql, secondsPerRound)
    // Warms both up in the first round.
    if (round > 0) {
      ours.push(sent.counted / secondsPerRound)
      reference.push(plain)
    }
  }
  const page: PageUnderViews = {}
  const bare = await startBareServer(pageUrl)
  for (const perSecond of [0, 100, 500, 1000]) {
    const [sent, times, bareTimes] = await Promise.all([
      perSecond > 0 ? sendViews(siteUrl, secondsPerRound, perSecond) : { counted: 0, failed: 0 },
      latencies(pageUrl, secondsPerRound),
      latencies(bare.url, secondsPerRound),
    ])
    page[perSecond === 0 ? 'no views' : `${perSecond} views/s sent`] = {
      'views/s': Math.round(sent.counted / secondsPerRound),
      'median, ms': Number(median(times).toFixed(2)),
      'bare server: median, ms': Number(median(bareTimes).toFixed(2)),
      'slowest 20th, ms': Number(slowest(times).toFixed(2)),
      'bare server: slowest 20th, ms': Number(slowest(bareTimes).toFixed(2)),
    }
  }
  bare.close()
  await sql.end()
  return {
    comparison: {
      name: 'page views',
      ours: median(ours),
      reference: median(reference),
      unit: '/s',
      note: `one bare insert for each view in Postgres, 16 connections; the site's views begin a visit each, ${connections} at a time`,
    },
    page,
  }
}

/** Sends views in a process of its own, so that the measurement of pages is not slowed by it. */
async function send({
  siteUrl,
  seconds,
  perSecond,
}: {
  siteUrl: string
  seconds: number
  perSecond: number
}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const sent: Sent = { counted: 0, failed: 0 }
  const view = () =>
    new Promise<void>((done) => {
      const body = JSON.stringify({
        path: '/events',
        userId: null,
        sessionId: `bench-${randomUUID()}`,
        deviceType: 'mobile',
        browser: 'Safari',
        referrer: null,
      })
      const report = request(
        `${siteUrl}/api/analytics/page-view`,
        {
          agent,
          method: 'POST',
          headers: {
            origin: siteUrl,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'accept-language': 'en',
            'user-agent':
              'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1',
            'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
          },
        },
        (response) =>
          response.resume().once('end', () => {
            sent[response.statusCode === 204 ? 'counted' : 'failed'] += 1
            done()
          }),
      )
      report.once('error', () => {
        sent.failed += 1
        done()
      })
      report.end(body)
    })
  const begun = performance.now()
  const end = begun + seconds * 1000
  if (perSecond === 0) {
    const one = async () => {
      while (performance.now() < end) await view()
    }
    await Promise.all(Array.from({ length: connections }, one))
  } else {
    const all: Promise<void>[] = []
    while (performance.now() < end) {
      for (const due = ((performance.now() - begun) / 1000) * perSecond; all.length < due; ) all.push(view())
      await new Promise((later) => setTimeout(later, 1))
    }
    await Promise.all(all)
  }
  agent.destroy()
  process.send?.(sent)
}

if (process.argv.includes('--send')) {
  process.once('message', (message: Parameters<typeof send>[0]) => void send(message))
  process.once('disconnect', () => process.exit(0))
}
