-- Shows and changes the stock of the shop: the list of variants, one variant's ledger, adjustments, files, and the alarm of low stock.

create function private.watch_low_stock() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_product public.products;
begin
  new.low_since := case when coalesce(new.stock - new.sold <= new.low_stock_at, false) then clock_timestamp() end;
  -- Only units that went make a crossing: a threshold that was raised, and a delivery that is too small, are seen by those who make them.
  if new.low_since is null or new.low_stock_at is distinct from old.low_stock_at or new.stock - new.sold >= old.stock - old.sold then
    return new;
  end if;
  select * into v_product from public.products p where p.id = new.product_id;
  if v_product.status <> 'active' or new.archived_at is not null then
    return new;
  end if;
  insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
  select 'stock_low', concat_ws(':', 'stock_low', new.id, extract(epoch from new.low_since), lower(m.email)), m.email,
    jsonb_build_object('variantId', new.id, 'product', v_product.name, 'variant', new.name, 'sku', new.sku,
      'left', new.stock - new.sold, 'threshold', new.low_stock_at)
  from (
    select u.email from private.user_roles r join public.profiles p on p.id = r.user_id join auth.users u on u.id = r.user_id
    where r.role = any (private.roles_with('manage_shop')) and p.deactivated_at is null and p.email_verified_at is not null
      and u.email <> ''
    union
    select s.contact_email from public.settings s where s.contact_email <> ''
  ) m
  on conflict (dedupe_key) do nothing;
  return new;
end
$$;
comment on function private.watch_low_stock() is
  'Trigger: when the unsold units of a variant on sale reach its threshold from above, queues a mail to every admin with a proven address '
  'and to the brand''s mailbox, in the same transaction. low_since says that it was done, until there are more units again.';
-- The condition keeps sales that cross nothing free of it.
create trigger product_variants_low before update of stock, sold, low_stock_at on public.product_variants
  for each row when (coalesce(new.stock - new.sold <= new.low_stock_at, false) is distinct from (old.low_since is not null))
  execute function private.watch_low_stock();

create function private.variant_rows(p_variants uuid[]) returns table (id uuid, "row" jsonb)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select v.id, jsonb_build_object(
    'id', v.id, 'productId', p.id, 'product', p.name, 'status', p.status, 'variant', v.name, 'sku', v.sku,
    'archived', v.archived_at is not null, 'imagePath', (private.variant_picture(p.id, v.option_values)).image_path,
    'onHand', coalesce(l.units, 0), 'held', v.held, 'sold', v.sold, 'available', v.stock - v.held - v.sold,
    -- sold and not handed over yet: what is on the shelves and can neither be bought nor is in a cart
    'waiting', greatest(coalesce(l.units, 0) - (v.stock - v.sold), 0),
    'lowStockAt', v.low_stock_at, 'isLow', coalesce(v.stock - v.sold <= v.low_stock_at, false),
    'places', coalesce(l.places, '[]'))
  from unnest(p_variants) asked (id)
  join public.product_variants v on v.id = asked.id
  join public.products p on p.id = v.product_id
  left join lateral (
    select sum(s.on_hand)::int as units, jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'units', s.on_hand)
      order by a.position, a.name, a.id) filter (where s.on_hand > 0) as places
    from public.stock_levels s join public.stock_places a on a.id = s.place_id where s.variant_id = v.id
  ) l on true;
end
$$;
comment on function private.variant_rows(uuid[]) is
  'The rows of the inventory of these variants: what is on the shelves of each place, held, sold, sold and waiting, and available.';

create function public.list_inventory(
  p_show text default 'all', p_search text default null, p_collection uuid default null, p_product uuid default null,
  p_sort text default null, p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 500);
  v_pattern text := '%' || regexp_replace(lower(btrim(coalesce(p_search, ''))), '([\\%_])', '\\\1', 'g') || '%';
  v_key text := ltrim(coalesce(p_sort, ''), '-');
  v_down boolean := coalesce(p_sort, '') like '-%';
  v_ids uuid[];
  v_counts jsonb;
