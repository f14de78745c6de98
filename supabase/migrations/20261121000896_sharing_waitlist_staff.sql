-- The waitlist of an event as staff see it beside its capacity, and what they do to it.

create function private.waitlist_sums(p_event uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('typeId', x.id, 'typeName', x.name, 'people', x.people, 'units', x.units,
    'offered', x.offered) order by x.position nulls first, x.name, x.id), '[]')
  from (
    select t.id, t.name, t.position, count(*) filter (where private.waitlist_entry_is_waiting(e.status)) as people,
      coalesce(sum(e.quantity) filter (where private.waitlist_entry_is_waiting(e.status)), 0) as units,
      coalesce(sum((select sum(l.quantity) from public.hold_lines l where l.hold_id = e.hold_id))
        filter (where private.waitlist_entry_has_offer(e.status)), 0) as offered
    from private.waitlist_entries e left join public.ticket_types t on t.id = e.ticket_type_id
    where e.event_id = p_event and private.waitlist_entry_is_open(e.status)
    group by t.id
  ) x
$$;
comment on function private.waitlist_sums(uuid) is
  'Sums up a waitlist by the type that people accept, null for any: [{typeId, typeName, people, units (that they want), offered}].';

create function public.list_waitlist(p_event uuid, p_show text default 'open', p_after uuid default null, p_limit int default 50)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('see_capacity');
  return (
    with listed as (
      select e.*, row_number() over (
        order by private.waitlist_entry_is_open(e.status) desc, private.waitlist_entry_has_offer(e.status) desc,
          case when private.waitlist_entry_is_open(e.status) then e.position end, e.position desc, e.id) as place
      from private.waitlist_entries e
      where e.event_id = p_event and e.position is not null and (p_show = 'all' or private.waitlist_entry_is_open(e.status))
    ), page as (
      select * from listed l where l.place > coalesce((select a.place from listed a where a.id = p_after), 0)
      order by l.place limit least(greatest(coalesce(p_limit, 50), 1), 200) + 1
    ), shown as (
      select * from page p order by p.place limit least(greatest(coalesce(p_limit, 50), 1), 200)
    )
    select jsonb_build_object(
      'event', jsonb_build_object('id', v.id, 'title', v.title, 'timeZone', v.time_zone),
      'goesFirst', private.waitlist_goes_first(v.id), 'mayChange', private.may('change_capacity'), 'now', now(),
      'sums', private.waitlist_sums(v.id),
      'total', case when p_after is null then (
        select private.list_total(count(*), 10000) from (select 1 from listed limit 10001) f) end,
      'next', case when (select count(*) from page) > (select count(*) from shown) then (
        select s.id from shown s order by s.place desc limit 1) end,
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'status', s.status,
          'place', case when private.waitlist_entry_is_waiting(s.status) then (
            select count(*) from private.waitlist_entries a
            where a.event_id = s.event_id and private.waitlist_entry_is_waiting(a.status) and a.position <= s.position) end,
          'name', (select p.display_name from public.profiles p where p.id = s.user_id and private.is_account_member(p.id)),
          'personId', case when private.may('see_contacts') and private.is_account_member(s.user_id) then s.user_id end,
          'email', case when private.may('see_contacts') then s.email end,
          'quantity', s.quantity, 'allowsPartial', s.allows_partial,
          'typeName', (select t.name from public.ticket_types t where t.id = s.ticket_type_id),
          'skips', s.skips, 'joinedAt', s.joined_at,
          'offerEndsAt', (
            select h.expires_at from public.holds h where h.id = s.hold_id and private.waitlist_entry_has_offer(s.status))
        ) order by s.place), '[]') from shown s))
    from public.events v where v.id = p_event and (v.status <> 'draft' or private.may('change_capacity')));
end
$$;
comment on function public.list_waitlist(uuid, text, uuid, int) is
  'The waitlist of an event for staff: open offers first, then the queue in its order; p_show = all adds what ended. {event, goesFirst, '
  'mayChange, now, sums, entries (p_limit, at most 200, after the entry p_after), next, total (first page only)}; addresses for admins '
  'alone. Null for an event that the caller may not see. Admins and moderators: refuses not_allowed.';

create function private.lock_waitlist_entry(p_entry uuid) returns private.waitlist_entries
language plpgsql volatile set search_path = ''
as $$
declare
  v_entry private.waitlist_entries;
begin
  select * into v_entry from private.waitlist_entries where id = p_entry;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_settlement(v_entry.event_id, false);
  perform private.lock_queue_stock(v_entry.event_id);
  select * into v_entry from private.waitlist_entries where id = p_entry for no key update;
  return v_entry;
