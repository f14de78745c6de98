import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import * as z from 'zod'
import { ensureBuilt } from '../scripts/build.ts'
import { ensureBrowser } from '../scripts/chromium.ts'
import { seedOnce, stackSettings, startLocalStack } from '../scripts/local-stack.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { command, type Supervised, supervise } from '../tools/processes.ts'
import { freePorts, localSecrets, readSettings, root, temporaryFolder } from '../tools/settings.ts'
import { randomAddress } from './api-visitor.ts'
import { animationsEnded, desktop, openBrowser, phone } from './browser.ts'
import { outcome } from './buyer-steps.ts'
import { fillDesk } from './desk-steps.ts'
import { sendGoods } from './goods-steps.ts'
import { names } from './names.ts'
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

async function hold(page: Page, count = 2): Promise<void> {
  for (let n = 0; n < count; n++) await button(page, /^Add one /).click()
  await button(page, 'Get tickets').click()
  await page.waitForURL(/\/checkout\?hold=/)
  await page.getByRole('timer').waitFor()
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
  await page.locator('a[href*="code"][href$="#tickets"]').click()
  await page.locator('input[name="code"]').fill(code)
  await page.locator('form:has(input[name="code"]) button[type="submit"]').click()
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

/** Lists states of pages; pages that need no steps come from the build. */
function scenes(
  paths: string[],
  events: z.output<typeof addressesSchema>,
  codes: string[],
  goods: Awaited<ReturnType<typeof sendGoods>>,
  desk: Awaited<ReturnType<typeof fillDesk>>,
  products: z.output<typeof addressesSchema>,
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
    { name: 'goods-mine', as: 'mia', path: `/my-tickets/goods?code=${goods.code}` },
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
    { name: 'product-chosen', as: 'visitor', path: `${product('road-tee')}?colour=Night&size=M` },
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
        await page.locator('a[href$="-portrait-800.webp"]').first().click()
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
      act: async (page) => {
        await page.context().setOffline(true)
        await page.getByText('No connection.').waitFor()
      },
    },
    {
      name: 'door-unknown',
      as: 'dex',
      path: door,
      act: (page) => typeCode(page, 'https://example.com/poster'),
    },
    { name: 'door-verdict', as: 'dex', path: door, act: (page, look) => typeCode(page, codes[look] ?? '') },
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
        // What was sent is kept as a draft, so that each look needs another event.
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
    { name: 'desk-mail', as: 'ada', path: `/ticket-management/mails/${desk.mail}` },
    { name: 'supplement', as: 'mia', path: `/my-tickets/supplement?order=${desk.supplement}` },
    { name: 'orders-found', as: 'ada', path: '/ticket-management?q=jean' },
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
    const products = await sql<{ slug: string; id: string }[]>`select slug, id from public.products`
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
    await sql`update public.tickets set custody = 'listed' where id = ${listed ?? null}`
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
    await users.close()
    const events = addressesSchema.parse(Object.fromEntries(rows.map(({ slug, id }) => [slug, id])))
    const routes = await listRoutes({ id: events['harbour-cruise'] ?? '', slug: 'harbour-cruise' })
    const paths = routes
      .filter(
        ({ id, path }) =>
          !/^routes\/(api\.|auth\.|avatars|pictures|robots|share|shop\.\$id|sitemap|styleguide|test-payment|\$)|\[\.\]ics$/.test(
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
      Object.fromEntries(products.map(({ slug, id }) => [slug, id])),
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
