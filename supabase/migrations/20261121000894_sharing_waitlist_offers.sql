-- The waitlist at work: who gets what is free, and for how long. Entries are locked after the pools, in the order of the queue.

create function private.waitlist_window(p_event public.events) returns interval
language sql stable set search_path = ''
as $$
  select case
    when p_event.doors_at - now() < interval '3 hours' then interval '15 minutes'
    when p_event.doors_at - now() < interval '12 hours' then interval '30 minutes'
    when p_event.doors_at - now() < interval '48 hours' then interval '2 hours'
    else interval '12 hours' end
$$;
comment on function private.waitlist_window(public.events) is
  'Returns how long places are held for somebody on the waitlist: the shorter the closer the doors are.';

create function private.type_sale_ends(p_event public.events, p_type public.ticket_types) returns timestamptz
language sql immutable set search_path = ''
as $$ select least(coalesce(p_type.sale_ends_at, p_event.ends_at), p_event.ends_at) $$;
comment on function private.type_sale_ends(public.events, public.ticket_types) is 'Returns when the sale of a ticket type ends.';

create function private.free_units(p_type uuid, p_returned private.line_choice[]) returns int
language plpgsql stable set search_path = ''
as $$
declare
  v_places int := (
    select min(p.capacity - p.held - p.sold - p.blocked - private.listed_claims(p.id, p_type) + coalesce(r.units, 0))
    from public.ticket_type_pools tp join public.capacity_pools p on p.id = tp.pool_id
    left join (select s.pool_id, sum(s.units)::int as units from private.stock_of(p_returned) s group by 1) r on r.pool_id = p.id
    where tp.ticket_type_id = p_type);
  v_priced int; -- null = without limit
  v_is_priced boolean;
begin
  select case when bool_or(r.quantity is null) then null else sum(r.quantity - r.held - r.sold)::int end, count(*) > 0
  into v_priced, v_is_priced
  from public.price_releases r where r.ticket_type_id = p_type and (r.ends_at is null or r.ends_at > now());
  return case when v_is_priced then greatest(coalesce(least(v_places, v_priced), 0), 0) else 0 end;
end
$$;
comment on function private.free_units(uuid, private.line_choice[]) is
  'Counts the units of a ticket type that are free at this moment by its pools and releases, after what p_returned has taken of the pools '
  'is given back. Holds that ended count until they are swept; the places of listed tickets of other types do not count.';

create function private.waitlist_units(
  p_entry private.waitlist_entries, p_event public.events, p_type public.ticket_types, p_returned private.line_choice[]
) returns int
language plpgsql stable set search_path = ''
as $$
declare
  v_wanted int := least(p_entry.quantity, p_type.max_per_order);
  v_free int;
begin
  if v_wanted < p_type.min_per_order
    or private.sale_state(p_event, p_type, private.is_account_member(p_entry.user_id), false, null) <> 'on_sale'
    -- nobody could pay in less
    or private.type_sale_ends(p_event, p_type) - now() < interval '15 minutes' then
    return 0;
  end if;
  v_free := private.free_units(p_type.id, p_returned);
  return case when v_free >= v_wanted then v_wanted
    when p_entry.allows_partial and v_free >= p_type.min_per_order then v_free
    else 0 end;
end
$$;
comment on function private.waitlist_units(
  private.waitlist_entries, public.events, public.ticket_types, private.line_choice[]) is
  'Returns how many units of a type an entry could be offered now: all it wants, fewer where it allows that, else 0. The offers and the '
  'gate ask this one function, so that places which nobody who waits can use are the public''s. p_returned as in private.free_units.';

create function private.check_waitlist_first() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hold public.holds;
  v_event public.events;
  v_taken private.line_choice[];
  v_name text;
