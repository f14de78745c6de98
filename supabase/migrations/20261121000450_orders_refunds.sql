-- Refunds. Staff request one, above a threshold a second admin approves it, a worker sends it to the provider, and the provider reports the
-- result.

create function private.move_refund(p_refund uuid, p_to text, p_reason text default null) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_from text;
begin
  select status into strict v_from from public.refunds where id = p_refund for no key update;
  if (v_from, p_to) not in (
    ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'withdrawn'),
    ('approved', 'submitted'), ('submitted', 'succeeded'), ('submitted', 'failed'), ('failed', 'submitted'),
    ('failed', 'succeeded'), ('approved', 'withdrawn'), ('failed', 'withdrawn'), ('succeeded', 'failed')
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from));
  end if;
  update public.refunds set status = p_to,
    decided_at = case when v_from = 'requested' then now() else decided_at end,
    finished_at = case when p_to in ('succeeded', 'rejected', 'withdrawn') then now() end
  where id = p_refund;
  perform private.log_state('refund', p_refund, v_from, p_to, p_reason);
end
$$;
comment on function private.move_refund(uuid, text, text) is
  'Changes the state of a refund and logs it; no other function does. From failed to succeeded goes only what was paid in another way; '
  'from succeeded to failed what the provider could not carry out after all.';

create function private.move_fulfilment(p_fulfilment uuid, p_to text, p_as text, p_reason text default null, p_facts jsonb default '{}')
  returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_from public.fulfilments;
  v_move private.fulfilment_moves;
begin
  select * into strict v_from from public.fulfilments where id = p_fulfilment for no key update;
  select * into v_move from private.fulfilment_moves where from_state = v_from.status and to_state = p_to;
  if not found or v_from.delivery <> v_move.delivery or v_from.replaced_by is not null then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from.status));
  end if;
  if p_as is null or p_as <> all (v_move.roles) then
    perform private.refuse(403, 'not_allowed');
  end if;
  update public.fulfilments set status = p_to, moved_at = now(),
    cancelled_at = case when p_to = 'cancelled' then now() end,
    handed_at = case when private.fulfilment_is_handed(p_to) then coalesce(handed_at, now()) end
  where id = p_fulfilment;
  perform private.log_state('fulfilment', p_fulfilment, v_from.status, p_to, p_reason, p_facts);
end
$$;
comment on function private.move_fulfilment(uuid, text, text, text, jsonb) is
  'The only way a fulfilment changes state; logs it. p_as = as whom it is moved: buyer, admin, door or system (private.fulfilment_moves). '
  'Refuses invalid_state for a move that is not in that table or not for its delivery, not_allowed for one that this role may not make. '
  'Stock and money are the caller''s business; the order must be locked.';

create function private.split_fulfilment(p_fulfilment uuid, p_units int) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_from public.fulfilments;
  v_id uuid;
begin
  select * into strict v_from from public.fulfilments where id = p_fulfilment for no key update;
  if p_units is null or p_units not between 1 and v_from.quantity then
    perform private.refuse(422, 'invalid', '{"field": "quantity"}');
  end if;
  if p_units = v_from.quantity then
    return p_fulfilment;
  end if;
  if v_from.replaced_by is not null then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from.status));
  end if;
  update public.fulfilments set quantity = quantity - p_units where id = p_fulfilment;
  insert into public.fulfilments (order_id, order_line_id, quantity, status, delivery, pickup_point_id, shipment_id, moved_at,
    handed_at, unclaimed_at,
    created_at, cancelled_at)
  values (v_from.order_id, v_from.order_line_id, p_units, v_from.status, v_from.delivery, v_from.pickup_point_id, v_from.shipment_id,
    v_from.moved_at, v_from.handed_at, v_from.unclaimed_at, v_from.created_at, v_from.cancelled_at)
  returning id into v_id;
  perform private.log_state('fulfilment', v_id, null, v_from.status, 'split', jsonb_build_object('split_from', p_fulfilment,
    'units', p_units));
  return v_id;
end
$$;
comment on function private.split_fulfilment(uuid, int) is
  'Sets p_units of a fulfilment apart, so that they can go another way, and returns the fulfilment that has them: a new one in the same '
  'state, or itself when they are all it has. Refuses invalid. The order must be locked.';

create function private.cancel_fulfilments(p_order uuid, p_of_event boolean, p_reason text) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  perform 1 from public.fulfilments where order_id = p_order order by id for no key update;
  select array_agg(f.id) into v_ids
  from public.fulfilments f
  join public.order_lines l on l.id = f.order_line_id
  join public.line_kinds k on k.kind = l.kind
  where f.order_id = p_order and private.fulfilment_is_waiting(f.status) and (k.needs_event or not p_of_event);
  if v_ids is null then
    return 0;
  end if;
  perform private.end_fulfilments(v_ids, 'system', p_reason);
  return cardinality(v_ids);
end
$$;
comment on function private.cancel_fulfilments(uuid, boolean, text) is
  'Cancels what of a paid order was neither handed over nor shipped, with p_of_event only what belongs to its event, and puts its units '
  'up for sale again. The order must be locked. Returns how many.';

