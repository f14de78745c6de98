-- Disputes: a buyer asked their bank for the money back. And refunds that were made at the provider, not by us.

create table public.disputes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  payment_id uuid not null references public.payments (id),
  provider text not null,
  provider_ref text not null check (length(provider_ref) between 1 and 200),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason_code text not null check (length(reason_code) between 1 and 100),
  is_inquiry boolean not null default false,
  status text not null default 'open' check (status in ('open', 'evidence_sent', 'won', 'lost')),
  evidence_due_at timestamptz,
  evidence_sent_at timestamptz,
  evidence_sent_by uuid references auth.users (id) on delete set null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  looked_up_at timestamptz,
  created_at timestamptz not null default now(),
  constraint disputes_closed check ((status in ('won', 'lost')) = (closed_at is not null)),
  unique (provider, provider_ref)
);
comment on table public.disputes is
  'Payments that a buyer disputes with their bank, as the provider reports them. reason_code = the provider''s; is_inquiry = the bank '
  'asks and has not taken the money yet; evidence_due_at = until when the provider takes evidence; looked_up_at = when its state was last '
  'asked for. While one is open the valid tickets of its order are blocked, and the ticket whose dearer type its order paid for; lost '
  'voids the former and takes the type of the latter back, won unblocks them.';
create index disputes_order on public.disputes (order_id);
create index disputes_payment on public.disputes (payment_id);
create index disputes_evidence_sent_by on public.disputes (evidence_sent_by);
create index disputes_open on public.disputes (provider, looked_up_at) where status in ('open', 'evidence_sent');
alter table public.disputes enable row level security;
alter table public.disputes force row level security;
grant select on public.disputes to authenticated, service_role;
create policy disputes_select on public.disputes for select to authenticated using ((select private.may('see_orders')));

create function private.has_open_dispute(p_order uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select 1 from public.disputes d where d.order_id = p_order and d.status in ('open', 'evidence_sent'));
end
$$;
comment on function private.has_open_dispute(uuid) is 'Returns whether a dispute about a payment of an order is open.';

create function private.has_disputed_money(p_order uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select 1 from public.disputes d where d.order_id = p_order and d.status in ('open', 'evidence_sent') and not d.is_inquiry)
$$;
comment on function private.has_disputed_money(uuid) is
  'Returns whether the bank holds money of an order''s payment for a dispute: no refund is sent meanwhile, because the buyer would have '
  'it twice.';

