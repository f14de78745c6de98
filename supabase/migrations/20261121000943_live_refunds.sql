-- Gives passes back: all of a stream that was called off or that failed, each by a job of its own, or one.

create function private.stream_failure(p_stream public.streams) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_seconds numeric := extract(epoch from p_stream.ended_at - p_stream.live_at);
begin
  return case
    when not private.stream_is_over(p_stream.state) or v_seconds is null then null
    when v_seconds - p_stream.interrupted_seconds < p_stream.minutes * 30 then 'short'
    when p_stream.interrupted_seconds > v_seconds / 5 then 'interrupted' end;
end
$$;
comment on function private.stream_failure(public.streams) is
  'Returns why the passes of a stream that is over may all be given back: short (live for less than half of what was announced), '
  'interrupted (for more than a fifth of the time); null where neither is so.';

create function private.give_passes_back(p_stream uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_passes int;
  v_cents bigint;
begin
  update public.streams set passes_end_at = coalesce(passes_end_at, now()), version = version + 1 where id = p_stream;
  select count(*)::int, coalesce(sum(v.total_cents), 0) into v_passes, v_cents from private.valid_passes v where v.stream_id = p_stream;
  perform private.enqueue_job('pass_refund', v.id::text) from private.valid_passes v where v.stream_id = p_stream;
  return jsonb_build_object('passes', v_passes, 'cents', v_cents);
end
$$;
comment on function private.give_passes_back(uuid) is
  'Ends the sale of a stream''s passes and queues a job for each that is valid, which gives it back: {passes, cents}. The stream must be '
  'locked. Doing it again queues what is left.';

create function private.end_called_off(p_stream public.streams) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  if p_stream.called_off_at is null or not private.stream_can_be_cancelled(p_stream.state)
    or exists (select 1 from private.valid_passes v where v.stream_id = p_stream.id) then
    return false;
  end if;
  perform private.move_stream(p_stream, 'cancelled', case p_stream.state when 'draft' then 'manager' else 'system' end,
    'Called off; no pass is left.');
  return true;
end
$$;
comment on function private.end_called_off(public.streams) is
  'Cancels a stream that was called off once the last of its passes was given back; returns whether it did. It must be locked.';

create function private.tick_called_off() returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_stream public.streams;
  v_moved int := 0;
begin
  for v_stream in
    select * from public.streams s where s.called_off_at is not null and private.stream_can_be_cancelled(s.state)
    order by s.id for no key update skip locked
  loop
    v_moved := v_moved + private.end_called_off(v_stream)::int;
  end loop;
  return v_moved;
end
$$;
comment on function private.tick_called_off() is 'Cancels the streams that were called off and have no pass left; returns how many.';

create function public.cancel_stream(p_stream uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams;
  v_reason text;
  v_given jsonb;
begin
  perform private.require_permission('manage_streams');
  v_reason := private.require_reason(p_reason);
  v_stream := private.lock_stream(p_stream);
  if not private.stream_can_be_cancelled(v_stream.state) or v_stream.called_off_at is not null then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_stream.state));
  end if;
  if exists (select 1 from private.valid_passes v where v.stream_id = p_stream) then
    perform private.require_proof();
  end if;
  v_given := private.give_passes_back(p_stream);
  update public.streams set called_off_at = now() where id = p_stream returning * into v_stream;
  perform private.end_called_off(v_stream);
  perform private.audit('stream.cancelled', 'stream', p_stream::text, v_given || jsonb_build_object('title', v_stream.title,
    'from', v_stream.state, 'to', 'cancelled', 'reason', v_reason));
  return v_given || (select jsonb_build_object('state', s.state) from public.streams s where s.id = p_stream);
end
$$;
comment on function public.cancel_stream(uuid, text) is
  'Admin, with a recent proof where passes were sold: calls a stream off, {passes, cents, state}. Its passes are given back first; it is '
  'cancelled with the last of them. Refuses reason_required, password_needed, invalid_state, not_allowed, not_found.';

