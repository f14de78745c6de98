import { Marked, type Tokens } from 'marked'
import sanitize from 'sanitize-html'

/**
 * Renders what people write: a small part of Markdown (bold, italic, struck out, code, lists, quotes, links, line breaks). Everything else
 * is text, HTML above all. The database is never trusted to hold HTML: a page renders the text each time it is read, and the result passes
 * a second gate that lets through only the tags below.
 */

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** Returns an address that a link of a person may lead to, or null: web pages alone, without a name and password in them. */
function safeAddress(href: string): string | null {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return null
  const url = new URL(href)
  return url.username || url.password ? null : url.href
}

const tags = ['p', 'br', 'strong', 'em', 'del', 'code', 'pre', 'ul', 'ol', 'li', 'blockquote', 'a']

/** Matches `@handle` where no word, address or handle stands before it. */
const mention = /^@([a-z0-9_.]{2,29}[a-z0-9_])/i
const mentionStart = /(?<![\w.@/])@[a-z0-9_]/i

/** A parser whose mentions are those of one text. */
function parserFor(mentions: ReadonlySet<string>, pathOf: (username: string) => string): Marked {
  return new Marked({
    gfm: true,
    breaks: true,
    extensions: [
      {
        name: 'mention',
        level: 'inline',
        start: (text: string) => mentionStart.exec(text)?.index,
        tokenizer(text: string) {
          const [raw, name] = mention.exec(text) ?? []
          if (!raw || !name || !mentions.has(name.toLowerCase())) return undefined
          return { type: 'mention', raw, name: name.toLowerCase() }
        },
        renderer: ({ raw, name }) => `<a href="${escapeHtml(pathOf(String(name)))}">${escapeHtml(raw)}</a>`,
      },
    ],
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      image: ({ raw }) => escapeHtml(raw),
      heading({ tokens }) {
        return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>`
      },
      hr: () => '',
      table: ({ raw }) => `<p>${escapeHtml(raw)}</p>`,
      checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
      codespan: ({ text }) => `<code>${escapeHtml(text)}</code>`,
      code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>`,
      link({ href, raw, tokens }) {
        const address = safeAddress(href)
        if (address === null) return escapeHtml(raw)
        return `<a href="${escapeHtml(address)}" rel="nofollow ugc noopener noreferrer">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
}

/**
 * Renders a text as HTML that is safe to show.
 * @param text Markdown as it was typed
 * @param mentions handles that lead to a page; others stay text
 * @param pathOf the page of a handle
 */
export function renderMarkdown(
  text: string,
  mentions: readonly string[],
  pathOf: (username: string) => string,
): string {
  const parsed = parserFor(new Set(mentions), pathOf).parse(text, { async: false })
  return sanitize(parsed, {
    allowedTags: tags,
    allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'escape',
  }).trim()
}

/**
 * Returns the words of a text without its marks, in one line, for a share card, a quotation or a search hit.
 * @param most how many characters at most; a longer one ends with an ellipsis
 */
export function plainText(text: string, most: number): string {
  const html = renderMarkdown(text, [], () => '')
  const words = sanitize(html.replaceAll(/<(br|\/p|\/li|\/blockquote|\/pre)[^>]*>/g, ' '), {
    allowedTags: [],
    allowedAttributes: {},
  })
  const line = words
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (sign) => unescapes[sign] ?? sign)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line
}

const unescapes = Object.fromEntries(Object.entries(escapes).map(([sign, name]) => [name, sign]))
