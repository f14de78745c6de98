-- The states of posts, the counts kept beside them, and who sees which.

create function private.move_post(p_post uuid, p_to text, p_reason text, p_facts jsonb default '{}') returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_from text;
begin
  select p.status into strict v_from from public.posts p where p.id = p_post for no key update;
  if not exists (select 1 from private.post_moves m where m.from_state = v_from and m.to_state = p_to) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from));
  end if;
  update public.posts set status = p_to, status_at = now(), version = version + 1,
    pinned_at = case when private.post_is_shown(p_to) then pinned_at end,
    body = case when private.post_has_text(p_to) then body else '' end
  where id = p_post;
  perform private.log_state('post', p_post, v_from, p_to, p_reason, p_facts);
  if private.post_is_shown(p_to) then
    perform private.tell_of_post((select p from public.posts p where p.id = p_post));
  end if;
end
$$;
comment on function private.move_post(uuid, text, text, jsonb) is
  'The only way a post or comment changes its state (private.post_moves); logs it and raises its version. Triggers keep counts and search '
  'with it, and who has to know is told once it is shown. Who may do it is for its callers to check. Refuses invalid_state.';

create function private.is_counted(p_post public.posts) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_post.post_id is not null and p_post.author_active and private.post_is_shown(p_post.status)
    and (p_post.reply_to is null or exists (
      select 1 from public.posts c where c.id = p_post.reply_to and c.author_active and private.post_is_shown(c.status)));
end
$$;
comment on function private.is_counted(public.posts) is
  'Returns whether a row is one of the comments that its post counts: shown, and so is the comment that a reply stands below.';

create function private.set_author_active() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.author_active := new.is_official
    or exists (select 1 from public.profiles p where p.id = new.author_id and p.deactivated_at is null);
  return new;
end
$$;
comment on function private.set_author_active() is
  'Trigger: stores with a post whether the account of its author is active; that of the brand always is.';
create trigger posts_author_active before insert or update of author_id on public.posts
  for each row execute function private.set_author_active();

create function private.count_new_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_counts (post_id) values (new.id);
  -- Locks the comment that a reply stands below: one that is hidden meanwhile counts its replies afterwards.
  perform 1 from public.posts c where c.id = new.reply_to for share;
  if private.is_counted(new) then
    update public.post_counts set comments = comments + 1 where post_id = new.post_id;
  end if;
  return null;
end
$$;
comment on function private.count_new_comment() is 'Trigger: counts a new comment with its post; a new post has none.';
create trigger posts_count_new after insert on public.posts for each row execute function private.count_new_comment();

create function private.count_comments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A comment takes its replies along, so all are counted again; the lock first, so that no other one is counting.
  perform 1 from public.post_counts c where c.post_id = old.post_id for update;
  update public.post_counts set comments = (
    select count(*) from public.posts p where p.post_id = old.post_id and private.is_counted(p))
  where post_id = old.post_id and exists (select 1 from public.posts p where p.id = old.post_id); -- not while the post itself is deleted
  return null;
end
$$;
comment on function private.count_comments() is
  'Trigger: counts the comments of a post again when one of them is hidden, shown again or deleted.';
create trigger posts_count after delete or update of status, author_active on public.posts
  for each row when (old.post_id is not null) execute function private.count_comments();

create function private.count_reactions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_reaction text;
  v_post uuid := coalesce(new.post_id, old.post_id);
begin
  for v_reaction in select r from unnest(array[old.reaction, new.reaction]) r where r is not null loop
    update public.post_counts c set reactions = case n.people when 0 then c.reactions - v_reaction
      else jsonb_set(c.reactions, array[v_reaction], to_jsonb(n.people)) end
    from (
      select coalesce((x.reactions ->> v_reaction)::int, 0)
        + case when v_reaction is not distinct from new.reaction then 1 else 0 end
        - case when v_reaction is not distinct from old.reaction then 1 else 0 end as people
      from public.post_counts x where x.post_id = v_post for update
    ) n
    where c.post_id = v_post;
  end loop;
  return null;
end
$$;
comment on function private.count_reactions() is 'Trigger: keeps how many people reacted to a post, and how.';
create trigger post_reactions_count after insert or delete or update of reaction on public.post_reactions
  for each row execute function private.count_reactions();

create function private.show_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.posts set author_active = new.deactivated_at is null where author_id = new.id;
  return null;
end
$$;
comment on function private.show_author() is
  'Trigger: hides the posts of an account that is deactivated, and shows them again when it is reactivated; search and counts follow.';
create trigger profiles_posts after update of deactivated_at on public.profiles
  for each row when ((old.deactivated_at is null) <> (new.deactivated_at is null)) execute function private.show_author();

create function private.has_reported(p_post uuid, p_user uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.post_reports r where r.post_id = p_post and r.reporter_id = p_user and r.state in ('open', 'upheld'));
end
$$;
comment on function private.has_reported(uuid, uuid) is
  'Returns whether a person reported a post, and moderators have not rejected or ignored the report: then they do not see it.';

create function private.can_see_post(p_post public.posts) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_role text := private.caller_role();
  v_caller uuid := case when v_role is not null then auth.uid() end;
begin
  if not private.post_is_shown(p_post.status) or not p_post.author_active then
    return private.post_has_text(p_post.status)
      and (coalesce(private.role_may(v_role, 'moderate'), false) or coalesce(v_caller = p_post.author_id, false));
  end if;
  if v_caller is not null and v_caller is distinct from p_post.author_id then
    if private.is_hidden_between(v_caller, p_post.author_id) then
      return false;
    end if;
    if private.has_reported(p_post.id, v_caller) and not coalesce(private.role_may(v_role, 'moderate'), false) then
      return false;
    end if;
  end if;
  if p_post.event_id is not null and not exists (select 1 from public.events e where e.id = p_post.event_id) then
    return false;
  end if;
  -- under the row policy again: a comment is seen with its post, a reply with its comment
  return (p_post.post_id is null or exists (select 1 from public.posts p where p.id = p_post.post_id))
    and (p_post.reply_to is null or exists (select 1 from public.posts c where c.id = p_post.reply_to));
end
$$;
comment on function private.can_see_post(public.posts) is
  'Decides who sees a post or comment: everybody who sees the event of its thread and the post that it belongs to, while it is shown and '
  'its author''s account is active, without a block between them, and not who reported it; otherwise its author and moderators, until '
  'it is purged. Runs as the caller.';

revoke execute on function private.move_post(uuid, text, text, jsonb), private.is_counted(public.posts), private.set_author_active(),
  private.count_new_comment(), private.count_comments(), private.count_reactions(), private.show_author(), private.has_reported(uuid, uuid),
  private.can_see_post(public.posts)
from public, anon, authenticated, service_role;
grant execute on function private.has_reported(uuid, uuid), private.can_see_post(public.posts) to anon, authenticated, service_role;
