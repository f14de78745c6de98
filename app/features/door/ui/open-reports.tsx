import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { reportedScan } from '../door.rules.ts'
import type { DoorEvent, ScanReport } from '../door.types.ts'
import * as css from './scanner.css.ts'

/** Tells a door manager which holders say that a scan was not theirs, and leads to the decision. */
export function OpenReports({ event, reports }: { event: DoorEvent; reports: ScanReport[] }) {
  const [first] = reports
  return (
    <div role="status" className={css.messages}>
      {first && (
        <Link
          to={`${paths.scanData({ event: event.id })}#reports`}
          className={css.report}
          data-testid="open-reports"
        >
          <span className={css.reportCount}>
            {reports.length === 1 ? '1 report to check' : `${reports.length} reports to check`}
          </span>
          <span>
            {first.holderName}, {first.typeName}.{' '}
            {first.scans.map((scan) => reportedScan(scan, event.timeZone)).join('; ')}
          </span>
        </Link>
      )}
    </div>
  )
}
