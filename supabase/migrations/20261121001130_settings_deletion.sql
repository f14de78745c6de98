-- Deletes accounts: requested, cancelled within 14 days, and then what must stay is anonymised.

create table private.account_deletions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '14 days'
);
comment on table private.account_deletions is
  'Accounts whose owner asked to delete them, and when it happens. Cancelling removes the row.';
create index account_deletions_due_at on private.account_deletions (due_at);

create function private.has_upcoming_events(p_user uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select 1 from public.tickets t join public.events e on e.id = t.event_id
    where t.owner_id = p_user and t.status = 'valid' and e.ends_at > now() and e.status <> 'cancelled'
  ) or exists (
    select 1 from public.orders o where o.owner_id = p_user and o.status in ('awaiting_payment', 'processing')
  )
$$;
comment on function private.has_upcoming_events(uuid) is
  'Returns whether an account holds tickets for an event that is not over, or is paying for some.';

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
  if private.has_role('admin') and (select count(*) = 1 from private.user_roles r join public.profiles p on p.id = r.user_id
    where r.role = 'admin' and p.deactivated_at is null) then
    perform private.refuse(409, 'last_admin');
  end if;
  if private.has_upcoming_events(auth.uid()) then
    perform private.refuse(409, 'events_ahead');
  end if;
  insert into private.account_deletions (user_id) values (auth.uid())
  on conflict (user_id) do update set requested_at = private.account_deletions.requested_at
  returning due_at into v_due;
  perform private.audit('account.deletion_requested', 'account', auth.uid()::text);
  return v_due;
end
$$;
comment on function public.request_deletion() is
  'The caller asks to delete their account; it happens 14 days later. Refuses events_ahead while they hold tickets for an upcoming event, last_admin.';

create function public.cancel_deletion()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_member();
  delete from private.account_deletions where user_id = auth.uid();
  perform private.audit('account.deletion_cancelled', 'account', auth.uid()::text);
end
$$;
comment on function public.cancel_deletion() is 'The caller keeps their account after all.';

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
    order by d.due_at limit p_limit for update skip locked
  loop
    v_email := private.own_email(v_user);
    update private.mail_outbox m set recipient = 'erased@erased.invalid', status = case when m.status = 'sent' then 'sent' else 'failed' end
    where lower(m.recipient) = lower(v_email) or m.subject_id in (select o.id from public.orders o where o.owner_id = v_user);
    delete from private.payment_clients c using public.payments p join public.orders o on o.id = p.order_id
    where c.payment_id = p.id and o.owner_id = v_user;
    delete from private.one_time_links l using public.orders o where o.id = l.subject_id and o.owner_id = v_user;
    update private.ticket_names n set from_name = 'Erased', to_name = 'Erased'
    from public.tickets k where k.id = n.ticket_id and k.owner_id = v_user;
    update public.tickets set holder_name = 'Erased' where owner_id = v_user;
    update public.orders set email = 'erased@erased.invalid', name = 'Erased', phone = null, marketing_consent = false
    where owner_id = v_user;
    delete from public.hold_addresses a using public.holds h where h.id = a.hold_id and h.owner_id = v_user;
    update public.order_addresses a set name = 'Erased', line1 = 'Erased', line2 = '', city = 'Erased', postal_code = left(a.postal_code, 5)
    from public.orders o where o.id = a.order_id and o.owner_id = v_user;
    update public.profiles set display_name = 'Erased', bio = '', city = '' where id = v_user;
    v_gone := v_gone || jsonb_build_object('userId', v_user,
      'avatar', (select p.avatar_path from public.profiles p where p.id = v_user));
    perform private.audit('account.anonymised', 'account', v_user::text);
  end loop;
  return v_gone;
end
$$;
comment on function public.anonymise_due(int) is
  'Takes the identity out of everything that accounts due for deletion leave behind (orders and tickets keep their rows) and returns them: [{userId, avatar}]. The server then deletes account and picture; until it has, they are returned again.';

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
    where r.role = 'guest' and g.is_anonymous and g.created_at < now() - interval '30 days'
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
  'Deletes guests who ordered nothing and have not been here for 30 days, which is as long as their cookie lasts. Answers how many; the server asks until there are none left.';

grant execute on function public.request_deletion() to authenticated;
grant execute on function public.cancel_deletion() to authenticated;
grant execute on function public.anonymise_due(int), public.delete_inactive_guests(int) to service_role;
