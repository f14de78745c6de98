-- Reads the layout data of every page of the back office, and searches across its areas. Both run as the caller, under row policies.

create function public.read_staff_frame()
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_everywhere boolean := private.has_grant('scan', null);
  v_drafts boolean := private.may('manage_events');
begin
  if not private.is_staff() then
    return null;
  end if;
  return jsonb_build_object(
    'now', now(),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'endsAt', e.ends_at,
        'timeZone', e.time_zone, 'status', e.status) order by e.is_over, e.distance, e.id), '[]')
      from (
        select e.id, e.title, e.starts_at, e.ends_at, e.time_zone, e.status, e.ends_at <= now() as is_over, 
          abs(extract(epoch from e.starts_at - now())) as distance
        from public.events e
        where e.starts_at between now() - interval '90 days' and now() + interval '400 days'
          and (v_drafts or e.status <> 'draft')
          and (v_everywhere or private.has_grant('scan', e.id))
        order by is_over, distance, e.id
        limit 60
      ) e),
    'views', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'page', v.page_kind, 'name', v.name, 'query', v.query)
        order by v.name, v.id), '[]')
      from public.saved_views v));
end
$$;
comment on function public.read_staff_frame() is
  'Staff: {now, events, views}. events are those the caller works at, soonest first and then the last ones, 60 at most; views are the '
  'caller''s own saved filters. Null for everybody else.';

create function public.search_staff(p_query text, p_limit int default 5)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_query text := btrim(p_query, E' \t\r\n');
  v_limit int := least(greatest(coalesce(p_limit, 5), 1), 20);
  v_like text;
  v_drafts boolean := private.may('manage_events');
  v_everywhere boolean := private.has_grant('scan', null);
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_allowed');
  end if;
  if v_query is null or char_length(v_query) not between 2 and 80 then
    perform private.refuse(422, 'invalid');
  end if;
  v_like := '%' || replace(replace(replace(v_query, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  return jsonb_build_object(
    'now', now(),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone,
        'city', e.city, 'status', e.status) order by e.is_over, e.distance, e.id), '[]')
      from (
        select e.id, e.title, e.starts_at, e.time_zone, e.city, e.status, e.ends_at <= now() as is_over, 
          abs(extract(epoch from e.starts_at - now())) as distance
        from public.events e
        where (e.title ilike v_like or e.venue_name ilike v_like or e.city ilike v_like
          or exists (select 1 from public.event_venues v where v.event_id = e.id and v.venue_name ilike v_like))
          and (v_drafts or e.status <> 'draft')
          and (v_everywhere or private.has_grant('scan', e.id))
        order by is_over, distance, e.id
        limit v_limit
      ) e),
    'people', case when private.may('see_people') then (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.person -> 'id', 'displayName', p.person -> 'displayName',
        'username', p.person -> 'username', 'role', p.person -> 'role') order by p.place), '[]')
      from jsonb_array_elements(public.list_people(p_search => v_query, p_limit => v_limit) -> 'people')
        with ordinality p (person, place)) else '[]' end,
    'orders', case when private.may('see_orders') then (
      select coalesce(jsonb_agg(jsonb_build_object('code', o.found -> 'code', 'name', o.found -> 'name', 'status', o.found -> 'status',
        'totalCents', o.found -> 'totalCents', 'currency', o.found -> 'currency', 'createdAt', o.found -> 'createdAt') order by o.place),
          '[]')
      from jsonb_array_elements(public.list_staff_orders(p_search => v_query, p_limit => v_limit) -> 'orders')
        with ordinality o (found, place)) else '[]' end);
end
$$;
comment on function public.search_staff(text, int) is
  'Searches for staff by 2 to 80 characters, at most p_limit (5; 20 at most) of each: events by title, venue or city where the caller '
  'works; people with the fields that list_people returns to admins and moderators; for admins orders as list_staff_orders finds them: by '
  'a code, the buyer''s name or address, the end of a phone number. Refuses not_allowed, invalid.';

revoke execute on function public.read_staff_frame(), public.search_staff(text, int) from public, anon, authenticated, service_role;
grant execute on function public.read_staff_frame(), public.search_staff(text, int) to authenticated;
