-- Lets everybody read active products, and admins all of them.

grant select on public.products to anon, authenticated;
grant select, insert, update, delete on public.products to service_role;

create policy products_select_visitor on public.products for select to anon
  using (status = 'active');
create policy products_select_person on public.products for select to authenticated
  using (status = 'active' or (select private.has_role('admin')));

-- Prices and names of variants are for everybody; how many there are is a business figure.
grant select (id, product_id, name, sku, price_cents, position, archived_at, created_at) on public.product_variants to anon, authenticated;
grant select on public.product_variants to service_role;

create policy product_variants_select_visitor on public.product_variants for select to anon
  using (archived_at is null and exists (select 1 from public.products p where p.id = product_id));
create policy product_variants_select_person on public.product_variants for select to authenticated
  using ((archived_at is null and exists (select 1 from public.products p where p.id = product_id)) or (select private.has_role('admin')));
