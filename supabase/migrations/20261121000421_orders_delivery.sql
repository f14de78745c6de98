-- How goods reach their buyer: shipped to an address, or picked up at an event or on a store day.

create table public.pickup_points (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('event', 'store')),
  event_id uuid references public.events (id),
  name text not null check (length(name) between 2 and 120 and name !~ '[[:cntrl:]]'),
  address text not null default '' check (length(address) <= 200 and address !~ '[[:cntrl:]]'),
  state text not null check (state ~ '^[A-Z]{2}$'),
  postal_code text not null check (postal_code ~ '^[0-9]{5}$'),
  opens_at timestamptz,
  closes_at timestamptz,
  place_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint pickup_points_event check ((kind = 'event') = (event_id is not null)),
  constraint pickup_points_times check ((opens_at is null) = (closes_at is null) and opens_at < closes_at),
  constraint pickup_points_store_times check (kind = 'event' or opens_at is not null)
);
comment on table public.pickup_points is
  'Places where goods are handed over: a stand at an event, or a store day. opens_at and closes_at are null at an event whose doors and end they follow. state and postal_code say which tax is due there. place_id = the place whose stock is handed over, null = the first warehouse. version counts changes, so that two admins do not overwrite each other.';
create unique index pickup_points_one_per_event on public.pickup_points (event_id) where event_id is not null and archived_at is null;
create index pickup_points_event on public.pickup_points (event_id) where event_id is not null;

