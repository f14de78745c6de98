import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AuthRetryableFetchError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isAway } from '#server/failures.server.ts'
import type { Supervised } from '../tools/processes.ts'
import { freePorts } from '../tools/settings.ts'
import { fromOurPage, type Probe, send, startProbe } from './probe-site.ts'
import { startTestSite, type TestSite } from './test-site.ts'

let probe: Probe
beforeAll(async () => {
  probe = await startProbe()
})
afterAll(() => probe.site.close())

const ourForm = () => fromOurPage(probe, 'application/x-www-form-urlencoded')

const away = [
  [
    'the API is gone',
    { message: 'TypeError: fetch failed', details: 'ECONNREFUSED 10.0.0.7', hint: '', code: '' },
  ],
  [
    'the API does not answer',
    { message: 'TimeoutError: aborted due to timeout', details: '', hint: '', code: '' },
  ],
  [
    'the API has lost the database',
    { message: 'a secret detail', code: 'PGRST001', details: null, hint: null },
  ],
  [
    'the disk of the database is full',
    { message: 'a secret detail', code: '53100', details: null, hint: null },
  ],
  ['the database shuts down', { message: 'a secret detail', code: '57P01', details: null, hint: null }],
  [
    'a token can not be checked',
    Object.assign(new TypeError('fetch failed'), { cause: new Error('a secret detail') }),
  ],
] as const

describe.each(away)('while %s', (_, thrown) => {
  test('pages and the API return 503 with Retry-After', async () => {
    probe.controls.thrown = thrown
    for (const path of ['/thrown', '/thrown.data', '/api/thrown']) {
      const response = await send(probe, 'GET', path)
      expect([response.status, response.headers['retry-after']], path).toEqual([503, '5'])
      expect(response.body, path).not.toMatch(/secret|10\.0\.0\.7/)
    }
    const written = await send(probe, 'POST', '/thrown', ourForm(), 'a=1')
    expect([written.status, written.headers['retry-after']]).toEqual([503, '5'])
    const api = await send(probe, 'POST', '/api/thrown', fromOurPage(probe), '{}')
    expect(api.status).toBe(503)
    const message = expect.stringContaining('try again')
    expect(JSON.parse(api.body)).toEqual({ message, errors: [{ message, field: null }] })
  })
})

const broken = [
  ['an Error', new Error('a secret detail')],
  [
    'an error of the database',
    { message: 'a secret detail', code: '23514', details: 'a secret detail', hint: null },
  ],
  [
    'a token that the API refuses',
    { message: 'a secret detail', code: 'PGRST301', details: null, hint: null },
  ],
  ['a row that Supabase Auth could not store', new AuthRetryableFetchError('a secret detail', 500)],
  ['a text', 'a secret detail'],
] as const

test.each(broken)('an uncaught %s is a 500 without internal details', async (_, thrown) => {
  expect(isAway(thrown)).toBe(false)
  probe.controls.thrown = thrown
  for (const path of ['/thrown', '/thrown.data', '/api/thrown']) {
    const response = await send(probe, 'GET', path)
    expect([response.status, response.headers['retry-after']], path).toEqual([500, undefined])
    expect(response.body, path).not.toContain('secret')
  }
  const api = await send(probe, 'GET', '/api/thrown')
  expect(JSON.parse(api.body).message).toBe('Something went wrong. Please try again.')
})

test('a response that a loader throws is sent unchanged', async () => {
  probe.controls.thrown = Response.json({ message: 'Gone.' }, { status: 410 })
  const response = await send(probe, 'GET', '/api/thrown')
  expect([response.status, response.body]).toEqual([410, '{"message":"Gone."}'])
})

test('a method that an API path does not take is refused with those that it takes', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const response = await send(probe, method, '/api/read', fromOurPage(probe), '{}')
    expect([response.status, response.headers.allow], method).toEqual([405, 'GET, HEAD'])
    expect(JSON.parse(response.body).message).toBe('Use GET or HEAD here.')
  }
})

describe('the built site, without the API behind it', () => {
  let site: Supervised<TestSite>
  beforeAll(async () => {
    const [, port] = await freePorts()
    const place = { port, dataDir: inject('site').env.DATA_DIR ?? '' }
    // Nothing listens on this port.
    const nowhere = { SUPABASE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'silent' }
    site = await startTestSite(inject('stack'), place, nowhere)
  })
  afterAll(() => site?.stop())

  test('shows its shell and a screen that says so, and tells programs the same', async () => {
    for (const path of ['/', '/events']) {
      const page = await fetch(site.ready.url + path)
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
      const text = await page.text()
      expect(text).toContain('>We&#x27;ll be right back</h1>')
      expect(text).toMatch(/<header[\s\S]+<footer/)
      expect(text).not.toContain('127.0.0.1:9')
    }
    const api = await fetch(`${site.ready.url}/api/search?q=soca`)
    expect([api.status, (await api.json()).message]).toEqual([503, expect.stringContaining('try again')])
  })
})

describe('the state of the site', () => {
  /** Replaces the database: it reads, and writes or fails to. */
  async function stateWith(canWrite: { now: boolean }) {
    const requests: string[] = []
    const api = createServer((req, res) => {
      requests.push(String(req.url))
      const full = req.url?.endsWith('/rpc/check_writable') && !canWrite.now
      res.writeHead(full ? 503 : 200, { 'content-type': 'application/json' })
      res.end(full ? '{"code":"53100","message":"could not extend file"}' : '[]')
    })
    await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening))
    const SUPABASE_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    const site = await startProbe({ SUPABASE_URL })
    const close = async () => {
      await site.site.close()
      api.close()
    }
    return { requests, send: () => send(site, 'GET', '/healthz'), close }
  }

  test('is down while the database reads and cannot write, and up again afterwards', async () => {
    const canWrite = { now: false }
    const state = await stateWith(canWrite)
    const full = await state.send()
    expect([full.status, JSON.parse(full.body)]).toEqual([
      503,
      { status: 'down', api: 'ok', database: 'read only' },
    ])
    canWrite.now = true
    await expect.poll(async () => (await state.send()).status).toBe(200)
    await state.close()
  })

  test('costs one small write in ten seconds for any number of requests', async () => {
    const state = await stateWith({ now: true })
    for (const end = performance.now() + 1500; performance.now() < end; ) await state.send()
    expect(state.requests.filter((url) => url.includes('check_writable'))).toHaveLength(1)
    expect(state.requests.length).toBeGreaterThan(1)
    await state.close()
  })
})

describe('a site that closes', () => {
  test('lets a request under way finish, and takes no new one', async () => {
    const closing = await startProbe()
    // Longer than the former timeout of three seconds.
    closing.controls.delay = 4000
    const slow = send(closing, 'GET', '/api/slow')
    await expect.poll(() => closing.runs.get('slow')).toBe(1)
    let closed = false
    const end = closing.site.close().then(() => {
      closed = true
    })
    await expect(send(closing, 'GET', '/api/read')).rejects.toThrow('ECONNREFUSED')
    expect(closed).toBe(false)
    const response = await slow
    expect([response.status, response.body]).toEqual([200, '{"done":true}'])
    await end
    expect(closed).toBe(true)
  })
})
