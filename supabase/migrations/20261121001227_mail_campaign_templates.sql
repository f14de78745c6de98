-- Stores templates of campaigns, with every version that they had.

create table private.campaign_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 1 and 100 and private.is_readable(name, false)),
  kind text not null default 'marketing' check (kind in ('marketing', 'notice')),
  version int not null default 1 check (version >= 1),
  archived_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.campaign_templates is
  'Templates that campaigns begin with. version = the one in use, of private.campaign_template_versions; archived ones are not offered.';

create table private.campaign_template_versions (
  template_id uuid not null references private.campaign_templates (id) on delete cascade,
  version int not null check (version >= 1),
  subject text not null default '' check (char_length(subject) <= 100),
  preheader text not null default '' check (char_length(preheader) <= 140),
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array' and octet_length(blocks::text) <= 102400),
  restored int,
  saved_by uuid references public.profiles (id) on delete set null,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (template_id, version)
);
comment on table private.campaign_template_versions is
  'What a template was, version by version; rows are only ever added. Version 1 is its default. restored = the version that it is a copy '
  'of.';
create index campaign_template_versions_person on private.campaign_template_versions (saved_by);

create function private.add_template_version(p_template uuid, p_subject text, p_preheader text, p_blocks jsonb, p_restored int default null)
returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_version int := coalesce((select max(v.version) from private.campaign_template_versions v where v.template_id = p_template), 0) + 1;
begin
  insert into private.campaign_template_versions (template_id, version, subject, preheader, blocks, restored, saved_by)
  values (p_template, v_version, p_subject, p_preheader, p_blocks, p_restored, auth.uid());
  update private.campaign_templates set version = v_version where id = p_template;
  return v_version;
end
$$;
comment on function private.add_template_version(uuid, text, text, jsonb, int) is
  'Adds a version of a template, whose row the caller has locked, and puts it to use; returns its number.';

create function private.lock_template(p_template uuid) returns private.campaign_templates
language plpgsql volatile set search_path = ''
as $$
declare
  v_template private.campaign_templates;
begin
  select * into v_template from private.campaign_templates where id = p_template for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_template;
end
$$;
comment on function private.lock_template(uuid) is 'Locks a template and returns it. Refuses not_found.';

create function public.save_campaign_template(p_campaign uuid, p_template uuid, p_name text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign private.campaigns;
  v_template private.campaign_templates;
begin
  perform private.require_permission('manage_campaigns');
  v_campaign := private.lock_campaign(p_campaign);
  if p_template is null then
    if char_length(coalesce(btrim(p_name), '')) not between 1 and 100 or not private.is_readable(btrim(p_name), false) then
      perform private.refuse(422, 'invalid');
    end if;
    insert into private.campaign_templates (name, kind) values (btrim(p_name), v_campaign.kind)
    on conflict (name) do nothing returning * into v_template;
    if v_template.id is null then
      perform private.refuse(409, 'template_exists');
    end if;
  else
    v_template := private.lock_template(p_template);
  end if;
  perform private.audit('campaign_template.saved', 'campaign_template', v_template.id::text, jsonb_build_object('name', v_template.name,
    'version', private.add_template_version(v_template.id, v_campaign.subject, v_campaign.preheader, v_campaign.blocks)));
  return v_template.id;
end
$$;
comment on function public.save_campaign_template(uuid, uuid, text) is
  'Admin: keeps the content of a campaign as a new template, or as the next version of one (p_template); returns its id. Refuses '
  'template_exists (the name is taken), invalid, not_found, not_allowed.';

create function public.restore_campaign_template(p_template uuid, p_version int) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_template private.campaign_templates;
  v_row private.campaign_template_versions;
  v_version int;
begin
  perform private.require_permission('manage_campaigns');
  v_template := private.lock_template(p_template);
  select * into v_row from private.campaign_template_versions v where v.template_id = p_template and v.version = p_version;
  if not found then
    perform private.refuse(404, 'not_found');
  elsif v_template.version = p_version then
    return p_version;
  end if;
  v_version := private.add_template_version(p_template, v_row.subject, v_row.preheader, v_row.blocks, p_version);
  perform private.audit('campaign_template.restored', 'campaign_template', p_template::text,
    jsonb_build_object('name', v_template.name, 'from', v_template.version, 'to', p_version));
  return v_version;
end
$$;
comment on function public.restore_campaign_template(uuid, int) is
  'Admin: puts an earlier version of a template to use again, as a new version; 1 is its default. Returns the version in use. Refuses '
  'not_found, not_allowed.';

create function public.archive_campaign_template(p_template uuid, p_archived boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_template private.campaign_templates;
begin
  perform private.require_permission('manage_campaigns');
  v_template := private.lock_template(p_template);
  if (v_template.archived_at is not null) = p_archived then
    return;
  end if;
  update private.campaign_templates set archived_at = case when p_archived then now() end where id = p_template;
  perform private.audit(case when p_archived then 'campaign_template.archived' else 'campaign_template.unarchived' end,
    'campaign_template', p_template::text, jsonb_build_object('name', v_template.name));
end
$$;
comment on function public.archive_campaign_template(uuid, boolean) is
  'Admin: takes a template out of what new campaigns are offered, or back in. Refuses not_found, not_allowed.';

create function public.read_campaign_templates() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_any_grant('campaign_author');
  return jsonb_build_object('timeZone', (select s.time_zone from public.settings s), 'now', now(), 'templates', (
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'kind', t.kind, 'version', t.version,
      'archivedAt', t.archived_at, 'subject', v.subject, 'preheader', v.preheader, 'blocks', v.blocks, 'versions', (
        select jsonb_agg(jsonb_build_object('version', h.version, 'savedAt', h.saved_at, 'restored', h.restored,
          'by', private.person_card(h.saved_by) ->> 'displayName') order by h.version desc)
        from private.campaign_template_versions h where h.template_id = t.id)) order by t.archived_at is not null, lower(t.name)), '[]')
    from private.campaign_templates t
    join private.campaign_template_versions v on v.template_id = t.id and v.version = t.version));
