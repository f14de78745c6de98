import * as z from 'zod'
import { isPlainText } from './plain-text.ts'

/**
 * Text with a little formatting, as JSON in the form that the editor (tiptap) keeps: paragraphs, two headings, lists, bold, italic and
 * links. Attributes that are not listed here are dropped. It is never kept as HTML.
 */

const link = z
  .string()
  .trim()
  .max(1000)
  .regex(/^(?:https?:\/\/[^\s{}<>"]+|\/(?!\/)[^\s{}<>"]*|mailto:[^\s{}<>"?]+)$/i)

const markSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: link }) }),
])
export type RichMark = z.output<typeof markSchema>

const inlineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: z.string().min(1).max(8000).refine(isPlainText),
    marks: z.array(markSchema).max(3).optional(),
  }),
  z.object({ type: z.literal('hardBreak') }),
])
export type RichInline = z.output<typeof inlineSchema>

const content = z.array(inlineSchema).max(500).optional()
const paragraphSchema = z.object({ type: z.literal('paragraph'), content })
const itemSchema = z.object({ type: z.literal('listItem'), content: z.array(paragraphSchema).min(1).max(20) })
const items = z.array(itemSchema).min(1).max(100)

const blockSchema = z.discriminatedUnion('type', [
  paragraphSchema,
  z.object({ type: z.literal('heading'), attrs: z.object({ level: z.literal([2, 3]) }), content }),
  z.object({ type: z.literal('bulletList'), content: items }),
  z.object({ type: z.literal('orderedList'), content: items }),
])
export type RichBlock = z.output<typeof blockSchema>

export const richTextSchema = z.object({
  type: z.literal('doc'),
  content: z.array(blockSchema).max(200).default([]),
})
export type RichText = z.output<typeof richTextSchema>

const escaped = (text: string) => text.replaceAll(/[\\*[\]#-]/g, '\\$&').replaceAll(/^(\d+)\./gm, '$1\\.')

function inlineText(parts: readonly RichInline[] = []): string {
  return parts
    .map((part) => {
      if (part.type === 'hardBreak') return '\n'
      const marks = part.marks ?? []
      const has = (type: RichMark['type']) => marks.some((mark) => mark.type === type)
      const inner = escaped(part.text)
      // Marks around blanks alone could not be read back.
      if (part.text.trim() !== part.text) return inner
      const italic = has('italic') ? `*${inner}*` : inner
      const bold = has('bold') ? `**${italic}**` : italic
      const to = marks.find((mark) => mark.type === 'link')
      return to ? `[${bold}](${to.attrs.href})` : bold
    })
    .join('')
}

/** Writes rich text as plain text with marks (`**bold**`, `*italic*`, `[words](address)`, `## heading`, `- item`), for a text area. */
export function markedText({ content }: RichText): string {
  const item = (paragraphs: readonly { content?: RichInline[] | undefined }[]) =>
    paragraphs.map((paragraph) => inlineText(paragraph.content).replaceAll('\n', ' ')).join(' ')
  return content
    .map((block) => {
      if (block.type === 'paragraph') return inlineText(block.content)
      if (block.type === 'heading')
        return `${'#'.repeat(block.attrs.level)} ${inlineText(block.content).replaceAll('\n', ' ')}`
      const lead = (index: number) => (block.type === 'bulletList' ? '- ' : `${index + 1}. `)
      return block.content.map((one, index) => lead(index) + item(one.content)).join('\n')
    })
    .filter((text) => text !== '')
    .join('\n\n')
}

const inlineMark =
  /\\([\\*[\]#.-])|\[((?:\\.|[^\]\\])+)\]\(([^\s()]+)\)|\*\*((?:\\.|[^*\\]|\*(?!\*))+)\*\*|\*((?:\\.|[^*\\])+)\*|\n/g

/** Reads one line, or lines, of marked text. @param marks those around it */
function readInline(text: string, marks: RichMark[] = []): RichInline[] {
  const found: RichInline[] = []
  let plain = ''
  const flush = () => {
    if (plain) found.push({ type: 'text', text: plain, ...(marks.length > 0 ? { marks } : {}) })
    plain = ''
  }
  let from = 0
  for (const match of text.matchAll(inlineMark)) {
    const [whole, sign, words, href, bold, italic] = match
    plain += text.slice(from, match.index)
    from = match.index + whole.length
    if (sign) plain += sign
    else if (whole === '\n') {
      flush()
      found.push({ type: 'hardBreak' })
    } else {
      const inner = words ?? bold ?? italic ?? ''
      const mark: RichMark | null = href
        ? link.safeParse(href).success
          ? { type: 'link', attrs: { href } }
          : null
        : { type: bold ? 'bold' : 'italic' }
      if (!mark || marks.some(({ type }) => type === mark.type)) {
        plain += whole
        continue
      }
      flush()
      found.push(...readInline(inner, [...marks, mark]))
    }
  }
  plain += text.slice(from)
  flush()
  return found
}

const inlineContent = (text: string) => {
  const parts = readInline(text)
  return parts.length > 0 ? { content: parts } : {}
}

/** Reads what `markedText` writes. Everything that is no mark is text, HTML above all. */
export function readMarkedText(text: string): RichText {
  const listItem = (line: string) => ({
    type: 'listItem' as const,
    content: [{ type: 'paragraph' as const, ...inlineContent(line) }],
  })
  const content = text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter((part) => part.trim() !== '')
    .map((part): RichBlock => {
      const lines = part.split('\n')
      const [, signs = '', heading] = /^(#{2,3}) (.+)$/.exec(part) ?? []
      if (heading !== undefined)
        return { type: 'heading', attrs: { level: signs.length === 2 ? 2 : 3 }, ...inlineContent(heading) }
      if (lines.every((line) => line.startsWith('- ')))
        return { type: 'bulletList', content: lines.map((line) => listItem(line.slice(2))) }
      if (lines.every((line) => /^\d+\. /.test(line)))
        return { type: 'orderedList', content: lines.map((line) => listItem(line.replace(/^\d+\. /, ''))) }
      return { type: 'paragraph', ...inlineContent(part) }
    })
  return { type: 'doc', content }
}
