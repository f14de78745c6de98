import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LiveSourceDefinition, StreamSource } from './live-sources-port.server.ts'

/**
 * The demo channel: a live playlist over a loop of a minute, made for the project by scripts/draw-demo-stream.ts. The playlist is a function
 * of the clock alone, so that every process gives the same one and nothing runs while nobody watches.
 */

/** Length of one segment, and how many the loop and the window have. */
export const demoSegmentMs = 4000
export const demoLoop = 15
export const demoWindow = 30
/** A playlist begins with so many segments: players wait for three. */
const firstSegments = 4

const qualities = {
  high: { bandwidth: 330_000, resolution: '960x540', codecs: 'avc1.4d4028,mp4a.40.2' },
  low: { bandwidth: 130_000, resolution: '480x270', codecs: 'avc1.4d401f,mp4a.40.2' },
}
type Quality = keyof typeof qualities
const isQuality = (text: string): text is Quality => Object.hasOwn(qualities, text)

/** Lists the qualities, the better one first. */
export function demoIndex(): string {
  const lines = Object.entries(qualities).flatMap(([name, { bandwidth, resolution, codecs }]) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${resolution},FRAME-RATE=24,CODECS="${codecs}"`,
    name,
  ])
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${lines.join('\n')}\n`
}

const numberAt = (ms: number) => Math.floor(ms / demoSegmentMs)

/** Writes segments, with a discontinuity and the init section wherever the loop begins again. */
function segmentLines(quality: Quality, from: number, to: number): string[] {
  const lines: string[] = []
  for (let number = from; number <= to; number++) {
    const wraps = number % demoLoop === 0 && number !== from
    if (wraps) lines.push('#EXT-X-DISCONTINUITY')
    if (wraps || number === from) lines.push(`#EXT-X-MAP:URI="${quality}/init.mp4"`)
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(number * demoSegmentMs).toISOString()}`)
    lines.push(`#EXTINF:${(demoSegmentMs / 1000).toFixed(3)},`, `${quality}/${number % demoLoop}.m4s`)
  }
  return lines
}

/**
 * Writes the live playlist of one quality at an instant: the window of segments that are complete by then.
 * @param now milliseconds since 1970
 * @param startedAt when the stream began; the window does not reach back behind it, the first seconds aside
 */
export function demoPlaylist(quality: Quality, now: number, startedAt: Date | null): string {
  const last = numberAt(now) - 1
  const begin = startedAt ? numberAt(startedAt.getTime()) - firstSegments : 0
  const first = Math.min(Math.max(begin, last - demoWindow + 1), last - firstSegments + 1)
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${demoSegmentMs / 1000}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor(first / demoLoop)}`,
  ]
  return `${[...head, ...segmentLines(quality, first, last)].join('\n')}\n`
}

/** Writes the loop as a recording. */
function demoRecording(quality: Quality): string {
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', '#EXT-X-PLAYLIST-TYPE:VOD']
  return `${[...head, ...segmentLines(quality, 0, demoLoop - 1), '#EXT-X-ENDLIST'].join('\n')}\n`
}

type Loop = { bytes: Buffer; init: [number, number]; segments: [number, number][] }
const loops = new Map<Quality, Loop>()

/** Reads a quality's file once, and where in it each segment stands. */
function readLoop(quality: Quality): Loop {
  const known = loops.get(quality)
  if (known) return known
  const read = (ending: string) =>
    readFileSync(fileURLToPath(new URL(`./demo-stream/${quality}.${ending}`, import.meta.url)))
  const ranges = [
    ...read('m3u8')
      .toString('utf8')
      .matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g),
  ].map(([, length, offset]): [number, number] => [Number(offset), Number(offset) + Number(length)])
  const [init = [0, 0], ...segments] = ranges
  const loop: Loop = { bytes: read('mp4'), init, segments }
  loops.set(quality, loop)
  return loop
}

/** Holds the clock while the operator interrupts the stream, and at its end. */
function clockOf({ state, interruptedAt, endedAt }: StreamSource, now: number): number {
  const held = [state === 'interrupted' ? interruptedAt : null, endedAt]
  return Math.min(now, ...held.flatMap((at) => (at ? [at.getTime()] : [])))
}

export const demoSource: LiveSourceDefinition = {
  name: 'demo',
  open: () => ({
    name: 'demo',
    entryOf: () => 'index',
    async readPlaylist(source, address, now) {
      if (address === 'index') return { text: demoIndex(), base: '' }
      if (!isQuality(address)) return null
      const text =
        source.state === 'replay'
          ? demoRecording(address)
          : demoPlaylist(address, clockOf(source, now), source.startedAt)
      return { text, base: '' }
    },
    addressOf: (_source, uri) => ({ through: uri }),
    async readFile(address) {
      const [quality = '', name = ''] = address.split('/')
      if (!isQuality(quality)) return null
      const { bytes, init, segments } = readLoop(quality)
      const range = name === 'init.mp4' ? init : segments[Number(/^(\d+)\.m4s$/.exec(name)?.[1] ?? -1)]
      return range ? { body: bytes.subarray(...range), type: 'video/mp4' } : null
    },
  }),
}
