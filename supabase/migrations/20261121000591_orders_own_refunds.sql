-- Carries out refunds that buyers ask for: those their order's policy allows are approved at once, those that come too late wait for an
-- admin.
-- A member or guest asks in their session, anybody else with the secret link of the order.

create function private.refund_choice(p_order uuid, p_tickets uuid[], p_left_cents bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case when c.tickets is not null then jsonb_build_object('tickets', c.tickets, 'paidCents', c.paid + s.paid + a.paid,
      'keptCents', c.paid + s.paid + a.paid - c.back - s.back - a.back, 'backCents', c.back + s.back + a.back, 'isLate', c.late,
      'addOns', a.list) end
    from (
      select jsonb_agg(t.ticket_id order by t.ticket_id) as tickets, sum(t.price_cents + t.fee_cents + t.tax_cents) as paid,
        least(sum(t.back_cents), p_left_cents) as back, bool_or(t.reason is not null) as late, array_agg(t.ticket_id) as ids
      from private.refund_terms(p_order) t
      where coalesce(t.reason, 'too_late') = 'too_late'
        and t.unit in (select n.unit from private.refund_terms(p_order) n where n.ticket_id = any (p_tickets))
    ) c
    cross join lateral (
      select coalesce(sum(x.cents), 0) as back, coalesce(sum(y.left_cents), 0) as paid
      from private.supplements_back(p_order, c.ids, c.back::bigint) x join public.payments y on y.id = x.payment_id) s
    cross join lateral (
      select coalesce(sum(b.cents), 0) as back, coalesce(sum(b.paid_cents), 0) as paid,
        coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'quantity', b.quantity, 'backCents', b.cents) order by b.name, b.line_id),
          '[]') as list
      from private.add_ons_back(p_order, c.ids, c.back::bigint, true) b where not b.is_handed) a);
end
$$;
comment on function private.refund_choice(uuid, uuid[], bigint) is
  'Returns what a buyer gets back for chosen tickets, with what was added to them: paid, kept and back; null where none can be given back. '
  'p_left_cents = what is left of the payment.';

create function private.refundable_items(p_order uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'addOns', (
      select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'quantity', a.quantity, 'paidCents', a.price_cents + a.tax_cents,
        'isHanded', a.is_handed)), '[]')
      from private.following_add_ons(p_order, array(select t.id from public.tickets t where t.order_id = p_order)) a),
    'units', (
      select coalesce(jsonb_agg(u.unit order by u.position, u.name, u.first), '[]')
      from (
        select l.position, l.item_name as name, min(t.ticket_id::text) as first, jsonb_build_object(
          'id', t.unit, 'name', case when n.is_bundle then l.item_name else min(private.ticket_type_name(k.ticket_type_id, l)) end,
          'isWhole', n.is_bundle, 'holders', jsonb_agg(k.holder_name order by k.id),
          'tickets', jsonb_agg(k.id order by k.id), 'paidCents', sum(t.price_cents + t.fee_cents + t.tax_cents),
          'keptCents', sum(t.kept_cents), 'backCents', sum(t.back_cents), 'supplementCents', coalesce(sum(s.cents), 0),
          'reason', min(t.reason)) as unit
        from private.refund_terms(p_order) t
        join public.tickets k on k.id = t.ticket_id
        join public.order_lines l on l.id = k.order_line_id
        join public.line_kinds n on n.kind = l.kind
        left join (
          select x.ticket_id, sum(y.left_cents) as cents
          from public.orders o join public.ticket_supplements x on x.order_id = o.id join public.payments y on y.order_id = o.id
            and y.settled_at is not null
          where o.supplement_of = p_order and private.order_is_sold(o.status) group by x.ticket_id
        ) s on s.ticket_id = t.ticket_id
        group by t.unit, l.id, n.is_bundle
      ) u));
end
$$;
comment on function private.refundable_items(uuid) is
  'Returns what of an order is given back as one, a ticket or a whole package or table, with what was paid and what would come back; and '
  'the add-ons that follow its tickets.';

