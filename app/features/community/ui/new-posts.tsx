import { Link } from '@remix-run/react'
import { useMemo } from 'react'
import { usePolling } from '#browser/use-polling.ts'
import * as paths from '#core/paths.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import * as css from './composer.css.ts'

/** How often an open feed asks, in milliseconds. */
const pause = 30_000

/**
 * Announces that a feed has newer posts than an open page, without moving what somebody reads; the link shows them.
 * @param after when the newest post of the page was written; null where there is none
 * @param feed the tab or the event of the feed
 */
export function NewPosts({
  after,
  feed,
  to,
}: {
  after: string | null
  feed: { tab: string; event: string | null }
  to: string
}) {
  const none = useMemo(() => ({ count: 0, after }), [after])
  const { read, news } = usePolling(none, {
    address: after && paths.newPosts({ after, tab: feed.tab, event: feed.event }),
    every: pause,
    parse: (body) =>
      typeof body === 'object' && body !== null && 'count' in body && typeof body.count === 'number'
        ? { count: body.count, after }
        : null,
    newsBetween: (before, now) => (now.count > before.count ? textOf(now.count) : ''),
  })
  return (
    <>
      <span className={visuallyHidden} role="status">
        {news}
      </span>
      {read.count > 0 && (
        <Link to={to} className={css.summary}>
          {textOf(read.count)}
        </Link>
      )}
    </>
  )
}

const textOf = (count: number) =>
  count === 1 ? '1 new post' : count >= 20 ? '20 or more new posts' : `${count} new posts`
