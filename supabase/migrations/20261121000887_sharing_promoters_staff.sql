-- What admins do with promoters, and what both sides read: figures of an event's promoters, and statements of commission.

create function private.put_promoter(p_fields jsonb) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_username text := nullif(lower(btrim(p_fields ->> 'username')), '');
  v_name text := private.clean_line(p_fields ->> 'name', 80);
  v_email text := nullif(lower(btrim(p_fields ->> 'email')), '');
  v_user uuid;
  v_id uuid := (p_fields ->> 'promoterId')::uuid;
begin
  if v_name is null then
    perform private.refuse(422, 'invalid', '{"field": "name"}');
  end if;
  if v_email !~ '^[^@[:space:][:cntrl:]<>",;]+@([a-z0-9-]+\.)+[a-z]{2,63}$' or length(v_email) > 254 then
    perform private.refuse(422, 'email_invalid');
  end if;
  if v_username is not null then
    select p.id into v_user from public.profiles p where p.username = v_username and p.deactivated_at is null;
    if not found then
      perform private.refuse(404, 'promoter_account_unknown');
    end if;
  end if;
  if v_id is null then
    insert into public.promoters as r (name, user_id, email, created_by) values (v_name, v_user, v_email, auth.uid())
    on conflict (user_id) do update set name = excluded.name, email = coalesce(excluded.email, r.email)
    returning id into v_id;
    return v_id;
  end if;
  if exists (select 1 from public.promoters r where r.user_id = v_user and r.id <> v_id) then
    perform private.refuse(409, 'promoter_account_taken');
  end if;
  update public.promoters set name = v_name, user_id = v_user, email = v_email where id = v_id;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_id;
end
$$;
comment on function private.put_promoter(jsonb) is
  'Adds a promoter, or changes the one that promoterId names: {promoterId, name, username, email}. An account that promotes already is the '
  'same promoter. Refuses invalid, email_invalid, promoter_account_unknown, promoter_account_taken, not_found.';

create function private.claim_link_code(p_promoter uuid, p_code text) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_code text := upper(btrim(coalesce(p_code, '')));
begin
  if v_code = '' then
    v_code := private.random_code(6);
  elsif v_code !~ '^[A-Z0-9][A-Z0-9_-]{1,29}$' then
    perform private.refuse(422, 'link_code_invalid');
  end if;
  insert into private.promoter_codes (code, promoter_id) values (v_code, p_promoter) on conflict (code) do nothing;
  if not exists (select 1 from private.promoter_codes c where c.code = v_code and c.promoter_id = p_promoter) then
    perform private.refuse(409, 'link_code_taken');
  end if;
  return v_code;
end
$$;
comment on function private.claim_link_code(uuid, text) is
  'Returns the link code of a promoter as it is stored, a random one where none is given. Refuses link_code_invalid, and link_code_taken '
  'for one that another promoter uses or used.';

