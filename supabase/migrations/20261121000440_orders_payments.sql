-- Applies the events of payment providers: issues tickets, or refunds the money.

create function private.queue_mail(p_kind text, p_order uuid, p_suffix text default '') returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select p_kind, concat_ws(':', p_kind, o.id, nullif(p_suffix, ''), lower(o.email)), o.email, 'order', o.id,
    jsonb_strip_nulls(jsonb_build_object('refundId', nullif(p_suffix, '')))
  from public.orders o where o.id = p_order
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.queue_mail(text, uuid, text) is
  'Queues a mail to an order''s buyer, once per order, kind, recipient and suffix. The suffix is the id of the refund that the mail is '
  'about, if it is about one.';

create function private.refund_payment(
  p_payment uuid, p_amount_cents bigint, p_kind text, p_reason text, p_lines uuid[] default null, p_cents bigint[] default null
) returns uuid
language sql volatile set search_path = ''
as $$
  with booked as (
    update public.payments set refunded_cents = refunded_cents + p_amount_cents, updated_at = now()
    where id = p_payment returning order_id, id, currency
  )
  insert into public.refunds (order_id, payment_id, amount_cents, currency, kind, reason, status, void_tickets,
    decided_at, line_ids, line_cents)
  select order_id, id, p_amount_cents, currency, p_kind, p_reason, 'approved', false, now(), p_lines, p_cents from booked
  returning id
$$;
comment on function private.refund_payment(uuid, bigint, text, text, uuid[], bigint[]) is
  'Sends money back by the rules, not by a person: late or double payments, cancelled events, goods (p_lines with p_cents each). A worker '
  'carries it out.';

create function private.add_fulfilments(p_order uuid, p_kind text) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_added int;
begin
  with added as (
    insert into public.fulfilments (order_id, order_line_id, quantity, delivery, pickup_point_id)
    select l.order_id, l.id, l.quantity, l.delivery, l.pickup_point_id from public.order_lines l where l.order_id = p_order
      and l.kind = p_kind order by l.id
    returning id
  )
  select count(private.log_state('fulfilment', id, null, 'unfulfilled')) into strict v_added from added;
  return v_added;
end
$$;
comment on function private.add_fulfilments(uuid, text) is
  'Writes down that the lines of a kind have to be handed over or shipped, one fulfilment per line. Returns how many.';

