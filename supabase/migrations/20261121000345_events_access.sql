-- Decides who may open an event that has a password, and who learns a venue that is hidden. The policies of events and event_venues, the
-- pages, the calendar file and the mails decide by these functions.

create function private.unlocked_events()
returns setof uuid
language plpgsql stable security definer rows 2 set search_path = ''
as $$
begin
  return query
  select p.event_id
  from private.event_unlocks u join private.event_passwords p on p.id = u.password_id
  where u.user_id = auth.uid() and private.caller_role() is not null;
end
$$;
comment on function private.unlocked_events() is 'The events whose present password the caller gave.';

create function private.may_open_event(p_event public.events, p_user uuid)
returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_role text;
begin
  if p_event.visibility <> 'password' then
    return true;
  end if;
  v_role := private.person_role(p_user);
  return coalesce(v_role is not null and (
    private.role_may(v_role, 'manage_events')
    or (private.role_may(v_role, 'see_hidden_events') and p_event.status <> 'draft')
    or exists (
      select 1 from private.event_unlocks u join private.event_passwords p on p.id = u.password_id
      where p.event_id = p_event.id and u.user_id = p_user)
    or exists (select 1 from public.orders o where o.event_id = p_event.id and o.owner_id = p_user)
    or (private.role_may(v_role, 'own_account') and exists (
      select 1 from public.staff_grants g
      where g.user_id = p_user and (g.event_id is null or g.event_id = p_event.id)
        and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())))), false);
end
$$;
comment on function private.may_open_event(public.events, uuid) is
  'Returns whether a password keeps no part of an event from a person (null = a visitor): it has none, or they gave it, bought tickets or '
  'work there. Says nothing of drafts and of members events.';

create function private.caller_may_open(p_event public.events)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_event.visibility <> 'password'
    or private.may_open_event(p_event, case when private.caller_role() is not null then auth.uid() end);
end
$$;
comment on function private.caller_may_open(public.events) is 'Answers private.may_open_event for the caller.';

create function public.is_password_wanted(p_event uuid)
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_event public.events;
begin
  select * into v_event from public.events where id = p_event;
  return coalesce(v_event.visibility = 'password' and v_event.status <> 'draft' and not private.caller_may_open(v_event), false);
end
$$;
comment on function public.is_password_wanted(uuid) is
  'Returns whether an event opens to the caller with its password; false for what does not exist. All that the API tells about such an '
  'event before that.';

create function public.check_event_password(p_event uuid, p_password text)
returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_password private.event_passwords;
begin
  perform private.require_service();
  select p.* into v_password
  from private.event_passwords p join public.events e on e.id = p.event_id
  where p.event_id = p_event and e.visibility = 'password' and e.status <> 'draft';
  -- The same work where there is no password, so that the time it takes tells nothing.
  return case when extensions.crypt(p_password, coalesce(v_password.hash, extensions.gen_salt('bf', 10))) = v_password.hash
    then v_password.id end;
end
$$;
comment on function public.check_event_password(uuid, text) is
  'Compares a password with that of an event; returns the id that unlock_event takes, null when it is wrong. For the server only, after '
  'its rate limits.';

create function public.unlock_event(p_user uuid, p_password_id uuid)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.event_unlocks (user_id, password_id) values (p_user, p_password_id) on conflict do nothing;
  return true;
exception
  when foreign_key_violation then
    return false;
end
$$;
comment on function public.unlock_event(uuid, uuid) is
  'Opens an event to an account that gave its password (check_event_password); false when the password was changed meanwhile. For the '
  'server only.';

create function public.set_event_password(p_id uuid, p_password text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_event(p_id);
begin
  if v_event.status in ('cancelled', 'archived') then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_event.status));
  end if;
  -- bcrypt reads 72 bytes at most
  if p_password is null or btrim(p_password) <> p_password or length(p_password) < 6 or octet_length(p_password) > 72 then
    perform private.refuse(422, 'invalid');
  end if;
  delete from private.event_passwords p where p.event_id = p_id;
  insert into private.event_passwords (event_id, hash) values (p_id, extensions.crypt(p_password, extensions.gen_salt('bf', 10)));
  perform private.audit('set_event_password', 'event', p_id::text);
end
$$;
comment on function public.set_event_password(uuid, text) is
  'Sets the password of an event (6 characters to 72 bytes, no blanks around it); who gave an earlier one has to give this one. Admins '
  'only. Refuses invalid, invalid_state.';

create function private.has_password(p_event uuid)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select 1 from private.event_passwords p where p.event_id = p_event);
end
$$;
comment on function private.has_password(uuid) is 'Returns whether an event has a password; for the editor.';

