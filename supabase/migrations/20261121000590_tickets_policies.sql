-- Lets holders read their tickets: members their own, guests those bought in the present session.
-- The code column is not granted, because the code admits: only read_my_tickets returns it, while it may be shown.

grant select (id, order_id, order_line_id, line_unit, event_id, ticket_type_id, owner_id, holder_name, status,
  void_reason, custody, admission,
  generation, issued_at, voided_at, blocked_at, block_reason) on public.tickets to authenticated;
grant select on public.tickets to service_role;

grant select on public.event_venues to authenticated, service_role;

create policy tickets_select on public.tickets for select to authenticated
  using ((owner_id = (select auth.uid()) and (select private.caller_role()) is not null) or (select private.may('see_orders')));

-- Staff where they work, and holders of valid tickets as soon as they may know.
create policy event_venues_select on public.event_venues for select to authenticated
  using (
    exists (select 1 from public.events e where e.id = event_id and (
      (select private.may('see_hidden_events'))
      or ((select private.is_member()) and exists (
        select 1 from public.staff_grants g
        where g.user_id = (select auth.uid()) and (g.event_id is null or g.event_id = e.id)
          and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())))
      or (private.knows_venue(e) and (select private.caller_role()) is not null and exists (
        select 1 from public.tickets k where k.event_id = e.id and k.owner_id = (select auth.uid())
          and private.ticket_is_valid(k.status)))))
  );
