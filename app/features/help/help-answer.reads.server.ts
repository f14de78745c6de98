import type { RequestArgs } from '#server/session.server.ts'
import { readHelp } from './help.reads.server.ts'
import type { TextRun } from './help.types.ts'

const textOf = (runs: readonly TextRun[]) => runs.map(({ text }) => text).join('')

/**
 * Reads one answer of the help page as plain lines, with the links within the site that it has.
 * @param id of the question, as the page's links have it
 * @returns null where there is no such question
 */
export async function readHelpAnswer(
  args: RequestArgs,
  id: string,
): Promise<{ lines: string[]; links: { label: string; to: string }[] } | null> {
  const { topics } = await readHelp(args)
  const found = topics.flatMap(({ questions }) => questions).find((question) => question.id === id)
  if (!found) return null
  const runs = found.answer.flatMap((block) =>
    block.kind === 'heading'
      ? []
      : block.kind === 'list'
        ? block.items.map((item) => item.runs)
        : [block.runs],
  )
  const links = runs.flat().flatMap(({ text, to }) => (to?.startsWith('/') ? [{ label: text, to }] : []))
  return { lines: runs.map(textOf), links: [...new Map(links.map((link) => [link.to, link])).values()] }
}
