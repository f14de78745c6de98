-- Keeps receipts, credit notes and reversals of credit notes: one series of numbers a year for each, without gaps, and what each
-- document says, for good. A receipt is written by the settlement of its order and numbered after it, so that settlements do not wait
-- for one another's numbers.

create table private.receipt_series (
  kind text not null check (kind in ('receipt', 'credit_note', 'reversal')),
  year int not null check (year between 2020 and 2200),
  last int not null check (last >= 1),
  primary key (kind, year)
);
comment on table private.receipt_series is
  'The last number given in each series of a year. A transaction that takes one holds all series until it ends '
  '(private.lock_receipt_numbers): numbers have the order of their commits, and one that is rolled back leaves no gap.';

create table private.receipts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receipt', 'credit_note', 'reversal')),
  year int not null,
  sequence int check (sequence >= 1),
  number text unique
    generated always as (case kind when 'receipt' then 'R' when 'reversal' then 'V' else 'C' end || '-' || year::text || '-'
      || lpad(sequence::text, 6, '0')) stored,
  order_id uuid not null references public.orders (id),
  refund_id uuid references public.refunds (id),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  issued_at timestamptz not null default now(),
  unique (kind, year, sequence),
  constraint receipts_refund check ((kind <> 'receipt') = (refund_id is not null)),
  constraint receipts_numbered check (kind = 'receipt' or sequence is not null)
);
comment on table private.receipts is
  'One receipt per order that was paid with money, one credit note per refund of it that was paid out, and a reversal of that note when '
  'the provider failed after all: until it is paid out again, with a note of its own. content is what the document says, copied when it '
  'was issued, without the buyer: names are erased with their account. A receipt has no number until private.number_receipts gives it '
  'one, once; apart from that rows are only ever added.';
create unique index receipts_once on private.receipts (order_id) where kind = 'receipt';
create index receipts_of_order on private.receipts (order_id);
create index receipts_of_refund on private.receipts (refund_id) where refund_id is not null;
create index receipts_unnumbered on private.receipts (issued_at, id) where sequence is null;
create trigger receipts_append_only before update on private.receipts
  for each row when (old.sequence is not null or new.sequence is null
    or (old.id, old.kind, old.year, old.order_id, old.refund_id, old.content, old.issued_at)
      is distinct from (new.id, new.kind, new.year, new.order_id, new.refund_id, new.content, new.issued_at))
  execute function private.deny_change();
create trigger receipts_no_delete before delete on private.receipts
  for each row execute function private.deny_change();
create trigger receipts_no_truncate before truncate on private.receipts
  for each statement execute function private.deny_change();

create function private.lock_receipt_numbers() returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('receipt numbers', 0));
end
$$;
comment on function private.lock_receipt_numbers() is
  'Locks the numbers of all series until the transaction ends. One lock, so that two transactions that need numbers of two series never '
  'wait for each other.';

create function private.receipt_year(p_at timestamptz) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (select extract(year from p_at at time zone s.time_zone)::int from public.settings s);
end
$$;
comment on function private.receipt_year(timestamptz) is
  'The year in which a document that is issued at this moment is numbered: the brand''s own.';

create function private.take_receipt_numbers(p_kind text, p_year int, p_count int) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_last int;
begin
  perform private.lock_receipt_numbers();
  insert into private.receipt_series as r (kind, year, last) values (p_kind, p_year, p_count)
  on conflict on constraint receipt_series_pkey do update set last = r.last + p_count
  returning r.last into v_last;
  return v_last - p_count + 1;
end
$$;
comment on function private.take_receipt_numbers(text, int, int) is
  'Takes the next p_count numbers of a series (receipt, credit_note, reversal) in a year and returns the first. Others that want some '
  'wait until this transaction ends.';

create function private.number_receipts(p_receipts uuid[]) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_year int;
  v_ids uuid[];
  v_first int;
begin
  perform private.lock_receipt_numbers();
  -- A statement of its own after the lock sees what the holder before it numbered.
  select r.year, array_agg(r.id order by r.issued_at, r.id) into v_year, v_ids
  from private.receipts r where r.id = any (p_receipts) and r.sequence is null
  group by r.year order by r.year limit 1;
  if not found then
    return 0;
  end if;
  v_first := private.take_receipt_numbers('receipt', v_year, cardinality(v_ids));
  update private.receipts r set sequence = v_first + n.place::int - 1
  from unnest(v_ids) with ordinality n (id, place) where r.id = n.id;
  return cardinality(v_ids);
