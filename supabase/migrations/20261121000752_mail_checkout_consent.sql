-- The box at the checkout: whoever ticked it and is not known to own the address is asked by mail first.

create function private.confirm_checkout_consent() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.is_account_member(new.owner_id) then
    if private.own_email(new.owner_id) is not null then
      perform private.ask_to_confirm(new.owner_id);
    end if;
  elsif new.email not like '%@erased.invalid' then
    -- The version of the text beside the box, as in private.record_checkout_consent.
    perform public.request_subscription(new.email, '2026-11-21', null);
  end if;
  return null;
end
$$;
comment on function private.confirm_checkout_consent() is
  'Trigger on orders that are paid with the box for news ticked: asks the owner of the address to confirm, as the form of the mailing list '
  'does for guests; members whose address is confirmed are not asked again. Unpaid orders ask nobody.';
create trigger orders_consent_confirm after update of status on public.orders
  for each row when (
    new.marketing_consent and new.owner_id is not null and private.order_is_sold(new.status) and not private.order_is_sold(old.status))
  execute function private.confirm_checkout_consent();

revoke execute on function private.confirm_checkout_consent() from public, anon, authenticated, service_role;
