import { request } from 'node:http'
import type { LocalStack } from '../scripts/local-stack.ts'
import { sized } from './size.ts'

/**
 * Measures the time to first byte of one person's requests, beside a bare call of the Data API that the pages make
 * too.
 */

const warmUps = sized(3, 0)
const rounds = sized(40, 1)

type Waits = { median: number; slowest20th: number }

/** Measures the milliseconds until the response's first byte. */
function firstByte(url: string, headers: Record<string, string>, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const from = performance.now()
    const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      const waited = performance.now() - from
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(waited)
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/**
 * Requests pages in turns, so that a busy machine slows all.
 * @param siteUrl a running site with the demo brand
 * @param eventPath the path of an event's page
 * @returns the medians by request, in milliseconds
 */
export async function measureResponseTimes(
  siteUrl: string,
  eventPath: string,
  stack: LocalStack,
): Promise<Record<string, Waits>> {
  const login = await fetch(`${siteUrl}/api/auth/login`, {
    method: 'POST',
    headers: { origin: siteUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password: 'Jouvay2026' }),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const shell = `${stack.url}/rest/v1/rpc/read_shell`
  const key = { apikey: stack.publishableKey, 'content-type': 'application/json' }
  const visitor = ['/', '/events', eventPath].map((path) => ({
    name: `${path === eventPath ? 'an event page' : path}, visitor`,
    send: () => firstByte(siteUrl + path, {}),
  }))
  const signedIn = ['/', '/events', eventPath, '/my-tickets', '/admin', '/api/me'].map((path) => ({
    name: `${path === eventPath ? 'an event page' : path}, signed in`,
    send: () => firstByte(siteUrl + path, { cookie }),
  }))
  const bare = { name: 'read_shell at the Data API', send: () => firstByte(shell, key, '{}') }
  const rows = [...visitor, ...signedIn, bare].map((row) => ({ ...row, waits: [] as number[] }))
  for (let round = -warmUps; round < rounds; round++) {
    for (const { send, waits } of rows) {
      const waited = await send()
      if (round >= 0) waits.push(waited)
    }
  }
  return Object.fromEntries(
    rows.map(({ name, waits }) => {
      const sorted = waits.toSorted((a, b) => a - b)
      const at = (part: number) => Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1))
      return [name, { median: at(0.5), slowest20th: at(0.95) }]
    }),
  )
}
