import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { registered } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { hydrated, openBrowser, sizes } from './browser.ts'
import { openPageOf } from './signed-in.ts'

/** Tests the composer in a browser: by keyboard, its labels, whom it suggests, and what it says where a post did not arrive. */

const { url: site } = inject('site')
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

const [phone, desktop] = sizes

/** A member who is not new, with a public profile. @param username of a test of its own, so that others are not suggested beside it */
async function settled(username?: string) {
  const member = await registered(site)
  const name = username ?? `u${randomUUID().slice(0, 8)}`
  await sql`update public.profiles set created_at = now() - interval '9 days', card_public = true, username = ${name}
    where id = ${member.id}`
  await sql`insert into public.posts (author_id, body, created_at)
    select ${member.id}::uuid, 'Earlier ' || n || ' ' || ${randomUUID()}, now() - interval '3 days' from generate_series(1, 3) n`
  return { ...member, username: name }
}

async function openFeed(size: (typeof sizes)[number] = desktop) {
  const member = await settled()
  const page = await openPageOf(browser, member.visitor, { viewport: size.viewport })
  await page.goto(`${site}/community`)
  await hydrated(page)
  return { ...member, page, text: page.locator('#composer-body') }
}
const listIn = (page: Page) => page.getByRole('listbox')
const main = (page: Page) => page.getByRole('main')

test('people are suggested and chosen by keyboard alone, never who was blocked, and the choice is a mention', async () => {
  const { page, text, id } = await openFeed()
  const tag = `q${randomUUID().slice(0, 6)}`
  const [first, second, blocked, blocking] = await Promise.all(
    ['a', 'b', 'c', 'd'].map((letter) => settled(`${tag}.${letter}`)),
  )
  await sql`insert into public.person_blocks (user_id, other_id, kind) values
    (${id}, ${blocked?.id ?? ''}, 'block'), (${blocking?.id ?? ''}, ${id}, 'block')`
  await text.focus()
  await page.keyboard.type(`Hello @${tag}`)
  const options = listIn(page).getByRole('option')
  await options.first().waitFor()
  expect(await options.allInnerTexts()).toEqual([
    expect.stringContaining(`@${first?.username}`),
    expect.stringContaining(`@${second?.username}`),
  ])
  // the focus stays in the field, which names the list and the marked option
  const list = await listIn(page).getAttribute('id')
  expect([await text.getAttribute('aria-autocomplete'), await text.getAttribute('aria-controls')]).toEqual([
    'list',
    list,
  ])
  const marked = async () => {
    const id = await text.getAttribute('aria-activedescendant')
    const option = page.locator(`[id="${id}"]`)
    expect(await option.getAttribute('aria-selected')).toBe('true')
    return await option.innerText()
  }
  expect(await marked()).toContain(`@${first?.username}`)
  await page.keyboard.press('ArrowDown')
  expect(await marked()).toContain(`@${second?.username}`)
  await page.keyboard.press('ArrowDown')
  expect(await marked()).toContain(`@${first?.username}`)
  await page.keyboard.press('ArrowUp')
  expect(await marked()).toContain(`@${second?.username}`)
  expect(await findFaults(page, { within: 'main form[aria-label="New post"]' })).toEqual([])
  await page.keyboard.press('Escape')
  await listIn(page).waitFor({ state: 'detached' })
  expect(await text.getAttribute('aria-controls')).toBeNull()
  expect(await text.inputValue()).toBe(`Hello @${tag}`)
  await page.keyboard.type('.')
  await options.first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await text.inputValue()).toBe(`Hello @${second?.username} `)
  await page.keyboard.type('and all')
  // the rest by keyboard too: to the pictures, to the button, and sent
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Pictures')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Post')
  await page.keyboard.press('Enter')
  const link = main(page).locator(`article a[href="/people/${second?.username}"]`)
  await link.first().waitFor()
  expect(await text.inputValue()).toBe('')
  const told = await sql`
    select m.user_id from public.post_mentions m join public.posts p on p.id = m.post_id where p.author_id = ${id}`
  expect(told.map(({ user_id }) => user_id)).toEqual([second?.id])
  expect(page.consoleErrors).toEqual([])
})

