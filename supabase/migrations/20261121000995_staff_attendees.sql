-- Lists the attendees of an event: its tickets with who has them and when they came. Admins see whom to reach and the orders
-- behind; door managers of the event see names and arrivals.

-- Turns fastupdate off: written once a ticket and read at every search, every query would have to read the pending list.
create index tickets_search on public.tickets using gin (holder_key extensions.gin_trgm_ops) with (fastupdate = off);

create function private.attendees_event(p_event uuid) returns public.events
language plpgsql stable set search_path = ''
as $$
declare
  v_everywhere boolean := private.has_grant('door_manager', null);
  v_event public.events;
begin
  if p_event is not null then
    select e.* into v_event from public.events e
    where e.id = p_event and e.status <> 'draft' and (v_everywhere or private.has_grant('door_manager', e.id));
    return v_event;
  end if;
  -- Today's event, else the last one, else the next one.
  select e.* into v_event
  from (
    select c.id from public.events c
    where c.status <> 'draft' and c.doors_at between now() - interval '90 days' and now() + interval '365 days'
      and (v_everywhere or private.has_grant('door_manager', c.id))
    order by c.doors_at > now() + interval '6 hours', abs(extract(epoch from c.doors_at - now())) limit 1
  ) near
  join public.events e on e.id = near.id;
  return v_event;
end
$$;
comment on function private.attendees_event(uuid) is
  'Returns the event whose attendees the caller reads: the one asked for, else (null) the nearest one of their doors. Null where they may '
  'read none.';

