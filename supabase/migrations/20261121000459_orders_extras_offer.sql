-- Computes what an event sells beside single tickets at this moment, and for how much.

create function private.event_extras(p_event public.events) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_member boolean := private.is_member();
  v_staff boolean := private.may('buy_early');
  v_offers private.extra_offer[] := array(
    select o from public.line_kinds k cross join lateral private.offers_of_kind(k.kind, p_event) o where k.is_extra);
  v_code public.promo_codes;
begin
  if cardinality(v_offers) = 0 then
    return '[]';
  end if;
  select (c.code).* into v_code from private.codes_of(array[p_event.id], auth.uid()) c where c.state = 'active'
    and private.caller_role() is not null;
  return (
    with room as materialized (
      select f.pool_id, f.left_units from private.free_places(array[p_event.id]) f
    ), extras as (
      select o.*, k.is_unique, n.state, case
          when o.is_taken then 0 when k.is_unique and stock.is_counted then least(1, coalesce(stock.left_units, 0))
          when stock.is_counted then coalesce(stock.left_units, 0) end as left_units -- null where nothing is counted
      from unnest(v_offers) o
      join public.line_kinds k on k.kind = o.kind
      cross join lateral (select private.extra_sale_state(p_event, o.stored, v_member, v_staff, v_code) as state) n
      cross join lateral (
        select min(greatest(r.left_units, 0) / u.units) as left_units, count(*) > 0 as is_counted
        from (
          select s.pool_id, sum(s.units)::int as units
          from private.stock_of(array[row(o.kind, array[o.id], array[1])::private.line_choice]) s group by s.pool_id
        ) u left join room r on r.pool_id = u.pool_id
      ) stock
      where n.state <> 'hidden'
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', x.kind, 'id', x.id, 'releaseName', null, 'minPerOrder', 1, 'name', x.name, 'description', nullif(x.description, ''),
      'detail', nullif(p.item_detail, ''),
      'state', case
        when x.state <> 'on_sale' then x.state
        when x.left_units <= 0 then 'sold_out'
        when x.left_units <= 10 and not x.is_unique then 'low'
        else 'on_sale' end,
      'faceCents', p.unit_face_cents, 'feeCents', p.fee_cents, 'taxCents', p.tax_cents, 'priceCents', p.total_cents - p.tax_cents,
      'fullPriceCents', nullif(w.total_cents - w.tax_cents, p.total_cents - p.tax_cents),
      'totals', case when x.state = 'on_sale' and coalesce(x.left_units, 1) > 0
        then private.unit_totals(p_event, x.kind, x.id, greatest(1, least(x.max_units, x.left_units)), v_code) else '[]' end,
      'left', case when x.left_units between 1 and 10 and not x.is_unique then x.left_units end,
      'maxPerOrder', greatest(1, least(x.max_units, x.left_units)),
      'saleStartsAt', x.sale_starts_at, 'membersSaleStartsAt', null, 'saleEndsAt', least(x.sale_ends_at, p_event.ends_at), 'table', x.terms
    ) order by p.position, x.name, x.id), '[]')
    from extras x
    cross join lateral private.price_cart(p_event, array[row(x.kind, array[x.id], array[1])::private.line_choice], v_code) p
    left join lateral private.price_cart(p_event, array[row(x.kind, array[x.id], array[1])::private.line_choice], null) w
      on v_code.id is not null);
end
$$;
comment on function private.event_extras(public.events) is
  'The extras of an event as the caller may see them, in the order of its page, with the fields of the ticket types in '
  'private.event_offer: priceCents = face + fee of one unit, with the caller''s code, totals = private.unit_totals, left only when it is '
  'low. detail = the tickets in a package, or where a table is; table = its section, guests and terms. The price of a table is its '
  'deposit.';
