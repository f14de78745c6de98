import { discountBy } from '#core/discount-sums.ts'
import { formatMoney } from '#core/money.ts'
import { tableTermsText } from '#core/table-terms.ts'
import type { OrderLine, OrderTotals } from '../orders.types.ts'
import * as css from './order-summary.css.ts'

/** Prints what is to pay, as `$71.28`; nothing to pay is `Free`. */
export function printTotal({ totalCents, currency }: Pick<OrderTotals, 'totalCents' | 'currency'>): string {
  return totalCents === 0 ? 'Free' : formatMoney(totalCents, currency)
}

/** Lists what is bought and its cost: each line with its fees, then tax and discount, then the sum. */
export function OrderSummary({
  lines,
  totals,
  promoCode = null,
  refundedCents = 0,
  timeZone,
}: {
  lines: OrderLine[]
  totals: OrderTotals
  /** The code that was used. */
  promoCode?: { code: string } | null
  refundedCents?: number
  /** IANA zone of the event. */
  timeZone: string
}) {
  const money = (cents: number) => formatMoney(cents, totals.currency)
  const rule = discountBy('rule', lines)
  const code = discountBy('code', lines)
  return (
    <div className={css.summary}>
      <ul className={css.lines}>
        {lines.map((line) => {
          const notes = [
            line.table && 'Deposit',
            line.detail,
            line.quantity > 1 && `${money(line.eachCents)} each`,
            line.pickup && `pick up at ${line.pickup.name}`,
            line.feeCents > 0 && `includes ${money(line.feeCents)} in fees`,
            line.discountCents > 0 &&
              `${money(-line.discountCents)} ${line.byCode ? `with ${promoCode?.code ?? 'your code'}` : 'with your ticket'}`,
          ].filter(Boolean)
          return (
            <li key={line.id} className={css.line}>
              <span className={css.what}>
                <span>
                  {line.table || line.kind === 'shipping' ? line.name : `${line.quantity} × ${line.name}`}
                </span>
                {notes.length > 0 && <span className={css.note}>{notes.join(' · ')}</span>}
                {line.table && (
                  <span className={css.note}>{tableTermsText(line.table, totals.currency, timeZone)}</span>
                )}
              </span>
              <span className={css.amount}>
                {line.kind === 'shipping' && line.priceCents === 0 ? 'Free' : money(line.priceCents)}
              </span>
            </li>
          )
        })}
      </ul>
      <dl className={css.sums}>
        {totals.taxCents > 0 && <Sum name="Tax" value={money(totals.taxCents)} />}
        {rule > 0 && <Sum name="With your ticket" value={money(-rule)} />}
        {code > 0 ? (
          <Sum name={promoCode ? `Discount (${promoCode.code})` : 'Discount'} value={money(-code)} />
        ) : (
          promoCode && <Sum name="Code" value={promoCode.code} />
        )}
        <Sum name="Total" value={printTotal(totals)} strong />
        {refundedCents > 0 && <Sum name="Refunded" value={money(-refundedCents)} />}
      </dl>
    </div>
  )
}

function Sum({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className={strong ? css.total : css.sum}>
      <dt>{name}</dt>
      <dd className={css.amount}>{value}</dd>
    </div>
  )
}