create function private.end_fulfilments(p_fulfilments uuid[], p_as text, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform 1 from public.fulfilments where id = any (p_fulfilments) order by id for no key update;
  -- Unpacks goods that lie ready, then cancels them: two moves.
  perform private.move_fulfilment(id, 'unfulfilled', p_as, p_reason)
  from public.fulfilments where id = any (p_fulfilments) and status = 'ready_for_pickup';
  perform private.move_fulfilment(id, 'cancelled', p_as, p_reason) from unnest(p_fulfilments) id;
  perform private.change_stock(array(
    select row(l.kind, array_agg(l.item_id), array_agg(f.quantity))::private.line_choice
    from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
    where f.id = any (p_fulfilments) group by l.kind), 0, -1);
end
$$;
comment on function private.end_fulfilments(uuid[], text, text) is
  'Cancels fulfilments that were neither handed over nor shipped and puts their units up for sale again. p_as as in '
  'private.move_fulfilment. Refuses invalid_state when one of them is past that. Their order must be locked, and where pools are among '
  'their stock, those too.';

create function private.cents_outside_event(p_order uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(least(
    case when l.units is null then case when l.is_kept then l.total_cents else 0 end else div(l.total_cents * l.units, l.quantity) end,
    l.total_cents - l.refunded)), 0)::bigint
  from (
    select l.id, l.quantity, l.total_cents, u.units,
      -- a line that accompanies goods, as shipping does, is kept with them
      exists (
        select 1 from public.fulfilments f join public.order_lines x on x.id = f.order_line_id join public.line_kinds y on y.kind = x.kind
        where f.order_id = p_order and not private.fulfilment_is_cancelled(f.status) and not y.needs_event) as is_kept,
      coalesce((
        select sum(n.cents) from public.refunds r cross join lateral unnest(r.line_ids, r.line_cents) n (id, cents)
        where r.order_id = p_order and n.id = l.id and r.status not in ('rejected', 'withdrawn')), 0) as refunded
    from public.order_lines l
    join public.line_kinds k on k.kind = l.kind and not k.needs_event
    left join lateral (
      select sum(f.quantity) filter (where not private.fulfilment_is_cancelled(f.status) and f.replaced_by is null) as units,
        count(*) as parts
      from public.fulfilments f where f.order_line_id = l.id
    ) f on true
    cross join lateral (select case when f.parts > 0 then coalesce(f.units, 0) end as units) u
    where l.order_id = p_order
  ) l
$$;
comment on function private.cents_outside_event(uuid) is
  'Returns the part of an order''s total, in cents, that is not refunded when its event is cancelled: goods that are not of the event, as '
  'far as they were not cancelled or their price given back, and what accompanies them.';

create function private.is_kept_until_refunded(p_order uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from public.orders o
    join public.order_lines l on l.order_id = o.id
    join public.line_kinds k on k.kind = l.kind and k.ends_when_refunded
    where o.id = p_order and (o.refunded_cents < o.total_cents or o.total_cents = 0));
end
$$;
comment on function private.is_kept_until_refunded(uuid) is
  'Returns whether an order has a line that becomes neither tickets nor goods, and was not given back whole.';

create function private.end_refunded_order(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if exists (select 1 from public.orders where id = p_order and private.order_is_sold(status))
    and not exists (select 1 from public.tickets where order_id = p_order and private.ticket_is_valid(status))
    and not exists (
      select 1 from public.fulfilments where order_id = p_order and not private.fulfilment_is_ended(status) and replaced_by is null)
    and not exists (
      select 1 from public.ticket_supplements s join public.tickets k on k.id = s.ticket_id
      where s.order_id = p_order and private.ticket_is_valid(k.status) and s.taken_back_at is null)
    and not private.is_paid_shipping(p_order)
    and not private.is_kept_until_refunded(p_order)
    and not exists (select 1 from public.refunds where order_id = p_order and status = 'requested') then
    perform private.move_order(p_order, 'cancelled', 'nothing of it left');
  end if;
  perform private.end_refunded_order(o.id) from (
    select x.id from public.orders x where x.supplement_of = p_order and private.order_is_sold(x.status) order by x.id) o;
end
$$;
comment on function private.end_refunded_order(uuid) is
  'Ends a paid order of which nothing is left, no valid ticket, no supplement of one that still has the type it paid for and no goods '
  'that were not cancelled or returned, and that is no shipping and has no line of a kind that only a refund ends which were not given '
  'back whole, once no refund of it waits for a second admin: what waits can always be decided. And those of its supplements. All of them '
  'must be locked.';

create function private.take_off_sale(p_tickets uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- The counters of these pools and releases were changed in this transaction, so their rows are locked.
  update public.capacity_pools p set capacity = p.capacity - s.units
  from (
    select n.pool_id, sum(n.units)::int as units
    from private.stock_of(array(
      select row('ticket', array_agg(k.ticket_type_id), array_agg(1))::private.line_choice
      from public.tickets k where k.id = any (p_tickets) and not private.ticket_is_valid(k.status) and k.custody <> 'listed'
      having count(*) > 0)) n
    where n.pool_id is not null group by n.pool_id
  ) s
  where p.id = s.pool_id;
  update public.price_releases r set quantity = r.quantity - n.units
  from (
    select l.release_id, count(*)::int as units
    from public.tickets k join public.order_lines l on l.id = k.order_line_id
    where k.id = any (p_tickets) and not private.ticket_is_valid(k.status) and k.custody <> 'listed' group by l.release_id
  ) n
  where r.id = n.release_id and r.quantity is not null;
end
$$;
comment on function private.take_off_sale(uuid[]) is
  'Keeps the places of tickets that were just voided from going back on sale: takes them out of the capacity of their pools and the '
  'quantity of their releases. Those of listed tickets were on sale before, and stay there. The event must have been locked before its '
  'pools.';

create function private.lock_refund_event(p_order uuid, p_restock boolean) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- Changing a capacity writes the event's row: it is locked first, as every editor does.
  if not p_restock then
    perform 1 from public.events e join public.orders o on o.event_id = e.id where o.id = p_order for no key update of e;
  end if;
  perform private.lock_settlement(event_id, false) from public.orders where id = p_order;
  perform private.lock_orders(array[p_order]);
end
$$;
comment on function private.lock_refund_event(uuid, boolean) is
  'Locks what a refund of an order locks first: its event against cancelling, where places do not go back on sale its row against '
  'editors, and the order with those of its supplements.';

create function private.apply_refund(
  p_order uuid, p_amount_cents bigint, p_void boolean, p_tickets uuid[], p_override boolean, p_restock boolean, p_refund uuid default null
) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_voided int := 0;
  v_tickets uuid[];
  v_add_ons boolean := p_void and exists (select 1 from private.following_add_ons(p_order, p_tickets) a where not a.is_handed);
begin
  update public.orders set refunded_cents = refunded_cents + p_amount_cents where id = p_order;
  if p_void then
    if p_amount_cents > 0 then
      perform private.refund_supplements(p_order, p_tickets, p_amount_cents, p_refund);
    end if;
    if v_add_ons or (p_tickets is null and exists (
      select 1 from public.fulfilments where order_id = p_order and private.fulfilment_is_waiting(status)
    )) then
      -- tickets and goods in one go: all their rows are locked before the counters, pools before variants
      perform 1 from public.tickets where order_id = p_order order by id for no key update;
      perform 1 from public.fulfilments where order_id = p_order order by id for no key update;
      perform private.lock_stock_rows(private.order_choices(p_order), '{}');
    end if;
    if p_tickets is null then
      perform private.cancel_fulfilments(p_order, false, 'refunded');
    end if;
    v_tickets := array(
      select id from public.tickets where order_id = p_order and private.ticket_is_valid(status)
        and (p_tickets is null or id = any (p_tickets)) order by id);
    v_voided := private.void_tickets(v_tickets, case
      when exists (select 1 from public.refunds r where r.id = p_refund and r.kind = 'resale') then 'resold'
      when p_amount_cents > 0 then 'refunded' else 'cancelled' end, p_override);
    if not p_restock then
      perform private.take_off_sale(v_tickets);
    end if;
    if v_add_ons and p_tickets is not null then
      perform private.end_add_ons(p_order, p_tickets, p_amount_cents, p_refund);
    end if;
  end if;
  perform private.end_refunded_order(p_order);
  return v_voided;
end
$$;
comment on function private.apply_refund(uuid, bigint, boolean, uuid[], boolean, boolean, uuid) is
  'Applies an approved refund (p_refund) before any money moves: books it on the order, voids tickets and gives back the same share of '
  'what was paid for a dearer type of them and, with the last valid ticket of the order, of its add-ons, which end; with all of them '
  '(p_tickets null) cancels what waits to be handed over or shipped, and ends an order of which nothing is left. p_restock = the places '
  'go back on sale. Returns how many tickets were voided.';

create function private.needs_second_person(p_order public.orders, p_amount_cents bigint) returns boolean
language sql immutable set search_path = ''
as $$ select p_order.refunded_cents + p_amount_cents > 50000 $$;
comment on function private.needs_second_person(public.orders, bigint) is
  'Returns whether a refund waits for a second admin: above 500.00, counted over the order, because two halves need a second person as '
  'the whole does.';

create function private.check_refund_choice(p_order public.orders, p_tickets uuid[], p_void boolean, p_split boolean) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_void and not p_split and exists (
    select 1 from public.tickets k
    join public.tickets other on other.order_line_id = k.order_line_id and other.line_unit = k.line_unit
      and private.ticket_is_valid(other.status)
    join public.order_lines l on l.id = k.order_line_id join public.line_kinds n on n.kind = l.kind and n.is_bundle
    where k.order_id = p_order.id and k.id = any (p_tickets) and private.ticket_is_valid(k.status) and other.id <> all (p_tickets)
  ) then
    perform private.refuse(409, 'refund_whole');
  end if;
  if p_order.id is null or exists (
    select 1 from unnest(p_tickets) t (id) where not exists (select 1 from public.tickets k where k.id = t.id and k.order_id = p_order.id)
  ) then
    perform private.refuse(404, 'not_found');
  end if;
  -- An order that ended may still owe money; it has no ticket left to void.
  if not private.order_is_sold(p_order.status) and (p_void or not private.order_is_final(p_order.status)) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', p_order.status));
  end if;
end
$$;
comment on function private.check_refund_choice(public.orders, uuid[], boolean, boolean) is
  'Checks that an admin may refund these tickets of an order (null = all), or money of it. Refuses refund_whole for a part of a package '
  'or table that is voided without p_split, not_found, invalid_state.';

create function private.lock_refund_payment(p_order uuid, p_amount_cents bigint) returns public.payments
language plpgsql volatile set search_path = ''
as $$
declare
  v_payment public.payments;
  v_left_cents bigint;
begin
  select * into v_payment from public.payments where order_id = p_order and settled_at is not null for no key update;
  v_left_cents := coalesce(v_payment.amount_cents - v_payment.refunded_cents, 0);
  if p_amount_cents > v_left_cents then
    perform private.refuse(409, 'refund_too_large', jsonb_build_object('left_cents', v_left_cents));
  end if;
  return v_payment;
end
$$;
comment on function private.lock_refund_payment(uuid, bigint) is
  'Locks the settled payment of an order and returns it, null where there is none. Refuses refund_too_large where less than '
  'p_amount_cents is left of it.';

create function private.waits_for_second(p_order public.orders, p_amount_cents bigint, p_void boolean, p_tickets uuid[]) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.needs_second_person(p_order, p_amount_cents + case when p_void then (
    select coalesce(sum(s.cents), 0)::bigint from private.supplements_back(p_order.id, p_tickets, p_amount_cents) s) + (
    select coalesce(sum(b.cents), 0)::bigint from private.add_ons_back(p_order.id, p_tickets, p_amount_cents, false) b
    where p_tickets is not null) else 0 end);
end
$$;
comment on function private.waits_for_second(public.orders, bigint, boolean, uuid[]) is
  'Returns whether a refund by an admin waits for a second one (private.needs_second_person), with what goes back for supplements and '
  'add-ons of voided tickets.';

create function private.refund_order(
  p_order uuid, p_amount_cents bigint, p_reason text, p_void boolean, p_key text, p_tickets uuid[], p_override boolean,
  p_notify boolean, p_restock boolean, p_split boolean
) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_body jsonb := jsonb_build_array(p_order, p_amount_cents, p_reason, p_void, p_tickets, p_override, p_notify, p_restock, p_split);
  v_actor uuid := auth.uid();
  v_order public.orders;
  v_payment public.payments;
  v_refund uuid;
  v_status text := 'approved';
  v_voided int := 0;
  v_response jsonb;
begin
  perform private.require_permission('refund');
  perform private.require_proof();
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'refund_order', v_body);
  if v_response is not null then
    return v_response;
  end if;
  if length(btrim(coalesce(p_reason, ''))) not between 3 and 500 then
    perform private.refuse(422, 'reason_required');
  end if;
  if p_amount_cents is null or p_amount_cents < 0 or p_void is null or (p_amount_cents = 0 and not p_void)
    or num_nulls(p_override, p_notify, p_restock, p_split) > 0 then
    perform private.refuse(422, 'invalid', '{"field": "amount"}');
  end if;
  perform private.lock_refund_event(p_order, p_restock);
  select * into v_order from public.orders where id = p_order for no key update;
  perform private.check_refund_choice(v_order, p_tickets, p_void, p_split);
  v_payment := private.lock_refund_payment(p_order, p_amount_cents);
  if p_amount_cents > 0 then
    perform private.check_refundable(p_order);
    v_status := case when private.waits_for_second(v_order, p_amount_cents, p_void, p_tickets) then 'requested' else 'approved' end;
    update public.payments set refunded_cents = refunded_cents + p_amount_cents, updated_at = now() where id = v_payment.id;
    insert into public.refunds (order_id, payment_id, amount_cents, currency, reason, status, void_tickets, ticket_ids,
      override_inside, notify, restock, requested_by, decided_by, decided_at)
    values (p_order, v_payment.id, p_amount_cents, v_payment.currency, btrim(p_reason), v_status, p_void, p_tickets,
      p_override, p_notify, p_restock, v_actor, case when v_status = 'approved' then v_actor end, case when v_status = 'approved'
        then now() end)
    returning id into v_refund;
    if p_void or p_tickets is not null then
      perform private.add_refund_items(v_refund, p_order, p_tickets, p_amount_cents);
    end if;
    perform private.log_state('refund', v_refund, null, v_status, btrim(p_reason));
  end if;
  if v_status = 'approved' then
    v_voided := private.apply_refund(p_order, p_amount_cents, p_void, p_tickets, p_override, p_restock, v_refund);
  end if;
  perform private.audit('order.refund', 'order', p_order::text, jsonb_build_object('refund_id', v_refund,
    'amount_cents', p_amount_cents, 'status', v_status, 'voided', v_voided, 'override', p_override,
    'notify', p_notify, 'restock', p_restock,
    'split', p_split, 'reason', btrim(p_reason)));
  return private.store_response(v_actor, p_key, 'refund_order', v_body,
    jsonb_build_object('refundId', v_refund, 'status', v_status, 'voided', v_voided));
end
$$;
comment on function private.refund_order(uuid, bigint, text, boolean, text, uuid[], boolean, boolean, boolean, boolean) is
  'Body of public.refund_order.';

create function public.refund_order(
  p_order uuid, p_amount_cents bigint, p_reason text, p_void boolean, p_key text,
  p_tickets uuid[] default null, p_override boolean default false, p_notify boolean default true, p_restock boolean default true,
  p_split boolean default false
) returns jsonb
language sql volatile set search_path = ''
as $$
  select private.refund_order(p_order, p_amount_cents, p_reason, p_void, p_key, p_tickets, p_override, p_notify, p_restock, p_split)
$$;
comment on function public.refund_order(uuid, bigint, text, boolean, text, uuid[], boolean, boolean, boolean, boolean) is
  'Admin, with a recent proof: sends money back for a paid order and, with p_void, voids its tickets (p_tickets null = all) at once: '
  '{refundId, status, voided}. p_tickets without p_void: the money is for them, and they stay valid. Without p_void also for a cancelled '
  'order that has money left. More than 500.00 over the order waits for a second admin. Amount 0 only voids. p_override voids those '
  'inside too. Tickets of one package, and those of a table, are voided together, unless p_split. p_notify = the buyer gets a mail when '
  'the money is back; p_restock = the places go back on sale, else the capacity is lowered by them. Refuses password_needed, '
  'reason_required, refund_too_large, refund_whole, refund_open (a refund of one of the tickets is not done), dispute_open, '
  'invalid_state, already_in, key_reused.';

create function private.release_refund(p_refund public.refunds) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update public.payments set refunded_cents = refunded_cents - p_refund.amount_cents, updated_at = now() where id = p_refund.payment_id;
  perform private.end_refunded_order(p_refund.order_id);
end
$$;
comment on function private.release_refund(public.refunds) is
  'Frees the money that a refund which was turned down or withdrawn had set aside. The order must be locked.';

create function private.decide_refund(p_refund uuid, p_approve boolean, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_refund public.refunds;
  v_order public.orders;
  v_to text;
  v_voided int := 0;
begin
  perform private.require_permission('refund');
  perform private.require_proof();
  select * into v_refund from public.refunds where id = p_refund;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_refund_event(v_refund.order_id, v_refund.restock);
  select * into v_order from public.orders where id = v_refund.order_id for no key update;
  select * into v_refund from public.refunds where id = p_refund for no key update;
  if v_refund.status <> 'requested' then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_refund.status));
  end if;
  if p_approve and v_actor in (v_refund.requested_by, v_refund.endorsed_by) then
    perform private.refuse(409, 'second_person_required');
  end if;
  if p_approve then
    perform private.check_refundable(v_refund.order_id);
  end if;
  if not p_approve and length(btrim(coalesce(p_reason, ''))) not between 3 and 500 then
    perform private.refuse(422, 'reason_required');
  end if;
  if p_approve and v_refund.status = 'requested' and v_refund.kind = 'buyer' and v_refund.endorsed_by is null
    and private.needs_second_person(v_order, v_refund.amount_cents) then
    -- The buyer is not an admin: two of them have to agree.
    update public.refunds set endorsed_by = v_actor where id = p_refund;
    perform private.audit('refund.endorsed', 'refund', p_refund::text,
      jsonb_build_object('order_id', v_refund.order_id, 'amount_cents', v_refund.amount_cents, 'reason', p_reason));
    return jsonb_build_object('refundId', p_refund, 'status', 'requested', 'voided', 0);
  end if;
  v_to := case when p_approve then 'approved' when v_refund.requested_by = v_actor then 'withdrawn' else 'rejected' end;
  perform private.move_refund(p_refund, v_to, p_reason);
  update public.refunds set decided_by = v_actor, decision = case when v_to = 'rejected' then btrim(p_reason) end where id = p_refund;
  if p_approve then
    v_voided := private.apply_refund(v_refund.order_id, v_refund.amount_cents, v_refund.void_tickets, v_refund.ticket_ids,
      v_refund.override_inside, v_refund.restock, p_refund);
  else
    perform private.release_refund(v_refund);
    if v_refund.kind = 'buyer' and v_to = 'rejected' then
      perform private.queue_mail('refund_declined', v_refund.order_id, p_refund::text);
    end if;
  end if;
  perform private.audit('refund.' || v_to, 'refund', p_refund::text,
    jsonb_build_object('from', v_refund.status, 'to', v_to, 'order_id', v_refund.order_id, 'amount_cents', v_refund.amount_cents,
      'voided', v_voided, 'reason', p_reason));
  return jsonb_build_object('refundId', p_refund, 'status', v_to, 'voided', v_voided);
end
$$;
comment on function private.decide_refund(uuid, boolean, text) is 'Body of public.decide_refund.';

create function public.decide_refund(p_refund uuid, p_approve boolean, p_reason text default null) returns jsonb
language sql volatile set search_path = ''
as $$ select private.decide_refund(p_refund, p_approve, p_reason) $$;
comment on function public.decide_refund(uuid, boolean, text) is
  'Admin, with a recent proof: approves or rejects a refund that waits for a decision; an admin who asked for it may only withdraw it. '
  'One that a buyer asked for and that is above 500.00 stays requested until two admins have approved it. A rejection needs a reason, '
  'which the buyer who asked gets by mail. Refuses password_needed, second_person_required, dispute_open, reason_required, invalid_state.';

create function private.follow_refund_state() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if new.status = 'approved' then
    perform private.enqueue_job('refund', new.id::text);
  else
    perform private.drop_job('refund', new.id::text);
  end if;
  return null;
end
$$;
comment on function private.follow_refund_state() is
  'Trigger of refunds: queues the job that sends one that is approved, and drops that of one that is done.';

create function private.refund_goods(p_order uuid, p_lines uuid[], p_cents bigint[], p_reason text, p_by_rule boolean) returns uuid
language plpgsql volatile set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_order public.orders;
  v_payment public.payments;
  v_left bigint;
  v_lines uuid[];
  v_cents bigint[];
  v_amount bigint;
  v_status text := 'approved';
  v_refund uuid;
begin
  select * into strict v_order from public.orders where id = p_order for no key update;
  select * into v_payment from public.payments where order_id = p_order and settled_at is not null for no key update;
  v_left := coalesce(v_payment.amount_cents - v_payment.refunded_cents, 0);
  select array_agg(s.id order by s.place), array_agg(s.cents order by s.place), coalesce(sum(s.cents), 0)
  into v_lines, v_cents, v_amount
  from (
    select n.id, n.place,
      least(n.cents, v_left - coalesce(sum(n.cents) over (order by n.place rows between unbounded preceding and 1 preceding), 0)) as cents
    from unnest(p_lines, p_cents) with ordinality n (id, cents, place)
  ) s
  where s.cents > 0;
  if v_amount = 0 then
    perform private.end_refunded_order(p_order);
    return null;
  end if;
  if not p_by_rule and private.needs_second_person(v_order, v_amount) then
    v_status := 'requested';
    update public.payments set refunded_cents = refunded_cents + v_amount, updated_at = now() where id = v_payment.id;
    insert into public.refunds (order_id, payment_id, amount_cents, currency, kind, reason, status, void_tickets,
      requested_by, line_ids, line_cents)
    values (p_order, v_payment.id, v_amount, v_payment.currency, 'goods', p_reason, v_status, false, auth.uid(), v_lines, v_cents)
    returning id into v_refund;
  else
    v_refund := private.refund_payment(v_payment.id, v_amount, 'goods', p_reason, v_lines, v_cents);
    perform private.apply_refund(p_order, v_amount, false, null, false, true);
  end if;
  perform private.log_state('refund', v_refund, null, v_status, p_reason);
  return v_refund;
end
$$;
comment on function private.refund_goods(uuid, uuid[], bigint[], text, boolean) is
  'Sends back money for goods, p_cents for each of p_lines, never more than the payment has left, and ends an order of which nothing is '
  'left. p_by_rule = the rules decide it (a buyer''s own cancellation, what nobody picked up): approved at once; else an admin does, and '
  'above 500.00 over the order it waits for a second one. Returns the refund; null when there was nothing to give back. The order must be '
  'locked; what the money is for has been moved before.';

create trigger refunds_job after insert or update of status on public.refunds for each row
  when (new.status in ('approved', 'succeeded', 'withdrawn')) execute function private.follow_refund_state();

create function public.start_refund(p_refund uuid, p_providers text[] default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_payment public.payments;
begin
  select * into v_refund from public.refunds where id = p_refund for no key update;
  if not found or v_refund.status not in ('approved', 'submitted', 'failed') or v_refund.manual_by is not null then
    return null;
  end if;
  select * into strict v_payment from public.payments where id = v_refund.payment_id;
  if v_payment.provider <> all (p_providers) or private.has_disputed_money(v_refund.order_id) then
    return '{"againSeconds": 60}';
  end if;
  if v_refund.status <> 'submitted' then
    perform private.move_refund(p_refund, 'submitted', 'worker');
  end if;
  return jsonb_build_object('refundId', p_refund, 'provider', v_payment.provider, 'paymentRef', v_payment.provider_ref,
    'refundRef', v_refund.provider_ref, 'amountCents', v_refund.amount_cents, 'currency', v_refund.currency);
end
$$;
comment on function public.start_refund(uuid, text[]) is
  'For the job that sends a refund: {refundId, provider, paymentRef, refundRef, amountCents, currency} of one that is to be sent, which is '
  'submitted from now on; null when nothing is to be sent any more; {againSeconds} when it can''t be sent now, because the bank holds the '
  'money for a dispute or its provider is none of p_providers (null = any). refundId is the idempotency key at the provider; refundRef is '
  'its reference of the latest try, null before the first.';

create function private.queue_refund_alert(p_refund public.refunds, p_last boolean) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select 'refund_failed', concat_ws(':', 'refund_failed', p_refund.id, case when p_last then 'last' end), s.contact_email,
    'order', p_refund.order_id,
    jsonb_build_object('refundId', p_refund.id, 'isLast', p_last)
  from public.settings s where s.contact_email <> ''
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.queue_refund_alert(public.refunds, boolean) is
  'Queues a mail to the brand''s mailbox about a refund that failed: once after its first failure, and once when no try is left (p_last). '
  'Without a mailbox only the queue of refunds shows it.';

create function private.finish_refund(p_refund public.refunds, p_status text, p_provider_ref text, p_error text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.move_refund(p_refund.id, p_status, left(p_error, 200));
  update public.refunds set provider_ref = coalesce(p_provider_ref, provider_ref), last_error = left(p_error, 500)
  where id = p_refund.id;
  if p_status = 'failed' then
    perform private.queue_refund_alert(p_refund, false);
  end if;
  -- Late payments and cancelled events have their own mail, which already mentions the money.
  if p_status = 'succeeded' and p_refund.notify and p_refund.kind in ('staff', 'buyer', 'double_payment', 'event_choice',
    'goods', 'supplement') then
    perform private.queue_mail('order_refunded', p_refund.order_id, p_refund.id::text);
  end if;
end
$$;
comment on function private.finish_refund(public.refunds, text, text, text) is
  'Ends a try of a submitted refund: p_status succeeded or failed. Tells the buyer of success and the team of the first failure. The '
  'refund must be locked.';

create function private.follow_parked_refund() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  select * into v_refund from public.refunds where id = new.key::uuid;
  if v_refund.status in ('approved', 'submitted') then
    select * into v_refund from public.refunds where id = v_refund.id for no key update;
    if v_refund.status = 'approved' then
      perform private.move_refund(v_refund.id, 'submitted', 'worker');
    end if;
    if v_refund.status in ('approved', 'submitted') then
      perform private.finish_refund(v_refund, 'failed', null,
        coalesce(nullif(new.last_error, 'The process ended while it ran.'), 'The provider''s response never arrived.'));
      v_refund.status := 'failed';
    end if;
  end if;
  if v_refund.status = 'failed' then
    perform private.queue_refund_alert(v_refund, true);
  else
    delete from private.jobs where id = new.id; -- it ended at this moment
  end if;
  return null;
end
$$;
comment on function private.follow_parked_refund() is
  'Trigger of jobs: a refund whose job is given up failed, also when the last try left no result, and the team is told. Locks only a '
  'refund without a result: one that failed may be locked by an admin who waits for the job.';
create trigger jobs_refund_parked after update of parked_at on private.jobs for each row
  when (new.kind = 'refund' and old.parked_at is null and new.parked_at is not null) execute function private.follow_parked_refund();

create function public.record_refund(p_refund uuid, p_status text, p_provider_ref text default null, p_error text default null) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  if p_status is null or p_status not in ('succeeded', 'failed', 'pending') then
    perform private.refuse(422, 'invalid', '{"field": "status"}');
  end if;
  select * into v_refund from public.refunds where id = p_refund for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_refund.status <> 'submitted' then
    return v_refund.status; -- recorded before, or ended by an event
  end if;
  if p_status = 'pending' then
    -- Accepted by the provider: its event ends it, or the job's next look.
    update public.refunds set provider_ref = coalesce(p_provider_ref, provider_ref) where id = p_refund;
    return 'submitted';
  end if;
  perform private.finish_refund(v_refund, p_status, p_provider_ref, p_error);
  return p_status;
end
$$;
comment on function public.record_refund(uuid, text, text, text) is
  'For the job that sends a refund: how one that was started stands at the provider: p_status succeeded, failed, or pending while the '
  'provider has it; returns the refund''s state, which an event may have ended before. A failed one is tried again by its job; it never '
  'makes a ticket valid again.';

create function private.fail_paid_refund(p_refund public.refunds, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_error text := left('Failed after it had been paid out: ' || coalesce(p_reason, 'no reason given'), 500);
begin
  perform private.move_refund(p_refund.id, 'failed', left(coalesce(p_reason, 'the provider failed after all'), 200));
  update public.refunds set last_error = v_error where id = p_refund.id;
  perform private.enqueue_job('refund', p_refund.id::text);
  perform private.fail_job('refund', p_refund.id::text, v_error, true);
end
$$;
comment on function private.fail_paid_refund(public.refunds, text) is
  'The money of a refund that had succeeded came back to the seller and is owed again: its job is parked at once, because the provider had '
  'its try. The refund must be locked.';

create function private.process_refund_event(p_event private.payment_events, p_refund public.refunds) returns private.payment_events
language plpgsql volatile set search_path = ''
as $$
declare
  v_event private.payment_events := p_event;
begin
  v_event.order_id := p_refund.order_id;
  if p_refund.provider_ref <> v_event.payment_ref then
    v_event.outcome := 'ignored'; -- an earlier try
  elsif p_refund.manual_method is not null and v_event.kind = 'refund_succeeded' then
    v_event.outcome := 'parked'; -- paid in another way too
    v_event.reason := 'refund_paid_twice';
  elsif p_refund.status = 'succeeded' and v_event.kind = 'refund_failed' and p_refund.manual_method is null then
    -- The money came back to the seller and is owed again. Staff find another way: the provider had its try.
    perform private.fail_paid_refund(p_refund, v_event.payload ->> 'failure_code');
    v_event.outcome := 'refund_failed';
  elsif p_refund.status = 'external' and v_event.kind = 'refund_failed' then
    v_event.outcome := 'parked'; -- made at the provider, so somebody there knows why
    v_event.reason := 'refund_failed_late';
  elsif p_refund.status = 'failed' and v_event.kind = 'refund_succeeded' and exists (
    select 1 from private.payment_events e
    where e.provider = v_event.provider and e.payment_ref = v_event.payment_ref and e.kind = 'refund_failed'
      and (e.payload ->> 'created')::bigint > (v_event.payload ->> 'created')::bigint
  ) then
    v_event.outcome := 'ignored'; -- older than the failure
  elsif p_refund.status = 'failed' and v_event.kind = 'refund_succeeded' then
    perform private.move_refund(p_refund.id, 'submitted', 'the provider carried it out');
    perform private.finish_refund(p_refund, 'succeeded', v_event.payment_ref, null);
    v_event.outcome := 'refunded';
  elsif p_refund.status <> 'submitted' then
    v_event.outcome := 'ignored';
  elsif v_event.kind = 'refund_pending' then
    update public.refunds set provider_ref = v_event.payment_ref where id = p_refund.id;
    v_event.outcome := 'ignored';
  else
    perform private.finish_refund(p_refund, substr(v_event.kind, 8), v_event.payment_ref, v_event.payload ->> 'failure_code');
    if v_event.kind = 'refund_failed' then
      perform private.fail_job('refund', p_refund.id::text, coalesce(v_event.payload ->> 'failure_code', 'The provider failed after all.'));
    end if;
    v_event.outcome := case v_event.kind when 'refund_succeeded' then 'refunded' else 'refund_failed' end;
  end if;
  return v_event;
end
$$;
comment on function private.process_refund_event(private.payment_events, public.refunds) is
  'Moves one of our refunds, locked, by an event about it, and returns the event with its outcome. What comes late, of an earlier try or '
  'twice changes nothing; a refund that fails after it had succeeded is owed again.';

create function public.apply_refund_event(
  p_provider text, p_event_id text, p_kind text, p_refund_ref text, p_refund uuid default null, p_payload jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event private.payment_events;
  v_refund public.refunds;
  v_payment uuid;
  v_locked public.payments;
begin
  insert into private.payment_events (provider, event_id, kind, payment_ref, amount_cents, currency, payload)
  values (p_provider, p_event_id, p_kind, p_refund_ref, (p_payload ->> 'amount_cents')::bigint, p_payload ->> 'currency',
    coalesce(p_payload, '{}'))
  on conflict do nothing
  returning * into v_event;
  if not found then
    return (
      select private.event_response(e, true) from private.payment_events e where e.provider = p_provider and e.event_id = p_event_id
    );
  end if;

  if p_refund is null then
    v_payment := private.find_payment(p_provider, p_payload ->> 'payment_ref');
  end if;
  if v_payment is not null then
    v_locked := private.lock_payment(v_payment);
  end if;
  select r.* into v_refund
  from public.refunds r join public.payments p on p.id = r.payment_id
  where p.provider = p_provider and (r.provider_ref = p_refund_ref or r.id = p_refund)
  limit 1 for no key update of r;
  if not found and v_payment is not null then
    if p_kind = 'refund_succeeded' then
      v_event := private.process_money_event(v_event, v_locked);
    else
      v_event.outcome := 'ignored'; -- it did not take money away, or not yet
    end if;
  elsif v_refund.id is null then
    v_event.outcome := 'parked';
    v_event.reason := 'unknown_refund';
  else
    v_event := private.process_refund_event(v_event, v_refund);
  end if;
  update private.payment_events set order_id = v_event.order_id, outcome = v_event.outcome, reason = v_event.reason
  where provider = p_provider and event_id = p_event_id;
  return private.event_response(v_event, false);
end
$$;
comment on function public.apply_refund_event(text, text, text, text, uuid, jsonb) is
  'Takes in one verified event of a provider about a refund, by the provider''s reference or, while that is not stored, by our id '
  '(p_refund) that the provider returns: {outcome, orderId, reason, duplicate}. p_kind: refund_succeeded, refund_failed or '
  'refund_pending. p_payload: {created, failure_code, payment_ref, amount_cents, currency}. A refund that is not ours is booked on the '
  'payment that payload.payment_ref names, once it has succeeded. One of ours that fails after it had succeeded is failed, and staff find '
  'another way. An unknown refund, and one made at the provider that fails afterwards, is parked.';
