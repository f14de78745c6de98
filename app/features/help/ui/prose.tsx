import { Link } from '@remix-run/react'
import { text } from '#ui/layout.css.ts'
import type { Block, Words } from '../help.types.ts'
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
          {block.items.map(({ at, words }) => (
            <li key={at}>
              <Line words={words} />
            </li>
          ))}
        </ul>
      )
    case 'paragraph':
      return (
        <p>
          <Line words={block.words} />
        </p>
      )
  }
}

function Line({ words }: { words: readonly Words[] }) {
  return words.map(({ at, text: said, strong, to }) => {
    if (to?.startsWith('/'))
      return (
        <Link key={at} to={to}>
          {said}
        </Link>
      )
    if (to)
      return (
        <a key={at} href={to}>
          {said}
        </a>
      )
    if (strong)
      return (
        <strong key={at} className={text.strong}>
          {said}
        </strong>
      )
    return <span key={at}>{said}</span>
  })
}
