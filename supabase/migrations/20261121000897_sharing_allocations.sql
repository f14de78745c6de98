-- Committee allocations: an admin gives a member places of an event until a time. Each place is a hold of the kind allocation, which
-- the member hands to a named person by a link; that person pays the house's price for it in the checkout. What nobody bought by then
-- returns to its pools by itself, as every hold does.

create table private.allocations (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  ticket_type_id uuid not null references public.ticket_types (id) on delete cascade,
  member_id uuid references public.profiles (id) on delete set null,
  places int not null check (places between 1 and 500),
  ends_at timestamptz not null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
comment on table private.allocations is
  'Places of a ticket type that a member hands on until ends_at. revoked_at = an admin took back what was not bought.';
create index allocations_event on private.allocations (event_id, created_at desc, id desc);
create index allocations_type on private.allocations (ticket_type_id);
create index allocations_member on private.allocations (member_id);
create index allocations_created_by on private.allocations (created_by);
create index allocations_ends_at on private.allocations (ends_at) where revoked_at is null;

create table private.allocation_places (
  id uuid primary key default gen_random_uuid(),
  allocation_id uuid not null references private.allocations (id) on delete cascade,
  number int not null check (number > 0),
  hold_id uuid not null unique references public.holds (id),
  guest_name text check (length(guest_name) between 1 and 100 and guest_name !~ '[[:cntrl:]]'),
  handed_at timestamptz,
  unique (allocation_id, number),
  constraint allocation_places_handed check ((guest_name is null) = (handed_at is null))
);
comment on table private.allocation_places is
  'The places of an allocation. hold_id sets the place aside at the price of the moment it was given: live = to be handed on or bought, '
  'converted = bought, else back in its pools. guest_name = the person that it was handed to; their link opens the checkout.';

create table private.place_splits (
  event_id uuid primary key references public.events (id) on delete cascade,
  is_shown boolean not null default false
);
comment on table private.place_splits is
  'Whether the page of an event says how its places are split between public, committees and invited people; without a row it does not.';

create function private.allocation_place_state(p_hold public.holds, p_place private.allocation_places) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_hold.status = 'converted' then 'bought'
    when p_hold.status not in ('active', 'pinned') or p_hold.expires_at <= now() then 'returned'
    when p_place.guest_name is null then 'free'
    when p_hold.owner_id is null then 'handed'
    else 'opened' end
$$;
comment on function private.allocation_place_state(public.holds, private.allocation_places) is
  'Returns what became of a place: free, handed (its link was not opened yet), opened (its guest is buying), bought or returned.';

create function public.give_allocation(p_event uuid, p_type uuid, p_member text, p_places int, p_ends_at timestamp, p_key text)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_body jsonb := jsonb_build_array(p_event, p_type, p_member, p_places, p_ends_at);
  v_response jsonb;
  v_event public.events;
  v_type public.ticket_types;
  v_member uuid;
  v_ends_at timestamptz;
  v_id uuid := gen_random_uuid();
begin
  perform private.require_permission('manage_events');
  perform private.lock_person(auth.uid());
  v_response := private.response_for_key(auth.uid(), p_key, 'give_allocation', v_body);
  if v_response is not null then
    return v_response ->> 'id';
  end if;
  select * into v_type from public.ticket_types t where t.id = p_type and t.event_id = p_event and t.archived_at is null;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_settlement(p_event, false);
  v_event := private.check_still_sold(p_event);
  v_ends_at := p_ends_at at time zone v_event.time_zone;
  select p.id into v_member from public.profiles p
  where private.is_account_member(p.id)
    and (p.username = lower(btrim(p_member)) or lower(private.own_email(p.id)) = lower(btrim(p_member))) limit 1;
  if v_member is null then
    perform private.refuse(404, 'member_unknown');
  elsif coalesce(p_places, 0) not between 1 and 500 then
    perform private.refuse(422, 'invalid', '{"field": "places"}');
  elsif v_ends_at is null or v_ends_at not between now() + interval '15 minutes' and private.type_sale_ends(v_event, v_type) then
    perform private.refuse(422, 'allocation_time');
  end if;
  insert into private.allocations (id, event_id, ticket_type_id, member_id, places, ends_at, created_by)
  values (v_id, p_event, p_type, v_member, p_places, v_ends_at, auth.uid());
  perform private.hold_allocation(v_id, v_event);
  perform private.queue_allocation_mail('allocation_given', v_id);
  perform private.audit('allocation.given', 'event', p_event::text, jsonb_build_object('member', v_member, 'type', v_type.name,
    'places', p_places, 'endsAt', v_ends_at));
  perform private.store_response(auth.uid(), p_key, 'give_allocation', v_body, jsonb_build_object('id', v_id));
  return v_id;
end
$$;
comment on function public.give_allocation(uuid, uuid, text, int, timestamp, text) is
  'Sets places of a ticket type aside for a member, by username or email, until a time (wall time of the event). Returns the '
  'allocation. Admins only. Refuses not_allowed, not_found, member_unknown, invalid, allocation_time, sold_out, sale_paused, sale_ended, '
  'key_reused.';

create function private.queue_allocation_mail(p_kind text, p_allocation uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  select p_kind, concat_ws(':', p_kind, a.id), private.own_email(a.member_id), 'allocation', a.id
  from private.allocations a where a.id = p_allocation and private.own_email(a.member_id) is not null
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.queue_allocation_mail(text, uuid) is
  'Queues a mail about an allocation to its member, once for each kind; none where the account is erased.';

create function private.places_left(p_allocation uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int from private.allocation_places x join public.holds h on h.id = x.hold_id
    where x.allocation_id = p_allocation and private.allocation_place_state(h, x) in ('free', 'handed'));
end
$$;
comment on function private.places_left(uuid) is
  'Counts the places of an allocation that return unless somebody buys them: free ones, and those whose link nobody opened.';

create function public.remind_of_allocations() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_due uuid[];
begin
  perform private.require_service();
  v_due := array(
    select a.id from private.allocations a join public.events e on e.id = a.event_id
    where a.revoked_at is null and a.ends_at > now() and a.ends_at <= now() + interval '24 hours'
      and now() >= a.ends_at - least(interval '24 hours', (a.ends_at - a.created_at) / 4)
      and e.status = 'published' and a.member_id is not null and private.places_left(a.id) > 0
      and not exists (select 1 from private.mail_outbox m where m.dedupe_key = concat_ws(':', 'allocation_ending', a.id))
    order by a.id limit 200);
  perform private.queue_allocation_mail('allocation_ending', d.id) from unnest(v_due) d (id);
  return cardinality(v_due);
end
$$;
comment on function public.remind_of_allocations() is
  'For a job: tells members once that places they have not handed on, or whose link nobody opened, return soon; a day before, and in the '
  'last quarter of an allocation that is shorter. Returns how many allocations.';

create function private.mail_allocation(p_allocation uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('typeName', t.name, 'places', a.places, 'left', private.places_left(a.id), 'endsAt', a.ends_at,
      'isOver', a.revoked_at is not null or a.ends_at <= now() or e.status <> 'published', 'event', private.mail_event(e))
    from private.allocations a join public.ticket_types t on t.id = a.ticket_type_id join public.events e on e.id = a.event_id
    where a.id = p_allocation);
end
$$;
comment on function private.mail_allocation(uuid) is 'An allocation as mails to its member show it; left = as private.places_left says.';

create function private.hold_allocation(p_allocation uuid, p_event public.events) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_allocation private.allocations;
  v_choices private.line_choice[];
  v_one private.line_choice[];
  v_priced private.priced_line;
  v_hold uuid;
begin
  select * into strict v_allocation from private.allocations where id = p_allocation;
  v_choices := array[row('ticket', array[v_allocation.ticket_type_id], array[v_allocation.places])::private.line_choice];
  v_one := array[row('ticket', array[v_allocation.ticket_type_id], array[1])::private.line_choice];
  perform private.lock_stock(p_event.id, v_choices);
  perform private.change_stock(v_choices, 1, 0);
  for n in 1 .. v_allocation.places loop
    insert into public.holds (kind, event_id, status, expires_at)
    values ('allocation', p_event.id, 'active', v_allocation.ends_at) returning id into v_hold;
    -- one at a time: each takes its unit of the running release before the next is priced
    v_priced := null;
    select p.* into v_priced from private.price_cart(p_event, v_one, null) p;
    if v_priced.item_id is null then
      perform private.refuse(409, 'sold_out', jsonb_build_object('left', n - 1));
    end if;
    perform private.write_cart_lines(v_hold, array[v_priced], v_one, '{}', false);
    perform private.change_releases(array[v_priced.release_id], array[1], 1, 0);
    insert into private.allocation_places (allocation_id, number, hold_id) values (p_allocation, n, v_hold);
  end loop;
end
$$;
comment on function private.hold_allocation(uuid, public.events) is
  'Takes the places of an allocation out of their pools, each as a hold of its own at today''s price. Refuses sold_out.';

create function public.revoke_allocation(p_allocation uuid, p_reason text) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_allocation private.allocations;
  v_hold uuid;
  v_back int := 0;
begin
  perform private.require_permission('manage_events');
  v_reason := private.require_reason(p_reason);
  select * into v_allocation from private.allocations where id = p_allocation for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  for v_hold in
    select h.id from private.allocation_places a join public.holds h on h.id = a.hold_id
    where a.allocation_id = p_allocation and h.status in ('active', 'pinned')
      -- one that is being paid is bought, or returns at its end
      and not exists (select 1 from public.orders o where o.hold_id = h.id and private.order_is_paying(o.status))
    order by h.id
  loop
    v_back := v_back + (private.give_back_hold(v_hold, v_reason) = 'released')::int;
  end loop;
  update private.allocations set revoked_at = coalesce(revoked_at, now()) where id = p_allocation;
  perform private.audit('allocation.revoked', 'event', v_allocation.event_id::text,
    jsonb_build_object('allocation', p_allocation, 'returned', v_back, 'from', 'open', 'to', 'revoked', 'reason', v_reason));
  return v_back;
end
$$;
comment on function public.revoke_allocation(uuid, text) is
  'Takes back the places of an allocation that nobody bought or is paying, and returns how many. Admins only. Refuses not_allowed, '
  'reason_required, not_found.';

create function public.hand_on_place(p_member uuid, p_allocation uuid, p_name text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_name text := regexp_replace(btrim(coalesce(p_name, '')), '\s+', ' ', 'g');
  v_place uuid;
begin
  perform private.require_service();
  if length(v_name) not between 1 and 100 or not private.is_readable(v_name, false) then
    perform private.refuse(422, 'name_invalid');
  end if;
  if not exists (select 1 from private.allocations a where a.id = p_allocation and a.member_id = p_member) then
    perform private.refuse(404, 'not_found');
  end if;
  select a.id into v_place
  from private.allocation_places a join public.holds h on h.id = a.hold_id
  where a.allocation_id = p_allocation and private.allocation_place_state(h, a) = 'free'
  order by a.number limit 1 for no key update of a skip locked;
  if not found then
    perform private.refuse(409, 'allocation_used_up');
  end if;
  update private.allocation_places set guest_name = v_name, handed_at = now() where id = v_place;
  return v_place;
end
$$;
comment on function public.hand_on_place(uuid, uuid, text) is
  'Hands the next free place of a member''s allocation to a named person and returns the place, whose link the server makes. Parallel '
  'calls get different places. Refuses not_found, name_invalid, allocation_used_up.';

create function public.take_back_place(p_member uuid, p_place uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_place private.allocation_places;
  v_order public.orders;
  v_hold public.holds;
begin
  perform private.require_service();
  select x.* into v_place from private.allocation_places x join private.allocations a on a.id = x.allocation_id
  where x.id = p_place and a.member_id = p_member;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_order := private.open_order_of(v_place.hold_id);
  if private.order_is_paying(v_order.status) then
    perform private.refuse(409, 'payment_in_progress');
  end if;
  select * into v_hold from public.holds where id = v_place.hold_id for no key update;
  if v_hold.status not in ('active', 'pinned') or v_hold.expires_at <= now() then
    perform private.refuse(409, 'place_over');
  end if;
  if v_order.id is not null then
    perform private.end_order(v_order.id, 'place taken back');
  end if;
  perform private.end_links('allocation_place', p_place);
  update public.holds set owner_id = null where id = v_hold.id;
  update private.allocation_places set guest_name = null, handed_at = null where id = p_place;
end
$$;
comment on function public.take_back_place(uuid, uuid) is
  'Takes a place back from the person it was handed to, before they pay: its link and an unpaid order end. Refuses not_found, place_over, '
  'payment_in_progress.';

create function public.take_allocated_place(p_owner uuid, p_token_hash text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_place private.allocation_places;
  v_order public.orders;
  v_hold public.holds;
begin
  perform private.require_service();
  perform private.lock_person(p_owner);
  select a.* into v_place from private.valid_link(array['allocation_place'], p_token_hash) l
  join private.allocation_places a on a.id = l.subject_id;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  select * into strict v_hold from public.holds where id = v_place.hold_id;
  if v_hold.owner_id is distinct from p_owner then
    v_order := private.open_order_of(v_hold.id);
    if private.order_is_paying(v_order.status) then
      perform private.refuse(409, 'payment_in_progress');
    elsif v_order.id is not null then
      perform private.end_order(v_order.id, 'place opened by another session of the same person');
    end if;
  end if;
  select * into v_hold from public.holds where id = v_hold.id for no key update;
  -- the member may have taken it back meanwhile
  if v_hold.status not in ('active', 'pinned') or v_hold.expires_at <= now() or not exists (
    select 1 from private.valid_link(array['allocation_place'], p_token_hash)) then
    perform private.refuse(409, 'place_over');
  end if;
  update public.holds set owner_id = p_owner where id = v_hold.id and owner_id is distinct from p_owner;
  return v_hold.id;
end
$$;
comment on function public.take_allocated_place(uuid, text) is
  'Makes the hold of a handed place that of the account which opened its link, so that it can pay the house''s price in the checkout. '
  'Returns the hold. Refuses not_found, place_over, payment_in_progress.';

create function private.allocation_brief(p_allocation private.allocations) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p_allocation.id, 'endsAt', p_allocation.ends_at, 'revokedAt', p_allocation.revoked_at,
      'typeName', t.name, 'places', p_allocation.places,
      'event', jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone),
      'member', (select p.display_name from public.profiles p where p.id = p_allocation.member_id),
      'rows', (
        select jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'guestName', x.guest_name,
          'state', private.allocation_place_state(h, x)) order by x.number)
        from private.allocation_places x join public.holds h on h.id = x.hold_id where x.allocation_id = p_allocation.id))
    from public.ticket_types t join public.events e on e.id = t.event_id where t.id = p_allocation.ticket_type_id);
