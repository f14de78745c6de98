import { describe, expect, test } from 'vitest'
import type { Role } from './role-names.ts'
import { type Actor, hasGrant, isMember, may, toUser } from './roles.ts'

const tonight = '11111111-1111-4111-8111-111111111111'
const other = '22222222-2222-4222-8222-222222222222'
const now = new Date('2026-11-21T22:00:00Z')
const later = '2026-11-22T10:00:00+00:00'

function actor(role: Role, grants: Actor['grants'] = []): Actor {
  const name = { username: 'mia', displayName: 'Mia', avatar: null }
  const id = '33333333-3333-4333-8333-333333333333'
  return { id, role, isGuest: role === 'guest', ...name, grants, devices: [] }
}
const scans = (eventId: string | null, expiresAt: string | null = later) =>
  actor('member', [{ capability: 'scan', eventId, expiresAt }])

describe('grants', () => {
  test.each<[string, Actor | null, boolean, boolean]>([
    // person, at tonight's event, at another
    ['nobody', null, false, false],
    ['a guest', actor('guest'), false, false],
    [
      'a guest whose phone was enrolled tonight',
      { ...scans(tonight), role: 'guest', isGuest: true },
      true,
      false,
    ],
    ['a member', actor('member'), false, false],
    ['a moderator', actor('moderator'), true, true],
    ['an admin', actor('admin'), true, true],
    ['a scanner of tonight', scans(tonight), true, false],
    ['a scanner of everything', scans(null), true, true],
    ['a scanner without an end', scans(tonight, null), true, false],
    ['a scanner whose time is over', scans(tonight, '2026-11-21T21:59:59+00:00'), false, false],
    [
      'a door manager of tonight',
      actor('member', [{ capability: 'door_manager', eventId: tonight, expiresAt: later }]),
      true,
      false,
    ],
    [
      'a promoter',
      actor('member', [{ capability: 'promoter', eventId: null, expiresAt: null }]),
      false,
      false,
    ],
  ])('let %s scan', (_, who, here, there) => {
    expect(hasGrant(who, 'scan', tonight, now)).toBe(here)
    expect(hasGrant(who, 'scan', other, now)).toBe(there)
    expect(hasGrant(who, 'scan', undefined, now)).toBe(here || there)
  })

  test('do not make a scanner or a moderator a door manager', () => {
    expect(hasGrant(scans(null), 'door_manager', tonight, now)).toBe(false)
    expect(hasGrant(actor('moderator'), 'door_manager', tonight, now)).toBe(false)
  })
})

// Specification 6.1
test('everyone but visitors and guests is a member', () => {
  expect([null, actor('guest'), actor('member'), actor('moderator'), actor('admin')].map(isMember)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
  expect(may(actor('moderator'), 'be_staff')).toBe(true)
  expect(may(actor('moderator'), 'see_orders')).toBe(false)
  expect(may(null, 'own_account')).toBe(false)
})

test('the user object has no grants', () => {
  expect(Object.keys(toUser(scans(null))).sort()).toEqual([
    'avatar',
    'displayName',
    'id',
    'isGuest',
    'role',
    'username',
  ])
})
