import { lineKindLabels } from '#core/line-kind-labels.ts'
import { listFile } from '#core/list-file.ts'
import type { ListOfFile } from '#server/list-file.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { readCapacityBoard } from './capacity.reads.server.ts'
import { paceOf } from './capacity.rules.ts'
import { type CapacityQuery, capacityQuerySchema } from './capacity.schema.ts'
import type { CapacityBoard, CapacityBoardRead } from './capacity.types.ts'

/** A line of the board's file; null where a column does not apply to it. */
type Line = {
  id: string
  kind: string
  name: string
  release: string | null
  state: string | null
  capacity: number | null
  sold: number
  held: number
  blocked: number | null
  offered: number
  left: number | null
  lastHour: number | null
  lastDay: number | null
}

function paceColumns(board: CapacityBoard, id: string): Pick<Line, 'lastHour' | 'lastDay'> {
  const pace = paceOf(board, id)
  return {
    lastHour: pace?.lastHour ?? 0,
    lastDay: pace?.hours.reduce((sum, units) => sum + units, 0) ?? 0,
  }
}

/** Lists the rows of the board: pools, ticket types with their releases, then what is sold beside tickets. */
function linesOf(board: CapacityBoard): Line[] {
  return [
    ...board.pools.map((pool) => ({
      ...pool,
      kind: 'Room',
      release: null,
      state: null,
      ...paceColumns(board, pool.id),
    })),
    ...board.types.flatMap((type) => [
      { ...type, kind: 'Ticket', release: null, blocked: null, ...paceColumns(board, type.id) },
      ...type.releases.map((release) => ({
        ...release,
        kind: 'Release',
        name: type.name,
        release: release.name,
        capacity: release.quantity,
        blocked: null,
        lastHour: null,
        lastDay: null,
      })),
    ]),
    ...board.extras.map((extra) => ({
      ...extra,
      kind: lineKindLabels[extra.kind],
      release: null,
      capacity: null,
      blocked: null,
      ...paceColumns(board, extra.id),
    })),
  ]
}

/** The rows of the capacity board as a file. */
export const capacityFile: ListOfFile<CapacityQuery, CapacityBoardRead | null, Line> = {
  name: 'capacity',
  query: capacityQuerySchema,
  rows: (read) => (read?.board ? linesOf(read.board) : []),
  next: () => null,
  rowKey: ({ id }) => id,
  file: listFile<Line, CapacityBoardRead | null>(
    (read) => read?.board?.event.timeZone ?? 'UTC',
    [
      { header: 'Event', value: (_, read) => read?.board?.event.title ?? null },
      { header: 'Kind', value: ({ kind }) => kind },
      { header: 'Name', value: ({ name }) => name },
      { header: 'Release', value: ({ release }) => release },
      { header: 'Status', value: ({ state }) => state },
      { header: 'Capacity', value: ({ capacity }) => capacity },
      { header: 'Sold', value: ({ sold }) => sold },
      { header: 'On hold', value: ({ held }) => held },
      { header: 'Blocked', value: ({ blocked }) => blocked },
      { header: 'Offered', value: ({ offered }) => offered },
      { header: 'Left', value: ({ left }) => left },
      { header: 'Last hour', value: ({ lastHour }) => lastHour },
      { header: 'Last 24 hours', value: ({ lastDay }) => lastDay },
      { header: 'As of', time: (_, read) => read?.now ?? null },
    ],
    { event: (read) => read?.board?.event.title ?? null },
  ),
}

/** Reads the board for its file. */
export function readCapacityForFile(args: RequestArgs, { event }: CapacityQuery) {
  return readCapacityBoard(args, event)
}
