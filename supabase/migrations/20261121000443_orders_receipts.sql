-- Receipts, credit notes and reversals of credit notes: one series of numbers a year for each, without gaps, and what each document
-- says, for good.

create table private.receipt_series (
  kind text not null check (kind in ('receipt', 'credit_note', 'reversal')),
  year int not null check (year between 2020 and 2200),
  last int not null check (last >= 1),
  primary key (kind, year)
);
comment on table private.receipt_series is
  'The last number given in each series of a year. A transaction that takes one holds the row until it ends: numbers have the order of their commits, and one that is rolled back leaves no gap. Whoever takes one takes no other lock after it.';

create table private.receipts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receipt', 'credit_note', 'reversal')),
  year int not null,
  sequence int not null check (sequence >= 1),
  number text not null unique
    generated always as (case kind when 'receipt' then 'R' when 'reversal' then 'V' else 'C' end || '-' || year::text || '-' || lpad(sequence::text, 6, '0')) stored,
  order_id uuid not null references public.orders (id),
  refund_id uuid references public.refunds (id),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  issued_at timestamptz not null default now(),
  unique (kind, year, sequence),
  constraint receipts_refund check ((kind <> 'receipt') = (refund_id is not null))
);
comment on table private.receipts is
  'One receipt per order that was paid with money, one credit note per refund of it that was paid out, and a reversal of that note when the provider failed after all: until it is paid out again, with a note of its own. content is what the document says, copied when it was issued, without the buyer: names are erased with their account. Rows are only ever added.';
create unique index receipts_once on private.receipts (order_id) where kind = 'receipt';
create index receipts_of_order on private.receipts (order_id);
create index receipts_of_refund on private.receipts (refund_id) where refund_id is not null;
create trigger receipts_append_only before update or delete on private.receipts
  for each row execute function private.deny_change();
create trigger receipts_no_truncate before truncate on private.receipts
  for each statement execute function private.deny_change();

create function private.next_receipt_number(p_kind text, out year int, out sequence int)
language plpgsql volatile set search_path = ''
as $$
begin
  year := (select extract(year from now() at time zone s.time_zone)::int from public.settings s);
  insert into private.receipt_series as r (kind, year, last) values (p_kind, next_receipt_number.year, 1)
  on conflict on constraint receipt_series_pkey do update set last = r.last + 1
  returning r.last into sequence;
end
$$;
comment on function private.next_receipt_number(text) is
  'Takes the next number of a series, receipt, credit_note or reversal, in the brand''s own year. Others that want one wait until this transaction ends.';

create function private.receipt_content(p_order public.orders) returns jsonb
language sql stable set search_path = ''
as $$
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
        'faceCents', l.quantity * l.unit_face_cents, 'discountCents', l.discount_cents, 'feeCents', l.fee_cents,
        'taxCents', l.tax_cents, 'totalCents', l.total_cents)
        order by l.kind <> 'ticket', l.position, l.item_name, l.discount_cents = 0, l.id), '[]')
      from public.order_lines l where l.order_id = p_order.id),
    'promoCode', (select c.code from public.promo_codes c where c.id = p_order.code_id),
    'faceCents', p_order.face_cents, 'discountCents', p_order.discount_cents, 'feeCents', p_order.fee_cents,
    'taxCents', p_order.tax_cents, 'totalCents', p_order.total_cents)
  from (select 1) one left join public.events e on e.id = p_order.event_id
$$;
comment on function private.receipt_content(public.orders) is
  'What the receipt of an order says: the seller, its lines with discount, fee and tax, and its sums, in cents; nothing about the buyer.';

create function private.issue_receipt(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_order public.orders;
  v_content jsonb;
begin
  select * into strict v_order from public.orders where id = p_order;
  if v_order.total_cents > 0 and not exists (select 1 from private.receipts r where r.order_id = p_order and r.kind = 'receipt') then
    v_content := private.receipt_content(v_order);
    insert into private.receipts (kind, year, sequence, order_id, content)
    select 'receipt', n.year, n.sequence, p_order, v_content from private.next_receipt_number('receipt') n;
  end if;
end
$$;
comment on function private.issue_receipt(uuid) is
  'Issues the receipt of an order that was paid, once; none for an order that cost nothing. Called last in its settlement.';

create function private.issue_credit_note() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_receipt text;
begin
  -- A second payment is on no receipt, so that sending it back credits none.
  if new.kind <> 'double_payment' and coalesce((
    select sum(case r.kind when 'credit_note' then 1 else -1 end) from private.receipts r where r.refund_id = new.id), 0) = 0 then
    select r.number into v_receipt from private.receipts r where r.order_id = new.order_id and r.kind = 'receipt';
    if v_receipt is not null then
      insert into private.receipts (kind, year, sequence, order_id, refund_id, content)
      select 'credit_note', n.year, n.sequence, new.order_id, new.id,
        jsonb_build_object('receipt', v_receipt, 'amountCents', new.amount_cents, 'currency', new.currency)
      from private.next_receipt_number('credit_note') n;
    end if;
  end if;
  return null;
end
$$;
comment on function private.issue_credit_note() is
  'Trigger: issues a credit note when a refund of an order with a receipt is paid out, whoever reports it.';
create trigger refunds_credit_note after update of status on public.refunds
  for each row when (new.status in ('succeeded', 'external') and old.status is distinct from new.status)
  execute function private.issue_credit_note();
create trigger refunds_credit_note_at_once after insert on public.refunds
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
    select 'reversal', n.year, n.sequence, new.order_id, new.id, v_note.content || jsonb_build_object('creditNote', v_note.number)
    from private.next_receipt_number('reversal') n;
  end if;
  return null;
end
$$;
comment on function private.reverse_credit_note() is
  'Trigger: reverses the credit note of a refund that the provider reported as paid out and that failed afterwards. The note stays as it is; the money is owed again, as the ledger has it from the approval on.';
create trigger refunds_reverse_credit_note after update of status on public.refunds
  for each row when (old.status = 'succeeded' and new.status = 'failed')
  execute function private.reverse_credit_note();

create function private.order_receipt(p_order public.orders) returns jsonb
language sql stable set search_path = ''
as $$
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
  where r.order_id = p_order.id and r.kind = 'receipt'
$$;
comment on function private.order_receipt(public.orders) is 'The receipt of an order with its credit notes, their reversals (with a negative amount, and the number that they reverse) and what is still paid after them, or null where it has none.';

create function public.read_receipt(p_code text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.order_receipt(o) from public.orders o
  where o.code = p_code and ((o.owner_id = auth.uid() and private.caller_role() is not null) or private.has_role('admin'))
$$;
comment on function public.read_receipt(text) is
  'The receipt of one of the caller''s own orders, of any order for an admin: {number, issuedAt, buyerName, content, creditNotes, paidAfterRefundsCents}; null where there is none for the caller.';

create function public.read_receipt_by_link(p_token_hash text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.order_receipt(o)
  from private.valid_link('{order_tickets, order_lookup, order_reminder}', p_token_hash) l
  join public.orders o on o.id = l.subject_id
$$;
comment on function public.read_receipt_by_link(text) is 'The receipt of the order that a valid secret link opens, or null.';

grant execute on function public.read_receipt(text) to authenticated;
grant execute on function public.read_receipt_by_link(text) to service_role;
