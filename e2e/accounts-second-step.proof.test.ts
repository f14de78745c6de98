import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { subjectKey } from '#server/rate-limit.server.ts'
import { totpCode, totpStep } from '../supabase/embedded/totp.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { freePorts } from '../tools/settings.ts'
import { startAlteredSite } from './altered-site.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { desktop, hydrated, openBrowser, openPage, phone, type TestPage } from './browser.ts'
import { expectFlawless, mailTo } from './buyer-steps.ts'
import { meet } from './people.ts'
import { addDevice, addPasskey, logIn, openSignIn } from './sign-in.ts'
import { openPageOf } from './signed-in.ts'
import { startTestSite } from './test-site.ts'

/** Tests the second step of signing in: setting it up, signing in with it, recovery codes, and admins who lack it. */

const { url: site, env } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await users.close()
})

/**
 * An authenticator app: each code is of a later period than the one before, so that none repeats.
 * @param behind periods by which its clock is behind: with 1 three codes in a row count, with 0 each counts for longer
 */
function appWith(secret: string, behind: 0 | 1) {
  let last = 0
  return () => {
    last = Math.max(last + 1, totpStep(Date.now()) - behind)
    return totpCode(secret, last)
  }
}

const wrongCode = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')

/** Sets the second step up on the page of the settings, and returns the app with the recovery codes. */
async function setUp(page: Page, password: string) {
  await page.goto(`${site}/settings/second-step`)
  await page.locator('#begin-password').fill(password)
  await page.locator('form:has(#begin-password) button[type=submit]').click()
  const key = await page.locator('main form code').innerText()
  const secret = key.replaceAll(' ', '')
  return { next: appWith(secret, 0), secret }
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.locator('main input[name=code]').fill(code)
  await page.locator('main form:has(input[name=code]) button[type=submit]').click()
}

describe.each([
  ['on a phone, with JavaScript', phone, true],
  ['on a desktop, with JavaScript', desktop, true],
  ['on a desktop, without JavaScript', desktop, false],
] as const)('%s', (_, viewport, javaScriptEnabled) => {
  // Examining a page takes its JavaScript.
  const examine = (page: TestPage) => (javaScriptEnabled ? expectFlawless(page) : Promise.resolve())

  test('a member sets it up, signs in with a code, and with a recovery code', async () => {
    const { visitor, details } = await registered(site)
    const page = await openPageOf(browser, visitor, { viewport, javaScriptEnabled })
    const { next, secret } = await setUp(page, details.password)
    await examine(page)
    await enterCode(page, wrongCode(totpCode(secret, totpStep(Date.now()))))
    await page.locator('#code[aria-invalid=true]').waitFor()
    expect(page.consoleErrors.splice(0).length).toBeLessThanOrEqual(1)
    const first = next()
    await enterCode(page, first)
    await page.getByTestId('recovery-codes').waitFor()
    await examine(page)
    const codes = await page.getByTestId('recovery-codes').locator('code').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    await page.goto(`${site}/settings/second-step`)
    await examine(page)
    expect((await mailTo(stack.mailboxUrl, details.email)).text).toContain('Two-step verification')
    await page.context().close()
    // The sessions that did not pass it have ended.
    expect((await visitor.get('/settings')).status).toBe(302)

    // Signs in with a code.
    const other = await openPage(browser, { viewport, javaScriptEnabled })
    if (javaScriptEnabled) {
      await other.goto(`${site}/events`)
      await hydrated(other)
      await openSignIn(other, { tab: 'login', redirect: '/settings' })
    } else {
      await other.goto(`${site}/?auth=login&redirect=%2Fsettings`)
    }
    await logIn(other, details.username, details.password)
    await other.waitForURL(/\/auth\/second-step/)
    expect(other.consoleErrors.splice(0).length).toBeLessThanOrEqual(1)
    await examine(other)
    await other.goto(`${site}/settings`)
    expect(other.url()).not.toBe(`${site}/settings`)
    await other.goto(`${site}/auth/second-step?redirect=%2Fsettings`)
    await enterCode(other, first)
    await other.locator('#code[aria-invalid=true]').waitFor()
    await enterCode(other, next())
    await other.waitForURL(`${site}/settings`)
    await other.context().close()

    // Signs in with a recovery code, once.
    const recover = async () => {
      const lost = new ApiVisitor(site)
      const begun = await lost.post('/api/auth/login', {
        username: details.username,
        password: details.password,
      })
      expect([begun.status, begun.body.message]).toEqual([401, 'This account needs a second step.'])
      expect([...lost.cookies.keys()]).toEqual(['jouvay-second-step'])
      const sent = await lost.postForm('/auth/second-step', {
        code: codes[3] ?? '',
        redirect: '/settings/second-step',
      })
      return { lost, status: sent.status }
    }
    const { lost, status } = await recover()
    expect([status, (await lost.get('/settings')).status]).toEqual([303, 200])
    expect((await recover()).status).toBe(403)

    // Turns it off with the password.
    const end = { intent: 'end', currentPassword: details.password }
    expect(
      (await lost.postForm('/settings/second-step', { ...end, currentPassword: 'Wrong-4-drums' })).status,
    ).toBe(403)
    expect((await lost.postForm('/settings/second-step', end)).status).toBe(303)
    const again = new ApiVisitor(site)
    expect(
      (await again.post('/api/auth/login', { username: details.username, password: details.password }))
        .status,
    ).toBe(200)
  })
})

