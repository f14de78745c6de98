import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import type { PostNotice as Notice } from '../moderation.types.ts'

/** Says what an author may do next about a post that others do not see. */
function textOf({ status, isResale, canRepairAt, appeal }: Notice): { title: string; text: string | null } {
  if (status === 'pending_review')
    return {
      title: isResale ? 'This looks like tickets for sale' : 'A moderator looks at this first',
      text: isResale ? null : 'Others see it as soon as somebody has.',
    }
  if (status === 'auto_hidden')
    return {
      title: isResale ? 'This looks like tickets for sale' : 'Hidden automatically',
      text: isResale
        ? null
        : canRepairAt
          ? 'Several people reported it. You can edit it once, and it shows again.'
          : 'A moderator looks at it.',
    }
  const appeals = { open: 'We’re looking at your appeal.', granted: null, denied: 'Your appeal was denied.' }
  return { title: 'Removed by a moderator', text: appeal ? appeals[appeal] : null }
}

/**
 * Tells an author why others do not see a post of theirs, and what they can do: edit it once, appeal, hand a ticket on.
 * @param post its id, for the page that edits it; null where there is no edit link
 * @param clock the zone and the moment that times are printed by
 */
export function PostNotice({
  notice,
  edit,
  clock,
}: {
  notice: Notice
  edit: string | null
  clock: { timeZone: string; now: string }
}) {
  const { title, text } = textOf(notice)
  const { rule, reason, canRepairAt, canAppeal, isResale } = notice
  const isRepairable = canRepairAt !== null && canRepairAt <= clock.now
  return (
    <Banner tone={notice.status === 'removed' ? 'danger' : 'warning'} title={title}>
      {rule && <p>{`Rule ${rule.number}: ${rule.title}`}</p>}
      {reason && <p>{`“${reason}”`}</p>}
      {text && <p>{text}</p>}
      {isResale && (
        <p>
          Tickets can’t be sold here. You can hand yours to a friend, or return it at face value, in{' '}
          <Link to={paths.myTickets()}>My Tickets</Link>. A moderator looks at this post.
        </p>
      )}
      {canRepairAt &&
        (isRepairable && edit ? (
          <p>
            <Link to={edit}>Edit it</Link>
          </p>
        ) : (
          <p>You can edit it from {formatMoment(canRepairAt, clock.timeZone, clock.now)} on.</p>
        ))}
      {canAppeal && (
        <p>
          <Link to={paths.ownModeration()}>Appeal</Link>
        </p>
      )}
    </Banner>
  )
}
