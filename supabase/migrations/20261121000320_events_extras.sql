-- Keeps what an event sells beside single tickets: packages of tickets, add-ons to a ticket, and tables to book.
-- The three share the columns that decide about their sale with public.ticket_types, and private.sale_state decides for all of them.

create table public.packages (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 500),
  position int not null default 0,
  visibility text not null default 'public' check (visibility in ('public', 'members', 'staff')),
  price_cents bigint not null check (price_cents between 0 and 10000000),
  max_per_order int not null default 5 check (max_per_order between 1 and 20),
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  paused_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  constraint packages_sale_window check (sale_starts_at < sale_ends_at),
  unique (id, event_id)
);
comment on table public.packages is
  'Several tickets sold together at one price ("Squad of 4"). price_cents is the face price of the whole, before fee and tax; the fixed '
  'fee of the event is taken once per ticket in it. A package without components cannot be sold.';
create index packages_event on public.packages (event_id, position);

create table public.package_components (
  package_id uuid not null,
  ticket_type_id uuid not null,
  event_id uuid not null references public.events (id) on delete cascade,
  units int not null check (units between 1 and 20),
  primary key (package_id, ticket_type_id),
  foreign key (package_id, event_id) references public.packages (id, event_id) on delete cascade,
  foreign key (ticket_type_id, event_id) references public.ticket_types (id, event_id) on delete cascade
);
comment on table public.package_components is
  'How many tickets of which type a package has; each draws on the pools of its type. event_id is repeated so that the keys forbid a type '
  'of another event.';
create index package_components_type on public.package_components (ticket_type_id, event_id);
create index package_components_package on public.package_components (package_id, event_id);
create index package_components_event on public.package_components (event_id);

create table public.add_ons (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  pool_id uuid not null unique,
  name text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 500),
  position int not null default 0,
  visibility text not null default 'public' check (visibility in ('public', 'members', 'staff')),
  price_cents bigint not null check (price_cents between 0 and 10000000),
  max_per_ticket int not null default 1 check (max_per_ticket between 1 and 10),
  paused_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  unique (id, event_id),
  foreign key (pool_id, event_id) references public.capacity_pools (id, event_id)
);
comment on table public.add_ons is
  'Extras that a buyer adds to tickets of the event ("Coat check", "Drink token"). The stock of each is a pool of its own. An order has '
  'at most max_per_ticket of it for each ticket in the same order. It carries tax and no fee: fees are per ticket.';
create index add_ons_event on public.add_ons (event_id, position);
create index add_ons_pool on public.add_ons (pool_id, event_id);

create table public.bookable_tables (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  ticket_type_id uuid not null,
  section text not null check (length(section) between 1 and 60),
  name text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 500),
  position int not null default 0,
  visibility text not null default 'public' check (visibility in ('public', 'members', 'staff')),
  min_guests int not null check (min_guests between 1 and 20),
  max_guests int not null check (max_guests between 1 and 20),
  minimum_spend_cents bigint not null check (minimum_spend_cents between 0 and 100000000),
  deposit_cents bigint,
  deposit_bps int check (deposit_bps between 1 and 10000),
  gratuity_bps int not null default 0 check (gratuity_bps between 0 and 5000),
  last_arrival_at timestamptz,
  paused_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  constraint bookable_tables_guests check (min_guests <= max_guests),
  constraint bookable_tables_deposit check (num_nonnulls(deposit_cents, deposit_bps) = 1
    and deposit_cents between 0 and minimum_spend_cents),
  unique (id, event_id),
  foreign key (ticket_type_id, event_id) references public.ticket_types (id, event_id) on delete cascade
);
comment on table public.bookable_tables is
  'A table that one host books for an event: name is its label, description says what is included. Booked online for the deposit '
  '(deposit_cents, or deposit_bps of the minimum spend); the rest of the minimum spend, the gratuity on it and the tax are paid at the '
  'venue. The host gets max_guests tickets of ticket_type_id, which draw on the pools of that type. last_arrival_at null = the end of the '
  'event.';
