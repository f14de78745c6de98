-- Merges two accounts of one person, with a dry run that makes the merge and takes it back, and undoes a merge within 30 days.

create table private.person_columns (
  place text primary key check (place ~ '^(public|private)\.[a-z_]+\.[a-z_]+$'),
  on_merge text not null check (on_merge in ('sold', 'moves', 'stays')),
  reason text not null
);
comment on table private.person_columns is
  'Every column that names a person (schema.table.column), and what merging accounts does to it: sold = moved by the rules of selling, '
  'moves = each row that the other account has not got already, stays = it goes on naming the account that was merged away. A test '
  'compares it with the catalog.';
insert into private.person_columns (place, on_merge, reason) values
  ('public.holds.owner_id', 'sold', 'carts and what became of them'),
  ('public.orders.owner_id', 'sold', 'what was bought'),
  ('public.tickets.owner_id', 'sold', 'admissions'),
  ('public.cart_items.owner_id', 'sold', 'goods chosen; of a variant that both chose the units are added, up to the limits'),
  ('private.cart_addresses.owner_id',
    'moves', 'where the goods of the cart go; where both have one, that of the account that stays counts'),
  ('private.cart_codes.owner_id', 'moves', 'the code of the cart; where both have one, that of the account that stays counts'),
  ('public.posts.author_id', 'moves', 'what the person said'),
  ('private.official_posts.author_id', 'moves', 'what the person wrote for the brand'),
  ('public.post_mentions.user_id', 'moves', 'where the person is mentioned'),
  ('public.post_reactions.user_id', 'moves', 'reactions; to a post that both reacted to, that of the account that stays counts'),
  ('public.post_reports.reporter_id', 'moves', 'what the person reported, and how right they were'),
  ('private.sanctions.user_id', 'moves', 'a mute holds for the account that stays'),
  ('private.appeals.user_id', 'moves', 'appeals go on'),
  ('private.moderator_notes.user_id', 'moves', 'what moderators wrote about the person'),
  ('public.chat_messages.author_id', 'moves', 'what the person said in chats'),
  ('private.chat_reports.reporter_id', 'moves', 'what the person reported in chats'),
  ('public.follows.user_id', 'moves', 'artists and series'),
  ('public.person_follows.follower_id', 'moves', 'people whom the person follows'),
  ('public.person_follows.followed_id', 'moves', 'people who follow the person'),
  ('public.person_blocks.user_id', 'moves', 'people whom the person blocked or muted'),
  ('public.person_blocks.other_id', 'moves', 'people who blocked or muted the person'),
  ('public.event_company.user_id', 'moves', 'events at which the person may be seen as going'),
  ('public.notifications.user_id', 'moves', 'what the bell told the person'),
  ('private.recipient_zones.user_id', 'stays', 'the zone of the account''s browser'),
  ('private.mail_suppressions.lifted_by', 'stays', 'who did it'),
  ('private.digests.user_id', 'stays', 'weeks whose mail the account had'),
  ('private.stream_calls.user_id', 'stays', 'which streams the account was told of'),
  ('public.notifications.actor_id', 'moves', 'what the person did that others were told'),
  ('public.stream_reminders.user_id', 'moves', 'streams whose begin the person is told'),
  ('private.playback_sessions.person_id', 'stays', 'figures'),
  ('private.event_alerts.user_id', 'moves', 'alerts asked for'),
  ('private.allocations.member_id', 'moves', 'places that the person hands on'),
  ('private.allocations.created_by', 'stays', 'who did it'),
  ('private.waitlist_entries.user_id', 'moves', 'places on waitlists; where both wait for an event, that of the account that stays counts'),
  ('private.ticket_transfers.from_id', 'moves', 'tickets that the person offers or handed on'),
  ('private.ticket_transfers.to_id', 'moves', 'tickets that the person is offered or got: an open offer can be accepted'),
  ('private.event_unlocks.user_id', 'moves', 'events whose password was given'),
  ('private.unlocked_codes.user_id', 'moves', 'codes typed in'),
  ('private.firebase_identities.user_id', 'moves', 'outside sign-ins open the account that stays'),
  ('public.person_notes.user_id', 'moves', 'what staff wrote about the person'),
  ('public.promoters.user_id', 'moves', 'what the person promotes and earned by it'),
  ('public.profiles.id', 'stays', 'the account itself, closed'),
  ('private.user_roles.user_id', 'stays', 'the account itself'),
  ('private.contacts.user_id', 'stays', 'the address of the account'),
  ('private.person_keys.user_id', 'stays', 'the words by which the account is found'),
  ('private.former_usernames.user_id', 'stays', 'its usernames stay taken'),
  ('private.session_proofs.user_id', 'stays', 'of sessions that have ended'),
  ('private.known_devices.user_id', 'stays', 'devices that signed in to the account'),
  ('private.recovered_sessions.user_id', 'stays', 'of sessions that have ended'),
  ('private.recovery_codes.user_id', 'stays', 'how the account signs in'),
  ('private.taken_codes.user_id', 'stays', 'how the account signs in'),
  ('private.email_changes.user_id', 'stays', 'of the account'),
  ('private.email_undos.user_id', 'stays', 'of the account'),
  ('private.one_time_links.user_id', 'stays', 'sent to the address of the account'),
  ('private.account_deletions.user_id', 'stays', 'when the account is erased'),
  ('private.notification_choices.user_id', 'stays', 'the choices of the account that stays count'),
  ('private.notification_pauses.user_id', 'stays', 'the choices of the account that stays count'),
  ('private.confirmed_addresses.user_id', 'stays', 'proof of an address of the account'),
  ('private.confirmed_factors.user_id', 'stays', 'proof of a second step of the account'),
  ('private.consents.user_id', 'stays', 'append-only log'),
  ('private.visits.user_id', 'stays', 'figures'),
  ('private.page_views.user_id', 'stays', 'figures'),
  ('private.item_views.user_id', 'stays', 'figures'),
  ('private.comp_quotas.issuer_id', 'stays', 'of admins'),
  ('private.comp_results.issuer_id', 'stays', 'of admins'),
  ('private.comp_invitations.issuer_id', 'stays', 'who did it'),
  ('private.comp_invitations.approved_by', 'stays', 'who did it'),
  ('public.staff_grants.user_id', 'stays', 'staff are not merged; ended grants stay where they were'),
  ('public.event_drafts.owner_id', 'stays', 'of admins'),
  ('public.saved_views.owner_id', 'stays', 'of staff'),
  ('private.idempotency_keys.actor_id', 'stays', 'of requests that are over'),
  ('private.audit_log.actor_id', 'stays', 'append-only log'),
  ('private.state_log.actor_id', 'stays', 'append-only log'),
  ('private.person_reads.actor_id', 'stays', 'append-only log'),
  ('public.ledger_entries.actor_id', 'stays', 'append-only log'),
  ('public.stock_entries.actor_id', 'stays', 'append-only log'),
  ('private.ticket_names.actor_id', 'stays', 'who did it'),
  ('private.order_email_changes.actor_id', 'stays', 'who did it'),
  ('public.scans.staff_id', 'stays', 'who did it'),
  ('public.scan_reports.resolved_by', 'stays', 'who did it'),
  ('public.door_devices.user_id', 'stays', 'who scanned with it; an enrolled one works by its session, which ends'),
  ('public.door_devices.invited_by', 'stays', 'who did it'),
  ('public.door_devices.locked_by', 'stays', 'who did it'),
  ('public.door_devices.revoked_by', 'stays', 'who did it'),
  ('public.door_devices.waived_by', 'stays', 'who did it'),
  ('public.scan_conflicts.resolved_by', 'stays', 'who did it'),
  ('public.door_clicks.staff_id', 'stays', 'append-only log'),
  ('public.door_recounts.staff_id', 'stays', 'append-only log'),
  ('private.door_bans.user_id', 'moves', 'a door looks for the person'),
  ('private.door_bans.created_by', 'stays', 'who did it'),
  ('private.door_bans.lifted_by', 'stays', 'who did it'),
  ('private.pickups.staff_id', 'stays', 'who did it'),
  ('private.hand_overs.staff_id', 'stays', 'append-only log'),
  ('private.hand_overs.resolved_by', 'stays', 'who did it'),
  ('public.staff_grants.granted_by', 'stays', 'who did it'),
  ('public.person_notes.author_id', 'stays', 'who did it'),
  ('private.chat_sanctions.user_id', 'stays', 'append-only log'),
  ('private.chat_sanctions.actor_id', 'stays', 'append-only log'),
  ('private.moderation_log.user_id', 'stays', 'append-only log'),
  ('private.moderation_log.actor_id', 'stays', 'append-only log'),
  ('private.moderation_cases.claimed_by', 'stays', 'who did it'),
  ('private.moderation_cases.decided_by', 'stays', 'who did it'),
  ('private.sanctions.imposed_by', 'stays', 'who did it'),
  ('private.sanctions.lifted_by', 'stays', 'who did it'),
  ('private.appeals.decided_by', 'stays', 'who did it'),
  ('private.moderation_terms.created_by', 'stays', 'who did it'),
  ('private.canned_replies.updated_by', 'stays', 'who did it'),
  ('private.moderator_notes.author_id', 'stays', 'who did it'),
  ('public.order_notes.author_id', 'stays', 'who did it'),
  ('public.refunds.requested_by', 'stays', 'who did it'),
  ('public.refunds.endorsed_by', 'stays', 'who did it'),
  ('public.refunds.decided_by', 'stays', 'who did it'),
  ('public.refunds.manual_by', 'stays', 'who did it'),
  ('public.disputes.evidence_sent_by', 'stays', 'who did it'),
  ('public.buyer_blocks.created_by', 'stays', 'who did it'),
  ('public.buyer_blocks.lifted_by', 'stays', 'who did it'),
  ('public.event_changes.announced_by', 'stays', 'who did it'),
  ('public.shipments.shipped_by', 'stays', 'who did it'),
  ('public.returns.requested_by', 'stays', 'who did it'),
  ('public.returns.decided_by', 'stays', 'who did it'),
  ('public.returns.inspected_by', 'stays', 'who did it'),
  ('public.promoters.created_by', 'stays', 'who did it'),
  ('public.event_promoters.created_by', 'stays', 'who did it'),
  ('private.order_attributions.decided_by', 'stays', 'who did it'),
  ('private.commission_payouts.paid_by', 'stays', 'who did it'),
  ('public.guest_lists.created_by', 'stays', 'who did it'),
  ('public.guest_list_entries.added_by', 'stays', 'who did it'),
  ('public.guest_list_entries.removed_by', 'stays', 'who did it'),
  ('public.guest_list_pairs.decided_by', 'stays', 'who did it'),
  ('private.campaign_recipients.person_id', 'stays', 'what was sent, to the account of then'),
  ('private.campaign_runs.decided_by', 'stays', 'who did it'),
  ('private.audiences.author_id', 'stays', 'who did it'),
  ('private.audience_people.person', 'stays', 'written again by triggers'),
  ('private.mail_wordings.saved_by', 'stays', 'who did it'),
  ('private.campaigns.author_id', 'stays', 'who did it'),
  ('private.campaigns.edited_by', 'stays', 'who did it'),
  ('private.campaign_template_versions.saved_by', 'stays', 'who did it'),
  ('private.campaigns.reviewed_by', 'stays', 'who did it'),
  ('private.discarded_failures.discarded_by', 'stays', 'who did it'),
  ('private.staff_invitations.invited_by', 'stays', 'who did it'),
  ('private.staff_invitations.accepted_by', 'stays', 'who did it'),
  ('private.account_merges.from_id', 'stays', 'which accounts were merged'),
  ('private.account_merges.into_id', 'stays', 'which accounts were merged'),
  ('private.account_merges.merged_by', 'stays', 'who did it'),
  ('private.account_merges.undone_by', 'stays', 'who did it');

