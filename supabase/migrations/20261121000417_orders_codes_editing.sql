-- Writes and reads codes for the tab Codes of an event's editor.

create function private.check_code_fields(p_code jsonb, p_before public.promo_codes) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if (p_code ->> 'maxOrders')::int < p_before.orders_held + p_before.orders_used then
    perform private.refuse(409, 'code_below_used', jsonb_build_object('used', p_before.orders_held + p_before.orders_used,
      'what', 'orders'));
  elsif (p_code ->> 'maxUnits')::int < p_before.units_held + p_before.units_used then
    perform private.refuse(409, 'code_below_used', jsonb_build_object('used', p_before.units_held + p_before.units_used,
      'what', 'tickets'));
  elsif (p_code ->> 'budgetCents')::bigint < p_before.cents_held + p_before.cents_used then
    perform private.refuse(409, 'code_below_used', jsonb_build_object('cents', p_before.cents_held + p_before.cents_used, 'what', 'cents'));
  end if;
end
$$;
comment on function private.check_code_fields(jsonb, public.promo_codes) is
  'Refuses limits of a code below what live holds and paid orders use of it, with the number.';

create function private.write_block(p_code public.promo_codes, p_pool uuid, p_places int, p_ends_at timestamptz) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_pool public.capacity_pools;
begin
  -- holds give their places back to the pool that they came from
  if p_pool is distinct from p_code.block_pool_id and p_code.orders_held > 0 then
    perform private.refuse(409, 'code_in_use');
  end if;
  update public.capacity_pools set blocked = blocked - p_code.block_left where id = p_code.block_pool_id;
  if p_pool is not null then
    update public.capacity_pools set blocked = blocked + p_places
    where id = p_pool and event_id = p_code.event_id and held + sold + blocked + p_places <= capacity;
    if not found then
      select * into v_pool from public.capacity_pools where id = p_pool and event_id = p_code.event_id;
      if not found then
        perform private.refuse(404, 'not_found');
      end if;
      perform private.refuse(409, 'block_too_large',
        jsonb_build_object('pool', v_pool.name, 'left', v_pool.capacity - v_pool.held - v_pool.sold - v_pool.blocked));
    end if;
  end if;
  update public.promo_codes set block_pool_id = p_pool, block_left = case when p_pool is null then 0 else p_places end,
    block_ends_at = case when p_pool is not null then p_ends_at end
  where id = p_code.id;
end
$$;
comment on function private.write_block(public.promo_codes, uuid, int, timestamptz) is
  'Sets how many places of a pool a code keeps back from now on, and until when. Pools and code are locked. Refuses block_too_large with '
  'what is left, and code_in_use for another pool while holds use the code.';

create function private.code_row(p_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select to_jsonb(c) - array['event_id', 'orders_held', 'orders_used', 'units_held', 'units_used', 'cents_held',
      'cents_used', 'block_pool_id']
      || jsonb_build_object(
        'items', (
          select jsonb_agg(coalesce(s.name, i.item_id::text) order by s.name, i.item_id)
          from public.promo_code_items i left join private.sold_items(c.event_id) s on s.id = i.item_id where i.code_id = c.id),
        'products', (
          select jsonb_agg(p.name order by p.name) from public.promo_code_goods g join public.products p on p.id = g.product_id
            where g.code_id = c.id),
        'collections', (
          select jsonb_agg(x.name order by x.name)
          from public.promo_code_goods g join public.product_collections x on x.id = g.collection_id where g.code_id = c.id),
        'block_pool', (select p.name from public.capacity_pools p where p.id = c.block_pool_id))
    from public.promo_codes c where c.id = p_id);
end
$$;
comment on function private.code_row(uuid) is
  'Returns a code with the names of what it is for as JSON, without its counters, for the audit log; null where there is none.';

create function private.write_code_fields(p_id uuid, p_code jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update public.promo_codes set
    code = upper(p_code ->> 'code'), label = coalesce(p_code ->> 'label', ''), effect = p_code ->> 'effect',
    percent = case when p_code ->> 'effect' = 'percent' then (p_code ->> 'percent')::int end,
    amount_cents = case when p_code ->> 'effect' in ('fixed', 'price') then (p_code ->> 'amountCents')::bigint end,
    max_orders = (p_code ->> 'maxOrders')::int, max_units = (p_code ->> 'maxUnits')::int,
    max_per_person = (p_code ->> 'maxPerPerson')::int, max_units_per_order = (p_code ->> 'maxUnitsPerOrder')::int,
    budget_cents = (p_code ->> 'budgetCents')::bigint, updated_at = clock_timestamp()
  where id = p_id;
end
$$;
comment on function private.write_code_fields(uuid, jsonb) is
  'Writes the fields that codes of an event and of the shop have in common: code, label, effect, percent, amountCents, maxOrders, '
  'maxUnits, maxPerPerson, maxUnitsPerOrder, budgetCents. The code is locked.';

create function private.shared_code_fields(p_code public.promo_codes) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', p_code.id, 'code', p_code.code, 'label', p_code.label, 'effect', p_code.effect, 'percent', p_code.percent,
    'amountCents', p_code.amount_cents, 'goods', p_code.goods,
    'maxOrders', p_code.max_orders, 'maxUnits', p_code.max_units, 'maxPerPerson', p_code.max_per_person,
    'maxUnitsPerOrder', p_code.max_units_per_order, 'budgetCents', p_code.budget_cents);
