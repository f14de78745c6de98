-- Decides what buyers may return by themselves: the policy of an event, its copy on each order, and what of a ticket's price it gives back.

create function private.event_refund_policy(p_event uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('hours', e.refund_hours, 'keepsFee', e.refund_keeps_fee, 'keptPercent', e.refund_kept_percent)
  from public.events e where e.id = p_event and e.refund_hours is not null
$$;
comment on function private.event_refund_policy(uuid) is
  'Returns how the tickets of an event can be returned, {hours, keepsFee, keptPercent}; null where they can''t, and for null.';

create function private.keep_refund_policy() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'the refund policy of order % does not change', old.id using errcode = 'check_violation';
end
$$;
comment on function private.keep_refund_policy() is 'Trigger: an order keeps the refund policy that it was placed under.';
create trigger orders_keep_refund_policy
  before update of refund_hours, refund_until, refund_keeps_fee, refund_kept_percent, fee_is_taxed on public.orders
  for each row when (
    (old.refund_hours, old.refund_until, old.refund_keeps_fee, old.refund_kept_percent, old.fee_is_taxed)
    is distinct from (new.refund_hours, new.refund_until, new.refund_keeps_fee, new.refund_kept_percent, new.fee_is_taxed))
  execute function private.keep_refund_policy();

create table public.refund_items (
  refund_id uuid not null references public.refunds (id),
  ticket_id uuid not null,
  amount_cents bigint not null check (amount_cents >= 0),
  kept_cents bigint not null default 0 check (kept_cents >= 0),
  primary key (refund_id, ticket_id)
);
comment on table public.refund_items is
  'The tickets that a refund is for, with the part of its amount that each gets back and the part of its price that the seller keeps by '
  'the policy. A refund of a free amount has none. Written with the refund, never changed.';
create index refund_items_ticket on public.refund_items (ticket_id);
alter table public.refund_items enable row level security;
alter table public.refund_items force row level security;

create function private.ticket_parts(p_order uuid)
returns table (ticket_id uuid, unit text, price_cents bigint, fee_cents bigint, tax_cents bigint, cents bigint)
language plpgsql stable set search_path = ''
as $$
begin
  -- The first units of a line carry the cents that do not divide, and in each its first tickets: what is returned whole is
  -- worth the same whatever the ids of its tickets are.
  return query
  with tickets as (
    select t.id, t.order_line_id, case when n.is_bundle then l.id || ' ' || t.line_unit else t.id::text end as unit,
      l.quantity * l.unit_face_cents - l.discount_cents as line_price, l.fee_cents as line_fee, l.tax_cents as line_tax
    from public.tickets t join public.order_lines l on l.id = t.order_line_id join public.line_kinds n on n.kind = l.kind
    where t.order_id = p_order
  ), units as (
    select u.unit,
      u.line_price / u.of + (u.place <= u.line_price % u.of)::int as price, u.line_fee / u.of + (u.place <= u.line_fee % u.of)::int as fee,
      u.line_tax / u.of + (u.place <= u.line_tax % u.of)::int as tax
    from (
      select t.*, row_number() over (partition by t.order_line_id order by t.unit) as place,
        count(*) over (partition by t.order_line_id) as of
      from (select distinct on (k.unit) k.* from tickets k order by k.unit) t
    ) u
  )
  select k.id, k.unit, p.price, p.fee, p.tax, p.price + p.fee + p.tax
  from (
    select t.id, t.unit, row_number() over (partition by t.unit order by t.id) as place, count(*) over (partition by t.unit) as of
    from tickets t
  ) k
  join units u on u.unit = k.unit
  cross join lateral (
    select u.price / k.of + (k.place <= u.price % k.of)::int as price, u.fee / k.of + (k.place <= u.fee % k.of)::int as fee,
      u.tax / k.of + (k.place <= u.tax % k.of)::int as tax
  ) p;
end
$$;
comment on function private.ticket_parts(uuid) is
  'Returns the price of each ticket of an order, in cents: after discount (price_cents), its fee, its tax, and their sum. The amounts of '
  'a line are shared to the cent among its units, and those of a unit among its tickets, in every state. unit = the tickets that are '
  'returned together: the ticket itself, or all tickets of one package or table.';

create function private.refunded_parts(p_order uuid)
returns table (ticket_id uuid, cents bigint, open boolean)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select i.ticket_id, sum(i.amount_cents)::bigint, bool_or(r.status in ('requested', 'approved', 'submitted', 'failed'))
  from public.refunds r join public.refund_items i on i.refund_id = r.id
  where r.order_id = p_order and r.status not in ('rejected', 'withdrawn')
  group by i.ticket_id;
end
$$;
comment on function private.refunded_parts(uuid) is
  'The tickets of an order that refunds named: how many cents went back or are to go back for each, and whether one of these refunds is '
  'not done.';

create function private.add_refund_items(p_refund uuid, p_order uuid, p_tickets uuid[], p_amount_cents bigint) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_left bigint;
  v_open boolean;
  v_amount bigint := p_amount_cents;
begin
  select coalesce(sum(greatest(p.cents - coalesce(d.cents, 0), 0)), 0), coalesce(bool_or(d.open), false) into v_left, v_open
  from private.ticket_parts(p_order) p
  join public.tickets t on t.id = p.ticket_id
  left join private.refunded_parts(p_order) d on d.ticket_id = p.ticket_id
  where case when p_tickets is null then private.ticket_is_valid(t.status) else p.ticket_id = any (p_tickets) end;
  if v_open then
    perform private.refuse(409, 'refund_open');
  end if;
  if p_tickets is null then
    v_amount := least(v_amount, v_left); -- the rest is for goods
  elsif v_amount > v_left then
    perform private.refuse(409, 'refund_too_large', jsonb_build_object('left_cents', v_left));
  end if;
  -- Shares the amount by what each has left; the running sum keeps the parts whole and their sum exact.
  insert into public.refund_items (refund_id, ticket_id, amount_cents)
  select p_refund, s.ticket_id, case when v_left = 0 then 0 else v_amount * s.until / v_left - v_amount * (s.until - s.cents) / v_left end
  from (
    select p.ticket_id, greatest(p.cents - coalesce(d.cents, 0), 0) as cents,
      (sum(greatest(p.cents - coalesce(d.cents, 0), 0)) over (order by p.ticket_id))::bigint as until
    from private.ticket_parts(p_order) p
    join public.tickets t on t.id = p.ticket_id
    left join private.refunded_parts(p_order) d on d.ticket_id = p.ticket_id
    where case when p_tickets is null then private.ticket_is_valid(t.status) else p.ticket_id = any (p_tickets) end
  ) s;
end
$$;
comment on function private.add_refund_items(uuid, uuid, uuid[], bigint) is
  'Writes for which tickets a refund by staff is (null: all that are valid) and shares its amount among them, by what of each was not '
  'refunded yet. Refuses refund_open when a refund of one of them is not done, and refund_too_large when the amount is more than they '
  'cost. The order must be locked.';

create function private.policy_keeps(p_order public.orders, p_price bigint, p_fee bigint, p_tax bigint) returns bigint
language plpgsql immutable set search_path = ''
as $$
declare
  v_fee_tax bigint := case when p_order.fee_is_taxed and p_fee > 0 then (2 * p_tax * p_fee + p_price + p_fee) / (2 * (p_price + p_fee))
    else 0 end;
begin
  return least(p_price + p_fee + p_tax,
    case when p_order.refund_keeps_fee then p_fee + v_fee_tax else 0 end
    + ((p_price + p_tax - v_fee_tax) * p_order.refund_kept_percent + 50) / 100);
end
$$;
comment on function private.policy_keeps(public.orders, bigint, bigint, bigint) is
  'Returns how many cents of a ticket''s price, fee and tax the seller keeps by the order''s policy: the fee with the tax on it, and a '
  'percentage of the price with the tax on that, each rounded half up.';

create function private.refund_deadline(p_order public.orders) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select least(greatest(p_order.refund_until, e.doors_at - make_interval(hours => p_order.refund_hours)), e.doors_at)
    from public.events e where e.id = p_order.event_id);
