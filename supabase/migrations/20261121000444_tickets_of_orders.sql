-- Does what orders ask of tickets: to end them, and to give back what was paid for a dearer type.
-- PL/pgSQL finds the tables of tickets when a function runs.

create function private.supplements_back(p_order uuid, p_tickets uuid[], p_amount_cents bigint, p_refund uuid default null)
returns table (order_id uuid, payment_id uuid, ticket_id uuid, cents bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with chosen as (
    select p.ticket_id, greatest(p.cents - coalesce((
      select sum(i.amount_cents) from public.refund_items i join public.refunds r on r.id = i.refund_id
      where i.ticket_id = p.ticket_id and r.status not in ('rejected', 'withdrawn') and r.id is distinct from p_refund), 0), 0) as cents
    from private.ticket_parts(p_order) p join public.tickets k on k.id = p.ticket_id
    where case when p_tickets is null then private.ticket_is_valid(k.status) else k.id = any (p_tickets) end
  )
  select o.id, y.id, s.ticket_id,
    (case when t.cents <= p_amount_cents then y.left_cents else div(y.left_cents * p_amount_cents, t.cents) end)::bigint
  from public.orders o
  join public.ticket_supplements s on s.order_id = o.id
  join chosen c on c.ticket_id = s.ticket_id
  join public.payments y on y.order_id = o.id and y.settled_at is not null and y.left_cents > 0
  cross join (select sum(x.cents) as cents from chosen x) t
  where o.supplement_of = p_order and private.order_is_sold(o.status);
end
$$;
comment on function private.supplements_back(uuid, uuid[], bigint, uuid) is
  'Returns the amounts to give back for the supplements of tickets (null = all valid ones) that end with a refund of p_amount_cents, in '
  'cents: the share of p_amount_cents in the amount which the tickets themselves have left, all of it when that is refunded in full. '
  'p_refund = that refund once it is written, which is not taken off the amount left.';

create function private.refund_supplements(p_order uuid, p_tickets uuid[], p_amount_cents bigint, p_refund uuid) returns bigint
language plpgsql volatile set search_path = ''
as $$
declare
  v_back record;
  v_cents bigint := 0;
begin
  for v_back in
    select * from private.supplements_back(p_order, p_tickets, p_amount_cents, p_refund) b where b.cents > 0 order by b.order_id
  loop
    perform private.refund_payment(v_back.payment_id, v_back.cents, 'supplement',
      'The ticket was refunded, and with it what was paid for its type.');
    update public.orders set refunded_cents = refunded_cents + v_back.cents where id = v_back.order_id;
    v_cents := v_cents + v_back.cents;
  end loop;
  return v_cents;
end
$$;
comment on function private.refund_supplements(uuid, uuid[], bigint, uuid) is
  'Sends back what private.supplements_back names, each as a refund of its own order, and returns the cents. All orders must be locked by '
  'private.lock_orders.';

create function private.take_back_type(p_order uuid) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_supplement record;
  v_ticket record;
begin
  select s.* into v_supplement from public.ticket_supplements s join public.orders o on o.id = s.order_id
  where s.order_id = p_order and s.taken_back_at is null and s.kept_at is null and o.paid_at is not null
    and o.refunded_cents >= o.total_cents;
  if not found then
    return false;
  end if;
  select * into strict v_ticket from public.tickets where id = v_supplement.ticket_id for no key update;
  if not private.ticket_is_valid(v_ticket.status) or v_ticket.ticket_type_id <> v_supplement.to_type_id then
    return false;
  end if;
  begin
    perform private.lock_stock_rows(array[
      row('ticket', array[v_supplement.from_type_id, v_supplement.to_type_id], array[1, 1])::private.line_choice], '{}');
    perform private.change_stock(array[row('ticket', array[v_supplement.to_type_id], array[1])::private.line_choice], 0, -1);
    perform private.change_stock(array[row('ticket', array[v_supplement.from_type_id], array[1])::private.line_choice], 0, 1);
  exception when sqlstate 'PGRST' then -- sold out: what was taken in this block is undone
    return false;
  end;
  update public.tickets set ticket_type_id = v_supplement.from_type_id where id = v_ticket.id;
  update public.ticket_supplements set taken_back_at = now() where id = v_supplement.id;
  perform private.log_state('ticket', v_ticket.id, 'valid', 'valid', 'What was paid for its type was lost to a dispute.',
    jsonb_build_object(
    'change', 'type', 'from', v_supplement.to_type_id, 'to', v_supplement.from_type_id, 'supplement', v_supplement.id));
  perform private.queue_ticket_mail(v_ticket.order_id, 'retyped', array[v_ticket.id], v_supplement.id::text,
    (select t.name from public.ticket_types t where t.id = v_supplement.to_type_id));
  return true;
end
$$;
comment on function private.take_back_type(uuid) is
  'Gives the ticket of a supplement whose money was lost to a dispute, by its order, the earlier type again, with its place, and mails '
  'its buyer. Returns false, and changes nothing, for any other order, where the ticket is void, of a third type or let keep this one, '
  'and where the earlier type has no place left: then the ticket stays blocked (private.is_disputed_ticket) until staff settle it. Orders '
  'and ticket must be locked and no pool but those of both types.';

create function private.void_tickets(p_tickets uuid[], p_reason text, p_override_inside boolean) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_tickets uuid[];
  v_inside int;
begin
  select array_agg(k.id), count(*) filter (where k.admission = 'inside') into v_tickets, v_inside
  from (
    select id, admission from public.tickets where id = any (p_tickets) and private.ticket_is_valid(status) order by id for no key update
  ) k;
  if v_tickets is null then
    return 0;
  end if;
  if v_inside > 0 and not p_override_inside then
    perform private.refuse(409, 'already_in', jsonb_build_object('count', v_inside));
  end if;
  perform private.change_stock(array[row('ticket', array_agg(n.type_id), array_agg(n.units))::private.line_choice], 0, -1)
  from (
    select ticket_type_id as type_id, count(*)::int as units
    from public.tickets where id = any (v_tickets) and custody <> 'listed' group by 1
  ) n having count(*) > 0;
  perform private.change_releases(array_agg(n.release_id), array_agg(n.units), 0, -1)
  from (
    select l.release_id, count(*)::int as units
    from public.tickets k join public.order_lines l on l.id = k.order_line_id
    where k.id = any (v_tickets) and k.custody <> 'listed' group by l.release_id
  ) n;
  update public.tickets set status = 'void', void_reason = p_reason, voided_at = now() where id = any (v_tickets);
  perform private.log_state('ticket', id, 'valid', 'void', p_reason) from unnest(v_tickets) id;
  perform private.free_tables(v_tickets, p_reason);
  return cardinality(v_tickets);
end
$$;
comment on function private.void_tickets(uuid[], text, boolean) is
  'Voids those of the tickets that are valid, for ever, gives their places back once, and frees a table of which none is left. The '
  'place of a listed ticket was given back when it was listed. A ticket whose holder is inside is only voided by an override.';

revoke execute on function
  private.supplements_back(uuid, uuid[], bigint, uuid), private.refund_supplements(uuid, uuid[], bigint, uuid),
  private.take_back_type(uuid)
from public, anon, authenticated, service_role;
