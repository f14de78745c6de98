import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import type { Role } from '#core/role-names.ts'
import type { Capability } from '#core/roles.ts'
import { shortDate } from '#core/time.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { stack } from '#ui/layout.css.ts'
import { EmptyList, FilterBar, ListSearch, RetryLink, useListState } from '#ui/office/list-frame.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, sortLinkOf, Table } from '#ui/table.tsx'
import type { PeopleQuery } from '../people.schema.ts'
import type { ListedPerson, People, PersonDetails } from '../people.types.ts'
import * as css from './people-page.css.ts'

const roleNames: Record<Role, { text: string; tone: BadgeTone }> = {
  admin: { text: 'Admin', tone: 'solid' },
  moderator: { text: 'Moderator', tone: 'accent' },
  member: { text: 'Member', tone: 'neutral' },
  guest: { text: 'Guest', tone: 'neutral' },
}
const capabilityNames: Record<Capability, string> = {
  scan: 'Scanner',
  door_manager: 'Door manager',
  promoter: 'Promoter',
  stream_operator: 'Stream operator',
}

/**
 * The people with an account, by name, with a search.
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
  const filters = { q: q || null, sort: sort === 'name' ? null : sort }
  const address = (changes: Record<string, string | null>) => paths.userManagement({ ...filters, ...changes })
  const sortLink = (key: 'name' | 'joined') => sortLinkOf(sort, key, (asked) => address({ sort: asked }))
  const columns = [...nameColumns, ...(all ? detailColumns(timeZone) : [])].map((column) =>
    column.key === 'name' || column.key === 'joined' ? { ...column, sortLink: sortLink(column.key) } : column,
  )
  return (
    <div className={stack[5]}>
      <FilterBar tools={tools}>
        <ListSearch
          id="q"
          label={all ? 'Name, username or email' : 'Name or username'}
          value={q}
          action={paths.userManagement()}
          fields={{ sort: filters.sort }}
          maxLength={80}
        />
      </FilterBar>
      <SelectionBar
        form="people"
        fields={{ ...filters, after, selected: '1' }}
        actions={[{ to: paths.adminExport('people'), label: 'Download selected' }]}
        preview={(count) =>
          `${count} selected: a CSV file with ${count === 1 ? '1 line' : `${count} lines`}${all ? ', emails included' : ''}.`
        }
      />
      <Table
        caption={q ? `People matching “${q}”` : 'Everyone with an account'}
        columns={columns}
        selection={{ form: 'people', label: ({ displayName }) => `Select ${displayName}` }}
        rows={people}
        rowKey={({ id }) => id}
        state={state}
        empty={
          <EmptyList
            title={after ? 'No more people' : q ? `No results for “${q}”` : 'Nobody has an account yet'}
            clear={q ? paths.userManagement({ sort: filters.sort }) : null}
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
    </div>
  )
}

const nameColumns: Column<ListedPerson>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (person) => (
      <span className={css.name}>
        {person.displayName}
        {'role' in person && person.deactivatedAt && <Badge tone="danger">Deactivated</Badge>}
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
