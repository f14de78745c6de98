-- Refunds that need a person: the queue of admins, another try, and payment in another way when the provider's tries are used up.

create function private.lock_failed_refund(p_refund uuid) returns public.refunds
language plpgsql volatile set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.require_permission('refund');
  perform private.require_proof();
  select * into v_refund from public.refunds where id = p_refund for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_refund.status <> 'failed' then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_refund.status));
  end if;
  return v_refund;
end
$$;
comment on function private.lock_failed_refund(uuid) is
  'Returns a refund that failed, locked, to an admin with a recent proof. Refuses not_allowed, password_needed, not_found, invalid_state.';

create function private.is_given_up(p_refund uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select 1 from private.jobs j where j.kind = 'refund' and j.key = p_refund::text and j.parked_at is not null)
$$;
comment on function private.is_given_up(uuid) is 'Returns whether the job of a refund is parked: all its tries failed.';

create function private.refund_tries(p_refund public.refunds, out attempts int, out next_at timestamptz)
language sql stable set search_path = ''
as $$
  select coalesce(max(j.attempts), 0), max(j.run_at) filter (where j.parked_at is null and p_refund.status = 'failed')
  from private.jobs j where j.kind = 'refund' and j.key = p_refund.id::text
$$;
comment on function private.refund_tries(public.refunds) is
  'Returns how often the job of a refund was tried, 0 once it is done, and when it is tried again after a failure, else null.';

create function public.retry_refund(p_refund uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund public.refunds := private.lock_failed_refund(p_refund);
begin
  if v_refund.manual_by is not null then
    perform private.refuse(409, 'refund_paid_by_hand');
  end if;
  perform private.retry_job('refund', p_refund::text, 1);
  perform private.audit('refund.retried', 'order', v_refund.order_id::text,
    jsonb_build_object('refund_id', p_refund, 'amount_cents', v_refund.amount_cents));
  return 'failed';
end
$$;
comment on function public.retry_refund(uuid) is
  'Admin, with a recent proof: has a failed refund sent once more at once. Refuses invalid_state, refund_paid_by_hand.';

create function public.resolve_refund(p_refund uuid, p_method text, p_reference text, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund public.refunds := private.lock_failed_refund(p_refund);
begin
  if not private.is_given_up(p_refund) then
    perform private.refuse(409, 'refund_still_tried');
  end if;
  if v_refund.manual_by is not null then
    perform private.refuse(409, 'refund_paid_by_hand');
  end if;
  if coalesce(p_method, '') not in ('bank_transfer', 'check', 'cash', 'card', 'other') then
    perform private.refuse(422, 'invalid', '{"field": "method"}');
  end if;
  if length(btrim(coalesce(p_reference, ''))) not between 1 and 120 or not private.is_readable(p_reference, false) then
    perform private.refuse(422, 'invalid', '{"field": "reference"}');
  end if;
  if length(btrim(coalesce(p_reason, ''))) not between 3 and 500 or not private.is_readable(p_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  update public.refunds set manual_method = p_method, manual_reference = btrim(p_reference),
    manual_reason = btrim(p_reason), manual_by = auth.uid()
  where id = p_refund;
  perform private.audit('refund.paid_by_hand', 'order', v_refund.order_id::text, jsonb_build_object('refund_id', p_refund,
    'amount_cents', v_refund.amount_cents, 'method', p_method, 'reference', btrim(p_reference), 'reason', btrim(p_reason)));
  return 'failed';
end
$$;
comment on function public.resolve_refund(uuid, text, text, text) is
  'Admin, with a recent proof: says that a refund whose five tries failed was paid in another way (bank_transfer, check, cash, card, '
  'other), with its reference and why. It waits for another admin, see confirm_refund. Refuses refund_still_tried, refund_paid_by_hand, '
  'invalid, reason_required, invalid_state.';

create function public.confirm_refund(p_refund uuid, p_ok boolean, p_reason text default null) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund public.refunds := private.lock_failed_refund(p_refund);
begin
  if v_refund.manual_method is null then
    perform private.refuse(409, 'invalid_state', '{"state": "failed"}');
  end if;
  if p_ok and v_refund.manual_by is not distinct from auth.uid() then
    perform private.refuse(409, 'second_person_required');
  end if;
  if not coalesce(p_ok, false) and length(btrim(coalesce(p_reason, ''))) not between 3 and 500 then
    perform private.refuse(422, 'reason_required');
  end if;
  if p_ok then
    perform private.move_refund(p_refund, 'succeeded', 'paid in another way: ' || v_refund.manual_method);
    if v_refund.notify then
      perform private.queue_mail('order_refunded', v_refund.order_id, p_refund::text);
    end if;
  else
    update public.refunds set manual_method = null, manual_reference = null, manual_reason = null, manual_by = null where id = p_refund;
  end if;
  perform private.audit(case when p_ok then 'refund.confirmed' else 'refund.not_confirmed' end, 'order', v_refund.order_id::text,
    jsonb_build_object('from', v_refund.status, 'to', case when p_ok then 'succeeded' else v_refund.status end,
      'refund_id', p_refund, 'amount_cents', v_refund.amount_cents, 'method', v_refund.manual_method,
      'reference', v_refund.manual_reference, 'reason', nullif(btrim(coalesce(p_reason, '')), '')));
  return case when p_ok then 'succeeded' else 'failed' end;
end
$$;
comment on function public.confirm_refund(uuid, boolean, text) is
  'Admin, with a recent proof: confirms that a failed refund was paid in another way, which ends it as succeeded and tells the buyer, or '
  'says that it was not, with a reason. Who entered it can only take it back. Refuses second_person_required, reason_required, '
  'invalid_state.';

create function public.close_external_refund(p_refund uuid, p_decision text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.require_permission('refund');
  if length(btrim(coalesce(p_decision, ''))) not between 3 and 500 or not private.is_readable(p_decision, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  select * into v_refund from public.refunds where id = p_refund for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_refund.status <> 'external' or v_refund.decision is not null then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_refund.status));
  end if;
  update public.refunds set decision = btrim(p_decision), decided_by = auth.uid() where id = p_refund;
  perform private.audit('refund.external_closed', 'order', v_refund.order_id::text,
    jsonb_build_object('refund_id', p_refund, 'amount_cents', v_refund.amount_cents, 'reason', btrim(p_decision)));
  return 'external';
end
$$;
comment on function public.close_external_refund(uuid, text) is
  'Admin: writes down what was decided about the tickets of a refund that was made at the provider, which takes it out of the queue. '
  'Ending tickets is refund_order''s. Refuses reason_required, not_found, invalid_state.';

create function private.refund_needs(p_refund public.refunds) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_refund.status = 'requested' then 'decision'
    when p_refund.status = 'failed' and p_refund.manual_method is not null then 'check'
    when p_refund.status = 'failed' and private.is_given_up(p_refund.id) then 'payment'
    when p_refund.status = 'failed' then 'retry'
    when p_refund.status = 'external' and p_refund.kind = 'external' and p_refund.decision is null then 'tickets'
  end
$$;
comment on function private.refund_needs(public.refunds) is
  'Returns what a refund waits for: decision (of an admin), retry (the worker tries it again), payment (by hand: all tries failed), check '
  '(another admin confirms the payment by hand), tickets (it was made at the provider: an admin says what becomes of the tickets); null '
  'while it goes by itself and once it is done.';

create function private.refund_rows(p_ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'amountCents', r.amount_cents, 'currency', r.currency, 'status', r.status, 'kind', r.kind, 'reason', r.reason,
      'needs', private.refund_needs(r), 'attempts', x.attempts, 'error', r.last_error,
      'nextTryAt', x.next_at,
      'requestedBy', (select p.display_name from public.profiles p where p.id = r.requested_by),
      'isOwn', coalesce(auth.uid() in (r.requested_by, r.endorsed_by, r.manual_by), false),
      'createdAt', r.created_at, 'orderCode', o.code, 'buyer', o.name, 'isTest', o.is_test,
      'event', (select jsonb_build_object('id', e.id, 'title', e.title) from public.events e where e.id = o.event_id)
    ) order by p.place), '[]')
    from unnest(p_ids) with ordinality p (id, place)
    join public.refunds r on r.id = p.id
    join public.orders o on o.id = r.order_id
    cross join lateral private.refund_tries(r) x);
