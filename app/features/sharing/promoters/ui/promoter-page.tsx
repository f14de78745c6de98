import { formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { grid, stack, text } from '#ui/layout.css.ts'
import { QrCode } from '#ui/qr-code.tsx'
import { ShareLink } from '#ui/share-link.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { revenueText, termsText } from '../promoters.rules.ts'
import type { OwnPromotedEvent, PromoterPage } from '../promoters.types.ts'
import { type NamesForm, OwnList } from './own-list.tsx'
import * as css from './promoter-page.css.ts'

/** An event with the address that its promoter shares, and the address as a QR code. */
export type SharedEvent = OwnPromotedEvent & { url: string; qr: { size: number; path: string } }

/** Shows promoters their events: link, code and figures. */
export function PromoterEvents({
  page,
  events,
  names,
}: {
  page: PromoterPage
  events: readonly SharedEvent[]
  names: NamesForm
}) {
  if (events.length === 0)
    return <EmptyState title="No events" text="Your link shows here when you promote an event." />
  return (
    <div className={stack[5]}>
      {events.map((event) => (
        <PromotedEvent key={event.id} event={event} currency={page.currency} names={names} />
      ))}
    </div>
  )
}

function PromotedEvent({
  event: row,
  currency,
  names,
}: {
  event: SharedEvent
  currency: string
  names: NamesForm
}) {
  const { event } = row
  const isOpen = !row.isOver && row.endedAt === null
  const title = `promoted-${row.id}`
  return (
    <Card as="section" aria-labelledby={title}>
      <div className={stack[4]}>
        <div className={stack[1]}>
          <h2 id={title}>{event.title}</h2>
          <p className={text.small}>
            {`${formatDay(event.startsAt, event.timeZone)} · ${termsText(row, currency)}`}{' '}
            {!isOpen && <Badge tone="neutral">{row.isOver ? 'Over' : 'Ended'}</Badge>}
          </p>
        </div>
        <div className={grid.figures}>
          <StatTile label="Clicks" value={row.clicks} />
          <StatTile label="Tickets" value={row.tickets} hint={revenueText(row.revenue, currency)} />
          <StatTile label="Arrived" value={row.arrived} />
          <StatTile label="Expected" value={formatMoney(row.expectedCents, currency)} />
          <StatTile label="Due" value={formatMoney(row.dueCents, currency)} />
          <StatTile label="Paid" value={formatMoney(row.paidCents, currency)} />
        </div>
        {isOpen && (
          <div className={css.link}>
            <div className={stack[3]}>
              <p className={css.address}>
                <a href={row.url}>{row.url}</a>
              </p>
              {row.promoCode && <p>{`Promo code: ${row.promoCode}`}</p>}
              <ShareLink
                path={`${paths.event(event.id, event.slug)}?p=${row.linkCode}`}
                url={row.url}
                text={event.title}
              >
                Share my link
              </ShareLink>
            </div>
            <QrCode picture={row.qr} label={`QR code of your link to ${event.title}`} />
          </div>
        )}
        {row.lists.map((list) => (
          <OwnList key={list.id} list={list} event={row} isOpen={isOpen} names={names} />
        ))}
      </div>
    </Card>
  )
}

/** Leads a promoter to the file of their statement. */
export function StatementFile() {
  return (
    <LinkButton to={paths.promoterStatement()} variant="secondary" reloadDocument>
      Download statement (CSV)
    </LinkButton>
  )
}
