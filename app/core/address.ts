/** Makes addresses of a path and search parameters. */

/** Search parameters by name. Those that are null or undefined are left out; an empty text stands as a bare name. */
export type Query = Record<string, string | number | null | undefined>

/** Adds search parameters to a path. */
export function at(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value == null ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(given).toString().replace(/=(?=&|$)/g, '')
  return text ? `${path}?${text}` : path
}

/** Makes one part of a path of a text. */
export const part = encodeURIComponent
