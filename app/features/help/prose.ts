import type { Block, Question, Topic, Values, Words } from './help.types.ts'

/**
 * Reads the Markdown that our own texts use: `##` and `###` headings, paragraphs, `-` lists, `**bold**` and
 * `[links](/somewhere)`, and `{name}`s that settings fill in. The result is a tree that components render, so that neither
 * a text nor a setting can bring markup with it.
 */

/**
 * Reads a text.
 * @param markdown the file
 * @param values what stands for each `{name}`; paragraphs and list items that need one which is null are left out
 * @throws when the text uses Markdown that would be shown as it is written, or names a value that isn't there
 */
export function readProse(markdown: string, values: Values): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .flatMap((block, at): Block[] => {
      const [, marks, title] = /^(#{2,3}) (.+)$/.exec(block) ?? []
      if (marks && title)
        return [{ at, kind: 'heading', level: marks.length === 2 ? 2 : 3, id: slugOf(title), text: title }]
      if (block.startsWith('- ')) {
        const items = block
          .slice(2)
          .split(/\n- /)
          .flatMap((item, place) => {
            const words = readWords(item, values)
            return words ? [{ at: place, words }] : []
          })
        return items.length > 0 ? [{ at, kind: 'list', items }] : []
      }
      const words = readWords(block, values)
      return words ? [{ at, kind: 'paragraph', words }] : []
    })
}

const inline =
  /\*\*(?<strong>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<to>[^)\s]+)\)|\{(?<name>\w+)\}|`(?<code>[^`]+)`/g

/** Reads the words of one paragraph; null when a value they need is null. */
function readWords(text: string, values: Values): Words[] | null {
  const line = text.replace(/\s*\n\s*/g, ' ')
  const words: Words[] = []
  let from = 0
  const say = (plain: string) => {
    if (/^#|[*_`[\]{}<>]/.test(plain)) throw new Error(`not read as Markdown: ${plain}`)
    if (plain) words.push({ at: from, text: plain })
  }
  for (const match of line.matchAll(inline)) {
    const { strong, label, to, name, code } = match.groups ?? {}
    say(line.slice(from, match.index))
    const at = match.index
    from = at + match[0].length
    if (strong) words.push({ at, text: strong, strong: true })
    else if (code) words.push({ at, text: code, strong: true })
    else if (label && to) words.push({ at, text: label, to })
    else if (name) {
      const value = values[name]
      if (value === undefined) throw new Error(`no value named ${name}`)
      if (value === null) return null
      words.push({ at, ...value })
    }
  }
  say(line.slice(from))
  return words
}

/** The id of a heading: its words in lower case, with hyphens between. */
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

/** The words of a question and its answer, for finding it. */
export function plainText({ question, answer }: Question): string {
  const lines = answer.flatMap((block) =>
    block.kind === 'heading'
      ? []
      : block.kind === 'list'
        ? block.items.map(({ words }) => words)
        : [block.words],
  )
  return [question, ...lines.map((line) => line.map(({ text }) => text).join(''))].join(' ')
}
