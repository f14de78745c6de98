-- Explains what a person paid, from the money ledger.

create function private.charge_lines(p_order uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', x.name, 'detail', x.detail, 'quantity', x.quantity, 'faceCents', x.face,
      'discountCents', x.discount, 'feeCents', x.fee, 'taxCents', x.tax, 'totalCents', x.face + x.discount + x.fee + x.tax)
      order by x.place, x.name, x.id), '[]')
    from (
      select l.id, l.item_name as name, l.item_detail as detail, l.quantity, k.display_order * 1000 + l.position as place,
        coalesce(sum(e.cents) filter (where e.kind = 'sale'), 0) as face,
        coalesce(sum(e.cents) filter (where e.kind = 'discount'), 0) as discount,
        coalesce(sum(e.cents) filter (where e.kind = 'fee'), 0) as fee,
        coalesce(sum(e.cents) filter (where e.kind = 'tax'), 0) as tax
      from public.order_lines l join public.line_kinds k on k.kind = l.kind
      left join public.ledger_entries e on e.order_id = p_order and e.order_line_id = l.id
      where l.order_id = p_order
      group by l.id, l.item_name, l.item_detail, l.quantity, k.display_order, l.position) x);
end
$$;
comment on function private.charge_lines(uuid) is
  'The lines of an order as the ledger booked their sale, in cents: face value, discount (negative), fee and tax of each.';

create function public.read_own_charge(p_code text, p_cents bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.require_member();
  select * into v_order from public.orders o
  where o.owner_id = auth.uid() and o.paid_at is not null and (p_code is null or o.code = upper(p_code))
    and (p_cents is null or o.total_cents = p_cents)
  order by o.paid_at desc, o.id limit 1;
  if v_order.id is null then
    return null;
  end if;
  return jsonb_build_object('code', v_order.code, 'currency', v_order.currency, 'paidAt', v_order.paid_at,
    'totalCents', v_order.total_cents, 'restCents', v_order.total_cents + coalesce((
      select sum(e.cents) from public.ledger_entries e
      where e.order_id = v_order.id and e.kind not in ('sale', 'discount', 'fee', 'tax')), 0),
    'title', (select e.title from public.events e where e.id = v_order.event_id),
    'timeZone', coalesce((select e.time_zone from public.events e where e.id = v_order.event_id),
      (select s.time_zone from public.settings s)),
    'lines', private.charge_lines(v_order.id),
    'returned', (
      select coalesce(jsonb_agg(jsonb_build_object('cents', r.cents, 'at', r.at) order by r.at, r.source_id), '[]')
      from (
        select e.source_id, sum(e.cents) as cents, min(e.booked_at) as at from public.ledger_entries e
        where e.order_id = v_order.id and e.kind not in ('sale', 'discount', 'fee', 'tax')
        group by e.source_id having sum(e.cents) <> 0) r));
end
$$;
comment on function public.read_own_charge(text, bigint) is
  'Explains an order that the caller paid, by its code or by the amount that was charged, else the latest: {code, currency, paidAt, title, '
  'totalCents, lines, returned: what the ledger took back, negative; restCents = what is left}. Null where they paid no such order. '
  'Refuses members_only.';

revoke execute on function private.charge_lines(uuid), public.read_own_charge(text, bigint)
from public, anon, authenticated, service_role;
grant execute on function public.read_own_charge(text, bigint) to authenticated;
