-- Moves campaigns from state to state for the people who may, and sends tests of them.

create function private.move_own_campaign(p_campaign private.campaigns, p_to text, p_as text, p_reason text default null) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_reason text := nullif(btrim(coalesce(p_reason, '')), '');
  v_campaign private.campaigns;
begin
  if char_length(v_reason) > 500 or not private.is_readable(v_reason, true) then
    perform private.refuse(422, 'invalid', '{"field": "reason"}');
  end if;
  v_campaign := private.move_campaign(p_campaign, p_to, p_as, v_reason);
  perform private.audit('campaign.moved', 'campaign', p_campaign.id::text, jsonb_strip_nulls(jsonb_build_object('from', p_campaign.state,
    'to', p_to, 'name', p_campaign.name, 'reason', v_reason)));
  return jsonb_build_object('state', v_campaign.state, 'version', v_campaign.version);
end
$$;
comment on function private.move_own_campaign(private.campaigns, text, text, text) is
  'Moves a campaign for the caller, with a row of the audit log: {state, version}. Refuses as private.move_campaign does, and invalid.';

create function private.require_campaign_ready(p_campaign private.campaigns, p_version int) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_problems jsonb := private.campaign_problems(p_campaign);
begin
  if p_campaign.version is distinct from p_version then
    perform private.refuse(409, 'campaign_changed');
  elsif v_problems <> '[]' then
    perform private.refuse(422, 'campaign_incomplete', jsonb_build_object('count', jsonb_array_length(v_problems),
      'code', v_problems #>> '{0,code}'));
  end if;
end
$$;
comment on function private.require_campaign_ready(private.campaigns, int) is
  'Refuses a campaign that was changed since p_version (campaign_changed) or that something is missing of (campaign_incomplete).';

create function public.send_campaign_test(p_id uuid, p_version int, p_mail jsonb) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns := private.require_campaign_draft(p_id, p_version);
  v_address text := private.own_email(auth.uid());
begin
  if v_address is null then
    perform private.refuse(409, 'campaign_test_address');
  elsif jsonb_typeof(p_mail) is distinct from 'object' or octet_length(p_mail::text) > 400000
    or coalesce(p_mail ->> 'html', '') = '' or coalesce(p_mail ->> 'text', '') = '' then
    perform private.refuse(422, 'invalid');
  end if;
  insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
  values ('campaign_test', format('campaign_test:%s:%s:%s:%s', p_id, p_version, auth.uid(), to_char(now() at time zone 'utc',
    'YYYYMMDDHH24MI')), v_address, jsonb_build_object('campaignId', p_id, 'version', p_version, 'subject', p_mail -> 'subject',
    'html', p_mail -> 'html', 'text', p_mail -> 'text'))
  on conflict (dedupe_key) do nothing;
  update private.campaigns set tested_version = v_campaign.version where id = p_id;
  return v_address;
end
$$;
comment on function public.send_campaign_test(uuid, int, jsonb) is
  'Admin, or its author: queues a test of a draft to the caller''s own address, once a minute, and returns the address. p_mail = {subject, '
  'html, text} as the server rendered them. Refuses campaign_test_address (the account has none), campaign_changed, invalid, '
  'invalid_state, not_allowed, not_found.';

create function public.note_campaign_links(p_id uuid, p_version int, p_problems jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_service();
  update private.campaigns set links_version = p_version, link_problems = p_problems where id = p_id and version = p_version;
end
$$;
comment on function public.note_campaign_links(uuid, int, jsonb) is
  'For the server: what became of trying the links of a version of a campaign, [{url, problem}] of those that do not work.';

create function public.submit_campaign(p_id uuid, p_version int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns := private.require_campaign_draft(p_id, p_version);
begin
  perform private.require_campaign_ready(v_campaign, p_version);
  if not private.may('manage_campaigns') then
    return private.move_own_campaign(v_campaign, 'in_review', 'author');
  end if;
  -- A small one needs nobody else.
  return private.move_own_campaign(v_campaign, case when private.campaign_reach(v_campaign) <= 500 then 'approved' else 'in_review' end,
    'manager');
end
$$;
comment on function public.submit_campaign(uuid, int) is
  'Admin, or its author: submits a draft, {state, version}. An admin''s own campaign for at most 500 people is approved at once, every '
  'other waits for an admin who did not write it. Refuses campaign_incomplete ({count, code}), campaign_changed, invalid_state, '
  'not_allowed, not_found.';

create function public.review_campaign(p_id uuid, p_version int, p_approves boolean, p_note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns;
begin
  perform private.require_permission('manage_campaigns');
  v_campaign := private.lock_campaign(p_id);
  if private.is_campaign_writer(v_campaign) then
    perform private.refuse(403, 'campaign_own_review');
  elsif not p_approves then
    return private.move_own_campaign(v_campaign, 'draft', 'reviewer', private.require_reason(p_note));
  end if;
  perform private.require_campaign_ready(v_campaign, p_version);
  return private.move_own_campaign(v_campaign, 'approved', 'reviewer', p_note);
end
$$;
comment on function public.review_campaign(uuid, int, boolean, text) is
  'Admin who neither wrote nor changed it: approves a submitted campaign, or sends it back with what has to change (p_note), {state, '
  'version}. Refuses '
  'campaign_own_review, reason_required, campaign_incomplete, campaign_changed, invalid_state, not_allowed, not_found.';

create function private.require_campaign_day(p_campaign private.campaigns, p_at timestamptz) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_zone text := (select s.time_zone from public.settings s);
begin
  -- One at a time, because two that are scheduled at once would each find room.
  perform pg_advisory_xact_lock(hashtextextended('campaign_day', 0));
  if p_campaign.kind = 'marketing' and 2 <= (
    select count(*) from private.campaigns c
    where c.kind = 'marketing' and c.id <> p_campaign.id and (private.campaign_is_planned(c.state) or c.started_at is not null)
      and (coalesce(c.started_at, c.send_at) at time zone v_zone)::date = (p_at at time zone v_zone)::date) then
    perform private.refuse(409, 'campaign_day_full');
  end if;
end
$$;
comment on function private.require_campaign_day(private.campaigns, timestamptz) is
  'Refuses campaign_day_full where two marketing campaigns have that day already, in the zone of the brand.';

create function public.schedule_campaign(p_id uuid, p_version int, p_send_at timestamptz default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns;
begin
  perform private.require_permission('manage_campaigns');
  v_campaign := private.lock_campaign(p_id);
  perform private.require_campaign_ready(v_campaign, p_version);
  if p_send_at < now() + interval '10 minutes' or p_send_at > now() + interval '1 year' then
    perform private.refuse(422, 'campaign_time', '{"field": "sendAt"}');
  elsif private.campaign_reach(v_campaign) > 500
    and coalesce(v_campaign.reviewed_by in (v_campaign.author_id, v_campaign.edited_by), true) then
    perform private.refuse(409, 'campaign_needs_review');
  end if;
  perform private.require_campaign_day(v_campaign, coalesce(p_send_at, now()));
  update private.campaigns set send_at = coalesce(p_send_at, now()) where id = p_id;
  return private.move_own_campaign(v_campaign, 'scheduled', 'manager');
end
$$;
comment on function public.schedule_campaign(uuid, int, timestamptz) is
  'Admin: plans an approved campaign for p_send_at, at least 10 minutes ahead, or without one for now: the job starts it then. {state, '
  'version}. Refuses campaign_time, campaign_day_full (two of that day already), campaign_needs_review (its audience has grown beyond 500 '
  'since its author approved it), campaign_incomplete, campaign_changed, invalid_state, not_allowed, not_found.';

create function public.reopen_campaign(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns := private.require_campaign(p_id);
begin
  return private.move_own_campaign(v_campaign, 'draft',
    case when private.campaign_can_be_reopened(v_campaign.state) and private.may('manage_campaigns') then 'manager'
      when v_campaign.author_id = auth.uid() then 'author' else 'manager' end);
end
$$;
comment on function public.reopen_campaign(uuid) is
  'Takes a campaign back to draft: its author one in review, admins one that was approved or scheduled, which ends its approval. {state, '
  'version}. Refuses invalid_state, not_allowed, not_found.';

create function public.stop_campaign(p_id uuid, p_reason text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns := private.require_campaign(p_id);
begin
  return private.move_own_campaign(v_campaign, 'cancelled', case when private.may('manage_campaigns') then 'manager' else 'author' end,
    p_reason);
end
$$;
comment on function public.stop_campaign(uuid, text) is
  'Ends a campaign for good: admins, and authors their drafts. Whoever did not get it yet never will. {state, version}. Refuses '
  'invalid_state, invalid, not_allowed, not_found.';

create function public.pause_campaign(p_id uuid, p_reason text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_campaigns');
  return private.move_own_campaign(private.lock_campaign(p_id), 'paused', 'manager', p_reason);
end
$$;
comment on function public.pause_campaign(uuid, text) is
  'Admin: pauses a campaign that is being sent, or takes up one whose delivery stopped. {state, version}. Refuses invalid_state, invalid, '
  'not_allowed, not_found.';

create function public.resume_campaign(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_campaigns');
  return private.move_own_campaign(private.lock_campaign(p_id), 'sending', 'manager');
end
$$;
comment on function public.resume_campaign(uuid) is
  'Admin: goes on with a paused campaign; only whoever did not get it yet gets it. {state, version}. Refuses invalid_state, not_allowed, '
  'not_found.';

revoke execute on function private.move_own_campaign(private.campaigns, text, text, text),
  private.require_campaign_ready(private.campaigns, int), private.require_campaign_day(private.campaigns, timestamptz),
  public.send_campaign_test(uuid, int, jsonb), public.note_campaign_links(uuid, int, jsonb), public.submit_campaign(uuid, int),
  public.review_campaign(uuid, int, boolean, text), public.schedule_campaign(uuid, int, timestamptz), public.reopen_campaign(uuid),
  public.stop_campaign(uuid, text), public.pause_campaign(uuid, text), public.resume_campaign(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.send_campaign_test(uuid, int, jsonb), public.submit_campaign(uuid, int),
  public.review_campaign(uuid, int, boolean, text), public.schedule_campaign(uuid, int, timestamptz), public.reopen_campaign(uuid),
  public.stop_campaign(uuid, text), public.pause_campaign(uuid, text), public.resume_campaign(uuid) to authenticated;
grant execute on function public.note_campaign_links(uuid, int, jsonb) to service_role;
