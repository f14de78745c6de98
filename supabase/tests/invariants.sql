-- Checks what must hold after every change of money, stock or tickets. Each query returns the rows that break its rule.
-- Read by invariants.ts: a line "-- rule: <name>" starts a query.

-- rule: sold and held never exceed the capacity of a pool, the quantity of a release or the stock of a variant
select 'pool' as what, id from public.capacity_pools where held + sold + blocked > capacity or held < 0 or sold < 0 or blocked < 0
union all
select 'release', id from public.price_releases where held + sold > quantity or held < 0 or sold < 0
union all
select 'variant', id from public.product_variants where held + sold > stock or held < 0 or sold < 0;

-- rule: the counters of a variant are the units of its live holds and of what was paid and neither cancelled, returned nor lost
select v.id, v.held, v.sold, coalesce(h.units, 0) as live, coalesce(f.units, 0) as paid
from public.product_variants v
left join (
  select l.variant_id, sum(l.quantity) as units
  from public.holds h join public.hold_lines l on l.hold_id = h.id
  where h.status in ('active', 'pinned') group by l.variant_id
) h on h.variant_id = v.id
left join (
  select l.variant_id, sum(f.quantity) as units
  from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
  where f.status not in ('cancelled', 'returned', 'lost') group by l.variant_id
) f on f.variant_id = v.id
where v.held <> coalesce(h.units, 0) or v.sold <> coalesce(f.units, 0);

-- rule: what is on a shelf is the sum of its entries
select coalesce(l.variant_id, e.variant_id) as variant_id, coalesce(l.place_id, e.place_id) as place_id, l.on_hand, e.units
from public.stock_levels l
full join (
  select variant_id, place_id, sum(units) as units from public.stock_entries where place_id is not null group by 1, 2
) e on e.variant_id = l.variant_id and e.place_id = l.place_id
where coalesce(l.on_hand, 0) <> coalesce(e.units, 0);

-- rule: what is on the shelves is the stock without what was handed over and has not come back
select v.id, v.stock, coalesce(l.units, 0) as on_hand, coalesce(e.away, 0) as away, coalesce(f.units, 0) as handed
from public.product_variants v
left join (select variant_id, sum(on_hand) as units from public.stock_levels group by 1) l on l.variant_id = v.id
left join (
  select variant_id, coalesce(-sum(units) filter (where reason in ('shipped', 'picked_up', 'returned')), 0)
    + coalesce(sum(units) filter (where reason in ('written_off', 'lost')), 0) as away
  from public.stock_entries group by 1
) e on e.variant_id = v.id
left join (
  select l.variant_id, sum(f.quantity) as units
  from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
  where f.status in ('shipped', 'delivered', 'picked_up', 'return_requested', 'return_approved', 'return_received', 'return_rejected')
  group by 1
) f on f.variant_id = v.id
where coalesce(l.units, 0) <> v.stock - coalesce(e.away, 0) or coalesce(e.away, 0) <> coalesce(f.units, 0);

-- rule: units that are moved from one place arrive at another
select variant_id, sum(units) from public.stock_entries where reason = 'moved' group by 1 having sum(units) <> 0;

-- rule: a person has one cart
select owner_id, count(*) from public.holds where kind = 'cart' and status in ('active', 'pinned') and owner_id is not null
group by owner_id having count(*) > 1;

-- rule: a hold and an order have things of the event that they name, and of no other
with things as (
  select x.item_id as id, private.event_of_item(x.kind, x.item_id) as event_id
  from (select kind, item_id from public.hold_lines union select kind, item_id from public.order_lines) x
  join public.line_kinds k on k.kind = x.kind and k.needs_event
)
select 'hold' as what, h.id from public.holds h
where h.status in ('active', 'pinned') and h.event_id is distinct from (
  select min(t.event_id::text)::uuid from public.hold_lines l join things t on t.id = l.item_id where l.hold_id = h.id)
union all
select 'hold line', l.id from public.hold_lines l
join things t on t.id = l.item_id join public.holds h on h.id = l.hold_id
where h.event_id is distinct from t.event_id
union all
select 'order line', l.id from public.order_lines l
join things t on t.id = l.item_id join public.orders o on o.id = l.order_id
where o.event_id is distinct from t.event_id
union all
select 'order', o.id from public.orders o
where o.event_id is not null and not exists (select 1 from public.order_lines l join things t on t.id = l.item_id where l.order_id = o.id);

-- rule: the held counter of a pool is the units of its live holds
select p.id, p.held, coalesce(n.units, 0) as units
from public.capacity_pools p
left join (
  select x.pool_id, sum(x.units) as units
  from public.holds h
  join public.hold_lines l on l.hold_id = h.id
  cross join lateral (
    select tp.pool_id, l.quantity as units from public.ticket_type_pools tp
    where tp.ticket_type_id in (l.ticket_type_id, l.comp_type_id)
    union all
    select tp.pool_id, l.quantity * c.units from public.package_components c
    join public.ticket_type_pools tp on tp.ticket_type_id = c.ticket_type_id where c.package_id = l.package_id
    union all
    select tp.pool_id, l.quantity * t.max_guests from public.bookable_tables t
    join public.ticket_type_pools tp on tp.ticket_type_id = t.ticket_type_id where t.id = l.bookable_table_id
    union all
    select a.pool_id, l.quantity from public.add_ons a where a.id = l.add_on_id
    union all
    select tp.pool_id, l.quantity from public.ticket_supplements s
    join public.ticket_type_pools tp on tp.ticket_type_id = s.to_type_id
    where s.id = l.supplement_id
      and tp.pool_id not in (select f.pool_id from public.ticket_type_pools f where f.ticket_type_id = s.from_type_id)
  ) x
  where h.status in ('active', 'pinned') group by x.pool_id
) n on n.pool_id = p.id
where p.held <> coalesce(n.units, 0);

-- rule: the sold counter of a pool is its valid tickets that are not listed and the add-ons that were not refunded
select p.id, p.sold, coalesce(n.units, 0) + coalesce(a.units, 0) as units
from public.capacity_pools p
left join (
  select tp.pool_id, count(*) as units
  from public.tickets k join public.ticket_type_pools tp on tp.ticket_type_id = k.ticket_type_id
  where k.status = 'valid' and k.custody <> 'listed' group by tp.pool_id
) n on n.pool_id = p.id
left join (
  select x.pool_id, sum(f.quantity) as units
  from public.fulfilments f join public.order_lines l on l.id = f.order_line_id join public.add_ons x on x.id = l.add_on_id
  where f.status <> 'cancelled' group by x.pool_id
) a on a.pool_id = p.id
where p.sold <> coalesce(n.units, 0) + coalesce(a.units, 0);

-- rule: a table has one active booking, of a live hold or a paid line that has it
select 'twice' as what, b.event_id as id from public.table_bookings b
where b.status in ('held', 'deposit_pending', 'confirmed', 'arrived') group by b.event_id, b.table_id having count(*) > 1
union all
select 'waiting', b.id from public.table_bookings b join public.holds h on h.id = b.hold_id
where b.status in ('held', 'deposit_pending') and (h.status not in ('active', 'pinned') or not exists (
  select 1 from public.hold_lines l where l.hold_id = h.id and l.bookable_table_id = b.table_id))
union all
select 'line', l.id from public.hold_lines l join public.holds h on h.id = l.hold_id
where h.status in ('active', 'pinned') and l.kind = 'table' and not exists (
  select 1 from public.table_bookings b
  where b.hold_id = h.id and b.table_id = l.bookable_table_id and b.status in ('held', 'deposit_pending'))
