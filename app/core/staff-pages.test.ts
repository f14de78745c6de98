import { expect, test } from 'vitest'
import type { Actor } from './roles.ts'
import { maySee, type StaffPath, staffGroups, staffLinks, staffNavigation } from './staff-pages.ts'

const actor = (role: Actor['role'], grants: Actor['grants'] = []): Actor => ({
  id: '6a1e1d0e-7a53-4b6e-9a51-0b9d5a3c1e77',
  username: 'dex',
  displayName: 'Dex',
  role,
  isGuest: role === 'guest',
  avatar: null,
  grants,
  devices: [],
})
const scan: Actor['grants'] = [{ capability: 'scan', eventId: null, expiresAt: null }]
const manage: Actor['grants'] = [{ capability: 'door_manager', eventId: null, expiresAt: null }]
const promote: Actor['grants'] = [{ capability: 'promoter', eventId: null, expiresAt: null }]
const door: StaffPath[] = ['/ticket-scanner', '/scan-data']
const all: StaffPath[] = [
  '/admin',
  ...door,
  '/admin/events',
  '/admin/live',
  '/ticket-management',
  '/ticket-management/refunds',
  '/ticket-management/capacity',
  '/ticket-management/disputes',
  '/ticket-management/blocked',
  '/ticket-management/attendees',
  '/free-tickets',
  '/free-tickets/guest-lists',
  '/free-tickets/promoters',
  '/free-tickets/allocations',
  '/admin/products',
  '/admin/inventory',
  '/ticket-management/fulfilment',
  '/ticket-management/returns',
  '/admin/shipping',
  '/admin/moderation',
  '/email-management',
  '/ticket-management/mails',
  '/email-management/audiences',
  '/email-management/suppressions',
  '/user-management',
  '/user-management/grants',
  '/user-management/invitations',
  '/analytics',
  '/admin/assistant',
  '/admin/settings',
  '/admin/failures',
  '/admin/audit',
]

test.each<[string, Actor, StaffPath[]]>([
  ['an admin', actor('admin'), all],
  [
    'a moderator',
    actor('moderator'),
    ['/admin', ...door, '/ticket-management/capacity', '/admin/moderation', '/user-management', '/analytics'],
  ],
  ['a scanner', actor('member', scan), door],
  ['a door manager', actor('member', manage), ['/admin', ...door, '/ticket-management/attendees']],
  ['a promoter', actor('member', promote), []],
  ['a member', actor('member'), []],
  ['a guest', actor('guest'), []],
  ['a guest whose phone was enrolled', actor('guest', scan), ['/ticket-scanner']],
])('%s', (_, who, pages) => {
  expect(staffLinks(who).map(({ to }) => to)).toEqual(pages)
  expect(all.filter((path) => maySee(who, path))).toEqual(pages)
})

test('the navigation keeps the order of the groups and shows no empty one', () => {
  const groups = staffNavigation(actor('admin')).map(({ group }) => group)
  expect(groups).toEqual([
    'Tonight',
    'Events',
    'Sales',
    'Guests',
    'Shop',
    'Community',
    'Mail',
    'People',
    'Figures',
    'System',
  ])
  expect(groups).toEqual(staffGroups.filter((group) => groups.includes(group)))
  expect(staffNavigation(actor('member', scan)).map(({ group }) => group)).toEqual(['Tonight'])
})

test('people with a page may search, others may not', () => {
  for (const [who, may] of [
    [actor('admin'), true],
    [actor('moderator'), true],
    [actor('member', scan), true],
    [actor('member', promote), false],
    [actor('member'), false],
  ] as const)
    expect(maySee(who, '/admin/search')).toBe(may)
})

test('nobody sees any', () => {
  expect(all.filter((path) => maySee(null, path))).toEqual([])
})
