-- The queue of work beside the requests. A job is a row, written in the transaction that causes it; the worker of a process claims
-- what is due, runs its handler and reports the result (app/server/job-worker.server.ts). This file has the one claim and the one back-off.

create table private.job_kinds (
  kind text primary key check (kind ~ '^[a-z_]{3,40}$'),
  every interval check (every > interval '0'),
  lease interval not null default '1 minute' check (lease > interval '0'),
  most_attempts int check (most_attempts > 0),
  first_pause interval check (first_pause > interval '0'),
  longest_pause interval check (longest_pause >= first_pause),
  failure_list text not null default 'job',
  check ((every is null) = (most_attempts is not null)),
  check (num_nonnulls(most_attempts, first_pause, longest_pause) in (0, 3))
);
comment on table private.job_kinds is
  'Kinds of jobs; app/background.server.ts has a handler for each. every = a cron entry: it has one job, which runs again so long after '
  'each run. Other kinds have a job per key, which is tried most_attempts times, after a pause that doubles from first_pause to '
  'longest_pause, and is then parked for an admin. lease = how long a worker has a job before another may take it; its worker renews '
  'it while the job runs. failure_list = the kind of private.failures that lists the parked ones.';

create table private.jobs (
  id bigint generated always as identity primary key,
  kind text not null references private.job_kinds (kind),
  key text not null default '' check (length(key) <= 200),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  run_at timestamptz not null default now(),
  attempts int not null default 0 check (attempts >= 0),
  leased_until timestamptz,
  last_error text check (length(last_error) <= 1000),
  failed_at timestamptz,
  parked_at timestamptz,
  created_at timestamptz not null default now(),
  unique (kind, key)
);
comment on table private.jobs is
  'Jobs that wait, run or are parked, one per kind and key; a finished one is deleted, that of a cron entry stays. key = what it is '
  'about, such as the id of a row. run_at = when it is due; a claim moves it to the end of the lease. attempts = claims since it was '
  'queued or last worked. leased_until = until when a worker has it, and the token by which only this worker reports. last_error, '
  'failed_at = the last failure, null after a run that worked. parked_at = given up after the last attempt; an admin decides.';
create index jobs_due on private.jobs (kind, run_at) where parked_at is null;
create index jobs_failed on private.jobs (failed_at) where failed_at is not null;

insert into private.job_kinds (kind, every) values
  ('sweep', '1 minute'),
  ('number_receipts', '1 minute'),
  ('open_payments', '10 seconds'),
  ('parked_payment_events', '10 seconds'),
  ('disputes', '15 minutes'),
  ('event_changes', '5 seconds'),
  ('visible_passes', '30 seconds'),
  ('campaign_starts', '5 seconds'),
  ('alerts', '10 seconds'),
  ('follow_mails', '10 seconds'),
  ('digests', '10 minutes'),
  ('stream_announcements', '10 seconds'),
  ('reminders', '30 seconds'),
  ('venue_reveals', '10 seconds'),
  ('unclaimed_goods', '5 minutes'),
  ('waitlist_ends', '1 minute'),
  ('free_tickets', '1 minute'),
  ('ended_transfers', '1 minute'),
  ('ending_allocations', '5 minutes'),
  ('ended_listings', '1 minute'),
  ('guest_lists', '30 seconds'),
  ('ended_suspensions', '1 minute'),
  ('commission', '10 minutes'),
  ('refused_scans', '1 hour'),
  ('due_purges', '1 hour'),
  ('old_conversations', '1 hour'),
  ('ended_doors', '5 minutes'),
  ('stream_clock', '5 seconds'),
  ('stream_probe', '5 seconds'),
  ('due_deletions', '1 hour'),
  ('inactive_guests', '1 hour');
insert into private.job_kinds (kind, lease, most_attempts, first_pause, longest_pause, failure_list) values
  ('mail', '2 minutes', 8, '1 minute', '3 hours', 'mail'),
  ('refund', '2 minutes', 5, '5 minutes', '40 minutes', 'refund'),
  ('pass_push', '1 minute', 8, '1 minute', '1 hour', 'pass'),
  ('changed_order', '1 minute', 4, '1 minute', '1 hour', 'change'),
  ('waitlist', '1 minute', 8, '5 seconds', '10 minutes', 'job'),
  ('link_preview', '1 minute', 3, '1 minute', '10 minutes', 'job'),
  ('pass_refund', '1 minute', 8, '5 seconds', '1 hour', 'job'),
  ('campaign', '2 minutes', 50, '5 seconds', '1 minute', 'job');
