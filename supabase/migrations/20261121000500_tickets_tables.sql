-- Tickets: one row per admission sold. The server signs the QR code, from id and generation.

create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  order_line_id uuid not null references public.order_lines (id),
  line_unit int not null default 1 check (line_unit between 1 and 20),
  event_id uuid not null references public.events (id),
  ticket_type_id uuid not null references public.ticket_types (id),
  owner_id uuid references auth.users (id) on delete set null,
  holder_name text not null check (length(holder_name) between 1 and 100),
  holder_key text generated always as (' ' || private.name_key(holder_name)) stored,
  code text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{9}$'),
  status text not null default 'valid' constraint tickets_status check (private.is_ticket_state(status)),
  void_reason text
    check (void_reason in ('refunded', 'cancelled', 'event_cancelled', 'resold', 'chargeback', 'fraud', 'reissued_as')),
  custody text not null default 'held' check (custody in ('held', 'offered', 'listed')),
  admission text not null default 'outside' check (admission in ('outside', 'inside', 'left')),
  generation int not null default 1 check (generation between 1 and 65535),
  is_vip boolean not null default false,
  is_personal boolean not null default false,
  transfers int not null default 0 check (transfers >= 0),
  holder_email text check (length(holder_email) between 3 and 254 and holder_email !~ '[[:cntrl:]]'),
  handed_on_at timestamptz,
  issued_at timestamptz not null default now(),
  voided_at timestamptz,
  blocked_at timestamptz,
  block_reason text check (block_reason in ('chargeback')),
  constraint tickets_blocked check ((blocked_at is null) = (block_reason is null)),
  constraint tickets_void check (private.ticket_is_valid(status) = (void_reason is null)
    and private.ticket_is_valid(status) = (voided_at is null))
);
comment on table public.tickets is
  'One admission. line_unit = which unit of a line of packages or tables the ticket is in; a unit is refunded whole. code = 8 characters '
  'to type plus a check character; generation is increased when the credential is replaced, which makes the old one invalid. is_vip = '
  'staff ask the door to welcome its holder by hand; is_personal = its holder may not hand it on. A void ticket never becomes valid again. '
  'admission = outside until it is let in, and again when that is undone; left after an exit. '
  'transfers = how many times it was handed on, handed_on_at = when last; holder_email = the mailbox of the person who has it '
  'since the last time, null while it is the buyer''s. owner_id is null for a holder without an account.';
alter table public.refund_items add foreign key (ticket_id) references public.tickets (id);
create index tickets_order on public.tickets (order_id);
create index tickets_order_line on public.tickets (order_line_id);
-- with when and of which type, so that what sold by hour reads the index alone
create index tickets_event on public.tickets (event_id, status, issued_at) include (ticket_type_id);
create index tickets_type on public.tickets (ticket_type_id);
-- the attendee list of an event, A to Z
create index tickets_attendees on public.tickets (event_id, holder_key, id);
create index tickets_vip on public.tickets (event_id, holder_key, id) where is_vip;
create index tickets_blocked on public.tickets (event_id, holder_key, id) where private.ticket_is_valid(status) and blocked_at is not null;
create index tickets_received on public.tickets (event_id) where holder_email is not null;
create index tickets_owner on public.tickets (owner_id, event_id);

create table private.retired_ticket_codes (
  code text primary key,
  ticket_id uuid not null references public.tickets (id),
  retired_at timestamptz not null default now()
);
comment on table private.retired_ticket_codes is
  'Codes that tickets had before they were reissued. The door recognises a typed one and refuses it as old; no ticket gets one again.';
create index retired_ticket_codes_ticket on private.retired_ticket_codes (ticket_id, retired_at);

alter table private.retired_ticket_codes enable row level security;
alter table private.retired_ticket_codes force row level security;
comment on column public.tickets.blocked_at is
  'Since when a valid ticket admits nobody, because its payment is disputed (block_reason); cleared when the dispute is won.';

alter table public.tickets enable row level security;
alter table public.tickets force row level security;
