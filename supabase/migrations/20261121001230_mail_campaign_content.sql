-- Writes campaigns, and says what is missing before one may be sent.

create table private.campaign_variables (
  name text primary key check (name ~ '^[a-z_]{3,30}$'),
  position int not null unique,
  label text not null,
  kinds text[] not null check (kinds <@ '{marketing,notice}' and cardinality(kinds) > 0),
  is_personal boolean not null
);
comment on table private.campaign_variables is
  'What a campaign may ask for in its texts as {{name}}, or {{name|words}} with what stands there for people of whom it is not known. '
  'is_personal = it differs by recipient; the others are filled in once, at the start.';
insert into private.campaign_variables (name, position, label, kinds, is_personal) values
  ('first_name', 1, 'First name', '{marketing,notice}', true),
  ('city', 2, 'City', '{marketing,notice}', true),
  ('brand', 3, 'Name of the brand', '{marketing,notice}', false),
  ('event', 4, 'Event', '{notice}', false),
  ('date', 5, 'Date', '{notice}', false),
  ('doors', 6, 'Time of the doors', '{notice}', false),
  ('venue', 7, 'Venue', '{notice}', false);

create function private.campaign_texts(p_campaign private.campaigns) returns setof text
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select t.text from unnest(array[p_campaign.subject, p_campaign.subject_b, p_campaign.preheader]) t (text)
  union all
  select v.value #>> '{}' from jsonb_path_query(p_campaign.blocks, 'strict $.** ? (@.type() == "string")') v (value);
end
$$;
comment on function private.campaign_texts(private.campaigns) is 'Every text of a campaign, those of its blocks among them.';

create function private.campaign_text_problems(p_campaign private.campaigns) returns setof jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select distinct jsonb_build_object('code', 'unknown_variable', 'value', m.names[1])
  from private.campaign_texts(p_campaign) t (text)
  cross join lateral regexp_matches(t.text, '\{\{\s*([^{}|]*?)\s*(?:\|[^{}]*)?\}\}', 'g') m (names)
  where not exists (select 1 from private.campaign_variables v where v.name = m.names[1] and p_campaign.kind = any (v.kinds))
  union all
  -- what is left of braces is a variable that was not finished, or that formatting has cut in two
  select distinct jsonb_build_object('code', 'unknown_variable', 'value', left(r.rest, 40))
  from private.campaign_texts(p_campaign) t (text)
  cross join lateral (select regexp_replace(t.text, '\{\{[^{}]*\}\}', '', 'g') as rest) r
  where r.rest ~ '\{\{|\}\}'
  union all
  select distinct jsonb_build_object('code', 'notice_offers', 'value', c.code)
  from private.campaign_texts(p_campaign) t (text)
  join public.promo_codes c on p_campaign.kind = 'notice' and length(c.code) >= 4
    and c.code = any (regexp_split_to_array(upper(t.text), '[^A-Z0-9_-]+'));
end
$$;
comment on function private.campaign_text_problems(private.campaigns) is
  'Variables of a campaign that are not known for its kind, and promo codes in a notice: {code, value}.';

