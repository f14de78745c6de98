-- The start page of staff: what happens tonight, what needs somebody, today's money beside that of the same weekday, the next sale,
-- and what staff did last. One function reads all of it, because the open page reads it again and again.

create function private.crowd_alerts(p_event public.events, p_figures jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_capacity int := (p_figures ->> 'capacity')::int;
  v_in_now int := (p_figures ->> 'inNow')::int;
begin
  return case
    when now() < p_event.doors_at or now() >= p_event.ends_at or v_capacity = 0 then '[]'
    when v_in_now >= v_capacity then
      jsonb_build_array(jsonb_build_object('code', 'full', 'inNow', v_in_now, 'capacity', v_capacity))
    when v_in_now >= 0.9 * v_capacity then
      jsonb_build_array(jsonb_build_object('code', 'nearly_full', 'inNow', v_in_now, 'capacity', v_capacity))
    else '[]' end;
end
$$;
comment on function private.crowd_alerts(public.events, jsonb) is
  'Returns full or nearly_full (private.event_alerts_now) while the doors of an event are open.';

create function private.gate_alerts(p_event public.events, p_figures jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_alerts jsonb := '[]';
  v_door record;
begin
  if now() < p_event.doors_at or now() >= coalesce(p_event.last_entry_at, p_event.ends_at) then
    return v_alerts;
  end if;
  -- A gate is silent when it stopped at full work: five scans in the quarter hour up to its last one, and none for a quarter hour. One
  -- whose guests came now and then, or had mostly arrived, is not. It stays listed for an hour, while somebody is still to come.
  select string_agg(coalesce(nullif(g.gate, ''), 'Door'), ', ' order by g.gate)
      filter (where g.last_at <= now() - interval '15 minutes' and g.last_at > now() - interval '75 minutes'
        and g.at_work >= 5) as silent,
    coalesce(sum(g.recent), 0) as recent, coalesce(sum(g.refused), 0) as refused
  into v_door
  from (
    select s.gate, s.last_at, count(*) filter (where s.scanned_at > s.last_at - interval '15 minutes') as at_work,
      count(*) filter (where s.scanned_at > now() - interval '15 minutes') as recent,
      count(*) filter (where s.scanned_at > now() - interval '15 minutes' and s.result not in ('ok', 'undone', 'exited', 'checked_out')
        and not s.is_bounce) as refused
    from (
      select x.gate, x.scanned_at, x.result, x.is_bounce, max(x.scanned_at) over (partition by x.gate) as last_at
      from public.scans x
      where x.event_id = p_event.id and x.scanned_at > now() - interval '90 minutes'
    ) s
    group by s.gate, s.last_at
  ) g;
  if v_door.silent is not null and (p_figures ->> 'toCome')::int > 0 then
    v_alerts := v_alerts || jsonb_build_object('code', 'gate_silent', 'names', v_door.silent);
  end if;
  if now() > p_event.doors_at + interval '20 minutes' and (p_figures ->> 'sold')::int > 0
    and not exists (select 1 from public.scans s where s.event_id = p_event.id) then
    v_alerts := v_alerts || '{"code": "no_scans"}';
  end if;
  if v_door.refused >= 10 and v_door.refused * 4 >= v_door.recent then
    v_alerts := v_alerts || jsonb_build_object('code', 'many_refused', 'refused', v_door.refused, 'scans', v_door.recent);
  end if;
  return v_alerts;
end
$$;
comment on function private.gate_alerts(public.events, jsonb) is
  'Returns gate_silent, no_scans and many_refused (private.event_alerts_now) while guests are let in.';

create function private.sale_alerts(p_event public.events, p_figures jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_alerts jsonb := '[]';
  v_capacity int := (p_figures ->> 'capacity')::int;
  v_taken int := (p_figures ->> 'sold')::int + (p_figures ->> 'held')::int;
  v_names text;
  v_carts record;
begin
  if p_event.sales_paused_at is not null then
    v_alerts := v_alerts || '{"code": "sales_paused"}';
  else
    select string_agg(t.name, ', ' order by t.position, t.name) into v_names
    from public.ticket_types t where t.event_id = p_event.id and t.archived_at is null and t.paused_at is not null;
    if v_names is not null then
      v_alerts := v_alerts || jsonb_build_object('code', 'type_paused', 'names', v_names);
    end if;
  end if;
  if v_capacity > 0 and v_taken >= v_capacity then
    v_alerts := v_alerts || '{"code": "sold_out"}';
  elsif v_capacity > 0 and v_taken >= 0.95 * v_capacity then
    v_alerts := v_alerts || jsonb_build_object('code', 'nearly_sold_out', 'left', v_capacity - v_taken);
  end if;
  select count(*) filter (where h.status in ('released', 'expired')) as lost, count(*) filter (where h.status = 'converted') as paid
  into v_carts
  from public.holds h where h.event_id = p_event.id and h.created_at > now() - interval '2 hours';
  if v_carts.lost >= 20 and v_carts.paid * 10 < v_carts.lost + v_carts.paid then
    v_alerts := v_alerts || jsonb_build_object('code', 'few_paid', 'paid', v_carts.paid, 'carts', v_carts.lost + v_carts.paid);
  end if;
  return v_alerts;
end
$$;
comment on function private.sale_alerts(public.events, jsonb) is
  'Returns sales_paused, type_paused, sold_out, nearly_sold_out and few_paid (private.event_alerts_now).';

create function private.event_alerts_now(p_event public.events, p_figures jsonb)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if p_event.status <> 'published' or p_event.ends_at <= now() then
    return '[]';
  end if;
  return private.crowd_alerts(p_event, p_figures) || private.gate_alerts(p_event, p_figures) || private.sale_alerts(p_event, p_figures);
end
$$;
comment on function private.event_alerts_now(public.events, jsonb) is
  'Lists what staff of an event should look at now: [{code, ...}]: full, nearly_full (from 90%), gate_silent (none for 15 minutes at a '
  'gate that had five scans in the 15 minutes before), no_scans (20 minutes after doors), many_refused (10 and a quarter of the scans of '
  '15 minutes), sales_paused, type_paused, sold_out, nearly_sold_out (from 95%), few_paid (of 20 or more carts of 2 hours, under a tenth '
  'was paid). p_figures = sold, held, capacity, inNow, toCome.';

create function private.tonight_event(p_event public.events, p_money boolean)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_figures jsonb;
begin
  select jsonb_build_object('sold', f.sold, 'held', f.held, 'capacity', f.capacity, 'inNow', f.in_now,
    'netCents', case when p_money then f.net_cents end,
    'admitted', d.admitted, 'toCome', greatest(f.sold - d.inside, 0))
  into v_figures
  from private.event_figures(array[p_event.id]) f
  cross join lateral (
    select coalesce(sum(c.admitted), 0)::int as admitted, coalesce(sum(c.inside), 0)::int as inside
    from private.door_counts c where c.event_id = p_event.id
  ) d;
  return v_figures || jsonb_build_object(
    'id', p_event.id, 'slug', p_event.slug, 'title', p_event.title, 'venueName', (private.whole_place(p_event)).venue_name,
    'city', p_event.city,
    'timeZone', p_event.time_zone, 'status', p_event.status, 'isTest', p_event.is_test, 'doorsAt', p_event.doors_at,
    'startsAt', p_event.starts_at, 'endsAt', p_event.ends_at,
    -- whole minutes, the running one last
    'arrivals', (
      select jsonb_agg(coalesce(n.entries, 0) order by m.minute)
      from generate_series(date_trunc('minute', now()) - interval '29 minutes', date_trunc('minute', now()), interval '1 minute') m (minute)
      left join (
        select date_trunc('minute', x.entered_at) as minute, count(*) as entries
        from public.entries x
        where x.event_id = p_event.id and x.entered_at >= date_trunc('minute', now()) - interval '29 minutes'
        group by 1
      ) n using (minute)),
    'alerts', private.event_alerts_now(p_event, v_figures));
end
$$;
comment on function private.tonight_event(public.events, boolean) is
  'One event as the start page of staff shows it: what of it is sold, held and inside, arrivals by minute of the last half hour '
  '(admissions, the running minute last), what is wrong with it now; its money only with p_money.';

create function private.usual_day(p_today date)
returns jsonb
language sql stable set search_path = ''
as $$
  -- The same time of day by the wall clock, also over a change of the clocks.
  select jsonb_build_object('weeks', count(*), 'grossCents', round((percentile_cont(0.5) within group (order by w.cents))::numeric)::bigint,
    'orders', round((percentile_cont(0.5) within group (order by w.orders))::numeric)::int)
  from public.settings s
  cross join generate_series(1, 4) n (week)
  cross join lateral (
    select private.day_start(p_today - 7 * n.week) as begins,
      ((now() at time zone s.time_zone) - 7 * n.week * interval '1 day') at time zone s.time_zone as ends
  ) span
  cross join lateral (
    select coalesce((
        select sum(e.cents) from public.ledger_entries e
        where e.booked_at >= span.begins and e.booked_at < span.ends and not e.is_test and e.kind in ('sale', 'discount', 'fee', 'tax')),
          0) as cents,
      (select count(*) from public.orders o where o.paid_at >= span.begins and o.paid_at < span.ends and not o.is_test) as orders
  ) w
  -- Weeks before the first sale say nothing.
  where span.begins >= private.day_start((
    select ((min(e.booked_at) at time zone s.time_zone) - interval '6 hours')::date from public.ledger_entries e where not e.is_test))
$$;
comment on function private.usual_day(date) is
  'The median of the same weekday in the last four weeks up to the same time of day: {weeks, grossCents, orders}. weeks = how many of the '
  'four there are since the first sale; with none the figures are null.';

create function private.next_on_sale()
returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('eventId', e.id, 'slug', e.slug, 'title', e.title, 'typeName', t.name, 'timeZone', e.time_zone,
    'saleStartsAt', t.sale_starts_at, 'status', e.status,
    'waiting', (select count(*) from private.event_alerts a where a.event_id = e.id and a.status = 'active'),
    'checklist', (
      select jsonb_agg(jsonb_build_object('code', c.code, 'required', c.is_required, 'done', c.is_done))
      from private.publish_checklist(e) c))
  from public.ticket_types t
  join public.events e on e.id = t.event_id
  where e.status in ('published', 'draft') and not e.is_test and t.archived_at is null and t.sale_starts_at > now()
  order by t.sale_starts_at, t.id
  limit 1
$$;
comment on function private.next_on_sale() is
  'The sale that begins next, of a published event or a draft, with how many people asked to be told and what private.publish_checklist '
  'says of the event; null where none is planned.';

create function private.waiting_cases()
returns int
language sql stable set search_path = ''
as $$
  select (c.counts ->> 'open')::int + (c.counts ->> 'appeals')::int from (select private.moderation_counts() as counts) c
$$;
comment on function private.waiting_cases() is 'How many cases and appeals wait for moderators, counted up to 1,000 and 100.';

create function private.staff_queues()
returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'disputes', (select count(*) from public.disputes d where d.closed_at is null),
    'refundsRequested', (select count(*) from public.refunds r where r.status = 'requested'),
    'refundsFailing', (select count(*) from public.refunds r where r.status = 'failed'),
    'refundsExternal', (select count(*) from public.refunds r where r.status = 'external' and r.kind = 'external' and r.decision is null),
    'failures', (f.counts -> 'other'),
    'failedMails', (f.counts -> 'mail'),
    'returns', (select count(*) from public.fulfilments f where f.status = 'return_requested'),
    'toPack', (
      select count(distinct f.order_id) from public.fulfilments f
      join public.order_lines l on l.id = f.order_line_id
      join public.line_kinds k on k.kind = l.kind and k.is_merchandise
      where f.status = 'unfulfilled' and f.delivery = 'ship' and f.replaced_by is null),
    'cases', private.waiting_cases(),
    'chatReports', private.open_chat_reports(),
    'lowStock', (
      select count(*) from public.product_variants v join public.products p on p.id = v.product_id and p.status <> 'archived'
      where v.archived_at is null and v.stock - v.sold <= v.low_stock_at))
  from (select private.failure_counts() as counts) f
$$;
comment on function private.staff_queues() is
  'How much waits for an admin in each list: {disputes, refundsRequested, refundsFailing, refundsExternal, failures (other than mails and '
  'refunds), failedMails, returns, toPack (orders), cases (with appeals), chatReports (messages), '
  'lowStock (variants)}.';

create function private.first_steps()
returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'brand', exists (select 1 from private.audit_log a where a.action = 'settings.changed'),
    'mailbox', s.contact_email is not null,
    'legal', s.postal_address is not null,
    'taxes', exists (select 1 from public.tax_rates) or exists (select 1 from public.events e where e.tax_bps > 0 and not e.is_test),
    'event', exists (select 1 from public.events e where e.status <> 'draft' and not e.is_test),
    'team', (select count(*) > 1 from private.user_roles r where r.role = any (private.roles_with('be_staff')))
      or exists (select 1 from public.staff_grants) or exists (select 1 from private.staff_invitations))
  from public.settings s
  where not exists (select 1 from public.orders o where o.paid_at is not null and not o.is_test)
$$;
comment on function private.first_steps() is
  'Returns the steps of opening a site, each true when it is done: {brand (settings were saved), mailbox, legal (the texts can name a '
  'postal address), taxes (any rate), event (published), team (somebody else)}. Null once an order of a real event was paid.';

create function private.require_today_reader()
returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not (private.may('see_hidden_events') or private.has_any_grant('door_manager')) then
    perform private.refuse(403, 'not_allowed');
  end if;
end
$$;
comment on function private.require_today_reader() is
  'First line of read_today: refuses everybody but admins, moderators and who manages a door.';

create function private.events_tonight(p_all boolean) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  -- Puts running events first, the one that began last on top; then those that begin next.
  return array(
    select e.id from public.events e
    where e.status in ('published', 'postponed', 'cancelled') and e.ends_at > now()
      and e.starts_at between now() - interval '5 days' and now() + interval '2 days'
      and private.business_date(e.starts_at, e.time_zone) <= private.business_date(now(), e.time_zone)
      and (p_all or private.has_grant('door_manager', e.id))
    order by e.doors_at > now(), case when e.doors_at <= now() then e.starts_at end desc, e.starts_at, e.id);
end
$$;
comment on function private.events_tonight(boolean) is
  'Returns the events of this business day that are not over: all, or those whose door the caller runs.';

create function private.event_after(p_tonight uuid[], p_all boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_next public.events;
begin
  select e.* into v_next from public.events e
  where e.status = 'published' and not e.is_test and e.starts_at > now() and e.id <> all (p_tonight)
    and (p_all or private.has_grant('door_manager', e.id))
  order by e.starts_at, e.id limit 1;
  return case when v_next.id is not null then (
    select jsonb_build_object('id', v_next.id, 'slug', v_next.slug, 'title', v_next.title, 'city', v_next.city,
      'timeZone', v_next.time_zone,
      'startsAt', v_next.starts_at, 'imagePath', v_next.image_path, 'sold', f.sold, 'held', f.held, 'capacity', f.capacity)
    from private.event_figures(array[v_next.id]) f) end;
end
$$;
comment on function private.event_after(uuid[], boolean) is
  'Returns the next event after those of tonight with its figures, of all or of those whose door the caller runs; null where none is.';

create function private.money_today(p_today date) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('grossCents', d.gross_cents, 'orders', d.orders, 'tickets', d.tickets, 'refundedCents', d.refunded_cents,
      'usual', private.usual_day(p_today))
    from private.count_sales(p_today, p_today) d);
end
$$;
comment on function private.money_today(date) is 'Returns the sales of a business day so far, beside what is usual on such a day.';

create function private.goods_today(p_today date) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('grossCents', coalesce(sum(sold.cents), 0), 'units', coalesce(sum(sold.quantity), 0))
    from (
      select sum(e.cents) as cents, min(l.quantity) as quantity
      from public.ledger_entries e join public.line_kinds k on k.kind = e.item_kind and k.is_merchandise
      join public.order_lines l on l.id = e.order_line_id
      where e.booked_at >= private.day_start(p_today) and not e.is_test
        and e.kind in ('sale', 'discount', 'fee', 'tax')
      group by e.order_line_id
    ) sold);
