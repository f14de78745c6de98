-- Failed jobs: what was given up, parked or keeps failing, in one list, with the one decision that each takes.

create table private.discarded_failures (
  kind text not null,
  failure_id text not null check (length(failure_id) <= 300),
  reason text not null check (length(reason) between 3 and 500),
  discarded_by uuid references auth.users (id) on delete set null,
  discarded_at timestamptz not null default now(),
  primary key (kind, failure_id)
);
comment on table private.discarded_failures is
  'Failures that an admin decided to leave as they are, and why: they are no longer listed or counted. The audit log has the same.';
create index discarded_failures_by on private.discarded_failures (discarded_by);

alter table private.discarded_failures enable row level security;
alter table private.discarded_failures force row level security;

create view private.failures with (security_invoker = true) as
select f.* from (
  select 'mail' as kind, m.id::text as id, m.kind as what, coalesce(m.last_error, '') as reason, m.attempts, m.created_at as at,
    case when m.subject_kind = 'order' then m.subject_id end as order_id, null::uuid as event_id, m.recipient as about
  from private.mail_outbox m where m.status = 'failed'
  union all
  select 'refund', r.id::text, r.kind, coalesce(r.last_error, ''), j.attempts, r.created_at, r.order_id, null, null
  from private.jobs j join public.refunds r on r.id = case when j.kind = 'refund' then j.key::uuid end
  where j.kind = 'refund' and j.failed_at is not null and j.parked_at is not null and r.status = 'failed' and r.manual_by is null
  union all
  select 'payment', e.provider || ':' || e.event_id, e.kind, coalesce(e.reason, ''), 1, e.received_at, e.order_id, null,
    e.provider || ' ' || coalesce(e.payload ->> 'payment_ref', e.payment_ref)
  from private.payment_events e where e.outcome = 'parked'
  union all
  select 'change', x.change_id || ':' || x.order_id, c.kind, x.reason, 1 + coalesce(j.attempts, 0), coalesce(x.refunded_at, c.announced_at),
    x.order_id, c.event_id, null
  from public.event_change_orders x join public.event_changes c on c.id = x.change_id
  left join private.jobs j on j.kind = 'changed_order' and j.key = private.changed_order_key(x)
  where x.status = 'failed'
  union all
  select 'pass', j.key, j.payload ->> 'wallet', coalesce(j.last_error, ''), j.attempts, j.failed_at, k.order_id, null, k.holder_name
  from private.jobs j join public.tickets k on k.id = case when j.kind = 'pass_push' then (j.payload ->> 'ticketId')::uuid end
  where j.kind = 'pass_push' and j.failed_at is not null and j.parked_at is not null
  union all
  select 'type', u.id::text, y.name, 'sold_out', 1, u.blocked_at, u.ticket_order_id, u.event_id, u.holder_name
  from private.unpaid_types u
  join public.ticket_types y on y.id = u.from_type_id
  join public.events e on e.id = u.event_id and e.ends_at > now()
  union all
  select 'job', concat_ws(':', j.kind, nullif(j.key, '')), j.kind, coalesce(j.last_error, ''), greatest(j.attempts, 1), j.failed_at,
    null, null, nullif(j.key, '')
  from private.jobs j join private.job_kinds k on k.kind = j.kind
  where j.failed_at is not null and k.failure_list = 'job' and (j.parked_at is not null or k.every is not null)
) f
where not exists (select 1 from private.discarded_failures d where d.kind = f.kind and d.failure_id = f.id);
comment on view private.failures is
  'Lists what waits for an admin because it failed for good: mail that was given up, refunds whose tries failed, parked events of '
  'payment providers, orders of a changed event, passes whose wallet could not be told, tickets whose type was lost to a dispute and '
  'whose earlier one is sold out, until their event is over, jobs that were given up, and cron entries whose last run failed. id names it '
  'within its kind.';

create function private.failure_counts() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('total', count(*), 'other', count(*) filter (where f.kind not in ('mail', 'refund')),
    'mail', count(*) filter (where f.kind = 'mail'), 'refund', count(*) filter (where f.kind = 'refund'),
    'payment', count(*) filter (where f.kind = 'payment'), 'change', count(*) filter (where f.kind = 'change'),
    'pass', count(*) filter (where f.kind = 'pass'), 'type', count(*) filter (where f.kind = 'type'),
    'job', count(*) filter (where f.kind = 'job'))
  from private.failures f
$$;
comment on function private.failure_counts() is
  'How much failed and waits for an admin: {total, other, mail, refund, payment, change, pass, type, job}. other = all but mail and '
  'refund.';

create function public.list_failures(p_kind text default null, p_after_at timestamptz default null, p_after_id text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_result jsonb;
begin
  perform private.require_permission('manage_failures');
  with page as materialized (
    select f.* from private.failures f
    where (p_kind is null or f.kind = p_kind or (p_kind = 'other' and f.kind not in ('mail', 'refund')))
      and (p_after_at is null or (f.at, f.kind || ' ' || f.id) < (p_after_at, p_after_id))
    order by f.at desc, f.kind || ' ' || f.id desc limit 51
  ), shown as (
    select p.*, row_number() over (order by p.at desc, p.kind || ' ' || p.id desc) as place from page p
  )
  select jsonb_build_object(
    'timeZone', s.time_zone, 'now', now(), 'counts', private.failure_counts(),
    'next', (select jsonb_build_object('at', x.at, 'id', x.kind || ' ' || x.id) from shown x where x.place = 50
      and exists (select 1 from shown y where y.place = 51)),
    'failures', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'id', x.id, 'what', x.what, 'reason', x.reason, 'attempts', x.attempts,
        'at', x.at, 'about', x.about, 'orderCode', o.code, 'eventId', x.event_id) order by x.place), '[]')
      from shown x left join public.orders o on o.id = x.order_id where x.place <= 50))
  into v_result from public.settings s;
  return v_result;
