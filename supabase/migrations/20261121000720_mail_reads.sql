-- What mails are written from.

create function public.read_mail_facts(p_orders uuid[], p_refund uuid default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'sender', (
      select jsonb_build_object('brand', s.brand, 'company', s.company, 'postal_address', s.postal_address,
        'contact_email', s.contact_email)
      from public.settings s),
    'orders', (
      select coalesce(jsonb_agg(private.order_sheet(o.id) order by e.starts_at, o.id), '[]')
      from public.orders o join public.events e on e.id = o.event_id
      where o.id = any (p_orders)),
    'refund', (
      select jsonb_build_object('amount_cents', r.amount_cents, 'tickets_void', r.void_tickets)
      from public.refunds r where r.id = p_refund))
$$;
comment on function public.read_mail_facts(uuid[], uuid) is
  'Who sends, the orders in question and the refund in question, for the worker that writes mail.';

revoke execute on function public.read_mail_facts(uuid[], uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_mail_facts(uuid[], uuid) to service_role;
