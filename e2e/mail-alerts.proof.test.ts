import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent, type TestEventOptions } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { hydrated, openBrowser, openPage } from './browser.ts'
import { eventAddress, expectFlawless, expectFlawlessAtBothSizes, freshEmail, mailTo } from './buyer-steps.ts'
import { signInWindow } from './sign-in.ts'
import { openPageOf } from './signed-in.ts'

/** Tests what people do before a sale: they ask to be told, follow artists, and watch the time. */

const { url: site } = inject('site')
const { mailboxUrl } = inject('stack')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

/** An event whose sale begins later, in hours. */
const soon = (saleStartsIn = 30, options: TestEventOptions = {}) =>
  createEvent(sql, { doorsIn: 96, types: [{ name: 'Entry', saleStartsIn }], ...options })
const titleOf = async ({ eventId }: TestEvent) =>
  (await sql<{ title: string }[]>`select title from public.events where id = ${eventId}`)[0]?.title ?? ''
const openSale = ({ eventId }: TestEvent) =>
  sql`update public.ticket_types set sale_starts_at = now() - interval '1 second' where event_id = ${eventId}`
const linkIn = (text: string) => /https?:\S+\/alerts\?token=[\w-]{43}/.exec(text)?.[0] ?? ''
const statusOf = async (event: TestEvent, email: string) =>
  (
    await sql`select status from private.event_alerts where event_id = ${event.eventId} and email = ${email}`
  )[0]?.status
const digits = (page: Page) => page.locator('[data-countdown]')
/** Seconds that the page counts down from. */
async function secondsLeft(page: Page): Promise<number> {
  const cells = await digits(page).locator('> span').allTextContents()
  const units: Record<string, number> = { day: 86_400, days: 86_400, hr: 3600, min: 60, sec: 1 }
  return cells.reduce((sum, cell) => {
    const [, count, unit = ''] = /^(\d+)(\w+)$/.exec(cell) ?? []
    return sum + Number(count) * (units[unit] ?? Number.NaN)
  }, 0)
}

test('without JavaScript and an account: the form, the link in the mail, the mail about the sale, and the way out', async () => {
  const event = await soon()
  const title = await titleOf(event)
  const email = freshEmail('alert')
  const page = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(eventAddress(site, event.eventId))
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Notify me' }).click()
  await page
    .getByRole('status')
    .filter({ has: page.locator('strong') })
    .waitFor()
  const asked = await mailTo(mailboxUrl, email, `Confirm your alert for ${title}`)
  // Opening the link starts nothing: programs that check mail open links.
  await page.goto(linkIn(asked.text))
  expect(await statusOf(event, email)).toBe('requested')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: "We'll tell you" }).waitFor()
  expect(await statusOf(event, email)).toBe('active')

  await openSale(event)
  const told = await mailTo(mailboxUrl, email, `On sale now: ${title}`)
  expect(told.text).toContain(`/events/${event.eventId}/`)
  const end = linkIn(told.text)
  // The button of a mail program posts by itself.
  const response = await fetch(end, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([response.status, response.headers.get('location')]).toEqual([200, null])
  expect(await statusOf(event, email)).toBe('ended')
  await page.context().close()
})

