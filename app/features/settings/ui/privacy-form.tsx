import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import type { PersonCard as Card } from '#core/person-card.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/field.tsx'
import { useBusy } from '#ui/intent-form.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import * as css from './privacy-form.css.ts'

const choices = [
  {
    name: 'cardPublic',
    label: 'Public profile',
    hint: 'When on, people can see your username, bio and city.',
  },
  {
    name: 'badgesPublic',
    label: "Show how many events I've been to",
    hint: 'Shown on your public profile.',
  },
  {
    name: 'analyticsAllowed',
    label: 'Share usage data',
    hint: "When on, your visits are linked to your account. When off, they aren't, and we unlink past ones.",
  },
] as const

/** Shows the switches for what others see and whether analytics may store the person. */
export function PrivacyForm(privacy: Record<(typeof choices)[number]['name'], boolean>) {
  const busy = useBusy('privacy')
  return (
    <Form method="post" action={paths.settings()} className={stack[4]}>
      <input type="hidden" name="intent" value="privacy" />
      {choices.map(({ name, label, hint }) => (
        <div key={name} className={stack[1]}>
          <div className={css.line}>
            <label htmlFor={name} className={text.strong}>
              {label}
            </label>
            <Switch id={name} name={name} defaultChecked={privacy[name]} aria-describedby={`${name}-hint`} />
          </div>
          <p id={`${name}-hint`} className={text.small}>
            {hint}
          </p>
        </div>
      ))}
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Save privacy
        </Button>
      </div>
    </Form>
  )
}

/** A person as others see them. */
export function PersonCard({ displayName, avatar, username, bio, city, nights }: Card) {
  const line = [username && `@${username}`, city].filter(Boolean).join(', ')
  return (
    <div className={cluster[4]}>
      <Avatar size="lg" src={avatar} displayName={displayName} username={username} />
      <div className={stack[1]}>
        <span className={text.strong}>{displayName}</span>
        {line && <span className={text.small}>{line}</span>}
        {bio && <span>{bio}</span>}
        {nights !== undefined && nights > 0 && (
          <span>
            <Badge tone="accent">{nights === 1 ? '1 night' : `${nights} nights`}</Badge>
          </span>
        )}
      </div>
    </div>
  )
}