/** Sets up the second step by plain forms; the browser's session is then the one that passed it. */
async function withApp(visitor: ApiVisitor, password: string) {
  const begun = await visitor.postForm('/settings/second-step', {
    intent: 'begin',
    currentPassword: password,
  })
  const uri = /value="(otpauth:[^"]+)"/.exec(begun.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const factorId = /name="factorId" value="([^"]+)"/.exec(begun.text)?.[1] ?? ''
  const next = appWith(new URL(uri).searchParams.get('secret') ?? '', 1)
  const finish = () =>
    visitor.postForm('/settings/second-step', { intent: 'finish', factorId, uri, code: next() })
  let done = await finish()
  // The period of the code may have ended on the way.
  if (done.status !== 200) done = await finish()
  expect([done.status, done.text.includes('recovery-codes')]).toEqual([200, true])
  return next
}

test('wrong codes are limited for the account, from all networks together', async () => {
  const { visitor, details } = await registered(site)
  const next = await withApp(visitor, details.password)
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries++) {
    const guesser = new ApiVisitor(site)
    await guesser.post('/api/auth/login', { username: details.username, password: details.password })
    statuses.push((await guesser.postForm('/auth/second-step', { code: `AAAA-${tries}` })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(403), 429])
  const owner = new ApiVisitor(site)
  await owner.post('/api/auth/login', { username: details.username, password: details.password })
  expect((await owner.postForm('/auth/second-step', { code: next() })).status).toBe(429)
  // Without a sign-in that waits there is nothing to guess.
  expect((await new ApiVisitor(site).postForm('/auth/second-step', { code: '123456' })).status).toBe(401)
})

test('a guest keeps what they hold, and a changed password asks for the code again', async () => {
  const { visitor, details } = await registered(site)
  const next = await withApp(visitor, details.password)
  const guest = new ApiVisitor(site)
  await guest.post('/api/auth/guest')
  const login = { username: details.username, password: details.password }
  expect((await guest.post('/api/auth/login', login)).status).toBe(401)
  // Still the guest: nothing changed hands before the second step.
  expect((await guest.get('/api/me')).text).toContain('"isGuest":true')
  expect((await guest.postForm('/auth/second-step', { code: next() })).status).toBe(303)
  expect((await guest.get('/api/me')).text).toContain(details.username)
  const password = 'Another-5-drums'
  const changed = await guest.postForm('/settings', {
    intent: 'password',
    currentPassword: details.password,
    password,
    confirmPassword: password,
  })
  expect([changed.status, changed.headers.get('location')]).toEqual([
    303,
    '/auth/second-step?redirect=%2Fsettings%3Fdone%3Dpassword',
  ])
  expect((await guest.get('/settings')).status).toBe(302)
  expect((await guest.postForm('/auth/second-step', { code: next() })).status).toBe(303)
  expect((await guest.get('/settings')).status).toBe(200)
})

test('an admin sees the days left, and after them is led to set it up, and back', async () => {
  const ada = await meet(site, service, 'Ada')
  expect((await ada.visitor.get('/admin/settings')).text).toContain('7 days left')
  await sql`update private.user_roles set changed_at = now() - interval '8 days' where user_id = ${ada.id}`
  const closed = await ada.visitor.get('/admin/settings')
  expect([closed.status, closed.headers.get('location')]).toEqual([
    302,
    '/settings/second-step?redirect=%2Fadmin%2Fsettings',
  ])
  const page = await openPageOf(browser, ada.visitor, { viewport: phone })
  await page.goto(`${site}/admin/settings`)
  await page.waitForURL(/\/settings\/second-step/)
  await expectFlawless(page)
  await page.context().close()
  await withApp(ada.visitor, ada.details.password)
  // The password alone does not give the rights back: the link in her mailbox does.
  expect((await ada.visitor.get('/admin/settings')).status).toBe(302)
  const waits = await openPageOf(browser, ada.visitor, { viewport: phone })
  await waits.goto(`${site}/settings/second-step`)
  await waits.getByText('Now open the link we sent to your email.').waitFor()
  await expectFlawless(waits)
  await waits.getByRole('button', { name: 'Send the link again' }).click()
  await waits.getByText('We sent the link again.').waitFor()
  await expect
    .poll(
      () =>
        sql`select 1 from private.mail_outbox where kind = 'factor_confirm' and subject_id = ${ada.id} and status = 'sent'`,
    )
    .toHaveLength(2)
  const { text } = await mailTo(stack.mailboxUrl, ada.details.email, 'Did you turn on two-step verification?')
  const link = /https?:\S+\/auth\/confirm-factor\?token=[\w-]{43}/.exec(text)?.[0] ?? ''
  const stranger = await new ApiVisitor(site).get(link.slice(site.length))
  expect([stranger.text.includes('in this browser'), stranger.text.includes('Remove it')]).toEqual([
    true,
    true,
  ])
  await waits.goto(link)
  await expectFlawless(waits)
  await waits.getByRole('button', { name: 'Confirm' }).click()
  await waits.waitForURL(`${site}/admin`)
  await waits.context().close()
  const open = await ada.visitor.get('/admin/settings')
  expect([open.status, open.text.includes('days left')]).toEqual([200, false])

  // She removes that of a member who lost everything.
  const mia = await meet(site, service, 'Mia')
  await withApp(mia.visitor, mia.details.password)
  const address = `/user-management/${mia.id}/second-step`
  expect((await ada.visitor.get(address)).status).toBe(200)
  const remove = (reason: string) =>
    ada.visitor.postForm(address, {
      intent: 'second-step',
      reason,
      currentPassword: ada.details.password,
    })
  expect((await remove('')).status).toBe(422)
  expect((await remove('Lost her phone')).headers.get('location')).toBe(
    `/user-management/${mia.id}?done=second-step`,
  )
  expect((await mia.visitor.get('/settings')).status).toBe(302)
  const login = { username: mia.details.username, password: mia.details.password }
  expect((await new ApiVisitor(site).post('/api/auth/login', login)).status).toBe(200)
  expect(
    (await mailTo(stack.mailboxUrl, mia.details.email, 'Our staff turned off your two-step verification'))
      .text,
  ).toMatch(/password\s+alone/)
})

test('a sign-in from another browser is mailed, one from the same is not', async () => {
  const { visitor, details } = await registered(site)
  const login = { username: details.username, password: details.password }
  const mails = async () =>
    (await sql`select 1 from private.mail_outbox where kind = 'new_device' and recipient = ${details.email}`)
      .length
  expect((await visitor.post('/api/auth/login', login)).status).toBe(200)
  expect(await mails()).toBe(0)
  expect((await new ApiVisitor(site).post('/api/auth/login', login)).status).toBe(200)
  expect(await mails()).toBe(1)
  expect((await mailTo(stack.mailboxUrl, details.email, 'New sign-in to your account')).text).toContain(
    '/settings',
  )
})

/** Registers somebody whose second step is a passkey, and returns their open page and the recovery codes. */
async function withPasskey(viewport = desktop) {
  const { visitor, details } = await registered(site)
  const page = await openPageOf(browser, visitor, { viewport })
  await addDevice(page)
  await addPasskey(page, site, 'Laptop', details.password)
  await page.getByTestId('recovery-codes').waitFor()
  const codes = await page.getByTestId('recovery-codes').locator('code').allInnerTexts()
  return { page, details, codes }
}

/** Signs in with the password, as far as the second step. */
async function toSecondStep(
  page: TestPage,
  details: { username: string; password: string },
  { url = site, redirect = '/settings/second-step' } = {},
) {
  await page.goto(`${url}/?${new URLSearchParams({ auth: 'login', redirect })}`)
  await hydrated(page)
  await logIn(page, details.username, details.password)
  await page.waitForURL(/\/auth\/second-step/)
  await hydrated(page)
  // The password alone is answered with 401, which the browser reports when it likes.
  await expect.poll(() => page.consoleErrors.some((error) => error.includes('401'))).toBe(true)
  expect(page.consoleErrors.splice(0).filter((error) => !error.includes('401'))).toEqual([])
}

test.each([
  ['on a phone', phone],
  ['on a desktop', desktop],
] as const)('a member adds a passkey, signs in with it, and removes it, %s', async (_, viewport) => {
  const { visitor, details } = await registered(site)
  const page = await openPageOf(browser, visitor, { viewport })
  const { devtools, authenticatorId } = await addDevice(page)
  await page.goto(`${site}/settings/second-step`)
  await hydrated(page)
  await expectFlawless(page)
  await addPasskey(page, site, 'Laptop', details.password)
  await page.getByTestId('recovery-codes').waitFor()
  await expectFlawless(page)
  const codes = await page.getByTestId('recovery-codes').locator('code').allInnerTexts()
  // The sessions that did not pass it have ended.
  expect((await visitor.get('/settings')).status).toBe(302)
  await page.goto(`${site}/settings/second-step`)
  expect(await page.getByTestId('factors').innerText()).toContain('Laptop')
  await hydrated(page)
  await expectFlawless(page)

  // Signs in with it; the device of a stranger does not do.
  await page.context().clearCookies()
  await toSecondStep(page, details)
  await expectFlawless(page)
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
  await page.getByTestId('use-passkey').click()
  await page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'Nothing was sent' }).waitFor()
  await expectFlawless(page)
  for (const credential of credentials)
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
  await page.getByTestId('use-passkey').click()
  await page.waitForURL(`${site}/settings/second-step`)

  // Adds an app beside it, by which this session passes from then on, and removes the passkey.
  const { next } = await setUp(page, details.password)
  await enterCode(page, next())
  await page.waitForURL(/done=app/)
  await expect.poll(() => page.getByTestId('factors').locator('li').count()).toBe(2)
  const { text } = await mailTo(stack.mailboxUrl, details.email, 'An authenticator app was added')
  expect(text).toContain('/settings/second-step')
  await page.getByRole('link', { name: 'Remove Passkey “Laptop”' }).click()
  await page.locator('#remove-password').fill('Wrong-4-drums')
  await page.locator('form:has(#remove-password) button[type=submit]').click()
  await page.locator('#remove-password[aria-invalid=true]').waitFor()
  page.consoleErrors.splice(0)
  await expectFlawless(page)
  await page.locator('#remove-password').fill(details.password)
  await page.locator('form:has(#remove-password) button[type=submit]').click()
  await page.waitForURL(/\/settings\/second-step\?done=removed/)
  expect((await mailTo(stack.mailboxUrl, details.email, 'A passkey was removed')).text).toContain('no longer')
  await page.context().close()

  // A recovery code from before still lets them in, and turning it off ends it.
  const lost = new ApiVisitor(site)
  await lost.post('/api/auth/login', { username: details.username, password: details.password })
  expect((await lost.postForm('/auth/second-step', { code: codes[0] ?? '' })).status).toBe(303)
  expect((await lost.get('/settings/second-step')).text).not.toContain('Laptop')
})

