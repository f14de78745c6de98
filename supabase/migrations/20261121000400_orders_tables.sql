-- Holds (stock set aside for a while), orders (what was bought), payments and refunds (what money moved).
-- Only the selling functions update these tables, and every change of state leaves a row in private.state_log.

create function private.email_key(p_email text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return (
    select case
      when domain in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com'
      else local || '@' || domain
    end
    from (
      select split_part(split_part(lower(btrim(p_email)), '@', 1), '+', 1) as local,
             split_part(lower(btrim(p_email)), '@', 2) as domain
    ) parts
  );
end
$$;
comment on function private.email_key(text) is
  'The mailbox behind an address, for limits per person: lower case, no +tag, and no dots at Gmail. Never used to send.';

revoke execute on function private.email_key(text) from public;

create table public.holds (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'cart' check (
    kind in ('cart', 'waitlist_offer', 'comp_block', 'allocation', 'table', 'split_share', 'supplement')),
  event_id uuid references public.events (id),
  owner_id uuid references auth.users (id) on delete set null,
  network text check (network ~ '^[!-~]{1,200}$'),
  status text not null default 'active' check (status in ('active', 'pinned', 'converted', 'released', 'expired')),
  expires_at timestamptz not null,
  pinned_at timestamptz,
  code_id uuid references public.promo_codes (id),
  code_units int not null default 0 check (code_units >= 0),
  block_units int not null default 0 check (block_units >= 0),
  created_at timestamptz not null default now(),
  constraint holds_code check (code_id is not null or (code_units = 0 and block_units = 0)),
  constraint holds_network_is_live check (network is null or status in ('active', 'pinned')),
  constraint holds_pinned check (status <> 'pinned' or pinned_at is not null)
);
comment on table public.holds is
  'Stock set aside for one person. Live = active or pinned; its units are counted as held until it is converted, released or expired. '
  'event_id is the one event whose tickets it has, null where it has none. Editing never extends expires_at; a payment in progress pins '
  'it once. code_id = the code it uses, once, for code_units of its units; block_units of its places came from what that code keeps back.';
create unique index holds_one_cart on public.holds (owner_id) where kind = 'cart' and status in ('active', 'pinned');
create index holds_live on public.holds (event_id, expires_at) where status in ('active', 'pinned');
comment on column public.holds.network is
  'Hash of the network that a guest''s hold came from, for the limit per network; cleared as soon as the hold ends. Not readable through '
  'the API.';
create index holds_network on public.holds (network, event_id) where network is not null;
create index holds_event on public.holds (event_id);
create index holds_owner on public.holds (owner_id);
create index holds_code on public.holds (code_id) where code_id is not null;
create index holds_code_live on public.holds (code_id) where code_id is not null and status in ('active', 'pinned');

create table public.line_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z_]{1,29}$'),
  reference text not null unique,
  catalogue text not null,
  display_order int not null default 2,
  needs_event boolean not null default false,
  is_chosen boolean not null default true,
  is_discountable boolean not null default true,
  has_releases boolean not null default false,
  admits boolean not null default false,
  counts_to_limit boolean not null default false,
  is_bundle boolean not null default false,
  is_extra boolean not null default false,
  is_unique boolean not null default false,
  is_handed_at_event boolean not null default false,
  ends_with_tickets boolean not null default false,
  ends_when_refunded boolean not null default false,
  is_merchandise boolean not null default false,
  is_delivery_charge boolean not null default false,
  is_given boolean not null default false,
  follows_delivery boolean not null generated always as (is_merchandise or is_delivery_charge) stored,
  constraint line_kinds_tickets check (admits or not (counts_to_limit or is_bundle)),
  constraint line_kinds_event check (needs_event or not (admits or is_extra or is_handed_at_event or ends_with_tickets)),
  constraint line_kinds_delivery check (not (needs_event and (is_merchandise or is_delivery_charge)))
);
comment on table public.line_kinds is
  'The kinds of things that are sold, and what the selling functions ask of each. A migration inserts the row of a kind and calls '
  'private.add_line_kind. Each kind has four functions in schema private: check_<kind>, stock_of_<kind>, price_<kind> and fulfil_<kind>; '
  'one that admits has tickets_of_<kind>, an extra offers_of_<kind>, and any may have check_choice_of_<kind>, terms_of_<kind> and '
  'sold_of_<kind>. Everybody may read it: it says nothing about anybody.';
comment on column public.line_kinds.reference is
  'The column of hold_lines, order_lines and promo_code_items that refers to the catalogue, the table of its items.';
comment on column public.line_kinds.display_order is 'Lines of an order are shown by it, then by their position.';
comment on column public.line_kinds.needs_event is 'Its items belong to an event: the catalogue has event_id.';
comment on column public.line_kinds.is_chosen is
  'Buyers choose it; false = functions write its lines, such as shipping, or what staff ask for.';
