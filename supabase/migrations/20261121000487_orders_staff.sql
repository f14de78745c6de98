-- Reads orders for staff, and mails their tickets again. Admins only: the rows have buyers' names and addresses.

create function private.staff_orders_filter(p_show text, p_search text, p_event uuid, p_from date, p_to date) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_search text := nullif(btrim(p_search), '');
  v_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_words text[] := string_to_array(private.name_key(v_search), ' ');
  v_digits text := right(regexp_replace(v_search, '[^0-9]', '', 'g'), 10);
begin
  return concat_ws(' and ', 'true',
    case when v_search is not null then '(' || concat_ws(' or ', 'false',
      (select string_agg(format('o.search_key like ''%% '' || ($2)[%s] || ''%%''', n), ' and ')
        from generate_series(1, least(cardinality(v_words), 6)) n where v_words[1] <> '' and v_search not like '%@%'),
      case when v_search like '_%@%' then 'o.email_key = private.email_key($10) or lower(o.email) like $11' end,
      case when length(v_code) = 8 then 'o.code = $3' end,
      case when length(v_code) = 9 then 'o.id = (select k.order_id from public.tickets k where k.code = $3)' end,
      case when length(v_digits) >= 4 and v_search !~ '[^0-9 ()+./-]' then 'o.phone_key like reverse($6) || ''%''' end) || ')' end,
    case when p_event is not null then 'o.event_id = $4' end,
    case when p_from is not null then 'o.created_at >= ($7::timestamp at time zone $9)' end,
    case when p_to is not null then 'o.created_at < (($8 + 1)::timestamp at time zone $9)' end,
    case p_show
      when 'paid' then 'private.order_is_sold(o.status)'
      when 'pending' then 'private.order_is_open(o.status)'
      when 'cancelled' then 'private.order_is_final(o.status)'
      when 'refunds' then 'exists (select 1 from public.refunds r where r.order_id = o.id and r.status = ''requested'')'
      when 'part_refunded' then 'o.refunded_cents > 0 and o.refunded_cents < o.total_cents'
      when 'refunded' then 'o.refunded_cents > 0 and o.refunded_cents = o.total_cents'
      when 'disputed' then 'o.dispute_status <> ''none'''
    end);
end
$$;
comment on function private.staff_orders_filter(text, text, uuid, date, date) is
  'Writes the condition for the orders (o) that list_staff_orders is asked for, with its parameters: one statement for each choice, '
  'planned for the index it needs. What was asked for is a parameter, never part of the text.';

create function private.staff_order_rows(p_ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', o.code, 'status', o.status, 'name', o.name, 'email', o.email, 'currency', o.currency,
      'totalCents', o.total_cents, 'refundedCents', o.refunded_cents, 'isTest', o.is_test, 'dispute', o.dispute_status,
      'createdAt', o.created_at,
      'tickets', (select coalesce(sum(l.ticket_count), 0) from public.order_lines l where l.order_id = o.id),
      'event', (select jsonb_build_object('id', e.id, 'title', e.title) from public.events e where e.id = o.event_id),
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amountCents', r.amount_cents, 'status', r.status)
          order by r.created_at, r.id), '[]')
        from public.refunds r
        where r.order_id = o.id and r.status not in ('succeeded', 'rejected', 'withdrawn'))
    ) order by p.place), '[]')
    from unnest(p_ids) with ordinality p (id, place)
    join public.orders o on o.id = p.id);
end
$$;
comment on function private.staff_order_rows(uuid[]) is 'Returns orders as the list of staff shows them, in the given order.';