test('wrong answers of passkeys count with the codes, and without JavaScript a recovery code lets one in', async () => {
  const { page, details, codes } = await withPasskey()
  await page.context().close()
  const guesser = new ApiVisitor(site)
  await guesser.post('/api/auth/login', { username: details.username, password: details.password })
  const { text } = await guesser.get('/auth/second-step')
  expect([text.includes('Passkeys need JavaScript'), text.includes('Recovery code')]).toEqual([true, true])
  const wrong = {
    intent: 'passkey',
    factorId: crypto.randomUUID(),
    challengeId: crypto.randomUUID(),
    credential: JSON.stringify({ id: 'x', type: 'public-key' }),
  }
  const statuses: number[] = []
  for (let tries = 0; tries < 9; tries++)
    statuses.push((await guesser.postForm('/auth/second-step', wrong)).status)
  expect(new Set(statuses)).toEqual(new Set([409]))
  expect((await guesser.postForm('/auth/second-step', { code: 'AAAA-1' })).status).toBe(403)
  expect((await guesser.postForm('/auth/second-step', wrong)).status).toBe(429)
  const [{ id = '' } = {}] = await sql<{ id: string }[]>`
    select id from public.profiles where username = ${details.username}`
  await sql`delete from private.rate_limits where key = ${`second_step:${subjectKey(id)}`}`
  expect((await guesser.postForm('/auth/second-step', { code: codes[0] ?? '' })).status).toBe(303)
  expect((await guesser.get('/settings/second-step')).status).toBe(200)
})

