import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatClock, formatDay } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { ticketStates } from '#core/states.ts'
import { printTicketCode } from '#core/ticket-code.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field-frame.tsx'
import { grid, stack } from '#ui/layout.css.ts'
import {
  DayField,
  EmptyList,
  FilterBar,
  ListKeys,
  ListSearch,
  RetryLink,
  useListState,
} from '#ui/office/list-frame.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Select } from '#ui/select.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, sortLinkOf, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import type { AttendeesQuery } from '../attendees.schema.ts'
import type { Attendee, AttendeeFilter, Attendees } from '../attendees.types.ts'
import * as css from './attendee-list.css.ts'

const filters: Record<AttendeeFilter, string> = {
  all: 'All',
  expected: 'Expected',
  arrived: 'Arrived',
  vip: 'VIP',
  blocked: 'Blocked',
  void: 'Void',
}

const captions: Record<AttendeesQuery['sort'], string> = {
  name: 'Attendees, A to Z',
  '-name': 'Attendees, Z to A',
  arrival: 'Attendees, first arrivals first',
  '-arrival': 'Attendees, latest arrivals first',
}

/** Builds the path of a list; the event stays the one that is shown. */
function attendeesPath({ show, q, sort, rows, ...rest }: Omit<AttendeesQuery, 'sort'> & { sort: string }) {
  return paths.attendees({
    ...rest,
    show: show === 'all' ? null : show,
    q: q || null,
    sort: sort === 'name' ? null : sort,
    rows: rows === '50' ? null : rows,
  })
}

/**
 * Lists the tickets of an event with who has them and when they came, as a table on a desk and cards on a phone.
 * @param list null where it could not be read
 * @param query the filters, the order and the page of the list
 * @param tools what is shown beside the search: saved views, the file
 */
export function AttendeeList({
  list,
  query,
  tools,
}: {
  list: Attendees | null
  query: AttendeesQuery
  tools: ReactNode
}) {
  const state = useListState(list === null)
  const { show, q, type, code, from, to, sort, rows, after } = query
  const event = list?.event ?? null
  const first = { ...query, event: event?.id ?? query.event, after: null }
  if (list && !event)
    return <EmptyState title="No events yet" text="An event shows up here once it is published." />
  const mayContact = list?.mayContact ?? false
  const timeZone = event?.timeZone ?? 'UTC'
  const isNarrowed = [q, type, code, from, to].some(Boolean) || show !== 'all'
  const kept = { show, event: first.event, sort, type, code, from, to, rows }
  return (
    <div className={stack[5]}>
      {list?.figures && (
        <div className={grid.tiles}>
          <StatTile label="Tickets" value={list.figures.tickets} />
          <StatTile label="Inside now" value={list.figures.inNow} />
          <StatTile label="Still to come" value={list.figures.remaining} />
        </div>
      )}
      <FilterBar tools={tools}>
        <ListSearch
          id="attendee-search"
          label={mayContact ? 'Name, code, email or phone' : 'Name'}
          value={q}
          action={paths.attendees()}
          fields={{
            event: first.event,
            show: show === 'all' ? null : show,
            sort: sort === 'name' ? null : sort,
            rows: rows === '50' ? null : rows,
          }}
          maxLength={254}
          active={[type, code, from, to].filter(Boolean).length}
        >
          <Choice
            id="attendee-type"
            name="type"
            label="Ticket type"
            value={type}
            choices={list?.types ?? []}
          />
          {list && list.codes.length > 0 && (
            <Choice id="attendee-code" name="code" label="Code used" value={code} choices={list.codes} />
          )}
          <DayField id="attendee-from" name="from" label="Bought from" value={from} />
          <DayField id="attendee-to" name="to" label="To" value={to} />
        </ListSearch>
      </FilterBar>
      <LinkTabs
        label="Attendees by status"
        tabs={(Object.keys(filters) as AttendeeFilter[]).map((filter) => ({
          to: attendeesPath({
            ...first,
            show: filter,
            sort: filter === 'arrived' || !sort.endsWith('arrival') ? sort : 'name',
          }),
          label: filters[filter],
          current: filter === show,
        }))}
      />
      <SelectionBar
        form="attendees"
        fields={{ ...kept, q, after, selected: '1', list: 'attendees' }}
        actions={[
          { to: paths.adminExport('attendees'), label: 'Download selected' },
          ...(mayContact
            ? [
                { to: paths.ticketAction('reissue'), label: 'New codes…' },
                { to: paths.ticketAction('void'), label: 'Cancel or refund…' },
              ]
            : []),
        ]}
        preview={(count) => `${count} selected.${mayContact ? ' Files hold names and emails.' : ''}`}
      />
      <Table
        state={state}
        selection={{ form: 'attendees', label: ({ holder, type: of }) => `Select ${holder}, ${of}` }}
        caption={q ? `Attendees that match “${q}”` : captions[sort]}
        columns={columnsOf(mayContact, timeZone, list?.now ?? '', {
          name: sortLinkOf(sort, 'name', (asked) => attendeesPath({ ...first, sort: asked })),
          arrival: sortLinkOf(
            sort,
            'arrival',
            (asked) => attendeesPath({ ...first, show: 'arrived', sort: asked }),
            'descending',
          ),
        })}
        rows={list?.attendees ?? []}
        rowKey={({ id }) => id}
        empty={
          after ? (
            <EmptyList title="Nobody else" clear={null} />
          ) : (
            <EmptyList
              title={isNarrowed ? 'No matches' : 'No tickets yet'}
              clear={isNarrowed ? paths.attendees({ event: first.event }) : null}
            />
          )
        }
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of attendees"
        previous={after === null ? null : attendeesPath(first)}
        previousLabel="First page"
        next={list?.next && attendeesPath({ ...first, after: list.next })}
        nextLabel="More attendees"
        note={
          list?.next &&
          rows === '50' && (
            <LinkButton variant="ghost" to={attendeesPath({ ...first, rows: '150' })}>
              Show 150
            </LinkButton>
          )
        }
      />
      <ListKeys search="attendee-search" />
    </div>
  )
}

