-- The waitlist of an event: people who want tickets of types that are sold out, in the order in which they joined. Freed places are
-- offered to them before the public; an offer is a hold of the kind waitlist_offer, which its owner pays through the checkout.

create table private.waitlist_entry_states (
  state text primary key,
  position int not null unique,
  label text not null,
  tone text not null check (tone in ('neutral', 'info', 'success', 'warning', 'danger')),
  is_open boolean not null,
  is_waiting boolean not null,
  has_offer boolean not null
);
comment on table private.waitlist_entry_states is
  'The states of an entry of a waitlist. label and tone = what its owner and staff read, and the color of its badge.';
comment on column private.waitlist_entry_states.is_open is 'An entry in this state is in the queue: a person has one of an event.';
comment on column private.waitlist_entry_states.is_waiting is 'An entry in this state gets the next offer that it can use.';
comment on column private.waitlist_entry_states.has_offer is 'Places are held for an entry in this state.';
insert into private.waitlist_entry_states (state, position, label, tone, is_open, is_waiting, has_offer) values
  ('requested', 1, 'Email not confirmed', 'neutral', false, false, false),
  ('waiting',   2, 'Waiting',             'info',    true,  true,  false),
  ('offered',   3, 'Tickets held',        'success', true,  false, true),
  ('lapsed',    4, 'Offer ran out',       'warning', true,  false, false),
  ('purchased', 5, 'Bought',              'success', false, false, false),
  ('declined',  6, 'Declined',            'neutral', false, false, false),
  ('cancelled', 7, 'Left',                'neutral', false, false, false),
  ('closed',    8, 'Closed',              'neutral', false, false, false);
select private.write_state_questions('waitlist_entry');

create table private.waitlists (
  event_id uuid primary key references public.events (id) on delete cascade,
  goes_first boolean not null default true
);
comment on table private.waitlists is
  'How the waitlist of an event works; an event without a row has the defaults. goes_first = people who wait are offered freed places '
  'before the public can buy them; false = staff alone make offers.';

create sequence private.waitlist_positions;

create table private.waitlist_entries (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:]]' and email = lower(email)),
  email_key text,
  ticket_type_id uuid references public.ticket_types (id) on delete cascade,
  quantity int not null check (quantity between 1 and 4),
  allows_partial boolean not null,
  status text not null check (private.is_waitlist_entry_state(status)),
  position bigint,
  hold_id uuid unique references public.holds (id),
  skips int not null default 0 check (skips >= 0),
  lapses int not null default 0 check (lapses between 0 and 2),
  created_at timestamptz not null default now(),
  joined_at timestamptz,
  constraint waitlist_entries_position check (not private.waitlist_entry_is_open(status) or position is not null),
  constraint waitlist_entries_hold check (not private.waitlist_entry_has_offer(status) or hold_id is not null)
);
comment on table private.waitlist_entries is
  'Entries of waitlists. user_id = the account that joined, a guest''s too; null for a visitor, who proved the address by a link. '
  'email_key = the mailbox, where it was proven: one open entry per account and per mailbox of an event. ticket_type_id = the one type '
  'that the person accepts, null for any. allows_partial = they also take fewer than quantity. position = the place in the queue, a '
  'number that only grows. hold_id = the latest offer. skips = how often somebody further back was served first, because fewer places '
  'were free than this entry needs.';
create unique index waitlist_entries_user on private.waitlist_entries (event_id, user_id)
  where user_id is not null and private.waitlist_entry_is_open(status);
create unique index waitlist_entries_mailbox on private.waitlist_entries (event_id, email_key)
  where email_key is not null and private.waitlist_entry_is_open(status);
create unique index waitlist_entries_requested on private.waitlist_entries (event_id, email) where status = 'requested';
create index waitlist_entries_queue on private.waitlist_entries (event_id, position) where private.waitlist_entry_is_waiting(status);
create index waitlist_entries_event on private.waitlist_entries (event_id, position desc, id);
create index waitlist_entries_person on private.waitlist_entries (user_id);
create index waitlist_entries_type on private.waitlist_entries (ticket_type_id);

