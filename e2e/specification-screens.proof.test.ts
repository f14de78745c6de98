import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hydrated, openBrowser } from './browser.ts'
import { formFaults } from './form-faults.ts'
import { lookAtAll, openViewer } from './screen-walk.ts'
import { openScreens, type Screens, viewerOf } from './screens.ts'

/** Tests every screen with axe on a phone and on a desktop, in light and dark, and each form's encoding. Everyday's run looks at each once. */

const { url: site } = inject('site')
let browser: Browser
let screens: Screens

beforeAll(async () => {
  browser = await openBrowser()
  screens = await openScreens(site, inject('stack'))
})
afterAll(async () => {
  await browser.close()
  await screens.close()
})

// Specification 2.6
test('axe finds nothing on any screen at either size in either theme', async () => {
  const specified = screens.screens.map((screen) => ({ who: viewerOf(screen), ...screen }))
  const views = [...specified, ...screens.furtherViews]
  expect(await lookAtAll(browser, site, screens.people, views, 'each size and theme')).toEqual([])
}, 1_800_000)

test('a form that the server would not read is found', async () => {
  const page = await openViewer(browser, screens.people.visitor)
  await page.goto(`${site}/help`)
  await hydrated(page)
  expect(await formFaults(page, site)).toEqual([])
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<form method="post" action="/community" enctype="text/plain"></form>
       <form method="post" action="/community" enctype="multipart/form-data"></form>
       <form method="post" action="/community"><input type="file" name="picture"></form>
       <form method="post" action="/api/people"></form>
       <form method="get" action="/events"><button formmethod="post">Send</button></form>
       <form method="post" action="/api/door/check-in"></form>`,
    )
  })
  expect(await formFaults(page, site)).toEqual([
    'a form to /community as text/plain: answered 415 and 415',
    'a form to /community as multipart/form-data without a file',
    'a form to /community as application/x-www-form-urlencoded with a file',
    'a form to /api/people as application/x-www-form-urlencoded: no action',
    'a form to /events as application/x-www-form-urlencoded: no action',
    'a form to /api/door/check-in as application/x-www-form-urlencoded: answered 415 and 415',
  ])
  await page.context().close()
})