create function private.knows_venue(p_event public.events)
returns boolean
language sql stable set search_path = ''
as $$
  select not p_event.venue_hidden or p_event.location_visibility = 'holders'
    or (p_event.status in ('published', 'archived') and p_event.location_reveals_at <= now())
$$;
comment on function private.knows_venue(public.events) is
  'Returns whether holders of valid tickets may know the venue now. By the clock, so that they never wait for reveal_venues; a postponed '
  'event has no hour.';

create function private.whole_place(p_event public.events)
returns public.event_venues
language plpgsql stable set search_path = ''
as $$
declare
  v_venue public.event_venues;
begin
  if p_event.venue_hidden then
    select * into v_venue from public.event_venues v where v.event_id = p_event.id;
    return row(p_event.id, coalesce(v_venue.venue_name, ''), coalesce(v_venue.address, ''), v_venue.latitude,
      v_venue.longitude)::public.event_venues;
  end if;
  return row(p_event.id, p_event.venue_name, p_event.address, p_event.latitude, p_event.longitude)::public.event_venues;
end
$$;
comment on function private.whole_place(public.events) is
  'The venue of an event wherever it is stored, for staff and for writing. Whoever calls it as the owner checks first who the reader is.';

create function private.event_place(p_event public.events, p_for text)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_venue public.event_venues;
begin
  if p_event.venue_hidden and not (p_for = 'holder' and private.knows_venue(p_event)) then
    return jsonb_build_object('venueName', '', 'address', null, 'venueHidden', p_event.location_visibility,
      'venueRevealsAt', case when p_event.status <> 'postponed' then p_event.location_reveals_at end);
  end if;
  v_venue := private.whole_place(p_event);
  return jsonb_build_object('venueName', v_venue.venue_name, 'address', nullif(v_venue.address, ''),
    'venueHidden', null, 'venueRevealsAt', null);
end
$$;
comment on function private.event_place(public.events, text) is
  'The venue of an event for a visitor or for a holder of a valid ticket (p_for = holder): {venueName, address, venueHidden, '
  'venueRevealsAt}. venueHidden = holders or hours while this reader may not know it; venueRevealsAt = when it becomes public. Whoever '
  'calls it as the owner checks first who the reader is.';

create function private.holds_ticket(p_event uuid)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from public.tickets k where k.event_id = p_event and k.owner_id = auth.uid() and private.ticket_is_valid(k.status)
  ) and private.caller_role() is not null;
end
$$;
comment on function private.holds_ticket(uuid) is 'Returns whether the caller holds a valid ticket of an event.';

create function private.queue_venue_mails(p_event public.events, p_paid_before timestamptz)
returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_place public.event_venues;
  v_queued int;
begin
  if p_event.status <> 'published' or p_event.ends_at <= now() then
    return 0;
  end if;
  select (private.whole_place(e)).* into v_place from public.events e where e.id = p_event.id;
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  select 'venue_revealed', concat_ws(':', 'venue_revealed', o.id, md5(v_place.venue_name || E'\n' || v_place.address), lower(o.email)),
    o.email, 'order', o.id
  from public.orders o
  where o.event_id = p_event.id and private.order_is_sold(o.status)
    and (p_paid_before is null or o.paid_at < p_paid_before)
    and exists (select 1 from public.tickets k where k.order_id = o.id and private.ticket_is_valid(k.status))
  order by o.id
  on conflict (dedupe_key) do nothing;
  get diagnostics v_queued = row_count;
  return v_queued;
end
$$;
comment on function private.queue_venue_mails(public.events, timestamptz) is
  'Queues the mail that names the venue, for each paid order with a valid ticket once for the same venue, however often it is called; '
  'returns how many. A venue that was hidden again and revealed as another one is mailed again. p_paid_before leaves out later orders, '
  'whose confirmation has the venue.';

create function private.write_place(p_id uuid, p_fields jsonb)
returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_before public.events;
  v_after public.events;
  v_old public.event_venues;
  v_new public.event_venues;
  v_known boolean; -- to holders, before the change
  v_mode text;
  v_hours int;
  v_hidden boolean;