test('where the code of the suggestions cannot be fetched, the page and what is typed stay, and the post is sent', async () => {
  const { page, text } = await openFeed()
  const word = `word${randomUUID().slice(0, 8)}`
  const code = '**/assets/mention-people-*.js'
  await page.route(code, (route) => route.abort('connectionfailed'))
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/mention-people-'))
  await text.focus()
  await failed
  await page.keyboard.type(`${word} with @nobody`)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await main(page).locator('article', { hasText: word }).first().waitFor()
  expect(await text.inputValue()).toBe('')
  await page.context().close()
})

test('every field of the composer has its label, and pictures ask what each of them shows', async () => {
  const { page } = await openFeed(phone)
  await page.getByRole('textbox', { name: 'Say something' }).waitFor()
  await page.locator('form[aria-label="New post"] summary').click()
  await page.getByLabel('Up to 4 pictures').setInputFiles([
    { name: 'crowd.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { name: 'stage.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
  ])
  await page.getByRole('textbox', { name: 'What does crowd.png show?' }).waitFor()
  await page.getByRole('textbox', { name: 'What does stage.png show?' }).waitFor()
  expect(await page.locator('[id^=composer-alt-]:is(input)').count()).toBe(2)
  expect(await findFaults(page, { within: 'main form[aria-label="New post"]' })).toEqual([])
})

test('a post shows at once as on its way; where the site refuses it or is gone, the text stays with the reason, and is posted once', async () => {
  const { page, text, id } = await openFeed()
  const word = `word${randomUUID().slice(0, 8)}`
  const send = () => page.getByRole('button', { name: 'Post', exact: true }).click()
  const alert = page.locator('#composer-errors')
  const isForm = (url: URL) => url.pathname.startsWith('/community') && url.pathname.endsWith('.data')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // held back on its way
  await page.route(isForm, async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await text.fill(word)
  await send()
  await main(page).getByText('Posting…').waitFor()
  release()
  await page.locator('article', { hasText: word }).first().waitFor()
  await main(page).getByText('Posting…').waitFor({ state: 'detached' })
  expect(await text.inputValue()).toBe('')

  // refused: the fourth link of somebody muted
  await sql`insert into private.sanctions (user_id, kind, reason, rule, ends_at)
    values (${id}, 'mute', 'A test of being muted', 'spam', now() + interval '1 day')`
  await text.fill(`${word} again`)
  await send()
  await alert.waitFor()
  expect(await alert.innerText()).not.toBe('')
  expect(await text.inputValue()).toBe(`${word} again`)
  expect(await main(page).getByText('Posting…').count()).toBe(0)
  await sql`delete from private.sanctions where user_id = ${id}`

  // it arrives, but the answer is lost; trying again posts nothing twice
  await page.unroute(isForm)
  await page.route(isForm, async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort('connectionreset')
  })
  await send()
  await expect.poll(() => alert.innerText()).toContain("We couldn't reach the site")
  expect(await text.inputValue()).toBe(`${word} again`)
  expect(await page.locator('article', { hasText: `${word} again` }).count()).toBe(0)
  await page.unroute(isForm)
  await send()
  await page
    .locator('article', { hasText: `${word} again` })
    .first()
    .waitFor()
  const rows =
    await sql`select body from public.posts where author_id = ${id} and body like ${`${word}%`} order by 1`
  expect(rows.map(({ body }) => body)).toEqual([word, `${word} again`])
  // the site is gone
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await text.fill(`${word} later`)
  await send()
  await expect.poll(() => alert.innerText()).toContain("We couldn't reach the site")
  expect(await text.inputValue()).toBe(`${word} later`)
})

test('new posts of others are announced, and shown when the reader asks for them', async () => {
  const { page } = await openFeed()
  const body = `News ${randomUUID()}`
  const other = await settled()
  const top = await main(page).locator('article').first().innerText()
  await sql`insert into public.posts (author_id, body) values (${other.id}, ${body})`
  // an open page asks every half minute, and when the network is back
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const link = main(page).getByRole('link', { name: /new posts?$/ })
  await link.waitFor()
  expect(await main(page).getByRole('status').allInnerTexts()).toContainEqual(
    expect.stringMatching(/new posts?$/),
  )
  expect(await main(page).locator('article').first().innerText()).toBe(top)
  expect(await page.getByText(body).count()).toBe(0)
  await link.press('Enter')
  await page.getByText(body).waitFor()
  await link.waitFor({ state: 'detached' })
})
