import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { jwtVerify } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import * as z from 'zod'
import { makeToken } from '#server/link-token.server.ts'
import {
  createAppleSettings,
  createGoogleSettings,
  createHostCertificate,
  openApplePass,
} from '#server/passes.fixtures.ts'
import { createTicketSigner } from '#server/ticket-signing.server.ts'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { type Supervised, supervise } from '../tools/processes.ts'
import { freePorts } from '../tools/settings.ts'
import { ApiVisitor, registered } from './api-visitor.ts'
import { addTicketLink } from './buyer-steps.ts'
import { meet } from './people.ts'
import { openWalletStandIn, type Told } from './wallet-stand-in.ts'

/** Tests passes for the wallets of phones through the site: who gets which, where they are offered, and the certificate's end. */

const { url: plainSite, env } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
// ends soon, so that the warnings show
const apple = createAppleSettings(20)
const metricsToken = 'a-token-for-the-metrics-of-the-site'
const google = createGoogleSettings()
const host = createHostCertificate()
const trusted = getCACertificates()
/** Decides what the makers of the wallets respond; a test changes it. */
let makers: (told: Told) => { status: number; body?: object } = () => ({ status: 200 })
let standIn: Awaited<ReturnType<typeof openWalletStandIn>>
let own: Record<string, string>
let process: Supervised<{ url: string }>
let site: string
let holder: Awaited<ReturnType<typeof registered>>
let tonight: Awaited<ReturnType<typeof sell>>

beforeAll(async () => {
  const [, port] = await freePorts()
  standIn = await openWalletStandIn(host, apple.APPLE_WALLET_WWDR, (told) =>
    told.path === '/token'
      ? { status: 200, body: { access_token: 'a-token', expires_in: 3600 } }
      : makers(told),
  )
  setDefaultCACertificates([...trusted, host.cert])
  own = {
    ...env,
    ...apple,
    ...google.settings,
    WALLET_PUSH_URL: standIn.url,
    METRICS_TOKEN: metricsToken,
    BACKGROUND_JOBS: 'off',
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
  }
  const readySchema = z.object({ url: z.string() })
  process = await supervise({ name: 'site', file: 'server.ts', env: own, readySchema }, () => {})
  site = process.ready.url
  holder = await registered(site)
  tonight = await sell(await createEvent(sql), 2)
})
afterAll(async () => {
  await process?.stop()
  standIn?.close()
  setDefaultCACertificates(trusted)
  await users.close()
})

