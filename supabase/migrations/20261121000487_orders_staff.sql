-- Reads orders for staff. Admins only: the rows have buyers' names and addresses.

create function public.list_staff_orders(
  p_show text default 'all', p_search text default null, p_after text default null, p_limit int default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_search text := nullif(btrim(p_search), '');
  v_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_after public.orders;
  v_orders jsonb;
  v_more boolean;
begin
  perform private.require_admin();
  select * into v_after from public.orders where code = p_after;
  with page as (
    select o.*
    from public.orders o
    where (v_search is null
        or case when position('@' in v_search) > 0 then o.email_key = private.email_key(v_search) else o.code = v_code end)
      and (v_after.id is null or (o.created_at, o.id) < (v_after.created_at, v_after.id))
      and case p_show
        when 'paid' then o.status = 'paid'
        when 'pending' then o.status in ('awaiting_payment', 'processing', 'payment_failed')
        when 'cancelled' then o.status = 'cancelled'
        when 'refunds' then exists (select 1 from public.refunds r where r.order_id = o.id and r.status = 'requested')
        else true
      end
    order by o.created_at desc, o.id desc
    limit v_limit + 1
  ), numbered as (
    select p.*, row_number() over (order by p.created_at desc, p.id desc) as place from page p
  )
  select coalesce(jsonb_agg(jsonb_build_object(
      'code', n.code, 'status', n.status, 'name', n.name, 'email', n.email, 'currency', n.currency,
      'totalCents', n.total_cents, 'refundedCents', n.refunded_cents, 'isTest', n.is_test, 'createdAt', n.created_at,
      'tickets', (select coalesce(sum(l.quantity), 0) from public.order_lines l where l.order_id = n.id and l.kind = 'ticket'),
      'event', (select jsonb_build_object('id', e.id, 'title', e.title) from public.events e where e.id = n.event_id),
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amountCents', r.amount_cents, 'status', r.status)
          order by r.created_at, r.id), '[]')
        from public.refunds r
        where r.order_id = n.id and r.status not in ('succeeded', 'rejected', 'withdrawn'))
    ) order by n.place) filter (where n.place <= v_limit), '[]'), count(*) > v_limit
  into v_orders, v_more
  from numbered n;
  return jsonb_build_object('orders', v_orders, 'next', case when v_more then v_orders -> -1 ->> 'code' end,
    'timeZone', (select s.time_zone from public.settings s), 'now', now());
end
$$;
comment on function public.list_staff_orders(text, text, text, int) is
  'The latest orders, newest first, with their refunds that are not done: {orders, next, timeZone, now}. p_show = all, paid, pending, cancelled or refunds (those that wait for a second admin); p_search = an order''s code or a buyer''s address; p_after = next of the page before. Admins only: refuses not_allowed.';

revoke execute on function public.list_staff_orders(text, text, text, int) from public, anon, authenticated, service_role;
grant execute on function
  public.list_staff_orders(text, text, text, int), private.require_admin(), private.email_key(text)
to authenticated;
