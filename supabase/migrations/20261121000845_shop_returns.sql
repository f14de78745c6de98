-- Returns: what buyers send back, and what becomes of it.

-- Files of what came broken, which its buyer and admins see: private, read by the server alone.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('returns', 'returns', false, 4194304, array['image/webp']);

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  fulfilment_id uuid not null unique references public.fulfilments (id),
  reason text not null check (length(reason) between 3 and 500),
  is_faulty boolean not null,
  picture_name text check (picture_name ~ '^[0-9a-f]{32}\.webp$'),
  label_cents bigint not null check (label_cents >= 0),
  requested_by uuid references auth.users (id) on delete set null,
  decision text check (length(decision) between 3 and 500),
  decided_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz,
  received_at timestamptz,
  inspection text check (inspection in ('restocked', 'written_off')),
  inspected_by uuid references auth.users (id) on delete set null,
  inspected_at timestamptz,
  refund_id uuid references public.refunds (id),
  created_at timestamptz not null default now(),
  constraint returns_picture check (is_faulty or picture_name is null),
  constraint returns_label check (not is_faulty or label_cents = 0),
  constraint returns_inspected check ((inspection is null) = (inspected_at is null))
);
comment on table public.returns is
  'Requests of buyers to send goods back, one fulfilment each; their state is that of the fulfilment (return_requested to returned or '
  'return_rejected). is_faulty = the goods came broken: then there is a picture, nothing is taken off, and final sale does not count. '
  'label_cents = the price of the return label for the buyer. decision = the reason of a rejection, which the buyer reads; inspection = '
  'the outcome for the units; refund_id = the refund of the money.';
create index returns_order on public.returns (order_id);
create index returns_requested_by on public.returns (requested_by);
create index returns_decided_by on public.returns (decided_by);
create index returns_inspected_by on public.returns (inspected_by);
create index returns_refund on public.returns (refund_id);
create index returns_created on public.returns (created_at, id);
alter table public.returns enable row level security;
alter table public.returns force row level security;
grant select (id, order_id, fulfilment_id, reason, is_faulty, label_cents, decision, decided_at, received_at, inspection,
  inspected_at, refund_id, created_at)
  on public.returns to authenticated;
grant select on public.returns to service_role;
create policy returns_select on public.returns for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));

create function private.return_label_cents() returns bigint
language sql immutable set search_path = ''
as $$ select 600::bigint $$;
comment on function private.return_label_cents() is
  'Returns the price of a return label for the buyer, in cents; not charged for faulty goods.';

create function private.ask_return(
  p_order uuid, p_person uuid, p_fulfilment uuid, p_units int, p_reason text, p_faulty boolean, p_picture text, p_key text
) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_person uuid := coalesce(p_person, p_order);
  v_reason text := btrim(coalesce(p_reason, ''));
  v_body jsonb := jsonb_build_array(p_order, p_fulfilment, p_units, v_reason, p_faulty, p_picture is not null);
  v_response jsonb;
  v_order public.orders;
  v_from public.fulfilments;
  v_final boolean;
  v_part uuid;
  v_id uuid;
begin
  if p_order is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.lock_person(v_person);
  v_response := private.response_for_key(v_person, p_key, 'ask_return', v_body);
  if v_response is not null then
    return v_response;
  end if;
  if length(v_reason) not between 3 and 500 or not private.is_readable(v_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  v_order := private.lock_goods_order(p_order);
  select f.* into v_from from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
  join public.line_kinds k on k.kind = l.kind and k.is_merchandise
  where f.id = p_fulfilment and f.order_id = p_order;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if not private.fulfilment_can_be_returned(v_from.status) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from.status));
  end if;
  if v_from.handed_at <= now() - interval '30 days' then
    perform private.refuse(409, 'return_too_late');
  end if;
  perform private.check_refundable(p_order);
  select l.final_sale into v_final from public.order_lines l where l.id = v_from.order_line_id;
  if v_final and not coalesce(p_faulty, false) then
    perform private.refuse(409, 'return_final_sale');
  end if;
  if p_faulty and p_picture is null then
    perform private.refuse(422, 'return_picture_needed');
  end if;
  v_part := private.split_fulfilment(p_fulfilment, p_units);
  perform private.move_fulfilment(v_part, 'return_requested', 'buyer', v_reason);
  insert into public.returns (order_id, fulfilment_id, reason, is_faulty, picture_name, label_cents, requested_by)
  values (p_order, v_part, v_reason, coalesce(p_faulty, false), p_picture, case when p_faulty then 0 else private.return_label_cents() end,
    p_person)
  returning id into v_id;
  return private.store_response(v_person, p_key, 'ask_return', v_body, jsonb_build_object('returnId', v_id));
