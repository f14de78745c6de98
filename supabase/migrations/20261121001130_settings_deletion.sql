-- Deletes accounts: asked for by their owner or by staff, called off within 14 days, and then what must stay is anonymised.

create table private.account_deletions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '14 days'
);
comment on table private.account_deletions is
  'Accounts that are to be erased, and when: their owner or staff asked for it, or they were merged into another. Cancelling removes the '
  'row.';
create constraint trigger account_deletions_require_active_admin after insert on private.account_deletions
  deferrable initially immediate for each row execute function private.require_active_admin();
create index account_deletions_due_at on private.account_deletions (due_at);

create function private.has_upcoming_events(p_user uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select 1 from public.tickets t join public.events e on e.id = t.event_id
    where t.owner_id = p_user and private.ticket_is_valid(t.status) and e.ends_at > now() and e.status <> 'cancelled'
  ) or exists (
    select 1 from public.orders o where o.owner_id = p_user and private.order_awaits_payment(o.status)
  )
$$;
comment on function private.has_upcoming_events(uuid) is
  'Returns whether an account holds tickets for an event that is not over, or is paying for some.';

create table private.erasure_key (
  id boolean primary key default true check (id),
  key bytea not null default extensions.gen_random_bytes(32) check (octet_length(key) >= 32)
);
comment on table private.erasure_key is
  'The one key of the hashes that replace addresses of erased people in their orders, and of the ids of rows of figures that stand for '
  'people. It never leaves the database.';
insert into private.erasure_key default values;

