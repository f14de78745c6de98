-- Issues free tickets: by person or by a file, within the quota of the issuer and the cap of the event, above them with a second admin.

create function private.check_comp(
  p_event public.events, p_role text, p_code public.promo_codes, p_items uuid[], p_units int[]
) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  perform private.refuse(404, 'not_found');
  return null;
end
$$;
comment on function private.check_comp(public.events, text, public.promo_codes, uuid[], int[]) is
  'Refuses every choice of a free ticket: admins give them.';

create function private.stock_of_comp(p_types uuid[], p_units int[])
returns table (pool_id uuid, variant_id uuid, units int, name text)
language plpgsql stable set search_path = ''
as $$
begin
  return query select * from private.stock_of_ticket(p_types, p_units);
end
$$;
comment on function private.stock_of_comp(uuid[], int[]) is 'Returns the stock of free tickets: that of tickets of their type.';

create function private.tickets_of_comp(p_types uuid[], p_units int[]) returns table (ticket_type_id uuid, units int)
language plpgsql stable set search_path = ''
as $$
begin
  return query select * from unnest(p_types, p_units);
end
$$;
comment on function private.tickets_of_comp(uuid[], int[]) is 'Returns the tickets that free tickets become: one of its type per unit.';

create function private.price_comp(p_event public.events, p_items uuid[], p_units int[]) returns setof private.unit_price
language plpgsql stable set search_path = ''
as $$ begin end $$;
comment on function private.price_comp(public.events, uuid[], int[]) is
  'No price rows for free tickets: no cart has them, and private.set_comps_aside writes their lines.';

create function private.fulfil_comp(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, owner_id, holder_name, code, is_personal)
  select o.id, l.id, o.event_id, i.ticket_type_id, o.owner_id, o.name, private.new_ticket_code(), not i.is_transferable
  from public.orders o
  join public.order_lines l on l.order_id = o.id and l.comp_type_id is not null
  join private.comp_places p on p.hold_id = o.hold_id
  join private.comp_invitations i on i.id = p.invitation_id
  where o.id = p_order;
end
$$;
comment on function private.fulfil_comp(uuid) is 'Fulfils a free ticket: issues the ticket of its place, in the name of its guest.';

insert into public.line_kinds (kind, reference, catalogue, display_order, needs_event, is_chosen, is_discountable, admits, is_given)
values ('comp', 'comp_type_id', 'public.ticket_types', 1, true, false, false, true, true);
select private.add_line_kind('comp');

create function private.move_comp(p_invitation uuid, p_to text, p_reason text default null) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_from text;
begin
  select status into strict v_from from private.comp_invitations where id = p_invitation for no key update;
  if not exists (select 1 from private.comp_moves m where m.from_state = v_from and m.to_state = p_to) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_from));
  end if;
  update private.comp_invitations set status = p_to,
    sent_at = case when private.comp_can_be_declined(p_to) then now() else sent_at end,
    ended_at = case when not private.comp_can_be_claimed(p_to) and sent_at is not null then now() end
  where id = p_invitation;
  perform private.log_state('comp', p_invitation, v_from, p_to, p_reason);
end
$$;
comment on function private.move_comp(uuid, text, text) is
  'Changes the state of an invitation and logs it; no other function does. The caller moves the stock, and takes this lock last.';

create function private.lock_comp(p_invitation uuid) returns private.comp_invitations
language plpgsql volatile set search_path = ''
as $$
declare
  v_invitation private.comp_invitations;
begin
  perform private.lock_settlement(i.event_id, false) from private.comp_invitations i where i.id = p_invitation;
  perform pg_advisory_xact_lock(hashtextextended('comp:' || p_invitation::text, 0));
  select * into v_invitation from private.comp_invitations where id = p_invitation;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  return v_invitation;
end
$$;
comment on function private.lock_comp(uuid) is
  'Serialises what is done with an invitation: claim, decline, revoke, approve. Its event is locked against cancelling first. The row '
  'itself is locked last, by private.move_comp, because the door updates it with a ticket locked. Refuses not_found.';

