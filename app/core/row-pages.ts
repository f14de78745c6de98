/** Reads a list page by page for a file, or the selected rows of one page. */

/**
 * Iterates over the pages of a list.
 * @param read reads one page; `next` is where the following one begins, null on the last one
 * @param from where the first page begins
 * @param selected ids of the rows to keep, all of them on the first page; null for every row of every page
 * @param idOf names a row
 */
export async function* rowPages<Row>(
  read: (after: string | null) => Promise<{ rows: Row[]; next: string | null }>,
  from: string | null,
  selected: ReadonlySet<string> | null,
  idOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let after: string | null = selected ? from : null
  do {
    const { rows, next } = await read(after)
    yield selected ? rows.filter((row) => selected.has(idOf(row))) : rows
    after = selected ? null : next
  } while (after !== null)
}

/** Reads the selected rows from a list's address; null where the whole list is meant. */
export function selectedIds(query: URLSearchParams): ReadonlySet<string> | null {
  return query.has('selected') ? new Set(query.getAll('id')) : null
}
