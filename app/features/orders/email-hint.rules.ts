const mailHosts = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'live.com',
  'msn.com',
  'proton.me',
  'comcast.net',
]

/**
 * The address that was probably meant when the host of an email looks mistyped; null when nothing looks wrong.
 * Only ever a hint: the address as typed is always accepted.
 */
export function suggestEmail(typed: string): string | null {
  const at = typed.lastIndexOf('@')
  if (at < 1) return null
  const host = typed
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (host.length < 4 || mailHosts.includes(host)) return null
  const near = mailHosts.find((mailHost) => isNear(host, mailHost))
  return near ? `${typed.slice(0, at)}@${near}` : null
}

/** True when one letter is missing, added or wrong, or two neighbours are swapped. */
function isNear(typed: string, mailHost: string): boolean {
  if (Math.abs(typed.length - mailHost.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === mailHost[start]) start++
  const a = typed.slice(start)
  const b = mailHost.slice(start)
  if (a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)) return true
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}
