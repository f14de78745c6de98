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

revoke execute on function
  private.shipping_cents(public.shipping_zones, bigint, bigint), private.check_zone_states()
from public, anon, authenticated, service_role;
