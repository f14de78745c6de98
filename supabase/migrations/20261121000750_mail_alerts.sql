-- Alerts of events: people ask to be written to once when tickets go on sale, and once a day before the doors while they have none.
-- Members ask with a button, everybody else with an address; an address that its owner has not confirmed is asked first.

create function private.ask_to_confirm(p_user uuid)
returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_email text := lower(private.own_email(p_user));
begin
  if private.mailable_email(p_user) is not null then
    return true;
  end if;
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  values ('address_confirm', format('address_confirm:%s:%s:%s', p_user, v_email, to_char(now() at time zone 'utc', 'YYYYMMDDHH24')),
    v_email, 'account', p_user)
  on conflict (dedupe_key) do nothing;
  return false;
end
$$;
comment on function private.ask_to_confirm(uuid) is
  'Returns whether the address of an account, which has one, may be written to; if not, queues the mail that asks its owner to confirm, '
  'once an hour.';

create function private.start_member_mail(p_user uuid, p_type text, p_text_version text, p_address_hash text)
returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_email text := lower(private.own_email(p_user));
begin
  if v_email is null then
    perform private.refuse(409, 'address_missing');
  end if;
  -- Locks the person, because two forms at once would each record the same consent.
  perform 1 from public.profiles p where p.id = p_user for update;
  perform private.save_notification_choice(p_user, p_type, 'email', true, 'event_page', p_text_version, p_address_hash);
  return private.ask_to_confirm(p_user);
end
$$;
comment on function private.start_member_mail(uuid, text, text, text) is
  'Records that a member asked for mail of a type. Returns whether their address may be written to; if not, queues the mail that asks its '
  'owner to confirm, once an hour. Refuses address_missing.';

create function private.has_places_on_sale(p_event public.events, p_member boolean)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from public.ticket_types t
    where t.event_id = p_event.id
      and private.sale_state(p_event, t, p_member, false, null) = 'on_sale'
      and exists (select 1 from public.ticket_type_pools tp where tp.ticket_type_id = t.id)
      -- Counts what lies in carts as there: most of it comes back, and a mail a minute later tells of a sale that is over.
      and not exists (
        select 1 from public.ticket_type_pools tp join public.capacity_pools p on p.id = tp.pool_id
        where tp.ticket_type_id = t.id and p.sold + p.blocked >= p.capacity)
      and exists (
        select 1 from public.price_releases r
        where r.ticket_type_id = t.id and (r.ends_at is null or r.ends_at > now()) and (r.quantity is null or r.sold < r.quantity)));
end
$$;
comment on function private.has_places_on_sale(public.events, boolean) is
  'Returns whether an event sells a ticket now to a member, or to everybody. Types that a code unlocks are left out.';

create function private.has_ticket(p_event uuid, p_user uuid, p_email text)
returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select 1 from public.tickets k join public.orders o on o.id = k.order_id
    where k.event_id = p_event and private.ticket_is_valid(k.status)
      and (k.owner_id = p_user or o.email_key = private.email_key(p_email)))
$$;
comment on function private.has_ticket(uuid, uuid, text) is
  'Returns whether an account holds a valid ticket of an event, or one was bought with this address.';

create function private.event_alert(p_event public.events, p_state text)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_member boolean := private.is_member();
  v_times record;
begin
  select count(*) as types,
    min(t.sale_starts_at) filter (where t.sale_starts_at > now()) as everybody_from,
    min(t.members_sale_starts_at) filter (where t.sale_starts_at > now()) as members_from
  into v_times
  -- Leaves out types that are hidden from some: their times would tell that they exist.
  from public.ticket_types t where t.event_id = p_event.id and t.archived_at is null and t.visibility = 'public';
  if p_event.status <> 'published' or p_event.ends_at <= now() or private.is_locked(p_event)
    -- before the sale, or before tickets are announced at all
    or not (p_state = 'not_yet' or (p_state = 'paused' and v_times.types = 0)) then
    return null;
  end if;
  return jsonb_build_object(
    'state', case
      when not v_member or not private.notification_choice(auth.uid(), 'alerts', 'email') or not exists (
        select 1 from private.event_alerts a where a.event_id = p_event.id and a.user_id = auth.uid() and a.status = 'active')
          then 'offered'
      when private.mailable_email(auth.uid()) is null then 'requested'
      else 'active'
    end,
    'email', case when v_member then lower(private.own_email(auth.uid())) end,
    'membersFrom', v_times.members_from,
    'everybodyFrom', v_times.everybody_from);
