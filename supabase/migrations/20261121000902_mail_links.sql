-- Makes the links in mails, for every purpose.

create function private.link_target(p_purpose text, p_subject uuid, out user_id uuid, out expires_at timestamptz)
returns setof record
language plpgsql stable set search_path = ''
as $$
declare
  v_purpose private.link_purposes;
begin
  select * into v_purpose from private.link_purposes p where p.purpose = p_purpose;
  case v_purpose.subject_kind
    when 'account' then
      return query select p.id, now() + v_purpose.lifetime from public.profiles p where p.id = p_subject;
    when 'order' then
      return query
        select null::uuid,
          v_purpose.lifetime + case when p_purpose in ('order_tickets', 'order_reminder') then greatest(e.ends_at, now()) else now() end
        from public.orders o left join public.events e on e.id = o.event_id
        where o.id = p_subject;
    when 'email_change' then
      return query select c.user_id, c.expires_at from private.email_changes c where c.id = p_subject and c.expires_at > now();
    when 'email_undo' then
      return query select d.user_id, d.expires_at from private.email_undos d where d.id = p_subject and d.expires_at > now();
    when 'subscription' then
      return query select null::uuid, now() + v_purpose.lifetime from private.subscriptions s where s.id = p_subject;
    when 'alert' then
      return query select null::uuid, now() + v_purpose.lifetime from private.event_alerts a where a.id = p_subject;
    when 'invitation' then
      return query select null::uuid, i.expires_at from private.staff_invitations i where i.id = p_subject
        and private.invitation_state(i) = 'open';
    when 'promoter' then
      -- the last cutoff of the promoter's lists
      return query select null::uuid, coalesce((
        select max(l.closes_at) from public.guest_lists l
        where l.promoter_id = p.promoter_id and l.event_id = p.event_id and l.closes_at > now()), e.ends_at)
      from public.event_promoters p join public.events e on e.id = p.event_id
      where p.id = p_subject and p.ended_at is null and e.ends_at > now();
    when 'waitlist' then
      return query
        select null::uuid, v_purpose.lifetime + case when p_purpose = 'waitlist_entry' then greatest(e.ends_at, now()) else now() end
        from private.waitlist_entries w join public.events e on e.id = w.event_id where w.id = p_subject;
    when 'comp_place' then
      return query select null::uuid, c.ends_at from (select private.comp_link_ends_at(p_subject) as ends_at) c where c.ends_at > now();
    when 'transfer' then
      return query select null::uuid, t.expires_at from private.ticket_transfers t
      where t.id = p_subject and t.status = 'offered' and t.expires_at > now();
    when 'ticket' then
      return query select null::uuid, v_purpose.lifetime + greatest(e.ends_at, now())
      from public.tickets k join public.events e on e.id = k.event_id where k.id = p_subject and k.holder_email is not null;
    when 'allocation' then
      return query
        select null::uuid, h.expires_at + v_purpose.lifetime from private.allocation_places a join public.holds h on h.id = a.hold_id
        where a.id = p_subject and a.guest_name is not null;
    else
      raise exception 'unknown link purpose %', p_purpose using errcode = 'invalid_parameter_value';
  end case;
end
$$;
comment on function private.link_target(text, uuid) is
  'The account that a link to this subject would act on, and when the link would end; no row when the subject is gone. A purpose with a '
  'new kind of subject needs a branch here.';

create function public.add_link(p_purpose text, p_subject uuid, p_token_hash text, p_payload jsonb default '{}')
returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  insert into private.one_time_links as l (token_hash, purpose, is_single, subject_id, user_id, payload, expires_at)
  select p_token_hash, p_purpose, (select k.is_single from private.link_purposes k where k.purpose = p_purpose), p_subject,
    t.user_id, p_payload, t.expires_at
  from private.link_target(p_purpose, p_subject) t
  on conflict (purpose, subject_id) where is_single and used_at is null do update
    set token_hash = excluded.token_hash, user_id = excluded.user_id, payload = excluded.payload,
      expires_at = excluded.expires_at, created_at = now()
  returning l.expires_at
$$;
comment on function public.add_link(text, uuid, text, jsonb) is
  'Adds a link by the hash of its token, in place of the one its subject had if the purpose allows one at a time. Returns when it ends; '
  'null when the subject is gone and no link was made.';

grant execute on function public.add_link(text, uuid, text, jsonb) to service_role;
