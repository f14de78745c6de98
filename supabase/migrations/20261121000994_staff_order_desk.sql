-- The order desk: one order with everything that happened to it, for admins, and notes about it.

-- Turns fastupdate off: written once an order and read at every search, every query would have to read the pending list.
create index orders_search on public.orders using gin (search_key extensions.gin_trgm_ops) with (fastupdate = off);

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  author_id uuid references auth.users (id) on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);
comment on table public.order_notes is 'Notes that staff wrote about an order, for other staff. Written by add_order_note, never changed.';
create index order_notes_order on public.order_notes (order_id, created_at);
create index order_notes_author on public.order_notes (author_id);
alter table public.order_notes enable row level security;
alter table public.order_notes force row level security;

create function public.read_dispute(p_dispute uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_dispute public.disputes;
  v_order public.orders;
begin
  perform private.require_permission('see_orders');
  select * into v_dispute from public.disputes where id = p_dispute;
  if not found then
    return null;
  end if;
  select * into strict v_order from public.orders where id = v_dispute.order_id;
  return (
    select jsonb_build_object('id', v_dispute.id, 'status', v_dispute.status, 'amountCents', v_dispute.amount_cents,
      'currency', v_dispute.currency,
      'reasonCode', v_dispute.reason_code, 'isInquiry', v_dispute.is_inquiry, 'dueAt', v_dispute.evidence_due_at,
      'openedAt', v_dispute.opened_at,
      'sentAt', v_dispute.evidence_sent_at, 'closedAt', v_dispute.closed_at,
      'sentBy', (select f.display_name from public.profiles f where f.id = v_dispute.evidence_sent_by),
      'provider', v_dispute.provider, 'providerRef', v_dispute.provider_ref, 'paymentRef', p.provider_ref,
      'ownerId', v_order.owner_id, 'orderCode', v_order.code, 'buyer', v_order.name, 'email', v_order.email, 'paidAt', v_order.paid_at,
      'termsVersion', v_order.terms_version, 'termsAcceptedAt', v_order.terms_accepted_at,
      'refundHours', v_order.refund_hours, 'refundKeptPercent', v_order.refund_kept_percent, 'refundKeepsFee', v_order.refund_keeps_fee,
      'address', c.address, 'userAgent', nullif(c.user_agent, ''),
      'event', (select jsonb_build_object('title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone) from public.events e
        where e.id = v_order.event_id),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('quantity', l.quantity, 'name', l.item_name, 'totalCents', l.total_cents)
          order by l.position, l.id), '[]')
        from public.order_lines l where l.order_id = v_order.id),
      'timeline', (
        select coalesce(jsonb_agg(jsonb_build_object('at', x.at, 'kind', x.kind, 'name', x.name, 'detail', nullif(x.detail, ''))
          order by x.at, x.kind, x.name), '[]')
        from (
          select * from private.order_timeline(v_order.id) t where t.kind not in ('note', 'audit', 'dispute') order by t.at desc limit 300
        ) x),
      'isProven', private.is_proven(), 'timeZone', (select s.time_zone from public.settings s), 'now', now())
    from public.payments p left join private.payment_clients c on c.payment_id = p.id
    where p.id = v_dispute.payment_id);
end
$$;
comment on function public.read_dispute(uuid) is
  'One dispute with all that its evidence is made of, for admins: the buyer, the address and browser that paid, what was bought, the '
  'terms that were accepted, the refund policy of the order, and the order''s timeline without what staff wrote; null when there is none. '
  'Refuses not_allowed.';

grant select on public.order_notes to authenticated, service_role;
create policy order_notes_select on public.order_notes for select to authenticated using ((select private.may('see_orders')));

create function public.add_order_note(p_order uuid, p_text text, p_key text) returns uuid
language sql volatile security definer set search_path = ''
as $$ select private.write_note('order', p_order, p_text, p_key) $$;
comment on function public.add_order_note(uuid, text, text) is
  'Writes a note of 1 to 2,000 characters about an order and returns its id; admins only. p_key: idempotency key. Refuses not_allowed, '
  'invalid, not_found, key_reused.';

