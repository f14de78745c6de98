-- Reads free tickets for staff: the list, one invitation, the form, and the figures per issuer and reason.

create view private.comp_counts with (security_invoker = true) as
select i.id as invitation_id, count(p.order_id)::int as claimed, count(p.arrived_at)::int as arrived,
  case when e.ends_at <= now() then count(p.order_id) - count(p.arrived_at) else 0 end::int as no_show
from private.comp_invitations i
join public.events e on e.id = i.event_id
left join private.comp_places p on p.invitation_id = i.id
group by i.id, e.ends_at;
comment on view private.comp_counts is
  'Places of each invitation: claimed, arrived, and those whose guests stayed away, which is known once the event is over.';

create function private.comp_row(p_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', i.id, 'name', i.name, 'email', i.email, 'quantity', i.quantity, 'claimed', c.claimed,
      'arrived', c.arrived, 'noShow', c.no_show, 'typeName', t.name, 'faceCents', i.face_cents, 'reason', z.label,
      'issuer', (select p.display_name from public.profiles p where p.id = i.issuer_id),
      'state', jsonb_build_object('label', s.label, 'tone', s.tone), 'deadlineAt', i.deadline_at, 'createdAt', i.created_at,
      'event', jsonb_build_object('id', e.id, 'title', e.title, 'timeZone', e.time_zone))
    from private.comp_invitations i
    join private.comp_counts c on c.invitation_id = i.id
    join private.comp_states s on s.state = i.status
    join private.comp_reasons z on z.reason = i.reason
    join public.ticket_types t on t.id = i.ticket_type_id
    join public.events e on e.id = i.event_id
    where i.id = p_id);
end
$$;
comment on function private.comp_row(uuid) is 'An invitation to free tickets as the list of staff shows it.';

create function private.comp_matches(
  p_event uuid, p_show text, p_issuer uuid, p_reason text, p_guests text, p_search text
) returns setof private.comp_invitations
language plpgsql stable set search_path = ''
as $$
declare
  v_words text[] := array_remove(string_to_array(private.name_key(nullif(btrim(p_search), '')), ' '), '');
begin
  return query
  select i.* from private.comp_invitations i join private.comp_counts c on c.invitation_id = i.id
  where (p_event is null or i.event_id = p_event)
    and case p_show when 'draft' then private.comp_can_be_sent(i.status) when 'approval' then private.comp_awaits_approval(i.status)
      when 'open' then private.comp_can_be_declined(i.status) when 'claimed' then c.claimed > 0 and i.ended_at is null
      when 'ended' then not (private.comp_can_be_sent(i.status) or private.comp_awaits_approval(i.status)
        or private.comp_can_be_claimed(i.status))
      else true end
    and (p_issuer is null or i.issuer_id = p_issuer)
    and (p_reason is null or i.reason = p_reason)
    and case p_guests when 'issued' then i.sent_at is not null when 'claimed' then c.claimed > 0 when 'arrived' then c.arrived > 0
      when 'no_show' then c.no_show > 0 else true end
    and not exists (select 1 from unnest(v_words) w where strpos(i.search_key, ' ' || w) = 0);
end
$$;
comment on function private.comp_matches(uuid, text, uuid, text, text, text) is
  'Returns the invitations that the filters of list_comps name: p_show = a tab, p_guests = those with places that a figure counts.';

create function public.list_comps(
  p_event uuid default null, p_show text default null, p_issuer uuid default null, p_reason text default null,
  p_guests text default null, p_search text default null, p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_ids uuid[];
begin
  perform private.require_permission('manage_free_tickets');
  v_ids := array(
    select i.id from private.comp_matches(p_event, p_show, p_issuer, p_reason, p_guests, p_search) i
    where p_after is null or (i.created_at, i.id) < (select a.created_at, a.id from private.comp_invitations a where a.id = p_after)
    order by i.created_at desc, i.id desc limit v_limit + 1);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.comp_row(x.id) order by x.place), '[]')
      from unnest(v_ids[1:v_limit]) with ordinality x (id, place)),
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'total', case when p_after is null then (
      select private.list_total(count(*), 10000) from (
        select 1 from private.comp_matches(p_event, p_show, p_issuer, p_reason, p_guests, p_search) limit 10001) f) end,
    'event', (select jsonb_build_object('id', e.id, 'title', e.title) from public.events e where e.id = p_event),
    'issuers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.display_name) order by p.display_name, p.id), '[]')
      from public.profiles p where exists (select 1 from private.comp_invitations i where i.issuer_id = p.id)),
    'reasons', (select jsonb_agg(jsonb_build_object('reason', z.reason, 'label', z.label) order by z.position) from private.comp_reasons z),
    'timeZone', (select s.time_zone from public.settings s),
    'currency', (select s.currency from public.settings s));
end
$$;
comment on function public.list_comps(uuid, text, uuid, text, text, text, uuid, int) is
  'Lists invitations to free tickets, the newest first, page by page (p_after = the id before the page): {rows, next, total, event, '
  'issuers, reasons, timeZone, currency}; total = private.list_total, on the first page only. Filters as in private.comp_matches. Needs '
  'manage_free_tickets.';

