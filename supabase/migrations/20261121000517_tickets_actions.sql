-- Does what staff and holders may do to tickets: a new code, another name, another type, an end, a mark for the door.

create function private.reissue_ticket(p_ticket uuid, p_reason text, p_most_a_day int default null) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_first timestamptz;
begin
  select * into v_ticket from public.tickets where id = p_ticket for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if not private.ticket_is_valid(v_ticket.status) or v_ticket.blocked_at is not null or v_ticket.generation = 65535 or not exists (
    select 1 from public.events e where e.id = v_ticket.event_id and e.status not in ('cancelled', 'archived', 'draft')
      and e.ends_at + interval '6 hours' > now()
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_ticket.status));
  end if;
  if p_most_a_day is not null then
    select min(r.retired_at) into v_first
    from private.retired_ticket_codes r where r.ticket_id = p_ticket and r.retired_at > now() - interval '1 day'
    having count(*) >= p_most_a_day;
    if v_first is not null then
      perform private.refuse(429, 'rate_limited', jsonb_build_object('retry_after_seconds',
        ceil(extract(epoch from v_first + interval '1 day' - now()))::int));
    end if;
  end if;
  insert into private.retired_ticket_codes (code, ticket_id) values (v_ticket.code, p_ticket);
  update public.tickets set generation = generation + 1, code = private.new_ticket_code() where id = p_ticket;
  perform private.log_state('ticket', p_ticket, 'valid', 'valid', p_reason,
    jsonb_build_object('change', 'reissued', 'generation', v_ticket.generation + 1));
  return v_ticket.generation + 1;
end
$$;
comment on function private.reissue_ticket(uuid, text, int) is
  'Gives a valid ticket, which no dispute blocks, of an event that is not over a new code, to type and to scan, and returns its new '
  'generation. The old ones are refused at the door as old_code, and passes in wallets made from them are of the old generation. '
  'p_most_a_day: refuses rate_limited after so many within a day; null = no limit. The caller decides who may, audits and mails. Refuses '
  'not_found, invalid_state, rate_limited.';

create function private.codes_left(p_ticket public.tickets, p_event public.events) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when private.ticket_is_valid(p_ticket.status) and p_ticket.custody = 'held' and p_ticket.admission = 'outside'
      and p_ticket.blocked_at is null
      and p_event.status not in ('cancelled', 'archived', 'draft') and p_event.ends_at + interval '6 hours' > now()
    then greatest(0, 2 - (
      select count(*) from private.retired_ticket_codes r where r.ticket_id = p_ticket.id and r.retired_at > now() - interval '1 day')::int)
  end;
end
$$;
comment on function private.codes_left(public.tickets, public.events) is
  'Returns how many new codes the holder of a ticket may still make today: 2 within a day, those that staff made included; null while it '
  'can have none: void, given away, blocked, inside, or the event is over.';

create function private.reissue_as_holder(p_ticket uuid, p_generation int) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_event public.events;
begin
  select * into v_ticket from public.tickets where id = p_ticket for no key update;
  select * into strict v_event from public.events where id = v_ticket.event_id;
  if private.codes_left(v_ticket, v_event) is null then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_ticket.status));
  end if;
  -- A form that is sent twice makes one code.
  if v_ticket.generation = p_generation then
    perform private.reissue_ticket(p_ticket, 'Asked for by its holder', 2);
    perform private.audit('ticket.reissued_by_holder', 'order', v_ticket.order_id::text,
      jsonb_build_object('ticket_ids', jsonb_build_array(p_ticket)));
    perform private.queue_ticket_mail(v_ticket.order_id, 'new_code', array[p_ticket], p_ticket || ':' || p_generation);
    select * into strict v_ticket from public.tickets where id = p_ticket;
  end if;
  return jsonb_build_object('ticketId', p_ticket, 'generation', v_ticket.generation, 'codesLeft', private.codes_left(v_ticket, v_event));
end
$$;
comment on function private.reissue_as_holder(uuid, int) is
  'Gives a ticket a new code because its holder asks for one, at most twice within a day, and mails its buyer that it has one: {ticketId, '
  'generation, codesLeft}. p_generation = the one that the holder saw; one that is no longer the present one changes nothing. The caller '
  'has checked who asks. Refuses invalid_state (void, given away, blocked, inside, event over), rate_limited.';

