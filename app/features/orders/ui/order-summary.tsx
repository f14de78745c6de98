import { lineSaving, savings } from '#core/discount-sums.ts'
import { lineKind } from '#core/line-kinds.ts'
import { formatMoney } from '#core/money.ts'
import { tableTermsText } from '#core/table-terms.ts'
import type { OrderLine, OrderTotals } from '../orders.types.ts'
import * as css from './order-summary.css.ts'

/** Prints what is to pay, as `$71.28`; nothing to pay is `Free`. */
export function printTotal({ totalCents, currency }: Pick<OrderTotals, 'totalCents' | 'currency'>): string {
  return totalCents === 0 ? 'Free' : formatMoney(totalCents, currency)
}

/** Lists what is bought and its cost: each line with its fees and after its discount, then tax and the sum, then what was saved. */
export function OrderSummary({
  lines,
  totals,
  promoCode = null,
  refundedCents = 0,
  isBeforeShipping = false,
  timeZone,
}: {
  lines: OrderLine[]
  totals: OrderTotals
  /** The code that was used. */
  promoCode?: { code: string; mostPerOrder: number | null } | null
  refundedCents?: number
  /** True while it isn't known where its goods go, so that shipping and their tax are not in the sum yet. */
  isBeforeShipping?: boolean
  /** IANA zone of the event. */
  timeZone: string
}) {
  const money = (cents: number) => formatMoney(cents, totals.currency)
  const saved = savings(lines, promoCode, money)
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
            lineSaving(line, promoCode?.code, money),
          ].filter(Boolean)
          return (
            <li key={line.id} className={css.line}>
              <span className={css.what}>
                <span>
                  {line.table || lineKind(line.kind).isDeliveryCharge
                    ? line.name
                    : `${line.quantity} × ${line.name}`}
                </span>
                {notes.length > 0 && <span className={css.note}>{notes.join(' · ')}</span>}
                {line.table && (
                  <span className={css.note}>{tableTermsText(line.table, totals.currency, timeZone)}</span>
                )}
              </span>
              <span className={css.amount}>
                {lineKind(line.kind).isDeliveryCharge && line.priceCents === 0
                  ? 'Free'
                  : money(line.priceCents)}
              </span>
            </li>
          )
        })}
      </ul>
      <dl className={css.sums}>
        {totals.taxCents > 0 && <Sum name="Tax" value={money(totals.taxCents)} />}
        {promoCode && !lines.some(({ byCode, discountCents }) => byCode && discountCents > 0) && (
          <Sum name="Code" value={promoCode.code} />
        )}
        <Sum
          name={isBeforeShipping ? 'Total before shipping and tax' : 'Total'}
          value={printTotal(totals)}
          strong
        />
        {refundedCents > 0 && <Sum name="Refunded" value={money(-refundedCents)} />}
      </dl>
      {saved.length > 0 && <p className={css.note}>{saved.join(' ')}</p>}
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
