import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { relativeTime } from '#core/time.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/field.tsx'
import { cluster, grid, stack, text } from '#ui/layout.css.ts'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, Table } from '#ui/table.tsx'
import type { Unanswered } from '../assistant.types.ts'

type Question = Unanswered['questions'][number]
type Added = Unanswered['added'][number]

/** Adds a question to what the guide understands: one press where the nearest intent is right. */
function QuestionForm({ question, intents }: { question: Question; intents: Unanswered['intents'] }) {
  return (
    <Form method="post" action={paths.assistantSetup()} className={cluster[2]}>
      <input type="hidden" name="question" value={question.id} />
      <Select
        name="means"
        aria-label={`What “${question.question}” asks for`}
        defaultValue={question.nearest ?? ''}
        placeholder="Choose"
        required
        options={intents.map(({ intent, title }) => ({ value: intent, label: title }))}
      />
      <Button type="submit" name="intent" value="add" size="sm">
        Add
      </Button>
      <Button type="submit" name="intent" value="dismiss" variant="secondary" size="sm" formNoValidate>
        Dismiss
      </Button>
    </Form>
  )
}

function DropForm({ added }: { added: Added }) {
  return (
    <Form method="post" action={paths.assistantSetup()}>
      <input type="hidden" name="intent" value="drop" />
      <input type="hidden" name="id" value={added.id} />
      <Button type="submit" variant="secondary" size="sm" aria-label={`Delete ${added.phrasing}`}>
        Delete
      </Button>
    </Form>
  )
}

/**
 * Shows what the guide could not answer, and takes what each question asks for.
 * @param refusal why the last change was not made, or null
 */
export function UnansweredView({ setup, refusal }: { setup: Unanswered; refusal: string | null }) {
  const { asked, now, timeZone } = setup
  const since = (at: string) => relativeTime(at, new Date(now), timeZone)
  const questions: Column<Question>[] = [
    { key: 'question', header: 'Question', phone: 'wide', cell: ({ question }) => question },
    { key: 'times', header: 'Asked', cell: ({ times }) => (times === 1 ? 'Once' : `${times} times`) },
    { key: 'last', header: 'Last asked', cell: ({ lastAt }) => since(lastAt) },
    {
      key: 'means',
      header: 'What it asks for',
      phone: 'wide',
      cell: (question) => <QuestionForm question={question} intents={setup.intents} />,
    },
  ]
  const added: Column<Added>[] = [
    { key: 'phrasing', header: 'Phrasing', phone: 'wide', cell: ({ phrasing }) => phrasing },
    { key: 'title', header: 'Asks for', cell: ({ title }) => title },
    { key: 'by', header: 'Added by', cell: ({ by, createdAt }) => `${by ?? 'Staff'}, ${since(createdAt)}` },
    { key: 'drop', header: 'Action', cell: (row) => <DropForm added={row} /> },
  ]
  return (
    <div className={stack[6]}>
      {refusal !== null && <Banner tone="danger" title={refusal} />}
      <div className={grid.figures}>
        <StatTile label="Questions, 30 days" value={asked.questions} />
        <StatTile label="Understood" value={asked.answered} />
        <StatTile label="Helped" value={asked.helped} />
        <StatTile label="Didn’t help" value={asked.failed} />
      </div>
      <section className={stack[3]} aria-labelledby="unanswered-title">
        <h2 id="unanswered-title">No answer yet</h2>
        <Table
          isCompact
          caption="Questions without an answer"
          columns={questions}
          rows={setup.questions}
          rowKey={({ id }) => id}
          empty={<EmptyState title="Every question was understood" />}
        />
        {setup.total > setup.questions.length && (
          <p className={text.small}>
            The {setup.questions.length} asked most often of {setup.total}.
          </p>
        )}
      </section>
      <section className={stack[3]} aria-labelledby="added-title">
        <h2 id="added-title">Added by staff</h2>
        <Table
          isCompact
          caption="Phrasings added by staff"
          columns={added}
          rows={setup.added}
          rowKey={({ id }) => id}
          empty={<EmptyState title="Nothing added yet" />}
        />
      </section>
    </div>
  )
}