create function private.ticket_shares(p_order uuid)
returns table (ticket_id uuid, cents bigint)
language sql stable set search_path = ''
as $$ select p.ticket_id, p.cents from private.ticket_parts(p_order) p $$;
comment on function private.ticket_shares(uuid) is
  'Returns the price of each ticket of an order, in cents, with discount, fee and tax.';

create function private.order_states(p_order uuid)
returns table (at timestamptz, kind text, name text, from_name text, detail text, cents bigint, actor_id uuid)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select s.at, s.entity, s.to_state, s.from_state, s.reason, null::bigint, s.actor_id
  from private.state_log s
  where (s.entity in ('order', 'event_choice') and s.entity_id = p_order)
    or (s.entity = 'hold' and s.entity_id = (select o.hold_id from public.orders o where o.id = p_order))
    or (s.entity = 'ticket' and s.entity_id in (select t.id from public.tickets t where t.order_id = p_order))
  union all
  select s.at, 'fulfilment', s.to_state, s.from_state,
    concat_ws(' · ', f.quantity || ' × ' || l.item_name, nullif(l.item_detail, ''),
      (select upper(h.carrier) || coalesce(' ' || h.tracking_code, '') from public.shipments h
        where h.id = (s.facts ->> 'shipment_id')::uuid),
      s.reason), null, s.actor_id
  from public.fulfilments f
  join public.order_lines l on l.id = f.order_line_id
  join private.state_log s on s.entity = 'fulfilment' and s.entity_id = f.id
  where f.order_id = p_order
  union all
  select s.at, 'refund', s.to_state, s.from_state, s.reason, r.amount_cents, s.actor_id
  from public.refunds r
  join private.state_log s on s.entity = 'refund' and s.entity_id = r.id
  where r.order_id = p_order
  union all
  select s.at, 'dispute', s.to_state, s.from_state, s.reason, d.amount_cents, s.actor_id
  from public.disputes d
  join private.state_log s on s.entity = 'dispute' and s.entity_id = d.id
  where d.order_id = p_order;
end
$$;
comment on function private.order_states(uuid) is
  'Returns each change of state of an order, and of its cart, tickets, goods, refunds and disputes, for private.order_timeline.';

create function private.order_acts(p_order uuid)
returns table (at timestamptz, kind text, name text, detail text, cents bigint, actor_id uuid)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select c.scanned_at, 'scan', c.result, concat_ws(' · ', t.code, nullif(c.gate, ''), c.reason), null::bigint, c.staff_id
  from public.tickets t join public.scans c on c.ticket_id = t.id
  where t.order_id = p_order
  union all
  select l.at, 'audit', l.action, coalesce(l.facts ->> 'reason', ''), (l.facts ->> 'amount_cents')::bigint, l.actor_id
  from private.audit_log l
  where l.subject_kind = 'order' and l.subject_id = p_order::text and l.action not in ('order.note', 'goods.handed_over',
    'order.email_corrected')
  union all
  select c.created_at, 'audit', 'order.email_corrected', c.from_email || ' → ' || c.to_email || ' · ' || c.reason, null, c.actor_id
  from private.order_email_changes c where c.order_id = p_order
  union all
  select n.created_at, 'note', 'written', n.text, null, n.author_id
  from public.order_notes n where n.order_id = p_order;
end
$$;
comment on function private.order_acts(uuid) is
  'Returns what people did about an order (scans, actions of staff, notes), for private.order_timeline.';