create table private.account_merges (
  id uuid primary key default gen_random_uuid(),
  from_id uuid not null,
  into_id uuid not null,
  merged_by uuid,
  merged_at timestamptz not null default now(),
  undo_until timestamptz not null default now() + interval '30 days',
  undone_by uuid,
  undone_at timestamptz,
  check (from_id <> into_id),
  check (undone_by is null or undone_at is not null)
);
comment on table private.account_merges is
  'Merges of two accounts: from_id was closed, into_id has its things. People are named by id, so that erasing one keeps the row.';
create unique index account_merges_from on private.account_merges (from_id) where undone_at is null;
create index account_merges_into on private.account_merges (into_id);

create table private.merged_rows (
  merge_id uuid not null references private.account_merges (id) on delete cascade,
  place text not null references private.person_columns (place),
  row_key jsonb not null,
  primary key (merge_id, place, row_key)
);
comment on table private.merged_rows is
  'The rows that a merge moved, by their primary key without the column that names the person, and of the cart also the units: undoing it '
  'moves these back and no others.';
create index merged_rows_place on private.merged_rows (place);

create function private.move_rows(p_place text, p_from uuid, p_into uuid, p_merge uuid default null) returns setof jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_table text := format('%I.%I', split_part(p_place, '.', 1), split_part(p_place, '.', 2));
  v_column text := split_part(p_place, '.', 3);
  v_key text;
  v_mine text;
  v_keys jsonb[];
  v_one jsonb;
