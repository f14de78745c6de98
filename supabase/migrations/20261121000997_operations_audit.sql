-- The audit log as staff read it, the addresses that its rows came from, and what is written when a list leaves as a file.

create extension if not exists pgcrypto with schema extensions;

-- Addresses stand apart from the log: they go after 90 days, rows of the log never do.
create table private.audit_addresses (
  audit_id bigint primary key references private.audit_log (id),
  address inet not null,
  at timestamptz not null default clock_timestamp()
);
comment on table private.audit_addresses is
  'The network address that a row of the audit log was written from, for rows of staff. Kept for 90 days, then deleted by sweep; before '
  'that nobody changes or deletes it.';
create index audit_addresses_at on private.audit_addresses (at);

create table private.address_keys (
  id boolean primary key default true check (id),
  key bytea not null default extensions.gen_random_bytes(32) check (octet_length(key) >= 32)
);
comment on table private.address_keys is
  'The one key that the site signs network addresses with, made by the database. A row with another key replaces it; the site reads it '
  'again within ten minutes.';
insert into private.address_keys default values;

create function private.keep_addresses() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '90 days' then
    return old;
  end if;
  raise exception 'private.audit_addresses keeps its rows for 90 days' using errcode = 'insufficient_privilege';
end
$$;
comment on function private.keep_addresses() is
  'Trigger of private.audit_addresses: refuses update and truncate for every role, and deletes before 90 days have passed.';
create trigger audit_addresses_append_only before update or delete on private.audit_addresses
  for each row execute function private.keep_addresses();
create trigger audit_addresses_no_truncate before truncate on private.audit_addresses
  for each statement execute function private.deny_change();

create function public.read_address_key() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (select encode(k.key, 'hex') from private.address_keys k);
end
$$;
comment on function public.read_address_key() is 'For the server: the key that it signs network addresses with, in hexadecimal.';

create function private.request_address() returns inet
language plpgsql stable set search_path = ''
as $$
declare
  v_parts text[] := string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-visitor-address', ' ');
begin
  if cardinality(v_parts) is distinct from 3 or v_parts[2] !~ '^\d{1,12}$'
    or abs(extract(epoch from clock_timestamp()) - v_parts[2]::bigint) > 300 then
    return null;
  end if;
  -- Ignores a header without the site's signature: a direct caller of the API can send any. The caller's id is signed with it: one person's
  -- header is of no use to another.
  if v_parts[3] is distinct from (
    select encode(extensions.hmac(convert_to(concat_ws(' ', v_parts[1], v_parts[2], auth.uid()), 'UTF8'), k.key, 'sha256'), 'hex')
    from private.address_keys k) then
    return null;
  end if;
  return v_parts[1]::inet;
exception
  when invalid_text_representation then
    return null;
end
$$;
comment on function private.request_address() is
  'Returns the network address of the person behind the request, as the site saw it: from the header x-visitor-address, "<address> '
  '<seconds since 1970> <HMAC-SHA256 of both and the caller''s id>", no older than five minutes. Null without a valid signature, which '
  'only the site can make.';

create function private.note_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_address inet;
begin
  if new.actor_id is not distinct from auth.uid() then
    v_address := private.request_address();
    if v_address is not null and private.is_staff() then
      insert into private.audit_addresses (audit_id, address) values (new.id, v_address);
    end if;
  end if;
  return null;
end
$$;
comment on function private.note_address() is
  'Trigger of the audit log: notes the address that staff wrote the row from. Not for what people do with their own account.';
create trigger audit_log_address after insert on private.audit_log for each row execute function private.note_address();

create function private.sweep_addresses() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_gone int;
begin
  delete from private.audit_addresses where at < now() - interval '90 days';
  get diagnostics v_gone = row_count;
  return v_gone;
end
$$;
comment on function private.sweep_addresses() is 'Deletes the addresses of the audit log that are older than 90 days; returns how many.';

