import { Form, Link, useNavigation } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field-frame.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { TextInput } from '#ui/text-input.tsx'
import { countPlaces, placeStates } from '../allocations.rules.ts'
import type { Allocation, AllocationPlace } from '../allocations.types.ts'

/** Shows the link of a place that was just handed on: it can't be read again. */
export function NewLink({ name, url }: { name: string; url: string }) {
  return (
    <Banner tone="success" title={`A place for ${name}`} announce>
      <p>Send this link to them. It works for one ticket, and we can't show it again.</p>
      <p data-testid="place-link">{url}</p>
    </Banner>
  )
}

/**
 * Shows one allocation to the member who hands its places on: what became of each, and a form that hands on the next.
 * @param now the moment it was read, ISO 8601
 * @param fault why the last name was not accepted; null for none
 */
export function AllocationCard({
  allocation,
  now,
  fault,
}: {
  allocation: Allocation
  now: string
  fault: string | null
}) {
  const busy = useNavigation().state === 'submitting'
  const { id, event, rows, typeName, endsAt } = allocation
  const free = countPlaces(rows, 'free')
  return (
    <Card as="section" className={stack[4]} aria-labelledby={`allocation-${id}`}>
      <div className={stack[1]}>
        <h2 id={`allocation-${id}`}>
          <Link to={paths.event(event.id, event.slug)}>{event.title}</Link>
        </h2>
        <p className={text.small} suppressHydrationWarning>
          {`${rows.length} ${typeName} places, ${free} left to hand out until ${formatMoment(endsAt, event.timeZone, now)}`}
        </p>
      </div>
      {free > 0 && (
        <Form method="post" className={stack[3]}>
          <input type="hidden" name="intent" value="hand" />
          <input type="hidden" name="allocation" value={id} />
          <Field
            id={`name-${id}`}
            label="Name"
            hint="Who gets this ticket. They pay the regular price."
            errors={fault ? [fault] : undefined}
          >
            {(control) => <TextInput name="name" maxLength={100} autoComplete="off" {...control} />}
          </Field>
          <div>
            <Button type="submit" busy={busy}>
              Get a link
            </Button>
          </div>
        </Form>
      )}
      <ul className={stack[2]}>
        {rows
          .filter(({ state }) => state !== 'free')
          .map((row) => (
            <li key={row.id} className={cluster[3]}>
              <Badge tone={placeStates[row.state].tone}>{placeStates[row.state].label}</Badge>
              <span>{row.guestName ?? 'Not handed out'}</span>
              <TakeBack row={row} />
            </li>
          ))}
      </ul>
    </Card>
  )
}

/** Takes a place back that was not paid yet. */
function TakeBack({ row: { id, state, guestName } }: { row: AllocationPlace }) {
  if (state !== 'handed' && state !== 'opened') return null
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="back" />
      <input type="hidden" name="place" value={id} />
      <Button type="submit" variant="secondary" size="sm" aria-label={`Take back from ${guestName}`}>
        Take back
      </Button>
    </Form>
  )
}
