import { formatDay, formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { stack, text } from '#ui/layout.css.ts'
import type { Transfers } from '../transfers.types.ts'
import * as css from './ticket-transfer.css.ts'

/** Shows the link of an offer that was just made, this once: only its hash is stored. */
export function TransferLink({ link }: { link: string }) {
  return (
    <Banner tone="success" title="Your link is ready" announce>
      <p>Copy it now and send it: we can't show it again.</p>
      <p className={css.address} data-testid="transfer-link">
        {link}
      </p>
    </Banner>
  )
}

/** Leads to the tickets that somebody offers to the reader. @param now the moment the page was read, ISO 8601 */
export function IncomingTransfers({ offers, now }: { offers: Transfers['incoming']; now: string }) {
  return offers.map(({ id, fromName, typeName, expiresAt, event }) => (
    <Banner key={id} tone="info" title={`${fromName} offers you a ticket`}>
      <div className={stack[3]} data-testid="incoming-transfer">
        <p>
          {typeName} for {event.title}. Accept until {formatMoment(expiresAt, event.timeZone, now)}.
        </p>
        <div>
          <LinkButton to={paths.transferOffer({ id })}>Accept or decline</LinkButton>
        </div>
      </div>
    </Banner>
  ))
}

/** Lists the tickets that the reader handed on. @param now the moment the page was read, ISO 8601 */
export function SentTransfers({ sent, now }: { sent: Transfers['sent']; now: string }) {
  if (sent.length === 0) return null
  return (
    <Card as="section" className={classNames(stack[3], css.sent)}>
      <h2>Transferred</h2>
      <ul className={css.list} data-testid="sent-transfers">
        {sent.map(({ id, toName, at, typeName, title, timeZone }) => (
          <li key={id}>
            {typeName} for {title}, to {toName}, {formatDay(at, timeZone, now)}
          </li>
        ))}
      </ul>
      <p className={text.small}>A refund of these tickets goes to the person who paid.</p>
    </Card>
  )
}