end
$$;
comment on function private.refund_deadline(public.orders) is
  'Returns until when the buyer may return tickets of an order: as promised when it was placed, later where the doors moved to later, and '
  'never after doors. Null without a policy.';

create function private.refund_closed(p_order public.orders) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_event public.events;
begin
  select * into v_event from public.events where id = p_order.event_id;
  return case
    when not private.order_is_sold(p_order.status) then 'not_paid'
    when p_order.total_cents = 0 then 'free'
    when v_event.status = 'cancelled' then 'event_cancelled'
    when v_event.status = 'postponed' then 'event_postponed'
    when v_event.status is distinct from 'published' or v_event.ends_at <= now() then 'event_over'
    when p_order.refund_hours is null then 'no_policy'
    when private.refund_deadline(p_order) <= now() then 'too_late'
  end;
end
$$;
comment on function private.refund_closed(public.orders) is
  'Returns why the buyer can return no ticket of an order at all now; null where the policy allows it. Only too_late can still be asked '
  'for.';

create function private.refund_terms(p_order uuid)
returns table (ticket_id uuid, unit text, price_cents bigint, fee_cents bigint, tax_cents bigint, kept_cents bigint,
  back_cents bigint, reason text)
language plpgsql stable set search_path = ''
as $$
declare
  v_order public.orders;
  v_closed text;
