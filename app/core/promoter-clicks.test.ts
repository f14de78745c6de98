import { describe, expect, test } from 'vitest'
import { addPromoterClick, promoterLinkOf, readPromoterClicks } from './promoter-clicks.ts'

const id = '0a0a0a0a-0000-4000-8000-000000000001'
const now = 1_790_000_000
const day = 86_400

describe('a promoter’s link', () => {
  test.each([
    [`/events/${id}?p=mia`, 'MIA'],
    [`/events/${id}/soca?utm_source=ig&p=MIA-2`, 'MIA-2'],
    [`/events/${id}/soca.data?p=MIA`, 'MIA'],
  ])('%s has the code %s', (address, code) => {
    expect(promoterLinkOf(address)).toEqual({ eventId: id, code })
  })
  test.each([
    `/events/${id}`,
    `/events/${id}?p=`,
    `/events/${id}?p=%3Cscript%3E`,
    `/events/${id}?p=${'A'.repeat(31)}`,
    `/events/${id}/calendar/x?p=MIA`,
    '/shop?p=MIA',
    '/events?p=MIA',
  ])('%s is none', (address) => {
    expect(promoterLinkOf(address)).toBeNull()
  })
})

describe('the cookie', () => {
  test('keeps the last link first, for 7 days, and five at most', () => {
    let value = addPromoterClick(undefined, 'A1', now)
    value = addPromoterClick(value, 'B1', now + day)
    value = addPromoterClick(value, 'A1', now + 2 * day)
    expect(readPromoterClicks(value, now + 2 * day).map(({ code }) => code)).toEqual(['A1', 'B1'])
    expect(readPromoterClicks(value, now + 8 * day).map(({ code }) => code)).toEqual(['A1'])
    for (const code of ['C1', 'D1', 'E1', 'F1']) value = addPromoterClick(value, code, now + 3 * day)
    expect(readPromoterClicks(value, now + 3 * day)).toHaveLength(5)
  })

  test('that somebody else wrote is read as far as it makes sense', () => {
    const value = `A1.${now + day}~<b>.${now}~B1.x~C1.${now}~D1`
    expect(readPromoterClicks(value, now)).toEqual([{ code: 'C1', at: now }])
  })
})
