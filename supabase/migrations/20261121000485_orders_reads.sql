-- Reads the checkout, payment and receipt pages. Row policies decide
-- whose rows these reads return; only the event's facts are read past them.

create function private.event_brief(p_event uuid, p_holder boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', e.id, 'slug', e.slug, 'title', e.title, 'status', e.status,
      'city', nullif(e.city, ''), 'timeZone', e.time_zone, 'doorsAt', e.doors_at,
      'startsAt', e.starts_at, 'endsAt', e.ends_at, 'minAge', e.min_age, 'idPolicy', nullif(e.id_policy, ''), 'updatedAt', e.updated_at,
      'imagePath', e.image_path, 'imageAlt', nullif(e.image_alt, ''))
      || private.event_place(e, case when p_holder then 'holder' else 'visitor' end)
    from public.events e
    where e.id = p_event);
end
$$;
comment on function private.event_brief(uuid, boolean) is
  'An event as those who hold or bought tickets see it, whatever became of its listing; null for null. p_holder = they have a valid '
  'ticket, which tells them a venue that is hidden from others.';

create function private.code_brief(p_code uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select private.code_terms(c) from public.promo_codes c where c.id = p_code);
end
$$;
comment on function private.code_brief(uuid) is 'A code as those who used it see it (private.code_terms); null for null.';

create function private.hold_status(p_status text, p_expires_at timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case when p_status in ('active', 'pinned') and p_expires_at <= now() then 'expired' else p_status end;
end
$$;
comment on function private.hold_status(text, timestamptz) is
  'The status of a hold by the clock: one that nobody has ended yet counts as expired all the same.';

create function private.hold_details(p_hold uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'holdId', h.id,
      'isCart', h.kind = 'cart',
      'holdStatus', private.hold_status(h.status, h.expires_at),
      'expiresAt', h.expires_at,
      'serverNow', now(),
      'timeZone', s.time_zone,
      'event', private.event_brief(h.event_id, false),
      'refundPolicy', private.event_refund_policy(h.event_id),
      'promoCode', private.code_brief(h.code_id),
      'lines', l.lines,
      'totals', l.totals || jsonb_build_object('currency', s.currency),
      'delivery', private.hold_delivery(h.id),
      'waitingGoods', (
        select coalesce(sum(c.quantity), 0) from public.cart_items c
        where c.owner_id = h.owner_id and h.kind = 'cart' and not exists (
          select 1 from public.hold_lines x where x.hold_id = h.id and x.variant_id = c.variant_id)),
      'order', (
        select jsonb_build_object('code', o.code, 'status', o.status, 'email', o.email, 'name', o.name, 'phone', o.phone)
        from public.orders o
        where o.hold_id = h.id
        order by o.created_at desc
        limit 1))
    from public.holds h
    cross join public.settings s
    cross join lateral (
      select
        coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'itemId', x.item_id, 'name', x.item_name,
          'detail', nullif(x.item_detail, ''), 'quantity', x.quantity, 'priceCents', x.total_cents - x.tax_cents,
          'eachCents', (x.total_cents - x.tax_cents) / x.quantity, 'discountCents', x.discount_cents, 'byCode', x.by_code,
          'feeCents', x.fee_cents, 'taxCents', x.tax_cents, 'totalCents', x.total_cents,
          'delivery', x.delivery, 'pickup', private.pickup_brief(x.pickup_point_id))
          || private.terms_of_kind(x.kind, p_hold, x.item_id)
          order by n.display_order, x.position, x.item_name, x.discount_cents = 0, x.id), '[]') as lines,
        jsonb_build_object('faceCents', coalesce(sum(x.quantity * x.unit_face_cents), 0),
          'discountCents', coalesce(sum(x.discount_cents), 0),
          'feeCents', coalesce(sum(x.fee_cents), 0), 'taxCents', coalesce(sum(x.tax_cents), 0),
          'totalCents', coalesce(sum(x.total_cents), 0)) as totals
      from public.hold_lines x join public.line_kinds n on n.kind = x.kind
      where x.hold_id = h.id
    ) l
    where h.id = p_hold
  );
end
$$;
comment on function private.hold_details(uuid) is
  'A hold with its lines at the prices it was made with, and the order placed from it, as far as the caller may see them.';

create function private.order_details(p_order uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', o.id, 'code', o.code, 'status', o.status, 'email', o.email, 'name', o.name,
      'totals', jsonb_build_object('faceCents', o.face_cents, 'discountCents', o.discount_cents, 'feeCents', o.fee_cents,
        'taxCents', o.tax_cents, 'totalCents', o.total_cents, 'currency', o.currency),
      'refundedCents', o.refunded_cents,
      'isTest', o.is_test, 'createdAt', o.created_at, 'paidAt', o.paid_at,
      'serverNow', now(),
      'contactEmail', nullif(s.contact_email, ''),
      'timeZone', s.time_zone,
      'promoCode', private.code_brief(o.code_id),
      'event', private.event_brief(o.event_id, exists (
        select 1 from public.tickets k where k.order_id = o.id and private.ticket_is_valid(k.status))),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'itemId', x.item_id, 'name', x.item_name,
          'detail', nullif(x.item_detail, ''), 'quantity', x.quantity, 'priceCents', x.total_cents - x.tax_cents,
          'eachCents', (x.total_cents - x.tax_cents) / x.quantity, 'discountCents', x.discount_cents, 'byCode', x.by_code,
          'feeCents', x.fee_cents, 'taxCents', x.tax_cents, 'totalCents', x.total_cents,
          'delivery', x.delivery, 'pickup', private.pickup_brief(coalesce((
            -- it may have been moved since
            select min(f.pickup_point_id::text)::uuid from public.fulfilments f where f.order_line_id = x.id), x.pickup_point_id)))
          || private.terms_of_kind(x.kind, o.hold_id, x.item_id)
          order by n.display_order, x.position, x.item_name, x.discount_cents = 0, x.id), '[]')
        from public.order_lines x join public.line_kinds n on n.kind = x.kind
        where x.order_id = o.id),
      'address', private.order_address(o.id),
      'handling', private.handling_days(),
      'ticketCount', (select count(*) from public.tickets k where k.order_id = o.id),
      'hold', (
        select jsonb_build_object('id', h.id, 'expiresAt', h.expires_at, 'status', private.hold_status(h.status, h.expires_at))
        from public.holds h
        where h.id = o.hold_id),
      'failureCode', (
        select p.failure_code from public.payments p where p.order_id = o.id order by p.attempt desc limit 1))
    from public.orders o cross join public.settings s
    where o.id = p_order
  );
