import { afterAll, expect, inject, test } from 'vitest'
import { openTestUsers } from './test-users.ts'

/** Checks the function with which the health check tests writing. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

/** The file that holds the probe's table, and how many bytes are written there. */
async function written() {
  const [row] = await sql<{ file: string; bytes: number }[]>`
    select pg_relation_filepath('private.write_probe') as file,
      (select coalesce(sum(length(filling)), 0)::int from private.write_probe) as bytes`
  return row
}

test('check_writable writes to new disk space each time and keeps none', async () => {
  expect((await service.rpc('check_writable')).error).toBeNull()
  const first = await written()
  expect((await service.rpc('check_writable')).error).toBeNull()
  const second = await written()
  expect([first?.bytes, second?.bytes]).toEqual([32_768, 32_768])
  expect(second?.file).not.toBe(first?.file)
})
