-- Artists: what the site keeps of those who play, beside their names in the line-ups of events.
-- A line-up refers to an artist by name, without regard to case: an entry that names nobody the site knows, or "To be announced", is
-- plain text. So nothing has to be linked by hand, and a line-up is complete without any artist.

create function private.act_names(p_line_up jsonb)
returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(array_agg(lower(btrim(l.entry ->> 'name'))), '{}') from jsonb_array_elements(p_line_up) l (entry)
  where l.entry ->> 'name' is not null
$$;
comment on function private.act_names(jsonb) is
  'The names in a line-up, as they are compared with those of artists: trimmed, in small letters.';

create function private.are_artist_links(p_links jsonb)
returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(p_links) = 'array' then
    jsonb_array_length(p_links) <= 10
    and (select count(distinct l.link ->> 'kind') from jsonb_array_elements(p_links) l (link)) = jsonb_array_length(p_links)
    and not exists (
      select 1 from jsonb_array_elements(p_links) l (link)
      where jsonb_typeof(l.link) <> 'object'
        or l.link - array['kind', 'url'] <> '{}'
        or coalesce(l.link ->> 'kind', '') not in (
          'website', 'instagram', 'tiktok', 'facebook', 'youtube', 'spotify', 'apple_music', 'soundcloud', 'bandcamp', 'mixcloud')
        or coalesce(l.link ->> 'url', '') !~ '^https://[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(/[^\s"<>\\]*)?$'
        or length(l.link ->> 'url') > 300)
  else false end
$$;
comment on function private.are_artist_links(jsonb) is
  'Returns whether this is a list of links of an artist: {kind, url}, one of a kind, addresses of https alone.';

create table public.artists (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 90),
  name text not null
    check (length(name) between 1 and 80 and name = btrim(name))
    -- a line-up says so of somebody who is not named yet
    check (lower(name) !~ '^(tba|tbd|to be (announced|confirmed))\M'),
  image_path text check (image_path ~ '^/(art|pictures)/[a-z0-9][a-z0-9-]{7,90}\.[0-9a-f]{15}$'),
  image_alt text not null default '' check (length(image_alt) <= 200),
  links jsonb not null default '[]' check (private.are_artist_links(links)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint artists_picture_described check (image_path is null or image_alt <> '')
);
comment on table public.artists is
  'Somebody who plays: name, picture (key and description) and links to elsewhere. Line-ups refer to artists by name, without regard to '
  'case.';
create unique index artists_name on public.artists (lower(name));
-- finds the events of an artist
create index events_acts on public.events using gin (private.act_names(line_up));

alter table public.artists enable row level security;
alter table public.artists force row level security;

create view private.event_artists with (security_invoker = true) as
select e.id as event_id, a.id as artist_id
from public.events e
-- the same condition twice: the first finds the events of an artist by index, the second the artists of an event
join public.artists a on private.act_names(e.line_up) @> array[lower(a.name)] and lower(a.name) = any (private.act_names(e.line_up));
comment on view private.event_artists is 'Artists of each event, one row per event and artist. Reading it from either side uses an index.';

create function private.line_up(p_line_up jsonb)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(l.entry || jsonb_build_object('name', coalesce(a.name, l.entry ->> 'name'), 'artist', case
      when a.id is not null then jsonb_build_object('id', a.id, 'slug', a.slug, 'imagePath', a.image_path,
        'imageAlt', nullif(a.image_alt, ''), 'links', a.links)
    end) order by l.place), '[]')
    from jsonb_array_elements(p_line_up) with ordinality l (entry, place)
    left join public.artists a on lower(a.name) = lower(btrim(l.entry ->> 'name')));
end
$$;
comment on function private.line_up(jsonb) is
  'A line-up as pages show it: each entry with its artist (id, slug, picture, links), or null. The caller has checked that the event may '
  'be read.';

create function public.save_artist(p_artist jsonb)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := (p_artist ->> 'id')::uuid;
  v_name text := btrim(p_artist ->> 'name');
  v_slug text := left(private.slug_of(v_name), 80);
  v_before public.artists;
  v_after public.artists;