end
$$;
comment on function private.ask_return(uuid, uuid, uuid, int, text, boolean, text, text) is
  'Body of ask_own_return and ask_return_by_link. p_person = the buyer, null for who holds the link.';

-- Both are called by the server, which has stored the picture before.
create function public.ask_own_return(
  p_owner uuid, p_code text, p_fulfilment uuid, p_units int, p_reason text, p_faulty boolean, p_picture text, p_key text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.ask_return((select o.id from public.orders o where o.code = upper(p_code) and o.owner_id = p_owner),
    p_owner, p_fulfilment, p_units, p_reason, p_faulty, p_picture, p_key);
end
$$;
comment on function public.ask_own_return(uuid, text, uuid, int, text, boolean, text, text) is
  'Asks to send goods of p_owner''s own order back, within 30 days after they were delivered or picked up: {returnId}. p_units of the '
  'fulfilment, p_picture = the name of the stored picture, which faulty goods need. Refuses not_found, invalid_state, return_too_late, '
  'return_final_sale, return_picture_needed, dispute_open, reason_required, invalid, key_reused.';

create function public.ask_return_by_link(
  p_token_hash text, p_fulfilment uuid, p_units int, p_reason text, p_faulty boolean, p_picture text, p_key text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.ask_return(private.goods_link(p_token_hash), null, p_fulfilment, p_units, p_reason, p_faulty, p_picture, p_key);
end
$$;
comment on function public.ask_return_by_link(text, uuid, int, text, boolean, text, text) is
  'The same for who has a secret link of the order.';

create function private.return_details(p_return public.returns) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p_return.id, 'code', o.code, 'buyer', o.name, 'email', o.email,
      'currency', o.currency, 'isTest', o.is_test,
      'isDisputed', o.dispute_status = 'open', 'status', f.status, 'name', l.item_name, 'detail', nullif(l.item_detail, ''), 'sku', v.sku,
      'units', f.quantity, 'bought', l.quantity, 'reason', p_return.reason, 'isFaulty', p_return.is_faulty,
      'hasPicture', p_return.picture_name is not null,
      'labelCents', p_return.label_cents, 'handedAt', f.handed_at, 'createdAt', p_return.created_at, 'decision', p_return.decision,
      'decidedAt', p_return.decided_at, 'decidedBy', (select p.display_name from public.profiles p where p.id = p_return.decided_by),
      'receivedAt', p_return.received_at, 'inspection', p_return.inspection, 'inspectedAt', p_return.inspected_at,
      'backCents', case
        when private.fulfilment_is_return_over(f.status) then (select r.amount_cents from public.refunds r where r.id = p_return.refund_id)
        else greatest(0, (select coalesce(sum(s.cents), 0) from private.goods_shares(o.id, array[f.id]) s) - p_return.label_cents) end,
      'refund', (select jsonb_build_object('id', r.id, 'status', r.status) from public.refunds r where r.id = p_return.refund_id))
    from public.fulfilments f
    join public.orders o on o.id = f.order_id
    join public.order_lines l on l.id = f.order_line_id
    left join public.product_variants v on v.id = l.variant_id
    where f.id = p_return.fulfilment_id);
end
$$;
comment on function private.return_details(public.returns) is
  'A return as staff see it; backCents = what goes back for it, the label taken off.';

