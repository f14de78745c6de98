import * as paths from '#core/paths.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { splitWallet } from '../tickets.rules.ts'
import type { WalletEvent } from '../tickets.types.ts'
import * as css from './wallet.css.ts'
import { WalletCard } from './wallet-card.tsx'

/**
 * Tickets by event: what is to come, and what is over behind a tab.
 * @param now the moment the page was read, ISO 8601
 * @param path of this page, with its query; null hides the tabs (a single order needs none)
 */
export function Wallet({
  wallet,
  now,
  tab,
}: {
  wallet: WalletEvent[]
  now: string
  tab: 'upcoming' | 'past' | null
}) {
  const { upcoming, past } = splitWallet(wallet, now)
  const shown = tab === null ? [...upcoming, ...past] : tab === 'past' ? past : upcoming
  return (
    <div className={css.wallet}>
      {tab !== null && (
        <LinkTabs
          label="Tickets"
          tabs={[
            { to: paths.myTickets(), label: `Upcoming (${upcoming.length})`, current: tab === 'upcoming' },
            { to: paths.myTickets({ tab: 'past' }), label: `Past (${past.length})`, current: tab === 'past' },
          ]}
        />
      )}
      {shown.length > 0 ? (
        <div className={css.cards}>
          {shown.map((each) => (
            <WalletCard key={each.event.id} wallet={each} now={now} />
          ))}
        </div>
      ) : (
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
    </div>
  )
}
