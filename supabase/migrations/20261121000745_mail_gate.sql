-- The gate: may this message be sent to this person now? Every message of the site asks it at the moment of sending.

create table private.send_rules (
  rule text primary key check (rule ~ '^[a-z_]{3,30}$'),
  outcome text not null check (outcome in ('send', 'later', 'never')),
  place int not null unique,
  label text not null
);
comment on table private.send_rules is
  'Answers of private.may_send: send it, later (at retryAt, within the life of the message), or never. label = what staff read in the log.';
insert into private.send_rules (rule, outcome, place, label) values
  ('transactional', 'send', 1, 'Service email'),
  ('consented', 'send', 2, 'Consent on record'),
  ('requested', 'send', 3, 'Asked for by the recipient'),
  ('dead_address', 'never', 4, 'Address does not receive mail'),
  ('suppressed', 'never', 5, 'Suppressed for marketing'),
  ('deactivated', 'never', 6, 'Account deactivated'),
  ('other_address', 'never', 7, 'Account has another address now'),
  ('unconfirmed', 'never', 8, 'Address not confirmed'),
  ('no_consent', 'never', 9, 'No consent'),
  ('paused', 'never', 10, 'Recipient paused marketing'),
  ('quiet_hours', 'later', 11, 'Outside sending hours'),
  ('capped', 'later', 12, 'Weekly limit reached'),
  ('expired', 'never', 13, 'Too late to send'),
  ('pointless', 'never', 14, 'Nothing left to tell');

alter table private.mail_outbox add foreign key (send_rule) references private.send_rules (rule);
create index mail_outbox_send_rule on private.mail_outbox (send_rule);

create table private.mail_suppressions (
  id uuid primary key default gen_random_uuid(),
  address text not null check (length(address) between 3 and 254 and address = lower(address) and address !~ '[[:cntrl:]]'),
  address_key text not null generated always as (private.email_key(address)) stored,
  scope text not null check (scope in ('all', 'marketing')),
  reason text not null check (reason in ('hard_bounce', 'soft_bounces', 'complaint', 'manual')),
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null default now(),
  ends_at timestamptz,
  lifted_at timestamptz,
  lifted_by uuid references auth.users (id) on delete set null,
  lift_reason text check (length(lift_reason) between 1 and 300),
  check ((lifted_at is null) = (lift_reason is null))
);
comment on table private.mail_suppressions is
  'Addresses that get no mail. scope all = the address is dead, nothing is sent; marketing = order mail still is. note = what the mail '
  'provider said. ends_at = by itself, null = never; lifted_at = ended by an admin with a reason. Kept when an account is deleted: without '
  'its row the address would be written to again.';
create unique index mail_suppressions_live on private.mail_suppressions (address_key, scope) where lifted_at is null;
create index mail_suppressions_created on private.mail_suppressions (created_at, id);
create index mail_suppressions_lifted_by on private.mail_suppressions (lifted_by);

create table private.marketing_sends (
  ref uuid primary key,
  address_key text not null,
  category text not null references private.notification_types (type),
  at timestamptz not null
);
comment on table private.marketing_sends is
  'Marketing messages that were let through, by mailbox, for the most in a week: ref = the mail or the recipient''s row of a campaign. '
  'Deleted after 30 days.';
create index marketing_sends_address on private.marketing_sends (address_key, at);
create index marketing_sends_at on private.marketing_sends (at);
create index marketing_sends_category on private.marketing_sends (category);

create table private.recipient_zones (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  time_zone text not null check (
    char_length(time_zone) between 1 and 64 and timestamptz '2026-01-01 00:00:00Z' at time zone time_zone is not null),
  noted_at timestamptz not null default now()
);
comment on table private.recipient_zones is
  'Time zone of a person, as their browser named it when they saved what they want by email; by it the hours of marketing are counted.';

create function private.recipient_zone(p_person uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    (select z.time_zone from private.recipient_zones z where z.user_id = p_person), (select s.time_zone from public.settings s));
end
$$;
comment on function private.recipient_zone(uuid) is 'Returns the time zone of a person, or that of the brand where it is not known.';

