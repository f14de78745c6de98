-- What staff read of events: the editor, the list, and "Today". Admins only.

create function private.event_figures(
  p_event public.events, out sold int, out held int, out capacity int, out in_now int, out gross_cents bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select coalesce(sum(r.sold), 0), coalesce(sum(r.held), 0) into sold, held
  from public.ticket_types t
  join public.price_releases r on r.ticket_type_id = t.id
  where t.event_id = p_event.id;
  -- Places of the night: pools that every type draws on bound the whole; the others add up.
  select least(min(p.capacity) filter (where p.of_all), sum(p.capacity) filter (where not p.of_all)) into capacity
  from (
    select c.capacity, not exists (
        select 1 from public.ticket_types t
        where t.event_id = p_event.id and t.archived_at is null
          and not exists (select 1 from public.ticket_type_pools tp where tp.ticket_type_id = t.id and tp.pool_id = c.id)
      ) as of_all
    from public.capacity_pools c
    where c.event_id = p_event.id
  ) p;
  capacity := coalesce(capacity, 0);
  select count(*) into in_now from public.entries n where n.event_id = p_event.id and n.closed_at is null;
  select coalesce(sum(o.total_cents - o.refunded_cents), 0) into gross_cents
  from public.orders o
  where o.event_id = p_event.id and o.status = 'paid';
end
$$;
comment on function private.event_figures(public.events) is
  'How an event stands: tickets sold and on hold, places, people inside now, and money kept (paid minus refunded) in cents.';

create function private.list_staff_events(p_filter text, p_limit int)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now timestamptz := now();
begin
  perform private.require_admin();
  return jsonb_build_object(
    'now', v_now,
    'currency', (select s.currency from public.settings s),
    'counts', (
      select jsonb_build_object(
        'upcoming', count(*) filter (where e.status in ('published', 'postponed') and e.ends_at > v_now),
        'draft', count(*) filter (where e.status = 'draft'),
        'past', count(*) filter (where (e.status in ('published', 'postponed') and e.ends_at <= v_now) or e.status = 'archived'),
        'cancelled', count(*) filter (where e.status = 'cancelled'))
      from public.events e),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'slug', e.slug, 'title', e.title, 'status', e.status, 'visibility', e.visibility, 'is_test', e.is_test,
        'city', e.city, 'venue_name', e.venue_name, 'time_zone', e.time_zone, 'starts_at', e.starts_at, 'ends_at', e.ends_at,
        'state', (private.event_state(e.row_)).state,
        'sold', f.sold, 'held', f.held, 'capacity', f.capacity, 'gross_cents', f.gross_cents
      ) order by e.place), '[]')
      from (
        select x as row_, x.*, row_number() over (
            order by case when p_filter in ('past', 'cancelled') then null else x.starts_at end, x.starts_at desc, x.id) as place
        from public.events x
        where case p_filter
          when 'draft' then x.status = 'draft'
          when 'past' then (x.status in ('published', 'postponed') and x.ends_at <= v_now) or x.status = 'archived'
          when 'cancelled' then x.status = 'cancelled'
          else x.status in ('published', 'postponed') and x.ends_at > v_now
        end
        order by place
        limit least(greatest(coalesce(p_limit, 100), 1), 200)
      ) e
      cross join lateral private.event_figures(e.row_) f));
end
$$;
comment on function private.list_staff_events(text, int) is
  'The events of one kind (upcoming, draft, past, cancelled) with their figures, and how many there are of each.';

create function private.read_event_editor(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_event public.events;
begin
  perform private.require_admin();
  select * into v_event from public.events where id = p_id;
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'event', to_jsonb(v_event),
    'pools', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'capacity', p.capacity, 'held', p.held, 'sold', p.sold) order by p.created_at, p.id), '[]')
      from public.capacity_pools p where p.event_id = p_id),
    'types', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'name', t.name, 'description', t.description, 'visibility', t.visibility,
        'min_per_order', t.min_per_order, 'max_per_order', t.max_per_order,
        'sale_starts_at', t.sale_starts_at, 'sale_ends_at', t.sale_ends_at, 'paused', t.paused_at is not null,
        'pools', (select coalesce(jsonb_agg(tp.pool_id), '[]') from public.ticket_type_pools tp where tp.ticket_type_id = t.id),
        'releases', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', r.id, 'name', r.name, 'face_cents', r.face_cents, 'quantity', r.quantity, 'ends_at', r.ends_at,
            'held', r.held, 'sold', r.sold) order by r.position), '[]')
          from public.price_releases r where r.ticket_type_id = t.id)
      ) order by t.position, t.name, t.id), '[]')
      from public.ticket_types t where t.event_id = p_id and t.archived_at is null),
    'figures', (select to_jsonb(f) from private.event_figures(v_event) f),
    'currency', (select s.currency from public.settings s),
    'now', now());
