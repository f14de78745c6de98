import type { Page } from 'playwright-core'
import type { ScanResponse } from '#features/door/door.types.ts'

/**
 * Responses of the door that a page is shown instead of the server's: each result as a real station draws it, with everything that can
 * stand on one screen. For pictures and for checks of every screen alike.
 */

const madeAt = '2026-11-27T02:41:00.000Z'
const plain: ScanResponse = {
  result: 'ok',
  bounce: false,
  ticketId: '00000000-0000-4000-8000-000000000001',
  firstName: 'Mia',
  typeName: 'General admission',
  partOf: null,
  isVip: false,
  addOns: [],
  table: null,
  minAge: 0,
  firstAt: null,
  firstGate: null,
  firstBy: null,
  group: [],
  serverNow: '2026-11-27T03:10:00.000Z',
  counters: { tickets: 1204, inNow: 431, admitted: 466, remaining: 738 },
}
const nameless = { ticketId: null, firstName: null, typeName: null }
const alone = { madeAt, needsAttention: false, hasAddOns: false }
const first = { firstAt: '2026-11-27T02:52:00.000Z', firstGate: 'Side gate', firstBy: 'Dex' }

/** What the door can say about a code, by a name for its picture. */
export const doorResults: Record<string, Partial<ScanResponse>> = {
  ok: {},
  'ok-21': { minAge: 21 },
  'ok-all-flags': {
    firstName: 'Maximiliana-Alexandrina',
    typeName: 'VIP balcony with early entry and a dedicated bar',
    isVip: true,
    minAge: 21,
    addOns: [
      { name: 'Coat check', quantity: 2 },
      { name: 'Carnival welcome rum punch', quantity: 4 },
      { name: 'Parking', quantity: 1 },
    ],
    partOf: 'Squad of four',
  },
  'ok-group': {
    group: [
      {
        ticketId: '00000000-0000-4000-8000-000000000002',
        name: 'Keisha J.',
        typeName: 'Entry',
        isVip: false,
      },
      { ticketId: '00000000-0000-4000-8000-000000000003', name: 'Andre P.', typeName: 'Entry', isVip: true },
    ],
  },
  'ok-table': { table: { name: 'Table 12', section: 'Balcony', guests: 8, arrived: 3 }, minAge: 21 },
  'ok-ban-for-managers': {
    ban: {
      name: 'Mia Joseph',
      reason: 'Threw bottles at the bar',
      looks: 'Tall, red coat, scar on the left hand',
    },
  },
  'ok-ban-for-scanners': { ban: { name: null, reason: null, looks: null } },
  'ok-offline': { firstName: 'Mia J.', offline: { ...alone, hasAddOns: true } },
  'ok-offline-attention': { firstName: 'Mia J.', offline: { ...alone, needsAttention: true } },
  again: { result: 'already_in', bounce: true, ...first },
  'already-in': { result: 'already_in', ...first, firstGate: 'Side gate beside the parking deck' },
  'void-refunded': { result: 'void_refunded' },
  'void-cancelled': { result: 'void_cancelled' },
  'in-transfer': { result: 'in_transfer' },
  listed: { result: 'listed' },
  'wrong-event': { result: 'wrong_event', ...nameless },
  'wrong-gate': { result: 'wrong_gate', typeName: 'VIP balcony' },
  'not-yet': { result: 'not_yet' },
  ended: { result: 'ended' },
  'list-closed': { result: 'list_closed' },
  unpaid: { result: 'unpaid' },
  blocked: { result: 'blocked' },
  unknown: { result: 'unknown', ...nameless },
  'bad-signature': { result: 'bad_signature', ...nameless },
  'old-code': { result: 'old_code', ...nameless },
  'test-ticket': { result: 'test_ticket' },
  'capacity-hold': { result: 'capacity_hold' },
  'no-reentry': { result: 'no_reentry' },
  'offline-unverified': { result: 'offline_unverified', ...nameless, minAge: 18, offline: alone },
  exited: { result: 'exited' },
  'not-inside': { result: 'not_inside' },
  undone: { result: 'undone' },
}

/** Lets the page's next scans be answered with a result of `doorResults`. */
export async function answerScans(page: Page, result: string): Promise<void> {
  await page.route('**/api/door/check-in', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { ...plain, ...doorResults[result] } })
      : route.continue(),
  )
}
