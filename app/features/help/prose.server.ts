import { type MarkedToken, marked, type Token } from 'marked'
import type { Block, TextRun, Topic, Values } from './help.types.ts'

/**
 * Reads the Markdown of our own texts: `##` and `###` headings, paragraphs, `-` lists, `**bold**`, `` `names` `` and
 * `[links](/somewhere)`, and `{name}`s that settings fill in. The result is a tree that components render, so that neither
 * a text nor a setting can bring markup with it. Runs only on the server: a page receives the tree and no parser.
 */

/**
 * Reads a text.
 * @param markdown the file
 * @param values what stands for each `{name}`; paragraphs and list items that need one which is null are left out
 * @throws when the text uses Markdown that nothing here renders, links to another site, or names a value that isn't there
 */
export function readProse(markdown: string, values: Values): Block[] {
  return readTokens(marked.lexer(markdown, { gfm: false }))
    .filter(({ type }) => type !== 'space')
    .flatMap((token, at): Block[] => {
      switch (token.type) {
        case 'heading':
          if ((token.depth !== 2 && token.depth !== 3) || token.tokens.some(({ type }) => type !== 'text'))
            throw unread(token)
          return [
            { at, kind: 'heading', level: token.depth, id: slugOf(token.text), text: plain(token.text) },
          ]
        case 'list': {
          if (token.ordered) throw unread(token)
          const items = token.items.flatMap((item, place) => {
            const [line, ...rest] = readTokens(item.tokens)
            if (line?.type !== 'text' || rest.length > 0) throw unread(item)
            const runs = readRuns(line.tokens ?? [], values)
            return runs ? [{ at: place, runs }] : []
          })
          return items.length > 0 ? [{ at, kind: 'list', items }] : []
        }
        case 'paragraph': {
          const runs = readRuns(token.tokens, values)
          return runs ? [{ at, kind: 'paragraph', runs }] : []
        }
        default:
          throw unread(token)
      }
    })
}

/** Narrows tokens to those of marked itself: no extension that would add others is loaded. */
const readTokens = (tokens: Token[]) => tokens as MarkedToken[]

const unread = ({ raw }: { raw: string }) => new Error(`not read as Markdown: ${raw}`)

/** Reads the text runs of one line; null when a value they need is null. */
function readRuns(line: Token[], values: Values): TextRun[] | null {
  const runs: Omit<TextRun, 'at'>[] = []
  let complete = true
  const add = (text: string, marks: Pick<TextRun, 'strong' | 'to'>) => {
    // Odd parts are the names between braces.
    for (const [place, part] of text.split(/\{(\w+)\}/).entries()) {
      if (place % 2 === 0) {
        if (part) runs.push({ text: plain(part), ...marks })
        continue
      }
      const value = values[part]
      if (value === undefined) throw new Error(`no value named ${part}`)
      if (value === null) complete = false
      else runs.push({ ...value, ...marks })
    }
  }
  const read = (tokens: Token[], marks: Pick<TextRun, 'strong' | 'to'>) => {
    for (const token of readTokens(tokens)) {
      if (token.type === 'text') add(token.text, marks)
      else if (token.type === 'codespan') add(token.text, { ...marks, strong: true })
      else if (token.type === 'strong') read(token.tokens, { ...marks, strong: true })
      else if (token.type === 'link' && /^\/(?!\/)/.test(token.href))
        read(token.tokens, { ...marks, to: token.href })
      else throw unread(token)
    }
  }
  read(line, {})
  return complete ? runs.map((run, at) => ({ at, ...run })) : null
}

/** Puts text on one line. Refuses marks that the parser left standing, such as half a link: they are slips of the pen. */
function plain(text: string): string {
  if (/[*`[\]{}<>]|&#?\w+;/.test(text)) throw unread({ raw: text })
  return text.replace(/\s*\n\s*/g, ' ')
}

/** Makes the id of a heading: its words in lower case, with hyphens between. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Groups the blocks of the help text: topics by `##`, questions by `###`. */
export function readTopics(blocks: readonly Block[]): Topic[] {
  const topics: Topic[] = []
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2) {
      topics.push({ id: block.id, title: block.text, questions: [] })
      continue
    }
    const topic = topics.at(-1)
    if (!topic) throw new Error('the help text begins without a topic')
    if (block.kind === 'heading') topic.questions.push({ id: block.id, question: block.text, answer: [] })
    else topic.questions.at(-1)?.answer.push(block)
  }
  return topics
}
