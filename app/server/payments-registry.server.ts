import type { PaymentProvider, PaymentProviderDefinition, PaymentVariables } from './payments-port.server.ts'
import { stripeProvider } from './payments-stripe.server.ts'
import { testProvider } from './payments-test.server.ts'

/**
 * The payment providers. A new one is a file beside this one, an entry here, and its name in the check of
 * `payments.provider`; a test compares the two lists. The site and the edge function both read it.
 */
export const paymentProviders: readonly PaymentProviderDefinition[] = [stripeProvider, testProvider]

/**
 * Opens providers.
 * @param definitions the registry
 * @param names which of them; those whose settings are missing are left out
 * @param variables settings by variable name
 * @returns the opened providers by name, in the order of `names`
 */
export function openProviders(
  definitions: readonly PaymentProviderDefinition[],
  names: readonly string[],
  variables: PaymentVariables,
): Map<string, PaymentProvider> {
  const opened = names.flatMap((name) => {
    const provider = definitions.find((definition) => definition.name === name)?.open(variables)
    return provider ? [[name, provider] as const] : []
  })
  return new Map(opened)
}
