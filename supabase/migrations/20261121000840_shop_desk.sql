-- The shop desk.

create function private.goods_groups(p_fulfilments uuid[]) returns table (asked uuid, ids uuid[])
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select x.id, array_agg(f.id order by f.id)
  from public.fulfilments x
  join public.order_lines m on m.id = x.order_line_id
  join public.fulfilments f on f.order_id = x.order_id and f.status = x.status and f.replaced_by is null
    and f.shipment_id is not distinct from x.shipment_id and f.delivery is not distinct from x.delivery
    and f.pickup_point_id is not distinct from x.pickup_point_id
  join public.order_lines l on l.id = f.order_line_id and l.kind = m.kind
  join public.line_kinds k on k.kind = l.kind and (k.is_merchandise or (k.is_handed_at_event and f.id = x.id))
  where x.id = any (p_fulfilments) and x.replaced_by is null
  group by x.id;
end
$$;
comment on function private.goods_groups(uuid[]) is
  'Returns what goes together with each of some fulfilments: the products of its order that are in the same state, the same parcel or the '
  'same pick-up; an add-on is by itself. Staff work on such groups, named by any one of theirs.';

create function private.goods_group(p_fulfilment uuid) returns uuid[]
language plpgsql stable set search_path = ''
as $$ begin return (select g.ids from private.goods_groups(array[p_fulfilment]) g); end $$;
comment on function private.goods_group(uuid) is
  'Returns what goes together with one fulfilment (private.goods_groups); null where it is none.';

create function private.goods_parcels(p_fulfilments uuid[]) returns table (asked uuid, ids uuid[], parcel jsonb)
language plpgsql stable set search_path = ''
as $$
declare
  v_main uuid := private.main_place();
begin
  return query
  with groups as materialized (
    select g.asked, g.ids from private.goods_groups(p_fulfilments) g
  ),
  items as (
    select g.asked, jsonb_agg(i.value order by i.place) as list
    from groups g
    cross join lateral unnest(g.ids) u (id)
    join jsonb_array_elements(private.goods_items(array(select unnest(n.ids) from groups n))) with ordinality i (value, place)
      on (i.value ->> 'id')::uuid = u.id
    group by g.asked
  ),
  points as materialized (
    select p.id, p.place_id, private.point_details(p.id) as details
    from public.pickup_points p
    where p.id in (select f.pickup_point_id from groups g join public.fulfilments f on f.id = g.ids[1])
  )
  select g.asked, g.ids, jsonb_build_object(
    'id', f.id, 'orderId', o.id, 'code', o.code, 'name', o.name, 'status', f.status, 'delivery', f.delivery, 'isTest', o.is_test,
    'isDisputed', o.dispute_status = 'open', 'placedAt', o.created_at, 'since', f.moved_at, 'unclaimedAt', f.unclaimed_at,
    'items', i.list, 'shipment', case when f.shipment_id is not null then private.parcel_details(f.shipment_id) end, 'point', p.details,
    'place', s.name,
    'address', case when f.delivery = 'ship' then (
      select jsonb_build_object('name', a.name, 'line1', a.line1, 'line2', nullif(a.line2, ''), 'city', a.city, 'state', a.state,
        'postalCode', a.postal_code)
      from public.order_addresses a where a.order_id = o.id) end)
  from groups g
  join items i on i.asked = g.asked
  join public.fulfilments f on f.id = g.ids[1]
  join public.orders o on o.id = f.order_id
  left join points p on p.id = f.pickup_point_id
  left join public.stock_places s on s.id = coalesce(p.place_id, v_main);
end
$$;
comment on function private.goods_parcels(uuid[]) is
  'Returns the groups of some fulfilments (private.goods_groups) as staff see them: order and buyer, items, parcel or pick-up point, the '
  'place it is taken from, and where it is sent.';

