import { expect, test } from 'vitest'
import { historyText, ruleName, sanctionName, suggestedRule } from './moderation.rules.ts'

const rules = [
  { rule: 'respect', number: 1, title: 'Be respectful' },
  { rule: 'tickets', number: 4, title: 'No ticket sales or scams' },
]

test.each<[Parameters<typeof suggestedRule>[0], Parameters<typeof suggestedRule>[1], string | null]>([
  [['reports'], ['spam', 'harassment', 'harassment'], 'respect'],
  [['reports'], ['other'], null],
  [['resale'], [], 'tickets'],
  [['first_post'], [], null],
])('sources %j with reports %j suggest %s', (sources, reasons, rule) => {
  expect(suggestedRule(sources, reasons)).toBe(rule)
})

test('a mute is named by its length, a warning by its kind', () => {
  const startsAt = '2026-11-27T00:00:00Z'
  expect(sanctionName({ kind: 'warn', startsAt, endsAt: null })).toBe('Warning')
  expect(sanctionName({ kind: 'mute', startsAt, endsAt: '2026-11-28T00:00:00Z' })).toBe('Muted for 24 hours')
  expect(sanctionName({ kind: 'mute', startsAt, endsAt: '2026-12-27T00:00:00Z' })).toBe('Muted for 30 days')
})

test('a decision in the history names its rule; an unknown action its own name', () => {
  expect(historyText('upheld', { rule: 'respect' }, rules)).toBe('Removed, Rule 1: Be respectful')
  expect(historyText('moved', {}, rules)).toBe('moved')
  expect(ruleName(null, rules)).toBe('')
})
