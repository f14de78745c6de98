import { Form } from '@remix-run/react'
import { formatClock } from '#core/event-time.ts'
import { goodsText } from '#core/goods.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { checkbox } from '#ui/field.css.ts'
import { cluster, stack } from '#ui/layout.css.ts'
import { deviceId } from '../../ui/device-id.ts'
import type { HandOver } from '../pickup.schema.ts'
import type { FoundPickups, PickupItem } from '../pickup.types.ts'
import * as css from './pickup-station.css.ts'

/** What waits of one order, and the button that hands it over. @param mayHand false without the network and without a list */
export function PickupOrder({
  order,
  scanId,
  busy,
  mayHand,
  timeZone,
  onHand,
}: {
  order: FoundPickups['orders'][number]
  scanId: string
  busy: boolean
  mayHand: boolean
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
            <Button type="submit" size="lg" busy={busy} disabled={!mayHand}>
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
          item.handedIn && `at ${item.handedIn}`,
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
