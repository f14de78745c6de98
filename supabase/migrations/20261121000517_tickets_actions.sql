-- What staff and holders do to single tickets: replace a ticket's code.

create function private.reissue_ticket(p_ticket uuid, p_reason text, p_most_a_day int default null) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_ticket public.tickets;
  v_first timestamptz;
begin
  select * into v_ticket from public.tickets where id = p_ticket for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_ticket.status <> 'valid' or v_ticket.generation = 65535 or not exists (
    select 1 from public.events e where e.id = v_ticket.event_id and e.status not in ('cancelled', 'archived', 'draft')
      and e.ends_at + interval '6 hours' > now()
  ) then
    perform private.refuse(409, 'invalid_state', jsonb_build_object('state', v_ticket.status));
  end if;
  if p_most_a_day is not null then
    select min(r.retired_at) into v_first
    from private.retired_ticket_codes r where r.ticket_id = p_ticket and r.retired_at > now() - interval '1 day'
    having count(*) >= p_most_a_day;
    if v_first is not null then
      perform private.refuse(429, 'rate_limited', jsonb_build_object('retry_after_seconds',
        ceil(extract(epoch from v_first + interval '1 day' - now()))::int));
    end if;
  end if;
  insert into private.retired_ticket_codes (code, ticket_id) values (v_ticket.code, p_ticket);
  update public.tickets set generation = generation + 1, code = private.new_ticket_code() where id = p_ticket;
  perform private.log_state('ticket', p_ticket, 'valid', 'valid', p_reason,
    jsonb_build_object('change', 'reissued', 'generation', v_ticket.generation + 1));
  return v_ticket.generation + 1;
end
$$;
comment on function private.reissue_ticket(uuid, text, int) is
  'Gives a valid ticket of an event that is not over a new code, to type and to scan, and returns its new generation. The old ones are refused at the door as old_code, and passes in wallets made from them are of the old generation. p_most_a_day: refuses rate_limited after so many within a day; null = no limit. The caller decides who may, audits and mails. Refuses not_found, invalid_state, rate_limited.';

revoke execute on function private.reissue_ticket(uuid, text, int) from public, anon, authenticated, service_role;
