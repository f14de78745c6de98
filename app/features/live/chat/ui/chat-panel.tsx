import { ExternalLink, Pause, Pin, Play } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '#browser/toast.ts'
import { formatClock } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { newsText, stateText } from '../chat.rules.ts'
import type { ChatAct } from '../chat.schema.ts'
import type { ChatMessage, ChatPage, ChatState, OwnStanding } from '../chat.types.ts'
import { ChatComposer } from './chat-composer.tsx'
import { ChatLine, ChatText } from './chat-line.tsx'
import * as css from './chat-panel.css.ts'
import { ChatSettings } from './chat-settings.tsx'
import { type ChatHandle, type Pending, useChat } from './use-chat.ts'

/** How long the page waits before it tells what came meanwhile, in milliseconds: a chat that is read out line by line drowns everything. */
const toldEvery = 8000

export type ChatPanelProps = {
  stream: { id: string; code: string; title: string; timeZone: string }
  /** What the server rendered the page with; null where the chat is a part of another page. */
  initial?: ChatPage | null
  /** What the server answered to a form that was sent without JavaScript. */
  answer?: { errors: string[] | undefined; text: string; replyTo: string | null } | null
  /** Shows it as a page of its own. */
  isPage?: boolean
}

/** Shows the chat of a stream, and lets members write. */
export function ChatPanel({ stream, initial = null, answer = null, isPage = false }: ChatPanelProps) {
  const handle = useChat(stream.id, initial)
  const { chat, link, pending } = handle
  const { me, state, canRead, messages } = chat
  const [replyTo, setReplyTo] = useState<string | null>(answer?.replyTo ?? null)
  const [isPaused, setPaused] = useState(false)
  const byId = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages])
  const answered = replyTo ? (byId.get(replyTo) ?? null) : null
  const action = paths.liveChat(stream.code)
  const onReply = useCallback((message: ChatMessage) => setReplyTo(message.id), [])
  const actor = useRef(handle.act)
  actor.current = handle.act
  const onAct = useCallback(async (act: ChatAct) => {
    const reason = await actor.current(act)
    if (reason !== null) toast.error({ title: "That didn't work", text: reason })
    else if (act.act === 'report') toast.success({ title: 'Reported', text: 'Moderators look at it.' })
    return reason
  }, [])
  const mayWrite = state?.isOpen === true && me?.isMember === true && !me.isBanned && canRead
  const pinned = state?.pinnedId ? byId.get(state.pinnedId) : undefined
  return (
    <section className={isPage ? css.page : css.panel} aria-labelledby="chat-title">
      <header className={css.head}>
        {isPage ? (
          <h1 id="chat-title" className={css.title}>
            Chat
          </h1>
        ) : (
          <h2 id="chat-title" className={css.title}>
            Chat
          </h2>
        )}
        <p className={css.status} aria-live="off">
          {link === 'lost' ? 'Connecting again…' : state && stateText(state)}
        </p>
        <button
          type="button"
          className={css.headButton}
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
          <span className={visuallyHidden}>Pause</span>
        </button>
        {!isPage && (
          <a href={action} className={css.headButton} aria-label="Open the chat on a page of its own">
            <ExternalLink size={18} aria-hidden="true" />
          </a>
        )}
      </header>
      {me?.mayModerate && state && <ChatSettings action={action} state={state} onAct={onAct} />}
      {pinned && (
        <p className={css.pinned}>
          <Pin size={16} aria-hidden="true" />
          <span>
            <span className={visuallyHidden}>Pinned: </span>
            <strong>{pinned.author.name}</strong> <ChatText body={pinned.body} />
          </span>
          {me?.mayModerate && (
            <Button size="sm" variant="ghost" onClick={() => void onAct({ act: 'pin' })}>
              Unpin
            </Button>
          )}
        </p>
      )}
      <ChatLog
        handle={handle}
        isPaused={isPaused}
        empty={messages.length + pending.length === 0 ? emptyText(state, canRead) : null}
      >
        {messages.map((message) => (
          <ChatLine
            key={message.id}
            message={message}
            answered={message.replyTo ? (byId.get(message.replyTo) ?? null) : null}
            me={me}
            code={stream.code}
            timeZone={stream.timeZone}
            mayWrite={mayWrite}
            onReply={onReply}
            onAct={onAct}
          />
        ))}
        {pending.map((line) => (
          <PendingLine key={line.key} line={line} handle={handle} />
        ))}
      </ChatLog>
      {mayWrite ? (
        <ChatComposer
          action={action}
          answered={answered}
          onCancelReply={() => setReplyTo(null)}
          onSend={(body) => {
            const to = answered?.id ?? null
            setReplyTo(null)
            return handle.send(body, to)
          }}
          firstErrors={answer?.errors}
          firstText={answer?.text ?? ''}
        />
      ) : (
        state && <WhyNot me={me} state={state} stream={stream} />
      )}
    </section>
  )
}

