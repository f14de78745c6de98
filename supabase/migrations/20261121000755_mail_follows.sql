-- Artists and series that members follow, and the mail that tells them once about a new event.

create table public.follows (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  artist_id uuid references public.artists (id) on delete cascade,
  series_id uuid references public.event_series (id) on delete cascade,
  subject_id uuid not null generated always as (coalesce(artist_id, series_id)) stored,
  created_at timestamptz not null default now(),
  constraint follows_one_subject check ((artist_id is null) <> (series_id is null)),
  unique (user_id, subject_id)
);
comment on table public.follows is 'Artists and series that members follow, one per row. Only the member reads these rows.';
create index follows_artist on public.follows (artist_id) where artist_id is not null;
create index follows_series on public.follows (series_id) where series_id is not null;
create index follows_subject on public.follows (subject_id);

create view private.event_subjects with (security_invoker = true) as
select x.event_id, x.artist_id as subject_id, a.name from private.event_artists x join public.artists a on a.id = x.artist_id
union all
select e.id, s.id, s.name from public.events e join public.event_series s on s.id = e.series_id;
comment on view private.event_subjects is 'Artists and series of each event, with their names: the subjects that members can follow.';

create table private.announcements (
  event_id uuid not null references public.events (id) on delete cascade,
  subject_id uuid not null,
  announced_at timestamptz not null default now(),
  primary key (event_id, subject_id)
);
comment on table private.announcements is
  'Events that the followers of an artist or a series (subject_id) were told about, or would have been: who follows later is not told '
  'about what was already there. One row each, so that parallel processes announce once.';

create function private.is_announced_publicly(p_event public.events)
returns boolean
language sql stable set search_path = ''
as $$
  select p_event.status = 'published' and p_event.visibility in ('public', 'members') and not p_event.is_test
    and p_event.doors_at > now()
$$;
comment on function private.is_announced_publicly(public.events) is
  'Returns whether members may be written to about an event: listed for members, to come, neither a test nor unlisted nor behind a '
  'password.';

create function public.follow(p_user uuid, p_subject uuid, p_following boolean, p_text_version text, p_address_hash text)
returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_account_member(p_user) then
    perform private.refuse(403, 'members_only');
  end if;
  if not p_following then
    delete from public.follows f where f.user_id = p_user and f.subject_id = p_subject;
    return 'ended';
  end if;
  insert into public.follows (user_id, artist_id, series_id)
  select p_user, a.id, null from public.artists a where a.id = p_subject
  union all
  select p_user, null, s.id from public.event_series s where s.id = p_subject
  on conflict (user_id, subject_id) do nothing;
  if not exists (select 1 from public.follows f where f.user_id = p_user and f.subject_id = p_subject) then
    perform private.refuse(404, 'not_found');
  end if;
  return case when private.start_member_mail(p_user, 'follows', p_text_version, p_address_hash) then 'active' else 'requested' end;
end
$$;
comment on function public.follow(uuid, uuid, boolean, text, text) is
  'Follows an artist or a series for a member, or stops. Returns active, requested (the address of the account is not confirmed: a mail '
  'asks) or ended. The server passes the version of the text shown and the hashed network. Refuses members_only, not_found, '
  'address_missing.';

create function private.followed_at(p_event uuid)
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(f.subject_id order by f.subject_id), '[]')
  from public.follows f join private.event_subjects x on x.subject_id = f.subject_id
  where x.event_id = p_event and f.user_id = (select auth.uid())
$$;
comment on function private.followed_at(uuid) is 'The ids of what the caller follows of an event: its artists and its series.';

create function public.read_my_follows()
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'isConfirmed', private.mailable_email(auth.uid()) is not null,
    'follows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.subject_id, 'name', coalesce(a.name, s.name))
        order by lower(coalesce(a.name, s.name))), '[]')
      from public.follows f
      left join public.artists a on a.id = f.artist_id
      left join public.event_series s on s.id = f.series_id
      where f.user_id = auth.uid() and private.is_member()))
$$;
comment on function public.read_my_follows() is
  'Whom the caller follows, by name, those without an event that the caller may see included, and whether mail may be sent: {isConfirmed, '
  'follows: [{id, name}]}.';

create function public.queue_follow_mails()
returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pair record;
  v_count int := 0;
begin
  for v_pair in
    select e.id as event_id, x.subject_id
    from public.events e join private.event_subjects x on x.event_id = e.id
    where private.is_announced_publicly(e)
      -- Leaves some minutes to take back what was published by mistake.
      and coalesce(e.published_at, e.created_at) < now() - interval '10 minutes'
      and not exists (select 1 from private.announcements n where n.event_id = e.id and n.subject_id = x.subject_id)
    order by e.starts_at, e.id, x.subject_id limit 50
  loop
    insert into private.announcements (event_id, subject_id) values (v_pair.event_id, v_pair.subject_id)
    on conflict (event_id, subject_id) do nothing;
    -- Leaves the pair to the process that was faster.
    continue when not found;
    insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
    select 'followed_event', format('followed_event:%s:%s', v_pair.event_id, f.user_id), m.email, 'account', f.user_id,
      jsonb_build_object('eventId', v_pair.event_id)
    from public.follows f
    cross join lateral (select private.mailable_email(f.user_id) as email) m
    where f.subject_id = v_pair.subject_id and m.email is not null and private.is_account_member(f.user_id)
      and private.may_notify(f.user_id, 'follows') and not private.has_ticket(v_pair.event_id, f.user_id, m.email)
    -- Sends one mail to somebody who follows two artists of an event.
    on conflict (dedupe_key) do nothing;
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.queue_follow_mails() is
  'Queues a mail to the followers of an artist or a series about each new event of it, ten minutes after it was published, once per '
  'member and event. Returns how many pairs of event and artist or series were announced; several processes may call it at once.';

create function private.mail_followed(p_user uuid, p_event uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_event public.events;
  v_names text[];
begin
  select e.* into v_event from public.events e where e.id = p_event;
  v_names := array(
    select x.name from public.follows f join private.event_subjects x on x.subject_id = f.subject_id and x.event_id = p_event
    where f.user_id = p_user order by lower(x.name));
  if v_event.id is null or not private.is_announced_publicly(v_event) or cardinality(v_names) = 0
    or not private.is_account_member(p_user) or not private.may_notify(p_user, 'follows') then
    return null;
  end if;
  return jsonb_build_object('event', private.mail_event(v_event), 'names', v_names);
end
$$;
comment on function private.mail_followed(uuid, uuid) is
  'An event and what of it a member follows, by name, for the mail about it; null when the mail has become pointless since it was queued.';

alter table public.follows enable row level security;
alter table public.follows force row level security;
grant select on public.follows to authenticated, service_role;
create policy follows_select on public.follows for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_member()));

grant execute on function public.read_my_follows() to authenticated;
grant execute on function public.follow(uuid, uuid, boolean, text, text), public.queue_follow_mails() to service_role;