end
$$;
comment on function private.allocation_brief(private.allocations) is 'An allocation with its places and what became of each.';

create function public.read_my_allocations() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('now', now(), 'allocations', coalesce(jsonb_agg(private.allocation_brief(a) order by e.starts_at, a.id), '[]'))
  from private.allocations a join public.events e on e.id = a.event_id
  where a.member_id = (select auth.uid()) and e.ends_at > now()
$$;
comment on function public.read_my_allocations() is 'The allocations of the caller for events to come, with their places.';

create function public.read_allocated_place(p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('guestName', x.guest_name, 'from', p.display_name, 'state', private.allocation_place_state(h, x),
      'typeName', n.item_name, 'totalCents', n.total_cents, 'currency', (select s.currency from public.settings s),
      'endsAt', h.expires_at, 'now', now(),
      'event', jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone))
    from private.valid_link(array['allocation_place'], p_token_hash) l
    join private.allocation_places x on x.id = l.subject_id
    join private.allocations a on a.id = x.allocation_id left join public.profiles p on p.id = a.member_id
    join public.holds h on h.id = x.hold_id join public.hold_lines n on n.hold_id = h.id join public.events e on e.id = a.event_id);
end
$$;
comment on function public.read_allocated_place(text) is
  'What the link of a handed place opens: {guestName, from, state, typeName, totalCents, currency, endsAt, now, event}; null when it has '
  'ended. Changes nothing.';

