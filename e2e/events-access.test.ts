import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { promoterCookieName } from '#core/promoter-clicks.ts'
import { createEvent, hideVenue } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { hydrated, openBrowser, openPage } from './browser.ts'
import { mailTo } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests events that only some people may open, venues that are revealed, and pictures of shared links, on the built site. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let browser: Browser
let ada: Person
beforeAll(async () => {
  browser = await openBrowser()
  ada = await meet(site, service, 'Ada')
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

const password = 'one drop riddim'

/** A private event whose password staff set with the editor's form. */
async function privateEvent() {
  const testEvent = await createEvent(sql, { doorsIn: 30, visibility: 'password' })
  const set = await ada.visitor
    .copy()
    .postForm(`/admin/events/${testEvent.eventId}`, { intent: 'password', password })
  expect(set.status).toBe(302)
  return { ...testEvent, path: `/events/${testEvent.eventId}`, form: `/private/${testEvent.eventId}` }
}

const tell = (visitor: ApiVisitor, form: string, word: string) => visitor.postForm(form, { password: word })

describe('a private event', () => {
  test('opens with its password', async () => {
    const { path, form } = await privateEvent()
    const page = await openPage(browser)
    await page.goto(site + path)
    await hydrated(page)
    expect(new URL(page.url()).pathname).toBe(form)
    expect(await findFaults(page)).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill('not it')
    await page.locator('main form button[type=submit]').click()
    await page.locator('main [aria-invalid=true]').waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.locator('main form button[type=submit]').click()
    await page.waitForURL((url) => url.pathname.startsWith(path))
    await page.locator('#tickets').waitFor()
    await page.context().close()
  })

  test('opens without JavaScript, keeps what else the link carried, and stays open', async () => {
    const { path, form } = await privateEvent()
    const visitor = new ApiVisitor(site)
    const first = await visitor.get(`${path}/any-slug?p=CODE`)
    expect([first.status, first.headers.get('location')]).toEqual([302, `${form}?p=CODE`])
    expect(first.headers.get('cache-control')).toContain('no-store')
    expect([...visitor.cookies.keys()]).toEqual([promoterCookieName])
    const opened = await tell(visitor, `${form}?p=CODE`, ` ${password} `)
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `${path}?p=CODE`])
    const page = await visitor.get(path)
    expect(page.status).toBe(302)
    expect((await visitor.get(page.headers.get('location') ?? '')).status).toBe(200)
    // the form has nothing more to do, and somebody else is still asked
    expect((await visitor.get(form)).headers.get('location')).toBe(path)
    expect((await new ApiVisitor(site).get(path)).headers.get('location')).toBe(form)
  })

  test('a wrong password makes no account, and thirty of one network keep nobody else of it out', async () => {
    const { eventId, form } = await privateEvent()
    const visitor = new ApiVisitor(site)
    const wrong = await Promise.all(Array.from({ length: 30 }, (_, n) => tell(visitor, form, `wrong ${n}`)))
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([403]))
    expect(visitor.cookies.size).toBe(0)
    const [count] = await sql<{ count: number }[]>`
      select count(*)::int from private.event_unlocks u join private.event_passwords p on p.id = u.password_id
      where p.event_id = ${eventId}`
    expect(count?.count).toBe(0)
    expect((await tell(new ApiVisitor(site, visitor.address), form, password)).status).toBe(303)
  })

  test('an account is limited wherever it comes from, parallel tries count each, right ones do not', async () => {
    const { form } = await privateEvent()
    const { visitor } = await meet(site, service, 'Mia')
    const from = () => {
      const copy = new ApiVisitor(site)
      for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
      return copy
    }
    const tries = await Promise.all(Array.from({ length: 12 }, (_, n) => tell(from(), form, `wrong ${n}`)))
    expect(tries.filter(({ status }) => status === 403)).toHaveLength(5)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(7)

    const crowd = await privateEvent()
    const network = new ApiVisitor(site).address
    for (let n = 0; n < 8; n++)
      expect((await tell(new ApiVisitor(site, network), crowd.form, password)).status).toBe(303)
  })

  test('a changed password closes it again; tickets keep it open', async () => {
    const testEvent = await privateEvent()
    const { path, form } = testEvent
    const [guest, buyer] = [new ApiVisitor(site), await meet(site, service, 'Mia')]
    expect((await tell(guest, form, password)).status).toBe(303)
    expect((await tell(buyer.visitor, form, password)).status).toBe(303)
    await buy(service, buyer.id, testEvent, { Entry: 1 })
    const changed = { intent: 'password', password: 'another riddim' }
    await ada.visitor.copy().postForm(`/admin${path}`, changed)
    expect((await guest.get(path)).headers.get('location')).toBe(form)
    expect((await buyer.visitor.get(path)).headers.get('location')).toMatch(new RegExp(`^${path}/`))
    expect((await tell(guest, form, password)).status).toBe(403)
  })

  test('staff are told that nobody can open it until it has a password', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 30, visibility: 'password', status: 'draft' })
    const page = await openPageOf(browser, ada.visitor)
    await page.goto(`${site}/admin/events/${eventId}`)
    await hydrated(page)
    const form = page.locator('section', { has: page.locator('#section-password') })
    await form.getByRole('textbox').fill('short')
    await form.locator('button[type=submit]').click()
    await form.locator('[aria-invalid=true]').waitFor()
    expect(await findFaults(page, { within: 'section[aria-labelledby=section-password]' })).toEqual([])
    await form.getByRole('textbox').fill(password)
    await form.locator('button[type=submit]').click()
    await page.waitForURL(/done=password/)
    await page.context().close()
  })
})

