import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sessionCookieName } from '#core/cookies.ts'
import { subjectKey } from '#server/rate-limit.server.ts'
import { makeCode, unlock } from '../supabase/tests/codes.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { holdItems, linesOf } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { hydrated, openBrowser, openPage } from './browser.ts'
import {
  checkOut,
  decide,
  eventAddress,
  expectFlawless,
  expectFlawlessAtBothSizes,
  freshEmail,
  mailTo,
} from './buyer-steps.ts'
import { names } from './names.ts'
import { meet, type Person } from './people.ts'
import { typeCode } from './shown-price.ts'
import { removedCode, typedCode } from './typed-code.ts'

/** Tests codes as admins make them and buyers use them, and that every surface shows one price. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let browser: Browser
let ada: Person
beforeAll(async () => {
  ;[browser, ada] = await Promise.all([openBrowser(), meet(site, service, 'Ada')])
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

describe('a buyer', () => {
  test('types a code in, sees the lower price, and pays it', async () => {
    const testEvent = await createEvent(sql)
    const { code } = await makeCode(sql, testEvent, { percent: 25 })
    const page = await openPage(browser)
    await page.goto(eventAddress(site, testEvent.eventId))
    await hydrated(page)
    await typeCode(page, code.toLowerCase())
    await page.locator(`[data-code="${code}"]`).waitFor()
    await hydrated(page)
    await expectFlawless(page)
    await page.getByRole('button', { name: 'Add one Entry ticket' }).click()
    await page.getByRole('button', { name: names.getTickets }).click()
    await page.waitForURL(/\/checkout\?hold=/)
    // Folded on a phone.
    await page.getByText(code).first().waitFor({ state: 'attached' })
    await expectFlawlessAtBothSizes(page)
    const email = freshEmail('bea')
    await checkOut(page, { name: 'Bea Buyer', email })
    await decide(page, 'Pay')
    const [order] = await sql<{ total: number; discount: number; code: string }[]>`
      select o.total_cents::int as total, o.discount_cents::int as discount, c.code
      from public.orders o join public.promo_codes c on c.id = o.code_id where o.event_id = ${testEvent.eventId}`
    expect(order).toEqual({ total: 1500, discount: 500, code })
    expect((await mailTo(stack.mailboxUrl, email)).text).toContain('$15.00')
    await page.context().close()
  })

  test('with a wrong code is told so at the field, and gets no session for it', async () => {
    const testEvent = await createEvent(sql)
    await makeCode(sql, testEvent)
    const page = await openPage(browser)
    await page.goto(eventAddress(site, testEvent.eventId))
    await hydrated(page)
    await typeCode(page, 'NOSUCHCODE')
    await page.locator('#code-refusal').waitFor()
    expect(await page.locator('input[name="code"]').getAttribute('aria-describedby')).toBe('code-refusal')
    await expectFlawless(page)
    const cookies = (await page.context().cookies()).map(({ name }) => name)
    expect(cookies.filter((name) => name.startsWith(sessionCookieName(false)))).toEqual([])
    await page.context().close()
  })

  test('whose code has ended, is paused or used up learns why, without JavaScript', async () => {
    const testEvent = await createEvent(sql)
    const post = async (visitor: ApiVisitor, code: string) => {
      const path = `/events/${testEvent.eventId}`
      const sent = await visitor.postForm(...typedCode(testEvent.eventId, code))
      expect(sent.status).toBe(303)
      const back = await visitor.get((sent.headers.get('location') ?? path).replace(/#.*$/, ''))
      return back.status === 301
        ? await visitor.get(new URL(back.headers.get('location') ?? '', site).pathname)
        : back
    }
    const ended = await makeCode(sql, testEvent, { startsIn: -5, endsIn: -1 })
    const used = await makeCode(sql, testEvent, { maxOrders: 1 })
    const other = await users.extra()
    await unlock(service, other, testEvent, used.code)
    await holdItems(
      service,
      other,
      testEvent.eventId,
      linesOf(testEvent, { Entry: 1 }),
      randomUUID(),
      used.id,
    )
    const texts = []
    for (const { code } of [ended, used, { code: 'NOSUCHCODE' }]) {
      const { text } = await post(new ApiVisitor(site), code)
      const refusal = /id="code-refusal"[^>]*>([^<]+)</.exec(text)?.[1]
      expect(refusal, code).toBeTruthy()
      texts.push(refusal)
    }
    expect(new Set(texts).size).toBe(3)
    const works = await makeCode(sql, testEvent)
    expect((await post(new ApiVisitor(site), works.code)).text).toContain(`data-code="${works.code}"`)
  })

  test('finds a hidden type only with its code, in this session alone', async () => {
    const testEvent = await createEvent(sql, {
      types: [{ name: 'Entry' }, { name: 'Backstage Sesame', visibility: 'code' }],
    })
    const { code } = await makeCode(sql, testEvent, { effect: 'access', types: ['Backstage Sesame'] })
    const page = await openPage(browser)
    await page.goto(eventAddress(site, testEvent.eventId))
    await hydrated(page)
    expect(await page.content()).not.toContain('Sesame')
    await typeCode(page, code)
    await page.getByRole('button', { name: 'Add one Backstage Sesame ticket' }).waitFor()
    await page.locator('button[name="step"][value="remove"]').click()
    await page.locator('input[name="code"]').waitFor()
    expect(await page.locator('#tickets').innerText()).not.toContain('Sesame')
    const stranger = new ApiVisitor(site)
    for (const path of [`/events/${testEvent.eventId}/night`, `/events/${testEvent.eventId}/night.data`])
      expect((await stranger.get(path)).text).not.toContain('Sesame')
    await page.context().close()
  })
})

describe('guessing', () => {
  /** Types a code in without JavaScript. Returns whether it was opened, and what is said where it was not. */
  async function tryCode(visitor: ApiVisitor, testEvent: TestEvent, code: string) {
    const path = `/events/${testEvent.eventId}`
    expect((await visitor.postForm(...typedCode(testEvent.eventId, code))).status).toBe(303)
    const { text } = await visitor.get(`${path}/night-${testEvent.eventId.slice(0, 8)}`)
    return { opened: text.includes('data-code='), said: /id="code-refusal"[^>]*>([^<]+)</.exec(text)?.[1] }
  }
  const wrong = (visitor: ApiVisitor, testEvent: TestEvent, times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        visitor.copy().postForm(...typedCode(testEvent.eventId, `W${randomUUID().slice(0, 8)}`)),
      ),
    )

  test('of two hundred people behind one address goes on, however many of them mistype', async () => {
    const testEvent = await createEvent(sql)
    const { code } = await makeCode(sql, testEvent)
    const { address } = new ApiVisitor(site)
    const stranger = () => new ApiVisitor(site, address)
    await wrong(stranger(), testEvent, 40)
    expect((await tryCode(stranger(), testEvent, code)).opened).toBe(true)
    // Past the limit a visitor waits, and a right code still counts; a member doesn't even wait.
    const key = `promo_code@${subjectKey(address)}`
    expect(await sql`select taken from private.rate_limits where key = ${key}`).toEqual([{ taken: 40 }])
    await sql`update private.rate_limits set taken = 300 where key = ${key}`
    expect((await tryCode(stranger(), testEvent, code)).opened).toBe(true)
    const member = (await meet(site, service, 'Mia')).visitor
    const moved = new ApiVisitor(site, address)
    for (const [name, value] of member.cookies) moved.cookies.set(name, value)
    expect((await tryCode(moved, testEvent, code)).opened).toBe(true)
    await wrong(moved, testEvent, 1)
    expect(await sql`select taken from private.rate_limits where key = ${key}`).toEqual([{ taken: 300 }])
  })

  test('ends after 10 wrong codes of one account, from whichever network', async () => {
    const testEvent = await createEvent(sql)
    const { code } = await makeCode(sql, testEvent)
    const [guesser, guest] = [await meet(site, service, 'Mia'), await meet(site, service, 'Gus')]
    const elsewhere = ({ visitor }: Person) => {
      const moved = new ApiVisitor(site)
      for (const [name, value] of visitor.cookies) moved.cookies.set(name, value)
      return moved
    }
    for (const person of [guesser, guest]) {
      for (let n = 0; n < 9; n++) await wrong(elsewhere(person), testEvent, 1)
      expect((await tryCode(elsewhere(person), testEvent, code)).opened).toBe(true)
      await elsewhere(person).postForm(...removedCode(testEvent.eventId))
      await wrong(elsewhere(person), testEvent, 1)
      const limited = await tryCode(elsewhere(person), testEvent, code)
      expect([limited.opened, Boolean(limited.said)]).toEqual([false, true])
    }
    expect((await tryCode((await meet(site, service, 'Gus')).visitor, testEvent, code)).opened).toBe(true)
  })
})

