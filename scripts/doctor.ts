import { createPublicKey } from 'node:crypto'
import { resolveTxt } from 'node:dns/promises'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { type Env, parseEnv, parseSettings, SettingsError } from '#server/env.server.ts'
import { command } from '../tools/processes.ts'
import { readSettings, root } from '../tools/settings.ts'

/**
 * `npm run doctor`: examines a configured site from the outside and says in sentences what is missing or wrong. It changes
 * nothing. Exits with 1 when something must be mended; what merely deserves a look does not fail.
 */

/** One result of an examination: `wrong` keeps the site from working, `note` deserves a look. */
export type Finding = { state: 'good' | 'note' | 'wrong'; text: string }

const good = (text: string): Finding => ({ state: 'good', text })
const note = (text: string): Finding => ({ state: 'note', text })
const wrong = (text: string): Finding => ({ state: 'wrong', text })

/** Time limit of one request, in milliseconds. */
const timeout = 10_000
/** Offset of the clocks from which sign-ins and signed links begin to fail, in seconds. */
const mostOffset = 5
/** PostgreSQL's major version in `config.toml`, which every test runs on. */
const postgresMajor = 17
/** Buckets that the site stores files in. */
const buckets = ['avatars', 'pictures', 'returns']

/** Result of `read_installation`. */
export const installationSchema = z.object({
  now: z.string(),
  postgresMajor: z.int(),
  migrations: z.array(z.string()),
  buckets: z.array(z.object({ id: z.string(), isPublic: z.boolean() })),
  admins: z.int(),
  hasDemo: z.boolean(),
})
type Installation = z.output<typeof installationSchema>

const authSchema = z.object({
  external: z.object({ email: z.boolean(), anonymous_users: z.boolean() }),
  disable_signup: z.boolean(),
})

/** Sends a request. @returns null when the host is out of reach or too slow */
async function ask(url: string, init: RequestInit = {}): Promise<Response | null> {
  try {
    return await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeout) })
  } catch {
    return null
  }
}

/** Examines what the settings say by themselves. */
function examineSettings(
  env: Pick<
    Env,
    'BACKGROUND_JOBS' | 'PAYMENT_PROVIDER' | 'SITE_URL' | 'TRUSTED_PROXY_HOPS' | 'local' | 'mode' | 'secure'
  >,
): Finding[] {
  const findings = [good(`The settings are complete for ${env.mode} mode at ${env.SITE_URL}.`)]
  if (!env.local && !env.secure)
    findings.push(wrong(`SITE_URL is ${env.SITE_URL}: set it to an address that begins with https://.`))
  if (!env.local && env.TRUSTED_PROXY_HOPS === 0)
    findings.push(
      note(
        'TRUSTED_PROXY_HOPS is 0: behind a proxy all visitors look like one and share its limits, so set it to the number of proxies.',
      ),
    )
  if (env.PAYMENT_PROVIDER.length === 0)
    findings.push(
      note(
        'No payments are set up, so only free tickets can be bought: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET (docs/payments.md).',
      ),
    )
  if (env.BACKGROUND_JOBS === 'off')
    findings.push(
      note(
        'BACKGROUND_JOBS is off: another process must send the mail and end the holds (docs/operations.md).',
      ),
    )
  return findings
}

/** What asks Supabase as a visitor and as the server. */
type SupabaseEnv = Pick<Env, 'SUPABASE_PUBLISHABLE_KEY' | 'SUPABASE_SECRET_KEY' | 'SUPABASE_URL'>

