import { expect, test } from 'vitest'
import { markedText, type RichText, readMarkedText, richTextSchema } from './rich-text.ts'

const sample: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'What to bring' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Hi {{first_name|there}}, ' },
        { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
        { type: 'text', text: ' and ' },
        { type: 'text', text: 'italic', marks: [{ type: 'italic' }] },
        { type: 'text', text: ', 2 * 3 [sic] \\ #1 - ' },
        { type: 'text', text: 'a page', marks: [{ type: 'link', attrs: { href: '/events' } }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'and a second line' },
      ],
    },
    {
      type: 'orderedList',
      content: [
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'One' }] }] },
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Two' }] }] },
      ],
    },
  ],
}

test('marked text reads back as the text that it was written from', () => {
  expect(readMarkedText(markedText(sample))).toEqual(sample)
  expect(richTextSchema.parse(readMarkedText(markedText(sample)))).toEqual(sample)
})

test.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](//evil.example)',
  '**unfinished',
  '](',
])('%s is text', (hostile) => {
  expect(JSON.stringify(readMarkedText(hostile))).not.toContain('"marks"')
})

test('attributes of the editor that are not kept are dropped, and unknown parts refused', () => {
  const link = { type: 'link', attrs: { href: '/events', target: '_blank', onclick: 'x()' } }
  const typed = (content: unknown) => richTextSchema.safeParse({ type: 'doc', content })
  const parsed = typed([{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [link] }] }])
  expect(JSON.stringify(parsed.data)).not.toMatch(/target|onclick/)
  const wrong = { ...link, attrs: { href: 'javascript:alert(1)' } }
  expect(typed([{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [wrong] }] }]).success).toBe(
    false,
  )
  expect(typed([{ type: 'html', content: '<b>' }]).success).toBe(false)
})