create function private.check_refundable(p_order uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.has_disputed_money(p_order) then
    perform private.refuse(409, 'dispute_open');
  end if;
end
$$;
comment on function private.check_refundable(uuid) is
  'Refuses dispute_open while the bank holds the money of an order for a dispute. The order must be locked.';

create function private.is_disputed_ticket(p_ticket uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select 1 from public.tickets k where k.id = p_ticket and private.has_open_dispute(k.order_id))
    or exists (
      select 1 from public.tickets k
      join public.ticket_supplements s on s.ticket_id = k.id and s.taken_back_at is null
      join public.orders o on o.id = s.order_id and o.paid_at is not null
      join public.disputes d on d.order_id = o.id
      where k.id = p_ticket
        and (d.status in ('open', 'evidence_sent') or (
          d.status = 'lost' and s.kept_at is null and o.refunded_cents >= o.total_cents and k.ticket_type_id = s.to_type_id)));
end
$$;
comment on function private.is_disputed_ticket(uuid) is
  'Returns whether a ticket is to be blocked: a dispute about its order, or about what was paid for its type, is open; or the latter was '
  'lost and the ticket is of that type all the same, because the earlier one had no place left and no admin let it keep this one.';

create function private.block_disputed(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_tickets uuid[] := array(
    select k.id from public.tickets k where k.order_id = p_order
    union
    select s.ticket_id from public.ticket_supplements s where s.order_id = p_order);
begin
  perform 1 from public.tickets where id = any (v_tickets) order by id for no key update;
  update public.tickets set blocked_at = now(), block_reason = 'chargeback'
  where id = any (v_tickets) and private.ticket_is_valid(status) and blocked_at is null and private.is_disputed_ticket(id);
  update public.tickets set blocked_at = null, block_reason = null
  where id = any (v_tickets) and block_reason = 'chargeback' and private.ticket_is_valid(status) and not private.is_disputed_ticket(id);
  update public.orders o set dispute_status = x.status
  from (
    select case when private.has_open_dispute(p_order) then 'open' when bool_or(d.status = 'lost') then 'lost'
      when bool_or(d.status = 'won') then 'won' else 'none' end as status
    from public.disputes d where d.order_id = p_order
  ) x
  where o.id = p_order and o.dispute_status <> x.status;
end
$$;
comment on function private.block_disputed(uuid) is
  'Blocks the valid tickets that an order paid for, itself or their type, while a dispute about it is open, unblocks them afterwards, and '
  'stores the order''s dispute_status. Who is inside stays inside. Orders must be locked by private.lock_orders.';

create function private.move_dispute(p_dispute uuid, p_to text, p_reason text default null) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_from text;
begin
  select status into strict v_from from public.disputes where id = p_dispute for no key update;
  if (v_from, p_to) not in (
    ('open', 'evidence_sent'), ('open', 'won'), ('open', 'lost'), ('evidence_sent', 'won'), ('evidence_sent', 'lost')
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from));
  end if;
  update public.disputes set status = p_to,
    evidence_sent_at = case when p_to = 'evidence_sent' then now() else evidence_sent_at end,
    closed_at = case when p_to in ('won', 'lost') then now() end
  where id = p_dispute;
  perform private.log_state('dispute', p_dispute, v_from, p_to, p_reason);
end
$$;
comment on function private.move_dispute(uuid, text, text) is 'Changes the state of a dispute and logs it; no other function does.';

create function private.withdraw_unsent(
  p_payment public.payments, p_amount_cents bigint, p_reason text,
  out cents_left bigint, out withdrawn_cents bigint, out owed public.refunds
)
language plpgsql volatile set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  cents_left := p_payment.amount_cents - p_payment.refunded_cents;
  withdrawn_cents := 0;
  for v_refund in
    select * from public.refunds
    where payment_id = p_payment.id and status in ('requested', 'approved', 'failed') order by status <> 'requested',
      created_at desc, id for no key update
  loop
    exit when cents_left >= p_amount_cents;
    perform private.move_refund(v_refund.id, 'withdrawn', p_reason);
    update public.payments set refunded_cents = refunded_cents - v_refund.amount_cents where id = p_payment.id;
    update public.orders set refunded_cents = refunded_cents - v_refund.amount_cents
    where id = p_payment.order_id and v_refund.status <> 'requested' and p_payment.settled_at is not null;
    if exists (select 1 from public.ledger_entries where order_id = p_payment.order_id and source_id = v_refund.id and kind = 'refund') then
      perform private.post_ledger('refund_reversed', p_payment.order_id, v_refund.amount_cents, v_refund.id);
    end if;
    cents_left := cents_left + v_refund.amount_cents;
    if v_refund.status <> 'requested' then
      withdrawn_cents := withdrawn_cents + v_refund.amount_cents;
      if v_refund.kind not in ('staff', 'buyer') then
        owed := v_refund;
      end if;
    end if;
  end loop;
end
$$;
comment on function private.withdraw_unsent(public.payments, bigint, text) is
  'Withdraws refunds of a payment that were not sent yet, requested ones first, until it has so many cents that were not refunded. Returns '
  'what it has (cents_left), the cents withdrawn of those that were decided, and the last one that the rules, not a person, decided on '
  '(owed).';

create function private.add_external_refund(p_payment public.payments, p_amount_cents bigint, p_kind text,
  p_reason text, p_provider_ref text)
returns bigint
language plpgsql volatile set search_path = ''
as $$
declare
  v_unsent record;
  v_left bigint;
  v_owed public.refunds;
  v_rest bigint;
  v_id uuid;
begin
  -- The provider has given that money back.
  v_unsent := private.withdraw_unsent(p_payment, p_amount_cents, p_reason);
  v_left := least(v_unsent.cents_left, p_amount_cents);
  if v_left <= 0 then
    return 0;
  end if;
  update public.payments set refunded_cents = refunded_cents + v_left, updated_at = now() where id = p_payment.id;
  update public.orders set refunded_cents = refunded_cents + v_left where id = p_payment.order_id and p_payment.settled_at is not null;
  insert into public.refunds (order_id, payment_id, amount_cents, currency, kind, reason, status, void_tickets, provider_ref,
    decided_at, finished_at)
  values (p_payment.order_id, p_payment.id, v_left, p_payment.currency, p_kind, p_reason, 'external', false, p_provider_ref, now(), now())
  returning id into v_id;
  perform private.log_state('refund', v_id, null, 'external', p_reason);
  -- Sends the amount that the rules owe beyond it as a refund of its own: the one withdrawn may have been tried with its whole
  -- amount. Beyond what a person decided on, persons decide.
  v_owed := v_unsent.owed;
  v_rest := case when v_owed.id is null then 0 else v_unsent.withdrawn_cents - p_amount_cents end;
  if v_owed.id is null and v_unsent.withdrawn_cents > p_amount_cents then
    -- A cancelled event owes everything, also what was left out there because a person had decided on it before.
    select least(v_unsent.withdrawn_cents - p_amount_cents, p.amount_cents - p.refunded_cents - private.cents_outside_event(o.id)),
      'event_cancelled', 'The event was canceled.'
    into v_rest, v_owed.kind, v_owed.reason
    from public.payments p
    join public.orders o on o.id = p.order_id
    join public.events e on e.id = o.event_id and e.status = 'cancelled'
    where p.id = p_payment.id;
  end if;
  if v_rest > 0 then
    v_id := private.refund_payment(p_payment.id, v_rest, v_owed.kind, v_owed.reason);
    update public.orders set refunded_cents = refunded_cents + v_rest where id = p_payment.order_id and p_payment.settled_at is not null;
    perform private.log_state('refund', v_id, null, 'approved', p_reason);
  end if;
  return v_left;
end
$$;
comment on function private.add_external_refund(public.payments, bigint, text, text, text) is
  'Books money that left a payment without us: p_kind external (refunded at the provider) or dispute (lost). Never more than was paid: '
  'refunds of ours that were not sent are withdrawn where they would be money twice, and what late or double payments and cancelled '
  'events owe beyond is a refund of its own. Returns the cents booked. All that lock_payment locks must be locked.';

create function private.apply_lost_dispute(p_payment public.payments, p_dispute public.disputes) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_cents bigint;
  v_total bigint;
  v_tickets uuid[];
begin
  v_cents := private.add_external_refund(p_payment, p_dispute.amount_cents, 'dispute', 'A dispute was lost.', p_dispute.provider_ref);
  if p_payment.settled_at is not null and exists (select 1 from public.orders where id = p_payment.order_id and paid_at is not null) then
    perform private.post_ledger('dispute', p_payment.order_id, -v_cents, p_dispute.id);
  end if;
  -- all rows are locked before the counters, pools before variants, as refunds do
  perform 1 from public.tickets k
  where k.order_id = p_payment.order_id or k.id in (select s.ticket_id from public.ticket_supplements s
    where s.order_id = p_payment.order_id)
  order by k.id for no key update;
  v_tickets := array(select id from public.tickets where order_id = p_payment.order_id and private.ticket_is_valid(status));
  select total_cents into v_total from public.orders where id = p_payment.order_id;
  perform private.refund_supplements(p_payment.order_id, v_tickets, v_total, null);
  if exists (
    select 1 from public.fulfilments where order_id = p_payment.order_id and private.fulfilment_is_waiting(status)
  ) then
    perform 1 from public.fulfilments where order_id = p_payment.order_id order by id for no key update;
    perform private.lock_stock_rows(private.order_choices(p_payment.order_id), '{}');
    perform private.cancel_fulfilments(p_payment.order_id, false, 'chargeback');
  end if;
  perform private.void_tickets(v_tickets, 'chargeback', true);
  perform private.take_back_type(p_payment.order_id);
  perform private.end_refunded_order(p_payment.order_id);
end
$$;
comment on function private.apply_lost_dispute(public.payments, public.disputes) is
  'Applies a lost dispute: books its money, voids the tickets of the order (who is inside stays so in history) and sends back what was '
  'paid for a dearer type of them, gives the ticket of a supplement its earlier type again, cancels what waits to be handed over, and '
  'ends an order of which nothing is left.';

create function private.process_dispute_event(p_event private.payment_events, p_payment public.payments) returns private.payment_events
language plpgsql volatile set search_path = ''
as $$
declare
  v_event private.payment_events := p_event;
  v_dispute public.disputes;
  v_to text := case p_event.kind when 'dispute_review' then 'evidence_sent' when 'dispute_won' then 'won' when 'dispute_lost'
    then 'lost' end;
begin
  v_event.outcome := 'disputed';
  select * into v_dispute from public.disputes
  where provider = v_event.provider and provider_ref = v_event.payload ->> 'dispute_ref' for no key update;
  if not found then
    insert into public.disputes (order_id, payment_id, provider, provider_ref, amount_cents, currency, reason_code, is_inquiry,
      evidence_due_at, opened_at)
    values (p_payment.order_id, p_payment.id, v_event.provider, v_event.payload ->> 'dispute_ref', v_event.amount_cents, v_event.currency,
      left(coalesce(nullif(v_event.payload ->> 'reason', ''), 'general'), 100),
        coalesce((v_event.payload ->> 'is_inquiry')::boolean, false),
      to_timestamp((v_event.payload ->> 'due_at')::bigint), to_timestamp(coalesce((v_event.payload ->> 'opened_at')::bigint,
        (v_event.payload ->> 'created')::bigint)))
    returning * into v_dispute;
    perform private.log_state('dispute', v_dispute.id, null, 'open', v_dispute.reason_code);
  elsif v_dispute.status in ('won', 'lost') then
    v_event.outcome := 'ignored'; -- how it ended is final
    return v_event;
  else
    -- An older event does not turn an escalated inquiry into one again.
    update public.disputes set is_inquiry = is_inquiry and coalesce((v_event.payload ->> 'is_inquiry')::boolean, false),
      evidence_due_at = coalesce(to_timestamp((v_event.payload ->> 'due_at')::bigint), evidence_due_at)
    where id = v_dispute.id returning * into v_dispute;
  end if;
  if v_to is not null and v_to <> v_dispute.status then
    perform private.move_dispute(v_dispute.id, v_to, 'provider');
  elsif v_dispute.status = 'evidence_sent' then
    v_event.outcome := 'ignored';
  end if;
  if v_to = 'lost' then
    perform private.apply_lost_dispute(p_payment, v_dispute);
  end if;
  perform private.block_disputed(p_payment.order_id);
  return v_event;
end
$$;
comment on function private.process_dispute_event(private.payment_events, public.payments) is
  'Applies an event about a dispute to its payment, which paid: opens the dispute if it is new, moves it forward, never back. Returns the '
  'event with its outcome.';

create function private.process_refund_at_provider(p_event private.payment_events, p_payment public.payments) returns private.payment_events
language plpgsql volatile set search_path = ''
as $$
declare
  v_event private.payment_events := p_event;
begin
  if exists (select 1 from public.refunds where payment_id = p_payment.id and provider_ref = v_event.payment_ref) then
    v_event.outcome := 'ignored'; -- reported twice
  elsif v_event.currency is distinct from p_payment.currency then
    v_event.outcome := 'parked';
    v_event.reason := 'currency_mismatch';
  elsif p_payment.amount_cents - p_payment.refunded_cents < v_event.amount_cents
    and exists (select 1 from public.refunds where payment_id = p_payment.id and status = 'submitted') then
    v_event.outcome := 'parked'; -- one of the two fails at the provider; until it is known which, none is booked
    v_event.reason := 'refund_in_flight';
  elsif private.add_external_refund(p_payment, v_event.amount_cents, 'external', 'Refunded at the payment provider.', v_event.payment_ref)
    < v_event.amount_cents then
    v_event.outcome := 'parked';
    v_event.reason := 'refund_too_large';
  else
    v_event.outcome := 'refunded';
  end if;
  return v_event;
end
$$;
comment on function private.process_refund_at_provider(private.payment_events, public.payments) is
  'Books a refund that was made at the provider: a row with the state external, which asks admins what becomes of the tickets. Returns '
  'the event with its outcome.';

create function private.process_money_event(p_event private.payment_events, p_payment public.payments) returns private.payment_events
language plpgsql volatile set search_path = ''
as $$
declare
  v_event private.payment_events := p_event;
begin
  v_event.order_id := p_payment.order_id;
  v_event.reason := null;
  if p_payment.status <> 'succeeded' then
    v_event.outcome := 'parked';
    v_event.reason := 'payment_open';
    return v_event;
  end if;
  return case when v_event.kind like 'dispute%' then private.process_dispute_event(v_event, p_payment)
    else private.process_refund_at_provider(v_event, p_payment) end;
end
$$;
comment on function private.process_money_event(private.payment_events, public.payments) is
  'Applies an event about money that left a payment without us, a dispute or a refund made at the provider, and returns it with its '
  'outcome. Until the payment is known to have succeeded it is parked as payment_open.';

create function private.apply_parked_events(p_payment uuid) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_payment public.payments;
  v_event private.payment_events;
  v_count int := 0;
begin
  select * into strict v_payment from public.payments where id = p_payment;
  for v_event in
    select * from private.payment_events
    where provider = v_payment.provider and reason in ('payment_open', 'refund_in_flight')
      and coalesce(payload ->> 'payment_ref', payment_ref) = v_payment.provider_ref
    order by received_at, event_id for no key update
  loop
    select * into strict v_payment from public.payments where id = p_payment;
    v_event := private.process_money_event(v_event, v_payment);
    update private.payment_events set order_id = v_event.order_id, outcome = v_event.outcome, reason = v_event.reason
    where provider = v_event.provider and event_id = v_event.event_id;
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function private.apply_parked_events(uuid) is
  'Takes in what was parked until a payment had succeeded or a refund of it had ended. The payment must be locked by lock_payment. '
  'Returns how many events.';

create function public.retry_parked_events() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_payment uuid;
  v_count int := 0;
begin
  -- one payment only: the locks of two would be taken in no fixed order
  select p.id into v_payment
  from private.payment_events e
  join public.payments p on p.provider = e.provider and p.provider_ref = coalesce(e.payload ->> 'payment_ref', e.payment_ref)
  where e.reason in ('payment_open', 'refund_in_flight') and p.status = 'succeeded' and (e.reason = 'payment_open' or not exists (
    select 1 from public.refunds r where r.payment_id = p.id and r.status = 'submitted'))
  order by e.received_at limit 1;
  if found then
    perform private.lock_payment(v_payment);
    v_count := private.apply_parked_events(v_payment);
  end if;
  return v_count;
end
$$;
comment on function public.retry_parked_events() is
  'For the worker: takes in the parked events of one payment whose reason to wait is over. Returns how many events, 0 when none waits; '
  'call it until then.';

create function public.apply_dispute_event(
  p_provider text, p_event_id text, p_kind text, p_dispute_ref text, p_payment_ref text, p_amount_cents bigint, p_currency text,
  p_payload jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event private.payment_events;
  v_payment uuid;
begin
  insert into private.payment_events (provider, event_id, kind, payment_ref, amount_cents, currency, payload)
  values (p_provider, p_event_id, p_kind, p_payment_ref, p_amount_cents, p_currency,
    coalesce(p_payload, '{}') || jsonb_build_object('dispute_ref', p_dispute_ref))
  on conflict do nothing
  returning * into v_event;
  if not found then
    return (
      select private.event_response(e, true) from private.payment_events e where e.provider = p_provider and e.event_id = p_event_id
    );
  end if;
  v_payment := private.find_payment(p_provider, p_payment_ref);
  if v_payment is null then
    perform private.lock_payment_ref(p_provider, p_payment_ref);
    v_payment := private.find_payment(p_provider, p_payment_ref);
  end if;
  if v_payment is null then
    v_event.outcome := 'parked';
    v_event.reason := 'unknown_payment';
  else
    v_event := private.process_money_event(v_event, private.lock_payment(v_payment));
  end if;
  update private.payment_events set order_id = v_event.order_id, outcome = v_event.outcome, reason = v_event.reason
  where provider = p_provider and event_id = p_event_id;
  return private.event_response(v_event, false);
end
$$;
comment on function public.apply_dispute_event(text, text, text, text, text, bigint, text, jsonb) is
  'Takes in one verified event of a provider about a dispute, named by the provider''s references of it and of the payment: {outcome, '
  'orderId, reason, duplicate}. p_kind: dispute_open, dispute_review (the bank has the evidence), dispute_won or dispute_lost. p_payload: '
  '{created, reason, due_at, opened_at, is_inquiry}, instants as Unix seconds. Repeated, late and reordered events are harmless: a '
  'dispute only moves forward. Parked until the payment is known to have succeeded.';

create function public.claim_open_disputes(p_provider text, p_limit int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refs jsonb;
begin
  with due as (
    select id from public.disputes
    where provider = p_provider and status in ('open', 'evidence_sent') and coalesce(looked_up_at, '-infinity') < now() - interval '1 hour'
    order by looked_up_at nulls first limit least(p_limit, 50)
  ), claimed as (
    update public.disputes d set looked_up_at = now() from due where d.id = due.id returning d.provider_ref
  )
  select coalesce(jsonb_agg(provider_ref), '[]') into v_refs from claimed;
  return v_refs;
end
$$;
comment on function public.claim_open_disputes(text, int) is
  'For the worker: the provider''s references of open disputes whose state was not asked for in the last hour, [ref]; they count as asked '
  'for from now on.';

create function public.list_disputes(p_open boolean default false, p_after uuid default null, p_limit int default 50) returns jsonb
language sql stable set search_path = ''
as $$
  with listed as (
    select x.*, row_number() over (order by x.closed_at is not null, array_position(array['open', 'evidence_sent'], x.status),
      case when x.closed_at is null then x.evidence_due_at end, x.opened_at desc, x.id) as at
    from public.disputes x where not coalesce(p_open, false) or x.closed_at is null
  ), page as (
    select * from listed l where l.at > coalesce((select a.at from listed a where a.id = p_after), 0)
    order by l.at limit least(greatest(coalesce(p_limit, 50), 1), 200) + 1
  ), shown as (
    select * from page p order by p.at limit least(greatest(coalesce(p_limit, 50), 1), 200)
  )
  select jsonb_build_object(
    'total', case when p_after is null then (
      select private.list_total(count(*), 10000, sum(f.amount_cents) filter (where f.currency = (select s.currency from public.settings s)))
      from (select l.amount_cents, l.currency from listed l limit 10001) f) end,
    'currency', (select s.currency from public.settings s),
    'disputes', coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'orderCode', o.code, 'buyer', o.name, 'amountCents', d.amount_cents,
      'currency', d.currency, 'reasonCode', d.reason_code, 'isInquiry', d.is_inquiry, 'status', d.status, 'dueAt', d.evidence_due_at,
      'openedAt', d.opened_at, 'closedAt', d.closed_at) order by d.at), '[]'),
    'next', case when (select count(*) from page) > count(*) then (array_agg(d.id order by d.at desc))[1] end,
    'timeZone', (select s.time_zone from public.settings s), 'now', now())
  from shown d join public.orders o on o.id = d.order_id
