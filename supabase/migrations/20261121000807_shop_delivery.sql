-- Prices shipping and the tax that goods carry: zones with a table of weights, and rates by state and ZIP code. Admins edit them.

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 2 and 80 and name !~ '[[:cntrl:]]'),
  states text[] not null check (cardinality(states) between 1 and 60),
  free_above_cents bigint check (free_above_cents between 1 and 10000000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
comment on table public.shipping_zones is
  'Groups of states that goods are shipped to at the same price. free_above_cents = shipping costs nothing from this sum of shipped goods '
  'on, after discounts; null = never. A state is in one zone at most. version counts changes, so that two admins do not overwrite each '
  'other.';

create table public.shipping_rates (
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  up_to_grams int not null check (up_to_grams between 1 and 1000000),
  price_cents bigint not null check (price_cents between 0 and 1000000),
  primary key (zone_id, up_to_grams)
);
comment on table public.shipping_rates is
  'Prices of one shipment to a zone, each up to a weight. One row with a high weight is a flat price; a parcel heavier than every row is '
  'not shipped.';

create table public.tax_rates (
  id uuid primary key default gen_random_uuid(),
  state text not null references private.us_states (code),
  zip_prefix text not null default '' check (zip_prefix ~ '^[0-9]{0,5}$'),
  tax_class text not null check (tax_class in ('general', 'clothing')),
  bps int not null check (bps between 0 and 3000),
  taxes_shipping boolean not null default false,
  version int not null default 1,
  unique (state, zip_prefix, tax_class)
);
comment on table public.tax_rates is
  'Sales tax of goods in hundredths of a percent, by the state and the first digits of the ZIP code of where they go or are handed over; '
  'the row with the longest matching zip_prefix counts. Where there is none, no tax is due. taxes_shipping = the state also taxes what '
  'shipping goods of this class costs, where they are taxed. Products of the class none are never taxed.';

alter table public.pickup_points add constraint pickup_points_place foreign key (place_id) references public.stock_places (id);
create index pickup_points_place on public.pickup_points (place_id) where place_id is not null;

alter table public.shipping_zones enable row level security;
alter table public.shipping_zones force row level security;
alter table public.shipping_rates enable row level security;
alter table public.shipping_rates force row level security;
alter table public.tax_rates enable row level security;
alter table public.tax_rates force row level security;
grant select on public.shipping_zones, public.shipping_rates, public.tax_rates to authenticated, service_role;
create policy shipping_zones_select on public.shipping_zones for select to authenticated using ((select private.may('manage_shop')));
create policy shipping_rates_select on public.shipping_rates for select to authenticated using ((select private.may('manage_shop')));
create policy tax_rates_select on public.tax_rates for select to authenticated using ((select private.may('manage_shop')));

create function private.check_zone_states() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- one at a time, so that two zones cannot take the same state at the same moment
  perform pg_advisory_xact_lock(hashtextextended('shipping zones', 0));
  if new.archived_at is null and (
    exists (select 1 from unnest(new.states) s (code) where not exists (select 1 from private.us_states u where u.code = s.code))
    or exists (select 1 from public.shipping_zones z where z.id <> new.id and z.archived_at is null and z.states && new.states)
  ) then
    raise exception 'a state is unknown or in another zone' using errcode = 'check_violation', constraint = 'shipping_zones_states';
  end if;
  return new;
end
$$;
comment on function private.check_zone_states() is 'Trigger: a zone has states that exist, and no state is in two zones.';
create trigger shipping_zones_states before insert or update of states, archived_at on public.shipping_zones
  for each row execute function private.check_zone_states();

create table public.price_rules (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 2 and 80 and name !~ '[[:cntrl:]]'),
  percent int not null check (percent between 1 and 90),
  collection_id uuid references public.product_collections (id) on delete cascade,
  version int not null default 1,
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
comment on table public.price_rules is
  'Discounts on goods in an order that has tickets: percent off each unit of the products of a collection, or of every product '
  '(collection_id null). The largest of several applies alone.';
create index price_rules_collection on public.price_rules (collection_id) where collection_id is not null;
alter table public.price_rules enable row level security;
alter table public.price_rules force row level security;
grant select on public.price_rules to authenticated, service_role;
create policy price_rules_select on public.price_rules for select to authenticated using ((select private.may('manage_shop')));

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
  v_product public.products;
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

create function private.shipping_cents(p_zone public.shipping_zones, p_grams bigint, p_goods_cents bigint) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case when p_goods_cents >= p_zone.free_above_cents then 0 else r.price_cents end
    from public.shipping_rates r where r.zone_id = p_zone.id and r.up_to_grams >= p_grams order by r.up_to_grams limit 1);
