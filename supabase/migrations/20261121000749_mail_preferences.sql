-- What people choose by a link in a mail, without signing in: which mail they want, a pause, or an end of all of it. Every link that ends
-- something leads here too: it proves the mailbox.

create function private.preferences_link(p_token_hash text, out user_id uuid, out email text) returns setof record
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select coalesce(l.user_id, a.user_id),
      lower(coalesce(private.own_email(coalesce(l.user_id, a.user_id)), s.email, a.email))
    from private.valid_link(array['subscription_end', 'alert_end', 'follows_end', 'digest_end', 'reminders_end'], p_token_hash) l
    left join private.event_alerts a on a.id = l.subject_id
    left join private.subscriptions s on s.id = l.subject_id
    where l.user_id is not null or a.id is not null or s.id is not null;
end
$$;
comment on function private.preferences_link(text) is
  'Whose mail a link in one decides about: an account, or an address without one (user_id null). No row when the link has ended.';

create function private.address_choices(p_email text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_array(
    jsonb_build_object('type', 'alerts', 'email', exists (
      select 1 from private.event_alerts a where a.email = p_email and a.user_id is null and a.status = 'active')),
    jsonb_build_object('type', 'new_events', 'email', exists (
      select 1 from private.subscriptions s where s.email = p_email and s.status = 'active')));
end
$$;
comment on function private.address_choices(text) is 'What an address without an account is sent: [{type, email}].';

create function public.read_mail_preferences(p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('email', k.email, 'hasAccount', k.user_id is not null,
      'pausedUntil', coalesce(
        (select n.ends_at from private.notification_pauses n where n.user_id = k.user_id and n.ends_at > now()),
        (select s.paused_until from private.subscriptions s where k.user_id is null and s.email = k.email and s.paused_until > now())),
      'canPause', k.user_id is not null
        or exists (select 1 from private.subscriptions s where s.email = k.email and s.status = 'active'),
      'types', case when k.user_id is null then private.address_choices(k.email) else (
        select jsonb_agg(jsonb_build_object('type', t.type, 'email', private.notification_choice(k.user_id, t.type, 'email'))
          order by t.place)
        from private.notification_types t where t.kind = 'marketing') end)
    from private.preferences_link(p_token_hash) k);
end
$$;
comment on function public.read_mail_preferences(text) is
  'For the server: what the reader of a mail gets, by a link in it: {email, hasAccount, pausedUntil, canPause, types: [{type, email}]}; '
  'null when the link has ended. Changes nothing: programs that check mail open links.';

create function private.save_address_choices(p_email text, p_enabled text[], p_text_version text, p_address_hash text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_alert private.event_alerts;
  v_id uuid;
begin
  if not 'alerts' = any (p_enabled) then
    for v_alert in
      update private.event_alerts a set status = 'ended', ended_at = now()
      where a.email = p_email and a.user_id is null and a.status <> 'ended' returning a.*
    loop
      perform private.record_alert(v_alert, false);
    end loop;
  end if;
  if 'new_events' = any (p_enabled) then
    insert into private.subscriptions as s (email, status, text_version, address_hash, confirmed_at)
    values (p_email, 'active', p_text_version, p_address_hash, now())
    on conflict (email) do update set status = 'active', text_version = excluded.text_version, address_hash = excluded.address_hash,
      confirmed_at = now(), ended_at = null where s.status <> 'active'
    returning s.id into v_id;
  else
    update private.subscriptions s set status = 'ended', ended_at = now(), paused_until = null
    where s.email = p_email and s.status <> 'ended' returning s.id into v_id;
  end if;
  if v_id is not null then
    perform private.record_subscription(v_id, 'new_events' = any (p_enabled));
  end if;
end
$$;
comment on function private.save_address_choices(text, text[], text, text) is
  'Saves what an address without an account is sent, with a line in the ledger of consents for each change. Its alerts can be ended here, '
  'not begun: they belong to events.';

create function public.save_mail_preferences(p_token_hash text, p_enabled text[], p_text_version text, p_address_hash text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link record;
  v_type text;
begin
  perform private.require_service();
  select * into v_link from private.preferences_link(p_token_hash);
  if not found or v_link.email is null then
    return false;
  end if;
  if v_link.user_id is null then
    perform private.save_address_choices(v_link.email, p_enabled, p_text_version, p_address_hash);
    return true;
  end if;
  -- Locks the person, because two forms at once would each record the same consent.
  perform 1 from public.profiles p where p.id = v_link.user_id for update;
  for v_type in select t.type from private.notification_types t where t.kind = 'marketing' order by t.place loop
    perform private.save_notification_choice(
      v_link.user_id, v_type, 'email', v_type = any (p_enabled), 'mail', p_text_version, p_address_hash);
  end loop;
  -- Who wants no news as a member gets none from the list either, which may have the same address.
  if not 'new_events' = any (p_enabled) then
    perform private.save_address_choices(v_link.email, array['alerts'], p_text_version, p_address_hash);
  end if;
  return true;
end
$$;
comment on function public.save_mail_preferences(text, text[], text, text) is
  'For the server: saves which marketing mail the reader of a mail wants, by a link in it: the types named, and no other. An empty list '
  'ends all of it. The server passes the version of the texts shown and the hashed network, for the ledger. False when the link has ended.';

create function public.pause_mail(p_token_hash text, p_days int) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link record;
  v_ends_at timestamptz := now() + make_interval(days => least(greatest(p_days, 0), 90));
begin
  perform private.require_service();
  select * into v_link from private.preferences_link(p_token_hash);
  if not found then
    return false;
  elsif v_link.user_id is null then
    update private.subscriptions s set paused_until = nullif(v_ends_at, now()) where s.email = v_link.email;
    return true;
  end if;
  delete from private.notification_pauses n where n.user_id = v_link.user_id;
  if v_ends_at > now() then
    insert into private.notification_pauses (user_id, ends_at) values (v_link.user_id, v_ends_at);
  end if;
  return true;
end
$$;
comment on function public.pause_mail(text, int) is
  'For the server: pauses the marketing mail of the reader of a mail for so many days (90 at most), or with 0 ends the pause. False when '
  'the link has ended.';

create function public.note_time_zone(p_user uuid, p_time_zone text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_service();
  insert into private.recipient_zones as z (user_id, time_zone) values (p_user, p_time_zone)
  on conflict (user_id) do update set time_zone = excluded.time_zone, noted_at = now() where z.time_zone <> excluded.time_zone;
exception when invalid_parameter_value or check_violation then
  -- A browser may know a zone that the database does not: then the brand's goes on counting.
  return;
end
$$;
comment on function public.note_time_zone(uuid, text) is
  'For the server: notes the time zone of a member''s browser, by which the hours of marketing are counted. Ignores one that is unknown.';

revoke execute on function private.preferences_link(text), private.address_choices(text), public.read_mail_preferences(text),
  private.save_address_choices(text, text[], text, text), public.save_mail_preferences(text, text[], text, text),
  public.pause_mail(text, int), public.note_time_zone(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.read_mail_preferences(text), public.save_mail_preferences(text, text[], text, text),
  public.pause_mail(text, int), public.note_time_zone(uuid, text) to service_role;
