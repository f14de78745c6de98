import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { waitlistEntryStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { ticketsText, wantedText } from '../waitlist.rules.ts'
import type { WaitlistEntry } from '../waitlist.types.ts'

/**
 * Shows one entry of a waitlist: what it is for, where it stands, and what can be done with it. Plain forms, so that it works before
 * JavaScript arrives.
 * @param token of the link that opened it; null for who is signed in
 * @param now the moment it was read, ISO 8601
 * @param heading the level of its title
 */
export function WaitlistEntryCard({
  entry,
  token,
  now,
  heading: Title = 'h3',
}: {
  entry: WaitlistEntry
  token: string | null
  now: string
  heading?: 'h2' | 'h3'
}) {
  const { event, offer, status } = entry
  const state = waitlistEntryStates[status]
  return (
    <Card as="section" className={stack[4]} data-waitlist={status}>
      <div className={stack[1]}>
        <p className={cluster[3]}>
          <Badge tone={state.tone}>{state.label}</Badge>
        </p>
        <Title>
          <Link to={paths.event(event.id, event.slug)}>{event.title}</Link>
        </Title>
        <p className={text.small} suppressHydrationWarning>
          {formatMoment(event.startsAt, event.timeZone, now)}
        </p>
      </div>
      {offer && !offer.isOver ? (
        <p>
          {`We're holding ${ticketsText(offer.units, offer.typeName)} for you: `}
          <strong>{formatMoney(offer.totalCents, offer.currency)}</strong>
          {'. Buy by '}
          <time dateTime={offer.expiresAt} suppressHydrationWarning>
            {formatMoment(offer.expiresAt, event.timeZone, now)}
          </time>
          {', or they go to the next person in line.'}
        </p>
      ) : (
        <p>{`${wantedText(entry)}.${state.isWaiting ? ` ${bandText(entry.band)}` : ''}`}</p>
      )}
      <div className={cluster[3]}>
        {offer && !offer.isOver && <Buy token={token} holdId={offer.holdId} />}
        {state.isOpen && (
          <Act token={token} entry={entry.id} intent="leave">
            <Button type="submit" variant="secondary">
              {offer ? 'Decline' : 'Leave the waitlist'}
            </Button>
          </Act>
        )}
      </div>
    </Card>
  )
}

/** Leads to the checkout: at once for the owner of the hold, by a form for who has the link. */
function Buy({ token, holdId }: { token: string | null; holdId: string }) {
  if (!token) return <LinkButton to={paths.checkout({ hold: holdId })}>Buy</LinkButton>
  return (
    <Act token={token} intent="buy">
      <Button type="submit">Buy</Button>
    </Act>
  )
}

/** A form that does something with an entry. */
export function Act({
  token,
  entry,
  intent,
  children,
}: {
  token: string | null
  entry?: string
  intent: 'buy' | 'leave' | 'confirm'
  children: ReactNode
}) {
  return (
    <form method="post" action={paths.myWaitlist()}>
      <input type="hidden" name="intent" value={intent} />
      {token ? (
        <input type="hidden" name="token" value={token} />
      ) : (
        <input type="hidden" name="entry" value={entry} />
      )}
      {children}
    </form>
  )
}

/** Says about where somebody stands, never exactly. */
const bandText = (band: number | null) =>
  band === null ? "There's a long line ahead of you." : `You're in the top ${band}.`

/** Lists the entries that somebody has open. */
export function MyWaitlist({ entries, now }: { entries: readonly WaitlistEntry[]; now: string }) {
  return (
    <section className={stack[3]} aria-labelledby="my-waitlist">
      <h2 id="my-waitlist">Waitlist</h2>
      {entries.map((entry) => (
        <WaitlistEntryCard key={entry.id} entry={entry} token={null} now={now} />
      ))}
    </section>
  )
}
