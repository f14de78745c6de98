import { Form, Link } from '@remix-run/react'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { longDateTime, relativeTime } from '#core/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FirstLight } from '#ui/first-light.tsx'
import { page, prose, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { namesOf, pathOf, sentenceOf } from '../bell.rules.ts'
import type { BellItem, BellPage } from '../bell.types.ts'
import * as css from './notification-list.css.ts'

/** Lists the notifications of a member, the latest first. */
export function NotificationList({ items, next, from, unread, now, timeZone }: BellPage) {
  return (
    <div className={classNames(page, prose)}>
      <div className={stack[5]}>
        <PageHeader
          title="Notifications"
          actions={
            unread > 0 && (
              <Form method="post" action={paths.notifications()}>
                <input type="hidden" name="until" value={now} />
                <Button type="submit" variant="secondary" size="sm">
                  Mark all as read
                </Button>
              </Form>
            )
          }
        />
        {items.length > 0 ? (
          <ul className={css.list} data-testid="notifications">
            {items.map((item) => (
              <Notification key={item.id} item={item} now={now} timeZone={timeZone} />
            ))}
          </ul>
        ) : (
          <EmptyState
            title={from ? 'Nothing earlier' : 'Nothing yet'}
            text="When somebody follows, mentions or answers you, you'll see it here."
            action={<LinkButton to={paths.community()}>Open the community</LinkButton>}
          />
        )}
        <Pagination
          label="More notifications"
          previous={from && paths.notifications()}
          previousLabel="Latest"
          next={next && paths.notifications({ from: next })}
          nextLabel="Earlier"
        />
        <p>
          <Link to={paths.settings()} className={touchLink}>
            Get the week by email
          </Link>
        </p>
      </div>
    </div>
  )
}

/** One item: who did what, the beginning of the text it is about, and when. Its whole row leads there. */
function Notification({ item, now, timeZone }: { item: BellItem; now: string; timeZone: string }) {
  const path = pathOf(item)
  const [first] = item.people
  const sentence = (
    <>
      {first && <b>{namesOf(item)} </b>}
      {sentenceOf(item, timeZone)}
    </>
  )
  return (
    <li className={classNames(css.row, item.isUnread && css.unread)} data-kind={item.kind}>
      {first ? (
        <Avatar src={first.avatar} displayName={first.name} />
      ) : (
        <FirstLight className={css.mark} size={40} />
      )}
      <div className={css.what}>
        <p>
          {item.isUnread && <span className={visuallyHidden}>Unread: </span>}
          {path ? (
            <Link to={path} className={css.link}>
              {sentence}
            </Link>
          ) : (
            sentence
          )}
        </p>
        {item.post && <p className={css.words}>{item.post.words}</p>}
        <time className={css.when} dateTime={machineTime(item.at)} title={longDateTime(item.at, timeZone)}>
          {relativeTime(item.at, new Date(now), timeZone)}
          {item.event && ` · ${item.event.title}`}
        </time>
      </div>
    </li>
  )
}
