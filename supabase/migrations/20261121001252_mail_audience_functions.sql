-- Puts the SQL of an audience together, counts it, shows a few of it, and says who is in it.

create function private.audience_condition(p_node jsonb, p_path text, p_by_person boolean) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_parts text[] := '{}';
  v_sql text;
  v_name text;
begin
  if length(p_path) > 120 then
    perform private.refuse(422, 'audience_invalid');
  end if;
  if jsonb_typeof(p_node -> 'conditions') = 'array' then
    for i in 0 .. jsonb_array_length(p_node -> 'conditions') - 1 loop
      v_parts := v_parts || private.audience_condition(p_node -> 'conditions' -> i, concat(p_path, 'conditions,', i, ','), p_by_person);
    end loop;
    return case when cardinality(v_parts) = 0 then 'true'
      else '(' || array_to_string(v_parts, case p_node ->> 'match' when 'any' then ' or ' else ' and ' end) || ')' end;
  end if;
  select case when p_by_person then k.by_person else k.by_address end into v_sql
  from private.audience_kinds k where k.kind = p_node ->> 'kind';
  if v_sql is null then
    perform private.refuse(422, 'audience_invalid');
  end if;
  -- Each value stays in the parameter: the SQL has only the path to it, which is made of numbers and of the template's own names.
  foreach v_name in array array['event', 'type', 'days', 'cents', 'city', 'subject', 'username', 'category', 'campaign'] loop
    v_sql := replace(v_sql, '{' || v_name || '}', format('($1 #>> ''{%s%s}'')', p_path, v_name));
  end loop;
  return case when p_node -> 'is' = 'false' then format('not coalesce((%s), false)', v_sql) else format('(%s)', v_sql) end;
end
$$;
comment on function private.audience_condition(jsonb, text, boolean) is
  'Returns a node of a definition as SQL on a row x; $1 is the definition. p_path = the place of the node in it, such as '
  '''conditions,0,''. Refuses audience_invalid for a kind that there is not, and for conditions nested too deep.';

create function private.audience_source(p_definition jsonb, p_event uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if p_event is not null then
    return format($sql$
      select * from (
        select distinct on (h.email_key) h.*, coalesce(a.city, '') as city, coalesce(a.wanted, '{}') as wanted, true as is_reachable
        from (
          select t.owner_id as person, null::uuid as subscription, lower(coalesce(t.holder_email, o.email)) as email,
            coalesce(private.email_key(t.holder_email), o.email_key) as email_key
          from public.tickets t join public.orders o on o.id = t.order_id
          where t.event_id = $3 and private.ticket_is_valid(t.status)
        ) h left join private.audience_people a on a.id = h.person
        order by h.email_key, h.email, h.person
      ) x where %s$sql$, private.audience_condition(p_definition, '', false));
  end if;
  return format($sql$
    select x.person, x.subscription, x.email, x.email_key, x.city,
      x.is_confirmed and $2 = any (x.wanted) and n.user_id is null as is_reachable
    from private.audience_people x
    left join private.notification_pauses n on n.user_id = x.person and n.ends_at > now()
    where $3 is null and x.person is not null and %s
    union all
    select x.person, x.subscription, x.email, x.email_key, x.city, $2 = any (x.wanted)
    from private.audience_people x
    where x.subscription is not null and %s and not exists (
      select 1 from private.audience_people a
      where a.email_key = x.email_key and a.person is not null and a.is_confirmed and $2 = any (a.wanted))$sql$,
    private.audience_condition(p_definition, '', true), private.audience_condition(p_definition, '', false));
end
$$;
comment on function private.audience_source(jsonb, uuid) is
  'Returns the statement for who is in an audience: person or subscription, email, email_key, city, is_reachable. Parameters of the '
  'statement: $1 the definition, $2 the category whose consent makes somebody reachable, $3 an event. With an event it has the holders of '
  'its tickets, whatever they agreed to; else accounts, and the mailing list''s addresses that are no reachable account''s.';

create function private.count_members(p_definition jsonb, p_category text, p_event uuid) returns jsonb
language plpgsql stable set search_path = '' set work_mem = '64MB'
as $$
declare
  v_answer jsonb;
begin
  execute format('select jsonb_build_object(''people'', count(*), ''reachable'', count(*) filter (where m.is_reachable)) from (%s) m',
    private.audience_source(p_definition, p_event))
  into v_answer using p_definition, p_category, p_event;
  return v_answer;
end
$$;
comment on function private.count_members(jsonb, text, uuid) is
  'Counts an audience: {people, reachable}. reachable = agreed to mail of the category, confirmed the address, and did not pause.';

create function private.mask_address(p_email text) returns text
language sql immutable set search_path = ''
as $$
  select left(p_email, 1) || '•••@' || left(split_part(p_email, '@', 2), 1) || '•••.' || substring(p_email from '[^.@]+$')
$$;
comment on function private.mask_address(text) is 'An address of which only the first letters and the last label are legible.';

create function private.sample_members(p_definition jsonb, p_category text, p_event uuid) returns jsonb
language plpgsql stable set search_path = '' set work_mem = '64MB'
as $$
declare
  v_answer jsonb;
begin
  -- Ids are random, so the first ones are a sample.
  execute format('
      select coalesce(jsonb_agg(jsonb_build_object(''address'', private.mask_address(s.email), ''city'', nullif(s.city, ''''))), ''[]'')
      from (select m.email, m.city from (%s) m where m.is_reachable order by coalesce(m.person, m.subscription), m.email limit 10) s',
    private.audience_source(p_definition, p_event))
  into v_answer using p_definition, p_category, p_event;
  return v_answer;
end
$$;
comment on function private.sample_members(jsonb, text, uuid) is
  'Ten of those that an audience reaches, with masked addresses: [{address, city}].';

create function private.check_audience(p_definition jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(p_definition -> 'conditions') is distinct from 'array' or pg_column_size(p_definition) >= 20000 then
    perform private.refuse(422, 'audience_invalid');
  end if;
  -- Runs the statement for nobody: a value of the wrong type is refused before it is saved.
  execute format('select 1 from (%s) m limit 0', private.audience_source(p_definition, null))
  using p_definition, 'new_events'::text, null::uuid;
exception
  when invalid_text_representation or numeric_value_out_of_range then
    perform private.refuse(422, 'audience_invalid');
end
$$;
comment on function private.check_audience(jsonb) is 'Refuses audience_invalid for a definition that could not be asked.';
