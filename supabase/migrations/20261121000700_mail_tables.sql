-- Mail waits here in the transaction that causes it; a worker of the site sends it afterwards.

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (length(kind) between 1 and 60),
  dedupe_key text not null unique check (length(dedupe_key) between 1 and 300),
  recipient text not null check (length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:]]'),
  order_id uuid references public.orders (id),
  payload jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'claimed', 'sent', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  last_error text check (length(last_error) <= 1000),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table private.mail_outbox is
  'Transactional mail to send, once per dedupe_key. A claim is a lease: when the worker dies the mail is claimed again. failed = given up after 8 attempts.';
create index mail_outbox_due on private.mail_outbox (next_attempt_at) where status in ('queued', 'claimed');
create index mail_outbox_failed on private.mail_outbox (created_at) where status = 'failed';
create index mail_outbox_order on private.mail_outbox (order_id);

alter table private.mail_outbox enable row level security;
alter table private.mail_outbox force row level security;
