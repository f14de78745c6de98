import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, newAccountDetails, registered } from './api-visitor.ts'
import { hydrated, openBrowser, sizes } from './browser.ts'
import { expectFlawless, mailTo } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { logIn } from './sign-in.ts'
import { openPageOf } from './signed-in.ts'

/** Tests invitations to the staff, from the admin's form to the accepted grant and its end. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let browser: Browser
let ada: Person
let testEvent: TestEvent
beforeAll(async () => {
  browser = await openBrowser()
  ada = await meet(site, service, 'Ada')
  testEvent = await createEvent(sql)
})
afterAll(async () => {
  await browser.close()
  await users.close()
})

/** Returns the path of the link in the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  const { text } = await mailTo(stack.mailboxUrl, email)
  return /\/auth\/invitation\?token=[\w-]{43}/.exec(text)?.[0] ?? ''
}

test.each(
  sizes,
)('$name: an admin invites, the person registers and accepts, the admin ends the door grants', async ({
  viewport,
}) => {
  const guest = newAccountDetails('Dee')
  const admin = await openPageOf(browser, ada.visitor, { viewport })
  // The event is found by its title, also far from now, and chosen by the address of the page.
  const title = `Carnival ${crypto.randomUUID().slice(0, 8)}`
  await sql`update public.events set title = ${title} where id = ${testEvent.eventId}`
  const found = await ada.visitor.get(`/user-management/invitations?q=${encodeURIComponent(title)}`)
  expect(found.text).toMatch(new RegExp(`<option value="${testEvent.eventId}" selected`))
  // The editor of the event leads to its grants, and to this form.
  await admin.goto(`${site}/admin/events/${testEvent.eventId}/door`)
  expect(await admin.locator(`a[href="/user-management/grants?event=${testEvent.eventId}"]`).count()).toBe(1)
  await admin.locator(`a[href="/user-management/invitations?event=${testEvent.eventId}"]`).click()
  await admin.waitForURL('**/user-management/invitations?**')
  await hydrated(admin)
  const form = admin.locator('#invite-form')
  await form.locator('[name=email]').fill(guest.email)
  await form.locator('[name=as]').selectOption('scan')
  expect(await form.locator('[name=event]').inputValue()).toBe(testEvent.eventId)
  await form.locator('button[type=submit]').click()
  await admin.getByRole('status').filter({ hasText: guest.email }).waitFor()
  await admin.getByRole('cell', { name: guest.email }).or(admin.getByText(guest.email)).first().waitFor()
  await expectFlawless(admin)

  const link = await linkTo(guest.email)
  const visitor = new ApiVisitor(site)
  const shown = await visitor.get(link)
  expect([shown.status, shown.text.includes(encodeURIComponent(link).slice(0, 20))]).toEqual([200, true])
  expect((await visitor.post('/api/auth/register', guest)).status).toBe(200)
  const page = await openPageOf(browser, visitor, { viewport })
  await page.goto(site + link)
  await hydrated(page)
  await expectFlawless(page)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/done=1/)
  await expectFlawless(page)
  expect((await visitor.get(`/ticket-scanner?event=${testEvent.eventId}`)).status).toBe(200)
  // The link was used.
  await page.goto(site + link)
  expect(await page.locator('main form').count()).toBe(0)
  await page.context().close()

  // All door grants can be ended from the list as well, and it filters by what can be given.
  const all = (await ada.visitor.get('/user-management/grants')).text
  expect(all).toContain('href="/user-management/grants/end?event=all"')
  expect(
    [...all.matchAll(/<option value="(scan|door_manager|promoter|stream_operator)"/g)].map(([, as]) => as),
  ).toEqual(['scan', 'door_manager'])
  await admin.goto(`${site}/user-management/grants?event=${testEvent.eventId}`)
  await hydrated(admin)
  await expectFlawless(admin)
  await admin.locator(`a[href*="/grants/end?event="]`).click()
  await admin.getByTestId('preview').waitFor()
  await expectFlawless(admin)
  await admin.locator('#end-grants button[type=submit]').click()
  await admin.waitForURL(/\/user-management\/grants$/)
  expect((await visitor.get(`/ticket-scanner?event=${testEvent.eventId}`)).status).toBe(403)
  await admin.context().close()
})

