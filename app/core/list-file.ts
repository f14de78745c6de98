import type { CsvValue } from './csv.ts'
import { wallTimeOf } from './event-time.ts'

/** Declares the CSV file of a list: its columns, and the zone that its times are written in. */

/** One column of a file: a value, or an instant that is written as local time. */
export type FileColumn<Line, Data> =
  | { header: string; value: (line: Line, data: Data) => CsvValue }
  | { header: string; time: (line: Line, data: Data) => string | null }

export type ListFile<Row, Data> = {
  /** True where lines name people or say how to reach them: whoever downloads the file says why. */
  holdsContacts: boolean
  /** Returns the title of the one event that the lines are about, for the name of the file. */
  event: (data: Data) => string | null
  header: (data: Data) => string[]
  lines: (row: Row, data: Data) => CsvValue[][]
}

type Options<Data> = { holdsContacts?: boolean; event?: (data: Data) => string | null }

/**
 * Declares a file with a line for each row of a list.
 * @param zone the IANA zone of the times, which stands behind the names of their columns
 */
export function listFile<Row, Data>(
  zone: (data: Data) => string,
  columns: readonly FileColumn<Row, Data>[],
  options: Options<Data> = {},
): ListFile<Row, Data> {
  return linesFile(zone, (row) => [row], columns, options)
}

/** Declares a file with several lines for each row of a list. @param linesOf makes the lines of a row */
export function linesFile<Row, Line, Data>(
  zone: (data: Data) => string,
  linesOf: (row: Row) => readonly Line[],
  columns: readonly FileColumn<Line, Data>[],
  { holdsContacts = false, event = () => null }: Options<Data> = {},
): ListFile<Row, Data> {
  return {
    holdsContacts,
    event,
    header: (data) =>
      columns.map((column) => ('time' in column ? `${column.header} (${zone(data)})` : column.header)),
    lines: (row, data) =>
      linesOf(row).map((line) =>
        columns.map((column) =>
          'time' in column ? localTime(column.time(line, data), zone(data)) : column.value(line, data),
        ),
      ),
  }
}

/** Writes an instant as spreadsheets read a time: `2026-11-22 21:05`, in a zone. */
export function localTime(at: string | null, zone: string): string | null {
  return at && wallTimeOf(at, zone).replace('T', ' ')
}

/** Names the file of a list: with the event that its lines are about, where there is one. */
export function fileName(list: string, event: string | null): string {
  const words = (event ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return words ? `${list}-${words}` : list
}
