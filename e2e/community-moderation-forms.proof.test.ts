import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { desktop, hydrated, openBrowser, type TestPage } from './browser.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Sends each form of the pages of moderation and of a person in Chromium, with JavaScript, and demands what it is for. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
const users = openTestUsers(stack)
const { sql } = users
let browser: Browser
let mo: Person
let ada: Person
beforeAll(async () => {
  ;[browser, mo, ada] = await Promise.all([
    openBrowser(),
    meet(site, service, 'Mo'),
    meet(site, service, 'Ada'),
  ])
})
afterAll(async () => {
  await browser.close()
  await users.close()
})

async function open({ visitor }: Person, path: string): Promise<TestPage> {
  const page = await openPageOf(browser, visitor, { viewport: desktop })
  await go(page, path)
  return page
}
async function go(page: Page, path: string): Promise<void> {
  await page.goto(site + path)
  await hydrated(page)
}
/** Presses a button, demands that its form goes to its page as scripts send it and is taken, and waits for what it changes. */
async function send(page: Page, button: Locator, path: string, changed: () => Promise<unknown>) {
  const answer = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      !new URL(response.url()).pathname.startsWith('/api/analytics/'),
  )
  await button.click()
  const response = await answer
  // A form that scripts send is answered with 202 where a browser would be redirected.
  expect([new URL(response.url()).pathname, response.status()]).toEqual([`${path}.data`, 202])
  await changed()
}
const form = (page: Page, intent: string) =>
  page.locator(`main form:has(input[name=intent][value="${intent}"])`)
const submit = (page: Page, intent: string) => form(page, intent).locator('button[type=submit]')

async function reportedPost(): Promise<{ author: Person; opened: string; words: string }> {
  const author = await meet(site, service, 'Mia')
  const words = `Words ${randomUUID().slice(0, 8)}`
  await sql`update public.profiles set created_at = now() - interval '90 days' where id = ${author.id}`
  const [row] = await sql<{ id: string }[]>`
    with post as (insert into public.posts (author_id, body) values (${author.id}, ${words}) returning id)
    insert into private.moderation_cases (post_id, sources, priority) select id, '{words}', 1 from post returning id`
  return { author, opened: row?.id ?? '', words }
}
const stateOf = async (opened: string) =>
  (await sql<{ state: string }[]>`select state from private.moderation_cases where id = ${opened}`)[0]?.state
const reaches = (opened: string, state: string) => () => expect.poll(() => stateOf(opened)).toBe(state)

test('a case is claimed, given back, noted about, kept, dismissed and removed by its forms', async () => {
  const { opened } = await reportedPost()
  const path = `/admin/moderation/${opened}`
  const page = await open(mo, path)
  await send(page, submit(page, 'claim'), path, () => form(page, 'release').waitFor())
  await send(page, submit(page, 'release'), path, () => form(page, 'claim').waitFor())
  const note = `Note ${randomUUID()}`
  await form(page, 'note').locator('textarea').fill(note)
  await send(page, submit(page, 'note'), path, () => page.locator('main li', { hasText: note }).waitFor())
  await send(page, submit(page, 'keep'), path, reaches(opened, 'rejected'))

  const dismissed = await reportedPost()
  await go(page, `/admin/moderation/${dismissed.opened}`)
  await send(
    page,
    submit(page, 'dismiss'),
    `/admin/moderation/${dismissed.opened}`,
    reaches(dismissed.opened, 'ignored'),
  )

  const removed = await reportedPost()
  await go(page, `/admin/moderation/${removed.opened}`)
  const remove = form(page, 'remove')
  await remove.locator('select[name=rule]').selectOption({ index: 1 })
  await remove.locator('textarea[name=reason]').fill('A reason to read')
  await remove.locator('select[name=sanction]').selectOption('warn')
  await send(
    page,
    submit(page, 'remove'),
    `/admin/moderation/${removed.opened}`,
    reaches(removed.opened, 'upheld'),
  )
  expect(page.consoleErrors).toEqual([])
})

