import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { RelationIntent } from '../people.rules.ts'

const labels: Record<RelationIntent, string> = {
  follow: 'Follow',
  unfollow: 'Unfollow',
  block: 'Block',
  unblock: 'Unblock',
  mute: 'Mute',
  unmute: 'Unmute',
}

/**
 * A button that follows, blocks or mutes a person, or stops. A plain form, so that it works before JavaScript arrives.
 * @param name the person's name, which the button's name ends with for screen readers
 * @param back the path to go back to
 */
export function RelationForm({
  intent,
  person,
  name,
  back,
  variant = 'secondary',
  size = 'sm',
}: {
  intent: RelationIntent
  person: string
  name: string
  back: string
} & Pick<ButtonProps, 'variant' | 'size'>) {
  return (
    <Form method="post" action={paths.myPeople()} preventScrollReset>
      <input type="hidden" name="person" value={person} />
      <input type="hidden" name="back" value={back} />
      <Button type="submit" name="intent" value={intent} variant={variant} size={size}>
        {labels[intent]} <span className={visuallyHidden}>{name}</span>
      </Button>
    </Form>
  )
}
