/**
 * Makes a username for a person who did not choose one.
 * @param name their name, in any script
 * @param number distinguishes people of one name
 * @returns letters and digits, at most 30: `mia.joseph4821`, or `guest4821` where the name has no Latin letters
 */
export function proposeUsername(name: string, number: number): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '.')
    .slice(0, 20)
    .replace(/^\.+|\.+$/g, '')
  return `${letters || 'guest'}${number}`
}
