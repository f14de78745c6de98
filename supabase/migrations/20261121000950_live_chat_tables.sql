-- The chat of a stream: what was said, in one order for everybody, and who may not say anything. Functions alone write.

create table private.chat_modes (
  mode text primary key,
  position int not null unique,
  label text not null,
  is_open boolean not null,
  audience text not null check (audience in ('everyone', 'members', 'holders'))
);
comment on table private.chat_modes is
  'What moderators may set a chat to. is_open = people write, in the time that the stream gives; audience = who reads: everybody, people '
  'with an account, or people with a ticket or a pass. Who writes has an account and is of the audience.';
insert into private.chat_modes (mode, position, label, is_open, audience) values
  ('open',         1, 'Open',            true,  'everyone'),
  ('members_only', 2, 'Members only',    true,  'members'),
  ('holders_only', 3, 'Ticket and pass', true,  'holders'),
  ('closed',       4, 'Closed',          false, 'everyone');

create table private.chats (
  stream_id uuid primary key references public.streams (id) on delete cascade,
  mode text not null default 'open' references private.chat_modes (mode),
  slow_seconds int not null default 5 check (slow_seconds in (0, 5, 10, 30, 60, 120)),
  pinned_id uuid,
  last_seq bigint not null default 0 check (last_seq >= 0)
) with (fillfactor = 50);
comment on table private.chats is
  'The chat of a stream; one without a row has the defaults. last_seq counts everything that happens in it: a number is taken under the '
  'lock of this row, which is held until the commit. So numbers become visible in their order and without gaps, and a reader that asks '
  'for what is above the last one it saw misses nothing. slow_seconds = the least time between two messages of one person.';
create index chats_mode on private.chats (mode);
create index chats_pinned on private.chats (pinned_id, stream_id);

create table public.chat_messages (
  id uuid primary key default gen_random_uuid(),
  stream_id uuid not null references public.streams (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  seq bigint not null check (seq > 0),
  change_seq bigint not null check (change_seq >= seq),
  body text not null check (char_length(body) <= 500 and body ~ '\S'),
  reply_to uuid,
  author_active boolean not null default true,
  is_hidden boolean not null default false,
  reports int not null default 0 check (reports >= 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (stream_id, seq),
  unique (stream_id, change_seq),
  unique (id, stream_id),
  constraint chat_messages_reply foreign key (reply_to, stream_id) references public.chat_messages (id, stream_id)
    on delete set null (reply_to)
);
comment on table public.chat_messages is
  'What was said in the chats of streams. seq = its place among everything that happened there, change_seq = the place of its last '
  'change: readers follow that. body = plain text, with emotes as codes such as :fire:. is_hidden = by moderators: its author and they '
  'still read it. author_active = false while the account of its author is deactivated. reports = open ones. Deleted with the account of '
  'its author, else 30 days after the stream ended.';
create index chat_messages_author on public.chat_messages (author_id, created_at desc);
create index chat_messages_reported on public.chat_messages (reports desc, created_at, id) where reports > 0;
create index chat_messages_reply_to on public.chat_messages (reply_to, stream_id) where reply_to is not null;
alter table private.chats add constraint chats_pinned_message foreign key (pinned_id, stream_id)
  references public.chat_messages (id, stream_id) on delete set null (pinned_id);

create table private.chat_reports (
  message_id uuid not null references public.chat_messages (id) on delete cascade,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null check (reason in ('spam', 'harassment', 'hate', 'sexual', 'scam', 'privacy', 'other')),
  state text not null default 'open' check (state in ('open', 'upheld', 'rejected')),
  created_at timestamptz not null default now(),
  primary key (message_id, reporter_id)
);
comment on table private.chat_reports is
  'Reports of messages: moderators see at once in the chat that there are some, and decide there. One per person and message.';
create index chat_reports_reporter on private.chat_reports (reporter_id, created_at);

create table private.chat_sanctions (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id uuid not null,
  kind text not null check (kind in ('mute', 'ban', 'lift')),
  minutes int check (minutes in (1, 10, 60, 1440)),
  device_hashes text[] not null default '{}',
  message_id uuid,
  actor_id uuid,
  constraint chat_sanctions_minutes check ((kind = 'mute') = (minutes is not null)),
  constraint chat_sanctions_devices check (kind = 'ban' or device_hashes = '{}')
);
comment on table private.chat_sanctions is
  'Who may not write in chats: a mute ends by itself after its minutes, a ban holds until it is lifted (a row lift), also for other '
  'accounts that signed in from a device of the banned one (device_hashes, of private.known_devices). They hold in the chats of all '
  'streams. Append-only; people and messages are named by id, so that erasing one keeps the log.';
create index chat_sanctions_user on private.chat_sanctions (user_id, id);
create index chat_sanctions_devices on private.chat_sanctions using gin (device_hashes) where kind = 'ban';
create trigger chat_sanctions_append_only before update or delete on private.chat_sanctions
  for each row execute function private.deny_change();
create trigger chat_sanctions_no_truncate before truncate on private.chat_sanctions
  for each statement execute function private.deny_change();

alter table public.chat_messages enable row level security;
alter table public.chat_messages force row level security;
