import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import * as z from 'zod'
import { reportSchema } from '#features/analytics/dashboard/report.types.ts'
import { samples } from '#features/door/practice/practice.rules.ts'
import { ensureBuilt } from '../scripts/build.ts'
import { ensureBrowser } from '../scripts/chromium.ts'
import { seedOnce, stackSettings, startLocalStack } from '../scripts/local-stack.ts'
import { totpCode, totpStep } from '../supabase/embedded/totp.ts'
import { markListed } from '../supabase/tests/listed.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { command, type Supervised, supervise } from '../tools/processes.ts'
import { freePorts, localSecrets, readSettings, root, temporaryFolder } from '../tools/settings.ts'
import { newAccountDetails, randomAddress } from './api-visitor.ts'
import { animationsEnded, desktop, openBrowser, phone } from './browser.ts'
import { outcome } from './buyer-steps.ts'
import { blockTicket, fillDesk, inviteScanner, makePairs, makePeople } from './desk-steps.ts'
import { answerScans, doorResults } from './door-results.ts'
import { sendGoods } from './goods-steps.ts'
import { liveStateNames, makeLiveStreams } from './live-streams.ts'
import { names } from './names.ts'
import { addDevice, addPasskey, logIn } from './sign-in.ts'
import { listRoutes } from './site-routes.ts'

/**
 * `npm run shots`: a picture of every page and of its states, at both sizes and in both themes, into the ignored folder
 * `shots/`, with a page that shows them all. It runs on a site, a seeded database and data of its own.
 * `npm run shots -- checkout door` makes only those whose name contains one of the words.
 */

type Person = 'visitor' | 'guest' | 'mia' | 'moe' | 'dex' | 'ada'
type Scene = {
  name: string
  as: Person
  path: string
  /** Steps on the page before the picture; `look` counts the pictures of one scene. */
  act?: (page: Page, look: number) => Promise<unknown>
}
type Look = { size: 'phone' | 'desktop'; theme: 'light' | 'dark' }

const looks: Look[] = [
  { size: 'phone', theme: 'light' },
  { size: 'phone', theme: 'dark' },
  { size: 'desktop', theme: 'light' },
  { size: 'desktop', theme: 'dark' },
]
const folder = join(root, 'shots')

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Takes the network from a scanner that is ready for that. */
async function goOffline(page: Page): Promise<void> {
  await page
    .getByTestId('ready')
    .getByText(/^Ready offline/)
    .waitFor()
  await page.context().setOffline(true)
  await page.getByText(names.offline).waitFor()
}

/** Shows a report of the dashboard as it is with numbers of millions and names of many words. */
async function showLarge(page: Page): Promise<void> {
  await page.route('**/api/analytics/dashboard**', async (route) => {
    const body = await (await route.fetch()).text()
    const report = reportSchema.parse(JSON.parse(body))
    const large = (value: number | null) => (value === null ? null : Math.round(value * 123_456.7))
    const long = (text: string) => `${text} and the Grand Ole Steel Pan Orchestra of Port-of-Spain`
    for (const figure of report.figures)
      if (figure.unit !== 'share')
        [figure.value, figure.previous] = [large(figure.value), large(figure.previous)]
    for (const chart of report.charts) {
      if (chart.unit !== 'share') for (const one of chart.series) one.values = one.values.map(large)
      if (chart.axis === 'Event') for (const point of chart.points) point.label = long(point.label)
    }
    for (const table of report.tables)
      for (const row of table.rows)
        row.cells = row.cells.map((cell, place) => {
          const unit = table.columns[place]?.unit
          if (typeof cell === 'number') return unit === 'share' || unit === 'heat' ? cell : large(cell)
          return place === 0 && typeof cell === 'string' ? long(cell) : cell
        })
    await route.fulfill({ json: report })
  })
  const read = page.waitForResponse((response) => response.url().includes('/api/analytics/dashboard'))
  await page.reload()
  await read
  await page
    .locator('[data-figure] dd', { hasText: /\d,\d{3},\d{3}/ })
    .first()
    .waitFor()
}

async function hold(page: Page, count = 2): Promise<void> {
  for (let n = 0; n < count; n++) await button(page, /^Add one /).click()
  await button(page, 'Get tickets').click()
  await page.waitForURL(/\/checkout\?hold=/)
  await page.getByRole('timer').waitFor()
}

/** Puts something of the shop into the cart, as the form of its page does. */
async function putIntoCart(page: Page): Promise<void> {
  await page.locator('a[href^="/shop/"]', { hasText: 'Pan tote' }).first().click()
  await buy(page)
}
const buyForm = 'form[action="/cart"] button[type=submit]'
async function buy(page: Page): Promise<void> {
  await Promise.all([
    // Reports of views are posted too.
    page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && new URL(response.url()).pathname.startsWith('/cart'),
    ),
    page.locator(buyForm).first().click(),
  ])
  await page.goto(new URL('/cart', page.url()).href)
}

/** Takes something of the shop to the checkout and chooses the first pickup there. */
async function choosePickUp(page: Page): Promise<void> {
  await putIntoCart(page)
  await button(page, 'Check out').click()
  await page.waitForURL(/\/checkout\?hold=/)
  await page.locator('#delivery input[name=how]:not([value=ship])').first().check()
}

