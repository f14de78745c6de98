-- Lets admins edit shipping and tax: zones with their rates, rates of tax, pick-up points, and what goods cost less beside tickets.

create function public.read_shipping() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_shop');
  return (select jsonb_build_object(
    'timeZone', s.time_zone, 'currency', s.currency, 'now', now(), 'handling', private.handling_days(),
    'zones', (
      select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'version', z.version, 'name', z.name, 'states', z.states,
        'freeAboveCents', z.free_above_cents, 'rates', (
          select coalesce(jsonb_agg(jsonb_build_object('grams', r.up_to_grams, 'cents', r.price_cents) order by r.up_to_grams), '[]')
          from public.shipping_rates r where r.zone_id = z.id)) order by z.name, z.id), '[]')
      from public.shipping_zones z where z.archived_at is null),
    'taxes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'version', t.version, 'state', t.state, 'zipPrefix', t.zip_prefix,
        'taxClass', t.tax_class, 'bps', t.bps, 'taxesShipping', t.taxes_shipping) order by t.state, t.zip_prefix, t.tax_class), '[]')
      from public.tax_rates t),
    'points', (
      select coalesce(jsonb_agg(private.pickup_brief(p.id) || jsonb_build_object('version', p.version, 'eventId', p.event_id,
        'state', p.state, 'postalCode', p.postal_code, 'ownTimes', p.opens_at is not null,
        'opensLocal', to_char(p.opens_at at time zone s.time_zone, 'YYYY-MM-DD"T"HH24:MI'),
        'closesLocal', to_char(p.closes_at at time zone s.time_zone, 'YYYY-MM-DD"T"HH24:MI')) order by w.opens_at, p.id), '[]')
      from public.pickup_points p cross join lateral private.pickup_window(p) w
      where p.archived_at is null and w.closes_at > now() - interval '14 days'),
    'rules', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'version', r.version, 'name', r.name, 'percent', r.percent,
        'collectionId', r.collection_id) order by r.name, r.id), '[]')
      from public.price_rules r where r.archived_at is null),
    'states', (select jsonb_agg(jsonb_build_object('code', u.code, 'name', u.name) order by u.name) from private.us_states u),
    'collections', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.position, c.name), '[]')
      from public.product_collections c where c.archived_at is null),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone)
        order by e.starts_at, e.id), '[]')
      from (
        select n.id, n.title, n.starts_at, n.time_zone from public.events n
        where n.status = 'published' and n.ends_at > now() and not exists (
          select 1 from public.pickup_points p where p.event_id = n.id and p.archived_at is null)
        order by n.starts_at, n.id limit 100) e))
  from public.settings s);
end
$$;
comment on function public.read_shipping() is
  'For admins: {timeZone, currency, now, handling, zones, taxes, points, rules, states, collections, events}, all that the page of '
  'shipping edits and chooses from; events are the next 100 published ones without a pick-up point.';

create function private.store_zone(p_id uuid, p_version int, p_fields jsonb) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid := p_id;
  v_states text[] := array(select jsonb_array_elements_text(p_fields -> 'states'));
begin
  if p_id is null then
    insert into public.shipping_zones (name, states, free_above_cents)
    values (p_fields ->> 'name', v_states, (p_fields ->> 'freeAboveCents')::bigint) returning id into v_id;
  else
    update public.shipping_zones set name = p_fields ->> 'name', states = v_states,
      free_above_cents = (p_fields ->> 'freeAboveCents')::bigint,
      version = version + 1, archived_at = case when (p_fields ->> 'archive')::boolean then now() end
    where id = p_id and version = p_version and archived_at is null;
    if not found then
      return null;
    end if;
    delete from public.shipping_rates where zone_id = p_id;
  end if;
  insert into public.shipping_rates (zone_id, up_to_grams, price_cents)
  select v_id, (r ->> 'grams')::int, (r ->> 'cents')::bigint from jsonb_array_elements(p_fields -> 'rates') r;
  if not found then
    perform private.refuse(422, 'invalid', '{"field": "rates"}');
  end if;
  return v_id;
