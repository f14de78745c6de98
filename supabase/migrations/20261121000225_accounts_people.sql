-- User management: the list of people, what staff see of one person, notes about people, and suspending, banning and reinstating
-- accounts. Moderators get names and handles, and what the person said in public.

create table public.person_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);
comment on table public.person_notes is
  'Notes that staff wrote about a person, for other admins. Written by add_person_note, never changed; goes with the account.';
create index person_notes_user on public.person_notes (user_id, created_at);
create index person_notes_author on public.person_notes (author_id);
alter table public.person_notes enable row level security;
alter table public.person_notes force row level security;
grant select on public.person_notes to authenticated, service_role;
create policy person_notes_select on public.person_notes for select to authenticated using ((select private.may('manage_people')));

create function private.write_note(p_kind text, p_subject uuid, p_text text, p_key text) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_actor uuid := auth.uid();
  v_text text := btrim(coalesce(p_text, ''));
  v_body jsonb := jsonb_build_array(p_subject, v_text);
  v_function text := case p_kind when 'order' then 'add_order_note' else 'add_person_note' end;
  v_response jsonb;
  v_id uuid;
begin
  perform private.require_permission('manage_people');
  if length(v_text) not between 1 and 2000 or not private.is_readable(v_text, true) then
    perform private.refuse(422, 'invalid', '{"field": "text"}');
  end if;
  perform private.lock_person(v_actor);
  v_response := private.response_for_key(v_actor, p_key, v_function, v_body);
  if v_response is not null then
    return (v_response #>> '{}')::uuid;
  end if;
  if p_kind = 'order' then
    insert into public.order_notes (order_id, author_id, text)
    select o.id, v_actor, v_text from public.orders o where o.id = p_subject returning id into v_id;
  else
    insert into public.person_notes (user_id, author_id, text)
    select p.id, v_actor, v_text from public.profiles p where p.id = p_subject returning id into v_id;
  end if;
  if v_id is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.audit(p_kind || '.note', p_kind, p_subject::text, jsonb_build_object('note_id', v_id));
  perform private.store_response(v_actor, p_key, v_function, v_body, to_jsonb(v_id));
  return v_id;
end
$$;
comment on function private.write_note(text, uuid, text, text) is
  'Body of public.add_person_note (p_kind account) and public.add_order_note (p_kind order).';

create function public.add_person_note(p_user uuid, p_text text, p_key text) returns uuid
language sql volatile security definer set search_path = ''
as $$ select private.write_note('account', p_user, p_text, p_key) $$;
comment on function public.add_person_note(uuid, text, text) is
  'Writes a note of 1 to 2,000 characters about a person and returns its id; admins only. p_key: idempotency key. Refuses not_allowed, '
  'invalid, not_found, key_reused.';

create function private.account_state(p_user uuid)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when p.sanction is not null then p.sanction
      when exists (select 1 from private.account_deletions d where d.user_id = p.id) then 'deletion_pending'
      when not private.role_may(r.role, 'own_account') then 'guest'
      else 'member' end
    from public.profiles p join private.user_roles r on r.user_id = p.id
    where p.id = p_user
  );
end
$$;
comment on function private.account_state(uuid) is
  'The state of an account: guest, member, suspended, banned, deletion_pending (its owner asked for it), deleted (by staff, until it is '
  'erased), merged; null when there is none.';

