-- Hands a ticket to another person. The holder offers it, the recipient accepts, and only then does anything move: holder, name and code
-- change in one transaction. No money moves; the buyer stays the one who is refunded.

create table private.ticket_transfers (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets (id),
  status text not null default 'offered' check (status in ('offered', 'accepted', 'declined', 'cancelled', 'expired')),
  from_id uuid references auth.users (id) on delete set null,
  from_person uuid not null,
  from_name text not null check (length(from_name) between 1 and 100),
  from_email text not null check (length(from_email) between 3 and 254),
  to_id uuid references auth.users (id) on delete set null,
  to_email text check (length(to_email) between 3 and 254 and to_email !~ '[[:cntrl:]]'),
  to_name text check (length(to_name) between 1 and 100),
  by_staff boolean not null default false,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint ticket_transfers_closed check ((status = 'offered') = (closed_at is null)),
  constraint ticket_transfers_accepted check (status <> 'accepted' or (to_name is not null and to_email is not null))
);
comment on table private.ticket_transfers is
  'Offers of tickets to other people, and what became of each. from_* = the holder who offered it; from_person = their account, or the '
  'ticket where they have none: the limit per day counts by it. to_id = the account it is meant for or that took it; to_email = the '
  'mailbox it was offered to, null for an offer by link until somebody takes it. Names and addresses are erased with their account.';
create unique index ticket_transfers_open on private.ticket_transfers (ticket_id) where status = 'offered';
create index ticket_transfers_ticket on private.ticket_transfers (ticket_id, created_at);
create index ticket_transfers_from_id on private.ticket_transfers (from_id);
create index ticket_transfers_from_person on private.ticket_transfers (from_person, created_at);
create index ticket_transfers_to_id on private.ticket_transfers (to_id);
create index ticket_transfers_to_email on private.ticket_transfers (private.email_key(to_email)) where status = 'offered';
create index ticket_transfers_due on private.ticket_transfers (expires_at) where status = 'offered';
alter table private.ticket_transfers enable row level security;
alter table private.ticket_transfers force row level security;

create function private.was_admitted(p_ticket public.tickets) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_ticket.admission = 'inside' or exists (
    select 1 from public.entries n left join public.scans c on c.id = n.closed_by_scan
    where n.ticket_id = p_ticket.id and c.result is distinct from 'undone');
end
$$;
comment on function private.was_admitted(public.tickets) is
  'Returns whether a ticket ever let somebody in; an admission that the door reverted does not count.';

create function private.sharing_stop(p_ticket public.tickets, p_event public.events) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when not private.ticket_is_valid(p_ticket.status) then 'void'
      when not private.order_is_sold(o.status) then 'unpaid'
      when private.was_admitted(p_ticket) then 'used'
      when p_ticket.blocked_at is not null then 'blocked'
      when private.is_refund_open(p_ticket) then 'refund_open'
      when p_ticket.is_personal then 'personal'
      when n.is_bundle then 'in_package'
      when private.open_supplement(p_ticket.id) is not null then 'supplement_open'
      when p_event.status not in ('published', 'postponed') or p_event.ends_at <= now()
        or (p_event.status = 'published' and p_event.doors_at <= now()) then 'too_late'
    end
    from public.orders o
    join public.order_lines l on l.id = p_ticket.order_line_id join public.line_kinds n on n.kind = l.kind
    where o.id = p_ticket.order_id);
end
$$;
comment on function private.sharing_stop(public.tickets, public.events) is
  'Returns why a ticket can neither be handed on nor returned now, whoever has it: void, unpaid, used, blocked (a dispute), refund_open, '
  'personal (stays with its person), in_package, supplement_open (its buyer is asked to pay for another type), too_late (after doors; a '
  'postponed event has none); null where it can.';

