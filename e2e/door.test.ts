import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { createTicketSigner, type TicketCredential } from '#server/ticket-signing.server.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { registered } from './api-visitor.ts'
import { openBrowser } from './browser.ts'
import { isCodeFocused, openDoor, typeCode, verdictOf } from './door-steps.ts'
import { signAsFirstFormat } from './first-ticket-format.ts'
import { names } from './names.ts'

/**
 * Tests the door as the site's scanners use it: through HTTP, and with a scanner that types. What comes between is the subject of
 * `door-interruptions.proof.test.ts`.
 */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql } = users
let door: Awaited<ReturnType<typeof openDoor>>
beforeAll(async () => {
  door = await openDoor(site, users)
})
afterAll(() => users.close())

const resultSchema = z.object({ result: z.string(), bounce: z.boolean() })

async function scan(code: string, device?: string) {
  const body = { event: door.event.eventId, code, scan: randomUUID(), method: 'code', device }
  const { status, text } = await door.visitor.post('/api/door/check-in', body)
  expect(status, text).toBe(200)
  return resultSchema.parse(JSON.parse(text))
}

describe('one ticket, one account, one gate, the same second', () => {
  test.each([
    ['phones that each have a name', () => randomUUID()],
    ['phones without a name', () => undefined],
  ])('twenty %s: exactly one sees green, nobody a bounce', async (_, device) => {
    const [code = ''] = await door.sellCodes(1)
    const responses = await Promise.all(Array.from({ length: 20 }, () => scan(code, device())))
    expect(responses.filter(({ result }) => result === 'ok')).toHaveLength(1)
    expect(responses.filter(({ result }) => result === 'already_in')).toHaveLength(19)
    expect(responses.filter(({ bounce }) => bounce)).toEqual([])
  })

  test('the phone that admitted it and reads it again gets a bounce, the next phone does not', async () => {
    const [code = ''] = await door.sellCodes(1)
    const phone = randomUUID()
    expect(await scan(code, phone)).toEqual({ result: 'ok', bounce: false })
    expect(await scan(code, phone)).toEqual({ result: 'already_in', bounce: true })
    expect(await scan(code, randomUUID())).toEqual({ result: 'already_in', bounce: false })
  })
})

describe('a signed code', () => {
  const { TICKET_SIGNING_KEY: secret = '' } = inject('site').env
  const scanCode = async (code: string) => {
    const body = { event: door.event.eventId, code, scan: randomUUID(), method: 'camera' }
    const { status, text } = await door.visitor.post('/api/door/check-in', body)
    expect(status, text).toBe(200)
    return resultSchema.parse(JSON.parse(text)).result
  }

  async function sellCredential(): Promise<TicketCredential> {
    const [code = ''] = await door.sellCodes(1)
    const [ticket] = await sql<{ id: string; type: string; generation: number }[]>`
      select id, ticket_type_id as type, generation from public.tickets where code = ${code}`
    if (!ticket) throw new Error('no ticket')
    const { id: ticketId, type: typeId, generation } = ticket
    return { ticketId, typeId, generation, eventId: door.event.eventId }
  }

  test('admits in the current format and in the first one, once between them', async () => {
    const signer = createTicketSigner(secret)
    const first = await sellCredential()
    expect(await scanCode(signer.sign(first))).toBe('ok')
    expect(await scanCode(await signAsFirstFormat(secret, first))).toBe('already_in')
    const second = await sellCredential()
    expect(await scanCode(await signAsFirstFormat(secret, second))).toBe('ok')
    expect(await scanCode(signer.sign(second))).toBe('already_in')
  })

  test('is refused when it is forged, cut, of an older generation or of another event', async () => {
    const signer = createTicketSigner(secret)
    const credential = await sellCredential()
    const stranger = createTicketSigner(randomBytes(32).toString('base64url'))
    expect(await scanCode(stranger.sign(credential))).toBe('bad_signature')
    expect(await scanCode(await signAsFirstFormat(randomBytes(32).toString('base64url'), credential))).toBe(
      'bad_signature',
    )
    expect(await scanCode(signer.sign(credential).slice(0, -3))).toBe('unknown')
    expect(await scanCode(signer.sign({ ...credential, generation: 2 }))).toBe('old_code')
    expect(await scanCode(signer.sign({ ...credential, ticketId: randomUUID() }))).toBe('unknown')
    expect(await scanCode(signer.sign(credential))).toBe('ok')
  })
})