end
$$;
comment on function private.shared_code_fields(public.promo_codes) is
  'Fields that codes of an event and of the shop have in common, as the lists and the forms of staff show them.';

create function private.code_uses(p_code public.promo_codes) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.code_goods_names(p_code.id) || jsonb_build_object(
    'state', private.code_state(p_code), 'paused', p_code.paused_at is not null,
    'ordersHeld', p_code.orders_held, 'ordersUsed', p_code.orders_used, 'unitsHeld', p_code.units_held, 'unitsUsed', p_code.units_used,
    'centsHeld', p_code.cents_held, 'centsUsed', p_code.cents_used);
end
$$;
comment on function private.code_uses(public.promo_codes) is
  'What the lists of staff show of a code beside its fields: its state, its uses by live holds and paid orders, and the first names of '
  'what of the shop it is for.';

create function public.save_code(p_code jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_event((p_code ->> 'eventId')::uuid);
  v_id uuid := (p_code ->> 'id')::uuid;
  v_pool uuid := (p_code ->> 'blockPoolId')::uuid;
  v_before public.promo_codes;
  v_row jsonb := private.code_row(v_id);
begin
  -- pools, then the code, as holds do
  perform 1 from public.capacity_pools p
  where p.id in (v_pool, (select c.block_pool_id from public.promo_codes c where c.id = v_id)) order by p.id for no key update;
  if v_id is null then
    insert into public.promo_codes (event_id, code, effect) values (v_event.id, upper(p_code ->> 'code'), 'access')
      returning * into v_before;
    v_id := v_before.id;
  else
    select * into v_before from public.promo_codes where id = v_id and event_id = v_event.id and archived_at is null for no key update;
    if not found then
      perform private.refuse(404, 'not_found');
    end if;
    if private.parse_instant(p_code ->> 'version') is distinct from v_before.updated_at then
      perform private.refuse(409, 'changed_meanwhile');
    end if;
    perform private.check_code_fields(p_code, v_before);
  end if;
  perform private.write_code_fields(v_id, p_code);
  update public.promo_codes set
    starts_at = private.parse_instant(p_code ->> 'validFromAt'), ends_at = private.parse_instant(p_code ->> 'validUntilAt'),
    early_access_at = private.parse_instant(p_code ->> 'earlyAccessAt')
  where id = v_id;
  delete from public.promo_code_items i
  where i.code_id = v_id and i.item_id::text not in (select jsonb_array_elements_text(p_code -> 'items'));
  insert into public.promo_code_items (code_id, kind, item_id)
  select v_id, s.kind, s.id from private.sold_items(v_event.id) s
  where s.id::text in (select jsonb_array_elements_text(p_code -> 'items'))
  on conflict (code_id, kind, item_id) do nothing;
  if (select count(*) from public.promo_code_items where code_id = v_id) <> jsonb_array_length(p_code -> 'items') then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.write_code_goods(v_id, coalesce(p_code ->> 'goods', 'none'), p_code -> 'products', p_code -> 'collections');
  -- the places that were added or taken away: holds may have taken some since the form was read
  perform private.write_block(v_before, v_pool, case
    when v_pool = v_before.block_pool_id
      then greatest(0, v_before.block_left + coalesce((p_code ->> 'blockPlaces')::int, 0) - coalesce((p_code ->> 'blockWas')::int, 0))
    else coalesce((p_code ->> 'blockPlaces')::int, 0) end, private.parse_instant(p_code ->> 'blockEndsAt'));
  delete from public.event_drafts where owner_id = auth.uid() and event_id = v_event.id and tab = p_code ->> 'tab';
  perform private.audit_change('save_code', 'code', v_id::text, v_row, private.code_row(v_id));
  return v_id;
exception
  when unique_violation then
    perform private.refuse(409, 'code_taken');
    return null;
end
$$;
comment on function public.save_code(jsonb) is
  'Writes a code of an event with its scope and what it keeps back, and returns its id; admins only. {id, eventId, version, code, label, '
  'effect, percent, amountCents, items: [ids], goods (none, all or listed: what of the shop it is for in orders with something of the '
  'event), products: [ids], collections: [ids], validFromAt, validUntilAt, earlyAccessAt, maxOrders, maxUnits, maxPerPerson, '
  'maxUnitsPerOrder, budgetCents, blockPoolId, blockPlaces, blockWas (the places that the form was read with), blockEndsAt}; without id '
  'it makes one, with one it wants the version that was read. Deletes what the caller typed into the form tab (codes/<id>, codes/new) and '
  'did not save. What is held keeps its price. Refuses code_taken, code_below_used, block_too_large, code_in_use, changed_meanwhile, '
  'not_found (archived codes too), not_allowed.';

create function public.set_code_state(p_id uuid, p_state text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_code public.promo_codes;
begin
  perform private.require_permission('manage_events');
  if p_state is null or p_state not in ('active', 'paused', 'archived') then
    perform private.refuse(422, 'invalid');
  end if;
  perform 1 from public.capacity_pools p where p.id = (select c.block_pool_id from public.promo_codes c
    where c.id = p_id) for no key update;
  select * into v_code from public.promo_codes where id = p_id and archived_at is null for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  update public.promo_codes set updated_at = clock_timestamp(),
    paused_at = case when p_state = 'paused' then coalesce(paused_at, now()) when p_state = 'active' then null else paused_at end,
    archived_at = case when p_state = 'archived' then now() end,
    -- its name is free for another code, and its places for everybody
    code = case when p_state = 'archived' then left(v_code.code, 21) || '-' || private.random_code(8) else code end,
    block_left = case when p_state = 'archived' then 0 else block_left end,
    -- not "least" alone, which passes over null
    block_ends_at = case when p_state = 'archived' and block_ends_at > now() then now() else block_ends_at end
  where id = p_id;
  if p_state = 'archived' then
    update public.capacity_pools set blocked = blocked - v_code.block_left where id = v_code.block_pool_id;
  end if;
  perform private.audit('set_code_state', 'code', p_id::text, jsonb_build_object('from', case when v_code.paused_at is not null
    then 'paused' else 'active' end,
    'to', p_state, 'code', v_code.code));
  return p_state;
end
$$;
comment on function public.set_code_state(uuid, text) is
  'Pauses a code, lets it go on (active), or archives it, which frees what it keeps back and its name; admins only. What is held keeps '
  'its price. Returns the state. Archived is final. Refuses not_allowed, not_found (archived ones too), invalid.';

create function private.sold_items(p_event_id uuid)
returns table (kind text, display_order int, id uuid, name text, "position" int, is_paused boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_kind public.line_kinds;
begin
  for v_kind in select * from public.line_kinds k where k.needs_event and k.is_chosen order by k.display_order, k.kind loop
    return query execute format(
      'select $2, $3, x.id, x.name, x.position, x.paused_at is not null from %s x where x.event_id = $1 and x.archived_at is null',
      v_kind.catalogue) using p_event_id, v_kind.kind, v_kind.display_order;
  end loop;
end
$$;
comment on function private.sold_items(uuid) is
  'Returns the items that an event sells, of every kind that people choose, without archived ones. is_paused = staff paused the sale of '
  'this one by itself.';

create function private.event_code_frame(p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'timeZone', e.time_zone,
      'currency', (select s.currency from public.settings s),
      'now', now(),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.id, 'name', i.name)
          order by i.display_order, i.kind desc, i.position, i.name), '[]')
        from private.sold_items(e.id) i),
      'pools', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'left', p.capacity - p.held - p.sold - p.blocked)
          order by p.created_at, p.id), '[]')
        from public.capacity_pools p where p.event_id = e.id and p.purpose = 'places'))
    from public.events e where e.id = p_event);
