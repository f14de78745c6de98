/**
 * What the site writes about. The database knows the same types and which of them may be declined
 * (`private.notification_types`); here are the words.
 *
 * The one channel is email: the site has no inbox of its own and sends no push messages, and a switch that nothing obeys
 * would be a promise nobody keeps. A channel becomes a column of the form once something is sent by it.
 */
const words = {
  orders: ['Orders and tickets', 'Your tickets, receipts and refunds. Always on: you need them to get in.'],
  event_changes: [
    'Event changes',
    'A night you hold tickets for is moved or cancelled. Always on: you have to know.',
  ],
  account: [
    'Account and security',
    'Links you asked for, changes of email or password. Always on: it protects you.',
  ],
  reminders: ['Reminders', 'The day before a night you hold tickets for.'],
  replies: ['Community replies', 'Somebody answers what you wrote.'],
  new_events: ['New events and drops', 'Nights and products that are new, and when tickets go on sale.'],
  live: ['Live streams', 'A stream is about to start.'],
  city: ['City news', 'What is on where you live.'],
} as const

export type NotificationType = keyof typeof words

function isNotificationType(type: string): type is NotificationType {
  return Object.hasOwn(words, type)
}

/** Types in the order of the form. */
export const notificationTypes = Object.keys(words).filter(isNotificationType)

/** @returns what a type is called, and what it sends */
export function notificationWords(type: NotificationType): { name: string; hint: string } {
  const [name, hint] = words[type]
  return { name, hint }
}

/** Names the words above in the ledger of consents: new words, new version. */
export const notificationTextVersion = '2026-11-21'
