-- Makes ticket codes and voids tickets.

create function private.check_character(p_code text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Luhn's sum over 32 characters: from the right every second value is doubled, its two digits in base 32 added.
  return (
    select substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + ((32 - (sum(v.digits / 32 + v.digits % 32) % 32)) % 32)::int, 1)
    from (
      select (strpos('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', substr(p_code, n, 1)) - 1)
        * (case when (length(p_code) - n) % 2 = 0 then 2 else 1 end) as digits
      from generate_series(1, length(p_code)) n
    ) v
  );
end
$$;
comment on function private.check_character(text) is
  'The check character of a typed code (Luhn, base 32, alphabet without 0, O, 1, I): catches any one wrong character and nearly all '
  'swaps. core/ticket-code.ts computes the same.';

create function private.new_ticket_code() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  v_code text;
begin
  loop
    v_code := private.random_code(8);
    v_code := v_code || private.check_character(v_code);
    exit when not exists (select 1 from public.tickets where code = v_code)
      and not exists (select 1 from private.retired_ticket_codes where code = v_code);
  end loop;
  return v_code;
end
$$;
comment on function private.new_ticket_code() is 'Makes a code that no ticket has or had: 8 random characters and their check character.';

create function private.void_tickets(p_tickets uuid[], p_reason text, p_override_inside boolean) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  v_tickets uuid[];
  v_inside int;
begin
  select array_agg(k.id), count(*) filter (where k.admission = 'inside') into v_tickets, v_inside
  from (
    select id, admission from public.tickets where id = any (p_tickets) and private.ticket_is_valid(status) order by id for no key update
  ) k;
  if v_tickets is null then
    return 0;
  end if;
  if v_inside > 0 and not p_override_inside then
    perform private.refuse(409, 'already_in', jsonb_build_object('count', v_inside));
  end if;
  perform private.change_stock(array[row('ticket', array_agg(n.type_id), array_agg(n.units))::private.line_choice], 0, -1)
  from (select ticket_type_id as type_id, count(*)::int as units from public.tickets where id = any (v_tickets) group by 1) n;
  perform private.change_releases(array_agg(n.release_id), array_agg(n.units), 0, -1)
  from (
    select l.release_id, count(*)::int as units
    from public.tickets k join public.order_lines l on l.id = k.order_line_id
    where k.id = any (v_tickets) group by l.release_id
  ) n;
  update public.tickets set status = 'void', void_reason = p_reason, voided_at = now() where id = any (v_tickets);
  perform private.log_state('ticket', id, 'valid', 'void', p_reason) from unnest(v_tickets) id;
  perform private.free_tables(v_tickets, p_reason);
  return cardinality(v_tickets);
end
$$;
comment on function private.void_tickets(uuid[], text, boolean) is
  'Voids those of the tickets that are valid, for ever, gives their places back once, and frees a table of which none is left. A ticket '
  'whose holder is inside is only voided by an override.';
