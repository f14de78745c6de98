-- Reads what a phone at the door needs to decide without a network: hashes of tickets and codes, standing, first name and initial. The
-- server signs it. Phones ask for what changed since their last one.

create table private.door_packs (
  event_id uuid primary key,
  salt bytea not null default uuid_send(gen_random_uuid()),
  made_at timestamptz not null default now()
);
comment on table private.door_packs is 'The salt of the hashes in the packs of an event, made with the first pack.';
alter table private.door_packs enable row level security;
alter table private.door_packs force row level security;

create table private.door_changes (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  ticket_id uuid,
  entry_id uuid,
  xid xid8 not null default pg_current_xact_id(),
  constraint door_changes_of check (num_nonnulls(ticket_id, entry_id) = 1)
);
comment on table private.door_changes is
  'Tickets and names on guest lists of which a pack says something else since. xid = the transaction that changed them: a pack has all of '
  'those that ended before its version, whatever the order in which they commit. Deleted 2 days after the event.';
create index door_changes_event on private.door_changes (event_id, xid);
alter table private.door_changes enable row level security;
alter table private.door_changes force row level security;

create function private.log_new_tickets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_changes (event_id, ticket_id) select n.event_id, n.id from new_rows n;
  return null;
end
$$;
comment on function private.log_new_tickets() is 'Trigger on tickets: notes new ones for the packs of their door.';
create trigger tickets_log_insert after insert on public.tickets
  referencing new table as new_rows for each statement execute function private.log_new_tickets();

create function private.log_changed_tickets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_changes (event_id, ticket_id)
  select n.event_id, n.id from new_rows n join old_rows o on o.id = n.id
  where (n.status, n.void_reason, n.custody, n.admission, n.generation, n.code, n.holder_name, n.is_vip, n.ticket_type_id, n.blocked_at,
      n.order_id, n.owner_id, n.holder_email) is distinct from
    (o.status, o.void_reason, o.custody, o.admission, o.generation, o.code, o.holder_name, o.is_vip, o.ticket_type_id, o.blocked_at,
      o.order_id, o.owner_id, o.holder_email);
  return null;
end
$$;
comment on function private.log_changed_tickets() is 'Trigger on tickets: notes those of which a pack says something else.';
create trigger tickets_log_update after update on public.tickets
  referencing old table as old_rows new table as new_rows for each statement execute function private.log_changed_tickets();

create function private.log_zone_moves() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_changes (event_id, ticket_id)
  select distinct n.event_id, n.ticket_id from changed_rows n where n.zone_id is not null;
  return null;
end
$$;
comment on function private.log_zone_moves() is
  'Trigger on entries: notes the tickets that came to a zone or left one. From zone to zone nothing of the ticket itself changes.';
create trigger entries_log_insert after insert on public.entries
  referencing new table as changed_rows for each statement execute function private.log_zone_moves();
create trigger entries_log_update after update on public.entries
  referencing new table as changed_rows for each statement execute function private.log_zone_moves();
create trigger entries_log_delete after delete on public.entries
  referencing old table as changed_rows for each statement execute function private.log_zone_moves();

create function private.log_order_tickets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_changes (event_id, ticket_id) select t.event_id, t.id from public.tickets t where t.order_id = new.id;
  return null;
end
$$;
comment on function private.log_order_tickets() is 'Trigger on orders: notes the tickets of one that is paid, or not any more.';
create trigger orders_log_tickets after update of status, is_test on public.orders
  for each row when (old.status is distinct from new.status or old.is_test is distinct from new.is_test)
  execute function private.log_order_tickets();

create function private.log_add_ons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_changes (event_id, ticket_id) select t.event_id, t.id from public.tickets t where t.order_id = new.order_id;
  return null;
end
$$;
comment on function private.log_add_ons() is 'Trigger on fulfilments: notes the tickets with which something is handed over.';
create trigger fulfilments_log_tickets after insert or update of status on public.fulfilments
  for each row execute function private.log_add_ons();

