import { Link } from '@remix-run/react'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { shortDate } from '#core/time.ts'
import { Card } from '#ui/card.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import type { PastOrder } from '../orders.types.ts'

/** Lists orders of the shop, each with the way to where its items are now. */
export function GoodsOrders({ orders }: { orders: PastOrder[] }) {
  return (
    <section className={stack[4]} aria-labelledby="goods-orders">
      <h2 id="goods-orders" className={text.lead}>
        Merch orders
      </h2>
      <ul className={stack[3]} data-testid="goods-orders">
        {orders.map((order) => (
          <Card as="li" key={order.code} padding="sm" className={stack[2]}>
            <p className={text.strong}>
              {order.lines.map((line) => `${line.quantity} × ${line.name}`).join(', ')}
            </p>
            <p className={text.small}>
              Order {order.code}, {shortDate(order.createdAt, order.timeZone)},{' '}
              {formatMoney(order.totalCents, order.currency)}
              {order.isTest && ' (test)'}
            </p>
            <p className={cluster[4]}>
              <Link to={paths.myGoods({ code: order.code })}>Track your items</Link>
              {order.hasReceipt && <a href={paths.receiptPdf(order.code)}>Receipt (PDF)</a>}
            </p>
          </Card>
        ))}
      </ul>
    </section>
  )
}