create index bookable_tables_event on public.bookable_tables (event_id, position);
create index bookable_tables_type on public.bookable_tables (ticket_type_id, event_id);

create function private.table_deposit(p_table public.bookable_tables) returns bigint
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(p_table.deposit_cents, (p_table.minimum_spend_cents * p_table.deposit_bps + 5000) / 10000);
end
$$;
comment on function private.table_deposit(public.bookable_tables) is
  'The deposit of a table in cents: the fixed one, or the percent of the minimum spend, rounded half up. It carries no fee, and the tax '
  'is on the bill at the venue.';

create function private.table_terms(p_minimum_spend_cents bigint, p_deposit_cents bigint, p_gratuity_bps int) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return jsonb_build_object(
    'minimumSpendCents', p_minimum_spend_cents, 'depositCents', p_deposit_cents,
    'remainderCents', p_minimum_spend_cents - p_deposit_cents,
    'gratuityBps', p_gratuity_bps, 'gratuityCents', (p_minimum_spend_cents * p_gratuity_bps + 5000) / 10000);
end
$$;
comment on function private.table_terms(bigint, bigint, int) is
  'Returns the price of a table, in cents: the deposit that is paid online, what remains of the minimum spend at the venue, and the '
  'gratuity on the minimum spend, rounded half up: {minimumSpendCents, depositCents, remainderCents, gratuityBps, gratuityCents}.';

create function private.type_was_sold(p_type uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select 1 from public.hold_lines l where l.ticket_type_id = p_type)
    or exists (select 1 from public.order_lines l where l.ticket_type_id = p_type)
    or exists (select 1 from public.package_components c where c.ticket_type_id = p_type and private.was_sold(c.package_id))
    or exists (select 1 from public.bookable_tables t where t.ticket_type_id = p_type and private.was_sold(t.id));
end
$$;
comment on function private.type_was_sold(uuid) is
  'Returns whether tickets of a type were ever held or sold: by themselves, in a package or with a table.';

create function private.is_type_of_extra(p_type uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select 1 from public.package_components c where c.ticket_type_id = p_type)
    or exists (select 1 from public.bookable_tables t where t.ticket_type_id = p_type);
end
$$;
comment on function private.is_type_of_extra(uuid) is 'Returns whether a package or a table has tickets of a type.';

create function private.extra_sale_state(p_event public.events, p_extra jsonb, p_member boolean, p_staff boolean, p_code public.promo_codes)
  returns text
language plpgsql stable set search_path = ''
as $$
begin
  return private.sale_state(p_event, jsonb_populate_record(null::public.ticket_types, p_extra), p_member, p_staff, p_code);
end
$$;
comment on function private.extra_sale_state(public.events, jsonb, boolean, boolean, public.promo_codes) is
  'private.sale_state of a package, an add-on or a table, given as its row: the columns that decide have the same names.';

-- Refuses to change what a package or a table is made of once it was held or sold: its places would be returned to the wrong pools.
create function private.refuse_sold_extra_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_item uuid;
begin
  if tg_table_name = 'bookable_tables' then
    if (old.ticket_type_id, old.max_guests) is not distinct from (new.ticket_type_id, new.max_guests) then
      return null;
    end if;
    v_item := old.id;
  else
    v_item := coalesce(old.package_id, new.package_id);
  end if;
  if private.was_sold(v_item) then
    perform private.refuse(409, 'extra_in_use');
  end if;
  return null;
end
$$;
comment on function private.refuse_sold_extra_change() is
  'Trigger: refuses to change the tickets of a package, or of a table, that was ever held or sold.';
create trigger package_components_refuse_sold_change after insert or update or delete on public.package_components
  for each row execute function private.refuse_sold_extra_change();
create trigger bookable_tables_refuse_sold_change after update on public.bookable_tables
  for each row execute function private.refuse_sold_extra_change();

alter table public.packages enable row level security;
alter table public.packages force row level security;
alter table public.package_components enable row level security;
alter table public.package_components force row level security;
alter table public.add_ons enable row level security;
alter table public.add_ons force row level security;
alter table public.bookable_tables enable row level security;
alter table public.bookable_tables force row level security;