create function private.own_refund_page(p_order uuid, p_tickets uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_left bigint;
begin
  select * into v_order from public.orders where id = p_order;
  if not found then
    return null;
  end if;
  v_left := coalesce((
    select p.amount_cents - p.refunded_cents from public.payments p where p.order_id = p_order and p.settled_at is not null), 0);
  return jsonb_build_object(
    'code', v_order.code, 'currency', v_order.currency, 'isTest', v_order.is_test, 'email', v_order.email,
    'event', (
      select jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone)
      from public.events e where e.id = v_order.event_id),
    'timeZone', coalesce((select e.time_zone from public.events e where e.id = v_order.event_id),
      (select s.time_zone from public.settings s)),
    'policy', case when v_order.refund_hours is not null then jsonb_build_object(
      'hours', v_order.refund_hours, 'keepsFee', v_order.refund_keeps_fee, 'keptPercent', v_order.refund_kept_percent) end,
    'until', private.refund_deadline(v_order),
    'closed', private.refund_closed(v_order),
    'choice', private.refund_choice(p_order, p_tickets, v_left),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amountCents', r.amount_cents, 'keptCents', r.kept_cents,
        'status', r.status, 'isOwn', r.kind = 'buyer', 'decision', r.decision, 'createdAt', r.created_at, 'finishedAt', r.finished_at,
        'tickets', (select count(*) from public.refund_items i where i.refund_id = r.id)) order by r.created_at desc, r.id), '[]')
      from public.refunds r
      where r.order_id = p_order or r.order_id in (select o.id from public.orders o where o.supplement_of = p_order)),
    'now', now()) || private.refundable_items(p_order);
end
$$;
comment on function private.own_refund_page(uuid, uuid[]) is
  'Returns the refund page of an order for its buyer: the policy it was placed under and its deadline; for each ticket (each package or '
  'table whole) the amounts given back and kept, the amount paid beside that for a dearer type, and the reason why it can''t be returned; '
  'and the refunds so far, those of payments for dearer types included. choice = a refund of p_tickets, with the other tickets of their '
  'packages and tables and, where they are the last valid ones, the add-ons of the order; null when none of them can be returned. addOns '
  '= the add-ons that were not refunded; they end with the last ticket, unless they were handed over. Null for null.';

create function public.read_own_refund(p_code text, p_tickets uuid[] default '{}') returns jsonb
language sql stable set search_path = ''
as $$
  select private.own_refund_page(o.id, p_tickets) from public.orders o
  where o.code = upper(p_code) and o.owner_id = (select auth.uid()) and (select private.caller_role()) is not null
$$;
comment on function public.read_own_refund(text, uuid[]) is
  'Returns the refund page (private.own_refund_page) of the caller''s own order with that code; null for everybody else.';

create function public.read_refund_by_link(p_token_hash text, p_tickets uuid[] default '{}') returns jsonb
language sql stable set search_path = ''
as $$
  select private.own_refund_page(l.subject_id, p_tickets) from private.valid_link('{order_tickets, order_lookup, order_reminder}',
    p_token_hash) l
$$;
comment on function public.read_refund_by_link(text, uuid[]) is
  'Returns the refund page (private.own_refund_page) of the order that a valid secret link opens; null without a valid link.';

create function private.lock_own_refund(p_order uuid, p_tickets uuid[]) returns public.payments
language plpgsql volatile set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  perform private.lock_refund_event(p_order, true);
  perform 1 from public.orders where id = p_order for no key update;
  perform private.check_refundable(p_order);
  select * into v_payment from public.payments where order_id = p_order and settled_at is not null for no key update;
  -- From here on no scan admits one of them before this ends, and who came first is seen when they are priced.
  perform 1 from public.tickets where order_id = p_order and id = any (p_tickets) order by id for no key update;
  return v_payment;
end
$$;
comment on function private.lock_own_refund(uuid, uuid[]) is
  'Locks what a refund that a buyer asks for reads, in the order of all refunds: event, order, payment, tickets. Returns the payment, '
  'null where none was settled. Refuses as private.check_refundable does.';

