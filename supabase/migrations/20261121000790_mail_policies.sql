-- Only the server sends mail.

grant select, insert on private.mail_outbox to service_role;
grant execute on function public.start_mail(uuid), public.finish_mail(uuid, text),
  public.queue_contact_message(text, text, text, text, text), public.queue_ticket_links(text) to service_role;
