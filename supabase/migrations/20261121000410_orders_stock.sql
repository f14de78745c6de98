-- Stock: taking places, giving them back, and who may have how many.
-- Locks are always taken in this order, so that no two functions can wait for one another:
--   person > mailbox > settlement of the event > invitation to free tickets > listed tickets of the event (these five advisory) >
--   orders by id > orders of supplements by id > own hold > quota of free tickets > tickets > transfers of tickets > fulfilments >
--   pools by id > variants by id > codes by id > releases; bookings of tables and rows of invitations anywhere after the pools, levels
--   of stock after their variant; entries of waitlists after the pools, of one event in the order of the queue. Commission of an order
--   (advisory) at the end of the transaction, after all of them.
--   Entries of guest lists by id > guest lists by id stand before the pools.
--   Who pays has their own order and hold locked before the listed tickets, and the orders of these: nobody waits for the order of a
--   buyer who has not paid with that of a listed ticket locked.
-- "for no key update" is what an update itself takes: rows that refer to a locked one can still be written.
-- Ended holds of others are only ever touched with "skip locked", after the pools and variants.

create function private.random_code(p_length int) returns text
language plpgsql volatile set search_path = ''
as $$
begin
  -- The last 8 bytes of a random uuid: the low 5 bits of each are random, and 32 characters are 5 bits.
  return (
    select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + (get_byte(u.bytes, 8 + n) & 31), 1), '' order by n)
    from (select uuid_send(gen_random_uuid()) as bytes) u, generate_series(0, least(p_length, 8) - 1) n
  );
end
$$;
comment on function private.random_code(int) is 'Up to 8 characters drawn from 32 that are not confused (no 0, O, 1, I).';

create function private.lock_mailboxes(p_event_id uuid, p_keys text[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox:' || p_event_id::text || ':' || k.key, 0))
  from (select distinct key from unnest(p_keys) key where key is not null order by key) k;
end
$$;
comment on function private.lock_mailboxes(uuid, text[]) is
  'Serialises purchases of one mailbox for one event, whichever accounts make them.';

create function private.proven_mailboxes(p_owner uuid) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(distinct k.key order by k.key), '{}')
    from public.profiles p
    cross join lateral (
      select private.email_key(u.email) as key from auth.users u where u.id = p.id
      union all
      select private.email_key(c.email) from private.contacts c where c.user_id = p.id
    ) k
    where p.id = p_owner and p.email_verified_at is not null and k.key is not null
  );
end
$$;
comment on function private.proven_mailboxes(uuid) is
  'The mailboxes that an account has proven to be its own. Addresses it only typed are left out: a response that depends on them would '
  'reveal facts about another person.';

create function private.typed_mailboxes(p_order public.orders) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return private.proven_mailboxes(p_order.owner_id)
    || case when p_order.total_cents > 0 then array[p_order.email_key] else '{}'::text[] end;
end
$$;
comment on function private.typed_mailboxes(public.orders) is
  'The mailboxes that an order counts for when its money has arrived: those of its account, and the one that was typed. Before payment '
  'only the account counts, because an immediate response would reveal facts about the mailbox.';

create function private.lock_settlement(p_event_id uuid, p_alone boolean) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_lock bigint := hashtextextended('settlement:' || p_event_id::text, 0);
begin
  if p_alone then
    perform pg_advisory_xact_lock(v_lock);
  else
    perform pg_advisory_xact_lock_shared(v_lock);
  end if;
end
$$;
comment on function private.lock_settlement(uuid, boolean) is
  'Orders of an event are settled side by side (shared); cancelling or postponing it (alone) waits for them and makes later ones see it.';

create function private.move_hold(p_hold uuid, p_to text, p_reason text default null) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_from text;
begin
  select status into strict v_from from public.holds where id = p_hold for no key update;
  if (v_from, p_to) not in (
    ('active', 'pinned'), ('active', 'converted'), ('active', 'released'), ('active', 'expired'),
    ('pinned', 'converted'), ('pinned', 'released'), ('pinned', 'expired')
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from));
  end if;
  update public.holds set status = p_to, pinned_at = case when p_to = 'pinned' then now() else pinned_at end,
    network = case when p_to in ('active', 'pinned') then network end
  where id = p_hold;
  perform private.log_state('hold', p_hold, v_from, p_to, p_reason);