comment on column public.line_kinds.is_discountable is
  'Codes may make it cheaper: those of events what needs one, those of the shop merchandise.';
comment on column public.line_kinds.has_releases is 'Its price comes from a release, which each of its lines names.';
comment on column public.line_kinds.admits is 'It becomes tickets when it is paid: private.tickets_of_<kind> says how many of which types.';
comment on column public.line_kinds.counts_to_limit is
  'Its tickets count towards what one person may have of an event; false = they are for guests.';
comment on column public.line_kinds.is_bundle is
  'The tickets of a unit belong together: they are shown as part of it, and end and are refunded as one.';
comment on column public.line_kinds.is_extra is
  'Its event offers it beside single tickets: private.offers_of_<kind> returns what is on offer, and sale_counts counts its units.';
comment on column public.line_kinds.is_unique is 'There is one of each of its items.';
comment on column public.line_kinds.is_handed_at_event is 'Its units are handed over at its event.';
comment on column public.line_kinds.ends_with_tickets is 'Its lines end and are refunded with the last ticket of their order.';
comment on column public.line_kinds.ends_when_refunded is
  'It becomes neither tickets nor goods that could end: something of its order is left until all of it was refunded.';
comment on column public.line_kinds.is_merchandise is 'It is shipped or picked up, taxed by where it goes, and can be returned.';
comment on column public.line_kinds.is_delivery_charge is
  'It is what the delivery of merchandise costs, and goes back when nothing is shipped.';
comment on column public.line_kinds.is_given is
  'Its units are given away: nothing is paid for them, so nothing of them is refunded or sold back.';
comment on column public.line_kinds.follows_delivery is
  'Its lines are priced and written again whenever merchandise or its delivery changes.';
grant select on public.line_kinds to anon, authenticated, service_role;
create policy line_kinds_select on public.line_kinds for select to anon, authenticated using (true);

