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

/** Never stored in the page cache: a hidden post must be gone at once. */
export async function loader(args: LoaderFunctionArgs) {
  return listPosts(args, new URL(args.request.url).searchParams.get('from'))
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: list }) =>
  pageMeta(matches, {
    title: 'Community',
    description: 'What people are saying before, during and after the party.',
    path: paths.community(),
    // Lets search engines index the first page only; the others are for people.
    noindex: Boolean(list?.from),
  })

/** Lists posts, newest first. */
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
          text="Nobody has posted yet."
          action={<LinkButton to={paths.events()}>See events</LinkButton>}
        />
      )}
    </div>
  )
}
