import { type Handling, shipsIn } from '#core/handling.ts'
import type { Address, OrderLine } from '../../orders.types.ts'
import { addressLines, goodsName, goodsOf, pickupTime } from '../delivery.rules.ts'
import * as css from './delivery-form.css.ts'

/**
 * Says how the goods of a hold or an order reach their buyer: the address, the pickup points with their times, and which goods
 * go where when they go to several.
 * @param handling how long until a parcel leaves; null says nothing
 * @param now the database's clock, ISO 8601
 */
export function DeliveryWays({
  lines,
  address,
  handling,
  now,
}: {
  lines: OrderLine[]
  address: Address | null
  handling: Handling
  now: string
}) {
  const goods = goodsOf(lines)
  const shipped = goods.filter((line) => line.delivery === 'ship')
  const points = new Map(
    goods.flatMap((line) => (line.pickup ? [[line.pickup.id, line.pickup] as const] : [])),
  )
  const named = points.size + (shipped.length > 0 ? 1 : 0) > 1
  return (
    <div className={css.chosen}>
      {shipped.length > 0 && address && (
        <div className={css.way}>
          <span className={css.strong}>Ship to</span>
          {addressLines(address).map((line) => (
            <span key={line}>{line}</span>
          ))}
          {handling && <span>{shipsIn(handling)}</span>}
          {named && <span className={css.note}>{shipped.map(goodsName).join(' · ')}</span>}
        </div>
      )}
      {[...points.values()].map((point) => (
        <div key={point.id} className={css.way}>
          <span className={css.strong}>Pick up</span>
          <span>{point.name}</span>
          {point.address && <span>{point.address}</span>}
          <span>{pickupTime(point, now)}</span>
          {named && (
            <span className={css.note}>
              {goods
                .filter((line) => line.pickup?.id === point.id)
                .map(goodsName)
                .join(' · ')}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
