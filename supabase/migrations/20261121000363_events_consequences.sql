-- Says what saving a form of the editor means for people who bought or hold already, said before it is done, and the mail about new times
-- or a new venue.

create function private.time_consequences(p_event public.events, p_form jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_was jsonb;
  v_becomes jsonb;
begin
  if not p_form ?| array['doorsAt', 'startsAt', 'endsAt', 'timeZone'] then
    return '[]';
  end if;
  -- to the minute, as forms have them
  v_was := jsonb_build_object('doorsAt', date_trunc('minute', p_event.doors_at), 'startsAt', date_trunc('minute', p_event.starts_at),
    'endsAt', date_trunc('minute', p_event.ends_at), 'timeZone', p_event.time_zone);
  v_becomes := v_was || jsonb_strip_nulls(jsonb_build_object(
    'doorsAt', date_trunc('minute', private.parse_instant(p_form ->> 'doorsAt')),
    'startsAt', date_trunc('minute', private.parse_instant(p_form ->> 'startsAt')),
    'endsAt', date_trunc('minute', private.parse_instant(p_form ->> 'endsAt')),
    'timeZone', nullif(p_form ->> 'timeZone', '')));
  return case when v_was = v_becomes then '[]' else jsonb_build_array(
    jsonb_build_object('code', 'times', 'key', 'times:' || md5(v_becomes::text), 'was', v_was, 'becomes', v_becomes)) end;
end
$$;
comment on function private.time_consequences(public.events, jsonb) is
  'Returns the change of an event''s times that its holders are told of, for private.save_consequences.';

create function private.venue_consequences(p_event public.events, p_form jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_place public.event_venues;
  v_was jsonb;
  v_becomes jsonb;
begin
  -- Holders who do not know the venue yet get the mail that reveals it instead.
  if not p_form ?| array['venueName', 'address', 'city'] or not private.knows_venue(p_event) or not (
      coalesce(p_form ->> 'locationVisibility', p_event.location_visibility) <> 'hours'
      or now() >= coalesce(private.parse_instant(p_form ->> 'doorsAt'), p_event.doors_at)
        - make_interval(hours => coalesce((p_form ->> 'locationHours')::int, p_event.location_hours, 24))) then
    return '[]';
  end if;
  v_place := private.whole_place(p_event);
  v_was := jsonb_build_object('venueName', v_place.venue_name, 'address', v_place.address, 'city', p_event.city);
  select v_was || coalesce(jsonb_object_agg(f.key, btrim(coalesce(f.value, ''))), '{}') into v_becomes
  from jsonb_each_text(p_form) f where f.key in ('venueName', 'address', 'city');
  return case when v_was <> v_becomes and (v_place.venue_name, v_place.address) <> ('', '') then jsonb_build_array(
    jsonb_build_object('code', 'venue', 'key', 'venue:' || md5(v_becomes::text), 'was', v_was, 'becomes', v_becomes)) else '[]' end;
end
$$;
comment on function private.venue_consequences(public.events, jsonb) is
  'Returns the change of an event''s place that its holders are told of, for private.save_consequences.';

create function private.form_rows(p_form jsonb, p_list text) returns table (id uuid, fields jsonb)
language plpgsql immutable set search_path = ''
as $$
begin
  return query select (x.value ->> 'id')::uuid, x.value from jsonb_array_elements(coalesce(nullif(p_form -> p_list, 'null'),
    '[]')) x (value);
end
$$;
comment on function private.form_rows(jsonb, text) is
  'Returns the rows of a list in the form of an event: none where it is missing or null.';

create function private.removed_offers(p_event uuid, p_form jsonb)
returns table (id uuid, name text, place int, "position" int, sold int, held int)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select t.id, t.name, 1, t.position,
    (select count(*)::int from public.tickets k where k.ticket_type_id = t.id and private.ticket_is_valid(k.status)),
    (select coalesce(sum(r.held), 0)::int from public.price_releases r where r.ticket_type_id = t.id)
  from public.ticket_types t
  where t.event_id = p_event and t.archived_at is null and p_form ? 'types'
    and not exists (select 1 from private.form_rows(p_form, 'types') x where x.id = t.id)
  union all
  select p.id, p.name, 2, p.position, private.sold_units(p.id), private.held_units(p.id)
  from public.packages p
  where p.event_id = p_event and p.archived_at is null and p_form ? 'packages'
    and not exists (select 1 from private.form_rows(p_form, 'packages') x where x.id = p.id)
  union all
  select a.id, a.name, 3, a.position, c.sold, c.held
  from public.add_ons a join public.capacity_pools c on c.id = a.pool_id
  where a.event_id = p_event and a.archived_at is null and p_form ? 'addOns'
    and not exists (select 1 from private.form_rows(p_form, 'addOns') x where x.id = a.id)
  union all
  select b.id, b.name, 4, b.position, private.sold_units(b.id), private.held_units(b.id)
  from public.bookable_tables b
  where b.event_id = p_event and b.archived_at is null and p_form ? 'tables'
    and not exists (select 1 from private.form_rows(p_form, 'tables') x where x.id = b.id);
end
$$;
comment on function private.removed_offers(uuid, jsonb) is
  'Returns what an event offers and its form leaves out: ticket types, packages, add-ons, tables (place 1 to 4), with the units that are '
  'sold and held.';

create function private.changed_prices(p_event uuid, p_form jsonb)
returns table (id uuid, name text, place int, "position" int, was bigint, becomes bigint, sold int, held int)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select r.id, concat_ws(': ', t.name, nullif(r.name, t.name)), 1, t.position * 100 + r.position,
    r.face_cents, (s.fields ->> 'faceCents')::bigint, r.sold, r.held
  from private.form_rows(p_form, 'types') x
  cross join lateral private.form_rows(x.fields, 'releases') s
  join public.price_releases r on r.id = s.id and r.face_cents <> (s.fields ->> 'faceCents')::bigint
  join public.ticket_types t on t.id = r.ticket_type_id and t.id = x.id and t.event_id = p_event
  union all
  select p.id, p.name, 2, p.position, p.price_cents, (x.fields ->> 'priceCents')::bigint, private.sold_units(p.id), private.held_units(p.id)
  from private.form_rows(p_form, 'packages') x
  join public.packages p on p.id = x.id and p.event_id = p_event and p.price_cents <> (x.fields ->> 'priceCents')::bigint
  union all
  select a.id, a.name, 3, a.position, a.price_cents, (x.fields ->> 'priceCents')::bigint, c.sold, c.held
  from private.form_rows(p_form, 'addOns') x
  join public.add_ons a on a.id = x.id and a.event_id = p_event and a.price_cents <> (x.fields ->> 'priceCents')::bigint
  join public.capacity_pools c on c.id = a.pool_id;
end
$$;
comment on function private.changed_prices(uuid, jsonb) is
  'Returns what costs something else in an event''s form than now: releases, packages, add-ons (place 1 to 3), in cents, with the units '
  'that are sold and held.';

create function private.changed_terms(p_event uuid, p_form jsonb) returns table (id uuid, name text, "position" int,
  becomes text, sold int, held int)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select b.id, b.name, b.position,
    md5(concat_ws(',', x.fields ->> 'minimumSpendCents', x.fields ->> 'depositCents', x.fields ->> 'depositBps',
      x.fields ->> 'gratuityBps')),
    private.sold_units(b.id), private.held_units(b.id)
  from private.form_rows(p_form, 'tables') x join public.bookable_tables b on b.id = x.id and b.event_id = p_event
  where (b.minimum_spend_cents, b.deposit_cents, b.deposit_bps, b.gratuity_bps) is distinct from
    ((x.fields ->> 'minimumSpendCents')::bigint, (x.fields ->> 'depositCents')::bigint, (x.fields ->> 'depositBps')::int,
      (x.fields ->> 'gratuityBps')::int);
end
$$;
comment on function private.changed_terms(uuid, jsonb) is
  'Returns the tables of an event that its form gives other terms, a hash of these, and the units that are sold and held.';

create function private.save_consequences(p_event public.events, p_form jsonb)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_tickets int;
  v_orders int;
  v_told jsonb := '[]';
begin
  if p_event.status not in ('published', 'postponed') then
    return '[]';
  end if;
  select count(*), count(distinct k.order_id) filter (where private.order_is_sold(o.status)) into v_tickets, v_orders
  from public.tickets k join public.orders o on o.id = k.order_id
  where k.event_id = p_event.id and private.ticket_is_valid(k.status);
  if p_event.status = 'published' and p_event.ends_at > now() and v_tickets > 0 then
    select coalesce(jsonb_agg(c.value || jsonb_build_object('tickets', v_tickets, 'orders', v_orders) order by c.place), '[]') into v_told
    from jsonb_array_elements(private.time_consequences(p_event, p_form) || private.venue_consequences(p_event, p_form))
      with ordinality c (value, place);
  end if;
  return v_told || (
    select coalesce(jsonb_agg(c.said order by c.kind, c.place, c.position, c.said ->> 'key'), '[]')
    from (
      select 1 as kind, r.place, r.position, jsonb_build_object('code', 'removed', 'key', 'removed:' || r.id, 'name', r.name,
        'sold', r.sold, 'held', r.held) as said
      from private.removed_offers(p_event.id, p_form) r where r.sold + r.held > 0
      union all
      select 2, p.place, p.position, jsonb_build_object('code', 'price', 'key', format('price:%s:%s', p.id, p.becomes), 'name', p.name,
        'wasCents', p.was, 'becomesCents', p.becomes, 'sold', p.sold, 'held', p.held)
      from private.changed_prices(p_event.id, p_form) p where p.sold + p.held > 0
      union all
      select 3, 4, t.position, jsonb_build_object('code', 'terms', 'key', format('terms:%s:%s', t.id, t.becomes), 'name', t.name,
        'sold', t.sold, 'held', t.held)
      from private.changed_terms(p_event.id, p_form) t where t.sold + t.held > 0
      union all
      select 4, 1, 1, jsonb_build_object('code', 'fees',
        'key', 'fees:' || concat_ws(':', p_form ->> 'feeFixedCents', p_form ->> 'feeBps', p_form ->> 'taxBps', p_form ->> 'taxOnFees'),
        'sold', v_tickets)
      where v_tickets > 0 and (
        (p_form ->> 'feeFixedCents')::bigint <> p_event.fee_fixed_cents or (p_form ->> 'feeBps')::int <> p_event.fee_bps
        or (p_form ->> 'taxBps')::int <> p_event.tax_bps or (p_form ->> 'taxOnFees')::boolean <> p_event.tax_on_fees)
    ) c);
end
$$;
comment on function private.save_consequences(public.events, jsonb) is
  'Returns the consequences of saving a form (as save_event takes it) for people who bought or hold: [{code, key, ...}], empty unless the '
  'event is published or postponed. code: times and venue (holders are mailed; was and becomes hold the times, or venueName, address and '
  'city), removed (a ticket type, package, add-on or table with sales leaves the sale), price, terms (of a table), fees. key names the '
  'consequence with its new value: a person who agreed to it sends it back in confirmed. sold and held are units, tickets and orders '
  'those of the mail.';

create function public.preview_event_save(p_event jsonb)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_event public.events;
begin
  perform private.require_permission('manage_events');
  select * into v_event from public.events where id = (p_event ->> 'id')::uuid;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return private.save_consequences(v_event, p_event);
end
$$;
comment on function public.preview_event_save(jsonb) is
  'Returns the consequences of saving a form of the editor for people who bought or hold (private.save_consequences). Admins only: '
  'refuses not_allowed, not_found.';

create function private.queue_moved_mails(p_before public.events, p_after public.events, p_was_place jsonb)
returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_queued int;
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select 'event_moved', concat_ws(':', 'event_moved', o.id, extract(epoch from p_after.updated_at), lower(o.email)), o.email, 'order', o.id,
    jsonb_build_object('was', jsonb_build_object('doorsAt', p_before.doors_at, 'startsAt', p_before.starts_at, 'endsAt', p_before.ends_at,
      'timeZone', p_before.time_zone), 'wasPlace', p_was_place)
  from public.orders o
  where o.event_id = p_after.id and private.order_is_sold(o.status)
    and exists (select 1 from public.tickets k where k.order_id = o.id and private.ticket_is_valid(k.status))
  order by o.id
  on conflict (dedupe_key) do nothing;
  get diagnostics v_queued = row_count;
  return v_queued;
end
$$;
comment on function private.queue_moved_mails(public.events, public.events, jsonb) is
  'Queues the mail about the new times or the new venue of an event, or both, once for each paid order with a valid ticket and for each '
  'change; returns for how many. p_before = the row whose times the mail names as the earlier ones; p_was_place = the earlier place as '
  'save_consequences has it, null where it stays.';

revoke execute on function
  private.save_consequences(public.events, jsonb), public.preview_event_save(jsonb),
  private.queue_moved_mails(public.events, public.events, jsonb)
from public, anon, authenticated, service_role;
grant execute on function public.preview_event_save(jsonb) to authenticated;