test('a person is noted about, warned by a moderator, and relieved by an admin', async () => {
  const person = await meet(site, service, 'Mia')
  const path = `/admin/moderation/people/${person.id}`
  const page = await open(mo, path)
  const note = `Note ${randomUUID()}`
  await form(page, 'note').locator('textarea').fill(note)
  await send(page, submit(page, 'note'), path, () => page.locator('main li', { hasText: note }).waitFor())
  const [reason, why] = [`Reason ${randomUUID()}`, `Because ${randomUUID()}`]
  const sanction = form(page, 'sanction')
  await sanction.locator('select[name=step]').selectOption('mute_1')
  await sanction.locator('select[name=rule]').selectOption({ index: 1 })
  await sanction.locator('textarea').fill(reason)
  await send(page, submit(page, 'sanction'), path, () =>
    page.locator('main li', { hasText: reason }).first().waitFor(),
  )
  const lifting = await open(ada, path)
  await form(lifting, 'lift').locator('textarea').fill(why)
  await send(lifting, submit(lifting, 'lift'), path, () =>
    form(lifting, 'lift').waitFor({ state: 'detached' }),
  )
  expect([...page.consoleErrors, ...lifting.consoleErrors]).toEqual([])
})

test('an appeal is denied by its form', async () => {
  const { author, opened } = await reportedPost()
  const values = { p_case: opened, p_version: 1, p_decision: 'remove', p_rule: 'respect', p_reason: 'A test' }
  await (await users.actingAs('Mo')).rpc('decide_case', values).throwOnError()
  const sent = await author.visitor.postForm('/settings/moderation', {
    intent: 'appeal',
    case: opened,
    text: `Please look again ${randomUUID()}`,
  })
  expect(sent.status).toBeLessThan(400)
  const page = await open(ada, '/admin/moderation/appeals')
  const card = page.locator('main section', { has: page.locator(`a[href="/admin/moderation/${opened}"]`) })
  await card.locator('textarea').fill('It stays as it is')
  const denied = () =>
    expect
      .poll(() => sql`select state from private.appeals where case_id = ${opened}`)
      .toEqual([{ state: 'denied' }])
  await send(page, card.locator('button[value=deny]'), '/admin/moderation/appeals', denied)
  expect(page.consoleErrors).toEqual([])
})

test('words and replies are added and deleted', async () => {
  const path = '/admin/moderation/setup'
  const page = await open(mo, path)
  const [word, title] = [`zorb${randomUUID().slice(0, 8)}`, `Reply ${randomUUID().slice(0, 8)}`]
  const row = (text: string) => page.locator('main tr', { hasText: text })
  const drop = (text: string) => row(text).locator('button[type=submit]')
  const gone = (text: string) => () => row(text).waitFor({ state: 'detached' })
  await form(page, 'term').locator('input[name=term]').fill(word)
  await send(page, submit(page, 'term'), path, () => row(word).waitFor())
  await send(page, drop(word), path, gone(word))
  const reply = form(page, 'reply')
  await reply.locator('input[name=title]').fill(title)
  await reply.locator('select[name=rule]').selectOption({ index: 1 })
  await reply.locator('textarea').fill('Please read the rules.')
  await send(page, submit(page, 'reply'), path, () => row(title).waitFor())
  await send(page, drop(title), path, gone(title))
  expect(page.consoleErrors).toEqual([])
})

test('user management takes a note, signs a person out, bans and reinstates them', async () => {
  const person = await meet(site, service, 'Mia')
  const path = `/user-management/${person.id}`
  const page = await open(ada, path)
  const note = `Note ${randomUUID()}`
  await page.locator('#note-form textarea').fill(note)
  await send(page, page.locator('#note-form button[type=submit]'), path, () =>
    page.locator('main li', { hasText: note }).first().waitFor(),
  )
  for (const step of ['sign-out', 'ban', 'reinstate']) {
    await go(page, `${path}/${step}`)
    const steps = page.locator(`#${step}-form`)
    await steps.locator('[name=reason]').fill('A reason to keep')
    const password = steps.locator('[name=currentPassword]')
    if (await password.count()) await password.fill(ada.details.password)
    await send(page, steps.locator('button[type=submit]'), `${path}/${step}`, () =>
      page.waitForURL(`**${path}?**`),
    )
  }
  expect(page.consoleErrors).toEqual([])
})
