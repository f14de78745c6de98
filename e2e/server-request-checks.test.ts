import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromOurPage, type Probe, send, startProbe } from './probe-site.ts'

let probe: Probe
beforeAll(async () => {
  probe = await startProbe()
})
afterAll(() => probe.site.close())

/** Tells whether any action ran while `work` did. */
async function actionsDuring(work: () => Promise<unknown>): Promise<number> {
  const total = () =>
    [...probe.runs].filter(([name]) => !name.endsWith('read')).reduce((sum, [, n]) => sum + n, 0)
  const before = total()
  await work()
  return total() - before
}

describe('a change must come from a page of this origin', () => {
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  test.each([
    ['an API with an evil Origin', '/api/echo', { ...json, origin: 'https://evil.example' }],
    [
      'an API with an evil Origin that the Host header agrees with',
      '/api/echo',
      { ...json, origin: 'http://evil.example', host: 'evil.example' },
    ],
    [
      'an API with an evil Origin that X-Forwarded-Host agrees with',
      '/api/echo',
      { ...json, origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
    ],
    ['an API with cookies and no Origin', '/api/echo', { ...json, cookie: 'theme=dark' }],
    [
      'an API with cookies, a Bearer token and no Origin',
      '/api/echo',
      { ...json, cookie: 'jouvay-session=x', authorization: 'Bearer a.b.c' },
    ],
    [
      'an API with a Bearer token from another site',
      '/api/echo',
      { ...json, authorization: 'Bearer a.b.c', origin: 'https://evil.example' },
    ],
    [
      'an API with a Bearer token from a sibling host',
      '/api/echo',
      { ...json, authorization: 'Bearer a.b.c', 'sec-fetch-site': 'same-site' },
    ],
    ['an API with Origin null', '/api/echo', { ...json, origin: 'null' }],
    [
      'an API with two Origins',
      '/api/echo',
      { ...json, origin: ['https://evil.example', 'http://localhost'] },
    ],
    ['an API from a sibling host', '/api/echo', { ...json, 'sec-fetch-site': 'same-site' }],
    [
      'an API from another site that names our Origin',
      '/api/echo',
      { ...json, 'sec-fetch-site': 'cross-site', origin: 'OURS' },
    ],
    ['an API from the address bar', '/api/echo', { ...json, 'sec-fetch-site': 'none', origin: 'OURS' }],
    ['a page with an evil Origin', '/page', { ...form, origin: 'https://evil.example' }],
    ['a page with cookies and no Origin', '/page', { ...form, cookie: 'jouvay-session=x' }],
    ["a page's data with an evil Origin", '/page.data', { ...form, origin: 'https://evil.example' }],
    ['a sign-in form on another site', '/api/auth/login', { ...form, origin: 'https://evil.example' }],
    [
      'a path that only looks like the webhook',
      '/api/payments/webhook/',
      { ...json, origin: 'https://evil.example' },
    ],
    ['a path that only looks like the webhook', '/api/payments/webhooks', { ...json, cookie: 'a=b' }],
    [
      'a path that only looks like the webhook',
      '/api/payments/webhook/test/more',
      { ...json, cookie: 'a=b' },
    ],
    ['a path that only looks like the webhook', '/api/payments/webhook/Test', { ...json, cookie: 'a=b' }],
    [
      'a path that only looks like the webhook',
      '/api/payments/../payments/webhook',
      { ...json, cookie: 'a=b' },
    ],
    ['a path that only looks like the webhook', '/API/payments/webhook', { ...json, cookie: 'a=b' }],
  ])('%s is refused: %s', async (_, path, given) => {
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === 'OURS' ? probe.env.SITE_URL : value]),
    )
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const ran = await actionsDuring(async () => {
        const response = await send(probe, method, path, headers, '{}')
        expect(response.status, `${method} ${path}`).toBe(403)
      })
      expect(ran).toBe(0)
    }
  })

  test.each([
    ['a browser that says where it comes from', { 'sec-fetch-site': 'same-origin' }],
    ['an older browser, by its Origin', { origin: 'OURS' }],
    ['an older browser with cookies, by its Origin', { origin: 'OURS', cookie: 'jouvay-session=x' }],
    ['a program without any credentials', {}],
    ['a program with a Bearer token', { authorization: 'Bearer a.b.c' }],
  ])('%s is let through', async (_, given) => {
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === 'OURS' ? probe.env.SITE_URL : value]),
    )
    const response = await send(
      probe,
      'POST',
      '/api/echo',
      { ...headers, 'content-type': 'application/json' },
      '{"a":1}',
    )
    expect(response.status).toBe(200)
    expect(JSON.parse(response.body).body).toBe('{"a":1}')
  })

  test('the webhook needs no origin, and gets the bytes as they were sent', async () => {
    const body = '{"id": "evt_1" ,\u0000 not even json'
    for (const path of ['/api/payments/webhook', '/api/payments/webhook/test']) {
      const response = await send(probe, 'POST', path, { 'content-type': 'application/json' }, body)
      expect(response.status).toBe(200)
      expect(JSON.parse(response.body).body).toBe(body)
    }
  })

  test('reports of the content policy are taken from anywhere and answered with nothing', async () => {
    const response = await send(
      probe,
      'POST',
      '/api/csp-report',
      { 'content-type': 'application/csp-report' },
      '{}',
    )
    expect([response.status, response.body]).toEqual([204, ''])
  })
})

