import { Form, Link, useNavigation } from '@remix-run/react'
import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import type { EventEditor } from '../event-editor.ts'
import { eventTabPath } from '../event-tabs.ts'
import { checklistTexts, nextStatuses, statusBadge } from '../staff-events.rules.ts'
import * as css from './publish-tab.css.ts'

/**
 * Shows the event's state and the possible changes. Each change is a form of its own, posted to the page's address.
 * @param refusal why the last step was refused
 * @param idempotencyKey makes a repeated request for a copy return the same copy
 */
export function PublishTab({
  event,
  refusal,
  idempotencyKey,
}: {
  event: EventEditor
  refusal: string | null
  idempotencyKey: string
}) {
  const navigation = useNavigation()
  const busy = navigation.state === 'submitting'
  const next = nextStatuses(event, event.now)
  return (
    <div className={stack[5]}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      <Card as="section" aria-labelledby="state-title">
        <div className={stack[3]}>
          <h2 id="state-title" className={css.title}>
            {statusBadge(event.status).text}
          </h2>
          {event.statusNote && <p className={text.small}>{event.statusNote}</p>}
          {next.includes('published') && (
            <>
              <Checklist event={event} />
              <Form method="post" className={stack[3]}>
                <input type="hidden" name="intent" value="status" />
                <input type="hidden" name="status" value="published" />
                <p className={text.small}>The page goes live. Tickets go on sale at the times you set.</p>
                <div>
                  <Button type="submit" busy={busy}>
                    Publish
                  </Button>
                </div>
              </Form>
            </>
          )}
          {event.status === 'published' && (
            <p className={text.small}>
              A published event can’t go back to a draft: to take it out of lists, set{' '}
              <Link to={eventTabPath(event.id, 'details')}>who can see it</Link> to “Anyone with the link”.
            </p>
          )}
          {next.includes('archived') && (
            <div>
              <LinkButton to={paths.adminEventStep(event.id, 'archive')} variant="secondary">
                Archive…
              </LinkButton>
            </div>
          )}
        </div>
      </Card>
      <TestMode event={event} busy={busy} />
      <Card as="section" aria-labelledby="next-title">
        <Form method="post" className={stack[3]}>
          <h2 id="next-title" className={css.title}>
            Next date
          </h2>
          <p className={text.small}>
            Creates a draft with everything but orders and codes, at the same time of day.
            {event.values.seriesId ? ' It joins the series.' : ' The two become a series.'}
          </p>
          <input type="hidden" name="intent" value="next" />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <div className={cluster[2]}>
            <Button type="submit" name="step" value="week" variant="secondary" busy={busy}>
              A week later
            </Button>
            <Button type="submit" name="step" value="month" variant="secondary" busy={busy}>
              A month later
            </Button>
          </div>
        </Form>
      </Card>
      <Card as="section" aria-labelledby="copy-title">
        <Form method="post" className={stack[3]}>
          <h2 id="copy-title" className={css.title}>
            Duplicate
          </h2>
          <p className={text.small}>
            Creates a draft with the same tickets, fees, text and picture. Set its dates before you publish.
          </p>
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <div>
            <Button type="submit" name="intent" value="copy" variant="secondary" busy={busy}>
              Duplicate event
            </Button>
          </div>
        </Form>
      </Card>
      {(next.includes('postponed') || event.status === 'postponed') && (
        <Card as="section" aria-labelledby="postpone-title">
          <div className={stack[3]}>
            <h2 id="postpone-title" className={css.title}>
              {event.status === 'postponed' ? 'Set the new date' : 'Postpone or move'}
            </h2>
            <p className={text.small}>
              Everyone with a ticket is emailed. With a new date they keep their tickets or choose a refund;
              without one sales stop until there is one.
            </p>
            <div className={cluster[2]}>
              <LinkButton to={paths.adminEventStep(event.id, 'postpone')} variant="secondary">
                {event.status === 'postponed' ? 'New date…' : 'Postpone or move…'}
              </LinkButton>
              {event.status === 'postponed' && (
                <LinkButton to={paths.adminEventChanges(event.id)} variant="secondary">
                  See progress
                </LinkButton>
              )}
            </div>
          </div>
        </Card>
      )}
      {event.status === 'draft' && (
        <section className={css.grave} aria-labelledby="delete-title">
          <h2 id="delete-title" className={css.graveTitle}>
            Delete this draft
          </h2>
          <p className={text.small}>It was never published, so nobody has tickets. You can’t undo this.</p>
          <div>
            <LinkButton
              to={paths.adminEventStep(event.id, 'delete')}
              variant="secondary"
              className={css.graveLink}
            >
              Delete draft…
            </LinkButton>
          </div>
        </section>
      )}
      {next.includes('cancelled') && (
        <section className={css.grave} aria-labelledby="grave-title">
          <h2 id="grave-title" className={css.graveTitle}>
            Cancel for good
          </h2>
          <p className={text.small}>Everyone gets a full refund, fees included. You can’t undo this.</p>
          <div>
            <LinkButton
              to={paths.adminEventStep(event.id, 'cancel')}
              variant="secondary"
              className={css.graveLink}
            >
              Cancel event…
            </LinkButton>
          </div>
        </section>
      )}
    </div>
  )
}

/** Says what is there and what is missing, each with the way to its tab. */
function Checklist({ event }: { event: EventEditor }) {
  const items = event.checklist.map((item) => ({ ...item, ...checklistTexts[item.code] }))
  const missing = items.filter(({ isDone, isRequired }) => isRequired && !isDone).length
  return (
    <>
      <p>
        {missing === 0
          ? 'Everything is ready.'
          : `${missing} ${missing === 1 ? 'thing is' : 'things are'} missing.`}
      </p>
      <ul className={css.checklist} data-missing={missing}>
        {items.map(({ code, isDone, isRequired, done, missing: todo, tab }) => {
          const Icon = isDone ? CircleCheck : isRequired ? CircleAlert : Circle
          return (
            <li key={code} className={isDone ? css.itemDone : isRequired ? css.itemMissing : css.itemOpen}>
              <Icon size={20} aria-hidden="true" />
              {isDone ? (
                <span>{done}</span>
              ) : (
                <span>
                  <Link to={eventTabPath(event.id, tab)}>{todo}</Link>
                  {!isRequired && ' (optional)'}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function TestMode({ event, busy }: { event: EventEditor; busy: boolean }) {
  const { isTest, version } = event.values
  return (
    <Card as="section" aria-labelledby="test-title">
      <Form method="post" className={stack[3]}>
        <h2 id="test-title" className={css.title}>
          Test mode
        </h2>
        <p className={text.small}>
          {isTest
            ? 'This is a test event. Its orders and tickets say so, count in no figures, and its tickets don’t work at real events.'
            : 'Makes this a test event: hidden from event lists and analytics. Its tickets don’t work at real events.'}
        </p>
        <input type="hidden" name="version" value={version} />
        {!isTest && <input type="hidden" name="isTest" value="on" />}
        <div>
          <Button type="submit" name="intent" value="save" variant="secondary" busy={busy}>
            {isTest ? 'Turn off test mode' : 'Turn on test mode'}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
