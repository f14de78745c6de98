/** Converts the options and the size chart of a product between text, as a form without JavaScript takes it, and their shape. */
import type { ProductEditor } from './products.types.ts'

type Options = ProductEditor['options']
type SizeChart = ProductEditor['sizeChart']

/** Options of a product, at most. */
export const mostOptions = 3

/** Reads `S, M, L`: values between commas, blanks around them dropped. */
export function readValues(text: string): string[] {
  return text
    .split(',')
    .map((value) => value.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
}

/** Writes values as `readValues` reads them. */
export function writeValues(values: readonly string[]): string {
  return values.join(', ')
}

/**
 * Reads a size chart: one line for each row, cells between commas or tabs, the first line with the names of the columns.
 * @returns null for an empty text, and a text that says what is wrong with any other
 */
export function readSizeChart(text: string): SizeChart | string {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => line.split(/[,\t]/).map((cell) => cell.trim()))
  const [columns, ...rows] = lines
  if (!columns) return null
  if (columns.length < 2 || columns.length > 8) return 'Use 2 to 8 columns'
  if (rows.length < 1 || rows.length > 30) return 'Use 1 to 30 rows below the names of the columns'
  if (rows.some((row) => row.length !== columns.length)) return 'Each row needs a cell for each column'
  if (lines.flat().some((cell) => cell.length > 40)) return 'A cell can have at most 40 characters'
  return { columns, rows }
}

/** Writes a size chart as `readSizeChart` reads it. */
export function writeSizeChart(chart: SizeChart): string {
  return chart ? [chart.columns, ...chart.rows].map((row) => row.join(', ')).join('\n') : ''
}

/** Says what is wrong with options, null where nothing is. */
export function optionsProblem(options: Options): string | null {
  for (const { name, values } of options) {
    if (!name) return 'Name each option'
    if (values.length === 0) return 'Enter the values of each option'
    if ([name, ...values].some((text) => text.length > 24))
      return 'Names and values can have at most 24 characters'
    if (values.length > 30) return 'An option can have at most 30 values'
    if (new Set(values.map((value) => value.toLowerCase())).size < values.length)
      return 'An option has a value twice'
  }
  if (new Set(options.map(({ name }) => name.toLowerCase())).size < options.length)
    return 'Two options have the same name'
  if (options.reduce((count, { values }) => count * values.length, 1) > 100)
    return 'A product can have at most 100 variants'
  return null
}
