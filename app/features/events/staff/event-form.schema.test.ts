import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { detailsFormSchema, doorFormSchema, newEventSchema, ticketsFormSchema } from './event-form.schema.ts'

const details = {
  title: 'Dutty Friday',
  venueName: 'The Yard',
  address: '12 Flatbush Ave',
  city: 'Brooklyn',
  region: 'NY',
  timeZone: 'America/New_York',
  startsAt: '2026-12-04T22:00',
  endsAt: '2026-12-05T04:00',
}
const type = { name: 'General', pools: ['p1'], releases: [{ name: 'Early', faceCents: '25.50' }] }
const tickets = { pools: [{ key: 'p1', name: 'Main room', capacity: '400' }], types: [type] }

function messages(schema: z.ZodType, form: object) {
  const parsed = schema.safeParse(form)
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map((one) => [one.path.join('.'), one.message]))
}

describe('the forms of the editor', () => {
  test('turn text into the values that are stored', () => {
    expect(detailsFormSchema.parse(details)).toMatchObject({
      country: 'US',
      visibility: 'public',
      doorsAt: null,
    })
    expect(doorFormSchema.parse({ minAge: '21' })).toMatchObject({ minAge: 21, dressCode: '' })
    const parsed = ticketsFormSchema.parse({ ...tickets, feeFixedCents: '1.5', feeBps: '8.25' })
    expect(parsed).toMatchObject({ feeFixedCents: 150, feeBps: 825 })
    expect(parsed.types[0]?.releases[0]?.faceCents).toBe(2550)
    expect(parsed.pools[0]?.capacity).toBe(400)
  })

  test.each([
    [{ title: ' A ' }, 'title', 'Title must have at least 3 characters'],
    [{ city: ' ' }, 'city', 'City is required'],
    [{ endsAt: '2026-12-04T20:00' }, 'endsAt', 'The end must be after the start'],
    [{ doorsAt: '2026-12-04T23:00' }, 'doorsAt', 'Doors must open by the start'],
    [{ timeZone: 'Brooklyn' }, 'timeZone', 'Choose a time zone'],
  ])('%j is said at the field, also of a new event', (differences, field, message) => {
    expect(messages(detailsFormSchema, { ...details, ...differences })).toEqual({ [field]: message })
    expect(messages(newEventSchema, { ...details, ...differences })).toEqual({ [field]: message })
  })

  test.each([
    [{ pools: [], types: [] }, 'pools', 'Add at least one room'],
    [{ feeBps: '8.125' }, 'feeBps', 'Fee must be a percentage such as 8.5'],
    [{ feeBps: '60' }, 'feeBps', 'Fee can be at most 30%'],
  ])('%j is said at the field', (differences, field, message) => {
    expect(messages(ticketsFormSchema, { ...tickets, ...differences })).toEqual({ [field]: message })
  })

  test('errors of a row are at the row', () => {
    const ofTypes = (changes: object) =>
      messages(ticketsFormSchema, { ...tickets, types: [{ ...type, ...changes }] })
    expect(ofTypes({ pools: ['p9'] })).toEqual({ 'types.0.pools': 'Choose one of the rooms above' })
    expect(ofTypes({ releases: [] })).toEqual({ 'types.0.releases': 'Add at least one price' })
    expect(ofTypes({ minPerOrder: '5', maxPerOrder: '2' })).toEqual({
      'types.0.maxPerOrder': "Can't be below the minimum",
    })
    const endless = [
      { name: 'Early', faceCents: '20' },
      { name: 'Final', faceCents: '30' },
    ]
    expect(ofTypes({ releases: endless })).toEqual({
      'types.0.releases.0.quantity': 'Add a quantity or an end date, or the next price will never start',
    })
  })
})
