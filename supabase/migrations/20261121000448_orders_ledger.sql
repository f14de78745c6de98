-- The money ledger: what was earned and what of it was given back, in entries that never change. Every figure of revenue is a sum of it.
--
-- Moments: a sale is booked when its order is settled, in the same transaction; a refund when it is approved, whatever the
-- provider does with it later: from approval on the money is owed to the buyer, its tickets are void, and nothing takes an approval
-- back, but for what the provider gave back first: then what was not sent is withdrawn, and its refund reversed. A dispute is booked
-- when it is lost. Money that bought nothing (a second
-- payment, one that came too late) goes back in the transaction in which it arrived: it was never revenue and has no entries.

create table public.ledger_entries (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id),
  order_line_id uuid,
  event_id uuid,
  item_kind text check (item_kind ~ '^[a-z][a-z_]{1,29}$'),
  kind text not null
    check (kind in ('sale', 'discount', 'fee', 'tax', 'refund', 'refund_reversed', 'dispute', 'dispute_reversed', 'correction')),
  part text not null check (part in ('face', 'fee', 'tax')),
  cents bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payment_id uuid,
  source_id uuid not null,
  is_test boolean not null,
  reason text check (length(reason) between 3 and 500),
  actor_id uuid,
  occurred_at timestamptz not null,
  booked_at timestamptz not null,
  constraint ledger_entries_sign check (case
    when kind in ('sale', 'fee', 'tax', 'refund_reversed', 'dispute_reversed') then cents > 0
    when kind in ('discount', 'refund', 'dispute') then cents < 0
    else cents <> 0 end),
  constraint ledger_entries_part check (case
    when kind in ('sale', 'discount') then part = 'face' when kind in ('fee', 'tax') then part = kind else true end),
  constraint ledger_entries_line check ((order_line_id is null) = (item_kind is null)),
  constraint ledger_entries_correction check (kind <> 'correction' or (reason is not null and actor_id is not null)),
  constraint ledger_entries_once unique nulls not distinct (order_id, source_id, kind, part, order_line_id)
);
comment on table public.ledger_entries is
  'Revenue, entry by entry, in signed cents. Append-only: a trigger refuses update, delete and truncate for every role. kind: sale (face '
  'value), discount, fee and tax of a paid line; refund, refund_reversed, dispute and dispute_reversed, taken from or given back to the '
  'lines; correction by an admin. part = what of the price an entry is about; discounts are of the face. order_line_id is null where an '
  'amount could not be assigned to a line; event_id is null for goods that are not of the event. source_id = what an entry is booked for: '
  'the order of a sale, the refund, the dispute, or the correction itself; once per source, kind, part and line. Rows are named by id '
  'without foreign keys but for the order, because those rows are never deleted and each key would be checked at every sale. occurred_at '
  '= when it happened; booked_at = when it was booked, by which the figures of days count, so that a day that is over never changes.';
-- Figures of an event, and of days, are read from these indexes alone.
create index ledger_entries_event on public.ledger_entries (event_id) include (cents) where event_id is not null;
create index ledger_entries_booked on public.ledger_entries (booked_at) include (kind, part, cents) where not is_test;

create trigger ledger_entries_append_only before update or delete on public.ledger_entries
  for each row execute function private.deny_change();
create trigger ledger_entries_no_truncate before truncate on public.ledger_entries
  for each statement execute function private.deny_change();

alter table public.ledger_entries enable row level security;
alter table public.ledger_entries force row level security;
revoke all on public.ledger_entries from public, anon, authenticated, service_role;
grant select on public.ledger_entries to authenticated, service_role;
create policy ledger_entries_select on public.ledger_entries for select to authenticated
  using ((select private.may('see_revenue')));

create function private.post_sales(p_orders uuid[]) returns int
language plpgsql volatile set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_posted int;
begin
  insert into public.ledger_entries (order_id, order_line_id, event_id, item_kind, kind, part, cents, currency, payment_id, source_id,
    is_test, occurred_at, booked_at)
  select o.id, l.id, case when k.needs_event then o.event_id end, l.kind, e.kind, e.part, e.cents, o.currency,
    (select p.id from public.payments p where p.order_id = o.id and p.settled_at is not null), o.id, o.is_test, o.paid_at, o.paid_at
  from public.orders o
  join public.order_lines l on l.order_id = o.id
  join public.line_kinds k on k.kind = l.kind
  cross join lateral (values
    ('sale', 'face', l.quantity * l.unit_face_cents), ('discount', 'face', -l.discount_cents), ('fee', 'fee', l.fee_cents),
    ('tax', 'tax', l.tax_cents)) e (kind, part, cents)
  where o.id = any (p_orders) and o.paid_at is not null and e.cents <> 0
  on conflict on constraint ledger_entries_once do nothing;
  get diagnostics v_posted = row_count;
  return v_posted;
