import { Form, Link } from '@remix-run/react'
import { X } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, Select, TextInput } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { isMistyped, returnsAfter, verdictOf } from '../door.rules.ts'
import { mistypedMessage } from '../door.schema.ts'
import type { DoorEvent, ScanResponse } from '../door.types.ts'
import { Camera } from './camera.tsx'
import { Counters } from './counters.tsx'
import { deviceId } from './device-id.ts'
import * as css from './scanner.css.ts'
import { sendScan } from './send-scan.ts'
import { allowSound, signal } from './signals.ts'
import { useDoorCounters } from './use-door-counters.ts'
import { useTypingAnywhere } from './use-typing-anywhere.ts'
import { VerdictScreen } from './verdict-screen.tsx'

/** Sets how long a code that was just decided is not read again, in milliseconds. */
const sameCodeAfter = 5000

type ChooserProps = {
  events: DoorEvent[]
  /** The event and gate that the scanner is set to; null before the first choice. */
  event: DoorEvent | null
  /** True if the address names an event that is not among them. */
  isUnknown: boolean
  gate: string
  now: string
}

/** Asks at which event and gate to scan; a page among the other staff pages. */
export function DoorChooser({ events, event, isUnknown, gate, now }: ChooserProps) {
  if (events.length === 0) {
    return (
      <EmptyState
        headingLevel={1}
        title="No events to scan"
        text="Events show up here two days before doors and stay until 12 hours after they end."
        action={
          <LinkButton to={paths.pickupStation()} variant="secondary">
            Hand over goods
          </LinkButton>
        }
      />
    )
  }
  return (
    <div className={css.chooser}>
      <PageHeader title="Ticket scanner" />
      {isUnknown && (
        <Banner tone="warning" title="That event isn’t one you can scan now.">
          <p>Choose one of these.</p>
        </Banner>
      )}
      <Card as="section" className={layout.stack[4]} aria-label="Door">
        <Form method="get" className={css.choose}>
          <Field id="event" label="Event">
            {(control) => (
              <Select
                {...control}
                name="event"
                key={event?.id}
                defaultValue={event?.id}
                options={events.map((each) => ({
                  value: each.id,
                  label: `${each.title} (${formatDay(each.doorsAt, each.timeZone, now)})`,
                }))}
              />
            )}
          </Field>
          <Field id="gate" label="Gate" optional>
            {(control) => (
              <TextInput {...control} name="gate" defaultValue={gate} maxLength={60} placeholder="Main" />
            )}
          </Field>
          <div className={css.chooseActions}>
            <Button type="submit" size="lg">
              Start scanning
            </Button>
            {event && (
              <LinkButton to={paths.ticketScanner({ event: event.id, gate })} variant="ghost" size="lg">
                Cancel
              </LinkButton>
            )}
            <LinkButton to={paths.pickupStation()} variant="ghost" size="lg">
              Hand over goods
            </LinkButton>
          </div>
        </Form>
      </Card>
    </div>
  )
}

type StationProps = {
  event: DoorEvent
  gate: string
  /** Names the next scan of the form, before JavaScript arrives. */
  scanId: string
  /** The response to a code that was posted without JavaScript. */
  posted: ScanResponse | null
  refusal: string | null
  /** Says what is wrong with that code itself. */
  codeError: string | null
}

