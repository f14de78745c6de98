import type { Browser } from 'playwright-core'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as paths from '#core/paths.ts'
import { makeStream } from '../supabase/tests/streams.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { hydrated, openBrowser, openPage, phone, type TestPage } from './browser.ts'
import { openPageOf } from './signed-in.ts'

/** Two people and a moderator in the chat of a stream, by mouse and keyboard; and without JavaScript. */

const { url: site } = inject('site')
const sql = postgres(inject('stack').dbUrl, { max: 1, onnotice() {} })
let browser: Browser
let mo: ApiVisitor
beforeAll(async () => {
  browser = await openBrowser()
  mo = new ApiVisitor(site)
  expect((await mo.post('/api/auth/login', { username: 'moe', password: 'Jouvay2026' })).status).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  await sql.end()
})

async function openStream(slowSeconds = 0) {
  const stream = await makeStream(sql)
  await sql`insert into private.chats (stream_id, slow_seconds) values (${stream}, ${slowSeconds})`
  const [row] = await sql<{ code: string }[]>`select code from public.streams where id = ${stream}`
  return { stream, path: paths.liveChat(row?.code ?? ''), live: paths.live(row?.code ?? '') }
}
const log = (page: TestPage) => page.getByRole('log', { name: 'Messages' })
const field = (page: TestPage) => page.getByLabel('Message', { exact: true })
async function say(page: TestPage, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}

test('two people and a moderator: writing, answering, hiding, muting, a refused line, and what axe finds', async () => {
  const { path } = await openStream()
  const [mia, kai] = await Promise.all([registered(site), registered(site, 'Kai')])
  const [one, two, three] = await Promise.all([
    openPageOf(browser, mia.visitor, { viewport: phone }),
    openPageOf(browser, kai.visitor),
    openPageOf(browser, mo, { colorScheme: 'dark' }),
  ])
  for (const page of [one, two, three]) {
    await page.goto(site + path)
    await hydrated(page)
  }
  await say(one, `Who locked in? :fire: ${'From everywhere and beyond. '.repeat(6)}`)
  for (const page of [one, two, three]) {
    await log(page).getByText('Who locked in?').waitFor()
    expect(await log(page).getByRole('img', { name: 'Fire' }).count()).toBe(1)
  }
  expect(await field(one).inputValue()).toBe('')
  expect(await log(one).getByText('Sending…').count()).toBe(0)

  const options = (page: TestPage, who: string) =>
    log(page)
      .getByRole('button', { name: `Options for the message by ${who}` })
      .last()
  await options(two, mia.details.displayName).click()
  await two.getByRole('menuitem', { name: 'Reply' }).click()
  await two.getByText(`Replying to ${mia.details.displayName}`).waitFor()
  await say(two, 'Rude answer')
  await log(one).getByText('Rude answer').waitFor()
  // A long line that is answered takes no room from the button beside the answer.
  const sideways = (page: TestPage) => log(page).evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(await sideways(one)).toBe(0)
  expect(await log(one).getByText(`${mia.details.displayName}: Who locked in?`).count()).toBe(1)

  for (const page of [one, two, three]) expect(await findFaults(page, { within: 'main' })).toEqual([])

  await options(three, kai.details.displayName).click()
  await three.getByRole('menuitem', { name: 'Hide' }).click()
  await log(one).getByText('Rude answer').waitFor({ state: 'detached' })
  await log(two).getByText('Hidden by moderators. Only you and they see it.').waitFor()
  await options(three, kai.details.displayName).click()
  const muted = three.waitForResponse((response) => response.url().endsWith('/act'))
  await three.getByRole('menuitem', { name: 'Mute 10 minutes' }).click()
  expect((await muted).status()).toBe(204)
  await say(two, 'Again')
  await two.getByText('A moderator muted you.').waitFor()
  expect(await field(two).inputValue()).toBe('Again')
  expect(await field(two).getAttribute('aria-invalid')).toBe('true')
  expect(await log(one).getByText('Again').count()).toBe(0)

  await three.getByText('Chat settings').click()
  await three.getByLabel('Who may write').selectOption('closed')
  await three.getByRole('button', { name: 'Save' }).click()
  await one.getByText('The chat is closed.').waitFor()
  for (const page of [one, two, three]) await page.context().close()
})

test('a message that does not arrive says so, and goes out when it is tried again', async () => {
  const { path } = await openStream()
  const { visitor } = await registered(site)
  const page = await openPageOf(browser, visitor)
  await page.goto(site + path)
  await hydrated(page)
  await page.route('**/api/live/chat/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await say(page, 'Can you hear me?')
  await page.getByText("It isn't sent: we couldn't reach the site.").waitFor()
  await page.unroute('**/api/live/chat/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText("It isn't sent").waitFor({ state: 'detached' })
  await expect.poll(() => log(page).getByText('Can you hear me?').count()).toBe(1)
  await page.context().close()
})

test('who scrolled up or paused is told how many came, and is not scrolled away', async () => {
  const { stream, path } = await openStream()
  const { visitor, id } = await registered(site)
  await sql`
    insert into public.chat_messages (stream_id, author_id, seq, change_seq, body)
    select ${stream}, ${id}::uuid, n, n, 'Message ' || n from generate_series(1, 60) n`
  await sql`update private.chats set last_seq = 60 where stream_id = ${stream}`
  const page = await openPage(browser, { viewport: phone })
  await page.goto(site + path)
  await hydrated(page)
  await log(page).getByText('Message 60').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  const top = () => log(page).evaluate((element) => element.scrollTop)
  const before = await top()
  for (const body of ['New one', 'New two'])
    expect((await visitor.post(paths.apiLiveChat(stream), { body })).status).toBe(201)
  await page.getByRole('button', { name: '2 new messages' }).waitFor()
  expect(await top()).toBe(before)
  expect(await page.getByText('Sign in to chat').count()).toBe(1)
  await page.context().close()
})

test('without JavaScript: the last messages, a form that sends, and the fault at its field', async () => {
  const { path } = await openStream(30)
  const { visitor } = await registered(site)
  const page = await openPageOf(browser, visitor, { javaScriptEnabled: false })
  await page.goto(site + path)
  await field(page).fill('By hand')
  await page.getByRole('button', { name: 'Send' }).click()
  await log(page).getByText('By hand').waitFor()
  await field(page).fill('Too soon')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Slow mode is on.').waitFor()
  expect(await field(page).inputValue()).toBe('Too soon')
  expect(await field(page).getAttribute('aria-describedby')).toContain('chat-body-error')
  await page.context().close()
})

test('beside the player, once the page has begun', async () => {
  const { stream, live } = await openStream()
  const { visitor } = await registered(site)
  expect((await visitor.post(paths.apiLiveChat(stream), { body: 'From elsewhere' })).status).toBe(201)
  const page = await openPage(browser)
  await page.goto(site + live)
  await log(page).getByText('From elsewhere').waitFor()
  expect(page.consoleErrors).toEqual([])
  await page.context().close()
})
