import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/** Promoters of the demo: Dex has an account, Kes has none. */
const promoters = [
  { key: 'dex', name: 'Dex Alleyne', username: 'dex', email: null },
  { key: 'kes', name: 'Kes Alexander', username: null, email: 'kes@promoters.example' },
]

const perEvent = [
  { key: 'dex', code: 'DEX', basis: 'sold', cents: 300, bps: null, clicks: 84 },
  { key: 'kes', code: 'KES', basis: 'arrived', cents: null, bps: 1000, clicks: 41 },
]

/**
 * Adds two promoters to the last event that is over and to the next two: links, clicks, orders that came through them, and their
 * commission: some of it due, some expected, some taken back; and a guest list each. Does nothing when promoters exist.
 */
export async function seedPromoters(sql: Sql, people: Person[], now: Date): Promise<void> {
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::int as count from public.promoters`
  if (count > 0) return
  const events = await sql<{ id: string; isOver: boolean }[]>`
    (select id, true as "isOver" from public.events e
      where ends_at < ${now}::timestamptz - interval '3 days' and status = 'published' and not is_test
        and exists (select 1 from public.orders o where o.event_id = e.id) order by ends_at desc limit 1)
    union all
    (select id, false from public.events
      where starts_at > ${now} and status = 'published' and visibility = 'public' order by starts_at limit 2)`
  await sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await addPromoters(tx, people, events)
    await addLists(tx, events)
    await attributeOrders(tx)
  })
  // Transactions of their own: the ledger follows at the end of each.
  await sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await correctSome(tx, people)
  })
  await sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
    await tx`select public.mature_commission()`
    await tx`update private.mail_outbox set status = 'sent', sent_at = now() where kind like 'promoter_%' and status = 'queued'`
    await tx`delete from private.jobs where kind = 'mail' and key in (
      select id::text from private.mail_outbox where kind like 'promoter_%')`
  })
}

async function addPromoters(
  tx: Sql,
  people: Person[],
  events: readonly { id: string; isOver: boolean }[],
): Promise<void> {
  for (const { key, name, username, email } of promoters) {
    const user = people.find((person) => person.username === username)
    await tx`insert into public.promoters ${tx({ id: namedId(`promoter:${key}`), name, user_id: user?.id ?? null, email })}`
  }
  for (const { key, code, basis, cents, bps, clicks } of perEvent) {
    const promoter = namedId(`promoter:${key}`)
    await tx`insert into private.promoter_codes ${tx({ code, promoter_id: promoter })}`
    for (const event of events) {
      const id = namedId(`promoter:${key}:${event.id}`)
      await tx`insert into public.event_promoters ${tx({
        id,
        promoter_id: promoter,
        event_id: event.id,
        link_code: code,
        commission_basis: basis,
        commission_cents: cents,
        commission_bps: bps,
      })}`
      await tx`
        insert into private.promoter_clicks (event_promoter_id, visit)
        select ${id}, encode(sha256(convert_to(${id} || n::text, 'utf8')), 'hex') from generate_series(1, ${clicks}::int) n`
      const user = promoters.find((one) => one.key === key)?.username
      if (!user || event.isOver) continue
      await tx`
        with given as (
          insert into public.staff_grants (user_id, event_id, capability, expires_at, granted_by)
          select r.user_id, e.id, 'promoter', e.ends_at + interval '12 hours', ${people[0]?.id ?? null}
          from public.promoters r cross join public.events e where r.id = ${promoter} and e.id = ${event.id} and r.user_id is not null
          returning id)
        update public.event_promoters set grant_id = given.id from given where event_promoters.id = ${id}`
    }
  }
}

/** Whom each puts on their list: one of them is on both. */
const guests: Record<string, readonly string[]> = {
  dex: ['Ayana Noel', 'Marcus Thorne', 'Soleil Baptiste'],
  kes: ['Jamal Pierre', 'Soleil Baptist'],
}

/** Gives each promoter a guest list of the next event, open until it starts. */
async function addLists(tx: Sql, events: readonly { id: string; isOver: boolean }[]): Promise<void> {
  const next = events.find(({ isOver }) => !isOver)
  if (!next) return
  for (const { key, name } of promoters) {
    const names = guests[key] ?? []
    const id = namedId(`guest-list:promoter:${key}`)
    await tx`
      insert into public.guest_lists (id, event_id, promoter_id, name, kind, closes_at, quota, allowed, heads)
      select ${id}, e.id, ${namedId(`promoter:${key}`)}, ${`${name.split(' ')[0]}’s list`}, 'free', e.starts_at, 20, 20, ${names.length + 1}
      from public.events e where e.id = ${next.id}`
    await tx`insert into public.guest_list_entries ${tx(
      names.map((guest, place) => ({
        id: namedId(`guest:${key}:${guest}`),
        event_id: next.id,
        list_id: id,
        name: guest,
        plus_ones: place === 0 ? 1 : 0,
      })),
    )}`
  }
}

/** Gives each promoter every twentieth order of their events, not their own. */
async function attributeOrders(tx: Sql): Promise<void> {
  await tx`
    insert into private.order_attributions (order_id, event_promoter_id, source, commission_basis, commission_cents, commission_bps,
      attributed_at)
    select o.id, p.id, 'link', p.commission_basis, p.commission_cents, p.commission_bps, o.paid_at
    from public.event_promoters p
    join public.promoters r on r.id = p.promoter_id
    join (
      select x.*, row_number() over (partition by x.event_id order by x.paid_at, x.id) as place
      from public.orders x where x.paid_at is not null and private.order_is_sold(x.status)
    ) o on o.event_id = p.event_id and o.place % 20 = case when r.user_id is null then 7 else 3 end
      and o.owner_id is distinct from r.user_id`
}

/** Corrects the first order of each event that went to one promoter and came through the other. */
async function correctSome(tx: Sql, people: Person[]): Promise<void> {
  await tx`
    create temporary table seed_corrections on commit drop as
    select distinct on (p.event_id) a.id, a.order_id, other.id as right_id, other.commission_basis, other.commission_cents,
      other.commission_bps
    from private.order_attributions a
    join public.event_promoters p on p.id = a.event_promoter_id
    join public.event_promoters other on other.event_id = p.event_id and other.id <> p.id
    where p.promoter_id = ${namedId('promoter:dex')} order by p.event_id, a.attributed_at, a.order_id`
  await tx`
    update private.order_attributions a set superseded_at = now() from seed_corrections c where a.id = c.id`
  await tx`
    insert into private.order_attributions (order_id, event_promoter_id, source, commission_basis, commission_cents, commission_bps,
      reason, decided_by)
    select order_id, right_id, 'staff', commission_basis, commission_cents, commission_bps, 'They came with Kes', ${people[0]?.id ?? null}
    from seed_corrections`
}