union all
select 'paid', l.id from public.order_lines l join public.orders o on o.id = l.order_id
where l.kind = 'table' and o.paid_at is not null and not exists (select 1 from public.table_bookings b where b.order_line_id = l.id)
union all
select 'tickets', b.id from public.table_bookings b
where b.order_line_id is not null and (b.status in ('confirmed', 'arrived')) <> exists (
  select 1 from public.tickets k where k.order_line_id = b.order_line_id and k.status = 'valid')
union all
select 'arrived', b.id from public.table_bookings b
where b.status in ('confirmed', 'arrived') and (b.status = 'arrived') <> exists (
  select 1 from public.tickets k where k.order_line_id = b.order_line_id and k.admission = 'inside');

-- rule: an offer of a waitlist is backed by a live hold, which ends with its sale at the latest, and no such hold is without one
select 'entry' as what, w.id from private.waitlist_entries w left join public.holds h on h.id = w.hold_id
where w.status = 'offered' and (h.id is null or h.status not in ('active', 'pinned') or h.kind <> 'waitlist_offer')
union all
select 'hold', h.id from public.holds h
where h.kind = 'waitlist_offer' and h.status in ('active', 'pinned') and h.expires_at > now()
  and not exists (select 1 from private.waitlist_entries w where w.hold_id = h.id and w.status = 'offered')
union all
select 'late', h.id from public.holds h
join public.hold_lines l on l.hold_id = h.id join public.ticket_types t on t.id = l.ticket_type_id join public.events e on e.id = h.event_id
where h.kind = 'waitlist_offer' and h.status = 'active' and h.expires_at > greatest(least(coalesce(t.sale_ends_at, e.ends_at), e.ends_at),
  h.created_at + interval '12 hours');

-- rule: a person has one open entry on the waitlist of an event, and open entries have different places
select event_id, user_id::text, email_key from private.waitlist_entries where status in ('waiting', 'offered', 'lapsed')
  and coalesce(user_id::text, email_key) is not null group by 1, 2, 3 having count(*) > 1
union all
select event_id, position::text, null from private.waitlist_entries where position is not null group by 1, 2 having count(*) > 1;

-- rule: the types that are waited for are those of the entries that wait
select coalesce(w.ticket_type_id, q.ticket_type_id) as id, w.least_units, q.least_units as counted
from private.waiting_types w
full join (
  select q.* from (select distinct event_id from private.waitlist_entries where status = 'waiting') e
  cross join lateral private.queued_types(e.event_id) q
) q on q.ticket_type_id = w.ticket_type_id
where w.least_units is distinct from q.least_units;

-- rule: an entry of a waitlist that bought has an order of its offer
select w.id from private.waitlist_entries w left join public.holds h on h.id = w.hold_id
where w.status = 'purchased' and h.status is distinct from 'converted' /*of w.event_id*/;

-- rule: a ticket is on offer while a transfer of it is open, and only a valid one that nobody came in with
select 'transfer' as what, t.id from private.ticket_transfers t join public.tickets k on k.id = t.ticket_id
where t.status = 'offered' and (k.custody <> 'offered' or k.status <> 'valid' or k.admission = 'inside') /*of k.event_id*/
union all
select 'ticket', k.id from public.tickets k
where k.custody = 'offered' and exists (select 1 from private.ticket_transfers t where t.ticket_id = k.id)
  and not exists (select 1 from private.ticket_transfers t where t.ticket_id = k.id and t.status = 'offered') /*of k.event_id*/;

-- rule: each time a ticket is handed on it is counted, has a new code, and goes to the mailbox that accepted it, unless its buyer has it
select k.id, k.transfers, k.generation, k.holder_email, t.accepted, t.mailbox
from public.tickets k
cross join lateral (
  select count(*) as accepted, (array_agg(x.to_email order by x.closed_at desc))[1] as mailbox
  from private.ticket_transfers x where x.ticket_id = k.id and x.status = 'accepted') t
where t.accepted > 0 and (k.transfers < t.accepted or k.generation <= t.accepted
  or (select count(*) from private.retired_ticket_codes c where c.ticket_id = k.id) < t.accepted
  or lower(k.holder_email) <> lower(t.mailbox) and t.mailbox not like '%@erased.invalid') /*of k.event_id*/;

-- rule: no link opens an offer that is over, and none a ticket for who no longer has it
select l.subject_id from private.one_time_links l join private.ticket_transfers t on t.id = l.subject_id
join public.tickets k on k.id = t.ticket_id
where l.purpose = 'ticket_transfer' and l.used_at is null and t.status <> 'offered' /*of k.event_id*/
union all
select l.subject_id from private.one_time_links l join public.tickets k on k.id = l.subject_id
where l.purpose = 'received_ticket' and l.created_at < (
  select max(t.closed_at) from private.ticket_transfers t where t.ticket_id = k.id and t.status = 'accepted') /*of k.event_id*/;

-- rule: the places of an invitation to free tickets are as many as it gives; each is held, has its order of 0 dollars, or is on sale again
select 'places' as what, i.id from private.comp_invitations i
where private.comp_counts_to_quota(i.status)
  and (select count(*) from private.comp_places p where p.invitation_id = i.id) <> i.quantity /*of i.event_id*/
union all
select 'claimed', p.id from private.comp_places p join private.comp_invitations i on i.id = p.invitation_id
join public.holds h on h.id = p.hold_id
where ((p.order_id is not null) <> (h.status = 'converted') or h.kind <> 'comp_block') /*of i.event_id*/
union all
select 'order', p.id from private.comp_places p join private.comp_invitations i on i.id = p.invitation_id
join public.orders o on o.id = p.order_id
where (o.total_cents <> 0 or (select count(*) from public.tickets k where k.order_id = o.id) <> 1) /*of i.event_id*/
union all
select 'over', p.id from private.comp_places p join private.comp_invitations i on i.id = p.invitation_id
join public.holds h on h.id = p.hold_id
where i.status in ('declined', 'expired', 'revoked') and (h.status in ('active', 'pinned') or (i.status = 'revoked' and exists (
  select 1 from public.tickets k where k.order_id = p.order_id and k.status = 'valid'))) /*of i.event_id*/;

-- rule: an allocation has its places, one ticket each; a place is somebody's only once handed to them, and none is left when taken back
select 'places' as what, a.id from private.allocations a
where a.places <> (select count(*) from private.allocation_places x where x.allocation_id = a.id) /*of a.event_id*/
union all
select 'hold', x.id from private.allocation_places x join private.allocations a on a.id = x.allocation_id
join public.holds h on h.id = x.hold_id
where (h.kind <> 'allocation' or (
  select sum(l.quantity) from public.hold_lines l where l.hold_id = h.id and l.ticket_type_id = a.ticket_type_id) is distinct from 1)
  /*of a.event_id*/
union all
select 'owner', x.id from private.allocation_places x join private.allocations a on a.id = x.allocation_id
join public.holds h on h.id = x.hold_id
where h.owner_id is not null and x.guest_name is null and h.status in ('active', 'pinned') /*of a.event_id*/
union all
select 'over', x.id from private.allocation_places x join private.allocations a on a.id = x.allocation_id
join public.holds h on h.id = x.hold_id
where a.revoked_at is not null and h.status in ('active', 'pinned') and not exists (
  select 1 from public.orders o where o.hold_id = h.id and private.order_is_paying(o.status)) /*of a.event_id*/;

