import { type CsvValue, csvByteOrderMark, csvLine } from '#core/csv.ts'
import type { RequestArgs } from './session.server.ts'

/** Rows of a file at most: an export is for a desk, not a copy of the database. */
export const csvRowLimit = 10_000

/**
 * Responds with a table as a CSV file, sent while it is read, page by page.
 * @param name the file's name without its ending
 * @param header names of the columns
 * @param pages lines of each page; the first page is read before the response begins, so that a failure has its status
 */
export async function csvResponse(
  args: RequestArgs,
  name: string,
  header: readonly string[],
  pages: AsyncGenerator<CsvValue[][]>,
): Promise<Response> {
  const encoder = new TextEncoder()
  let next: IteratorResult<CsvValue[][]> | null = await pages.next()
  let written = 0
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvByteOrderMark + csvLine(header)))
    },
    async pull(controller) {
      try {
        const page = next ?? (await pages.next())
        next = null
        if (page.done) return controller.close()
        const lines = page.value.slice(0, csvRowLimit - written)
        written += lines.length
        controller.enqueue(encoder.encode(lines.map(csvLine).join('')))
        if (written >= csvRowLimit) controller.close()
      } catch (error) {
        // The file must not look whole: the connection ends without its last part.
        args.context.requestContext.log.error({ err: error }, 'export not finished')
        controller.error(error)
      }
    },
    async cancel() {
      await pages.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