/** Examines the project's keys and reads the state of its database with them. */
async function examineKeys(
  env: SupabaseEnv,
): Promise<{ findings: Finding[]; installation: Installation | null }> {
  const nothing = (text: string) => ({ findings: [wrong(text)], installation: null })
  const asVisitor = await ask(`${env.SUPABASE_URL}/rest/v1/settings?select=brand`, {
    headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY },
  })
  if (!asVisitor)
    return nothing(`Nothing responds at SUPABASE_URL ${env.SUPABASE_URL}: is the project paused?`)
  if (asVisitor.status === 401)
    return nothing(
      `SUPABASE_PUBLISHABLE_KEY is not a key of ${env.SUPABASE_URL}: copy it from the project's settings.`,
    )
  const from = Date.now()
  const asServer = await ask(`${env.SUPABASE_URL}/rest/v1/rpc/read_installation`, {
    method: 'POST',
    headers: { apikey: env.SUPABASE_SECRET_KEY, authorization: `Bearer ${env.SUPABASE_SECRET_KEY}` },
  })
  const askedAt = (from + Date.now()) / 2
  if (asServer?.status === 401 || asServer?.status === 403)
    return nothing(
      `SUPABASE_SECRET_KEY is not the secret key of ${env.SUPABASE_URL}: copy it from the project's settings.`,
    )
  if (asServer?.status === 404)
    return nothing('The database has none of our tables and functions: apply them with npx supabase db push.')
  const installation = asServer?.ok ? installationSchema.parse(await asServer.json()) : null
  if (!installation || !asVisitor.ok)
    return nothing(
      `The database doesn't respond as it should (${asVisitor.status} and ${asServer?.status ?? 'nothing'}): look at the project's logs.`,
    )
  const findings = [good('Both keys of the Supabase project work.'), examineClock(installation.now, askedAt)]
  return { findings, installation }
}

/** Examines the database's version, its migrations, its buckets, and what is in it. */
function examineDatabase(isLocal: boolean, installation: Installation): Finding[] {
  const files = readdirSync(join(root, 'supabase/migrations')).flatMap(
    (name) => /^\d+(?=_.*\.sql$)/.exec(name) ?? [],
  )
  const missing = files.filter((version) => !installation.migrations.includes(version))
  const foreign = installation.migrations.filter((version) => !files.includes(version))
  const findings: Finding[] = []
  if (missing.length > 0)
    findings.push(
      wrong(
        `${missing.length} of ${files.length} migrations are not applied, the first is ${missing[0]}: npx supabase db push.`,
      ),
    )
  if (foreign.length > 0)
    findings.push(
      wrong(
        `The database has a migration that this code doesn't know (${foreign[0]}): deploy the code that belongs to it.`,
      ),
    )
  if (missing.length + foreign.length === 0)
    findings.push(good(`All ${files.length} migrations are applied.`))
  if (installation.postgresMajor !== postgresMajor)
    findings.push(
      note(
        `The database is PostgreSQL ${installation.postgresMajor}; everything was tested on ${postgresMajor}.`,
      ),
    )
  for (const id of buckets) {
    const bucket = installation.buckets.find((one) => one.id === id)
    if (!bucket) findings.push(wrong(`The storage bucket "${id}" is missing: create it as a private bucket.`))
    else if (bucket.isPublic)
      findings.push(wrong(`The storage bucket "${id}" is public: make it private in the project's settings.`))
  }
  if (installation.admins === 0)
    findings.push(wrong('Nobody is admin yet: register, then npm run admin -- you@example.com.'))
  if (installation.hasDemo && !isLocal)
    findings.push(
      wrong(
        'The database holds the demo brand, whose passwords are public: start with an empty project, and never push with --include-seed.',
      ),
    )
  return findings
}

/** Examines storage and sign-in, the services beside the database. */
async function examineServices(env: SupabaseEnv): Promise<Finding[]> {
  const findings: Finding[] = []
  const storage = await ask(`${env.SUPABASE_URL}/storage/v1/object/list/${buckets[0]}`, {
    method: 'POST',
    body: '{"prefix":"","limit":1}',
    headers: {
      apikey: env.SUPABASE_SECRET_KEY,
      authorization: `Bearer ${env.SUPABASE_SECRET_KEY}`,
      'content-type': 'application/json',
    },
  })
  findings.push(
    storage?.ok
      ? good('Storage responds.')
      : wrong(
          `Storage doesn't respond (${storage?.status ?? 'nothing'}): pictures can't be uploaded or shown.`,
        ),
  )
  const auth = await ask(`${env.SUPABASE_URL}/auth/v1/settings`, {
    headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY },
  })
  const settings = auth?.ok ? authSchema.safeParse(await auth.json()) : null
  if (!settings?.success)
    findings.push(
      wrong(`Sign-in doesn't respond (${auth?.status ?? 'nothing'}): look at the project's Auth logs.`),
    )
  else if (
    settings.data.disable_signup ||
    !settings.data.external.email ||
    !settings.data.external.anonymous_users
  )
    findings.push(
      wrong('Sign-in allows no registrations or no guests, so nobody can buy: npx supabase config push.'),
    )
  else findings.push(good('Sign-in takes members and guests.'))
  return findings
}

