-- Reads transfers: for the holder what can be handed on and what is on offer, for the recipient what is offered, for mails both.

create function private.transfer_to(p_transfer private.ticket_transfers) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when p_transfer.to_name is not null then p_transfer.to_name
    when p_transfer.to_id is not null then '@' || (select p.username from public.profiles p where p.id = p_transfer.to_id)
    when not p_transfer.by_staff then p_transfer.to_email
    else regexp_replace(p_transfer.to_email, '^(.)[^@]*@(.)[^.]*', '\1…@\2…') end;
end
$$;
comment on function private.transfer_to(private.ticket_transfers) is
  'Names the recipient of a transfer: by name once it was accepted, before that by username or address, shortened where staff typed it and '
  'not the holder; null for an offer by link.';

create function private.offered_ticket(p_transfer private.ticket_transfers) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_transfer.id, 'fromName', p_transfer.from_name, 'expiresAt', p_transfer.expires_at,
    'typeName', private.ticket_type_name(k.ticket_type_id, l), 'isTest', o.is_test,
    'state', case when p_transfer.status = 'offered' and p_transfer.expires_at <= now() then 'expired' else p_transfer.status end,
    'needsEmail', p_transfer.to_email is null, 'event', private.event_brief(k.event_id, false))
  from public.tickets k join public.order_lines l on l.id = k.order_line_id join public.orders o on o.id = k.order_id
  where k.id = p_transfer.ticket_id
$$;
comment on function private.offered_ticket(private.ticket_transfers) is
  'An offer as its recipient sees it: {id, fromName, expiresAt, typeName, isTest, state, needsEmail, event}. No code, address or order.';

create function private.ticket_transfers_of(p_tickets uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ticketId', k.id,
      'stop', case when k.custody = 'held' then private.transfer_stop(k, e) else 'not_held' end,
      'offer', case when t.id is not null then jsonb_build_object('to', private.transfer_to(t), 'expiresAt', t.expires_at) end)
      order by k.id), '[]')
    from public.tickets k join public.events e on e.id = k.event_id
    left join private.ticket_transfers t on t.ticket_id = k.id and t.status = 'offered' and t.expires_at > now()
    where k.id = any (p_tickets) and private.ticket_is_valid(k.status));
end
$$;
comment on function private.ticket_transfers_of(uuid[]) is
  'For each valid one of these tickets: [{ticketId, stop, offer: {to, expiresAt}}]. stop = why it can''t be handed on now '
  '(private.transfer_stop, or not_held), offer = the one that is open.';

create function private.handed_on(p_orders uuid[], p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'toName', t.to_name, 'at', t.closed_at,
      'typeName', private.ticket_type_name(k.ticket_type_id, l), 'title', e.title, 'timeZone', e.time_zone)
      order by t.closed_at desc), '[]')
    from private.ticket_transfers t
    join public.tickets k on k.id = t.ticket_id join public.events e on e.id = k.event_id
    join public.order_lines l on l.id = k.order_line_id
    where t.status = 'accepted' and (t.from_id = p_user or k.order_id = any (p_orders)) and e.ends_at > now());
end
$$;
comment on function private.handed_on(uuid[], uuid) is
  'What a person, or the buyer of these orders, has handed on for events that are not over: [{id, toName, at, typeName, title, timeZone}].';

create function private.read_transfers() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := auth.uid();
  v_mailboxes text[];
begin
  if private.caller_role() is null then
    return jsonb_build_object('tickets', '[]'::jsonb, 'incoming', '[]'::jsonb, 'sent', '[]'::jsonb);
  end if;
  v_mailboxes := case when private.is_member() then private.proven_mailboxes(v_user) else '{}' end;
  return jsonb_build_object(
    'tickets', private.ticket_transfers_of(array(
      select k.id from public.tickets k join public.events e on e.id = k.event_id
      where k.owner_id = v_user and e.ends_at > now() - interval '1 day')),
    'incoming', (
      select coalesce(jsonb_agg(private.offered_ticket(t) order by t.expires_at), '[]')
      from private.ticket_transfers t
      where t.status = 'offered' and t.expires_at > now() and private.is_member()
        and (t.to_id = v_user or (t.to_id is null and private.email_key(t.to_email) = any (v_mailboxes)))),
    'sent', private.handed_on('{}', v_user));
