-- Reads the data that mails are rendered from.

create function private.mail_order(p_order uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', o.id, 'code', o.code, 'name', o.name, 'currency', o.currency, 'taxCents', o.tax_cents,
    'discountCents', o.discount_cents, 'totalCents', o.total_cents, 'isTest', o.is_test,
    'promoCode', (select c.code from public.promo_codes c where c.id = o.code_id),
    'codeMostPerOrder', (select c.max_units_per_order from public.promo_codes c where c.id = o.code_id),
    'eventCents', o.total_cents - private.cents_outside_event(o.id),
    'ticketCount', (select count(*) from public.tickets k where k.order_id = o.id),
    'supplement', (
      select jsonb_build_object('orderId', o.supplement_of, 'fromName', a.name, 'toName', b.name, 'holderName', k.holder_name,
        'expiresAt', h.expires_at, 'isOpen', x.closed_at is null and h.expires_at > now())
      from public.ticket_supplements x
      join public.ticket_types a on a.id = x.from_type_id join public.ticket_types b on b.id = x.to_type_id
      join public.tickets k on k.id = x.ticket_id join public.holds h on h.id = o.hold_id
      where x.order_id = o.id),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', l.kind, 'name', l.item_name, 'detail', nullif(l.item_detail, ''), 'quantity', l.quantity,
        'priceCents', l.total_cents - l.tax_cents, 'feeCents', l.fee_cents,
        'discountCents', l.discount_cents, 'byCode', l.by_code,
        'delivery', l.delivery, 'pickup', private.pickup_brief(l.pickup_point_id))
        || private.terms_of_kind(l.kind, o.hold_id, l.item_id)
        order by n.display_order, l.position, l.item_name, l.discount_cents = 0, l.id), '[]')
      from public.order_lines l join public.line_kinds n on n.kind = l.kind
      where l.order_id = o.id),
    'address', private.order_address(o.id),
    'handling', private.handling_days(),
    'event', (
      select jsonb_build_object(
        'title', e.title, 'imagePath', e.image_path, 'city', nullif(e.city, ''),
        'timeZone', e.time_zone, 'doorsAt', e.doors_at, 'startsAt', e.starts_at, 'endsAt', e.ends_at,
        'minAge', e.min_age, 'idPolicy', nullif(e.id_policy, ''))
        || private.event_place(e, case
          when exists (select 1 from public.tickets k where k.order_id = o.id
            and private.ticket_is_valid(k.status) and k.holder_email is null) then 'holder' else 'visitor' end)
      from public.events e where e.id = o.event_id))
  from public.orders o
  where o.id = p_order
$$;
comment on function private.mail_order(uuid) is 'An order as mails show it, with its event and the lines of its receipt.';

