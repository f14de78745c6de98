-- Who may post, and what is looked at before or after others read it.

create function private.muted_until(p_user uuid)
returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select max(s.ends_at) from private.sanctions s
    where s.user_id = p_user and s.kind = 'mute' and s.lifted_at is null and s.ends_at > now());
end
$$;
comment on function private.muted_until(uuid) is
  'End of a person''s longest running mute that was not lifted; null when they may post.';

create function private.require_posting(p_user uuid)
returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_until timestamptz;
begin
  if not coalesce(private.role_may(private.person_role(p_user), 'own_account'), false)
    or (p_user = auth.uid() and not private.is_member()) then
    perform private.refuse(403, 'members_only');
  end if;
  v_until := private.muted_until(p_user);
  if v_until is not null then
    perform private.refuse(403, 'posting_muted', jsonb_build_object('until', v_until,
      'retry_after_seconds', ceil(extract(epoch from v_until - now()))));
  end if;
end
$$;
comment on function private.require_posting(uuid) is
  'First step of everything that a person says in public. Refuses members_only (no account of their own, or deactivated) and '
  'posting_muted with until and retry_after_seconds.';

create function private.is_new_poster(p_user uuid)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select not coalesce(private.role_may(r.role, 'be_staff'), false) and (p.created_at > now() - interval '24 hours' or (
      select count(*) from (
        select 1 from public.posts t where t.author_id = p.id and private.post_is_shown(t.status) limit 3
      ) approved) < 3)
    from public.profiles p left join private.user_roles r on r.user_id = p.id
    where p.id = p_user);
end
$$;
comment on function private.is_new_poster(uuid) is
  'Returns whether a person is new to the community: their account is younger than a day, or fewer than 3 of their posts and comments are '
  'up. Staff never are.';

create function private.term_pattern(p_kind text, p_term text)
returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if p_kind = 'domain' then
    return '(^|\.)' || replace(lower(btrim(p_term)), '.', '\.') || '$';
  end if;
  return (
    select '(^| )' || string_agg(case p_kind when 'brand' then private.look_key(part.text) else private.name_key(part.text) end,
      '[^ ]*' order by part.place) || '( |$)'
    from regexp_split_to_table(btrim(p_term), '\*') with ordinality part (text, place));
end
$$;
comment on function private.term_pattern(text, text) is
  'The regular expression of a term, for texts as private.name_key writes them: whole words, where a * stands for any letters. For a '
  'domain: the domain and what is below it. For a name of the brand: as private.look_key writes it.';

create function private.text_hosts(p_text text)
returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((
    select array_agg(distinct regexp_replace(h.found[1], '^www\.|[.:]+$', '', 'g'))
    from regexp_matches(lower(normalize(p_text, nfkc)),
      '(?:https?://(?:[^\s/@]*@)?|\m)((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+'
        || '(?:com|net|org|io|co|me|app|link|shop|store|info|biz|xyz|ly|gg|gl|tv|us|uk|ca|de|ru|cn|to|cc|page|site|online|live|club))\M'
        || '(?![\w@])', 'g') h (found)), '{}')
    || coalesce((
      select array_agg(distinct u.found[1])
      from regexp_matches(lower(normalize(p_text, nfkc)), 'https?://(?:[^\s/@]*@)?([^\s/:?#)\]]+)', 'g') u (found)), '{}');
end
$$;
comment on function private.text_hosts(text) is
  'Hosts of the links of a text, without www: of addresses, and of words that end as a common domain does. Some may be there twice.';

create function private.offers_tickets(p_words text)
returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  v_tickets text := '(?:tickets?|tix|tkts?|wristbands?|boletos?|entradas?|passes|(?:my|a|an|one|two|[0-9]+|vip|guest) pass)\M';
begin
  return p_words ~ ('\m(sell|selling(?! out)|resell|reselling|wts|wtb|iso|offload|offloading|vendo|buying|ge(?:t|tting) rid of'
      || '|let(?:ting)? go of|(?:want|wanna|looking|trying)(?: to)? buy)\M(?: \S+){0,4} ' || v_tickets)
    or p_words ~ ('\m(extra|spare)(?: \S+){0,2} ' || v_tickets)
    or p_words ~ ('(?<!does )(?<!do )\m(who|anyone|anybody|you) needs?(?: \S+){0,3} ' || v_tickets)
    or p_words ~ ('\m' || v_tickets || '(?: \S+){0,4} (to sell|selling(?! out)|reselling|resale|(?:for|4) sale|to spare|spare|extra)\M');
