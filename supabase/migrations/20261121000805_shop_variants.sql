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
  constraint product_variants_no_oversell check (held + sold <= stock)
) with (fillfactor = 50);
comment on table public.product_variants is
  'Variants of products, which buyers choose, each with its own price and stock. option_values = one value of each option of the product, '
  'in their order; name = the same as one text, empty where the product has no options. stock = all units there ever were to sell, those '
  'sold included; held = units in live holds; sold = units of paid lines that did not come back. held and sold are changed by the selling '
  'functions only, stock by private.move_stock only. low_stock_at = with this many unsold units or fewer, admins are written to, null for '
  'never; low_since = since when that is so.';
-- An archived variant gives its name free.
create unique index product_variants_name on public.product_variants (product_id, name) where archived_at is null;
create index product_variants_all on public.product_variants (product_id);
alter table public.product_variants enable row level security;
alter table public.product_variants force row level security;

create function private.variant_picture(p_product uuid, p_values text[], out image_path text, out image_alt text)
language plpgsql stable set search_path = ''
as $$
begin
  select i.image_path, i.image_alt into image_path, image_alt
  from public.product_pictures i where i.product_id = p_product
  order by case when i.option_value = any (p_values) then 1 when i.option_value is null then 2 else 3 end, i.position, i.id limit 1;
end
$$;
comment on function private.variant_picture(uuid, text[]) is
  'The picture of a variant with these values: the first that shows one of them, else the first that shows the product in general, else '
  'the first; nulls where the product has none.';

create function private.product_state(p_product public.products, p_role text, out state text, out opens_at timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  opens_at := p_product.drop_at;
  state := case
    when p_product.status <> 'active' then 'gone'
    when p_product.drop_at is null or now() >= p_product.drop_at then 'on_sale'
    when now() < p_product.drop_at - make_interval(mins => p_product.members_minutes) then 'not_yet'
    when private.role_may(p_role, 'own_account') then 'on_sale'
    else 'members_only' end;
  if private.role_may(p_role, 'own_account') then
    opens_at := p_product.drop_at - make_interval(mins => p_product.members_minutes);
  end if;
end
$$;
comment on function private.product_state(public.products, text) is
  'Returns the state of a product at this moment for a person of role p_role: on_sale, not_yet, members_only (members may buy, this '
  'person not yet) or gone; opens_at = when its sale begins for them. The clock is that of the transaction.';

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
    select n.units, v.id, p as product, s.state, s.opens_at
    from unnest(p_variants, p_units) n (variant_id, units)
    left join public.product_variants v on v.id = n.variant_id and v.archived_at is null
    left join public.products p on p.id = v.product_id
    left join lateral private.product_state(p, p_role) s on true
  loop
    if v_line.id is null then
      perform private.refuse(404, 'not_found');
    end if;
    case v_line.state
      when 'on_sale' then null;
      when 'members_only' then
        perform private.refuse(403, 'members_first', jsonb_build_object('type', (v_line.product).name, 'at', v_line.opens_at));
      when 'not_yet' then
        perform private.refuse(409, 'sale_not_started', jsonb_build_object('type', (v_line.product).name, 'at', v_line.opens_at));
      else perform private.refuse(404, 'not_found');
    end case;
    if v_line.units > v_limit then
      perform private.refuse(409, 'order_limit', jsonb_build_object('limit', v_limit));
    end if;
  end loop;
end
$$;
comment on function private.check_product(public.events, text, public.promo_codes, uuid[], int[]) is
  'Refuses variants of products that such a person cannot buy at this moment (drafts, archived ones, drops that have not begun for them), '
  'and more units of one than an order may have. Their sale has no end. How many of a product one person may have is checked by '
  'private.check_product_limits.';

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
comment on function private.stock_of_product(uuid[], int[]) is 'Returns the stock of products: units of the variant itself.';

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
  'Prices products at their variants'' prices. Products carry no fee; private.price_cart adds the tax of where they go.';

create function private.fulfil_product(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.add_fulfilments(p_order, 'product');
  perform private.take_from_cart(p_order);
end
$$;
comment on function private.fulfil_product(uuid) is
  'Fulfils products: each line waits to be handed over or shipped, and leaves its buyer''s cart.';

insert into public.line_kinds (kind, reference, catalogue, is_merchandise)
values ('product', 'variant_id', 'public.product_variants', true);
select private.add_line_kind('product');
