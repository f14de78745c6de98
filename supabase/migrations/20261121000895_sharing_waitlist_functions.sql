-- Joining and leaving a waitlist, taking an offer, and what people and staff see of the queue.

create function private.is_available(p_type public.ticket_types) returns boolean
language sql stable set search_path = ''
as $$
  select f.units > 0 and not exists (
    select 1 from private.waiting_types w where w.ticket_type_id = p_type.id and w.least_units <= f.units)
  from (select private.free_units(p_type.id, '{}') as units) f
$$;
comment on function private.is_available(public.ticket_types) is
  'Returns whether anybody could buy a ticket of a type now: some are free, and not for those who wait.';

create function private.check_waitlist(p_event public.events, p_entry private.waitlist_entries) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_type public.ticket_types;
  v_open int := 0;
begin
  for v_type in
    select t.* from public.ticket_types t
    where t.event_id = p_event.id and private.accepts_type(p_entry, t)
      and private.sale_state(p_event, t, private.is_account_member(p_entry.user_id), false, null) = 'on_sale'
  loop
    if private.is_available(v_type) then
      perform private.refuse(409, 'waitlist_not_needed');
    end if;
    v_open := v_open + (p_entry.quantity between v_type.min_per_order and v_type.max_per_order)::int;
  end loop;
  if v_open = 0 then
    perform private.refuse(409, 'waitlist_closed');
  end if;
end
$$;
comment on function private.check_waitlist(public.events, private.waitlist_entries) is
  'Checks that a person could join: the types that they accept are on sale, and sold out. Refuses waitlist_not_needed while one can be '
  'bought, waitlist_closed where none is on sale in such a number.';

create function private.begin_waiting(p_entry private.waitlist_entries) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.waitlist_entries (id, event_id, user_id, email, email_key, ticket_type_id, quantity, allows_partial, status, position,
    joined_at)
  values (p_entry.id, p_entry.event_id, p_entry.user_id, p_entry.email, p_entry.email_key, p_entry.ticket_type_id, p_entry.quantity,
    p_entry.allows_partial, 'waiting', nextval('private.waitlist_positions'), now());
  perform private.log_state('waitlist_entry', p_entry.id, null, 'waiting', 'joined');
  perform private.enqueue_job('waitlist', p_entry.event_id::text, jsonb_build_object('eventId', p_entry.event_id));
  perform private.queue_waitlist_mail('waitlist_joined', p_entry.id, '');
exception when unique_violation then
  perform private.refuse(409, 'waitlist_joined');
end
$$;
comment on function private.begin_waiting(private.waitlist_entries) is
  'Puts a person at the end of a waitlist and writes to them. Refuses waitlist_joined to an account or a mailbox that is on it.';

create function public.join_waitlist(p_event uuid, p_user uuid, p_email text, p_quantity int, p_type uuid, p_partial boolean) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_entry private.waitlist_entries;
  v_is_member boolean := private.is_account_member(p_user);
  v_mailboxes text[] := private.proven_mailboxes(p_user);
  v_key text;
begin
  select * into v_event from public.events where id = p_event and status in ('published', 'postponed');
  if not found or not private.may_open_event(v_event, p_user) then
    perform private.refuse(404, 'not_found');
  end if;
  v_entry.id := gen_random_uuid();
  v_entry.event_id := p_event;
  v_entry.user_id := (select p.id from public.profiles p where p.id = p_user);
  v_entry.email := lower(btrim(coalesce(case when v_is_member then private.own_email(p_user) end, p_email, '')));
  v_entry.ticket_type_id := p_type;
  v_entry.quantity := p_quantity;
  v_entry.allows_partial := p_partial;
  if coalesce(p_quantity, 0) not between 1 and 4 or p_partial is null then
    perform private.refuse(422, 'invalid', '{"field": "quantity"}');
  end if;
  if length(v_entry.email) not between 3 and 254 or v_entry.email !~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$' then
    perform private.refuse(422, 'email_invalid');
  end if;
  perform private.check_waitlist(v_event, v_entry);
  if p_user is not null then
    perform private.check_person_limit(v_event, p_user, v_mailboxes, null, p_quantity);
  end if;
  v_key := private.email_key(v_entry.email);
  v_entry.email_key := case when v_key = any (v_mailboxes) then v_key end;
  if v_is_member or v_entry.email_key is not null then
    perform private.begin_waiting(v_entry);
    return 'waiting';
  end if;
  insert into private.waitlist_entries as e (id, event_id, user_id, email, ticket_type_id, quantity, allows_partial, status)
  values (v_entry.id, p_event, v_entry.user_id, v_entry.email, p_type, p_quantity, p_partial, 'requested')
  on conflict (event_id, email) where status = 'requested' do update set ticket_type_id = excluded.ticket_type_id,
    quantity = excluded.quantity, allows_partial = excluded.allows_partial, user_id = excluded.user_id, created_at = now()
  returning e.id into v_entry.id;
  perform private.queue_waitlist_mail('waitlist_confirm', v_entry.id, to_char(now() at time zone 'utc', 'YYYYMMDDHH24'));
  return 'requested';