function Choice({
  id,
  name,
  label,
  value,
  choices,
}: {
  id: string
  name: string
  label: string
  value: string | null
  choices: Attendees['types']
}) {
  return (
    <Field id={id} label={label}>
      {(control) => (
        <Select
          {...control}
          key={value ?? ''}
          name={name}
          defaultValue={value ?? ''}
          placeholder="Any"
          options={choices.map((choice) => ({ value: choice.id, label: choice.name }))}
        />
      )}
    </Field>
  )
}

function columnsOf(
  mayContact: boolean,
  timeZone: string,
  now: string,
  sort: Record<'name' | 'arrival', Column<Attendee>['sortLink']>,
): Column<Attendee>[] {
  const name: Column<Attendee> = {
    key: 'name',
    header: 'Name',
    sortLink: sort.name,
    cell: ({ holder, order }) =>
      order ? <Link to={paths.ticketManagementOrder(order.code)}>{holder}</Link> : holder,
  }
  const type: Column<Attendee> = {
    key: 'type',
    header: 'Ticket',
    cell: (row) => (
      <span className={css.two}>
        {row.type}
        {row.partOf && <span className={css.faint}>{row.partOf}</span>}
        {row.code && <span className={css.faint}>{printTicketCode(row.code)}</span>}
      </span>
    ),
  }
  const order: Column<Attendee> = {
    key: 'order',
    header: 'Order',
    cell: (row) =>
      row.order && (
        <span className={css.two}>
          {row.order.code}
          <span className={css.faint}>{row.order.email}</span>
          {row.order.phone && <span className={css.faint}>{row.order.phone}</span>}
          {row.order.promoCode && <span className={css.faint}>Code {row.order.promoCode}</span>}
        </span>
      ),
  }
  return [
    name,
    type,
    ...(mayContact ? [order] : []),
    {
      key: 'bought',
      header: 'Bought',
      cell: ({ boughtAt }) => (
        <time dateTime={machineTime(boughtAt)} suppressHydrationWarning>
          {formatDay(boughtAt, timeZone, now)}
        </time>
      ),
    },
    {
      key: 'arrival',
      header: 'Arrived',
      sortLink: sort.arrival,
      cell: ({ enteredAt, gate }) =>
        enteredAt ? (
          <span className={css.two}>
            <time dateTime={machineTime(enteredAt)} suppressHydrationWarning>
              {formatClock(enteredAt, timeZone)}
            </time>
            {gate && <span className={css.faint}>{gate}</span>}
          </span>
        ) : (
          '—'
        ),
    },
    {
      key: 'state',
      header: 'Status',
      cell: ({ status, isVip, isBlocked, enteredAt, order: of }) => (
        <span className={css.states}>
          {!ticketStates[status].isValid ? (
            <Badge tone="danger">Void</Badge>
          ) : isBlocked ? (
            <Badge tone="warning">Blocked</Badge>
          ) : enteredAt ? (
            <Badge tone="info">Inside</Badge>
          ) : (
            <Badge tone="success">Valid</Badge>
          )}
          {isVip && <Badge tone="accent">VIP</Badge>}
          {of?.isTest && <Badge tone="info">Test</Badge>}
        </span>
      ),
    },
  ]
}