create function private.order_timeline(p_order uuid)
returns table (at timestamptz, kind text, name text, from_name text, detail text, cents bigint, actor text, mail_id uuid)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select s.at, s.kind, s.name, s.from_name, s.detail, s.cents, a.display_name, null::uuid
  from private.order_states(p_order) s left join public.profiles a on a.id = s.actor_id
  union all
  select d.at, d.kind, d.name, null, d.detail, d.cents, a.display_name, null
  from private.order_acts(p_order) d left join public.profiles a on a.id = d.actor_id
  union all
  select p.created_at, 'payment', 'created', null, p.provider || coalesce(' ' || p.provider_ref, ''), p.amount_cents, null, null
  from public.payments p where p.order_id = p_order
  union all
  select e.received_at, 'payment_event', e.kind, null, concat_ws(' · ', e.outcome, e.reason, e.payload ->> 'failure_code'),
    e.amount_cents, null, null
  from private.payment_events e where e.order_id = p_order
  union all
  select coalesce(m.sent_at, m.created_at), 'mail', m.kind, null, m.status || ' · ' || m.recipient, null, null, m.id
  from private.mail_outbox m
  where m.subject_id = p_order
    or m.subject_id in (select r.id from public.refunds r where r.order_id = p_order)
    or (m.kind = 'ticket_links' and m.payload -> 'orderIds' ? p_order::text)
  union all
  select p.claimed_at, 'comp', 'claimed', null, private.comp_label(p_order), null, null, null
  from private.comp_places p where p.order_id = p_order;
end
$$;
comment on function private.order_timeline(uuid) is
  'Everything that happened to an order, unsorted: states of its hold, of itself, its tickets, refunds and fulfilments; payments and what '
  'providers reported; mails; scans; what staff did and wrote. kind names where it is from, name what happened.';

create function private.order_supplements(p_order uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', x.code, 'status', x.status, 'totalCents', x.total_cents,
    'refundedCents', x.refunded_cents, 'name', l.item_name, 'detail', l.item_detail, 'ticketCode', k.code)
    order by x.created_at, x.id), '[]')
  from public.orders x
  join public.order_lines l on l.order_id = x.id
  join public.ticket_supplements s on s.order_id = x.id
  join public.tickets k on k.id = s.ticket_id
  where x.supplement_of = p_order
$$;
comment on function private.order_supplements(uuid) is 'The orders by which supplements for tickets of an order are paid, oldest first.';

create function private.staff_order_money(p_order uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'provider', p.provider, 'status', p.status, 'amountCents', p.amount_cents,
        'failure', p.failure_code, 'cardBrand', p.card_brand, 'cardLast4', p.card_last4, 'createdAt', p.created_at,
        'settledAt', p.settled_at) order by p.attempt), '[]')
      from public.payments p where p.order_id = p_order),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amountCents', r.amount_cents, 'status', r.status, 'reason', r.reason,
        'kind', r.kind, 'voidsTickets', r.void_tickets, 'attempts', (private.refund_tries(r)).attempts, 'error', r.last_error,
        'requestedBy', (select p.display_name from public.profiles p where p.id = r.requested_by),
        'isOwn', r.requested_by is not distinct from auth.uid(), 'createdAt', r.created_at, 'finishedAt', r.finished_at)
        order by r.created_at, r.id), '[]')
      from public.refunds r where r.order_id = p_order),
    'disputes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'status', d.status, 'amountCents', d.amount_cents, 'isInquiry', d.is_inquiry,
        'dueAt', d.evidence_due_at) order by d.opened_at, d.id), '[]')
      from public.disputes d where d.order_id = p_order),
    'refundableCents', coalesce((
      select p.amount_cents - p.refunded_cents from public.payments p where p.order_id = p_order and p.settled_at is not null), 0));
end
$$;
comment on function private.staff_order_money(uuid) is
  'Returns the payments, refunds and disputes of an order for its desk, and the cents that can be refunded.';

