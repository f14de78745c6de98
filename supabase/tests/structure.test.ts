import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { isRefusalCode, refusalCodes, statusOf } from '#core/refusals.ts'
import { roles } from '#core/role-names.ts'
import { capabilities } from '#core/roles.ts'
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
    'community',
    'analytics',
    'search',
    'profile',
    'settings',
    'staff',
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

/** Functions that are still longer: each is one statement whose parts are read together. */
const longFunctions = ['capacity_rows']

test('a function has at most 80 lines', async () => {
  const long = await sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and cardinality(string_to_array(btrim(p.prosrc, E'\n'), E'\n')) > 80
    order by p.proname`
  expect(long.map(({ name }) => name)).toEqual(longFunctions)
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
    expect(bare, name).not.toMatch(/auth\.\w+\(\)|private\.(has_role|is_member|caller_role)\(/)
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
    'public.posts service_role: delete insert update',
    'public.profiles authenticated: update',
    'public.profiles service_role: update',
    'public.settings authenticated: update',
    'public.settings service_role: update',
  ])
})

/**
 * Reads that bypass row policies, by the reason why each has to. A read that is not here runs as its caller under row policies:
 * `security invoker`, with policies on its tables.
 */
const definerReads: Record<string, readonly string[]> = {
  'tells about the caller from tables that nobody reads through the API; row policies themselves ask it': [
    'private.caller_role',
    'private.second_factor_due',
    'private.has_any_grant',
    'private.has_grant',
    'private.unlocked_items',
    'private.unlocked_events',
    'private.may_open_event',
    'private.publish_checklist',
    'private.has_password',
    'public.is_password_wanted',
    'public.me',
  ],
  'the server alone calls it, before the person in question has a session': [
    'public.check_event_password',
    'public.email_taken',
    'public.is_deactivated_password',
    'public.read_alert_link',
    'public.read_email_undo',
    'public.read_factor_confirmation',
    'public.read_identity',
    'public.read_login',
    'public.read_mail_facts',
    'public.read_receipt_by_link',
    'public.read_reset_accounts',
    'public.read_staff_invitation',
  ],
  'verifies an address with the key of the site, which only the server reads': [
    'private.request_address',
    'public.read_address_key',
  ],
  'returns a public extract of rows that their reader may not see whole': [
    'private.author_card',
    'private.is_author_active',
    'private.person_card',
  ],
  'computes the offer from counters and holds, and shows people who may not see an event part of it; its body says which part':
    [
      'private.event_brief',
      'private.code_brief',
      'private.hold_delivery',
      'private.pickup_brief',
      'public.read_cart',
      'private.event_refund_policy',
      'public.list_events',
      'public.list_products',
      'public.list_suggested_products',
      'public.quote_cart',
      'public.read_event_page',
      'public.read_home',
      'public.read_product',
      'public.read_product_share_card',
      'public.read_share_card',
    ],
  'reads the search index, which nobody reads through the API': ['private.find_entries'],
  'sums rows for staff, and first checks that the caller is staff': [
    'private.door_figures',
    'private.event_figures',
    'public.list_staff_events',
    'public.read_event_code',
    'public.read_event_codes',
    'public.read_shop_codes',
    'public.read_shop_code',
    'public.list_refunds',
    'public.preview_refund',
    'public.preview_event_save',
    'public.read_refund',
    'public.read_capacity_board',
    'public.read_event_ending',
    'public.read_event_change',
    'public.read_shipping',
    'public.read_today',
    'public.list_inventory',
    'public.list_staff_products',
    'public.read_product_editor',
    'public.preview_stock_file',
    'public.read_variant_stock',
    'public.read_analytics_dashboard',
    'public.read_door_report',
    'public.read_events_report',
    'public.read_overview_report',
    'public.read_sources_report',
    'public.read_funnel_report',
    'public.read_pace_report',
    'public.read_report_frame',
    'public.read_retention_report',
    'public.read_shop_report',
    'public.list_figure_rows',
    'public.read_door',
  ],
  'reads the outbox and the log, which nobody reads through the API, and first checks that the caller is an admin':
    [
      'private.audit_entries',
      'private.audit_subjects',
      'private.names_of',
      'public.list_audit',
      'public.list_failures',
      'public.list_staff_grants',
      'public.list_staff_invitations',
      'public.list_staff_mails',
      'public.preview_grants_end',
      'public.preview_ticket_action',
      'public.preview_ticket_mails',
      'public.list_buyer_blocks',
      'public.read_buyer_facts',
      'public.read_dispute',
      'public.read_staff_mail',
      'public.read_staff_order',
    ],
  'shows people to staff from tables that nobody reads through the API, and first checks for which fields the caller is allowed':
    ['public.list_people', 'public.list_person_posts', 'public.read_person'],
  'shows staff names, stock and what others handed over, and first checks that the caller is an admin or works at that door':
    [
      'private.station_items',
      'public.find_pickups',
      'public.list_fulfilments',
      'public.list_returns',
      'public.list_stations',
      'public.preview_goods_action',
      'public.read_packing_slip',
      'public.read_pick_list',
      'public.read_return',
      'public.read_station',
    ],
  'tells the buyer of goods from the state log and from events that left the listing': [
    'private.goods_steps',
    'private.own_goods',
    'private.goods_choices',
    'private.other_pickups',
    'private.point_details',
  ],
  'tells the operator of the site, with the secret key, in which state the database is': [
    'public.read_installation',
  ],
  'reads for the server alone, by a secret link or the owner that the server has recognised': [
    'public.read_event_choice',
    'public.read_supplement',
  ],
  'reads for the server alone, which has checked the token of a pass': [
    'public.list_device_passes',
    'public.read_wallet_pass',
  ],
  'reads for the job alone that tells a wallet of a change': ['public.read_pass_push'],
  'searches by operators that no index serves under row policies, and first checks that the caller may have the list':
    ['public.list_staff_orders', 'public.read_attendees'],
  'reads columns that are hidden from the API (codes, addresses, settings) for the person they belong to': [
    'private.own_refund_page',
    'private.tickets_by_event',
    'public.read_receipt',
    'public.export_my_data',
    'public.read_my_follows',
    'public.read_my_notifications',
    'public.read_my_settings',
    'public.read_second_factor',
  ],
}

test('reads run as their caller under row policies, but for those with a reason', async () => {
  const rows = await sql<{ name: string }[]>`
    select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prosecdef
      and p.prorettype <> 'trigger'::regtype and (p.provolatile = 's' or p.proname ~ '^(read|list|count)_')`
  const listed = Object.values(definerReads).flat()
  expect(rows.map(({ name }) => name).sort()).toEqual([...listed].sort())
})

test.each<[string, string, readonly string[]]>([
  ['private.user_roles', 'role', roles],
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
    /(slug|status|visibility|country|currency|time_zone|kind|code|key|provider|provider_ref|method|result|username|capability|_path|last_error|void_reason|block_reason|card_fingerprint|card_brand|card_last4|custody|admission|failure_code|closed_by|close_reason|network|terms_version|tracking_code|picture_name|inspection|item_name|item_detail|purpose|effect|part|tab|refund_policy|choice|delivery|carrier|state|zip_prefix|goods|event_change_orders\.reason|stock_entries\.reason|tax_class|sanction|line_kinds\.reference|line_kinds\.catalogue)$/
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
