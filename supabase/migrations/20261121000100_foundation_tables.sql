-- Creates what every area uses: the private schema, default privileges without any grant, settings, the audit log and the state
-- log.

create schema private;
comment on schema private is 'Holds what the API does not expose: functions that policies and other functions call, logs, rate limits.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;

-- Revokes the default privileges: a migration grants each table and function by name.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

create table public.settings (
  id boolean primary key default true check (id),
  brand text not null default 'Jouvay' check (char_length(brand) between 1 and 60
    and brand ~ '^[^[:cntrl:]]*[^[:space:][:cntrl:]][^[:cntrl:]]*$'),
  company text not null default 'Jouvay Events' check (char_length(company) between 1 and 80
    and company ~ '^[^[:cntrl:]]*[^[:space:][:cntrl:]][^[:cntrl:]]*$'),
  tagline text not null default '' check (char_length(tagline) <= 160 and tagline !~ '[[:cntrl:]]'),
  logo_path text check (char_length(logo_path) <= 300 and logo_path ~ '^(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$'),
  contact_email text check (
    char_length(contact_email) <= 254 and contact_email ~ '^[^@[:space:][:cntrl:]<>",;]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,63}$'),
  postal_address text check (char_length(postal_address) between 5 and 300 and postal_address !~ '[[:cntrl:]]'),
  social_links jsonb not null default '[]' check (
    case when jsonb_typeof(social_links) = 'array' then
      jsonb_array_length(social_links) <= 8 and jsonb_array_length(social_links) = jsonb_array_length(
        jsonb_path_query_array(social_links,
          'strict $[*] ? (@.label like_regex "^.{1,30}$" && @.url like_regex "^https://[^[:space:]<>\"]{3,255}$")'))
    else false end),
  time_zone text not null default 'America/New_York' check (
    char_length(time_zone) between 1 and 64 and timestamptz '2026-01-01 00:00:00Z' at time zone time_zone is not null),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  hold_minutes int not null default 10 check (hold_minutes between 5 and 30),
  pin_minutes int not null default 15 check (pin_minutes between 0 and 60),
  max_per_order int not null default 10 check (max_per_order between 1 and 20),
  max_per_person int not null default 10 check (max_per_person between 1 and 20),
  bag_policy text not null default '' check (char_length(bag_policy) <= 300 and bag_policy !~ '[[:cntrl:]]'),
  qr_visible_hours int not null default 6 check (qr_visible_hours between 0 and 72),
  max_transfers int not null default 2 check (max_transfers between 0 and 5),
  playback_minutes int not null default 10 check (playback_minutes between 1 and 15),
  refund_hours int check (refund_hours between 1 and 2160),
  refund_keeps_fee boolean not null default true,
  refund_kept_percent int not null default 0 check (refund_kept_percent between 0 and 90),
  handling_min_days int check (handling_min_days between 1 and 30),
  handling_max_days int check (handling_max_days between 1 and 30),
  marketing_from_hour int not null default 9 check (marketing_from_hour between 0 and 23),
  marketing_until_hour int not null default 21 check (marketing_until_hour between 1 and 24),
  marketing_per_week int not null default 4 check (marketing_per_week between 1 and 20),
  updated_at timestamptz not null default now(),
  check (marketing_from_hour < marketing_until_hour),
  check (num_nulls(handling_min_days, handling_max_days) in (0, 2) and handling_min_days <= handling_max_days)
);
comment on table public.settings is 'One row: the brand and the constants an admin may change within their bounds.';
comment on column public.settings.contact_email is
  'The brand''s mailbox: shown in the footer and in mails, and where the contact form''s messages go. Without it the form is closed.';
comment on column public.settings.bag_policy is 'Rule about bags at the door, one line; event reminders quote it. Empty = nothing quoted.';
comment on column public.settings.max_transfers is 'How many times one ticket may be handed on to another person; 0 = never.';
comment on column public.settings.playback_minutes is
  'How long somebody who is watching a stream may go on after they lost the right to, such as by a refund: the life of a playback token.';
comment on column public.settings.social_links is
  'Links to the brand on other sites: [{"label": "Instagram", "url": "https://..."}], at most eight, in the order of the footer.';
comment on column public.settings.refund_hours is
  'The refund policy that new events begin with, with the two columns after it, which mean what they mean in events.';
comment on column public.settings.handling_min_days is
  'Fewest business days from an order to its parcel being shipped, with the most in handling_max_days; both null = buyers are told no '
  'days.';
comment on column public.settings.marketing_from_hour is
  'Marketing mail is sent from this full hour of the recipient''s day until marketing_until_hour, and at most marketing_per_week in 7 days '
  'to one mailbox.';
insert into public.settings default values;

create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_role text,
  action text not null,
  subject_kind text not null,
  subject_id text,
  facts jsonb not null default '{}'
);
comment on table private.audit_log is
  'Records what staff did, and to what, and what people changed of their own account. Append-only; people are named by id so that erasing '
  'one keeps the log. What facts hold: private.audit.';
create index audit_log_at on private.audit_log (at desc, id desc);
create index audit_log_subject on private.audit_log (subject_id, at desc, id desc);
create index audit_log_kind on private.audit_log (subject_kind, at desc, id desc);
create index audit_log_action on private.audit_log (action, at desc, id desc);
create index audit_log_actor on private.audit_log (actor_id, at desc, id desc);
-- The rows of one action by people who have very many rows.
create index audit_log_actor_action on private.audit_log (actor_id, action, at desc, id desc);

create table private.state_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  entity text not null,
  entity_id uuid not null,
  from_state text,
  to_state text not null,
  actor_id uuid,
  reason text,
  facts jsonb not null default '{}'
);
comment on table private.state_log is 'Records every transition of every state machine. Append-only.';
create index state_log_entity on private.state_log (entity, entity_id, id);

create unlogged table private.write_probe (
  id boolean primary key default true check (id),
  filling bytea not null
);
alter table private.write_probe alter column filling set storage external;
comment on table private.write_probe is 'Takes the test writes of the health check, which need free disk space. Holds at most one row.';
