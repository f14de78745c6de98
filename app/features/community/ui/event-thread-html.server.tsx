import { renderToStaticMarkup } from 'react-dom/server'
import * as paths from '#core/paths.ts'
import { relativeTime } from '#core/time.ts'
import { threadLooks } from '../community.rules.ts'
import type { PostList } from '../community.types.ts'
import * as css from './event-thread.css.ts'

/** The newest posts of an event's thread and the way to it, for the page of the event. */
function EventThread({ list }: { list: PostList }) {
  const { thread, now, timeZone } = list
  if (!thread) return null
  const posts = [...list.pinned, ...list.posts.filter(({ isPinned }) => !isPinned)].slice(0, 3)
  return (
    <section className={css.section} aria-labelledby="thread-title" id="thread">
      <h2 id="thread-title" className={css.title}>
        What people say
      </h2>
      <p className={css.mode}>{threadLooks[thread.mode].text}</p>
      {posts.length > 0 && (
        <ul className={css.list}>
          {posts.map(({ id, excerpt, author, createdAt }) => (
            <li key={id}>
              <a href={paths.post(id)} className={css.item}>
                <span className={css.who}>
                  {author.name} · {relativeTime(createdAt, new Date(now), timeZone)}
                </span>
                {excerpt}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={paths.community({ event: thread.id })} className={css.more}>
          {thread.mode === 'locked' ? 'Read the thread' : 'Join the thread'}
        </a>
      </p>
    </section>
  )
}

/**
 * Renders the newest posts of an event's thread as HTML, for a page whose scripts have no room for them.
 * @returns an empty text where the reader sees no thread, or a closed one that nobody wrote in
 */
export function eventThreadHtml(list: PostList | null): string {
  if (!list?.thread || (list.thread.mode === 'locked' && list.posts.length === 0)) return ''
  return renderToStaticMarkup(<EventThread list={list} />)
}
