import { createClient } from '@supabase/supabase-js'
import type { PaymentProviderDefinition } from '../../../app/server/payments-port.server.ts'
import { openProviders } from '../../../app/server/payments-registry.server.ts'
import { eventCall, receivePaymentEvent } from '../../../app/server/payments-webhook.server.ts'

/**
 * Serves the webhook of payment providers: `<function>/<provider>`, where the function's name ends in `-webhook`, or without a name the first one in use. Verification
 * and reading are the site's code, the rules are the database's; none is here.
 * @param definitions the registry; PAYMENT_PROVIDER names those in use, by default all whose settings are there
 */
export function servePaymentWebhook(definitions: readonly PaymentProviderDefinition[]): void {
  const names = Deno.env.get('PAYMENT_PROVIDER')?.split(',') ?? definitions.map(({ name }) => name)
  const inUse = names.map((name) => name.trim())
  const providers = openProviders(definitions, inUse, Deno.env.toObject())
  const keys: { default: string } = JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}')
  const database = createClient(Deno.env.get('SUPABASE_URL') ?? '', keys.default, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

  Deno.serve(async (request) => {
    if (request.method !== 'POST') {
      return Response.json({ message: 'Method not allowed.', errors: [] }, { status: 405 })
    }
    const [, name] = /-webhook\/([a-z_]+)$/.exec(new URL(request.url).pathname) ?? []
    const [first] = providers.keys()
    return await receivePaymentEvent(
      request,
      providers.get(name ?? first ?? '') ?? null,
      async (event, from) => {
        const call = eventCall(from, event)
        const { data, error } = await database.rpc(call.name, call.args)
        // Anything of ours that goes wrong is a 500, so that the provider sends the event again.
        if (error) throw new Error(error.message)
        return data.outcome
      },
    )
  })
}