test('a session that passed by the passkey which it removes has ended, and takes its second step by what is left', async () => {
  const { page, details } = await withPasskey(phone)
  const { next } = await setUp(page, details.password)
  await enterCode(page, next())
  await page.waitForURL(/done=app/)
  // A thief has the cookies of the session that passes by the passkey.
  await page.context().clearCookies()
  await toSecondStep(page, details)
  await page.getByTestId('use-passkey').click()
  await page.waitForURL(`${site}/settings/second-step`)
  const thief = new ApiVisitor(site)
  for (const { name, value } of await page.context().cookies()) thief.cookies.set(name, value)
  expect((await thief.get('/settings')).status).toBe(200)
  await page.getByRole('link', { name: 'Remove Passkey “Laptop”' }).click()
  await page.locator('#remove-password').fill(details.password)
  await page.locator('form:has(#remove-password) button[type=submit]').click()
  await page.waitForURL(/\/auth\/second-step/)
  await hydrated(page)
  await expectFlawless(page)
  expect([await page.getByTestId('use-passkey').count(), (await thief.get('/settings')).status]).toEqual([
    0, 302,
  ])
  await page.goto(`${site}/settings`)
  expect(new URL(page.url()).searchParams.get('auth')).toBe('login')
  await page.goto(`${site}/auth/second-step?redirect=%2Fsettings%2Fsecond-step%3Fdone%3Dremoved`)
  await enterCode(page, next())
  await page.waitForURL(/\/settings\/second-step\?done=removed/)
  expect(await page.getByTestId('factors').innerText()).not.toContain('Laptop')
  await page.context().close()
})

