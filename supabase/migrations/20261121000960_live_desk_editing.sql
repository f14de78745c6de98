-- Edits streams for admins: what a stream is and who may watch it, its poster, and its recording.

create function private.lock_edited_stream(p_stream uuid, p_version int) returns public.streams
language plpgsql volatile set search_path = ''
as $$
declare
  v_stream public.streams;
begin
  perform private.require_permission('manage_streams');
  v_stream := private.lock_stream(p_stream);
  if v_stream.edit_version is distinct from p_version then
    perform private.refuse(409, 'stream_changed');
  elsif not private.stream_can_be_edited(v_stream.state) or v_stream.called_off_at is not null then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_stream.state));
  end if;
  return v_stream;
end
$$;
comment on function private.lock_edited_stream(uuid, int) is
  'First line of functions that edit a stream: locks and returns it. Refuses not_allowed, not_found, stream_changed (p_version is not its '
  'edit_version any more), invalid_state (on the air, over or called off).';

create function private.free_stream_code(p_title text) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_slug text := btrim(left(private.slug_of(p_title), 50), '-');
  v_base text := case when char_length(v_slug) < 3 then 'live-' || v_slug else v_slug end;
begin
  -- One at a time: two new streams may want the same code.
  perform pg_advisory_xact_lock(hashtextextended('stream_codes', 0));
  return (
    select c.code
    from generate_series(1, 1000) n
    cross join lateral (select v_base || case when n > 1 then '-' || n else '' end as code) c
    where not exists (select 1 from public.streams s where s.code = c.code)
    order by n limit 1);
end
$$;
comment on function private.free_stream_code(text) is 'Makes the code of a stream out of its title, one that no other stream has.';

