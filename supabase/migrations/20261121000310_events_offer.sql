-- Computes what an event sells at this moment, and for how much. Only these functions price a ticket and decide whether a type is on
-- sale: pages, cards, holds and mail call them.

-- Functions that every sale calls are written in plpgsql, which caches plans (SQL functions are planned at each call), with
-- plan_cache_mode = force_generic_plan: planning these small queries again costs more than a better plan saves.

create function private.price_unit(
  p_face_cents bigint, p_fee_fixed_cents bigint, p_fee_bps int, p_tax_bps int, p_tax_on_fees boolean,
  out face_cents bigint, out fee_cents bigint, out tax_cents bigint, out total_cents bigint
)
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  face_cents := p_face_cents;
  fee_cents := case when p_face_cents = 0 then 0 else p_fee_fixed_cents + (p_face_cents * p_fee_bps + 5000) / 10000 end;
  tax_cents := ((p_face_cents + case when p_tax_on_fees then fee_cents else 0 end) * p_tax_bps + 5000) / 10000;
  total_cents := face_cents + fee_cents + tax_cents;
end
$$;
comment on function private.price_unit(bigint, bigint, int, int, boolean) is
  'Price of one unit in cents: fee = fixed + percent of face, tax = percent of face or, where the fee is taxed too, of face and fee, each '
  'rounded half up; a free unit carries neither. Shown price = face + fee.';

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
  ), ended as materialized ( -- holds that ended and were not swept: counted as held, but available
    select l.kind, l.item_id, l.release_id, l.quantity
    from public.holds h join public.hold_lines l on l.hold_id = h.id
    where h.event_id = any (p_event_ids) and h.status in ('active', 'pinned') and h.expires_at <= now()
  ), freed as ( -- places that they give back
    select s.pool_id, sum(s.units)::int as units
    from private.stock_of(array(
      select row(x.kind, array_agg(x.item_id), array_agg(x.quantity))::private.line_choice from ended x group by x.kind)) s
    group by s.pool_id
  ), pools as (
    select p.id, p.capacity, p.capacity - p.sold - p.held - p.blocked
      + coalesce((select f.units from freed f where f.pool_id = p.id), 0)
      -- kept back for a code until now
      + case when p.blocked = 0 then 0 else coalesce((
        select sum(c.block_left)::int from public.promo_codes c where c.block_pool_id = p.id and c.block_ends_at <= now()),
          0) end as left_units
    from public.capacity_pools p where p.event_id = any (p_event_ids)
  ), stock as ( -- of a type: its scarcest pool, with what the caller's code keeps of it
    select tp.ticket_type_id, min(p.capacity) as capacity, min(p.left_units + case
      when (k.code).block_pool_id = p.id and (k.code).block_ends_at > now() and private.code_covers(k.code, 'ticket', tp.ticket_type_id)
      then (k.code).block_left else 0 end) as left_units
    from public.ticket_type_pools tp join pools p on p.id = tp.pool_id
    left join codes k on k.event_id = tp.event_id
    where tp.event_id = any (p_event_ids) group by tp.ticket_type_id
  ), releases as ( -- with the remaining quantity; null = no limit of its own
    select r.*, r.ends_at is null or r.ends_at > now() as running, r.quantity - r.held - r.sold + coalesce((
      select sum(x.quantity)::int from ended x where x.release_id = r.id), 0) as left_units
    from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id
    where t.event_id = any (p_event_ids)
  ), prices as ( -- of a type: the running release, the next, and the last for types that are over
    select r.ticket_type_id, bool_or(r.running) as any_running,
      sum(r.left_units) filter (where r.running and r.left_units > 0)::int as left_units,
      coalesce(bool_or(r.running and r.left_units is null), false) as unlimited,
      array_agg(r.id order by r.position) filter (where r.running and coalesce(r.left_units > 0, true)) as open,
      (array_agg(r.id order by r.position desc))[1] as last
    from releases r group by r.ticket_type_id
  )
  select e.id, t.id, t.name, t.description, t.position,
    case
      when s.state <> 'on_sale' then s.state
      when coalesce(stock.left_units, 0) <= 0 then 'sold_out'
      when prices.open is null then case when prices.any_running then 'sold_out' else 'ended' end
      when u.left_units <= 20 or u.left_units * 10 <= stock.capacity then 'low'
      else 'on_sale'
    end,
    shown.id, shown.name, shown.face_cents, price.fee_cents, price.tax_cents, shown.face_cents - price.discount_cents + price.fee_cents,
    whole.face_cents + whole.fee_cents,
    nxt.name, nxt.face_cents - next_price.discount_cents + next_price.fee_cents, greatest(coalesce(u.left_units, 0), 0),
    least(t.min_per_order, greatest(u.left_units, 1)),
    least(t.max_per_order, st.max_per_order, coalesce(e.max_per_person, st.max_per_person), greatest(u.left_units, 1)),
    s.opens_at, t.members_sale_starts_at, least(coalesce(t.sale_ends_at, e.ends_at), e.ends_at), codes.code
  from public.events e cross join public.settings st cross join me
  join public.ticket_types t on t.event_id = e.id
  left join codes on codes.event_id = e.id
  cross join lateral (
    select private.sale_state(e, t, me.member, me.staff, codes.code) as state, private.sale_opens_at(t, me.member, codes.code) as opens_at
  ) s
  left join stock on stock.ticket_type_id = t.id
  join prices on prices.ticket_type_id = t.id
  join releases shown on shown.id = coalesce(prices.open[1], prices.last)
  left join releases nxt on nxt.id = prices.open[2]
  cross join lateral (
    select case when prices.unlimited then stock.left_units else least(stock.left_units, prices.left_units) end as left_units
  ) u
  cross join lateral private.price_unit(shown.face_cents, e.fee_fixed_cents, e.fee_bps, e.tax_bps, e.tax_on_fees) whole
  cross join lateral private.price_line(shown.face_cents, 1, private.first_discount(codes.code, 'ticket', t.id, shown.face_cents),
    e.fee_fixed_cents, e.fee_bps, e.tax_bps, e.tax_on_fees) price
  left join lateral private.price_line(nxt.face_cents, 1, private.first_discount(codes.code, 'ticket', t.id, nxt.face_cents),
    e.fee_fixed_cents, e.fee_bps, e.tax_bps, e.tax_on_fees) next_price on nxt.id is not null
  where e.id = any (p_event_ids) and s.state <> 'hidden'
  order by e.id, t.position, t.name, t.id;
