import { Form, useRevalidator } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, Select, TextInput } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
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
import { useTypingAnywhere } from './use-typing-anywhere.ts'
import { VerdictScreen } from './verdict-screen.tsx'

/** How often the counters are read again, and how long a code that was just decided is not read again; milliseconds. */
const countersEvery = 10_000
const sameCodeAfter = 5000

export type ScannerProps = {
  events: DoorEvent[]
  event: DoorEvent | null
  gate: string
  /** Names the next scan of the form, before JavaScript arrives. */
  scanId: string
  now: string
  /** The response to a code that was posted without JavaScript. */
  posted: ScanResponse | null
  refusal: string | null
  /** Says what is wrong with that code itself. */
  codeError: string | null
}

/** The scanner of the door: camera, typed code, and the verdict over the whole screen. */
export function Scanner(props: ScannerProps) {
  const { events, event, gate, now } = props
  if (events.length === 0) {
    return (
      <EmptyState
        headingLevel={1}
        title="No events to scan"
        text="Events show up here two days before doors and stay until 12 hours after they end."
      />
    )
  }
  return (
    <div className={css.column}>
      <PageHeader
        title="Ticket scanner"
        text={
          event &&
          `${event.title}, ${formatDay(event.doorsAt, event.timeZone, now)}, doors ${formatClockWithZone(event.doorsAt, event.timeZone)}`
        }
      />
      {event && <Station key={event.id} {...props} event={event} />}
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
          <Button type="submit" variant={event ? 'secondary' : 'primary'}>
            {event ? 'Change' : 'Start scanning'}
          </Button>
        </Form>
      </Card>
    </div>
  )
}

function Station({ event, gate, scanId, posted, refusal, codeError }: ScannerProps & { event: DoorEvent }) {
  const { revalidate } = useRevalidator()
  const [scanned, setScanned] = useState(posted)
  const [trouble, setTrouble] = useState(refusal)
  const [wrongCode, setWrongCode] = useState(codeError)
  const [busy, setBusy] = useState(false)
  const [counters, setCounters] = useState(event.counters)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const station = useRef<HTMLElement>(null)
  /** A scan that got no response: the same code again is the same scan, so that its first response is not lost. */
  const pendingScan = useRef({ code: '', scan: '' })
  const last = useRef({ code: '', at: 0 })
  const here = paths.ticketScanner({ event: event.id, gate })

  useEffect(() => setCounters(event.counters), [event.counters])
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate()
    }, countersEvery)
    return () => clearInterval(timer)
  }, [revalidate])

  // Ready for the next code, at opening and after every verdict. Where there is only a finger, a field in focus would
  // bring up the keyboard over the camera: the station itself is in focus then, and typing finds the field anyway.
  useEffect(() => {
    const { activeElement } = document
    if (scanned || (activeElement && activeElement !== document.body)) return
    const place = window.matchMedia('(any-pointer: fine)').matches ? field.current : station.current
    place?.focus({ preventScroll: true })
  }, [scanned])
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
      <Counters counters={counters} />
      <Camera paused={busy || scanned !== null} onCode={see} />
      <div aria-live="assertive">
        {trouble && <Banner tone="warning" title={trouble} />}
        {wrongCode && <VisuallyHidden>{wrongCode}</VisuallyHidden>}
      </div>
      <Form method="post" action={here} ref={form} onSubmit={type} className={css.typed}>
        <input type="hidden" name="event" value={event.id} />
        <input type="hidden" name="gate" value={gate} />
        <input type="hidden" name="scan" value={scanId} />
        <Field
          id="code"
          label="Type the code"
          hint="9 characters, as on the ticket. Spaces don't matter."
          errors={wrongCode ? [wrongCode] : undefined}
        >
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
              maxLength={2000}
              placeholder="ABC DEF GHJ"
            />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          Check in
        </Button>
      </Form>
      {scanned && <VerdictScreen scan={scanned} zone={event.timeZone} nextHref={here} onNext={next} />}
    </section>
  )
}
