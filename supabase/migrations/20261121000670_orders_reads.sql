-- What checkout, payment and receipt pages show, and the secret links that open an order without a session.
-- The sheets below build the answer and ask nobody who may see it: only functions that have already asked call them.

create function private.event_brief(p_event uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', e.id, 'slug', e.slug, 'title', e.title, 'status', e.status, 'venueName', nullif(e.venue_name, ''),
    'address', nullif(e.address, ''), 'city', nullif(e.city, ''), 'timeZone', e.time_zone, 'doorsAt', e.doors_at,
    'startsAt', e.starts_at, 'endsAt', e.ends_at, 'minAge', e.min_age, 'idPolicy', nullif(e.id_policy, ''),
    'imagePath', e.image_path, 'imageAlt', nullif(e.image_alt, ''))
  from public.events e
  where e.id = p_event
$$;
comment on function private.event_brief(uuid) is
  'An event as those who hold or bought tickets see it, whatever became of its listing.';

create function private.hold_sheet(p_hold uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'hold_id', h.id,
    'status', case when h.status in ('active', 'pinned') and h.expires_at <= now() then 'expired' else h.status end,
    'expires_at', h.expires_at,
    'server_now', now(),
    'event', private.event_brief(h.event_id),
    'currency', s.currency,
    'lines', l.lines,
    'face_cents', l.face_cents,
    'fee_cents', l.fee_cents,
    'tax_cents', l.tax_cents,
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
      coalesce(jsonb_agg(jsonb_build_object(
        'id', hl.id, 'ticket_type_id', hl.ticket_type_id, 'type_name', t.name, 'release_name', r.name,
        'quantity', hl.quantity, 'unit_face_cents', hl.unit_face_cents, 'unit_fee_cents', hl.unit_fee_cents,
        'unit_tax_cents', hl.unit_tax_cents) order by t.position, t.id, r.position), '[]') as lines,
      coalesce(sum(hl.quantity * hl.unit_face_cents), 0) as face_cents,
      coalesce(sum(hl.quantity * hl.unit_fee_cents), 0) as fee_cents,
      coalesce(sum(hl.quantity * hl.unit_tax_cents), 0) as tax_cents
    from public.hold_lines hl
    join public.ticket_types t on t.id = hl.ticket_type_id
    join public.price_releases r on r.id = hl.release_id
    where hl.hold_id = h.id
  ) l
  where h.id = p_hold
$$;
comment on function private.hold_sheet(uuid) is
  'A hold with its lines at the prices it was made with, and the order placed from it.';

create function private.order_sheet(p_order uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', o.id, 'code', o.code, 'status', o.status, 'email', o.email, 'name', o.name, 'currency', o.currency,
    'face_cents', o.face_cents, 'fee_cents', o.fee_cents, 'tax_cents', o.tax_cents,
    'discount_cents', o.discount_cents, 'total_cents', o.total_cents, 'refunded_cents', o.refunded_cents,
    'is_test', o.is_test, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'server_now', now(),
    'contact_email', (select s.contact_email from public.settings s),
    'event', private.event_brief(o.event_id),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', ol.id, 'ticket_type_id', ol.ticket_type_id, 'type_name', ol.type_name,
        'release_name', ol.release_name, 'quantity', ol.quantity, 'unit_face_cents', ol.unit_face_cents,
        'unit_fee_cents', ol.unit_fee_cents, 'unit_tax_cents', ol.unit_tax_cents)
        order by t.position, t.id, r.position), '[]')
      from public.order_lines ol
      join public.ticket_types t on t.id = ol.ticket_type_id
      join public.price_releases r on r.id = ol.release_id
      where ol.order_id = o.id),
    'ticket_count', (select count(*) from public.tickets k where k.order_id = o.id),
    'hold', (
      select jsonb_build_object(
        'id', h.id, 'expires_at', h.expires_at,
        'status', case when h.status in ('active', 'pinned') and h.expires_at <= now() then 'expired' else h.status end)
      from public.holds h
      where h.id = o.hold_id),
    'failure_code', (
      select p.failure_code from public.payments p where p.order_id = o.id order by p.attempt desc limit 1))
  from public.orders o
  where o.id = p_order
$$;
comment on function private.order_sheet(uuid) is 'An order as a receipt shows it.';

create function public.read_checkout(p_hold uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  select private.hold_sheet(h.id)
  from public.holds h
  where h.owner_id = (select auth.uid())
    and h.kind = 'cart'
    and (h.id = p_hold or (p_hold is null and h.status in ('active', 'pinned') and h.expires_at > now()))
  order by h.created_at desc
  limit 1
$$;
comment on function public.read_checkout(uuid) is
  'The caller''s own hold: the one named, whatever became of it, or the latest that still lives. Null when there is none.';

create function public.read_order(p_code text) returns jsonb
language sql stable set search_path = ''
as $$
  select private.order_sheet(o.id)
  from public.orders o
  where o.code = p_code and o.owner_id = (select auth.uid())
$$;
comment on function public.read_order(text) is 'The caller''s own order with that code; null for everybody else.';

create function public.list_open_payments(p_provider text, p_order uuid, p_older_than_seconds int, p_limit int)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ref', found.provider_ref, 'orderId', found.order_id)), '[]')
  from (
    -- each half has an index of its own: what was paid long ago is never read
    select p.provider_ref, p.order_id, p.updated_at
    from public.payments p
    where p.provider = p_provider and p.provider_ref is not null and p.status in ('created', 'processing')
      and (p_order is null or p.order_id = p_order)
      and p.created_at <= now() - make_interval(secs => p_older_than_seconds)
    union all
    select p.provider_ref, p.order_id, p.updated_at
    from public.payments p
    where p.provider = p_provider and p.provider_ref is not null and p.status = 'cancelled' and p.updated_at > now() - interval '1 hour'
      and (p_order is null or p.order_id = p_order)
      and p.created_at <= now() - make_interval(secs => p_older_than_seconds)
    order by updated_at desc
    limit least(p_limit, 200)
  ) found
$$;
comment on function public.list_open_payments(text, uuid, int, int) is
  'Payments whose end is not known, newest first, of one order or of all, [{ref, orderId}]: the provider is asked about them. A payment cancelled within the hour counts, for its money may still arrive.';

revoke execute on function
  private.event_brief(uuid), private.hold_sheet(uuid), private.order_sheet(uuid),
  public.read_checkout(uuid), public.read_order(text),
  public.list_open_payments(text, uuid, int, int)
from public, anon, authenticated, service_role;

grant execute on function private.event_brief(uuid), private.hold_sheet(uuid), private.order_sheet(uuid)
  to authenticated, service_role;
grant execute on function public.read_checkout(uuid), public.read_order(text) to authenticated;
grant execute on function
 
  public.list_open_payments(text, uuid, int, int)
to service_role;