create function private.check_stream_fields(p_fields jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_title text := btrim(coalesce(p_fields ->> 'title', ''));
  v_pass bigint := (p_fields ->> 'passCents')::bigint;
  v_rule text := coalesce(p_fields ->> 'accessRule', 'public');
  v_wrong text;
begin
  v_wrong := case
    when char_length(v_title) not between 1 and 120 or not private.is_readable(v_title) then 'title'
    when char_length(coalesce(p_fields ->> 'description', '')) > 2000
      or not private.is_readable(coalesce(p_fields ->> 'description', ''), true) then 'description'
    when v_rule not in ('public', 'signed_in', 'ticket_types', 'pass') then 'accessRule'
    when coalesce(p_fields ->> 'channel', 'main') !~ '^[a-z][a-z0-9_]{1,29}$' then 'channel'
    when coalesce((p_fields ->> 'minutes')::int, 180) not between 5 and 1440 then 'minutes'
    when p_fields ->> 'eventId' is not null and not exists (
      select 1 from public.events e where e.id = (p_fields ->> 'eventId')::uuid) then 'eventId'
    when exists (
      select 1 from jsonb_array_elements_text(coalesce(p_fields -> 'ticketTypes', '[]')) x (id)
      where not exists (
        select 1 from public.ticket_types t
        where t.id = x.id::uuid and t.event_id = (p_fields ->> 'eventId')::uuid)) then 'ticketTypes' end;
  if v_wrong is not null then
    perform private.refuse(422, 'invalid', jsonb_build_object('field', v_wrong));
  elsif v_pass is not null and (v_pass not between 50 and 100000 or v_rule not in ('pass', 'ticket_types'))
    or (v_pass is null and v_rule = 'pass') then
    perform private.refuse(422, 'stream_price', '{"field": "passCents"}');
  end if;
end
$$;
comment on function private.check_stream_fields(jsonb) is
  'Checks what an admin sent about a stream. Refuses invalid with the field, and stream_price: a pass costs 0.50 to 1,000.00, and is sold '
  'where a pass or a ticket opens the stream.';

create function private.stream_facts(p_stream public.streams) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return to_jsonb(p_stream) - 'edit_version' || jsonb_build_object('ticket_types', (
    select coalesce(jsonb_agg(t.name order by t.name), '[]')
    from public.stream_ticket_types n join public.ticket_types t on t.id = n.ticket_type_id where n.stream_id = p_stream.id));
end
$$;
comment on function private.stream_facts(public.streams) is 'A stream with the names of its ticket types, as the audit log compares them.';

create function private.create_stream(p_fields jsonb) returns public.streams
language plpgsql volatile set search_path = ''
as $$
declare
  v_stream public.streams;
begin
  insert into public.streams (code, title, event_id, starts_at)
  select private.free_stream_code(p_fields ->> 'title'), btrim(p_fields ->> 'title'), e.id,
    coalesce((p_fields ->> 'startsAt')::timestamp at time zone (select c.time_zone from public.settings c), e.starts_at)
  from (select 1) one left join public.events e on e.id = (p_fields ->> 'eventId')::uuid
  returning * into v_stream;
  perform private.log_state('stream', v_stream.id, null, 'draft');
  perform private.audit_change('stream.created', 'stream', v_stream.id::text, null, private.stream_facts(v_stream),
    jsonb_build_object('title', v_stream.title));
  return v_stream;
end
$$;
comment on function private.create_stream(jsonb) is
  'Makes the draft of a stream: title, eventId and startsAt, without which it begins with its event.';

create function private.write_stream(p_stream public.streams, p_fields jsonb) returns public.streams
language plpgsql volatile set search_path = ''
as $$
declare
  v_stream public.streams;
begin
  update public.streams set title = btrim(p_fields ->> 'title'), description = btrim(coalesce(p_fields ->> 'description', '')),
    event_id = (p_fields ->> 'eventId')::uuid, channel = coalesce(p_fields ->> 'channel', 'main'),
    access_rule = coalesce(p_fields ->> 'accessRule', 'public'), pass_cents = (p_fields ->> 'passCents')::bigint,
    starts_at = (p_fields ->> 'startsAt')::timestamp at time zone (select c.time_zone from public.settings c),
    minutes = coalesce((p_fields ->> 'minutes')::int, 180), version = version + 1, edit_version = edit_version + 1
  where id = p_stream.id returning * into v_stream;
  delete from public.stream_ticket_types n where n.stream_id = p_stream.id;
  insert into public.stream_ticket_types (stream_id, ticket_type_id)
  select distinct p_stream.id, x.id::uuid from jsonb_array_elements_text(coalesce(p_fields -> 'ticketTypes', '[]')) x (id)
  where v_stream.access_rule = 'ticket_types';
  return v_stream;
end
$$;
comment on function private.write_stream(public.streams, jsonb) is
  'Stores what an admin sent about a stream, with its ticket types where these open it.';

create function public.save_stream(p_stream uuid, p_version int, p_fields jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old public.streams;
  v_before jsonb;
  v_new public.streams;
begin
  perform private.require_permission('manage_streams');
  if p_stream is null then
    perform private.check_stream_fields(p_fields);
    v_new := private.create_stream(p_fields);
  else
    v_old := private.lock_edited_stream(p_stream, p_version);
    v_before := private.stream_facts(v_old);
    perform private.check_stream_fields(p_fields);
    if private.stream_is_published(v_old.state) and p_fields ->> 'startsAt' is null then
      perform private.refuse(422, 'stream_start', '{"field": "startsAt"}');
    elsif coalesce(p_fields ->> 'accessRule', 'public') in ('public', 'signed_in') and exists (
      select 1 from private.valid_passes v where v.stream_id = p_stream) then
      perform private.refuse(409, 'stream_passes_sold', '{"field": "accessRule"}');
    end if;
    v_new := private.write_stream(v_old, p_fields);
    if private.stream_is_published(v_new.state) then
      perform private.check_stream_plan(v_new);
    end if;
    perform private.audit_change('stream.saved', 'stream', p_stream::text, v_before, private.stream_facts(v_new),
      jsonb_build_object('title', v_new.title));
  end if;
  return jsonb_build_object('id', v_new.id, 'code', v_new.code, 'editVersion', v_new.edit_version);
end
$$;
comment on function public.save_stream(uuid, int, jsonb) is
  'Admin: makes the draft of a stream (p_stream null: title, eventId, startsAt) or saves one: {title, description, eventId, channel, '
  'accessRule, ticketTypes [id], passCents, startsAt (a clock in the brand''s zone), minutes}; {id, code, editVersion}. p_version = the '
  'edit_version that the form began with. Refuses invalid, stream_price, stream_changed, stream_passes_sold (who paid keeps what they paid '
  'for), stream_start and stream_types for a published one, invalid_state, not_allowed, not_found.';

create function public.set_stream_picture(p_stream uuid, p_path text, p_alt text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old public.streams;
  v_new public.streams;
  v_alt text := case when p_path is null then '' else btrim(coalesce(p_alt, '')) end;
begin
  perform private.require_permission('manage_streams');
  v_old := private.lock_stream(p_stream);
  if p_path is not null and (char_length(v_alt) not between 1 and 300 or not private.is_readable(v_alt)) then
    perform private.refuse(422, 'invalid', '{"field": "imageAlt"}');
  end if;
  update public.streams set image_path = p_path, image_alt = v_alt, version = version + 1 where id = p_stream returning * into v_new;
  perform private.audit_change('stream.picture_set', 'stream', p_stream::text, private.stream_facts(v_old), private.stream_facts(v_new),
    jsonb_build_object('title', v_new.title));
end
$$;
comment on function public.set_stream_picture(uuid, text, text) is
  'Admin: sets the poster of a stream and its description; null = that of its event again. Refuses invalid, not_allowed, not_found.';

create function public.set_stream_replay(p_stream uuid, p_on boolean, p_hours int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old public.streams;
  v_new public.streams;
begin
  perform private.require_permission('manage_streams');
  v_old := private.lock_stream(p_stream);
  if coalesce(p_hours, 0) not between 48 and 720 then
    perform private.refuse(422, 'invalid', '{"field": "hours"}');
  elsif private.stream_is_over(v_old.state) and not exists (
    select 1 from private.stream_moves m where m.from_state = v_old.state and m.to_state = 'archived') then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_old.state));
  end if;
  update public.streams set has_replay = coalesce(p_on, false), replay_hours = p_hours, version = version + 1,
    replay_until = case when replay_until is not null then state_at + make_interval(hours => p_hours) end
  where id = p_stream returning * into v_new;
  perform private.audit_change('stream.replay_set', 'stream', p_stream::text, private.stream_facts(v_old), private.stream_facts(v_new),
    jsonb_build_object('title', v_new.title));
  if v_new.state = 'replay' and not v_new.has_replay then
    v_new := private.move_stream(v_new, 'archived', 'manager', 'Taken down.');
  end if;
  return jsonb_build_object('state', v_new.state);
end
$$;
comment on function public.set_stream_replay(uuid, boolean, int) is
  'Admin: says whether the recording of a stream is shown after it, and for how many hours (48 to 720) from when it is; {state}. One that '
  'is shown is taken down by false, for good. Refuses invalid, invalid_state (over for good), not_allowed, not_found.';

revoke execute on function private.lock_edited_stream(uuid, int), private.free_stream_code(text), private.check_stream_fields(jsonb),
  private.stream_facts(public.streams), private.create_stream(jsonb), private.write_stream(public.streams, jsonb),
  public.save_stream(uuid, int, jsonb), public.set_stream_picture(uuid, text, text), public.set_stream_replay(uuid, boolean, int)
from public, anon, authenticated, service_role;
grant execute on function public.save_stream(uuid, int, jsonb), public.set_stream_picture(uuid, text, text),
  public.set_stream_replay(uuid, boolean, int) to authenticated;
