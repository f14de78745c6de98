import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { spread, stack, text } from '#ui/layout.css.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { Follows } from '../alerts.types.ts'

/** Lists whom a member follows, each with the way to stop. */
export function FollowList({ isConfirmed, artists }: Follows) {
  const [first] = artists
  if (!first) {
    return (
      <p className={text.muted}>
        Nobody yet. Press Follow beside a name on an event's line-up, and we email you their new dates.
      </p>
    )
  }
  return (
    <>
      {!isConfirmed && (
        <Form method="post" action={paths.settings()} className={spread}>
          <input type="hidden" name="intent" value="follow" />
          <p>Confirm your email to get their new dates.</p>
          <Button type="submit" name="follow" value={first.id} variant="secondary" size="sm">
            Send the link
          </Button>
        </Form>
      )}
      <ul className={stack[2]}>
        {artists.map(({ id, name }) => (
          <li key={id}>
            <Form method="post" action={paths.settings()} className={spread}>
              <input type="hidden" name="intent" value="follow" />
              <strong>{name}</strong>
              <Button type="submit" name="unfollow" value={id} variant="secondary" size="sm">
                Unfollow <span className={visuallyHidden}>{name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  )
}
