-- Stores the secret links that are sent by mail: each has a purpose, a subject and an expiry time. Only the hash of a token is stored.
-- The functions of each purpose decide what opening a link does; they call the functions here.

create table private.link_purposes (
  purpose text primary key check (purpose ~ '^[a-z_]{3,40}$'),
  subject_kind text not null check (subject_kind in ('account', 'order', 'email_change', 'email_undo', 'subscription',
    'alert', 'invitation', 'promoter', 'waitlist', 'comp_place', 'transfer', 'ticket',
    'allocation')),
  lifetime interval not null check (lifetime > interval '0'),
  is_single boolean not null,
  unique (purpose, is_single)
);
comment on table private.link_purposes is
  'Purposes of one-time links; app/core/links.ts has the same list. lifetime counts from the instant that private.link_target returns. '
  'is_single: a new link replaces the one that its subject had.';
insert into private.link_purposes (purpose, subject_kind, lifetime, is_single) values
  -- Allows several at a time, so that a stranger who requests another link does not end the owner's.
  ('password_reset', 'account', '30 minutes', false),
  ('email_change', 'email_change', '1 hour', true),
  ('email_undo', 'email_undo', '7 days', true),
  ('factor_confirm', 'account', '1 day', true),
  -- Ends the link in the order confirmation a day after the event, and a link sent on request after a day.
  ('order_tickets', 'order', '1 day', true),
  ('order_lookup', 'order', '24 hours', true),
  -- Ends a day after the event. Allows several at a time: a reminder ends neither the link of the confirmation nor that of the other.
  ('order_reminder', 'order', '1 day', false),
  ('event_choice', 'order', '14 days', false),
  ('supplement', 'order', '14 days', false),
  -- Lives as long as goods can be returned, and some weeks more: every mail about goods has its own.
  ('order_goods', 'order', '60 days', false),
  -- Allows several at a time: every mail to the list has its own way out, and a stranger's second request ends no link.
  ('subscription_confirm', 'subscription', '7 days', false),
  ('subscription_end', 'subscription', '400 days', false),
  ('alert_confirm', 'alert', '7 days', false),
  ('alert_end', 'alert', '400 days', false),
  ('address_confirm', 'account', '7 days', false),
  ('follows_end', 'account', '400 days', false),
  ('digest_end', 'account', '400 days', false),
  ('reminders_end', 'account', '400 days', false),
  ('waitlist_confirm', 'waitlist', '7 days', false),
  -- Ends with the event. Allows several at a time: each mail about an entry has its own way to it.
  ('waitlist_entry', 'waitlist', '1 day', false),
  -- Ends with the deadline of the invitation. Allows several at a time: a reminder does not end the link of the first mail.
  ('free_ticket', 'comp_place', '30 days', false),
  -- Ends with the place: handing it to somebody else makes a new one.
  ('allocation_place', 'allocation', '1 minute', true),
  -- Allows one at a time: a mail that is sent again replaces the link of the earlier one.
  ('staff_invitation', 'invitation', '72 hours', true),
  -- Ends at the cutoff of the promoter's lists, without any when the event ends. Allows several: one that is copied, one that is mailed.
  ('promoter_list', 'promoter', '1 minute', false),
  -- Ends with the offer. The link that is sent last replaces the earlier one.
  ('ticket_transfer', 'transfer', '48 hours', true),
  -- Opens one ticket to the person it was handed to, until a day after the event or until it is handed on again.
  ('received_ticket', 'ticket', '1 day', false);

create table private.one_time_links (
  token_hash text primary key check (char_length(token_hash) = 43),
  purpose text not null,
  is_single boolean not null,
  subject_id uuid not null,
  user_id uuid references auth.users (id) on delete cascade,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (purpose, is_single) references private.link_purposes (purpose, is_single)
);
comment on table private.one_time_links is
  'Stores links by the hash of their token, which only the mail contains. A link is valid until expires_at or until it is used; links to '
  'an order''s tickets may be opened any number of times.';
comment on column private.one_time_links.subject_id is 'Id of what the link is about; its purpose says of which kind.';
comment on column private.one_time_links.user_id is
  'The account that the link acts on, whose links end with it; null for links that act on none.';
comment on column private.one_time_links.payload is
  'Data that the use of the link needs and no other table has, such as the mailbox it went to.';
create unique index one_time_links_single on private.one_time_links (purpose, subject_id) where is_single and used_at is null;
create index one_time_links_purpose on private.one_time_links (purpose, is_single);
create index one_time_links_subject on private.one_time_links (subject_id, purpose);
create index one_time_links_user_id on private.one_time_links (user_id);
create index one_time_links_expires_at on private.one_time_links (expires_at);

create function private.link_lifetime(p_purpose text) returns interval
language sql stable set search_path = ''
as $$
  select lifetime from private.link_purposes where purpose = p_purpose
$$;
comment on function private.link_lifetime(text) is 'Returns how long a link of this purpose is valid.';

create function private.valid_link(p_purposes text[], p_token_hash text) returns setof private.one_time_links
language sql stable set search_path = ''
as $$
  select l.* from private.one_time_links l
  where l.token_hash = p_token_hash and l.purpose = any (p_purposes) and l.used_at is null and l.expires_at > now()
$$;
comment on function private.valid_link(text[], text) is
  'Returns the link with this token if it is valid and for one of these purposes; no row otherwise. Does not use it up.';

create function private.use_link(p_purpose text, p_token_hash text, p_even_if_expired boolean default false)
returns private.one_time_links
language plpgsql volatile set search_path = ''
as $$
declare
  v_link private.one_time_links;
begin
  select l.* into v_link from private.one_time_links l where l.token_hash = p_token_hash and l.purpose = p_purpose;
  -- Locks all links of the account in one order: using one ends the others, and two transactions at once would deadlock.
  perform 1 from private.one_time_links l where l.user_id = v_link.user_id order by l.token_hash for update;
  update private.one_time_links l set used_at = now()
  where l.token_hash = p_token_hash and l.purpose = p_purpose and l.used_at is null and (p_even_if_expired or l.expires_at > now())
  returning l.* into v_link;
  return v_link;
end
$$;
comment on function private.use_link(text, text, boolean) is
  'Uses a link up and returns it; all columns are null when it has ended, was used or is for something else. Of parallel callers one gets '
  'it. p_even_if_expired is for the last step of a process that began while the link was valid.';

create function private.end_links(p_purpose text, p_subject uuid) returns void
language sql volatile set search_path = ''
as $$
  delete from private.one_time_links l where l.purpose = p_purpose and l.subject_id = p_subject and l.used_at is null
$$;
comment on function private.end_links(text, uuid) is 'Ends the unused links of a purpose to one subject.';

create function private.sweep_links() returns void
language sql volatile set search_path = ''
as $$
  delete from private.one_time_links l where l.expires_at < now() - interval '7 days'
$$;
comment on function private.sweep_links() is 'Deletes links that ended a week ago.';

-- Lets the server read what a link opens; it knows a link by its token only.
grant select on private.one_time_links to service_role;
grant execute on function private.valid_link(text[], text) to service_role;
