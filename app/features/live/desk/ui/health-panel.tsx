import { formatClockWithZone } from '#core/event-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Card } from '#ui/card.tsx'
import { stack } from '#ui/layout.css.ts'
import { durationText, longestGap, segmentAge, silenceText } from '../desk.rules.ts'
import type { StreamDesk } from '../desk.types.ts'
import * as css from './desk.css.ts'
import { Facts } from './facts.tsx'

const number = (value: number | null) => (value === null ? '—' : value.toLocaleString('en-US'))

/** Shows how the source does. @param desk the latest read, so that it follows without a reload */
export function HealthPanel({ desk }: { desk: StreamDesk }) {
  const { health, timeZone } = desk
  const age = segmentAge(desk)
  const isLate = age !== null && age > longestGap
  return (
    <Card as="section" aria-labelledby="health-title" data-testid="health">
      <div className={stack[4]}>
        <div className={css.badges}>
          <h2 id="health-title" className={css.title}>
            Signal
          </h2>
          {health && <SignalBadge health={health} isLate={isLate} />}
        </div>
        {health ? (
          <Facts
            facts={[
              ['Last segment', age === null ? 'None yet' : `${durationText(age)} ago`],
              ['Bitrate', health.bitrateKbps === null ? '—' : `${number(health.bitrateKbps)} kbit/s`],
              ['Dropped frames', number(health.droppedFrames)],
              ['Sender', health.isConnected ? 'Connected' : 'Not connected'],
              ['Last report', formatClockWithZone(health.reportedAt, timeZone)],
            ]}
          />
        ) : (
          <p className={css.small}>Nothing has come from the source yet.</p>
        )}
      </div>
    </Card>
  )
}

function SignalBadge({ health, isLate }: { health: NonNullable<StreamDesk['health']>; isLate: boolean }) {
  if (!health.isExpected) return <Badge>Off</Badge>
  if (isLate || health.lastSegmentAt === null) return <Badge tone="danger">No picture</Badge>
  return health.isHealthy ? <Badge tone="success">Steady</Badge> : <Badge tone="warning">Coming in</Badge>
}

/** Says at once that the picture of a stream is missing. Renders nothing while it comes. */
export function SilenceAlert({ desk }: { desk: StreamDesk }) {
  const text = silenceText(desk)
  // Stays in the page, so that what appears in it is read aloud.
  return (
    <div role="alert" data-testid="silence">
      {text && (
        <Banner tone="danger" title={text}>
          <p>
            Check the sender and its connection.
            {desk.stream.state === 'interrupted' && ' Viewers see "Back in a moment".'}
          </p>
        </Banner>
      )}
    </div>
  )
}
