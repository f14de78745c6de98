import { describe, expect, test } from 'vitest'
import { hostileTexts } from './hostile-texts.fixtures.ts'
import { plainText, renderMarkdown } from './markdown.server.ts'

const render = (text: string, mentions: string[] = []) =>
  renderMarkdown(text, mentions, (name) => `/people/${name}`)

test('the corpus has a hundred hostile texts, each different', () => {
  expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(100)
})

/** Reads HTML back as tags and text, as a browser's parser does for what has no raw `<` in text. */
function tagsOf(html: string): { name: string; attributes: string }[] {
  return [...html.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/gi)].map(([, name = '', attributes = '']) => ({
    name,
    attributes: attributes.trim(),
  }))
}

test.each(
  hostileTexts.map((text, at) => [at, text] as const),
)('hostile text %i is shown as text', (_at, text) => {
  for (const written of [
    text,
    `Hey ${text} there`,
    `**${text}**`,
    `> ${text}`,
    `- ${text}`,
    `[link](${text})`,
    `<${text}>`,
  ]) {
    const html = render(written, ['mia'])
    const allowed = /^(p|br|strong|em|del|code|pre|ul|ol|li|blockquote|a)$/
    for (const { name, attributes } of tagsOf(html)) {
      expect(name).toMatch(allowed)
      if (name === 'a' && attributes !== '')
        expect(attributes).toMatch(
          /^href="(https?:\/\/[^"<>]*" rel="nofollow ugc noopener noreferrer|\/people\/[a-z0-9_.]+)"$/,
        )
      else expect(attributes).toMatch(/^(start="\d+")?\s*\/?$/)
    }
    // what is no allowed tag is escaped: no other < stands in the result
    expect(
      html.replaceAll(/<\/?(p|br|strong|em|del|code|pre|ul|ol|li|blockquote|a)(?=[\s/>])[^<>]*>/g, ''),
    ).not.toMatch(/[<]/)
  }
})

describe('what people write', () => {
  test.each([
    [
      '**bold** and _italic_ and ~~gone~~',
      '<p><strong>bold</strong> and <em>italic</em> and <del>gone</del></p>',
    ],
    ['one\ntwo', '<p>one<br />two</p>'],
    ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['3. c', '<ol start="3">\n<li>c</li>\n</ol>'],
    ['# Loud', '<p><strong>Loud</strong></p>'],
    ['`<b>`', '<p><code>&lt;b&gt;</code></p>'],
    ['![x](https://example.com/x.png)', '<p>![x](https://example.com/x.png)</p>'],
    ['<b>hi</b>', '<p>&lt;b&gt;hi&lt;/b&gt;</p>'],
    [
      '[go](https://example.com/a?b=1&c=2)',
      '<p><a href="https://example.com/a?b=1&amp;c=2" rel="nofollow ugc noopener noreferrer">go</a></p>',
    ],
    ['[go](javascript:alert(1))', '<p>[go](javascript:alert(1))</p>'],
    ['[go](https://me:pw@example.com)', '<p>[go](https://me:pw@example.com)</p>'],
    ['Hi @mia, and @nobody', '<p>Hi <a href="/people/mia">@mia</a>, and @nobody</p>'],
    ['mail@mia.com', '<p>mail@mia.com</p>'],
  ])('%s', (text, html) => expect(render(text, ['mia'])).toBe(html))

  test('its words stand in one line without marks, cut at a length', () => {
    expect(plainText('**Two** rooms,\n\n- one & a <b>\n- two', 100)).toBe('Two rooms, one & a <b> two')
    expect(plainText('x'.repeat(300), 10)).toBe(`${'x'.repeat(9)}…`)
  })
})