describe('an admin', () => {
  test('makes a code, is told of mistakes, pauses it and lets it go on, without JavaScript', async () => {
    const testEvent = await createEvent(sql)
    const path = `/admin/events/${testEvent.eventId}/codes`
    const { visitor } = ada
    expect((await visitor.get(path)).status).toBe(200)
    const code = `FETE${testEvent.eventId.slice(0, 6).toUpperCase()}`
    for (const [fields, message] of [
      [{ code: 'x', effect: 'percent', percent: '10' }, 'Use 3 to 30 letters'],
      [{ code, effect: 'percent' }, 'Enter a percentage'],
      [{ code, effect: 'percent', percent: '101' }, 'Percent'],
      [{ code, effect: 'fixed' }, 'Enter an amount'],
    ] as const) {
      const refused = await visitor.postForm(path, { intent: 'save', ...fields })
      expect([refused.status, refused.text.includes(message)], JSON.stringify(fields)).toEqual([422, true])
    }
    const saved = await visitor.postForm(path, { intent: 'save', code, effect: 'percent', percent: '15' })
    expect(saved.status).toBe(302)
    const twice = await visitor.postForm(path, {
      intent: 'save',
      code: code.toLowerCase(),
      effect: 'percent',
      percent: '5',
    })
    expect(twice.status).toBe(409)
    expect((await visitor.get(path)).text).toContain(code)
    const [row] = await sql<{ id: string }[]>`select id from public.promo_codes where code = ${code}`
    const state = async (to: string) =>
      (await visitor.postForm(path, { intent: 'state', id: row?.id ?? '', state: to })).status
    const unlocks = async () => {
      const buyer = new ApiVisitor(site)
      await buyer.postForm(...typedCode(testEvent.eventId, code))
      return [...buyer.cookies.keys()].some((name) => name.startsWith(sessionCookieName(false)))
    }
    expect(await unlocks()).toBe(true)
    expect(await state('paused')).toBe(302)
    expect(await unlocks()).toBe(false)
    expect(await state('active')).toBe(302)
    expect(await unlocks()).toBe(true)
    expect(await state('archived')).toBe(302)
    expect(await unlocks()).toBe(false)
  })
})

