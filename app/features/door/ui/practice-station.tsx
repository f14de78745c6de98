import { Link } from '@remix-run/react'
import { X } from 'lucide-react'
import { useState } from 'react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { openPracticeDoor } from '../practice/practice-door.ts'
import * as css from './scanner.css.ts'
import { StationView } from './station-view.tsx'
import type { Posted } from './use-scan.ts'

/** Names no event: what a station of practice sends never leaves the page. */
export const practiceEvent = '00000000-0000-4000-8000-000000000000'

/**
 * The scanner for practice: it looks and works as a real one, says on every screen that it is none, and lets nobody in.
 * @param first what came of a code that was posted without JavaScript
 */
export function PracticeStation({
  asksFirst,
  scanId,
  first,
}: {
  asksFirst: boolean
  scanId: string
  first: Posted
}) {
  const [door] = useState(openPracticeDoor)
  const here = paths.scannerPractice({ scan: '', ask: asksFirst ? '1' : null })
  return (
    <StationView
      place={{ event: practiceEvent, gate: '', asksFirst, zone: 'America/New_York', here, isTraining: true }}
      door={door}
      scanId={scanId}
      first={first}
      onCounters={() => undefined}
      bar={
        <header className={css.head}>
          <div className={css.bar}>
            <Link
              to={paths.ticketScanner({ choose: '' })}
              className={css.barLink}
              aria-label="Leave practice"
            >
              <X size={24} aria-hidden="true" />
            </Link>
            <div className={css.barText}>
              <h1 className={css.event}>Practice</h1>
              <p className={css.gate}>Nothing is saved.</p>
            </div>
            <Link to={paths.scannerPractice()} className={css.change}>
              Sample codes
            </Link>
          </div>
          <p className={css.training}>Training</p>
        </header>
      }
      messages={(trouble) => trouble && <Banner tone="warning" title={trouble} />}
    />
  )
}