/** Examines the clock of this machine against the database's. @param at this machine's time when the other was read, in milliseconds */
function examineClock(now: string, at: number): Finding {
  const offset = Math.round((at - Date.parse(now)) / 1000)
  return Math.abs(offset) < mostOffset
    ? good("This machine's clock agrees with the database's.")
    : wrong(
        `This machine's clock is ${Math.abs(offset)} seconds ${offset > 0 ? 'ahead of' : 'behind'} the database's: switch on time synchronization (NTP).`,
      )
}

/** Examines whether the mail server takes our name and password. Sends nothing. */
async function examineMail(env: Pick<Env, 'MAIL_FROM' | 'SMTP_URL'>): Promise<Finding> {
  if (!env.SMTP_URL) return wrong('SMTP_URL is not set, so no ticket is mailed: set it to your mail server.')
  const host = new URL(env.SMTP_URL).host
  const transport = createTransport({
    url: env.SMTP_URL,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })
  try {
    await transport.verify()
    return good(`The mail server ${host} takes mail from us, sent as ${env.MAIL_FROM}.`)
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'EAUTH'
    return wrong(
      isRefused
        ? `The mail server ${host} refuses the name and password in SMTP_URL.`
        : `The mail server ${host} of SMTP_URL can't be reached: check its name, its port, and what may leave this network.`,
    )
  } finally {
    transport.close()
  }
}

/** Examines whether the domains of both senders publish the key that the site signs with; nothing where the mail server signs. */
async function examineDkim(
  env: Pick<Env, 'MAIL_DKIM_KEY' | 'MAIL_DKIM_SELECTOR' | 'MAIL_FROM' | 'MAIL_FROM_MARKETING'>,
): Promise<Finding[]> {
  if (!env.MAIL_DKIM_KEY) return []
  const pem = Buffer.from(env.MAIL_DKIM_KEY, 'base64').toString()
  const key = createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')
  const domains = [env.MAIL_FROM, env.MAIL_FROM_MARKETING].flatMap(
    (from) => /@([\w.-]+)/.exec(from)?.[1] ?? [],
  )
  const names = [...new Set(domains)].map((domain) => `${env.MAIL_DKIM_SELECTOR}._domainkey.${domain}`)
  return await Promise.all(
    names.map(async (name) => {
      const records = await resolveTxt(name).catch(() => [])
      return records.some((parts) => parts.join('').replaceAll(/\s/g, '').includes(`p=${key}`))
        ? good(`The DKIM record ${name} has the site's key.`)
        : wrong(`The DKIM record ${name} is missing or has another key: see docs/mail.md.`)
    }),
  )
}

/** Examines whether the webhooks of the mail providers that are set up can be reached. */
async function examineMailEvents(
  env: Pick<Env, 'MAIL_EVENTS_RESEND_SECRET' | 'MAIL_EVENTS_SES_TOPICS' | 'SITE_URL'>,
): Promise<Finding[]> {
  const providers = [
    ...(env.MAIL_EVENTS_SES_TOPICS.length > 0 ? ['ses'] : []),
    ...(env.MAIL_EVENTS_RESEND_SECRET ? ['resend'] : []),
  ]
  return await Promise.all(
    providers.map(async (provider) => {
      const address = env.SITE_URL + paths.apiMailEvents(provider)
      const response = await ask(address, { method: 'POST', body: '{}' })
      return response?.status === 401
        ? good(`The webhook at ${address} can be reached, and refuses what is not signed.`)
        : wrong(
            `The webhook at ${address} responds with ${response?.status ?? 'nothing'} instead of 401: let the proxy pass it on unchanged.`,
          )
    }),
  )
}

