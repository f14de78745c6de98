-- Holds: what a buyer chose, set aside at today's price for a while. The server calls these after its own limits.

create function private.read_choice(
  p_event uuid, p_lines jsonb, out choices private.line_choice[], out removed uuid[], out total int, out tickets int
)
language plpgsql stable set search_path = ''
as $$
declare
  v_misplaced boolean;
  v_of_event boolean;
  v_removes boolean;
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or jsonb_array_length(p_lines) not between 1 and 50 or exists (
    select 1 from jsonb_array_elements(p_lines) line
    where jsonb_typeof(line) <> 'object'
      or coalesce(line ->> 'item', '') !~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'
      or jsonb_typeof(line -> 'quantity') is distinct from 'number'
      or line ->> 'quantity' !~ '^(0|[1-9][0-9]?)$'
  ) then
    perform private.refuse(422, 'invalid', '{"field": "lines"}');
  end if;
  select array_agg(row(c.kind, c.items, c.units)::private.line_choice order by c.kind) filter (where c.items is not null),
    coalesce(sum(c.total), 0)::int,
    bool_or(k.needs_event is null or (k.needs_event and (p_event is null or c.removes))), bool_or(k.needs_event), bool_or(c.removes)
  into choices, total, v_misplaced, v_of_event, v_removes
  from (
    select l.kind, array_agg(l.item order by l.item) filter (where l.units > 0) as items,
      array_agg(l.units order by l.item) filter (where l.units > 0) as units,
      bool_or(l.units = 0) as removes, sum(l.units) as total
    from (
      select line ->> 'kind' as kind, (line ->> 'item')::uuid as item, sum((line ->> 'quantity')::int)::int as units
      from jsonb_array_elements(p_lines) line group by 1, 2
    ) l group by l.kind
  ) c left join public.line_kinds k on k.kind = c.kind;
  if v_misplaced or (p_event is not null and not v_of_event) then
    perform private.refuse(422, 'invalid', '{"field": "lines"}');
  end if;
  tickets := private.limited_tickets(choices);
  removed := case when v_removes then array(
    select (line ->> 'item')::uuid from jsonb_array_elements(p_lines) line group by 1 having sum((line ->> 'quantity')::int) = 0)
      else '{}'::uuid[] end;
end
$$;
comment on function private.read_choice(uuid, jsonb) is
  'Checks the lines that a buyer chose, [{kind, item, quantity}], and adds up lines of one item: splitting does not get round a limit. '
  'With p_event there are lines of that event, without it none; a quantity of 0 removes something that is not of an event. total counts '
  'all units, tickets what the limit per person counts.';

