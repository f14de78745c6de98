import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { may } from '#core/roles.ts'
import { listPeople } from '#features/people/people.reads.server.ts'
import { peopleQuerySchema } from '#features/people/people.schema.ts'
import { PeoplePage, peopleFilters } from '#features/people/ui/people-page.tsx'
import { ListTools } from '#features/staff/ui/list-tools.tsx'
import { readGuardedList, requireStaffPage } from '#server/actor.server.ts'
import { readShell } from '#server/shell.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const query = peopleQuerySchema.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const [[actor, people], { brand }] = await Promise.all([
    readGuardedList(args, requireStaffPage(args, '/user-management'), () => listPeople(args, query)),
    readShell(args),
  ])
  return data(
    { people, query, timeZone: brand.timeZone, all: may(actor, 'see_contacts') },
    { status: people ? 200 : 500 },
  )
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'User management', description: 'Accounts and roles.', noindex: true })

/** Manages people with an account: roles and grants for admins, names and handles for moderators. */
export default function UserManagement() {
  const list = useLoaderData<typeof loader>()
  return (
    <div className={stack[6]}>
      <PageHeader
        title="User management"
        text={
          list.all ? 'Everyone with an account, their role and their access.' : 'Everyone with an account.'
        }
      />
      <PeoplePage
        {...list}
        tools={
          <ListTools
            page="people"
            csv={list.all ? paths.adminExport('people', peopleFilters(list.query)) : null}
          />
        }
      />
    </div>
  )
}