end
$$;
comment on function private.offers_tickets(text) is
  'Returns whether words (private.name_key) speak of tickets that somebody sells, has too many of or wants to buy.';

create function private.is_resale(p_text text)
returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  v_words text := private.name_key(p_text);
  v_has_contact boolean := v_words ~ ('(?<![0-9] )\m(dm|dms|pm|inbox|hmu|hit me up|text me|call me|message me|whatsapp|telegram|venmo'
      || '|cash ?app|zelle|paypal)\M')
    or p_text ~ '\d{3}\D{0,2}\d{3}\D?\d{4}';
  v_has_price boolean := p_text ~ '[$€£]\s?\d|\d\s?[$€£]' or v_words ~ '\m\d+ ?(usd|dollars|bucks|each|obo)\M';
begin
  if not (v_has_contact or v_has_price) then
    return false;
  end if;
  return private.offers_tickets(v_words)
    -- "s3lling t1ckets"
    or private.offers_tickets(private.name_key(translate(lower(p_text), '013457@$', 'oieastas')))
    or (v_has_contact and v_words ~ '\mbuy(?: \S+){0,3} (tickets?|tix|tkts?|wristbands?)\M');
end
$$;
comment on function private.is_resale(text) is
  'Returns whether a text looks like tickets for sale: tickets beside words of selling, and a price or a way to pay or to be reached.';

create function private.found_terms(p_text text)
returns table (kind text, term text, action text)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select m.kind, m.term, m.action from private.moderation_terms m
    where (m.kind = 'word' and private.name_key(p_text) ~ m.pattern)
      or (m.kind = 'domain' and exists (select 1 from unnest(private.text_hosts(p_text)) h (host) where h.host ~ m.pattern));
end
$$;
comment on function private.found_terms(text) is 'The words and domains of private.moderation_terms that a text has.';

create function private.log_moderation(p_action text, p_case uuid, p_post uuid, p_user uuid, p_facts jsonb default '{}')
returns void
language sql volatile set search_path = ''
as $$
  insert into private.moderation_log (action, case_id, post_id, user_id, actor_id, facts)
  values (p_action, p_case, p_post, p_user, auth.uid(), p_facts)
$$;
comment on function private.log_moderation(text, uuid, uuid, uuid, jsonb) is
  'Adds one row to the log of moderation, with the caller as its actor. p_user = whom it is about.';

create function private.open_case(p_post public.posts, p_source text, p_priority int)
returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid;
  v_round int;
begin
  insert into private.moderation_cases as c (post_id, round, sources, priority)
  values (p_post.id, (select coalesce(max(o.round), 0) + 1 from private.moderation_cases o where o.post_id = p_post.id),
    array[p_source], p_priority)
  on conflict (post_id) where decided_at is null do update set
    sources = case when p_source = any (c.sources) then c.sources else c.sources || p_source end,
    priority = greatest(c.priority, p_priority), version = c.version + 1
  returning c.id, case when c.version = 1 then c.round end into v_id, v_round;
  if v_round is not null then
    perform private.log_moderation('opened', v_id, p_post.id, private.post_writer(p_post), jsonb_build_object('source', p_source));
  end if;
  return v_id;
end
$$;
comment on function private.open_case(public.posts, text, int) is
  'Opens a case about a post, or adds a source to the open one, whose version then changes; returns its id. Call it with the post locked.';

create function private.require_new_poster_limits(p_post public.posts)
returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_is_comment boolean := p_post.post_id is not null;
  v_most int := case when v_is_comment then 10 else 3 end;
  v_oldest timestamptz;
begin
  perform private.lock_person(p_post.author_id);
  if cardinality(private.text_hosts(p_post.body)) > 0 then
    perform private.refuse(422, 'new_account_links', '{"field": "body"}');
  end if;
  if (select count(*) from public.post_pictures i where i.post_id = p_post.id) > 1 then
    perform private.refuse(422, 'new_account_pictures', '{"field": "pictures"}');
  end if;
  select min(d.created_at) into v_oldest from (
    select t.created_at from public.posts t
    where t.author_id = p_post.author_id and t.id <> p_post.id and (t.post_id is not null) = v_is_comment
      and t.created_at > now() - interval '1 day'
    order by t.created_at desc limit v_most) d
  having count(*) = v_most;
  if v_oldest is not null then
    perform private.refuse(429, 'new_account_posts', jsonb_build_object('most', v_most, 'what', case when v_is_comment then 'comments'
      else 'posts' end, 'retry_after_seconds', ceil(extract(epoch from v_oldest + interval '1 day' - now()))));
  end if;
