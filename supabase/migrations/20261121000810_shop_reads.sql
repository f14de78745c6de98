-- The shop's read function: one call for its page.

create function public.list_products()
returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'summary', p.summary,
        'priceCents', p.price_cents, 'imagePath', p.image_path, 'imageAlt', p.image_alt) order by p.position, p.id), '[]')
      from public.products p where p.status = 'active'),
    'currency', (select s.currency from public.settings s))
$$;
comment on function public.list_products() is 'Lists the active products in the order of the shop; the same for every caller, staff included.';

revoke execute on function public.list_products() from public, anon, authenticated, service_role;
grant execute on function public.list_products() to anon, authenticated, service_role;
