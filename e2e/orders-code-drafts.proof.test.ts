import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeCode } from '../supabase/tests/codes.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { hydrated, openBrowser, type TestPage } from './browser.ts'
import { expectFlawless, expectFlawlessAtBothSizes } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests in Chromium that what an admin types into codes is kept, and what is asked when a second admin changed them too. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let browser: Browser
let ada: Person
beforeAll(async () => {
  ;[browser, ada] = await Promise.all([openBrowser(), meet(site, service, 'Ada')])
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

test('keeps what is typed into a code, and is asked about what a second admin changed too', async () => {
  const testEvent = await createEvent(sql)
  const [first, second] = [await makeCode(sql, testEvent), await makeCode(sql, testEvent)]
  const path = `${site}/admin/events/${testEvent.eventId}/codes`
  const { visitor: abe } = await meet(site, service, 'Ada')
  const [mine, theirs] = [await openPageOf(browser, ada.visitor), await openPageOf(browser, abe)]
  const field = (page: TestPage, name: string) => page.locator(`form#event [name="${name}"]`)
  const open = async (page: TestPage, code: string) => {
    // The preview beside the form is not waited for.
    await page.goto(`${path}?code=${code}`, { waitUntil: 'domcontentloaded' })
    await hydrated(page)
  }
  const save = (page: TestPage) => page.locator('form#event button[type=submit]').last().click()
  const stored = async (id: string) => {
    const [row] = await sql`
        select label, percent, max_orders, archived_at is not null as archived from public.promo_codes where id = ${id}`
    return row
  }
  const kept = (page: TestPage) => page.locator('[data-draft=kept]').waitFor()
  const drafts = async () =>
    (await sql`select tab from public.event_drafts where event_id = ${testEvent.eventId} order by tab`).map(
      ({ tab }) => String(tab),
    )

  // Saves what is typed last before the page is left, too.
  await open(mine, first.id)
  await field(mine, 'label').fill('Typed and gone')
  await mine.goto(path, { waitUntil: 'domcontentloaded' })
  const label = async () => {
    const [draft] = await sql<{ label: string }[]>`
        select form ->> 'label' as label from public.event_drafts
        where event_id = ${testEvent.eventId} and tab = ${`codes/${first.id}`}`
    return draft?.label
  }
  await expect.poll(label).toBe('Typed and gone')

  // A new code and a stored one are typed at and left; both come back, and nobody else sees them.
  await open(mine, 'new')
  await field(mine, 'code').fill('half')
  await kept(mine)
  await open(mine, first.id)
  await field(mine, 'label').fill('For the crew')
  await expect.poll(label).toBe('For the crew')
  await open(mine, 'new')
  expect(await field(mine, 'code').inputValue()).toBe('half')
  await open(mine, first.id)
  expect(await field(mine, 'label').inputValue()).toBe('For the crew')
  await expectFlawless(mine)
  await open(theirs, first.id)
  expect(await field(theirs, 'label').inputValue()).toBe('')
  expect(await drafts()).toEqual([`codes/${first.id}`, 'codes/new'])

  // Different fields are merged.
  await field(theirs, 'maxOrders').fill('40')
  await save(theirs)
  await theirs.waitForURL(/done=saved/)
  await save(mine)
  await mine.waitForURL(/done=merged/)
  expect(await stored(first.id)).toMatchObject({ label: 'For the crew', max_orders: 40 })
  expect(await drafts()).toEqual(['codes/new'])

  // The same field is asked about.
  await open(mine, first.id)
  await field(mine, 'percent').fill('30')
  await field(mine, 'label').fill('For the whole crew')
  await open(theirs, first.id)
  await field(theirs, 'percent').fill('15')
  await field(theirs, 'maxOrders').fill('50')
  await save(theirs)
  await theirs.waitForURL(/done=saved/)
  await save(mine)
  await mine.waitForURL(/\/conflict\?tab=codes/)
  await mine.locator('#conflict').waitFor()
  expect(await stored(first.id)).toMatchObject({ percent: 15, label: 'For the crew' })
  expect(await mine.locator('#conflict input[type=radio]').count()).toBe(2)
  await expectFlawlessAtBothSizes(mine)
  await mine.locator('[id="percent-mine"]').check()
  await mine.locator('#conflict button[type=submit]').first().click()
  await mine.waitForURL(/done=merged/)
  expect(await stored(first.id)).toMatchObject({
    percent: 30,
    label: 'For the whole crew',
    max_orders: 50,
  })

  // A code that is archived meanwhile is made again, or left.
  await open(mine, second.id)
  await field(mine, 'label').fill('Still wanted')
  await kept(mine)
  await abe.postForm(new URL(path).pathname, { intent: 'state', id: second.id, state: 'archived' })
  await save(mine)
  await mine.waitForURL(/\/conflict\?tab=codes/)
  await mine.locator(`[id="codes.${second.id}-mine"]`).check()
  await mine.locator('#conflict button[type=submit]').first().click()
  await mine.waitForURL(/done=merged/)
  const [again] = await sql`
      select label from public.promo_codes where event_id = ${testEvent.eventId} and code = ${second.code} and archived_at is null`
  expect(again).toEqual({ label: 'Still wanted' })
  expect(await stored(second.id)).toMatchObject({ archived: true, label: '' })

  // The new code is still there to be finished, and is thrown away when that is asked for.
  expect(await drafts()).toEqual(['codes/new'])
  await mine.locator('a[href$="code=new"]').click()
  await mine.locator('button[form=discard-draft]').click()
  await mine.waitForURL(/code=new/)
  await expect.poll(drafts).toEqual([])
  for (const page of [mine, theirs]) await page.context().close()
})
