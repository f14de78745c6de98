import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { spread, stack, text } from '#ui/layout.css.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { Follows } from '../alerts.types.ts'

/** Lists the artists and series that a member follows, each with the way to stop. */
export function FollowList({ isConfirmed, follows }: Follows) {
  const [first] = follows
  if (!first) {
    return (
      <p className={text.muted}>
        Nothing yet. Press Follow on the page of an event, beside an artist or the series, and we email you
        the new dates.
      </p>
    )
  }
  return (
    <>
      {!isConfirmed && (
        <Form method="post" action={paths.settings()} className={spread}>
          <input type="hidden" name="intent" value="follow" />
          <p>Confirm your email to get the new dates.</p>
          <Button type="submit" name="follow" value={first.id} variant="secondary" size="sm">
            Send the link
          </Button>
        </Form>
      )}
      <ul className={stack[2]}>
        {follows.map(({ id, name }) => (
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
