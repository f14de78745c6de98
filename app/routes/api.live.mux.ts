import type { ActionFunctionArgs } from '@remix-run/node'
import { muxEventSchema } from '#features/live/playback/mux-events.types.ts'
import { takeMuxEvent } from '#features/live/playback/mux-events.writes.server.ts'
import { errorResponse, methodNotAllowed } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'
import { isSignedBy } from '#server/payment-signature.server.ts'

export function loader() {
  return methodNotAllowed('POST')
}

/** Takes events of Mux, which signs them as `Mux-Signature: t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  const { MUX_WEBHOOK_SECRET: secret } = readEnv()
  if (!secret) return errorResponse(404, "Streams don't come through Mux here.")
  const body = await request.text()
  const signature = request.headers.get('mux-signature') ?? ''
  if (!isSignedBy(body, signature, [secret], Math.floor(Date.now() / 1000)))
    return errorResponse(401, "The event isn't signed by Mux.")
  const event = muxEventSchema.safeParse(JSON.parse(body))
  // What this site does not read is taken too, or it would come again for a day.
  if (event.success) await takeMuxEvent(event.data)
  return new Response(null, { status: 204 })
}
