-- Stores the places and gates of a door, every attempt to enter (append-only), who is inside, and what contradicts itself.

create table public.door_zones (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id),
  name text not null check (length(btrim(name)) between 1 and 40),
  capacity int not null check (capacity between 1 and 200000),
  lifted int not null default 0 check (lifted between 0 and 200000),
  held_at timestamptz,
  position int not null default 0
);
comment on table public.door_zones is
  'Places of an event with a legal capacity each: a person is in one of them at most. held_at = the zone was full and nobody is let in '
  'until a door manager lifts the hold; lifted = how many people above the capacity they let in.';
create unique index door_zones_name on public.door_zones (event_id, lower(name));

create table public.door_gates (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id),
  name text not null check (length(btrim(name)) between 1 and 60),
  zone_id uuid references public.door_zones (id),
  type_ids uuid[] check (cardinality(type_ids) between 1 and 50),
  position int not null default 0
);
comment on table public.door_gates is
  'Entrances of an event by name: the zone that they lead to, and the ticket types that may use them (null: all). A scanner may also name '
  'a gate that is not here: it leads to no zone and takes every type.';
create unique index door_gates_name on public.door_gates (event_id, lower(name));
create index door_gates_zone on public.door_gates (zone_id);

create table public.scans (
  id uuid primary key default gen_random_uuid(),
  scan_uid uuid not null unique,
  event_id uuid not null references public.events (id),
  ticket_id uuid references public.tickets (id),
  staff_id uuid,
  gate text not null default '' check (length(gate) <= 60),
  device text not null default '' check (length(device) <= 80),
  method text not null default 'camera' check (method in ('camera', 'code', 'search', 'guest_list', 'undo', 'end')),
  result text not null check (result in (
    'ok', 'already_in', 'void_refunded', 'void_cancelled', 'in_transfer', 'listed', 'wrong_event', 'not_yet', 'ended',
    'unpaid', 'blocked', 'unknown', 'bad_signature', 'old_code', 'test_ticket', 'list_closed', 'undone', 'wrong_gate', 'capacity_hold',
    'no_reentry', 'exited', 'not_inside', 'checked_out')),
  is_bounce boolean not null default false,
  reverses uuid references public.scans (id),
  reason text check (length(reason) <= 200),
  response jsonb not null default '{}',
  scanned_at timestamptz not null default now(),
  captured_at timestamptz not null default now(),
  device_id uuid,
  seq int check (seq >= 0),
  is_offline boolean not null default false,
  standing text not null default 'ok' check (length(standing) between 1 and 40),
  zone_id uuid references public.door_zones (id),
  guest_id uuid,
  heads int check (heads between 1 and 6),
  constraint scans_offline check (not is_offline or num_nonnulls(device_id, seq) = 2),
  constraint scans_guest check (guest_id is null or (heads is not null and ticket_id is null))
);
comment on table public.scans is
  'Every scan, refused ones too; append-only. scan_uid comes from the device: the same one gets the same response. is_bounce = the device '
  'that admitted a ticket read it again within 5 s (result already_in). Staff are named by id, so that erasing a person keeps the log. '
  'scanned_at = when the server took it, captured_at = when it happened: the same online; of a scan without a network (is_offline) by the '
  'device''s clock, corrected, never later than scanned_at. result = what was done at the gate; standing = what the ticket was good for '
  'then, apart from who is inside: ok, or the result that an admission without a network should have had. device_id and seq = which '
  'device, and its count; zone_id = where the gate leads to. Of '
  'a guest list: guest_id = the name, heads = for how many it asked. The truth about a ticket or a name is the replay of its scans by '
  '(captured_at, device_id, seq). checked_out (method end) = nobody scanned: the event was over, and who was inside counts as gone.';
create index scans_event on public.scans (event_id, scanned_at desc);
create index scans_ticket on public.scans (ticket_id, scanned_at);
create index scans_reverses on public.scans (reverses);
create index scans_zone on public.scans (zone_id);
create index scans_guest on public.scans (guest_id) where guest_id is not null;

create table public.entries (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id),
  ticket_id uuid not null references public.tickets (id),
  order_id uuid not null references public.orders (id),
  scan_id uuid not null references public.scans (id) deferrable initially deferred,
  gate text not null default '' check (length(gate) <= 60),
  entered_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by_scan uuid references public.scans (id) deferrable initially deferred,
  zone_id uuid references public.door_zones (id),
  constraint entries_closed check ((closed_at is null) = (closed_by_scan is null))
);
comment on table public.entries is
  'Admissions. A ticket has at most one open entry: the unique index, not the code before it, decides which scan was first. order_id = '
  'that of the ticket, so that reports find out which orders were used without reading tickets. A ticket that goes to another zone has a '
  'new entry there, and its scan closes the one before. What is here is the replay of the ticket''s scans: see private.replay_scans.';
