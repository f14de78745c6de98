-- Reads a person's own account: their choices, their sessions, and all that is stored about them.

create function public.read_my_settings()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'email', private.own_email(p.id),
    'pendingEmail', (select c.email from private.email_changes c where c.user_id = p.id and c.expires_at > now()),
    'deleteAt', (select d.due_at from private.account_deletions d where d.user_id = p.id),
    'privacy', jsonb_build_object('cardPublic', p.card_public, 'badgesPublic', p.badges_public,
      'analyticsAllowed', p.analytics_allowed, 'card', private.person_card(p.id)),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id,
        'startedAt', s.created_at,
        'seenAt', greatest(s.created_at, s.refreshed_at at time zone 'utc'),
        'userAgent', coalesce(s.user_agent, ''),
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

create function private.exported_orders(p_owner uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'code', o.code, 'event', e.title, 'startsAt', e.starts_at, 'status', o.status, 'email', o.email, 'name', o.name,
      'phone', o.phone, 'currency', o.currency, 'faceCents', o.face_cents, 'feeCents', o.fee_cents, 'taxCents', o.tax_cents,
      'discountCents', o.discount_cents, 'totalCents', o.total_cents, 'refundedCents', o.refunded_cents,
      'termsAcceptedAt', o.terms_accepted_at, 'termsVersion', o.terms_version, 'marketingConsent', o.marketing_consent,
      'createdAt', o.created_at,
      'paidAt', o.paid_at,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'name', l.item_name, 'detail', l.item_detail,
        'quantity', l.quantity)), '[]'::jsonb)
        from public.order_lines l where l.order_id = o.id),
      'shippedTo', private.order_address(o.id),
      'parcels', (select coalesce(jsonb_agg(jsonb_build_object('carrier', h.carrier, 'trackingCode', h.tracking_code,
        'shippedAt', h.shipped_at,
          'deliveredAt', h.delivered_at) order by h.number), '[]'::jsonb)
        from public.shipments h where h.order_id = o.id),
      'returns', (select coalesce(jsonb_agg(jsonb_build_object('name', l.item_name, 'quantity', f.quantity, 'reason', r.reason,
        'isFaulty', r.is_faulty,
          'status', f.status, 'decision', r.decision, 'askedAt', r.created_at) order by r.created_at), '[]'::jsonb)
        from public.returns r join public.fulfilments f on f.id = r.fulfilment_id join public.order_lines l on l.id = f.order_line_id
        where r.order_id = o.id),
      'paidFrom', (select coalesce(jsonb_agg(jsonb_build_object('address', c.address, 'browser', c.user_agent, 'at', c.created_at)),
        '[]'::jsonb)
        from public.payments m join private.payment_clients c on c.payment_id = m.id where m.order_id = o.id)
    ) order by o.created_at), '[]'::jsonb)
    from public.orders o left join public.events e on e.id = o.event_id where o.owner_id = p_owner);
end
$$;
comment on function private.exported_orders(uuid) is
  'Returns the orders of a person for the export of their data: lines, address, parcels, returns, and from where they were paid.';

create function private.exported_questions(p_person uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('at', t.created_at, 'question', t.question, 'answer', t.blocks, 'rating', t.rating)
      order by t.created_at, t.id), '[]')
    from public.assistant_conversations c join public.assistant_turns t on t.conversation_id = c.id where c.user_id = p_person);
end
$$;
comment on function private.exported_questions(uuid) is 'What a person asked the assistant, with the answers, for export_my_data.';

create function private.exported_requests(p_person uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('at', r.created_at, 'message', r.message, 'conversation', r.transcript, 'answer', r.reply)
      order by r.created_at, r.id), '[]')
    from private.assistant_requests r where r.user_id = p_person);
end
$$;
comment on function private.exported_requests(uuid) is
  'What a person wrote to the team from the assistant, with the answers, for export_my_data.';

