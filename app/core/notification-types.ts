/**
 * The types of notification, in the order of the form. The database has the same types, and which of them may be declined
 * (`private.notification_types`); here are their texts.
 *
 * The help page lists them with these texts.
 *
 * Email is the one channel: the site has no inbox of its own and sends no push messages. A channel becomes a column of the form
 * once something is sent by it.
 */
const texts = {
  orders: ['Orders and tickets', 'Your tickets, receipts and refunds. Always on.'],
  event_changes: [
    'Event changes',
    "If an event you're going to is canceled, moved or postponed, and reminders before it. Always on.",
  ],
  account: ['Account and security', 'Links you asked for, and changes to your email or password. Always on.'],
  alerts: [
    'Alerts you asked for',
    "When tickets you're waiting for go on sale, and a reminder the day before if you have none.",
  ],
  follows: ['Artists and series you follow', 'One email for each new date.'],
  community: [
    'Your week in the community',
    'Monday mornings: replies you missed, posts from people you follow, and what’s new in your events’ threads. Nothing new, no email.',
  ],
  new_events: ['New events and merch', 'New events, new merch, and when tickets go on sale.'],
} as const

export type NotificationType = keyof typeof texts

function isNotificationType(type: string): type is NotificationType {
  return Object.hasOwn(texts, type)
}

/** All types, in the order of the form. */
export const notificationTypes = Object.keys(texts).filter(isNotificationType)

/** Returns the name and the description of a type. */
export function notificationText(type: NotificationType): { name: string; hint: string } {
  const [name, hint] = texts[type]
  return { name, hint }
}

/** The version of the texts above in the ledger of consents: a changed text gets a new version. */
export const notificationTextVersion = '2026-11-27'
