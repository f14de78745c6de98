import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { findFaults } from './axe.ts'
import { animationsEnded, openBrowser, openPage, sizes } from './browser.ts'
import { type LiveStateName, liveStateNames, makeLiveStreams } from './live-streams.ts'

/** Opens the page of a stream in every state that it has, at both sizes and in both themes: axe, console, and no scrolling sideways. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
let streams: Awaited<ReturnType<typeof makeLiveStreams>>

beforeAll(async () => {
  browser = await openBrowser()
  streams = await makeLiveStreams(sql, 'midnight-jouvay')
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

/** What stands on the page of each state. */
const shown: Record<LiveStateName, RegExp> = {
  scheduled: /Coming up/,
  soon: /Starting soon/,
  late: /Starting any moment/,
  preview: /Starting soon/,
  live: /Watch live/,
  interrupted: /Watch live/,
  ended: /That's a wrap/,
  replay: /Watch replay/,
  'locked-pass': /Buy stream pass/,
  'locked-tickets': /Included with/,
  'locked-account': /Sign in to watch/,
  cancelled: /This stream was canceled/,
}

test.each(liveStateNames)('the page of a stream that is %s is flawless', async (name) => {
  for (const { viewport } of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage(browser, { viewport, colorScheme })
      await page.goto(`${site}/live/${streams[name].code}`)
      await page.getByText(shown[name]).first().waitFor()
      await animationsEnded(page)
      const rules = colorScheme === 'light' ? 'all' : 'colors'
      expect(await findFaults(page, { rules }), `${viewport.width} ${colorScheme}`).toEqual([])
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wider).toBeLessThanOrEqual(0)
      expect(page.consoleErrors).toEqual([])
      await page.context().close()
    }
})
