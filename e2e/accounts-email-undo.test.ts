import { createClient } from '@supabase/supabase-js'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ApiVisitor, newAccountDetails, registered } from './api-visitor.ts'
import { openBrowser, openPage } from './browser.ts'
import { mailTo } from './buyer-steps.ts'
import { names } from './names.ts'

/** Tests that the owner of the former mailbox takes back an account whose address somebody else changed. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const emailOf = async (id: string) => (await service.auth.admin.getUserById(id)).data.user?.email
const login = async (username: string, password: string) =>
  (await new ApiVisitor(site).post('/api/auth/login', { username, password })).status

/** Creates an account whose address was changed, and reads the link that was mailed to the former one. */
async function changed() {
  const person = await registered(site)
  const { visitor, details } = person
  const { email } = newAccountDetails('thief')
  await visitor.postForm('/settings', { intent: 'email', email, currentPassword: details.password })
  const confirm = await mailTo(stack.mailboxUrl, email, 'Confirm your new email')
  const token = /confirm=([\w-]{43})/.exec(confirm.text)?.[1] ?? ''
  await visitor.postForm('/settings', { intent: 'confirm-email', token })
  expect(await emailOf(person.id)).toBe(email)
  const notice = await mailTo(stack.mailboxUrl, details.email, 'Your email was changed')
  const link = /https?:\/\/\S+\/auth\/undo-email\?token=[\w-]{43}/.exec(notice.text)?.[0] ?? ''
  return { ...person, changedTo: email, link, token: new URL(link).searchParams.get('token') ?? '' }
}

test.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s: the address comes back, everybody is out, a new password is chosen', async (_, javaScriptEnabled) => {
  const { visitor, details, id, changedTo, link } = await changed()
  // The attacker claims the address with another account; a claim must not keep its owner from it.
  const claim = { ...newAccountDetails('claim'), email: details.email }
  expect((await new ApiVisitor(site).post('/api/auth/register', claim)).status).toBe(200)

  const page = await openPage(browser, { javaScriptEnabled })
  await page.goto(link)
  await page.getByRole('heading', { name: `Use ${details.email} again?` }).waitFor()
  expect(await emailOf(id)).toBe(changedTo)
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await page.getByRole('heading', { name: names.newPasswordHeading }).waitFor()
  expect(await emailOf(id)).toBe(details.email)
  expect((await visitor.get('/api/me')).status).toBe(401)
  expect(await login(details.username, details.password)).toBe(401)
  await page.getByLabel(names.newPassword, { exact: true }).fill('Soca-2-the-world')
  await page.getByLabel(names.confirmPassword, { exact: true }).fill('Soca-2-the-world')
  await page.getByRole('button', { name: names.setNewPassword }).click()
  await page.waitForURL(/\/password-reset\?done/)
  expect(await login(details.username, 'Soca-2-the-world')).toBe(200)
  expect(await login(claim.username, claim.password)).toBe(200)

  await page.goto(link)
  await page.getByText(names.linkEnded).waitFor()
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

test('a link that is wrong, used, or asks for what another account has proven changes nothing', async () => {
  const { details, id, changedTo, token } = await changed()
  const visitor = new ApiVisitor(site)
  const undo = (sent: string) => visitor.postForm('/auth/undo-email', { token: sent })
  expect((await undo('x'.repeat(43))).status).toBe(410)
  expect((await undo('nonsense')).status).toBe(410)
  const owner = await registered(site)
  await service.auth.admin.updateUserById(owner.id, { email: details.email, email_confirm: true })
  await service.from('profiles').update({ email_verified_at: new Date().toISOString() }).eq('id', owner.id)
  const refused = await undo(token)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Another account uses this email now.')
  expect(await emailOf(id)).toBe(changedTo)
  expect((await visitor.get(`/auth/undo-email?token=${token}`)).headers.get('referrer-policy')).toBe(
    'same-origin',
  )
})
