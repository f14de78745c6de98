-- Writes and reads codes for the tab Codes of an event's editor.

create function private.check_code_fields(p_code jsonb, p_before public.promo_codes) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if (p_code ->> 'maxOrders')::int < p_before.orders_held + p_before.orders_used then
    perform private.refuse(409, 'code_below_used', jsonb_build_object('used', p_before.orders_held + p_before.orders_used, 'what', 'orders'));
  elsif (p_code ->> 'maxUnits')::int < p_before.units_held + p_before.units_used then
    perform private.refuse(409, 'code_below_used', jsonb_build_object('used', p_before.units_held + p_before.units_used, 'what', 'tickets'));
  elsif (p_code ->> 'budgetCents')::bigint < p_before.cents_held + p_before.cents_used then
    perform private.refuse(409, 'code_below_used', jsonb_build_object('cents', p_before.cents_held + p_before.cents_used, 'what', 'cents'));
  end if;
end
$$;
comment on function private.check_code_fields(jsonb, public.promo_codes) is 'Refuses limits of a code below what live holds and paid orders use of it, with the number.';

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
  'Sets how many places of a pool a code keeps back from now on, and until when. Pools and code are locked. Refuses block_too_large with what is left, and code_in_use for another pool while holds use the code.';

create function private.code_row(p_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select to_jsonb(c) - array['event_id', 'orders_held', 'orders_used', 'units_held', 'units_used', 'cents_held', 'cents_used', 'block_pool_id']
      || jsonb_build_object(
        'items', (
          select jsonb_agg(coalesce(s.name, i.item_id::text) order by s.name, i.item_id)
          from public.promo_code_items i left join private.sold_items(c.event_id) s on s.id = i.item_id where i.code_id = c.id),
        'products', (
          select jsonb_agg(p.name order by p.name) from public.promo_code_goods g join public.products p on p.id = g.product_id where g.code_id = c.id),
        'collections', (
          select jsonb_agg(x.name order by x.name)
          from public.promo_code_goods g join public.product_collections x on x.id = g.collection_id where g.code_id = c.id),
        'block_pool', (select p.name from public.capacity_pools p where p.id = c.block_pool_id))
    from public.promo_codes c where c.id = p_id);
end
$$;
comment on function private.code_row(uuid) is 'Returns a code with the names of what it is for as JSON, without its counters, for the audit log; null where there is none.';

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
    insert into public.promo_codes (event_id, code, effect) values (v_event.id, upper(p_code ->> 'code'), 'access') returning * into v_before;
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
  update public.promo_codes set
    code = upper(p_code ->> 'code'), label = coalesce(p_code ->> 'label', ''), effect = p_code ->> 'effect',
    percent = case when p_code ->> 'effect' = 'percent' then (p_code ->> 'percent')::int end,
    amount_cents = case when p_code ->> 'effect' in ('fixed', 'price') then (p_code ->> 'amountCents')::bigint end,
    starts_at = private.parse_instant(p_code ->> 'validFromAt'), ends_at = private.parse_instant(p_code ->> 'validUntilAt'),
    early_access_at = private.parse_instant(p_code ->> 'earlyAccessAt'),
    max_orders = (p_code ->> 'maxOrders')::int, max_units = (p_code ->> 'maxUnits')::int,
    max_per_person = (p_code ->> 'maxPerPerson')::int, max_units_per_order = (p_code ->> 'maxUnitsPerOrder')::int,
    budget_cents = (p_code ->> 'budgetCents')::bigint, updated_at = clock_timestamp()
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
  'Writes a code of an event with its scope and what it keeps back, and returns its id; admins only. {id, eventId, version, code, label, effect, percent, amountCents, items: [ids], goods (none, all or listed: what of the shop it is for in orders with something of the event), products: [ids], collections: [ids], validFromAt, validUntilAt, earlyAccessAt, maxOrders, maxUnits, maxPerPerson, maxUnitsPerOrder, budgetCents, blockPoolId, blockPlaces, blockWas (the places that the form was read with), blockEndsAt}; without id it makes one, with one it wants the version that was read. Deletes what the caller typed into the form tab (codes/<id>, codes/new) and did not save. What is held keeps its price. Refuses code_taken, code_below_used, block_too_large, code_in_use, changed_meanwhile, not_found (archived codes too), not_allowed.';

