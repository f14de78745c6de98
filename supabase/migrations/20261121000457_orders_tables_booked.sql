-- Bookings of tables, and the line kind that sells them. A table has one active booking per event, by a unique index. A booking
-- follows the hold and the order that it is in; it is locked after the pools (order > own hold > tickets > pools > bookings): a
-- transaction that waits for the unique index holds no lock that the owner of the booking still needs.

create table public.table_bookings (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id),
  table_id uuid not null references public.bookable_tables (id),
  hold_id uuid not null references public.holds (id),
  order_id uuid references public.orders (id),
  order_line_id uuid unique references public.order_lines (id),
  status text not null default 'held'
    check (status in ('held', 'deposit_pending', 'confirmed', 'arrived', 'expired', 'cancelled', 'no_show')),
  guests int not null check (guests between 1 and 20),
  minimum_spend_cents bigint not null check (minimum_spend_cents >= 0),
  deposit_cents bigint not null check (deposit_cents between 0 and minimum_spend_cents),
  gratuity_bps int not null check (gratuity_bps >= 0),
  last_arrival_at timestamptz,
  created_at timestamptz not null default now(),
  arrived_at timestamptz,
  constraint table_bookings_confirmed check (status not in ('confirmed', 'arrived', 'no_show') or order_line_id is not null)
);
comment on table public.table_bookings is
  'Bookings of tables, with the terms as they were when the table was held. held = in a cart; deposit_pending = ordered and not paid; '
  'confirmed = the deposit is paid and the tickets are issued; arrived = the first guest is in; expired and cancelled = the cart ended or '
  'everything was refunded; no_show = a door manager released it after last_arrival_at (null = the end of the event). guests = how many '
  'tickets the host gets.';
create unique index table_bookings_one_active on public.table_bookings (event_id, table_id)
  where status in ('held', 'deposit_pending', 'confirmed', 'arrived');
create index table_bookings_event on public.table_bookings (event_id);
create index table_bookings_table on public.table_bookings (table_id);
create index table_bookings_hold on public.table_bookings (hold_id);
create index table_bookings_order on public.table_bookings (order_id);
alter table public.table_bookings enable row level security;
alter table public.table_bookings force row level security;

create function private.is_active_booking(p_status text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select p_status in ('held', 'deposit_pending', 'confirmed', 'arrived') $$;
comment on function private.is_active_booking(text) is 'Returns whether a booking in this state keeps its table.';

create function private.move_booking(p_booking uuid, p_to text, p_reason text default null) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_from text;
begin
  select status into strict v_from from public.table_bookings where id = p_booking for no key update;
  if (v_from, p_to) not in (
    ('held', 'deposit_pending'), ('held', 'confirmed'), ('held', 'expired'), ('held', 'cancelled'),
    ('deposit_pending', 'confirmed'), ('deposit_pending', 'expired'), ('deposit_pending', 'cancelled'),
    ('confirmed', 'arrived'), ('confirmed', 'cancelled'), ('confirmed', 'no_show'),
    ('arrived', 'confirmed'), ('arrived', 'cancelled')
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from));
  end if;
  update public.table_bookings set status = p_to, arrived_at = case when p_to = 'arrived' then now() end where id = p_booking;
  perform private.log_state('table_booking', p_booking, v_from, p_to, p_reason);
end
$$;
comment on function private.move_booking(uuid, text, text) is
  'Changes the state of a booking and logs it; no other function does. From arrived back to confirmed = the only admission was undone.';