end
$$;
comment on function private.event_alert(public.events, text) is
  'Returns the alerts of an event for its page, when p_state is the state of its sale for the caller: {state: offered, requested (the '
  'address is not confirmed) or active; email: the address of the caller''s account; membersFrom, everybodyFrom: when the sale opens}. '
  'Null where nobody can ask for alerts, because the sale is open or will not be.';

create function public.ask_alert(p_event uuid, p_user uuid, p_email text, p_text_version text, p_address_hash text)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text := lower(btrim(p_email));
  v_row private.event_alerts;
begin
  if not exists (
    select 1 from public.events e where e.id = p_event and e.status = 'published' and e.ends_at > now()) then
    perform private.refuse(409, 'alert_closed');
  end if;
  if private.is_account_member(p_user) then
    insert into private.event_alerts as a (event_id, user_id, status, confirmed_at, text_version, address_hash)
    values (p_event, p_user, 'active', now(), p_text_version, p_address_hash)
    on conflict (event_id, user_id) where user_id is not null do update set
      status = 'active', confirmed_at = now(), ended_at = null, text_version = excluded.text_version,
      address_hash = excluded.address_hash, requested_at = now()
    where a.status <> 'active';
    return case when private.start_member_mail(p_user, 'alerts', p_text_version, p_address_hash) then 'active' else 'requested' end;
  end if;
  if v_email is null or length(v_email) not between 3 and 254 or v_email ~ '[[:cntrl:]]' or position('@' in v_email) = 0 then
    perform private.refuse(422, 'invalid');
  end if;
  insert into private.event_alerts as a (event_id, email, status, text_version, address_hash)
  values (p_event, v_email, 'requested', p_text_version, p_address_hash)
  on conflict (event_id, email) where user_id is null do update set
    status = 'requested', confirmed_at = null, ended_at = null, text_version = excluded.text_version,
    address_hash = excluded.address_hash, requested_at = now()
  where a.status <> 'active'
  returning * into v_row;
  if v_row.id is not null then
    insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
    values ('alert_confirm', format('alert_confirm:%s:%s', v_row.id, to_char(now() at time zone 'utc', 'YYYYMMDDHH24')),
      v_row.email, 'alert', v_row.id)
    on conflict (dedupe_key) do nothing;
  end if;
  return 'requested';
end
$$;
comment on function public.ask_alert(uuid, uuid, text, text, text) is
  'Asks for the alerts of an event: for a member (p_user) at the address of the account; for anybody else at p_email, once the link in a '
  'mail is opened, of which one is sent an hour. Returns active or requested, which tells a visitor nothing about an address. The server '
  'has checked that the person sees the event''s page and passes the version of the text shown and the hashed network. Refuses '
  'alert_closed, address_missing, and invalid for what is no address.';

create function public.drop_alert(p_event uuid, p_user uuid)
returns void
language sql volatile security definer set search_path = ''
as $$
  update private.event_alerts a set status = 'ended', ended_at = now()
  where a.event_id = p_event and a.user_id = p_user and a.status <> 'ended'
$$;
comment on function public.drop_alert(uuid, uuid) is 'Ends a member''s alerts of one event.';

create function private.record_alert(p_alert private.event_alerts, p_given boolean)
returns void
language sql volatile set search_path = ''
as $$
  insert into private.consents (user_id, type, channel, given, source, text_version, address_hash)
  values (p_alert.id, 'alerts', 'email', p_given, case when p_given then 'event_page' else 'mail' end, p_alert.text_version,
    p_alert.address_hash)
$$;
comment on function private.record_alert(private.event_alerts, boolean) is
  'Adds the consent of an address to the alerts of an event, or its withdrawal, to the ledger, under the id of the request.';

create function public.read_alert_link(p_token_hash text)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object(
      'purpose', l.purpose,
      'email', coalesce(l.payload ->> 'email', a.email, private.mailable_email(coalesce(a.user_id, l.user_id))),
      'event', case when e.id is not null then jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title) end)
    from private.valid_link(
      array['alert_confirm', 'alert_end', 'address_confirm', 'follows_end', 'digest_end', 'reminders_end'], p_token_hash) l
    left join private.event_alerts a on a.id = l.subject_id
    left join public.events e on e.id = a.event_id
    where l.user_id is not null or a.id is not null);