create function private.check_ticket(
  p_event public.events, p_role text, p_code public.promo_codes, p_types uuid[], p_units int[], out ends_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
declare
  v_line record;
  v_limit int := (select max_per_order from public.settings);
  v_units int := 0;
begin
  for v_line in
    select n.type_id, n.units, t as type,
      private.sale_state(p_event, t, private.role_may(p_role, 'own_account'), private.role_may(p_role, 'buy_early'), p_code) as state,
      private.sale_opens_at(t, private.role_may(p_role, 'own_account'), p_code) as opens_at
    from unnest(p_types, p_units) n (type_id, units)
    left join public.ticket_types t on t.id = n.type_id and t.event_id = p_event.id
  loop
    case coalesce(v_line.state, 'hidden')
      when 'on_sale' then null;
      when 'ended' then perform private.refuse(409, 'sale_ended', jsonb_build_object('type', (v_line.type).name));
      when 'paused' then perform private.refuse(409, 'sale_paused', jsonb_build_object('type', (v_line.type).name));
      when 'members_only' then perform private.refuse(403, 'members_only');
      when 'not_yet' then
        perform private.refuse(409, 'sale_not_started', jsonb_build_object('type', (v_line.type).name, 'at', v_line.opens_at));
      else perform private.refuse(404, 'not_found');
    end case;
    if (v_line.type).id is null then
      perform private.refuse(404, 'not_found');
    end if;
    if v_line.units > (v_line.type).max_per_order then
      perform private.refuse(409, 'order_limit', jsonb_build_object('limit', (v_line.type).max_per_order));
    end if;
    -- Allows less than the minimum to a buyer who takes all that is left.
    if v_line.units < (v_line.type).min_per_order and v_line.units < coalesce(
      (select o.left_units from private.offer_rows(array[p_event.id]) o where o.ticket_type_id = v_line.type_id), 1000) then
      perform private.refuse(409, 'order_minimum', jsonb_build_object('minimum', (v_line.type).min_per_order, 'type', (v_line.type).name));
    end if;
    v_units := v_units + v_line.units;
    ends_at := least(ends_at, (v_line.type).sale_ends_at, p_event.ends_at);
  end loop;
  if v_units > v_limit then
    perform private.refuse(409, 'order_limit', jsonb_build_object('limit', v_limit));
  end if;
end
$$;
comment on function private.check_ticket(public.events, text, public.promo_codes, uuid[], int[]) is
  'Refuses ticket types that such a person cannot buy at this moment, and too many or too few; returns when the first sale ends.';

create function private.stock_of_ticket(p_types uuid[], p_units int[])
returns table (pool_id uuid, variant_id uuid, units int, name text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select tp.pool_id, null::uuid, n.units, t.name
  from unnest(p_types, p_units) n (type_id, units)
  join public.ticket_types t on t.id = n.type_id
  left join public.ticket_type_pools tp on tp.ticket_type_id = n.type_id;
end
$$;
comment on function private.stock_of_ticket(uuid[], int[]) is
  'Returns the stock of tickets: one place of each pool of the type. A type without a pool has none.';

create function private.tickets_of_ticket(p_types uuid[], p_units int[]) returns table (ticket_type_id uuid, units int)
language plpgsql stable set search_path = ''
as $$
begin
  return query select * from unnest(p_types, p_units);
end
$$;
comment on function private.tickets_of_ticket(uuid[], int[]) is 'Returns the tickets that tickets become: one of its type per unit.';

create function private.price_ticket(p_event public.events, p_types uuid[], p_units int[]) returns setof private.unit_price
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select 'ticket', s.type_id, s.release_id, s.position, s.type_name, s.release_name, s.taken, s.face_cents,
    p_event.fee_fixed_cents, p_event.fee_bps, p_event.tax_bps, p_event.tax_on_fees
  from (
    -- fill from releases in order: each covers what the earlier ones could not
    select n.type_id, r.id as release_id, t.position * 100 + r.position as position, t.name as type_name,
      r.name as release_name, r.face_cents,
      greatest(0, least(room.units, n.units - coalesce(
        sum(room.units) over (partition by n.type_id order by r.position rows between unbounded preceding and 1 preceding),
          0)))::int as taken
    from unnest(p_types, p_units) n (type_id, units)
    join public.ticket_types t on t.id = n.type_id and t.event_id = p_event.id
    join public.price_releases r on r.ticket_type_id = t.id and (r.ends_at is null or r.ends_at > now())
    cross join lateral (
      select case when r.quantity is null then n.units else least(n.units, r.quantity - r.held - r.sold + (
        -- units that expired holds still count, and those of the caller's own cart, which a new choice gives back first
        select coalesce(sum(l.quantity), 0)::int from public.hold_lines l join public.holds h on h.id = l.hold_id
        where l.release_id = r.id and h.status in ('active', 'pinned')
          and (h.expires_at <= now() or (h.kind = 'cart' and h.owner_id = (select auth.uid()))))) end as units
    ) room
  ) s
  where s.taken > 0;
end
$$;
comment on function private.price_ticket(public.events, uuid[], int[]) is
  'Prices tickets: face prices from the running release first, then the next when it runs out.';

create function private.code_covers_unit(
  p_code public.promo_codes, p_kind public.line_kinds, p_unit private.unit_price, p_kinds text[], p_named uuid[], p_rule_off bigint
) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when p_code.id is null or not p_kind.is_discountable then false
    -- goods get the larger of the two discounts, the rule's or the code's
    when p_kind.is_merchandise then
      private.unit_discount(p_code, p_unit.unit_face_cents) > p_rule_off and private.code_covers_goods(p_code, p_unit.item_id)
    when p_named is null then p_unit.kind = any (p_kinds)
    else p_unit.item_id = any (p_named) end;
end
$$;
comment on function private.code_covers_unit(
  public.promo_codes, public.line_kinds, private.unit_price, text[], uuid[], bigint
) is
  'Whether a code covers units of a cart: of a kind in p_kinds, or an item that it names (p_named); goods in its scope only where it takes '
  'off more than a rule does (p_rule_off, cents of one unit).';

create function private.split_by_code(p_line private.priced_line, p_unit private.unit_price, p_covered int, p_off bigint, p_rule_off bigint)
returns setof private.priced_line
language plpgsql stable set search_path = ''
as $$
declare
  v_line private.priced_line := p_line;
  v_discounted boolean;
begin
  foreach v_discounted in array case when p_off > 0 and p_covered > 0 then array[true, false] else array[false] end loop
    v_line.quantity := case when v_discounted then p_covered else p_unit.quantity - case when p_off > 0 then p_covered else 0 end end;
    continue when v_line.quantity = 0;
    v_line.code_units := case when v_discounted or p_off = 0 then p_covered else 0 end;
    select p.discount_cents, p.fee_cents, p.tax_cents, p.total_cents
    into v_line.discount_cents, v_line.fee_cents, v_line.tax_cents, v_line.total_cents
    from private.price_line(p_unit.unit_face_cents, v_line.quantity, case when v_discounted then p_off else p_rule_off end,
      p_unit.fee_fixed_cents, p_unit.fee_bps, p_unit.tax_bps, p_unit.tax_on_fees) p;
    return next v_line;
    v_line.code_wanted := 0;
  end loop;
end
$$;
comment on function private.split_by_code(private.priced_line, private.unit_price, int, bigint, bigint) is
  'Prices units as one line of those that the code makes cheaper (p_covered of them, by p_off cents each) and one of the others, which a '
  'rule may make cheaper (p_rule_off).';

create function private.price_cart(
  p_event public.events, p_choices private.line_choice[], p_code public.promo_codes, p_hold uuid default null
)
returns setof private.priced_line
language plpgsql stable set search_path = ''
as $$
declare
  v_kinds text[];
  v_units_left bigint; -- null = no limit
  v_cents_left bigint;
  v_named uuid[];
  v_priced record; -- a kind and a price of it
  v_unit private.unit_price;
  v_line private.priced_line;
  v_goods private.goods_terms; -- of merchandise
  v_shipped private.priced_line[] := '{}';
  v_off bigint;
  v_rule_off bigint;
  v_covered int;
begin
  if p_code.min_goods_cents is not null and p_code.min_goods_cents > private.goods_face_cents(p_choices, p_hold) then
    p_code := null;
  end if;
  v_kinds := coalesce(p_code.kinds, (
    select array_agg(k.kind) from public.line_kinds k where k.needs_event and k.is_discountable and p_code.id is not null));
  v_units_left := private.code_reach(p_code);
  v_cents_left := p_code.budget_cents - p_code.cents_held - p_code.cents_used;
  v_named := case when p_code.id is not null then private.code_named(p_code.id) end;
  for v_priced in
    select k as kind, u as unit
    from unnest(p_choices) c join public.line_kinds k on k.kind = c.kind
    cross join lateral private.price_of_kind(c.kind, p_event, c.items, c.units) u
    order by k.display_order, u.kind, u.position, u.item_id
  loop
    v_unit := v_priced.unit;
    v_rule_off := 0;
    v_goods := null;
    if (v_priced.kind).is_merchandise then
      v_goods := private.goods_terms(v_unit.item_id, p_choices, p_hold);
      v_unit.unit_face_cents := coalesce(v_goods.held_face_cents, v_unit.unit_face_cents);
      v_unit.tax_bps := v_goods.tax_bps;
      v_rule_off := (v_unit.unit_face_cents * v_goods.percent_off + 50) / 100;
    end if;
    v_line := row(v_unit.kind, v_unit.item_id, v_unit.release_id, v_unit.position, v_unit.item_name, v_unit.item_detail, v_unit.quantity,
      v_unit.unit_face_cents, 0, 0, 0, 0, 0, 0, v_goods.delivery, v_goods.pickup_point_id)::private.priced_line;
    v_off := private.unit_discount(p_code, v_unit.unit_face_cents);
    v_covered := 0;
    if private.code_covers_unit(p_code, v_priced.kind, v_unit, v_kinds, v_named, v_rule_off) then
      v_line.code_wanted := v_unit.quantity;
      v_covered := greatest(0, least(v_unit.quantity, v_units_left, case when v_off > 0 then v_cents_left / v_off end));
      v_units_left := v_units_left - v_covered;
      v_cents_left := v_cents_left - v_covered * v_off;
    end if;
    for v_line in select l.* from private.split_by_code(v_line, v_unit, v_covered, v_off, v_rule_off) l loop
      return next v_line;
      if v_line.delivery = 'ship' then
        v_shipped := v_shipped || v_line;
      end if;
    end loop;
  end loop;
  if cardinality(v_shipped) > 0 then
    return query select s.* from private.shipping_line(p_hold, v_shipped) s;
  end if;
end
$$;
comment on function private.price_cart(public.events, private.line_choice[], public.promo_codes, uuid) is
  'The one function that prices what somebody chose, of every kind: the discount comes off the face price first, fee and tax are of what '
  'is left, rounded per unit. A read: holding writes what it returns, quotes and pages show it. p_code = the row of the code, with its '
  'counters as they are without this choice, or null; it covers the units in its scope in the order of the lines until a limit of the '
  'code is reached. p_hold = the hold that goods are or will be in: there they keep their price, and are taxed and shipped by the '
  'delivery chosen in it. A rule may make goods cheaper beside tickets: of what it and what the code take off a unit the larger counts, '
  'they are not added up. Goods that are shipped add one line of the kind shipping. Units without a price now (sold out) are missing.';

create function private.refuse_unpriced(p_choices private.line_choice[], p_items uuid[], p_units int[]) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_short record;
begin
  select c.kind, i.item, i.units, coalesce(sum(p.units), 0) as priced into v_short
  from unnest(p_choices) c
  cross join lateral unnest(c.items, c.units) i (item, units)
  left join unnest(p_items, p_units) p (item, units) on p.item = i.item
  group by c.kind, i.item, i.units having coalesce(sum(p.units), 0) < i.units
  order by c.kind, i.item limit 1;
  if found then
    perform private.refuse(409, 'sold_out', jsonb_build_object('left', v_short.priced, 'type', (
      select min(s.name)
        from private.stock_of(array[row(v_short.kind, array[v_short.item], array[v_short.units])::private.line_choice]) s)));
  end if;
end
$$;
comment on function private.refuse_unpriced(private.line_choice[], uuid[], int[]) is
  'Refuses sold_out for the first item of which fewer units have a price than were chosen.';

create function private.open_order_of(p_hold uuid) returns public.orders
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders
  where hold_id = p_hold and private.order_is_open(status) for no key update;
  return v_order;
end
$$;
comment on function private.open_order_of(uuid) is 'The unpaid order of a hold, locked.';

create function private.network_units(p_event uuid, p_network text, p_except_hold uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(greatest(l.quantity, l.ticket_count)), 0)
    from public.holds h join public.hold_lines l on l.hold_id = h.id
    where h.network = p_network and h.event_id is not distinct from p_event and h.id is distinct from p_except_hold
      and h.status in ('active', 'pinned') and h.expires_at > now()
  );
end
$$;
comment on function private.network_units(uuid, text, uuid) is
  'Counts the units, or the tickets in them, that guests of one network hold and have not paid in carts for an event (null = for none), '
  'one hold left aside. Not locked: requests at the same moment may pass the limit by one cart each.';

create function public.quote_cart(p_event uuid, p_lines jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_role text := coalesce(private.caller_role(), 'guest');
  v_choice record := private.read_choice(p_event, p_lines);
  v_chosen private.line_choice;
  v_event public.events;
  v_code public.promo_codes;
  v_lines private.priced_line[];
begin
  select * into v_event from public.events where id = p_event;
  if not found or not private.caller_may_open(v_event) then
    perform private.refuse(404, 'not_found');
  end if;
  select (c.code).* into v_code from private.codes_of(array[p_event], auth.uid()) c where c.state = 'active'
    and private.caller_role() is not null;
  foreach v_chosen in array coalesce(v_choice.choices, '{}') loop
    perform private.check_of_kind(v_chosen.kind, v_event, v_role, v_code, v_chosen.items, v_chosen.units);
  end loop;
  perform private.check_choice(v_choice.choices);
  v_lines := array(select l from private.price_cart(v_event, v_choice.choices, v_code) l);
  perform private.refuse_unpriced(v_choice.choices, array_agg(l.item_id), array_agg(l.quantity)) from unnest(v_lines) l;
  return (
    select jsonb_build_object(
      'lines', coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'itemId', l.item_id, 'releaseId', l.release_id, 'quantity', l.quantity,
        'unitFaceCents', l.unit_face_cents, 'discountCents', l.discount_cents, 'feeCents', l.fee_cents, 'taxCents', l.tax_cents,
        'eachCents', (l.total_cents - l.tax_cents) / l.quantity, 'byCode', l.code_units > 0 and l.discount_cents > 0)), '[]'),
      'units', coalesce(sum(l.quantity), 0),
      'priceCents', coalesce(sum(l.total_cents - l.tax_cents), 0), 'discountCents', coalesce(sum(l.discount_cents), 0),
      'feeCents', coalesce(sum(l.fee_cents), 0), 'taxCents', coalesce(sum(l.tax_cents), 0), 'totalCents', coalesce(sum(l.total_cents), 0),
      'codeId', case when sum(l.code_units) > 0 then v_code.id end,
      'codeLeft', jsonb_build_object('units', private.code_reach(v_code) - coalesce(sum(l.code_units), 0),
        'cents', v_code.budget_cents - v_code.cents_held - v_code.cents_used
          - coalesce(sum(l.discount_cents) filter (where l.code_units > 0), 0)))
    from unnest(v_lines) l);