create function public.refund_stream_passes(p_stream uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams;
  v_reason text;
  v_given jsonb;
begin
  perform private.require_permission('refund');
  perform private.require_proof();
  v_reason := private.require_reason(p_reason);
  v_stream := private.lock_stream(p_stream);
  if private.stream_failure(v_stream) is null then
    perform private.refuse(409, 'stream_not_failed');
  end if;
  v_given := private.give_passes_back(p_stream);
  perform private.audit('stream.passes_refunded', 'stream', p_stream::text, v_given || jsonb_build_object('title', v_stream.title,
    'why', private.stream_failure(v_stream), 'reason', v_reason));
  return v_given;
end
$$;
comment on function public.refund_stream_passes(uuid, text) is
  'Admin, with a recent proof: gives back all passes of a stream that failed (private.stream_failure), {passes, cents}. Refuses '
  'stream_not_failed, reason_required, password_needed, not_allowed, not_found.';

create function private.give_pass_back(p_pass uuid, p_reason text, p_by_rule boolean) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_order uuid;
  v_pass private.valid_passes;
begin
  select f.order_id into v_order from public.fulfilments f where f.id = p_pass;
  perform private.lock_goods_order(v_order);
  select * into v_pass from private.valid_passes v where v.id = p_pass;
  if not found then
    return false;
  end if;
  perform private.end_fulfilments(array[p_pass], 'system', p_reason);
  perform private.refund_goods(v_order, array[v_pass.line_id], array[greatest(v_pass.total_cents - coalesce((
    select sum(n.cents) from public.refunds r cross join lateral unnest(r.line_ids, r.line_cents) n (id, cents)
    where r.order_id = v_order and n.id = v_pass.line_id and r.status not in ('rejected', 'withdrawn')), 0), 0)::bigint],
    p_reason, p_by_rule);
  return true;
end
$$;
comment on function private.give_pass_back(uuid, text, boolean) is
  'Ends a pass and sends its money back, as private.refund_goods does; false when it ended before. Takes all locks itself.';

create function public.run_pass_refund(p_pass uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_stream public.streams;
  v_owner uuid;
  v_given boolean;
begin
  perform private.require_service();
  select v.owner_id into v_owner from private.valid_passes v where v.id = p_pass;
  select s.* into v_stream
  from public.fulfilments f join public.order_lines l on l.id = f.order_line_id join public.streams s on s.id = l.stream_id
  where f.id = p_pass;
  if v_stream.id is null or v_owner is null then
    return false;
  end if;
  perform private.lock_passes(v_stream.id, v_owner);
  if v_stream.passes_end_at is null and not private.has_other_pass(p_pass) then
    return false;
  end if;
  v_given := private.give_pass_back(p_pass,
    case when v_stream.passes_end_at is null then 'This pass was bought twice.' when v_stream.called_off_at is null
      then 'The stream did not work.' else 'The stream was canceled.' end, true);
  perform private.end_called_off(s) from (select * from public.streams x where x.id = v_stream.id for no key update) s;
  return v_given;
end
$$;
comment on function public.run_pass_refund(uuid) is
  'For the job: gives back one pass of a stream whose passes all are, and cancels the stream with the last one, or one of two that a '
  'person '
  'has; false when there is nothing to do.';

create function public.refund_stream_pass(p_code text, p_stream uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pass record;
  v_reason text;
begin
  perform private.require_permission('refund');
  perform private.require_proof();
  v_reason := private.require_reason(p_reason);
  select v.id, v.order_id into v_pass
  from private.valid_passes v join public.orders o on o.id = v.order_id
  where o.code = upper(regexp_replace(coalesce(p_code, ''), '[^0-9A-Za-z]', '', 'g')) and v.stream_id = p_stream;
  if v_pass.id is null or not private.give_pass_back(v_pass.id, v_reason, false) then
    perform private.refuse(404, 'pass_not_found');
  end if;
  perform private.audit('stream.pass_refunded', 'order', v_pass.order_id::text,
    jsonb_build_object('stream_id', p_stream, 'reason', v_reason));
end
$$;
comment on function public.refund_stream_pass(text, uuid, text) is
  'Admin, with a recent proof: ends the pass that the order p_code has of a stream and sends its money back; above 500.00 over the order '
  'the money waits for a second admin. Refuses pass_not_found, reason_required, password_needed, not_allowed, dispute_open.';

revoke execute on function private.stream_failure(public.streams), private.give_passes_back(uuid), private.end_called_off(public.streams),
  private.tick_called_off(), public.cancel_stream(uuid, text), public.refund_stream_passes(uuid, text),
  private.give_pass_back(uuid, text, boolean), public.run_pass_refund(uuid), public.refund_stream_pass(text, uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.cancel_stream(uuid, text), public.refund_stream_passes(uuid, text),
  public.refund_stream_pass(text, uuid, text) to authenticated;
grant execute on function public.run_pass_refund(uuid) to service_role;