create function private.custody_stop(p_custody text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case p_custody when 'offered' then 'in_transfer' when 'listed' then 'listed' end;
end
$$;
comment on function private.custody_stop(text) is
  'Returns why a ticket that is on offer or listed can neither be handed on nor returned: in_transfer or listed; null where its holder '
  'has it.';

create function private.transfer_stop(p_ticket public.tickets, p_event public.events) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(private.sharing_stop(p_ticket, p_event), case
    when p_event.ticket_sharing <> 'transfers' then 'off'
    when p_ticket.transfers >= (select s.max_transfers from public.settings s) then 'used_up' end);
end
$$;
comment on function private.transfer_stop(public.tickets, public.events) is
  'Returns why a ticket cannot be handed on now, as private.sharing_stop says, or off (the event does not allow it), used_up (handed on as '
  'often as a ticket may be); null where it can. Says nothing about an offer that is open.';

create function private.lock_shared_ticket(p_ticket uuid) returns public.tickets
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.tickets;
begin
  -- The order first, as refunds have it: no refund begins of a ticket that is handed on, nor the other way round.
  perform private.lock_orders(array(select k.order_id from public.tickets k where k.id = p_ticket));
  select * into v_ticket from public.tickets where id = p_ticket for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_ticket;
end
$$;
comment on function private.lock_shared_ticket(uuid) is 'Locks a ticket after its order, and returns it; refuses not_found.';

create function private.check_holder(p_user uuid, p_token_hash text, p_ticket uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_ticket is null or not coalesce(case
    when p_token_hash is not null then p_ticket = any (private.tickets_of_link(p_token_hash))
    else private.person_role(p_user) is not null
      and exists (select 1 from public.tickets k where k.id = p_ticket and k.owner_id = p_user) end, false) then
    perform private.refuse(404, 'not_found');
  end if;
end
$$;
comment on function private.check_holder(uuid, text, uuid) is
  'Refuses not_found unless a person, or whoever has a valid secret link (p_token_hash, then no person counts), has the ticket.';

create function private.holder_mailboxes(p_ticket public.tickets) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select private.email_key(coalesce(p_ticket.holder_email, o.email)) from public.orders o where o.id = p_ticket.order_id
    union
    select private.email_key(private.own_email(p_ticket.owner_id)) where p_ticket.owner_id is not null
    union
    select m from unnest(private.proven_mailboxes(p_ticket.owner_id)) m);
end
$$;
comment on function private.holder_mailboxes(public.tickets) is
  'Returns the keys of all mailboxes by which the holder of a ticket is known, to tell that somebody offers it to themselves.';

create function private.queue_transfer_mail(p_kind text, p_transfer uuid, p_to text) returns void
language sql volatile set search_path = ''
as $$
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  select p_kind, concat_ws(':', p_kind, p_transfer), p_to, 'transfer', p_transfer where p_to is not null
  on conflict (dedupe_key) do nothing
$$;
comment on function private.queue_transfer_mail(text, uuid, text) is
  'Queues a mail about a transfer, once for each kind; none without an address.';

create function private.note_transfer(p_transfer private.ticket_transfers, p_from text, p_to text, p_reason text default null) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.log_state('transfer', p_transfer.id, p_from, p_to, p_reason);
  -- Without names and addresses: nothing is ever erased from the audit log.
  perform private.audit('ticket.transfer_' || p_to, 'order', k.order_id::text, jsonb_strip_nulls(jsonb_build_object(
    'ticket_id', k.id, 'transfer_id', p_transfer.id, 'from', p_from, 'to', p_to,
    'by', case when p_transfer.by_staff then 'staff' else 'holder' end,
    'reason', p_reason)))
  from public.tickets k where k.id = p_transfer.ticket_id;
end
$$;
comment on function private.note_transfer(private.ticket_transfers, text, text, text) is
  'Writes a step of a transfer into its log and into the timeline of the ticket''s order.';

create function private.close_transfer(p_transfer private.ticket_transfers, p_to text, p_reason text default null) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update private.ticket_transfers set status = p_to, closed_at = now() where id = p_transfer.id;
  update public.tickets set custody = 'held' where id = p_transfer.ticket_id and custody = 'offered';
  perform private.end_links('ticket_transfer', p_transfer.id);
  perform private.note_transfer(p_transfer, p_transfer.status, p_to, p_reason);
  if p_to in ('declined', 'expired') then
    perform private.queue_transfer_mail('transfer_ended', p_transfer.id, p_transfer.from_email);
  elsif p_to = 'cancelled' then
    perform private.queue_transfer_mail('transfer_canceled', p_transfer.id, p_transfer.to_email);
  end if;
end
$$;
comment on function private.close_transfer(private.ticket_transfers, text, text) is
  'Ends an open offer (declined, cancelled, expired): the ticket is its holder''s again, whose code never changed, and its link no longer '
  'works. Tells the other side. Ticket and transfer must be locked.';

create function private.transfer_recipient(p_ticket public.tickets, p_to text, out to_id uuid, out to_email text)
language plpgsql stable set search_path = ''
as $$
declare
  v_to text := btrim(coalesce(p_to, ''));
begin
  if v_to ~ '.@' then
    if length(v_to) > 254 or v_to !~ '^[^@[:space:][:cntrl:]]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$' then
      perform private.refuse(422, 'transfer_to_invalid');
    end if;
    to_email := v_to;
  elsif v_to <> '' then
    select p.id, private.own_email(p.id) into to_id, to_email
    from public.profiles p where p.username = lower(ltrim(v_to, '@')) and p.deactivated_at is null;
    if to_email is null then
      perform private.refuse(422, 'transfer_to_unknown');
    end if;
  end if;
  if to_id = p_ticket.owner_id or private.email_key(to_email) = any (private.holder_mailboxes(p_ticket)) then
    perform private.refuse(422, 'transfer_to_self');
  end if;
end
$$;
comment on function private.transfer_recipient(public.tickets, text) is
  'Finds out to whom a ticket is offered: an address, a username with or without @, or for nothing typed whoever gets the link (both '
  'null). Refuses transfer_to_invalid, transfer_to_unknown, transfer_to_self.';

create function private.start_transfer(p_ticket uuid, p_to text, p_by_staff boolean, p_reason text default null) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_event public.events;
  v_open private.ticket_transfers;
  v_transfer private.ticket_transfers;
  v_to record;
  v_stop text;
begin
  select * into v_ticket from public.tickets where id = p_ticket;
  perform private.lock_person(coalesce(v_ticket.owner_id, v_ticket.id));
  v_ticket := private.lock_shared_ticket(p_ticket);
  select * into strict v_event from public.events where id = v_ticket.event_id;
  select * into v_open from private.ticket_transfers where ticket_id = p_ticket and status = 'offered' for no key update;
  if v_open.expires_at <= now() then
    perform private.close_transfer(v_open, 'expired');
    v_ticket.custody := 'held';
  end if;
  v_stop := coalesce(private.custody_stop(v_ticket.custody),
    private.transfer_stop(v_ticket, v_event));
  if v_stop is not null then
    perform private.refuse(409, 'not_transferable', jsonb_build_object('reason', v_stop));
  end if;
  v_to := private.transfer_recipient(v_ticket, p_to);
  if not p_by_staff and (
    select count(*) >= 10 from private.ticket_transfers t
    where t.from_person = coalesce(v_ticket.owner_id, v_ticket.id) and not t.by_staff and t.created_at > now() - interval '1 day') then
    perform private.refuse(429, 'transfers_of_day');
  end if;
  insert into private.ticket_transfers (ticket_id, from_id, from_person, from_name, from_email, to_id, to_email, by_staff, expires_at)
  select p_ticket, v_ticket.owner_id, coalesce(v_ticket.owner_id, v_ticket.id),
    case when v_ticket.holder_email is null then o.name else v_ticket.holder_name end, coalesce(v_ticket.holder_email, o.email),
    v_to.to_id, v_to.to_email, p_by_staff,
    least(now() + interval '48 hours', case when v_event.status = 'published' then v_event.doors_at end)
  from public.orders o where o.id = v_ticket.order_id
  returning * into v_transfer;
  update public.tickets set custody = 'offered' where id = p_ticket;
  perform private.note_transfer(v_transfer, null, 'offered', p_reason);
  perform private.queue_transfer_mail('transfer_offered', v_transfer.id, v_transfer.to_email);
  return jsonb_build_object('transferId', v_transfer.id, 'expiresAt', v_transfer.expires_at, 'needsLink', v_transfer.to_email is null);
end
$$;
comment on function private.start_transfer(uuid, text, boolean, text) is
  'Offers a ticket to the person that p_to names (null or empty: to whoever gets the link): {transferId, expiresAt, needsLink}. Its code '
  'is hidden until the offer ends. The caller has checked who may. At most 10 offers a day and person, those of staff aside. Refuses '
  'not_found, not_transferable (with the reason), transfer_to_invalid, transfer_to_unknown, transfer_to_self, transfers_of_day.';

create function public.offer_transfer(p_user uuid, p_token_hash text, p_ticket uuid, p_to text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_holder(p_user, p_token_hash, p_ticket);
  return private.start_transfer(p_ticket, p_to, false);
end
$$;
comment on function public.offer_transfer(uuid, text, uuid, text) is
  'Offers a ticket for its holder, a person or whoever has its secret link, as private.start_transfer says. For the server, after its '
  'limits.';

create function public.offer_transfer_by_staff(p_ticket uuid, p_to text, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_orders');
  if length(btrim(coalesce(p_reason, ''))) not between 3 and 500 or not private.is_readable(p_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  if btrim(coalesce(p_to, '')) = '' then
    perform private.refuse(422, 'transfer_to_invalid');
  end if;
  return private.start_transfer(p_ticket, p_to, true, btrim(p_reason));
end
$$;
comment on function public.offer_transfer_by_staff(uuid, text, text) is
  'Offers a ticket in its holder''s place to an address or a username, as private.start_transfer says, with a reason in the log; the '
  'recipient accepts. Admins only: refuses not_allowed, reason_required and what private.start_transfer refuses.';

create function private.lock_open_transfer(p_transfer uuid) returns private.ticket_transfers
language plpgsql volatile set search_path = ''
as $$
declare
  v_transfer private.ticket_transfers;
begin
  perform private.lock_shared_ticket((select t.ticket_id from private.ticket_transfers t where t.id = p_transfer));
  select * into v_transfer from private.ticket_transfers where id = p_transfer for no key update;
  if v_transfer.status <> 'offered' or v_transfer.expires_at <= now() then
    perform private.refuse(409, 'transfer_over', jsonb_build_object('state',
      case v_transfer.status when 'offered' then 'expired' else v_transfer.status end));
  end if;
  return v_transfer;
end
$$;
comment on function private.lock_open_transfer(uuid) is
  'Locks an open offer with its ticket, order before ticket before transfer, and returns it; refuses not_found, and transfer_over with how '
  'it ended.';

create function private.open_transfer_of(p_ticket uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_id uuid;
begin
  select t.id into v_id from private.ticket_transfers t where t.ticket_id = p_ticket and t.status = 'offered';
  if not found then
    perform private.refuse(409, 'transfer_over', (
      select jsonb_build_object('state', t.status) from private.ticket_transfers t
      where t.ticket_id = p_ticket order by t.created_at desc limit 1));
  end if;
  return v_id;
end
$$;
comment on function private.open_transfer_of(uuid) is
  'Returns the open offer of a ticket; refuses transfer_over with how the last one ended.';

create function public.cancel_transfer(p_user uuid, p_token_hash text, p_ticket uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_holder(p_user, p_token_hash, p_ticket);
  perform private.close_transfer(private.lock_open_transfer(private.open_transfer_of(p_ticket)), 'cancelled');
end
$$;
comment on function public.cancel_transfer(uuid, text, uuid) is
  'Takes the open offer of a ticket back for its holder, a person or whoever has its secret link. For the server. Refuses not_found, '
  'transfer_over.';

create function public.cancel_transfer_by_staff(p_ticket uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_orders');
  if length(btrim(coalesce(p_reason, ''))) not between 3 and 500 or not private.is_readable(p_reason, true) then
    perform private.refuse(422, 'reason_required');
  end if;
  perform private.close_transfer(private.lock_open_transfer(private.open_transfer_of(p_ticket)), 'cancelled', btrim(p_reason));
end
$$;
comment on function public.cancel_transfer_by_staff(uuid, text) is
  'Takes the open offer of a ticket back in its holder''s place, with a reason in the log. Admins only: refuses not_allowed, '
  'reason_required, not_found, transfer_over.';

create function private.transfer_for(p_user uuid, p_token_hash text, p_transfer uuid) returns private.ticket_transfers
language plpgsql stable set search_path = ''
as $$
declare
  v_transfer private.ticket_transfers;
begin
  if p_token_hash is not null then
    select t.* into v_transfer
    from private.one_time_links l join private.ticket_transfers t on t.id = l.subject_id
    where l.token_hash = p_token_hash and l.purpose = 'ticket_transfer';
  else
    select t.* into v_transfer from private.ticket_transfers t
    where t.id = p_transfer and private.role_may(private.person_role(p_user), 'own_account')
      and (t.to_id = p_user or (t.to_id is null and private.email_key(t.to_email) = any (private.proven_mailboxes(p_user))));
  end if;
  if v_transfer.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  if v_transfer.to_id is distinct from p_user and v_transfer.to_id is not null then
    perform private.refuse(403, 'transfer_other_account');
  end if;
  return v_transfer;
end
$$;
comment on function private.transfer_for(uuid, text, uuid) is
  'Returns the offer that a secret link is for, or that a member was made by account or proven address. Refuses not_found, and '
  'transfer_other_account for an offer to an account that is not p_user.';

create function public.decline_transfer(p_user uuid, p_token_hash text, p_transfer uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.close_transfer(private.lock_open_transfer((private.transfer_for(p_user, p_token_hash, p_transfer)).id), 'declined');
end
$$;
comment on function public.decline_transfer(uuid, text, uuid) is
  'Declines an offer, as private.transfer_for finds it. For the server. Refuses not_found, transfer_other_account, transfer_over.';

create function private.check_recipient(p_ticket public.tickets, p_event public.events, p_user uuid, p_email text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_stop text := private.transfer_stop(p_ticket, p_event);
begin
  if v_stop is not null then
    perform private.refuse(409, 'not_transferable', jsonb_build_object('reason', v_stop));
  end if;
  if p_user = p_ticket.owner_id or private.email_key(p_email) = any (private.holder_mailboxes(p_ticket)) then
    perform private.refuse(422, 'transfer_to_self');
  end if;
  perform private.check_not_blocked(p_user, private.proven_mailboxes(p_user) || private.email_key(p_email), null);
  -- One that comes back to its buyer counts for them already.
  if p_user is distinct from (select o.owner_id from public.orders o where o.id = p_ticket.order_id) then
    perform private.check_person_limit(p_event, p_user, private.proven_mailboxes(p_user) || private.email_key(p_email), null, 1);
  end if;
end
$$;
comment on function private.check_recipient(public.tickets, public.events, uuid, text) is
  'Refuses a person who cannot take a ticket that was offered: not_transferable (what stands against it since), transfer_to_self, '
  'purchase_refused, person_limit.';

create function private.hand_over(p_transfer private.ticket_transfers, p_ticket public.tickets, p_user uuid, p_email text, p_name text)
returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_is_buyer boolean := coalesce(p_user = (select o.owner_id from public.orders o where o.id = p_ticket.order_id), false);
begin
  update public.tickets set owner_id = p_user, holder_name = p_name, holder_email = case when not v_is_buyer then p_email end,
    transfers = transfers + 1, handed_on_at = now(), custody = 'held'
  where id = p_ticket.id;
  perform private.reissue_ticket(p_ticket.id, 'Handed on');
  -- Links by which an earlier holder opened it.
  perform private.end_links('received_ticket', p_ticket.id);
  perform private.end_links('ticket_transfer', p_transfer.id);
  update private.ticket_transfers set status = 'accepted', closed_at = now(), to_id = p_user, to_email = p_email, to_name = p_name
  where id = p_transfer.id;
  perform private.note_transfer(p_transfer, p_transfer.status, 'accepted');
  perform private.queue_transfer_mail('transfer_accepted', p_transfer.id, p_transfer.from_email);
  perform private.queue_transfer_mail('ticket_received', p_transfer.id, p_email);
end
$$;
comment on function private.hand_over(private.ticket_transfers, public.tickets, uuid, text, text) is
  'Gives an offered ticket to its new holder: name, mailbox, account (null for none) and a new code, so that the old one, in whichever '
  'screenshot, wallet or link, admits nobody. Back with its buyer it is theirs as before. Ticket and transfer must be locked.';

create function public.accept_transfer(
  p_user uuid, p_token_hash text, p_transfer uuid, p_name text, p_email text, p_is_of_age boolean
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_transfer private.ticket_transfers := private.transfer_for(p_user, p_token_hash, p_transfer);
  v_user uuid := case when private.role_may(private.person_role(p_user), 'own_account') then p_user end;
  v_name text := btrim(regexp_replace(coalesce(p_name, ''), '\s+', ' ', 'g'));
  v_email text := btrim(coalesce(v_transfer.to_email, private.own_email(v_user), p_email, ''));
  v_ticket public.tickets;
  v_event public.events;
begin
  if length(v_name) not between 1 and 100 or not private.is_readable(v_name) then
    perform private.refuse(422, 'name_invalid');
  end if;
  if length(v_email) > 254
    or v_email !~ '^[^@[:space:][:cntrl:]]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$' then
    perform private.refuse(422, 'email_invalid');
  end if;
  select e.* into strict v_event from public.tickets k join public.events e on e.id = k.event_id where k.id = v_transfer.ticket_id;
  if v_event.min_age > 0 and p_is_of_age is not true then
    perform private.refuse(422, 'age_required', jsonb_build_object('age', v_event.min_age));
  end if;
  -- Serialises what one person takes or buys, so that the limit per person holds.
  if v_user is not null then
    perform private.lock_person(v_user);
  end if;
  perform private.lock_mailboxes(v_event.id, private.proven_mailboxes(v_user) || private.email_key(v_email));
  v_transfer := private.lock_open_transfer(v_transfer.id);
  select * into strict v_ticket from public.tickets where id = v_transfer.ticket_id;
  select * into strict v_event from public.events where id = v_ticket.event_id;
  perform private.check_recipient(v_ticket, v_event, v_user, v_email);
  perform private.hand_over(v_transfer, v_ticket, v_user, v_email, v_name);
  return jsonb_build_object('ticketId', v_ticket.id, 'eventId', v_event.id, 'isOwn', v_user is not null);
end
$$;
comment on function public.accept_transfer(uuid, text, uuid, text, text, boolean) is
  'Accepts an offer, found by its link or by the account it was made to: {ticketId, eventId, isOwn}. p_user null or a guest = somebody '
  'without an account, who gets the ticket by a link to the mailbox of the offer; for an offer by link p_email is that mailbox. '
  'p_is_of_age: confirmed the minimum age of the event. Of everybody who accepts, takes back or lets an offer expire at once one has it. '
  'For the server. Refuses not_found, transfer_other_account, transfer_over, name_invalid, email_invalid, age_required, not_transferable, '
  'transfer_to_self, person_limit, purchase_refused.';

create function public.end_transfers() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_due record;
  v_transfer private.ticket_transfers;
  v_ended int := 0;
begin
  for v_due in
    select t.id, t.ticket_id from private.ticket_transfers t join public.tickets k on k.id = t.ticket_id
    join public.events e on e.id = k.event_id
    where t.status = 'offered' and (t.expires_at <= now() or e.status not in ('published', 'postponed')
      or (e.status = 'published' and e.doors_at <= now()))
    order by t.ticket_id limit 200
    for no key update of k skip locked
  loop
    select * into v_transfer from private.ticket_transfers where id = v_due.id for no key update;
    if v_transfer.status = 'offered' then
      perform private.close_transfer(v_transfer, 'expired');
      v_ended := v_ended + 1;
    end if;
  end loop;
  return v_ended;
end
$$;
comment on function public.end_transfers() is
  'For a job: ends offers whose time is over, whose event opened its doors or was called off, and returns how many. Nothing depends on its '
  'being on time: an offer that is over cannot be accepted.';

create function private.end_sharing_of_void() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_transfer private.ticket_transfers;
begin
  for v_transfer in
    select t.* from new_rows n join old_rows o using (id) join private.ticket_transfers t on t.ticket_id = n.id and t.status = 'offered'
    where private.ticket_is_valid(o.status) and not private.ticket_is_valid(n.status) order by t.id
  loop
    perform private.close_transfer(v_transfer, 'cancelled', 'the ticket ended');
  end loop;
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  select 'received_ticket_ended', 'received_ticket_ended:' || n.id, n.holder_email, 'transfer', t.id
  from new_rows n join old_rows o using (id)
  cross join lateral (
    select x.id from private.ticket_transfers x where x.ticket_id = n.id and x.status = 'accepted' order by x.closed_at desc limit 1) t
  where private.ticket_is_valid(o.status) and not private.ticket_is_valid(n.status) and n.holder_email is not null
  on conflict (dedupe_key) do nothing;
  return null;
end
$$;
comment on function private.end_sharing_of_void() is
  'Trigger: ends the open offers of tickets that became void, and tells people that a ticket somebody handed them has ended.';
create trigger tickets_end_sharing after update on public.tickets
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.end_sharing_of_void();

revoke execute on function
  private.was_admitted(public.tickets), private.is_refund_open(public.tickets), private.sharing_stop(public.tickets, public.events),
  private.custody_stop(text), private.transfer_stop(public.tickets, public.events), private.lock_shared_ticket(uuid),
  private.check_holder(uuid, text, uuid),
  private.holder_mailboxes(public.tickets), private.queue_transfer_mail(text, uuid, text),
  private.note_transfer(private.ticket_transfers, text, text, text), private.close_transfer(private.ticket_transfers, text, text),
  private.transfer_recipient(public.tickets, text), private.start_transfer(uuid, text, boolean, text),
  public.offer_transfer(uuid, text, uuid, text), public.offer_transfer_by_staff(uuid, text, text),
  private.lock_open_transfer(uuid), private.open_transfer_of(uuid), public.cancel_transfer(uuid, text, uuid),
  public.cancel_transfer_by_staff(uuid, text), private.transfer_for(uuid, text, uuid), public.decline_transfer(uuid, text, uuid),
  private.check_recipient(public.tickets, public.events, uuid, text),
  private.hand_over(private.ticket_transfers, public.tickets, uuid, text, text),
  public.accept_transfer(uuid, text, uuid, text, text, boolean), public.end_transfers(), private.end_sharing_of_void()
from public, anon, authenticated, service_role;
grant execute on function
  public.offer_transfer(uuid, text, uuid, text), public.cancel_transfer(uuid, text, uuid), public.decline_transfer(uuid, text, uuid),
  public.accept_transfer(uuid, text, uuid, text, text, boolean), public.end_transfers()
to service_role;
grant execute on function public.offer_transfer_by_staff(uuid, text, text), public.cancel_transfer_by_staff(uuid, text) to authenticated;