create function private.book_table(p_table uuid, p_hold uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_table public.bookable_tables;
  v_booking uuid;
begin
  select * into strict v_table from public.bookable_tables where id = p_table;
  insert into public.table_bookings (event_id, table_id, hold_id, guests, minimum_spend_cents, deposit_cents, gratuity_bps, last_arrival_at)
  values (v_table.event_id, p_table, p_hold, v_table.max_guests, v_table.minimum_spend_cents, private.table_deposit(v_table),
    v_table.gratuity_bps, v_table.last_arrival_at)
  returning id into v_booking;
  perform private.log_state('table_booking', v_booking, null, 'held');
exception
  when unique_violation then
    perform private.refuse(409, 'table_taken', jsonb_build_object('type', v_table.name));
end
$$;
comment on function private.book_table(uuid, uuid) is
  'Books a table for a hold; refuses table_taken when it has an active booking: the unique index decides, not a look before it.';

create function private.follow_hold_line() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.book_table(new.item_id, new.hold_id);
  else
    perform private.move_booking(b.id, 'cancelled', 'cart changed') from public.table_bookings b
    where b.hold_id = old.hold_id and b.table_id = old.item_id and b.status in ('held', 'deposit_pending');
  end if;
  return null;
end
$$;
comment on function private.follow_hold_line() is
  'Trigger: books the table of a line that is put into a cart, and frees that of a line that is taken out.';

create function private.follow_hold() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.move_booking(b.id, case new.status when 'expired' then 'expired' else 'cancelled' end, 'hold ' || new.status)
  from public.table_bookings b where b.hold_id = new.id and b.status in ('held', 'deposit_pending');
  return null;
end
$$;
comment on function private.follow_hold() is 'Trigger: frees the table of a hold that was released or has expired.';
create trigger holds_free_table after update of status on public.holds for each row when (new.status in ('released', 'expired'))
  execute function private.follow_hold();

-- An order without anything to pay is settled in the transaction that places it, and then takes pools: its booking stays held
-- until then, so that the booking is changed after them.
create function private.follow_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.move_booking(b.id, 'deposit_pending', 'ordered')
  from public.table_bookings b where b.hold_id = new.hold_id and b.status = 'held';
  return null;
end
$$;
comment on function private.follow_order() is 'Trigger: a table in an order waits for its deposit.';
create trigger orders_await_deposit after insert on public.orders for each row when (new.total_cents > 0 and new.hold_id is not null)
  execute function private.follow_order();

create function private.check_table(
  p_event public.events, p_role text, p_code public.promo_codes, p_tables uuid[], p_units int[], out ends_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  ends_at := private.check_extras(p_event, p_role, p_code, array(
    select to_jsonb(t) from unnest(p_tables) n (id) left join public.bookable_tables t on t.id = n.id and t.event_id = p_event.id));
end
$$;
comment on function private.check_table(public.events, text, public.promo_codes, uuid[], int[]) is
  'Refuses tables that such a person cannot book now. That a cart has one table is decided by private.check_choice_of_table.';

create function private.check_choice_of_table(p_tables uuid[], p_units int[], p_choices private.line_choice[]) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if cardinality(p_tables) > 1 or p_units[1] > 1 then
    perform private.refuse(409, 'one_table');
  end if;
end
$$;
comment on function private.check_choice_of_table(uuid[], int[], private.line_choice[]) is 'Refuses more than one table.';

create function private.stock_of_table(p_tables uuid[], p_units int[])
returns table (pool_id uuid, variant_id uuid, units int, name text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select tp.pool_id, null::uuid, n.units * t.max_guests, t.name
  from unnest(p_tables, p_units) n (table_id, units)
  join public.bookable_tables t on t.id = n.table_id
  left join public.ticket_type_pools tp on tp.ticket_type_id = t.ticket_type_id;
end
$$;
comment on function private.stock_of_table(uuid[], int[]) is
  'Returns the stock of tables: a place for each guest in each pool of the ticket type. That the table itself is free is decided by its '
  'booking.';

create function private.tickets_of_table(p_tables uuid[], p_units int[]) returns table (ticket_type_id uuid, units int)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select t.ticket_type_id, n.units * t.max_guests
  from unnest(p_tables, p_units) n (table_id, units) join public.bookable_tables t on t.id = n.table_id;
end
$$;
comment on function private.tickets_of_table(uuid[], int[]) is 'Returns the tickets of tables: one for each guest.';

create function private.price_table(p_event public.events, p_tables uuid[], p_units int[]) returns setof private.unit_price
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select 'table'::text, t.id, null::uuid, 2000 + t.position, t.name,
    t.section || ', up to ' || t.max_guests || case t.max_guests when 1 then ' guest' else ' guests' end, n.units,
    private.table_deposit(t), 0::bigint, 0, 0, false
  from unnest(p_tables, p_units) n (table_id, units) join public.bookable_tables t on t.id = n.table_id;
end
$$;
comment on function private.price_table(public.events, uuid[], int[]) is
  'Prices tables at their deposit. It carries no fee, and the tax is on the bill at the venue.';

create function private.terms_of_table(p_hold uuid, p_table uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('table', jsonb_build_object('guests', b.guests, 'lastArrivalAt', b.last_arrival_at)
      || private.table_terms(b.minimum_spend_cents, b.deposit_cents, b.gratuity_bps))
    from public.table_bookings b where b.hold_id = p_hold and b.table_id = p_table order by b.created_at desc, b.id limit 1), '{}');
end
$$;
comment on function private.terms_of_table(uuid, uuid) is
  'Returns the terms on which a hold booked a table: {table: {guests, lastArrivalAt}}, with its amounts as private.table_terms returns '
  'them.';

create function private.offers_of_table(p_event public.events) returns setof private.extra_offer
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select 'table', t.id, t.name, t.description, to_jsonb(t), null::timestamptz, null::timestamptz, 1,
    exists (
      select 1 from public.table_bookings b join public.holds h on h.id = b.hold_id
      where b.table_id = t.id and private.is_active_booking(b.status)
        -- one in a cart that has ended, or in the caller's own
        and not (h.status in ('active', 'pinned') and (h.expires_at <= now() or coalesce(h.owner_id = auth.uid(), false)))),
    jsonb_build_object('section', t.section, 'minGuests', t.min_guests, 'maxGuests', t.max_guests, 'lastArrivalAt', t.last_arrival_at)
      || private.table_terms(t.minimum_spend_cents, private.table_deposit(t), t.gratuity_bps)
  from public.bookable_tables t where t.event_id = p_event.id;
end
$$;
comment on function private.offers_of_table(public.events) is
  'Returns the tables of an event with their section, guests and terms; one that somebody else has booked is taken.';

create function private.sold_of_table(p_table uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (select count(*) from public.table_bookings b where b.table_id = p_table and b.status in ('confirmed', 'arrived'));
end
$$;
comment on function private.sold_of_table(uuid) is 'Counts the bookings of a table that are paid and not released.';

insert into public.line_kinds (kind, reference, catalogue, needs_event, admits, is_bundle, is_extra, is_unique)
values ('table', 'bookable_table_id', 'public.bookable_tables', true, true, true, true, true);
select private.add_line_kind('table');
create trigger hold_lines_book_table after insert on public.hold_lines for each row when (new.bookable_table_id is not null)
  execute function private.follow_hold_line();
create trigger hold_lines_free_table after delete on public.hold_lines for each row when (old.bookable_table_id is not null)
  execute function private.follow_hold_line();

create function private.rebook_tables(p_order public.orders) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.book_table(l.bookable_table_id, p_order.hold_id) from public.order_lines l
  where l.order_id = p_order.id and l.bookable_table_id is not null;
end
$$;
comment on function private.rebook_tables(public.orders) is
  'For an order whose hold ended before its payment finished: books its table again; refuses table_taken when it is somebody else''s by '
  'now.';

create function private.table_arrival(p_order_line uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('name', t.name, 'section', t.section, 'guests', b.guests,
      'arrived', (select count(*) from public.tickets k where k.order_line_id = b.order_line_id and k.admission = 'inside'))
    from public.table_bookings b join public.bookable_tables t on t.id = b.table_id
    where b.order_line_id = p_order_line);
end
$$;
comment on function private.table_arrival(uuid) is
  'Returns the table of an order line as the door may know it: {name, section, guests, arrived}; arrived = the number of its guests who '
  'are inside. Null for lines that booked no table.';

create function private.arrive_table(p_order_line uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_booking public.table_bookings;
  v_inside boolean;
begin
  select * into v_booking from public.table_bookings
  where order_line_id = p_order_line and status in ('confirmed', 'arrived') for no key update;
  if not found then
    return;
  end if;
  v_inside := exists (select 1 from public.tickets k where k.order_line_id = p_order_line and k.admission = 'inside');
  if v_inside and v_booking.status = 'confirmed' then
    perform private.move_booking(v_booking.id, 'arrived', 'first guest');
  elsif not v_inside and v_booking.status = 'arrived' then
    perform private.move_booking(v_booking.id, 'confirmed', 'admission undone');
  end if;
end
$$;
comment on function private.arrive_table(uuid) is
  'After an admission, or after one was undone: moves the booking that the line made to arrived, or back. The ticket must be locked.';
