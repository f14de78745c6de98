import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { hydrated, openBrowser, type TestPage } from './browser.ts'
import { expectFlawless, expectFlawlessAtBothSizes } from './buyer-steps.ts'
import { meet } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the settings of the brand. Other tests read them meanwhile: only texts that nobody binds to are changed, and put back. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
const path = '/admin/settings'
let browser: Browser
let ada: ApiVisitor
let abe: ApiVisitor
let before: { tagline: string; bag_policy: string; postal_address: string | null } | undefined
beforeAll(async () => {
  browser = await openBrowser()
  ada = (await meet(site, service, 'Ada')).visitor
  abe = (await meet(site, service, 'Ada')).visitor
  ;[before] = await sql<
    { tagline: string; bag_policy: string; postal_address: string | null }[]
  >`select tagline, bag_policy, postal_address from public.settings`
})
afterAll(async () => {
  if (before) await sql`update public.settings set ${sql(before)}`
  await browser?.close()
  await users.close()
})

const stored = async () => {
  const [row] = await sql<
    { tagline: string; bag: string; address: string | null }[]
  >`select tagline, bag_policy as bag, postal_address as address from public.settings`
  return row
}
/** Opens the page as an admin. */
async function open(visitor: ApiVisitor, options: Parameters<typeof openPageOf>[2]): Promise<TestPage> {
  const page = await openPageOf(browser, visitor, options)
  return page
}
const field = (page: TestPage, name: string) => page.locator(`form#brand-settings [name="${name}"]`)
const save = (page: TestPage) => page.locator('form#brand-settings button[type=submit]').last().click()

test('only admins get the page, and a post of anybody else changes nothing', async () => {
  const { tagline } = (await stored()) ?? {}
  for (const kind of ['visitor', 'Mia', 'Mo'] as const) {
    const { visitor } = await meet(site, service, kind)
    const status = kind === 'visitor' ? [302, 401] : [403]
    expect(status, kind).toContain((await visitor.get(path)).status)
    expect(status, kind).toContain((await visitor.postForm(path, { tagline: 'Mine' })).status)
  }
  expect((await stored())?.tagline).toBe(tagline)
  expect((await ada.get('/admin')).text).toContain(`href="${path}"`)
})

describe('on a phone', () => {
  test.each([true, false])('an admin changes the brand, with JavaScript: %s', async (javaScriptEnabled) => {
    const page = await open(ada, { javaScriptEnabled })
    await page.goto(site + path)
    if (javaScriptEnabled) {
      await hydrated(page)
      await expectFlawless(page)
    }
    const tagline = `Road ready ${randomUUID().slice(0, 8)}`
    const was = (await stored())?.tagline
    await field(page, 'tagline').fill(tagline)
    // Refuses what is out of bounds at its field, and saves nothing.
    for (const [name, wrong] of [
      ['holdMinutes', '31'],
      ['maxPerOrder', '0'],
      ['qrVisibleHours', '73'],
      ['maxTransfers', '6'],
      ['maxPerPerson', '21'],
    ] as const) {
      const right = await field(page, name).inputValue()
      await field(page, name).fill(wrong)
      await save(page)
      await page.locator(`[name="${name}"][aria-invalid=true]`).waitFor()
      expect(await field(page, 'tagline').inputValue()).toBe(tagline)
      await field(page, name).fill(right)
    }
    expect((await stored())?.tagline).toBe(was)
    // A link can be added and taken away again before anything is saved.
    const links = page.locator('[name^="socialLinks"][name$=".url"]')
    const count = await links.count()
    await page.getByRole('button', { name: 'Add link' }).click()
    await links.nth(count).waitFor()
    await links.nth(count).fill('http://example.com')
    await field(page, `socialLinks[${count}].label`).fill('Site')
    await save(page)
    await page.locator(`[name="socialLinks[${count}].url"][aria-invalid=true]`).waitFor()
    await page.getByRole('button', { name: `Remove link ${count + 1}` }).click()
    await links.nth(count).waitFor({ state: 'detached' })
    await save(page)
    await page.waitForURL(/done=(saved|merged)/)
    expect((await stored())?.tagline).toBe(tagline)
    expect((await new ApiVisitor(site).get('/')).text).toContain(tagline)
    const [logged] = await sql`
      select facts -> 'changed' -> 'tagline' as tagline from private.audit_log where action = 'settings.changed' order by id desc limit 1`
    expect(logged?.tagline).toEqual([was, tagline])
    if (javaScriptEnabled) expect(page.consoleErrors.filter((one) => !/status of 422/.test(one))).toEqual([])
    await page.context().close()
  })

  test.each([
    true,
    false,
  ])('where two admins save at once, both keep what only they changed, and are asked about the rest, with JavaScript: %s', async (javaScriptEnabled) => {
    const [mine, theirs] = await Promise.all(
      [ada, abe].map((visitor) => open(visitor, { javaScriptEnabled })),
    )
    if (!mine || !theirs) throw new Error('no page')
    const goTo = (page: TestPage) => page.goto(site + path)
    const name = randomUUID().slice(0, 8)
    await goTo(mine)
    await goTo(theirs)
    if (javaScriptEnabled) await Promise.all([hydrated(mine), hydrated(theirs)])
    await field(theirs, 'bagPolicy').fill(`Small bags ${name}`)
    await save(theirs)
    await theirs.waitForURL(/done=/)
    await field(mine, 'tagline').fill(`First ${name}`)
    await save(mine)
    await mine.waitForURL(/done=merged/)
    expect(await stored()).toMatchObject({ tagline: `First ${name}`, bag: `Small bags ${name}` })

    await goTo(mine)
    await goTo(theirs)
    if (javaScriptEnabled) await Promise.all([hydrated(mine), hydrated(theirs)])
    await field(theirs, 'tagline').fill(`Theirs ${name}`)
    await field(theirs, 'postalAddress').fill(`1 Dock Street ${name}`)
    await save(theirs)
    await theirs.waitForURL(/done=/)
    await field(mine, 'tagline').fill(`Mine ${name}`)
    await field(mine, 'bagPolicy').fill(`No bags ${name}`)
    await save(mine)
    const asked = mine.locator('[name=tagline][aria-invalid=true]')
    await asked.waitFor()
    expect(await mine.locator('form#brand-settings [aria-invalid=true]').count()).toBe(1)
    const said = await mine.locator(`[id="${await asked.getAttribute('aria-describedby')}"]`).innerText()
    expect(said).toContain(`Theirs ${name}`)
    expect(await asked.inputValue()).toBe(`Mine ${name}`)
    expect(await field(mine, 'postalAddress').inputValue()).toBe(`1 Dock Street ${name}`)
    expect(await stored()).toMatchObject({ tagline: `Theirs ${name}`, bag: `Small bags ${name}` })
    if (javaScriptEnabled) {
      mine.consoleErrors.splice(0)
      await expectFlawlessAtBothSizes(mine)
    }
    await save(mine)
    await mine.waitForURL(/done=/)
    expect(await stored()).toEqual({
      tagline: `Mine ${name}`,
      bag: `No bags ${name}`,
      address: `1 Dock Street ${name}`,
    })
    await Promise.all([mine, theirs].map((page) => page.context().close()))
  })
})
