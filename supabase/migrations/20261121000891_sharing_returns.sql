-- Returns tickets at face value once a night is sold out. A listed ticket stays its holder's until somebody buys its place: its unit goes
-- back to the pools, so that the waitlist and then the public can buy it like any other. When it is sold, one transaction issues the
-- buyer's ticket, ends the listed one, refunds its holder what they paid and writes down the difference.

create table private.ticket_listings (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id),
  status text not null default 'listed' check (status in ('listed', 'returned', 'resold', 'ended')),
  from_release_id uuid references public.price_releases (id) on delete set null,
  to_release_id uuid references public.price_releases (id) on delete set null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  buyer_ticket_id uuid unique references public.tickets (id),
  refund_id uuid references public.refunds (id),
  paid_cents bigint check (paid_cents >= 0),
  refunded_cents bigint check (refunded_cents >= 0),
  difference_cents bigint generated always as (paid_cents - refunded_cents) stored,
  constraint ticket_listings_closed check ((status = 'listed') = (closed_at is null)),
  constraint ticket_listings_resold check (num_nonnulls(buyer_ticket_id, paid_cents, refunded_cents) in (0, 3)
    and (status = 'resold') = (buyer_ticket_id is not null) and (refund_id is null) = (coalesce(refunded_cents, 0) = 0))
);
comment on table private.ticket_listings is
  'Tickets that their holders listed for return, and what became of each: returned = the holder has it back, resold = somebody bought its '
  'place, ended = the ticket ended otherwise. The place is sold at the price of to_release_id, the last release of its type; '
  'from_release_id = the one it was bought at, which does not come back. paid_cents = what the buyer paid for buyer_ticket_id, '
  'refunded_cents = what its holder got back for refund_id, what was paid for a dearer type included; difference_cents is the '
  'organizer''s, and may be negative. The ledger has both sides; the difference is no entry of its own there, it would count twice.';
create unique index ticket_listings_open on private.ticket_listings (ticket_id) where status = 'listed';
create index ticket_listings_ticket on private.ticket_listings (ticket_id, created_at);
create index ticket_listings_from on private.ticket_listings (from_release_id);
create index ticket_listings_to on private.ticket_listings (to_release_id);
create index ticket_listings_refund on private.ticket_listings (refund_id);
alter table private.ticket_listings enable row level security;
alter table private.ticket_listings force row level security;
create index tickets_listed on public.tickets (event_id, ticket_type_id) where custody = 'listed' and private.ticket_is_valid(status);

create function private.has_listed_tickets(p_event uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from public.tickets k where k.event_id = p_event and k.custody = 'listed' and private.ticket_is_valid(k.status));
end
$$;
comment on function private.has_listed_tickets(uuid) is 'Returns whether tickets of an event are listed for return.';

create function private.listed_units(p_pool uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from public.ticket_type_pools tp
    join public.tickets k on k.event_id = tp.event_id and k.ticket_type_id = tp.ticket_type_id and k.custody = 'listed'
      and private.ticket_is_valid(k.status)
    where tp.pool_id = p_pool);
end
$$;
comment on function private.listed_units(uuid) is 'Counts the listed tickets of a pool: their units are free, and can be taken back.';

create function private.listed_claims(p_pool uuid, p_except uuid default null) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(greatest(l.units - (
      select coalesce(sum(x.quantity), 0) from public.hold_lines x join public.holds h on h.id = x.hold_id
      where x.ticket_type_id = l.type_id and h.kind in ('cart', 'waitlist_offer') and h.status in ('active', 'pinned')), 0)), 0)::int
    from (
      select k.ticket_type_id as type_id, count(*) as units from public.ticket_type_pools tp
      join public.tickets k on k.event_id = tp.event_id and k.ticket_type_id = tp.ticket_type_id and k.custody = 'listed'
        and private.ticket_is_valid(k.status)
      where tp.pool_id = p_pool and tp.ticket_type_id is distinct from p_except
      group by k.ticket_type_id) l);
