import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ApiVisitor, newAccountDetails, registered } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { desktop, hydrated, openBrowser, phone } from './browser.ts'
import { names } from './names.ts'
import { openMemberPage } from './signed-in.ts'

/** Tests the profile: names, texts, picture. */

const { url: site } = inject('site')
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const signedIn = (options: Parameters<typeof openMemberPage>[2] = {}) =>
  openMemberPage(browser, site, options)

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#cc2a48' } })
const picture = async () => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await draw(900, 500)
    .withExif({ IFD0: { Make: 'Camera of Mia' } })
    .jpeg()
    .toBuffer(),
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  test('names, bio and city are saved, mistakes told at their field, and the new username logs in', async () => {
    const { page, details } = await signedIn({ javaScriptEnabled })
    const other = await registered(site)
    await page.goto(`${site}/profile`)
    // A form that is sent while the page hydrates reloads it.
    if (javaScriptEnabled) await hydrated(page)
    await page.locator('form#save-form').evaluate((form) => form.setAttribute('novalidate', ''))
    await page.getByLabel(names.displayName).fill('Mi')
    await page.getByLabel(names.bio).fill('Pan player from Flatbush')
    await page.getByRole('button', { name: names.saveProfile }).click()
    await page.locator('[name=displayName][aria-invalid=true]').waitFor()
    expect(await page.getByLabel(names.bio).inputValue()).toBe('Pan player from Flatbush')

    await page.getByLabel(names.displayName).fill('Mia of Flatbush')
    await page.getByLabel(names.city).fill('Brooklyn')
    await page.getByLabel(names.username).fill(other.details.username)
    await page.getByRole('button', { name: names.saveProfile }).click()
    await page.locator('[name=username][aria-invalid=true]').waitFor()
    const { username } = newAccountDetails('new')
    await page.getByLabel(names.username).fill(username)
    await page.getByRole('button', { name: names.saveProfile }).click()
    await page.getByText(names.profileSaved).waitFor()
    expect(await page.getByLabel(names.city).inputValue()).toBe('Brooklyn')

    const login = (name: string) =>
      new ApiVisitor(site).post('/api/auth/login', { username: name, password: details.password })
    expect((await login(username)).body).toMatchObject({ username, displayName: 'Mia of Flatbush' })
    expect((await login(details.username)).status).toBe(401)
    await page.context().close()
  })

  test('a picture is cut square, loses its metadata, shows in the header, and goes again', async () => {
    const { page, visitor } = await signedIn({ javaScriptEnabled })
    await page.goto(`${site}/profile`)
    const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
      await page.getByLabel(names.picture, { exact: true }).setInputFiles(file)
      await page.getByRole('button', { name: names.uploadPicture }).click()
    }
    await choose({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') })
    await page.getByText(names.wrongPictureType).waitFor()
    const large = Buffer.concat([(await picture()).buffer, Buffer.alloc(5_300_000)])
    await choose({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: large })
    await page.getByText('Please choose a picture of up to 5 MB.').waitFor()
    await choose(await picture())
    await page.getByText(names.profileSaved).waitFor()
    const shown = page.locator('header img[src^="/avatars/"]')
    await shown.first().waitFor()
    const path = String((await visitor.get('/api/me')).body.avatar)
    const file = await fetch(site + path)
    expect(file.headers.get('content-type')).toBe('image/webp')
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 512, format: 'webp' })
    expect(bytes.includes('Camera of Mia')).toBe(false)

    await page.getByRole('button', { name: names.removePicture }).click()
    await page.getByRole('button', { name: names.removePicture }).waitFor({ state: 'detached' })
    await expect.poll(async () => (await visitor.get('/api/me')).body.avatar).toBeNull()
    await expect.poll(async () => (await fetch(site + path)).status).toBe(404)
    await page.context().close()
  })
})

test.each([
  ['phone', phone],
  ['desk', desktop],
])('the square is chosen in the browser, by hand and by keyboard: %s', async (_, viewport) => {
  const { page, visitor } = await signedIn({ viewport })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto(`${site}/profile`)
  await hydrated(page)
  const isLoaded = () => scripts.some((url) => url.includes('avatar-cropper'))
  expect(isLoaded()).toBe(false)
  const field = page.getByLabel(names.picture, { exact: true })
  // An SVG named as a picture, and a text: reported at once, at the field.
  await field.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await page.getByText(names.wrongPictureType).waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(isLoaded()).toBe(false)
  // Red, green and blue stripes; the middle one is green.
  const third = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer()
  const [left, right] = await Promise.all([third('#ff0000'), third('#0000ff')])
  const buffer = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#00ff00' } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: 600, top: 0 },
    ])
    .png()
    .toBuffer()
  await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const stage = page.getByRole('img', { name: 'Your picture, cropped' })
  await stage.waitFor()
  expect(await field.getAttribute('aria-invalid')).toBeNull()
  expect(await page.getByRole('slider', { name: names.moveVertically }).isDisabled()).toBe(true)
  const shown = () =>
    stage.evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return null
      return [...(canvas.getContext('2d')?.getImageData(256, 256, 1, 1).data ?? [])].slice(0, 3)
    })
  await expect.poll(shown).toEqual([0, 255, 0])
  await stage.scrollIntoViewIfNeeded()
  const box = await stage.boundingBox()
  if (!box) throw new Error('no picture')
  await page.mouse.move(box.x + 20, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 5, box.y + 100, { steps: 4 })
  await page.mouse.up()
  await expect.poll(shown).toEqual([255, 0, 0])
  await page.getByRole('slider', { name: 'Left or right' }).focus()
  await page.keyboard.press('End')
  await expect.poll(shown).toEqual([0, 0, 255])
  await page.getByRole('slider', { name: 'Zoom' }).focus()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await expect.poll(() => page.getByRole('slider', { name: names.moveVertically }).isDisabled()).toBe(false)
  expect(await findFaults(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: names.uploadPicture }).click()
  await page.getByText(names.profileSaved).waitFor()
  const file = await fetch(site + String((await visitor.get('/api/me')).body.avatar))
  const made = sharp(Buffer.from(await file.arrayBuffer()))
  const { dominant } = await made.stats()
  expect(dominant.b).toBeGreaterThan(200)
  expect(dominant.r + dominant.g).toBeLessThan(60)
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

test('visitors and guests are asked to sign in', async () => {
  const visitor = new ApiVisitor(site)
  expect((await visitor.get('/profile')).headers.get('location')).toBe('/?auth=login&redirect=%2Fprofile')
  await visitor.post('/api/auth/guest')
  const refused = await visitor.postForm('/profile', { intent: 'remove-avatar' })
  expect(refused.headers.get('location')).toMatch(/^\/\?auth=register/)
})