describe('one price', () => {
  test('picker, checkout, order, receipt and mail show one total, with fees, tax and a code', async () => {
    const testEvent: TestEvent = await createEvent(sql, {
      types: [{ name: 'Entry', releases: [{ name: 'Final', faceCents: 3333 }] }],
    })
    await sql`update public.events set fee_fixed_cents = 150, fee_bps = 475, tax_bps = 887 where id = ${testEvent.eventId}`
    const { code } = await makeCode(sql, testEvent, { percent: 13 })
    const page = await openPage(browser)
    await page.goto(eventAddress(site, testEvent.eventId))
    await hydrated(page)
    await typeCode(page, code)
    await page.locator(`[data-code="${code}"]`).waitFor()
    await hydrated(page)
    const more = page.getByRole('button', { name: 'Add one Entry ticket' })
    for (let n = 0; n < 3; n++) await more.click()
    const picker = await page.locator('#tickets').innerText()
    await page.getByRole('button', { name: names.getTickets }).click()
    await page.waitForURL(/\/checkout\?hold=/)
    const pay = await page.getByRole('button', { name: names.payAmount }).innerText()
    const email = freshEmail('bea')
    await checkOut(page, { name: 'Bea Buyer', email })
    const bank = await page.locator('main').innerText()
    await decide(page, 'Pay')
    const [order] = await sql<{ total: number; paid: number; shown: number }[]>`
      select o.total_cents::int as total, p.amount_cents::int as paid, (o.total_cents - o.tax_cents)::int as shown
      from public.orders o join public.payments p on p.order_id = o.id where o.event_id = ${testEvent.eventId}`
    const total = `$${((order?.total ?? 0) / 100).toFixed(2)}`
    expect(order?.paid).toBe(order?.total)
    expect(pay).toContain(total)
    expect(bank).toContain(total)
    expect((await mailTo(stack.mailboxUrl, email)).text).toContain(total)
    // The picker shows what tax comes on top of, or all of it.
    expect([total, `$${((order?.shown ?? 0) / 100).toFixed(2)}`].some((text) => picker.includes(text))).toBe(
      true,
    )
    await page.context().close()
  })
})