end
$$;
comment on function private.move_hold(uuid, text, text) is
  'Changes the state of a hold and logs it; no other function does. The caller moves the stock.';

create function private.person_units(p_event_id uuid, p_owner uuid, p_keys text[], p_except_hold uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  -- Separates account and mailbox and adds "offset 0", so that each uses its own index, whatever the statistics say of an
  -- event that sells out within minutes. Of other accounts only paid orders count, so that typing a stranger's address into an
  -- unpaid or free order does not use up the stranger's limit.
  return (
    select coalesce(sum(l.ticket_count), 0)
    from public.holds h join public.hold_lines l on l.hold_id = h.id
    join public.line_kinds n on n.kind = l.kind and n.counts_to_limit
    where h.owner_id = p_owner and h.event_id = p_event_id and h.id is distinct from p_except_hold
      and h.status in ('active', 'pinned') and h.expires_at > now()
  ) + (
    select coalesce(sum((
      select count(*) from public.tickets k join public.order_lines l on l.id = k.order_line_id
      join public.line_kinds n on n.kind = l.kind and n.counts_to_limit
      where k.order_id = found.id and private.ticket_is_valid(k.status))), 0)
    from (
      select o.id from public.orders o
      where o.owner_id = p_owner and o.event_id = p_event_id and private.order_is_sold(o.status)
      union
      select o.id
      from unnest(p_keys) k (key)
      cross join lateral (
        select x.id, x.status, x.total_cents from public.orders x where x.email_key = k.key and x.event_id = p_event_id offset 0
      ) o
      where private.order_is_sold(o.status) and o.total_cents > 0
    ) found
  ) + (
    select count(*) from public.tickets k join public.orders o on o.id = k.order_id
    where k.event_id = p_event_id and k.holder_email is not null and private.ticket_is_valid(k.status)
      and o.owner_id is distinct from p_owner and (k.owner_id = p_owner or private.email_key(k.holder_email) = any (p_keys))
  );
end
$$;
comment on function private.person_units(uuid, uuid, text[], uuid) is
  'Counts the tickets of an event that a person holds or owns, those in packages too, those of table guests not: by account, one hold '
  'left aside, and by mailbox what was paid for; tickets that others handed to them by both. Handing one on makes no room for another.';

create function private.limited_units(p_order uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(l.ticket_count), 0)::int
    from public.order_lines l join public.line_kinds k on k.kind = l.kind and k.counts_to_limit where l.order_id = p_order);
end
$$;
comment on function private.limited_units(uuid) is 'Counts the tickets of an order that the limit per person counts.';

create function private.check_person_limit(p_event public.events, p_owner uuid, p_keys text[], p_hold uuid, p_units int)
returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_limit int := coalesce(p_event.max_per_person, (select max_per_person from public.settings));
  v_have int := private.person_units(p_event.id, p_owner, p_keys, p_hold);
begin
  if v_have + p_units > v_limit then
    perform private.refuse(409, 'person_limit', jsonb_build_object('limit', v_limit, 'left', greatest(v_limit - v_have, 0)));
  end if;
end
$$;
comment on function private.check_person_limit(public.events, uuid, text[], uuid, int) is
  'Refuses when these units would take a person above the event''s limit per person. Callers whose response goes to the buyer pass proven '
  'mailboxes only.';

create function private.lock_stock_rows(p_choices private.line_choice[], p_holds uuid[], p_codes uuid[] default '{}') returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_pools uuid[];
  v_variants uuid[];
begin
  select array_agg(distinct s.pool_id), array_agg(distinct s.variant_id) into v_pools, v_variants
  from private.stock_of(p_choices || array(
    select row(l.kind, array_agg(l.item_id), array_agg(1))::private.line_choice
    from (select distinct x.kind, x.item_id from public.hold_lines x where x.hold_id = any (p_holds)) l group by l.kind)) s;
  perform 1 from public.capacity_pools p
  where p.id = any (v_pools || array(select c.block_pool_id from public.promo_codes c where c.id = any (p_codes)))
    order by p.id for no key update;
  perform 1 from public.product_variants v where v.id = any (v_variants) order by v.id for no key update;
  perform 1 from public.promo_codes c
  where c.id = any (p_codes || array(select h.code_id from public.holds h where h.id = any (p_holds))) order by c.id for no key update;
