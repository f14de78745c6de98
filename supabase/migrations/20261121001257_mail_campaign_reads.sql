-- Reads campaigns for staff, and what their mails are rendered from.

create function public.list_campaigns(p_show text default 'draft', p_search text default null, p_after uuid default null,
  p_limit int default 50)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_pattern text := '%' || regexp_replace(lower(btrim(coalesce(p_search, ''))), '([\\%_])', '\\\1', 'g') || '%';
  v_all boolean := private.may('manage_campaigns');
  v_ids uuid[];
  v_counts jsonb;
begin
  perform private.require_any_grant('campaign_author');
  with narrowed as (
    select c.id, s.list_tab, row_number() over (order by coalesce(c.started_at, c.send_at, c.updated_at) desc, c.id) as at
    from private.campaigns c join private.campaign_states s on s.state = c.state
    where (v_all or c.author_id = auth.uid()) and (lower(c.name) like v_pattern or lower(c.subject) like v_pattern)
  )
  select
    (select array_agg(f.id order by f.at) from (
      select n.id, n.at from narrowed n
      where n.list_tab = p_show and n.at > coalesce((select a.at from narrowed a where a.id = p_after), 0)
      order by n.at limit v_limit + 1) f),
    (select coalesce(jsonb_object_agg(t.list_tab, t.count), '{}') from (
      select n.list_tab, count(*) as count from narrowed n group by n.list_tab) t)
  into v_ids, v_counts;
  return jsonb_build_object(
    'campaigns', (
      select coalesce(jsonb_agg(private.campaign_card(c) order by array_position(v_ids, c.id)), '[]')
      from private.campaigns c where c.id = any (v_ids[:v_limit])),
    'counts', v_counts,
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'timeZone', (select s.time_zone from public.settings s), 'now', now());
end
$$;
comment on function public.list_campaigns(text, text, uuid, int) is
  'A page of campaigns: {campaigns, counts, next, timeZone, now}; admins get all, campaign authors their own. p_show = a tab '
  '(private.campaign_states.list_tab), p_search = part of a name or a subject. Refuses not_allowed.';

create function private.is_campaign_writer(p_campaign private.campaigns) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(auth.uid() in (p_campaign.author_id, p_campaign.edited_by), false);
end
$$;
comment on function private.is_campaign_writer(private.campaigns) is
  'Returns whether the caller wrote a campaign or changed it last, and so does not review it.';

create function public.read_campaign(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all boolean := private.may('manage_campaigns');
  v_campaign private.campaigns;
begin
  perform private.require_any_grant('campaign_author');
  select * into v_campaign from private.campaigns c where c.id = p_id and (v_all or c.author_id = auth.uid());
  if v_campaign.id is null then
    return null;
  end if;
  return private.campaign_card(v_campaign) || jsonb_build_object(
    'subjectB', v_campaign.subject_b, 'preheader', v_campaign.preheader, 'blocks', v_campaign.blocks,
    'testShareBps', v_campaign.test_share_bps, 'holdOutBps', v_campaign.hold_out_bps,
    'problems', private.campaign_problems(v_campaign), 'reach', private.campaign_reach(v_campaign),
    'mayManage', v_all, 'mayReview', v_all and not private.is_campaign_writer(v_campaign),
    'reviewer', private.person_card(v_campaign.reviewed_by) ->> 'displayName',
    'categories', (
      select jsonb_agg(jsonb_build_object('category', c.category, 'kind', c.kind, 'label', c.label) order by c.position)
      from private.campaign_categories c),
    'variables', (
      select jsonb_agg(jsonb_build_object('name', v.name, 'label', v.label) order by v.position)
      from private.campaign_variables v where v_campaign.kind = any (v.kinds)),
    'timeline', (
      select coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'from', l.from_state, 'to', l.to_state, 'reason', l.reason,
        'by', private.person_card(l.actor_id) ->> 'displayName') order by l.id desc), '[]')
      from private.state_log l where l.entity = 'campaign' and l.entity_id = v_campaign.id),
    'timeZone', (select s.time_zone from public.settings s), 'now', now());