create function private.give_promo_code(p_promoter uuid, p_event uuid, p_code text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_code text := nullif(upper(btrim(p_code)), '');
begin
  update public.promo_codes set promoter_id = null
  where event_id = p_event and promoter_id = p_promoter and code is distinct from v_code;
  if v_code is null then
    return;
  end if;
  update public.promo_codes set promoter_id = p_promoter
  where event_id = p_event and code = v_code and archived_at is null and (promoter_id is null or promoter_id = p_promoter);
  if not found then
    perform private.refuse(404, 'promoter_code_unknown');
  end if;
end
$$;
comment on function private.give_promo_code(uuid, uuid, text) is
  'Makes a promoter the owner of a promo code of an event, in place of the one they had there; null = of none. Refuses '
  'promoter_code_unknown for one that is not of the event or is somebody else''s.';

create function private.grant_promoter(p_event_promoter uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_row record;
begin
  select p.*, r.user_id, g.user_id as granted_to, g.revoked_at into v_row
  from public.event_promoters p join public.promoters r on r.id = p.promoter_id left join public.staff_grants g on g.id = p.grant_id
  where p.id = p_event_promoter;
  if v_row.granted_to is not null and v_row.revoked_at is null and v_row.granted_to is distinct from v_row.user_id then
    update public.staff_grants set revoked_at = now() where id = v_row.grant_id;
  end if;
  if v_row.user_id is not null and v_row.ended_at is null and exists (
    select 1 from public.events e where e.id = v_row.event_id and e.ends_at + interval '12 hours' > now()
  ) then
    update public.event_promoters set grant_id = private.put_grant(v_row.user_id, v_row.event_id, 'promoter', null, auth.uid())
    where id = p_event_promoter;
  end if;
end
$$;
comment on function private.grant_promoter(uuid) is
  'Gives the account of an event''s promoter the grant for that event, until 12 hours after it, and ends that of another account.';

create function public.save_event_promoter(p_event uuid, p_fields jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid := (p_fields ->> 'id')::uuid;
  v_before public.event_promoters;
  v_after public.event_promoters;
  v_promoter uuid;
begin
  perform private.require_permission('manage_promoters');
  if not exists (select 1 from public.events e where e.id = p_event) then
    perform private.refuse(404, 'not_found');
  end if;
  select * into v_before from public.event_promoters where id = v_id and event_id = p_event for no key update;
  if v_id is not null and v_before.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  if num_nonnulls(p_fields ->> 'commissionCents', p_fields ->> 'commissionBps') <> 1
    or coalesce(p_fields ->> 'basis', '') not in ('sold', 'arrived')
    or coalesce((p_fields ->> 'commissionCents')::bigint not between 0 and 100000, false)
    or coalesce((p_fields ->> 'commissionBps')::int not between 0 and 10000, false) then
    perform private.refuse(422, 'invalid', '{"field": "commission"}');
  end if;
  v_promoter := private.put_promoter(p_fields || jsonb_build_object('promoterId',
    coalesce(v_before.promoter_id::text, p_fields ->> 'promoterId')));
  insert into public.event_promoters as p (promoter_id, event_id, link_code, commission_basis, commission_cents, commission_bps, created_by)
  values (v_promoter, p_event,
    private.claim_link_code(v_promoter, coalesce(nullif(btrim(p_fields ->> 'linkCode'), ''), v_before.link_code)), p_fields ->> 'basis',
    (p_fields ->> 'commissionCents')::bigint, (p_fields ->> 'commissionBps')::int, auth.uid())
  on conflict (promoter_id, event_id) do update set link_code = excluded.link_code, commission_basis = excluded.commission_basis,
    commission_cents = excluded.commission_cents, commission_bps = excluded.commission_bps, ended_at = null
  returning * into v_after;
  perform private.give_promo_code(v_promoter, p_event, p_fields ->> 'promoCode');
  perform private.grant_promoter(v_after.id);
  perform private.audit_change('promoter.saved', 'promoter', v_promoter::text, to_jsonb(v_before), to_jsonb(v_after) - 'grant_id',
    jsonb_build_object('event', p_event));
  return v_after.id;
end
$$;
comment on function public.save_event_promoter(uuid, jsonb) is
  'Adds a promoter to an event or changes one (id): {id, promoterId, name, username, email, linkCode, promoCode, basis, commissionCents or '
  'commissionBps}. Terms count for orders paid from now on. A promoter who was ended starts again. Returns the row''s id. Admins only. '
  'Refuses not_allowed, not_found, invalid, email_invalid, link_code_invalid, link_code_taken, promoter_code_unknown, '
  'promoter_account_unknown, promoter_account_taken, guest_role.';

create function public.end_event_promoter(p_event_promoter uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row public.event_promoters;
begin
  perform private.require_permission('manage_promoters');
  select * into v_row from public.event_promoters where id = p_event_promoter for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  elsif v_row.ended_at is not null then
    perform private.refuse(409, 'promoter_ended');
  end if;
  update public.event_promoters set ended_at = now() where id = p_event_promoter;
  update public.staff_grants set revoked_at = now() where id = v_row.grant_id and revoked_at is null;
  perform private.end_links('promoter_list', p_event_promoter);
  perform private.audit('promoter.ended', 'promoter', v_row.promoter_id::text, jsonb_build_object(
    'from', 'active', 'to', 'ended', 'event', v_row.event_id));
end
$$;
comment on function public.end_event_promoter(uuid) is
  'Ends a promoter of an event: link, code, grant and personal links stop at once; what was earned stays. Admins only. Refuses '
  'not_allowed, not_found, promoter_ended.';

create function public.send_promoter_link(p_event_promoter uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row record;
begin
  perform private.require_permission('manage_promoters');
  select p.id, p.promoter_id, p.link_code, p.ended_at, e.id as event_id, e.title, e.slug, e.ends_at into v_row
  from public.event_promoters p join public.events e on e.id = p.event_id where p.id = p_event_promoter;
  if v_row.id is null then
    perform private.refuse(404, 'not_found');
  elsif v_row.ended_at is not null or v_row.ends_at <= now() then
    perform private.refuse(409, 'promoter_ended');
  end if;
  if not private.mail_promoter('promoter_link', v_row.promoter_id,
    format('promoter_link:%s:%s', v_row.id, to_char(now() at time zone 'utc', 'YYYYMMDDHH24MI')), jsonb_build_object(
      'eventPromoterId', v_row.id, 'event', jsonb_build_object('id', v_row.event_id, 'slug', v_row.slug, 'title', v_row.title),
      'linkCode', v_row.link_code))
    and not exists (select 1 from public.promoters r where r.id = v_row.promoter_id and coalesce(r.email, private.own_email(r.user_id))
      is not null) then
    perform private.refuse(409, 'promoter_without_email');
  end if;
  perform private.audit('promoter.link_sent', 'promoter', v_row.promoter_id::text, jsonb_build_object('event', v_row.event_id));
end
$$;
comment on function public.send_promoter_link(uuid) is
  'Mails a promoter their links for an event, once a minute at most. Admins only. Refuses not_allowed, not_found, promoter_ended, '
  'promoter_without_email.';

create function private.promoter_figures(p_event_promoters uuid[])
returns table (event_promoter_id uuid, clicks bigint, orders bigint, tickets bigint, arrived bigint, revenue_cents bigint,
  expected_cents bigint, due_cents bigint, paid_cents bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select p.id,
    (select count(*) from private.promoter_clicks c where c.event_promoter_id = p.id),
    t.orders, t.tickets, t.arrived, t.revenue::bigint, coalesce(m.expected, 0)::bigint, coalesce(m.due, 0)::bigint,
    coalesce(m.paid, 0)::bigint
  from unnest(p_event_promoters) p (id)
  cross join lateral (
    select count(distinct o.id) as orders, coalesce(sum(k.valid), 0)::bigint as tickets, coalesce(sum(k.inside), 0)::bigint as arrived,
      coalesce(sum(o.total_cents - o.refunded_cents), 0) as revenue
    from private.order_attributions a
    join public.orders o on o.id = a.order_id and private.order_is_sold(o.status)
    cross join lateral (
      select count(*) as valid, count(*) filter (where x.admission <> 'outside') as inside
      from public.tickets x where x.order_id = o.id and private.ticket_is_valid(x.status)) k
    where a.event_promoter_id = p.id and a.superseded_at is null
  ) t
  left join lateral (
    select sum(c.expected_cents) as expected, sum(c.due_cents) as due, sum(c.paid_cents) as paid
    from public.commission_entries c where c.event_promoter_id = p.id
  ) m on true;
end
$$;
comment on function private.promoter_figures(uuid[]) is
  'Returns the figures of promoters of events: clicks, orders and valid tickets attributed, who of them arrived, what was kept of the '
  'orders, and commission by state. All are counted, none is stored.';

create function private.event_promoter_row(p_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', p.id, 'promoterId', r.id, 'name', r.name, 'username', a.username, 'email', r.email, 'linkCode', p.link_code,
      'promoCode', (select c.code from public.promo_codes c where c.event_id = e.id and c.promoter_id = r.id order by c.code limit 1),
      'basis', p.commission_basis, 'commissionCents', p.commission_cents, 'commissionBps', p.commission_bps, 'endedAt', p.ended_at,
      'event', jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone),
      'clicks', f.clicks, 'orders', f.orders, 'tickets', f.tickets, 'arrived', f.arrived, 'revenueCents', f.revenue_cents,
      'expectedCents', f.expected_cents, 'dueCents', f.due_cents, 'paidCents', f.paid_cents)
    from public.event_promoters p
    join public.promoters r on r.id = p.promoter_id
    join public.events e on e.id = p.event_id
    left join public.profiles a on a.id = r.user_id
    cross join lateral private.promoter_figures(array[p.id]) f
    where p.id = p_id);
end
$$;
comment on function private.event_promoter_row(uuid) is 'A promoter of an event as admins see them, with figures.';

create function private.promoter_matches(p_event uuid, p_show text, p_search text) returns table (id uuid, starts_at timestamptz)
language plpgsql stable set search_path = ''
as $$
declare
  v_words text[] := array_remove(string_to_array(private.name_key(nullif(btrim(p_search), '')), ' '), '');
begin
  return query
  select p.id, e.starts_at
  from public.event_promoters p
  join public.promoters r on r.id = p.promoter_id
  join public.events e on e.id = p.event_id
  left join public.profiles a on a.id = r.user_id
  where (p_event is null or p.event_id = p_event)
    and case p_show when 'active' then p.ended_at is null and e.ends_at > now()
      when 'over' then p.ended_at is not null or e.ends_at <= now() else true end
    and not exists (
      select 1 from unnest(v_words) w
      where strpos(' ' || private.name_key(concat_ws(' ', r.name, a.username, r.email, p.link_code)), ' ' || w) = 0);
end
$$;
comment on function private.promoter_matches(uuid, text, text) is
  'Returns the promoters of events that the filters of list_event_promoters name: p_show = active, over (ended, or the event is over) or '
  'all; p_search = beginnings of words of the name, username, address or link code.';

create function public.list_event_promoters(
  p_event uuid default null, p_show text default 'all', p_search text default null, p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_ids uuid[];
begin
  perform private.require_permission('manage_promoters');
  v_ids := array(
    select m.id from private.promoter_matches(p_event, p_show, p_search) m
    where p_after is null or (m.starts_at, m.id) < (
      select e.starts_at, a.id from public.event_promoters a join public.events e on e.id = a.event_id where a.id = p_after)
    order by m.starts_at desc, m.id desc limit v_limit + 1);
  return (
    select jsonb_build_object('currency', s.currency, 'timeZone', s.time_zone,
      'promoters', (
        select coalesce(jsonb_agg(private.event_promoter_row(x.id) order by x.place), '[]')
        from unnest(v_ids[:v_limit]) with ordinality x (id, place)),
      'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
      'total', case when p_after is null then (
        select private.list_total(count(*), 10000) from (
          select 1 from private.promoter_matches(p_event, p_show, p_search) limit 10001) f) end)
    from public.settings s);
end
$$;
comment on function public.list_event_promoters(uuid, text, text, uuid, int) is
  'Promoters of an event or of all, those of the latest event first, page by page (p_after = the id before the page): {currency, timeZone, '
  'promoters, next, total}; total = private.list_total, on the first page only. Filters as in private.promoter_matches. Admins only: '
  'refuses not_allowed.';

create function public.read_event_promoter(p_event_promoter uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_promoters');
  return private.event_promoter_row(p_event_promoter);
end
$$;
comment on function public.read_event_promoter(uuid) is
  'One promoter of an event, as private.event_promoter_row says; null for none. Admins only: refuses not_allowed.';

create function private.statement_rows(p_promoter uuid)
returns table (created_at timestamptz, id uuid, event_title text, time_zone text, ticket_type text, kind text, order_code text,
  expected_cents bigint, due_cents bigint, paid_cents bigint, reference text)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select c.created_at, c.id, e.title, e.time_zone, t.name, c.kind, o.code, c.expected_cents, c.due_cents, c.paid_cents, x.reference
  from public.event_promoters p
  join public.commission_entries c on c.event_promoter_id = p.id
  join public.events e on e.id = p.event_id
  join public.tickets k on k.id = c.ticket_id
  join public.ticket_types t on t.id = k.ticket_type_id
  join public.orders o on o.id = c.order_id
  left join private.commission_payouts x on x.id = c.payout_id
  where p.promoter_id = p_promoter
  order by c.created_at, c.id;
end
$$;
comment on function private.statement_rows(uuid) is
  'Returns every row of a promoter''s commission, the first one first: the one source of what both sides read.';

create function private.statement(p_promoter uuid, p_with_orders boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('promoterId', r.id, 'name', r.name, 'currency', s.currency, 'timeZone', s.time_zone,
      'expectedCents', coalesce(x.expected, 0), 'dueCents', coalesce(x.due, 0), 'paidCents', coalesce(x.paid, 0),
      'rows', coalesce(x.rows, '[]'))
    from public.promoters r cross join public.settings s
    cross join lateral (
      select sum(w.expected_cents) as expected, sum(w.due_cents) as due, sum(w.paid_cents) as paid,
        jsonb_agg(jsonb_build_object('id', w.id, 'createdAt', w.created_at, 'eventTitle', w.event_title, 'ticketType', w.ticket_type,
          'kind', w.kind, 'orderCode', case when p_with_orders then w.order_code end, 'expectedCents', w.expected_cents,
          'dueCents', w.due_cents, 'paidCents', w.paid_cents, 'reference', w.reference) order by w.created_at, w.id) as rows
      from private.statement_rows(p_promoter) w
    ) x
    where r.id = p_promoter);
end
$$;
comment on function private.statement(uuid, boolean) is
  'A promoter''s statement: {promoterId, name, currency, timeZone, expectedCents, dueCents, paidCents, rows}; the sums are those of its '
  'rows. p_with_orders = the rows name orders, for staff.';

create function public.read_promoter_statement(p_promoter uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_promoters');
  return private.statement(p_promoter, true);
end
$$;
comment on function public.read_promoter_statement(uuid) is
  'The statement of a promoter with the codes of orders; null when there is none. Admins only.';

create function public.read_my_statement() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_member() then
    perform private.refuse(403, 'members_only');
  end if;
  return (select private.statement(r.id, false) from public.promoters r where r.user_id = auth.uid());
end
$$;
comment on function public.read_my_statement() is
  'The caller''s own statement as a promoter, without orders; null for those who are none. Refuses members_only.';

create function private.revenue_band(p_cents bigint) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('fromCents', max(b.cents) filter (where b.cents <= greatest(p_cents, 0)),
    'toCents', min(b.cents) filter (where b.cents > greatest(p_cents, 0)))
  from unnest(array[0, 50000, 100000, 250000, 500000, 1000000, 2500000, 5000000]::bigint[]) b (cents)
$$;
comment on function private.revenue_band(bigint) is
  'The band that an amount falls into, {fromCents, toCents} (null = and more): promoters see how much they sold roughly.';

create function private.promoter_lists(p_event_promoter uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'closesAt', l.closes_at, 'isClosed', now() >= l.closes_at,
      'allowed', l.allowed, 'heads', l.heads, 'arrived', l.arrived,
      'entries', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name, 'plusOnes', n.plus_ones, 'arrived', n.arrived)
          order by n.name_key, n.id)
        from public.guest_list_entries n where n.list_id = l.id and n.removed_at is null), '[]')) order by l.closes_at, l.name, l.id)
    from public.event_promoters p
    join public.guest_lists l on l.promoter_id = p.promoter_id and l.event_id = p.event_id
    where p.id = p_event_promoter), '[]');
