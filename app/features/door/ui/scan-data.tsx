import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { countText } from '#core/staff-lists.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CountLink } from '#ui/count-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormErrors } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { Ended, Freshness } from '#ui/office/freshness.tsx'
import { StaffList } from '#ui/office/staff-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { TableScroll } from '#ui/table-scroll.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { scanName } from '../door.rules.ts'
import type { DoorFigures } from '../door.types.ts'
import type { ScansQuery } from '../scan-data.schema.ts'
import type { ScanData } from '../scan-data.types.ts'
import { Arrivals } from './arrivals.tsx'
import { conflictList } from './conflict-list.tsx'
import { DoorExtras } from './door-extras.tsx'
import * as css from './scan-data.css.ts'
import { noShowList, scanList } from './scan-list.tsx'
import { ScanReports } from './scan-reports.tsx'
import { useLiveScans } from './use-live-scans.ts'

/**
 * Shows the door's figures of an event and, to those who may have it, the list of its scans.
 * @param data null where it could not be read
 * @param query the event, the filter, the order and the page of the list
 * @param sent the form that was sent last, by its intent, and the server's reply to it; null for none
 */
export function ScanDataPage({
  data,
  query,
  sent,
}: {
  data: ScanData | null
  query: ScansQuery
  sent: Sent
}) {
  if (!data) return <StaffList list={scanList} data={null} query={query} />
  if (!data.event || !data.figures) {
    return (
      <div className={layout.stack[5]}>
        <PageHeader title="Scan data" />
        <EmptyState
          title="No events yet"
          text="Events show up here two days before doors."
          action={<LinkButton to={paths.ticketScanner()}>Ticket scanner</LinkButton>}
        />
      </div>
    )
  }
  return (
    <LiveScans key={data.event.id} initial={data} query={{ ...query, event: data.event.id }} sent={sent} />
  )
}

type Sent = { intent: string; reply: SubmissionResult } | null

/** Shows the scans of an event, and keeps them current. */
function LiveScans({ initial, query, sent }: { initial: ScanData; query: ScansQuery; sent: Sent }) {
  const { read: data, at, liveness, news } = useLiveScans(initial, query)
  const { event, figures, mayList, mayRelease, now } = data
  if (!event || !figures) return null
  const about = `${event.title}, ${formatDay(event.doorsAt, event.timeZone, now)}`
  const state = (
    <>
      <Freshness at={at} now={now} timeZone={event.timeZone} state={liveness.state} />
      {mayRelease && !event.isOver && (
        <Link to={paths.doorSearch({ event: event.id })} className={css.link}>
          Find a guest
        </Link>
      )}
      {mayRelease && !event.isOver && (
        <Link to={paths.doorDevices({ event: event.id })} className={css.link}>
          Devices
        </Link>
      )}
    </>
  )
  return (
    <div className={layout.stack[6]}>
      {mayList ? (
        <Rows data={data} query={query} about={about}>
          {figures.reports && (
            <ScanReports
              event={event}
              reports={figures.reports}
              mayResolve={mayRelease}
              sent={sent}
              now={now}
            />
          )}
          {sent?.intent === 'resolve-conflict' && (
            <FormErrors
              id="conflict-error"
              errors={Object.values(sent.reply.error ?? {}).flatMap((each) => each ?? [])}
            />
          )}
          <div className={css.line}>
            <dl className={css.figures}>
              <Figure term="In now" value={figures.inNow} />
              <Figure term="Remaining" value={`${figures.remaining} of ${figures.tickets}`} />
            </dl>
            <a href="#figures" className={css.link}>
              Arrivals
            </a>
            <div className={css.onDesk}>{state}</div>
          </div>
        </Rows>
      ) : (
        <div className={layout.stack[5]}>
          <PageHeader title="Scan data" text={about} />
          <Banner title="Only door managers, moderators and admins can see individual scans." />
          <Freshness at={at} now={now} timeZone={event.timeZone} state={liveness.state} />
        </div>
      )}
      <p role="status" className={visuallyHidden}>
        {news}
      </p>
      {liveness.state === 'ended' && <Ended reason={liveness.reason} />}
      {mayList && <div className={css.onPhone}>{state}</div>}
      <Tiles data={data} figures={figures} />
      <Arrivals data={data} query={query} />
      <div className={css.tables}>
        {!mayList && (
          <TableScroll name="By result">
            <Table
              caption="By result"
              columns={resultColumns}
              rows={figures.byResult}
              rowKey={scanName}
              empty="No scans yet."
            />
          </TableScroll>
        )}
        <TableScroll name="By ticket type">
          <Table
            caption="By ticket type"
            columns={typeColumns}
            rows={figures.byType}
            rowKey={({ name }) => name}
            empty="No tickets yet."
          />
        </TableScroll>
      </div>
      <DoorExtras
        event={event}
        figures={figures}
        now={now}
        mayRelease={mayRelease}
        reply={sent?.intent === 'release' ? sent.reply : null}
      />
    </div>
  )
}

