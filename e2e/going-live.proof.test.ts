import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { stagingNotice } from '#core/staging.ts'
import { scanResponseSchema } from '#features/door/door.types.ts'
import { todaySchema } from '#features/operations/today/today.types.ts'
import { appointAdmin } from '../scripts/admin.ts'
import { dumpData, loadData } from '../scripts/data-dump.ts'
import { examine } from '../scripts/doctor.ts'
import { type LocalStack, startLocalStack } from '../scripts/local-stack.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { buy, call } from '../supabase/tests/selling.ts'
import type { Supervised } from '../tools/processes.ts'
import { freePorts, portIsFree, root, temporaryFolder } from '../tools/settings.ts'
import { ApiVisitor } from './api-visitor.ts'

/**
 * Goes live as docs/going-live.md says, on an empty stack that the settings name as they would a hosted project: a clean clone in
 * production mode, the first admin, the operator's check, a backup and its restore.
 */

const folder = mkdtempSync(join(temporaryFolder(), 'jouvay-live-'))
// Postgres' own user must be able to enter it.
chmodSync(folder, 0o711)
const clone = join(folder, 'clone')
const address = 'https://jouvay.example'
let port: number
let supervised: Supervised<LocalStack>
let stack: LocalStack
let sql: Sql
let service: SupabaseClient
const started: ChildProcess[] = []
const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

beforeAll(async () => {
  const [stackPort, sitePort] = await freePorts()
  port = sitePort
  mkdirSync(join(folder, 'data'))
  const options = { dataDir: join(folder, 'data'), port: stackPort, siteUrl: address }
  supervised = await startLocalStack(options, (error) => console.error(error.message))
  stack = supervised.ready
  sql = postgres(stack.dbUrl, { max: 2, onnotice() {} })
  service = createClient(stack.url, stack.secretKey, { auth })
})
afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
  await sql.end()
  await supervised.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The settings that the README names, and nothing else of this process but where programs are. */
function liveSettings(): NodeJS.ProcessEnv {
  // Offers only Node of our own programs: an operator's machine has that and npm.
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  if (!existsSync(join(bin, 'node'))) symlinkSync(process.execPath, join(bin, 'node'))
  const programs = (process.env.PATH ?? '').split(':').filter((one) => !one.startsWith(root))
  return {
    PATH: [bin, ...programs].join(':'),
    HOME: process.env.HOME ?? folder,
    npm_config_prefer_offline: 'true',
    NODE_ENV: 'production',
    SITE_URL: address,
    SUPABASE_URL: stack.url,
    SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
    SUPABASE_SECRET_KEY: stack.secretKey,
    TICKET_SIGNING_KEY: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA',
    LINK_SECRET: 'EjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8',
    SMTP_URL: stack.smtpUrl,
    MAIL_FROM: 'Jouvay <hello@jouvay.example>',
    TRUSTED_PROXY_HOPS: '1',
    PORT: String(port),
  }
}

/** Runs a command in the clone. `settings` replaces or adds. */
function run(line: string, settings: Record<string, string> = {}) {
  const [program = '', ...args] = line.split(' ')
  const child = spawn(program, args, { cwd: clone, env: { ...liveSettings(), ...settings } })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (text += String(data)))
  return {
    child,
    output: () => text,
    ended: new Promise<number | null>((ended) => child.on('close', ended)),
  }
}

async function complete(line: string, settings: Record<string, string> = {}): Promise<string> {
  const { ended, output } = run(line, settings)
  expect(await ended, output()).toBe(0)
  return output()
}

/** Runs `npm start` in the clone while it is used, then stops it as a service manager does. */
async function serving(
  settings: Record<string, string>,
  use: (output: string) => Promise<void>,
): Promise<void> {
  const { child, output, ended } = run('npm start', settings)
  const stopped = ended.then(() => Promise.reject(new Error(`it ended: ${output()}`)))
  stopped.catch(() => undefined)
  await Promise.race([
    stopped,
    expect.poll(output, { timeout: 240_000, interval: 100 }).toContain('Ctrl-C stops everything'),
  ])
  try {
    await use(output())
  } finally {
    child.kill('SIGTERM')
    await ended
  }
  await expect.poll(() => portIsFree(port, undefined), { interval: 100 }).toBe(true)
}

