-- Changes the state of an event: publish, postpone, cancel, archive, and copy for the next date.
-- Each function locks the event and adds its transition to the state log and a row to the audit log.

create function private.publish_checklist(p_event public.events)
returns table (code text, is_required boolean, is_done boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_place public.event_venues := private.whole_place(p_event);
begin
  return query
  with types as (
    select t.*, least(coalesce(t.sale_ends_at, p_event.ends_at), p_event.ends_at) as closes_at
    from public.ticket_types t
    where t.event_id = p_event.id and t.archived_at is null
      and exists (select 1 from public.ticket_type_pools tp where tp.ticket_type_id = t.id)
      and exists (select 1 from public.price_releases r where r.ticket_type_id = t.id)
  )
  select * from (values
    ('title', true, p_event.title <> ''),
    ('date', true, p_event.starts_at > now()),
    ('place', true, v_place.venue_name <> '' and v_place.address <> '' and p_event.city <> ''),
    ('picture', true, p_event.image_path is not null and p_event.image_alt <> ''),
    ('tickets', true, exists (select 1 from types)),
    -- each type must be on sale at some time yet to come
    ('sale_window', true, not exists (
      select 1 from types t where t.closes_at <= now() or t.sale_starts_at >= t.closes_at)),
    -- a price without a quantity and an end never gives way to the next
    ('prices', true, not exists (
      select 1 from types t join public.price_releases r on r.ticket_type_id = t.id
      where r.quantity is null and r.ends_at is null
        and exists (select 1 from public.price_releases n where n.ticket_type_id = t.id and n.position > r.position))),
    ('id_policy', true, p_event.min_age = 0 or p_event.id_policy <> ''),
    ('password', true, p_event.visibility <> 'password'
      or exists (select 1 from private.event_passwords p where p.event_id = p_event.id)),
    ('about', false, p_event.summary <> '' and p_event.description <> ''),
    ('line_up', false, p_event.line_up <> '[]')
  ) items (code, is_required, is_done);
end
$$;
comment on function private.publish_checklist(public.events) is
  'Returns the requirements for publishing an event (is_required) and the recommended additions, one row each; is_done = the event has '
  'it. The only such list: publish_event refuses by it, a change that would make a published event fail a met requirement is refused, and '
  'the editor shows it.';

create function private.checklist_done(p_event public.events)
returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(c.code), '{}') from private.publish_checklist(p_event) c where c.is_required and c.is_done
$$;
comment on function private.checklist_done(public.events) is 'The codes of what private.publish_checklist requires and the event has.';

create function private.require_kept(p_event public.events, p_had text[])
returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_lost text;
begin
  select string_agg(c.code, ' ') into v_lost
  from private.publish_checklist(p_event) c
  -- a sale may end before the event does
  where c.is_required and not c.is_done and c.code = any (p_had) and c.code <> 'sale_window';
  if v_lost is not null then
    perform private.refuse(409, 'event_incomplete', jsonb_build_object('missing', v_lost, 'published', 1));
  end if;
end
$$;
comment on function private.require_kept(public.events, text[]) is
  'Refuses event_incomplete when a published event has lost something that private.publish_checklist requires. p_event = the row after '
  'the change; p_had = private.checklist_done before it, so that nobody is stopped by what was missing already or has passed.';

create function public.publish_event(p_id uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_event(p_id);
  v_after public.events;
  v_previous timestamptz;
  v_missing text;
begin
  if v_event.status = 'published' then
    return;
  end if;
  if v_event.status not in ('draft', 'postponed') then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_event.status));
  end if;
  select string_agg(c.code, ' ') into v_missing
  from private.publish_checklist(v_event) c where c.is_required and not c.is_done;
  if v_missing is not null then
    perform private.refuse(409, 'event_incomplete', jsonb_build_object('missing', v_missing));
  end if;
  -- Postponed with a new date: whoever has tickets is told, and may choose a refund; the postponement is over for the others, too.
  select c.previous_starts_at into v_previous from public.event_changes c
  where c.event_id = p_id and c.superseded_at is null and c.kind = 'postponed';
  update public.events set status = 'published', published_at = coalesce(published_at, now()), status_note = '',
    previous_starts_at = coalesce(v_previous, previous_starts_at), updated_at = clock_timestamp()
  where id = p_id returning * into v_after;
  if v_previous is not null then
    perform private.lock_settlement(p_id, true);
    perform private.announce_event_change(v_after, 'rescheduled', null, v_previous);
  end if;
  perform private.log_state('event', p_id, v_event.status, 'published');
  perform private.audit('publish_event', 'event', p_id::text, jsonb_build_object('from', v_event.status, 'to', 'published'));