create function private.audit_words(p_facts jsonb) returns text
language sql immutable set search_path = ''
as $$
  select left(string_agg(v #>> '{}', ' '), 4000)
  from jsonb_path_query(p_facts, 'strict $.** ? (@.type() == "string" || @.type() == "number")') v
$$;
comment on function private.audit_words(jsonb) is
  'Returns the texts and numbers in the facts of a row of the audit log, for its search: 4,000 characters at most.';

create function private.search_words(p_text text) returns text[]
language sql immutable set search_path = ''
as $$ select array_remove(array(select left(w, 60) from regexp_split_to_table(lower(p_text), '[^[:alnum:]]+') w), '') $$;
comment on function private.search_words(text) is
  'Splits a text into its words, in small letters: runs of letters and digits, 60 of each at most.';

create function private.audit_lexemes(p_actor uuid, p_action text, p_subject_kind text, p_subject_id text, p_facts jsonb) returns tsvector
language sql immutable set search_path = ''
as $$
  select array_to_tsvector(array_remove(
    private.search_words(p_action || ' ' || coalesce(private.audit_words(p_facts), ''))
      || array['action:' || p_action, 'kind:' || p_subject_kind, 'subject:' || left(p_subject_id, 300), 'actor:' || p_actor], null))
$$;
comment on function private.audit_lexemes(uuid, text, text, text, jsonb) is
  'Returns what the search of the audit log finds a row by: the words of its action and its facts, and its action, subject and actor as a '
  'whole, so that one index answers a text with any of them.';

alter table private.audit_log add column lexemes tsvector not null
  generated always as (private.audit_lexemes(actor_id, action, subject_kind, subject_id, facts)) stored;
comment on column private.audit_log.lexemes is 'Holds what the search of the log finds the row by (private.audit_lexemes).';
-- Read at every search and written seldom: fastupdate is off, because every query would have to read the pending list.
create index audit_log_lexemes on private.audit_log using gin (lexemes) with (fastupdate = off);

create function private.lexeme(p_lexeme text) returns text
language sql immutable set search_path = ''
as $$ select '''' || replace(replace(p_lexeme, '\', '\\'), '''', '''''') || '''' $$;
comment on function private.lexeme(text) is 'Quotes a lexeme for a tsquery.';

create function private.audit_query(p_text text, p_subjects text[], p_exact text[]) returns tsquery
language sql immutable set search_path = ''
as $$
  select (
    select string_agg('(' || q.part || ')', ' & ')
    from (
      -- Every word of the text, the last one by how it begins; or what it names.
      select concat_ws(' | ', (
          select string_agg(private.lexeme(w.word) || case when w.place = cardinality(private.search_words(p_text)) and length(w.word) > 2
            then ':*' else '' end, ' & ')
          from unnest(private.search_words(p_text)) with ordinality w (word, place)),
        (select string_agg(private.lexeme('subject:' || left(s, 300)), ' | ') from unnest(p_subjects) s)) as part
      union all
      select private.lexeme(e) from unnest(p_exact) e where e is not null
    ) q)::tsquery
$$;
comment on function private.audit_query(text, text[], text[]) is
  'Returns the search of the audit log for rows with all words of a text, or about one of some subjects; with each of p_exact, which are '
  'lexemes as private.audit_lexemes makes them.';

create function private.audit_changes(p_facts jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', c.field, 'from', c.was, 'to', c.is_now) order by c.field nulls first), '[]')
  from (
    select e.key as field, e.value -> 0 as was, e.value -> 1 as is_now
    from jsonb_each(case when jsonb_typeof(p_facts -> 'changed') = 'object' then p_facts -> 'changed' else '{}' end) e
    where jsonb_typeof(e.value) = 'array'
    union all
    select e.key, e.value -> 0, e.value -> 1 from jsonb_each(private.changed(p_facts -> 'from', p_facts -> 'to')) e
    where jsonb_typeof(p_facts -> 'from') = 'object' and jsonb_typeof(p_facts -> 'to') = 'object'
    union all
    select null, p_facts -> 'from', p_facts -> 'to'
    where (p_facts ? 'from' or p_facts ? 'to')
      and not (jsonb_typeof(p_facts -> 'from') is not distinct from 'object' and jsonb_typeof(p_facts -> 'to') is not distinct
        from 'object')
  ) c
$$;
comment on function private.audit_changes(jsonb) is
  'Returns what changed by the facts of a row of the audit log: [{field, from, to}], by field; field is null where the action says what '
  'changed.';

create function private.names_of(p_ids uuid[]) returns table (id uuid, name text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select p.id, p.display_name || coalesce(' (@' || p.username || ')', '') from public.profiles p where p.id = any (p_ids)
    union all select o.id, o.code from public.orders o where o.id = any (p_ids)
    union all select k.id, k.code from public.tickets k where k.id = any (p_ids)
    union all select e.id, e.title from public.events e where e.id = any (p_ids)
    union all select s.id, s.name from public.event_series s where s.id = any (p_ids)
    union all select a.id, a.name from public.artists a where a.id = any (p_ids)
    union all select t.id, t.name from public.ticket_types t where t.id = any (p_ids)
    union all select c.id, c.name from public.capacity_pools c where c.id = any (p_ids)
    union all select r.id, t.name || ', ' || r.name from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id
      where r.id = any (p_ids)
    union all select k.id, k.name from public.packages k where k.id = any (p_ids)
    union all select a.id, a.name from public.add_ons a where a.id = any (p_ids)
    union all select b.id, b.name from public.bookable_tables b where b.id = any (p_ids)
    union all select b.id, t.name from public.table_bookings b join public.bookable_tables t on t.id = b.table_id where b.id = any (p_ids)
    union all select c.id, c.code from public.promo_codes c where c.id = any (p_ids)
    union all select r.id, o.code from public.refunds r join public.orders o on o.id = r.order_id where r.id = any (p_ids)
    union all select d.id, o.code from public.disputes d join public.orders o on o.id = d.order_id where d.id = any (p_ids)
    union all select r.id, o.code from public.returns r join public.orders o on o.id = r.order_id where r.id = any (p_ids)
    union all select h.id, o.code || '-' || h.number from public.shipments h join public.orders o on o.id = h.order_id
      where h.id = any (p_ids)
    union all select f.id, l.item_name from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
      where f.id = any (p_ids)
    union all select l.id, l.item_name from public.order_lines l where l.id = any (p_ids)
    union all select c.id, e.title from public.event_changes c join public.events e on e.id = c.event_id where c.id = any (p_ids)
    union all select p.id, p.name from public.products p where p.id = any (p_ids)
    union all select v.id, concat_ws(', ', p.name, nullif(v.name, '')) from public.product_variants v
      join public.products p on p.id = v.product_id where v.id = any (p_ids)
    union all select c.id, c.name from public.product_collections c where c.id = any (p_ids)
    union all select s.id, s.name from public.stock_places s where s.id = any (p_ids)
    union all select z.id, z.name from public.shipping_zones z where z.id = any (p_ids)
    union all select t.id, concat_ws(' ', t.state, nullif(t.zip_prefix, ''), t.tax_class) from public.tax_rates t where t.id = any (p_ids)
    union all select p.id, p.name from public.pickup_points p where p.id = any (p_ids)
    union all select r.id, r.name from public.price_rules r where r.id = any (p_ids)
    union all select b.id, b.label from public.buyer_blocks b where b.id = any (p_ids)
    union all select i.id, i.email from private.staff_invitations i where i.id = any (p_ids);
end
$$;
comment on function private.names_of(uuid[]) is
  'Names what ids stand for, whatever it is: a person, an order by its code, an event by its title. Leaves out ids of what is gone or has '
  'no name, and notes, which may have to be erased. The caller has checked that an admin asks.';

create function private.audit_subjects(p_ids bigint[]) returns table (entry bigint, subject jsonb)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  -- named by branches of their own; everything else by private.names_of
  v_kinds constant text[] := array['failure', 'list', 'page', 'figure', 'account', 'order', 'refund', 'ticket',
    'event', 'event_change', 'code',
    'table_booking'];
begin
  return query
  with asked as materialized (
    select a.id as entry, a.subject_kind as kind, a.subject_id as key,
      case when a.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a.subject_id::uuid end as id
    from private.audit_log a where a.id = any (p_ids) and a.subject_id is not null
  )
  select a.entry, jsonb_build_object('name', case when a.kind = 'failure' then split_part(a.key, ' ', 1) else a.key end)
  from asked a where a.kind in ('failure', 'list', 'page', 'figure')
  union all
  select a.entry, jsonb_build_object('name', p.display_name, 'username', p.username)
  from asked a join public.profiles p on p.id = a.id where a.kind = 'account'
  union all
  select a.entry, jsonb_build_object('name', o.code, 'orderCode', o.code)
  from asked a join public.orders o on o.id = a.id where a.kind = 'order'
  union all
  select a.entry, jsonb_build_object('name', o.code, 'orderCode', o.code)
  from asked a join public.refunds r on r.id = a.id join public.orders o on o.id = r.order_id where a.kind = 'refund'
  union all
  select a.entry, jsonb_build_object('name', k.code, 'orderCode', o.code)
  from asked a join public.tickets k on k.id = a.id join public.orders o on o.id = k.order_id where a.kind = 'ticket'
  union all
  select a.entry, jsonb_build_object('name', e.title, 'eventId', e.id)
  from asked a join public.events e on e.id = a.id where a.kind = 'event'
  union all
  select a.entry, jsonb_build_object('name', e.title, 'eventId', e.id)
  from asked a join public.event_changes c on c.id = a.id join public.events e on e.id = c.event_id where a.kind = 'event_change'
  union all
  select a.entry, jsonb_build_object('name', c.code, 'eventId', c.event_id)
  from asked a join public.promo_codes c on c.id = a.id where a.kind = 'code'
  union all
  select a.entry, jsonb_build_object('name', t.name, 'orderCode', o.code)
  from asked a join public.table_bookings b on b.id = a.id join public.bookable_tables t on t.id = b.table_id
    join public.orders o on o.id = b.order_id
  where a.kind = 'table_booking'
  union all
  select a.entry, jsonb_build_object('name', n.name)
  from private.names_of(array(select distinct m.id from asked m where m.kind <> all (v_kinds))) n
  join asked a on a.id = n.id and a.kind <> all (v_kinds);
end
$$;
comment on function private.audit_subjects(bigint[]) is
  'Names what rows of the audit log are about: {name, username, orderCode, eventId}, the last three only where they apply; no row where '
  'it is gone or has no name.';

create function private.audit_entries(p_ids bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  with mentioned as (
    select distinct a.id as entry, (v #>> '{}')::uuid as thing
    from private.audit_log a, jsonb_path_query(a.facts,
      'strict $.** ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")') v
    where a.id = any (p_ids)
  ),
  named as (
    select m.entry, jsonb_object_agg(n.id, n.name) as names
    from private.names_of((select array_agg(distinct thing) from mentioned)) n
    join mentioned m on m.thing = n.id
    group by m.entry
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', a.id, 'at', a.at, 'action', a.action, 'actorId', a.actor_id, 'actorName', p.display_name, 'actorUsername', p.username,
    'actorRole', a.actor_role, 'subjectKind', a.subject_kind, 'subjectId', a.subject_id,
    'subject', s.subject,
    'changes', private.audit_changes(a.facts),
    'reason', coalesce(nullif(a.facts ->> 'reason', ''), nullif(a.facts ->> 'note', '')),
    'details', a.facts - array['changed', 'from', 'to', 'reason', 'note'],
    'names', coalesce(n.names, '{}'),
    'address', host(d.address)) order by a.at desc, a.id desc), '[]')
  from private.audit_log a
  left join public.profiles p on p.id = a.actor_id
  left join private.audit_addresses d on d.audit_id = a.id
  left join named n on n.entry = a.id
  left join private.audit_subjects(p_ids) s on s.entry = a.id
  where a.id = any (p_ids)
$$;
comment on function private.audit_entries(bigint[]) is
  'Rows of the audit log as screens show them, the latest first: [{id, at, action, actorId, actorName, actorUsername, actorRole, '
  'subjectKind, subjectId, subject, changes, reason, details, names, address}]; names = what the ids among the changes and details stand '
  'for. The caller has checked who may.';

create function private.audit_page(p_where text, p_scan int, p_people uuid[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_page text := case
    when p_scan = 0 then 'select a.id, a.at from private.audit_log a where %s and %s order by a.at desc, a.id desc limit $1'
    when p_scan > 0 then '
      select c.id, c.at
      from (select a.id, a.at, a.lexemes from private.audit_log a where %s and %s order by a.at desc, a.id desc limit $12) c
      where c.lexemes @@ $11 order by c.at desc, c.id desc limit $1'
    -- The inner part has no order: else the planner might read the whole log in the order of the page.
    else '
      select c.id, c.at from (select a.id, a.at from private.audit_log a where a.lexemes @@ $11 and %s and %s offset 0) c
      order by c.at desc, c.id desc limit $1' end;
begin
  return case when p_people is null then format(v_page, p_where, 'true')
    else format('(%s) union (%s)',
      format(v_page, p_where, case when cardinality(p_people) = 1 then 'a.actor_id = ($9)[1]' else 'a.actor_id = any ($9)' end),
      format(v_page, p_where, 'a.subject_kind = ''account'' and a.subject_id = any ($10)')) end;
end
$$;
comment on function private.audit_page(text, int, uuid[]) is
  'Writes the statement that finds the rows of a page of list_audit, with its parameters: without a text (p_scan is 0), with one among '
  'the latest p_scan rows, or by the index of words (p_scan is null).';

create function private.audit_people(p_name text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select p.id from public.profiles p
    where case
      when p_name ~ '^@' then lower(p.username) = lower(substr(p_name, 2))
      when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p.id::text = p_name
      else p.display_name ilike private.like_part(p_name) or p.username ilike private.like_part(p_name) end
    order by p.id limit 2000);
end
$$;
comment on function private.audit_people(text) is
  'Returns the people of an @username, of an id, or with a part of a name or username, 2,000 at most.';

create function public.list_audit(
  p_subject_kind text default null, p_subject text default null, p_person text default null, p_action text default null,
  p_text text default null,
  p_from date default null, p_to date default null, p_after_at timestamptz default null,
    p_after_id bigint default null, p_limit int default 50
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_settings public.settings;
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_person text := nullif(btrim(p_person), '');
  v_text text := lower(nullif(btrim(p_text), ''));
  v_where text := 'true';
  v_people uuid[];
  v_query tsquery;
  v_ids bigint[];
  v_scan int;
  v_last private.audit_log;
  v_total jsonb;
begin
  perform private.require_permission('see_audit');
  if length(v_text) not between 3 and 80 or length(v_person) not between 1 and 80 then
    perform private.refuse(422, 'invalid');
  end if;
  select * into strict v_settings from public.settings;
  if v_person is not null then
    v_people := private.audit_people(v_person);
  end if;
  -- Only the conditions that were asked for are in the statement: each has an index of its own that ends with the order of the page.
  v_where := concat_ws(' and ', 'true',
    case when p_subject_kind is not null then 'a.subject_kind = $2' end,
    case when p_subject is not null then 'a.subject_id = $3' end,
    case when p_action is not null then 'a.action = $4' end,
    case when p_from is not null then 'a.at >= $5' end,
    case when p_to is not null then 'a.at < $6' end,
    case when p_after_at is not null and p_after_id is not null then '(a.at, a.id) < ($7, $8)' end);
  if v_text is not null then
    v_query := private.audit_query(v_text, array(select o.id::text from public.orders o where o.code = upper(v_text)) || v_text,
      array['action:' || p_action, 'kind:' || p_subject_kind, 'subject:' || p_subject]);
  end if;
  -- A frequent text fills its page from the latest rows, whose order an index has; a rare one is in few rows, which the index of
  -- words finds. How frequent it is, the latest rows tell: where none of 300 or too few of 5,000 have it, it is rare.
  foreach v_scan in array case when v_text is null then array[0] else array[300, 5000, null] end loop
    continue when v_scan = 5000 and v_ids is null;
    execute format('select array_agg(f.id order by f.at desc, f.id desc) '
      'from (select * from (%s) u order by u.at desc, u.id desc limit $1) f',
        private.audit_page(v_where, v_scan, v_people))
      into v_ids
      using v_limit + 1, p_subject_kind, p_subject, p_action,
        p_from::timestamp at time zone v_settings.time_zone, (p_to + 1)::timestamp at time zone v_settings.time_zone,
        p_after_at, p_after_id, v_people, v_people::text[], v_query, v_scan;
    exit when cardinality(v_ids) > v_limit;
  end loop;
  if cardinality(v_ids) > v_limit then
    select * into v_last from private.audit_log where id = v_ids[v_limit];
  end if;
  if p_after_at is null then
    v_total := private.list_total(coalesce(cardinality(v_ids), 0), v_limit);
  end if;
  return jsonb_build_object('timeZone', v_settings.time_zone, 'currency', v_settings.currency, 'now', now(),
    'entries', private.audit_entries(v_ids[1:v_limit]),
    'next', case when v_last.id is not null then jsonb_build_object('at', v_last.at, 'id', v_last.id) end,
    'total', v_total);
end
$$;
comment on function public.list_audit(text, text, text, text, text, date, date, timestamptz, bigint, int) is
  'The audit log, the latest first, p_limit (50; 200 at most) at a time: {entries, next, total, timeZone, currency, now}; total = '
  'private.list_total up to the length of a page, on the first page only: to count more would read the log; next = {at, id} for '
  'p_after_at and p_after_id, null on the last page. p_subject_kind and p_subject = what it is about; p_person = who did it or whose '
  'account it is about, by a part of their name, @username or id; p_text = words of what it says, the last one by its beginning, 3 to 80 '
  'characters; or an order''s code; p_from and p_to = days in the brand''s zone. Admins only: refuses not_allowed, invalid.';

create function private.like_part(p_text text) returns text
language sql immutable set search_path = ''
as $$ select '%' || replace(replace(replace(p_text, '\', '\\'), '%', '\%'), '_', '\_') || '%' $$;
comment on function private.like_part(text) is 'Returns the pattern that finds a text inside another one with LIKE.';

create function public.record_export(p_list text, p_filters jsonb default '{}', p_reason text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text := nullif(btrim(p_reason), '');
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_allowed');
  end if;
  if p_list is null or p_list !~ '^[a-z][a-z-]{1,39}$' or jsonb_typeof(p_filters) is distinct from 'object'
    or length(p_filters::text) > 2000
    or length(v_reason) > 500 or not private.is_readable(v_reason, true) then
    perform private.refuse(422, 'invalid');
  end if;
  -- Without what was searched for, which may be a person's name or address: rows of the log are never erased.
  perform private.audit('list.exported', 'list', p_list, jsonb_strip_nulls(jsonb_build_object(
    'filters', (p_filters - array['q', 'person', 'after']), 'searched', case
      when coalesce(p_filters ->> 'q', p_filters ->> 'person', '') <> '' then true end,
    'reason', v_reason)));
end
$$;
comment on function public.record_export(text, jsonb, text) is
  'Staff: records that the caller downloads a list as a file, with the filters it has. Called before the first row is read. Refuses '
  'not_allowed, invalid.';

revoke execute on function
  private.keep_addresses(), private.request_address(), private.note_address(), private.sweep_addresses(), private.audit_words(jsonb),
  private.search_words(text), private.audit_lexemes(uuid, text, text, text, jsonb), private.lexeme(text),
  private.audit_query(text, text[], text[]),
  private.audit_page(text, int, uuid[]),
  private.audit_changes(jsonb), private.names_of(uuid[]), private.audit_subjects(bigint[]), private.audit_entries(bigint[]),
  private.like_part(text), private.audit_people(text),
  public.read_address_key(), public.record_export(text, jsonb, text),
  public.list_audit(text, text, text, text, text, date, date, timestamptz, bigint, int)
from public, anon, authenticated, service_role;
grant execute on function public.read_address_key() to service_role;
grant execute on function public.record_export(text, jsonb, text),
  public.list_audit(text, text, text, text, text, date, date, timestamptz, bigint, int) to authenticated;
