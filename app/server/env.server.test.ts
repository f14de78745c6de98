import { describe, expect, test } from 'vitest'
import { parseEnv, parseSettings, SettingsError } from './env.server.ts'

const key = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA'
const whole = {
  SUPABASE_URL: 'https://project.supabase.co/',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
  SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef',
  TICKET_SIGNING_KEY: key,
  LINK_SECRET: key,
  PAYMENT_WEBHOOK_SECRET: 'a-webhook-secret-of-32-characters',
}

test('what is left out has its default', () => {
  expect(parseEnv({ ...whole, HOST: ' ' })).toMatchObject({
    PORT: 3000,
    SITE_URL: 'http://localhost:3000',
    SUPABASE_URL: 'https://project.supabase.co',
    PAYMENT_PROVIDER: ['test'],
    TRUSTED_PROXY_HOPS: 0,
    FIREBASE_METHODS: ['google'],
    mode: 'local',
    secure: false,
  })
})

test('NODE_ENV=production means real money; the mode that the launcher hands on says so too', () => {
  const real = { ...whole, NODE_ENV: 'production', SITE_URL: 'https://jouvay.example' }
  expect(parseEnv(real)).toMatchObject({ mode: 'production', secure: true, PAYMENT_PROVIDER: [] })
  expect(parseEnv({ ...real, SITE_MODE: 'local', SITE_URL: 'https://jouvay.test' })).toMatchObject({
    mode: 'local',
    PAYMENT_PROVIDER: ['test'],
  })
  expect(parseEnv({ ...whole, SITE_MODE: 'production', SITE_URL: real.SITE_URL }).mode).toBe('production')
})

test.each(['production', 'staging'])('%s asks for the address that visitors have', (SITE_MODE) => {
  for (const SITE_URL of [undefined, '', ' '])
    expect(() => parseEnv({ ...whole, SITE_MODE, SITE_URL })).toThrow(/^SITE_URL is missing: .+[.]$/)
})

describe('local mode, which has demo accounts and test payments', () => {
  test('listens on this machine alone unless told otherwise; production listens everywhere', () => {
    expect(parseSettings({}).HOST).toBe('127.0.0.1')
    expect(parseSettings({ HOST: ' ' }).HOST).toBe('127.0.0.1')
    expect(parseSettings({ HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0')
    expect(parseSettings({ SITE_MODE: 'production' }).HOST).toBeUndefined()
  })

  test.each([
    'https://jouvay.example',
    'http://jouvay.com',
    'http://8.8.8.8',
    'http://127.0.0.1.evil.com',
    'http://172.32.0.1',
    'http://[2001:db8::1]',
    'https://localhost.example',
  ])('refuses the public address %s in one sentence that says what to do', (SITE_URL) => {
    expect(() => parseSettings({ SITE_URL })).toThrow(SettingsError)
    expect(() => parseSettings({ SITE_URL })).toThrow(
      /^SITE_URL is http.*: set SITE_MODE=production \(or staging.+[.]$/,
    )
    const inProduction = () => parseSettings({ SITE_URL, SITE_MODE: 'production' }).SITE_URL
    if (SITE_URL.startsWith('https:')) expect(inProduction()).toBe(SITE_URL)
    else expect(inProduction).toThrow(/^SITE_URL is http:.* must begin with https:/)
  })

  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://192.168.1.20:3000',
    'http://10.1.2.3',
    'http://172.16.0.9',
    'http://studio.local',
    'https://jouvay.test',
  ])('takes the private address %s', (SITE_URL) =>
    expect(parseSettings({ SITE_URL }).SITE_URL).toBe(SITE_URL))
})

describe('an impossible setting is named in one sentence', () => {
  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['STACK_PORT', '80'],
    ['SITE_URL', 'jouvay.example'],
    ['SITE_URL', 'https://jouvay.example/app'],
    ['SITE_URL', 'ftp://jouvay.example'],
    ['SUPABASE_URL', 'localhost'],
    ['TICKET_SIGNING_KEY', 'changeme'],
    ['TICKET_SIGNING_KEY', 'A'.repeat(43)],
    ['LINK_SECRET', `${key}A`],
    ['PAYMENT_WEBHOOK_SECRET', 'short'],
    ['PAYMENT_PROVIDER', 'paper'],
    ['PAYMENT_PROVIDER', 'test,paper'],
    ['STRIPE_SECRET_KEY', 'pk_live_0123456789'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_'],
    ['STRIPE_API_URL', 'api.example'],
    ['PAYMENT_PROVIDER', 'none,test'],
    ['FIREBASE_JWKS_URL', 'keys.json'],
    ['FIREBASE_METHODS', 'google,facebook'],
    ['FIREBASE_METHODS', ','],
    ['FIREBASE_AUTH_DOMAIN', 'https://project.firebaseapp.com'],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'http://localhost:9099'],
    ['TRUSTED_PROXY_HOPS', '-1'],
    ['SMTP_URL', 'mail.example'],
    ['LOG_LEVEL', 'loud'],
    ['SITE_MODE', 'prod'],
  ])('%s=%s', (name, value) => {
    const parse = () => parseEnv({ ...whole, [name]: value })
    expect(parse).toThrow(SettingsError)
    expect(parse).toThrow(new RegExp(`^${name} must .+[.]$`))
  })
})

