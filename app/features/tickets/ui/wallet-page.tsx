import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import * as layout from '#ui/layout.css.ts'
import { LinkTabs } from '#ui/tabs.tsx'
import { splitWallet } from '../tickets.rules.ts'
import type { WalletEvent } from '../tickets.types.ts'
import { WalletCard } from './wallet-card.tsx'
import * as css from './wallet-page.css.ts'

/**
 * Tickets by event: what is to come, and what is over behind a tab. The heading is one short line, so that the first
 * code is on the first screen of a phone.
 * @param now the moment the page was read, ISO 8601
 * @param tab the list to show; null shows both without tabs (a single order needs none)
 * @param notice shown above the tickets, only when something just happened
 * @param goods the orders of what was bought in the shop; null where there are none, or another page has them
 * @param children shown below the tickets
 */
export function WalletPage({
  title,
  wallet,
  now,
  tab,
  goods = null,
  notice,
  children,
}: {
  title: string
  wallet: WalletEvent[]
  now: string
  tab: 'upcoming' | 'past' | null
  goods?: ReactNode
  notice?: ReactNode
  children?: ReactNode
}) {
  const { upcoming, past } = splitWallet(wallet, now)
  const shown = tab === null ? [...upcoming, ...past] : tab === 'past' ? past : upcoming
  return (
    <div className={classNames(layout.page, css.page)}>
      <header className={css.head}>
        <h1 className={css.title}>{title}</h1>
        {tab !== null && (
          <div className={css.tabs}>
            <LinkTabs
              label="Tickets"
              tabs={[
                {
                  to: paths.myTickets(),
                  label: `Upcoming (${upcoming.length})`,
                  current: tab === 'upcoming',
                },
                {
                  to: paths.myTickets({ tab: 'past' }),
                  label: `Past (${past.length})`,
                  current: tab === 'past',
                },
              ]}
            />
          </div>
        )}
      </header>
      {notice}
      {shown.length > 0 && (
        <div className={css.cards}>
          {shown.map((each) => (
            <WalletCard key={each.event.id} wallet={each} now={now} />
          ))}
        </div>
      )}
      {goods}
      {shown.length === 0 && !goods && (
        <EmptyState
          title={tab === 'past' ? 'No past events yet' : 'No tickets yet'}
          text={tab === 'past' ? undefined : 'Tickets you buy show up here, with the QR code for the door.'}
          action={
            <LinkButton to={paths.events()} size="lg">
              Find an event
            </LinkButton>
          }
        />
      )}
      {children && <div className={css.note}>{children}</div>}
      {shown.length > 0 && (
        <p className={css.links}>
          {tab !== null && <Link to={paths.profile()}>Orders and receipts</Link>}
          <Link to={paths.refunds()}>Refund policy</Link>
          <Link to={paths.help()}>Help</Link>
        </p>
      )}
    </div>
  )
}