end
$$;
comment on function private.refund_rows(uuid[]) is 'Returns refunds, in this order, as staff list them, with what each needs next.';

create function private.refund_counts() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('open', count(*), 'requested', count(*) filter (where r.status = 'requested'),
      'failing', count(*) filter (where r.status = 'failed'),
      'check', count(*) filter (where r.status = 'failed' and r.manual_method is not null),
      'external', count(*) filter (where r.status = 'external'))
    from public.refunds r
    where r.status in ('requested', 'approved', 'failed') or (r.status = 'external' and r.kind = 'external' and r.decision is null));
end
$$;
comment on function private.refund_counts() is 'Counts the refunds that wait for something, by what they wait for.';

create function public.list_refunds(p_show text default 'open', p_after text default null, p_limit int default 50) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_after record;
  v_where text := case p_show
    when 'requested' then 'r.status = ''requested'''
    when 'failing' then 'r.status = ''failed'''
    when 'check' then 'r.status = ''failed'' and r.manual_method is not null'
    when 'external' then 'r.status = ''external'' and r.kind = ''external'' and r.decision is null'
    when 'all' then 'true'
    else '(r.status in (''requested'', ''approved'', ''failed'') '
      'or (r.status = ''external'' and r.kind = ''external'' and r.decision is null))'
  end;
  v_settings public.settings;
  v_ids uuid[];
  v_total jsonb;
