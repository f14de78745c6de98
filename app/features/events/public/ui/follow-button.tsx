import * as paths from '#core/paths.ts'
import * as button from '#ui/button.css.ts'
import { classNames } from '#ui/class-names.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { actFollow } from './event-facts.css.ts'

/** Follows an artist, or stops: a plain form, which leads back to the page. */
export function FollowButton({
  eventId,
  artist,
  name,
  on,
}: {
  eventId: string
  artist: string
  name: string
  on: boolean
}) {
  return (
    <form method="post" action={paths.apiEventInterest(eventId)} className={actFollow}>
      <input type="hidden" name="artist" value={artist} />
      <button
        name="intent"
        value={on ? 'unfollow' : 'follow'}
        className={classNames(button.variant.secondary, button.size.sm)}
      >
        {on ? 'Following' : 'Follow'}
        <span className={visuallyHidden}> {name}</span>
      </button>
    </form>
  )
}
