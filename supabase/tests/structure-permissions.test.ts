import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { capabilities } from '#core/capabilities.ts'
import { type Permission, permissions } from '#core/permissions.ts'
import { roles } from '#core/role-names.ts'
import { hasGrant, roleMay } from '#core/roles.ts'
import { findNamedRoles } from '../../scripts/named-roles.ts'
import { generatePermissions, generateRoles } from '../../scripts/state-lists.ts'
import { root } from '../../tools/settings.ts'
import { openTestUsers } from './test-users.ts'

/** Holds that who may do what is data: rows of private.permissions, asked by SQL and TypeScript alike, and no role named elsewhere. */
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
afterAll(() => users.close())

const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name)
const names = Object.keys(permissions).filter(isPermission)

test.each([
  ['app/core/role-names.ts', generateRoles],
  ['app/core/permissions.ts', generatePermissions],
] as const)('%s is generated from the tables (npm run database -- types)', async (file, generate) => {
  expect(readFileSync(join(root, file), 'utf8')).toBe(await generate(stack.dbUrl))
})

describe('the database and the site decide alike', () => {
  test('for each role and permission', async () => {
    const decided = await sql<{ role: string; permission: string; may: boolean }[]>`
      select r.role, p.permission, private.role_may(r.role, p.permission) as may
      from unnest(${[...roles]}::text[]) r (role) cross join unnest(${names}::text[]) p (permission)`
    expect(decided).toHaveLength(roles.length * names.length)
    for (const { role, permission, may } of decided)
      expect([role, permission, may]).toEqual([
        role,
        permission,
        roles.some((each) => each === role && isPermission(permission) && roleMay(each, permission)),
      ])
  })

  test('for each grant and capability', async () => {
    const given = await sql<{ granted: string; asked: string; gives: boolean }[]>`
      select g.name as granted, a.name as asked, g.name = any (private.grants_with(a.name)) as gives
      from unnest(${[...capabilities]}::text[]) g (name) cross join unnest(${[...capabilities]}::text[]) a (name)`
    const person = {
      username: 'mia',
      displayName: 'Mia',
      avatar: null,
      role: 'member',
      isGuest: false,
    } as const
    const gives = (granted: (typeof capabilities)[number], asked: (typeof capabilities)[number]) =>
      hasGrant(
        { id: '', ...person, grants: [{ capability: granted, eventId: null, expiresAt: null }], devices: [] },
        asked,
      )
    for (const granted of capabilities)
      for (const asked of capabilities)
        expect([granted, asked, gives(granted, asked)]).toEqual([
          granted,
          asked,
          given.find((row) => row.granted === granted && row.asked === asked)?.gives,
        ])
  })
})

test('a permission that is not there is an error, not a no', async () => {
  await expect(sql`select private.role_may('admin', 'no_such_permission')`).rejects.toThrow(/case not found/)
})

test('each permission is asked for somewhere, and only permissions are', () => {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .filter((file) => !/\.test\.tsx?$|core\/(permissions|role-names)\.ts$/.test(file))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
  const asked = (text: string, call: RegExp) =>
    [...text.matchAll(call)].flatMap((match) => match.slice(1).filter((name) => name !== undefined))
  const inSql = asked(
    read('supabase/migrations/*.sql').replaceAll("''", "'"),
    /\bprivate\.(?:may|roles_with|require_permission\w*|has_grant|has_any_grant|require_grant|require_any_grant)\('(\w+)'|\bprivate\.role_may\((?:[^()']|\([^()]*\))*, '(\w+)'\)/g,
  )
  const inCode = asked(
    read('app/**/*.{ts,tsx}'),
    /\b(?:may|requirePermission|requireGrant|roleMay|hasGrant|holds|atDoor)\((?:[\w.]+, )?'(\w+)'|(?<!\/)\bpermissions\.(\w+)/g,
  )
  const all = new Set([...inSql, ...inCode])
  expect([...all].filter((name) => !isPermission(name))).toEqual([])
  expect(names.filter((name) => !all.has(name))).toEqual([])
})

/** Functions and files that name a role, and why. */
const named: Record<string, string> = {
  refuse: 'tells an admin who is a member for want of a second factor what to do',
  roles: 'the roles themselves',
  sync_account: 'gives the role that an account begins with',
  appoint_admin: 'gives the role of the first admin',
  account_state: 'the names of states of accounts',
  staff_invitations: 'the one role that is given by mail',
  invite_staff: 'the one role that is given by mail',
  quote_cart: 'shows a visitor the prices of a guest',
  end_goods: 'as whom goods are moved (private.fulfilment_moves), which is no role',
  ship_goods: 'as whom goods are moved',
  act_on_group: 'as whom goods are moved',
  move_return: 'as whom goods are moved',
  'app/browser/stored-user.ts': 'reads what an older page may have stored',
  'app/browser/user-context.tsx': 'the two flags that the specification names',
  'app/core/site-pages.ts': 'the link that the specification gives to admins',
  'app/features/accounts/staff/grants.schema.ts': 'the one role that is given by mail',
  'app/features/accounts/staff/grants.types.ts': 'the one role that is given by mail',
  'app/features/accounts/staff/grants.writes.server.ts': 'the one role that is given by mail',
  'app/features/accounts/staff/ui/invite-form.tsx': 'the one role that is given by mail',
  'app/features/accounts/ui/user-menu.tsx': 'the words that the specification gives to admins',
  'app/features/mail/mail.types.ts': 'the one role that is given by mail',
  'app/features/mail/templates/account-changed.tsx': 'the sentence about each role that somebody gets',
}

test('no role is named but where it is given, or has words of its own', () => {
  const places = [...new Set(findNamedRoles().map(({ place }) => place))]
  expect(places.toSorted()).toEqual(Object.keys(named).toSorted())
})
