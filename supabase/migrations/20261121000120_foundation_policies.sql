-- The settings' policies name roles and live in the accounts area, which knows them.
alter table public.settings enable row level security;
alter table public.settings force row level security;
alter table private.audit_log enable row level security;
alter table private.state_log enable row level security;
alter table private.rate_limits enable row level security;
alter table private.write_probe enable row level security;

grant select on public.settings to anon, authenticated, service_role;
-- Not currency and time_zone, which prices and past nights were written in, and not pin_minutes, which the product fixes.
grant update (brand, company, tagline, logo_path, contact_email, postal_address, social_links, hold_minutes, max_per_order, max_per_person,
  qr_visible_hours) on public.settings to authenticated;
grant update on public.settings to service_role;

-- Ends slow queries of visitors: theirs take milliseconds, and one that takes longer is meant to hold a connection.
alter role anon set statement_timeout = '1s';

create policy settings_select on public.settings for select to anon, authenticated using (true);

-- service_role bypasses row security; the attempts table is only its counter.
