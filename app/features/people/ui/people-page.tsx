import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { capabilityNames } from '#core/capability-names.ts'
import * as paths from '#core/paths.ts'
import { roleNames, roles } from '#core/role-names.ts'
import { doorCapabilities } from '#core/roles.ts'
import { shortDate } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Field } from '#ui/field-frame.tsx'
import { stack } from '#ui/layout.css.ts'
import {
  EmptyList,
  FilterBar,
  FilterChip,
  ListKeys,
  ListSearch,
  RetryLink,
  useListState,
} from '#ui/office/list-frame.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { type Column, sortLinkOf, Table } from '#ui/table.tsx'
import { stateNames } from '../people.rules.ts'
import { type PeopleQuery, type PeopleState, peopleStates } from '../people.schema.ts'
import type { ListedPerson, People, PersonDetails } from '../people.types.ts'
import * as css from './people-page.css.ts'

const stateFilters: Record<PeopleState, string> = {
  active: 'Active',
  suspended: 'Suspended',
  banned: 'Banned',
  deleting: 'To be deleted',
  merged: 'Merged',
}
const grantNames = { any: 'Any access', ...capabilityNames }

/**
 * The people with an account, by name, with a search and, for admins, filters and a file.
 * @param people null where they could not be read
 * @param all whether the caller gets roles, grants and addresses, or only names and usernames
 * @param tools what is shown beside the search: saved views, the file
 * @param timeZone IANA zone of the brand, for dates
 */
export function PeoplePage({
  people: list,
  query,
  all,
  timeZone,
  tools,
}: {
  people: People | null
  query: PeopleQuery
  all: boolean
  timeZone: string
  tools: ReactNode
}) {
  const { people, next } = list ?? { people: [], next: null }
  const state = useListState(list === null)
  const { q, sort, after } = query
  const filters = peopleFilters(query)
  const address = (changes: Record<string, string | null>) => paths.userManagement({ ...filters, ...changes })
  const sortLink = (key: 'name' | 'joined') => sortLinkOf(sort, key, (asked) => address({ sort: asked }))
  const columns = [...nameColumns, ...(all ? detailColumns(timeZone) : [])].map((column) =>
    column.key === 'name' || column.key === 'joined' ? { ...column, sortLink: sortLink(column.key) } : column,
  )
  const isNarrowed = Boolean(q || (all && (query.role || query.state || query.grant)))
  return (
    <div className={stack[5]}>
      <FilterBar tools={tools}>
        <ListSearch
          id="q"
          label={all ? 'Name, username, email or order code' : 'Name or username'}
          value={q}
          action={paths.userManagement()}
          fields={{ sort: filters.sort }}
          maxLength={80}
          active={[query.role, query.state, query.grant].filter(Boolean).length}
        >
          {all && (
            <>
              <Choice
                id="role"
                label="Role"
                value={query.role}
                options={roles.map((role) => ({ value: role, label: roleNames[role].text }))}
              />
              <Choice
                id="state"
                label="Status"
                value={query.state}
                options={peopleStates.map((name) => ({ value: name, label: stateFilters[name] }))}
              />
              <Choice
                id="grant"
                label="Access"
                value={query.grant}
                options={(['any', ...doorCapabilities] as const).map((name) => ({
                  value: name,
                  label: grantNames[name],
                }))}
              />
            </>
          )}
        </ListSearch>
      </FilterBar>
      {all && (query.role || query.state || query.grant) && (
        <div className={css.chips}>
          {query.role && (
            <FilterChip label="Role" value={roleNames[query.role].text} remove={address({ role: null })} />
          )}
          {query.state && (
            <FilterChip label="Status" value={stateFilters[query.state]} remove={address({ state: null })} />
          )}
          {query.grant && (
            <FilterChip label="Access" value={grantNames[query.grant]} remove={address({ grant: null })} />
          )}
        </div>
      )}
      {all && (
        <SelectionBar
          form="people"
          fields={{ ...filters, after, selected: '1' }}
          actions={[{ to: paths.adminExport('people'), label: 'Download selected' }]}
          preview={(count) =>
            `${count} selected: a CSV file with ${count === 1 ? '1 line' : `${count} lines`}, emails included.`
          }
        />
      )}
      <Table
        caption={q ? `People matching “${q}”` : 'Everyone with an account'}
        columns={columns}
        {...(all
          ? {
              selection: {
                form: 'people',
                label: ({ displayName }: ListedPerson) => `Select ${displayName}`,
              },
            }
          : {})}
        rows={people}
        rowKey={({ id }) => id}
        state={state}
        empty={
          <EmptyList
            title={
              after
                ? 'No more people'
                : q
                  ? `No results for “${q}”`
                  : isNarrowed
                    ? 'No matches'
                    : 'Nobody has an account yet'
            }
            clear={isNarrowed ? paths.userManagement({ sort: filters.sort }) : null}
          />
        }
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of people"
        previous={after ? address({}) : null}
        previousLabel="First page"
        next={next && address({ after: next })}
      />
      <ListKeys search="q" />
    </div>
  )
}

/** Returns the filters of a list as its address has them, without what is the default. */
export function peopleFilters({ q, sort, role, state, grant }: PeopleQuery): Record<string, string | null> {
  return {
    q: q || null,
    sort: sort === 'name' ? null : sort,
    role: role ?? null,
    state: state ?? null,
    grant: grant ?? null,
  }
}

function Choice({
  id,
  label,
  value,
  options,
}: {
  id: 'role' | 'state' | 'grant'
  label: string
  value: string | undefined
  options: SelectOption[]
}) {
  return (
    <Field id={id} label={label}>
      {(control) => (
        <Select
          {...control}
          key={value ?? ''}
          name={id}
          defaultValue={value ?? ''}
          placeholder="Any"
          options={options}
        />
      )}
    </Field>
  )
}

const nameColumns: Column<ListedPerson>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (person) => (
      <span className={css.name}>
        <Link to={paths.userManagementPerson(person.id)}>{person.displayName}</Link>
        {'state' in person && person.state !== 'member' && person.state !== 'guest' && (
          <Badge tone={stateNames[person.state].tone}>{stateNames[person.state].text}</Badge>
        )}
      </span>
    ),
  },
  { key: 'username', header: 'Username', cell: ({ username }) => (username ? `@${username}` : '—') },
]

function detailColumns(timeZone: string): Column<ListedPerson>[] {
  return [
    {
      key: 'role',
      header: 'Role',
      cell: (person) =>
        'role' in person && <Badge tone={roleNames[person.role].tone}>{roleNames[person.role].text}</Badge>,
    },
    {
      key: 'grants',
      header: 'Access',
      cell: (person) =>
        'grants' in person && person.grants.length > 0 ? (
          <ul className={css.grants}>
            {person.grants.map((grant) => (
              <li key={`${grant.capability} ${grant.event}`}>{grantText(grant, timeZone)}</li>
            ))}
          </ul>
        ) : (
          '—'
        ),
    },
    {
      key: 'email',
      header: 'Email',
      cell: (person) => <span className={css.email}>{('email' in person && person.email) || '—'}</span>,
    },
    {
      key: 'joined',
      header: 'Joined',
      cell: (person) => 'createdAt' in person && shortDate(person.createdAt, timeZone),
    },
  ]
}

/** `Scanner, Bass Culture, until Nov 23, 2026`. */
function grantText(
  { capability, event, expiresAt }: PersonDetails['grants'][number],
  timeZone: string,
): string {
  const until = expiresAt ? `, until ${shortDate(expiresAt, timeZone)}` : ''
  return `${capabilityNames[capability]}, ${event ?? 'every event'}${until}`
}