create function public.list_staff_orders(
  p_show text default 'all', p_search text default null, p_event uuid default null, p_sort text default null,
  p_after text default null, p_limit int default 50, p_from date default null, p_to date default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_search text := nullif(btrim(p_search), '');
  v_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_words text[] := string_to_array(private.name_key(v_search), ' ');
  v_digits text := right(regexp_replace(v_search, '[^0-9]', '', 'g'), 10);
  v_beginning text := regexp_replace(lower(v_search), '([\\%_])', '\\\1', 'g') || '%';
  v_settings public.settings;
  v_sorts constant jsonb := '{"placed": "o.created_at", "total": "o.total_cents", "buyer": "lower(o.name)"}';
  v_key text := coalesce(v_sorts ->> ltrim(p_sort, '-'), 'o.created_at');
  v_down boolean := not coalesce(v_sorts ? p_sort, false);
  v_where text;
  v_after uuid;
  v_ids uuid[];
  v_total jsonb;
begin
  perform private.require_permission('see_orders');
  select s.* into v_settings from public.settings s;
  v_where := private.staff_orders_filter(p_show, p_search, p_event, p_from, p_to);
  select o.id into v_after from public.orders o where o.code = p_after;
  if p_show in ('cancelled', 'pending', 'refunds', 'part_refunded', 'refunded', 'disputed') and p_event is null
    and v_key <> 'o.created_at' then
    -- Few orders pass such a filter: they are found by its index and sorted, not looked for along all orders in their order.
    v_key := case v_key when 'o.total_cents' then 'o.total_cents + 0' else 'lower(o.name) || ''''' end;
  end if;
  execute format('
      select array_agg(page.id order by page.place)
      from (
        select o.id, row_number() over (order by %1$s %2$s, o.id %2$s) as place
        from public.orders o where %3$s order by %1$s %2$s, o.id %2$s limit $1
      ) page',
      v_key, case when v_down then 'desc' else 'asc' end,
      concat_ws(' and ', v_where,
        case when v_after is not null then format('(%1$s, o.id) %2$s (select %3$s, a.id from public.orders a where a.id = $5)',
          v_key, case when v_down then '<' else '>' end, replace(v_key, 'o.', 'a.')) end))
    into v_ids
    using v_limit + 1, v_words, v_code, p_event, v_after, v_digits, p_from, p_to, v_settings.time_zone, v_search, v_beginning;
  if p_after is null then
    execute format('
        select private.list_total(count(*), $1, sum(f.total_cents) filter (where not f.is_test and f.currency = $12))
        from (select o.total_cents, o.is_test, o.currency from public.orders o where %s limit $1 + 1) f', v_where)
      into v_total
      using 10000, v_words, v_code, p_event, v_after, v_digits, p_from, p_to, v_settings.time_zone, v_search,
        v_beginning, v_settings.currency;
  end if;
  return jsonb_build_object(
    'orders', private.staff_order_rows(v_ids[:v_limit]),
    'next', case when cardinality(v_ids) > v_limit then (select o.code from public.orders o where o.id = v_ids[v_limit]) end,
    'total', v_total,
    'event', (select jsonb_build_object('id', e.id, 'title', e.title) from public.events e where e.id = p_event),
    'timeZone', v_settings.time_zone, 'currency', v_settings.currency, 'now', now());
end
$$;
comment on function public.list_staff_orders(text, text, uuid, text, text, int, date, date) is
  'A page of orders with their refunds that are not done: {orders, next, total, event, timeZone, currency, now}; total = '
  'private.list_total of the matching orders with the totals of those that are no tests, on the first page only. p_show = all, paid, '
  'pending, cancelled, refunds (those that wait for a second admin), part_refunded, refunded or disputed (open or ended); p_search = the '
  'code of an order or of one of its tickets, beginnings of words of the buyer''s name or address, an address with its @ up to any '
  'letter, or the last 4 or more digits of a phone number; p_event = only orders of this event, which event then names; p_from, p_to = '
  'placed on these days of the brand''s time zone; p_sort = placed, total or buyer, with - from the largest (anything else: newest '
  'first); p_after = next of the page before. Admins only: refuses not_allowed.';

create function private.ticket_mail_targets(p_codes text[], p_hurry boolean default false)
returns table (code text, order_id uuid, name text, email text, event_title text, reason text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select asked.code, o.id, o.name, o.email, e.title,
    case
      when o.id is null then 'unknown'
      when o.email like '%@erased.invalid' then 'erased'
      when private.order_is_final(o.status) then 'cancelled'
      when not private.order_is_sold(o.status) then 'unpaid'
      when not exists (select 1 from public.tickets k where k.order_id = o.id and private.ticket_is_valid(k.status)) then 'no_tickets'
      when e.ends_at <= now() - interval '1 day' then 'event_over'
      when exists (
        select 1 from private.mail_outbox m
        where m.subject_id = o.id and m.kind = 'order_paid' and m.status in ('queued', 'claimed')) then 'on_its_way'
      when not p_hurry and exists (
        select 1 from private.audit_log a
        where a.subject_kind = 'order' and a.subject_id = o.id::text and a.action = 'order.tickets_mailed'
          and a.at > now() - interval '10 minutes') then 'just_sent'
    end
  from (select distinct c.code from unnest(p_codes) c (code)) asked
  left join public.orders o on o.code = asked.code
  left join public.events e on e.id = o.event_id
  order by o.created_at desc, o.id;
end
$$;
comment on function private.ticket_mail_targets(text[], boolean) is
  'The orders of these codes, and for each why its tickets can''t be mailed again: unknown, erased (its buyer has no address any more), '
  'cancelled, unpaid, no_tickets (none is valid), event_over (the link has ended), on_its_way (the first mail is not sent yet), just_sent '
  '(an admin did it in the last 10 minutes, unless p_hurry); null where they can.';

create function public.preview_ticket_mails(p_codes text[])
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_orders');
  if coalesce(cardinality(p_codes), 0) > 200 then
    perform private.refuse(422, 'invalid');
  end if;
  return (
    select jsonb_build_object(
      'mails', count(distinct lower(t.email)) filter (where t.reason is null),
      'orders', coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name, 'email', t.email, 'event', t.event_title,
        'reason', t.reason)), '[]'))
    from private.ticket_mail_targets(p_codes) t);
end
$$;
comment on function public.preview_ticket_mails(text[]) is
  'Previews resend_ticket_mails for at most 200 orders, by their codes: {mails, orders: [{code, name, email, event, reason}]}; reason '
  'says why an order is skipped, null where it is not. Orders of one address share a mail. Admins only: refuses not_allowed, invalid.';

create function public.resend_ticket_mails(p_codes text[], p_key text, p_hurry_reason text default null)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_role text := private.caller_role();
  v_codes text[] := array(select distinct c.code from unnest(p_codes) c (code) where c.code is not null order by c.code);
  v_reason text := nullif(btrim(p_hurry_reason), '');
  v_body jsonb := case when v_reason is null then to_jsonb(v_codes) else jsonb_build_array(v_codes, v_reason) end;
  v_response jsonb;
begin
  perform private.require_permission('manage_orders');
  if p_key is null or cardinality(v_codes) not between 1 and 200 then
    perform private.refuse(422, 'invalid');
  end if;
  if length(v_reason) not between 3 and 500 or not private.is_readable(v_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'resend_ticket_mails', v_body);
  if v_response is not null then
    return v_response;
  end if;
  -- Two admins who choose the same orders: the second one waits, and then finds that they were just sent.
  perform 1 from public.orders o where o.code = any (v_codes) order by o.supplement_of is not null, o.id for no key update;
  with target as materialized (
    select * from private.ticket_mail_targets(v_codes, v_reason is not null)
  ), queued as (
    insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
    select 'ticket_links', concat_ws(':', 'ticket_links', 'again', v_actor, min(t.order_id::text), p_key), min(t.email),
      jsonb_build_object('orderIds', jsonb_agg(t.order_id), 'byStaff', true)
    from target t where t.reason is null group by lower(t.email)
    returning id
  ), logged as (
    insert into private.audit_log (actor_id, actor_role, action, subject_kind, subject_id, facts)
    select v_actor, v_role, 'order.tickets_mailed', 'order', t.order_id::text,
      jsonb_strip_nulls(jsonb_build_object('code', t.code, 'reason', v_reason))
    from target t where t.reason is null
    returning id
  )
  select jsonb_build_object(
    'mails', (select count(*) from queued),
    'orders', coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'reason', t.reason)), '[]'))
  into v_response
  from target t;
  return private.store_response(v_actor, p_key, 'resend_ticket_mails', v_body, v_response);
end
$$;
comment on function public.resend_ticket_mails(text[], text, text) is
  'Mails the links to their tickets again to the buyers of 1 to 200 orders, by their codes, one mail for each address, and logs it for '
  'each order: {mails, orders: [{code, reason}]} as preview_ticket_mails says. p_hurry_reason: why orders that were mailed in the last 10 '
  'minutes are mailed too; null skips them. p_key: idempotency key. Admins only: refuses not_allowed, invalid, reason_required, '
  'key_reused.';

revoke execute on function
  private.staff_orders_filter(text, text, uuid, date, date), private.staff_order_rows(uuid[]), private.ticket_mail_targets(text[], boolean),
  public.list_staff_orders(text, text, uuid, text, text, int, date, date), public.preview_ticket_mails(text[]),
  public.resend_ticket_mails(text[], text, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.list_staff_orders(text, text, uuid, text, text, int, date, date), public.preview_ticket_mails(text[]),
  public.resend_ticket_mails(text[], text, text)
to authenticated;
