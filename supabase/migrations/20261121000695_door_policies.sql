-- Scans are read by door managers of the event, moderators and admins, with the first name and ticket type that the scanner
-- was shown; scanners get counts from read_door and read_scan_data.

grant select (
  id, scan_uid, event_id, ticket_id, staff_id, gate, device, method, result, is_bounce, reverses, reason, response, scanned_at, captured_at,
  device_id, seq, is_offline, standing, zone_id, guest_id, heads)
  on public.scans to authenticated;
grant select on public.entries to authenticated;
grant select on public.scan_reports to authenticated;
grant select on public.scan_conflicts, public.door_zones, public.door_gates, public.door_clicks, public.door_recounts to authenticated;
grant select on public.scans, public.entries, public.scan_reports, public.scan_conflicts, public.door_zones, public.door_gates,
  public.door_clicks, public.door_recounts to service_role;

create policy scans_select on public.scans for select to authenticated
  using (
    (select private.may('see_scans'))
    or ((select private.is_member()) and exists (
      select 1 from public.staff_grants g
      where g.user_id = (select auth.uid()) and g.capability = 'door_manager' and (g.event_id is null or g.event_id = scans.event_id)
        and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())))
  );
create policy scan_reports_select on public.scan_reports for select to authenticated
  using (
    (select private.may('see_scans'))
    or ((select private.is_member()) and exists (
      select 1 from public.staff_grants g
      where g.user_id = (select auth.uid()) and g.capability = 'door_manager'
        and (g.event_id is null or g.event_id = scan_reports.event_id)
        and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())))
  );
create policy scan_conflicts_select on public.scan_conflicts for select to authenticated
  using (exists (select 1 from public.scans s where s.id = other_scan));
-- Scanners get zones and gates from the functions of the door.
create policy door_zones_select on public.door_zones for select to authenticated using ((select private.may('see_scans')));
create policy door_gates_select on public.door_gates for select to authenticated using ((select private.may('see_scans')));
create policy door_clicks_select on public.door_clicks for select to authenticated using ((select private.may('see_scans')));
create policy door_recounts_select on public.door_recounts for select to authenticated using ((select private.may('see_scans')));
create policy entries_select on public.entries for select to authenticated
  using (exists (select 1 from public.scans s where s.id = scan_id));

grant execute on function
  public.check_in(uuid, uuid, int, text, uuid, text, text, text, text, text),
  public.undo_check_in(uuid, uuid, uuid, text), public.read_door(uuid)
to authenticated;
