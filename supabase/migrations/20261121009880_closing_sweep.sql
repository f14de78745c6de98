-- Cleans up each minute. No function depends on its being on time: every stock function compares times itself.

create function public.sweep() returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_order record;
  v_holds int := 0;
  v_orders int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('sweep', 0)) then
    return jsonb_build_object('busy', true);
  end if;
  -- All at once, so that every pool is locked in id order before any variant.
  v_holds := private.end_holds(
    array(select id from public.holds where status in ('active', 'pinned') and expires_at <= now()), '{}', null,
    array(select id from public.promo_codes where block_left > 0 and block_ends_at <= now()));
  for v_order in
    select o.id from public.orders o
    where private.order_awaits_buyer(o.status)
      and exists (select 1 from public.holds h where h.id = o.hold_id and h.status in ('expired', 'released'))
    for no key update of o skip locked
  loop
    perform private.end_order(v_order.id, 'hold ended');
    v_orders := v_orders + 1;
  end loop;
  delete from private.idempotency_keys where created_at < now() - interval '24 hours';
  delete from private.payment_clients where created_at < now() - interval '180 days';
  perform private.sweep_links();
  perform private.sweep_subscriptions();
  perform private.sweep_alerts();
  perform private.sweep_sends();
  perform private.sweep_mail_events();
  perform private.sweep_addresses();
  perform private.sweep_door_changes();
  perform private.sweep_notifications();
  perform private.sweep_digests();
  perform private.sweep_stream_calls();
  perform private.sweep_chats();
  -- Adds up yesterday's figures here, so that their readers do not wait for it. Not while pools are locked, and holds end even
  -- if the figures can't be written.
  if v_holds = 0 and v_orders = 0 then
    begin
      perform private.roll_up_figures();
    exception when others then
      raise warning 'figures of nights that are over could not be written: %', sqlerrm;
    end;
  end if;
  return jsonb_build_object('holds', v_holds, 'orders', v_orders);
end
$$;
comment on function public.sweep() is
  'Ends holds whose time is over and the unpaid orders behind them, frees places that codes kept back until now, deletes old idempotency '
  'keys, and stores the figures of days that are over: {holds, orders}. One at a time; calling it twice does no harm.';

grant execute on function public.sweep() to service_role;
