-- Claims recipients of a campaign for a worker: never the same for two, not faster than the pace, and none whom the gate refuses.

create function private.take_pace(p_most int) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_pace private.campaign_pace;
  v_now timestamptz := clock_timestamp();
  v_tokens numeric;
  v_room int;
begin
  select * into v_pace from private.campaign_pace for update;
  v_tokens := least(v_pace.per_second, v_pace.tokens + extract(epoch from v_now - v_pace.refilled_at) * v_pace.per_second);
  if v_pace.hour_at <= v_now - interval '1 hour' then
    v_pace.hour_at := v_now;
    v_pace.hour_count := 0;
  end if;
  v_room := greatest(least(p_most, floor(v_tokens)::int, v_pace.per_hour - v_pace.hour_count), 0);
  update private.campaign_pace set tokens = v_tokens - v_room, refilled_at = v_now, hour_at = v_pace.hour_at,
    hour_count = v_pace.hour_count + v_room
  where only_row;
  return v_room;
end
$$;
comment on function private.take_pace(int) is
  'Takes room for at most p_most mails from the pace of all processes, and returns for how many: a second''s worth at once, and no more '
  'than an hour allows.';

create function private.gate_recipient(p_row private.campaign_recipients, p_category text, p_until timestamptz, p_now timestamptz)
returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  v_answer jsonb := private.claim_send(p_row.id, p_row.person_id, p_row.address, p_category, 'email', p_now);
  v_retry_at timestamptz := (v_answer ->> 'retryAt')::timestamptz;
  v_is_later boolean := v_retry_at <= p_until;
begin
  if (v_answer ->> 'allowed')::boolean then
    update private.campaign_recipients r set reason = v_answer ->> 'rule' where r.id = p_row.id;
    return true;
  end if;
  update private.campaign_recipients r set reason = v_answer ->> 'rule', claim = null, claimed_until = null,
    status = case when v_is_later then 'queued' else 'skipped' end,
    run_at = case when v_is_later then v_retry_at else r.run_at end
  where r.id = p_row.id;
  return false;
end
$$;
comment on function private.gate_recipient(private.campaign_recipients, text, timestamptz, timestamptz) is
  'Asks whether a claimed recipient may be sent to now, and returns the answer; its rule is stored. Who may be only later waits until '
  'then, or is skipped when that is after p_until.';

create function public.claim_recipients(p_campaign uuid, p_claim uuid, p_most int default 50, p_now timestamptz default now())
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns;
  v_winner text;
  v_lease interval := (select s.lease from private.campaign_pace s);
  v_room int;
  v_row private.campaign_recipients;
  v_ids uuid[];
  v_passed uuid[] := '{}';
begin
  perform private.require_service();
  select * into v_campaign from private.campaigns c where c.id = p_campaign;
  if v_campaign.id is null or not private.campaign_is_sending(v_campaign.state) then
    return jsonb_build_object('isSending', false, 'waitMs', 0, 'recipients', '[]'::jsonb);
  end if;
  v_winner := (select u.winner from private.campaign_runs u where u.campaign_id = p_campaign);
  v_room := private.take_pace(least(greatest(p_most, 1), 200));
  with due as (
    select r.id from private.campaign_recipients r
    where r.campaign_id = p_campaign and r.status = 'queued' and r.run_at <= p_now and (r.variant <> 'rest' or v_winner is not null)
    order by r.run_at, r.id limit v_room for update skip locked
  ), claimed as (
    update private.campaign_recipients r set status = 'claimed', claim = p_claim, claimed_until = clock_timestamp() + v_lease,
      attempts = r.attempts + 1, subject = case r.variant when 'rest' then v_winner else r.variant end
    from due d where r.id = d.id
    returning r.id
  )
  select coalesce(array_agg(c.id), '{}') into v_ids from claimed c;
  update private.campaign_pace s set tokens = s.tokens + v_room - cardinality(v_ids),
    hour_count = s.hour_count - v_room + cardinality(v_ids)
  where s.only_row;
  -- In the order of the mailboxes, each of which the gate locks.
  for v_row in select * from private.campaign_recipients r where r.id = any (v_ids) order by r.address_key loop
    if private.gate_recipient(v_row, v_campaign.category, v_campaign.started_at + interval '3 days', p_now) then
      v_passed := v_passed || v_row.id;
    end if;
  end loop;
  return jsonb_build_object('isSending', true,
    'waitMs', case when cardinality(v_ids) > 0 then 0 when v_room = 0 then 200 else private.campaign_wait(p_campaign, p_now) end,
    'recipients', private.recipient_letters(v_passed));
end
$$;
comment on function public.claim_recipients(uuid, uuid, int, timestamptz) is
  'For the server: claims at most p_most recipients of a campaign for a time under the token p_claim: {isSending, waitMs, recipients: '
  '[{id, address, subject, firstName, city}]}. None while the campaign is not being sent (isSending false); waitMs = how long until it is '
  'worth asking again. Two workers never get the same; those whom private.claim_send refuses are skipped or wait.';

create function private.campaign_wait(p_campaign uuid, p_now timestamptz) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select least(greatest(coalesce(extract(epoch from min(r.run_at) - p_now) * 1000, 10000), 1000), 30000)::int
    from private.campaign_recipients r where r.campaign_id = p_campaign and r.status = 'queued' and r.run_at > p_now);
end
$$;
comment on function private.campaign_wait(uuid, timestamptz) is
  'Milliseconds until a recipient of a campaign is due, from one second to 30; 10 seconds where none waits for a time.';

create function private.recipient_letters(p_ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'address', r.address, 'subject', coalesce(r.subject, 'a'),
      'firstName', nullif(split_part(coalesce(p.display_name, ''), ' ', 1), ''), 'city', nullif(p.city, '')) order by r.id), '[]')
    from private.campaign_recipients r
    left join public.profiles p on p.id = r.person_id and exists (
      select 1 from private.user_roles u where u.user_id = p.id and u.role = any (private.roles_with('own_account')))
    where r.id = any (p_ids));
end
$$;
comment on function private.recipient_letters(uuid[]) is
  'What differs between the mails of recipients: [{id, address, subject, firstName, city}]; name and city of members alone.';

create function public.hand_recipients(p_claim uuid, p_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_handed jsonb;
begin
  perform private.require_service();
  with handed as (
    update private.campaign_recipients r set handed_at = clock_timestamp()
    from private.campaigns c
    where r.id = any (p_ids) and r.claim = p_claim and r.status = 'claimed' and r.handed_at is null
      and r.claimed_until > clock_timestamp() and c.id = r.campaign_id and private.campaign_is_sending(c.state)
    returning r.id
  )
  select coalesce(jsonb_agg(h.id), '[]') into v_handed from handed h;
  return v_handed;
end
$$;
comment on function public.hand_recipients(uuid, uuid[]) is
  'For the server, before the end of a mail is written to the mail server: returns those of p_ids that may be handed over under this '
  'claim. From here on they are never sent again, whatever becomes of the process. Those that are not returned were paused, stopped or '
  'claimed by another worker.';

revoke execute on function private.take_pace(int),
  private.gate_recipient(private.campaign_recipients, text, timestamptz, timestamptz), private.campaign_wait(uuid, timestamptz),
  private.recipient_letters(uuid[]), public.claim_recipients(uuid, uuid, int, timestamptz), public.hand_recipients(uuid, uuid[])
from public, anon, authenticated, service_role;
grant execute on function public.claim_recipients(uuid, uuid, int, timestamptz), public.hand_recipients(uuid, uuid[]) to service_role;
