-- The outbox: a mail is queued in the transaction that causes it, and a worker of the site sends it.

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  dedupe_key text not null unique check (length(dedupe_key) between 1 and 300),
  recipient text not null check (length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:]]'),
  subject_kind text not null default 'none',
  subject_id uuid,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  status text not null default 'queued' check (status in ('queued', 'claimed', 'sent', 'skipped', 'failed')),
  send_rule text,
  attempts int not null default 0 check (attempts >= 0),
  last_error text check (length(last_error) <= 1000),
  provider_ref text check (length(provider_ref) <= 300),
  provider_id text generated always as (substring(provider_ref from '([^[:space:]<>=]+)>?$')) stored,
  delivery text check (delivery in ('delivered', 'bounced', 'complained')),
  delivery_at timestamptz,
  delivery_note text check (length(delivery_note) <= 500),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  search_key text generated always as (' ' || private.name_key(recipient) || ' ' || coalesce(private.name_key(provider_ref), '')) stored,
  check ((subject_kind = 'none') = (subject_id is null))
);
comment on table private.mail_outbox is
  'Mail to send, once per dedupe_key, and the log of what was sent. The job of kind mail with its id as key sends it: that decides when '
  'it is tried. claimed = a worker has its text, or had when its process ended; skipped = not sent, by send_rule, the answer of '
  'private.may_send at the moment of sending; failed = given up. attempts, last_error = how often its '
  'sending was begun, and how that ended last. provider_ref = what the mail server said when it took the mail, with its name for it.';
comment on column private.mail_outbox.provider_id is
  'The mail server''s name for the mail, the last word of its response: messages about its delivery have it.';
comment on column private.mail_outbox.delivery is
  'What the mail provider said later, the worst of it: delivered, bounced, or complained (the recipient marked it as spam); with its time '
  'and words in the next two. Null while it said nothing.';
comment on column private.mail_outbox.subject_id is 'Id of what the mail is about, of the kind that subject_kind names.';
comment on column private.mail_outbox.search_key is
  'Words of the address and of what the mail server said, each after a space, by which staff search; its index is where its operators '
  'are, in staff_mails.';
comment on column private.mail_outbox.payload is
  'Facts that the mail is written from besides its subject, in camelCase; the schema of its kind declares them.';
create index mail_outbox_failed on private.mail_outbox (created_at) where status = 'failed';
create index mail_outbox_recipient on private.mail_outbox (lower(recipient));
create index mail_outbox_subject on private.mail_outbox (subject_id);
create index mail_outbox_kind on private.mail_outbox (kind, subject_kind, created_at, id);
create index mail_outbox_provider_id on private.mail_outbox (provider_id);
create index mail_outbox_delivery on private.mail_outbox (delivery, created_at, id) where delivery in ('bounced', 'complained');
create index mail_outbox_created on private.mail_outbox (created_at, id);