create function private.is_suppressed(p_address_key text, p_scope text, p_now timestamptz) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from private.mail_suppressions s
    where s.address_key = p_address_key and s.scope = p_scope and s.lifted_at is null and (s.ends_at is null or s.ends_at > p_now));
end
$$;
comment on function private.is_suppressed(text, text, timestamptz) is
  'Returns whether a mailbox is suppressed with this scope at an instant.';

create function private.refusal_of_person(p_person uuid, p_address text, p_category text, p_channel text, p_now timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select 1 from public.profiles p where p.id = p_person and p.deactivated_at is null) then
    return 'deactivated';
  elsif lower(btrim(p_address)) is distinct from lower(private.own_email(p_person)) then
    return 'other_address';
  elsif not private.notification_choice(p_person, p_category, p_channel) then
    return 'no_consent';
  elsif exists (select 1 from private.notification_pauses n where n.user_id = p_person and n.ends_at > p_now) then
    return 'paused';
  elsif private.mailable_email(p_person) is null then
    return 'unconfirmed';
  end if;
  return null;
end
$$;
comment on function private.refusal_of_person(uuid, text, text, text, timestamptz) is
  'Returns the rule by which an account may not be written to about what it can decline; null when it may.';

create function private.refusal_of_address(p_address text, p_category text, p_now timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_email text := lower(btrim(p_address));
  v_paused timestamptz;
begin
  if p_category = 'alerts' then
    return case when not exists (
      select 1 from private.event_alerts a where a.email = v_email and a.user_id is null and a.status = 'active') then 'no_consent' end;
  elsif p_category <> 'new_events' then
    return 'no_consent';
  end if;
  select s.paused_until into v_paused from private.subscriptions s where s.email = v_email and s.status = 'active';
  return case when not found then 'no_consent' when v_paused > p_now then 'paused' end;
end
$$;
comment on function private.refusal_of_address(text, text, timestamptz) is
  'Returns the rule by which an address without an account may not be written to; null when its owner confirmed that they want this.';

create function private.next_sending_hour(p_zone text, p_now timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  v_from int;
  v_until int;
  v_local timestamp := p_now at time zone p_zone;
begin
  select s.marketing_from_hour, s.marketing_until_hour into v_from, v_until from public.settings s;
  if extract(hour from v_local) >= v_from and extract(hour from v_local) < v_until then
    return null;
  end if;
  return (date_trunc('day', v_local) + make_interval(hours => v_from)
    + case when extract(hour from v_local) < v_from then interval '0' else interval '1 day' end) at time zone p_zone;
end
$$;
comment on function private.next_sending_hour(text, timestamptz) is
  'Returns when marketing may be sent next in a time zone; null when it may at this instant.';

create function private.cap_ends_at(p_address_key text, p_now timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  -- The one that is as many sends ago as there may be in a week: with it gone there is room again.
  return (
    select m.at + interval '7 days' from private.marketing_sends m
    where m.address_key = p_address_key and m.at > p_now - interval '7 days'
    order by m.at desc offset (select s.marketing_per_week - 1 from public.settings s) limit 1);
end
$$;
comment on function private.cap_ends_at(text, timestamptz) is
  'Returns when a mailbox that got its most in a week may be sent marketing again; null when it may at this instant.';

create function private.may_send(p_person uuid, p_address text, p_category text, p_channel text, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_type private.notification_types;
  v_address text := coalesce(p_address, private.own_email(p_person));
  v_key text := private.email_key(v_address);
  v_rule text;
  v_retry_at timestamptz;
begin
  select t.* into v_type from private.notification_types t where t.type = p_category;
  if v_type.type is null or p_channel is distinct from 'email' then
    raise exception 'unknown notification type % by %', p_category, p_channel using errcode = 'invalid_parameter_value';
  end if;
  if private.is_suppressed(v_key, 'all', p_now) then
    v_rule := 'dead_address';
  elsif v_type.kind = 'required' then
    v_rule := 'transactional';
  elsif private.is_suppressed(v_key, 'marketing', p_now) then
    v_rule := 'suppressed';
  elsif p_person is not null then
    v_rule := private.refusal_of_person(p_person, v_address, p_category, p_channel, p_now);
  else
    v_rule := private.refusal_of_address(v_address, p_category, p_now);
  end if;
  if v_rule is null and v_type.kind = 'marketing' and not v_type.is_asked_for then
    v_retry_at := private.next_sending_hour(private.recipient_zone(p_person), p_now);
    if v_retry_at is not null then
      v_rule := 'quiet_hours';
    else
      v_retry_at := private.cap_ends_at(v_key, p_now);
      v_rule := case when v_retry_at is not null then 'capped' end;
    end if;
  end if;
  v_rule := coalesce(v_rule, case when v_type.is_asked_for then 'requested' when v_type.kind = 'service' then 'transactional'
    else 'consented' end);
  return jsonb_strip_nulls(jsonb_build_object('rule', v_rule, 'retryAt', v_retry_at,
    'allowed', (select r.outcome = 'send' from private.send_rules r where r.rule = v_rule)));
end
$$;
comment on function private.may_send(uuid, text, text, text, timestamptz) is
  'The only gate: may a message of a category (private.notification_types.type) be sent now to a person, or to an address without an '
  'account (p_person null)? p_address null = the account''s own. Returns {allowed, rule (private.send_rules), retryAt: when to ask again, '
  'for rules that only delay}. Transactional passes unless the address is dead. Marketing needs consent, a confirmed address, no '
  'suppression and no pause; and, unless its recipient asked for this very message, the hours of the settings in the recipient''s zone '
  'and room below the most in a week. Call it at the moment of sending. Changes nothing: private.claim_send also counts the message.';

create function private.claim_send(
  p_ref uuid, p_person uuid, p_address text, p_category text, p_channel text, p_now timestamptz
) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_key text := private.email_key(coalesce(p_address, private.own_email(p_person)));
  v_answer jsonb;
begin
  -- One message to a mailbox at a time: two at once would each find room for one more.
  perform pg_advisory_xact_lock(hashtextextended('marketing_sends:' || v_key, 0));
  delete from private.marketing_sends m where m.ref = p_ref;
  v_answer := private.may_send(p_person, p_address, p_category, p_channel, p_now);
  if v_answer ->> 'rule' = 'consented' then
    insert into private.marketing_sends (ref, address_key, category, at) values (p_ref, v_key, p_category, p_now);
  end if;
  return v_answer;
end
$$;
comment on function private.claim_send(uuid, uuid, text, text, text, timestamptz) is
  'Asks private.may_send and, when marketing is let through, counts it at once, so that parallel senders keep to the most in a week. '
  'p_ref = the message: asking again for the same one does not count it twice. Claim several in the order of their mailboxes '
  '(private.email_key): each stays locked until the transaction ends.';

create function private.may_notify(p_user uuid, p_type text, p_address text default null) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_answer jsonb := private.may_send(p_user, p_address, p_type, 'email', now());
begin
  return (v_answer ->> 'allowed')::boolean or v_answer ? 'retryAt';
end
$$;
comment on function private.may_notify(uuid, text, text) is
  'Returns whether a message of this type is worth queueing: it may be sent now or later. private.may_send decides when it is sent.';

create function private.sweep_sends() returns void
language sql volatile set search_path = ''
as $$
  delete from private.marketing_sends m where m.at < now() - interval '30 days'
$$;
comment on function private.sweep_sends() is 'Forgets marketing messages after 30 days: the most in a week counts 7.';

revoke execute on function private.recipient_zone(uuid), private.is_suppressed(text, text, timestamptz),
  private.refusal_of_person(uuid, text, text, text, timestamptz), private.refusal_of_address(text, text, timestamptz),
  private.next_sending_hour(text, timestamptz), private.cap_ends_at(text, timestamptz),
  private.may_send(uuid, text, text, text, timestamptz), private.claim_send(uuid, uuid, text, text, text, timestamptz),
  private.may_notify(uuid, text, text), private.sweep_sends()
from public, anon, authenticated, service_role;
