import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromOurPage, type Probe, send, startProbe } from './probe-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'probe-build-'))
let probe: Probe
beforeAll(async () => {
  mkdirSync(join(folder, 'client/assets'), { recursive: true })
  mkdirSync(join(folder, 'client/.vite'))
  mkdirSync(join(folder, 'client/art'))
  for (const name of ['night-5fe39c83acbc-wide-480.avif', 'night-5fe39c83acbc-share.jpg', 'night.webp'])
    writeFileSync(join(folder, 'client/art', name), name)
  mkdirSync(join(folder, 'server'))
  writeFileSync(join(folder, 'client/assets/a-1234.js'), 'export const a = 1;'.repeat(200))
  writeFileSync(join(folder, 'client/assets/a-1234.js.map'), '{}')
  writeFileSync(join(folder, 'client/.vite/manifest.json'), '{}')
  writeFileSync(join(folder, 'client/robots.txt'), 'User-agent: *')
  writeFileSync(join(folder, 'server/index.js'), 'secret')
  probe = await startProbe({}, { buildDir: folder })
})
afterAll(async () => {
  await probe.site.close()
  rmSync(folder, { recursive: true })
})

describe('every response has the security headers, errors included', () => {
  test.each([
    ['a page', 'GET', '/page', 200],
    ['a cached page', 'GET', '/cached', 200],
    ["a page's data", 'GET', '/page.data', 200],
    ['an API', 'GET', '/api/echo', 200],
    ['a file', 'GET', '/robots.txt', 200],
    ['a page that is not there', 'GET', '/nowhere', 404],
    ['a page that broke down', 'GET', '/boom', 500],
    ['an API that broke down', 'GET', '/api/boom', 500],
    ['a refused change', 'POST', '/api/echo', 403],
    ['a refused method', 'TRACE', '/page', 405],
    ['a refused address', 'GET', '/%00', 400],
    ['the state of the site', 'GET', '/healthz', 503],
  ])('%s', async (_, method, path, status) => {
    const response = await send(probe, method, path, { cookie: 'theme=dark' })
    expect(response.status).toBe(status)
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self)'),
    })
    const policy = response.headers['content-security-policy']
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(response.headers['x-powered-by']).toBeUndefined()
    expect(response.body).not.toContain('a secret detail')
  })
})

/** Parses a page's policy by directive, and its opener policy. */
async function pageRules(of: Probe) {
  const { headers } = await send(of, 'GET', '/page')
  const policy = String(headers['content-security-policy'])
  const rules = new Map(
    policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
  )
  return { rules, opener: headers['cross-origin-opener-policy'] }
}

test("a page's policy allows the site's own files only", async () => {
  const { rules, opener } = await pageRules(probe)
  expect(rules.get('default-src')).toBe("'none'")
  expect(rules.get('script-src')).toMatch(/^'self' 'nonce-[\w-]{22}' 'strict-dynamic' 'wasm-unsafe-eval'$/)
  expect(rules.get('object-src')).toBe("'none'")
  expect(rules.get('connect-src')).toBe("'self'")
  expect(rules.get('img-src')).toBe("'self' data: blob: http://127.0.0.1:9")
  expect(rules.get('form-action')).toBe("'self'")
  expect(rules.get('frame-src')).toBe("'self'")
  expect(opener).toBe('same-origin')
})