create function private.mail_goods(p_payload jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_return record;
  v_ids uuid[];
begin
  select * into v_return from public.returns where id = (p_payload ->> 'returnId')::uuid;
  v_ids := array(
    select f.id from public.fulfilments f
    where f.shipment_id = (p_payload ->> 'shipmentId')::uuid or p_payload -> 'fulfilmentIds' ? f.id::text or f.id = v_return.fulfilment_id);
  return jsonb_build_object(
    'items', private.goods_items(v_ids),
    'shipment', private.parcel_details((p_payload ->> 'shipmentId')::uuid),
    'point', (select private.point_details(f.pickup_point_id) from public.fulfilments f where f.id = any (v_ids) limit 1),
    'choice', private.goods_choice(v_ids),
    'return', case when v_return.id is not null then jsonb_build_object('isApproved', v_return.decision is null,
      'decision', v_return.decision,
      'isFaulty', v_return.is_faulty, 'labelCents', v_return.label_cents) end);
end
$$;
comment on function private.mail_goods(jsonb) is
  'The goods that a mail is about, by what its payload names: a parcel, fulfilments or a return.';

create function private.mail_of_place(p_place uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.mail_comp(p_place);
end
$$;
comment on function private.mail_of_place(uuid) is 'The free ticket that a mail is about.';

create function private.mail_transfer(p_transfer uuid, p_to_holder boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object('ticketId', k.id, 'state', t.status, 'expiresAt', t.expires_at, 'fromName', t.from_name,
    'toName', private.transfer_to(t), 'holderName', k.holder_name, 'typeName', private.ticket_type_name(k.ticket_type_id, l),
    'isTest', o.is_test, 'isValid', private.ticket_is_valid(k.status), 'isCurrent', r.id is not null, 'voidReason', k.void_reason,
    'event', private.mail_event(e)
      || case when p_to_holder and r.id is not null and private.ticket_is_valid(k.status) then private.event_place(e, 'holder')
        else '{}' end)
  from private.ticket_transfers t
  join public.tickets k on k.id = t.ticket_id join public.order_lines l on l.id = k.order_line_id
  join public.orders o on o.id = k.order_id join public.events e on e.id = k.event_id
  left join lateral private.receiving_transfer(k.id) r on r.id = t.id
  where t.id = p_transfer);
end
$$;
comment on function private.mail_transfer(uuid, boolean) is
  'A transfer as mails tell about it, with its ticket and event. isCurrent = its recipient has the ticket. No code; the address of the '
  'event for its holder alone (p_to_holder: that is who the mail goes to).';

create function private.mail_of_allocation(p_allocation uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.mail_allocation(p_allocation);
end
$$;
comment on function private.mail_of_allocation(uuid) is 'The allocation that a mail is about.';

create function private.mail_received_reminder(p_transfer uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('bagPolicy', nullif(s.bag_policy, ''), 'dressCode', nullif(e.dress_code, ''))
    from private.ticket_transfers t
    join public.tickets k on k.id = t.ticket_id join public.events e on e.id = k.event_id cross join public.settings s
    where t.id = p_transfer and private.needs_received_reminder(k, e));
end
$$;
comment on function private.mail_received_reminder(uuid) is
  'Returns the content of a reminder about a ticket that was handed on, as private.mail_reminder does for buyers.';

create function public.read_mail_facts(p_mail uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.require_service();
  select jsonb_build_object(
    'sender', (
      select jsonb_build_object('brand', s.brand, 'company', s.company, 'postalAddress', nullif(s.postal_address, ''),
        'contactEmail', nullif(s.contact_email, ''))
      from public.settings s),
    'recipient', m.recipient, 'wording', private.mail_wording(m.kind),
    'subjectId', m.subject_id,
    'payload', m.payload,
    'order', case when m.subject_kind = 'order' then private.mail_order(m.subject_id) end,
    'tickets', case when m.kind = 'order_paid' then private.tickets_by_event(array(
      select k.id from public.tickets k where k.order_id = m.subject_id and k.holder_email is null)) end,
    'hasGoods', exists (
      select 1 from public.order_lines l join public.line_kinds n on n.kind = l.kind and n.is_merchandise where l.order_id = m.subject_id),
    'change', private.mail_event_change((m.payload ->> 'changeId')::uuid),
    'changed', case when m.kind = 'ticket_changed' then (
      select coalesce(jsonb_agg(jsonb_build_object('holderName', k.holder_name, 'typeName', private.ticket_type_name(k.ticket_type_id, l))
        order by k.holder_name, k.id), '[]')
      from jsonb_array_elements_text(m.payload -> 'ticketIds') asked (id)
      join public.tickets k on k.id = asked.id::uuid join public.order_lines l on l.id = k.order_line_id) end,
    'refund', (
      select jsonb_build_object('amountCents', r.amount_cents, 'keptCents', r.kept_cents, 'ticketsVoid', r.void_tickets
          or not exists (select 1 from public.tickets k where k.order_id = r.order_id and private.ticket_is_valid(k.status)),
        'byBuyer', r.kind = 'buyer', 'decision', r.decision, 'error', r.last_error, 'method', r.manual_method,
        'otherCents', r.amount_cents - (select coalesce(sum(i.amount_cents), 0) from public.refund_items i where i.refund_id = r.id) - (
          select coalesce(sum(n.cents), 0) from unnest(r.line_ids, r.line_cents) n (id, cents)
          join public.order_lines l on l.id = n.id join public.line_kinds a on a.kind = l.kind and a.ends_with_tickets),
        'tickets', (
          select coalesce(jsonb_agg(jsonb_build_object('name', x.name, 'cents', x.cents, 'count', x.count) order by x.name), '[]')
          from (
            select l.item_name as name, sum(i.amount_cents)::bigint as cents, count(*) as count
            from public.refund_items i
            join public.tickets k on k.id = i.ticket_id join public.order_lines l on l.id = k.order_line_id
            where i.refund_id = r.id group by l.item_name
            union all
            select l.item_name, n.cents, l.quantity from unnest(r.line_ids, r.line_cents) n (id, cents)
            join public.order_lines l on l.id = n.id join public.line_kinds a on a.kind = l.kind and a.ends_with_tickets
          ) x))
      from public.refunds r where r.id = (m.payload ->> 'refundId')::uuid),
    'goods', case when m.kind in ('goods_shipped', 'goods_delivered', 'goods_ready', 'goods_unclaimed', 'goods_event_changed',
      'goods_moved', 'goods_lost', 'return_decided') then private.mail_goods(m.payload) end,
    'orders', (
      select coalesce(jsonb_agg(private.mail_order(o.id) order by e.starts_at, o.id), '[]')
      from jsonb_array_elements_text(m.payload -> 'orderIds') asked (id)
      join public.orders o on o.id = asked.id::uuid
      left join public.events e on e.id = o.event_id
      -- a request for links gets those of its own address alone, also when that was corrected meanwhile
      where coalesce((m.payload ->> 'byStaff')::boolean, false) or lower(o.email) = lower(m.recipient)),
    'reminder', case when m.kind in ('reminder_day_before', 'reminder_day_of') then private.mail_reminder(m.subject_id)
      when m.kind in ('received_reminder_day_before', 'received_reminder_day_of') then private.mail_received_reminder(m.subject_id) end,
    'event', case when m.subject_kind = 'alert' then private.mail_alert(m.subject_id, m.kind) end,
    'followed', case when m.kind = 'followed_event' then private.mail_followed(m.subject_id, (m.payload ->> 'eventId')::uuid) end,
    'stream', case when m.kind ~ '^stream_' then private.mail_stream(m.subject_id, (m.payload ->> 'streamId')::uuid, m.kind) end,
    'digest', case when m.kind = 'community_digest' then private.mail_digest(m.subject_id, (m.payload ->> 'week')::date) end,
    'invitation', case when m.subject_kind = 'invitation' then private.mail_invitation(m.subject_id) end,
    'comp', case when m.subject_kind = 'comp_place' then private.mail_of_place(m.subject_id) end,
    'transfer', case when m.subject_kind = 'transfer' then private.mail_transfer(m.subject_id, m.kind ~ 'received') end,
    'allocation', case when m.subject_kind = 'allocation' then private.mail_of_allocation(m.subject_id) end,
    'accounts', case when m.kind = 'password_reset' then public.read_reset_accounts(m.recipient) end)
  from private.mail_outbox m where m.id = p_mail
$$;
comment on function public.read_mail_facts(uuid) is
  'Reads the data of a queued mail for the worker: the sender, its payload, and the present state of its subject. The schema of its kind '
  'picks what that kind needs.';

create function public.queue_reminders() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_queued int;
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  select d.kind, d.kind || ':' || o.id, o.email, 'order', o.id
  from private.due_reminders() d
  join public.events e on e.id = d.event_id
  join public.orders o on o.event_id = e.id and private.order_is_sold(o.status)
  -- Leaves out buyers of the last two hours before it: they have just read the same in the confirmation.
  where o.paid_at <= d.due_at - interval '2 hours'
    and private.needs_reminder(o, e)
    and not exists (select 1 from private.mail_outbox m where m.dedupe_key = d.kind || ':' || o.id)
  order by e.doors_at, o.id
  limit 500
  on conflict (dedupe_key) do nothing;
  get diagnostics v_queued = row_count;
  return v_queued + private.queue_received_reminders(500 - v_queued);
end
$$;
comment on function public.queue_reminders() is
  'Queues the reminders that are due, at most 500 a call, and returns how many: to buyers, and to people who got a '
  'ticket from one (private.queue_received_reminders). Once per order and kind, however many processes call it '
  'at once: their key is unique. Judged by what is so now, so that a date that was moved, a cancellation or a refund needs nothing else.';

grant execute on function public.read_mail_facts(uuid) to service_role;

create function public.read_staff_mail(p_mail uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('see_mails');
  return (
    select jsonb_build_object('id', m.id, 'kind', m.kind, 'recipient', m.recipient, 'status', m.status, 'attempts', m.attempts,
      'createdAt', m.created_at, 'nextAttemptAt', (select j.run_at from private.jobs j where j.kind = 'mail' and j.key = m.id::text
        and j.parked_at is null), 'sentAt', m.sent_at,
      'error', m.last_error, 'providerRef', m.provider_ref,
      'rule', (select r.label from private.send_rules r where r.rule = m.send_rule), 'delivery', m.delivery, 'deliveryAt', m.delivery_at,
      'deliveryNote', m.delivery_note,
      'orderCode', (select o.code from public.orders o where m.subject_kind = 'order' and o.id = m.subject_id),
      'timeZone', (select s.time_zone from public.settings s), 'now', now())
    from private.mail_outbox m where m.id = p_mail);
end
$$;
comment on function public.read_staff_mail(uuid) is
  'One mail of the outbox for admins: to whom, how often it was tried and how that ended; null when there is none. Its text is written '
  'again by the server, without its secret links. Admins only: refuses not_allowed.';
revoke execute on function public.read_staff_mail(uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_staff_mail(uuid) to authenticated;
grant execute on function public.queue_reminders() to service_role;