-- rule: an order is attributed to a promoter of its event, and only once it was paid
select a.id from private.order_attributions a join public.orders o on o.id = a.order_id
left join public.event_promoters p on p.id = a.event_promoter_id
where (o.paid_at is null or p.event_id is distinct from case when p.id is not null then o.event_id end) /*of o.event_id*/;

-- rule: the counters of a release are the units of its live holds and its valid tickets that are not listed
select r.id, r.held, r.sold, coalesce(h.units, 0) as live, coalesce(k.units, 0) as valid
from public.price_releases r
left join (
  select l.release_id, sum(l.quantity) as units
  from public.holds h join public.hold_lines l on l.hold_id = h.id
  where h.status in ('active', 'pinned') group by l.release_id
) h on h.release_id = r.id
left join (
  select l.release_id, count(*) as units
  from public.tickets k join public.order_lines l on l.id = k.order_line_id
  where k.status = 'valid' and k.custody <> 'listed' group by l.release_id
) k on k.release_id = r.id
where r.held <> coalesce(h.units, 0) or r.sold <> coalesce(k.units, 0);

-- rule: what a pool keeps back is what its codes and its guest lists keep
select p.id, p.blocked, c.kept, g.set_aside
from public.capacity_pools p
cross join lateral (select coalesce(sum(block_left), 0) as kept from public.promo_codes where block_pool_id = p.id) c
cross join lateral (select coalesce(sum(set_aside), 0) as set_aside from public.guest_lists where pool_id = p.id) g
where p.blocked <> c.kept + g.set_aside;

-- rule: the counters of guest lists are their entries, and those of entries their admissions that were not taken back
select l.id, l.heads, l.arrived, e.heads as listed, e.arrived as came
from public.guest_lists l
cross join lateral (
  select coalesce(sum(1 + plus_ones), 0) as heads, coalesce(sum(arrived), 0) as arrived
  from public.guest_list_entries where list_id = l.id and removed_at is null
) e
where (l.heads, l.arrived) is distinct from (e.heads, e.arrived) or l.heads > l.allowed
union all
select e.id, 1 + e.plus_ones, e.arrived, a.heads, a.heads
from public.guest_list_entries e
cross join lateral (
  select coalesce(sum(heads), 0) as heads from public.guest_list_arrivals where entry_id = e.id and undone_by_scan is null
) a
where e.arrived <> a.heads or e.arrived > 1 + e.plus_ones;

-- rule: the counters of a code are its live holds and its paid orders, and never exceed its limits
select c.id, c.orders_held, h.orders, c.orders_used, o.orders as paid
from public.promo_codes c
left join lateral (
  select count(*) as orders, coalesce(sum(x.code_units), 0) as units, coalesce(sum((
    select sum(l.discount_cents) from public.hold_lines l where l.hold_id = x.id and l.code_units > 0)), 0) as cents
  from public.holds x where x.code_id = c.id and x.status in ('active', 'pinned')
) h on true
left join lateral (
  select count(*) as orders, coalesce(sum(x.code_units), 0) as units, coalesce(sum((
    select sum(l.discount_cents) from public.order_lines l where l.order_id = x.id and l.code_units > 0)), 0) as cents
  from public.orders x where x.code_id = c.id and x.paid_at is not null
) o on true
where (c.orders_held, c.units_held, c.cents_held) is distinct from (h.orders, h.units, h.cents)
  or (c.orders_used, c.units_used, c.cents_used) is distinct from (o.orders, o.units, o.cents)
  or c.orders_held + c.orders_used > c.max_orders or c.units_held + c.units_used > c.max_units
  or c.cents_held + c.cents_used > c.budget_cents;

-- rule: only what a code covers is discounted, goods by a price rule, and never below zero
select 'hold' as what, l.id from public.hold_lines l join public.line_kinds k on k.kind = l.kind
where l.discount_cents > 0 and ((l.code_units = 0 and not k.is_merchandise) or l.discount_cents > l.quantity * l.unit_face_cents)
union all
select 'order', l.id from public.order_lines l join public.line_kinds k on k.kind = l.kind
where l.discount_cents > 0 and ((l.code_units = 0 and not k.is_merchandise) or l.discount_cents > l.quantity * l.unit_face_cents);

-- rule: a hold and an order have a code exactly when it covers something of their lines, and count what it covers
select 'hold' as what, h.id from public.holds h
where h.code_units <> (select coalesce(sum(l.code_units), 0) from public.hold_lines l where l.hold_id = h.id)
  or (h.code_id is null) <> (h.code_units = 0)
union all
select 'order', o.id from public.orders o
where o.code_units <> (select coalesce(sum(l.code_units), 0) from public.order_lines l where l.order_id = o.id)
  or (o.code_id is null) <> (o.code_units = 0);

-- rule: an order has one charge for shipping exactly when something of it is shipped, and then an address
select o.id
from public.orders o
where (select count(*) from public.order_lines l where l.order_id = o.id and l.kind = 'shipping')
    <> (exists (select 1 from public.order_lines l where l.order_id = o.id and l.delivery = 'ship')
      -- or what was not picked up
      or exists (select 1 from private.goods_shippings s where s.order_id = o.id))::int
  or (exists (select 1 from public.order_lines l where l.order_id = o.id and l.delivery = 'ship')
    and not exists (select 1 from public.order_addresses a where a.order_id = o.id));

-- rule: goods of an order have a delivery
select l.id from public.order_lines l where l.kind = 'product' and l.delivery is null;

-- rule: the address of a hold is gone when the hold ended
select a.hold_id from public.hold_addresses a join public.holds h on h.id = a.hold_id where h.status not in ('active', 'pinned');

-- rule: an order's amounts are the sums of its lines
select o.id
from public.orders o
left join lateral (
  select sum(quantity * unit_face_cents) as face, sum(discount_cents) as discount, sum(fee_cents) as fee, sum(tax_cents) as tax,
    sum(total_cents) as total
  from public.order_lines l where l.order_id = o.id
) s on true
where o.face_cents is distinct from s.face or o.fee_cents is distinct from s.fee or o.tax_cents is distinct from s.tax
  or o.discount_cents is distinct from s.discount or o.total_cents is distinct from s.total;

-- rule: a paid order with something to pay has exactly one payment that settled it, of its total
select o.id
from public.orders o
where o.paid_at is not null and o.total_cents > 0 and (
  select count(*) from public.payments p
  where p.order_id = o.id and p.settled_at is not null and p.status = 'succeeded' and p.amount_cents = o.total_cents
    and p.currency = o.currency) <> 1;

-- rule: money that arrived paid for an order or is on its way back in full
select p.id
from public.payments p
where p.status = 'succeeded' and p.settled_at is null and p.refunded_cents <> p.amount_cents;

-- rule: tickets are the units of orders that were paid, and of nothing else
select l.id, l.quantity, o.status, count(k.id) as tickets
from public.order_lines l
join public.orders o on o.id = l.order_id
left join public.tickets k on k.order_line_id = l.id
group by l.id, o.id
having count(k.id) <> case when o.paid_at is null then 0 else l.ticket_count end;

-- rule: what is handed over or shipped are the units of the lines of orders that were paid, what was sent again aside
select l.id, o.status, l.quantity, coalesce(sum(f.quantity), 0) as units
from public.order_lines l
join public.orders o on o.id = l.order_id
join public.line_kinds k on k.kind = l.kind and (k.is_merchandise or k.is_handed_at_event)
left join public.fulfilments f on f.order_line_id = l.id and f.replaced_by is null
group by l.id, o.id
having coalesce(sum(f.quantity), 0) <> case when o.paid_at is null then 0 else l.quantity end;

