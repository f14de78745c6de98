-- The audience of a campaign: read and saved on its own tab.

create function public.read_campaign_audience(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all boolean := private.may('manage_campaigns');
begin
  perform private.require_any_grant('campaign_author');
  return (
    select c.audience from private.campaigns c where c.id = p_id and (v_all or c.author_id = auth.uid()));
end
$$;
comment on function public.read_campaign_audience(uuid) is
  'The conditions of a campaign''s audience, for admins and its author; null when there is none that the caller may read. Refuses '
  'not_allowed.';

create function public.save_campaign_audience(p_id uuid, p_version int, p_audience jsonb) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns := private.require_campaign_draft(p_id, p_version);
begin
  perform private.check_audience(p_audience);
  if v_campaign.audience = p_audience then
    return v_campaign.version;
  end if;
  -- A test of this content was sent, and its links were tried: neither depends on who gets it.
  update private.campaigns c set audience = p_audience, version = c.version + 1, updated_at = now(), edited_by = auth.uid(),
    tested_version = case when c.tested_version = c.version then c.version + 1 else c.tested_version end,
    links_version = case when c.links_version = c.version then c.version + 1 else c.links_version end
  where c.id = p_id;
  return v_campaign.version + 1;
end
$$;
comment on function public.save_campaign_audience(uuid, int, jsonb) is
  'Admin, or its author: saves who a draft goes to, and returns its version. A test and tried links of the content stay. Refuses '
  'audience_invalid, campaign_changed, invalid_state, not_allowed, not_found.';

revoke execute on function public.read_campaign_audience(uuid), public.save_campaign_audience(uuid, int, jsonb)
from public, anon, authenticated, service_role;
grant execute on function public.read_campaign_audience(uuid), public.save_campaign_audience(uuid, int, jsonb) to authenticated;
