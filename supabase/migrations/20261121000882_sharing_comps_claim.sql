-- Claims, declines, revokes and expires free tickets; what the door does to them; the jobs around their deadline and after the event.

create function private.free_comp_holds(p_holds uuid[], p_reason text) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_holds uuid[];
begin
  select coalesce(array_agg(h.id), '{}') into v_holds
  from (
    select id from public.holds where id = any (p_holds) and status in ('active', 'pinned') order by id for no key update
  ) h;
  perform private.lock_stock_rows('{}', v_holds);
  perform private.change_hold_stock(array(select l.id from public.hold_lines l where l.hold_id = any (v_holds)), -1, 0);
  perform private.move_hold(id, 'released', p_reason) from unnest(v_holds) id;
  return cardinality(v_holds);
end
$$;
comment on function private.free_comp_holds(uuid[], text) is
  'Gives places back to their pools that nobody claimed; those that were claimed, or have ended, stay as they are. Returns how many.';

create function private.comp_link(p_token_hash text) returns private.comp_places
language plpgsql stable set search_path = ''
as $$
declare
  v_place private.comp_places;
begin
  select p.* into v_place from private.one_time_links l join private.comp_places p on p.id = l.subject_id
  where l.token_hash = p_token_hash and l.purpose = 'free_ticket';
  if not found then
    perform private.refuse(404, 'comp_unknown');
  end if;
  return v_place;
end
$$;
comment on function private.comp_link(text) is
  'Returns the place that a link of free tickets is about, also after it ended: its page says why. Refuses comp_unknown.';

create function private.comp_problem(p_place private.comp_places) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when e.status = 'cancelled' then 'comp_event_cancelled'
      when p_place.order_id is not null and not exists (
        select 1 from public.tickets k where k.order_id = p_place.order_id and private.ticket_is_valid(k.status)) then 'comp_revoked'
      when p_place.order_id is not null then 'comp_claimed'
      when h.status in ('active', 'pinned') and h.expires_at > now() and private.comp_can_be_claimed(i.status)
        and e.status = 'published' then null
      when i.ended_at is not null and i.deadline_at > i.ended_at then case
        when exists (select 1 from private.state_log s where s.entity = 'comp' and s.entity_id = i.id and s.reason = 'declined')
        then 'comp_declined' else 'comp_revoked' end
      when h.status = 'released' and h.expires_at > now() and e.status = 'published' then 'comp_declined'
      else 'comp_expired' end
    from private.comp_invitations i join public.events e on e.id = i.event_id, public.holds h
    where i.id = p_place.invitation_id and h.id = p_place.hold_id);
end
$$;
comment on function private.comp_problem(private.comp_places) is
  'Returns why a place cannot be claimed: comp_event_cancelled, comp_claimed, comp_revoked, comp_declined or comp_expired; null where it '
  'can.';