let paid = 1
async function goToPayment(page: Page): Promise<void> {
  await hold(page)
  await page.getByLabel(names.name).fill('Mia Joseph')
  // Uses other addresses: one may hold a limited number of tickets of an event.
  await page.getByLabel(names.email).fill(`mia-${paid++}@example.com`)
  const age = page.getByRole('checkbox', { name: names.oldEnough })
  if (await age.count()) await age.check()
  await button(page, /^Pay \$/).click()
  await page.waitForURL(/\/test-payment\//)
  await outcome(page, 'Pay').waitFor()
}

async function decide(page: Page, decision: 'Pay' | 'Decline' | 'Processing'): Promise<void> {
  await goToPayment(page)
  await outcome(page, decision).click()
  await page.waitForURL(/\/payment-success/)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(names.typedCode).fill(code)
  await button(page, 'Check in').click()
  await page.getByRole('alertdialog').waitFor()
}

/** Types a code in on an event's page, which reloads with it or says why not. */
async function unlock(page: Page, code: string, expected: string): Promise<void> {
  await page.locator('button[name="step"][value="code"]').click()
  await page.locator('input[name="code"]').fill(code)
  await page.locator('button[name="step"][value="apply"]').click()
  await page.locator(expected).waitFor()
}

/** Changes one field of a tab that somebody else saves meanwhile, so that the editor asks whose value stays. */
async function collide(page: Page): Promise<void> {
  const save = async (by: Page, dressCode: string) => {
    await by.locator('[name=dressCode]').fill(dressCode)
    await by.locator('form#event button[type=submit]').last().click()
  }
  const other = await page.context().newPage()
  await other.goto(page.url(), { waitUntil: 'networkidle' })
  await save(other, 'All black')
  await other.waitForURL(/done=saved/)
  await other.close()
  await save(page, 'All white')
  await page.waitForURL(/\/conflict\?tab=door/)
}

async function openSignIn(page: Page, tab: 'Login' | 'Register', send: string): Promise<void> {
  await page
    .getByRole('button', { name: names.signIn })
    .or(page.getByRole('link', { name: names.signIn }))
    .first()
    .click()
  await page.getByRole('tab', { name: tab }).click()
  if (send) await page.getByRole('dialog').getByRole('button', { name: send }).click()
}

async function openSearch(page: Page, query: string, expected = ''): Promise<void> {
  await button(page, 'Search').click()
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.fill(query)
  if (!expected) return
  await page.getByText(expected).first().waitFor()
  await field.press('ArrowDown')
}

const addressesSchema = z.record(z.string(), z.string())

/** Opens the first row of a list. @param address of the page it leads to */
async function openFirstRow(page: Page, address: RegExp): Promise<void> {
  await page.locator('tbody th a').first().click()
  await page.waitForURL(address)
}

/** Sends a stock file and waits for its preview. */
async function sendStockFile(page: Page, text: string): Promise<void> {
  const file = { name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('#stock-file [name=file]').setInputFiles(file)
  await page.locator('#stock-file button[type=submit]').click()
  await page.locator('#preview-title').waitFor()
}

/** Makes the records that the scenes of the office need: an order with a blocked ticket, accounts to merge, an invitation. */
type Office = {
  blocked: Awaited<ReturnType<typeof blockTicket>>
  pairs: Awaited<ReturnType<typeof makePairs>>
  invitation: string
  people: Awaited<ReturnType<typeof makePeople>>
}

/** Opens the dry run of a merge; each picture has two accounts of its own. */
async function openMerge(page: Page, { pairs }: Office, look: number): Promise<void> {
  const { from, into } = pairs[look] ?? { from: '', into: '' }
  await page.goto(`${new URL(page.url()).origin}/user-management/${from}/merge?other=${into}`)
  await page.locator('#merge-form').waitFor()
}

/** Registers somebody new in the page's browser. */
async function register(page: Page) {
  const { origin } = new URL(page.url())
  const details = newAccountDetails('Rae')
  await page.request.post(`${origin}/api/auth/register`, { data: details, headers: { origin } })
  return { origin, details }
}

/** Registers somebody new whose second step is a passkey, as far as the recovery codes. */
async function makePasskey(page: Page) {
  const { origin, details } = await register(page)
  const { devtools, authenticatorId } = await addDevice(page)
  await addPasskey(page, origin, 'Rae’s laptop', details.password)
  await page.getByTestId('recovery-codes').waitFor()
  const codes = await page.getByTestId('recovery-codes').locator('code').allInnerTexts()
  const forget = () => devtools.send('WebAuthn.clearCredentials', { authenticatorId })
  return { origin, details, codes, forget }
}

/** Takes somebody new with a passkey to the second step of signing in. */
async function toSecondStep(page: Page) {
  const made = await makePasskey(page)
  await page.context().clearCookies()
  await page.goto(`${made.origin}/?auth=login&redirect=%2Fsettings%2Fsecond-step`, {
    waitUntil: 'networkidle',
  })
  await logIn(page, made.details.username, made.details.password)
  await page.waitForURL(/\/auth\/second-step/)
  await button(page, 'Use passkey').waitFor()
  return made
}

/** Registers somebody new and sets their second step up, as far as the recovery codes. */
async function makeRecoveryCodes(page: Page): Promise<void> {
  const { origin, details } = await register(page)
  await page.goto(`${origin}/settings/second-step`, { waitUntil: 'networkidle' })
  await page.locator('#begin-password').fill(details.password)
  await page.locator('form:has(#begin-password) button[type=submit]').click()
  const secret = (await page.locator('main form code').innerText()).replaceAll(' ', '')
  await page.locator('main input[name=code]').fill(totpCode(secret, totpStep(Date.now())))
  await page.locator('main form:has(input[name=code]) button[type=submit]').click()
  await page.getByTestId('recovery-codes').waitFor()
}

/** Lists states of pages; pages that need no steps come from the build. */
function scenes(
  paths: string[],
  events: z.output<typeof addressesSchema>,
  codes: string[],
  goods: Awaited<ReturnType<typeof sendGoods>>,
  desk: Awaited<ReturnType<typeof fillDesk>>,
  office: Office,
  streams: Awaited<ReturnType<typeof makeLiveStreams>>,
  products: z.output<typeof addressesSchema>,
  setStock: (slug: string, units: number) => Promise<unknown>,
): Scene[] {
  const event = (slug: string) => `/events/${events[slug]}/${slug}`
  const product = (slug: string) => `/shop/${products[slug]}/${slug}`
  const seenBy = (path: string): Person => {
    if (/^\/(my-tickets|profile|settings|ai-assistant)/.test(path)) return 'mia'
    if (/^\/(admin|analytics|[a-z]+-management|free-tickets|scan-data|ticket-scanner)/.test(path))
      return 'ada'
    return 'visitor'
  }
  const name = (path: string) => path.slice(1).replace(/[/?=&]+/g, '-') || 'home'
  const plain = paths.map((path): Scene => ({ name: name(path), as: seenBy(path), path }))
  const door = `/ticket-scanner?event=${events['bass-culture']}&gate=Main`
  const editor = `/admin/events/${events['dutty-friday']}`
  const capacity = `/ticket-management/capacity?event=${events['dutty-friday']}`
  const failure = (part: string) => (page: Page) =>
    page.route(`**/${part}**`, (route) => route.fulfill({ status: 500, body: '' }))
  return [
    ...plain,
    ...liveStateNames.map(
      (state): Scene => ({ name: `live-${state}`, as: 'visitor', path: `/live/${streams[state].code}` }),
    ),
    ...(['scheduled', 'preview', 'live', 'interrupted', 'replay', 'locked-pass'] as const).map(
      (state): Scene => ({ name: `live-desk-${state}`, as: 'ada', path: `/admin/live/${streams[state].id}` }),
    ),
    { name: 'live-desk-edit', as: 'ada', path: `/admin/live/${streams.soon.id}/edit?kind=origin` },
    ...['role', 'suspend', 'delete', 'merge'].map(
      (step): Scene => ({
        name: `people-step-${step}`,
        as: 'ada',
        path: '/user-management?role=member&q=mia',
        act: async (page) => {
          await page.locator('tbody a[href^="/user-management/"]').first().click()
          await page.locator(`[data-testid=person-actions] a[href$="/${step}"]`).click()
          await page.waitForURL(`**/${step}`)
          if (step !== 'merge') return
          await page.locator('#merge-search').fill('moe')
          await page.keyboard.press('Enter')
          await page.locator('tbody a').first().waitFor()
        },
      }),
    ),
    ...['overview', 'events', 'sources', 'funnel', 'door', 'shop', 'live', 'retention', 'pace'].map(
      (view): Scene => ({ name: `dashboard-${view}`, as: 'ada', path: `/analytics?view=${view}&days=90` }),
    ),
    {
      name: 'dashboard-explained',
      as: 'ada',
      path: '/analytics?days=90',
      act: (page) => page.locator('[data-figure] summary').first().click(),
    },
    {
      name: 'dashboard-filters',
      as: 'ada',
      path: `/analytics?days=90&event=${events['bass-culture']}`,
      act: (page) => page.locator('main details:has(form) > summary').first().click(),
    },
    { name: 'dashboard-rows', as: 'ada', path: '/analytics/rows?figure=net&days=90' },
    {
      name: 'dashboard-rows-filtered',
      as: 'ada',
      path: '/analytics/rows?figure=visits&days=90&source=1&device=mobile',
    },
    { name: 'dashboard-year', as: 'ada', path: '/analytics?days=365' },
    { name: 'dashboard-today', as: 'ada', path: '/analytics?days=1' },
    {
      name: 'dashboard-past-event',
      as: 'ada',
      path: `/analytics?view=pace&event=${events['lovers-rock-social']}`,
    },
    { name: 'dashboard-of-a-moderator', as: 'moe', path: '/analytics?view=events&days=90' },
    { name: 'dashboard-no-access', as: 'mia', path: '/analytics' },
    ...(['overview', 'events', 'sources', 'funnel', 'door', 'shop', 'retention'] as const).map(
      (view): Scene => ({
        name: `dashboard-empty-${view}`,
        as: 'ada',
        path: `/analytics?view=${view}&from=2001-01-01&to=2001-01-30`,
      }),
    ),
    ...(['overview', 'events', 'funnel', 'door'] as const).map(
      (view): Scene => ({
        name: `dashboard-large-${view}`,
        as: 'ada',
        path: `/analytics?view=${view}&days=90`,
        act: showLarge,
      }),
    ),
    { name: 'access-grants', as: 'ada', path: '/user-management/grants' },
    { name: 'access-invitations', as: 'ada', path: '/user-management/invitations' },
    {
      name: 'people-merge-preview',
      as: 'ada',
      path: '/user-management',
      act: (page, look) => openMerge(page, office, looks.length + look),
    },
    {
      name: 'people-merged',
      as: 'ada',
      path: '/user-management',
      act: async (page, look) => {
        await openMerge(page, office, look)
        await page.locator('[name=reason]').fill('Registered twice')
        const password = page.locator('[name=currentPassword]')
        if (await password.count()) await password.fill('Jouvay2026')
        await page.locator('#merge-form button[type=submit]').click()
        await page.waitForURL(/done=merge/)
      },
    },
    {
      name: 'people-posts',
      as: 'ada',
      path: '/user-management?q=mia',
      act: async (page) => {
        await page.locator('tbody a[href^="/user-management/"]').first().click()
        await page.locator('[data-testid=person-posts] a[href$="/posts"]').click()
        await page.waitForURL(/\/posts$/)
      },
    },
    { name: 'access-invitation', as: 'visitor', path: office.invitation },
    { name: 'access-invitation-other', as: 'mia', path: office.invitation },
    { name: 'access-invitation-ended', as: 'visitor', path: '/auth/invitation?token=ended' },
    {
      name: 'staff-navigation',
      as: 'ada',
      path: '/admin/audit',
      act: async (page, look) => {
        if (looks[look]?.size === 'phone')
          await page.locator('button[popovertarget="office-navigation"]').last().click()
      },
    },
    {
      name: 'staff-palette',
      as: 'ada',
      path: '/admin',
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').fill('mia')
        await page.getByRole('option').first().waitFor()
      },
    },
    {
      name: 'list-selected',
      as: 'ada',
      path: '/ticket-management/fulfilment',
      act: (page) => page.locator('tbody input[name=id]').first().check(),
    },
    { name: 'second-step-settings', as: 'mia', path: '/settings/second-step' },
    {
      name: 'second-step-code',
      as: 'mia',
      path: '/settings/second-step',
      act: async (page) => {
        await page.locator('#begin-password').fill('Jouvay2026')
        await page.locator('form:has(#begin-password) button[type=submit]').click()
        await page.locator('main svg[role=img], main img').first().waitFor()
      },
    },
    {
      name: 'second-step-recovery-codes',
      as: 'visitor',
      path: '/events',
      act: (page) => makeRecoveryCodes(page),
    },
    { name: 'second-step-over', as: 'visitor', path: '/auth/second-step' },
    { name: 'second-step-due', as: 'ada', path: '/settings/second-step' },
    {
      name: 'second-step-factors',
      as: 'visitor',
      path: '/events',
      act: async (page) => {
        const { origin, details } = await makePasskey(page)
        await page.goto(`${origin}/settings/second-step`, { waitUntil: 'networkidle' })
        await page.locator('#begin-password').fill(details.password)
        await page.locator('form:has(#begin-password) button[type=submit]').click()
        const secret = (await page.locator('main form code').innerText()).replaceAll(' ', '')
        await page.locator('main input[name=code]').fill(totpCode(secret, totpStep(Date.now())))
        await page.locator('main form:has(input[name=code]) button[type=submit]').click()
        await page.waitForURL(/done=app/)
      },
    },
    {
      name: 'second-step-remove',
      as: 'visitor',
      path: '/events',
      act: async (page) => {
        const { origin } = await makePasskey(page)
        await page.goto(`${origin}/settings/second-step`, { waitUntil: 'networkidle' })
        await page.getByRole('link', { name: 'Remove Passkey' }).click()
        await page.locator('#remove-password').waitFor()
      },
    },
    {
      name: 'second-step-passkey-known',
      as: 'visitor',
      path: '/events',
      act: async (page) => {
        const { origin, details } = await makePasskey(page)
        await addPasskey(page, origin, 'Key', details.password)
        await page.getByText('has a passkey for your account').waitFor()
      },
    },
    {
      name: 'second-step-passkey-canceled',
      as: 'visitor',
      path: '/events',
      act: async (page) => {
        const { origin, details } = await register(page)
        await page.addInitScript(() => {
          navigator.credentials.create = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
        })
        await addPasskey(page, origin, 'Key', details.password)
        await page.getByText('Nothing was added').waitFor()
      },
    },
    { name: 'second-step-passkey', as: 'visitor', path: '/events', act: (page) => toSecondStep(page) },
    {
      name: 'second-step-passkey-refused',
      as: 'visitor',
      path: '/events',
      act: async (page) => {
        const { forget } = await toSecondStep(page)
        await forget()
        await button(page, 'Use passkey').click()
        await page.getByText('Nothing was sent').waitFor()
      },
    },
    {
      name: 'second-step-without-webauthn',
      as: 'visitor',
      path: '/events',
      act: async (page) => {
        await toSecondStep(page)
        await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
        await page.reload({ waitUntil: 'networkidle' })
        await page.getByText("This browser can't use passkeys").waitFor()
      },
    },
    {
      name: 'second-step-recovered',
      as: 'visitor',
      path: '/events',
      act: async (page) => {
        const { codes } = await toSecondStep(page)
        await page.locator('main input[name=code]').fill(codes[0] ?? '')
        await page.locator('main form:has(input[name=code]) button[type=submit]').click()
        await page.waitForURL(/\/settings\/second-step/)
        await page.getByText('You signed in with a recovery code').waitFor()
      },
    },
    ...(['long', 'suspended', 'banned', 'asked', 'deleted'] as const).map(
      (state): Scene => ({
        name: `people-state-${state}`,
        as: 'ada',
        path: `/user-management/${office.people[state]}`,
      }),
    ),
    { name: 'people-state-erased', as: 'ada', path: `/ticket-management/orders/${office.people.erased}` },
    { name: 'people-long-of-moe', as: 'moe', path: `/user-management/${office.people.long}` },
    { name: 'people-list-long', as: 'ada', path: '/user-management?q=maximiliana' },
    { name: 'people-list-of-moe', as: 'moe', path: '/user-management' },
    { name: 'today-of-a-moderator', as: 'moe', path: '/admin' },
    {
      name: 'audit-open',
      as: 'ada',
      path: '/admin/audit',
      act: async (page) => {
        await page.locator('tbody details summary').first().click()
      },
    },
    { name: 'audit-filtered', as: 'ada', path: '/admin/audit?q=ship' },
    { name: 'audit-none', as: 'ada', path: '/admin/audit?q=nothing+of+this+kind' },
    { name: 'people-list-filtered', as: 'ada', path: '/user-management?role=member&state=active' },
    ...(['ada', 'moe'] as const).map(
      (as): Scene => ({
        name: `people-person-of-${as}`,
        as,
        path: '/user-management?q=mia',
        act: async (page) => {
          await page.locator('tbody a[href^="/user-management/"]').first().click()
          await page.locator('[data-testid=person-account]').waitFor()
        },
      }),
    ),
    {
      name: 'people-person-mails',
      as: 'ada',
      path: '/user-management?q=mia',
      act: async (page) => {
        await page.locator('tbody a[href^="/user-management/"]').first().click()
        await page.locator('[data-testid=person-mails] a[href*="/mails?person="]').click()
        await page.locator('#mail-search').waitFor()
      },
    },
    { name: 'goods-desk-shipped', as: 'ada', path: '/ticket-management/fulfilment?show=shipped' },
    { name: 'goods-desk-ship', as: 'ada', path: `/ticket-management/fulfilment/ship?id=${goods.toShip}` },
    {
      name: 'goods-desk-pick-list',
      as: 'ada',
      path: `/ticket-management/fulfilment/pick-list?id=${goods.toShip}&id=${goods.toPickUp}`,
    },
    { name: 'goods-return-case', as: 'ada', path: `/ticket-management/returns/${goods.returnId}` },
    {
      name: 'goods-pick-up-found',
      as: 'ada',
      path: `/ticket-scanner/pick-up?event=${events['bass-culture']}`,
      act: async (page) => {
        await page.locator('#pickup-code').fill(goods.code)
        await page.locator('form:has(#pickup-code) button[type=submit]').click()
        await page.locator('input[name=item]').first().waitFor()
      },
    },
    {
      name: 'goods-pick-up-no-answer',
      as: 'ada',
      path: `/ticket-scanner/pick-up?event=${events['bass-culture']}`,
      act: async (page) => {
        await page.locator('#pickup-code').fill(goods.code)
        await page.locator('form:has(#pickup-code) button[type=submit]').click()
        await page.locator('input[name=item]').first().waitFor()
        await page.route('**/api/door/pick-up?*', (route) => route.abort('connectionfailed'))
        await page.locator('form:has(input[name=item]) button[type=submit]').first().click()
        await page.getByTestId('no-answer').waitFor()
      },
    },
    { name: 'goods-mine', as: 'mia', path: `/my-tickets/goods?code=${goods.code}` },
    ...['hidden', 'decided'].map(
      (show): Scene => ({
        name: `moderation-case-${show}`,
        as: 'moe',
        path: `/admin/moderation?show=${show}`,
        act: async (page) => {
          await page.locator('tbody th a').first().click()
          await page.getByTestId('case-decision').waitFor()
        },
      }),
    ),
    { name: 'home-signed-in', as: 'mia', path: '/' },
    { name: 'sign-in-login', as: 'visitor', path: '/', act: (page) => openSignIn(page, 'Login', '') },
    {
      name: 'sign-in-login-errors',
      as: 'visitor',
      path: '/',
      act: (page) => openSignIn(page, 'Login', 'Login'),
    },
    {
      name: 'sign-in-register-errors',
      as: 'visitor',
      path: '/',
      act: (page) => openSignIn(page, 'Register', 'Create account'),
    },
    {
      name: 'menu-account-admin',
      as: 'ada',
      path: '/shop',
      act: (page) => button(page, /account|Ada/i).click(),
    },
    {
      name: 'menu-account-guest',
      as: 'guest',
      path: '/shop',
      act: (page) => button(page, /account|Guest/i).click(),
    },
    { name: 'menu-theme', as: 'visitor', path: '/shop', act: (page) => button(page, 'Change theme').click() },
    {
      name: 'toast',
      as: 'visitor',
      path: '/shop',
      act: async (page) => {
        await button(page, 'Change theme').click()
        await page.getByRole('menuitemradio', { name: 'System' }).click()
        await page.getByText('Theme Changed').first().waitFor()
      },
    },
    { name: 'search-found', as: 'visitor', path: '/search?q=soca' },
    { name: 'search-nothing', as: 'visitor', path: '/search?q=polka' },
    { name: 'search-box', as: 'visitor', path: '/', act: (page) => openSearch(page, '') },
    {
      name: 'search-box-found',
      as: 'visitor',
      path: '/',
      act: (page) => openSearch(page, 'sunrise', 'Sunrise cap'),
    },
    {
      name: 'search-box-nothing',
      as: 'visitor',
      path: '/',
      act: (page) => openSearch(page, 'polka', 'No results for'),
    },
    {
      name: 'search-box-failed',
      as: 'visitor',
      path: '/',
      act: async (page) => {
        await failure('api/search')(page)
        await openSearch(page, 'soca', "Search isn't working right now")
      },
    },
    { name: 'shop-collection', as: 'visitor', path: '/shop?collection=to-wear' },
    { name: 'shop-filtered', as: 'visitor', path: '/shop?size=M&max=60&sort=price' },
    { name: 'shop-nothing', as: 'visitor', path: '/shop?q=polka' },
    { name: 'product', as: 'visitor', path: product('road-tee') },
    { name: 'product-chosen', as: 'visitor', path: `${product('road-tee')}?color=Night&size=M` },
    { name: 'product-sold-out', as: 'visitor', path: product('ice-cooler-bag') },
    { name: 'product-few', as: 'visitor', path: `${product('last-lap-tee')}?size=M` },
    {
      name: 'product-size-chart',
      as: 'visitor',
      path: product('riddim-crewneck'),
      act: (page) => page.locator('main summary').click(),
    },
    {
      name: 'product-zoom',
      as: 'visitor',
      path: product('sunrise-cap'),
      act: async (page) => {
        await page.locator('a[href$="-mail.jpg"]').first().click()
        await page.getByRole('dialog').getByRole('img').waitFor()
      },
    },
    {
      name: 'product-drop',
      as: 'visitor',
      path: product('sunrise-hoodie'),
      act: (page) => page.locator('[data-countdown]').filter({ hasText: /\d/ }).first().waitFor(),
    },
    {
      name: 'product-drop-member',
      as: 'mia',
      path: product('sunrise-hoodie'),
      act: (page) => page.locator('[data-countdown]').filter({ hasText: /\d/ }).first().waitFor(),
    },
    { name: 'events-past', as: 'visitor', path: '/events?tab=past' },
    { name: 'events-nothing', as: 'visitor', path: '/events?city=Kingston&genre=kompa' },
    ...[
      'bass-culture',
      'brooklyn-bashment',
      'wine-down-wednesday',
      'afro-fete',
      'cooler-fete',
      'soca-sunrise',
      'pan-in-the-park',
    ].map((slug): Scene => ({ name: `event-${slug}`, as: 'visitor', path: event(slug) })),
    { name: 'event-members-lounge', as: 'mia', path: event('members-lounge') },
    { name: 'event-as-admin', as: 'ada', path: event('harbour-cruise') },
    { name: 'cart-empty', as: 'visitor', path: '/cart' },
    { name: 'cart-goods', as: 'visitor', path: '/shop', act: (page) => putIntoCart(page) },
    {
      name: 'cart-tickets-and-goods',
      as: 'visitor',
      path: event('harbour-cruise'),
      act: async (page) => {
        await hold(page)
        await page.goto(new URL('/shop', page.url()).href)
        await putIntoCart(page)
      },
    },
    {
      name: 'cart-sold-out',
      as: 'visitor',
      path: product('last-cup'),
      act: async (page) => {
        await setStock('last-cup', 9)
        // The page of the scene before may be in the cache, without anything to buy.
        for (let tries = 0; tries < 200 && (await page.locator(buyForm).count()) === 0; tries++)
          await page.reload({ waitUntil: 'domcontentloaded' })
        await buy(page)
        await page.goto(new URL('/shop', page.url()).href)
        await putIntoCart(page)
        await setStock('last-cup', 0)
        await button(page, 'Check out').click()
        await page.waitForURL(/missing/)
      },
    },
    {
      // the goods of a guest who signs in, beside those that the account had
      name: 'cart-signed-in',
      as: 'visitor',
      path: '/shop',
      act: async (page) => {
        await putIntoCart(page)
        // A guest has a menu where a visitor has the button that opens this window.
        await page.goto(new URL('/cart?auth=login', page.url()).href, { waitUntil: 'networkidle' })
        await logIn(page, 'moe')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        await page.goto(new URL('/cart', page.url()).href)
        for (const name of ['Pan tote', 'Fete cup'])
          await page
            .locator('main li', { hasText: name })
            .getByRole('button', { name: /^Remove/ })
            .waitFor()
      },
    },
    {
      name: 'cart-long-names',
      as: 'visitor',
      path: product('long-names'),
      act: (page) => buy(page),
    },
    {
      // with an address of an earlier order, and events to pick up at
      name: 'checkout-delivery-known',
      as: 'mia',
      path: '/shop',
      act: async (page) => {
        await putIntoCart(page)
        await button(page, 'Check out').click()
        await page.waitForURL(/\/checkout\?hold=/)
      },
    },
    {
      name: 'cart-code-refused',
      as: 'visitor',
      path: '/shop',
      act: async (page) => {
        await putIntoCart(page)
        await page.locator('summary', { hasText: 'Have a code?' }).click()
        await page.locator('input[name=code]').fill('NOSUCHCODE')
        await button(page, 'Apply').click()
        await page.locator('#code-refusal').waitFor()
      },
    },
    {
      name: 'checkout-delivery',
      as: 'visitor',
      path: '/shop',
      act: async (page) => {
        await putIntoCart(page)
        await button(page, 'Check out').click()
        await page.waitForURL(/\/checkout\?hold=/)
      },
    },
    {
      // with a pickup chosen, before and after it is sent
      name: 'checkout-delivery-pick-up',
      as: 'visitor',
      path: '/shop',
      act: (page) => choosePickUp(page),
    },
    {
      name: 'checkout-delivery-chosen',
      as: 'visitor',
      path: '/shop',
      act: async (page) => {
        await choosePickUp(page)
        await button(page, 'Continue').click()
        await page.getByText('Change delivery').waitFor()
      },
    },
    { name: 'shop-code-new', as: 'ada', path: '/admin/products/codes?code=new' },
    {
      name: 'shop-code-errors',
      as: 'ada',
      path: '/admin/products/codes?code=new',
      act: async (page) => {
        await page.locator('main form button[type=submit]').last().click()
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    },
    {
      name: 'cart-code-unknown',
      as: 'visitor',
      path: '/shop',
      act: async (page) => {
        await putIntoCart(page)
        await page.locator('details:has(input[name=code]) > summary').click()
        await page.locator('input[name=code]').fill('NO-SUCH-CODE')
        await page.locator('form:has(input[name=code]) button[type=submit]').click()
        await page.locator('input[name=code][aria-invalid=true]').waitFor()
      },
    },
    { name: 'checkout-hold', as: 'visitor', path: event('harbour-cruise'), act: (page) => hold(page) },
    {
      name: 'checkout-open',
      as: 'visitor',
      path: event('harbour-cruise'),
      act: async (page, look) => {
        await hold(page)
        if (looks[look]?.size === 'phone') await page.locator('aside summary').click()
      },
    },
    {
      name: 'checkout-errors',
      as: 'mia',
      path: event('harbour-cruise'),
      act: async (page) => {
        await hold(page, 1)
        await page.getByLabel(names.email).fill('mia@')
        await button(page, /^Pay \$/).click()
      },
    },
    { name: 'test-payment', as: 'visitor', path: event('pan-in-the-park'), act: goToPayment },
    {
      name: 'payment-success-paid',
      as: 'visitor',
      path: event('pan-in-the-park'),
      act: (page) => decide(page, 'Pay'),
    },
    {
      name: 'payment-success-failed',
      as: 'visitor',
      path: event('pan-in-the-park'),
      act: (page) => decide(page, 'Decline'),
    },
    {
      name: 'payment-success-confirming',
      as: 'visitor',
      path: event('pan-in-the-park'),
      act: (page) => decide(page, 'Processing'),
    },
    { name: 'my-tickets-visitor', as: 'visitor', path: '/my-tickets' },
    { name: 'my-tickets-none', as: 'moe', path: '/my-tickets' },
    {
      name: 'my-tickets-next',
      as: 'mia',
      path: '/my-tickets',
      act: (page) => button(page, 'Next ticket').click(),
    },
    {
      name: 'my-tickets-new-code',
      as: 'mia',
      path: '/my-tickets',
      act: async (page) => {
        await page.locator('[data-ticket] summary').first().click()
        await page.locator('[data-ticket] [data-testid=reissue] summary').first().click()
      },
    },
    { name: 'my-tickets-past', as: 'mia', path: '/my-tickets?tab=past' },
    { name: 'door-choose', as: 'ada', path: `${door}&choose=` },
    { name: 'door-chosen', as: 'dex', path: door },
    {
      name: 'door-no-camera',
      as: 'dex',
      path: door,
      act: async (page) => {
        await button(page, 'Start camera').click()
        await page.getByText(names.noCamera).waitFor()
      },
    },
    {
      name: 'door-mistyped',
      as: 'dex',
      path: door,
      act: async (page) => {
        await page.getByLabel(names.typedCode).fill('222222223')
        await button(page, 'Check in').click()
        await page.locator('#code-error').waitFor()
      },
    },
    {
      name: 'door-offline',
      as: 'dex',
      path: door,
      act: async (page) => goOffline(page),
    },
    {
      name: 'door-offline-verdict',
      as: 'dex',
      path: door,
      act: async (page) => {
        await goOffline(page)
        await typeCode(page, codes[0] ?? '')
      },
    },
    { name: 'door-offline-nothing', as: 'visitor', path: '/ticket-scanner/offline' },
    {
      name: 'door-ready-check',
      as: 'dex',
      path: door,
      act: async (page) => {
        await page
          .getByTestId('ready')
          .getByText(/^Ready offline/)
          .waitFor()
        await page.getByTestId('ready').click()
        await button(page, 'Check this phone').click()
        await button(page, 'Yes').click()
        await button(page, 'Check again').waitFor()
      },
    },
    {
      name: 'door-unknown',
      as: 'dex',
      path: door,
      act: (page) => typeCode(page, 'https://example.com/poster'),
    },
    { name: 'door-verdict', as: 'dex', path: door, act: (page, look) => typeCode(page, codes[look] ?? '') },
    { name: 'door-practice', as: 'dex', path: '/ticket-scanner/practice' },
    { name: 'door-practice-station', as: 'dex', path: '/ticket-scanner/practice?scan=' },
    ...samples.map(
      ({ code, result, about }): Scene => ({
        name: `door-result-${about ? about.toLowerCase().replace(/[^a-z0-9]+/g, '-') : result.replaceAll('_', '-')}`,
        as: 'dex',
        path: '/ticket-scanner/practice?scan=',
        act: (page) => typeCode(page, code),
      }),
    ),
    ...Object.keys(doorResults).map(
      (result): Scene => ({
        name: `door-result-at-a-gate-${result}`,
        as: 'dex',
        path: door,
        act: async (page) => {
          await answerScans(page, result)
          await typeCode(page, codes[0] ?? '')
        },
      }),
    ),
    { name: 'door-occupancy', as: 'ada', path: `/ticket-scanner/occupancy?event=${events['bass-culture']}` },
    { name: 'door-bans', as: 'ada', path: `/ticket-scanner/bans?event=${events['bass-culture']}` },
    {
      name: 'door-guest-list',
      as: 'dex',
      path: `/ticket-scanner/guest-list?event=${events['bass-culture']}&gate=Main`,
    },
    ...(['all', 'refused', 'conflicts'] as const).map(
      (show): Scene => ({
        name: `door-scan-data-${show}`,
        as: 'ada',
        path: `/scan-data?event=${events['bass-culture']}&show=${show}`,
      }),
    ),
    {
      name: 'door-scan-data-over',
      as: 'ada',
      path: `/scan-data?event=${events['lovers-rock-social']}&show=no_shows`,
    },
    { name: 'door-scan-data-scanner', as: 'dex', path: `/scan-data?event=${events['bass-culture']}` },
    ...['ask', 'choose', 'group'].map(
      (step): Scene => ({
        name: `door-${step}`,
        as: 'dex',
        path: '/ticket-scanner/practice?scan=&ask=1',
        act: async (page) => {
          await typeCode(page, samples.find(({ facts }) => facts.group)?.code ?? '')
          if (step === 'choose') await button(page, 'Choose who').click()
          if (step === 'group') await button(page, /^Let in all/).click()
          await page.getByText({ ask: 'Let in?', choose: 'Who?', group: 'Admit 4' }[step] ?? '').waitFor()
        },
      }),
    ),
    {
      name: 'door-again',
      as: 'ada',
      path: door,
      act: (page) => typeCode(page, codes[0] ?? ''),
    },
    {
      name: 'event-extras',
      as: 'visitor',
      path: event('dutty-friday'),
      act: async (page) => {
        for (const name of ['General admission ticket', 'Squad of four', 'Coat check', 'Table 2'])
          await button(page, `Add one ${name}`).click()
      },
    },
    {
      name: 'event-code',
      as: 'visitor',
      path: event('dutty-friday'),
      act: async (page) => {
        await unlock(page, 'DUTTY20', '[data-code="DUTTY20"]')
        for (const name of ['General admission ticket', 'VIP balcony ticket', 'Coat check'])
          await button(page, `Add one ${name}`).click()
        await page.locator('[data-quoted="true"]').waitFor()
      },
    },
    {
      name: 'event-code-refused',
      as: 'visitor',
      path: event('dutty-friday'),
      act: (page) => unlock(page, 'NOSUCHCODE', '#code-refusal'),
    },
    { name: 'event-password', as: 'visitor', path: `/private/${events['studio-seven']}` },
    {
      name: 'event-password-refused',
      as: 'visitor',
      path: `/private/${events['studio-seven']}`,
      act: async (page) => {
        await page.locator('main input[type=password]').fill('open sesame')
        await page.locator('main form button[type=submit]').click()
        await page.locator('main [aria-invalid=true], main [role=alert]').first().waitFor()
      },
    },
    { name: 'editor-extras', as: 'ada', path: `${editor}/extras` },
    { name: 'editor-codes', as: 'ada', path: `${editor}/codes` },
    {
      name: 'editor-code',
      as: 'ada',
      path: `${editor}/codes`,
      act: async (page) => {
        await page.getByRole('link', { name: 'Edit DUTTY20' }).click()
        await page.locator('form#code').waitFor()
      },
    },
    {
      name: 'editor-code-errors',
      as: 'ada',
      path: `${editor}/codes?code=new`,
      act: async (page) => {
        await page.locator('form#code button[type=submit]').first().click()
        await page.locator('[aria-invalid=true]').first().waitFor()
      },
    },
    {
      name: 'editor-conflict',
      as: 'ada',
      path: '/admin/events',
      act: async (page, look) => {
        // Takes another event for each look: what was sent is kept as a draft.
        const slug = ['dutty-friday', 'harbour-cruise', 'soca-sunrise', 'pan-in-the-park'][look] ?? ''
        await page.goto(`${new URL(page.url()).origin}/admin/events/${events[slug]}/door`)
        await collide(page)
      },
    },
    {
      name: 'capacity-menu',
      as: 'ada',
      path: capacity,
      act: (page) => page.locator('details:has(a[href*="/pause-extra"]) > summary').first().click(),
    },
    {
      name: 'capacity-pause-extra',
      as: 'ada',
      path: capacity,
      act: async (page) => {
        await page.locator('details:has(a[href*="/pause-extra"]) > summary').first().click()
        await page.locator('a[href*="/pause-extra"]').first().click()
        await page.getByTestId('consequence').waitFor()
      },
    },
    {
      name: 'capacity-change',
      as: 'ada',
      path: capacity,
      act: async (page) => {
        const link = page.locator('a[href*="/set-capacity"]').first()
        await page.goto(`${new URL(page.url()).origin}${await link.getAttribute('href')}&capacity=390`)
      },
    },
    { name: 'capacity-pause', as: 'ada', path: capacity.replace('?', '/pause-sale?') },
    {
      name: 'product-editor',
      as: 'ada',
      path: '/admin/products',
      act: (page) => openFirstRow(page, /\/admin\/products\/[0-9a-f-]{36}/),
    },
    { name: 'product-search-none', as: 'ada', path: '/admin/products?q=nothing+of+this+name' },
    {
      name: 'inventory-variant',
      as: 'ada',
      path: '/admin/inventory?show=low',
      act: (page) => openFirstRow(page, /\/admin\/inventory\/[0-9a-f-]{36}/),
    },
    {
      name: 'inventory-import-problems',
      as: 'ada',
      path: '/admin/inventory/import',
      act: (page) =>
        sendStockFile(
          page,
          'sku,place,counted\nTOTE,Warehouse,70\nNO-SUCH-SKU,Warehouse,3\nCUP-STEEL,Attic,2\n',
        ),
    },
    {
      name: 'inventory-import-preview',
      as: 'ada',
      path: '/admin/inventory/import',
      act: (page) => sendStockFile(page, 'sku,place,counted\nTOTE,Warehouse,70\nCUP-STEEL,Warehouse,148\n'),
    },
    { name: 'desk-order', as: 'ada', path: `/ticket-management/orders/${desk.code}` },
    { name: 'desk-order-refund', as: 'ada', path: `/ticket-management/orders/${desk.code}/refund?amount=20` },
    { name: 'desk-refunds', as: 'ada', path: '/ticket-management/refunds' },
    { name: 'desk-refund', as: 'ada', path: `/ticket-management/refunds/${desk.refundId}` },
    { name: 'desk-disputes', as: 'ada', path: '/ticket-management/disputes?show=open' },
    { name: 'desk-dispute', as: 'ada', path: `/ticket-management/disputes/${desk.dispute}` },
    { name: 'desk-blocked', as: 'ada', path: '/ticket-management/blocked' },
    { name: 'desk-cancel', as: 'ada', path: `/admin/events/${desk.event}/cancel` },
    { name: 'desk-void', as: 'ada', path: `/ticket-management/tickets/void?id=${desk.code}` },
    {
      name: 'desk-change-type',
      as: 'ada',
      path: `/ticket-management/tickets/change-type?id=${desk.last}&type=${desk.balcony}`,
    },
    { name: 'mail-log', as: 'ada', path: '/ticket-management/mails' },
    { name: 'mail-log-empty', as: 'ada', path: '/ticket-management/mails?q=quetzalcoatl' },
    { name: 'desk-mail', as: 'ada', path: `/ticket-management/mails/${desk.mail}` },
    { name: 'supplement', as: 'mia', path: `/my-tickets/supplement?order=${desk.supplement}` },
    { name: 'order-of-goods', as: 'ada', path: `/ticket-management/orders/${goods.code}` },
    { name: 'orders-found', as: 'ada', path: '/ticket-management?q=jean' },
    { name: 'blocked-ticket', as: 'ada', path: `/ticket-management/orders/${office.blocked.code}` },
    { name: 'long-orders', as: 'ada', path: `/ticket-management?event=${office.blocked.event}` },
    { name: 'long-attendees', as: 'ada', path: `/ticket-management/attendees?event=${office.blocked.event}` },
    { name: 'long-mails', as: 'ada', path: `/ticket-management/mails?q=${office.blocked.code}` },
    { name: 'forbidden-orders', as: 'moe', path: '/ticket-management' },
    { name: 'forbidden-attendees', as: 'dex', path: '/ticket-management/attendees' },
    { name: 'forbidden-mails', as: 'moe', path: '/ticket-management/mails' },
    {
      name: 'attendees-filters',
      as: 'ada',
      path: `/ticket-management/attendees?event=${events['bass-culture']}&from=2026-01-01`,
      act: async (page) => {
        const summary = page.locator('[data-testid=filters] > summary')
        if (await summary.isVisible()) await summary.click()
      },
    },
    { name: 'attendees', as: 'ada', path: `/ticket-management/attendees?event=${events['bass-culture']}` },
    {
      name: 'attendees-arrived',
      as: 'ada',
      path: `/ticket-management/attendees?event=${events['bass-culture']}&show=arrived&sort=-arrival`,
    },
    { name: 'capacity-moderator', as: 'moe', path: capacity },
    { name: 'no-access', as: 'mia', path: '/admin' },
    { name: 'asked-to-sign-in', as: 'visitor', path: '/profile' },
    { name: 'page-not-found', as: 'visitor', path: '/no/such/page' },
    {
      name: 'something-went-wrong',
      as: 'visitor',
      path: '/shop',
      act: async (page) => {
        await failure('events.data')(page)
        await page.getByRole('link', { name: 'Events', exact: true }).locator('visible=true').first().click()
        await page.getByText('Something went wrong').first().waitFor()
      },
    },
    {
      name: 'event-map',
      as: 'visitor',
      path: event('bass-culture'),
      act: (page) => page.locator('img[src^="/maps/"]').scrollIntoViewIfNeeded(),
    },
    {
      name: 'admin-event-confirm',
      as: 'ada',
      path: `/admin/events/${events['dutty-friday']}/tickets`,
      act: async (page) => {
        await page.locator('[name="types[0].releases[0].faceCents"]').fill('71')
        await button(page, 'Save changes').click()
        await page.waitForURL(/\/confirm\?/)
      },
    },
    {
      name: 'admin-event-series',
      as: 'ada',
      path: '/admin/events',
      act: async (page) => {
        await page.getByRole('navigation', { name: 'Series' }).getByRole('link').nth(1).click()
        await page.locator('summary', { hasText: 'Edit “' }).click()
      },
    },
    {
      name: 'admin-event-errors',
      as: 'ada',
      path: '/admin/events/new',
      act: async (page) => {
        await button(page, /^(Save|Create)/).click()
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    },
  ]
}

async function signedIn(browser: Browser, site: string, person: Person) {
  const context = await browser.newContext()
  const headers = { origin: site, 'content-type': 'application/json' }
  const response =
    person === 'visitor'
      ? null
      : person === 'guest'
        ? await context.request.post(`${site}/api/auth/guest`, { data: {}, headers })
        : await context.request.post(`${site}/api/auth/login`, {
            data: { username: person, password: 'Jouvay2026' },
            headers,
          })
  if (response && !response.ok()) throw new Error(`${person} could not sign in: ${await response.text()}`)
  const state = await context.storageState()
  await context.close()
  return state
}

/** Waits for everything visible: pictures below the fold, fonts, fading elements. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  await animationsEnded(page)
}

async function take(
  context: BrowserContext,
  site: string,
  scene: Scene,
  look: number,
): Promise<string | null> {
  const { size, theme } = looks[look] ?? { size: 'phone', theme: 'light' }
  const file = join(folder, `${scene.name}.${size}.${theme}.png`)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  try {
    await page.goto(site + scene.path, { waitUntil: 'networkidle' })
    await scene.act?.(page, look)
    await settle(page)
    const inWindow = await page
      .locator('dialog[open], [role=dialog], [role=alertdialog], [role=menu]')
      .count()
    await page.screenshot({ path: file, fullPage: inWindow === 0, animations: 'disabled' })
    return null
  } catch (error) {
    await page.screenshot({ path: file.replace('.png', '.failed.png') }).catch(() => undefined)
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'unknown') : String(error)
  } finally {
    await page.close()
  }
}

function contactSheet(names: string[]): string {
  const row = (name: string) =>
    `<h2>${name}</h2><div>${looks.map(({ size, theme }) => `<a href="${name}.${size}.${theme}.png"><img loading="lazy" alt="${size}, ${theme}" src="${name}.${size}.${theme}.png"></a>`).join('')}</div>`
  const style =
    'body{font:16px sans-serif;background:#888}div{display:flex;gap:12px;align-items:start}img{width:100%;max-height:900px;object-fit:cover;object-position:top}a{flex:1}'
  return `<!doctype html><meta charset="utf-8"><title>Shots</title><style>${style}</style>${names.map(row).join('')}`
}

await command(async () => {
  const { positionals: names } = parseArgs({ allowPositionals: true })
  ensureBrowser()
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-shots-'))
  const running: Supervised<unknown>[] = []
  const keep = async <T>(starting: Promise<Supervised<T>>) => {
    const started = await starting
    running.push(started)
    return started.ready
  }
  let browser: Browser | undefined
  try {
    const [port, sitePort] = await freePorts()
    const site = `http://localhost:${sitePort}`
    Object.assign(process.env, {
      DATA_DIR: dataDir,
      STACK_PORT: String(port),
      PORT: String(sitePort),
      SITE_URL: site,
    })
    const settings = readSettings()
    const giveUp = (error: Error) => console.error(error.message)
    const [stack] = await Promise.all([
      keep(startLocalStack({ dataDir, port, siteUrl: site }, giveUp)),
      ensureBuilt(),
    ])
    await seedOnce(stack, dataDir, settings)
    const env = {
      ...localSecrets(settings, dataDir),
      ...stackSettings(stack),
      PORT: String(sitePort),
      SITE_URL: site,
      SITE_MODE: 'local',
      PAYMENT_PROVIDER: 'test',
      FLOOD_PER_MINUTE: '0',
      TRUSTED_PROXY_HOPS: '1',
      LOG_LEVEL: 'error',
    }
    await keep(
      supervise({ name: 'site', file: 'server.ts', env, readySchema: z.object({ url: z.string() }) }, giveUp),
    )
    const { default: postgres } = await import('postgres')
    const sql = postgres(stack.dbUrl, { max: 1 })
    const rows = await sql<{ slug: string; id: string }[]>`select slug, id from public.events`
    await sql`
      with made as (
        insert into public.products (slug, name, summary, price_cents, status, tax_class)
        values ('long-names', 'Carnival Monday long-sleeve performance jersey with embroidered collar and reflective piping', '', 123400, 'active', 'none')
        returning id
      )
      insert into public.product_variants (product_id, name, sku, price_cents)
      select id, 'Extra extra large tall / Deep midnight indigo', 'LONG-NAMES-EXTRA-EXTRA-LARGE', 123400 from made`
    await sql`
      select private.move_stock(v.id, private.main_place(), 40, 'received') from public.product_variants v
      where v.sku = 'LONG-NAMES-EXTRA-EXTRA-LARGE'`
    await sql`
      with made as (
        insert into public.products (slug, name, summary, price_cents, status, tax_class)
        values ('last-cup', 'Last lap cup', '', 2200, 'active', 'none')
        returning id
      ), pictured as (
        insert into public.product_pictures (product_id, position, image_path, image_alt)
        select made.id, 1, p.image_path, p.image_alt from made, public.products p where p.slug = 'fete-cup'
      )
      insert into public.product_variants (product_id, name, sku, price_cents) select id, '', 'LAST-CUP', 2200 from made`
    // Gives Moe a cart of their own, which what they put into the cart as a guest joins.
    await sql`
      insert into public.cart_items (owner_id, variant_id, quantity)
      select m.id, v.id, 1 from public.profiles m, public.product_variants v join public.products p on p.id = v.product_id
      where m.username = 'moe' and p.slug = 'fete-cup' order by v.id limit 1`
    const products = await sql<{ slug: string; id: string }[]>`select slug, id from public.products`
    const setStock = async (slug: string, units: number) => {
      const writer = postgres(stack.dbUrl, { max: 1 })
      await writer`
        select private.move_stock(v.id, private.main_place(), ${units} - v.stock, 'count')
        from public.product_variants v join public.products p on p.id = v.product_id
        where p.slug = ${slug} and v.stock <> ${units}`
      await writer.end()
    }
    const tickets = await sql<{ code: string }[]>`
      select t.code from public.tickets t join public.events e on e.id = t.event_id
      where e.slug = 'bass-culture' and t.admission = 'outside' and t.status = 'valid' limit 4`
    // Gives Mia tickets for tonight, one of each state, so that codes and stubs are seen.
    const mine = await sql<{ id: string }[]>`
      update public.tickets set owner_id = (select id from public.profiles where username = 'mia')
      where id in (
        select t.id from public.tickets t join public.events e on e.id = t.event_id
        where e.slug = 'bass-culture' and t.admission = 'outside' and t.status = 'valid'
          and t.code <> all (${tickets.map(({ code }) => code)})
        limit 6)
      returning id`
    const [offered, listed, refunded] = mine.map(({ id }) => id)
    await sql`update public.tickets set custody = 'offered' where id = ${offered ?? null}`
    if (listed) await markListed(sql, listed)
    await sql`select private.void_tickets(array[${refunded ?? null}::uuid], 'refunded', false)`
    const [mia] = await sql<{ id: string }[]>`select id from public.profiles where username = 'mia'`
    await sql.end()
    const users = openTestUsers(stack)
    const goods = await sendGoods(
      users,
      mia?.id ?? '',
      rows.find(({ slug }) => slug === 'bass-culture')?.id ?? '',
    )
    const desk = await fillDesk(users, mia?.id ?? '')
    const office: Office = {
      blocked: await blockTicket(users),
      pairs: await makePairs(users, 2 * looks.length),
      invitation: await inviteScanner(users, desk.event, 'dee@example.com'),
      people: await makePeople(users, stack),
    }
    const streams = await makeLiveStreams(users.sql, 'midnight-jouvay')
    await users.close()
    const events = addressesSchema.parse(Object.fromEntries(rows.map(({ slug, id }) => [slug, id])))
    const routes = await listRoutes({ id: events['harbour-cruise'] ?? '', slug: 'harbour-cruise' })
    const paths = routes
      .filter(
        ({ id, path }) =>
          !/^routes\/(api\.|auth\.|avatars|pictures|llms|robots|share|shop\.\$id|sitemap|styleguide|test-payment|\$)|\[\.\]ics$/.test(
            id,
          ) && !path.includes('.'),
      )
      .map(({ path }) => path)
    const chosen = scenes(
      [...new Set(paths)],
      events,
      tickets.map(({ code }) => code),
      goods,
      desk,
      office,
      streams,
      Object.fromEntries(products.map(({ slug, id }) => [slug, id])),
      setStock,
    ).filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
    mkdirSync(folder, { recursive: true })
    browser = await openBrowser()
    const failures: string[] = []
    const people = [...new Set(chosen.map((scene) => scene.as))]
    for (const person of people) {
      const storageState = await signedIn(browser, site, person)
      for (const [look, { size, theme }] of looks.entries()) {
        for (const scene of chosen.filter((one) => one.as === person)) {
          // Creates a context for each, so that one visitor's hold is not the next one's.
          const context = await browser.newContext({
            viewport: size === 'phone' ? phone : desktop,
            colorScheme: theme,
            storageState,
            isMobile: size === 'phone',
            reducedMotion: 'reduce',
            // Uses a new address for each picture: limits count by address.
            extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
          })
          const failure = await take(context, site, scene, look)
          if (failure) failures.push(`${scene.name}, ${size}, ${theme}: ${failure}`)
          await context.close()
        }
      }
      console.log(`${person}: done`)
    }
    writeFileSync(join(folder, 'index.html'), contactSheet(chosen.map(({ name }) => name)))
    console.log(`${chosen.length * looks.length} pictures in shots/, all on shots/index.html.`)
    if (failures.length > 0) {
      console.error(`These could not be taken:\n${failures.join('\n')}`)
      process.exitCode = 1
    }
  } finally {
    await browser?.close()
    for (const one of running.reverse()) await one.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