end
$$;
comment on function private.goods_today(date) is 'Returns what the shop sold since a business day began: cents and units.';

create function private.counts_today() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'upcoming', (
      select count(*) from public.events e where e.status in ('published', 'postponed') and e.starts_at > now() - interval '5 days'
        and e.ends_at > now()),
    'drafts', (select count(*) from public.events e where e.status = 'draft'),
    'unpaid', (select count(*) from public.orders o where private.order_is_open(o.status)));
end
$$;
comment on function private.counts_today() is 'Counts upcoming events, drafts, and orders that are not paid yet.';

create function private.staff_actions() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.audit_entries(array(
    select a.id from private.audit_log a
    where a.actor_id is not null and (a.actor_role = any (private.roles_with('be_staff')) or a.action like 'door.%')
    order by a.at desc, a.id desc limit 8));
end
$$;
comment on function private.staff_actions() is 'Returns the latest eight things that staff did.';

create function public.read_today()
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_settings public.settings;
  v_admin boolean := private.may('see_overview');
  v_all boolean := v_admin or private.may('see_hidden_events');
  v_today date;
  v_tonight uuid[];
  v_shown uuid[];
begin
  perform private.require_today_reader();
  select * into strict v_settings from public.settings;
  v_today := ((now() at time zone v_settings.time_zone) - interval '6 hours')::date;
  v_tonight := private.events_tonight(v_all);
  v_shown := v_tonight[:12];
  return jsonb_build_object(
    'now', now(), 'timeZone', v_settings.time_zone, 'currency', v_settings.currency,
    'tonight', (
      select coalesce(jsonb_agg(private.tonight_event(e, v_admin) order by array_position(v_shown, e.id)), '[]')
      from public.events e where e.id = any (v_shown)),
    'tonightCount', cardinality(v_tonight),
    'nextEvent', private.event_after(v_tonight, v_all),
    -- Only admins see the rest.
    'money', case when v_admin then private.money_today(v_today) end,
    'shop', case when v_admin then private.goods_today(v_today) end,
    'queues', case when v_admin then private.staff_queues()
      when private.may('moderate') then jsonb_build_object('cases', private.waiting_cases(),
        'chatReports', private.open_chat_reports()) end,
    'nextOnSale', case when v_admin then private.next_on_sale() end,
    'firstSteps', case when v_admin then private.first_steps() end,
    'counts', case when v_admin then private.counts_today() end,
    'actions', case when v_admin then private.staff_actions() end);