end
$$;
comment on function public.publish_event(uuid) is
  'Opens a draft, or a postponed event with its new date, which is announced to all holders as announce_new_date does; admins only. '
  'Refuses event_incomplete with the codes of what private.publish_checklist misses.';

create function public.set_event_status(p_id uuid, p_status text, p_note text default null, p_goods text default 'ask')
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_event(p_id);
  v_after public.events;
  v_released int;
begin
  if v_event.status = p_status then
    return;
  end if;
  if (v_event.status, p_status) not in (
    ('published', 'postponed'), ('published', 'cancelled'), ('postponed', 'cancelled'), ('published', 'archived')
  ) or (p_status = 'archived') <> (v_event.ends_at <= now()) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_event.status));
  end if;
  perform private.require_proof(); -- none can be reverted: what was refunded is gone, and mails are sent
  update public.events set status = p_status, status_note = coalesce(p_note, ''),
    cancelled_at = case when p_status = 'cancelled' then now() end, updated_at = clock_timestamp()
  where id = p_id returning * into v_after;

  -- Sales stop in this transaction: nothing new can be held, unpaid orders end and what lies in carts goes back. Payments
  -- under way wait for this, and their settlement sees the event's state.
  v_released := private.release_event_holds(p_id, 'event ' || p_status);
  if p_status in ('cancelled', 'postponed') then
    perform private.announce_event_change(v_after, p_status, p_note, v_event.starts_at);
  end if;
  if p_status = 'cancelled' and p_goods = 'refund' then
    update public.event_changes set goods = 'refund' where event_id = p_id and superseded_at is null;
  end if;

  perform private.log_state('event', p_id, v_event.status, p_status, p_note);
  perform private.audit('set_event_status', 'event', p_id::text,
    jsonb_build_object('from', v_event.status, 'to', p_status, 'note', p_note, 'goods', case when p_status = 'cancelled' then p_goods end,
      'released_holds', v_released));
end
$$;
comment on function public.set_event_status(uuid, text, text, text) is
  'Postpones, cancels or (after its end) archives an event, with the note that its page shows; admins only, with a recent proof. In the '
  'same transaction carts are emptied, the door is closed, and the refund policy is recorded with a row for each order, which '
  'run_event_changes works through: cancelled refunds all money, fees included; postponed does so after 90 days without a new date. '
  'p_goods = what becomes of goods that were to be picked up at a cancelled event: ask (their buyers choose shipping or their money, and '
  'get that after a week) or refund (at once). Refuses password_needed, invalid_state.';