create function private.campaign_block_problems(p_campaign private.campaigns) returns setof jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select jsonb_strip_nulls(jsonb_build_object('code', p.code, 'at', b.block ->> 'id'))
  from jsonb_array_elements(p_campaign.blocks) b (block)
  cross join lateral (select b.block ->> 'kind' as kind) k
  cross join lateral (values
    ('hero_empty', k.kind = 'hero' and b.block ->> 'title' = ''),
    ('text_empty', k.kind = 'text' and not jsonb_path_exists(b.block -> 'text', '$.**.text')),
    ('picture_missing', k.kind = 'picture' and b.block ->> 'picture' is null),
    ('picture_alt', k.kind in ('hero', 'picture') and b.block ->> 'picture' is not null and b.block ->> 'alt' = ''),
    ('button_incomplete', k.kind = 'button' and '' in (b.block ->> 'label', b.block ->> 'url')),
    ('cards_missing', k.kind in ('events', 'products') and jsonb_array_length(b.block -> k.kind) = 0),
    ('notice_offers', p_campaign.kind = 'notice' and (k.kind = 'products' or (k.kind = 'events' and exists (
      select 1 from jsonb_array_elements_text(b.block -> 'events') e (id) where e.id <> p_campaign.event_id::text)))),
    ('card_gone', (k.kind = 'events' and exists (
        select 1 from jsonb_array_elements_text(b.block -> 'events') c (id)
        where not exists (select 1 from public.events e where e.id::text = c.id and e.status = 'published' and e.ends_at > now()
          and (e.visibility = 'public' or e.id = p_campaign.event_id))))
      or (k.kind = 'products' and exists (
        select 1 from jsonb_array_elements_text(b.block -> 'products') c (id)
        where not exists (select 1 from public.products p where p.id::text = c.id and p.status = 'active'))))
  ) p (code, is_so)
  where p.is_so;
end
$$;
comment on function private.campaign_block_problems(private.campaigns) is
  'What is missing or must not be in the blocks of a campaign: {code, at}, at = the id of the block.';

create function private.campaign_problems(p_campaign private.campaigns) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_has_links boolean := jsonb_path_exists(p_campaign.blocks, '$.**.href')
    or jsonb_path_exists(p_campaign.blocks, '$[*].url ? (@ != "")');
begin
  return (
    select coalesce(jsonb_agg(f.found), '[]') from (
      select jsonb_build_object('code', p.code) as found
      from (values
        ('subject_missing', p_campaign.subject = ''),
        ('content_missing', jsonb_array_length(p_campaign.blocks) = 0),
        ('no_postal_address', not exists (select 1 from public.settings s where btrim(coalesce(s.postal_address, '')) <> '')),
        ('subject_b_missing', p_campaign.test_share_bps > 0 and p_campaign.subject_b = ''),
        ('event_over', p_campaign.kind = 'notice' and not exists (
          select 1 from public.events e where e.id = p_campaign.event_id and e.ends_at > now() - interval '30 days')),
        ('links_unchecked', v_has_links and p_campaign.links_version is distinct from p_campaign.version),
        ('not_tested', p_campaign.tested_version is distinct from p_campaign.version)
      ) p (code, is_so) where p.is_so
      union all
      select jsonb_build_object('code', 'link_broken', 'value', l.link ->> 'url')
      from jsonb_array_elements(p_campaign.link_problems) l (link)
      where p_campaign.links_version = p_campaign.version
      union all
      select t.problem from private.campaign_text_problems(p_campaign) t (problem)
      union all
      select b.problem from private.campaign_block_problems(p_campaign) b (problem)) f);
end
$$;
comment on function private.campaign_problems(private.campaigns) is
  'Everything that keeps a campaign from being submitted: [{code, at, value}], empty when nothing does.';

create function private.write_campaign(p_campaign private.campaigns, p_content jsonb) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_version int;
begin
  if p_content = jsonb_build_object('name', p_campaign.name, 'category', p_campaign.category, 'subject', p_campaign.subject,
    'subjectB', p_campaign.subject_b, 'preheader', p_campaign.preheader, 'blocks', p_campaign.blocks,
    'testShareBps', p_campaign.test_share_bps, 'holdOutBps', p_campaign.hold_out_bps) then
    return p_campaign.version;
  end if;
  update private.campaigns c set
    name = btrim(p_content ->> 'name'), category = p_content ->> 'category', subject = p_content ->> 'subject',
    subject_b = p_content ->> 'subjectB', preheader = p_content ->> 'preheader', blocks = p_content -> 'blocks',
    test_share_bps = (p_content ->> 'testShareBps')::int, hold_out_bps = (p_content ->> 'holdOutBps')::int,
    version = c.version + 1, edited_by = auth.uid(), updated_at = now()
  where c.id = p_campaign.id returning c.version into v_version;
  return v_version;