create function private.fulfil_order(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.fulfil_of_kind(k.kind, p_order)
  from (select distinct l.kind from public.order_lines l where l.order_id = p_order order by 1) k;
end
$$;
comment on function private.fulfil_order(uuid) is 'Gives the buyer of a paid order what its lines are: each kind by private.fulfil_<kind>.';

create function private.sell_hold(p_hold uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.move_hold(p_hold, 'converted', 'paid');
  perform private.change_hold_stock(array(select l.id from public.hold_lines l where l.hold_id = p_hold), -1, 1);
end
$$;
comment on function private.sell_hold(uuid) is 'Turns what a hold has set aside into sold units. The hold must be locked.';

create function private.retake_stock(p_order public.orders) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_choices private.line_choice[] := private.order_choices(p_order.id);
begin
  perform private.lock_stock(p_order.event_id, v_choices, null, p_order.code_id);
  perform private.change_stock(v_choices, 0, 1);
  if p_order.code_id is not null then
    perform private.change_code_uses(p_order.code_id, 1, p_order.code_units,
      (select coalesce(sum(l.discount_cents), 0)::bigint from public.order_lines l where l.order_id = p_order.id and l.code_units > 0), 0,
      1);
  end if;
  perform private.change_releases(array_agg(l.release_id), array_agg(l.quantity), 0, 1)
  from public.order_lines l where l.order_id = p_order.id;
  perform private.rebook_tables(p_order);
  return null;
exception when sqlstate 'PGRST' then -- refused: what was taken in this block is undone
  return case when sqlerrm::jsonb ->> 'message' = 'code_used_up' then 'code_used_up' else 'sold_out' end;
end
$$;
comment on function private.retake_stock(public.orders) is
  'Takes the stock of an order and the use of its code again after its hold ended, at the prices it was sold for. Returns null, or '
  'sold_out or code_used_up, and nothing taken, when either is gone.';

create function private.limit_reached(p_event public.events, p_order public.orders) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if p_event.id is not null then
    -- The hold of an order that ended may be the cart of a later one by now.
    perform private.check_person_limit(p_event, p_order.owner_id, private.typed_mailboxes(p_order),
      case when private.order_is_open(p_order.status) then p_order.hold_id end,
      private.limited_units(p_order.id));
    perform private.check_card_limit(p_event, p_order);
  end if;
  perform private.check_product_limits(private.order_choices(p_order.id), p_order.owner_id,
    private.typed_mailboxes(p_order), p_order.hold_id, '{}');
  if p_order.code_id is not null then
    perform private.check_code_person(c, p_order.owner_id, private.typed_mailboxes(p_order), p_order.hold_id)
    from public.promo_codes c where c.id = p_order.code_id;
  end if;
  return null;
exception when sqlstate 'PGRST' then
  return case when sqlerrm::jsonb ->> 'message' = 'code_person_limit' then 'code_used_up' else 'over_limit' end;
end
$$;
comment on function private.limit_reached(public.events, public.orders) is
  'Returns the limit per person that an order which was paid would take its buyer above, by account, by mailbox, the typed one included, '
  'and by card: over_limit = of the event or a product, code_used_up = of its code; null = none.';

create function private.refuse_settlement(p_order public.orders, p_payment uuid, p_hold text, p_why text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if p_hold in ('active', 'pinned') then
    perform private.lock_stock(p_order.event_id, '{}', p_order.hold_id);
    -- one that had ended was given back with the ended ones
    if exists (select 1 from public.holds where id = p_order.hold_id and status in ('active', 'pinned')) then
      perform private.change_hold_stock(array(select l.id from public.hold_lines l where l.hold_id = p_order.hold_id), -1, 0);
      perform private.move_hold(p_order.hold_id, 'released', p_why);
    end if;
  end if;
  if private.order_is_open(p_order.status) then
    perform private.move_order(p_order.id, 'expired', p_why);
  end if;
  perform private.refund_payment(p_payment, p_order.total_cents,
    case when p_why in ('over_limit', 'code_used_up') then 'over_limit' when p_why = 'refused' then 'refused' else 'late_payment' end,
    case p_why
      when 'event_cancelled' then 'The event was canceled before the payment finished.'
      when 'event_over' then 'The event was over when the payment finished.'
      when 'refused' then 'The buyer or the card is blocked.'
      when 'over_limit' then 'The buyer''s mailbox or card has as many as one person may have.'
      when 'code_used_up' then 'The code of this order was used as often as it may be when the payment finished.'
      when 'supplement_over' then 'The ticket could not change its type any more when the payment finished.'
      else 'Nothing was left when the payment finished.'
    end);
  update public.payments set settled_at = now() where id = p_payment;
  update public.orders set refunded_cents = total_cents where id = p_order.id;
  perform private.move_order(p_order.id, 'cancelled', p_why);
  -- Gives the reason only by mail, so that a person who typed a stranger's address learns nothing about them.
  perform private.queue_mail(
    case p_why
      when 'sold_out' then 'order_too_late' when 'event_over' then 'order_event_over' when 'over_limit' then 'order_over_limit'
      when 'code_used_up' then 'order_code_used_up' when 'refused' then 'order_refused' when 'supplement_over' then 'order_supplement_over'
      else 'event_cancelled'
    end, p_order.id);
  perform private.join_event_change(p_order.id);
end
$$;
comment on function private.refuse_settlement(public.orders, uuid, text, text) is
  'Cancels an order whose payment came for what can no longer be sold: releases its hold (p_hold = its status), refunds the payment '
  'whole, and mails the buyer. p_why = what settle_order found. The order must be locked.';

create function private.settle_order(p_order uuid, p_payment uuid) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
  v_event public.events;
  v_hold text;
  v_why text;
begin
  select * into strict v_order from public.orders where id = p_order for no key update;
  if exists (select 1 from public.payments where id = p_payment and settled_at is not null) then
    return 'already_paid';
  end if;
  if private.order_is_settled(v_order.status) then
    -- Refunds a second payment for a settled order.
    perform private.refund_payment(p_payment, amount_cents, 'double_payment', 'This order was already settled.')
    from public.payments where id = p_payment and refunded_cents = 0;
    return 'refunding';
  end if;

  if private.order_is_open(v_order.status) then
    select status into v_hold from public.holds where id = v_order.hold_id for no key update;
  end if;
  select * into v_event from public.events where id = v_order.event_id; -- none: nothing of an event is in it
  if v_event.status in ('cancelled', 'archived') then
    v_why := 'event_cancelled';
  elsif v_event.ends_at <= now() then
    v_why := 'event_over';
  elsif private.is_buyer_blocked(v_order.owner_id, private.typed_mailboxes(v_order), null,
    (select card_fingerprint from public.payments where id = p_payment)) then
    v_why := 'refused';
  elsif v_order.supplement_of is not null then
    perform 1 from public.tickets k join public.ticket_supplements s on s.ticket_id = k.id
      where s.order_id = p_order for no key update of k;
    v_why := private.supplement_over(p_order);
  elsif private.goods_shipping_over(p_order) then
    v_why := 'sold_out';
  elsif p_payment is not null then
    v_why := private.limit_reached(v_event, v_order);
  end if;
  if v_why is null and v_hold in ('active', 'pinned') then
    perform private.sell_hold(v_order.hold_id); -- unswept means still ours, even a moment late
  elsif v_why is null then
    v_why := private.retake_stock(v_order);
    update public.orders set late_rescue = true where id = p_order and v_why is null;
  end if;

  if v_why is not null then
    perform private.refuse_settlement(v_order, p_payment, v_hold, v_why);
    return 'refunding';
  end if;

  perform private.move_order(p_order, 'paid', case when p_payment is null then 'nothing to pay' else 'payment' end);
  update public.payments set settled_at = now() where id = p_payment;
  perform private.post_sales(array[p_order]);
  perform private.fulfil_order(p_order);
  perform private.queue_mail('order_paid', p_order);
  perform private.join_event_change(p_order);
  perform private.issue_receipt(p_order);
  return 'paid';
end
$$;
comment on function private.settle_order(uuid, uuid) is
  'Settles a paid order in the caller''s transaction: stock sold, sale booked in the ledger, tickets issued and fulfilments written, mail '
  'queued. After the hold ended it takes the stock again. All money goes back when nothing is left, when the event is cancelled or over, '
  'when the buyer''s mailbox has its fill of tickets or of uses of the code, or when the ticket of a supplement cannot change its type '
  'any more.';

create function private.lock_payment_ref(p_provider text, p_ref text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payment ' || p_provider || ' ' || p_ref, 0));
end
$$;
comment on function private.lock_payment_ref(text, text) is
  'Locks a provider''s reference before it is stored or found missing, so that an event and store_payment_ref never miss one another. '
  'Taken before every other lock.';

create function private.find_payment(p_provider text, p_ref text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (select id from public.payments where provider = p_provider and provider_ref = p_ref);
end
$$;
comment on function private.find_payment(text, text) is 'The payment with a provider''s reference, or null.';

create function private.lock_goods_order(p_order uuid) returns public.orders
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.lock_refund_event(p_order, true);
  select * into v_order from public.orders where id = p_order for no key update;
  perform 1 from public.fulfilments where order_id = p_order order by id for no key update;
  return v_order;
end
$$;
comment on function private.lock_goods_order(uuid) is
  'Locks what every change of an order''s goods locks first: its event against cancelling, the order, its fulfilments by id.';

create function private.lock_payment(p_payment uuid) returns public.payments
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
  v_payment public.payments;
begin
  select o.* into strict v_order from public.payments p join public.orders o on o.id = p.order_id where p.id = p_payment;
  perform private.lock_person(v_order.owner_id);
  select * into v_order from public.orders where id = v_order.id; -- until now its buyer could correct the address
  perform private.lock_mailboxes(v_order.event_id, private.typed_mailboxes(v_order));
  perform private.lock_mailboxes(v_order.code_id, private.typed_mailboxes(v_order));
  perform private.lock_limited_products(private.order_choices(v_order.id), private.typed_mailboxes(v_order));
  perform private.lock_settlement(v_order.event_id, false);
  -- the order of goods whose shipping this one pays
  perform private.lock_goods_order(s.goods_order_id) from private.goods_shippings s where s.order_id = v_order.id;
  perform private.lock_orders(array[v_order.id]);
  select * into v_payment from public.payments where id = p_payment for no key update;
  return v_payment;
end
$$;
comment on function private.lock_payment(uuid) is
  'Locks all that the settlement of a payment touches, in the order that every selling function keeps: person, mailboxes, event, order, '
  'payment.';

create function private.process_payment_event(p_event private.payment_events, p_payment uuid) returns private.payment_events
language plpgsql volatile set search_path = ''
as $$
declare
  v_payment public.payments;
  v_event private.payment_events := p_event;
begin
  if v_event.kind = 'succeeded' then
    perform private.lock_card(v_event.payload ->> 'card_fingerprint');
  end if;
  v_payment := private.lock_payment(p_payment);
  if v_event.kind like 'dispute%' then
    return private.process_money_event(v_event, v_payment);
  end if;
  v_event.order_id := v_payment.order_id;
  v_event.reason := null;
  if v_event.kind = 'succeeded' and v_event.amount_cents is distinct from v_payment.amount_cents then
    v_event.outcome := 'parked';
    v_event.reason := 'amount_mismatch';
  elsif v_event.kind = 'succeeded' and v_event.currency is distinct from v_payment.currency then
    v_event.outcome := 'parked';
    v_event.reason := 'currency_mismatch';
  else
    update public.payments p set card_fingerprint = coalesce(v_event.payload ->> 'card_fingerprint', p.card_fingerprint),
      card_brand = coalesce(substring(lower(v_event.payload ->> 'card_brand') from '^[a-z_]{2,30}$'), p.card_brand),
      card_last4 = coalesce(substring(v_event.payload ->> 'card_last4' from '^[0-9]{4}$'), p.card_last4)
    where p.id = p_payment and coalesce(v_event.payload ->> 'card_fingerprint', v_event.payload ->> 'card_last4') is not null;
    v_event.outcome := private.apply_to_payment(v_payment, v_event.kind, left(v_event.payload ->> 'failure_code', 100));
    if v_event.kind = 'succeeded' then
      perform private.apply_parked_events(p_payment);
    end if;
  end if;
  return v_event;
end
$$;
comment on function private.process_payment_event(private.payment_events, uuid) is
  'Applies an event of the inbox to its payment and returns the event with its outcome, which the caller stores.';

create function public.apply_payment_event(
  p_provider text, p_event_id text, p_kind text, p_payment_ref text, p_amount_cents bigint, p_currency text, p_payload jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_event private.payment_events;
  v_payment uuid;
begin
  -- The primary key makes a second copy wait here for the first one, and then find its outcome.
  insert into private.payment_events (provider, event_id, kind, payment_ref, amount_cents, currency, payload)
  values (p_provider, p_event_id, p_kind, p_payment_ref, p_amount_cents, p_currency, coalesce(p_payload, '{}'))
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
    v_event := private.process_payment_event(v_event, v_payment);
  end if;
  update private.payment_events set order_id = v_event.order_id, outcome = v_event.outcome, reason = v_event.reason
  where provider = p_provider and event_id = p_event_id;
  return private.event_response(v_event, false);
end
$$;
comment on function public.apply_payment_event(text, text, text, text, bigint, text, jsonb) is
  'Takes in one verified event of a provider about the payment with its reference p_payment_ref and does what follows, in one '
  'transaction: {outcome, orderId, reason, duplicate}. p_kind: succeeded, failed, processing or expired. Repeated, late and reordered '
  'events are harmless; a wrong amount, a wrong currency or an unknown payment is parked. What was parked as unknown is taken in by '
  'store_payment_ref.';

create function private.event_response(p_event private.payment_events, p_duplicate boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object('outcome', p_event.outcome, 'orderId', p_event.order_id, 'reason', p_event.reason, 'duplicate', p_duplicate);
end
$$;
comment on function private.event_response(private.payment_events, boolean) is
  'Builds the response about a payment event: {outcome, orderId, reason, duplicate}.';

create function public.store_payment_ref(p_payment uuid, p_provider_ref text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_provider text;
  v_event private.payment_events;
begin
  select provider into v_provider from public.payments where id = p_payment;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_payment_ref(v_provider, p_provider_ref);
  if exists (
    select 1 from private.payment_events
    where provider = v_provider and payment_ref = p_provider_ref and reason = 'unknown_payment'
  ) then
    perform private.lock_card(c.card) from (
      select distinct payload ->> 'card_fingerprint' as card from private.payment_events
      where provider = v_provider and payment_ref = p_provider_ref and reason = 'unknown_payment' order by 1) c;
    perform private.lock_payment(p_payment);
  end if;
  update public.payments set provider_ref = p_provider_ref, updated_at = now() where id = p_payment and provider_ref is null;
  if not found then
    return;
  end if;
  for v_event in
    select * from private.payment_events
    where provider = v_provider and payment_ref = p_provider_ref and reason = 'unknown_payment' order by kind like 'dispute%', received_at,
      event_id
  loop
    v_event := private.process_payment_event(v_event, p_payment);
    update private.payment_events set order_id = v_event.order_id, outcome = v_event.outcome, reason = v_event.reason
    where provider = v_event.provider and event_id = v_event.event_id;
  end loop;
end
$$;
comment on function public.store_payment_ref(uuid, text) is
  'Stores the provider''s reference of a payment, once; later calls change nothing. Events about that reference that arrived first are '
  'taken in, in the same transaction. Refuses not_found.';

create function private.apply_to_payment(p_payment public.payments, p_kind text, p_failure_code text) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_payment.order_id;
  if p_kind = 'succeeded' then
    update public.payments set status = 'succeeded', failure_code = null, updated_at = now() where id = p_payment.id;
    return private.settle_order(p_payment.order_id, p_payment.id);
  end if;
  if p_kind = 'expired' then
    update public.payments set closed_at = now() where id = p_payment.id and closed_at is null;
  end if;
  -- An event older than what we know: success is final, and what was cancelled or failed does not start again.
  if p_payment.status not in ('created', 'processing') or (p_kind = 'processing' and p_payment.status = 'processing') then
    return 'ignored';
  end if;
  update public.payments set status = case p_kind when 'expired' then 'cancelled' else p_kind end,
    failure_code = case when p_kind = 'failed' then p_failure_code end, updated_at = now()
  where id = p_payment.id;
  if p_kind = 'expired' then
    -- While the hold lives, the buyer may begin another payment.
    if private.order_is_paying(v_order.status) then
      perform private.move_order(v_order.id, 'payment_failed', 'expired at the provider');
    end if;
    return 'cancelled';
  end if;
  if p_kind = 'failed' then
    if private.order_awaits_payment(v_order.status) then
      perform private.move_order(v_order.id, 'payment_failed', p_failure_code);
    end if;
    return 'failed';
  end if;
  if private.order_awaits_buyer(v_order.status) then
    perform private.move_order(v_order.id, 'processing', 'provider');
    perform private.pin_hold(v_order.hold_id);
  end if;
  return 'processing';
end
$$;
comment on function private.apply_to_payment(public.payments, text, text) is
  'Applies a payment event to its payment and order. Order and payment must be locked.';

create function private.pin_hold(p_hold uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_hold public.holds;
begin
  select * into v_hold from public.holds where id = p_hold for no key update;
  if v_hold.status = 'active' and v_hold.pinned_at is null and v_hold.expires_at > now() then
    perform private.move_hold(p_hold, 'pinned', 'payment in progress');
    update public.holds set expires_at = greatest(expires_at, now() + make_interval(mins => (select pin_minutes from public.settings)))
    where id = p_hold;
  end if;
end
$$;
comment on function private.pin_hold(uuid) is 'Keeps a hold alive while its payment finishes: once, for the minutes that settings give.';
