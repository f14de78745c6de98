-- Limits against stolen cards: attempts to pay, tickets by card, and a list of who may not buy.

create table private.payment_clients (
  payment_id uuid primary key references public.payments (id),
  network text not null check (length(network) between 1 and 200),
  address text not null check (length(address) between 1 and 60),
  user_agent text not null default '' check (length(user_agent) <= 300),
  created_at timestamptz not null default now()
);
comment on table private.payment_clients is
  'Where an attempt to pay came from: evidence in a dispute, and the count of attempts by network (its hash). Deleted after 180 days, '
  'when a card can hardly be disputed any more.';
create index payment_clients_network on private.payment_clients (network, created_at);
create index payment_clients_created_at on private.payment_clients (created_at);
alter table private.payment_clients enable row level security;
alter table private.payment_clients force row level security;

create table public.buyer_blocks (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('email', 'card', 'account', 'network')),
  matched_key text not null check (matched_key ~ '^[!-~]{1,254}$'),
  label text not null check (length(label) between 1 and 254),
  reason text not null check (length(reason) between 3 and 500),
  expires_at timestamptz,
  order_id uuid references public.orders (id),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  lifted_by uuid references auth.users (id) on delete set null
);
comment on table public.buyer_blocks is
  'Blocks on buying: of a mailbox, a card (the provider''s fingerprint), an account (its id) or a network (hash). matched_key is '
  'compared, label is its form for staff: the text that the admin typed, or the name of the card. order_id = the order that the block was '
  'made from. Each lasts until expires_at (null = for good) or until it is lifted. Written by add_buyer_block, block_buyer and '
  'lift_buyer_block.';
create unique index buyer_blocks_live on public.buyer_blocks (kind, matched_key) where lifted_at is null;
create index buyer_blocks_order on public.buyer_blocks (order_id);
create index buyer_blocks_created_by on public.buyer_blocks (created_by);
create index buyer_blocks_lifted_by on public.buyer_blocks (lifted_by);
alter table public.buyer_blocks enable row level security;
alter table public.buyer_blocks force row level security;
grant select on public.buyer_blocks to authenticated, service_role;
create policy buyer_blocks_select on public.buyer_blocks for select to authenticated using ((select private.may('see_orders')));

create function private.is_buyer_blocked(p_owner uuid, p_mailboxes text[], p_network text, p_card text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from public.buyer_blocks b
    where b.lifted_at is null and (b.expires_at is null or b.expires_at > now())
      and (b.kind, b.matched_key) in (
        select 'account', p_owner::text union all select 'email', unnest(p_mailboxes)
        union all select 'network', p_network union all select 'card', p_card));
end
$$;
comment on function private.is_buyer_blocked(uuid, text[], text, text) is
  'Returns whether a purchase by this account, these mailboxes, from this network or with this card is blocked; parts that are not known '
  'are null.';

