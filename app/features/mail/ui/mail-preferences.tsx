import { Form, Link } from '@remix-run/react'
import { notificationText } from '#core/notification-types.ts'
import * as paths from '#core/paths.ts'
import { longDateTime } from '#core/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { touchLink } from '#ui/touch-link.css.ts'
import type { MailPreferences } from '../preferences.types.ts'
import * as css from './mail-preferences.css.ts'

/**
 * Lets the reader of a mail choose what they get, pause it or end it, by the link in the mail. Works without JavaScript.
 * @param token of the link
 * @param timeZone IANA zone of the day that a pause ends on
 */
export function MailPreferencesPage({
  token,
  preferences: { email, hasAccount, pausedUntil, canPause, types },
  timeZone,
}: {
  token: string
  preferences: MailPreferences
  timeZone: string
}) {
  // An address without an account can't begin alerts here: they belong to events.
  const shown = types.filter((each) => hasAccount || each.type !== 'alerts' || each.email)
  return (
    <div className={stack[5]}>
      <Card as="section" aria-labelledby="what" className={stack[4]}>
        <h2 id="what">What we send to {email}</h2>
        <Form method="post" className={stack[4]}>
          <input type="hidden" name="token" value={token} />
          <ul className={css.list}>
            {shown.map(({ type, email: isOn }) => {
              const { name, hint } = notificationText(type)
              return (
                <li key={type}>
                  <label className={css.choice} htmlFor={`wants-${type}`}>
                    <Checkbox
                      id={`wants-${type}`}
                      name="email"
                      value={type}
                      defaultChecked={isOn}
                      aria-describedby={`wants-${type}-hint`}
                    />
                    <span className={css.words}>
                      <span className={css.name}>{name}</span>
                      <span id={`wants-${type}-hint`} className={text.small}>
                        {hint}
                      </span>
                    </span>
                  </label>
                </li>
              )
            })}
          </ul>
          <div className={cluster[3]}>
            <Button type="submit" name="intent" value="save">
              Save preferences
            </Button>
            <Button type="submit" name="intent" value="end" variant="secondary">
              Unsubscribe from all
            </Button>
          </div>
        </Form>
        <p className={text.small}>Tickets, receipts and changes to events you have tickets for still come.</p>
      </Card>
      {canPause && (
        <Card as="section" aria-labelledby="pause" className={stack[4]}>
          <h2 id="pause">Take a break</h2>
          <Form method="post" className={stack[3]}>
            <input type="hidden" name="token" value={token} />
            <p>
              {pausedUntil
                ? `Paused until ${longDateTime(pausedUntil, timeZone)}.`
                : 'Only essential email for 30 days. Your choices above stay as they are.'}
            </p>
            <div>
              <Button
                type="submit"
                name="intent"
                value={pausedUntil ? 'resume' : 'pause'}
                variant="secondary"
              >
                {pausedUntil ? 'End break' : 'Pause for 30 days'}
              </Button>
            </div>
          </Form>
        </Card>
      )}
      {hasAccount && (
        <Card as="section" aria-labelledby="data" className={stack[3]}>
          <h2 id="data">Your data</h2>
          <p>Download everything we keep about you, or delete your account, in your settings.</p>
          <Link to={paths.settings()} className={touchLink}>
            Go to settings
          </Link>
        </Card>
      )}
    </div>
  )
}
