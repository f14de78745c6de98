import { isIP } from 'node:net'
import * as z from 'zod'
import { envelopeUrl } from '#core/error-event.ts'
import { firebaseMethods } from '#core/firebase-settings.ts'
import { openPassWallets } from './passes-registry.server.ts'
import { paymentProviders } from './payments-registry.server.ts'

/** A missing or impossible setting. Its message is one sentence that names the variable and says how to correct it. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Message of a start that finds the disk full. */
export const diskFull = 'The disk is full: free some space and start again.'

const whole = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`)

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((text) => text.replace(/\/+$/, ''))

const origin = webAddress.refine((text) => new URL(text).origin === text, {
  error: 'must be an origin only, such as https://example.com, without a path',
})

const key32 = z.string().refine((text) => /^[A-Za-z0-9_-]{43}$/.test(text) && new Set(text).size > 8, {
  error: 'must be 32 random bytes in base64url (43 characters)',
})

const firebaseKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

const muxStreams = 'https://stream.mux.com'

const webAnalyticsTag = 'https://www.googletagmanager.com/gtag/js'

/** Settings that the launcher has before a stack runs; the site also needs the others. */
const launcherShape = {
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .optional(),
  SITE_MODE: z
    .enum(['local', 'staging', 'production'], { error: 'must be local, staging or production' })
    .optional(),
  PORT: whole(1, 65535).default(3000),
  HOST: z.string().min(1, 'must be an address of this machine').optional(),
  SITE_URL: origin.optional(),
  DATA_DIR: z.string().min(1, 'must be a folder').default('.data'),
  STACK_PORT: whole(1024, 65530).default(54321),
  SUPABASE_URL: webAddress.optional(),
  SUPABASE_AUTH_ISSUER: webAddress.optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(20, 'must be the key of a Supabase project').optional(),
  SUPABASE_SECRET_KEY: z.string().min(20, 'must be the secret key of a Supabase project').optional(),
  TICKET_SIGNING_KEY: key32.optional(),
  LINK_SECRET: key32.optional(),
  PAYMENT_PROVIDER: z
    .string()
    .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((name) => name.trim())))
    .optional(),
  PAYMENT_WEBHOOK_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\w{10,}$/, 'must be a secret or restricted key of Stripe, such as sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_\w{10,}( *, *whsec_\w{10,})*$/,
      'must be the signing secret of the webhook, such as whsec_…',
    )
    .optional(),
  STRIPE_API_URL: origin.optional(),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z0-9-]{3,60}$/, 'must be the id of a Firebase project')
    .optional(),
  FIREBASE_API_KEY: z.string().min(10, 'must be the web API key of the Firebase project').optional(),
  FIREBASE_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name such as project.firebaseapp.com')
    .optional(),
  FIREBASE_METHODS: z
    .string()
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(firebaseMethods, { error: 'must be google, email, or both with a comma between' })))
    .default(['google']),
  FIREBASE_JWKS_URL: webAddress.default(firebaseKeys),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d+$/, 'must be host:port')
    .optional(),
  APPLE_WALLET_CERTIFICATE: z.string().optional(),
  APPLE_WALLET_KEY: z.string().optional(),
  APPLE_WALLET_WWDR: z.string().optional(),
  GOOGLE_WALLET_ISSUER: z.string().optional(),
  GOOGLE_WALLET_ACCOUNT: z.string().optional(),
  GOOGLE_WALLET_KEY: z.string().optional(),
  WALLET_PUSH_URL: origin.optional(),
  LIVE_ORIGIN_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim()))
    .pipe(z.array(z.string().regex(/^[\w.-]+:\d{1,5}$/, 'must be host:port, with commas between')))
    .default([]),
  LIVE_TOKEN_SECONDS: whole(5, 900).optional(),
  RTMP_PORT: whole(1, 65535).optional(),
  MUX_SIGNING_KEY_ID: z.string().min(8, 'must be the id of a signing key of Mux').optional(),
  MUX_SIGNING_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/=]{100,}$/, 'must be the private key as Mux gives it: PEM in base64')
    .optional(),
  MUX_WEBHOOK_SECRET: z.string().min(16, 'must be the signing secret of the webhook').optional(),
  MUX_STREAM_URL: origin.default(muxStreams),
  WEB_ANALYTICS_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, 'must be a measurement id such as G-ABC123XYZ')
    .optional(),
  WEB_ANALYTICS_URL: webAddress.default(webAnalyticsTag),
  SENTRY_DSN: z
    .string()
    .refine((text) => envelopeUrl(text) !== null, 'must be a DSN such as https://key@host/1')
    .optional(),
  METRICS_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  PASSKEYS: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z.string().regex(/@/, 'must hold an e-mail address').optional(),
  MAIL_FROM_MARKETING: z.string().regex(/@/, 'must hold an e-mail address').optional(),
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/i, 'must be the name of the DKIM record before ._domainkey')
    .optional(),
  MAIL_DKIM_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/=]{100,}$/, 'must be the private key: PEM in base64')
    .optional(),
  MAIL_EVENTS_SES_TOPICS: z
    .string()
    .transform((text) => text.split(',').map((topic) => topic.trim()))
    .pipe(z.array(z.string().regex(/^arn:aws:sns:/, 'must be the ARNs of SNS topics, with commas between')))
    .default([]),
  MAIL_EVENTS_RESEND_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/=]{16,}$/, 'must be the signing secret of the webhook, such as whsec_…')
    .optional(),
  TRUSTED_PROXY_HOPS: whole(0, 5).default(0),
  FLOOD_PER_MINUTE: whole(0, 1_000_000).default(3000),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  BACKGROUND_JOBS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  COMMIT: z.string().max(64).optional(),
  STYLE_GUIDE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
}

const settingsSchema = z.object(launcherShape).transform((given) => {
  const mode = given.SITE_MODE ?? (given.NODE_ENV === 'production' ? 'production' : 'local')
  const local = mode === 'local'
  const SITE_URL = given.SITE_URL ?? `http://localhost:${given.PORT}`
  return {
    ...given,
    SITE_URL,
    /** Address that the site listens on; undefined means all, which local mode uses only when set explicitly. */
    HOST: given.HOST ?? (local ? '127.0.0.1' : undefined),
    /** Names of the payment providers in use. The first takes new payments, the others finish what they began. */
    PAYMENT_PROVIDER: given.PAYMENT_PROVIDER ?? [
      ...(given.STRIPE_SECRET_KEY ? ['stripe'] : []),
      ...(local ? ['test'] : []),
    ],
    MAIL_FROM: given.MAIL_FROM ?? `Jouvay <hello@${new URL(SITE_URL).hostname}>`,
    MAIL_FROM_MARKETING:
      given.MAIL_FROM_MARKETING ?? given.MAIL_FROM ?? `Jouvay <news@news.${new URL(SITE_URL).hostname}>`,
    /**
     * `local`: demo accounts and test doubles, for this machine. `staging` rehearses production at a public address: nobody is
     * charged. `production`: real visitors, real money. Both refuse test doubles and never make demo accounts.
     */
    mode,
    local,
    /** People may add passkeys. An IP address can't have any. */
    passkeys:
      (given.PASSKEYS ?? (local ? 'on' : 'off')) === 'on' &&
      isIP(new URL(SITE_URL).hostname.replace(/^\[|\]$/g, '')) === 0,
    /** Served over https: cookies are Secure and named `__Host-`. */
    secure: SITE_URL.startsWith('https://'),
  }
})

