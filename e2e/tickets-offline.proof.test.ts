import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { themeCookieName } from '#core/cookies.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { type ApiVisitor, registered } from './api-visitor.ts'
import { hydrated, openBrowser, openPage, type TestPage } from './browser.ts'
import { addTicketLink, expectFlawlessAtBothSizes } from './buyer-steps.ts'
import { openPageOf } from './signed-in.ts'

/** Tests tickets without internet: what is shown, what is kept of whom, and until when. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

/** Makes a member with tickets for an event. */
async function holder(name = 'Mia', quantity = 2, doorsIn = 1) {
  const { visitor, id, details } = await registered(site, name)
  const event = await createEvent(sql, { doorsIn })
  const { order } = await buy(service, await users.extra(), event, { Entry: quantity })
  await sql`update public.orders set owner_id = ${id} where id = ${order.orderId}`
  await sql`update public.tickets set owner_id = ${id}, holder_name = ${`${name} Secretsurname`} where order_id = ${order.orderId}`
  return { visitor, id, event, order, details, title: `Night ${event.eventId.slice(0, 8)}` }
}

/** Opens the tickets and waits until they are saved and the worker is ready. */
async function save(page: TestPage, path = '/my-tickets'): Promise<void> {
  await page.goto(site + path)
  await page.getByTestId('saved').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
}

async function openSaved(
  visitor: ApiVisitor,
  options: Parameters<typeof openPageOf>[2] = {},
): Promise<TestPage> {
  const page = await openPageOf(browser, visitor, options)
  await save(page)
  return page
}

/** Names of what the browser keeps. */
const kept = (page: TestPage) =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const found = await caches.match(request)
        texts.push(`${name} ${new URL(request.url).pathname} ${await found?.text()}`)
      }
    return texts
  })

const codes = (page: TestPage) => page.locator('svg[data-qr]')

/** Switches the network of a context off. The browser says so on its console when something is loaded then. */
async function goOffline(context: BrowserContext) {
  await context.setOffline(true)
}

/** Demands the page that says that there is neither internet nor anything saved. */
async function expectNothingSaved(page: TestPage): Promise<void> {
  await page.getByText('No upcoming tickets are saved on this phone.').waitFor()
  expect(await page.getByText('Saved on this phone, as of').count()).toBe(0)
  expect(await codes(page).count()).toBe(0)
}

