import { expect, test } from 'vitest'
import { onePerSection, sectionOf } from './screen-choice.ts'

test.each([
  ['/', '/'],
  ['/events?tab=past', '/events'],
  ['/private/0b8f6c1e-1111-4222-8333-444455556666', '/private'],
  ['/admin/events/0b8f6c1e-1111-4222-8333-444455556666/tickets', '/admin/events'],
  ['/ticket-management/orders/ABC123/refund', '/ticket-management/orders'],
])('%s lies in the section %s', (address, section) => {
  expect(sectionOf({ address })).toBe(section)
})

test('of each section the first view is opened, and of each refusal one', () => {
  const views = [
    { address: '/admin/search' },
    { address: '/admin/search?q=people' },
    { address: '/admin/audit' },
    { address: '/admin', status: 403 },
    { address: '/ticket-management/mails', status: 403 },
  ]
  const opened = onePerSection(views, [{ address: '/admin/audit' }])
  expect(opened.map(({ address }) => address)).toEqual(['/admin/search', '/admin'])
})
