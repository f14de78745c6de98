import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { makeAddOn, makePackage, makeTable } from '../supabase/tests/extras.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { buy, holdTickets } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { hydrated, openBrowser } from './browser.ts'
import { expectFlawless, expectFlawlessAtBothSizes, grantScan } from './buyer-steps.ts'
import { meet } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the capacity board in the browser: who sees it, that it stays current, and its changes. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
let ada: ApiVisitor
let abe: ApiVisitor
let mo: ApiVisitor
let dex: ApiVisitor
let dexName: string
beforeAll(async () => {
  browser = await openBrowser()
  ada = (await meet(site, service, 'Ada')).visitor
  abe = (await meet(site, service, 'Ada')).visitor
  mo = (await meet(site, service, 'Mo')).visitor
  const door = await registered(site, 'Dex')
  dex = door.visitor
  dexName = door.details.username
})
afterAll(async () => {
  await browser.close()
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

/** 30 places, 3 sold and 2 in a cart. */
async function makeParty(): Promise<TestEvent> {
  const party = await createEvent(sql, {
    pools: { Room: 30 },
    maxPerPerson: 20,
    types: [
      {
        name: 'Entry',
        releases: [
          { name: 'Early', faceCents: 1000, quantity: 8 },
          { name: 'Final', faceCents: 1500 },
        ],
      },
    ],
  })
  await buy(service, await users.extra(), party, { Entry: 3 })
  await holdTickets(service, await users.extra(), party, { Entry: 2 })
  return party
}
const board = (party: TestEvent) => `/ticket-management/capacity?event=${party.eventId}`
const changePage = (party: TestEvent, change: string, query = '') =>
  `/ticket-management/capacity/${change}?event=${party.eventId}${query}`
const capacityPage = (party: TestEvent, capacity?: number) =>
  changePage(party, 'set-capacity', `&pool=${party.pools.Room}${capacity ? `&capacity=${capacity}` : ''}`)
const capacityOf = async (party: TestEvent) => {
  const [row] = await sql<{ capacity: number }[]>`
    select capacity from public.capacity_pools where event_id = ${party.eventId}`
  return row?.capacity
}
const auditOf = async (party: TestEvent) =>
  (
    await sql`select id from private.audit_log where action = 'event.sale_changed' and subject_id = ${party.eventId}`
  ).length
/** The cell of a row's column: the first row of the first table is the room. */
const roomCell = (page: Page, header: string) => page.locator(`table td[data-label="${header}"]`).first()
const freshness = (page: Page) => page.getByTestId('freshness')
const confirmButton = (page: Page) => page.getByTestId('confirm')
/** Tells the page that it is shown again, so that it reads the board now and not in some seconds. */
const showAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

describe('who may see and change it', () => {
  test('a moderator sees the figures without money and no change; door staff, members and visitors nothing', async () => {
    const party = await makeParty()
    await grantScan(sql, dexName, party.eventId)
    const forAda = (await ada.get(board(party))).text
    const forMo = await mo.get(board(party))
    expect(forMo.status).toBe(200)
    expect(forAda).toContain('/set-capacity?')
    expect(forMo.text).not.toMatch(/\/ticket-management\/capacity\/[a-z]|\$1[05]/)
    expect(forAda).toContain('$10')
    expect((await mo.get(capacityPage(party))).status).toBe(403)
    const posted = await mo.postForm(capacityPage(party), { 'change.kind': 'set-capacity' })
    expect(posted.status).toBe(403)
    for (const path of [board(party), capacityPage(party), `/admin/export/capacity?event=${party.eventId}`])
      expect([path, (await dex.get(path)).status]).toEqual([path, 403])
    const api = `/api/staff/capacity?event=${party.eventId}`
    expect((await dex.get(api)).status).toBe(403)
    expect((await (await meet(site, service, 'visitor')).visitor.get(api)).status).toBe(401)
    expect((await mo.get(api)).status).toBe(200)
    expect((await mo.get(`/api/staff/capacity?event=${crypto.randomUUID()}`)).status).toBe(404)
  })

  test('what is not there is not found, and a draft is for admins', async () => {
    const party = await makeParty()
    const draft = await createEvent(sql, { status: 'draft' })
    expect((await mo.get(board(draft))).status).toBe(404)
    expect((await ada.get(board(draft))).status).toBe(200)
    for (const path of [
      changePage(party, 'burn-down'),
      changePage(party, 'set-capacity', `&pool=${draft.pools.Room}`),
      changePage(party, 'end-release'),
      '/ticket-management/capacity/pause-sale',
      '/ticket-management/capacity/pause-sale?event=x',
    ])
      expect([path, (await ada.get(path)).status]).toEqual([path, 404])
  })

  test('the file has the rows of the board', async () => {
    const party = await makeParty()
    const { text, headers } = await ada.get(`/admin/export/capacity?event=${party.eventId}`)
    expect(headers.get('content-type')).toContain('text/csv')
    const lines = text.split('\r\n').filter(Boolean)
    expect(lines).toHaveLength(5)
    expect(lines[1]).toContain(',Room,Room,,,30,3,2,0,0,25,3,3,')
    expect(lines[2]).toMatch(/,Ticket,Entry,,(on_sale|low),30,3,2,,0,25,3,3,/)
    expect(lines[3]).toContain(',Release,Entry,Early,open,8,3,2,,0,3,')
  })
})

describe('on a phone', () => {
  test('it reads again by itself, and keeps what is open and focused', async () => {
    const party = await makeParty()
    const page = await openPageOf(browser, ada)
    await page.goto(site + board(party))
    await hydrated(page)
    expect(await roomCell(page, 'Left').innerText()).toBe('25')
    await expectFlawless(page)
    const changes = page.locator('details:has(a[href*="/set-capacity"]) > summary')
    await changes.click()
    await page.locator('a[href*="/set-capacity"]').focus()
    await holdTickets(service, await users.extra(), party, { Entry: 4 })
    await page.waitForResponse(/\/api\/staff\/capacity/)
    await page.waitForFunction(
      () => document.querySelector('table td[data-label="Left"]')?.textContent === '21',
    )
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toContain('/set-capacity')
    expect(await page.locator('a[href*="/set-capacity"]').isVisible()).toBe(true)
    expect(await freshness(page).getAttribute('data-state')).toBe('live')
    // Read aloud: what ran out, not that time passed.
    await holdTickets(service, await users.extra(), party, { Entry: 10 })
    await holdTickets(service, await users.extra(), party, { Entry: 10 })
    await holdTickets(service, await users.extra(), party, { Entry: 1 })
    await showAgain(page)
    await page.getByTestId('news').filter({ hasText: 'Entry' }).waitFor()
    await expectFlawlessAtBothSizes(page)
    await page.context().close()
  })

  test('by keyboard: a change is asked for, shown in numbers, refused or made', async () => {
    const party = await makeParty()
    const page = await openPageOf(browser, ada)
    await page.goto(site + capacityPage(party))
    await hydrated(page)
    await expectFlawless(page)
    const field = page.locator('#capacity')
    await field.fill('4')
    await field.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain('5 tickets')
    expect(await confirmButton(page).count()).toBe(0)
    await field.fill('many')
    await field.press('Enter')
    await page.locator('#capacity[aria-invalid=true]').waitFor()
    await expectFlawless(page)
    await field.fill('12')
    await field.press('Enter')
    await page.getByTestId('consequence').waitFor()
    expect(await page.getByTestId('consequence').innerText()).toContain('2 tickets on hold')
    const cells = await page.locator('table tbody tr').first().locator('td').allInnerTexts()
    expect(cells).toEqual(['30', '12'])
    await expectFlawless(page)
    expect(await capacityOf(party)).toBe(30)
    await confirmButton(page).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/ticket-management\/capacity\?/)
    await hydrated(page)
    await expect.poll(() => roomCell(page, 'Left').innerText()).toBe('7')
    expect(await capacityOf(party)).toBe(12)
    await expectFlawlessAtBothSizes(page)
    await page.context().close()
  })

  test('every change leads from the board to a page of its own without faults', async () => {
    const party = await makeParty()
    const page = await openPageOf(browser, ada)
    await page.goto(site + board(party))
    const links = await page
      .locator('a[href*="/ticket-management/capacity/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    const kinds = new Set(links.map((link) => new URL(link, site).pathname.split('/').at(-1)))
    expect([...kinds].toSorted()).toEqual([
      'add-release',
      'end-release',
      'extend-sale',
      'pause-sale',
      'pause-type',
      'set-capacity',
      'set-quantity',
    ])
    for (const kind of kinds) {
      await page.goto(site + links.find((link) => link.includes(`/${kind}?`)))
      await hydrated(page)
      await expectFlawlessAtBothSizes(page)
    }
    await page.context().close()
  })
})

test('a package, an add-on and a table are paused one by one, buyers cannot pick them, and are resumed', async () => {
  const party = await makeParty()
  const { addOnId } = await makeAddOn(sql, party, { name: 'Coat check' })
  const extras = [
    { id: await makePackage(sql, party, { Entry: 2 }, { name: 'Night for two' }), name: 'Night for two' },
    { id: addOnId, name: 'Coat check' },
    { id: await makeTable(sql, party, { name: 'Table 9' }), name: 'Table 9' },
  ]
  const paused = async () =>
    (
      await sql<{ id: string }[]>`
          select x.id from (
            select id, paused_at from public.packages where event_id = ${party.eventId}
            union all select id, paused_at from public.add_ons where event_id = ${party.eventId}
            union all select id, paused_at from public.bookable_tables where event_id = ${party.eventId}) x
          where x.paused_at is not null`
    ).map(({ id }) => id)
  /** Returns which of them a visitor can pick: each has a stepper with a button that adds one. */
  const offered = async () => {
    const { text } = await new ApiVisitor(site).get(
      `/events/${party.eventId}/night-${party.eventId.slice(0, 8)}`,
    )
    return extras.filter(({ name }) => text.includes(`aria-label="Add one ${name}"`)).map(({ id }) => id)
  }
  const ids = extras.map(({ id }) => id)
  expect(await offered()).toEqual(ids)
  const page = await openPageOf(browser, ada)
  for (const [at, { id }] of extras.entries()) {
    await page.goto(site + board(party))
    await hydrated(page)
    const link = (change: string) => `a[href*="/${change}-extra?"][href*="${id}"]`
    await page.locator(`details:has(${link('pause')}) > summary`).click()
    await page.locator(link('pause')).click()
    await page.getByTestId('consequence').waitFor()
    if (at === 0) await expectFlawless(page)
    expect(await paused()).toHaveLength(at)
    await confirmButton(page).click()
    await page.waitForURL(/done=pause-extra/)
    expect(await paused()).toContain(id)
    await page.locator(link('resume')).waitFor({ state: 'attached' })
  }
  await expectFlawlessAtBothSizes(page)
  await expect.poll(offered).toEqual([])
  await page.goto(site + changePage(party, 'resume-extra', `&extra=${addOnId}`))
  await hydrated(page)
  await confirmButton(page).click()
  await page.waitForURL(/done=resume-extra/)
  expect(await paused()).not.toContain(addOnId)
  await expect.poll(offered).toEqual([addOnId])
  await page.context().close()
})

test('without JavaScript: the board, a preview, its refusal and the change', async () => {
  const party = await makeParty()
  const page = await openPageOf(browser, ada, { javaScriptEnabled: false })
  await page.goto(site + board(party))
  expect(await roomCell(page, 'Left').innerText()).toBe('25')
  await page.locator('details:has(a[href*="/pause-type"]) > summary').click()
  await page.locator('a[href*="/pause-type"]').click()
  await page.getByTestId('consequence').waitFor()
  await confirmButton(page).click()
  await page.waitForURL(/done=pause-type/)
  const [type] =
    await sql`select paused_at is not null as paused from public.ticket_types where event_id = ${party.eventId}`
  expect(type).toEqual({ paused: true })
  // A release is added; its price is shown as buyers see it before it is confirmed.
  await page.goto(site + changePage(party, 'add-release', `&type=${party.types.Entry}`))
  await page.locator('#name').fill('Door')
  await page.locator('#faceCents').fill('25')
  await page.locator('button[type=submit]', { hasText: /\S/ }).last().click()
  await page.getByTestId('consequence').waitFor()
  await confirmButton(page).click()
  await page.waitForURL(/done=add-release/)
  const releases = await sql`
    select r.name, r.face_cents::int as face from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id
    where t.event_id = ${party.eventId} order by r.position desc limit 1`
  expect([...releases]).toEqual([{ name: 'Door', face: 2500 }])
  await page.context().close()
})

describe('two people', () => {
  test('who confirms what somebody else changed meanwhile is told, sees the new numbers, and can confirm again', async () => {
    const party = await makeParty()
    const page = await openPageOf(browser, ada)
    await page.goto(site + capacityPage(party, 20))
    await hydrated(page)
    const other = await openPageOf(browser, abe)
    await other.goto(site + capacityPage(party, 25))
    await hydrated(other)
    await confirmButton(other).click()
    await other.waitForURL(/done=set-capacity/)
    await confirmButton(page).click()
    await page.getByRole('alert').waitFor()
    expect(await capacityOf(party)).toBe(25)
    const cells = page.locator('table tbody tr').first().locator('td')
    await page.waitForFunction(() => document.querySelector('table tbody tr td')?.textContent === '25')
    expect(await cells.allInnerTexts()).toEqual(['25', '20'])
    await confirmButton(page).click()
    await page.waitForURL(/done=set-capacity/)
    expect(await capacityOf(party)).toBe(20)
    await Promise.all([page.context().close(), other.context().close()])
  })

  test('a double click, and the same form sent twice, change once', async () => {
    const party = await makeParty()
    const page = await openPageOf(browser, ada)
    await page.goto(site + capacityPage(party, 21))
    await hydrated(page)
    const fields = await page
      .locator('form:has([data-testid=confirm])')
      .evaluate((form) =>
        Object.fromEntries(
          [...form.querySelectorAll('input')].map(({ name, value }) => [name, value] as const),
        ),
      )
    await confirmButton(page).dblclick()
    await page.waitForURL(/done=set-capacity/)
    const again = await Promise.all([1, 2].map(() => ada.postForm(capacityPage(party, 21), fields)))
    expect(again.map(({ status }) => status)).toEqual([302, 302])
    expect([await capacityOf(party), await auditOf(party)]).toEqual([21, 1])
    await page.context().close()
  })
})

describe('a bad network', () => {
  test('the board says since when it is not current, tries again, and recovers', async () => {
    const party = await makeParty()
    const page = await openPageOf(browser, ada)
    await page.goto(site + board(party))
    await hydrated(page)
    await page.context().setOffline(true)
    await showAgain(page)
    await page.locator('[data-testid=freshness][data-state=failed]').waitFor()
    expect(await freshness(page).innerText()).toMatch(/\d [AP]M/)
    expect(await roomCell(page, 'Left').innerText()).toBe('25')
    await holdTickets(service, await users.extra(), party, { Entry: 1 })
    await page.context().setOffline(false)
    await page.locator('[data-testid=freshness][data-state=live]').waitFor()
    expect(await roomCell(page, 'Left').innerText()).toBe('24')
    await page.context().close()
  })

  test('a hidden page asks nothing; shown again it asks at once', async () => {
    const party = await makeParty()
    const page = await openPageOf(browser, ada)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/staff/capacity')) asked += 1
    })
    await page.clock.install()
    await page.goto(site + board(party))
    await hydrated(page)
    const see = (visibility: string) =>
      page.evaluate((state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, visibility)
    await see('hidden')
    await page.clock.runFor(60_000)
    expect(asked).toBe(0)
    const response = page.waitForResponse(/\/api\/staff\/capacity/)
    await see('visible')
    await response
    expect(asked).toBe(1)
    await page.context().close()
  })

  test('who was signed out keeps the last figures, and is asked to sign in', async () => {
    const party = await makeParty()
    const { visitor } = await meet(site, service, 'Ada')
    const page = await openPageOf(browser, visitor)
    await page.goto(site + board(party))
    await hydrated(page)
    await page.context().clearCookies()
    await showAgain(page)
    await page.getByRole('alert').waitFor()
    expect(await roomCell(page, 'Left').innerText()).toBe('25')
    const link = await page.getByRole('alert').getByRole('link').getAttribute('href')
    expect(new URL(link ?? '', site).searchParams.get('redirect')).toBe(board(party))
    await page.context().close()
  })

  test('a confirmation without a network changes nothing and can be sent again', async () => {
    const party = await makeParty()
    const page = await openPageOf(browser, ada)
    await page.goto(site + capacityPage(party, 22))
    await hydrated(page)
    await page.context().setOffline(true)
    await confirmButton(page).click()
    await page.getByRole('alert').waitFor()
    expect(await capacityOf(party)).toBe(30)
    await page.context().setOffline(false)
    await confirmButton(page).click()
    await page.waitForURL(/done=set-capacity/)
    expect(await capacityOf(party)).toBe(22)
    await page.context().close()
  })

  test('a confirmation whose response is lost: the page says that it does not know, and looks again', async () => {
    const party = await makeParty()
    const page = await openPageOf(browser, ada)
    await page.goto(site + capacityPage(party, 23))
    await hydrated(page)
    await page.route(
      (url) => url.pathname.includes('/set-capacity'),
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        await route.abort('connectionreset')
      },
    )
    await confirmButton(page).click()
    await page.getByTestId('look-again').click()
    // It was done: the page says that nothing would change.
    await page.getByRole('alert').waitFor()
    expect([await capacityOf(party), await auditOf(party)]).toEqual([23, 1])
    await page.context().close()
  })

  test('who was signed out before confirming comes back to the preview after signing in', async () => {
    const party = await makeParty()
    const page = await openPageOf(browser, ada)
    await page.goto(site + capacityPage(party, 24))
    await hydrated(page)
    await page.context().clearCookies()
    await confirmButton(page).click()
    await page.waitForURL(/auth=login/)
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(capacityPage(party, 24))
    expect(await capacityOf(party)).toBe(30)
    await page.context().close()
  })
})
