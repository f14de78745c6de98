-- Reads the shop's screens: one function per screen, one round trip each.
-- Lists run as their caller under row policies, and filter by the state of a product as well, because admins see drafts. How many
-- units are left comes from counters and holds that only staff read: private.variants_left computes it as the owner. So does the page
-- of a product, which also tells that a product was archived. Reads are the same for all callers but one thing: during the early minutes
-- of a drop, members may buy.

create index product_variants_product on public.product_variants (product_id, position) where archived_at is null;
create index products_newest on public.products (created_at desc, id) where status = 'active';

create function private.variants_left(p_products uuid[])
returns table (product_id uuid, variant_id uuid, option_values text[], price_cents bigint, "position" int, left_units int)
language plpgsql stable security definer rows 100 set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
begin
  return query
  with ended as materialized ( -- units in holds that ended and were not swept: counted as held, but available
    select l.item_id, sum(l.quantity)::int as units
    from public.holds h join public.hold_lines l on l.hold_id = h.id
    where h.status in ('active', 'pinned') and h.expires_at <= now() and l.variant_id is not null
    group by l.item_id
  )
  select v.product_id, v.id, v.option_values, v.price_cents, v.position, v.stock - v.held - v.sold + coalesce(e.units, 0)
  from public.product_variants v left join ended e on e.item_id = v.id
  where v.product_id = any (p_products) and v.archived_at is null;
end
$$;
comment on function private.variants_left(uuid[]) is
  'The variants on offer of some products, each with the units that can be bought now: in stock, not sold and in no live hold.';

create function private.size_place(p_options jsonb)
returns int
language sql immutable parallel safe set search_path = ''
as $$
  select min(o.place)::int
  from jsonb_array_elements(p_options) with ordinality o (option, place)
  where lower(o.option ->> 'name') in ('size', 'sizes')
$$;
comment on function private.size_place(jsonb) is 'The place (from 1) of the size among a product''s options; null where it has no sizes.';

create function private.product_states(p_products uuid[], p_size text default null)
returns table (product_id uuid, state text, from_cents bigint, to_cents bigint, few int)
language plpgsql stable rows 100 set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
begin
  return query
  select p.id,
    case
      when p.drop_at > now() then 'not_yet'
      when coalesce(s.left_units, 0) <= 0 then 'sold_out'
      else 'on_sale'
    end,
    coalesce(s.from_cents, p.price_cents), coalesce(s.to_cents, p.price_cents),
    case when s.left_units between 1 and 5 and (p.drop_at > now()) is not true then s.left_units end
  from public.products p
  left join (
    select l.product_id, sum(greatest(l.left_units, 0))::int as left_units,
      -- those that can be bought, else all
      coalesce(min(l.price_cents) filter (where l.left_units > 0), min(l.price_cents)) as from_cents,
      coalesce(max(l.price_cents) filter (where l.left_units > 0), max(l.price_cents)) as to_cents
    from private.variants_left(p_products) l join public.products q on q.id = l.product_id
    where p_size is null or lower(l.option_values[private.size_place(q.options)]) = lower(p_size)
    group by l.product_id
  ) s on s.product_id = p.id
  where p.id = any (p_products);
end
$$;
comment on function private.product_states(uuid[], text) is
  'The state of each product for lists, for everybody alike: not_yet (before its drop), sold_out or on_sale. from_cents and to_cents = '
  'the lowest and highest price of the variants that can be bought, of all where none can. few = units left, where at most 5 are. p_size '
  'counts the variants of that size alone.';

create function private.product_cards(p_products uuid[], p_size text default null)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'slug', p.slug, 'name', p.name, 'summary', p.summary, 'imagePath', p.image_path, 'imageAlt', p.image_alt,
      'state', s.state, 'fromCents', s.from_cents, 'toCents', s.to_cents, 'few', s.few,
      'dropAt', case when p.drop_at > now() then p.drop_at end,
      'membersFrom', case when p.drop_at > now() and p.members_minutes > 0
        then p.drop_at - make_interval(mins => p.members_minutes) end) order by i.place), '[]')
    from unnest(p_products) with ordinality i (id, place)
    join public.products p on p.id = i.id
    join private.product_states(p_products, p_size) s on s.product_id = p.id);
