-- Shows moderators what was reported in the chats of all streams, and forgets chats that are long over.

create function private.open_chat_reports(p_stream uuid default null) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from (
      select 1 from public.chat_messages m where m.reports > 0 and (p_stream is null or m.stream_id = p_stream) limit 100) x);
end
$$;
comment on function private.open_chat_reports(uuid) is
  'How many messages of a stream''s chat (null = of all chats) have reports that nobody decided, counted up to 100.';

create function public.list_chat_reports() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('moderate');
  return jsonb_build_object('now', now(), 'timeZone', (select c.time_zone from public.settings c), 'count', private.open_chat_reports(),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'body', x.body, 'at', x.created_at, 'reports', x.reports,
        'isHidden', x.is_hidden,
        'reasons', (
          select coalesce(jsonb_agg(distinct r.reason), '[]') from private.chat_reports r where r.message_id = x.id and r.state = 'open'),
        'author', jsonb_build_object('id', p.id, 'name', coalesce(p.display_name, p.username)),
        'stream', jsonb_build_object('id', s.id, 'code', s.code, 'title', s.title)) order by x.reports desc, x.created_at, x.id), '[]')
      from (
        select * from public.chat_messages m where m.reports > 0 order by m.reports desc, m.created_at, m.id limit 50) x
      join public.streams s on s.id = x.stream_id
      join public.profiles p on p.id = x.author_id));
end
$$;
comment on function public.list_chat_reports() is
  'Moderator: the 50 messages of chats with most reports that nobody decided: {now, timeZone, count (up to 100), messages [{id, body, at, '
  'reports, isHidden, reasons (none: found by the list of words), author, stream}]}. They are decided by judge_chat_message. Refuses '
  'not_allowed.';

create function private.sweep_chats() returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.chat_messages where id in (
    select m.id from public.chat_messages m join public.streams s on s.id = m.stream_id
    where private.stream_is_over(s.state) and coalesce(s.ended_at, s.state_at) < now() - interval '30 days'
    order by m.stream_id, m.seq limit 2000);
end
$$;
comment on function private.sweep_chats() is
  'Deletes what was said in chats 30 days after the end of their streams, with its reports, 2,000 messages at a time. What moderators did '
  'stays in their logs, which never hold the text; bans stay.';

revoke execute on function private.open_chat_reports(uuid), public.list_chat_reports(), private.sweep_chats()
from public, anon, authenticated, service_role;
grant execute on function public.list_chat_reports() to authenticated;