-- rule: a cancelled order has no valid ticket, and nothing of it waits
select k.id from public.tickets k join public.orders o on o.id = k.order_id where k.status = 'valid' and o.status <> 'paid'
union all
select f.id from public.fulfilments f join public.orders o on o.id = f.order_id
where f.status not in ('cancelled', 'returned') and f.replaced_by is null and o.status <> 'paid';

-- rule: no add-on waits for a buyer without a valid ticket of its order
select f.id from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
join public.line_kinds k on k.kind = l.kind and k.ends_with_tickets
where f.status in ('unfulfilled', 'packing', 'ready_for_pickup')
  and not exists (select 1 from public.tickets k where k.order_id = f.order_id and k.status = 'valid');

-- rule: every logged move of a fulfilment is a legal one, and each is one step from the one before
select g.entity_id, g.from_state, g.to_state
from (
  select s.*, lag(s.to_state) over (partition by s.entity_id order by s.id) as before
  from private.state_log s where s.entity = 'fulfilment'
) g
where g.from_state is distinct from g.before
  or (g.from_state is not null and not exists (
    select 1 from private.fulfilment_moves m where m.from_state = g.from_state and m.to_state = g.to_state));

-- rule: a refund of goods says what each line gets back, its sum is the amount, and no line gets back more than it cost
select 'refund' as what, r.id from public.refunds r
where r.line_ids is not null and (
  r.amount_cents <> (select sum(c) from unnest(r.line_cents) c)
  or exists (
    select 1 from unnest(r.line_ids) i
    where not exists (select 1 from public.order_lines l where l.id = i and l.order_id = r.order_id)))
union all
select 'line', l.id from public.order_lines l
join (
  select n.id, sum(n.cents) as cents from public.refunds r cross join lateral unnest(r.line_ids, r.line_cents) n (id, cents)
  where r.status not in ('rejected', 'withdrawn') group by n.id
) n on n.id = l.id
where n.cents > l.total_cents;

-- rule: refunds never exceed what was paid, and the counters are their sums
select p.id, p.amount_cents, p.refunded_cents, coalesce(sum(r.amount_cents), 0) as refunds
from public.payments p
left join public.refunds r on r.payment_id = p.id and r.status not in ('rejected', 'withdrawn')
group by p.id
having p.refunded_cents <> coalesce(sum(r.amount_cents), 0) or coalesce(sum(r.amount_cents), 0) > p.amount_cents;

-- rule: no ticket gets back more than it cost, and a refund no more than its tickets say
with items as (
  select r.order_id, r.id as refund_id, r.amount_cents, i.ticket_id, i.amount_cents as cents
  from public.refunds r join public.refund_items i on i.refund_id = r.id where r.status not in ('rejected', 'withdrawn')
)
select 'ticket' as what, i.ticket_id::text as id
from items i
cross join lateral (select p.cents from private.ticket_parts(i.order_id) p where p.ticket_id = i.ticket_id) cost
group by i.ticket_id, cost.cents having sum(i.cents) > cost.cents
union all
select 'refund', refund_id::text from items group by refund_id, amount_cents having sum(cents) > amount_cents;

-- rule: a ticket has one refund at a time that is not done
select i.ticket_id from public.refunds r join public.refund_items i on i.refund_id = r.id
where r.status in ('requested', 'approved', 'submitted', 'failed')
group by i.ticket_id having count(*) > 1;

-- rule: an order's refunded amount is its refunds from approval on
select o.id, o.refunded_cents, coalesce(sum(r.amount_cents), 0) as refunds
from public.orders o
left join (
  select r.order_id, r.amount_cents from public.refunds r join public.payments p on p.id = r.payment_id
  where r.status in ('approved', 'submitted', 'succeeded', 'failed', 'external') and p.settled_at is not null
) r on r.order_id = o.id
group by o.id
having o.refunded_cents <> coalesce(sum(r.amount_cents), 0) or o.refunded_cents > o.total_cents;

-- rule: the ledger has what each paid line cost, by part, and no sale of an order that was not paid
select coalesce(l.id, e.order_line_id) as line, l.face, e.sale, e.discount, e.fee, e.tax
from (
  select l.id, l.kind, o.is_test, l.quantity * l.unit_face_cents as face, l.discount_cents, l.fee_cents, l.tax_cents
  from public.order_lines l join public.orders o on o.id = l.order_id
  where o.paid_at is not null and l.quantity * l.unit_face_cents + l.fee_cents + l.tax_cents > 0
) l
full join (
  select order_line_id, min(item_kind) as kind, bool_or(is_test) as is_test,
    coalesce(sum(cents) filter (where kind = 'sale'), 0) as sale, coalesce(-sum(cents) filter (where kind = 'discount'), 0) as discount,
    coalesce(sum(cents) filter (where kind = 'fee'), 0) as fee, coalesce(sum(cents) filter (where kind = 'tax'), 0) as tax
  from public.ledger_entries where kind in ('sale', 'discount', 'fee', 'tax') group by order_line_id
) e on e.order_line_id = l.id
where (l.face, l.discount_cents, l.fee_cents, l.tax_cents, l.kind, l.is_test)
  is distinct from (e.sale, e.discount, e.fee, e.tax, e.kind, e.is_test);

-- rule: the ledger has each refund of a paid order from its approval on, in full, and no other
select coalesce(r.id, e.source_id) as refund, r.amount_cents, e.cents
from (
  select r.id, r.order_id, r.amount_cents from public.refunds r
  join public.payments p on p.id = r.payment_id and p.settled_at is not null
  join public.orders o on o.id = r.order_id and o.paid_at is not null
  where r.status not in ('requested', 'rejected', 'withdrawn') and r.kind <> 'dispute'
) r
full join (
  select source_id, order_id, -sum(cents) as cents from public.ledger_entries where kind in ('refund', 'refund_reversed')
  group by source_id, order_id having sum(cents) <> 0
) e on e.source_id = r.id
where (r.order_id, r.amount_cents) is distinct from (e.order_id, e.cents);

-- rule: what an order earned by the ledger is what its payment brought in less what went back
select o.id, e.cents, o.total_cents, p.amount_cents, o.refunded_cents
from public.orders o
left join public.payments p on p.order_id = o.id and p.settled_at is not null
left join (
  select order_id, sum(cents) filter (where kind <> 'correction') as cents
  from public.ledger_entries group by order_id
) e on e.order_id = o.id
where coalesce(e.cents, 0) <> coalesce(p.amount_cents, 0) - o.refunded_cents
  or (o.paid_at is not null and coalesce(e.cents, 0) <> o.total_cents - o.refunded_cents);

-- rule: no order earns less than nothing, in total or in any part of a line, corrections aside
select order_id, order_line_id, part, sum(cents) as cents from public.ledger_entries where kind <> 'correction'
group by grouping sets ((order_id), (order_id, order_line_id, part)) having sum(cents) < 0;

-- rule: the ledger has the money of each lost dispute, and of no other
select coalesce(r.order_id, e.order_id) as id, r.cents, e.cents as booked
from (
  select d.id, d.order_id, x.amount_cents as cents from public.disputes d
  join public.refunds x on x.payment_id = d.payment_id and x.provider_ref = d.provider_ref and x.kind = 'dispute'
  join public.payments p on p.id = d.payment_id and p.settled_at is not null
  join public.orders o on o.id = d.order_id and o.paid_at is not null
  where d.status = 'lost'
) r
full join (
  select source_id, -sum(cents) as cents, min(order_id::text)::uuid as order_id from public.ledger_entries
  where kind in ('dispute', 'dispute_reversed') and source_id in (select id from public.disputes) group by source_id
) e on e.source_id = r.id
where r.cents is distinct from e.cents;