create function public.sanction_account(p_user uuid, p_kind text, p_reason text, p_until timestamptz default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_from text;
begin
  perform private.require_permission_or_service('manage_people');
  perform private.require_proof();
  if p_user = auth.uid() then
    perform private.refuse(409, 'own_account');
  end if;
  v_reason := private.require_reason(p_reason);
  if p_kind is null or p_kind not in ('suspended', 'banned') or (p_until is not null and (p_kind = 'banned'
    or p_until <= now() or p_until > now() + interval '2 years')) then
    perform private.refuse(422, 'invalid', '{"field": "until"}');
  end if;
  perform 1 from public.profiles where id = p_user for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_from := private.account_state(p_user);
  if v_from in ('merged', 'deleted') then
    perform private.refuse(409, 'account_closed');
  end if;
  update public.profiles set deactivated_at = coalesce(deactivated_at, now()), sanction = p_kind, suspended_until = p_until
  where id = p_user;
  perform private.mail_account_change(p_user, p_kind, jsonb_build_object('until', p_until));
  perform private.log_state('account', p_user, v_from, p_kind, v_reason, jsonb_strip_nulls(jsonb_build_object('until', p_until)));
  perform private.audit('account.' || p_kind, 'account', p_user::text,
    jsonb_strip_nulls(jsonb_build_object('from', v_from, 'to', p_kind, 'until', p_until, 'reason', v_reason)));
end
$$;
comment on function public.sanction_account(uuid, text, text, timestamptz) is
  'Suspends an account, until p_until (2 years ahead at most) or until it is reinstated, or bans it. Its sessions end at once, Supabase '
  'Auth opens no new ones, and its tokens are worth nothing to the API; its orders and tickets stay valid. A second call replaces the '
  'first. Admins only, with a recent proof, never their own account; the last admin stays. Refuses not_allowed, password_needed, '
  'own_account, reason_required, invalid, not_found, account_closed, last_admin.';

create function public.reinstate_account(p_user uuid, p_reason text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_from text;
begin
  perform private.require_permission_or_service('manage_people');
  perform private.require_proof();
  if p_user = auth.uid() then
    perform private.refuse(409, 'own_account');
  end if;
  v_reason := private.require_reason(p_reason);
  select p.sanction into v_from from public.profiles p where p.id = p_user for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_from is null or v_from not in ('suspended', 'banned') then
    perform private.refuse(409, 'not_sanctioned');
  end if;
  update public.profiles set deactivated_at = null where id = p_user;
  perform private.mail_account_change(p_user, 'reinstated');
  perform private.log_state('account', p_user, v_from, private.account_state(p_user), v_reason);
  perform private.audit('account.reinstated', 'account', p_user::text,
    jsonb_build_object('from', v_from, 'to', private.account_state(p_user), 'reason', v_reason));
end
$$;
comment on function public.reinstate_account(uuid, text) is
  'Opens a suspended or banned account again; its owner signs in again. Admins only, with a recent proof. Refuses not_allowed, '
  'password_needed, own_account, reason_required, not_found, not_sanctioned.';

create function public.end_due_suspensions(p_limit int)
returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid;
  v_ended int := 0;
begin
  for v_user in
    select p.id from public.profiles p where p.suspended_until <= now()
    order by p.id limit least(greatest(p_limit, 1), 1000) for update
  loop
    update public.profiles set deactivated_at = null where id = v_user;
    perform private.mail_account_change(v_user, 'reinstated');
    perform private.log_state('account', v_user, 'suspended', private.account_state(v_user), 'Its time was over');
    perform private.audit('account.reinstated', 'account', v_user::text,
      jsonb_build_object('from', 'suspended', 'to', private.account_state(v_user), 'reason', 'Its time was over'));
    v_ended := v_ended + 1;
  end loop;
  return v_ended;
end
$$;
comment on function public.end_due_suspensions(int) is
  'Opens the accounts again whose suspension is over, p_limit of them at most, and returns how many. A job of the server calls it each '
  'minute.';

create function public.end_sessions_of(p_user uuid, p_reason text)
returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_ended int;
begin
  perform private.require_permission('manage_people');
  v_reason := private.require_reason(p_reason);
  if not exists (select 1 from public.profiles where id = p_user) then
    perform private.refuse(404, 'not_found');
  end if;
  delete from auth.sessions s where s.user_id = p_user and s.id::text is distinct from auth.jwt() ->> 'session_id';
  get diagnostics v_ended = row_count;
  perform private.audit('account.sessions_ended', 'account', p_user::text, jsonb_build_object('sessions', v_ended, 'reason', v_reason));
  return v_ended;
end
$$;
comment on function public.end_sessions_of(uuid, text) is
  'Signs a person out everywhere, except in the session that asks, and returns how many sessions ended. Admins only. Refuses not_allowed, '
  'reason_required, not_found.';

create function private.find_people(
  p_words text[], p_owner uuid, p_after uuid, p_count int, p_sort text, p_role text, p_state text, p_grant text, p_admin boolean
) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  -- Only admins see when people joined, so only they may sort by it.
  v_key text := case when p_admin and p_sort in ('joined', '-joined') then 'p.created_at' else 'lower(p.display_name)' end;
  v_dir text := case when p_sort like '-%' then 'desc' else 'asc' end;
  v_after text := case when p_after is null then 'true'
    else format('(%1$s, p.id) %2$s (select %3$s, a.id from public.profiles a where a.id = $1)',
    v_key, case when v_dir = 'desc' then '<' else '>' end, replace(v_key, 'p.', 'a.')) end;
  v_where text := concat_ws(' and ',
    -- Guests are listed only where they are asked for: by their role, or by an order of theirs.
    case when p_admin and p_role is not null then 'r.role = $5'
      else '(r.role = any (private.roles_with(''own_account'')) or p.id = $4)' end,
    case when p_admin then case p_state
      when 'active' then 'p.sanction is null'
      when 'suspended' then 'p.sanction = ''suspended'''
      when 'banned' then 'p.sanction = ''banned'''
      when 'merged' then 'p.sanction = ''merged'''
      when 'deleting'
        then 'p.sanction is distinct from ''merged'' and exists (select 1 from private.account_deletions d where d.user_id = p.id)'
    end end,
    case when p_admin and p_grant is not null then 'exists (
      select 1 from public.staff_grants g where g.user_id = p.id and g.revoked_at is null
        and (g.expires_at is null or g.expires_at > now()) and ($6 = ''any'' or g.capability = $6))' end);
  v_many constant int := 1000; -- from so many people on a word is frequent
  v_named uuid[] := case when p_words is not null then private.people_named(p_words, p_admin, v_many) || p_owner end;
  v_walks boolean := cardinality(v_named) > v_many and p_owner is null;
  v_scan int;
  v_ids uuid[];
begin
  -- One statement for each choice: an index on the key then finds the page without sorting everybody. What was asked for is a
  -- parameter, never part of the text. A frequent word fills its page from the first people in that order; a rare one is in few
  -- rows, which the index of words has found.
  foreach v_scan in array case when v_walks then array[p_count * 2, p_count * 60, null] else array[null::int] end loop
    if v_scan is null and cardinality(v_named) > v_many then
      v_named := private.people_named(p_words, p_admin, null) || p_owner;
    end if;
    execute format('
      select array_agg(page.id order by page.place)
      from (
        select p.id, row_number() over (order by %1$s %2$s, p.id %2$s) as place
        from %3$s join private.user_roles r on r.user_id = p.id
        where %4$s order by %1$s %2$s, p.id %2$s limit $3
      ) page', v_key, v_dir,
      case when v_scan is null then 'public.profiles p' else format('
        (select p.* from public.profiles p where %1$s order by %2$s %3$s, p.id %3$s limit $7) p
        join private.person_keys k on k.user_id = p.id and %4$s', v_after, v_key, v_dir, private.person_filter(p_words, p_admin, 8)) end,
      concat_ws(' and ', v_where,
        case when v_scan is null then v_after end, case when v_scan is null and v_named is not null then 'p.id = any ($2)' end))
    into v_ids
    using p_after, v_named, p_count, p_owner, p_role, p_grant, v_scan, p_words;
    exit when cardinality(v_ids) = p_count;
  end loop;
  return v_ids;
end
$$;
comment on function private.find_people(text[], uuid, uuid, int, text, text, text, text, boolean) is
  'Finds p_count people of a page of list_people, in its order. p_words = the words of the search, null without one; p_owner = whose '
  'order or ticket the search names.';

create function public.list_people(
  p_search text default null, p_after uuid default null, p_limit int default 50, p_sort text default 'name',
  p_role text default null, p_state text default null, p_grant text default null
)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_admin boolean := private.may('see_contacts');
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_code text := upper(regexp_replace(coalesce(p_search, ''), '[^0-9A-Za-z]', '', 'g'));
  v_owner uuid;
  v_words text[];
  v_people jsonb;
  v_ids uuid[];
  v_total jsonb;
begin
  perform private.require_permission('see_people');
  if p_search <> '' then
    v_words := private.person_words(p_search);
  end if;
  if v_admin and length(v_code) = 8 then
    v_owner := (select o.owner_id from public.orders o where o.code = v_code);
  elsif v_admin and length(v_code) = 9 then
    v_owner := (select k.owner_id from public.tickets k where k.code = v_code);
  end if;
  v_ids := private.find_people(v_words, v_owner, p_after, v_limit + 1, p_sort, p_role, p_state, p_grant, v_admin);
  if p_after is null then
    v_total := private.list_total(coalesce(cardinality(v_ids), 0), 1000);
    if cardinality(v_ids) > v_limit then
      v_total := private.list_total(cardinality(private.find_people(v_words, v_owner, null, 1001, 'name', p_role, p_state,
        p_grant, v_admin)), 1000);
    end if;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'username', p.username, 'displayName', p.display_name, 'avatar', p.avatar_path)
      || case when v_admin then jsonb_build_object('email', private.own_email(p.id), 'emailVerifiedAt', p.email_verified_at,
        'city', p.city, 'role', r.role, 'state', private.account_state(p.id), 'suspendedUntil', p.suspended_until,
        'createdAt', p.created_at,
        'grants', coalesce((
          select jsonb_agg(jsonb_build_object('capability', g.capability, 'event', e.title, 'expiresAt', g.expires_at)
            order by g.created_at, g.id)
          from public.staff_grants g left join public.events e on e.id = g.event_id
          where g.user_id = p.id and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())), '[]'::jsonb))
        else '{}'::jsonb end order by page.place), '[]'::jsonb) into v_people
  from unnest(v_ids) with ordinality page (id, place)
  join public.profiles p on p.id = page.id
  join private.user_roles r on r.user_id = p.id;
  return jsonb_build_object('people', v_people - v_limit, 'total', v_total, 'isAdmin', v_admin,
    'timeZone', (select s.time_zone from public.settings s), 'next',
    case when jsonb_array_length(v_people) > v_limit then v_people -> (v_limit - 1) ->> 'id' end);
