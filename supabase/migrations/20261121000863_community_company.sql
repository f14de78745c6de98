-- Who is going: holders of tickets who agreed, told to holders who follow each other.

create table public.event_company (
  event_id uuid not null references public.events (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (event_id, user_id)
);
comment on table public.event_company is
  'Consents of members that they may be seen as going to an event, one row each; without a row nobody is told. It counts while they hold '
  'a valid ticket. Only its member reads the row.';
create index event_company_user on public.event_company (user_id);

alter table public.event_company enable row level security;
alter table public.event_company force row level security;
grant select on public.event_company to authenticated, service_role;
create policy event_company_select on public.event_company for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_member()));

create function private.is_going(p_user uuid, p_event uuid)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return private.is_account_member(p_user) and exists (
    select 1 from public.tickets t where t.owner_id = p_user and t.event_id = p_event and private.ticket_is_valid(t.status));
end
$$;
comment on function private.is_going(uuid, uuid) is 'Returns whether a member holds a valid ticket of an event.';

create function public.show_in_company(p_event uuid, p_shown boolean)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_member();
  if not coalesce(p_shown, false) then
    delete from public.event_company c where c.event_id = p_event and c.user_id = auth.uid();
    return;
  end if;
  if not private.is_going(auth.uid(), p_event) then
    perform private.refuse(404, 'not_found');
  end if;
  insert into public.event_company (event_id, user_id) values (p_event, auth.uid()) on conflict do nothing;
end
$$;
comment on function public.show_in_company(uuid, boolean) is
  'The caller agrees to be seen as going to an event, or takes that back. Refuses members_only, not_found without a valid ticket.';

create function public.read_company(p_event uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_friends uuid[];
  v_others int;
begin
  perform private.require_member();
  if not private.is_going(auth.uid(), p_event) then
    return null;
  end if;
  -- From whom the caller follows: few, at an event of any size.
  v_friends := array(
    select f.followed_id
    from public.person_follows f
    join public.person_follows b on b.follower_id = f.followed_id and b.followed_id = f.follower_id
    join public.event_company c on c.user_id = f.followed_id and c.event_id = p_event
    where f.follower_id = auth.uid() and private.is_going(f.followed_id, p_event)
      and not private.is_hidden_between(auth.uid(), f.followed_id) and not private.is_muted_by(auth.uid(), f.followed_id)
    order by c.created_at, c.user_id limit 50);
  select count(*) into v_others from (
    select 1 from public.event_company c
    where c.event_id = p_event and c.user_id <> auth.uid() and c.user_id <> all (v_friends) and private.is_going(c.user_id, p_event)
      and not private.is_hidden_between(auth.uid(), c.user_id) and not private.is_muted_by(auth.uid(), c.user_id)
    limit 100) o;
  return jsonb_build_object(
    'isShown', exists (select 1 from public.event_company c where c.event_id = p_event and c.user_id = auth.uid()),
    'people', (select coalesce(jsonb_agg(private.author_card(u) order by place), '[]') from unnest(v_friends) with ordinality f (u, place)),
    -- A small number would point at somebody.
    'others', case when v_others >= 3 then v_others end);
end
$$;
comment on function public.read_company(uuid) is
  'Others who are going, for a member with a valid ticket: those who agreed and with whom the caller follows each other by name, of the '
  'others who agreed the number, up to 100 and never below 3. Nobody who is blocked either way or muted. Null without a ticket. Refuses '
  'members_only.';

create function public.read_my_company()
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_member();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'isShown', exists (
      select 1 from public.event_company c where c.event_id = e.id and c.user_id = auth.uid())) order by e.starts_at, e.id), '[]')
    from public.events e
    where e.ends_at > now() and e.status = 'published' and e.id in (
      select t.event_id from public.tickets t where t.owner_id = auth.uid() and private.ticket_is_valid(t.status)));
end
$$;
comment on function public.read_my_company() is
  'The events to come for which the caller holds a valid ticket, and whether they agreed to be seen: [{id, slug, title, isShown}]. Refuses '
  'members_only.';

create function private.exported_people(p_user uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'following', (select coalesce(jsonb_agg(jsonb_build_object('name', private.author_card(f.followed_id) -> 'name', 'since', f.created_at)
      order by f.created_at), '[]') from public.person_follows f where f.follower_id = p_user),
    'followers', (select coalesce(jsonb_agg(jsonb_build_object('name', private.author_card(f.follower_id) -> 'name', 'since', f.created_at)
      order by f.created_at), '[]') from public.person_follows f where f.followed_id = p_user),
    'blocked', (select coalesce(jsonb_agg(jsonb_build_object('name', private.author_card(b.other_id) -> 'name', 'kind', b.kind,
      'since', b.created_at) order by b.created_at), '[]') from public.person_blocks b where b.user_id = p_user),
    'shownAsGoing', (select coalesce(jsonb_agg(jsonb_build_object('event', e.title, 'since', c.created_at) order by c.created_at), '[]')
      from public.event_company c join public.events e on e.id = c.event_id where c.user_id = p_user),
    'notifications', (select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'at', n.created_at, 'readAt', n.read_at)
      order by n.created_at), '[]') from public.notifications n where n.user_id = p_user and not n.is_withdrawn));
end
$$;
comment on function private.exported_people(uuid) is
  'Relations of a person to others, for export_my_data: follows, blocks and mutes, events at which they may be seen, and what the bell '
  'told them. Who blocked them is not theirs to know.';

revoke execute on function private.is_going(uuid, uuid), private.exported_people(uuid), public.show_in_company(uuid, boolean),
  public.read_company(uuid), public.read_my_company()
from public, anon, authenticated, service_role;
grant execute on function public.show_in_company(uuid, boolean), public.read_company(uuid), public.read_my_company() to authenticated;
