-- Counts whom a campaign would reach, for its page and for the guard of large ones.

create function private.campaign_reach(p_campaign private.campaigns) returns int
language plpgsql stable set search_path = ''
as $$
declare
  v_counted jsonb := private.count_members(p_campaign.audience, p_campaign.category, p_campaign.event_id);
begin
  return (v_counted ->> case when p_campaign.kind = 'notice' then 'people' else 'reachable' end)::int;
end
$$;
comment on function private.campaign_reach(private.campaigns) is
  'How many people a campaign would reach now: of its audience those who agreed to its category, or for a notice all of them.';
revoke execute on function private.campaign_reach(private.campaigns) from public, anon, authenticated, service_role;