create function public.read_comp(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_free_tickets');
  return (
    select private.comp_row(i.id) || jsonb_build_object('note', i.note, 'isTransferable', i.is_transferable,
      'approvedBy', (select p.display_name from public.profiles p where p.id = i.approved_by),
      'currency', (select s.currency from public.settings s),
      'canSend', private.comp_can_be_sent(i.status),
      'canApprove', private.comp_awaits_approval(i.status) and i.issuer_id is distinct from auth.uid(),
      'awaitsOther', private.comp_awaits_approval(i.status) and i.issuer_id is not distinct from auth.uid(),
      'canRevoke', private.comp_can_be_revoked(i.status) and c.arrived = 0,
      'places', (
        select coalesce(jsonb_agg(jsonb_build_object('number', p.number, 'name', p.name, 'email', p.email,
          'orderCode', (select o.code from public.orders o where o.id = p.order_id), 'arrivedAt', p.arrived_at,
          'problem', private.comp_problem(p)) order by p.number), '[]')
        from private.comp_places p where p.invitation_id = i.id),
      'log', (
        select coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'state', s.label, 'reason', l.reason,
          'by', (select p.display_name from public.profiles p where p.id = l.actor_id)) order by l.id), '[]')
        from private.state_log l join private.comp_states s on s.state = l.to_state
        where l.entity = 'comp' and l.entity_id = i.id))
    from private.comp_invitations i join private.comp_counts c on c.invitation_id = i.id
    where i.id = p_id);
end
$$;
comment on function public.read_comp(uuid) is
  'Returns one invitation to free tickets with its places, its history and what the caller may do with it; null when there is none. '
  'Needs manage_free_tickets.';

create function public.read_comp_form(p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_free_tickets');
  return jsonb_build_object(
    'reasons', (select jsonb_agg(jsonb_build_object('reason', z.reason, 'label', z.label) order by z.position) from private.comp_reasons z),
    'quota', coalesce((select q.places from private.comp_quotas q where q.issuer_id = auth.uid()), 20),
    'event', (
      select jsonb_build_object('id', e.id, 'title', e.title, 'timeZone', e.time_zone, 'doorsAt', e.doors_at,
        'isOpen', e.status = 'published' and e.doors_at > now(), 'deadlineAt', private.comp_deadline(e),
        'given', private.comp_places_given(e.id, auth.uid(), null),
        'types', (
          select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'capLeft',
            greatest(private.comp_cap_left(e.id, t.id), 0)) order by t.position, t.name), '[]')
          from public.ticket_types t where t.event_id = e.id))
      from public.events e where e.id = p_event));
end
$$;
comment on function public.read_comp_form(uuid) is
  'Returns what the form that issues free tickets offers: {reasons, quota, event: {types with what the cap leaves, deadlineAt, given, ...} '
  'or null}. Needs manage_free_tickets.';

create function public.read_comp_figures(p_event uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_free_tickets');
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('issuerId', f.issuer_id, 'issuer', p.display_name, 'reason', f.reason,
        'reasonLabel', z.label, 'issued', f.issued, 'claimed', f.claimed, 'arrived', f.arrived, 'noShow', f.no_show,
        'faceCents', f.face_cents) order by p.display_name nulls last, z.position), '[]')
      from (
        select i.issuer_id, i.reason, sum(i.quantity)::int as issued, sum(c.claimed)::int as claimed, sum(c.arrived)::int as arrived,
          sum(c.no_show)::int as no_show, sum(c.claimed * i.face_cents)::bigint as face_cents
        from private.comp_invitations i join private.comp_counts c on c.invitation_id = i.id
        where i.sent_at is not null and (p_event is null or i.event_id = p_event) group by i.issuer_id, i.reason
      ) f
      join private.comp_reasons z on z.reason = f.reason
      left join public.profiles p on p.id = f.issuer_id),
    'quotas', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.display_name, 'places', coalesce(q.places, 20),
        'halvedFrom', q.halved_from, 'halvedAt', q.halved_at, 'isOwn', p.id = auth.uid()) order by p.display_name, p.id), '[]')
      from private.user_roles r join public.profiles p on p.id = r.user_id and p.deactivated_at is null
      left join private.comp_quotas q on q.issuer_id = p.id
      where r.role = any (private.roles_with('manage_free_tickets'))),
    'event', (
      select jsonb_build_object('id', e.id, 'title', e.title,
        'percent', coalesce((select c.percent from private.comp_caps c where c.event_id = e.id), 10))
      from public.events e where e.id = p_event),
    'currency', (select s.currency from public.settings s), 'timeZone', (select s.time_zone from public.settings s));
end
$$;
comment on function public.read_comp_figures(uuid) is
  'Returns places per issuer and reason, of one event or all: issued = sent, claimed, arrived, noShow = claimed and stayed away, and the '
  'face value of what was claimed; list_comps lists the invitations behind each figure. With the quotas of admins and the cap of the '
  'event. Needs manage_free_tickets.';

create function private.comp_label(p_order uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select z.label || coalesce(', given by ' || n.display_name, '')
    from private.comp_places p
    join private.comp_invitations i on i.id = p.invitation_id
    join private.comp_reasons z on z.reason = i.reason
    left join public.profiles n on n.id = i.issuer_id
    where p.order_id = p_order);
end
$$;
comment on function private.comp_label(uuid) is
  'Says why the ticket of an order is free and who gave it, for the desk and the list of attendees; null for an order that was paid.';

grant execute on function public.list_comps(uuid, text, uuid, text, text, text, uuid, int), public.read_comp(uuid),
  public.read_comp_form(uuid), public.read_comp_figures(uuid) to authenticated;
