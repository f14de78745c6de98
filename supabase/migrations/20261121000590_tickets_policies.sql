-- Lets holders read their tickets: members their own, guests those bought in the present session.
-- The code column is not granted, because the code admits: only read_my_tickets returns it, while it may be shown.

grant select (id, order_id, order_line_id, event_id, ticket_type_id, owner_id, holder_name, status, void_reason, custody, admission,
  generation, issued_at, voided_at) on public.tickets to authenticated;
grant select on public.tickets to service_role;

create policy tickets_select on public.tickets for select to authenticated
  using ((owner_id = (select auth.uid()) and (select private.caller_role()) is not null) or (select private.has_role('admin')));
