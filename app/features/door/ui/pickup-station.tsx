import { Form, Link, useLocation } from '@remix-run/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatClock } from '#core/event-time.ts'
import { goodsText, type PickupPoint, pointText } from '#core/goods.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { checkbox } from '#ui/field.css.ts'
import { Field, TextInput } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import type { FindPickup, HandOver } from '../pickup.schema.ts'
import type { FoundPickups, HandedOver, PickupItem, PickupStation as Station } from '../pickup.types.ts'
import { lookUp, sendHandOver } from './ask-station.ts'
import { Camera } from './camera.tsx'
import { deviceId } from './device-id.ts'
import * as css from './pickup-station.css.ts'
import { signal } from './signals.ts'

/** Asks where to hand over. */
export function StationChooser({ stations, now }: { stations: PickupPoint[]; now: string }) {
  if (stations.length === 0)
    return (
      <EmptyState
        title="No pickups now"
        text="Pickup points show up here two days before they open and stay until a day after they close."
      />
    )
  return (
    <ul className={`${css.list} ${stack[3]}`}>
      {stations.map((point) => (
        <li key={point.id}>
          <Link
            to={paths.pickupStation(point.eventId ? { event: point.eventId } : { point: point.id })}
            className={css.choice}
          >
            {pointText(point, now)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Tells whether the browser has a network. */
function useOnline(): boolean {
  const [isOnline, setOnline] = useState(true)
  useEffect(() => {
    const read = () => setOnline(navigator.onLine)
    read()
    addEventListener('online', read)
    addEventListener('offline', read)
    return () => {
      removeEventListener('online', read)
      removeEventListener('offline', read)
    }
  }, [])
  return isOnline
}

const notFound: Record<Exclude<FoundPickups['result'], 'ok'>, string> = {
  unknown: 'Nothing found for this code or name.',
  wrong_event: 'This ticket is for another event.',
  old_code: 'This ticket has a new code. Ask for the current one.',
  bad_signature: 'We didn’t issue this code.',
}

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
 * codes; without a network nothing is handed over. With JavaScript everything is a request of its own and not a navigation: when
 * its response is lost, a navigation would end on the error page, and nobody would know what was handed over.
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
  const isOnline = useOnline()
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

  /** Asks the server. A hand-over that is asked for again keeps its scan, so that nothing is done twice. */
  async function ask(of: FindPickup | HandOver) {
    if (busy) return
    setBusy(true)
    const takesFocus = results.current?.contains(document.activeElement) ?? false
    const before = { ...shown, handed: null, problem: null, lost: null, takesFocus }
    const answer = of.intent === 'find' ? await lookUp(search, of) : await sendHandOver(search, of)
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
        {!isOnline && (
          <div data-testid="offline">
            <Banner tone="danger" title="No connection: hand nothing over.">
              <p>Without it, we can’t tell what was already handed over.</p>
            </Banner>
          </div>
        )}
        <div className={css.lens} data-screen-only>
          <Camera
            paused={busy || lost?.of.intent === 'hand' || !isOnline}
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
            label={shown.station.maySearch ? 'Ticket code, order or name' : 'Ticket code or order'}
          >
            {(control) => (
              <TextInput {...control} name="code" autoComplete="off" maxLength={2000} enterKeyHint="search" />
            )}
          </Field>
          <Button type="submit" busy={busy} disabled={!isOnline}>
            Find
          </Button>
        </Form>
        <p className={text.small} data-testid="station-counts">
          {`${shown.station.waiting} ${shown.station.waiting === 1 ? 'order waits' : 'orders wait'}, ${shown.station.handed} picked up.`}
        </p>
      </div>
      <div ref={results} tabIndex={-1} className={`${css.results} ${stack[4]}`} aria-live="polite">
        {shown.problem && <Banner tone="danger" title={shown.problem} />}
        {lost && (
          <NoAnswer
            isHandOver={lost.of.intent === 'hand'}
            tries={lost.tries}
            busy={busy}
            isOnline={isOnline}
            button={again}
            onAgain={() => void ask(lost.of)}
          />
        )}
        {shown.handed && <Handed handed={shown.handed} timeZone={timeZone} />}
        {!lost && shown.found && <Found found={shown.found} />}
        {!lost &&
          shown.found?.orders.map((order) => (
            <Order
              key={order.code}
              order={order}
              scanId={shown.scanId}
              busy={busy}
              isOnline={isOnline}
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

/** Says why there is nothing to hand over. */
function Found({ found }: { found: FoundPickups }) {
  if (found.result !== 'ok') return <Banner tone="warning" title={notFound[found.result]} />
  return found.orders.length > 0 ? null : (
    <Banner tone="neutral" title="Nothing to pick up here.">
      <p>Nothing for this person to pick up here.</p>
    </Banner>
  )
}

function Order({
  order,
  scanId,
  busy,
  isOnline,
  timeZone,
  onHand,
}: {
  order: FoundPickups['orders'][number]
  scanId: string
  busy: boolean
  isOnline: boolean
  timeZone: string
  onHand: (of: HandOver) => void
}) {
  const waiting = order.items.filter(({ state }) => state === 'waiting')
  return (
    <Card as="section" aria-label={`Order ${order.code}`}>
      <Form
        method="post"
        className={stack[4]}
        onSubmit={(event) => {
          event.preventDefault()
          const item = new FormData(event.currentTarget).getAll('item').map(String)
          onHand({ intent: 'hand', item, scan: scanId, device: deviceId() })
        }}
      >
        <input type="hidden" name="intent" value="hand" />
        <input type="hidden" name="scan" value={scanId} />
        <div>
          <h2 className={css.name}>{order.name}</h2>
          <p className={css.faint}>{`Order ${order.code}`}</p>
        </div>
        {order.isTest && <Badge tone="info">Test</Badge>}
        {order.isBlocked && <Banner tone="danger" title="The payment is disputed: hand nothing over." />}
        <ul className={css.list}>
          {order.items.map((item) => (
            <li key={item.id}>
              <Item item={item} blocked={order.isBlocked} timeZone={timeZone} />
            </li>
          ))}
        </ul>
        {waiting.length > 0 && !order.isBlocked && (
          <div className={cluster[3]}>
            <Button type="submit" size="lg" busy={busy} disabled={!isOnline}>
              Hand over
            </Button>
          </div>
        )}
      </Form>
    </Card>
  )
}

function Item({ item, blocked, timeZone }: { item: PickupItem; blocked: boolean; timeZone: string }) {
  const id = `item-${item.id}`
  const note =
    item.state === 'handed'
      ? [
          'Handed over',
          item.handedAt && formatClock(item.handedAt, timeZone),
          item.handedBy && `by ${item.handedBy}`,
        ]
          .filter(Boolean)
          .join(' ')
      : item.state === 'cancelled'
        ? 'Canceled and refunded'
        : item.state === 'elsewhere'
          ? 'No longer picked up here'
          : item.isBagged
            ? 'Packed'
            : null
  return (
    <label htmlFor={id} className={css.item}>
      <input
        id={id}
        type="checkbox"
        name="item"
        value={item.id}
        className={checkbox}
        defaultChecked={item.state === 'waiting' && !blocked}
        disabled={item.state !== 'waiting' || blocked}
      />
      <span>
        <span className={css.name}>{goodsText(item)}</span>
        {note && (
          <>
            <br />
            <span className={css.faint}>{note}</span>
          </>
        )}
      </span>
    </label>
  )
}

/** Says that there was no answer, and asks again. Nobody knows whether a hand-over was recorded. */
function NoAnswer({
  isHandOver,
  tries,
  busy,
  isOnline,
  button,
  onAgain,
}: {
  isHandOver: boolean
  tries: number
  busy: boolean
  isOnline: boolean
  button: RefObject<HTMLButtonElement>
  onAgain: () => void
}) {
  return (
    <div data-testid="no-answer">
      <Banner
        id="no-answer"
        tone="danger"
        title={tries > 1 ? 'Still no answer from the server.' : 'No answer from the server.'}
        action={
          <Button
            ref={button}
            size="lg"
            busy={busy}
            disabled={!isOnline}
            aria-describedby="no-answer"
            onClick={onAgain}
          >
            Ask again
          </Button>
        }
      >
        <p>
          {isHandOver
            ? 'The hand-over may have been recorded, or not. Ask again before anything leaves the table: nothing is recorded twice.'
            : 'Nothing could be looked up. Check the connection, then ask again.'}
        </p>
      </Banner>
    </div>
  )
}

/** Says what was handed over, and what somebody else was quicker with. */
function Handed({ handed, timeZone }: { handed: HandedOver; timeZone: string }) {
  const now = handed.items.filter(({ result }) => result === 'handed')
  const before = handed.items.filter(({ result }) => result !== 'handed')
  return (
    <>
      {now.length > 0 && (
        <div data-testid="handed">
          <Banner tone="success" title="Handed over.">
            <p>{now.map(goodsText).join(', ')}</p>
          </Banner>
        </div>
      )}
      {before.length > 0 && (
        <div data-testid="not-handed">
          <Banner tone="danger" title="Do not hand over.">
            {before.map((item) => (
              <p key={item.id}>
                {item.result === 'already'
                  ? `${goodsText(item)}: handed over before${item.handedAt ? `, ${formatClock(item.handedAt, timeZone)}` : ''}${item.handedBy ? ` by ${item.handedBy}` : ''}.`
                  : `${goodsText(item)}: no longer waits here.`}
              </p>
            ))}
          </Banner>
        </div>
      )}
    </>
  )
}
