import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import * as layout from '#ui/layout.css.ts'
import { Sheet } from '#ui/sheet.tsx'
import {
  type DeviceAnswer,
  deviceAnswerSchema,
  type ReadyPart,
  readyParts,
} from '../../devices/devices.types.ts'
import type { DoorEvent } from '../../door.types.ts'
import { allowSound, signal } from '../../ui/signals.ts'
import type { DoorLink, DoorState } from '../door-link.ts'
import { readyText } from '../door-status.rules.ts'
import { inspectPhone, isApplePhone, isInstalled } from '../phone.ts'
import { type Check, checkFacts, mends, partNames, unknowns } from '../ready-check.rules.ts'
import type { DoorApp } from '../use-door-worker.ts'
import * as css from './door-status.css.ts'

/** The check before doors of one phone, and how it is put on the home screen. */
export function ReadySheet({
  state,
  link,
  app,
  install,
  event,
  onClose,
}: {
  state: DoorState
  link: DoorLink
  app: DoorApp
  /** Asks the browser to install the scanner; null where it has not offered to. */
  install: (() => void) | null
  event: Pick<DoorEvent, 'id' | 'timeZone'>
  onClose: () => void
}) {
  const [check, setCheck] = useState<Check>({})
  const [busy, setBusy] = useState(false)
  const [asksSound, setAsksSound] = useState(false)
  const [waiver, setWaiver] = useState<DeviceAnswer | null>(null)

  async function run() {
    setBusy(true)
    allowSound()
    await link.refreshPack().catch(() => undefined)
    const [camera, phone] = await Promise.all([hasCamera(), inspectPhone()])
    const { pack, clockOffsetMs } = link.state
    const madeAt = pack && Date.parse(pack.madeAt)
    const facts = checkFacts({ ...phone, madeAt, clockOffsetMs, isReady: app.isReady, now: Date.now() })
    setCheck({ camera: camera ? 'ok' : 'bad', ...facts })
    setBusy(false)
    setAsksSound(true)
    signal('admit')
  }

  async function finish(heard: boolean) {
    const whole: Check = { ...check, sound: heard ? 'ok' : 'bad' }
    setCheck(whole)
    setAsksSound(false)
    const { isCharging: _, ...phone } = await inspectPhone()
    const answer = deviceAnswerSchema.safeParse(await link.report({ ...phone, ready: whole }))
    if (answer.success) setWaiver(answer.data)
  }

  const isDone = check.sound !== undefined
  const isBad = isDone && Object.values(check).includes('bad')
  return (
    <Sheet
      title="Check before doors"
      description={readyText(state, app, event.timeZone).text}
      onClose={onClose}
    >
      <div className={layout.stack[5]}>
        <Install install={install} />
        <ul className={css.list}>
          {readyParts.map((part) => (
            <Part key={part} part={part} result={check[part]} isDone={isDone} />
          ))}
        </ul>
        <div role="status" className={layout.stack[3]}>
          {asksSound && (
            <Banner
              tone="info"
              title="Did you hear a sound?"
              action={
                <div className={css.actions}>
                  <Button onClick={() => void finish(true)}>Yes</Button>
                  <Button variant="secondary" onClick={() => void finish(false)}>
                    No
                  </Button>
                </div>
              }
            />
          )}
          {isDone && !isBad && <Banner tone="success" title="This phone is ready for doors." />}
          {isBad && !waiver?.isWaived && (
            <Banner tone="danger" title="This phone isn’t ready.">
              <p>
                Fix what’s red and check again, or ask a door manager to waive it on the{' '}
                {state.isOnline ? (
                  <a href={paths.doorDevices({ event: event.id })}>Devices page</a>
                ) : (
                  'Devices page'
                )}
                .
              </p>
            </Banner>
          )}
          {isBad && waiver?.isWaived && (
            <Banner tone="warning" title="A door manager lets this phone scan anyway.">
              {waiver.waiveReason && <p>{waiver.waiveReason}</p>}
            </Banner>
          )}
        </div>
        <Button size="lg" busy={busy} onClick={() => void run()} data-autofocus>
          {isDone ? 'Check again' : 'Check this phone'}
        </Button>
      </div>
    </Sheet>
  )
}

/** One part of the check: icon, word and colour say the same. */
function Part({
  part,
  result,
  isDone,
}: {
  part: ReadyPart
  result: 'ok' | 'bad' | undefined
  isDone: boolean
}) {
  const Icon = result === 'ok' ? CircleCheck : result === 'bad' ? CircleAlert : CircleDashed
  const word = result === 'ok' ? 'OK' : result === 'bad' ? 'Fix' : 'Not checked'
  const note = result === 'bad' ? mends[part] : isDone && !result ? unknowns[part] : undefined
  return (
    <li className={css.part} data-part={part} data-result={result ?? 'open'}>
      <Icon size={24} aria-hidden="true" className={css.results[result ?? 'open']} />
      <div>
        <p className={css.partName}>{partNames[part]}</p>
        {note && <p className={css.mend}>{note}</p>}
      </div>
      <span className={css.results[result ?? 'open']}>{word}</span>
    </li>
  )
}

/** Asks to put the scanner on the home screen: by the browser's own question, or by words where only the owner can. */
function Install({ install }: { install: (() => void) | null }) {
  // Known in the browser alone.
  const [where, setWhere] = useState<'installed' | 'apple' | 'other' | null>(null)
  useEffect(() => setWhere(isInstalled() ? 'installed' : isApplePhone() ? 'apple' : 'other'), [])
  if (where === null || where === 'installed') return null
  if (where === 'apple')
    return (
      <Banner tone="warning" title="Put the scanner on your home screen">
        <p>
          Tap Share, then Add to Home Screen. Without it, Safari deletes the ticket list after seven days
          without a visit.
        </p>
      </Banner>
    )
  return (
    <Banner
      tone="info"
      title="Install the scanner on this phone"
      action={install && <Button onClick={install}>Install</Button>}
    >
      <p>Installed, it opens without a network and the phone keeps its ticket list.</p>
    </Banner>
  )
}

/** Opens the camera for a moment. @returns whether there is one that may be used */
async function hasCamera(): Promise<boolean> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: true })
    for (const track of stream.getTracks()) track.stop()
    return true
  } catch {
    return false
  }
}