create function public.list_returns(p_show text default 'requested', p_search text default null,
  p_after uuid default null, p_limit int default 50)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_search text := nullif(btrim(p_search), '');
  v_words text[] := string_to_array(private.name_key(v_search), ' ');
  v_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_ids uuid[];
  v_count int;
begin
  perform private.require_permission('fulfil_goods');
  with found as (
    select r.id, r.created_at from public.returns r
    join public.fulfilments f on f.id = r.fulfilment_id
    join public.orders o on o.id = r.order_id
    where (case p_show when 'all' then true when 'done' then private.fulfilment_is_return_over(f.status)
        else f.status = case p_show when 'approved' then 'return_approved' when 'received' then 'return_received'
          else 'return_requested' end end)
      and (v_search is null or o.code = v_code or (v_words[1] <> '' and not exists (
        select 1 from unnest(v_words) w where o.search_key not like '% ' || w || '%')))
  )
  select array_agg(page.id order by page.created_at, page.id),
    case when p_after is null then (select count(*) from (select 1 from found limit 10001) c) end
  into v_ids, v_count
  from (
    select n.* from found n
    where p_after is null or (n.created_at, n.id) > (select a.created_at, a.id from public.returns a where a.id = p_after)
    order by n.created_at, n.id limit v_limit + 1
  ) page;
  return jsonb_build_object(
    'returns', (
      select coalesce(jsonb_agg(private.return_details(r) order by r.created_at, r.id), '[]')
      from public.returns r where r.id = any (v_ids[:v_limit])),
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'total', case when p_after is null then private.list_total(v_count, 10000) end,
    'counts', (
      select jsonb_build_object('requested', count(*) filter (where f.status = 'return_requested'),
        'approved', count(*) filter (where f.status = 'return_approved'), 'received', count(*) filter (where f.status = 'return_received'))
      from public.fulfilments f where private.fulfilment_is_return_open(f.status)),
    'timeZone', (select s.time_zone from public.settings s), 'now', now());
end
$$;
comment on function public.list_returns(text, text, uuid, int) is
  'A page of returns, oldest first: {returns, next, total, counts, timeZone, now}; total = private.list_total, on the first page only. '
  'p_show = requested, approved (on their way), received, done or all; p_search = the code of an order or beginnings of words of the '
  'buyer''s name or address. Admins only: refuses not_allowed.';