test('opened once, tickets open without internet', async () => {
  const { visitor, title } = await holder()
  const page = await openSaved(visitor, { reducedMotion: 'reduce' })
  const online = await codes(page).locator('path').first().getAttribute('d')
  await goOffline(page.context())
  await page.reload()
  await page.getByText(/Saved on this phone, as of/).waitFor()
  expect(await page.getByRole('heading', { name: title }).isVisible()).toBe(true)
  expect(await codes(page).count()).toBe(2)
  expect(await codes(page).locator('path').first().getAttribute('d')).toBe(online)
  await expectFlawlessAtBothSizes(page)

  // A new tab of the same phone, and the address with a tab in it.
  const other = await page.context().newPage()
  await other.goto(`${site}/my-tickets?tab=past`)
  await other.getByText(/Saved on this phone/).waitFor()
  // Other pages are as without it.
  await expect(other.goto(`${site}/events`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
  await page.context().close()
})

test('of the holder the first name alone is kept, and nothing else of anybody', async () => {
  const { visitor, details, order } = await holder('Zenobia')
  const page = await openSaved(visitor)
  const texts = await kept(page)
  expect(texts.length).toBe(1)
  expect(texts[0]).toMatch(/^my-tickets-1 \/my-tickets \{/)
  expect(texts[0]).toContain('Zenobia')
  for (const secret of ['Secretsurname', details.email, details.username, order.code, order.orderId])
    expect(texts[0]).not.toContain(secret)
  await page.context().close()
})

test('a ticket that became void is seen so as soon as there is internet, and offline from then on', async () => {
  const { visitor, order } = await holder()
  const page = await openSaved(visitor)
  await goOffline(page.context())
  await page.reload()
  expect(await codes(page).count()).toBe(2)
  const [first] = await sql<{ id: string }[]>`
    select id from public.tickets where order_id = ${order.orderId} order by id limit 1`
  await sql`select private.void_tickets(array[${first?.id ?? ''}::uuid], 'refunded', false)`
  // The open page notices by itself.
  await page.context().setOffline(false)
  await page.locator('[data-ticket-state=refunded]').waitFor()
  expect(await codes(page).count()).toBe(1)
  await page.getByTestId('saved').waitFor()
  await goOffline(page.context())
  await page.reload()
  await page.getByText(/Saved on this phone/).waitFor()
  expect(await codes(page).count()).toBe(1)
  await page.context().close()
})

test('a new code replaces the saved one at once, on the page of a link', async () => {
  const { order } = await holder('Lin', 1)
  const token = await addTicketLink(service, order.orderId)
  const page = await openPage(browser)
  await save(page, `/my-tickets?order=${token}`)
  const before = await codes(page).locator('path').first().getAttribute('d')
  await hydrated(page)
  await page.locator('[data-ticket] summary').first().click()
  await page.getByTestId('reissue').locator('summary').click()
  await page.getByTestId('reissue').locator('[name=confirm]').check()
  await page.getByTestId('reissue').locator('[type=submit]').click()
  await page.locator('[name=generation][value="2"]').waitFor({ state: 'attached' })
  const after = await codes(page).locator('path').first().getAttribute('d')
  expect(after).not.toBe(before)
  await expect.poll(async () => (await kept(page)).join().includes(after ?? '')).toBe(true)
  await goOffline(page.context())
  await page.reload()
  await page.getByText(/Saved on this phone/).waitFor()
  expect(await codes(page).locator('path').first().getAttribute('d')).toBe(after)
  await page.context().close()
})

test('before its hour a code is neither shown nor kept', async () => {
  const { visitor } = await holder('Mel', 1, 40)
  const page = await openSaved(visitor)
  expect((await kept(page)).join()).not.toMatch(/"code":"|"path"/)
  await goOffline(page.context())
  await page.reload()
  await page.getByText(/Codes appear/).waitFor()
  expect(await codes(page).count()).toBe(0)
  await page.context().close()
})

test('signing out deletes what is kept', async () => {
  const { visitor } = await holder()
  const page = await openSaved(visitor)
  await hydrated(page)
  await page.evaluate(() =>
    fetch('/api/auth/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  // The next page finds that nobody is signed in.
  await page.goto(site)
  await hydrated(page)
  await expect.poll(() => kept(page)).toEqual([])
  await goOffline(page.context())
  await page.goto(`${site}/my-tickets`)
  await expectNothingSaved(page)
  await page.context().close()
})

test('a sign-out by a plain form deletes what is kept though no script runs, and leaves cookies', async () => {
  const { visitor } = await holder()
  const page = await openSaved(visitor)
  const context = page.context()
  await context.addCookies([{ name: themeCookieName, value: 'dark', url: site }])
  await context.route('**/*.js', (route) => route.abort())
  await page.goto(`${site}/help`)
  expect((await kept(page)).length).toBe(1)
  const signOut = page.locator('form[action="/api/auth/logout"]').first()
  await Promise.all([
    page.waitForURL(`${site}/`),
    signOut.evaluate((form: HTMLFormElement) => form.requestSubmit()),
  ])
  expect(await kept(page)).toEqual([])
  const left = await page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    stored: Object.keys(localStorage),
  }))
  expect(left).toEqual({ workers: 0, stored: [] })
  expect((await context.cookies()).map(({ name }) => name)).toContain(themeCookieName)
  // Scripts again: nobody is signed in, and the next person's tickets are saved as before.
  await context.unroute('**/*.js')
  const next = await holder('Cat', 1)
  await context.addCookies(
    [...next.visitor.cookies].map(([name, value]) => ({ name, value, url: site, httpOnly: true })),
  )
  await save(page)
  await goOffline(context)
  await page.reload()
  await page.getByText(/Saved on this phone/).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([next.title])
  await context.close()
})

test('two accounts on one phone: the second never sees the tickets of the first', async () => {
  const first = await holder('Ann')
  const second = await registered(site, 'Bob')
  const page = await openSaved(first.visitor)
  await page
    .context()
    .addCookies(
      [...second.visitor.cookies].map(([name, value]) => ({ name, value, url: site, httpOnly: true })),
    )
  await page.goto(site)
  await hydrated(page)
  await expect.poll(() => kept(page)).toEqual([])
  await page.goto(`${site}/my-tickets`)
  await page.getByRole('heading', { name: 'No tickets yet' }).waitFor()
  await goOffline(page.context())
  await page.reload()
  await expectNothingSaved(page)

  // And the other way round: with tickets of their own, those alone.
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'No tickets yet' }).waitFor()
  const third = await holder('Cat', 1)
  await page
    .context()
    .addCookies(
      [...third.visitor.cookies].map(([name, value]) => ({ name, value, url: site, httpOnly: true })),
    )
  await save(page)
  await goOffline(page.context())
  await page.reload()
  await page.getByText(/Saved on this phone/).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([third.title])
  await page.context().close()
})

test('who came by a link has the tickets of that link, until somebody signs in', async () => {
  const { order, visitor } = await holder()
  const token = await addTicketLink(service, order.orderId)
  const page = await openPage(browser)
  await save(page, `/my-tickets?order=${token}`)
  await goOffline(page.context())
  await page.reload()
  await page.getByText(/Saved on this phone/).waitFor()
  expect(await codes(page).count()).toBe(2)
  await page.goto(`${site}/my-tickets`)
  await expectNothingSaved(page)
  await page.context().setOffline(false)
  // The page opens again by itself.
  await page.getByRole('button', { name: 'Email me my tickets' }).waitFor()
  await page
    .context()
    .addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: site, httpOnly: true })))
  await page.goto(site)
  await hydrated(page)
  await expect.poll(() => kept(page)).toEqual([])
  await page.context().close()
})

test('a new worker takes over, deletes copies of an older shape and keeps those of this one', async () => {
  const { visitor } = await holder()
  const page = await openSaved(visitor)
  await page.evaluate(async () => {
    await (await caches.open('my-tickets-0')).put('/my-tickets', new Response('old'))
    await (await caches.open('another')).put('/x', new Response('not ours'))
    await navigator.serviceWorker.register('/my-tickets/worker.js?next', { scope: '/my-tickets' })
  })
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['my-tickets-1', 'another'])
  await goOffline(page.context())
  await page.reload()
  await page.getByText(/Saved on this phone/).waitFor()
  expect(await codes(page).count()).toBe(2)
  await page.context().close()
})

test('the worker controls My Tickets and nothing else, under a policy of its own', async () => {
  const { visitor } = await holder()
  const response = await visitor.get('/my-tickets/worker.js')
  expect(response.headers.get('content-type')).toContain('text/javascript')
  expect(response.headers.get('service-worker-allowed')).toBe('/my-tickets')
  expect(response.headers.get('content-security-policy')).toContain("connect-src 'self'")
  const page = await openSaved(visitor)
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  )
  expect(scopes).toEqual(['/my-tickets'])
  await page.goto(site)
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await page.context().close()
})
