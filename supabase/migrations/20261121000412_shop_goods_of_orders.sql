-- Answers what orders ask of goods: their price, tax, shipping and limits in a cart, what a code is for, and what waits to be picked up
-- or shipped.
-- PL/pgSQL finds the tables of the shop when a function runs.

create function private.percent_beside_tickets(p_product uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select max(r.percent) from public.price_rules r
    where r.archived_at is null and (r.collection_id is null or exists (
      select 1 from public.product_collection_items i where i.collection_id = r.collection_id and i.product_id = p_product))), 0);
end
$$;
comment on function private.percent_beside_tickets(uuid) is
  'Returns the largest discount that a rule gives on a product in an order that has tickets, in percent; 0 without a rule.';

create function private.tax_of(p_state text, p_zip text, p_class text, out bps int, out taxes_shipping boolean)
language plpgsql stable set search_path = ''
as $$
begin
  select r.bps, r.taxes_shipping into bps, taxes_shipping
  from public.tax_rates r
  where r.state = p_state and r.tax_class = p_class and starts_with(p_zip, r.zip_prefix)
  order by length(r.zip_prefix) desc limit 1;
  bps := coalesce(bps, 0);
  taxes_shipping := coalesce(taxes_shipping, false);
end
$$;
comment on function private.tax_of(text, text, text) is
  'The rate of sales tax, in hundredths of a percent, for goods of a class at a place, and whether it is due on their shipping too. The '
  'only place that knows where rates come from: a tax service would fill tax_rates or replace this body.';

create function private.goods_face_cents(p_choices private.line_choice[], p_hold uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(n.units * coalesce(
      (select min(l.unit_face_cents) from public.hold_lines l where l.hold_id = p_hold and l.variant_id = v.id), v.price_cents)), 0)
    from unnest(p_choices) c join public.line_kinds k on k.kind = c.kind and k.is_merchandise
    cross join unnest(c.items, c.units) n (item, units)
    join public.product_variants v on v.id = n.item);
end
$$;
comment on function private.goods_face_cents(private.line_choice[], uuid) is
  'Returns the price of the goods of a choice before any discount, in cents: the price they are held at in p_hold, else today''s.';

create function private.goods_terms(p_variant uuid, p_choices private.line_choice[], p_hold uuid) returns private.goods_terms
language plpgsql stable set search_path = ''
as $$
declare
  v_terms private.goods_terms;
  v_product record;
  v_state text;
  v_zip text;
begin
  select p.* into v_product from public.product_variants v join public.products p on p.id = v.product_id where v.id = p_variant;
  select min(l.unit_face_cents), min(l.delivery), (array_agg(l.pickup_point_id))[1]
  into v_terms.held_face_cents, v_terms.delivery, v_terms.pickup_point_id
  from public.hold_lines l where l.hold_id = p_hold and l.variant_id = p_variant;
  case v_terms.delivery
    when 'ship' then select a.state, a.postal_code into v_state, v_zip from public.hold_addresses a where a.hold_id = p_hold;
    when 'pickup' then select p.state, p.postal_code into v_state, v_zip from public.pickup_points p where p.id = v_terms.pickup_point_id;
    else null;
  end case;
  v_terms.tax_bps := coalesce((select t.bps from private.tax_of(v_state, v_zip, v_product.tax_class) t), 0);
  v_terms.percent_off := 0;
  if exists (select 1 from unnest(p_choices) c join public.line_kinds k on k.kind = c.kind and k.admits)
    or exists (select 1 from public.hold_lines l where l.hold_id = p_hold and l.ticket_count > 0) then
    v_terms.percent_off := private.percent_beside_tickets(v_product.id);
  end if;
  return v_terms;
end
$$;
comment on function private.goods_terms(uuid, private.line_choice[], uuid) is
  'Returns the terms that change the price of a variant in a cart: the price it is held at and its delivery (in p_hold, null where it is '
  'not in it), the tax rate at its destination, and the percentage that a rule takes off beside tickets, in the choice or in the hold.';

create function private.shipping_line(p_hold uuid, p_shipped private.priced_line[]) returns setof private.priced_line
language plpgsql stable set search_path = ''
as $$
declare
  v_address record;
  v_found record; -- the zone
  v_grams bigint;
  v_goods_cents bigint;
  v_cents bigint;
  v_tax_bps int;
  v_price record;