test.each([
  '/page?_data=page',
  '/page?x=1&_data=routes%2Fpage',
  '/api/echo?_data',
  '/page?%5Fdata=page',
])('the old data parameter is refused: %s', async (path) => {
  expect((await send(probe, 'GET', path)).status).toBe(400)
  const ran = await actionsDuring(async () => {
    expect((await send(probe, 'POST', path, fromOurPage(probe), '{}')).status).toBe(400)
  })
  expect(ran).toBe(0)
})

describe('an address that no page can have', () => {
  test.each([
    '/%00',
    '/%E0%A4%A',
    '/page/%ff',
    '//evil.example/page',
    '/..\\..\\windows',
  ])('%s is answered with a page, which no route sees', async (path) => {
    const before = new Map(probe.runs)
    const page = await send(probe, 'GET', path, { accept: 'text/html' })
    expect([page.status, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toContain("'nonce-")
    expect(page.headers['cache-control']).toMatch(/^private, no-/)
    expect((await send(probe, 'HEAD', path)).status).toBe(400)
    expect(probe.runs).toEqual(before)
  })

  test.each(['/api/%00', '/api/echo/%E0%A4%A'])('%s is answered with JSON', async (path) => {
    const response = await send(probe, 'GET', path)
    expect(response.status).toBe(400)
    const message = expect.stringMatching(/^[A-Z].*\.$/)
    expect(JSON.parse(response.body)).toEqual({ message, errors: [{ message, field: null }] })
  })
})

describe('methods', () => {
  test.each(['TRACE', 'PROPFIND', 'SEARCH', 'LINK', 'PURGE'])('%s is not in use', async (method) => {
    const response = await send(probe, method, '/api/echo')
    expect(response.status).toBe(405)
    expect(response.headers.allow).toContain('GET')
  })

  test('a method hidden in a header or a field changes nothing', async () => {
    const ran = await actionsDuring(async () => {
      const response = await send(probe, 'GET', '/api/echo?_method=DELETE', {
        'x-http-method-override': 'DELETE',
        'x-method-override': 'POST',
      })
      expect(response.status).toBe(200)
      expect(Object.keys(JSON.parse(response.body).headers)).not.toContain('x-http-method-override')
    })
    expect(ran).toBe(0)
  })

  test('OPTIONS tells the methods and grants no other origin anything', async () => {
    const response = await send(probe, 'OPTIONS', '/api/echo', {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    })
    expect(response.status).toBe(204)
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('allowed bodies', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  test.each([
    ['JSON nested 21 deep', 'application/json', nested(21), 400],
    ['JSON nested 30,000 deep', 'application/json', nested(30_000), 400],
    ['objects nested deep', 'application/json', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, 400],
    ['broken JSON', 'application/json', '{"a":', 400],
    ['JSON that is not UTF-8', 'application/json', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400],
    ['a NUL in a value', 'application/json', '{"a":"x\\u0000y"}', 400],
    ['a NUL in a name', 'application/json', '{"x\\u0000y":1}', 400],
    ['half a surrogate pair', 'application/json', '{"a":"\\ud800"}', 400],
    ['a body over 64 KB', 'application/json', JSON.stringify({ a: 'x'.repeat(65 * 1024) }), 413],
    [
      '7 MB where no files are taken',
      'multipart/form-data; boundary=b',
      Buffer.alloc(7 * 1024 * 1024, 97),
      415,
    ],
    ['text', 'text/plain', '{"a":1}', 415],
    ['a form where JSON is due', 'application/x-www-form-urlencoded', 'a=1', 415],
    ['nothing said about the type', '', '{"a":1}', 415],
  ])('%s is refused', async (_, type, body, status) => {
    const ran = await actionsDuring(async () => {
      const headers = fromOurPage(probe, type)
      if (!type) delete headers['content-type']
      const response = await send(probe, 'POST', '/api/echo', headers, body)
      expect(response.status).toBe(status)
      expect(JSON.parse(response.body)).toMatchObject({
        message: expect.any(String),
        errors: [{ field: null }],
      })
    })
    expect(ran).toBe(0)
  })

  test.each([
    ['with a NUL', 400, 'a=x%00y'],
    ['over 64 KB', 413, `a=${'x'.repeat(65 * 1024)}`],
    ['with two fields', 200, 'username=ada&password=x'],
  ])('a form %s is a %i', async (_, status, body) => {
    const headers = fromOurPage(probe, 'application/x-www-form-urlencoded')
    expect((await send(probe, 'POST', '/api/auth/login', headers, body)).status).toBe(status)
  })

  const multipart = (text: string) =>
    `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${text}\r\n--b--\r\n`
  test.each([
    ['a form to a page', '/page', 'multipart/form-data; boundary=b', 200, multipart('x')],
    ['a form that breaks off', '/page', 'multipart/form-data; boundary=b', 400, '--b\r\ncontent-disp'],
    ['a form whose field holds a NUL', '/page', 'multipart/form-data; boundary=b', 400, multipart('x\0y')],
    ['a form without its boundary', '/page', 'multipart/form-data', 415, multipart('x')],
    ['JSON to a page', '/page', 'application/json', 415, '{}'],
    ['text to a page', '/page', 'text/plain', 415, 'a=1'],
  ])('%s (%s, %s) is a %i', async (_, path, type, status, body) => {
    expect((await send(probe, 'POST', path, fromOurPage(probe, type), body)).status).toBe(status)
  })

  test('a form over 64 KB to a page does not run, and is told as a page', async () => {
    const ran = await actionsDuring(async () => {
      const headers = fromOurPage(probe, 'application/x-www-form-urlencoded')
      for (const length of [65, 2000]) {
        const response = await send(probe, 'POST', '/page', headers, `a=${'x'.repeat(length * 1024)}`)
        expect(response.status).toBe(413)
        expect(response.headers['content-type']).toContain('text/html')
        expect(response.headers['content-security-policy']).toContain('nonce-')
      }
    })
    expect(ran).toBe(0)
  })

  test('a body over the limit without a length is cut off', async () => {
    const headers = { ...fromOurPage(probe), 'transfer-encoding': 'chunked' }
    const response = await send(
      probe,
      'POST',
      '/api/echo',
      headers,
      JSON.stringify({ a: 'x'.repeat(200 * 1024) }),
    )
    expect(response.status).toBe(413)
  })

  test('a compressed body is refused unread', async () => {
    const headers = { ...fromOurPage(probe), 'content-encoding': 'gzip' }
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024))
    expect((await send(probe, 'POST', '/api/echo', headers, bomb)).status).toBe(415)
  })

  test('20 levels, every script of the world and an empty body are fine', async () => {
    for (const body of [nested(20), '{"name":"Zoë 🎭 \\ud83c\\udfad"}', '']) {
      expect((await send(probe, 'POST', '/api/echo', fromOurPage(probe), body)).status).toBe(200)
    }
  })
})

describe('addresses and headers', () => {
  test.each([
    ['/api/echo?a=%00', 400],
    ['/api/echo?a=%ED%A0%80', 400],
    ['/api/echo/%E0%A4%A', 400],
    ['//evil.example/page', 400],
    ['/..\\..\\windows', 400],
    [`/page?q=${'x'.repeat(8200)}`, 414],
  ])('%s is refused with %i', async (path, status) => {
    expect((await send(probe, 'GET', path)).status).toBe(status)
  })

  test('headers over 16 KB are refused', async () => {
    expect((await send(probe, 'GET', '/page', { 'x-long': 'x'.repeat(17 * 1024) })).status).toBe(431)
  })

  test('malformed requests are refused, with the same headers', async () => {
    const response = await new Promise<string>((resolve) => {
      const socket = connect(probe.env.PORT, '127.0.0.1', () => socket.write('BLAH\r\n\r\n'))
      socket.on('data', (data) => resolve(data.toString()))
    })
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response).toContain('x-content-type-options: nosniff')
  })

  test('a forged Host or forwarding header never reaches a page: the address is the configured one', async () => {
    const response = await send(probe, 'GET', '/api/echo', {
      host: 'evil.example:81',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
      'x-original-url': '/admin',
    })
    const received = JSON.parse(response.body)
    expect(received.url).toBe(`${probe.env.SITE_URL}/api/echo`)
    expect(JSON.stringify(received)).not.toMatch(/evil|x-original-url/)
  })

  // Specification 10.6
  test('headers that claim an identity never reach a route', async () => {
    const claims = {
      'user-id': '1',
      'x-user-data': '{"role":"admin"}',
      'x-user-id': '1',
      'x-forwarded-user': 'ada',
      'x-remote-user': 'ada',
      'remote-user': 'ada',
    }
    const read = await send(probe, 'GET', '/api/echo', claims)
    const written = await send(probe, 'POST', '/api/echo', { ...fromOurPage(probe), ...claims }, '{}')
    for (const response of [read, written]) {
      const received = Object.keys(JSON.parse(response.body).headers)
      expect(received.filter((name) => name in claims)).toEqual([])
    }
  })
})
