import { describe, expect, test } from 'vitest'
import { fieldOf, isRefusalCode, refusalCodes, sentenceOf, statusOf } from './refusals.ts'

describe('the list of refusals', () => {
  test.each(refusalCodes())('%s has a status, and a sentence even without facts', (code) => {
    expect(statusOf(code)).toBeGreaterThanOrEqual(400)
    const sentence = sentenceOf(code)
    expect(sentence).toMatch(/\S/)
    expect(sentence).not.toMatch(/undefined|null|NaN|\[object/)
  })

  test('knows its own codes, not the properties of every object', () => {
    expect(isRefusalCode('wrong_credentials')).toBe(true)
    expect(isRefusalCode('toString')).toBe(false)
    expect(isRefusalCode('__proto__')).toBe(false)
  })

  test('names the seconds to wait', () => {
    expect(sentenceOf('rate_limited', { retry_after_seconds: 5 })).toContain('in a moment')
    expect(sentenceOf('rate_limited', { retry_after_seconds: 45 })).toContain('in a minute')
    expect(sentenceOf('rate_limited', { retry_after_seconds: 61 })).toContain('in 2 minutes')
  })

  test("uses the specification's texts", () => {
    expect(sentenceOf('wrong_credentials')).toBe('Invalid username or password. Please try again.')
    expect(sentenceOf('account_deactivated')).toBe(
      'Account not found. Please check your username or register.',
    )
    expect(sentenceOf('username_taken')).toBe('Username already exists. Please choose a different username.')
    expect(sentenceOf('provider_refused')).toBe('Authentication failed on server')
    expect(fieldOf('username_taken')).toBe('username')
  })
})
