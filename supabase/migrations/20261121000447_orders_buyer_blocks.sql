-- Blocks a buyer from where staff see one: an order, or a person.

create function private.buyer_facts(p_order uuid, p_person uuid)
returns table (kind text, matched_key text, label text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with sold as (
    select o.id, o.code, o.email, o.owner_id from public.orders o
    where case when p_order is not null then o.id = p_order else o.owner_id = p_person end
    order by o.created_at desc limit 100
  )
  select distinct on (f.kind, f.matched_key) f.*
  from (
    select 'email'::text as kind, private.email_key(s.email) as matched_key, s.email as label
    from sold s where p_order is not null
    union all
    select 'email', private.email_key(private.own_email(p_person)), private.own_email(p_person) where p_order is null
    union all
    select 'account', r.user_id::text, r.user_id::text
    from private.user_roles r
    where r.role = any (private.roles_with('own_account')) and r.user_id = coalesce(p_person, (select s.owner_id from sold s))
    union all
    select 'card', p.card_fingerprint, coalesce(initcap(replace(p.card_brand, '_', ' ')) || ' ending ' || p.card_last4, 'Card of order '
      || s.code)
    from sold s join public.payments p on p.order_id = s.id and p.card_fingerprint is not null
    union all
    select 'network', c.network, c.address
    from sold s join public.payments p on p.order_id = s.id join private.payment_clients c on c.payment_id = p.id
    where p_order is not null
  ) f
  where f.matched_key is not null and f.label not like '%@erased.invalid'
  order by f.kind, f.matched_key, f.label;
end
$$;
comment on function private.buyer_facts(uuid, uuid) is
  'Returns the facts about a buyer that can be blocked, as public.buyer_blocks stores them: the address, account (not a guest''s), cards '
  'and networks of an order; the address, account and the cards of the last 100 orders of a person.';

create function public.read_buyer_facts(p_order text, p_person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_name text;
begin
  perform private.require_permission('manage_orders');
  if p_order is not null then
    select * into v_order from public.orders where code = upper(p_order);
    v_name := v_order.name;
  else
    v_name := (select p.display_name from public.profiles p where p.id = p_person);
  end if;
  if v_name is null then
    return null;
  end if;
  return jsonb_build_object('orderId', v_order.id, 'orderCode', v_order.code, 'personId', case when p_order is null then p_person end,
    'name', v_name,
    'facts', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', g.kind, 'labels', g.labels, 'isBlocked', g.is_blocked) order by g.kind), '[]')
      from (
        select f.kind, jsonb_agg(distinct case f.kind when 'account' then coalesce(p.display_name, f.label) else f.label end) as labels,
          bool_and(exists (
            select 1 from public.buyer_blocks b
            where b.kind = f.kind and b.matched_key = f.matched_key and b.lifted_at is null
              and (b.expires_at is null or b.expires_at > now()))) as is_blocked
        from private.buyer_facts(v_order.id, case when p_order is null then p_person end) f
        left join public.profiles p on f.kind = 'account' and p.id::text = f.matched_key
        group by f.kind
      ) g));
end
$$;
comment on function public.read_buyer_facts(text, uuid) is
  'Returns the facts that can be blocked about the buyer of an order (by its code), or about a person: {orderId, orderCode, personId, '
  'name, facts: [{kind, labels, isBlocked}]}; null when there is no such order or person. isBlocked = all facts of the kind are blocked. '
  'Admins only: refuses not_allowed.';

create function public.block_buyer(p_order uuid, p_person uuid, p_kinds text[], p_reason text, p_days int default null) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_fact record;
  v_id uuid;
  v_count int := 0;
begin
  perform private.require_permission('manage_orders');
  if (p_order is null) = (p_person is null) or coalesce(cardinality(p_kinds), 0) = 0 then
    perform private.refuse(422, 'invalid');
  end if;
  for v_fact in
    select * from private.buyer_facts(p_order, p_person) f where f.kind = any (p_kinds) order by f.kind, f.matched_key
  loop
    v_id := private.add_buyer_block(v_fact.kind, v_fact.matched_key, v_fact.label, p_reason, p_days);
    update public.buyer_blocks set order_id = p_order where id = v_id and p_order is not null;
    v_count := v_count + 1;
  end loop;
  if v_count = 0 then
    perform private.refuse(404, 'not_found');
  end if;
  return v_count;
end
$$;
comment on function public.block_buyer(uuid, uuid, text[], text, int) is
  'Blocks what private.buyer_facts knows of the buyer of an order, or of a person, by kind (email, account, card, network), for p_days or '
  'for good (null); returns how many rows. Admins only: refuses not_allowed, invalid, reason_required, not_found.';

create function public.list_buyer_blocks() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_orders');
  return (
    select jsonb_build_object(
      'blocks', coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'kind', b.kind, 'reason', b.reason, 'expiresAt', b.expires_at,
        'createdAt', b.created_at,
        'label', case b.kind when 'account' then coalesce(p.display_name, b.label) else b.label end,
        'personId', p.id, 'orderCode', o.code, 'by', a.display_name) order by b.created_at desc, b.kind, b.id), '[]'),
      'timeZone', (select s.time_zone from public.settings s), 'now', now())
    from (
      select * from public.buyer_blocks x
      where x.lifted_at is null and (x.expires_at is null or x.expires_at > now()) order by x.created_at desc, x.id limit 500
    ) b
    left join public.profiles p on b.kind = 'account' and p.id::text = b.matched_key
    left join public.profiles a on a.id = b.created_by
    left join public.orders o on o.id = b.order_id);
end
$$;
comment on function public.list_buyer_blocks() is
  'Lists the blocks on buying that are in force, at most 500, the latest first: {blocks: [{id, kind, label, reason, personId, orderCode, '
  'by, createdAt, expiresAt}], timeZone, now}. The label of an account is its owner''s name. Admins only: refuses not_allowed.';

revoke execute on function
  private.buyer_facts(uuid, uuid), public.read_buyer_facts(text, uuid), public.block_buyer(uuid, uuid, text[], text, int),
  public.list_buyer_blocks()
from public, anon, authenticated, service_role;
grant execute on function
  public.read_buyer_facts(text, uuid), public.block_buyer(uuid, uuid, text[], text, int), public.list_buyer_blocks()
to authenticated;
