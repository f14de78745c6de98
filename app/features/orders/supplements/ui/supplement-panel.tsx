import { Form, useNavigation } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { EventLine } from '../../ui/event-line.tsx'
import * as css from '../../ui/staff-order.css.ts'
import type { Supplement } from '../supplements.types.ts'

const notices: Record<
  Exclude<Supplement['state'], 'open'>,
  [tone: 'success' | 'info' | 'warning', title: string]
> = {
  paid: ['success', 'Paid. Your ticket has changed.'],
  processing: ['info', 'Your payment is being processed. We’ll email you when it’s done.'],
  refunded: ['warning', 'This payment was refunded.'],
  over: [
    'warning',
    'This change is no longer possible. Nothing was charged for it, and your ticket is as it was.',
  ],
}

/**
 * Lets the buyer of a ticket pay for a dearer type: both types, the difference with fee and tax, and until when. Posts to its own
 * address, with or without JavaScript.
 * @param refusal why no payment could be opened
 * @param canPay false while no payment provider is set up
 * @param back where the tickets are
 * @param receiptUrl the receipt of what was paid, as a PDF; null where the address opens none
 */
export function SupplementPanel({
  supplement,
  refusal,
  canPay,
  back,
  receiptUrl,
}: {
  supplement: Supplement
  refusal: string | null
  canPay: boolean
  back: string
  receiptUrl: string | null
}) {
  const busy = useNavigation().state === 'submitting'
  const { event, now, state, currency } = supplement
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <div className={stack[5]} data-state={state}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {state !== 'open' && <Banner tone={notices[state][0]} title={notices[state][1]} announce />}
      {state === 'open' && supplement.hasFailed && !refusal && (
        <Banner tone="warning" title="Your payment didn’t go through. You can try again." />
      )}
      {supplement.isTest && <Banner tone="warning" title="TEST ORDER" />}
      <Card as="section" aria-label="Event">
        <EventLine event={event} now={now} />
      </Card>
      <Card as="section" aria-labelledby="supplement-title" className={stack[4]}>
        <h2 id="supplement-title">
          {supplement.fromName} → {supplement.toName}
        </h2>
        <p>The ticket for {supplement.holderName}. Its code stays the same.</p>
        <dl className={css.sums}>
          <dt className={css.term}>Difference</dt>
          <dd className={css.cents}>{money(supplement.faceCents)}</dd>
          {supplement.feeCents > 0 && (
            <>
              <dt className={css.term}>Fees</dt>
              <dd className={css.cents}>{money(supplement.feeCents)}</dd>
            </>
          )}
          {supplement.taxCents > 0 && (
            <>
              <dt className={css.term}>Tax</dt>
              <dd className={css.cents}>{money(supplement.taxCents)}</dd>
            </>
          )}
          <dt className={css.term}>Total</dt>
          <dd className={css.total}>{money(supplement.totalCents)}</dd>
        </dl>
        {state === 'open' && (
          <>
            <p className={text.small}>
              We hold the place until {formatMoment(supplement.expiresAt, event.timeZone, now)}. If you don’t
              pay by then, your ticket stays {supplement.fromName}.
            </p>
            {canPay ? (
              <Form method="post" className={cluster[3]}>
                <Button type="submit" name="intent" value="pay" busy={busy}>
                  Pay {money(supplement.totalCents)}
                </Button>
              </Form>
            ) : (
              <Banner tone="warning" title="Payments are closed at the moment. Please try again later." />
            )}
          </>
        )}
      </Card>
      <div>
        <LinkButton to={back} variant="secondary">
          My tickets
        </LinkButton>
      </div>
      <p className={text.small}>
        Order {supplement.orderCode}, for a ticket of order {supplement.ticketOrderCode}.{' '}
        {state === 'paid' && <a href={paths.refunds()}>Refunds</a>}
        {state === 'paid' && receiptUrl && (
          <>
            {' '}
            <a href={receiptUrl} className={css.touchLink}>
              Receipt (PDF)
            </a>
          </>
        )}
      </p>
    </div>
  )
}
