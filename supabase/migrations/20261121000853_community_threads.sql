-- The thread of an event: which mode it is in, and who writes in it.

create function private.thread_mode(p_event public.events) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_thread public.event_threads;
begin
  select * into v_thread from public.event_threads t where t.event_id = p_event.id;
  return case
    when v_thread.locked_at is not null then 'locked'
    when v_thread.mode_override is not null then v_thread.mode_override
    when now() >= p_event.ends_at + interval '30 days' then 'locked'
    when now() >= p_event.ends_at or p_event.status = 'cancelled' then 'recap'
    when now() >= p_event.doors_at and p_event.status <> 'postponed' then 'live'
    else 'hype' end;
end
$$;
comment on function private.thread_mode(public.events) is
  'The mode of an event''s thread now: hype until doors, live until the end, recap for 30 days, then locked; a cancelled event has its '
  'recap at once, a postponed one stays in hype. Moderators may set another one.';

create function private.was_let_in(p_event uuid, p_user uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select 1 from public.tickets k join public.entries n on n.ticket_id = k.id
    where k.event_id = p_event and k.owner_id = p_user and private.ticket_is_valid(k.status)
      and not exists (select 1 from public.scans s where s.id = n.closed_by_scan and s.method = 'undo'));
end
$$;
comment on function private.was_let_in(uuid, uuid) is
  'Returns whether the door let a person in with a valid ticket of theirs. Leaving takes nothing away; a refund does, and an entry undone.';

create function private.thread_refusal(p_event public.events, p_user uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_mode text := private.thread_mode(p_event);
begin
  return case
    when v_mode = 'locked' then 'thread_locked'
    when v_mode = 'live' and not private.was_let_in(p_event.id, p_user)
      and not coalesce(private.role_may(private.person_role(p_user), 'be_staff'), false) then 'thread_live'
    end;
end
$$;
comment on function private.thread_refusal(public.events, uuid) is
  'Why a member writes nothing in an event''s thread now: thread_locked, or thread_live for who is not inside; null when they may. Staff '
  'write during the night too.';

create function private.sees_event(p_event public.events, p_user uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_role text := private.person_role(p_user);
begin
  if p_event.status = 'draft' then
    return false;
  end if;
  return (p_event.status <> 'archived' and p_event.visibility in ('public', 'members'))
    or coalesce(private.role_may(v_role, 'see_hidden_events'), false)
    or exists (select 1 from public.orders o where o.event_id = p_event.id and o.owner_id = p_user)
    or (p_event.visibility = 'password' and private.may_open_event(p_event, p_user));
end
$$;
comment on function private.sees_event(public.events, uuid) is
  'Returns whether a member sees an event without knowing its address: nobody is told of a post in the thread of one that they do not see.';

create function private.set_thread(p_event uuid, p_slow_seconds int, p_mode text, p_locked boolean) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_before jsonb := (select to_jsonb(t) from public.event_threads t where t.event_id = p_event);
begin
  insert into public.event_threads as t (event_id, slow_seconds, mode_override, locked_at)
  values (p_event, p_slow_seconds, p_mode, case when p_locked then now() end)
  on conflict (event_id) do update set slow_seconds = excluded.slow_seconds, mode_override = excluded.mode_override,
    locked_at = case when p_locked then coalesce(t.locked_at, now()) end;
  perform private.audit_change('set_thread', 'event', p_event::text, v_before,
    (select to_jsonb(t) from public.event_threads t where t.event_id = p_event));
end
$$;
comment on function private.set_thread(uuid, int, text, boolean) is 'Body of set_event_thread.';

create function public.set_event_thread(p_event uuid, p_slow_seconds int, p_mode text, p_locked boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_permission('moderate');
  if not exists (select 1 from public.events e where e.id = p_event and e.status <> 'draft') then
    perform private.refuse(404, 'not_found');
  end if;
  if p_slow_seconds not between 10 and 86400 or p_mode not in ('hype', 'live', 'recap') then
    perform private.refuse(422, 'invalid');
  end if;
  perform private.set_thread(p_event, p_slow_seconds, p_mode, coalesce(p_locked, false));
end
$$;
comment on function public.set_event_thread(uuid, int, text, boolean) is
  'Sets for moderators how an event''s thread works: p_slow_seconds = the least time between two posts of one person (10 s to 24 h; null '
  'for none), p_mode = its mode instead of that of the clock (null), p_locked = nobody writes any more. Refuses not_allowed, not_found, '
  'invalid.';

revoke execute on function private.thread_mode(public.events), private.was_let_in(uuid, uuid),
  private.thread_refusal(public.events, uuid), private.sees_event(public.events, uuid), private.set_thread(uuid, int, text, boolean),
  public.set_event_thread(uuid, int, text, boolean)
from public, anon, authenticated, service_role;
grant execute on function public.set_event_thread(uuid, int, text, boolean) to authenticated;
