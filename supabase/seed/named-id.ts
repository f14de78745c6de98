import { createHash } from 'node:crypto'

/** The same name always gets the same id, in the form of a random uuid (version 4), as every id of the site has it. */
export function namedId(name: string): string {
  const hex = createHash('md5').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
