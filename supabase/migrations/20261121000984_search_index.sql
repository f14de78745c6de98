-- Adds entries to the index of site search and removes them.

create function private.normalize_text(p_text text)
returns text
language plpgsql stable strict parallel safe set search_path = ''
as $$
begin
  return regexp_replace(
    regexp_replace(lower(extensions.unaccent('extensions.unaccent', normalize(p_text, nfkc))), '[''’ʼ`]', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g');
end
$$;
comment on function private.normalize_text(text) is
  'Text as search compares it: small letters without accents or apostrophes, and a space for everything that is neither letter nor digit.';

create function private.weighted_tsvector(p_text text, p_weight "char")
returns tsvector
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return setweight(to_tsvector('pg_catalog.simple', concat_ws(' ', private.normalize_text(p_text),
    case when p_text ~ '[''’ʼ`]' then private.normalize_text(translate(p_text, '''’ʼ`', '    ')) end)), p_weight);
end
$$;
comment on function private.weighted_tsvector(text, "char") is
  'The words of a text, all with one weight (A to D); what an apostrophe joins also in its parts, so that L''Ouverture is found by '
  'ouverture. No stemming: names come in many languages.';

create function private.put_search_entry(
  p_kind text, p_item uuid, p_members_only boolean, p_words tsvector, p_at timestamptz, p_position int
)
returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.search_entries as e (kind, item_id, members_only, words, at, position)
  values (p_kind, p_item, p_members_only, p_words, p_at, p_position)
  on conflict (kind, item_id) do update set members_only = excluded.members_only, words = excluded.words,
    at = excluded.at, position = excluded.position;
  if p_kind <> 'post' then
    -- in one order, so that two transactions with the same new words cannot deadlock
    insert into private.search_words (word)
    select w.word from unnest(tsvector_to_array(p_words)) w (word)
    where char_length(w.word) between 3 and 40 and w.word !~ '^[0-9]+$'
      and not exists (select 1 from private.search_words s where s.word = w.word)
    order by w.word
    on conflict do nothing;
  end if;
end
$$;
comment on function private.put_search_entry(text, uuid, boolean, tsvector, timestamptz, int) is
  'Adds an entry to the index of site search, or updates it.';

create function private.forget_search_words(p_text text)
returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from private.search_words w
  where w.word = any (tsvector_to_array(private.weighted_tsvector(p_text, 'C')))
    and not exists (select 1 from private.search_entries s where s.words @@ private.search_term(w.word, '')::tsquery);
end
$$;
comment on function private.forget_search_words(text) is
  'Deletes the words of a text that no entry of site search has any more from those that misspelt queries are corrected by.';

create function private.index_event()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or new.is_test or new.visibility not in ('public', 'members')
    or new.status not in ('published', 'postponed', 'cancelled')
  then
    delete from private.search_entries e where e.kind = 'event' and e.item_id = coalesce(new.id, old.id);
  else
    perform private.put_search_entry('event', new.id, new.visibility = 'members',
      private.weighted_tsvector(new.title, 'A')
        || private.weighted_tsvector(concat_ws(' ', array_to_string(new.genres, ' '),
          (select string_agg(l.entry ->> 'name', ' ') from jsonb_array_elements(new.line_up) l (entry))), 'B')
        || private.weighted_tsvector(concat_ws(' ', new.venue_name, new.neighborhood, new.city, new.region), 'C')
        || private.weighted_tsvector(new.summary, 'D'),
      new.ends_at, 0);
  end if;
  if tg_op = 'UPDATE' and new.venue_hidden and not old.venue_hidden then
    perform private.forget_search_words(old.venue_name);
  end if;
  return null;
end
$$;
comment on function private.index_event() is
  'Trigger: keeps an event''s entry in site search. Drafts, unlisted and test events have none. The words of a venue that '
  'is hidden now are forgotten.';
create trigger events_index after insert or update or delete on public.events
  for each row execute function private.index_event();

create function private.index_product()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or new.status <> 'active' then
    delete from private.search_entries e where e.kind = 'product' and e.item_id = coalesce(new.id, old.id);
  else
    perform private.put_search_entry('product', new.id, false,
      private.weighted_tsvector(new.name, 'A') || private.weighted_tsvector(new.summary, 'D'), null, new.position);
  end if;
  return null;
end
$$;
comment on function private.index_product() is 'Trigger: keeps a product''s entry in site search. Only active ones have one.';
create trigger products_index after insert or update or delete on public.products
  for each row execute function private.index_product();

create function private.index_post()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or new.post_id is not null or not private.post_is_shown(new.status) or not new.author_active then
    delete from private.search_entries e where e.kind = 'post' and e.item_id = coalesce(new.id, old.id);
  else
    perform private.put_search_entry('post', new.id, false, private.weighted_tsvector(new.body, 'D'), new.created_at, 0);
  end if;
  return null;
end
$$;
comment on function private.index_post() is
  'Trigger: keeps a post''s entry in site search. Comments have none, nor has a post that is not shown or whose author was deactivated.';
create trigger posts_index after insert or update or delete on public.posts
  for each row execute function private.index_post();

revoke execute on function private.normalize_text(text), private.weighted_tsvector(text, "char"),
  private.put_search_entry(text, uuid, boolean, tsvector, timestamptz, int), private.forget_search_words(text),
  private.index_event(), private.index_product(), private.index_post()
from public, anon, authenticated, service_role;