describe('a missing setting is named in one sentence', () => {
  test.each(Object.keys(whole))('%s', (name) => {
    expect(() => parseEnv({ ...whole, [name]: '' })).toThrow(new RegExp(`^${name} is missing: .+[.]$`))
  })

  test('a web API key belongs to a Firebase project', () => {
    expect(() => parseSettings({ FIREBASE_API_KEY: 'a-web-api-key' })).toThrow(
      /^FIREBASE_PROJECT_ID is missing/,
    )
  })

  test('Stripe needs its key and the secret of its webhook', () => {
    const key = 'sk_live_0123456789'
    expect(() => parseEnv({ ...whole, STRIPE_SECRET_KEY: key })).toThrow(/^STRIPE_WEBHOOK_SECRET is missing/)
    expect(() => parseEnv({ ...whole, STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' })).toThrow(
      /^STRIPE_SECRET_KEY is missing/,
    )
    expect(() => parseEnv({ ...whole, PAYMENT_PROVIDER: 'stripe' })).toThrow(/^STRIPE_SECRET_KEY is missing/)
  })

  test('the launcher asks for a whole Supabase project or for none', () => {
    expect(parseSettings({}).SUPABASE_URL).toBeUndefined()
    expect(() => parseSettings({ SUPABASE_URL: whole.SUPABASE_URL })).toThrow(
      /^SUPABASE_PUBLISHABLE_KEY is missing/,
    )
    expect(() => parseSettings({ SUPABASE_SECRET_KEY: whole.SUPABASE_SECRET_KEY })).toThrow(
      /^SUPABASE_URL is missing/,
    )
  })
})

test('the secret of the test provider is needed with that provider alone', () => {
  const { PAYMENT_WEBHOOK_SECRET: _, ...others } = whole
  const real = { ...others, SITE_MODE: 'production', SITE_URL: 'https://jouvay.example' }
  expect(parseEnv(real).PAYMENT_WEBHOOK_SECRET).toBeUndefined()
  expect(parseEnv({ ...others, PAYMENT_PROVIDER: 'none' }).PAYMENT_PROVIDER).toEqual([])
  expect(() => parseEnv({ ...others, PAYMENT_PROVIDER: 'test' })).toThrow(
    /^PAYMENT_WEBHOOK_SECRET is missing/,
  )
})

describe.each(['production', 'staging'])('%s refuses what stands in for the real thing', (SITE_MODE) => {
  const real = { ...whole, SITE_MODE, SITE_URL: 'https://jouvay.example' }
  test.each([
    ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
    ['FIREBASE_JWKS_URL', 'https://keys.example/jwks'],
    ['PAYMENT_PROVIDER', 'test'],
    ['STRIPE_API_URL', 'http://localhost:4242'],
    ['SUPABASE_SECRET_KEY', 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz'],
    ['SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH'],
  ])('%s=%s', (name, value) => {
    expect(() => parseEnv({ ...real, [name]: value })).toThrow(
      new RegExp(`^${name} .*refused in ${SITE_MODE}.+[.]$`),
    )
    expect(() => parseEnv({ ...real, SITE_MODE: 'local', SITE_URL: '', [name]: value })).not.toThrow()
  })

  test('Stripe’s live keys are for production, those of its test mode for staging; either works on a desk', () => {
    const live = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' }
    const testMode = { ...live, STRIPE_SECRET_KEY: 'rk_test_0123456789' }
    const [right, wrong] = SITE_MODE === 'production' ? [live, testMode] : [testMode, live]
    expect(parseEnv({ ...real, ...right }).PAYMENT_PROVIDER).toEqual(['stripe'])
    expect(() => parseEnv({ ...real, ...wrong })).toThrow(
      new RegExp(`^STRIPE_SECRET_KEY .*refused in ${SITE_MODE}`),
    )
    for (const keys of [live, testMode])
      expect(parseEnv({ ...whole, ...keys }).PAYMENT_PROVIDER).toEqual(['stripe', 'test'])
  })

  test('tickets must not be signed with a key that a folder holds: production gives its own', () => {
    expect(() => parseEnv({ ...real, TICKET_SIGNING_KEY: undefined })).toThrow(
      /^TICKET_SIGNING_KEY is missing/,
    )
  })
})