end
$$;
comment on function public.quote_cart(uuid, jsonb) is
  'Quotes a choice of items of an event at this moment, for the caller and with the code that they unlocked; takes nothing. {lines, '
  'units, priceCents (with fees), discountCents, feeCents, taxCents, totalCents, codeId, codeLeft}. A line''s eachCents = one of its '
  'units with fees, after the discount; byCode = the code makes it cheaper; codeLeft = the units and cents that the code has left beyond '
  'the choice, null = no limit. p_lines as in hold_items. Refuses as checking a choice does: not_found for what the caller may not know '
  'of, sold_out where the prices run out; places are not counted.';

create function private.event_to_hold(p_event uuid, p_owner uuid) returns public.events
language plpgsql stable set search_path = ''
as $$
declare
  v_event public.events;
begin
  if p_event is not null then
    select * into v_event from public.events where id = p_event;
    if not found or not private.may_open_event(v_event, p_owner) then
      perform private.refuse(404, 'not_found');
    end if;
  end if;
  return v_event;
end
$$;
comment on function private.event_to_hold(uuid, uuid) is
  'Reads the event whose lines a person wants to hold, null for none. Refuses not_found for an event that they may not open.';

create function private.code_for_cart(p_owner uuid, p_event uuid, p_code uuid, p_kept uuid) returns public.promo_codes
language plpgsql stable set search_path = ''
as $$
declare
  v_code public.promo_codes;
