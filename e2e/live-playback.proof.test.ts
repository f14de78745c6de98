import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buyPass, makeStream, noteSegment } from '../supabase/tests/streams.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { freePorts } from '../tools/settings.ts'
import { hydrated, openBrowser, openPage } from './browser.ts'
import { startOrigin } from './live-origin.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'
import { startTestSite } from './test-site.ts'

/** Plays streams in Chromium: the demo channel, and an origin that stalls, tears and ends. Tokens live for forty seconds here. */

const tokenSeconds = 40
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let origin: Awaited<ReturnType<typeof startOrigin>>
let site = ''
let stop: () => Promise<void> = async () => {}

beforeAll(async () => {
  origin = await startOrigin()
  const { env } = inject('site')
  const [, port] = await freePorts()
  const settings = { LIVE_ORIGIN_HOSTS: origin.host, LIVE_TOKEN_SECONDS: String(tokenSeconds) }
  const started = await startTestSite(inject('stack'), { port, dataDir: env.DATA_DIR ?? '' }, settings)
  site = started.ready.url
  stop = started.stop
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stop()
  await origin?.close()
  await users.close()
})

const pageOf = (stream: string) => `${site}/live/${stream}`
const player = (page: Page) => page.locator('[data-player]')

/** Makes a stream that the origin of this file sends, which the clock leaves alone. */
async function makeOriginStream(fields: Parameters<typeof makeStream>[1] = {}): Promise<string> {
  const stream = await makeStream(sql, { ...fields, kind: 'origin' })
  await sql`update private.stream_sources set config = ${sql.json({ address: `http://${origin.host}/index.m3u8` })} where stream_id = ${stream}`
  await noteSegment(sql, stream, -3600)
  return stream
}

/** Reads what the video does. */
function video(page: Page) {
  return page.evaluate(() => {
    const element = document.querySelector('video')
    const frames = element?.getVideoPlaybackQuality().totalVideoFrames ?? 0
    return {
      time: element?.currentTime ?? -1,
      frames,
      isPaused: element?.paused ?? true,
      isMuted: element?.muted ?? true,
    }
  })
}

/** Waits until the video has advanced by so many seconds. */
async function plays(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction(
    () => (document.querySelector('video')?.currentTime ?? 0) > 0 && !document.querySelector('video')?.paused,
  )
  const before = await video(page)
  await expect.poll(async () => (await video(page)).time - before.time).toBeGreaterThan(seconds)
  // Decoding is behind the clock after a jump, on a busy machine for seconds.
  await expect.poll(async () => (await video(page)).frames).toBeGreaterThan(before.frames)
}

async function watch(page: Page, stream: string): Promise<void> {
  await page.goto(pageOf(stream))
  await hydrated(page)
  await player(page).getByRole('button').first().click()
}

test('the demo channel plays with sound when somebody presses play, by signed addresses alone', async () => {
  const stream = await makeStream(sql, { kind: 'demo' })
  await noteSegment(sql, stream, -3600)
  const page = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(pageOf(stream))
  await hydrated(page)
  const scripts = () => asked.filter((url) => /\.js$/.test(url)).length
  const before = scripts()
  await page.waitForLoadState('networkidle')
  expect(scripts(), 'nothing is downloaded before somebody watches').toBe(before)
  expect(await page.locator('video').count()).toBe(0)
  await player(page).getByRole('button').first().click()
  await plays(page, 5)
  expect((await video(page)).isMuted).toBe(false)
  const media = asked.filter((url) => url.includes('/api/live/media/'))
  expect(media.filter((url) => url.includes('.bin?')).length).toBeGreaterThan(3)
  for (const url of media) expect(url).toContain(`/${stream}/`)
  for (const url of media) expect(url).toMatch(/\?t=[\w-]+\.[\w-]+\.[\w-]+$/)
  // Playback goes on over the end of the first token, by renewal.
  const first = media.find((url) => url.includes('.bin?')) ?? ''
  await expect.poll(async () => (await fetch(first)).status).toBe(403)
  await plays(page, 3)
  expect(page.consoleErrors).toEqual([])
  const last = asked.findLast((url) => url.includes('.bin?')) ?? ''
  expect((await fetch(last)).status).toBe(200)
  expect((await fetch(last.replace(stream, crypto.randomUUID()))).status).toBe(403)
})

