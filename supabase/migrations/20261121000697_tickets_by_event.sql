-- Tickets as their holders see them, with their scans at the door.

create function private.tickets_by_event(p_tickets uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  -- Values of an order and of an event are read once for all of its tickets.
  with orders as materialized (
    select d.order_id, private.order_add_ons(d.order_id) as add_ons,
      exists (select 1 from private.receipts r where r.order_id = d.order_id) as has_receipt
    from (select distinct k.order_id from public.tickets k where k.id = any (p_tickets)) d
  ),
  visible as materialized (
    select d.event_id, private.qr_visible_at(d.event_id) as qr_visible_at
    from (select distinct k.event_id from public.tickets k where k.id = any (p_tickets)) d
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'event', private.event_brief(g.event_id, g.holder),
    'qrVisibleAt', g.qr_visible_at,
    'isTest', g.is_test,
    'changes', private.holder_changes(coalesce(g.orders, '{}')),
    'tickets', g.tickets) order by g.starts_at, g.event_id), '[]')
  from (
    select e.id as event_id, e.starts_at, v.qr_visible_at, bool_or(private.ticket_is_valid(k.status)) as holder,
      bool_or(o.is_test) as is_test, array_agg(distinct o.id) filter (where k.holder_email is null) as orders, jsonb_agg(jsonb_build_object(
        'id', k.id,
        'orderCode', o.code,
        'typeId', k.ticket_type_id,
        'typeName', private.ticket_type_name(k.ticket_type_id, ol),
        'partOf', case when (select b.is_bundle from public.line_kinds b where b.kind = ol.kind) then ol.item_name end,
        -- Money and extras stay with the buyer when a ticket is handed on.
        'isReceived', k.holder_email is not null,
        'isGiven', (select g.is_given from public.line_kinds g where g.kind = ol.kind),
        'addOns', case when k.holder_email is null then b.add_ons else '[]' end,
        'hasReceipt', b.has_receipt and k.holder_email is null,
        'supplement', case when private.ticket_is_valid(k.status) and k.holder_email is null then private.open_supplement(k.id) end,
        'canRefund', private.ticket_is_valid(k.status) and o.refund_hours is not null and k.holder_email is null,
        'holderName', k.holder_name,
        'renamesLeft', private.renames_left(k, e),
        'codesLeft', private.codes_left(k, e),
        'status', k.status,
        'voidReason', k.void_reason,
        'custody', k.custody,
        'isBlocked', private.ticket_is_valid(k.status) and k.blocked_at is not null,
        'isRefundOpen', not private.ticket_is_valid(k.status) and private.is_refund_open(k),
        'generation', k.generation,
        'code', case when c.shown then k.code end
      ) || private.ticket_at_door(k)
        order by (not private.ticket_is_valid(k.status)), o.created_at, ol.item_name, k.line_unit, k.issued_at, k.id) as tickets
    from public.tickets k
    join public.events e on e.id = k.event_id
    join public.orders o on o.id = k.order_id
    join orders b on b.order_id = k.order_id
    join visible v on v.event_id = k.event_id
    join public.order_lines ol on ol.id = k.order_line_id
    cross join lateral (
      select private.ticket_is_valid(k.status) and k.blocked_at is null and k.custody = 'held' and e.status not in ('cancelled', 'draft')
        and now() >= v.qr_visible_at and now() < e.ends_at + interval '12 hours' as shown
    ) c
    where k.id = any (p_tickets)
    group by e.id, e.starts_at, v.qr_visible_at
  ) g);
end
$$;
comment on function private.tickets_by_event(uuid[]) is
  'Tickets by event, soonest first. The code is included only while it may be shown: for a valid ticket, to its holder, and within the '
  'hours before doors. Each has the scans of its code during the time of its holder, as private.ticket_at_door says.';

create function public.read_my_tickets() returns jsonb
language sql stable set search_path = ''
as $$
  select private.tickets_by_event(coalesce(array_agg(k.id), '{}'))
  from public.tickets k
  where k.owner_id = (select auth.uid()) and (select private.caller_role()) is not null
$$;
comment on function public.read_my_tickets() is
  'The caller''s own tickets by event, also a guest''s: what was bought in the same session. Elsewhere a guest opens them by the link '
  'from the mail.';

create function public.read_tickets_by_link(p_token_hash text) returns jsonb
language sql stable set search_path = ''
as $$
  select private.tickets_by_event(private.tickets_of_link(p_token_hash))
$$;
comment on function public.read_tickets_by_link(text) is 'Reads the tickets that a valid secret link opens.';

revoke execute on function private.tickets_by_event(uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.tickets_by_event(uuid[]) to authenticated, service_role;
revoke execute on function public.read_my_tickets(), public.read_tickets_by_link(text) from public, anon, authenticated, service_role;
grant execute on function public.read_my_tickets() to authenticated;
grant execute on function public.read_tickets_by_link(text) to service_role;
