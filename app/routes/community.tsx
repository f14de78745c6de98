import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listPosts } from '#features/community/community.reads.server.ts'
import { PostCard } from '#features/community/ui/post-card.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { useHashTarget } from '#ui/hash-target.ts'
import { page, prose, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'

/** Never kept in the page cache: what was hidden is gone at once. */
export async function loader(args: LoaderFunctionArgs) {
  return listPosts(args, new URL(args.request.url).searchParams.get('from'))
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: list }) =>
  pageMeta(matches, {
    title: 'Community',
    description: 'What people are saying before, during and after the party.',
    path: paths.community(),
    // the pages of a list are there for people; search engines read the newest
    noindex: Boolean(list?.from),
  })

/** What people say, newest first. */
export default function Community() {
  const { posts, next, from, now, timeZone } = useLoaderData<typeof loader>()
  const target = useHashTarget()
  const startingWith = (id: string) => paths.community({ from: id })
  return (
    <div className={classNames(page, prose)}>
      <PageHeader
        title="Community"
        text="What people are saying before, during and after the party. Posting isn't open yet."
      />
      {posts.length > 0 ? (
        <div className={stack[4]}>
          {posts.map((post) => (
            <PostCard
              key={post.id}
              post={post}
              now={now}
              timeZone={timeZone}
              marked={target === `post-${post.id}`}
            />
          ))}
          <Pagination
            label="More posts"
            previous={from && paths.community()}
            previousLabel="Newest posts"
            next={next && startingWith(next)}
            nextLabel="Older posts"
          />
        </div>
      ) : (
        <EmptyState
          title="No posts yet"
          text="Nobody has posted anything."
          action={<LinkButton to={paths.events()}>See events</LinkButton>}
        />
      )}
    </div>
  )
}
