import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { capabilities } from '#core/capabilities.ts'
import { isRefusalCode, refusalCodes, statusOf } from '#core/refusals.ts'
import { createEvent } from './event-fixture.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant } from './variants.ts'

/** Checks the rules for every table and function against the catalog. */
const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(async () => {
  await archiveProducts(sql)
  await users.close()
})

const migrations = join(import.meta.dirname, '..', 'migrations')
const files = readdirSync(migrations)
  .filter((name) => name.endsWith('.sql'))
  .sort()
const text = files.map((name) => readFileSync(join(migrations, name), 'utf8')).join('\n')

const none: unknown[] = []

test('migrations are named in order: a moment, an area, a topic; each moment once', () => {
  const areas = [
    'foundation',
    'accounts',
    'events',
    'orders',
    'tickets',
    'door',
    'mail',
    'shop',
    'sharing',
    'community',
    'sharing',
    'analytics',
    'live',
    'search',
    'profile',
    'settings',
    'staff',
    'operations',
    'assistant',
    'closing',
  ]
  const moments = files.map((name) => {
    const match = /^(\d{14})_([a-z]+)_[a-z_]+\.sql$/.exec(name)
    expect(match, name).not.toBeNull()
    expect(areas, name).toContain(match?.[2])
    return match?.[1]
  })
  expect(new Set(moments).size).toBe(files.length)
})

test('row policies are on and bind the owner, on every table', async () => {
  expect(
    await sql`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`,
  ).toEqual(none)
})

test('no API role reads private tables', async () => {
  expect(
    await sql`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'private' and c.relkind in ('r', 'p') and not exists (
        select 1 from pg_policy p where p.polrelid = c.oid and not p.polpermissive and pg_get_expr(p.polqual, c.oid) = 'false')`,
  ).toEqual(none)
})

test('every table, view and function has a comment', async () => {
  expect(
    await sql`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm') and obj_description(c.oid, 'pg_class') is null
      union all
      select n.nspname || '.' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and obj_description(p.oid, 'pg_proc') is null`,
  ).toEqual(none)
})

test('every function has an empty search path, or a body that was parsed when it was made', async () => {
  expect(
    await sql`
      select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and not coalesce(p.proconfig @> array['search_path=""'], false)
        and (p.prosqlbody is null or p.prosecdef or p.provolatile <> 'i')`,
  ).toEqual(none)
})

test('no function may be called by everybody', async () => {
  expect(
    await sql`
      select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private')
        and (p.proacl is null or exists (select 1 from aclexplode(p.proacl) a where a.grantee = 0))`,
  ).toEqual(none)
})

test('a function has at most 60 lines', async () => {
  const long = await sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and cardinality(string_to_array(btrim(p.prosrc, E'\n'), E'\n')) > 60
    order by p.proname`
  expect(long.map(({ name }) => name)).toEqual([])
})

test('a migration has lines of at most 140 columns', () => {
  const long = files.flatMap((name) =>
    readFileSync(join(migrations, name), 'utf8')
      .split('\n')
      .flatMap((line, at) => (line.length > 140 ? [`${name}:${at + 1}`] : [])),
  )
  expect(long).toEqual([])
})

test('no two functions share a name: the API could not tell them apart', async () => {
  expect(
    await sql`
      select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') group by 1 having count(*) > 1`,
  ).toEqual(none)
})

test('views run with the rights of their reader', async () => {
  expect(
    await sql`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('v', 'm')
        and not coalesce(c.reloptions @> array['security_invoker=true'], false)`,
  ).toEqual(none)
})

test('every foreign key is led by an index', async () => {
  expect(
    await sql`
      select k.conrelid::regclass::text || ' (' || k.conname || ')' as name
      from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where n.nspname in ('public', 'private') and k.contype = 'f' and not exists (
        select 1 from pg_index i
        where i.indrelid = k.conrelid
          -- an index that leaves out the rows without a reference serves it as well
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '(% IS NOT NULL)')
          and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(k.conkey)] @> k.conkey
          and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(k.conkey)] <@ k.conkey)`,
  ).toEqual(none)
})

