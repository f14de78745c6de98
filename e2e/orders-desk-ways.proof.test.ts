import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { desktop, openBrowser } from './browser.ts'
import { changeTwoTickets, refundOneOfThree } from './desk-steps.ts'
import { meet, type Person } from './people.ts'

/** Walks the ways of `orders-desk.test.ts` on a phone and without JavaScript. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
let browser: Browser
let admin: Person
beforeAll(async () => {
  ;[browser, admin] = await Promise.all([openBrowser(), meet(site, users.service, 'Ada')])
})
afterAll(async () => {
  await browser?.close()
  await users.close()
})

describe.each([
  ['on a phone', {}],
  ['on a desk without JavaScript', { viewport: desktop, javaScriptEnabled: false }],
])('%s', (_, options) => {
  test('refunds one ticket of three, with the amount shown first', async () => {
    await refundOneOfThree({ browser, site, users, admin, options })
  })

  test('gives a ticket a new code and ends another from the list of attendees', async () => {
    await changeTwoTickets({ browser, site, users, admin, options })
  })
})
