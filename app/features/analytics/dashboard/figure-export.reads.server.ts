import type { CsvValue } from '#core/csv.ts'
import { localTime } from '#core/list-file.ts'
import { decimalAmount } from '#core/money.ts'
import { refusalCodeResponse } from '#server/api.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { definitionOf } from './figures.rules.ts'
import { figureRowsQuerySchema } from './report-filters.schema.ts'
import { listFigureRows } from './reports.reads.server.ts'
import { rowDetail, rowWords } from './row-words.rules.ts'

/**
 * The rows of a figure as lines of a file; its second line defines the columns. Money is in units of the brand's currency.
 * People are in it only where the address has a reason, which is logged.
 */
export function exportFigureRows(args: RequestArgs, search: URLSearchParams) {
  const asked = figureRowsQuerySchema.safeParse(Object.fromEntries(search))
  if (!asked.success) throw refusalCodeResponse('not_found')
  const query = asked.data
  const { label, unit, definition } = definitionOf(query.figure)
  const people = query.reason ? ['Person', 'Email'] : []
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    let after: { at: string; id: string } | null = null
    let isFirst = true
    do {
      const read = await listFigureRows(
        args,
        { ...query, afterAt: after?.at ?? null, afterId: after?.id ?? null },
        500,
      )
      if (!read.ok) throw refusalCodeResponse(read.refusal.code)
      const { list, from, to, timeZone, currency, next } = read.value
      const page: CsvValue[][] = list.map((row) => [
        row.id,
        localTime(row.at, timeZone),
        unit === 'money' ? Number(decimalAmount(row.value)) : row.value,
        rowWords(row.what),
        rowDetail(row.detail),
        row.event,
        row.order,
        ...(query.reason ? [row.person, row.email] : []),
      ])
      if (isFirst)
        page.unshift([
          'Definitions',
          `The moment by which the row is of a day from ${from} to ${to}, in ${timeZone}, where a day runs from 6 AM to 6 AM`,
          `${label}: ${definition} The column adds up to the figure${unit === 'money' ? `, in ${currency}` : ''}.`,
          'What the row is',
          'What it is about',
          'The event it belongs to',
          'The order it belongs to',
          ...(query.reason ? ['Whom it is about', 'Their email address'] : []),
        ])
      isFirst = false
      yield page
      after = next
    } while (after)
  }
  return { header: ['Row', 'Time', label, 'What', 'Detail', 'Event', 'Order', ...people], pages: lines() }
}
