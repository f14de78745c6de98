import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { dateStamp, formatClock, formatDay } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import * as layout from '#ui/layout.css.ts'
import { EmptyList, FilterBar, RetryLink, useListState } from '#ui/office/list-frame.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, sortLinkOf, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { type ScanFilter, scanFilters, scanName, type Verdict, verdictOf } from '../door.rules.ts'
import type { ScanData } from '../door.types.ts'
import type { ScansQuery } from '../scan-data.schema.ts'
import { DoorExtras } from './door-extras.tsx'

const tones: Record<Verdict, BadgeTone> = {
  admit: 'success',
  again: 'info',
  check: 'warning',
  stop: 'danger',
}
const filterNames: Record<ScanFilter, string> = { all: 'All', admitted: 'Let in', refused: 'Turned away' }

type Scan = ScanData['scans'][number]

/**
 * The door's figures of an event and, for those who may have it, the list of its scans.
 * @param data null where it could not be read
 * @param query the event, the filter, the order and the page of the list
 * @param tools what is shown beside the filter: saved views, the file
 * @param reply the server's reply to the release of a table
 */
export function ScanDataPage({
  data,
  query: { show, sort, after },
  tools,
  reply,
}: {
  data: ScanData | null
  query: ScansQuery
  tools: ReactNode
  reply: SubmissionResult | null
}) {
  const state = useListState(false)
  const isFirstPage = after === undefined
  if (!data) {
    return (
      <div className={layout.stack[5]}>
        <PageHeader title="Scan data" />
        <Table
          caption="Scans"
          columns={scanColumns('UTC', () => undefined)}
          rows={[]}
          rowKey={({ id }) => id}
          state="error"
          empty={null}
          retry={<RetryLink />}
        />
      </div>
    )
  }
  const { event, figures, mayList, mayRelease, scans, next, now } = data
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
  const address = (asked: { show?: ScanFilter; sort?: string; after?: string }) => {
    const { show: shown, sort: sorted, ...rest } = { show, sort, ...asked }
    return paths.scanData({
      event: event.id,
      show: shown === 'all' ? null : shown,
      sort: sorted === '-time' ? null : sorted,
      ...rest,
    })
  }
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

        <DoorExtras event={event} figures={figures} now={now} mayRelease={mayRelease} reply={reply} />

        {mayList ? (
          <div className={layout.stack[4]}>
            <FilterBar tools={tools}>
              <LinkTabs
                label="Scans to list"
                tabs={scanFilters.map((each) => ({
                  to: address({ show: each }),
                  label: filterNames[each],
                  current: each === show,
                }))}
              />
            </FilterBar>
            <Table
              caption={captions[sort]}
              state={state}
              selection={{
                form: 'scans',
                label: ({ at }) => `Select the scan of ${formatClock(at, timeZone)}`,
              }}
              columns={scanColumns(timeZone, (key, first) =>
                sortLinkOf(sort, key, (asked) => address({ sort: asked }), first),
              )}
              rows={scans}
              rowKey={({ id }) => id}
              empty={
                <EmptyList
                  title={!isFirstPage ? 'No more scans' : show === 'all' ? 'No scans yet' : emptyNames[show]}
                  clear={show === 'all' ? null : paths.scanData({ event: event.id })}
                />
              }
            />
            <SelectionBar
              form="scans"
              fields={{ event: event.id, show, sort, after, selected: '1' }}
              actions={[{ to: paths.adminExport('scans'), label: 'Download selected' }]}
              preview={(count) =>
                `${count} selected: a CSV file with ${count === 1 ? '1 scan' : `${count} scans`}.`
              }
            />
            <Pagination
              label="Pages of scans"
              previous={isFirstPage ? null : address({})}
              previousLabel="First page"
              next={next && address({ after: next })}
              nextLabel="More scans"
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

const emptyNames = { admitted: 'Nobody was let in yet', refused: 'Nobody was turned away' }

const captions: Record<ScansQuery['sort'], string> = {
  '-time': 'Scans, newest first',
  time: 'Scans, oldest first',
  name: 'Scans by name, A to Z',
  '-name': 'Scans by name, Z to A',
  type: 'Scans by ticket type, A to Z',
  '-type': 'Scans by ticket type, Z to A',
  gate: 'Scans by gate, A to Z',
  '-gate': 'Scans by gate, Z to A',
}

/**
 * @param zone IANA zone of the event, in which times are shown
 * @param sortLink makes the link of a header
 */
function scanColumns(
  zone: string,
  sortLink: (key: string, first?: 'descending') => Column<Scan>['sortLink'],
): Column<Scan>[] {
  return [
    {
      key: 'at',
      header: 'Time',
      sortLink: sortLink('time', 'descending'),
      cell: ({ at }) => {
        const { weekday, month, day } = dateStamp(at, zone)
        return (
          <time dateTime={machineTime(at)}>
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
    { key: 'name', header: 'Name', sortLink: sortLink('name'), cell: ({ firstName }) => firstName ?? '—' },
    {
      key: 'type',
      header: 'Ticket type',
      sortLink: sortLink('type'),
      cell: ({ typeName }) => typeName ?? '—',
    },
    { key: 'gate', header: 'Gate', sortLink: sortLink('gate'), cell: ({ gate }) => gate ?? '—' },
  ]
}