end
$$;
comment on function private.number_receipts(uuid[]) is
  'Numbers those of these receipts that have no number, in the order in which they were issued, and returns how many; of the first year '
  'only, where they are of two. Calling it twice does nothing twice.';

create function public.number_receipts(p_limit int) returns int
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.number_receipts(array(
    select r.id from private.receipts r where r.sequence is null order by r.issued_at, r.id limit least(greatest(p_limit, 0), 5000)));
end
$$;
comment on function public.number_receipts(int) is
  'For the worker: numbers receipts that have no number, the oldest first, at most p_limit (5000), and returns how many; call it until it '
  'returns 0.';

create function private.receipt_content(p_order public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'seller', (
        select jsonb_build_object('brand', s.brand, 'company', s.company, 'postalAddress', nullif(s.postal_address, ''),
          'contactEmail', nullif(s.contact_email, ''))
        from public.settings s),
      'orderCode', p_order.code, 'paidAt', p_order.paid_at, 'currency', p_order.currency, 'isTest', p_order.is_test,
      'timeZone', coalesce(e.time_zone, (select s.time_zone from public.settings s)),
      'event', case when e.id is not null then jsonb_build_object('title', e.title, 'startsAt', e.starts_at) end,
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', l.item_name, 'detail', nullif(l.item_detail, ''), 'quantity', l.quantity, 'unitFaceCents', l.unit_face_cents,
          'faceCents', l.quantity * l.unit_face_cents, 'discountCents', l.discount_cents, 'byCode', l.by_code, 'feeCents', l.fee_cents,
          'taxCents', l.tax_cents, 'totalCents', l.total_cents, 'priceCents', l.total_cents - l.tax_cents,
          'eachCents', (l.total_cents - l.tax_cents) / l.quantity)
          order by k.display_order, l.position, l.item_name, l.discount_cents = 0, l.id), '[]')
        from public.order_lines l join public.line_kinds k on k.kind = l.kind where l.order_id = p_order.id),
      'promoCode', (select c.code from public.promo_codes c where c.id = p_order.code_id),
      'codeMostPerOrder', (select c.max_units_per_order from public.promo_codes c where c.id = p_order.code_id),
      'faceCents', p_order.face_cents, 'discountCents', p_order.discount_cents, 'feeCents', p_order.fee_cents,
      'taxCents', p_order.tax_cents, 'totalCents', p_order.total_cents, 'priceCents', p_order.total_cents - p_order.tax_cents)
    from (select 1) one left join public.events e on e.id = p_order.event_id);
end
$$;
comment on function private.receipt_content(public.orders) is
  'Returns the content of the receipt of an order: the seller, its lines with discount, fee and tax, and its sums, in cents; nothing '
  'about the buyer.';