test('where passkeys are off, whoever has only one gets in by a recovery code, and none is added', async () => {
  const { page, details, codes } = await withPasskey()
  await page.context().close()
  const [, port] = await freePorts()
  const place = { port, dataDir: env.DATA_DIR ?? '' }
  const started = await startTestSite(stack, place, { PASSKEYS: 'off' })
  try {
    const { url } = started.ready
    const person = new ApiVisitor(url)
    await person.post('/api/auth/login', { username: details.username, password: details.password })
    const { text } = await person.get('/auth/second-step')
    expect([text.includes('use-passkey'), text.includes('Recovery code')]).toEqual([false, true])
    expect(text).toContain('Passkeys aren&#x27;t available at the moment. Use a code instead.')
    const answer = {
      factorId: crypto.randomUUID(),
      challengeId: crypto.randomUUID(),
      credential: JSON.stringify({ id: 'x', type: 'public-key' }),
    }
    const asked = await person.postForm('/auth/second-step', { intent: 'challenge' })
    expect([asked.status, asked.text.includes('"challenge"')]).toEqual([409, false])
    expect((await person.postForm('/auth/second-step', { intent: 'passkey', ...answer })).status).toBe(409)
    expect((await person.postForm('/auth/second-step', { code: codes[0] ?? '' })).status).toBe(303)
    const settings = await person.get('/settings/second-step')
    expect([settings.text.includes('Laptop'), settings.text.includes('passkey-name')]).toEqual([true, false])
    for (const [intent, fields] of [
      ['begin-passkey', { name: 'Key', currentPassword: details.password }],
      ['finish-passkey', answer],
    ] as const)
      expect((await person.postForm('/settings/second-step', { intent, ...fields })).status).toBe(409)
    expect((await new ApiVisitor(url).get('/auth/second-step')).status).toBe(200)
  } finally {
    await started.stop()
  }
})