end
$$;
comment on function public.list_people(text, uuid, int, text, text, text, text) is
  'People for user management, page by page (p_after is the person after whom the page begins), by p_sort: name, -name, and for admins '
  'joined, -joined. p_search = words that begin words of the name or handle, for admins also of the address, or the code of an order or '
  'ticket. Filters of admins, ignored for moderators: p_role; p_state = active, suspended, banned, deleting or merged; p_grant = a '
  'capability, or any. Guests come only with p_role = guest or by the code of their order. Moderators get names and handles, admins '
  'everything they may act on, with live grants. {people, total, isAdmin, timeZone, next}; total = private.list_total, on the first page '
  'only.';

create function private.person_orders(p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'count', (select count(*) from public.orders o where o.owner_id = p_user),
    'paidCents', (
      select coalesce(sum(o.total_cents - o.refunded_cents), 0) from public.orders o
      where o.owner_id = p_user and o.paid_at is not null and not o.is_test),
    'currency', (select s.currency from public.settings s),
    'latest', (
      select coalesce(jsonb_agg(jsonb_build_object('code', o.code, 'status', o.status, 'totalCents', o.total_cents,
        'refundedCents', o.refunded_cents,
        'currency', o.currency, 'email', o.email, 'createdAt', o.created_at,
        'event', (select e.title from public.events e where e.id = o.event_id))
        order by o.created_at desc, o.id), '[]')
      from (select * from public.orders x where x.owner_id = p_user order by x.created_at desc, x.id limit 10) o));
