import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/** Adds the devices of tonight's door: phones that work, one with a red check, one locked, one removed, one whose code waits. */
export async function seedDoorDevices(sql: Sql, people: Person[], now: Date): Promise<void> {
  const id = (name: string) => people.find(({ username }) => username === name)?.id ?? null
  const ada = id('ada')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const [event] = await sql<{ id: string }[]>`
    select id from public.events where doors_at < ${now} and ${now} < ends_at and status = 'published' order by doors_at limit 1`
  if (!event || !ada) return
  const passed = { camera: 'ok', sound: 'ok', pack: 'ok', clock: 'ok', battery: 'ok', storage: 'ok' }
  const invited = { kind: 'enrolled', invited_by: ada, invited_at: ago(200), invite_expires_at: ago(-1240) }
  const seen = (minutes: number) => ({ last_seen_at: ago(minutes), pack_at: ago(minutes), pack_version: 1 })
  const enrolled = { ...invited, enrolled_at: ago(180) }
  const devices = [
    {
      name: 'Main gate phone',
      ...enrolled,
      ...seen(0.5),
      battery_percent: 82,
      clock_offset_ms: 240,
      is_kept: true,
      ready: passed,
      ready_at: ago(170),
    },
    {
      name: 'Side gate phone',
      ...enrolled,
      ...seen(9),
      battery_percent: 17,
      clock_offset_ms: -96_000,
      is_kept: false,
      waiting_scans: 14,
      ready: { ...passed, clock: 'bad', storage: 'bad' },
      ready_at: ago(175),
    },
    {
      name: 'Terrace phone',
      ...enrolled,
      ...seen(40),
      battery_percent: 55,
      clock_offset_ms: 900,
      is_kept: true,
      ready: { ...passed, sound: 'bad' },
      ready_at: ago(160),
      waived_at: ago(150),
      waived_by: ada,
      waive_reason: 'Speaker broken, vibration works',
    },
    {
      name: 'Spare phone',
      ...enrolled,
      ...seen(75),
      battery_percent: 61,
      locked_at: ago(60),
      locked_by: ada,
    },
    {
      name: 'Lent phone',
      ...enrolled,
      ...seen(120),
      revoked_at: ago(100),
      revoked_by: ada,
      revoke_reason: 'Went home with the helper',
    },
    { name: 'Backstage phone', ...invited },
    {
      name: 'Dex',
      kind: 'staff',
      user_id: id('dex'),
      ...seen(2),
      battery_percent: 94,
      clock_offset_ms: 120,
      is_kept: true,
    },
  ]
  for (const device of devices) {
    const row = {
      id: namedId(`device ${device.name}`),
      event_id: event.id,
      waiting_scans: 0,
      created_at: ago(200),
      ...device,
    }
    // as text: the driver would take a date for a value of its own
    await sql`
      insert into public.door_devices
      select (jsonb_populate_record(null::public.door_devices, ${JSON.stringify(row)}::text::jsonb)).* on conflict do nothing`
  }
}