/** Parses the settings of the launcher and other scripts, where a Supabase project is optional. */
export type Settings = z.output<typeof settingsSchema>

const needed = [
  'SUPABASE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_SECRET_KEY',
  'TICKET_SIGNING_KEY',
  'LINK_SECRET',
] as const

/** The settings of the site, complete and valid. */
export type Env = Settings & { [name in (typeof needed)[number]]: string }

/** The public demo keys of every `supabase start`: a site that uses them can be read and changed by anyone. */
const commonKeys = [
  'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
]

/**
 * Reads the settings that every command understands.
 * @param source variables by name, such as process.env; an empty value counts as absent
 * @throws SettingsError naming the first variable that is impossible, or refused in production
 */
export function parseSettings(source: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.keys(launcherShape).flatMap((name) => (source[name]?.trim() ? [[name, source[name].trim()]] : [])),
  )
  const parsed = settingsSchema.safeParse(given)
  if (!parsed.success) {
    const first = parsed.error.issues[0]
    throw new SettingsError(
      `${String(first?.path[0])} ${first?.message}: fix it in .env or in the environment.`,
    )
  }
  const settings = parsed.data
  const supabase = [settings.SUPABASE_URL, settings.SUPABASE_PUBLISHABLE_KEY, settings.SUPABASE_SECRET_KEY]
  const missing = needed.slice(0, 3).find((_, index) => !supabase[index])
  if (missing && supabase.some(Boolean)) {
    throw new SettingsError(
      `${missing} is missing: set SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY together, or none of them.`,
    )
  }
  if (settings.FIREBASE_API_KEY && !settings.FIREBASE_PROJECT_ID) {
    throw new SettingsError('FIREBASE_PROJECT_ID is missing: set it together with FIREBASE_API_KEY.')
  }
  const names = paymentProviders.map(({ name }) => name)
  if (settings.PAYMENT_PROVIDER.some((name) => !names.includes(name))) {
    throw new SettingsError(
      `PAYMENT_PROVIDER must be none, or one or more of ${names.join(', ')} with commas between: fix it in .env or in the environment.`,
    )
  }
  const half = (['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).find((name) => !settings[name])
  if (half && (settings.PAYMENT_PROVIDER.includes('stripe') || settings.STRIPE_WEBHOOK_SECRET)) {
    throw new SettingsError(
      `${half} is missing: payments through Stripe need STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.`,
    )
  }
  try {
    openPassWallets(settings)
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error))
  }
  const mux = ['MUX_SIGNING_KEY_ID', 'MUX_SIGNING_PRIVATE_KEY', 'MUX_WEBHOOK_SECRET'] as const
  const muxMissing = mux.find((name) => !settings[name])
  if (muxMissing && mux.some((name) => settings[name])) {
    throw new SettingsError(
      `${muxMissing} is missing: streams through Mux need MUX_SIGNING_KEY_ID, MUX_SIGNING_PRIVATE_KEY and MUX_WEBHOOK_SECRET.`,
    )
  }
  if (Boolean(settings.MAIL_DKIM_KEY) !== Boolean(settings.MAIL_DKIM_SELECTOR))
    throw new SettingsError('MAIL_DKIM_KEY and MAIL_DKIM_SELECTOR belong together: set both, or neither.')
  const isPrivate = isPrivateHost(new URL(settings.SITE_URL).hostname)
  if (!settings.local) {
    refuseTestDoubles(settings)
    if (!settings.secure && !isPrivate)
      throw new SettingsError(
        `SITE_URL is ${settings.SITE_URL}: in ${settings.mode} it must begin with https://, or sessions and tickets could be read on their way.`,
      )
  } else if (!isPrivate) {
    throw new SettingsError(
      `SITE_URL is ${settings.SITE_URL}, but local mode has demo accounts and test payments: set SITE_MODE=production (or staging, for a rehearsal), or set SITE_URL to an address on your own network.`,
    )
  }
  return settings
}

