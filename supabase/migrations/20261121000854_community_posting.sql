-- Writing posts and comments. The functions of the API run as their caller, so that a thread or a post that they do not see is not
-- there for them; what they call writes as the owner.

create function private.take_limit(p_name text, p_user uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_limit jsonb := public.consume_limit(p_name, p_user::text, null);
begin
  if not (v_limit ->> 'allowed')::boolean then
    perform private.refuse(429, 'rate_limited', jsonb_build_object('retry_after_seconds', v_limit -> 'retry_after_seconds'));
  end if;
end
$$;
comment on function private.take_limit(text, uuid) is
  'Counts one attempt of a person against a limit, in the database, so that it holds for direct calls too. What is refused is not '
  'counted. Refuses rate_limited with retry_after_seconds.';

create function private.check_text(p_body text, p_most int) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_body text := btrim(replace(coalesce(p_body, ''), E'\r\n', E'\n'), E' \t\n');
begin
  if char_length(v_body) not between 1 and p_most or not private.is_readable(v_body, true) then
    perform private.refuse(422, 'post_text', jsonb_build_object('most', p_most));
  end if;
  return v_body;
end
$$;
comment on function private.check_text(text, int) is 'Returns a typed text without blanks around it. Refuses post_text.';

create function private.mention_people(p_post public.posts) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_people uuid[];
begin
  select array_agg(distinct p.id) into v_people
  from regexp_matches(lower(p_post.body), '(?:^|[^a-z0-9_.@/])@([a-z0-9_.]{2,29}[a-z0-9_])', 'g') m (found)
  join public.profiles p on p.username = m.found[1]
  where private.may_mention(private.post_writer(p_post), p.id);
  if cardinality(v_people) > 5 then
    perform private.refuse(422, 'too_many_mentions');
  end if;
  delete from public.post_mentions m where m.post_id = p_post.id and m.user_id <> all (coalesce(v_people, '{}'));
  insert into public.post_mentions (post_id, user_id) select p_post.id, u from unnest(v_people) u on conflict do nothing;
end
$$;
comment on function private.mention_people(public.posts) is
  'Stores whom a post mentions by @handle, among those whom its author may mention. Refuses too_many_mentions above five.';

create function private.link_first(p_post public.posts) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_url text := rtrim(substring(p_post.body from 'https?://[^\s<>"''`\[\]{}|\\^]+'), '.,;:!?)*_');
begin
  delete from public.post_links l where l.post_id = p_post.id and l.url is distinct from v_url;
  if v_url is not null and char_length(v_url) between 10 and 2000 then
    insert into public.post_links (post_id, url) values (p_post.id, v_url) on conflict do nothing;
  end if;
end
$$;
comment on function private.link_first(public.posts) is 'Stores the first link of a post, whose preview a job fetches.';

create function private.tell_of_post(p_post public.posts) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_event public.events;
  v_one record;
begin
  select * into v_event from public.events e where e.id = p_post.event_id;
  for v_one in
    select m.user_id as person, 'mention' as kind from public.post_mentions m where m.post_id = p_post.id and m.told_at is null
    union all
    select private.post_writer(t), 'reply' from public.posts t where t.id = p_post.reply_to
    union all
    select private.post_writer(t), 'comment' from public.posts t where t.id = p_post.post_id
      and private.post_writer(t) is distinct from (select r.author_id from public.posts r where r.id = p_post.reply_to)
  loop
    if v_one.kind = 'mention' or not exists (
      select 1 from public.post_mentions m where m.post_id = p_post.id and m.user_id = v_one.person) then
      if v_event.id is null or private.sees_event(v_event, v_one.person) then
        perform private.notify(v_one.person, v_one.kind, p_post.author_id, p_post.id, p_post.event_id);
      end if;
    end if;
  end loop;
  update public.post_mentions set told_at = now() where post_id = p_post.id and told_at is null;
  if exists (select 1 from public.post_links l where l.post_id = p_post.id and l.fetched_at is null) then
    perform private.enqueue_job('link_preview', p_post.id::text);
  end if;
end
$$;
comment on function private.tell_of_post(public.posts) is
  'Tells of a post that can be read now: who is mentioned, who is answered, whose post is commented on, each once and only who sees the '
  'event of the thread; and has the preview of its link fetched.';

create function private.check_thread(p_event uuid, p_user uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_event public.events;
  v_refusal text;
  v_last timestamptz;
  v_slow int;
begin
  select * into v_event from public.events e where e.id = p_event and e.status <> 'draft';
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_refusal := private.thread_refusal(v_event, p_user);
  if v_refusal = 'thread_locked' then
    perform private.refuse(403, 'thread_locked');
  elsif v_refusal is not null then
    perform private.refuse(403, 'thread_live');
  end if;
  select t.slow_seconds into v_slow from public.event_threads t where t.event_id = p_event;
  if v_slow is not null and not coalesce(private.role_may(private.person_role(p_user), 'be_staff'), false) then
    select max(t.created_at) into v_last from public.posts t
    where t.author_id = p_user and t.event_id = p_event and t.created_at > now() - make_interval(secs => v_slow);
    if v_last is not null then
      perform private.refuse(429, 'slow_mode', jsonb_build_object('seconds', v_slow,
        'retry_after_seconds', greatest(1, ceil(extract(epoch from v_last - now()) + v_slow))));
    end if;
  end if;
end
$$;
comment on function private.check_thread(uuid, uuid) is
  'Refuses who may not write in an event''s thread now: not_found, thread_locked, thread_live, slow_mode with retry_after_seconds.';

create function private.add_pictures(p_post uuid, p_pictures jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if jsonb_typeof(coalesce(p_pictures, '[]')) <> 'array' or jsonb_array_length(coalesce(p_pictures, '[]')) > 4 then
    perform private.refuse(422, 'too_many_post_pictures');
  end if;
  insert into public.post_pictures (picture_name, post_id, position, width, height, alt)
  select i.one ->> 'name', p_post, i.place, (i.one ->> 'width')::int, (i.one ->> 'height')::int,
    btrim(coalesce(i.one ->> 'alt', ''))
  from jsonb_array_elements(coalesce(p_pictures, '[]')) with ordinality i (one, place);
exception
  when check_violation or unique_violation or not_null_violation or invalid_text_representation then
    perform private.refuse(422, 'invalid', '{"field": "pictures"}');
end
$$;
comment on function private.add_pictures(uuid, jsonb) is
  'Adds pictures that the server stored to a post: [{name, width, height, alt}]. Refuses too_many_post_pictures, invalid.';

create function private.add_post(p_new public.posts, p_pictures jsonb, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_person uuid := auth.uid();
  v_body jsonb := jsonb_build_array(p_new.body, p_new.post_id, p_new.reply_to, p_new.event_id, p_new.topic, p_new.is_official,
    jsonb_array_length(coalesce(p_pictures, '[]')));
  v_action text := case when p_new.post_id is null then 'post' else 'comment' end;
  v_response jsonb;
  v_post public.posts;
begin
  perform private.require_posting(v_person);
  perform private.lock_person(v_person);
  v_response := private.response_for_key(v_person, p_key, v_action, v_body);
  if v_response is not null then
    return v_response;
  end if;
  if p_new.is_official and not private.may('moderate') then
    perform private.refuse(403, 'not_allowed');
  end if;
  if p_new.event_id is not null then
    perform private.check_thread(p_new.event_id, v_person);
  end if;
  perform private.take_limit(v_action, v_person);
  insert into public.posts (author_id, post_id, reply_to, event_id, body, topic, is_official)
  values (case when not p_new.is_official then v_person end, p_new.post_id, p_new.reply_to, p_new.event_id,
    private.check_text(p_new.body, case when p_new.post_id is null then 2000 else 1000 end), p_new.topic, p_new.is_official)
  returning * into v_post;
  if v_post.is_official then
    insert into private.official_posts (post_id, author_id) values (v_post.id, v_person);
  end if;
  perform private.log_state('post', v_post.id, null, v_post.status, v_action);
  perform private.add_pictures(v_post.id, p_pictures);
  perform private.mention_people(v_post);
  perform private.link_first(v_post);
  perform private.review_new_post(v_post);
  select * into strict v_post from public.posts t where t.id = v_post.id;
  if private.post_is_shown(v_post.status) then
    perform private.tell_of_post(v_post);
  end if;
  return private.store_response(v_person, p_key, v_action, v_body,
    jsonb_build_object('id', v_post.id, 'status', v_post.status, 'createdAt', v_post.created_at));
end
$$;
comment on function private.add_post(public.posts, jsonb, text) is
  'Body of create_post and create_comment, which checked as the caller that they see where it goes.';

create function public.create_post(
  p_body text, p_event uuid default null, p_topic text default null, p_official boolean default false, p_pictures jsonb default '[]',
  p_key text default null
) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_new public.posts;
begin
  if p_event is not null and not exists (select 1 from public.events e where e.id = p_event) then
    perform private.refuse(404, 'not_found');
  end if;
  if p_topic is not null and (p_topic <> 'lost_and_found' or p_event is null) then
    perform private.refuse(422, 'invalid');
  end if;
  v_new.body := p_body;
  v_new.event_id := p_event;
  v_new.topic := p_topic;
  v_new.is_official := coalesce(p_official, false);
  return private.add_post(v_new, p_pictures, p_key);
end
$$;
comment on function public.create_post(text, uuid, text, boolean, jsonb, text) is
  'Writes a post of the caller: {id, status, createdAt}. p_body = markdown, 2,000 characters at most; p_event = the event of whose thread '
  'it is part, p_topic = lost_and_found or null, p_official = for the brand (moderators), p_pictures = [{name, width, height, alt}] of '
  'files that the server stored, p_key = an idempotency key. It may have to wait for review. Refuses members_only, posting_muted, '
  'not_allowed, not_found, invalid, post_text, too_many_mentions, too_many_post_pictures, thread_locked, thread_live, slow_mode, '
  'rate_limited, key_reused and what private.review_new_post does.';

create function public.create_comment(p_post uuid, p_body text, p_reply_to uuid default null, p_key text default null) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_post public.posts;
  v_reply public.posts;
  v_new public.posts;
begin
  select * into v_post from public.posts t where t.id = p_post and t.post_id is null;
  if not found or not private.post_is_shown(v_post.status) then
    perform private.refuse(404, 'not_found');
  end if;
  if v_post.locked_at is not null then
    perform private.refuse(403, 'post_locked');
  end if;
  if p_reply_to is not null then
    select * into v_reply from public.posts t where t.id = p_reply_to and t.post_id = p_post;
    if not found or not private.post_is_shown(v_reply.status) then
      perform private.refuse(404, 'not_found');
    end if;
  end if;
  v_new.body := p_body;
  v_new.post_id := p_post;
  -- replies have one level: an answer to a reply stands below the same comment
  v_new.reply_to := coalesce(v_reply.reply_to, v_reply.id);
  v_new.event_id := v_post.event_id;
  v_new.is_official := false;
  return private.add_post(v_new, '[]', p_key);
end
$$;
comment on function public.create_comment(uuid, text, uuid, text) is
  'Writes a comment of the caller on a post that they see: {id, status, createdAt}. p_body = markdown, 1,000 characters at most; '
  'p_reply_to = the comment that it answers. Refuses as create_post does, and post_locked.';

create function private.change_post(p_post uuid, p_body text, p_version int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_person uuid := auth.uid();
  v_post public.posts;
  v_body text;
  v_is_repair boolean;
begin
  perform private.require_posting(v_person);
  select * into v_post from public.posts t where t.id = p_post and private.post_writer(t) = v_person for no key update;
  if not found or not private.post_has_text(v_post.status) then
    perform private.refuse(404, 'not_found');
  elsif not private.post_can_be_edited(v_post.status) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_post.status));
  elsif v_post.version <> p_version then
    perform private.refuse(409, 'post_changed');
  end if;
  v_body := private.check_text(p_body, case when v_post.post_id is null then 2000 else 1000 end);
  if v_body <> v_post.body then
    v_is_repair := private.check_repair(v_post);
    insert into private.post_edits (post_id, body) values (p_post, v_post.body);
    update public.posts set body = v_body, version = version + 1, repaired_at = case when v_is_repair then now() else repaired_at end,
      edited_at = case when v_is_repair or created_at < now() - interval '15 minutes' then now() else edited_at end
    where id = p_post returning * into v_post;
    perform private.mention_people(v_post);
    perform private.link_first(v_post);
    if v_is_repair then
      perform private.move_post(p_post, 'published', 'repaired');
    end if;
    perform private.review_new_post((select t from public.posts t where t.id = p_post));
    select * into strict v_post from public.posts t where t.id = p_post;
    if private.post_is_shown(v_post.status) then
      perform private.tell_of_post(v_post);
    end if;
  end if;
  return jsonb_build_object('id', v_post.id, 'status', v_post.status, 'version', v_post.version);
end
$$;
comment on function private.change_post(uuid, text, int) is 'Body of edit_post.';

create function private.check_repair(p_post public.posts) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if not private.post_can_be_repaired(p_post.status) then
    return false;
  end if;
  if p_post.repaired_at is not null then
    perform private.refuse(409, 'post_repaired');
  elsif p_post.status_at > now() - interval '10 minutes' then
    perform private.refuse(409, 'post_repair_wait', jsonb_build_object('retry_after_seconds',
      ceil(extract(epoch from p_post.status_at + interval '10 minutes' - now()))));
  end if;
  return true;
end
$$;
comment on function private.check_repair(public.posts) is
  'Returns whether a change of a post repairs what was hidden automatically: once, 10 minutes after it was hidden, and it is shown again. '
  'Refuses post_repaired, post_repair_wait.';

create function public.edit_post(p_post uuid, p_body text, p_version int) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  return private.change_post(p_post, p_body, p_version);
end
$$;
comment on function public.edit_post(uuid, text, int) is
  'Changes the text of a post or comment of the caller: {id, status, version}. p_version = of the text that they read. Within 15 minutes '
  'it does not show; later it says "edited". Moderators see the earlier texts. One that was hidden automatically is shown again, once. '
  'Refuses not_found, invalid_state, post_changed, post_text, post_repaired, post_repair_wait and what create_post refuses.';

create function public.delete_post(p_post uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
begin
  perform private.require_member();
  select * into v_post from public.posts t where t.id = p_post and private.post_writer(t) = auth.uid();
  if not found or not private.post_has_text(v_post.status) then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.move_post(p_post, 'author_deleted', 'deleted by its author');
end
$$;
comment on function public.delete_post(uuid) is
  'Deletes a post or comment of the caller: its text is gone at once for readers, and erased 30 days later. Refuses not_found, '
  'invalid_state while it is hidden.';

create function private.set_reaction(p_post public.posts, p_reaction text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_posting(auth.uid());
  if p_reaction is null then
    delete from public.post_reactions r where r.post_id = p_post.id and r.user_id = auth.uid();
    return;
  end if;
  perform private.take_limit('reaction', auth.uid());
  insert into public.post_reactions as r (post_id, user_id, reaction) values (p_post.id, auth.uid(), p_reaction)
  on conflict (post_id, user_id) do update set reaction = excluded.reaction where r.reaction <> excluded.reaction;
  perform private.notify(private.post_writer(p_post), 'reaction', auth.uid(), p_post.id, p_post.event_id);
exception
  when check_violation then
    perform private.refuse(422, 'invalid', '{"field": "reaction"}');
end
$$;
comment on function private.set_reaction(public.posts, text) is 'Body of react_to_post.';

create function public.react_to_post(p_post uuid, p_reaction text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_post public.posts;
begin
  select * into v_post from public.posts t where t.id = p_post;
  if not found or not private.post_is_shown(v_post.status) then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.set_reaction(v_post, p_reaction);
  return (select jsonb_build_object('reactions', c.reactions, 'mine', p_reaction) from public.post_counts c where c.post_id = p_post);
end
$$;
comment on function public.react_to_post(uuid, text) is
  'Sets the caller''s one reaction to a post or comment that they see, or takes it back (null): {reactions, mine}. Refuses members_only, '
  'posting_muted, not_found, invalid, rate_limited.';

create function public.pin_post(p_post uuid, p_pinned boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
begin
  perform private.require_permission('moderate');
  perform pg_advisory_xact_lock(hashtextextended('pinned posts', 0));
  select * into v_post from public.posts t where t.id = p_post and t.post_id is null for no key update;
  if not found or not private.post_is_shown(v_post.status) then
    perform private.refuse(404, 'not_found');
  elsif (v_post.pinned_at is not null) = p_pinned then
    return;
  elsif p_pinned and (
    select count(*) from public.posts t where t.pinned_at is not null and t.event_id is not distinct from v_post.event_id) >= 3 then
    perform private.refuse(409, 'too_many_pinned');
  end if;
  update public.posts set pinned_at = case when p_pinned then now() end where id = p_post;
  perform private.audit('pin_post', 'post', p_post::text, jsonb_build_object('from', not p_pinned, 'to', p_pinned));
end
$$;
comment on function public.pin_post(uuid, boolean) is
  'Pins a post to the top of the feed, or of its event''s thread, or takes it down; three at most in each. Moderators only. Refuses '
  'not_allowed, not_found, too_many_pinned.';

create function public.lock_post(p_post uuid, p_locked boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
begin
  perform private.require_permission('moderate');
  select * into v_post from public.posts t where t.id = p_post and t.post_id is null for no key update;
  if not found or not private.post_is_shown(v_post.status) then
    perform private.refuse(404, 'not_found');
  elsif (v_post.locked_at is not null) = p_locked then
    return;
  end if;
  update public.posts set locked_at = case when p_locked then now() end where id = p_post;
  perform private.audit('lock_post', 'post', p_post::text, jsonb_build_object('from', not p_locked, 'to', p_locked));
end
$$;
comment on function public.lock_post(uuid, boolean) is
  'Ends the comments on a post, or opens them again. Moderators only. Refuses not_allowed, not_found.';

revoke execute on function private.take_limit(text, uuid), private.check_text(text, int), private.mention_people(public.posts),
  private.link_first(public.posts), private.tell_of_post(public.posts), private.check_thread(uuid, uuid),
  private.add_pictures(uuid, jsonb), private.add_post(public.posts, jsonb, text), private.change_post(uuid, text, int),
  private.check_repair(public.posts), private.set_reaction(public.posts, text),
  public.create_post(text, uuid, text, boolean, jsonb, text), public.create_comment(uuid, text, uuid, text),
  public.edit_post(uuid, text, int), public.delete_post(uuid), public.react_to_post(uuid, text), public.pin_post(uuid, boolean),
  public.lock_post(uuid, boolean)
from public, anon, authenticated, service_role;
grant execute on function private.add_post(public.posts, jsonb, text), private.change_post(uuid, text, int),
  private.set_reaction(public.posts, text), public.create_post(text, uuid, text, boolean, jsonb, text),
  public.create_comment(uuid, text, uuid, text), public.edit_post(uuid, text, int), public.delete_post(uuid),
  public.react_to_post(uuid, text), public.pin_post(uuid, boolean), public.lock_post(uuid, boolean)
to authenticated;