-- rule: a reversed dispute gives back no more than the dispute took
select order_id, source_id, sum(cents) as cents from public.ledger_entries where kind in ('dispute', 'dispute_reversed')
group by order_id, source_id having sum(cents) > 0;

-- rule: ledger entries agree with the rows that they name, and none changes
select 'entry' as what, e.id::text
from public.ledger_entries e join public.orders o on o.id = e.order_id
left join public.order_lines l on l.id = e.order_line_id
left join public.line_kinds k on k.kind = l.kind
left join public.payments p on p.order_id = o.id and p.settled_at is not null
where e.currency <> o.currency or e.is_test <> o.is_test or l.order_id <> e.order_id or l.kind <> e.item_kind
  or (e.order_line_id is not null and l.id is null)
  or e.event_id is distinct from case when coalesce(k.needs_event, true) then o.event_id end
  or e.payment_id is distinct from p.id
union all
select 'trigger', t.name
from unnest(array['ledger_entries_append_only', 'ledger_entries_no_truncate']) t (name)
where not exists (
  select 1 from pg_trigger g where g.tgrelid = 'public.ledger_entries'::regclass and g.tgname = t.name and g.tgenabled = 'O');

-- rule: the stored money of days that are over is the sum of the ledger
select d.day, d.gross_cents, c.gross_cents as counted
from private.sale_days d
join private.count_sales((select min(day) from private.sale_days), (select max(day) from private.sale_days)) c using (day)
where (d.gross_cents, d.face_cents, d.fee_cents, d.tax_cents, d.refunded_cents, d.disputed_cents, d.corrected_cents)
  is distinct from (c.gross_cents, c.face_cents, c.fee_cents, c.tax_cents, c.refunded_cents, c.disputed_cents, c.corrected_cents);

-- rule: no refund waits on an order that ended after the refund was requested
select r.id, o.status
from public.refunds r join public.orders o on o.id = r.order_id
where r.status = 'requested' and (o.status not in ('paid', 'cancelled') or r.created_at < o.cancelled_at);

-- rule: no refund waits on a cancelled order beyond the money that it has left
select r.id, p.amount_cents, p.refunded_cents
from public.refunds r join public.orders o on o.id = r.order_id join public.payments p on p.id = r.payment_id
where r.status = 'requested' and o.status = 'cancelled' and o.refunded_cents + r.amount_cents > p.amount_cents;

-- rule: an order is disputed while a dispute of it is open, else as they ended
select o.id, o.dispute_status, d.status
from public.orders o
left join lateral (
  select case when bool_or(x.status in ('open', 'evidence_sent')) then 'open' when bool_or(x.status = 'lost') then 'lost'
    when bool_or(x.status = 'won') then 'won' else 'none' end as status
  from public.disputes x where x.order_id = o.id
) d on true
where o.dispute_status <> d.status;

-- rule: valid tickets are blocked while their order is disputed, or what was paid for their type is or was lost and not settled; none is
-- valid after a lost dispute about its order
select k.id, k.status, k.block_reason, o.dispute_status
from public.tickets k join public.orders o on o.id = k.order_id
where k.status = 'valid' and (
  (k.blocked_at is not null) <> (o.dispute_status = 'open' or exists (
    select 1 from public.ticket_supplements s join public.orders x on x.id = s.order_id
    where s.ticket_id = k.id and s.taken_back_at is null and (x.dispute_status = 'open' or (
      s.kept_at is null and k.ticket_type_id = s.to_type_id and x.refunded_cents >= x.total_cents
      and exists (select 1 from public.disputes d where d.order_id = x.id and d.status = 'lost')))))
  or exists (select 1 from public.disputes d where d.order_id = o.id and d.status = 'lost'));

-- rule: a dispute is about a payment of its order that was made
select d.id from public.disputes d join public.payments p on p.id = d.payment_id
where p.order_id <> d.order_id or p.status <> 'succeeded' or p.provider <> d.provider;

-- rule: a lost dispute took its money, as far as it had not been given back
select d.id from public.disputes d join public.payments p on p.id = d.payment_id
where d.status = 'lost' and p.refunded_cents < least(d.amount_cents, p.amount_cents);

-- rule: money that left at the provider is booked once for each of its references
select min(r.id::text) from public.refunds r where r.status = 'external' group by r.payment_id, r.provider_ref having count(*) > 1;

-- rule: a cancelled event keeps no money but for goods that are not of it, and nothing about it waits for anybody
select o.id, p.amount_cents, p.refunded_cents
from public.events e join public.orders o on o.event_id = e.id join public.payments p on p.order_id = o.id
where e.status = 'cancelled' and p.status = 'succeeded' and (
  -- goods that moved afterwards may keep less than their price, or their shipping alone: that is decided with them
  p.refunded_cents + case when p.settled_at is null then 0 else greatest(private.cents_outside_event(o.id), (
      select sum(l.total_cents) from public.order_lines l join public.line_kinds y on y.kind = l.kind and not y.needs_event
      where l.order_id = o.id and exists (
        select 1 from public.fulfilments f join public.order_lines g on g.id = f.order_line_id and g.kind = 'product'
        where f.order_id = o.id and f.moved_at >= e.cancelled_at))
    ) end < p.amount_cents or exists (
  -- of goods one may be asked for afterwards
  select 1 from public.refunds r where r.payment_id = p.id and r.status = 'requested' and r.created_at < e.cancelled_at))
  -- but for orders that its cancellation has not come to yet, or could not refund
  and not exists (
    select 1 from public.event_change_orders r join public.event_changes c on c.id = r.change_id
    where r.order_id = o.id and c.kind = 'cancelled' and r.refunded_at is null and r.status in ('pending', 'failed'));

-- rule: a valid ticket of a cancelled event waits for its cancellation, which lists its order
select k.id
from public.event_changes c join public.tickets k on k.event_id = c.event_id and k.status = 'valid'
where c.kind = 'cancelled' and not exists (
  select 1 from public.event_change_orders r
  where r.change_id = c.id and r.order_id = k.order_id and r.refunded_at is null and r.status in ('pending', 'failed'));

-- rule: an order of a changed event is listed as its refunds are
select r.order_id, r.status, array_agg(f.status) as refunds
from public.event_change_orders r left join public.refunds f on f.order_id = r.order_id
where r.refunded_at is not null
group by r.change_id, r.order_id
having r.status is distinct from case
  when r.reason like 'The payment provider is not set up%' or r.reason = 'disputed' or bool_or(f.status = 'failed') then 'failed'
  when bool_or(f.status in ('requested', 'approved', 'submitted')) then 'refunding' else 'refunded' end;

-- rule: an event has one current change at most, and a cancelled or postponed one that was announced says so
select c.id, e.status
from public.event_changes c join public.events e on e.id = c.event_id
where c.superseded_at is null and (c.kind = 'cancelled' and e.status <> 'cancelled' or c.kind = 'postponed' and e.status <> 'postponed');

