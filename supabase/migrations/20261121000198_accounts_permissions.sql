-- Roles, and what each may do. The rest of the database and of the site asks for a permission; no role is named but where it is
-- given. TypeScript's lists are generated from the same rows (app/core/permissions.ts).

create table private.roles (
  role text primary key,
  position int not null unique,
  label text not null,
  tone text not null check (tone in ('neutral', 'info', 'success', 'warning', 'danger', 'accent', 'solid'))
);
comment on table private.roles is
  'The roles of accounts, in the order in which lists offer them: their name for people, and the colour of its badge. A guest is an '
  'anonymous account that held or bought.';

insert into private.roles (role, position, label, tone) values
  ('admin', 1, 'Admin', 'solid'),
  ('moderator', 2, 'Moderator', 'accent'),
  ('member', 3, 'Member', 'neutral'),
  ('guest', 4, 'Guest', 'neutral');

create table private.permissions (
  permission text primary key,
  position int generated always as identity unique,
  roles text[] not null check (cardinality(roles) > 0),
  grants text[] not null default '{}',
  meaning text not null
);
comment on table private.permissions is
  'What somebody may do. roles = those that may everywhere; grants = the capabilities of public.staff_grants that allow it at the event '
  'of the grant.';

insert into private.permissions (permission, roles, grants, meaning) values
  ('scan', '{admin,moderator}', '{scan,door_manager}', 'Scans tickets, and hands goods over.'),
  ('door_manager', '{admin}', '{door_manager}', 'Manages a door: its list of guests, tables and pickups, and entries taken back.'),
  ('promoter', '{admin}', '{promoter}', 'Promotes an event: adds names to its guest list.'),
  ('stream_operator', '{admin}', '{stream_operator}',
    'Runs the streams of an event: watches them before everybody, puts them on the air, ends them.'),
  ('campaign_author', '{admin}', '{campaign_author}', 'Writes email campaigns and submits them; sends none, and sees no addresses.'),
  ('own_account', '{admin,moderator,member}', '{}', 'Has an account with a name and a password.'),
  ('be_staff', '{admin,moderator}', '{}',
    'Works for the brand: proves who they are again before what cannot be taken back, counts as no visitor, is neither merged nor erased.'),
  ('hold_keys', '{admin}', '{}', 'Needs a second factor; one at least of these accounts is always active.'),
  ('buy_early', '{admin,moderator}', '{}', 'Buys types that are for staff, and what is not on sale yet.'),
  ('see_hidden_events', '{admin,moderator}', '{}', 'Sees events that are not listed, their venues and their stock; no drafts.'),
  ('manage_events', '{admin}', '{}', 'Sees drafts; edits, publishes, moves and cancels events.'),
  ('see_scans', '{admin,moderator}', '{}', 'Sees who was scanned.'),
  ('correct_entries', '{admin}', '{}', 'Takes back entries also after the minutes in which a door may.'),
  ('see_capacity', '{admin,moderator}', '{}', 'Sees what a running sale has left.'),
  ('change_capacity', '{admin}', '{}', 'Changes a running sale.'),
  ('see_orders', '{admin}', '{}', 'Sees orders with their buyers, payments and receipts.'),
  ('manage_orders', '{admin}', '{}', 'Corrects orders and their tickets, handles disputes, blocks buyers.'),
  ('refund', '{admin}', '{}', 'Refunds, approves refunds, corrects the ledger.'),
  ('manage_free_tickets', '{admin}', '{}', 'Gives free tickets, approves those above a quota or a cap, keeps guest lists.'),
  ('fulfil_goods', '{admin}', '{}', 'Packs, ships and hands over goods, and takes them back.'),
  ('manage_shop', '{admin}', '{}', 'Edits products, stock, shipping and codes of the shop.'),
  ('see_people', '{admin,moderator}', '{}', 'Sees who has an account: names and usernames.'),
  ('see_contacts', '{admin}', '{}', 'Sees addresses, roles, grants and orders of people.'),
  ('see_hidden_posts', '{admin}', '{}', 'Sees posts that were hidden, and posts of guests.'),
  ('moderate', '{admin,moderator}', '{}', 'Decides about reported posts, mutes people up to 30 days, decides appeals.'),
  ('manage_people', '{admin}', '{}', 'Suspends, bans, merges and erases accounts, and writes notes about them.'),
  ('give_roles', '{admin}', '{}', 'Gives and ends roles and grants.'),
  ('see_mails', '{admin}', '{}', 'Sees the log of mails.'),
  ('manage_campaigns', '{admin}', '{}', 'Approves, schedules and stops email campaigns, sees their audiences and results.'),
  ('see_figures', '{admin,moderator}', '{}', 'Sees the dashboard, without money.'),
  ('see_revenue', '{admin}', '{}', 'Sees money and persons in the dashboard.'),
  ('manage_streams', '{admin}', '{}', 'Schedules and edits streams, sets who may watch at which price, calls them off.'),
  ('see_overview', '{admin}', '{}', 'Sees today''s money, queues and last actions.'),
  ('see_audit', '{admin}', '{}', 'Sees what staff did.'),
  ('manage_failures', '{admin}', '{}', 'Sees what failed, and tries it again.'),
  ('manage_promoters', '{admin}', '{}', 'Adds and ends promoters, decides attributions, sees and pays commission.'),
  ('manage_settings', '{admin}', '{}', 'Changes the settings of the site.');

create function private.write_permissions() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_list record;
  v_branches text;
begin
  for v_list in
    select * from (values
      ('roles_with', 'roles', 'Returns the roles that have a permission, from private.permissions; an error for one that is not there.'),
      ('grants_with', 'grants',
        'Returns the capabilities that give a permission at an event, from private.permissions; an error for one that is not there.')
    ) l (name, of, comment)
  loop
    execute format('select string_agg(format(''when %%L then return %%L::text[];'', p.permission, p.%I), '' '' order by p.position)
      from private.permissions p', v_list.of) into strict v_branches;
    execute format('create or replace function private.%I(p_permission text) returns text[]
      language plpgsql immutable strict parallel safe set search_path = %L as %L', v_list.name, '',
      format('begin case p_permission %s end case; end', v_branches));
    execute format('comment on function private.%I(text) is %L', v_list.name, v_list.comment);
    execute format('grant execute on function private.%I(text) to anon, authenticated, service_role', v_list.name);
  end loop;
  execute format('create or replace function private.is_role(p_role text) returns boolean
    language plpgsql immutable parallel safe set search_path = %L as %L', '',
    format('begin return p_role = any (%L::text[]); end', (select array_agg(k.role order by k.position) from private.roles k)));
  comment on function private.is_role(text) is 'Returns whether there is such a role.';
  grant execute on function private.is_role(text) to anon, authenticated, service_role;
  if exists (
    select 1 from private.permissions p cross join unnest(p.roles) r (role)
    where not exists (select 1 from private.roles k where k.role = r.role)
  ) then
    raise exception 'a permission names a role that is not there' using errcode = 'check_violation';
  end if;
end
$$;
comment on function private.write_permissions() is
  'For migrations, after rows of private.roles and private.permissions: writes private.roles_with, private.grants_with and '
  'private.is_role. Their answers are in their bodies, so that a policy reads no table for them and an index is found by them.';
select private.write_permissions();

create function private.role_may(p_role text, p_permission text)
returns boolean
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  return p_role = any (private.roles_with(p_permission));
end
$$;
comment on function private.role_may(text, text) is 'Returns whether a role has a permission everywhere; null for no role.';
grant execute on function private.role_may(text, text) to anon, authenticated, service_role;