/** Sells tickets of an event to the holder. @returns the order, and the ids of its tickets */
async function sell(testEvent: TestEvent, quantity: number) {
  // One person's purchases are limited, so strangers buy.
  const { order } = await buy(service, await users.extra(), testEvent, { Entry: quantity })
  await sql`update public.orders set owner_id = ${holder.id} where id = ${order.orderId}`
  await sql`update public.tickets set owner_id = ${holder.id} where order_id = ${order.orderId}`
  const rows = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId} order by id`
  return { testEvent, order, ids: rows.map(({ id }) => id) }
}

const passPath = (id = '', wallet = 'apple') => `/my-tickets/${id}/pass/${wallet}`
const statusOf = async (visitor: ApiVisitor, path: string) => (await visitor.get(path)).status

/** Fetches a pass for Apple Wallet as its holder and opens it. */
async function openPass(id: string | undefined) {
  const cookie = [...holder.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(site + passPath(id), { headers: { cookie } })
  const file = Buffer.from(await response.arrayBuffer())
  return openApplePass(file, apple.APPLE_WALLET_WWDR).content
}

test('the holder gets a signed pass with the code of the ticket', async () => {
  const content = await openPass(tonight.ids[0])
  const { eventId } = tonight.testEvent
  expect(
    await createTicketSigner(env.TICKET_SIGNING_KEY ?? '').verify(content.barcodes[0].message),
  ).toMatchObject({
    ok: true,
    credential: { ticketId: tonight.ids[0], eventId, generation: 1 },
  })
  const [row] = await sql<
    { title: string; ends_at: Date }[]
  >`select title, ends_at from public.events where id = ${eventId}`
  expect(content.eventTicket.primaryFields[0].value).toBe(row?.title)
  expect(Date.parse(content.expirationDate)).toBe(row?.ends_at.getTime())
  const { status, headers } = await holder.visitor.get(passPath(tonight.ids[0], 'google'))
  expect([status, headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^https:\/\/pay\.google\.com\/gp\/v\/save\/ey/),
  ])
})

test('nobody else gets it but who has the secret link of the order, and no cache keeps it', async () => {
  const path = passPath(tonight.ids[0])
  expect(await statusOf(new ApiVisitor(site), path)).toBe(404)
  expect(await statusOf((await registered(site, 'Zoe')).visitor, path)).toBe(404)
  expect(await statusOf(holder.visitor, passPath(tonight.ids[0], 'samsung'))).toBe(404)
  expect(await statusOf(holder.visitor, passPath('no-uuid'))).toBe(404)
  const token = await addTicketLink(service, tonight.order.orderId)
  const withLink = await new ApiVisitor(site).get(`${path}?order=${token}`)
  expect([withLink.status, withLink.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(withLink.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
  // the page behind the link offers it with the link's token
  const page = await new ApiVisitor(site).get(`/my-tickets?order=${token}`)
  expect(page.text).toContain(`${path}?order=${token}`)
  expect(await statusOf(new ApiVisitor(site), `${path}?order=${makeToken()}`)).toBe(404)
  // the link opens its own order alone
  const other = await sell(await createEvent(sql), 1)
  expect(await statusOf(new ApiVisitor(site), `${passPath(other.ids[0])}?order=${token}`)).toBe(404)
})

describe('no pass is offered or made', () => {
  const offered = async (id: string | undefined) =>
    (await holder.visitor.get('/my-tickets')).text.includes(passPath(id))

  test('before the code may be shown, though the ticket is there', async () => {
    const { ids, testEvent } = await sell(await createEvent(sql, { doorsIn: 100 }), 1)
    expect([await offered(ids[0]), await statusOf(holder.visitor, passPath(ids[0]))]).toEqual([false, 404])
    await sql`update public.events set doors_at = now() + interval '1 hour' where id = ${testEvent.eventId}`
    expect([await offered(ids[0]), await statusOf(holder.visitor, passPath(ids[0]))]).toEqual([true, 200])
  })

  test.each([
    'void',
    'given away',
    'used',
    'ended',
    'cancelled',
  ])('for a ticket that is %s', async (state) => {
    const { ids, testEvent } = await sell(await createEvent(sql), 1)
    const [id = ''] = ids
    const { eventId } = testEvent
    expect([await offered(id), await statusOf(holder.visitor, passPath(id))]).toEqual([true, 200])
    if (state === 'void')
      await sql`select private.void_tickets(array[${id}::uuid], 'refunded', false), private.end_refunded_order(order_id)
        from public.tickets where id = ${id}`
    if (state === 'given away') await sql`update public.tickets set custody = 'offered' where id = ${id}`
    if (state === 'used') {
      const scan = crypto.randomUUID()
      await sql.begin(async (tx) => {
        await tx`insert into public.scans ${tx({ id: scan, scan_uid: scan, event_id: eventId, ticket_id: id, result: 'ok' })}`
        await tx`
          insert into public.entries (event_id, ticket_id, order_id, scan_id)
          select event_id, id, order_id, ${scan} from public.tickets where id = ${id}`
        await tx`update public.tickets set admission = 'inside' where id = ${id}`
      })
    }
    if (state === 'ended')
      await sql`update public.events set doors_at = now() - interval '9 hours', starts_at = now() - interval '8 hours',
        ends_at = now() - interval '1 hour' where id = ${eventId}`
    if (state === 'cancelled')
      await (await users.actingAs('Ada'))
        .rpc('set_event_status', { p_id: eventId, p_status: 'cancelled', p_note: '' })
        .throwOnError()
    expect([await offered(id), await statusOf(holder.visitor, passPath(id))]).toEqual([false, 404])
  })

  test('where no wallet is set up', async () => {
    const { visitor, id } = await registered(plainSite)
    const { order } = await buy(service, id, tonight.testEvent, { Entry: 1 })
    const [ticket] = await sql<
      { id: string }[]
    >`select id from public.tickets where order_id = ${order.orderId}`
    const [page, success, pass] = await Promise.all(
      ['/my-tickets', `/payment-success?order=${order.code}`, passPath(ticket?.id)].map((path) =>
        visitor.get(path),
      ),
    )
    expect([page?.status, success?.status, pass?.status]).toEqual([200, 200, 404])
    expect(`${page?.text}${success?.text}`).not.toContain('data-testid="pass-links"')
  })
})

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', [true, false]],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 11)', [false, true]],
  ['a computer', 'Mozilla/5.0 (X11; Linux x86_64)', [true, true]],
])('%s is offered the wallets it may have, on the tickets and on You’re in', async (_, agent, wanted) => {
  for (const path of ['/my-tickets', `/payment-success?order=${tonight.order.code}`]) {
    const { text } = await holder.visitor.get(path, { 'user-agent': agent })
    const offers = ['apple', 'google'].map((wallet) =>
      text.includes(`href="${passPath(tonight.ids[1], wallet)}"`),
    )
    expect(offers, path).toEqual(wanted)
  }
})

test('making passes of one ticket is limited', async () => {
  const { ids } = await sell(await createEvent(sql), 1)
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push(await statusOf(holder.visitor, passPath(ids[0], 'google')))
  expect(statuses).toEqual([...new Array(30).fill(303), 429])
})

test('a certificate that ends soon is in the health report, the metrics and on the page of staff', async () => {
  const ends = new Date(apple.APPLE_WALLET_CERTIFICATE && Date.now() + 20 * 24 * 3_600_000)
    .toISOString()
    .slice(0, 10)
  const health = await new ApiVisitor(site).get('/healthz')
  expect([health.status, JSON.parse(health.text)]).toMatchObject([
    200,
    { status: 'ok', warnings: [expect.stringContaining(`Apple Wallet certificate: ${ends}`)] },
  ])
  const metrics = await new ApiVisitor(site).get('/metrics', { authorization: `Bearer ${metricsToken}` })
  const [, seconds] =
    /^certificate_expiry_timestamp_seconds\{certificate="apple_wallet"\} (\d+)$/m.exec(metrics.text) ?? []
  expect(new Date(Number(seconds) * 1000).toISOString().slice(0, 10)).toBe(ends)
  const { visitor: ada } = await meet(site, service, 'Ada')
  expect((await ada.get('/admin')).text).toContain('The Apple Wallet certificate ends')
  const { visitor: adaElsewhere } = await meet(plainSite, service, 'Ada')
  expect((await adaElsewhere.get('/admin')).text).not.toContain('Wallet certificate')
})

describe('a pass that changed', () => {
  /** Runs the job that tells the wallets, with the settings of the site. */
  async function pushAll() {
    for (const [name, value] of Object.entries(own)) vi.stubEnv(name, value)
    const { passPushes, visiblePasses } = await import('#features/tickets/pass-updates.jobs.server.ts')
    const { runDueJobs } = await import('#server/job-worker.server.ts')
    const log = pino({ level: 'silent' })
    await visiblePasses.run({
      key: '',
      payload: {},
      attempts: 1,
      log,
      stopping: new AbortController().signal,
    })
    await runDueJobs([passPushes], log)
  }
  const device = 'a2f0c9d1b8e74356'
  type Pass = { serialNumber: string; authenticationToken: string; webServiceURL: string }

  /** Asks as a device that holds a pass does. */
  function ask(
    pass: Pass,
    method: string,
    path: string,
    options: { token?: string; since?: string; body?: object } = {},
  ) {
    const { token = pass.authenticationToken, since, body } = options
    return fetch(`${pass.webServiceURL}/v1/${path}`, {
      method,
      headers: {
        authorization: `ApplePass ${token}`,
        ...(since ? { 'if-modified-since': since } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
  const type = 'pass.test.tickets'
  const registration = ({ serialNumber }: Pass, by = device) =>
    `devices/${by}/registrations/${type}/${serialNumber}`
  const fetched = (pass: Pass, since?: string) =>
    ask(pass, 'GET', `passes/${type}/${pass.serialNumber}`, since ? { since } : {})
  async function opened(response: Response) {
    const file = Buffer.from(await response.arrayBuffer())
    return openApplePass(file, apple.APPLE_WALLET_WWDR).content
  }
  async function held() {
    const sold = await sell(await createEvent(sql), 1)
    const pass: Pass = await openPass(sold.ids[0])
    const pushToken = crypto.randomUUID().replaceAll('-', '')
    expect((await ask(pass, 'POST', registration(pass), { body: { pushToken } })).status).toBe(201)
    return { ...sold, id: sold.ids[0] ?? '', pass, pushToken }
  }
  const pushesTo = (token: string) => standIn.told.filter(({ path }) => path === `/3/device/${token}`)

  test('is registered by the device that holds it, with the token of the pass alone', async () => {
    const { pass, pushToken } = await held()
    const body = { pushToken }
    expect((await ask(pass, 'POST', registration(pass), { body })).status).toBe(200)
    const wrong = { token: 'x'.repeat(43) }
    expect((await ask(pass, 'POST', registration(pass), { ...wrong, body })).status).toBe(401)
    expect((await ask(pass, 'DELETE', registration(pass), wrong)).status).toBe(401)
    expect((await ask(pass, 'GET', `passes/${type}/${pass.serialNumber}`, wrong)).status).toBe(401)
    const next = { ...pass, serialNumber: pass.serialNumber.replace(/-1$/, '-2') }
    expect((await ask(next, 'POST', registration(next), { body })).status).toBe(401)
    expect((await ask(pass, 'POST', registration(pass).replace(type, 'pass.other'), { body })).status).toBe(
      404,
    )
    expect((await ask(pass, 'POST', registration(pass), { body: { pushToken: '../1' } })).status).toBe(400)
    expect((await ask(pass, 'GET', `devices/nobody/registrations/${type}`)).status).toBe(204)
    expect((await ask(pass, 'POST', 'log', { body: { logs: ['Something is wrong'] } })).status).toBe(200)
    expect((await ask(pass, 'DELETE', registration(pass))).status).toBe(200)
    const [row] =
      await sql`select count(*)::int as n from private.pass_devices where push_token = ${pushToken}`
    expect(row?.n).toBe(0)
  })

  test('of a moved event wakes its devices, which are told which passes changed and fetch them once', async () => {
    const { pass, pushToken, testEvent } = await held()
    const first = await fetched(pass)
    const modified = first.headers.get('last-modified') ?? ''
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/vnd.apple.pkpass'])
    expect((await fetched(pass, modified)).status).toBe(304)
    await pushAll()
    expect(pushesTo(pushToken)).toEqual([])

    await sql`update public.events set ends_at = ends_at + interval '1 hour' where id = ${testEvent.eventId}`
    await pushAll()
    expect(pushesTo(pushToken)).toMatchObject([
      {
        method: 'POST',
        body: '{}',
        isSigned: true,
        headers: { 'apns-topic': type, 'apns-push-type': 'background' },
      },
    ])
    const list = await ask(pass, 'GET', `devices/${device}/registrations/${type}?passesUpdatedSince=1`)
    const { serialNumbers, lastUpdated } = z
      .object({ serialNumbers: z.array(z.string()), lastUpdated: z.string().regex(/^\d+$/) })
      .parse(await list.json())
    expect(serialNumbers).toContain(pass.serialNumber)
    const later = `devices/${device}/registrations/${type}?passesUpdatedSince=${Number(lastUpdated) + 61}`
    expect((await ask(pass, 'GET', later)).status).toBe(204)
    const changed = await fetched(pass, modified)
    expect(changed.status).toBe(200)
    const [row] = await sql<
      { ends_at: Date }[]
    >`select ends_at from public.events where id = ${testEvent.eventId}`
    const content = await opened(changed)
    expect(Date.parse(content.expirationDate)).toBe(row?.ends_at.getTime())
    expect(content.barcodes).toHaveLength(1)
    // Told once: nothing is due any more.
    await pushAll()
    expect(pushesTo(pushToken)).toHaveLength(1)
  })

  test('ends with a new code, and never gets that one; a device that is gone is forgotten', async () => {
    const { id, pass, pushToken } = await held()
    makers = ({ path }) =>
      path.endsWith(pushToken) ? { status: 410, body: { reason: 'Unregistered' } } : { status: 200 }
    await sql`select private.reissue_ticket(${id}, 'a screenshot went round')`
    await pushAll()
    makers = () => ({ status: 200 })
    expect(pushesTo(pushToken)).toHaveLength(1)
    expect(await sql`select 1 from private.pass_devices where push_token = ${pushToken}`).toHaveLength(0)
    const old = await opened(await fetched(pass))
    expect([old.voided, old.barcodes, JSON.stringify(old.eventTicket)]).toEqual([
      true,
      undefined,
      expect.not.stringContaining('"code"'),
    ])
    const fresh = await openPass(id)
    expect([fresh.serialNumber, fresh.voided]).toEqual([`${id}-2`, false])
  })

  test('is replaced at Google, which is asked again after a failure', async () => {
    const { id, ids, testEvent } = await held()
    expect(await statusOf(holder.visitor, passPath(ids[0], 'google'))).toBe(303)
    const sent = () => standIn.told.filter(({ method, body }) => method === 'PUT' && body.includes(id))
    let failures = 1
    makers = ({ method }) => ({ status: method === 'PUT' && failures-- > 0 ? 503 : 200 })
    await sql`update public.events set title = 'Moved Night' where id = ${testEvent.eventId}`
    await pushAll()
    expect(sent()).toEqual([])
    const due = () => sql<{ last_error: string | null }[]>`
      select last_error from private.jobs where kind = 'pass_push' and key like ${`google:${id}:%`}`
    expect(await due()).toEqual([{ last_error: expect.stringContaining('503') }])
    await sql`update private.jobs set run_at = now() where kind = 'pass_push' and key like ${`google:${id}:%`}`
    await pushAll()
    expect(await due()).toEqual([])
    const about = standIn.told.findLast(({ path }) => path.includes('/eventTicketClass/'))
    expect(about?.body).toContain('Moved Night')
    expect(sent()).toMatchObject([{ headers: { authorization: 'Bearer a-token' } }])
    expect(JSON.parse(sent()[0]?.body ?? '')).toMatchObject({ state: 'ACTIVE', barcode: { type: 'QR_CODE' } })
    const token = standIn.told.find(({ path }) => path === '/token')
    const assertion = new URLSearchParams(token?.body).get('assertion') ?? ''
    const { payload } = await jwtVerify(assertion, google.publicKey)
    expect(payload.iss).toBe(google.settings.GOOGLE_WALLET_ACCOUNT)

    await sql`select private.void_tickets(array[${id}::uuid], 'refunded', false), private.end_refunded_order(order_id)
      from public.tickets where id = ${id}`
    await pushAll()
    const ended = JSON.parse(sent()[1]?.body ?? '')
    expect([ended.state, ended.barcode]).toEqual(['INACTIVE', undefined])
  })
})
