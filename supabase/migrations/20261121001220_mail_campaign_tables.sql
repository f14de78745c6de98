-- Stores campaigns: one mail written by staff for many people. Functions alone write; private.move_campaign alone changes a state.

create table private.campaign_states (
  state text primary key,
  position int not null unique,
  label text not null,
  tone text not null check (tone in ('neutral', 'info', 'success', 'warning', 'danger')),
  list_tab text not null check (list_tab in ('draft', 'in_review', 'planned', 'under_way', 'sent', 'cancelled')),
  can_be_edited boolean not null,
  can_be_reopened boolean not null,
  is_planned boolean not null,
  is_started boolean not null,
  is_under_way boolean not null,
  is_final boolean not null
);
comment on table private.campaign_states is
  'The states of a campaign, in the order in which lists offer them. label and tone = what staff read, and the color of its badge; '
  'list_tab = the tab of the list that shows it.';
comment on column private.campaign_states.can_be_edited is 'The content and the audience of a campaign in this state may be changed.';
comment on column private.campaign_states.can_be_reopened is
  'A campaign in this state was approved and has not started: editing takes it back to draft and ends its approval.';
comment on column private.campaign_states.is_planned is 'A campaign in this state starts by itself at send_at.';
comment on column private.campaign_states.is_started is 'A campaign in this state has a snapshot and recipients; both stay as they are.';
comment on column private.campaign_states.is_under_way is 'A campaign in this state has recipients that it may still be sent to.';
comment on column private.campaign_states.is_final is 'A campaign in this state never leaves it.';
insert into private.campaign_states (state, position, label, tone, list_tab, can_be_edited, can_be_reopened, is_planned, is_started,
  is_under_way, is_final) values
  --                                                            edit   reopen planned started way   final
  ('draft',     1, 'Draft',             'neutral', 'draft',     true,  false, false, false, false, false),
  ('in_review', 2, 'In review',         'warning', 'in_review', false, false, false, false, false, false),
  ('approved',  3, 'Approved',          'info',    'planned',   false, true,  false, false, false, false),
  ('scheduled', 4, 'Scheduled',         'info',    'planned',   false, true,  true,  false, false, false),
  ('sending',   5, 'Sending',           'info',    'under_way', false, false, false, true,  true,  false),
  ('paused',    6, 'Paused',            'warning', 'under_way', false, false, false, true,  true,  false),
  ('sent',      7, 'Sent',              'success', 'sent',      false, false, false, true,  false, true),
  ('cancelled', 8, 'Canceled',          'neutral', 'cancelled', false, false, false, false, false, true),
  ('failed',    9, 'Delivery stopped',  'danger',  'under_way', false, false, false, true,  true,  false);
select private.write_state_questions('campaign');

create table private.campaign_moves (
  from_state text not null,
  to_state text not null,
  roles text[] not null check (roles <@ '{author,manager,reviewer,system}' and cardinality(roles) > 0),
  primary key (from_state, to_state)
);
comment on table private.campaign_moves is
  'Every legal change of a campaign''s state and who may make it: who wrote it (author), admins (manager), an admin who did not write it '
  '(reviewer), or the job that sends (system). private.move_campaign refuses all others.';
insert into private.campaign_moves (from_state, to_state, roles) values
  ('draft', 'in_review', '{author,manager}'),
  ('draft', 'approved', '{manager}'),
  ('draft', 'cancelled', '{author,manager}'),
  ('in_review', 'approved', '{reviewer}'),
  ('in_review', 'draft', '{reviewer,author}'),
  ('approved', 'scheduled', '{manager}'),
  ('approved', 'draft', '{manager}'),
  ('scheduled', 'draft', '{manager}'),
  ('scheduled', 'sending', '{system}'),
  ('scheduled', 'cancelled', '{manager}'),
  ('sending', 'paused', '{manager,system}'),
  ('sending', 'sent', '{system}'),
  ('sending', 'failed', '{system}'),
  ('sending', 'cancelled', '{manager}'),
  ('paused', 'sending', '{manager}'),
  ('paused', 'cancelled', '{manager}'),
  ('failed', 'paused', '{manager}');

create table private.campaign_categories (
  category text not null references private.notification_types (type),
  kind text not null check (kind in ('marketing', 'notice')),
  position int not null unique,
  label text not null,
  primary key (category, kind)
);
comment on table private.campaign_categories is
  'What a campaign may be about, by its kind: marketing goes to people who agreed to the category, a notice to the holders of one event, '
  'consent or not, and offers nothing.';
