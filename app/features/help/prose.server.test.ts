import { describe, expect, it, test } from 'vitest'
import { readProse, readTopics } from './prose.server.ts'

const values = {
  brand: { text: 'Cooler *Fete* <b>' },
  email: { text: 'hi@fete.example', to: 'mailto:hi@fete.example' },
  address: null,
}

describe('our Markdown', () => {
  it('becomes headings, paragraphs and lists', () => {
    const blocks = readProse("## Can't come?\n\nTwo\nlines.\n\n- one\n- two\n\n### Really?", values)
    expect(blocks).toEqual([
      { at: 0, kind: 'heading', level: 2, id: 'cant-come', text: "Can't come?" },
      { at: 1, kind: 'paragraph', runs: [{ at: 0, text: 'Two lines.' }] },
      {
        at: 2,
        kind: 'list',
        items: [
          { at: 0, runs: [{ at: 0, text: 'one' }] },
          { at: 1, runs: [{ at: 0, text: 'two' }] },
        ],
      },
      { at: 3, kind: 'heading', level: 3, id: 'really', text: 'Really?' },
    ])
  })

  it('has bold words, links, names of things and values, which are text and never markup', () => {
    const [block] = readProse('**Ask** [us](/help#contact) about `theme` at {brand}: {email}.', values)
    expect(block?.kind === 'paragraph' && block.runs.map(({ at: _, ...run }) => run)).toEqual([
      { text: 'Ask', strong: true },
      { text: ' ' },
      { text: 'us', to: '/help#contact' },
      { text: ' about ' },
      { text: 'theme', strong: true },
      { text: ' at ' },
      { text: 'Cooler *Fete* <b>' },
      { text: ': ' },
      { text: 'hi@fete.example', to: 'mailto:hi@fete.example' },
      { text: '.' },
    ])
  })

  it('leaves out what needs a value that is not set', () => {
    expect(readProse('{address}\n\n- at {address}\n\nBye', values)).toEqual([
      { at: 2, kind: 'paragraph', runs: [{ at: 0, text: 'Bye' }] },
    ])
  })

  test.each([
    '# One',
    'a *b*',
    '<br>',
    'a [b](c d)',
    '{nobody}',
    'a `b',
    'a &amp; b',
    '1. one',
    '- one\n  - two',
    '## A **bold** title',
    '![a](/b.png)',
    '[a](javascript:alert(1))',
    '[a](https://elsewhere.example)',
    '[a](//elsewhere.example)',
  ])('refuses what it cannot read: %s', (text) => {
    expect(() => readProse(text, values)).toThrow()
  })

  it('makes topics of questions, and demands a topic first', () => {
    const [topic] = readTopics(readProse('## Tickets\n\n### Where?\n\nHere.\n\nAnd there.', values))
    expect(topic).toMatchObject({ id: 'tickets', title: 'Tickets' })
    expect(topic?.questions).toMatchObject([{ id: 'where', question: 'Where?' }])
    expect(topic?.questions[0]?.answer).toHaveLength(2)
    expect(() => readTopics(readProse('### Where?', values))).toThrow()
  })
})