end
$$;
comment on function private.person_orders(uuid) is
  'The orders of a person for read_person: how many, the paid cents that were not refunded, and the latest ten.';

create function private.person_tickets(p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'count', (select count(*) from public.tickets k where k.owner_id = p_user),
    'valid', (select count(*) from public.tickets k where k.owner_id = p_user and private.ticket_is_valid(k.status)),
    'ahead', (select count(*) from public.tickets k join public.events e on e.id = k.event_id
      where k.owner_id = p_user and private.ticket_is_valid(k.status) and e.ends_at > now() and e.status <> 'cancelled'),
    'latest', (
      select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'code', k.code, 'holder', k.holder_name, 'status', k.status,
        'isInside', k.admission = 'inside',
        'orderCode', o.code, 'type', y.name, 'event', jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at,
          'timeZone', e.time_zone))
        order by e.starts_at desc, k.code), '[]')
      from (select x.* from public.tickets x join public.events s on s.id = x.event_id where x.owner_id = p_user
        order by s.starts_at desc, x.code limit 10) k
      join public.orders o on o.id = k.order_id
      join public.ticket_types y on y.id = k.ticket_type_id
      join public.events e on e.id = k.event_id));
end
$$;
comment on function private.person_tickets(uuid) is
  'The tickets of a person for read_person: how many, how many are valid and how many of those are for events ahead, and the latest ten.';