end
$$;
comment on function private.event_code_frame(uuid) is
  'Returns the facts of an event that its codes are read with: {timeZone, currency, now, items (of the event, that a code can be for), '
  'pools (the rooms that a code can keep places of)}; null where there is no such event.';

create function private.event_code_fields(p_code public.promo_codes) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.shared_code_fields(p_code) || jsonb_build_object(
    'items', (select coalesce(jsonb_agg(i.item_id), '[]') from public.promo_code_items i where i.code_id = p_code.id),
    'validFromAt', p_code.starts_at, 'validUntilAt', p_code.ends_at, 'earlyAccessAt', p_code.early_access_at,
    'blockPoolId', p_code.block_pool_id, 'blockPlaces', p_code.block_left, 'blockEndsAt', p_code.block_ends_at);
end
$$;
comment on function private.event_code_fields(public.promo_codes) is
  'Fields of a code of an event that both the list and the form of staff show.';

create function public.read_event_codes(p_event uuid, p_after uuid default null, p_limit int default 50) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_ids uuid[];
begin
  perform private.require_permission('manage_events');
  select array_agg(c.id order by c.created_at desc, c.id) into v_ids
  from (
    select n.id, n.created_at from public.promo_codes n left join public.promo_codes a on a.id = p_after
    where (n.event_id = p_event or (n.event_id is null and n.kinds is distinct from '{}')) and n.archived_at is null
      and (a.id is null or n.created_at < a.created_at or (n.created_at = a.created_at and n.id > a.id))
    order by n.created_at desc, n.id limit v_limit + 1) c;
  return private.event_code_frame(p_event) || jsonb_build_object(
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'codes', (
      select coalesce(jsonb_agg(private.event_code_fields(c) || private.code_uses(c) || jsonb_build_object('everywhere', c.event_id is null)
        order by array_position(v_ids, c.id)), '[]')
      from public.promo_codes c where c.id = any (v_ids[:v_limit])),
    'archivedDrafts', (
      select coalesce(jsonb_agg(d.tab order by d.saved_at), '[]') from public.event_drafts d
      where d.owner_id = auth.uid() and d.event_id = p_event and d.tab like 'codes/%' and d.tab <> 'codes/new'
        and not exists (
          select 1 from public.promo_codes c where c.event_id = p_event and c.archived_at is null and 'codes/' || c.id = d.tab)));
