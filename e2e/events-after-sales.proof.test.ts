import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { buy, holdTickets } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { ApiVisitor } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { openBrowser } from './browser.ts'
import { expectFlawless, mailTo } from './buyer-steps.ts'
import { openPageOf } from './signed-in.ts'

/** Tests how events are edited that people have tickets for, and how one event becomes several, on the built site. */

const { url: site } = inject('site')
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
let browser: Browser
let ada: ApiVisitor

beforeAll(async () => {
  browser = await openBrowser()
  ada = new ApiVisitor(site)
  expect((await ada.post('/api/auth/login', { username: 'ada', password: 'Jouvay2026' })).status).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

/** An event with whole minutes, as forms make them, with two tickets sold and one on hold. */
async function soldEvent() {
  const testEvent = await createEvent(sql, { doorsIn: 60 })
  await sql`
    update public.events set doors_at = date_trunc('minute', doors_at), starts_at = date_trunc('minute', starts_at),
      ends_at = date_trunc('minute', ends_at) where id = ${testEvent.eventId}`
  const { order } = await buy(service, await users.extra(), testEvent, { Entry: 2 })
  await holdTickets(service, await users.extra(), testEvent, { Entry: 1 })
  return { ...testEvent, order }
}

const priceOf = async (eventId: string) =>
  (
    await sql`
      select r.face_cents::int as cents from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id
      where t.event_id = ${eventId}`
  )[0]?.cents

describe('on a phone', () => {
  describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
    const open = () => openPageOf(browser, ada, { javaScriptEnabled })

    test('a new price says what it means, and is saved by consent alone', async () => {
      const { eventId } = await soldEvent()
      const page = await open()
      await page.goto(`${site}/admin/events/${eventId}/tickets`)
      await page.locator('[name="types[0].releases[0].faceCents"]').fill('35')
      await page.locator('form#event button[type=submit]').last().click()
      await page.waitForURL(/\/confirm\?tab=tickets/)
      const said = page.locator('[data-consequence=price]')
      expect(await said.innerText()).toMatch(/\$20[\s\S]*\$35[\s\S]*2 sold and 1 on hold/)
      expect(await priceOf(eventId)).toBe(2000)
      if (javaScriptEnabled) await expectFlawless(page)
      // Going back loses nothing.
      await page.getByRole('link', { name: 'Back to the form' }).click()
      await page.waitForURL(/\/tickets$/)
      expect(await page.locator('[name="types[0].releases[0].faceCents"]').inputValue()).toBe('35')
      await page.locator('form#event button[type=submit]').last().click()
      await page.waitForURL(/\/confirm\?tab=tickets/)
      await page.locator('#confirm button[type=submit]').click()
      await page.waitForURL(/tickets\?done=saved/)
      expect(await priceOf(eventId)).toBe(3500)
      expect(await sql`select 1 from public.event_drafts where event_id = ${eventId}`).toHaveLength(0)
      await page.context().close()
    })

    test('a new date names how many are mailed, and mails them', async () => {
      const { eventId, order } = await soldEvent()
      const mails = () =>
        sql`select 1 from private.mail_outbox where kind = 'event_rescheduled' and subject_id = ${order.orderId}`
      const page = await open()
      await page.goto(`${site}/admin/events/${eventId}`)
      const year = new Date().getFullYear() + 1
      const moved = {
        doorsAt: `${year}-06-05T21:00`,
        startsAt: `${year}-06-05T22:00`,
        endsAt: `${year}-06-06T04:00`,
      }
      for (const [name, value] of Object.entries(moved)) await page.locator(`[name=${name}]`).fill(value)
      await page.locator('form#event button[type=submit]').last().click()
      await page.waitForURL(/\/confirm\?tab=details/)
      expect(await page.locator('[data-consequence=times]').innerText()).toContain('1 buyer with 2 tickets')
      if (javaScriptEnabled) await expectFlawless(page)
      expect(await mails()).toHaveLength(0)
      await page.locator('#confirm button[type=submit]').click()
      await page.waitForURL(/done=saved/)
      expect(await mails()).toHaveLength(1)
      const [row] = await sql<
        { starts_at: Date }[]
      >`select starts_at from public.events where id = ${eventId}`
      expect(row?.starts_at.toISOString()).toBe(`${year}-06-06T02:00:00.000Z`)
      await page.context().close()
    })

    test('a new venue says who is mailed, and mails them when it is saved', async () => {
      const { eventId, order } = await soldEvent()
      await sql`update public.events set venue_name = 'Old Hall', address = '8 Canal Street' where id = ${eventId}`
      const [row] = await sql<
        { email: string }[]
      >`select email from public.orders where id = ${order.orderId}`
      const page = await open()
      await page.goto(`${site}/admin/events/${eventId}`)
      await page.locator('[name=venueName]').fill('The Yard')
      await page.locator('[name=address]').fill('1 Dock Street')
      await page.locator('form#event button[type=submit]').last().click()
      await page.waitForURL(/\/confirm\?tab=details/)
      expect(await page.locator('[data-consequence=venue]').innerText()).toMatch(
        /Old Hall, 8 Canal Street[\s\S]*The Yard, 1 Dock Street[\s\S]*1 buyer with 2 tickets/,
      )
      if (javaScriptEnabled) await expectFlawless(page)
      await page.locator('#confirm button[type=submit]').click()
      await page.waitForURL(/done=saved/)
      const mail = await mailTo(stack.mailboxUrl, row?.email ?? '', `New venue: Night ${eventId.slice(0, 8)}`)
      for (const said of ['The Yard', '1 Dock Street', 'Old Hall']) expect(mail.text).toContain(said)
      await page.context().close()
    })
  })

  test('an event is duplicated; its next date joins it in a series, which is found, edited and followed', async () => {
    const { eventId } = await createEvent(sql, { doorsIn: 60 })
    await sql`
      update public.events set (image_path, image_alt) = (
        select image_path, image_alt from public.events where image_path like '/art/bass-culture-%' and image_alt <> '' limit 1)
      where id = ${eventId}`
    const title = `Night ${eventId.slice(0, 8)}`
    const page = await openPageOf(browser, ada)
    await page.goto(`${site}/admin/events/${eventId}/publish`)
    await page.getByRole('button', { name: 'Duplicate event' }).click()
    await page.waitForURL(/done=copied/)
    expect(await page.locator('[name=title]').inputValue()).toBe(`${title} copy`)

    await page.goto(`${site}/admin/events/${eventId}/publish`)
    await page.getByRole('button', { name: 'A week later' }).click()
    await page.waitForURL(/done=next/)
    const nextId = /events\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    const dates = await sql<{ days: number; types: number }[]>`
      select (n.starts_at::date - e.starts_at::date) as days,
        (select count(*)::int from public.ticket_types t where t.event_id = n.id) as types
      from public.events e, public.events n where e.id = ${eventId} and n.id = ${nextId} and n.series_id = e.series_id`
    expect(dates).toEqual([{ days: 7, types: 1 }])

    // The draft leads to its series: the list of its dates alone.
    await page.getByRole('link', { name: 'See its dates, edit its name and description' }).click()
    await page.waitForURL(/\/admin\/events\?series=/)
    const rows = page.getByRole('table').getByRole('link', { name: title, exact: true })
    await rows.first().waitFor()
    expect(await page.getByRole('table').locator('tbody tr').count()).toBe(1)
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('link', { name: /^Drafts \(1\)/ }).click()
    await page.waitForURL(/show=draft/)
    await page.getByRole('table').locator(`a[href$="/${nextId}"]`).first().waitFor()

    const name = `Fridays ${randomUUID().slice(0, 8)}`
    await page.locator('details:has(form#series) > summary').click()
    await page.locator('form#series [name=name]').fill('ab')
    await page.locator('form#series button[type=submit]').click()
    await page.locator('form#series [name=name][aria-invalid=true]').waitFor()
    await page.locator('form#series [name=name]').fill(name)
    await page.locator('form#series [name=description]').fill('Every first Friday.')
    expect(await findFaults(page)).toEqual([])
    await page.locator('form#series button[type=submit]').click()
    await page.waitForURL(/done=series/)
    // The filter says the new name, and goes away by itself.
    await page.getByRole('link', { name: `Series: ${name}` }).click()
    await page.waitForURL((url) => !url.searchParams.has('series'))

    // Once the next date is published, each leads to the other, and members follow the series.
    await sql`update public.events set status = 'published', published_at = now() where id = ${nextId}`
    await page.goto(`${site}/events/${eventId}`)
    await page.getByText('Every first Friday.').waitFor()
    await page.locator(`a[href*="${nextId}"]`).first().waitFor()
    await page.getByRole('button', { name: `Follow ${name}` }).click()
    await page.getByRole('button', { name: `Following ${name}` }).waitFor()
    const [followed] = await sql`
      select 1 from public.follows f join public.events e on e.series_id = f.series_id
      join public.profiles p on p.id = f.user_id where e.id = ${eventId} and p.username = 'ada'`
    expect(followed).toBeDefined()
    await page.getByRole('button', { name: `Following ${name}` }).click()
    await page.getByRole('button', { name: `Follow ${name}` }).waitFor()
    await page.context().close()
  })
})

