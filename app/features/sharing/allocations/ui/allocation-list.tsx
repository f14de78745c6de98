import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, SelectField, TextField } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { Dash, Faint, Lines } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { countPlaces, splitText } from '../allocations.rules.ts'
import {
  allocationsQuerySchema,
  type allocationTabs,
  giveAllocationSchema,
  revokeAllocationSchema,
} from '../allocations.schema.ts'
import type { Allocation, AllocationEvent, AllocationList } from '../allocations.types.ts'

const count = (state: Parameters<typeof countPlaces>[1]) => (allocation: Allocation) =>
  countPlaces(allocation.rows, state)

const tabs: Record<(typeof allocationTabs)[number], { tab: string; empty: string }> = {
  all: { tab: 'All', empty: 'No allocations' },
  open: { tab: 'Open', empty: 'No open allocations' },
  over: { tab: 'Ended', empty: 'No ended allocations' },
}

/** The allocations of all events, or of one: whose, and what became of their places. */
export const allocationList = defineStaffList({
  name: 'allocations',
  title: 'Allocations',
  noun: { one: 'allocation', many: 'allocations' },
  query: allocationsQuerySchema,
  path: paths.allocations,
  rows: ({ allocations }: AllocationList) => allocations,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ q }) => (q ? `Allocations of members that match “${q}”` : 'Allocations, newest first'),
  search: { label: () => 'Member', maxLength: 100 },
  tabs: {
    label: 'Allocations by status',
    name: 'show',
    options: Object.entries(tabs).map(([value, { tab }]) => ({ value, label: tab })),
  },
  keeps: ['event'],
  empty: {
    title: ({ q, show }) => (q ? 'No matching allocations' : tabs[show].empty),
    text: ({ q, event }) =>
      q
        ? undefined
        : `${event ? '' : 'Choose an event to give places. '}A member hands each place to a named person, who pays the regular price.`,
    more: 'No more allocations',
  },
  columns: [
    { key: 'member', header: 'Member', cell: ({ member }) => member ?? 'Erased' },
    {
      key: 'event',
      header: 'Event',
      cell: ({ event, typeName }) => (
        <Lines>
          {event.title}
          <Faint>{typeName}</Faint>
        </Lines>
      ),
    },
    { key: 'places', header: 'Places', numeric: true, phone: 'labeled', cell: ({ places }) => places },
    { key: 'bought', header: 'Bought', numeric: true, phone: 'labeled', cell: count('bought') },
    {
      key: 'handed',
      header: 'Handed out',
      numeric: true,
      phone: 'labeled',
      cell: (row) => count('handed')(row) + count('opened')(row),
    },
    { key: 'free', header: 'Free', numeric: true, phone: 'labeled', cell: count('free') },
    {
      key: 'until',
      header: 'Until',
      phone: 'labeled',
      cell: ({ endsAt, event }, { now }) => formatMoment(endsAt, event.timeZone, now),
    },
    {
      key: 'act',
      header: 'Action',
      cell: (row) =>
        count('free')(row) + count('handed')(row) + count('opened')(row) > 0 ? (
          <Link to={paths.allocations({ event: row.event.id, revoke: row.id })}>
            Take back
            <VisuallyHidden>{` from ${row.member ?? 'this account'}`}</VisuallyHidden>
          </Link>
        ) : (
          <Dash />
        ),
    },
  ],
})

/** Says how the places of the event are split, and whether its page shows it. */
export function SplitSetting({ event: { split, isShown } }: { event: AllocationEvent }) {
  if (!split) return null
  return (
    <Form method="post" className={cluster[4]}>
      <input type="hidden" name="intent" value="show" />
      <input type="hidden" name="shown" value={isShown ? 'no' : 'yes'} />
      <p data-testid="place-split">{splitText(split)}</p>
      <Button type="submit" variant="secondary" size="sm">
        {isShown ? 'Hide on the event page' : 'Show on the event page'}
      </Button>
    </Form>
  )
}

/**
 * Gives places of an event to a member until a time.
 * @param idempotencyKey makes one allocation of a form that is sent twice
 * @param reply the server's reply to the last try
 */
export function GiveAllocation({
  event,
  idempotencyKey,
  reply,
}: {
  event: AllocationEvent
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const busy = useNavigation().state === 'submitting'
  const [form, fields] = useForm<z.input<typeof giveAllocationSchema>, z.output<typeof giveAllocationSchema>>(
    {
      id: 'give-allocation',
      lastResult: reply,
      constraint: getZodConstraint(giveAllocationSchema),
      defaultValue: { type: event.types[0]?.id },
      onValidate: ({ formData }) => parseWithZod(formData, { schema: giveAllocationSchema }),
      shouldRevalidate: 'onInput',
    },
  )
  return (
    <Card as="section" aria-labelledby="give-title">
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <h2 id="give-title">{`Give places for ${event.title}`}</h2>
        <input type="hidden" name="intent" value="give" />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField meta={fields.member} label="Member" hint="Username or email" autoComplete="off" />
        <SelectField
          meta={fields.type}
          label="Ticket type"
          options={event.types.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField meta={fields.places} label="Places" inputMode="numeric" autoComplete="off" />
        <TextField
          meta={fields.endsAt}
          label="Until"
          hint="Places nobody bought by then go back on sale. Time of the event."
          type="datetime-local"
        />
        <div>
          <Button type="submit" busy={busy}>
            Give places
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** Asks why places are taken back. @param reply the server's reply to the last try */
export function RevokeAllocation({
  allocation,
  reply,
}: {
  allocation: Allocation
  reply: SubmissionResult | null
}) {
  const [form, fields] = useForm<
    z.input<typeof revokeAllocationSchema>,
    z.output<typeof revokeAllocationSchema>
  >({
    id: 'revoke-allocation',
    lastResult: reply,
    constraint: getZodConstraint(revokeAllocationSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: revokeAllocationSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Card as="section" aria-labelledby="revoke-title">
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <h2 id="revoke-title">{`Take back places from ${allocation.member ?? 'this account'}`}</h2>
        <p className={text.small}>Tickets that were bought stay. Everything else goes back on sale.</p>
        <input type="hidden" name="intent" value="revoke" />
        <input type="hidden" name="allocation" value={allocation.id} />
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField meta={fields.reason} label="Reason" hint="Kept in the log of what staff did." />
        <div>
          <Button type="submit" variant="danger">
            Take back
          </Button>
        </div>
      </Form>
    </Card>
  )
}
