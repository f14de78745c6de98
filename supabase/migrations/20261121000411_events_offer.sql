-- Computes what an event sells at this moment, and for how much. Only these functions price a ticket and decide whether a type is on
-- sale: pages, cards, holds and mail call them.

-- Functions that every sale calls are written in plpgsql, which caches plans (SQL functions are planned at each call), with
-- plan_cache_mode = force_generic_plan: planning these small queries again costs more than a better plan saves.

create function private.sale_opens_at(p_type public.ticket_types, p_member boolean, p_code public.promo_codes)
returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case when p_type.sale_starts_at is null then null else least(
    p_type.sale_starts_at,
    case when p_member then p_type.members_sale_starts_at end,
    case when p_code.early_access_at is not null and private.code_covers(p_code, 'ticket', p_type.id) then p_code.early_access_at end) end;
end
$$;
comment on function private.sale_opens_at(public.ticket_types, boolean, public.promo_codes) is
  'When the sale of a type begins for a person: earlier for members where it has a pre-sale, and with a code that gives early access. '
  'Null = it began with the event.';

create function private.sale_state(
  p_event public.events, p_type public.ticket_types, p_member boolean, p_staff boolean, p_code public.promo_codes
)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when p_event.status in ('draft', 'archived') or p_type.archived_at is not null then 'hidden'
    -- people who may not know of a type get the same answer as for one that does not exist
    when not p_staff and case p_type.visibility
      when 'staff' then true
      when 'members' then not p_member
      when 'code' then not private.code_opens(p_code, p_type.id)
      else false end then 'hidden'
    when p_event.status = 'cancelled'
      or now() >= least(coalesce(p_type.sale_ends_at, p_event.ends_at), p_event.ends_at) then 'ended'
    when p_event.status = 'postponed' or p_event.sales_paused_at is not null or p_type.paused_at is not null then 'paused'
    when p_event.visibility = 'members' and not p_member then 'members_only'
    when now() < private.sale_opens_at(p_type, p_member, p_code) then 'not_yet'
    else 'on_sale'
  end;
end
$$;
comment on function private.sale_state(public.events, public.ticket_types, boolean, boolean, public.promo_codes) is
  'Returns whether a type may be sold to such a person at this moment, stock aside: hidden, ended, paused, members_only, not_yet or '
  'on_sale. p_code = the code that the person uses, or null.';

create function private.free_places(p_event_ids uuid[])
returns table (pool_id uuid, event_id uuid, capacity int, left_units int)
language plpgsql stable rows 10 set search_path = ''
as $$
begin
  return query
  with freed as ( -- places that ended holds give back
    select s.pool_id, sum(s.units)::int as units
    from private.stock_of(array(
      select row(x.kind, array_agg(x.item_id), array_agg(x.quantity))::private.line_choice
      from private.ended_lines x where x.event_id = any (p_event_ids) group by x.kind)) s
    group by s.pool_id
  )
  select p.id, p.event_id, p.capacity, p.capacity - p.sold - p.held - p.blocked
    + coalesce((select f.units from freed f where f.pool_id = p.id), 0)
    -- kept back for a code until now
    + case when p.blocked = 0 then 0 else coalesce((
      select sum(c.block_left)::int from public.promo_codes c where c.block_pool_id = p.id and c.block_ends_at <= now()),
        0) end
  from public.capacity_pools p where p.event_id = any (p_event_ids);
end
$$;
comment on function private.free_places(uuid[]) is
  'Returns how many places are free in each pool of some events, with those of ended holds and of codes that keep nothing any more.';

create function private.release_runs(p_event_ids uuid[])
returns table (
  ticket_type_id uuid, any_running boolean, is_open boolean, left_units int, is_unlimited boolean,
  shown public.price_releases, next public.price_releases
)
language plpgsql stable rows 10 set search_path = ''
as $$
begin
  return query
  with ended as materialized (
    select x.release_id, x.quantity from private.ended_lines x where x.event_id = any (p_event_ids)
  ), releases as materialized ( -- with the remaining quantity; null = no limit of its own
    select r, r.ends_at is null or r.ends_at > now() as running, r.quantity - r.held - r.sold + coalesce((
      select sum(x.quantity)::int from ended x where x.release_id = r.id), 0) as left_units
    from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id
    where t.event_id = any (p_event_ids)
  ), runs as (
    select (r.r).ticket_type_id as type_id, bool_or(r.running) as any_running,
      sum(r.left_units) filter (where r.running and r.left_units > 0)::int as left_units,
      coalesce(bool_or(r.running and r.left_units is null), false) as is_unlimited,
      array_agg(r.r order by (r.r).position) filter (where r.running and coalesce(r.left_units > 0, true)) as open,
      array_agg(r.r order by (r.r).position desc) as latest
    from releases r group by (r.r).ticket_type_id
  )
  select r.type_id, r.any_running, r.open is not null, r.left_units, r.is_unlimited, coalesce(r.open[1], r.latest[1]), r.open[2]
  from runs r;
end
$$;
comment on function private.release_runs(uuid[]) is
  'Returns the releases of each type of some events: whether one runs and is open, how many units running ones have left (is_unlimited: '
  'one has no limit of its own), the one that is shown (the first that is open, the last when the type is over), and the next.';

