/** Forms that a browser without JavaScript posts to an event's page about its code: the path and the fields. */

type Form = [path: string, fields: Record<string, string>]

/** The form that applies a code. @param choice how many of which ticket type are chosen */
export function typedCode(event: string, code: string, choice: Record<string, number> = {}): Form {
  return [`/events/${event}`, { ...chosen(event, choice), step: 'apply', code }]
}

/** The form that removes the code in use. */
export function removedCode(event: string, choice: Record<string, number> = {}): Form {
  return [`/events/${event}`, { ...chosen(event, choice), step: 'remove' }]
}

function chosen(event: string, choice: Record<string, number>): Record<string, string> {
  const lines = Object.entries(choice).flatMap(([type, quantity], at) => [
    [`lines[${at}].type`, type],
    [`lines[${at}].quantity`, String(quantity)],
  ])
  return { intent: 'hold', event, ...Object.fromEntries(lines) }
}
