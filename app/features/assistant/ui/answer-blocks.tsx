import { Form, Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import type { Block, Card as CardBlock } from '../assistant.types.ts'
import type { OpenDraft } from '../drafts.types.ts'
import * as css from './assistant.css.ts'
import { DraftView } from './draft-view.tsx'

/** Offers questions as buttons, each of which asks its own. They continue the conversation that is shown. */
export function Questions({ questions, conversation }: { questions: string[]; conversation: string | null }) {
  return (
    <Form method="post" action={paths.aiAssistant()} className={css.questions}>
      <input type="hidden" name="intent" value="ask" />
      {conversation !== null && <input type="hidden" name="conversation" value={conversation} />}
      {questions.map((question) => (
        <Button
          key={question}
          type="submit"
          name="question"
          value={question}
          variant="secondary"
          size="sm"
          className={css.suggestion}
        >
          {question}
        </Button>
      ))}
    </Form>
  )
}

function RecordCard({ card }: { card: CardBlock }) {
  return (
    <Card as="article" padding="sm">
      <h3 className={css.cardTitle}>
        <Link to={card.to} className={touchLink}>
          {card.title}
        </Link>
      </h3>
      {card.lines.map((line) => (
        <p key={line} className={css.cardLine}>
          {line}
        </p>
      ))}
      {card.facts.length > 0 && (
        <dl className={css.facts}>
          {card.facts.flatMap(({ label, value }) => [
            <dt key={`${label} ${value} term`} className={css.term}>
              {label}
            </dt>,
            <dd key={`${label} ${value}`} className={css.value}>
              {value}
            </dd>,
          ])}
        </dl>
      )}
    </Card>
  )
}

function Sums({ title, rows }: Extract<Block, { kind: 'sums' }>) {
  const numbered = rows.map((row, at) => ({ ...row, at, isTotal: at === rows.length - 1 }))
  return (
    <Card padding="sm">
      <table className={css.sums}>
        <caption className={css.sumsTitle}>{title}</caption>
        <tbody>
          {numbered.map(({ at, label, amount, isPart, isTotal }) => (
            <tr key={at} className={isTotal ? css.sumTotal : undefined}>
              <th scope="row" className={isPart ? css.sumPart : css.sumLabel}>
                {label}
              </th>
              <td className={css.sumAmount}>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

type Shown = {
  conversation: string | null
  /** The acts that the conversation offered. */
  drafts: OpenDraft[]
}

function BlockView({ block, conversation, drafts }: Shown & { block: Block }) {
  switch (block.kind) {
    case 'draft': {
      const draft = drafts.find(({ id }) => id === block.id)
      return draft ? <DraftView draft={draft} conversation={conversation} /> : null
    }
    case 'text':
      return <p className={css.text}>{block.text}</p>
    case 'card':
      return <RecordCard card={block} />
    case 'sums':
      return <Sums {...block} />
    case 'questions':
      return <Questions questions={block.questions} conversation={conversation} />
    case 'links':
      return (
        <div className={css.links}>
          {block.links.map(({ label, to }) => (
            // a PDF is no page of the site's scripts
            <Link key={to} to={to} className={touchLink} reloadDocument={to.endsWith('.pdf')}>
              {label}
            </Link>
          ))}
        </div>
      )
  }
}

/** Draws an answer: known components filled with texts, which are never read as HTML. */
export function AnswerBlocks({ blocks, ...shown }: Shown & { blocks: Block[] }) {
  // Blocks of an answer never change their order.
  const numbered = blocks.map((block, at) => ({ block, at }))
  return (
    <>
      {numbered.map(({ block, at }) => (
        <BlockView key={at} block={block} {...shown} />
      ))}
    </>
  )
}
