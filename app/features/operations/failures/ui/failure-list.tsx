import { Form, Link, useNavigation } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { listFile } from '#core/list-file.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field, FieldErrors, TextInput } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { Dash, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { failureKinds, failureReason, failureTab, failureTitle, isDecidedHere } from '../failures.rules.ts'
import { failureQuerySchema } from '../failures.schema.ts'
import { FAILURE_TABS, type Failure, type FailureList } from '../failures.types.ts'
import * as css from './failure-list.css.ts'

/** A form about a failure that was refused: which one, and why. */
export type RefusedFailure = { kind: string; id: string; message: string }

/** Failures with the form that was sent last and refused; null for none. */
export type ShownFailures = FailureList & { refused: RefusedFailure | null }

/** Lists failures by kind, with the actions of an admin on each. */
export const failureList = defineStaffList({
  name: 'failures',
  title: 'Failures',
  noun: { one: 'failure', many: 'failures' },
  query: failureQuerySchema,
  path: paths.adminFailures,
  rows: ({ failures }: ShownFailures) => failures,
  next: ({ next }) => next && `${next.at} ${next.id}`,
  total: ({ counts }, { show }) => ({ count: counts[show ?? 'total'] }),
  rowKey: ({ kind, id }) => `${kind} ${id}`,
  caption: () => 'Failures, newest first',
  tabs: {
    label: 'Failures by what failed',
    name: 'show',
    options: [
      { value: null, label: 'All' },
      ...FAILURE_TABS.map((show) => ({ value: show, label: failureTab(show) })),
    ],
    count: ({ counts }, show) =>
      Object.entries(counts).find(([name]) => name === (show ?? 'total'))?.[1] ?? null,
  },
  empty: { title: () => 'Nothing has failed', more: 'No more failures' },
  columns: [
    {
      key: 'what',
      header: 'What',
      cell: (failure) => (
        <Lines>
          {failureTitle(failure)}
          {failure.about && <Faint isOneLine>{failure.about}</Faint>}
        </Lines>
      ),
    },
    {
      key: 'reason',
      header: 'Reason',
      phone: 'wide',
      cell: (failure) => <span className={css.reason}>{failureReason(failure)}</span>,
    },
    { key: 'tries', header: 'Tries', numeric: true, phone: 'none', cell: ({ attempts }) => attempts },
    {
      key: 'time',
      header: 'Since',
      phone: 'end',
      cell: ({ at }, { timeZone, now }) => <Time at={at}>{formatMoment(at, timeZone, now)}</Time>,
    },
    {
      key: 'order',
      header: 'Order',
      phone: 'end',
      cell: ({ orderCode }) =>
        orderCode ? <Link to={paths.ticketManagementOrder(orderCode)}>{orderCode}</Link> : <Dash />,
    },
    {
      key: 'action',
      header: 'Action',
      phone: 'wide',
      cell: (failure, { refused }) => (
        <Actions
          failure={failure}
          message={refused?.kind === failure.kind && refused.id === failure.id ? refused.message : null}
        />
      ),
    },
  ],
  file: listFile<Failure, ShownFailures>(
    ({ timeZone }) => timeZone,
    [
      { header: 'Kind', value: ({ kind }) => failureKinds[kind].one },
      { header: 'What', value: ({ what }) => what },
      { header: 'About', value: ({ about }) => about },
      { header: 'Reason', value: (failure) => failureReason(failure) },
      { header: 'Tries', value: ({ attempts }) => attempts },
      { header: 'Since', time: ({ at }) => at },
      { header: 'Order', value: ({ orderCode }) => orderCode },
    ],
  ),
})

function Actions({ failure, message }: { failure: Failure; message: string | null }) {
  const { kind, id, eventId, orderCode } = failure
  const { formData } = useNavigation()
  const busy = (intent: string) => formData?.get('id') === id && formData.get('intent') === intent
  const canDecide = isDecidedHere(kind)
  const name = `${failureTitle(failure)}${failure.about ? `, ${failure.about}` : ''}`
  const fieldId = `reason-${kind}-${id}`.replaceAll(/[^\w-]/g, '-')
  const target = (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
    </>
  )
  return (
    <div className={css.actions}>
      {kind === 'mail' && (
        <Link className={touchLink} to={paths.ticketManagementMail(id)}>
          Open the email
        </Link>
      )}
      {kind === 'refund' && (
        <Link className={touchLink} to={paths.ticketManagementRefundCase(id)}>
          Open the refund
        </Link>
      )}
      {kind === 'change' && eventId && (
        <Link className={touchLink} to={paths.adminEventChanges(eventId)}>
          Open the change
        </Link>
      )}
      {kind === 'type' && orderCode && (
        <Link className={touchLink} to={paths.ticketManagementOrder(orderCode)}>
          Decide
        </Link>
      )}
      {canDecide && (
        <Form method="post" preventScrollReset>
          {target}
          <input type="hidden" name="intent" value="retry" />
          <Button
            type="submit"
            variant="secondary"
            size="sm"
            aria-label={`Retry ${name}`}
            busy={busy('retry')}
          >
            Retry
          </Button>
        </Form>
      )}
      {canDecide && (
        <details className={css.fold} open={message !== null || undefined}>
          <summary className={css.summary} aria-label={`Discard ${name}`}>
            Discard
          </summary>
          <Form method="post" className={stack[3]} preventScrollReset>
            {target}
            <input type="hidden" name="intent" value="discard" />
            <Field
              id={fieldId}
              label="Reason"
              hint={
                kind === 'job' ? 'It is listed again when it fails again.' : 'It stays as it is permanently.'
              }
              errors={message === null ? undefined : [message]}
              required
            >
              {(control) => (
                <TextInput {...control} name="reason" maxLength={500} minLength={3} autoComplete="off" />
              )}
            </Field>
            <Button type="submit" variant="danger" size="sm" busy={busy('discard')}>
              Discard
            </Button>
          </Form>
        </details>
      )}
      {!canDecide && message !== null && <FieldErrors id={`${fieldId}-error`} errors={[message]} />}
    </div>
  )
}
