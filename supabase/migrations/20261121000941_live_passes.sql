-- Sells passes of streams: a kind of line of the one order. A paid pass is a fulfilment, valid until that is canceled.

create function private.check_stream_pass(
  p_event public.events, p_role text, p_code public.promo_codes, p_streams uuid[], p_units int[], out ends_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
declare
  v_line record;
begin
  for v_line in
    select n.units, s.id, s.title, s.state, s.pass_cents, s.passes_end_at, s.replay_until
    from unnest(p_streams, p_units) n (stream_id, units) left join public.streams s on s.id = n.stream_id
  loop
    if v_line.id is null or v_line.pass_cents is null then
      perform private.refuse(404, 'not_found');
    elsif not private.stream_sells_passes(v_line.state) or v_line.passes_end_at is not null then
      perform private.refuse(409, 'sale_ended', jsonb_build_object('type', v_line.title));
    elsif v_line.units > 1 then
      perform private.refuse(409, 'order_limit', '{"limit": 1}');
    end if;
    ends_at := least(ends_at, v_line.replay_until);
  end loop;
end
$$;
comment on function private.check_stream_pass(public.events, text, public.promo_codes, uuid[], int[]) is
  'Refuses passes of streams that sell none now, and more than one of a stream; returns when the first replay ends. Whether its buyer may '
  'watch already is asked by public.hold_stream_pass.';

create function private.stock_of_stream_pass(p_streams uuid[], p_units int[])
returns table (pool_id uuid, variant_id uuid, units int, name text)
language plpgsql stable set search_path = ''
as $$
begin
  return;
end
$$;
comment on function private.stock_of_stream_pass(uuid[], int[]) is 'Returns no stock: everybody can watch at once.';

create function private.price_stream_pass(p_event public.events, p_streams uuid[], p_units int[]) returns setof private.unit_price
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select 'stream_pass', s.id, null::uuid, 0, s.title, 'Stream pass', n.units, s.pass_cents, 0::bigint, 0, 0, false
  from unnest(p_streams, p_units) n (stream_id, units) join public.streams s on s.id = n.stream_id and s.pass_cents is not null;
end
$$;
comment on function private.price_stream_pass(public.events, uuid[], int[]) is
  'Prices passes at the price of their stream, which has neither fee nor tax beside it.';

create function private.lock_passes(p_stream uuid, p_owner uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat('stream_pass:', p_stream, p_owner), 0));
end
$$;
comment on function private.lock_passes(uuid, uuid) is
  'Lets one transaction at a time decide how many passes of a stream a person has. Locked after the order.';

create function private.has_other_pass(p_pass uuid) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  return exists (
    select 1 from private.valid_passes own
    join private.valid_passes other on other.stream_id = own.stream_id and other.owner_id = own.owner_id and other.id <> own.id
    where own.id = p_pass);
end
$$;
comment on function private.has_other_pass(uuid) is
  'Returns whether the owner of a valid pass has another valid one of the same stream. Volatile, so that it sees what was committed while '
  'private.lock_passes waited.';

