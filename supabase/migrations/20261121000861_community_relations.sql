-- Follows, blocks and mutes people; reads a person's page, one's own lists of people, and whom somebody may mention.

create function private.lock_pair(p_one uuid, p_other uuid)
returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(least(p_one, p_other)::text || greatest(p_one, p_other)::text, 0));
end
$$;
comment on function private.lock_pair(uuid, uuid) is
  'Locks what is between two people until the transaction ends: one who follows while the other one blocks does not stay a follower.';

create function private.is_open_card(p_person uuid)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from public.profiles p where p.id = p_person and p.card_public and p.username is not null and p.deactivated_at is null);
end
$$;
comment on function private.is_open_card(uuid) is
  'Returns whether an active account has a public profile: without one a person has no page, and can be neither followed nor mentioned.';

create function public.follow_person(p_person uuid, p_following boolean)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_member();
  perform private.lock_pair(auth.uid(), p_person);
  if not coalesce(p_following, false) then
    delete from public.person_follows f where f.follower_id = auth.uid() and f.followed_id = p_person;
    return;
  end if;
  if p_person = auth.uid() or not private.is_open_card(p_person) or private.is_hidden_between(auth.uid(), p_person) then
    perform private.refuse(404, 'not_found');
  end if;
  delete from public.person_blocks b where b.user_id = auth.uid() and b.other_id = p_person and b.kind = 'mute';
  insert into public.person_follows (follower_id, followed_id) values (auth.uid(), p_person) on conflict do nothing;
  if found then
    perform private.notify(p_person, 'follow', auth.uid(), null, null);
  end if;
end
$$;
comment on function public.follow_person(uuid, boolean) is
  'The caller follows a member with a public profile, who is told, or stops. Following ends a mute. Refuses members_only, not_found (also '
  'between people who blocked one another).';

