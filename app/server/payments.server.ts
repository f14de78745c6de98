import { createRequire } from 'node:module'
import path from 'node:path'
import * as z from 'zod'
import { type Env, readEnv, readVariables } from './env.server.ts'
import type {
  PageSources,
  PaymentProvider,
  PaymentProviderDefinition,
  PaymentVariables,
} from './payments-port.server.ts'
import { openProviders, paymentProviders } from './payments-registry.server.ts'
import { openTestProvider, type TestProvider } from './payments-test.server.ts'

/** The payment providers that this process uses, by its settings. */

type ProviderEnv = Pick<
  Env,
  'PAYMENT_PROVIDER' | 'PAYMENT_PROVIDER_MODULE' | 'PAYMENT_WEBHOOK_SECRET' | 'SITE_URL' | 'DATA_DIR'
>

const isDefinition = (value: unknown): value is PaymentProviderDefinition =>
  typeof value === 'object' && value !== null && 'open' in value && 'isTest' in value && value.isTest === true
const moduleSchema = z.object({ provider: z.custom<PaymentProviderDefinition>(isDefinition) })

/** @returns the registry, and in tests the provider of PAYMENT_PROVIDER_MODULE, which production refuses */
function readDefinitions({
  PAYMENT_PROVIDER_MODULE: file,
}: ProviderEnv): readonly PaymentProviderDefinition[] {
  if (!file) return paymentProviders
  return [
    ...paymentProviders,
    moduleSchema.parse(createRequire(import.meta.url)(path.resolve(file))).provider,
  ]
}

function variablesOf(env: ProviderEnv): PaymentVariables {
  const { SITE_URL, PAYMENT_WEBHOOK_SECRET } = env
  return { ...readVariables(), SITE_URL, PAYMENT_WEBHOOK_SECRET, DATA_DIR: path.resolve(env.DATA_DIR) }
}

let providers: Map<string, PaymentProvider> | undefined

/** @returns all providers in use, by name; the first takes new payments, the others finish what they began */
export function readPaymentProviders(): ReadonlyMap<string, PaymentProvider> {
  const env = readEnv()
  providers ??= openProviders(readDefinitions(env), env.PAYMENT_PROVIDER, variablesOf(env))
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
  for (const definition of readDefinitions(env)) {
    if (!env.PAYMENT_PROVIDER.includes(definition.name)) continue
    const added = definition.pageSources(variablesOf(env))
    sources.formAction.push(...(added.formAction ?? []))
    sources.scripts.push(...(added.scripts ?? []))
    sources.frames.push(...(added.frames ?? []))
    sources.connect.push(...(added.connect ?? []))
  }
  return sources
}
