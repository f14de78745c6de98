import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listPersonPosts } from '#features/people/people.reads.server.ts'
import { PersonPostList } from '#features/people/ui/person-posts.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const id = z.uuid().safeParse(args.params.id).data
  const from = z.uuid().safeParse(new URL(args.request.url).searchParams.get('from')).data ?? null
  const [, list] = await readGuarded(args, requireStaffPage(args, '/user-management'), () =>
    id ? listPersonPosts(args, id, from) : Promise.resolve(null),
  )
  if (!list) throw notFound()
  return { list }
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: loaded ? `Posts by ${loaded.list.person.displayName}` : 'Page Not Found',
    noindex: true,
  })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) =>
    data
      ? [
          { label: data.list.person.displayName, to: paths.userManagementPerson(data.list.person.id) },
          { label: 'Posts' },
        ]
      : [],
}

/** Lists what one person posted, for those who look after the community. */
export default function PersonPostsRoute() {
  const { list } = useLoaderData<typeof loader>()
  const { count } = list
  const { displayName } = list.person
  return (
    <div className={stack[5]}>
      <PageHeader
        title={`Posts by ${displayName}`}
        text={
          count === 0
            ? undefined
            : `${count.toLocaleString('en-US')} ${count === 1 ? 'post' : 'posts'}, newest first.`
        }
      />
      <PersonPostList list={list} />
    </div>
  )
}
