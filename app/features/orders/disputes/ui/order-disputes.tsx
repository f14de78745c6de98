import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import type { StaffOrderDetail } from '../../order-desk.types.ts'

const sentences = {
  open: 'The buyer asked their bank for this money back',
  evidence_sent: 'The bank has your evidence',
  won: 'A dispute was won',
  lost: 'A dispute was lost',
}

/** Says on an order's page that its payment is or was disputed, with the deadline, and links to the evidence. */
export function OrderDisputes({
  order,
}: {
  order: Pick<StaffOrderDetail, 'disputes' | 'currency' | 'timeZone' | 'now'>
}) {
  return order.disputes.map(({ id, status, amountCents, dueAt }) => (
    <Banner
      key={id}
      tone={status === 'open' || status === 'lost' ? 'danger' : 'info'}
      title={sentences[status]}
    >
      <p>
        {formatMoney(amountCents, order.currency)}.{' '}
        {status === 'open' && dueAt && `Evidence until ${formatMoment(dueAt, order.timeZone, order.now)}. `}
        <Link to={paths.dispute(id)}>
          {status === 'open' ? 'Read and send the evidence' : 'See the dispute'}
        </Link>
      </p>
    </Banner>
  ))
}