begin
  perform private.require_permission('manage_shop');
  with narrowed as (
    select v.id, p.name as product, p.position as place, v.position, v.sku, v.sold, v.stock - v.held - v.sold as available,
      coalesce(v.stock - v.sold <= v.low_stock_at, false) as is_low, v.archived_at is not null or p.status = 'archived' as archived,
      (select coalesce(sum(s.on_hand), 0) from public.stock_levels s where s.variant_id = v.id) as on_hand
    from public.product_variants v join public.products p on p.id = v.product_id
    where (lower(p.name || ' ' || v.name || ' ' || v.sku) like v_pattern)
      and (p_product is null or p.id = p_product)
      and (p_collection is null or exists (
        select 1 from public.product_collection_items i where i.collection_id = p_collection and i.product_id = p.id))
  ), shown as (
    select n.*, row_number() over (order by
      case when not v_down then case v_key when 'available' then n.available when 'on_hand' then n.on_hand when 'sold' then n.sold end end,
      case when v_down then case v_key when 'available' then n.available when 'on_hand' then n.on_hand when 'sold' then n.sold end end desc,
      case when not v_down and v_key = 'sku' then n.sku end, case when v_down and v_key = 'sku' then n.sku end desc,
      case when v_down and v_key = 'product' then lower(n.product) end desc, lower(n.product), n.position, n.id) as at
    from narrowed n
    where case p_show when 'archived' then n.archived when 'low' then n.is_low and not n.archived
      when 'out' then n.available <= 0 and not n.archived else not n.archived end
  )
  select
    (select array_agg(s.id order by s.at) from (
      select * from shown s where s.at > coalesce((select a.at from shown a where a.id = p_after), 0) order by s.at limit v_limit + 1) s),
    (select jsonb_build_object('all', count(*) filter (where not n.archived), 'low', count(*) filter (where n.is_low and not n.archived),
      'out', count(*) filter (where n.available <= 0 and not n.archived), 'archived', count(*) filter (where n.archived)) from narrowed n)
  into v_ids, v_counts;
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(r.row order by array_position(v_ids, r.id)), '[]') from private.variant_rows(v_ids[:v_limit]) r),
    'counts', v_counts,
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'product', (select p.name from public.products p where p.id = p_product),
    'collections', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.position, c.name), '[]')
      from public.product_collections c where c.archived_at is null));
end
$$;
comment on function public.list_inventory(text, text, uuid, uuid, text, uuid, int) is
  'A page of variants with their stock: {rows, counts, next, product, collections}. p_show = all, low (at or below the threshold), out '
  '(nothing available) or archived; p_search = part of a name or SKU; p_collection, p_product narrow; p_sort = product, sku, on_hand, '
  'sold or available, with - from the end; p_after = next of the page before. Admins only: refuses not_allowed.';

create function public.read_variant_stock(p_variant uuid, p_before bigint default null, p_limit int default 50)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 500);
begin
  perform private.require_permission('manage_shop');
  return (
    select jsonb_build_object(
      'variant', r.row,
      'places', (
        select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name,
          'onHand', coalesce((select s.on_hand from public.stock_levels s where s.variant_id = r.id and s.place_id = a.id), 0))
          order by a.position, a.name, a.id), '[]')
        from public.stock_places a where a.archived_at is null),
      'entries', e.list,
      'next', case when e.count > v_limit then e.last end,
      'timeZone', (select s.time_zone from public.settings s))
    from private.variant_rows(array[p_variant]) r
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'at', x.at, 'units', x.units, 'reason', x.reason, 'note', x.note,
          'place', (select a.name from public.stock_places a where a.id = x.place_id),
          'order', (select o.code from public.order_lines l join public.orders o on o.id = l.order_id where l.id = x.order_line_id),
          'actor', (select p.display_name from public.profiles p where p.id = x.actor_id))
            order by x.id desc) filter (where x.n <= v_limit), '[]') as list,
        count(*) as count, min(x.id) filter (where x.n <= v_limit) as last
      from (
        select s.*, row_number() over (order by s.id desc) as n from public.stock_entries s
        where s.variant_id = p_variant and (p_before is null or s.id < p_before) order by s.id desc limit v_limit + 1
      ) x
    ) e);
end
$$;
comment on function public.read_variant_stock(uuid, bigint, int) is
  'One variant''s stock with its ledger, newest first: {variant, places, entries, next, timeZone}; null where there is none. p_before = '
  'next of the page before. Admins only: refuses not_allowed.';