test('a project that has no passkeys says so in a sentence, and a code still does', async () => {
  const { page: first, details, codes } = await withPasskey()
  await first.context().close()
  const [factor] = await sql<{ id: string }[]>`
    select f.id from auth.mfa_factors f join public.profiles p on p.id = f.user_id where p.username = ${details.username}`
  const altered = await startAlteredSite(env)
  const says = (page: TestPage) =>
    page.getByText("Passkeys aren't available at the moment. Use a code instead.")
  try {
    altered.refusing.set('POST /auth/v1/factors', 'mfa_webauthn_enroll_not_enabled')
    altered.refusing.set(`POST /auth/v1/factors/${factor?.id}/challenge`, 'mfa_webauthn_verify_not_enabled')
    const mia = await registered(altered.url)
    const page = await openPageOf(browser, mia.visitor, { viewport: phone })
    await page.goto(`${altered.url}/settings/second-step`)
    await hydrated(page)
    await page.locator('#passkey-name').fill('Laptop')
    await page.locator('#passkey-password').fill(mia.details.password)
    await page.locator('form:has(#passkey-name) button[type=submit]').click()
    await says(page).waitFor()
    expect(await page.locator('#begin-password').count()).toBe(1)
    page.consoleErrors.splice(0)
    await expectFlawless(page)
    await page.context().close()

    const other = await openPage(browser, { viewport: phone })
    await toSecondStep(other, details, { url: altered.url })
    await other.getByTestId('use-passkey').click()
    await says(other).waitFor()
    other.consoleErrors.splice(0)
    await expectFlawless(other)
    await enterCode(other, codes[0] ?? '')
    await other.waitForURL(`${altered.url}/settings/second-step`)
    await other.context().close()
  } finally {
    await altered.close()
  }
})

test('a browser without passkeys says what to do instead', async () => {
  const { page: first, details, codes } = await withPasskey()
  await first.context().close()
  const page = await openPage(browser, { viewport: phone })
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await toSecondStep(page, details)
  await page.getByText("This browser can't use passkeys. Enter a recovery code instead").waitFor()
  expect(await page.getByTestId('use-passkey').count()).toBe(0)
  await expectFlawless(page)
  await enterCode(page, codes[0] ?? '')
  await page.waitForURL(`${site}/settings/second-step`)
  await page.context().close()
  const { visitor } = await registered(site)
  const other = await openPageOf(browser, visitor, { viewport: phone })
  await other.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await other.goto(`${site}/settings/second-step`)
  await other.getByText("This browser can't use passkeys. Open this page with another to add one.").waitFor()
  expect([
    await other.locator('#passkey-name').count(),
    await other.locator('#begin-password').count(),
  ]).toEqual([0, 1])
  await expectFlawless(other)
  await other.context().close()
})

test('an admin who removes the last one is told before and after, and the staff pages close', async () => {
  const ada = await meet(site, service, 'Ada')
  await withApp(ada.visitor, ada.details.password)
  await sql`
    update auth.mfa_factors set created_at = now() - interval '2 days' where user_id = ${ada.id}`
  await sql`update private.user_roles set changed_at = now() - interval '8 days' where user_id = ${ada.id}`
  expect((await ada.visitor.get('/admin/settings')).status).toBe(200)
  const [factor] = await sql<{ id: string }[]>`select id from auth.mfa_factors where user_id = ${ada.id}`
  const factorId = factor?.id ?? ''
  const warning = 'the staff pages close until you set it up again'
  expect((await ada.visitor.get(`/settings/second-step?remove=${factorId}`)).text).toContain(warning)
  const remove = { intent: 'remove', factorId, currentPassword: ada.details.password }
  const removed = await ada.visitor.postForm('/settings/second-step', remove)
  expect([removed.status, removed.headers.get('location')]).toEqual([303, '/settings/second-step?done=ended'])
  expect((await ada.visitor.get('/settings/second-step?done=ended')).text).toContain(
    'Set it up to open the staff pages again.',
  )
  expect((await ada.visitor.get('/admin/settings')).status).toBe(302)
  const mia = await registered(site)
  await withApp(mia.visitor, mia.details.password)
  expect((await mia.visitor.get('/settings/second-step')).text).not.toContain(warning)
})
