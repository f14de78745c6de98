import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { desktop, isFormResponse, openBrowser, openPage, phone, type TestPage } from './browser.ts'
import { openPageOf } from './signed-in.ts'

/** Tests lineups and their artists, from the editor's tab to the event's page, with and without JavaScript. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
let ada: ApiVisitor
let photo: Buffer

beforeAll(async () => {
  browser = await openBrowser()
  ada = new ApiVisitor(site)
  expect((await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })).status).toBe(200)
  photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#14ad9f' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

/** Presses a button of a form that is sent, and waits for the response. */
async function press(page: TestPage, name: string | RegExp) {
  await Promise.all([
    page.waitForResponse(isFormResponse),
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .last()
      .click(),
  ])
}
const field = (page: TestPage, name: string) => page.locator(`[name="${name}"]`)

describe.each([
  [true, phone],
  [true, desktop],
  [false, phone],
])('with JavaScript: %s, at %j', (javaScriptEnabled, viewport) => {
  test('an artist is made from the lineup, with picture and links, and visitors see them', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 50 })
    const name = `DJ ${randomUUID().slice(0, 8)}`
    const page = await openPageOf(browser, ada, { viewport, javaScriptEnabled })
    await page.goto(`${site}/admin/events/${eventId}/line-up`)
    await page.getByRole('button', { name: 'Add act' }).click()
    await field(page, 'lineUp[0].name').fill(name)
    await field(page, 'lineUp[0].role').fill('Main room')
    // Saves the lineup on the way.
    await press(page, 'Add picture and links')
    await page.waitForURL(/\/artist\?name=/)
    await page.getByRole('heading', { level: 2, name }).waitFor()
    await field(page, 'links.instagram').fill('soundcloud.com/somebody')
    await page.getByRole('button', { name: 'Save artist' }).click()
    await page.locator('[name="links.instagram"][aria-invalid=true]').waitFor()
    await field(page, 'links.instagram').fill('instagram.com/somebody')
    await field(page, 'picture').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByRole('button', { name: 'Save artist' }).click()
    await page.locator('[name=imageAlt][aria-invalid=true]').waitFor()
    await field(page, 'imageAlt').fill('A face in green light')
    // A form that comes back from the server has no file.
    await field(page, 'picture').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo })
    await press(page, 'Save artist')
    await page.waitForURL(/\/line-up\?done=artist/)
    await page.getByRole('button', { name: 'Edit artist' }).waitFor()

    const visitor = await openPage(browser, { viewport, javaScriptEnabled })
    await visitor.goto(`${site}/events/${eventId}`)
    const picture = visitor.getByRole('img', { name: 'A face in green light' })
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const link = visitor.getByRole('link', { name: `${name}: Instagram` })
    expect(await link.getAttribute('href')).toBe('https://instagram.com/somebody')
    expect(await link.getAttribute('rel')).toContain('noopener')
    // The link lies above the one that is as large as the row.
    const box = await link.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(
      await link.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      }),
    ).toBe(true)
    if (javaScriptEnabled) expect(await findFaults(visitor, { within: 'main' })).toEqual([])
    await visitor.context().close()

    await press(page, 'Edit artist')
    await page.waitForURL(/\/artist\?name=/)
    await page.getByRole('button', { name: 'Remove picture' }).waitFor()
    if (javaScriptEnabled) expect(await findFaults(page, { within: 'main' })).toEqual([])
    await press(page, 'Remove picture')
    await page.waitForURL(/done=picture-removed/)
    expect(await sql`select image_path, image_alt, links from public.artists where name = ${name}`).toEqual([
      {
        image_path: null,
        image_alt: '',
        links: [{ kind: 'instagram', url: 'https://instagram.com/somebody' }],
      },
    ])
    await page.context().close()
  })

  test('acts are put in another order with the keyboard, and removed', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 50 })
    const names = ['First', 'Second', 'Third']
    await sql`update public.events set line_up = ${sql.json(names.map((name) => ({ name })))} where id = ${eventId}`
    const page = await openPageOf(browser, ada, { viewport, javaScriptEnabled })
    await page.goto(`${site}/admin/events/${eventId}/line-up`)
    await page.getByRole('button', { name: 'Move Third up' }).press('Enter')
    await expect.poll(() => field(page, 'lineUp[1].name').inputValue()).toBe('Third')
    await page.getByRole('button', { name: 'Remove First' }).press('Enter')
    await expect.poll(() => field(page, 'lineUp[0].name').inputValue()).toBe('Third')
    await page.getByRole('button', { name: 'Move Third down' }).press('Enter')
    await expect.poll(() => field(page, 'lineUp[0].name').inputValue()).toBe('Second')
    await press(page, /^Save/)
    await page.waitForURL(/done=saved/)
    expect(
      await sql`select jsonb_path_query_array(line_up, '$[*].name') as names from public.events where id = ${eventId}`,
    ).toEqual([{ names: ['Second', 'Third'] }])
    await page.context().close()
  })
})

test('a photograph that is too small is refused with its size, and nobody is stored', async () => {
  const { eventId } = await createEvent(sql, { doorsIn: 50 })
  const name = `DJ ${randomUUID().slice(0, 8)}`
  const small = await sharp({ create: { width: 640, height: 320, channels: 3, background: '#14ad9f' } })
    .png()
    .toBuffer()
  const body = new FormData()
  for (const [key, value] of Object.entries({ intent: 'save', name, imageAlt: 'A face' }))
    body.set(key, value)
  body.set('picture', new Blob([new Uint8Array(small)], { type: 'image/png' }), 'small.png')
  const reply = await ada.send(
    'POST',
    `/admin/events/${eventId}/artist?name=${encodeURIComponent(name)}`,
    body,
    {
      accept: 'text/html,*/*;q=0.8',
    },
  )
  expect(reply.status).toBe(422)
  expect(reply.text).toContain(
    'This picture is 640 by 320 pixels. Please choose one with at least 600 on each side.',
  )
  expect(await sql`select 1 from public.artists where name = ${name}`).toEqual([])
})

test('a stale form of an artist does not write over what somebody else did meanwhile', async () => {
  const { eventId } = await createEvent(sql, { doorsIn: 50 })
  const name = `DJ ${randomUUID().slice(0, 8)}`
  const address = `/admin/events/${eventId}/artist?name=${encodeURIComponent(name)}`
  const save = (fields: Record<string, string>) => {
    const body = new FormData()
    for (const [key, value] of Object.entries({ intent: 'save', name, ...fields })) body.set(key, value)
    return ada.send('POST', address, body, { accept: 'text/html,*/*;q=0.8' })
  }
  expect((await save({})).status).toBe(302)
  // The same form of a new artist, sent by somebody who opened it before.
  expect((await save({ 'links.website': 'elsewhere.example' })).status).toBe(409)
  expect(await sql`select links from public.artists where name = ${name}`).toEqual([{ links: [] }])
})
