-- Reads a holder's own tickets.

create function private.ticket_type_name(p_type uuid, p_line public.order_lines) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case when p_line.ticket_type_id = p_type then p_line.item_name
    else (select t.name from public.ticket_types t where t.id = p_type) end;
end
$$;
comment on function private.ticket_type_name(uuid, public.order_lines) is
  'Returns the name of a ticket''s type: as it was sold for a single ticket, as it is now for one of a package or a table and for one '
  'whose type was changed.';

create function private.qr_visible_at(p_event uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select e.doors_at - make_interval(hours => s.qr_visible_hours)
  from public.events e cross join public.settings s
  where e.id = p_event
$$;
comment on function private.qr_visible_at(uuid) is
  'Returns when holders may see the codes of an event: a set number of hours before doors, so that an earlier screenshot shows no code.';

create function private.is_refund_open(p_ticket public.tickets) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from public.refunds r
    where r.order_id = p_ticket.order_id and r.status in ('requested', 'approved', 'submitted', 'failed')
      and (r.ticket_ids is null or p_ticket.id = any (r.ticket_ids)));
end
$$;
comment on function private.is_refund_open(public.tickets) is 'Returns whether a refund of a ticket, or of its whole order, is not done.';

revoke execute on function
  private.ticket_type_name(uuid, public.order_lines), private.qr_visible_at(uuid)
from public, anon, authenticated, service_role;
