import { lazy, Suspense, useEffect, useState } from 'react'
import * as paths from '#core/paths.ts'
import { touchLink } from '#ui/touch-link.css.ts'
import * as css from './live-chat.css.ts'

/** Fetched once the page has begun: what is seen first does not wait for it. */
const ChatPanel = lazy(() => import('./chat-panel.tsx').then((loaded) => ({ default: loaded.ChatPanel })))

/** The chat of a stream as a part of its page. Before JavaScript a link leads to the chat's own page, which is plain HTML. */
export function LiveChat({
  stream,
}: {
  stream: { id: string; code: string; title: string; timeZone: string }
}) {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const plain = (
    <section className={css.place} aria-label="Chat">
      <a href={paths.liveChat(stream.code)} className={touchLink}>
        Open the chat
      </a>
    </section>
  )
  if (!isReady) return plain
  return (
    <Suspense fallback={plain}>
      <ChatPanel key={stream.id} stream={stream} />
    </Suspense>
  )
}
