import { formatClock } from '#core/event-time.ts'
import { Banner } from '#ui/banner.tsx'
import { ageText } from '../../offline/door-status.rules.ts'
import type { PickupState } from '../pickup-link.ts'

/** Says how a station is connected: by which list it hands over, and what it has not uploaded. @param timeZone of the event */
export function PickupNotices({ state, timeZone }: { state: PickupState; timeZone: string }) {
  const { isOnline, madeAt, waiting, trouble } = state
  const hands = waiting === 1 ? '1 hand-over' : `${waiting} hand-overs`
  if (!isOnline && !madeAt)
    return (
      <div data-testid="offline">
        <Banner tone="danger" title="No connection: hand nothing over.">
          <p>This phone has no pickup list, so we can’t tell what was already handed over.</p>
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
  return waiting > 0 ? <Banner tone="info" title={`Uploading ${hands}…`} /> : null
}
