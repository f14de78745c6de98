import { createClient } from '@supabase/supabase-js'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { desktop, hydrated, openBrowser } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Walks user management as an admin, a moderator and a member: what each sees and does, and what it means for the other. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
const users = openTestUsers(stack)
let browser: Browser
let ada: Person
let mo: Person
beforeAll(async () => {
  ;[browser, ada, mo] = await Promise.all([
    openBrowser(),
    meet(site, service, 'Ada'),
    meet(site, service, 'Mo'),
  ])
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

const stateOf = async (id: string) => {
  const [row] = await users.sql<
    { sanction: string | null }[]
  >`select sanction from public.profiles where id = ${id}`
  return row?.sanction ?? null
}

test.each([
  ['on a phone', {}],
  ['on a desk', { viewport: desktop }],
])('an admin finds a buyer by the order, suspends and reinstates them, %s', async (_, options) => {
  const mia = await meet(site, service, 'Mia')
  const { order } = await buy(users.service, mia.id, await createEvent(users.sql), { Entry: 2 })
  const page = await openPageOf(browser, ada.visitor, options)
  await page.goto(`${site}/user-management?q=${order.code}`)
  await expectFlawless(page)
  await page.locator('tbody').getByRole('link', { name: mia.details.displayName }).click()
  await page.waitForURL(`**/user-management/${mia.id}`)
  await page.locator('[data-testid=person-account]').waitFor()
  for (const part of [
    'account',
    'access',
    'orders',
    'tickets',
    'notes',
    'sessions',
    'sanctions',
    'mails',
    'audit',
  ])
    expect(await page.locator(`[data-testid=person-${part}]`).count()).toBe(1)
  expect(await page.locator('[data-testid=person-orders]').textContent()).toContain(order.code)
  await expectFlawless(page)

  await page.locator('[name=text]').fill('Asked for\ntwo aisle seats')
  await page.locator('#note-form button[type=submit]').click()
  await page.locator('[data-testid=person-notes] li').waitFor()

  expect((await mia.visitor.get('/profile')).status).toBe(200)
  await page.locator('[data-testid=person-actions] a[href$="/suspend"]').click()
  await page.waitForURL('**/suspend')
  await hydrated(page)
  await expectFlawless(page)
  await page.locator('[name=term]').selectOption('7')
  await page.locator('#suspend-form button[type=submit]').click()
  await page.locator('#suspend-form [aria-invalid=true]').waitFor()
  await page.locator('[name=reason]').fill('Harassed people in the comments')
  const password = page.locator('[name=currentPassword]')
  if (await password.count()) await password.fill(ada.details.password)
  await page.locator('#suspend-form button[type=submit]').click()
  await page.waitForURL('**?done=suspend')
  await page.locator('#suspend-form').waitFor({ state: 'detached' })
  await expectFlawless(page)
  expect(await stateOf(mia.id)).toBe('suspended')
  // At once, with the same cookie.
  expect((await mia.visitor.get('/profile')).status).toBe(302)

  await page.locator('[data-testid=person-actions] a[href$="/reinstate"]').click()
  await page.waitForURL('**/reinstate')
  await page.locator('[name=reason]').fill('Apologised')
  await page.locator('#reinstate-form button[type=submit]').click()
  await page.waitForURL('**?done=reinstate')
  expect(await stateOf(mia.id)).toBeNull()
  await page.close()
})

test('an admin changes a role with the password and a reason, at once, and never their own', async () => {
  const [eve, mia] = await Promise.all([meet(site, service, 'Ada'), meet(site, service, 'Mia')])
  const change = (fields: Record<string, string>, id = mia.id) =>
    eve.visitor.postForm(`/user-management/${id}/role`, { intent: 'role', role: 'moderator', ...fields })
  const reason = 'Helps with the comments'
  const currentPassword = eve.details.password
  const roleOf = async (id: string) => {
    const [row] = await users.sql<
      { role: string }[]
    >`select role from private.user_roles where user_id = ${id}`
    return row?.role
  }
  expect((await mia.visitor.get('/user-management')).status).toBe(403)
  expect((await change({ reason })).status).toBe(403)
  expect((await change({ reason, currentPassword: 'Wrong-4-drums' })).status).toBe(403)
  expect((await change({ reason: ' ', currentPassword })).status).toBe(422)
  expect(await roleOf(mia.id)).toBe('member')
  expect((await change({ reason, currentPassword })).headers.get('location')).toBe(
    `/user-management/${mia.id}?done=role`,
  )
  // In the session that she has.
  expect((await mia.visitor.get('/user-management')).status).toBe(200)
  expect((await change({ reason, role: 'member' }, eve.id)).status).toBe(409)
  expect([await roleOf(eve.id), await roleOf(mia.id)]).toEqual(['admin', 'moderator'])
  const page = await eve.visitor.get(`/user-management/${mia.id}`)
  expect(page.text).toContain(reason)
  expect((await eve.visitor.get(`/admin/audit?kind=account&subject=${mia.id}`)).text).toContain(reason)
})

test('an admin merges two accounts after the dry run and undoes it', async () => {
  const [mia, kim] = await Promise.all([meet(site, service, 'Mia'), meet(site, service, 'Mia')])
  const { order } = await buy(users.service, mia.id, await createEvent(users.sql), { Entry: 1 })
  const page = await openPageOf(browser, ada.visitor, { viewport: desktop })
  await page.goto(`${site}/user-management/${mia.id}/merge`)
  await page.locator('#merge-search').fill(kim.details.username)
  await page.locator('#merge-search').press('Enter')
  await page.locator(`a[href$="other=${kim.id}"]`).click()
  await page.locator('[data-testid=merge-orders]').waitFor()
  expect(await page.locator('[data-testid=merge-orders]').textContent()).toContain(order.code)
  await expectFlawless(page)
  await page.locator('[name=reason]').fill('Registered twice')
  const password = page.locator('[name=currentPassword]')
  if (await password.count()) await password.fill(ada.details.password)
  await page.locator('#merge-form button[type=submit]').click()
  await page.waitForURL(`**/user-management/${kim.id}?done=merge`)
  const ownerOf = async () =>
    (
      await users.sql<
        { owner: string }[]
      >`select owner_id as owner from public.orders where code = ${order.code}`
    )[0]?.owner
  expect(await ownerOf()).toBe(kim.id)
  await expectFlawless(page)
  await page.locator('[data-testid=person-merges] a[href*="/undo-merge"]').click()
  await page.waitForURL('**/undo-merge**')
  await page.locator('[name=reason]').fill('Two different people')
  await page.locator('#undo-merge-form button[type=submit]').click()
  await page.waitForURL('**?done=undo-merge')
  expect(await ownerOf()).toBe(mia.id)
  await page.close()
})

test('the posts of a person are a list of their own, for admins and moderators', async () => {
  const mia = await meet(site, service, 'Mia')
  const posts = [
    ...Array.from({ length: 25 }, (_, n) => ({
      author_id: mia.id,
      body: `Post ${n}`,
      created_at: new Date(Date.UTC(2026, 0, 1 + n)),
      status: 'published',
    })),
    { author_id: mia.id, body: 'Hidden words', created_at: new Date(), status: 'auto_hidden' },
  ]
  await users.sql`insert into public.posts ${users.sql(posts)}`
  for (const [who, bodies] of [
    [ada, 26],
    [mo, 25],
  ] as const) {
    const page = await openPageOf(browser, who.visitor, {})
    await page.goto(`${site}/user-management/${mia.id}`)
    // The page stands below the list of people in the navigation.
    expect(await page.locator('#office-navigation [aria-current=page]').getAttribute('href')).toBe(
      '/user-management',
    )
    await page.locator('[data-testid=person-posts] a[href$="/posts"]').click()
    await page.waitForURL('**/posts')
    await page.getByRole('heading', { level: 1, name: /^Posts by/ }).waitFor()
    await expectFlawless(page)
    const items = page.locator('main [data-testid^=post-]')
    const first = await items.allInnerTexts()
    expect([first.length, first.some((text) => text.includes('Hidden words'))]).toEqual([25, who === ada])
    const older = page.locator('a[rel=next]')
    expect(await older.count()).toBe(bodies > 25 ? 1 : 0)
    if (bodies > 25) {
      await older.click()
      await page.waitForURL(/from=/)
      await page.locator('a[rel=prev]').waitFor()
      expect(await items.allInnerTexts()).toEqual([expect.stringContaining('Post 0')])
    }
    await page.context().close()
  }
  expect((await mia.visitor.get(`/user-management/${mia.id}/posts`)).status).toBe(403)
  expect((await ada.visitor.get(`/user-management/${crypto.randomUUID()}/posts`)).status).toBe(404)
})

test('a moderator sees names and handles and no way to more; a member sees nothing', async () => {
  const mia = await meet(site, service, 'Mia')
  const { order } = await buy(users.service, mia.id, await createEvent(users.sql), { Entry: 1 })
  const page = await openPageOf(browser, mo.visitor, {})
  await page.goto(`${site}/user-management/${mia.id}`)
  await expectFlawless(page)
  const html = await page.content()
  for (const secret of [order.code, mia.details.email, 'person-actions', 'person-orders'])
    expect([secret, html.includes(secret)]).toEqual([secret, false])
  await page.close()
  for (const step of ['suspend', 'role', 'delete', 'merge', 'second-step']) {
    expect((await mo.visitor.get(`/user-management/${mia.id}/${step}`)).status).toBe(403)
    expect((await ada.visitor.get(`/user-management/${mia.id}/${step}`)).status).toBe(200)
  }
  const sent = await mo.visitor.postForm(`/user-management/${mia.id}/ban`, { reason: 'because I can' })
  expect([sent.status, await stateOf(mia.id)]).toEqual([403, null])
  expect((await mia.visitor.get(`/user-management/${mia.id}`)).status).toBe(403)
  expect((await ada.visitor.get('/user-management/nobody')).status).toBe(404)
  expect((await ada.visitor.get(`/user-management/${mia.id}/vanish`)).status).toBe(404)
})