create function private.attendee_orders(p_event uuid, p_search text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  v_code text := upper(regexp_replace(p_search, '[^0-9A-Za-z]', '', 'g'));
  v_digits text := right(regexp_replace(p_search, '[^0-9]', '', 'g'), 10);
  v_orders uuid[];
begin
  -- Orders of the event by what admins may see of them. More than a thousand are no search any more.
  execute format('select array_agg(f.id) from (select o.id from public.orders o where o.event_id = $1 and (%s) limit 1000) f',
    concat_ws(' or ',
      'false',
      case when length(v_code) = 8 then 'o.code = $2' end,
      case when p_search like '%@%' then 'o.email_key = private.email_key($3) or lower(o.email) like $5' end,
      case when length(v_digits) >= 4 and p_search !~ '[^0-9 ()+./-]' then 'o.phone_key like reverse($4) || ''%''' end))
    into v_orders using p_event, v_code, p_search, v_digits, regexp_replace(lower(p_search), '([\\%_])', '\\\1', 'g') || '%';
  return v_orders;
end
$$;
comment on function private.attendee_orders(uuid, text) is
  'Returns up to 1,000 orders of an event by their code, or parts of their buyer''s address or phone number; null for none.';

create function private.attendee_filter(
  p_show text, p_search text, p_words text[], p_has_orders boolean, p_by_arrival boolean, p_type uuid, p_code uuid, p_from date, p_to date
) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return concat_ws(' and ', 'k.event_id = $2',
    case p_show
      when 'expected' then 'private.ticket_is_valid(k.status) and k.admission = ''outside'''
      when 'arrived' then 'k.admission = ''inside'''
      when 'left' then 'k.admission = ''left'''
      when 'vip' then 'k.is_vip'
      when 'blocked' then 'private.ticket_is_valid(k.status) and k.blocked_at is not null'
      when 'void' then 'not private.ticket_is_valid(k.status)'
    end,
    case when p_by_arrival then 'k.admission = ''inside''' end,
    case when p_type is not null then 'k.ticket_type_id = $7' end,
    case when p_code is not null then 'exists (select 1 from public.orders o where o.id = k.order_id and o.code_id = $6)' end,
    case when p_from is not null then 'k.issued_at >= ($8::timestamp at time zone $10)' end,
    case when p_to is not null then 'k.issued_at < (($9 + 1)::timestamp at time zone $10)' end,
    case when p_search is not null then '(' || concat_ws(' or ', 'false',
      (select string_agg(format('k.holder_key like ''%% '' || ($3)[%s] || ''%%''', w), ' and ')
        from generate_series(1, least(cardinality(p_words), 6)) w where p_words[1] <> '' and p_search not like '%@%'),
      case when length(upper(regexp_replace(p_search, '[^0-9A-Za-z]', '', 'g'))) = 9 then 'k.code = $5' end,
      case when p_has_orders then 'k.order_id = any ($4)' end) || ')' end);
end
$$;
comment on function private.attendee_filter(text, text, text[], boolean, boolean, uuid, uuid, date, date) is
  'Writes the condition for the tickets (k) that read_attendees is asked for, with the parameters of private.find_attendees: one '
  'statement for each choice, planned for the index it needs. What was asked for is a parameter, never part of the text.';

create function private.find_attendees(
  p_event public.events, p_show text, p_search text, p_orders uuid[], p_type uuid, p_code uuid, p_from date, p_to date,
    p_sort text, p_after uuid,
  p_count int
) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  v_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_words text[] := string_to_array(private.name_key(p_search), ' ');
  v_by_arrival boolean := coalesce(ltrim(p_sort, '-'), '') = 'arrival';
  v_dir text := case when coalesce(p_sort, '') like '-%' and (v_by_arrival or p_sort = '-name') then 'desc' else 'asc' end;
  v_order text := format(case when v_by_arrival then 'n.entered_at %1$s, n.ticket_id %1$s' else 'k.holder_key %1$s, k.id %1$s' end, v_dir);
  v_where text := private.attendee_filter(p_show, p_search, v_words, p_orders is not null, v_by_arrival, p_type, p_code, p_from, p_to);
  v_beyond text := 'true'; -- what is beyond the page before
  v_from text;
  v_many boolean; -- whether a search finds thousands who are in
  v_ids uuid[];
begin
  if exists (select 1 from public.tickets a where a.id = p_after and a.event_id = p_event.id
    and (not v_by_arrival or a.admission = 'inside')) then
    v_beyond := format(case when v_by_arrival
      then '(n.entered_at, n.ticket_id) %s '
        '(select a.entered_at, a.ticket_id from public.entries a where a.ticket_id = $11 and a.closed_at is null)'
      else '(k.holder_key, k.id) %s (select a.holder_key, a.id from public.tickets a where a.id = $11)' end, case when v_dir = 'desc'
        then '<' else '>' end);
  end if;
  if p_search is not null and v_by_arrival then
    execute format('select count(*) > 4000 from (select 1 from public.tickets k where %s limit 4001) f', v_where)
      into v_many using p_count, p_event.id, v_words, p_orders, v_code, p_code, p_type, p_from, p_to, p_event.time_zone, p_after;
  end if;
  -- Collects the rows that a search finds and sorts them then: a search along all tickets in their order would visit each.
  -- Thousands of people inside are looked for along the entries: a page is soon full, and each would cost a look-up of its entry.
  v_from := case
    when v_many then format('
      (select n.ticket_id, n.entered_at from public.entries n where n.event_id = $2 and n.closed_at is null and %s order by %s offset 0) n
      cross join lateral (select k.id from public.tickets k where k.id = n.ticket_id and %s offset 0) k where true',
      v_beyond, v_order, v_where)
    else format('%s %s where %s and %s',
      case when p_search is null then 'public.tickets k'
        else format('(select k.id, k.holder_key from public.tickets k where %s offset 0) k', v_where) end,
      case when v_by_arrival then 'join public.entries n on n.ticket_id = k.id and n.closed_at is null and n.event_id = $2' end,
      case when p_search is null then v_where else 'true' end, v_beyond)
    end;
  execute format('
      select array_agg(page.id order by page.place)
      from (select k.id, row_number() over (order by %1$s) as place from %2$s order by %1$s limit $1) page', v_order, v_from)
    into v_ids using p_count, p_event.id, v_words, p_orders, v_code, p_code, p_type, p_from, p_to, p_event.time_zone, p_after;
  return v_ids;
end
$$;
comment on function private.find_attendees(public.events, text, text, uuid[], uuid, uuid, date, date, text, uuid, int) is
  'Finds p_count tickets of a page of read_attendees, in its order. p_orders = orders that the search finds, null where it looks for none.';

create function private.count_attendees(
  p_event public.events, p_show text, p_search text, p_orders uuid[], p_type uuid, p_code uuid, p_from date, p_to date, p_sort text
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_words text[] := string_to_array(private.name_key(p_search), ' ');
  v_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_by_arrival boolean := coalesce(ltrim(p_sort, '-'), '') = 'arrival';
  v_total jsonb;
begin
  execute format('select private.list_total(count(*), $1) from (select 1 from public.tickets k where %s limit $1 + 1) f',
      private.attendee_filter(p_show, p_search, v_words, p_orders is not null, v_by_arrival, p_type, p_code, p_from, p_to))
    into v_total
    using 10000, p_event.id, v_words, p_orders, v_code, p_code, p_type, p_from, p_to, p_event.time_zone;
  return v_total;
end
$$;
comment on function private.count_attendees(public.events, text, text, uuid[], uuid, uuid, date, date, text) is
  'Counts the tickets that read_attendees is asked for, as private.list_total says. p_orders as for private.find_attendees.';

create function private.attendee_rows(p_tickets uuid[], p_admin boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', k.id, 'holder', k.holder_name, 'type', private.ticket_type_name(k.ticket_type_id, l),
      'partOf', case when b.is_bundle then l.item_name end,
      'status', k.status, 'voidReason', k.void_reason, 'isVip', k.is_vip, 'custody', k.custody,
      'isTransferred', k.holder_email is not null, 'isFree', b.is_given,
      'isBlocked', private.ticket_is_valid(k.status) and k.blocked_at is not null,
      'enteredAt', n.entered_at, 'gate', nullif(n.gate, ''), 'leftAt', case when k.admission = 'left' then (
        select max(x.closed_at) from public.entries x where x.ticket_id = k.id) end, 'boughtAt', k.issued_at,
      'order', case when p_admin then jsonb_build_object('code', o.code, 'name', o.name, 'email', o.email, 'phone', o.phone,
        'isTest', o.is_test, 'freeTicket', case when b.is_given then private.comp_label(o.id) end,
        'promoCode', (select c.code from public.promo_codes c where c.id = o.code_id)) end,
      'code', case when p_admin then k.code end) order by p.place), '[]')
    from unnest(p_tickets) with ordinality p (id, place)
    join public.tickets k on k.id = p.id
    join public.orders o on o.id = k.order_id
    join public.order_lines l on l.id = k.order_line_id
    join public.line_kinds b on b.kind = l.kind
    left join public.entries n on n.ticket_id = k.id and n.closed_at is null);
