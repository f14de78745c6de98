import type { Browser } from 'playwright-core'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { registered } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { desktop, hydrated, openBrowser, openPage, phone } from './browser.ts'
import { openPageOf } from './signed-in.ts'

/** A campaign from idea to its date in a browser: by an author and an admin, with and without JavaScript. */
const { url: site } = inject('site')
const stack = inject('stack')
const sql = postgres(stack.dbUrl, { max: 1, onnotice() {} })
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await sql.end()
})

async function author() {
  const person = await registered(site)
  await sql`insert into public.staff_grants (user_id, capability, event_id) values (${person.id}, 'campaign_author', null)`
  return person
}

const storedOf = async (url: string) => {
  const id = /email-management\/([0-9a-f-]{36})/.exec(url)?.[1] ?? ''
  const [row] = await sql<
    { subject: string; blocks: { kind: string; [name: string]: unknown }[]; version: number; state: string }[]
  >`
    select subject, blocks, version, state from private.campaigns where id = ${id}`
  return row
}

test('an author writes by keyboard, sees it, gets a test and submits; what is typed is saved by itself', async () => {
  const person = await author()
  const page = await openPageOf(browser, person.visitor, { viewport: desktop })
  await page.goto(`${site}/email-management/new`)
  await hydrated(page)
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Name' }).fill('Walk')
  await page.keyboard.press('Enter')
  await page.waitForURL(/email-management\/[0-9a-f]{8}-/)
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Subject', exact: true }).fill('Hello {{first_name|you}}')
  await expect.poll(async () => (await storedOf(page.url()))?.subject).toBe('Hello {{first_name|you}}')
  await page
    .getByTestId('preview-subject')
    .getByText(/^Hello (?!\{)/)
    .waitFor()
  // Adds blocks and moves one, by keys alone: the focus goes along.
  await page.getByRole('button', { name: 'Text', exact: true }).press('Enter')
  const words = page.getByRole('textbox', { name: 'Text', exact: true })
  await words.and(page.locator('[contenteditable]')).waitFor()
  await words.focus()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Bold words')
  await expect.poll(async () => JSON.stringify((await storedOf(page.url()))?.blocks)).toContain('"bold"')
  await page.getByRole('button', { name: 'Button', exact: true }).press('Enter')
  await page.getByRole('textbox', { name: 'Label' }).fill('See all')
  await page.getByRole('textbox', { name: /^Leads to/ }).fill('/events')
  await page.getByRole('button', { name: /^Move up: Button/ }).press('Enter')
  await expect
    .poll(async () => (await storedOf(page.url()))?.blocks.map(({ kind }) => kind))
    .toEqual(['button', 'text'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^up-/)
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Check links' }).press('Enter')
  await page.getByText('All links work').waitFor()
  await page.getByRole('button', { name: 'Send me a test' }).press('Enter')
  await page.getByText(/^Test sent to/).waitFor()
  await page.getByRole('button', { name: 'Submit for review' }).press('Enter')
  await page.waitForURL(/done=submitted/)
  expect((await storedOf(page.url()))?.state).toBe('in_review')
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

test('two editors: the second is told, and what they typed stays until they decide', async () => {
  const person = await author()
  const page = await openPageOf(browser, person.visitor, { viewport: phone })
  await page.goto(`${site}/email-management/new`)
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Conflict')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.waitForURL(/email-management\/[0-9a-f]{8}-/)
  await hydrated(page)
  const id = /email-management\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  await sql`update private.campaigns set subject = 'Theirs', version = version + 1 where id = ${id}`
  const subject = page.getByRole('textbox', { name: 'Subject', exact: true })
  await subject.fill('Mine')
  await page.getByText('Someone else saved this campaign in the meantime').waitFor()
  expect([await subject.inputValue(), (await storedOf(page.url()))?.subject]).toEqual(['Mine', 'Theirs'])
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await storedOf(page.url()))?.subject).toBe('Mine')
  expect(page.consoleErrors.filter((line) => !line.includes('409'))).toEqual([])
  await page.context().close()
})

test('without JavaScript: blocks are added, written with marks, moved and removed', async () => {
  const person = await author()
  const page = await openPageOf(browser, person.visitor, { viewport: phone, javaScriptEnabled: false })
  await page.goto(`${site}/email-management/new`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Plain')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.waitForURL(/email-management\/[0-9a-f]{8}-/)
  await page.getByRole('textbox', { name: 'Subject', exact: true }).fill('Plain news')
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await page.getByRole('textbox', { name: /^Text/ }).fill('A **bold** word and [a page](/events).')
  await page.getByRole('button', { name: 'Headline', exact: true }).click()
  await page.getByRole('textbox', { name: 'Headline' }).fill('<b>Head</b>')
  await page.getByRole('button', { name: /^Move up: Headline/ }).click()
  const stored = await storedOf(page.url())
  expect(stored).toMatchObject({
    subject: 'Plain news',
    blocks: [{ kind: 'hero', title: '<b>Head</b>' }, { kind: 'text' }],
  })
  expect(JSON.stringify(stored?.blocks)).toContain('"href":"/events"')
  const frame = await page.locator('iframe[title^="Email on a phone"]').getAttribute('srcdoc')
  expect(frame).toContain('&lt;b&gt;Head&lt;/b&gt;')
  await page.getByRole('button', { name: /^Remove: Headline/ }).click()
  expect((await storedOf(page.url()))?.blocks).toHaveLength(1)
  await page.context().close()
})

test.each([
  'light',
  'dark',
] as const)('a campaign’s mail fits a phone and a desk, %s', async (colorScheme) => {
  const page = await openPage(browser, { viewport: phone, colorScheme })
  for (const width of [390, 640]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${site}/styleguide/mail/campaign_test`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  expect(await findFaults(page, { rules: 'colors' })).toEqual([])
  await page.context().close()
})
