import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signMuxToken } from './live-source-mux.server.ts'
import { fetchFromOrigin, signOriginAddress } from './live-source-origin.server.ts'
import type { StreamSource } from './live-sources-port.server.ts'
import { openLiveSources } from './live-sources-registry.server.ts'

const now = 1_795_800_000_000
const asked: string[] = []
const server = createServer((req, res) => {
  asked.push(req.url ?? '')
  if (req.url?.startsWith('/away'))
    return void res.writeHead(302, { location: `http://127.0.0.2:${port}/x` }).end()
  if (req.url?.startsWith('/loop')) return void res.writeHead(302, { location: '/index.m3u8' }).end()
  if (req.url?.startsWith('/large')) return void res.end(Buffer.alloc(5000))
  if (req.url?.startsWith('/html')) return void res.end('<html>')
  res.end('#EXTM3U\n#EXTINF:4,\nseg.ts\n')
})
let port = 0
let host = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done))
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
  host = `127.0.0.1:${port}`
})
afterAll(() => server.close())

const stream = (changes: Partial<StreamSource>): StreamSource => ({
  streamId: 's',
  kind: 'origin',
  state: 'live',
  config: {},
  keyVersion: 0,
  startedAt: null,
  interruptedAt: null,
  endedAt: null,
  ...changes,
})

test('an address of a private network is refused, unless the operator named its host; another port or host stays refused', async () => {
  await expect(fetchFromOrigin(`http://${host}/index.m3u8`, 9999, [])).rejects.toThrow(/not public/)
  await expect(fetchFromOrigin(`http://localhost:${port}/index.m3u8`, 9999, [])).rejects.toThrow()
  await expect(fetchFromOrigin(`http://127.0.0.2:${port}/index.m3u8`, 9999, [host])).rejects.toThrow()
  await expect(fetchFromOrigin('http://169.254.169.254/latest', 9999, [host])).rejects.toThrow(/not public/)
  expect((await fetchFromOrigin(`http://${host}/index.m3u8`, 9999, [host]))?.body.toString()).toContain(
    '#EXTM3U',
  )
})

test('a redirect is followed within the allowed host, and refused to any other', async () => {
  expect(await fetchFromOrigin(`http://${host}/loop`, 9999, [host])).not.toBeNull()
  await expect(fetchFromOrigin(`http://${host}/away`, 9999, [host])).rejects.toThrow(/not public/)
})

test('what is larger than it may be, and what is no playlist, is nothing', async () => {
  expect(await fetchFromOrigin(`http://${host}/large`, 4999, [host])).toBeNull()
  const settings = { DATA_DIR: '', LIVE_ORIGIN_HOSTS: [host], MUX_STREAM_URL: 'https://stream.mux.com' }
  const origin = openLiveSources(settings).get('origin')
  const source = stream({ config: { address: `http://${host}/html` } })
  expect(await origin?.readPlaylist(source, `http://${host}/html`, now)).toBeNull()
})

test('addresses are signed with key, path and expiry, and stay the same for minutes', () => {
  const signed = new URL(signOriginAddress('https://cdn.example/a/seg.ts?x=1', 'key', now))
  const expires = signed.searchParams.get('expires') ?? ''
  expect(Number(expires) - now / 1000).toBeGreaterThan(600)
  const token = createHash('sha256').update(`key/a/seg.ts${expires}`).digest('base64url')
  expect(signed.searchParams.get('token')).toBe(token)
  expect(signOriginAddress('https://cdn.example/a/seg.ts?x=1', 'key', now + 1000)).toBe(signed.href)
})

test('an origin without a recording has no replay', () => {
  const origin = openLiveSources({ DATA_DIR: '', LIVE_ORIGIN_HOSTS: [], MUX_STREAM_URL: '' }).get('origin')
  const config = { address: 'https://a.example/live.m3u8' }
  expect(origin?.entryOf(stream({ config }))).toBe(config.address)
  expect(origin?.entryOf(stream({ config, state: 'replay' }))).toBeNull()
  expect(() =>
    origin?.addressOf(stream({ config }), 'file:///etc/passwd', config.address, 'file', now),
  ).toThrow()
})

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKey = Buffer.from(pair.privateKey.export({ type: 'pkcs1', format: 'pem' })).toString('base64')

test('Mux is asked with a token of its own format; segments are left to its network', async () => {
  const token = await signMuxToken('play12345', 'key-id-1', privateKey, Date.now())
  const { payload, protectedHeader } = await jwtVerify(token, pair.publicKey, {
    audience: 'v',
    subject: 'play12345',
  })
  expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: 'key-id-1' })
  expect(payload.kid).toBe('key-id-1')
  const settings = {
    DATA_DIR: '',
    LIVE_ORIGIN_HOSTS: [host],
    MUX_SIGNING_KEY_ID: 'key-id-1',
    MUX_SIGNING_PRIVATE_KEY: privateKey,
    MUX_STREAM_URL: `http://${host}`,
  }
  const mux = openLiveSources(settings).get('mux')
  const source = stream({ kind: 'mux', config: { liveStreamId: 'x', playbackId: 'play12345' } })
  const read = await mux?.readPlaylist(source, mux.entryOf(source) ?? '', Date.now())
  expect(read?.text).toContain('#EXTM3U')
  const url = new URL(asked.at(-1) ?? '', 'http://x')
  expect(url.pathname).toBe('/play12345.m3u8')
  await jwtVerify(url.searchParams.get('token') ?? '', pair.publicKey, { audience: 'v' })
  expect(mux?.addressOf(source, 'https://chunk.mux.com/1.ts', 'https://a.mux.com/', 'file', now)).toEqual({
    direct: 'https://chunk.mux.com/1.ts',
  })
  expect(mux?.entryOf({ ...source, state: 'replay' })).toBeNull()
})

test('without its keys Mux is not there', () =>
  expect([...openLiveSources({ DATA_DIR: '', LIVE_ORIGIN_HOSTS: [], MUX_STREAM_URL: '' }).keys()]).toEqual([
    'demo',
    'origin',
    'ingest',
  ]))
