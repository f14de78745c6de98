-- Edits the catalogue of the shop: products with their options and variants, their pictures, and collections. Admins only.

create function private.lock_product(p_id uuid, p_version int) returns public.products
language plpgsql volatile set search_path = ''
as $$
declare
  v_product public.products;
begin
  perform private.require_permission('manage_shop');
  select * into v_product from public.products where id = p_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if p_version is not null and v_product.version <> p_version then
    perform private.refuse(409, 'product_changed');
  end if;
  return v_product;
end
$$;
comment on function private.lock_product(uuid, int) is
  'Locks a product for a change by an admin. p_version = the version that the change was made on, null where that does not matter. '
  'Refuses not_allowed, not_found, product_changed.';

create function private.touch_product(p_id uuid, p_action text, p_facts jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update public.products p set version = version + 1, price_cents = coalesce(
    (select min(v.price_cents) from public.product_variants v where v.product_id = p.id and v.archived_at is null), p.price_cents)
  where id = p_id;
  perform private.audit(p_action, 'product', p_id::text, p_facts);
end
$$;
comment on function private.touch_product(uuid, text, jsonb) is
  'Ends a change of a product: counts its version, keeps its price at that of the cheapest variant, and writes the audit row.';

create function private.collections_of(p_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(c.name order by c.name)
    from public.product_collection_items i join public.product_collections c on c.id = i.collection_id where i.product_id = p_id);
end
$$;
comment on function private.collections_of(uuid) is
  'The names of the collections of a product as JSON, for the audit log; null without any.';

create function private.product_checklist(p_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('code', c.code, 'ok', c.ok, 'required', c.required) order by c.place)
    from public.products p
    cross join lateral (values
      (1, 'summary', p.summary <> '', true),
      (2, 'picture', p.image_path is not null, true),
      (3, 'variant', exists (select 1 from public.product_variants v where v.product_id = p.id and v.archived_at is null), true),
      (4, 'price', not exists (
        select 1 from public.product_variants v where v.product_id = p.id and v.archived_at is null and v.price_cents = 0), true),
      (5, 'weight', not exists (
        select 1 from public.product_variants v where v.product_id = p.id and v.archived_at is null and v.weight_grams = 0), true),
      (6, 'stock', exists (
        select 1 from public.product_variants v where v.product_id = p.id and v.archived_at is null and v.stock > v.sold), false),
      (7, 'description', p.description <> '', false),
      (8, 'collection', exists (select 1 from public.product_collection_items i where i.product_id = p.id), false),
      (9, 'size_chart', p.size_chart is not null or not exists (
        select 1 from jsonb_array_elements(p.options) o where lower(o ->> 'name') = 'size'), false)
    ) c (place, code, ok, required)
    where p.id = p_id);
end
$$;
comment on function private.product_checklist(uuid) is
  'Returns the checks of a product before it is published, in order: [{code, ok, required}].';

create function public.list_staff_products(
  p_show text default 'active', p_search text default null, p_collection uuid default null,
  p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_pattern text := '%' || regexp_replace(lower(btrim(coalesce(p_search, ''))), '([\\%_])', '\\\1', 'g') || '%';
  v_ids uuid[];
  v_counts jsonb;
begin
  perform private.require_permission('manage_shop');
  with narrowed as (
    select p.id, p.status, row_number() over (order by p.position, lower(p.name), p.id) as at
    from public.products p
    where (lower(p.name || ' ' || p.slug) like v_pattern
        or exists (select 1 from public.product_variants v where v.product_id = p.id and lower(v.sku) like v_pattern))
      and (p_collection is null or exists (
        select 1 from public.product_collection_items i where i.collection_id = p_collection and i.product_id = p.id))
  )
  select
    (select array_agg(s.id order by s.at) from (
      select n.id, n.at from narrowed n
      where n.status = p_show and n.at > coalesce((select a.at from narrowed a where a.id = p_after), 0) order by n.at
        limit v_limit + 1) s),
    (select jsonb_build_object('active', count(*) filter (where n.status = 'active'), 'draft', count(*) filter (where n.status = 'draft'),
      'archived', count(*) filter (where n.status = 'archived')) from narrowed n)
  into v_ids, v_counts;
  return jsonb_build_object(
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'status', p.status,
        'imagePath', p.image_path,
        'priceCents', p.price_cents, 'dropAt', p.drop_at, 'finalSale', p.final_sale,
        'variants', v.count, 'available', v.available, 'low', v.low,
        'collections', (
          select coalesce(jsonb_agg(c.name order by c.position, c.name), '[]')
          from public.product_collection_items i join public.product_collections c on c.id = i.collection_id
          where i.product_id = p.id and c.archived_at is null)) order by array_position(v_ids, p.id)), '[]')
      from public.products p
      cross join lateral (
        select count(*) as count, coalesce(sum(v.stock - v.held - v.sold), 0) as available,
          count(*) filter (where v.stock - v.sold <= v.low_stock_at) as low
        from public.product_variants v where v.product_id = p.id and v.archived_at is null
      ) v
      where p.id = any (v_ids[:v_limit])),
    'counts', v_counts,
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'collections', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.position, c.name), '[]')
      from public.product_collections c where c.archived_at is null),
    'currency', (select s.currency from public.settings s),
    'timeZone', (select s.time_zone from public.settings s),
    'now', now());