test('what is typed is answered alike, refused when it is no address, and limited in number', async () => {
  const event = await soon()
  const [known, fresh] = [freshEmail('known'), freshEmail('fresh')]
  const path = `/api/events/${event.eventId}/interest`
  const ask = (email: string, more: Record<string, string> = {}) =>
    new ApiVisitor(site).postForm(path, { intent: 'alert', email, ...more })
  const seen = async (email: string, more?: Record<string, string>) => {
    const { status, headers, text } = await ask(email, more)
    return [status, headers.get('location')?.replace(/^.*\?/, '?'), text]
  }
  const sent = [303, '?alert=sent#alert', '']
  expect(await seen(known)).toEqual(sent)
  await sql`update private.event_alerts set status = 'active', confirmed_at = now() where event_id = ${event.eventId}`
  expect([await seen(known), await seen(fresh)]).toEqual([sent, sent])
  const bot = freshEmail('bot')
  expect([await seen(bot, { website: 'https://spam.example' }), await statusOf(event, bot)]).toEqual([
    sent,
    undefined,
  ])
  expect(await seen('nobody')).toEqual([303, '?alert=invalid#alert', ''])
  const statuses: unknown[] = []
  for (let n = 0; n < 6; n++) statuses.push((await seen(fresh))[1])
  expect(statuses.slice(0, 4)).toEqual(Array(4).fill('?alert=sent#alert'))
  expect(statuses.at(-1)).toMatch(/#tickets$/)
  const draft = await soon(5, { status: 'draft' })
  const hidden = await new ApiVisitor(site).postForm(`/api/events/${draft.eventId}/interest`, {
    intent: 'alert',
    email: fresh,
  })
  const none = await new ApiVisitor(site).postForm(`/api/events/${randomUUID()}/interest`, {
    intent: 'alert',
    email: fresh,
  })
  expect([hidden.status, none.status]).toEqual([404, 404])
})

describe('on a phone', () => {
  test('a member asks with one button, confirms the address once, and can turn it off', async () => {
    const event = await soon()
    const { visitor, id } = await registered(site)
    const page = await openPageOf(browser, visitor)
    await page.goto(eventAddress(site, event.eventId))
    await hydrated(page)
    await digits(page).waitFor()
    await expectFlawless(page)
    expect(await page.getByLabel('Your email').count()).toBe(0)
    await page.getByRole('button', { name: 'Notify me' }).click()
    await page.getByRole('button', { name: 'Send the link again' }).waitFor()
    const [account] = await sql<{ email: string }[]>`select private.own_email(${id}) as email`
    const { text } = await mailTo(mailboxUrl, account?.email ?? '', 'Confirm your email')
    await page.goto(linkIn(text))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
    await page.goto(eventAddress(site, event.eventId))
    await page.getByRole('button', { name: 'Turn off alert' }).click()
    await page.getByRole('button', { name: 'Notify me' }).waitFor()
    await page.context().close()
  })

  test('a member follows an artist from the lineup and stops in the settings; a visitor is asked to sign in', async () => {
    const name = `DJ ${randomUUID().slice(0, 8)}`
    await sql`insert into public.artists ${sql({ slug: randomUUID(), name })}`
    const event = await createEvent(sql, { doorsIn: 96 })
    await sql`update public.events set line_up = ${sql.json([{ name }])} where id = ${event.eventId}`
    const stranger = await openPage(browser)
    await stranger.goto(eventAddress(site, event.eventId))
    await hydrated(stranger)
    await stranger.getByRole('button', { name: 'Add one Entry ticket' }).click()
    await stranger.getByRole('button', { name: `Follow ${name}` }).click()
    // Over the page, where what was chosen stays.
    await signInWindow(stranger).waitFor()
    expect(new URL(stranger.url()).pathname).toContain(event.eventId)
    expect(await stranger.locator('#tickets input[type="number"]').inputValue()).toBe('1')
    await stranger.context().close()
    const [artist] = await sql<{ id: string }[]>`select id from public.artists where name = ${name}`
    const plain = await new ApiVisitor(site).postForm(`/api/events/${event.eventId}/interest`, {
      intent: 'follow',
      follow: artist?.id ?? '',
    })
    expect(plain.headers.get('location')).toMatch(/^\/events\/[^?]+\?auth=login&redirect=%2Fevents/)

    const { visitor, id } = await registered(site)
    await sql`update public.profiles set email_verified_at = now() where id = ${id}`
    const page = await openPageOf(browser, visitor)
    await page.goto(eventAddress(site, event.eventId))
    await page.getByRole('button', { name: `Follow ${name}` }).click()
    await page.getByRole('button', { name: `Following ${name}` }).waitFor()
    await page.goto(`${site}/settings`)
    await page.getByRole('button', { name: `Unfollow ${name}` }).waitFor()
    await expectFlawlessAtBothSizes(page)
    await page.getByRole('button', { name: `Unfollow ${name}` }).click()
    await page.getByRole('button', { name: `Unfollow ${name}` }).waitFor({ state: 'detached' })
    expect(await page.locator('main').innerText()).not.toContain(name)
    expect(await sql`select 1 from public.follows where user_id = ${id}`).toHaveLength(0)
    await page.context().close()
  })
})

describe('the countdown', () => {
  test('goes by the server, whatever the clock of the device shows, and stays right when the device slept', async () => {
    const event = await soon(30)
    const page = await openPage(browser)
    await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
    await page.goto(eventAddress(site, event.eventId))
    await digits(page).waitFor()
    const isRight = async () => Math.abs((await secondsLeft(page)) - 30 * 3600) < 120
    expect(await isRight()).toBe(true)
    // Two hours pass for the device, in one step, as after a sleep; hardly any for the server.
    await page.clock.fastForward('02:00:00')
    await expect.poll(isRight).toBe(true)
    await page.context().close()
  })

  test('tells the time, not the seconds, to those who listen; members see their own', async () => {
    const event = await soon(30)
    await sql`update public.ticket_types set members_sale_starts_at = sale_starts_at - interval '24 hours' where event_id = ${event.eventId}`
    const { visitor } = await registered(site)
    const [open, own] = [await openPage(browser), await openPageOf(browser, visitor)]
    for (const [page, hours, first] of [
      [open, 30, /^Everyone from /],
      [own, 6, /^Members from /],
    ] as const) {
      await page.goto(eventAddress(site, event.eventId))
      await digits(page).waitFor()
      expect(await digits(page).getAttribute('aria-hidden')).toBe('true')
      expect(Math.abs((await secondsLeft(page)) - hours * 3600)).toBeLessThan(120)
      expect(await page.locator('#alert time').count()).toBe(2)
      expect(await page.locator('#alert p').first().textContent()).toMatch(first)
      expect(await page.locator('#alert').getByRole('status').textContent()).toBe('')
      await expectFlawless(page)
      await page.context().close()
    }
  })

  test('at its end the tickets appear by themselves', async () => {
    const event = await soon(10 / 3600)
    const page = await openPage(browser)
    await page.goto(eventAddress(site, event.eventId))
    await page.getByRole('button', { name: 'Add one Entry' }).waitFor()
    expect(await page.locator('#alert').count()).toBe(0)
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  })
})
