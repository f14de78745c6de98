/**
 * Passes arrays of the common types as parameters and columns. postgres.js could ask the server for all array types, but does so
 * behind every new connection, where a failure is not reported.
 */

/** Lists the types text, varchar, uuid, integer, bigint, numeric, double precision, boolean, date, timestamptz. */
const oids = [1009, 1015, 2951, 1007, 1016, 1231, 1022, 1000, 1182, 1185]

export const arrayTypes = Object.fromEntries(
  oids.map((oid) => [`array${oid}`, { to: oid, from: [oid], serialize: writeArray, parse: readArray }]),
)

/** Writes a list as Postgres reads arrays; what is a text already stays as it is. */
function writeArray(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  const items = value.map((item) => {
    if (item === null || item === undefined) return 'NULL'
    if (Array.isArray(item)) return writeArray(item)
    return `"${String(item).replace(/["\\]/g, '\\$&')}"`
  })
  return `{${items.join(',')}}`
}

/** Reads a one-dimensional array as Postgres writes it. */
function readArray(text: string): (string | null)[] {
  const items = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/g)
  return Array.from(items, ([item, quoted]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
    return item === 'NULL' ? null : item
  })
}
