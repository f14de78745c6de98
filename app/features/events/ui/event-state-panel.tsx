import { Form, Link, useNavigation } from '@remix-run/react'
import { formatMoney } from '#core/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, Textarea } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { Progress } from '#ui/progress.tsx'
import { eventPath } from '../events.rules.ts'
import type { EventEditor, EventStatus } from '../events.types.ts'
import { nextStatuses, statusBadge } from '../staff-events.rules.ts'
import * as css from './event-state-panel.css.ts'

const words: Record<Exclude<EventStatus, 'draft'>, { label: string; done: string; about: string }> = {
  published: {
    label: 'Publish',
    done: 'Published',
    about: 'The page opens and tickets go on sale in their windows.',
  },
  postponed: {
    label: 'Postpone',
    done: 'Postponed',
    about: 'Sales stop and carts are emptied at once. Tickets stay valid for the new date.',
  },
  cancelled: {
    label: 'Cancel event',
    done: 'Cancelled',
    about: 'Sales stop, carts are emptied and all money goes back, fees included. This cannot be undone.',
  },
  archived: { label: 'Archive', done: 'Archived', about: 'Takes the event out of the lists of past events.' },
}

/**
 * How the event stands and what may become of it. Each step is a form of its own, posted to the page's address.
 * @param done the step that was just taken
 * @param refusal why the last step was refused
 */
export function EventStatePanel({
  event,
  done,
  refusal,
}: {
  event: EventEditor
  done: 'saved' | Exclude<EventStatus, 'draft'> | null
  refusal: string | null
}) {
  const navigation = useNavigation()
  const { figures } = event
  const busy = navigation.state === 'submitting'
  const steps = nextStatuses(event, event.now)
  // what simply comes next stands open; what stops a night is folded away and takes a note
  const plain = steps.filter((status) => status === 'published' || status === 'archived')
  const grave = steps.filter((status) => status === 'postponed' || status === 'cancelled')
  return (
    <>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {done && !refusal && (
        <Banner tone="success" title={done === 'saved' ? 'Saved' : words[done].done} announce />
      )}
      <Card as="section" padding="sm" aria-labelledby="state-title">
        <div className={stack[3]}>
          <div className={css.head}>
            <h2 id="state-title" className={css.title}>
              State
            </h2>
            <Badge tone={statusBadge(event.status).tone}>{statusBadge(event.status).text}</Badge>
          </div>
          {event.statusNote && <p className={text.small}>{event.statusNote}</p>}
          <Progress
            label="Sold"
            value={figures.sold}
            max={figures.capacity}
            text={`${figures.sold} of ${figures.capacity}`}
          />
          <p className={text.small}>
            {formatMoney(figures.grossCents, event.currency)} taken
            {figures.held > 0 && `, ${figures.held} on hold`}
          </p>
          <ul className={css.links}>
            <li>
              <Link to={eventPath(event)}>{event.status === 'draft' ? 'Preview' : 'See the page'}</Link>
            </li>
            <li>
              <Form method="post">
                <button type="submit" name="intent" value="copy" className={css.linkButton}>
                  Copy for the next date
                </button>
              </Form>
            </li>
          </ul>
          {plain.map((status) => (
            <Step key={status} status={status} busy={busy} needsNote={false} />
          ))}
        </div>
      </Card>
      {grave.map((status) => (
        <details key={status} className={css.fold}>
          <summary className={css.summary}>{words[status].label}…</summary>
          <div className={css.folded}>
            <Step status={status} busy={busy} needsNote />
          </div>
        </details>
      ))}
    </>
  )
}

function Step({
  status,
  busy,
  needsNote,
}: {
  status: Exclude<EventStatus, 'draft'>
  busy: boolean
  needsNote: boolean
}) {
  const { label, about } = words[status]
  return (
    <Form method="post" className={stack[3]}>
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="status" value={status} />
      <p className={text.small}>{about}</p>
      {needsNote && (
        <Field id={`note-${status}`} label="What the page says" optional>
          {(control) => <Textarea {...control} name="note" rows={3} maxLength={500} />}
        </Field>
      )}
      <Button
        type="submit"
        variant={status === 'cancelled' ? 'danger' : status === 'published' ? 'primary' : 'secondary'}
        block
        busy={busy}
      >
        {label}
      </Button>
    </Form>
  )
}