test('policies evaluate the caller once per statement, not once per row', async () => {
  const rows = await sql<{ name: string; expression: string }[]>`
    select tablename || '.' || policyname as name, concat_ws(' ', qual, with_check) as expression
    from pg_policies where schemaname in ('public', 'private')`
  for (const { name, expression } of rows) {
    const bare = expression.replaceAll(/\( ?SELECT (auth\.\w+\(\)|private\.\w+\([^)]*\)( \w+)?)/g, '')
    expect(bare, name).not.toMatch(/auth\.\w+\(\)|private\.(may|is_member|caller_role)\(/)
  }
})

test('one policy per table, verb and role', async () => {
  expect(
    await sql`
      select p.schemaname || '.' || p.tablename as name, v.verb, r.role
      from pg_policies p
      cross join lateral unnest(case when p.cmd = 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[p.cmd] end) v (verb)
      cross join lateral unnest(p.roles) r (role)
      where p.schemaname in ('public', 'private') and p.permissive = 'PERMISSIVE'
      group by 1, 2, 3 having count(*) > 1`,
  ).toEqual(none)
})

test('states and counters are changed by functions alone: what each role may write, table by table', async () => {
  const rows = await sql<{ name: string; role: string; verbs: string }[]>`
    select n.nspname || '.' || c.relname as name, r.role, string_agg(v.verb, ' ' order by v.verb) as verbs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join unnest(array['anon', 'authenticated', 'service_role']) r (role)
    cross join unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) v (verb)
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and (
      has_table_privilege(r.role, c.oid, v.verb)
      or (v.verb in ('insert', 'update', 'references') and has_any_column_privilege(r.role, c.oid, v.verb)))
    group by 1, 2 order by 1, 2`
  expect(rows.map((row) => `${row.name} ${row.role}: ${row.verbs}`)).toEqual([
    'private.mail_outbox service_role: insert',
    'private.rate_limits service_role: delete insert update',
    'public.profiles authenticated: update',
    'public.profiles service_role: update',
    'public.settings authenticated: update',
    'public.settings service_role: update',
  ])
})

/**
 * Reads that bypass row policies without a guard as their first statement, with the reason of each. Every other read runs as its
 * caller under row policies (`security invoker`), or refuses first whoever is not staff or not the server.
 */
const unguardedReads: Record<string, string> = {
  'private.author_card': 'profiles are private; an author shows their name and picture beside a post',
  'private.caller_role': 'row policies ask it, from roles, factors and sessions that no API role reads',
  'private.can_see_chat_message':
    'the row policy of messages asks it, from modes and blocks that no API role reads',
  'private.code_brief':
    'codes are read by admins alone; a buyer sees the terms of the one in their cart or order',
  'private.device_scans': 'every guard of the door asks it, by a session id that no API role reads',
  'private.event_brief': 'a cart or an order names its event also where its buyer can no longer see the row',
  'private.event_refund_policy':
    'a cart shows the refund policy of an unlisted event, whose row its buyer does not see',
  'private.find_entries':
    'the search index has words of hidden rows; it returns ids, and its callers read the rows under policies',
  'private.has_reported':
    'the row policy of posts asks it, from reports whose state their authors do not read',
  'private.hold_delivery':
    'suggests the address that the holder typed last, from a table that no API role reads',
  'private.is_hidden_between': 'row policies ask it, from blocks that only who made them reads',
  'private.is_muted_by': 'feeds ask it for each author, with one look at the rows of the caller',
  'private.own_devices':
    'each page asks what its own session was enrolled as, from rows that devices do not read',
  'private.own_goods':
    'its callers found the order as the buyer or by a secret link; where goods went is in the log of states',
  'private.own_refund_page':
    'its callers found the order as the buyer or by a secret link; terms come from columns hidden from the API',
  'private.pickup_brief':
    'a buyer still reads of the point that they chose when it was archived or its event unlisted',
  'private.feed_candidates':
    'finds ids of the newest posts of all who are followed; its caller reads the rows under policies',
  'private.post_card':
    'its callers read the post under its row policy; what belongs to it is seen with it, and profiles are private',
  'private.read_returns':
    'the caller reads how their own tickets can be returned, from stock and columns hidden from the API',
  'private.read_transfers':
    'offers of tickets are private; the caller reads those of their own tickets and those made to them',
  'private.second_factor_due': 'each page and each refusal asks it, from factors that no API role reads',
  'private.thread_facts': 'its callers found the event under its row policy; who was let in is private',
  'private.tickets_by_event':
    'codes of tickets are hidden from the API; its callers found the tickets as the holder or by a secret link',
  'private.unlocked_events': 'the row policy of events asks it, from passwords that no API role reads',
  'private.unlocked_items': 'the row policy of ticket types asks it, from codes that no API role reads',
  'private.variants_left': 'how many units are left comes from stock and from the holds of everybody',
  'public.export_my_data':
    'a member gets everything kept about them, also from tables that no API role reads',
  'public.is_password_wanted': 'answers yes or no about an event whose row nobody sees before its password',
  'public.list_door_events':
    'an enrolled device scans also at an event that row policies hide from it; each is asked for the grant',
  'public.list_events':
    'lists members events to everybody, with private.locked_fields alone, and offers from counters',
  'public.list_suggested_products': 'orders products by how many were sold, a figure that only staff read',
  'public.quote_cart':
    'prices a choice as the sale will, from counters, holds and codes that buyers do not read',
  'public.read_cart': 'prices the cart as the sale will, from stock, rules and codes that buyers do not read',
  'public.read_chat_page':
    'shows the chat of a published stream to its audience, each message by can_see_chat_message',
  'public.read_chat_standing':
    'tells the caller what they are in a chat, from tickets and sanctions that no API role reads',
  'public.read_live_page':
    'shows published streams to all with what the caller may watch, by tickets, passes and sessions of others',
  'public.read_live_state':
    'tells everybody the same, how many watch among it, from sessions that no API role reads',
  'public.read_stream_access':
    'answers whether the caller may watch, from roles and accounts that no API role reads',
  'public.read_event_page':
    'shows an unlisted event to who has its address, a members event with private.locked_fields, and the offer',
  'public.read_home':
    'leads with the first event that sells, members events included, by offers from counters',
  'public.read_my_allocations': 'allocations are in a table that no API role reads',
  'public.read_my_follows':
    'names artists and series that a member follows also while none of their events is to be seen',
  'public.read_my_notifications': 'consents and choices of channels are in tables that no API role reads',
  'public.read_my_waitlist': 'places on waitlists are in a table that no API role reads',
  'public.read_my_settings': 'sessions are in the schema of Supabase Auth, which no API role reads',
  'public.read_my_statement': 'a promoter reads what they earned by orders, whose rows they do not see',
  'public.read_promoter_page':
    'a promoter reads figures of their own events, from orders whose rows they do not see',
  'public.read_person_page': 'shows the row of another account as far as its card is public',
  'public.read_place_split':
    'adds up places of holds and tickets that visitors do not read, where admins show it',
  'public.read_product': 'tells visitors that a product was archived, whose row they may not see',
  'public.read_receipt':
    'receipts are in a table that no API role reads, and the first look gives the receipt its number',
  'public.read_second_factor': 'factors and recovery codes are in tables that no API role reads',
  'public.read_share_card':
    'the picture of a shared link is the same for all, also of unlisted and members events',
}

/** A function's first statement is a guard, and its declarations ask nothing of tables. */
function beginsWithGuard(body: string): boolean {
  const code = body.replaceAll(/--[^\n]*/g, '').replaceAll(/'(?:[^']|'')*'/g, "''")
  if (/^\s*select private\.require_\w+\([^;]*\);/.test(code)) return true
  const [, declared = '', first = ''] =
    /^\s*(?:#\w+ \w+\s+)?(?:declare\b([\s\S]*?))?\bbegin\s+([^;]*);/.exec(code) ?? []
  const asked = [...declared.matchAll(/\bprivate\.(\w+)\(/g)].map(([, name = '']) => name)
  return (
    /^(perform|v_\w+ :=) private\.require_\w+\(/.test(first) &&
    !/\b(select|from)\b/.test(declared) &&
    asked.every((name) => ['may', 'has_grant', 'name_key'].includes(name))
  )
}

test('reads run as their caller under row policies, or begin with a guard, but for those with a reason', async () => {
  const reads = await sql<{ name: string; body: string }[]>`
    select n.nspname || '.' || p.proname as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prosecdef
      and p.prorettype <> 'trigger'::regtype and (p.provolatile = 's' or p.proname ~ '^(read|list|count)_')`
  const unguarded = reads.filter(({ body }) => !beginsWithGuard(body)).map(({ name }) => name)
  expect(unguarded.toSorted()).toEqual(Object.keys(unguardedReads).toSorted())
  expect(unguarded.length).toBeLessThanOrEqual(53)
  const reasons = Object.values(unguardedReads)
  expect(new Set(reasons).size).toBe(reasons.length)
})

test('what begins with something else is no guarded read', () => {
  const guarded = [
    'begin perform private.require_member(); return 1; end',
    'select private.require_service(); select 1',
  ]
  for (const body of guarded) expect(beginsWithGuard(body), body).toBe(true)
  const bare = [
    'begin return 1; perform private.require_member(); end',
    "begin -- perform private.require_member();\n return 'begin perform private.require_member();'; end",
    'declare v_order public.orders := private.lock_order(p_id); begin perform private.require_member(); end',
    'declare v_n int := (select 1 from public.orders); begin perform private.require_member(); end',
    'select 1; select private.require_service()',
  ]
  for (const body of bare) expect(beginsWithGuard(body), body).toBe(false)
})

test.each(['visitor', 'Gus', 'Sid'] as const)('each guard of a read refuses %s', async (who) => {
  const guards = await sql<{ call: string }[]>`
    select distinct format('private.%I(%s)', g.proname, (
      -- with the permission that the read asks for, and nothing else
      select string_agg(case when a.place = 1 then quote_nullable(m.names[2]) else 'null' end || '::' || format_type(a.type, null), ', '
        order by a.place)
      from unnest(g.proargtypes) with ordinality a (type, place))) as call
    from pg_proc p
    cross join lateral regexp_matches(p.prosrc, '(?:perform|select|:=) private\\.(require_\\w+)\\((?:''(\\w+)'')?', 'g') m (names)
    join pg_proc g on g.proname = m.names[1] and g.pronamespace = 'private'::regnamespace
    where p.prosecdef and p.pronamespace = 'public'::regnamespace and (p.provolatile = 's' or p.proname ~ '^(read|list|count)_')
      -- a guard of what was sent, not of who sends it
      and g.proname <> 'require_stock_lines'`
  expect(guards.length).toBeGreaterThan(6)
  const claims = who === 'visitor' ? { role: 'anon' } : { role: 'authenticated', sub: await users.id(who) }
  for (const { call } of guards) {
    // Sid is a member, with an account and nothing else.
    if (who === 'Sid' && call === 'private.require_member()') continue
    const refused = sql.begin(async (tx) => {
      await tx.unsafe(`set local request.jwt.claims = '${JSON.stringify(claims)}'`)
      await tx.unsafe(`select ${call}`)
    })
    await expect(refused, call).rejects.toMatchObject({ code: 'PGRST' })
  }
})

test.each<[string, string, readonly string[]]>([
  ['public.staff_grants', 'capability', capabilities],
])('the code lists what %s.%s accepts', async (table, column, listed) => {
  const rows = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(k.oid) as definition from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
    where k.conrelid = ${table}::regclass and k.contype = 'c' and a.attname = ${column}`
  const accepted = rows.flatMap(({ definition }) =>
    [...definition.matchAll(/'([a-z_]+)'::text/g)].map(([, value]) => value),
  )
  expect(accepted.toSorted()).toEqual(listed.toSorted())
})

test('every code that SQL refuses with is in the list, with the same status', () => {
  const raised = [...text.matchAll(/refuse\(\s*(\d{3}),\s*'([a-z_]+)'/g)]
  expect(raised.length).toBeGreaterThan(50)
  for (const [, status, code = ''] of raised) {
    expect(refusalCodes(), code).toContain(code)
    if (isRefusalCode(code)) expect([code, statusOf(code)]).toEqual([code, Number(status)])
  }
  // and no refusal has its code in a variable
  const calls = [...text.matchAll(/perform private\.refuse\(/g)].length
  expect(raised.length).toBe(calls)
})

test('SQL raises no errors with sentences for people: refusals go through private.refuse', () => {
  const raises = [...text.matchAll(/raise (sqlstate|exception)[^;]*;/g)].map(([statement]) => statement)
  for (const statement of raises) expect(statement).toMatch(/sqlstate 'PGRST'|errcode = '\w+'/)
})

test('every text column of the API has a check for readable text', async () => {
  const rows = await sql<{ name: string; readable: boolean }[]>`
    select c.relname || '.' || a.attname as name, exists (
      select 1 from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)
        and pg_get_constraintdef(k.oid) like '%is_readable%')
      or exists (
        select 1 from pg_trigger t
        where t.tgrelid = c.oid and a.attnum = any (t.tgattr) and pg_get_triggerdef(t.oid) like '%is_readable%') as readable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'text'::regtype`
  // Words of ours, codes and addresses of pages, names copied from a catalogue: each has a narrower check, or no person
  // writes it.
  const made =
    /(slug|status|visibility|country|currency|time_zone|kind|code|key|provider|provider_ref|method|result|username|capability|_path|last_error|void_reason|block_reason|card_fingerprint|card_brand|card_last4|custody|admission|failure_code|closed_by|close_reason|network|terms_version|tracking_code|picture_name|inspection|item_name|item_detail|purpose|invite_hash|effect|part|tab|refund_policy|choice|ticket_sharing|delivery|carrier|state|zip_prefix|goods|event_change_orders\.reason|stock_entries\.reason|post_reports\.reason|tax_class|sanction|commission_basis|outcome|standing|line_kinds\.reference|line_kinds\.catalogue|assistant_turns\.intent|topic|reaction|mode_override|streams\.channel|access_rule)$/
  expect(rows.filter(({ name, readable }) => !readable && !made.test(name)).map(({ name }) => name)).toEqual(
    [],
  )
  expect(rows.filter(({ readable }) => readable).length).toBeGreaterThan(30)
})

test.each([
  'capacity_pools',
  'price_releases',
  'ticket_types',
  'product_variants',
] as const)('a name of %s that cannot be read is refused', async (table) => {
  // Rows of its own: other files delete theirs.
  const { eventId } = await createEvent(sql)
  const { productId } = await makeVariant(sql)
  const [row] = await {
    capacity_pools: sql`select id from public.capacity_pools where event_id = ${eventId}`,
    ticket_types: sql`select id from public.ticket_types where event_id = ${eventId}`,
    price_releases: sql`
      select r.id from public.price_releases r join public.ticket_types t on t.id = r.ticket_type_id where t.event_id = ${eventId}`,
    product_variants: sql`select id from public.product_variants where product_id = ${productId}`,
  }[table]
  expect(row).toBeDefined()
  const change = (name: string) =>
    sql`update ${sql(`public.${table}`)} set name = ${name} where id = ${row?.id ?? null}`
  for (const name of ['Floor \u202edne', '\u200b', 'two\nlines'])
    await expect(change(name)).rejects.toMatchObject({
      code: '23514',
      constraint_name: `${table}_name_readable`,
    })
})

test('no function changes or removes rows without saying which: hosted refuses that through the API', async () => {
  const functions = await sql<{ name: string; body: string }[]>`
    select p.oid::regprocedure::text as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private')`
  const bare = functions.filter(({ body }) =>
    [
      ...body.replaceAll(/--[^\n]*/g, '').matchAll(/\b(?:delete from|update (?:only )?\w+\.\w+)\b[^;]*/gi),
    ].some(([statement]) => !/\bwhere\b/i.test(statement)),
  )
  expect(bare.map(({ name }) => name)).toEqual([])
})

test('visitors’ queries end after a second, here and, by a migration, on hosted', async () => {
  const [anon] = await sql<{ settings: string[] }[]>`
    select rolconfig as settings from pg_roles where rolname = 'anon'`
  expect(anon?.settings).toContain('statement_timeout=1s')
  expect(text).toMatch(/^alter role anon set statement_timeout = '1s';$/m)
})