end
$$;
comment on function private.product_cards(uuid[], text) is
  'Products as lists show them, in the order given. dropAt and membersFrom = when everybody, and members, may buy; null once the drop has '
  'been.';

create function private.next_drop()
returns timestamptz
language sql stable set search_path = ''
as $$
  select min(c.at)
  from public.products p
  cross join lateral (values (p.drop_at), (p.drop_at - make_interval(mins => p.members_minutes))) c (at)
  where p.status = 'active' and p.drop_at > now() and c.at > now()
$$;
comment on function private.next_drop() is
  'The next moment at which a product changes by itself: at its drop, or when its members may buy. No page with products is cached beyond '
  'it.';

create function private.products_in(p_found uuid[], p_collection text, p_size text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select p.id from public.products p
    where p.status = 'active'
      and (p_found is null or p.id = any (p_found))
      and (p_collection is null or exists (
        select 1 from public.product_collections c join public.product_collection_items i on i.collection_id = c.id
        where c.slug = p_collection and c.archived_at is null and i.product_id = p.id))
      and (p_size is null or exists (
        select 1 from public.product_variants v
        where v.product_id = p.id and v.archived_at is null and lower(v.option_values[private.size_place(p.options)]) = lower(p_size))));
end
$$;
comment on function private.products_in(uuid[], text, text) is
  'Returns the products on sale that are among those found, in a collection, and made in a size; null = any.';

create function private.product_choices() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'collections', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'name', c.name) order by c.position, c.name), '[]')
      from public.product_collections c
      where c.archived_at is null and exists (
        select 1 from public.product_collection_items i join public.products p on p.id = i.product_id and p.status = 'active'
        where i.collection_id = c.id)),
    'sizes', (
      select coalesce(jsonb_agg(distinct v.value), '[]')
      from public.products p cross join lateral jsonb_array_elements_text(p.options -> (private.size_place(p.options) - 1) -> 'values') v
      where p.status = 'active'));
end
$$;
comment on function private.product_choices() is 'Returns the collections and sizes by which visitors can filter the products on sale.';

create function public.list_products(
  p_query text default null, p_collection text default null, p_size text default null, p_from_cents bigint default null,
  p_to_cents bigint default null, p_sort text default 'featured', p_page int default 1, p_limit int default 24
)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_query text := nullif(btrim(p_query, E' \t\r\n'), '');
  v_size text := nullif(btrim(p_size), '');
  v_limit int := least(greatest(coalesce(p_limit, 24), 1), 60);
  v_page int := least(greatest(coalesce(p_page, 1), 1), 1000);
  v_found uuid[];
  v_shown uuid[];
  v_total int;
begin
  if char_length(v_query) > 80 then
    perform private.refuse(422, 'invalid');
  end if;
  if v_query is not null then
    v_found := array(select f.item_id from private.find_entries(v_query) f where f.kind = 'product' order by f.place);
  end if;
  with hits as (
    select p.id, p.position, p.created_at, s.state, s.from_cents,
      case
        when v_query is not null then array_position(v_found, p.id)
        when p_collection is not null then (
          select i.position from public.product_collections c join public.product_collection_items i on i.collection_id = c.id
          where c.slug = p_collection and i.product_id = p.id)
      end as place
    from private.product_states(private.products_in(v_found, p_collection, v_size), v_size) s join public.products p on p.id = s.product_id
    where (p_from_cents is null or s.from_cents >= p_from_cents) and (p_to_cents is null or s.from_cents <= p_to_cents)
  ), numbered as (
    select h.id, row_number() over (order by h.state = 'sold_out',
      case when p_sort = 'price' then h.from_cents when p_sort = '-price' then -h.from_cents end,
      case when p_sort = 'newest' then h.created_at end desc,
      h.place, h.position, h.id) as n
    from hits h
  )
  select count(*), coalesce(array_agg(n.id order by n.n) filter (where n.n > (v_page - 1) * v_limit and n.n <= v_page * v_limit), '{}')
    into v_total, v_shown
  from numbered n;
  return private.product_choices() || jsonb_build_object(
    'products', private.product_cards(v_shown, v_size),
    'total', v_total,
    'page', v_page,
    'pages', greatest(1, (v_total + v_limit - 1) / v_limit),
    'nextDropAt', private.next_drop(),
    'currency', (select s.currency from public.settings s),
    'timeZone', (select s.time_zone from public.settings s),
    'now', now());
