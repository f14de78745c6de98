-- Limits against abuse. Each is one row of private.limits; everything that limits asks by its name.

create table private.limits (
  name text primary key check (name ~ '^[a-z_]{1,40}$'),
  what text not null check (char_length(what) between 3 and 100),
  counts text not null check (counts in ('requests', 'wrong answers', 'declined payments', 'held units')),
  subject text check (char_length(subject) between 3 and 60),
  most int check (most >= 1),
  window_seconds int check (window_seconds between 1 and 86400),
  network_slows_at int check (network_slows_at >= 100),
  network_closes_at int check (network_closes_at >= 100),
  network_window_seconds int check (network_window_seconds between 1 and 86400),
  check ((subject is null) = (most is null) and (most is null) = (window_seconds is null)),
  check (num_nonnulls(most, network_slows_at, network_closes_at) > 0),
  check ((network_window_seconds is not null) = (counts <> 'held units' and num_nonnulls(network_slows_at, network_closes_at) > 0)),
  check (network_closes_at > network_slows_at),
  -- A right answer never depends on what others of its network typed.
  check (counts <> 'wrong answers' or network_closes_at is null)
);
comment on table private.limits is
  'Limits against abuse, one row each. A subject (an account, a typed address, an order) closes after `most` in its window. A network is '
  'many people: counted only for visitors and guests, it slows from network_slows_at on, a second more for every 50, five at most, and '
  'closes at network_closes_at, where requests cost something. Wrong answers alone never close a network; a right one is taken off the '
  'counts. held units = at a time, without a window. docs/operations.md lists the rows.';

insert into private.limits
  (name, what, counts, subject, most, window_seconds, network_slows_at, network_closes_at, network_window_seconds)
