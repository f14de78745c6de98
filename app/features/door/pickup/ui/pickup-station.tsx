import { Form, useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { useDoorWorker } from '../../offline/use-door-worker.ts'
import { Camera } from '../../ui/camera.tsx'
import { signal } from '../../ui/signals.ts'
import { type FindPickup, type HandOver, stationQuerySchema } from '../pickup.schema.ts'
import type { FoundPickups, HandedOver, PickupStation as Station } from '../pickup.types.ts'
import { HandOverConflicts } from './hand-over-conflicts.tsx'
import { PickupNotices } from './pickup-notices.tsx'
import { PickupOrder } from './pickup-order.tsx'
import { Found, Handed, NoAnswer } from './pickup-results.tsx'
import * as css from './pickup-station.css.ts'
import { StationName } from './station-name.tsx'
import { usePickups } from './use-pickups.ts'

/** Sets how long a code that was just looked up is not looked up again, in milliseconds. */
const sameCodeAfter = 5000

/** State that the page shows of its last request. */
type Shown = {
  station: Station
  found: FoundPickups | null
  handed: HandedOver | null
  problem: string | null
  /** Names the next hand-over. */
  scanId: string
  /** Request without a response, and how often it was sent. */
  lost: { of: FindPickup | HandOver; tries: number } | null
  /** The keyboard's focus was on a button that the answer takes away. */
  takesFocus: boolean
}

/**
 * The pickup station: reads a code, shows what to hand over to the person, and hands it over. Works without JavaScript by typed
 * codes; without a network it hands over by the list that the phone keeps, and uploads that later. With JavaScript everything is a
 * request of its own and not a navigation: when its response is lost, a navigation would end on the error page, and nobody would know
 * what was handed over.
 * @param found what a form that was sent without JavaScript led to
 * @param handed what such a form handed over
 * @param scanId names the next hand-over
 * @param problem why such a form was refused
 */
export function PickupStation({
  station,
  found,
  handed,
  scanId,
  problem,
  timeZone,
}: {
  station: Station
  found: FoundPickups | null
  handed: HandedOver | null
  scanId: string
  problem: string | null
  timeZone: string
}) {
  const { search } = useLocation()
  const [shown, setShown] = useState<Shown>({
    station,
    found,
    handed,
    problem,
    scanId,
    lost: null,
    takesFocus: false,
  })
  const [busy, setBusy] = useState(false)
  const { lost } = shown
  const { link, state } = usePickups(search)
  const place = stationQuerySchema.parse(Object.fromEntries(new URLSearchParams(search)))
  const { isReady } = useDoorWorker()
  const mayHand = state.isOnline || state.madeAt !== null
  const form = useRef<HTMLFormElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const again = useRef<HTMLButtonElement>(null)
  const last = useRef({ code: '', at: 0 })
  useEffect(() => {
    if (shown.handed) {
      form.current?.reset()
      signal(shown.handed.items.some(({ result }) => result === 'handed') ? 'admit' : 'check')
    } else if (shown.lost) signal('stop')
    else if (shown.found) signal(shown.found.result === 'ok' ? 'check' : 'stop')
    if (shown.lost) again.current?.focus()
    else if (shown.takesFocus) results.current?.focus({ preventScroll: true })
  }, [shown])

  // What was decided or uploaded may have changed the station.
  useEffect(() => setShown((before) => ({ ...before, station })), [station])
  const { revalidate } = useRevalidator()
  const waited = useRef(0)
  useEffect(() => {
    if (waited.current > 0 && state.waiting === 0) revalidate()
    waited.current = state.waiting
  }, [state.waiting, revalidate])

  /** Asks the server. A hand-over that is asked for again keeps its scan, so that nothing is done twice. */
  async function ask(of: FindPickup | HandOver) {
    if (busy) return
    setBusy(true)
    const takesFocus = results.current?.contains(document.activeElement) ?? false
    const before = { ...shown, handed: null, problem: null, lost: null, takesFocus }
    const answer = of.intent === 'find' ? await link.find(of.code) : await link.handOver(of)
    const found = of.intent === 'find' ? null : shown.found
    if ('lost' in answer) setShown({ ...before, found, lost: { of, tries: (lost?.tries ?? 0) + 1 } })
    else if ('problem' in answer) setShown({ ...before, found, problem: answer.problem })
    else setShown({ ...before, found: null, ...answer, scanId: crypto.randomUUID() })
    setBusy(false)
  }

  function see(code: string) {
    if (busy || (code === last.current.code && performance.now() - last.current.at < sameCodeAfter)) return
    last.current = { code, at: performance.now() }
    void ask({ intent: 'find', code })
  }

  return (
    <div className={css.columns}>
      <div className={stack[4]}>
        <StationName {...place} />
        <PickupNotices
          state={state}
          timeZone={timeZone}
          isStoreDay={place.event === null}
          opensOffline={isReady}
        />
        <div className={css.lens} data-screen-only>
          <Camera
            paused={busy || lost?.of.intent === 'hand' || !mayHand}
            onCode={see}
            onPhoto={see}
            onChange={() => undefined}
          />
        </div>
        <Form
          method="post"
          ref={form}
          className={css.find}
          onSubmit={(event) => {
            event.preventDefault()
            void ask({ intent: 'find', code: String(new FormData(event.currentTarget).get('code')) })
          }}
        >
          <input type="hidden" name="intent" value="find" />
          <Field
            id="pickup-code"
            label={
              shown.station.maySearch && state.isOnline
                ? 'Ticket code, order or name'
                : 'Ticket code or order'
            }
          >
            {(control) => (
              <TextInput {...control} name="code" autoComplete="off" maxLength={2000} enterKeyHint="search" />
            )}
          </Field>
          <Button type="submit" busy={busy} disabled={!mayHand}>
            Find
          </Button>
        </Form>
        <p className={text.small} data-testid="station-counts">
          {`${shown.station.waiting} ${shown.station.waiting === 1 ? 'order waits' : 'orders wait'}, ${shown.station.handed} picked up.`}
        </p>
        <HandOverConflicts conflicts={shown.station.conflicts} timeZone={timeZone} />
      </div>
      <div ref={results} tabIndex={-1} className={`${css.results} ${stack[4]}`} aria-live="polite">
        {shown.problem && <Banner tone="danger" title={shown.problem} />}
        {lost && (
          <NoAnswer
            isHandOver={lost.of.intent === 'hand'}
            tries={lost.tries}
            busy={busy}
            isOnline={mayHand}
            button={again}
            onAgain={() => void ask(lost.of)}
          />
        )}
        {shown.handed && <Handed handed={shown.handed} timeZone={timeZone} />}
        {!lost && shown.found && <Found found={shown.found} />}
        {!lost &&
          shown.found?.orders.map((order) => (
            <PickupOrder
              key={order.code}
              order={order}
              scanId={shown.scanId}
              busy={busy}
              mayHand={mayHand}
              timeZone={timeZone}
              onHand={(of) => void ask(of)}
            />
          ))}
        {!shown.found && !shown.handed && !shown.problem && !lost && (
          <EmptyState title="Scan a ticket or an order page" text="What to hand over shows up here." />
        )}
      </div>
    </div>
  )
}
