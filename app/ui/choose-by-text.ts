/** Chooses one of several by a text: the same text always gets the same place. @returns from 0 to `count` - 1 */
export function chooseByText(text: string, count: number): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 9973
  return sum % count
}
