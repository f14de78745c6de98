-- Recipients of campaigns: one row for each address, written when a campaign starts. The rows say who still gets it, so that a process
-- that ends leaves nothing behind that has to be remembered.

create table private.campaign_recipients (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references private.campaigns (id) on delete cascade,
  address_key text not null,
  address text not null check (length(address) between 3 and 254 and address !~ '[[:cntrl:]]'),
  person_id uuid references public.profiles (id) on delete set null,
  subscription_id uuid references private.subscriptions (id) on delete set null,
  variant text not null check (variant in ('a', 'b', 'rest', 'hold_out')),
  status text not null check (status in
    ('queued', 'claimed', 'sent', 'delivered', 'bounced_soft', 'bounced_hard', 'complained', 'skipped', 'cancelled', 'held_out')),
  reason text check (reason ~ '^[a-z_]{3,40}$'),
  run_at timestamptz not null default now(),
  claim uuid,
  claimed_until timestamptz,
  handed_at timestamptz,
  attempts int not null default 0 check (attempts >= 0),
  last_error text check (length(last_error) <= 500),
  provider_ref text check (length(provider_ref) <= 300),
  subject text check (subject in ('a', 'b')),
  tried_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  clicked_at timestamptz,
  opened_at timestamptz,
  unsubscribed_at timestamptz,
  complained_at timestamptz,
  created_at timestamptz not null default now(),
  unique (campaign_id, address_key),
  constraint campaign_recipients_claimed check ((status = 'claimed') = (claim is not null)),
  constraint campaign_recipients_sent check (status not in ('sent', 'delivered', 'complained') or sent_at is not null)
);
comment on table private.campaign_recipients is
  'Who gets a campaign, each mailbox once. queued = waits until run_at; claimed = a worker has it until claimed_until under the token '
  'claim; handed_at = the mail server was about to get the end of the mail, after which it is never sent again; sent = the mail server '
  'took it, or may have (reason unconfirmed); skipped, with the reason, and cancelled = never sent; held_out = gets nothing, to compare '
  'with.';
comment on column private.campaign_recipients.variant is
  'a, b = tries a subject; rest = gets the better of both; hold_out = gets nothing. subject = which one it was sent with.';
comment on column private.campaign_recipients.clicked_at is
  'The first click by a person; opened_at = the first picture that was loaded, which mail programs also do by themselves.';
create index campaign_recipients_due on private.campaign_recipients (campaign_id, run_at, id) where status = 'queued';
create index campaign_recipients_claimed on private.campaign_recipients (claimed_until) where status = 'claimed';
create index campaign_recipients_tried on private.campaign_recipients (campaign_id, tried_at desc) where tried_at is not null;
create index campaign_recipients_person on private.campaign_recipients (person_id, campaign_id);
create index campaign_recipients_subscription on private.campaign_recipients (subscription_id);
create index campaign_recipients_address on private.campaign_recipients (address_key);
create index campaign_recipients_status on private.campaign_recipients (campaign_id, status);

create function private.erase_recipient() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  new.address := private.erased_email(old.address);
  new.address_key := new.address;
  new.last_error := null;
  if new.status in ('queued', 'claimed') then
    new.status := 'cancelled';
    new.claim := null;
  end if;
  return new;
end
$$;
comment on function private.erase_recipient() is
  'Trigger of campaign_recipients: the account was erased, and its address goes with it; who waited gets nothing. The row stays, for the '
  'counts.';
create trigger campaign_recipients_erased before update of person_id on private.campaign_recipients for each row
  when (old.person_id is not null and new.person_id is null) execute function private.erase_recipient();
revoke execute on function private.erase_recipient() from public, anon, authenticated, service_role;

create table private.campaign_runs (
  campaign_id uuid primary key references private.campaigns (id) on delete cascade,
  matched int not null,
  reachable int not null,
  winner text check (winner in ('a', 'b')),
  decides_at timestamptz,
  decided_by uuid references public.profiles (id) on delete set null,
  down_since timestamptz,
  counted_from timestamptz not null default now()
);
comment on table private.campaign_runs is
  'A campaign that was started. matched = people to whom its conditions applied; winner = subject that the rest gets, chosen at decides_at '
  'or by an admin; down_since = the mail server is out of reach; counted_from = errors are counted from then on (its start, or when it '
  'was resumed).';
create index campaign_runs_decided_by on private.campaign_runs (decided_by);

create table private.campaign_pace (
  only_row boolean primary key default true check (only_row),
  per_second int not null default 50 check (per_second between 1 and 10000),
  per_hour int not null default 40000 check (per_hour between 1 and 10000000),
  error_bps int not null default 200 check (error_bps between 1 and 10000),
  complaint_bps int not null default 10 check (complaint_bps between 1 and 10000),
  down_minutes int not null default 30 check (down_minutes between 1 and 1440),
  test_hours int not null default 4 check (test_hours between 1 and 48),
  lease interval not null default '2 minutes' check (lease > interval '0'),
  tokens numeric not null default 0,
  refilled_at timestamptz not null default now(),
  hour_at timestamptz not null default now(),
  hour_count int not null default 0
);
comment on table private.campaign_pace is
  'How fast campaigns are sent, by all processes together, and when they stop by themselves. per_second, per_hour = most mails; tokens = '
  'mails that may be sent at refilled_at; hour_count = those since hour_at. More than error_bps of the last 500 that failed, or '
  'complaint_bps of what was sent, pause a campaign; down_minutes without a mail server stop it. test_hours = how long two subjects are '
  'tried; lease = how long a worker has a recipient.';
insert into private.campaign_pace default values;

create table private.campaign_clicks (
  id bigint generated always as identity primary key,
  recipient_id uuid not null references private.campaign_recipients (id) on delete cascade,
  link int not null check (link between 0 and 999),
  at timestamptz not null default clock_timestamp(),
  is_scanner boolean not null
);
comment on table private.campaign_clicks is
  'Requests of links in campaigns, by the number of the link in the snapshot. is_scanner = a program that checks mail: within 3 seconds of '
  'the delivery, or by its user agent; those count nowhere.';
create index campaign_clicks_recipient on private.campaign_clicks (recipient_id, link);

insert into private.audience_kinds (kind, place, by_person, by_address)
select k.kind, k.place, format('x.person in (select r.person_id from private.campaign_recipients r %s)', k.condition),
  format('x.email_key in (select r.address_key from private.campaign_recipients r %s)', k.condition)
from (values
  ('got_campaign', 11, 'where r.campaign_id = {campaign}::uuid and r.sent_at is not null'),
  ('clicked_campaign', 12, 'where r.campaign_id = {campaign}::uuid and r.clicked_at is not null'),
  ('bought_after', 13, 'where r.campaign_id = {campaign}::uuid and r.sent_at is not null and exists (select 1 from public.orders o'
    ' where (o.owner_id = r.person_id or o.email_key = r.address_key) and private.order_is_sold(o.status)'
    ' and o.paid_at between r.sent_at and r.sent_at + interval ''5 days'')')
) k (kind, place, condition);
