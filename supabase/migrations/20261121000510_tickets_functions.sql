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

create function private.fulfil_ticket(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_line record;
begin
  for v_line in
    select l.id, l.ticket_type_id, l.quantity, o.event_id, o.owner_id, o.name
    from public.order_lines l join public.orders o on o.id = l.order_id
    where o.id = p_order and l.ticket_type_id is not null order by l.id
  loop
    for n in 1 .. v_line.quantity loop
      insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, owner_id, holder_name, code)
      values (p_order, v_line.id, v_line.event_id, v_line.ticket_type_id, v_line.owner_id, v_line.name, private.new_ticket_code());
    end loop;
  end loop;
end
$$;
comment on function private.fulfil_ticket(uuid) is 'Fulfils tickets: issues one per unit.';

create function private.fulfil_package(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  insert into public.tickets (order_id, order_line_id, line_unit, event_id, ticket_type_id, owner_id, holder_name, code)
  select o.id, l.id, unit, o.event_id, c.ticket_type_id, o.owner_id, o.name, private.new_ticket_code()
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  cross join generate_series(1, l.quantity) unit
  join public.package_components c on c.package_id = l.item_id
  cross join generate_series(1, c.units) n
  where o.id = p_order and l.package_id is not null;
end
$$;
comment on function private.fulfil_package(uuid) is
  'Fulfils packages: issues the tickets in each, every one of its own type. line_unit tells which of the line''s packages a ticket is in.';

create function private.fulfil_table(p_order uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_line record;
  v_booking public.table_bookings;
begin
  for v_line in
    select l.id, l.item_id, o.hold_id, o.event_id, o.owner_id, o.name, t.ticket_type_id
    from public.order_lines l join public.orders o on o.id = l.order_id join public.bookable_tables t on t.id = l.item_id
    where o.id = p_order and l.bookable_table_id is not null order by l.id
  loop
    select * into strict v_booking from public.table_bookings
    where hold_id = v_line.hold_id and table_id = v_line.item_id and status in ('held', 'deposit_pending') for no key update;
    update public.table_bookings set order_id = p_order, order_line_id = v_line.id where id = v_booking.id;
    perform private.move_booking(v_booking.id, 'confirmed', 'deposit paid');
    insert into public.tickets (order_id, order_line_id, event_id, ticket_type_id, owner_id, holder_name, code)
    select p_order, v_line.id, v_line.event_id, v_line.ticket_type_id, v_line.owner_id, v_line.name, private.new_ticket_code()
    from generate_series(1, v_booking.guests);
  end loop;
end
$$;
comment on function private.fulfil_table(uuid) is 'Fulfils tables: confirms the booking and issues a ticket for each guest to the host.';
