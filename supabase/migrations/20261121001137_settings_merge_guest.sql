-- Moves what a guest chose and bought to the account that the guest signs in to.

create function private.merge_guest_event(p_event_id uuid, p_guest uuid, p_account uuid) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_mailboxes text[] := private.proven_mailboxes(p_account);
  v_event public.events;
  v_own uuid;
  v_orders uuid[];
begin
  if p_event_id is not null then
    select * into strict v_event from public.events where id = p_event_id;
    perform private.lock_mailboxes(p_event_id, v_mailboxes);
    perform private.lock_settlement(p_event_id, false);
  end if;
  -- before any pool, in the order of the refund functions
  perform 1 from public.orders where owner_id = p_guest and event_id is not distinct from p_event_id
  order by supplement_of is not null, id for no key update;
  if exists (
    select 1 from public.holds
    where owner_id = p_guest and event_id is not distinct from p_event_id and kind = 'cart' and status in ('active', 'pinned')
  ) then
    select id into v_own from public.holds where owner_id = p_account and kind = 'cart' and status in ('active', 'pinned');
    if found then
      perform public.release_hold(p_account, v_own); -- a person has one cart, and this choice is the newer one
    end if;
  end if;
  with moved as (
    update public.orders set owner_id = p_account where owner_id = p_guest and event_id is not distinct from p_event_id returning id
  )
  select coalesce(array_agg(id), '{}') into v_orders from moved;
  update public.holds set owner_id = p_account where owner_id = p_guest and event_id is not distinct from p_event_id;
  update public.tickets set owner_id = p_account where owner_id = p_guest and order_id = any (v_orders);
  if p_event_id is not null then
    perform private.check_person_limit(v_event, p_account, v_mailboxes, null, 0);
  end if;
  return true;
exception
  when sqlstate 'PGRST' then -- above the limit per person, or a payment is under way: it all stays as it was
    return false;
end
$$;
comment on function private.merge_guest_event(uuid, uuid, uuid) is
  'Moves a guest''s holds, orders and tickets of one event, or those without an event (null), to an account. False where a rule of '
  'selling forbids it and everything stays the guest''s.';

create function public.merge_guest(p_guest uuid, p_account uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event record;
  v_moved jsonb := '[]';
  v_refused jsonb := '[]';
  v_cart jsonb;
begin
  if coalesce(private.role_may(private.person_role(p_guest), 'own_account'), true)
    or not coalesce(private.role_may(private.person_role(p_account), 'own_account'), false) then
    perform private.refuse(409, 'guest_role');
  end if;
  perform private.lock_person(least(p_guest, p_account));
  perform private.lock_person(greatest(p_guest, p_account));
  -- Merge the order with the live cart last: it may release the account's cart, and stock locks must be the last ones taken.
  for v_event in
    select f.event_id as id, bool_or(f.is_cart) as has_cart
    from (
      select h.event_id, h.kind = 'cart' and h.status in ('active', 'pinned') as is_cart from public.holds h where h.owner_id = p_guest
      union all
      select o.event_id, false from public.orders o where o.owner_id = p_guest
    ) f
    group by f.event_id order by has_cart, f.event_id
  loop
    if private.merge_guest_event(v_event.id, p_guest, p_account) then
      v_moved := v_moved || coalesce(to_jsonb(v_event.id), 'null');
    else
      v_refused := v_refused || coalesce(to_jsonb(v_event.id), 'null');
    end if;
  end loop;
  v_cart := private.merge_cart(p_guest, p_account);
  perform private.merge_waitlists(p_guest, p_account);
  insert into private.event_unlocks (password_id, user_id, at)
  select u.password_id, p_account, u.at from private.event_unlocks u where u.user_id = p_guest
  on conflict do nothing;
  insert into private.unlocked_codes (user_id, event_id, code_id, unlocked_at)
  select p_account, u.event_id, u.code_id, u.unlocked_at from private.unlocked_codes u where u.user_id = p_guest
  on conflict (user_id, event_id) do update set code_id = excluded.code_id, unlocked_at = excluded.unlocked_at;
  insert into private.cart_codes (owner_id, code_id, entered_at)
  select p_account, k.code_id, k.entered_at from private.cart_codes k where k.owner_id = p_guest
  on conflict (owner_id) do update set code_id = excluded.code_id, entered_at = excluded.entered_at;
  if v_moved <> '[]' or v_refused <> '[]' then
    insert into private.audit_log (actor_id, actor_role, action, subject_kind, subject_id, facts)
    values (p_account, null, 'account.guest_merged', 'account', p_account::text,
      jsonb_build_object('guest', p_guest, 'moved', v_moved, 'refused', v_refused));
  end if;
  return jsonb_build_object('moved', v_moved, 'refused', v_refused, 'cart', v_cart);
end
$$;
comment on function public.merge_guest(uuid, uuid) is
  'Moves what a guest chose and bought to the account that the same visitor has just signed in to: {moved, refused, cart}, event ids, '
  'null for what is of no event, and the goods of the cart that had to be cut, [{name, quantity}]. A cart replaces the account''s own '
  'one; what would exceed the limit per person stays with the guest. The codes that the guest typed in open the same to the account, and '
  'events that the guest gave the password of. The server calls it when both sessions were proven. Refuses guest_role.';

grant execute on function public.merge_guest(uuid, uuid) to service_role;