end
$$;
comment on function private.lock_waitlist_entry(uuid) is
  'Locks an entry, after the stock of its event, for what staff do to it. Refuses not_found.';

create function public.offer_waitlist_entry(p_entry uuid, p_reason text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_entry private.waitlist_entries;
  v_event public.events;
  v_best record;
  v_hold uuid;
begin
  perform private.require_permission('change_capacity');
  v_reason := private.require_reason(p_reason);
  v_entry := private.lock_waitlist_entry(p_entry);
  if not private.waitlist_entry_is_waiting(v_entry.status) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_entry.status));
  end if;
  select * into strict v_event from public.events where id = v_entry.event_id;
  select t as type, u.units into v_best
  from public.ticket_types t cross join lateral (select private.waitlist_units(v_entry, v_event, t, '{}') as units) u
  where t.event_id = v_event.id and private.accepts_type(v_entry, t) and u.units > 0
  order by u.units desc, t.position, t.name, t.id limit 1;
  if not found then
    perform private.refuse(409, 'waitlist_nothing_free');
  end if;
  v_hold := private.make_waitlist_offer(p_entry, v_event, v_best.type, v_best.units, v_reason, '{"outOfOrder": true}');
  perform private.audit('waitlist.offered', 'event', v_event.id::text,
    jsonb_build_object('entry', p_entry, 'units', v_best.units, 'from', 'waiting', 'to', 'offered', 'reason', v_reason));
  return v_hold;
end
$$;
comment on function public.offer_waitlist_entry(uuid, text) is
  'Offers free places to one person on a waitlist, whatever their place in the queue, and records why. Returns the hold. Admins only. '
  'Refuses not_allowed, reason_required, not_found, invalid_state, waitlist_nothing_free.';

create function public.remove_waitlist_entry(p_entry uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_entry private.waitlist_entries;
begin
  perform private.require_permission('change_capacity');
  v_reason := private.require_reason(p_reason);
  select * into v_entry from private.waitlist_entries where id = p_entry;
  if private.waitlist_entry_has_offer(v_entry.status) then
    perform private.give_back_hold(v_entry.hold_id, v_reason);
  else
    v_entry := private.lock_waitlist_entry(p_entry);
    perform private.move_waitlist_entry(p_entry, 'cancelled', v_reason);
  end if;
  perform private.audit('waitlist.removed', 'event', v_entry.event_id::text,
    jsonb_build_object('entry', p_entry, 'from', v_entry.status, 'to', 'cancelled', 'reason', v_reason));
end
$$;
comment on function public.remove_waitlist_entry(uuid, text) is
  'Takes a person off a waitlist; places that were offered to them are free at once. Admins only. Refuses not_allowed, reason_required, '
  'not_found, invalid_state, payment_in_progress.';

create function public.set_waitlist_mode(p_event uuid, p_goes_first boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before boolean;
begin
  perform private.require_permission('change_capacity');
  perform 1 from public.events e where e.id = p_event;
  if not found or p_goes_first is null then
    perform private.refuse(404, 'not_found');
  end if;
  v_before := private.waitlist_goes_first(p_event);
  insert into private.waitlists (event_id, goes_first) values (p_event, p_goes_first)
  on conflict (event_id) do update set goes_first = excluded.goes_first;
  if p_goes_first then
    perform private.enqueue_job('waitlist', p_event::text, jsonb_build_object('eventId', p_event));
  end if;
  perform private.audit_change('waitlist.mode', 'event', p_event::text, jsonb_build_object('goesFirst', v_before),
    jsonb_build_object('goesFirst', p_goes_first));
end
$$;
comment on function public.set_waitlist_mode(uuid, boolean) is
  'Sets whether the people on the waitlist of an event are offered freed places before the public (true), or staff alone make offers. '
  'Admins only. Refuses not_allowed, not_found.';

revoke execute on function
  private.waitlist_sums(uuid), public.list_waitlist(uuid, text, uuid, int), private.lock_waitlist_entry(uuid),
  public.offer_waitlist_entry(uuid, text), public.remove_waitlist_entry(uuid, text), public.set_waitlist_mode(uuid, boolean)
from public, anon, authenticated, service_role;
grant execute on function
  public.list_waitlist(uuid, text, uuid, int), public.offer_waitlist_entry(uuid, text), public.remove_waitlist_entry(uuid, text),
  public.set_waitlist_mode(uuid, boolean)
to authenticated;
