-- Sets the picture of an event, and creates the bucket that holds the files of uploaded pictures.

-- Private: only the server's key reads and writes it. The site shows the files under its own address.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('pictures', 'pictures', false, 2097152, array['image/avif', 'image/jpeg'])
on conflict (id) do nothing;

create function public.set_event_picture(p_id uuid, p_path text, p_alt text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_event public.events := private.lock_event(p_id);
  v_alt text := case when p_path is null then '' else btrim(p_alt) end;
begin
  if v_event.status in ('cancelled', 'archived') then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_event.status));
  end if;
  if v_alt is null or (p_path is not null and v_alt = '') then
    perform private.refuse(422, 'invalid');
  end if;
  if v_event.status = 'published' and p_path is null and v_event.image_path is not null then
    perform private.refuse(409, 'event_incomplete', jsonb_build_object('missing', 'picture', 'published', 1));
  end if;
  -- updated_at stays: it is the version of the event form, which has neither of these fields, so a form that is being filled in
  -- meanwhile can still be saved.
  update public.events set image_path = p_path, image_alt = v_alt where id = p_id;
  perform private.audit_change('set_event_picture', 'event', p_id::text, to_jsonb(v_event),
    to_jsonb(v_event) || jsonb_build_object('image_path', p_path, 'image_alt', v_alt));
end
$$;
comment on function public.set_event_picture(uuid, text, text) is
  'Sets the key of an event''s picture with its description, or removes both when the key is null; admins only. Refuses invalid_state '
  '(cancelled, archived), invalid for a picture without a description, and event_incomplete for the removal of a published event''s '
  'picture.';

revoke execute on function public.set_event_picture(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.set_event_picture(uuid, text, text) to authenticated;
