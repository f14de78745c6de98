-- What people settle about their own account: address, sessions, their data, leaving.

create table private.email_changes (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  old_email text check (char_length(old_email) between 3 and 254),
  is_undoable boolean not null default false,
  token_hash text unique check (char_length(token_hash) = 43),
  expires_at timestamptz not null
);
comment on table private.email_changes is
  'The address that an account wants to change to, until the link in that mailbox is confirmed. One at a time; a new wish replaces the one before.';
comment on column private.email_changes.is_undoable is
  'Whether old_email is the address that Supabase Auth knew. A placeholder''s contact address may be somebody else''s, who must not get a link into this account.';
create index email_changes_expires_at on private.email_changes (expires_at);

create table private.account_deletions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '14 days'
);
comment on table private.account_deletions is
  'Accounts whose owner asked to delete them, and when it happens. Cancelling removes the row.';
create index account_deletions_due_at on private.account_deletions (due_at);

create function private.own_email(p_user uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case when u.email like '%@pending.invalid' then c.email else u.email end
  from auth.users u
  left join private.contacts c on c.user_id = u.id
  where u.id = p_user
$$;
comment on function private.own_email(uuid) is 'The address of an account as its owner knows it; null when it has none.';

create function private.has_nights_ahead(p_user uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.tickets t join public.events e on e.id = t.event_id
    where t.owner_id = p_user and t.status = 'valid' and e.ends_at > now() and e.status <> 'cancelled'
  ) or exists (
    select 1 from public.orders o where o.owner_id = p_user and o.status in ('awaiting_payment', 'processing')
  )
$$;
comment on function private.has_nights_ahead(uuid) is
  'Whether an account holds tickets for a night that is not over, or is paying for some.';

create function public.read_my_settings()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'email', private.own_email(p.id),
    'pending_email', (select c.email from private.email_changes c where c.user_id = p.id and c.expires_at > now()),
    'delete_at', (select d.due_at from private.account_deletions d where d.user_id = p.id),
    'notifications', private.notifications_of(p.id),
    'privacy', jsonb_build_object('card_public', p.card_public, 'badges_public', p.badges_public,
      'analytics_allowed', p.analytics_allowed, 'card', private.person_card(p.id)),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id,
        'started_at', s.created_at,
        'seen_at', greatest(s.created_at, s.refreshed_at at time zone 'utc'),
        'user_agent', coalesce(s.user_agent, ''),
        'current', s.id::text is not distinct from auth.jwt() ->> 'session_id'
      ) order by greatest(s.created_at, s.refreshed_at at time zone 'utc') desc), '[]'::jsonb)
      from (select * from auth.sessions where user_id = p.id order by created_at desc limit 100) s))
  from public.profiles p
  where p.id = auth.uid() and private.is_member()
$$;
comment on function public.read_my_settings() is
  'The caller''s own address, sessions, pending changes, notifications and privacy; null for visitors and guests.';

create function public.end_session(p_session uuid)
returns int
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_ended int;
begin
  if not private.is_member() then
    perform private.refuse(403, 'members_only');
  end if;
  delete from auth.sessions s
  where s.user_id = auth.uid()
    and (s.id = p_session or (p_session is null and s.id::text is distinct from auth.jwt() ->> 'session_id'));
  get diagnostics v_ended = row_count;
  return v_ended;
end
$$;
comment on function public.end_session(uuid) is
  'Ends one of the caller''s own sessions, or with null all but the one that asks; answers how many ended.';