create function private.reissue_my_ticket(p_ticket uuid, p_generation int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_own_ticket(p_ticket);
  return private.reissue_as_holder(p_ticket, p_generation);
end
$$;
comment on function private.reissue_my_ticket(uuid, int) is 'Body of public.reissue_my_ticket.';

create function public.reissue_my_ticket(p_ticket uuid, p_generation int) returns jsonb
language sql volatile set search_path = ''
as $$ select private.reissue_my_ticket(p_ticket, p_generation) $$;
comment on function public.reissue_my_ticket(uuid, int) is
  'Gives one of the caller''s own tickets a new code, as private.reissue_as_holder says: {ticketId, generation, codesLeft}.';

create function public.reissue_ticket_by_link(p_token_hash text, p_ticket uuid, p_generation int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_linked_ticket(p_token_hash, p_ticket);
  return private.reissue_as_holder(p_ticket, p_generation);
end
$$;
comment on function public.reissue_ticket_by_link(text, uuid, int) is
  'Gives a ticket of the order that a valid secret link opens a new code, for the server: {ticketId, generation, codesLeft}.';

create function private.type_unit(
  p_event public.events, p_type uuid, out face_cents bigint, out fee_cents bigint, out tax_cents bigint, out total_cents bigint
)
language sql stable set search_path = ''
as $$
  select p.face_cents, p.fee_cents, p.tax_cents, p.total_cents
  from (
    select u.unit_face_cents as face_cents, true as is_on_sale, 0 as position from private.price_ticket(p_event, array[p_type], array[1]) u
    union all
    select r.face_cents, false, r.position from public.price_releases r where r.ticket_type_id = p_type
    order by is_on_sale desc, position desc limit 1
  ) f
  cross join lateral private.price_unit(f.face_cents, p_event.fee_fixed_cents, p_event.fee_bps, p_event.tax_bps, p_event.tax_on_fees) p
$$;
comment on function private.type_unit(public.events, uuid) is
  'Returns the price of one ticket of a type now, in cents, with its fee and tax apart, without any code; where none is sold now, its '
  'last price. Nulls without a price.';

create function private.ticket_targets(p_action text, p_tickets uuid[], p_orders text[], p_override boolean)
returns table (asked text, ticket_id uuid, order_id uuid, event_id uuid, type_id uuid, cents bigint, reason text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with chosen as materialized (
    select min(c.asked) as asked, c.ticket_id, c.order_id
    from (
      select t.id::text as asked, k.id as ticket_id, k.order_id from unnest(p_tickets) t (id) left join public.tickets k on k.id = t.id
      union all
      select n.code, k.id, k.order_id
      from unnest(p_orders) n (code)
      left join public.orders o on o.code = n.code left join public.tickets k on k.order_id = o.id and private.ticket_is_valid(k.status)
    ) c
    group by c.ticket_id, c.order_id, case when c.ticket_id is null then c.asked end
  ), money as materialized (
    select p.ticket_id, p.cents, p.open as is_open
    from (select distinct c.order_id from chosen c where c.order_id is not null) o
    cross join lateral private.paid_parts(o.order_id) p
  ), asked as materialized (
    select s.ticket_id
    from chosen c join public.ticket_supplements s on s.ticket_id = c.ticket_id and s.closed_at is null
    where private.open_supplement(s.ticket_id) is not null
  )
  select c.asked, k.id, k.order_id, k.event_id, k.ticket_type_id, m.cents,
    case
      when k.id is null then case when c.asked like '%-%' then 'unknown' else 'no_tickets' end
      when not private.ticket_is_valid(k.status) then 'void'
      when not private.order_is_sold(o.status) then 'unpaid'
      when p_action in ('reissue', 'rename', 'change_type') and (
        e.status in ('cancelled', 'archived', 'draft') or e.ends_at + interval '6 hours' <= now()) then 'event_over'
      when p_action in ('reissue', 'rename', 'change_type') and k.blocked_at is not null then 'blocked'
      when p_action in ('rename', 'change_type') and k.custody <> 'held' then 'in_transfer'
      when p_action in ('rename', 'change_type') and k.admission <> 'outside' then 'inside'
      when p_action = 'void' and k.admission = 'inside' and not p_override then 'inside'
      when p_action = 'change_type' and n.is_bundle then 'in_package'
      when p_action = 'change_type' and k.id in (select a.ticket_id from asked a) then 'supplement_open'
      when p_action = 'call_off' and k.id not in (select a.ticket_id from asked a) then 'no_supplement'
      when p_action in ('take_back', 'keep_type') and not exists (select 1 from private.unpaid_types u where u.ticket_id = k.id)
        then 'type_settled'
      when p_action = 'void' and m.is_open then 'refund_open'
      -- an undecided refund leaves open how much of the price remains, and whether the ticket stays valid
      when p_action = 'change_type' and exists (
        select 1 from public.refunds r
        where r.status = 'requested' and (
          exists (select 1 from public.refund_items i where i.refund_id = r.id and i.ticket_id = k.id)
          or exists (select 1 from public.ticket_supplements s where s.order_id = r.order_id and s.ticket_id = k.id))) then 'refund_open'
      when p_action = 'void' and n.is_bundle and exists (
        select 1 from public.tickets other
        where other.order_line_id = k.order_line_id and other.line_unit = k.line_unit and private.ticket_is_valid(other.status)
          and not exists (select 1 from chosen x where x.ticket_id = other.id)) then 'in_package'
      when (p_action = 'vip' and k.is_vip) or (p_action = 'unvip' and not k.is_vip) then 'same'
    end
  from chosen c
  left join public.tickets k on k.id = c.ticket_id
  left join public.orders o on o.id = k.order_id
  left join public.order_lines l on l.id = k.order_line_id
  left join public.line_kinds n on n.kind = l.kind
  left join public.events e on e.id = k.event_id
  left join money m on m.ticket_id = k.id
  order by o.created_at desc, o.id, k.code, c.asked;
end
$$;
comment on function private.ticket_targets(text, uuid[], text[], boolean) is
  'The tickets that are named by id, and the valid ones of orders that are named by code, and for each why an action (reissue, rename, '
  'change_type, call_off, take_back, keep_type, void, vip, unvip) skips it, null where it does not: unknown, no_tickets (of an order), '
  'void, unpaid, event_over, blocked (by a dispute), in_transfer, inside (void: unless p_override), in_package (ends with the other '
  'tickets of its package or table alone), supplement_open (its buyer is asked to pay for a dearer type), no_supplement, type_settled '
  '(not one of private.unpaid_types), refund_open (void: a refund of it is not done; change_type: nobody decided on one yet), same. asked '
  '= what named it; cents = what was paid for it, supplements included, and not given back.';

create function private.type_choices(p_ticket uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'cents', (private.type_unit(e, t.id)).total_cents,
    'left', (
      select min(p.capacity - p.held - p.sold - p.blocked)
      from public.ticket_type_pools tp join public.capacity_pools p on p.id = tp.pool_id where tp.ticket_type_id = t.id))
    order by t.position, t.name), '[]')
  from public.tickets k
  join public.events e on e.id = k.event_id
  join public.ticket_types t on t.event_id = k.event_id and t.id <> k.ticket_type_id and t.archived_at is null
  where k.id = p_ticket
$$;
comment on function private.type_choices(uuid) is
  'The other types of a ticket''s event that it could become: [{id, name, cents, left}]; cents = what one costs now, left = free places.';

create function public.preview_ticket_action(
  p_action text, p_tickets uuid[], p_orders text[] default '{}', p_type uuid default null, p_override boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_result jsonb;
begin
  perform private.require_permission('manage_orders');
  if coalesce(cardinality(p_tickets), 0) + coalesce(cardinality(p_orders), 0) > 200 then
    perform private.refuse(422, 'invalid');
  end if;
  with target as materialized (
    select * from private.ticket_targets(p_action, p_tickets, p_orders, p_override)
  ), by_order as (
    select n.id, n.cents + a.cents as cents, a.units
    from (
      select o.id, least(sum(t.cents), coalesce((
        select sum(p.left_cents) from public.payments p join public.orders x on x.id = p.order_id
        where (x.id = o.id or x.supplement_of = o.id) and p.settled_at is not null), 0)) as cents, array_agg(t.ticket_id) as ids
      from target t join public.orders o on o.id = t.order_id where t.reason is null group by o.id
    ) n
    cross join lateral (
      select coalesce(sum(b.cents), 0) as cents, coalesce(sum(b.quantity), 0) as units
      from private.add_ons_back(n.id, n.ids, n.cents::bigint, false) b where p_action = 'void' and not b.is_handed
    ) a
  )
  select jsonb_build_object(
    'isProven', private.is_proven(),
    'orders', (select count(*) from by_order),
    'cents', (select coalesce(sum(b.cents), 0) from by_order b),
    'addOns', (select coalesce(sum(b.units), 0) from by_order b),
    'waiting', (
      select count(*) from by_order b join public.orders o on o.id = b.id where b.cents > 0
        and private.needs_second_person(o, b.cents::bigint)),
    'currency', (select coalesce(min(o.currency), (select s.currency from public.settings s)) from by_order b
      join public.orders o on o.id = b.id),
    'types', case when p_action = 'change_type' and cardinality(p_tickets) = 1 then private.type_choices(p_tickets[1]) else '[]' end,
    'tickets', (
      select coalesce(jsonb_agg(jsonb_build_object('asked', t.asked, 'id', k.id, 'code', k.code, 'order', o.code, 'holder', k.holder_name,
        'type', y.name, 'event', e.title, 'cents', t.cents, 'isInside', coalesce(k.admission = 'inside', false), 'reason', t.reason)), '[]')
      from target t
      left join public.tickets k on k.id = t.ticket_id
      left join public.orders o on o.id = k.order_id
      left join public.ticket_types y on y.id = k.ticket_type_id
      left join public.events e on e.id = k.event_id))
  into v_result;
  return v_result;
end
$$;
comment on function public.preview_ticket_action(text, uuid[], text[], uuid, boolean) is
  'Previews act_on_tickets for at most 200 tickets (by id) and orders (by code): {isProven, orders, cents, addOns, waiting, currency, '
  'types, tickets: [{asked, id, code, order, holder, type, event, cents, isInside, reason}]}. cents = the amount paid for those that are '
  'not skipped, and for the add-ons that end with the last ones of an order (addOns, in units); waiting = orders whose refund would wait '
  'for a second admin; types = the types that one ticket could change to. Admins only: refuses not_allowed, invalid.';

create function private.queue_ticket_mail(p_order uuid, p_change text, p_tickets uuid[], p_key text, p_from text default null) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select 'ticket_changed', concat_ws(':', 'ticket_changed', o.id, p_change, p_key), o.email, 'order', o.id,
    jsonb_strip_nulls(jsonb_build_object('change', p_change, 'ticketIds', to_jsonb(p_tickets), 'from', p_from))
  from public.orders o where o.id = p_order
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.queue_ticket_mail(uuid, text, uuid[], text, text) is
  'Queues a mail to an order''s buyer about what staff changed on its tickets (reissued, renamed, retyped from p_from, ended), its holder '
  'did (new_code), or that nobody asks for the price of p_from any more (supplement_over), once per order, change and key.';

create function private.change_ticket_type(
  p_ticket uuid, p_type uuid, p_reason text, p_difference_cents bigint, p_refund boolean, p_waive boolean, p_ask_hours int
) returns bigint
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_event public.events;
  v_price bigint;
  v_paid bigint;
  v_left bigint;
  v_back record;
  v_refunded bigint := 0;
begin
  select * into strict v_ticket from public.tickets where id = p_ticket;
  select * into strict v_event from public.events where id = v_ticket.event_id;
  if not exists (
    select 1 from public.ticket_types t where t.id = p_type and t.event_id = v_event.id and t.archived_at is null
      and t.id <> v_ticket.ticket_type_id
  ) then
    perform private.refuse(404, 'not_found');
  end if;
  v_price := (private.type_unit(v_event, p_type)).total_cents;
  select p.cents into v_paid from private.paid_parts(v_ticket.order_id) p where p.ticket_id = p_ticket;
  if v_price is null or v_price - v_paid is distinct from p_difference_cents then
    perform private.refuse(409, 'type_price_changed');
  end if;
  if p_difference_cents > 0 and p_ask_hours is not null then
    perform private.ask_supplement(v_ticket, v_event, p_type, p_reason, p_ask_hours);
    return 0;
  end if;
  if p_difference_cents > 0 and not p_waive then
    perform private.refuse(409, 'type_dearer', jsonb_build_object('cents', p_difference_cents));
  end if;
  if p_difference_cents < 0 and p_refund then
    v_left := -p_difference_cents;
    -- the latest payment goes back first: supplements of this ticket, then the ticket itself
    for v_back in
      select o.id, p.left_cents, o.supplement_of is null as is_own
      from public.orders o join public.payments p on p.order_id = o.id and p.settled_at is not null and p.left_cents > 0
      where o.id = v_ticket.order_id or o.id in (
        select s.order_id from public.ticket_supplements s join public.orders x on x.id = s.order_id and private.order_is_sold(x.status)
          where s.ticket_id = p_ticket)
      order by o.supplement_of is null, o.created_at desc
    loop
      exit when v_left = 0;
      v_back.left_cents := least(v_back.left_cents, v_left);
      perform public.refund_order(p_order => v_back.id, p_amount_cents => v_back.left_cents, p_reason => p_reason, p_void => false,
        p_key => null, p_tickets => case when v_back.is_own then array[p_ticket] end);
      v_left := v_left - v_back.left_cents;
      v_refunded := v_refunded + v_back.left_cents;
    end loop;
  end if;
  perform private.lock_stock_rows(array[row('ticket', array[v_ticket.ticket_type_id, p_type], array[1, 1])::private.line_choice], '{}');
  perform private.change_stock(array[row('ticket', array[v_ticket.ticket_type_id], array[1])::private.line_choice], 0, -1);
  perform private.change_stock(array[row('ticket', array[p_type], array[1])::private.line_choice], 0, 1);
  update public.tickets set ticket_type_id = p_type where id = p_ticket;
  perform private.log_state('ticket', p_ticket, 'valid', 'valid', p_reason, jsonb_build_object('change', 'type',
    'from', v_ticket.ticket_type_id, 'to', p_type, 'difference_cents', p_difference_cents, 'refunded_cents', v_refunded));
  return v_refunded;
end
$$;
comment on function private.change_ticket_type(uuid, uuid, text, bigint, boolean, boolean, int) is
  'Makes a ticket one of another type of its event, at the price of that type now: moves its place from the pools of one to those of the '
  'other, and with p_refund gives back what it costs less; what it costs more has to be waived (p_waive), or its buyer is asked to pay it '
  'within p_ask_hours, and nothing changes until then (private.ask_supplement). Its line keeps the price it was sold at, and the release '
  'counts it as sold. p_difference_cents = the difference that was shown. Returns what goes back. Order and ticket must be locked and no '
  'pool yet. Refuses not_found, type_price_changed, type_dearer, sold_out, and what refund_order refuses.';

create function private.check_ticket_action(p_action text, p_tickets uuid[], p_orders text[], p_reason text, p_values jsonb, p_key text)
  returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if p_action is null or p_action not in ('reissue', 'rename', 'change_type', 'call_off', 'take_back', 'keep_type', 'void', 'vip', 'unvip')
    or p_key is null
    or cardinality(p_tickets) + cardinality(p_orders) not between 1 and 200
    or (p_action in ('rename', 'change_type') and (cardinality(p_tickets) <> 1 or cardinality(p_orders) > 0))
    or (p_values ->> 'askHours')::int not between 1 and 168
    or (p_action = 'void' and not (coalesce((p_values ->> 'void')::boolean, false)
      or coalesce((p_values ->> 'refund')::boolean, false))) then
    perform private.refuse(422, 'invalid');
  end if;
  if length(p_reason) not between 3 and 500 or not private.is_readable(p_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  if p_action in ('void', 'change_type', 'keep_type') then
    perform private.require_proof();
  end if;
end
$$;
comment on function private.check_ticket_action(text, uuid[], text[], text, jsonb, text) is
  'Checks what act_on_tickets is asked for. Refuses invalid, reason_required, password_needed.';

create function private.lock_action_stock(p_action text, p_tickets uuid[], p_orders text[], p_values jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_types uuid[];
begin
  if p_action = 'void' and (p_values ->> 'void')::boolean then
    select array_agg(distinct t.type_id) into v_types
    from private.ticket_targets(p_action, p_tickets, p_orders, coalesce((p_values ->> 'override')::boolean, false)) t
      where t.reason is null;
    if v_types is not null then
      perform private.lock_stock_rows(row('ticket', v_types, array_fill(1, array[cardinality(v_types)]))::private.line_choice || array(
        select row(l.kind, array_agg(l.item_id), array_agg(1))::private.line_choice
        from public.order_lines l join public.orders o on o.id = l.order_id
        join public.line_kinds n on n.kind = l.kind and n.ends_with_tickets
        where o.code = any (p_orders) or o.id in (select k.order_id from public.tickets k where k.id = any (p_tickets))
        group by l.kind), '{}');
    end if;
  elsif p_action = 'take_back' then
    select array_agg(distinct x.id) into v_types
    from private.unpaid_types u cross join lateral (values (u.from_type_id), (u.to_type_id)) x (id)
    where u.ticket_id = any (p_tickets) or u.ticket_order_id in (select o.id from public.orders o where o.code = any (p_orders));
    if v_types is not null then
      perform private.lock_stock_rows(array[row('ticket', v_types, array_fill(1, array[cardinality(v_types)]))::private.line_choice], '{}');
    end if;
  elsif p_action = 'call_off' then
    perform private.lock_stock_rows('{}', array(
      select o.hold_id from private.ticket_targets(p_action, p_tickets, p_orders, false) t
      join public.ticket_supplements s on s.ticket_id = t.ticket_id and s.closed_at is null join public.orders o on o.id = s.order_id
      where t.reason is null));
  end if;
end
$$;
comment on function private.lock_action_stock(text, uuid[], text[], jsonb) is
  'Locks the stock that an action gives back: of all tickets that it ends or makes another type, with their add-ons, or the holds of '
  'supplements.';

create function private.lock_ticket_action(p_action text, p_tickets uuid[], p_orders text[], p_values jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- All locks of all orders first, in the order of every other function: events, orders, tickets, pools.
  perform private.lock_settlement(x.event_id, false)
  from (
    select distinct o.event_id from public.orders o
    where o.event_id is not null and (o.code = any (p_orders) or o.id in (select k.order_id from public.tickets k
      where k.id = any (p_tickets)))
    order by 1
  ) x;
  perform private.lock_orders(array(
    select o.id from public.orders o
    where o.code = any (p_orders) or o.id in (select k.order_id from public.tickets k where k.id = any (p_tickets))));
  perform 1 from public.holds h
  where h.id in (
    select o.hold_id from public.ticket_supplements s join public.orders o on o.id = s.order_id
    join public.orders f on f.id = o.supplement_of
    where s.closed_at is null and (s.ticket_id = any (p_tickets) or f.code = any (p_orders)))
  order by h.id for no key update;
  perform 1 from public.tickets k
  where k.id = any (p_tickets) or k.order_id in (select o.id from public.orders o where o.code = any (p_orders))
  order by k.id for no key update;
  perform private.lock_action_stock(p_action, p_tickets, p_orders, p_values);
end
$$;
comment on function private.lock_ticket_action(text, uuid[], text[], jsonb) is 'Locks all rows that act_on_tickets may change.';

create function private.void_by_staff(
  p_order uuid, p_tickets uuid[], p_reason text, p_values jsonb, p_key text, out cents bigint, out waiting int
)
language plpgsql volatile set search_path = ''
as $$
declare
  v_void boolean := coalesce((p_values ->> 'void')::boolean, false);
  v_refund boolean := coalesce((p_values ->> 'refund')::boolean, false);
  v_amount bigint;
  v_supplements bigint;
  v_add_ons bigint;
  v_result jsonb;
begin
  select least(coalesce(sum(greatest(t.cents - coalesce(d.cents, 0), 0)), 0), coalesce((
    select p.amount_cents - p.refunded_cents from public.payments p
    where p.order_id = p_order and p.settled_at is not null), 0)) into v_amount
  from private.ticket_parts(p_order) t
  left join private.refunded_parts(p_order) d on d.ticket_id = t.ticket_id
  where t.ticket_id = any (p_tickets);
  select coalesce(sum(s.cents), 0) into v_supplements
  from private.supplements_back(p_order, p_tickets, v_amount) s where v_refund and v_void;
  v_amount := case when v_refund then v_amount else 0 end;
  if v_amount = 0 and not v_void then
    perform private.refuse(409, 'nothing_to_change');
  end if;
  select coalesce(sum(b.cents), 0) into v_add_ons from private.add_ons_back(p_order, p_tickets, v_amount, false) b where v_void;
  v_result := public.refund_order(p_order => p_order, p_amount_cents => v_amount, p_reason => p_reason, p_void => v_void,
    p_key => null, p_tickets => p_tickets, p_override => coalesce((p_values ->> 'override')::boolean, false));
  if v_amount = 0 and v_supplements > 0 then
    perform private.refund_supplements(p_order, p_tickets, 0, null);
  end if;
  cents := v_amount + v_supplements + v_add_ons;
  waiting := (v_result ->> 'status' = 'requested')::int;
  if waiting = 0 and cents = 0 then
    perform private.queue_ticket_mail(p_order, 'ended', p_tickets, p_key);
  end if;
end
$$;
comment on function private.void_by_staff(uuid, uuid[], text, jsonb, text) is
  'Ends tickets of one order and gives back what they cost, as p_values says {void, refund, override}, through refund_order: the cents '
  'that go back, also those of supplements and add-ons, and 1 where a second admin has to agree. Refuses nothing_to_change, and as '
  'refund_order does.';

create function private.act_on_order_tickets(
  p_action text, p_order uuid, p_tickets uuid[], p_reason text, p_values jsonb, p_key text, out cents bigint, out waiting int, out asked int
)
language plpgsql volatile set search_path = ''
as $$
declare
  v_from text := (select y.name from public.tickets k join public.ticket_types y on y.id = k.ticket_type_id where k.id = p_tickets[1]);
begin
  cents := 0;
  waiting := 0;
  asked := 0;
  case p_action
    when 'void' then
      select v.cents, v.waiting into cents, waiting from private.void_by_staff(p_order, p_tickets, p_reason, p_values, p_key) v;
      return; -- refund_order and rename_holder write their own rows
    when 'rename' then
      perform private.rename_holder(p_tickets[1], p_values ->> 'name', true, p_reason);
      perform private.queue_ticket_mail(p_order, 'renamed', p_tickets, p_key);
      return;
    when 'reissue' then
      perform private.reissue_ticket(id, p_reason) from unnest(p_tickets) id;
      perform private.queue_ticket_mail(p_order, 'reissued', p_tickets, p_key);
    when 'change_type' then
      cents := private.change_ticket_type(p_tickets[1], (p_values ->> 'type')::uuid, p_reason, (p_values ->> 'differenceCents')::bigint,
        coalesce((p_values ->> 'refund')::boolean, false), coalesce((p_values ->> 'waive')::boolean, false),
          (p_values ->> 'askHours')::int);
      asked := (exists (select 1 from public.ticket_supplements s where s.ticket_id = p_tickets[1] and s.closed_at is null))::int;
      if asked = 0 then
        perform private.queue_ticket_mail(p_order, 'retyped', p_tickets, p_key, v_from);
      end if;
    when 'call_off' then
      perform private.call_off_supplement(id, p_reason) from unnest(p_tickets) id;
    when 'take_back', 'keep_type' then
      perform private.settle_unpaid_type(id, p_action = 'keep_type', p_reason) from unnest(p_tickets) id;
    else
      update public.tickets set is_vip = p_action = 'vip' where id = any (p_tickets);
  end case;
  perform private.audit_change('ticket.' || case when asked > 0 then 'ask_supplement' else p_action end, 'order', p_order::text,
    case p_action when 'change_type' then jsonb_build_object('ticket_type', v_from)
      when 'vip' then '{"is_vip": false}' when 'unvip' then '{"is_vip": true}' end,
    case p_action when 'change_type' then jsonb_build_object('ticket_type', (
        select y.name from public.tickets k join public.ticket_types y on y.id = k.ticket_type_id where k.id = p_tickets[1]))
      when 'vip' then '{"is_vip": true}' when 'unvip' then '{"is_vip": false}' end,
    jsonb_build_object('reason', p_reason, 'ticket_ids', to_jsonb(p_tickets)));
end
$$;
comment on function private.act_on_order_tickets(text, uuid, uuid[], text, jsonb, text) is
  'Does an action of act_on_tickets to tickets of one order, tells its buyer and writes the audit log. Returns the cents that go back, '
  'and 1 for a refund that waits for a second admin and for a buyer who is asked to pay.';

create function public.act_on_tickets(
  p_action text, p_tickets uuid[], p_orders text[], p_reason text, p_values jsonb, p_key text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_tickets uuid[] := array(select distinct t.id from unnest(p_tickets) t (id) where t.id is not null order by 1);
  v_orders text[] := array(select distinct c.code from unnest(p_orders) c (code) where c.code is not null order by 1);
  v_reason text := btrim(coalesce(p_reason, ''));
  v_body jsonb := jsonb_build_array(p_action, v_tickets, v_orders, v_reason, p_values);
  v_response jsonb;
  v_target record;
  v_made record;
  v_done int := 0;
  v_cents bigint := 0;
  v_waiting int := 0;
  v_asked int := 0;
  v_skipped jsonb := '[]';
begin
  perform private.require_permission('manage_orders');
  perform private.check_ticket_action(p_action, v_tickets, v_orders, v_reason, p_values, p_key);
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'act_on_tickets', v_body);
  if v_response is not null then
    return v_response;
  end if;
  perform private.lock_ticket_action(p_action, v_tickets, v_orders, p_values);
  for v_target in
    select t.order_id, array_agg(t.ticket_id order by t.ticket_id) filter (where t.reason is null) as ids,
      jsonb_agg(jsonb_build_object('asked', t.asked, 'code', k.code, 'holder', k.holder_name, 'reason', t.reason)) filter (where t.reason
        is not null) as skipped,
      jsonb_agg(jsonb_build_object('asked', t.asked, 'code', k.code, 'holder', k.holder_name)) filter (where t.reason is null) as named
    from private.ticket_targets(p_action, v_tickets, v_orders, coalesce((p_values ->> 'override')::boolean, false)) t
    left join public.tickets k on k.id = t.ticket_id
    group by t.order_id order by t.order_id
  loop
    v_skipped := v_skipped || coalesce(v_target.skipped, '[]');
    continue when v_target.ids is null;
    begin
      v_made := private.act_on_order_tickets(p_action, v_target.order_id, v_target.ids, v_reason, p_values, p_key);
      v_done := v_done + cardinality(v_target.ids);
      v_cents := v_cents + v_made.cents;
      v_waiting := v_waiting + v_made.waiting;
      v_asked := v_asked + v_made.asked;
    exception when sqlstate 'PGRST' then
      -- A single ticket's refusal is the response to its form; of many orders one is skipped, and the others are not.
      if cardinality(v_tickets) + cardinality(v_orders) = 1 then
        raise;
      end if;
      v_skipped := v_skipped || (
        select jsonb_agg(n.value || jsonb_build_object('reason', sqlerrm::jsonb ->> 'message'))
          from jsonb_array_elements(v_target.named) n);
    end;
  end loop;
  v_response := jsonb_build_object('tickets', v_done, 'refundedCents', v_cents, 'waiting', v_waiting,
    'asked', v_asked, 'skipped', v_skipped);
  return private.store_response(v_actor, p_key, 'act_on_tickets', v_body, v_response);
end
$$;
comment on function public.act_on_tickets(text, uuid[], text[], text, jsonb, text) is
  'Does one action to 1 to 200 tickets (by id) and orders (by code, meaning their valid tickets): {tickets, refundedCents, waiting, '
  'asked, skipped: [{asked, code, holder, reason}]} as preview_ticket_action says, with the reasons of private.ticket_targets or a '
  'refusal''s code. p_action = reissue, vip, unvip, call_off (the buyer need not pay for a dearer type any more); take_back and keep_type '
  '(of tickets whose type was lost to a dispute, private.unpaid_types: the earlier type, or this one for nothing); void with p_values '
  '{void, refund, override}, two switches and whether those inside end too; for one ticket rename {name} and change_type {type, '
  'differenceCents, refund, waive, askHours}, where askHours (1 to 168) asks the buyer to pay what a dearer type costs more: its place is '
  'held, and the ticket changes when it is paid; asked = 1 then. Money goes back through refund_order, so that above 500.00 it waits for '
  'a second admin. Each has its reason in the logs of order and ticket, and buyers get a mail but for the mark. p_key: idempotency key. '
  'Admins only, void, change_type and keep_type with a recent proof. Refuses not_allowed, invalid, reason_required, password_needed, '
  'key_reused; for one ticket or order also type_dearer, type_price_changed, sold_out and what its functions refuse.';

revoke execute on function
  private.check_ticket_action(text, uuid[], text[], text, jsonb, text), private.lock_action_stock(text, uuid[], text[], jsonb),
  private.lock_ticket_action(text, uuid[], text[], jsonb), private.void_by_staff(uuid, uuid[], text, jsonb, text),
  private.act_on_order_tickets(text, uuid, uuid[], text, jsonb, text),
  private.reissue_ticket(uuid, text, int), private.codes_left(public.tickets, public.events), private.reissue_as_holder(uuid, int),
  private.reissue_my_ticket(uuid, int), public.reissue_my_ticket(uuid, int), public.reissue_ticket_by_link(text, uuid, int),
  private.type_unit(public.events, uuid), private.ticket_targets(text, uuid[], text[], boolean),
  private.type_choices(uuid), public.preview_ticket_action(text, uuid[], text[], uuid, boolean),
  private.queue_ticket_mail(uuid, text, uuid[], text, text), private.change_ticket_type(uuid, uuid, text, bigint, boolean, boolean, int),
  public.act_on_tickets(text, uuid[], text[], text, jsonb, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.preview_ticket_action(text, uuid[], text[], uuid, boolean), public.act_on_tickets(text, uuid[], text[], text, jsonb, text)
to authenticated;
grant execute on function private.reissue_my_ticket(uuid, int), public.reissue_my_ticket(uuid, int) to authenticated;
grant execute on function public.reissue_ticket_by_link(text, uuid, int) to service_role;
