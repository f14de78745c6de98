import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fromOurPage, type Probe, type ProbeResponse, send, startProbe } from './probe-site.ts'

let probe: Probe
// Replaces the clock by which the cache computes the age of a page.
const clock = vi.spyOn(Date, 'now')
beforeAll(async () => {
  probe = await startProbe()
})
beforeEach(async () => {
  probe.controls.text = 'first'
  probe.controls.until = undefined
  clock.mockReset()
  await purge()
  probe.runs.clear()
})
afterAll(() => probe.site.close())

/** Empties the cache as an action does after a write. */
async function purge(): Promise<void> {
  const form = { ...fromOurPage(probe), 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send(probe, 'POST', '/purge', form, '')).status).toBe(200)
}

/** Delays every rendering that begins from now on, until `end` is called. */
function hold(): { end: () => void } {
  let end = () => {}
  probe.controls.until = new Promise((ended) => {
    end = ended
  })
  return { end }
}

const renderings = () => probe.runs.get('cached') ?? 0
const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy'])

test('forty visitors at once are served from one rendering', async () => {
  const rendering = hold()
  const requests = Array.from({ length: 40 }, () => send(probe, 'GET', '/cached'))
  await expect.poll(renderings).toBe(1)
  rendering.end()
  const responses = await Promise.all(requests)
  expect(new Set(responses.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  expect(responses[0]?.status).toBe(200)
  expect(renderings()).toBe(1)
})

test('each browser gets the encoding it accepts, of the same page', async () => {
  const plain = await send(probe, 'GET', '/cached')
  const br = await send(probe, 'GET', '/cached', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  const gzip = await send(probe, 'GET', '/cached', { 'accept-encoding': 'gzip;q=0.8, br;q=0' })
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ])
  expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.bytes).toString()).toBe(plain.body)
  expect(br.bytes.length).toBeLessThan(plain.bytes.length / 3)
  expect(br.headers.vary).toBe('cookie, accept-encoding')
  expect(renderings()).toBe(1)
})

