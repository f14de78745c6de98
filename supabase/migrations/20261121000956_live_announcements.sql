-- Tells people once that a stream has begun: who asked to be reminded, and who follows an artist or the series of its event.

create table private.stream_announcements (
  stream_id uuid primary key references public.streams (id) on delete cascade,
  announced_at timestamptz not null default now()
);
comment on table private.stream_announcements is
  'Streams whose beginning was announced: one row each, so that parallel processes announce once.';

create table private.stream_calls (
  user_id uuid not null references public.profiles (id) on delete cascade,
  stream_id uuid not null references public.streams (id) on delete cascade,
  called_at timestamptz not null default now(),
  primary key (user_id, stream_id)
);
comment on table private.stream_calls is
  'Followers who were told that a stream had begun, on the site and maybe by mail; kept for 7 days, for at most one call in 6 hours.';
create index stream_calls_stream on private.stream_calls (stream_id);
create index stream_calls_called on private.stream_calls (called_at);

alter table private.stream_announcements enable row level security;
alter table private.stream_announcements force row level security;
alter table private.stream_calls enable row level security;
alter table private.stream_calls force row level security;

create function public.set_stream_reminder(p_user uuid, p_stream uuid, p_on boolean, p_text_version text, p_address_hash text)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_service();
  if not private.is_account_member(p_user) then
    perform private.refuse(403, 'members_only');
  elsif not coalesce(p_on, false) then
    delete from public.stream_reminders where stream_id = p_stream and user_id = p_user;
    return 'ended';
  elsif not exists (
    select 1 from public.streams s
    where s.id = p_stream and private.stream_is_published(s.state) and private.stream_is_upcoming(s.state)) then
    perform private.refuse(404, 'not_found');
  end if;
  insert into public.stream_reminders (stream_id, user_id) values (p_stream, p_user) on conflict do nothing;
  if private.own_email(p_user) is null then
    return 'active';
  end if;
  return case when private.start_member_mail(p_user, 'alerts', p_text_version, p_address_hash) then 'active' else 'requested' end;
end
$$;
comment on function public.set_stream_reminder(uuid, uuid, boolean, text, text) is
  'For the server: notes that a member wants to be told when a stream begins, on the site and by mail, or no longer. Returns active, '
  'requested (the address of the account is not confirmed: a mail asks) or ended. p_text_version = of the text shown, p_address_hash = the '
  'hashed network, for the ledger of consents. Refuses members_only, not_found (none that is to come).';

create function private.call_followers(p_stream public.streams) returns uuid[]
language plpgsql volatile set search_path = ''
as $$
declare
  v_called uuid[];
begin
  with called as (
    insert into private.stream_calls (user_id, stream_id)
    select distinct f.user_id, p_stream.id
    from public.events e
    join private.event_subjects x on x.event_id = e.id
    join public.follows f on f.subject_id = x.subject_id
    where e.id = p_stream.event_id and e.status = 'published' and e.visibility in ('public', 'members') and not e.is_test
      and private.is_account_member(f.user_id)
      and not exists (select 1 from public.stream_reminders r where r.stream_id = p_stream.id and r.user_id = f.user_id)
      and not exists (select 1 from private.stream_calls c where c.user_id = f.user_id and c.called_at > now() - interval '6 hours')
    on conflict do nothing
    returning user_id
  )
  select array_agg(user_id) into v_called from called;
  return coalesce(v_called, '{}');
end
$$;
comment on function private.call_followers(public.streams) is
  'Notes who is told of a stream because they follow an artist or the series of its event, and returns them: not those who asked for a '
  'reminder of it, and nobody twice within 6 hours. Nobody for an event that is not listed.';

create function private.queue_stream_mail(p_stream public.streams, p_kind text, p_type text, p_people uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select p_kind, format('stream_live:%s:%s', p_stream.id, person.id), m.email, 'account', person.id,
    jsonb_build_object('streamId', p_stream.id)
  from unnest(p_people) person (id)
  cross join lateral (select private.mailable_email(person.id) as email) m
  where m.email is not null and private.is_account_member(person.id) and private.may_notify(person.id, p_type)
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.queue_stream_mail(public.streams, text, text, uuid[]) is
  'Queues the mail about a stream that has begun to those of p_people who may be written to about p_type: one a person and stream.';

create function public.announce_streams() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams;
  v_called uuid[];
  v_count int := 0;
begin
  perform private.require_service();
  for v_stream in
    select s.* from public.streams s
    -- Leaves half a minute to take back what was put on the air by mistake.
    where s.state = 'live' and s.live_at between now() - interval '6 hours' and now() - interval '30 seconds'
      and not exists (select 1 from private.stream_announcements n where n.stream_id = s.id)
    order by s.live_at, s.id
  loop
    insert into private.stream_announcements (stream_id) values (v_stream.id) on conflict do nothing;
    -- Leaves the stream to the process that was faster.
    continue when not found;
    perform private.queue_stream_mail(v_stream, 'stream_reminder', 'alerts',
      array(select r.user_id from public.stream_reminders r where r.stream_id = v_stream.id));
    v_called := private.call_followers(v_stream);
    perform private.notify(person.id, 'stream_live', null, null, null,
      jsonb_build_object('id', v_stream.id, 'title', v_stream.title, 'code', v_stream.code))
    from unnest(v_called) person (id);
    perform private.queue_stream_mail(v_stream, 'stream_live', 'follows', v_called);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.announce_streams() is
  'Tells people once that a stream is live, half a minute after it began: who asked to be reminded by mail (the site told them at once), '
  'followers of its event''s artists and series on the site and by mail. Returns how many streams were announced; several processes '
  'may call it at once.';

create function private.sweep_stream_calls() returns void
language sql volatile set search_path = ''
as $$
  delete from private.stream_calls c where c.called_at < now() - interval '7 days'
$$;
comment on function private.sweep_stream_calls() is 'Forgets who was told of which stream, after 7 days.';

revoke execute on function public.set_stream_reminder(uuid, uuid, boolean, text, text), private.call_followers(public.streams),
  private.queue_stream_mail(public.streams, text, text, uuid[]), public.announce_streams(), private.sweep_stream_calls()
from public, anon, authenticated, service_role;
grant execute on function public.set_stream_reminder(uuid, uuid, boolean, text, text), public.announce_streams() to service_role;
