import { expect, test } from 'vitest'
import { onePerSection, sectionOf } from './screen-choice.ts'

test.each([
  ['/', '/'],
  ['/events?tab=past', '/events'],
  ['/private/0b8f6c1e-1111-4222-8333-444455556666', '/private'],
  ['/admin/events/0b8f6c1e-1111-4222-8333-444455556666/tickets', '/admin'],
  ['/ticket-management?q=ABC123', '/ticket-management'],
])('%s lies in the section %s', (address, section) => {
  expect(sectionOf({ address })).toBe(section)
})

test('of each section the first view is opened, and of each refusal one', () => {
  const views = [
    { address: '/help' },
    { address: '/cart' },
    { address: '/cart?item=1' },
    { address: '/admin/audit' },
    { address: '/admin', status: 403 },
    { address: '/ticket-management/mails', status: 403 },
  ]
  const opened = onePerSection(views, [{ address: '/help' }, { address: '/admin' }])
  expect(opened.map(({ address }) => address)).toEqual(['/cart', '/admin'])
})
