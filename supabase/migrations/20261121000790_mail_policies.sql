-- Only the server sends mail.

grant select, insert on private.mail_outbox to service_role;
grant execute on function public.claim_mail(int), public.finish_mail(uuid, boolean, text) to service_role;
