import { Form } from '@remix-run/react'
import { Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { notificationText } from '#core/notification-types.ts'
import * as paths from '#core/paths.ts'
import { longDateTime } from '#core/time.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/field.tsx'
import { useBusy } from '#ui/intent-form.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { Notifications } from '../mail.types.ts'
import * as css from './notification-form.css.ts'

/** Returns whether the person gets any notification that they may decline. */
export function canDecline({ types }: Pick<Notifications, 'types'>): boolean {
  return types.some(({ kind }) => kind !== 'required')
}

/** Lists what is sent by which channel. Required types can't be switched off, and say so. */
export function NotificationForm({ types }: Pick<Notifications, 'types'>) {
  const busy = useBusy('notifications')
  const table = <NotificationTable types={types} />
  if (!canDecline({ types })) return table
  return (
    <Form method="post" action={paths.settings()} className={stack[4]}>
      <input type="hidden" name="intent" value="notifications" />
      <TimeZone />
      {table}
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Save notifications
        </Button>
      </div>
    </Form>
  )
}

/** Says the time zone of the browser, in which the hours of marketing mail are counted; nothing before JavaScript. */
function TimeZone() {
  const [zone, setZone] = useState('')
  useEffect(() => setZone(new Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return <input type="hidden" name="timeZone" value={zone} />
}

function NotificationTable({ types }: Pick<Notifications, 'types'>) {
  return (
    <table className={css.table}>
      <caption className={visuallyHidden}>What we send you, and how</caption>
      <thead>
        <tr>
          <th scope="col" className={css.head}>
            What
          </th>
          <th scope="col" className={css.channelHead}>
            Email
          </th>
        </tr>
      </thead>
      <tbody>
        {types.map(({ type, kind, email }) => {
          const { name, hint } = notificationText(type)
          return (
            <tr key={type} className={css.row}>
              <th scope="row" className={css.type}>
                {name}
                <span id={`${type}-hint`} className={css.hint}>
                  {hint}
                </span>
              </th>
              <td className={css.channel}>
                {kind === 'required' ? (
                  <span className={css.locked}>
                    <Lock size={16} aria-hidden="true" />
                    On
                  </span>
                ) : (
                  <label htmlFor={`${type}-email`} className={css.touch}>
                    <span className={visuallyHidden}>{name} by email</span>
                    <Checkbox
                      id={`${type}-email`}
                      name="email"
                      value={type}
                      defaultChecked={email}
                      aria-describedby={`${type}-hint`}
                    />
                  </label>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/**
 * Pauses what is not essential.
 * @param timeZone IANA zone of the day that it ends on
 */
export function PauseForm({
  pausedUntil,
  timeZone,
}: Pick<Notifications, 'pausedUntil'> & { timeZone: string }) {
  const intent = pausedUntil ? 'resume' : 'pause'
  const busy = useBusy(intent)
  return (
    <Form method="post" action={paths.settings()} className={stack[2]}>
      <input type="hidden" name="intent" value={intent} />
      <p className={text.small}>
        {pausedUntil
          ? `Paused until ${longDateTime(pausedUntil, timeZone)}. Until then, essential email only.`
          : 'Take a break: only essential email for 30 days.'}
      </p>
      <div>
        <Button type="submit" variant="secondary" size="sm" busy={busy}>
          {pausedUntil ? 'End break' : 'Pause for 30 days'}
        </Button>
      </div>
    </Form>
  )
}