create function private.check_not_blocked(p_owner uuid, p_mailboxes text[], p_network text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.is_buyer_blocked(p_owner, p_mailboxes, p_network, null) then
    perform private.refuse(403, 'purchase_refused');
  end if;
end
$$;
comment on function private.check_not_blocked(uuid, text[], text) is
  'Refuses purchase_refused for a blocked buyer. The refusal does not say which of the facts is blocked.';

create function private.check_payment_attempts(p_order public.orders, p_network text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_limit private.limits := private.limit_of('declined_payment');
  v_since timestamptz := now() - make_interval(secs => v_limit.window_seconds);
begin
  if (select count(*) from public.payments where order_id = p_order.id and created_at > v_since) >= v_limit.most
    or (
      select count(*) from public.orders o join public.payments p on p.order_id = o.id
      where o.owner_id = p_order.owner_id and o.created_at > now() - interval '1 day'
        and p.created_at > v_since and p.status <> 'succeeded') >= v_limit.most
    or (
      not exists (select 1 from private.user_roles r where r.user_id = p_order.owner_id
        and r.role = any (private.roles_with('own_account')))
      and (
        select count(*) from private.payment_clients c join public.payments p on p.id = c.payment_id
        where c.network = p_network and c.created_at > now() - make_interval(secs => v_limit.network_window_seconds)
          and p.status = 'failed') >= v_limit.network_closes_at) then
    perform private.refuse(429, 'rate_limited', jsonb_build_object('retry_after_seconds', v_limit.window_seconds));
  end if;
end
$$;
comment on function private.check_payment_attempts(public.orders, text) is
  'Refuses rate_limited by the limit declined_payment: attempts to pay of the order; of its person, those that succeeded left aside; and, '
  'of a guest, those that failed in the network, because a card tester is a new guest each time, while a crowd behind one address is '
  'declined now and then.';

create function private.check_card_limit(p_event public.events, p_order public.orders) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_limit int := coalesce(p_event.max_per_person, (select max_per_person from public.settings));
  v_card text := (
    select card_fingerprint from public.payments
    where order_id = p_order.id and status = 'succeeded' order by settled_at desc nulls last, updated_at desc limit 1);
begin
  if v_card is not null and (
    select count(*) from public.payments p
    join public.tickets k on k.order_id = p.order_id and private.ticket_is_valid(k.status) and k.event_id = p_event.id
    join public.order_lines l on l.id = k.order_line_id join public.line_kinds n on n.kind = l.kind and n.counts_to_limit
    where p.card_fingerprint = v_card and p.settled_at is not null and p.order_id <> p_order.id
  ) + private.limited_units(p_order.id) > v_limit then
    perform private.refuse(409, 'person_limit', jsonb_build_object('limit', v_limit, 'left', 0));
  end if;
end
$$;
comment on function private.check_card_limit(public.events, public.orders) is
  'Refuses when the tickets of an order that was paid would take its card above the event''s limit per person, whoever used it before. '
  'lock_card must be held.';

create function private.lock_card(p_card text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('card ' || p_card, 0)) where p_card is not null;
end
$$;
comment on function private.lock_card(text) is
  'Locks a card''s fingerprint, so that two payments with it at once do not both pass the limit. Taken before the locks of lock_payment.';

create function private.add_buyer_block(p_kind text, p_key text, p_label text, p_reason text, p_days int) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_label text := btrim(coalesce(p_label, ''));
  v_reason text := btrim(coalesce(p_reason, ''));
  v_key text := case p_kind when 'email' then private.email_key(v_label) when 'account' then lower(v_label)
    else btrim(coalesce(p_key, '')) end;
  v_before jsonb;
  v_id uuid;
begin
  perform private.require_permission('manage_orders');
  if p_kind is null or p_kind not in ('email', 'card', 'account', 'network') or length(v_label) not between 1 and 254
    or v_key !~ '^[!-~]{1,254}$' or not private.is_readable(v_label)
    or (p_kind = 'email' and v_label !~ '^[^@[:space:]]+@[^@[:space:]]+$')
    or (p_kind = 'account' and v_label !~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$') then
    perform private.refuse(422, 'invalid', '{"field": "label"}');
  end if;
  if length(v_reason) not between 3 and 500 or not private.is_readable(v_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  if p_days is not null and p_days not between 1 and 3650 then
    perform private.refuse(422, 'invalid', '{"field": "days"}');
  end if;
  -- A block that has run out makes room for a new one.
  update public.buyer_blocks set lifted_at = now(), lifted_by = auth.uid()
  where kind = p_kind and matched_key = v_key and lifted_at is null and expires_at <= now();
  select jsonb_build_object('expires_at', b.expires_at) into v_before
  from public.buyer_blocks b where b.kind = p_kind and b.matched_key = v_key and b.lifted_at is null for no key update;
  insert into public.buyer_blocks (kind, matched_key, label, reason, expires_at, created_by)
  values (p_kind, v_key, v_label, v_reason, now() + make_interval(days => p_days), auth.uid())
  on conflict (kind, matched_key) where lifted_at is null
    do update set reason = excluded.reason, expires_at = excluded.expires_at, label = excluded.label
  returning id into v_id;
  perform private.audit_change('buyer.block', 'buyer_block', v_id::text, v_before,
    jsonb_build_object('expires_at', now() + make_interval(days => p_days)),
    -- without the label, which may be somebody's email: rows of the log are never erased
    jsonb_build_object('kind', p_kind, 'reason', v_reason, 'days', p_days));
  return v_id;
end
$$;
comment on function private.add_buyer_block(text, text, text, text, int) is 'Body of public.add_buyer_block.';

create function public.add_buyer_block(p_kind text, p_key text, p_label text, p_reason text, p_days int default null) returns uuid
language sql volatile set search_path = ''
as $$ select private.add_buyer_block(p_kind, p_key, p_label, p_reason, p_days) $$;
comment on function public.add_buyer_block(text, text, text, text, int) is
  'Admin: adds to the list of who may not buy, for p_days or for good (null), and returns the row''s id; a live block of the same is '
  'changed. p_label = what is blocked, as typed: an email, a card''s fingerprint, an account''s id or an address; p_key = what is '
  'compared, for a card and for a network (the hash of it). Refuses not_allowed, invalid, reason_required.';

create function private.lift_buyer_block(p_block uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_orders');
  update public.buyer_blocks set lifted_at = now(), lifted_by = auth.uid() where id = p_block and lifted_at is null;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.audit('buyer.unblock', 'buyer_block', p_block::text, '{}');
end
$$;
comment on function private.lift_buyer_block(uuid) is 'Body of public.lift_buyer_block.';

create function public.lift_buyer_block(p_block uuid) returns void
language sql volatile set search_path = ''
as $$ select private.lift_buyer_block(p_block) $$;
comment on function public.lift_buyer_block(uuid) is 'Admin: lifts a block. Refuses not_allowed, not_found.';

revoke execute on function
  private.is_buyer_blocked(uuid, text[], text, text), private.check_not_blocked(uuid, text[], text),
  private.check_payment_attempts(public.orders, text), private.check_card_limit(public.events, public.orders), private.lock_card(text),
  private.add_buyer_block(text, text, text, text, int), public.add_buyer_block(text, text, text, text, int),
  private.lift_buyer_block(uuid), public.lift_buyer_block(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  private.add_buyer_block(text, text, text, text, int), public.add_buyer_block(text, text, text, text, int),
  private.lift_buyer_block(uuid), public.lift_buyer_block(uuid)
to authenticated;
