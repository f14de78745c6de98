-- Holds: a buyer's places, set aside at today's price for a while. The server calls these after its own limits.

create function private.read_choice(p_lines jsonb, out types uuid[], out units int[], out total int)
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and 50 or exists (
    select 1 from jsonb_array_elements(p_lines) line
    where jsonb_typeof(line) <> 'object'
      or coalesce(line ->> 'ticket_type_id', '') !~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'
      or jsonb_typeof(line -> 'quantity') is distinct from 'number'
      or line ->> 'quantity' !~ '^[1-9][0-9]?$'
  ) then
    perform private.refuse(422, 'invalid', '{"field": "lines"}');
  end if;
  select array_agg(l.type_id order by l.type_id), array_agg(l.units order by l.type_id), sum(l.units)
  into types, units, total
  from (
    select (line ->> 'ticket_type_id')::uuid as type_id, sum((line ->> 'quantity')::int)::int as units
    from jsonb_array_elements(p_lines) line group by 1
  ) l;
end
$$;
comment on function private.read_choice(jsonb) is
  'Checks the lines that a buyer chose, [{ticket_type_id, quantity}], and adds up lines of one type: splitting does not get round a limit.';

create function private.check_choice(
  p_event public.events, p_role text, p_types uuid[], p_units int[], out ends_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
declare
  v_line record;
  v_limit int := (select max_per_order from public.settings);
  v_units int := 0;
begin
  for v_line in
    select n.type_id, n.units, t as type,
      private.sale_state(p_event, t, p_role <> 'guest', p_role in ('admin', 'moderator')) as state
    from unnest(p_types, p_units) n (type_id, units)
    left join public.ticket_types t on t.id = n.type_id and t.event_id = p_event.id
  loop
    case coalesce(v_line.state, 'hidden')
      when 'on_sale' then null;
      when 'ended' then perform private.refuse(409, 'sale_ended', jsonb_build_object('type', (v_line.type).name));
      when 'paused' then perform private.refuse(409, 'sale_paused', jsonb_build_object('type', (v_line.type).name));
      when 'members_only' then perform private.refuse(403, 'members_only');
      when 'not_yet' then
        perform private.refuse(409, 'sale_not_started', jsonb_build_object('type', (v_line.type).name, 'at', (v_line.type).sale_starts_at));
      else perform private.refuse(404, 'not_found');
    end case;
    if (v_line.type).id is null then
      perform private.refuse(404, 'not_found');
    end if;
    if v_line.units > (v_line.type).max_per_order then
      perform private.refuse(409, 'order_limit', jsonb_build_object('limit', (v_line.type).max_per_order));
    end if;
    -- Who takes the rest may take less than the minimum.
    if v_line.units < (v_line.type).min_per_order and v_line.units < coalesce(
      (select o.left_units from private.offer_rows(array[p_event.id]) o where o.ticket_type_id = v_line.type_id), 1000) then
      perform private.refuse(409, 'order_minimum', jsonb_build_object('minimum', (v_line.type).min_per_order, 'type', (v_line.type).name));
    end if;
    v_units := v_units + v_line.units;
    ends_at := least(ends_at, (v_line.type).sale_ends_at, p_event.ends_at);
  end loop;
  if v_units > v_limit then
    perform private.refuse(409, 'order_limit', jsonb_build_object('limit', v_limit));
  end if;
end
$$;
comment on function private.check_choice(public.events, text, uuid[], int[]) is
  'Refuses types that such a person cannot buy at this moment, and too many or too few; returns when the first sale ends.';

create function private.fill_hold(p_hold uuid, p_event public.events, p_types uuid[], p_units int[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_release public.price_releases;
  v_need int;
  v_take int;
begin
  perform private.take_places(p_types, p_units, false);
  for i in 1 .. cardinality(p_types) loop
    v_need := p_units[i];
    for v_release in
      select * from public.price_releases r
      where r.ticket_type_id = p_types[i] and (r.ends_at is null or r.ends_at > now())
      order by r.position for no key update
    loop
      v_take := least(v_need, coalesce(v_release.quantity - v_release.held - v_release.sold, v_need));
      continue when v_take <= 0;
      update public.price_releases set held = held + v_take where id = v_release.id;
      insert into public.hold_lines
        (hold_id, ticket_type_id, release_id, quantity, unit_face_cents, unit_fee_cents, unit_tax_cents)
      select p_hold, p_types[i], v_release.id, v_take, u.face_cents, u.fee_cents, u.tax_cents
      from private.price_unit(v_release.face_cents, p_event.fee_fixed_cents, p_event.fee_bps, p_event.tax_bps) u;
      v_need := v_need - v_take;
      exit when v_need = 0;
    end loop;
    if v_need > 0 then
      perform private.refuse(409, 'sold_out', jsonb_build_object('left', p_units[i] - v_need,
        'type', (select name from public.ticket_types where id = p_types[i])));
    end if;
  end loop;
end
$$;
comment on function private.fill_hold(uuid, public.events, uuid[], int[]) is
  'Takes the places and prices them: the running release first, then the next when it runs out. The hot rows are touched here and only here, at the end of a hold.';

create function private.open_order_of(p_hold uuid) returns public.orders
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders
  where hold_id = p_hold and status in ('awaiting_payment', 'processing', 'payment_failed') for no key update;
  return v_order;
end
$$;
comment on function private.open_order_of(uuid) is 'The unpaid order of a hold, locked.';

create function private.network_units(p_event uuid, p_network text, p_except_hold uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(l.quantity), 0)
    from public.holds h join public.hold_lines l on l.hold_id = h.id
    where h.network = p_network and h.event_id = p_event and h.id is distinct from p_except_hold
      and h.status in ('active', 'pinned') and h.expires_at > now()
  );
end
$$;
comment on function private.network_units(uuid, text, uuid) is
  'How many tickets of an event the guests of one network hold and have not paid, one hold left aside. Not locked: requests at the same moment may pass the limit by one cart each.';

create function public.hold_tickets(p_owner uuid, p_event uuid, p_lines jsonb, p_key text, p_network text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_body jsonb := jsonb_build_array(p_event, p_lines);
  v_role text := private.person_role(p_owner);
  v_event public.events;
  v_order public.orders;
  v_hold public.holds;
  v_types uuid[];
  v_units int[];
  v_total int;
  v_ends_at timestamptz;
  v_keys text[] := private.proven_mailboxes(p_owner);
  v_renewed boolean := false;
  v_attempt jsonb;
  v_network_left int;
  v_response jsonb;
begin
  if v_role is null then
    perform private.refuse(401, 'sign_in_required');
  end if;
  perform private.lock_person(p_owner);
  v_response := private.response_for_key(p_owner, p_key, 'hold_tickets', v_body);
  if v_response is not null then
    return v_response;
  end if;

  select c.types, c.units, c.total into v_types, v_units, v_total from private.read_choice(p_lines) c;
  select * into v_event from public.events where id = p_event;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_ends_at := private.check_choice(v_event, v_role, v_types, v_units);
  perform private.lock_mailboxes(p_event, v_keys);

  -- Own cart, if there is one: its lines are replaced, its end is not moved.
  select * into v_hold from public.holds
  where owner_id = p_owner and event_id = p_event and kind = 'cart' and status in ('active', 'pinned');
  if found then
    v_order := private.open_order_of(v_hold.id);
    if v_order.status = 'processing' then
      perform private.refuse(409, 'payment_in_progress');
    end if;
    select * into v_hold from public.holds where id = v_hold.id and status in ('active', 'pinned') for no key update;
    if v_order.id is not null and v_hold.id is not null then
      perform private.end_order(v_order.id, 'cart changed');
    end if;
  end if;
  perform private.check_person_limit(v_event, p_owner, v_keys, v_hold.id, v_total);
  if p_network is not null then
    v_network_left := 500 - private.network_units(p_event, p_network, v_hold.id);
    if v_total > v_network_left then
      perform private.refuse(429, 'network_full', jsonb_build_object('left', greatest(v_network_left, 0)));
    end if;
  end if;
  if v_hold.expires_at > now() then
    perform private.lock_stock(p_event, v_types, v_hold.id);
    perform private.give_back(array[v_hold.id]);
    delete from public.hold_lines where hold_id = v_hold.id;
    v_renewed := true;
  else
    -- Only holds that are new count: who is refused or changes their mind has hoarded nothing.
    v_attempt := public.consume_rate_limit('hold:' || p_owner::text, 6, 600);
    if not (v_attempt ->> 'allowed')::boolean then
      perform private.refuse(429, 'rate_limited', v_attempt - 'allowed');
    end if;
    perform private.lock_stock(p_event, v_types);
    insert into public.holds (kind, event_id, owner_id, network, status, expires_at)
    select 'cart', p_event, p_owner, p_network, 'active', least(now() + make_interval(mins => s.hold_minutes), v_ends_at)
    from public.settings s
    returning * into v_hold;
  end if;
  perform private.fill_hold(v_hold.id, v_event, v_types, v_units);

  select jsonb_build_object('hold_id', v_hold.id, 'renewed', v_renewed, 'expires_at', v_hold.expires_at, 'lines', jsonb_agg(jsonb_build_object(
      'ticket_type_id', l.ticket_type_id, 'release_id', l.release_id, 'quantity', l.quantity,
      'unit_face_cents', l.unit_face_cents, 'unit_fee_cents', l.unit_fee_cents, 'unit_tax_cents', l.unit_tax_cents)),
    'total_cents', sum(l.quantity * (l.unit_face_cents + l.unit_fee_cents + l.unit_tax_cents)))
  into v_response
  from public.hold_lines l where l.hold_id = v_hold.id;
  return private.store_response(p_owner, p_key, 'hold_tickets', v_body, v_response);
end
$$;
comment on function public.hold_tickets(uuid, uuid, jsonb, text, text) is
  'Sets tickets aside for p_owner at the database''s prices: {hold_id, renewed, expires_at, lines, total_cents}. A person has one cart per event: holding again replaces its lines and keeps its end. An account makes six new holds in ten minutes. p_network names where a guest comes from (null = not limited): the guests of one network hold at most 500 unpaid tickets of an event at a time. Refuses sold_out, person_limit, network_full, order_limit, order_minimum, sale_*, members_only, payment_in_progress, rate_limited, key_reused.';

create function public.release_hold(p_owner uuid, p_hold uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_order public.orders;
  v_hold public.holds;
begin
  perform private.lock_person(p_owner);
  if not exists (select 1 from public.holds where id = p_hold and owner_id = p_owner) then
    perform private.refuse(404, 'not_found');
  end if;
  v_order := private.open_order_of(p_hold);
  if v_order.status = 'processing' then
    perform private.refuse(409, 'payment_in_progress');
  end if;
  select * into v_hold from public.holds where id = p_hold for no key update;
  if v_hold.status not in ('active', 'pinned') then
    return jsonb_build_object('hold_id', p_hold, 'status', v_hold.status);
  end if;
  if v_order.id is not null then
    perform private.end_order(v_order.id, 'cart emptied');
  end if;
  perform private.lock_stock(v_hold.event_id, '{}', p_hold);
  select * into v_hold from public.holds where id = p_hold;
  if v_hold.status in ('active', 'pinned') then -- else it had ended, and was given back with the ended ones
    perform private.give_back(array[p_hold]);
    perform private.move_hold(p_hold, 'released', 'by its owner');
  end if;
  return jsonb_build_object('hold_id', p_hold, 'status', (select status from public.holds where id = p_hold));
end
$$;
comment on function public.release_hold(uuid, uuid) is
  'Gives an own hold back and ends its unpaid order; harmless when it already ended. Refuses payment_in_progress, not_found.';

create function private.release_event_holds(p_event_id uuid, p_reason text) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_order record;
  v_holds uuid[];
begin
  perform private.lock_settlement(p_event_id, true);
  -- Processing ones stay: their money is on its way, and settling them will refund it.
  for v_order in
    select id from public.orders
    where event_id = p_event_id and status in ('awaiting_payment', 'payment_failed') order by id for no key update
  loop
    perform private.end_order(v_order.id, p_reason);
  end loop;
  select coalesce(array_agg(h.id), '{}') into v_holds
  from (
    select id from public.holds h
    where event_id = p_event_id and status in ('active', 'pinned')
      and not exists (select 1 from public.orders o where o.hold_id = h.id and o.status = 'processing')
    order by id for no key update
  ) h;
  perform 1 from public.capacity_pools where event_id = p_event_id order by id for no key update;
  perform private.give_back(v_holds);
  perform private.move_hold(id, 'released', p_reason) from unnest(v_holds) id;
  return cardinality(v_holds);
end
$$;
comment on function private.release_event_holds(uuid, text) is
  'For cancelling or postponing an event: ends its unpaid orders and gives all their places back, in the caller''s transaction. Answers how many holds.';
