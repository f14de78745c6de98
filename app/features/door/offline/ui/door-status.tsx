import { ChevronRight, CircleAlert, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import type { DoorEvent } from '../../door.types.ts'
import type { DoorLink, DoorState } from '../door-link.ts'
import { noticeOf, readyText } from '../door-status.rules.ts'
import { useDoorWorker } from '../use-door-worker.ts'
import * as css from './door-status.css.ts'
import { useInstallPrompt } from './use-install-prompt.ts'

/** Fetched when it is opened. Where that fails the scanner goes on without it. */
const ReadySheet = lazy(() =>
  import('./ready-sheet.tsx').then(
    (loaded) => ({ default: loaded.ReadySheet }),
    () => ({ default: () => <></> }),
  ),
)

type StatusProps = { event: Pick<DoorEvent, 'id' | 'timeZone'>; state: DoorState }

/** Says how the scanner is connected, what it has not uploaded, and which of its admissions met others. */
export function DoorNotices({ event, state }: StatusProps) {
  const notice = noticeOf(state, event.timeZone, Date.now())
  return (
    <div className={css.status}>
      <div role="status">
        {notice && (
          <Banner tone={notice.tone} title={notice.title}>
            {notice.text && <p>{notice.text}</p>}
          </Banner>
        )}
      </div>
      {state.conflicts > 0 && (
        <Banner
          tone="warning"
          title={
            state.conflicts === 1
              ? '1 ticket let in here was also let in elsewhere.'
              : `${state.conflicts} tickets let in here were also let in elsewhere.`
          }
        >
          {state.isOnline && <a href={paths.scanData({ event: event.id })}>See the scans</a>}
        </Banner>
      )}
    </div>
  )
}

/**
 * Says whether the scanner is ready to work offline, leads to the check before doors, and offers a new version once nothing waits: a
 * result that waits for a press covers the offer.
 */
export function ReadyRow({ event, state, link }: StatusProps & { link: DoorLink }) {
  const app = useDoorWorker()
  const install = useInstallPrompt()
  const [isOpen, setOpen] = useState(false)
  const ready = readyText(state, app, event.timeZone)
  const Icon = ready.isReady ? CircleCheck : CircleAlert
  return (
    <div className={css.status}>
      {app.update && state.waiting === 0 && state.isOnline && (
        <Banner
          tone="info"
          title="A new version of the scanner is ready."
          action={<Button onClick={app.update}>Update now</Button>}
        />
      )}
      <button type="button" className={css.ready} onClick={() => setOpen(true)} data-testid="ready">
        <Icon size={20} aria-hidden="true" className={ready.isReady ? css.readyIcon : css.notReadyIcon} />
        <span className={css.readyLine}>{ready.text}</span>
        <ChevronRight size={20} aria-hidden="true" className={css.icon} />
      </button>
      {isOpen && (
        <Suspense>
          <ReadySheet {...{ state, link, app, install }} event={event} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
