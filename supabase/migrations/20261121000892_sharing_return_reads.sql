-- Reads returns for holders: which of their tickets can be listed, what each pays back, and which are listed.

create function private.ticket_returns_of(p_tickets uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ticketId', k.id,
      'stop', case when k.custody = 'held' then private.return_stop(k, e) else 'not_held' end,
      'isListed', k.custody = 'listed', 'backCents', coalesce(t.total_cents, 0), 'currency', o.currency,
      'returnsAt', e.doors_at - interval '3 hours') order by k.id), '[]')
    from public.tickets k join public.events e on e.id = k.event_id join public.orders o on o.id = k.order_id
    left join lateral private.return_terms(k) t on true
    where k.id = any (p_tickets) and private.ticket_is_valid(k.status));
end
$$;
comment on function private.ticket_returns_of(uuid[]) is
  'For each valid one of these tickets: [{ticketId, stop, isListed, backCents, currency, returnsAt}]. stop = why it can''t be listed now '
  '(private.return_stop, or not_held), backCents = what its buyer gets back once it is sold, returnsAt = when it comes back unsold.';

create function private.read_returns() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.caller_role() is null then
    return '[]';
  end if;
  return private.ticket_returns_of(array(
    select k.id from public.tickets k join public.events e on e.id = k.event_id
    where k.owner_id = auth.uid() and k.holder_email is null and e.ends_at > now()));
end
$$;
comment on function private.read_returns() is 'Body of public.read_returns.';

create function public.read_returns() returns jsonb
language sql stable set search_path = ''
as $$ select private.read_returns() $$;
comment on function public.read_returns() is
  'The tickets that the caller bought for events that are not over, with how each can be returned (private.ticket_returns_of); none for a '
  'visitor.';

create function public.read_returns_by_link(p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return private.ticket_returns_of(private.tickets_of_link(p_token_hash));
end
$$;
comment on function public.read_returns_by_link(text) is
  'The same for the tickets that a valid secret link opens, for the server.';

revoke execute on function
  private.ticket_returns_of(uuid[]), private.read_returns(), public.read_returns(), public.read_returns_by_link(text)
from public, anon, authenticated, service_role;
grant execute on function private.read_returns(), public.read_returns() to authenticated;
grant execute on function public.read_returns_by_link(text) to service_role;
