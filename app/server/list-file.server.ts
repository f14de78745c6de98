import type * as z from 'zod'
import type { CsvValue } from '#core/csv.ts'
import { fileName, type ListFile } from '#core/list-file.ts'
import { rowPages, selectedIds } from '#core/row-pages.ts'
import { csvResponse } from './csv.server.ts'
import type { RequestArgs } from './session.server.ts'

/** Parts of a list's declaration that its file reads. */
export type ListOfFile<Asked, Data, Row> = {
  name: string
  query: z.ZodType<Asked>
  rows: (data: Data) => readonly Row[]
  next: (data: Data) => string | null
  rowKey: (row: Row) => string
  file?: ListFile<Row, Data>
}

/**
 * Responds with the rows of a list as a CSV file, with the filters of the address; with `selected` in it, only with the rows named by
 * `id`. Each page is read as the caller, by the same function as the list.
 * @param read reads a page that is as long as that function allows
 */
export async function listFileResponse<Asked extends object, Data, Row>(
  args: RequestArgs,
  list: ListOfFile<Asked, Data, Row>,
  read: (args: RequestArgs, query: Asked) => Promise<Data>,
): Promise<Response> {
  const { searchParams } = new URL(args.request.url)
  const query = list.query.parse(Object.fromEntries(searchParams))
  const { file } = list
  if (!file) throw new Error(`the list ${list.name} has no file`)
  const first = await read(args, query)
  let page: Data | null = first
  const readRows = async (after: string | null) => {
    const found = page ?? (await read(args, { ...query, after }))
    page = null
    return { rows: list.rows(found).map((row) => ({ row, found })), next: list.next(found) }
  }
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    for await (const rows of rowPages(readRows, null, selectedIds(searchParams), ({ row }) =>
      list.rowKey(row),
    ))
      yield rows.flatMap(({ row, found }) => file?.lines(row, found) ?? [])
  }
  return csvResponse(args, fileName(list.name, file.event(first)), file.header(first), lines())
}
