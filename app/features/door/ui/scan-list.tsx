import { Link } from '@remix-run/react'
import { dateStamp, formatClock } from '#core/event-time.ts'
import { listFile } from '#core/list-file.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Badges, Dash, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { scanName, verdictOf } from '../door.rules.ts'
import { groupName, resultName, type ScanFilter, scanFilters } from '../scan-data.rules.ts'
import { type ScansQuery, scansQuerySchema } from '../scan-data.schema.ts'
import type { NoShow, ScanData, ScanGroup, ScanRow } from '../scan-data.types.ts'
import { resultTones } from './result-tones.ts'
import { onPhoneInline, person } from './scan-data.css.ts'

/** What each tab is called, and says when it is empty. */
export const filters: Record<ScanFilter, { label: string; empty: string }> = {
  all: { label: 'All', empty: 'No scans yet' },
  arrived: { label: 'Admitted', empty: 'Nobody was let in yet' },
  admitted: { label: 'All entries', empty: 'Nobody was let in yet' },
  refused: { label: 'Turned away', empty: 'Nobody was turned away' },
  conflicts: { label: 'Conflicts', empty: 'No conflicts' },
  no_shows: { label: 'No-shows', empty: 'Everybody came' },
}

const sorts: Record<ScansQuery['sort'], string> = {
  '-time': 'Newest first',
  time: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  type: 'Ticket type, A to Z',
  '-type': 'Ticket type, Z to A',
  gate: 'Gate, A to Z',
  '-gate': 'Gate, Z to A',
}

/** The zone in which times are shown. */
export const zoneOf = ({ event }: ScanData) => event?.timeZone ?? 'UTC'

const choices = (groups: readonly ScanGroup[] | null | undefined, empty: string) =>
  (groups ?? []).map((group) => ({ value: group.key, label: groupName(group, empty) }))

/** The tabs of scan data, the same over each of its lists. */
export const tabs = {
  label: 'Scans to list',
  name: 'show' as const,
  options: scanFilters.map((value) => ({
    value,
    label: filters[value].label,
    ...(value === 'no_shows' ? { isFor: ({ event }: ScanData) => event?.isOver ?? false } : {}),
  })),
  count: ({ counts }: ScanData, value: string | null) => {
    if (!counts) return null
    if (value === 'conflicts') return counts.conflicts
    if (value === 'no_shows') return counts.noShows.rows
    return counts[value === 'admitted' || value === 'arrived' || value === 'refused' ? value : 'all']
  },
}

/** The scans of an event, in the event's own time. */
export const scanList = defineStaffList({
  name: 'scans',
  title: 'Scan data',
  noun: { one: 'scan', many: 'scans' },
  query: scansQuerySchema,
  path: paths.scanData,
  rows: ({ scans }: ScanData) => scans,
  next: ({ next }) => next,
  total: ({ counts }, { show }) =>
    counts && show !== 'no_shows' && show !== 'conflicts' ? { count: counts[show] } : null,
  rowKey: ({ id }) => id,
  caption: ({ sort }) => `Scans: ${sorts[sort].toLocaleLowerCase('en-US')}`,
  sorts: () => sorts,
  filters: (data) => [
    { name: 'gate', label: 'Gate', kind: 'choice', options: () => choices(data?.groups?.gates, 'No gate') },
    {
      name: 'device',
      label: 'Device',
      kind: 'choice',
      options: () => choices(data?.groups?.devices, 'No device'),
    },
    {
      name: 'result',
      label: 'Result',
      kind: 'choice',
      options: () => (data?.groups?.results ?? []).map(({ key }) => ({ value: key, label: resultName(key) })),
    },
    ...(data?.groups?.staff
      ? [
          {
            name: 'staff',
            label: 'Person',
            kind: 'choice',
            options: () => choices(data.groups?.staff, 'Nobody'),
          } as const,
        ]
      : []),
    { name: 'from', label: 'From (event time)', kind: 'minute' },
    { name: 'to', label: 'To, this minute included', kind: 'minute' },
  ],
  tabs,
  keeps: ['event', 'step'],
  selection: {
    label: ({ at, firstName }: ScanRow) => `Select the scan of ${firstName ?? 'a code'}, ${at}`,
    actions: () => [{ to: paths.adminExport('scans'), label: 'Download selected' }],
    preview: (count) => `${count} selected: a CSV file with ${count === 1 ? '1 scan' : `${count} scans`}.`,
  },
  empty: {
    title: ({ show }, isNarrowed) => (isNarrowed && show === 'all' ? 'No matches' : filters[show].empty),
    more: 'No more scans',
  },
  columns: [
    {
      key: 'at',
      header: 'Time',
      sort: 'time',
      first: 'descending',
      cell: ({ at }, data) => {
        const { weekday } = dateStamp(at, zoneOf(data))
        return <Time at={at}>{`${weekday} ${formatClock(at, zoneOf(data))}`}</Time>
      },
    },
    { key: 'result', header: 'Result', phone: 'end', cell: (scan) => <Result scan={scan} /> },
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      cell: ({ firstName, ticketId }, { event, mayRelease }) => {
        if (!firstName) return <Dash />
        // A manager of an open door looks at the ticket, which is recorded.
        if (!ticketId || !event || event.isOver || !mayRelease) return firstName
        return (
          <Link to={paths.doorSearch({ event: event.id, ticket: ticketId })} className={person}>
            {firstName}
          </Link>
        )
      },
    },
    {
      key: 'type',
      header: 'Ticket type',
      sort: 'type',
      phone: 'end',
      cell: ({ typeName }) => typeName ?? <Dash />,
    },
    {
      key: 'gate',
      header: 'Gate',
      sort: 'gate',
      phone: 'end',
      cell: ({ gate }) => gate ?? <Dash />,
    },
    { key: 'device', header: 'Device', phone: 'none', cell: ({ device }) => device ?? <Dash /> },
    {
      key: 'staff',
      header: 'Person',
      phone: 'none',
      isFor: ({ mayRelease }) => mayRelease,
      cell: ({ staff }) => staff ?? <Dash />,
    },
    { key: 'reference', header: 'Reference', phone: 'none', cell: ({ reference }) => reference },
  ],
  // The person is empty for moderators.
  file: listFile<ScanRow, ScanData>(
    zoneOf,
    [
      { header: 'Time', time: ({ at }) => at },
      { header: 'Result', value: scanName },
      { header: 'First name', value: ({ firstName }) => firstName },
      { header: 'Ticket type', value: ({ typeName }) => typeName },
      { header: 'People', value: ({ heads }) => heads },
      { header: 'Gate', value: ({ gate }) => gate },
      { header: 'Device', value: ({ device }) => device },
      { header: 'Person', value: ({ staff }) => staff },
      { header: 'Reason', value: ({ reason }) => reason },
      { header: 'Reference', value: ({ reference }) => reference },
    ],
    { event: ({ event }) => event?.title ?? null },
  ),
  mayDownload: ({ mayList }) => mayList,
})

