import { Form } from '@remix-run/react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { AdmittedGuests, FoundGuests, GuestResult } from '#core/door-guests.ts'
import { formatClockWithZone } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner, type BannerTone } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { resultText } from '../guest-lists.rules.ts'
import { type AskGuests, askDoorSchema } from '../guest-lists.schema.ts'
import { askDesk, type GuestDesk } from './ask-guests.ts'
import { DoorGuest, type GuestDoorPlace } from './door-guest.tsx'
import * as css from './guest-door.css.ts'

/** State that the page shows of its last request. */
type Shown = {
  found: FoundGuests
  admitted: AdmittedGuests | null
  problem: string | null
  q: string
  /** Names the next admission. */
  scanId: string
  /** Request without a response, and how often it was sent. */
  lost: { of: AskGuests; tries: number } | null
}

/**
 * The guest lists at the door: finds a name, admits guests, takes admissions back. Works without JavaScript by forms; with it everything
 * is a request of its own, because a navigation whose response is lost would end on the error page.
 * @param desk finds and admits guests, without the server by the phone's own list
 * @param admitted what a form that was sent without JavaScript led to
 * @param problem why such a form was refused
 * @param scanId names the next admission
 */
export function GuestDoor({
  place,
  desk,
  found,
  admitted,
  problem,
  q,
  scanId,
}: {
  place: GuestDoorPlace
  desk: GuestDesk
  found: FoundGuests
  admitted: AdmittedGuests | null
  problem: string | null
  q: string
  scanId: string
}) {
  const [shown, setShown] = useState<Shown>({ found, admitted, problem, q, scanId, lost: null })
  const [busy, setBusy] = useState(false)
  const results = useRef<HTMLDivElement>(null)
  const again = useRef<HTMLButtonElement>(null)
  const here = paths.doorGuests({ event: place.event, gate: place.gate || null, q: shown.q || null })
  useEffect(() => {
    if (shown.lost) again.current?.focus()
    else if (shown.admitted) results.current?.focus({ preventScroll: true })
  }, [shown])

  /** Asks the server. An admission that is asked for again keeps its scan, so that nobody is admitted twice. */
  async function ask(of: AskGuests) {
    if (busy) return
    setBusy(true)
    const before = { ...shown, q: of.q, admitted: null, problem: null, lost: null }
    const answer = await askDesk(desk, of)
    if ('lost' in answer) setShown({ ...before, lost: { of, tries: (shown.lost?.tries ?? 0) + 1 } })
    else if ('problem' in answer) setShown({ ...before, problem: answer.problem })
    else setShown({ ...before, ...answer.done, scanId: crypto.randomUUID() })
    setBusy(false)
  }

  function send(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const sent = askDoorSchema.safeParse({
      event: place.event,
      intent: 'find',
      ...Object.fromEntries(new FormData(submitted.currentTarget)),
    })
    if (sent.success) void ask(sent.data)
    else setShown({ ...shown, admitted: null, problem: sent.error.issues[0]?.message ?? null })
  }

  return (
    <div className={css.column}>
      <Form method="get" action={here} className={css.find} onSubmit={send}>
        <input type="hidden" name="event" value={place.event} />
        <input type="hidden" name="gate" value={place.gate} />
        <Field id="guest-search" label="Guest’s name">
          {(control) => (
            <TextInput
              {...control}
              name="q"
              type="search"
              defaultValue={q}
              autoComplete="off"
              maxLength={100}
              enterKeyHint="search"
            />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          Find
        </Button>
      </Form>
      <p className={text.small} data-testid="door-counts">
        {shown.found.counters.inNow} in now, {shown.found.counters.admitted} admitted
      </p>
      <div ref={results} tabIndex={-1} className={css.results} aria-live="polite">
        {shown.problem && <Banner tone="danger" title={shown.problem} />}
        {shown.lost && (
          <NoAnswer
            isSearch={shown.lost.of.intent === 'find'}
            tries={shown.lost.tries}
            busy={busy}
            button={again}
            onAgain={() => shown.lost && void ask(shown.lost.of)}
          />
        )}
        {shown.admitted && <Admitted admitted={shown.admitted} zone={place.timeZone} />}
        <ul className={css.list}>
          {shown.found.guests.map((guest) => (
            <DoorGuest
              key={`${guest.id} ${guest.arrived}`}
              guest={guest}
              place={place}
              here={here}
              q={shown.q}
              scanId={shown.scanId}
              mayOverride={shown.found.mayOverride}
              busy={busy}
              onSend={send}
            />
          ))}
        </ul>
        {shown.found.guests.length === 0 && <NobodyFound found={shown.found} q={shown.q} place={place} />}
      </div>
    </div>
  )
}

const tones: Record<GuestResult, BannerTone> = {
  ok: 'success',
  undone: 'info',
  already_in: 'warning',
  list_closed: 'warning',
  not_yet: 'warning',
  ended: 'danger',
  void_cancelled: 'danger',
  capacity_hold: 'warning',
}

/** Says what the door decided. */
function Admitted({ admitted, zone }: { admitted: AdmittedGuests; zone: string }) {
  const { result, guest, heads } = admitted
  return (
    <div data-testid="admitted" data-result={result}>
      <Banner tone={tones[result]} title={guest.name}>
        <p>{resultText(result, guest, heads, zone)}</p>
      </Banner>
    </div>
  )
}

/** Shows the lists of the door where no guest is shown. */
function NobodyFound({ found, q, place }: { found: FoundGuests; q: string; place: GuestDoorPlace }) {
  if (found.lists.length === 0)
    return <EmptyState title="No guest lists" text="This event has no guest lists." />
  return (
    <div className={stack[3]}>
      {q.length >= 2 && <Banner tone="warning" title="Nobody found with this name." />}
      {q.length === 1 && <Banner tone="neutral" title="Type two letters or more." />}
      <ul className={css.list} data-testid="door-lists">
        {found.lists.map((list) => (
          <li key={list.id} className={css.head}>
            <span>
              {list.name}{' '}
              <span className={css.faint}>
                {list.isClosed ? 'Closed at' : 'Until'} {formatClockWithZone(list.closesAt, place.timeZone)}
              </span>
            </span>
            <span className={css.arrived}>
              {list.arrived} of {list.heads}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Says that there was no answer, and asks again. Nobody knows whether guests were counted. */
function NoAnswer({
  isSearch,
  tries,
  busy,
  button,
  onAgain,
}: {
  isSearch: boolean
  tries: number
  busy: boolean
  button: RefObject<HTMLButtonElement>
  onAgain: () => void
}) {
  return (
    <div data-testid="no-answer">
      <Banner
        tone="danger"
        title={tries > 1 ? 'Still no answer from the server.' : 'No answer from the server.'}
        action={
          <Button ref={button} size="lg" busy={busy} onClick={onAgain}>
            Ask again
          </Button>
        }
      >
        <p>
          {isSearch
            ? 'Nobody could be looked up. Check the connection, then ask again.'
            : 'The guests may have been counted, or not. Ask again before they go in: nobody is counted twice.'}
        </p>
      </Banner>
    </div>
  )
}
