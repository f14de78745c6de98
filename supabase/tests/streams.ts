import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import * as z from 'zod'
import { beginPayment, call, heldSchema, placeOrder, report } from './selling.ts'

/** Makes streams, and does with them what the server, viewers and the clock do. */

type Fields = {
  state?: string
  rule?: 'public' | 'signed_in' | 'ticket_types' | 'pass'
  event?: string | null
  passCents?: number | null
  /** Minutes from now to its start; negative = it has begun. */
  startsIn?: number
  minutes?: number
  channel?: string
  hasReplay?: boolean
  kind?: 'demo' | 'origin' | 'mux' | 'ingest'
}

/** Makes a stream on a channel of its own and returns its id. */
export async function makeStream(sql: Sql, fields: Fields = {}): Promise<string> {
  const {
    state = 'live',
    rule = 'public',
    event = null,
    passCents = rule === 'pass' ? 900 : null,
    startsIn = -10,
    minutes = 120,
    channel = `t${randomUUID().replaceAll('-', '').slice(0, 20)}`,
    hasReplay = false,
    kind = 'demo',
  } = fields
  const startsAt = new Date(Date.now() + startsIn * 60_000)
  const hasBegun = !['draft', 'scheduled', 'preview', 'cancelled'].includes(state)
  const [made] = await sql<{ id: string }[]>`
    insert into public.streams ${sql({
      code: `test-${randomUUID()}`,
      title: 'Test stream',
      event_id: event,
      channel,
      state,
      access_rule: rule,
      starts_at: startsAt,
      minutes,
      pass_cents: passCents,
      has_replay: hasReplay,
      live_at: hasBegun ? startsAt : null,
      interrupted_at: state === 'interrupted' ? new Date() : null,
      ended_at: ['ended', 'replay', 'archived'].includes(state) ? new Date() : null,
      replay_until: state === 'replay' ? new Date(Date.now() + 48 * 3_600_000) : null,
    })} returning id`
  const id = made?.id ?? ''
  await sql`insert into private.stream_sources ${sql({ stream_id: id, kind })}`
  if (hasBegun) await noteSegment(sql, id)
  return id
}

/** Notes that a source has sent without a gap for so many seconds, until `ago` seconds ago. */
export async function noteSegment(sql: Sql, stream: string, ago = 0, healthySeconds = 60): Promise<void> {
  await sql`
    insert into private.stream_health (stream_id, last_segment_at, healthy_since, is_connected)
    values (${stream}, now() - make_interval(secs => ${ago}), now() - make_interval(secs => ${ago + healthySeconds}), true)
    on conflict (stream_id) do update set last_segment_at = excluded.last_segment_at, healthy_since = excluded.healthy_since`
}

export const playbackSchema = z.object({
  sessionId: z.uuid(),
  streamId: z.uuid(),
  personId: z.uuid().nullable(),
  viewer: z.uuid(),
  sourceKind: z.string().nullable(),
  state: z.string(),
  isReplay: z.boolean(),
  isPreview: z.boolean(),
  expiresAt: z.iso.datetime({ offset: true }),
  renewInSeconds: z.int(),
  endedOther: z.boolean(),
})

export const begin = (client: SupabaseClient, stream: string, device: string = randomUUID()) =>
  call(client, 'begin_playback', { p_stream: stream, p_device: device }, playbackSchema)

export const renew = (client: SupabaseClient, session: string) =>
  call(client, 'renew_playback', { p_session: session }, playbackSchema)

/** Puts a pass into a person's cart, orders it and pays; returns the order. */
export async function buyPass(service: SupabaseClient, owner: string, stream: string) {
  const args = { p_owner: owner, p_stream: stream, p_key: randomUUID() }
  const hold = await call(service, 'hold_stream_pass', args, heldSchema)
  const order = await placeOrder(service, owner, hold.holdId)
  const payment = await beginPayment(service, owner, order.orderId)
  return { hold, order, ...(await report(service, payment, 'succeeded')) }
}

/** Runs the clock of streams until it finds nothing to do. */
export async function tick(service: SupabaseClient): Promise<void> {
  while ((await call(service, 'run_stream_clock', {}, z.int())) > 0);
}

/** Reads the state of a stream. */
export async function stateOf(sql: Sql, stream: string): Promise<string> {
  const [row] = await sql<{ state: string }[]>`select state from public.streams where id = ${stream}`
  return row?.state ?? 'gone'
}