end
$$;
comment on function private.order_details(uuid) is 'An order as a receipt shows it, as far as the caller may see it.';

create function public.read_checkout(p_hold uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  select private.hold_details(h.id)
  from public.holds h
  where h.owner_id = (select auth.uid())
    and (
      (h.id = p_hold and h.kind in ('cart', 'waitlist_offer', 'allocation'))
      or (p_hold is null and h.kind = 'cart' and h.status in ('active', 'pinned') and h.expires_at > now()))
  order by h.created_at desc
  limit 1
$$;
comment on function public.read_checkout(uuid) is
  'The caller''s own hold that a checkout can pay: the one named (a cart, an offer of the waitlist, a place of an allocation), whatever '
  'became of it, or the cart that still lives. Null when there is none.';

create function public.read_order(p_code text) returns jsonb
language sql stable set search_path = ''
as $$
  select private.order_details(o.id)
  from public.orders o
  where o.code = p_code and o.owner_id = (select auth.uid())
$$;
comment on function public.read_order(text) is 'The caller''s own order with that code; null for everybody else.';

create function public.read_my_orders() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'code', o.code,
    'status', o.status,
    'createdAt', o.created_at,
    'currency', o.currency,
    'totalCents', o.total_cents,
    'refundedCents', o.refunded_cents,
    'isTest', o.is_test,
    'hasGoods', o.paid_at is not null and exists (
      select 1 from public.order_lines l join public.line_kinds n on n.kind = l.kind and n.is_merchandise where l.order_id = o.id),
    'hasReceipt', o.paid_at is not null and o.total_cents > 0,
    'tickets', (select coalesce(sum(l.ticket_count), 0) from public.order_lines l where l.order_id = o.id),
    'event', (
      select jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone)
      from public.events e where e.id = o.event_id),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('name', l.item_name, 'quantity', l.quantity)
        order by n.display_order, l.position, l.item_name, l.discount_cents = 0, l.id), '[]')
      from public.order_lines l join public.line_kinds n on n.kind = l.kind where l.order_id = o.id),
    'timeZone', (select s.time_zone from public.settings s)
  ) order by o.created_at desc), '[]'::jsonb)
  from (
    select * from public.orders
    where owner_id = (select auth.uid()) and private.order_is_listed(status)
    order by created_at desc limit 200
  ) o
$$;
comment on function public.read_my_orders() is
  'The caller''s own orders that were paid or are being paid, newest first, at most 200.';

create function public.claim_open_payments(p_provider text, p_order uuid, p_older_than_seconds int, p_limit int)
returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with due as (
    -- Asks about old payments less often: after a tenth of their age. A payment that was cancelled within the hour counts.
    select p.id from public.payments p
    where p.provider = p_provider and p.provider_ref is not null and p.closed_at is null
      and (p.status in ('created', 'processing') or (p.status = 'cancelled' and p.updated_at > now() - interval '1 hour'))
      and case when p_order is not null then p.order_id = p_order
        else p.created_at <= now() - make_interval(secs => p_older_than_seconds)
          and coalesce(p.looked_up_at < now() - (now() - p.created_at) / 10, true) end
    order by p.looked_up_at nulls first, p.created_at
    limit least(p_limit, 200)
    for no key update skip locked
  ), asked as (
    update public.payments p set looked_up_at = now() from due where p.id = due.id
    returning p.provider_ref, p.order_id, p.status
  )
  select coalesce(jsonb_agg(jsonb_build_object('ref', provider_ref, 'orderId', order_id, 'isOver', status = 'cancelled')), '[]') from asked
$$;
comment on function public.claim_open_payments(text, uuid, int, int) is
  'For the server: payments without a known result, those of one order or those that were not asked about for longest, [{ref, orderId, '
  'isOver}], whose state it asks of the provider. Written down as asked about, so that each has its turn. A payment cancelled within the '
  'hour counts, for its money may still arrive; isOver = nobody is to pay it any more.';

revoke execute on function
  private.event_brief(uuid, boolean), private.code_brief(uuid), private.hold_status(text, timestamptz), private.hold_details(uuid),
  private.order_details(uuid),
  public.read_checkout(uuid), public.read_order(text), public.read_my_orders(),
  public.claim_open_payments(text, uuid, int, int)
from public, anon, authenticated, service_role;

grant execute on function
  private.terms_of_kind(text, uuid, uuid), private.terms_of_table(uuid, uuid), private.table_terms(bigint, bigint, int),
  private.event_brief(uuid, boolean), private.code_brief(uuid), private.hold_status(text, timestamptz), private.hold_details(uuid),
  private.order_details(uuid)
to authenticated, service_role;
grant execute on function public.read_checkout(uuid), public.read_order(text), public.read_my_orders() to authenticated;
grant execute on function public.claim_open_payments(text, uuid, int, int) to service_role;
