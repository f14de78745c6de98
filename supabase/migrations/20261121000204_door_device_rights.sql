-- Says what the session of an enrolled device may do: grants ask it.

create function private.device_scans(p_event uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.door_devices d join public.events e on e.id = d.event_id
    where d.session_id = private.caller_session() and d.event_id = p_event and d.user_id = auth.uid()
      and d.enrolled_at is not null and d.locked_at is null and d.revoked_at is null
      and e.ends_at + interval '12 hours' > now());
end
$$;
comment on function private.device_scans(uuid) is
  'Whether the caller''s session is that of a device that was enrolled for an event, is neither locked nor revoked, and the event ended '
  'less than 12 hours ago. private.has_grant asks it, for scan alone.';

create function private.own_devices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'eventId', d.event_id, 'name', d.name, 'state', private.device_state(d),
      'mayHandIn', coalesce(private.may_hand_in(d), false), 'endsAt', e.ends_at + interval '12 hours')
      order by d.enrolled_at desc, d.id), '[]')
    from public.door_devices d join public.events e on e.id = d.event_id
    where d.session_id = private.caller_session() and d.user_id = auth.uid() and d.enrolled_at is not null
      and e.ends_at + interval '36 hours' > now());
end
$$;
comment on function private.own_devices() is
  'What the caller''s session was enrolled as, latest first: [{id, eventId, name, state, mayHandIn, endsAt}], until 36 hours after the '
  'event; it scans until endsAt. public.me returns it.';

revoke execute on function private.device_scans(uuid), private.own_devices() from public, anon, authenticated, service_role;
grant execute on function private.device_scans(uuid), private.own_devices() to anon, authenticated, service_role;