create function private.allocation_matches(p_event uuid, p_show text, p_search text) returns setof private.allocations
language plpgsql stable set search_path = ''
as $$
declare
  v_words text[] := array_remove(string_to_array(private.name_key(nullif(btrim(p_search), '')), ' '), '');
begin
  return query
  select a.* from private.allocations a left join public.profiles p on p.id = a.member_id
  where (p_event is null or a.event_id = p_event)
    and case p_show when 'open' then a.revoked_at is null and a.ends_at > now()
      when 'over' then a.revoked_at is not null or a.ends_at <= now() else true end
    and not exists (
      select 1 from unnest(v_words) w
      where strpos(' ' || private.name_key(concat_ws(' ', p.display_name, p.username)), ' ' || w) = 0);
end
$$;
comment on function private.allocation_matches(uuid, text, text) is
  'Returns the allocations that the filters of list_allocations name: p_show = open, over or all; p_search = beginnings of words of the '
  'member''s names.';

create function private.allocation_event(p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', e.id, 'title', e.title, 'isOpen', e.status = 'published' and e.ends_at > now(),
      'isShown', coalesce((select s.is_shown from private.place_splits s where s.event_id = e.id), false),
      'split', private.place_split(e.id),
      'types', (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.position, t.name), '[]')
        from public.ticket_types t where t.event_id = e.id and t.archived_at is null))
    from public.events e where e.id = p_event);
