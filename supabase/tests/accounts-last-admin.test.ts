import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts, temporaryFolder } from '../../tools/settings.ts'
import { type Stack, startStack } from '../embedded/stack.ts'

/** Two admins who take each other's role at the same moment. In a stack of its own: in the shared one others are admins. */

let stack: Stack
let sql: Sql
let admins: string[]
const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-last-admin-'))

beforeAll(async () => {
  const [port] = await freePorts()
  stack = await startStack({ dataDir, port, siteUrl: 'http://localhost:3000', quiet: true })
  sql = postgres(stack.dbUrl, { max: 2, onnotice() {} })
  const { admin } = createClient(stack.url, stack.secretKey, { auth: { persistSession: false } }).auth
  admins = await Promise.all(
    ['ada', 'abe'].map(async (name) => {
      const { data, error } = await admin.createUser({
        email: `${name}@example.com`,
        app_metadata: { username: name },
      })
      if (error) throw error
      return data.user.id
    }),
  )
})
afterAll(async () => {
  await sql.end()
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Both demote the other in two transactions that overlap. */
async function duel(): Promise<{ refused: number; left: number }> {
  await sql`update private.user_roles set role = 'admin' where user_id in ${sql(admins)}`
  const outcomes = await Promise.allSettled(
    admins.map((id) =>
      sql.begin(async (tx) => {
        await tx`select pg_sleep(0.02)`
        await tx`update private.user_roles set role = 'member' where user_id = ${id}`
        await tx`select pg_sleep(0.02)`
      }),
    ),
  )
  const [row] = await sql`select count(*)::int as left from private.user_roles where role = 'admin'`
  return { refused: outcomes.filter(({ status }) => status === 'rejected').length, left: row?.left }
}

test('one of two admins who demote each other stays', async () => {
  for (let round = 0; round < 15; round++) expect(await duel()).toEqual({ refused: 1, left: 1 })
})

const bothGone = { refused: 0, left: 0 }

test('without the lock both would be demoted', async () => {
  const [{ source } = { source: '' }] =
    await sql`select pg_get_functiondef('private.require_active_admin'::regproc) as source`
  const unlocked = source.replace(/perform pg_advisory_xact_lock\([^;]*;/, '')
  expect(unlocked).not.toBe(source)
  await sql.unsafe(unlocked)
  const duels: unknown[] = []
  // Two transactions that may overlap need not: the race is lost soon, not always at once.
  for (let round = 0; round < 40 && !duels.some((one) => isDeepStrictEqual(one, bothGone)); round++)
    duels.push(await duel())
  expect(duels).toContainEqual(bothGone)
  await sql.unsafe(source)
  expect(await duel()).toEqual({ refused: 1, left: 1 })
})
