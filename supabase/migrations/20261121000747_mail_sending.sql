-- The job that sends a mail of the outbox: asks the gate at the moment of sending, and stores its answer with the mail.

create function private.mail_person(p_mail private.mail_outbox) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return case p_mail.subject_kind
    when 'account' then p_mail.subject_id
    when 'alert' then (select a.user_id from private.event_alerts a where a.id = p_mail.subject_id)
  end;
end
$$;
comment on function private.mail_person(private.mail_outbox) is
  'Returns the account that marketing mail of the outbox is for; null for one to an address without an account.';

create function private.ask_for_mail(p_mail private.mail_outbox, p_kind private.mail_kinds, p_now timestamptz) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_ends_at timestamptz := p_mail.created_at + p_kind.life;
  v_answer jsonb;
begin
  if p_kind.stream = 'transactional' then
    -- Kinds that nobody has a choice about, mail to the team among them, count as mail about an account.
    return private.may_send(null, p_mail.recipient, coalesce(p_kind.notification_type, 'account'), 'email', p_now);
  elsif v_ends_at < p_now then
    return jsonb_build_object('allowed', false, 'rule', 'expired');
  end if;
  v_answer := private.claim_send(p_mail.id, private.mail_person(p_mail), p_mail.recipient, p_kind.notification_type, 'email', p_now);
  return case when (v_answer ->> 'retryAt')::timestamptz > v_ends_at then v_answer - 'retryAt' else v_answer end;
end
$$;
comment on function private.ask_for_mail(private.mail_outbox, private.mail_kinds, timestamptz) is
  'Returns the answer of private.may_send for a mail; without retryAt when the mail would have no reader left by then.';

create function public.start_mail(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail private.mail_outbox;
  v_kind private.mail_kinds;
  v_answer jsonb;
begin
  select m.* into v_mail from private.mail_outbox m where m.id = p_id and m.status in ('queued', 'claimed') for no key update;
  if v_mail.id is null then
    return null;
  end if;
  select k.* into v_kind from private.mail_kinds k where k.kind = v_mail.kind;
  v_answer := private.ask_for_mail(v_mail, v_kind, now());
  update private.mail_outbox m set send_rule = v_answer ->> 'rule',
    attempts = m.attempts + (v_answer ->> 'allowed')::boolean::int,
    status = case when (v_answer ->> 'allowed')::boolean then 'claimed' when v_answer ? 'retryAt' then 'queued' else 'skipped' end
  where m.id = p_id;
  if v_answer ? 'retryAt' then
    return jsonb_build_object('againSeconds', greatest(1, ceil(extract(epoch from (v_answer ->> 'retryAt')::timestamptz - now()))));
  end if;
  return case when (v_answer ->> 'allowed')::boolean then jsonb_build_object('kind', v_mail.kind, 'recipient', v_mail.recipient) end;
end
$$;
comment on function public.start_mail(uuid) is
  'For the job that sends a mail: {kind, recipient} of one that is to be sent, which counts as being sent from now on; {againSeconds} of '
  'one that may only be sent later; null for one that was sent, or may not be. What private.may_send said is stored with the mail.';

create function public.finish_mail(p_id uuid, p_ref text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.mail_outbox set status = case when p_ref is null then 'skipped' else 'sent' end,
    send_rule = case when p_ref is null then 'pointless' else send_rule end,
    sent_at = case when p_ref is not null then now() end, last_error = null,
    -- Deletes a visitor's message once it is in the brand's mailbox: nothing needs a copy here.
    payload = case when kind = 'contact_message' then '{}' else payload end,
    provider_ref = coalesce(left(p_ref, 300), provider_ref)
  where id = p_id and status = 'claimed';
  if found and p_ref is null then
    delete from private.marketing_sends m where m.ref = p_id;
  end if;
end
$$;
comment on function public.finish_mail(uuid, text) is
  'For the job that sends a mail: it was sent, and the mail server''s response to it (p_ref); or null: there was nothing to tell any more.';

revoke execute on function private.mail_person(private.mail_outbox),
  private.ask_for_mail(private.mail_outbox, private.mail_kinds, timestamptz), public.start_mail(uuid), public.finish_mail(uuid, text)
from public, anon, authenticated, service_role;
