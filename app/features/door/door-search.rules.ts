/** Reasons why a door manager takes a check-in back. */
export const undoReasons = [
  'Wrong person',
  'Scanned by mistake',
  'Didn’t come in',
  'Asked to leave',
  'Other',
] as const

/** Reasons why a door manager lets somebody in whom a scan turns away. */
export const overrideReasons = [
  'Early entry approved',
  'Staff or artist',
  'Accessibility',
  'Sent to the wrong gate',
  'Other',
] as const

/** Writes a chosen reason and its details as one, as the log keeps it: `Wrong person: twins`. */
export function reasonText({ reason, note }: { reason: string; note: string }): string {
  return note ? `${reason}: ${note}` : reason
}
