/**
 * Where payment providers can report instead of the site's own route, which may be asleep or being deployed:
 * `/functions/v1/payment-webhook/<provider>`, or without a name for the provider that takes new payments. Verification and
 * reading are the site's code, the rules are the database's; none is here.
 */
import { createClient } from '@supabase/supabase-js'
import { openProviders, paymentProviders } from '../../../app/server/payments-registry.server.ts'
import { eventCall, receivePaymentEvent } from '../../../app/server/payments-webhook.server.ts'

const names = Deno.env.get('PAYMENT_PROVIDER')?.split(',') ?? paymentProviders.map(({ name }) => name)
const providers = openProviders(
  paymentProviders,
  names.map((name) => name.trim()),
  Deno.env.toObject(),
)
const keys: { default: string } = JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}')
const database = createClient(Deno.env.get('SUPABASE_URL') ?? '', keys.default, {
  auth: { persistSession: false, autoRefreshToken: false },
})

Deno.serve(async (request) => {
  if (request.method !== 'POST') {
    return Response.json({ message: 'Method not allowed.', errors: [] }, { status: 405 })
  }
  const [, name] = /\/payment-webhook\/([a-z_]+)$/.exec(new URL(request.url).pathname) ?? []
  const [first] = providers.keys()
  const provider = providers.get(name ?? first ?? '') ?? null
  return await receivePaymentEvent(request, provider, async (event, from) => {
    const call = eventCall(from, event)
    const { data, error } = await database.rpc(call.name, call.args)
    // Anything of ours that goes wrong is a 500, so that the provider sends the event again.
    if (error) throw new Error(error.message)
    return data.outcome
  })
})