end
$$;
comment on function public.read_campaign_templates() is
  'Templates of campaigns with their content and history, archived ones last: {templates, timeZone, now}. For admins and campaign authors: '
  'refuses not_allowed.';

insert into private.campaign_templates (name, kind) values
  ('New event', 'marketing'), ('Merch drop', 'marketing'), ('Good to know before the doors open', 'notice');
insert into private.campaign_template_versions (template_id, version, subject, preheader, blocks)
select t.id, 1, d.subject, d.preheader, d.blocks::jsonb
from private.campaign_templates t
join (values
  ('New event', 'A new date is on the calendar', 'Tickets are on sale now.', '[
    {"kind": "hero", "id": "head", "title": "A new date", "text": "Tickets are on sale now.", "picture": null, "alt": ""},
    {"kind": "text", "id": "body", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [
      {"type": "text", "text": "Hi {{first_name|there}}, here is what is coming up."}]}]}},
    {"kind": "events", "id": "card", "events": []}]'),
  ('Merch drop', 'New in the shop', 'Small runs. When they are gone, they are gone.', '[
    {"kind": "hero", "id": "head", "title": "New in the shop", "text": "", "picture": null, "alt": ""},
    {"kind": "text", "id": "body", "text": {"type": "doc", "content": [{"type": "paragraph", "content": [
      {"type": "text", "text": "Hi {{first_name|there}}, the new pieces are in."}]}]}},
    {"kind": "products", "id": "card", "products": []},
    {"kind": "button", "id": "shop", "label": "Go to the shop", "url": "/shop"}]'),
  ('Good to know before the doors open', 'Before you come to {{event}}', 'Doors, entry and how to get there.', '[
    {"kind": "text", "id": "body", "text": {"type": "doc", "content": [
      {"type": "heading", "attrs": {"level": 2}, "content": [{"type": "text", "text": "See you at {{event}}"}]},
      {"type": "paragraph", "content": [{"type": "text", "text": "Hi {{first_name|there}}, doors open at {{doors}}."}]},
      {"type": "bulletList", "content": [
        {"type": "listItem", "content": [{"type": "paragraph", "content": [
          {"type": "text", "text": "Have your ticket open on your phone."}]}]},
        {"type": "listItem", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Bring a photo ID."}]}]}]}]}},
    {"kind": "button", "id": "tick", "label": "Open my tickets", "url": "/my-tickets"}]')
) d (name, subject, preheader, blocks) on d.name = t.name;

revoke execute on function private.add_template_version(uuid, text, text, jsonb, int), private.lock_template(uuid),
  public.save_campaign_template(uuid, uuid, text), public.restore_campaign_template(uuid, int),
  public.archive_campaign_template(uuid, boolean), public.read_campaign_templates()
from public, anon, authenticated, service_role;
grant execute on function public.save_campaign_template(uuid, uuid, text), public.restore_campaign_template(uuid, int),
  public.archive_campaign_template(uuid, boolean), public.read_campaign_templates() to authenticated;