end
$$;
comment on function private.read_event_editor(uuid) is 'An event as the form of staff takes it, with what is sold and held of each part.';

create function private.read_tonight()
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_settings public.settings;
  v_today timestamptz;
begin
  perform private.require_admin();
  select * into strict v_settings from public.settings;
  v_today := date_trunc('day', now() at time zone v_settings.time_zone) at time zone v_settings.time_zone;
  return jsonb_build_object(
    'now', now(),
    'time_zone', v_settings.time_zone,
    'currency', v_settings.currency,
    'tonight', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'slug', e.slug, 'title', e.title, 'venue_name', e.venue_name, 'city', e.city, 'time_zone', e.time_zone,
        'status', e.status, 'doors_at', e.doors_at, 'starts_at', e.starts_at, 'ends_at', e.ends_at,
        'sold', f.sold, 'held', f.held, 'capacity', f.capacity, 'in_now', f.in_now, 'gross_cents', f.gross_cents
      ) order by e.starts_at, e.id), '[]')
      from public.events e
      cross join lateral private.event_figures(e) f
      where e.status in ('published', 'postponed', 'cancelled') and e.ends_at > now()
        and private.night_of(e.starts_at, e.time_zone) <= private.night_of(now(), e.time_zone)),
    'money', (
      select jsonb_build_object(
        'gross_cents', coalesce(sum(o.total_cents), 0),
        'orders', count(*),
        'tickets', (
          select count(*) from public.tickets k join public.orders x on x.id = k.order_id
          where x.paid_at >= v_today and x.status = 'paid'),
        'refunded_cents', (
          select coalesce(sum(r.amount_cents), 0) from public.refunds r
          where r.created_at >= v_today and r.status in ('approved', 'submitted', 'succeeded', 'external')))
      from public.orders o
      where o.paid_at >= v_today and o.status = 'paid'),
    'next_on_sale', (
      select jsonb_build_object('event_id', e.id, 'slug', e.slug, 'title', e.title, 'type_name', t.name,
        'time_zone', e.time_zone, 'sale_starts_at', t.sale_starts_at)
      from public.ticket_types t
      join public.events e on e.id = t.event_id
      where e.status = 'published' and t.archived_at is null and t.sale_starts_at > now()
      order by t.sale_starts_at, t.id
      limit 1),
    'counts', jsonb_build_object(
      'upcoming', (
        select count(*) from public.events e where e.status in ('published', 'postponed') and e.ends_at > now()),
      'drafts', (select count(*) from public.events e where e.status = 'draft'),
      'awaiting_payment', (
        select count(*) from public.orders o where o.status in ('awaiting_payment', 'processing', 'payment_failed')),
      'failed_mails', (select count(*) from private.mail_outbox m where m.status = 'failed'),
      'open_refunds', (select count(*) from public.refunds r where r.status in ('requested', 'approved', 'failed'))));
end
$$;
comment on function private.read_tonight() is
  'What staff see first: the nights of today with people and money, what was paid today in the brand''s zone, what goes on sale next, and what waits for somebody.';

create function public.list_staff_events(p_filter text default 'upcoming', p_limit int default 100) returns jsonb
language sql stable set search_path = ''
as $$ select private.list_staff_events(p_filter, p_limit) $$;
comment on function public.list_staff_events(text, int) is 'The staff''s list of events; admins only.';

create function public.read_event_editor(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$ select private.read_event_editor(p_id) $$;
comment on function public.read_event_editor(uuid) is 'An event for the form of staff; admins only.';

create function public.read_tonight() returns jsonb
language sql stable set search_path = ''
as $$ select private.read_tonight() $$;
comment on function public.read_tonight() is 'The figures of "Today"; admins only.';

revoke execute on function
  private.event_figures(public.events),
  private.list_staff_events(text, int), private.read_event_editor(uuid), private.read_tonight(),
  public.list_staff_events(text, int), public.read_event_editor(uuid), public.read_tonight()
from public, anon, authenticated, service_role;
grant execute on function
  private.list_staff_events(text, int), private.read_event_editor(uuid), private.read_tonight(),
  public.list_staff_events(text, int), public.read_event_editor(uuid), public.read_tonight()
to authenticated;