end
$$;
comment on function private.store_zone(uuid, int, jsonb) is
  'Adds or changes a zone with its rates, {name, states, freeAboveCents, rates: [{grams, cents}], archive}; null where the version is '
  'another.';

create function private.store_tax(p_id uuid, p_version int, p_fields jsonb) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid;
begin
  if (p_fields ->> 'archive')::boolean then
    delete from public.tax_rates where id = p_id and version = p_version returning id into v_id;
  elsif p_id is null then
    insert into public.tax_rates (state, zip_prefix, tax_class, bps, taxes_shipping)
    values (p_fields ->> 'state', coalesce(p_fields ->> 'zipPrefix', ''), p_fields ->> 'taxClass', (p_fields ->> 'bps')::int,
      (p_fields ->> 'taxesShipping')::boolean) returning id into v_id;
  else
    update public.tax_rates set state = p_fields ->> 'state', zip_prefix = coalesce(p_fields ->> 'zipPrefix', ''),
      tax_class = p_fields ->> 'taxClass',
      bps = (p_fields ->> 'bps')::int, taxes_shipping = (p_fields ->> 'taxesShipping')::boolean, version = version + 1
    where id = p_id and version = p_version returning id into v_id;
  end if;
  return v_id;
end
$$;
comment on function private.store_tax(uuid, int, jsonb) is
  'Adds, changes or (archive) deletes a rate of tax, {state, zipPrefix, taxClass, bps, taxesShipping, archive}; null where the version is '
  'another.';

create function private.store_pickup(p_id uuid, p_version int, p_fields jsonb) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid;
  v_zone text := (select time_zone from public.settings);
  v_opens timestamptz := (p_fields ->> 'opensLocal')::timestamp at time zone v_zone;
  v_closes timestamptz := (p_fields ->> 'closesLocal')::timestamp at time zone v_zone;
begin
  if not (p_fields ->> 'archive')::boolean and not private.zip_in_state(p_fields ->> 'postalCode', p_fields ->> 'state') then
    perform private.refuse(422, 'address_zip_invalid', jsonb_build_object(
      'state', (select s.name from private.us_states s where s.code = p_fields ->> 'state')));
  end if;
  if p_id is null then
    insert into public.pickup_points (kind, event_id, name, address, state, postal_code, opens_at, closes_at)
    values (case when p_fields ->> 'eventId' is null then 'store' else 'event' end, (p_fields ->> 'eventId')::uuid, p_fields ->> 'name',
      coalesce(p_fields ->> 'address', ''), p_fields ->> 'state', p_fields ->> 'postalCode', v_opens, v_closes) returning id into v_id;
  else
    update public.pickup_points set name = p_fields ->> 'name', address = coalesce(p_fields ->> 'address', ''),
      state = p_fields ->> 'state',
      postal_code = p_fields ->> 'postalCode', opens_at = v_opens, closes_at = v_closes, version = version + 1,
      archived_at = case when (p_fields ->> 'archive')::boolean then now() end
    where id = p_id and version = p_version and archived_at is null returning id into v_id;
  end if;
  return v_id;
end
$$;
comment on function private.store_pickup(uuid, int, jsonb) is
  'Adds or changes a pick-up point, {eventId (null = a store day), name, address, state, postalCode, opensLocal, closesLocal (in the '
  'brand''s zone; null at an event = its doors to its end), archive}; null where the version is another. Its event does not change.';

create function private.store_rule(p_id uuid, p_version int, p_fields jsonb) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  v_id uuid;
begin
  if p_id is null then
    insert into public.price_rules (name, percent, collection_id)
    values (p_fields ->> 'name', (p_fields ->> 'percent')::int, (p_fields ->> 'collectionId')::uuid) returning id into v_id;
  else
    update public.price_rules set name = p_fields ->> 'name', percent = (p_fields ->> 'percent')::int,
      collection_id = (p_fields ->> 'collectionId')::uuid,
      version = version + 1, archived_at = case when (p_fields ->> 'archive')::boolean then now() end
    where id = p_id and version = p_version and archived_at is null returning id into v_id;
  end if;
  return v_id;