end
$$;
comment on function private.lock_stock_rows(private.line_choice[], uuid[], uuid[]) is
  'Locks what items and the lines of holds draw on, and codes: pools in id order (those that the codes keep places of, too), then '
  'variants, then codes.';

create function private.change_stock(p_choices private.line_choice[], p_held int, p_sold int) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_need record;
  v_taken int := p_held + p_sold;
  v_left int;
begin
  for v_need in
    select s.pool_id, s.variant_id, sum(s.units)::int as units, min(s.name) as name
    from private.stock_of(p_choices) s
    group by s.pool_id, s.variant_id order by s.pool_id, s.variant_id -- nulls last: pools before variants
  loop
    v_left := null;
    if v_need.pool_id is not null then
      update public.capacity_pools set held = held + p_held * v_need.units, sold = sold + p_sold * v_need.units
      where id = v_need.pool_id and held + sold + blocked + v_taken * v_need.units <= capacity;
      continue when found;
      select capacity - held - sold - blocked into v_left from public.capacity_pools where id = v_need.pool_id;
    elsif v_need.variant_id is not null then
      update public.product_variants set held = held + p_held * v_need.units, sold = sold + p_sold * v_need.units
      where id = v_need.variant_id and held + sold + v_taken * v_need.units <= stock;
      continue when found;
      select stock - held - sold into v_left from public.product_variants where id = v_need.variant_id;
    end if;
    perform private.refuse(409, 'sold_out', jsonb_build_object('left', coalesce(v_left, 0), 'type', v_need.name));
  end loop;
end
$$;
comment on function private.change_stock(private.line_choice[], int, int) is
  'The only way that units of a pool or a variant are taken and given back: p_held and p_sold are what one unit adds to the counters '
  '(hold 1, 0; give back -1, 0; sell what is held -1, 1; sell at once 0, 1; take back 0, -1). One conditional update each, pools in id '
  'order, then variants in id order; refuses sold_out with what is left.';

create function private.change_releases(p_releases uuid[], p_units int[], p_held int, p_sold int) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_need record;
begin
  for v_need in
    select n.id, sum(n.units)::int as units from unnest(p_releases, p_units) n (id, units) where n.id is not null group by n.id
      order by n.id
  loop
    update public.price_releases set held = held + p_held * v_need.units, sold = sold + p_sold * v_need.units
    where id = v_need.id and (quantity is null or held + sold + (p_held + p_sold) * v_need.units <= quantity);
    if not found then
      perform private.refuse(409, 'sold_out');
    end if;
  end loop;
end
$$;
comment on function private.change_releases(uuid[], int[], int, int) is
  'The same for the counters of price releases, after the pools of their types: whoever changes those has them locked.';

create function private.change_code_uses(p_code uuid, p_orders int, p_units int, p_cents bigint, p_held int, p_used int) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_more int := p_held + p_used;
begin
  update public.promo_codes set
    orders_held = orders_held + p_held * p_orders, orders_used = orders_used + p_used * p_orders,
    units_held = units_held + p_held * p_units, units_used = units_used + p_used * p_units,
    cents_held = cents_held + p_held * p_cents, cents_used = cents_used + p_used * p_cents
  where id = p_code
    and coalesce(orders_held + orders_used + v_more * p_orders <= max_orders, true)
    and coalesce(units_held + units_used + v_more * p_units <= max_units, true)
    and coalesce(cents_held + cents_used + v_more * p_cents <= budget_cents, true);
  if not found then
    perform private.refuse(409, 'code_used_up');
  end if;
end
$$;
comment on function private.change_code_uses(uuid, int, int, bigint, int, int) is
  'The only way that uses of a code are taken and given back, by one conditional update: orders, units and the cents of their discounts; '
  'p_held and p_used as in private.change_stock. Call with the pools of the choice locked and its releases not yet. Refuses code_used_up.';

create function private.change_hold_codes(p_lines uuid[], p_held int, p_used int) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_use record;
  v_pool uuid;
