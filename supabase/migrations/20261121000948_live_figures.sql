-- What the dashboard says of streams: who watched, for how long, and how many of those who looked bought a pass.

create function private.stream_watching(p_stream uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('peak', coalesce(m.peak, 0), 'average', coalesce(m.average, 0),
      'viewers', coalesce(f.viewers, 0) + s.viewers, 'watchMinutes', (coalesce(f.watch_seconds, 0) + s.watch_seconds) / 60)
    from (select 1) one
    left join private.stream_figures f on f.stream_id = p_stream
    cross join lateral (
      select max(n.viewers) as peak, round(avg(n.viewers), 1) as average
      from private.stream_minutes n where n.stream_id = p_stream) m
    cross join lateral (
      select count(distinct coalesce(x.person_id, x.device_id))::int as viewers,
        coalesce(sum(greatest(extract(epoch from
          least(coalesce(x.ended_at, x.expires_at), x.expires_at, now()) - x.began_at), 0)),
          0)::bigint as watch_seconds
      from private.playback_sessions x where x.stream_id = p_stream and x.entitlement <> 'preview') s);
end
$$;
comment on function private.stream_watching(uuid) is
  'Who watched a stream, and for how long: {peak, average (viewers of the minutes it was on the air), viewers (people, and devices of '
  'visitors), watchMinutes (recordings included)}. Previews of staff count as nothing.';

create function private.stream_sums(p_stream public.streams) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.stream_watching(p_stream.id) || jsonb_build_object('id', p_stream.id, 'title', p_stream.title, 'code', p_stream.code,
    'day', private.figure_day(p_stream.live_at), 'sellsPasses', p_stream.pass_cents is not null,
    'passes', (
      select count(*) from private.valid_passes v where v.stream_id = p_stream.id and not v.is_test),
    'looks', (
      select count(distinct p.visit_id) from private.page_views p join private.visits w on w.id = p.visit_id
      where p.path = '/live/' || p_stream.code and w.traffic = 'people'));
end
$$;
comment on function private.stream_sums(public.streams) is
  'The figures of one stream: private.stream_watching with {id, title, code, day, sellsPasses, passes (sold and not given back), looks '
  '(visits that saw its page)}.';

create function public.read_live_report(p_days int default 30, p_from date default null, p_to date default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_span record;
begin
  perform private.require_permission('see_figures');
  select * into v_span from private.report_span(p_days, p_from, p_to);
  return jsonb_build_object('from', v_span.from_day, 'to', v_span.to_day, 'today', v_span.today, 'before', null,
    'streams', (
      select coalesce(jsonb_agg(private.stream_sums(s) order by s.live_at desc, s.id), '[]')
      from (
        select * from public.streams x
        where x.live_at is not null and private.figure_day(x.live_at) between v_span.from_day and v_span.to_day
        order by x.live_at desc, x.id limit 100) s));
end
$$;
comment on function public.read_live_report(int, date, date) is
  'Streams that went on the air on some days, the newest 100, with private.stream_sums of each, and none of the period before. For admins '
  'and moderators. Refuses not_allowed.';

revoke execute on function private.stream_watching(uuid), private.stream_sums(public.streams), public.read_live_report(int, date, date)
from public, anon, authenticated, service_role;
grant execute on function public.read_live_report(int, date, date) to authenticated;