create function private.refuse_comp(p_problem text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  case p_problem
    when 'comp_event_cancelled' then perform private.refuse(409, 'comp_event_cancelled');
    when 'comp_claimed' then perform private.refuse(409, 'comp_claimed');
    when 'comp_revoked' then perform private.refuse(409, 'comp_revoked');
    when 'comp_declined' then perform private.refuse(409, 'comp_declined');
    when 'comp_expired' then perform private.refuse(409, 'comp_expired');
    else null;
  end case;
end
$$;
comment on function private.refuse_comp(text) is 'Refuses what private.comp_problem returned; does nothing for null.';

create function public.read_comp_claim(p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_place private.comp_places;
begin
  perform private.require_service();
  v_place := private.comp_link(p_token_hash);
  return (
    select jsonb_build_object('problem', private.comp_problem(v_place), 'number', v_place.number, 'name', v_place.name,
      'email', v_place.email, 'typeName', t.name, 'quantity', i.quantity, 'deadlineAt', i.deadline_at,
      'isTransferable', i.is_transferable, 'invitee', i.name,
      'event', jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'doorsAt', e.doors_at, 'timeZone', e.time_zone,
        'city', nullif(e.city, ''), 'minAge', e.min_age),
      'guests', case when v_place.number = 1 then (
        select coalesce(jsonb_agg(jsonb_build_object('number', g.number, 'name', g.name, 'email', g.email,
          'problem', private.comp_problem(g)) order by g.number), '[]')
        from private.comp_places g where g.invitation_id = i.id and g.number > 1) else '[]' end)
    from private.comp_invitations i
    join public.events e on e.id = i.event_id
    join public.ticket_types t on t.id = i.ticket_type_id
    where i.id = v_place.invitation_id);
end
$$;
comment on function public.read_comp_claim(text) is
  'Returns what the page of a claim link shows: {problem, number, name, email, typeName, quantity, deadlineAt, isTransferable, invitee, '
  'event, guests}. guests = the plus-ones, for the invitee alone. Does not use the link up. For the server alone. Refuses comp_unknown.';

create function private.claimable_place(p_token_hash text) returns private.comp_places
language plpgsql volatile set search_path = ''
as $$
declare
  v_place private.comp_places := private.comp_link(p_token_hash);
begin
  perform private.lock_comp(v_place.invitation_id);
  -- from here on neither the deadline nor the sweep takes the place away
  perform 1 from public.holds h where h.id = v_place.hold_id for no key update;
  select * into strict v_place from private.comp_places where id = v_place.id;
  perform private.refuse_comp(private.comp_problem(v_place));
  return v_place;
end
$$;
comment on function private.claimable_place(text) is
  'Locks the place of a link with its invitation and its hold, and returns it. Refuses comp_unknown and what private.comp_problem says.';

create function public.claim_comp(p_token_hash text, p_owner uuid, p_buyer jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_place private.comp_places;
  v_buyer record;
  v_hold public.holds;
  v_event public.events;
  v_order public.orders;
begin
  perform private.require_service();
  select * into v_buyer from private.read_buyer(p_buyer);
  if p_owner is not null then
    perform private.lock_person(p_owner);
  end if;
  v_place := private.claimable_place(p_token_hash);
  perform private.check_not_blocked(p_owner, private.proven_mailboxes(p_owner) || private.email_key(v_buyer.email), null);
  select * into strict v_hold from public.holds where id = v_place.hold_id;
  v_hold.owner_id := p_owner;
  select e.* into strict v_event from public.events e where e.id = v_hold.event_id;
  v_event.refund_hours := null; -- nothing is paid, so nothing is refunded
  v_order := private.new_order(v_hold, v_event, p_buyer);
  if private.settle_order(v_order.id, null) <> 'paid' then
    perform private.refuse(409, 'comp_expired');
  end if;
  update private.comp_places set name = v_buyer.name, email = lower(v_buyer.email), order_id = v_order.id, claimed_at = now()
  where id = v_place.id;
  if v_place.number > 1 then
    perform private.use_link('free_ticket', p_token_hash);
  end if;
  if (select private.comp_can_be_declined(i.status) from private.comp_invitations i where i.id = v_place.invitation_id) then
    perform private.move_comp(v_place.invitation_id, 'claimed', 'by its guest');
  end if;
  return jsonb_build_object('orderCode', v_order.code);
end
$$;
comment on function public.claim_comp(text, uuid, jsonb) is
  'Turns the place of a claim link into an order of 0 dollars with its ticket, once: {orderCode}. p_owner = the account of the guest, '
  'null without one; p_buyer as in private.read_buyer. The ticket is mailed. The invitee''s link stays open for plus-ones, that of a '
  'plus-one is used up. For the server alone. Refuses comp_unknown, comp_claimed, comp_expired, comp_declined, comp_revoked, '
  'comp_event_cancelled, terms_required, email_invalid, name_invalid, purchase_refused.';

create function public.decline_comp(p_token_hash text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_place private.comp_places;
begin
  perform private.require_service();
  v_place := private.claimable_place(p_token_hash);
  if v_place.number = 1 and (
    select private.comp_can_be_declined(i.status) from private.comp_invitations i where i.id = v_place.invitation_id) then
    perform private.free_comp_holds(array(select p.hold_id from private.comp_places p where p.invitation_id = v_place.invitation_id),
      'declined');
    perform private.move_comp(v_place.invitation_id, 'declined', 'declined');
  else
    perform private.free_comp_holds(array[v_place.hold_id], 'declined');
  end if;
end
$$;
comment on function public.decline_comp(text) is
  'Declines: the invitee the whole invitation while nobody has claimed a place of it, else and for a plus-one their own place. What is '
  'free goes back on sale at once. For the server alone. Refuses as claim_comp does.';

create function public.name_comp_guest(p_token_hash text, p_number int, p_name text, p_email text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_own private.comp_places;
  v_place private.comp_places;
  v_email text := nullif(lower(btrim(p_email)), '');
  v_name text := nullif(regexp_replace(btrim(p_name), '\s+', ' ', 'g'), '');
begin
  perform private.require_service();
  v_own := private.comp_link(p_token_hash);
  if v_own.number > 1 or p_number is null or p_number not between 2 and 10 then
    perform private.refuse(404, 'comp_unknown');
  elsif v_name is null or length(v_name) > 100 or v_name ~ '[[:cntrl:]]' then
    perform private.refuse(422, 'name_invalid');
  elsif length(v_email) > 254 or v_email !~ '^[^@[:space:][:cntrl:]<>",;]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$' then
    perform private.refuse(422, 'email_invalid');
  end if;
  perform private.lock_comp(v_own.invitation_id);
  select * into v_place from private.comp_places where invitation_id = v_own.invitation_id and number = p_number;
  if not found then
    perform private.refuse(404, 'comp_unknown');
  end if;
  perform private.refuse_comp(private.comp_problem(v_place));
  perform private.end_links('free_ticket', v_place.id);
  update private.comp_places set name = v_name, email = v_email where id = v_place.id;
  perform private.queue_comp_mail('free_ticket_guest', v_place.id, to_char(now() at time zone 'utc', 'YYYYMMDDHH24MI'));
  return v_place.id;
end
$$;
comment on function public.name_comp_guest(text, int, text, text) is
  'Names a plus-one of the invitee whose link this is, and mails them their own link; without an address the server makes the link for '
  'the invitee to copy. Earlier links of the place end. Returns the id of the place. For the server alone. Refuses comp_unknown, '
  'name_invalid, email_invalid, and as claim_comp does.';

create function public.revoke_comp(p_id uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation private.comp_invitations;
  v_reason text := btrim(coalesce(p_reason, ''));
  v_orders uuid[];
  v_tickets uuid[];
begin
  perform private.require_permission('manage_free_tickets');
  if length(v_reason) not between 3 and 200 or v_reason ~ '[[:cntrl:]]' then
    perform private.refuse(422, 'reason_required');
  end if;
  v_invitation := private.lock_comp(p_id);
  if not private.comp_can_be_revoked(v_invitation.status) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_invitation.status));
  end if;
  v_orders := array(select p.order_id from private.comp_places p where p.invitation_id = p_id and p.order_id is not null);
  perform private.lock_orders(v_orders);
  perform 1 from public.holds h join private.comp_places p on p.hold_id = h.id
    where p.invitation_id = p_id and h.status in ('active', 'pinned') order by h.id for no key update of h;
  v_tickets := array(
    select k.id from public.tickets k where k.order_id = any (v_orders) and private.ticket_is_valid(k.status) order by k.id
      for no key update);
  if exists (select 1 from private.comp_places p where p.invitation_id = p_id and p.arrived_at is not null) then
    perform private.refuse(409, 'comp_arrived');
  end if;
  -- all pools at once, in id order: those of the tickets are those of the holds
  perform private.lock_stock_rows(
    array[row('comp', array[v_invitation.ticket_type_id], array[1])::private.line_choice], '{}');
  perform private.void_tickets(v_tickets, 'cancelled', false);
  perform private.end_refunded_order(o) from unnest(v_orders) o;
  perform private.free_comp_holds(array(select p.hold_id from private.comp_places p where p.invitation_id = p_id), 'revoked');
  perform private.move_comp(p_id, 'revoked', v_reason);
  if v_invitation.sent_at is not null then
    perform private.queue_comp_mail('free_tickets_revoked', p.id)
    from private.comp_places p where p.invitation_id = p_id and (p.number = 1 or p.order_id is not null);
  end if;
  perform private.audit_change('comp.revoked', 'comp', p_id::text, jsonb_build_object('state', v_invitation.status),
    '{"state": "revoked"}', jsonb_build_object('reason', v_reason));
end
$$;
comment on function public.revoke_comp(uuid, text) is
  'Takes an invitation back: its tickets are void, its places go back on sale, and its guests get a mail; one that was not sent just '
  'ends. Needs manage_free_tickets. Refuses not_found, invalid_state, reason_required, and comp_arrived once one of its guests was '
  'admitted.';

create function private.follow_comp_entry() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation uuid;
begin
  if tg_op = 'INSERT' then
    update private.comp_places set arrived_at = least(arrived_at, new.entered_at) where order_id = new.order_id
    returning invitation_id into v_invitation;
    if exists (select 1 from private.comp_invitations i join private.comp_moves m on m.from_state = i.status and m.to_state = 'redeemed'
      where i.id = v_invitation) then
      perform private.move_comp(v_invitation, 'redeemed', 'entry');
    end if;
  elsif exists (select 1 from public.scans s where s.id = new.closed_by_scan and s.reverses is not null) then
    update private.comp_places set arrived_at = null
    where order_id = new.order_id and not exists (
      select 1 from public.entries n where n.order_id = new.order_id and n.id <> new.id and n.closed_at is null);
  end if;
  return null;
end
$$;
comment on function private.follow_comp_entry() is
  'Trigger of entries: the first one of a free ticket notes that its guest has arrived, and redeems the invitation; one that is taken '
  'back takes the arrival back. The ticket is locked, the invitation comes after it.';
create trigger entries_follow_comp after insert on public.entries for each row execute function private.follow_comp_entry();
create trigger entries_follow_comp_undo after update of closed_at on public.entries for each row
  when (old.closed_at is null and new.closed_at is not null) execute function private.follow_comp_entry();

create function private.keep_given_tickets() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if new.is_personal then
    perform private.refuse(409, 'ticket_personal');
  elsif new.custody = 'listed' and exists (
    select 1 from public.order_lines l join public.line_kinds k on k.kind = l.kind and k.is_given where l.id = new.order_line_id) then
    perform private.refuse(409, 'ticket_given');
  end if;
  return new;
end
$$;
comment on function private.keep_given_tickets() is
  'Trigger of tickets: a personal ticket leaves its holder''s hands in no way, and one that was given is never listed for sale. Refuses '
  'ticket_personal and ticket_given.';
create trigger tickets_keep_given before update of custody on public.tickets for each row
  when (new.custody <> 'held' and old.custody = 'held') execute function private.keep_given_tickets();

create function private.expire_comps() returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid;
  v_expired int := 0;
begin
  for v_id in
    select i.id from private.comp_invitations i
    where private.comp_can_be_declined(i.status) and (i.deadline_at <= now() or not exists (
      select 1 from private.comp_places p join public.holds h on h.id = p.hold_id
      where p.invitation_id = i.id and h.status in ('active', 'pinned')))
    order by i.deadline_at, i.id limit 200
  loop
    -- somebody claims, declines or revokes it at this moment
    continue when not pg_try_advisory_xact_lock(hashtextextended('comp:' || v_id::text, 0));
    perform private.end_holds(array(select p.hold_id from private.comp_places p where p.invitation_id = v_id), '{}');
    if exists (select 1 from private.comp_invitations i where i.id = v_id and private.comp_can_be_declined(i.status)) then
      perform private.move_comp(v_id, 'expired', 'deadline');
      v_expired := v_expired + 1;
    end if;
  end loop;
  return v_expired;
end
$$;
comment on function private.expire_comps() is
  'Expires invitations of which nothing was claimed by the deadline; their places, and those left of others, go back on sale with every '
  'hold whose time is over. Returns how many.';

create function private.remind_comps() returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  with due as (
    update private.comp_invitations i set reminded_at = now()
    from public.events e
    where e.id = i.event_id and e.status = 'published' and e.doors_at - interval '72 hours' <= now()
      and i.sent_at <= e.doors_at - interval '72 hours' and i.deadline_at > now() and i.reminded_at is null
      and private.comp_can_be_claimed(i.status)
    returning i.id
  )
  select array_agg(d.id) into v_ids from due d;
  perform private.queue_comp_mail('free_tickets_reminder', p.id)
  from private.comp_places p where p.invitation_id = any (v_ids) and p.order_id is null and private.comp_problem(p) is null;
  return coalesce(cardinality(v_ids), 0);
end
$$;
comment on function private.remind_comps() is
  'Reminds guests who have not claimed their place 72 hours before doors, once; not those invited later than that. Returns how many '
  'invitations it was about.';

create function private.count_comp_results() returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_issuer record;
  v_counted int;
  v_before int;
begin
  insert into private.comp_results (event_id, issuer_id, claimed, arrived)
  select i.event_id, i.issuer_id, count(*), count(p.arrived_at)
  from private.comp_invitations i
  join public.events e on e.id = i.event_id and e.ends_at + interval '12 hours' <= now() and e.status in ('published', 'archived')
  join private.comp_places p on p.invitation_id = i.id and p.order_id is not null
  join public.tickets k on k.order_id = p.order_id and private.ticket_is_valid(k.status)
  where i.issuer_id is not null and not exists (
    select 1 from private.comp_results r where r.event_id = i.event_id and r.issuer_id = i.issuer_id)
  group by i.event_id, i.issuer_id
  on conflict do nothing;
  get diagnostics v_counted = row_count;
  for v_issuer in
    select r.issuer_id from private.comp_results r where r.is_no_show and not r.is_spent
    group by r.issuer_id having count(*) >= 2
  loop
    v_before := private.lock_comp_quota(v_issuer.issuer_id);
    update private.comp_quotas set places = places / 2, halved_from = places, halved_at = now()
    where issuer_id = v_issuer.issuer_id and places > 0;
    update private.comp_results set is_spent = true where issuer_id = v_issuer.issuer_id and is_no_show;
    perform private.audit_change('comp.quota_halved', 'account', v_issuer.issuer_id::text, jsonb_build_object('places', v_before),
      jsonb_build_object('places', v_before / 2));
  end loop;
  return v_counted;
end
$$;
comment on function private.count_comp_results() is
  'Counts, 12 hours after an event, who of the claimed free places of each issuer came. More than half away at two events halves the '
  'quota of the issuer, once for each two. Returns how many rows it counted.';

create function public.run_comp_jobs() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_service();
  if not pg_try_advisory_xact_lock(hashtextextended('comp_jobs', 0)) then
    return jsonb_build_object('busy', true);
  end if;
  return jsonb_build_object('expired', private.expire_comps(), 'reminded', private.remind_comps(),
    'counted', private.count_comp_results());
end
$$;
comment on function public.run_comp_jobs() is
  'For the worker: expires, reminds and counts free tickets: {expired, reminded, counted}. One at a time; calling it twice does no harm.';

create function private.mail_comp(p_place uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('name', p.name, 'invitee', i.name, 'isInvitee', p.number = 1, 'quantity', i.quantity, 'typeName', t.name,
      'deadlineAt', i.deadline_at, 'isOpen', private.comp_problem(p) is null,
      'isRevoked', private.comp_problem(p) is not distinct from 'comp_revoked',
      'event', jsonb_build_object('title', e.title, 'timeZone', e.time_zone, 'doorsAt', e.doors_at, 'startsAt', e.starts_at,
        'city', nullif(e.city, '')))
    from private.comp_places p
    join private.comp_invitations i on i.id = p.invitation_id
    join public.ticket_types t on t.id = i.ticket_type_id
    join public.events e on e.id = i.event_id
    where p.id = p_place);
end
$$;
comment on function private.mail_comp(uuid) is 'A place of an invitation for its mails.';

create function private.comp_link_ends_at(p_place uuid) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select i.deadline_at from private.comp_places p join private.comp_invitations i on i.id = p.invitation_id
    where p.id = p_place and private.comp_can_be_claimed(i.status));
end
$$;
comment on function private.comp_link_ends_at(uuid) is
  'Returns when the links of a place end: with the deadline of its invitation; null where that cannot be claimed any more.';

grant execute on function public.read_comp_claim(text), public.claim_comp(text, uuid, jsonb), public.decline_comp(text),
  public.name_comp_guest(text, int, text, text), public.run_comp_jobs() to service_role;
grant execute on function public.revoke_comp(uuid, text) to authenticated;
