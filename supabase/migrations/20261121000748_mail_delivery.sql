-- What mail providers say after they took a mail: delivered, bounced, or marked as spam; and which addresses get no more mail by it.

create table private.mail_events (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^[a-z]{2,20}$'),
  event_key text not null check (length(event_key) between 1 and 300),
  kind text not null check (kind in ('delivered', 'soft_bounce', 'hard_bounce', 'complaint')),
  ref uuid,
  address text not null check (length(address) between 3 and 254 and address !~ '[[:cntrl:]]'),
  address_key text generated always as (private.email_key(address)) stored,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  note text not null default '' check (length(note) <= 500),
  unique (provider, event_key)
);
comment on table private.mail_events is
  'Messages of mail providers about delivery, each once: event_key = the provider''s name for the message with its kind and recipient. ref '
  '= the mail of the outbox, or the recipient''s row of a campaign; null for one that is not ours. at = when it happened, note = why, as '
  'the provider said. Deleted after 180 days.';
create index mail_events_address on private.mail_events (address_key, at);
create index mail_events_ref on private.mail_events (ref);
create index mail_events_received on private.mail_events (received_at);

create function private.suppress(p_address text, p_scope text, p_reason text, p_note text, p_ends_at timestamptz) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into private.mail_suppressions as s (address, scope, reason, note, ends_at)
  values (lower(btrim(p_address)), p_scope, p_reason, left(p_note, 500), p_ends_at)
  on conflict (address_key, scope) where lifted_at is null do update set
    reason = excluded.reason, note = excluded.note, ends_at = excluded.ends_at, created_at = now()
  -- Never makes one shorter: a full mailbox does not end what a complaint began.
  where s.ends_at is not null and (excluded.ends_at is null or excluded.ends_at > s.ends_at);
end
$$;
comment on function private.suppress(text, text, text, text, timestamptz) is
  'Suppresses an address until p_ends_at, null = until an admin lifts it; one that is suppressed for longer stays as it is.';

create function private.apply_mail_event(p_event private.mail_events) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if p_event.kind = 'hard_bounce' then
    perform private.suppress(p_event.address, 'all', 'hard_bounce', p_event.note, null);
  elsif p_event.kind = 'complaint' then
    perform private.suppress(p_event.address, 'marketing', 'complaint', p_event.note, null);
  elsif p_event.kind = 'soft_bounce' and (
    select count(*) >= 3 from private.mail_events e
    where e.address_key = p_event.address_key and e.kind = 'soft_bounce' and e.at > p_event.at - interval '14 days'
      -- Starts over after an admin lifted it.
      and e.at > coalesce((
        select max(s.lifted_at) from private.mail_suppressions s where s.address_key = p_event.address_key), '-infinity')) then
    perform private.suppress(p_event.address, 'marketing', 'soft_bounces', p_event.note, p_event.at + interval '30 days');
  end if;
end
$$;
comment on function private.apply_mail_event(private.mail_events) is
  'Draws the consequence of a message about delivery: one hard bounce ends all mail to the address, three soft ones in 14 days marketing '
  'for 30 days, one complaint marketing until an admin lifts it.';

create function private.mail_ref(p_refs text[]) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_id uuid;
begin
  select m.id into v_id from private.mail_outbox m where m.provider_id = any (p_refs) limit 1;
  if v_id is null then
    -- Our own name for it is the first part of the message id, and what we handed the provider to send back.
    select substring(r from '^<?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:@|$)')::uuid into v_id
    from unnest(p_refs) r where r ~ '^<?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(@|$)' limit 1;
  end if;
  return v_id;
end
$$;
comment on function private.mail_ref(text[]) is
  'Returns which message a provider speaks of, by any of the names it gives: its own, or ours. Null for names that are neither.';