create function private.order_parcels(p_order uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(g.parcel order by g.ids), '[]')
    from private.goods_parcels(array(
      select f.id from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
      join public.line_kinds k on k.kind = l.kind and k.is_merchandise
      where f.order_id = p_order and f.replaced_by is null)) g
    where g.asked = g.ids[1]);
end
$$;
comment on function private.order_parcels(uuid) is
  'Returns the goods of an order by what goes together, as private.goods_parcels says, for the caller who has checked that the reader is '
  'staff.';

create function private.goods_counts() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'pack', count(distinct f.order_id) filter (where f.status = 'unfulfilled'),
      'packing', count(distinct f.order_id) filter (where f.status = 'packing'),
      'shipped', count(distinct f.shipment_id) filter (where f.status = 'shipped'),
      'ready', count(distinct f.order_id) filter (where f.status = 'ready_for_pickup'),
      'unclaimed', count(distinct f.order_id) filter (where f.unclaimed_at is not null and private.fulfilment_awaits_pickup(f.status)),
      'lost', count(distinct f.shipment_id) filter (where f.status = 'lost'
        or (f.status = 'shipped' and s.shipped_at < now() - interval '21 days')))
    from public.fulfilments f
    join public.order_lines l on l.id = f.order_line_id
    join public.line_kinds k on k.kind = l.kind and k.is_merchandise
    left join public.shipments s on s.id = f.shipment_id
    where (private.fulfilment_is_waiting(f.status) or private.fulfilment_needs_parcel(f.status)) and f.replaced_by is null);
end
$$;
comment on function private.goods_counts() is 'Counts the orders, or parcels, under each tab of the shop desk.';

create function private.desk_choices() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at) order by e.starts_at, e.id), '[]')
      from public.events e where e.id in (
        select p.event_id from public.pickup_points p join public.fulfilments f on f.pickup_point_id = p.id
        where private.fulfilment_awaits_pickup(f.status))),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.position, p.name), '[]')
      from public.stock_places p where p.archived_at is null));
end
$$;
comment on function private.desk_choices() is
  'Returns what the shop desk can be narrowed to: events where goods wait to be picked up, and places of stock.';