create type private.own_refund_terms as (
  is_late boolean, back_cents bigint, kept_cents bigint, amount_cents bigint, extras_cents bigint, extras_kept_cents bigint
);
comment on type private.own_refund_terms is
  'Terms of a refund that a buyer asks for, in cents: back_cents and kept_cents of its tickets by the policy of their order; amount_cents '
  '= what of it the payment can give back; extras_* = what goes back and is kept of their supplements and add-ons. is_late: an admin has '
  'to agree.';

create function private.price_own_refund(p_order uuid, p_tickets uuid[], p_left_cents bigint) returns private.own_refund_terms
language plpgsql stable set search_path = ''
as $$
declare
  v_terms private.own_refund_terms;
  v_found int;
  v_why text;
begin
  select count(*), min(t.reason) filter (where t.reason <> 'too_late'), coalesce(bool_or(t.reason = 'too_late'), false),
    coalesce(sum(t.back_cents), 0), coalesce(sum(t.kept_cents), 0)
  into v_found, v_why, v_terms.is_late, v_terms.back_cents, v_terms.kept_cents
  from private.refund_terms(p_order) t where t.ticket_id = any (p_tickets);
  if v_found <> (select count(distinct id) from unnest(p_tickets) id) then
    perform private.refuse(404, 'not_found');
  end if;
  if exists (
    select 1 from private.refund_terms(p_order) t join private.refund_terms(p_order) other on other.unit = t.unit
    where t.ticket_id = any (p_tickets) and other.ticket_id <> all (p_tickets)
  ) then
    perform private.refuse(409, 'refund_whole');
  end if;
  if v_why is not null then
    perform private.refuse(409, 'not_refundable', jsonb_build_object('reason', v_why));
  end if;
  v_terms.amount_cents := least(v_terms.back_cents, p_left_cents);
  if v_terms.amount_cents <= 0 then
    perform private.refuse(409, 'not_refundable', '{"reason": "nothing_back"}');
  end if;
  select coalesce(sum(b.cents), 0), coalesce(sum(b.paid_cents - b.cents), 0) into v_terms.extras_cents, v_terms.extras_kept_cents
  from private.add_ons_back(p_order, p_tickets, v_terms.amount_cents, true) b where not b.is_handed;
  v_terms.extras_cents := v_terms.extras_cents + coalesce((
    select sum(s.cents) from private.supplements_back(p_order, p_tickets, v_terms.amount_cents) s), 0);
  return v_terms;
end
$$;
comment on function private.price_own_refund(uuid, uuid[], bigint) is
  'Prices the return of tickets by the policy of their order, of whose payment p_left_cents are left. Refuses not_found, refund_whole, '
  'not_refundable.';

create function private.write_own_refund(p_payment public.payments, p_actor uuid, p_tickets uuid[], p_reason text,
  p_terms private.own_refund_terms) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_order uuid := p_payment.order_id;
  v_status text := case when p_terms.is_late then 'requested' else 'approved' end;
  v_refund uuid;
begin
  update public.payments set refunded_cents = refunded_cents + p_terms.amount_cents, updated_at = now() where id = p_payment.id;
  insert into public.refunds (order_id, payment_id, amount_cents, currency, kind, reason, status, ticket_ids, kept_cents,
    requested_by, decided_at)
  values (v_order, p_payment.id, p_terms.amount_cents, p_payment.currency, 'buyer', coalesce(p_reason, 'Returned by the buyer.'),
    v_status, p_tickets, p_terms.kept_cents, p_actor, case when not p_terms.is_late then now() end)
  returning id into v_refund;
  -- Each gets its share of the amount; rounding falls on the sum so far, so the shares add up to it.
  insert into public.refund_items (refund_id, ticket_id, amount_cents, kept_cents)
  select v_refund, s.ticket_id, case when p_terms.back_cents = 0 then 0
    else p_terms.amount_cents * s.until / p_terms.back_cents - p_terms.amount_cents * (s.until - s.back_cents) / p_terms.back_cents end,
      s.kept_cents
  from (
    select t.ticket_id, t.back_cents, t.kept_cents, (sum(t.back_cents) over (order by t.ticket_id))::bigint as until
    from private.refund_terms(v_order) t where t.ticket_id = any (p_tickets)
  ) s;
  perform private.log_state('refund', v_refund, null, v_status, case when p_terms.is_late then p_reason
    else 'by the policy of the order' end);
  if not p_terms.is_late then
    perform private.apply_refund(v_order, p_terms.amount_cents, true, p_tickets, false, true, v_refund);
  end if;
  return v_refund;
