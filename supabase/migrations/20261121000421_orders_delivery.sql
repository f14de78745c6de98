-- Keeps how goods reach their buyer: shipped to an address, or picked up at an event or on a store day.

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
  'Places where goods are handed over: a stand at an event, or a store day. opens_at and closes_at are null at an event whose doors and '
  'end they follow. state and postal_code say which tax is due there. place_id = the place whose stock is handed over, null = the first '
  'warehouse. version counts changes, so that two admins do not overwrite each other.';
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
  add column pickup_point_id uuid references public.pickup_points (id),
  add constraint hold_lines_pickup check ((delivery is not distinct from 'pickup') = (pickup_point_id is not null));
alter table public.order_lines
  add column pickup_point_id uuid references public.pickup_points (id),
  add constraint order_lines_pickup check ((delivery is not distinct from 'pickup') = (pickup_point_id is not null));
create index hold_lines_pickup_point on public.hold_lines (pickup_point_id) where pickup_point_id is not null;
create index order_lines_pickup_point on public.order_lines (pickup_point_id) where pickup_point_id is not null;
comment on column public.hold_lines.delivery is
  'How goods reach the buyer: ship or pickup (at pickup_point_id); null where it is not chosen yet, and for what is not goods.';
comment on column public.order_lines.delivery is
  'How goods reach the buyer: ship (to the row of order_addresses) or pickup (at pickup_point_id); null for what is not goods.';

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
  ('HI', 'Hawaii', '{[967,968]}'), ('ID', 'Idaho', '{[832,838]}'), ('IL', 'Illinois', '{[600,620],[622,629]}'),
  ('IN', 'Indiana', '{[460,479]}'),
  ('IA', 'Iowa', '{[500,516],[520,528]}'), ('KS', 'Kansas', '{[660,662],[664,679]}'), ('KY', 'Kentucky', '{[400,418],[420,427]}'),
  ('LA', 'Louisiana', '{[700,701],[703,708],[710,714]}'), ('ME', 'Maine', '{[39,49]}'), ('MD', 'Maryland', '{[206,212],[214,219]}'),
  ('MA', 'Massachusetts', '{[10,27],[55,55]}'), ('MI', 'Michigan', '{[480,499]}'), ('MN', 'Minnesota', '{[550,551],[553,567]}'),
  ('MS', 'Mississippi', '{[386,397]}'), ('MO', 'Missouri', '{[630,631],[633,641],[644,658]}'), ('MT', 'Montana', '{[590,599]}'),
  ('NE', 'Nebraska', '{[680,681],[683,693]}'), ('NV', 'Nevada', '{[889,891],[893,895],[897,898]}'), ('NH', 'New Hampshire', '{[30,38]}'),
  ('NJ', 'New Jersey', '{[70,89]}'), ('NM', 'New Mexico', '{[870,871],[873,875],[877,884]}'),
  ('NY', 'New York', '{[5,5],[63,63],[100,149]}'),
  ('NC', 'North Carolina', '{[270,289]}'), ('ND', 'North Dakota', '{[580,588]}'), ('OH', 'Ohio', '{[430,459]}'),
  ('OK', 'Oklahoma', '{[730,731],[734,741],[743,749]}'), ('OR', 'Oregon', '{[970,979]}'), ('PA', 'Pennsylvania', '{[150,191],[193,196]}'),
  ('RI', 'Rhode Island', '{[28,29]}'), ('SC', 'South Carolina', '{[290,299]}'), ('SD', 'South Dakota', '{[570,577]}'),
  ('TN', 'Tennessee', '{[370,385]}'), ('TX', 'Texas', '{[733,733],[750,799],[885,885]}'), ('UT', 'Utah', '{[840,847]}'),
  ('VT', 'Vermont', '{[50,54],[56,59]}'), ('VA', 'Virginia', '{[201,201],[220,246]}'), ('WA', 'Washington', '{[980,986],[988,994]}'),
  ('WV', 'West Virginia', '{[247,268]}'), ('WI', 'Wisconsin', '{[530,532],[534,535],[537,549]}'),
  ('WY', 'Wyoming', '{[820,831],[834,834]}');

