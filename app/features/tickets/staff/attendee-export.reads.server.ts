import type { CsvValue } from '#core/csv.ts'
import { rowPages, selectedIds } from '#core/row-pages.ts'
import { ticketStates } from '#core/states.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { readAttendees } from './attendees.reads.server.ts'
import { attendeesQuerySchema } from './attendees.schema.ts'

/** The attendees of the list's filters as lines of a file. Columns about orders are empty for door managers. */
export function exportAttendees(args: RequestArgs, query: URLSearchParams) {
  const asked = attendeesQuerySchema.parse(Object.fromEntries(query))
  const selected = selectedIds(query)
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    // Without an event in the address each page would find out again which one is today's.
    const event = asked.event ?? (await readAttendees(args, asked)).event?.id ?? null
    if (!event) return
    const read = async (after: string | null) => {
      const { attendees, next } = await readAttendees(args, { ...asked, event, after, rows: '150' })
      return { rows: attendees, next }
    }
    for await (const page of rowPages(read, asked.after, selected, ({ id }) => id))
      yield page.map((row) => [
        row.holder,
        row.type,
        row.partOf,
        !ticketStates[row.status].isValid ? 'void' : row.isBlocked ? 'blocked' : 'valid',
        row.isVip,
        row.enteredAt,
        row.gate,
        row.boughtAt,
        row.code,
        row.order?.code ?? null,
        row.order?.name ?? null,
        row.order?.email ?? null,
        row.order?.phone ?? null,
        row.order?.promoCode ?? null,
      ])
  }
  const header = [
    'Name',
    'Ticket type',
    'Part of',
    'Status',
    'VIP',
    'Arrived',
    'Gate',
    'Bought',
    'Ticket code',
    'Order',
    'Buyer',
    'Email',
    'Phone',
    'Promo code',
  ]
  return { header, pages: lines() }
}