end
$$;
comment on function public.read_alert_link(text) is
  'Returns the purpose of a link in a mail about alerts: {purpose, email, event: {id, slug, title} or null}; null when the link has '
  'ended. Changes nothing: programs that check mail open links.';

create function public.use_alert_link(p_token_hash text)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link private.one_time_links;
  v_row private.event_alerts;
begin
  select l.* into v_link
  from private.valid_link(
    array['alert_confirm', 'alert_end', 'address_confirm', 'follows_end', 'digest_end', 'reminders_end'], p_token_hash) l;
  case v_link.purpose
    when 'alert_confirm' then
      perform private.use_link('alert_confirm', p_token_hash);
      update private.event_alerts a set status = 'active', confirmed_at = now(), ended_at = null
      where a.id = v_link.subject_id and a.status = 'requested'
      returning * into v_row;
      if v_row.id is null then
        return null;
      end if;
      perform private.record_alert(v_row, true);
    when 'alert_end' then
      update private.event_alerts a set status = 'ended', ended_at = now()
      where a.id = v_link.subject_id and a.status <> 'ended'
      returning * into v_row;
      if v_row.user_id is null and v_row.id is not null then
        perform private.record_alert(v_row, false);
      end if;
    when 'address_confirm' then
      perform private.use_link('address_confirm', p_token_hash);
      -- The account may have another address by now.
      if lower(private.own_email(v_link.user_id)) is distinct from lower(v_link.payload ->> 'email') then
        return null;
      end if;
      insert into private.confirmed_addresses (user_id, email) values (v_link.user_id, lower(v_link.payload ->> 'email'))
      on conflict (user_id) do update set email = excluded.email, confirmed_at = now();
    when 'follows_end' then
      perform private.save_notification_choice(v_link.user_id, 'follows', 'email', false, 'mail', v_link.payload ->> 'textVersion', null);
    when 'reminders_end' then
      perform private.save_notification_choice(v_link.user_id, 'alerts', 'email', false, 'mail', v_link.payload ->> 'textVersion', null);
    when 'digest_end' then
      perform private.save_notification_choice(v_link.user_id, 'community', 'email', false, 'mail', v_link.payload ->> 'textVersion', null);
    else
      return null;
  end case;
  return v_link.purpose;
end
$$;
comment on function public.use_alert_link(text) is
  'Does what a link in a mail about alerts is for, and returns its purpose: starts the alerts of an address or ends them, confirms the '
  'address of an account, ends the mails about what a member follows, the weekly one, or all alerts; consents and withdrawals go into the '
  'ledger. '
  'Ending again changes nothing. Null when the link has ended or was used.';

create function private.wants_alert(p_alert private.event_alerts)
returns boolean
language sql stable set search_path = ''
as $$
  select p_alert.status = 'active' and (p_alert.user_id is null or private.is_account_member(p_alert.user_id))
    and private.may_notify(p_alert.user_id, 'alerts', p_alert.email)
$$;
comment on function private.wants_alert(private.event_alerts) is
  'Returns whether the alerts of an event may be mailed to the person now: asked for, not withdrawn, not paused.';

create function public.queue_alerts()
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_member boolean;
  v_alert private.event_alerts;
  v_email text;
  v_wanted boolean;
  v_sale int := 0;
  v_reminders int := 0;
  -- The size of a transaction: a run that reaches it says so and is called again at once.
  c_most constant int := 500;
