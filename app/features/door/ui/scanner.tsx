import { Form, useRevalidator } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, Select, TextInput } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { verdictOf } from '../door.rules.ts'
import type { DoorEvent, ScanAnswer } from '../door.types.ts'
import { Camera } from './camera.tsx'
import { Counters } from './counters.tsx'
import * as css from './scanner.css.ts'
import { sendScan } from './send-scan.ts'
import { allowSound, signal } from './signals.ts'
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
  /** The answer to a code that was posted without JavaScript. */
  posted: ScanAnswer | null
  refusal: string | null
}

/** The scanner of the door: camera, typed code, and the answer over the whole screen. */
export function Scanner(props: ScannerProps) {
  const { events, event, gate, now } = props
  if (events.length === 0) {
    return (
      <div className={layout.page}>
        <EmptyState
          headingLevel={1}
          title="No doors to stand at"
          text="Events appear here from two days before doors until twelve hours after they end."
        />
      </div>
    )
  }
  return (
    <div className={layout.page}>
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
              {event ? 'Change' : 'Open the door'}
            </Button>
          </Form>
        </Card>
      </div>
    </div>
  )
}

function Station({ event, gate, scanId, posted, refusal }: ScannerProps & { event: DoorEvent }) {
  const { revalidate } = useRevalidator()
  const [answer, setAnswer] = useState(posted)
  const [trouble, setTrouble] = useState(refusal)
  const [busy, setBusy] = useState(false)
  const [counters, setCounters] = useState(event.counters)
  const form = useRef<HTMLFormElement>(null)
  const last = useRef({ code: '', at: 0 })
  const here = `/ticket-scanner?${new URLSearchParams({ event: event.id, gate })}`

  useEffect(() => setCounters(event.counters), [event.counters])
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate()
    }, countersEvery)
    return () => clearInterval(timer)
  }, [revalidate])

  async function scan(code: string, method: 'camera' | 'code') {
    if (busy || answer) return
    setBusy(true)
    setTrouble(null)
    const sent = await sendScan({ event: event.id, gate, code, method, scan: crypto.randomUUID() })
    last.current = { code, at: performance.now() }
    setBusy(false)
    if ('trouble' in sent) {
      signal('check')
      setTrouble(sent.trouble)
      return
    }
    signal(verdictOf(sent.answer.result))
    setCounters(sent.answer.counters)
    setAnswer(sent.answer)
  }

  function see(code: string) {
    const again = code === last.current.code && performance.now() - last.current.at < sameCodeAfter
    if (!again) void scan(code, 'camera')
  }

  function type(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    allowSound()
    const code = new FormData(submitted.currentTarget).get('code')
    if (typeof code === 'string' && code.trim()) void scan(code, 'code')
  }

  function next() {
    last.current.at = performance.now()
    setAnswer(null)
    form.current?.reset()
  }

  return (
    <>
      <Counters counters={counters} />
      <Camera paused={busy || answer !== null} onCode={see} />
      <div aria-live="assertive">{trouble && <Banner tone="warning" title={trouble} />}</div>
      <Form method="post" action={here} ref={form} onSubmit={type} className={css.typed}>
        <input type="hidden" name="event" value={event.id} />
        <input type="hidden" name="gate" value={gate} />
        <input type="hidden" name="scan" value={scanId} />
        <Field id="code" label="Type the code" hint="9 characters, as on the ticket. Spaces don't matter.">
          {(control) => (
            <TextInput
              {...control}
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
      {answer && <VerdictScreen answer={answer} zone={event.timeZone} nextHref={here} onNext={next} />}
    </>
  )
}
