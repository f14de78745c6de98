-- Defines the shop's catalogue: products with their options and pictures, and the collections that group them.

create function private.are_product_options(p_options jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_typeof(p_options) = 'array' and jsonb_array_length(p_options) <= 3
    and not exists (
      select 1 from jsonb_array_elements(p_options) o (value)
      where jsonb_typeof(o.value) <> 'object'
        or (select array_agg(k order by k) from jsonb_object_keys(o.value) k) is distinct from array['name', 'values']
        or jsonb_typeof(o.value -> 'name') <> 'string' or jsonb_typeof(o.value -> 'values') <> 'array'
        or not private.is_option_text(o.value ->> 'name')
        or jsonb_array_length(o.value -> 'values') not between 1 and 30
        or exists (
          select 1 from jsonb_array_elements(o.value -> 'values') v (value)
          where jsonb_typeof(v.value) <> 'string' or not private.is_option_text(v.value #>> '{}'))
        or (select count(*) <> count(distinct lower(v.value)) from jsonb_array_elements_text(o.value -> 'values') v (value)))
    and (select count(*) = count(distinct lower(o.value ->> 'name')) from jsonb_array_elements(p_options) o (value));
exception when others then
  return false; -- a shape that the conditions above cannot be asked of
end
$$;
comment on function private.are_product_options(jsonb) is
  'Returns whether a value is a list of a product''s options: at most 3, each {"name", "values"} with 1 to 30 values; readable texts of '
  'at most 24 characters, no name and no value of an option twice.';

create function private.is_option_text(p_text text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return length(p_text) between 1 and 24 and p_text = btrim(p_text) and private.is_readable(p_text);
end
$$;
comment on function private.is_option_text(text) is
  'Returns whether a text can be the name or a value of an option: 1 to 24 readable characters.';

create function private.is_size_chart(p_chart jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_chart is null or (
    jsonb_typeof(p_chart) = 'object'
    and (select array_agg(k order by k) from jsonb_object_keys(p_chart) k) is not distinct from array['columns', 'rows']
    and jsonb_typeof(p_chart -> 'columns') = 'array' and jsonb_array_length(p_chart -> 'columns') between 2 and 8
    and jsonb_typeof(p_chart -> 'rows') = 'array' and jsonb_array_length(p_chart -> 'rows') between 1 and 30
    and not exists (
      select 1 from jsonb_array_elements(jsonb_build_array(p_chart -> 'columns') || (p_chart -> 'rows')) r (value)
      where jsonb_typeof(r.value) <> 'array' or jsonb_array_length(r.value) <> jsonb_array_length(p_chart -> 'columns')
        or exists (
          select 1 from jsonb_array_elements(r.value) c (value)
          where jsonb_typeof(c.value) <> 'string' or length(c.value #>> '{}') > 40 or not private.is_readable(c.value #>> '{}'))));
exception when others then
  return false; -- a shape that the conditions above cannot be asked of
end
$$;
comment on function private.is_size_chart(jsonb) is
  'Returns whether a value is a size chart: null, or {"columns": [text], "rows": [[text]]} with 2 to 8 columns and 1 to 30 rows as wide; '
  'readable cells of at most 40 characters.';

create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name text not null check (length(name) between 2 and 120),
  summary text not null default '' check (length(summary) <= 300),
  description text not null default '' check (length(description) <= 4000),
  price_cents bigint not null check (price_cents between 0 and 10000000),
  options jsonb not null default '[]' check (private.are_product_options(options)),
  size_chart jsonb check (private.is_size_chart(size_chart)),
  final_sale boolean not null default false,
  tax_class text not null default 'general' check (tax_class in ('general', 'clothing', 'none')),
  drop_at timestamptz,
  members_minutes int not null default 0 check (members_minutes between 0 and 10080),
  max_per_person int check (max_per_person between 1 and 20),
  image_path text check (image_path ~ '^/(art|pictures)/[a-z0-9][a-z0-9-]{7,90}\.[0-9a-f]{15}$'),
  image_alt text not null default '' check (length(image_alt) <= 200),
  status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
  position int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.products is
  'Products of the shop. Visitors see active ones in the order of position. price_cents = the lowest price of its variants. options = '
  'what buyers choose between, in order: [{"name", "values"}]; empty where there is one variant. size_chart = {"columns", "rows"} or '
  'null. final_sale = it cannot be returned. tax_class = how rates of tax treat it. drop_at = when its sale begins, null for at once; '
  'members may buy members_minutes earlier. max_per_person = units that one person may have, null for no limit. image_path and image_alt '
  'are those of its first picture, kept by a trigger. version = counts saves of the editor, so that two people do not overwrite one '
  'another.';
create index products_listing on public.products (position, id) where status = 'active';
create index products_drops on public.products (drop_at) where drop_at is not null;

create trigger products_touch before update on public.products
  for each row execute function private.touch_updated_at();

create table public.product_pictures (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  position int not null check (position between 1 and 12),
  image_path text not null check (image_path ~ '^/(art|pictures)/[a-z0-9][a-z0-9-]{7,90}\.[0-9a-f]{15}$'),
  image_alt text not null check (length(image_alt) between 1 and 200),
  option_value text check (length(option_value) between 1 and 24),
  created_at timestamptz not null default now(),
  constraint product_pictures_place unique (product_id, position) deferrable initially deferred
);
comment on table public.product_pictures is
  'Pictures of a product in order, at most 12; the first is the one that lists show. image_alt describes it. option_value = the value of '
  'an option that it shows, such as Night, which no other option of the product has; null where it shows the product whatever is chosen.';

create function private.keep_first_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_product uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
  v_first public.product_pictures;
begin
  select * into v_first from public.product_pictures where product_id = v_product order by position, id limit 1;
  update public.products set image_path = v_first.image_path, image_alt = coalesce(v_first.image_alt, '')
  where id = v_product and (image_path, image_alt) is distinct from (v_first.image_path, coalesce(v_first.image_alt, ''));
  return null;
end
$$;
comment on function private.keep_first_picture() is
  'Trigger: copies the first picture of a product to the product, so that lists read one row.';
create trigger product_pictures_first after insert or update or delete on public.product_pictures
  for each row execute function private.keep_first_picture();

create table public.product_collections (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name text not null check (length(name) between 2 and 60),
  position int not null default 0,
  version int not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.product_collections is
  'Groups of products that visitors filter the shop by, in the order of position; archived ones are shown to admins only.';

create table public.product_collection_items (
  collection_id uuid not null references public.product_collections (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  position int not null default 0,
  primary key (collection_id, product_id)
);
comment on table public.product_collection_items is 'Products of each collection, in the order of position.';
create index product_collection_items_product on public.product_collection_items (product_id);

alter table public.products enable row level security;
alter table public.products force row level security;
alter table public.product_pictures enable row level security;
alter table public.product_pictures force row level security;
alter table public.product_collections enable row level security;
alter table public.product_collections force row level security;
alter table public.product_collection_items enable row level security;
alter table public.product_collection_items force row level security;
