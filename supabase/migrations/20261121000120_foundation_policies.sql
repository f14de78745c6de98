-- The policies of settings name roles, so they are in the accounts area.
alter table public.settings enable row level security;
alter table public.settings force row level security;
alter table private.audit_log enable row level security;
alter table private.state_log enable row level security;
alter table private.write_probe enable row level security;

grant select on public.settings to anon, authenticated, service_role;
-- Leaves out currency and time_zone, which stored prices and past events depend on, and pin_minutes, which the product fixes.
grant update (brand, company, tagline, logo_path, contact_email, postal_address, social_links, hold_minutes, max_per_order, max_per_person,
  qr_visible_hours, max_transfers, playback_minutes, bag_policy, refund_hours, refund_keeps_fee, refund_kept_percent, handling_min_days,
  handling_max_days, marketing_from_hour, marketing_until_hour, marketing_per_week)
  on public.settings to authenticated;
grant update on public.settings to service_role;

-- Ends slow queries of visitors: regular ones take milliseconds, slower ones are attempts to occupy connections.
alter role anon set statement_timeout = '1s';

create policy settings_select on public.settings for select to anon, authenticated using (true);

