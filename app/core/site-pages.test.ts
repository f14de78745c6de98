import { describe, expect, test } from 'vitest'
import { visiblePlaces } from './site-pages.ts'

const everyone = ['Home', 'Events', 'Shop', 'Live', 'Community']
const people = {
  visitor: null,
  guest: { role: 'guest', isGuest: true },
  member: { role: 'member', isGuest: false },
  moderator: { role: 'moderator', isGuest: false },
  admin: { role: 'admin', isGuest: false },
} as const

describe('what the navigation shows', () => {
  test.each([
    ['visitor', 'top', everyone],
    ['visitor', 'bottom', everyone],
    ['guest', 'top', everyone],
    ['guest', 'bottom', everyone],
    ['member', 'top', [...everyone, 'My Tickets']],
    ['member', 'bottom', [...everyone, 'My Tickets']],
    ['moderator', 'bottom', [...everyone, 'My Tickets']],
    ['admin', 'top', [...everyone, 'My Tickets']],
    ['admin', 'bottom', [...everyone, 'My Tickets', 'Admin']],
  ] as const)('a %s sees in the %s navigation: %j', (who, where, labels) => {
    expect(visiblePlaces(people[who], where).map(({ label }) => label)).toEqual(labels)
  })
})
