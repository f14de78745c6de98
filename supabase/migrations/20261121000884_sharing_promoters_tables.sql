-- Promoters: people who bring guests to events, by a link, a code or a guest list, and what they earn by it.

create table public.promoters (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  user_id uuid unique references public.profiles (id) on delete set null,
  email text check (length(email) between 3 and 254 and email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.promoters is
  'People who promote events, each once for all events. user_id = their account, null for those without one; email = where links and '
  'statements go to, null = to the address of the account, or nowhere.';
create index promoters_name on public.promoters (lower(name), id);
create index promoters_created_by on public.promoters (created_by);

create table private.promoter_codes (
  code text primary key check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,29}$'),
  promoter_id uuid not null references public.promoters (id),
  unique (code, promoter_id)
);
comment on table private.promoter_codes is
  'Link codes and whose they are: one promoter may use a code for several events, nobody else may use it for any.';
create index promoter_codes_promoter on private.promoter_codes (promoter_id);

create table public.event_promoters (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references public.promoters (id),
  event_id uuid not null references public.events (id) on delete cascade,
  link_code text not null,
  commission_basis text not null default 'sold' check (commission_basis in ('sold', 'arrived')),
  commission_cents bigint check (commission_cents between 0 and 100000),
  commission_bps int check (commission_bps between 0 and 10000),
  grant_id uuid references public.staff_grants (id) on delete set null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint event_promoters_commission check (num_nonnulls(commission_cents, commission_bps) = 1),
  foreign key (link_code, promoter_id) references private.promoter_codes (code, promoter_id),
  unique (promoter_id, event_id),
  unique (event_id, link_code)
);
comment on table public.event_promoters is
  'Promoters of an event. link_code = what its links carry as ?p=. Commission is due for each ticket, sold or arrived by '
  'commission_basis: commission_cents, or commission_bps of the face price after discounts in hundredths of a percent. grant_id = the '
  'grant of a promoter with an account. From ended_at on nothing is attributed to the promoter; what was attributed stays.';
create index event_promoters_code on public.event_promoters (link_code, promoter_id);
create index event_promoters_grant on public.event_promoters (grant_id);
create index event_promoters_created_by on public.event_promoters (created_by);

create table private.hold_referrals (
  hold_id uuid primary key references public.holds (id) on delete cascade,
  event_promoter_id uuid not null references public.event_promoters (id) on delete cascade,
  clicked_at timestamptz not null
);
comment on table private.hold_referrals is
  'The promoter whose link the buyer of a hold opened last, within 7 days, as the server read it from the browser''s cookie. It decides '
  'an attribution when the order of the hold is paid, and nothing else.';
create index hold_referrals_promoter on private.hold_referrals (event_promoter_id);

create table private.promoter_clicks (
  event_promoter_id uuid not null references public.event_promoters (id) on delete cascade,
  visit text not null check (visit ~ '^[0-9a-f]{64}$'),
  clicked_at timestamptz not null default now(),
  primary key (event_promoter_id, visit)
);
comment on table private.promoter_clicks is
  'Links of promoters that were opened, once per visit. visit = hash of the visit''s id: nobody is found by it.';

create table private.order_attributions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  event_promoter_id uuid references public.event_promoters (id),
  source text not null check (source in ('code', 'list', 'link', 'staff')),
  commission_basis text check (commission_basis in ('sold', 'arrived')),
  commission_cents bigint check (commission_cents >= 0),
  commission_bps int check (commission_bps >= 0),
  reason text check (length(reason) between 3 and 500),
  decided_by uuid,
  attributed_at timestamptz not null default now(),
  superseded_at timestamptz,
  constraint order_attributions_terms check (
    num_nonnulls(commission_cents, commission_bps) = (event_promoter_id is not null)::int
    and (event_promoter_id is null) = (commission_basis is null)),
  constraint order_attributions_staff check ((source = 'staff') = (reason is not null) and (source = 'staff' or
    event_promoter_id is not null))
);
comment on table private.order_attributions is
  'The promoter that each paid order is attributed to, with the terms of commission at that moment. source: the owner of its code, the '
  'promoter who put the buyer on a list, a link, or an admin with a reason. A decision of an admin is a new row; the earlier one stays, '
  'with superseded_at. Without event_promoter_id an admin decided that it is nobody''s.';
create unique index order_attributions_current on private.order_attributions (order_id) where superseded_at is null;
create index order_attributions_order on private.order_attributions (order_id);
create index order_attributions_promoter on private.order_attributions (event_promoter_id);