end
$$;
comment on function private.write_own_refund(public.payments, uuid, uuid[], text, private.own_refund_terms) is
  'Writes a refund that a buyer asked for, at the terms of private.price_own_refund, and returns its id. One in time is approved and '
  'applied at once, a late one waits for an admin.';

create function private.ask_refund(p_order uuid, p_actor uuid, p_tickets uuid[], p_amount_cents bigint, p_reason text, p_key text)
  returns jsonb
language plpgsql volatile set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_person uuid := coalesce(p_actor, p_order);
  v_body jsonb := jsonb_build_array(p_order, p_tickets, p_amount_cents, p_reason);
  v_reason text := nullif(btrim(coalesce(p_reason, '')), '');
  v_payment public.payments;
  v_terms private.own_refund_terms;
  v_refund uuid;
  v_response jsonb;
begin
  perform private.lock_person(v_person);
  v_response := private.response_for_key(v_person, p_key, 'ask_refund', v_body);
  if v_response is not null then
    return v_response;
  end if;
  if coalesce(cardinality(p_tickets), 0) not between 1 and 100 or length(v_reason) > 500
    or (v_reason is not null and not private.is_readable(v_reason, true)) then
    perform private.refuse(422, 'invalid', '{"field": "id"}');
  end if;
  v_payment := private.lock_own_refund(p_order, p_tickets);
  v_terms := private.price_own_refund(p_order, p_tickets, coalesce(v_payment.amount_cents - v_payment.refunded_cents, 0));
  if p_amount_cents is distinct from v_terms.amount_cents + v_terms.extras_cents then
    perform private.refuse(409, 'refund_changed');
  end if;
  if v_terms.is_late and length(coalesce(v_reason, '')) < 3 then
    perform private.refuse(422, 'reason_required');
  end if;
  v_refund := private.write_own_refund(v_payment, p_actor, p_tickets, v_reason, v_terms);
  return private.store_response(v_person, p_key, 'ask_refund', v_body, jsonb_build_object(
    'refundId', v_refund, 'status', case when v_terms.is_late then 'requested' else 'approved' end,
    'amountCents', v_terms.amount_cents + v_terms.extras_cents, 'keptCents', v_terms.kept_cents + v_terms.extras_kept_cents));
end
$$;
comment on function private.ask_refund(uuid, uuid, uuid[], bigint, text, text) is
  'Body of ask_own_refund and ask_refund_by_link. p_actor = the person, null for who holds the link.';

create function private.withdraw_own_refund(p_order uuid, p_refund uuid) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.lock_refund_event(p_order, true);
  perform 1 from public.orders where id = p_order for no key update;
  select * into v_refund from public.refunds where id = p_refund and order_id = p_order and kind = 'buyer' for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_refund.status = 'withdrawn' then
    return 'withdrawn'; -- sent twice
  end if;
  if v_refund.status <> 'requested' then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_refund.status));
  end if;
  perform private.move_refund(p_refund, 'withdrawn', 'by the buyer');
  perform private.release_refund(v_refund);
  return 'withdrawn';
end
$$;
comment on function private.withdraw_own_refund(uuid, uuid) is
  'Body of withdraw_own_refund and withdraw_refund_by_link: refuses invalid_state once it was decided.';