end
$$;
comment on function private.promoter_lists(uuid) is
  'The guest lists of a promoter of an event: {id, name, closesAt, isClosed, allowed, heads, arrived, entries}; of each guest the name, '
  'how many they bring and how many came.';

create function private.add_promoter_names(p_event_promoter uuid, p_list uuid, p_entries jsonb, p_by uuid, p_key text) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_actor uuid := coalesce(p_by, p_event_promoter);
  v_body jsonb := jsonb_build_object('list', p_list, 'entries', p_entries);
  v_done jsonb;
begin
  if not exists (
    select 1 from public.event_promoters p
    join public.guest_lists l on l.promoter_id = p.promoter_id and l.event_id = p.event_id and l.id = p_list
    where p.id = p_event_promoter and p.ended_at is null
  ) then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_person(v_actor);
  v_done := private.response_for_key(v_actor, p_key, 'add_promoter_names', v_body);
  if v_done is not null then
    return v_done::int;
  end if;
  v_done := to_jsonb(private.add_list_entries(p_list, p_entries, p_by));
  perform private.audit('promoter.names_added', 'guest_list', p_list::text, jsonb_build_object('names', v_done, 'promoter',
    p_event_promoter));
  perform private.store_response(v_actor, p_key, 'add_promoter_names', v_body, v_done);
  return v_done::int;