/** Requests a page as the proxy does that ends TLS. */
const visitor = () => new ApiVisitor(address, '203.0.113.7', `http://127.0.0.1:${port}`)

async function register(
  name: string,
  isConfirmed: boolean,
): Promise<{ id: string; email: string; password: string }> {
  const [email, password] = [`${name}@jouvay.example.org`, 'Correct-Horse-9']
  const { data, error } = await service.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    app_metadata: { username: name },
  })
  if (error) throw error
  // The site proves an address by a mailed link; Auth's own confirmation proves nothing.
  if (isConfirmed) await sql`update public.profiles set email_verified_at = now() where id = ${data.user.id}`
  return { id: data.user.id, email, password }
}

describe('a clean clone, by the commands of the README', () => {
  test('installs and builds in production, with what it needs there and no more', async () => {
    const list = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
    })
    for (const file of list.stdout.split('\0').filter((name) => name && existsSync(join(root, name)))) {
      mkdirSync(dirname(join(clone, file)), { recursive: true })
      cpSync(join(root, file), join(clone, file))
    }
    await complete('npm ci')
    expect(existsSync(join(clone, 'node_modules/vitest'))).toBe(false)
    const output = await complete('npm run build')
    expect(output).toContain('Built in')
    // The launcher takes the lean installation as it is.
    expect(output).not.toContain('Installing')
  })

  test('starts in production, makes its first admin, greets them with first steps, and stops', async () => {
    await serving({}, async (output) => {
      expect(output).not.toMatch(/Installing|Demo accounts/)
      expect(output).toContain(`Jouvay is open at  ${address}`)
      const health = await visitor().get('/healthz')
      expect([health.status, JSON.parse(health.text)]).toEqual([
        200,
        { status: 'ok', api: 'ok', database: 'ok' },
      ])
      const home = await visitor().get('/')
      expect(home.status).toBe(200)
      expect(home.headers.get('strict-transport-security')).toBe('max-age=63072000')
      expect(home.headers.get('x-robots-tag')).toBeNull()
      expect(home.text).not.toContain(stagingNotice)

      const olu = await register('olu', true)
      expect(await complete(`npm run admin -- ${olu.email}`)).toContain(`${olu.email} is admin now`)
      const admin = visitor()
      const entered = await admin.post('/api/auth/login', { username: 'olu', password: olu.password })
      expect(entered.status, entered.text).toBe(200)
      const today = await admin.get('/admin')
      expect(today.status).toBe(200)
      expect(today.text).toContain('First steps')
      expect(today.text).toContain('Enter your brand and company')
      expect(today.text).toContain('Payments are off: set up Stripe')
    })
  })

  test('rehearses in staging: says so on every page, keeps search engines away, makes no demo', async () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' }
    const live = run('npm start', {
      SITE_MODE: 'staging',
      ...stripe,
      STRIPE_SECRET_KEY: 'sk_live_0123456789',
    })
    expect(await live.ended).toBe(1)
    expect(live.output()).toContain('is a live key, which is refused in staging')
    await serving({ SITE_MODE: 'staging', ...stripe }, async (output) => {
      expect(output).not.toContain('Demo accounts')
      for (const path of ['/', '/events', '/checkout', '/no-such-page', '/terms']) {
        const page = await visitor().get(path)
        expect(page.text, path).toContain(stagingNotice)
        expect(page.headers.get('x-robots-tag'), path).toBe('noindex, nofollow')
      }
      expect((await visitor().get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
      const health = await visitor().get('/healthz')
      expect(health.headers.get('strict-transport-security')).toBe('max-age=63072000')
    })
  })
})

