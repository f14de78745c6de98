-- The kinds of mail, and the outbox: a mail is queued in the transaction that causes it, and a worker of the site sends it.

create table private.mail_kinds (
  kind text primary key check (kind ~ '^[a-z_]{3,60}$'),
  subject_kind text not null check (subject_kind in ('none', 'order', 'account', 'email_change', 'subscription', 'alert', 'invitation')),
  notification_type text references private.notification_types (type),
  stream text not null check (stream in ('transactional', 'marketing')),
  unique (kind, subject_kind)
);
comment on table private.mail_kinds is
  'The kinds of mail that the site writes; app/features/mail/mail-kinds.server.ts has the same list. subject_kind: what a mail is about. '
  'notification_type: what people see of it in their settings; null for mail to the team and to the mailing list.';
create index mail_kinds_notification_type on private.mail_kinds (notification_type);
insert into private.mail_kinds (kind, subject_kind, notification_type, stream) values
  ('order_paid', 'order', 'orders', 'transactional'),
  ('order_too_late', 'order', 'orders', 'transactional'),
  ('order_event_over', 'order', 'orders', 'transactional'),
  ('order_over_limit', 'order', 'orders', 'transactional'),
  ('order_refused', 'order', 'orders', 'transactional'),
  ('order_code_used_up', 'order', 'orders', 'transactional'),
  ('order_supplement_over', 'order', 'orders', 'transactional'),
  ('order_refunded', 'order', 'orders', 'transactional'),
  ('refund_declined', 'order', 'orders', 'transactional'),
  ('refund_failed', 'order', null, 'transactional'),
  ('ticket_changed', 'order', 'orders', 'transactional'),
  ('ticket_supplement', 'order', 'orders', 'transactional'),
  ('goods_shipped', 'order', 'orders', 'transactional'),
  ('goods_delivered', 'order', 'orders', 'transactional'),
  ('goods_ready', 'order', 'orders', 'transactional'),
  ('goods_unclaimed', 'order', 'orders', 'transactional'),
  ('goods_event_changed', 'order', 'orders', 'transactional'),
  ('goods_moved', 'order', 'orders', 'transactional'),
  ('goods_lost', 'order', 'orders', 'transactional'),
  ('return_decided', 'order', 'orders', 'transactional'),
  ('ticket_links', 'none', 'orders', 'transactional'),
  ('order_email_notice', 'order', 'orders', 'transactional'),
  ('event_cancelled', 'order', 'event_changes', 'transactional'),
  ('event_moved', 'order', 'event_changes', 'transactional'),
  ('event_postponed', 'order', 'event_changes', 'transactional'),
  ('event_rescheduled', 'order', 'event_changes', 'transactional'),
  ('event_undated', 'order', 'event_changes', 'transactional'),
  ('event_change_report', 'none', null, 'transactional'),
  ('venue_revealed', 'order', 'event_changes', 'transactional'),
  ('reminder_day_before', 'order', 'event_changes', 'transactional'),
  ('reminder_day_of', 'order', 'event_changes', 'transactional'),
  ('stock_low', 'none', null, 'transactional'),
  ('password_reset', 'none', 'account', 'transactional'),
  ('email_change', 'email_change', 'account', 'transactional'),
  ('email_changed', 'account', 'account', 'transactional'),
  ('new_device', 'account', 'account', 'transactional'),
  ('second_factor_changed', 'account', 'account', 'transactional'),
  ('factor_confirm', 'account', 'account', 'transactional'),
  ('account_changed', 'account', 'account', 'transactional'),
  ('contact_message', 'none', null, 'transactional'),
  ('staff_invitation', 'invitation', null, 'transactional'),
  ('subscription_confirm', 'subscription', null, 'transactional'),
  ('subscription_started', 'subscription', null, 'transactional'),
  ('address_confirm', 'account', 'account', 'transactional'),
  ('alert_confirm', 'alert', null, 'transactional'),
  ('alert_on_sale', 'alert', 'alerts', 'marketing'),
  ('alert_reminder', 'alert', 'alerts', 'marketing'),
  ('followed_event', 'account', 'follows', 'marketing');

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  dedupe_key text not null unique check (length(dedupe_key) between 1 and 300),
  recipient text not null check (length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:]]'),
  subject_kind text not null default 'none',
  subject_id uuid,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  status text not null default 'queued' check (status in ('queued', 'claimed', 'sent', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  last_error text check (length(last_error) <= 1000),
  provider_ref text check (length(provider_ref) <= 300),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  search_key text generated always as (' ' || private.name_key(recipient) || ' ' || coalesce(private.name_key(provider_ref), '')) stored,
  foreign key (kind, subject_kind) references private.mail_kinds (kind, subject_kind),
  check ((subject_kind = 'none') = (subject_id is null))
);
comment on table private.mail_outbox is
  'Mail to send, once per dedupe_key, and the log of what was sent. The job of kind mail with its id as key sends it: that decides when '
  'it is tried. claimed = a worker has its text, or had when its process ended; failed = given up. attempts, last_error = how often its '
  'sending was begun, and how that ended last. provider_ref = what the mail server said when it took the mail, with its name for it.';
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
create index mail_outbox_created on private.mail_outbox (created_at, id);
