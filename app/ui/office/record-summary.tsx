import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { text } from '../layout.css.ts'
import * as css from './record-summary.css.ts'

/**
 * Shows a record in a list: its name with badges, a note and facts.
 * @param level of the heading
 */
export function RecordSummary({
  level,
  name,
  badges,
  note,
  facts,
}: {
  level: 2 | 3
  name: string
  badges: ReactNode
  note: string
  facts: readonly { name: string; text: string }[]
}) {
  const Heading = `h${level}` as const
  return (
    <>
      <Heading className={css.name}>
        {name}
        {badges}
      </Heading>
      {note && <p className={text.small}>{note}</p>}
      <dl className={css.facts}>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt className={css.factName}>{fact.name}</dt>
            <dd className={css.factText}>{fact.text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Gives a record another state: a form of its own, of the intent `state`. @param action the page that takes it; left out for this one */
export function StateButton({
  id,
  state,
  label,
  name,
  action,
}: {
  id: string
  state: string
  label: string
  /** Names the record for those who hear the button alone. */
  name: string
  action?: string
}) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value="state" />
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="state"
        value={state}
        variant="ghost"
        size="sm"
        aria-label={`${label} ${name}`}
      >
        {label}
      </Button>
    </Form>
  )
}
