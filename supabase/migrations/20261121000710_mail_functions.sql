-- The worker's side of the outbox: take some, send them, say how it went.

create function public.claim_mail(p_limit int) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select m.id from private.mail_outbox m
    where (m.status = 'queued' and m.next_attempt_at <= now()) or (m.status = 'claimed' and m.claimed_until < now())
    order by m.next_attempt_at limit greatest(0, least(p_limit, 100)) for no key update skip locked
  ), claimed as (
    update private.mail_outbox m
    set status = 'claimed', attempts = m.attempts + 1, claimed_until = now() + interval '2 minutes'
    from due where m.id = due.id
    returning m.id, m.kind, m.recipient, m.order_id, m.payload, m.attempts, m.created_at
  )
  select coalesce(jsonb_agg(to_jsonb(c) order by c.created_at, c.id), '[]') from claimed c
$$;
comment on function public.claim_mail(int) is
  'Leases mail that is due to the caller for 2 minutes: [{id, kind, recipient, order_id, payload, attempts, created_at}]. Two workers never get the same one.';

create function public.finish_mail(p_id uuid, p_ok boolean, p_error text default null) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.mail_outbox set
    status = case when p_ok then 'sent' when attempts >= 8 then 'failed' else 'queued' end,
    sent_at = case when p_ok then now() end,
    -- Deletes a visitor's message once it is in the brand's mailbox: nothing needs a copy here.
    payload = case when p_ok and kind = 'contact_message' then '{}' else payload end,
    last_error = case when p_ok then null else left(p_error, 1000) end,
    claimed_until = null,
    next_attempt_at = now() + make_interval(secs => 30 * power(2, least(attempts, 8))::int)
  where id = p_id and status = 'claimed'
$$;
comment on function public.finish_mail(uuid, boolean, text) is
  'Says how a leased mail went. A failed one waits twice as long each time and is given up after 8 attempts.';

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
    'contact_message:' || encode(sha256(convert_to(concat_ws(e'\x1f', current_date, lower(p_email), p_topic, p_order, p_message), 'UTF8')), 'hex'),
    v_mailbox,
    jsonb_build_object('topic', p_topic, 'name', p_name, 'email', p_email, 'order', nullif(p_order, ''), 'message', p_message))
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function public.queue_contact_message(text, text, text, text, text) is
  'Queues what a visitor wrote for the brand''s mailbox, the same message of one sender once a day. Refuses contact_closed when the settings name no mailbox, invalid for text that the form would not send.';