create function private.pickup_window(p_point public.pickup_points, out opens_at timestamptz, out closes_at timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  select coalesce(p_point.opens_at, e.doors_at), coalesce(p_point.closes_at, e.ends_at) into opens_at, closes_at
  from (select 1) one left join public.events e on e.id = p_point.event_id;
end
$$;
comment on function private.pickup_window(public.pickup_points) is
  'When goods can be picked up at a point: its own times, else from the doors to the end of its event.';

alter table public.hold_lines
  add column delivery text check (delivery in ('ship', 'pickup')),
  add column pickup_point_id uuid references public.pickup_points (id),
  add constraint hold_lines_pickup check ((delivery is not distinct from 'pickup') = (pickup_point_id is not null)),
  add constraint hold_lines_delivery check (delivery is null or kind = 'product');
alter table public.order_lines
  add column delivery text check (delivery in ('ship', 'pickup')),
  add column pickup_point_id uuid references public.pickup_points (id),
  add constraint order_lines_pickup check ((delivery is not distinct from 'pickup') = (pickup_point_id is not null)),
  add constraint order_lines_delivery check (delivery is null or kind = 'product');
create index hold_lines_pickup_point on public.hold_lines (pickup_point_id) where pickup_point_id is not null;
create index order_lines_pickup_point on public.order_lines (pickup_point_id) where pickup_point_id is not null;
comment on column public.hold_lines.delivery is 'How goods reach the buyer: ship or pickup (at pickup_point_id); null where it is not chosen yet, and for what is not goods.';
comment on column public.order_lines.delivery is 'How goods reach the buyer: ship (to the row of order_addresses) or pickup (at pickup_point_id); null for what is not goods.';

create table private.us_states (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null unique,
  zips int4multirange not null
);
comment on table private.us_states is 'The states that goods are shipped to and the first three digits of their ZIP codes.';
insert into private.us_states (code, name, zips) values
  ('AL', 'Alabama', '{[350,352],[354,369]}'), ('AK', 'Alaska', '{[995,999]}'), ('AZ', 'Arizona', '{[850,865]}'),
  ('AR', 'Arkansas', '{[716,729],[755,755]}'), ('CA', 'California', '{[900,961]}'), ('CO', 'Colorado', '{[800,816]}'),
  ('CT', 'Connecticut', '{[60,69]}'), ('DE', 'Delaware', '{[197,199]}'), ('DC', 'District of Columbia', '{[200,200],[202,205],[569,569]}'),
  ('FL', 'Florida', '{[320,339],[341,342],[344,344],[346,347],[349,349]}'), ('GA', 'Georgia', '{[300,319],[398,399]}'),
  ('HI', 'Hawaii', '{[967,968]}'), ('ID', 'Idaho', '{[832,838]}'), ('IL', 'Illinois', '{[600,620],[622,629]}'), ('IN', 'Indiana', '{[460,479]}'),
  ('IA', 'Iowa', '{[500,516],[520,528]}'), ('KS', 'Kansas', '{[660,662],[664,679]}'), ('KY', 'Kentucky', '{[400,418],[420,427]}'),
  ('LA', 'Louisiana', '{[700,701],[703,708],[710,714]}'), ('ME', 'Maine', '{[39,49]}'), ('MD', 'Maryland', '{[206,212],[214,219]}'),
  ('MA', 'Massachusetts', '{[10,27],[55,55]}'), ('MI', 'Michigan', '{[480,499]}'), ('MN', 'Minnesota', '{[550,551],[553,567]}'),
  ('MS', 'Mississippi', '{[386,397]}'), ('MO', 'Missouri', '{[630,631],[633,641],[644,658]}'), ('MT', 'Montana', '{[590,599]}'),
  ('NE', 'Nebraska', '{[680,681],[683,693]}'), ('NV', 'Nevada', '{[889,891],[893,895],[897,898]}'), ('NH', 'New Hampshire', '{[30,38]}'),
  ('NJ', 'New Jersey', '{[70,89]}'), ('NM', 'New Mexico', '{[870,871],[873,875],[877,884]}'), ('NY', 'New York', '{[5,5],[63,63],[100,149]}'),
  ('NC', 'North Carolina', '{[270,289]}'), ('ND', 'North Dakota', '{[580,588]}'), ('OH', 'Ohio', '{[430,459]}'),
  ('OK', 'Oklahoma', '{[730,731],[734,741],[743,749]}'), ('OR', 'Oregon', '{[970,979]}'), ('PA', 'Pennsylvania', '{[150,191],[193,196]}'),
  ('RI', 'Rhode Island', '{[28,29]}'), ('SC', 'South Carolina', '{[290,299]}'), ('SD', 'South Dakota', '{[570,577]}'),
  ('TN', 'Tennessee', '{[370,385]}'), ('TX', 'Texas', '{[733,733],[750,799],[885,885]}'), ('UT', 'Utah', '{[840,847]}'),
  ('VT', 'Vermont', '{[50,54],[56,59]}'), ('VA', 'Virginia', '{[201,201],[220,246]}'), ('WA', 'Washington', '{[980,986],[988,994]}'),
  ('WV', 'West Virginia', '{[247,268]}'), ('WI', 'Wisconsin', '{[530,532],[534,535],[537,549]}'), ('WY', 'Wyoming', '{[820,831],[834,834]}');

create function private.zip_in_state(p_zip text, p_state text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_zip ~ '^[0-9]{5}(-[0-9]{4})?$'
    and exists (select 1 from private.us_states s where s.code = p_state and s.zips @> left(p_zip, 3)::int);
end
$$;
comment on function private.zip_in_state(text, text) is 'Returns whether a ZIP code, with or without its last four digits, can be one of a state.';

create table public.hold_addresses (
  hold_id uuid primary key references public.holds (id) on delete cascade,
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  line1 text not null check (length(line1) between 3 and 100 and line1 !~ '[[:cntrl:]]'),
  line2 text not null default '' check (length(line2) <= 100 and line2 !~ '[[:cntrl:]]'),
  city text not null check (length(city) between 2 and 80 and city !~ '[[:cntrl:]]'),
  state text not null references private.us_states (code),
  postal_code text not null check (postal_code ~ '^[0-9]{5}(-[0-9]{4})?$')
);
comment on table public.hold_addresses is 'The US address that a live hold''s goods are to be shipped to. Deleted when the hold ends; its order has a copy.';
create index hold_addresses_state on public.hold_addresses (state);

create table public.order_addresses (
  order_id uuid primary key references public.orders (id) on delete cascade,
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  line1 text not null check (length(line1) between 3 and 100 and line1 !~ '[[:cntrl:]]'),
  line2 text not null default '' check (length(line2) <= 100 and line2 !~ '[[:cntrl:]]'),
  city text not null check (length(city) between 2 and 80 and city !~ '[[:cntrl:]]'),
  state text not null references private.us_states (code),
  postal_code text not null check (postal_code ~ '^[0-9]{5}(-[0-9]{4})?$')
);
comment on table public.order_addresses is
  'The US address that an order''s goods are shipped to. Its owner and admins read it; state and ZIP alone are kept when the account is erased, because the tax was computed from them.';
create index order_addresses_state on public.order_addresses (state);

alter table public.fulfilments
  add column if not exists delivery text check (delivery in ('ship', 'pickup')),
  add column if not exists pickup_point_id uuid,
  add constraint fulfilments_pickup_point foreign key (pickup_point_id) references public.pickup_points (id);
create index fulfilments_pickup_point on public.fulfilments (pickup_point_id) where pickup_point_id is not null;

alter table public.pickup_points enable row level security;
alter table public.pickup_points force row level security;
alter table public.hold_addresses enable row level security;
alter table public.hold_addresses force row level security;
alter table public.order_addresses enable row level security;
alter table public.order_addresses force row level security;

create function private.erase_hold_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.hold_addresses where hold_id = new.id;
  return null;
end
$$;
comment on function private.erase_hold_address() is 'Trigger: deletes the address of a hold that ended.';
create trigger holds_address after update of status on public.holds
  for each row when (old.status in ('active', 'pinned') and new.status not in ('active', 'pinned')) execute function private.erase_hold_address();

revoke execute on function private.pickup_window(public.pickup_points), private.zip_in_state(text, text), private.erase_hold_address()
from public, anon, authenticated, service_role;