create function private.zip_in_state(p_zip text, p_state text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_zip ~ '^[0-9]{5}(-[0-9]{4})?$'
    and exists (select 1 from private.us_states s where s.code = p_state and s.zips @> left(p_zip, 3)::int);
end
$$;
comment on function private.zip_in_state(text, text) is
  'Returns whether a ZIP code, with or without its last four digits, can be one of a state.';

create table public.hold_addresses (
  hold_id uuid primary key references public.holds (id) on delete cascade,
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  line1 text not null check (length(line1) between 3 and 100 and line1 !~ '[[:cntrl:]]'),
  line2 text not null default '' check (length(line2) <= 100 and line2 !~ '[[:cntrl:]]'),
  city text not null check (length(city) between 2 and 80 and city !~ '[[:cntrl:]]'),
  state text not null references private.us_states (code),
  postal_code text not null check (postal_code ~ '^[0-9]{5}(-[0-9]{4})?$')
);
comment on table public.hold_addresses is
  'The US address that a live hold''s goods are to be shipped to. Deleted when the hold ends; its order has a copy.';
create index hold_addresses_state on public.hold_addresses (state);

create table private.cart_addresses (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  name text not null,
  line1 text not null,
  line2 text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  kept_at timestamptz not null default now()
);
comment on table private.cart_addresses is
  'The address that a person last chose at checkout, so that it need not be typed again when a hold ends. Deleted when the order is paid, '
  'and 7 days after it was typed.';
alter table private.cart_addresses enable row level security;
alter table private.cart_addresses force row level security;

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
  'The US address that an order''s goods are shipped to. Its owner and admins read it; state and ZIP alone are kept when the account is '
  'erased, because the tax was computed from them.';
create index order_addresses_state on public.order_addresses (state);

alter table public.fulfilments add constraint fulfilments_pickup_point foreign key (pickup_point_id) references public.pickup_points (id);
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
  for each row when (old.status in ('active', 'pinned') and new.status not
    in ('active', 'pinned')) execute function private.erase_hold_address();

create function private.goods_of(p_hold uuid, p_except uuid[] default '{}') returns private.line_choice
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select row('product', array_agg(g.variant_id order by g.variant_id), array_agg(g.units order by g.variant_id))::private.line_choice
    from (
      select l.variant_id, sum(l.quantity)::int as units from public.hold_lines l
      where l.hold_id = p_hold and l.variant_id is not null and l.id <> all (p_except) group by l.variant_id
    ) g having count(*) > 0);
end
$$;
comment on function private.goods_of(uuid, uuid[]) is 'The goods of a hold as a choice, some lines left aside; null without any.';

