/** Takes what mail providers report: delivered, bounced, marked as spam. */
import * as z from 'zod'
import { errorResponse } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'
import type { MailEventAdapter } from '#server/mail-events-port.server.ts'
import { openMailEvents } from '#server/mail-events-registry.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Limits the length of a report, in bytes: SNS sends 256 KB at most. */
const longestReport = 256 * 1024
/** Limits what is fetched of a provider, in characters. */
const longestFetch = 64 * 1024

let adapters: Map<string, MailEventAdapter> | undefined

/** Fetches a short text of a provider, from exactly this address. @throws when it can't be had */
async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5000) })
  if (!response.ok) throw new Error(`${new URL(url).hostname} answered with ${response.status}`)
  return (await response.text()).slice(0, longestFetch)
}

/**
 * Receives one report of a mail provider. Reports that mean nothing here are taken too, or they would come again.
 * @param provider its name in the registry
 * @returns 202; 404 where the provider is not set up; 401 for what it did not sign; 413 for what is too long
 */
export async function takeMailReport(request: Request, provider: string): Promise<Response> {
  adapters ??= openMailEvents(readEnv(), fetchText)
  const adapter = adapters.get(provider)
  if (!adapter) return errorResponse(404, 'No such mail provider is set up.')
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > longestReport) return errorResponse(413, 'The report is too long.')
  const now = Math.floor(Date.now() / 1000)
  const events = await adapter.read(new TextDecoder().decode(bytes), request.headers, now)
  if (!events) return errorResponse(401, "The report isn't signed by the mail provider.")
  for (const { key, kind, refs, address, at, note } of events) {
    const values = {
      p_provider: provider,
      p_key: key,
      p_kind: kind,
      p_refs: refs,
      p_address: address,
      p_at: at,
      p_note: note.slice(0, 500),
    }
    await rpc(serviceClient(), 'record_mail_event', values, z.boolean())
  }
  return new Response(null, { status: 202 })
}