end
$$;
comment on function private.require_new_poster_limits(public.posts) is
  'Limits of new people (private.is_new_poster): 3 posts and 10 comments in 24 hours, no links, one picture. Refuses new_account_links, '
  'new_account_pictures and new_account_posts.';

create function private.review_new_post(p_post public.posts)
returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_is_edit boolean := p_post.version > 1;
  v_is_new boolean := private.is_new_poster(p_post.author_id);
  v_term record;
  v_holds text[] := '{}';
  v_reports text[] := '{}';
  v_source text;
begin
  if p_post.is_official or coalesce(private.role_may(private.person_role(p_post.author_id), 'be_staff'), false) then
    return;
  end if;
  if v_is_new then
    perform private.require_new_poster_limits(p_post);
  end if;
  if not v_is_edit and exists (
    select 1 from public.posts t
    where t.author_id = p_post.author_id and t.id <> p_post.id and t.created_at > now() - interval '1 day'
      and t.post_id is not distinct from p_post.post_id and private.name_key(t.body) = private.name_key(p_post.body)
      and private.name_key(p_post.body) <> '' and (private.post_is_shown(t.status) or private.post_is_held_back(t.status))) then
    perform private.refuse(409, 'duplicate_post', '{"field": "body"}');
  end if;
  for v_term in select * from private.found_terms(p_post.body) loop
    if v_term.action = 'refuse' then
      perform private.refuse(422, 'words_refused', jsonb_build_object('field', 'body', 'term', v_term.term));
    elsif v_term.action = 'review' then
      v_holds := v_holds || (v_term.kind || 's');
    else
      v_reports := v_reports || (v_term.kind || 's');
    end if;
  end loop;
  if private.is_resale(p_post.body) then
    v_holds := v_holds || 'resale'::text;
  end if;
  if v_is_new and not v_is_edit and private.is_first_post(p_post) then
    v_holds := v_holds || 'first_post'::text;
  end if;
  if v_is_edit then
    perform private.note_edit(p_post);
  end if;
  if p_post.repaired_at = now() then
    v_reports := v_reports || 'repair'::text;
  end if;
  foreach v_source in array v_holds || v_reports loop
    perform private.open_case(p_post, v_source, case when v_source = 'first_post' then 0 else 1 end);
  end loop;
  if cardinality(v_holds) > 0 and private.post_is_shown(p_post.status) then
    perform private.move_post(p_post.id, case when v_is_edit then 'auto_hidden' else 'pending_review' end, v_holds[1]);
  end if;
end
$$;
comment on function private.review_new_post(public.posts) is
  'Looks at a post right after it was written or edited, its pictures included: the limits of new people, the same text twice in a day, '
  'words and domains, tickets for sale, the first post of somebody new. Opens a case where moderators should look, and keeps the post '
  'from readers until they did: pending_review when it is new, auto_hidden when an edit brought it. Posts of staff are not looked at. '
  'Refuses what private.require_new_poster_limits does, duplicate_post and words_refused.';

create function private.is_first_post(p_post public.posts)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_post.post_id is null and not exists (
    select 1 from public.posts t
    where t.author_id = p_post.author_id and t.id <> p_post.id and t.post_id is null and private.post_is_shown(t.status)
  ) and not exists (
    select 1 from public.tickets k join public.entries n on n.ticket_id = k.id
    where k.owner_id = p_post.author_id and k.event_id = p_post.event_id and private.ticket_is_valid(k.status));
end
$$;
comment on function private.is_first_post(public.posts) is
  'Returns whether a post is one of somebody of whom none is up yet. Comments are not, nor posts in the thread of an event whose door let '
  'their author in: that takes a ticket and a person.';

create function private.note_edit(p_post public.posts)
returns void
language sql volatile set search_path = ''
as $$
  update private.moderation_cases c set version = c.version + 1 where c.post_id = p_post.id and c.decided_at is null
$$;
comment on function private.note_edit(public.posts) is
  'Changes the version of the open case of a post whose text changed, so that nobody decides about what they did not read.';

revoke execute on function private.muted_until(uuid), private.require_posting(uuid), private.is_new_poster(uuid),
  private.term_pattern(text, text), private.text_hosts(text), private.offers_tickets(text), private.is_resale(text),
  private.found_terms(text),
  private.log_moderation(text, uuid, uuid, uuid, jsonb), private.open_case(public.posts, text, int),
  private.require_new_poster_limits(public.posts), private.review_new_post(public.posts), private.is_first_post(public.posts),
  private.note_edit(public.posts)
from public, anon, authenticated, service_role;
