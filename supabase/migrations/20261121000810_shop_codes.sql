-- Codes for goods: what of the shop they are for, typing one into the cart, and the codes that belong to no event.

create table public.promo_code_goods (
  id uuid primary key default gen_random_uuid(),
  code_id uuid not null references public.promo_codes (id) on delete cascade,
  product_id uuid references public.products (id) on delete cascade,
  collection_id uuid references public.product_collections (id) on delete cascade,
  constraint promo_code_goods_one check (num_nonnulls(product_id, collection_id) = 1),
  unique nulls not distinct (code_id, product_id, collection_id)
);
comment on table public.promo_code_goods is
  'Products and collections that a code is for, where its goods are listed. A code whose last row goes with a deleted product is for no '
  'goods any more.';
create index promo_code_goods_product on public.promo_code_goods (product_id) where product_id is not null;
create index promo_code_goods_collection on public.promo_code_goods (collection_id) where collection_id is not null;
alter table public.promo_code_goods enable row level security;
alter table public.promo_code_goods force row level security;
grant select on public.promo_code_goods to authenticated, service_role;
create policy promo_code_goods_select on public.promo_code_goods for select to authenticated using ((select private.may('manage_shop')));

create function private.cart_code(p_owner uuid, p_hold uuid, out code public.promo_codes, out usable public.promo_codes, out state text)
language plpgsql stable set search_path = ''
as $$
declare
  v_hold public.holds;
  v_goods int; -- units of goods that it covers in the hold, and units and cents of the tickets there
  v_units int;
  v_cents bigint;
begin
  select * into v_hold from public.holds where id = p_hold;
  select c.* into code from public.promo_codes c
  where c.id = coalesce((
    select k.code_id from private.cart_codes k join public.promo_codes x on x.id = k.code_id
    where k.owner_id = p_owner and x.archived_at is null and (x.event_id is null or x.event_id = v_hold.event_id)), v_hold.code_id);
  if code.id is null then
    return;
  end if;
  usable := private.without_cart(code, p_owner);
  state := private.code_state(usable);
  if code.id = v_hold.code_id then
    select coalesce(sum(l.code_units) filter (where k.is_merchandise), 0),
      coalesce(sum(l.code_units) filter (where not k.is_merchandise), 0),
      coalesce(sum(l.discount_cents) filter (where not k.is_merchandise and l.code_units > 0), 0)
    into v_goods, v_units, v_cents from public.hold_lines l join public.line_kinds k on k.kind = l.kind where l.hold_id = p_hold;
    usable.units_held := usable.units_held + v_units;
    usable.cents_held := usable.cents_held + v_cents;
    usable.max_units_per_order := case when state = 'active' then usable.max_units_per_order - v_units else v_goods end;
  elsif state <> 'active' then
    usable := null;
  end if;
end
$$;
comment on function private.cart_code(uuid, uuid) is
  'The code of a person''s cart with its state, and usable = the same with its counters as pricing the goods finds them beside the '
  'tickets of the hold p_hold, null where it covers nothing now. What is held keeps its price, also when the code has ended since.';

create function private.cart_code_details(p_owner uuid, p_hold uuid, p_units int) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_found record := private.cart_code(p_owner, p_hold);
  v_code public.promo_codes := v_found.code;
begin
  return case when v_code.id is not null then private.code_terms(v_code) || jsonb_build_object(
    'state', v_found.state, 'minGoodsCents', v_code.min_goods_cents,
    'isUsed', p_units > 0 or exists (select 1 from public.hold_lines l where l.hold_id = p_hold and l.code_units > 0)) end;
end
$$;
comment on function private.cart_code_details(uuid, uuid, int) is
  'The code of a person''s cart as pages show it: private.code_terms with {state, minGoodsCents, isUsed}; p_units = units of goods that '
  'it covers there. Null without one.';

create function private.rehold(p_owner uuid, p_hold public.holds, p_code uuid, p_with_tickets boolean) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_lines jsonb;
  v_before bigint;
  v_after bigint;
