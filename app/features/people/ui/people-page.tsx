import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import type { Capability, Role } from '#core/roles.ts'
import { shortDate } from '#core/time.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { Pagination } from '#ui/pagination.tsx'
import { type Column, Table } from '#ui/table.tsx'
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
 * @param all whether the caller gets roles, grants and addresses, or only names and usernames
 * @param timeZone IANA zone of the brand, for dates
 */
export function PeoplePage({
  people: { people, next },
  query,
  all,
  timeZone,
}: {
  people: People
  query: PeopleQuery
  all: boolean
  timeZone: string
}) {
  const { q, after } = query
  const address = (asked: Record<string, string>) => paths.userManagement({ ...(q && { q }), ...asked })
  return (
    <div className={stack[5]}>
      <Form method="get" role="search" className={css.search}>
        <Field id="q" label={all ? 'Name, username or email' : 'Name or username'}>
          {(control) => (
            <TextInput {...control} key={q} name="q" type="search" defaultValue={q} maxLength={80} />
          )}
        </Field>
        <Button type="submit">Search</Button>
      </Form>
      <Table
        caption={q ? `People matching “${q}”` : 'Everyone with an account'}
        columns={all ? [...nameColumns, ...detailColumns(timeZone)] : nameColumns}
        rows={people}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={after ? 'No more people' : `No results for “${q}”`}
            action={
              <LinkButton to={paths.userManagement()} variant="secondary">
                Show everyone
              </LinkButton>
            }
          />
        }
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