end
$$;
comment on function private.offer_rows(uuid[]) is
  'The types of some events, computed as one set, as the caller may see them, with state (on_sale, low, sold_out, not_yet, ended, paused, '
  'members_only), price of one unit of the running release in cents (with the caller''s code, which stands beside it, and in full), and '
  'limits for one order. left_units is for staff and for low stock only.';

create function private.unit_totals(p_event public.events, p_kind text, p_item uuid, p_max int, p_code public.promo_codes)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with priced as (
      select l.*, coalesce(sum(l.quantity) over (order by l.place rows between unbounded preceding and 1 preceding), 0) as before
      from private.price_cart(p_event, array[row(p_kind, array[p_item], array[p_max])::private.line_choice], p_code)
        with ordinality l (kind, item_id, release_id, "position", item_name, item_detail, quantity, unit_face_cents, discount_cents,
          fee_cents, tax_cents, total_cents, code_units, code_wanted, delivery, pickup_point_id, place)
    ), chosen as (
      -- all units of a line cost the same
      select n.units, least(l.quantity, n.units - l.before) as taken, l.unit_face_cents - l.discount_cents / l.quantity as net_cents,
        l.fee_cents / l.quantity as fee_cents, l.tax_cents / l.quantity as tax_cents
      from generate_series(1, p_max) n (units) join priced l on l.before < n.units
    )
    select coalesce(jsonb_agg(jsonb_build_array(t.price, t.fee, t.tax) order by t.units), '[]')
    from (
      select c.units, sum(c.taken * (c.net_cents + c.fee_cents)) as price, sum(c.taken * c.fee_cents) as fee,
        sum(c.taken * c.tax_cents) as tax
      from chosen c group by c.units having sum(c.taken) = c.units
    ) t
  );
end
$$;
comment on function private.unit_totals(public.events, text, uuid, int, public.promo_codes) is
  'Returns the total prices of 1, 2, ... p_max units of an item, in cents, [[price with fees, its fees, tax on top], ...], as '
  'private.price_cart prices them, across releases and with the code; shorter where no more units have a price.';

create function private.event_offer(p_event public.events)
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', 'ticket', 'id', o.ticket_type_id, 'name', o.name, 'description', nullif(o.description, ''), 'state', o.state,
    -- the last release has no name that tells a buyer anything
    'releaseName', case when o.next_release_name is not null then o.release_name end,
    'faceCents', o.face_cents, 'feeCents', o.fee_cents, 'taxCents', o.tax_cents,
    'priceCents', o.price_cents, 'fullPriceCents', case when o.full_price_cents <> o.price_cents then o.full_price_cents end,
    'nextReleaseName', o.next_release_name, 'nextPriceCents', o.next_price_cents,
    'totals', case when o.state in ('on_sale', 'low') then private.unit_totals(p_event, 'ticket', o.ticket_type_id, o.max_units, o.code)
      else '[]' end,
    'left', case when o.state = 'low' then o.left_units end, 'minPerOrder', o.min_units, 'maxPerOrder', o.max_units,
    'saleStartsAt', o.sale_starts_at, 'membersSaleStartsAt', o.members_sale_starts_at, 'saleEndsAt', o.sale_ends_at
  ) order by o.position, o.name, o.ticket_type_id), '[]')
  from private.offer_rows(array[p_event.id]) o
$$;
comment on function private.event_offer(public.events) is
  'The offer of an event as the pages show it, rows of every kind. priceCents = face + mandatory fee, with the caller''s code, '
  'fullPriceCents what it is without where that differs, taxCents comes on top; totals = private.unit_totals; left only when it is low.';

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