test('a published event keeps its picture and its venue, and says why', async () => {
  const { eventId } = await createEvent(sql, { doorsIn: 60 })
  await sql`
    update public.events set venue_name = 'The Yard', address = '12 Flatbush Ave', (image_path, image_alt) = (
      select image_path, image_alt from public.events where image_path like '/art/bass-culture-%' and image_alt <> '' limit 1)
    where id = ${eventId}`
  const page = await openPageOf(browser, ada, { javaScriptEnabled: false })
  await page.goto(`${site}/admin/events/${eventId}`)
  await page.locator('[name=address]').fill('')
  await page.locator('form#event button[type=submit]').last().click()
  const said = () => page.locator('main').getByRole('alert').innerText()
  await page.locator('form#event [role=alert]').waitFor()
  const aboutPlace = await said()
  await page.goto(`${site}/admin/events/${eventId}`)
  await page.locator('button[form=remove-picture]').click()
  await page.locator('main [role=alert]').waitFor()
  const aboutPicture = await said()
  // The password comes before the event asks for it.
  await page.goto(`${site}/admin/events/${eventId}`)
  await page.locator('[name=visibility]').selectOption('password')
  await page.locator('form#event button[type=submit]').last().click()
  await page.locator('form#event [role=alert]').waitFor()
  // Each says what is missing.
  expect(new Set([aboutPlace, aboutPicture, await said()]).size).toBe(3)
  await page.locator('[name=password]').fill('open sesame')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL(/done=password/)
  await page.locator('[name=visibility]').selectOption('password')
  await page.locator('form#event button[type=submit]').last().click()
  await page.waitForURL(/done=saved/)
  await page.context().close()
})