create function public.set_code_state(p_id uuid, p_state text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_code public.promo_codes;
begin
  perform private.require_admin();
  if p_state is null or p_state not in ('active', 'paused', 'archived') then
    perform private.refuse(422, 'invalid');
  end if;
  perform 1 from public.capacity_pools p where p.id = (select c.block_pool_id from public.promo_codes c where c.id = p_id) for no key update;
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
  perform private.audit('set_code_state', 'code', p_id::text, jsonb_build_object('from', case when v_code.paused_at is not null then 'paused' else 'active' end,
    'to', p_state, 'code', v_code.code));
  return p_state;
end
$$;
comment on function public.set_code_state(uuid, text) is
  'Pauses a code, lets it go on (active), or archives it, which frees what it keeps back and its name; admins only. What is held keeps its price. Returns the state. Archived is final. Refuses not_allowed, not_found (archived ones too), invalid.';

create function private.sold_items(p_event_id uuid) returns table (kind text, id uuid, name text, "position" int)
language plpgsql stable set search_path = ''
as $$
declare
  v_kind private.line_kinds;
begin
  for v_kind in select * from private.line_kinds k where k.needs_event and k.kind <> 'supplement' order by k.kind <> 'ticket', k.kind loop
    return query execute format(
      'select %L::text, x.id, x.name, x.position from %s x where x.event_id = $1 and x.archived_at is null', v_kind.kind, v_kind.catalogue)
      using p_event_id;
  end loop;
end
$$;
comment on function private.sold_items(uuid) is
  'Returns the items that an event sells, of every kind that people choose (staff ask for supplements), without archived ones.';

create function public.read_event_codes(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'timeZone', e.time_zone,
      'currency', (select s.currency from public.settings s),
      'now', now(),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.id, 'name', i.name)
          order by i.kind <> 'ticket', i.kind desc, i.position, i.name), '[]')
        from private.sold_items(e.id) i),
      'pools', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'left', p.capacity - p.held - p.sold - p.blocked)
          order by p.created_at, p.id), '[]')
        from public.capacity_pools p where p.event_id = e.id and p.purpose = 'places'),
      'shop', private.code_scopes('{}', null, null),
      'codes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', c.id, 'version', c.updated_at, 'code', c.code, 'label', c.label, 'state', private.code_state(c), 'paused', c.paused_at is not null,
          'everywhere', c.event_id is null, 'effect', c.effect, 'percent', c.percent, 'amountCents', c.amount_cents,
          'items', (select coalesce(jsonb_agg(i.item_id), '[]') from public.promo_code_items i where i.code_id = c.id),
          'goods', c.goods,
          'products', (select coalesce(jsonb_agg(g.product_id), '[]') from public.promo_code_goods g where g.code_id = c.id and g.product_id is not null),
          'collections', (
            select coalesce(jsonb_agg(g.collection_id), '[]') from public.promo_code_goods g where g.code_id = c.id and g.collection_id is not null),
          'validFromAt', c.starts_at, 'validUntilAt', c.ends_at, 'earlyAccessAt', c.early_access_at,
          'maxOrders', c.max_orders, 'maxUnits', c.max_units, 'maxPerPerson', c.max_per_person, 'maxUnitsPerOrder', c.max_units_per_order,
          'budgetCents', c.budget_cents,
          'ordersHeld', c.orders_held, 'ordersUsed', c.orders_used, 'unitsHeld', c.units_held, 'unitsUsed', c.units_used,
          'centsHeld', c.cents_held, 'centsUsed', c.cents_used,
          'blockPoolId', c.block_pool_id, 'blockPlaces', c.block_left, 'blockEndsAt', c.block_ends_at) order by c.created_at desc, c.id), '[]')
        from public.promo_codes c
        where (c.event_id = e.id or (c.event_id is null and c.kinds is distinct from '{}')) and c.archived_at is null))
    from public.events e where e.id = p_event);
end
$$;
comment on function public.read_event_codes(uuid) is
  'The codes of an event and those of all events, with their uses, and what a code of it can be for, of the event (items) and of the shop; admins only. Null when there is no such event.';

revoke execute on function
  private.check_code_fields(jsonb, public.promo_codes), private.code_row(uuid), private.write_block(public.promo_codes, uuid, int, timestamptz), private.sold_items(uuid),
  public.save_code(jsonb), public.set_code_state(uuid, text), public.read_event_codes(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.save_code(jsonb), public.set_code_state(uuid, text), public.read_event_codes(uuid) to authenticated;