begin
  select * into v_address from public.hold_addresses where hold_id = p_hold;
  if not found then
    return; -- not said yet where to
  end if;
  select z as zone into v_found from public.shipping_zones z where z.archived_at is null and v_address.state = any (z.states);
  select coalesce(sum(l.quantity * v.weight_grams), 0), coalesce(sum(l.quantity * l.unit_face_cents - l.discount_cents), 0)
  into v_grams, v_goods_cents
  from unnest(p_shipped) l join public.product_variants v on v.id = l.item_id;
  v_cents := private.shipping_cents(v_found.zone, v_grams, v_goods_cents);
  if v_cents is null then
    perform private.refuse(409, 'shipping_unavailable', jsonb_build_object(
      'state', (select s.name from private.us_states s where s.code = v_address.state), 'heavy', case when (v_found.zone).id is null then 0
        else 1 end));
  end if;
  -- Shipping is taxed as what is shipped: untaxed goods alone have untaxed shipping, one taxed item taxes the whole charge.
  select coalesce(max(t.bps) filter (where t.taxes_shipping), 0) into v_tax_bps
  from unnest(p_shipped) l join public.product_variants v on v.id = l.item_id join public.products p on p.id = v.product_id
  cross join lateral private.tax_of(v_address.state, v_address.postal_code, p.tax_class) t;
  v_price := private.price_line(v_cents, 1, 0, 0, 0, v_tax_bps, false);
  return next row('shipping', (v_found.zone).id, null, 2000000000, 'Shipping', (v_found.zone).name, 1, v_cents, 0, 0,
    v_price.tax_cents, v_price.total_cents,
    0, 0, null, null)::private.priced_line;
end
$$;
comment on function private.shipping_line(uuid, private.priced_line[]) is
  'The one charge for all that is shipped of a hold: by the zone of its address and the weight of the lines, nothing from the zone''s sum '
  'on. Where the state taxes shipping, it carries the highest rate of the goods in it: none, if those are not taxed. No row without an '
  'address. Refuses shipping_unavailable where no zone has the state, or no rate the weight.';

