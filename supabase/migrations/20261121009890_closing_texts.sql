-- Checks that what people write can be read: more than blanks, no control characters, nothing invisible and nothing that
-- reverses the direction of text. The site's forms check the same with a message; this holds for direct calls of the API.

create function private.is_readable(p_text text, p_lines boolean default false)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_text is null or p_text = '' or (
    p_text ~ '[^[:space:]\u00a0\u2800\u3164]'
    -- Zero-width joiners stay: emoji and several scripts are written with them.
    and p_text !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]'
    and (p_lines or p_text !~ '[\t\n\r]'))
$$;
comment on function private.is_readable(text, boolean) is
  'Returns whether a text shows what it holds: something visible, no control, zero-width or direction characters; line breaks only where p_lines says so. Empty texts pass.';
grant execute on function private.is_readable(text, boolean) to anon, authenticated, service_role;

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
      ('events', 'venue_name', false), ('events', 'address', true), ('events', 'neighborhood', false),
      ('events', 'city', false), ('events', 'region', false), ('events', 'dress_code', true),
      ('events', 'id_policy', true), ('events', 'image_alt', false), ('events', 'status_note', true),
      ('capacity_pools', 'name', false), ('ticket_types', 'name', false), ('ticket_types', 'description', true),
      ('price_releases', 'name', false), ('hold_lines', 'item_name', false), ('hold_lines', 'item_detail', false),
      ('order_lines', 'item_name', false), ('order_lines', 'item_detail', false), ('product_variants', 'name', false), ('product_variants', 'sku', false),
      ('orders', 'name', false), ('orders', 'email', false), ('orders', 'phone', false),
      ('refunds', 'reason', true), ('tickets', 'holder_name', false),
      ('scans', 'gate', false), ('scans', 'device', false), ('scans', 'reason', true), ('entries', 'gate', false),
      ('products', 'name', false), ('products', 'summary', true), ('products', 'image_alt', false),
      ('posts', 'body', true), ('saved_views', 'name', false), ('saved_views', 'query', false)
    ) listed (on_table, name, lines)
  loop
    execute format('alter table public.%1$I add constraint %1$s_%2$s_readable check (private.is_readable(%2$I, %3$L))',
      v_column.on_table, v_column.name, v_column.lines);
  end loop;
end
$$;