end
$$;
comment on function public.list_failures(text, timestamptz, text) is
  'Lists what failed and waits for an admin, the latest first, 50 at a time; p_kind = one kind, or other for all but mail and refund: '
  '{failures: [{kind, id, what, reason, attempts, at, about, orderCode, eventId}], counts, next, timeZone, now}. next = where the next '
  'page begins, null on the last. Admins only.';

create function private.retry_payment_event(p_id text) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_event private.payment_events;
  v_payment uuid;
begin
  select * into v_event from private.payment_events where provider || ':' || event_id = p_id and outcome = 'parked';
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  v_payment := private.find_payment(v_event.provider, coalesce(v_event.payload ->> 'payment_ref', v_event.payment_ref));
  if v_payment is null then
    return false;
  end if;
  if v_event.kind = 'succeeded' then
    perform private.lock_card(v_event.payload ->> 'card_fingerprint');
  end if;
  perform private.lock_payment(v_payment);
  select * into v_event from private.payment_events
  where provider = v_event.provider and event_id = v_event.event_id and outcome = 'parked' for no key update;
  if not found then
    return true; -- taken in meanwhile
  end if;
  if v_event.kind in ('succeeded', 'failed', 'processing', 'expired') then
    v_event := private.process_payment_event(v_event, v_payment);
  else
    v_event := private.process_money_event(v_event, (select p from public.payments p where p.id = v_payment));
  end if;
  update private.payment_events set order_id = v_event.order_id, outcome = v_event.outcome, reason = v_event.reason
  where provider = v_event.provider and event_id = v_event.event_id;
  return v_event.outcome <> 'parked';
end
$$;
comment on function private.retry_payment_event(text) is
  'Applies a parked event of a payment provider again; returns whether it could be. Refuses not_found.';

create function public.retry_failure(p_kind text, p_id text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_parts text[] := string_to_array(p_id, ':');
  v_done boolean;
begin
  perform private.require_permission('manage_failures');
  if not exists (select 1 from private.failures f where f.kind = p_kind and f.id = p_id) then
    perform private.refuse(404, 'not_found');
  end if;
  case p_kind
    when 'mail' then
      update private.mail_outbox set status = 'queued', attempts = 0 where id = p_id::uuid and status = 'failed';
      v_done := found;
      if v_done then
        perform private.enqueue_job('mail', p_id);
      end if;
    when 'payment' then
      v_done := private.retry_payment_event(p_id);
    when 'pass' then
      v_done := private.retry_job('pass_push', p_id);
    when 'job' then
      v_done := private.retry_job(v_parts[1], substr(p_id, length(v_parts[1]) + 2));
    else
      -- Money is tried again where it is decided, with a proof.
      perform private.refuse(422, 'invalid');
  end case;
  perform private.audit('failure.retried', 'failure', p_kind || ' ' || p_id, jsonb_build_object('done', v_done));
  return v_done;
end
$$;
comment on function public.retry_failure(text, text) is
  'Admin: has a mail, a parked event of a payment provider, a pass or a job tried again. Returns whether it is under way; an event that '
  'still can''t be applied stays parked. Refunds, orders of changed events and types of tickets are decided on their own pages. Refuses '
  'not_allowed, not_found, invalid.';

create function public.discard_failure(p_kind text, p_id text, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text := btrim(coalesce(p_reason, ''));
begin
  perform private.require_permission('manage_failures');
  if length(v_reason) not between 3 and 500 or not private.is_readable(v_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  if p_kind is null or p_kind not in ('mail', 'payment', 'pass', 'job') then
    perform private.refuse(422, 'invalid');
  end if;
  if not exists (select 1 from private.failures f where f.kind = p_kind and f.id = p_id) then
    perform private.refuse(404, 'not_found');
  end if;
  if p_kind = 'pass' then
    delete from private.jobs j where j.kind = 'pass_push' and j.key = p_id and j.parked_at is not null;
  elsif p_kind = 'job' then
    delete from private.jobs j using private.job_kinds k
    where k.kind = j.kind and k.every is null and j.kind = split_part(p_id, ':', 1) and j.key = substr(p_id, length(j.kind) + 2)
      and j.parked_at is not null;
    -- A cron entry runs on, and is listed again when it fails again.
    update private.jobs j set failed_at = null, last_error = null, attempts = 0 where j.kind = p_id and j.key = '';
  else
    insert into private.discarded_failures (kind, failure_id, reason, discarded_by) values (p_kind, p_id, v_reason, auth.uid())
      on conflict do nothing;
  end if;
  perform private.audit('failure.discarded', 'failure', p_kind || ' ' || p_id, jsonb_build_object('reason', v_reason));
end
$$;
comment on function public.discard_failure(text, text, text) is
  'Admin: leaves a failed mail or payment event as it is and takes it off the list, with a reason; deletes a pass''s or another job that '
  'was given up, and takes a cron entry off until it fails again. Money that is owed can''t be discarded. Refuses not_allowed, '
  'reason_required, invalid, not_found.';

revoke execute on function
  private.failure_counts(), public.list_failures(text, timestamptz, text), private.retry_payment_event(text),
  public.retry_failure(text, text),
  public.discard_failure(text, text, text)
from public, anon, authenticated, service_role;
grant execute on function public.list_failures(text, timestamptz, text), public.retry_failure(text, text),
  public.discard_failure(text, text, text) to authenticated;
