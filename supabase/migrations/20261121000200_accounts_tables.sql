-- Stores people's accounts. Supabase Auth owns credentials and sessions (auth.users, auth.sessions); these tables own everything
-- the product decides by: names, roles, grants, linked identities.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text unique check (username ~ '^[a-z0-9_.]{3,30}$'),
  display_name text not null check (char_length(display_name) between 1 and 40),
  bio text not null default '' check (char_length(bio) <= 160),
  city text not null default '' check (char_length(city) <= 80),
  avatar_path text check (char_length(avatar_path) <= 300),
  card_public boolean not null default false,
  badges_public boolean not null default false,
  analytics_allowed boolean,
  email_verified_at timestamptz,
  deactivated_at timestamptz,
  sanction text check (sanction in ('suspended', 'banned', 'merged', 'deleted')),
  suspended_until timestamptz,
  created_at timestamptz not null default now(),
  constraint profiles_sanction check ((sanction is null) = (deactivated_at is null)),
  constraint profiles_suspended_until check (suspended_until is null or sanction = 'suspended')
);
comment on table public.profiles is
  'One row per account, guests included. The username is null until the person registers, and lower-case, so that it is unique without '
  'regard to case.';
comment on column public.profiles.email_verified_at is
  'When the person proved that the account''s address is theirs. Supabase''s own confirmation time is set on registration, so that people '
  'can buy at once, and proves nothing.';
comment on column public.profiles.card_public is 'True if others see more of the person than name and picture.';
comment on column public.profiles.badges_public is 'True if the card shows how many events the person was admitted to.';
comment on column public.profiles.analytics_allowed is
  'True if analytics may store the person with a page view. Null: never chosen, so the person is not stored and the browser''s own signal '
  'decides about the visitor hash.';
comment on column public.profiles.sanction is
  'Why the account is deactivated: suspended (until suspended_until, or until staff reinstate it), banned, merged into another account, '
  'or deleted by staff (private.account_deletions says when it goes). A deactivated account without one is suspended.';
create index profiles_sanction on public.profiles (sanction, lower(display_name), id) where sanction is not null;
create index profiles_suspended_until on public.profiles (suspended_until) where suspended_until is not null;
create index profiles_created_at on public.profiles (created_at, id);
create index profiles_name on public.profiles (lower(display_name), id);

create table private.reserved_usernames (
  username text primary key check (username = lower(username))
);
comment on table private.reserved_usernames is 'Usernames that could be mistaken for the site itself or for one of its paths.';
insert into private.reserved_usernames (username)
select unnest(string_to_array(
  'about account accounts admin administrator admins ai alerts ai-assistant analytics api app assistant auth avatars billing '
  'blog bot brand carnival cart chat checkout community company contact customer dashboard door email-management events '
  'everyone faq feed free-tickets guest guests healthz help home host hostmaster info invitations invite jouvay legal live llms.txt '
  'login logout m mail mailing-list maps marketing me member members mod moderator '
  'moderators mods my-tickets news no.reply no_reply noreply '
  'notifications null official order orders owner page password-reset payment payment-success payments people pictures policy postmaster '
  'press privacy private profile promoter refund refunds register registration robots.txt root sales scan scan-data scanner search '
  'security seller service settings share shop sign_in sign_up signin signup site sitemap-events.xml sitemap-pages.xml '
  'sitemap-products.xml sitemap.xml '
  'sponsor staff stream styleguide support system team terms test test-payment ticket ticket-management ticket-scanner '
  'tickets undefined user user-management username users verify webmaster welcome www', ' '));

create table private.former_usernames (
  username text primary key check (username = lower(username)),
  user_id uuid not null references public.profiles (id) on delete cascade,
  left_at timestamptz not null default now()
);
comment on table private.former_usernames is
  'Usernames that people gave up by renaming: no one else may take them for 30 days, which prevents impersonation.';
create index former_usernames_user_id on private.former_usernames (user_id);

create table private.user_roles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null constraint user_roles_role check (private.is_role(role)),
  changed_at timestamptz not null default now()
);
comment on table private.user_roles is
  'The role of each account, read live by every policy and guard; nothing in a token or in metadata grants a role.';
create index user_roles_role on private.user_roles (role) where role = any (private.roles_with('be_staff'));

create table public.staff_grants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  event_id uuid,
  capability text not null check (capability in ('scan', 'door_manager', 'promoter', 'stream_operator', 'campaign_author')),
  expires_at timestamptz,
  revoked_at timestamptz,
  granted_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.staff_grants is
  'Finer rights than a role: one capability, for one event or (event_id null) for all, until a time.';
create index staff_grants_user_id on public.staff_grants (user_id);
create index staff_grants_event_id on public.staff_grants (event_id);
create index staff_grants_granted_by on public.staff_grants (granted_by);

create table private.firebase_identities (
  issuer text not null check (char_length(issuer) between 1 and 200),
  subject text not null check (char_length(subject) between 1 and 128),
  user_id uuid not null references public.profiles (id) on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject)
);
comment on table private.firebase_identities is
  'Maps a person of the outside identity provider to an account, by issuer and subject only; an e-mail address is never the key.';
create index firebase_identities_user_id on private.firebase_identities (user_id);

create table private.exchanged_tokens (
  token_hash text primary key check (char_length(token_hash) = 43),
  expires_at timestamptz not null
);
comment on table private.exchanged_tokens is
  'Hashes of ID tokens that were exchanged for a session, stored until the token would be refused for its age: one token, one session.';
create index exchanged_tokens_expires_at on private.exchanged_tokens (expires_at);

create table private.contacts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254)
);
comment on table private.contacts is
  'The address a person gave on registration, proven or not and never unique: the one Supabase Auth knows may be a placeholder.';
