import { Form, Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { relativeTime } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Textarea } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { touchLink } from '#ui/touch-link.css.ts'
import type { RequestList } from '../hand-over.types.ts'
import * as css from './assistant.css.ts'
import { TranscriptView } from './hand-over-form.tsx'

type Request = RequestList['requests'][number]

function Answer({ request }: { request: Request }) {
  return (
    <Form method="post" action={paths.assistantInbox()} className={stack[2]}>
      <input type="hidden" name="request" value={request.id} />
      <Textarea
        name="reply"
        aria-label={`Answer to ${request.name}`}
        rows={4}
        required
        minLength={2}
        maxLength={4000}
      />
      <div>
        <Button type="submit">Send by email</Button>
      </div>
    </Form>
  )
}

/**
 * Shows messages of members, the open ones first, each with the conversation that came with it, and takes answers.
 * @param refusal why the last answer was not sent, or null
 */
export function RequestInbox({ list, refusal }: { list: RequestList; refusal: string | null }) {
  const since = (at: string) => relativeTime(at, new Date(list.now), list.timeZone)
  return (
    <div className={stack[4]}>
      {refusal !== null && <Banner tone="danger" title={refusal} announce />}
      {list.requests.length === 0 && <EmptyState title="No messages yet" />}
      {list.requests.map((request) => (
        <Card key={request.id} as="article" padding="sm">
          <div className={stack[3]}>
            <div className={cluster[3]}>
              <Link to={paths.userManagementPerson(request.personId)} className={touchLink}>
                {request.name}
              </Link>
              <span className={text.small}>{since(request.createdAt)}</span>
              <Badge tone={request.reply === null ? 'warning' : 'success'}>
                {request.reply === null ? 'Open' : 'Answered'}
              </Badge>
            </div>
            <p className={css.text}>{request.message}</p>
            {request.transcript && <TranscriptView lines={request.transcript} />}
            {request.reply === null ? (
              <Answer request={request} />
            ) : (
              <p className={css.cardLine}>
                {request.by ?? 'Staff'}, {request.answeredAt && since(request.answeredAt)}: {request.reply}
              </p>
            )}
          </div>
        </Card>
      ))}
    </div>
  )
}
