-- Reports of posts, the cases that moderators decide, sanctions, appeals, and what moderators work with.

create table private.house_rules (
  rule text primary key check (rule ~ '^[a-z]{3,20}$'),
  position int not null unique,
  title text not null check (char_length(title) between 3 and 60)
);
comment on table private.house_rules is
  'The rules of the community, which decisions name. The page of help (community-rules.md) explains each under the same number and title.';
insert into private.house_rules (rule, position, title) values
  ('respect', 1, 'Be respectful'),
  ('hate', 2, 'No hate'),
  ('sexual', 3, 'Keep it clean'),
  ('tickets', 4, 'No ticket sales or scams'),
  ('privacy', 5, 'Respect people''s privacy'),
  ('spam', 6, 'No spam'),
  ('safety', 7, 'Nothing illegal or dangerous'),
  ('honesty', 8, 'Be who you are');

create table private.moderation_cases (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.posts (id) on delete cascade,
  round int not null default 1 check (round >= 1),
  state text not null default 'open' check (state in ('open', 'claimed', 'upheld', 'rejected', 'ignored')),
  sources text[] not null check (cardinality(sources) > 0
    and sources <@ '{reports,first_post,words,domains,resale,edit,repair,staff}'::text[]),
  priority int not null default 0 check (priority between 0 and 2),
  claimed_by uuid references auth.users (id) on delete set null,
  claimed_until timestamptz,
  version int not null default 1,
  opened_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  rule text references private.house_rules (rule),
  reason text check (char_length(reason) between 3 and 500),
  unique (post_id, round),
  constraint moderation_cases_decided check ((state in ('upheld', 'rejected', 'ignored')) = (decided_at is not null)),
  constraint moderation_cases_claimed check ((state = 'claimed') = (claimed_until is not null)),
  constraint moderation_cases_rule check (state <> 'upheld' or num_nonnulls(rule, reason) = 2)
);
comment on table private.moderation_cases is
  'Cases of moderators about posts: one open case per post, another round after a decision. sources = why it was opened; priority 0 = '
  'to review, 1 = reported or suspicious, 2 = hidden until somebody decides. version changes with every change of the case or of the '
  'post''s text: a decision names the one that its moderator saw. A claim is worth nothing after claimed_until. upheld = the post broke a '
  'rule, rejected = it did not, ignored = nothing was left to decide.';
create unique index moderation_cases_open on private.moderation_cases (post_id) where decided_at is null;
create index moderation_cases_queue on private.moderation_cases (priority desc, opened_at, id) where decided_at is null;
create index moderation_cases_decided_at on private.moderation_cases (decided_at desc, id desc) where decided_at is not null;
create index moderation_cases_claimed_by on private.moderation_cases (claimed_by);
create index moderation_cases_decided_by on private.moderation_cases (decided_by);
create index moderation_cases_rule on private.moderation_cases (rule);

create table public.post_reports (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.posts (id) on delete cascade,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null check (reason in ('spam', 'harassment', 'hate', 'sexual', 'scam', 'privacy', 'other')),
  note text check (char_length(note) between 1 and 500),
  weight numeric(2, 1) not null check (weight in (0, 0.5, 1, 1.5)),
  state text not null default 'open' check (state in ('open', 'upheld', 'rejected', 'ignored')),
  case_id uuid not null references private.moderation_cases (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint post_reports_other check (reason <> 'other' or note is not null)
);
comment on table public.post_reports is
  'Reports of posts and comments. weight = what a report counts for hiding a post automatically. Reporters read their own, moderators '
  'all, authors none.';
create unique index post_reports_open on public.post_reports (post_id, reporter_id) where state = 'open';
create index post_reports_reporter on public.post_reports (reporter_id, created_at);
create index post_reports_post on public.post_reports (post_id, reporter_id);
create index post_reports_case on public.post_reports (case_id);

create table private.moderation_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  action text not null check (action ~ '^[a-z_]{3,30}$'),
  case_id uuid,
  post_id uuid,
  user_id uuid,
  actor_id uuid,
  facts jsonb not null default '{}'
);
comment on table private.moderation_log is
  'Log of cases, posts and people, for moderators. user_id = whom it is about; actor_id = who did it, null for the site itself. '
  'Append-only; posts and people are named by id, so that erasing one keeps the log. facts never hold what somebody wrote in a post.';
create index moderation_log_case on private.moderation_log (case_id, id);
create index moderation_log_user on private.moderation_log (user_id, id);
create trigger moderation_log_append_only before update or delete on private.moderation_log
  for each row execute function private.deny_change();
