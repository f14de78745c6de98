import { afterAll, expect, inject, test } from 'vitest'
import { paymentProviders } from '#server/payments-registry.server.ts'
import { openTestUsers } from './test-users.ts'

/** The registry of payment providers and the database name the same ones. */

const users = openTestUsers(inject('stack'))
afterAll(() => users.close())

test('the providers of the registry are those that payments.provider lists', async () => {
  const [check] = await users.sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'payments_provider'`
  const listed = [...(check?.definition.matchAll(/'([a-z_]+)'::text/g) ?? [])].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(paymentProviders.map(({ name }) => name).toSorted())
})

test.each([
  ['stripy', false],
  ['test_', false],
  ['test_Paper', false],
  ['', false],
  ['test', true],
  ['test_paper', true],
])('payments of the provider "%s" are accepted: %s', async (name, accepted) => {
  const [row] = await users.sql<{ definition: string }[]>`
    select pg_get_expr(conbin, conrelid) as definition from pg_constraint where conname = 'payments_provider'`
  const [result] = await users.sql.unsafe<{ ok: boolean }[]>(
    `select ${row?.definition} as ok from (values ($1::text)) as payments (provider)`,
    [name],
  )
  expect(result?.ok).toBe(accepted)
})