create function private.log_guests() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_changes (event_id, entry_id) select n.event_id, n.id from new_rows n;
  return null;
end
$$;
comment on function private.log_guests() is 'Trigger on guest_list_entries: notes names that were added or changed.';

create function private.pack_hash(p_salt bytea, p_of bytea) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return left(translate(encode(sha256(p_salt || p_of), 'base64'), '+/', '-_'), 14);
end
$$;
comment on function private.pack_hash(bytea, bytea) is
  'The first 14 characters, 84 bits, of a salted SHA-256 in base64url: how a pack names a ticket or a guest.';

create function private.pack_code_hash(p_salt bytea, p_code text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return left(private.pack_hash(p_salt, convert_to(p_code, 'UTF8')), 5);
end
$$;
comment on function private.pack_code_hash(bytea, text) is
  'How a pack names a typed code: 30 bits. A code has 40, so that whoever tries all of them with a stolen pack finds a thousand for each '
  'ticket, and not which of them is its code.';

create function private.pack_salt(p_event uuid) returns bytea
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.door_packs (event_id) values (p_event) on conflict do nothing;
  return (select p.salt from private.door_packs p where p.event_id = p_event);
end
$$;
comment on function private.pack_salt(uuid) is 'The salt of an event''s packs, made the first time.';

create function private.pack_version() returns bigint
language plpgsql volatile set search_path = ''
as $$
begin
  return pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
end
$$;
comment on function private.pack_version() is
  'The oldest transaction that is still running: what older ones changed is there for whoever reads afterwards. Ask it before reading.';

create function private.pack_tickets(p_event public.events, p_salt bytea, p_since bigint) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    with types as (
      select y.id, row_number() over (order by y.position, y.name, y.id) - 1 as place
      from public.ticket_types y where y.event_id = p_event.id
    ), handed as (
      select distinct o.id from public.orders o join public.order_lines l on l.order_id = o.id
      join public.line_kinds k on k.kind = l.kind and k.is_handed_at_event
      join public.fulfilments f on f.order_line_id = l.id and not private.fulfilment_is_cancelled(f.status)
      where o.event_id = p_event.id
    ), zones as (
      select z.id, row_number() over (order by z.position, z.name) as place from public.door_zones z where z.event_id = p_event.id
    ), stands as (
      select n.ticket_id, z.place from public.entries n join zones z on z.id = n.zone_id
      where n.event_id = p_event.id and n.closed_at is null
    ), exits as ( -- as private.exits_of counts
      select n.ticket_id, count(*)::int as times from public.entries n join public.scans c on c.id = n.closed_by_scan
      where n.event_id = p_event.id and c.result = 'exited' group by n.ticket_id
    )
    select coalesce(json_agg(json_build_array(
      private.pack_hash(p_salt, uuid_send(t.id)), private.pack_code_hash(p_salt, t.code), t.generation, y.place,
      -- as private.entry_result decides, apart from the generation, the event's own state and time, and being inside
      case
        when o.is_test and not p_event.is_test then 5
        when not private.ticket_is_valid(t.status) then case t.void_reason
          when 'refunded' then 1 when 'resold' then 1 when 'chargeback' then 3 when 'fraud' then 3 when 'reissued_as' then 8 else 2 end
        when t.blocked_at is not null then 3
        when not private.order_is_sold(o.status) then 4
        when o.is_test <> p_event.is_test then 5
        when t.custody = 'offered' then 6
        when t.custody = 'listed' then 7
        else 0 end,
      private.short_name(t.holder_name),
      case when t.is_vip then 1 else 0 end + case when p_event.min_age > 0 then 4 else 0 end
        + case when exists (
          select 1 from private.door_bans b
          where b.lifted_at is null and (b.name_key = t.holder_key or b.user_id = t.owner_id)) then 2 else 0 end
        + case when h.id is not null then 8 else 0 end,
      case t.admission when 'inside' then 1 + coalesce(x.times, 0) when 'left' then -coalesce(x.times, 0) else 0 end,
      coalesce(s.place, 0),
      -- as private.group_tickets puts them together
      left(private.pack_hash(p_salt, convert_to(
        concat_ws(' ', t.order_id, t.owner_id, t.holder_email, t.handed_on_at is null), 'UTF8')), 7))), '[]')
    from public.tickets t join public.orders o on o.id = t.order_id join types y on y.id = t.ticket_type_id
    left join handed h on h.id = o.id left join exits x on x.ticket_id = t.id left join stands s on s.ticket_id = t.id
    where t.event_id = p_event.id and (p_since is null or t.id in (
      select c.ticket_id from private.door_changes c where c.event_id = p_event.id and c.xid >= p_since::text::xid8)));