end
$$;
comment on function private.add_promoter_names(uuid, uuid, jsonb, uuid, text) is
  'Adds names to a guest list of a promoter, once for each p_key, and returns how many. Refuses not_found for a list that is not theirs, '
  'and what private.add_list_entries refuses: invalid, list_closed, list_full, list_no_places.';

create function public.add_my_guests(p_event_promoter uuid, p_list uuid, p_entries jsonb, p_key text) returns int
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_any_grant('promoter');
  if not exists (
    select 1 from public.event_promoters p join public.promoters r on r.id = p.promoter_id
    where p.id = p_event_promoter and r.user_id = auth.uid() and private.has_grant('promoter', p.event_id)
  ) then
    perform private.refuse(404, 'not_found');
  end if;
  return private.add_promoter_names(p_event_promoter, p_list, p_entries, auth.uid(), p_key);
end
$$;
comment on function public.add_my_guests(uuid, uuid, jsonb, text) is
  'Adds names to an own guest list, for promoters with the grant of its event: [{name, plusOnes}]. Refuses not_allowed, not_found, '
  'invalid, list_closed, list_full, list_no_places.';

create function public.add_guests_by_promoter_link(p_token_hash text, p_list uuid, p_entries jsonb, p_key text) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event_promoter uuid;
begin
  perform private.require_service();
  select l.subject_id into v_event_promoter from private.valid_link(array['promoter_list'], p_token_hash) l;
  if v_event_promoter is null then
    perform private.refuse(410, 'promoter_link_ended');
  end if;
  return private.add_promoter_names(v_event_promoter, p_list, p_entries, null, p_key);
