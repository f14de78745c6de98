-- Cancelling, postponing and rescheduling an event, order by order. The change of state freezes sales and closes the door in one
-- transaction; a job then works through the orders in small batches: refunds, tickets, mails. Each order has a row that says how
-- far it is, so that a job that was killed goes on where it stopped and does nothing twice.

create table public.event_changes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id),
  kind text not null check (kind in ('cancelled', 'postponed', 'rescheduled')),
  refund_policy text not null check (refund_policy in ('refund_all', 'refund_without_date', 'keep_or_refund')),
  note text not null default '' check (length(note) <= 500),
  previous_starts_at timestamptz not null,
  starts_at timestamptz,
  choice_ends_at timestamptz,
  refund_at timestamptz,
  announced_by uuid references auth.users (id) on delete set null,
  announced_at timestamptz not null default now(),
  superseded_at timestamptz,
  finished_at timestamptz,
  goods text not null default 'ask' check (goods in ('ask', 'refund')),
  constraint event_changes_policy check (refund_policy = case kind
    when 'cancelled' then 'refund_all' when 'postponed' then 'refund_without_date' else 'keep_or_refund' end),
  constraint event_changes_refund_at check ((kind = 'postponed') = (refund_at is not null)),
  constraint event_changes_choice check ((kind = 'rescheduled') = (choice_ends_at is not null)
    and (kind = 'rescheduled') = (starts_at is not null))
);
comment on table public.event_changes is
  'Announced changes of events with the refund policy that goes with each. cancelled: every order gets everything back, fees included '
  '(refund_all). postponed: no date yet; every order gets everything back at refund_at unless a date is announced before '
  '(refund_without_date). rescheduled: holders keep their tickets, or choose until choice_ends_at to get everything back then '
  '(keep_or_refund). previous_starts_at = the date that no longer holds. superseded_at = when a later change of the event took its place. '
  'finished_at = no order is left to work on. goods = what becomes of goods that were to be picked up at a cancelled event: ask = their '
  'buyers are asked, refund = they get their money at once.';
create unique index event_changes_current on public.event_changes (event_id) where superseded_at is null;
create index event_changes_event on public.event_changes (event_id, announced_at desc);
create index event_changes_announced_by on public.event_changes (announced_by);
create index event_changes_unfinished on public.event_changes (announced_at) where finished_at is null;

create table public.event_change_orders (
  change_id uuid not null references public.event_changes (id),
  order_id uuid not null references public.orders (id),
  status text not null default 'pending' check (status in ('pending', 'refunding', 'refunded', 'kept', 'failed')),
  due_at timestamptz default now(),
  reason text check (length(reason) <= 500),
  mailed_at timestamptz,
  choice text check (choice in ('keep', 'refund')),
  chosen_at timestamptz,
  refunded_at timestamptz,
  refund_cents bigint not null default 0 check (refund_cents >= 0),
  primary key (change_id, order_id),
  constraint event_change_orders_choice check ((choice is null) = (chosen_at is null)),
  constraint event_change_orders_failed check ((status = 'failed') = (reason is not null))
);
comment on table public.event_change_orders is
  'How far each order of a changed event is. pending = not worked on yet; kept = its holder was told and keeps the tickets; refunding = '
  'its refund is approved and on its way; refunded; failed = reason says why, and that of a refund is the provider''s. due_at = when it '
  'is worked on next, infinity = a job of its own (private.jobs, kind changed_order) does after a failure, null = nothing to do. '
  'mailed_at = its mail was queued; choice = what the holder of a rescheduled event chose, null = keep; refunded_at = its refund was '
  'booked, of refund_cents.';
create index event_change_orders_due on public.event_change_orders (due_at) where due_at is not null;
create index event_change_orders_order on public.event_change_orders (order_id);
create index event_change_orders_status on public.event_change_orders (change_id, status, order_id);

alter table public.event_changes enable row level security;
alter table public.event_changes force row level security;
alter table public.event_change_orders enable row level security;
alter table public.event_change_orders force row level security;
grant select on public.event_changes, public.event_change_orders to authenticated, service_role;
-- Holders read theirs through functions that say which one is meant.
create policy event_changes_select on public.event_changes for select to authenticated using ((select private.may('manage_events')));
create policy event_change_orders_select on public.event_change_orders for select to authenticated
  using ((select private.may('see_orders')));

create function private.event_money_left(p_order uuid) returns bigint
language sql stable set search_path = ''
as $$
  select greatest(0, coalesce((
    select p.amount_cents - p.refunded_cents - private.cents_outside_event(p_order) + coalesce((
      select sum(r.amount_cents) from public.refunds r where r.payment_id = p.id and r.status = 'requested' and r.kind <> 'goods'), 0)
    from public.payments p where p.order_id = p_order and p.settled_at is not null), 0))::bigint
$$;
comment on function private.event_money_left(uuid) is
  'Returns the cents that an order would get back if its event were cancelled now: all that was paid and not refunded, but for goods that '
  'are not of the event. Refunds that are only requested are included, those of goods aside.';

create function private.refund_event_order(p_order uuid, p_kind text, p_reason text) returns bigint
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
  v_refund record;
  v_payment uuid;
  v_cents bigint;
