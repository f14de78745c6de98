-- Corrects the email of an order, and sends its tickets to another address once. Admins only, with a proof and a reason: who has the
-- links and codes of an order can use its tickets.

create table private.order_email_changes (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id),
  from_email text not null check (length(from_email) between 3 and 254),
  to_email text not null check (length(to_email) between 3 and 254),
  reason text not null check (length(reason) between 3 and 500),
  actor_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.order_email_changes is
  'Corrections of the email of an order, in their order. The audit log has them with masked addresses, because nothing is erased from it; '
  'these are erased with their account.';
create index order_email_changes_order on private.order_email_changes (order_id);
create index order_email_changes_actor on private.order_email_changes (actor_id);
alter table private.order_email_changes enable row level security;

create function private.masked_email(p_email text) returns text
language sql immutable set search_path = ''
as $$
  select left(split_part(p_email, '@', 1), 1) || '…' || right(split_part(p_email, '@', 1), 1) || '@' || split_part(p_email, '@', 2)
$$;
comment on function private.masked_email(text) is
  'Masks an address for logs that nothing is erased from: "mia.joseph@example.com" is "m…h@example.com".';

create function private.checked_email(p_email text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_email text := btrim(coalesce(p_email, ''));
begin
  if length(v_email) not between 3 and 254 or v_email !~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+\.[^@[:space:][:cntrl:]]+$'
    or not private.is_readable(v_email) or v_email like '%@erased.invalid' then
    perform private.refuse(422, 'email_invalid');
  end if;
  return v_email;
end
$$;
comment on function private.checked_email(text) is 'Returns an address that staff typed, without spaces around it. Refuses email_invalid.';

create function private.checked_reason(p_reason text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_reason text := btrim(coalesce(p_reason, ''));
begin
  if length(v_reason) not between 3 and 500 or not private.is_readable(v_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  return v_reason;
end
$$;
comment on function private.checked_reason(text) is
  'Returns the reason that staff gave, without spaces around it. Refuses reason_required outside 3 to 500 readable characters.';

create function private.queue_email_notice(p_order uuid, p_recipient text, p_notice text, p_key text) returns void
language sql volatile set search_path = ''
as $$
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  values ('order_email_notice', concat_ws(':', 'order_email_notice', p_order, p_notice, p_key), p_recipient, 'order', p_order,
    jsonb_build_object('notice', p_notice))
  on conflict (dedupe_key) do nothing
$$;
comment on function private.queue_email_notice(uuid, text, text, text) is
  'Queues a mail about where mails of an order go, once per key: moved_in (to the new address, with links), moved_out (to the address it '
  'had), sent_elsewhere (its tickets went to another address once).';

create function private.move_order_mails(p_orders uuid[], p_from text, p_to text, p_key text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform 1 from private.mail_outbox m
  where lower(m.recipient) = lower(p_from) and m.status <> 'sent'
    and (m.subject_id = any (p_orders) or exists (select 1 from unnest(p_orders) o (id) where m.payload -> 'orderIds' ? o.id::text))
  order by m.id for no key update;
  -- A worker has its text already, with links that are made at this moment.
  if exists (
    select 1 from private.mail_outbox m
    where lower(m.recipient) = lower(p_from) and m.status = 'claimed'
      and exists (select 1 from private.jobs j where j.kind = 'mail' and j.key = m.id::text and j.leased_until > now())
      and (m.subject_id = any (p_orders) or exists (select 1 from unnest(p_orders) o (id) where m.payload -> 'orderIds' ? o.id::text))
  ) then
    perform private.refuse(409, 'mail_under_way');
  end if;
  delete from private.one_time_links l using private.link_purposes p
  where p.purpose = l.purpose and p.subject_kind = 'order' and l.subject_id = any (p_orders);
  -- Links of an earlier correction, to an address that is not the buyer's either.
  delete from private.mail_outbox m
  where m.subject_id = any (p_orders) and m.kind = 'order_email_notice' and m.payload ->> 'notice' = 'moved_in' and m.status <> 'sent';
  update private.mail_outbox m set recipient = p_to
  where m.subject_id = any (p_orders) and lower(m.recipient) = lower(p_from) and m.status <> 'sent' and m.kind <> 'order_email_notice';
  update private.mail_outbox m set payload = jsonb_set(m.payload, '{orderIds}', (
    select coalesce(jsonb_agg(x.id), '[]') from jsonb_array_elements_text(m.payload -> 'orderIds') x (id)
      where x.id <> all (p_orders::text[])))
  where m.kind = 'ticket_links' and lower(m.recipient) = lower(p_from) and m.status <> 'sent'
    and exists (select 1 from unnest(p_orders) o (id) where m.payload -> 'orderIds' ? o.id::text);
  delete from private.mail_outbox m where m.kind = 'ticket_links' and m.status <> 'sent' and m.payload -> 'orderIds' = '[]';
  -- Queues open questions again, a choice or a payment: they reached nobody. What was decided meanwhile gets no mail.
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select distinct on (m.kind, m.subject_id) m.kind, concat_ws(':', m.kind, m.subject_id, 'moved', p_key), p_to,
    'order', m.subject_id, m.payload
  from private.mail_outbox m
  where m.subject_id = any (p_orders) and lower(m.recipient) = lower(p_from) and m.status = 'sent'
    and m.kind in ('event_rescheduled', 'ticket_supplement', 'goods_unclaimed', 'goods_event_changed')
  order by m.kind, m.subject_id, m.created_at desc;
end
$$;
comment on function private.move_order_mails(uuid[], text, text, text) is
  'Moves the mails of orders to another address: links that were sent end, mails that wait go to the new address, open questions are '
  'asked there again. The orders must be locked. Refuses mail_under_way while a mail of theirs is being sent.';

create function public.correct_order_email(p_order uuid, p_email text, p_reason text, p_new_codes boolean, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_order public.orders;
  v_orders uuid[];
  v_email text;
  v_reason text;
  v_body jsonb;
  v_codes int := 0;
  v_response jsonb;
begin
  perform private.require_permission('manage_orders');
  v_email := private.checked_email(p_email);
  v_reason := private.checked_reason(p_reason);
  perform private.require_proof();
  perform private.lock_person(v_actor);
  v_body := jsonb_build_array(p_order, v_email, v_reason, p_new_codes);
  v_response := private.response_for_key(v_actor, p_key, 'correct_order_email', v_body);
  if v_response is not null then
    return v_response;
  end if;
  select f.* into v_order from public.orders o join public.orders f on f.id = coalesce(o.supplement_of, o.id) where o.id = p_order;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_order.event_id is not null then
    perform private.lock_settlement(v_order.event_id, false);
  end if;
  perform private.lock_orders(array[v_order.id]);
  perform 1 from public.tickets k where k.order_id = v_order.id order by k.id for no key update;
  select * into strict v_order from public.orders where id = v_order.id;
  if v_order.email like '%@erased.invalid' then
    perform private.refuse(409, 'invalid_state', '{"state": "erased"}');
  end if;
  if lower(v_order.email) = lower(v_email) then
    perform private.refuse(409, 'email_same');
  end if;
  v_orders := array(select o.id from public.orders o where v_order.id in (o.id, o.supplement_of) order by o.id);
  perform private.move_order_mails(v_orders, v_order.email, v_email, p_key);
  update public.orders set email = v_email where id = any (v_orders);
  insert into private.order_email_changes (order_id, from_email, to_email, reason, actor_id)
  values (v_order.id, v_order.email, v_email, v_reason, v_actor);
  if p_new_codes then
    select count(private.reissue_ticket(t.ticket_id, v_reason)) into v_codes
    from private.ticket_targets('reissue', '{}', array[v_order.code], false) t where t.reason is null;
  end if;
  perform private.queue_email_notice(v_order.id, v_order.email, 'moved_out', p_key);
  perform private.queue_email_notice(v_order.id, v_email, 'moved_in', p_key);
  perform private.audit('order.email_corrected', 'order', v_order.id::text, jsonb_build_object('from', private.masked_email(v_order.email),
    'to', private.masked_email(v_email), 'reason', v_reason, 'new_codes', v_codes));
  return private.store_response(v_actor, p_key, 'correct_order_email', v_body, jsonb_build_object('newCodes', v_codes));
end
$$;
comment on function public.correct_order_email(uuid, text, text, boolean, text) is
  'Corrects the email of an order and of the orders that pay for changes of its tickets, and mails both addresses: {newCodes}. The links '
  'that the old address got end, and what waits to be mailed goes to the new one. p_new_codes: valid tickets get new codes, because the '
  'old address has the present ones. The account of a member keeps its own email. p_key: idempotency key. Admins with a recent proof: '
  'refuses not_allowed, email_invalid, reason_required, password_needed, not_found, invalid_state (erased), email_same, mail_under_way, '
  'key_reused.';

create function public.send_tickets_once(p_order uuid, p_email text, p_reason text, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_order public.orders;
  v_email text;
  v_reason text;
  v_body jsonb;
  v_skipped text;
  v_response jsonb;
begin
  perform private.require_permission('manage_orders');
  v_email := private.checked_email(p_email);
  v_reason := private.checked_reason(p_reason);
  perform private.require_proof();
  perform private.lock_person(v_actor);
  v_body := jsonb_build_array(p_order, v_email, v_reason);
  v_response := private.response_for_key(v_actor, p_key, 'send_tickets_once', v_body);
  if v_response is not null then
    return v_response;
  end if;
  select * into v_order from public.orders o where o.id = p_order for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  select t.reason into v_skipped from private.ticket_mail_targets(array[v_order.code], true) t;
  if v_skipped is not null then
    perform private.refuse(409, 'tickets_not_mailed', jsonb_build_object('why', v_skipped));
  end if;
  insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
  values ('ticket_links', concat_ws(':', 'ticket_links', 'once', v_order.id, p_key), v_email,
    jsonb_build_object('orderIds', jsonb_build_array(v_order.id), 'byStaff', true));
  perform private.queue_email_notice(v_order.id, v_order.email, 'sent_elsewhere', p_key);
  perform private.audit('order.tickets_sent_elsewhere', 'order', v_order.id::text, jsonb_build_object('code', v_order.code,
    'address', private.masked_email(v_email), 'reason', v_reason));
  return private.store_response(v_actor, p_key, 'send_tickets_once', v_body, '{"mails": 1}');
end
$$;
comment on function public.send_tickets_once(uuid, text, text, text) is
  'Mails the links to the tickets of an order to another address, once, and tells the address of the order: {mails}. The order keeps its '
  'email. p_key: idempotency key. Admins with a recent proof: refuses not_allowed, email_invalid, reason_required, password_needed, '
  'not_found, tickets_not_mailed (why: as private.ticket_mail_targets), key_reused.';

revoke execute on function
  private.masked_email(text), private.checked_email(text), private.checked_reason(text), private.queue_email_notice(uuid, text, text, text),
  private.move_order_mails(uuid[], text, text, text), public.correct_order_email(uuid, text, text, boolean, text),
  public.send_tickets_once(uuid, text, text, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.correct_order_email(uuid, text, text, boolean, text), public.send_tickets_once(uuid, text, text, text)
to authenticated;