create index campaign_categories_category on private.campaign_categories (category);
insert into private.campaign_categories (category, kind, position, label) values
  ('new_events', 'marketing', 1, 'News'),
  ('event_changes', 'notice', 2, 'Notice to ticket holders');

create table private.campaigns (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100 and private.is_readable(name, false)),
  kind text not null default 'marketing',
  category text not null default 'new_events',
  event_id uuid references public.events (id) on delete cascade,
  subject text not null default '' check (char_length(subject) <= 100 and private.is_readable(subject, false)),
  subject_b text not null default '' check (char_length(subject_b) <= 100 and private.is_readable(subject_b, false)),
  preheader text not null default '' check (char_length(preheader) <= 140 and private.is_readable(preheader, false)),
  blocks jsonb not null default '[]' check (jsonb_typeof(blocks) = 'array' and octet_length(blocks::text) <= 102400),
  audience jsonb not null default '{"match": "all", "conditions": []}'
    check (jsonb_typeof(audience) = 'object' and octet_length(audience::text) <= 32768),
  state text not null default 'draft' constraint campaigns_state check (private.is_campaign_state(state)),
  state_at timestamptz not null default now(),
  version int not null default 1 check (version >= 1),
  tested_version int,
  links_version int,
  link_problems jsonb not null default '[]' check (jsonb_typeof(link_problems) = 'array'),
  author_id uuid references public.profiles (id) on delete set null,
  edited_by uuid references public.profiles (id) on delete set null,
  reviewed_by uuid references public.profiles (id) on delete set null,
  send_at timestamptz,
  test_share_bps int not null default 0 check (test_share_bps between 0 and 5000),
  hold_out_bps int not null default 0 check (hold_out_bps between 0 and 5000),
  started_at timestamptz,
  ended_at timestamptz,
  paused_reason text check (char_length(paused_reason) <= 300),
  snapshot jsonb check (jsonb_typeof(snapshot) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (category, kind) references private.campaign_categories (category, kind),
  constraint campaigns_notice check ((kind = 'notice') = (event_id is not null)),
  constraint campaigns_planned check (not private.campaign_is_planned(state) or send_at is not null),
  constraint campaigns_started check (not private.campaign_is_started(state) or (started_at is not null and snapshot is not null))
);
comment on table private.campaigns is
  'Campaigns. version is raised by every change of the content or the audience, never by a state; tested_version = the one of which '
  'somebody got a test, links_version = the one whose links were tried, with what was wrong (link_problems: [{url, problem}]). '
  'blocks = the content (app/core/campaign-blocks.ts), audience = who gets it. event_id = whose holders a notice goes to. '
  'snapshot = what is sent, rendered once at the start. edited_by = who changed it last: neither they nor its author review it.';
comment on column private.campaigns.subject_b is
  'A second subject, tried beside the first on test_share_bps of the audience; empty for none.';
comment on column private.campaigns.test_share_bps is
  'Share of the audience that gets either subject first, in hundredths of a percent. hold_out_bps = share that gets nothing, so that the '
  'effect on sales is known.';
comment on column private.campaigns.paused_reason is 'Why it is paused or stopped, where the job did it.';
create index campaigns_category on private.campaigns (category, kind);
create index campaigns_event on private.campaigns (event_id) where event_id is not null;
create index campaigns_author on private.campaigns (author_id);
create index campaigns_editor on private.campaigns (edited_by);
create index campaigns_reviewer on private.campaigns (reviewed_by);
create index campaigns_list on private.campaigns (updated_at desc, id);
create index campaigns_planned on private.campaigns (send_at) where private.campaign_is_planned(state);

create function private.campaign_card(p_campaign private.campaigns) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', p_campaign.id, 'name', p_campaign.name, 'kind', p_campaign.kind, 'category', p_campaign.category,
    'state', p_campaign.state, 'stateAt', p_campaign.state_at, 'version', p_campaign.version, 'subject', p_campaign.subject,
    'sendAt', p_campaign.send_at, 'startedAt', p_campaign.started_at, 'endedAt', p_campaign.ended_at,
    'pausedReason', p_campaign.paused_reason, 'updatedAt', p_campaign.updated_at,
    'author', private.person_card(p_campaign.author_id) ->> 'displayName',
    'isOwn', coalesce(p_campaign.author_id = auth.uid(), false),
    'event', (select jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone)
      from public.events e where e.id = p_campaign.event_id));
