-- A guest who has an account already, and signs in to it, finds there what the guest chose and bought.

create function private.take_over_event(p_event public.events, p_guest uuid, p_account uuid) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_keys text[] := private.proven_mailboxes(p_account);
  v_own uuid;
  v_orders uuid[];
begin
  perform private.lock_mailboxes(p_event.id, v_keys);
  perform private.lock_settlement(p_event.id, false);
  -- before any pool, as whoever refunds one of them does
  perform 1 from public.orders where owner_id = p_guest and event_id = p_event.id order by id for no key update;
  if exists (
    select 1 from public.holds
    where owner_id = p_guest and event_id = p_event.id and kind = 'cart' and status in ('active', 'pinned')
  ) then
    select id into v_own from public.holds
    where owner_id = p_account and event_id = p_event.id and kind = 'cart' and status in ('active', 'pinned');
    if found then
      perform public.release_hold(p_account, v_own); -- a person has one cart per event, and this choice is the newer one
    end if;
  end if;
  with moved as (
    update public.orders set owner_id = p_account where owner_id = p_guest and event_id = p_event.id returning id
  )
  select coalesce(array_agg(id), '{}') into v_orders from moved;
  update public.holds set owner_id = p_account where owner_id = p_guest and event_id = p_event.id;
  update public.tickets set owner_id = p_account where owner_id = p_guest and order_id = any (v_orders);
  perform private.check_person_limit(p_event, p_account, v_keys, null, 0);
  return cardinality(v_orders);
exception
  when sqlstate 'PGRST' then -- above the limit per person, or a payment is under way: it all stays as it was
    return null;
end
$$;
comment on function private.take_over_event(public.events, uuid, uuid) is
  'Moves a guest''s holds, orders and tickets of one event to an account. Answers how many orders, or null where a rule of selling forbids it and everything stays the guest''s.';

create function public.take_over_guest(p_guest uuid, p_account uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_orders int;
  v_moved jsonb := '[]';
  v_left jsonb := '[]';
begin
  if private.person_role(p_guest) is distinct from 'guest' or coalesce(private.person_role(p_account), 'guest') = 'guest' then
    perform private.refuse(409, 'guest_role');
  end if;
  perform private.lock_person(least(p_guest, p_account));
  perform private.lock_person(greatest(p_guest, p_account));
  for v_event in
    select e.* from public.events e
    where e.id in (
      select h.event_id from public.holds h where h.owner_id = p_guest
      union all
      select o.event_id from public.orders o where o.owner_id = p_guest)
    order by e.id
  loop
    v_orders := private.take_over_event(v_event, p_guest, p_account);
    if v_orders is null then
      v_left := v_left || to_jsonb(v_event.id);
    else
      v_moved := v_moved || to_jsonb(v_event.id);
    end if;
  end loop;
  if v_moved <> '[]' or v_left <> '[]' then
    insert into private.audit_log (actor_id, actor_role, action, subject_kind, subject_id, facts)
    values (p_account, null, 'account.guest_taken_over', 'account', p_account::text,
      jsonb_build_object('guest', p_guest, 'moved', v_moved, 'left', v_left));
  end if;
  return jsonb_build_object('moved', v_moved, 'left', v_left);
end
$$;
comment on function public.take_over_guest(uuid, uuid) is
  'What a guest chose and bought goes to the account that the same visitor has just signed in to: {moved, left}, event ids. A cart replaces the account''s own one for that event; what would exceed the limit per person stays with the guest. The server calls it when both sessions were proven. Refuses guest_role.';

grant execute on function public.take_over_guest(uuid, uuid) to service_role;