create function private.person_mails(p_user uuid, p_email text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'count', (select count(*) from private.mail_outbox m where m.id in (select private.mails_of(p_user, p_email))),
    'latest', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'status', m.status, 'recipient', m.recipient,
        'at', coalesce(m.sent_at, m.created_at)) order by m.created_at desc, m.id desc), '[]')
      from (select * from private.mail_outbox x where x.id in (select private.mails_of(p_user, p_email))
        order by x.created_at desc, x.id desc limit 10) m));
end
$$;
comment on function private.person_mails(uuid, text) is
  'The mails to a person for read_person: how many, and the latest ten; p_email = their address.';

create function private.person_posts(p_user uuid, p_hidden_too boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'count', (select count(*) from public.posts t where t.author_id = p_user
      and (private.post_is_shown(t.status) or (p_hidden_too and private.post_has_text(t.status)))),
    'latest', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'body', left(t.body, 300), 'createdAt', t.created_at,
        'hidden', not private.post_is_shown(t.status))
        order by t.created_at desc, t.id desc), '[]')
      from (select * from public.posts x where x.author_id = p_user
        and (private.post_is_shown(x.status) or (p_hidden_too and private.post_has_text(x.status)))
        order by x.created_at desc, x.id desc limit 10) t));
end
$$;
comment on function private.person_posts(uuid, boolean) is 'Returns how many posts a person wrote and the latest ten.';

create function private.person_sign_in(p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'hasSecondFactor', private.has_second_factor(p_user),
    'hasPassword', exists (select 1 from auth.users u where u.id = p_user and u.encrypted_password <> ''),
    'providers', (select coalesce(jsonb_agg(distinct i.issuer), '[]') from private.firebase_identities i where i.user_id = p_user),
    'sessions', jsonb_build_object(
      'count', (select count(*) from auth.sessions s where s.user_id = p_user),
      'latest', (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'startedAt', s.created_at, 'userAgent', coalesce(s.user_agent, ''),
          'seenAt', s.seen_at) order by s.seen_at desc, s.id), '[]')
        from (select x.*, greatest(x.created_at, x.refreshed_at at time zone 'utc') as seen_at from auth.sessions x where x.user_id = p_user
          order by seen_at desc limit 10) s)));
end
$$;
comment on function private.person_sign_in(uuid) is
  'Returns how a person signs in: password, outside accounts, second factor, how many sessions and the latest ten.';

create function private.person_grants(p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'capability', g.capability, 'expiresAt', g.expires_at,
      'revokedAt', g.revoked_at,
      'isLive', g.is_live, 'createdAt', g.created_at,
      'event', (select jsonb_build_object('id', e.id, 'title', e.title) from public.events e where e.id = g.event_id),
      'grantedBy', (select b.display_name from public.profiles b where b.id = g.granted_by)) order by g.is_live desc,
        g.created_at desc, g.id), '[]')
    from (select x.*, x.revoked_at is null and (x.expires_at is null or x.expires_at > now()) as is_live
      from public.staff_grants x where x.user_id = p_user order by is_live desc, x.created_at desc limit 50) g);
end
$$;
comment on function private.person_grants(uuid) is 'Returns the grants of a person, live ones first, 50 at most.';

