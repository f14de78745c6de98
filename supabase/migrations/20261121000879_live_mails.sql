-- What the mail about a stream that has begun is written from; the mails are queued where streams are (live_announcements).

create function private.mail_stream(p_user uuid, p_stream uuid, p_kind text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_stream record;
  v_names text[];
begin
  select s.id, s.code, s.title, s.event_id into v_stream
  from public.streams s where s.id = p_stream and private.stream_is_on_air(s.state);
  v_names := array(
    select x.name from public.follows f join private.event_subjects x on x.subject_id = f.subject_id and x.event_id = v_stream.event_id
    where f.user_id = p_user order by lower(x.name));
  if v_stream.id is null or not private.is_account_member(p_user)
    or not private.may_notify(p_user, case p_kind when 'stream_reminder' then 'alerts' else 'follows' end)
    or (p_kind = 'stream_live' and cardinality(v_names) = 0) then
    return null;
  end if;
  return jsonb_build_object('code', v_stream.code, 'title', v_stream.title, 'names', v_names);
end
$$;
comment on function private.mail_stream(uuid, uuid, text) is
  'A stream that is on the air, and what of its event a member follows, by name, for the mail about it: {code, title, names}; null when '
  'the mail has become pointless since it was queued: over, declined, no longer followed. p_kind = stream_reminder (asked for) or '
  'stream_live (followed).';

revoke execute on function private.mail_stream(uuid, uuid, text) from public, anon, authenticated, service_role;
