import { spawn } from 'node:child_process'
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hashToken } from '#server/link-token.server.ts'
import { hasFfmpeg } from '#server/rtmp-ingest.server.ts'
import { makeStream, noteSegment, stateOf } from '../supabase/tests/streams.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { freePorts } from '../tools/settings.ts'
import { ApiVisitor } from './api-visitor.ts'
import { meet } from './people.ts'
import { startTestSite } from './test-site.ts'

/** Tests sources through the site's HTTP: tokens, RTMP by ffmpeg, and Mux in front of a stand-in. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
const canIngest = await hasFfmpeg()
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const webhookSecret = 'mux-webhook-secret-of-this-test'
const muxAsked: URL[] = []
const mux = createServer((req, res) => {
  muxAsked.push(new URL(req.url ?? '', 'http://mux'))
  res.end(
    '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:4,\nhttps://chunk.mux.com/v1/1.ts?signature=s\n',
  )
})
let [site, rtmpPort, muxHost] = ['', 0, '']
let stop: () => Promise<void> = async () => {}

beforeAll(async () => {
  await new Promise<void>((done) => mux.listen(0, '127.0.0.1', done))
  const address = mux.address()
  muxHost = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const [port, rtmp] = await freePorts()
  rtmpPort = rtmp
  const { env } = inject('site')
  const started = await startTestSite(
    inject('stack'),
    { port, dataDir: env.DATA_DIR ?? '' },
    {
      RTMP_PORT: String(rtmp),
      MUX_STREAM_URL: `http://${muxHost}`,
      LIVE_ORIGIN_HOSTS: muxHost,
      MUX_SIGNING_KEY_ID: 'key-of-this-test',
      MUX_SIGNING_PRIVATE_KEY: Buffer.from(pair.privateKey.export({ type: 'pkcs1', format: 'pem' })).toString(
        'base64',
      ),
      MUX_WEBHOOK_SECRET: webhookSecret,
    },
  )
  site = started.ready.url
  stop = started.stop
})
afterAll(async () => {
  await stop()
  mux.close()
  await users.close()
})

type Begun = { address: string; sessionId: string }

const begin = (visitor: ApiVisitor, stream: string) =>
  visitor.post(`/api/live/${stream}/begin`, { device: randomUUID() })

async function firstPlaylist(begun: Begun): Promise<{ status: number; text: string }> {
  const response = await fetch(site + begun.address)
  return { status: response.status, text: await response.text() }
}

test('who may not watch gets no address, and an address works for its own stream and session alone', async () => {
  const [open, closed] = [await makeStream(sql), await makeStream(sql, { rule: 'signed_in' })]
  const visitor = new ApiVisitor(site)
  expect((await begin(visitor, closed)).status).toBe(401)
  expect((await begin(visitor, randomUUID())).status).toBe(404)
  expect((await visitor.post(`/api/live/${open}/begin`, { device: 'x' })).status).toBe(422)
  const answer = await begin(visitor, open)
  expect(answer.status).toBe(200)
  const begun = answer.body as Begun
  expect((await firstPlaylist(begun)).status).toBe(200)
  for (const path of [
    begun.address.replace(open, closed),
    begun.address.replace(begun.sessionId, randomUUID()),
    begun.address.replace(/t=.*/, ''),
    begun.address.replace('index.m3u8', 'high/0.m4s'),
    begun.address.replace('index.m3u8', '..%2f..%2fpackage.json'),
  ])
    expect([403, 404, 400], path).toContain((await fetch(site + path)).status)
})

test('a session is renewed by its own viewer alone', async () => {
  const [open, mine] = [await makeStream(sql), await makeStream(sql, { rule: 'signed_in' })]
  const [mia, other] = [await meet(site, service, 'Mia'), await meet(site, service, 'Mia')]
  const hers = (await begin(mia.visitor, mine)).body as Begun
  const renew = (visitor: ApiVisitor, begun: Begun, token?: string) =>
    visitor.post(`/api/live/sessions/${begun.sessionId}/renew`, { token: token ?? null })
  expect((await renew(other.visitor, hers)).status).toBe(409)
  expect((await renew(mia.visitor, hers)).status).toBe(200)
  const visitor = new ApiVisitor(site)
  const theirs = (await begin(visitor, open)).body as Begun
  const token = new URLSearchParams(theirs.address.split('?')[1]).get('t') ?? ''
  expect((await renew(new ApiVisitor(site), theirs)).status).toBe(409)
  expect((await renew(visitor, theirs, token)).status).toBe(200)
  await visitor.post(`/api/live/sessions/${theirs.sessionId}/end`, { token })
  expect((await renew(visitor, theirs, token)).status).toBe(409)
})