describe('the first admin', () => {
  const appoint = (email: string) => appointAdmin(stack, email, address)

  test('is the account that proved the address; others are refused in a sentence that says what to do', async () => {
    await expect(appoint('nobody@jouvay.example.org')).rejects.toThrow(
      /^Nobody has registered with .*: register at/,
    )
    const una = await register('una', false)
    await expect(appoint(una.email)).rejects.toThrow(/ isn't confirmed yet: enter it once more at/)
    const ben = await register('ben', true)
    expect(await appoint(`  ${ben.email.toUpperCase()} `)).toMatch(
      / is admin now: https:.*\/admin shows the first steps\.$/,
    )
    expect(await appoint(ben.email)).toMatch(/ is admin already\.$/)
    const rows =
      await sql`select action, facts from private.audit_log where subject_id = ${ben.id} and action = 'account.role_set'`
    expect(rows).toHaveLength(1)
  })

  test('may not be made by anybody without the secret key', async () => {
    const stranger = createClient(stack.url, stack.publishableKey, { auth })
    expect((await stranger.rpc('appoint_admin', { p_email: 'una@jouvay.example.org' })).error?.code).toBe(
      '42501',
    )
  })

  test('sees each first step as it is, until a first order is paid', async () => {
    const { email, password } = await register('ama', true)
    await appoint(email)
    const ama = createClient(stack.url, stack.publishableKey, { auth })
    await ama.auth.signInWithPassword({ email, password })
    const steps = async () => (await call(ama, 'read_today', {}, todaySchema)).firstSteps
    expect(await steps()).toEqual({
      brand: false,
      mailbox: false,
      legal: false,
      taxes: false,
      event: false,
      team: true,
    })
    await sql`update public.settings set brand = 'Fete', contact_email = 'hi@fete.example', postal_address = '1 Main St, Brooklyn'`
    expect(await steps()).toMatchObject({ brand: true, mailbox: true, legal: true, taxes: false })
    const party = await createEvent(sql, { taxBps: 887 })
    expect(await steps()).toMatchObject({ taxes: true, event: true })
    await buy(service, (await register('mia', true)).id, party, { Entry: 1 })
    expect(await steps()).toBeNull()
  })
})

describe('the operator’s check', () => {
  const sentences = async (settings: Record<string, string>) =>
    (await examine(settings)).flatMap(({ state, text }) => (state === 'wrong' ? [text] : []))
  const site = () => inject('site').env
  /** The running site's settings with one thing changed. */
  const changed = (settings: Record<string, string>) => sentences({ ...site(), ...settings })

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((listening) => server.once('listening', listening))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('finds nothing wrong with a site that is in order, and says what it looked at', async () => {
    const findings = await examine(site())
    expect(findings.filter(({ state }) => state === 'wrong')).toEqual([])
    const text = findings.map((finding) => finding.text).join('\n')
    for (const part of [
      'settings',
      'keys',
      'clock',
      'migrations',
      'Storage',
      'Sign-in',
      'mail server',
      'webhook',
    ])
      expect(text).toContain(part)
    for (const finding of findings) expect(finding.text).toMatch(/^[A-Z].*[^.]\.$/s)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'no project',
      { SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '', SUPABASE_SECRET_KEY: '' },
      /^No Supabase project is named/,
    ],
    ['a secret that is missing', { LINK_SECRET: '' }, /^LINK_SECRET is missing/],
    ['a project that is away', { SUPABASE_URL: 'http://127.0.0.1:9' }, /^Nothing responds at SUPABASE_URL/],
    [
      'another publishable key',
      { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789' },
      /^SUPABASE_PUBLISHABLE_KEY is not a key/,
    ],
    [
      'another secret key',
      { SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef' },
      /^SUPABASE_SECRET_KEY is not the secret key/,
    ],
    ['no mail server', { SMTP_URL: '' }, /^SMTP_URL is not set/],
    ['a mail server that is away', { SMTP_URL: 'smtp://127.0.0.1:9' }, /of SMTP_URL can't be reached/],
    [
      'an address where nothing runs',
      { SITE_URL: 'http://127.0.0.1:9' },
      /^Nothing responds at http:\/\/127\.0\.0\.1:9/,
    ],
  ])('says one sentence about %s', async (_, settings, expected) => {
    const [first, ...others] = await changed(settings)
    expect(first).toMatch(expected)
    expect(others).toEqual([])
  })

  test('says when the mail server refuses the password', async () => {
    const server = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_, __, done) => done(new Error('no')),
    })
    onTestFinished(() => new Promise((closed) => server.close(() => closed())))
    const listening = server.listen(0, '127.0.0.1')
    await new Promise((ready) => listening.once('listening', ready))
    const { port: smtpPort } = listening.address() as AddressInfo
    expect(await changed({ SMTP_URL: `smtp://me:wrong@127.0.0.1:${smtpPort}` })).toEqual([
      expect.stringMatching(/refuses the name and password in SMTP_URL\.$/),
    ])
  })

  test('says when the site is down, when another program has its webhook, and when Stripe refuses the key', async () => {
    const down = await serve((_, response) => response.writeHead(503).end())
    expect(await changed({ SITE_URL: down })).toEqual([
      `${down}/healthz responds with 503: the site's log says why.`,
    ])
    const other = await serve((request, response) =>
      response.writeHead(request.method === 'GET' ? 200 : 404).end(),
    )
    expect(await changed({ SITE_URL: other })).toEqual([
      expect.stringMatching(/^The webhook at .* responds with 404/),
    ])
    const stripe = await serve((_, response) => response.writeHead(401).end())
    const keys = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' }
    expect(await changed({ ...keys, STRIPE_API_URL: stripe, PAYMENT_PROVIDER: 'test,stripe' })).toEqual([
      expect.stringMatching(/^Stripe refuses STRIPE_SECRET_KEY/),
    ])
  })

  test('says by how much the clock is off', async () => {
    const real = Date.now.bind(Date)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() - 60_000)
    onTestFinished(() => clock.mockRestore())
    expect(await changed({})).toEqual([
      expect.stringMatching(/clock is (59|60|61) seconds behind the database's: switch on/),
    ])
  })

  test('says what is wrong with the database: migrations, buckets, the demo brand in production', async () => {
    const ours = {
      ...site(),
      SUPABASE_URL: stack.url,
      SUPABASE_AUTH_ISSUER: '',
      SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
      SUPABASE_SECRET_KEY: stack.secretKey,
    }
    const { id } = await register('eva', true)
    await sql`update private.user_roles set role = 'admin' where user_id = ${id}`
    expect(await sentences(ours)).toEqual([])
    const [last] = await sql`delete from supabase_migrations.schema_migrations
      where version = (select max(version) from supabase_migrations.schema_migrations) returning *`
    await sql`insert into supabase_migrations.schema_migrations (version) values ('30000101000000')`
    await sql`update storage.buckets set public = true where id = 'pictures'`
    try {
      expect(await sentences(ours)).toEqual([
        expect.stringMatching(
          new RegExp(`^1 of \\d+ migrations are not applied, the first is ${last?.version}`),
        ),
        expect.stringMatching(/^The database has a migration that this code doesn't know \(30000101000000\)/),
        'The storage bucket "pictures" is public: make it private in the project\'s settings.',
      ])
    } finally {
      await sql`delete from supabase_migrations.schema_migrations where version = '30000101000000'`
      if (last) await sql`insert into supabase_migrations.schema_migrations ${sql(last)}`
      await sql`update storage.buckets set public = false where id = 'pictures'`
    }
    const live = { SITE_MODE: 'production', SITE_URL: 'https://127.0.0.1:9', PAYMENT_PROVIDER: 'none' }
    const fresh = Object.fromEntries(Object.entries(site()).filter(([name]) => !name.startsWith('FIREBASE')))
    expect(await sentences({ ...fresh, ...live })).toContainEqual(
      expect.stringMatching(/^The database holds the demo brand/),
    )
  })

  test('as a command fails while something is wrong', async () => {
    writeFileSync(join(clone, '.env'), '')
    const { ended, output } = run('npm run doctor', { SITE_URL: 'https://127.0.0.1:9' })
    expect(await ended).toBe(1)
    expect(output()).toContain('WRONG  Nothing responds at https://127.0.0.1:9')
    expect(output()).toContain('ok     Both keys of the Supabase project work.')
    expect(output()).toContain('1 to mend.')
  })
})

test('a backup that is loaded into an emptied database brings everything back: the rules hold and tickets scan', async () => {
  const file = join(folder, 'backup.sql')
  const { id: staff, email, password } = await register('dee', true)
  const { id: owner } = await register('sol', true)
  const party = await createEvent(sql)
  await sql`update public.events set description = ${'Back\\slash, \\. alone,\n\\.\nand "quotes" in 日本'} where id = ${party.eventId}`
  await service.rpc('grant_staff', {
    p_user: staff,
    p_event: party.eventId,
    p_capability: 'scan',
    p_expires_at: null,
  })
  const { order } = await buy(service, owner, party, { Entry: 2 })
  const state = async () => {
    const [row] = await sql`select
      (select jsonb_agg(t order by t.id) from public.tickets t) as tickets,
      (select jsonb_agg(e order by e.id) from public.ledger_entries e) as ledger,
      (select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'secret', u.encrypted_password) order by u.id) from auth.users u) as people,
      (select jsonb_agg(p order by p.id) from public.profiles p) as profiles,
      (select jsonb_agg(e.description order by e.id) from public.events e) as texts,
      (select to_jsonb(s) from public.settings s) as settings`
    return row
  }
  const before = await state()
  const tables = await dumpData(stack.dbUrl, file)
  await expect(dumpData(stack.dbUrl, file)).rejects.toThrow(/exists already/)

  await sql.begin(async (tx) => {
    // Past the triggers of append-only tables.
    await tx`set local session_replication_role = replica`
    await tx`truncate auth.users, public.events, public.orders, private.audit_log cascade`
  })
  expect((await sql`select from public.tickets`).length).toBe(0)
  expect(await loadData(stack.dbUrl, file)).toBe(tables)
  expect(await state()).toEqual(before)
  expect(await brokenRules(sql)).toEqual([])

  const dee = createClient(stack.url, stack.publishableKey, { auth })
  expect((await dee.auth.signInWithPassword({ email, password })).error).toBeNull()
  const [ticket] =
    await sql`select id, generation from public.tickets where order_id = ${order.orderId} order by id limit 1`
  const scan = {
    p_event: party.eventId,
    p_ticket: ticket?.id,
    p_generation: ticket?.generation,
    p_code: null,
    p_scan_uid: crypto.randomUUID(),
    p_gate: 'Main',
    p_method: 'camera',
    p_result: null,
    p_device: crypto.randomUUID(),
  }
  expect(await call(dee, 'check_in', scan, scanResponseSchema)).toMatchObject({ result: 'ok' })
  // Sequences are where they were: new rows get ids that nobody has.
  await buy(service, owner, party, { Entry: 1 })
  expect(await brokenRules(sql)).toEqual([])
})

test('a backup of other migrations is refused, and what the database holds stays', async () => {
  const file = join(folder, 'other.sql')
  writeFileSync(file, '-- migrations: 1 2 3\nCOPY public.events (id) FROM stdin;\n\\.\n')
  await expect(loadData(stack.dbUrl, file)).rejects.toThrow(
    /^The database has other migrations than the dump/,
  )
  expect((await sql`select from public.events`).length).toBeGreaterThan(0)
})
