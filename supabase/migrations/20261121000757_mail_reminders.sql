-- Reminds people of what they have tickets for: a day before the doors, and on the day.

create function private.reminder_due(p_event public.events) returns table (kind text, due_at timestamptz, until timestamptz)
language sql stable set search_path = ''
as $$
  -- On the day at noon of the event's own zone, but 4 hours before early doors.
  with today as (
    select least((date_trunc('day', p_event.doors_at at time zone p_event.time_zone) + interval '12 hours') at time zone p_event.time_zone,
      p_event.doors_at - interval '4 hours') as at
  )
  select 'reminder_day_before', p_event.doors_at - interval '24 hours', t.at from today t
  union all
  select 'reminder_day_of', t.at, p_event.doors_at from today t
$$;
comment on function private.reminder_due(public.events) is
  'The two reminders of an event, each with the instants from which and until which it is queued: from 24 hours before doors, and from '
  'noon of the day (4 hours before doors where that is earlier).';

create function private.needs_reminder(p_order public.orders, p_event public.events) returns boolean
language sql stable set search_path = ''
as $$
  select private.order_is_sold(p_order.status) and not p_order.is_test and p_event.status = 'published' and not p_event.is_test
    and p_event.doors_at > now()
    and exists (
      select 1 from public.tickets k where k.order_id = p_order.id and private.ticket_is_valid(k.status) and k.custody = 'held'
        and k.blocked_at is null and k.holder_email is null)
$$;
comment on function private.needs_reminder(public.orders, public.events) is
  'Returns whether the buyer of an order is still to be reminded: it is paid and has a ticket that admits and that they did not hand '
  'on, and the event is on and to come. Never for test orders.';

create function private.due_reminders() returns table (event_id uuid, kind text, due_at timestamptz)
language sql stable set search_path = ''
as $$
  select e.id, d.kind, d.due_at
  from public.events e cross join lateral private.reminder_due(e) d
  where e.status = 'published' and e.starts_at > now() and e.doors_at > now() and e.doors_at <= now() + interval '24 hours'
    and now() >= d.due_at and now() < d.until
$$;
comment on function private.due_reminders() is 'Returns the reminders that are due now, by event.';

create function private.mail_reminder(p_order uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('bagPolicy', nullif(s.bag_policy, ''), 'dressCode', nullif(e.dress_code, ''))
  from public.orders o join public.events e on e.id = o.event_id cross join public.settings s
  where o.id = p_order and private.needs_reminder(o, e)
$$;
comment on function private.mail_reminder(uuid) is
  'Returns the content of a reminder besides its order: {bagPolicy, dressCode}, each null when empty. Null when the reminder has become '
  'pointless since it was queued: postponed, cancelled, begun, refunded.';
