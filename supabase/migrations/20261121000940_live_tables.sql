-- Stores streams: what they are, who may watch, where their picture comes from, and who is watching. Functions alone write.

create table private.stream_states (
  state text primary key,
  position int not null unique,
  label text not null,
  tone text not null check (tone in ('neutral', 'info', 'success', 'warning', 'danger')),
  shown_as text not null check (shown_as in ('hidden', 'scheduled', 'live', 'interrupted', 'ended', 'replay', 'cancelled')),
  is_published boolean not null,
  is_upcoming boolean not null,
  is_on_air boolean not null,
  is_playable boolean not null,
  is_previewed boolean not null,
  takes_ingest boolean not null,
  sells_passes boolean not null,
  can_be_edited boolean not null,
  can_be_cancelled boolean not null,
  is_over boolean not null
);
comment on table private.stream_states is
  'The states of a stream. label and tone = what staff read, and the color of its badge; shown_as = what visitors are told.';
comment on column private.stream_states.is_published is 'Everybody may read a stream in this state.';
comment on column private.stream_states.is_upcoming is 'A stream in this state has not been on the air yet.';
comment on column private.stream_states.is_on_air is 'A stream in this state takes its channel: no other of the channel is on the air.';
comment on column private.stream_states.is_playable is 'Who is entitled may watch a stream in this state.';
comment on column private.stream_states.is_previewed is 'Operators may watch a stream in this state, and nobody else.';
comment on column private.stream_states.takes_ingest is 'The source of a stream in this state may send.';
comment on column private.stream_states.sells_passes is 'Passes of a stream in this state are on sale.';
comment on column private.stream_states.can_be_edited is 'An admin may change what a stream in this state is.';
comment on column private.stream_states.can_be_cancelled is 'An admin may call off a stream in this state.';
comment on column private.stream_states.is_over is 'The broadcast of a stream in this state is over.';
insert into private.stream_states (state, position, label, tone, shown_as, is_published, is_upcoming, is_on_air, is_playable, is_previewed,
  takes_ingest, sells_passes, can_be_edited, can_be_cancelled, is_over) values
  --                                                        publ.  coming on air play   prev.  ingest passes edit   cancel over
  ('draft',       1, 'Draft',       'neutral', 'hidden',      false, true,  false, false, false, false, false, true,  true,  false),
  ('scheduled',   2, 'Scheduled',   'info',    'scheduled',   true,  true,  false, false, true,  true,  true,  true,  true,  false),
  ('preview',     3, 'Preview',     'warning', 'scheduled',   true,  true,  false, false, true,  true,  true,  true,  false, false),
  ('live',        4, 'Live',        'danger',  'live',        true,  false, true,  true,  false, true,  true,  false, false, false),
  ('interrupted', 5, 'Interrupted', 'warning', 'interrupted', true,  false, true,  true,  false, true,  false, false, false, false),
  ('ended',       6, 'Ended',       'neutral', 'ended',       true,  false, false, false, false, false, false, false, false, true),
  ('replay',      7, 'Replay',      'success', 'replay',      true,  false, false, true,  false, false, true,  false, false, true),
  ('archived',    8, 'Archived',    'neutral', 'ended',       false, false, false, false, false, false, false, false, false, true),
  ('cancelled',   9, 'Canceled',    'danger',  'cancelled',   true,  false, false, false, false, false, false, false, false, true);
select private.write_state_questions('stream');

create table private.stream_moves (
  from_state text not null,
  to_state text not null,
  roles text[] not null check (roles <@ '{manager,operator,system}' and cardinality(roles) > 0),
  primary key (from_state, to_state)
);
comment on table private.stream_moves is
  'Every legal change of a stream''s state and who may make it: managers (admins), operators (people with the grant at its event), or '
  'the system (its source and the clock). private.move_stream refuses all others.';
insert into private.stream_moves (from_state, to_state, roles) values
  ('draft', 'scheduled', '{manager}'),
  ('draft', 'cancelled', '{manager}'),
  ('scheduled', 'preview', '{operator,system}'),
  ('preview', 'scheduled', '{system}'),
  ('scheduled', 'cancelled', '{manager,system}'),
  ('preview', 'live', '{manager,operator}'),
  ('live', 'interrupted', '{manager,operator,system}'),
  ('interrupted', 'live', '{manager,operator,system}'),
  ('live', 'ended', '{manager,operator,system}'),
  ('interrupted', 'ended', '{manager,operator,system}'),
  ('ended', 'replay', '{manager,system}'),
  ('ended', 'archived', '{manager,system}'),
  ('replay', 'archived', '{manager,system}');