end
$$;
comment on function public.join_waitlist(uuid, uuid, text, int, uuid, boolean) is
  'Puts a person on the waitlist of an event: a member (p_user) with the address of the account, a guest or visitor with p_email. Returns '
  'waiting; or requested where the owner of the address has to open a link first, of which one an hour is sent, whether the address is '
  'known or not. p_type = the one type that they accept, null for any; p_partial = fewer than p_quantity will do. Refuses not_found, '
  'invalid, email_invalid, waitlist_not_needed, waitlist_closed, waitlist_joined, person_limit.';

create function public.confirm_waitlist(p_token_hash text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link private.one_time_links := private.use_link('waitlist_confirm', p_token_hash);
  v_entry private.waitlist_entries;
begin
  select * into v_entry from private.waitlist_entries where id = v_link.subject_id for no key update;
  if not found then
    return null;
  end if;
  if private.waitlist_entry_is_open(v_entry.status) then
    return 'waiting';
  end if;
  update private.waitlist_entries set email_key = private.email_key(email) where id = v_entry.id;
  perform private.move_waitlist_entry(v_entry.id, 'waiting', 'address confirmed');
  perform private.queue_waitlist_mail('waitlist_joined', v_entry.id, '');
  return 'waiting';
exception when unique_violation then
  perform private.refuse(409, 'waitlist_joined');
end
$$;
comment on function public.confirm_waitlist(text) is
  'Puts the owner of an address on the waitlist who opened the link that was sent there: waiting; null when the link has ended. Refuses '
  'waitlist_joined where the mailbox is on it already, invalid_state.';

create function private.waitlist_entry_of(p_user uuid, p_entry uuid, p_token_hash text) returns private.waitlist_entries
language plpgsql stable set search_path = ''
as $$
declare
  v_entry private.waitlist_entries;
begin
  select e.* into v_entry from private.waitlist_entries e
  where case when p_token_hash is not null
    then e.id = (select l.subject_id from private.valid_link(array['waitlist_entry'], p_token_hash) l)
    else e.id = p_entry and e.user_id = p_user end;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_entry;
end
$$;
comment on function private.waitlist_entry_of(uuid, uuid, text) is
  'Finds an entry by the secret link in a mail about it, or by its id as one of p_user. Refuses not_found.';

create function public.leave_waitlist(p_user uuid, p_entry uuid, p_token_hash text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry private.waitlist_entries := private.waitlist_entry_of(p_user, p_entry, p_token_hash);
begin
  if private.waitlist_entry_has_offer(v_entry.status) then
    perform private.give_back_hold(v_entry.hold_id, 'by its owner');
  else
    select * into v_entry from private.waitlist_entries where id = v_entry.id for no key update;
    if private.waitlist_entry_is_waiting(v_entry.status) then
      perform private.move_waitlist_entry(v_entry.id, 'cancelled', 'by its owner');
    end if;
  end if;
  return (select e.status from private.waitlist_entries e where e.id = v_entry.id);
end
$$;
comment on function public.leave_waitlist(uuid, uuid, text) is
  'Leaves a waitlist, or declines its offer, whose places are free at once: by the link in a mail, or for an entry of p_user. Returns the '
  'state of the entry; harmless when it had ended. Refuses not_found, payment_in_progress.';

create function public.take_waitlist_offer(p_owner uuid, p_token_hash text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry private.waitlist_entries;
  v_order public.orders;
  v_hold public.holds;
begin
  perform private.lock_person(p_owner);
  v_entry := private.waitlist_entry_of(null, null, p_token_hash);
  if not private.waitlist_entry_has_offer(v_entry.status) then
    perform private.refuse(409, 'offer_over');
  end if;
  select * into strict v_hold from public.holds where id = v_entry.hold_id;
  if v_hold.owner_id is distinct from p_owner then
    v_order := private.open_order_of(v_hold.id);
    if private.order_is_paying(v_order.status) then
      perform private.refuse(409, 'payment_in_progress');
    elsif v_order.id is not null then
      perform private.end_order(v_order.id, 'offer taken by another session of the same person');
    end if;
  end if;
  select * into v_hold from public.holds where id = v_hold.id for no key update;
  if v_hold.status not in ('active', 'pinned') or v_hold.expires_at <= now() then
    perform private.refuse(409, 'offer_over');
  end if;
  update public.holds set owner_id = p_owner where id = v_hold.id and owner_id is distinct from p_owner;
  return v_hold.id;
end
$$;
comment on function public.take_waitlist_offer(uuid, text) is
  'Makes the hold of an offer that of the account which opened the link in its mail, so that it can pay in the checkout; an unpaid order '
  'of another account ends. Returns the hold. Refuses not_found, offer_over, payment_in_progress.';

create function private.merge_waitlists(p_guest uuid, p_account uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_entry private.waitlist_entries;
  v_own private.waitlist_entries;
begin
  for v_entry in
    select * from private.waitlist_entries e where e.user_id = p_guest and private.waitlist_entry_is_open(e.status)
    order by e.id for no key update
  loop
    select * into v_own from private.waitlist_entries e
    where e.user_id = p_account and e.event_id = v_entry.event_id and private.waitlist_entry_is_open(e.status) for no key update;
    if not found then
      update private.waitlist_entries set user_id = p_account where id = v_entry.id;
    elsif private.waitlist_entry_has_offer(v_entry.status) and private.waitlist_entry_is_waiting(v_own.status) then
      perform private.move_waitlist_entry(v_own.id, 'cancelled', 'duplicate');
      update private.waitlist_entries set user_id = p_account where id = v_entry.id;
    elsif private.waitlist_entry_is_waiting(v_entry.status) then
      perform private.move_waitlist_entry(v_entry.id, 'cancelled', 'duplicate');
    end if;
  end loop;
end
$$;
comment on function private.merge_waitlists(uuid, uuid) is
  'Moves a guest''s places on waitlists to the account that the guest signs in to. Where both have one of an event, an open offer counts, '
  'else that of the account.';

create function private.waitlist_band(p_entry private.waitlist_entries) returns int
language sql stable set search_path = ''
as $$
  select min(b.most)
  from unnest(array[10, 25, 50, 100, 250, 500, 1000]) b (most)
  where b.most >= (
    select count(*) from private.waitlist_entries e
    where e.event_id = p_entry.event_id and private.waitlist_entry_is_waiting(e.status) and e.position <= p_entry.position)
$$;
comment on function private.waitlist_band(private.waitlist_entries) is
  'Returns the band in which an entry stands: 25 = among the first 25. Null beyond 1,000. The exact place is told to nobody but staff.';

create function private.waitlist_entry_brief(p_entry private.waitlist_entries) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p_entry.id, 'status', p_entry.status, 'quantity', p_entry.quantity,
      'allowsPartial', p_entry.allows_partial,
      'typeName', (select t.name from public.ticket_types t where t.id = p_entry.ticket_type_id),
      'band', case when private.waitlist_entry_is_waiting(p_entry.status) then private.waitlist_band(p_entry) end,
      'event', jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone),
      'offer', (
        select jsonb_build_object('holdId', h.id, 'expiresAt', h.expires_at, 'isOver', h.expires_at <= now(),
          'units', sum(l.quantity), 'typeName', min(l.item_name), 'totalCents', sum(l.total_cents), 'currency', min(s.currency))
        from public.holds h join public.hold_lines l on l.hold_id = h.id cross join public.settings s
        where h.id = p_entry.hold_id and private.waitlist_entry_has_offer(p_entry.status) group by h.id))
    from public.events e where e.id = p_entry.event_id);
end
$$;
comment on function private.waitlist_entry_brief(private.waitlist_entries) is
  'An entry as its owner sees it, with the offer that is open.';

create function public.read_waitlist_link(p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('purpose', l.purpose, 'email', e.email, 'entry', private.waitlist_entry_brief(e), 'now', now())
    from private.valid_link(array['waitlist_confirm', 'waitlist_entry'], p_token_hash) l
    join private.waitlist_entries e on e.id = l.subject_id);
end
$$;
comment on function public.read_waitlist_link(text) is
  'What a link in a mail about a waitlist opens: {purpose, email, entry, now}; null when it has ended. Changes nothing.';

create function public.read_my_waitlist() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.waitlist_entry_brief(e) order by v.starts_at, e.id), '[]')
  from private.waitlist_entries e join public.events v on v.id = e.event_id
  where e.user_id = (select auth.uid()) and private.waitlist_entry_is_open(e.status)
$$;
comment on function public.read_my_waitlist() is 'The entries of waitlists that the caller has open.';

revoke execute on function
  private.is_available(public.ticket_types), private.check_waitlist(public.events, private.waitlist_entries),
  private.begin_waiting(private.waitlist_entries), public.join_waitlist(uuid, uuid, text, int, uuid, boolean),
  public.confirm_waitlist(text), private.waitlist_entry_of(uuid, uuid, text), public.leave_waitlist(uuid, uuid, text),
  public.take_waitlist_offer(uuid, text), private.merge_waitlists(uuid, uuid), private.waitlist_band(private.waitlist_entries),
  private.waitlist_entry_brief(private.waitlist_entries), public.read_waitlist_link(text), public.read_my_waitlist()
from public, anon, authenticated, service_role;
grant execute on function public.join_waitlist(uuid, uuid, text, int, uuid, boolean), public.confirm_waitlist(text),
  public.leave_waitlist(uuid, uuid, text), public.take_waitlist_offer(uuid, text), public.read_waitlist_link(text) to service_role;
grant execute on function public.read_my_waitlist() to authenticated;
