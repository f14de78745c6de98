/**
 * Where the payment provider can report instead of the site's own route, which may be asleep or being deployed. The
 * signature over the exact bytes is the only credential; the rules are the site's and the database's, none is here.
 */
import { createClient } from '@supabase/supabase-js'
import { signatureHeader } from '../../../app/server/payment-signature.server.ts'
import { createTestProvider } from '../../../app/server/payments-test.server.ts'

const secrets = (Deno.env.get('PAYMENT_WEBHOOK_SECRET') ?? '')
  .split(',')
  .map((secret) => secret.trim())
  .filter((secret) => secret !== '')
const provider = createTestProvider({ folder: '', webhookUrl: '', secrets })
const keys: { default: string } = JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}')
const database = createClient(Deno.env.get('SUPABASE_URL') ?? '', keys.default, {
  auth: { persistSession: false, autoRefreshToken: false },
})

function fail(status: number, message: string): Response {
  return Response.json({ message, errors: [] }, { status })
}

Deno.serve(async (request) => {
  if (request.method !== 'POST') return fail(405, 'Method not allowed.')
  if (secrets.length === 0) return fail(400, 'No payment provider is set up.')
  const body = await request.text()
  const event = provider.readEvent(body, request.headers.get(signatureHeader), Math.floor(Date.now() / 1000))
  if (!event) return fail(400, 'The signature is missing or wrong, or the report is unknown.')
  const { data, error } = await database.rpc('apply_payment_event', {
    p_provider: provider.name,
    p_event_id: event.id,
    p_kind: event.kind,
    p_payment_ref: event.ref,
    p_amount_cents: event.amountCents,
    p_currency: event.currency,
    p_payload: { created: event.createdAt, failure_code: event.failureCode },
  })
  // Anything of ours that goes wrong is a 500, so that the provider sends the report again.
  if (error) throw new Error(error.message)
  return Response.json(
    { received: true, outcome: data.outcome },
    { headers: { 'cache-control': 'no-store' } },
  )
})