create function private.issue_receipt(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into strict v_order from public.orders where id = p_order;
  if v_order.total_cents > 0 then
    insert into private.receipts (kind, year, order_id, content)
    values ('receipt', private.receipt_year(now()), p_order, private.receipt_content(v_order))
    on conflict (order_id) where kind = 'receipt' do nothing;
  end if;
end
$$;
comment on function private.issue_receipt(uuid) is
  'Issues the receipt of an order that was paid, once, without its number; none for an order that cost nothing. Called in its settlement.';

create function private.issue_credit_note() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_receipt uuid;
begin
  -- A second payment is on no receipt, so that sending it back credits none, whoever sends it.
  if exists (select 1 from public.payments p where p.id = new.payment_id and p.settled_at is not null) and coalesce((
    select sum(case r.kind when 'credit_note' then 1 else -1 end) from private.receipts r where r.refund_id = new.id), 0) = 0 then
    select r.id into v_receipt from private.receipts r where r.order_id = new.order_id and r.kind = 'receipt';
    if found then
      perform private.number_receipts(array[v_receipt]);
      insert into private.receipts (kind, year, sequence, order_id, refund_id, content)
      select 'credit_note', y.year, private.take_receipt_numbers('credit_note', y.year, 1), new.order_id, new.id,
        jsonb_build_object('receipt', r.number, 'amountCents', new.amount_cents, 'currency', new.currency)
      from private.receipts r cross join (select private.receipt_year(now()) as year) y where r.id = v_receipt;
    end if;
  end if;
  return null;
end
$$;
comment on function private.issue_credit_note() is
  'Trigger at the end of a transaction: issues a credit note when a refund of the payment that settled an order with a receipt was paid '
  'out, whoever reports it, and numbers the receipt before it. Deferred, so that the lock of the numbers is the last one taken.';
create constraint trigger refunds_credit_note after update of status on public.refunds
  deferrable initially deferred
  for each row when (new.status in ('succeeded', 'external') and old.status is distinct from new.status)
  execute function private.issue_credit_note();
create constraint trigger refunds_credit_note_at_once after insert on public.refunds
  deferrable initially deferred
  for each row when (new.status in ('succeeded', 'external'))
  execute function private.issue_credit_note();

create function private.reverse_credit_note() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_note private.receipts;
begin
  select * into v_note from private.receipts r where r.refund_id = new.id order by r.issued_at desc, r.sequence desc limit 1;
  if v_note.kind = 'credit_note' then
    insert into private.receipts (kind, year, sequence, order_id, refund_id, content)
    select 'reversal', y.year, private.take_receipt_numbers('reversal', y.year, 1), new.order_id, new.id,
      v_note.content || jsonb_build_object('creditNote', v_note.number)
    from (select private.receipt_year(now()) as year) y;
  end if;
  return null;
end
$$;
comment on function private.reverse_credit_note() is
  'Trigger at the end of a transaction: reverses the credit note of a refund that the provider reported as paid out and that failed '
  'afterwards. The note stays as it is; the money is owed again, as the ledger has it from the approval on.';
create constraint trigger refunds_reverse_credit_note after update of status on public.refunds
  deferrable initially deferred
  for each row when (old.status = 'succeeded' and new.status = 'failed')
  execute function private.reverse_credit_note();

create function private.order_receipt(p_order public.orders) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  if p_order.id is null then
    return null;
  end if;
  -- A receipt that is shown has its number; one that was issued a moment ago gets it now.
  perform private.number_receipts(array[r.id])
  from private.receipts r where r.order_id = p_order.id and r.kind = 'receipt' and r.sequence is null;
  return (
  select jsonb_build_object('number', r.number, 'issuedAt', r.issued_at, 'buyerName', p_order.name, 'content', r.content,
    'creditNotes', n.notes, 'paidAfterRefundsCents', (r.content ->> 'totalCents')::bigint - n.cents)
  from private.receipts r
  cross join lateral (
    select coalesce(sum(x.cents), 0) as cents,
      coalesce(jsonb_agg(jsonb_build_object('number', x.number, 'issuedAt', x.issued_at, 'amountCents', x.cents,
        'reverses', x.content ->> 'creditNote') order by x.issued_at, x.number), '[]') as notes
    from (
      select d.*, case d.kind when 'reversal' then -1 else 1 end * (d.content ->> 'amountCents')::bigint as cents
      from private.receipts d where d.order_id = p_order.id and d.kind <> 'receipt'
    ) x) n
  where r.order_id = p_order.id and r.kind = 'receipt');
end
$$;
comment on function private.order_receipt(public.orders) is
  'The receipt of an order, which is numbered if it was not, with its credit notes, their reversals (with a negative amount, and the '
  'number that they reverse) and what is still paid after them, or null where it has none.';

create function public.read_receipt(p_code text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o
  where o.code = p_code and ((o.owner_id = auth.uid() and private.caller_role() is not null) or private.may('see_orders'));
  return private.order_receipt(v_order);
end
$$;
comment on function public.read_receipt(text) is
  'The receipt of one of the caller''s own orders, of any order for an admin: {number, issuedAt, buyerName, content, creditNotes, '
  'paidAfterRefundsCents}; null where there is none for the caller.';

create function public.read_receipt_by_link(p_token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.require_service();
  select o.* into v_order
  from private.valid_link('{order_tickets, order_lookup, order_reminder, order_goods, supplement}', p_token_hash) l
  join public.orders o on o.id = l.subject_id;
  return private.order_receipt(v_order);
end
$$;
comment on function public.read_receipt_by_link(text) is 'The receipt of the order that a valid secret link opens, or null.';

revoke execute on function
  private.lock_receipt_numbers(), private.receipt_year(timestamptz), private.take_receipt_numbers(text, int, int),
  private.number_receipts(uuid[]),
  public.number_receipts(int)
from public, anon, authenticated, service_role;
grant execute on function public.read_receipt(text) to authenticated;
grant execute on function public.read_receipt_by_link(text), public.number_receipts(int) to service_role;