end
$$;
comment on function public.list_staff_products(text, text, uuid, uuid, int) is
  'A page of products as staff see them: {products, counts, next, collections, currency, timeZone, now}. p_show = active, draft or '
  'archived; p_search = part of a name, an address or a SKU. Admins only: refuses not_allowed.';

create function public.read_product_editor(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_shop');
  return (
    select jsonb_build_object(
      'id', p.id, 'version', p.version, 'status', p.status, 'name', p.name, 'slug', p.slug, 'summary', p.summary,
      'description', p.description,
      'options', p.options, 'sizeChart', p.size_chart, 'finalSale', p.final_sale, 'taxClass', p.tax_class,
      -- as a clock in the brand's zone shows it, which the form takes
      'dropAt', to_char(p.drop_at at time zone s.time_zone, 'YYYY-MM-DD"T"HH24:MI'), 'membersMinutes', p.members_minutes,
      'maxPerPerson', p.max_per_person,
      'position', p.position, 'currency', s.currency, 'timeZone', s.time_zone,
      'collections', (select coalesce(jsonb_agg(i.collection_id), '[]') from public.product_collection_items i where i.product_id = p.id),
      'allCollections', (
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.position, c.name), '[]')
        from public.product_collections c where c.archived_at is null),
      'pictures', (
        select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'imagePath', i.image_path, 'imageAlt', i.image_alt,
          'value', i.option_value) order by i.position), '[]')
        from public.product_pictures i where i.product_id = p.id),
      'variants', (
        select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'priceCents', v.price_cents,
          'weightGrams', v.weight_grams, 'lowStockAt', v.low_stock_at, 'archived', v.archived_at is not null,
          'available', v.stock - v.held - v.sold, 'sold', v.sold) order by v.archived_at is not null, v.position, v.name, v.id), '[]')
        from public.product_variants v where v.product_id = p.id),
      'checklist', private.product_checklist(p.id))
    from public.products p cross join public.settings s
    where p.id = p_id);
end
$$;
comment on function public.read_product_editor(uuid) is
  'A product as the editor of staff takes it, with its variants, pictures, all collections and what it needs before it is published; null '
  'where there is none. Admins only: refuses not_allowed.';