-- rule: an order of which nothing is left has ended, unless a refund of it waits
select o.id from public.orders o
where o.status = 'paid' and not exists (select 1 from public.tickets k where k.order_id = o.id and k.status = 'valid')
  and not exists (
    select 1 from public.fulfilments f where f.order_id = o.id and f.status not in ('cancelled', 'returned') and f.replaced_by is null)
  and not exists (
    select 1 from public.ticket_supplements s join public.tickets k on k.id = s.ticket_id where s.order_id = o.id and k.status = 'valid')
  and not private.is_paid_shipping(o.id)
  and not private.is_kept_until_refunded(o.id)
  and not exists (select 1 from public.refunds r where r.order_id = o.id and r.status = 'requested');

-- rule: a supplement is open while its order waits, and is an order of one line of its own
select s.id, o.status, s.closed_at
from public.ticket_supplements s join public.orders o on o.id = s.order_id join public.tickets k on k.id = s.ticket_id
where (s.closed_at is null) <> (o.status in ('awaiting_payment', 'processing', 'payment_failed'))
  or o.supplement_of is distinct from k.order_id or o.event_id <> k.event_id
  or (select array_agg(l.supplement_id) from public.order_lines l where l.order_id = o.id) is distinct from array[s.id]
union all
select o.id, o.status, null from public.orders o
where o.supplement_of is not null and not exists (select 1 from public.ticket_supplements s where s.order_id = o.id);

-- rule: a ticket changed its type for a supplement exactly when that was paid
select s.id, o.paid_at
from public.ticket_supplements s join public.orders o on o.id = s.order_id
where (o.paid_at is not null) <> exists (
  select 1 from private.state_log g
  where g.entity = 'ticket' and g.entity_id = s.ticket_id and g.facts ->> 'change' = 'type' and g.facts ->> 'supplement' = s.id::text);

-- rule: a supplement keeps no money of a ticket that was refunded whole
select s.id, y.left_cents
from public.ticket_supplements s
join public.tickets k on k.id = s.ticket_id and k.status = 'void' and k.void_reason = 'refunded'
join public.payments y on y.order_id = s.order_id and y.settled_at is not null and y.left_cents > 0
join private.ticket_parts(k.order_id) p on p.ticket_id = k.id and p.cents > 0
join private.refunded_parts(k.order_id) r on r.ticket_id = k.id and r.cents >= p.cents
where not exists (
  select 1 from public.refunds f join public.refund_items i on i.refund_id = f.id
  where i.ticket_id = k.id and f.status not in ('rejected', 'withdrawn') and i.amount_cents < p.cents);

-- rule: a ticket has one accepted admission at most, and says inside exactly while it lasts
select k.id, k.admission, count(n.id) as open
from public.tickets k left join public.entries n on n.ticket_id = k.id and n.closed_at is null
group by k.id
having count(n.id) > 1 or (count(n.id) = 1) <> (k.admission = 'inside');

-- rule: the people in a zone are its entries, conflicts, guests, clicks and recounts, and never fewer than none
select z.id, c.in_now
from public.door_zones z
cross join lateral (select private.zone_in_now(z) as in_now) c
where c.in_now < 0 or c.in_now <> (select count(*) from public.entries n where n.zone_id = z.id and n.closed_at is null)
  + (select coalesce(sum(private.conflict_heads(f)), 0) from public.scan_conflicts f where f.zone_id = z.id)
  + (select coalesce(sum(b.counted), 0) from public.door_clicks b where b.zone_id = z.id)
  + (select coalesce(sum(r.change), 0) from public.door_recounts r where r.zone_id = z.id)
  + (select coalesce(sum(g.heads), 0) from public.guest_list_arrivals g join public.scans s on s.id = g.scan_id
    where s.zone_id = z.id and g.undone_by_scan is null);

-- rule: every conflict is somebody whom a door without a network let in
select c.other_scan
from public.scan_conflicts c join public.scans s on s.id = c.other_scan left join public.scans k on k.id = c.kept_scan
where s.result <> 'ok' or s.event_id <> c.event_id or s.ticket_id is distinct from c.ticket_id or (k.id is not null and k.result <> 'ok')
  or (c.withdrawn_at is null and c.result = 'already_in' and k.id is null);

-- rule: what is stored of a ticket that was scanned without a network is the replay of its scans
select k.id
from public.tickets k
where exists (select 1 from public.scans s where s.ticket_id = k.id and s.event_id = k.event_id and s.is_offline) and (
  select coalesce(array_agg((r.scan_id, r.left_by, r.conflict is null)::text order by r.scan_id), '{}')
  from unnest(private.replay_scans(k.event_id, k.id)) r
) <> (
  select coalesce(array_agg((x.scan_id, x.left_by, x.is_entry)::text order by x.scan_id), '{}')
  from (
    select n.scan_id, n.closed_by_scan as left_by, true as is_entry from public.entries n where n.ticket_id = k.id
    union all
    select c.other_scan, c.left_by, false from public.scan_conflicts c where c.ticket_id = k.id and c.withdrawn_at is null
  ) x);

-- rule: what is stored of a name on a guest list that was admitted without a network is the replay of its scans
select e.id
from public.guest_list_entries e
where exists (select 1 from public.scans s where s.guest_id = e.id and s.is_offline) and (
  select coalesce(array_agg((r.scan_id, r.heads, r.excess)::text order by r.scan_id), '{}')
  from unnest(private.replay_guest_scans(e)) r
) <> (
  select coalesce(array_agg((s.id, coalesce(a.heads, 0), coalesce(c.heads, 0))::text order by s.id), '{}')
  from public.scans s left join public.guest_list_arrivals a on a.scan_id = s.id and a.undone_by_scan is null
  left join public.scan_conflicts c on c.other_scan = s.id and c.withdrawn_at is null
  where s.guest_id = e.id and (a.scan_id is not null or c.other_scan is not null));

-- rule: posts for the brand, and no others, have their writer in official_posts
select p.id
from public.posts p left join private.official_posts o on o.post_id = p.id
where p.is_official <> (o.post_id is not null);

-- rule: every admission was an accepted scan of that ticket at that event
select n.id
from public.entries n join public.scans s on s.id = n.scan_id
where s.result <> 'ok' or s.is_bounce or s.ticket_id <> n.ticket_id or s.event_id <> n.event_id;

-- rule: the counters of a door are its tickets, admissions and refusals
select e.id, c.*, k.*, n.*, s.refused as scans_refused
from public.events e
left join lateral (
  select coalesce(sum(tickets), 0) as tickets, coalesce(sum(inside), 0) as inside, coalesce(sum(in_now), 0) as in_now,
    coalesce(sum(entries), 0) as entries, coalesce(sum(admitted), 0) as admitted, coalesce(sum(refused), 0) as refused
  from private.door_counts where event_id = e.id
) c on true
left join lateral (
  select count(*) as valid, count(*) filter (where admission <> 'outside') as valid_inside
  from public.tickets where event_id = e.id and status = 'valid'
) k on true
left join lateral (
  select count(*) as all_entries, count(*) filter (where i.closed_at is null) as open,
    count(distinct i.ticket_id) filter (where u.result is distinct from 'undone') as let_in
  from public.entries i left join public.scans u on u.id = i.closed_by_scan where i.event_id = e.id
) n on true
left join lateral (
  select (
      select count(*) from public.scans
      where event_id = e.id and result not in ('ok', 'undone', 'exited', 'checked_out') and not is_bounce)
    -- those that are older than 90 days are deleted and counted
    + (select coalesce(sum(scans), 0) from private.refused_scan_counts where event_id = e.id and not is_bounce) as refused
) s on true
left join lateral (
  select coalesce(sum(heads), 0) as heads from public.guest_list_arrivals where event_id = e.id and undone_by_scan is null
) g on true
left join lateral (
  select (select coalesce(sum(private.conflict_heads(f)), 0) from public.scan_conflicts f where f.event_id = e.id)
    + (select coalesce(sum(b.counted), 0) from public.door_clicks b where b.event_id = e.id)
    + (select coalesce(sum(r.change), 0) from public.door_recounts r where r.event_id = e.id) as people
) o on true
where (c.tickets, c.inside, c.in_now, c.entries, c.admitted, c.refused)
  is distinct from (k.valid, k.valid_inside, n.open + g.heads + o.people, n.all_entries + g.heads, n.let_in + g.heads, s.refused);

