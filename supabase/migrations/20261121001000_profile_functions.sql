-- Changes a person's own profile, and creates the bucket of pictures.

-- Private: the site reads pictures with its own key and shows them under its own address.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', false, 1048576, array['image/webp'])
on conflict (id) do nothing;

create function public.save_profile(p_username text, p_display_name text, p_bio text, p_city text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_username text := lower(p_username);
  v_before text;
begin
  perform private.require_member();
  select username into v_before from public.profiles where id = auth.uid() for update;
  if v_username is distinct from v_before then
    if v_username is null or v_username !~ '^[a-z0-9_.]{3,30}$' then
      perform private.refuse(422, 'invalid');
    end if;
    if not public.username_free(v_username) and not exists (
      select 1 from private.former_usernames f where f.username = v_username and f.user_id = auth.uid()) then
      perform private.refuse(409, 'username_taken');
    elsif private.is_brand_name(v_username) and not private.may('be_staff') then
      perform private.refuse(422, 'brand_username');
    end if;
    if (select count(*) >= 3 from private.former_usernames f
      where f.user_id = auth.uid() and f.left_at > now() - interval '30 days') then
      perform private.refuse(409, 'renamed_often');
    end if;
    delete from private.former_usernames f
    where f.username = v_username or f.left_at < now() - interval '30 days';
    if v_before is not null then
      insert into private.former_usernames (username, user_id) values (v_before, auth.uid())
      on conflict (username) do update set user_id = excluded.user_id, left_at = now();
    end if;
    begin
      update public.profiles set username = v_username where id = auth.uid();
    exception when unique_violation then
      perform private.refuse(409, 'username_taken');
    end;
    perform private.audit('account.renamed', 'account', auth.uid()::text,
      jsonb_build_object('from', v_before, 'to', v_username));
  end if;
  update public.profiles set display_name = p_display_name, bio = p_bio, city = p_city where id = auth.uid();
end
$$;
comment on function public.save_profile(text, text, text, text) is
  'Saves the caller''s own profile. A new username follows the rules of registering; the one before stays theirs for 30 days. Refuses '
  'username_taken, brand_username and brand_name (of others than staff), renamed_often (3 in 30 days), members_only.';

create function public.set_avatar(p_user uuid, p_path text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_before text;
begin
  select avatar_path into v_before from public.profiles where id = p_user for update;
  update public.profiles set avatar_path = p_path where id = p_user;
  return v_before;
end
$$;
comment on function public.set_avatar(uuid, text) is
  'Sets or clears the picture of a profile, which the server made and stored; returns the one before. For the server only.';

grant execute on function public.save_profile(text, text, text, text) to authenticated;
grant execute on function public.set_avatar(uuid, text) to service_role;