create function private.lock_comp_quota(p_issuer uuid) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_places int;
begin
  insert into private.comp_quotas (issuer_id, places) values (p_issuer, 20) on conflict (issuer_id) do nothing;
  select q.places into v_places from private.comp_quotas q where q.issuer_id = p_issuer for update;
  return v_places;
end
$$;
comment on function private.lock_comp_quota(uuid) is
  'Locks the quota of an issuer until the end of the transaction and returns it: free places of one event. 20 unless an admin says '
  'otherwise.';

create function private.comp_places_given(p_event uuid, p_issuer uuid, p_pool uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*)::int
    from private.comp_invitations i
    join private.comp_places p on p.invitation_id = i.id
    join public.holds h on h.id = p.hold_id
    where i.event_id = p_event and private.comp_counts_to_quota(i.status)
      and (p.order_id is not null or (h.status in ('active', 'pinned') and h.expires_at > now()))
      and (p_issuer is null or i.issuer_id = p_issuer)
      and (p_pool is null or exists (
        select 1 from public.ticket_type_pools t where t.ticket_type_id = i.ticket_type_id and t.pool_id = p_pool)));
end
$$;
comment on function private.comp_places_given(uuid, uuid, uuid) is
  'Counts the free places of an event that are held or claimed, of one issuer or on one pool where given.';

create function private.comp_cap_left(p_event uuid, p_type uuid) returns int
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select min(c.capacity * coalesce((select k.percent from private.comp_caps k where k.event_id = p_event), 10) / 100
      - private.comp_places_given(p_event, null, c.id))
    from public.ticket_type_pools t join public.capacity_pools c on c.id = t.pool_id
    where t.ticket_type_id = p_type);
end
$$;
comment on function private.comp_cap_left(uuid, uuid) is
  'Returns how many free places of a ticket type the cap of the event leaves, by the fullest of its pools; null for a type without one.';

create function private.comp_face_cents(p_type uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select r.face_cents from public.price_releases r
    where r.ticket_type_id = p_type
    order by (r.ends_at is null or r.ends_at > now()) and (r.quantity is null or r.held + r.sold < r.quantity) desc,
      case when r.ends_at is null or r.ends_at > now() then r.position else -r.position end
    limit 1), 0);
end
$$;
comment on function private.comp_face_cents(uuid) is
  'Returns what a ticket of a type costs now before fee and tax, in cents: the price of the running release, else of the last one.';

create function private.set_comps_aside(p_invitation private.comp_invitations) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_hold uuid;
begin
  perform private.change_stock(
    array[row('comp', array[p_invitation.ticket_type_id], array[p_invitation.quantity])::private.line_choice], 1, 0);
  for n in 1 .. p_invitation.quantity loop
    insert into public.holds (kind, event_id, status, expires_at)
    values ('comp_block', p_invitation.event_id, 'active', p_invitation.deadline_at) returning id into v_hold;
    insert into public.hold_lines (hold_id, kind, item_id, item_name, quantity, unit_face_cents, fee_cents, tax_cents)
    select v_hold, 'comp', t.id, t.name, 1, 0, 0, 0 from public.ticket_types t where t.id = p_invitation.ticket_type_id;
    insert into private.comp_places (invitation_id, number, name, email, hold_id)
    values (p_invitation.id, n, case when n = 1 then p_invitation.name end, case when n = 1 then p_invitation.email end, v_hold);
  end loop;
end
$$;
comment on function private.set_comps_aside(private.comp_invitations) is
  'Holds the places of an invitation until its deadline, each by itself, so that what is not claimed returns to the pool alone. Refuses '
  'sold_out.';

create function private.queue_comp_mail(p_kind text, p_place uuid, p_key text default '') returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id)
  select p_kind, concat_ws(':', p_kind, p.id, p.email, nullif(p_key, '')), p.email, 'comp_place', p.id
  from private.comp_places p where p.id = p_place and p.email is not null
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.queue_comp_mail(text, uuid, text) is
  'Queues a mail to the guest of a place, once per kind, place, address and key; none where no address is known.';

create function private.deliver_comp(p_invitation private.comp_invitations, p_reason text default null) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.set_comps_aside(p_invitation);
  perform private.move_comp(p_invitation.id, 'sent', p_reason);
  perform private.queue_comp_mail('free_tickets', p.id)
  from private.comp_places p where p.invitation_id = p_invitation.id and p.number = 1;