end
$$;
comment on function public.read_today() is
  'The start page of staff: {now, timeZone, currency, tonight, tonightCount, nextEvent, money, shop, queues, nextOnSale, firstSteps, '
  'counts, actions}. tonight = the events of this night as private.tonight_event returns them, 12 at most of tonightCount, nextEvent = '
  'the first one after them; money and shop since 6 AM in the brand''s zone, money with its usual (private.usual_day); queues = '
  'private.staff_queues; firstSteps = private.first_steps; actions = the last eight rows of the audit log by staff. Moderators and door '
  'managers get tonight and nextEvent of their events without money, moderators their cases, and null for the rest. Refuses not_allowed.';

revoke execute on function
  private.crowd_alerts(public.events, jsonb), private.gate_alerts(public.events, jsonb), private.sale_alerts(public.events, jsonb),
  private.event_alerts_now(public.events, jsonb), private.tonight_event(public.events, boolean),
  private.usual_day(date), private.next_on_sale(),
  private.waiting_cases(), private.staff_queues(), private.first_steps(), private.require_today_reader(), private.events_tonight(boolean),
  private.event_after(uuid[], boolean), private.money_today(date), private.goods_today(date), private.counts_today(),
  private.staff_actions(), public.read_today()
from public, anon, authenticated, service_role;
grant execute on function public.read_today() to authenticated;