create function public.list_fulfilments(
  p_show text default 'pack', p_search text default null, p_delivery text default null, p_event uuid default null,
  p_place uuid default null, p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_search text := nullif(btrim(p_search), '');
  v_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_words text[] := string_to_array(private.name_key(v_search), ' ');
  v_main uuid;
  v_ids uuid[];
  v_count int;
begin
  perform private.require_permission('fulfil_goods');
  v_main := private.main_place();
  with found as (
    select min(f.id::text)::uuid as id, o.created_at, o.id as order_id
    from public.fulfilments f
    join public.order_lines l on l.id = f.order_line_id
    join public.line_kinds k on k.kind = l.kind and k.is_merchandise
    join public.orders o on o.id = f.order_id
    left join public.shipments s on s.id = f.shipment_id
    left join public.pickup_points p on p.id = f.pickup_point_id
    where f.replaced_by is null
      and f.status = any (case p_show
        when 'packing' then array['packing'] when 'shipped' then array['shipped'] when 'ready' then array['ready_for_pickup']
        when 'unclaimed' then array['unfulfilled', 'ready_for_pickup'] when 'lost' then array['lost', 'shipped']
          else array['unfulfilled'] end)
      and (p_show <> 'unclaimed' or f.unclaimed_at is not null)
      and (p_show <> 'lost' or f.status = 'lost' or s.shipped_at < now() - interval '21 days')
      and (p_delivery is null or f.delivery = p_delivery)
      and (p_event is null or p.event_id = p_event)
      and (p_place is null or coalesce(p.place_id, v_main) = p_place)
      and (v_search is null or o.code = v_code or (v_words[1] <> '' and not exists (
        select 1 from unnest(v_words) w where o.search_key not like '% ' || w || '%')))
    group by o.created_at, o.id, f.status, f.shipment_id, f.delivery, f.pickup_point_id
  )
  select array_agg(page.id order by page.created_at, page.order_id, page.id), (select count(*) from found) into v_ids, v_count
  from (
    select n.* from found n
    where p_after is null or (n.created_at, n.order_id, n.id) > (
      select a.created_at, a.id, p_after from public.fulfilments x join public.orders a on a.id = x.order_id where x.id = p_after)
    order by n.created_at, n.order_id, n.id limit v_limit + 1
  ) page;
  return private.desk_choices() || jsonb_build_object(
    'parcels', (
      select coalesce(jsonb_agg(g.parcel || jsonb_build_object('id', g.asked) order by array_position(v_ids, g.asked)), '[]')
      from private.goods_parcels(v_ids[:v_limit]) g),
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'total', case when p_after is null then private.list_total(v_count, 10000) end,
    'counts', private.goods_counts(),
    'timeZone', (select s.time_zone from public.settings s),
    'now', now());
end
$$;
comment on function public.list_fulfilments(text, text, text, uuid, uuid, uuid, int) is
  'A page of what the shop desk has to do, oldest order first: {parcels, next, total, counts, events, places, timeZone, now}; total = '
  'private.list_total, on the first page only. p_show = pack (not begun), packing, shipped, ready (for pick-up), unclaimed or lost '
  '(declared so, or without news for 21 days); p_search = the code of an order or beginnings of words of the buyer''s name or address; '
  'p_delivery = ship or pickup; p_event = picked up at that event; p_place = taken from that place. Admins only: refuses not_allowed.';

create function private.goods_skip(p_action text, p_group uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when f.id is null then 'unknown'
      when k.is_handed_at_event and p_action <> 'cancel' then 'state' -- the door hands it over
      when not case p_action
        when 'pack' then f.status = 'unfulfilled' and coalesce(f.delivery, 'ship') = 'ship'
        when 'ready' then f.status = 'unfulfilled' and f.delivery = 'pickup'
        when 'ship' then private.fulfilment_can_be_shipped(f.status) and coalesce(f.delivery, 'ship') = 'ship'
        when 'delivered' then f.status = 'shipped'
        when 'lost' then f.status = 'shipped'
        when 'resend' then f.status = 'lost'
        when 'refund' then f.status = 'lost'
        when 'move' then private.fulfilment_awaits_pickup(f.status) and f.delivery = 'pickup'
        when 'cancel' then private.fulfilment_is_waiting(f.status)
        else false end then 'state'
      when o.dispute_status = 'open' and p_action not in ('delivered', 'lost') then 'dispute_open'
      when p_action in ('pack', 'ship') and f.delivery = 'ship'
        and not exists (select 1 from public.order_addresses a where a.order_id = o.id) then 'no_address'
    end
    from (select 1) one
    left join public.fulfilments f on f.id = p_group[1]
    left join public.order_lines l on l.id = f.order_line_id
    left join public.line_kinds k on k.kind = l.kind
    left join public.orders o on o.id = f.order_id);
end
$$;
comment on function private.goods_skip(text, uuid[]) is
  'Says why an action of the shop desk leaves a group out: unknown, state, dispute_open or no_address; null where it does not.';

create function public.preview_goods_action(p_action text, p_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_parcels jsonb;
begin
  perform private.require_permission('fulfil_goods');
  v_parcels := (
      select coalesce(jsonb_agg(g.parcel || jsonb_build_object('id', g.asked, 'reason', private.goods_skip(p_action, g.ids),
        'points', case when p_action = 'move' then private.other_pickups((select f.order_id from public.fulfilments f where f.id = g.asked),
          g.ids) else '[]' end,
        'backCents', case when p_action in ('cancel', 'refund') then (
          select coalesce(sum(s.cents), 0) from private.goods_shares((select f.order_id from public.fulfilments f where f.id = g.asked),
            g.ids) s) end)
        order by n.place), '[]')
      from unnest(p_ids[:200]) with ordinality n (id, place)
      join private.goods_parcels(p_ids[:200]) g on g.asked = n.id);
  return jsonb_build_object(
    'isProven', private.is_proven(),
    'currency', (select s.currency from public.settings s),
    'timeZone', (select s.time_zone from public.settings s),
    'now', now(),
    'parcels', v_parcels,
    'backCents', (select coalesce(sum((x ->> 'backCents')::bigint) filter (where x ->> 'reason' is null), 0)
      from jsonb_array_elements(v_parcels) x));
end
$$;
comment on function public.preview_goods_action(text, uuid[]) is
  'Previews an action of the shop desk (act_on_goods): {isProven, currency, timeZone, now, parcels, backCents}. Each parcel has reason = '
  'why it is skipped (state, dispute_open, no_address), null where it is not, points = where a pick-up can be moved to, and backCents = '
  'the amount to give back to its buyer; backCents beside them = the sum of those that are not skipped. p_ids = a fulfilment of each '
  'group, at most 200. Admins only: refuses not_allowed.';

create function private.ship_goods(p_order public.orders, p_group uuid[], p_values jsonb) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_carrier text := p_values ->> 'carrier';
  v_code text := nullif(upper(regexp_replace(coalesce(p_values ->> 'trackingCode', ''), '[^0-9A-Za-z]', '', 'g')), '');
  v_items jsonb := coalesce(p_values -> 'items', '{}');
  v_ids uuid[];
  v_id uuid;
  v_place uuid := private.main_place();
begin
  if v_carrier is null or v_carrier not in ('usps', 'ups', 'fedex', 'dhl', 'other') then
    perform private.refuse(422, 'invalid', '{"field": "carrier"}');
  end if;
  if coalesce(v_code !~ '^[A-Z0-9]{4,40}$', v_carrier <> 'other') then
    perform private.refuse(422, 'tracking_needed');
  end if;
  -- Without a choice everything is in the parcel; a smaller number leaves the rest for another one.
  select array_agg(private.split_fulfilment(f.id, coalesce((v_items ->> f.id::text)::int, f.quantity)) order by f.id) into v_ids
  from public.fulfilments f
  where f.id = any (p_group) and coalesce((v_items ->> f.id::text)::int, case when v_items = '{}' then f.quantity else 0 end) > 0;
  if v_ids is null then
    perform private.refuse(422, 'invalid', '{"field": "items"}');
  end if;
  insert into public.shipments (order_id, number, carrier, tracking_code, place_id, shipped_by)
  select p_order.id, 1 + coalesce((select max(s.number) from public.shipments s where s.order_id = p_order.id), 0), v_carrier,
    v_code, v_place, auth.uid()
  returning id into v_id;
  perform private.move_fulfilment(f.id, 'packing', 'admin', 'shipped at once')
  from public.fulfilments f where f.id = any (v_ids) and f.status = 'unfulfilled';
  update public.fulfilments set shipment_id = v_id where id = any (v_ids);
  perform private.move_fulfilment(i.id, 'shipped', 'admin', null, jsonb_build_object('shipment_id', v_id)) from unnest(v_ids) i (id);
  perform private.take_from_shelves(v_ids, 'shipped', v_place);
  perform private.queue_goods_mail('goods_shipped', p_order.id, v_id::text, jsonb_build_object('shipmentId', v_id));
  return v_id;
end
$$;
comment on function private.ship_goods(public.orders, uuid[], jsonb) is
  'Ships a group or a part of it as one parcel. p_values: {carrier, trackingCode, items: {fulfilment: units}}; without items all of it. '
  'Returns the shipment. Refuses invalid, tracking_needed, stock_not_there.';

create function private.act_on_group(p_action text, p_order public.orders, p_group uuid[], p_values jsonb, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_one record;
  v_id uuid;
  v_shipment uuid := (select f.shipment_id from public.fulfilments f where f.id = p_group[1]);
  v_lines uuid[];
  v_cents bigint[];
begin
  case p_action
    when 'pack' then
      perform private.move_fulfilment(i.id, 'packing', 'admin') from unnest(p_group) i (id);
    when 'ready' then
      perform private.move_fulfilment(i.id, 'ready_for_pickup', 'admin') from unnest(p_group) i (id);
      perform private.queue_goods_mail('goods_ready', p_order.id, p_group[1]::text, jsonb_build_object('fulfilmentIds', to_jsonb(p_group)));
    when 'ship' then
      perform private.ship_goods(p_order, p_group, p_values);
    when 'delivered' then
      perform private.move_fulfilment(i.id, 'delivered', 'admin') from unnest(p_group) i (id);
      update public.shipments set delivered_at = now() where id = v_shipment and num_nonnulls(delivered_at, lost_at) = 0;
      perform private.queue_goods_mail('goods_delivered', p_order.id, v_shipment::text, jsonb_build_object('shipmentId', v_shipment));
    when 'lost' then
      perform private.move_fulfilment(i.id, 'lost', 'admin', p_reason) from unnest(p_group) i (id);
      update public.shipments set lost_at = now() where id = v_shipment;
      for v_one in
        select l.variant_id, l.id as line_id, sum(f.quantity)::int as units
        from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
        where f.id = any (p_group) group by 1, 2 order by 1, 2
      loop
        perform private.move_stock(v_one.variant_id, null, v_one.units, 'lost', v_one.line_id);
      end loop;
      perform private.queue_goods_mail('goods_lost', p_order.id, v_shipment::text, jsonb_build_object('shipmentId', v_shipment));
    when 'resend' then
      perform private.change_stock(array(
        select row(l.kind, array_agg(l.item_id), array_agg(f.quantity))::private.line_choice
        from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
        where f.id = any (p_group) group by l.kind), 0, 1);
      for v_one in select * from public.fulfilments f where f.id = any (p_group) order by f.id loop
        insert into public.fulfilments (order_id, order_line_id, quantity, delivery)
        values (v_one.order_id, v_one.order_line_id, v_one.quantity, 'ship') returning id into v_id;
        perform private.log_state('fulfilment', v_id, null, 'unfulfilled', 'sent again', jsonb_build_object('replaces', v_one.id));
        update public.fulfilments set replaced_by = v_id where id = v_one.id;
      end loop;
    when 'refund' then
      perform private.check_refundable(p_order.id);
      select array_agg(s.line_id), array_agg(s.cents) into v_lines, v_cents from private.goods_shares(p_order.id, p_group) s;
      -- Its units ended when it was lost: no stock comes back.
      perform private.move_fulfilment(i.id, 'cancelled', 'admin', p_reason) from unnest(p_group) i (id);
      perform private.refund_goods(p_order.id, v_lines, v_cents, p_reason, false);
    when 'move' then
      perform private.move_pickup(p_order, p_group, (p_values ->> 'point')::uuid, 'admin');
    when 'cancel' then
      perform private.end_goods(p_order, p_group, 'admin', p_reason);
  end case;
end
$$;
comment on function private.act_on_group(text, public.orders, uuid[], jsonb, text) is
  'Does one action of the shop desk to one group, whose order is locked. Refuses what its moves, stock and refunds refuse.';

create function private.check_goods_action(p_action text, p_ids uuid[], p_reason text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_action is null or p_action not in ('pack', 'ready', 'ship', 'delivered', 'lost', 'resend', 'move', 'refund', 'cancel')
    or coalesce(cardinality(p_ids), 0) not between 1 and 200 then
    perform private.refuse(422, 'invalid', '{"field": "id"}');
  end if;
  if p_action in ('lost', 'refund', 'cancel')
    and (length(coalesce(p_reason, '')) not between 3 and 500 or not private.is_readable(p_reason, true)) then
    perform private.refuse(422, 'reason_required');
  end if;
end
$$;
comment on function private.check_goods_action(text, uuid[], text) is
  'Refuses an action on goods that is none, of none or more than 200, or that lacks its reason.';

create function private.lock_orders_of_goods(p_ids uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.lock_settlement(e.event_id, false)
  from (
    select distinct o.event_id from public.orders o join public.fulfilments f on f.order_id = o.id
    where f.id = any (p_ids) and o.event_id is not null order by 1
  ) e;
  perform 1 from public.orders o where o.id in (select f.order_id from public.fulfilments f where f.id = any (p_ids))
    order by o.id for no key update;
end
$$;
comment on function private.lock_orders_of_goods(uuid[]) is
  'Locks the orders of goods before any of their stock: their events against cancelling first, then every order in the order of ids.';

create function private.act_on_goods(p_action text, p_ids uuid[], p_reason text, p_values jsonb, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_reason text := nullif(btrim(coalesce(p_reason, '')), '');
  v_body jsonb := jsonb_build_array(p_action, p_ids, v_reason, p_values);
  v_response jsonb;
  v_one record;
  v_order public.orders;
  v_group uuid[];
  v_from text;
  v_why text;
  v_done int := 0;
  v_skipped jsonb := '[]';
begin
  perform private.require_permission('fulfil_goods');
  if p_action in ('refund', 'cancel') then
    perform private.require_proof();
  end if;
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'act_on_goods', v_body);
  if v_response is not null then
    return v_response;
  end if;
  perform private.check_goods_action(p_action, p_ids, v_reason);
  perform private.lock_orders_of_goods(p_ids);
  for v_one in
    select f.id, f.order_id from public.fulfilments f where f.id = any (p_ids) order by f.order_id, f.id
  loop
    v_order := private.lock_goods_order(v_one.order_id);
    v_group := private.goods_group(v_one.id);
    v_from := (select f.status from public.fulfilments f where f.id = v_one.id);
    v_why := private.goods_skip(p_action, v_group);
    if v_why is null then
      if cardinality(p_ids) = 1 then
        perform private.act_on_group(p_action, v_order, v_group, coalesce(p_values -> v_one.id::text, '{}'), v_reason);
      else
        begin
          perform private.act_on_group(p_action, v_order, v_group, coalesce(p_values -> v_one.id::text, '{}'), v_reason);
        exception when sqlstate 'PGRST' then -- one that is refused does not stop the others
          v_why := sqlerrm::jsonb ->> 'message';
        end;
      end if;
    elsif cardinality(p_ids) = 1 then
      if v_why = 'dispute_open' then
        perform private.refuse(409, 'dispute_open');
      end if;
      perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from));
    end if;
    if v_why is null then
      v_done := v_done + 1;
      perform private.audit_change('goods.' || p_action, 'order', v_order.id::text, jsonb_build_object('status', v_from),
        (select jsonb_build_object('status', f.status) from public.fulfilments f where f.id = v_one.id),
        jsonb_strip_nulls(jsonb_build_object('fulfilments', to_jsonb(v_group), 'reason', v_reason)));
    else
      v_skipped := v_skipped || jsonb_build_object('id', v_one.id, 'code', v_order.code, 'name', v_order.name, 'reason', v_why);
    end if;
  end loop;
  return private.store_response(v_actor, p_key, 'act_on_goods', v_body, jsonb_build_object('done', v_done, 'skipped', v_skipped));
end
$$;
comment on function private.act_on_goods(text, uuid[], text, jsonb, text) is 'Body of public.act_on_goods.';

create function public.act_on_goods(p_action text, p_ids uuid[], p_reason text, p_values jsonb, p_key text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.act_on_goods(p_action, p_ids, p_reason, p_values, p_key) $$;
comment on function public.act_on_goods(text, uuid[], text, jsonb, text) is
  'Admin: does one action of the shop desk to groups of goods (p_ids = a fulfilment of each, at most 200) and returns {done, skipped}. '
  'pack, ready (for pick-up, with a mail), ship (p_values: {id: {carrier, trackingCode, items}}, with a mail), delivered (with a mail), '
  'lost (with a mail), resend (a lost parcel once more, of what is for sale), move (a pick-up to another point, p_values: {id: {point}}, '
  'with a mail), refund (a lost parcel) and cancel (with what was paid; both need a recent proof). lost, refund and cancel need a reason. '
  'One that is not possible is skipped with its reason; alone it is refused: invalid_state, dispute_open, tracking_needed, sold_out, '
  'stock_not_there, delivery_needed, pickup_unavailable, and what refunds refuse. Refuses not_allowed, password_needed, reason_required, '
  'invalid, key_reused.';

create function public.read_pick_list(p_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('fulfil_goods');
  return jsonb_build_object('now', now(), 'timeZone', (select s.time_zone from public.settings s), 'lines', (
    select coalesce(jsonb_agg(jsonb_build_object('placeId', x.place_id, 'place', x.place, 'sku', x.sku, 'name', x.name,
      'detail', nullif(x.detail, ''),
      'units', x.units, 'onHand', x.on_hand, 'orders', x.orders) order by x.position, x.place, x.sku), '[]')
    from (
      select p.id as place_id, p.name as place, p.position, v.sku, min(l.item_name) as name, min(l.item_detail) as detail,
        sum(f.quantity) as units,
        (select coalesce(max(s.on_hand), 0) from public.stock_levels s where s.variant_id = v.id and s.place_id = p.id) as on_hand,
        jsonb_agg(jsonb_build_object('code', o.code, 'units', f.quantity) order by o.created_at, f.id) as orders
      from unnest(p_ids) asked (id)
      cross join lateral unnest(private.goods_group(asked.id)) n (id)
      join public.fulfilments f on f.id = n.id and private.fulfilment_can_be_shipped(f.status)
      join public.orders o on o.id = f.order_id
      join public.order_lines l on l.id = f.order_line_id
      join public.product_variants v on v.id = l.variant_id
      left join public.pickup_points k on k.id = f.pickup_point_id
      join public.stock_places p on p.id = coalesce(k.place_id, private.main_place())
      group by p.id, v.id, v.sku
    ) x));
end
$$;
comment on function public.read_pick_list(uuid[]) is
  'Lists the units to fetch for groups of goods that are not shipped yet, by place and SKU: {now, timeZone, lines: [{place, sku, name, '
  'detail, units, onHand, orders}]}. Admins only: refuses not_allowed.';

create function public.read_packing_slip(p_fulfilment uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('fulfil_goods');
  return (
    select g.parcel || jsonb_build_object('brand', s.brand, 'company', s.company,
      'postalAddress', nullif(s.postal_address, ''), 'contactEmail', nullif(s.contact_email, ''), 'timeZone', s.time_zone, 'now', now(),
      -- items of the order that come in other parcels
      'others', private.goods_items(array(
        select f.id from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
        join public.line_kinds k on k.kind = l.kind and k.is_merchandise
        join public.fulfilments x on x.id = p_fulfilment and x.order_id = f.order_id
        where f.id <> all (g.ids) and not private.fulfilment_is_cancelled(f.status) and f.replaced_by is null and f.delivery = 'ship')))
    from public.settings s cross join private.goods_parcels(array[p_fulfilment]) g);
end
$$;
comment on function public.read_packing_slip(uuid) is
  'Returns the content of the packing slip of a parcel, packed or not yet: its order, address and items, the seller, and the items of the '
  'order that come in other parcels (others). Null where there is none. Admins only: refuses not_allowed.';

grant execute on function private.act_on_goods(text, uuid[], text, jsonb, text) to authenticated, service_role;
grant execute on function
  public.list_fulfilments(text, text, text, uuid, uuid, uuid, int), public.preview_goods_action(text, uuid[]),
  public.act_on_goods(text, uuid[], text, jsonb, text), public.read_pick_list(uuid[]), public.read_packing_slip(uuid)
to authenticated;
