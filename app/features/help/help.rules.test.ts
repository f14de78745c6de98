import { describe, expect, it } from 'vitest'
import { countQuestions, filterTopics } from './help.rules.ts'
import { readProse, readTopics } from './prose.server.ts'

const topics = readTopics(
  readProse(
    "## Tickets\n\n### Where are my tickets?\n\nIn the email. You don't need an account.\n\n### Can I get a refund?\n\n- If we **cancel**\n- See the [policy](/refunds)\n\n## Café\n\n### Is there food?\n\nYes.",
    {},
  ),
)
const found = (filter: string) =>
  filterTopics(topics, filter).flatMap(({ questions }) => questions.map(({ question }) => question))

describe('the filter of the help page', () => {
  it('shows everything to who asks for nothing', () => {
    expect(found('  ')).toHaveLength(3)
    expect(countQuestions(topics)).toBe('3 answers')
  })

  it('finds words of questions and answers, in any case and order, with and without apostrophes', () => {
    expect(found('REFUND')).toEqual(['Can I get a refund?'])
    expect(found('cancel if')).toEqual(['Can I get a refund?'])
    expect(found('policy')).toEqual(['Can I get a refund?'])
    expect(found('dont need')).toEqual(['Where are my tickets?'])
    expect(found('don’t')).toEqual(['Where are my tickets?'])
  })

  it('takes what people type for letters, not for a pattern', () => {
    expect(found('.*')).toHaveLength(3)
    expect(found('refund)(')).toEqual(['Can I get a refund?'])
    expect(found('unicorn')).toEqual([])
  })

  it('leaves out topics without questions', () => {
    const matching = filterTopics(topics, 'food')
    expect(matching.map(({ title }) => title)).toEqual(['Café'])
    expect(countQuestions(matching)).toBe('1 answer')
  })
})
