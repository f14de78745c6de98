import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { cluster, stack } from '#ui/layout.css.ts'
import { touchLink } from '#ui/touch-link.css.ts'
import { cutoffText, growthText, guestListKindNames } from '../guest-lists.rules.ts'
import type { GuestList, Guests } from '../guest-lists.types.ts'
import * as css from './list-cards.css.ts'

/** Names on lists of an event that may be the same person, with the page on which staff decide. */
export function PossibleDuplicates({ data: { event, pairs } }: { data: Guests }) {
  if (!event || pairs === 0) return null
  return (
    <LinkButton variant="secondary" to={paths.guestPairs({ event: event.id })}>
      {pairs === 1 ? 'Review 1 possible duplicate' : `Review ${pairs} possible duplicates`}
    </LinkButton>
  )
}

/** The guest lists of an event with how full they are. */
export function ListCards({ data: { event, lists, now } }: { data: Guests }) {
  if (!event || lists.length === 0) return null
  return (
    <section className={stack[4]} aria-labelledby="guest-lists-title">
      <h2 id="guest-lists-title">Lists</h2>
      <ul className={css.cards} data-testid="guest-lists">
        {lists.map((list) => (
          <ListCard key={list.id} list={list} zone={event.timeZone} now={now} />
        ))}
      </ul>
    </section>
  )
}

function ListCard({ list, zone, now }: { list: GuestList; zone: string; now: string }) {
  const growth = growthText(list)
  return (
    <Card as="li" padding="sm">
      <div className={stack[2]}>
        <div className={cluster[2]}>
          <Link to={paths.guestList(list.id)} className={classNames(touchLink, css.name)}>
            {list.name}
          </Link>
          <Badge tone="accent">{guestListKindNames[list.kind]}</Badge>
          {list.isClosed && <Badge tone="warning">{list.latePriceCents ? 'Late price' : 'Closed'}</Badge>}
        </div>
        <p className={css.figures}>
          {list.heads} of {list.allowed} listed, {list.arrived} arrived
        </p>
        <p className={css.faint}>{cutoffText(list, zone, now)}</p>
        <p className={css.faint}>
          {[
            list.promoter ?? 'Staff list',
            growth,
            list.pool &&
              `${list.setAside} ${list.setAside === 1 ? 'place' : 'places'} set aside in ${list.pool}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </Card>
  )
}
