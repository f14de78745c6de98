-- Starts campaigns: stores what is sent and to whom, in one transaction.

alter table private.campaign_states add column is_sending boolean not null default false;
comment on column private.campaign_states.is_sending is 'Workers send a campaign in this state.';
update private.campaign_states set is_sending = true where state = 'sending';
select private.write_state_questions('campaign');

create function private.write_recipients(p_campaign private.campaigns) returns void
language plpgsql volatile set search_path = '' set work_mem = '64MB'
as $$
declare
  v_is_tested boolean := p_campaign.subject_b <> '' and p_campaign.test_share_bps > 0 and p_campaign.kind = 'marketing';
  v_hold_out int := case when p_campaign.kind = 'marketing' then p_campaign.hold_out_bps else 0 end;
begin
  -- The share that somebody falls into depends on the mailbox and the campaign alone.
  execute format($sql$
      insert into private.campaign_recipients (campaign_id, address_key, address, person_id, subscription_id, variant, status, run_at)
      select $4, d.email_key, d.email, d.person, d.subscription, d.variant,
        case d.variant when 'hold_out' then 'held_out' else 'queued' end, $8
      from (
        select m.*, case
          when m.place < $5 then 'hold_out'
          when not $7 then 'a'
          when m.place < $5 + $6 then case when m.place %% 2 = 0 then 'a' else 'b' end
          else 'rest' end as variant
        from (
          select x.*, (hashtextextended($4::text || x.email_key, 0) & 2147483647) %% 10000 as place from (%s) x where x.is_reachable
        ) m
      ) d
      on conflict (campaign_id, address_key) do nothing$sql$, private.audience_source(p_campaign.audience, p_campaign.event_id))
  using p_campaign.audience, p_campaign.category, p_campaign.event_id, p_campaign.id, v_hold_out, p_campaign.test_share_bps, v_is_tested,
    p_campaign.send_at;
end
$$;
comment on function private.write_recipients(private.campaigns) is
  'Writes the rows of everybody whom a campaign reaches now, each with their share: held out, first or second subject, or the rest; '
  'all due since the time that it was planned for.';

create function public.start_campaign(p_id uuid, p_version int, p_snapshot jsonb, p_now timestamptz default now()) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns;
  v_counts jsonb;
begin
  perform private.require_service();
  v_campaign := private.lock_campaign(p_id);
  if not private.campaign_is_planned(v_campaign.state) or v_campaign.send_at > p_now then
    return 'not_due';
  elsif v_campaign.version <> p_version then
    return 'changed';
  end if;
  v_counts := private.count_members(v_campaign.audience, v_campaign.category, v_campaign.event_id);
  perform private.write_recipients(v_campaign);
  insert into private.campaign_runs (campaign_id, matched, reachable, decides_at, counted_from)
  values (p_id, (v_counts ->> 'people')::int, (v_counts ->> 'reachable')::int,
    case when exists (select 1 from private.campaign_recipients r where r.campaign_id = p_id and r.variant = 'rest')
      then p_now + (select make_interval(hours => s.test_hours) from private.campaign_pace s) end, p_now);
  update private.campaigns c set snapshot = p_snapshot, started_at = p_now where c.id = p_id returning * into v_campaign;
  perform private.move_campaign(v_campaign, 'sending', 'system');
  perform private.queue_campaign_lanes(p_id);
  return 'started';
end
$$;
comment on function public.start_campaign(uuid, int, jsonb, timestamptz) is
  'For the server: starts a campaign that is due with what was rendered of it (p_snapshot, of the version p_version): its recipients are '
  'written, and it is sent from now on. Returns started, not_due (it was started, stopped or planned for later) or changed (another '
  'version than was rendered).';

create function private.queue_campaign_lanes(p_campaign uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.jobs (kind, key) select 'campaign', format('%s/%s', p_campaign, n) from generate_series(1, 4) n
  on conflict (kind, key) do nothing;
end
$$;
comment on function private.queue_campaign_lanes(uuid) is
  'Queues the jobs that send a campaign, four beside each other, which workers of all processes share; those that are queued stay.';

create function public.read_due_campaigns(p_now timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'version', c.version) order by c.send_at), '[]')
    from private.campaigns c where private.campaign_is_planned(c.state) and c.send_at <= p_now);
end
$$;
comment on function public.read_due_campaigns(timestamptz) is 'For the server: planned campaigns whose time has come: [{id, version}].';

create function public.read_campaign_snapshot(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('snapshot', c.snapshot, 'kind', c.kind, 'category', c.category)
    from private.campaigns c where c.id = p_id and c.snapshot is not null);
end
$$;
comment on function public.read_campaign_snapshot(uuid) is
  'For the server: what a started campaign sends, {snapshot, kind, category}; null for one that was not started.';

revoke execute on function private.write_recipients(private.campaigns), private.queue_campaign_lanes(uuid),
  public.start_campaign(uuid, int, jsonb, timestamptz), public.read_due_campaigns(timestamptz), public.read_campaign_snapshot(uuid)
from public, anon, authenticated, service_role;
grant execute on function public.start_campaign(uuid, int, jsonb, timestamptz), public.read_due_campaigns(timestamptz),
  public.read_campaign_snapshot(uuid) to service_role;
