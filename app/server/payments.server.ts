import path from 'node:path'
import { type Env, readEnv } from './env.server.ts'
import type { PageSources, PaymentProvider, PaymentVariables } from './payments-port.server.ts'
import { openProviders, paymentProviders } from './payments-registry.server.ts'
import { openTestProvider, type TestProvider } from './payments-test.server.ts'

/** The payment providers that this process uses, by its settings. */

type ProviderEnv = Pick<
  Env,
  | 'PAYMENT_PROVIDER'
  | 'PAYMENT_WEBHOOK_SECRET'
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'STRIPE_API_URL'
  | 'SITE_URL'
  | 'DATA_DIR'
>

function variablesOf(env: ProviderEnv): PaymentVariables {
  const { SITE_URL, PAYMENT_WEBHOOK_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = env
  const stripe = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL }
  return { ...stripe, SITE_URL, PAYMENT_WEBHOOK_SECRET, DATA_DIR: path.resolve(env.DATA_DIR) }
}

let providers: Map<string, PaymentProvider> | undefined

/** @returns all providers in use, by name; the first takes new payments, the others finish what they began */
export function readPaymentProviders(): ReadonlyMap<string, PaymentProvider> {
  const env = readEnv()
  providers ??= openProviders(paymentProviders, env.PAYMENT_PROVIDER, variablesOf(env))
  return providers
}

/** @returns the provider that takes new payments; null when none is set up: paid checkouts are closed, free ones still work */
export function readPaymentProvider(): PaymentProvider | null {
  const [first] = readPaymentProviders().values()
  return first ?? null
}

/** @returns the built-in test provider, for its own payment page; null where it is not in use */
export function readTestProvider(): TestProvider | null {
  const env = readEnv()
  return env.PAYMENT_PROVIDER.includes('test') ? openTestProvider(variablesOf(env)) : null
}

/** @returns the origins that the providers in use add to the content policy of pages */
export function paymentPageSources(env: ProviderEnv): PageSources {
  const sources: PageSources = { formAction: [], scripts: [], frames: [], connect: [] }
  for (const definition of paymentProviders) {
    if (!env.PAYMENT_PROVIDER.includes(definition.name)) continue
    const added = definition.pageSources(variablesOf(env))
    sources.formAction.push(...(added.formAction ?? []))
    sources.scripts.push(...(added.scripts ?? []))
    sources.frames.push(...(added.frames ?? []))
    sources.connect.push(...(added.connect ?? []))
  }
  return sources
}