begin
  select * into strict v_order from public.orders where id = p_order for no key update;
  -- Closes requests that wait for a second admin: this refund includes them.
  for v_refund in
    select id, payment_id, amount_cents from public.refunds where order_id = p_order and status = 'requested' and kind <> 'goods'
      order by id
  loop
    perform private.move_refund(v_refund.id, 'withdrawn', p_reason);
    update public.payments set refunded_cents = refunded_cents - v_refund.amount_cents, updated_at = now()
    where id = v_refund.payment_id;
  end loop;
  -- An order that ended earlier gives back what it kept, because there is no event to keep it for. Goods that are not of the
  -- event stay with their buyer, and so does the order.
  v_cents := private.event_money_left(p_order);
  if v_cents > 0 then
    select id into strict v_payment from public.payments where order_id = p_order and settled_at is not null;
    perform private.refund_payment(v_payment, v_cents, p_kind, p_reason);
    update public.orders set refunded_cents = refunded_cents + v_cents where id = p_order;
  end if;
  if p_kind <> 'event_cancelled' then -- a cancelled event lists the orders of supplements by themselves
    perform private.refund_event_order(s.id, p_kind, p_reason)
    from (select x.id from public.orders x where x.supplement_of = p_order and private.order_is_sold(x.status) order by x.id) s;
  end if;
  if private.order_is_sold(v_order.status) then
    if exists (
      select 1 from public.fulfilments where order_id = p_order and private.fulfilment_is_waiting(status)
    ) then
      -- tickets and goods in one go: all their rows are locked before the counters, pools before variants
      perform 1 from public.tickets where order_id = p_order order by id for no key update;
      perform 1 from public.fulfilments where order_id = p_order order by id for no key update;
      perform private.lock_stock_rows(private.order_choices(p_order), '{}');
    end if;
    perform private.void_tickets(array(select id from public.tickets where order_id = p_order),
      case p_kind when 'event_cancelled' then 'event_cancelled' else 'refunded' end, p_kind = 'event_cancelled');
    perform private.cancel_fulfilments(p_order, true, p_reason);
    perform private.end_refunded_order(p_order);
  end if;
  return v_cents;
end
$$;
comment on function private.refund_event_order(uuid, text, text) is
  'For an event that does not happen as it was sold: the order gets all it has left back, fees included, whatever was asked for before, '
  'but for what goods cost that are not of the event; its tickets end. p_kind is that of the refund. The order must be locked, after its '
  'event''s settlement. Returns the cents on their way back. Refuses already_in unless the event was cancelled.';

