-- The read function of site search: one query, one round trip, what the caller may see.

create function private.search_term(p_word text, p_marks text)
returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return '''' || replace(replace(p_word, '\', '\\'), '''', '''''') || '''' || p_marks;
end
$$;
comment on function private.search_term(text, text) is
  'Quotes any word as a term of a tsquery. p_marks: :* for words that begin so, :A for titles alone.';

create function private.rank_entries(p_words tsquery, p_titles tsquery)
returns table (kind text, item_id uuid, place bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  v_member boolean := private.is_member();
begin
  return query
  select r.kind, r.item_id, r.place
  from (
    select e.kind, e.item_id, row_number() over (
      partition by e.kind
      order by e.kind = 'event' and e.at > now() desc, e.words @@ p_titles desc, e.position,
        case when e.kind = 'event' and e.at > now() then e.at end, e.at desc, e.item_id) as place
    from private.search_entries e
    where e.words @@ p_words and (v_member or not e.members_only)
  ) r
  -- more than a page shows, for the row policies may take some away
  where r.place <= 60;
end
$$;
comment on function private.rank_entries(tsquery, tsquery) is
  'The best entries of each kind: events to come before past ones, titles before the rest, then the soonest event, the product''s place '
  'in the shop, the newest post.';

create function private.find_entries(p_query text)
returns table (kind text, item_id uuid, place bigint)
language plpgsql stable security definer rows 60 set search_path = ''
as $$
declare
  v_text text := private.normalize_text(p_query);
  v_words text[] := (tsvector_to_array(to_tsvector('pg_catalog.simple', v_text)))[1:8];
  v_all tsquery;
  v_titles tsquery;
begin
  if cardinality(v_words) = 0 then
    return;
  end if;
  select string_agg(private.search_term(w, ':*'), ' & ')::tsquery, string_agg(private.search_term(w, ':*A'), ' & ')::tsquery
    into v_all, v_titles
  from unnest(v_words) w;
  return query select * from private.rank_entries(v_all, v_titles);
  if found then
    return;
  end if;

  -- No entry matches by prefix: each word may be misspelt, or one word was written as several.
  select string_agg('(' || a.terms || ')', ' & ')::tsquery, string_agg('(' || a.titles || ')', ' & ')::tsquery
    into v_all, v_titles
  from unnest(v_words) w
  cross join lateral (
    select string_agg(private.search_term(t.word, t.marks), ' | ') as terms,
      string_agg(private.search_term(t.word, t.marks || case t.marks when '' then ':A' else 'A' end), ' | ') as titles
    from (
      select w as word, ':*' as marks
      union all (
        select s.word, '' from private.search_words s
        where char_length(w) >= 4 and s.word operator(extensions.%) w
        order by extensions.similarity(s.word, w) desc, s.word
        limit 8)
    ) t
  ) a;
  v_text := replace(v_text, ' ', '');
  return query select * from private.rank_entries(
    v_all || private.search_term(v_text, ':*')::tsquery, v_titles || private.search_term(v_text, ':*A')::tsquery);
end
$$;
comment on function private.find_entries(text) is
  'Finds the entries of a query: those with words beginning with every word of it (eight at most); if there are none, those with '
  'similarly spelt words.';

create function public.search_site(p_query text, p_limit int default 5)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_query text := btrim(p_query, E' \t\r\n');
  v_limit int := least(greatest(coalesce(p_limit, 5), 1), 20);
begin
  if v_query is null or char_length(v_query) not between 1 and 80 then
    perform private.refuse(422, 'invalid');
  end if;
  -- Each row is looked up by itself: a join might read whole tables, and row policies run for every row that is read.
  return (
    with found as materialized (select * from private.find_entries(v_query))
    select jsonb_build_object(
      'events', (
        select coalesce(jsonb_agg(h.hit order by h.place), '[]')
        from (
          select f.place, jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt', e.starts_at,
            'endsAt', e.ends_at, 'timeZone', e.time_zone, 'venueName', e.venue_name, 'city', e.city,
            'imagePath', e.image_path, 'status', e.status, 'visibility', e.visibility) as hit
          from found f
          cross join lateral (
            select e.id, e.slug, e.title, e.starts_at, e.ends_at, e.time_zone, e.venue_name, e.city, e.image_path,
              e.status, e.visibility
            from public.events e where e.id = f.item_id offset 0) e
          -- a cancelled event leaves the lists with its date
          where f.kind = 'event' and (e.status <> 'cancelled' or e.ends_at > now())
          order by f.place limit v_limit
        ) h),
      'products', (
        select coalesce(jsonb_agg(h.hit order by h.place), '[]')
        from (
          select f.place, jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'priceCents', p.price_cents,
            'imagePath', p.image_path) as hit
          from found f
          cross join lateral (select * from public.products p where p.id = f.item_id offset 0) p
          where f.kind = 'product'
          order by f.place limit v_limit
        ) h),
      'posts', (
        select coalesce(jsonb_agg(h.hit order by h.place), '[]')
        from (
          select f.place, jsonb_build_object('id', p.id, 'body', left(p.body, 200), 'createdAt', p.created_at,
            'author', case when p.is_official then jsonb_build_object('name', s.brand, 'avatar', null)
              else private.author_card(p.author_id) end) as hit
          from found f
          cross join lateral (select * from public.posts p where p.id = f.item_id offset 0) p
          where f.kind = 'post' and not private.is_muted_by(auth.uid(), p.author_id)
          order by f.place limit v_limit
        ) h),
      'currency', s.currency, 'timeZone', s.time_zone, 'now', now())
    from public.settings s);
end
$$;
comment on function public.search_site(text, int) is
  'Searches the site by a query of 1 to 80 characters: events, products and posts that the caller may see, at most p_limit (5; 20 at '
  'most) of each. Refuses invalid.';

revoke execute on function private.search_term(text, text), private.rank_entries(tsquery, tsquery), private.find_entries(text),
  public.search_site(text, int)
from public, anon, authenticated, service_role;
grant execute on function private.find_entries(text), public.search_site(text, int) to anon, authenticated, service_role;