create function private.write_goods(p_hold uuid, p_lines private.priced_line[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from public.hold_lines l using public.line_kinds k where l.hold_id = p_hold and k.kind = l.kind and k.follows_delivery;
  insert into public.hold_lines (hold_id, kind, item_id, release_id, position, item_name, item_detail, quantity,
    unit_face_cents, discount_cents, code_units, fee_cents, tax_cents, delivery, pickup_point_id)
  select p_hold, l.kind, l.item_id, l.release_id, l.position, l.item_name, l.item_detail, l.quantity,
    l.unit_face_cents, l.discount_cents, l.code_units, l.fee_cents, l.tax_cents, l.delivery, l.pickup_point_id
  from unnest(p_lines) l join public.line_kinds k on k.kind = l.kind and k.follows_delivery;
end
$$;
comment on function private.write_goods(uuid, private.priced_line[]) is
  'Replaces the goods and the shipping of a hold by lines as they are priced now. Their stock must be held.';

create function private.reprice_goods(p_hold public.holds) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_event public.events;
  v_code public.promo_codes;
  v_goods uuid[];
  v_had int;
  v_priced private.priced_line[];
begin
  select * into v_event from public.events where id = p_hold.event_id;
  select array_agg(l.id), coalesce(sum(l.code_units), 0) into v_goods, v_had
  from public.hold_lines l join public.line_kinds k on k.kind = l.kind and k.is_merchandise where l.hold_id = p_hold.id;
  if v_had > 0 then
    perform private.change_hold_codes(v_goods, -1, 0);
    v_code := private.lock_code(p_hold.code_id, p_hold.owner_id, '{}', p_hold.id, v_had);
  end if;
  v_priced := array(select l from private.price_cart(v_event, array[private.goods_of(p_hold.id)], v_code, p_hold.id) l);
  perform private.write_goods(p_hold.id, v_priced);
  if v_had > 0 then
    perform private.take_code(p_hold.id, v_code.id, sum(p.code_units)::int,
      coalesce(sum(p.discount_cents) filter (where p.code_units > 0), 0)::bigint, null)
    from unnest(v_priced) p;
  end if;
end
$$;
comment on function private.reprice_goods(public.holds) is
  'Prices the goods of a hold again after their delivery changed: tax, shipping and what a rule or the hold''s code takes off. The hold '
  'must be locked.';

create function private.check_pickup(p_point uuid, p_hold uuid, p_owner uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_point public.pickup_points;
  v_event public.events;
begin
  select * into v_point from public.pickup_points where id = p_point;
  if not found then
    perform private.refuse(422, 'delivery_needed');
  end if;
  select * into v_event from public.events where id = v_point.event_id;
  if v_point.archived_at is not null or (select w.closes_at from private.pickup_window(v_point) w) <= now()
    or (v_event.id is not null and v_event.status <> 'published')
    or (v_event.id is not null and not exists (
        select 1 from public.tickets t where t.event_id = v_event.id and t.owner_id = p_owner and private.ticket_is_valid(t.status))
      and not exists (
        select 1 from public.holds h join public.hold_lines l on l.hold_id = h.id and l.ticket_count > 0
        where h.id = p_hold and h.event_id = v_event.id)) then
    perform private.refuse(409, 'pickup_unavailable', jsonb_build_object('name', v_point.name));
  end if;
end
$$;
comment on function private.check_pickup(uuid, uuid, uuid) is
  'Refuses pickup_unavailable for a pick-up point that is closed or over, and for one at an event that is not on or for which the person '
  'neither has a ticket nor holds one in this hold.';

create function private.check_delivery(p_hold public.holds) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_line record;
begin
  for v_line in
    select distinct l.delivery, l.pickup_point_id
    from public.hold_lines l join public.line_kinds k on k.kind = l.kind and k.is_merchandise where l.hold_id = p_hold.id
  loop
    case v_line.delivery
      when 'pickup' then perform private.check_pickup(v_line.pickup_point_id, p_hold.id, p_hold.owner_id);
      when 'ship' then
        if not exists (select 1 from public.hold_addresses a where a.hold_id = p_hold.id) then
          perform private.refuse(422, 'delivery_needed');
        end if;
      else perform private.refuse(422, 'delivery_needed');
    end case;
  end loop;
end
$$;
comment on function private.check_delivery(public.holds) is
  'Refuses a hold with goods that nobody said how to deliver, delivery_needed, or that cannot be picked up where they were to be, '
  'pickup_unavailable.';

create function private.address_field(p_address jsonb, p_field text, p_min int, p_max int) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := regexp_replace(btrim(coalesce(p_address ->> p_field, '')), '\s+', ' ', 'g');
begin
  return case when length(v_text) between p_min and p_max and private.is_readable(v_text) then v_text end;
end
$$;
comment on function private.address_field(jsonb, text, int, int) is
  'A field of an address with single spaces, or null where it is too short, too long or cannot be read.';

create function private.read_address(p_address jsonb) returns public.hold_addresses
language plpgsql stable set search_path = ''
as $$
declare
  v_address public.hold_addresses;
begin
  v_address.name := private.address_field(p_address, 'name', 1, 100);
  v_address.line1 := private.address_field(p_address, 'line1', 3, 100);
  v_address.line2 := private.address_field(p_address, 'line2', 0, 100);
  v_address.city := private.address_field(p_address, 'city', 2, 80);
  v_address.state := upper(btrim(coalesce(p_address ->> 'state', '')));
  v_address.postal_code := btrim(coalesce(p_address ->> 'postal_code', ''));
  if v_address.name is null then
    perform private.refuse(422, 'address_name_invalid');
  elsif v_address.line1 is null or v_address.line2 is null then
    perform private.refuse(422, 'address_line_invalid');
  elsif v_address.city is null then
    perform private.refuse(422, 'address_city_invalid');
  elsif not exists (select 1 from private.us_states s where s.code = v_address.state) then
    perform private.refuse(422, 'address_state_invalid');
  elsif not private.zip_in_state(v_address.postal_code, v_address.state) then
    perform private.refuse(422, 'address_zip_invalid', jsonb_build_object(
      'state', (select s.name from private.us_states s where s.code = v_address.state)));
  end if;
  return v_address;
end
$$;
comment on function private.read_address(jsonb) is
  'Checks a US address, {name, line1, line2, city, state (two letters), postal_code}; refuses address_name_invalid, address_line_invalid, '
  'address_city_invalid, address_state_invalid, address_zip_invalid.';

create function private.write_delivery(p_owner uuid, p_hold uuid, p_choice jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_address public.hold_addresses;
  v_line record;
begin
  if jsonb_typeof(p_choice -> 'lines') is distinct from 'array' or exists (
    select 1 from jsonb_array_elements(p_choice -> 'lines') l
    where coalesce(l ->> 'item', '') !~ '^[0-9a-fA-F-]{36}$' or coalesce(l ->> 'delivery', '') not in ('ship', 'pickup')
      or (l ->> 'delivery' = 'pickup') <> (coalesce(l ->> 'point', '') ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$')
  ) then
    perform private.refuse(422, 'delivery_needed');
  end if;
  for v_line in
    select (l ->> 'item')::uuid as item, max(l ->> 'delivery') as delivery,
      max(case when l ->> 'delivery' = 'pickup' then l ->> 'point' end)::uuid as point
    from jsonb_array_elements(p_choice -> 'lines') l group by 1 order by 1
  loop
    if v_line.point is not null then
      perform private.check_pickup(v_line.point, p_hold, p_owner);
    end if;
    update public.hold_lines set delivery = v_line.delivery, pickup_point_id = v_line.point where hold_id = p_hold
      and variant_id = v_line.item;
  end loop;
  if exists (select 1 from public.hold_lines l where l.hold_id = p_hold and l.delivery = 'ship') then
    v_address := private.read_address(p_choice -> 'address');
    insert into public.hold_addresses (hold_id, name, line1, line2, city, state, postal_code)
    values (p_hold, v_address.name, v_address.line1, v_address.line2, v_address.city, v_address.state, v_address.postal_code)
    on conflict (hold_id) do update set name = excluded.name, line1 = excluded.line1, line2 = excluded.line2, city = excluded.city,
      state = excluded.state, postal_code = excluded.postal_code;
    insert into private.cart_addresses (owner_id, name, line1, line2, city, state, postal_code)
    values (p_owner, v_address.name, v_address.line1, v_address.line2, v_address.city, v_address.state, v_address.postal_code)
    on conflict (owner_id) do update set name = excluded.name, line1 = excluded.line1, line2 = excluded.line2, city = excluded.city,
      state = excluded.state, postal_code = excluded.postal_code, kept_at = now();
  else
    delete from public.hold_addresses where hold_id = p_hold;
  end if;
end
$$;
comment on function private.write_delivery(uuid, uuid, jsonb) is
  'Writes how each variant of a hold is delivered and where to, and keeps the address for the person''s next cart. p_choice as in '
  'set_delivery. Refuses delivery_needed, pickup_unavailable, address_*.';

create function public.set_delivery(p_owner uuid, p_hold uuid, p_choice jsonb, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_body jsonb := jsonb_build_array(p_hold, p_choice);
  v_response jsonb;
  v_event uuid;
  v_order public.orders;
  v_hold public.holds;
begin
  perform private.lock_person(p_owner);
  v_response := private.response_for_key(p_owner, p_key, 'set_delivery', v_body);
  if v_response is not null then
    return v_response;
  end if;
  select event_id into v_event from public.holds where id = p_hold and owner_id = p_owner;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_order := private.open_order_of(p_hold);
  if private.order_is_paying(v_order.status) then
    perform private.refuse(409, 'payment_in_progress');
  end if;
  v_hold := private.lock_own_hold(p_hold, p_owner);
  if v_order.id is not null then
    perform private.end_order(v_order.id, 'delivery changed'); -- it may cost something else now
  end if;
  perform private.write_delivery(p_owner, p_hold, p_choice);
  perform private.check_delivery(v_hold);
  perform private.reprice_goods(v_hold);
  select jsonb_build_object('holdId', p_hold, 'expiresAt', v_hold.expires_at,
    'shippingCents', coalesce(sum(l.total_cents - l.tax_cents) filter (where k.is_delivery_charge), 0),
    'taxCents', coalesce(sum(l.tax_cents), 0), 'totalCents', coalesce(sum(l.total_cents), 0))
  into v_response from public.hold_lines l join public.line_kinds k on k.kind = l.kind where l.hold_id = p_hold;
  return private.store_response(p_owner, p_key, 'set_delivery', v_body, v_response);
end
$$;
comment on function public.set_delivery(uuid, uuid, jsonb, text) is
  'Says how the goods of an own hold reach their buyer, and prices their tax and shipping by it: {holdId, expiresAt, shippingCents, '
  'taxCents, totalCents}. p_choice = {lines: [{item (variant), delivery: ship or pickup, point}], address}: every variant of the hold is '
  'named; the address, as private.read_address takes it, is needed when something is shipped. An unpaid order of the hold ends, because '
  'it may cost something else. Refuses delivery_needed, pickup_unavailable, shipping_unavailable, address_*, hold_expired, '
  'payment_in_progress, key_reused, not_found.';

create function private.pickup_brief(p_point uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'address', nullif(p.address, ''), 'event', e.title,
      'opensAt', w.opens_at, 'closesAt', w.closes_at, 'timeZone', coalesce(e.time_zone, s.time_zone))
    from public.pickup_points p
    cross join public.settings s
    cross join lateral private.pickup_window(p) w
    left join public.events e on e.id = p.event_id
    where p.id = p_point);
end
$$;
comment on function private.pickup_brief(uuid) is
  'A pick-up point as those see it who pick something up there: {id, kind, name, address, event, opensAt, closesAt, timeZone}; null for '
  'null.';

create function private.open_pickups(p_owner uuid, p_hold uuid) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(p.id order by w.opens_at, p.id), '{}')
    from public.pickup_points p
    cross join lateral private.pickup_window(p) w
    left join public.events e on e.id = p.event_id
    where p.archived_at is null and w.closes_at > now()
      and (p.kind = 'store' or (e.status = 'published' and (
        exists (select 1 from public.tickets t where t.event_id = e.id and t.owner_id = p_owner and private.ticket_is_valid(t.status))
        or exists (
          select 1 from public.holds h join public.hold_lines l on l.hold_id = h.id and l.ticket_count > 0
          where h.id = p_hold and h.event_id = e.id)))));
end
$$;
comment on function private.open_pickups(uuid, uuid) is
  'The pick-up points that a person can choose, soonest first: store days, and events for which they have a ticket or hold one in p_hold '
  '(null = none). private.check_pickup refuses all others.';

create function private.hold_delivery(p_hold uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_hold public.holds;
begin
  select * into v_hold from public.holds where id = p_hold;
  if not exists (
    select 1 from public.hold_lines l join public.line_kinds k on k.kind = l.kind and k.is_merchandise where l.hold_id = p_hold) then
    return null;
  end if;
  return jsonb_build_object(
    'isChosen', not exists (
      select 1 from public.hold_lines l join public.line_kinds k on k.kind = l.kind and k.is_merchandise
      where l.hold_id = p_hold and (l.delivery is null or (
        l.delivery = 'ship' and not exists (select 1 from public.hold_addresses a where a.hold_id = p_hold)))),
    'address', coalesce(
      (select private.address_json(a.name, a.line1, a.line2, a.city, a.state, a.postal_code) from public.hold_addresses a
        where a.hold_id = p_hold),
      -- suggested: what they typed for a hold that ended, or where their last order went
      (select private.address_json(a.name, a.line1, a.line2, a.city, a.state, a.postal_code)
       from private.cart_addresses a where a.owner_id = v_hold.owner_id),
      (select private.address_json(a.name, a.line1, a.line2, a.city, a.state, a.postal_code)
       from public.order_addresses a join public.orders o on o.id = a.order_id
       where o.owner_id = v_hold.owner_id order by o.created_at desc limit 1)),
    'states', (
      select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name) order by s.name), '[]')
      from private.us_states s
      where exists (select 1 from public.shipping_zones z where z.archived_at is null and s.code = any (z.states))),
    'shipping', private.shipping_range(p_hold),
    'handling', private.handling_days(),
    'points', (
      select coalesce(jsonb_agg(private.pickup_brief(n.id) order by n.place), '[]')
      from unnest(private.open_pickups(v_hold.owner_id, p_hold)) with ordinality n (id, place)));
end
$$;
comment on function private.hold_delivery(uuid) is
  'Returns the delivery choices for the goods of a hold: {isChosen, address (the chosen one, else the last one that they typed, else that '
  'of their last order, or null), states (that goods are shipped to), shipping (its price, private.shipping_range), handling (days until '
  'the goods are shipped, private.handling_days), points (where they can pick up)}; null for a hold without goods. The caller must be '
  'allowed to see the hold.';

create function private.address_json(p_name text, p_line1 text, p_line2 text, p_city text, p_state text, p_postal_code text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object('name', p_name, 'line1', p_line1, 'line2', nullif(p_line2, ''), 'city', p_city, 'state', p_state,
    'postalCode', p_postal_code);
end
$$;
comment on function private.address_json(text, text, text, text, text, text) is 'A postal address as pages show it.';

create function private.order_address(p_order uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select private.address_json(a.name, a.line1, a.line2, a.city, a.state, a.postal_code) from public.order_addresses a
      where a.order_id = p_order);
end
$$;
comment on function private.order_address(uuid) is
  'Where the goods of an order are shipped to, as far as the caller may see it; null where nothing is.';

revoke execute on function private.pickup_brief(uuid), private.hold_delivery(uuid),
  private.address_json(text, text, text, text, text, text), private.order_address(uuid)
from public, anon, authenticated, service_role;
grant execute on function private.pickup_brief(uuid), private.hold_delivery(uuid),
  private.address_json(text, text, text, text, text, text), private.order_address(uuid)
to authenticated, service_role;

revoke execute on function private.goods_of(uuid, uuid[]), private.write_goods(uuid, private.priced_line[]),
  private.reprice_goods(public.holds),
  private.open_pickups(uuid, uuid), private.check_pickup(uuid, uuid, uuid), private.check_delivery(public.holds),
  private.address_field(jsonb, text, int, int),
  private.read_address(jsonb), private.write_delivery(uuid, uuid, jsonb), public.set_delivery(uuid, uuid, jsonb, text)
from public, anon, authenticated, service_role;
grant execute on function public.set_delivery(uuid, uuid, jsonb, text) to service_role;

revoke execute on function private.pickup_window(public.pickup_points), private.zip_in_state(text, text), private.erase_hold_address()
from public, anon, authenticated, service_role;