end
$$;
comment on function private.post_sales(uuid[]) is
  'Books the sale of paid orders, line by line: face, discount, fee and tax, at the moment of payment. Orders that were not paid, and '
  'those that are booked, are left out. Called by the settlement in its transaction. Returns how many entries were added.';

create function private.post_ledger(
  p_kind text, p_order uuid, p_cents bigint, p_source uuid, p_reason text default null, p_actor uuid default null,
  p_lines uuid[] default null, p_parts text[] default null, p_occurred_at timestamptz default now()
) returns int
language plpgsql volatile set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_posted int;
begin
  if p_cents = 0 or exists (
    select 1 from public.ledger_entries
    where order_id = p_order and source_id = p_source and kind = p_kind
      and (p_lines is null or order_line_id is null or order_line_id = any (p_lines))
  ) then
    return 0;
  end if;
  with open_cents as (
    -- bookable rest per line and part, without corrections; for a return: what this source booked
    select l.order_line_id, l.event_id, l.item_kind, l.part,
      sum(case when p_kind like '%_reversed' then -l.cents else l.cents end) as cents,
      coalesce(l.order_line_id = any (p_lines), p_lines is null) and coalesce(l.part = any (p_parts), true) as is_first
    from public.ledger_entries l
    where l.order_id = p_order and l.kind <> 'correction' and (p_kind not like '%_reversed'
      or (l.source_id = p_source and l.kind = replace(p_kind, '_reversed', '')))
      and (p_cents < 0 or p_kind like '%_reversed')
    group by l.order_line_id, l.event_id, l.item_kind, l.part
    having sum(case when p_kind like '%_reversed' then -l.cents else l.cents end) > 0
  ),
  sums as (
    select c.*, sum(c.cents) over (partition by c.is_first) as total,
      sum(c.cents) over (partition by c.is_first order by c.order_line_id, c.part) as up_to_here,
      coalesce(sum(c.cents) filter (where c.is_first) over (), 0) as first_total
    from open_cents c
  ),
  shares as (
    -- the other lines and parts take the rest that the preferred ones cannot carry
    select s.*, case when s.is_first then least(abs(p_cents), s.total) else least(greatest(abs(p_cents) - s.first_total, 0),
      s.total) end as budget
    from sums s
  ),
  -- Rounding the running sum instead of each share makes the shares add up to the cent, and none exceeds what is open.
  assigned as (
    select s.order_line_id, s.event_id, s.item_kind, s.part,
      div(s.budget * s.up_to_here, s.total) - div(s.budget * (s.up_to_here - s.cents), s.total) as cents
    from shares s
  ),
  entries as (
    select * from assigned where cents > 0
    union all
    -- Booked without a line: money that no line can carry. An order's sum may be negative, but no cent is lost.
    select null, o.event_id, null, coalesce(p_parts[1], 'face'), abs(p_cents) - coalesce((select sum(cents) from assigned), 0)
    from public.orders o where o.id = p_order
  )
  insert into public.ledger_entries (order_id, order_line_id, event_id, item_kind, kind, part, cents, currency, payment_id, source_id,
    is_test, reason, actor_id, occurred_at, booked_at)
  select o.id, e.order_line_id, e.event_id, e.item_kind, p_kind, e.part, case when p_cents < 0 then -e.cents else e.cents end, o.currency,
    (select p.id from public.payments p where p.order_id = o.id and p.settled_at is not null), p_source, o.is_test, p_reason, p_actor,
    p_occurred_at, now()
  from entries e join public.orders o on o.id = p_order
  where e.cents <> 0;
  get diagnostics v_posted = row_count;
  return v_posted;
end
$$;
comment on function private.post_ledger(text, uuid, bigint, uuid, text, uuid, uuid[], text[], timestamptz) is
  'Books an amount on a paid order once per p_source and p_kind, with p_lines once for these: refund and dispute with negative p_cents, '
  'refund_reversed and dispute_reversed with positive ones and the source of what they give back, correction with either. What is taken '
  'is shared among the lines and parts (face, fee, tax) in proportion to what each has left, to the cent; first among p_lines (order '
  'lines) and p_parts where given, the rest among the others. What is given back goes where this source took it. Whatever no line can '
  'carry is booked without one. p_occurred_at = when it happened; it is booked now. p_actor and p_reason are required for corrections. '
  'The order must be locked. Approved refunds are booked by a trigger: do not call it for them. Returns how many entries were added, 0 = '
  'booked before.';

create function private.line_cents_left(p_line uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select greatest(0, coalesce(sum(e.cents), 0))::bigint
    from public.order_lines l join public.ledger_entries e on e.order_id = l.order_id and e.order_line_id = l.id and e.kind <> 'correction'
    where l.id = p_line);
end
$$;
comment on function private.line_cents_left(uuid) is
  'Returns what a paid line has earned by the ledger and not given back, in cents, corrections aside: no refund of the line may be more.';

create function private.post_refund() returns trigger
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
  v_by_line boolean := new.line_ids is not null;
  v_line record;