create function public.record_mail_event(
  p_provider text, p_key text, p_kind text, p_refs text[], p_address text, p_at timestamptz, p_note text
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_event private.mail_events;
begin
  perform private.require_service();
  -- Counts one address at a time, so that of three soft bounces at once the last sees three.
  perform pg_advisory_xact_lock(hashtextextended('mail_events:' || private.email_key(p_address), 0));
  insert into private.mail_events (provider, event_key, kind, ref, address, at, note)
  values (p_provider, left(p_key, 300), p_kind, private.mail_ref(p_refs), lower(btrim(p_address)), least(p_at, now()),
    left(coalesce(p_note, ''), 500))
  on conflict (provider, event_key) do nothing
  returning * into v_event;
  if v_event.id is null then
    return false;
  end if;
  update private.mail_outbox m set delivery_at = v_event.at, delivery_note = nullif(v_event.note, ''),
    delivery = case v_event.kind when 'delivered' then 'delivered' when 'complaint' then 'complained' else 'bounced' end
  where m.id = v_event.ref and (m.delivery is null or m.delivery = 'delivered' or v_event.kind = 'complaint');
  perform private.apply_mail_event(v_event);
  return true;
end
$$;
comment on function public.record_mail_event(text, text, text, text[], text, timestamptz, text) is
  'For the server, which has checked the signature: notes what a provider says of a mail, with every name by which it may be known '
  '(p_refs), and draws the consequence. False when it was known: a message that comes again does nothing.';

create function private.sweep_mail_events() returns void
language sql volatile set search_path = ''
as $$
  delete from private.mail_events e where e.received_at < now() - interval '180 days'
$$;
comment on function private.sweep_mail_events() is 'Forgets messages about delivery after 180 days; the log of mails keeps how each ended.';

create function public.list_suppressions(
  p_show text default 'live', p_search text default null, p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_search text := lower(btrim(coalesce(p_search, '')));
  v_rows jsonb;
begin
  perform private.require_permission('see_mails');
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'address', r.address, 'scope', r.scope, 'reason', r.reason, 'note', r.note,
      'createdAt', r.created_at, 'endsAt', r.ends_at, 'liftedAt', r.lifted_at, 'liftReason', r.lift_reason,
      'liftedBy', (select p.display_name from public.profiles p where p.id = r.lifted_by)) order by r.created_at desc, r.id desc), '[]')
  into v_rows
  from (
    select s.* from private.mail_suppressions s
    where (v_search = '' or starts_with(s.address, v_search) or s.address_key = private.email_key(v_search))
      and case p_show when 'live' then s.lifted_at is null and (s.ends_at is null or s.ends_at > now())
        when 'ended' then s.lifted_at is not null or s.ends_at <= now() else true end
      and (p_after is null or (s.created_at, s.id) < (select a.created_at, a.id from private.mail_suppressions a where a.id = p_after))
    order by s.created_at desc, s.id desc limit v_limit + 1) r;
  return jsonb_build_object(
    'suppressions', coalesce(jsonb_path_query_array(v_rows, '$[0 to $last]', jsonb_build_object('last', v_limit - 1)), '[]'),
    'next', case when jsonb_array_length(v_rows) > v_limit then v_rows -> (v_limit - 1) ->> 'id' end,
    'total', case when p_after is null then (
      select private.list_total(count(*), 10000) from private.mail_suppressions s
      where (v_search = '' or starts_with(s.address, v_search) or s.address_key = private.email_key(v_search))
        and case p_show when 'live' then s.lifted_at is null and (s.ends_at is null or s.ends_at > now())
          when 'ended' then s.lifted_at is not null or s.ends_at <= now() else true end) end,
    'timeZone', (select s.time_zone from public.settings s), 'now', now());
end
$$;
comment on function public.list_suppressions(text, text, uuid, int) is
  'A page of the addresses that get no mail, the latest first: {suppressions: [{id, address, scope, reason, note, createdAt, endsAt, '
  'liftedAt, liftReason, liftedBy}], next, total, timeZone, now}. p_show = live, ended or all; p_search = the beginning of an address, or '
  'another spelling of its mailbox. Admins only: refuses not_allowed.';

create function public.lift_suppression(p_id uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row private.mail_suppressions;
begin
  perform private.require_permission('see_mails');
  if length(btrim(coalesce(p_reason, ''))) not between 1 and 300 then
    perform private.refuse(422, 'invalid');
  end if;
  update private.mail_suppressions s set lifted_at = now(), lifted_by = auth.uid(), lift_reason = btrim(p_reason)
  where s.id = p_id and s.lifted_at is null returning * into v_row;
  if v_row.id is null then
    return false;
  end if;
  perform private.audit('mail.suppression_lifted', 'suppression', p_id::text,
    jsonb_build_object('scope', v_row.scope, 'why', v_row.reason, 'reason', btrim(p_reason)));
  return true;
end
$$;
comment on function public.lift_suppression(uuid, text) is
  'Admin: lets mail go to a suppressed address again, with a reason. False when it was lifted. Refuses not_allowed, invalid without a '
  'reason.';

revoke execute on function private.suppress(text, text, text, text, timestamptz), private.apply_mail_event(private.mail_events),
  private.mail_ref(text[]), public.record_mail_event(text, text, text, text[], text, timestamptz, text), private.sweep_mail_events(),
  public.list_suppressions(text, text, uuid, int), public.lift_suppression(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.record_mail_event(text, text, text, text[], text, timestamptz, text) to service_role;
grant execute on function public.list_suppressions(text, text, uuid, int), public.lift_suppression(uuid, text) to authenticated;