begin
  for v_use in
    select x.code_id, sum((x.units > 0 and x.is_whole)::int)::int as orders, sum(x.units)::int as units, sum(x.cents)::bigint as cents,
      sum(x.blocked)::int as blocked
    from (
      select h.code_id, sum(l.code_units) as units, coalesce(sum(l.discount_cents) filter (where l.code_units > 0), 0) as cents,
        case when bool_or(k.needs_event) then h.block_units else 0 end as blocked,
        not exists (
          select 1 from public.hold_lines o where o.hold_id = h.id and o.code_units > 0 and o.id <> all (p_lines)) as is_whole
      from public.holds h
      join public.hold_lines l on l.hold_id = h.id and l.id = any (p_lines)
      join public.line_kinds k on k.kind = l.kind
      where h.code_id is not null group by h.id
    ) x
    group by x.code_id having sum(x.units) + sum(x.blocked) > 0 order by x.code_id
  loop
    perform private.change_code_uses(v_use.code_id, v_use.orders, v_use.units, v_use.cents, p_held, p_used);
    if v_use.blocked > 0 and p_used = 0 then
      -- back to what the code keeps, as long as it keeps anything; their pool is locked, because they were drawn from it
      update public.promo_codes set block_left = block_left + v_use.blocked
      where id = v_use.code_id and block_ends_at > now() returning block_pool_id into v_pool;
      update public.capacity_pools set blocked = blocked + v_use.blocked where found and id = v_pool;
    end if;
  end loop;
end
$$;
comment on function private.change_hold_codes(uuid[], int, int) is
  'Gives back (-1, 0) or uses up (-1, 1) what these lines take of the codes of their holds, and the use of the order where no other line '
  'of the hold has the code; places of a block return to it. Of the lines that belong to an event there are all of their hold or none. '
  'The row of the hold is the caller''s to write.';

create function private.change_hold_stock(p_lines uuid[], p_held int, p_sold int, p_repriced uuid[] default '{}') returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if cardinality(p_lines) + cardinality(p_repriced) = 0 then
    return;
  end if;
  perform private.change_stock(array(
    select row(l.kind, array_agg(l.item_id), array_agg(l.quantity))::private.line_choice
    from public.hold_lines l where l.id = any (p_lines) group by l.kind), p_held, p_sold);
  perform private.change_hold_codes(p_lines || p_repriced, p_held, p_sold);
  perform private.change_releases(array_agg(l.release_id), array_agg(l.quantity), p_held, p_sold)
  from public.hold_lines l where l.id = any (p_lines);
end
$$;
comment on function private.change_hold_stock(uuid[], int, int, uuid[]) is
  'Changes the counters behind lines of holds, and those of their codes: gives them back (-1, 0) or sells them (-1, 1). p_repriced = '
  'lines of which the code''s uses alone are given back, because they are priced again.';

create function private.order_choices(p_order uuid) returns private.line_choice[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select row(l.kind, array_agg(l.item_id), array_agg(l.quantity))::private.line_choice
    from public.order_lines l where l.order_id = p_order group by l.kind);
end
$$;
comment on function private.order_choices(uuid) is 'Returns the lines of an order as choices, by kind.';

create function private.end_holds(p_ended uuid[], p_choices private.line_choice[], p_own uuid default null, p_codes uuid[] default '{}')
  returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_ended uuid[];
begin
  perform private.lock_stock_rows(p_choices, p_ended || p_own, p_codes);
  -- One that somebody has locked is being paid or released at this moment: it is not ours to end.
  select coalesce(array_agg(h.id), '{}') into v_ended
  from (
    select id from public.holds
    where id = any (p_ended) and status in ('active', 'pinned') and expires_at <= now()
    for no key update skip locked
  ) h;
  perform private.change_hold_stock(array(select l.id from public.hold_lines l where l.hold_id = any (v_ended)), -1, 0);
  perform private.move_hold(id, 'expired', 'time') from unnest(v_ended) id;
  with blocks as (
    update public.promo_codes c set block_left = 0 from public.promo_codes b
    where c.id = any (p_codes) and c.block_left > 0 and c.block_ends_at <= now() and b.id = c.id
    returning c.block_pool_id, b.block_left
  )
  update public.capacity_pools p set blocked = p.blocked - b.places
  from (select block_pool_id, sum(block_left)::int as places from blocks group by 1) b where p.id = b.block_pool_id;
  return cardinality(v_ended);
end
$$;
comment on function private.end_holds(uuid[], private.line_choice[], uuid, uuid[]) is
  'Locks the stock rows of the items, the holds, p_own and the codes. Releases expired holds and expired code reservations. Returns the '
  'number of released holds.';