describe('a venue that is revealed', () => {
  test('visitors are told when, holders where', async () => {
    const testEvent = await createEvent(sql, { doorsIn: 50 })
    const venueName = `Kiln ${randomUUID()}`
    await hideVenue(sql, testEvent.eventId, { hours: 6, venueName, address: '5 Kiln Row' })
    const path = `/events/${testEvent.eventId}`
    const page = await openPage(browser)
    await page.goto(site + path)
    await hydrated(page)
    expect(await page.locator('address').textContent()).toBe('Brooklyn')
    expect(await findFaults(page, { within: 'article' })).toEqual([])
    expect(page.consoleErrors).toEqual([])

    const holder = await meet(site, service, 'Mia')
    const { order } = await buy(service, holder.id, testEvent, { Entry: 1 })
    await sql`update public.orders set paid_at = paid_at - interval '1 hour' where id = ${order.orderId}`
    const doors = new Date(Date.now() + 5 * 3_600_000)
    await sql`update public.events set doors_at = ${doors}, starts_at = ${doors}, ends_at = ${new Date(doors.getTime() + 3_600_000)}
      where id = ${testEvent.eventId}`
    const wallet = await openPageOf(browser, holder.visitor)
    await wallet.goto(`${site}/my-tickets`)
    await wallet.getByText(venueName).first().waitFor()
    // The site's own job makes it public, and pages in its cache follow.
    await expect
      .poll(
        async () => (await new ApiVisitor(site).get(`${path}/night-${testEvent.eventId.slice(0, 8)}`)).text,
        { interval: 1000 },
      )
      .toContain(venueName)
    const [queued] = await sql<{ recipient: string }[]>`
      select recipient from private.mail_outbox where subject_id = ${order.orderId} and kind = 'venue_revealed'`
    const mail = await mailTo(
      stack.mailboxUrl,
      queued?.recipient ?? '',
      `The venue for Night ${testEvent.eventId.slice(0, 8)}`,
    )
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(venueName)
      expect(part).toContain('5 Kiln Row')
      expect(part).toMatch(/google\.com\/maps\/dir/)
    }
    await page.context().close()
    await wallet.context().close()
  })

  test('a link to tickets opens the calendar file with the venue, which visitors get without', async () => {
    const testEvent = await createEvent(sql, { doorsIn: 30 })
    const venueName = `Kiln ${randomUUID()}`
    await hideVenue(sql, testEvent.eventId, { venueName })
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const [queued] = await sql<{ recipient: string }[]>`
      select recipient from private.mail_outbox where subject_id = ${order.orderId} and kind = 'order_paid'`
    const mail = await mailTo(stack.mailboxUrl, queued?.recipient ?? '')
    const token = /order=([\w-]+)/.exec(mail.text)?.[1] ?? ''
    const file = `/events/${testEvent.eventId}/calendar.ics`
    const visitor = new ApiVisitor(site)
    expect((await visitor.get(`${file}?order=${token}`)).text.replaceAll('\r\n ', '')).toContain(venueName)
    expect((await visitor.get(file)).text.replaceAll('\r\n ', '')).not.toContain(venueName)
    expect((await visitor.get(`/my-tickets?order=${token}`)).text).toContain(`calendar.ics?order=${token}`)
  })
})