begin
  select h.* into v_hold from public.holds h where h.id = (select n.hold_id from new_lines n limit 1);
  if v_hold.kind <> 'cart' or v_hold.event_id is null or not exists (
    select 1 from private.waitlist_entries e
    where e.event_id = v_hold.event_id and private.waitlist_entry_is_waiting(e.status)) then
    return null;
  end if;
  select * into strict v_event from public.events where id = v_hold.event_id;
  if not private.waitlist_goes_first(v_event.id)
    -- a code that keeps places has promised them to its holder
    or exists (
      select 1 from private.unlocked_codes u join public.promo_codes c on c.id = u.code_id
      where u.user_id = v_hold.owner_id and u.event_id = v_event.id and c.block_ends_at > now()) then
    return null;
  end if;
  v_taken := array(
    select row(n.kind, array_agg(n.item_id), array_agg(n.quantity))::private.line_choice
    from new_lines n join public.line_kinds k on k.kind = n.kind and k.needs_event group by n.kind);
  select t.name into v_name
  from private.waitlist_entries e
  join public.ticket_types t on t.event_id = e.event_id and private.accepts_type(e, t)
  where e.event_id = v_event.id and private.waitlist_entry_is_waiting(e.status)
    and exists (
      select 1 from private.stock_of(v_taken) s join public.ticket_type_pools tp on tp.pool_id = s.pool_id where tp.ticket_type_id = t.id)
    and private.waitlist_units(e, v_event, t, v_taken) > 0
  limit 1;
  if found then
    perform private.refuse(409, 'waitlist_first', jsonb_build_object('type', v_name));
  end if;
  return null;
end
$$;
comment on function private.check_waitlist_first() is
  'Trigger of hold_lines: a cart takes no place that somebody on the waitlist can use, of whichever type draws on the same pool. Runs with '
  'the pools locked. Refuses waitlist_first.';
create trigger hold_lines_waitlist after insert on public.hold_lines referencing new table as new_lines
  for each statement execute function private.check_waitlist_first();

create function private.announce_free_places() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from private.waiting_types w join public.ticket_type_pools tp on tp.ticket_type_id = w.ticket_type_id
    where tp.pool_id = new.id) then
    perform private.enqueue_job('waitlist', new.event_id::text, jsonb_build_object('eventId', new.event_id));
  end if;
  return null;
end
$$;
comment on function private.announce_free_places() is
  'Trigger of capacity_pools: places that came free while people wait queue the job that offers them.';
create trigger capacity_pools_waitlist after update of capacity, held, sold, blocked on public.capacity_pools for each row
  when (new.capacity - new.held - new.sold - new.blocked > old.capacity - old.held - old.sold - old.blocked)
  execute function private.announce_free_places();

create function private.queue_waitlist_mail(p_kind text, p_entry uuid, p_suffix text, p_facts jsonb default '{}') returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select p_kind, concat_ws(':', p_kind, e.id, p_suffix), coalesce(lower(private.own_email(e.user_id)), e.email), 'waitlist', e.id,
    jsonb_build_object('event', private.mail_event(v), 'quantity', e.quantity,
      'typeName', (select t.name from public.ticket_types t where t.id = e.ticket_type_id)) || p_facts
  from private.waitlist_entries e join public.events v on v.id = e.event_id where e.id = p_entry
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.queue_waitlist_mail(text, uuid, text, jsonb) is
  'Queues a mail about an entry of a waitlist to its owner, once per entry, kind and suffix.';

create function private.make_waitlist_offer(p_entry uuid, p_event public.events, p_type public.ticket_types, p_units int, p_reason text,
  p_facts jsonb) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_choices private.line_choice[] := array[row('ticket', array[p_type.id], array[p_units])::private.line_choice];
  v_priced private.priced_line[];
  v_hold public.holds;
