import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { desktop, hydrated, openBrowser, sizes, type TestPage } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Walks a post from its reports to the appeal against its removal, as its author and as two moderators see it, and a case by keyboard. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
const users = openTestUsers(stack)
const { sql } = users
let browser: Browser
let mo: Person
let max: Person
beforeAll(async () => {
  ;[browser, mo, max] = await Promise.all([
    openBrowser(),
    meet(site, service, 'Mo'),
    meet(site, service, 'Mo'),
  ])
})
afterAll(async () => {
  await browser.close()
  await users.close()
})

/** A member who is not new: older than a day, with three posts. */
async function settled(): Promise<Person> {
  const person = await meet(site, service, 'Mia')
  await sql`update public.profiles set created_at = now() - interval '90 days' where id = ${person.id}`
  await sql`insert into public.posts (author_id, body, created_at)
    select ${person.id}::uuid, 'Earlier ' || n || ' ' || ${randomUUID()}, now() - interval '30 days' from generate_series(1, 3) n`
  return person
}
async function writePost(author: Person, body: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.posts (author_id, body) values (${author.id}, ${body}) returning id`
  return row?.id ?? ''
}
/** Reports a post with the form, as somebody whose report counts for one. */
async function report(post: string): Promise<void> {
  const { visitor, id } = await meet(site, service, 'Mia')
  await sql`update public.profiles set created_at = now() - interval '30 days' where id = ${id}`
  const sent = await visitor.postForm(`/community/${post}/report`, { intent: 'report', reason: 'harassment' })
  expect(sent.status).toBeLessThan(400)
}
const statusOf = async (post: string) =>
  (await sql<{ status: string }[]>`select status from public.posts where id = ${post}`)[0]?.status
const caseOf = async (post: string) =>
  (
    await sql<{ id: string; state: string }[]>`
      select id, state from private.moderation_cases where post_id = ${post} order by round desc limit 1`
  )[0]
const tenMinutesLater = (post: string) =>
  sql`update public.posts set status_at = now() - interval '11 minutes' where id = ${post}`

async function open(person: Person, path: string, viewport = desktop): Promise<TestPage> {
  const page = await openPageOf(browser, person.visitor, { viewport })
  await go(page, path)
  return page
}
async function go(page: Page, path: string): Promise<void> {
  await page.goto(site + path)
  await hydrated(page)
}
const decision = (page: Page) => page.getByTestId('case-decision')
const decisionState = (page: Page, name: string) => decision(page).getByText(name, { exact: true })

test.each(
  sizes,
)('reported, hidden, repaired, hidden again, removed, appealed and shown again: $name', async ({
  viewport,
}) => {
  const [author, reporter] = await Promise.all([settled(), settled()])
  const post = await writePost(author, `You all dance like chairs ${randomUUID().slice(0, 8)}`)
  const here = `/community/${post}`

  // a reader reports it from its menu
  const reading = await open(reporter, here, viewport)
  const options = reading.locator(`main button[aria-label^="Options for the post"]`).first()
  await options.click()
  await reading.getByRole('menuitem', { name: 'Report' }).click()
  await reading.waitForURL('**/report**')
  await hydrated(reading)
  await expectFlawless(reading)
  await reading.getByRole('radio', { name: /^Harassment/ }).check()
  await reading.getByRole('button', { name: 'Report', exact: true }).click()
  await reading.getByRole('heading', { name: 'Thanks for telling us' }).waitFor()
  await expectFlawless(reading)
  await reading.getByRole('link', { name: 'Continue' }).click()
  await reading.waitForURL(`${site}/community`)
  expect((await reporter.visitor.get(here)).status).toBe(404)
  expect(await statusOf(post)).toBe('published')
  await report(post)
  await report(post)
  expect(await statusOf(post)).toBe('auto_hidden')
  expect((await new ApiVisitor(site).get(here)).status).toBe(404)

  // its author is told, and may edit it once, later
  const writing = await open(author, '/notifications', viewport)
  await writing
    .locator('main')
    .getByText(/is hidden because people reported it/)
    .first()
    .waitFor()
  await go(writing, here)
  await writing.getByText('Hidden automatically').waitFor()
  await writing.getByText(/^You can edit it from/).waitFor()
  await expectFlawless(writing)
  await tenMinutesLater(post)
  await go(writing, here)
  await writing.getByRole('link', { name: 'Edit it' }).click()
  await writing.waitForURL('**/edit')
  await hydrated(writing)
  await expectFlawless(writing)
  await writing.getByLabel('Text').fill('You all dance well')
  await writing.getByRole('button', { name: 'Save' }).click()
  await writing.waitForURL((url) => !url.pathname.endsWith('/edit'))
  expect(await statusOf(post)).toBe('published')

  // a second time only a moderator shows it again
  for (let n = 0; n < 3; n++) await report(post)
  expect(await statusOf(post)).toBe('auto_hidden')
  await tenMinutesLater(post)
  await go(writing, here)
  await writing.getByText('A moderator looks at it.').waitFor()
  expect(await writing.getByRole('link', { name: 'Edit it' }).count()).toBe(0)

  // a moderator removes it and mutes its author
  const { id = '' } = (await caseOf(post)) ?? {}
  const deciding = await open(mo, '/admin/moderation?show=hidden', viewport)
  await expectFlawless(deciding)
  await deciding.locator(`main a[href="/admin/moderation/${id}"]`).click()
  await deciding.waitForURL(`**/${id}`)
  await decision(deciding).waitFor()
  await expectFlawless(deciding)
  await decision(deciding).getByLabel('Rule').selectOption({ index: 1 })
  await decision(deciding).getByLabel('Reason').fill('Nobody is a chair here.')
  await decision(deciding).getByLabel('Sanction').selectOption('mute_1')
  await decision(deciding).getByRole('button', { name: 'Remove post' }).click()
  await decisionState(deciding, 'Removed').waitFor()
  await expectFlawless(deciding)
  expect(await statusOf(post)).toBe('removed')

  // its author reads why, and appeals
  await go(writing, '/settings/moderation')
  await writing.getByText('You can’t post right now').waitFor()
  await writing.getByTestId('own-posts').getByText('“Nobody is a chair here.”').waitFor()
  await expectFlawless(writing)
  const appealing = writing.getByTestId('own-posts')
  await appealing.getByText('Appeal', { exact: true }).click()
  await appealing.getByLabel('Why do you disagree?').fill('It says that you dance well.')
  await appealing.getByRole('button', { name: 'Send appeal' }).click()
  await writing.getByText('We got your appeal, and will write to you.').waitFor()
  await expectFlawless(writing)

  // the first moderator leaves it to another, who grants it
  const card = (page: Page) =>
    page.locator('main section', { hasText: author.details.displayName }).filter({ hasText: 'dance well' })
  await go(deciding, '/admin/moderation/appeals')
  await card(deciding)
    .getByText(/another moderator looks at it/)
    .waitFor()
  expect(await card(deciding).getByRole('button').count()).toBe(0)
  const second = await open(max, '/admin/moderation/appeals', viewport)
  await expectFlawless(second)
  await card(second).getByLabel('Reason').fill('The new text is kind.')
  await card(second).getByRole('button', { name: 'Grant appeal' }).click()
  await card(second).getByText('Granted').waitFor()
  expect(await statusOf(post)).toBe('published')
  expect((await new ApiVisitor(site).get(here)).text).toContain('You all dance well')
  await go(writing, '/notifications')
  await writing.locator('main').getByText('We decided your appeal.').first().waitFor()
  for (const page of [reading, writing, deciding, second]) {
    expect(page.consoleErrors).toEqual([])
    await page.context().close()
  }
})

describe('two moderators on one case', () => {
  test('one claims it; the other is told who has it and cannot decide, not even on a page from before', async () => {
    const author = await settled()
    const post = await writePost(author, `Contested ${randomUUID().slice(0, 8)}`)
    await report(post)
    const { id = '' } = (await caseOf(post)) ?? {}
    const [first, second] = await Promise.all([mo, max].map((who) => open(who, `/admin/moderation/${id}`)))
    if (!first || !second) throw new Error('no pages')
    await first.keyboard.press('c')
    await decision(first)
      .getByText(/^Yours until/)
      .waitFor()
    // the other's page is from before
    await second.keyboard.press('k')
    const alert = decision(second).getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toBe(`${mo.details.displayName} is working on this case.`)
    await decision(second)
      .getByText(`${mo.details.displayName} is working on this case`, { exact: true })
      .waitFor()
    for (const name of ['Keep post', 'Remove post', 'Dismiss', 'Claim for 10 minutes'])
      expect([name, await decision(second).getByRole('button', { name }).count()]).toEqual([name, 0])
    // the browser names the response that refused
    second.consoleErrors.splice(0)
    await expectFlawless(second)
    expect([(await caseOf(post))?.state, await statusOf(post)]).toEqual(['claimed', 'published'])
    // after ten minutes it is anybody's
    await sql`update private.moderation_cases set claimed_until = now() - interval '1 second' where id = ${id}`
    await go(second, `/admin/moderation/${id}`)
    await second.keyboard.press('k')
    await decisionState(second, 'Kept').waitFor()
    await first.keyboard.press('d')
    await decision(first).getByRole('alert').waitFor()
    expect(await decision(first).getByRole('alert').textContent()).toBe(
      `${max.details.displayName} already decided this case.`,
    )
    expect((await caseOf(post))?.state).toBe('rejected')
    const decided = await sql`
      select 1 from private.moderation_log where case_id = ${id} and action in ('upheld', 'rejected', 'ignored')`
    expect(decided).toHaveLength(1)
    for (const page of [first, second]) await page.context().close()
  })

  test('a case that changed is read again before anybody decides, and what was typed stays', async () => {
    const author = await settled()
    const post = await writePost(author, `Changing ${randomUUID().slice(0, 8)}`)
    await report(post)
    const { id = '' } = (await caseOf(post)) ?? {}
    const page = await open(mo, `/admin/moderation/${id}`)
    await decision(page).getByLabel('Reason').fill('Typed before it changed.')
    await report(post)
    await decision(page).getByRole('button', { name: 'Remove post' }).click()
    await decision(page).getByText('This case changed while you read it. Please look at it again.').waitFor()
    await page.getByRole('heading', { name: 'Reports (2, weight 2)' }).waitFor()
    expect(await decision(page).getByLabel('Reason').inputValue()).toBe('Typed before it changed.')
    expect(await statusOf(post)).toBe('published')
    await decision(page).getByRole('button', { name: 'Remove post' }).click()
    await decisionState(page, 'Removed').waitFor()
    await page.context().close()
  })
})

test('keys decide, are listed, and are letters in a field; they can be turned off', async () => {
  const author = await settled()
  const posts: string[] = []
  for (let n = 0; n < 3; n++)
    posts.push(await writePost(author, `By keyboard ${n} ${randomUUID().slice(0, 8)}`))
  for (const post of posts) await report(post)
  const [kept = '', dismissed = '', removed = ''] = posts
  // First of all cases, in this order: the oldest of the most urgent ones.
  for (const [at, post] of posts.entries())
    await sql`update private.moderation_cases set priority = 2, opened_at = ${`2001-01-0${at + 1}`} where post_id = ${post}`
  const addressOf = async (post: string) => `${site}/admin/moderation/${(await caseOf(post))?.id}`
  const page = await open(mo, '/admin/moderation')
  await page.getByRole('button', { name: 'Next case' }).click()
  await page.waitForURL(await addressOf(kept))
  await hydrated(page)
  const listed = async () => (await decision(page).locator('kbd').allInnerTexts()).join(' ')
  expect(await listed()).toBe('k d 1–8 r n')
  await page.keyboard.press('k')
  await decisionState(page, 'Kept').waitFor()
  expect(await listed()).toBe('n')
  await page.keyboard.press('n')
  await page.waitForURL(await addressOf(dismissed))

  // letters in a field are letters
  const reason = decision(page).getByLabel('Reason')
  await reason.fill('')
  await reason.pressSequentially('knd 4 r')
  expect(await reason.inputValue()).toBe('knd 4 r')
  await decision(page).getByLabel('Rule').focus()
  await page.keyboard.press('d')
  expect([page.url(), (await caseOf(dismissed))?.state]).toEqual([await addressOf(dismissed), 'claimed'])
  await page.locator('main h1').click()

  // goes on to the next one, and gives this one back
  await page.keyboard.press('n')
  await page.waitForURL(await addressOf(removed))
  expect((await caseOf(dismissed))?.state).toBe('open')
  await decision(page)
    .getByText(/^Yours until/)
    .waitFor()
  await page.locator('main h1').click()
  await page.keyboard.press('6')
  expect(await decision(page).getByLabel('Rule').inputValue()).toBe('spam')
  await page.keyboard.press('r')
  await decisionState(page, 'Removed').waitFor()
  expect(await statusOf(removed)).toBe('removed')

  // turned off, they do nothing
  await page.goto(await addressOf(dismissed))
  await hydrated(page)
  await page.getByRole('button', { name: 'Turn off case shortcuts' }).click()
  await page.locator('main h1').click()
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Turn on case shortcuts' }).click()
  expect((await caseOf(dismissed))?.state).toBe('open')
  await page.locator('main h1').click()
  await page.keyboard.press('d')
  await decisionState(page, 'Dismissed').waitFor()
  await expectFlawless(page)
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})

test('moderators reach a case from any post, and moderation from the admin home', async () => {
  const author = await settled()
  const post = await writePost(author, `Nobody reported this ${randomUUID().slice(0, 8)}`)
  const page = await open(mo, `/community/${post}`)
  await page.locator(`main button[aria-label^="Options for the post"]`).first().click()
  await page.getByRole('menuitem', { name: 'Moderate' }).click()
  await page.waitForURL(/\/admin\/moderation\/[0-9a-f-]{36}$/)
  await decision(page).getByRole('button', { name: 'Dismiss' }).click()
  await decisionState(page, 'Dismissed').waitFor()
  await report(post)
  await go(page, '/admin')
  await page.locator('main a[href="/admin/moderation"]').first().click()
  await page.waitForURL('**/admin/moderation')
  await page.getByRole('heading', { level: 1, name: 'Moderation' }).waitFor()
  await page.context().close()
})
