import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { desktop, hydrated, openBrowser, phone, type TestPage } from './browser.ts'
import { eventAddress, expectFlawless } from './buyer-steps.ts'
import { meet, type Person } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Walks what people do about each other: following, muting and blocking on every surface, the bell, and who's going. */

const { url: site } = inject('site')
const stack = inject('stack')
const service = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } })
const users = openTestUsers(stack)
const { sql } = users
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

const sizes = [
  ['on a phone', { viewport: phone }],
  ['on a desk', { viewport: desktop }],
] as const

/** A member whose profile is public and whose account is not new. */
async function somebody(): Promise<Person> {
  const person = await meet(site, service, 'Mia')
  await sql`update public.profiles set card_public = true, created_at = now() - interval '9 days' where id = ${person.id}`
  return person
}
async function say(
  author: Person,
  body: string,
  row: { event_id?: string; post_id?: string } = {},
): Promise<string> {
  const [made] = await sql<{ id: string }[]>`
    insert into public.posts ${sql({ author_id: author.id, body, status: 'published', ...row })} returning id`
  return made?.id ?? ''
}
const newWord = () => `zog${randomUUID().replaceAll('-', '').slice(0, 10)}`
const profileOf = ({ details }: Person) => `${site}/people/${details.username}`
const act = (page: TestPage, name: string) =>
  page.locator('[data-testid=person-actions]').getByRole('button', { name, exact: false }).first()

describe.each(sizes)('following, muting and blocking, %s', (_size, options) => {
  test('each shows at once on the profile, and everywhere else', async () => {
    const [mia, ana] = [await somebody(), await somebody()]
    const event = await createEvent(sql, { doorsIn: 40 })
    const word = newWord()
    const [inFeed, inThread] = [
      await say(ana, `${word} in the feed`),
      await say(ana, `${word} in the thread`, { event_id: event.eventId }),
    ]
    const page = await openPageOf(browser, mia.visitor, options)

    /** Where words of Ana are to be read by Mia. */
    async function surfaces(): Promise<string[]> {
      const places: [string, string][] = [
        ['feed', `/community?from=${inFeed}`],
        ['thread', `/community?event=${event.eventId}&from=${inThread}`],
        ['following', '/community?tab=following'],
        ['search', `/search?q=${word}`],
        ['profile', `/people/${ana.details.username}`],
      ]
      const found: string[] = []
      for (const [name, path] of places) {
        await page.goto(site + path)
        const main = (await page.locator('main').textContent()) ?? ''
        if (main.includes(`${word} in`)) found.push(name)
      }
      await page.goto(`${site}/community`)
      await hydrated(page)
      const typed = page.locator('textarea[name=body]').first()
      const answered = page.waitForResponse((response) => response.url().includes('/api/people'))
      await typed.fill(`Hello @${ana.details.username.slice(0, -1)}`)
      await typed.press('End')
      const suggestion = page.getByRole('option', { name: `@${ana.details.username}` })
      const { people } = (await (await answered).json()) as { people: { username: string }[] }
      if (people.some(({ username }) => username === ana.details.username)) {
        await suggestion.waitFor()
      }
      if (await suggestion.count()) found.push('suggestions')
      page.consoleErrors.length = 0
      return found
    }

    await page.goto(profileOf(ana))
    await hydrated(page)
    await expectFlawless(page)
    await act(page, 'Follow').click()
    await act(page, 'Unfollow').waitFor()
    expect(await surfaces()).toEqual(['feed', 'thread', 'following', 'search', 'profile', 'suggestions'])

    await page.goto(profileOf(ana))
    await hydrated(page)
    await act(page, 'Mute').click()
    await act(page, 'Unmute').waitFor()
    await expectFlawless(page)
    expect(await surfaces()).toEqual([])

    await page.goto(profileOf(ana))
    await hydrated(page)
    await act(page, 'Unmute').click()
    await act(page, 'Mute').waitFor()
    await act(page, 'Block').click()
    await page.locator('[data-testid=person-blocked]').waitFor()
    await act(page, 'Unblock').waitFor()
    await expectFlawless(page)
    expect(await surfaces()).toEqual([])
    // The other way round there is no page, and nothing that Mia says.
    const back = await say(mia, `${word} by Mia`)
    const other = await openPageOf(browser, ana.visitor, options)
    expect((await other.goto(profileOf(mia)))?.status()).toBe(404)
    expect((await other.goto(`${site}/community/${back}`))?.status()).toBe(404)
    await other.goto(`${site}/search?q=${word}`)
    expect(await other.locator('main').textContent()).not.toContain('by Mia')
    await other.context().close()

    // Her list of blocked people takes it back.
    await page.goto(`${site}/settings/people?show=blocked`)
    await hydrated(page)
    await expectFlawless(page)
    await page.getByRole('button', { name: /^Unblock/ }).click()
    await page.getByRole('button', { name: /^Unblock/ }).waitFor({ state: 'detached' })
    await page.goto(profileOf(ana))
    await act(page, 'Follow').waitFor()
    expect(await page.locator('[data-testid=person-posts] article').count()).toBe(2)
    await page.context().close()
  })
})

