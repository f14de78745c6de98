-- From a hold to an order, and from an order to an attempt to pay it.

create function private.move_order(p_order uuid, p_to text, p_reason text default null) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_from text;
begin
  select status into strict v_from from public.orders where id = p_order for no key update;
  if (v_from, p_to) not in (
    ('awaiting_payment', 'processing'), ('awaiting_payment', 'paid'), ('awaiting_payment', 'payment_failed'),
    ('awaiting_payment', 'expired'),
    ('processing', 'paid'), ('processing', 'payment_failed'), ('processing', 'expired'),
    ('payment_failed', 'awaiting_payment'), ('payment_failed', 'processing'), ('payment_failed', 'paid'), ('payment_failed', 'expired'),
    ('expired', 'paid'), ('expired', 'cancelled'), ('paid', 'cancelled')
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from));
  end if;
  update public.orders set
    status = p_to,
    paid_at = case when p_to = 'paid' then now() else paid_at end,
    cancelled_at = case when p_to = 'cancelled' then now() end
  where id = p_order;
  perform private.log_state('order', p_order, v_from, p_to, p_reason);
end
$$;
comment on function private.move_order(uuid, text, text) is
  'Changes the state of an order and logs it; no other function does. An order is paid at most once, and never after it was cancelled.';

create function private.end_order(p_order uuid, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.move_order(p_order, 'expired', p_reason);
  update public.payments set status = 'cancelled', updated_at = now() where order_id = p_order and status in ('created', 'processing');
end
$$;
comment on function private.end_order(uuid, text) is
  'Ends an unpaid order and its open payment. Money that arrives later is settled or sent back all the same.';

create function private.check_order_sums() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order uuid;
begin
  if tg_table_name = 'orders' then
    v_order := new.id;
  else
    v_order := coalesce(new.order_id, old.order_id);
  end if;
  if exists (
    select 1 from public.orders o
    cross join lateral (
      select coalesce(sum(l.quantity * l.unit_face_cents), 0) as face, coalesce(sum(l.discount_cents), 0) as discount,
        coalesce(sum(l.fee_cents), 0) as fee, coalesce(sum(l.tax_cents), 0) as tax, coalesce(sum(l.total_cents), 0) as total
      from public.order_lines l where l.order_id = o.id
    ) s
    where o.id = v_order
      and (o.face_cents, o.discount_cents, o.fee_cents, o.tax_cents, o.total_cents)
        is distinct from (s.face, s.discount, s.fee, s.tax, s.total)
  ) then
    raise exception 'order % is not the sum of its lines', v_order using errcode = 'check_violation';
  end if;
  return null;
end
$$;
comment on function private.check_order_sums() is 'Constraint trigger, at commit: an order''s amounts are the sums of its lines.';
create constraint trigger orders_sums after insert or update of face_cents, fee_cents, tax_cents, discount_cents,
  total_cents on public.orders
  deferrable initially deferred for each row execute function private.check_order_sums();
create constraint trigger order_lines_sums after insert or update or delete on public.order_lines
  deferrable initially deferred for each row execute function private.check_order_sums();

create function private.event_of_item(p_kind text, p_item uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_kind public.line_kinds;
  v_event uuid;
begin
  select * into strict v_kind from public.line_kinds where kind = p_kind;
  if v_kind.needs_event then
    execute format('select event_id from %s where id = $1', v_kind.catalogue) into strict v_event using p_item;
  end if;
  return v_event;
end
$$;
comment on function private.event_of_item(text, uuid) is
  'Returns the event that an item belongs to, null for one of a kind that needs none.';

create function private.check_line_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_event uuid := private.event_of_item(new.kind, new.item_id);
begin
  if v_event is not null and not exists (select 1 from public.orders o where o.id = new.order_id and o.event_id = v_event) then
    raise exception 'line % is not of the event of its order', new.id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
comment on function private.check_line_event() is
  'Constraint trigger, at commit: an order has things of one event at most, and event_id names it.';
create constraint trigger order_lines_event after insert on public.order_lines
  deferrable initially deferred for each row execute function private.check_line_event();

create function private.read_buyer(p_buyer jsonb, out email text, out name text, out phone text,
  out marketing boolean, out terms_version text)
language plpgsql immutable set search_path = ''
as $$
begin
  if p_buyer -> 'terms' is distinct from 'true'::jsonb then
    perform private.refuse(422, 'terms_required');
  end if;
  terms_version := p_buyer ->> 'terms_version';
  if terms_version is null or length(terms_version) not between 1 and 40 then
    perform private.refuse(422, 'terms_required');
  end if;
  email := btrim(coalesce(p_buyer ->> 'email', ''));
  if length(email) > 254 or email !~ '^[^@[:space:][:cntrl:]]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$' then
    perform private.refuse(422, 'email_invalid');
  end if;
  name := regexp_replace(btrim(coalesce(p_buyer ->> 'name', '')), '\s+', ' ', 'g');
  if length(name) not between 1 and 100 or name ~ '[[:cntrl:]]' then
    perform private.refuse(422, 'name_invalid');
  end if;
  phone := nullif(btrim(coalesce(p_buyer ->> 'phone', '')), '');
  if phone is not null and (length(phone) > 32 or phone !~ '^\+?[0-9 ().-]{5,}$') then
    perform private.refuse(422, 'phone_invalid');
  end if;
  marketing := coalesce(p_buyer -> 'marketing' = 'true'::jsonb, false);
end
$$;
comment on function private.read_buyer(jsonb) is
  'Checks the buyer''s data: {email, name, phone, terms, marketing}, and which terms of sale the site showed: terms_version.';

create function private.new_order_code() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_code text;
begin
  loop
    v_code := private.random_code(8);
    exit when not exists (select 1 from public.orders where code = v_code);
  end loop;
  return v_code;
end
$$;
comment on function private.new_order_code() is 'Draws the code by which people name an order: 8 characters that no order has.';

create function private.new_order(p_hold public.holds, p_event public.events, p_buyer jsonb) returns public.orders
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
begin
  insert into public.orders (code, owner_id, event_id, hold_id, code_id, code_units, status, email, name, phone, currency,
    face_cents, discount_cents,
    fee_cents, tax_cents, total_cents, terms_accepted_at, terms_version, marketing_consent, is_test,
    refund_hours, refund_until, refund_keeps_fee, refund_kept_percent, fee_is_taxed)
  select private.new_order_code(), p_hold.owner_id, p_hold.event_id, p_hold.id, p_hold.code_id, p_hold.code_units, 'awaiting_payment',
    b.email, b.name, b.phone, s.currency,
    sum(l.quantity * l.unit_face_cents), sum(l.discount_cents), sum(l.fee_cents), sum(l.tax_cents), sum(l.total_cents),
    now(), b.terms_version, b.marketing, coalesce(p_event.is_test, false),
    p_event.refund_hours, p_event.doors_at - make_interval(hours => p_event.refund_hours), coalesce(p_event.refund_keeps_fee, true),
    coalesce(p_event.refund_kept_percent, 0), coalesce(p_event.tax_on_fees, true)
  from public.hold_lines l, public.settings s, private.read_buyer(p_buyer) b
  where l.hold_id = p_hold.id
  group by b.email, b.name, b.phone, b.terms_version, b.marketing, s.currency
  returning * into v_order;
  insert into public.order_lines (order_id, kind, item_id, release_id, position, item_name, item_detail, quantity, unit_face_cents,
    discount_cents, code_units, fee_cents, tax_cents, delivery, pickup_point_id, final_sale)
  select v_order.id, l.kind, l.item_id, l.release_id, l.position, l.item_name, l.item_detail, l.quantity, l.unit_face_cents,
    l.discount_cents, l.code_units, l.fee_cents, l.tax_cents, l.delivery, l.pickup_point_id,
    coalesce((select p.final_sale from public.product_variants v join public.products p on p.id = v.product_id where v.id = l.variant_id),
      false)
  from public.hold_lines l
  where l.hold_id = p_hold.id;
  insert into public.order_addresses (order_id, name, line1, line2, city, state, postal_code)
  select v_order.id, a.name, a.line1, a.line2, a.city, a.state, a.postal_code
  from public.hold_addresses a
  where a.hold_id = p_hold.id and exists (select 1 from public.hold_lines l where l.hold_id = p_hold.id and l.delivery = 'ship');
  perform private.log_state('order', v_order.id, null, 'awaiting_payment');
  return v_order;
end
$$;
comment on function private.new_order(public.holds, public.events, jsonb) is
  'Writes the order of a hold: its event with its refund policy, its lines and their prices, as they are.';

create function private.lock_own_hold(p_hold uuid, p_owner uuid) returns public.holds
language plpgsql volatile set search_path = ''
as $$
declare
  v_hold public.holds;
begin
  select * into v_hold from public.holds where id = p_hold and owner_id = p_owner for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_hold.status not in ('active', 'pinned') or v_hold.expires_at <= now() then
    perform private.refuse(409, 'hold_expired');
  end if;
  return v_hold;
end
$$;
comment on function private.lock_own_hold(uuid, uuid) is
  'Returns an own hold that has not ended, locked; refuses not_found and hold_expired.';

create function private.check_still_sold(p_event_id uuid) returns public.events
language plpgsql stable set search_path = ''
as $$
declare
  v_event public.events;
begin
  select * into strict v_event from public.events where id = p_event_id;
  if v_event.status <> 'published' then
    perform private.refuse(409, 'sale_paused', jsonb_build_object('type', v_event.title));
  end if;
  -- Its end may have been moved while the places were held.
  if v_event.ends_at <= now() then
    perform private.refuse(409, 'sale_ended', jsonb_build_object('type', v_event.title));
  end if;
  return v_event;
end
$$;
comment on function private.check_still_sold(uuid) is
  'The event of a purchase as it is now; refuses sale_paused unless it is published, and sale_ended after its end.';

create function private.check_total(p_hold uuid, p_shown bigint) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_total bigint := (select sum(l.total_cents) from public.hold_lines l where l.hold_id = p_hold);
begin
  if p_shown <> v_total then
    perform private.refuse(409, 'total_changed', jsonb_build_object('shown', p_shown, 'total', v_total,
      'currency', (select s.currency from public.settings s)));
  end if;
end
$$;
comment on function private.check_total(uuid, bigint) is
  'Refuses total_changed when a hold costs something else than the buyer was shown; nothing is compared where that is null.';

create function private.check_known_person(p_person uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.profiles p join private.user_roles r on r.user_id = p.id
    where p.id = p_person and p.deactivated_at is null
      and (r.role = any (private.roles_with('own_account')) or p.email_verified_at is not null)
  ) then
    perform private.refuse(403, 'verified_email_required');
  end if;
end
$$;
comment on function private.check_known_person(uuid) is
  'Refuses verified_email_required for a guest whose email is not verified: without a card the limit per person rests on knowing the '
  'person.';

create function public.place_order(p_owner uuid, p_hold uuid, p_buyer jsonb, p_key text, p_total bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_body jsonb := jsonb_build_array(p_hold, p_buyer) || coalesce(to_jsonb(p_total), '[]');
  v_buyer record;
  v_mailboxes text[];
  v_event public.events;
  v_order public.orders;
  v_hold public.holds;
  v_response jsonb;
begin
  perform private.lock_person(p_owner);
  v_response := private.response_for_key(p_owner, p_key, 'place_order', v_body);
  if v_response is not null then
    return v_response;
  end if;
  select * into v_buyer from private.read_buyer(p_buyer);
  select * into v_hold from public.holds where id = p_hold and owner_id = p_owner;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_hold.event_id is not null then
    v_mailboxes := private.proven_mailboxes(p_owner);
    perform private.lock_mailboxes(v_hold.event_id, v_mailboxes);
    perform private.lock_settlement(v_hold.event_id, false);
  end if;
  v_order := private.open_order_of(p_hold);
  if private.order_is_paying(v_order.status) then
    perform private.refuse(409, 'payment_in_progress');
  end if;
  v_hold := private.lock_own_hold(p_hold, p_owner);
  perform private.check_not_blocked(p_owner, private.proven_mailboxes(p_owner) || private.email_key(v_buyer.email), null);
  perform private.check_delivery(v_hold);
  perform private.check_total(p_hold, p_total);
  if v_hold.event_id is not null then
    v_event := private.check_still_sold(v_hold.event_id);
    perform private.check_person_limit(v_event, p_owner, v_mailboxes, p_hold,
      (select coalesce(sum(l.ticket_count), 0)::int
       from public.hold_lines l join public.line_kinds k on k.kind = l.kind and k.counts_to_limit where l.hold_id = p_hold));
  end if;

  if v_order.id is not null then -- came back to the form: the same order, with what was corrected
    update public.orders set email = v_buyer.email, name = v_buyer.name, phone = v_buyer.phone, marketing_consent = v_buyer.marketing,
      terms_version = v_buyer.terms_version,
      terms_accepted_at = case when terms_version = v_buyer.terms_version then terms_accepted_at else now() end
    where id = v_order.id;
  else
    v_order := private.new_order(v_hold, v_event, p_buyer);
    if v_order.total_cents = 0 then
      perform private.check_known_person(p_owner);
      perform private.settle_order(v_order.id, null);
    end if;
  end if;

  select jsonb_build_object('orderId', o.id, 'code', o.code, 'status', o.status, 'totalCents', o.total_cents, 'currency', o.currency)
  into v_response from public.orders o where o.id = v_order.id;
  return private.store_response(p_owner, p_key, 'place_order', v_body, v_response);
end
$$;
comment on function public.place_order(uuid, uuid, jsonb, text, bigint) is
  'Turns an own live hold into an order: {orderId, code, status, totalCents, currency}. Doing it again corrects the buyer''s data of the '
  'same order. A total of zero is paid and its tickets issued at once. p_total = the total in cents that the buyer was shown, only '
  'compared; null where none was shown. Refuses total_changed, terms_required, email_invalid, name_invalid, phone_invalid, hold_expired, '
  'sale_paused, sale_ended, person_limit, verified_email_required, purchase_refused, payment_in_progress, delivery_needed, '
  'pickup_unavailable, key_reused.';

create function private.supplement_over(p_order uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case when not (
      s.called_off_at is null and private.ticket_is_valid(k.status) and k.ticket_type_id = s.from_type_id and k.custody = 'held'
        and k.admission = 'outside'
      and k.blocked_at is null and k.owner_id is not distinct from f.owner_id and private.order_is_sold(f.status)
      and not exists (select 1 from public.ticket_supplements x where x.ticket_id = s.ticket_id and x.id <> s.id and x.closed_at is null)
    ) then 'supplement_over' end
    from public.ticket_supplements s
    join public.tickets k on k.id = s.ticket_id
    join public.orders f on f.id = k.order_id
    where s.order_id = p_order);
end
$$;
comment on function private.supplement_over(uuid) is
  'Returns supplement_over when the ticket of a supplement''s order cannot change its type any more: staff called it off, changed the '
  'type or asked again; the ticket is void, blocked, used or on its way to somebody else. Null where it can. For settling the ticket must '
  'be locked.';

create function private.open_payment(p_order public.orders, p_provider text, p_client jsonb) returns public.payments
language plpgsql volatile set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  perform private.check_payment_attempts(p_order, p_client ->> 'network');
  update public.payments set status = 'cancelled', updated_at = now() where order_id = p_order.id and status = 'created';
  insert into public.payments (order_id, provider, attempt, amount_cents, currency)
  select p_order.id, p_provider, coalesce(max(p.attempt), 0) + 1, p_order.total_cents, p_order.currency
  from public.payments p where p.order_id = p_order.id
  returning * into v_payment;
  insert into private.payment_clients (payment_id, network, address, user_agent)
  select v_payment.id, p_client ->> 'network', left(p_client ->> 'address', 60), left(coalesce(p_client ->> 'user_agent', ''), 300)
  where length(p_client ->> 'network') between 1 and 200 and length(p_client ->> 'address') > 0;
  return v_payment;
end
$$;
comment on function private.open_payment(public.orders, text, jsonb) is
  'Opens an attempt to pay an order, locked, in place of the one at another provider. p_client as in begin_payment. Refuses rate_limited.';

create function public.begin_payment(p_owner uuid, p_order uuid, p_provider text, p_key text, p_client jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_body jsonb := jsonb_build_array(p_order, p_provider);
  v_mailboxes text[];
  v_event public.events;
  v_order public.orders;
  v_payment public.payments;
  v_response jsonb;
begin
  perform private.lock_person(p_owner);
  v_response := private.response_for_key(p_owner, p_key, 'begin_payment', v_body);
  if v_response is not null then
    return v_response;
  end if;
  select * into v_order from public.orders where id = p_order and owner_id = p_owner;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_order.event_id is not null then
    v_mailboxes := private.proven_mailboxes(p_owner);
    perform private.lock_mailboxes(v_order.event_id, v_mailboxes);
    perform private.lock_settlement(v_order.event_id, false);
  end if;
  select * into v_order from public.orders where id = p_order for no key update;
  if private.order_is_sold(v_order.status) then
    perform private.refuse(409, 'already_paid');
  elsif private.order_is_paying(v_order.status) then
    perform private.refuse(409, 'payment_in_progress');
  elsif not private.order_is_open(v_order.status) then
    perform private.refuse(409, 'hold_expired');
  end if;
  perform private.lock_own_hold(v_order.hold_id, p_owner);
  perform private.check_not_blocked(p_owner, private.typed_mailboxes(v_order), p_client ->> 'network');
  if v_order.event_id is not null then
    v_event := private.check_still_sold(v_order.event_id);
    if v_order.supplement_of is null then
      perform private.check_person_limit(v_event, p_owner, v_mailboxes, v_order.hold_id,
        private.limited_units(p_order));
    elsif private.supplement_over(p_order) is not null then
      perform private.refuse(409, 'supplement_over');
    end if;
  end if;

  select * into v_payment from public.payments where order_id = p_order and status = 'created' and provider = p_provider;
  if not found then
    v_payment := private.open_payment(v_order, p_provider, p_client);
  end if;
  if private.order_has_failed(v_order.status) then
    perform private.move_order(p_order, 'awaiting_payment', 'tries again');
  end if;
  v_response := jsonb_build_object('paymentId', v_payment.id, 'ref', v_payment.provider_ref, 'attempt', v_payment.attempt,
    'amountCents', v_payment.amount_cents, 'currency', v_payment.currency, 'email', v_order.email,
    'title', coalesce(v_event.title, (select s.brand from public.settings s)),
    'expiresAt', (select h.expires_at from public.holds h where h.id = v_order.hold_id),
    'lines', (select jsonb_agg(jsonb_build_object('name', l.item_name, 'quantity', l.quantity, 'totalCents', l.total_cents)
      order by k.display_order, l.position, l.item_name, l.id)
      from public.order_lines l join public.line_kinds k on k.kind = l.kind where l.order_id = p_order));
  return private.store_response(p_owner, p_key, 'begin_payment', v_body, v_response);
end
$$;
comment on function public.begin_payment(uuid, uuid, text, text, jsonb) is
  'Opens an attempt to pay an own order, or returns the open one: {paymentId, ref, attempt, amountCents, currency, email, title, '
  'expiresAt, lines}. paymentId is the idempotency key at the provider; ref is the provider''s reference, null until store_payment_ref '
  'stored it; expiresAt is the end of the hold; lines are {name, quantity, totalCents}. p_client = {network (hash), address, user_agent} '
  'of the request, null where none is known. At most 5 attempts in 10 minutes. Refuses already_paid, payment_in_progress, hold_expired, '
  'sale_paused, sale_ended, person_limit, supplement_over (the ticket can''t change its type any more), purchase_refused, rate_limited, '
  'key_reused.';
revoke execute on function private.supplement_over(uuid) from public, anon, authenticated, service_role;