create function private.free_slug(p_name text, p_except uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_base text := coalesce(nullif(trim(both '-' from left(regexp_replace(lower(private.name_key(p_name)), '[^a-z0-9]+', '-', 'g'), 70)), ''),
    'product');
begin
  return (
    select c.slug
    from generate_series(1, 1000) n
    cross join lateral (select v_base || case when n > 1 then '-' || n else '' end as slug) c
    where not exists (select 1 from public.products p where p.slug = c.slug and p.id is distinct from p_except)
    order by n limit 1);
end
$$;
comment on function private.free_slug(text, uuid) is 'Makes the address of a product out of its name, one that no other product has.';

create function private.free_sku(p_slug text, p_values text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_base text := trim(both '-' from left(regexp_replace(upper(concat_ws('-', p_slug, array_to_string(p_values, '-'))),
    '[^A-Z0-9]+', '-', 'g'), 36));
begin
  return (
    select c.sku
    from generate_series(1, 1000) n
    cross join lateral (select v_base || case when n > 1 then '-' || n else '' end as sku) c
    where c.sku ~ '^[A-Z0-9][A-Z0-9-]{1,39}$' and not exists (select 1 from public.product_variants v where v.sku = c.sku)
    order by n limit 1);
end
$$;
comment on function private.free_sku(text, text[]) is
  'Makes a SKU out of a product''s address and a variant''s values, one that no other variant has.';

create function private.option_choices(p_options jsonb)
returns table (place int, option_values text[])
language plpgsql immutable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with recursive built (depth, vals, at) as (
    select 0, '{}'::text[], '{}'::int[]
    union all
    select b.depth + 1, b.vals || v.value, b.at || v.n::int
    from built b
    cross join lateral jsonb_array_elements_text(p_options -> b.depth -> 'values') with ordinality v (value, n)
    where b.depth < jsonb_array_length(p_options)
  )
  select row_number() over (order by b.at)::int, b.vals from built b where b.depth = jsonb_array_length(p_options);
end
$$;
comment on function private.option_choices(jsonb) is
  'Every choice that options allow, in the order of their values; one without values where there is no option.';

create function private.option_before(p_place int, p_from jsonb, p_to jsonb) returns int
language plpgsql immutable set search_path = ''
as $$
begin
  -- the same name, or the same place where no option came or went
  return coalesce(
    (select (o.n - 1)::int from jsonb_array_elements(p_from) with ordinality o (value, n)
      where lower(o.value ->> 'name') = lower(p_to -> p_place ->> 'name') limit 1),
    case when jsonb_array_length(p_from) = jsonb_array_length(p_to) and not exists (
      select 1 from jsonb_array_elements(p_to) o where lower(o ->> 'name') = lower(p_from -> p_place ->> 'name')) then p_place end);
end
$$;
comment on function private.option_before(int, jsonb, jsonb) is
  'The place (from 0) that an option had before the options changed, renamed ones included; null for a new one.';

create function private.value_after(p_value text, p_from jsonb, p_to jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_at int := (select x.n from jsonb_array_elements_text(p_from -> 'values') with ordinality x (value, n) where x.value = p_value);
begin
  if (p_to -> 'values') ? p_value then
    return p_value;
  end if;
  -- A value whose place was taken by a new one was renamed.
  if v_at is null or jsonb_array_length(p_from -> 'values') <> jsonb_array_length(p_to -> 'values')
    or (p_from -> 'values') ? (p_to -> 'values' ->> (v_at - 1)) then
    return null;
  end if;
  return p_to -> 'values' ->> (v_at - 1);
end
$$;
comment on function private.value_after(text, jsonb, jsonb) is
  'Returns the name of a value of an option after the option changed; null where it is no longer offered.';

create function private.kept_values(p_values text[], p_from jsonb, p_to jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_kept text[] := '{}';
  v_old int;
  v_value text;
begin
  for v_place in 0 .. jsonb_array_length(p_to) - 1 loop
    v_old := private.option_before(v_place, p_from, p_to);
    v_value := p_to -> v_place -> 'values' ->> 0; -- what was sold before there was a choice is its first value
    if v_old is not null then
      v_value := private.value_after(p_values[v_old + 1], p_from -> v_old, p_to -> v_place);
      if v_value is null then
        return null;
      end if;
    end if;
    v_kept := v_kept || v_value;
  end loop;
  return v_kept;
end
$$;
comment on function private.kept_values(text[], jsonb, jsonb) is
  'Returns the names of a variant''s values after the options changed: renamed options and values are followed, a new option begins with '
  'its first value. Null where the choice is no longer offered.';

create function private.names_one_option(p_options jsonb, p_value text) returns boolean
language sql immutable set search_path = ''
as $$
  select count(*) = 1 from jsonb_array_elements(p_options) o where o -> 'values' ? p_value;
$$;
comment on function private.names_one_option(jsonb, text) is
  'Returns whether a value belongs to one option alone, so that a picture can name it without naming its option: not Small where both '
  'size and print have it.';

create function private.set_options(p_product public.products, p_options jsonb, p_price bigint, p_weight int, p_low int) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_choice record;
  v_keep uuid;
  v_kept uuid[] := '{}';
  v_before jsonb;
begin
  if p_options is null or not private.are_product_options(p_options) then
    perform private.refuse(422, 'options_unclear');
  end if;
  if (select count(*) from private.option_choices(p_options)) > 100 then
    perform private.refuse(422, 'too_many_variants');
  end if;
  perform 1 from public.product_variants v where v.product_id = p_product.id order by v.id for no key update;
  update public.products set options = p_options where id = p_product.id;
  -- Pictures keep their value under its new name, and show the product in general when it is no longer offered or
  -- two options have it.
  update public.product_pictures i set option_value = (
    select private.value_after(i.option_value, p_product.options -> b.place, p_options -> n.place)
    from generate_series(0, jsonb_array_length(p_options) - 1) n (place)
    cross join lateral (select private.option_before(n.place, p_product.options, p_options) as place) b
    where p_product.options -> b.place -> 'values' ? i.option_value order by n.place limit 1)
  where i.product_id = p_product.id and i.option_value is not null;
  update public.product_pictures i set option_value = null
  where i.product_id = p_product.id and i.option_value is not null and not private.names_one_option(p_options, i.option_value);
  -- First all make way, so that no name is taken in between; nothing is deleted, because orders and the ledger name variants.
  v_before := (
    select jsonb_agg(jsonb_build_object('id', v.id, 'archived', v.archived_at is not null, 'place', v.position, 'option_values',
      case when v.archived_at is null then private.kept_values(v.option_values, p_product.options, p_options) else v.option_values end))
    from public.product_variants v where v.product_id = p_product.id);
  update public.product_variants set archived_at = now() where product_id = p_product.id and archived_at is null;
  for v_choice in select * from private.option_choices(p_options) loop
    select r.id into v_keep
    from jsonb_to_recordset(coalesce(v_before, '[]')) r (id uuid, archived boolean, place int, option_values text[])
    where r.option_values = v_choice.option_values and r.id <> all (v_kept) order by r.archived, r.place, r.id limit 1;
    if found then
      update public.product_variants set archived_at = null, option_values = v_choice.option_values,
        name = array_to_string(v_choice.option_values, ' / '), position = v_choice.place
      where id = v_keep;
      v_kept := v_kept || v_keep;
    else
      insert into public.product_variants (product_id, name, option_values, sku, price_cents, weight_grams, low_stock_at, position)
      values (p_product.id, array_to_string(v_choice.option_values, ' / '), v_choice.option_values,
        private.free_sku(p_product.slug, v_choice.option_values), p_price, p_weight, p_low, v_choice.place);
    end if;
  end loop;
end
$$;
comment on function private.set_options(public.products, jsonb, bigint, int, int) is
  'Gives a locked product these options and a variant for each choice. Variants whose choice stays keep their units, renamed values are '
  'followed, by pictures too, one that was archived comes back, and the others are archived, never deleted. New ones get the price, '
  'weight and threshold given here. Refuses options_unclear, and too_many_variants above 100.';

create function private.create_product(p_name text) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_new public.products;
begin
  insert into public.products (slug, name, price_cents, position)
  values (private.free_slug(p_name, null), p_name, 0, (select coalesce(max(p.position), 0) + 1 from public.products p))
  returning * into v_new;
  perform private.set_options(v_new, '[]', 0, 0, null);
  perform private.audit('product.created', 'product', v_new.id::text, jsonb_build_object('name', p_name));
  return v_new.id;
end
$$;
comment on function private.create_product(text) is 'Creates a draft of this name, last in the shop, with one variant, and returns its id.';

create function private.check_product_fields(p_product jsonb, p_slug text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(p_slug) > 80 or length(p_product ->> 'summary') > 300
    or length(p_product ->> 'description') > 4000 or not private.is_readable(p_product ->> 'summary', true)
    or not private.is_readable(p_product ->> 'description', true) or not private.is_size_chart(nullif(p_product -> 'sizeChart', 'null'))
    or coalesce(p_product ->> 'taxClass', '') not in ('general', 'clothing', 'none')
    or coalesce((p_product ->> 'membersMinutes')::int, 0) not between 0 and 10080
    or (p_product ->> 'maxPerPerson')::int not between 1 and 20
    or (p_product ->> 'position')::int not between 0 and 100000 then
    perform private.refuse(422, 'invalid');
  end if;
end
$$;
comment on function private.check_product_fields(jsonb, text) is
  'Refuses a field of public.save_product that is too long, unreadable or out of range.';

create function private.set_collections(p_product uuid, p_collections jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.product_collection_items i
  where i.product_id = p_product and not p_collections ? i.collection_id::text
    and exists (select 1 from public.product_collections c where c.id = i.collection_id and c.archived_at is null);
  insert into public.product_collection_items (collection_id, product_id, position)
  select c.id, p_product, (select coalesce(max(i.position), 0) + 1 from public.product_collection_items i where i.collection_id = c.id)
  from public.product_collections c
  where c.archived_at is null and p_collections ? c.id::text
  on conflict do nothing;
end
$$;
comment on function private.set_collections(uuid, jsonb) is
  'Puts a product, last, into the collections of a list of ids and takes it out of others; archived ones stay as they are.';

create function public.save_product(p_id uuid, p_version int, p_product jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old public.products;
  v_new public.products;
  v_collections jsonb := private.collections_of(p_id);
  v_id uuid := p_id;
  v_name text := btrim(p_product ->> 'name');
  v_slug text := nullif(btrim(p_product ->> 'slug'), '');
  v_cheapest public.product_variants;
begin
  perform private.require_permission('manage_shop');
  if v_name is null or length(v_name) not between 2 and 120 or not private.is_readable(v_name) then
    perform private.refuse(422, 'invalid', '{"field": "name"}');
  end if;
  -- One product is saved at a time: two new ones may want the same address.
  perform pg_advisory_xact_lock(hashtextextended('products', 0));
  if p_id is null then
    return private.create_product(v_name);
  end if;
  v_old := private.lock_product(p_id, p_version);
  if v_slug is not null and exists (select 1 from public.products p where p.slug = v_slug and p.id <> p_id) then
    perform private.refuse(409, 'slug_taken');
  end if;
  perform private.check_product_fields(p_product, v_slug);
  if v_old.status = 'active' and coalesce(p_product ->> 'summary', '') = '' then
    perform private.refuse(409, 'product_incomplete');
  end if;
  update public.products set name = v_name, slug = coalesce(v_slug, slug), summary = coalesce(p_product ->> 'summary', ''),
    description = coalesce(p_product ->> 'description', ''), size_chart = nullif(p_product -> 'sizeChart', 'null'),
    final_sale = coalesce((p_product ->> 'finalSale')::boolean, false), tax_class = p_product ->> 'taxClass',
    drop_at = (p_product ->> 'dropAt')::timestamp at time zone (select s.time_zone from public.settings s),
    members_minutes = coalesce((p_product ->> 'membersMinutes')::int, 0), max_per_person = (p_product ->> 'maxPerPerson')::int,
    position = coalesce((p_product ->> 'position')::int, position)
  where id = p_id returning * into v_new;
  if p_product ? 'options' and p_product -> 'options' <> v_old.options then
    select v.* into v_cheapest from public.product_variants v
    where v.product_id = p_id and v.archived_at is null order by v.price_cents, v.position limit 1;
    perform private.set_options(v_old, p_product -> 'options', coalesce(v_cheapest.price_cents, v_old.price_cents),
      coalesce(v_cheapest.weight_grams, 0), v_cheapest.low_stock_at);
  end if;
  perform private.set_collections(p_id, coalesce(p_product -> 'collections', '[]'));
  select * into v_new from public.products where id = p_id;
  perform private.touch_product(p_id, 'product.saved', jsonb_build_object('changed', private.changed(
    to_jsonb(v_old) || jsonb_build_object('collections', v_collections),
    to_jsonb(v_new) || jsonb_build_object('collections', private.collections_of(p_id)))));
  return v_id;
end
$$;
comment on function public.save_product(uuid, int, jsonb) is
  'Creates a draft with this name (p_id null), or saves a product and returns its id: {name, slug, summary, description, options, '
  'sizeChart, finalSale, taxClass, dropAt (a clock in the brand''s zone), membersMinutes, maxPerPerson, position, collections [id]}. '
  'Options that changed add and archive variants. What was sold keeps its name and price. p_version = the version that was edited. Admins '
  'only: refuses not_allowed, invalid, not_found, product_changed, slug_taken, options_unclear, too_many_variants, product_incomplete.';

create function public.save_product_variants(p_id uuid, p_version int, p_variants jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_product public.products := private.lock_product(p_id, p_version);
  v_changed jsonb;
begin
  if jsonb_typeof(p_variants) is distinct from 'array' or exists (
    select 1 from jsonb_array_elements(p_variants) x
    where coalesce(x ->> 'sku', '') !~ '^[A-Z0-9][A-Z0-9-]{1,39}$' or coalesce((x ->> 'priceCents')::bigint, -1) not between 0 and 10000000
      or coalesce((x ->> 'weightGrams')::int, -1) not between 0 and 50000 or (x ->> 'lowStockAt')::int not between 0 and 100000
      or not exists (select 1 from public.product_variants v where v.id = (x ->> 'id')::uuid and v.product_id = p_id
        and v.archived_at is null))
  then
    perform private.refuse(422, 'invalid');
  end if;
  if v_product.status = 'active' and exists (
    select 1 from jsonb_array_elements(p_variants) x where (x ->> 'priceCents')::bigint = 0 or (x ->> 'weightGrams')::int = 0) then
    perform private.refuse(409, 'product_incomplete');
  end if;
  perform 1 from public.product_variants v where v.product_id = p_id order by v.id for no key update;
  if (select count(*) <> count(distinct x ->> 'sku') from jsonb_array_elements(p_variants) x) or exists (
    select 1 from jsonb_array_elements(p_variants) x join public.product_variants v on v.sku = x ->> 'sku' and v.id <> (x ->> 'id')::uuid
    where v.product_id <> p_id or v.archived_at is not null or not exists (
      select 1 from jsonb_array_elements(p_variants) y where (y ->> 'id')::uuid = v.id)) then
    perform private.refuse(409, 'sku_taken');
  end if;
  select coalesce(jsonb_object_agg('Variant ' || v.sku || ': ' || f.key, f.value), '{}') into v_changed
  from jsonb_array_elements(p_variants) x
  join public.product_variants v on v.id = (x ->> 'id')::uuid
  cross join lateral jsonb_each(private.changed(
    jsonb_build_object('sku', v.sku, 'price_cents', v.price_cents, 'weight_grams', v.weight_grams, 'low_stock_at', v.low_stock_at),
    jsonb_build_object('sku', x ->> 'sku', 'price_cents', (x ->> 'priceCents')::bigint, 'weight_grams', (x ->> 'weightGrams')::int,
      'low_stock_at', (x ->> 'lowStockAt')::int))) f;
  -- SKUs that change places are set aside first.
  update public.product_variants v set sku = upper(replace(gen_random_uuid()::text, '-', ''))
  from jsonb_array_elements(p_variants) x where v.id = (x ->> 'id')::uuid and v.sku <> x ->> 'sku';
  update public.product_variants v set sku = x ->> 'sku', price_cents = (x ->> 'priceCents')::bigint,
    weight_grams = (x ->> 'weightGrams')::int, low_stock_at = (x ->> 'lowStockAt')::int
  from jsonb_array_elements(p_variants) x where v.id = (x ->> 'id')::uuid;
  perform private.touch_product(p_id, 'product.variants_saved', jsonb_build_object('changed', v_changed));
end
$$;
comment on function public.save_product_variants(uuid, int, jsonb) is
  'Saves SKU, price, weight and threshold of a product''s variants: [{id, sku, priceCents, weightGrams, lowStockAt}]. Carts and orders '
  'keep the price at which they were made. Admins only: refuses not_allowed, invalid, not_found, product_changed, sku_taken, and '
  'product_incomplete for a published product''s variant without a price or weight.';

create function public.set_product_status(p_id uuid, p_version int, p_status text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_product public.products := private.lock_product(p_id, p_version);
begin
  if (v_product.status, p_status) not in (('draft', 'active'), ('active', 'archived'), ('active', 'draft'), ('draft', 'archived'),
    ('archived', 'draft')) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_product.status));
  end if;
  if p_status = 'active' and exists (
    select 1 from jsonb_array_elements(private.product_checklist(p_id)) c where (c ->> 'required')::boolean
      and not (c ->> 'ok')::boolean) then
    perform private.refuse(409, 'product_incomplete');
  end if;
  update public.products set status = p_status where id = p_id;
  perform private.log_state('product', p_id, v_product.status, p_status);
  perform private.touch_product(p_id, 'product.status_set', jsonb_build_object('from', v_product.status, 'to', p_status));
end
$$;
comment on function public.set_product_status(uuid, int, text) is
  'Publishes a draft (active), takes it back (draft), archives it, or makes a draft of an archived one. Orders of it go on. Admins only: '
  'refuses not_allowed, not_found, product_changed, invalid_state, and product_incomplete with what private.product_checklist requires.';

create function public.save_product_picture(p_product uuid, p_picture uuid, p_path text, p_alt text, p_value text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_product public.products := private.lock_product(p_product, null);
  v_alt text := btrim(p_alt);
  v_id uuid := p_picture;
  v_before public.product_pictures;
begin
  if v_alt is null or length(v_alt) not between 1 and 200 or not private.is_readable(v_alt) then
    perform private.refuse(422, 'invalid', '{"field": "imageAlt"}');
  end if;
  if p_value is not null and not private.names_one_option(v_product.options, p_value) then
    perform private.refuse(422, 'invalid', '{"field": "value"}');
  end if;
  if p_picture is null then
    if (select count(*) from public.product_pictures i where i.product_id = p_product) >= 12 then
      perform private.refuse(409, 'too_many_pictures');
    end if;
    insert into public.product_pictures (product_id, position, image_path, image_alt, option_value)
    values (p_product, (select coalesce(max(i.position), 0) + 1 from public.product_pictures i where i.product_id = p_product), p_path,
      v_alt, p_value)
    returning id into v_id;
  else
    select * into v_before from public.product_pictures where id = p_picture and product_id = p_product for no key update;
    if not found then
      perform private.refuse(404, 'not_found');
    end if;
    update public.product_pictures set image_path = coalesce(p_path, image_path), image_alt = v_alt, option_value = p_value
      where id = p_picture;
  end if;
  perform private.touch_product(v_product.id, 'product.picture_saved', jsonb_build_object('changed', private.changed(
    jsonb_build_object('image_path', v_before.image_path, 'image_alt', v_before.image_alt, 'option_value', v_before.option_value),
    jsonb_build_object('image_path', coalesce(p_path, v_before.image_path), 'image_alt', v_alt, 'option_value', p_value))));
  return v_id;
end
$$;
comment on function public.save_product_picture(uuid, uuid, text, text, text) is
  'Adds a picture to a product (p_picture null) or changes one''s file, description or value, and returns its id. p_value = the value of '
  'an option that it shows, which no other option has; null for none. Admins only: refuses not_allowed, not_found, invalid, '
  'too_many_pictures (12).';

create function public.move_product_picture(p_product uuid, p_picture uuid, p_to text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_product public.products := private.lock_product(p_product, null);
  v_ids uuid[] := array(select i.id from public.product_pictures i where i.product_id = p_product order by i.position, i.id);
  v_was int := array_position(v_ids, p_picture);
  v_at int := v_was;
  v_alt text := (select i.image_alt from public.product_pictures i where i.id = p_picture);
begin
  if v_at is null then
    perform private.refuse(404, 'not_found');
  end if;
  if p_to = 'remove' then
    if v_product.status = 'active' and cardinality(v_ids) = 1 then
      perform private.refuse(409, 'product_incomplete');
    end if;
    delete from public.product_pictures i where i.id = p_picture;
  end if;
  v_ids := array_remove(v_ids, p_picture);
  if p_to = 'first' then
    v_ids := p_picture || v_ids;
  elsif p_to in ('earlier', 'later') then
    v_at := least(greatest(v_at + (case when p_to = 'later' then 1 else -1 end), 1), cardinality(v_ids) + 1);
    v_ids := v_ids[:v_at - 1] || p_picture || v_ids[v_at:];
  elsif p_to is distinct from 'remove' then
    perform private.refuse(422, 'invalid');
  end if;
  update public.product_pictures i set position = n.place from unnest(v_ids) with ordinality n (id, place) where i.id = n.id
    and i.position <> n.place;
  perform private.touch_product(p_product, case when p_to = 'remove' then 'product.picture_removed' else 'product.picture_moved' end,
    jsonb_build_object('picture', v_alt,
      'changed', jsonb_build_object('place', jsonb_build_array(v_was, array_position(v_ids, p_picture)))));
end
$$;
comment on function public.move_product_picture(uuid, uuid, text) is
  'Moves a picture of a product: first, earlier, later or remove. Admins only: refuses not_allowed, not_found, invalid, and '
  'product_incomplete for the only picture of a published product.';

create function public.save_collection(p_id uuid, p_version int, p_name text, p_position int, p_archived boolean) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_name text := btrim(p_name);
  v_id uuid := p_id;
  v_base text := coalesce(nullif(trim(both '-' from left(regexp_replace(lower(private.name_key(v_name)), '[^a-z0-9]+', '-', 'g'), 70)), ''),
    'collection');
  v_old public.product_collections;
begin
  perform private.require_permission('manage_shop');
  if v_name is null or length(v_name) not between 2 and 60 or not private.is_readable(v_name) or p_position not between 1 and 1000 then
    perform private.refuse(422, 'invalid', '{"field": "name"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('collections', 0));
  if exists (select 1 from public.product_collections c where lower(c.name) = lower(v_name) and c.archived_at is null and c.id is distinct
    from p_id)
    and not coalesce(p_archived, false) then
    perform private.refuse(409, 'collection_exists');
  end if;
  if p_id is null then
    insert into public.product_collections (slug, name, position)
    select c.slug, v_name, coalesce(p_position, (select coalesce(max(x.position), 0) + 1 from public.product_collections x))
    from generate_series(1, 1000) n
    cross join lateral (select v_base || case when n > 1 then '-' || n else '' end as slug) c
    where not exists (select 1 from public.product_collections x where x.slug = c.slug)
    order by n limit 1
    returning id into v_id;
  else
    select * into v_old from public.product_collections where id = p_id for no key update;
    if not found then
      perform private.refuse(404, 'not_found');
    end if;
    if v_old.version is distinct from p_version then
      perform private.refuse(409, 'collection_changed');
    end if;
    -- The address stays when the name changes: links to it were shared.
    update public.product_collections set name = v_name, position = coalesce(p_position, position), version = version + 1,
      archived_at = case when p_archived then coalesce(archived_at, now()) end
    where id = p_id;
  end if;
  perform private.audit_change('collection.saved', 'collection', v_id::text, case when p_id is not null then to_jsonb(v_old) end,
    (select to_jsonb(c) from public.product_collections c where c.id = v_id));
  return v_id;
end
$$;
comment on function public.save_collection(uuid, int, text, int, boolean) is
  'Adds a collection (p_id null), or renames, orders, archives or brings back one, and returns its id. Its address is made once, from the '
  'first name. Admins only: refuses not_allowed, invalid, not_found, collection_exists, collection_changed.';

revoke execute on function
  private.create_product(text), private.check_product_fields(jsonb, text), private.set_collections(uuid, jsonb),
  public.list_staff_products(text, text, uuid, uuid, int), public.read_product_editor(uuid), public.save_product(uuid, int, jsonb),
  public.save_product_variants(uuid, int, jsonb), public.set_product_status(uuid, int, text),
  public.save_product_picture(uuid, uuid, text, text, text),
  public.move_product_picture(uuid, uuid, text), public.save_collection(uuid, int, text, int, boolean)
from public, anon, authenticated, service_role;
grant execute on function
  public.list_staff_products(text, text, uuid, uuid, int), public.read_product_editor(uuid), public.save_product(uuid, int, jsonb),
  public.save_product_variants(uuid, int, jsonb), public.set_product_status(uuid, int, text),
  public.save_product_picture(uuid, uuid, text, text, text),
  public.move_product_picture(uuid, uuid, text), public.save_collection(uuid, int, text, int, boolean)
to authenticated;