create unique index entries_one_open on public.entries (ticket_id) where closed_at is null;
create index entries_ticket on public.entries (ticket_id);
create index entries_order on public.entries (order_id);
-- the people inside, in the order in which they came
create index entries_event on public.entries (event_id, entered_at, ticket_id) where closed_at is null;
create index entries_event_all on public.entries (event_id, entered_at);
create index entries_scan on public.entries (scan_id);
create index entries_closed_by_scan on public.entries (closed_by_scan);
create index entries_zone on public.entries (zone_id);

create table public.scan_conflicts (
  other_scan uuid primary key references public.scans (id),
  event_id uuid not null references public.events (id),
  ticket_id uuid references public.tickets (id),
  kept_scan uuid references public.scans (id),
  zone_id uuid references public.door_zones (id),
  gate text not null default '' check (length(gate) <= 60),
  heads int not null default 1 check (heads between 1 and 6),
  result text not null check (length(result) between 1 and 40),
  left_by uuid references public.scans (id),
  found_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid,
  outcome text check (outcome in ('copy_inside', 'copy_out', 'same_person', 'other')),
  keeps_body boolean not null default true,
  reason text check (length(reason) between 3 and 200),
  constraint scan_conflicts_resolved check (
    num_nonnulls(resolved_at, resolved_by, outcome, reason) in (0, 4) and (outcome is not null or keeps_body))
);
comment on table public.scan_conflicts is
  'Admissions that a door without a network gave and should not have: other_scan let somebody in while the ticket was inside by kept_scan '
  '(result already_in), or though the ticket was not good (result says why; kept_scan may be null). Its heads are in the room, so they '
  'count until they left (left_by) or a door manager says that they are not (keeps_body = false). outcome: copy_inside = two people, both '
  'in; copy_out = two, and one was sent out; same_person = one, scanned twice. withdrawn_at = scans that came later explain it.';
create index scan_conflicts_event on public.scan_conflicts (event_id, found_at);
create index scan_conflicts_ticket on public.scan_conflicts (ticket_id);
create index scan_conflicts_kept on public.scan_conflicts (kept_scan);
create index scan_conflicts_left on public.scan_conflicts (left_by);
create index scan_conflicts_zone on public.scan_conflicts (zone_id);

create table public.scan_reports (
  id uuid primary key default gen_random_uuid(),
  scan_id uuid not null unique references public.scans (id),
  ticket_id uuid not null references public.tickets (id),
  event_id uuid not null references public.events (id),
  reported_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid,
  outcome text check (outcome in ('new_code', 'denied', 'explained')),
  reason text check (length(reason) between 3 and 200),
  constraint scan_reports_resolved check (
    num_nonnulls(resolved_at, outcome, reason) in (0, 3) and (resolved_at is null) = (resolved_by is null))
);
comment on table public.scan_reports is
  'Scans of which the holder of the ticket said "That wasn''t me", each once: open until a door manager resolves them. event_id = that of '
  'the ticket, whose door decides, also for a scan elsewhere. new_code = the holder showed ID and got another code. A ticket has at most '
  'one open report. Staff are named by id, as in scans.';
create unique index scan_reports_one_open on public.scan_reports (ticket_id) where resolved_at is null;
create index scan_reports_ticket on public.scan_reports (ticket_id);
create index scan_reports_event on public.scan_reports (event_id, reported_at) where resolved_at is null;
create index scan_reports_event_all on public.scan_reports (event_id);

create trigger scans_append_only before update or delete on public.scans
  for each row execute function private.deny_change();
create trigger scans_no_truncate before truncate on public.scans
  for each statement execute function private.deny_change();

do $$
declare
  v_table text;
begin
  foreach v_table in array array['door_zones', 'door_gates', 'scan_conflicts'] loop
    execute format('alter table public.%I enable row level security', v_table);
    execute format('alter table public.%I force row level security', v_table);
  end loop;
end
$$;
alter table public.scans enable row level security;
alter table public.scans force row level security;
alter table public.scan_reports enable row level security;
alter table public.scan_reports force row level security;
alter table public.entries enable row level security;
alter table public.entries force row level security;