test('the counters are read by those who may scan there, and by nobody else', async () => {
  const path = `/api/door/check-in?event=${door.event.eventId}`
  const before = (await door.visitor.get(path)).text
  const [code = ''] = await door.sellCodes(1)
  await scan(code)
  const counters = z.object({ inNow: z.int(), admitted: z.int(), remaining: z.int() })
  const count = (text: string) => counters.parse(JSON.parse(text)).admitted
  expect(count((await door.visitor.get(path)).text)).toBe(count(before) + 1)
  const other = (await registered(site)).visitor
  const elsewhere = await createEvent(sql)
  expect((await other.get(path)).status).toBe(403)
  expect((await door.visitor.get(`/api/door/check-in?event=${elsewhere.eventId}`)).status).toBe(403)
  expect((await door.visitor.get('/api/door/check-in?event=x')).status).toBe(422)
})

test('a mistyped code is an error at the field, and no scan', async () => {
  const fields = { event: door.event.eventId, code: '222222223', scan: randomUUID() }
  const response = await door.visitor.post('/api/door/check-in', { ...fields, method: 'code' })
  expect([response.status, response.body.errors]).toEqual([
    422,
    [{ message: 'Check that code', field: 'code' }],
  ])
  const page = await door.visitor.postForm(`/ticket-scanner?event=${door.event.eventId}`, {
    ...fields,
    gate: '',
  })
  expect(page.status).toBe(422)
  expect(page.text).toMatch(/id="code-error"[\s\S]*?Check that code/)
  expect(page.text).not.toContain('alertdialog')
  expect(await sql`select 1 from public.scans where scan_uid = ${fields.scan}`).toHaveLength(0)
})
test('a scanner that types works at opening, after each verdict and from anywhere; its Enter acknowledges nothing', async () => {
  // Of three orders: a group would be offered with one of them.
  const [[first = ''], [second = ''], [third = '']] = [
    await door.sellCodes(1),
    await door.sellCodes(1),
    await door.sellCodes(1),
  ]
  const browser = await openBrowser()
  const page = await door.openScanner(browser)
  expect(await isCodeFocused(page)).toBe(true)
  await typeCode(page, first)
  await page.getByText('Welcome in.').or(verdictOf(page)).first().waitFor()
  expect(await verdictOf(page).innerText()).toMatch(/admit/i)

  // The next guest does not wait until the green screen closes.
  const admitted = page.getByText('Admitted', { exact: true }).locator('xpath=..').getByRole('definition')
  const before = Number(await admitted.innerText())
  await typeCode(page, second)
  // Waits for the second verdict: counter and verdict are shown in one step.
  await expect.poll(async () => Number(await admitted.innerText())).toBe(before + 1)
  expect(
    await sql`select 1 from public.tickets where code = ${second} and admission = 'inside'`,
  ).toHaveLength(1)
  await verdictOf(page).waitFor({ state: 'hidden' })
  expect(await isCodeFocused(page)).toBe(true)

  // The blue screen waits for a confirmation: text typed meanwhile is dropped, and its Enter presses nothing.
  await typeCode(page, second)
  await verdictOf(page).waitFor()
  expect(await verdictOf(page).innerText()).toMatch(/again[\s\S]*Already let in just now/i)
  await typeCode(page, third)
  expect(await verdictOf(page).count()).toBe(1)
  expect(await sql`select 1 from public.tickets where code = ${third} and admission = 'inside'`).toHaveLength(
    0,
  )
  await page.getByRole('link', { name: names.nextScan }).click()
  await verdictOf(page).waitFor({ state: 'hidden' })

  // Works while a button has the focus, too.
  await page.getByRole('button', { name: names.startCamera }).focus()
  await typeCode(page, third)
  await verdictOf(page).waitFor()
  expect(await verdictOf(page).innerText()).toMatch(/admit/i)
  expect(page.consoleErrors).toEqual([])
  await browser.close()
})