end
$$;
comment on function public.read_event_codes(uuid, uuid, int) is
  'A page of the codes of an event and those of all events, newest first, with their uses and the first names of what they are for in the '
  'shop: {timeZone, currency, now, items, pools, codes, next, archivedDrafts (tabs of what the caller typed into codes that were archived '
  'since)}; admins only. p_after = the last code of the page before. Null where there is no such event.';

create function public.read_event_code(p_event uuid, p_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit constant int := 50;
  v_code public.promo_codes;
  v_own uuid[];
  v_draft jsonb;
  v_chosen uuid[];
  v_scope jsonb;
begin
  perform private.require_permission('manage_events');
  select * into v_code from public.promo_codes c where c.id = p_id and c.event_id = p_event and c.archived_at is null;
  select coalesce(array_agg(g.product_id), '{}') into v_own
  from public.promo_code_goods g where g.code_id = v_code.id and g.product_id is not null;
  select d.form into v_draft from public.event_drafts d
  where d.owner_id = auth.uid() and d.event_id = p_event and d.tab = 'codes/' || coalesce(p_id::text, 'new');
  v_chosen := case when v_draft is null then v_own else private.draft_ids(v_draft -> 'products') end;
  v_scope := private.code_scopes(v_chosen || v_own, null, v_limit);
  return private.event_code_frame(p_event) || jsonb_build_object(
    'shop', v_scope || jsonb_build_object('chosen', v_chosen),
    'code', case when v_code.id is not null then private.event_code_fields(v_code) || jsonb_build_object(
      'version', v_code.updated_at, 'products', v_own,
      'collections', (
        select coalesce(jsonb_agg(g.collection_id), '[]') from public.promo_code_goods g
        where g.code_id = v_code.id and g.collection_id is not null)) end);
end
$$;
comment on function public.read_event_code(uuid, uuid) is
  'A code of an event as its form takes it, and what it can be for, of the event (items) and of the shop: {timeZone, currency, now, '
  'items, pools, shop: {chosen, products, hasMore, collections}, code}; admins only. chosen are the products of what the caller typed and '
  'did not save, else those of the code; products are these and 50 of the others. code is null where the event has no such code (archived '
  'ones too); null where there is no such event.';

create function private.draft_ids(p_ids jsonb) returns uuid[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(t.id::uuid), '{}')
  from jsonb_array_elements_text(case jsonb_typeof(p_ids) when 'array' then p_ids when 'string' then jsonb_build_array(p_ids)
    else '[]' end) t(id)
  where t.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;
comment on function private.draft_ids(jsonb) is
  'Returns the ids in a field of a kept form: a list, or one alone as a browser sends it. Texts that are no ids are left out, since a '
  'draft holds what somebody typed.';

revoke execute on function
  private.check_code_fields(jsonb, public.promo_codes), private.code_row(uuid), private.write_code_fields(uuid, jsonb),
  private.shared_code_fields(public.promo_codes), private.code_uses(public.promo_codes),
  private.write_block(public.promo_codes, uuid, int, timestamptz), private.sold_items(uuid),
  private.event_code_frame(uuid), private.event_code_fields(public.promo_codes), private.draft_ids(jsonb),
  public.save_code(jsonb), public.set_code_state(uuid, text), public.read_event_codes(uuid, uuid, int), public.read_event_code(uuid, uuid)
from public, anon, authenticated, service_role;
grant execute on function public.save_code(jsonb), public.set_code_state(uuid, text), public.read_event_codes(uuid, uuid, int),
  public.read_event_code(uuid, uuid) to authenticated;
