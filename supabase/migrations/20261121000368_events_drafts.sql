-- Keeps what admins typed into the event editor and did not save yet, each person's own: the tables that visitors see are not touched.
-- Deletes draft events.

create function public.save_event_draft(p_event uuid, p_tab text, p_form jsonb)
returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  v_saved_at timestamptz := clock_timestamp();
begin
  perform private.require_permission('manage_events');
  if p_event is not null and not exists (select 1 from public.events e where e.id = p_event) then
    perform private.refuse(404, 'not_found');
  end if;
  if p_tab is null or p_form is null or jsonb_typeof(p_form) <> 'object' or octet_length(p_form::text) > 400000
    or p_tab !~ '^[a-z][a-z-]{1,19}(/[0-9a-z-]{1,36})?$' or (p_event is null) <> (p_tab = 'new') then
    perform private.refuse(422, 'invalid');
  end if;
  insert into public.event_drafts (owner_id, event_id, tab, form, saved_at)
  values (auth.uid(), p_event, p_tab, p_form, v_saved_at)
  on conflict (owner_id, event_id, tab) do update set form = excluded.form, saved_at = excluded.saved_at;
  return v_saved_at;
end
$$;
comment on function public.save_event_draft(uuid, text, jsonb) is
  'Keeps what the caller typed into a form of an event''s editor (its tab, or codes/<id>, codes/new; with a null event new, the form of a '
  'new event), in place of what was kept before, and returns when; admins only. Refuses not_allowed, not_found, invalid.';

create function public.discard_event_draft(p_event uuid, p_tab text)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_events');
  delete from public.event_drafts where owner_id = auth.uid() and event_id is not distinct from p_event and tab = p_tab;
  return found;
end
$$;
comment on function public.discard_event_draft(uuid, text) is
  'Deletes what the caller typed into a form of an event''s editor and did not save; false where there is nothing. Admins only; refuses '
  'not_allowed.';

create function public.delete_draft_event(p_id uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_event(p_id);
begin
  if v_event.status <> 'draft' or v_event.published_at is not null then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_event.status));
  end if;
  -- A row that refers to the event waits for this lock, and is refused when the event is gone.
  perform 1 from public.events where id = p_id for update;
  if exists (select 1 from public.orders o where o.event_id = p_id)
    or exists (select 1 from public.holds h where h.event_id = p_id and h.status in ('active', 'pinned', 'converted')) then
    perform private.refuse(409, 'event_has_orders');
  end if;
  delete from public.holds where event_id = p_id;
  update public.staff_grants set revoked_at = now() where event_id = p_id and revoked_at is null;
  perform private.audit_change('delete_event', 'event', p_id::text, to_jsonb(v_event), null, jsonb_build_object('title', v_event.title));
  delete from public.events where id = p_id;
exception
  when foreign_key_violation then -- a pick-up point, a stock place or a scan of a test is of it
    perform private.refuse(409, 'event_in_use');
end
$$;
comment on function public.delete_draft_event(uuid) is
  'Deletes a draft that was never published, with its tickets, prices, codes and texts; grants for it end. Admins only: refuses '
  'not_allowed, not_found, invalid_state, event_has_orders (also for one that arrives at this moment), event_in_use (a pick-up point or '
  'stock place is of it).';

revoke execute on function
  public.save_event_draft(uuid, text, jsonb), public.discard_event_draft(uuid, text), public.delete_draft_event(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.save_event_draft(uuid, text, jsonb), public.discard_event_draft(uuid, text), public.delete_draft_event(uuid)
to authenticated;