begin
  -- Only of the payment that paid for the order: other money was never revenue. A lost dispute is booked as one.
  select o.* into v_order from public.orders o join public.payments p on p.id = new.payment_id and p.settled_at is not null
  where o.id = new.order_id and o.paid_at is not null and new.kind <> 'dispute';
  if not found then
    return null;
  end if;
  -- Another refund may have been approved while this one waited: then what its lines cannot carry falls on the others.
  for v_line in select * from unnest(new.line_ids, new.line_cents) n (id, cents) loop
    v_by_line := v_by_line and v_line.cents <= private.line_cents_left(v_line.id);
  end loop;
  if v_by_line then
    perform private.post_ledger('refund', v_order.id, -n.cents, new.id, null, new.decided_by, array[n.id])
    from unnest(new.line_ids, new.line_cents) n (id, cents);
    return null;
  end if;
  perform private.post_ledger('refund', v_order.id, -new.amount_cents, new.id, null, new.decided_by, array(
      select distinct t.order_line_id from public.tickets t where t.id = any (new.ticket_ids)
      union
      select unnest(new.line_ids)
      union
      select l.id from public.order_lines l join public.line_kinds k on k.kind = l.kind
      where l.order_id = v_order.id and k.needs_event and new.kind like 'event_%'
      union
      select l.id from public.order_lines l
      where l.order_id = v_order.id and num_nonnulls(new.ticket_ids, new.line_ids) = 0 and new.kind not like 'event_%'),
    -- a fee that the policy keeps was not given back
    case when new.kind = 'buyer' and v_order.refund_keeps_fee then array['face', 'tax'] end);
  return null;
end
$$;
comment on function private.post_refund() is
  'Trigger: books a refund in the ledger when it is approved, or was seen at the provider first (external), by whatever function; line by '
  'line where it names lines of goods; first on the lines of its tickets, and for an event that was cancelled or got another date on the '
  'lines of the event.';
create trigger refunds_post_new after insert on public.refunds
  for each row when (new.status not in ('requested', 'rejected', 'withdrawn')) execute function private.post_refund();
create trigger refunds_post_approved after update of status on public.refunds
  for each row when (old.status = 'requested' and new.status not in ('requested', 'rejected', 'withdrawn'))
  execute function private.post_refund();

create function public.correct_ledger(p_order uuid, p_cents bigint, p_part text, p_reason text, p_key text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_reason text := btrim(coalesce(p_reason, ''));
  v_body jsonb := jsonb_build_array(p_order, p_cents, p_part, v_reason);
  v_response jsonb;
  v_paid_at timestamptz;
  v_left bigint;
  v_id uuid := gen_random_uuid();
begin
  perform private.require_permission('refund');
  perform private.require_proof();
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, 'correct_ledger', v_body);
  if v_response is not null then
    return (v_response #>> '{}')::uuid;
  end if;
  if length(v_reason) not between 3 and 500 or not private.is_readable(v_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  if p_cents is null or p_cents = 0 or abs(p_cents) > 50000 or p_part is null or p_part not in ('face', 'fee', 'tax') then
    perform private.refuse(422, 'invalid', '{"field": "amount"}');
  end if;
  select paid_at into v_paid_at from public.orders where id = p_order for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_paid_at is null then
    perform private.refuse(409, 'invalid_state');
  end if;
  select coalesce(sum(cents), 0) into v_left from public.ledger_entries where order_id = p_order;
  if v_left + p_cents < 0 then
    perform private.refuse(409, 'refund_too_large', jsonb_build_object('left_cents', v_left));
  end if;
  perform private.post_ledger('correction', p_order, p_cents, v_id, v_reason, v_actor, null, array[p_part]);
  perform private.audit('ledger.correct', 'order', p_order::text,
    jsonb_build_object('amount_cents', p_cents, 'part', p_part, 'reason', v_reason, 'source_id', v_id));
  perform private.store_response(v_actor, p_key, 'correct_ledger', v_body, to_jsonb(v_id));
  return v_id;
end
$$;
comment on function public.correct_ledger(uuid, bigint, text, text, text) is
  'Admin, with a recent proof: books a correction of a paid order, at most 500.00 up or down, on one part of its price (face, fee or '
  'tax), and returns its source_id. No money moves by it: it is for differences that the provider''s statement shows. Never below what '
  'the order has earned. p_key: idempotency key. Refuses not_allowed, password_needed, reason_required, invalid, not_found, '
  'invalid_state, refund_too_large, key_reused.';

revoke execute on function
  private.post_sales(uuid[]), private.post_ledger(text, uuid, bigint, uuid, text, uuid, uuid[], text[], timestamptz), private.post_refund(),
  private.line_cents_left(uuid),
  public.correct_ledger(uuid, bigint, text, text, text)
from public, anon, authenticated, service_role;
grant execute on function public.correct_ledger(uuid, bigint, text, text, text) to authenticated;