const personNoun = { one: 'person', many: 'people' }

/** Draws the list of the chosen tab. */
function Rows({
  data,
  query,
  about,
  children,
}: {
  data: ScanData
  query: ScansQuery
  about: string
  children: ReactNode
}) {
  const people =
    query.show === 'arrived' && data.counts
      ? ` · ${countText({ count: data.counts.people }, personNoun)}`
      : ''
  const shared = { data, query, about: about + people, children }
  if (query.show === 'conflicts') return <StaffList list={conflictList} {...shared} />
  if (query.show === 'no_shows') return <StaffList list={noShowList} {...shared} />
  return <StaffList list={scanList} {...shared} />
}

/** Shows the figures of a door; to those who may have the scans each leads to its rows. */
function Tiles({ data, figures }: { data: ScanData; figures: DoorFigures }) {
  const { event, counts, groups } = data
  const sum = (of: 'admitted' | 'refused') =>
    groups?.results.reduce((total, group) => total + group[of], 0) ?? null
  const link = (show: ScansQuery['show'], value: number, about: string) => (
    <CountLink to={scanList.to({ event: event?.id, show })} about={about}>
      {value}
    </CountLink>
  )
  const [letIn, turnedAway] = [sum('admitted'), sum('refused')]
  return (
    <div className={layout.grid.tiles}>
      <StatTile
        label="In now"
        value={
          event ? (
            <CountLink to={paths.doorOccupancy({ event: event.id })} about="in now, by zone">
              {figures.inNow}
            </CountLink>
          ) : (
            figures.inNow
          )
        }
        hint="Guest lists, clicks and recounts included"
      />
      <StatTile
        label="Admitted"
        value={counts ? link('arrived', figures.admitted, 'admitted, each counted once') : figures.admitted}
        hint="Tickets and guests, each counted once"
      />
      <StatTile
        label="Remaining"
        value={
          letIn === null || !event ? (
            figures.remaining
          ) : (
            <CountLink
              to={paths.attendees({ event: event.id, show: 'expected' })}
              about="tickets not scanned yet"
            >
              {figures.remaining}
            </CountLink>
          )
        }
        hint={`of ${figures.tickets} tickets`}
      />
      {letIn !== null && (
        <StatTile
          label="Scans that let in"
          value={link('admitted', letIn, 'scans that let in')}
          hint="Re-entries and guest lists included"
        />
      )}
      <StatTile
        label="Turned away"
        value={turnedAway === null ? figures.refused : link('refused', turnedAway, 'turned away')}
        hint={
          turnedAway !== null && figures.refused > turnedAway
            ? `${figures.refused - turnedAway} more are older than 90 days: counted, not listed`
            : 'Rejected scans'
        }
      />
      {counts && counts.conflicts > 0 && (
        <StatTile
          label="Conflicts"
          value={link('conflicts', counts.conflicts, 'conflicts')}
          hint={`${counts.openConflicts} open`}
        />
      )}
      {event?.isOver && counts && (
        <StatTile
          label="No-shows"
          value={link('no_shows', counts.noShows.rows, 'no-shows')}
          hint={`${counts.noShows.tickets} tickets, ${counts.noShows.guests} guests of lists`}
        />
      )}
    </div>
  )
}

function Figure({ term, value }: { term: string; value: number | string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const resultColumns: Column<DoorFigures['byResult'][number]>[] = [
  { key: 'result', header: 'Result', cell: scanName },
  { key: 'scans', header: 'Scans', numeric: true, cell: ({ scans }) => scans },
]

const typeColumns: Column<DoorFigures['byType'][number]>[] = [
  { key: 'name', header: 'Ticket type', cell: ({ name }) => name },
  { key: 'inside', header: 'Arrived', numeric: true, cell: ({ inside }) => inside },
  { key: 'tickets', header: 'Tickets', numeric: true, cell: ({ tickets }) => tickets },
]