create function private.lock_stock(p_event_id uuid, p_choices private.line_choice[], p_hold uuid default null, p_code uuid default null)
  returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_choice private.line_choice;
  v_ended uuid[];
  v_beside boolean := false;
  v_blocks uuid[]; -- codes that keep places back: p_code, and those of the event whose time for that is over
begin
  if p_event_id is null then
    select array_agg(h.id) into v_ended
    from public.holds h
    where h.event_id is null and h.status in ('active', 'pinned') and h.expires_at <= now();
  else
    select array_agg(h.id) into v_ended
    from public.holds h
    where h.event_id = p_event_id and h.status in ('active', 'pinned') and h.expires_at <= now();
  end if;
  select array_agg(c.id) into v_blocks
  from public.promo_codes c
  where c.event_id = p_event_id and c.block_pool_id is not null and (c.id = p_code or (c.block_left > 0 and c.block_ends_at <= now()));
  foreach v_choice in array coalesce(p_choices, '{}') loop
    v_beside := v_beside or exists (select 1 from public.line_kinds k where k.kind = v_choice.kind and not k.needs_event);
  end loop;
  if v_beside then
    -- items that belong to no event may be in anybody's cart, whatever event the cart is for
    v_ended := v_ended || array(
      select h.id from public.holds h
      where h.event_id is distinct from p_event_id and h.status in ('active', 'pinned') and h.expires_at <= now()
        and exists (
          select 1 from public.hold_lines l join public.line_kinds k on k.kind = l.kind where l.hold_id = h.id and not k.needs_event));
  end if;
  if p_code is not null then
    -- a code of all events may be in anybody's cart, too
    v_ended := v_ended || array(
      select h.id from public.holds h
      where h.code_id = p_code and h.event_id is distinct from p_event_id and h.status in ('active', 'pinned') and h.expires_at <= now()
        and h.id <> all (coalesce(v_ended, '{}')));
  end if;
  if p_hold is not null and exists (select 1 from public.holds h where h.id = p_hold and h.expires_at <= now()) then
    v_ended := array_remove(v_ended, p_hold) || p_hold;
  end if;
  if p_hold is null and v_blocks is null and cardinality(coalesce(v_ended, '{}')) = 0 then
    return 0; -- nothing to give back first: the conditional updates lock what they need, in the same order
  end if;
  return private.end_holds(coalesce(v_ended, '{}'), p_choices, p_hold, coalesce(v_blocks, '{}') || p_code);
end
$$;
comment on function private.lock_stock(uuid, private.line_choice[], uuid, uuid) is
  'Gives back what ended holds still count of the stock in question and of the code p_code, and what codes keep back after their time, so '
  'that a dead sweeper can neither oversell nor block; locks pools, variants and codes in id order where that is needed, those of p_hold '
  'too. Returns how many holds ended.';

create function private.price_line(
  p_face_cents bigint, p_quantity int, p_unit_discount_cents bigint,
  p_fee_fixed_cents bigint, p_fee_bps int, p_tax_bps int, p_tax_on_fees boolean,
  out discount_cents bigint, out fee_cents bigint, out tax_cents bigint, out total_cents bigint
)
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_unit record := private.price_unit(p_face_cents - p_unit_discount_cents, p_fee_fixed_cents, p_fee_bps, p_tax_bps, p_tax_on_fees);
begin
  discount_cents := p_quantity * p_unit_discount_cents;
  fee_cents := p_quantity * v_unit.fee_cents;
  tax_cents := p_quantity * v_unit.tax_cents;
  total_cents := p_quantity * v_unit.total_cents;
end
$$;
comment on function private.price_line(bigint, int, bigint, bigint, int, int, boolean) is
  'Price of a line of equal units in cents: the discount comes off the face price of each, fee and tax are those of what is left, rounded '
  'per unit as private.price_unit does, all times the quantity.';

create function private.free_tables(p_tickets uuid[], p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.move_booking(b.id, 'cancelled', p_reason)
  from public.table_bookings b
  where b.order_line_id in (select k.order_line_id from public.tickets k where k.id = any (p_tickets))
    and b.status in ('confirmed', 'arrived')
    and not exists (select 1 from public.tickets k where k.order_line_id = b.order_line_id and private.ticket_is_valid(k.status));
end
$$;
comment on function private.free_tables(uuid[], text) is
  'Cancels the bookings that these voided tickets were of, where no valid ticket is left.';
