import { Form, Link, useNavigation } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field, FieldErrors, TextInput } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { EmptyList, FilterBar, RetryLink, useListState } from '#ui/office/list-frame.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { ListTools } from '../../ui/list-tools.tsx'
import { failureReason, failureTab, failureTitle, isDecidedHere } from '../failures.rules.ts'
import type { FailureQuery } from '../failures.schema.ts'
import { FAILURE_TABS, type Failure, type FailureList as List } from '../failures.types.ts'
import * as css from './failure-list.css.ts'

const pathOf = ({ show, after }: FailureQuery) => paths.adminFailures({ show, after })

const nothing: List = {
  failures: [],
  counts: { total: 0, other: 0, mail: 0, refund: 0, payment: 0, change: 0, pass: 0, type: 0, job: 0 },
  next: null,
  timeZone: 'UTC',
  now: '',
}

/** A form about a failure that was refused: which one, and why. */
export type RefusedFailure = { kind: string; id: string; message: string }

/**
 * Lists what failed by its kind, with what an admin can do about each.
 * @param list null where it could not be read
 * @param refused the form that was sent last and refused; null for none
 */
export function FailureList({
  list,
  query,
  refused,
}: {
  list: List | null
  query: FailureQuery
  refused: RefusedFailure | null
}) {
  const state = useListState(list === null)
  const { failures, counts, next } = list ?? nothing
  const first = { ...query, after: null }
  return (
    <div className={stack[5]}>
      <FilterBar
        tools={<ListTools page="failures" csv={paths.adminExport('failures', { show: query.show })} />}
      >
        {null}
      </FilterBar>
      <LinkTabs
        label="Failures by what failed"
        tabs={[
          {
            to: pathOf({ show: null, after: null }),
            label: `All (${counts.total})`,
            current: query.show === null,
          },
          ...FAILURE_TABS.map((show) => ({
            to: pathOf({ show, after: null }),
            label: `${failureTab(show)} (${counts[show]})`,
            current: show === query.show,
          })),
        ]}
      />
      <Table
        state={state}
        caption="Failures, newest first"
        columns={columnsOf(list ?? nothing, refused)}
        rows={failures}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        empty={
          <EmptyList
            title={query.after ? 'No more failures' : 'Nothing has failed'}
            clear={query.show === null || query.after ? null : pathOf({ show: null, after: null })}
          />
        }
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of failures"
        previous={query.after === null ? null : pathOf(first)}
        previousLabel="First page"
        next={next && pathOf({ ...query, after: `${next.at} ${next.id}` })}
        nextLabel="Older failures"
      />
    </div>
  )
}

function columnsOf({ timeZone, now }: List, refused: RefusedFailure | null): Column<Failure>[] {
  return [
    {
      key: 'what',
      header: 'What',
      cell: (failure) => (
        <span className={css.two}>
          {failureTitle(failure)}
          {failure.about && <span className={css.faint}>{failure.about}</span>}
        </span>
      ),
    },
    {
      key: 'reason',
      header: 'Reason',
      cell: (failure) => <span className={css.reason}>{failureReason(failure)}</span>,
    },
    { key: 'tries', header: 'Tries', cell: ({ attempts }) => attempts, numeric: true },
    {
      key: 'time',
      header: 'Since',
      cell: ({ at }) => (
        <time dateTime={machineTime(at)} suppressHydrationWarning>
          {formatMoment(at, timeZone, now)}
        </time>
      ),
    },
    {
      key: 'order',
      header: 'Order',
      cell: ({ orderCode }) =>
        orderCode ? <Link to={paths.ticketManagementOrder(orderCode)}>{orderCode}</Link> : '—',
    },
    {
      key: 'action',
      header: 'Action',
      cell: (failure) => (
        <Actions
          failure={failure}
          message={refused?.kind === failure.kind && refused.id === failure.id ? refused.message : null}
        />
      ),
    },
  ]
}

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
