import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { capabilityNames } from '#core/capability-names.ts'
import { everyEvent } from '#core/office-choices.ts'
import * as paths from '#core/paths.ts'
import { doorCapabilities } from '#core/roles.ts'
import { longDateTime, shortDate } from '#core/time.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { choices } from '#ui/office/list-frame.css.ts'
import { EmptyList, FilterBar, RetryLink, useListState } from '#ui/office/list-frame.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, Table } from '#ui/table.tsx'
import type { GrantsQuery } from '../grants.schema.ts'
import type { StaffGrant, StaffGrantList } from '../grants.types.ts'

/**
 * Makes the columns of lists of grants.
 * @param timeZone IANA zone of the brand, for grants for every event
 */
export function grantColumns(timeZone: string): Column<StaffGrant>[] {
  return [
    {
      key: 'person',
      header: 'Person',
      cell: ({ person }) => (
        <>
          {person.displayName}
          {person.username && ` (@${person.username})`}
        </>
      ),
    },
    { key: 'capability', header: 'Role', cell: ({ capability }) => capabilityNames[capability] },
    {
      key: 'event',
      header: 'Event',
      cell: ({ event }) =>
        event ? `${event.title}, ${shortDate(event.startsAt, event.timeZone)}` : 'Every event',
    },
    {
      key: 'expires',
      header: 'Ends',
      cell: ({ expiresAt, event }) =>
        expiresAt ? longDateTime(expiresAt, event?.timeZone ?? timeZone) : 'No end date',
    },
    { key: 'by', header: 'Granted by', cell: ({ grantedBy }) => grantedBy ?? '—' },
  ]
}

/**
 * The live grants of everybody, with their filters and what can be ended.
 * @param list null where it could not be read
 * @param tools what is shown beside the filters
 * @param timeZone IANA zone of the brand
 */
export function GrantList({
  list,
  query,
  tools,
  timeZone,
}: {
  list: StaffGrantList | null
  query: GrantsQuery
  tools: ReactNode
  timeZone: string
}) {
  const { grants, next, events } = list ?? { grants: [], next: null, events: [] }
  const state = useListState(list === null)
  const filters = { event: query.event ?? null, capability: query.capability ?? null }
  const event = events.find(({ id }) => id === query.event)
  const isFiltered = filters.event !== null || filters.capability !== null
  return (
    <div className={stack[5]}>
      <FilterBar tools={tools}>
        <Form method="get" action={paths.staffGrants()} role="search" className={choices}>
          <Field id="event" label="Event">
            {(control) => (
              <Select
                {...control}
                key={query.event ?? ''}
                name="event"
                defaultValue={query.event ?? ''}
                options={[
                  { value: '', label: 'All' },
                  ...events.map(({ id, title, startsAt, timeZone: zone }) => ({
                    value: id,
                    label: `${title}, ${shortDate(startsAt, zone)}`,
                  })),
                ]}
              />
            )}
          </Field>
          <Field id="capability" label="Role">
            {(control) => (
              <Select
                {...control}
                key={query.capability ?? ''}
                name="capability"
                defaultValue={query.capability ?? ''}
                options={[
                  { value: '', label: 'All' },
                  ...doorCapabilities.map((value) => ({ value, label: capabilityNames[value] })),
                ]}
              />
            )}
          </Field>
          <Button type="submit" variant="secondary">
            Show
          </Button>
        </Form>
      </FilterBar>
      {(event || grants.length > 0) && (
        <div>
          <LinkButton to={paths.staffGrantsEnd({ event: event?.id ?? everyEvent })} variant="secondary">
            End all door grants{event && ` for ${event.title}`}
          </LinkButton>
        </div>
      )}
      <SelectionBar
        form="grants"
        fields={{}}
        actions={[{ to: paths.staffGrantsEnd(), label: 'End selected' }]}
        preview={(count) => `${count} selected. You can review them before they end.`}
      />
      <Table
        caption="Active grants"
        columns={grantColumns(timeZone)}
        selection={{
          form: 'grants',
          label: ({ person, capability }) => `Select ${person.displayName}, ${capabilityNames[capability]}`,
        }}
        rows={grants}
        rowKey={({ id }) => id}
        state={state}
        empty={
          <EmptyList
            title={isFiltered ? 'No matching grants' : 'No active grants'}
            clear={isFiltered ? paths.staffGrants() : null}
          />
        }
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of grants"
        previous={query.after ? paths.staffGrants(filters) : null}
        previousLabel="First page"
        next={next && paths.staffGrants({ ...filters, after: next })}
      />
    </div>
  )
}

/** The live grants of one person as a section of their page, with the ways to end and to give some. */
export function PersonGrants({ grants, timeZone }: { grants: StaffGrant[]; timeZone: string }) {
  if (grants.length === 0) return <p>No grants.</p>
  const columns = grantColumns(timeZone).filter(({ key }) => key !== 'person')
  return (
    <div className={stack[3]}>
      <Table
        caption="Active grants"
        columns={[
          ...columns,
          {
            key: 'end',
            header: 'Action',
            cell: ({ id, capability }) => (
              <Link to={paths.staffGrantsEnd({ id })} aria-label={`End ${capabilityNames[capability]}`}>
                End
              </Link>
            ),
          },
        ]}
        rows={grants}
        rowKey={({ id }) => id}
        empty={null}
      />
    </div>
  )
}