create function private.move_waitlist_entry(p_entry uuid, p_to text, p_reason text, p_facts jsonb default '{}') returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_entry private.waitlist_entries;
begin
  select * into strict v_entry from private.waitlist_entries where id = p_entry for no key update;
  if (v_entry.status, p_to) not in (
    ('requested', 'waiting'), ('waiting', 'offered'), ('waiting', 'cancelled'), ('waiting', 'closed'),
    ('offered', 'purchased'), ('offered', 'declined'), ('offered', 'lapsed'), ('offered', 'cancelled'), ('offered', 'closed'),
    -- the event was moved or postponed: the offer goes, the place in the queue stays
    ('offered', 'waiting'), ('lapsed', 'waiting'), ('lapsed', 'closed')
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_entry.status));
  end if;
  update private.waitlist_entries set status = p_to,
    lapses = lapses + (p_to = 'lapsed')::int,
    joined_at = case when v_entry.status = 'requested' then now() else joined_at end,
    -- a new entry and one whose offer ran out stand at the end
    position = case when p_to = 'waiting' and v_entry.status <> 'offered' then nextval('private.waitlist_positions') else position end
  where id = p_entry;
  perform private.log_state('waitlist_entry', p_entry, v_entry.status, p_to, p_reason, p_facts);
  if private.waitlist_entry_is_waiting(p_to) then
    perform private.enqueue_job('waitlist', v_entry.event_id::text, jsonb_build_object('eventId', v_entry.event_id));
  end if;
end
$$;
comment on function private.move_waitlist_entry(uuid, text, text, jsonb) is
  'Changes the state of an entry of a waitlist and logs it; no other function does. One that begins to wait queues the job that makes '
  'offers. The caller holds and frees the places. Refuses invalid_state.';

create function private.count_waiting_types() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event uuid := coalesce(new.event_id, old.event_id);
begin
  -- Serializes the queue of an event at the end of each transaction, when all its rows are locked: its types are written in any order.
  perform pg_advisory_xact_lock(hashtextextended('waiting_types:' || v_event::text, 0));
  delete from private.waiting_types w using public.ticket_types t
  where t.id = w.ticket_type_id and t.event_id = v_event
    and not exists (select 1 from private.queued_types(v_event) q where q.ticket_type_id = w.ticket_type_id);
  insert into private.waiting_types as w (ticket_type_id, least_units)
  select q.ticket_type_id, q.least_units from private.queued_types(v_event) q
  on conflict (ticket_type_id) do update set least_units = excluded.least_units where w.least_units <> excluded.least_units;
  return null;
end
$$;
comment on function private.count_waiting_types() is
  'Constraint trigger, at commit: private.waiting_types says for which types of an event people wait who go first.';

create function private.queued_types(p_event uuid) returns table (ticket_type_id uuid, least_units int)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select t.id, min(case when e.allows_partial then least(e.quantity, t.min_per_order) else e.quantity end)
  from private.waitlist_entries e
  join public.ticket_types t on t.event_id = e.event_id and private.accepts_type(e, t)
  where e.event_id = p_event and private.waitlist_entry_is_waiting(e.status) and private.waitlist_goes_first(p_event)
  group by t.id;
end
$$;
comment on function private.queued_types(uuid) is
  'Returns the types for which people wait who go first, and the fewest units that one of them would take. None where staff make offers.';

create function private.waitlist_goes_first(p_event uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select w.goes_first from private.waitlists w where w.event_id = p_event), true);
end
$$;
comment on function private.waitlist_goes_first(uuid) is
  'Returns whether the people on the waitlist of an event are offered freed places before the public.';

create function private.accepts_type(p_entry private.waitlist_entries, p_type public.ticket_types) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_type.archived_at is null and case when p_entry.ticket_type_id is not null then p_entry.ticket_type_id = p_type.id
    -- any: of those that the person can see without a code
    else p_type.visibility = 'public' or (p_type.visibility = 'members' and private.is_account_member(p_entry.user_id)) end;
end
$$;
comment on function private.accepts_type(private.waitlist_entries, public.ticket_types) is
  'Returns whether an entry takes tickets of a type of its event.';

create constraint trigger waitlist_entries_types after insert or update or delete on private.waitlist_entries
  deferrable initially deferred for each row execute function private.count_waiting_types();
create constraint trigger waitlists_types after insert or update or delete on private.waitlists
  deferrable initially deferred for each row execute function private.count_waiting_types();

revoke execute on function
  private.move_waitlist_entry(uuid, text, text, jsonb), private.count_waiting_types(), private.queued_types(uuid),
  private.waitlist_goes_first(uuid), private.accepts_type(private.waitlist_entries, public.ticket_types)
from public, anon, authenticated, service_role;
