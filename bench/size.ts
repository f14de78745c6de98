/**
 * `npm run bench -- --smallest` runs a bench once over little data: it shows that the bench works, and its figures say
 * nothing.
 */
export const isSmallest = process.argv.includes('--smallest')

/** Chooses a count by the size of the run. */
export function sized(full: number, smallest: number): number {
  return isSmallest ? smallest : full
}
