-- A ticket is its holder's: a member's, or a guest's for as long as the session that bought it lives.
-- The typed code opens doors: it comes from read_my_tickets, when it may be shown, and from nowhere else.

grant select (id, order_id, order_line_id, event_id, ticket_type_id, owner_id, holder_name, status, void_reason, custody, admission,
  generation, issued_at, voided_at) on public.tickets to authenticated;
grant select on public.tickets to service_role;

create policy tickets_select on public.tickets for select to authenticated
  using ((owner_id = (select auth.uid()) and (select private.caller_role()) is not null) or (select private.has_role('admin')));