end
$$;
comment on function private.attendee_rows(uuid[], boolean) is
  'Returns tickets as the list of attendees shows them, in the given order; orders, contacts and codes for admins only.';

create function public.read_attendees(
  p_event uuid default null, p_show text default 'all', p_search text default null, p_type uuid default null, p_code uuid default null,
  p_from date default null, p_to date default null, p_sort text default null, p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_admin boolean := private.may('see_contacts');
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_search text := nullif(btrim(p_search), '');
  v_event public.events;
  v_orders uuid[];
  v_ids uuid[];
  v_total jsonb;
begin
  perform private.require_any_grant('door_manager');
  v_event := private.attendees_event(p_event);
  if v_event.id is null then
    return jsonb_build_object('now', now(), 'event', null, 'mayContact', v_admin, 'figures', null, 'types', '[]'::jsonb,
      'codes', '[]'::jsonb, 'attendees', '[]'::jsonb, 'next', null, 'total', null);
  end if;
  if v_admin and v_search is not null then
    v_orders := private.attendee_orders(v_event.id, v_search);
  end if;
  v_ids := private.find_attendees(v_event, p_show, v_search, v_orders, p_type, case when v_admin then p_code end,
    p_from, p_to, p_sort, p_after,
    v_limit + 1);
  if p_after is null then
    v_total := private.count_attendees(v_event, p_show, v_search, v_orders, p_type, case when v_admin then p_code end, p_from, p_to,
      p_sort);
  end if;
  return jsonb_build_object(
    'now', now(),
    'event', jsonb_build_object('id', v_event.id, 'title', v_event.title, 'doorsAt', v_event.doors_at, 'timeZone', v_event.time_zone),
    'mayContact', v_admin,
    'figures', private.door_figures(v_event.id),
    'types', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.position, t.name), '[]')
      from public.ticket_types t where t.event_id = v_event.id),
    'codes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.code) order by c.code), '[]')
      from public.promo_codes c where v_admin and (c.event_id = v_event.id or c.event_id is null)),
    'attendees', private.attendee_rows(v_ids[:v_limit], v_admin),
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'total', v_total);
end
$$;
comment on function public.read_attendees(uuid, text, text, uuid, uuid, date, date, text, uuid, int) is
  'A page of the tickets of an event (p_event; today''s unless named): {now, event, mayContact, figures, types, codes, attendees, next, '
  'total}; total = private.list_total, on the first page only. p_show = all, expected, arrived (who is in), left, vip, blocked (by a '
  'dispute) or void; '
  'p_search = beginnings of words of the holder''s name or a ticket''s code, for admins also an order''s code, the buyer''s address or '
  'the last 4 or more digits of the phone; p_type, p_code = of this ticket type, bought with this code (admins); p_from, p_to = bought on '
  'these days at the event; p_sort = name or arrival, with - from the last one (arrival lists only those who are in); p_after = next of '
  'the page before. Admins, and door managers of the event, who get no order, address, phone or code. event is null where there is none '
  'to show. Refuses not_allowed.';

revoke execute on function public.read_attendees(uuid, text, text, uuid, uuid, date, date, text, uuid, int)
from public, anon, authenticated, service_role;
grant execute on function public.read_attendees(uuid, text, text, uuid, uuid, date, date, text, uuid, int) to authenticated;
