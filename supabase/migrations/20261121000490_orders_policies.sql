-- Lets buyers read their own rows and admins all. The API has no write access: the functions granted below write.

grant select (id, kind, event_id, owner_id, status, expires_at, pinned_at, code_id, code_units, created_at)
  on public.holds to authenticated;
grant select on public.hold_lines, public.orders, public.order_lines, public.fulfilments, public.table_bookings,
  public.refund_items to authenticated;
grant select on public.hold_addresses, public.order_addresses to authenticated;
grant select (id, kind, event_id, name, address, state, postal_code, opens_at, closes_at, archived_at)
  on public.pickup_points to authenticated;
grant select (id, order_id, provider, attempt, amount_cents, currency, status, failure_code, refunded_cents, settled_at, created_at)
  on public.payments to authenticated;
grant select (id, order_id, payment_id, amount_cents, currency, kind, reason, status, void_tickets, created_at, decided_at, finished_at)
  on public.refunds to authenticated;
grant select on public.hold_addresses, public.order_addresses, public.pickup_points to service_role;
grant select on public.holds, public.hold_lines, public.orders, public.order_lines, public.fulfilments, public.table_bookings,
  public.payments, public.refunds, public.refund_items to service_role;

-- The owner's, while they may still act: a token outlives the session that was ended and the account that was deactivated.
create policy holds_select on public.holds for select to authenticated
  using (
    (owner_id = (select auth.uid()) and (select private.caller_role()) is not null)
    or (select private.may('see_orders'))
  );
create policy hold_lines_select on public.hold_lines for select to authenticated
  using (exists (select 1 from public.holds h where h.id = hold_id));
create policy orders_select on public.orders for select to authenticated
  using (
    (owner_id = (select auth.uid()) and (select private.caller_role()) is not null)
    or (select private.may('see_orders'))
  );
create policy order_lines_select on public.order_lines for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));
create policy fulfilments_select on public.fulfilments for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));
create policy hold_addresses_select on public.hold_addresses for select to authenticated
  using (exists (select 1 from public.holds h where h.id = hold_id));
create policy order_addresses_select on public.order_addresses for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));
-- Store days are for everybody; a point at an event is seen with the event, and by those who pick something up there.
create policy pickup_points_select on public.pickup_points for select to authenticated
  using (
    (select private.may('manage_shop'))
    or ((select private.caller_role()) is not null and archived_at is null
      and (kind = 'store' or exists (select 1 from public.events e where e.id = event_id)))
    or exists (select 1 from public.order_lines l where l.pickup_point_id = pickup_points.id)
    or exists (select 1 from public.hold_lines l where l.pickup_point_id = pickup_points.id)
  );
create policy table_bookings_select on public.table_bookings for select to authenticated
  using (exists (select 1 from public.holds h where h.id = hold_id));
create policy payments_select on public.payments for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));
create policy refunds_select on public.refunds for select to authenticated
  using (exists (select 1 from public.orders o where o.id = order_id));
create policy refund_items_select on public.refund_items for select to authenticated
  using (exists (select 1 from public.refunds r where r.id = refund_id));

-- Members also see members' events, people with the password of an event that one; staff what they work at; buyers what they bought,
-- unlisted or archived.
create policy events_select_person on public.events for select to authenticated
  using (
    (status in ('published', 'postponed', 'cancelled')
      and (visibility = 'public' or (visibility = 'members' and (select private.is_member()))
        or (visibility = 'password' and id = any (array(select private.unlocked_events())))))
    or (select private.may('manage_events'))
    or (status <> 'draft' and (select private.may('see_hidden_events')))
    or (status <> 'draft' and (select private.is_member()) and exists (
      select 1 from public.staff_grants g
      where g.user_id = (select auth.uid()) and (g.event_id is null or g.event_id = events.id)
        and g.revoked_at is null and (g.expires_at is null or g.expires_at > now())))
    or ((select private.caller_role()) is not null
      and exists (select 1 from public.orders o where o.event_id = events.id and o.owner_id = (select auth.uid())))
  );

-- Only the server calls the selling functions, after its rate limits, so that stock cannot be hoarded with the publishable key.
grant execute on function
  public.hold_items(uuid, uuid, jsonb, text, text, uuid), public.release_hold(uuid, uuid),
  public.place_order(uuid, uuid, jsonb, text, bigint),
  public.begin_payment(uuid, uuid, text, text, jsonb), public.store_payment_ref(uuid, text),
  public.apply_payment_event(text, text, text, text, bigint, text, jsonb),
  public.start_refund(uuid, text[]), public.record_refund(uuid, text, text, text),
  public.apply_refund_event(text, text, text, text, uuid, jsonb)
to service_role;
grant execute on function private.email_key(text) to service_role;
grant execute on function public.quote_cart(uuid, jsonb) to anon, authenticated, service_role;

-- For staff; each function checks the caller.
grant execute on function
  public.refund_order(uuid, bigint, text, boolean, text, uuid[], boolean, boolean, boolean, boolean),
  private.refund_order(uuid, bigint, text, boolean, text, uuid[], boolean, boolean, boolean, boolean),
  public.decide_refund(uuid, boolean, text), private.decide_refund(uuid, boolean, text)
to authenticated;
