-- What an event sells right now, and for how much. The one place that prices a ticket and decides whether a type is on sale:
-- pages, cards, holds and mail all read it here.

-- The bodies below read holds, which the orders area creates.
set check_function_bodies = off;

create function private.price_unit(
  p_face_cents bigint, p_fee_fixed_cents bigint, p_fee_bps int, p_tax_bps int,
  out face_cents bigint, out fee_cents bigint, out tax_cents bigint, out total_cents bigint
)
language sql immutable parallel safe set search_path = ''
as $$
  select p_face_cents, fee.cents, tax.cents, p_face_cents + fee.cents + tax.cents
  from (select case when p_face_cents = 0 then 0
                    else p_fee_fixed_cents + (p_face_cents * p_fee_bps + 5000) / 10000 end) as fee (cents),
       lateral (select ((p_face_cents + fee.cents) * p_tax_bps + 5000) / 10000) as tax (cents)
$$;
comment on function private.price_unit(bigint, bigint, int, int) is
  'Price of one ticket in cents: fee = fixed + percent of face, tax = percent of face and fee, each rounded half up; a free ticket carries neither. Shown price = face + fee.';

create function private.sale_state(p_event public.events, p_type public.ticket_types, p_member boolean, p_staff boolean)
returns text
language sql stable parallel safe set search_path = ''
as $$
  select case
    when p_event.status in ('draft', 'archived') or p_type.archived_at is not null
      or (p_type.visibility = 'staff' and not p_staff) then 'hidden'
    when p_event.status = 'cancelled'
      or now() >= least(coalesce(p_type.sale_ends_at, p_event.ends_at), p_event.ends_at) then 'ended'
    when p_event.status = 'postponed' or p_event.sales_paused_at is not null or p_type.paused_at is not null then 'paused'
    when (p_event.visibility = 'members' or p_type.visibility = 'members') and not p_member then 'members_only'
    when now() < p_type.sale_starts_at then 'not_yet'
    else 'on_sale'
  end
$$;
comment on function private.sale_state(public.events, public.ticket_types, boolean, boolean) is
  'Whether a type may be sold to such a person at this moment, stock aside: hidden, ended, paused, members_only, not_yet or on_sale.';

create function private.expired_units(p_event_id uuid)
returns table (hold_id uuid, ticket_type_id uuid, release_id uuid, quantity int)
language sql stable set search_path = ''
as $$
  select h.id, l.ticket_type_id, l.release_id, l.quantity
  from public.holds h
  join public.hold_lines l on l.hold_id = h.id
  where h.event_id = p_event_id and h.status in ('active', 'pinned') and h.expires_at <= now()
$$;
comment on function private.expired_units(uuid) is
  'Units of holds that ended but were not swept yet: still counted as held, free for everybody who asks.';

create function private.pool_left(p_event_id uuid)
returns table (pool_id uuid, capacity int, left_units int)
language sql stable set search_path = ''
as $$
  select p.id, p.capacity, p.capacity - p.sold - p.held + coalesce(x.quantity, 0)::int
  from public.capacity_pools p
  left join (
    select tp.pool_id, sum(e.quantity) as quantity
    from private.expired_units(p_event_id) e
    join public.ticket_type_pools tp on tp.ticket_type_id = e.ticket_type_id
    group by tp.pool_id
  ) x on x.pool_id = p.id
  where p.event_id = p_event_id
$$;
comment on function private.pool_left(uuid) is 'Places left in each pool of an event; ended holds count as free even before they are swept.';