test.each(
  sizes,
)('$name: who is signed in with another account learns which one it is for, and gets there', async ({
  viewport,
}) => {
  const invited = await registered(site, 'Dee')
  const fields = {
    intent: 'invite',
    email: invited.details.email,
    as: 'scan',
    event: testEvent.eventId,
    days: '',
  }
  expect((await ada.visitor.postForm('/user-management/invitations', fields)).status).toBe(303)
  const link = await linkTo(invited.details.email)
  const other = await registered(site)
  const page = await openPageOf(browser, other.visitor, { viewport })
  await page.goto(site + link)
  await hydrated(page)
  const main = page.locator('main')
  expect(await main.innerText()).toContain(invited.details.email)
  expect(await main.innerText()).toContain(`@${other.details.username}`)
  expect(await main.getByRole('button', { name: 'Accept' }).count()).toBe(0)
  await expectFlawless(page)
  // Sending the form all the same is refused with a sentence.
  const token = new URL(link, site).searchParams.get('token') ?? ''
  const refused = await other.visitor.postForm('/auth/invitation', { token })
  expect([refused.status, refused.text.includes('This invitation was sent to another email.')]).toEqual([
    403,
    true,
  ])
  await main.locator('form button[type=submit]').click()
  await main.getByRole('link', { name: 'Register' }).waitFor()
  await hydrated(page)
  expect((await other.visitor.get('/settings')).status).toBe(302)
  await expectFlawless(page)
  await main.getByRole('link', { name: 'Login' }).click()
  await logIn(page, invited.details.username, invited.details.password)
  await main.getByRole('button', { name: 'Accept' }).click()
  await page.waitForURL(/done=1/)
  await expectFlawless(page)
  await page.context().close()
})

test('without JavaScript: an invitation is sent again and taken back, and another account is refused', async () => {
  const { visitor } = ada
  const email = newAccountDetails('Dee').email
  const send = (fields: Record<string, string>) => visitor.postForm('/user-management/invitations', fields)
  // Every event is a choice of its own: nothing is chosen at first, and nothing chosen is refused.
  const asked = (await visitor.get('/user-management/invitations')).text
  expect(asked).toMatch(/<option value="" selected="">Choose<\/option>/)
  const grant = { intent: 'invite', email, as: 'door_manager', days: '30' }
  const unchosen = await send({ ...grant, event: '' })
  expect([unchosen.status, unchosen.text.includes('Choose an event, or every event')]).toEqual([422, true])
  expect((await send({ ...grant, event: 'all' })).status).toBe(303)
  const [row] = await sql<{ id: string }[]>`select id from private.staff_invitations where email = ${email}`
  const invitation = row?.id ?? ''
  const link = await linkTo(email)
  const stranger = await registered(site)
  const token = new URL(link, site).searchParams.get('token') ?? ''
  expect((await stranger.visitor.postForm('/auth/invitation', { token })).status).toBe(403)
  expect((await send({ intent: 'resend', invitation })).status).toBe(303)
  expect((await send({ intent: 'revoke', invitation })).status).toBe(303)
  expect((await send({ intent: 'revoke', invitation })).status).toBe(410)
  expect((await stranger.visitor.postForm('/auth/invitation', { token })).status).toBe(410)
  const moderator = { intent: 'invite', email, as: 'moderator', event: '', days: '' }
  const unproven = await send(moderator)
  expect(unproven.status).toBe(403)
  expect((await send({ ...moderator, currentPassword: 'Wrong-4-drums' })).status).toBe(403)
  expect((await send({ ...moderator, currentPassword: ada.details.password })).status).toBe(303)
})
