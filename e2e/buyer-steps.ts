import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Locator, Page } from 'playwright-core'
import type { Sql } from 'postgres'
import { expect } from 'vitest'
import * as z from 'zod'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { newAccountDetails } from './api-visitor.ts'
import { findFaults } from './axe.ts'
import { animationsEnded, sizes, type TestPage } from './browser.ts'
import { names } from './names.ts'

/** Steps of buyers, door staff and admins on the site's pages, one function each. */

/** Returns the address of an event's page. */
export function eventAddress(site: string, eventId: string): string {
  return `${site}/events/${eventId}`
}

/**
 * Adds a secret link to the tickets of an order. It is of the purpose that allows several links at a time: the confirmation of the
 * order is mailed in the background, and its link would end another one of the purpose `order_tickets`.
 * @returns the link's token
 */
export async function addTicketLink(service: SupabaseClient, orderId: string): Promise<string> {
  const token = makeToken()
  const { data, error } = await service.rpc('add_link', {
    p_purpose: 'order_reminder',
    p_subject: orderId,
    p_token_hash: hashToken(token),
  })
  if (error) throw error
  if (data === null) throw new Error(`no link was added to order ${orderId}`)
  return token
}

/** Demands that axe finds nothing and that the console has no errors. */
export async function expectFlawless(page: TestPage): Promise<void> {
  await animationsEnded(page)
  expect(await findFaults(page), `axe on ${page.url()}`).toEqual([])
  expect(page.consoleErrors, `console on ${page.url()}`).toEqual([])
}

/**
 * Demands the same of the page on a phone and on a desktop, and that it never scrolls sideways: the end of a walk on a phone. Leaves
 * the page on the desktop.
 */
export async function expectFlawlessAtBothSizes(page: TestPage): Promise<void> {
  for (const { viewport } of sizes) {
    await page.setViewportSize(viewport)
    await expectFlawless(page)
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider, `scrolls sideways at ${viewport.width} px on ${page.url()}`).toBeLessThanOrEqual(0)
  }
}

/** Opens the sign-in window and registers a new person. */
export async function register(page: Page): Promise<ReturnType<typeof newAccountDetails>> {
  const details = newAccountDetails('Mia')
  await page
    .getByRole('button', { name: names.signIn, exact: true })
    .or(page.getByRole('link', { name: names.signIn, exact: true }))
    .click()
  await page.getByRole('tab', { name: names.register }).click()
  await fillRegistration(page, details)
  await page.getByRole('button', { name: names.createAccount }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return details
}

/** Fills the registration form for a new person. */
export async function fillRegistration(
  page: Page,
  details: ReturnType<typeof newAccountDetails>,
): Promise<void> {
  const form = page.getByRole('tabpanel', { name: names.register })
  await form.getByLabel(names.username).fill(details.username)
  await form.getByLabel(names.email).fill(details.email)
  await form.getByLabel(names.displayName).fill(details.displayName)
  await form.getByLabel(names.password, { exact: true }).fill(details.password)
  await form.getByLabel(names.confirmPassword).fill(details.password)
}

/** Signs a demo account in through the API. */
export async function signInDemo(page: Page, site: string, username: string): Promise<void> {
  const response = await page.request.post(`${site}/api/auth/login`, {
    data: { username, password: 'Jouvay2026' },
    headers: { origin: site },
  })
  expect(response.status()).toBe(200)
}

/** Chooses a number of tickets with the stepper and holds them. */
export async function holdTickets(page: Page, type: string, count: number): Promise<void> {
  const more = page.getByRole('button', { name: `Add one ${type} ticket` })
  for (let n = 0; n < count; n++) await more.click()
  await page.getByRole('button', { name: names.getTickets }).click()
  await page.waitForURL(/\/checkout\?hold=/)
}

/** Fills the checkout and goes to the payment page. */
export async function checkOut(page: Page, buyer: { name: string; email: string }): Promise<void> {
  await page.getByLabel(names.name).fill(buyer.name)
  await page.getByLabel(names.email).fill(buyer.email)
  const age = page.getByRole('checkbox', { name: names.oldEnough })
  if (await age.count()) await age.check()
  await page.getByRole('button', { name: names.payAmount }).click()
  await page.waitForURL(/\/test-payment\//)
  // The address changes a moment before the page does.
  await outcome(page, 'Pay').waitFor()
}

const decisions = { Pay: 'succeeded', Decline: 'failed', Processing: 'processing' }

/** The button of the test provider's page that decides a payment. */
export function outcome(page: Page, decision: keyof typeof decisions): Locator {
  return page.locator(`button[name="decision"][value="${decisions[decision]}"]`)
}

/** Decides the payment on the test provider's page. */
export async function decide(page: Page, decision: keyof typeof decisions): Promise<void> {
  await outcome(page, decision).click()
  await page.waitForURL(/\/payment-success/)
}

/** Reads the typed codes below the QR codes. */
export async function typedCodes(page: Page): Promise<string[]> {
  const texts = await page.getByText(/^[2-9A-Z]{3} [2-9A-Z]{3} [2-9A-Z]{3}$/).allTextContents()
  return texts.map((text) => text.trim())
}

/** Types a code at the door and waits for the verdict that fills the screen. */
export async function typeCode(page: Page, code: string): Promise<string> {
  await page.getByLabel(names.typedCode).fill(code)
  await page.getByRole('button', { name: names.checkIn }).click()
  const verdict = page.getByRole('alertdialog')
  await verdict.waitFor()
  return await verdict.innerText()
}

/** Grants a demo account the right to scan at an event. */
export async function grantScan(sql: Sql, username: string, eventId: string): Promise<void> {
  await sql`
    insert into public.staff_grants (user_id, event_id, capability, expires_at)
    select id, ${eventId}, 'scan', now() + interval '1 day' from public.profiles where username = ${username}`
}

const listSchema = z.object({ messages: z.array(z.object({ ID: z.string(), Subject: z.string() })) })
const mailSchema = z.object({
  Text: z.string(),
  HTML: z.string(),
  Attachments: z.array(z.object({ ContentID: z.string(), ContentType: z.string(), Size: z.number() })),
})

/**
 * Waits for the newest mail to an address.
 * @param subject looks for the newest one of this subject, or of one that matches
 */
export async function mailTo(mailboxUrl: string, address: string, subject?: string | RegExp) {
  const read = async (path: string): Promise<unknown> => (await fetch(`${mailboxUrl}/api/v1/${path}`)).json()
  let found: z.output<typeof listSchema>['messages'][number] | undefined
  await expect
    .poll(
      async () => {
        const query = encodeURIComponent(`to:"${address}"`)
        const { messages } = listSchema.parse(await read(`search?query=${query}`))
        found = messages.find((mail) =>
          subject instanceof RegExp ? subject.test(mail.Subject) : (subject ?? mail.Subject) === mail.Subject,
        )
        return found !== undefined
      },
      { interval: 250, message: `a mail ${subject ?? ''} to ${address}` },
    )
    .toBe(true)
  const { Text, HTML, Attachments } = mailSchema.parse(await read(`message/${found?.ID}`))
  return { subject: found?.Subject ?? '', text: Text, html: HTML, attachments: Attachments }
}

/** Returns an unused address. */
export function freshEmail(name: string): string {
  return `${name}.${randomUUID().slice(0, 12)}@example.com`
}