create function private.staff_order_items(p_order uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'name', l.item_name, 'detail', l.item_detail,
        'quantity', l.quantity, 'unitFaceCents', l.unit_face_cents, 'discountCents', l.discount_cents, 'feeCents', l.fee_cents,
        'taxCents', l.tax_cents, 'totalCents', l.total_cents) order by l.position, l.id), '[]')
      from public.order_lines l where l.order_id = p_order),
    'tickets', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'code', t.code, 'type', y.name, 'holder', t.holder_name,
        'status', t.status, 'voidReason', t.void_reason, 'custody', t.custody, 'isVip', t.is_vip,
        'isBlocked', private.ticket_is_valid(t.status) and t.blocked_at is not null, 'isInside', t.admission = 'inside',
        'lineId', t.order_line_id, 'supplement', private.open_supplement(t.id),
        'unpaidFrom', (
          select f.name from private.unpaid_types u join public.ticket_types f on f.id = u.from_type_id where u.ticket_id = t.id limit 1),
        'cents', s.cents) order by y.position, t.code), '[]')
      from public.tickets t
      join public.ticket_types y on y.id = t.ticket_type_id
      join private.ticket_shares(p_order) s on s.ticket_id = t.id
      where t.order_id = p_order),
    'addOns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', l.item_name, 'quantity', l.quantity, 'cents', l.total_cents,
        'state', case when private.fulfilment_is_cancelled(f.status) then 'ended'
          when private.fulfilment_is_waiting(f.status) then 'waiting' else 'handed' end)
          order by l.position, l.item_name, l.id), '[]')
      from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
      join public.line_kinds n on n.kind = l.kind and n.is_handed_at_event
      where f.order_id = p_order and f.replaced_by is null),
    'parcels', private.order_parcels(p_order));
end
$$;
comment on function private.staff_order_items(uuid) is 'Returns the lines, tickets, add-ons and parcels of an order for its desk.';

create function public.read_staff_order(p_code text)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.require_permission('see_orders');
  select * into v_order from public.orders where code = upper(p_code);
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'id', v_order.id, 'code', v_order.code, 'status', v_order.status, 'name', v_order.name, 'email', v_order.email,
    'phone', v_order.phone, 'currency', v_order.currency, 'faceCents', v_order.face_cents, 'feeCents', v_order.fee_cents,
    'taxCents', v_order.tax_cents, 'discountCents', v_order.discount_cents, 'totalCents', v_order.total_cents,
    'refundedCents', v_order.refunded_cents, 'isTest', v_order.is_test, 'lateRescue', v_order.late_rescue,
    'termsVersion', v_order.terms_version, 'createdAt', v_order.created_at, 'paidAt', v_order.paid_at,
    'supplementOf', (select f.code from public.orders f where f.id = v_order.supplement_of),
    'supplements', private.order_supplements(v_order.id),
    'isMember', (select exists (select 1 from private.user_roles r where r.user_id = v_order.owner_id
      and r.role = any (private.roles_with('own_account')))),
    'isProven', private.is_proven(),
    'event', (
      select jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone)
      from public.events e where e.id = v_order.event_id),
    'timeline', (
      select coalesce(jsonb_agg(jsonb_build_object('at', x.at, 'kind', x.kind, 'name', x.name, 'from', x.from_name,
        'detail', nullif(x.detail, ''), 'cents', x.cents, 'actor', x.actor, 'mailId', x.mail_id) order by x.at desc, x.kind, x.name), '[]')
      from (select * from private.order_timeline(v_order.id) t order by t.at desc limit 500) x),
    'timeZone', coalesce((select e.time_zone from public.events e where e.id = v_order.event_id),
      (select s.time_zone from public.settings s)),
    'now', now()) || private.staff_order_money(v_order.id) || private.staff_order_items(v_order.id);
end
$$;
comment on function public.read_staff_order(text) is
  'One order by its code with lines, tickets and what each cost, add-ons, refunds, and its timeline (the latest 500 entries, newest '
  'first); null when there is none. refundableCents = what was paid and not given back. Admins only: refuses not_allowed.';

create function public.preview_refund(p_order uuid, p_tickets uuid[], p_amount_cents bigint)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_left bigint;
  v_most bigint;
  v_amount bigint;
  v_supplements bigint;
  v_add_ons jsonb;
  v_add_on_cents bigint;
