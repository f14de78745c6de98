-- Stock: taking places, giving them back, and who may have how many.
-- Locks are always taken in this order, so that no two functions can wait for one another:
--   person > mailbox > settlement of the event (these three advisory) > order > own hold > tickets > pools by id > releases.
-- "for no key update" is what an update itself takes: rows that refer to a locked one can still be written.
-- Ended holds of others are only ever touched with "skip locked", after the pools.

create function private.random_code(p_length int) returns text
language plpgsql volatile set search_path = ''
as $$
begin
  -- The last 8 bytes of a random uuid: the low 5 bits of each are random, and 32 characters are 5 bits.
  return (
    select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + (get_byte(u.bytes, 8 + n) & 31), 1), '' order by n)
    from (select uuid_send(gen_random_uuid()) as bytes) u, generate_series(0, least(p_length, 8) - 1) n
  );
end
$$;
comment on function private.random_code(int) is 'Up to 8 characters drawn from 32 that nobody confuses (no 0, O, 1, I).';

create function private.person_role(p_user_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select r.role from private.user_roles r join public.profiles p on p.id = r.user_id
    where r.user_id = p_user_id and p.deactivated_at is null
  );
end
$$;
comment on function private.person_role(uuid) is
  'The role of a person named by the server (the selling functions run as the service); null for nobody and for deactivated accounts.';

create function private.lock_person(p_owner uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('person:' || p_owner::text, 0));
end
$$;
comment on function private.lock_person(uuid) is
  'One purchase at a time per person: makes idempotency keys and limits per person hold under parallel requests.';

create function private.lock_mailboxes(p_event_id uuid, p_keys text[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox:' || p_event_id::text || ':' || k.key, 0))
  from (select distinct key from unnest(p_keys) key where key is not null order by key) k;
end
$$;
comment on function private.lock_mailboxes(uuid, text[]) is 'Serialises purchases of one mailbox for one event, whichever accounts make them.';

create function private.proven_mailboxes(p_owner uuid) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(distinct k.key order by k.key), '{}')
    from public.profiles p
    cross join lateral (
      select private.email_key(u.email) as key from auth.users u where u.id = p.id
      union all
      select private.email_key(c.email) from private.contacts c where c.user_id = p.id
    ) k
    where p.id = p_owner and p.email_verified_at is not null and k.key is not null
  );
end
$$;
comment on function private.proven_mailboxes(uuid) is
  'The mailboxes that an account has proven to be its own. What it merely typed is no part of it: an answer that depends on that would tell about somebody else.';

create function private.typed_mailboxes(p_order public.orders) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return private.proven_mailboxes(p_order.owner_id)
    || case when p_order.total_cents > 0 then array[p_order.email_key] else '{}'::text[] end;
end
$$;
comment on function private.typed_mailboxes(public.orders) is
  'The mailboxes that an order counts for when its money has arrived: those of its account, and the one that was typed. Nothing paid, nothing but the account counts: whoever answers at once would tell about the mailbox.';

create function private.lock_settlement(p_event_id uuid, p_alone boolean) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_lock bigint := hashtextextended('settlement:' || p_event_id::text, 0);
begin
  if p_alone then
    perform pg_advisory_xact_lock(v_lock);
  else
    perform pg_advisory_xact_lock_shared(v_lock);
  end if;
end
$$;
comment on function private.lock_settlement(uuid, boolean) is
  'Orders of an event are settled side by side (shared); cancelling or postponing it (alone) waits for them and makes later ones see it.';

