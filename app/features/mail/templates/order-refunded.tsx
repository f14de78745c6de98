import type { MailOrder, MailRefund } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { firstName, moneyOf, orderName, sampleOrder, TestNotice, titleOf } from './order-parts.tsx'
import { Amounts, Paragraph, SmallPrint, Title } from './parts.tsx'

/** Says where the money went, for a refund that the provider carried out (null) and for those that were paid by hand. */
const ways = {
  card: 'to another card',
  bank_transfer: 'by bank transfer',
  check: 'by check',
  cash: 'in cash',
  other: 'as we agreed',
}

/** A refund for previews. */
export const sampleRefund: MailRefund = {
  amountCents: 4500,
  keptCents: 450,
  ticketsVoid: true,
  byBuyer: true,
  decision: 'The deadline for refunds was two days ago.',
  error: 'The card was closed.',
  method: null,
  tickets: [{ name: 'General admission', cents: 4500, count: 1 }],
  otherCents: 0,
}

/** Money was refunded. */
export const orderRefunded: MailTemplate<{ order: MailOrder; refund: MailRefund }> = {
  subject: ({ order, refund }) => `Refund of ${moneyOf(order, refund.amountCents)} for ${titleOf(order)}`,
  preview: ({ order }) => `Order ${order.code}.`,
  sample: { order: sampleOrder, refund: sampleRefund },
  Content({ order, refund }) {
    const money = (cents: number) => moneyOf(order, cents)
    const amount = money(refund.amountCents)
    const rows: [string, string][] = refund.tickets.map(({ name, cents, count }) => [
      `${count} × ${name}`,
      money(cents),
    ])
    if (refund.otherCents > 0) rows.push(['Other', money(refund.otherCents)])
    rows.push(['Refunded', amount])
    if (refund.keptCents > 0) rows.push(['Not refunded under the refund policy', money(refund.keptCents)])
    return (
      <>
        <TestNotice order={order} />
        <Title>{refund.method ? `${amount} refunded` : `${amount} is on its way back`}</Title>
        <Paragraph>
          {refund.method
            ? `Hi ${firstName(order)}, we couldn't refund the card you paid with, so we refunded ${amount} for ${orderName(order)} ${ways[refund.method]}.`
            : `Hi ${firstName(order)}, we refunded ${amount} for ${orderName(order)} to the card you paid with. Banks usually take 5 to 10 days to show it.`}
        </Paragraph>
        {refund.tickets.length > 0 && <Amounts rows={rows} />}
        {order.ticketCount > 0 && (
          <Paragraph>
            {refund.ticketsVoid
              ? "The refunded tickets won't get anyone in, so you can delete them."
              : 'Your tickets are still valid.'}
          </Paragraph>
        )}
        <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
      </>
    )
  },
}