create table public.hold_lines (
  id uuid primary key default gen_random_uuid(),
  hold_id uuid not null references public.holds (id) on delete cascade,
  kind text not null,
  item_id uuid not null,
  release_id uuid references public.price_releases (id),
  position int not null default 0,
  item_name text not null check (length(item_name) between 1 and 160),
  item_detail text not null default '' check (length(item_detail) <= 160),
  quantity int not null check (quantity between 1 and 20),
  ticket_count int not null default 0 check (ticket_count >= 0),
  unit_face_cents bigint not null check (unit_face_cents >= 0),
  discount_cents bigint not null default 0,
  code_units int not null default 0,
  by_code boolean generated always as (code_units > 0) stored,
  fee_cents bigint not null check (fee_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  total_cents bigint generated always as (quantity * unit_face_cents - discount_cents + fee_cents + tax_cents) stored,
  delivery text check (delivery in ('ship', 'pickup')),
  constraint hold_lines_code check (code_units between 0 and quantity),
  constraint hold_lines_discount check (discount_cents between 0 and quantity * unit_face_cents),
  unique nulls not distinct (hold_id, kind, item_id, release_id, by_code)
);
comment on table public.hold_lines is
  'The lines that a hold sets aside: kind and item_id name it, and the column of its kind (ticket_type_id, variant_id, ...) is generated '
  'from them and refers to its catalogue. Name and price are those of the moment it was held. unit_face_cents is the price of one unit '
  'before discount, fee and tax; discount, fee and tax are of the whole line. ticket_count = how many tickets the line becomes. All units '
  'of a line cost the same: a choice of tickets that outlasts a release is two lines, the rest of the cheaper release, then the next one; '
  'and so is one of which a code covers a part. code_units = how many of its units the code of the hold covers; then the discount is the '
  'code''s, else that of a price rule.';
create index hold_lines_release on public.hold_lines (release_id) where release_id is not null;

create view private.ended_lines with (security_invoker = true) as
  select h.event_id, l.kind, l.item_id, l.release_id, l.quantity
  from public.holds h join public.hold_lines l on l.hold_id = h.id
  where h.status in ('active', 'pinned') and h.expires_at <= now();
comment on view private.ended_lines is
  'Lines of holds that ended and were not swept yet: counters have their places and units as held, but they are available.';

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  owner_id uuid references auth.users (id) on delete set null,
  event_id uuid references public.events (id),
  hold_id uuid references public.holds (id),
  supplement_of uuid references public.orders (id),
  code_id uuid references public.promo_codes (id),
  code_units int not null default 0 check (code_units >= 0),
  status text not null constraint orders_status check (private.is_order_state(status)),
  email text not null check (length(email) between 3 and 254 and email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
  email_key text generated always as (private.email_key(email)) stored,
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  phone text check (length(phone) <= 32 and phone !~ '[[:cntrl:]]'),
  search_key text generated always as (' ' || private.name_key(name) || ' ' || private.name_key(email)) stored,
  phone_key text generated always as (nullif(reverse(regexp_replace(phone, '[^0-9]', '', 'g')), '')) stored,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  face_cents bigint not null check (face_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  total_cents bigint not null check (total_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  terms_accepted_at timestamptz not null,
  terms_version text not null check (terms_version ~ '^[!-~]{1,40}$'),
  marketing_consent boolean not null default false,
  is_test boolean not null default false,
  late_rescue boolean not null default false,
  refund_hours int,
  refund_until timestamptz,
  refund_keeps_fee boolean not null default true,
  refund_kept_percent int not null default 0 check (refund_kept_percent between 0 and 90),
  fee_is_taxed boolean not null default true,
  dispute_status text not null default 'none' check (dispute_status in ('none', 'open', 'won', 'lost')),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  cancelled_at timestamptz,
  constraint orders_total check (total_cents = face_cents + fee_cents + tax_cents - discount_cents),
  constraint orders_refunded check (refunded_cents <= total_cents),
  constraint orders_paid check (not private.order_is_sold(status) or paid_at is not null),
  constraint orders_cancelled check (private.order_is_final(status) = (cancelled_at is not null)),
  constraint orders_refund_until check ((refund_hours is null) = (refund_until is null))
);
comment on table public.orders is
  'One purchase: things of at most one event (event_id, null where it has none of any) and whatever is sold besides. Prices come from the '
  'hold and never change; refunded_cents = refunds approved or further. late_rescue = paid after its hold ended, with places taken again. '
  'code_id and code_units are those of its hold. terms_version names the terms of sale that the buyer accepted. email_key serves limits '
  'per person. supplement_of = the order of the ticket that this one pays a dearer type for (public.ticket_supplements).';
comment on column public.orders.refund_hours is
  'The refund policy of the event when the order was placed, with the columns to fee_is_taxed: never changed. refund_until = the deadline '
  'by the doors of that moment; fee_is_taxed = the tax of a line includes that of its fee.';
comment on column public.orders.dispute_status is
  'Open while a dispute about a payment of the order is, else how they ended.';
comment on column public.orders.search_key is
  'Words of name and address, each after a space, by which staff search; phone_key has the digits of the phone backwards, so that the '
  'last ones come first.';
create unique index orders_one_per_hold on public.orders (hold_id)
  where private.order_holds_stock(status) and not late_rescue;
create index orders_hold on public.orders (hold_id);
create index orders_supplement_of on public.orders (supplement_of) where supplement_of is not null;
create index orders_code on public.orders (code_id) where code_id is not null;
create index orders_owner on public.orders (owner_id, created_at desc);
-- with the money kept of an event, so that its sum reads the index alone
create index orders_event on public.orders (event_id, status) include (total_cents, refunded_cents);
create index orders_email_key on public.orders (email_key, event_id);
create index orders_created_at on public.orders (created_at desc, id desc);
-- the staff's list filters and sorts by these; the index of search_key is where its operators are, in staff_order_desk
create index orders_event_created on public.orders (event_id, created_at desc, id desc);
create index orders_event_total on public.orders (event_id, total_cents, id);
create index orders_event_buyer on public.orders (event_id, lower(name), id);
create index orders_email on public.orders (lower(email) text_pattern_ops);
create index orders_status_created on public.orders (status, created_at desc, id desc);
create index orders_refunded on public.orders (created_at desc, id desc) where refunded_cents > 0;
create index orders_phone on public.orders (phone_key text_pattern_ops) where phone_key is not null;
create index orders_total on public.orders (total_cents, id);
create index orders_buyer on public.orders (lower(name), id);
-- with what a day's money is computed from, so that it reads the index alone
create index orders_paid_at on public.orders (paid_at) include (id, status, total_cents) where paid_at is not null;
create index orders_disputed on public.orders (created_at desc, id desc) where dispute_status <> 'none';
create index orders_open on public.orders (created_at) where private.order_is_open(status);

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null,
  item_id uuid not null,
  release_id uuid references public.price_releases (id),
  position int not null default 0,
  item_name text not null check (length(item_name) between 1 and 160),
  item_detail text not null default '' check (length(item_detail) <= 160),
  quantity int not null check (quantity between 1 and 20),
  ticket_count int not null default 0 check (ticket_count >= 0),
  unit_face_cents bigint not null check (unit_face_cents >= 0),
  discount_cents bigint not null default 0,
  code_units int not null default 0,
  by_code boolean generated always as (code_units > 0) stored,
  fee_cents bigint not null check (fee_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  total_cents bigint generated always as (quantity * unit_face_cents - discount_cents + fee_cents + tax_cents) stored,
  delivery text check (delivery in ('ship', 'pickup')),
  final_sale boolean not null default false,
  constraint order_lines_code check (code_units between 0 and quantity),
  constraint order_lines_discount check (discount_cents between 0 and quantity * unit_face_cents),
  unique nulls not distinct (order_id, kind, item_id, release_id, by_code)
);
comment on table public.order_lines is
  'The lines of orders, copied from the lines of its hold. final_sale = the product was not to be returned when it was bought. Their sums '
  'are the order''s amounts: a deferred trigger refuses anything else.';
create index order_lines_release on public.order_lines (release_id) where release_id is not null;

create type private.line_choice as (kind text, items uuid[], units int[]);
comment on type private.line_choice is 'Items of one kind, and how many of each: items[n] goes with units[n].';

create function private.lock_orders(p_orders uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_first uuid[] := array(select distinct coalesce(o.supplement_of, o.id) from public.orders o where o.id = any (p_orders));
begin
  perform 1 from public.orders o where o.id = any (v_first) order by o.id for no key update;
  perform 1 from public.orders o where o.supplement_of = any (v_first) order by o.id for no key update;
end
$$;
comment on function private.lock_orders(uuid[]) is
  'Locks orders with those that belong to them: orders of tickets in id order, then the orders of their supplements in id order. The '
  'order of a supplement is written with that of its ticket locked, so that none is missed.';

-- Calls by kind. Their bodies are written by private.add_line_kind, one branch for each kind: called by name at run time, the
-- functions of a kind would be planned again at each call.

create function private.check_of_kind(p_kind text, p_event public.events, p_role text, p_code public.promo_codes, p_items uuid[],
  p_units int[]) returns timestamptz
language plpgsql stable set search_path = ''
as $$ begin end $$;
comment on function private.check_of_kind(text, public.events, text, public.promo_codes, uuid[], int[]) is
  'Refuses items of a kind that such a person, with this code (or null), cannot buy now, by private.check_<kind>; returns when their '
  'first sale ends, null = never.';

create function private.check_choice_of_kind(p_kind text, p_items uuid[], p_units int[], p_choices private.line_choice[]) returns void
language plpgsql stable set search_path = ''
as $$ begin end $$;
comment on function private.check_choice_of_kind(text, uuid[], int[], private.line_choice[]) is
  'Refuses items of a kind that may not be bought with the rest of a choice (p_choices, these included), by '
  'private.check_choice_of_<kind> where there is one.';

create function private.stock_of(p_choices private.line_choice[])
returns table (pool_id uuid, variant_id uuid, units int, name text)
language plpgsql stable set search_path = ''
as $$ begin end $$;
comment on function private.stock_of(private.line_choice[]) is
  'Returns the stock that items draw on, by private.stock_of_<kind>: rows of a pool or a variant with units and the item''s name. A row '
  'with neither = nothing can be taken; no row = nothing is counted.';

create function private.tickets_of(p_kind text, p_items uuid[], p_units int[]) returns table (ticket_type_id uuid, units int)
language plpgsql stable set search_path = ''
as $$ begin end $$;
comment on function private.tickets_of(text, uuid[], int[]) is
  'Returns the tickets that items become when they are paid, by private.tickets_of_<kind>: rows of a ticket type with units; none for a '
  'kind that admits nobody.';

create type private.unit_price as (
  kind text, item_id uuid, release_id uuid, "position" int, item_name text, item_detail text, quantity int,
  unit_face_cents bigint, fee_fixed_cents bigint, fee_bps int, tax_bps int, tax_on_fees boolean
);
comment on type private.unit_price is
  'Price of one unit of some equal units before discount, fee and tax, and the rules of its fee and tax: a row that private.price_<kind> '
  'returns. No amount in it is computed.';

create function private.price_of_kind(p_kind text, p_event public.events, p_items uuid[], p_units int[]) returns setof private.unit_price
language plpgsql stable set search_path = ''
as $$ begin end $$;
comment on function private.price_of_kind(text, public.events, uuid[], int[]) is
  'Returns the face prices and price rules of items of a kind, by private.price_<kind>; units that have no price now are missing.';

create function private.fulfil_of_kind(p_kind text, p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$ begin end $$;
comment on function private.fulfil_of_kind(text, uuid) is
  'Gives the buyer of a paid order what its lines of a kind are, by private.fulfil_<kind>.';

create type private.extra_offer as (
  kind text, id uuid, name text, description text, stored jsonb, sale_starts_at timestamptz, sale_ends_at timestamptz, max_units int,
  is_taken boolean, terms jsonb
);
comment on type private.extra_offer is
  'An item that an event offers beside tickets: a row that private.offers_of_<kind> returns. stored = its row, for '
  'private.extra_sale_state; max_units = how many one order may have; is_taken = somebody has it, whatever its stock says; terms = what '
  'its page shows besides.';

create function private.offers_of_kind(p_kind text, p_event public.events) returns setof private.extra_offer
language plpgsql stable set search_path = ''
as $$ begin end $$;
comment on function private.offers_of_kind(text, public.events) is
  'Returns the items of an extra that an event offers, by private.offers_of_<kind>; archived ones too, which private.extra_sale_state '
  'hides.';

create function private.sold_of_kind(p_kind text, p_item uuid) returns bigint
language plpgsql stable set search_path = ''
as $$ begin end $$;
comment on function private.sold_of_kind(text, uuid) is
  'Counts the units of an extra that are sold, by private.sold_of_<kind> where there is one; null where its units of paid orders are the '
  'answer.';

create function private.terms_of_kind(p_kind text, p_hold uuid, p_item uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$ begin end $$;
comment on function private.terms_of_kind(text, uuid, uuid) is
  'Returns fields that a line shows beside those of every line, an object by private.terms_of_<kind> where there is one, else empty. '
  'p_hold = the hold that the item is or was in, as far as the caller may see it.';

create function private.add_line_kind(p_kind text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_kind public.line_kinds;
  v_table text;
  v_references text;
begin
  select * into strict v_kind from public.line_kinds k where k.kind = p_kind;
  select string_agg(quote_ident(k.reference), ', ' order by k.kind) into v_references from public.line_kinds k;
  foreach v_table in array array['hold_lines', 'order_lines', 'promo_code_items'] loop
    execute format('alter table public.%I add column %I uuid generated always as (case when kind = %L then item_id end) stored '
      'references %s (id) %s',
      v_table, v_kind.reference, p_kind, v_kind.catalogue, case when v_table = 'promo_code_items' then 'on delete cascade' end);
    execute format('create index %1$I on public.%2$I (%3$I) where %3$I is not null', v_table || '_' || p_kind, v_table, v_kind.reference);
    execute format('alter table public.%1$I drop constraint if exists %2$I, add constraint %2$I check (num_nonnulls(%3$s) = 1)',
      v_table, v_table || '_kind', v_references);
    continue when v_table = 'promo_code_items';
    execute format('alter table public.%1$I drop constraint if exists %2$I,
        add constraint %2$I check ((kind = any (%3$L::text[])) = (release_id is not null))',
      v_table, v_table || '_release', array(select k.kind from public.line_kinds k where k.has_releases order by 1));
    execute format('alter table public.%1$I drop constraint if exists %2$I,
        add constraint %2$I check (delivery is null or kind = any (%3$L::text[]))',
      v_table, v_table || '_delivery', array(select k.kind from public.line_kinds k where k.is_merchandise order by 1));
  end loop;
  perform private.write_calls_by_kind();
  analyze public.line_kinds;
end
$$;
comment on function private.add_line_kind(text) is
  'For migrations: adds a kind of things that are sold, whose row of public.line_kinds and functions are there. It gives both tables of '
  'lines and the items of codes the column of its reference, which holds item_id where the line is of this kind and refers to the '
  'catalogue (a line of no registered kind is refused), and adds the kind to the calls by kind.';

create function private.write_calls_by_kind() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_call record;
  v_branches text;
begin
  for v_call in
    select * from (values
      ('check_of_kind(p_kind text, p_event public.events, p_role text, p_code public.promo_codes, p_items uuid[], p_units int[])
          returns timestamptz',
        'stable', 'check_', 'return private.%I(p_event, p_role, p_code, p_items, p_units);', 'begin case p_kind %s end case; end'),
      ('check_choice_of_kind(p_kind text, p_items uuid[], p_units int[], p_choices private.line_choice[]) returns void',
        'stable', 'check_choice_of_', 'perform private.%I(p_items, p_units, p_choices);', 'begin case p_kind %s else null; end case; end'),
      ('stock_of(p_choices private.line_choice[]) returns table (pool_id uuid, variant_id uuid, units int, name text)',
        'stable', 'stock_of_', 'return query select * from private.%I(c.items, c.units);',
        'declare c private.line_choice; begin foreach c in array coalesce(p_choices, ''{}'') loop case c.kind %s end case; end loop; end'),
      ('tickets_of(p_kind text, p_items uuid[], p_units int[]) returns table (ticket_type_id uuid, units int)',
        'stable', 'tickets_of_', 'return query select * from private.%I(p_items, p_units);',
        'begin case p_kind %s else null; end case; end'),
      ('price_of_kind(p_kind text, p_event public.events, p_items uuid[], p_units int[]) returns setof private.unit_price',
        'stable', 'price_', 'return query select * from private.%I(p_event, p_items, p_units);', 'begin case p_kind %s end case; end'),
      ('fulfil_of_kind(p_kind text, p_order uuid) returns void',
        'volatile', 'fulfil_', 'perform private.%I(p_order);', 'begin case p_kind %s end case; end'),
      ('offers_of_kind(p_kind text, p_event public.events) returns setof private.extra_offer',
        'stable', 'offers_of_', 'return query select * from private.%I(p_event);', 'begin case p_kind %s else null; end case; end'),
      ('sold_of_kind(p_kind text, p_item uuid) returns bigint',
        'stable', 'sold_of_', 'return private.%I(p_item);', 'begin case p_kind %s else return null; end case; end'),
      ('terms_of_kind(p_kind text, p_hold uuid, p_item uuid) returns jsonb',
        'stable', 'terms_of_', 'return private.%I(p_hold, p_item);', 'begin case p_kind %s else return ''{}''; end case; end')
    ) c (signature, volatility, prefix, statement, body)
  loop
    select string_agg(format('when %L then ', k.kind) || format(v_call.statement, v_call.prefix || k.kind), ' '
      order by k.display_order, k.kind)
    into v_branches from public.line_kinds k
    where case v_call.prefix when 'tickets_of_' then k.admits when 'offers_of_' then k.is_extra
      when 'check_choice_of_' then to_regproc('private.check_choice_of_' || k.kind) is not null
      when 'sold_of_' then to_regproc('private.sold_of_' || k.kind) is not null
      when 'terms_of_' then to_regproc('private.terms_of_' || k.kind) is not null else true end;
    execute format('create or replace function private.%s language plpgsql %s set search_path = %L as %L',
      v_call.signature, v_call.volatility, '', case when v_branches is null then 'begin end' else format(v_call.body, v_branches) end);
  end loop;
end
$$;
comment on function private.write_calls_by_kind() is
  'Writes the calls by kind again, with a branch for each kind that has the function. The functions that a kind may have '
  '(check_choice_of_<kind>, sold_of_<kind>, terms_of_<kind>) are there before private.add_line_kind is called.';

create type private.priced_line as (
  kind text, item_id uuid, release_id uuid, "position" int, item_name text, item_detail text, quantity int,
  unit_face_cents bigint, discount_cents bigint, fee_cents bigint, tax_cents bigint, total_cents bigint, code_units int, code_wanted int,
  delivery text, pickup_point_id uuid
);
comment on type private.priced_line is
  'A line as private.price_cart prices it: the columns of hold_lines, how many of its units the code covers, how many it would cover if '
  'it were not limited, and how goods are delivered.';

create type private.goods_terms as (
  held_face_cents bigint, delivery text, pickup_point_id uuid, tax_bps int, percent_off int
);
comment on type private.goods_terms is
  'Terms that change the price of goods in a cart: the price they are held at (null = not held), their delivery, the tax rate at their '
  'destination, and the percentage that a rule takes off.';

insert into public.line_kinds (kind, reference, catalogue, display_order, needs_event, has_releases, admits, counts_to_limit)
values ('ticket', 'ticket_type_id', 'public.ticket_types', 1, true, true, true, true);
select private.add_line_kind('ticket');

create table public.fulfilments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  order_line_id uuid not null references public.order_lines (id),
  quantity int not null check (quantity between 1 and 20),
  status text not null default 'unfulfilled' constraint fulfilments_status check (private.is_fulfilment_state(status)),
  delivery text check (delivery in ('ship', 'pickup')),
  pickup_point_id uuid,
  shipment_id uuid,
  replaced_by uuid unique references public.fulfilments (id),
  moved_at timestamptz not null default now(),
  handed_at timestamptz,
  unclaimed_at timestamptz,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz,
  constraint fulfilments_cancelled check (private.fulfilment_is_cancelled(status) = (cancelled_at is not null)),
  constraint fulfilments_handed check (private.fulfilment_is_handed(status) = (handed_at is not null)),
  constraint fulfilments_replaced check (replaced_by is null or status = 'lost'),
  constraint fulfilments_shipment check (not private.fulfilment_needs_parcel(status) or shipment_id is not null),
  constraint fulfilments_point check (pickup_point_id is null or delivery = 'pickup')
);
comment on table public.fulfilments is
  'Units of one paid line that are handed over or shipped together; a line is split into several where its units go different ways, and '
  'their quantities are the line''s, those aside that were lost and sent again (replaced_by). delivery and pickup_point_id are the '
  'line''s; null = handed over at the event, as add-ons are. moved_at = since when it is in its state; handed_at = when the buyer got it; '
  'unclaimed_at = when the buyer of what nobody picked up was asked what becomes of it. A unit counts as sold unless it is cancelled, '
  'returned or lost; it is away from the shelf from shipped or picked up on. private.move_fulfilment makes every change of state.';
create index fulfilments_order on public.fulfilments (order_id);
create index fulfilments_line on public.fulfilments (order_line_id);
create index fulfilments_status on public.fulfilments (status, created_at, id);
create index fulfilments_shipment on public.fulfilments (shipment_id) where shipment_id is not null;
create index fulfilments_waiting on public.fulfilments (order_id) where private.fulfilment_is_waiting(status);

create table private.fulfilment_moves (
  from_state text not null,
  to_state text not null,
  roles text[] not null check (roles <@ '{buyer,admin,door,system}' and cardinality(roles) > 0),
  delivery text check (delivery in ('ship', 'pickup')),
  primary key (from_state, to_state)
);
comment on table private.fulfilment_moves is
  'Every legal change of a fulfilment''s state, who may make it, and the delivery that it is for (null = either): buyer = the owner of '
  'the order, door = staff who scan at the event, system = jobs and the rules of refunds. private.move_fulfilment refuses all others.';
insert into private.fulfilment_moves (from_state, to_state, roles, delivery) values
  ('unfulfilled', 'packing', '{admin}', 'ship'),
  ('packing', 'shipped', '{admin}', 'ship'),
  ('shipped', 'delivered', '{admin,system}', 'ship'),
  ('shipped', 'lost', '{admin,system}', 'ship'),
  ('unfulfilled', 'ready_for_pickup', '{admin,door,system}', 'pickup'),
  ('ready_for_pickup', 'picked_up', '{admin,door}', 'pickup'),
  ('ready_for_pickup', 'unfulfilled', '{admin,buyer,system}', 'pickup'),
  ('unfulfilled', 'cancelled', '{admin,buyer,system}', null),
  ('packing', 'cancelled', '{admin,buyer,system}', null),
  ('lost', 'cancelled', '{admin}', 'ship'),
  ('delivered', 'return_requested', '{buyer}', null),
  ('picked_up', 'return_requested', '{buyer}', null),
  ('return_requested', 'return_approved', '{admin}', null),
  ('return_requested', 'return_rejected', '{admin}', null),
  ('return_approved', 'return_received', '{admin}', null),
  ('return_received', 'returned', '{admin}', null);

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  -- The providers of app/server/payments-registry.server.ts, and those that only tests add.
  provider text not null constraint payments_provider check (provider in ('stripe', 'test') or provider ~ '^test_[a-z]{1,24}$'),
  provider_ref text check (length(provider_ref) between 1 and 200),
  attempt int not null check (attempt >= 1),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'created' check (status in ('created', 'processing', 'succeeded', 'failed', 'cancelled')),
  failure_code text check (length(failure_code) <= 100),
  card_fingerprint text check (card_fingerprint ~ '^[!-~]{1,100}$'),
  card_brand text check (card_brand ~ '^[a-z_]{2,30}$'),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  refunded_cents bigint not null default 0,
  left_cents bigint not null generated always as (amount_cents - refunded_cents) stored,
  settled_at timestamptz,
  closed_at timestamptz,
  looked_up_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payments_refunded check (refunded_cents between 0 and amount_cents),
  constraint payments_settled check (settled_at is null or status = 'succeeded'),
  unique (order_id, attempt),
  unique (provider, provider_ref)
);
comment on table public.payments is
  'Attempts to pay an order. provider_ref is the provider''s reference of it, null until store_payment_ref stored it. settled_at marks '
  'the one payment that paid the order; closed_at = the provider said that it cannot be paid any more; looked_up_at = when its state was '
  'last asked for; refunded_cents = refunds asked for or made, never above the amount; left_cents = what can still be refunded.';
comment on column public.payments.card_fingerprint is
  'The provider''s name for the card, the same for each payment with it; null where it is not told. Not readable through the API.';
comment on column public.payments.card_brand is
  'The card''s brand as the provider writes it, such as visa, and its last four digits in card_last4, for staff; null where they are not '
  'told. Not readable through the API.';
create index payments_card on public.payments (card_fingerprint) where card_fingerprint is not null;
create unique index payments_one_open on public.payments (order_id) where status in ('created', 'processing');
create index payments_unknown on public.payments (provider, looked_up_at) where status in ('created', 'processing') and closed_at is null;
create index payments_cancelled on public.payments (provider, updated_at) where status = 'cancelled' and closed_at is null;
create unique index payments_one_settled on public.payments (order_id) where settled_at is not null;

create table private.payment_events (
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  kind text not null
    check (kind in ('succeeded', 'failed', 'processing', 'expired', 'refund_succeeded', 'refund_failed', 'refund_pending',
      'dispute_open', 'dispute_review', 'dispute_won', 'dispute_lost')),
  payment_ref text not null,
  amount_cents bigint,
  currency text,
  payload jsonb not null default '{}',
  order_id uuid references public.orders (id),
  outcome text check (outcome in
    ('paid', 'already_paid', 'failed', 'processing', 'cancelled', 'ignored', 'refunding', 'refunded',
      'refund_failed', 'disputed', 'parked')),
  reason text,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
comment on table private.payment_events is
  'Inbox of the payment providers. payment_ref = the provider''s reference of the payment or, for the kinds that begin with refund_, of '
  'the refund; payload.dispute_ref = its reference of the dispute. The primary key makes a repeated event harmless; outcome says what it '
  'did, parked = nothing, somebody must look (reason).';
create index payment_events_order on private.payment_events (order_id);
create index payment_events_parked on private.payment_events (received_at) where outcome = 'parked';
create index payment_events_unknown on private.payment_events (provider, payment_ref)
  where reason in ('unknown_payment', 'payment_open', 'refund_in_flight');

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  payment_id uuid not null references public.payments (id),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  kind text not null default 'staff' check (kind in ('staff', 'buyer', 'late_payment', 'over_limit', 'double_payment', 'event_cancelled',
    'event_choice', 'event_undated', 'external', 'dispute', 'refused', 'goods', 'supplement', 'resale')),
  reason text not null check (length(reason) between 3 and 500),
  status text not null
    check (status in ('requested', 'approved', 'submitted', 'succeeded', 'failed', 'rejected', 'withdrawn', 'external')),
  void_tickets boolean not null default true,
  ticket_ids uuid[],
  line_ids uuid[],
  line_cents bigint[],
  override_inside boolean not null default false,
  kept_cents bigint not null default 0 check (kept_cents >= 0),
  notify boolean not null default true,
  restock boolean not null default true,
  requested_by uuid references auth.users (id) on delete set null,
  endorsed_by uuid references auth.users (id) on delete set null,
  decided_by uuid references auth.users (id) on delete set null,
  provider_ref text unique check (length(provider_ref) <= 200),
  last_error text check (length(last_error) <= 500),
  decision text check (length(decision) between 3 and 500),
  manual_method text check (manual_method in ('bank_transfer', 'check', 'cash', 'card', 'other')),
  manual_reference text check (length(manual_reference) between 1 and 120),
  manual_reason text check (length(manual_reason) between 3 and 500),
  manual_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  finished_at timestamptz,
  constraint refunds_lines check (num_nonnulls(line_ids, line_cents) in (0, 2) and cardinality(line_ids) = cardinality(line_cents)),
  constraint refunds_manual check (num_nonnulls(manual_method, manual_reference, manual_reason) in (0, 3))
);
comment on table public.refunds is
  'Money going back. ticket_ids = the tickets it is for and, with void_tickets, ends; null with void_tickets = every valid ticket of the '
  'order. line_ids = the lines of goods it is for, each once, with what each gets back of its price (line_cents, in the same order; their '
  'sum is the amount); kind goods = by the rules of what was not handed over, lost or sent back. kept_cents = what of their price the '
  'seller keeps by the order''s policy. notify = the buyer gets a mail; restock = the places go back on sale. endorsed_by = the first of '
  'two admins who approved what a buyer asked for. decision = why it was turned down. manual_* = a refund that failed at the provider was '
  'paid in another way: how, its reference, why, and the admin who says so, until another admin confirms it. last_error = why the latest '
  'try failed; how often it was tried and when it is tried next are those of its job (private.jobs, kind refund). The row''s id is the '
  'idempotency key at the provider; rows are never deleted.';
create index refunds_endorsed_by on public.refunds (endorsed_by);
create index refunds_manual_by on public.refunds (manual_by);
create index refunds_order on public.refunds (order_id);
create index refunds_payment on public.refunds (payment_id);
create index refunds_requested_by on public.refunds (requested_by);
create index refunds_decided_by on public.refunds (decided_by);
create index refunds_created_at on public.refunds (created_at);
create index refunds_finished_at on public.refunds (finished_at) where finished_at is not null;
create index refunds_open on public.refunds (created_at) where status in ('requested', 'approved', 'failed')
  or (status = 'external' and kind = 'external' and decision is null);
create index refunds_requested on public.refunds (order_id) where status = 'requested';

alter table public.holds enable row level security;
alter table public.holds force row level security;
alter table public.hold_lines enable row level security;
alter table public.hold_lines force row level security;
alter table public.orders enable row level security;
alter table public.orders force row level security;
alter table public.order_lines enable row level security;
alter table public.order_lines force row level security;
alter table public.fulfilments enable row level security;
alter table public.fulfilments force row level security;
alter table private.fulfilment_moves enable row level security;
alter table private.fulfilment_moves force row level security;
alter table public.line_kinds enable row level security;
alter table public.line_kinds force row level security;
alter table public.payments enable row level security;
alter table public.payments force row level security;
alter table private.payment_events enable row level security;
alter table private.payment_events force row level security;
alter table public.refunds enable row level security;
alter table public.refunds force row level security;