create function private.response_for_key(p_actor uuid, p_key text, p_action text, p_body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_row private.idempotency_keys;
begin
  if p_key is null then
    return null;
  end if;
  if length(p_key) not between 8 and 200 then
    perform private.refuse(422, 'invalid', '{"field": "key"}');
  end if;
  select * into v_row from private.idempotency_keys where actor_id = p_actor and key = p_key;
  if found and (v_row.action <> p_action or v_row.body_hash <> encode(sha256(convert_to(p_body::text, 'UTF8')), 'hex')) then
    perform private.refuse(422, 'key_reused');
  end if;
  return v_row.response;
end
$$;
comment on function private.response_for_key(uuid, text, text, jsonb) is
  'What was answered to this key before, or null; the same key with another body is refused. Call with the person locked.';

create function private.store_response(p_actor uuid, p_key text, p_action text, p_body jsonb, p_response jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  if p_key is not null then
    insert into private.idempotency_keys (actor_id, key, action, body_hash, response)
    values (p_actor, p_key, p_action, encode(sha256(convert_to(p_body::text, 'UTF8')), 'hex'), p_response);
  end if;
  return p_response;
end
$$;
comment on function private.store_response(uuid, text, text, jsonb, jsonb) is 'Stores and returns the answer to a key.';

create function private.move_hold(p_hold uuid, p_to text, p_reason text default null) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_from text;
begin
  select status into strict v_from from public.holds where id = p_hold for no key update;
  if (v_from, p_to) not in (
    ('active', 'pinned'), ('active', 'converted'), ('active', 'released'), ('active', 'expired'),
    ('pinned', 'converted'), ('pinned', 'released'), ('pinned', 'expired')
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from));
  end if;
  update public.holds set status = p_to, pinned_at = case when p_to = 'pinned' then now() else pinned_at end,
    network = case when p_to in ('active', 'pinned') then network end
  where id = p_hold;
  perform private.log_state('hold', p_hold, v_from, p_to, p_reason);
end
$$;
comment on function private.move_hold(uuid, text, text) is 'The only way a hold changes state; logs it. Stock is the caller''s business.';

create function private.person_units(p_event_id uuid, p_owner uuid, p_keys text[], p_except_hold uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  -- By account and by mailbox apart, and "offset 0": each is looked up through its own index, whatever the statistics say of a
  -- night that fills up within minutes. Of other accounts only what was paid for counts: typing somebody's address into an
  -- unpaid or free order keeps nobody from buying.
  return (
    select coalesce(sum(l.quantity), 0)
    from public.holds h join public.hold_lines l on l.hold_id = h.id
    where h.owner_id = p_owner and h.event_id = p_event_id and h.id is distinct from p_except_hold
      and h.status in ('active', 'pinned') and h.expires_at > now()
  ) + (
    select coalesce(sum((select count(*) from public.tickets k where k.order_id = found.id and k.status = 'valid')), 0)
    from (
      select o.id from public.orders o
      where o.owner_id = p_owner and o.event_id = p_event_id and o.status = 'paid'
      union
      select o.id
      from unnest(p_keys) k (key)
      cross join lateral (
        select x.id, x.status, x.total_cents from public.orders x where x.email_key = k.key and x.event_id = p_event_id offset 0
      ) o
      where o.status = 'paid' and o.total_cents > 0
    ) found
  );
end
$$;
comment on function private.person_units(uuid, uuid, text[], uuid) is
  'How many tickets of an event a person holds or owns: by account, one hold left aside, and by mailbox what was paid for.';

create function private.check_person_limit(p_event public.events, p_owner uuid, p_keys text[], p_hold uuid, p_units int)
returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_limit int := coalesce(p_event.max_per_person, (select max_per_person from public.settings));
  v_have int := private.person_units(p_event.id, p_owner, p_keys, p_hold);
begin
  if v_have + p_units > v_limit then
    perform private.refuse(409, 'person_limit', jsonb_build_object('limit', v_limit, 'left', greatest(v_limit - v_have, 0)));
  end if;
end
$$;
comment on function private.check_person_limit(public.events, uuid, text[], uuid, int) is
  'Refuses when these units would take a person above the event''s limit per person. Whoever answers the buyer passes proven mailboxes only.';

create function private.give_back(p_holds uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  with lines as (
    select l.ticket_type_id, l.release_id, l.quantity from public.hold_lines l where l.hold_id = any (p_holds)
  ), pools as (
    update public.capacity_pools p set held = p.held - n.units
    from (
      select tp.pool_id, sum(l.quantity)::int as units
      from lines l join public.ticket_type_pools tp on tp.ticket_type_id = l.ticket_type_id
      group by tp.pool_id
    ) n
    where p.id = n.pool_id
  )
  update public.price_releases r set held = r.held - n.units
  from (select release_id, sum(quantity)::int as units from lines group by release_id) n
  where r.id = n.release_id;
end
$$;
comment on function private.give_back(uuid[]) is 'Takes the lines of holds out of the held counters. The pools must be locked already.';

create function private.lock_pools(p_types uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform 1 from public.capacity_pools p
  where p.id in (select tp.pool_id from public.ticket_type_pools tp where tp.ticket_type_id = any (p_types))
  order by p.id for no key update;
end
$$;
comment on function private.lock_pools(uuid[]) is 'Locks the pools of ticket types, in id order.';

create function private.lock_stock(p_event_id uuid, p_types uuid[], p_hold uuid default null) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_ended uuid[];
begin
  select array_agg(h.id) into v_ended
  from public.holds h
  where h.event_id = p_event_id and h.status in ('active', 'pinned') and h.expires_at <= now();
  if v_ended is null and p_hold is null then
    return 0; -- nothing to give back first: the conditional updates lock what they need, in the same order
  end if;

  perform private.lock_pools(p_types || array(
    select distinct l.ticket_type_id from public.hold_lines l where l.hold_id = any (v_ended || p_hold)));

  -- One that somebody has locked is being paid or released at this moment: it is not ours to end.
  select coalesce(array_agg(h.id), '{}') into v_ended
  from (
    select id from public.holds
    where id = any (v_ended) and status in ('active', 'pinned') and expires_at <= now()
    for no key update skip locked
  ) h;
  perform private.give_back(v_ended);
  perform private.move_hold(id, 'expired', 'time') from unnest(v_ended) id;
  return cardinality(v_ended);
end
$$;
comment on function private.lock_stock(uuid, uuid[], uuid) is
  'Gives back what ended holds of an event still count, so that a dead sweeper can neither oversell nor block; locks pools in id order where that is needed. Answers how many holds ended.';

create function private.take_places(p_types uuid[], p_units int[], p_sold boolean) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_need record;
  v_left int;
begin
  for v_need in
    select tp.pool_id, sum(n.units)::int as units, min(t.name) as type_name
    from unnest(p_types, p_units) n (type_id, units)
    join public.ticket_types t on t.id = n.type_id
    left join public.ticket_type_pools tp on tp.ticket_type_id = n.type_id
    group by tp.pool_id order by tp.pool_id
  loop
    update public.capacity_pools
    set held = held + case when p_sold then 0 else v_need.units end,
        sold = sold + case when p_sold then v_need.units else 0 end
    where id = v_need.pool_id and held + sold + v_need.units <= capacity;
    if not found then
      select capacity - held - sold into v_left from public.capacity_pools where id = v_need.pool_id;
      perform private.refuse(409, 'sold_out', jsonb_build_object('left', coalesce(v_left, 0), 'type', v_need.type_name));
    end if;
  end loop;
end
$$;
comment on function private.take_places(uuid[], int[], boolean) is
  'Takes places from every pool of the types, pools in id order, each by one conditional update; refuses sold_out with what is left. A type without a pool has none.';
