-- Stores the assistant: what it can answer (intents with their phrasings and synonyms), what it was asked, and its conversations.

create table private.assistant_intents (
  intent text primary key check (intent ~ '^[a-z][a-z_]{1,29}$'),
  title text not null check (char_length(title) between 3 and 80),
  tool text not null check (tool in ('say', 'help', 'find_events', 'event_info', 'my_tickets', 'my_orders', 'order_status',
    'explain_charge', 'refund_terms', 'product_search', 'waitlist_status', 'my_cart')),
  detail text check (char_length(detail) between 2 and 80),
  answer text not null check (char_length(answer) <= 400),
  pages text[] not null default '{}'
);
comment on table private.assistant_intents is
  'What the guide can answer, one row each. title = the question as a suggestion shows it; tool = the read that answers it; detail = what '
  'of it: a field of an event, days of the list, or the question of the help page. answer = words before the records. pages = where the '
  'answer links to, by the names of app/features/assistant/answer-pages.rules.ts.';

create table private.assistant_phrasings (
  id uuid primary key default gen_random_uuid(),
  intent text not null references private.assistant_intents (intent) on delete cascade,
  phrasing text not null check (char_length(phrasing) between 2 and 200),
  terms text[] not null check (cardinality(terms) > 0),
  added_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (intent, phrasing)
);
comment on table private.assistant_phrasings is
  'Ways to ask for an intent. terms = its words as private.question_terms makes them. added_by = the staff person who added it from an '
  'unanswered question; null for those that came with the site.';
create index assistant_phrasings_added_by on private.assistant_phrasings (added_by) where added_by is not null;

create table private.assistant_synonyms (
  word text primary key check (word = lower(word) and char_length(word) between 2 and 40),
  means text not null check (means ~ '^[a-z]{2,30}$')
);
comment on table private.assistant_synonyms is
  'Words of questions that mean the same, of several words too (dress code). Compared before stemming; means is compared as it is.';

create table private.assistant_terms (
  term text primary key,
  intents int not null check (intents > 0)
);
comment on table private.assistant_terms is
  'How many intents have a term in their phrasings: the fewer, the more it says. Written by a trigger of the phrasings alone.';

create table private.assistant_unanswered (
  id uuid primary key default gen_random_uuid(),
  question text not null check (char_length(question) between 1 and 200),
  question_key text not null unique,
  nearest text references private.assistant_intents (intent) on delete set null,
  times int not null default 1 check (times > 0),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
comment on table private.assistant_unanswered is
  'Questions without an answer, for staff, without who asked: private.without_names leaves out addresses, numbers, codes and names. '
  'question_key = its terms, by which the same question is counted. nearest = the intent that came closest.';
create index assistant_unanswered_last on private.assistant_unanswered (last_at desc);
create index assistant_unanswered_nearest on private.assistant_unanswered (nearest) where nearest is not null;

create table public.assistant_conversations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 80),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.assistant_conversations is
  'Conversations of members with the assistant, each their own; deleted 30 days after the last question. title = the first question.';
create index assistant_conversations_user on public.assistant_conversations (user_id, updated_at desc);
create index assistant_conversations_updated on public.assistant_conversations (updated_at);

create table public.assistant_turns (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.assistant_conversations (id) on delete cascade,
  seq int not null check (seq > 0),
  question text not null check (char_length(question) between 1 and 4000),
  intent text check (char_length(intent) <= 30),
  event_id uuid references public.events (id) on delete set null,
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array' and pg_column_size(blocks) <= 60000),
  tools jsonb not null default '[]' check (jsonb_typeof(tools) = 'array' and pg_column_size(tools) <= 8000),
  rating smallint check (rating in (-1, 1)),
  created_at timestamptz not null default now(),
  unique (conversation_id, seq)
);
comment on table public.assistant_turns is
  'Questions with their answers. blocks = the answer as data: texts, cards and links, never HTML. event_id = the event it was about, which '
  'a question after it may mean. tools = [{tool, argsHash, ids}]: what was read for it. rating = what the person thought of it.';
create index assistant_turns_event on public.assistant_turns (event_id) where event_id is not null;

alter table public.assistant_conversations enable row level security;
alter table public.assistant_conversations force row level security;
alter table public.assistant_turns enable row level security;
alter table public.assistant_turns force row level security;
revoke all on public.assistant_conversations, public.assistant_turns from public, anon, authenticated, service_role;
grant select on public.assistant_conversations, public.assistant_turns to authenticated, service_role;
create policy assistant_conversations_select on public.assistant_conversations for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_member()));
create policy assistant_turns_select on public.assistant_turns for select to authenticated
  using (exists (select 1 from public.assistant_conversations c where c.id = conversation_id));

insert into private.person_columns (place, on_merge, reason) values
  ('public.assistant_conversations.user_id', 'moves', 'what the person asked the assistant'),
  ('private.assistant_phrasings.added_by', 'stays', 'who did it');
