-- Keeps what admins typed into the event editor and did not save yet, each person's own. The tables that visitors see are not touched.

create function public.save_event_draft(p_event uuid, p_tab text, p_form jsonb)
returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  v_saved_at timestamptz := clock_timestamp();
begin
  perform private.require_admin();
  if not exists (select 1 from public.events e where e.id = p_event) then
    perform private.refuse(404, 'not_found');
  end if;
  if p_tab is null or p_form is null or jsonb_typeof(p_form) <> 'object' or octet_length(p_form::text) > 400000
    or p_tab !~ '^[a-z][a-z-]{1,19}(/[0-9a-z-]{1,36})?$' then
    perform private.refuse(422, 'invalid');
  end if;
  insert into public.event_drafts (owner_id, event_id, tab, form, saved_at)
  values (auth.uid(), p_event, p_tab, p_form, v_saved_at)
  on conflict (owner_id, event_id, tab) do update set form = excluded.form, saved_at = excluded.saved_at;
  return v_saved_at;
end
$$;
comment on function public.save_event_draft(uuid, text, jsonb) is
  'Keeps what the caller typed into a form of an event''s editor (its tab, or codes/<id>, codes/new), in place of what was kept before, and returns when; admins only. Refuses not_allowed, not_found, invalid.';

create function public.discard_event_draft(p_event uuid, p_tab text)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.event_drafts where owner_id = auth.uid() and event_id = p_event and tab = p_tab;
  return found;
end
$$;
comment on function public.discard_event_draft(uuid, text) is
  'Deletes what the caller typed into a form of an event''s editor and did not save; false where there is nothing. Admins only; refuses not_allowed.';

revoke execute on function public.save_event_draft(uuid, text, jsonb), public.discard_event_draft(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.save_event_draft(uuid, text, jsonb), public.discard_event_draft(uuid, text) to authenticated;