begin
  select * into v_order from public.orders where id = p_order;
  v_closed := private.refund_closed(v_order);
  return query
  with terms as (
    select t.id, p.unit, p.price_cents as price, p.fee_cents as fee, p.tax_cents as tax,
      k.kept, greatest(least(p.cents - k.kept, p.cents - coalesce(d.cents, 0)), 0) as back,
      case
        when not private.ticket_is_valid(t.status) then 'void'
        when t.admission = 'inside' or exists (
          select 1 from public.entries n left join public.scans c on c.id = n.closed_by_scan
          where n.ticket_id = t.id and c.result is distinct from 'undone') then 'used'
        when t.blocked_at is not null then 'blocked'
        when t.holder_email is not null or t.owner_id is distinct from v_order.owner_id then 'transferred'
        when t.custody <> 'held' then 'not_held'
        when d.open then 'refund_open'
        when p.cents = 0 then 'free'
      end as why
    from private.ticket_parts(p_order) p
    join public.tickets t on t.id = p.ticket_id
    cross join lateral (select private.policy_keeps(v_order, p.price_cents, p.fee_cents, p.tax_cents) as kept) k
    left join private.refunded_parts(p_order) d on d.ticket_id = t.id
  )
  -- tickets that are returned together share one reason: the first that any of them has
  select s.id, s.unit, s.price, s.fee, s.tax, s.kept, s.back,
    coalesce(
      min(s.why) over (partition by s.unit), v_closed,
      case when sum(s.back) over (partition by s.unit) <= 0 then 'nothing_back' end)
  from terms s;
end
$$;
comment on function private.refund_terms(uuid) is
  'For each ticket of an order: what it cost (price after discount, fee, tax), what of it the seller keeps and what goes back if its '
  'buyer returns it now, in cents; earlier refunds of it are taken off. reason = why it can''t be returned now, null where it can: void, '
  'used, blocked (a dispute), transferred, not_held, refund_open, free, not_paid, event_cancelled, event_postponed, event_over, '
  'no_policy, too_late (may be asked for), nothing_back.';

revoke execute on function
  private.event_refund_policy(uuid), private.keep_refund_policy(), private.ticket_parts(uuid), private.refunded_parts(uuid),
  private.add_refund_items(uuid, uuid, uuid[], bigint),
  private.policy_keeps(public.orders, bigint, bigint, bigint), private.refund_deadline(public.orders), private.refund_closed(public.orders),
  private.refund_terms(uuid)
from public, anon, authenticated, service_role;
grant execute on function private.event_refund_policy(uuid) to authenticated, service_role;
