-- Stores which notifications people get, and their consents to marketing.

create table private.notification_types (
  type text primary key check (type ~ '^[a-z_]{3,30}$'),
  kind text not null check (kind in ('required', 'service', 'marketing')),
  is_asked_for boolean not null default false,
  place int not null unique,
  check (kind = 'marketing' or not is_asked_for)
);
comment on table private.notification_types is
  'Types of notification; a type is here only while a mail of it exists, or consent for it is asked. required: always sent. service: sent '
  'unless declined. marketing: sent only after consent.';
comment on column private.notification_types.is_asked_for is
  'Each mail of this type answers a request of the person for one event or stream, by its time: neither quiet hours nor the most in a '
  'week delay it.';
insert into private.notification_types (type, kind, is_asked_for, place) values
  ('orders', 'required', false, 1),
  ('event_changes', 'required', false, 2),
  ('account', 'required', false, 3),
  ('alerts', 'marketing', true, 4),
  ('follows', 'marketing', false, 5),
  ('community', 'marketing', false, 6),
  ('new_events', 'marketing', false, 7);

create table private.notification_choices (
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null references private.notification_types (type),
  channel text not null check (channel in ('email')),
  wanted boolean not null,
  changed_at timestamptz not null default now(),
  primary key (user_id, type, channel)
);
comment on table private.notification_choices is
  'Notification choices of a person, by type and channel; without a row the kind of the type decides. A channel is added once something '
  'can be sent by it.';
create index notification_choices_type on private.notification_choices (type);

create table private.notification_pauses (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  ends_at timestamptz not null
);
comment on table private.notification_pauses is 'People who paused their notifications: until ends_at only required ones are sent.';

create table private.consents (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id uuid not null,
  type text not null references private.notification_types (type),
  channel text not null check (channel in ('email')),
  given boolean not null,
  source text not null check (source in ('settings', 'checkout', 'mailing_list', 'event_page', 'mail')),
  text_version text not null check (char_length(text_version) between 1 and 40),
  address_hash text check (char_length(address_hash) = 22)
);
comment on table private.consents is
  'Log of who agreed to marketing or withdrew, when, where, to which version of the text, and from which network (hashed). Rows are only '
  'ever added; people are named by the id of their account or of their subscription, so that erasing one keeps the proof.';
create index consents_user_id on private.consents (user_id, id);
create index consents_type on private.consents (type);

create trigger consents_append_only before update or delete on private.consents
  for each row execute function private.deny_change();
create trigger consents_no_truncate before truncate on private.consents
  for each statement execute function private.deny_change();

create function private.notification_choice(p_user uuid, p_type text, p_channel text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select t.kind = 'required' or coalesce(c.wanted, t.kind = 'service')
  from private.notification_types t
  left join private.notification_choices c on c.user_id = p_user and c.type = t.type and c.channel = p_channel
  where t.type = p_type
$$;
comment on function private.notification_choice(uuid, text, text) is
  'Returns a person''s choice for a type and channel, or the default while they have not chosen.';

create function private.save_notification_choice(
  p_user uuid, p_type text, p_channel text, p_enabled boolean, p_source text, p_text_version text, p_address_hash text
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_kind text := (select kind from private.notification_types where type = p_type);
begin
  if v_kind = 'required' or private.notification_choice(p_user, p_type, p_channel) = p_enabled then
    return;
  end if;
  insert into private.notification_choices (user_id, type, channel, wanted)
  values (p_user, p_type, p_channel, p_enabled)
  on conflict (user_id, type, channel) do update set wanted = excluded.wanted, changed_at = now();
  if v_kind = 'marketing' then
    insert into private.consents (user_id, type, channel, given, source, text_version, address_hash)
    values (p_user, p_type, p_channel, p_enabled, p_source, p_text_version, p_address_hash);
  end if;
end
$$;
comment on function private.save_notification_choice(uuid, text, text, boolean, text, text, text) is
  'Saves one choice if it changes anything; of marketing with its line in the ledger of consents.';

create function public.save_notifications(p_user uuid, p_enabled text[], p_text_version text, p_address_hash text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_type text;
  v_is_new boolean := false;
begin
  if p_enabled is null or exists (
    select 1 from unnest(p_enabled) w where w not in (select t.type from private.notification_types t)) then
    perform private.refuse(422, 'invalid');
  end if;
  -- Locks the person, because two forms at once would each record the same consent.
  perform 1 from public.profiles where id = p_user for update;
  for v_type in select t.type from private.notification_types t order by t.place loop
    v_is_new := v_is_new or (v_type = any (p_enabled) and not private.notification_choice(p_user, v_type, 'email'));
    perform private.save_notification_choice(
      p_user, v_type, 'email', v_type = any (p_enabled), 'settings', p_text_version, p_address_hash);
  end loop;
  return v_is_new and private.own_email(p_user) is not null and not private.ask_to_confirm(p_user);
end
$$;
comment on function public.save_notifications(uuid, text[], text, text) is
  'Saves which types a person wants by email: those named, and no other that they may decline. The server passes who, the version of the '
  'text that was shown and the hashed network. Returns whether a mail went out that asks to confirm the address, because a type '
  'was switched on and it is not confirmed yet. Refuses invalid for an unknown type.';

create function public.pause_notifications(p_days int)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_ends_at timestamptz;
begin
  perform private.require_member();
  delete from private.notification_pauses where user_id = auth.uid() or ends_at < now();
  if p_days > 0 then
    insert into private.notification_pauses (user_id, ends_at)
    values (auth.uid(), now() + make_interval(days => least(p_days, 90)))
    returning ends_at into v_ends_at;
  end if;
  return v_ends_at;
end
$$;
comment on function public.pause_notifications(int) is
  'Pauses the caller''s notifications for so many days (90 at most), or with 0 ends the pause; returns until when.';

create function private.record_checkout_consent()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The version of the text beside the box at the checkout (app/core/news-consent.ts): a changed text gets a new version.
  perform private.save_notification_choice(
    new.owner_id, 'new_events', 'email', new.marketing_consent, 'checkout', '2026-11-21', null);
  return null;
end
$$;
comment on function private.record_checkout_consent() is
  'Trigger on orders: ticking (or unticking again) the box at the checkout is consent like the one in the settings. An unchanged box '
  'withdraws nothing.';
create trigger orders_consent_insert after insert on public.orders
  for each row when (new.marketing_consent and new.owner_id is not null) execute function private.record_checkout_consent();
create trigger orders_consent_update after update of marketing_consent on public.orders
  for each row when (
    old.marketing_consent <> new.marketing_consent and new.owner_id is not null
    and private.order_awaits_buyer(new.status))
  execute function private.record_checkout_consent();

create function private.notifications_of(p_user uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'pausedUntil', (select n.ends_at from private.notification_pauses n where n.user_id = p_user and n.ends_at > now()),
    'types', (
      select jsonb_agg(jsonb_build_object('type', t.type, 'kind', t.kind, 'email', private.notification_choice(p_user, t.type, 'email'))
        order by t.place)
      from private.notification_types t))
$$;
comment on function private.notifications_of(uuid) is 'The notifications of a person: {pausedUntil, types: [{type, kind, email}]}.';

create function public.read_my_notifications()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.notifications_of(auth.uid()) where private.is_member()
$$;
comment on function public.read_my_notifications() is
  'The caller''s own notifications: {pausedUntil, types: [{type, kind, email}]}; null for visitors and guests.';

grant execute on function public.save_notifications(uuid, text[], text, text) to service_role;
grant execute on function public.read_my_notifications(), public.pause_notifications(int) to authenticated;
