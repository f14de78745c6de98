/** Writes tables as CSV (RFC 4180) that spreadsheets open without changing values. */

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