create table private.commission_payouts (
  id uuid primary key default gen_random_uuid(),
  promoter_id uuid not null references public.promoters (id),
  reference text not null check (length(reference) between 1 and 120),
  paid_by uuid,
  paid_at timestamptz not null default now()
);
comment on table private.commission_payouts is
  'Payments of commission to promoters that admins recorded; their amount is the sum of their rows in public.commission_entries.';
create index commission_payouts_promoter on private.commission_payouts (promoter_id, paid_at);

create table public.commission_entries (
  id uuid primary key default gen_random_uuid(),
  event_promoter_id uuid not null references public.event_promoters (id),
  order_id uuid not null references public.orders (id),
  ticket_id uuid not null references public.tickets (id),
  kind text not null check (kind in ('accrued', 'matured', 'paid', 'reversed', 'recovered')),
  accrual_id uuid not null references public.commission_entries (id),
  turn int check (turn >= 1),
  expected_cents bigint not null default 0,
  due_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  payout_id uuid references private.commission_payouts (id),
  created_at timestamptz not null default now(),
  constraint commission_entries_amounts check (case kind
    when 'accrued' then expected_cents >= 0 and due_cents = 0 and paid_cents = 0
    when 'matured' then due_cents >= 0 and expected_cents = -due_cents and paid_cents = 0
    when 'paid' then paid_cents >= 0 and due_cents = -paid_cents and expected_cents = 0
    when 'recovered' then paid_cents <= 0 and due_cents = -paid_cents and expected_cents = 0
    else expected_cents <= 0 and due_cents <= 0 and paid_cents = 0 end),
  constraint commission_entries_turn check ((kind = 'accrued') = (turn is not null) and (kind = 'accrued') = (accrual_id = id)),
  constraint commission_entries_payout check ((kind in ('paid', 'recovered')) = (payout_id is not null)),
  unique (accrual_id, kind)
);
comment on table public.commission_entries is
  'Ledger of commission, append-only: every figure is a sum of its rows. A ticket accrues commission (expected), which matures after the '
  'event (due) and is paid; each is one row about its accrual (accrual_id), once. A reversal takes back what was expected or due; of what '
  'was paid already it is owed back (due below zero) until the next payout recovers it. A ticket may accrue again after a reversal: turn '
  'counts, and the constraint makes each turn happen once.';
create unique index commission_entries_turns on public.commission_entries (ticket_id, turn) where kind = 'accrued';
create index commission_entries_promoter on public.commission_entries (event_promoter_id, created_at);
create index commission_entries_order on public.commission_entries (order_id);
create index commission_entries_ticket on public.commission_entries (ticket_id);
create index commission_entries_payout on public.commission_entries (payout_id) where payout_id is not null;
create trigger commission_entries_append_only before update or delete on public.commission_entries
  for each row execute function private.deny_change();
create trigger commission_entries_no_truncate before truncate on public.commission_entries
  for each statement execute function private.deny_change();

alter table public.promo_codes add foreign key (promoter_id) references public.promoters (id);
create index promo_codes_promoter on public.promo_codes (promoter_id) where promoter_id is not null;

alter table public.promoters enable row level security;
alter table public.promoters force row level security;
alter table private.promoter_codes enable row level security;
alter table private.promoter_codes force row level security;
alter table public.event_promoters enable row level security;
alter table public.event_promoters force row level security;
alter table private.hold_referrals enable row level security;
alter table private.hold_referrals force row level security;
alter table private.promoter_clicks enable row level security;
alter table private.promoter_clicks force row level security;
alter table private.order_attributions enable row level security;
alter table private.order_attributions force row level security;
alter table private.commission_payouts enable row level security;
alter table private.commission_payouts force row level security;
alter table public.commission_entries enable row level security;
alter table public.commission_entries force row level security;

grant select on public.promoters, public.event_promoters to authenticated, service_role;
grant select (id, event_promoter_id, kind, accrual_id, expected_cents, due_cents, paid_cents, created_at)
  on public.commission_entries to authenticated;
grant select on public.commission_entries to service_role;

create policy promoters_select on public.promoters for select to authenticated
  using ((select private.may('manage_promoters')) or (user_id = (select auth.uid()) and (select private.is_member())));
create policy event_promoters_select on public.event_promoters for select to authenticated
  using (exists (select 1 from public.promoters p where p.id = promoter_id));
create policy commission_entries_select on public.commission_entries for select to authenticated
  using (exists (select 1 from public.event_promoters p where p.id = event_promoter_id));
