-- Scans are read by door managers of the event, moderators and admins, with the first name and ticket type that the scanner
-- was shown; scanners get counts from read_door and read_scan_data.

grant select (id, scan_uid, event_id, ticket_id, staff_id, gate, device, method, result, is_bounce, reverses, reason, response, scanned_at)
  on public.scans to authenticated;
grant select on public.entries to authenticated;
grant select on public.scans, public.entries to service_role;

create policy scans_select on public.scans for select to authenticated
  using (
    (select private.may('see_scans'))
    or ((select private.is_member()) and exists (
      select 1 from public.staff_grants g
      where g.user_id = (select auth.uid()) and g.capability = 'door_manager' and (g.event_id is null or g.event_id = scans.event_id)
        and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())))
  );
create policy entries_select on public.entries for select to authenticated
  using (exists (select 1 from public.scans s where s.id = scan_id));

grant execute on function
  public.check_in(uuid, uuid, int, text, uuid, text, text, text, text),
  public.undo_check_in(uuid, uuid, uuid, text), public.read_door(uuid)
to authenticated;
