import type { Sql, TransactionSql } from 'postgres'
import { termsVersion } from '#core/legal.ts'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/** Streams of the demo: `event` gives name, time and poster; `ago` = days since a past one, null for one to come or on the air. */
const streams = [
  {
    code: 'bass-culture-live',
    event: 'bass-culture',
    title: 'Bass Culture, live from the yard',
    description: 'One camera on the stack, one on the selector. Roots by day, steppers after dark.',
    state: 'live',
    rule: 'public',
    cents: null,
    ago: 0,
  },
  {
    code: 'midnight-jouvert-on-the-road',
    event: 'midnight-jouvay',
    title: "Midnight J'ouvert, on the road",
    description: 'Three trucks, one camera on each, from midnight to the beach.',
    state: 'scheduled',
    rule: 'ticket_types',
    cents: 900,
    ago: null,
  },
  {
    code: 'old-years-night-live',
    event: 'new-years-fete',
    title: "Old Year's Night, live",
    description:
      'The main room from nine, the countdown at midnight, and black cake for whoever is still up.',
    state: 'scheduled',
    rule: 'pass',
    cents: 1400,
    ago: null,
  },
  {
    code: 'lovers-rock-social-replay',
    event: 'lovers-rock-social',
    title: 'Lovers Rock Social',
    description: 'Three hours of lovers rock on vinyl, then the live set.',
    state: 'replay',
    rule: 'public',
    cents: null,
    ago: 7,
  },
  {
    code: 'last-lap-replay',
    event: 'last-lap',
    title: 'Last Lap Cooler Fete',
    description: 'Nine hours in the yard, cut to the best four.',
    state: 'replay',
    rule: 'signed_in',
    cents: null,
    ago: 14,
  },
  {
    code: 'steel-and-strings-live',
    event: 'steel-and-strings',
    title: 'Steel and Strings',
    description: '',
    state: 'draft',
    rule: 'pass',
    cents: 1200,
    ago: null,
  },
]

/**
 * Adds streams: one on the air, two to come (for one of which passes were sold), recordings of past nights, and a draft. A second run
 * moves nothing.
 */
export async function seedStreams(sql: Sql, people: Person[], now: Date): Promise<void> {
  const [known] = await sql`select 1 from public.streams where id = ${namedId('stream:bass-culture-live')}`
  if (known) return
  await sql.begin(async (tx) => {
    for (const stream of streams) await addStream(tx, stream, now)
    const jouvay = namedId('event:midnight-jouvay')
    await tx`update public.ticket_types set includes_stream = true where event_id = ${jouvay}`
    await sellPasses(tx, people, now)
  })
}

async function addStream(tx: TransactionSql, stream: (typeof streams)[number], now: Date): Promise<void> {
  const id = namedId(`stream:${stream.code}`)
  await tx`
    insert into public.streams (id, code, title, description, event_id, state, access_rule, pass_cents, starts_at, minutes, has_replay,
      replay_hours, live_at, ended_at, replay_until)
    select ${id}, ${stream.code}, ${stream.title}, ${stream.description}, e.id, ${stream.state}, ${stream.rule}, ${stream.cents},
      case when ${stream.state === 'live'} then ${now}::timestamptz - interval '40 minutes' else e.starts_at end, 240, true, 720,
      case when ${stream.state === 'live'} then ${now}::timestamptz - interval '38 minutes'
        when ${stream.state === 'replay'} then e.starts_at end,
      case when ${stream.state === 'replay'} then e.starts_at + interval '4 hours' end,
      case when ${stream.state === 'replay'} then ${now}::timestamptz + interval '21 days' - ${stream.ago ?? 0} * interval '1 day' end
    from public.events e where e.id = ${namedId(`event:${stream.event}`)}`
  await tx`insert into private.stream_sources (stream_id, kind) values (${id}, 'demo')`
  await tx`select private.log_state('stream', ${id}, null, ${stream.state})`
  if (stream.ago === null) return
  await tx`
    insert into private.stream_health (stream_id, last_segment_at, healthy_since, bitrate_kbps, dropped_frames, is_connected)
    values (${id}, ${now}, ${now}::timestamptz - interval '38 minutes', 2600, 0, ${stream.state === 'live'})`
  await tx`
    insert into private.stream_minutes (stream_id, minute, viewers)
    select ${id}, date_trunc('minute', s.live_at) + n * interval '1 minute',
      (${stream.state === 'live' ? 30 : 160} * sin(3.1 * (n + 1) / 242.0) + 9 + n % 7)::int
    from public.streams s, generate_series(0, ${stream.state === 'live' ? 37 : 239}) n where s.id = ${id}`
  await tx`
    insert into private.stream_figures (stream_id, viewers, watch_seconds)
    select m.stream_id, max(m.viewers) * 2, sum(m.viewers) * 60 from private.stream_minutes m where m.stream_id = ${id} group by 1`
}

/** Sells passes of the stream of Old Year's Night to members, in the days before. */
async function sellPasses(tx: TransactionSql, people: Person[], now: Date): Promise<void> {
  const stream = namedId('stream:old-years-night-live')
  for (const [at, person] of people.slice(4, 16).entries()) {
    const order = namedId(`pass order:${at}`)
    const paidAt = new Date(now.getTime() - (at + 1) * 31 * 3_600_000)
    await tx`
      insert into public.orders (id, code, owner_id, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents,
        terms_accepted_at, terms_version, created_at, paid_at)
      values (${order}, private.new_order_code(), ${person.id}, 'paid', ${person.email}, ${person.displayName}, 'USD', 1400, 0, 0, 1400,
        ${paidAt}, ${termsVersion}, ${paidAt}, ${paidAt})`
    await tx`
      insert into public.order_lines (order_id, kind, item_id, item_name, item_detail, quantity, unit_face_cents, fee_cents, tax_cents)
      select ${order}, 'stream_pass', s.id, s.title, 'Stream pass', 1, 1400, 0, 0 from public.streams s where s.id = ${stream}`
    await tx`
      insert into public.payments (order_id, provider, provider_ref, attempt, amount_cents, currency, status, settled_at, created_at)
      values (${order}, 'test', ${`seed-pass-${at}`}, 1, 1400, 'USD', 'succeeded', ${paidAt}, ${paidAt})`
    await tx`select private.add_fulfilments(${order}, 'stream_pass')`
    await tx`select private.post_sales(array[${order}::uuid]), private.issue_receipt(${order})`
  }
}