values
  ('sign_in', 'Signing in with a password', 'wrong answers', 'username from one network', 5, 900, 200, null, 900),
  ('password_check', 'Giving the password again', 'wrong answers', 'account', 5, 900, null, null, null),
  ('second_step', 'The second step of signing in', 'wrong answers', 'account', 10, 900, null, null, null),
  ('passkey_challenge', 'Asking for a passkey', 'requests', 'account', 30, 900, null, null, null),
  ('factor_mail', 'Asking again for the link that confirms a second step', 'requests', 'account', 5, 3600, null, null, null),
  ('identity', 'Signing in with Google', 'requests', 'account', 30, 900, 200, 2000, 900),
  ('register', 'Registering', 'requests', 'typed email', 20, 3600, 300, 3000, 3600),
  ('guest', 'Continuing as a guest', 'requests', null, null, null, 600, 6000, 3600),
  ('password_reset', 'Asking for a new password', 'requests', 'typed email', 5, 3600, 300, 3000, 3600),
  ('email_change', 'Changing the email', 'requests', 'account', 5, 3600, null, null, null),
  ('email_change_to', 'Changing the email to one address', 'requests', 'typed email', 5, 3600, null, null, null),
  ('data_export', 'Downloading one''s data', 'requests', 'account', 10, 3600, null, null, null),
  ('avatar', 'Uploading a picture of oneself', 'requests', 'account', 20, 3600, null, null, null),
  ('photo', 'Uploading a picture as staff', 'requests', 'account', 60, 3600, null, null, null),
  ('post_report', 'Reporting a post or comment', 'requests', 'account', 20, 86400, null, null, null),
  ('promo_code', 'Typing a code for a discount or a hidden ticket', 'wrong answers', 'account', 10, 900, 200, null, 900),
  ('event_password', 'Typing the password of an event', 'wrong answers', 'account, each event', 5, 900, 200, null, 900),
  ('typed_email', 'Forms of a member that send mail to a typed address', 'requests', 'account', 30, 3600, null, null, null),
  ('newsletter', 'Joining the mailing list', 'requests', 'typed email', 3, 86400, 300, 3000, 3600),
  ('alert', 'Asking for an alert', 'requests', 'typed email', 5, 86400, 300, 3000, 3600),
  ('waitlist', 'Joining a waitlist', 'requests', 'typed email', 10, 86400, 300, 3000, 3600),
  ('follow', 'Alerts and follows of a member', 'requests', 'account', 60, 3600, null, null, null),
  ('people', 'Following, blocking and muting people', 'requests', 'account', 120, 3600, null, null, null),
  ('suggestion', 'Asking for people to mention', 'requests', 'account', 240, 600, null, null, null),
  ('post', 'Writing a post in the community', 'requests', 'account', 5, 3600, null, null, null),
  ('comment', 'Writing a comment', 'requests', 'account', 30, 3600, null, null, null),
  ('reaction', 'Reacting to a post', 'requests', 'account', 120, 3600, null, null, null),
  ('chat_message', 'Writing in the chat of a stream', 'requests', 'account', 20, 60, null, null, null),
  ('chat_listen', 'Open connections to a chat, at a time', 'held units', null, null, null, null, 1000, null),
  ('contact', 'Writing to us', 'requests', 'typed email', 5, 3600, 200, 2000, 3600),
  ('ticket_links', 'Asking for links to one''s tickets', 'requests', 'typed email', 5, 3600, 300, 3000, 3600),
  ('ticket_rename', 'Changing the name on a ticket', 'requests', 'ticket', 20, 3600, 600, 6000, 3600),
  ('ticket_reissue', 'Getting a new code', 'requests', 'ticket', 20, 3600, 600, 6000, 3600),
  ('scan_report', 'Reporting a scan of one''s ticket', 'requests', 'ticket', 20, 3600, 600, 6000, 3600),
  ('door_search', 'Searching for a ticket at the door', 'requests', 'account', 60, 600, null, null, null),
  ('door_view', 'Looking at a ticket found at the door', 'requests', 'account', 60, 600, null, null, null),
  ('ticket_transfer', 'Handing a ticket on, or taking it back', 'requests', 'ticket', 30, 3600, 600, 6000, 3600),
  ('ticket_return', 'Listing a ticket for return, or taking it back', 'requests', 'ticket', 30, 3600, 600, 6000, 3600),
  ('ticket_accept', 'Accepting or declining a ticket', 'requests', 'transfer', 20, 3600, 600, 6000, 3600),
  ('free_ticket', 'Claiming or declining a free ticket, or naming a plus-one', 'requests', 'link', 20, 3600, 600, 6000, 3600),
  ('ticket_pass', 'Adding a ticket to a phone''s wallet', 'requests', 'ticket', 30, 3600, 1000, 10000, 3600),
  ('paper', 'Downloading tickets or a receipt', 'requests', 'order', 60, 3600, 1000, 10000, 3600),
  ('own_refund', 'Asking for a refund', 'requests', 'order', 30, 3600, 600, 6000, 3600),
  ('own_goods', 'Canceling or redirecting merchandise', 'requests', 'order', 30, 3600, 600, 6000, 3600),
  ('own_return', 'Returning merchandise', 'requests', 'order', 15, 3600, 600, 6000, 3600),
  ('promoter_names', 'Adding names by a promoter''s link', 'requests', 'link', 60, 3600, 600, 6000, 3600),
  ('door_look', 'Looking a ticket up at the door before admitting it', 'requests', 'account', 1200, 600, null, null, null),
  ('cart', 'Changing the cart', 'requests', 'account', 60, 60, 600, 6000, 60),
  ('hold', 'Starting a new hold', 'requests', 'account', 6, 600, null, null, null),
  ('held_units', 'Tickets or items of an event held by guests, unpaid', 'held units', null, null, null, null, 500, null),
  ('payment', 'Opening a payment', 'requests', 'account', 10, 600, null, null, null),
  ('declined_payment', 'Trying a card again', 'declined payments', 'order or person', 5, 600, null, 100, 600),
  ('assistant_hour', 'Asking the assistant, in an hour', 'requests', 'account', 20, 3600, null, null, null),
  ('assistant_day', 'Asking the assistant, in a day', 'requests', 'account', 100, 86400, null, null, null),
  ('assistant_person', 'Writing to the team from the assistant', 'requests', 'account', 5, 3600, null, null, null),
  ('assistant_brand', 'Questions to the assistant of a day', 'requests', 'everybody together', 20000, 86400, null, null, null),
  ('playback', 'Beginning to watch a stream', 'requests', 'account or device', 60, 600, 1000, 10000, 600),
  ('view', 'Counting a page view or a click', 'requests', 'account', 60, 60, null, 600, 60),
  ('view_day', 'Counting page views and clicks of a day', 'requests', null, null, null, null, 20000, 86400);

create unlogged table private.rate_limits (
  key text primary key check (char_length(key) <= 200),
  taken int not null,
  window_ends_at timestamptz not null
);
comment on table private.rate_limits is
  'Counts of the limits in their current windows, by the limit''s name and a hash: `name:` for a subject, `name@` for a network. '
  'Unlogged, because losing the counts in a crash is acceptable.';
create index rate_limits_window_ends_at on private.rate_limits (window_ends_at);

