import { Form, Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { relativeTime } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { Time } from '#ui/office/cells.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import type { ChatReports } from '../chat.types.ts'
import { ChatText } from './chat-line.tsx'
import * as css from './reported-messages.css.ts'

type Reported = ChatReports['messages'][number]

const reasonNames: Record<Reported['reasons'][number], string> = {
  spam: 'Spam',
  harassment: 'Harassment',
  hate: 'Hate',
  sexual: 'Sexual',
  scam: 'Scam',
  privacy: 'Privacy',
  other: 'Other',
}

/** Lists the reported messages of chats, each with its decision. */
export function ReportedMessages({ reports }: { reports: ChatReports }) {
  const { messages, count } = reports
  if (messages.length === 0)
    return <EmptyState title="Nothing to decide" text="Reported messages of chats show up here." />
  return (
    <div className={stack[4]}>
      {count > messages.length && (
        <p className={text.small}>
          The first {messages.length} of {count >= 100 ? 'more than 100' : count}.
        </p>
      )}
      <ul className={css.list}>
        {messages.map((message) => (
          <li key={message.id}>
            <ReportedMessage message={message} reports={reports} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function ReportedMessage({
  message,
  reports: { now, timeZone },
}: {
  message: Reported
  reports: ChatReports
}) {
  const { id, author, stream, body, at, reasons } = message
  return (
    <Card as="article" aria-label={`Message of ${author.name}`}>
      <div className={stack[3]}>
        <div className={cluster[2]}>
          <Link to={paths.moderatedPerson(author.id)} className={touchLink}>
            {author.name}
          </Link>
          <span className={text.small}>
            <Time at={at}>{relativeTime(at, new Date(now), timeZone)}</Time>
          </span>
          <Link to={paths.liveChat(stream.code)} className={touchLink}>
            {stream.title}
          </Link>
        </div>
        <p className={css.body}>
          <ChatText body={body} />
        </p>
        <div className={cluster[2]}>
          <Badge tone="warning">
            {message.reports === 1 ? '1 report' : `${message.reports.toLocaleString('en-US')} reports`}
          </Badge>
          {reasons.map((reason) => (
            <Badge key={reason}>{reasonNames[reason]}</Badge>
          ))}
          {reasons.length === 0 && <Badge>Word list</Badge>}
          {message.isHidden && <Badge tone="info">Hidden</Badge>}
        </div>
        <Form method="post" action={paths.moderationChats()} className={cluster[3]}>
          <input type="hidden" name="message" value={id} />
          <Button type="submit" name="decision" value="hide" variant="danger">
            Hide
          </Button>
          <Button type="submit" name="decision" value="dismiss" variant="secondary">
            Dismiss
          </Button>
        </Form>
      </div>
    </Card>
  )
}
