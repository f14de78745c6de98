-- Keeps the ban list of the doors. A match is a flag that staff see; it refuses nobody by itself.

create table private.door_bans (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 3 and 100),
  name_key text generated always as (' ' || private.name_key(name)) stored,
  user_id uuid,
  looks text not null default '' check (length(looks) <= 200),
  reason text not null check (length(reason) between 3 and 200),
  created_at timestamptz not null default now(),
  created_by uuid,
  lifted_at timestamptz,
  lifted_by uuid,
  constraint door_bans_lifted check ((lifted_at is null) = (lifted_by is null))
);
comment on table private.door_bans is
  'People whom door managers do not want in, at all events: by name, and by the account of a ticket that was looked at (user_id). looks = '
  'how to recognize them. reason is for door managers alone. A match of a ticket''s holder is a flag, never a refusal: two people may '
  'have one name.';
create index door_bans_name on private.door_bans (name_key) where lifted_at is null;
create index door_bans_user on private.door_bans (user_id) where lifted_at is null;
alter table private.door_bans enable row level security;
alter table private.door_bans force row level security;

create function private.ban_of(p_ticket uuid) returns private.door_bans
language plpgsql stable set search_path = ''
as $$
declare
  v_ban private.door_bans;
begin
  select b.* into v_ban from public.tickets t join private.door_bans b on b.name_key = t.holder_key or b.user_id = t.owner_id
  where t.id = p_ticket and b.lifted_at is null order by b.user_id is not distinct from t.owner_id desc, b.created_at, b.id limit 1;
  return v_ban;
end
$$;
comment on function private.ban_of(uuid) is 'The ban that a ticket''s holder matches, by account before name; null for none.';

create function private.ban_flag(p_event uuid, p_ticket uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_ban private.door_bans := private.ban_of(p_ticket);
  v_may boolean := private.has_grant('door_manager', p_event);
begin
  return case when v_ban.id is not null then jsonb_build_object('name', case when v_may then v_ban.name end,
    'reason', case when v_may then v_ban.reason end, 'looks', case when v_may then nullif(v_ban.looks, '') end) end;
end
$$;
comment on function private.ban_flag(uuid, uuid) is
  'What a scan says of a ban: {name, reason, looks}, all null for who does not manage the door: they get the door manager. Null for none.';

create function private.log_bans() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.door_changes (event_id, ticket_id)
  select t.event_id, t.id from public.tickets t join public.events e on e.id = t.event_id
  where e.ends_at > now() - interval '12 hours' and (t.holder_key = new.name_key or t.owner_id = new.user_id);
  return null;
end
$$;
comment on function private.log_bans() is 'Trigger on door_bans: notes the tickets of which a pack says something else.';
create trigger door_bans_log after insert or update on private.door_bans for each row execute function private.log_bans();

create function public.list_bans(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_grant('door_manager', p_event);
  return jsonb_build_object(
    'bans', (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'looks', nullif(b.looks, ''), 'reason', b.reason,
        'hasAccount', b.user_id is not null, 'createdAt', b.created_at,
        'createdBy', (select p.display_name from public.profiles p where p.id = b.created_by), 'tickets', (
          select count(*) from public.tickets t where t.event_id = p_event and private.ticket_is_valid(t.status)
            and (t.holder_key = b.name_key or t.owner_id = b.user_id))) order by b.name_key, b.id), '[]')
      from (select * from private.door_bans x where x.lifted_at is null order by x.name_key, x.id limit 500) b),
    'now', now());
end
$$;
comment on function public.list_bans(uuid) is
  'Door manager: the ban list, up to 500 by name: {bans: [{id, name, looks, reason, hasAccount, createdAt, createdBy, tickets}], now}; '
  'tickets = how many valid ones of the event match. Refuses not_allowed.';

create function public.add_ban(p_event uuid, p_ticket uuid, p_name text, p_looks text, p_reason text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_id uuid;
begin
  if not private.has_grant('door_manager', p_event) then
    perform private.refuse(403, 'not_allowed');
  elsif length(btrim(coalesce(p_name, ''))) not between 3 and 100 or length(btrim(coalesce(p_looks, ''))) > 200 then
    perform private.refuse(422, 'invalid');
  elsif length(btrim(coalesce(p_reason, ''))) not between 3 and 200 then
    perform private.refuse(422, 'reason_required');
  end if;
  if p_ticket is not null then
    select * into v_ticket from public.tickets where id = p_ticket and event_id = p_event;
    if not found then
      perform private.refuse(404, 'not_found');
    end if;
  end if;
  insert into private.door_bans (name, user_id, looks, reason, created_by)
  values (btrim(p_name), case when private.person_role(v_ticket.owner_id) is not null then v_ticket.owner_id end,
    btrim(coalesce(p_looks, '')), btrim(p_reason), auth.uid()) returning id into v_id;
  perform private.audit_change('door.banned', 'door_ban', v_id::text, '{"banned": false}', '{"banned": true}',
    jsonb_build_object('event_id', p_event, 'reason', btrim(p_reason)));
  return v_id;
end
$$;
comment on function public.add_ban(uuid, uuid, text, text, text) is
  'Door manager: puts a name on the ban list of all doors, with a ticket of the event (p_ticket) also its holder''s account: the id. '
  'Refuses not_allowed, invalid, reason_required, not_found.';

create function public.lift_ban(p_event uuid, p_ban uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.has_grant('door_manager', p_event) then
    perform private.refuse(403, 'not_allowed');
  end if;
  update private.door_bans set lifted_at = now(), lifted_by = auth.uid() where id = p_ban and lifted_at is null;
  if found then
    perform private.audit_change('door.ban_lifted', 'door_ban', p_ban::text, '{"banned": true}', '{"banned": false}',
      jsonb_build_object('event_id', p_event));
  elsif not exists (select 1 from private.door_bans where id = p_ban) then
    perform private.refuse(404, 'not_found');
  end if;
end
$$;
comment on function public.lift_ban(uuid, uuid) is
  'Door manager: takes somebody off the ban list; the row stays. Refuses not_allowed, not_found.';

revoke execute on function private.ban_of(uuid), private.ban_flag(uuid, uuid), private.log_bans(), public.list_bans(uuid),
  public.add_ban(uuid, uuid, text, text, text), public.lift_ban(uuid, uuid)
from public, anon, authenticated, service_role;
grant execute on function public.list_bans(uuid), public.add_ban(uuid, uuid, text, text, text), public.lift_ban(uuid, uuid)
to authenticated;
