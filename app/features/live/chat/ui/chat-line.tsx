import { Ban, Clock, Ellipsis, Eye, EyeOff, Flag, Pin, Reply, ShieldCheck, ShieldX } from 'lucide-react'
import { memo } from 'react'
import { formatClock } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Menu } from '#ui/menu.tsx'
import type { MenuEntry } from '#ui/menu-entry.tsx'
import { partsOf } from '../chat.rules.ts'
import type { ChatAct } from '../chat.schema.ts'
import type { ChatMessage, OwnStanding } from '../chat.types.ts'
import * as css from './chat-panel.css.ts'

/** Shows a message's text, its emotes as pictures that have names. */
export function ChatText({ body }: { body: string }) {
  return (
    <>
      {partsOf(body).map((part, at) =>
        typeof part === 'string' ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never changes
          <span key={at} role="img" aria-label={part.name} className={css.emote}>
            {part.glyph}
          </span>
        ),
      )}
    </>
  )
}

type LineProps = {
  message: ChatMessage
  /** The message that it answers, where the page has it; null where it does not. */
  answered: ChatMessage | null
  me: OwnStanding | null
  code: string
  timeZone: string
  mayWrite: boolean
  onReply: (message: ChatMessage) => void
  onAct: (act: ChatAct) => void
}

/** Lists what a reader may do with a message: small forms before JavaScript. */
function entriesOf({ message, me, code, mayWrite, onReply, onAct }: LineProps): MenuEntry[] {
  const { id, author } = message
  const action = paths.liveChat(code)
  const isOwn = author.id === me?.personId
  const act = (does: ChatAct, label: string, icon: typeof Pin): MenuEntry => ({
    kind: 'action',
    label,
    icon,
    form: {
      action,
      fields: Object.fromEntries([
        ['intent', 'act'],
        ...Object.entries(does).map(([name, value]) => [name, String(value)]),
      ]),
    },
    onSelect: () => onAct(does),
  })
  const entries: MenuEntry[] = []
  if (mayWrite)
    entries.push({
      kind: 'action',
      label: 'Reply',
      icon: Reply,
      form: { action, fields: { intent: 'reply', message: id } },
      onSelect: () => onReply(message),
    })
  if (me?.isMember && !isOwn) {
    entries.push(act({ act: 'report', message: id, reason: 'other' }, 'Report', Flag))
    if (!author.isStaff) entries.push(act({ act: 'block', person: author.id }, `Block ${author.name}`, Ban))
  }
  if (!me?.mayModerate) return entries
  entries.push({ kind: 'separator', key: 'staff' })
  if (message.isHidden) entries.push(act({ act: 'judge', message: id, decision: 'show' }, 'Show again', Eye))
  else {
    entries.push(act({ act: 'judge', message: id, decision: 'hide' }, 'Hide', EyeOff))
    entries.push(act({ act: 'pin', message: id }, 'Pin', Pin))
  }
  if (message.reports > 0)
    entries.push(act({ act: 'judge', message: id, decision: 'dismiss' }, 'Dismiss reports', ShieldCheck))
  if (author.isStaff) return entries
  entries.push(
    act({ act: 'sanction', message: id, step: 'mute_1' }, 'Mute 1 minute', Clock),
    act({ act: 'sanction', message: id, step: 'mute_10' }, 'Mute 10 minutes', Clock),
    act({ act: 'sanction', message: id, step: 'mute_60' }, 'Mute 60 minutes', Clock),
    act({ act: 'sanction', message: id, step: 'mute_1440' }, 'Mute 24 hours', Clock),
    act({ act: 'sanction', message: id, step: 'ban' }, 'Ban from chats', ShieldX),
    act({ act: 'sanction', message: id, step: 'lift' }, 'Lift mute or ban', ShieldCheck),
  )
  return entries
}

/** Shows one message of a chat. */
export const ChatLine = memo(function ChatLine(props: LineProps) {
  const { message, answered, me, timeZone } = props
  const { author, at, body, replyTo, isHidden, reports } = message
  const entries = entriesOf(props)
  return (
    <li className={isHidden ? css.hiddenLine : css.line} data-message={message.id}>
      <div className={css.lineText}>
        {replyTo && (
          <p className={css.answered}>
            <Reply size={14} aria-hidden="true" />
            {answered ? (
              <span className={css.excerpt}>
                {answered.author.name}: <ChatText body={answered.body} />
              </span>
            ) : (
              'A message that is gone'
            )}
          </p>
        )}
        <p className={css.said}>
          <strong className={css.author}>{author.name}</strong>{' '}
          {author.isStaff && <Badge tone="info">Staff</Badge>}{' '}
          <time dateTime={at} className={css.when}>
            {formatClock(at, timeZone)}
          </time>
          <span className={css.body}>
            <ChatText body={body} />
          </span>
        </p>
        {isHidden && (
          <p className={css.note}>
            {author.id === me?.personId
              ? 'Hidden by moderators. Only you and they see it.'
              : 'Hidden. Only its author and moderators see it.'}
          </p>
        )}
        {reports > 0 && <Badge tone="danger">{reports === 1 ? '1 report' : `${reports} reports`}</Badge>}
      </div>
      {entries.length > 0 && (
        <Menu
          label={`Options for the message by ${author.name}`}
          trigger={<Ellipsis size={18} aria-hidden="true" />}
          triggerClassName={css.menu}
          entries={entries}
        />
      )}
    </li>
  )
})
