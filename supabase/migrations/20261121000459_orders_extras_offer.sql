-- Computes what an event sells beside single tickets at this moment, and for how much.

create function private.pools_left(p_event_id uuid) returns table (pool_id uuid, left_units int)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
begin
  return query
  with ended as ( -- holds that ended and were not swept: counted as held, but available
    select l.kind, array_agg(l.item_id) as items, array_agg(l.quantity) as units
    from public.holds h join public.hold_lines l on l.hold_id = h.id
    where h.event_id = p_event_id and h.status in ('active', 'pinned') and h.expires_at <= now()
    group by l.kind
  )
  select p.id, p.capacity - p.sold - p.held - p.blocked + coalesce((
    select sum(s.units)::int
    from private.stock_of(array(select row(e.kind, e.items, e.units)::private.line_choice from ended e)) s where s.pool_id = p.id), 0)
  from public.capacity_pools p where p.event_id = p_event_id;
end
$$;
comment on function private.pools_left(uuid) is 'Returns what each pool of an event has left now; what holds that ended still count is left, too.';

create function private.event_extras(p_event public.events) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_member boolean := private.is_member();
  v_staff boolean := private.has_role('admin', 'moderator');
  v_code public.promo_codes;
begin
  if not exists (select 1 from public.packages where event_id = p_event.id and archived_at is null)
    and not exists (select 1 from public.add_ons where event_id = p_event.id and archived_at is null)
    and not exists (select 1 from public.bookable_tables where event_id = p_event.id and archived_at is null) then
    return '[]';
  end if;
  select (c.code).* into v_code from private.codes_of(array[p_event.id], auth.uid()) c where c.state = 'active' and private.caller_role() is not null;
  return (
    with room as materialized (
      select * from private.pools_left(p_event.id)
    ), extras as (
      select 1 as rank, 'package' as kind, p.id, p.position, p.name, p.description, to_jsonb(p) as stored, p.sale_starts_at, p.sale_ends_at,
        (
          select min(greatest(r.left_units, 0) / u.units)
          from (
            select tp.pool_id, sum(c.units)::int as units
            from public.package_components c left join public.ticket_type_pools tp on tp.ticket_type_id = c.ticket_type_id
            where c.package_id = p.id group by tp.pool_id
          ) u left join room r on r.pool_id = u.pool_id
        ) as left_units,
        least(p.max_per_order, coalesce(p_event.max_per_person, s.max_per_person) / greatest(1, (
          select sum(c.units) from public.package_components c where c.package_id = p.id)))::int as max_units,
        null::jsonb as terms
      from public.packages p cross join public.settings s where p.event_id = p_event.id
      union all
      select 2, 'add_on', a.id, a.position, a.name, a.description, to_jsonb(a), null, null, r.left_units,
        least(20, a.max_per_ticket * s.max_per_order), null
      from public.add_ons a join room r on r.pool_id = a.pool_id cross join public.settings s where a.event_id = p_event.id
      union all
      select 3, 'table', t.id, t.position, t.name, t.description, to_jsonb(t), null, null,
        case when exists (
            select 1 from public.table_bookings b join public.holds h on h.id = b.hold_id
            where b.table_id = t.id and private.is_active_booking(b.status)
              -- one in a cart that has ended, or in the caller's own
              and not (h.status in ('active', 'pinned') and (h.expires_at <= now() or coalesce(h.owner_id = auth.uid(), false)))
          ) then 0
          else (
            select case when min(coalesce(r.left_units, 0)) >= t.max_guests then 1 else 0 end
            from public.ticket_type_pools tp left join room r on r.pool_id = tp.pool_id where tp.ticket_type_id = t.ticket_type_id)
        end, 1,
        jsonb_build_object('section', t.section, 'minGuests', t.min_guests, 'maxGuests', t.max_guests, 'lastArrivalAt', t.last_arrival_at)
          || private.table_terms(t.minimum_spend_cents, private.table_deposit(t), t.gratuity_bps)
      from public.bookable_tables t where t.event_id = p_event.id
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', x.kind, 'id', x.id, 'releaseName', null, 'minPerOrder', 1, 'name', x.name, 'description', nullif(x.description, ''), 'detail', nullif(p.item_detail, ''),
      'state', case
        when n.state <> 'on_sale' then n.state
        when coalesce(x.left_units, 0) <= 0 then 'sold_out'
        when x.left_units <= 10 and x.kind <> 'table' then 'low'
        else 'on_sale' end,
      'faceCents', p.unit_face_cents, 'feeCents', p.fee_cents, 'taxCents', p.tax_cents, 'priceCents', p.total_cents - p.tax_cents,
      'fullPriceCents', nullif(w.total_cents - w.tax_cents, p.total_cents - p.tax_cents),
      'totals', case when n.state = 'on_sale' and x.left_units > 0
        then private.unit_totals(p_event, x.kind, x.id, greatest(1, least(x.max_units, x.left_units)), v_code) else '[]' end,
      'left', case when x.left_units between 1 and 10 and x.kind <> 'table' then x.left_units end,
      'maxPerOrder', greatest(1, least(x.max_units, x.left_units)),
      'saleStartsAt', x.sale_starts_at, 'membersSaleStartsAt', null, 'saleEndsAt', least(x.sale_ends_at, p_event.ends_at), 'table', x.terms
    ) order by x.rank, x.position, x.name, x.id), '[]')
    from extras x
    cross join lateral private.price_cart(p_event, array[row(x.kind, array[x.id], array[1])::private.line_choice], v_code) p
    left join lateral private.price_cart(p_event, array[row(x.kind, array[x.id], array[1])::private.line_choice], null) w on v_code.id is not null
    cross join lateral (select private.extra_sale_state(p_event, x.stored, v_member, v_staff, v_code) as state) n
    where n.state <> 'hidden');
end
$$;
comment on function private.event_extras(public.events) is
  'The packages, add-ons and tables of an event as the caller may see them, in the order of its page, with the fields of the ticket types in private.event_offer: priceCents = face + fee of one unit, with the caller''s code, totals = private.unit_totals, left only when it is low. detail = the tickets in a package, or where a table is; table = its section, guests and terms. The price of a table is its deposit.';
