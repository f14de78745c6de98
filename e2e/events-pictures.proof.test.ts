import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { pictureFile, pictureJpegs, pictureSlots } from '#core/picture.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { hydrated, openBrowser, phone } from './browser.ts'
import { names } from './names.ts'
import { type Kind, meetAll, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests uploaded pictures of events, from the editor's form to the files that pages show. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let people: Record<Kind, Person>
let browser: Browser

beforeAll(async () => {
  people = await meetAll(site, users.service)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

/** A file like a photograph: noise over a red, a green, a blue and a yellow quarter, by reading order. */
async function photo(width: number, height: number): Promise<Buffer> {
  const colors = ['#c82828', '#28a03c', '#283cc8', '#e6c83c']
  const noise = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .png()
    .toBuffer()
  const quarter = (background: string) =>
    sharp({ create: { width: width / 2, height: height / 2, channels: 3, background } })
      .ensureAlpha(0.8)
      .png()
      .toBuffer()
  const quarters = await Promise.all(colors.map(quarter))
  return sharp(noise)
    .composite(
      quarters.map((input, at) => ({
        input,
        left: at % 2 === 0 ? 0 : width / 2,
        top: at < 2 ? 0 : height / 2,
      })),
    )
    .withExif({ IFD0: { Make: 'Camera of Mia' }, IFD3: { GPSLatitude: '10/1 40/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
}

function send(visitor: ApiVisitor, id: string, fields: Record<string, string | Buffer>) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ intent: 'picture', ...fields })) {
    if (typeof value === 'string') body.set(name, value)
    else body.set(name, new Blob([new Uint8Array(value)], { type: 'image/jpeg' }), 'photo.jpg')
  }
  return visitor.send('POST', `/admin/events/${id}`, body, { accept: 'text/html,*/*;q=0.8' })
}

const stored = async (id: string) => {
  const [row] = await sql<{ path: string | null; alt: string }[]>`
    select image_path as path, image_alt as alt from public.events where id = ${id}`
  return row
}
const file = (path: string, options: RequestInit = {}) => fetch(site + path, options)

describe('a photograph that lies on its side', () => {
  let id = ''
  let key = ''
  let html = ''
  let picture: Buffer

  beforeAll(async () => {
    picture = await photo(1600, 1200)
    id = (await createEvent(sql)).eventId
    const response = await send(people.Ada.visitor, id, {
      picture,
      focus: 'top',
      imageAlt: 'A road march at noon',
    })
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `/admin/events/${id}?done=picture`,
    ])
    const event = await stored(id)
    key = event?.path ?? ''
    expect(event?.alt).toBe('A road march at noon')
    expect(key).toMatch(/^\/pictures\/[0-9a-f]{12}\.[0-9a-f]{15}$/)
    const { slug } = (await sql<{ slug: string }[]>`select slug from public.events where id = ${id}`)[0] ?? {}
    html = (await new ApiVisitor(site).get(`/events/${id}/${slug}`)).text
  })

  test('is shown upright by the event page, in every size that it names, without metadata', async () => {
    const base = key.split('.')[0] ?? ''
    const slots = Object.keys(pictureSlots) as (keyof typeof pictureSlots)[]
    const expected = [
      ...slots.flatMap((slot) => pictureSlots[slot].widths.map((width) => pictureFile(base, slot, width))),
      ...Object.keys(pictureJpegs).map((jpeg) => `${base}-${jpeg}.jpg`),
    ]
    const named = [...new Set(html.match(/\/pictures\/[0-9a-f]{12}-[a-z]+(?:-\d+)?\.(?:avif|jpg)/g))]
    for (const type of ['avif', 'jpg']) expect(named.some((path) => path.endsWith(type))).toBe(true)
    expect(expected).toEqual(expect.arrayContaining(named))
    expect(html).toContain('alt="A road march at noon"')
    expect(html).toMatch(/<meta property="og:image" content="[^"]+\/share\//)
    expect(html).toContain(`${base}-share.jpg`)
    for (const path of expected) {
      const response = await file(path)
      const type = response.headers.get('content-type')
      expect(`${path} ${response.status}`).toBe(`${path} 200`)
      expect(type).toBe(path.endsWith('jpg') ? 'image/jpeg' : `image/${path.split('.').at(-1)}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      const { width, height, exif, icc, xmp, orientation } = await sharp(bytes).metadata()
      expect({ path, exif, icc, xmp, orientation }).toEqual({ path })
      expect(bytes.includes('Camera of Mia')).toBe(false)
      const [, slot = '', wide] = /-([a-z]+)(?:-(\d+))?\.[a-z]+$/.exec(path) ?? []
      if (wide) expect(`${path} ${width}`).toBe(`${path} ${wide}`)
      const ratio = { poster: 0.8, portrait: 0.8, mail: 0.8, wide: 1.5, square: 1, share: 1200 / 630 }[slot]
      expect(width / height).toBeCloseTo(ratio ?? 0, 2)
      // The file's left edge is the picture's upper edge: blue, then red.
      const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const at = (Math.floor(info.height * 0.1) * info.width + Math.floor(info.width * 0.25)) * 3
      const [red = 0, , blue = 0] = data.subarray(at, at + 3)
      expect(`${path} ${blue > red + 60}`).toBe(`${path} true`)
    }
  })

  test('is cached for ever, for members too, and reaches mail programs on other sites', async () => {
    const path = `${key.split('.')[0]}-square-480.avif`
    const cookie = [...people.Mia.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const headers of [{ cookie: '' }, { cookie }]) {
      const response = await file(path, { headers })
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('vary')).toBeNull()
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const head = await file(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'image/avif',
      '',
    ])
  })

  test('sent again it is the same picture; its description changes without a file; then a draft loses it', async () => {
    const again = { picture, focus: 'top', imageAlt: 'Flags' }
    expect((await send(people.Ada.visitor, id, again)).status).toBe(302)
    expect(await stored(id)).toEqual({ path: key, alt: 'Flags' })
    expect((await send(people.Ada.visitor, id, { imageAlt: 'Flags at noon' })).status).toBe(302)
    expect(await stored(id)).toEqual({ path: key, alt: 'Flags at noon' })
    // A published event keeps its picture; a draft may lose it.
    expect((await send(people.Ada.visitor, id, { intent: 'remove-picture' })).status).toBe(409)
    expect(await stored(id)).toEqual({ path: key, alt: 'Flags at noon' })
    const { eventId: draft } = await createEvent(sql, { status: 'draft' })
    expect((await send(people.Ada.visitor, draft, again)).status).toBe(302)
    const removed = await send(people.Ada.visitor, draft, { intent: 'remove-picture' })
    expect(removed.headers.get('location')).toBe(`/admin/events/${draft}?done=picture-removed`)
    expect(await stored(draft)).toEqual({ path: null, alt: '' })
  })
})

test.each([
  '/pictures/0123456789ab-wide-480.avif',
  '/pictures/0123456789ab-huge-480.avif',
  '/pictures/0123456789ab-wide-480.svg',
  '/pictures/..%2Favatars%2F0123456789ab-wide-480.avif',
  '/pictures/%2e%2e%2fx',
  '/pictures/0123456789ab',
])('%s: 404, and not cached', async (path) => {
  const response = await file(path)
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    404,
    expect.stringMatching(/no-/),
  ])
})

describe('refused', () => {
  let id = ''
  beforeAll(async () => {
    id = (await createEvent(sql)).eventId
  })
  const imageAlt = 'Flags'

  test('what is no readable photograph: at the field, and the description stays', async () => {
    const large = await sharp({ create: { width: 8000, height: 5125, channels: 3, background: '#c24' } })
      .jpeg({ quality: 20 })
      .toBuffer()
    const whole = await photo(800, 600)
    const tries: [picture: Buffer, message: string][] = [
      [Buffer.from('hello'), 'We can&#x27;t read this file. Please choose a JPEG, PNG, WebP or GIF.'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'We can&#x27;t read this file.'],
      [whole.subarray(0, whole.length >> 1), 'We can&#x27;t read this file.'],
      [large, 'Please choose a picture under 40 megapixels.'],
      [Buffer.alloc(10 * 1024 * 1024 + 1), 'Please choose a picture of up to 10 MB.'],
    ]
    for (const [picture, message] of tries) {
      const response = await send(people.Ada.visitor, id, { picture, imageAlt, focus: 'left' })
      expect(`${message} ${response.status}`).toBe(`${message} 422`)
      const [, shown = ''] = /id="event-picture-picture-error"[^>]*>(.*?)<\/div>/s.exec(response.text) ?? []
      expect(shown).toContain(message)
      expect(response.text).toContain('value="Flags"')
      expect(response.text).toMatch(/<option value="left" selected=""/)
    }
    expect(await stored(id)).toEqual({ path: null, alt: '' })
  })

  test('a picture without a description, a description without a picture', async () => {
    const picture = await photo(800, 600)
    const silent = await send(people.Ada.visitor, id, { picture, imageAlt: ' ' })
    expect([silent.status, silent.text.includes('id="event-picture-imageAlt-error"')]).toEqual([422, true])
    const empty = await send(people.Ada.visitor, id, { imageAlt })
    expect([empty.status, empty.text.includes('id="event-picture-picture-error"')]).toEqual([422, true])
    expect(await stored(id)).toEqual({ path: null, alt: '' })
  })

  test('everybody but admins', async () => {
    const picture = await photo(800, 600)
    for (const who of ['Mia', 'Mo'] as const)
      expect((await send(people[who].visitor, id, { picture, imageAlt })).status, who).toBe(403)
    for (const who of ['Gus', 'visitor'] as const) {
      const response = await send(people[who].visitor, id, { picture, imageAlt })
      expect([response.status, response.headers.get('location')], who).toEqual([
        302,
        expect.stringMatching(/^\/\?auth=/),
      ])
    }
    expect(await stored(id)).toEqual({ path: null, alt: '' })
  })

  test('an event that is over and done with', async () => {
    const { eventId } = await createEvent(sql)
    await sql`update public.events set status = 'cancelled', cancelled_at = now() where id = ${eventId}`
    const response = await send(people.Ada.visitor, eventId, { picture: await photo(800, 600), imageAlt })
    expect(response.status).toBe(409)
    expect((await stored(eventId))?.path).toBeNull()
  })
})

test('the form in the browser shows the crops of a chosen photograph and keeps what is typed beside it', async () => {
  const { eventId } = await createEvent(sql, { status: 'draft' })
  const page = await openPageOf(browser, people.Ada.visitor, { viewport: phone })
  await page.goto(`${site}/admin/events/${eventId}`)
  await hydrated(page)
  await page.getByLabel(names.tagline).fill('Typed before the picture')
  const form = page.locator('form#event-picture')
  const field = form.locator('input[type=file]')
  const save = form.locator('button[type=submit]')
  await form.locator('input[name=imageAlt]').fill('Flags')
  await field.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await save.click()
  await page.locator('#event-picture-picture-error').waitFor()
  await field.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo(800, 600) })
  await page.locator('img[src^="blob:"]').first().waitFor()
  await form.locator('select[name=focus]').selectOption('top')
  expect(
    await page
      .locator('img[src^="blob:"]')
      .first()
      .evaluate((image) => getComputedStyle(image).objectPosition),
  ).toBe('50% 0%')
  expect(await findFaults(page, { within: 'main' })).toEqual([])
  await save.click()
  await page.waitForURL(/done=picture/)
  await page.locator('main img[src^="/pictures/"]').first().waitFor()
  expect(await page.getByLabel(names.tagline).inputValue()).toBe('Typed before the picture')
  expect(await form.locator('input[name=imageAlt]').inputValue()).toBe('Flags')
  await page.locator('button[form=remove-picture]').click()
  await page.waitForURL(/done=picture-removed/)
  await page.locator('button[form=remove-picture]').waitFor({ state: 'detached' })
  expect(await stored(eventId)).toEqual({ path: null, alt: '' })
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})