insert into private.jobs (kind) select k.kind from private.job_kinds k where k.every is not null;

alter table private.job_kinds enable row level security;
alter table private.job_kinds force row level security;
alter table private.jobs enable row level security;
alter table private.jobs force row level security;

create function private.enqueue_job(p_kind text, p_key text, p_payload jsonb default '{}', p_run_at timestamptz default now()) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.jobs as j (kind, key, payload, run_at) values (p_kind, p_key, p_payload, p_run_at)
  on conflict (kind, key) do update set payload = excluded.payload, run_at = excluded.run_at, attempts = 0,
    last_error = null, failed_at = null, parked_at = null;
end
$$;
comment on function private.enqueue_job(text, text, jsonb, timestamptz) is
  'Queues a job in the caller''s transaction, once per kind and key: one that waits or is parked gets the new payload and time, one that '
  'runs is run again afterwards.';

create function private.retry_job(p_kind text, p_key text, p_attempts int default null) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update private.jobs j set run_at = now(), parked_at = null, failed_at = case when k.every is null then null else j.failed_at end,
    attempts = case when p_attempts is null then 0 when j.parked_at is null then j.attempts else k.most_attempts - p_attempts end
  from private.job_kinds k where j.kind = p_kind and j.key = p_key and k.kind = j.kind and j.failed_at is not null;
  return found;
end
$$;
comment on function private.retry_job(text, text, int) is
  'Makes a job that failed due at once; returns whether there is one. p_attempts = how many attempts one that was parked gets, and one '
  'that was not keeps what it has left; null = all of them for either. A cron entry stays listed until a run works.';

create function private.drop_job(p_kind text, p_key text) returns void
language sql volatile set search_path = ''
as $$
  delete from private.jobs j where j.id in (
    select x.id from private.jobs x
    where x.kind = p_kind and x.key = p_key and coalesce(x.leased_until, '-infinity') <= now() for update skip locked)
$$;
comment on function private.drop_job(text, text) is
  'Deletes a job that nothing is left to do for. One that runs, or is being claimed, is left to its worker. Waits for nobody, so the '
  'caller may have the rows that the job is about locked.';

create function public.claim_jobs(p_room jsonb) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select d.id, k.lease, coalesce(d.attempts >= k.most_attempts, false) as is_spent
    from jsonb_each_text(p_room) r (kind, room)
    join private.job_kinds k on k.kind = r.kind
    cross join lateral (
      select j.id, j.attempts from private.jobs j
      where j.kind = k.kind and j.parked_at is null and j.run_at <= now() and coalesce(j.leased_until, '-infinity') <= now()
      order by j.run_at limit least(r.room::int, 100) for no key update skip locked
    ) d
  ), claimed as (
    update private.jobs j set
      attempts = j.attempts + case when d.is_spent then 0 else 1 end,
      run_at = case when d.is_spent then j.run_at else now() + d.lease end,
      leased_until = case when d.is_spent then null else now() + d.lease end,
      -- The process ended during the last attempt.
      parked_at = case when d.is_spent then now() end,
      failed_at = case when d.is_spent then now() else j.failed_at end,
      last_error = case when d.is_spent then coalesce(j.last_error, 'The process ended while it ran.') else j.last_error end
    from due d where j.id = d.id
    returning j.id, j.kind, j.key, j.payload, j.attempts, j.leased_until, d.lease
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'key', c.key, 'payload', c.payload, 'attempts', c.attempts,
    'lease', c.leased_until, 'leaseSeconds', extract(epoch from c.lease)) order by c.id), '[]')
  from claimed c where c.leased_until is not null
$$;
comment on function public.claim_jobs(jsonb) is
  'Leases jobs that are due to the caller, the longest due first: p_room = how many of each kind it has room for, {kind: number}; [{id, '
  'kind, key, payload, attempts, lease, leaseSeconds}]. Two workers never get the same job while its lease lasts. A job whose worker ended '
  'is claimed again when its lease ends, and parked when that was the last attempt. The one claim: work of every kind goes through it.';

create function public.renew_job(p_id bigint, p_lease timestamptz) returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  update private.jobs j set leased_until = now() + k.lease,
    run_at = case when j.run_at = j.leased_until then now() + k.lease else j.run_at end
  from private.job_kinds k where j.id = p_id and j.leased_until = p_lease and k.kind = j.kind
  returning j.leased_until