end
$$;
comment on function public.read_campaign(uuid) is
  'One campaign for its editor: its content, what keeps it from being sent, whom it reaches, and what became of it; null when there is '
  'none that the caller may read. For admins, and its author while they have the grant: refuses not_allowed.';

create function public.read_campaign_facts(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('id', c.id, 'version', c.version, 'kind', c.kind, 'subject', c.subject, 'subjectB', c.subject_b,
      'preheader', c.preheader, 'blocks', c.blocks, 'currency', s.currency,
      'sender', jsonb_build_object('brand', s.brand, 'company', s.company, 'postalAddress', s.postal_address,
        'contactEmail', nullif(s.contact_email, '')),
      'event', (select private.mail_event(e) from public.events e where e.id = c.event_id),
      'events', (
        select coalesce(jsonb_agg(private.mail_event(e) || jsonb_build_object('summary', e.summary, 'imageAlt', e.image_alt,
          'state', t.state, 'fromCents', t.from_cents)), '[]')
        from public.events e
        join private.event_states(n.events) t on t.event_id = e.id
        where e.id = any (n.events) and e.status = 'published' and (e.visibility = 'public' or e.id = c.event_id)),
      'products', private.product_cards(array(
        select p.id from public.products p where p.id = any (n.products) and p.status = 'active'
        order by array_position(n.products, p.id))))
    from private.campaigns c
    cross join public.settings s
    cross join lateral (select
      array(select (v #>> '{}')::uuid from jsonb_path_query(c.blocks, '$[*].events[*]') v) as events,
      array(select (v #>> '{}')::uuid from jsonb_path_query(c.blocks, '$[*].products[*]') v) as products) n
    where c.id = p_id);
end
$$;
comment on function public.read_campaign_facts(uuid) is
  'What the mails of a campaign are rendered from, for the server: its content, the sender, and the present state of the events and '
  'products that it shows, as visitors see them. Those that are not public any more are left out. null when there is no such campaign.';

create function public.find_campaign_cards(p_kind text, p_search text, p_ids uuid[] default '{}') returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_pattern text := '%' || regexp_replace(lower(btrim(coalesce(p_search, ''))), '([\\%_])', '\\\1', 'g') || '%';
begin
  perform private.require_any_grant('campaign_author');
  if p_kind = 'events' then
    return (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', f.title, 'imagePath', f.image_path, 'startsAt', f.starts_at,
        'timeZone', f.time_zone) order by f.starts_at, f.id), '[]')
      from (
        select e.* from public.events e
        where e.id = any (p_ids) or (p_search is not null and e.status = 'published' and e.visibility = 'public' and e.ends_at > now()
          and lower(concat_ws(' ', e.title, e.venue_name, e.city)) like v_pattern)
        order by e.id <> all (p_ids), e.starts_at, e.id limit 8 + cardinality(p_ids)) f);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', f.name, 'imagePath', f.image_path, 'startsAt', null,
      'timeZone', null) order by f.position, f.name), '[]')
    from (
      select p.* from public.products p
      where p.id = any (p_ids) or (p_search is not null and p.status = 'active' and lower(p.name) like v_pattern)
      order by p.id <> all (p_ids), p.position, p.name limit 8 + cardinality(p_ids)) f);
end
$$;
comment on function public.find_campaign_cards(text, text, uuid[]) is
  'Events (p_kind events) or products that a campaign may show, by a part of their names, and those of p_ids whatever became of them: '
  '[{id, title, imagePath, startsAt, timeZone}]. For admins and campaign authors: refuses not_allowed.';

revoke execute on function private.is_campaign_writer(private.campaigns), public.list_campaigns(text, text, uuid, int),
  public.read_campaign(uuid), public.read_campaign_facts(uuid),
  public.find_campaign_cards(text, text, uuid[])
from public, anon, authenticated, service_role;
grant execute on function public.list_campaigns(text, text, uuid, int), public.read_campaign(uuid),
  public.find_campaign_cards(text, text, uuid[]) to authenticated;
grant execute on function public.read_campaign_facts(uuid) to service_role;