begin
  if p_code is not null then
    v_code := private.code_to_hold(p_owner, p_event, p_code);
    if p_event is null and p_kept <> p_code then -- tickets use it: they are not priced again here
      perform private.refuse(409, 'one_code', (select jsonb_build_object('code', c.code) from public.promo_codes c where c.id = p_kept));
    end if;
  end if;
  return v_code;
end
$$;
comment on function private.code_for_cart(uuid, uuid, uuid, uuid) is
  'Reads the code that a choice is held with, null for none; p_kept = the one that the cart keeps. Refuses one_code where its tickets use '
  'another one, and as private.code_to_hold does.';

create function private.check_things(p_event public.events, p_role text, p_code public.promo_codes, p_choices private.line_choice[])
returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  v_chosen private.line_choice; -- of one kind
  v_ends_at timestamptz;
begin
  foreach v_chosen in array coalesce(p_choices, '{}') loop
    v_ends_at := least(v_ends_at, private.check_of_kind(v_chosen.kind, p_event, p_role, p_code, v_chosen.items, v_chosen.units));
  end loop;
  perform private.check_choice(p_choices);
  return v_ends_at;
end
$$;
comment on function private.check_things(public.events, text, public.promo_codes, private.line_choice[]) is
  'Checks a choice by the rules of each kind and as a whole. Returns when the first of its sales ends, null for never. Refuses as '
  'private.check_of_kind and private.check_choice do.';

create function private.lock_sale(p_event uuid, p_code public.promo_codes, p_choices private.line_choice[], p_total int, p_mailboxes text[])
  returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if p_event is not null then
    perform private.lock_mailboxes(p_event, p_mailboxes);
  end if;
  if p_code.max_per_person is not null then
    perform private.lock_mailboxes(p_code.id, p_mailboxes);
  end if;
  perform private.lock_limited_products(p_choices, p_mailboxes);
  if p_event is not null then
    -- Serialises with cancelling or postponing the event: that waits for this hold and releases it, or this one sees that it was done.
    perform private.lock_settlement(p_event, false);
    if p_total > 0 then
      perform private.check_still_sold(p_event);
    end if;
  end if;
end
$$;
comment on function private.lock_sale(uuid, public.promo_codes, private.line_choice[], int, text[]) is
  'Locks what limits a hold before its stock: the mailboxes of a person for the event, the code and limited products, then the event '
  'against its cancelling. Refuses as private.check_still_sold does where something is chosen.';

