import { Link } from '@remix-run/react'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { formatMoney } from '#core/money.ts'
import { moneyFigures } from '#core/money-figures.ts'
import * as paths from '#core/paths.ts'
import { Card } from '#ui/card.tsx'
import { moneyTrend } from '../today.rules.ts'
import type { Today } from '../today.types.ts'
import * as css from './today.css.ts'

const count = (value: number) => value.toLocaleString('en-US')

/**
 * Shows gross sales since 6 AM beside what is usual on this weekday by this time.
 * @param weekday such as `Sunday`
 */
export function MoneyToday({
  money,
  shop,
  currency,
  weekday,
}: {
  money: NonNullable<Today['money']>
  shop: NonNullable<Today['shop']>
  currency: string
  weekday: string
}) {
  const trend = moneyTrend(money, currency, weekday)
  const { usual } = money
  return (
    <Card>
      <div className={css.money}>
        <dl className={css.pair}>
          <dt className={css.figureName}>{`${moneyFigures.gross.label} since 6 AM, with fees and tax`}</dt>
          <dd className={css.moneyValue} data-testid="revenue">
            {formatMoney(money.grossCents, currency)}
          </dd>
          <dd className={css.trend}>
            {trend?.direction === 'above' && (
              <span className={css.up}>
                <TrendingUp size={18} aria-hidden="true" /> Above usual
              </span>
            )}
            {trend?.direction === 'below' && (
              <span className={css.down}>
                <TrendingDown size={18} aria-hidden="true" /> Below usual
              </span>
            )}
            <span className={css.faint} data-testid="usual">
              {trend ? trend.text : 'No earlier week to compare with yet'}
            </span>
          </dd>
        </dl>
        <div className={css.moneyRow}>
          <Small
            name="Orders"
            value={count(money.orders)}
            hint={usual.orders !== null && `usually ${count(usual.orders)}`}
          />
          <Small name="Tickets" value={count(money.tickets)} />
          <Small name="Refunded" value={formatMoney(money.refundedCents, currency)} />
          <Small
            name={
              <Link to={paths.adminInventory({ sort: '-sold' })} className={css.linkedName}>
                Goods
              </Link>
            }
            value={formatMoney(shop.grossCents, currency)}
            hint={shop.units === 1 ? '1 unit' : `${count(shop.units)} units`}
          />
        </div>
      </div>
    </Card>
  )
}

function Small({ name, value, hint }: { name: React.ReactNode; value: string; hint?: string | false }) {
  return (
    <dl className={css.pair}>
      <dt className={css.figureName}>{name}</dt>
      <dd className={css.smallValue}>{value}</dd>
      {hint && <dd className={css.faint}>{hint}</dd>}
    </dl>
  )
}