end
$$;
comment on function public.list_products(text, text, text, bigint, bigint, text, int, int) is
  'A page of the shop: active products, those that are sold out last; the same for every caller. p_query finds by words as site search '
  'does (at most 60 products), p_collection is a slug, p_size a value of the option Size, prices are compared with the one that the card '
  'shows. p_sort: featured (the order of the shop, of the collection, or of the search), newest, price, -price. total = how many match. '
  'Refuses invalid.';

create function private.similar_products(p_product uuid)
returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  v_ids uuid[] := array(
    select p.id from public.products p
    where p.status = 'active' and p.id <> p_product
    order by (
      select count(*) from public.product_collection_items i
      where i.product_id = p.id and i.collection_id in (
        select o.collection_id from public.product_collection_items o where o.product_id = p_product)) desc, p.position, p.id
    limit 16);
begin
  return array(
    select s.product_id from private.product_states(v_ids) s
    order by s.state = 'sold_out', array_position(v_ids, s.product_id) limit 4);
end
$$;
comment on function private.similar_products(uuid) is
  'Up to four other active products: those with most collections in common first, those that are sold out last.';

create function public.read_product(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_product public.products;
  v_sale record;
  v_sold public.products;
  v_state record;
begin
  select * into v_product from public.products where id = p_id;
  if v_product.id is null or (v_product.status = 'draft' and not private.may('manage_shop')) then
    return null;
  end if;
  if v_product.status = 'archived' then
    return jsonb_build_object('status', 'archived');
  end if;
  v_sold := v_product;
  v_sold.status := 'active'; -- the preview of a draft shows how it will sell
  select * into v_sale from private.product_state(v_sold, private.caller_role());
  select * into v_state from private.product_states(array[p_id]);
  return jsonb_build_object(
    'status', v_product.status,
    'product', jsonb_build_object(
      'id', v_product.id, 'slug', v_product.slug, 'name', v_product.name, 'summary', v_product.summary,
      'description', v_product.description, 'options', v_product.options, 'sizeChart', v_product.size_chart,
      'finalSale', v_product.final_sale, 'imagePath', v_product.image_path, 'imageAlt', v_product.image_alt,
      'fromCents', v_state.from_cents, 'toCents', v_state.to_cents,
      'dropAt', case when v_product.drop_at > now() then v_product.drop_at end,
      'membersFrom', case when v_product.drop_at > now() and v_product.members_minutes > 0
        then v_product.drop_at - make_interval(mins => v_product.members_minutes) end,
      'pictures', (
        select coalesce(jsonb_agg(jsonb_build_object('imagePath', c.image_path, 'imageAlt', c.image_alt, 'value', c.option_value)
          order by c.position, c.id), '[]')
        from public.product_pictures c where c.product_id = p_id)),
    'state', case
      when v_sale.state <> 'on_sale' then 'not_yet'
      when exists (select 1 from private.variants_left(array[p_id]) l where l.left_units > 0) then 'on_sale'
      else 'sold_out'
    end,
    'buyableFrom', case when v_sale.state <> 'on_sale' then v_sale.opens_at end,
    'variants', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.variant_id, 'values', l.option_values, 'priceCents', l.price_cents,
        'soldOut', l.left_units <= 0,
        'few', case when l.left_units between 1 and 5 and v_sale.state = 'on_sale' then l.left_units end)
        order by l.position, l.variant_id), '[]')
      from private.variants_left(array[p_id]) l),
    'maxQuantity', (select least(s.max_per_order, coalesce(v_product.max_per_person, s.max_per_order)) from public.settings s),
    'maxPerPerson', v_product.max_per_person,
    'ticketPercent', private.percent_beside_tickets(p_id),
    'handling', private.handling_days(),
    'collections', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'name', c.name) order by c.position, c.name), '[]')
      from public.product_collections c join public.product_collection_items i on i.collection_id = c.id
      where i.product_id = p_id and c.archived_at is null),
    'more', private.product_cards(private.similar_products(p_id)),
    'nextDropAt', private.next_drop(),
    'currency', (select s.currency from public.settings s),
    'timeZone', (select s.time_zone from public.settings s),
    'now', now());
