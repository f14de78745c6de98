-- Addresses that their owners confirmed, and what was asked for under an address: what may_send decides by.

create table private.confirmed_addresses (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  confirmed_at timestamptz not null default now()
);
comment on table private.confirmed_addresses is
  'Addresses of accounts whose mailbox confirmed that it wants alerts. Apart from profiles.email_verified_at: somebody else may have '
  'registered the account with this address, and its owner must not vouch for that account by asking for a mail.';

create function private.mailable_email(p_user uuid)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select lower(private.own_email(p.id)) from public.profiles p
    where p.id = p_user and p.deactivated_at is null and (
      p.email_verified_at is not null
      or exists (select 1 from private.confirmed_addresses c where c.user_id = p.id and c.email = lower(private.own_email(p.id)))));
end
$$;
comment on function private.mailable_email(uuid) is
  'The address of an account if alerts may be sent to it: proven, or confirmed by the mailbox; null otherwise and for a deactivated '
  'account.';

create function private.is_account_member(p_user uuid)
returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select 1 from private.user_roles r join public.profiles p on p.id = r.user_id
    where r.user_id = p_user and r.role = any (private.roles_with('own_account')) and p.deactivated_at is null)
$$;
comment on function private.is_account_member(uuid) is 'Returns whether an account is one of its own: no guest, not deactivated.';

create table private.event_alerts (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete cascade,
  email text check (length(email) between 3 and 254 and email !~ '[[:cntrl:]]' and email = lower(email)),
  status text not null check (status in ('requested', 'active', 'ended')),
  text_version text not null check (char_length(text_version) between 1 and 40),
  address_hash text check (char_length(address_hash) = 22),
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  ended_at timestamptz,
  on_sale_at timestamptz,
  reminder_at timestamptz,
  constraint event_alerts_person check ((user_id is null) <> (email is null)),
  constraint event_alerts_active check (status <> 'active' or confirmed_at is not null),
  constraint event_alerts_mails check (reminder_at is null or on_sale_at is not null)
);
comment on table private.event_alerts is
  'Requests for the alerts of an event, by a member or by the owner of an address. requested = the address waits for the link in a mail '
  'to be opened; active = gets the mails; ended = withdrew. Deleted 30 days after the event; unconfirmed ones after 30 days.';
comment on column private.event_alerts.email is
  'The address of people without an account; null for members, whose address is read when a mail is queued.';
comment on column private.event_alerts.on_sale_at is
  'When the mail about the sale was queued, or became needless because the person had a ticket or declined such mails. Set once, in the '
  'transaction that queues the mail; never cleared, so that no second one is sent.';
comment on column private.event_alerts.reminder_at is 'The same for the mail of the day before.';
create unique index event_alerts_member on private.event_alerts (event_id, user_id) where user_id is not null;
create unique index event_alerts_address on private.event_alerts (event_id, email) where user_id is null;
create index event_alerts_event on private.event_alerts (event_id, status);
create index event_alerts_user on private.event_alerts (user_id);
create index event_alerts_due on private.event_alerts (event_id) where status = 'active' and reminder_at is null;
create index event_alerts_requested on private.event_alerts (requested_at) where status = 'requested';