create function public.export_my_data()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'exportedAt', now(),
    'profile', jsonb_build_object('id', p.id, 'username', p.username, 'displayName', p.display_name, 'bio', p.bio,
      'city', p.city, 'picture', p.avatar_path, 'role', private.caller_role(), 'createdAt', p.created_at,
      'email', private.own_email(p.id), 'emailVerifiedAt', p.email_verified_at),
    'formerUsernames', (select coalesce(jsonb_agg(jsonb_build_object('username', f.username, 'leftAt', f.left_at)), '[]'::jsonb)
      from private.former_usernames f where f.user_id = p.id),
    'outsideSignIns', (select coalesce(jsonb_agg(jsonb_build_object('issuer', i.issuer, 'subject', i.subject, 'linkedAt', i.linked_at)),
      '[]'::jsonb)
      from private.firebase_identities i where i.user_id = p.id),
    'staffGrants', (select coalesce(jsonb_agg(jsonb_build_object('capability', g.capability, 'eventId', g.event_id,
        'expiresAt', g.expires_at, 'revokedAt', g.revoked_at, 'createdAt', g.created_at)), '[]'::jsonb)
      from public.staff_grants g where g.user_id = p.id),
    'sessions', public.read_my_settings() -> 'sessions',
    'devices', (select coalesce(jsonb_agg(jsonb_build_object('userAgent', d.user_agent, 'firstSeenAt', d.first_seen_at,
      'lastSeenAt', d.last_seen_at)
        order by d.first_seen_at), '[]'::jsonb)
      from private.known_devices d where d.user_id = p.id),
    'notifications', private.notifications_of(p.id) || jsonb_build_object('timeZone', private.recipient_zone(p.id)),
    'consents', (select coalesce(jsonb_agg(jsonb_build_object('at', c.at, 'type', c.type, 'channel', c.channel, 'given', c.given,
        'source', c.source, 'textVersion', c.text_version) order by c.id), '[]'::jsonb)
      from private.consents c where c.user_id = p.id),
    'alerts', (select coalesce(jsonb_agg(jsonb_build_object('event', e.title, 'status', a.status, 'requestedAt', a.requested_at,
        'onSaleAt', a.on_sale_at, 'reminderAt', a.reminder_at) order by a.requested_at), '[]'::jsonb)
      from private.event_alerts a join public.events e on e.id = a.event_id where a.user_id = p.id),
    'allocations', (select coalesce(jsonb_agg(private.allocation_brief(w) order by w.created_at), '[]'::jsonb)
      from private.allocations w where w.member_id = p.id),
    'waitlists', (select coalesce(jsonb_agg(jsonb_build_object('event', e.title, 'status', w.status, 'quantity', w.quantity,
        'email', w.email, 'joinedAt', w.joined_at) order by w.created_at), '[]'::jsonb)
      from private.waitlist_entries w join public.events e on e.id = w.event_id where w.user_id = p.id),
    'follows', (select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(a.name, s.name), 'since', f.created_at)
      order by f.created_at), '[]'::jsonb)
      from public.follows f left join public.artists a on a.id = f.artist_id left join public.event_series s on s.id = f.series_id
      where f.user_id = p.id),
    'streams', private.exported_streams(p.id),
    'people', private.exported_people(p.id),
    'privacy', jsonb_build_object('cardPublic', p.card_public, 'badgesPublic', p.badges_public,
      'analyticsAllowed', p.analytics_allowed),
    'orders', private.exported_orders(p.id),
    'cartAddress', (select private.address_json(a.name, a.line1, a.line2, a.city, a.state, a.postal_code)
      from private.cart_addresses a where a.owner_id = p.id),
    'cart', (select coalesce(jsonb_agg(jsonb_build_object('product', r.name, 'variant', v.name,
      'quantity', c.quantity, 'addedAt', c.added_at)
        order by c.added_at), '[]'::jsonb)
      from public.cart_items c join public.product_variants v on v.id = c.variant_id join public.products r on r.id = v.product_id
      where c.owner_id = p.id),
    'tickets', (select coalesce(jsonb_agg(jsonb_build_object('event', e.title, 'holderName', t.holder_name, 'status', t.status,
        'issuedAt', t.issued_at, 'voidedAt', t.voided_at) order by t.issued_at), '[]'::jsonb)
      from public.tickets t join public.events e on e.id = t.event_id where t.owner_id = p.id),
    'posts', private.exported_posts(p.id),
    'chatMessages', private.exported_chat(p.id),
    'reactions', private.exported_reactions(p.id),
    'mentions', private.exported_mentions(p.id),
    'moderation', private.exported_moderation(p.id),
    'assistant', private.exported_questions(p.id), 'messagesToTheTeam', private.exported_requests(p.id),
    'pageViews', (select coalesce(jsonb_agg(jsonb_build_object('at', v.at, 'path', v.path) order by v.at), '[]'::jsonb)
      from private.page_views v where v.user_id = p.id)
  )
  from public.profiles p
  where p.id = auth.uid() and private.is_member()
$$;
comment on function public.export_my_data() is
  'Everything the product keeps about the caller, for them to take along; null for visitors and guests.';

grant execute on function public.read_my_settings() to authenticated;
grant execute on function public.end_session(uuid) to authenticated;
grant execute on function public.export_my_data() to authenticated;
