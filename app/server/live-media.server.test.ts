import { randomUUID } from 'node:crypto'
import { createServer, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playlistAddress, sessionMedia } from '#core/live-paths.ts'
import { createLiveMedia } from './live-media.server.ts'
import type { StreamSource } from './live-sources-port.server.ts'
import { openLiveSources } from './live-sources-registry.server.ts'
import { openAddress, sealAddress, signPlayback } from './playback-token.server.ts'

const secret = Buffer.alloc(32, 9).toString('base64url')
const [streamId, otherStream, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
let reads = 0
let now = Date.now()
const startedAt = new Date(now - 600_000)
const source: StreamSource = {
  streamId,
  kind: 'demo',
  state: 'live',
  config: {},
  keyVersion: 0,
  startedAt,
  interruptedAt: null,
  endedAt: null,
}
const media = createLiveMedia({
  secret,
  sources: openLiveSources({
    DATA_DIR: '/nowhere',
    LIVE_ORIGIN_HOSTS: [],
    MUX_STREAM_URL: 'https://stream.mux.com',
  }),
  readSource: async (id) => {
    reads++
    return id === streamId || id === otherStream ? { ...source, streamId: id } : null
  },
  log: { warn: () => {} },
  now: () => now,
})
const server = createServer(async (req, res) => {
  const refused = await media.respond(req, res)
  if (refused) res.writeHead(refused.status).end(refused.message)
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

/** Asks with the path exactly as it is written: fetch would resolve dots. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((done, failed) => {
    const req = httpRequest(url, { path, method, headers }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () =>
        done({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
      )
    })
    req.on('error', failed).end()
  })
}

const token = (changes: Partial<Parameters<typeof signPlayback>[1]> = {}) =>
  signPlayback(secret, {
    streamId,
    sessionId,
    viewer: 'mia',
    isReplay: false,
    expiresAt: new Date(now + 600_000),
    ...changes,
  })

/** Walks from the first playlist to the address of a segment. */
async function firstSegment(with_: string): Promise<string> {
  const base = sessionMedia(streamId, sessionId)
  const index = await ask(playlistAddress(streamId, sessionId, with_))
  const quality = index.body
    .toString()
    .split('\n')
    .find((line) => line.includes('.m3u8?t='))
  const playlist = await ask(`${base}/${quality}`)
  const segment = playlist.body
    .toString()
    .split('\n')
    .find((line) => /^[\w-]+\.bin\?t=/.test(line))
  return `${base}/${segment}`
}

test('every address of the playlists carries the token, and leads to a segment without asking for the source again', async () => {
  const mine = await token()
  const index = await ask(playlistAddress(streamId, sessionId, mine))
  expect(index.status).toBe(200)
  expect(index.headers['content-type']).toBe('application/vnd.apple.mpegurl')
  expect(index.headers['cache-control']).toMatch(/^private/)
  const names = index.body
    .toString()
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(names).toHaveLength(2)
  for (const name of names) expect(name).toMatch(new RegExp(`^[\\w-]+\\.m3u8\\?t=${mine}$`))
  const playlist = await ask(`${sessionMedia(streamId, sessionId)}/${names[0]}`)
  expect(playlist.headers['cache-control']).toBe('private, no-store')
  const lines = playlist.body
    .toString()
    .split('\n')
    .filter((line) => line && !/^#(?!EXT-X-MAP)/.test(line))
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) expect(line).toContain(`?t=${mine}`)
  expect(playlist.body.toString()).not.toMatch(/m4s|init\.mp4/)
  const before = reads
  const segment = await ask(await firstSegment(mine))
  expect([segment.status, segment.headers['content-type']]).toEqual([200, 'video/mp4'])
  expect(segment.headers['cache-control']).toBe('private, max-age=600, immutable')
  expect(segment.headers['content-encoding']).toBeUndefined()
  expect(segment.body.length).toBe(Number(segment.headers['content-length']))
  expect(reads).toBe(before)
})

test('who may watch the recording gets all of it, whatever was known of the stream a moment ago', async () => {
  const playlistOf = async (with_: string) => {
    const index = await ask(playlistAddress(streamId, sessionId, with_))
    const name = /^[\w-]+\.m3u8\?t=.*$/m.exec(index.body.toString())?.[0]
    return (await ask(`${sessionMedia(streamId, sessionId)}/${name}`)).body.toString()
  }
  expect(await playlistOf(await token())).not.toContain('#EXT-X-ENDLIST')
  Object.assign(source, { state: 'replay', endedAt: new Date(now) })
  const before = reads
  const replay = await playlistOf(await token({ isReplay: true }))
  expect(replay).toContain('#EXT-X-PLAYLIST-TYPE:VOD')
  expect(reads).toBe(before + 1)
  Object.assign(source, { state: 'live', endedAt: null })
  now += 10_000
})

test('part of a segment, and its head', async () => {
  const path = await firstSegment(await token())
  const whole = await ask(path)
  const part = await ask(path, { range: 'bytes=100-199' })
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-199/${whole.body.length}`])
  expect(part.body).toEqual(whole.body.subarray(100, 200))
  expect((await ask(path, { range: `bytes=${whole.body.length}-` })).status).toBe(416)
  const head = await ask(path, {}, 'HEAD')
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
    200,
    0,
    String(whole.body.length),
  ])
})

test.each([
  ['no token', async () => ''],
  ['text that is no token', async () => 'abc'],
  [
    'a token signed with another secret',
    () =>
      signPlayback(Buffer.alloc(32, 1).toString('base64url'), {
        streamId,
        sessionId,
        viewer: 'mia',
        isReplay: false,
        expiresAt: new Date(now + 9999),
      }),
  ],
  ['a token of another stream', () => token({ streamId: otherStream })],
  ['a token of another session', () => token({ sessionId: randomUUID() })],
  ['a token that ran out', () => token({ expiresAt: new Date(now - 1000) })],
  ['a token without a signature', async () => `${(await token()).split('.').slice(0, 2).join('.')}.`],
  [
    'a token of the algorithm none',
    async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await token()).split('.')[1]}.`,
  ],
])('%s opens neither playlist nor segment', async (_, make) => {
  const good = await firstSegment(await token())
  const bad = await make()
  expect((await ask(playlistAddress(streamId, sessionId, bad))).status).toBe(403)
  expect((await ask(good.replace(/t=.*/, `t=${bad}`))).status).toBe(403)
})

test('a direct address, a made-up name, a way out of the folder and a name of another stream lead nowhere', async () => {
  const mine = await token()
  const base = sessionMedia(streamId, sessionId)
  const theirs = sealAddress(secret, otherStream, 'demo file high/0.m4s')
  const asPlaylist = sealAddress(secret, streamId, 'demo playlist high')
  const made = Buffer.alloc(60, 7).toString('base64url')
  const names = [
    'high/0.m4s',
    '0.m4s',
    'index.bin',
    '../../../../package.json',
    '..%2f..%2f.env',
    `${made}.bin`,
    `${theirs}.bin`,
    `${asPlaylist}.bin`,
    '',
  ]
  for (const name of names) expect((await ask(`${base}/${name}?t=${mine}`)).status, name).toBe(404)
  expect((await ask(`${base}/index.m3u8?t=${mine}`, {}, 'POST')).status).toBe(405)
})

test('a sealed name with one letter changed opens nothing', () => {
  const name = sealAddress(secret, streamId, 'demo file high/0.m4s')
  expect(openAddress(secret, streamId, name)).toBe('demo file high/0.m4s')
  expect(sealAddress(secret, streamId, 'demo file high/0.m4s')).toBe(name)
  for (let at = 0; at < name.length - 1; at++) {
    const altered = `${name.slice(0, at)}${name[at] === 'A' ? 'B' : 'A'}${name.slice(at + 1)}`
    expect(openAddress(secret, streamId, altered)).toBeNull()
  }
})

test('where the token of an address ran out, the renewed one of the session takes its place, and no other', async () => {
  const old = await token({ expiresAt: new Date(now - 1000) })
  const path = playlistAddress(streamId, sessionId, old)
  const renewed = await token()
  const answer = await ask(path, { cookie: `playback=${renewed}` })
  expect(answer.status).toBe(200)
  expect(answer.body.toString()).toContain(`t=${renewed}`)
  const foreign = await token({ sessionId: randomUUID() })
  expect((await ask(path, { cookie: `playback=${foreign}` })).status).toBe(403)
  const otherPath = playlistAddress(streamId, sessionId, await token({ streamId: otherStream }))
  expect((await ask(otherPath, { cookie: `playback=${renewed}` })).status).toBe(403)
})

test('an address dies with its token', async () => {
  const path = await firstSegment(await token({ expiresAt: new Date(now + 10_000) }))
  expect((await ask(path)).status).toBe(200)
  now += 10_000
  expect((await ask(path)).status).toBe(403)
})
