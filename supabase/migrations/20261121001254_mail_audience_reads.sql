-- Audiences as admins build them: the saved ones, the choices of conditions, the count and a sample.

create function public.count_audience(p_definition jsonb, p_category text default 'new_events', p_event uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_any_grant('campaign_author');
  perform private.check_audience(p_definition);
  return private.count_members(p_definition, p_category, p_event)
    || jsonb_build_object('samples',
      case when private.may('manage_campaigns') then private.sample_members(p_definition, p_category, p_event) else '[]'::jsonb end);
end
$$;
comment on function public.count_audience(jsonb, text, uuid) is
  'Counts an audience and shows ten of it: {people, reachable, samples: [{address, city}]}; with an event the holders of its tickets. '
  'Admins, and authors of campaigns, who are shown nobody: refuses not_allowed, audience_invalid.';

create function public.list_audiences() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_any_grant('campaign_author');
  return (
    select jsonb_build_object(
      'audiences', coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'definition', a.definition, 'version', a.version,
        'author', p.display_name, 'updatedAt', a.updated_at) order by lower(a.name)), '[]'),
      'timeZone', (select s.time_zone from public.settings s), 'now', now())
    from (select * from private.audiences x order by lower(x.name) limit 500) a
    left join public.profiles p on p.id = a.author_id);
end
$$;
comment on function public.list_audiences() is
  'Lists the saved audiences, 500 at most, A to Z: {audiences: [{id, name, definition, version, author, updatedAt}], timeZone, now}. '
  'Admins and authors of campaigns: refuses not_allowed.';

create function public.read_audience_choices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_any_grant('campaign_author');
  return jsonb_build_object(
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone,
        'types', (
          select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.position), '[]')
          from public.ticket_types t where t.event_id = e.id)) order by e.starts_at desc), '[]')
      from (
        select * from public.events x where x.status <> 'draft' and not x.is_test order by x.starts_at desc limit 200
      ) e),
    'subjects', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by lower(f.name)), '[]')
      from (
        select a.id, a.name from public.artists a union all select s.id, s.name from public.event_series s order by 2 limit 500
      ) f),
    'cities', (
      select coalesce(jsonb_agg(c.city order by c.city), '[]')
      from (select distinct e.city from public.events e where e.city <> '' order by 1 limit 200) c),
    'campaigns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'startedAt', c.started_at) order by c.started_at desc), '[]')
      from (
        select * from private.campaigns x where x.started_at is not null order by x.started_at desc limit 100
      ) c),
    'categories', (
      select coalesce(jsonb_agg(t.type order by t.place), '[]') from private.notification_types t where t.kind = 'marketing'));
end
$$;
comment on function public.read_audience_choices() is
  'What conditions can name: {events: [{id, title, startsAt, timeZone, types: [{id, name}]}], subjects: [{id, name}], cities, '
  'campaigns: [{id, name, startedAt}], categories}; the latest 200 events and 100 campaigns, 500 artists and series. Admins and authors of '
  'campaigns: refuses not_allowed.';

create function public.save_audience(p_id uuid, p_name text, p_definition jsonb, p_version int default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old private.audiences;
  v_id uuid;
begin
  perform private.require_permission('manage_campaigns');
  perform private.check_audience(p_definition);
  if btrim(coalesce(p_name, '')) = '' or length(p_name) > 80 then
    perform private.refuse(422, 'audience_invalid');
  end if;
  if exists (select 1 from private.audiences a where lower(a.name) = lower(btrim(p_name)) and a.id is distinct from p_id) then
    perform private.refuse(409, 'audience_name_taken');
  end if;
  if p_id is null then
    insert into private.audiences (name, definition, author_id) values (btrim(p_name), p_definition, auth.uid()) returning id into v_id;
    perform private.audit('audience.saved', 'audience', v_id::text, jsonb_build_object('name', btrim(p_name)));
    return v_id;
  end if;
  select * into v_old from private.audiences a where a.id = p_id for update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_old.version is distinct from p_version then
    perform private.refuse(409, 'audience_changed');
  end if;
  update private.audiences a set name = btrim(p_name), definition = p_definition, version = a.version + 1, updated_at = now()
  where a.id = p_id;
  perform private.audit_change('audience.saved', 'audience', p_id::text,
    jsonb_build_object('name', v_old.name, 'definition', v_old.definition),
    jsonb_build_object('name', btrim(p_name), 'definition', p_definition));
  return p_id;
end
$$;
comment on function public.save_audience(uuid, text, jsonb, int) is
  'Saves an audience under a name: a new one (p_id null), or over the version that the caller read. Returns its id. Admins only: refuses '
  'not_allowed, audience_invalid, audience_name_taken, not_found, audience_changed.';

create function public.delete_audience(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_name text;
begin
  perform private.require_permission('manage_campaigns');
  delete from private.audiences a where a.id = p_id returning a.name into v_name;
  if v_name is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.audit('audience.deleted', 'audience', p_id::text, jsonb_build_object('name', v_name));
end
$$;
comment on function public.delete_audience(uuid) is
  'Deletes a saved audience; campaigns keep their copy of it. Admins only: refuses not_allowed, not_found.';

revoke execute on function
  private.audience_condition(jsonb, text, boolean), private.audience_source(jsonb, uuid), private.count_members(jsonb, text, uuid),
  private.mask_address(text), private.sample_members(jsonb, text, uuid), private.check_audience(jsonb),
  public.count_audience(jsonb, text, uuid), public.list_audiences(), public.read_audience_choices(),
  public.save_audience(uuid, text, jsonb, int), public.delete_audience(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.count_audience(jsonb, text, uuid), public.list_audiences(), public.read_audience_choices(),
  public.save_audience(uuid, text, jsonb, int), public.delete_audience(uuid)
to authenticated;