/** Tells whether a host name belongs to this machine or a private network, which the internet can't reach. */
function isPrivateHost(name: string): boolean {
  if (/^(localhost|.*\.(localhost|local|test))$/.test(name)) return true
  if (name === '[::1]' || /^\[f[cd][0-9a-f]{2}:/.test(name) || name.startsWith('[fe80:')) return true
  return /^(127|10)(\.\d+){3}$|^192\.168(\.\d+){2}$|^169\.254(\.\d+){2}$|^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$/.test(
    name,
  )
}

/** Refuses development stand-ins in production and staging, and Stripe's keys of the other one. */
function refuseTestDoubles(settings: Settings): void {
  const { mode } = settings
  const test = paymentProviders.find(({ name, isTest }) => isTest && settings.PAYMENT_PROVIDER.includes(name))
  const isTestKey = settings.STRIPE_SECRET_KEY?.includes('_test_')
  const isCommon = (key: string | undefined) => commonKeys.includes(key ?? '')
  const common = `is the key every local Supabase comes with, which is refused in ${mode}`
  const refused: [name: string, isRefused: boolean | undefined, why: string][] = [
    [
      'FIREBASE_AUTH_EMULATOR_HOST',
      Boolean(settings.FIREBASE_AUTH_EMULATOR_HOST),
      `is refused in ${mode}, because an emulator accepts any sign-in`,
    ],
    [
      'FIREBASE_JWKS_URL',
      settings.FIREBASE_JWKS_URL !== firebaseKeys,
      `is refused in ${mode} unless it is Google's`,
    ],
    [
      'WEB_ANALYTICS_URL',
      settings.WEB_ANALYTICS_URL !== webAnalyticsTag,
      `is refused in ${mode} unless it is Google's`,
    ],
    [
      'PAYMENT_PROVIDER',
      test !== undefined,
      `is "${test?.name}", which is refused in ${mode} because nobody is charged`,
    ],
    [
      'STRIPE_API_URL',
      Boolean(settings.STRIPE_API_URL),
      `is refused in ${mode}, because payments would go to another host than Stripe's`,
    ],
    ['MUX_STREAM_URL', settings.MUX_STREAM_URL !== muxStreams, `is refused in ${mode} unless it is Mux's`],
    [
      'WALLET_PUSH_URL',
      Boolean(settings.WALLET_PUSH_URL),
      `is refused in ${mode}, because changes of passes would go to another host than their wallets'`,
    ],
    [
      'STRIPE_SECRET_KEY',
      mode === 'production' && isTestKey,
      'is a key of test mode, which is refused in production because nobody is charged',
    ],
    [
      'STRIPE_SECRET_KEY',
      mode === 'staging' && isTestKey === false,
      'is a live key, which is refused in staging because people would be charged',
    ],
    ['SUPABASE_PUBLISHABLE_KEY', isCommon(settings.SUPABASE_PUBLISHABLE_KEY), common],
    ['SUPABASE_SECRET_KEY', isCommon(settings.SUPABASE_SECRET_KEY), common],
  ]
  const first = refused.find(([, isRefused]) => isRefused)
  if (first) throw new SettingsError(`${first[0]} ${first[2]}: remove it, or run in local mode.`)
}

/**
 * Reads the settings of the site.
 * @param source variables by name, such as process.env
 * @throws SettingsError as parseSettings does, and when something the site needs is missing
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const settings = parseSettings(source)
  const filled = { ...settings }
  // Only reports of the test provider are signed with it.
  const names = settings.PAYMENT_PROVIDER.includes('test')
    ? [...needed, 'PAYMENT_WEBHOOK_SECRET' as const]
    : needed
  // On a desk it is known from the port; everywhere else links in mails need the address that visitors have.
  const hasAddress = settings.local || Boolean(source.SITE_URL?.trim())
  const missing = hasAddress ? names.find((name) => !settings[name]) : 'SITE_URL'
  const isComplete = (_: Settings): _ is Env => missing === undefined
  if (isComplete(filled)) return filled
  throw new SettingsError(
    `${missing} is missing: set it in .env or in the environment (.env.example explains it).`,
  )
}

let parsedEnv: Env | undefined

/** The site's settings, parsed once from the process's environment. */
export function readEnv(): Env {
  parsedEnv ??= parseEnv(process.env)
  return parsedEnv
}
