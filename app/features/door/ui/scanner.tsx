import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import type { DoorEvent } from '../door.types.ts'
import { DoorNotices, ReadyRow } from '../offline/ui/door-status.tsx'
import { siteDoor } from './ask-door.ts'
import { OpenReports } from './open-reports.tsx'
import { StationBar } from './station-bar.tsx'
import { StationView } from './station-view.tsx'
import { useDoorCounters } from './use-door-counters.ts'
import type { Posted } from './use-scan.ts'

type StationProps = {
  event: DoorEvent
  gate: string
  /** True where a ticket is looked up first, and a press admits it. */
  asksFirst: boolean
  /** Names the next scan of the form, before JavaScript arrives. */
  scanId: string
  /** The result of a code that was posted without JavaScript. */
  first: Posted
}

/** The scanner of an event's door. */
export function Station({ event, gate, asksFirst, scanId, first }: StationProps) {
  const { counters, setCounters, reports, state, link } = useDoorCounters(event)
  const here = paths.ticketScanner({ event: event.id, gate, ask: asksFirst ? '1' : null })
  const place = { event: event.id, gate, asksFirst, zone: event.timeZone, here, isTraining: false }
  return (
    <StationView
      place={place}
      door={siteDoor}
      scanId={scanId}
      first={first}
      onCounters={setCounters}
      bar={<StationBar {...{ event, place, counters }} zones={state.poll?.zones} isOnline={state.isOnline} />}
      messages={(trouble) => (
        <>
          {trouble && <Banner tone="warning" title={trouble} />}
          <DoorNotices {...{ event, state }} />
          <OpenReports event={event} reports={reports ?? []} />
          <ReadyRow {...{ event, state, link }} />
        </>
      )}
    />
  )
}
