import { Form, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { countDown } from '#browser/count-down.ts'
import { formatMoment } from '#core/event-time.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/controls.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { alertText } from '../alert-text.ts'
import * as css from './sale-wait.css.ts'

export type SaleWaitProps = {
  /** The path of the event's page, which its forms post to. */
  path: string
  /** IANA zone of the event; every time is shown in it. */
  timeZone: string
  /** The moment the page was read, ISO 8601. */
  now: string
  /** When something can first be bought by the reader, by members, and by everybody; null where that is not planned. */
  opensAt: string | null
  membersFrom: string | null
  everybodyFrom: string | null
  /** Whether the reader asked to be told, and the address of their account; null where nobody can ask. */
  alert: { state: 'offered' | 'asked' | 'active'; email: string | null } | null
  isMember: boolean
  /** True after a visitor's form was sent. */
  sent: boolean
  /** What was typed and why it was not accepted. */
  reply: { email: string; fault: string } | null
}

/**
 * Stands in for the tickets before they are on sale: from when, how long it takes, and the way to be told. Works as plain forms
 * before JavaScript arrives.
 */
export function SaleWait({ timeZone, now, opensAt, membersFrom, everybodyFrom, ...asking }: SaleWaitProps) {
  const moment = (at: string) => (
    <time dateTime={at} suppressHydrationWarning>
      {formatMoment(at, timeZone, now)}
    </time>
  )
  return (
    <div className={css.wait} id="alert">
      {opensAt && (
        <div className={css.times}>
          {membersFrom && everybodyFrom ? (
            <>
              <p className={css.when}>Members from {moment(membersFrom)}</p>
              <p>Everyone from {moment(everybodyFrom)}</p>
            </>
          ) : (
            <p className={css.when}>On sale {moment(opensAt)}</p>
          )}
        </div>
      )}
      {opensAt && <Countdown key={opensAt} opensAt={opensAt} />}
      <Ask {...asking} />
    </div>
  )
}

/** Spreads the visitors of a sale over this time, in milliseconds, so that they do not all ask for the tickets at once. */
const spread = 8000

/** Counts down to the sale, and then loads the page's data again until the sale has opened. */
function Countdown({ opensAt }: { opensAt: string }) {
  const [left, setLeft] = useState<number | null>(null)
  const { revalidate } = useRevalidator()
  const until = Date.parse(opensAt)
  const isOpen = left === 0

  useEffect(() => countDown(until, setLeft), [until])

  useEffect(() => {
    if (!isOpen) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout>
    const load = () => {
      revalidate()
      tries += 1
      // The page may come from a cache that is some seconds old.
      timer = setTimeout(load, Math.min(60_000, 5000 * tries) + Math.random() * spread)
    }
    timer = setTimeout(load, Math.random() * spread)
    return () => clearTimeout(timer)
  }, [isOpen, revalidate])

  return (
    <div className={css.clock}>
      {/* Says the end alone: nobody wants to hear the seconds, and the time of the sale stands above. */}
      <p role="status" className={isOpen ? css.when : visuallyHidden}>
        {isOpen && 'The sale is opening. Tickets appear here in a moment.'}
      </p>
      {left !== null && !isOpen && (
        <div className={css.cells} aria-hidden="true" data-countdown>
          {cellsOf(left).map(([count, unit]) => (
            <span key={unit} className={css.cell}>
              <span className={css.digits}>{count}</span>
              <span className={css.unit}>{unit}</span>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** Splits a duration into days, hours, minutes and seconds, without the days of a duration below one. */
export function cellsOf(left: number): [string, string][] {
  const seconds = Math.ceil(left / 1000)
  const two = (count: number) => String(count).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const cells: [string, string][] = [
    [two(Math.floor(seconds / 3600) % 24), 'hr'],
    [two(Math.floor(seconds / 60) % 60), 'min'],
    [two(seconds % 60), 'sec'],
  ]
  return days > 0 ? [[String(days), days === 1 ? 'day' : 'days'], ...cells] : cells
}

function Ask({
  path,
  alert,
  isMember,
  sent,
  reply,
}: Pick<SaleWaitProps, 'path' | 'alert' | 'isMember' | 'sent' | 'reply'>) {
  const { formData } = useNavigation()
  if (!alert) return null
  const intent = formData?.get('intent')
  if (sent && !isMember) {
    return (
      <p role="status">
        <strong>Check your email.</strong> If that address isn't on the list yet, we sent it a link to confirm. It
        can take a minute.
      </p>
    )
  }
  const isAsking = alert.state === 'offered'
  return (
    <Form method="post" action={`${path}#alert`} className={css.ask} preventScrollReset>
      {!isAsking && (
        <p role="status">
          {alert.state === 'active' ? (
            <>
              <strong>We'll tell you.</strong> When tickets go on sale, an email goes to {alert.email}.
            </>
          ) : (
            <>
              <strong>Check your email.</strong> Confirm the link we sent to {alert.email}, and we'll tell you when
              tickets go on sale.
            </>
          )}
        </p>
      )}
      {isAsking && !isMember && (
        <>
          <p className={visuallyHidden} aria-hidden="true">
            <label>
              Leave this empty <input type="text" name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </p>
          <div className={css.field}>
            <label htmlFor="alert-email" className={css.label}>
              Your email
            </label>
            <TextInput
              id="alert-email"
              type="email"
              name="email"
              required
              maxLength={254}
              autoComplete="email"
              defaultValue={reply?.email}
              aria-invalid={reply ? true : undefined}
              aria-describedby={reply ? 'alert-fault' : 'alert-text'}
            />
            {reply && (
              <p className={css.fault} id="alert-fault" role="alert">
                {reply.fault}
              </p>
            )}
          </div>
        </>
      )}
      <div>
        {isAsking || alert.state === 'asked' ? (
          <Button
            type="submit"
            name="intent"
            value="alert"
            variant={isAsking ? 'primary' : 'secondary'}
            size={isAsking ? 'lg' : 'sm'}
            block={isAsking}
            busy={intent === 'alert'}
          >
            {isAsking ? 'Notify me' : 'Send the link again'}
          </Button>
        ) : (
          <Button
            type="submit"
            name="intent"
            value="drop-alert"
            variant="secondary"
            size="sm"
            busy={intent === 'drop-alert'}
          >
            Don't tell me
          </Button>
        )}
      </div>
      {isAsking && (
        <p className={css.small} id="alert-text">
          {alertText}
        </p>
      )}
    </Form>
  )
}
