import type { CsvValue } from '#core/csv.ts'
import { lineKind } from '#core/line-kinds.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { readCapacityBoard } from './capacity.reads.server.ts'
import { paceOf } from './capacity.rules.ts'
import { capacityQuerySchema } from './capacity.schema.ts'

/** The rows of the capacity board as lines of a file: pools, ticket types, and their releases. */
export function exportCapacity(args: RequestArgs, query: URLSearchParams) {
  const { event } = capacityQuerySchema.parse(Object.fromEntries(query))
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = await readCapacityBoard(args, event)
    const board = read?.board
    if (!read || !board) return
    const sold = (id: string) => {
      const pace = paceOf(board, id)
      return [pace?.lastHour ?? 0, pace?.hours.reduce((sum, units) => sum + units, 0) ?? 0]
    }
    yield [
      ...board.pools.map((row) => [
        board.event.title,
        'Room',
        row.name,
        null,
        null,
        row.capacity,
        row.sold,
        row.held,
        row.blocked,
        row.offered,
        row.left,
        ...sold(row.id),
        read.now,
      ]),
      ...board.types.flatMap((type) => [
        [
          board.event.title,
          'Ticket',
          type.name,
          null,
          type.state,
          type.capacity,
          type.sold,
          type.held,
          null,
          type.offered,
          type.left,
          ...sold(type.id),
          read.now,
        ],
        ...type.releases.map((row) => [
          board.event.title,
          'Release',
          type.name,
          row.name,
          row.state,
          row.quantity,
          row.sold,
          row.held,
          null,
          row.offered,
          row.left,
          null,
          null,
          read.now,
        ]),
      ]),
      ...board.extras.map((row) => [
        board.event.title,
        lineKind(row.kind).label,
        row.name,
        null,
        row.state,
        null,
        row.sold,
        row.held,
        null,
        row.offered,
        row.left,
        ...sold(row.id),
        read.now,
      ]),
    ]
  }
  const header = [
    'Event',
    'Kind',
    'Name',
    'Release',
    'Status',
    'Capacity',
    'Sold',
    'On hold',
    'Blocked',
    'Offered',
    'Left',
    'Last hour',
    'Last 24 hours',
    'As of',
  ]
  return { header, pages: lines() }
}
