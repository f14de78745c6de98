import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { type ApiVisitor, registered } from './api-visitor.ts'
import { hydrated, openBrowser } from './browser.ts'
import { addTicketLink, expectFlawlessAtBothSizes, grantScan } from './buyer-steps.ts'
import { sellTo } from './shown-tickets.ts'
import { openPageOf } from './signed-in.ts'

/** A copy of a code is let in, its holder is turned away and reports it, and the door manager gives a new code, on the built site. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

type Person = Awaited<ReturnType<typeof registered>>

async function makeManager(eventId: string): Promise<Person> {
  const dot = await registered(site, 'Dot')
  await grantScan(sql, dot.details.username, eventId)
  await sql`update public.staff_grants set capability = 'door_manager' where user_id = ${dot.id}`
  return dot
}

async function scan(door: ApiVisitor, event: string, code: string, gate: string) {
  const sent = await door.post('/api/door/check-in', {
    event,
    code,
    gate,
    scan: randomUUID(),
    method: 'code',
  })
  expect(sent.status, sent.text).toBe(200)
  return sent.body
}

/** Sells a ticket, lets a copy of its code in and turns its holder away. */
async function turnedAway() {
  const nia = await registered(site, 'Nia')
  const { eventId } = await sellTo(users, nia.id, {}, 1)
  const dot = await makeManager(eventId)
  const ticket = async () => {
    const [row] = await sql<{ id: string; code: string; order: string }[]>`
      select id, code, order_id as order from public.tickets where event_id = ${eventId}`
    if (!row) throw new Error('no ticket')
    return row
  }
  const { id, code, order } = await ticket()
  expect(await scan(dot.visitor, eventId, code, 'North gate')).toMatchObject({ result: 'ok' })
  expect(await scan(dot.visitor, eventId, code, 'South gate')).toMatchObject({ result: 'already_in' })
  return { nia, dot, eventId, id, code, order, codeNow: async () => (await ticket()).code }
}

const printed = (code: string) => code.replace(/(...)(?=.)/g, '$1 ')
/** Reads the fields of the first form with this intent. */
function fieldsOf(html: string, intent: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(`name="intent" value="${intent}"`)) ?? ''
  const inputs = form
    .slice(0, form.indexOf('</form>'))
    .matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
}

test('the holder reports, the manager gives a new code, the holder sees it: plain requests without JavaScript', async () => {
  const { nia, dot, eventId, code, codeNow } = await turnedAway()
  const before = (await nia.visitor.get('/my-tickets')).text
  expect(before).toContain('North gate')
  const report = fieldsOf(before, 'report')
  expect(Object.keys(report).toSorted()).toEqual(['intent', 'scan', 'ticket'])
  const stranger = await registered(site, 'Sly')
  expect((await stranger.visitor.postForm('/my-tickets', report)).status).toBe(404)
  for (const _ of [1, 2]) {
    const sent = await nia.visitor.postForm('/my-tickets', report)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/my-tickets?reported'])
  }
  const reported = (await nia.visitor.get('/my-tickets?reported')).text
  expect(reported).toContain('data-report="open"')
  expect(fieldsOf(reported, 'report')).toEqual({})
  expect(reported).not.toContain(dot.details.displayName)

  // the door manager's device, and nobody else's
  const poll = `/api/door/check-in?event=${eventId}`
  expect((await dot.visitor.get(poll)).body).toMatchObject({ reports: [{ holderName: 'Bea Buyer' }] })
  const dex = await registered(site, 'Dex')
  await grantScan(sql, dex.details.username, eventId)
  expect((await dex.visitor.get(poll)).body).toMatchObject({ reports: null })
  expect((await dot.visitor.get(`/ticket-scanner?event=${eventId}`)).text).toContain(
    'data-testid="open-reports"',
  )
  expect((await dex.visitor.get(`/ticket-scanner?event=${eventId}`)).text).not.toContain('open-reports')
  const path = `/scan-data?event=${eventId}`
  const list = (await dot.visitor.get(path)).text
  for (const fact of ['Bea Buyer', 'North gate', 'South gate']) expect(list).toContain(fact)
  const press = fieldsOf(list, 'new-code')
  expect((await dex.visitor.postForm(path, press)).status).toBe(403)
  const { reason: _, ...close } = { ...fieldsOf(list, 'close-report'), outcome: 'denied', reason: '' }
  expect((await dot.visitor.postForm(path, close)).status).toBe(422)
  const pressed = await dot.visitor.postForm(path, press)
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, path])
  expect((await dot.visitor.get(path)).text).not.toContain('data-testid="report"')
  expect((await dot.visitor.postForm(path, { ...close, reason: 'Too late' })).status).toBe(409)

  const fresh = await codeNow()
  expect(fresh).not.toBe(code)
  const after = (await nia.visitor.get('/my-tickets')).text
  expect(after).toContain('data-report="new_code"')
  expect(after).toContain(printed(fresh))
  expect(await scan(dot.visitor, eventId, code, 'North gate')).toMatchObject({ result: 'old_code' })
  expect(await scan(dot.visitor, eventId, fresh, 'North gate')).toMatchObject({ result: 'ok' })
})

test('whoever has the link of the order reports there, and stays there', async () => {
  const { order } = await turnedAway()
  const token = await addTicketLink(service, order)
  const { visitor } = await registered(site, 'Lou')
  const path = `/my-tickets?order=${token}`
  const report = fieldsOf((await visitor.get(path)).text, 'report')
  const sent = await visitor.postForm(path, report)
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}&reported`])
  expect((await visitor.get(path)).text).toContain('data-report="open"')
})

test('the pages of holder, scanner and door manager, with JavaScript and at both sizes', async () => {
  const { nia, dot, eventId } = await turnedAway()
  const holder = await openPageOf(browser, nia.visitor)
  await holder.goto(`${site}/my-tickets`)
  await hydrated(holder)
  await holder.getByTestId('scans').locator('button').first().click()
  await holder.locator('[data-report=open]').waitFor()
  await expectFlawlessAtBothSizes(holder)
  const door = await openPageOf(browser, dot.visitor)
  await door.goto(`${site}/ticket-scanner?event=${eventId}&gate=Main`)
  await hydrated(door)
  await door.getByTestId('open-reports').click()
  await door.getByTestId('report').waitFor()
  await door.getByTestId('close-report').locator('summary').click()
  await expectFlawlessAtBothSizes(door)
  await door.locator('form:has([value=new-code]) button').click()
  await door.getByTestId('report').waitFor({ state: 'detached' })
  await holder.reload()
  await holder.locator('[data-report=new_code]').waitFor({ state: 'attached' })
  await expectFlawlessAtBothSizes(holder)
  await Promise.all([holder.context().close(), door.context().close()])
})
