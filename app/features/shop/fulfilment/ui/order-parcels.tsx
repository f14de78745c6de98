import { Link } from '@remix-run/react'
import { carrierTexts, goodsText, pointText, trackingUrl } from '#core/goods.ts'
import type { GoodsGroup } from '#core/goods-group.ts'
import * as paths from '#core/paths.ts'
import { fulfilmentStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { stack } from '#ui/layout.css.ts'
import * as css from '#ui/office/record.css.ts'
import { actionsOf, goodsActionTexts } from '../fulfilment.rules.ts'

/** Shows the goods of one order by what goes together: where they go, their parcel, and what the shop desk can do with them. */
export function OrderParcels({ parcels, now }: { parcels: GoodsGroup[]; now: string }) {
  return (
    <Card as="section" aria-labelledby="order-goods" className={stack[4]}>
      <h2 id="order-goods" className={css.title}>
        Goods
      </h2>
      <ul className={css.list}>
        {parcels.map((group) => (
          <li key={group.id} className={css.entries.plain} data-testid="parcel">
            <span className={css.badges}>
              <strong>{group.items.map(goodsText).join(', ')}</strong>
              <Badge tone={fulfilmentStates[group.status].tone}>{fulfilmentStates[group.status].label}</Badge>
            </span>
            <p className={css.faint}>{destinationOf(group, now)}</p>
            <Tracking group={group} />
            <p className={css.badges}>
              {actionsOf(group).map((action) => (
                <Link key={action} to={paths.fulfilmentAction(action, { id: group.id })}>
                  {goodsActionTexts[action].label}
                </Link>
              ))}
              <a href={paths.packingSlip(group.id)} target="_blank" rel="noreferrer">
                Packing slip
              </a>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function destinationOf({ delivery, address, point }: GoodsGroup, now: string): string {
  if (delivery === 'pickup' && point) return `Pickup: ${pointText(point, now)}`
  if (!address) return 'No address'
  const { name, line1, line2, city, state, postalCode } = address
  return `Ship to ${[name, line1, line2, city, `${state} ${postalCode}`].filter(Boolean).join(', ')}`
}

function Tracking({ group: { shipment } }: { group: GoodsGroup }) {
  if (!shipment) return null
  const track = trackingUrl(shipment)
  return (
    <p className={css.faint}>
      {carrierTexts[shipment.carrier].name}{' '}
      {track ? (
        <a href={track} target="_blank" rel="noreferrer">
          {shipment.trackingCode}
        </a>
      ) : (
        shipment.trackingCode
      )}
    </p>
  )
}
