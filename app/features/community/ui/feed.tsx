import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useHashTarget } from '#ui/hash-target.ts'
import { stack } from '#ui/layout.css.ts'
import { Pagination } from '#ui/pagination.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import type { FeedTab } from '../community.rules.ts'
import { mayWrite } from '../community.rules.ts'
import type { PostList } from '../community.types.ts'
import { Composer } from './composer.tsx'
import { NewPosts } from './new-posts.tsx'
import { PostCard } from './post-card.tsx'
import { ThreadHead } from './thread-head.tsx'

const tabs: readonly { tab: FeedTab; label: string }[] = [
  { tab: 'latest', label: 'Latest' },
  { tab: 'following', label: 'Following' },
  { tab: 'events', label: 'My events' },
]

const empty: Record<FeedTab, { title: string; text: string }> = {
  latest: { title: 'No posts yet', text: 'Be the first to say something.' },
  following: {
    title: 'Nothing here yet',
    text: 'Follow people on their profiles, and what they post shows up here.',
  },
  events: { title: 'Nothing here yet', text: 'Posts about the events you have tickets for show up here.' },
}

/**
 * Shows a feed: its tabs or the head of its thread, what the reader may write, and a page of posts.
 * @param list what was read
 * @param tab the tab; the thread of an event has none
 * @param refusal why a plain form was refused on the page before
 * @param reply what the server answered to a new post that was sent without JavaScript
 */
export function Feed({
  list,
  tab,
  refusal,
  reply,
  idempotencyKey,
}: {
  list: PostList
  tab: FeedTab
  refusal: string | null
  reply: SubmissionResult | null
  idempotencyKey: string | null
}) {
  const target = useHashTarget()
  const { thread, from, next, posts, pinned, waiting } = list
  const feed = { tab: tab === 'latest' ? null : tab, event: thread?.id ?? null }
  const first = paths.community(feed)
  const here = from ? paths.community({ ...feed, from }) : first
  const reader = { ...list, here }
  const cards = (some: typeof posts) =>
    some.map((post) => (
      <PostCard key={post.id} post={post} reader={reader} marked={target === `post-${post.id}`} />
    ))
  const newest =
    [...posts, ...pinned]
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .at(-1) ?? null
  return (
    <div className={stack[4]}>
      {thread ? (
        <ThreadHead thread={thread} mayModerate={list.mayModerate} here={here} />
      ) : (
        <LinkTabs
          label="Posts"
          tabs={tabs.map(({ tab: one, label }) => ({
            to: paths.community({ tab: one === 'latest' ? null : one }),
            label,
            current: one === tab,
          }))}
        />
      )}
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {mayWrite(list, thread) && !from && idempotencyKey ? (
        <Composer
          thread={thread}
          mayModerate={list.mayModerate}
          here={first}
          idempotencyKey={idempotencyKey}
          reply={reply}
        />
      ) : (
        !list.mayPost &&
        thread?.mode !== 'locked' && (
          <div>
            <LinkButton to={paths.home({ auth: 'login', redirect: first })} variant="secondary">
              Sign in to post
            </LinkButton>
          </div>
        )
      )}
      {list.mayPost && !from && <NewPosts after={newest} feed={{ tab, event: feed.event }} to={first} />}
      {waiting.length > 0 && (
        <section aria-label="Only you can see these" className={stack[4]}>
          <Banner tone="info" title="Only you can see these posts" />
          {cards(waiting)}
        </section>
      )}
      {pinned.length > 0 && (
        <section aria-label="Pinned" className={stack[4]}>
          {cards(pinned)}
        </section>
      )}
      {posts.length > 0 ? (
        <>
          {cards(posts)}
          <Pagination
            label="More posts"
            previous={from && first}
            previousLabel="Newest posts"
            next={next && paths.community({ ...feed, from: next })}
            nextLabel="Older posts"
          />
        </>
      ) : (
        pinned.length + waiting.length === 0 && (
          <EmptyState
            {...empty[tab]}
            action={
              tab !== 'latest' && !list.mayPost ? (
                <LinkButton to={paths.home({ auth: 'login', redirect: first })}>Sign in</LinkButton>
              ) : (
                <LinkButton to={paths.events()}>See events</LinkButton>
              )
            }
          />
        )
      )}
    </div>
  )
}
