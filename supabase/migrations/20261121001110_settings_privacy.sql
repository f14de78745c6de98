-- Settings for what others see of a person, and whether analytics may store them.

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

create function public.save_privacy(p_card_public boolean, p_badges_public boolean, p_analytics_allowed boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_member();
  if p_card_public is null or p_badges_public is null or p_analytics_allowed is null then
    perform private.refuse(422, 'invalid');
  end if;
  update public.profiles
  set card_public = p_card_public, badges_public = p_badges_public, analytics_allowed = p_analytics_allowed
  where id = auth.uid();
  if not p_analytics_allowed then
    -- Waits for views that are being stored, so that none keeps the person.
    perform pg_advisory_xact_lock(hashtext('private.record_views'));
    update private.visits v set user_id = null, visitor = null
    where v.user_id = auth.uid() or v.id in (select p.visit_id from private.page_views p where p.user_id = auth.uid());
    update private.page_views set user_id = null where user_id = auth.uid();
    update private.item_views set user_id = null where user_id = auth.uid();
  end if;
end
$$;
comment on function public.save_privacy(boolean, boolean, boolean) is
  'Saves what the caller shows of themselves and whether analytics may store them. Declining also removes them from views counted before.';

grant execute on function public.save_privacy(boolean, boolean, boolean) to authenticated;