end
$$;
comment on function private.read_transfers() is 'Body of public.read_transfers.';

create function public.read_transfers() returns jsonb
language sql stable set search_path = ''
as $$ select private.read_transfers() $$;
comment on function public.read_transfers() is
  'The caller''s transfers: {tickets (private.ticket_transfers_of), incoming: offers made to their account or a proven address '
  '(private.offered_ticket), sent (private.handed_on)}; nothing for a visitor.';

create function public.read_transfers_by_link(p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return jsonb_build_object('tickets', private.ticket_transfers_of(private.tickets_of_link(p_token_hash)), 'incoming', '[]'::jsonb,
    'sent', private.handed_on(array(
      select l.subject_id from private.valid_link('{order_tickets, order_lookup, order_reminder}', p_token_hash) l), null));
end
$$;
comment on function public.read_transfers_by_link(text) is
  'The same for whoever has the secret link of an order or of a ticket, for the server.';

create function public.read_transfer_by_link(p_token_hash text, p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select private.offered_ticket(t) || jsonb_build_object('forOther', t.to_id is not null and t.to_id is distinct from p_user)
    from private.one_time_links l join private.ticket_transfers t on t.id = l.subject_id
    where l.token_hash = p_token_hash and l.purpose = 'ticket_transfer');
end
$$;
comment on function public.read_transfer_by_link(text, uuid) is
  'The offer behind a secret link, as private.offered_ticket says, and forOther: it is meant for an account that is not p_user (null = '
  'visitor). Null without such a link. For the server.';

create function public.read_staff_transfer(p_ticket uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_orders');
  return (
    select jsonb_build_object('ticketId', k.id, 'code', k.code, 'orderCode', o.code, 'holder', k.holder_name,
      'holderEmail', coalesce(k.holder_email, o.email), 'typeName', private.ticket_type_name(k.ticket_type_id, l), 'title', e.title,
      'timeZone', e.time_zone, 'now', now(),
      'stop', case when k.custody = 'held' then private.transfer_stop(k, e) else 'not_held' end,
      'transfers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'state', t.status, 'from', t.from_name,
          'to', coalesce(t.to_name, private.transfer_to(t)), 'toEmail', t.to_email, 'byStaff', t.by_staff, 'at', t.created_at,
          'expiresAt', t.expires_at, 'closedAt', t.closed_at) order by t.created_at desc), '[]')
        from private.ticket_transfers t where t.ticket_id = k.id))
    from public.tickets k join public.orders o on o.id = k.order_id join public.events e on e.id = k.event_id
    join public.order_lines l on l.id = k.order_line_id
    where k.id = p_ticket);
end
$$;
comment on function public.read_staff_transfer(uuid) is
  'One ticket with its transfers, newest first, and why it can''t be handed on now: {ticketId, code, orderCode, holder, holderEmail, '
  'typeName, title, timeZone, now, stop, transfers: [{id, state, from, to, toEmail, byStaff, at, expiresAt, closedAt}]}; null for none. '
  'Admins only: refuses not_allowed.';

revoke execute on function
  private.transfer_to(private.ticket_transfers), private.offered_ticket(private.ticket_transfers), private.ticket_transfers_of(uuid[]),
  private.handed_on(uuid[], uuid), private.read_transfers(), public.read_transfers(), public.read_transfers_by_link(text),
  public.read_transfer_by_link(text, uuid), public.read_staff_transfer(uuid)
from public, anon, authenticated, service_role;
grant execute on function private.read_transfers(), public.read_transfers(), public.read_staff_transfer(uuid) to authenticated;
grant execute on function public.read_transfers_by_link(text), public.read_transfer_by_link(text, uuid) to service_role;