end
$$;
comment on function private.campaign_card(private.campaigns) is 'What lists and pages of a campaign say of it, in camelCase.';

create function private.lock_campaign(p_campaign uuid) returns private.campaigns
language plpgsql volatile set search_path = ''
as $$
declare
  v_campaign private.campaigns;
begin
  select * into v_campaign from private.campaigns where id = p_campaign for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_campaign;
end
$$;
comment on function private.lock_campaign(uuid) is 'Locks a campaign and returns it. Refuses not_found.';

create function private.require_campaign(p_campaign uuid) returns private.campaigns
language plpgsql volatile set search_path = ''
as $$
declare
  v_campaign private.campaigns;
begin
  perform private.require_any_grant('campaign_author');
  v_campaign := private.lock_campaign(p_campaign);
  -- An author is not told of the campaigns of others.
  if not private.may('manage_campaigns') and v_campaign.author_id is distinct from auth.uid() then
    perform private.refuse(404, 'not_found');
  end if;
  return v_campaign;
end
$$;
comment on function private.require_campaign(uuid) is
  'First line of functions about one campaign: locks and returns it for admins, and for its author while they have the grant. Refuses '
  'not_allowed, not_found.';

create function private.require_campaign_draft(p_campaign uuid, p_version int) returns private.campaigns
language plpgsql volatile set search_path = ''
as $$
declare
  v_campaign private.campaigns := private.require_campaign(p_campaign);
begin
  if not private.campaign_can_be_edited(v_campaign.state) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_campaign.state));
  elsif v_campaign.version is distinct from p_version then
    perform private.refuse(409, 'campaign_changed', jsonb_build_object('version', v_campaign.version));
  end if;
  return v_campaign;
end
$$;
comment on function private.require_campaign_draft(uuid, int) is
  'First line of functions that change a campaign: locks and returns it. p_version = the version that its editor had read. The caller '
  'raises version, and tested_version and links_version with it where the content stays as it was, and sets edited_by. '
  'Refuses campaign_changed (somebody else saved meanwhile), '
  'invalid_state, not_allowed, not_found.';

create function private.move_campaign(p_campaign private.campaigns, p_to text, p_as text, p_reason text default null)
returns private.campaigns
language plpgsql volatile set search_path = ''
as $$
declare
  v_move private.campaign_moves;
  v_campaign private.campaigns;
begin
  select * into v_move from private.campaign_moves m where m.from_state = p_campaign.state and m.to_state = p_to;
  if not found then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', p_campaign.state));
  elsif p_as <> all (v_move.roles) then
    perform private.refuse(403, 'not_allowed');
  end if;
  update private.campaigns set state = p_to, state_at = now(), updated_at = now(),
    started_at = case when p_to = 'sending' then coalesce(started_at, now()) else started_at end,
    ended_at = case when private.campaign_is_final(p_to) then now() else ended_at end,
    paused_reason = case when p_as = 'system' and p_to in ('paused', 'failed') then left(p_reason, 300)
      when p_to = 'paused' then paused_reason end,
    reviewed_by = case when p_to = 'draft' then null when p_to = 'approved' then auth.uid() else reviewed_by end,
    send_at = case when p_to = 'draft' then null else send_at end
  where id = p_campaign.id returning * into v_campaign;
  perform private.log_state('campaign', p_campaign.id, p_campaign.state, p_to, p_reason,
    jsonb_build_object('version', p_campaign.version));
  return v_campaign;
end
$$;
comment on function private.move_campaign(private.campaigns, text, text, text) is
  'The only way a campaign changes state; logs it (private.state_log, entity campaign) and returns the campaign. p_as = author, manager, '
  'reviewer or system (private.campaign_moves); the row must be locked, and what the new state needs (send_at, snapshot) written before. '
  'Editing ends the approval. Refuses invalid_state, not_allowed.';

revoke execute on function private.campaign_card(private.campaigns), private.lock_campaign(uuid), private.require_campaign(uuid),
  private.require_campaign_draft(uuid, int), private.move_campaign(private.campaigns, text, text, text)
from public, anon, authenticated, service_role;