/** The scanner on the whole screen: camera, typed code, and the verdict over all of it. */
export function Station({ event, gate, scanId, posted, refusal, codeError }: StationProps) {
  const [scanned, setScanned] = useState(posted)
  const [trouble, setTrouble] = useState(refusal)
  const [wrongCode, setWrongCode] = useState(codeError)
  const [busy, setBusy] = useState(false)
  const { counters, setCounters, isOnline } = useDoorCounters(event)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const station = useRef<HTMLElement>(null)
  /** A scan that got no response: the same code again is the same scan, so that its first response is not lost. */
  const pendingScan = useRef({ code: '', scan: '' })
  const last = useRef({ code: '', at: 0 })
  const here = paths.ticketScanner({ event: event.id, gate })

  // Ready for the next code. Where there is only a finger, a field in focus would bring up the keyboard over the
  // camera: the station itself is in focus then, and typing finds the field anyway.
  const takeFocus = useCallback(() => {
    const place = window.matchMedia('(any-pointer: fine)').matches ? field.current : station.current
    place?.focus({ preventScroll: true })
  }, [])
  const isHeld = scanned !== null
  useEffect(() => {
    if (isHeld) return
    takeFocus()
    // Returns from another tab, window or app, and leaves a link or button alone that is in use.
    const retake = () => {
      if (document.visibilityState === 'visible' && document.activeElement === document.body) takeFocus()
    }
    window.addEventListener('focus', retake)
    document.addEventListener('visibilitychange', retake)
    return () => {
      window.removeEventListener('focus', retake)
      document.removeEventListener('visibilitychange', retake)
    }
  }, [isHeld, takeFocus])
  useTypingAnywhere(field, {
    held: scanned !== null && returnsAfter(verdictOf(scanned)) === null,
    onType: () => scanned && next(),
  })

  async function scan(code: string, method: 'camera' | 'code') {
    if (busy || scanned) return
    setBusy(true)
    setTrouble(null)
    setWrongCode(null)
    const id = pendingScan.current.code === code ? pendingScan.current.scan : crypto.randomUUID()
    const sent = await sendScan({ event: event.id, gate, code, method, scan: id, device: deviceId() })
    last.current = { code, at: performance.now() }
    pendingScan.current = 'trouble' in sent && !sent.decided ? { code, scan: id } : { code: '', scan: '' }
    setBusy(false)
    if ('trouble' in sent) {
      signal('check')
      setTrouble(sent.trouble)
      field.current?.select()
      return
    }
    signal(verdictOf(sent.scanned))
    setCounters(sent.scanned.counters)
    setScanned(sent.scanned)
  }

  function see(code: string) {
    const again = code === last.current.code && performance.now() - last.current.at < sameCodeAfter
    if (!again) void scan(code, 'camera')
  }

  function type(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    allowSound()
    const code = new FormData(submitted.currentTarget).get('code')
    if (typeof code !== 'string' || !code.trim()) return
    if (!isMistyped(code)) {
      void scan(code, 'code')
      return
    }
    signal('check')
    setTrouble(null)
    setWrongCode(mistypedMessage)
    field.current?.select()
  }

  function next() {
    last.current.at = performance.now()
    setScanned(null)
    form.current?.reset()
  }

  return (
    <section ref={station} tabIndex={-1} className={css.station} aria-label="Scan tickets">
      <header className={css.top}>
        <div className={css.bar}>
          <Link
            to={paths.scanData({ event: event.id })}
            className={css.barLink}
            aria-label="Leave the scanner"
          >
            <X size={24} aria-hidden="true" />
          </Link>
          <div className={css.barText}>
            <h1 className={visuallyHidden}>Ticket scanner</h1>
            <p className={css.event}>{event.title}</p>
            <p className={css.gate}>
              {gate ? `Gate: ${gate}` : `Doors ${formatClockWithZone(event.doorsAt, event.timeZone)}`}
            </p>
          </div>
          <Link
            to={paths.ticketScanner({ event: event.id, gate, choose: '' })}
            className={css.change}
            aria-label="Change event or gate"
          >
            Change
          </Link>
        </div>
        <Counters counters={counters} />
      </header>
      <Camera paused={busy || isHeld} onCode={see} onChange={takeFocus} />
      <div className={css.panel}>
        <div className={css.messages} aria-live="assertive">
          {(trouble ?? !isOnline) && (
            <Banner tone="warning" title={trouble ?? 'No connection. Scans won’t go through.'} />
          )}
          {wrongCode && <VisuallyHidden>{wrongCode}</VisuallyHidden>}
        </div>
        <Form method="post" action={here} ref={form} onSubmit={type} className={css.typed}>
          <input type="hidden" name="event" value={event.id} />
          <input type="hidden" name="gate" value={gate} />
          <input type="hidden" name="scan" value={scanId} />
          <Field id="code" label="Type the code" errors={wrongCode ? [wrongCode] : undefined}>
            {(control) => (
              <TextInput
                {...control}
                ref={field}
                name="code"
                className={css.code}
                autoComplete="off"
                autoCapitalize="characters"
                autoCorrect="off"
                spellCheck={false}
                enterKeyHint="send"
                maxLength={2000}
                placeholder="ABC DEF GHJ"
              />
            )}
          </Field>
          <div className={css.send}>
            <Button type="submit" busy={busy}>
              Check in
            </Button>
          </div>
        </Form>
      </div>
      {scanned && <VerdictScreen scan={scanned} zone={event.timeZone} nextHref={here} onNext={next} />}
    </section>
  )
}
