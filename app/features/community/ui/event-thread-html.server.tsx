import { randomUUID } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import * as paths from '#core/paths.ts'
import { relativeTime } from '#core/time.ts'
import { size, variant } from '#ui/button.css.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Checkbox, Field, Textarea } from '#ui/field.tsx'
import { mayWrite, mostPostLetters, pauseText, threadLooks } from '../community.rules.ts'
import type { PostList, Thread } from '../community.types.ts'
import * as css from './event-thread.css.ts'

/** Writes in the thread from the page of its event: a plain form, which that page's scripts know nothing of. */
function EventComposer({ thread, here }: { thread: Thread; here: string }) {
  return (
    <form
      method="post"
      action={paths.community({ event: thread.id })}
      aria-label="New post"
      className={css.form}
    >
      <input type="hidden" name="intent" value="post" />
      <input type="hidden" name="event" value={thread.id} />
      <input type="hidden" name="back" value={here} />
      <input type="hidden" name="idempotencyKey" value={randomUUID()} />
      <Field id="thread-body" label={`Say something about ${thread.title}`} required>
        {(control) => <Textarea {...control} name="body" rows={3} maxLength={mostPostLetters} />}
      </Field>
      <div className={css.actions}>
        {thread.mode === 'recap' && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
          <label className={css.choice}>
            <Checkbox name="topic" value="lost_and_found" /> Lost or found something
          </label>
        )}
        <a href={paths.community({ event: thread.id })} className={css.more}>
          Add pictures
        </a>
        <Button type="submit" variant="primary">
          Post
        </Button>
      </div>
    </form>
  )
}

/** The newest posts of an event's thread, a form for who may write there now, and the way to the whole thread. */
function EventThread({ list, here }: { list: PostList; here: string }) {
  const { thread, now, timeZone } = list
  if (!thread) return null
  const posts = [...list.pinned, ...list.posts.filter(({ isPinned }) => !isPinned)].slice(0, 3)
  const isClosed = thread.mode === 'locked'
  return (
    <section className={css.section} aria-labelledby="thread-title" id="thread">
      <h2 id="thread-title" className={css.title}>
        What people say
      </h2>
      <p className={css.mode}>
        {threadLooks[thread.mode].text}
        {!isClosed && thread.slowSeconds !== null && ` Slow mode: ${pauseText(thread.slowSeconds)}.`}
      </p>
      {mayWrite(list, thread) && <EventComposer thread={thread} here={here} />}
      {!list.mayPost && !isClosed && (
        <p>
          <a
            href={paths.home({ auth: 'login', redirect: `${here}#thread` })}
            className={classNames(variant.secondary, size.md)}
          >
            Sign in to post
          </a>
        </p>
      )}
      {posts.length > 0 && (
        <ul className={css.list}>
          {posts.map(({ id, excerpt, author, createdAt }) => (
            <li key={id} id={`post-${id}`}>
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
          {posts.length > 0 ? 'Read the whole thread' : 'Open the thread'}
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
  const { id, slug } = list.thread
  return renderToStaticMarkup(<EventThread list={list} here={paths.event(id, slug)} />)
}