begin
  perform private.require_permission('refund');
  select * into v_order from public.orders where id = p_order;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  select coalesce(sum(p.amount_cents - p.refunded_cents), 0) into v_left
  from public.payments p where p.order_id = p_order and p.settled_at is not null;
  select case when cardinality(p_tickets) = 0 then v_left else least(v_left,
    coalesce(sum(greatest(s.cents - coalesce(d.cents, 0), 0)), 0)) end
  into v_most
  from private.ticket_shares(p_order) s
  join public.tickets t on t.id = s.ticket_id and t.id = any (p_tickets) and private.ticket_is_valid(t.status)
  left join private.refunded_parts(p_order) d on d.ticket_id = s.ticket_id;
  if p_amount_cents not between 1 and v_most then
    perform private.refuse(409, 'refund_too_large', jsonb_build_object('left_cents', v_most));
  end if;
  v_amount := coalesce(p_amount_cents, case when cardinality(p_tickets) > 0 then v_most else 0 end);
  v_supplements := (
    select coalesce(sum(s.cents), 0) from private.supplements_back(p_order, p_tickets, v_amount) s where cardinality(p_tickets) > 0);
  v_add_ons := (
    select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'quantity', b.quantity, 'backCents', b.cents, 'isHanded', b.is_handed)
      order by b.name, b.line_id), '[]')
    from private.add_ons_back(p_order, p_tickets, v_amount, false) b where cardinality(p_tickets) > 0);
  v_add_on_cents := (select coalesce(sum((a ->> 'backCents')::bigint), 0) from jsonb_array_elements(v_add_ons) a);
  return jsonb_build_object(
    'amountCents', v_amount,
    'mostCents', v_most,
    'supplementCents', v_supplements,
    'addOns', v_add_ons,
    'keptCents', v_left - v_amount,
    'endingCents', v_amount + v_add_on_cents,
    'keptEndingCents', v_left - v_amount - v_add_on_cents,
    'tickets', (select count(*) from public.tickets t where t.order_id = p_order and t.id = any (p_tickets)
      and private.ticket_is_valid(t.status)),
    'inside', (
      select count(*) from public.tickets t
      where t.order_id = p_order and t.id = any (p_tickets) and private.ticket_is_valid(t.status) and t.admission = 'inside'),
    'needsSecondPerson', private.needs_second_person(v_order, v_amount + v_supplements + v_add_on_cents),
    'isPart', exists (
      select 1 from private.ticket_parts(p_order) p join private.ticket_parts(p_order) other on other.unit = p.unit
      join public.tickets t on t.id = other.ticket_id and private.ticket_is_valid(t.status)
      where p.ticket_id = any (p_tickets) and other.ticket_id <> all (p_tickets)),
    'policy', case when v_order.refund_hours is not null then jsonb_build_object(
      'hours', v_order.refund_hours, 'keepsFee', v_order.refund_keeps_fee, 'keptPercent', v_order.refund_kept_percent) end,
    'policyCents', (
      select sum(r.back_cents) from private.refund_terms(p_order) r join public.tickets t on t.id = r.ticket_id
      where r.ticket_id = any (p_tickets) and private.ticket_is_valid(t.status) and v_order.refund_hours is not null));
end
$$;
comment on function public.preview_refund(uuid, uuid[], bigint) is
  'Previews a refund of an order: {amountCents, mostCents (its upper limit), supplementCents and addOns (the amounts that go back with it '
  'for supplements if the tickets end, and for the add-ons that end with the last valid ones), keptCents, tickets, inside, '
  'needsSecondPerson, isPart, policy, policyCents}. Without an amount it is the price of the valid ones of p_tickets that was not given '
  'back, as far as the payment has it. keptCents = the part of the payment that stays with the seller; inside = the number of the tickets '
  'that have been admitted; isPart = other tickets of their package or table are valid; policy and policyCents = the order''s refund '
  'policy and the amount that it gives back for the tickets. Admins only: refuses not_allowed, not_found, refund_too_large.';

revoke execute on function
  public.add_order_note(uuid, text, text), private.ticket_shares(uuid), private.order_states(uuid), private.order_acts(uuid),
  private.order_timeline(uuid), private.order_supplements(uuid), private.staff_order_money(uuid), private.staff_order_items(uuid),
  public.read_staff_order(text),
  public.preview_refund(uuid, uuid[], bigint)
from public, anon, authenticated, service_role;
grant execute on function
  public.add_order_note(uuid, text, text), public.read_staff_order(text), public.preview_refund(uuid, uuid[], bigint)
to authenticated;
revoke execute on function public.read_dispute(uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_dispute(uuid) to authenticated;