create function private.offer_rows(p_event_ids uuid[])
returns table (
  event_id uuid, ticket_type_id uuid, name text, description text, "position" int, state text,
  release_id uuid, release_name text, face_cents bigint, fee_cents bigint, tax_cents bigint, price_cents bigint, full_price_cents bigint,
  next_release_name text, next_price_cents bigint, left_units int,
  min_units int, max_units int, sale_starts_at timestamptz, members_sale_starts_at timestamptz,
  sale_ends_at timestamptz, code public.promo_codes
)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
begin
  return query
  with me as materialized (
    select private.is_member() as member, private.may('buy_early') as staff
  ), codes as materialized ( -- that the caller unlocked and can use
    select c.event_id, c.code from private.codes_of(p_event_ids, auth.uid()) c where c.state = 'active'
      and private.caller_role() is not null
  ), stock as ( -- of a type: its scarcest pool, with what the caller's code keeps of it
    select tp.ticket_type_id, min(p.capacity) as capacity, min(p.left_units + case
      when (k.code).block_pool_id = p.pool_id and (k.code).block_ends_at > now()
        and private.code_covers(k.code, 'ticket', tp.ticket_type_id)
      then (k.code).block_left else 0 end) as left_units
    from private.free_places(p_event_ids) p join public.ticket_type_pools tp on tp.pool_id = p.pool_id
    left join codes k on k.event_id = p.event_id
    where tp.event_id = any (p_event_ids) group by tp.ticket_type_id
  )
  select e.id, t.id, t.name, t.description, t.position,
    case
      when s.state <> 'on_sale' then s.state
      -- also while what is free is for those who wait; places that a code keeps are its holder's
      when coalesce(stock.left_units, 0) <= 0
        or (u.left_units >= w.least_units and coalesce((codes.code).block_ends_at <= now(), true)) then 'sold_out'
      when not runs.is_open then case when runs.any_running then 'sold_out' else 'ended' end
      when u.left_units <= 20 or u.left_units * 10 <= stock.capacity then 'low'
      else 'on_sale'
    end,
    (runs.shown).id, (runs.shown).name, (runs.shown).face_cents, price.fee_cents, price.tax_cents,
    (runs.shown).face_cents - price.discount_cents + price.fee_cents,
    whole.face_cents + whole.fee_cents,
    (runs.next).name, (runs.next).face_cents - next_price.discount_cents + next_price.fee_cents, greatest(coalesce(u.left_units, 0), 0),
    least(t.min_per_order, greatest(u.left_units, 1)),
    least(t.max_per_order, st.max_per_order, coalesce(e.max_per_person, st.max_per_person), greatest(u.left_units, 1)),
    s.opens_at, t.members_sale_starts_at, least(coalesce(t.sale_ends_at, e.ends_at), e.ends_at), codes.code
  from public.events e cross join public.settings st cross join me
  join public.ticket_types t on t.event_id = e.id
  left join codes on codes.event_id = e.id
  cross join lateral (
    select private.sale_state(e, t, me.member, me.staff, codes.code) as state, private.sale_opens_at(t, me.member, codes.code) as opens_at
  ) s
  left join stock on stock.ticket_type_id = t.id left join private.waiting_types w on w.ticket_type_id = t.id
  join private.release_runs(p_event_ids) runs on runs.ticket_type_id = t.id
  cross join lateral (
    select case when runs.is_unlimited then stock.left_units else least(stock.left_units, runs.left_units) end as left_units
  ) u
  cross join lateral private.price_unit((runs.shown).face_cents, e.fee_fixed_cents, e.fee_bps, e.tax_bps, e.tax_on_fees) whole
  cross join lateral private.price_line((runs.shown).face_cents, 1,
    private.first_discount(codes.code, 'ticket', t.id, (runs.shown).face_cents),
    e.fee_fixed_cents, e.fee_bps, e.tax_bps, e.tax_on_fees) price
  left join lateral private.price_line((runs.next).face_cents, 1,
    private.first_discount(codes.code, 'ticket', t.id, (runs.next).face_cents),
    e.fee_fixed_cents, e.fee_bps, e.tax_bps, e.tax_on_fees) next_price on (runs.next).id is not null
  where e.id = any (p_event_ids) and s.state <> 'hidden' order by e.id, t.position, t.name, t.id;
end
$$;
comment on function private.offer_rows(uuid[]) is
  'The types of some events, computed as one set, as the caller may see them, with state (on_sale, low, sold_out, not_yet, ended, paused, '
  'members_only), price of one unit of the running release in cents (with the caller''s code, which stands beside it, and in full), and '
  'limits for one order. left_units is for staff and for low stock only.';

-- Refuses to change the pools of a type that was ever held or sold: its places would be returned to the wrong pools.
create function private.refuse_sold_pool_change()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_type uuid := coalesce(old.ticket_type_id, new.ticket_type_id);
begin
  if private.type_was_sold(v_type) then
    perform private.refuse(409, 'type_in_use');
  end if;
  return null;
end
$$;
comment on function private.refuse_sold_pool_change() is
  'Trigger: refuses to change the pools of a ticket type that was ever held or sold, by itself, in a package or with a table.';
create trigger ticket_type_pools_refuse_sold_change after insert or update or delete on public.ticket_type_pools
  for each row execute function private.refuse_sold_pool_change();
