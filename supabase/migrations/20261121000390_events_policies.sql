-- Decides who reads events and what they sell. The API has no write access to these tables: save_event and similar functions write them.
-- Counters of pools and releases are business figures: only staff read those tables, buyers read the offer of read_event_page.

grant select on public.events to anon, authenticated;
grant select on public.ticket_types to anon, authenticated;
grant select on public.capacity_pools, public.ticket_type_pools, public.price_releases to authenticated;
grant select on public.promo_codes, public.promo_code_items to authenticated;
grant select on public.events, public.ticket_types, public.capacity_pools, public.ticket_type_pools, public.price_releases,
  public.promo_codes, public.promo_code_items to service_role;
grant execute on function private.unlocked_items() to authenticated, service_role;

grant select on public.artists to anon, authenticated, service_role;

create policy events_select_visitor on public.events for select to anon
  using (status in ('published', 'postponed', 'cancelled') and visibility = 'public');

-- The policy for people with an account is in the orders area, because it depends on what they bought.

create policy ticket_types_select_visitor on public.ticket_types for select to anon
  using (visibility = 'public' and archived_at is null and exists (select 1 from public.events e where e.id = event_id));
create policy ticket_types_select_person on public.ticket_types for select to authenticated
  using (
    ((archived_at is null and (visibility = 'public'
        or (visibility = 'members' and (select private.is_member()))
        or (visibility = 'code' and id = any ((select private.unlocked_items())::uuid[]))))
      or (select private.may('see_hidden_events')))
    and exists (select 1 from public.events e where e.id = event_id)
  );

create policy capacity_pools_select_staff on public.capacity_pools for select to authenticated
  using ((select private.may('see_hidden_events')) and exists (select 1 from public.events e where e.id = event_id));
create policy ticket_type_pools_select_staff on public.ticket_type_pools for select to authenticated
  using ((select private.may('see_hidden_events')) and exists (select 1 from public.events e where e.id = event_id));
create policy price_releases_select_staff on public.price_releases for select to authenticated
  using ((select private.may('see_hidden_events')) and exists (select 1 from public.ticket_types t where t.id = ticket_type_id));

-- An artist is seen with the first event of theirs that is: who plays at a draft or a secret event is no public fact.
create policy artists_select_visitor on public.artists for select to anon
  using (exists (select 1 from public.events e where private.act_names(e.line_up) @> array[lower(artists.name)]));
create policy artists_select_person on public.artists for select to authenticated
  using (
    (select private.may('manage_events'))
    or exists (select 1 from public.events e where private.act_names(e.line_up) @> array[lower(artists.name)])
  );
-- A code is a secret of those who have it: nobody but admins reads them, a buyer learns by typing one in.
create policy promo_codes_select_admin on public.promo_codes for select to authenticated
  using ((select private.may('manage_events')));
create policy promo_code_items_select_admin on public.promo_code_items for select to authenticated
  using ((select private.may('manage_events')));

-- Packages, add-ons and tables: buyers read what they may buy in the offer of read_event_page, so nobody but staff needs their rows.
grant select on public.packages, public.package_components, public.add_ons, public.bookable_tables to authenticated, service_role;

create policy packages_select_staff on public.packages for select to authenticated
  using ((select private.may('see_hidden_events')) and exists (select 1 from public.events e where e.id = event_id));
create policy package_components_select_staff on public.package_components for select to authenticated
  using ((select private.may('see_hidden_events')) and exists (select 1 from public.packages p where p.id = package_id));
create policy add_ons_select_staff on public.add_ons for select to authenticated
  using ((select private.may('see_hidden_events')) and exists (select 1 from public.events e where e.id = event_id));
create policy bookable_tables_select_staff on public.bookable_tables for select to authenticated
  using ((select private.may('see_hidden_events')) and exists (select 1 from public.events e where e.id = event_id));

-- A series is seen with the first of its events that is: the name of a secret one is no public fact.
grant select on public.event_series to anon, authenticated, service_role;
create policy event_series_select_visitor on public.event_series for select to anon
  using (exists (select 1 from public.events e where e.series_id = event_series.id));
create policy event_series_select_person on public.event_series for select to authenticated
  using ((select private.may('manage_events')) or exists (select 1 from public.events e where e.series_id = event_series.id));

grant select on public.event_drafts to authenticated;
create policy event_drafts_select_owner on public.event_drafts for select to authenticated
  using (owner_id = (select auth.uid()) and (select private.may('manage_events')));
