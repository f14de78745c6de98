/** Reads a stock file: CSV with one line for each variant and place. */
import { parseCsv } from '#core/csv.ts'
import { kilobyte, type UploadHandle } from '#core/largest-file.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

/** The largest file, and its most lines. */
export const largestStockKilobytes = 256
export const mostStockLines = 2000
/** The handle of the route whose form takes one. */
export const stockUpload: UploadHandle = { largestFile: largestStockKilobytes * kilobyte }

/** One line as the database takes it: either `counted` or `delta`. */
export type StockFileLine = {
  line: number
  sku: string
  place: string
  counted?: number
  delta?: number
  reason: 'received' | 'damaged' | 'count'
  note?: string
}

/** Says what is wrong with a line of the file, or with the file (line 1). */
type LineProblem = { line: number; text: string }

const columns = ['sku', 'place', 'note', 'counted', 'delta', 'reason']
const whole = /^[+-]?\d{1,6}$/

/**
 * Reads the text of a stock file. Its first line names the columns in any order: `sku`, `place`, `counted` or `delta`, and
 * `reason` and `note`, which may be left out; others are ignored. Lines without any value are skipped.
 * @returns the lines that can be read, and what is wrong with the others, by the number of their line in the file
 */
export function readStockFile(text: string): { lines: StockFileLine[]; problems: LineProblem[] } {
  const rows = parseCsv(text)
  if (!rows) return { lines: [], problems: [{ line: 1, text: 'A quotation mark is not closed.' }] }
  const [head = [], ...rest] = rows
  const names = head.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'))
  const missing = ['sku', 'place'].filter((name) => !names.includes(name))
  if (!names.includes('counted') && !names.includes('delta')) missing.push('counted or delta')
  if (missing.length > 0)
    return { lines: [], problems: [{ line: 1, text: `The first line must name ${missing.join(', ')}.` }] }
  const filled = rest.map((cells, at) => ({ cells, line: at + 2 })).filter(({ cells }) => cells.some(Boolean))
  if (filled.length === 0) return { lines: [], problems: [{ line: 1, text: 'The file has no lines.' }] }
  if (filled.length > mostStockLines)
    return {
      lines: [],
      problems: [{ line: 1, text: `The file can have at most ${mostStockLines} lines.` }],
    }
  const lines: StockFileLine[] = []
  const problems: LineProblem[] = []
  for (const { cells, line } of filled) {
    const cell = (name: string) => cells[names.indexOf(name)]?.trim().replace(/^'/, '') ?? ''
    const read = readLine(cell)
    if (typeof read === 'string') problems.push({ line, text: read })
    else lines.push({ line, ...read })
  }
  return { lines, problems }
}

/** Reads the cells of one line; a text says what is wrong with it. */
function readLine(cell: (name: string) => string): Omit<StockFileLine, 'line'> | string {
  if (!columns.map(cell).every(isOneLine)) return `${strangeText}.`
  const [sku, place, note] = [cell('sku').toUpperCase(), cell('place'), cell('note')]
  if (!sku || sku.length > 80) return 'Enter a SKU.'
  if (!place || place.length > 80) return 'Enter a place.'
  if (note.length > 300) return 'The note can have at most 300 characters.'
  const [counted, delta] = [cell('counted'), cell('delta')]
  if ((counted === '') === (delta === '')) return 'Enter either counted or delta.'
  if (!whole.test(counted || delta)) return `${counted || delta} is not a whole number.`
  const units = Number(counted || delta)
  if (counted && units < 0) return 'A count can’t be below 0.'
  if (delta && units === 0) return 'A delta of 0 changes nothing.'
  const reason = counted ? 'count' : units < 0 ? 'damaged' : 'received'
  const named = cell('reason').toLowerCase()
  if (named && named !== reason)
    return counted
      ? 'The reason of counted units is count.'
      : `The reason of ${units < 0 ? 'a negative delta is damaged' : 'a positive delta is received'}.`
  return { sku, place, reason, ...(counted ? { counted: units } : { delta: units }), ...(note && { note }) }
}