-- rule: the counters of a door by type and by gate are their rows
select c.event_id, c.ticket_type_id, c.gate, sum(c.tickets) as tickets, sum(c.entries) as entries
from private.door_counts c
where (c.ticket_type_id is not null or c.gate is not null)
  -- a test counts for an event that is none
  and exists (select 1 from public.events e where e.id = c.event_id)
group by c.event_id, c.ticket_type_id, c.gate
having sum(c.tickets) <> (select count(*) from public.tickets k where k.ticket_type_id = c.ticket_type_id and k.status = 'valid')
  or sum(c.entries) <> (select count(*) from public.entries n where n.event_id = c.event_id and n.gate = c.gate) + (
    select coalesce(sum(g.heads), 0) from public.guest_list_arrivals g
    where g.event_id = c.event_id and g.gate = c.gate and g.undone_by_scan is null);

-- rule: what sold by minute is the valid tickets and the extras of paid orders
select *
from (
  select item_id, minute, sum(units) as units from private.sale_counts s
  -- a test counts for an event that is none
  where exists (select 1 from public.events e where e.id = s.event_id)
  group by 1, 2 having sum(units) <> 0
) c
full join (
  select ticket_type_id as item_id, date_trunc('minute', issued_at) as minute, count(*) as units
  from public.tickets where status = 'valid' group by 1, 2
  union all
  select l.item_id, date_trunc('minute', o.paid_at), sum(l.quantity)
  from public.order_lines l join public.orders o on o.id = l.order_id join public.line_kinds k on k.kind = l.kind and k.is_extra
  where o.status = 'paid' group by 1, 2
) s using (item_id, minute)
where c.units is distinct from s.units;

-- rule: the scans of a door by result are its rows
select *
from (
  select event_id, result, is_bounce, sum(scans) as scans from private.door_counts where result is not null group by 1, 2, 3
) c
full join (
  select event_id, result, is_bounce, sum(scans) as scans
  from (
    select event_id, result, is_bounce, count(*) as scans from public.scans group by 1, 2, 3
    union all select event_id, result, is_bounce, sum(scans) from private.refused_scan_counts group by 1, 2, 3
  ) a group by 1, 2, 3
) s using (event_id, result, is_bounce)
where c.scans is distinct from s.scans;

-- rule: nothing is held past its time (the sweeper has just run)
select h.id from public.holds h where h.status in ('active', 'pinned') and h.expires_at < now() - interval '10 seconds'
union all
select o.id from public.orders o join public.holds h on h.id = o.hold_id
where o.status in ('awaiting_payment', 'payment_failed') and h.status not in ('active', 'pinned');

-- rule: every report of the provider was applied, or parked with a reason
select provider, event_id from private.payment_events where outcome is null or (outcome = 'parked') <> (reason is not null);

-- rule: a paid order took its places from its hold, or was rescued late
select o.id, h.status
from public.orders o join public.holds h on h.id = o.hold_id
where o.paid_at is not null and not o.late_rescue and h.status <> 'converted';

-- rule: each order that came from a hold and was paid has one mail about it
select o.id from public.orders o
where o.hold_id is not null and o.paid_at is not null
  and (select count(*) from private.mail_outbox m where m.subject_id = o.id and m.kind = 'order_paid') <> 1;

-- rule: every staff write has its audit row
select 'refund' as what, r.id from public.refunds r
where r.kind = 'staff' and not exists (
  select 1 from private.audit_log a
  where a.action = 'order.refund' and a.facts ->> 'refund_id' = r.id::text and a.actor_id = r.requested_by)
union all
select 'undo', s.id from public.scans s
where s.result = 'undone' and not exists (
  select 1 from private.audit_log a
  where a.action = 'door.undo' and a.actor_id = s.staff_id and a.subject_id = coalesce(s.ticket_id, s.guest_id)::text);

-- rule: every correction of the ledger has its audit row
select e.id from public.ledger_entries e
where e.kind = 'correction' and not exists (
  select 1 from private.audit_log a
  where a.action = 'ledger.correct' and a.subject_id = e.order_id::text and a.actor_id = e.actor_id
    and a.facts ->> 'source_id' = e.source_id::text);

-- rule: the last logged state of an entity is its state
select * from (
  select distinct on (g.entity, g.entity_id) g.entity, g.entity_id, g.to_state,
    coalesce(h.status, o.status, r.status, k.status, f.status, b.status, d.status) as now_state
  from private.state_log g
  left join public.holds h on g.entity = 'hold' and h.id = g.entity_id
  left join public.orders o on g.entity = 'order' and o.id = g.entity_id
  left join public.refunds r on g.entity = 'refund' and r.id = g.entity_id
  left join public.tickets k on g.entity = 'ticket' and k.id = g.entity_id
  left join public.fulfilments f on g.entity = 'fulfilment' and f.id = g.entity_id
  left join public.table_bookings b on g.entity = 'table_booking' and b.id = g.entity_id
  left join public.disputes d on g.entity = 'dispute' and d.id = g.entity_id
  where g.entity in ('dispute', 'hold', 'order', 'refund', 'ticket', 'fulfilment', 'table_booking')
  order by g.entity, g.entity_id, g.id desc
) last where to_state is distinct from now_state;

-- rule: no one has more tickets of an event than a person may
select n.event_id, n.owner_id, sum(n.units) as units
from (
  select k.event_id, o.owner_id, 1 as units from public.tickets k join public.orders o on o.id = k.order_id
  join public.order_lines l on l.id = k.order_line_id join public.line_kinds x on x.kind = l.kind and x.counts_to_limit
  where k.status = 'valid'
  union all
  select h.event_id, h.owner_id, l.ticket_count from public.holds h join public.hold_lines l on l.hold_id = h.id
  join public.line_kinds x on x.kind = l.kind and x.counts_to_limit
  where h.status in ('active', 'pinned')
) n join public.events e on e.id = n.event_id cross join public.settings s
where n.owner_id is not null
group by n.event_id, n.owner_id, e.max_per_person, s.max_per_person
having sum(n.units) > coalesce(e.max_per_person, s.max_per_person);

-- rule: the numbers of receipts and of credit notes have no gap, and begin with 1 each year
select s.kind, s.year, s.last, count(r.id) as issued, max(r.sequence) as highest
from private.receipt_series s left join private.receipts r on r.kind = s.kind and r.year = s.year and r.sequence is not null
group by s.kind, s.year, s.last having count(r.id) <> s.last or max(r.sequence) <> s.last or min(r.sequence) <> 1;

-- rule: a receipt says what its order costs, and the credit notes of an order are no more than that
select r.number, (r.content ->> 'totalCents')::bigint as says, o.total_cents
from private.receipts r join public.orders o on o.id = r.order_id
where r.kind = 'receipt' and (r.content ->> 'totalCents')::bigint is distinct from (
  select sum((l ->> 'totalCents')::bigint) from jsonb_array_elements(r.content -> 'lines') l)