begin
  insert into public.holds (kind, event_id, owner_id, status, expires_at)
  select 'waitlist_offer', p_event.id, e.user_id, 'active',
    least(now() + private.waitlist_window(p_event), private.type_sale_ends(p_event, p_type))
  from private.waitlist_entries e where e.id = p_entry
  returning * into v_hold;
  perform private.change_stock(v_choices, 1, 0);
  v_priced := array(select p from private.price_cart(p_event, v_choices, null) p);
  perform private.write_cart_lines(v_hold.id, v_priced, v_choices, '{}', false);
  perform private.refuse_unpriced(v_choices, array_agg(p.item_id), array_agg(p.quantity)) from unnest(v_priced) p;
  perform private.change_releases(array_agg(p.release_id), array_agg(p.quantity), 1, 0) from unnest(v_priced) p;
  update private.waitlist_entries set hold_id = v_hold.id where id = p_entry;
  perform private.move_waitlist_entry(p_entry, 'offered', p_reason, p_facts || jsonb_build_object('units', p_units, 'type', p_type.name));
  perform private.queue_waitlist_mail('waitlist_offer', p_entry, v_hold.id::text, jsonb_build_object('units', p_units,
    'typeName', p_type.name, 'expiresAt', v_hold.expires_at, 'currency', (select s.currency from public.settings s),
    'totalCents', (select sum(l.total_cents) from public.hold_lines l where l.hold_id = v_hold.id)));
  return v_hold.id;
end
$$;
comment on function private.make_waitlist_offer(uuid, public.events, public.ticket_types, int, text, jsonb) is
  'Holds p_units of a type for an entry at today''s price, until the window for the event or the end of its sale, and mails the offer. '
  'Returns the hold. The stock of the queue and the entry must be locked, and the units free.';