/** Scrolls with what comes, unless its reader scrolled up or paused it; tells in few words what came. */
function ChatLog({
  handle: { chat, told },
  isPaused,
  empty,
  children,
}: {
  handle: ChatHandle
  isPaused: boolean
  empty: string | null
  children: React.ReactNode
}) {
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seenSeq, setSeenSeq] = useState<number | null>(null)
  const [news, setNews] = useState('')
  const follows = isAtEnd && !isPaused
  const { messages, came } = chat
  const lastSeq = messages.at(-1)?.seq ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: children are what the list shows
  useEffect(() => {
    if (follows && log.current) log.current.scrollTop = log.current.scrollHeight
    if (follows) setSeenSeq(lastSeq)
  }, [follows, lastSeq, children])
  const latest = useRef({ came, told, isPaused })
  latest.current = { came, told, isPaused }
  useEffect(() => {
    const timer = setInterval(() => {
      const { came, told, isPaused } = latest.current
      if (came.length === 0 || isPaused || document.visibilityState !== 'visible') return
      setNews(newsText(came))
      told(came.at(-1)?.seq ?? 0)
    }, toldEvery)
    return () => clearInterval(timer)
  }, [])
  const unread = follows || seenSeq === null ? 0 : messages.filter(({ seq }) => seq > seenSeq).length
  return (
    <div className={css.frame}>
      <div
        ref={log}
        role="log"
        aria-live="off"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard
        tabIndex={0}
        className={css.log}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < 48)
        }
      >
        {empty ? <p className={css.note}>{empty}</p> : <ol className={css.list}>{children}</ol>}
      </div>
      <p role="status" className={visuallyHidden}>
        {news}
      </p>
      {unread > 0 && (
        <div className={css.jump}>
          <Button
            size="sm"
            variant="secondary"
            onClick={() => {
              setAtEnd(true)
              setSeenSeq(lastSeq)
              log.current?.scrollTo({ top: log.current.scrollHeight })
            }}
          >
            {unread === 1 ? '1 new message' : `${unread} new messages`}
          </Button>
        </div>
      )}
    </div>
  )
}

function PendingLine({ line, handle }: { line: Pending; handle: ChatHandle }) {
  return (
    <li className={css.pending}>
      <p className={css.said}>
        <strong className={css.author}>You</strong>
        <span className={css.body}>
          <ChatText body={line.body} />
        </span>
      </p>
      {line.reason === null ? (
        <p className={css.note}>{line.sentId ? 'Sent' : 'Sending…'}</p>
      ) : (
        <>
          <p role="alert" className={css.failed}>
            {line.reason}
          </p>
          <div className={css.composerFoot}>
            <Button size="sm" variant="secondary" onClick={() => void handle.retry(line)}>
              Try again
            </Button>
            <Button size="sm" variant="ghost" onClick={() => handle.drop(line.key)}>
              Discard
            </Button>
          </div>
        </>
      )}
    </li>
  )
}

/** Says why there are no messages; null while nobody knows yet. */
function emptyText(state: ChatState | null, canRead: boolean): string | null {
  if (!state) return null
  if (!canRead)
    return state.audience === 'members'
      ? 'Right now this chat is for members.'
      : 'Right now this chat is for people with a ticket or a pass.'
  return state.isOpen ? 'Nobody has said anything yet.' : 'No messages.'
}

/** Says why its reader can't write, and what they can do. */
function WhyNot({
  me,
  state,
  stream,
}: {
  me: OwnStanding | null
  state: ChatState
  stream: ChatPanelProps['stream']
}) {
  const opens = state.opensAt && Date.parse(state.opensAt) > Date.now() ? state.opensAt : null
  if (me?.isBanned)
    return (
      <p className={css.why}>
        You can't write in chats any more. If you think that's wrong,{' '}
        <a href={paths.help()} className={touchLink}>
          write to us
        </a>
        .
      </p>
    )
  if (!state.isOpen)
    return (
      <p className={css.why} suppressHydrationWarning>
        {opens && !state.isOver && state.mode !== 'closed'
          ? `The chat opens at ${formatClock(opens, stream.timeZone)}.`
          : 'The chat is closed.'}
      </p>
    )
  if (me?.isMember) return null
  return (
    <div className={css.why}>
      <p>Members write here.</p>
      <LinkButton
        to={paths.home({ auth: 'login', redirect: paths.liveChat(stream.code) })}
        size="sm"
        variant="secondary"
      >
        Sign in to chat
      </LinkButton>
    </div>
  )
}