create table public.streams (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(code) between 3 and 60),
  title text not null check (char_length(title) between 1 and 120),
  description text not null default '' check (char_length(description) <= 2000),
  event_id uuid references public.events (id) on delete set null,
  channel text not null default 'main' check (channel ~ '^[a-z][a-z0-9_]{1,29}$'),
  state text not null default 'draft' constraint streams_state check (private.is_stream_state(state)),
  state_at timestamptz not null default now(),
  access_rule text not null default 'public' check (access_rule in ('public', 'signed_in', 'ticket_types', 'pass')),
  starts_at timestamptz,
  minutes int not null default 180 check (minutes between 5 and 1440),
  pass_cents bigint check (pass_cents between 50 and 100000),
  image_path text check (image_path ~ '^/(art|pictures)/[a-z0-9][a-z0-9-]{7,90}\.[0-9a-f]{15}$'),
  image_alt text not null default '' check (char_length(image_alt) <= 300),
  has_replay boolean not null default false,
  replay_hours int not null default 168 check (replay_hours between 48 and 720),
  replay_ready_at timestamptz,
  replay_until timestamptz,
  live_at timestamptz,
  interrupted_at timestamptz,
  is_held boolean not null default false,
  interrupted_seconds int not null default 0 check (interrupted_seconds >= 0),
  ended_at timestamptz,
  passes_end_at timestamptz,
  called_off_at timestamptz,
  version int not null default 1 check (version >= 1),
  edit_version int not null default 1 check (edit_version >= 1),
  created_at timestamptz not null default now(),
  constraint streams_pass check (access_rule <> 'pass' or pass_cents is not null),
  constraint streams_pass_rule check (pass_cents is null or access_rule in ('pass', 'ticket_types')),
  constraint streams_start check (state = 'draft' or starts_at is not null),
  constraint streams_live check (not private.stream_is_on_air(state) or live_at is not null),
  constraint streams_interrupted check ((state = 'interrupted') = (interrupted_at is not null)),
  constraint streams_held check (not is_held or state = 'interrupted'),
  constraint streams_called_off check (called_off_at is null or passes_end_at is not null),
  constraint streams_replay check (state <> 'replay' or replay_until is not null)
);
comment on table public.streams is
  'Streams. code = their name in addresses. channel = one stream of a channel is on the air at a time. state changes by '
  'private.move_stream alone, and version is raised by every change. access_rule: everybody (public), people with an account (signed_in), '
  'holders of a ticket of public.stream_ticket_types or of a type of its event that includes the stream (ticket_types), or owners of a '
  'pass (pass; a ticket that includes the stream is one too). pass_cents = what a pass costs, all in; null = none is sold. minutes = how '
  'long it is meant to last.';
comment on column public.streams.edit_version is
  'Raised when an admin saves what the stream is: a form that began with an older one is refused. The source and the clock raise '
  'version alone.';
comment on column public.streams.image_path is 'Picture key of the poster; null = that of its event, else the brand''s.';
comment on column public.streams.has_replay is
  'Its recording is shown for replay_hours after the end, to the same people; replay_ready_at = since when there is one.';
comment on column public.streams.interrupted_at is
  'Since when nothing comes, while it is interrupted; interrupted_seconds = how long that was before. is_held = staff interrupted it, so '
  'that segments alone do not bring it back.';
comment on column public.streams.passes_end_at is
  'Since when all its passes are given back, because it was called off or failed: none is sold any more. called_off_at = since when it is '
  'called off; its state becomes cancelled when no pass is left.';
create unique index streams_one_on_air on public.streams (channel) where private.stream_is_on_air(state);
create index streams_event on public.streams (event_id) where event_id is not null;
create index streams_upcoming on public.streams (starts_at) where private.stream_is_upcoming(state);
create index streams_past on public.streams (live_at desc) where private.stream_is_over(state);

create table public.stream_ticket_types (
  stream_id uuid not null references public.streams (id) on delete cascade,
  ticket_type_id uuid not null references public.ticket_types (id) on delete cascade,
  primary key (stream_id, ticket_type_id)
);
comment on table public.stream_ticket_types is 'Types of tickets whose holders may watch a stream with the rule ticket_types.';
create index stream_ticket_types_type on public.stream_ticket_types (ticket_type_id);

