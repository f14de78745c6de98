import { Link } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { stack } from '#ui/layout.css.ts'
import { Pagination } from '#ui/pagination.tsx'
import type { PersonPost, PersonPosts } from '../people.types.ts'
import * as css from './person-page.css.ts'

/** Lists posts of one person with their days; those that are not hidden lead to the community page. */
export function PostItems({
  posts,
  clock,
}: {
  posts: readonly PersonPost[]
  clock: Pick<PersonPosts, 'timeZone' | 'now'>
}) {
  return (
    <ul className={css.list}>
      {posts.map(({ id, body, createdAt, hidden }) => {
        const when = (
          <time dateTime={machineTime(createdAt)} suppressHydrationWarning>
            {formatDay(createdAt, clock.timeZone, clock.now)},{' '}
            {formatClockWithZone(createdAt, clock.timeZone)}
          </time>
        )
        return (
          <li key={id} className={css.entries[hidden ? 'trouble' : 'plain']} data-testid={`post-${id}`}>
            <p className={css.text}>{body}</p>
            <p className={css.faint}>
              {hidden ? (
                <>
                  {when} <Badge tone="danger">Hidden</Badge>
                </>
              ) : (
                <Link to={`${paths.community({ from: id })}#post-${id}`} className={css.touchLink}>
                  {when}
                </Link>
              )}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

/** Shows a page of what one person posted. */
export function PersonPostList({ list }: { list: PersonPosts }) {
  const { person, posts, from, next } = list
  if (posts.length === 0)
    return <EmptyState title="No posts" text={`${person.displayName} hasn’t posted anything.`} />
  return (
    <div className={stack[4]}>
      <PostItems posts={posts} clock={list} />
      <Pagination
        label="Pages of posts"
        previous={from && paths.userManagementPosts(person.id)}
        previousLabel="Newest"
        next={next && paths.userManagementPosts(person.id, { from: next })}
        nextLabel="Older"
      />
    </div>
  )
}
