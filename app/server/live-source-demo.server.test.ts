import { expect, test } from 'vitest'
import { demoLoop, demoPlaylist, demoSegmentMs, demoSource, demoWindow } from './live-source-demo.server.ts'
import type { StreamSource } from './live-sources-port.server.ts'

const source = demoSource.open({ DATA_DIR: '', LIVE_ORIGIN_HOSTS: [], MUX_STREAM_URL: '' })
const minute = demoLoop * demoSegmentMs
const begin = 1_795_000_000_000 - (1_795_000_000_000 % minute)
const stream: StreamSource = {
  streamId: 's',
  kind: 'demo',
  state: 'live',
  config: {},
  keyVersion: 0,
  startedAt: new Date(begin),
  interruptedAt: null,
  endedAt: null,
}
const sequenceOf = (text: string) => Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
const breakOf = (text: string) => Number(/DISCONTINUITY-SEQUENCE:(\d+)/.exec(text)?.[1])
const filesOf = (text: string) => text.match(/^\w+\/\d+\.m4s$/gm) ?? []

/** Lists the segments of a playlist: number, file, and which discontinuity it belongs to. */
function segmentsOf(text: string): [number, string, number][] {
  let [number, part] = [sequenceOf(text), breakOf(text)]
  return text.split('\n').flatMap((line): [number, string, number][] => {
    if (line === '#EXT-X-DISCONTINUITY') part++
    return /^\w+\/\d+\.m4s$/.test(line) ? [[number++, line, part]] : []
  })
}

test('the same segment has the same number, file and discontinuity in every playlist that has it', () => {
  const seen = new Map<number, string>()
  for (let now = begin; now < begin + 5 * minute; now += 1300)
    for (const [number, file, part] of segmentsOf(demoPlaylist('high', now, new Date(begin)))) {
      const told = `${file} ${part}`
      expect(seen.get(number) ?? told).toBe(told)
      seen.set(number, told)
    }
  expect(seen.size).toBeGreaterThan(70)
})

test('the window slides with the clock and never shows what is not complete', () => {
  const now = begin + 10 * minute + 1
  const text = demoPlaylist('low', now, new Date(begin))
  expect(filesOf(text)).toHaveLength(demoWindow)
  const last = sequenceOf(text) + demoWindow - 1
  expect((last + 1) * demoSegmentMs).toBeLessThanOrEqual(now)
  expect(sequenceOf(demoPlaylist('low', now + demoSegmentMs, new Date(begin)))).toBe(sequenceOf(text) + 1)
})

test('a stream that just began has enough to start with, and no more', () => {
  expect(filesOf(demoPlaylist('high', begin + 100, new Date(begin)))).toHaveLength(4)
})

test('each wrap of the loop is a discontinuity with its init section', () => {
  const text = demoPlaylist('high', begin + 10 * minute, new Date(begin))
  expect(
    text.match(/#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="high\/init.mp4"\n/g)?.length,
  ).toBeGreaterThanOrEqual(1)
  expect(filesOf(text)).toContain('high/0.m4s')
})

test('an interruption holds the clock, an end holds it for good, a replay is the whole loop', async () => {
  const read = async (changes: Partial<StreamSource>, now: number) =>
    (await source?.readPlaylist({ ...stream, ...changes }, 'high', now))?.text ?? ''
  const at = begin + 3 * minute
  const held = { state: 'interrupted', interruptedAt: new Date(at) }
  expect(await read(held, at + 60_000)).toBe(await read({}, at))
  expect(await read({ state: 'live', interruptedAt: new Date(at) }, at + 60_000)).not.toBe(await read({}, at))
  expect(await read({ state: 'ended', endedAt: new Date(at) }, at + 60_000)).toBe(await read({}, at))
  const replay = await read({ state: 'replay', endedAt: new Date(at) }, at)
  expect(filesOf(replay)).toHaveLength(demoLoop)
  expect(replay).toContain('#EXT-X-ENDLIST')
})

test('every file of both qualities is there, and the loop has at most 3 MB', async () => {
  let bytes = 0
  for (const quality of ['high', 'low'])
    for (const name of ['init.mp4', ...Array.from({ length: demoLoop }, (_, at) => `${at}.m4s`)]) {
      const file = await source?.readFile(`${quality}/${name}`)
      expect(file?.body.subarray(4, 8).toString()).toMatch(/ftyp|styp|moof|sidx/)
      bytes += file?.body.length ?? 0
    }
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(bytes).toBeLessThan(3_000_000)
  for (const address of [
    'high/15.m4s',
    'high/-1.m4s',
    '../env/init.mp4',
    'high',
    'high/x',
    '__proto__/init.mp4',
  ])
    expect(await source?.readFile(address)).toBeNull()
})