describe('an outside identity provider is let in as far as it is set up', () => {
  const api = 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'
  const project = { FIREBASE_PROJECT_ID: 'a-project', FIREBASE_API_KEY: 'a-web-api-key' }
  test.each([
    [
      'with Google: its API, its script and the frame of its popup',
      project,
      { connect: `'self' ${api}`, frame: "'self' https://a-project.firebaseapp.com", script: true },
    ],
    [
      "with Google on a host of the project's own",
      { ...project, FIREBASE_AUTH_DOMAIN: 'auth.jouvay.example', FIREBASE_METHODS: 'email, google' },
      { connect: `'self' ${api}`, frame: "'self' https://auth.jouvay.example", script: true },
    ],
    [
      'with email alone: its API',
      { ...project, FIREBASE_METHODS: 'email' },
      { connect: `'self' ${api}`, frame: "'self'", script: false },
    ],
    [
      'on the server alone: nothing',
      { FIREBASE_PROJECT_ID: 'a-project' },
      { connect: "'self'", frame: "'self'", script: false },
    ],
    [
      'with the emulator: that',
      { ...project, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      { connect: "'self' http://127.0.0.1:9099", frame: "'self' http://127.0.0.1:9099", script: true },
    ],
  ])('%s', async (_, settings, lets) => {
    const configured = await startProbe(settings)
    try {
      const { rules, opener } = await pageRules(configured)
      expect(rules.get('connect-src')).toBe(lets.connect)
      expect(rules.get('frame-src')).toBe(lets.frame)
      expect(/ https:\/\/apis\.google\.com$/.test(rules.get('script-src') ?? '')).toBe(lets.script)
      expect(opener).toBe(lets.script ? 'same-origin-allow-popups' : 'same-origin')
    } finally {
      await configured.site.close()
    }
  })
})

test('a rehearsal asks search engines to leave every response out; a site for the public does not', async () => {
  const rehearsal = await startProbe({
    SITE_MODE: 'staging',
    SITE_URL: 'https://try.jouvay.example',
    PAYMENT_PROVIDER: 'none',
  })
  try {
    for (const path of ['/page', '/api/read', '/no-such-page', '/assets/a-1234.js'])
      expect((await send(rehearsal, 'GET', path)).headers['x-robots-tag'], path).toBe('noindex, nofollow')
    expect((await send(probe, 'GET', '/page')).headers['x-robots-tag']).toBeUndefined()
  } finally {
    await rehearsal.site.close()
  }
})

test('https is demanded for two years in production, and only there', async () => {
  expect((await send(probe, 'GET', '/page')).headers['strict-transport-security']).toBeUndefined()
  const real = await startProbe({ SITE_MODE: 'production', SITE_URL: 'https://jouvay.example' })
  try {
    const { headers } = await send(real, 'GET', '/page')
    expect(headers['strict-transport-security']).toBe('max-age=63072000')
    const echo = await send(real, 'GET', '/api/echo')
    expect(JSON.parse(echo.body).url).toBe('https://jouvay.example/api/echo')
    const ours = { origin: 'https://jouvay.example', 'content-type': 'application/json' }
    expect((await send(real, 'POST', '/api/echo', ours, '{}')).status).toBe(200)
  } finally {
    await real.site.close()
  }
})

test('each request has an id, and its response is not cached for others', async () => {
  const responses = [await send(probe, 'GET', '/api/echo'), await send(probe, 'GET', '/api/echo')]
  expect(responses[0]?.headers['x-request-id']).not.toBe(responses[1]?.headers['x-request-id'])
  for (const { headers } of responses) expect(headers['cache-control']).toBe('private, no-store')
})

test('refusals are JSON for programs and text for people', async () => {
  const evil = { 'content-type': 'application/json', origin: 'https://evil.example' }
  const api = await send(probe, 'POST', '/api/echo', evil, '{}')
  const message = "This request didn't come from our site."
  expect(JSON.parse(api.body)).toEqual({ message, errors: [{ message, field: null }] })
  const page = await send(probe, 'POST', '/page', { origin: 'https://evil.example' }, '')
  expect(page.headers['content-type']).toBe('text/plain; charset=utf-8')
})

describe('files', () => {
  test('files with a hash in their name are kept forever, others for an hour', async () => {
    const hashed = await send(probe, 'GET', '/assets/a-1234.js', { 'accept-encoding': 'br' })
    expect(hashed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
    })
    expect((await send(probe, 'GET', '/robots.txt')).headers['cache-control']).toBe('public, max-age=3600')
    const again = await send(probe, 'GET', '/assets/a-1234.js', {
      'accept-encoding': 'br',
      'if-none-match': String(hashed.headers.etag),
    })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  test.each([
    ['/art/night-5fe39c83acbc-wide-480.avif', 'image/avif', 'public, max-age=31536000, immutable'],
    ['/art/night-5fe39c83acbc-share.jpg', 'image/jpeg', 'public, max-age=31536000, immutable'],
    ['/art/night.webp', 'image/webp', 'public, max-age=3600'],
  ])('the picture %s is %s and kept as "%s"', async (path, type, kept) => {
    const { status, headers } = await send(probe, 'GET', path)
    expect({ status, type: headers['content-type'], kept: headers['cache-control'] }).toEqual({
      status: 200,
      type,
      kept,
    })
  })

  test.each([
    '/assets/a-1234.js.map',
    '/.vite/manifest.json',
    '/assets/../../server/index.js',
    '/assets/..%2f..%2fserver/index.js',
    '/server/index.js',
    '/.env',
    '/package.json',
    '/server.ts',
  ])('%s is a 404', async (path) => {
    expect((await send(probe, 'GET', path)).status).toBe(404)
  })
})

test('requests of one network are limited; another network’s are not; health and files are not counted', async () => {
  const small = await startProbe({ FLOOD_PER_MINUTE: '5', TRUSTED_PROXY_HOPS: '1' })
  const from = (address: string, path = '/page') =>
    send(small, 'GET', path, { 'x-forwarded-for': `9.9.9.9, ${address}` })
  try {
    for (let sent = 0; sent < 5; sent++) expect((await from('1.1.1.1')).status).toBe(200)
    const refused = await from('1.1.1.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('2.2.2.2')).status).toBe(200)
    expect((await from('1.1.1.1', '/healthz')).status).toBe(503)
    for (let sent = 0; sent < 5; sent++) await from(`2001:db8:0:1::${sent}`)
    expect((await from('2001:db8:0:1:ffff::1')).status).toBe(429)
    expect((await from('2001:db8:0:2::1')).status).toBe(200)
  } finally {
    await small.site.close()
  }
})

test('without a trusted proxy the header is ignored', async () => {
  const small = await startProbe({ FLOOD_PER_MINUTE: '2' })
  try {
    const responses = []
    for (let sent = 0; sent < 3; sent++) {
      responses.push((await send(small, 'GET', '/page', { 'x-forwarded-for': `1.1.1.${sent}` })).status)
    }
    expect(responses).toEqual([200, 200, 429])
  } finally {
    await small.site.close()
  }
})

test('a form from our own page is carried out', async () => {
  const headers = fromOurPage(probe, 'application/x-www-form-urlencoded')
  expect((await send(probe, 'POST', '/page', headers, 'a=1')).status).toBe(200)
  expect(probe.runs.get('page')).toBe(1)
})
