-- What people see of their own account: what they settled, where they are signed in, and all that is kept about them.

create function public.read_my_settings()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'email', private.own_email(p.id),
    'pending_email', (select c.email from private.email_changes c where c.user_id = p.id and c.expires_at > now()),
    'delete_at', (select d.due_at from private.account_deletions d where d.user_id = p.id),
    'privacy', jsonb_build_object('card_public', p.card_public, 'badges_public', p.badges_public,
      'analytics_allowed', p.analytics_allowed, 'card', private.person_card(p.id)),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id,
        'started_at', s.created_at,
        'seen_at', greatest(s.created_at, s.refreshed_at at time zone 'utc'),
        'user_agent', coalesce(s.user_agent, ''),
        'current', s.id::text is not distinct from auth.jwt() ->> 'session_id'
      ) order by greatest(s.created_at, s.refreshed_at at time zone 'utc') desc), '[]'::jsonb)
      from (select * from auth.sessions where user_id = p.id order by created_at desc limit 100) s))
  from public.profiles p
  where p.id = auth.uid() and private.is_member()
$$;
comment on function public.read_my_settings() is
  'The caller''s own address, sessions, pending changes and privacy; null for visitors and guests.';

create function public.end_session(p_session uuid)
returns int
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_ended int;
begin
  perform private.require_member();
  delete from auth.sessions s
  where s.user_id = auth.uid()
    and (s.id = p_session or (p_session is null and s.id::text is distinct from auth.jwt() ->> 'session_id'));
  get diagnostics v_ended = row_count;
  return v_ended;
end
$$;
comment on function public.end_session(uuid) is
  'Ends one of the caller''s own sessions, or with null all but the one that asks; returns how many ended.';

create function public.export_my_data()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'exported_at', now(),
    'profile', jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name, 'bio', p.bio,
      'city', p.city, 'picture', p.avatar_path, 'role', private.caller_role(), 'created_at', p.created_at,
      'email', private.own_email(p.id), 'email_verified_at', p.email_verified_at),
    'former_usernames', (select coalesce(jsonb_agg(jsonb_build_object('username', f.username, 'left_at', f.left_at)), '[]'::jsonb)
      from private.former_usernames f where f.user_id = p.id),
    'outside_sign_ins', (select coalesce(jsonb_agg(jsonb_build_object('issuer', i.issuer, 'subject', i.subject, 'linked_at', i.linked_at)), '[]'::jsonb)
      from private.firebase_identities i where i.user_id = p.id),
    'staff_grants', (select coalesce(jsonb_agg(jsonb_build_object('capability', g.capability, 'event_id', g.event_id,
        'expires_at', g.expires_at, 'revoked_at', g.revoked_at, 'created_at', g.created_at)), '[]'::jsonb)
      from public.staff_grants g where g.user_id = p.id),
    'sessions', public.read_my_settings() -> 'sessions',
    'notifications', private.notifications_of(p.id),
    'consents', (select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'type', c.type, 'channel', c.channel, 'given', c.given,
        'source', c.source, 'text_version', c.text_version) order by c.id), '[]'::jsonb)
      from private.consents c where c.user_id = p.id),
    'privacy', jsonb_build_object('card_public', p.card_public, 'badges_public', p.badges_public,
      'analytics_allowed', p.analytics_allowed),
    'orders', (select coalesce(jsonb_agg(jsonb_build_object(
        'code', o.code, 'event', e.title, 'starts_at', e.starts_at, 'status', o.status, 'email', o.email, 'name', o.name,
        'phone', o.phone, 'currency', o.currency, 'face_cents', o.face_cents, 'fee_cents', o.fee_cents, 'tax_cents', o.tax_cents,
        'discount_cents', o.discount_cents, 'total_cents', o.total_cents, 'refunded_cents', o.refunded_cents,
        'terms_accepted_at', o.terms_accepted_at, 'terms_version', o.terms_version, 'marketing_consent', o.marketing_consent, 'created_at', o.created_at,
        'paid_at', o.paid_at,
        'lines', (select coalesce(jsonb_agg(jsonb_build_object('type', l.type_name, 'release', l.release_name, 'quantity', l.quantity)), '[]'::jsonb)
          from public.order_lines l where l.order_id = o.id)
      ) order by o.created_at), '[]'::jsonb)
      from public.orders o join public.events e on e.id = o.event_id where o.owner_id = p.id),
    'tickets', (select coalesce(jsonb_agg(jsonb_build_object('event', e.title, 'holder_name', t.holder_name, 'status', t.status,
        'issued_at', t.issued_at, 'voided_at', t.voided_at) order by t.issued_at), '[]'::jsonb)
      from public.tickets t join public.events e on e.id = t.event_id where t.owner_id = p.id),
    'posts', (select coalesce(jsonb_agg(jsonb_build_object('body', t.body, 'created_at', t.created_at, 'hidden_at', t.hidden_at)
        order by t.created_at), '[]'::jsonb)
      from public.posts t where t.author_id = p.id),
    'page_views', (select coalesce(jsonb_agg(jsonb_build_object('at', v.at, 'path', v.path) order by v.at), '[]'::jsonb)
      from private.page_views v where v.user_id = p.id)
  )
  from public.profiles p
  where p.id = auth.uid() and private.is_member()
$$;
comment on function public.export_my_data() is 'Everything the product keeps about the caller, for them to take along; null for visitors and guests.';

grant execute on function public.read_my_settings() to authenticated;
grant execute on function public.end_session(uuid) to authenticated;
grant execute on function public.export_my_data() to authenticated;