create function private.shipping_range(p_hold uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_grams bigint;
  v_cents bigint;
begin
  select coalesce(sum(l.quantity * v.weight_grams), 0), coalesce(sum(l.quantity * l.unit_face_cents - l.discount_cents), 0) into v_grams,
    v_cents
  from public.hold_lines l join public.product_variants v on v.id = l.variant_id where l.hold_id = p_hold;
  return (
    select jsonb_build_object('fromCents', min(c.cents), 'toCents', max(c.cents))
    from public.shipping_zones z cross join lateral private.shipping_cents(z, v_grams, v_cents) c (cents)
    where z.archived_at is null and c.cents is not null having count(*) > 0);
end
$$;
comment on function private.shipping_range(uuid) is
  'Returns the price range of shipping all goods of a hold, {fromCents, toCents} over all zones, before tax; null where they are shipped '
  'nowhere.';

create function private.lock_limited_products(p_choices private.line_choice[], p_keys text[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_product uuid;
begin
  for v_product in
    select distinct v.product_id
    from unnest(p_choices) c join public.line_kinds k on k.kind = c.kind and k.is_merchandise
    cross join unnest(c.items) i (item)
    join public.product_variants v on v.id = i.item
    join public.products p on p.id = v.product_id and p.max_per_person is not null
    order by 1
  loop
    perform private.lock_mailboxes(v_product, p_keys);
  end loop;
end
$$;
comment on function private.lock_limited_products(private.line_choice[], text[]) is
  'Serialises purchases of one mailbox for each product of a choice that has a limit per person. Taken after the mailboxes of event and '
  'code.';

create function private.check_product_limits(
  p_choices private.line_choice[], p_owner uuid, p_keys text[], p_hold uuid, p_replaced uuid[]
) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_product record;
  v_have int;
begin
  for v_product in
    select p.id, p.name, p.max_per_person, sum(n.units)::int as units, array_agg(v.id) as variants
    from unnest(p_choices) c join public.line_kinds k on k.kind = c.kind and k.is_merchandise
    cross join unnest(c.items, c.units) n (item, units)
    join public.product_variants v on v.id = n.item
    join public.products p on p.id = v.product_id and p.max_per_person is not null
    group by p.id order by p.id
  loop
    -- Counts only paid orders of other accounts, as for the limit of tickets per person.
    v_have := (
      select coalesce(sum(l.quantity), 0)
      from public.holds h join public.hold_lines l on l.hold_id = h.id
      join public.product_variants v on v.id = l.variant_id and v.product_id = v_product.id
      where h.owner_id = p_owner and h.status in ('active', 'pinned') and h.expires_at > now()
        and l.id <> all (p_replaced) and not (h.id is not distinct from p_hold and v.id = any (v_product.variants))
    ) + (
      select coalesce(sum(f.quantity), 0)
      from public.order_lines l
      join public.product_variants v on v.id = l.variant_id and v.product_id = v_product.id
      join public.orders o on o.id = l.order_id and o.paid_at is not null
      join public.fulfilments f on f.order_line_id = l.id and not private.fulfilment_is_ended(f.status)
      where o.owner_id = p_owner or (o.total_cents > 0 and o.email_key = any (p_keys))
    );
    if v_have + v_product.units > v_product.max_per_person then
      perform private.refuse(409, 'product_limit', jsonb_build_object(
        'type', v_product.name, 'limit', v_product.max_per_person, 'left', greatest(v_product.max_per_person - v_have, 0)));
    end if;
  end loop;
end
$$;
comment on function private.check_product_limits(private.line_choice[], uuid, text[], uuid, uuid[]) is
  'Refuses product_limit when a choice would take a person above what one person may have of a product: units in live holds (lines of '
  'p_hold that the choice or p_replaced replaces left aside) and of paid orders that were not cancelled or returned, by account and by '
  'mailbox. Callers whose response goes to the buyer pass proven mailboxes only.';

create function private.code_covers_goods(p_code public.promo_codes, p_variant uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case p_code.goods
    when 'all' then true
    when 'listed' then exists (
      select 1
      from public.product_variants v
      join public.promo_code_goods g on g.code_id = p_code.id and (g.product_id = v.product_id or exists (
        select 1 from public.product_collection_items i where i.collection_id = g.collection_id and i.product_id = v.product_id))
      where v.id = p_variant)
    else false end;
end
$$;
comment on function private.code_covers_goods(public.promo_codes, uuid) is
  'Returns whether a variant is in the scope of a code; false without a code.';

create function private.code_goods_names(p_code_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  -- five names of one code's scope are spelled out
  return (
    select jsonb_build_object('names', to_jsonb((coalesce(array_agg(s.name order by s.is_product, s.position, s.name), '{}'))[:5]),
      'unnamed', greatest(count(*) - 5, 0))
    from (
      select coalesce(o.name, p.name) as name, p.id is not null as is_product, coalesce(o.position, p.position) as position
      from public.promo_code_goods g
      left join public.product_collections o on o.id = g.collection_id left join public.products p on p.id = g.product_id
      where g.code_id = p_code_id) s);
end
$$;
comment on function private.code_goods_names(uuid) is
  'Returns the first collections and products that a code is for as {names, unnamed}: five names, and how many more there are.';

create function private.code_scopes(p_chosen uuid[], p_search text, p_limit int) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_pattern text := '%' || regexp_replace(lower(btrim(coalesce(p_search, ''))), '([\\%_])', '\\\1', 'g') || '%';
  v_others jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.status = 'archived', p.position, p.name, p.id), '[]')
  into v_others
  from (
    select a.id, a.name, a.status, a.position from public.products a
    where not a.id = any (p_chosen) and (lower(a.name || ' ' || a.slug) like v_pattern
      or exists (select 1 from public.product_variants v where v.product_id = a.id and lower(v.sku) like v_pattern))
    order by a.status = 'archived', a.position, a.name, a.id limit p_limit + 1) p;
  return jsonb_build_object(
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
      from public.products p where p.id = any (p_chosen)
    ) || case when jsonb_array_length(v_others) > p_limit then v_others - p_limit else v_others end,
    'hasMore', coalesce(jsonb_array_length(v_others) > p_limit, false),
    'collections', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.archived_at is not null,
        c.position, c.name, c.id), '[]')
      from public.product_collections c));