create function private.fulfil_stream_pass(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.lock_passes(l.stream_id, o.owner_id)
  from public.order_lines l join public.orders o on o.id = l.order_id
  where l.order_id = p_order and l.stream_id is not null order by l.stream_id;
  perform private.add_fulfilments(p_order, 'stream_pass');
  -- Paid while its stream was called off, or a second one of its owner: it goes back.
  perform private.enqueue_job('pass_refund', f.id::text)
  from public.order_lines l
  join public.fulfilments f on f.order_line_id = l.id
  join public.streams s on s.id = l.stream_id
  where l.order_id = p_order and (s.passes_end_at is not null or private.has_other_pass(f.id));
end
$$;
comment on function private.fulfil_stream_pass(uuid) is
  'Fulfils passes: each is valid from now on. One is given back at once where those of its stream are, and where its owner has one '
  'already: '
  'two payments that were under way at the same time.';

insert into public.line_kinds (kind, reference, catalogue, is_discountable)
values ('stream_pass', 'stream_id', 'public.streams', false);
select private.add_line_kind('stream_pass');

create view private.valid_passes with (security_invoker = true) as
select f.id, l.stream_id, l.id as line_id, o.id as order_id, o.owner_id, o.is_test, l.total_cents, o.currency, o.paid_at, o.dispute_status
from public.order_lines l
join public.orders o on o.id = l.order_id and private.order_is_sold(o.status)
join public.fulfilments f on f.order_line_id = l.id and not private.fulfilment_is_ended(f.status)
where l.stream_id is not null;
comment on view private.valid_passes is
  'Passes that were paid and not given back; id = of the fulfilment. One whose payment is disputed, or was lost, opens nothing.';

create function private.entitlement_to_stream(p_stream public.streams, p_person uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_role text := private.person_role(p_person);
begin
  if p_stream.access_rule = 'public' then
    return 'public';
  elsif v_role is null then
    return null;
  elsif p_stream.access_rule = 'signed_in' then
    return case when private.role_may(v_role, 'own_account') then 'account' end;
  elsif exists (
    select 1 from public.tickets k join public.ticket_types t on t.id = k.ticket_type_id
    where k.owner_id = p_person and private.ticket_is_valid(k.status) and k.blocked_at is null and k.custody = 'held'
      and ((t.includes_stream and k.event_id = p_stream.event_id)
        or (p_stream.access_rule = 'ticket_types' and exists (
          select 1 from public.stream_ticket_types n where n.stream_id = p_stream.id and n.ticket_type_id = k.ticket_type_id))))
  then
    return 'holder';
  elsif exists (
    select 1 from private.valid_passes v
    where v.stream_id = p_stream.id and v.owner_id = p_person and v.dispute_status in ('none', 'won'))
  then
    return 'pass';
  end if;
  return null;
end
$$;
comment on function private.entitlement_to_stream(public.streams, uuid) is
  'Returns by what a person (null = a visitor) may watch a stream: public, account, holder (of a ticket) or pass; null when they may not. '
  'A ticket counts while its holder could be let in with it. Accounts that are suspended or banned watch '
  'nothing but what everybody may.';

create function public.hold_stream_pass(p_owner uuid, p_stream uuid, p_key text, p_network text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams;
  v_response jsonb;
begin
  perform private.require_service();
  select * into v_stream from public.streams s where s.id = p_stream and private.stream_is_published(s.state);
  if not found then
    perform private.refuse(404, 'not_found');
  elsif private.entitlement_to_stream(v_stream, p_owner) is not null then
    perform private.refuse(409, 'stream_included');
  end if;
  v_response := public.hold_items(p_owner, null,
    jsonb_build_array(jsonb_build_object('kind', 'stream_pass', 'item', p_stream, 'quantity', 1)), p_key, p_network);
  -- Asks again under the locks of the hold: a payment may have settled while it waited for them.
  if private.entitlement_to_stream(v_stream, p_owner) is not null then
    perform private.refuse(409, 'stream_included');
  end if;
  return v_response;
end
$$;
comment on function public.hold_stream_pass(uuid, uuid, text, text) is
  'For the server: puts a pass into a person''s cart, at the price of the stream; the answer is that of hold_items. Refuses not_found, '
  'stream_included (they may watch already), and what hold_items refuses: sale_ended, payment_in_progress, purchase_refused.';

revoke execute on function private.check_stream_pass(public.events, text, public.promo_codes, uuid[], int[]),
  private.stock_of_stream_pass(uuid[], int[]), private.price_stream_pass(public.events, uuid[], int[]), private.lock_passes(uuid, uuid),
  private.has_other_pass(uuid), private.fulfil_stream_pass(uuid), private.entitlement_to_stream(public.streams, uuid),
    public.hold_stream_pass(uuid, uuid, text, text)
from public, anon, authenticated, service_role;
grant execute on function public.hold_stream_pass(uuid, uuid, text, text) to service_role;
