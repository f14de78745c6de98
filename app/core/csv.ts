/** Writes and reads tables as CSV (RFC 4180) that spreadsheets open without changing values. */

export type CsvValue = string | number | boolean | null

/** Tells spreadsheets that the file is UTF-8. */
export const csvByteOrderMark = '\ufeff'

/**
 * Writes one cell. Text that a spreadsheet would take for a formula gets an apostrophe in front, which makes it
 * text; numbers are written as they are.
 */
export function csvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  // A sign after blanks counts too: some spreadsheets trim first.
  const safe = /^[\s\ufeff]*[=+\-@]|^[\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes one line with its end. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/**
 * Reads CSV (RFC 4180): cells between commas, quoted where they hold commas, quotation marks or line breaks.
 * @returns its lines with their cells; null when a quotation mark is not closed
 */
export function parseCsv(text: string): string[][] | null {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const body = text.startsWith(csvByteOrderMark) ? text.slice(1) : text
  for (let at = 0; at < body.length; at++) {
    const letter = body[at]
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (body[at + 1] === '"') cell += body[at++]
      else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === ',') {
      row.push(cell)
      cell = ''
    } else if (letter === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
    } else if (letter !== '\r') cell += letter
  }
  if (quoted) return null
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}
