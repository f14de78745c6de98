import { useState } from 'react'
import { usePolling } from '#browser/use-polling.ts'
import * as paths from '#core/paths.ts'
import { liveRows, scanNews } from '../scan-data.rules.ts'
import type { ScansQuery } from '../scan-data.schema.ts'
import { type ScanData, scanDataSchema } from '../scan-data.types.ts'
import { scanList } from './scan-list.tsx'

/** Sets how often the page is read while it is visible, in milliseconds. */
const every = 5000

/** Milliseconds after doors during which scans may still come in, also from phones that were offline. */
const longest = 24 * 3_600_000

/**
 * Keeps the scans of an event and their figures current while the page is visible. Rows that are shown stay, so that a selection and
 * the focus stay with them; new ones join them where the newest come first.
 * @param initial what the page was read with
 * @param query what its address says
 * @returns as `usePolling`
 */
export function useLiveScans(initial: ScanData, query: ScansQuery): ReturnType<typeof usePolling<ScanData>> {
  const { event } = initial
  const isLive = event !== null && Date.parse(initial.now) - Date.parse(event.doorsAt) < longest
  const live = usePolling(initial, {
    address: isLive ? paths.apiStaffScanData(scanList.asked({ ...query, event: event.id })) : null,
    every,
    parse: (body) => {
      const next = scanDataSchema.parse(body)
      return next?.event ? next : null
    },
    newsBetween: scanNews,
  })
  const first = { initial, read: initial, rows: { scans: initial.scans, next: initial.next } }
  const [kept, setKept] = useState(first)
  const isFirstPage = query.after === null && query.sort === '-time'
  if (kept.initial !== initial) setKept(first)
  else if (kept.read !== live.read)
    setKept({ ...kept, read: live.read, rows: isFirstPage ? liveRows(kept.rows, live.read) : kept.rows })
  return { ...live, read: { ...live.read, ...kept.rows } }
}