create function private.own_order(p_code text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_order uuid;
begin
  select o.id into v_order from public.orders o
  where o.code = upper(p_code) and o.owner_id = auth.uid() and private.caller_role() is not null;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_order;
end
$$;
comment on function private.own_order(text) is 'Returns the id of the caller''s own order with that code; refuses not_found.';

create function private.order_of_link(p_token_hash text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_order uuid;
begin
  select l.subject_id into v_order from private.valid_link('{order_tickets, order_lookup, order_reminder}', p_token_hash) l;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_order;
end
$$;
comment on function private.order_of_link(text) is 'Returns the id of the order that a valid secret link opens; refuses not_found.';

create function public.ask_own_refund(p_code text, p_tickets uuid[], p_amount_cents bigint, p_key text, p_reason text default null)
  returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.ask_refund(private.own_order(p_code), auth.uid(), p_tickets, p_amount_cents, p_reason, p_key);
end
$$;
comment on function public.ask_own_refund(text, uuid[], bigint, text, text) is
  'Returns tickets of the caller''s own order: {refundId, status, amountCents, keptCents}. p_amount_cents = what read_own_refund showed, '
  'with the same share of what was paid for a dearer type, which goes back as a refund of its own order, and of the add-ons that end with '
  'the last ticket, which have a refund of their own. Where the order''s policy allows it, the refund is approved and the tickets end at '
  'once; after the deadline it waits for an admin (requested) and needs a reason. Packages and tables are returned whole. Refuses '
  'not_found, not_refundable (with the reason), dispute_open, refund_whole, refund_changed, reason_required, key_reused.';

create function public.ask_refund_by_link(p_token_hash text, p_tickets uuid[], p_amount_cents bigint, p_key text,
  p_reason text default null)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.ask_refund(private.order_of_link(p_token_hash), null, p_tickets, p_amount_cents, p_reason, p_key);
end
$$;
comment on function public.ask_refund_by_link(text, uuid[], bigint, text, text) is
  'The same for who has the secret link of an order; the server calls it.';

create function public.withdraw_own_refund(p_code text, p_refund uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.withdraw_own_refund(private.own_order(p_code), p_refund); end $$;
comment on function public.withdraw_own_refund(text, uuid) is
  'Withdraws a refund that the buyer of the caller''s own order asked for, as long as nobody decided it. Refuses not_found, invalid_state.';

create function public.withdraw_refund_by_link(p_token_hash text, p_refund uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$ begin return private.withdraw_own_refund(private.order_of_link(p_token_hash), p_refund); end $$;
comment on function public.withdraw_refund_by_link(text, uuid) is 'The same for who has the secret link of an order; the server calls it.';

revoke execute on function
  private.refund_choice(uuid, uuid[], bigint), private.refundable_items(uuid),
  private.own_refund_page(uuid, uuid[]), public.read_own_refund(text, uuid[]), public.read_refund_by_link(text, uuid[]),
  private.lock_own_refund(uuid, uuid[]), private.price_own_refund(uuid, uuid[], bigint),
  private.write_own_refund(public.payments, uuid, uuid[], text, private.own_refund_terms),
  private.ask_refund(uuid, uuid, uuid[], bigint, text, text), private.withdraw_own_refund(uuid, uuid), private.own_order(text),
  private.order_of_link(text), public.ask_own_refund(text, uuid[], bigint, text, text),
  public.ask_refund_by_link(text, uuid[], bigint, text, text), public.withdraw_own_refund(text, uuid),
  public.withdraw_refund_by_link(text, uuid)
from public, anon, authenticated, service_role;
grant execute on function private.own_refund_page(uuid, uuid[]) to authenticated, service_role;
grant execute on function
  public.read_own_refund(text, uuid[]), public.ask_own_refund(text, uuid[], bigint, text, text), public.withdraw_own_refund(text, uuid)
to authenticated;
grant execute on function
  public.read_refund_by_link(text, uuid[]), public.ask_refund_by_link(text, uuid[], bigint, text, text),
  public.withdraw_refund_by_link(text, uuid)
to service_role;
