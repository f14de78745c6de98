import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts, temporaryFolder } from '../../tools/settings.ts'
import { type Stack, startStack } from '../embedded/stack.ts'
import { createEvent, type TestEventOptions } from './event-fixture.ts'
import { openTestUsers, type TestUsers } from './test-users.ts'

/**
 * Adds a field to events that no list knows, and reads it by every way that the publishable key opens. In a stack of its own: the
 * table is locked meanwhile.
 */
let stack: Stack
let users: TestUsers
const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-hidden-fields-'))

beforeAll(async () => {
  const [port] = await freePorts()
  stack = await startStack({ dataDir, port, siteUrl: 'http://localhost:3000', quiet: true })
  users = openTestUsers(stack)
})
afterAll(async () => {
  await users.close()
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const secret = 'added and not listed'
const undo = new Error('undo')

/** Adds the field as a developer does: the column, and its name in the one view that the editor and the page read. */
const addField = `
  alter table public.events add column new_field text not null default '${secret}';
  do $$ begin
    execute 'create or replace view private.event_fields with (security_invoker = true) as '
      || regexp_replace(pg_get_viewdef('private.event_fields'::regclass), '\\s+FROM (public\\.)?events;', ', new_field as "newField" from public.events');
  end $$;`

/**
 * Reads an event as the role of the transaction: its row in each table and view of the API that has the field, and each read that
 * this role may execute, with values of the event as arguments. Notes where the field was shown, and how many ways were tried.
 */
const readEverything = `
  do $$
  declare
    v_event jsonb := current_setting('test.event')::jsonb;
    v_way record;
    v_text text;
    v_shown text[] := '{}';
    v_tried int := 0;
  begin
    for v_way in
      select c.relname as name,
        format('select string_agg(to_jsonb(t)::text, '' '') from public.%I t where t.id = %L', c.relname, v_event ->> 'id') as query
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'new_field' and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
      union all
      select p.proname, format('select public.%I(%s)::text', p.proname, (
        select string_agg(format('%I => %s', a.name, case a.type
          when 'uuid'::regtype then format('%L::uuid', v_event ->> 'id')
          when 'uuid[]'::regtype then format('array[%L]::uuid[]', v_event ->> 'id')
          else format('%L::%s', case a.name when 'p_city' then v_event ->> 'city' when 'p_query' then v_event ->> 'title' end,
            format_type(a.type, null)) end), ', ')
        from unnest(p.proargnames[:p.pronargs], string_to_array(p.proargtypes::text, ' ')::oid[]) with ordinality a (name, type, place)
        where a.type in ('uuid'::regtype, 'uuid[]'::regtype) or a.name in ('p_city', 'p_query') or a.place <= p.pronargs - p.pronargdefaults))
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
        and (p.provolatile = 's' or p.proname ~ '^(read|list|count|preview)_') and has_function_privilege(p.oid, 'execute')
    loop
      v_tried := v_tried + 1;
      v_text := null;
      begin
        execute v_way.query into v_text;
      exception when sqlstate 'PGRST' or insufficient_privilege or invalid_parameter_value then
        null; -- refused
      end;
      if v_text like '%' || (v_event ->> 'secret') || '%' then
        v_shown := v_shown || v_way.name::text;
      end if;
    end loop;
    perform set_config('test.shown', array_to_string(array(select unnest(v_shown) order by 1), ' '), true),
      set_config('test.tried', v_tried::text, true);
  end $$`

type Reader = 'visitor' | 'Gus' | 'Sid' | 'Mo'

/** Lists the tables, views and reads that show the new field of an event to somebody. */
async function shownBy(id: string, reader: Reader): Promise<string> {
  const claims =
    reader === 'visitor' ? { role: 'anon' } : { role: 'authenticated', sub: await users.id(reader) }
  let shown: string | undefined
  const reading = users.sql.begin(async (tx) => {
    await tx.unsafe(addField)
    await tx`
      select set_config('test.event', jsonb_build_object('id', id, 'city', city, 'title', title, 'secret', ${secret}::text)::text, true)
      from public.events where id = ${id}`
    await tx.unsafe(
      `set local request.jwt.claims = '${JSON.stringify(claims)}'; set local role ${claims.role}`,
    )
    await tx.unsafe(readEverything)
    const [row] = await tx<{ shown: string; tried: number }[]>`
      select current_setting('test.shown') as shown, current_setting('test.tried')::int as tried`
    expect(row?.tried).toBeGreaterThan(reader === 'visitor' ? 15 : 90)
    shown = row?.shown
    throw undo
  })
  await expect(reading).rejects.toBe(undo)
  return shown ?? 'nothing was read'
}

const eventOf = async (options: TestEventOptions) =>
  (await createEvent(users.sql, { doorsIn: 30, ...options })).eventId

test('the new field of an event for everybody is shown by its row and its page', async () => {
  const id = await eventOf({})
  for (const reader of ['visitor', 'Gus', 'Sid'] as const)
    expect(await shownBy(id, reader), reader).toBe('events read_event_page')
})

test('that of a members event is hidden from who has to sign in', async () => {
  const id = await eventOf({ visibility: 'members' })
  for (const reader of ['visitor', 'Gus'] as const) expect(await shownBy(id, reader), reader).toBe('')
  expect(await shownBy(id, 'Sid')).toBe('events read_event_page')
})

test('that of an event with a password is hidden until it is given', async () => {
  const id = await eventOf({ visibility: 'password' })
  for (const reader of ['visitor', 'Gus', 'Sid'] as const) expect(await shownBy(id, reader), reader).toBe('')
})

test('that of a draft is hidden from all but admins', async () => {
  const id = await eventOf({ status: 'draft' })
  for (const reader of ['visitor', 'Gus', 'Sid', 'Mo'] as const)
    expect(await shownBy(id, reader), reader).toBe('')
})

test('that of an unlisted event is shown by its page alone, to who has its address', async () => {
  const id = await eventOf({ visibility: 'unlisted' })
  for (const reader of ['visitor', 'Gus', 'Sid'] as const)
    expect(await shownBy(id, reader), reader).toBe('read_event_page')
})