$$;
comment on function public.list_disputes(boolean, uuid, int) is
  'Disputes for admins, under their row policies: open ones first by the deadline for their evidence, then the decided ones, the latest '
  'first; with p_open only open ones. {disputes (p_limit, at most 200, after the dispute p_after), next (the last shown, null when there '
  'are no more), total (private.list_total of those that match with their money, on the first page only), timeZone, currency, now}.';

create function public.check_dispute_evidence(p_dispute uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_dispute public.disputes;
begin
  perform private.require_permission('manage_orders');
  perform private.require_proof();
  select * into v_dispute from public.disputes where id = p_dispute;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_dispute.status <> 'open' or v_dispute.evidence_due_at <= now() then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_dispute.status));
  end if;
end
$$;
comment on function public.check_dispute_evidence(uuid) is
  'Admin, with a recent proof: returns when evidence for a dispute may be sent to the provider now. Refuses not_allowed, password_needed, '
  'not_found, invalid_state.';

create function public.record_dispute_evidence(p_dispute uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_dispute public.disputes;
begin
  perform private.require_permission('manage_orders');
  perform private.require_proof();
  select * into v_dispute from public.disputes where id = p_dispute;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  -- the locks of an event about it, in their order: the provider reports the same at this moment
  perform private.lock_payment(v_dispute.payment_id);
  select * into v_dispute from public.disputes where id = p_dispute for no key update;
  if v_dispute.status = 'open' then
    perform private.move_dispute(p_dispute, 'evidence_sent', 'sent by an admin');
  end if;
  update public.disputes set evidence_sent_by = auth.uid(), evidence_sent_at = coalesce(evidence_sent_at, now())
  where id = p_dispute and evidence_sent_by is null;
  perform private.audit_change('order.dispute_evidence', 'order', v_dispute.order_id::text, to_jsonb(v_dispute) - 'evidence_sent_by',
    (select to_jsonb(d) - 'evidence_sent_by' from public.disputes d where d.id = p_dispute), jsonb_build_object('dispute_id', p_dispute));
  return (select status from public.disputes where id = p_dispute);
end
$$;
comment on function public.record_dispute_evidence(uuid) is
  'Admin, with a recent proof: stores that the provider has taken the evidence, and who sent it; returns the state of the dispute. '
  'Refuses not_allowed, password_needed, not_found.';

revoke execute on function
  public.list_disputes(boolean, uuid, int), public.check_dispute_evidence(uuid), public.record_dispute_evidence(uuid),
  public.claim_open_disputes(text, int), private.has_open_dispute(uuid), private.has_disputed_money(uuid), private.check_refundable(uuid),
  private.is_disputed_ticket(uuid), private.block_disputed(uuid), private.move_dispute(uuid, text, text),
  private.withdraw_unsent(public.payments, bigint, text), private.add_external_refund(public.payments, bigint, text, text, text),
  private.apply_lost_dispute(public.payments, public.disputes), private.process_dispute_event(private.payment_events, public.payments),
  private.process_refund_at_provider(private.payment_events, public.payments),
  private.process_money_event(private.payment_events, public.payments), private.apply_parked_events(uuid), public.retry_parked_events(),
  public.apply_dispute_event(text, text, text, text, text, bigint, text, jsonb)
from public, anon, authenticated, service_role;
grant execute on function
  public.claim_open_disputes(text, int), public.retry_parked_events(), public.apply_dispute_event(text, text, text, text,
    text, bigint, text, jsonb)
to service_role;
grant execute on function
  public.list_disputes(boolean, uuid, int), public.check_dispute_evidence(uuid), public.record_dispute_evidence(uuid)
to authenticated;
