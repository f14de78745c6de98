import postgres from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { sitePages } from '#core/site-pages.ts'

const sql = postgres(inject('stack').dbUrl, { max: 1, onnotice() {} })
afterAll(() => sql.end())

test('nobody can register the name of a top-level page', async () => {
  const names = sitePages()
    .map(({ path }) => path.split('/')[1] ?? '')
    .filter((name) => name !== '')
  const rows = await sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) as asked (name)
    where not exists (select 1 from private.reserved_usernames r where r.username = asked.name)`
  expect(rows.map(({ name }) => name)).toEqual([])
})
