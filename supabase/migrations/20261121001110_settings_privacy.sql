-- Settings for what others see of a person, and whether analytics may store them.

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
