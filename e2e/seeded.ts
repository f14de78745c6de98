import type { Sql } from 'postgres'

/**
 * Finds pages of the demo brand, which no test changes or takes away. The first of a public list may belong to another test, which
 * hides it a moment later.
 */

/** Finds an event of the demo brand that is on sale. */
export async function seededEvent(sql: Sql, slug = 'dutty-friday') {
  return await find(
    sql<Row[]>`select id, slug, title as name from public.events where slug = ${slug}`,
    'events',
  )
}

/** Finds a product of the demo brand. */
export async function seededProduct(sql: Sql, slug = 'road-tee') {
  return await find(sql<Row[]>`select id, slug, name from public.products where slug = ${slug}`, 'shop')
}

type Row = { id: string; slug: string; name: string }
async function find(rows: PromiseLike<Row[]>, folder: string) {
  const [row] = await rows
  if (!row) throw new Error(`the demo brand has no such page below /${folder}`)
  return { ...row, path: `/${folder}/${row.id}/${row.slug}` }
}