begin
  select * into strict v_before from public.events where id = p_id for no key update;
  v_old := private.whole_place(v_before);
  v_known := private.knows_venue(v_before) and (v_old.venue_name, v_old.address) <> ('', '');
  v_new := row(p_id,
    case when p_fields ? 'venueName' then coalesce(p_fields ->> 'venueName', '') else v_old.venue_name end,
    case when p_fields ? 'address' then coalesce(p_fields ->> 'address', '') else v_old.address end,
    case when p_fields ? 'latitude' then (p_fields ->> 'latitude')::numeric else v_old.latitude end,
    case when p_fields ? 'longitude' then (p_fields ->> 'longitude')::numeric else v_old.longitude end);
  v_mode := coalesce(p_fields ->> 'locationVisibility', v_before.location_visibility);
  if v_mode = 'hours' then
    v_hours := coalesce((p_fields ->> 'locationHours')::int, v_before.location_hours, 24);
  end if;
  -- A venue that was revealed is hidden again only by a later hour; one of an event that isn't published waits for its publication.
  v_hidden := v_mode = 'holders' or (v_mode = 'hours' and (
    now() < v_before.doors_at - make_interval(hours => v_hours) or (v_before.venue_hidden and v_before.status <> 'published')));

  update public.events e set location_visibility = v_mode, location_hours = v_hours, venue_hidden = v_hidden,
    venue_name = case when v_hidden then '' else v_new.venue_name end,
    address = case when v_hidden then '' else v_new.address end,
    latitude = case when not v_hidden then v_new.latitude end,
    longitude = case when not v_hidden then v_new.longitude end
  where e.id = p_id
  returning * into v_after;
  if v_hidden then
    insert into public.event_venues select v_new.*
    on conflict (event_id) do update set venue_name = excluded.venue_name, address = excluded.address,
      latitude = excluded.latitude, longitude = excluded.longitude;
    -- the audit of the event does not see this table
    if (v_old.venue_name, v_old.address, v_old.latitude, v_old.longitude)
      is distinct from (v_new.venue_name, v_new.address, v_new.latitude, v_new.longitude) then
      perform private.audit_change('set_event_venue', 'event', p_id::text, to_jsonb(v_old) - 'event_id', to_jsonb(v_new) - 'event_id');
    end if;
  else
    delete from public.event_venues v where v.event_id = p_id;
  end if;
  if v_before.venue_hidden and not v_known and private.knows_venue(v_after) and (v_new.venue_name, v_new.address) <> ('', '') then
    perform private.queue_venue_mails(v_after, null);
  end if;
end
$$;
comment on function private.write_place(uuid, jsonb) is
  'Writes venueName, address, latitude, longitude, locationVisibility and locationHours of an event, those that p_fields has, and keeps '
  'the venue where the rule wants it: in events, or hidden in event_venues. Mails the holders when they learn it by this change. Called '
  'by write_event_fields, after the times are written.';

create function public.reveal_venues()
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_venue public.event_venues;
  v_events int := 0;
  v_mails int := 0;
begin
  for v_event in
    select * from public.events e
    where e.venue_hidden and e.location_visibility = 'hours' and e.location_reveals_at <= now() and e.status = 'published'
      and exists (select 1 from public.event_venues v where v.event_id = e.id and (v.venue_name, v.address) <> ('', ''))
    order by e.id for no key update
  loop
    delete from public.event_venues v where v.event_id = v_event.id returning * into strict v_venue;
    -- updated_at counts up the calendar file
    update public.events set venue_hidden = false, venue_name = v_venue.venue_name, address = v_venue.address,
      latitude = v_venue.latitude, longitude = v_venue.longitude,
      updated_at = clock_timestamp()
    where id = v_event.id;
    perform private.log_state('event_venue', v_event.id, 'hidden', 'public');
    v_events := v_events + 1;
    v_mails := v_mails + private.queue_venue_mails(v_event, v_event.location_reveals_at);
  end loop;
  return jsonb_build_object('events', v_events, 'mails', v_mails);
end
$$;
comment on function public.reveal_venues() is
  'Makes the venues public whose hour has come, and queues the mail to their holders: {events, mails}. Each once, however many servers '
  'call it and however late; one without a name or address waits for it. Called by a task of the server.';

revoke execute on function
  private.unlocked_events(), private.may_open_event(public.events, uuid), private.caller_may_open(public.events),
  public.is_password_wanted(uuid), public.check_event_password(uuid, text), public.unlock_event(uuid, uuid),
  public.set_event_password(uuid, text), private.has_password(uuid), private.knows_venue(public.events), private.whole_place(public.events),
  private.event_place(public.events, text), private.holds_ticket(uuid), private.queue_venue_mails(public.events, timestamptz),
  private.write_place(uuid, jsonb), public.reveal_venues()
from public, anon, authenticated, service_role;
grant execute on function public.is_password_wanted(uuid) to anon, authenticated, service_role;
grant execute on function public.set_event_password(uuid, text), private.unlocked_events() to authenticated;
-- Reads of staff run as their caller: the policies of event_venues decide.
grant execute on function
  private.event_place(public.events, text), private.whole_place(public.events), private.knows_venue(public.events)
to authenticated, service_role;
grant execute on function public.check_event_password(uuid, text), public.unlock_event(uuid, uuid), public.reveal_venues()
to service_role;
