-- Goods as their buyer sees them: how far they are, cancelling.

create function private.goods_steps(p_fulfilment uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with recursive lineage as (
      select p_fulfilment as id, null::bigint as until
      union all
      -- Before it was set apart or sent again, its history is that of the units it came from.
      select (s.facts ->> 'split_from')::uuid, s.id
      from lineage n join private.state_log s on s.entity = 'fulfilment' and s.entity_id = n.id and s.facts ? 'split_from'
    )
    select coalesce(jsonb_agg(jsonb_build_object('state', s.to_state, 'at', s.at) order by s.id), '[]')
    from lineage n
    join private.state_log s on s.entity = 'fulfilment' and s.entity_id = n.id and (n.until is null or s.id < n.until)
    where not s.facts ? 'split_from');
end
$$;
comment on function private.goods_steps(uuid) is
  'Returns the history of a fulfilment, oldest first: [{state, at}], with that of the units it was split from, up to the split.';

create function private.may_cancel_goods(p_order public.orders, p_fulfilment public.fulfilments) returns boolean
language sql stable set search_path = ''
as $$
  select private.order_is_sold(p_order.status) and p_order.dispute_status <> 'open' and p_order.paid_at > now() - interval '1 hour'
    and private.fulfilment_can_be_shipped(p_fulfilment.status)
$$;
comment on function private.may_cancel_goods(public.orders, public.fulfilments) is
  'Returns whether the buyer may still cancel goods: within an hour after the payment, as long as they are neither shipped nor ready.';

create function private.own_goods(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order and paid_at is not null;
  if not found or not exists (
    select 1 from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
    join public.line_kinds k on k.kind = l.kind and k.is_merchandise
    where f.order_id = p_order
  ) then
    return null;
  end if;
  return jsonb_build_object(
    'orderId', v_order.id, 'code', v_order.code, 'currency', v_order.currency, 'isTest', v_order.is_test, 'paidAt', v_order.paid_at,
    'email', v_order.email, 'isDisputed', v_order.dispute_status = 'open', 'hasReceipt', v_order.total_cents > 0,
    'timeZone', (select s.time_zone from public.settings s),
    'cancelUntil', v_order.paid_at + interval '1 hour',
    'labelCents', private.return_label_cents(),
    'sellerAddress', (select s.company || ', ' || s.postal_address from public.settings s),
    'address', (
      select jsonb_build_object('name', a.name, 'line1', a.line1, 'line2', nullif(a.line2, ''), 'city', a.city, 'state', a.state,
        'postalCode', a.postal_code)
      from public.order_addresses a where a.order_id = v_order.id),
    'goods', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'name', l.item_name, 'detail', nullif(l.item_detail, ''), 'quantity', f.quantity,
        'status', f.status, 'delivery', f.delivery,
        'movedAt', f.moved_at, 'handedAt', f.handed_at, 'unclaimedAt', f.unclaimed_at, 'isReplaced', f.replaced_by is not null,
        'shipment', private.parcel_details(f.shipment_id), 'point', private.point_details(f.pickup_point_id),
        'steps', private.goods_steps(f.id),
        'mayCancel', private.may_cancel_goods(v_order, f),
        'isFinal', l.final_sale,
        'returnUntil', case when private.fulfilment_can_be_returned(f.status) then f.handed_at + interval '30 days' end,
        'mayReturn', private.fulfilment_can_be_returned(f.status) and f.handed_at > now() - interval '30 days'
          and v_order.dispute_status <> 'open',
        'unitCents', l.total_cents / l.quantity,
        'return', (
          select jsonb_build_object('id', r.id, 'reason', r.reason, 'isFaulty', r.is_faulty, 'units', f.quantity, 'decision', r.decision,
            'hasPicture', r.picture_name is not null, 'askedAt', r.created_at, 'inspection', r.inspection, 'refundCents', (
              select x.amount_cents from public.refunds x where x.id = r.refund_id))
          from public.returns r where r.fulfilment_id = f.id)
      ) order by l.position, l.item_name, f.created_at, f.id), '[]')
      from public.fulfilments f
      join public.order_lines l on l.id = f.order_line_id
      join public.product_variants v on v.id = l.variant_id
      join public.products p on p.id = v.product_id
      where f.order_id = v_order.id),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amountCents', r.amount_cents, 'status', r.status, 'createdAt', r.created_at)
        order by r.created_at desc, r.id), '[]')
      from public.refunds r where r.order_id = v_order.id and r.line_ids is not null and r.status not in ('rejected', 'withdrawn')),
    'choice', private.goods_choices(v_order.id),
    'now', now());
