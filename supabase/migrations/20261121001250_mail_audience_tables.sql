-- Audiences: conditions over what people bought, attended, follow and agreed to. A definition is JSON; its SQL is put together from
-- templates alone, and each value of a definition is read from a parameter by its path, so that no text of people becomes SQL.

create table private.audience_kinds (
  kind text primary key check (kind ~ '^[a-z_]{3,30}$'),
  place int not null unique,
  by_person text not null,
  by_address text not null
);
comment on table private.audience_kinds is
  'Kinds of conditions. by_person, by_address = the condition in SQL on a row x of private.audience_people, for accounts and for addresses '
  'without one; {name} stands for a value of the condition, as text or null. app/core/audience.ts has the same kinds.';

insert into private.audience_kinds (kind, place, by_person, by_address) values
  ('bought', 1,
    'x.person in (select o.owner_id from public.orders o where o.event_id = {event}::uuid and private.order_is_sold(o.status)'
    ' and ({type} is null or exists (select 1 from public.tickets t where t.order_id = o.id and t.ticket_type_id = {type}::uuid)))',
    'x.email_key in (select o.email_key from public.orders o where o.event_id = {event}::uuid and private.order_is_sold(o.status)'
    ' and ({type} is null or exists (select 1 from public.tickets t where t.order_id = o.id and t.ticket_type_id = {type}::uuid)))'),
  ('attended', 2,
    'x.person in (select t.owner_id from public.tickets t where t.event_id = {event}::uuid and private.ticket_is_valid(t.status)'
    ' and t.admission <> ''outside'')',
    'x.email_key in (select coalesce(private.email_key(t.holder_email), o.email_key) from public.tickets t'
    ' join public.orders o on o.id = t.order_id where t.event_id = {event}::uuid and private.ticket_is_valid(t.status)'
    ' and t.admission <> ''outside'')'),
  ('missed', 3,
    'x.person in (select t.owner_id from public.tickets t where t.event_id = {event}::uuid and private.ticket_is_valid(t.status)'
    ' group by t.owner_id having bool_and(t.admission = ''outside''))',
    'x.email_key in (select coalesce(private.email_key(t.holder_email), o.email_key) from public.tickets t'
    ' join public.orders o on o.id = t.order_id where t.event_id = {event}::uuid and private.ticket_is_valid(t.status)'
    ' group by 1 having bool_and(t.admission = ''outside''))'),
  ('spent', 4,
    'x.person in (select o.owner_id from public.orders o where private.order_is_sold(o.status) and not o.is_test'
    ' and ({days} is null or o.paid_at > now() - make_interval(days => {days}::int)) group by o.owner_id'
    ' having sum(o.total_cents - o.refunded_cents) >= {cents}::bigint)',
    'x.email_key in (select o.email_key from public.orders o where private.order_is_sold(o.status) and not o.is_test'
    ' and ({days} is null or o.paid_at > now() - make_interval(days => {days}::int)) group by o.email_key'
    ' having sum(o.total_cents - o.refunded_cents) >= {cents}::bigint)'),
  ('city', 5, 'lower(x.city) = lower(btrim({city}))', 'false'),
  ('party_city', 6,
    'x.person in (select o.owner_id from public.orders o join public.events e on e.id = o.event_id'
    ' where lower(e.city) = lower(btrim({city})) and private.order_is_sold(o.status))',
    'x.email_key in (select o.email_key from public.orders o join public.events e on e.id = o.event_id'
    ' where lower(e.city) = lower(btrim({city})) and private.order_is_sold(o.status))'),
  ('follows', 7, 'x.person in (select f.user_id from public.follows f where f.subject_id = {subject}::uuid)', 'false'),
  ('follows_person', 8,
    'x.person in (select f.follower_id from public.person_follows f join public.profiles p on p.id = f.followed_id'
    ' where p.username = lower({username}))', 'false'),
  ('alert', 9,
    'x.person in (select a.user_id from private.event_alerts a where a.event_id = {event}::uuid and a.status = ''active'')',
    'x.email in (select a.email from private.event_alerts a where a.event_id = {event}::uuid and a.status = ''active'')'),
  ('consent', 10,
    '{category} = any (x.wanted)', '{category} = any (x.wanted)');

