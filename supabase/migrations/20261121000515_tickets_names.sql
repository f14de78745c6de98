-- Changes the name on a ticket: its holder up to 3 times until 24 hours before doors, staff at any time with a reason.

create table private.ticket_names (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references public.tickets (id),
  from_name text not null check (length(from_name) between 1 and 100),
  to_name text not null check (length(to_name) between 1 and 100),
  by_staff boolean not null,
  actor_id uuid references auth.users (id) on delete set null,
  reason text check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  check (not by_staff or reason is not null)
);
comment on table private.ticket_names is
  'Changes of the name on a ticket, in their order. actor_id is null for somebody with the link of the mail, who has no account. Names '
  'are erased with their account.';
create index ticket_names_ticket on private.ticket_names (ticket_id);
create index ticket_names_actor on private.ticket_names (actor_id);
alter table private.ticket_names enable row level security;

create function private.renames_left(p_ticket public.tickets, p_event public.events) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when not private.ticket_is_valid(p_ticket.status) or p_ticket.custody <> 'held' or p_ticket.is_personal
      or p_event.status not in ('published', 'postponed')
      -- Without a new date there is no 24 hours before it.
      or (p_event.status = 'published' and now() >= p_event.doors_at - interval '24 hours') then 0
    else greatest(0, 3 - (select count(*) from private.ticket_names n where n.ticket_id = p_ticket.id and not n.by_staff)::int)
  end;
end
$$;
comment on function private.renames_left(public.tickets, public.events) is
  'Returns how many times its holder may still change the name on a ticket: 3 in all, none from 24 hours before doors and none on a '
  'personal ticket, which would be handed on by it.';

create function private.rename_holder(p_ticket uuid, p_name text, p_by_staff boolean, p_reason text default null) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_name text := btrim(regexp_replace(coalesce(p_name, ''), '\s+', ' ', 'g'));
  v_ticket public.tickets;
  v_event public.events;
begin
  if length(v_name) not between 1 and 100 or not private.is_readable(v_name) then
    perform private.refuse(422, 'name_invalid');
  end if;
  if p_by_staff and length(btrim(coalesce(p_reason, ''))) not between 3 and 500 then
    perform private.refuse(422, 'reason_required');
  end if;
  select * into v_ticket from public.tickets where id = p_ticket for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  select * into strict v_event from public.events where id = v_ticket.event_id;
  if not private.ticket_is_valid(v_ticket.status) or v_ticket.custody <> 'held' or v_ticket.admission <> 'outside' then
    perform private.refuse(409, 'invalid_state');
  end if;
  if v_name = v_ticket.holder_name then
    return jsonb_build_object('ticketId', p_ticket, 'holderName', v_name, 'renamesLeft', private.renames_left(v_ticket, v_event));
  end if;
  if not p_by_staff and private.renames_left(v_ticket, v_event) = 0 then
    if v_event.status = 'published' and now() >= v_event.doors_at - interval '24 hours' then
      perform private.refuse(409, 'rename_closed');
    end if;
    perform private.refuse(409, 'renames_used');
  end if;
  update public.tickets set holder_name = v_name where id = p_ticket;
  insert into private.ticket_names (ticket_id, from_name, to_name, by_staff, actor_id, reason)
  values (p_ticket, v_ticket.holder_name, v_name, p_by_staff, auth.uid(), nullif(btrim(p_reason), ''));
  -- Without the names: nothing is ever erased from the audit log.
  perform private.audit('ticket.renamed', 'order', v_ticket.order_id::text,
    jsonb_strip_nulls(jsonb_build_object('ticket_id', p_ticket, 'by', case when p_by_staff then 'staff' else 'holder' end,
      'reason', nullif(btrim(p_reason), ''))));
  return jsonb_build_object('ticketId', p_ticket, 'holderName', v_name, 'renamesLeft', private.renames_left(v_ticket, v_event));
end
$$;
comment on function private.rename_holder(uuid, text, boolean, text) is
  'Changes the name on a valid ticket whose holder is outside: {ticketId, holderName, renamesLeft}. The same name again counts as no '
  'change. The caller has checked who may: the holder (p_by_staff false: 3 times until 24 hours before doors) or staff (with p_reason, at '
  'any time). Refuses name_invalid, reason_required, not_found, invalid_state, renames_used, rename_closed.';

create function private.check_own_ticket(p_ticket uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.caller_role() is null
    or not exists (select 1 from public.tickets k where k.id = p_ticket and k.owner_id = auth.uid()) then
    perform private.refuse(404, 'not_found');
  end if;
end
$$;
comment on function private.check_own_ticket(uuid) is 'Refuses not_found unless the caller holds the ticket.';

create function private.tickets_of_link(p_token_hash text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select k.id from private.valid_link('{order_tickets, order_lookup, order_reminder}', p_token_hash) l
    join public.tickets k on k.order_id = l.subject_id and k.holder_email is null
    union all
    select k.id from private.valid_link('{received_ticket}', p_token_hash) l join public.tickets k on k.id = l.subject_id);
end
$$;
comment on function private.tickets_of_link(text) is
  'Returns the tickets that a valid secret link opens: those of an order that its buyer still has, or the one that somebody was handed.';

create function private.check_linked_ticket(p_token_hash text, p_ticket uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_ticket is null or p_ticket <> all (private.tickets_of_link(p_token_hash)) then
    perform private.refuse(404, 'not_found');
  end if;
end
$$;
comment on function private.check_linked_ticket(text, uuid) is
  'Refuses not_found unless a valid secret link opens the ticket.';

create function private.rename_my_ticket(p_ticket uuid, p_name text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_own_ticket(p_ticket);
  return private.rename_holder(p_ticket, p_name, false);
end
$$;
comment on function private.rename_my_ticket(uuid, text) is 'Body of public.rename_my_ticket.';

create function public.rename_my_ticket(p_ticket uuid, p_name text) returns jsonb
language sql volatile set search_path = ''
as $$ select private.rename_my_ticket(p_ticket, p_name) $$;
comment on function public.rename_my_ticket(uuid, text) is
  'Changes the name on one of the caller''s own tickets, as private.rename_holder says: {ticketId, holderName, renamesLeft}.';

create function public.rename_ticket_by_link(p_token_hash text, p_ticket uuid, p_name text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_linked_ticket(p_token_hash, p_ticket);
  return private.rename_holder(p_ticket, p_name, false);
end
$$;
comment on function public.rename_ticket_by_link(text, uuid, text) is
  'Changes the name on a ticket that a valid secret link opens, for the server: {ticketId, holderName, renamesLeft}.';

revoke execute on function private.check_own_ticket(uuid), private.check_linked_ticket(text, uuid),
  private.tickets_of_link(text) from public, anon,
  authenticated, service_role;
grant execute on function private.rename_my_ticket(uuid, text), public.rename_my_ticket(uuid, text) to authenticated;
grant execute on function public.rename_ticket_by_link(text, uuid, text), private.tickets_of_link(text) to service_role;
