import { Link } from '@remix-run/react'
import { capabilityNames } from '#core/capability-names.ts'
import { listFile } from '#core/list-file.ts'
import * as paths from '#core/paths.ts'
import { roleNames, roles } from '#core/role-names.ts'
import { doorCapabilities } from '#core/roles.ts'
import { shortDate } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Badges, Dash, Faint, Lines } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { stateNames } from '../people.rules.ts'
import { type PeopleQuery, type PeopleState, peopleQuerySchema, peopleStates } from '../people.schema.ts'
import type { ListedPerson, People, PersonDetails } from '../people.types.ts'

const stateFilters: Record<PeopleState, string> = {
  active: 'Active',
  suspended: 'Suspended',
  banned: 'Banned',
  deleting: 'To be deleted',
  merged: 'Merged',
}
const grantNames = { any: 'Any access', ...capabilityNames }

const sorts: Record<PeopleQuery['sort'], string> = {
  name: 'By name, A to Z',
  '-name': 'By name, Z to A',
  joined: 'First to join first',
  '-joined': 'Last to join first',
}

const details = (person: ListedPerson): PersonDetails | null => ('role' in person ? person : null)
const isForAdmins = ({ isAdmin }: People) => isAdmin

/** Everyone with an account, by name, with a search and, for admins, filters and a file. */
export const peopleList = defineStaffList({
  name: 'people',
  title: 'User management',
  noun: { one: 'person', many: 'people' },
  query: peopleQuerySchema,
  path: paths.userManagement,
  rows: ({ people }: People) => people,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ q }) => (q ? `People matching “${q}”` : 'Everyone with an account'),
  sorts: (data) => (data?.isAdmin ? sorts : { name: sorts.name, '-name': sorts['-name'] }),
  search: {
    label: (data) => (data?.isAdmin ? 'Name, username, email or order code' : 'Name or username'),
    maxLength: 80,
  },
  filters: (data) =>
    data?.isAdmin
      ? [
          {
            name: 'role',
            label: 'Role',
            kind: 'choice',
            options: () => roles.map((role) => ({ value: role, label: roleNames[role].text })),
          },
          {
            name: 'state',
            label: 'Status',
            kind: 'choice',
            options: () => peopleStates.map((name) => ({ value: name, label: stateFilters[name] })),
          },
          {
            name: 'grant',
            label: 'Access',
            kind: 'choice',
            options: () =>
              (['any', ...doorCapabilities] as const).map((name) => ({
                value: name,
                label: grantNames[name],
              })),
          },
        ]
      : [],
  selection: {
    isFor: isForAdmins,
    label: ({ displayName }) => `Select ${displayName}`,
    actions: () => [{ to: paths.adminExport('people'), label: 'Download selected' }],
    preview: (count) =>
      `${count} selected: a CSV file with ${count === 1 ? '1 line' : `${count} lines`}, emails included.`,
  },
  empty: {
    title: ({ q }, isNarrowed) =>
      q ? `No results for “${q}”` : isNarrowed ? 'No matches' : 'Nobody has an account yet',
    more: 'No more people',
  },
  keeps: ['sort'],
  columns: [
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      cell: (person) => (
        <Badges>
          <Link to={paths.userManagementPerson(person.id)}>{person.displayName}</Link>
          {'state' in person && person.state !== 'member' && person.state !== 'guest' && (
            <Badge tone={stateNames[person.state].tone}>{stateNames[person.state].text}</Badge>
          )}
        </Badges>
      ),
    },
    { key: 'username', header: 'Username', cell: ({ username }) => (username ? `@${username}` : <Dash />) },
    {
      key: 'role',
      header: 'Role',
      phone: 'end',
      isFor: isForAdmins,
      cell: (person) =>
        'role' in person && <Badge tone={roleNames[person.role].tone}>{roleNames[person.role].text}</Badge>,
    },
    {
      key: 'grants',
      header: 'Access',
      phone: 'wide',
      isFor: isForAdmins,
      cell: (person, { timeZone }) => <Grants grants={details(person)?.grants ?? []} timeZone={timeZone} />,
    },
    {
      key: 'email',
      header: 'Email',
      isFor: isForAdmins,
      cell: (person) => <Faint>{details(person)?.email ?? <Dash />}</Faint>,
    },
    {
      key: 'joined',
      header: 'Joined',
      sort: 'joined',
      phone: 'end',
      isFor: isForAdmins,
      cell: (person, { timeZone }) => 'createdAt' in person && shortDate(person.createdAt, timeZone),
    },
  ],
  mayDownload: isForAdmins,
  file: listFile<ListedPerson, People>(
    ({ timeZone }) => timeZone,
    [
      { header: 'Name', value: ({ displayName }) => displayName },
      { header: 'Username', value: ({ username }) => username },
      { header: 'Role', value: (person) => details(person)?.role ?? null },
      { header: 'Email', value: (person) => details(person)?.email ?? null },
      { header: 'Joined', time: (person) => details(person)?.createdAt ?? null },
      {
        header: 'Status',
        value: (person) => ('state' in person ? stateNames[person.state].text : null),
      },
      { header: 'Suspended until', time: (person) => details(person)?.suspendedUntil ?? null },
    ],
    { holdsContacts: true },
  ),
})

/** Lists grants as `Scanner, Bass Culture, until Nov 23, 2026`. */
function Grants({ grants, timeZone }: { grants: PersonDetails['grants']; timeZone: string }) {
  if (grants.length === 0) return <Dash />
  return (
    <Lines>
      {grants.map(({ capability, event, expiresAt }) => (
        <span key={`${capability} ${event}`}>
          {capabilityNames[capability]}, {event ?? 'every event'}
          {expiresAt && `, until ${shortDate(expiresAt, timeZone)}`}
        </span>
      ))}
    </Lines>
  )
}