/** Examines whether the site's public address leads to a site that runs, and to its webhook. */
async function examineAddress(env: Pick<Env, 'PAYMENT_PROVIDER' | 'SITE_URL'>): Promise<Finding[]> {
  const health = await ask(`${env.SITE_URL}/healthz`)
  if (!health)
    return [wrong(`Nothing responds at ${env.SITE_URL}: start the site, and check its name and certificate.`)]
  if (health.status !== 200)
    return [wrong(`${env.SITE_URL}/healthz responds with ${health.status}: the site's log says why.`)]
  const findings = [good(`The site responds at ${env.SITE_URL}.`)]
  const [provider] = env.PAYMENT_PROVIDER
  if (!provider) return findings
  // Without a signature our webhook refuses with 400; whatever else responds is not the webhook.
  const address = env.SITE_URL + paths.apiPaymentWebhook(provider)
  const webhook = await ask(address, { method: 'POST', body: '{}' })
  findings.push(
    webhook?.status === 400
      ? good(`The webhook at ${address} can be reached, and refuses what is not signed.`)
      : wrong(
          `The webhook at ${address} responds with ${webhook?.status ?? 'nothing'} instead of 400: let the proxy pass it on unchanged.`,
        ),
  )
  return findings
}

/** Examines whether Stripe knows the secret key. */
async function examineStripe(
  env: Pick<Env, 'PAYMENT_PROVIDER' | 'STRIPE_API_URL' | 'STRIPE_SECRET_KEY'>,
): Promise<Finding[]> {
  if (!env.STRIPE_SECRET_KEY || !env.PAYMENT_PROVIDER.includes('stripe')) return []
  const api = env.STRIPE_API_URL ?? 'https://api.stripe.com'
  const response = await ask(`${api}/v1/checkout/sessions?limit=1`, {
    headers: { authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
  })
  if (!response) return [wrong(`${api} can't be reached: let this machine connect to it.`)]
  if (response.status === 401 || response.status === 403)
    return [
      wrong(
        'Stripe refuses STRIPE_SECRET_KEY: copy a key of this account, with the rights of docs/payments.md.',
      ),
    ]
  return [good('Stripe takes STRIPE_SECRET_KEY.')]
}

/**
 * Examines a site by its settings.
 * @param source variables by name, such as process.env
 * @returns all findings, in the order in which they are mended
 */
export async function examine(source: Record<string, string | undefined>): Promise<Finding[]> {
  let env: Env
  try {
    if (!parseSettings(source).SUPABASE_URL)
      return [
        wrong(
          'No Supabase project is named: set SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY (docs/going-live.md).',
        ),
      ]
    env = parseEnv(source)
  } catch (error) {
    if (error instanceof SettingsError) return [wrong(error.message)]
    throw error
  }
  const { findings, installation } = await examineKeys(env)
  const others = await Promise.all([
    installation ? examineServices(env) : [],
    examineMail(env).then((finding) => [finding]),
    examineDkim(env),
    examineMailEvents(env),
    examineStripe(env),
    examineAddress(env),
  ])
  return [
    ...examineSettings(env),
    ...findings,
    ...(installation ? examineDatabase(env.local, installation) : []),
    ...others.flat(),
  ]
}

const marks = { good: 'ok   ', note: 'look ', wrong: 'WRONG' } as const

if (import.meta.main) {
  await command(async () => {
    // Loads .env. What is wrong with the settings is a finding like others.
    try {
      readSettings()
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
    }
    const findings = await examine(process.env)
    for (const { state, text } of findings) console.log(`${marks[state]}  ${text}`)
    const count = findings.filter(({ state }) => state === 'wrong').length
    console.log(count === 0 ? '\nNothing is wrong.' : `\n${count} to mend.`)
    process.exitCode = count === 0 ? 0 : 1
  })
}
