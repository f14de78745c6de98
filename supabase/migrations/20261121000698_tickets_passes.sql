-- Passes in wallets of phones: which were made, which devices want to know about changes, and which changed since.

create table private.wallet_passes (
  wallet text not null check (wallet in ('apple', 'google')),
  ticket_id uuid not null references public.tickets (id),
  generation int not null check (generation between 1 and 65535),
  reference text not null default '' check (length(reference) <= 100),
  changed_at timestamptz not null default date_trunc('second', now()),
  pushed_at timestamptz not null default now(),
  primary key (wallet, ticket_id, generation, reference)
);
comment on table private.wallet_passes is
  'Passes that were made from a ticket, one for each generation of its code, so that a copy of an old one never gets the new code. '
  'reference = what the wallet knows it by beside that. changed_at = when what it shows changed last, in whole seconds as HTTP has them; '
  'pushed_at = when the wallet was told last. While it has to be told there is a job of kind pass_push.';
create index wallet_passes_ticket on private.wallet_passes (ticket_id);

create table private.pass_devices (
  device text not null check (device ~ '^[A-Za-z0-9._-]{1,100}$'),
  ticket_id uuid not null references public.tickets (id),
  generation int not null check (generation between 1 and 65535),
  push_token text not null check (push_token ~ '^[A-Za-z0-9]{1,200}$'),
  created_at timestamptz not null default now(),
  primary key (device, ticket_id, generation)
);
comment on table private.pass_devices is
  'Devices that hold a pass of Apple Wallet, and the token by which Apple is asked to wake each. A device has its own random id for our '
  'passes; it names nobody.';
create index pass_devices_ticket on private.pass_devices (ticket_id, generation);

alter table private.wallet_passes enable row level security;
alter table private.wallet_passes force row level security;
alter table private.pass_devices enable row level security;
alter table private.pass_devices force row level security;

create function private.pass_key(p_wallet text, p_ticket uuid, p_generation int, p_reference text) returns text
language sql immutable set search_path = ''
as $$ select format('%s:%s:%s:%s', p_wallet, p_ticket, p_generation, p_reference) $$;
comment on function private.pass_key(text, uuid, int, text) is 'Returns the key of the job that tells a wallet about a pass.';

create function private.mark_passes(p_tickets uuid[]) returns void
language sql volatile set search_path = ''
as $$
  with marked as (
    update private.wallet_passes w set changed_at = greatest(date_trunc('second', now()), w.changed_at + interval '1 second')
    where w.ticket_id = any (p_tickets)
    returning w.wallet, w.ticket_id, w.generation, w.reference
  ), keyed as (
    select private.pass_key(m.wallet, m.ticket_id, m.generation, m.reference) as key, m.* from marked m order by 1
  )
  select private.enqueue_job('pass_push', k.key,
    jsonb_build_object('wallet', k.wallet, 'ticketId', k.ticket_id, 'generation', k.generation, 'reference', k.reference))
  from keyed k
$$;
comment on function private.mark_passes(uuid[]) is
  'Notes that what passes of these tickets show has changed, and queues the jobs that tell their wallets.';

create function private.mark_changed_tickets() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.mark_passes(array_agg(n.id))
  from new_rows n join old_rows o using (id)
  where (n.status, n.custody, n.generation, n.holder_name, n.ticket_type_id, n.blocked_at)
    is distinct from (o.status, o.custody, o.generation, o.holder_name, o.ticket_type_id, o.blocked_at)
    and exists (select 1 from private.wallet_passes w where w.ticket_id = n.id)
  having count(*) > 0;
  return null;
end
$$;
comment on function private.mark_changed_tickets() is
  'Trigger: marks the passes of tickets that were voided, blocked, given away, renamed, or given a new code or type.';
create trigger tickets_passes after update on public.tickets
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.mark_changed_tickets();

create function private.mark_event_passes() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.mark_passes(array(
    select k.id from public.tickets k
    where k.event_id = (to_jsonb(new) ->> tg_argv[0])::uuid and exists (select 1 from private.wallet_passes w where w.ticket_id = k.id)));
  return null;
end
$$;
comment on function private.mark_event_passes() is
  'Trigger: marks the passes of the tickets of an event, whose id is in the column that the trigger names.';
create trigger events_passes after update on public.events for each row
  when ((new.title, new.status, new.doors_at, new.starts_at, new.ends_at, new.time_zone, new.venue_name, new.address,
    new.city, new.image_path)
    is distinct from (old.title, old.status, old.doors_at, old.starts_at, old.ends_at, old.time_zone, old.venue_name, old.address,
      old.city, old.image_path))
  execute function private.mark_event_passes('id');
create trigger event_venues_passes after insert or update on public.event_venues
  for each row execute function private.mark_event_passes('event_id');

create function public.add_wallet_pass(p_wallet text, p_ticket uuid, p_generation int, p_reference text) returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  insert into private.wallet_passes as w (wallet, ticket_id, generation, reference) values (p_wallet, p_ticket, p_generation, p_reference)
  on conflict (wallet, ticket_id, generation, reference) do update set wallet = w.wallet
  returning changed_at
$$;
comment on function public.add_wallet_pass(text, uuid, int, text) is
  'For the server: notes that a pass is made, once, so that its wallet is told about changes. Returns when it changed last.';

create function public.read_wallet_pass(p_ticket uuid, p_generation int) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.require_service();
  select jsonb_build_object('changedAt', max(w.changed_at), 'list', private.tickets_by_event(array[p_ticket]))
  from private.wallet_passes w
  where w.wallet = 'apple' and w.ticket_id = p_ticket and w.generation = p_generation
  having count(*) > 0
