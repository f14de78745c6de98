-- Checks of every column that people write: the texts can be read (private.is_readable). The site's forms check the same with a message;
-- this holds for direct calls of the API.

create function private.refuse_unreadable() returns trigger
language plpgsql volatile set search_path = ''
as $$
begin
  raise exception '% cannot be read', tg_argv[0] using errcode = 'check_violation', constraint = tg_argv[0];
end
$$;
comment on function private.refuse_unreadable() is
  'Refuses the row, as a check constraint of the name in its argument would. For tables with counters that every sale changes: a '
  'constraint is prepared and checked with each change of a counter (a fifth of the work of a hold), a trigger only when the text changes.';

do $$
declare
  v_column record;
begin
  for v_column in
    select * from (values
      ('profiles', 'display_name', false), ('profiles', 'bio', true), ('profiles', 'city', false),
      ('settings', 'brand', false), ('settings', 'company', false), ('settings', 'tagline', false),
      ('settings', 'contact_email', false), ('settings', 'postal_address', true),
      ('events', 'title', false), ('events', 'summary', false), ('events', 'description', true),
      ('settings', 'bag_policy', false), ('events', 'venue_name', false), ('events', 'address', true), ('events', 'neighborhood', false),
      ('events', 'city', false), ('events', 'region', false), ('events', 'dress_code', true),
      ('events', 'id_policy', true), ('events', 'image_alt', false), ('events', 'status_note', true), ('event_changes', 'note', true),
      ('event_series', 'name', false), ('event_series', 'description', true),
      ('artists', 'name', false), ('artists', 'image_alt', false),
      ('event_venues', 'venue_name', false), ('event_venues', 'address', true),
      ('capacity_pools', 'name', false), ('ticket_types', 'name', false), ('ticket_types', 'description', true),
      ('packages', 'name', false), ('packages', 'description', true), ('add_ons', 'name', false), ('add_ons', 'description', true),
      ('bookable_tables', 'name', false), ('bookable_tables', 'section', false), ('bookable_tables', 'description', true),
      ('price_releases', 'name', false), ('promo_codes', 'label', false), ('product_variants', 'name', false),
      ('product_variants', 'sku', false),
      ('orders', 'name', false), ('orders', 'email', false), ('orders', 'phone', false),
      ('buyer_blocks', 'reason', true), ('buyer_blocks', 'label', false),
      ('refunds', 'reason', true), ('refunds', 'decision', true), ('refunds', 'manual_reason', true),
      ('refunds', 'manual_reference', false), ('ledger_entries', 'reason', true), ('order_notes', 'text', true),
      ('person_notes', 'text', true), ('tickets', 'holder_name', false), ('tickets', 'holder_email', false),
      ('scans', 'gate', false), ('scans', 'device', false), ('scans', 'reason', true), ('scan_reports', 'reason', true),
      ('entries', 'gate', false), ('door_devices', 'name', false), ('door_devices', 'browser', true),
      ('door_devices', 'revoke_reason', true), ('door_devices', 'waive_reason', true),
      ('scan_conflicts', 'gate', false), ('scan_conflicts', 'reason', true), ('door_zones', 'name', false), ('door_gates', 'name', false),
      ('door_clicks', 'device', false), ('door_recounts', 'reason', true),
      ('products', 'name', false), ('products', 'summary', true), ('products', 'description', true), ('products', 'image_alt', false),
      ('product_pictures', 'image_alt', false), ('product_pictures', 'option_value', false), ('product_collections', 'name', false),
      ('stock_places', 'name', false), ('stock_entries', 'note', false),
      ('returns', 'reason', true), ('returns', 'decision', true),
      ('pickup_points', 'name', false), ('pickup_points', 'address', false), ('shipping_zones', 'name', false),
      ('price_rules', 'name', false),
      ('hold_addresses', 'name', false), ('hold_addresses', 'line1', false), ('hold_addresses', 'line2', false),
      ('hold_addresses', 'city', false),
      ('order_addresses', 'name', false), ('order_addresses', 'line1', false), ('order_addresses', 'line2', false),
      ('order_addresses', 'city', false),
      ('promoters', 'name', false), ('promoters', 'email', false),
      ('guest_lists', 'name', false), ('guest_list_entries', 'name', false), ('guest_list_entries', 'note', false),
      ('guest_list_arrivals', 'gate', false),
      ('posts', 'body', true), ('post_pictures', 'alt', false), ('post_links', 'url', false), ('post_links', 'title', false),
      ('post_links', 'description', true), ('post_links', 'site', false), ('post_reports', 'note', true),
      ('streams', 'title', false), ('streams', 'description', true), ('streams', 'image_alt', false),
      ('chat_messages', 'body', false),
      ('assistant_conversations', 'title', false), ('assistant_turns', 'question', true),
      ('saved_views', 'name', false), ('saved_views', 'query', false)
    ) listed (on_table, name, lines)
  loop
    execute format(
      case when v_column.on_table in ('capacity_pools', 'price_releases', 'product_variants', 'promo_codes')
        then 'create trigger %1$s_%2$s_readable before insert or update of %2$I on public.%1$I for each row '
          'when (not private.is_readable(new.%2$I, %3$L)) execute function private.refuse_unreadable(''%1$s_%2$s_readable'')'
        else 'alter table public.%1$I add constraint %1$s_%2$s_readable check (private.is_readable(%2$I, %3$L))' end,
      v_column.on_table, v_column.name, v_column.lines);
  end loop;
end
$$;