create function public.queue_email_change(p_user uuid, p_email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.email_changes where expires_at < now();
  insert into private.email_changes (user_id, email, old_email, is_undoable, expires_at)
  select p_user, lower(p_email), private.own_email(p_user), coalesce(lower(u.email) = lower(private.own_email(p_user)), false),
    now() + interval '1 hour'
  from auth.users u where u.id = p_user
  on conflict (user_id) do update
    set email = excluded.email, old_email = excluded.old_email, is_undoable = excluded.is_undoable, token_hash = null,
      expires_at = excluded.expires_at;
  insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
  values ('email_change', 'email_change:' || gen_random_uuid(), lower(p_email), jsonb_build_object('user_id', p_user));
end
$$;
comment on function public.queue_email_change(uuid, text) is
  'Notes the address that an account wants and mails a link to it. Whether another account has it is found out when that link is used.';

create function public.add_email_change_token(p_user uuid, p_email text, p_token_hash text)
returns boolean
language sql
security definer
set search_path = ''
as $$
  with changed as (
    update private.email_changes set token_hash = p_token_hash
    where user_id = p_user and email = lower(p_email) and expires_at > now()
    returning 1
  )
  select exists (select 1 from changed)
$$;
comment on function public.add_email_change_token(uuid, text, text) is
  'Gives a wanted change of address its link, by hash; false when the wish has ended meanwhile.';

create function public.read_email_change(p_token_hash text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('user_id', c.user_id, 'email', c.email)
  from private.email_changes c
  where c.token_hash = p_token_hash and c.expires_at > now()
$$;
comment on function public.read_email_change(text) is 'What a live link changes: {user_id, email}; null when it ended. Uses nothing up.';

create function public.finish_email_change(p_token_hash text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_change private.email_changes;
  v_undo uuid;
begin
  delete from private.email_changes where token_hash = p_token_hash returning * into v_change;
  if not found then
    return;
  end if;
  update public.profiles set email_verified_at = now() where id = v_change.user_id;
  insert into private.contacts (user_id, email) values (v_change.user_id, v_change.email)
  on conflict (user_id) do update set email = excluded.email;
  -- Links that were mailed to the old mailbox choose no password any more.
  delete from private.password_resets where user_id = v_change.user_id;
  if v_change.old_email is not null and v_change.old_email <> v_change.email then
    if v_change.is_undoable then
      insert into private.email_undos (user_id, email) values (v_change.user_id, lower(v_change.old_email))
      returning id into v_undo;
    end if;
    insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
    values ('email_changed', 'email_changed:' || gen_random_uuid(), v_change.old_email,
      jsonb_strip_nulls(jsonb_build_object('undo_id', v_undo)));
  end if;
  perform private.audit('account.email_changed', 'account', v_change.user_id::text);
end
$$;
comment on function public.finish_email_change(text) is
  'After Supabase Auth took the new address: it counts as proven, the link is used up, and the old mailbox is told, with 7 days to undo it.';

create function public.request_deletion()
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_due timestamptz;
begin
  if not private.is_member() then
    perform private.refuse(403, 'members_only');
  end if;
  if private.has_role('admin') and (select count(*) = 1 from private.user_roles r join public.profiles p on p.id = r.user_id
    where r.role = 'admin' and p.deactivated_at is null) then
    perform private.refuse(409, 'last_admin');
  end if;
  if private.has_nights_ahead(auth.uid()) then
    perform private.refuse(409, 'nights_ahead');
  end if;
  insert into private.account_deletions (user_id) values (auth.uid())
  on conflict (user_id) do update set requested_at = private.account_deletions.requested_at
  returning due_at into v_due;
  perform private.audit('account.deletion_requested', 'account', auth.uid()::text);
  return v_due;
end
$$;
comment on function public.request_deletion() is
  'The caller asks to delete their account; it happens 14 days later. Refuses nights_ahead while they hold tickets for a night to come, last_admin.';

create function public.cancel_deletion()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_member() then
    perform private.refuse(403, 'members_only');
  end if;
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
    where d.due_at <= now() and not private.has_nights_ahead(d.user_id)
    order by d.due_at limit p_limit for update skip locked
  loop
    v_email := private.own_email(v_user);
    update private.mail_outbox m set recipient = 'erased@erased.invalid', status = case when m.status = 'sent' then 'sent' else 'failed' end
    where lower(m.recipient) = lower(v_email) or m.order_id in (select o.id from public.orders o where o.owner_id = v_user);
    delete from private.order_links l using public.orders o where o.id = l.order_id and o.owner_id = v_user;
    update public.tickets set holder_name = 'Erased' where owner_id = v_user;
    update public.orders set email = 'erased@erased.invalid', name = 'Erased', phone = null, marketing_consent = false
    where owner_id = v_user;
    update public.profiles set display_name = 'Erased', bio = '', city = '' where id = v_user;
    v_gone := v_gone || jsonb_build_object('user_id', v_user,
      'avatar', (select p.avatar_path from public.profiles p where p.id = v_user));
    perform private.audit('account.anonymised', 'account', v_user::text);
  end loop;
  return v_gone;
end
$$;
comment on function public.anonymise_due(int) is
  'Takes the identity out of everything that accounts due for deletion leave behind (orders and tickets keep their rows) and answers them: [{user_id, avatar}]. The server then deletes account and picture; until it has, they are answered again.';

create function public.export_my_data()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'exported_at', now(),
    'profile', jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name, 'bio', p.bio,
      'city', p.city, 'picture', p.avatar_path, 'role', private.caller_role(), 'created_at', p.created_at,
      'email', private.own_email(p.id), 'email_verified_at', p.email_verified_at),
    'former_usernames', (select coalesce(jsonb_agg(jsonb_build_object('username', f.username, 'left_at', f.left_at)), '[]'::jsonb)
      from private.former_usernames f where f.user_id = p.id),
    'outside_sign_ins', (select coalesce(jsonb_agg(jsonb_build_object('issuer', i.issuer, 'subject', i.subject, 'linked_at', i.linked_at)), '[]'::jsonb)
      from private.firebase_identities i where i.user_id = p.id),
    'staff_grants', (select coalesce(jsonb_agg(jsonb_build_object('capability', g.capability, 'event_id', g.event_id,
        'expires_at', g.expires_at, 'revoked_at', g.revoked_at, 'created_at', g.created_at)), '[]'::jsonb)
      from public.staff_grants g where g.user_id = p.id),
    'sessions', public.read_my_settings() -> 'sessions',
    'notifications', private.notifications_of(p.id),
    'consents', (select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'type', c.type, 'channel', c.channel, 'given', c.given,
        'source', c.source, 'text_version', c.text_version) order by c.id), '[]'::jsonb)
      from private.consents c where c.user_id = p.id),
    'privacy', jsonb_build_object('card_public', p.card_public, 'badges_public', p.badges_public,
      'analytics_allowed', p.analytics_allowed),
    'orders', (select coalesce(jsonb_agg(jsonb_build_object(
        'code', o.code, 'event', e.title, 'starts_at', e.starts_at, 'status', o.status, 'email', o.email, 'name', o.name,
        'phone', o.phone, 'currency', o.currency, 'face_cents', o.face_cents, 'fee_cents', o.fee_cents, 'tax_cents', o.tax_cents,
        'discount_cents', o.discount_cents, 'total_cents', o.total_cents, 'refunded_cents', o.refunded_cents,
        'terms_accepted_at', o.terms_accepted_at, 'marketing_consent', o.marketing_consent, 'created_at', o.created_at,
        'paid_at', o.paid_at,
        'lines', (select coalesce(jsonb_agg(jsonb_build_object('type', l.type_name, 'release', l.release_name, 'quantity', l.quantity)), '[]'::jsonb)
          from public.order_lines l where l.order_id = o.id)
      ) order by o.created_at), '[]'::jsonb)
      from public.orders o join public.events e on e.id = o.event_id where o.owner_id = p.id),
    'tickets', (select coalesce(jsonb_agg(jsonb_build_object('event', e.title, 'holder_name', t.holder_name, 'status', t.status,
        'issued_at', t.issued_at, 'voided_at', t.voided_at) order by t.issued_at), '[]'::jsonb)
      from public.tickets t join public.events e on e.id = t.event_id where t.owner_id = p.id),
    'page_views', (select coalesce(jsonb_agg(jsonb_build_object('at', v.at, 'path', v.path) order by v.at), '[]'::jsonb)
      from private.page_views v where v.user_id = p.id)
  )
  from public.profiles p
  where p.id = auth.uid() and private.is_member()
$$;
comment on function public.export_my_data() is 'Everything the product keeps about the caller, for them to take along; null for visitors and guests.';

grant execute on function public.read_my_settings() to authenticated;
grant execute on function public.end_session(uuid) to authenticated;
grant execute on function public.request_deletion() to authenticated;
grant execute on function public.cancel_deletion() to authenticated;
grant execute on function public.export_my_data() to authenticated;
grant execute on function public.queue_email_change(uuid, text) to service_role;
grant execute on function public.add_email_change_token(uuid, text, text) to service_role;
grant execute on function public.read_email_change(text) to service_role;
grant execute on function public.finish_email_change(text) to service_role;
grant execute on function public.anonymise_due(int) to service_role;