create function private.lock_cart(p_owner uuid) returns public.holds
language plpgsql volatile set search_path = ''
as $$
declare
  v_hold public.holds;
  v_order public.orders;
begin
  select * into v_hold from public.holds where owner_id = p_owner and kind = 'cart' and status in ('active', 'pinned');
  if found then
    v_order := private.open_order_of(v_hold.id);
    if private.order_is_paying(v_order.status) then
      perform private.refuse(409, 'payment_in_progress');
    end if;
    select * into v_hold from public.holds where id = v_hold.id and status in ('active', 'pinned') for no key update;
    if v_order.id is not null and v_hold.id is not null then
      perform private.end_order(v_order.id, 'cart changed');
    end if;
  end if;
  return v_hold;
end
$$;
comment on function private.lock_cart(uuid) is
  'Locks the hold of a person''s cart and returns it, null where there is none. An order that was placed from it and not paid ends. '
  'Refuses payment_in_progress.';

create function private.replaced_lines(
  p_hold uuid, p_event uuid, p_choices private.line_choice[], p_removed uuid[], out replaced uuid[], out keeps boolean
)
language plpgsql stable set search_path = ''
as $$
begin
  select coalesce(array_agg(l.id) filter (where l.gives_way), '{}'), coalesce(bool_or(not l.gives_way), false)
  into replaced, keeps
  from (
    select x.id, k.needs_event and p_event is not null
      or x.item_id = any (p_removed) or exists (
        select 1 from unnest(p_choices) c where c.kind = x.kind and x.item_id = any (c.items)) as gives_way
    from public.hold_lines x join public.line_kinds k on k.kind = x.kind where x.hold_id = p_hold
  ) l;
end
$$;
comment on function private.replaced_lines(uuid, uuid, private.line_choice[], uuid[]) is
  'Returns the lines of a cart that a choice replaces, and whether others stay: tickets replace the tickets in it, of whichever event; of '
  'the rest, items that are named or removed.';

create function private.check_cart_limits(
  p_event public.events, p_owner uuid, p_mailboxes text[], p_network text, p_hold uuid, p_replaced uuid[], p_choices private.line_choice[],
  p_tickets int, p_total int
) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_left int;
begin
  if p_event.id is not null then
    perform private.check_person_limit(p_event, p_owner, p_mailboxes, p_hold, p_tickets);
  end if;
  perform private.check_product_limits(p_choices, p_owner, p_mailboxes, p_hold, p_replaced);
  if p_network is not null then
    v_left := (private.limit_of('held_units')).network_closes_at - private.network_units(p_event.id, p_network, p_hold);
    if p_total > v_left then
      perform private.refuse(429, 'network_full', jsonb_build_object('left', greatest(v_left, 0)));
    end if;
  end if;
end
$$;
comment on function private.check_cart_limits(public.events, uuid, text[], text, uuid, uuid[], private.line_choice[], int, int) is
  'Checks how much a person may have of an event and of products, and what the guests of a network may hold. Refuses person_limit, '
  'network_full, and as private.check_product_limits does.';

create function private.renew_cart(p_hold uuid, p_event uuid, p_ends_at timestamptz, p_replaced uuid[]) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_goods uuid[];
  v_covered int;
begin
  select coalesce(array_agg(l.id), '{}'), coalesce(sum(l.code_units), 0)::int into v_goods, v_covered
  from public.hold_lines l join public.line_kinds k on k.kind = l.kind and k.is_merchandise where l.hold_id = p_hold;
  perform private.change_hold_stock(p_replaced, -1, 0, v_goods);
  delete from public.hold_lines where id = any (p_replaced) and id <> all (v_goods); -- goods are written again with all prices
  update public.holds set event_id = coalesce(p_event, event_id), expires_at = least(expires_at, p_ends_at)
  where id = p_hold and (event_id is distinct from coalesce(p_event, event_id) or p_ends_at < expires_at);
  return v_covered;
end
$$;
comment on function private.renew_cart(uuid, uuid, timestamptz, uuid[]) is
  'Takes the replaced lines out of a cart that goes on, whose end stays or comes earlier. Returns the units of its goods that a code '
  'covers until now. Its stock must be locked.';

create function private.begin_cart(
  p_cart public.holds, p_owner uuid, p_event uuid, p_network text, p_choices private.line_choice[], p_code uuid, p_replaced uuid[],
  p_ends_at timestamptz
) returns public.holds
language plpgsql volatile set search_path = ''
as $$
declare
  v_hold public.holds;
  v_limit jsonb;
begin
  if p_choices is null then
    perform private.refuse(409, 'hold_expired');
  end if;
  -- Counts new holds only, because a refused or changed choice takes no stock.
  v_limit := public.consume_limit('hold', p_owner::text, null);
  if not (v_limit ->> 'allowed')::boolean then
    perform private.refuse(429, 'rate_limited', v_limit - '{allowed,delay_seconds}'::text[]);
  end if;
  perform private.lock_stock(p_event, p_choices, p_cart.id, p_code);
  if p_cart.expires_at > now() then -- else it was ended with the ended ones
    perform private.change_hold_stock(p_replaced, -1, 0);
    perform private.move_hold(p_cart.id, 'released', 'tickets of another event');
  end if;
  insert into public.holds (kind, event_id, owner_id, network, status, expires_at)
  select 'cart', p_event, p_owner, p_network, 'active', least(now() + make_interval(mins => s.hold_minutes), p_ends_at)
  from public.settings s
  returning * into v_hold;
  return v_hold;
end
$$;
comment on function private.begin_cart(public.holds, uuid, uuid, text, private.line_choice[], uuid, uuid[], timestamptz) is
  'Begins a new cart and locks its stock; the one before (p_cart) gives way to it. Refuses rate_limited, and hold_expired where nothing is '
  'chosen: what was to be removed is gone.';