create table private.stream_source_kinds (
  name text primary key,
  position int not null unique,
  label text not null,
  has_key boolean not null,
  has_recording boolean not null
);
comment on table private.stream_source_kinds is
  'Where the picture of a stream may come from; app/features/live/playback has an adapter for each. has_key = the sender proves itself by '
  'a stream key; has_recording = a recording is there as soon as the stream ends, without a report.';
insert into private.stream_source_kinds (name, position, label, has_key, has_recording) values
  ('demo', 1, 'Demo channel', false, true),
  ('origin', 2, 'HLS origin', false, false),
  ('mux', 3, 'Mux', false, false),
  ('ingest', 4, 'RTMP on this machine', true, false);

create table private.stream_sources (
  stream_id uuid primary key references public.streams (id) on delete cascade,
  kind text not null default 'demo' references private.stream_source_kinds (name),
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object' and pg_column_size(config) <= 8192),
  key_hash text unique check (key_hash ~ '^[A-Za-z0-9_-]{43}$'),
  key_version int not null default 0 check (key_version >= 0),
  key_at timestamptz
);
comment on table private.stream_sources is
  'Where the picture of a stream comes from, one row a stream: never shown to people who watch. config = addresses and signing keys, by '
  'kind. key_hash = SHA-256 of the stream key, which is shown once; key_version is raised when it is replaced, and ends what was sent '
  'with the one before.';

create index stream_sources_kind on private.stream_sources (kind);

create table private.stream_health (
  stream_id uuid primary key references public.streams (id) on delete cascade,
  last_segment_at timestamptz,
  healthy_since timestamptz,
  bitrate_kbps int check (bitrate_kbps between 0 and 1000000),
  dropped_frames int check (dropped_frames >= 0),
  is_connected boolean not null default false,
  reported_at timestamptz not null default now()
) with (fillfactor = 50);
comment on table private.stream_health is
  'How the source of a stream does, as it last reported. healthy_since = since when segments come without a gap of 20 seconds.';

create table private.playback_sessions (
  id uuid primary key default gen_random_uuid(),
  stream_id uuid not null references public.streams (id) on delete cascade,
  person_id uuid references auth.users (id) on delete set null,
  device_id uuid not null,
  entitlement text not null check (entitlement in ('public', 'account', 'holder', 'pass', 'preview')),
  is_replay boolean not null default false,
  began_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('left', 'replaced', 'elsewhere', 'not_entitled', 'banned', 'over')),
  constraint playback_sessions_ended check ((ended_at is null) = (end_reason is null)),
  constraint playback_sessions_expires check (expires_at > began_at)
) with (fillfactor = 70);
comment on table private.playback_sessions is
  'Who watches a stream on which device: one row each time playback begins, renewed while it goes on; the signed token of a session lives '
  'until expires_at. entitlement = by what its viewer may watch. person_id = null for visitors. Deleted 30 days later, when '
  'private.stream_figures has what they add up to.';
create index playback_sessions_open on private.playback_sessions (stream_id, expires_at) where ended_at is null;
create index playback_sessions_person on private.playback_sessions (person_id, stream_id, began_at) where person_id is not null;
create index playback_sessions_stream on private.playback_sessions (stream_id, began_at);
create index playback_sessions_began on private.playback_sessions (began_at);

create table private.stream_minutes (
  stream_id uuid not null references public.streams (id) on delete cascade,
  minute timestamptz not null,
  viewers int not null check (viewers >= 0),
  primary key (stream_id, minute)
);
comment on table private.stream_minutes is 'How many watched a stream at each minute that it was on the air, previews aside.';

create table private.stream_figures (
  stream_id uuid primary key references public.streams (id) on delete cascade,
  viewers int not null default 0 check (viewers >= 0),
  watch_seconds bigint not null default 0 check (watch_seconds >= 0)
);
comment on table private.stream_figures is
  'What the sessions of a stream that were deleted add up to: how many people or devices watched, and for how long in all.';

create table public.stream_reminders (
  stream_id uuid not null references public.streams (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (stream_id, user_id)
);
comment on table public.stream_reminders is 'Members who asked to be told when a stream begins.';
create index stream_reminders_user on public.stream_reminders (user_id);

alter table public.streams enable row level security;
alter table public.streams force row level security;
alter table public.stream_ticket_types enable row level security;
alter table public.stream_ticket_types force row level security;
alter table public.stream_reminders enable row level security;
alter table public.stream_reminders force row level security;
