import type { CsvValue } from '#core/csv.ts'
import { decimalAmount } from '#core/money.ts'
import { moneyFigures } from '#core/money-figures.ts'
import { rowPages, selectedIds } from '#core/row-pages.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { listStaffEvents } from './staff-events.reads.server.ts'
import { staffEventsQuerySchema } from './staff-events.schema.ts'

/** The events of one kind as lines of a file, with how they sell; money in units of the currency. */
export function exportEvents(args: RequestArgs, query: URLSearchParams) {
  const asked = staffEventsQuerySchema.parse(Object.fromEntries(query))
  const selected = selectedIds(query)
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    let currency = ''
    const read = async (after: string | null) => {
      const list = await listStaffEvents(args, { ...asked, after })
      currency = list.currency
      return { rows: list.events, next: list.nextCursor }
    }
    for await (const page of rowPages(read, asked.after, selected, (event) => event.id))
      yield page.map((event) => [
        event.title,
        event.status,
        event.startsAt,
        event.venueName,
        event.city,
        event.sold,
        event.capacity,
        Number(decimalAmount(event.netCents)),
        currency,
      ])
  }
  const header = [
    'Event',
    'Status',
    'Starts',
    'Venue',
    'City',
    'Sold',
    'Capacity',
    moneyFigures.net.label,
    'Currency',
  ]
  return { header, pages: lines() }
}