alter table private.limits enable row level security;
alter table private.rate_limits enable row level security;

create function private.limit_of(p_name text)
returns private.limits
language plpgsql
stable
set search_path = ''
as $$
declare
  v_limit private.limits;
begin
  select * into strict v_limit from private.limits l where l.name = p_name;
  return v_limit;
end
$$;
comment on function private.limit_of(text) is 'Returns the limit with this name; fails for a name that no row has.';

create function private.count_attempt(p_key text, p_up_to int, p_window_seconds int)
returns private.rate_limits
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_row private.rate_limits;
begin
  insert into private.rate_limits as a (key, taken, window_ends_at)
  values (p_key, 1, clock_timestamp() + make_interval(secs => p_window_seconds))
  on conflict (key) do update set
    taken = case when a.window_ends_at <= clock_timestamp() then 1 else least(a.taken, p_up_to) + 1 end,
    window_ends_at = case when a.window_ends_at <= clock_timestamp()
      then clock_timestamp() + make_interval(secs => p_window_seconds) else a.window_ends_at end
  returning * into v_row;
  return v_row;
end
$$;
comment on function private.count_attempt(text, int, int) is
  'Counts one attempt under a key, up to p_up_to + 1, and returns its row. Atomic: parallel attempts cannot slip past a limit.';

create function public.consume_limit(p_name text, p_subject text, p_network text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_limit private.limits := private.limit_of(p_name);
  v_row private.rate_limits;
  v_is_allowed boolean := true;
  v_delay int := 0;
begin
  if p_subject is not null and v_limit.most is not null then
    v_row := private.count_attempt(p_name || ':' || p_subject, v_limit.most, v_limit.window_seconds);
    v_is_allowed := v_row.taken <= v_limit.most;
  end if;
  if v_is_allowed and p_network is not null and v_limit.network_window_seconds is not null then
    v_row := private.count_attempt(p_name || '@' || p_network, coalesce(v_limit.network_closes_at, 1000000),
      v_limit.network_window_seconds);
    v_is_allowed := v_row.taken <= coalesce(v_limit.network_closes_at, v_row.taken);
    if v_row.taken > v_limit.network_slows_at then
      v_delay := least(5, 1 + (v_row.taken - v_limit.network_slows_at) / 50);
    end if;
  end if;
  return jsonb_build_object(
    'allowed', v_is_allowed,
    'retry_after_seconds', case when v_is_allowed then 0
      else greatest(1, ceil(extract(epoch from v_row.window_ends_at - clock_timestamp())))::int end,
    'delay_seconds', case when v_is_allowed then v_delay else 0 end);
end
$$;
comment on function public.consume_limit(text, text, text) is
  'Counts one attempt against a limit: under its subject, and, while that is open, under its network; each may be null, which is not '
  'counted. Returns {allowed, retry_after_seconds, delay_seconds}: how long to wait before trying again, or before doing what was asked. '
  'A signed-in member has no network.';

create function public.refund_limit(p_name text, p_subject text, p_network text)
returns void
language sql
volatile
set search_path = ''
as $$
  update private.rate_limits set taken = greatest(0, taken - 1) where key in (p_name || ':' || p_subject, p_name || '@' || p_network)
$$;
comment on function public.refund_limit(text, text, text) is
  'Takes one attempt off the counts of a subject and of a network: a right answer does not count among the wrong ones.';

create function public.reset_limit(p_name text, p_subject text)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from private.rate_limits
  where key = p_name || ':' || p_subject or window_ends_at < clock_timestamp() - interval '1 hour'
$$;
comment on function public.reset_limit(text, text) is 'Deletes the count of a subject, and all windows that ended an hour ago.';

create function public.read_limit(p_name text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('most', l.most, 'windowSeconds', l.window_seconds, 'networkClosesAt', l.network_closes_at,
    'networkWindowSeconds', l.network_window_seconds)
  from private.limit_of(p_name) l
$$;
comment on function public.read_limit(text) is
  'Returns the figures of a limit that a process counts by itself, because asking the database would cost more than what is limited: '
  '{most, windowSeconds, networkClosesAt, networkWindowSeconds}.';

grant select on private.limits to service_role;
grant select, insert, update, delete on private.rate_limits to service_role;
grant execute on function private.limit_of(text), private.count_attempt(text, int, int) to service_role;
grant execute on function public.consume_limit(text, text, text), public.refund_limit(text, text, text), public.reset_limit(text, text),
  public.read_limit(text) to service_role;
