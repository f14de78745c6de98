-- Stores every attempt to enter (append-only) and who is inside.

create table public.scans (
  id uuid primary key default gen_random_uuid(),
  scan_uid uuid not null unique,
  event_id uuid not null references public.events (id),
  ticket_id uuid references public.tickets (id),
  staff_id uuid,
  gate text not null default '' check (length(gate) <= 60),
  device text not null default '' check (length(device) <= 80),
  method text not null default 'camera' check (method in ('camera', 'code', 'search', 'undo')),
  result text not null check (result in (
    'ok', 'already_in', 'void_refunded', 'void_cancelled', 'in_transfer', 'listed', 'wrong_event', 'not_yet', 'ended',
    'unpaid', 'blocked', 'unknown', 'bad_signature', 'old_code', 'test_ticket', 'undone')),
  is_bounce boolean not null default false,
  reverses uuid references public.scans (id),
  reason text check (length(reason) <= 200),
  response jsonb not null default '{}',
  scanned_at timestamptz not null default now()
);
comment on table public.scans is
  'Every scan, refused ones too; append-only. scan_uid comes from the device: the same one gets the same response. is_bounce = the device '
  'that admitted a ticket read it again within 5 s (result already_in). Staff are named by id, so that erasing a person keeps the log.';
create index scans_event on public.scans (event_id, scanned_at desc);
create index scans_ticket on public.scans (ticket_id, scanned_at);
create index scans_reverses on public.scans (reverses);

create table public.entries (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id),
  ticket_id uuid not null references public.tickets (id),
  order_id uuid not null references public.orders (id),
  scan_id uuid not null references public.scans (id) deferrable initially deferred,
  gate text not null default '' check (length(gate) <= 60),
  entered_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by_scan uuid references public.scans (id),
  constraint entries_closed check ((closed_at is null) = (closed_by_scan is null))
);
comment on table public.entries is
  'Admissions. A ticket has at most one open entry: the unique index, not the code before it, decides which scan was first. order_id = '
  'that of the ticket, so that reports find out which orders were used without reading tickets.';
create unique index entries_one_open on public.entries (ticket_id) where closed_at is null;
create index entries_ticket on public.entries (ticket_id);
create index entries_order on public.entries (order_id);
-- the people inside, in the order in which they came
create index entries_event on public.entries (event_id, entered_at, ticket_id) where closed_at is null;
create index entries_event_all on public.entries (event_id, entered_at);
create index entries_scan on public.entries (scan_id);
create index entries_closed_by_scan on public.entries (closed_by_scan);

create trigger scans_append_only before update or delete on public.scans
  for each row execute function private.deny_change();
create trigger scans_no_truncate before truncate on public.scans
  for each statement execute function private.deny_change();

alter table public.scans enable row level security;
alter table public.scans force row level security;
alter table public.entries enable row level security;
alter table public.entries force row level security;