create function private.write_cart_lines(
  p_hold uuid, p_priced private.priced_line[], p_choices private.line_choice[], p_replaced uuid[], p_has_goods boolean
) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.hold_lines (hold_id, kind, item_id, release_id, position, item_name, item_detail, quantity,
    unit_face_cents, discount_cents, code_units, fee_cents, tax_cents)
  select p_hold, p.kind, p.item_id, p.release_id, p.position, p.item_name, p.item_detail, p.quantity,
    p.unit_face_cents, p.discount_cents, p.code_units, p.fee_cents, p.tax_cents
  from unnest(p_priced) p join public.line_kinds k on k.kind = p.kind and not k.follows_delivery;
  if p_has_goods or exists (select 1 from unnest(p_choices) c join public.line_kinds k on k.kind = c.kind and k.is_merchandise)
    or exists (select 1 from public.hold_lines l where l.id = any (p_replaced)) then
    perform private.write_goods(p_hold, p_priced);
  end if;
end
$$;
comment on function private.write_cart_lines(uuid, private.priced_line[], private.line_choice[], uuid[], boolean) is
  'Writes the priced lines of a cart: those that were chosen, and all goods again where it has, gets or loses some.';

create function private.keep_code(p_owner uuid, p_hold uuid, p_code public.promo_codes, p_units int, p_wanted int) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- where the tickets that stay have used up what an order may, the goods cost their full price
  if p_wanted > 0
    and (p_units > 0 or not exists (select 1 from public.hold_lines l where l.hold_id = p_hold and l.code_units > 0)) then
    perform private.check_covered(p_code, p_units, p_wanted);
  end if;
  insert into private.cart_codes as k (owner_id, code_id) values (p_owner, p_code.id)
  on conflict (owner_id) do update set code_id = excluded.code_id, entered_at = now() where k.code_id <> excluded.code_id;
end
$$;
comment on function private.keep_code(uuid, uuid, public.promo_codes, int, int) is
  'Makes a code the one of a person''s cart, of which it covers p_units where p_wanted could be covered. Refuses as private.check_covered '
  'does.';

create function private.answer_hold(p_owner uuid, p_hold public.holds, p_renewed boolean) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_response jsonb;
  v_lines int;
begin
  select jsonb_build_object('holdId', p_hold.id, 'renewed', p_renewed, 'expiresAt', p_hold.expires_at,
    'cartHasGoods', exists (select 1 from public.cart_items c where c.owner_id = p_owner),
    'lines', coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'itemId', l.item_id, 'releaseId', l.release_id, 'quantity', l.quantity,
      'unitFaceCents', l.unit_face_cents, 'discountCents', l.discount_cents, 'feeCents', l.fee_cents, 'taxCents', l.tax_cents)
      order by k.display_order, l.kind, l.position, l.discount_cents = 0), '[]'),
    'totalCents', coalesce(sum(l.total_cents), 0)), count(*)
  into v_response, v_lines
  from public.hold_lines l join public.line_kinds k on k.kind = l.kind where l.hold_id = p_hold.id;
  if v_lines = 0 then
    perform private.move_hold(p_hold.id, 'released', 'emptied');
  elsif v_lines > 50 then
    perform private.refuse(422, 'invalid', '{"field": "lines"}');
  end if;
  return v_response;
end
$$;
comment on function private.answer_hold(uuid, public.holds, boolean) is
  'Returns a cart as hold_items does. One without a line is released; one of more than 50 is refused as invalid.';

create function private.sum_priced(
  p_priced private.priced_line[], out releases uuid[], out items uuid[], out units int[], out code_units int, out code_wanted int,
  out discount_cents bigint, out priced bigint
)
language plpgsql stable set search_path = ''
as $$
begin
  select array_agg(p.release_id), array_agg(p.item_id), array_agg(p.quantity), coalesce(sum(p.code_units), 0),
    coalesce(sum(p.code_wanted), 0),
    coalesce(sum(p.discount_cents) filter (where p.code_units > 0), 0), coalesce(sum(p.quantity) filter (where k.is_chosen), 0)
  into releases, items, units, code_units, code_wanted, discount_cents, priced
  from unnest(p_priced) p join public.line_kinds k on k.kind = p.kind;
end
$$;
comment on function private.sum_priced(private.priced_line[]) is
  'Adds up priced lines: their releases, items and units in one order; the units that the code covers and could cover, what it takes off '
  'in cents, and the units of what was chosen that have a price.';

create function private.fill_cart(
  p_hold public.holds, p_event public.events, p_choices private.line_choice[], p_goods private.line_choice, p_replaced uuid[],
  p_code public.promo_codes, p_is_entered boolean, p_blocked int
) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_priced private.priced_line[];
  v_sum record;
begin
  v_priced := array(
    select p from private.price_cart(p_event, p_choices || case when p_goods.kind is not null then array[p_goods] end, p_code,
      p_hold.id) p);
  perform private.write_cart_lines(p_hold.id, v_priced, p_choices, p_replaced, p_goods.kind is not null);
  v_sum := private.sum_priced(v_priced);
  if v_sum.priced < (select coalesce(sum(n), 0) from unnest(p_choices || p_goods) c cross join lateral unnest(c.units) n) then
    perform private.refuse_unpriced(p_choices, v_sum.items, v_sum.units);
  end if;
  if p_is_entered then
    perform private.keep_code(p_hold.owner_id, p_hold.id, p_code, v_sum.code_units, v_sum.code_wanted);
  end if;
  if p_code.id is not null or p_hold.code_id is not null then
    perform private.take_code(p_hold.id, p_code.id, v_sum.code_units, v_sum.discount_cents,
      case when p_event.id is not null then p_blocked end);
  end if;
  perform private.change_releases(v_sum.releases, v_sum.units, 1, 0);