test('playback goes on after a segment that is missing and after an origin that was away, without a reload', async () => {
  const stream = await makeOriginStream()
  const page = await openPage(browser)
  await watch(page, stream)
  await plays(page, 3)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const next = Math.floor(Date.now() / 4000) % 15
  for (const step of [1]) origin.controls.missing.add(`low/${(next + step) % 15}.m4s`)
  const missed = () =>
    origin.asked.filter((url) => origin.controls.missing.has(url.split('?')[0]?.slice(1) ?? '')).length
  const before = missed()
  await expect.poll(missed).toBeGreaterThan(before)
  origin.controls.missing.clear()
  await plays(page, 6)
  origin.controls.isDown = true
  await expect.poll(async () => page.getByText('Back in a moment').isVisible()).toBe(true)
  origin.controls.isDown = false
  await plays(page, 6)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('the slate stands while the stream is interrupted; then it goes on, ends with a sentence, and becomes a replay', async () => {
  // Has a replay only later: the clock shows one of the demo channel as soon as the stream is over.
  const stream = await makeStream(sql, { kind: 'demo' })
  await noteSegment(sql, stream, -3600)
  const page = await openPage(browser)
  await watch(page, stream)
  await plays(page, 2)
  await sql`update public.streams set state = 'interrupted', interrupted_at = now(), is_held = true, version = version + 1 where id = ${stream}`
  await page.getByText('Back in a moment').waitFor()
  await expect.poll(async () => (await video(page)).isPaused).toBe(true)
  await sql`update public.streams set state = 'live', interrupted_at = null, is_held = false, version = version + 1 where id = ${stream}`
  await page.getByText('Back in a moment').waitFor({ state: 'detached' })
  await plays(page, 2)
  await sql`update public.streams set state = 'ended', ended_at = now(), version = version + 1 where id = ${stream}`
  await page.locator('video').waitFor({ state: 'detached' })
  await page.getByText("That's a wrap").waitFor()
  await sql`update public.streams set state = 'replay', has_replay = true, replay_until = now() + interval '2 days', replay_ready_at = now(), version = version + 1 where id = ${stream}`
  await player(page).getByRole('button').first().click()
  await plays(page, 2)
  expect(await page.evaluate(() => document.querySelector('video')?.duration)).toBeCloseTo(60, 0)
})

test('captions are offered where the source has them', async () => {
  origin.controls.hasCaptions = true
  const stream = await makeOriginStream()
  const page = await openPage(browser)
  await watch(page, stream)
  await plays(page, 2)
  await page.locator('media-captions-button').click()
  await expect
    .poll(() =>
      page.evaluate(() => [...(document.querySelector('video')?.textTracks ?? [])].map(({ mode }) => mode)),
    )
    .toContain('showing')
  origin.controls.hasCaptions = false
})

async function watchAs(person: Person, stream: string) {
  const page = await openPageOf(browser, person.visitor)
  await watch(page, stream)
  await plays(page, 1)
  return page
}

test("a refund during playback ends it within the token's life", async () => {
  const mia = await meet(site, service, 'Mia')
  const stream = await makeStream(sql, { kind: 'demo', rule: 'pass', passCents: 900 })
  await noteSegment(sql, stream, -3600)
  const { order } = await buyPass(service, mia.id, stream)
  const page = await watchAs(mia, stream)
  const from = Date.now()
  await sql`
    select private.give_pass_back(v.id, 'Nobody played', true) from private.valid_passes v where v.order_id = ${order.orderId}`
  await page.locator('video').waitFor({ state: 'detached' })
  expect(Date.now() - from).toBeLessThan((tokenSeconds + 3) * 1000)
})

test('a third device ends the first, which says why', async () => {
  const mia = await meet(site, service, 'Mia')
  const stream = await makeStream(sql, { kind: 'demo', rule: 'signed_in' })
  await noteSegment(sql, stream, -3600)
  const first = await watchAs(mia, stream)
  const second = await watchAs(mia, stream)
  await watchAs(mia, stream)
  await expect.poll(() => player(first).getAttribute('data-player')).toBe('poster')
  expect(await player(first).getByRole('status').textContent()).toMatch(/other device/i)
  await plays(second, 2)
})
