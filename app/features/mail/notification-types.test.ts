import { expect, test } from 'vitest'
import { isSent, notificationTypes } from '#core/notification-types.ts'
import { mailKinds } from './mail-kinds.server.ts'

test('the settings show the types that some mail belongs to, and no other type', () => {
  const used = new Set(Object.values(mailKinds).map(({ notification }) => notification))
  expect(notificationTypes.filter(isSent)).toEqual(notificationTypes.filter((type) => used.has(type)))
})