end
$$;
comment on function private.fill_cart(
  public.holds, public.events, private.line_choice[], private.line_choice, uuid[], public.promo_codes, boolean, int
) is
  'Prices what was chosen and the goods that stay in a cart (p_goods, null for none), writes its lines, and takes what they use of the '
  'code and of the releases. p_code = its code, locked, null without; p_is_entered = this choice comes with it; p_blocked = the places '
  'that were set aside for it and are used. Refuses sold_out where units have no price, and as private.keep_code does.';

create function public.hold_items(
  p_owner uuid, p_event uuid, p_lines jsonb, p_key text, p_network text default null, p_code uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_body jsonb := jsonb_build_array(p_event, p_lines) || case when p_code is null then '[]' else to_jsonb(p_code) end;
  v_role text := private.person_role(p_owner);
  v_mailboxes text[] := private.proven_mailboxes(p_owner);
  v_choice record;
  v_event public.events;
  v_code public.promo_codes;
  v_kept_code uuid;
  v_ends_at timestamptz;
  v_hold public.holds;
  v_cart record; -- which of its lines the choice replaces
  v_renewed boolean;
  v_had int := 0; -- units of goods that the code of the cart covers until now
  v_blocked int;
  v_goods private.line_choice; -- goods of the cart that stay in it
  v_response jsonb;
begin
  if v_role is null then
    perform private.refuse(401, 'sign_in_required');
  end if;
  perform private.lock_person(p_owner);
  v_response := private.response_for_key(p_owner, p_key, 'hold_items', v_body);
  if v_response is not null then
    return v_response;
  end if;

  perform private.check_not_blocked(p_owner, v_mailboxes, p_network);
  v_choice := private.read_choice(p_event, p_lines);
  v_event := private.event_to_hold(p_event, p_owner);
  v_kept_code := private.kept_code(p_owner, p_event);
  v_code := private.code_for_cart(p_owner, p_event, p_code, v_kept_code);
  v_ends_at := private.check_things(v_event, v_role, v_code, v_choice.choices);
  perform private.lock_sale(p_event, v_code, v_choice.choices, v_choice.total, v_mailboxes);
  v_hold := private.lock_cart(p_owner);
  v_cart := private.replaced_lines(v_hold.id, p_event, v_choice.choices, v_choice.removed);
  perform private.check_cart_limits(v_event, p_owner, v_mailboxes, p_network, v_hold.id, v_cart.replaced, v_choice.choices,
    v_choice.tickets, v_choice.total);

  -- A cart that keeps something, or stays with its event, keeps its end; one whose tickets give way to another event's is a new one.
  v_renewed := coalesce(v_hold.expires_at > now() and (v_cart.keeps or p_event is null or coalesce(v_hold.event_id, p_event) = p_event),
    false);
  if v_renewed then
    perform private.lock_stock(p_event, v_choice.choices, v_hold.id, coalesce(p_code, v_kept_code));
    v_had := private.renew_cart(v_hold.id, p_event, v_ends_at, v_cart.replaced);
    v_goods := private.goods_of(v_hold.id, v_cart.replaced);
    select * into v_hold from public.holds where id = v_hold.id;
  else
    v_hold := private.begin_cart(v_hold, p_owner, p_event, p_network, v_choice.choices, coalesce(p_code, v_kept_code),
      v_cart.replaced, v_ends_at);
  end if;

  -- The rows that many buyers want are touched here and only here, at the end: pools, variants, the code, releases.
  v_blocked := case when p_code is null then 0 else private.take_block(p_code, v_choice.choices) end;
  perform private.change_stock(v_choice.choices, 1, 0);
  if coalesce(p_code, v_kept_code) is not null then
    v_code := private.lock_code(coalesce(p_code, v_kept_code), p_owner, v_mailboxes, v_hold.id, case when p_code is null then v_had end);
  end if;
  perform private.fill_cart(v_hold, v_event, v_choice.choices, v_goods, v_cart.replaced, v_code, p_code is not null, v_blocked);
  return private.store_response(p_owner, p_key, 'hold_items', v_body, private.answer_hold(p_owner, v_hold, v_renewed));
end
$$;
comment on function public.hold_items(uuid, uuid, jsonb, text, text, uuid) is
  'Sets things aside for p_owner at the database''s prices. p_lines = [{kind, item, quantity}]; p_event = the event that lines of an '
  'event (tickets) are of, null without any. Returns the whole cart: {holdId, renewed, expiresAt, cartHasGoods (goods that wait in the '
  'shop''s cart, held or not), lines, totalCents}. A person has one cart: tickets replace the tickets in it, also those of another event; '
  'anything else replaces the line of the same item (0 removes it), and the rest stays. Goods are priced again with whatever changes, at '
  'the prices they were held for. A changed cart keeps its end, but one that held nothing but another event''s tickets is released and a '
  'new one begins. New holds of an account are limited (private.limits: hold). p_network names where a guest comes from (null = not '
  'limited): the guests of one network hold so many unpaid units of an event, or of what has none, at a time (held_units). p_code = the '
  'code by which the prices were shown, which p_owner unlocked for the event or typed into the cart, and which becomes the cart''s; null '
  '= without, but a code that the cart has stays with what stays in it (private.kept_code). Refuses sold_out, table_taken, one_table, '
  'add_on_needs_ticket, add_on_limit, one_code, code_unknown, code_ended, code_not_started, code_used_up, code_person_limit, '
  'person_limit, network_full, order_limit, order_minimum, sale_*, members_only, payment_in_progress, rate_limited, key_reused.';

create function private.give_back_hold(p_hold uuid, p_reason text) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders := private.open_order_of(p_hold);
  v_hold public.holds;
begin
  if private.order_is_paying(v_order.status) then
    perform private.refuse(409, 'payment_in_progress');
  end if;
  select * into v_hold from public.holds where id = p_hold for no key update;
  if v_hold.status not in ('active', 'pinned') then
    return v_hold.status;
  end if;
  if v_order.id is not null then
    perform private.end_order(v_order.id, 'cart emptied');
  end if;
  perform private.lock_stock(v_hold.event_id, '{}', p_hold);
  select * into v_hold from public.holds where id = p_hold;
  if v_hold.status in ('active', 'pinned') then -- else it had ended, and was given back with the ended ones
    perform private.change_hold_stock(array(select l.id from public.hold_lines l where l.hold_id = p_hold), -1, 0);
    perform private.move_hold(p_hold, 'released', p_reason);
  end if;
  return (select status from public.holds where id = p_hold);
end
$$;
comment on function private.give_back_hold(uuid, text) is
  'Gives a hold back and ends its unpaid order; harmless when it already ended. Returns its status. Refuses payment_in_progress.';

create function public.release_hold(p_owner uuid, p_hold uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform private.lock_person(p_owner);
  if not exists (select 1 from public.holds where id = p_hold and owner_id = p_owner) then
    perform private.refuse(404, 'not_found');
  end if;
  return jsonb_build_object('holdId', p_hold, 'status', private.give_back_hold(p_hold, 'by its owner'));
end
$$;
comment on function public.release_hold(uuid, uuid) is
  'Gives an own hold back and ends its unpaid order; harmless when it already ended: {holdId, status}. Refuses payment_in_progress, '
  'not_found.';

create function private.release_event_holds(p_event_id uuid, p_reason text) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_order record;
  v_holds uuid[];
begin
  perform private.lock_settlement(p_event_id, true);
  -- Processing ones stay: their money is on its way, and settling them will refund it.
  for v_order in
    select id from public.orders
    where event_id = p_event_id and private.order_awaits_buyer(status) order by id for no key update
  loop
    perform private.end_order(v_order.id, p_reason);
  end loop;
  select coalesce(array_agg(h.id), '{}') into v_holds
  from (
    select id from public.holds h
    where event_id = p_event_id and status in ('active', 'pinned')
      and not exists (select 1 from public.orders o where o.hold_id = h.id and private.order_is_paying(o.status))
    order by id for no key update
  ) h;
  -- Locks also what paid orders draw on: their refunds follow in this transaction, and places, goods and codes that are locked
  -- later than these would be locked in no fixed order.
  perform private.lock_stock_rows(array(
    select row(x.kind, array_agg(x.item_id), array_agg(1))::private.line_choice
    from (
      select l.kind, l.item_id from public.orders o join public.order_lines l on l.order_id = o.id
      where o.event_id = p_event_id and private.order_is_sold(o.status)
      union
      select 'ticket', k.ticket_type_id from public.tickets k where k.event_id = p_event_id and private.ticket_is_valid(k.status)
    ) x group by x.kind), v_holds);
  perform private.change_hold_stock(array(select l.id from public.hold_lines l where l.hold_id = any (v_holds)), -1, 0);
  perform private.move_hold(id, 'released', p_reason) from unnest(v_holds) id;
  return cardinality(v_holds);
end
$$;
comment on function private.release_event_holds(uuid, text) is
  'For cancelling or postponing an event: ends its unpaid orders and gives back all that is in their carts, in the caller''s transaction. '
  'Returns how many holds.';

create function private.unit_totals(p_event public.events, p_kind text, p_item uuid, p_max int, p_code public.promo_codes)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with priced as (
      select l.*, coalesce(sum(l.quantity) over (order by l.place rows between unbounded preceding and 1 preceding), 0) as before
      from private.price_cart(p_event, array[row(p_kind, array[p_item], array[p_max])::private.line_choice], p_code)
        with ordinality l (kind, item_id, release_id, "position", item_name, item_detail, quantity, unit_face_cents, discount_cents,
          fee_cents, tax_cents, total_cents, code_units, code_wanted, delivery, pickup_point_id, place)
    ), chosen as (
      -- all units of a line cost the same
      select n.units, least(l.quantity, n.units - l.before) as taken, l.unit_face_cents - l.discount_cents / l.quantity as net_cents,
        l.fee_cents / l.quantity as fee_cents, l.tax_cents / l.quantity as tax_cents
      from generate_series(1, p_max) n (units) join priced l on l.before < n.units
    )
    select coalesce(jsonb_agg(jsonb_build_array(t.price, t.fee, t.tax) order by t.units), '[]')
    from (
      select c.units, sum(c.taken * (c.net_cents + c.fee_cents)) as price, sum(c.taken * c.fee_cents) as fee,
        sum(c.taken * c.tax_cents) as tax
      from chosen c group by c.units having sum(c.taken) = c.units
    ) t
  );
end
$$;
comment on function private.unit_totals(public.events, text, uuid, int, public.promo_codes) is
  'Returns the total prices of 1, 2, ... p_max units of an item, in cents, [[price with fees, its fees, tax on top], ...], as '
  'private.price_cart prices them, across releases and with the code; shorter where no more units have a price.';
