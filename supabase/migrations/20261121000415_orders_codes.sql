-- Codes at work: typing one in, holding with it, and what staff do with them. The counters are changed in the stock file.

create function private.find_code(p_event public.events, p_code text) returns public.promo_codes
language plpgsql stable set search_path = ''
as $$
declare
  v_code public.promo_codes;
begin
  -- the event's own before one of all events
  select * into v_code from public.promo_codes c
  where (c.event_id = p_event.id or c.event_id is null) and c.code = upper(btrim(p_code)) and c.archived_at is null
  order by c.event_id nulls last limit 1;
  return v_code;
end
$$;
comment on function private.find_code(public.events, text) is
  'The code of an event, or of all events, that somebody typed, in whatever capitals; null = no such code.';

create function private.refuse_code_state(p_state text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  case p_state
    when 'active' then null;
    when 'not_yet' then perform private.refuse(409, 'code_not_started');
    when 'used_up' then perform private.refuse(409, 'code_used_up');
    else perform private.refuse(409, 'code_ended');
  end case;
end
$$;
comment on function private.refuse_code_state(text) is
  'Refuses a code that is not active, by its state: code_not_started, code_used_up or code_ended (paused ones too).';

create function public.unlock_code(p_owner uuid, p_event uuid, p_code text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_code public.promo_codes;
begin
  select * into v_event from public.events where id = p_event and status in ('published', 'postponed');
  v_code := private.find_code(v_event, p_code);
  -- the same for an event that nobody sees, a code that does not exist and one of another event
  if v_event.id is null or v_code.id is null or not private.may_open_event(v_event, p_owner) then
    perform private.refuse(404, 'code_unknown');
  end if;
  perform private.refuse_code_state(private.code_state(private.without_cart(v_code, p_owner)));
  if p_owner is not null then
    if private.person_role(p_owner) is null then
      perform private.refuse(401, 'sign_in_required');
    end if;
    insert into private.unlocked_codes (user_id, event_id, code_id) values (p_owner, p_event, v_code.id)
    on conflict (user_id, event_id) do update set code_id = excluded.code_id, unlocked_at = now();
  end if;
  return jsonb_build_object('codeId', v_code.id, 'code', v_code.code);
end
$$;
comment on function public.unlock_code(uuid, uuid, text) is
  'Opens to a person what a code of an event opens, in place of a code typed before: {codeId, code}. p_owner null = only checks the code, '
  'so that the server makes a guest for right codes alone. The server calls it after its limits on attempts. Refuses code_unknown, '
  'code_ended, code_not_started, code_used_up, sign_in_required.';

create function public.forget_code(p_owner uuid, p_event uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_forgot boolean;
begin
  delete from private.cart_codes k where k.owner_id = p_owner and k.code_id in (
    select (c.code).id from private.codes_of(array[p_event], p_owner) c);
  v_forgot := found;
  delete from private.unlocked_codes where user_id = p_owner and event_id = p_event;
  return found or v_forgot;
end
$$;
comment on function public.forget_code(uuid, uuid) is
  'Forgets the code that a person typed in for an event, in the cart too. False where there was none. What it holds already stays held at '
  'its price.';

create function private.code_to_hold(p_owner uuid, p_event uuid, p_code uuid) returns public.promo_codes
language plpgsql stable set search_path = ''
as $$
declare
  v_found record;
begin
  select c.* into v_found from private.codes_of(array[p_event], p_owner) c where (c.code).id = p_code;
  if not found then
    -- the code of the cart: one of an event is for orders that have something of that event
    select null::uuid as event_id, private.code_state(x.code) as state, x.code as code into v_found
    from private.cart_codes k
    join public.promo_codes c on c.id = k.code_id
    cross join lateral (select private.without_cart(c, p_owner) as code) x
    where k.owner_id = p_owner and c.id = p_code and c.archived_at is null
      and (p_event is null or c.kinds = '{}')
      and (c.event_id is null or c.event_id = (
        select h.event_id from public.holds h
        where h.owner_id = p_owner and h.kind = 'cart' and h.status in ('active', 'pinned') and h.expires_at > now()));
  end if;
  if not found then
    perform private.refuse(404, 'code_unknown');
  end if;
  perform private.refuse_code_state(v_found.state);
  return v_found.code;
end
$$;
comment on function private.code_to_hold(uuid, uuid, uuid) is
  'The code that a person wants to hold with, which they unlocked for the event or typed into the cart; refuses code_unknown, code_ended, '
  'code_not_started, code_used_up. Not locked.';

create function private.check_code_person(p_code public.promo_codes, p_owner uuid, p_keys text[], p_hold uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_used int;
begin
  if p_code.max_per_person is null then
    return;
  end if;
  select (
    select count(*) from public.holds h
    where h.owner_id = p_owner and h.code_id = p_code.id and h.id is distinct from p_hold
      and h.status in ('active', 'pinned') and h.expires_at > now()
  ) + (
    -- orders of the mailbox's other accounts count if something was paid for them, as for the limit of tickets per person
    select count(*) from public.orders o
    where o.code_id = p_code.id and private.order_is_sold(o.status)
      and (o.owner_id = p_owner or (o.total_cents > 0 and o.email_key = any (p_keys)))
  ) into v_used;
  if v_used >= p_code.max_per_person then
    perform private.refuse(409, 'code_person_limit', jsonb_build_object('limit', p_code.max_per_person));
  end if;
end
$$;
comment on function private.check_code_person(public.promo_codes, uuid, text[], uuid) is
  'Refuses code_person_limit when a person has as many orders with a code as it allows, by account and by mailbox, one hold left aside. '
  'Callers whose response goes to the buyer pass proven mailboxes only.';

create function private.kept_code(p_owner uuid, p_event uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select c.id
    from public.holds h
    join public.promo_codes c on c.id = h.code_id
    left join private.cart_codes k on k.owner_id = p_owner and k.code_id = c.id
    where h.owner_id = p_owner and h.kind = 'cart' and h.status in ('active', 'pinned') and h.expires_at > now()
      and case when p_event is not null then k.code_id is not null and c.kinds = '{}'
        else k.code_id is not null or exists (
          select 1 from public.hold_lines l join public.line_kinds n on n.kind = l.kind and not n.follows_delivery
          where l.hold_id = h.id and l.code_units > 0) end);
end
$$;
comment on function private.kept_code(uuid, uuid) is
  'The code that a person''s cart keeps while it changes without one being named: that of what is held, unless it was removed from the '
  'cart and covers nothing that stays. When tickets are chosen again (p_event), a code of goods alone stays.';

create function private.lock_code(p_code uuid, p_owner uuid, p_keys text[], p_hold uuid, p_had int default null) returns public.promo_codes
language plpgsql volatile set search_path = ''
as $$
declare
  v_code public.promo_codes;
begin
  select * into v_code from public.promo_codes where id = p_code for no key update;
  if p_had is null then
    perform private.refuse_code_state(private.code_state(v_code));
    perform private.check_code_person(v_code, p_owner, p_keys, p_hold);
  end if;
  v_code.max_units_per_order := case when p_had is not null and private.code_state(v_code) <> 'active' then p_had
    else v_code.max_units_per_order - (
      select coalesce(sum(l.code_units), 0)::int
      from public.hold_lines l join public.line_kinds n on n.kind = l.kind and not n.follows_delivery
      where l.hold_id = p_hold) end;
  return v_code;
end
$$;
comment on function private.lock_code(uuid, uuid, text[], uuid, int) is
  'Locks a code and returns it with its counters as they are now, and with what it covers of one order less what it covers already of the '
  'tickets of p_hold. p_had = null for a code that is used again: refuses code_ended, code_not_started, code_used_up, code_person_limit; '
  'else how many goods it covered until they were priced again: what is held keeps its price, and a code that is over covers no more than '
  'that. Taken after the pools and variants of the choice, before its releases.';

create function private.take_code(p_hold uuid, p_code uuid, p_units int, p_cents bigint, p_blocked int) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_units int := (select coalesce(sum(l.code_units), 0) from public.hold_lines l where l.hold_id = p_hold);
begin
  if p_units > 0 then
    perform private.change_code_uses(p_code, (v_units = p_units)::int, p_units, p_cents, 1, 0);
  end if;
  update public.holds h set code_id = n.code_id, code_units = v_units, block_units = n.blocked
  from (
    select case when v_units > 0 then coalesce(p_code, x.code_id) end as code_id,
      case when v_units = 0 then 0 else coalesce(p_blocked, x.block_units) end as blocked
    from public.holds x where x.id = p_hold) n
  where h.id = p_hold and (h.code_id, h.code_units, h.block_units) is distinct from (n.code_id, v_units, n.blocked);
end
$$;
comment on function private.take_code(uuid, uuid, int, bigint, int) is
  'Counts what lines that were just written to a hold use of a code, units and the cents of its discounts, and one order where no other '
  'line has it; and writes to the hold what all its lines use. p_blocked = places that came from what the code keeps, null = as before. '
  'Refuses code_used_up.';

create function private.check_covered(p_code public.promo_codes, p_units int, p_wanted int) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_code.effect = 'access' and p_wanted > p_code.max_units_per_order then
    perform private.refuse(409, 'order_limit', jsonb_build_object('limit', p_code.max_units_per_order));
  elsif p_units = 0 or (p_code.effect = 'access' and p_units < p_wanted) then
    perform private.refuse(409, 'code_used_up');
  end if;
end
$$;
comment on function private.check_covered(public.promo_codes, int, int) is
  'Refuses a choice of which the code covers nothing more, or not all where it opens what nobody else may buy: code_used_up, order_limit.';

create function private.covered_places(p_code public.promo_codes, p_choices private.line_choice[]) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select sum(s.units)::int
    from private.stock_of(array(
      select row(c.kind, array_agg(i.item), array_agg(i.units))::private.line_choice
      from unnest(p_choices) c cross join lateral unnest(c.items, c.units) i (item, units)
      where private.code_covers(p_code, c.kind, i.item) group by c.kind)) s
    where s.pool_id = p_code.block_pool_id), 0);
end
$$;
comment on function private.covered_places(public.promo_codes, private.line_choice[]) is
  'How many places of the pool that a code keeps places of a choice takes, by the items that are in the code''s scope.';

create function private.take_block(p_code uuid, p_choices private.line_choice[]) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_code public.promo_codes;
  v_taken int;
begin
  select * into v_code from public.promo_codes where id = p_code and block_pool_id is not null;
  if not found then
    return 0;
  end if;
  -- locked by lock_stock, like the pool
  select * into v_code from public.promo_codes where id = p_code for no key update;
  v_taken := least(v_code.block_left, private.covered_places(v_code, p_choices));
  if v_taken > 0 then
    update public.capacity_pools set blocked = blocked - v_taken where id = v_code.block_pool_id;
    update public.promo_codes set block_left = block_left - v_taken where id = p_code;
  end if;
  return v_taken;
end
$$;
comment on function private.take_block(uuid, private.line_choice[]) is
  'Frees for a choice, which takes them in the same transaction, as many of the places that its code keeps as it needs. Returns how many. '
  'Call after private.lock_stock, which locked pool and code.';

revoke execute on function public.unlock_code(uuid, uuid, text), public.forget_code(uuid, uuid) from public, anon,
  authenticated, service_role;
grant execute on function public.unlock_code(uuid, uuid, text), public.forget_code(uuid, uuid) to service_role;
