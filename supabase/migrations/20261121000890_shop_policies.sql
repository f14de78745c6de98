-- Everybody sees what is active, admins also what is not.

grant select on public.products to anon, authenticated;
grant select, insert, update, delete on public.products to service_role;

create policy products_select_visitor on public.products for select to anon
  using (status = 'active');
create policy products_select_person on public.products for select to authenticated
  using (status = 'active' or (select private.has_role('admin')));
