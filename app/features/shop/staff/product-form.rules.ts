/** Converts the options and the size chart of a product between text, as a form without JavaScript takes it, and their shape. */
import type { SubmissionResult } from '@conform-to/react'
import { decimalAmount } from '#core/money.ts'
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

/** A field whose stored value is not what a form sent: another person saved it meanwhile. */
export type OtherValue = { label: string; theirs: string; yours: string }

const textOf = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '')
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
const fieldOf = (value: unknown, name: string) =>
  typeof value === 'object' && value !== null
    ? textOf(Object.entries(value).find(([key]) => key === name)?.[1])
    : ''
const differing = (rows: [label: string, theirs: string, yours: string][]): OtherValue[] =>
  rows.flatMap(([label, theirs, yours]) => (theirs === yours ? [] : [{ label, theirs, yours }]))
type Sent = Record<string, unknown> | null | undefined
const isStale = (typed: Sent, version: number): typed is Record<string, unknown> =>
  Boolean(typed) && Number(typed?.version) !== version

/**
 * Lists what another person saved of a product while its form was filled in.
 * @param typed what the form sent; nothing is listed for the version that is stored
 * @param taxClasses the names of the tax classes, by value
 */
export function otherProductValues(
  product: ProductEditor,
  typed: Sent,
  taxClasses: Record<string, string>,
): OtherValue[] {
  if (!isStale(typed, product.version)) return []
  const optionsText = (options: { name: string; values: string }[]) =>
    options
      .filter(({ name, values }) => name || values)
      .map(({ name, values }) => `${name}: ${writeValues(readValues(values))}`)
      .join('; ')
  const named = (ids: unknown[]) =>
    product.allCollections
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ')
  const number = (value: unknown, empty: string) => textOf(value) || empty
  const chart = readSizeChart(textOf(typed.sizeChart))
  return differing([
    ['Name', product.name, textOf(typed.name)],
    ['Address', product.slug, textOf(typed.slug).toLowerCase()],
    ['Summary', product.summary, textOf(typed.summary)],
    ['Description', textOf(product.description), textOf(typed.description)],
    ['Collections', named(product.collections), named(listOf(typed.collections))],
    [
      'Options',
      optionsText(product.options.map(({ name, values }) => ({ name, values: writeValues(values) }))),
      optionsText(
        listOf(typed.options).map((one) => ({ name: fieldOf(one, 'name'), values: fieldOf(one, 'values') })),
      ),
    ],
    [
      'Size chart',
      writeSizeChart(product.sizeChart),
      typeof chart === 'string' ? textOf(typed.sizeChart) : writeSizeChart(chart),
    ],
    ['Drop', (product.dropAt ?? '').replace('T', ' '), textOf(typed.dropAt).replace('T', ' ')],
    ['Members get in early (minutes)', String(product.membersMinutes), number(typed.membersMinutes, '0')],
    ['Limit per person', String(product.maxPerPerson ?? ''), textOf(typed.maxPerPerson)],
    [
      'Tax class',
      taxClasses[product.taxClass] ?? product.taxClass,
      taxClasses[textOf(typed.taxClass)] ?? textOf(typed.taxClass),
    ],
    ['Position in the shop', String(product.position), number(typed.position, '0')],
    ['Final sale', product.finalSale ? 'yes' : 'no', typed.finalSale === 'on' ? 'yes' : 'no'],
  ])
}

/** Lists what another person saved of a product's variants while their form was filled in. @param typed what the form sent */
export function otherVariantValues(product: ProductEditor, typed: Sent): OtherValue[] {
  if (!isStale(typed, product.version)) return []
  const rows = new Map(listOf(typed.variants).map((row) => [fieldOf(row, 'id'), row]))
  const price = (text: string) => (Number.isFinite(Number(text)) && text ? Number(text).toFixed(2) : text)
  return product.variants
    .filter(({ archived }) => !archived)
    .flatMap(({ id, ...variant }) => {
      const row = rows.get(id)
      const name = variant.name || product.name
      if (row === undefined) return [{ label: name, theirs: 'new', yours: '' }]
      return differing([
        [`SKU of ${name}`, variant.sku, fieldOf(row, 'sku').toUpperCase()],
        [`Price of ${name}`, decimalAmount(variant.priceCents), price(fieldOf(row, 'price'))],
        [`Grams of ${name}`, String(variant.weightGrams), fieldOf(row, 'weightGrams')],
        [`${name}: low-stock alert at`, String(variant.lowStockAt ?? ''), fieldOf(row, 'lowStockAt')],
      ])
    })
}

/** The fields of a form as they were sent, nested. */
type Payload = NonNullable<SubmissionResult['initialValue']>

/** Text that was typed into a form of a product and not saved, and the product as it was stored then. */
export type Typed = { values: Payload; stored: ProductEditor }

type Variant = ProductEditor['variants'][number]
const wordsOf = (product: ProductEditor) =>
  JSON.stringify({ ...product, version: 0, status: '', pictures: [], variants: [], checklist: [] })
const rowOf = ({ id, sku, priceCents, weightGrams, lowStockAt }: Variant) => ({
  id,
  sku,
  price: decimalAmount(priceCents),
  weightGrams: String(weightGrams),
  lowStockAt: String(lowStockAt ?? ''),
})

/** The rows of a product's variants form: those on offer. */
export function variantRows(product: ProductEditor) {
  return product.variants.filter(({ archived }) => !archived).map(rowOf)
}

/**
 * Says what a form begins with whose text was not saved when the product got another version. Where what it edits is stored as it was,
 * the text belongs to the new version; where another person changed it, it keeps its own, so that theirs is shown beside it.
 * @returns null where nothing was typed
 */
export function keptValues(product: ProductEditor, typed: Typed | null): Payload | null {
  if (!typed) return null
  const { values, stored } = typed
  if (!('variants' in values)) {
    return wordsOf(stored) === wordsOf(product) ? { ...values, version: String(product.version) } : values
  }
  // Variants that options added meanwhile have what is stored, those that are no longer offered are left out.
  const sent = new Map(
    (Array.isArray(values.variants) ? values.variants : []).map((row) => [fieldOf(row, 'id'), row]),
  )
  const rows = variantRows(product)
  const before = new Map(variantRows(stored).map((row) => [row.id, JSON.stringify(row)]))
  const isSame = rows.every((row) => !before.has(row.id) || before.get(row.id) === JSON.stringify(row))
  return {
    ...values,
    variants: rows.map((row) => sent.get(row.id) ?? row),
    ...(isSame ? { version: String(product.version) } : {}),
  }
}