begin
  -- Tells the person's rows apart by the other columns of the primary key.
  select format('jsonb_build_object(%s)', string_agg(format('%L, t.%I', a.attname, a.attname), ', ' order by a.attnum)) into v_key
  from pg_catalog.pg_index i
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = v_table::regclass and i.indisprimary and a.attname <> v_column;
  v_mine := format('t.%I = $1 and ($3 is null '
    'or %s in (select r.row_key from private.merged_rows r where r.merge_id = $3 and r.place = $4))',
    v_column, v_key);
  begin
    execute format('with moved as (update %s t set %I = $2 where %s returning %s as key) select array_agg(m.key) from moved m',
      v_table, v_column, v_mine, v_key)
      into v_keys using p_from, p_into, p_merge, p_place;
    return query select k.key from unnest(v_keys) k (key);
    return;
  exception when unique_violation or check_violation then
    null; -- the other account has some of them already, or is the other person of a row: those stay, one by one
  end;
  for v_one in execute format('select %s from %s t where %s', v_key, v_table, v_mine) using p_from, p_into, p_merge, p_place loop
    begin
      execute format('update %s t set %I = $2 where t.%I = $1 and %s = $3', v_table, v_column, v_column, v_key) using p_from, p_into, v_one;
      return next v_one;
    exception when unique_violation or check_violation then
      null;
    end;
  end loop;