create table private.audiences (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80 and private.is_readable(name)),
  definition jsonb not null check (jsonb_typeof(definition) = 'object' and pg_column_size(definition) < 20000),
  version int not null default 1 check (version > 0),
  author_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table private.audiences is
  'Saved audiences: {match: all | any, conditions: [a condition, or again {match, conditions}]}. A campaign copies the definition, so '
  'that a change here leaves campaigns alone. version = increased by each change: who saves over a newer one is refused.';
create unique index audiences_name on private.audiences (lower(name));
create index audiences_author on private.audiences (author_id);

-- What everybody spent, in the order in which it is added up, from the indexes alone.
create index orders_spent on public.orders (owner_id) include (total_cents, refunded_cents, paid_at)
  where private.order_is_sold(status) and not is_test;
create index orders_spent_by_address on public.orders (email_key) include (total_cents, refunded_cents, paid_at)
  where private.order_is_sold(status) and not is_test;

create table private.audience_people (
  id uuid primary key,
  person uuid unique references public.profiles (id) on delete cascade,
  subscription uuid unique references private.subscriptions (id) on delete cascade,
  email text not null,
  email_key text not null,
  city text not null,
  wanted text[] not null,
  is_confirmed boolean not null,
  check (num_nonnulls(person, subscription) = 1 and id = coalesce(person, subscription))
);
comment on table private.audience_people is
  'Everybody with an address who can be in an audience, one row per account that is not deactivated and per active address of the mailing '
  'list: what conditions and counts ask, kept by triggers in the transaction that changes it, so that 200,000 are counted in one pass. '
  'wanted = categories of marketing that they agreed to; is_confirmed = the address is proven or confirmed.';
create index audience_people_key on private.audience_people (email_key);

create function private.fill_audience_people(p_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.audience_people a where a.id = any (p_ids);
  insert into private.audience_people (id, person, subscription, email, email_key, city, wanted, is_confirmed)
  select p.id, p.id, null, d.email, private.email_key(d.email), p.city,
    array(select c.type from private.notification_choices c where c.user_id = p.id and c.channel = 'email' and c.wanted),
    p.email_verified_at is not null or exists (
      select 1 from private.confirmed_addresses a where a.user_id = p.id and a.email = d.email)
  from public.profiles p
  join auth.users u on u.id = p.id
  left join private.contacts c on c.user_id = p.id
  cross join lateral (select lower(case when u.email like '%@pending.invalid' then c.email else u.email end) as email) d
  where p.id = any (p_ids) and p.deactivated_at is null and d.email is not null
  union all
  select s.id, null, s.id, s.email, private.email_key(s.email), '', '{new_events}', true
  from private.subscriptions s where s.id = any (p_ids) and s.status = 'active'
  on conflict (id) do nothing;
end
$$;
comment on function private.fill_audience_people(uuid[]) is
  'Writes the rows of accounts and subscriptions again, from where their facts are; those that have none lose theirs.';

create function private.note_audience_people() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  execute format('select array_agg(distinct r.%I) from changed_rows r', tg_argv[0]) into v_ids;
  if v_ids is not null then
    perform private.fill_audience_people(v_ids);
  end if;
  return null;
end
$$;
comment on function private.note_audience_people() is
  'Trigger of the tables that private.audience_people is made of: writes the rows of those whose facts were changed. Its argument is the '
  'column that names the account or the subscription.';

do $$
declare
  v_source record;
  v_verb text;
begin
  for v_source in
    select * from (values ('public.profiles', 'id'), ('auth.users', 'id'), ('private.contacts', 'user_id'),
      ('private.confirmed_addresses', 'user_id'), ('private.notification_choices', 'user_id'), ('private.subscriptions', 'id'))
      s (source, person)
  loop
    foreach v_verb in array array['insert', 'update', 'delete'] loop
      -- A deleted account or subscription takes its row along by its foreign key.
      continue when v_verb = 'delete' and v_source.person = 'id';
      execute format('create trigger audience_people_%s after %s on %s referencing %s table as changed_rows '
        'for each statement execute function private.note_audience_people(%L)', v_verb, v_verb, v_source.source,
        case v_verb when 'delete' then 'old' else 'new' end, v_source.person);
    end loop;
  end loop;
end
$$;

revoke execute on function private.fill_audience_people(uuid[]), private.note_audience_people()
from public, anon, authenticated, service_role;
