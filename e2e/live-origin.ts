import { createServer } from 'node:http'
import { demoPlaylist, demoSource } from '#server/live-source-demo.server.ts'

/** An HLS origin for tests: the demo channel's segments under a playlist that a test can stall, tear and end. */

const demo = demoSource.open({ DATA_DIR: '', LIVE_ORIGIN_HOSTS: [], MUX_STREAM_URL: '' })

export type OriginControls = {
  /** Instant at which its clock stands, in milliseconds; undefined while it goes. */
  stalledAt?: number | undefined
  /** Answers 503 to everything. */
  isDown: boolean
  isEnded: boolean
  /** Segments that are missing (404), by their place in the loop. */
  missing: Set<string>
  hasCaptions: boolean
}

const captions = 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00.000 --> 00:04.000\nWine up!\n'

/** Starts it. @returns its host, what it does, and what was asked of it */
export async function startOrigin() {
  const controls: OriginControls = { isDown: false, isEnded: false, missing: new Set(), hasCaptions: false }
  const asked: string[] = []
  const startedAt = new Date()
  const server = createServer(async (req, res) => {
    const path = (req.url ?? '').split('?')[0]?.slice(1) ?? ''
    asked.push(req.url ?? '')
    if (controls.isDown) return void res.writeHead(503).end()
    const playlist = (text: string) =>
      res.writeHead(200, { 'content-type': 'application/x-mpegurl' }).end(text)
    const now = controls.stalledAt ?? Date.now()
    if (path === 'index.m3u8') {
      const media =
        '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",DEFAULT=NO,URI="subs.m3u8"\n'
      const line = `#EXT-X-STREAM-INF:BANDWIDTH=130000,RESOLUTION=480x270,CODECS="avc1.4d401f,mp4a.40.2"`
      return void playlist(
        `#EXTM3U\n${controls.hasCaptions ? media : ''}${line}${controls.hasCaptions ? ',SUBTITLES="s"' : ''}\nlow.m3u8\n`,
      )
    }
    const text = demoPlaylist('low', now, startedAt)
    if (path === 'low.m3u8') return void playlist(controls.isEnded ? `${text}#EXT-X-ENDLIST\n` : text)
    if (path === 'subs.m3u8')
      return void playlist(text.replaceAll(/#EXT-X-MAP.*\n/g, '').replaceAll(/^low\/\d+\.m4s$/gm, 'all.vtt'))
    if (path === 'all.vtt') return void res.writeHead(200, { 'content-type': 'text/vtt' }).end(captions)
    const file = controls.missing.has(path) ? null : await demo?.readFile(path)
    if (!file) return void res.writeHead(404).end()
    res.writeHead(200, { 'content-type': 'text/html' }).end(file.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { host, controls, asked, close }
}