end
$$;
comment on function public.read_product(uuid) is
  'The page of a product with its variants and the products that are like it. state is the caller''s: members may buy in the early '
  'minutes of a drop; buyableFrom = when the caller may, null for now. few = units left of a variant, where at most 5 are and the sale '
  'has begun. Null when there is no such product, and for a draft to everybody but admins; {"status": "archived"} alone for one that left '
  'the shop.';

create function public.list_suggested_products(p_event uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_collections text[] := array['featured'] || array(
    select x.slug from public.events e left join public.event_series s on s.id = e.series_id
    cross join lateral (values (e.slug), (s.slug)) x (slug)
    where e.id = p_event and x.slug is not null);
  v_ids uuid[] := array(
    select p.id from public.products p
    where p.status = 'active' and (p.drop_at is null or p.drop_at <= now())
      and not exists (
        select 1 from public.cart_items c join public.product_variants v on v.id = c.variant_id
        where c.owner_id = auth.uid() and private.caller_role() is not null and v.product_id = p.id)
    order by (
      -- a collection named like the event or its series before the featured one
      select max(case when c.slug = 'featured' then 1 else 2 end)
      from public.product_collections c join public.product_collection_items i on i.collection_id = c.id
      where i.product_id = p.id and c.archived_at is null and c.slug = any (v_collections)) desc nulls last,
      (select sum(v.sold) from public.product_variants v where v.product_id = p.id) desc nulls last, p.position, p.id
    limit 40);
begin
  return jsonb_build_object(
    'products', (
      select coalesce(jsonb_agg(c.card || jsonb_build_object('ticketPercent', private.percent_beside_tickets((c.card ->> 'id')::uuid))
        order by c.place), '[]')
      from jsonb_array_elements(private.product_cards(array(
        select s.product_id from private.product_states(v_ids) s where s.state = 'on_sale'
        order by array_position(v_ids, s.product_id) limit 2))) with ordinality c (card, place)),
    'currency', (select s.currency from public.settings s));
end
$$;
comment on function public.list_suggested_products(uuid) is
  'At most two products to suggest, all of which can be bought now: those of a collection that has the slug of the event or of its '
  'series, then those of the collection featured, then the best sellers; without what is in the caller''s cart.';

create function public.read_product_share_card(p_id uuid)
returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'summary', p.summary, 'fromCents', t.from_cents, 'toCents', t.to_cents,
    'dropAt', case when p.drop_at > now() then p.drop_at end, 'imagePath', p.image_path, 'brand', s.brand, 'currency', s.currency,
    'timeZone', s.time_zone)
  from public.products p cross join public.settings s cross join lateral private.product_states(array[p.id]) t
  where p.id = p_id and p.status = 'active'
$$;
comment on function public.read_product_share_card(uuid) is
  'Returns the facts for the picture of a shared link to a product; the same for every caller. Null for a product that is not in the shop.';

create function public.list_sitemap_products()
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'updatedAt', p.updated_at) order by p.position, p.id), '[]')
  from (
    select p.id, p.slug, p.updated_at, p.position from public.products p
    where p.status = 'active' order by p.position, p.id
    -- as many as one file may list
    limit 50000
  ) p
$$;
comment on function public.list_sitemap_products() is 'The products that the sitemap lists: all active ones, under row policies.';

revoke execute on function private.variants_left(uuid[]), private.size_place(jsonb), private.product_states(uuid[], text),
  private.product_cards(uuid[], text), private.next_drop(), private.similar_products(uuid),
  private.products_in(uuid[], text, text), private.product_choices(),
  public.list_products(text, text, text, bigint, bigint, text, int, int), public.read_product(uuid),
  public.list_suggested_products(uuid), public.read_product_share_card(uuid), public.list_sitemap_products()
from public, anon, authenticated, service_role;
grant execute on function
  public.list_products(text, text, text, bigint, bigint, text, int, int), public.read_product(uuid),
  public.list_suggested_products(uuid), public.read_product_share_card(uuid), public.list_sitemap_products(),
  private.variants_left(uuid[]), private.size_place(jsonb), private.product_states(uuid[], text), private.product_cards(uuid[], text),
  private.next_drop(), private.products_in(uuid[], text, text), private.product_choices()
to anon, authenticated, service_role;
