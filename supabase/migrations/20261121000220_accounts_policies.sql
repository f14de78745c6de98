alter table public.profiles enable row level security;
alter table public.profiles force row level security;
alter table public.staff_grants enable row level security;
alter table public.staff_grants force row level security;
alter table private.user_roles enable row level security;
alter table private.reserved_usernames enable row level security;
alter table private.firebase_identities enable row level security;
alter table private.exchanged_tokens enable row level security;
alter table private.contacts enable row level security;

-- A profile is private: its owner and admins read it. Moderators get names and handles from list_people only.
grant select on public.profiles to authenticated, service_role;
grant update (display_name, bio, city) on public.profiles to authenticated;
grant update on public.profiles to service_role;
create policy profiles_select on public.profiles for select to authenticated
  using (
    (id = (select auth.uid()) and (select private.caller_role()) is not null)
    or (select private.may('see_contacts'))
  );
create policy profiles_update_own on public.profiles for update to authenticated
  using (id = (select auth.uid()) and (select private.is_member()))
  with check (id = (select auth.uid()) and (select private.is_member()));

-- Only functions add and end grants.
grant select on public.staff_grants to authenticated, service_role;
create policy staff_grants_select on public.staff_grants for select to authenticated
  using (
    (user_id = (select auth.uid()) and (select private.is_member()))
    or (select private.may('give_roles'))
  );

create policy settings_update_admin on public.settings for update to authenticated
  using ((select private.may('manage_settings')))
  with check ((select private.may('manage_settings')));