create function private.move_at_place(p_variant uuid, p_place uuid, p_units int, p_note text, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not exists (select 1 from public.stock_places a where a.id = p_place and a.archived_at is null) then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.move_stock(p_variant, p_place, p_units, p_reason, null, p_note);
end
$$;
comment on function private.move_at_place(uuid, uuid, int, text, text) is
  'Moves stock at a place that is in use; refuses not_found for any other.';

create function private.levels_at(p_variant uuid, p_places uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(p.name || ': on_hand', coalesce(s.on_hand, 0))
    from public.stock_places p left join public.stock_levels s on s.place_id = p.id and s.variant_id = p_variant
    where p.id = any (p_places));
end
$$;
comment on function private.levels_at(uuid, uuid[]) is
  'How many units of a variant are at places: {"Store: on_hand": 4}. For the audit log.';

create function public.adjust_stock(
  p_variant uuid, p_place uuid, p_reason text, p_units int, p_to uuid, p_note text, p_key text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_body jsonb := jsonb_build_object('variant', p_variant, 'place', p_place, 'reason', p_reason, 'units', p_units,
    'to', p_to, 'note', p_note);
  v_units int := p_units;
  v_before jsonb;
  v_response jsonb;
begin
  perform private.require_permission('manage_shop');
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'adjust_stock', v_body);
  if v_response is not null then
    return v_response;
  end if;
  if p_reason is null or p_reason not in ('received', 'damaged', 'count', 'moved') or p_units is null or p_units > 100000
    or p_units < (case when p_reason = 'count' then 0 else 1 end)
    or length(btrim(p_note)) > 300 or not private.is_readable(p_note) or (p_reason = 'moved') <> (p_to is not null) or p_to = p_place then
    perform private.refuse(422, 'invalid');
  end if;
  perform 1 from public.product_variants v where v.id = p_variant for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_before := private.levels_at(p_variant, array[p_place, p_to]);
  if p_reason = 'count' then
    v_units := p_units - coalesce((select s.on_hand from public.stock_levels s where s.variant_id = p_variant and s.place_id = p_place), 0);
  end if;
  if p_reason = 'moved' then
    perform private.move_at_place(p_variant, p_place, -v_units, p_note, 'moved');
    perform private.move_at_place(p_variant, p_to, v_units, p_note, 'moved');
  elsif v_units <> 0 then
    perform private.move_at_place(p_variant, p_place, v_units, p_note, p_reason);
  end if;
  perform private.audit_change('stock.adjusted', 'variant', p_variant::text, v_before,
    private.levels_at(p_variant, array[p_place, p_to]), jsonb_strip_nulls(jsonb_build_object(
    'kind', p_reason, 'units', case when p_reason = 'damaged' then -v_units else v_units end,
    'place', (select s.name from public.stock_places s where s.id = p_place),
    'to_place', (select s.name from public.stock_places s where s.id = p_to),
    'reason', nullif(btrim(p_note), ''))));
  return private.store_response(v_actor, p_key, 'adjust_stock', v_body,
    jsonb_build_object('units', case when p_reason = 'damaged' then -v_units else v_units end));
end
$$;
comment on function public.adjust_stock(uuid, uuid, text, int, uuid, text, text) is
  'Changes the units of a variant at a place, once per idempotency key: {units}, the signed change. p_reason = received or damaged '
  '(p_units new or gone), count (p_units = what was counted; the difference is booked, none if there is none), moved (p_units go to the '
  'place p_to). The entry of the ledger has the caller as its actor. Admins only: refuses not_allowed, invalid, not_found, stock_taken, '
  'stock_not_there.';

create function private.stock_file_lines(p_lines jsonb)
returns table (line int, variant_id uuid, place_id uuid, product text, sku text, place text, before int, after int, units int, reason text,
  note text, problem text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with asked as (
    select (x ->> 'line')::int as line, upper(btrim(x ->> 'sku')) as sku, btrim(x ->> 'place') as place, (x ->> 'counted')::int as counted,
      (x ->> 'delta')::int as delta, x ->> 'reason' as reason, nullif(btrim(x ->> 'note'), '') as note
    from jsonb_array_elements(p_lines) x
  ), found as (
    select a.*, v.id as variant_id, q.id as place_id, concat_ws(', ', p.name, nullif(v.name, '')) as product,
      v.stock - v.held - v.sold as available,
      coalesce(l.on_hand, 0) as before,
      case when a.counted is not null then a.counted - coalesce(l.on_hand, 0) else a.delta end as units
    from asked a
    left join (public.product_variants v join public.products p on p.id = v.product_id) on v.sku = a.sku
    left join public.stock_places q on lower(q.name) = lower(a.place) and q.archived_at is null
    left join public.stock_levels l on l.variant_id = v.id and l.place_id = q.id
  )
  select f.line, f.variant_id, f.place_id, f.product, f.sku, f.place, f.before, f.before + f.units, f.units, f.reason, f.note,
    case
      when f.variant_id is null then 'unknown_sku'
      when f.place_id is null then 'unknown_place'
      when count(*) over (partition by f.variant_id, f.place_id) > 1 then 'twice'
      when f.before + f.units < 0 then 'not_there'
      when f.available + sum(f.units) over (partition by f.variant_id) < 0 then 'taken'
    end
  from found f;
end
$$;
comment on function private.stock_file_lines(jsonb) is
  'Returns the effect of each line of a stock file. p_lines = [{line, sku, place, counted or delta, reason, note}]. problem says why a '
  'line cannot be done: unknown_sku, unknown_place, twice (another line is about the same shelf), not_there (more than the shelf has), '
  'taken (below what is held and sold, all lines of the variant together); null where it can.';

create function private.stock_file_digest(p_lines jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select encode(sha256(convert_to(p_lines::text
      || coalesce(jsonb_agg(jsonb_build_array(l.line, l.variant_id, l.place_id, l.before, l.problem)
      order by l.line)::text, ''), 'UTF8')), 'hex')
    from private.stock_file_lines(p_lines) l);
end
$$;
comment on function private.stock_file_digest(jsonb) is
  'Names what a stock file says together with the shelves that it is about, so that a confirmation is for what was shown.';

create function private.require_stock_lines(p_lines jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and 2000 or exists (
    select 1 from jsonb_array_elements(p_lines) x
    where jsonb_typeof(x) <> 'object' or jsonb_typeof(x -> 'line') <> 'number' or length(coalesce(x ->> 'sku', '')) not between 1 and 80
      or length(coalesce(x ->> 'place', '')) not between 1 and 80 or length(coalesce(x ->> 'note', '')) > 300
        or not private.is_readable(x ->> 'note')
      or x ->> 'line' !~ '^[0-9]{1,5}$' or coalesce(x ->> 'counted', '0') !~ '^[0-9]{1,6}$'
        or coalesce(x ->> 'delta', '0') !~ '^-?[0-9]{1,6}$'
      or ((x ->> 'counted') is null) = ((x ->> 'delta') is null)
      or coalesce(x ->> 'reason', '') <> case
        when x ->> 'counted' is not null then 'count' when x ->> 'delta' like '-%' then 'damaged' else 'received' end)
  then
    perform private.refuse(422, 'invalid');
  end if;
end
$$;
comment on function private.require_stock_lines(jsonb) is
  'Refuses invalid unless a value is 1 to 2000 lines of a stock file, each with counted (reason count) or delta (reason received, or '
  'damaged where it is negative).';

create function public.preview_stock_file(p_lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_shop');
  perform private.require_stock_lines(p_lines);
  return (
    select jsonb_build_object('digest', private.stock_file_digest(p_lines),
      'lines', coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'product', l.product, 'sku', l.sku,
        'place', l.place, 'before', l.before,
        'after', l.after, 'units', l.units, 'reason', l.reason, 'problem', l.problem) order by l.line), '[]'))
    from private.stock_file_lines(p_lines) l);
end
$$;
comment on function public.preview_stock_file(jsonb) is
  'Previews the lines of a stock file, with the problem of each that cannot be done: {digest, lines}. Writes nothing. Admins only: '
  'refuses not_allowed, invalid.';

create function public.import_stock_file(p_lines jsonb, p_digest text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_line record;
  v_done int := 0;
begin
  perform private.require_permission('manage_shop');
  perform private.require_stock_lines(p_lines);
  perform 1 from public.product_variants v
  where v.sku in (select upper(btrim(x ->> 'sku')) from jsonb_array_elements(p_lines) x) order by v.id for no key update;
  if p_digest is distinct from private.stock_file_digest(p_lines) or exists (
    select 1 from private.stock_file_lines(p_lines) l where l.problem is not null) then
    perform private.refuse(409, 'stock_file_changed');
  end if;
  -- Adds units before it takes units away: a unit that was found elsewhere is never missing in between.
  for v_line in select * from private.stock_file_lines(p_lines) l where l.units <> 0 order by l.variant_id, l.units desc loop
    perform private.move_stock(v_line.variant_id, v_line.place_id,
      case when v_line.reason = 'damaged' then -v_line.units else v_line.units end, v_line.reason, null,
        coalesce(v_line.note, 'From a file'));
    v_done := v_done + 1;
  end loop;
  perform private.audit('stock.imported', 'stock', null, jsonb_build_object('lines', jsonb_array_length(p_lines), 'changed', v_done));
  return jsonb_build_object('lines', jsonb_array_length(p_lines), 'changed', v_done);
end
$$;
comment on function public.import_stock_file(jsonb, text) is
  'Books the lines of a stock file that was previewed, all or none: {lines, changed}. p_digest = that of the preview; another file, '
  'shelves that changed meanwhile, and lines with a problem are refused as stock_file_changed. Admins only: refuses not_allowed, invalid.';

create function public.save_stock_place(p_id uuid, p_name text, p_archive boolean default false) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid := p_id;
  v_name text := btrim(p_name);
  v_before public.stock_places;
begin
  perform private.require_permission('manage_shop');
  if v_name is null or length(v_name) not between 2 and 60 or not private.is_readable(v_name) then
    perform private.refuse(422, 'invalid', '{"field": "name"}');
  end if;
  perform 1 from public.stock_places a order by a.id for no key update;
  if exists (select 1 from public.stock_places a where lower(a.name) = lower(v_name) and a.archived_at is null and a.id is distinct
    from p_id) then
    perform private.refuse(409, 'place_exists');
  end if;
  if p_id is null then
    insert into public.stock_places (name, kind, position)
    values (v_name, 'store', (select coalesce(max(a.position), 0) + 1 from public.stock_places a)) returning id into v_id;
  else
    if p_archive and (p_id = private.main_place() or exists (select 1 from public.stock_levels s where s.place_id = p_id
      and s.on_hand > 0)) then
      perform private.refuse(409, 'place_in_use');
    end if;
    select * into v_before from public.stock_places where id = p_id for no key update;
    update public.stock_places set name = v_name, archived_at = case when p_archive then now() end where id = p_id;
    if not found then
      perform private.refuse(404, 'not_found');
    end if;
  end if;
  perform private.audit_change('stock.place_saved', 'stock_place', v_id::text, case when p_id is not null then to_jsonb(v_before) end,
    (select to_jsonb(s) from public.stock_places s where s.id = v_id));
  return v_id;
end
$$;
comment on function public.save_stock_place(uuid, text, boolean) is
  'Adds a place for stock (p_id null), renames it, or archives it, and returns its id. Admins only: refuses not_allowed, invalid, '
  'not_found, place_exists, and place_in_use for one with units and for the warehouse that parcels leave from.';

revoke execute on function
  public.list_inventory(text, text, uuid, uuid, text, uuid, int), public.read_variant_stock(uuid, bigint, int),
  public.adjust_stock(uuid, uuid, text, int, uuid, text, text), public.preview_stock_file(jsonb), public.import_stock_file(jsonb, text),
  public.save_stock_place(uuid, text, boolean)
from public, anon, authenticated, service_role;
grant execute on function
  public.list_inventory(text, text, uuid, uuid, text, uuid, int), public.read_variant_stock(uuid, bigint, int),
  public.adjust_stock(uuid, uuid, text, int, uuid, text, text), public.preview_stock_file(jsonb), public.import_stock_file(jsonb, text),
  public.save_stock_place(uuid, text, boolean)
to authenticated;
