import { Link } from '@remix-run/react'
import { text } from '#ui/layout.css.ts'
import type { Block, TextRun } from '../help.types.ts'
import * as css from './prose.css.ts'

/** Shows a text of ours: headings, paragraphs, lists and links. */
export function Prose({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={css.prose}>
      {blocks.map((block) => (
        <Shown key={block.at} block={block} />
      ))}
    </div>
  )
}

function Shown({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const
      return (
        <Heading id={block.id} className={css.heading}>
          {block.text}
        </Heading>
      )
    }
    case 'list':
      return (
        <ul className={css.list}>
          {block.items.map(({ at, runs }) => (
            <li key={at}>
              <Line runs={runs} />
            </li>
          ))}
        </ul>
      )
    case 'paragraph':
      return (
        <p>
          <Line runs={block.runs} />
        </p>
      )
  }
}

function Line({ runs }: { runs: readonly TextRun[] }) {
  return runs.map(({ at, text: content, strong, to }) => {
    if (to?.startsWith('/'))
      return (
        <Link key={at} to={to}>
          {content}
        </Link>
      )
    if (to)
      return (
        <a key={at} href={to}>
          {content}
        </a>
      )
    if (strong)
      return (
        <strong key={at} className={text.strong}>
          {content}
        </strong>
      )
    return <span key={at}>{content}</span>
  })
}