exception when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation then
  perform private.refuse(422, 'invalid');
  return null;
end
$$;
comment on function private.write_campaign(private.campaigns, jsonb) is
  'Writes the content of a campaign, whose row the caller has locked, and returns its version: a new one where anything changed. Refuses '
  'invalid.';

create function public.save_campaign(p_id uuid, p_version int, p_content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns := private.require_campaign_draft(p_id, p_version);
begin
  if exists (
    select 1 from jsonb_path_query(p_content -> 'blocks', 'strict $.** ? (@.type() == "string")') v (value)
    where not private.is_readable(v.value #>> '{}', true)) then
    perform private.refuse(422, 'invalid');
  end if;
  return jsonb_build_object('version', private.write_campaign(v_campaign, p_content));
end
$$;
comment on function public.save_campaign(uuid, int, jsonb) is
  'Admin, or its author: saves the content of a draft, {version}. p_version = the version that was read; p_content = {name, category, '
  'subject, subjectB, preheader, blocks, testShareBps, holdOutBps}. Refuses campaign_changed (somebody else saved meanwhile), invalid, '
  'invalid_state, not_allowed, not_found.';

create function public.create_campaign(p_name text, p_kind text, p_event uuid, p_template uuid default null, p_from uuid default null)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_from private.campaigns;
  v_template private.campaign_template_versions;
  v_id uuid;
begin
  perform private.require_any_grant('campaign_author');
  if p_from is not null then
    v_from := private.require_campaign(p_from);
  elsif p_template is not null then
    select v.* into v_template from private.campaign_templates t
    join private.campaign_template_versions v on v.template_id = t.id and v.version = t.version where t.id = p_template;
  end if;
  insert into private.campaigns (name, kind, category, event_id, subject, subject_b, preheader, blocks, audience, test_share_bps,
    hold_out_bps, author_id, edited_by)
  select btrim(p_name), k.kind, coalesce(v_from.category, c.category), coalesce(v_from.event_id, p_event),
    coalesce(v_from.subject, v_template.subject, ''), coalesce(v_from.subject_b, ''),
    coalesce(v_from.preheader, v_template.preheader, ''), coalesce(v_from.blocks, v_template.blocks, '[]'),
    coalesce(v_from.audience, '{"match": "all", "conditions": []}'), coalesce(v_from.test_share_bps, 0),
    coalesce(v_from.hold_out_bps, 0),
    auth.uid(), auth.uid()
  from (select coalesce(v_from.kind, p_kind) as kind) k
  join private.campaign_categories c on c.kind = k.kind
  order by c.position limit 1
  returning id into v_id;
  if v_id is null then
    perform private.refuse(422, 'invalid');
  end if;
  perform private.log_state('campaign', v_id, null, 'draft');
  perform private.audit('campaign.created', 'campaign', v_id::text, jsonb_build_object('name', btrim(p_name)));
  return v_id;
exception when check_violation or not_null_violation or foreign_key_violation then
  perform private.refuse(422, 'invalid');
  return null;
end
$$;
comment on function public.create_campaign(text, text, uuid, uuid, uuid) is
  'Admin or campaign author: makes a draft of their own, empty, from a template, or as a copy of a campaign that they may read (p_from). '
  'p_event = whose holders a notice goes to. Returns its id. Refuses invalid, not_allowed, not_found.';

revoke execute on function private.campaign_texts(private.campaigns), private.campaign_text_problems(private.campaigns),
  private.campaign_block_problems(private.campaigns), private.campaign_problems(private.campaigns),
  private.write_campaign(private.campaigns, jsonb), public.save_campaign(uuid, int, jsonb),
  public.create_campaign(text, text, uuid, uuid, uuid)
from public, anon, authenticated, service_role;
grant execute on function public.save_campaign(uuid, int, jsonb), public.create_campaign(text, text, uuid, uuid, uuid) to authenticated;
