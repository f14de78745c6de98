import { Form, Link, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
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
import type { FoundPickups, HandedOver, PickupItem, PickupStation as Station } from '../pickup.types.ts'
import { Camera } from './camera.tsx'
import { deviceId } from './device-id.ts'
import * as css from './pickup-station.css.ts'
import { signal } from './signals.ts'

/** Asks where to hand over. */
export function StationChooser({ stations, now }: { stations: PickupPoint[]; now: string }) {
  if (stations.length === 0)
    return (
      <EmptyState
        title="No pick-ups now"
        text="Pick-up points show up here two days before they open and stay until a day after they close."
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
  bad_signature: 'This code is not from us.',
}

/** Sets how long a code that was just looked up is not looked up again, in milliseconds. */
const sameCodeAfter = 5000

/**
 * The pick-up station: reads a code, shows what to hand over to the person, and hands it over. Works without JavaScript by typed
 * codes; without a network nothing is handed over.
 * @param found what the last code led to
 * @param handed what was just handed over
 * @param scanId names the next hand-over
 * @param problem why the last try was refused
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
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  const isOnline = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const last = useRef({ code: '', at: 0 })
  useEffect(() => {
    if (handed) form.current?.reset()
    if (handed) signal(handed.items.some(({ result }) => result === 'handed') ? 'admit' : 'check')
    else if (found) signal(found.result === 'ok' ? 'check' : 'stop')
  }, [found, handed])

  function see(code: string) {
    if (busy || (code === last.current.code && performance.now() - last.current.at < sameCodeAfter)) return
    last.current = { code, at: performance.now() }
    submit({ intent: 'find', code }, { method: 'post', replace: true, preventScrollReset: true })
  }

  return (
    <div className={css.columns}>
      <div className={stack[4]}>
        {!isOnline && (
          <div data-testid="offline">
            <Banner tone="danger" title="No connection: hand nothing over.">
              <p>Only with the network can we tell what was handed over before.</p>
            </Banner>
          </div>
        )}
        <div className={css.lens} data-screen-only>
          <Camera paused={busy || !isOnline} onCode={see} onChange={() => undefined} />
        </div>
        <Form method="post" ref={form} className={css.find} preventScrollReset replace>
          <input type="hidden" name="intent" value="find" />
          <Field
            id="pickup-code"
            label={station.maySearch ? 'Ticket code, order or name' : 'Ticket code or order'}
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
          {`${station.waiting} ${station.waiting === 1 ? 'order waits' : 'orders wait'}, ${station.handed} picked up.`}
        </p>
      </div>
      <div className={stack[4]} aria-live="polite">
        {problem && <Banner tone="danger" title={problem} />}
        {handed && <Handed handed={handed} timeZone={timeZone} />}
        {found && found.result !== 'ok' && <Banner tone="warning" title={notFound[found.result]} />}
        {found?.result === 'ok' && found.orders.length === 0 && (
          <Banner tone="neutral" title="Nothing to pick up here.">
            <p>This person has no goods for this place.</p>
          </Banner>
        )}
        {found?.orders.map((order) => (
          <Order
            key={order.code}
            order={order}
            scanId={scanId}
            busy={busy}
            isOnline={isOnline}
            timeZone={timeZone}
          />
        ))}
        {!found && !handed && !problem && (
          <EmptyState title="Scan a ticket or an order page" text="What to hand over shows up here." />
        )}
      </div>
    </div>
  )
}

function Order({
  order,
  scanId,
  busy,
  isOnline,
  timeZone,
}: {
  order: FoundPickups['orders'][number]
  scanId: string
  busy: boolean
  isOnline: boolean
  timeZone: string
}) {
  const waiting = order.items.filter(({ state }) => state === 'waiting')
  const device = useRef<HTMLInputElement>(null)
  return (
    <Card as="section" aria-label={`Order ${order.code}`}>
      <Form
        method="post"
        className={stack[4]}
        preventScrollReset
        replace
        onSubmit={() => {
          if (device.current) device.current.value = deviceId()
        }}
      >
        <input type="hidden" name="intent" value="hand" />
        <input type="hidden" name="scan" value={scanId} />
        <input type="hidden" name="device" ref={device} />
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
          ? 'Not picked up here any more'
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
