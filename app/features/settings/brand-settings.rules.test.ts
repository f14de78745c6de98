import { describe, expect, test } from 'vitest'
import { mergeSettings, settingsForm, settingText } from './brand-settings.rules.ts'
import { type BrandSettings, brandSettingsSchema } from './brand-settings.schema.ts'

const base: BrandSettings = {
  brand: 'Jouvay',
  company: 'Jouvay Events',
  tagline: '',
  contactEmail: null,
  postalAddress: null,
  socialLinks: [{ label: 'Instagram', url: 'https://instagram.com/jouvay' }],
  holdMinutes: 10,
  maxPerOrder: 10,
  maxPerPerson: 10,
  qrVisibleHours: 6,
  maxTransfers: 2,
  playbackMinutes: 10,
  marketingFromHour: 9,
  marketingUntilHour: 21,
  marketingPerWeek: 4,
  refundHours: null,
  refundKeepsFee: true,
  refundKeptPercent: 0,
  bagPolicy: '',
}

describe('two people who save at once', () => {
  test('both keep what only one of them changed', () => {
    const mine = { ...base, tagline: 'Road ready', socialLinks: [] }
    const theirs = { ...base, holdMinutes: 15, refundHours: 48 }
    expect(mergeSettings(base, mine, theirs)).toEqual({
      values: { ...base, tagline: 'Road ready', socialLinks: [], holdMinutes: 15, refundHours: 48 },
      conflicts: [],
    })
  })

  test('are told which fields both changed; the same value is none', () => {
    const mine = { ...base, tagline: 'Mine', holdMinutes: 12, refundKeepsFee: false }
    const theirs = { ...base, tagline: 'Theirs', holdMinutes: 12, refundKeepsFee: false, bagPolicy: 'None' }
    expect(mergeSettings(base, mine, theirs)).toEqual({
      values: { ...mine, bagPolicy: 'None' },
      conflicts: ['tagline'],
    })
  })

  test('without what a form was filled in from, every difference is asked about', () => {
    expect(mergeSettings({}, base, { ...base, brand: 'Fete', maxPerOrder: 4 }).conflicts).toEqual([
      'brand',
      'maxPerOrder',
    ])
  })
})

test('values are written as fields take them, and read back the same', () => {
  const at = '2026-11-22T17:00:00.123456+00:00'
  const { version, base: from, ...fields } = settingsForm(base, at)
  expect([version, JSON.parse(from)]).toEqual([at, base])
  expect(fields).toMatchObject({ holdMinutes: '10', contactEmail: '', refundHours: '', refundKeepsFee: true })
  const {
    version: _version,
    base: _base,
    ...read
  } = brandSettingsSchema.parse({
    ...fields,
    contactEmail: undefined,
    postalAddress: undefined,
    refundHours: undefined,
    version,
    base: from,
  })
  expect(read).toEqual(base)
})

test.each([
  [null, 'nothing'],
  ['', 'nothing'],
  [true, 'on'],
  [false, 'off'],
  [[], 'nothing'],
  [base.socialLinks, 'Instagram'],
  [15, '“15”'],
  ['Road ready', '“Road ready”'],
])('%j reads as %s', (value, text) => expect(settingText(value)).toBe(text))
