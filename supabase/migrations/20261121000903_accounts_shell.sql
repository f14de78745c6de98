-- Reads what surrounds every page, of all areas.

create function public.read_shell()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'brand', jsonb_build_object('name', s.brand, 'company', s.company, 'logo', s.logo_path, 'tagline', s.tagline,
      'contactEmail', nullif(s.contact_email, ''), 'postalAddress', nullif(s.postal_address, ''), 'socialLinks', s.social_links,
      'timeZone', s.time_zone, 'currency', s.currency),
    'me', public.me(),
    'cartUnits', private.cart_units(),
    'unread', case when private.is_member() then private.unread_notifications() end,
    'live', false
  )
  from public.settings s);
end
$$;
comment on function public.read_shell() is
  'Returns what header and footer need, in one round trip: brand, the caller (or null), how many things are in the caller''s cart, what '
  'a member has not read of the bell (null for everybody else). live is filled in by the process, which knows it without a query.';

grant execute on function public.read_shell() to anon, authenticated, service_role;