begin
  for v_event in
    select e.* from public.events e
    where e.status = 'published' and e.doors_at > now()
      and exists (select 1 from private.event_alerts a where a.event_id = e.id and a.status = 'active' and a.reminder_at is null)
    order by e.id
  loop
    foreach v_member in array array[true, false] loop
      continue when not exists (
        select 1 from private.event_alerts a
        where a.event_id = v_event.id and a.status = 'active' and a.reminder_at is null and (a.user_id is not null) = v_member)
        or not private.has_places_on_sale(v_event, v_member);
      for v_alert in
        select a.* from private.event_alerts a
        where a.event_id = v_event.id and a.status = 'active' and (a.user_id is not null) = v_member
          and (a.email is not null or private.mailable_email(a.user_id) is not null)
          and (a.on_sale_at is null
            or (a.reminder_at is null and now() >= v_event.doors_at - interval '24 hours'
              and a.confirmed_at <= v_event.doors_at - interval '24 hours'
              -- Leaves the reminder out when the mail about the sale was sent half a day before it or later.
              and a.on_sale_at <= v_event.doors_at - interval '36 hours'
              -- Is not caught up when the doors are near.
              and now() < v_event.doors_at - interval '6 hours'))
        order by a.id limit c_most - v_sale - v_reminders
        -- Passes over what another process is queueing, and sees what it has queued.
        for update skip locked
      loop
        v_email := coalesce(private.mailable_email(v_alert.user_id), v_alert.email);
        v_wanted := private.wants_alert(v_alert)
          and not private.has_ticket(v_event.id, v_alert.user_id, v_email);
        if v_wanted then
          insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
          select k.kind, format('%s:%s:%s', k.kind, v_event.id, v_email), v_email, 'alert', v_alert.id
          from (select case when v_alert.on_sale_at is null then 'alert_on_sale' else 'alert_reminder' end as kind) k
          -- Two requests of one person, one of them made without signing in, are one.
          on conflict (dedupe_key) do nothing;
        end if;
        if v_alert.on_sale_at is null then
          update private.event_alerts a set on_sale_at = now() where a.id = v_alert.id;
          v_sale := v_sale + 1;
        else
          update private.event_alerts a set reminder_at = now() where a.id = v_alert.id;
          v_reminders := v_reminders + 1;
        end if;
      end loop;
    end loop;
    exit when v_sale + v_reminders >= c_most;
  end loop;
  return jsonb_build_object('onSale', v_sale, 'reminders', v_reminders, 'more', v_sale + v_reminders >= c_most);
end
$$;
comment on function public.queue_alerts() is
  'Queues the mails of alerts that are due: when the event sells something to the person, and from 24 to 6 hours before the doors to '
  'those without a ticket. Judged by what is so now, so that a sale that was moved, paused or cancelled needs nothing else. Returns how '
  'many were decided, and whether there may be more. Several processes may call it at once.';

create function private.mail_alert(p_alert uuid, p_kind text)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_alert private.event_alerts;
  v_event public.events;
begin
  select a.* into v_alert from private.event_alerts a where a.id = p_alert;
  select e.* into v_event from public.events e where e.id = v_alert.event_id;
  if v_event.id is null or v_event.status <> 'published' or v_event.doors_at <= now()
    -- It was made private, or for members, since the alert was asked for.
    or not private.may_open_event(v_event, v_alert.user_id) or (v_event.visibility = 'members' and v_alert.user_id is null) then
    return null;
  end if;
  if p_kind = 'alert_confirm' then
    if v_alert.status <> 'requested' then
      return null;
    end if;
  elsif not private.wants_alert(v_alert) or not private.has_places_on_sale(v_event, v_alert.user_id is not null)
    or private.has_ticket(v_event.id, v_alert.user_id, coalesce(private.mailable_email(v_alert.user_id), v_alert.email)) then
    return null;
  end if;
  return private.mail_event(v_event);
end
$$;
comment on function private.mail_alert(uuid, text) is
  'The event of an alert as its mails show it; null when the mail has become pointless since it was queued: withdrawn, paused, cancelled, '
  'sold out, or the person has a ticket.';

create function private.mail_event(p_event public.events)
returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_event.id, 'slug', p_event.slug, 'title', p_event.title, 'imagePath', p_event.image_path,
    'venueName', nullif(p_event.venue_name, ''), 'city', p_event.city, 'timeZone', p_event.time_zone,
    'doorsAt', p_event.doors_at, 'startsAt', p_event.starts_at, 'minAge', p_event.min_age)
$$;
comment on function private.mail_event(public.events) is 'An event as mails to people without a ticket show it: no address.';

create function private.count_alerts(p_event uuid)
returns int
language sql stable set search_path = ''
as $$
  select count(*)::int from private.event_alerts a where a.event_id = p_event and a.status = 'active'
$$;
comment on function private.count_alerts(uuid) is 'Counts the people who asked for the alerts of an event and confirmed.';

create function private.sweep_alerts() returns void
language sql volatile set search_path = ''
as $$
  delete from private.event_alerts a
  where (a.status = 'requested' and a.confirmed_at is null and a.requested_at < now() - interval '30 days')
    or exists (select 1 from public.events e where e.id = a.event_id and e.ends_at < now() - interval '30 days')
$$;
comment on function private.sweep_alerts() is
  'Deletes requests for alerts that were never confirmed after 30 days, and all of an event 30 days after its end.';

grant execute on function public.ask_alert(uuid, uuid, text, text, text), public.drop_alert(uuid, uuid), public.read_alert_link(text),
  public.use_alert_link(text), public.queue_alerts() to service_role;