end
$$;
comment on function private.listed_claims(uuid, uuid) is
  'Counts the free units of a pool that only a buyer of the same ticket type may take, because they are those of listed tickets; without '
  'what such buyers hold already, and those of the type p_except. Anything else that took one would be paid for less than its holder gets '
  'back, or would keep the holder from taking the ticket back.';

create function private.check_listed_places() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_name text;
begin
  if not private.has_listed_tickets((select h.event_id from public.holds h where h.id = (select n.hold_id from new_lines n limit 1))) then
    return null;
  end if;
  select s.name into v_name
  from private.stock_of(array(
    select row(n.kind, array_agg(n.item_id), array_agg(n.quantity))::private.line_choice from new_lines n group by n.kind)) s
  join public.capacity_pools p on p.id = s.pool_id
  where p.capacity - p.held - p.sold - p.blocked < private.listed_claims(p.id) limit 1;
  if found then
    perform private.refuse(409, 'sold_out', jsonb_build_object('left', 0, 'type', v_name));
  end if;
  return null;
end
$$;
comment on function private.check_listed_places() is
  'Trigger of hold_lines: the place of a listed ticket is for a buyer of its type. Free tickets, packages, tables and places that are '
  'handed on take none. Runs with the pools locked. Refuses sold_out.';
create trigger hold_lines_listed after insert on public.hold_lines referencing new table as new_lines
  for each statement execute function private.check_listed_places();

create function private.keep_listed_places() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_claims int := private.listed_claims(new.id);
begin
  if v_claims = 0 or new.capacity - new.held - new.sold - new.blocked >= v_claims then
    return null;
  end if;
  if new.sold > old.sold then
    perform private.refuse(409, 'sold_out', '{"left": 0}');
  end if;
  perform private.refuse(409, 'places_listed', jsonb_build_object('listed', private.listed_units(new.id)));
  return null;
end
$$;
comment on function private.keep_listed_places() is
  'Trigger of capacity_pools: nothing but a sale takes the place of a listed ticket; its holder may take it back. Refuses places_listed '
  'where it would be taken off sale or set aside, sold_out where it would be sold without a hold.';
create trigger capacity_pools_listed after update of capacity, sold, blocked on public.capacity_pools for each row
  when (new.capacity - new.sold - new.blocked < old.capacity - old.sold - old.blocked and new.held >= old.held)
  execute function private.keep_listed_places();

create function private.is_sold_out(p_event public.events) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not exists (
    select 1 from public.ticket_types t
    where t.event_id = p_event.id and t.visibility in ('public', 'members')
      and private.sale_state(p_event, t, true, false, null) = 'on_sale' and private.free_units(t.id, '{}') > 0
      and not exists (
        select 1 from public.ticket_type_pools tp join public.capacity_pools p on p.id = tp.pool_id
        where tp.ticket_type_id = t.id and p.capacity - p.held - p.sold - p.blocked <= private.listed_units(p.id)));
end
$$;
comment on function private.is_sold_out(public.events) is
  'Returns whether everything that the public or members could buy of an event is taken, but for the places of listed tickets.';

create function private.top_release(p_type uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select r.id from public.price_releases r
    where r.ticket_type_id = p_type and (r.ends_at is null or r.ends_at > now()) order by r.position desc limit 1);
end
$$;
comment on function private.top_release(uuid) is
  'Returns the last release of a type that has not ended, at whose price listed tickets are sold; null where none is left.';