create function public.read_return(p_return uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('fulfil_goods');
  return (
    select private.return_details(r) || jsonb_build_object('pictureName', r.picture_name, 'isProven', private.is_proven(),
      'timeZone', (select s.time_zone from public.settings s), 'now', now())
    from public.returns r where r.id = p_return);
end
$$;
comment on function public.read_return(uuid) is
  'One return with the name of its picture; null when there is none. Admins only: refuses not_allowed.';

create function private.check_return_move(p_to text, p_reason text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_to = 'return_rejected' and (length(coalesce(p_reason, '')) not between 3 and 500 or not private.is_readable(p_reason, true)) then
    perform private.refuse(422, 'reason_required');
  end if;
  if p_to not in ('return_approved', 'return_rejected', 'return_received', 'restocked', 'written_off') then
    perform private.refuse(422, 'invalid', '{"field": "decision"}');
  end if;
end
$$;
comment on function private.check_return_move(text, text) is 'Refuses a move of a return that is none, or a rejection without a reason.';

create function private.stock_return(p_fulfilment uuid, p_to text, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_units int;
begin
  select l.* into v_line from public.fulfilments f join public.order_lines l on l.id = f.order_line_id where f.id = p_fulfilment;
  select f.quantity into v_units from public.fulfilments f where f.id = p_fulfilment;
  perform private.move_stock(v_line.variant_id, case when p_to = 'restocked' then private.main_place() end, v_units,
    case when p_to = 'restocked' then 'returned' else 'written_off' end, v_line.id, left(p_reason, 300));
end
$$;
comment on function private.stock_return(uuid, text, text) is
  'Puts goods that came back on the main place of stock (p_to = restocked), or writes them off.';

create function private.move_return(p_return uuid, p_to text, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_return public.returns;
  v_order public.orders;
  v_reason text := nullif(btrim(coalesce(p_reason, '')), '');
  v_now text;
  v_lines uuid[];
  v_cents bigint[];
  v_label bigint;
  v_refund uuid;
  v_fulfilment_to text := case when p_to in ('restocked', 'written_off') then 'returned' else p_to end;
begin
  perform private.require_permission('fulfil_goods');
  if v_fulfilment_to = 'returned' then
    perform private.require_proof();
  end if;
  select * into v_return from public.returns where id = p_return;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_order := private.lock_goods_order(v_return.order_id);
  select * into v_return from public.returns where id = p_return for no key update;
  select f.status into v_now from public.fulfilments f where f.id = v_return.fulfilment_id;
  if v_now = v_fulfilment_to then
    -- sent twice
    return jsonb_build_object('status', v_now, 'refundCents', (select r.amount_cents from public.refunds r
      where r.id = v_return.refund_id));
  end if;
  perform private.check_return_move(p_to, v_reason);
  if v_fulfilment_to = 'returned' then
    perform private.check_refundable(v_order.id);
    v_label := v_return.label_cents;
    -- Subtract the label fee from the line's refund; never below zero.
    select array_agg(s.line_id), array_agg(greatest(0, s.cents - v_label)) into v_lines, v_cents
    from private.goods_shares(v_order.id, array[v_return.fulfilment_id]) s;
  end if;
  perform private.move_fulfilment(v_return.fulfilment_id, v_fulfilment_to,
    'admin', coalesce(v_reason, case when p_to = v_fulfilment_to then null else p_to end));
  if p_to in ('return_approved', 'return_rejected') then
    update public.returns set decision = case when p_to = 'return_rejected' then v_reason end, decided_by = auth.uid(), decided_at = now()
      where id = p_return;
    perform private.queue_goods_mail('return_decided', v_order.id, p_return::text, jsonb_build_object('returnId', p_return));
  elsif p_to = 'return_received' then
    update public.returns set received_at = now() where id = p_return;
  else
    perform private.stock_return(v_return.fulfilment_id, p_to, v_reason);
    v_refund := private.refund_goods(v_order.id, v_lines, v_cents, 'Sent back.', false);
    update public.returns set inspection = p_to, inspected_by = auth.uid(), inspected_at = now(), refund_id = v_refund where id = p_return;
  end if;
  perform private.audit_change('goods.' || p_to, 'order', v_order.id::text,
    jsonb_build_object('status', v_now), jsonb_build_object('status', v_fulfilment_to),
      jsonb_strip_nulls(jsonb_build_object('return_id', p_return, 'refund_id', v_refund, 'reason', v_reason)));
  return jsonb_build_object('status', v_fulfilment_to, 'refundCents', (select r.amount_cents from public.refunds r where r.id = v_refund));
end
$$;
comment on function private.move_return(uuid, text, text) is 'Body of public.move_return.';

create function public.move_return(p_return uuid, p_to text, p_reason text default null) returns jsonb
language sql volatile set search_path = ''
as $$ select private.move_return(p_return, p_to, p_reason) $$;
comment on function public.move_return(uuid, text, text) is
  'Admin: takes a return one step on: {status, refundCents}. p_to = return_approved or return_rejected (with the reason that the buyer '
  'reads; both with a mail), return_received, and after the inspection restocked (back on the shelf of the first warehouse and for sale) '
  'or written_off, which send the price of the units back, the label taken off unless they were faulty; both need a recent proof, and '
  'more than 500.00 over the order a second admin. The same step twice does nothing more. Refuses not_allowed, password_needed, '
  'not_found, invalid_state, reason_required, invalid, dispute_open.';

grant execute on function private.return_label_cents(), private.move_return(uuid, text, text) to authenticated, service_role;
grant execute on function
  public.list_returns(text, text, uuid, int), public.read_return(uuid), public.move_return(uuid, text, text)
to authenticated;
grant execute on function
  public.ask_own_return(uuid, text, uuid, int, text, boolean, text, text),
  public.ask_return_by_link(text, uuid, int, text, boolean, text, text)
to service_role;
