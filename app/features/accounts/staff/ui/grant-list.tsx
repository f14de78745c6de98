import { Link } from '@remix-run/react'
import { capabilityNames } from '#core/capability-names.ts'
import * as paths from '#core/paths.ts'
import { doorCapabilities } from '#core/roles.ts'
import { longDateTime, shortDate } from '#core/time.ts'
import { stack } from '#ui/layout.css.ts'
import { defineStaffList, type ListColumn } from '#ui/office/staff-list.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { grantsQuerySchema } from '../grants.schema.ts'
import type { StaffGrant, StaffGrantList } from '../grants.types.ts'

/** The columns of lists of grants; times of grants for every event are in the brand's zone. */
const columns: ListColumn<StaffGrant, { timeZone: string }>[] = [
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
  {
    key: 'capability',
    header: 'Role',
    phone: 'end',
    cell: ({ capability }) => capabilityNames[capability],
  },
  {
    key: 'event',
    header: 'Event',
    phone: 'wide',
    cell: ({ event }) =>
      event ? `${event.title}, ${shortDate(event.startsAt, event.timeZone)}` : 'Every event',
  },
  {
    key: 'expires',
    header: 'Ends',
    phone: 'labeled',
    cell: ({ expiresAt, event }, { timeZone }) =>
      expiresAt ? longDateTime(expiresAt, event?.timeZone ?? timeZone) : 'No end date',
  },
  {
    key: 'by',
    header: 'Granted by',
    phone: 'labeled',
    cell: ({ grantedBy }) => grantedBy ?? '—',
  },
]

/** Makes the columns of other tables of grants. @param timeZone IANA zone of the brand */
export function grantColumns(timeZone: string): Column<StaffGrant>[] {
  return columns.map(({ key, header, cell }) => ({ key, header, cell: (grant) => cell(grant, { timeZone }) }))
}

/** The live grants of everybody, and what can be ended. */
export const grantList = defineStaffList({
  name: 'grants',
  title: 'Grants',
  noun: { one: 'grant', many: 'grants' },
  query: grantsQuerySchema,
  path: paths.staffGrants,
  rows: ({ grants }: StaffGrantList) => grants,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: () => 'Active grants',
  filters: (data) => [
    {
      name: 'event',
      label: 'Event',
      kind: 'choice',
      options: () =>
        (data?.events ?? []).map(({ id, title, startsAt, timeZone }) => ({
          value: id,
          label: `${title}, ${shortDate(startsAt, timeZone)}`,
        })),
    },
    {
      name: 'capability',
      label: 'Role',
      kind: 'choice',
      options: () => doorCapabilities.map((value) => ({ value, label: capabilityNames[value] })),
    },
  ],
  selection: {
    label: ({ person, capability }) => `Select ${person.displayName}, ${capabilityNames[capability]}`,
    actions: () => [{ to: paths.staffGrantsEnd(), label: 'End selected' }],
    preview: (count) => `${count} selected. You can review them before they end.`,
    // The page that asks reads an event as all of its grants.
    fields: null,
  },
  empty: {
    title: (_, isNarrowed) => (isNarrowed ? 'No matching grants' : 'No active grants'),
    more: 'No more grants',
  },
  columns,
})

/** The live grants of one person as a section of their page, with the ways to end and to give some. */
export function PersonGrants({ grants, timeZone }: { grants: StaffGrant[]; timeZone: string }) {
  if (grants.length === 0) return <p>No grants.</p>
  const own = grantColumns(timeZone).filter(({ key }) => key !== 'person')
  return (
    <div className={stack[3]}>
      <Table
        caption="Active grants"
        columns={[
          ...own,
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