describe('the map of a venue', () => {
  const point = { latitude: 40.67965, longitude: -74.00853 }
  const mapOf = async (id: string, visitor = new ApiVisitor(site)) => {
    const { text } = await visitor.get(`/events/${id}/night-${id.slice(0, 8)}`)
    return {
      src: /src="(\/maps\/[^"]+)"/.exec(text)?.[1] ?? null,
      geo: text.includes('GeoCoordinates'),
      page: text,
    }
  }

  test('is on the page, cached for ever under its address, and drawn again when the place changes', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 30 })
    await sql`update public.events set ${sql({ venue_name: 'Red Hook Yard', region: 'NY', ...point })} where id = ${eventId}`
    const { src, geo, page } = await mapOf(eventId)
    expect([src, geo]).toEqual([
      expect.stringMatching(new RegExp(`^/maps/${eventId}/[0-9a-f]{16}\\.svg$`)),
      true,
    ])
    expect(page).toContain('alt="Map: Red Hook Yard in Brooklyn, NY"')
    const picture = await fetch(site + src)
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const { format, width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect([format, width, height]).toEqual(['svg', 640, 320])
    await sql`update public.events set latitude = 40.70948 where id = ${eventId}`
    const moved = await fetch(site + src, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('cache-control')]).toEqual([302, 'no-store'])
    expect(moved.headers.get('location')).not.toBe(src)
    expect((await fetch(site + moved.headers.get('location'))).status).toBe(200)
  })

  test('there is none of a hidden venue, a members, a private or a draft event, and where no coast is known', async () => {
    const hidden = await createEvent(sql, { doorsIn: 30 })
    const later = await createEvent(sql, { doorsIn: 30 })
    const club = await createEvent(sql, { doorsIn: 30, visibility: 'members' })
    const draft = await createEvent(sql, { status: 'draft' })
    const locked = await privateEvent()
    const inland = await createEvent(sql, { doorsIn: 30 })
    const ids = [hidden, later, club, draft, locked].map(({ eventId }) => eventId)
    await sql`update public.events set ${sql(point)} where id in ${sql(ids)}`
    await hideVenue(sql, hidden.eventId)
    await hideVenue(sql, later.eventId, { hours: 6 })
    await sql`
      update public.events set latitude = 51.51974, longitude = -0.20868, country = 'GB' where id = ${inland.eventId}`
    for (const id of [...ids, inland.eventId]) {
      expect((await mapOf(id)).src, id).toBeNull()
      const { status } = await fetch(`${site}/maps/${id}/0123456789abcdef.svg`)
      // Its place is public: what was asked for leads to where the map would be.
      expect(status, id).toBe(404)
    }
    for (const id of ids) expect((await mapOf(id)).geo, id).toBe(false)
  })

  test('follows the theme of the page, and its card keeps the links', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 30 })
    await sql`update public.events set ${sql({ address: '160 Van Brunt St', ...point })} where id = ${eventId}`
    const page = await openPage(browser, { colorScheme: 'dark' })
    await page.goto(`${site}/events/${eventId}`)
    const map = page.locator('img[src^="/maps/"]')
    await map.scrollIntoViewIfNeeded()
    await map.evaluate((image) => (image as HTMLImageElement).decode())
    const colorAt = async () => {
      const { data } = await sharp(await map.screenshot())
        .extract({ left: 4, top: 4, width: 1, height: 1 })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return data.reduce((sum, each) => sum + each, 0)
    }
    expect(await colorAt()).toBeLessThan(300)
    await page.context().addCookies([{ name: 'theme', value: 'light', url: site }])
    await page.reload()
    await map.scrollIntoViewIfNeeded()
    await map.evaluate((image) => (image as HTMLImageElement).decode())
    expect(await colorAt()).toBeGreaterThan(500)
    await page.getByRole('link', { name: 'Google Maps' }).waitFor()
    await page.context().close()
  })
})

describe('the picture of a shared link', () => {
  const tagsOf = async (id: string) => {
    const { text } = await new ApiVisitor(site).get(`/events/${id}/night-${id.slice(0, 8)}`)
    const tag = (name: string) =>
      new RegExp(`(?:property|name)="${name}" content="([^"]*)"`).exec(text)?.[1] ?? ''
    return { tag, image: new URL(tag('og:image')).pathname }
  }

  test('is in the tags with its size and words, 1200 x 630, and cached for ever under its address', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 30 })
    const { tag, image } = await tagsOf(eventId)
    expect(image).toMatch(new RegExp(`^/share/${eventId}/[0-9a-f]{16}\\.jpg$`))
    expect([tag('og:image:width'), tag('og:image:height')]).toEqual(['1200', '630'])
    expect(tag('twitter:image')).toBe(site + image)
    expect(tag('og:image:alt')).toContain(`Night ${eventId.slice(0, 8)}`)
    expect(tag('twitter:image:alt')).toBe(tag('og:image:alt'))
    const all = await Promise.all(Array.from({ length: 6 }, () => fetch(site + image)))
    for (const response of all) {
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
      expect([format, width, height]).toEqual(['jpeg', 1200, 630])
    }
  })

  test('has another address when what it says changes; the earlier one leads there', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 30 })
    const { image } = await tagsOf(eventId)
    await fetch(site + image)
    const seen = new Set([image])
    for (const change of [
      { title: 'Another title' },
      { status: 'postponed' },
      { venue_name: 'Another room' },
      { status: 'cancelled', cancelled_at: new Date() },
    ]) {
      await sql`update public.events set ${sql(change)} where id = ${eventId}`
      const moved = await fetch(site + image, { redirect: 'manual' })
      expect([moved.status, moved.headers.get('cache-control')]).toEqual([302, 'no-store'])
      const to = moved.headers.get('location') ?? ''
      expect(seen.has(to), to).toBe(false)
      seen.add(to)
      expect((await fetch(site + to)).headers.get('content-type')).toBe('image/jpeg')
    }
    const [stored] = await sql<{ count: number }[]>`
      select count(*)::int from storage.objects where bucket_id = 'pictures' and name like ${`share-${eventId}-%`}`
    expect(stored?.count).toBe(1)
  })

  test('there is none of a draft, a private or an unknown event', async () => {
    const draft = await createEvent(sql, { status: 'draft' })
    const locked = await privateEvent()
    for (const id of [draft.eventId, locked.eventId, randomUUID(), 'x'])
      expect((await fetch(`${site}/share/${id}/0123456789abcdef.jpg`)).status).toBe(404)
  })
})
