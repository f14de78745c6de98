import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSent, type NotificationType, notificationTypes } from './notification-types.ts'

/** The kinds of mail that belong to each type. */
const mails: Partial<Record<NotificationType, string[]>> = {
  orders: [
    'order_paid',
    'order_too_late',
    'order_event_over',
    'order_over_limit',
    'order_refunded',
    'ticket_links',
  ],
  event_changes: ['event_cancelled'],
  account: ['password_reset', 'email_change', 'email_changed'],
}

/** The kinds that the outbox knows how to write, read from its own source: a feature does not import another. */
function writtenKinds(): string[] {
  const source = readFileSync(new URL('./outbox.server.ts', import.meta.url), 'utf8')
  return [...source.matchAll(/(?:mail\.kind === |case )'([a-z_]+)'/g)].map(([, kind = '']) => kind).sort()
}

test('every mail that is written belongs to a type that the settings show, and no other type is shown', () => {
  // Leaves out messages to the team: no person is notified by them.
  const toPeople = writtenKinds().filter((kind) => kind !== 'contact_message')
  expect(Object.values(mails).flat().sort()).toEqual(toPeople)
  expect(notificationTypes.filter(isSent)).toEqual(Object.keys(mails))
})