/** Says what became of a scan, and why a door manager changed it. */
function Result({ scan }: { scan: ScanRow }) {
  return (
    <Lines>
      <Badges>
        <Badge tone={resultTones[verdictOf(scan)]}>{scanName(scan)}</Badge>
        {scan.lifted && <Badge tone="warning">Override</Badge>}
      </Badges>
      {scan.reason && (
        <Faint isOneLine>
          {scan.lifted && `${resultName(scan.lifted)}: `}
          {scan.reason}
        </Faint>
      )}
    </Lines>
  )
}

/** People who never came to an event that is over. */
export const noShowList = defineStaffList({
  name: 'no-shows',
  title: 'Scan data',
  noun: { one: 'no-show', many: 'no-shows' },
  query: scansQuerySchema,
  path: paths.scanData,
  rows: ({ noShows }: ScanData) => noShows,
  next: ({ next }) => next,
  rowKey: ({ id }) => id,
  caption: () => 'No-shows, tickets first, by name',
  tabs,
  keeps: ['event', 'step', 'show'],
  empty: {
    title: () => filters.no_shows.empty,
    more: 'Nobody else',
    text: () => 'No-shows are listed after the event.',
  },
  columns: [
    {
      key: 'name',
      header: 'Name',
      cell: ({ name, isVip }: NoShow) => (
        <Badges>
          {name}
          {isVip && <Badge tone="accent">VIP</Badge>}
        </Badges>
      ),
    },
    {
      key: 'way',
      header: 'Came by',
      phone: 'end',
      cell: ({ way }) => (way === 'holder' ? 'Ticket' : 'Guest list'),
    },
    {
      key: 'type',
      header: 'Ticket type or list',
      phone: 'end',
      cell: ({ typeName }) => typeName ?? <Dash />,
    },
    {
      key: 'heads',
      header: 'People missing',
      numeric: true,
      cell: ({ heads }) => (
        <>
          {heads}
          <span className={onPhoneInline}> missing</span>
        </>
      ),
    },
  ],
  file: listFile<NoShow, ScanData>(
    zoneOf,
    [
      { header: 'Name', value: ({ name }) => name },
      { header: 'Came by', value: ({ way }) => (way === 'holder' ? 'ticket' : 'guest list') },
      { header: 'Ticket type or list', value: ({ typeName }) => typeName },
      { header: 'People missing', value: ({ heads }) => heads },
      { header: 'VIP', value: ({ isVip }) => isVip },
    ],
    { event: ({ event }) => event?.title ?? null },
  ),
  mayDownload: ({ mayList }) => mayList,
})