begin
  select jsonb_agg(jsonb_build_object('kind', n.kind, 'item', n.item_id, 'quantity', n.units)), sum(n.cents) into v_lines, v_before
  from (
    select l.kind, l.item_id, sum(l.quantity) as units, sum(l.quantity * l.unit_face_cents) as cents
    from public.hold_lines l join public.line_kinds k on k.kind = l.kind
    where l.hold_id = p_hold.id and case when p_with_tickets then k.needs_event else k.is_merchandise end group by 1, 2
  ) n;
  if v_lines is null then
    return;
  end if;
  begin
    perform public.hold_items(p_owner, case when p_with_tickets then p_hold.event_id end, v_lines, null, null, p_code);
  exception when sqlstate 'PGRST' then
    -- items that only the earlier code opens cannot be held without it
    if p_with_tickets and p_hold.code_id is not null and sqlerrm::jsonb ->> 'message'
      in ('not_found', 'sale_not_started', 'members_only') then
      perform private.refuse(409, 'code_needed');
    end if;
    raise;
  end;
  if p_with_tickets then
    select sum(l.quantity * l.unit_face_cents) into v_after
    from public.hold_lines l join public.line_kinds k on k.kind = l.kind where l.hold_id = p_hold.id and k.needs_event;
    if v_after > v_before then
      perform private.refuse(409, 'code_too_late');
    end if;
  end if;
end
$$;
comment on function private.rehold(uuid, public.holds, uuid, boolean) is
  'Holds what a cart holds once more with another code, null for none: its tickets with its goods, or its goods alone. Its end stays. '
  'Refuses code_too_late where the face price of its tickets has risen since they were chosen, code_needed where they can only be bought '
  'with the code before, and as hold_items does.';

create function public.apply_code(p_owner uuid, p_code text) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_role text := private.person_role(p_owner);
  v_hold public.holds;
  v_event public.events;
  v_code public.promo_codes;
  v_for_tickets boolean;
  v_goods private.line_choice;
  v_units record;
begin
  if v_role is null then
    perform private.refuse(401, 'sign_in_required');
  end if;
  perform private.lock_person(p_owner);
  select * into v_hold from public.holds where owner_id = p_owner and kind = 'cart' and status in ('active', 'pinned')
    and expires_at > now();
  select * into v_event from public.events where id = v_hold.event_id;
  v_code := private.find_code(v_event, p_code);
  if v_code.id is null then
    perform private.refuse(404, 'code_unknown');
  end if;
  perform private.refuse_code_state(private.code_state(private.without_cart(v_code, p_owner)));
  perform private.check_code_person(v_code, p_owner, private.proven_mailboxes(p_owner), v_hold.id);
  v_for_tickets := exists (
    select 1 from public.hold_lines l join public.line_kinds k on k.kind = l.kind and k.needs_event
    where l.hold_id = v_hold.id and private.code_covers(v_code, l.kind, l.item_id));
  select 'product', array_agg(c.variant_id), array_agg(c.quantity) into v_goods from public.cart_items c where c.owner_id = p_owner;
  if not v_for_tickets and not exists (
    select 1 from unnest(v_goods.items) i (item) where private.code_covers_goods(v_code, i.item)) then
    perform private.refuse(409, 'code_not_for_cart');
  end if;
  if v_code.min_goods_cents > private.goods_face_cents(array[v_goods], v_hold.id) then
    perform private.refuse(409, 'code_minimum', jsonb_build_object('cents', v_code.min_goods_cents,
      'currency', (select s.currency from public.settings s)));
  end if;
  insert into private.cart_codes (owner_id, code_id) values (p_owner, v_code.id)
  on conflict (owner_id) do update set code_id = excluded.code_id, entered_at = now();
  if v_for_tickets then
    insert into private.unlocked_codes (user_id, event_id, code_id) values (p_owner, v_event.id, v_code.id)
    on conflict (user_id, event_id) do update set code_id = excluded.code_id, unlocked_at = now();
  end if;
  perform private.rehold(p_owner, v_hold, v_code.id, v_for_tickets or exists (
    select 1 from public.hold_lines l join public.line_kinds k on k.kind = l.kind and not k.follows_delivery
    where l.hold_id = v_hold.id and l.code_units > 0));
  if not v_for_tickets then
    select coalesce(sum(x.code_units), 0) as covered, coalesce(sum(x.code_wanted), 0) as wanted into v_units
    from private.price_cart(v_event, array[v_goods], (select c.usable from private.cart_code(p_owner, v_hold.id) c), v_hold.id) x;
    if v_units.wanted = 0 then
      perform private.refuse(409, 'code_no_gain');
    elsif v_units.covered = 0 then
      perform private.refuse(409, 'code_used_up');
    end if;
  end if;
  return jsonb_build_object('codeId', v_code.id, 'code', v_code.code);
