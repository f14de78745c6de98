-- Defines the variants of products with their stock, and the line kind that sells them.

create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  name text not null default '' check (length(name) <= 80),
  option_values text[] not null default '{}' check (cardinality(option_values) <= 3 and array_position(option_values, null) is null),
  sku text not null unique check (sku ~ '^[A-Z0-9][A-Z0-9-]{1,39}$'),
  price_cents bigint not null check (price_cents between 0 and 10000000),
  weight_grams int not null default 0 check (weight_grams between 0 and 50000),
  low_stock_at int check (low_stock_at between 0 and 100000),
  low_since timestamptz,
  stock int not null default 0 check (stock between 0 and 1000000),
  held int not null default 0 check (held >= 0),
  sold int not null default 0 check (sold >= 0),
  position int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  constraint product_variants_no_oversell check (held + sold <= stock),
  unique (product_id, name)
) with (fillfactor = 50);
comment on table public.product_variants is
  'Variants of products, which buyers choose, each with its own price and stock. option_values = one value of each option of the product, in their order; name = the same as one text, empty where the product has no options. stock = all units there ever were to sell, those sold included; held = units in live holds; sold = units of paid lines that did not come back. held and sold are changed by the selling functions only, stock by private.move_stock only. low_stock_at = with this many unsold units or fewer, admins are written to, null for never; low_since = since when that is so.';
alter table public.product_variants enable row level security;
alter table public.product_variants force row level security;

create function private.check_product(
  p_event public.events, p_role text, p_code public.promo_codes, p_variants uuid[], p_units int[], out ends_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
declare
  v_line record;
  v_limit int := (select max_per_order from public.settings);
begin
  for v_line in
    select n.units, v.id
    from unnest(p_variants, p_units) n (variant_id, units)
    left join (
      public.product_variants v join public.products p on p.id = v.product_id and p.status = 'active'
    ) on v.id = n.variant_id and v.archived_at is null
  loop
    if v_line.id is null then
      perform private.refuse(404, 'not_found');
    end if;
    if v_line.units > v_limit then
      perform private.refuse(409, 'order_limit', jsonb_build_object('limit', v_limit));
    end if;
  end loop;
end
$$;
comment on function private.check_product(public.events, text, public.promo_codes, uuid[], int[]) is
  'Of the kind product: refuses variants that are not for sale, and more units of one than an order may have. Their sale has no end.';

create function private.stock_of_product(p_variants uuid[], p_units int[])
returns table (pool_id uuid, variant_id uuid, units int, name text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select null::uuid, v.id, n.units, p.name
  from unnest(p_variants, p_units) n (variant_id, units)
  join public.product_variants v on v.id = n.variant_id
  join public.products p on p.id = v.product_id;
end
$$;
comment on function private.stock_of_product(uuid[], int[]) is 'Of the kind product: units of the variant itself.';

create function private.price_product(p_event public.events, p_variants uuid[], p_units int[]) returns setof private.unit_price
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select 'product', v.id, null::uuid, p.position * 100 + v.position, p.name, v.name, n.units, v.price_cents, 0::bigint, 0, 0, false
  from unnest(p_variants, p_units) n (variant_id, units)
  join public.product_variants v on v.id = n.variant_id
  join public.products p on p.id = v.product_id;
end
$$;
comment on function private.price_product(public.events, uuid[], int[]) is
  'Of the kind product: the variants'' prices. Products carry no fee, and no tax until the shop knows where they go.';

create function private.fulfil_product(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.add_fulfilments(p_order, 'product');
end
$$;
comment on function private.fulfil_product(uuid) is 'Of the kind product: each line waits to be handed over or shipped.';

select private.add_line_kind('product', 'variant_id', 'public.product_variants', false);