create function private.lock_queue_stock(p_event uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_choices private.line_choice[] := array(
    select row('ticket', array_agg(t.id), array_agg(1))::private.line_choice from public.ticket_types t
    where t.event_id = p_event and t.archived_at is null having count(*) > 0);
begin
  perform private.lock_stock(p_event, v_choices);
  perform private.lock_stock_rows(v_choices, '{}');
end
$$;
comment on function private.lock_queue_stock(uuid) is
  'Gives back what ended holds of an event still count, and locks the pools of its ticket types: what is free stays free until the '
  'caller''s transaction ends.';

create function private.record_skips(p_event uuid, p_passed uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_entry record;
begin
  for v_entry in
    update private.waitlist_entries e set skips = e.skips + 1
    where e.event_id = p_event and e.id = any (p_passed) and private.waitlist_entry_is_waiting(e.status)
    returning e.id, e.status, e.skips
  loop
    perform private.log_state('waitlist_entry', v_entry.id, v_entry.status, v_entry.status, 'skipped',
      jsonb_build_object('skips', v_entry.skips));
    if v_entry.skips = 5 then
      perform private.queue_waitlist_mail('waitlist_passed', v_entry.id, '', jsonb_build_object('skips', v_entry.skips));
    end if;
  end loop;
end
$$;
comment on function private.record_skips(uuid, uuid[]) is
  'Records for entries that fewer places were free than they need, and that somebody further back got those. At the fifth time the owner '
  'is asked by mail whether they would take fewer; the entry keeps its place.';

create function private.offer_free_places(p_event uuid) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_event public.events;
  v_entry private.waitlist_entries;
  v_best record;
  v_waiting uuid[] := '{}'; -- who could use nothing until here
  v_passed uuid[] := '{}';
  v_made int := 0;
begin
  perform private.lock_settlement(p_event, false);
  select * into v_event from public.events where id = p_event;
  if not found or not private.waitlist_goes_first(p_event) then
    return 0;
  end if;
  perform private.lock_queue_stock(p_event);
  for v_entry in
    select * from private.waitlist_entries e where e.event_id = p_event and private.waitlist_entry_is_waiting(e.status)
    order by e.position for no key update
  loop
    select t as type, u.units into v_best
    from public.ticket_types t cross join lateral (select private.waitlist_units(v_entry, v_event, t, '{}') as units) u
    where t.event_id = p_event and private.accepts_type(v_entry, t) and u.units > 0
    order by u.units >= v_entry.quantity desc, t.position, t.name, t.id limit 1;
    if not found then
      v_waiting := v_waiting || v_entry.id;
      continue;
    end if;
    perform private.make_waitlist_offer(v_entry.id, v_event, v_best.type, v_best.units, 'next in line', '{}');
    v_made := v_made + 1;
    v_passed := v_passed || array(
      select e.id from private.waitlist_entries e
      where e.id = any (v_waiting) and e.id <> all (v_passed) and private.accepts_type(e, v_best.type));
    exit when not exists (
      select 1 from public.ticket_types t where t.event_id = p_event and t.archived_at is null and private.free_units(t.id, '{}') > 0);
  end loop;
  perform private.record_skips(p_event, v_passed);
  return v_made;
end
$$;
comment on function private.offer_free_places(uuid) is
  'Offers what is free of an event to those who wait, strictly by their place in the queue; who can use none of it is passed over, which '
  'is recorded once somebody behind them got an offer. Returns how many offers were made.';

create function public.run_waitlist(p_event uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return private.offer_free_places(p_event);
end
$$;
comment on function public.run_waitlist(uuid) is
  'For the job that serves a waitlist: makes the offers that can be made now, and returns how many.';

create function private.end_waitlist_offer(p_entry private.waitlist_entries) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.move_waitlist_entry(p_entry.id, 'lapsed', 'not paid in time');
  if p_entry.lapses = 0 then
    perform private.move_waitlist_entry(p_entry.id, 'waiting', 'first lapse: to the end of the line');
    perform private.queue_waitlist_mail('waitlist_lapsed', p_entry.id, p_entry.hold_id::text);
  else
    perform private.move_waitlist_entry(p_entry.id, 'closed', 'second lapse');
    perform private.queue_waitlist_mail('waitlist_closed', p_entry.id, '', '{"why": "lapsed"}');
  end if;
end
$$;
comment on function private.end_waitlist_offer(private.waitlist_entries) is
  'Ends an entry''s offer whose time is over: the first time it goes to the end of the line, the second time it is closed. Its owner is '
  'told by mail.';

create function private.follow_offer_hold() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry private.waitlist_entries;
begin
  select * into v_entry from private.waitlist_entries where hold_id = new.entity_id for no key update;
  if not found or not private.waitlist_entry_has_offer(v_entry.status) then
    return null;
  end if;
  case
    when new.to_state = 'converted' then
      perform private.move_waitlist_entry(v_entry.id, 'purchased', 'paid');
    when new.to_state = 'expired' then
      perform private.end_waitlist_offer(v_entry);
    when new.reason like 'event %' and exists (
      select 1 from public.events e where e.id = v_entry.event_id and e.status in ('published', 'postponed')) then
      perform private.move_waitlist_entry(v_entry.id, 'waiting', new.reason);
    when new.reason like 'event %' then
      perform private.move_waitlist_entry(v_entry.id, 'closed', new.reason);
      perform private.queue_waitlist_mail('waitlist_closed', v_entry.id, '', '{"why": "over"}');
    else
      perform private.move_waitlist_entry(v_entry.id, 'declined', new.reason);
  end case;
  return null;
end
$$;
comment on function private.follow_offer_hold() is
  'Trigger of state_log: what becomes of the hold of an offer becomes of the entry. One that the organizer takes back, because the event '
  'is moved or postponed, leaves the entry its place.';
create trigger state_log_offers after insert on private.state_log for each row
  when (new.entity = 'hold' and new.to_state in ('converted', 'released', 'expired'))
  execute function private.follow_offer_hold();

create function private.leave_after_late_payment() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.move_waitlist_entry(e.id, 'cancelled', 'paid after the offer ran out')
  from private.waitlist_entries e where e.hold_id = new.hold_id and private.waitlist_entry_is_waiting(e.status);
  return null;
end
$$;
comment on function private.leave_after_late_payment() is
  'Trigger of orders: whose late payment for an offer still got the places no longer waits for them.';
create trigger orders_late_offers after update of status on public.orders for each row
  when (private.order_is_sold(new.status) and not private.order_is_sold(old.status) and new.late_rescue)
  execute function private.leave_after_late_payment();

create function private.leave_closed_account() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.cancel_waitlist_of(new.id, 'account closed');
  return null;
end
$$;
comment on function private.leave_closed_account() is
  'Trigger of profiles: an account that is deleted, merged into another one or banned leaves all waitlists.';
create trigger profiles_waitlist after update of sanction on public.profiles for each row
  when (new.sanction in ('deleted', 'merged', 'banned') and new.sanction is distinct from old.sanction)
  execute function private.leave_closed_account();

create function private.cancel_waitlist_of(p_user uuid, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_entry private.waitlist_entries;
begin
  for v_entry in
    select * from private.waitlist_entries e where e.user_id = p_user and private.waitlist_entry_is_open(e.status)
    order by e.id for no key update
  loop
    perform private.move_waitlist_entry(v_entry.id, 'cancelled', p_reason);
    -- The sweep gives the places back: pools are locked before entries.
    update public.holds set expires_at = now() where id = v_entry.hold_id and status in ('active', 'pinned') and expires_at > now()
      and not exists (select 1 from public.orders o where o.hold_id = v_entry.hold_id and private.order_is_paying(o.status));
  end loop;
end
$$;
comment on function private.cancel_waitlist_of(uuid, text) is
  'Takes an account out of all waitlists. Places that are held for it come free at once, or when a payment that is under way fails.';

create function private.close_waitlist(p_limit int) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_entry record;
  v_closed int := 0;
begin
  for v_entry in
    select e.id from private.waitlist_entries e join public.events v on v.id = e.event_id
    where private.waitlist_entry_is_waiting(e.status) and (
      v.status in ('cancelled', 'archived') or v.ends_at <= now() or not exists (
        select 1 from public.ticket_types t
        where t.event_id = v.id and private.accepts_type(e, t) and private.type_sale_ends(v, t) > now()))
    order by e.event_id, e.position limit p_limit for no key update of e skip locked
  loop
    perform private.move_waitlist_entry(v_entry.id, 'closed', 'sale over');
    perform private.queue_waitlist_mail('waitlist_closed', v_entry.id, '', '{"why": "over"}');
    v_closed := v_closed + 1;
  end loop;
  return v_closed;
end
$$;
comment on function private.close_waitlist(int) is
  'Closes entries whose sale or event is over, and thanks their owners by mail. Returns how many, p_limit at most.';

create function public.sweep_waitlists() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_closed int;
  v_queued int;
begin
  perform private.require_service();
  v_closed := private.close_waitlist(500);
  delete from private.waitlist_entries e
  where (not private.waitlist_entry_is_open(e.status) and e.joined_at is null and e.created_at < now() - interval '7 days')
    or exists (select 1 from public.events v where v.id = e.event_id and v.ends_at < now() - interval '30 days');
  -- Covers what frees places without changing a pool: a sale that goes on, a new release, a type that is open again.
  select count(private.enqueue_job('waitlist', f.event_id::text, jsonb_build_object('eventId', f.event_id))) into v_queued
  from (
    select distinct t.event_id from private.waiting_types w join public.ticket_types t on t.id = w.ticket_type_id
    where private.free_units(t.id, '{}') >= w.least_units
  ) f;
  return jsonb_build_object('closed', v_closed, 'queued', v_queued);
end
$$;
comment on function public.sweep_waitlists() is
  'For the worker, each minute: closes entries whose sale is over, deletes requests that nobody confirmed within 7 days and everything 30 '
  'days after its event, and queues the job of each waitlist that could make an offer: {closed, queued}.';

revoke execute on function
  private.waitlist_window(public.events), private.type_sale_ends(public.events, public.ticket_types),
  private.free_units(uuid, private.line_choice[]),
  private.waitlist_units(private.waitlist_entries, public.events, public.ticket_types, private.line_choice[]),
  private.check_waitlist_first(), private.announce_free_places(), private.queue_waitlist_mail(text, uuid, text, jsonb),
  private.make_waitlist_offer(uuid, public.events, public.ticket_types, int, text, jsonb), private.lock_queue_stock(uuid),
  private.record_skips(uuid, uuid[]), private.offer_free_places(uuid), public.run_waitlist(uuid),
  private.end_waitlist_offer(private.waitlist_entries), private.follow_offer_hold(), private.leave_after_late_payment(),
  private.leave_closed_account(), private.cancel_waitlist_of(uuid, text), private.close_waitlist(int), public.sweep_waitlists()
from public, anon, authenticated, service_role;
grant execute on function public.run_waitlist(uuid), public.sweep_waitlists() to service_role;