end
$$;
comment on function private.move_rows(text, uuid, uuid, uuid) is
  'Makes a column that names one person name another, and returns the keys of the rows it moved; p_merge = only those that this merge '
  'moved. What the other one has already stays.';

create function private.move_cart(p_from uuid, p_into uuid) returns setof jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_from jsonb := (select jsonb_object_agg(c.variant_id, c.quantity) from public.cart_items c where c.owner_id = p_from);
  v_into jsonb := coalesce((select jsonb_object_agg(c.variant_id, c.quantity) from public.cart_items c where c.owner_id = p_into), '{}');
  v_item record;
begin
  perform private.merge_cart(p_from, p_into);
  for v_item in
    select f.key::uuid as variant_id, f.value::int as brought, c.quantity - coalesce((v_into ->> f.key)::int, 0) as units
    from jsonb_each_text(v_from) f join public.cart_items c on c.owner_id = p_into and c.variant_id = f.key::uuid order by 1
  loop
    if v_item.units > 0 then
      return next jsonb_build_object('variant_id', v_item.variant_id, 'units', v_item.units);
    end if;
    -- units above the limits go back into the first cart
    if v_item.brought > v_item.units then
      insert into public.cart_items (owner_id, variant_id, quantity) values (p_from, v_item.variant_id, v_item.brought - v_item.units);
    end if;
  end loop;
end
$$;
comment on function private.move_cart(uuid, uuid) is
  'Adds the goods in the cart of one account to that of another by private.merge_cart, and returns what it added: {variant_id, units}. '
  'What is above the limits stays in the first cart.';

create function private.move_cart_back(p_merge private.account_merges) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_item record;
  v_units int;
  v_back int := 0;
begin
  for v_item in
    select (r.row_key ->> 'variant_id')::uuid as variant_id, (r.row_key ->> 'units')::int as units from private.merged_rows r
    where r.merge_id = p_merge.id and r.place = 'public.cart_items.owner_id' order by 1
  loop
    select least(c.quantity, v_item.units) into v_units
    from public.cart_items c where c.owner_id = p_merge.into_id and c.variant_id = v_item.variant_id for update;
    continue when not found;
    delete from public.cart_items c where c.owner_id = p_merge.into_id and c.variant_id = v_item.variant_id and c.quantity <= v_units;
    update public.cart_items c set quantity = c.quantity - v_units where c.owner_id = p_merge.into_id and c.variant_id = v_item.variant_id;
    insert into public.cart_items as c (owner_id, variant_id, quantity) values (p_merge.from_id, v_item.variant_id, v_units)
    on conflict (owner_id, variant_id) do update set quantity = c.quantity + excluded.quantity;
    v_back := v_back + 1;
  end loop;
  return v_back;
