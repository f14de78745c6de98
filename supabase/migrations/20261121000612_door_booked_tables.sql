-- Tables and add-ons at the door: what was booked, who is in, and the release of a table whose guests did not come.

create function private.table_releasable_at(p_booking public.table_bookings) returns timestamptz
language sql stable set search_path = ''
as $$ select coalesce(p_booking.last_arrival_at, e.ends_at) + interval '30 minutes' from public.events e where e.id = p_booking.event_id $$;
comment on function private.table_releasable_at(public.table_bookings) is
  'From when on a table may be given up while nobody came: 30 minutes after its arrival cutoff, or after the end of the event.';

create function private.door_tables(p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'bookingId', b.id, 'name', t.name, 'section', t.section, 'status', b.status, 'guests', b.guests,
      'arrived', (select count(*) from public.tickets k where k.order_line_id = b.order_line_id and k.admission = 'inside'),
      'lastArrivalAt', b.last_arrival_at,
      'releasableAt', case when b.status = 'confirmed' then private.table_releasable_at(b) end
    ) order by t.section, t.position, t.name, b.created_at), '[]')
    from public.table_bookings b join public.bookable_tables t on t.id = b.table_id
    where b.event_id = p_event and b.status in ('confirmed', 'arrived', 'no_show'));
end
$$;
comment on function private.door_tables(uuid) is
  'The tables that were booked and paid: [{bookingId, name, section, status, guests, arrived, lastArrivalAt, releasableAt}]; arrived = '
  'guests inside, releasableAt = from when on a door manager may release it, null once a guest came.';

create function private.door_add_ons(p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'sold', p.sold) order by a.position, a.name), '[]')
    from public.add_ons a join public.capacity_pools p on p.id = a.pool_id
    where a.event_id = p_event and p.sold > 0);
end
$$;
comment on function private.door_add_ons(uuid) is 'How many of each add-on were sold and not refunded: [{name, sold}].';

create function public.release_table(p_event uuid, p_booking uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_booking public.table_bookings;
  v_tickets uuid[];
  v_add_ons uuid[];
  v_voided int;
begin
  if not private.has_grant('door_manager', p_event) then
    perform private.refuse(403, 'not_allowed');
  end if;
  if length(btrim(coalesce(p_reason, ''))) not between 3 and 200 then
    perform private.refuse(422, 'reason_required');
  end if;
  select * into v_booking from public.table_bookings where id = p_booking and event_id = p_event and order_id is not null;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  -- in the order of locks: settlement, order, tickets, pools, booking
  perform private.lock_settlement(p_event, false);
  perform 1 from public.orders where id = v_booking.order_id for no key update;
  v_tickets := array(
    select k.id from (
      select id from public.tickets where order_line_id = v_booking.order_line_id and private.ticket_is_valid(status)
        order by id for no key update) k);
  perform private.lock_stock_rows(private.order_choices(v_booking.order_id), '{}');
  select * into v_booking from public.table_bookings where id = p_booking for no key update;
  if v_booking.status <> 'confirmed' then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_booking.status));
  end if;
  if now() < private.table_releasable_at(v_booking) then
    perform private.refuse(409, 'table_kept');
  end if;
  perform private.move_booking(p_booking, 'no_show', btrim(p_reason));
  v_voided := private.void_tickets(v_tickets, 'cancelled', false);
  v_add_ons := array(select a.fulfilment_id from private.following_add_ons(v_booking.order_id, v_tickets) a where not a.is_handed);
  if cardinality(v_add_ons) > 0 then
    perform private.end_fulfilments(v_add_ons, 'system', 'ended with the table');
  end if;
  perform private.end_refunded_order(v_booking.order_id);
  perform private.audit('door.table_released', 'table_booking', p_booking::text,
    jsonb_build_object('from', v_booking.status, 'to', 'no_show', 'event_id', p_event, 'table_id', v_booking.table_id, 'voided', v_voided,
      'reason', btrim(p_reason)));
  return jsonb_build_object('status', 'no_show', 'voided', v_voided);
end
$$;
comment on function public.release_table(uuid, uuid, text) is
  'Door manager: gives up a table of which nobody came, from 30 minutes after its arrival cutoff: its tickets are void, its places and '
  'the table are for sale again, and so are the add-ons of an order without another valid ticket; the deposit stays with the house, and '
  'what was paid for them with it: {status, voided}. Refuses not_allowed, reason_required, not_found, invalid_state, table_kept.';

revoke execute on function private.table_releasable_at(public.table_bookings), private.door_tables(uuid), private.door_add_ons(uuid),
  public.release_table(uuid, uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.release_table(uuid, uuid, text) to authenticated;
