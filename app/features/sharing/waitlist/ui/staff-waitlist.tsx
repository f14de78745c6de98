import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { waitlistEntryStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { Dash } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { wantedText } from '../waitlist.rules.ts'
import { actOnEntrySchema, waitlistQuerySchema } from '../waitlist.schema.ts'
import type { StaffWaitlist, StaffWaitlistEntry } from '../waitlist.types.ts'

/** The waitlist of one event: open offers first, then the queue in its order. */
export const waitlistList = defineStaffList({
  name: 'waitlist',
  title: 'Waitlist',
  noun: { one: 'person', many: 'people' },
  query: waitlistQuerySchema,
  path: paths.staffWaitlist,
  rows: ({ entries }: StaffWaitlist) => entries,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ show }) => (show === 'open' ? 'People in line' : 'Everyone who was in line'),
  tabs: {
    label: 'Waitlist by state',
    name: 'show',
    options: [
      { value: 'open', label: 'In line' },
      { value: 'all', label: 'All' },
    ],
  },
  keeps: ['show', 'event'],
  empty: {
    title: () => 'Nobody is waiting',
    text: () => 'People can join from the event page once tickets are sold out.',
    more: 'No more people',
  },
  columns: [
    {
      key: 'place',
      header: 'Place',
      numeric: true,
      phone: 'labeled',
      cell: ({ place }) => place ?? <Dash />,
    },
    {
      key: 'person',
      header: 'Person',
      cell: (row) =>
        row.personId ? <Link to={paths.userManagementPerson(row.personId)}>{nameOf(row)}</Link> : nameOf(row),
    },
    { key: 'wants', header: 'Wants', cell: (row) => wantedText(row) },
    {
      key: 'status',
      header: 'Status',
      phone: 'end',
      cell: ({ status }) => (
        <Badge tone={waitlistEntryStates[status].tone}>{waitlistEntryStates[status].label}</Badge>
      ),
    },
    {
      key: 'offer',
      header: 'Offer until',
      phone: 'labeled',
      cell: ({ offerEndsAt }, { event, now }) =>
        offerEndsAt ? formatMoment(offerEndsAt, event.timeZone, now) : <Dash />,
    },
    { key: 'skips', header: 'Passed over', numeric: true, phone: 'none', cell: ({ skips }) => skips },
    {
      key: 'joined',
      header: 'Joined',
      phone: 'none',
      cell: ({ joinedAt }, { event, now }) =>
        joinedAt ? formatMoment(joinedAt, event.timeZone, now) : <Dash />,
    },
    {
      key: 'act',
      header: 'Action',
      cell: (row, { event, mayChange }) =>
        mayChange && waitlistEntryStates[row.status].isOpen ? (
          <Link to={paths.staffWaitlist({ event: event.id, entry: row.id })}>
            Offer or remove
            <VisuallyHidden>{` ${nameOf(row)}`}</VisuallyHidden>
          </Link>
        ) : (
          <Dash />
        ),
    },
  ],
})

/** Names who waits, as far as the reader may know. */
function nameOf({ name, email }: Pick<StaffWaitlistEntry, 'name' | 'email'>): string {
  return name ?? email ?? 'Guest'
}

/** Sums up how many people and tickets are waited for by type, and says who comes first. */
export function WaitlistSums({ list: { sums, goesFirst, mayChange } }: { list: StaffWaitlist }) {
  return (
    <div className={stack[4]}>
      <ul className={stack[1]} data-testid="waitlist-sums">
        {sums.map(({ typeId, typeName, people, units, offered }) => (
          <li key={typeId ?? 'any'}>
            <strong>{typeName ?? 'Any type'}</strong>
            {`: ${people} waiting for ${units}, ${offered} on hold for offers`}
          </li>
        ))}
      </ul>
      <div className={cluster[4]}>
        <p className={text.small}>
          {goesFirst
            ? 'Tickets that come free are offered here first. The public sees them as sold out until nobody in line can use them.'
            : 'Tickets that come free go back on sale. Only you make offers.'}
        </p>
        {mayChange && (
          <Form method="post">
            <input type="hidden" name="intent" value="mode" />
            <input type="hidden" name="goesFirst" value={goesFirst ? 'no' : 'yes'} />
            <Button type="submit" variant="secondary" size="sm">
              {goesFirst ? 'Stop offering automatically' : 'Offer automatically'}
            </Button>
          </Form>
        )}
      </div>
    </div>
  )
}

/**
 * Asks why somebody is offered tickets out of order, or taken off the list.
 * @param reply the server's reply to the last try
 */
export function ActOnEntry({ entry, reply }: { entry: StaffWaitlistEntry; reply: SubmissionResult | null }) {
  const busy = useNavigation().state === 'submitting'
  const [form, fields] = useForm<z.input<typeof actOnEntrySchema>, z.output<typeof actOnEntrySchema>>({
    id: 'waitlist-entry',
    lastResult: reply,
    constraint: getZodConstraint(actOnEntrySchema),
    shouldValidate: 'onSubmit',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: actOnEntrySchema }),
  })
  return (
    <Card as="section" aria-labelledby="waitlist-act">
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <h2 id="waitlist-act">{nameOf(entry)}</h2>
        <p className={text.small}>{`${wantedText(entry)}. Place ${entry.place ?? 'none'}.`}</p>
        <input type="hidden" name="entry" value={entry.id} />
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField meta={fields.reason} label="Reason" hint="Kept in the log of what staff did." />
        <div className={cluster[3]}>
          {waitlistEntryStates[entry.status].isWaiting && (
            <Button type="submit" name="intent" value="offer" busy={busy}>
              Offer tickets now
            </Button>
          )}
          <Button type="submit" name="intent" value="remove" variant="danger" busy={busy}>
            Take off the list
          </Button>
        </div>
      </Form>
    </Card>
  )
}
