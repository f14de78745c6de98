-- The line kinds that sell packages of tickets and add-ons to tickets.

create function private.count_tickets_of(p_kind text, p_item uuid, p_units int) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(sum(t.units), 0)::int from private.tickets_of(p_kind, array[p_item], array[p_units]) t);
end
$$;
comment on function private.count_tickets_of(text, uuid, int) is
  'Returns how many tickets so many units of an item become when they are paid; 0 for what admits nobody.';

create function private.set_ticket_count() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.ticket_count := private.count_tickets_of(new.kind, new.item_id, new.quantity);
  return new;
end
$$;
comment on function private.set_ticket_count() is 'Trigger on lines of holds and orders: stores how many tickets the line becomes.';
create trigger hold_lines_ticket_count before insert or update of kind, item_id, quantity on public.hold_lines
  for each row execute function private.set_ticket_count();
create trigger order_lines_ticket_count before insert or update of kind, item_id, quantity on public.order_lines
  for each row execute function private.set_ticket_count();

create function private.limited_tickets(p_choices private.line_choice[]) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(t.units), 0)::int
    from unnest(p_choices) c join public.line_kinds k on k.kind = c.kind and k.counts_to_limit
    cross join lateral private.tickets_of(c.kind, c.items, c.units) t
  );
end
$$;
comment on function private.limited_tickets(private.line_choice[]) is
  'Counts the tickets of a choice that the limit per person counts: single ones and those in packages. Those of a table are for its '
  'guests, and a cart has one table.';

create function private.check_extra(p_event public.events, p_role text, p_code public.promo_codes, p_extra jsonb) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  v_name text := p_extra ->> 'name';
  v_state text := private.extra_sale_state(p_event, p_extra, private.role_may(p_role, 'own_account'),
    private.role_may(p_role, 'buy_early'), p_code);
begin
  if p_extra is null then
    perform private.refuse(404, 'not_found');
  end if;
  case v_state
    when 'on_sale' then null;
    when 'ended' then perform private.refuse(409, 'sale_ended', jsonb_build_object('type', v_name));
    when 'paused' then perform private.refuse(409, 'sale_paused', jsonb_build_object('type', v_name));
    when 'members_only' then perform private.refuse(403, 'members_only');
    when 'not_yet' then
      perform private.refuse(409, 'sale_not_started', jsonb_build_object('type', v_name, 'at', p_extra -> 'sale_starts_at'));
    else perform private.refuse(404, 'not_found');
  end case;
  return least((p_extra ->> 'sale_ends_at')::timestamptz, p_event.ends_at);
end
$$;
comment on function private.check_extra(public.events, text, public.promo_codes, jsonb) is
  'Refuses a package, an add-on or a table, given as its row, that such a person cannot buy now (null = there is none); returns when its '
  'sale ends.';

create function private.check_extras(p_event public.events, p_role text, p_code public.promo_codes, p_extras jsonb[]) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (select min(private.check_extra(p_event, p_role, p_code, x)) from unnest(p_extras) x);
end
$$;
comment on function private.check_extras(public.events, text, public.promo_codes, jsonb[]) is
  'Checks several with private.check_extra; returns when the first of their sales ends.';

create function private.check_choice(p_choices private.line_choice[]) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_choice private.line_choice;
begin
  foreach v_choice in array coalesce(p_choices, '{}') loop
    perform private.check_choice_of_kind(v_choice.kind, v_choice.items, v_choice.units, p_choices);
  end loop;
end
$$;
comment on function private.check_choice(private.line_choice[]) is
  'Refuses what may not be bought together, by the rules of each kind. The lines of an event in a cart are replaced together, so the '
  'choice is all that the cart has of it.';

