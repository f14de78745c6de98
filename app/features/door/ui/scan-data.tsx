import type { ReactNode } from 'react'
import { dateStamp, formatClock, formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import * as layout from '#ui/layout.css.ts'
import { SelectionBar } from '#ui/office/selection.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { type ScanFilter, scanFilters, scanName, type Verdict, verdictOf } from '../door.rules.ts'
import type { ScanData } from '../door.types.ts'

const tones: Record<Verdict, BadgeTone> = {
  admit: 'success',
  again: 'info',
  check: 'warning',
  stop: 'danger',
}
const filterNames: Record<ScanFilter, string> = { all: 'All', admitted: 'Let in', refused: 'Turned away' }

type Scan = ScanData['scans'][number]

/** The door's figures of an event and, for those who may have it, the list of its scans. */
export function ScanDataPage({
  scans: { event, figures, mayList, scans, next, now },
  show,
  before,
  tools,
}: {
  scans: ScanData
  show: ScanFilter
  before: string | undefined
  tools: ReactNode
}) {
  const isFirstPage = before === undefined
  if (!event || !figures) {
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
  const address = (asked: { show?: ScanFilter; before?: string }) =>
    paths.scanData({ event: event.id, show, ...asked })
  const { timeZone } = event
  return (
    <div className={layout.stack[5]}>
      <PageHeader title="Scan data" text={`${event.title}, ${formatDay(event.doorsAt, timeZone, now)}`} />
      <div className={layout.stack[6]}>
        <div className={layout.grid.tiles}>
          <StatTile label="In now" value={figures.inNow} />
          <StatTile label="Admitted" value={figures.admitted} hint="Tickets scanned in at least once" />
          <StatTile label="Remaining" value={figures.remaining} hint={`of ${figures.tickets} tickets`} />
          <StatTile label="Turned away" value={figures.refused} hint="Rejected scans" />
        </div>

        <div className={layout.grid.halves}>
          <Table
            caption="By result"
            columns={resultColumns}
            rows={figures.byResult}
            rowKey={scanName}
            empty="No scans yet."
          />
          <Table
            caption="By ticket type"
            columns={typeColumns}
            rows={figures.byType}
            rowKey={({ name }) => name}
            empty="No tickets yet."
          />
        </div>

        {mayList ? (
          <div className={layout.stack[4]}>
            {tools}
            <LinkTabs
              label="Scans to list"
              tabs={scanFilters.map((each) => ({
                to: address({ show: each }),
                label: filterNames[each],
                current: each === show,
              }))}
            />
            <SelectionBar
              form="scans"
              action={paths.adminExport('scans')}
              fields={{ event: event.id, show, before, selected: '1' }}
              label="Download selected"
              preview={(count) =>
                `${count} selected: a CSV file with ${count === 1 ? '1 scan' : `${count} scans`}.`
              }
            />
            <Table
              caption="Scans, newest first"
              selection={{
                form: 'scans',
                label: ({ at }) => `Select the scan of ${formatClock(at, timeZone)}`,
              }}
              columns={scanColumns(timeZone)}
              rows={scans}
              rowKey={({ id }) => id}
              empty={<EmptyState title={isFirstPage ? 'No scans yet' : 'No more scans'} />}
            />
            <Pagination
              label="Pages of scans"
              previous={isFirstPage ? null : address({})}
              previousLabel="Newest"
              next={next && address({ before: next })}
              nextLabel="Older"
            />
          </div>
        ) : (
          <Banner title="Only door managers, moderators and admins can see individual scans." />
        )}
      </div>
    </div>
  )
}

const resultColumns: Column<NonNullable<ScanData['figures']>['byResult'][number]>[] = [
  { key: 'result', header: 'Result', cell: scanName },
  { key: 'scans', header: 'Scans', numeric: true, cell: ({ scans }) => scans },
]

const typeColumns: Column<NonNullable<ScanData['figures']>['byType'][number]>[] = [
  { key: 'name', header: 'Ticket type', cell: ({ name }) => name },
  { key: 'inside', header: 'In now', numeric: true, cell: ({ inside }) => inside },
  { key: 'tickets', header: 'Tickets', numeric: true, cell: ({ tickets }) => tickets },
]

/** @param zone IANA zone of the event, in which times are shown */
function scanColumns(zone: string): Column<Scan>[] {
  return [
    {
      key: 'at',
      header: 'Time',
      cell: ({ at }) => {
        const { weekday, month, day } = dateStamp(at, zone)
        return (
          <time dateTime={at}>
            {weekday} {month} {day}, {formatClock(at, zone)}
          </time>
        )
      },
    },
    {
      key: 'result',
      header: 'Result',
      cell: (scan) => <Badge tone={tones[verdictOf(scan)]}>{scanName(scan)}</Badge>,
    },
    { key: 'name', header: 'Name', cell: ({ firstName }) => firstName ?? '—' },
    { key: 'type', header: 'Ticket type', cell: ({ typeName }) => typeName ?? '—' },
    { key: 'gate', header: 'Gate', cell: ({ gate }) => gate ?? '—' },
  ]
}
