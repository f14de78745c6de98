import { Link, useRevalidator, useSearchParams } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { countDown } from '#browser/count-down.ts'
import { useUser } from '#browser/user-context.tsx'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { timeLeftCells } from '#core/time.ts'
import { Button } from '#ui/button.tsx'
import { cluster } from '#ui/layout.css.ts'
import { TextInput } from '#ui/text-input.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { alertText } from '../alert-text.ts'
import * as css from './sale-wait.css.ts'

type Waiting = {
  /** Times are shown in its IANA zone. */
  event: { id: string; timeZone: string }
  /** The moment the page was read, ISO 8601. */
  now: string
  /** Says when something can first be bought by the reader; null where that is not planned. */
  saleStartsAt: string | null
  /** Says whether the reader is to be told, the address of their account, and when the sale opens to members and to everybody. */
  alert: {
    state: 'offered' | 'requested' | 'active'
    email: string | null
    membersFrom: string | null
    everybodyFrom: string | null
  } | null
}

/**
 * Stands over the tickets before they are on sale: from when, how long it takes, and the way to be told. Plain forms, so that it
 * works before JavaScript arrives.
 * @param page the data of the event's page
 */
export function SaleWait({ page: { event, now, saleStartsAt: opensAt, alert } }: { page: Waiting }) {
  const { timeZone } = event
  const [{ isAuthenticated: isMember }, [query]] = [useUser(), useSearchParams()]
  if (!alert) return null
  const { membersFrom, everybodyFrom } = alert
  const moment = (at: string) => (
    <time dateTime={at} suppressHydrationWarning>
      {formatMoment(at, timeZone, now)}
    </time>
  )
  return (
    <div className={css.wait} id="alert">
      {opensAt && (
        <div className={css.times}>
          <p className={css.when}>
            {!membersFrom ? 'On sale' : isMember ? 'Members from' : 'Everyone from'} {moment(opensAt)}
          </p>
          <Countdown key={opensAt} opensAt={opensAt} />
          {isMember && membersFrom && everybodyFrom && <p>Everyone from {moment(everybodyFrom)}</p>}
          {!isMember && membersFrom && (
            <p>
              {membersFrom <= now ? 'Members can buy now.' : <>Members from {moment(membersFrom)}.</>}{' '}
              <Link to={paths.home({ auth: 'register', redirect: paths.event(event.id) })}>Join free</Link>
            </p>
          )}
        </div>
      )}
      <Ask eventId={event.id} alert={alert} isMember={isMember} reply={query.get('alert')} />
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
          {timeLeftCells(left).map(([count, unit]) => (
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

/**
 * The way to be told, and what became of it.
 * @param reply the result of a visitor's form: `sent` or `invalid`
 */
function Ask({
  eventId,
  alert,
  isMember,
  reply,
}: {
  eventId: string
  alert: NonNullable<Waiting['alert']>
  isMember: boolean
  reply: string | null
}) {
  if (reply === 'sent' && !isMember) {
    return (
      <p role="status">
        <strong>Check your email.</strong> If that address isn't waiting yet, we sent it a link to confirm. It
        can take a minute.
      </p>
    )
  }
  return (
    <form method="post" action={paths.apiEventInterest(eventId)} className={css.ask}>
      {alert.state === 'offered' ? (
        <>
          {!isMember && <Address fault={reply === 'invalid' ? 'Please enter a valid email address' : null} />}
          <Button type="submit" name="intent" value="alert" size="lg" block aria-describedby="alert-text">
            Notify me
          </Button>
          <p className={css.small} id="alert-text">
            {alertText}
          </p>
        </>
      ) : (
        <>
          <p role="status">
            {alert.state === 'active' ? (
              <>
                <strong>We'll tell you.</strong> An email goes to {alert.email} when tickets go on sale.
              </>
            ) : (
              <>
                <strong>Check your email.</strong> Open the link we sent to {alert.email}, and we'll tell you
                when tickets go on sale.
              </>
            )}
          </p>
          <div className={cluster[2]}>
            {alert.state === 'requested' && (
              <Button type="submit" name="intent" value="alert" variant="secondary" size="sm">
                Send the link again
              </Button>
            )}
            <Button type="submit" name="intent" value="drop-alert" variant="secondary" size="sm">
              Turn off alert
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

/** The address of somebody without an account. @param fault why the last one was not accepted */
function Address({ fault }: { fault: string | null }) {
  return (
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
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? 'alert-fault' : undefined}
        />
        {fault && (
          <p className={css.fault} id="alert-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </>
  )
}
