import { Form, Link, useNavigation } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field, Textarea } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { Progress } from '#ui/progress.tsx'
import { eventPath } from '../../events.rules.ts'
import type { EventEditor } from '../event-editor.ts'
import { nextStatuses, statusBadge } from '../staff-events.rules.ts'
import * as css from './event-state-panel.css.ts'

type Step = 'published' | 'postponed'
const steps: Record<Step, { label: string; about: string }> = {
  published: { label: 'Publish', about: 'The page goes live. Tickets go on sale at the times you set.' },
  postponed: {
    label: 'Postpone',
    about: 'Sales stop and open carts are emptied. Tickets stay valid for the new date.',
  },
}
const doneTexts = {
  saved: 'Saved',
  picture: 'Picture saved',
  'picture-removed': 'Picture removed',
  published: 'Published',
  postponed: 'Postponed',
  cancelled: 'Canceled',
  archived: 'Archived',
}

/**
 * Shows the event's state and the possible changes. Each change is a form of its own, posted to the page's address.
 * @param done the step that was just taken
 * @param refusal why the last step was refused
 * @param idempotencyKey makes a repeated request for a copy return the same copy
 */
export function EventStatePanel({
  event,
  done,
  refusal,
  idempotencyKey,
}: {
  event: EventEditor
  done: keyof typeof doneTexts | null
  refusal: string | null
  idempotencyKey: string
}) {
  const navigation = useNavigation()
  const { figures } = event
  const busy = navigation.state === 'submitting'
  const next = nextStatuses(event, event.now)
  return (
    <>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {done && !refusal && <Banner tone="success" title={doneTexts[done]} announce />}
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
            {formatMoney(figures.grossCents, event.currency)} revenue
            {figures.held > 0 && `, ${figures.held} on hold`}
          </p>
          <ul className={css.links}>
            <li>
              <Link to={eventPath(event)}>{event.status === 'draft' ? 'Preview' : 'View page'}</Link>
            </li>
            <li>
              <Form method="post">
                <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
                <button type="submit" name="intent" value="copy" className={css.linkButton}>
                  Copy to a new date
                </button>
              </Form>
            </li>
          </ul>
          {next.includes('published') && <StepForm step="published" busy={busy} />}
          {next.includes('archived') && (
            <LinkButton to={paths.adminEventStep(event.id, 'archive')} variant="secondary" block>
              Archive…
            </LinkButton>
          )}
        </div>
      </Card>
      {next.includes('postponed') && (
        <details className={css.fold}>
          <summary className={css.summary}>
            Postpone…
            <ChevronDown size={20} className={css.chevron} aria-hidden="true" />
          </summary>
          <div className={css.folded}>
            <StepForm step="postponed" busy={busy} />
          </div>
        </details>
      )}
      {next.includes('cancelled') && (
        <section className={css.grave} aria-labelledby="grave-title">
          <h2 id="grave-title" className={css.graveTitle}>
            Cancel for good
          </h2>
          <p className={text.small}>Everyone gets a full refund, fees included. You can’t undo this.</p>
          <LinkButton
            to={paths.adminEventStep(event.id, 'cancel')}
            variant="secondary"
            className={css.graveLink}
            block
          >
            Cancel event…
          </LinkButton>
        </section>
      )}
    </>
  )
}

function StepForm({ step, busy }: { step: Step; busy: boolean }) {
  const { label, about } = steps[step]
  return (
    <Form method="post" className={stack[3]}>
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="status" value={step} />
      <p className={text.small}>{about}</p>
      {step === 'postponed' && (
        <Field id="note-postponed" label="Message on the event page" optional>
          {(control) => <Textarea {...control} name="note" rows={3} maxLength={500} />}
        </Field>
      )}
      <Button type="submit" variant={step === 'published' ? 'primary' : 'secondary'} block busy={busy}>
        {label}
      </Button>
    </Form>
  )
}