end
$$;
comment on function private.store_rule(uuid, int, jsonb) is
  'Adds or changes a price rule, {name, percent, collectionId (null = every product), archive}; null where the version is another.';

create function private.shipping_row(p_kind text, p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case p_kind
    when 'zone' then (
      select to_jsonb(z) || jsonb_build_object('rates', (
        select jsonb_agg(jsonb_build_object('grams', r.up_to_grams, 'cents', r.price_cents) order by r.up_to_grams)
        from public.shipping_rates r where r.zone_id = z.id))
      from public.shipping_zones z where z.id = p_id)
    when 'tax' then (select to_jsonb(t) from public.tax_rates t where t.id = p_id)
    when 'pickup' then (select to_jsonb(p) from public.pickup_points p where p.id = p_id)
    when 'rule' then (select to_jsonb(r) from public.price_rules r where r.id = p_id) end
$$;
comment on function private.shipping_row(text, uuid) is
  'Returns a zone with its rates, a rate of tax, a pick-up point or a price rule as JSON, for the audit log; null where there is none.';

create function public.save_shipping(p_kind text, p_id uuid, p_version int, p_fields jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_fields jsonb := p_fields || jsonb_build_object('archive', coalesce((p_fields -> 'archive') = 'true'::jsonb, false));
  v_before jsonb := private.shipping_row(p_kind, p_id);
  v_id uuid;
begin
  perform private.require_permission('manage_shop');
  begin
    v_id := case p_kind
      when 'zone' then private.store_zone(p_id, p_version, v_fields)
      when 'tax' then private.store_tax(p_id, p_version, v_fields)
      when 'pickup' then private.store_pickup(p_id, p_version, v_fields)
      when 'rule' then private.store_rule(p_id, p_version, v_fields) end;
  exception
    when unique_violation then
      perform private.refuse(409, 'rate_exists');
    when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation or datetime_field_overflow
      or invalid_datetime_format or numeric_value_out_of_range then
      if p_kind = 'zone' and p_fields -> 'states' is not null and exists (
        select 1 from public.shipping_zones z
        where z.archived_at is null and z.id is distinct from p_id and z.states && array(
          select jsonb_array_elements_text(p_fields -> 'states'))) then
        perform private.refuse(409, 'state_in_zone');
      end if;
      perform private.refuse(422, 'invalid', '{"field": "name"}');
  end;
  if v_id is null then
    perform private.refuse(409, 'changed_meanwhile');
  end if;
  perform private.audit_change('shipping.' || p_kind || case when (v_fields ->> 'archive')::boolean then '_removed'
    else '_saved' end, p_kind, v_id::text,
    v_before, private.shipping_row(p_kind, v_id));
  return v_id;
end
$$;
comment on function public.save_shipping(text, uuid, int, jsonb) is
  'Admin: adds (p_id null), changes or removes (fields.archive true) a zone, a rate of tax (tax), a pick-up point (pickup) or a price '
  'rule (rule), and returns its id. p_version = the version that the admin saw. Carts that are held keep their price until something of '
  'them changes. Refuses not_allowed, invalid, rate_exists, state_in_zone, address_zip_invalid, changed_meanwhile.';

revoke execute on function public.read_shipping(), public.save_shipping(text, uuid, int, jsonb), private.store_zone(uuid, int, jsonb),
  private.store_tax(uuid, int, jsonb), private.store_pickup(uuid, int, jsonb), private.store_rule(uuid, int, jsonb),
  private.shipping_row(text, uuid)
from public, anon, authenticated, service_role;
grant execute on function public.read_shipping(), public.save_shipping(text, uuid, int, jsonb) to authenticated;
