-- Reads what one person sees of another.

create function private.person_card(p_user uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('displayName', p.display_name, 'avatar', p.avatar_path)
    || case when p.card_public
      then jsonb_build_object('username', p.username, 'bio', p.bio, 'city', p.city) else '{}'::jsonb end
    || case when p.card_public and p.badges_public
      then jsonb_build_object('nights', (
        select count(distinct e.event_id)
        from public.entries e
        join public.tickets t on t.id = e.ticket_id
        where t.owner_id = p.id))
      else '{}'::jsonb end
  from public.profiles p
  where p.id = p_user and p.deactivated_at is null
$$;
comment on function private.person_card(uuid) is
  'Builds a person''s public card, null when deactivated or deleted: name and picture, and what they made public (username, bio, city; '
  'nights = how many events they were admitted to). The only source for showing one person to another.';
