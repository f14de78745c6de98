import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newsText, newsTextVersion } from '#core/news-consent.ts'
import { notificationText, notificationTextVersion, notificationTypes } from '#core/notification-types.ts'
import { alertText, alertTextVersion } from './alerts/alert-text.ts'
import { subscriptionText, subscriptionTextVersion } from './subscription-text.ts'

/** The texts that people agree to, each with its version: the ledger of consents names the text that was shown by it. */
const inForce = {
  checkout: { text: newsText, version: newsTextVersion, was: ['2026-11-21', '0d5f63b389bd83c5'] },
  notifications: {
    text: JSON.stringify(notificationTypes.map((type) => [type, notificationText(type)])),
    version: notificationTextVersion,
    was: ['2026-11-27', '7b58e855efb7b5dc'],
  },
  alerts: { text: alertText, version: alertTextVersion, was: ['2026-11-24', '9b09055d4d4cedb2'] },
  subscriptions: {
    text: subscriptionText,
    version: subscriptionTextVersion,
    was: ['2026-11-22', '0f9d2b9767177edf'],
  },
}

test.each(Object.entries(inForce))('%s: a text that changes gets a new version', (name, {
  text,
  version,
  was,
}) => {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect(
    [version, hash],
    `the text of ${name} changed: give it today's date beside it, and write version and hash here`,
  ).toEqual(was)
})

test('the box of the checkout is recorded with its version', () => {
  const [file = ''] = globSync('supabase/migrations/*_mail_notifications.sql')
  expect(readFileSync(file, 'utf8')).toContain(`'checkout', '${newsTextVersion}'`)
})
