import * as paths from '#core/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { useHashTarget } from '#ui/hash-target.ts'
import { stack, text } from '#ui/layout.css.ts'
import { Pagination } from '#ui/pagination.tsx'
import type { PostsBy } from '../../community.types.ts'
import { PostCard } from '../../ui/post-card.tsx'
import type { PersonPage } from '../people.types.ts'

/** What a member posted, newest first, as far as everybody may read it. Of somebody whom the reader muted there is nothing. */
export function PersonPosts({ person, posts: list }: { person: PersonPage; posts: PostsBy }) {
  const target = useHashTarget()
  const { username, card, mine, isMe } = person
  const { posts, from, next } = list
  const here = paths.person(username, { from })
  return (
    <section aria-labelledby="person-posts" className={stack[4]} data-testid="person-posts">
      <h2 id="person-posts">Posts</h2>
      {mine === 'mute' ? (
        <p className={text.muted}>{`You muted ${card.displayName}. Unmute them to see their posts.`}</p>
      ) : posts.length > 0 ? (
        posts.map((post) => (
          <PostCard
            key={post.id}
            post={post}
            reader={{ ...list, here }}
            marked={target === `post-${post.id}`}
            level={3}
          />
        ))
      ) : (
        <EmptyState
          title={from ? 'Nothing earlier' : 'No posts yet'}
          text={isMe ? 'What you post in the community shows up here.' : undefined}
        />
      )}
      <Pagination
        label="More posts"
        previous={from && paths.person(username)}
        previousLabel="Newest posts"
        next={next && paths.person(username, { from: next })}
        nextLabel="Older posts"
      />
    </section>
  )
}
