import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { openBrowser, openPage, sizes } from './browser.ts'
import { checkOut, decide, expectFlawlessAtBothSizes, freshEmail } from './buyer-steps.ts'
import { openPageOf } from './signed-in.ts'

/** Walks places from an admin to a member and on to somebody without an account, on the built site. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const [phone] = sizes

/** Gives three places of an event to a member, by the admin's form. */
async function give(event: Awaited<ReturnType<typeof createEvent>>, username: string) {
  const ada = new ApiVisitor(site)
  expect((await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })).status).toBe(200)
  const desk = await openPageOf(browser, ada)
  await desk.goto(`${site}/free-tickets/allocations?event=${event.eventId}`)
  const form = desk.locator('#give-allocation')
  await form.locator('[name=member]').fill(username)
  await form.locator('[name=type]').selectOption(event.types.Entry ?? '')
  await form.locator('[name=places]').fill('3')
  const [row] = await sql<{ until: string }[]>`
    select to_char((e.doors_at - interval '2 hours') at time zone e.time_zone, 'YYYY-MM-DD"T"HH24:MI') as until
    from public.events e where e.id = ${event.eventId}`
  await form.locator('[name=endsAt]').fill(row?.until ?? '')
  await expectFlawlessAtBothSizes(desk)
  await form.locator('button[type=submit]').click()
  await desk.locator('tbody tr').first().waitFor()
  return desk
}

test('an admin gives places, the member hands one on and takes one back, a stranger buys theirs at the regular price', async () => {
  const event = await createEvent(sql, { doorsIn: 100 })
  const { visitor, id, details } = await registered(site, 'Cam')
  const desk = await give(event, details.username)
  const states = async () =>
    (
      await sql<{ state: string; places: number }[]>`
        select private.allocation_place_state(h, x) as state, count(*)::int as places
        from private.allocations a join private.allocation_places x on x.allocation_id = a.id join public.holds h on h.id = x.hold_id
        where a.member_id = ${id} group by 1 order by 1`
    ).map(({ state, places }) => `${places} ${state}`)

  const member = await openPageOf(browser, visitor, { viewport: phone.viewport })
  await member.goto(`${site}/my-tickets/allocations`)
  const handOn = async (name: string) => {
    const shown = member.getByTestId('place-link')
    const last = (await shown.count()) ? await shown.innerText() : ''
    await member.locator('[name=name]').fill(name)
    await member.locator('form:has([name=name]) button[type=submit]').click()
    await expect.poll(async () => ((await shown.count()) ? await shown.innerText() : last)).not.toBe(last)
    return shown.innerText()
  }
  const link = await handOn('Rae Joseph')
  await expectFlawlessAtBothSizes(member)
  const lost = await handOn('Lee Grant')
  await member.getByRole('button', { name: 'Take back from Lee Grant' }).click()
  await member.getByRole('button', { name: 'Take back from Lee Grant' }).waitFor({ state: 'detached' })
  // What leads there is shown once.
  await member.reload()
  expect(await member.getByTestId('place-link').count()).toBe(0)

  const stranger = await openPage(browser, { viewport: phone.viewport })
  await stranger.goto(lost)
  expect(await stranger.locator('form[action="/my-tickets/place"]').count()).toBe(0)
  await expectFlawlessAtBothSizes(stranger)
  await stranger.setViewportSize(phone.viewport)
  const opened = await stranger.goto(link)
  expect(opened?.headers()).toMatchObject({
    'referrer-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
  await expectFlawlessAtBothSizes(stranger)
  await stranger.locator('form[action="/my-tickets/place"] button[type=submit]').click()
  await stranger.waitForURL(/\/checkout\?hold=/)
  const email = freshEmail('rae')
  await checkOut(stranger, { name: 'Rae Joseph', email })
  await decide(stranger, 'Pay')
  await expect
    .poll(
      async () =>
        await sql`
          select o.status, o.total_cents::int = r.face_cents::int as is_regular from public.orders o
          join public.tickets k on k.order_id = o.id
          join public.price_releases r on r.ticket_type_id = k.ticket_type_id
          where o.event_id = ${event.eventId} and o.email = ${email}`,
    )
    .toEqual([{ status: 'paid', is_regular: true }])
  await member.reload()
  await member.getByText('Rae Joseph').waitFor()
  await expectFlawlessAtBothSizes(member)

  await desk.reload()
  await expectFlawlessAtBothSizes(desk)
  expect(await states()).toEqual(['1 bought', '2 free'])
})
