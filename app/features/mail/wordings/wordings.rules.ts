import { mailName } from '#core/mail-names.ts'

/** Returns the name of a kind of mail as a title. */
export function titleOf(kind: string): string {
  const name = mailName(kind)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