end
$$;
comment on function private.deliver_comp(private.comp_invitations, text) is
  'Sends an invitation: holds its places and mails the invitee. The quota of its issuer and its pools must be locked. Refuses sold_out.';

create function private.ask_second_admin(p_event uuid, p_issuer uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_outbox (kind, dedupe_key, recipient, payload)
  select 'free_tickets_approval', format('free_tickets_approval:%s:%s:%s:%s', p_event, coalesce(p_issuer::text, ''), u.id,
      to_char(now() at time zone 'utc', 'YYYYMMDDHH24MI')),
    u.email, jsonb_build_object('eventId', p_event, 'title', e.title, 'issuer', coalesce(n.display_name, 'An admin'),
      'places', (
        select sum(i.quantity) from private.comp_invitations i
        where i.event_id = p_event and i.issuer_id is not distinct from p_issuer and private.comp_awaits_approval(i.status)))
  from private.user_roles r
  join public.profiles p on p.id = r.user_id and p.deactivated_at is null
  join auth.users u on u.id = r.user_id and u.email is not null
  join public.events e on e.id = p_event
  left join public.profiles n on n.id = p_issuer
  where r.role = any (private.roles_with('manage_free_tickets')) and r.user_id is distinct from p_issuer
  on conflict (dedupe_key) do nothing;
end
$$;
comment on function private.ask_second_admin(uuid, uuid) is
  'Mails the other admins that invitations of an issuer to an event wait for them, once a minute at most.';

create function private.send_or_ask(p_event uuid, p_issuer uuid, p_invitations uuid[]) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_left int := private.lock_comp_quota(p_issuer); -- before the pools
  v_choices private.line_choice[] := array(
    select row('comp', array_agg(distinct i.ticket_type_id), array_agg(1))::private.line_choice
    from (select distinct x.ticket_type_id from private.comp_invitations x where x.id = any (p_invitations)) i);
  v_invitation private.comp_invitations;
  v_waiting int := 0;
begin
  perform private.lock_stock(p_event, v_choices);
  perform private.lock_stock_rows(v_choices, '{}');
  v_left := v_left - private.comp_places_given(p_event, p_issuer, null);
  for v_invitation in
    select * from private.comp_invitations where id = any (p_invitations) order by array_position(p_invitations, id)
  loop
    if v_invitation.quantity > v_left or v_invitation.quantity > private.comp_cap_left(p_event, v_invitation.ticket_type_id) then
      perform private.move_comp(v_invitation.id, 'pending_approval',
        case when v_invitation.quantity > v_left then 'above the quota' else 'above the cap' end);
      v_waiting := v_waiting + 1;
    else
      perform private.deliver_comp(v_invitation);
      v_left := v_left - v_invitation.quantity;
    end if;
  end loop;
  if v_waiting > 0 then
    perform private.ask_second_admin(p_event, p_issuer);
  end if;
  return v_waiting;
end
$$;
comment on function private.send_or_ask(uuid, uuid, uuid[]) is
  'Sends drafts of one issuer for one event in the given order, as far as quota and cap reach; the others wait for a second admin, who is '
  'mailed. Returns how many wait. Quota and pools are locked before anything is counted. Refuses sold_out.';

create function private.comp_event(p_event uuid, p_deadline timestamptz) returns public.events
language plpgsql stable set search_path = ''
as $$
declare
  v_event public.events;
begin
  select * into v_event from public.events where id = p_event;
  if not found then
    perform private.refuse(404, 'not_found');
  elsif v_event.status <> 'published' or v_event.doors_at <= now() then
    perform private.refuse(409, 'comp_event_closed');
  elsif p_deadline is not null and (p_deadline <= now() or p_deadline > v_event.doors_at) then
    perform private.refuse(422, 'comp_deadline');
  end if;
  return v_event;
end
$$;
comment on function private.comp_event(uuid, timestamptz) is
  'Returns an event that free tickets can be given to: published, before doors. Refuses comp_event_closed, and comp_deadline for a '
  'deadline that has passed or is after doors.';

create function private.comp_deadline(p_event public.events) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case when p_event.doors_at - interval '24 hours' > now() + interval '1 hour' then p_event.doors_at - interval '24 hours'
    else p_event.doors_at end;
end
$$;
comment on function private.comp_deadline(public.events) is
  'Returns until when free tickets of an event are claimed unless the issuer says otherwise: 24 hours before doors, or doors where that '
  'is too soon.';

create function private.comp_rows(p_event uuid, p_rows jsonb)
returns table (line int, name text, email text, type_id uuid, quantity int, reason text, note text, is_transferable boolean)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select r.place::int, c.name, c.email, t.id, case when c.quantity ~ '^([1-9]|10)$' then c.quantity::int end, z.reason, c.note,
    coalesce(r.row ->> 'transferable', '') = 'true'
  from jsonb_array_elements(p_rows) with ordinality r (row, place)
  cross join lateral (
    select regexp_replace(btrim(coalesce(r.row ->> 'name', '')), '\s+', ' ', 'g') as name,
      lower(btrim(coalesce(r.row ->> 'email', ''))) as email, btrim(coalesce(r.row ->> 'type', '')) as type,
      btrim(coalesce(r.row ->> 'quantity', '')) as quantity, btrim(coalesce(r.row ->> 'note', '')) as note,
      replace(lower(btrim(coalesce(r.row ->> 'reason', ''))), ' ', '_') as reason
  ) c
  left join private.comp_reasons z on z.reason = c.reason
  left join lateral (
    select min(x.id::text)::uuid as id from public.ticket_types x
    where x.event_id = p_event and (x.id::text = lower(c.type) or lower(x.name) = lower(c.type)) having count(*) = 1
  ) t on true;
end
$$;
comment on function private.comp_rows(uuid, jsonb) is
  'Reads rows of a form or a file: [{name, email, type, quantity, reason, note, transferable}], all texts. A type is named by its id or '
  'its name, a reason by its code or its label. What cannot be read is null.';

create function private.comp_row_errors(p_event uuid, p_rows jsonb) returns table (line int, field text, message text)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select r.line, e.field, e.message
  from private.comp_rows(p_event, p_rows) r
  cross join lateral (values
    ('name', 'Enter a name of at most 100 characters.', length(r.name) between 1 and 100 and r.name !~ '[[:cntrl:]]'),
    ('email', 'Enter a valid email.', length(r.email) <= 254
      and r.email ~ '^[^@[:space:][:cntrl:]<>",;]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
    ('type', 'Choose a ticket type of this event.', r.type_id is not null),
    ('quantity', 'Enter a number from 1 to 10.', r.quantity is not null),
    ('reason', 'Choose a reason from the list.', r.reason is not null),
    ('note', 'Use at most 500 characters on one line.', length(r.note) <= 500 and r.note !~ '[[:cntrl:]]')
  ) e (field, message, is_fine)
  where not e.is_fine
  order by r.line, e.field;
end
$$;
comment on function private.comp_row_errors(uuid, jsonb) is
  'Returns what is wrong with rows of a form or a file, by line and field; none where all of them can be issued.';

create function public.preview_comps(p_event uuid, p_rows jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_free_tickets');
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and 1000 then
    perform private.refuse(422, 'invalid');
  end if;
  perform private.comp_event(p_event, null);
  return jsonb_build_object(
    'places', (select coalesce(sum(r.quantity), 0) from private.comp_rows(p_event, p_rows) r),
    'errors', (
      select coalesce(jsonb_agg(jsonb_build_object('line', e.line, 'field', e.field, 'message', e.message) order by e.line, e.field), '[]')
      from private.comp_row_errors(p_event, p_rows) e),
    'duplicates', (
      select coalesce(jsonb_agg(jsonb_build_object('line', d.line, 'email', d.email, 'firstLine', nullif(d.first_line, d.line),
        'isInvited', d.is_invited) order by d.line), '[]')
      from (
        select r.line, r.email, min(r.line) over (partition by r.email) as first_line, exists (
          select 1 from private.comp_invitations i
          where i.event_id = p_event and i.email = r.email and (i.ended_at is null)) as is_invited
        from private.comp_rows(p_event, p_rows) r where r.email <> ''
      ) d
      where d.first_line < d.line or d.is_invited));
end
$$;
comment on function public.preview_comps(uuid, jsonb) is
  'Reads rows as issue_comps would and issues nothing: {places, errors: [{line, field, message}], duplicates: [{line, email, firstLine, '
  'isInvited}]}. A duplicate has the email of an earlier line (firstLine) or of somebody who is invited to the event already; it is '
  'issued all the same. Needs manage_free_tickets. Refuses invalid, not_found, comp_event_closed.';

create function public.issue_comps(p_event uuid, p_rows jsonb, p_deadline timestamp, p_send boolean, p_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_issuer uuid := auth.uid();
  v_body jsonb := jsonb_build_array(p_event, p_rows, p_deadline, p_send);
  v_deadline timestamptz := p_deadline at time zone (select e.time_zone from public.events e where e.id = p_event);
  v_event public.events;
  v_ids uuid[];
  v_response jsonb;
begin
  perform private.require_permission('manage_free_tickets');
  if p_key is null or jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and 1000 then
    perform private.refuse(422, 'invalid');
  end if;
  perform private.lock_person(v_issuer);
  v_response := private.response_for_key(v_issuer, p_key, 'issue_comps', v_body);
  if v_response is not null then
    return v_response;
  end if;
  perform private.lock_settlement(p_event, false);
  v_event := private.comp_event(p_event, v_deadline);
  if exists (select 1 from private.comp_row_errors(p_event, p_rows)) then
    perform private.refuse(422, 'comp_rows_invalid');
  end if;
  with added as (
    insert into private.comp_invitations (event_id, ticket_type_id, quantity, reason, note, name, email, deadline_at, issuer_id,
      is_transferable, face_cents)
    select p_event, r.type_id, r.quantity, r.reason, r.note, r.name, r.email, coalesce(v_deadline, private.comp_deadline(v_event)),
      v_issuer,
      r.is_transferable, private.comp_face_cents(r.type_id)
    from private.comp_rows(p_event, p_rows) r order by r.line
    returning id
  )
  select array_agg(a.id), jsonb_build_object('issued', count(*)) into v_ids, v_response from added a;
  perform private.log_state('comp', id, null, 'draft') from unnest(v_ids) id;
  v_response := v_response || jsonb_build_object('waiting',
    case when p_send then private.send_or_ask(p_event, v_issuer, v_ids) else 0 end, 'id', v_ids[1]);
  perform private.audit('comp.issued', 'event', p_event::text, v_response);
  return private.store_response(v_issuer, p_key, 'issue_comps', v_body, v_response);
end
$$;
comment on function public.issue_comps(uuid, jsonb, timestamp, boolean, text) is
  'Issues invitations to free tickets in the caller''s name, all of the rows or none: {issued, waiting, id}. p_rows as in '
  'private.comp_rows, 1,000 at most; p_deadline = until when they are claimed, a wall time of the event''s zone (null: 24 hours before '
  'doors); p_send = false leaves them '
  'drafts. Those above the quota of the caller or the cap of the event wait for a second admin. p_key: the same rows sent twice are '
  'issued once. Needs manage_free_tickets. Refuses comp_rows_invalid, comp_event_closed, comp_deadline, sold_out, key_reused.';

create function public.send_comp(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation private.comp_invitations;
  v_waiting int;
begin
  perform private.require_permission('manage_free_tickets');
  v_invitation := private.lock_comp(p_id);
  if not private.comp_can_be_sent(v_invitation.status) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_invitation.status));
  end if;
  perform private.comp_event(v_invitation.event_id, v_invitation.deadline_at);
  v_waiting := private.send_or_ask(v_invitation.event_id, coalesce(v_invitation.issuer_id, auth.uid()), array[p_id]);
  perform private.audit_change('comp.sent', 'comp', p_id::text, jsonb_build_object('state', v_invitation.status), (
    select jsonb_build_object('state', i.status) from private.comp_invitations i where i.id = p_id));
  return jsonb_build_object('issued', 1, 'waiting', v_waiting, 'id', p_id);
end
$$;
comment on function public.send_comp(uuid) is
  'Sends a draft: {issued, waiting, id}; above the quota of its issuer or the cap of its event it waits for a second admin. Needs '
  'manage_free_tickets. Refuses not_found, invalid_state, comp_event_closed, comp_deadline, sold_out.';

create function public.approve_comp(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation private.comp_invitations;
begin
  perform private.require_permission('manage_free_tickets');
  v_invitation := private.lock_comp(p_id);
  if not private.comp_awaits_approval(v_invitation.status) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_invitation.status));
  elsif v_invitation.issuer_id is not distinct from auth.uid() then
    perform private.refuse(403, 'comp_second_admin');
  end if;
  perform private.comp_event(v_invitation.event_id, v_invitation.deadline_at);
  perform private.lock_stock(v_invitation.event_id,
    array[row('comp', array[v_invitation.ticket_type_id], array[v_invitation.quantity])::private.line_choice]);
  update private.comp_invitations set approved_by = auth.uid() where id = p_id;
  perform private.deliver_comp(v_invitation, 'approved');
  perform private.audit_change('comp.approved', 'comp', p_id::text, jsonb_build_object('state', v_invitation.status), (
    select jsonb_build_object('state', i.status) from private.comp_invitations i where i.id = p_id));
end
$$;
comment on function public.approve_comp(uuid) is
  'Sends an invitation that is above the quota of its issuer or the cap of its event, as another admin than the issuer. Needs '
  'manage_free_tickets. Refuses not_found, invalid_state, comp_second_admin, comp_event_closed, comp_deadline, sold_out.';

create function public.set_comp_quota(p_issuer uuid, p_places int) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before int;
begin
  perform private.require_permission('manage_free_tickets');
  if p_places is null or p_places not between 0 and 1000 then
    perform private.refuse(422, 'invalid', '{"field": "places"}');
  elsif not exists (
    select 1 from private.user_roles r where r.user_id = p_issuer and r.role = any (private.roles_with('manage_free_tickets'))) then
    perform private.refuse(404, 'not_found');
  elsif p_issuer = auth.uid() then
    perform private.refuse(403, 'comp_second_admin');
  end if;
  v_before := private.lock_comp_quota(p_issuer);
  update private.comp_quotas set places = p_places, halved_from = null, halved_at = null where issuer_id = p_issuer;
  perform private.audit_change('comp.quota', 'account', p_issuer::text, jsonb_build_object('places', v_before),
    jsonb_build_object('places', p_places));
end
$$;
comment on function public.set_comp_quota(uuid, int) is
  'Sets how many free places of one event another admin may give without a second one, also to give back what was halved. Needs '
  'manage_free_tickets. Refuses invalid, not_found, comp_second_admin for one''s own quota.';

create function public.set_comp_cap(p_event uuid, p_percent int) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before int := (select c.percent from private.comp_caps c where c.event_id = p_event);
begin
  perform private.require_permission('manage_free_tickets');
  if p_percent is null or p_percent not between 0 and 100 then
    perform private.refuse(422, 'invalid', '{"field": "percent"}');
  elsif not exists (select 1 from public.events e where e.id = p_event) then
    perform private.refuse(404, 'not_found');
  end if;
  insert into private.comp_caps (event_id, percent) values (p_event, p_percent)
  on conflict (event_id) do update set percent = excluded.percent;
  perform private.audit_change('comp.cap', 'event', p_event::text, jsonb_build_object('percent', coalesce(v_before, 10)),
    jsonb_build_object('percent', p_percent));
end
$$;
comment on function public.set_comp_cap(uuid, int) is
  'Sets how many percent of each pool of an event may be free places without a second admin. Needs manage_free_tickets. Refuses invalid, '
  'not_found.';

revoke execute on function public.preview_comps(uuid, jsonb), public.issue_comps(uuid, jsonb, timestamp, boolean, text),
  public.send_comp(uuid), public.approve_comp(uuid), public.set_comp_quota(uuid, int), public.set_comp_cap(uuid, int)
from public, anon, authenticated, service_role;
grant execute on function public.preview_comps(uuid, jsonb), public.issue_comps(uuid, jsonb, timestamp, boolean, text),
  public.send_comp(uuid), public.approve_comp(uuid), public.set_comp_quota(uuid, int), public.set_comp_cap(uuid, int)
to authenticated;