create function private.queue_change_mail(p_change public.event_changes, p_order uuid, p_kind text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
  select p_kind, concat_ws(':', p_kind, o.id, p_change.id, lower(o.email)), o.email,
    'order', o.id, jsonb_build_object('changeId', p_change.id)
  from public.orders o where o.id = p_order
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.queue_change_mail(public.event_changes, uuid, text) is
  'Queues a mail about a change of an event to an order''s buyer, once per order, change, kind and recipient.';

create function private.event_refund_state(p_order uuid, out status text, out reason text)
language sql stable set search_path = ''
as $$
  select case when x.failed then 'failed' when x.open then 'refunding' else 'refunded' end,
    case when x.failed then coalesce(nullif(x.error, ''), 'The provider refused.') end
  from (
    select bool_or(f.status = 'failed') as failed, bool_or(f.status in ('requested', 'approved', 'submitted')) as open,
      max(f.last_error) filter (where f.status = 'failed') as error
    from public.refunds f where f.order_id = p_order
  ) x
$$;
comment on function private.event_refund_state(uuid) is
  'Returns the combined state of the refunds of an order, earlier ones included, as a row of event_change_orders has it: failed with the '
  'reason when one failed, refunding while one is under way, else refunded.';

create function private.apply_event_change(p_change public.event_changes, p_row public.event_change_orders, p_providers text[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_cents bigint := 0;
  v_unsent text;
  v_state record;
begin
  if p_change.kind <> 'cancelled' and p_row.mailed_at is null then
    if exists (select 1 from public.tickets where order_id = p_row.order_id and private.ticket_is_valid(status)) then
      perform private.queue_change_mail(p_change, p_row.order_id, 'event_' || p_change.kind);
      update public.event_change_orders set status = 'kept', reason = null, mailed_at = now(),
        due_at = case when p_change.kind = 'postponed' then p_change.refund_at when choice = 'refund' then p_change.choice_ends_at end
      where change_id = p_row.change_id and order_id = p_row.order_id;
    else -- refunded meanwhile: nothing is left to keep
      update public.event_change_orders set status = 'refunded', reason = null, due_at = null
      where change_id = p_row.change_id and order_id = p_row.order_id;
    end if;
    return;
  end if;

  case p_change.kind
    when 'cancelled' then
      v_cents := private.refund_event_order(p_row.order_id, 'event_cancelled', 'The event was canceled.');
      perform private.queue_mail('event_cancelled', p_row.order_id);
    when 'postponed' then
      v_cents := private.refund_event_order(p_row.order_id, 'event_undated', 'No new date was set in time.');
      perform private.queue_change_mail(p_change, p_row.order_id, 'event_undated');
    else
      v_cents := private.refund_event_order(p_row.order_id, 'event_choice', 'The holder chose a refund because the date changed.');
  end case;
  -- Why the refund is approved and can't be sent: it stays so until that has ended, and is listed meanwhile.
  select case when private.has_disputed_money(p.order_id) then 'disputed'
    when p.provider <> all (p_providers) then 'The payment provider is not set up: ' || p.provider end into v_unsent
  from public.payments p where v_cents > 0 and p.order_id = p_row.order_id and p.settled_at is not null;
  -- Waits for results that are being recorded at this moment: their trigger does not see yet that this row was worked on.
  perform 1 from public.refunds f where f.order_id = p_row.order_id order by f.id for no key update;
  select * into v_state from private.event_refund_state(p_row.order_id);
  update public.event_change_orders set
    status = case when v_unsent is not null then 'failed' else v_state.status end,
    reason = coalesce(v_unsent, v_state.reason),
    mailed_at = coalesce(mailed_at, now()), refunded_at = now(), refund_cents = v_cents, due_at = null
  where change_id = p_row.change_id and order_id = p_row.order_id;
end
$$;
comment on function private.apply_event_change(public.event_changes, public.event_change_orders, text[]) is
  'Does what a change of an event means for one order, once: tells its holder, or refunds it. p_providers: the payment providers in use, '
  'null = all; a refund by another one, and that of a disputed payment, stays approved and is listed as failed. The row and the order '
  'must be locked, after the event''s settlement.';

create function private.changed_order_key(p_row public.event_change_orders) returns text
language sql immutable set search_path = ''
as $$ select p_row.change_id || ':' || p_row.order_id $$;
comment on function private.changed_order_key(public.event_change_orders) is
  'Returns the key of the job that works on an order of a changed event after it failed.';

create function private.try_event_change(p_change public.event_changes, p_row public.event_change_orders, p_providers text[]) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_reason text;
begin
  perform private.apply_event_change(p_change, p_row, p_providers);
  return null;
exception when others then
  v_reason := left(case when sqlstate = 'PGRST' then sqlerrm::jsonb ->> 'message' else sqlstate || ' ' || sqlerrm end, 500);
  update public.event_change_orders set status = 'failed', reason = v_reason, due_at = 'infinity'
  where change_id = p_row.change_id and order_id = p_row.order_id;
  return v_reason;
end
$$;
comment on function private.try_event_change(public.event_changes, public.event_change_orders, text[]) is
  'Applies a change of an event to one order, as private.apply_event_change does; or returns why it failed, takes back what it did and '
  'leaves the order to the job of its own.';

create function private.lock_changed_orders(p_change public.event_changes, p_rows public.event_change_orders[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_refunded uuid[] := array(select r.order_id from unnest(p_rows) r where p_change.kind = 'cancelled' or r.mailed_at is not null);
begin
  -- all orders before any pool: a refund by staff locks its order first, too
  perform private.lock_orders(array(select order_id from unnest(p_rows)));
  -- Locks what all the refunds touch before the first of them: taken order by order, places and goods would be locked in no fixed order.
  perform 1 from public.tickets k where k.order_id = any (v_refunded) order by k.id for no key update;
  perform 1 from public.fulfilments f where f.order_id = any (v_refunded) order by f.id for no key update;
  perform private.lock_stock_rows(array(
    select row(l.kind, array_agg(l.item_id), array_agg(1))::private.line_choice
    from (
      select x.kind, x.item_id from public.order_lines x join public.line_kinds y on y.kind = x.kind
      where x.order_id = any (v_refunded) and (y.needs_event or exists (
        select 1 from public.fulfilments f
        where f.order_id = x.order_id and private.fulfilment_is_waiting(f.status)))
      union
      select 'ticket', k.ticket_type_id from public.tickets k where k.order_id = any (v_refunded)
    ) l group by l.kind), '{}');
  perform 1 from public.price_releases p
  where p.id in (select x.release_id from public.order_lines x where x.order_id = any (v_refunded)) order by p.id for no key update;
end
$$;
comment on function private.lock_changed_orders(public.event_changes, public.event_change_orders[]) is
  'Locks the orders of these rows of a changed event, and what refunds of them touch. The rows must be locked, after the event''s '
  'settlement.';

create function private.work_on_event_change(p_change public.event_changes, p_limit int, p_providers text[]) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_rows public.event_change_orders[];
  v_row public.event_change_orders;
begin
  select array_agg(r) into v_rows from (
    select * from public.event_change_orders
    where change_id = p_change.id and due_at <= now() order by due_at, order_id limit p_limit for no key update skip locked
  ) r;
  perform private.lock_changed_orders(p_change, v_rows);
  foreach v_row in array coalesce(v_rows, '{}') loop
    -- One order must not stop the others.
    if private.try_event_change(p_change, v_row, p_providers) is not null then
      perform private.enqueue_job('changed_order', private.changed_order_key(v_row), '{}', now() + interval '1 minute');
    end if;
  end loop;
  return coalesce(cardinality(v_rows), 0);
end
$$;
comment on function private.work_on_event_change(public.event_changes, int, text[]) is
  'Works on so many orders of a change that are due and that nobody else works on; returns how many. The event''s settlement must be '
  'locked.';

create function private.finish_event_changes() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_change public.event_changes;
begin
  for v_change in
    select * from public.event_changes c
    where c.finished_at is null and (c.kind = 'cancelled' or c.superseded_at is not null or c.choice_ends_at <= now()
      or c.refund_at <= now())
      and not exists (
        select 1 from public.event_change_orders r
        where r.change_id = c.id and (r.due_at is not null or r.status in ('pending', 'refunding')))
      -- refunds that failed and are sent again without anybody's doing
      and not exists (
        select 1 from public.event_change_orders r join public.refunds f on f.order_id = r.order_id
        where r.change_id = c.id and r.status = 'failed' and f.status = 'failed' and not private.is_given_up(f.id))
    order by c.id for no key update
  loop
    update public.event_changes set finished_at = now() where id = v_change.id;
    insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
    select 'event_change_report', 'event_change_report:' || v_change.id, u.email, jsonb_build_object('changeId', v_change.id)
    from auth.users u
    where u.id = v_change.announced_by and u.email is not null and v_change.superseded_at is null
      and exists (select 1 from public.event_change_orders r where r.change_id = v_change.id)
    on conflict (dedupe_key) do nothing;
  end loop;
end
$$;
comment on function private.finish_event_changes() is
  'Notes which changes have no order left to work on, and queues their final report to the admin who announced them.';

create function public.run_event_changes(p_limit int default 25, p_providers text[] default null) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_change public.event_changes;
  v_done int := 0;
begin
  select c.* into v_change
  from public.event_change_orders r join public.event_changes c on c.id = r.change_id
  where r.due_at <= now() order by r.due_at limit 1;
  if found then
    perform private.lock_settlement(v_change.event_id, false);
    v_done := private.work_on_event_change(v_change, least(p_limit, 100), p_providers);
  end if;
  if v_done = 0 then
    perform private.finish_event_changes();
  end if;
  return v_done;
end
$$;
comment on function public.run_event_changes(int, text[]) is
  'For the job: works on at most so many orders of one changed event and returns how many; 0 = nothing is due. Several may run at once. '
  'p_providers: the payment providers in use, null = all.';

create function public.retry_changed_order(p_key text, p_providers text[] default null) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_change public.event_changes;
  v_row public.event_change_orders;
begin
  select * into v_change from public.event_changes where id = split_part(p_key, ':', 1)::uuid;
  if not found then
    return null;
  end if;
  perform private.lock_settlement(v_change.event_id, false);
  select * into v_row from public.event_change_orders
  where change_id = v_change.id and order_id = split_part(p_key, ':', 2)::uuid and due_at = 'infinity' for no key update;
  if not found then
    return null;
  end if;
  perform private.lock_changed_orders(v_change, array[v_row]);
  return private.try_event_change(v_change, v_row, p_providers);
end
$$;
comment on function public.retry_changed_order(text, text[]) is
  'For the job of an order of a changed event that failed: works on it once more and returns why it failed again, null when nothing is '
  'left to do. p_key = that of the job; p_providers: as run_event_changes.';

create function private.follow_parked_change() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.event_change_orders set due_at = null
  where change_id = split_part(new.key, ':', 1)::uuid and order_id = split_part(new.key, ':', 2)::uuid and due_at = 'infinity';
  return null;
end
$$;
comment on function private.follow_parked_change() is
  'Trigger of jobs: nothing works any more on an order of a changed event whose job is given up, until an admin has it tried again.';
create trigger jobs_change_parked after update of parked_at on private.jobs for each row
  when (new.kind = 'changed_order' and old.parked_at is null and new.parked_at is not null)
  execute function private.follow_parked_change();

create function private.follow_event_refund() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.event_change_orders r set status = x.status, reason = x.reason
  from private.event_refund_state(new.order_id) x
  -- rows that the job is about to work on are not touched: they are locked before their order, this comes after it
  where r.order_id = new.order_id and r.status in ('refunding', 'failed', 'refunded') and r.due_at is null and r.refunded_at is not null
    and (r.status, r.reason) is distinct from (x.status, x.reason);
  return null;
end
$$;
comment on function private.follow_event_refund() is
  'Trigger of refunds: keeps the row of a changed event''s order as its refunds are, however those end.';
create trigger refunds_follow_event_change_new after insert on public.refunds
  for each row execute function private.follow_event_refund();
create trigger refunds_follow_event_change after update on public.refunds
  for each row when (old.status is distinct from new.status or old.last_error is distinct from new.last_error)
  execute function private.follow_event_refund();

create function private.announce_event_change(p_event public.events, p_kind text, p_note text, p_previous_starts_at timestamptz)
returns public.event_changes
language plpgsql volatile set search_path = ''
as $$
declare
  v_old public.event_changes;
  v_change public.event_changes;
begin
  update public.event_changes set superseded_at = now() where event_id = p_event.id and superseded_at is null returning * into v_old;
  insert into public.event_changes (event_id, kind, refund_policy, note, previous_starts_at, starts_at, choice_ends_at,
    refund_at, announced_by)
  values (p_event.id, p_kind,
    case p_kind when 'cancelled' then 'refund_all' when 'postponed' then 'refund_without_date' else 'keep_or_refund' end,
    coalesce(p_note, ''), p_previous_starts_at,
    case when p_kind = 'rescheduled' then p_event.starts_at end,
    case when p_kind = 'rescheduled' then least(now() + interval '14 days', p_event.doors_at) end,
    case when p_kind = 'postponed' then now() + interval '90 days' end,
    auth.uid())
  returning * into v_change;
  -- Keeps the open orders of the earlier change, and makes refunds that holders chose due at once; a cancelled event refunds all anyhow.
  update public.event_change_orders set
    status = case when status = 'pending' then 'kept' else status end,
    due_at = case when choice = 'refund' and refunded_at is null and p_kind <> 'cancelled' then now() end
  where change_id = v_old.id and (due_at is not null or choice = 'refund');
  insert into public.event_change_orders (change_id, order_id)
  select v_change.id, o.id
  from public.orders o
  where o.event_id = p_event.id and case p_kind
    when 'cancelled' then private.order_is_sold(o.status) or (private.order_is_final(o.status) and private.event_money_left(o.id) > 0)
    else private.order_is_sold(o.status) and exists (select 1 from public.tickets k where k.order_id = o.id
      and private.ticket_is_valid(k.status))
      and not exists (
        select 1 from public.event_change_orders r where r.change_id = v_old.id and r.order_id = o.id and r.due_at is not null) end;
  -- A small event is done at once, so that nobody waits for the job.
  perform private.work_on_event_change(v_change, 50, null);
  return v_change;
end
$$;
comment on function private.announce_event_change(public.events, text, text, timestamptz) is
  'Records a change of an event with its refund policy and a row for each order it concerns, works on the first 50 and leaves the rest to '
  'the job. p_event = as it is after the change. The event and its settlement (alone) must be locked and its state and dates changed in '
  'the same transaction.';

create function private.announce_moved_event(p_before public.events, p_after public.events) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_after public.events;
begin
  -- Nobody pays for a date that they did not choose.
  perform private.release_event_holds(p_after.id, 'event rescheduled');
  update public.events set previous_starts_at = p_before.starts_at where id = p_after.id returning * into v_after;
  perform private.announce_event_change(v_after, 'rescheduled', null, p_before.starts_at);
end
$$;
comment on function private.announce_moved_event(public.events, public.events) is
  'For the editor, when a published event got another day: empties its carts, tells every holder once and opens the choice of a refund, '
  'as announce_new_date does. The event must be locked.';

create function private.join_event_change(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.event_change_orders (change_id, order_id, status, due_at, mailed_at, refunded_at, refund_cents)
  select c.id, o.id,
    case when c.kind = 'cancelled' then 'refunding' else 'pending' end,
    case when c.kind <> 'cancelled' then now() end,
    case when c.kind = 'cancelled' then now() end,
    case when c.kind = 'cancelled' then now() end,
    case when c.kind = 'cancelled' then o.refunded_cents else 0 end
  from public.orders o join public.event_changes c on c.event_id = o.event_id and c.superseded_at is null
  where o.id = p_order and o.created_at < c.announced_at
    and case when c.kind = 'cancelled' then o.refunded_cents > 0 else private.order_is_sold(o.status) and o.supplement_of is null end
  on conflict do nothing;
  update public.event_changes c set finished_at = null
  from public.event_change_orders r where r.change_id = c.id and r.order_id = p_order and r.status in ('pending', 'refunding')
    and c.finished_at is not null;
end
$$;
comment on function private.join_event_change(uuid) is
  'For settling an order whose payment was under way while its event was changed: the holder is told and may choose like all others; of a '
  'cancelled event the refund is listed with the others.';

create function public.announce_new_date(
  p_id uuid, p_doors_at timestamptz, p_starts_at timestamptz, p_ends_at timestamptz, p_note text default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.events := private.lock_event(p_id);
  v_event public.events;
  v_previous timestamptz := coalesce((
    select c.previous_starts_at from public.event_changes c where c.event_id = p_id and c.superseded_at is null and c.kind = 'postponed'),
    v_before.starts_at);
  v_by interval := (p_starts_at at time zone v_before.time_zone) - (v_before.starts_at at time zone v_before.time_zone);
  v_released int;
begin
  if v_before.status not in ('published', 'postponed') or (v_before.status = 'published' and v_before.ends_at <= now()) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_before.status));
  end if;
  if v_before.status = 'published' and (p_doors_at, p_starts_at, p_ends_at) = (v_before.doors_at, v_before.starts_at, v_before.ends_at) then
    return; -- another admin was faster, or the form was sent twice
  end if;
  perform private.require_proof();
  if p_starts_at <= now() or p_doors_at > p_starts_at or p_ends_at <= p_starts_at or p_ends_at > p_starts_at + interval '5 days' then
    perform private.refuse(422, 'invalid', '{"field": "startsAt"}');
  end if;

  -- Moves the event's other times with it: set times, last entry, ends of sale that are still ahead.
  update public.events e set status = 'published', status_note = coalesce(p_note, ''), previous_starts_at = v_previous,
    published_at = coalesce(published_at, now()),
    doors_at = p_doors_at, starts_at = p_starts_at, ends_at = p_ends_at,
    last_entry_at = greatest(p_doors_at, least(p_ends_at, private.shift_wall_time(e.last_entry_at, e.time_zone, v_by))),
    line_up = (
      select coalesce(jsonb_agg(case when act ->> 'at' is null then act
        else act || jsonb_build_object('at', private.shift_wall_time((act ->> 'at')::timestamptz, e.time_zone, v_by)) end order by place),
          '[]')
      from jsonb_array_elements(e.line_up) with ordinality a (act, place)),
    updated_at = clock_timestamp()
  where id = p_id returning * into v_event;
  update public.ticket_types set sale_ends_at = private.shift_wall_time(sale_ends_at, v_event.time_zone, v_by)
  where event_id = p_id and sale_ends_at > now();
  update public.packages set sale_ends_at = private.shift_wall_time(sale_ends_at, v_event.time_zone, v_by)
  where event_id = p_id and sale_ends_at > now();
  update public.bookable_tables set last_arrival_at = private.shift_wall_time(last_arrival_at, v_event.time_zone, v_by)
    where event_id = p_id;
  update public.pickup_points set opens_at = private.shift_wall_time(opens_at, v_event.time_zone, v_by),
    closes_at = private.shift_wall_time(closes_at, v_event.time_zone, v_by) where event_id = p_id and opens_at is not null;
  -- Nobody pays for a date that they did not choose.
  v_released := private.release_event_holds(p_id, 'event rescheduled');
  if v_before.status <> 'published' then
    perform private.log_state('event', p_id, v_before.status, 'published', p_note);
  end if;
  perform private.announce_event_change(v_event, 'rescheduled', p_note, v_previous);
  perform private.audit('announce_new_date', 'event', p_id::text, jsonb_build_object('from', v_before.starts_at, 'to', p_starts_at,
    'note', p_note, 'released_holds', v_released));
end
$$;
comment on function public.announce_new_date(uuid, timestamptz, timestamptz, timestamptz, text) is
  'Gives a published or postponed event a new date and announces it: carts are emptied, every holder gets one mail and may choose for 14 '
  'days, at most until doors, to get everything back; who chooses nothing keeps the tickets. The event is published with '
  'previous_starts_at; p_note is shown on its page and in the mail. Set times, last entry and ends of sale move with it. The same date '
  'again does nothing. Admins only, with a recent proof. Refuses password_needed, invalid_state, invalid, not_found.';

create function private.chosen_order(p_owner uuid, p_code text, p_token_hash text) returns uuid
language sql stable set search_path = ''
as $$
  select coalesce(
    (select l.subject_id from private.valid_link('{event_choice, order_tickets, order_lookup, order_reminder}', p_token_hash) l),
    (select o.id from public.orders o where o.code = upper(p_code) and o.owner_id = p_owner))
$$;
comment on function private.chosen_order(uuid, text, text) is
  'Returns the order that a secret link opens, or the one of this owner with this code; null for neither.';

create function public.read_event_choice(p_owner uuid, p_code text, p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (select jsonb_build_object(
    'orderCode', o.code, 'currency', o.currency, 'refundCents', (
      select sum(private.event_money_left(x.id)) from public.orders x where x.id = o.id
        or (x.supplement_of = o.id and private.order_is_sold(x.status))),
    'keptCents', private.cents_outside_event(o.id),
    'ticketCount', (select count(*) from public.tickets k where k.order_id = o.id and private.ticket_is_valid(k.status)),
    'event', private.event_brief(o.event_id, true),
    'kind', c.kind, 'note', nullif(c.note, ''), 'previousStartsAt', c.previous_starts_at, 'choiceEndsAt', c.choice_ends_at,
    'refundAt', c.refund_at,
    'status', r.status, 'choice', coalesce(r.choice, 'keep'),
    'isOpen', c.kind = 'rescheduled' and r.status in ('pending', 'kept') and c.choice_ends_at > now(),
    'now', now())
  from public.orders o
  join public.event_changes c on c.event_id = o.event_id and c.superseded_at is null
  join public.event_change_orders r on r.change_id = c.id and r.order_id = o.id
  where o.id = private.chosen_order(p_owner, p_code, p_token_hash));
end
$$;
comment on function public.read_event_choice(uuid, text, text) is
  'For the server: what the holder of an order may choose after its event was changed, found by a secret link (hash of its token) or by '
  'owner and code; null when there is no such order or no change. isOpen = a choice is still taken.';

create function public.choose_event_change(p_owner uuid, p_code text, p_token_hash text, p_choice text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order uuid := private.chosen_order(p_owner, p_code, p_token_hash);
  v_row public.event_change_orders;
  v_change public.event_changes;
begin
  if p_choice is null or p_choice not in ('keep', 'refund') then
    perform private.refuse(422, 'invalid', '{"field": "choice"}');
  end if;
  select r.* into v_row
  from public.event_change_orders r join public.event_changes c on c.id = r.change_id
  where r.order_id = v_order and c.superseded_at is null for no key update of r;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  select * into v_change from public.event_changes where id = v_row.change_id;
  if v_change.superseded_at is not null or v_change.kind <> 'rescheduled' or v_change.choice_ends_at <= now()
    or v_row.status not in ('pending', 'kept') then
    perform private.refuse(409, 'choice_over');
  end if;
  if v_row.choice is not distinct from p_choice then
    return;
  end if;
  update public.event_change_orders set choice = p_choice, chosen_at = now(),
    due_at = case when mailed_at is null then due_at when p_choice = 'refund' then v_change.choice_ends_at end
  where change_id = v_row.change_id and order_id = v_row.order_id;
  perform private.log_state('event_choice', v_order, coalesce(v_row.choice, 'keep'), p_choice, null,
    jsonb_build_object('change_id', v_change.id));
end
$$;
comment on function public.choose_event_change(uuid, text, text, text) is
  'For the server: the holder of an order keeps the tickets of a rescheduled event (keep) or wants everything back when the choice ends '
  '(refund); the last choice counts. The order is found as read_event_choice finds it. Refuses not_found, invalid, choice_over.';

create function private.holder_changes(p_orders uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('orderCode', o.code, 'kind', c.kind, 'previousStartsAt', c.previous_starts_at,
    'choiceEndsAt', c.choice_ends_at, 'refundAt', c.refund_at, 'status', r.status, 'choice', coalesce(r.choice, 'keep'),
    'isOpen', c.kind = 'rescheduled' and r.status in ('pending', 'kept') and c.choice_ends_at > now()) order by o.created_at, o.id), '[]')
  from public.event_change_orders r
  join public.event_changes c on c.id = r.change_id and c.superseded_at is null
  join public.orders o on o.id = r.order_id
  where r.order_id = any (p_orders)
$$;
comment on function private.holder_changes(uuid[]) is
  'Returns the current change of their event for each of these orders that it affects, as its holders see it: [{orderCode, kind, '
  'previousStartsAt, choiceEndsAt, refundAt, status, choice, isOpen}].';

create function private.mail_event_change(p_change uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('eventId', e.id, 'title', e.title, 'timeZone', e.time_zone, 'currency', s.currency, 'kind', c.kind,
    'note', nullif(c.note, ''),
    'previousStartsAt', c.previous_starts_at, 'choiceEndsAt', c.choice_ends_at, 'refundAt', c.refund_at,
    'isCurrent', c.superseded_at is null,
    'orders', n.orders, 'refunded', n.refunded, 'refundCents', n.cents, 'kept', n.kept, 'failed', n.failed)
  from public.event_changes c join public.events e on e.id = c.event_id cross join public.settings s
  cross join lateral (
    select count(*) as orders, count(*) filter (where r.status = 'refunded') as refunded,
      coalesce(sum(r.refund_cents) filter (where r.status = 'refunded'), 0) as cents,
      count(*) filter (where r.status = 'kept') as kept, count(*) filter (where r.status = 'failed') as failed
    from public.event_change_orders r where r.change_id = c.id
  ) n
  where c.id = p_change
$$;
comment on function private.mail_event_change(uuid) is 'A change of an event as mails about it show it, with the figures of its orders.';

create function public.read_event_change(p_event uuid, p_change uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_events');
  return (
    select jsonb_build_object(
      'event', jsonb_build_object('id', e.id, 'title', e.title, 'status', e.status, 'startsAt', e.starts_at, 'timeZone', e.time_zone),
      'currency', s.currency, 'now', now(), 'isProven', private.is_proven(),
      'change', jsonb_build_object('id', c.id, 'kind', c.kind, 'note', nullif(c.note, ''), 'previousStartsAt', c.previous_starts_at,
        'startsAt', c.starts_at, 'choiceEndsAt', c.choice_ends_at, 'refundAt', c.refund_at, 'announcedAt', c.announced_at,
        'announcedBy', (select p.display_name from public.profiles p where p.id = c.announced_by),
        'supersededAt', c.superseded_at, 'finishedAt', c.finished_at),
      'figures', n.figures,
      'reasons', (
        select coalesce(jsonb_agg(jsonb_build_object('reason', x.reason, 'orders', x.orders, 'cents', x.cents)
          order by x.orders desc, x.reason), '[]')
        from (
          select r.reason, count(*) as orders, sum(o.total_cents) as cents
          from public.event_change_orders r join public.orders o on o.id = r.order_id
          where r.change_id = c.id and r.status = 'failed' group by r.reason order by 2 desc, 1 limit 20
        ) x),
      'failed', (
        select coalesce(jsonb_agg(jsonb_build_object('orderCode', x.code, 'name', x.name, 'cents', x.total_cents,
          'reason', x.reason, 'retryAt', x.retry_at)
          order by x.code), '[]')
        from (
          select o.code, o.name, o.total_cents, r.reason, case when r.due_at = 'infinity' then j.run_at else r.due_at end as retry_at
          from public.event_change_orders r join public.orders o on o.id = r.order_id
          left join private.jobs j on j.kind = 'changed_order' and j.key = private.changed_order_key(r)
          where r.change_id = c.id and r.status = 'failed' order by o.code limit 100
        ) x),
      'inFlight', (select count(*) from public.orders o where o.event_id = e.id and private.order_is_paying(o.status)),
      'pickups', private.event_pickups(e.id) || jsonb_build_object('goods', c.goods),
      'others', (
        select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind, 'announcedAt', x.announced_at)
          order by x.announced_at desc), '[]')
        from public.event_changes x where x.event_id = e.id and x.id <> c.id))
    from public.events e
    cross join public.settings s
    join public.event_changes c on c.id = coalesce(p_change, (
      select x.id from public.event_changes x where x.event_id = e.id order by x.announced_at desc, x.id limit 1)) and c.event_id = e.id
    cross join lateral (
      select jsonb_build_object('orders', count(*),
        'pending', count(*) filter (where r.status = 'pending'), 'refunding', count(*) filter (where r.status = 'refunding'),
        'refunded', count(*) filter (where r.status = 'refunded'), 'kept', count(*) filter (where r.status = 'kept'),
        'failed', count(*) filter (where r.status = 'failed'),
        'choseRefund', count(*) filter (where r.status = 'kept' and r.choice = 'refund'),
        'mailed', count(*) filter (where r.mailed_at is not null),
        'refundCents', coalesce(sum(r.refund_cents), 0),
        'refundingCents', coalesce(sum(r.refund_cents) filter (where r.status = 'refunding'), 0),
        'refundedCents', coalesce(sum(r.refund_cents) filter (where r.status = 'refunded'), 0)) as figures
      from public.event_change_orders r where r.change_id = c.id
    ) n
    where e.id = p_event
  );
end
$$;
comment on function public.read_event_change(uuid, uuid) is
  'The progress of a change of an event, the latest unless p_change names one: {event, currency, now, isProven, change, figures, reasons, '
  'failed, inFlight, others}. reasons = why orders failed, with counts; failed = the first 100 of them; inFlight = payments that are '
  'still under way. Admins only; null when the event was never changed.';

create function public.list_event_change_orders(p_change uuid, p_after uuid default null, p_limit int default 500) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_permission('see_orders');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', x.order_id, 'orderCode', x.code, 'name', x.name,
      'email', x.email, 'status', x.status,
      'choice', x.choice, 'totalCents', x.total_cents, 'refundCents', x.refund_cents, 'currency', x.currency, 'reason', x.reason,
      'mailedAt', x.mailed_at, 'refundedAt', x.refunded_at) order by x.order_id), '[]')
    from (
      select r.*, o.code, o.name, o.email, o.total_cents, o.currency
      from public.event_change_orders r join public.orders o on o.id = r.order_id
      where r.change_id = p_change and (p_after is null or r.order_id > p_after)
      order by r.order_id limit least(greatest(p_limit, 1), 1000)
    ) x
  );
end
$$;
comment on function public.list_event_change_orders(uuid, uuid, int) is
  'The orders of a change of an event, in order of id, after p_after: its report. Admins only.';

create function public.retry_event_change(p_change uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refunds int;
  v_orders int;
begin
  perform private.require_permission('manage_events');
  perform private.require_proof();
  if not exists (select 1 from public.event_changes where id = p_change) then
    perform private.refuse(404, 'not_found');
  end if;
  -- refunds before rows, as their worker has them
  select count(*) filter (where private.retry_job('refund', again.id::text, 1)) into v_refunds
  from (
    select x.id from public.refunds x join public.event_change_orders r on r.order_id = x.order_id
    where r.change_id = p_change and r.status = 'failed' and r.refunded_at is not null and x.status = 'failed' and x.manual_by is null
    order by x.id for no key update of x
  ) again;
  -- jobs before rows, as the queue has them when it gives one up
  perform private.enqueue_job('changed_order', private.changed_order_key(r)) from public.event_change_orders r
  where r.change_id = p_change and r.status = 'failed' and r.refunded_at is null;
  update public.event_change_orders set due_at = 'infinity' where change_id = p_change and status = 'failed' and refunded_at is null;
  get diagnostics v_orders = row_count;
  if v_refunds + v_orders > 0 then
    update public.event_changes set finished_at = null where id = p_change;
  end if;
  perform private.audit('retry_event_change', 'event_change', p_change::text, jsonb_build_object('refunds', v_refunds, 'orders', v_orders));
  return v_refunds + v_orders;
end
$$;
comment on function public.retry_event_change(uuid) is
  'Tries everything of a change of an event once more that failed, refunds that were given up included; returns how many. Admins only, '
  'with a recent proof. Refuses password_needed, not_found.';

revoke execute on function
  private.event_money_left(uuid), private.refund_event_order(uuid, text, text), private.queue_change_mail(public.event_changes, uuid, text),
  private.event_refund_state(uuid), private.apply_event_change(public.event_changes, public.event_change_orders, text[]),
  private.changed_order_key(public.event_change_orders), private.lock_changed_orders(public.event_changes, public.event_change_orders[]),
  private.try_event_change(public.event_changes, public.event_change_orders, text[]), public.retry_changed_order(text, text[]),
  private.follow_parked_change(),
  private.work_on_event_change(public.event_changes, int, text[]), private.finish_event_changes(), private.follow_event_refund(),
  private.announce_event_change(public.events, text, text, timestamptz), private.announce_moved_event(public.events, public.events),
  private.join_event_change(uuid),
  private.chosen_order(uuid, text, text), private.holder_changes(uuid[]), private.mail_event_change(uuid),
  public.run_event_changes(int, text[]), public.announce_new_date(uuid, timestamptz, timestamptz, timestamptz, text),
  public.read_event_choice(uuid, text, text), public.choose_event_change(uuid, text, text, text),
  public.read_event_change(uuid, uuid), public.list_event_change_orders(uuid, uuid, int), public.retry_event_change(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.run_event_changes(int, text[]), public.retry_changed_order(text, text[]),
  public.read_event_choice(uuid, text, text),
  public.choose_event_change(uuid, text, text, text) to service_role;
grant execute on function public.announce_new_date(uuid, timestamptz, timestamptz, timestamptz, text),
  public.read_event_change(uuid, uuid), public.list_event_change_orders(uuid, uuid, int), public.retry_event_change(uuid) to authenticated;