test('Mux is read with its own token, its segments stay at its network, and its events are believed only when signed', async () => {
  const id = `live-${randomUUID()}`
  const stream = await makeStream(sql, { kind: 'mux', hasReplay: true })
  const config = { liveStreamId: id, playbackId: 'play12345678' }
  await sql`update private.stream_sources set config = ${sql.json(config)} where stream_id = ${stream}`
  await noteSegment(sql, stream, -3600)
  const begun = (await begin(new ApiVisitor(site), stream)).body as Begun
  const { text } = await firstPlaylist(begun)
  expect(text).toContain('https://chunk.mux.com/v1/1.ts?signature=s')
  const asked = muxAsked.find(({ pathname }) => pathname === '/play12345678.m3u8')
  const { payload } = await jwtVerify(asked?.searchParams.get('token') ?? '', pair.publicKey, {
    audience: 'v',
  })
  expect(payload.sub).toBe('play12345678')
  const policy = (await fetch(`${site}/live`)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`http://${muxHost}`)
  const send = (secret: string) => {
    const body = JSON.stringify({
      type: 'video.asset.ready',
      data: { id: 'asset', live_stream_id: id, playback_ids: [{ id: 'replay12345678', policy: 'signed' }] },
    })
    const now = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'mux-signature': `t=${now},v1=${signature}` }
    return fetch(`${site}/api/live/mux`, { method: 'POST', body, headers })
  }
  expect((await send('another secret altogether')).status).toBe(401)
  expect((await send(webhookSecret)).status).toBe(204)
  const [row] = await sql`
    select s.config ->> 'replayPlaybackId' as id, t.replay_ready_at is not null as ready from private.stream_sources s
    join public.streams t on t.id = s.stream_id where s.stream_id = ${stream}`
  expect(row).toEqual({ id: 'replay12345678', ready: true })
})

test.skipIf(!canIngest)(
  'RTMP: a wrong key is turned away, the right one comes to preview and plays, a rotated one ends (left out without ffmpeg)',
  async () => {
    const key = 'k'.repeat(20) + randomUUID().replaceAll('-', '')
    const stream = await makeStream(sql, { kind: 'ingest', state: 'scheduled', startsIn: 30 })
    await sql`update private.stream_sources set key_hash = ${hashToken(key)}, key_version = 1 where stream_id = ${stream}`
    const send = (with_: string) => {
      const child = spawn(
        'ffmpeg',
        [
          ...[
            '-v',
            'error',
            '-re',
            '-stream_loop',
            '-1',
            '-i',
            'app/server/demo-stream/low.mp4',
            '-c',
            'copy',
            '-f',
            'flv',
          ],
          `rtmp://127.0.0.1:${rtmpPort}/live/${with_}`,
        ],
        { stdio: 'ignore' },
      )
      return { child, ended: new Promise((done) => child.once('exit', done)) }
    }
    await send('wrong-key').ended
    expect(await stateOf(sql, stream)).toBe('scheduled')
    const { child, ended } = send(key)
    await expect.poll(() => stateOf(sql, stream)).toBe('preview')
    const [health] =
      await sql`select is_connected, bitrate_kbps > 0 as has_bitrate from private.stream_health where stream_id = ${stream}`
    expect(health).toEqual({ is_connected: true, has_bitrate: true })
    await sql`update public.streams set state = 'live', live_at = now() where id = ${stream}`
    const begun = (await begin(new ApiVisitor(site), stream)).body as Begun
    // The first segment takes some seconds to be written.
    await expect.poll(async () => (await firstPlaylist(begun)).status).toBe(200)
    const { text } = await firstPlaylist(begun)
    expect(text).toMatch(/#EXT-X-MEDIA-SEQUENCE/)
    const name = text.split('\n').find((line) => /\.bin\?t=/.test(line)) ?? ''
    const segment = await fetch(`${site}${begun.address.replace(/index\.m3u8.*/, name)}`)
    expect([segment.status, segment.headers.get('content-type')]).toEqual([200, 'video/mp2t'])
    expect((await segment.arrayBuffer()).byteLength).toBeGreaterThan(5000)
    await sql`update private.stream_sources set key_hash = ${hashToken('another')}, key_version = 2 where stream_id = ${stream}`
    await Promise.race([ended, wait(60_000)])
    expect(child.exitCode).not.toBeNull()
  },
  300_000,
)