end
$$;
comment on function private.own_goods(uuid) is
  'The goods of a paid order as its buyer sees them: how far each is, its parcel or pick-up point, what can be cancelled or returned and '
  'until when, and what was refunded; null for an order without goods.';

create function public.read_own_goods(p_code text) returns jsonb
language sql stable set search_path = ''
as $$
  select private.own_goods(o.id) from public.orders o
  where o.code = upper(p_code) and o.owner_id = (select auth.uid()) and (select private.caller_role()) is not null
$$;
comment on function public.read_own_goods(text) is
  'The goods of the caller''s own order with that code; null for everybody else, and for an order without goods.';

create function private.goods_link(p_token_hash text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_order uuid;
begin
  select l.subject_id into v_order from private.valid_link('{order_goods, order_tickets, order_lookup, order_reminder}', p_token_hash) l;
  return v_order;
end
$$;
comment on function private.goods_link(text) is 'Returns the order whose goods a valid secret link opens, null without one.';

create function public.read_goods_by_link(p_token_hash text) returns jsonb
language sql stable set search_path = ''
as $$ select private.own_goods(private.goods_link(p_token_hash)) $$;
comment on function public.read_goods_by_link(text) is 'The goods of the order that a valid secret link opens; null without one.';

create function private.cancel_goods(p_order uuid, p_person uuid, p_fulfilments uuid[], p_key text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_person uuid := coalesce(p_person, p_order);
  v_body jsonb := jsonb_build_array(p_order, p_fulfilments);
  v_response jsonb;
  v_order public.orders;
  v_refund uuid;
begin
  if p_order is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_person(v_person);
  v_response := private.response_for_key(v_person, p_key, 'cancel_goods', v_body);
  if v_response is not null then
    return v_response;
  end if;
  v_order := private.lock_goods_order(p_order);
  if coalesce(cardinality(p_fulfilments), 0) not between 1 and 50 or (
    select count(*) from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
    join public.line_kinds k on k.kind = l.kind and k.is_merchandise
    where f.order_id = p_order and f.id = any (p_fulfilments)) <> (select count(distinct id) from unnest(p_fulfilments) id) then
    perform private.refuse(404, 'not_found');
  end if;
  if v_order.paid_at <= now() - interval '1 hour' then
    perform private.refuse(409, 'cancel_too_late');
  end if;
  if exists (
    select 1 from public.fulfilments f where f.id = any (p_fulfilments) and not private.fulfilment_can_be_shipped(f.status)
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', (
      select min(f.status) from public.fulfilments f where f.id = any (p_fulfilments)
        and not private.fulfilment_can_be_shipped(f.status))));
  end if;
  v_refund := private.end_goods(v_order, array(select distinct id from unnest(p_fulfilments) id order by 1),
    'buyer', 'Cancelled by the buyer.');
  return private.store_response(v_person, p_key, 'cancel_goods', v_body, jsonb_build_object('refundCents', coalesce((
    select r.amount_cents from public.refunds r where r.id = v_refund), 0)));
end
$$;
comment on function private.cancel_goods(uuid, uuid, uuid[], text) is
  'Body of cancel_own_goods and cancel_goods_by_link. p_person = the buyer, null for who holds the link.';

create function public.cancel_own_goods(p_code text, p_fulfilments uuid[], p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.cancel_goods(private.own_order(p_code), auth.uid(), p_fulfilments, p_key); end $$;
comment on function public.cancel_own_goods(text, uuid[], text) is
  'Cancels goods of the caller''s own order within an hour after its payment, as long as they were neither shipped nor laid ready: '
  '{refundCents}. Their price goes back at once, with the shipping when nothing else is shipped. Refuses not_found, cancel_too_late, '
  'invalid_state, dispute_open, key_reused.';

create function public.cancel_goods_by_link(p_token_hash text, p_fulfilments uuid[], p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.cancel_goods(private.goods_link(p_token_hash), null, p_fulfilments, p_key); end $$;
comment on function public.cancel_goods_by_link(text, uuid[], text) is
  'The same for who has a secret link of the order; the server calls it.';

grant execute on function private.own_goods(uuid), private.goods_link(text) to authenticated, service_role;
grant execute on function public.read_own_goods(text), public.cancel_own_goods(text, uuid[], text) to authenticated;
grant execute on function public.read_goods_by_link(text), public.cancel_goods_by_link(text, uuid[], text) to service_role;