create function private.offer_rows(p_event_id uuid)
returns table (
  ticket_type_id uuid, name text, description text, "position" int, state text,
  release_id uuid, release_name text, face_cents bigint, fee_cents bigint, tax_cents bigint, price_cents bigint,
  next_release_name text, next_price_cents bigint, left_units int,
  min_units int, max_units int, sale_starts_at timestamptz, sale_ends_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select t.id, t.name, t.description, t.position,
    case
      when s.state <> 'on_sale' then s.state
      when stock.left_units <= 0 or stock.left_units is null then 'sold_out'
      when cur.id is null then case when rel.any_running then 'sold_out' else 'ended' end
      when units.left_units <= 20 or units.left_units * 10 <= stock.capacity then 'low'
      else 'on_sale'
    end,
    shown.id, shown.name, price.face_cents, price.fee_cents, price.tax_cents, price.face_cents + price.fee_cents,
    nxt.name, next_price.face_cents + next_price.fee_cents, greatest(coalesce(units.left_units, 0), 0),
    least(t.min_per_order, greatest(units.left_units, 1)),
    least(t.max_per_order, st.max_per_order, coalesce(e.max_per_person, st.max_per_person), greatest(units.left_units, 1)),
    t.sale_starts_at, least(coalesce(t.sale_ends_at, e.ends_at), e.ends_at)
  from public.events e
  cross join public.settings st
  cross join (select private.is_member() as member, private.has_role('admin', 'moderator') as staff) me
  join public.ticket_types t on t.event_id = e.id
  cross join lateral (select private.sale_state(e, t, me.member, me.staff) as state) s
  -- the pools of the type: the scarcest decides
  left join lateral (
    select min(pl.left_units) as left_units, min(pl.capacity) as capacity
    from public.ticket_type_pools tp join private.pool_left(e.id) pl on pl.pool_id = tp.pool_id
    where tp.ticket_type_id = t.id
  ) stock on true
  -- its releases, with what each has left (null = no limit of its own)
  left join lateral (
    select
      bool_or(r.ends_at is null or r.ends_at > now()) as any_running,
      sum(r.left_units) filter (where r.open) as left_units,
      bool_or(r.open and r.left_units is null) as unlimited,
      (array_agg(r.id order by r.position) filter (where r.open))[1] as current_id,
      (array_agg(r.id order by r.position) filter (where r.open))[2] as next_id,
      (array_agg(r.id order by r.position desc))[1] as last_id
    from (
      select p.id, p.position, p.ends_at, f.left_units,
        (p.ends_at is null or p.ends_at > now()) and (f.left_units is null or f.left_units > 0) as open
      from public.price_releases p
      cross join lateral (
        select p.quantity - p.held - p.sold + coalesce((
          select sum(x.quantity)::int from private.expired_units(e.id) x where x.release_id = p.id), 0) as left_units
      ) f
      where p.ticket_type_id = t.id
    ) r
  ) rel on true
  left join public.price_releases cur on cur.id = rel.current_id
  left join public.price_releases nxt on nxt.id = rel.next_id
  left join public.price_releases shown on shown.id = coalesce(rel.current_id, rel.last_id)
  cross join lateral (
    select case when rel.unlimited then stock.left_units else least(stock.left_units, rel.left_units)::int end as left_units
  ) units
  left join lateral private.price_unit(shown.face_cents, e.fee_fixed_cents, e.fee_bps, e.tax_bps) price on true
  left join lateral private.price_unit(nxt.face_cents, e.fee_fixed_cents, e.fee_bps, e.tax_bps) next_price on true
  where e.id = p_event_id and s.state <> 'hidden' and shown.id is not null
  order by t.position, t.name, t.id
$$;
comment on function private.offer_rows(uuid) is
  'The types of an event as the caller may see them, with state (on_sale, low, sold_out, not_yet, ended, paused, members_only), price of the running release in cents, and limits for one order. left_units is for staff and for low stock only.';

create function private.offer(p_event_id uuid)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', o.ticket_type_id, 'name', o.name, 'description', o.description, 'state', o.state,
    'release_name', o.release_name, 'face_cents', o.face_cents, 'fee_cents', o.fee_cents, 'tax_cents', o.tax_cents,
    'price_cents', o.price_cents, 'next_release_name', o.next_release_name, 'next_price_cents', o.next_price_cents,
    'left', case when o.state = 'low' then o.left_units end, 'min', o.min_units, 'max', o.max_units,
    'sale_starts_at', o.sale_starts_at, 'sale_ends_at', o.sale_ends_at
  ) order by o.position, o.name, o.ticket_type_id), '[]')
  from private.offer_rows(p_event_id) o
$$;
comment on function private.offer(uuid) is
  'The offer of an event as the pages show it. price_cents = face + mandatory fee, tax_cents comes on top; left only when it is low.';

-- What a type draws on may not change once somebody holds or bought it: its places could not be given back rightly.
create function private.keep_sold_pools()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_type uuid := coalesce(old.ticket_type_id, new.ticket_type_id);
begin
  if exists (select 1 from public.hold_lines l where l.ticket_type_id = v_type)
    or exists (select 1 from public.order_lines l where l.ticket_type_id = v_type) then
    perform private.refuse(409, 'type_in_use');
  end if;
  return null;
end
$$;
comment on function private.keep_sold_pools() is 'Trigger: refuses to change the pools of a ticket type that was ever held or sold.';
create trigger ticket_type_pools_keep after insert or update or delete on public.ticket_type_pools
  for each row execute function private.keep_sold_pools();

reset check_function_bodies;