$$;
comment on function public.read_wallet_pass(uuid, int) is
  'For the server, which has checked the pass''s token: when a pass of Apple Wallet changed last, and its ticket as read_my_tickets has '
  'it; null for a pass that was never made.';

create function public.register_pass_device(p_device text, p_ticket uuid, p_generation int, p_push_token text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_new boolean;
begin
  if not exists (select 1 from private.wallet_passes w where w.wallet = 'apple' and w.ticket_id = p_ticket and w.generation = p_generation)
    or (select count(*) >= 20 from private.pass_devices d where d.ticket_id = p_ticket and d.generation = p_generation
      and d.device <> p_device) then
    return null;
  end if;
  insert into private.pass_devices as d (device, ticket_id, generation, push_token) values (p_device, p_ticket, p_generation, p_push_token)
  on conflict (device, ticket_id, generation) do update set push_token = excluded.push_token
  returning xmax = 0 into v_is_new;
  return v_is_new;
end
$$;
comment on function public.register_pass_device(text, uuid, int, text) is
  'For the server, which has checked the pass''s token: notes a device that holds a pass and the token to wake it by. True if it is new, '
  'false if it was known, null for a pass that was never made or is on 20 other devices.';

create function public.drop_pass_device(p_device text, p_ticket uuid, p_generation int) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.pass_devices d where d.device = p_device and d.ticket_id = p_ticket and d.generation = p_generation returning 1
  )
  select exists (select 1 from gone)
$$;
comment on function public.drop_pass_device(text, uuid, int) is
  'For the server: forgets that a device holds a pass. Returns whether it did.';

create function public.list_device_passes(p_device text, p_since timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.require_service();
  select jsonb_build_object('lastUpdated', max(w.changed_at),
    'serials', jsonb_agg(w.ticket_id || '-' || w.generation order by w.ticket_id, w.generation))
  from private.pass_devices d
  join private.wallet_passes w on w.wallet = 'apple' and w.ticket_id = d.ticket_id and w.generation = d.generation
  -- A change that was committed late may have an earlier time than one that the device knows.
  where d.device = p_device and (p_since is null or w.changed_at > p_since - interval '1 minute')
  having count(*) > 0
$$;
comment on function public.list_device_passes(text, timestamptz) is
  'For the server: the passes of a device that changed since a time (null: all), {lastUpdated, serials}, or null for none. A serial '
  'number is a ticket''s id and a generation.';

create function public.mark_visible_passes() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tickets uuid[];
begin
  select array_agg(distinct w.ticket_id) into v_tickets
  from private.wallet_passes w join public.tickets k on k.id = w.ticket_id join public.events e on e.id = k.event_id
    cross join public.settings s
  where e.ends_at > now() and e.status = 'published'
    and w.pushed_at < e.doors_at - make_interval(hours => s.qr_visible_hours)
      and e.doors_at - make_interval(hours => s.qr_visible_hours) <= now()
    and not exists (
      select 1 from private.jobs j
      where j.kind = 'pass_push' and j.key = private.pass_key(w.wallet, w.ticket_id, w.generation, w.reference));
  perform private.mark_passes(v_tickets);
  return coalesce(cardinality(v_tickets), 0);
end
$$;
comment on function public.mark_visible_passes() is
  'For the server: marks passes whose code has become visible since their wallet was told, as it does again after an event moved; returns '
  'of how many tickets.';

create function public.read_pass_push(p_wallet text, p_ticket uuid, p_generation int, p_reference text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.require_service();
  select jsonb_build_object('list', private.tickets_by_event(array[w.ticket_id]),
    'pushTokens', (
      select coalesce(jsonb_agg(distinct d.push_token), '[]') from private.pass_devices d
      where w.wallet = 'apple' and d.ticket_id = w.ticket_id and d.generation = w.generation))
  from private.wallet_passes w
  where w.wallet = p_wallet and w.ticket_id = p_ticket and w.generation = p_generation and w.reference = p_reference
$$;
comment on function public.read_pass_push(text, uuid, int, text) is
  'For the job that tells a wallet about a pass: {list, pushTokens}; list = its ticket as read_my_tickets has it. Null for a pass that '
  'was never made.';

create function public.finish_pass_push(p_wallet text, p_ticket uuid, p_generation int, p_reference text, p_gone text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.pass_devices d where d.ticket_id = p_ticket and d.generation = p_generation and d.push_token = any (p_gone);
  update private.wallet_passes w set pushed_at = now()
  where w.wallet = p_wallet and w.ticket_id = p_ticket and w.generation = p_generation and w.reference = p_reference;
end
$$;
comment on function public.finish_pass_push(text, uuid, int, text, text[]) is
  'For the job that tells a wallet about a pass: it was told, and which push tokens are no longer valid. A pass that changes meanwhile is '
  'queued again by the change.';

revoke execute on function
  private.pass_key(text, uuid, int, text), private.mark_passes(uuid[]), private.mark_changed_tickets(), private.mark_event_passes(),
  public.add_wallet_pass(text, uuid, int, text),
  public.read_wallet_pass(uuid, int), public.register_pass_device(text, uuid, int, text), public.drop_pass_device(text, uuid, int),
  public.list_device_passes(text, timestamptz), public.mark_visible_passes(), public.read_pass_push(text, uuid, int, text),
  public.finish_pass_push(text, uuid, int, text, text[])
from public, anon, authenticated, service_role;
grant execute on function
  public.add_wallet_pass(text, uuid, int, text), public.read_wallet_pass(uuid, int), public.register_pass_device(text, uuid, int, text),
  public.drop_pass_device(text, uuid, int), public.list_device_passes(text, timestamptz), public.mark_visible_passes(),
  public.read_pass_push(text, uuid, int, text),
  public.finish_pass_push(text, uuid, int, text, text[])
to service_role;