create function public.block_person(p_person uuid, p_kind text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_member();
  if p_person = auth.uid() or p_kind not in ('block', 'mute') then
    perform private.refuse(422, 'invalid');
  end if;
  perform private.lock_pair(auth.uid(), p_person);
  if p_kind is null then
    delete from public.person_blocks b where b.user_id = auth.uid() and b.other_id = p_person;
    return;
  end if;
  if not private.is_account_member(p_person) then
    perform private.refuse(404, 'not_found');
  end if;
  insert into public.person_blocks (user_id, other_id, kind) values (auth.uid(), p_person, p_kind)
  on conflict (user_id, other_id) do update set kind = excluded.kind, created_at = now()
    where public.person_blocks.kind <> excluded.kind;
  delete from public.notifications n where n.user_id = auth.uid() and n.actor_id = p_person;
  if p_kind = 'block' then
    delete from public.notifications n where n.user_id = p_person and n.actor_id = auth.uid();
    delete from public.person_follows f
    where (f.follower_id, f.followed_id) in ((auth.uid(), p_person), (p_person, auth.uid()));
  end if;
end
$$;
comment on function public.block_person(uuid, text) is
  'The caller blocks (p_kind block) or mutes (mute) a member, or does neither any more (null). A block ends follows in both directions; '
  'what the bell had told of the other one goes. The other one is not told. Refuses members_only, invalid (oneself), not_found.';

create function public.read_person_page(p_username text)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me uuid := case when private.is_member() then auth.uid() end;
  v_person public.profiles;
  v_mine text;
  v_card jsonb;
begin
  select * into v_person from public.profiles p
  where p.username = lower(p_username) and p.deactivated_at is null and (p.card_public or p.id = v_me);
  v_mine := (select b.kind from public.person_blocks b where b.user_id = v_me and b.other_id = v_person.id);
  if v_person.id is null or (v_mine is distinct from 'block' and private.is_hidden_between(v_me, v_person.id)) then
    return null;
  end if;
  v_card := private.person_card(v_person.id);
  return jsonb_build_object(
    'id', v_person.id,
    'username', v_person.username,
    'card', case when v_mine = 'block' then v_card - 'bio' - 'city' - 'nights' else v_card end,
    'isMe', v_person.id is not distinct from v_me,
    'isPublic', v_person.card_public,
    'isStaff', exists (
      select 1 from private.user_roles r where r.user_id = v_person.id and r.role = any (private.roles_with('be_staff'))),
    'mine', v_mine,
    'isFollowing', exists (
      select 1 from public.person_follows f where f.follower_id = v_me and f.followed_id = v_person.id),
    'followsMe', exists (
      select 1 from public.person_follows f where f.follower_id = v_person.id and f.followed_id = v_me));
end
$$;
comment on function public.read_person_page(text) is
  'The page of a member by handle, as far as their card is public; null for an unknown handle, a private card (but for its owner), a '
  'deactivated account and where the other one blocked the caller: one and the same answer. mine = block, mute or null: what the caller '
  'chose; of somebody they blocked there is only the name, so that they can take it back.';

create function public.read_my_people(p_show text, p_from uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page int := 50;
begin
  perform private.require_member();
  return (
    with mine as (
      select f.followed_id as person_id, f.created_at from public.person_follows f
      where p_show = 'following' and f.follower_id = auth.uid()
      union all
      select f.follower_id, f.created_at from public.person_follows f where p_show = 'followers' and f.followed_id = auth.uid()
      union all
      select b.other_id, b.created_at from public.person_blocks b
      where b.user_id = auth.uid() and b.kind = case p_show when 'blocked' then 'block' when 'muted' then 'mute' end
    ), page as (
      select m.*, row_number() over (order by m.created_at desc, m.person_id) as place
      from mine m join public.profiles p on p.id = m.person_id and p.deactivated_at is null
      where coalesce((m.created_at, p_from) <= ((select f.created_at from mine f where f.person_id = p_from), m.person_id), true)
      order by m.created_at desc, m.person_id limit v_page + 1
    )
    select jsonb_build_object(
      'people', coalesce(jsonb_agg(jsonb_build_object('id', l.person_id, 'card', private.person_card(l.person_id),
        'isFollowing', exists (
          select 1 from public.person_follows f where f.follower_id = auth.uid() and f.followed_id = l.person_id))
        order by l.place) filter (where l.place <= v_page), '[]'),
      'next', (array_agg(l.person_id) filter (where l.place > v_page))[1])
    from page l);
end
$$;
comment on function public.read_my_people(text, uuid) is
  'People whom the caller follows (p_show following), who follow them (followers), whom they blocked (blocked) or muted (muted), the '
  'latest first, 50 a page from one of them on: {people: [{id, card, isFollowing}], next}. Refuses members_only.';

create function private.may_mention(p_author uuid, p_person uuid)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_author <> p_person and private.is_open_card(p_person) and not private.is_hidden_between(p_author, p_person);
end
$$;
comment on function private.may_mention(uuid, uuid) is
  'Returns whether a post of p_author may mention p_person: somebody else with a public profile, and no block between the two.';

create index profiles_open_handles on public.profiles (username collate "C") where card_public and deactivated_at is null;
create index profiles_open_names on public.profiles (lower(display_name) collate "C") where card_public and deactivated_at is null;

create function public.suggest_people(p_prefix text)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_prefix text;
begin
  perform private.require_member();
  v_prefix := lower(btrim(coalesce(p_prefix, ''), ' @'));
  if v_prefix = '' then
    return '[]';
  end if;
  return (
    with found as (
      (select p.id, p.username, p.display_name from public.profiles p
        where p.card_public and p.deactivated_at is null and p.username collate "C" >= v_prefix
          and p.username collate "C" < v_prefix || chr(1114111)
        order by p.username collate "C" limit 40)
      union
      (select p.id, p.username, p.display_name from public.profiles p
        where p.card_public and p.deactivated_at is null and lower(p.display_name) collate "C" >= v_prefix
          and lower(p.display_name) collate "C" < v_prefix || chr(1114111)
        order by lower(p.display_name) collate "C" limit 40)
    ), best as (
      select f.*, exists (
        select 1 from public.person_follows x where x.follower_id = auth.uid() and x.followed_id = f.id) as is_followed
      from found f
      where private.may_mention(auth.uid(), f.id) and not private.is_muted_by(auth.uid(), f.id)
      order by is_followed desc, f.username collate "C" limit 8
    )
    select coalesce(jsonb_agg(jsonb_build_object('username', b.username, 'displayName', b.display_name,
      'avatar', private.person_card(b.id) -> 'avatar') order by b.is_followed desc, b.username collate "C"), '[]')
    from best b);
end
$$;
comment on function public.suggest_people(text) is
  'Up to 8 members whom the caller may mention, whose handle or name begins with p_prefix, those whom they follow first: [{username, '
  'displayName, avatar}]. Nobody who was blocked or muted, and nobody without a public profile. Refuses members_only.';

revoke execute on function private.lock_pair(uuid, uuid), private.is_open_card(uuid), private.may_mention(uuid, uuid),
  public.follow_person(uuid, boolean), public.block_person(uuid, text), public.read_person_page(text),
  public.read_my_people(text, uuid), public.suggest_people(text)
from public, anon, authenticated, service_role;
grant execute on function public.follow_person(uuid, boolean), public.block_person(uuid, text), public.read_my_people(text, uuid),
  public.suggest_people(text) to authenticated;
grant execute on function public.read_person_page(text) to anon, authenticated, service_role;
