-- Records what became of claimed recipients, and lets a campaign pause, stop or end by itself.

create function private.finish_recipient(p_claim uuid, p_result jsonb, p_now timestamptz) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_outcome text := p_result ->> 'outcome';
  v_error text := left(p_result ->> 'error', 500);
  v_row private.campaign_recipients;
  v_is_sent boolean := v_outcome in ('sent', 'unconfirmed');
  v_is_retried boolean;
begin
  select * into v_row from private.campaign_recipients r
  where r.id = (p_result ->> 'id')::uuid and r.claim = p_claim and r.status = 'claimed' for update;
  if not found then
    return null; -- its claim ended
  end if;
  v_is_retried := v_outcome in ('released', 'down') or (v_outcome = 'later' and v_row.attempts < 6);
  update private.campaign_recipients r set claim = null, claimed_until = null, handed_at = case when v_is_sent then r.handed_at end,
    status = case when v_is_sent then 'sent' when v_is_retried then 'queued' when v_outcome = 'refused' then 'bounced_hard'
      else 'skipped' end,
    reason = case when v_outcome = 'sent' or v_is_retried then r.reason when v_outcome in ('unconfirmed', 'refused') then v_outcome
      else 'gave_up' end,
    attempts = case when v_outcome in ('released', 'down') then greatest(r.attempts - 1, 0) else r.attempts end,
    run_at = case v_outcome when 'down' then p_now + interval '15 seconds'
      when 'later' then p_now + interval '30 seconds' * power(2, r.attempts) else r.run_at end,
    last_error = case when v_outcome = 'sent' then null else coalesce(v_error, r.last_error) end,
    provider_ref = coalesce(left(p_result ->> 'ref', 300), r.provider_ref),
    tried_at = case when v_outcome in ('released', 'down') then r.tried_at else p_now end,
    sent_at = case when v_is_sent then p_now else r.sent_at end
  where r.id = v_row.id;
  return v_row.campaign_id;
end
$$;
comment on function private.finish_recipient(uuid, jsonb, timestamptz) is
  'Records one result of a claim, {id, outcome, ref, error}, and returns its campaign; null when the claim ended. sent; unconfirmed = the '
  'connection ended after the end of the mail: counted as sent, never sent again; refused = for good; later = tried again, five times at '
  'growing pauses; down = the mail server is out of reach, and released = not tried: neither counts as an attempt.';

