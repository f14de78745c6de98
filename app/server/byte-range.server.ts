/**
 * Reads a request's `Range` header (RFC 9110) for a body of known length.
 * @param header its value; several ranges count as none, which a server may decide
 * @returns first and last byte; null for the whole body; `unsatisfiable` for a range behind its end
 */
export function byteRange(
  header: string | undefined,
  length: number,
): { from: number; to: number } | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const from = Math.max(0, length - Number(last))
    return Number(last) === 0 || length === 0 ? 'unsatisfiable' : { from, to: length - 1 }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return null
  if (from >= length) return 'unsatisfiable'
  return { from, to: last === '' ? length - 1 : Math.min(Number(last), length - 1) }
}
