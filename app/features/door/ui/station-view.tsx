import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useScreenAwake } from '#browser/use-screen-awake.ts'
import { Spinner } from '#ui/spinner.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { DoorCounters } from '../door.types.ts'
import type { Door } from './ask-door.ts'
import { Camera } from './camera.tsx'
import { ExitSwitch } from './exit-switch.tsx'
import { ChooseScreen, GroupScreen } from './group-screens.tsx'
import { LookScreen } from './look-screen.tsx'
import * as css from './scanner.css.ts'
import type { StationPlace } from './station-place.ts'
import { TypedCode } from './typed-code.tsx'
import { type Posted, type Scanning, type Shown, useScan } from './use-scan.ts'
import { useStationFocus } from './use-station-focus.ts'
import { useTypingAnywhere } from './use-typing-anywhere.ts'
import { VerdictScreen } from './verdict-screen.tsx'

type StationViewProps = {
  place: StationPlace
  door: Door
  /** Names the next scan of the form, before JavaScript arrives. */
  scanId: string
  first: Posted
  onCounters: (counters: DoorCounters) => void
  bar: ReactNode
  /** Draws what the station has to say, over the code field. @param trouble why the latest scan has no response */
  messages: (trouble: string | null) => ReactNode
}

/** A scanner on the whole screen: camera, typed code, and the result over all of it. */
export function StationView({ place, door, scanId, first, onCounters, bar, messages }: StationViewProps) {
  const { event, gate, asksFirst } = place
  const [isExit, setExit] = useState(false)
  const scanning = useScan({ event, gate }, first, { door, asksFirst, isExit }, onCounters)
  const { shown, isReady, trouble, wrongCode, busy } = scanning
  const { field, station, takeFocus } = useStationFocus(shown !== null)
  const form = useRef<HTMLFormElement>(null)
  // A handheld scanner touches no screen, so that it would go dark.
  useScreenAwake(true)
  function next() {
    scanning.next()
    form.current?.reset()
  }
  useTypingAnywhere(field, { held: shown !== null && !isReady, onType: () => shown && next() })
  // The next code replaces one that was not read.
  useEffect(() => {
    if (trouble ?? wrongCode) field.current?.select()
  }, [trouble, wrongCode, field])
  // A screen that waits for a press keeps the keyboard to itself; a green screen lets the next code through.
  const covered = shown !== null && !isReady ? { inert: '' } : {}
  return (
    <section ref={station} tabIndex={-1} className={css.station} aria-label="Scan tickets">
      <div className={css.contents} {...covered}>
        <div className={css.top}>
          {bar}
          <p role="status" className={css.leaving}>
            {isExit && 'Exit scans: people are going out'}
          </p>
        </div>
        <Camera paused={!isReady} onCode={scanning.see} onPhoto={scanning.readPhoto} onChange={takeFocus} />
        <div className={css.panel}>
          <div className={css.messages} aria-live="assertive">
            {messages(shown ? null : trouble)}
            {busy && !shown && <Spinner label="Checking" showLabel />}
            {wrongCode && <VisuallyHidden>{wrongCode}</VisuallyHidden>}
          </div>
          <TypedCode {...{ place, scanId, form, field, wrongCode, busy, isExit }} onType={scanning.type} />
          <ExitSwitch
            isExit={isExit}
            onSwitch={() => {
              setExit(!isExit)
              takeFocus()
            }}
          />
        </div>
      </div>
      {shown && <ShownScreen key={keyOf(shown)} place={place} scanning={scanning} onNext={next} />}
    </section>
  )
}

/** Tells one screen from the next, whose time begins anew. */
const keyOf = (shown: Shown) =>
  shown.step === 'group' ? `group ${shown.people[0]?.scan}` : `${shown.step} ${shown.read.scan}`

function ShownScreen({
  place,
  scanning,
  onNext,
}: {
  place: StationPlace
  scanning: Scanning
  onNext: () => void
}) {
  const { shown, trouble, busy, admit, admitGroup, choose } = scanning
  const { isTraining, zone, here } = place
  if (!shown) return null
  const { people } = shown
  const common = { people, isTraining, busy, trouble, onNext, onGroup: admitGroup, onChoose: choose }
  switch (shown.step) {
    case 'look':
      return <LookScreen {...common} place={place} scan={shown.scan} read={shown.read} onAdmit={admit} />
    case 'choose':
      return <ChooseScreen {...common} />
    case 'group':
      return <GroupScreen {...common} group={shown.group} zone={zone} nextHref={here} />
    case 'verdict':
      return <VerdictScreen {...common} scan={shown.scan} zone={zone} nextHref={here} />
  }
}