create function public.finish_recipients(p_claim uuid, p_results jsonb, p_now timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_result jsonb;
  v_campaign uuid;
  v_done uuid;
begin
  perform private.require_service();
  for v_result in select value from jsonb_array_elements(p_results) order by value ->> 'id' loop
    v_done := private.finish_recipient(p_claim, v_result, p_now);
    v_campaign := coalesce(v_done, v_campaign);
  end loop;
  if v_campaign is null then
    return;
  end if;
  if p_results @? '$[*] ? (@.outcome != "down" && @.outcome != "released")' then
    update private.campaign_runs u set down_since = null where u.campaign_id = v_campaign and u.down_since is not null;
  elsif p_results @? '$[*] ? (@.outcome == "down")' then
    update private.campaign_runs u set down_since = p_now where u.campaign_id = v_campaign and u.down_since is null;
  end if;
  if p_results @? '$[*] ? (@.outcome == "refused" || @.outcome == "later")' then
    perform private.check_campaign_health(v_campaign);
  end if;
end
$$;
comment on function public.finish_recipients(uuid, jsonb, timestamptz) is
  'For the server: records the results of recipients of one campaign under a claim, [{id, outcome, ref, error}] as '
  'private.finish_recipient explains, and pauses the campaign when too many fail.';

create function private.check_campaign_health(p_campaign uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_pace private.campaign_pace;
  v_from timestamptz := (select u.counted_from from private.campaign_runs u where u.campaign_id = p_campaign);
  v_errors int;
  v_sent int;
  v_complaints int;
begin
  select * into v_pace from private.campaign_pace;
  select count(*) filter (where t.last_error is not null and t.status <> 'sent') into v_errors
  from (
    select r.last_error, r.status from private.campaign_recipients r
    where r.campaign_id = p_campaign and r.tried_at >= v_from order by r.tried_at desc limit 500
  ) t;
  if v_errors * 10000 > v_pace.error_bps * 500 then
    perform private.stop_by_itself(p_campaign, 'paused', format('%s of the last 500 emails failed.', v_errors));
    return;
  end if;
  select count(*) filter (where r.sent_at is not null), count(*) filter (where r.complained_at >= v_from) into v_sent, v_complaints
  from private.campaign_recipients r where r.campaign_id = p_campaign;
  -- One complaint says nothing of a small audience.
  if v_complaints * 10000 > v_pace.complaint_bps * greatest(v_sent, 1000) then
    perform private.stop_by_itself(p_campaign, 'paused', format('%s of %s recipients complained.', v_complaints, v_sent));
  end if;
end
$$;
comment on function private.check_campaign_health(uuid) is
  'Pauses a campaign when too many of its last 500 mails failed, or too many of its recipients complained (private.campaign_pace), since '
  'it was started or resumed.';

create function private.stop_by_itself(p_campaign uuid, p_state text, p_reason text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_campaign private.campaigns := private.lock_campaign(p_campaign);
begin
  if private.campaign_is_sending(v_campaign.state) then
    perform private.move_campaign(v_campaign, p_state, 'system', p_reason);
  end if;
end
$$;
comment on function private.stop_by_itself(uuid, text, text) is 'Moves a campaign that is being sent to paused or failed, with the reason.';

create function private.note_campaign_state() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.campaign_is_sending(new.state) then
    update private.campaign_runs u set counted_from = now(), down_since = null where u.campaign_id = new.id;
    perform private.queue_campaign_lanes(new.id);
  elsif private.campaign_is_final(new.state) then
    update private.campaign_recipients r set status = 'cancelled' where r.campaign_id = new.id and r.status = 'queued';
  end if;
  return null;
end
$$;
comment on function private.note_campaign_state() is
  'Trigger of campaigns: one that is sent again counts its errors from now on and has its jobs; who waits for one that is over gets '
  'nothing.';
create trigger campaigns_sending after update of state on private.campaigns for each row
  when (old.state is distinct from new.state) execute function private.note_campaign_state();

create function private.end_claims(p_now timestamptz) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_count int;
begin
  update private.campaign_recipients r set claim = null, claimed_until = null,
    status = case when r.handed_at is not null then 'sent' when private.campaign_is_final(c.state) then 'cancelled' else 'queued' end,
    reason = case when r.handed_at is not null then 'unconfirmed' else r.reason end,
    last_error = case when r.handed_at is not null then 'The process ended before the mail server answered.' else r.last_error end,
    sent_at = case when r.handed_at is not null then r.handed_at end,
    tried_at = coalesce(r.handed_at, r.tried_at)
  from private.campaigns c
  where r.status = 'claimed' and r.claimed_until <= p_now and c.id = r.campaign_id
    and r.id in (
      select x.id from private.campaign_recipients x where x.status = 'claimed' and x.claimed_until <= p_now for update skip locked);
  get diagnostics v_count = row_count;
  -- Who was claimed while the campaign was stopped, and given back since.
  update private.campaign_recipients r set status = 'cancelled'
  from private.campaigns c
  where r.status = 'queued' and c.id = r.campaign_id and private.campaign_is_final(c.state) and c.state_at > p_now - interval '1 day';
  return v_count;
end
$$;
comment on function private.end_claims(timestamptz) is
  'Ends the claims of workers that did not report: who was not handed over yet waits again, who was counts as sent, unconfirmed. Returns '
  'how many.';

create function public.tend_campaigns(p_now timestamptz default now()) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns;
  v_run private.campaign_runs;
  v_count int;
begin
  perform private.require_service();
  v_count := private.end_claims(p_now);
  for v_campaign in
    select * from private.campaigns c where private.campaign_is_sending(c.state) order by c.id for update skip locked
  loop
    select * into v_run from private.campaign_runs u where u.campaign_id = v_campaign.id;
    if v_run.winner is null and v_run.decides_at <= p_now then
      update private.campaign_runs u set winner = private.better_subject(v_campaign.id) where u.campaign_id = v_campaign.id;
    end if;
    if v_run.down_since <= p_now - (select make_interval(mins => s.down_minutes) from private.campaign_pace s) then
      perform private.move_campaign(v_campaign, 'failed', 'system', 'The mail server was out of reach for too long.');
    elsif not exists (
      select 1 from private.campaign_recipients r where r.campaign_id = v_campaign.id and r.status in ('queued', 'claimed')) then
      perform private.move_campaign(v_campaign, 'sent', 'system');
    else
      perform private.queue_campaign_lanes(v_campaign.id);
    end if;
  end loop;
  return v_count;
end
$$;
comment on function public.tend_campaigns(timestamptz) is
  'For the server, every few seconds: ends the claims of workers that are gone (returns how many), chooses the better subject when its '
  'time has come, stops campaigns whose mail server is out of reach, and ends those that everybody got.';

create function private.better_subject(p_campaign uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(min(v.subject) filter (where v.place = 1), 'a')
    from (
      select r.subject, row_number() over (
        order by count(r.clicked_at)::numeric / greatest(count(*), 1) desc, r.subject) as place
      from private.campaign_recipients r
      where r.campaign_id = p_campaign and r.sent_at is not null and r.variant in ('a', 'b') group by r.subject
    ) v);
end
$$;
comment on function private.better_subject(uuid) is
  'The subject, of the two that were tried, whose recipients clicked more often; the first where both did alike.';

create function private.note_recipient_event() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign uuid;
begin
  update private.campaign_recipients r set
    status = case
      when new.kind = 'complaint' then 'complained'
      when r.status = 'complained' then r.status
      when new.kind = 'hard_bounce' then 'bounced_hard'
      when new.kind = 'soft_bounce' and r.status <> 'delivered' then 'bounced_soft'
      when new.kind = 'delivered' and r.status = 'sent' then 'delivered'
      else r.status end,
    -- What the provider says of it confirms that it was taken.
    reason = case when r.reason = 'unconfirmed' then null else r.reason end,
    delivered_at = case when new.kind = 'delivered' then coalesce(r.delivered_at, new.at) else r.delivered_at end,
    complained_at = case when new.kind = 'complaint' then coalesce(r.complained_at, new.received_at) else r.complained_at end,
    last_error = case when new.kind in ('hard_bounce', 'soft_bounce') then left(new.note, 500) else r.last_error end
  where r.id = new.ref and r.sent_at is not null
  returning r.campaign_id into v_campaign;
  if v_campaign is not null and new.kind <> 'delivered' then
    perform private.check_campaign_health(v_campaign);
  end if;
  return null;
end
$$;
comment on function private.note_recipient_event() is
  'Trigger of mail_events: writes what a provider says of a campaign''s mail to its recipient''s row, and pauses the campaign when too '
  'many complain.';
create trigger mail_events_recipient after insert on private.mail_events for each row when (new.ref is not null)
  execute function private.note_recipient_event();

revoke execute on function private.note_recipient_event() from public, anon, authenticated, service_role;
revoke execute on function private.finish_recipient(uuid, jsonb, timestamptz), public.finish_recipients(uuid, jsonb, timestamptz),
  private.check_campaign_health(uuid), private.stop_by_itself(uuid, text, text), private.note_campaign_state(),
  private.end_claims(timestamptz), public.tend_campaigns(timestamptz), private.better_subject(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.finish_recipients(uuid, jsonb, timestamptz), public.tend_campaigns(timestamptz) to service_role;
