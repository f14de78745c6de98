-- Defines where units of variants are, and the ledger of every unit that came, left or moved.

create table public.stock_places (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 2 and 60),
  kind text not null default 'warehouse' check (kind in ('warehouse', 'event', 'store')),
  event_id uuid references public.events (id),
  position int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  constraint stock_places_event check ((kind = 'event') = (event_id is not null))
);
comment on table public.stock_places is
  'Places where units of the shop are kept: the warehouse, an event''s merch stand, a store. The first warehouse by position is where '
  'parcels leave from.';
create unique index stock_places_name on public.stock_places (lower(name)) where archived_at is null;
create index stock_places_event on public.stock_places (event_id) where event_id is not null;

insert into public.stock_places (id, name, kind) values ('00000000-0000-4000-8000-000000000806', 'Warehouse', 'warehouse');

create function private.main_place() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select p.id from public.stock_places p where p.kind = 'warehouse' and p.archived_at is null order by p.position, p.created_at, p.id
      limit 1);
end
$$;
comment on function private.main_place() is
  'Returns the warehouse that parcels leave from and returns come back to: the first by position.';

create table public.stock_levels (
  variant_id uuid not null references public.product_variants (id),
  place_id uuid not null references public.stock_places (id),
  on_hand int not null check (on_hand >= 0),
  primary key (variant_id, place_id)
) with (fillfactor = 70);
comment on table public.stock_levels is
  'Units of a variant that are on the shelf of a place, those that are held or sold and not handed over yet included. Written by '
  'private.move_stock only; the sum of the place''s entries.';
create index stock_levels_place on public.stock_levels (place_id);

create table public.stock_entries (
  id bigint generated always as identity primary key,
  variant_id uuid not null references public.product_variants (id),
  place_id uuid references public.stock_places (id),
  units int not null check (units <> 0),
  reason text not null check (
    reason in ('received', 'damaged', 'count', 'moved', 'shipped', 'picked_up', 'returned', 'written_off', 'lost')),
  order_line_id uuid references public.order_lines (id),
  actor_id uuid,
  note text check (length(note) between 1 and 300),
  at timestamptz not null default now(),
  constraint stock_entries_sign check (case
    when reason in ('received', 'returned') then units > 0
    when reason in ('damaged', 'shipped', 'picked_up', 'written_off', 'lost') then units < 0
    else true end),
  constraint stock_entries_place check ((reason in ('written_off', 'lost')) = (place_id is null))
);
comment on table public.stock_entries is
  'Ledger of the units of variants, one row per change. Append-only: a trigger refuses update, delete and truncate for every role. units '
  '= signed change. received (new), damaged (thrown away from the shelf), count (difference to a count), moved (from one place to '
  'another: two entries), shipped and picked_up (handed to a buyer), returned (back on the shelf) change what is on the shelf of '
  'place_id; written_off (came back and cannot be sold) and lost (never arrived) end units that had left it, and have no place. '
  'order_line_id = the line of an order that it is about; actor_id = who did it, null for the server.';
create index stock_entries_variant on public.stock_entries (variant_id, id desc);
create index stock_entries_place on public.stock_entries (place_id) where place_id is not null;
create index stock_entries_line on public.stock_entries (order_line_id) where order_line_id is not null;
create index stock_entries_at on public.stock_entries (at);

create trigger stock_entries_append_only before update or delete on public.stock_entries
  for each row execute function private.deny_change();
create trigger stock_entries_no_truncate before truncate on public.stock_entries
  for each statement execute function private.deny_change();

create function private.move_stock(
  p_variant uuid, p_place uuid, p_units int, p_reason text, p_line uuid default null, p_note text default null
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_units int := case when p_reason in ('damaged', 'shipped', 'picked_up', 'written_off', 'lost') then -p_units else p_units end;
  v_stock int := case when p_reason in ('received', 'damaged', 'count', 'written_off', 'lost') then v_units else 0 end;
  v_sold int := case when p_reason in ('returned', 'written_off', 'lost') then -p_units else 0 end;
  v_on_shelf boolean := p_reason not in ('written_off', 'lost');
  v_left int;
begin
  if p_units is null or p_units = 0 or (p_units < 0 and p_reason not in ('count', 'moved')) or (v_on_shelf and p_place is null) then
    perform private.refuse(422, 'invalid', '{"field": "units"}');
  end if;
  -- The variant before its levels, as everything that changes both does.
  update public.product_variants set stock = stock + v_stock, sold = sold + v_sold
  where id = p_variant and held + sold + v_sold <= stock + v_stock and stock + v_stock between 0 and 1000000 and sold + v_sold >= 0;
  if not found then
    select stock - held - sold into v_left from public.product_variants where id = p_variant;
    perform private.refuse(409, 'stock_taken', jsonb_build_object('left', coalesce(v_left, 0)));
  end if;
  if v_on_shelf then
    if v_units > 0 then
      insert into public.stock_levels as l (variant_id, place_id, on_hand) values (p_variant, p_place, v_units)
      on conflict (variant_id, place_id) do update set on_hand = l.on_hand + excluded.on_hand;
    else
      update public.stock_levels set on_hand = on_hand + v_units
      where variant_id = p_variant and place_id = p_place and on_hand + v_units >= 0;
      if not found then
        select on_hand into v_left from public.stock_levels where variant_id = p_variant and place_id = p_place;
        perform private.refuse(409, 'stock_not_there', jsonb_build_object(
          'left', coalesce(v_left, 0), 'place', (select p.name from public.stock_places p where p.id = p_place)));
      end if;
    end if;
  end if;
  insert into public.stock_entries (variant_id, place_id, units, reason, order_line_id, actor_id, note)
  values (p_variant, case when v_on_shelf then p_place end, v_units, p_reason, p_line, auth.uid(), nullif(btrim(p_note), ''));
end
$$;
comment on function private.move_stock(uuid, uuid, int, text, uuid, text) is
  'The only writer of stock_levels, stock_entries and the stock of variants. p_units is a positive number of units, whatever the reason; '
  'of count and moved it is the signed change (moved is called twice, with -n for one place and n for the other). received, damaged and '
  'count change the stock of the variant, never below what is held and sold. shipped and picked_up take from the shelf of the place and '
  'leave stock and sold as they are. returned puts units on the shelf and gives them back for sale (sold - n). written_off and lost end '
  'units that had left the shelf (sold - n, stock - n); p_place is not used. Locks the variant, then its level: callers that change '
  'several variants go by id, and lock rows of orders first. Refuses invalid, stock_taken with what is left to sell, and stock_not_there '
  'with what is on the shelf.';

alter table public.stock_places enable row level security;
alter table public.stock_places force row level security;
alter table public.stock_levels enable row level security;
alter table public.stock_levels force row level security;
alter table public.stock_entries enable row level security;
alter table public.stock_entries force row level security;
