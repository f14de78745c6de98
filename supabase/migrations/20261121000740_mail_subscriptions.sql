-- The mailing list of people without an account: requested with a form, confirmed by a link in a mail, ended by a link in every mail.

create table private.subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (length(email) between 3 and 254 and email !~ '[[:cntrl:]]' and email = lower(email)),
  status text not null default 'requested' check (status in ('requested', 'active', 'ended')),
  text_version text not null check (char_length(text_version) between 1 and 40),
  address_hash text check (char_length(address_hash) = 22),
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  ended_at timestamptz,
  paused_until timestamptz
);
comment on table private.subscriptions is
  'Addresses on the mailing list, each once. requested: waits for its owner to open the link; deleted after 30 days. active: may be sent '
  'new events and merch. ended: withdrew; kept so that it is not written to. Until '
  'paused_until it gets nothing.';
comment on column private.subscriptions.text_version is
  'The version of the text beside the box that was ticked, and address_hash the network it was ticked from; both go to the ledger of '
  'consents on confirmation.';
create index subscriptions_requested_at on private.subscriptions (requested_at) where status = 'requested';

create function public.request_subscription(p_email text, p_text_version text, p_address_hash text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row private.subscriptions;
begin
  if length(p_email) not between 3 and 254 or p_email ~ '[[:cntrl:]]' or position('@' in p_email) = 0 then
    perform private.refuse(422, 'invalid');
  end if;
  insert into private.subscriptions as s (email, text_version, address_hash)
  values (lower(btrim(p_email)), p_text_version, p_address_hash)
  on conflict (email) do update set
    status = 'requested', text_version = excluded.text_version, address_hash = excluded.address_hash,
    requested_at = now()
  where s.status <> 'active'
  returning * into v_row;
  if v_row.id is not null then
    insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
    values ('subscription_confirm', format('subscription_confirm:%s:%s', v_row.id, to_char(now() at time zone 'utc', 'YYYYMMDDHH24')),
      v_row.email, 'subscription', v_row.id)
    on conflict (dedupe_key) do nothing;
  end if;
end
$$;
comment on function public.request_subscription(text, text, text) is
  'Asks the owner of an address to confirm that it joins the mailing list: one mail an hour, none when it is on the list. The caller '
  'learns nothing either way. The server passes the version of the text that was shown and the hashed network. Refuses invalid for what '
  'is no address.';

create function public.read_subscription_link(p_token_hash text)
returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('purpose', l.purpose, 'email', s.email, 'status', s.status)
  from private.valid_link(array['subscription_confirm', 'subscription_end'], p_token_hash) l
  join private.subscriptions s on s.id = l.subject_id
$$;
comment on function public.read_subscription_link(text) is
  'Returns the purpose of a mailing-list link, and the address and status of its subscription: {purpose, email, status}; null when the '
  'link has ended. Changes nothing: programs that check mail open links.';

create function private.record_subscription(p_id uuid, p_given boolean)
returns void
language sql volatile set search_path = ''
as $$
  insert into private.consents (user_id, type, channel, given, source, text_version, address_hash)
  select s.id, 'new_events', 'email', p_given, 'mailing_list', s.text_version, s.address_hash
  from private.subscriptions s where s.id = p_id
$$;
comment on function private.record_subscription(uuid, boolean) is
  'Adds a subscription''s consent, or its withdrawal, to the ledger, under the id of the subscription.';

create function public.confirm_subscription(p_token_hash text)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link private.one_time_links := private.use_link('subscription_confirm', p_token_hash);
  v_row private.subscriptions;
begin
  update private.subscriptions s set status = 'active', confirmed_at = now(), ended_at = null
  where s.id = v_link.subject_id and s.status = 'requested'
  returning * into v_row;
  if v_row.id is null then
    return false;
  end if;
  perform private.record_subscription(v_row.id, true);
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  values ('subscription_started', format('subscription_started:%s:%s', v_row.id, v_row.confirmed_at), v_row.email, 'subscription', v_row.id)
  on conflict (dedupe_key) do nothing;
  return true;
end
$$;
comment on function public.confirm_subscription(text) is
  'Puts an address on the mailing list by the link in its mail, records the consent and queues the mail that has the way out. False when '
  'the link has ended or was used.';

create function public.end_subscription(p_token_hash text)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid := (select l.subject_id from private.valid_link(array['subscription_end'], p_token_hash) l);
begin
  if v_id is null then
    return false;
  end if;
  update private.subscriptions s set status = 'ended', ended_at = now() where s.id = v_id and s.status = 'active';
  if found then
    perform private.record_subscription(v_id, false);
  end if;
  return true;
end
$$;
comment on function public.end_subscription(text) is
  'Takes an address off the mailing list by the link in a mail, at once, and records the withdrawal; doing it again changes nothing. '
  'False when the link has ended.';

create function private.sweep_subscriptions() returns void
language sql volatile set search_path = ''
as $$
  delete from private.subscriptions s where s.status = 'requested' and s.confirmed_at is null
    and s.requested_at < now() - interval '30 days'
$$;
comment on function private.sweep_subscriptions() is 'Deletes addresses that were never confirmed, 30 days after they were typed.';

grant select on private.subscriptions to service_role;
grant execute on function public.request_subscription(text, text, text), public.read_subscription_link(text),
  public.confirm_subscription(text), public.end_subscription(text) to service_role;