create function private.erased_email(p_email text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case when p_email like '%@erased.invalid' then p_email else 'erased-' || left(encode(extensions.hmac(
    convert_to(coalesce(private.email_key(p_email), ''), 'UTF8'), (select k.key from private.erasure_key k), 'sha256'), 'hex'), 20)
    || '@erased.invalid' end;
end
$$;
comment on function private.erased_email(text) is
  'Returns the substitute for the address of an erased person in orders: a keyed hash, the same for each order of one mailbox, which '
  'nobody can turn back. A substitute is returned as it is.';

create function public.request_deletion()
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_due timestamptz;
begin
  perform private.require_member();
  if private.has_upcoming_events(auth.uid()) then
    perform private.refuse(409, 'events_ahead');
  end if;
  insert into private.account_deletions (user_id) values (auth.uid())
  on conflict (user_id) do update set requested_at = private.account_deletions.requested_at
  returning due_at into v_due;
  perform private.log_state('account', auth.uid(), 'member', 'deletion_pending', 'Asked for by its owner');
  perform private.audit('account.deletion_requested', 'account', auth.uid()::text);
  return v_due;
end
$$;
comment on function public.request_deletion() is
  'The caller asks to delete their account; it happens 14 days later. Refuses events_ahead while they hold tickets for an upcoming event, '
  'last_admin.';

create function public.cancel_deletion()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_member();
  delete from private.account_deletions where user_id = auth.uid();
  if found then
    perform private.log_state('account', auth.uid(), 'deletion_pending', 'member', 'Called off by its owner');
  end if;
  perform private.audit('account.deletion_cancelled', 'account', auth.uid()::text);
end
$$;
comment on function public.cancel_deletion() is 'The caller keeps their account after all.';

create function public.delete_account(p_user uuid, p_reason text)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason text;
  v_from text;
  v_due timestamptz;
begin
  perform private.require_permission('manage_people');
  perform private.require_proof();
  if p_user = auth.uid() then
    perform private.refuse(409, 'own_account');
  end if;
  v_reason := private.require_reason(p_reason);
  -- A purchase of this person waits, or is seen below.
  perform private.lock_person(p_user);
  perform 1 from public.profiles where id = p_user for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_from := private.account_state(p_user);
  if v_from in ('merged', 'deleted') then
    perform private.refuse(409, 'account_closed');
  end if;
  if exists (select 1 from private.user_roles r where r.user_id = p_user and r.role = any (private.roles_with('be_staff'))) then
    perform private.refuse(409, 'staff_account');
  end if;
  if private.has_upcoming_events(p_user) then
    perform private.refuse(409, 'person_events_ahead');
  end if;
  insert into private.account_deletions (user_id) values (p_user)
  on conflict (user_id) do update set requested_at = private.account_deletions.requested_at
  returning due_at into v_due;
  update public.profiles set deactivated_at = coalesce(deactivated_at, now()), sanction = 'deleted', suspended_until = null
    where id = p_user;
  perform private.log_state('account', p_user, v_from, 'deleted', v_reason, jsonb_build_object('due', v_due));
  perform private.audit('account.deleted', 'account', p_user::text,
    jsonb_build_object('from', v_from, 'to', 'deleted', 'due', v_due, 'reason', v_reason));
  return v_due;
end
$$;
comment on function public.delete_account(uuid, text) is
  'Closes an account at once and has it erased 14 days later; until then keep_account takes it back. Its orders stay, with a hash in '
  'place of the address. Admins only, with a recent proof. Refuses not_allowed, password_needed, own_account, reason_required, not_found, '
  'account_closed, staff_account (the role is taken away first), person_events_ahead (tickets of an event that is not over, or a payment '
  'under way).';

create function public.keep_account(p_user uuid, p_reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason text;
  v_before text;
begin
  perform private.require_permission('manage_people');
  perform private.require_proof();
  v_reason := private.require_reason(p_reason);
  perform 1 from public.profiles p where p.id = p_user and p.sanction = 'deleted' for update;
  if not found then
    perform private.refuse(409, 'not_deleting');
  end if;
  select l.from_state into v_before from private.state_log l
  where l.entity = 'account' and l.entity_id = p_user and l.to_state = 'deleted' order by l.id desc limit 1;
  delete from private.account_deletions where user_id = p_user;
  -- Keeps a suspension or ban from before, without an end.
  if v_before in ('suspended', 'banned') then
    update public.profiles set sanction = v_before where id = p_user;
  else
    update public.profiles set deactivated_at = null where id = p_user;
  end if;
  perform private.log_state('account', p_user, 'deleted', private.account_state(p_user), v_reason);
  perform private.audit('account.kept', 'account', p_user::text,
    jsonb_build_object('from', 'deleted', 'to', private.account_state(p_user), 'reason', v_reason));
end
$$;
comment on function public.keep_account(uuid, text) is
  'Calls off that staff delete an account: it is what it was before, and is not erased. Admins only, with a recent proof. Refuses '
  'not_allowed, password_needed, reason_required, not_deleting.';

create function public.anonymise_due(p_limit int)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user uuid;
  v_email text;
  v_gone jsonb := '[]';
begin
  for v_user in
    select d.user_id from private.account_deletions d
    where d.due_at <= now() and not private.has_upcoming_events(d.user_id)
    order by d.due_at limit p_limit for update
  loop
    v_email := private.own_email(v_user);
    update private.mail_outbox m set recipient = 'erased@erased.invalid', status = case when m.status in ('sent', 'skipped')
      then m.status else 'failed' end
    -- A merged account's owner goes on getting mail at the same address.
    where (lower(m.recipient) = lower(v_email) and not exists (select 1 from public.profiles p where p.id = v_user
      and p.sanction = 'merged'))
      or m.subject_id in (select o.id from public.orders o where o.owner_id = v_user);
    delete from private.mail_events e where e.address_key = private.email_key(v_email);
    delete from private.marketing_sends m where m.address_key = private.email_key(v_email);
    delete from private.payment_clients c using public.payments p join public.orders o on o.id = p.order_id
    where c.payment_id = p.id and o.owner_id = v_user;
    delete from private.one_time_links l using public.orders o where o.id = l.subject_id and o.owner_id = v_user;
    update private.ticket_names n set from_name = 'Erased', to_name = 'Erased'
    from public.tickets k where k.id = n.ticket_id and k.owner_id = v_user;
    update public.tickets set holder_name = 'Erased', holder_email = private.erased_email(holder_email) where owner_id = v_user;
    update private.ticket_transfers set from_name = 'Erased', from_email = private.erased_email(from_email) where from_id = v_user;
    update private.ticket_transfers set to_name = case when to_name is not null then 'Erased' end, to_email = private.erased_email(to_email)
    where to_id = v_user;
    update private.order_email_changes c set from_email = private.erased_email(c.from_email), to_email = private.erased_email(c.to_email)
    from public.orders o where o.id = c.order_id and o.owner_id = v_user;
    update public.orders set email = private.erased_email(email), name = 'Erased', phone = null, marketing_consent = false
    where owner_id = v_user;
    delete from private.cart_addresses where owner_id = v_user;
    delete from public.hold_addresses a using public.holds h where h.id = a.hold_id and h.owner_id = v_user;
    update public.order_addresses a set name = 'Erased', line1 = 'Erased', line2 = '', city = 'Erased', postal_code = left(a.postal_code, 5)
    from public.orders o where o.id = a.order_id and o.owner_id = v_user;
    perform private.cancel_waitlist_of(v_user, 'account erased');
    update private.waitlist_entries e set email = private.erased_email(e.email), email_key = null where e.user_id = v_user;
    delete from private.staff_invitations i where i.accepted_by = v_user or i.email = lower(v_email);
    update public.profiles set display_name = 'Erased', bio = '', city = '' where id = v_user;
    v_gone := v_gone || jsonb_build_object('userId', v_user,
      'avatar', (select p.avatar_path from public.profiles p where p.id = v_user));
    if not exists (select 1 from private.state_log l where l.entity = 'account' and l.entity_id = v_user and l.to_state = 'anonymised') then
      perform private.log_state('account', v_user, private.account_state(v_user), 'anonymised');
    end if;
    perform private.audit('account.anonymised', 'account', v_user::text);
  end loop;
  return v_gone;
end
$$;
comment on function public.anonymise_due(int) is
  'Takes the identity out of everything that accounts due for deletion leave behind (orders and tickets keep their rows) and returns '
  'them: [{userId, avatar}]. The server then deletes account and picture; until it has, they are returned again.';

create function public.delete_inactive_guests(p_limit int)
returns int
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_forgotten int;
begin
  delete from auth.users u where u.id in (
    select g.id
    from auth.users g join private.user_roles r on r.user_id = g.id
    where not private.role_may(r.role, 'own_account') and g.is_anonymous and g.created_at < now() - interval '30 days'
      and not exists (
        select 1 from auth.sessions s
        where s.user_id = g.id and greatest(s.created_at, s.refreshed_at at time zone 'utc') > now() - interval '30 days')
      and not exists (select 1 from public.orders o where o.owner_id = g.id)
      and not exists (select 1 from public.holds h where h.owner_id = g.id and h.status in ('active', 'pinned'))
    order by g.created_at limit p_limit);
  get diagnostics v_forgotten = row_count;
  return v_forgotten;
end
$$;
comment on function public.delete_inactive_guests(int) is
  'Deletes guests who ordered nothing and have not been here for 30 days, which is as long as their cookie lasts. Answers how many; the '
  'server asks until there are none left.';

grant execute on function public.request_deletion() to authenticated;
grant execute on function public.delete_account(uuid, text), public.keep_account(uuid, text) to authenticated;
grant execute on function public.cancel_deletion() to authenticated;
grant execute on function public.anonymise_due(int), public.delete_inactive_guests(int) to service_role;
