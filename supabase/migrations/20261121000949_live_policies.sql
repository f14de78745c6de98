-- Who reads streams: everybody those that are published, operators theirs in every state. Types of tickets are seen with their stream,
-- reminders by whom they are for. The API has no write access.

grant select on public.streams, public.stream_ticket_types to anon, authenticated, service_role;
grant select on public.stream_reminders to authenticated, service_role;

create policy streams_select_visitor on public.streams for select to anon
  using (private.stream_is_published(state));
create policy streams_select_person on public.streams for select to authenticated
  using (private.stream_is_published(state) or private.has_grant('stream_operator', event_id));
create policy stream_ticket_types_select on public.stream_ticket_types for select to anon, authenticated
  using (exists (select 1 from public.streams s where s.id = stream_id));
create policy stream_reminders_select on public.stream_reminders for select to authenticated
  using ((select private.is_member()) and user_id = (select auth.uid()));
