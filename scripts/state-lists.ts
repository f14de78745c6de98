import postgres from 'postgres'

/** What the generated lists are read from: the tables `private.<entity>_states` of the migrated database. */
const entities = ['order', 'ticket', 'fulfilment', 'waitlist_entry'] as const
/** Those of a file of their own (app/core/post-states.ts), which pages that sell need not load. */
const ofPosts = ['post'] as const
/** Those of app/core/campaign-states.ts, which staff pages alone load. */
const ofCampaigns = ['campaign'] as const
/** Those of streams (app/core/stream-states.ts), for staff alone. */
const ofStreams = ['stream'] as const

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const quoted = (value: string) => `'${value.replaceAll("'", "\\'")}'`

type Column = { name: string; kind: 'boolean' | 'text'; comment: string | null; values: string[] }

/**
 * Generates app/core/states.ts: of each entity its states in their order, and what each is. A yes-or-no property is written only
 * where it is true, so that browsers load no lists of `false`.
 * @param dbUrl a role that reads private tables
 * @param names the entities
 */
export async function generateStates(dbUrl: string, names: readonly string[] = entities): Promise<string> {
  const sql = postgres(dbUrl, { max: 1, onnotice() {} })
  try {
    const parts: string[] = []
    for (const entity of names) {
      const table = `private.${entity}_states`
      const rows = await sql<
        Record<string, string | boolean>[]
      >`select * from ${sql(table)} order by position`
      const columns = await sql<Column[]>`
        select a.attname as name, a.atttypid::regtype::text as kind, col_description(a.attrelid, a.attnum) as comment,
          -- the values that a check admits, none where any text may stand
          coalesce((
            select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([a-z_]+)''::text', 'g') m)
            from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]), '{}') as values
        from pg_attribute a
        where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attname not in ('state', 'position')
        order by a.attnum`
      const [about] = await sql<{ comment: string }[]>`select obj_description(${table}::regclass) as comment`
      parts.push(listOf(camel(entity), about?.comment ?? '', rows, columns))
    }
    return `// Generated from the tables of states by \`npm run database -- types\`. Change the rows, not this file.\n\n${parts.join('\n')}`
  } finally {
    await sql.end()
  }
}

/** Generates app/core/post-states.ts: the states of posts. @param dbUrl a role that reads private tables */
export const generatePostStates = (dbUrl: string): Promise<string> => generateStates(dbUrl, ofPosts)

/** Generates app/core/campaign-states.ts: the states of campaigns. @param dbUrl a role that reads private tables */
export const generateCampaignStates = (dbUrl: string): Promise<string> => generateStates(dbUrl, ofCampaigns)

/** Generates app/core/stream-states.ts: the states of streams. @param dbUrl a role that reads private tables */
export const generateStreamStates = (dbUrl: string): Promise<string> => generateStates(dbUrl, ofStreams)

/**
 * Generates app/core/role-names.ts: the roles of accounts. Apart from capabilities and permissions, which pages for visitors need not load.
 * @param dbUrl a role that reads private tables
 */
export async function generateRoles(dbUrl: string): Promise<string> {
  const { roles } = await readRoles(dbUrl)
  return [
    '// Generated from private.roles by `npm run database -- types`. Change the rows, not this file.',
    '',
    '/** The roles of accounts, in the order in which lists offer them. A guest is an anonymous sign-in that has not registered. */',
    `export const roles = ${listed(roles.map(({ role }) => role))} as const`,
    'export type Role = (typeof roles)[number]',
    '',
    '/** Names each role for people, with the colour of its badge. */',
    'export const roleNames = {',
    ...roles.map(({ role, label, tone }) => `  ${role}: { text: ${quoted(label)}, tone: ${quoted(tone)} },`),
    '} as const',
    '',
  ].join('\n')
}

/** Generates app/core/capabilities.ts: the capabilities of grants. @param dbUrl a role that reads private tables */
export async function generateCapabilities(dbUrl: string): Promise<string> {
  const { permissions } = await readRoles(dbUrl)
  const capabilities = permissions.flatMap(({ permission, grants }) =>
    grants.includes(permission) ? [permission] : [],
  )
  return [
    '// Generated from private.permissions by `npm run database -- types`. Change the rows, not this file.',
    '',
    '/** Permissions that an admin also gives to one person, for one event or for all, until a time. */',
    `export const capabilities = ${listed(capabilities)} as const`,
    'export type Capability = (typeof capabilities)[number]',
    '',
  ].join('\n')
}

/** Generates app/core/permissions.ts: what each role may do, and which grants give it at their event. */
export async function generatePermissions(dbUrl: string): Promise<string> {
  const { permissions } = await readRoles(dbUrl)
  return [
    '// Generated from private.permissions by `npm run database -- types`. Change the rows, not this file.',
    '',
    "import type { Capability } from './capabilities.ts'",
    "import type { Role } from './role-names.ts'",
    '',
    '/** Says which roles have a permission everywhere, and which grants give it at their event. */',
    'export const permissions = {',
    ...permissions.flatMap(({ permission, meaning, ...held }) => [
      `  /** ${meaning} */`,
      `  ${permission}: { roles: ${listed(held.roles)}, grants: ${listed(held.grants)} },`,
    ]),
    '} as const satisfies Record<string, { roles: readonly Role[]; grants: readonly Capability[] }>',
    'export type Permission = keyof typeof permissions',
    '',
  ].join('\n')
}

const listed = (values: string[]) => `[${values.map(quoted).join(', ')}]`

async function readRoles(dbUrl: string) {
  const sql = postgres(dbUrl, { max: 1, onnotice() {} })
  try {
    const roles = await sql<{ role: string; label: string; tone: string }[]>`
      select role, label, tone from private.roles order by position`
    const permissions = await sql<
      { permission: string; roles: string[]; grants: string[]; meaning: string }[]
    >`
      select permission, roles, grants, meaning from private.permissions order by position`
    return { roles, permissions }
  } finally {
    await sql.end()
  }
}

function listOf(
  entity: string,
  about: string,
  rows: Record<string, string | boolean>[],
  columns: Column[],
): string {
  const type = capital(entity)
  const properties = columns.flatMap(({ name, kind, comment, values }) => {
    const text = values.length > 0 ? values.map(quoted).join(' | ') : 'string'
    return [
      ...(comment ? [`  /** ${comment} */`] : []),
      kind === 'boolean' ? `  ${camel(name)}?: true` : `  ${camel(name)}: ${text}`,
    ]
  })
  const states = rows.flatMap((row) => {
    const facts = columns.flatMap(({ name }) => {
      const value = row[name]
      if (value === false) return []
      return [`    ${camel(name)}: ${typeof value === 'string' ? quoted(value) : 'true'},`]
    })
    return facts.length > 0 ? [`  ${row.state}: {`, ...facts, '  },'] : [`  ${row.state}: {},`]
  })
  return [
    `/** ${about} */`,
    `export const ${entity}Statuses = [`,
    ...rows.map(({ state }) => `  ${quoted(String(state))},`),
    '] as const',
    `export type ${type}Status = (typeof ${entity}Statuses)[number]`,
    '',
    `type ${type}State = {`,
    ...properties,
    '}',
    '',
    '/** Holds what each state is. */',
    `export const ${entity}States: Record<${type}Status, ${type}State> = {`,
    ...states,
    '}',
    '',
  ].join('\n')
}