test('a profile has pages of posts, by keyboard too, and a reaction stays on it', async () => {
  const [mia, ana] = [await somebody(), await somebody()]
  await sql`
    insert into public.posts (author_id, body, status, created_at)
    select ${ana.id}, 'Post number ' || n, 'published', now() - make_interval(hours => n) from generate_series(1, 23) n`
  const page = await openPageOf(browser, mia.visitor, { viewport: phone })
  await page.goto(profileOf(ana))
  await hydrated(page)
  const cards = page.locator('[data-testid=person-posts] article')
  expect(await cards.count()).toBe(20)
  await page.locator('a[rel=next]').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/from=/)
  await page.locator('a[rel=prev]').waitFor()
  expect(await cards.count()).toBe(3)
  await expectFlawless(page)
  await page.context().close()
  // Without JavaScript a reaction leads back to the profile.
  const [row] = await sql<
    { id: string }[]
  >`select id from public.posts where author_id = ${ana.id} order by created_at desc limit 1`
  const sent = await mia.visitor.postForm('/community', {
    intent: 'react',
    post: row?.id ?? '',
    reaction: 'love',
    back: `/people/${ana.details.username}`,
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    `/people/${ana.details.username}#post-${row?.id}`,
  ])
})

describe.each(sizes)('the bell, %s', (_size, options) => {
  test('leads from a mention to the post by keyboard; its number is that of the list, and goes', async () => {
    const [mia, ana, ben] = [await somebody(), await somebody(), await somebody()]
    const word = newWord()
    const mention = await say(ana, `${word} for @${mia.details.username}`)
    const mine = await say(mia, 'My own post')
    await sql`select private.notify(${mia.id}, 'mention', ${ana.id}, ${mention}, null)`
    for (const { id } of [ana, ben])
      await sql`select private.notify(${mia.id}, 'reaction', ${id}, ${mine}, null)`
    const page = await openPageOf(browser, mia.visitor, options)
    await page.goto(`${site}/community`)
    await hydrated(page)
    const bell = page.locator('[data-testid=bell]')
    expect(await bell.getAttribute('aria-label')).toBe('Notifications, 2 unread')
    await bell.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/notifications')
    const items = page.locator('[data-testid=notifications] > li')
    await items.first().waitFor()
    expect(await items.count()).toBe(2)
    await expectFlawless(page)
    // The page was open for a while: the number goes, what was new stays marked.
    await page.waitForFunction(
      () => document.querySelector('[data-testid=bell]')?.getAttribute('aria-label') === 'Notifications',
    )
    expect(await items.filter({ hasText: 'Unread' }).count()).toBe(2)
    const link = page.locator('[data-kind=mention] a')
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/community/${mention}**`)
    await page.getByText(word, { exact: false }).first().waitFor()
    await page.goto(`${site}/notifications`)
    expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)

    // What is taken back is gone.
    await sql`delete from public.post_mentions where post_id = ${mention}`
    await sql`select private.move_post(${mention}, 'author_deleted', 'test')`
    await page.reload()
    expect(await page.locator('[data-testid=notifications] > li').count()).toBe(1)
    await page.context().close()
  })

  test('marks as read by a button without JavaScript', async () => {
    const [mia, ana] = [await somebody(), await somebody()]
    await sql`select private.notify(${mia.id}, 'follow', ${ana.id}, null, null)`
    const page = await openPageOf(browser, mia.visitor, { ...options, javaScriptEnabled: false })
    await page.goto(`${site}/notifications`)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.waitForURL('**/notifications')
    expect(await page.locator('[data-testid=bell]').getAttribute('aria-label')).toBe('Notifications')
    expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)
    await page.context().close()
  })
})

describe.each(sizes)("who's going, %s", (_size, options) => {
  test('consent in one browser is seen by who follows each other, as a number from 3 on, and never by visitors', async () => {
    const event = await createEvent(sql, { doorsIn: 60 })
    const [mia, ana] = [await somebody(), await somebody()]
    for (const { id } of [mia, ana]) await buy(service, id, event, { Entry: 1 })
    for (const [follower_id, followed_id] of [
      [mia.id, ana.id],
      [ana.id, mia.id],
    ])
      await sql`insert into public.person_follows ${sql({ follower_id, followed_id } as Record<string, string>)}`
    const address = eventAddress(site, event.eventId)
    const company = (page: TestPage) => page.locator('[data-testid=company]')
    const [hers, mias] = [
      await openPageOf(browser, ana.visitor, options),
      await openPageOf(browser, mia.visitor, options),
    ]
    await mias.goto(address)
    expect(await company(mias).count()).toBe(0)

    await hers.goto(`${site}/my-tickets`)
    await hydrated(hers)
    const consent = hers.locator('[data-testid=company-consent]')
    await consent.getByRole('button', { name: /^Show me/ }).click()
    await consent.getByRole('button', { name: /^Hide me/ }).waitFor()
    await expectFlawless(hers)
    await mias.goto(address)
    await hydrated(mias)
    await company(mias).getByRole('link', { name: ana.details.displayName }).waitFor()
    await expectFlawless(mias)

    // Strangers count only from three on.
    const numberOf = async () => {
      await mias.goto(address)
      return /^(\d+) others/m.exec((await company(mias).innerText()) ?? '')?.[1] ?? null
    }
    for (const expected of [null, null, '3']) {
      const stranger = await users.extra()
      await buy(service, stranger, event, { Entry: 1 })
      await sql`insert into public.event_company (event_id, user_id) values (${event.eventId}, ${stranger})`
      expect(await numberOf()).toBe(expected)
    }
    // Nor in the HTML of who holds no ticket, signed in or not.
    const stranger = await somebody()
    for (const visitor of [new ApiVisitor(site), stranger.visitor])
      for (const path of [address.slice(site.length), `${address.slice(site.length)}.data`]) {
        const { text } = await visitor.get(path)
        for (const secret of [
          ana.details.displayName,
          ana.details.username,
          'data-testid="company"',
          'are going',
        ])
          expect([path, secret, text.includes(secret)]).toEqual([path, secret, false])
      }
    await consent.getByRole('button', { name: /^Hide me/ }).click()
    await consent.getByRole('button', { name: /^Show me/ }).waitFor()
    await mias.goto(address)
    expect(await company(mias).getByRole('link', { name: ana.details.displayName }).count()).toBe(0)
    await mias.context().close()
    await hers.context().close()
  })
})

describe('the weekly mail', () => {
  test('is switched on in the settings, and off by the link of the mail: opening it changes nothing', async () => {
    const mia = await somebody()
    await sql`update public.profiles set email_verified_at = now() where id = ${mia.id}`
    const page = await openPageOf(browser, mia.visitor, { viewport: phone })
    await page.goto(`${site}/settings`)
    await hydrated(page)
    const box = page.locator('#community-email')
    expect(await box.isChecked()).toBe(false)
    await box.check()
    await page.getByRole('button', { name: 'Save notifications' }).click()
    await page.waitForURL('**done=notifications**')
    expect(await box.isChecked()).toBe(true)
    await expectFlawless(page)
    const consents = () =>
      sql<{ given: boolean; source: string }[]>`
        select given, source from private.consents where user_id = ${mia.id} and type = 'community' order by id`
    expect(await consents()).toMatchObject([{ given: true, source: 'settings' }])

    const { makeToken, hashToken } = await import('#server/link-token.server.ts')
    const token = makeToken()
    await service.rpc('add_link', {
      p_purpose: 'digest_end',
      p_subject: mia.id,
      p_token_hash: hashToken(token),
      p_payload: { textVersion: 'test' },
    })
    await page.goto(`${site}/alerts?token=${token}`)
    await page.getByRole('heading', { name: 'Stop the weekly email?' }).waitFor()
    await expectFlawless(page)
    expect(await consents()).toHaveLength(1)
    // A mail program's button: no cookie, no page before.
    const sent = await fetch(`${site}/alerts?token=${token}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(sent.status).toBe(200)
    expect(await consents()).toMatchObject([{ given: true }, { given: false, source: 'mail' }])
    await page.goto(`${site}/settings`)
    expect(await page.locator('#community-email').isChecked()).toBe(false)
    await page.context().close()
  })
})
