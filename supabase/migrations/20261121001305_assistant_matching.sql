-- Finds the intent of a question: its words are stemmed (full-text search), replaced by synonyms, corrected by similarity (pg_trgm), and
-- weighed by how few intents have them.

create function private.question_terms(p_text text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  -- addresses, codes, amounts and what stands for them say nothing about what is asked
  v_plain text := regexp_replace(p_text, '\S+@\S+|https?://\S+|\m[2-9A-HJ-NP-Z]{8}\M|\[[a-z]+\]|\+?\d[\d ().,-]+\d{2}', ' ', 'g');
  v_text text := ' ' || btrim(private.normalize_text(v_plain)) || ' ';
  v_synonym record;
begin
  for v_synonym in
    select s.word, s.means from private.assistant_synonyms s
    where s.word like '% %' and position(' ' || s.word || ' ' in v_text) > 0 order by char_length(s.word) desc
  loop
    v_text := replace(v_text, ' ' || v_synonym.word || ' ', ' ' || v_synonym.means || ' ');
  end loop;
  return array(
    select distinct coalesce(s.means, n.means, x.stem)
    from regexp_split_to_table(btrim(v_text), ' ') w
    -- a word that full-text search would leave out, such as where, says much about a question
    cross join lateral (select coalesce((ts_lexize('pg_catalog.english_stem', w))[1], w) as stem) x
    left join private.assistant_synonyms s on s.word = w
    left join private.assistant_synonyms n on n.word = x.stem
    where w <> '' and char_length(w) <= 40 and w not in ('a', 'an', 'the', 'please', 'pls', 'hey', 'so', 'just', 'and', 'or')
    order by 1);
end
$$;
comment on function private.question_terms(text) is
  'The words of a question, each once, stemmed and with synonyms replaced by what they mean; in alphabetical order. Without addresses, '
  'codes of orders, amounts and long numbers.';

create function private.set_phrasing_terms() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.terms := private.question_terms(new.phrasing);
  return new;
end
$$;
comment on function private.set_phrasing_terms() is 'Trigger: stores the terms of a phrasing.';
create trigger assistant_phrasings_terms before insert or update on private.assistant_phrasings
  for each row execute function private.set_phrasing_terms();

create function private.count_terms() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Two phrasings added at once count after one another.
  perform pg_advisory_xact_lock(hashtext('private.assistant_terms'));
  delete from private.assistant_terms where true;
  insert into private.assistant_terms (term, intents)
  select t.term, count(distinct p.intent) from private.assistant_phrasings p cross join lateral unnest(p.terms) t (term) group by t.term;
  return null;
end
$$;
comment on function private.count_terms() is 'Trigger: counts again in how many intents each term occurs.';
create trigger assistant_phrasings_count after insert or update or delete on private.assistant_phrasings
  for each statement execute function private.count_terms();

create function private.weigh_terms(p_terms text[]) returns table (term text, weight real)
language plpgsql stable set search_path = ''
as $$
declare
  v_most real := ln(1 + (select count(*) from private.assistant_intents));
begin
  return query
  select coalesce(k.term, n.term, a.term),
    -- a misspelled word says a little less than the word, an unknown one that the question may be about something else
    coalesce(ln(1 + exp(v_most) / k.intents), 0.85 * ln(1 + exp(v_most) / n.intents), 0.75 * v_most)::real
  from unnest(p_terms) a (term)
  left join private.assistant_terms k on k.term = a.term
  left join lateral (
    select t.term, t.intents from private.assistant_terms t
    where k.term is null and char_length(a.term) >= 4 and char_length(t.term) >= 4
      and extensions.similarity(t.term, a.term) >= 0.42
    order by extensions.similarity(t.term, a.term) desc, t.term limit 1) n on true;
end
$$;
comment on function private.weigh_terms(text[]) is
  'The terms of a question, each with what it says: the fewer intents have it, the more. A term that none has is read as the one that is '
  'spelled most like it.';

create function private.match_terms(p_terms text[]) returns table (intent text, score real)
language plpgsql stable rows 80 set search_path = ''
as $$
begin
  return query
  with asked as materialized (
    select w.term, max(w.weight) as weight from private.weigh_terms(p_terms) w group by w.term
  ), total as (
    select sum(a.weight) as weight from asked a
  ), known as materialized (
    select t.term, ln(1 + n.intents::real / t.intents)::real as weight
    from private.assistant_terms t cross join (select count(*) as intents from private.assistant_intents) n
  ), scored as (
    select p.intent, (select sum(k.weight) from unnest(p.terms) t join known k on k.term = t) as own,
      (select coalesce(sum(a.weight), 0) from asked a where a.term = any (p.terms)) as shared
    from private.assistant_phrasings p
    where p.terms && (select array_agg(a.term) from asked a)
  )
  select s.intent, max(2 * s.shared / (t.weight + s.own))::real
  from scored s cross join total t
  group by s.intent
  order by 2 desc, 1;
end
$$;
comment on function private.match_terms(text[]) is
  'Intents by how much of a question''s weighed terms one of their phrasings has, and the other way round: 1 = all. Best first.';

create function private.nearest_intents(p_text text, p_title text) returns table (intent text, score real)
language plpgsql stable rows 5 set search_path = ''
as $$
declare
  v_terms text[] := private.question_terms(left(p_text, 400));
  v_rest text[] := array(
    select t from unnest(v_terms) t where p_title is null or t <> all (private.question_terms(p_title)));
begin
  return query
  select m.intent, (m.score + case when p_title is not null and i.tool = 'event_info' then 0.15 else 0 end)::real
  from private.match_terms(case when cardinality(v_rest) > 0 then v_rest else v_terms end) m
  join private.assistant_intents i on i.intent = m.intent
  order by 2 desc, 1 limit 5;
end
$$;
comment on function private.nearest_intents(text, text) is
  'The five intents nearest to a question, best first, with a score; from 0.45 on it is answered. p_title = the title of an event that it '
  'names, whose words do not count, and by which it rather asks about the event; null for none.';

create function private.match_question(p_text text, p_title text) returns table (intent text, score real)
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  perform private.require_member();
  return query select n.intent, n.score from private.nearest_intents(p_text, p_title) n;
end
$$;
comment on function private.match_question(text, text) is 'Returns private.nearest_intents to members. Refuses members_only.';

create function private.events_named(p_text text) returns table (event_id uuid, likeness real)
language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_text text;
begin
  perform private.require_member();
  v_text := private.normalize_text(left(p_text, 400));
  return query
  select e.id, extensions.strict_word_similarity(n.title, v_text)
  from public.events e
  cross join lateral (select private.normalize_text(e.title) as title) n
  where e.ends_at > now() - interval '30 days' and not e.is_test
    -- a short title has to be there whole
    and (position(' ' || n.title || ' ' in ' ' || v_text || ' ') > 0
      or (char_length(n.title) >= 6 and extensions.strict_word_similarity(n.title, v_text) >= 0.6))
  order by 2 desc, e.ends_at < now(), e.starts_at, e.id limit 20;
end
$$;
comment on function private.events_named(text) is
  'Ids of the events whose title a question has, the likest first, the soonest of several alike; who calls this reads each as the caller. '
  'Refuses members_only.';

revoke execute on function private.question_terms(text), private.set_phrasing_terms(), private.count_terms(), private.weigh_terms(text[]),
  private.match_terms(text[]), private.nearest_intents(text, text), private.match_question(text, text), private.events_named(text)
from public, anon, authenticated, service_role;
grant execute on function private.match_question(text, text), private.events_named(text) to authenticated;