end
$$;
comment on function private.code_scopes(uuid[], text, int) is
  'Products and collections that a code can be for: {products, hasMore, collections}, each [{id, name}]. Products: the chosen ones by '
  'name, then at most p_limit of the others with p_search in their name, address or a SKU; hasMore: others match too.';

create function private.write_code_goods(p_id uuid, p_goods text, p_products jsonb, p_collections jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.promo_code_goods g where g.code_id = p_id and (p_goods <> 'listed'
    or not coalesce(p_products, '[]') ? coalesce(g.product_id::text, '')
      and not coalesce(p_collections, '[]') ? coalesce(g.collection_id::text, ''));
  if p_goods = 'listed' then
    insert into public.promo_code_goods (code_id, product_id)
    select p_id, p.id from public.products p where coalesce(p_products, '[]') ? p.id::text
    on conflict do nothing;
    insert into public.promo_code_goods (code_id, collection_id)
    select p_id, c.id from public.product_collections c where coalesce(p_collections, '[]') ? c.id::text
    on conflict do nothing;
    if (select count(*) from public.promo_code_goods g where g.code_id = p_id)
      is distinct from jsonb_array_length(coalesce(p_products, '[]')) + jsonb_array_length(coalesce(p_collections, '[]')) then
      perform private.refuse(404, 'not_found');
    end if;
  end if;
  update public.promo_codes set goods = p_goods where id = p_id and goods <> p_goods;
end
$$;
comment on function private.write_code_goods(uuid, text, jsonb, jsonb) is
  'Writes what of the shop a code is for: none, all, or the products and collections of two lists of ids. Refuses not_found for an id '
  'that is none.';

create function private.goods_shipping_over(p_order uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from private.goods_shippings s
    where s.order_id = p_order and not coalesce(s.fulfilment_ids <@ private.unclaimed_goods(s.goods_order_id), false));
end
$$;
comment on function private.goods_shipping_over(uuid) is
  'Returns whether an order pays for shipping goods that do not wait any more, because they were refunded, handed over or moved to '
  'another pick-up meanwhile; false for every other order.';

create function private.is_paid_shipping(p_order uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from private.goods_shippings s join public.orders o on o.id = s.order_id
    where s.order_id = p_order and (o.refunded_cents < o.total_cents or o.total_cents = 0));
end
$$;
comment on function private.is_paid_shipping(uuid) is
  'Returns whether an order pays for shipping what was not picked up, and was not given back whole: it has neither tickets nor goods to '
  'end with.';

create function private.event_pickups(p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'orders', count(distinct f.order_id) filter (where private.fulfilment_awaits_pickup(f.status)),
      'cents', coalesce(sum(div(l.total_cents * f.quantity, l.quantity)) filter (where private.fulfilment_awaits_pickup(f.status)), 0),
      'asked', count(distinct f.order_id) filter (where f.unclaimed_at is not null and private.fulfilment_awaits_pickup(f.status)),
      'ended', count(distinct f.order_id) filter (where private.fulfilment_is_cancelled(f.status)))
    from public.pickup_points p
    join public.fulfilments f on f.pickup_point_id = p.id
    join public.order_lines l on l.id = f.order_line_id
    join public.line_kinds k on k.kind = l.kind and k.is_merchandise
    where p.event_id = p_event);
end
$$;
comment on function private.event_pickups(uuid) is
  'Goods that are to be picked up at an event: {orders, cents (what they cost), asked (orders whose buyers were asked what becomes of '
  'them), ended (orders of which something was cancelled)}.';

revoke execute on function
  private.percent_beside_tickets(uuid), private.tax_of(text, text, text), private.goods_terms(uuid, private.line_choice[], uuid),
  private.shipping_line(uuid, private.priced_line[]), private.shipping_range(uuid), private.code_covers_goods(public.promo_codes, uuid),
  private.code_goods_names(uuid), private.code_scopes(uuid[], text, int), private.write_code_goods(uuid, text, jsonb, jsonb),
  private.goods_shipping_over(uuid), private.is_paid_shipping(uuid), private.event_pickups(uuid)
from public, anon, authenticated, service_role;