end
$$;
comment on function private.shipping_cents(public.shipping_zones, bigint, bigint) is
  'Returns the price of one shipment to a zone, in cents, by its weight and by the price of its goods after discounts; null where it is '
  'too heavy for every rate.';

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

create function private.shipping_line(p_hold uuid, p_shipped private.priced_line[]) returns setof private.priced_line
language plpgsql stable set search_path = ''
as $$
declare
  v_address public.hold_addresses;
  v_zone public.shipping_zones;
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
  select * into v_zone from public.shipping_zones where archived_at is null and v_address.state = any (states);
  select coalesce(sum(l.quantity * v.weight_grams), 0), coalesce(sum(l.quantity * l.unit_face_cents - l.discount_cents), 0)
  into v_grams, v_goods_cents
  from unnest(p_shipped) l join public.product_variants v on v.id = l.item_id;
  v_cents := private.shipping_cents(v_zone, v_grams, v_goods_cents);
  if v_cents is null then
    perform private.refuse(409, 'shipping_unavailable', jsonb_build_object(
      'state', (select s.name from private.us_states s where s.code = v_address.state), 'heavy', case when v_zone.id is null then 0
        else 1 end));
  end if;
  -- Shipping is taxed as what is shipped: untaxed goods alone have untaxed shipping, one taxed item taxes the whole charge.
  select coalesce(max(t.bps) filter (where t.taxes_shipping), 0) into v_tax_bps
  from unnest(p_shipped) l join public.product_variants v on v.id = l.item_id join public.products p on p.id = v.product_id
  cross join lateral private.tax_of(v_address.state, v_address.postal_code, p.tax_class) t;
  v_price := private.price_line(v_cents, 1, 0, 0, 0, v_tax_bps, false);
  return next row('shipping', v_zone.id, null, 2000000000, 'Shipping', v_zone.name, 1, v_cents, 0, 0,
    v_price.tax_cents, v_price.total_cents,
    0, 0, null, null)::private.priced_line;
end
$$;
comment on function private.shipping_line(uuid, private.priced_line[]) is
  'The one charge for all that is shipped of a hold: by the zone of its address and the weight of the lines, nothing from the zone''s sum '
  'on. Where the state taxes shipping, it carries the highest rate of the goods in it: none, if those are not taxed. No row without an '
  'address. Refuses shipping_unavailable where no zone has the state, or no rate the weight.';

create function private.check_shipping(
  p_event public.events, p_role text, p_code public.promo_codes, p_zones uuid[], p_units int[], out ends_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  perform private.refuse(422, 'invalid', '{"field": "lines"}');
end
$$;
comment on function private.check_shipping(public.events, text, public.promo_codes, uuid[], int[]) is
  'Refuses every choice of shipping: it is computed from the goods of a cart that are shipped.';

create function private.stock_of_shipping(p_zones uuid[], p_units int[])
returns table (pool_id uuid, variant_id uuid, units int, name text)
language plpgsql stable set search_path = ''
as $$
begin
  return;
end
$$;
comment on function private.stock_of_shipping(uuid[], int[]) is 'Returns no stock: shipping draws on none.';

create function private.price_shipping(p_event public.events, p_zones uuid[], p_units int[]) returns setof private.unit_price
language plpgsql stable set search_path = ''
as $$
begin
  return;
end
$$;
comment on function private.price_shipping(public.events, uuid[], int[]) is
  'Returns no price rows: private.shipping_line adds the line, because it depends on all that is shipped.';

create function private.fulfil_shipping(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
end
$$;
comment on function private.fulfil_shipping(uuid) is 'Does nothing: no goods are handed over for shipping.';

insert into public.line_kinds (kind, reference, catalogue, is_chosen, is_discountable, is_delivery_charge)
values ('shipping', 'shipping_zone_id', 'public.shipping_zones', false, false, true);
select private.add_line_kind('shipping');

revoke execute on function private.tax_of(text, text, text), private.percent_beside_tickets(uuid),
  private.goods_terms(uuid, private.line_choice[], uuid),
  private.shipping_line(uuid, private.priced_line[]), private.shipping_cents(public.shipping_zones, bigint, bigint),
  private.shipping_range(uuid), private.check_zone_states() from public, anon, authenticated, service_role;