create function private.return_terms(p_ticket public.tickets)
returns table (payment_id uuid, currency text, own_cents bigint, total_cents bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select p.id, p.currency, n.cents, n.cents + coalesce((
    select sum(s.cents)::bigint from private.supplements_back(p_ticket.order_id, array[p_ticket.id], n.cents) s where n.cents > 0), 0)
  from public.payments p
  cross join lateral (
    select coalesce(greatest(least(t.cents - coalesce(d.cents, 0), p.amount_cents - p.refunded_cents), 0), 0) as cents
    from private.ticket_parts(p_ticket.order_id) t
    left join private.refunded_parts(p_ticket.order_id) d on d.ticket_id = t.ticket_id
    where t.ticket_id = p_ticket.id) n
  where p.order_id = p_ticket.order_id and p.settled_at is not null;
end
$$;
comment on function private.return_terms(public.tickets) is
  'Returns what the holder of a ticket gets back when it is resold, all that was paid for it, fee and tax included, and not given back: '
  'own_cents of the payment of its order, total_cents with what was paid for a dearer type. No row for a ticket that nobody paid for.';

create function private.return_stop(p_ticket public.tickets, p_event public.events) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(private.sharing_stop(p_ticket, p_event), (
    select case
      when p_event.ticket_sharing = 'off' then 'off'
      when p_ticket.holder_email is not null or p_ticket.owner_id is distinct from o.owner_id then 'transferred'
      when coalesce((select r.own_cents from private.return_terms(p_ticket) r), 0) = 0 then 'free'
      when p_event.doors_at - interval '3 hours' <= now() then 'closing'
      when private.sale_state(p_event, t, true, false, null) <> 'on_sale' or private.top_release(t.id) is null then 'not_on_sale'
      when not private.is_sold_out(p_event) then 'not_sold_out' end
    from public.orders o, public.ticket_types t where o.id = p_ticket.order_id and t.id = p_ticket.ticket_type_id));
end
$$;
comment on function private.return_stop(public.tickets, public.events) is
  'Returns why a ticket cannot be listed for return now, as private.sharing_stop says, or off (the event does not allow it), transferred '
  '(its holder did not pay for it), free, closing (less than 3 hours before doors), not_on_sale, not_sold_out; null where it can. Says '
  'nothing about one that is on offer or listed.';

create function private.lock_listings(p_event uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('listings:' || p_event::text, 0));
end
$$;
comment on function private.lock_listings(uuid) is
  'One at a time per event: tickets are listed, taken back, and sold while others are listed. After the lock of its settlement, before '
  'the orders of the listed tickets.';

create function private.note_listing(p_listing private.ticket_listings, p_from text, p_to text, p_reason text, p_cents bigint default null)
returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.log_state('listing', p_listing.id, p_from, p_to, p_reason);
  perform private.audit('ticket.return_' || p_to, 'order', k.order_id::text, jsonb_strip_nulls(jsonb_build_object(
    'ticket_id', k.id, 'listing_id', p_listing.id, 'from', p_from, 'to', p_to, 'reason', p_reason, 'amount_cents', p_cents)))
  from public.tickets k where k.id = p_listing.ticket_id;
end
$$;
comment on function private.note_listing(private.ticket_listings, text, text, text, bigint) is
  'Writes a step of a listing into its log and into the timeline of the ticket''s order.';

create function private.queue_return_mail(p_kind text, p_listing uuid, p_facts jsonb default '{}') returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select p_kind, concat_ws(':', p_kind, l.id), o.email, 'order', o.id, jsonb_build_object('event', private.mail_event(e),
    'typeName', private.ticket_type_name(k.ticket_type_id, n), 'holderName', k.holder_name, 'currency', o.currency,
    'returnsAt', e.doors_at - interval '3 hours') || p_facts
  from private.ticket_listings l join public.tickets k on k.id = l.ticket_id join public.order_lines n on n.id = k.order_line_id
  join public.orders o on o.id = k.order_id join public.events e on e.id = k.event_id
  where l.id = p_listing
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.queue_return_mail(text, uuid, jsonb) is
  'Queues a mail about a listing to the buyer of its ticket, once for each kind.';

create function private.move_listed_place(p_listing private.ticket_listings, p_to_sale boolean) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_sign int := case when p_to_sale then 1 else -1 end;
  v_moves int := (p_listing.from_release_id is distinct from p_listing.to_release_id)::int;
begin
  perform 1 from public.price_releases r where r.id in (p_listing.from_release_id, p_listing.to_release_id)
    order by r.id for no key update;
  update public.price_releases r set sold = r.sold - v_sign, quantity = r.quantity - v_sign * v_moves
  where r.id = p_listing.from_release_id and (r.quantity is null or r.held + r.sold - v_sign <= r.quantity - v_sign * v_moves);
  if not found and p_listing.from_release_id is not null then
    perform private.refuse(409, 'sold_out');
  end if;
  update public.price_releases r set quantity = r.quantity + v_sign
  where r.id = p_listing.to_release_id and v_moves = 1 and r.quantity is not null and r.held + r.sold <= r.quantity + v_sign;
  if not found and v_moves = 1 and exists (
    select 1 from public.price_releases r where r.id = p_listing.to_release_id and r.quantity is not null) then
    perform private.refuse(409, 'sold_out');
  end if;
end
$$;
comment on function private.move_listed_place(private.ticket_listings, boolean) is
  'Moves the place of a listed ticket from the release it was bought at to the last one, where it is for sale (p_to_sale), or back. Pools '
  'must be locked. Refuses sold_out.';

create function private.lock_listed_ticket(p_ticket uuid) returns public.tickets
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.lock_settlement(k.event_id, false), private.lock_listings(k.event_id) from public.tickets k where k.id = p_ticket;
  return private.lock_shared_ticket(p_ticket);
end
$$;
comment on function private.lock_listed_ticket(uuid) is
  'Locks what listing a ticket or taking it back locks first, settlement, listings of the event, order, ticket, and returns it; refuses '
  'not_found.';

create function public.return_ticket(p_user uuid, p_token_hash text, p_ticket uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_event public.events;
  v_listing private.ticket_listings;
  v_stop text;
  v_cents bigint;
begin
  perform private.check_holder(p_user, p_token_hash, p_ticket);
  v_ticket := private.lock_listed_ticket(p_ticket);
  select * into strict v_event from public.events where id = v_ticket.event_id;
  perform private.lock_queue_stock(v_event.id);
  v_stop := coalesce(private.custody_stop(v_ticket.custody),
    private.return_stop(v_ticket, v_event));
  if v_stop is not null then
    perform private.refuse(409, 'not_returnable', jsonb_build_object('reason', v_stop));
  end if;
  insert into private.ticket_listings (ticket_id, from_release_id, to_release_id)
  select p_ticket, l.release_id, private.top_release(v_ticket.ticket_type_id) from public.order_lines l where l.id = v_ticket.order_line_id
  returning * into v_listing;
  update public.tickets set custody = 'listed' where id = p_ticket;
  perform private.change_stock(array[row('ticket', array[v_ticket.ticket_type_id], array[1])::private.line_choice], 0, -1);
  perform private.move_listed_place(v_listing, true);
  select r.total_cents into v_cents from private.return_terms(v_ticket) r;
  perform private.note_listing(v_listing, null, 'listed', null, v_cents);
  perform private.queue_return_mail('return_listed', v_listing.id, jsonb_build_object('cents', v_cents));
  return jsonb_build_object('listingId', v_listing.id, 'backCents', v_cents, 'returnsAt', v_event.doors_at - interval '3 hours');
end
$$;
comment on function public.return_ticket(uuid, text, uuid) is
  'Lists a ticket for return, for its holder, a person or whoever has its secret link: {listingId, backCents, returnsAt}. Its code is '
  'hidden, and its place is for sale at today''s last price; sold tickets go in the order in which they were listed. For the server, '
  'after its limits. Refuses not_found, not_returnable (with the reason: private.return_stop, in_transfer or listed).';

create function private.take_back_listed(p_listing private.ticket_listings, p_reason text) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_type uuid;
begin
  update public.tickets set custody = 'held' where id = p_listing.ticket_id returning ticket_type_id into v_type;
  perform private.change_stock(array[row('ticket', array[v_type], array[1])::private.line_choice], 0, 1);
  perform private.move_listed_place(p_listing, false);
  update private.ticket_listings set status = 'returned', closed_at = now() where id = p_listing.id;
  perform private.note_listing(p_listing, 'listed', 'returned', p_reason);
  return true;
exception when sqlstate 'PGRST' then -- its place is in somebody's cart: what was changed in this block is undone
  return false;
end
$$;
comment on function private.take_back_listed(private.ticket_listings, text) is
  'Gives a listed ticket back to its holder, code unchanged, and takes its place off sale. Returns false, and nothing changed, while a '
  'buyer holds it. All that private.lock_listed_ticket locks and the pools must be locked.';

create function public.unlist_ticket(p_user uuid, p_token_hash text, p_ticket uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_listing private.ticket_listings;
begin
  perform private.check_holder(p_user, p_token_hash, p_ticket);
  v_ticket := private.lock_listed_ticket(p_ticket);
  select * into v_listing from private.ticket_listings where ticket_id = p_ticket order by created_at desc, id limit 1 for no key update;
  if v_listing.status is distinct from 'listed' then
    perform private.refuse(409, 'return_over', jsonb_build_object('state', v_listing.status));
  end if;
  perform private.lock_queue_stock(v_ticket.event_id);
  if not private.take_back_listed(v_listing, 'taken back by its holder') then
    perform private.refuse(409, 'resale_selling');
  end if;
end
$$;
comment on function public.unlist_ticket(uuid, text, uuid) is
  'Takes a listed ticket back for its holder, a person or whoever has its secret link. For the server. Refuses not_found, return_over '
  '(with how it ended), resale_selling while a buyer holds its place.';

create function private.end_listings_of(p_event public.events) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_tickets uuid[];
  v_listing private.ticket_listings;
  v_ended int := 0;
begin
  perform private.lock_settlement(p_event.id, false);
  perform private.lock_listings(p_event.id);
  v_tickets := array(
    select k.id from public.tickets k where k.event_id = p_event.id and k.custody = 'listed' and private.ticket_is_valid(k.status));
  perform private.lock_orders(array(select k.order_id from public.tickets k where k.id = any (v_tickets)));
  perform 1 from public.tickets k where k.id = any (v_tickets) order by k.id for no key update;
  perform private.lock_queue_stock(p_event.id);
  for v_listing in
    select l.* from private.ticket_listings l where l.ticket_id = any (v_tickets) and l.status = 'listed' order by l.created_at, l.id
  loop
    if private.take_back_listed(v_listing,
      case when p_event.status = 'postponed' then 'event postponed' else 'nobody bought it in time' end) then
      perform private.queue_return_mail('return_unsold', v_listing.id);
      v_ended := v_ended + 1;
    end if;
  end loop;
  return v_ended;
end
$$;
comment on function private.end_listings_of(public.events) is
  'Gives the listed tickets of an event back to their holders and mails them, but for those whose place a buyer holds: they are sold or '
  'come free within minutes. Returns how many.';

create function public.end_listings() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_ended int := 0;
begin
  perform private.require_service();
  for v_event in
    select e.* from public.events e
    where (e.status = 'postponed' or (e.status = 'published' and e.doors_at - interval '3 hours' <= now()))
      and e.id in (select k.event_id from public.tickets k where k.custody = 'listed' and private.ticket_is_valid(k.status))
    order by e.id limit 20
  loop
    v_ended := v_ended + private.end_listings_of(v_event);
  end loop;
  return v_ended;
end
$$;
comment on function public.end_listings() is
  'For a job: returns listed tickets to their holders 3 hours before doors, and at once where the event was postponed, and returns how '
  'many.';

create function private.lock_resales() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tickets uuid[];
  v_orders uuid[];
begin
  if new.event_id is null or not private.has_listed_tickets(new.event_id)
    or not exists (select 1 from public.hold_lines l where l.hold_id = new.id and l.ticket_type_id is not null) then
    return null;
  end if;
  perform private.lock_listings(new.event_id);
  -- As many as could be resold: private.resell_listed takes them in this order.
  v_tickets := array(
    select n.id from (
      select k.id, k.ticket_type_id, row_number() over (partition by k.ticket_type_id order by l.created_at, l.id) as place
      from private.ticket_listings l join public.tickets k on k.id = l.ticket_id
      where l.status = 'listed' and k.event_id = new.event_id and k.custody = 'listed' and private.ticket_is_valid(k.status)) n
    join (select h.ticket_type_id as id, sum(h.quantity) as units from public.hold_lines h where h.hold_id = new.id group by 1) t
      on t.id = n.ticket_type_id and n.place <= t.units);
  v_orders := array(select distinct k.order_id from public.tickets k where k.id = any (v_tickets));
  perform private.lock_orders(v_orders);
  perform 1 from public.payments p where p.order_id = any (v_orders) order by p.id for no key update;
  perform 1 from public.tickets k where k.id = any (v_tickets) order by k.id for no key update;
  perform 1 from public.fulfilments f where f.order_id = any (v_orders) order by f.id for no key update;
  perform private.lock_stock_rows(array(
    select row(l.kind, array_agg(l.item_id), array_agg(l.quantity))::private.line_choice
    from public.order_lines l where l.order_id = any (v_orders) group by l.kind), array[new.id]);
  return null;
end
$$;
comment on function private.lock_resales() is
  'Trigger of holds: before a paid hold becomes sold units, locks the listed tickets that its sale may end, with their orders, before the '
  'pools, as refunds do. So taking a ticket back and paying for its place wait for one another.';
create trigger holds_lock_resales after update of status on public.holds for each row
  when (new.status = 'converted' and old.status <> 'converted') execute function private.lock_resales();

create function private.resell_listed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_listing private.ticket_listings;
begin
  if not private.has_listed_tickets(new.event_id) then
    return null;
  end if;
  select l.* into v_listing
  from private.ticket_listings l join public.tickets k on k.id = l.ticket_id
  where l.status = 'listed' and k.event_id = new.event_id and k.custody = 'listed' and private.ticket_is_valid(k.status)
    and exists (
      select 1 from public.ticket_type_pools mine join public.ticket_type_pools theirs using (pool_id)
      join public.capacity_pools p on p.id = mine.pool_id
      where mine.ticket_type_id = new.ticket_type_id and theirs.ticket_type_id = k.ticket_type_id
        and p.sold + p.blocked + private.listed_units(p.id) > p.capacity)
  order by k.ticket_type_id = new.ticket_type_id desc, l.created_at, l.id limit 1;
  if found then
    perform private.resell(v_listing, new);
  end if;
  return null;
end
$$;
comment on function private.resell_listed() is
  'Trigger of tickets: a ticket that was sold ends the listed one whose place it took, the one listed first, as soon as sold and listed '
  'tickets are more than the places of a pool. Free places of its own an event sells first.';

create function private.unit_cents(p_ticket public.tickets) returns bigint
language sql stable set search_path = ''
as $$
  -- The first units of a line carry the cents that do not divide.
  select l.total_cents / l.quantity + (n.place <= l.total_cents % l.quantity)::int
  from public.order_lines l, (select count(*) as place from public.tickets k where k.order_line_id = p_ticket.order_line_id) n
  where l.id = p_ticket.order_line_id
$$;
comment on function private.unit_cents(public.tickets) is
  'Returns what was paid for a ticket that is issued at this moment, the last one of its line so far, fee and tax included.';

create function private.resell(p_listing private.ticket_listings, p_bought public.tickets) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_terms record;
  v_refund uuid;
begin
  select * into strict v_ticket from public.tickets where id = p_listing.ticket_id for no key update;
  select * into v_terms from private.return_terms(v_ticket);
  if v_terms.own_cents > 0 then
    update public.payments set refunded_cents = refunded_cents + v_terms.own_cents, updated_at = now() where id = v_terms.payment_id;
    insert into public.refunds (order_id, payment_id, amount_cents, currency, kind, reason, status, ticket_ids, decided_at)
    values (v_ticket.order_id, v_terms.payment_id, v_terms.own_cents, v_terms.currency, 'resale', 'Somebody bought the listed ticket.',
      'approved', array[v_ticket.id], now())
    returning id into v_refund;
    insert into public.refund_items (refund_id, ticket_id, amount_cents) values (v_refund, v_ticket.id, v_terms.own_cents);
    perform private.log_state('refund', v_refund, null, 'approved', 'resold');
  end if;
  -- Before the ticket ends: an open listing of one that does would be ended too.
  update private.ticket_listings set status = 'resold', closed_at = now(), buyer_ticket_id = p_bought.id, refund_id = v_refund,
    paid_cents = private.unit_cents(p_bought), refunded_cents = case when v_refund is null then 0 else v_terms.total_cents end
  where id = p_listing.id;
  if v_refund is null then -- staff gave all of it back meanwhile
    perform private.void_tickets(array[v_ticket.id], 'resold', false);
    perform private.end_refunded_order(v_ticket.order_id);
  else
    perform private.apply_refund(v_ticket.order_id, v_terms.own_cents, true, array[v_ticket.id], false, true, v_refund);
  end if;
  perform private.note_listing(p_listing, 'listed', 'resold', null, v_terms.total_cents);
  perform private.queue_return_mail('return_sold', p_listing.id, jsonb_build_object(
    'cents', case when v_refund is null then 0 else v_terms.total_cents end));
end
$$;
comment on function private.resell(private.ticket_listings, public.tickets) is
  'Ends a listed ticket whose place somebody bought (p_bought): void as resold, its holder refunded what they paid, the difference to what '
  'the buyer paid written down. What private.lock_resales locks must be locked.';
create trigger tickets_resell after insert on public.tickets for each row execute function private.resell_listed();

create function private.end_listing_of_void() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_listing private.ticket_listings;
begin
  update private.ticket_listings set status = 'ended', closed_at = now() where ticket_id = new.id and status = 'listed'
  returning * into v_listing;
  if found then
    perform private.note_listing(v_listing, 'listed', 'ended', new.void_reason);
  end if;
  return null;
end
$$;
comment on function private.end_listing_of_void() is
  'Trigger of tickets: a listed ticket that is refunded or canceled otherwise is listed no more. Its place is on sale already and stays '
  'so.';
create trigger tickets_end_listing after update of status on public.tickets for each row
  when (old.custody = 'listed' and private.ticket_is_valid(old.status) and not private.ticket_is_valid(new.status))
  execute function private.end_listing_of_void();

revoke execute on function
  private.has_listed_tickets(uuid), private.listed_units(uuid), private.listed_claims(uuid, uuid), private.check_listed_places(),
  private.keep_listed_places(), private.is_sold_out(public.events), private.top_release(uuid), private.return_terms(public.tickets),
  private.return_stop(public.tickets, public.events), private.lock_listings(uuid),
  private.note_listing(private.ticket_listings, text, text, text, bigint), private.queue_return_mail(text, uuid, jsonb),
  private.move_listed_place(private.ticket_listings, boolean), private.lock_listed_ticket(uuid), public.return_ticket(uuid, text, uuid),
  private.take_back_listed(private.ticket_listings, text), public.unlist_ticket(uuid, text, uuid),
  private.end_listings_of(public.events), public.end_listings(), private.lock_resales(), private.resell_listed(),
  private.unit_cents(public.tickets), private.resell(private.ticket_listings, public.tickets), private.end_listing_of_void()
from public, anon, authenticated, service_role;
grant execute on function public.return_ticket(uuid, text, uuid), public.unlist_ticket(uuid, text, uuid), public.end_listings()
to service_role;
