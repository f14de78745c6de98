/** Which files may be sent as pictures, apart from how they are parsed: fields say it before anybody needs the form library. */

const kinds = { 'image/jpeg': 'JPEG', 'image/png': 'PNG', 'image/webp': 'WebP', 'image/gif': 'GIF' }
export const pictureTypes = Object.keys(kinds)
/** The `accept` of a field that takes pictures. */
export const acceptedPictures = pictureTypes.join(',')

/**
 * Says which pictures a field takes.
 * @param megabytes the largest size a picture may have
 * @param isOne whether it takes one alone
 */
export function pictureHint(megabytes: number, isOne = true): string {
  const names = Object.values(kinds)
  const kindsText = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
  return `${kindsText}, up to ${megabytes} MB${isOne ? '' : ' each'}.`
}