create trigger moderation_log_no_truncate before truncate on private.moderation_log
  for each statement execute function private.deny_change();

create table private.sanctions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (kind in ('warn', 'mute')),
  reason text not null check (char_length(reason) between 3 and 500),
  rule text not null references private.house_rules (rule),
  case_id uuid references private.moderation_cases (id) on delete set null,
  imposed_by uuid references auth.users (id) on delete set null,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  lifted_at timestamptz,
  lifted_by uuid references auth.users (id) on delete set null,
  lift_reason text check (char_length(lift_reason) between 3 and 500),
  constraint sanctions_ends check ((kind = 'mute') = (ends_at is not null)),
  constraint sanctions_length check (ends_at > starts_at and ends_at <= starts_at + interval '30 days'),
  constraint sanctions_lifted check ((lifted_at is null) = (lift_reason is null))
);
comment on table private.sanctions is
  'Warnings, and mutes of 30 days at most: who is muted reads and buys, but posts nothing. A mute ends by itself at ends_at, or when it is '
  'lifted. Suspending and banning are of the account (sanction_account).';
create index sanctions_user on private.sanctions (user_id, starts_at desc);
create index sanctions_rule on private.sanctions (rule);
create index sanctions_case on private.sanctions (case_id);
create index sanctions_imposed_by on private.sanctions (imposed_by);
create index sanctions_lifted_by on private.sanctions (lifted_by);

create table private.appeals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  sanction_id uuid unique references private.sanctions (id) on delete cascade,
  case_id uuid unique references private.moderation_cases (id) on delete cascade,
  text text not null check (char_length(text) between 10 and 1000),
  state text not null default 'open' check (state in ('open', 'granted', 'denied')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  reason text check (char_length(reason) between 3 and 500),
  constraint appeals_of_one check (num_nonnulls(sanction_id, case_id) = 1),
  constraint appeals_decided check ((state = 'open') = (decided_at is null) and (state = 'open' or reason is not null))
);
comment on table private.appeals is
  'Appeals against a sanction, or against the decision (case_id) that removed a post: one each, within 14 days, decided by another than '
  'the first one.';
create index appeals_open on private.appeals (created_at, id) where decided_at is null;
create index appeals_user on private.appeals (user_id, created_at desc);
create index appeals_decided_by on private.appeals (decided_by);

create table private.moderation_terms (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('word', 'domain', 'brand')),
  term text not null check (char_length(term) between 2 and 80),
  pattern text not null check (char_length(pattern) between 2 and 200),
  action text not null check (action in ('review', 'report', 'refuse')),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (kind, term),
  constraint moderation_terms_brand check (kind <> 'brand' or action = 'refuse')
);
comment on table private.moderation_terms is
  'Words and domains of posts that open a case (report), keep the post from readers until somebody looks (review) or are not taken '
  '(refuse); brand = words that names of people may not have. pattern = what the term is searched by, made by private.term_pattern.';
create index moderation_terms_created_by on private.moderation_terms (created_by);

create table private.canned_replies (
  id uuid primary key default gen_random_uuid(),
  title text not null unique check (char_length(title) between 2 and 60),
  rule text references private.house_rules (rule),
  text text not null check (char_length(text) between 3 and 500),
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.canned_replies is 'Reasons that moderators give authors often, to choose instead of typing them.';
create index canned_replies_rule on private.canned_replies (rule);
create index canned_replies_updated_by on private.canned_replies (updated_by);

create table private.moderator_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  text text not null check (char_length(text) between 1 and 1000),
  created_at timestamptz not null default now()
);
comment on table private.moderator_notes is 'Notes of moderators about a person, for moderators. Never changed; they go with the account.';
create index moderator_notes_user on private.moderator_notes (user_id, created_at desc);
create index moderator_notes_author on private.moderator_notes (author_id);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['private.house_rules', 'private.moderation_cases', 'public.post_reports', 'private.moderation_log',
    'private.sanctions', 'private.appeals', 'private.moderation_terms', 'private.canned_replies', 'private.moderator_notes'] loop
    execute format('alter table %s enable row level security', v_table);
    execute format('alter table %s force row level security', v_table);
  end loop;
end
$$;

grant select (id, post_id, reporter_id, reason, note, created_at) on public.post_reports to authenticated;
grant select on public.post_reports to service_role;
create policy post_reports_select on public.post_reports for select to authenticated
  using ((reporter_id = (select auth.uid()) and (select private.is_member())) or (select private.may('moderate')));
