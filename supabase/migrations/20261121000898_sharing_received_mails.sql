-- Tells people who got a ticket from somebody else what its buyer is told about the event: changes of its date or venue, and reminders.

create function private.receiving_transfer(p_ticket uuid) returns setof private.ticket_transfers
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select t.* from private.ticket_transfers t join public.tickets k on k.id = t.ticket_id
    where k.id = p_ticket and k.holder_email is not null and t.status = 'accepted'
    order by t.closed_at desc limit 1;
end
$$;
comment on function private.receiving_transfer(uuid) is
  'Returns the transfer by which the holder of a ticket got it; no row while its buyer has it.';

create function private.tell_receivers() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select distinct on (private.email_key(k.holder_email)) 'received_ticket_news',
    concat_ws(':', 'received_ticket_news', md5(new.dedupe_key), private.email_key(k.holder_email)),
    k.holder_email, 'transfer', t.id, jsonb_build_object('news', new.kind)
  from public.tickets k cross join lateral private.receiving_transfer(k.id) t
  where k.order_id = new.subject_id and k.holder_email is not null and private.ticket_is_valid(k.status)
  order by private.email_key(k.holder_email), k.id
  on conflict (dedupe_key) do nothing;
  return null;
end
$$;
comment on function private.tell_receivers() is
  'Trigger: sends news of an event, which the buyer of an order is told, also to everybody who got a ticket of that order from them: one '
  'mail for each mailbox.';
create trigger mail_outbox_tell_receivers after insert on private.mail_outbox for each row
  when (new.kind in ('event_moved', 'event_postponed', 'event_rescheduled', 'venue_revealed'))
  execute function private.tell_receivers();

create function private.needs_received_reminder(p_ticket public.tickets, p_event public.events) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.ticket_is_valid(p_ticket.status) and p_ticket.custody = 'held' and p_ticket.blocked_at is null
    and p_ticket.holder_email is not null and p_event.status = 'published' and not p_event.is_test and p_event.doors_at > now()
    and not (select o.is_test from public.orders o where o.id = p_ticket.order_id);
end
$$;
comment on function private.needs_received_reminder(public.tickets, public.events) is
  'Returns whether whoever got a ticket from its buyer is still to be reminded, as private.needs_reminder says of buyers.';

create function private.queue_received_reminders(p_most int) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_queued int;
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  select 'received_' || d.kind, concat_ws(':', 'received_' || d.kind, t.id), k.holder_email, 'transfer', t.id
  from private.due_reminders() d
  join public.events e on e.id = d.event_id
  join public.tickets k on k.event_id = e.id and k.holder_email is not null
  cross join lateral private.receiving_transfer(k.id) t
  where t.closed_at <= d.due_at - interval '2 hours' and private.needs_received_reminder(k, e)
    and not exists (select 1 from private.mail_outbox m where m.dedupe_key = concat_ws(':', 'received_' || d.kind, t.id))
  order by e.doors_at, k.id
  limit p_most
  on conflict (dedupe_key) do nothing;
  get diagnostics v_queued = row_count;
  return v_queued;
end
$$;
comment on function private.queue_received_reminders(int) is
  'Queues the reminders that are due to people who got a ticket from its buyer, one for each ticket, whose link opens that one alone; at '
  'most p_most, and returns how many.';

revoke execute on function
  private.receiving_transfer(uuid), private.tell_receivers(), private.needs_received_reminder(public.tickets, public.events),
  private.queue_received_reminders(int)
from public, anon, authenticated, service_role;