end
$$;
comment on function public.apply_code(uuid, text) is
  'Uses a code for a person''s cart, in place of another one: {codeId, code}. It is of the event whose tickets are held, or of none. What '
  'is held already is priced again with it and keeps its end; an order that was placed and not paid ends. The server calls it after its '
  'limits on attempts. Refuses code_unknown, code_ended, code_not_started, code_used_up, code_person_limit, code_not_for_cart where it '
  'covers nothing there, code_minimum, code_no_gain where a price rule takes off as much, code_too_late, code_needed, '
  'payment_in_progress, sign_in_required, and as hold_items does.';

create function public.drop_code(p_owner uuid) returns boolean
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_hold public.holds;
  v_code uuid;
begin
  if private.person_role(p_owner) is null then
    perform private.refuse(401, 'sign_in_required');
  end if;
  perform private.lock_person(p_owner);
  select * into v_hold from public.holds where owner_id = p_owner and kind = 'cart' and status in ('active', 'pinned')
    and expires_at > now();
  delete from private.cart_codes where owner_id = p_owner returning code_id into v_code;
  v_code := coalesce(v_hold.code_id, v_code);
  if v_code is null then
    return false;
  end if;
  delete from private.unlocked_codes where user_id = p_owner and event_id = v_hold.event_id and code_id = v_code;
  if v_hold.code_id is not null then
    perform private.rehold(p_owner, v_hold, null, exists (
      select 1 from public.hold_lines l join public.line_kinds k on k.kind = l.kind and not k.follows_delivery
      where l.hold_id = v_hold.id and l.code_units > 0));
  end if;
  return true;
end
$$;
comment on function public.drop_code(uuid) is
  'Removes the code of a person''s cart; what is held is priced again without it and keeps its end. False where there was none. Refuses '
  'code_needed where held tickets can only be bought with it, code_too_late, payment_in_progress, sign_in_required.';

-- Codes that admins make.