end
$$;
comment on function private.pack_tickets(public.events, bytea, bigint) is
  'The tickets of a pack, those changed since p_since or all: [[idHash, codeHash, generation, place of its type, place of its standing in '
  'private.pack_standings, name, flags, moves, zone, group]]. Flags: 1 VIP, 2 on the ban list, 4 age check, 8 add-ons to hand over. Moves: '
  '0 was never in, 1 + n is in and left n times before, -n left n times. Zone: 1 + the place of the zone that it is in, 0 for none. '
  'Group: the same for tickets of an order that one person holds, 42 bits of a salted hash: two groups of an event of 10,000 tickets meet '
  'once in half a million events. It names neither the order nor the person.';

create function private.pack_standings() returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '["ok", "void_refunded", "void_cancelled", "blocked", "unpaid", "test_ticket", "in_transfer", "listed", "old_code"]'::json;
end
$$;
comment on function private.pack_standings() is
  'What a ticket of a pack would get at the door, by the number that private.pack_tickets writes.';

create function private.pack_retired(p_event uuid, p_salt bytea, p_since bigint) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    select coalesce(json_agg(private.pack_code_hash(p_salt, r.code)), '[]')
    from public.tickets t join private.retired_ticket_codes r on r.ticket_id = t.id
    where t.event_id = p_event and (p_since is null or t.id in (
      select c.ticket_id from private.door_changes c where c.event_id = p_event and c.xid >= p_since::text::xid8)));
end
$$;
comment on function private.pack_retired(uuid, bytea, bigint) is
  'Hashes of the codes that tickets of an event had before they were reissued, of those changed since p_since or of all.';

create function private.pack_guests(p_event uuid, p_salt bytea, p_since bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    with lists as (
      select l.*, row_number() over (order by l.closes_at, l.name) - 1 as place from public.guest_lists l where l.event_id = p_event
    )
    select jsonb_build_object(
      'lists', (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'kind', l.kind, 'closesAt', l.closes_at,
          'priceCents', l.price_cents, 'latePriceCents', l.late_price_cents) order by l.place), '[]') from lists l),
      'currency', (select s.currency from public.settings s),
      'guests', (
        select coalesce(jsonb_agg(jsonb_build_array(private.pack_hash(p_salt, uuid_send(g.id)), l.place, private.short_name(g.name),
          case when g.removed_at is null then 1 + g.plus_ones else 0 end, g.arrived)), '[]')
        from public.guest_list_entries g join lists l on l.id = g.list_id
        where g.event_id = p_event and case when p_since is null then g.removed_at is null else g.id in (
          select c.entry_id from private.door_changes c where c.event_id = p_event and c.xid >= p_since::text::xid8) end)));
end
$$;
comment on function private.pack_guests(uuid, bytea, bigint) is
  'The guest lists of a pack and the names on them, those changed since p_since or all: {currency, lists: [{id, name, kind, closesAt, '
  'priceCents, latePriceCents}], guests: [[entryHash, place of its list, name, heads, arrived]]}; 0 heads = taken off the list.';