end
$$;
comment on function private.move_cart_back(private.account_merges) is
  'Moves the units that a merge added to a cart back to the first account, those that are still there; returns of how many variants.';

create function private.lock_merge(p_from uuid, p_into uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if p_from = p_into then
    perform private.refuse(409, 'merge_same');
  end if;
  if auth.uid() in (p_from, p_into) then
    perform private.refuse(409, 'own_account');
  end if;
  -- Both people, in the order of their ids: a purchase of either is over, or begins when this is done.
  perform private.lock_person(least(p_from, p_into));
  perform private.lock_person(greatest(p_from, p_into));
  perform 1 from public.profiles where id in (p_from, p_into) order by id for update;
  if (select count(*) from public.profiles where id in (p_from, p_into)) < 2 then
    perform private.refuse(404, 'not_found');
  end if;
  if private.account_state(p_into) = 'guest' then
    perform private.refuse(409, 'guest_role');
  end if;
  if private.account_state(p_from) not in ('member', 'guest') or private.account_state(p_into) <> 'member' then
    perform private.refuse(409, 'merge_inactive');
  end if;
  if exists (select 1 from private.user_roles r where r.user_id in (p_from, p_into) and r.role = any (private.roles_with('be_staff')))
    or exists (select 1 from public.staff_grants g where g.user_id in (p_from, p_into) and g.revoked_at is null
      and (g.expires_at is null or g.expires_at > now())) then
    perform private.refuse(409, 'staff_account');
  end if;
  if exists (select 1 from public.orders o where o.owner_id in (p_from, p_into) and private.order_awaits_payment(o.status)) then
    perform private.refuse(409, 'merge_payment');
  end if;
end
$$;
comment on function private.lock_merge(uuid, uuid) is
  'Locks two people, in the order of their ids, and refuses what cannot be merged: see private.make_merge.';

create function private.move_sold(p_merge uuid, p_from uuid, p_into uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_event record;
  v_sold jsonb;
begin
  select jsonb_build_object(
    'public.holds.owner_id', (select coalesce(jsonb_agg(h.id), '[]') from public.holds h where h.owner_id = p_from),
    'public.orders.owner_id', (select coalesce(jsonb_agg(o.id), '[]') from public.orders o where o.owner_id = p_from),
    'public.tickets.owner_id', (select coalesce(jsonb_agg(k.id), '[]') from public.tickets k where k.owner_id = p_from)) into v_sold;
  for v_event in
    select f.event_id as id from (
      select h.event_id from public.holds h where h.owner_id = p_from
      union select o.event_id from public.orders o where o.owner_id = p_from
    ) f order by f.event_id
  loop
    if not private.merge_guest_event(v_event.id, p_from, p_into) then
      perform private.refuse(409, 'merge_over_limit');
    end if;
  end loop;
  update public.tickets set owner_id = p_into where owner_id = p_from;
  insert into private.merged_rows (merge_id, place, row_key)
  select p_merge, s.key, jsonb_build_object('id', r.id) from jsonb_each(v_sold) s cross join jsonb_array_elements(s.value) r (id);
end
$$;
comment on function private.move_sold(uuid, uuid, uuid) is
  'Gives the holds, orders and tickets of one person to another, event by event, and keeps which they were; refuses merge_over_limit.';

create function private.merge_summary(p_merge uuid, p_from uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('mergeId', p_merge,
    'moves', (select coalesce(jsonb_agg(jsonb_build_object('place', c.place, 'count', c.moved) order by c.place), '[]')
      from (select r.place, count(*) as moved from private.merged_rows r where r.merge_id = p_merge group by r.place) c),
    'orders', (select coalesce(jsonb_agg(o.code order by o.created_at, o.id), '[]') from private.merged_rows r
      join public.orders o on o.id = (r.row_key ->> 'id')::uuid where r.merge_id = p_merge and r.place = 'public.orders.owner_id'),
    'tickets', (select coalesce(jsonb_agg(jsonb_build_object('code', k.code, 'event', e.title, 'valid',
      private.ticket_is_valid(k.status)) order by e.starts_at, k.code), '[]')
      from private.merged_rows r join public.tickets k on k.id = (r.row_key ->> 'id')::uuid join public.events e on e.id = k.event_id
      where r.merge_id = p_merge and r.place = 'public.tickets.owner_id'),
    'stays', (select count(*) from public.cart_items i where i.owner_id = p_from)
      + (select count(*) from public.follows f where f.user_id = p_from) + (select count(*) from private.event_alerts a
        where a.user_id = p_from));
end
$$;
comment on function private.merge_summary(uuid, uuid) is
  'Returns what a merge moved, with its orders and tickets, and how much stays behind.';

create function private.make_merge(p_from uuid, p_into uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  v_merge uuid;
  v_place record;
  v_hold uuid;
begin
  perform private.lock_merge(p_from, p_into);
  insert into private.account_merges (from_id, into_id, merged_by) values (p_from, p_into, auth.uid()) returning id into v_merge;
  -- A cart is of minutes: it is given back, so that the one of the account that stays is left alone.
  for v_hold in select h.id from public.holds h where h.owner_id = p_from and h.status in ('active', 'pinned')
    and h.kind not in ('waitlist_offer', 'allocation') order by h.id loop
    perform public.release_hold(p_from, v_hold);
  end loop;
  perform private.move_sold(v_merge, p_from, p_into);
  insert into private.merged_rows (merge_id, place, row_key)
  select v_merge, 'public.cart_items.owner_id', m from private.move_cart(p_from, p_into) m;
  for v_place in select c.place from private.person_columns c where c.on_merge = 'moves' order by c.place loop
    insert into private.merged_rows (merge_id, place, row_key)
    select v_merge, v_place.place, m from private.move_rows(v_place.place, p_from, p_into) m;
  end loop;
  update public.profiles set deactivated_at = now(), sanction = 'merged' where id = p_from;
  insert into private.account_deletions (user_id, due_at) select m.from_id, m.undo_until from private.account_merges m where m.id = v_merge
  on conflict (user_id) do update set due_at = excluded.due_at;
  return private.merge_summary(v_merge, p_from);
end
$$;
comment on function private.make_merge(uuid, uuid) is
  'Moves everything that private.person_columns says from one account to another, writes down which rows, and closes the first one: '
  '{mergeId, moves: [{place, count}], orders, tickets, stays}; stays = things that the other one has already, and goods above the limits '
  'of a cart.';

create function public.preview_merge(p_from uuid, p_into uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_result jsonb;
begin
  perform private.require_permission('manage_people');
  begin
    v_result := private.make_merge(p_from, p_into) - 'mergeId';
    raise exception 'taken back' using errcode = 'UNDOM';
  exception when sqlstate 'UNDOM' then
    null;
  end;
  return v_result || jsonb_build_object('from', private.merge_side(p_from), 'into', private.merge_side(p_into),
    'isProven', private.is_proven(),
    'timeZone', (select s.time_zone from public.settings s), 'now', now());
end
$$;
comment on function public.preview_merge(uuid, uuid) is
  'Says what merge_accounts would do, by doing it and taking it back: {from, into, moves, orders, tickets, stays, isProven, timeZone, '
  'now}. Admins only. Refuses what merge_accounts refuses, but for the proof.';

create function public.merge_accounts(p_from uuid, p_into uuid, p_reason text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_from text;
  v_made jsonb;
begin
  perform private.require_permission('manage_people');
  perform private.require_proof();
  v_reason := private.require_reason(p_reason);
  v_from := private.account_state(p_from);
  v_made := private.make_merge(p_from, p_into);
  perform private.log_state('account', p_from, v_from, 'merged', v_reason,
    jsonb_build_object('into', p_into, 'merge', v_made -> 'mergeId'));
  perform private.audit('account.merged', 'account', p.id::text, jsonb_build_object('from', p_from, 'to', p_into, 'reason', v_reason,
    'merge', v_made -> 'mergeId', 'moves', v_made -> 'moves'))
  from unnest(array[p_from, p_into]) p (id);
  return (v_made ->> 'mergeId')::uuid;
end
$$;
comment on function public.merge_accounts(uuid, uuid, text) is
  'Moves orders, tickets, posts, follows, the cart of goods and sign-ins of one account to another and closes the first one, which is '
  'erased after 30 days; until then undo_merge takes it back. Returns the id of the merge. Admins only, with a recent proof. Refuses '
  'not_allowed, password_needed, reason_required, merge_same, own_account, not_found, guest_role (a guest''s account cannot be the one '
  'that stays), merge_inactive, staff_account, merge_payment, merge_over_limit.';

create function public.undo_merge(p_merge uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text;
  v_merge private.account_merges;
  v_place record;
  v_back int := 0;
  v_moved int := 0;
  v_event record;
begin
  perform private.require_permission('manage_people');
  perform private.require_proof();
  v_reason := private.require_reason(p_reason);
  select * into v_merge from private.account_merges where id = p_merge;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if auth.uid() in (v_merge.from_id, v_merge.into_id) then
    perform private.refuse(409, 'own_account');
  end if;
  perform private.lock_person(least(v_merge.from_id, v_merge.into_id));
  perform private.lock_person(greatest(v_merge.from_id, v_merge.into_id));
  perform 1 from public.profiles where id in (v_merge.from_id, v_merge.into_id) order by id for update;
  select * into v_merge from private.account_merges where id = p_merge for update;
  if v_merge.undone_at is not null or v_merge.undo_until <= now()
    or (select count(*) from public.profiles where id in (v_merge.from_id, v_merge.into_id)) < 2
    or private.account_state(v_merge.from_id) <> 'merged' then
    perform private.refuse(409, 'merge_final');
  end if;
  for v_event in
    select distinct o.event_id as id from private.merged_rows r join public.orders o on o.id = (r.row_key ->> 'id')::uuid
    where r.merge_id = p_merge and r.place = 'public.orders.owner_id' and o.event_id is not null order by 1
  loop
    perform private.lock_settlement(v_event.id, false);
  end loop;
  perform 1 from public.orders o join private.merged_rows r on o.id = (r.row_key ->> 'id')::uuid
  where r.merge_id = p_merge and r.place = 'public.orders.owner_id'
  order by o.supplement_of is not null, o.id for no key update of o;
  for v_place in select r.place, count(*)::int as moved from private.merged_rows r where r.merge_id = p_merge group by r.place
    order by r.place loop
    v_back := v_back + case when v_place.place = 'public.cart_items.owner_id' then private.move_cart_back(v_merge)
      else (select count(*)::int from private.move_rows(v_place.place, v_merge.into_id, v_merge.from_id, p_merge)) end;
    v_moved := v_moved + v_place.moved;
  end loop;
  delete from private.account_deletions where user_id = v_merge.from_id;
  update public.profiles set deactivated_at = null where id = v_merge.from_id;
  update private.account_merges set undone_at = now(), undone_by = auth.uid() where id = p_merge;
  perform private.log_state('account', v_merge.from_id, 'merged', private.account_state(v_merge.from_id), v_reason,
    jsonb_build_object('merge', p_merge));
  perform private.audit('account.unmerged', 'account', p.id::text, jsonb_build_object('from', v_merge.into_id, 'to', v_merge.from_id,
    'reason', v_reason, 'merge', p_merge, 'back', v_back, 'gone', v_moved - v_back))
  from unnest(array[v_merge.from_id, v_merge.into_id]) p (id);
  return jsonb_build_object('back', v_back, 'gone', v_moved - v_back);
end
$$;
comment on function public.undo_merge(uuid, text) is
  'Takes a merge back within 30 days: the rows that it moved and that the account still has go back, and the closed account opens again: '
  '{back, gone}; gone = rows that were deleted or are somebody else''s since. Admins only, with a recent proof. Refuses not_allowed, '
  'password_needed, reason_required, not_found, own_account, merge_final.';

revoke execute on function
  private.lock_merge(uuid, uuid), private.move_sold(uuid, uuid, uuid), private.merge_summary(uuid, uuid),
  private.move_rows(text, uuid, uuid, uuid), private.make_merge(uuid, uuid), public.preview_merge(uuid, uuid),
  public.merge_accounts(uuid, uuid, text), public.undo_merge(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.preview_merge(uuid, uuid), public.merge_accounts(uuid, uuid, text), public.undo_merge(uuid, text)
to authenticated;
