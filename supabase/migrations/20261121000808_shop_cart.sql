-- The goods that a person has put into the cart. They reserve nothing: starting the checkout holds them with the tickets, and they
-- stay here until their order is paid, so that a hold that ends loses nothing.

create table public.cart_items (
  owner_id uuid not null references auth.users (id) on delete cascade,
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  quantity int not null check (quantity between 1 and 20),
  added_at timestamptz not null default now(),
  primary key (owner_id, variant_id)
);
comment on table public.cart_items is
  'Goods in a person''s cart: how many of which variant. Nothing is reserved by them. Paid units leave the cart when their order is '
  'settled.';
create index cart_items_variant on public.cart_items (variant_id);
alter table public.cart_items enable row level security;
alter table public.cart_items force row level security;
grant select on public.cart_items to authenticated, service_role;
create policy cart_items_select on public.cart_items for select to authenticated
  using (owner_id = (select auth.uid()) and (select private.caller_role()) is not null);

create function private.take_from_cart(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_line record;
begin
  for v_line in
    select o.owner_id, l.variant_id, sum(l.quantity)::int as units
    from public.order_lines l join public.orders o on o.id = l.order_id
    where l.order_id = p_order and l.variant_id is not null group by 1, 2 order by 2
  loop
    delete from public.cart_items where owner_id = v_line.owner_id and variant_id = v_line.variant_id and quantity <= v_line.units;
    update public.cart_items set quantity = quantity - v_line.units where owner_id = v_line.owner_id and variant_id = v_line.variant_id;
  end loop;
  delete from private.cart_addresses a using public.orders o where o.id = p_order and a.owner_id = o.owner_id;
end
$$;
comment on function private.take_from_cart(uuid) is
  'Takes the goods of a paid order out of its buyer''s cart, and forgets the address that was kept for it. What was added meanwhile stays.';

create function private.variant_left(p_variant public.product_variants, p_owner uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return p_variant.stock - p_variant.held - p_variant.sold + (
    select coalesce(sum(l.quantity), 0)::int from public.hold_lines l join public.holds h on h.id = l.hold_id
    where l.variant_id = p_variant.id and h.status in ('active', 'pinned')
      and (h.expires_at <= now() or (h.kind = 'cart' and h.owner_id = p_owner)));
end
$$;
comment on function private.variant_left(public.product_variants, uuid) is
  'How many units of a variant a person can have at this moment: what is neither held nor sold, what ended holds still count, and what '
  'the person''s own cart holds.';

create function private.cart_state(p_owner uuid, p_role text) returns table (
  variant_id uuid, product_id uuid, name text, quantity int, left_units int, state text, opens_at timestamptz, can_have int
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select c.variant_id, p.id, p.name, c.quantity, n.left_units,
    case
      when v.archived_at is not null or s.state = 'gone' then 'gone'
      when s.state <> 'on_sale' then s.state
      when n.left_units <= 0 then 'sold_out'
      when n.left_units < c.quantity then 'short'
      when n.left_units <= 5 then 'few'
      else 'available' end,
    s.opens_at,
    case when v.archived_at is not null or s.state <> 'on_sale' then 0 else greatest(0, least(n.left_units, c.quantity)) end
  from public.cart_items c
  join public.product_variants v on v.id = c.variant_id
  join public.products p on p.id = v.product_id
  cross join lateral private.product_state(p, p_role) s
  cross join lateral (select private.variant_left(v, p_owner) as left_units) n
  where c.owner_id = p_owner
  order by c.added_at, c.variant_id;
end
$$;
comment on function private.cart_state(uuid, text) is
  'The goods in a person''s cart and what becomes of each at this moment: available, few (5 or fewer are left), short (fewer than '
  'wanted), sold_out, not_yet, members_only or gone; can_have = how many of the wanted units can be held.';

create function private.cart_units() returns int
language plpgsql stable set search_path = ''
as $$
begin
  if auth.uid() is null then
    return 0;
  end if;
  return (select coalesce(sum(c.quantity), 0)::int from public.cart_items c where c.owner_id = auth.uid()) + (
    select coalesce(sum(l.quantity), 0)::int from public.holds h join public.hold_lines l on l.hold_id = h.id
    join public.line_kinds k on k.kind = l.kind and not k.follows_delivery
    where h.owner_id = auth.uid() and h.kind = 'cart' and h.status in ('active', 'pinned') and h.expires_at > now());
end
$$;
comment on function private.cart_units() is
  'How many things the caller has in the cart: goods, and what is held of an event. 0 for visitors.';

create function public.change_cart(p_owner uuid, p_variant uuid, p_mode text, p_units int, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_body jsonb := jsonb_build_array(p_variant, p_mode, p_units);
  v_role text := private.person_role(p_owner);
  v_variant public.product_variants;
  v_product public.products;
  v_had int;
  v_units int;
  v_left int;
  v_response jsonb;
begin
  if v_role is null then
    perform private.refuse(401, 'sign_in_required');
  end if;
  perform private.lock_person(p_owner);
  v_response := private.response_for_key(p_owner, p_key, 'change_cart', v_body);
  if v_response is not null then
    return v_response;
  end if;
  if p_mode not in ('add', 'set') or p_units is null or p_units not between (p_mode = 'add')::int and 99 then
    perform private.refuse(422, 'invalid', '{"field": "quantity"}');
  end if;
  select quantity into v_had from public.cart_items where owner_id = p_owner and variant_id = p_variant;
  v_had := coalesce(v_had, 0);
  v_units := case p_mode when 'add' then v_had + p_units else p_units end;
  if v_units > v_had then
    perform private.check_product(null, v_role, null, array[p_variant], array[v_units]);
    select * into strict v_variant from public.product_variants where id = p_variant;
    select * into strict v_product from public.products where id = v_variant.product_id;
    v_left := private.variant_left(v_variant, p_owner);
    if v_left < v_units then
      perform private.refuse(409, 'sold_out', jsonb_build_object('left', greatest(v_left, 0), 'type', v_product.name));
    end if;
    if v_product.max_per_person < v_units then
      perform private.refuse(409, 'product_limit', jsonb_build_object(
        'type', v_product.name, 'limit', v_product.max_per_person, 'left', greatest(v_product.max_per_person - v_had, 0)));
    end if;
    if v_had = 0 and (select count(*) >= 30 from public.cart_items where owner_id = p_owner) then
      perform private.refuse(409, 'cart_full');
    end if;
  end if;
  if v_units = 0 then
    delete from public.cart_items where owner_id = p_owner and variant_id = p_variant;
  else
    insert into public.cart_items (owner_id, variant_id, quantity) values (p_owner, p_variant, v_units)
    on conflict (owner_id, variant_id) do update set quantity = excluded.quantity;
  end if;
  -- Changes a live hold of it in the same transaction.
  if exists (
    select 1 from public.holds h join public.hold_lines l on l.hold_id = h.id
    where h.owner_id = p_owner and h.kind = 'cart' and h.status in ('active', 'pinned') and h.expires_at > now()
      and l.variant_id = p_variant
  ) then
    perform public.hold_items(p_owner, null, jsonb_build_array(jsonb_build_object('kind', 'product', 'item', p_variant,
      'quantity', v_units)), null);
  end if;
  select jsonb_build_object('quantity', v_units, 'units', coalesce(sum(c.quantity), 0)) into v_response
  from public.cart_items c where c.owner_id = p_owner;
  return private.store_response(p_owner, p_key, 'change_cart', v_body, v_response);
end
$$;
comment on function public.change_cart(uuid, uuid, text, int, text) is
  'Puts units of a variant into a person''s cart (p_mode add), or sets how many there are (set; 0 removes it): {quantity, units}, units '
  'of this variant and of all goods. Nothing is reserved; what the person''s hold has of it already is changed along. Refuses not_found, '
  'sold_out with what is left, sale_not_started, members_first, order_limit, product_limit, cart_full, payment_in_progress, invalid, '
  'key_reused.';

create function public.start_checkout(
  p_owner uuid, p_take_what_is_left boolean, p_key text, p_network text default null, p_code uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_body jsonb := jsonb_build_array(p_take_what_is_left, p_code);
  v_role text := private.person_role(p_owner);
  v_hold uuid;
  v_lines jsonb;
  v_problems jsonb;
  v_response jsonb;
begin
  if v_role is null then
    perform private.refuse(401, 'sign_in_required');
  end if;
  perform private.lock_person(p_owner);
  v_response := private.response_for_key(p_owner, p_key, 'start_checkout', v_body);
  if v_response is not null then
    return v_response;
  end if;
  if p_take_what_is_left then
    delete from public.cart_items c using private.cart_state(p_owner, v_role) s
    where c.owner_id = p_owner and c.variant_id = s.variant_id and s.can_have = 0;
    update public.cart_items c set quantity = s.can_have from private.cart_state(p_owner, v_role) s
    where c.owner_id = p_owner and c.variant_id = s.variant_id and s.can_have < c.quantity;
  end if;
  select id into v_hold from public.holds
  where owner_id = p_owner and kind = 'cart' and status in ('active', 'pinned') and expires_at > now();
  -- the goods of the cart as they are now, and none of what the hold has besides
  select jsonb_agg(jsonb_build_object('kind', 'product', 'item', n.variant_id, 'quantity', n.units) order by n.variant_id) into v_lines
  from (
    select c.variant_id, c.quantity as units from public.cart_items c where c.owner_id = p_owner
    union all
    select distinct l.variant_id, 0 from public.hold_lines l
    where l.hold_id = v_hold and l.variant_id is not null
      and not exists (select 1 from public.cart_items c where c.owner_id = p_owner and c.variant_id = l.variant_id)
  ) n;
  if v_lines is null then
    if v_hold is null then
      perform private.refuse(409, 'cart_empty');
    end if;
    return private.store_response(p_owner, p_key, 'start_checkout', v_body, jsonb_build_object('holdId', v_hold, 'refused', '[]'::jsonb));
  end if;
  begin
    v_response := public.hold_items(p_owner, null, v_lines, null, p_network, p_code);
  exception when sqlstate 'PGRST' then
    -- All of it or nothing: what stands in the way is said line by line.
    select jsonb_agg(jsonb_build_object('variantId', s.variant_id, 'state', s.state, 'left', s.can_have)) into v_problems
    from private.cart_state(p_owner, v_role) s where s.can_have < s.quantity;
    if v_problems is null then
      raise;
    end if;
    return jsonb_build_object('holdId', null, 'refused', v_problems);
  end;
  if not exists (select 1 from public.holds where id = (v_response ->> 'holdId')::uuid and status in ('active', 'pinned')) then
    perform private.refuse(409, 'cart_empty');
  end if;
  return private.store_response(p_owner, p_key, 'start_checkout', v_body,
    jsonb_build_object('holdId', v_response -> 'holdId', 'refused', '[]'::jsonb));
end
$$;
comment on function public.start_checkout(uuid, boolean, text, text, uuid) is
  'Holds all goods of a person''s cart, with the tickets that are held already and for the time those have left: {holdId, refused}. All '
  'lines or none: where some cannot be held, holdId is null and refused names them, [{variantId, state, left}], state as in the cart, '
  'left = how many of the wanted units there are. p_take_what_is_left = the cart is cut down to what is there first. p_code = the code of '
  'the cart by which the prices were shown, null = without one. A refusal is not stored under p_key, so that the next try asks again. '
  'Refuses as hold_items does, and cart_empty.';

create function public.read_cart() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.caller_role();
  v_owner uuid := auth.uid();
  v_hold uuid;
  v_goods private.line_choice; -- as many as can be bought
  v_others private.line_choice; -- what none can be bought of
  v_code public.promo_codes;
  v_items jsonb;
  v_lines jsonb; -- of the hold, what is not goods: cents by line
begin
  if v_role is null then
    v_owner := null;
  end if;
  select id into v_hold from public.holds
  where owner_id = v_owner and kind = 'cart' and status in ('active', 'pinned') and expires_at > now();
  select 'product', array_agg(c.variant_id) filter (where c.can_have > 0), array_agg(c.can_have) filter (where c.can_have > 0)
  into v_goods from private.cart_state(v_owner, v_role) c;
  select 'product', array_agg(c.variant_id), array_agg(c.quantity) into v_others
  from public.cart_items c where c.owner_id = v_owner and c.variant_id <> all (coalesce(v_goods.items, '{}'));
  v_code := (select c.usable from private.cart_code(v_owner, v_hold) c);
  select coalesce(jsonb_object_agg(l.id, l.total_cents - l.tax_cents), '{}') into v_lines
  from public.hold_lines l join public.line_kinds k on k.kind = l.kind and not k.follows_delivery where l.hold_id = v_hold;
  v_items := (
        select coalesce(jsonb_agg(jsonb_build_object(
          'variantId', c.variant_id, 'productId', p.id, 'slug', p.slug, 'name', p.name, 'detail', nullif(v.name, ''),
          'imagePath', g.image_path, 'imageAlt', g.image_alt, 'quantity', c.quantity,
          'eachCents', l.each_cents, 'discountCents', l.discount_cents, 'codeCents', l.code_cents,
          'ruleCents', l.discount_cents - l.code_cents, 'totalCents', l.face_cents - l.discount_cents,
          'state', c.state, 'left', case when c.state in ('few', 'short') then c.left_units end, 'opensAt', c.opens_at,
          'most', greatest(0, least((select s.max_per_order from public.settings s), c.left_units, p.max_per_person)),
          'isHeld', exists (select 1 from public.hold_lines h where h.hold_id = v_hold and h.variant_id = c.variant_id))
            order by i.added_at, c.variant_id), '[]')
        from private.cart_state(v_owner, v_role) c
        join public.cart_items i on i.owner_id = v_owner and i.variant_id = c.variant_id
        join public.product_variants v on v.id = c.variant_id
        join public.products p on p.id = c.product_id
        left join lateral private.variant_picture(p.id, v.option_values) g on true
        join (
          select x.item_id, max(x.unit_face_cents) as each_cents, sum(x.quantity * x.unit_face_cents) as face_cents,
            sum(x.discount_cents) as discount_cents, coalesce(sum(x.discount_cents) filter (where x.code_units > 0), 0) as code_cents
          from (
            select * from private.price_cart(null, array[v_goods], v_code, v_hold)
            union all
            select * from private.price_cart(null, array[v_others], null, null)
          ) x join public.line_kinds k on k.kind = x.kind and k.is_merchandise group by x.item_id
        ) l on l.item_id = c.variant_id);
  return (
    select jsonb_build_object(
      'serverNow', now(), 'timeZone', s.time_zone, 'currency', s.currency,
      'hold', private.hold_details(v_hold),
      'code', private.cart_code_details(v_owner, v_hold, (select sum((x ->> 'codeCents')::bigint)::int
        from jsonb_array_elements(v_items) x)),
      'items', v_items, 'lineCents', v_lines, 'ticketsCents', t.cents, 'goodsCents', g.cents, 'subtotalCents', t.cents + g.cents)
    from public.settings s,
      (select coalesce(sum(x.value::bigint), 0) as cents from jsonb_each_text(v_lines) x) t,
      (select coalesce(sum((x ->> 'totalCents')::bigint), 0) as cents from jsonb_array_elements(v_items) x
       where x ->> 'state' in ('available', 'few', 'short')) g
  );
end
$$;
comment on function public.read_cart() is
  'The caller''s cart: {serverNow, timeZone, currency, hold (the live hold as the checkout shows it, or null), code '
  '(private.cart_code_details), items, lineCents (of the lines of the hold that are not goods, by id), ticketsCents, goodsCents, '
  'subtotalCents}. Items are the goods, held or not, with the price of all their units, but of those that are left where they are short, '
  'after what a rule or the code takes off (codeCents and ruleCents = the parts of discountCents), without tax and shipping; state as in '
  'start_checkout; goodsCents is of what can be bought, and leaves out those of which nothing can; left is a number only where few or '
  'fewer than wanted are left; most = how many the caller may set.';

create function private.merge_cart(p_guest uuid, p_account uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_item record;
  v_capped jsonb := '[]';
  v_limit int := (select max_per_order from public.settings);
begin
  for v_item in
    select g.variant_id, p.name, g.quantity as brought, coalesce(a.quantity, 0) as had, least(v_limit, p.max_per_person) as most
    from public.cart_items g
    join public.product_variants v on v.id = g.variant_id
    join public.products p on p.id = v.product_id
    left join public.cart_items a on a.owner_id = p_account and a.variant_id = g.variant_id
    where g.owner_id = p_guest order by g.variant_id
  loop
    insert into public.cart_items (owner_id, variant_id, quantity)
    values (p_account, v_item.variant_id, least(v_item.brought + v_item.had, greatest(v_item.most, v_item.had)))
    on conflict (owner_id, variant_id) do update set quantity = excluded.quantity;
    if v_item.brought + v_item.had > greatest(v_item.most, v_item.had) then
      v_capped := v_capped || jsonb_build_object('name', v_item.name, 'quantity', greatest(v_item.most, v_item.had));
    end if;
  end loop;
  delete from public.cart_items where owner_id = p_guest;
  return v_capped;
end
$$;
comment on function private.merge_cart(uuid, uuid) is
  'Adds the goods in a guest''s cart to those of the account that the guest signed in to, each up to what one order or person may have. '
  'Returns what was cut, [{name, quantity}], quantity = what is in the cart now.';

revoke execute on function private.product_state(public.products, text), private.lock_limited_products(private.line_choice[], text[]),
  private.check_product_limits(private.line_choice[], uuid, text[], uuid, uuid[]),
  private.take_from_cart(uuid), private.variant_left(public.product_variants, uuid), private.cart_state(uuid, text), private.cart_units(),
  private.merge_cart(uuid, uuid), public.change_cart(uuid, uuid, text, int, text), public.start_checkout(uuid, boolean, text, text, uuid),
  public.read_cart()
from public, anon, authenticated, service_role;
grant execute on function private.cart_units() to anon, authenticated, service_role;
grant execute on function public.read_cart() to authenticated;
grant execute on function public.change_cart(uuid, uuid, text, int, text),
  public.start_checkout(uuid, boolean, text, text, uuid) to service_role;
