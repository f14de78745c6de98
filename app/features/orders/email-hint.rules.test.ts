import { describe, expect, it } from 'vitest'
import { suggestEmail } from './email-hint.rules.ts'

describe('the hint about a mistyped address', () => {
  it.each([
    ['mia@gmial.com', 'mia@gmail.com'],
    ['mia@gmail.co', 'mia@gmail.com'],
    ['mia@gmai.com', 'mia@gmail.com'],
    ['mia@gmaill.com', 'mia@gmail.com'],
    ['mia@hotmial.com', 'mia@hotmail.com'],
    ['mia@yahop.com', 'mia@yahoo.com'],
    ['mia.b+fete@OUTLOOK.con', 'mia.b+fete@outlook.com'],
  ])('for %s is %s', (typed, corrected) => {
    expect(suggestEmail(typed)).toBe(corrected)
  })
  it.each([
    'mia@gmail.com',
    'mia@jouvay.example',
    'mia@mac.com',
    'mia',
    '@gmail.com',
    'mia@',
    'mia@a.b',
  ])('is silent for %s', (typed) => {
    expect(suggestEmail(typed)).toBeNull()
  })
})