end
$$;
comment on function public.add_guests_by_promoter_link(text, uuid, jsonb, text) is
  'Adds names to a guest list of the promoter whose personal link this is: [{name, plusOnes}]. For the server, after its limits. Refuses '
  'promoter_link_ended, not_found, invalid, list_closed, list_full, list_no_places.';

create function private.promoted_event(p_event_promoter uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'linkCode', p.link_code, 'endedAt', p.ended_at,
      'promoCode', (
        select c.code from public.promo_codes c where c.event_id = e.id and c.promoter_id = p.promoter_id order by c.code limit 1),
      'basis', p.commission_basis, 'commissionCents', p.commission_cents, 'commissionBps', p.commission_bps,
      'event', jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone),
      'isOver', e.ends_at <= now(), 'lists', private.promoter_lists(p.id),
      'clicks', f.clicks, 'tickets', f.tickets, 'arrived', f.arrived, 'revenue', private.revenue_band(f.revenue_cents),
      'expectedCents', f.expected_cents, 'dueCents', f.due_cents, 'paidCents', f.paid_cents)
    from public.event_promoters p
    join public.events e on e.id = p.event_id
    cross join lateral private.promoter_figures(array[p.id]) f
    where p.id = p_event_promoter);
end
$$;
comment on function private.promoted_event(uuid) is
  'An event as its promoter sees it: link, code, terms and their own figures.';

