import { formatClock } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { resultName } from '../scan-data.rules.ts'
import { scansQuerySchema } from '../scan-data.schema.ts'
import type { ConflictScan, ScanConflict, ScanData } from '../scan-data.types.ts'
import { ConflictDecision } from './conflict-decision.tsx'
import { onDesk } from './scan-data.css.ts'
import { filters, tabs, zoneOf } from './scan-list.tsx'

/** Admissions without a network that should not have been, with the scan that counts beside each. */
export const conflictList = defineStaffList({
  name: 'conflicts',
  title: 'Scan data',
  noun: { one: 'conflict', many: 'conflicts' },
  query: scansQuerySchema,
  path: paths.scanData,
  rows: ({ conflicts }: ScanData) => conflicts,
  next: ({ next }) => next,
  rowKey: ({ id }) => id,
  caption: () => 'Conflicts, open ones first',
  tabs,
  keeps: ['event', 'step', 'show'],
  empty: {
    title: () => filters.conflicts.empty,
    more: 'No more conflicts',
    text: () => 'A code that two phones let in without a network is listed here, with both gates.',
  },
  columns: [
    {
      key: 'name',
      header: 'Name',
      cell: ({ firstName, typeName, heads }: ScanConflict) => (
        <Lines>
          <span>
            {firstName ?? 'Unknown'}
            {heads > 1 && ` and ${heads - 1} more`}
          </span>
          {typeName && <Faint>{typeName}</Faint>}
        </Lines>
      ),
    },
    {
      key: 'kept',
      header: 'Counts',
      phone: 'labeled',
      cell: ({ kept, result }, data) =>
        kept ? <ConflictSide scan={kept} zone={zoneOf(data)} /> : <Faint>{resultName(result)}</Faint>,
    },
    {
      key: 'other',
      header: 'Let in again',
      phone: 'labeled',
      cell: ({ other }, data) => <ConflictSide scan={other} zone={zoneOf(data)} />,
    },
    {
      key: 'outcome',
      header: 'Decision',
      phone: 'wide',
      cell: (conflict, { event, mayRelease }) => (
        <ConflictDecision conflict={conflict} event={event?.id ?? ''} mayResolve={mayRelease} />
      ),
    },
  ],
})

/** When and where one of the two was let in, on a desk by which phone too: a phone opens the decision for that. */
function ConflictSide({
  scan: { at, gate, device, staff, isOffline },
  zone,
}: {
  scan: ConflictScan
  zone: string
}) {
  return (
    <Lines>
      <span>
        <Time at={at}>{formatClock(at, zone)}</Time>, {gate ?? 'no gate'}
      </span>
      <span className={onDesk}>
        <Faint>{[device, staff, isOffline && 'offline'].filter(Boolean).join(' · ')}</Faint>
      </span>
    </Lines>
  )
}