create function private.pack_event(p_event public.events) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_event.id, 'title', p_event.title, 'timeZone', p_event.time_zone, 'status', p_event.status,
    'doorsAt', p_event.doors_at, 'startsAt', p_event.starts_at, 'endsAt', p_event.ends_at, 'minAge', p_event.min_age,
    'isTest', p_event.is_test, 'reentries', p_event.reentries);
end
$$;
comment on function private.pack_event(public.events) is 'The event of a pack: when its doors count, and what they ask.';

create function public.read_door_pack(p_event uuid, p_device uuid, p_since bigint default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_device public.door_devices;
  v_salt bytea;
  v_version bigint;
  v_since bigint := p_since;
begin
  perform private.require_device(p_event, p_device);
  select * into v_event from public.events where id = p_event;
  if v_event.id is null or v_event.status = 'draft' then
    perform private.refuse(404, 'not_found');
  elsif v_event.ends_at + interval '12 hours' <= now() then
    perform private.refuse(409, 'device_event_over');
  end if;
  v_salt := private.pack_salt(p_event);
  v_version := private.pack_version();
  -- A version that this database has not reached is another database's: all of it is sent again.
  if v_since not between 0 and v_version then
    v_since := null;
  end if;
  v_device := private.note_device(p_event, p_device);
  update public.door_devices set pack_version = v_version, pack_at = now() where event_id = p_event and id = v_device.id;
  return json_build_object('format', 3, 'version', v_version, 'isDelta', v_since is not null, 'madeAt', now(),
    'event', private.pack_event(v_event), 'salt', encode(v_salt, 'hex'), 'standings', private.pack_standings(),
    'types', (
      select coalesce(json_agg(json_build_object('id', y.id, 'name', y.name) order by y.position, y.name, y.id), '[]')
      from public.ticket_types y where y.event_id = p_event),
    'zones', (
      select coalesce(json_agg(json_build_object('id', z.id, 'name', z.name) order by z.position, z.name), '[]')
      from public.door_zones z where z.event_id = p_event),
    'gates', (
      select coalesce(json_agg(json_build_object('name', g.name, 'zoneId', g.zone_id, 'types', to_json(g.type_ids))
        order by g.position, g.name), '[]')
      from public.door_gates g where g.event_id = p_event),
    'tickets', private.pack_tickets(v_event, v_salt, v_since), 'retired', private.pack_retired(p_event, v_salt, v_since),
    'guestLists', private.pack_guests(p_event, v_salt, v_since));
end
$$;
comment on function public.read_door_pack(uuid, uuid, bigint) is
  'Scanner: the pack of an event, or what changed since the version p_since, for the server to sign: {format, version, isDelta, madeAt, '
  'event, salt, standings, types, zones, gates, tickets, retired, guestLists}. Notes which version the device has. Whoever has a version '
  'and takes every delta since has the full pack. Refuses not_allowed, device_locked, device_revoked, device_event_over, not_found.';

create function private.sweep_door_changes() returns void
language sql volatile set search_path = ''
as $$
  delete from private.door_changes c using public.events e where e.id = c.event_id and e.ends_at < now() - interval '2 days'
$$;
comment on function private.sweep_door_changes() is 'Deletes what was noted for packs that nobody reads any more.';

revoke execute on function
  private.log_new_tickets(), private.log_changed_tickets(), private.log_zone_moves(), private.log_order_tickets(),
  private.log_add_ons(), private.log_guests(),
  private.pack_hash(bytea, bytea), private.pack_code_hash(bytea, text), private.pack_salt(uuid),
  private.pack_version(), private.pack_tickets(public.events, bytea, bigint),
  private.pack_standings(), private.pack_retired(uuid, bytea, bigint), private.pack_guests(uuid, bytea, bigint),
  private.pack_event(public.events), public.read_door_pack(uuid, uuid, bigint),
  private.sweep_door_changes()
from public, anon, authenticated, service_role;
grant execute on function public.read_door_pack(uuid, uuid, bigint) to authenticated;