create function public.read_promoter_page() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_member() then
    perform private.refuse(403, 'members_only');
  end if;
  return (
    select jsonb_build_object('name', r.name, 'currency', (select s.currency from public.settings s), 'events', coalesce((
      select jsonb_agg(private.promoted_event(p.id) order by e.ends_at <= now(), abs(extract(epoch from e.starts_at - now())), p.id)
      from public.event_promoters p join public.events e on e.id = p.event_id
      where p.promoter_id = r.id), '[]'))
    from public.promoters r where r.user_id = auth.uid());
end
$$;
comment on function public.read_promoter_page() is
  'What a promoter sees of themselves: {name, currency, events} with link, code, terms and figures of each event, and nothing of anybody '
  'else. Null for members who promote nothing. Refuses members_only.';

create function public.read_promoter_by_link(p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('name', r.name, 'currency', (select s.currency from public.settings s),
      'events', jsonb_build_array(private.promoted_event(p.id)))
    from private.valid_link(array['promoter_list'], p_token_hash) l
    join public.event_promoters p on p.id = l.subject_id and p.ended_at is null
    join public.promoters r on r.id = p.promoter_id);
end
$$;
comment on function public.read_promoter_by_link(text) is
  'What a promoter sees of the one event that their personal link is for, as read_promoter_page does; null when the link has ended. For '
  'the server.';