create function private.person_history(p_user uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'sanctions', (
      select coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'from', l.from_state, 'to', l.to_state, 'reason', l.reason,
        'until', l.facts ->> 'until', 'actor', (select a.display_name from public.profiles a where a.id = l.actor_id)) order by l.id desc),
          '[]')
      from (select * from private.state_log x where x.entity = 'account' and x.entity_id = p_user order by x.id desc limit 50) l),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'text', n.text, 'at', n.created_at,
        'author', (select a.display_name from public.profiles a where a.id = n.author_id)) order by n.created_at desc, n.id), '[]')
      from (select * from public.person_notes x where x.user_id = p_user order by x.created_at desc limit 50) n),
    'audit', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'at', l.at, 'action', l.action, 'reason', l.facts ->> 'reason',
        'actor', (select a.display_name from public.profiles a where a.id = l.actor_id), 'actorRole', l.actor_role) order by l.id desc),
          '[]')
      from (select * from private.audit_log x where x.subject_kind = 'account' and x.subject_id = p_user::text
        order by x.id desc limit 20) l));
end
$$;
comment on function private.person_history(uuid) is
  'Returns what staff did about a person: the latest 50 sanctions and notes, and 20 entries of the audit log.';

create function public.read_person(p_user uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_admin boolean := private.may('see_contacts');
  v_person jsonb;
  v_profile public.profiles;
  v_email text;
begin
  perform private.require_permission('see_people');
  select * into v_profile from public.profiles where id = p_user;
  if not found or (not v_admin and (select not private.role_may(r.role, 'own_account') from private.user_roles r
    where r.user_id = p_user)) then
    return null;
  end if;
  v_person := jsonb_build_object('id', v_profile.id, 'username', v_profile.username, 'displayName', v_profile.display_name,
    'avatar', v_profile.avatar_path, 'posts', private.person_posts(p_user, v_admin),
    'details', null, 'timeZone', (select s.time_zone from public.settings s), 'now', now());
  if not v_admin then
    return v_person;
  end if;
  v_email := private.own_email(p_user);
  return v_person || jsonb_build_object('details', jsonb_build_object(
    'email', v_email, 'emailVerifiedAt', v_profile.email_verified_at, 'city', v_profile.city, 'bio', v_profile.bio,
    'role', (select r.role from private.user_roles r where r.user_id = p_user),
    'state', private.account_state(p_user), 'suspendedUntil', v_profile.suspended_until,
    'deleteAt', (select d.due_at from private.account_deletions d where d.user_id = p_user),
    'createdAt', v_profile.created_at, 'isSelf', p_user = auth.uid(), 'isProven', private.is_proven(),
    'grants', private.person_grants(p_user),
    'orders', private.person_orders(p_user),
    'tickets', private.person_tickets(p_user),
    'merges', private.merges_of(p_user),
    'mails', private.person_mails(p_user, v_email)) || private.person_sign_in(p_user) || private.person_history(p_user));
end
$$;
comment on function public.read_person(uuid) is
  'One person for user management; null when there is none. Moderators get name, handle, picture and the public posts of members (details '
  'is null); admins also the account with how it signs in, sessions, grants, orders, tickets, sanctions, mails, notes and what staff did '
  'to it, the latest of each with their number. Refuses not_allowed.';

create function private.mails_of(p_user uuid, p_email text)
returns setof uuid
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select m.id from private.mail_outbox m where lower(m.recipient) = lower(p_email)
    union
    -- also to an address that the account had before
    select m.id from private.mail_outbox m where m.subject_kind = 'account' and m.subject_id = p_user
    union
    select m.id from public.orders o join private.mail_outbox m on m.subject_id = o.id where o.owner_id = p_user;
end
$$;
comment on function private.mails_of(uuid, text) is
  'The mails that went to a person: to the address of the account, about the account, and about their orders.';

revoke execute on function
  private.write_note(text, uuid, text, text), public.add_person_note(uuid, text, text), private.account_state(uuid),
  public.sanction_account(uuid, text, text, timestamptz),
  public.reinstate_account(uuid, text), public.end_due_suspensions(int), public.end_sessions_of(uuid, text),
  private.find_people(text[], uuid, uuid, int, text, text, text, text, boolean),
  public.list_people(text, uuid, int, text, text, text, text), public.read_person(uuid), private.mails_of(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.sanction_account(uuid, text, text, timestamptz), public.reinstate_account(uuid, text)
to authenticated, service_role;
grant execute on function
  public.add_person_note(uuid, text, text), public.end_sessions_of(uuid, text),
  public.list_people(text, uuid, int, text, text, text, text), public.read_person(uuid)
to authenticated;
grant execute on function public.end_due_suspensions(int) to service_role;