$$;
comment on function public.renew_job(bigint, timestamptz) is
  'Renews the lease of a job that runs, by the lease that its claim or the last renewal returned: the new one, or null when it is no '
  'longer the caller''s.';

create function private.finish_job(p_id bigint, p_lease timestamptz, p_error text, p_is_final boolean, p_again_seconds int) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_job private.jobs;
  v_kind private.job_kinds;
  v_is_queued_again boolean;
begin
  select * into v_job from private.jobs j where j.id = p_id and j.leased_until = p_lease for no key update;
  if not found then
    return false; -- its lease ended and another worker has it, or it is gone
  end if;
  select * into strict v_kind from private.job_kinds k where k.kind = v_job.kind;
  v_is_queued_again := v_job.run_at <> p_lease;
  if p_error is null and p_again_seconds is null and v_kind.every is null and not v_is_queued_again then
    delete from private.jobs j where j.id = p_id;
    return true;
  end if;
  update private.jobs j set leased_until = null,
    attempts = case when p_error is not null then j.attempts when v_kind.every is null then greatest(j.attempts - 1, 0) else 0 end,
    last_error = left(p_error, 1000),
    failed_at = case when p_error is not null then now() end,
    run_at = case
      when v_is_queued_again then j.run_at
      when p_error is null and p_again_seconds is not null then now() + make_interval(secs => p_again_seconds)
      when v_kind.every is not null then now() + v_kind.every
      else now() + least(v_kind.first_pause * power(2, greatest(j.attempts, 1) - 1), v_kind.longest_pause) end,
    parked_at = case
      when p_error is not null and v_kind.every is null and not v_is_queued_again and (p_is_final or j.attempts >= v_kind.most_attempts)
      then now() end
  where j.id = p_id;
  return true;
end
$$;
comment on function private.finish_job(bigint, timestamptz, text, boolean, int) is
  'Reports the result of a claimed job by the lease that its claim, or its last renewal, returned: p_error = why it failed, null when '
  'it worked; p_is_final = no further attempt would help; p_again_seconds = it worked and runs again after so long, which uses up no '
  'attempt. False when the lease is no longer the caller''s: then nothing changes.';

create function private.fail_job(p_kind text, p_key text, p_error text, p_is_final boolean default false) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_id bigint;
  v_lease timestamptz := clock_timestamp();
begin
  select j.id into v_id from private.jobs j
  where j.kind = p_kind and j.key = p_key and j.parked_at is null and coalesce(j.leased_until, '-infinity') <= now()
  for no key update skip locked;
  if found then
    update private.jobs j set attempts = j.attempts + 1, run_at = v_lease, leased_until = v_lease where j.id = v_id;
    perform private.finish_job(v_id, v_lease, p_error, p_is_final, null);
  end if;
end
$$;
comment on function private.fail_job(text, text, text, boolean) is
  'Counts an attempt of a job that ended well and failed afterwards, outside of a run: a claim and its report in one. One that runs, or is '
  'being claimed, is left to its worker, which sees for itself. Waits for nobody, as private.drop_job.';

create function public.finish_jobs(p_results jsonb) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.finish_job(r.id, r.lease, r.error, coalesce(r."isFinal", false), r."againSeconds") order by r.place),
    '[]')
  from rows from (
    jsonb_to_recordset(p_results) as (id bigint, lease timestamptz, error text, "isFinal" boolean, "againSeconds" int)
  ) with ordinality as r (id, lease, error, "isFinal", "againSeconds", place)
$$;
comment on function public.finish_jobs(jsonb) is
  'Reports the results of claimed jobs, [{id, lease, error, isFinal, againSeconds}], as private.finish_job takes each; returns in their '
  'order which of them were still the caller''s.';

revoke execute on function
  private.enqueue_job(text, text, jsonb, timestamptz), private.retry_job(text, text, int), private.drop_job(text, text),
  private.fail_job(text, text, text, boolean), public.claim_jobs(jsonb), public.renew_job(bigint, timestamptz),
  private.finish_job(bigint, timestamptz, text, boolean, int), public.finish_jobs(jsonb)
from public, anon, authenticated, service_role;
grant execute on function public.claim_jobs(jsonb), public.renew_job(bigint, timestamptz), public.finish_jobs(jsonb) to service_role;
