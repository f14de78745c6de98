import { Link } from '@remix-run/react'
import { Bell as BellIcon } from 'lucide-react'
import { usePolling } from '#browser/use-polling.ts'
import * as paths from '#core/paths.ts'
import { tool } from '#ui/shell/tools.css.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'

/** How often an open page asks for the number, in milliseconds. */
const every = 60_000

/** Reads the response of `/api/notifications`. */
const parse = (body: unknown) =>
  typeof body === 'object' && body !== null && 'unread' in body && typeof body.unread === 'number'
    ? body.unread
    : null

/** Says so aloud when there is more than before. */
const newsBetween = (before: number, after: number) =>
  after > before ? (after === 1 ? '1 unread notification' : `${after} unread notifications`) : ''

/** The bell of a member: a link to their notifications, with the number of those that are unread. */
export function Bell({ unread }: { unread: number }) {
  const { read, news } = usePolling(unread, {
    address: paths.apiNotifications(),
    every,
    parse,
    newsBetween,
  })
  const shown = read > 99 ? '99+' : read
  return (
    <>
      <Tooltip label="Notifications">
        <Link
          to={paths.notifications()}
          className={tool}
          aria-label={read ? `Notifications, ${shown} unread` : 'Notifications'}
          data-testid="bell"
        >
          <BellIcon size={21} aria-hidden="true" />
          {read > 0 && <b>{shown}</b>}
        </Link>
      </Tooltip>
      <span role="status" className={visuallyHidden}>
        {news}
      </span>
    </>
  )
}