test('a page that the browser has already is not sent again', async () => {
  const first = await send(probe, 'GET', '/cached')
  const etag = String(first.headers.etag)
  const again = await send(probe, 'GET', '/cached', { 'if-none-match': etag })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
  expect(policyOf(again.headers)).toBe(policyOf(first.headers))
  expect((await send(probe, 'GET', '/cached', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('HEAD returns the page’s headers, and the next GET the whole page', async () => {
  const head = await send(probe, 'HEAD', '/cached')
  const page = await send(probe, 'GET', '/cached')
  expect([head.status, head.bytes.length]).toEqual([200, 0])
  expect(head.headers['content-length']).toBe(page.headers['content-length'])
  expect(page.body).toContain('first')
})

test("the policy allows the page's own script by its hash, not an injected one", async () => {
  const { body, headers } = await send(probe, 'GET', '/cached')
  const scripts = [...body.matchAll(/<script[^>]*>([^<]*)<\/script>/g)].map(([, code = '']) => code)
  const hashes = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  expect(scripts).toHaveLength(2)
  expect(policyOf(headers)).toContain(hashes[0])
  expect(policyOf(headers)).not.toContain(hashes[1])
  expect(policyOf(headers)).not.toContain('nonce')
  expect(body).not.toContain('nonce')
})

test('a page of its own has a nonce of its own', async () => {
  const responses = [await send(probe, 'GET', '/page'), await send(probe, 'GET', '/page')]
  const nonces = responses.map(({ body }) => /nonce="([\w-]{20,})"/.exec(body)?.[1])
  expect(nonces[0]).toBeTruthy()
  expect(nonces[0]).not.toBe(nonces[1])
  responses.forEach(({ headers }, index) => {
    expect(policyOf(headers)).toContain(`'nonce-${nonces[index]}' 'strict-dynamic'`)
  })
})

test('an old page is served at once while one visitor has it renewed', async () => {
  await send(probe, 'GET', '/cached')
  const later = Date.now() + 61_000
  clock.mockImplementation(() => later)
  probe.controls.text = 'second'
  const rendering = hold()
  const stale = await Promise.all(Array.from({ length: 10 }, () => send(probe, 'GET', '/cached')))
  expect(stale.every(({ body }) => body.includes('first'))).toBe(true)
  rendering.end()
  await expect.poll(async () => (await send(probe, 'GET', '/cached')).body).toContain('second')
  expect(renderings()).toBe(2)
})

test('after a purge the old page is never sent, not even from a rendering that began before', async () => {
  await send(probe, 'GET', '/cached?city=a')
  const rendering = hold()
  const slow = send(probe, 'GET', '/cached?city=b')
  await expect.poll(renderings).toBe(2)
  await purge()
  rendering.end()
  await slow
  probe.controls.text = 'second'
  for (const path of ['/cached?city=a', '/cached?city=b'])
    expect((await send(probe, 'GET', path)).body).toContain('second')
})

test('search and theme make separate entries; cookies of the web analytics do not', async () => {
  await send(probe, 'GET', '/cached?city=Miami')
  await send(probe, 'GET', '/cached?city=Boston')
  await send(probe, 'GET', '/cached?city=Boston', { cookie: 'theme=dark' })
  expect(renderings()).toBe(3)
  await send(probe, 'GET', '/cached?city=Boston', { cookie: '_ga=GA1.1; theme=dark; _ga_ABC=1' })
  expect(renderings()).toBe(3)
})

test('undeclared parameters make no entry: 200 click ids are one rendering', async () => {
  const links = Array.from({ length: 200 }, (_, n) => `/cached?fbclid=id${n}&utm_source=s${n % 7}&junk${n}`)
  const responses: ProbeResponse[] = []
  for (const link of links) responses.push(await send(probe, 'GET', link))
  await purge()
  responses.push(...(await Promise.all(links.map((link) => send(probe, 'GET', link)))))
  expect(renderings()).toBe(2)
  expect(new Set(responses.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  expect(responses[0]?.body).toContain('"search":""')
  expect((await send(probe, 'GET', '/cached')).body).toBe(responses[0]?.body)
  expect(renderings()).toBe(2)
})

test('declared parameters are kept, in any order and with anything between them', async () => {
  const links = ['?city=Rio&genre=soca', '?genre=soca&fbclid=1&city=Rio', '?utm_medium=x&city=Rio&genre=soca']
  const bodies = await Promise.all(
    links.map(async (link) => (await send(probe, 'GET', `/cached${link}`)).body),
  )
  expect(new Set(bodies).size).toBe(1)
  expect(bodies[0]).toContain('"search":"?city=Rio&genre=soca"')
  expect(renderings()).toBe(1)
  expect((await send(probe, 'GET', '/cached?city=Rio')).body).toContain('"search":"?city=Rio"')
  // A link longer than any cached one, because of further parameters.
  const long = await send(probe, 'GET', `/cached?city=Rio&fbclid=${'x'.repeat(2000)}`)
  expect(long.headers.etag).toBeTruthy()
  expect(renderings()).toBe(2)
})

test('a redirect keeps all that the link carries', async () => {
  for (const search of ['?fbclid=a', '?fbclid=b&utm_source=mail', ''])
    expect((await send(probe, 'GET', `/moved${search}`)).headers.location).toBe(`/cached${search}`)
})

test.each([
  ['jouvay-session=x', 'private, no-store'],
  ['theme=dark; jouvay-session.0=x', 'private, no-store'],
  ['somebody=else', 'private, no-cache'],
])('with the cookie %s nothing is taken from the cache or left in it', async (cookie, control) => {
  await send(probe, 'GET', '/cached')
  const mine = await send(probe, 'GET', '/cached', { cookie })
  expect(renderings()).toBe(2)
  expect(mine.headers['cache-control']).toBe(control)
  expect(mine.headers.etag).toBeUndefined()
  expect(mine.headers.vary).toContain('cookie')
  await send(probe, 'GET', '/cached')
  expect(renderings()).toBe(2)
})

test('a response that sets a cookie is not cached', async () => {
  const responses = await Promise.all([send(probe, 'GET', '/cookie'), send(probe, 'GET', '/cookie')])
  for (const { headers } of [...responses, await send(probe, 'GET', '/cookie')]) {
    expect(headers['set-cookie']).toEqual(['jouvay-session=fresh; Path=/; HttpOnly'])
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['x-page-cache']).toBeUndefined()
  }
})

test('the opt-in stays between the route and the server', async () => {
  expect((await send(probe, 'GET', '/cached')).headers['x-page-cache']).toBeUndefined()
  expect((await send(probe, 'GET', '/cached', { cookie: 'a=b' })).headers['x-page-cache']).toBeUndefined()
})