begin
  perform private.require_permission('refund');
  select s.* into v_settings from public.settings s;
  select * into v_after from private.read_cursor(p_after);
  -- one statement for each choice, planned for the index it needs: what waits is listed oldest first, what is done newest first
  execute format('
      select array_agg(page.id order by page.place)
      from (
        select r.id, row_number() over (order by r.created_at %1$s, r.id %1$s) as place
        from public.refunds r
        where %2$s and ($2 is null or (r.created_at, r.id) %3$s ($2, $3))
        order by r.created_at %1$s, r.id %1$s
        limit $1
      ) page',
      case when p_show = 'all' then 'desc' else 'asc' end, v_where, case when p_show = 'all' then '<' else '>' end)
    into v_ids using v_limit + 1, v_after.after_at, v_after.after_id;
  if p_after is null then
    execute format('
        select private.list_total(count(*), $1, sum(f.amount_cents) filter (where not f.is_test and f.currency = $2))
        from (
          select r.amount_cents, r.currency, o.is_test from public.refunds r join public.orders o on o.id = r.order_id where %s limit $1 + 1
        ) f', v_where)
      into v_total using 10000, v_settings.currency;
  end if;
  return jsonb_build_object(
    'refunds', private.refund_rows(v_ids[:v_limit]),
    'next', case when cardinality(v_ids) > v_limit then (
      select private.page_cursor(r.created_at, r.id) from public.refunds r where r.id = v_ids[v_limit]) end,
    'counts', private.refund_counts(),
    'total', v_total,
    'timeZone', v_settings.time_zone, 'currency', v_settings.currency, 'now', now());
end
$$;
comment on function public.list_refunds(text, text, int) is
  'A page of refunds for admins: {refunds, next, total, counts, timeZone, currency, now}; total = private.list_total of the matching '
  'refunds with the money of those whose orders are no tests, on the first page only. p_show = open (all of the following, and approved '
  'ones), requested, failing, check (paid by hand, not confirmed), external (made at the provider, its tickets not decided), oldest '
  'first, or all, newest first; p_after = next of the page before. needs: private.refund_needs. Refuses not_allowed.';

create function public.read_refund(p_refund uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('refund');
  return (
    select jsonb_build_object(
      'id', r.id, 'amountCents', r.amount_cents, 'keptCents', r.kept_cents, 'currency', r.currency, 'status', r.status, 'kind', r.kind,
      'reason', r.reason, 'decision', r.decision, 'needs', private.refund_needs(r), 'attempts', x.attempts, 'error', r.last_error,
      'nextTryAt', x.next_at,
      'requestedBy', (select p.display_name from public.profiles p where p.id = r.requested_by),
      'endorsedBy', (select p.display_name from public.profiles p where p.id = r.endorsed_by),
      'isOwn', coalesce(auth.uid() in (r.requested_by, r.endorsed_by), false),
      'manual', case when r.manual_method is not null then jsonb_build_object(
        'method', r.manual_method, 'reference', r.manual_reference, 'reason', r.manual_reason,
        'by', (select p.display_name from public.profiles p where p.id = r.manual_by), 'isOwn', r.manual_by is not distinct
          from auth.uid()) end,
      'provider', p.provider, 'paymentRef', p.provider_ref, 'refundRef', r.provider_ref, 'notify', r.notify, 'restock', r.restock,
      'tickets', (
        select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'code', k.code, 'name', l.item_name, 'holder', k.holder_name,
          'status', k.status, 'isInside', k.admission = 'inside', 'amountCents', i.amount_cents, 'keptCents', i.kept_cents)
          order by l.item_name, k.id), '[]')
        from public.refund_items i join public.tickets k on k.id = i.ticket_id join public.order_lines l on l.id = k.order_line_id
        where i.refund_id = r.id),
      'orderCode', o.code, 'buyer', o.name, 'email', o.email, 'isTest', o.is_test,
      'event', (select jsonb_build_object('id', e.id, 'title', e.title) from public.events e where e.id = o.event_id),
      'createdAt', r.created_at, 'finishedAt', r.finished_at, 'isProven', private.is_proven(),
      'needsSecondPerson', private.needs_second_person(o, r.amount_cents),
      'timeZone', (select s.time_zone from public.settings s), 'now', now())
    from public.refunds r join public.payments p on p.id = r.payment_id join public.orders o on o.id = r.order_id
    cross join lateral private.refund_tries(r) x
    where r.id = p_refund);
end
$$;
comment on function public.read_refund(uuid) is
  'One refund with its tickets, its tries and what was paid by hand, for admins; null when there is none. Refuses not_allowed.';

revoke execute on function
  private.lock_failed_refund(uuid), private.is_given_up(uuid), private.refund_tries(public.refunds),
  public.retry_refund(uuid), public.resolve_refund(uuid, text, text, text),
  public.confirm_refund(uuid, boolean, text), public.close_external_refund(uuid, text), private.refund_needs(public.refunds),
  private.refund_rows(uuid[]), private.refund_counts(),
  public.list_refunds(text, text, int), public.read_refund(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.retry_refund(uuid), public.resolve_refund(uuid, text, text, text), public.confirm_refund(uuid, boolean, text),
  public.close_external_refund(uuid, text),
  public.list_refunds(text, text, int), public.read_refund(uuid)
to authenticated;