begin
  perform private.require_permission('manage_events');
  if v_id is null then
    insert into public.artists (slug, name, links)
    values (
      case when exists (select 1 from public.artists a where a.slug = v_slug)
        then v_slug || '-' || left(gen_random_uuid()::text, 8) else v_slug end,
      v_name, coalesce(p_artist -> 'links', '[]'))
    returning * into v_after;
  else
    select * into v_before from public.artists where id = v_id for no key update;
    if not found then
      perform private.refuse(404, 'not_found');
    end if;
    update public.artists set name = v_name, links = coalesce(p_artist -> 'links', links), updated_at = clock_timestamp()
    where id = v_id
    returning * into v_after;
    if v_before.name <> v_after.name then
      -- Line-ups keep their artist. Forms of these events that are open hold the old name: they are told that the event changed.
      update public.events e set updated_at = clock_timestamp(), line_up = (
        select jsonb_agg(case
          when lower(btrim(l.entry ->> 'name')) = lower(v_before.name) then l.entry || jsonb_build_object('name', v_after.name)
          else l.entry
        end order by l.place)
        from jsonb_array_elements(e.line_up) with ordinality l (entry, place))
      where private.act_names(e.line_up) @> array[lower(v_before.name)];
    end if;
  end if;
  perform private.audit_change('save_artist', 'artist', v_after.id::text, case when v_id is not null then to_jsonb(v_before) end,
    to_jsonb(v_after));
  return v_after.id;
exception
  when unique_violation then
    perform private.refuse(409, 'artist_exists');
    return null;
end
$$;
comment on function public.save_artist(jsonb) is
  'Writes an artist ({id, name, links: [{kind, url}]}; without an id a new one) and returns the id; admins only. A new name also goes '
  'into the line-ups of the artist''s events. Refuses artist_exists (the name, without regard to case), not_found.';

create function public.set_artist_picture(p_id uuid, p_path text, p_alt text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_artist public.artists;
  v_alt text := case when p_path is null then '' else btrim(p_alt) end;
begin
  perform private.require_permission('manage_events');
  select * into v_artist from public.artists where id = p_id for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  if v_alt is null or (p_path is not null and v_alt = '') then
    perform private.refuse(422, 'invalid');
  end if;
  update public.artists set image_path = p_path, image_alt = v_alt, updated_at = clock_timestamp() where id = p_id;
  perform private.audit_change('set_artist_picture', 'artist', p_id::text, to_jsonb(v_artist),
    to_jsonb(v_artist) || jsonb_build_object('image_path', p_path, 'image_alt', v_alt));
end
$$;
comment on function public.set_artist_picture(uuid, text, text) is
  'Sets the key of an artist''s picture with its description, or removes both when the key is null; admins only. Refuses not_found, and '
  'invalid for a picture without a description.';

create function public.read_artists(p_event uuid default null, p_name text default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_limit constant int := 200;
  v_own text[] := coalesce((select private.act_names(e.line_up) from public.events e where e.id = p_event), '{}');
begin
  return (
    with latest as (
      select unnest(private.act_names(n.line_up)) as name
      from (select e.line_up from public.events e order by e.starts_at desc limit 100) n
      union
      (select lower(a.name) from public.artists a order by a.created_at desc limit 50)
    ),
    found as (
      (select a.* from public.artists a where case when p_name is null then lower(a.name) = any (v_own)
        else lower(a.name) = lower(btrim(p_name)) end)
      union
      (select a.* from public.artists a join latest l on l.name = lower(a.name) where p_name is null limit v_limit)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'slug', a.slug, 'name', a.name, 'imagePath', a.image_path,
      'imageAlt', nullif(a.image_alt, ''), 'links', a.links) order by lower(a.name)), '[]')
    from found a);
end
$$;
comment on function public.read_artists(uuid, text) is
  'Reads artists by name, for the editor of line-ups: the one of p_name; else those of the line-up of p_event, and at most 200 of those '
  'who play at the latest events or were added last. Under row policies: staff read all, everybody else those of events that they may '
  'read.';

revoke execute on function
  private.act_names(jsonb), private.are_artist_links(jsonb), private.line_up(jsonb),
  public.save_artist(jsonb), public.set_artist_picture(uuid, text, text), public.read_artists(uuid, text)
from public, anon, authenticated, service_role;
-- row policies and the index of events call it
grant execute on function private.act_names(jsonb) to anon, authenticated, service_role;
grant execute on function private.line_up(jsonb) to authenticated;
grant execute on function public.save_artist(jsonb), public.set_artist_picture(uuid, text, text),
  public.read_artists(uuid, text) to authenticated;