create function private.check_package(
  p_event public.events, p_role text, p_code public.promo_codes, p_packages uuid[], p_units int[], out ends_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
declare
  v_limit int;
begin
  ends_at := private.check_extras(p_event, p_role, p_code, array(
    select to_jsonb(p) from unnest(p_packages) n (id) left join public.packages p on p.id = n.id and p.event_id = p_event.id));
  v_limit := (select min(p.max_per_order) from unnest(p_packages, p_units) n (id, units) join public.packages p on p.id = n.id
    where n.units > p.max_per_order);
  if v_limit is not null then
    perform private.refuse(409, 'order_limit', jsonb_build_object('limit', v_limit));
  end if;
end
$$;
comment on function private.check_package(public.events, text, public.promo_codes, uuid[], int[]) is
  'Refuses packages that such a person cannot buy now, and more of one than an order may have.';

create function private.stock_of_package(p_packages uuid[], p_units int[])
returns table (pool_id uuid, variant_id uuid, units int, name text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select tp.pool_id, null::uuid, n.units * coalesce(c.units, 1), p.name
  from unnest(p_packages, p_units) n (package_id, units)
  join public.packages p on p.id = n.package_id
  left join public.package_components c on c.package_id = p.id
  left join public.ticket_type_pools tp on tp.ticket_type_id = c.ticket_type_id;
end
$$;
comment on function private.stock_of_package(uuid[], int[]) is
  'Returns the stock of packages: for each ticket in one a place of each pool of its type. Without components, or with a type that has no '
  'pool, there is none.';

create function private.tickets_of_package(p_packages uuid[], p_units int[]) returns table (ticket_type_id uuid, units int)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select c.ticket_type_id, n.units * c.units
  from unnest(p_packages, p_units) n (package_id, units) join public.package_components c on c.package_id = n.package_id;
end
$$;
comment on function private.tickets_of_package(uuid[], int[]) is 'Returns the tickets that are in packages.';

create function private.price_package(p_event public.events, p_packages uuid[], p_units int[]) returns setof private.unit_price
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select 'package'::text, p.id, null::uuid, p.position, p.name, left(c.names, 160), n.units,
    p.price_cents, p_event.fee_fixed_cents * c.tickets, p_event.fee_bps, p_event.tax_bps, p_event.tax_on_fees
  from unnest(p_packages, p_units) n (package_id, units)
  join public.packages p on p.id = n.package_id
  cross join lateral (
    select sum(x.units) as tickets, string_agg(x.units || ' × ' || t.name, ', ' order by t.position, t.name) as names
    from public.package_components x join public.ticket_types t on t.id = x.ticket_type_id where x.package_id = p.id
  ) c
  where c.tickets > 0;
end
$$;
comment on function private.price_package(public.events, uuid[], int[]) is
  'Prices packages as a whole; the fixed fee is taken for each ticket in it.';

create function private.offers_of_package(p_event public.events) returns setof private.extra_offer
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select 'package', p.id, p.name, p.description, to_jsonb(p), p.sale_starts_at, p.sale_ends_at,
    least(p.max_per_order, coalesce(p_event.max_per_person, s.max_per_person) / greatest(1, (
      select sum(c.units) from public.package_components c where c.package_id = p.id)))::int, false, null::jsonb
  from public.packages p cross join public.settings s where p.event_id = p_event.id;
end
$$;
comment on function private.offers_of_package(public.events) is
  'Returns the packages of an event; one person may have as many as their tickets are within the limit per person.';

insert into public.line_kinds (kind, reference, catalogue, needs_event, admits, counts_to_limit, is_bundle, is_extra)
values ('package', 'package_id', 'public.packages', true, true, true, true, true);
select private.add_line_kind('package');

create function private.check_add_on(
  p_event public.events, p_role text, p_code public.promo_codes, p_add_ons uuid[], p_units int[], out ends_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  ends_at := private.check_extras(p_event, p_role, p_code, array(
    select to_jsonb(a) from unnest(p_add_ons) n (id) left join public.add_ons a on a.id = n.id and a.event_id = p_event.id));
end
$$;
comment on function private.check_add_on(public.events, text, public.promo_codes, uuid[], int[]) is
  'Refuses add-ons that such a person cannot buy now. How many go with the tickets is decided by private.check_choice_of_add_on.';

create function private.check_choice_of_add_on(p_add_ons uuid[], p_units int[], p_choices private.line_choice[]) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_line record;
  v_tickets int := (
    select coalesce(sum(t.units), 0)::int from unnest(p_choices) c cross join lateral private.tickets_of(c.kind, c.items, c.units) t);
begin
  for v_line in
    select a.name, a.max_per_ticket, n.units from unnest(p_add_ons, p_units) n (item, units) join public.add_ons a on a.id = n.item
  loop
    if v_tickets = 0 then
      perform private.refuse(409, 'add_on_needs_ticket', jsonb_build_object('type', v_line.name));
    elsif v_line.units > v_line.max_per_ticket * v_tickets then
      perform private.refuse(409, 'add_on_limit', jsonb_build_object('type', v_line.name, 'limit', v_line.max_per_ticket * v_tickets));
    end if;
  end loop;
end
$$;
comment on function private.check_choice_of_add_on(uuid[], int[], private.line_choice[]) is
  'Refuses an add-on without a ticket of its event in the same choice, and more of it than the tickets allow.';

create function private.stock_of_add_on(p_add_ons uuid[], p_units int[])
returns table (pool_id uuid, variant_id uuid, units int, name text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select a.pool_id, null::uuid, n.units, a.name
  from unnest(p_add_ons, p_units) n (add_on_id, units) join public.add_ons a on a.id = n.add_on_id;
end
$$;
comment on function private.stock_of_add_on(uuid[], int[]) is 'Returns the stock of add-ons: units of their own pools.';

create function private.price_add_on(p_event public.events, p_add_ons uuid[], p_units int[]) returns setof private.unit_price
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select 'add_on'::text, a.id, null::uuid, 1000 + a.position, a.name, ''::text, n.units, a.price_cents, 0::bigint, 0, p_event.tax_bps,
    p_event.tax_on_fees
  from unnest(p_add_ons, p_units) n (add_on_id, units) join public.add_ons a on a.id = n.add_on_id;
end
$$;
comment on function private.price_add_on(public.events, uuid[], int[]) is 'Prices add-ons, with the event''s tax; fees are per ticket.';

create function private.fulfil_add_on(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.add_fulfilments(p_order, 'add_on');
end
$$;
comment on function private.fulfil_add_on(uuid) is 'Fulfils add-ons: each line waits to be handed over at the event.';

create function private.offers_of_add_on(p_event public.events) returns setof private.extra_offer
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select 'add_on', a.id, a.name, a.description, to_jsonb(a), null::timestamptz, null::timestamptz,
    least(20, a.max_per_ticket * s.max_per_order), false, null::jsonb
  from public.add_ons a cross join public.settings s where a.event_id = p_event.id;
end
$$;
comment on function private.offers_of_add_on(public.events) is
  'Returns the add-ons of an event; how many one order may have depends on its tickets.';

create function private.sold_of_add_on(p_add_on uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (select p.sold from public.add_ons a join public.capacity_pools p on p.id = a.pool_id where a.id = p_add_on);
end
$$;
comment on function private.sold_of_add_on(uuid) is 'Counts the sold units of an add-on: those of its own pool, which a refund gives back.';

insert into public.line_kinds (kind, reference, catalogue, needs_event, is_extra, is_handed_at_event, ends_with_tickets)
values ('add_on', 'add_on_id', 'public.add_ons', true, true, true, true);
select private.add_line_kind('add_on');

create function private.order_add_ons(p_order uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', l.item_name, 'quantity', f.quantity) order by l.position, l.item_name, l.id), '[]')
    from public.order_lines l join public.line_kinds k on k.kind = l.kind and k.is_handed_at_event
    join public.fulfilments f on f.order_line_id = l.id
    where l.order_id = p_order and not private.fulfilment_is_cancelled(f.status));
end
$$;
comment on function private.order_add_ons(uuid) is 'The add-ons of a paid order that were not refunded: [{name, quantity}].';

create function private.following_add_ons(p_order uuid, p_tickets uuid[])
returns table (
  fulfilment_id uuid, line_id uuid, name text, quantity int, price_cents bigint, tax_cents bigint, left_cents bigint, is_handed boolean
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select f.id, l.id, l.item_name, l.quantity, l.total_cents - l.tax_cents, l.tax_cents, greatest(l.total_cents - coalesce((
      select sum(n.cents) from public.refunds r cross join lateral unnest(r.line_ids, r.line_cents) n (id, cents)
      where r.order_id = p_order and n.id = l.id and r.status not in ('rejected', 'withdrawn')), 0), 0)::bigint,
    not private.fulfilment_is_waiting(f.status)
  from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
  join public.line_kinds n on n.kind = l.kind and n.ends_with_tickets
  where f.order_id = p_order and not private.fulfilment_is_cancelled(f.status) and not exists (
    select 1 from public.tickets k where k.order_id = p_order and private.ticket_is_valid(k.status) and k.id <> all (p_tickets))
  order by l.position, l.item_name, l.id;
end
$$;
comment on function private.following_add_ons(uuid, uuid[]) is
  'Returns the add-ons of an order that end with these tickets: all that were not cancelled, if no other ticket of the order is valid, '
  'else none. price_cents and tax_cents = what they cost, left_cents = what of that no refund gave back by name; is_handed = handed over '
  'at the event, which a refund keeps.';

create function private.add_ons_back(p_order uuid, p_tickets uuid[], p_amount_cents bigint, p_by_policy boolean, p_refund uuid default null)
returns table (fulfilment_id uuid, line_id uuid, name text, quantity int, paid_cents bigint, cents bigint, is_handed boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_order public.orders;
  v_left bigint;
  v_cost bigint;
begin
  select * into strict v_order from public.orders where id = p_order;
  select p.amount_cents - p.refunded_cents - case when p_refund is null then p_amount_cents else 0 end into v_left
  from public.payments p where p.order_id = p_order and p.settled_at is not null;
  select coalesce(sum(greatest(p.cents - coalesce((
    select sum(i.amount_cents) from public.refund_items i join public.refunds r on r.id = i.refund_id
    where i.ticket_id = p.ticket_id and r.status not in ('rejected', 'withdrawn') and r.id is distinct from p_refund), 0), 0)),
      0) into v_cost
  from private.ticket_parts(p_order) p where p.ticket_id = any (p_tickets);
  return query
  with wanted as (
    select a.*, case
        when a.is_handed then 0
        when p_by_policy then
          least(a.left_cents, a.price_cents + a.tax_cents - private.policy_keeps(v_order, a.price_cents, 0, a.tax_cents))
        when v_cost <= p_amount_cents then a.left_cents
        else div(a.left_cents * p_amount_cents, v_cost)
      end as share
    from private.following_add_ons(p_order, p_tickets) a
  )
  select w.fulfilment_id, w.line_id, w.name, w.quantity, w.price_cents + w.tax_cents,
    least(w.share, greatest(coalesce(v_left, 0) - (sum(w.share) over (order by w.line_id) - w.share), 0))::bigint, w.is_handed
  from wanted w;
end
$$;
comment on function private.add_ons_back(uuid, uuid[], bigint, boolean, uuid) is
  'Returns the amounts to give back for the add-ons that end with the tickets of a refund of p_amount_cents, in cents. With p_by_policy '
  'they follow the order''s policy, as for a ticket without a fee; else the share is that of p_amount_cents in the amount which the '
  'tickets have left, and all of it when that is refunded in full or is nothing. Never more than the payment has left. paid_cents = the '
  'price of the add-ons. Those that were handed over are listed and give nothing back. p_refund = that refund once it is written.';

create function private.end_add_ons(p_order uuid, p_tickets uuid[], p_amount_cents bigint, p_refund uuid) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_ended uuid[];
  v_lines uuid[];
  v_cents bigint[];
begin
  select array_agg(b.fulfilment_id order by b.line_id), array_agg(b.line_id order by b.line_id), array_agg(b.cents order by b.line_id)
  into v_ended, v_lines, v_cents
  from private.add_ons_back(p_order, p_tickets, p_amount_cents,
    exists (select 1 from public.refunds r where r.id = p_refund and r.kind = 'buyer'), p_refund) b
  where not b.is_handed;
  if v_ended is null then
    return null;
  end if;
  perform private.end_fulfilments(v_ended, 'system', 'ended with the last ticket');
  return private.refund_goods(p_order, v_lines, v_cents, 'Add-ons end with the last ticket of their order.', true);
end
$$;
comment on function private.end_add_ons(uuid, uuid[], bigint, uuid) is
  'Ends the add-ons that end with tickets which were voided, puts them up for sale again and sends back what private.add_ons_back says. '
  'Returns their refund, null where nothing goes back. The order and the stock of its lines must be locked.';

revoke execute on function
  private.following_add_ons(uuid, uuid[]), private.add_ons_back(uuid, uuid[], bigint, boolean, uuid),
  private.end_add_ons(uuid, uuid[], bigint, uuid)
from public, anon, authenticated, service_role;
