-- Edits a series: its name, and the text that the pages of its dates show. Series are made by private.add_series.

create function public.save_series(p_id uuid, p_name text, p_description text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.event_series;
  v_name text := btrim(p_name);
  v_description text := btrim(p_description);
begin
  perform private.require_permission('manage_events');
  if v_name is null or v_description is null or length(v_name) not between 3 and 80 or v_name ~ '[[:cntrl:]]'
    or length(v_description) > 500 then
    perform private.refuse(422, 'invalid');
  end if;
  select * into v_before from public.event_series where id = p_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  -- the slug stays: it is part of addresses
  update public.event_series set name = v_name, description = v_description where id = p_id;
  perform private.audit_change('save_series', 'event_series', p_id::text, to_jsonb(v_before),
    to_jsonb(v_before) || jsonb_build_object('name', v_name, 'description', v_description));
exception
  when unique_violation then
    perform private.refuse(409, 'series_exists');
end
$$;
comment on function public.save_series(uuid, text, text) is
  'Renames a series and sets its description (empty for none); admins only. Refuses invalid, not_found, series_exists.';

revoke execute on function public.save_series(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.save_series(uuid, text, text) to authenticated;