create function private.attribution_json(p_attribution private.order_attributions) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p_attribution.id, 'eventPromoterId', p_attribution.event_promoter_id, 'source', p_attribution.source,
      'name', (select r.name from public.event_promoters p join public.promoters r on r.id = p.promoter_id
        where p.id = p_attribution.event_promoter_id),
      'reason', p_attribution.reason, 'by', (select a.display_name from public.profiles a where a.id = p_attribution.decided_by),
      'attributedAt', p_attribution.attributed_at, 'supersededAt', p_attribution.superseded_at));
end
$$;
comment on function private.attribution_json(private.order_attributions) is 'One attribution of an order as staff see it.';

create function public.read_order_attribution(p_code text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_promoters');
  return (
    select jsonb_build_object('orderId', o.id, 'code', o.code, 'eventId', o.event_id, 'timeZone', coalesce(e.time_zone, s.time_zone),
      'attributions', coalesce((
        select jsonb_agg(private.attribution_json(a) order by a.attributed_at desc, a.superseded_at desc nulls first)
        from private.order_attributions a where a.order_id = o.id), '[]'),
      'promoters', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'name', r.name) order by r.name, p.id)
        from public.event_promoters p join public.promoters r on r.id = p.promoter_id where p.event_id = o.event_id), '[]'))
    from public.orders o cross join public.settings s left join public.events e on e.id = o.event_id
    where o.code = p_code);
end
$$;
comment on function public.read_order_attribution(text) is
  'Which promoter an order is and was attributed to, and to whom it could be: {orderId, code, eventId, timeZone, attributions, promoters}, '
  'the latest first; null when there is no such order. Admins only.';

grant execute on function public.save_event_promoter(uuid, jsonb), public.end_event_promoter(uuid), public.send_promoter_link(uuid),
  public.list_event_promoters(uuid, text, text, uuid, int), public.read_event_promoter(uuid), public.read_promoter_statement(uuid),
  public.read_my_statement(), public.read_promoter_page(),
  public.read_order_attribution(text) to authenticated;
grant execute on function public.add_my_guests(uuid, uuid, jsonb, text) to authenticated;
grant execute on function public.read_promoter_by_link(text), public.add_guests_by_promoter_link(text, uuid, jsonb, text)
  to service_role;