create function private.copied_fields(p_event public.events, p_step interval, p_later interval) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_venue public.event_venues := private.whole_place(p_event);
begin
  return (
    select jsonb_object_agg(f.key, case
      when f.key = 'title' and p_step is null then to_jsonb(left(p_event.title, 115) || ' copy')
      when f.key = 'lineUp' then (
        select coalesce(jsonb_agg(case
          when p_step is null or act ->> 'at' is null then act - 'at'
          else act || jsonb_build_object('at', private.shift_wall_time((act ->> 'at')::timestamptz, p_event.time_zone, p_later))
        end order by place), '[]')
        from jsonb_array_elements(f.value) with ordinality a (act, place))
      when f.key ~ 'At$' and f.value <> 'null' then
        to_jsonb(private.shift_wall_time((f.value #>> '{}')::timestamptz, p_event.time_zone, p_later))
      else f.value
    end)
    from private.event_fields e, jsonb_each(to_jsonb(e) || jsonb_build_object(
      'venueName', v_venue.venue_name, 'address', v_venue.address, 'latitude', v_venue.latitude, 'longitude', v_venue.longitude)) f
    where e.id = p_event.id);
end
$$;
comment on function private.copied_fields(public.events, interval, interval) is
  'Returns the fields of a copy of an event, its times p_later; without p_step its title says so and its set times are left out.';

create function private.copy_types(p_event public.events, p_copy uuid, p_later interval) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_type public.ticket_types;
  v_pool public.capacity_pools;
  v_pools jsonb := '{}';
  v_types jsonb := '{}';
  v_new uuid;
begin
  for v_pool in select * from public.capacity_pools where event_id = p_event.id and purpose = 'places' order by created_at, id loop
    insert into public.capacity_pools (event_id, name, capacity, created_at)
    values (p_copy, v_pool.name, v_pool.capacity, clock_timestamp())
    returning id into v_new;
    v_pools := v_pools || jsonb_build_object(v_pool.id, v_new);
  end loop;
  for v_type in select * from public.ticket_types where event_id = p_event.id and archived_at is null order by position loop
    insert into public.ticket_types (event_id, name, description, position, visibility, min_per_order, max_per_order,
      includes_stream, sale_starts_at, members_sale_starts_at, sale_ends_at)
    values (p_copy, v_type.name, v_type.description, v_type.position, v_type.visibility, v_type.min_per_order, v_type.max_per_order,
      v_type.includes_stream, private.shift_wall_time(v_type.sale_starts_at, p_event.time_zone, p_later),
      private.shift_wall_time(v_type.members_sale_starts_at, p_event.time_zone, p_later),
      private.shift_wall_time(v_type.sale_ends_at, p_event.time_zone, p_later))
    returning id into v_new;
    insert into public.ticket_type_pools (ticket_type_id, pool_id, event_id)
    select v_new, (v_pools ->> tp.pool_id::text)::uuid, p_copy from public.ticket_type_pools tp where tp.ticket_type_id = v_type.id;
    insert into public.price_releases (ticket_type_id, position, name, face_cents, quantity, ends_at)
    select v_new, r.position, r.name, r.face_cents, r.quantity,
      private.shift_wall_time(r.ends_at, p_event.time_zone, p_later)
    from public.price_releases r where r.ticket_type_id = v_type.id;
    v_types := v_types || jsonb_build_object(v_type.id, v_new);
  end loop;
  return v_types;
end
$$;
comment on function private.copy_types(public.events, uuid, interval) is
  'Copies the pools, types and releases of an event, sale windows p_later (null = none), and returns the new id of each type.';

create function private.write_event_copy(p_id uuid, p_step interval default null)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_event public.events := private.lock_event(p_id);
  v_fields jsonb;
  v_later interval;
  v_copy uuid;
begin
  -- the same wall time, ahead of now; a plain copy also leaves the set times and sale windows to the old date
  if p_step is null then
    v_later := make_interval(days => 7 * greatest(1, ceil(extract(epoch from now() - v_event.starts_at) / 604800)::int));
  else
    v_later := p_step;
    while private.shift_wall_time(v_event.starts_at, v_event.time_zone, v_later) <= now() loop
      v_later := v_later + p_step;
    end loop;
  end if;
  v_fields := private.copied_fields(v_event, p_step, v_later);
  insert into public.events (slug, title, city, time_zone, doors_at, starts_at, ends_at)
  values (private.slug_of(v_fields ->> 'title'), v_fields ->> 'title', v_event.city, v_event.time_zone,
    private.parse_instant(v_fields ->> 'doorsAt'), private.parse_instant(v_fields ->> 'startsAt'),
    private.parse_instant(v_fields ->> 'endsAt'))
  returning id into v_copy;
  perform private.write_event_fields(v_copy, v_fields);
  perform private.copy_extras(p_id, v_copy, private.copy_types(v_event, v_copy, case when p_step is not null then v_later end));
  perform private.log_state('event', v_copy, null, 'draft');
  perform private.audit('copy_event', 'event', v_copy::text, jsonb_build_object('of', p_id));
  return v_copy;
end
$$;
comment on function private.write_event_copy(uuid, interval) is
  'Copies an event with its pools, types, prices, packages, add-ons and tables into a draft a week (or the weeks to now) later; orders, '
  'sales figures, codes, reserved places, set times and sale windows are not copied. With p_step it is the next date: so much later on '
  'the clocks, as often as it takes to be ahead of now, with the same title, and set times and sale windows as much later.';

create function public.copy_event(p_id uuid, p_key text default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_body jsonb := to_jsonb(p_id);
  v_response jsonb;
begin
  perform private.require_permission('manage_events');
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'copy_event', v_body);
  if v_response is null then
    v_response := private.store_response(v_actor, p_key, 'copy_event', v_body, to_jsonb(private.write_event_copy(p_id)));
  end if;
  return v_response #>> '{}';
end
$$;
comment on function public.copy_event(uuid, text) is
  'Copies an event into a new draft and returns its id; admins only. p_key: idempotency key. Refuses key_reused.';

create function public.create_next_date(p_id uuid, p_step text, p_key text default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_body jsonb := jsonb_build_array(p_id, p_step);
  v_response jsonb;
  v_series uuid;
  v_event public.events;
begin
  perform private.require_permission('manage_events');
  if p_step is null or p_step not in ('week', 'month') then
    perform private.refuse(422, 'invalid');
  end if;
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'create_next_date', v_body);
  if v_response is null then
    v_event := private.lock_event(p_id);
    v_series := coalesce(v_event.series_id, private.add_series(left(v_event.title, 80)));
    update public.events set series_id = v_series where id = p_id and series_id is null;
    v_response := private.store_response(v_actor, p_key, 'create_next_date', v_body,
      to_jsonb(private.write_event_copy(p_id, ('1 ' || p_step)::interval)));
  end if;
  return v_response #>> '{}';
end
$$;
comment on function public.create_next_date(uuid, text, text) is
  'Makes the next date of an event as a draft of its series, and returns its id; admins only. p_step = week or month, counted on the '
  'clocks of the event''s zone. An event without a series starts one of its title. p_key: idempotency key. Refuses key_reused, invalid.';

create function public.read_event_ending(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_events');
  return (
    select jsonb_build_object('id', e.id, 'title', e.title, 'status', e.status, 'doorsAt', e.doors_at,
      'startsAt', e.starts_at, 'endsAt', e.ends_at,
      'timeZone', e.time_zone, 'now', now(), 'currency', s.currency, 'isProven', private.is_proven(),
      'tickets', (select count(*) from public.tickets k where k.event_id = e.id and private.ticket_is_valid(k.status)),
      'carts', (
        select count(*) from public.holds h
        where h.event_id = e.id and h.status in ('active', 'pinned') and h.expires_at > now()),
      'payments', (select count(*) from public.orders o where o.event_id = e.id and private.order_is_paying(o.status)),
      'orders', m.orders, 'refundCents', m.cents, 'holders', m.holders, 'pickups', private.event_pickups(e.id), 'goodsCents', m.goods,
      'providers', (
        select coalesce(jsonb_agg(jsonb_build_object('provider', x.provider, 'orders', x.orders, 'cents', x.cents) order by x.provider),
          '[]')
        from (
          select p.provider, count(*) as orders, sum(private.event_money_left(o.id)) as cents
          from public.orders o join public.payments p on p.order_id = o.id and p.settled_at is not null
          where o.event_id = e.id and private.order_is_settled(o.status) and private.event_money_left(o.id) > 0
          group by p.provider
        ) x),
      'disputed', (
        select count(*) from public.orders o
        where o.event_id = e.id and private.order_is_settled(o.status) and private.has_disputed_money(o.id)),
      'failedRefunds', (
        select count(distinct r.order_id) from public.refunds r join public.orders o on o.id = r.order_id
        where o.event_id = e.id and r.status = 'failed'))
    from public.events e
    cross join public.settings s
    -- counts as announce_event_change and refund_event_order do: refunds that were only requested are included
    cross join lateral (
      select count(*) filter (where private.order_is_sold(o.status) or o.left_cents > 0) as orders, coalesce(sum(o.left_cents), 0) as cents,
        count(*) filter (where o.holds) as holders, coalesce(sum(o.goods_cents), 0) as goods
      from (
        select o.status, private.event_money_left(o.id) as left_cents, private.cents_outside_event(o.id) as goods_cents,
          private.order_is_sold(o.status) and exists (select 1 from public.tickets k where k.order_id = o.id
            and private.ticket_is_valid(k.status)) as holds
        from public.orders o where o.event_id = e.id and private.order_is_settled(o.status)
      ) o
    ) m
    where e.id = p_id
  );
end
$$;
comment on function public.read_event_ending(uuid) is
  'Previews what cancelling or postponing an event would do at this moment: tickets that end, carts that are emptied, payments under way, '
  'orders that get a mail (holders = those of them that have a valid ticket) and cents that go back, by provider; goodsCents stay with '
  'their buyers, disputed orders are refunded when their dispute has ended, and failedRefunds is how many orders have an earlier refund '
  'that failed. Admins only. Null when there is no such event. isProven = no password is needed.';

create function private.tell_moved_event(p_before public.events, p_after public.events, p_consequences jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_moved boolean := p_consequences @> '[{"code": "times"}]';
  v_new_day boolean := v_moved
    and (p_before.starts_at at time zone p_before.time_zone)::date <> (p_after.starts_at at time zone p_after.time_zone)::date;
  v_was_place jsonb := jsonb_path_query_first(p_consequences, '$[*] ? (@.code == "venue").was');
begin
  if v_new_day then
    perform private.announce_moved_event(p_before, p_after);
  end if;
  -- a new day has a mail of its own, which says nothing of the earlier place
  if (v_moved and not v_new_day) or v_was_place is not null then
    perform private.queue_moved_mails(case when v_new_day then p_after else p_before end, p_after, v_was_place);
  end if;
end
$$;
comment on function private.tell_moved_event(public.events, public.events, jsonb) is
  'Tells those who have tickets that an event has other times or another place, as the consequences of the save say.';

revoke execute on function
  private.publish_checklist(public.events), private.checklist_done(public.events), private.require_kept(public.events, text[]),
  private.copied_fields(public.events, interval, interval), private.copy_types(public.events, uuid, interval),
  private.write_event_copy(uuid, interval), public.create_next_date(uuid, text, text), public.publish_event(uuid),
  public.set_event_status(uuid, text, text, text), public.copy_event(uuid, text), public.read_event_ending(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.create_next_date(uuid, text, text),
  public.publish_event(uuid), public.set_event_status(uuid, text, text, text), public.copy_event(uuid, text), public.read_event_ending(uuid)
to authenticated;
