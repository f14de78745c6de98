import type { lookup as systemLookup } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from './guarded-fetch.server.ts'
import { fetchLinkPreview, readPreview } from './link-preview.server.ts'

/** A hostile server on this machine, and what it was asked for. */
let server: Server
let inner: Server
let origin: string
let innerOrigin: string
let port: number
const asked: string[] = []
const page = (title: string) => `<html><head><title>${title}</title></head><body>x</body></html>`

const listen = (one: Server) =>
  new Promise<number>((done) => one.listen(0, '127.0.0.1', () => done((one.address() as AddressInfo).port)))

beforeAll(async () => {
  inner = createServer((req, res) => {
    asked.push(`inner ${req.url}`)
    res.setHeader('content-type', 'text/html').end(page('Secret of the network'))
  })
  innerOrigin = `http://127.0.0.1:${await listen(inner)}`
  server = createServer((req, res) => {
    asked.push(req.url ?? '')
    const html = (text: string) => res.setHeader('content-type', 'text/html; charset=utf-8').end(text)
    const redirect = (location: string) => res.writeHead(302, { location }).end()
    const step = /^\/hop(\d+)$/.exec(req.url ?? '')
    if (step) return Number(step[1]) === 0 ? html(page('End')) : redirect(`/hop${Number(step[1]) - 1}`)
    switch (req.url) {
      case '/good':
        return html(
          '<meta property="og:title" content="Fete &amp; friends"><meta name=description content=\'Two rooms\'><title>Other</title>',
        )
      case '/inside':
        return redirect(`${innerOrigin}/admin`)
      case '/metadata':
        return redirect('http://169.254.169.254/latest/meta-data/')
      case '/file':
        return redirect('file:///etc/passwd')
      case '/slow':
        return void res.setHeader('content-type', 'text/html').write('<title>Sl')
      case '/silent':
        return
      case '/huge': {
        res.setHeader('content-type', 'text/html')
        const filling = Buffer.alloc(64 * 1024, 'x')
        const more = () => {
          while (!res.destroyed && res.write(filling));
          if (!res.destroyed) res.once('drain', more)
        }
        return more()
      }
      case '/picture':
        return res.setHeader('content-type', 'image/png').end(page('No page'))
      case '/broken':
        return res.writeHead(500, { 'content-type': 'text/html' }).end(page('Broken'))
      default:
        return html('<p>no title</p>')
    }
  })
  port = await listen(server)
  origin = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  for (const one of [server, inner]) {
    one.closeAllConnections()
    await new Promise((done) => one.close(done))
  }
})

/** Lets this one server through, by its port; every address goes through the real check otherwise. */
const only = {
  isAllowed: (address: string, at: number) =>
    (address === '127.0.0.1' && at === port) || isPublicAddress(address),
}

test.each([
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '192.0.2.1',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '2001::1',
  'localhost',
  '',
])('%s is no public address', (address) => expect(isPublicAddress(address)).toBe(false))

test.each([
  '93.184.215.14',
  '8.8.8.8',
  '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
])('%s is a public address', (address) => expect(isPublicAddress(address)).toBe(true))

describe('what is fetched', () => {
  test('title, description and site of a page', async () => {
    expect(await fetchLinkPreview(`${origin}/good`, only)).toEqual({
      title: 'Fete & friends',
      description: 'Two rooms',
      site: '127.0.0.1',
    })
  })

  test('three redirects are followed, not four', async () => {
    expect((await fetchLinkPreview(`${origin}/hop3`, only))?.title).toBe('End')
    expect(await fetchLinkPreview(`${origin}/hop4`, only)).toBeNull()
  })

  test.each(['/picture', '/broken', '/none'])('%s has no preview', async (path) => {
    expect(await fetchLinkPreview(origin + path, only)).toBeNull()
  })

  test.each(['/slow', '/silent'])('%s is given up after three seconds', async (path) => {
    const begun = Date.now()
    expect(await fetchLinkPreview(origin + path, only)).toBeNull()
    expect(Date.now() - begun).toBeLessThan(5000)
  })

  test('an endless page is read to 512 kB', async () => {
    const begun = Date.now()
    expect(await fetchLinkPreview(`${origin}/huge`, only)).toBeNull()
    expect(Date.now() - begun).toBeLessThan(2900)
  })
})

describe('what is refused', () => {
  test.each(['/inside', '/metadata', '/file'])('a redirect to a private address: %s', async (path) => {
    asked.length = 0
    expect(await fetchLinkPreview(origin + path, only)).toBeNull()
    expect(asked).toEqual([path])
  })

  test('an address of this machine, however it is written', async () => {
    asked.length = 0
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '127.1',
    ])
      expect([host, await fetchLinkPreview(`http://${host}:${port}/good`)]).toEqual([host, null])
    expect(asked).toEqual([])
  })

  test.each([
    'ftp://example.com/',
    'http://me:pw@example.com/',
    'javascript:alert(1)',
    'not an address',
    'http://8.8.8.8:6379/',
  ])('%s', async (address) => expect(await fetchLinkPreview(address)).toBeNull())

  test('a name that has a private address among others, or another one the second time it is asked for', async () => {
    asked.length = 0
    const answers = (...sets: string[][]) => {
      let call = 0
      const lookup = ((
        _name: string,
        _options: unknown,
        callback: (error: null, found: { address: string; family: number }[]) => void,
      ) => {
        const set = sets[Math.min(call++, sets.length - 1)] ?? []
        callback(
          null,
          set.map((address) => ({ address, family: 4 })),
        )
      }) as unknown as typeof systemLookup
      return { lookup, calls: () => call }
    }
    const mixed = answers(['93.184.215.14', '127.0.0.1'])
    expect(await fetchLinkPreview('http://rebind.example/good', { lookup: mixed.lookup })).toBeNull()
    // the answer that was checked is the one that is connected to: a name asked for once cannot change in between
    const rebound = answers(['127.0.0.1'])
    expect(
      await fetchLinkPreview(`http://rebind.example:${port}/good`, { ...only, lookup: rebound.lookup }),
    ).not.toBeNull()
    expect(rebound.calls()).toBe(1)
    const moved = answers(['127.0.0.1'])
    expect(await fetchLinkPreview('http://rebind.example/good', { lookup: moved.lookup })).toBeNull()
    expect(asked).toEqual(['/good'])
  })
})

test('a preview is text of one line, whatever the page holds', () => {
  expect(readPreview('<title>a&#x202e;b\n &lt;script&gt;c</title>', 'x.example')).toEqual({
    title: 'ab <script>c',
    description: '',
    site: 'x.example',
  })
  expect(readPreview('<p>nothing</p>', 'x.example')).toBeNull()
})
