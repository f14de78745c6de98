-- Links of campaigns: where they lead, who clicked, and the one that ends the mails.

create function public.follow_campaign_link(p_recipient uuid, p_link int, p_is_scanner boolean, p_now timestamptz default now())
returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row private.campaign_recipients;
  v_url text;
  v_is_scanner boolean;
begin
  perform private.require_service();
  select * into v_row from private.campaign_recipients r where r.id = p_recipient;
  -- Only what the campaign itself links to: the site never leads where a request says.
  v_url := (select c.snapshot -> 'links' ->> p_link from private.campaigns c where c.id = v_row.campaign_id);
  if v_url is null or v_url !~ '^https?://' then
    return null;
  end if;
  v_is_scanner := p_is_scanner or p_now < coalesce(v_row.delivered_at, v_row.sent_at, p_now) + interval '3 seconds';
  insert into private.campaign_clicks (recipient_id, link, at, is_scanner) values (p_recipient, p_link, p_now, v_is_scanner);
  if not v_is_scanner and v_row.clicked_at is null then
    update private.campaign_recipients r set clicked_at = p_now where r.id = p_recipient and r.clicked_at is null;
  end if;
  return v_url;
end
$$;
comment on function public.follow_campaign_link(uuid, int, boolean, timestamptz) is
  'For the server: returns where a link of a recipient''s mail leads, and counts the click; null for a link that the campaign does not '
  'have. Within 3 seconds of the delivery, or as the server judged the request (p_is_scanner), it was a program that checks mail.';

create function public.read_campaign_end(p_recipient uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('address', private.mask_address(r.address), 'isEnded', r.unsubscribed_at is not null)
    from private.campaign_recipients r join private.campaigns c on c.id = r.campaign_id
    where r.id = p_recipient and c.kind = 'marketing');
end
$$;
comment on function public.read_campaign_end(uuid) is
  'For the server: whose mails the link at the end of a campaign''s mail ends, {address, isEnded}, masked; null for a notice, which has no '
  'such link. Changes nothing: programs that check mail open links.';

create function public.end_campaign_mails(p_recipient uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row private.campaign_recipients;
  v_category text;
begin
  perform private.require_service();
  select r.* into v_row from private.campaign_recipients r where r.id = p_recipient for update;
  v_category := (select c.category from private.campaigns c where c.id = v_row.campaign_id and c.kind = 'marketing');
  if v_category is null then
    return false;
  end if;
  if v_row.person_id is not null then
    perform private.save_notification_choice(v_row.person_id, v_category, 'email', false, 'mail', 'campaign', null);
  end if;
  update private.subscriptions s set status = 'ended', ended_at = now() where s.id = v_row.subscription_id and s.status = 'active';
  if found then
    perform private.record_subscription(v_row.subscription_id, false);
  end if;
  update private.campaign_recipients r set unsubscribed_at = coalesce(r.unsubscribed_at, now()) where r.id = p_recipient;
  return true;
end
$$;
comment on function public.end_campaign_mails(uuid) is
  'For the server: ends the mails of the category of a campaign for its recipient at once, with the withdrawal in the ledger of consents; '
  'doing it again changes nothing. False for a link of no such mail.';

revoke execute on function public.follow_campaign_link(uuid, int, boolean, timestamptz), public.read_campaign_end(uuid),
  public.end_campaign_mails(uuid) from public, anon, authenticated, service_role;
grant execute on function public.follow_campaign_link(uuid, int, boolean, timestamptz), public.read_campaign_end(uuid),
  public.end_campaign_mails(uuid) to service_role;
