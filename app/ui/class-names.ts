/**
 * Joins class names and leaves out what is absent.
 * @param names class names; false, null and undefined are skipped
 * @returns one string, or undefined when nothing is left, so that no empty `class` attribute is written
 */
export function classNames(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