union all
select min(r.number), sum(case r.kind when 'reversal' then -1 else 1 end * (r.content ->> 'amountCents')::bigint), max(o.total_cents)
from private.receipts r join public.orders o on o.id = r.order_id
where r.kind <> 'receipt' group by r.order_id
having sum(case r.kind when 'reversal' then -1 else 1 end * (r.content ->> 'amountCents')::bigint) > max(o.total_cents);

-- rule: a refund of the payment of a receipted order has one credit note that is not reversed while it is paid out, and none otherwise
select f.id, f.status, count(n.id) filter (where n.kind = 'credit_note') as notes,
  count(n.id) filter (where n.kind = 'reversal') as reversals
from public.refunds f
join private.receipts r on r.order_id = f.order_id and r.kind = 'receipt'
join public.payments p on p.id = f.payment_id
left join private.receipts n on n.refund_id = f.id
group by f.id, p.id
having count(n.id) filter (where n.kind = 'credit_note') - count(n.id) filter (where n.kind = 'reversal')
  <> (f.status in ('succeeded', 'external') and p.settled_at is not null)::int;

-- rule: what receipts say was paid and what the ledger has differ by refunds that are owed and not paid out
select o.id, p.amount_cents
from public.orders o
join private.receipts r on r.order_id = o.id and r.kind = 'receipt'
join public.payments p on p.order_id = o.id and p.settled_at is not null
where o.paid_at is not null
  and (r.content ->> 'totalCents')::bigint - coalesce((
    select sum(case n.kind when 'reversal' then -1 else 1 end * (n.content ->> 'amountCents')::bigint)
    from private.receipts n where n.order_id = o.id and n.kind <> 'receipt'), 0)
  <> coalesce((select sum(e.cents) from public.ledger_entries e where e.order_id = o.id and e.kind <> 'correction'), 0)
    + coalesce((
      select sum(f.amount_cents) from public.refunds f
      where f.payment_id = p.id and f.status in ('approved', 'submitted', 'failed')), 0);

-- rule: stored buyers and arrivals of events that did not change since are those of the raw rows
with settled as materialized (
  select coalesce(array_agg(e.id), '{}') as ids from public.events e where e.id not in (select unnest(private.list_changed_events()))
),
stored as (
  select to_jsonb(b) as figure from private.event_buyers b, settled s where b.event_id = any (s.ids)
  union all select to_jsonb(n) from private.event_nights n, settled s where n.event_id = any (s.ids)
  union all select to_jsonb(a) from private.event_arrivals a, settled s where a.event_id = any (s.ids)
),
counted as (
  select to_jsonb(b) as figure from settled s, private.count_event_buyers(s.ids) b
  union all select to_jsonb(n) from settled s, private.count_event_nights(s.ids) n
  union all select to_jsonb(a) from settled s, private.count_event_arrivals(s.ids) a
)
select 'only stored' as what, x.figure from (select figure from stored except select figure from counted) x
union all
select 'only counted', x.figure from (select figure from counted except select figure from stored) x;

-- rule: the ledger of commission says what the tickets of an order earn
select a.order_id, l.cents, e.cents as earned
from (select distinct order_id from private.order_attributions) a
cross join lateral (
  select coalesce(sum(c.expected_cents + c.due_cents + c.paid_cents), 0) as cents
  from public.commission_entries c where c.order_id = a.order_id) l
cross join lateral (select coalesce(sum(x.cents), 0) as cents from private.commission_earned(a.order_id) x) e
where l.cents <> e.cents;

-- rule: a listed ticket is valid and has one open listing, a resold one is void, paid back once, and its place has a buyer
select 'listed' as what, k.id from public.tickets k
where (k.status = 'valid' and k.custody = 'listed') <> exists (
  select 1 from private.ticket_listings l where l.ticket_id = k.id and l.status = 'listed')
union all
select 'resold', k.id from public.tickets k
where (k.void_reason is not distinct from 'resold') <> exists (
  select 1 from private.ticket_listings l where l.ticket_id = k.id and l.status = 'resold')
union all
select 'refund', l.id from private.ticket_listings l join public.tickets k on k.id = l.ticket_id
where (l.status = 'resold' and l.refunded_cents > 0) <> (1 = (
  select count(*) from public.refunds r
  where r.order_id = k.order_id and r.kind = 'resale' and r.ticket_ids = array[k.id] and r.id = l.refund_id))
union all
select 'used', k.id from public.tickets k join public.entries n on n.ticket_id = k.id left join public.scans c on c.id = n.closed_by_scan
where (k.custody = 'listed' or k.void_reason = 'resold') and c.result is distinct from 'undone';

-- rule: what a buyer of a listed ticket paid and what its holder got back are in the ledger, to the cent; the difference is the organizer's
select l.id, l.paid_cents, l.refunded_cents, b.cents as bought, r.cents as booked
from private.ticket_listings l
join public.tickets n on n.id = l.buyer_ticket_id join public.tickets k on k.id = l.ticket_id
left join lateral (select p.cents from private.ticket_parts(n.order_id) p where p.ticket_id = n.id) b on true
left join lateral (
  select coalesce(-sum(e.cents) filter (where e.source_id = l.refund_id), 0) as cents
  from public.ledger_entries e where e.order_id = k.order_id) r on true
where l.status = 'resold' and (l.difference_cents <> l.paid_cents - l.refunded_cents
  -- what was paid for a dearer type goes back by a refund of its own
  or r.cents > l.refunded_cents or (r.cents < l.refunded_cents and not exists (
    select 1 from public.ticket_supplements s where s.ticket_id = k.id))
  -- cents that do not divide may be another ticket's of the line
  or abs(l.paid_cents - b.cents) > 1
  or (select sum(x.paid_cents) from private.ticket_listings x join public.tickets y on y.id = x.buyer_ticket_id
    where y.order_line_id = n.order_line_id) > (select o.total_cents from public.order_lines o where o.id = n.order_line_id));

-- rule: sold and listed tickets fit into their pool, so that each listed one can be taken back
select p.id, p.capacity, p.sold, p.blocked, private.listed_units(p.id) as listed from public.capacity_pools p
where p.sold + p.blocked + private.listed_units(p.id) > p.capacity;

-- rule: what is hidden or held back for review has an open case, so that moderators see it
select p.id, p.status from public.posts p
where p.status in ('pending_review', 'auto_hidden') and p.author_active
  and exists (select 1 from private.moderation_cases c where c.post_id = p.id)
  and not exists (select 1 from private.moderation_cases c where c.post_id = p.id and c.decided_at is null);

-- rule: reports are open exactly as long as their case
select r.id, r.state from public.post_reports r join private.moderation_cases c on c.id = r.case_id
where (r.state = 'open') <> (c.decided_at is null);

-- rule: the comments of a post are counted as they are shown, and its reactions as they are
select c.post_id, c.comments, n.comments as shown, c.reactions, r.reactions as given
from public.post_counts c
cross join lateral (select count(*) as comments from public.posts p where p.post_id = c.post_id and private.is_counted(p)) n
cross join lateral (
  select coalesce(jsonb_object_agg(k.reaction, k.people), '{}') as reactions from (
    select x.reaction, count(*) as people from public.post_reactions x where x.post_id = c.post_id group by 1) k
) r
where c.comments <> n.comments or c.reactions <> r.reactions;
