-- Lets everybody read active products with their pictures and collections, and admins all of them and the stock.

grant select on public.products to anon, authenticated;
grant select on public.products to service_role;

create policy products_select_visitor on public.products for select to anon
  using (status = 'active');
create policy products_select_person on public.products for select to authenticated
  using (status = 'active' or (select private.may('manage_shop')));

-- Pictures are seen with their product. A collection says nothing of its products: those are asked for themselves.
grant select on public.product_pictures, public.product_collections, public.product_collection_items to anon, authenticated, service_role;

create policy product_pictures_select on public.product_pictures for select to anon, authenticated
  using (exists (select 1 from public.products p where p.id = product_id));

create policy product_collections_select_visitor on public.product_collections for select to anon
  using (archived_at is null);
create policy product_collections_select_person on public.product_collections for select to authenticated
  using (archived_at is null or (select private.may('manage_shop')));

create policy product_collection_items_select on public.product_collection_items for select to anon, authenticated
  using (exists (select 1 from public.products p where p.id = product_id)
    and exists (select 1 from public.product_collections c where c.id = collection_id));

-- Prices and names of variants are for everybody; how many there are is a business figure.
grant select (id, product_id, name, option_values, sku, price_cents, weight_grams, position, archived_at, created_at)
  on public.product_variants to anon, authenticated;
grant select on public.product_variants to service_role;

create policy product_variants_select_visitor on public.product_variants for select to anon
  using (archived_at is null and exists (select 1 from public.products p where p.id = product_id));
create policy product_variants_select_person on public.product_variants for select to authenticated
  using ((archived_at is null and exists (select 1 from public.products p where p.id = product_id)) or (select private.may('manage_shop')));

-- Keeps to admins how much there is, where, and what became of it.
grant select on public.stock_places, public.stock_levels, public.stock_entries to authenticated, service_role;

create policy stock_places_select on public.stock_places for select to authenticated using ((select private.may('manage_shop')));
create policy stock_levels_select on public.stock_levels for select to authenticated using ((select private.may('manage_shop')));
create policy stock_entries_select on public.stock_entries for select to authenticated using ((select private.may('manage_shop')));