end
$$;
comment on function private.allocation_event(uuid) is
  'An event for the form that gives places of it: {id, title, isOpen, isShown, split, types}. isOpen = places of it can be given; isShown '
  '= its page says how places are split.';

create function public.list_allocations(
  p_event uuid default null, p_show text default 'all', p_search text default null, p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_ids uuid[];
begin
  perform private.require_permission('manage_events');
  v_ids := array(
    select m.id from private.allocation_matches(p_event, p_show, p_search) m
    where p_after is null or (m.created_at, m.id) < (select a.created_at, a.id from private.allocations a where a.id = p_after)
    order by m.created_at desc, m.id desc limit v_limit + 1);
  return jsonb_build_object('now', now(), 'event', private.allocation_event(p_event),
    'allocations', (
      select coalesce(jsonb_agg(private.allocation_brief(a) order by x.place), '[]')
      from unnest(v_ids[:v_limit]) with ordinality x (id, place) join private.allocations a on a.id = x.id),
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'total', case when p_after is null then (
      select private.list_total(count(*), 10000) from (
        select 1 from private.allocation_matches(p_event, p_show, p_search) limit 10001) f) end);
end
$$;
comment on function public.list_allocations(uuid, text, text, uuid, int) is
  'Allocations of an event or of all, the newest first, page by page (p_after = the id before the page): {now, event, allocations, next, '
  'total}; total = private.list_total, on the first page only. event = private.allocation_event. Filters as in '
  'private.allocation_matches. Admins only: refuses not_allowed.';

create function private.place_split(p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with pools as ( -- one that every type draws on counts the people; else rooms beside one another
      select p.id, p.capacity, bool_and(exists (
        select 1 from public.ticket_type_pools tp where tp.ticket_type_id = t.id and tp.pool_id = p.id)) as is_of_all
      from public.capacity_pools p join public.ticket_types t on t.event_id = p.event_id and t.archived_at is null
      where p.event_id = p_event and p.purpose = 'places' group by p.id
    ), whole as (
      select coalesce(min(capacity) filter (where is_of_all), sum(capacity))::int as capacity from pools
    ), kept as (
      select h.kind, coalesce(sum(case when h.status = 'converted' then (
          select count(*) from public.orders o join public.tickets k on k.order_id = o.id
          where o.hold_id = h.id and private.ticket_is_valid(k.status))
        else (select sum(l.quantity) from public.hold_lines l where l.hold_id = h.id) end), 0)::int as units
      from public.holds h
      where h.event_id = p_event and h.kind in ('allocation', 'comp_block')
        and (h.status = 'converted' or (h.status in ('active', 'pinned') and h.expires_at > now()))
      group by h.kind
    ), counted as (
      select w.capacity, coalesce((select k.units from kept k where k.kind = 'allocation'), 0) as committee,
        coalesce((select k.units from kept k where k.kind = 'comp_block'), 0) as invited
      from whole w where w.capacity is not null
    )
    select jsonb_build_object('capacity', c.capacity, 'public', c.capacity - c.committee - c.invited, 'committee', c.committee,
      'invited', c.invited)
    from counted c);
end
$$;
comment on function private.place_split(uuid) is
  'How the places of an event are split: {capacity, public, committee, invited}. committee = held for allocations or bought from them, '
  'invited = free tickets, held or claimed; public is the rest, so that the line always equals its rows. Null without a pool.';

create function public.read_place_split(p_event uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.place_split(s.event_id) from private.place_splits s join public.events e on e.id = s.event_id
  where s.event_id = p_event and s.is_shown and private.caller_may_open(e)
$$;
comment on function public.read_place_split(uuid) is
  'The split of an event''s places for its page, as private.place_split; null unless admins show it.';

create function public.show_place_split(p_event uuid, p_shown boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before boolean;
begin
  perform private.require_permission('manage_events');
  select s.is_shown into v_before from private.place_splits s where s.event_id = p_event;
  if p_shown is null or not exists (select 1 from public.events e where e.id = p_event) then
    perform private.refuse(404, 'not_found');
  end if;
  insert into private.place_splits (event_id, is_shown) values (p_event, p_shown)
  on conflict (event_id) do update set is_shown = excluded.is_shown;
  perform private.audit_change('event.place_split', 'event', p_event::text, jsonb_build_object('shown', coalesce(v_before, false)),
    jsonb_build_object('shown', p_shown));
end
$$;
comment on function public.show_place_split(uuid, boolean) is
  'Shows the split of an event''s places on its page, or hides it. Admins only. Refuses not_allowed, not_found.';

revoke execute on function
  private.allocation_place_state(public.holds, private.allocation_places), private.queue_allocation_mail(text, uuid),
  private.allocation_matches(uuid, text, text), private.allocation_event(uuid),
  private.places_left(uuid), public.remind_of_allocations(), private.mail_allocation(uuid),
  public.give_allocation(uuid, uuid, text, int, timestamp, text), private.hold_allocation(uuid, public.events),
  public.revoke_allocation(uuid, text), public.hand_on_place(uuid, uuid, text), public.take_back_place(uuid, uuid),
  public.take_allocated_place(uuid, text), private.allocation_brief(private.allocations), public.read_my_allocations(),
  public.read_allocated_place(text), public.list_allocations(uuid, text, text, uuid, int), private.place_split(uuid),
  public.read_place_split(uuid),
  public.show_place_split(uuid, boolean)
from public, anon, authenticated, service_role;
grant execute on function public.hand_on_place(uuid, uuid, text), public.take_back_place(uuid, uuid),
  public.take_allocated_place(uuid, text), public.read_allocated_place(text), public.remind_of_allocations() to service_role;
grant execute on function public.give_allocation(uuid, uuid, text, int, timestamp, text), public.revoke_allocation(uuid, text),
  public.read_my_allocations(), public.list_allocations(uuid, text, text, uuid, int),
  public.show_place_split(uuid, boolean) to authenticated;
grant execute on function public.read_place_split(uuid) to anon, authenticated, service_role;
