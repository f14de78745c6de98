import { describe, expect, test } from 'vitest'
import { dollarsSchema, eventFormSchema } from './event-form.schema.ts'

const form = {
  title: 'Dutty Friday',
  venueName: 'The Yard',
  address: '12 Flatbush Ave',
  city: 'Brooklyn',
  region: 'NY',
  timeZone: 'America/New_York',
  startsAt: '2026-12-04T22:00',
  endsAt: '2026-12-05T04:00',
  pools: [{ key: 'p1', name: 'Main room', capacity: '400' }],
  types: [{ name: 'General', pools: ['p1'], releases: [{ name: 'Early', faceCents: '25.50' }] }],
}

const messages = (differences: object) => {
  const parsed = eventFormSchema.safeParse({ ...form, ...differences })
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map((one) => [one.path.join('.'), one.message]))
}

describe('the event form', () => {
  test('turns text into the values that are stored', () => {
    const parsed = eventFormSchema.parse({ ...form, feeFixedCents: '1.5', feeBps: '8.25', minAge: '21' })
    expect(parsed).toMatchObject({
      feeFixedCents: 150,
      feeBps: 825,
      minAge: 21,
      country: 'US',
      visibility: 'public',
    })
    expect(parsed.types[0]?.releases[0]?.faceCents).toBe(2550)
    expect(parsed.pools[0]?.capacity).toBe(400)
  })

  test.each([
    [{ title: ' A ' }, 'title', 'Title must have at least 3 characters'],
    [{ city: ' ' }, 'city', 'City is required'],
    [{ endsAt: '2026-12-04T20:00' }, 'endsAt', 'The end must be after the start'],
    [{ doorsAt: '2026-12-04T23:00' }, 'doorsAt', 'Doors must open by the start'],
    [{ timeZone: 'Brooklyn' }, 'timeZone', 'Choose a time zone'],
    [{ pools: [] }, 'pools', 'Add at least one room'],
    [{ feeBps: '200' }, 'feeBps', 'Fee must be a percentage such as 8.5'],
    [{ feeBps: '60' }, 'feeBps', 'Fee can be at most 30%'],
  ])('%j is said at the field', (differences, field, message) => {
    expect(messages(differences)).toMatchObject({ [field]: message })
  })

  test('errors of a row are at the row', () => {
    const type = form.types[0]
    expect(messages({ types: [{ ...type, pools: ['p9'] }] })).toEqual({
      'types.0.pools': 'Choose one of the rooms above',
    })
    expect(messages({ types: [{ ...type, releases: [] }] })).toEqual({
      'types.0.releases': 'Add at least one price',
    })
    expect(messages({ types: [{ ...type, minPerOrder: 5, maxPerOrder: 2 }] })).toEqual({
      'types.0.maxPerOrder': "Can't be below the minimum",
    })
    const endless = {
      ...type,
      releases: [
        { name: 'Early', faceCents: '20' },
        { name: 'Final', faceCents: '30' },
      ],
    }
    expect(messages({ types: [endless] })).toEqual({
      'types.0.releases.0.quantity': 'Add a quantity or an end date, or the next price will never start',
    })
  })
})

describe('dollars', () => {
  test.each([
    ['0', 0],
    ['25', 2500],
    ['25.5', 2550],
    ['25.05', 2505],
    ['$1,250.00', 125000],
    ['19.99', 1999],
  ])('%s is %i cents', (text, cents) => {
    expect(dollarsSchema.parse(text)).toBe(cents)
  })

  test.each(['', '-1', '1.234', '1e3', 'free', '999999', 'NaN'])('"%s" is refused', (text) => {
    expect(dollarsSchema.safeParse(text).success).toBe(false)
  })
})
