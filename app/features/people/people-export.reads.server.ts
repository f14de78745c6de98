import type { CsvValue } from '#core/csv.ts'
import { rowPages, selectedIds } from '#core/row-pages.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { listPeople } from './people.reads.server.ts'
import { stateNames } from './people.rules.ts'
import { peopleQuerySchema } from './people.schema.ts'
import type { ListedPerson } from './people.types.ts'

/** The people of the list's filters as lines of a file, for admins. */
export function exportPeople(args: RequestArgs, query: URLSearchParams) {
  const filters = peopleQuerySchema.parse(Object.fromEntries(query))
  const selected = selectedIds(query)
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = async (after: string | null) => {
      const { people, next } = await listPeople(
        args,
        { ...filters, after: after ?? undefined },
        selected ? 25 : 100,
      )
      return { rows: people, next }
    }
    for await (const page of rowPages(read, filters.after ?? null, selected, ({ id }) => id))
      yield page.map(line)
  }
  return {
    header: ['Name', 'Username', 'Role', 'Email', 'Joined', 'Status', 'Suspended until'],
    pages: lines(),
  }
}

function line(person: ListedPerson): CsvValue[] {
  const listed = 'role' in person ? person : null
  return [
    person.displayName,
    person.username,
    listed?.role ?? null,
    listed?.email ?? null,
    listed?.createdAt ?? null,
    listed ? stateNames[listed.state].text : null,
    listed?.suspendedUntil ?? null,
  ]
}
