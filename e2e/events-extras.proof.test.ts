import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { makeAddOn, makePackage, makeTable } from '../supabase/tests/extras.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { holdItems, linesOf } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { desktop, isFormResponse, openBrowser, openPage, phone } from './browser.ts'
import { checkOut, decide, eventAddress, expectFlawless, freshEmail, typedCodes } from './buyer-steps.ts'
import { names } from './names.ts'
import { openPageOf } from './signed-in.ts'

/** Tests packages, add-ons and tables in Chromium: as staff make them, as buyers buy them, as the door sees them. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
let ada: ApiVisitor

beforeAll(async () => {
  browser = await openBrowser()
  ada = new ApiVisitor(site)
  expect((await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })).status).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const row = (name: string) => `li:has(h4:text-is("${name}"))`

describe.each([
  ['a phone', phone, true],
  ['a desktop', desktop, true],
  ['a phone without JavaScript', phone, false],
])('on %s', (_, viewport, javaScriptEnabled) => {
  test('staff make a package, an add-on and a table; stock never goes below what is sold', async () => {
    const testEvent = await createEvent(sql)
    const page = await openPageOf(browser, ada, { viewport, javaScriptEnabled })
    await page.goto(`${site}/admin/events/${testEvent.eventId}/extras`)
    const field = (name: string) => page.locator(`[name="${name}"]`)
    const save = async () => {
      await Promise.all([
        page.waitForResponse(isFormResponse),
        page.locator('form#event button[type=submit]').last().click(),
      ])
    }
    await page.getByRole('button', { name: 'Add package' }).click()
    await field('packages[0].name').fill('Squad of four')
    await field('packages[0].priceCents').fill('70')
    await page.getByRole('button', { name: 'Add add-on' }).click()
    await field('addOns[0].name').fill('Coat check')
    await field('addOns[0].priceCents').fill('5')
    await field('addOns[0].capacity').fill('20')
    await page.getByRole('button', { name: 'Add table' }).click()
    await field('tables[0].name').fill('Table 1')
    await field('tables[0].section').fill('Balcony')
    await field('tables[0].minimumSpendCents').fill('400')
    // a table needs a deposit
    await page.locator('form#event button[type=submit]').last().click()
    await page.locator('[name="tables[0].depositCents"][aria-invalid=true]').waitFor()
    await field('tables[0].depositBps').fill('25')
    if (javaScriptEnabled) await expectFlawless(page)
    await save()
    await page.waitForURL(/extras\?done=saved/)
    // The form shows the saved add-on with its id.
    await page.locator('input[name="addOns[0].id"]:not([value=""])').waitFor({ state: 'attached' })
    expect(
      await sql`
        select p.name, p.price_cents::int as price, c.units, a.name as add_on, s.capacity, t.name as table_name,
          private.table_deposit(t)::int as deposit
        from public.packages p join public.package_components c on c.package_id = p.id, public.add_ons a
        join public.capacity_pools s on s.id = a.pool_id, public.bookable_tables t
        where p.event_id = ${testEvent.eventId} and a.event_id = p.event_id and t.event_id = p.event_id`,
    ).toEqual([
      {
        name: 'Squad of four',
        price: 7000,
        units: 4,
        add_on: 'Coat check',
        capacity: 20,
        table_name: 'Table 1',
        deposit: 10_000,
      },
    ])
    const [addOn] = await sql<
      { id: string }[]
    >`select id from public.add_ons where event_id = ${testEvent.eventId}`
    await holdItems(users.service, await users.extra(), testEvent.eventId, [
      ...linesOf(testEvent, { Entry: 7 }),
      { kind: 'add_on', item: addOn?.id ?? '', quantity: 7 },
    ])
    await field('addOns[0].capacity').fill('6')
    await save()
    const refusal = page.locator('form#event [role=alert]')
    await refusal.waitFor()
    expect(await refusal.innerText()).toMatch(/"Coat check".* 7 /)
    await page.context().close()
  })

  test('a visitor buys each, the receipt and the tickets name them, and the door sees them', async () => {
    const testEvent = await createEvent(sql, { feeFixedCents: 150 })
    await makePackage(sql, testEvent, { Entry: 2 }, { name: 'Night for two', priceCents: 3500 })
    await makeAddOn(sql, testEvent, { name: 'Drink token', priceCents: 1200 })
    await makeTable(sql, testEvent, { name: 'Table 9' })
    const page = await openPage(browser, { viewport, javaScriptEnabled })
    await page.goto(eventAddress(site, testEvent.eventId))
    for (const name of ['Packages', 'Extras', 'Tables'])
      await page.getByRole('heading', { name, exact: true }).waitFor()
    expect(await page.locator(row('Table 9')).innerText()).toContain('$300.00')
    if (javaScriptEnabled) await expectFlawless(page)

    // alone, an add-on is refused, at the tickets
    await page.locator(row('Drink token')).getByRole('spinbutton').fill('1')
    await page.getByRole('button', { name: names.getTickets }).click()
    const refusal = page.locator('main').getByRole('alert')
    await refusal.waitFor()
    expect(await refusal.innerText()).toContain('"Drink token"')
    // the browser notes the status of the refusal
    for (const error of page.consoleErrors.splice(0)) expect(error).toContain('409')
    await page.locator(row('Night for two')).getByRole('spinbutton').fill('1')
    await page.locator(row('Drink token')).getByRole('spinbutton').fill('2')
    await page.locator(row('Table 9')).getByRole('spinbutton').fill('1')
    await page.getByRole('button', { name: names.getTickets }).click()
    await page.waitForURL(/\/checkout\?hold=/)
    // 35.00 + 2 × 1.50, 2 × 12.00, a deposit of 100.00
    await page.getByRole('button', { name: 'Pay $162.00' }).waitFor()
    if (javaScriptEnabled) await expectFlawless(page)
    await checkOut(page, { name: 'Mia Joseph', email: freshEmail('extras') })
    await decide(page, 'Pay')
    await page.getByRole('heading', { name: names.boughtHeading }).waitFor()
    await page.locator('main details:has-text("Total") > summary').click()
    for (const fact of ['Night for two', 'Drink token', 'Table 9', '$300.00'])
      expect(await page.locator('main').innerText()).toContain(fact)
    if (javaScriptEnabled) await expectFlawless(page)
    await page.goto(`${site}/my-tickets`)
    expect(await page.getByRole('img', { name: names.ticketCode }).count()).toBe(6)
    await page.getByText('2 × Drink token').first().waitFor({ state: 'attached' })
    if (javaScriptEnabled) await expectFlawless(page)

    // the tickets of the table come after those of the package
    const codes = await typedCodes(page)
    const door = await openPageOf(browser, ada, { viewport, javaScriptEnabled })
    const verdicts: string[] = []
    for (const code of codes) {
      await door.goto(`${site}/ticket-scanner?event=${testEvent.eventId}&gate=Main`)
      await door.getByLabel(names.typedCode).fill(code)
      await door.getByRole('button', { name: names.checkIn }).click()
      verdicts.push(await door.getByRole('alertdialog').innerText())
      if (verdicts.some((text) => /1 of 4/.test(text))) break
    }
    expect(verdicts.at(-1)).toMatch(/Table 9, Balcony: 1 of 4 in/)
    expect(verdicts.at(-1)).toMatch(/2 × Drink token/)
    await door.goto(`${site}/scan-data?event=${testEvent.eventId}`)
    const figures = await door.locator('main').innerText()
    for (const fact of [/Table 9/, /1 of 4/, /Drink token/]) expect(figures).toMatch(fact)
    if (javaScriptEnabled) await expectFlawless(door)
    await door.context().close()
    await page.context().close()
  })

  test('door managers give up a table of which nobody came', async () => {
    const testEvent = await createEvent(sql, { doorsIn: -2 })
    const table = await makeTable(sql, testEvent, { lastArrivalIn: -1 })
    const page = await openPage(browser, { viewport, javaScriptEnabled })
    await page.goto(eventAddress(site, testEvent.eventId))
    await page.locator(row('Table 1')).getByRole('spinbutton').fill('1')
    await page.getByRole('button', { name: names.getTickets }).click()
    await page.waitForURL(/\/checkout\?hold=/)
    await checkOut(page, { name: 'Bea Late', email: freshEmail('extras') })
    await decide(page, 'Pay')
    await page.getByRole('heading', { name: names.boughtHeading }).waitFor()
    await page.context().close()
    const door = await openPageOf(browser, ada, { viewport, javaScriptEnabled })
    await door.goto(`${site}/scan-data?event=${testEvent.eventId}`)
    await door.locator('[name=reason]').fill(`Nobody came ${randomUUID().slice(0, 4)}`)
    if (javaScriptEnabled) await expectFlawless(door)
    await door.getByRole('button', { name: 'Release table' }).click()
    await door.getByText('No-show').first().waitFor()
    expect(
      await sql`select b.status, o.refunded_cents::int as refunded from public.table_bookings b join public.orders o on o.id = b.order_id where b.table_id = ${table}`,
    ).toEqual([{ status: 'no_show', refunded: 0 }])
    await door.context().close()
  })
})
