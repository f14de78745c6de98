-- Queueing mail, and what its jobs note in the log.

create function public.queue_ticket_links(p_email text) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  v_queued int;
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
  select 'ticket_links',
    format('ticket_links:%s:%s', private.email_key(p_email), to_char(now() at time zone 'utc', 'YYYYMMDDHH24MI')),
    min(o.email),
    jsonb_build_object('orderIds', jsonb_agg(o.id order by e.starts_at))
  from public.orders o
  join public.events e on e.id = o.event_id
  where o.email_key = private.email_key(p_email)
    and lower(o.email) = lower(btrim(p_email))
    and private.order_is_sold(o.status)
    and e.ends_at > now() - interval '1 day'
  having count(*) > 0
  on conflict (dedupe_key) do nothing;
  get diagnostics v_queued = row_count;
  return v_queued;
end
$$;
comment on function public.queue_ticket_links(text) is
  'Queues one mail with links to the paid orders of an address whose events are not over; nothing when there are none. Returns how many '
  'mails were queued; the visitor is shown the same either way.';

create function private.enqueue_mail_jobs() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.jobs (kind, key) select 'mail', n.id::text from new_rows n where n.status = 'queued';
  return null;
end
$$;
comment on function private.enqueue_mail_jobs() is 'Trigger of mail_outbox: queues the jobs that send new mails.';
create trigger mail_outbox_jobs after insert on private.mail_outbox referencing new table as new_rows
  for each statement execute function private.enqueue_mail_jobs();

create function private.note_mail_failure() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.mail_outbox m set last_error = new.last_error, status = case when new.parked_at is null then 'queued' else 'failed' end
  where m.id = new.key::uuid and m.status in ('queued', 'claimed');
  return null;
end
$$;
comment on function private.note_mail_failure() is
  'Trigger of jobs: notes in the log of mails why one was not sent, and that it was given up.';
create trigger jobs_mail_failed after update on private.jobs for each row
  when (new.kind = 'mail' and old.leased_until is not null and new.leased_until is null and new.failed_at is not null)
  execute function private.note_mail_failure();

create function public.queue_contact_message(p_topic text, p_name text, p_email text, p_order text, p_message text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mailbox text := (select nullif(btrim(s.contact_email), '') from public.settings s);
begin
  if v_mailbox is null then
    perform private.refuse(503, 'contact_closed');
  end if;
  if length(p_name) not between 1 and 100 or length(p_email) not between 3 and 254 or length(p_topic) not between 1 and 60
    or length(p_order) > 12 or length(p_message) not between 1 and 4000
    or concat(p_name, p_email, p_topic, p_order) ~ '[[:cntrl:]]' then
    perform private.refuse(422, 'invalid');
  end if;
  insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
  values ('contact_message',
    'contact_message:' || encode(sha256(convert_to(concat_ws(e'\x1f', current_date, lower(p_email), p_topic, p_order, p_message), 'UTF8')),
      'hex'),
    v_mailbox,
    jsonb_build_object('topic', p_topic, 'name', p_name, 'email', p_email, 'order', nullif(p_order, ''), 'message', p_message))
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function public.queue_contact_message(text, text, text, text, text) is
  'Queues a visitor''s message to the brand''s mailbox; the same message of one sender once a day. Refuses contact_closed when the '
  'settings name no mailbox, invalid for text that the form would not send.';
