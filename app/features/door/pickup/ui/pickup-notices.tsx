import { formatClock } from '#core/event-time.ts'
import { Banner } from '#ui/banner.tsx'
import { text } from '#ui/layout.css.ts'
import { ageText } from '../../offline/door-status.rules.ts'
import type { PickupState } from '../pickup-link.ts'

/**
 * Says how a station is connected: by which list it hands over, and what it has not uploaded.
 * @param timeZone of the event
 * @param isStoreDay a store day has no list: it works only online
 * @param opensOffline the page opens without a network
 */
export function PickupNotices({
  state,
  timeZone,
  isStoreDay,
  opensOffline,
}: {
  state: PickupState
  timeZone: string
  isStoreDay: boolean
  opensOffline: boolean
}) {
  const { isOnline, madeAt, waiting, trouble } = state
  const hands = waiting === 1 ? '1 hand-over' : `${waiting} hand-overs`
  if (!isOnline && !madeAt)
    return (
      <div data-testid="offline">
        <Banner tone="danger" title="No connection: hand nothing over.">
          <p>
            {isStoreDay
              ? 'Store days work only online: without a connection we can’t tell what was already handed over.'
              : 'This phone has no pickup list, so we can’t tell what was already handed over.'}
          </p>
        </Banner>
      </div>
    )
  if (!isOnline && madeAt)
    return (
      <div data-testid="offline">
        <Banner
          tone="warning"
          title={`Offline. Pickup list from ${formatClock(madeAt, timeZone)}, ${ageText(madeAt, Date.now())} old.`}
        >
          <p>
            {waiting > 0
              ? `${hands} to upload when you’re back online.`
              : 'Keep handing over. We’ll upload when you’re back online.'}
          </p>
        </Banner>
      </div>
    )
  if (trouble)
    return (
      <Banner
        tone="danger"
        title={waiting > 0 ? `${hands} couldn’t be uploaded. Get the door manager.` : trouble}
      >
        {waiting > 0 && <p>{trouble}</p>}
      </Banner>
    )
  if (waiting > 0) return <Banner tone="info" title={`Uploading ${hands}…`} />
  return (
    <p className={text.small} data-testid="pickup-ready">
      {isStoreDay
        ? 'Works only online: without a connection, hand nothing over.'
        : madeAt && opensOffline
          ? `Ready offline: pickup list from ${formatClock(madeAt, timeZone)}.`
          : 'Not ready offline yet.'}
    </p>
  )
}