create function public.save_shop_code(p_code jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid := (p_code ->> 'id')::uuid;
  v_before public.promo_codes;
  v_row jsonb := private.code_row(v_id);
  v_zone text := (select s.time_zone from public.settings s);
begin
  perform private.require_permission('manage_shop');
  if p_code ->> 'effect' is null or p_code ->> 'effect' = 'access' or coalesce(p_code ->> 'goods', '') not in ('all', 'listed') then
    perform private.refuse(422, 'invalid');
  end if;
  if v_id is null then
    insert into public.promo_codes (code, kinds, goods, effect, amount_cents) values (upper(p_code ->> 'code'), '{}', p_code ->> 'goods',
      'price', 0)
    returning * into v_before;
    v_id := v_before.id;
  else
    select * into v_before from public.promo_codes
    where id = v_id and event_id is null and goods <> 'none' and archived_at is null for no key update;
    if not found then
      perform private.refuse(404, 'not_found');
    end if;
    if private.parse_instant(p_code ->> 'version') is distinct from v_before.updated_at then
      perform private.refuse(409, 'changed_meanwhile');
    end if;
    perform private.check_code_fields(p_code, v_before);
  end if;
  perform private.write_code_fields(v_id, p_code);
  update public.promo_codes set
    kinds = case when (p_code ->> 'forTickets')::boolean then null else '{}'::text[] end,
    goods = p_code ->> 'goods',
    min_goods_cents = case when (p_code ->> 'forTickets')::boolean then null else (p_code ->> 'minGoodsCents')::bigint end,
    starts_at = (p_code ->> 'validFrom')::timestamp at time zone v_zone, ends_at = (p_code ->> 'validUntil')::timestamp at time zone v_zone
  where id = v_id;
  perform private.write_code_goods(v_id, p_code ->> 'goods', p_code -> 'products', p_code -> 'collections');
  perform private.audit_change('save_code', 'code', v_id::text, v_row, private.code_row(v_id));
  return v_id;
exception
  when unique_violation then
    perform private.refuse(409, 'code_taken');
    return null;
end
$$;
comment on function public.save_shop_code(jsonb) is
  'Writes a code for goods that belongs to no event and returns its id; admins only. {id, version, code, label, effect (percent, fixed or '
  'price), percent, amountCents, goods (all or listed), products: [ids], collections: [ids], forTickets (also for all that events sell), '
  'validFrom and validUntil (clocks in the brand''s zone), maxOrders, maxUnits, maxPerPerson, maxUnitsPerOrder, budgetCents, '
  'minGoodsCents (of codes for goods alone)}; without id it makes one, with one it wants the version that was read. What is held keeps '
  'its price. Refuses code_taken, code_below_used, changed_meanwhile, not_found (archived codes too), invalid, not_allowed.';

create function private.shop_code_fields(p_code public.promo_codes) returns jsonb
language sql immutable set search_path = ''
as $$
  select private.shared_code_fields(p_code)
    || jsonb_build_object('forTickets', p_code.kinds is null, 'minGoodsCents', p_code.min_goods_cents)
$$;
comment on function private.shop_code_fields(public.promo_codes) is
  'Fields of a code for goods that both the list and the form of staff show.';

create function public.read_shop_codes(p_after uuid default null, p_limit int default 50) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_ids uuid[];
begin
  perform private.require_permission('manage_shop');
  select array_agg(c.id order by c.created_at desc, c.id) into v_ids
  from (
    select n.id, n.created_at from public.promo_codes n left join public.promo_codes a on a.id = p_after
    where n.event_id is null and n.goods <> 'none' and n.archived_at is null
      and (a.id is null or n.created_at < a.created_at or (n.created_at = a.created_at and n.id > a.id))
    order by n.created_at desc, n.id limit v_limit + 1) c;
  return (
    select jsonb_build_object('timeZone', s.time_zone, 'currency', s.currency, 'now', now(),
      'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
      'codes', (
        select coalesce(jsonb_agg(private.shop_code_fields(c) || private.code_uses(c)
          || jsonb_build_object('validFromAt', c.starts_at, 'validUntilAt', c.ends_at)
          order by array_position(v_ids, c.id)), '[]')
        from public.promo_codes c
        where c.id = any (v_ids[:v_limit])))
    from public.settings s);
end
$$;
comment on function public.read_shop_codes(uuid, int) is
  'A page of the codes for goods that belong to no event, newest first, with their uses and the first names of what they are for: '
  '{timeZone, currency, now, codes, next}; admins only. p_after = the last one of the page before.';

create function public.read_shop_code(p_id uuid default null, p_search text default null, p_products uuid[] default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit constant int := 50;
  v_code public.promo_codes;
  v_own uuid[];
begin
  perform private.require_permission('manage_shop');
  select * into v_code from public.promo_codes c where c.id = p_id and c.event_id is null and c.goods <> 'none' and c.archived_at is null;
  select coalesce(array_agg(g.product_id), '{}') into v_own
  from public.promo_code_goods g where g.code_id = v_code.id and g.product_id is not null;
  return private.code_scopes(coalesce(p_products, v_own), p_search, v_limit) || jsonb_build_object(
    'chosen', coalesce(p_products, v_own),
    'code', (
      select private.shop_code_fields(v_code) || jsonb_build_object(
        'version', v_code.updated_at, 'products', v_own,
        'collections', (
          select coalesce(jsonb_agg(g.collection_id), '[]') from public.promo_code_goods g where g.code_id = v_code.id
            and g.collection_id is not null),
        'validFrom', to_char(v_code.starts_at at time zone s.time_zone, 'YYYY-MM-DD"T"HH24:MI'),
        'validUntil', to_char(v_code.ends_at at time zone s.time_zone, 'YYYY-MM-DD"T"HH24:MI'))
      from public.settings s where v_code.id is not null));
end
$$;
comment on function public.read_shop_code(uuid, text, uuid[]) is
  'A code for goods as its form takes it, and what it can be for: {code, chosen, products, hasMore, collections}; admins only. code is '
  'null where there is none. The products are those chosen (p_products; null: those of the code) and 50 of the others with p_search in '
  'their name, address or a SKU.';

revoke execute on function
  private.cart_code(uuid, uuid), private.cart_code_details(uuid, uuid, int), private.rehold(uuid, public.holds, uuid, boolean),
  private.shop_code_fields(public.promo_codes), public.apply_code(uuid, text), public.drop_code(uuid), public.save_shop_code(jsonb),
  public.read_shop_codes(uuid, int), public.read_shop_code(uuid, text, uuid[])
from public, anon, authenticated, service_role;
grant execute on function public.apply_code(uuid, text), public.drop_code(uuid) to service_role;
grant execute on function public.save_shop_code(jsonb), public.read_shop_codes(uuid, int),
  public.read_shop_code(uuid, text, uuid[]) to authenticated;
