-- Counts whom a campaign would reach, for the guard of large ones.

create function private.campaign_reach(p_campaign private.campaigns) returns int
language plpgsql stable set search_path = ''
as $$
begin
  if p_campaign.kind = 'notice' then
    return (
      select count(distinct coalesce(t.owner_id::text, lower(o.email)))::int
      from public.tickets t join public.orders o on o.id = t.order_id
      where t.event_id = p_campaign.event_id and private.ticket_is_valid(t.status));
  end if;
  return (
    select count(*)::int from private.notification_choices c
    where c.type = p_campaign.category and c.channel = 'email' and c.wanted)
    + (select count(*)::int from private.subscriptions s where s.status = 'active' and p_campaign.category = 'new_events');
end
$$;
comment on function private.campaign_reach(private.campaigns) is
  'How many people a campaign could reach at most: all who agreed to its category, or hold a ticket of its event.';
revoke execute on function private.campaign_reach(private.campaigns) from public, anon, authenticated, service_role;
