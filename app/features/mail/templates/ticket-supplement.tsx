import { formatLongMoment } from '#core/long-moment.ts'
import type { MailOrder } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { EventFacts, firstName, moneyOf, Receipt, sampleOrder, TestNotice, titleOf } from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

type Props = { order: MailOrder; supplement: NonNullable<MailOrder['supplement']>; payUrl: string }

const sampleSupplement = {
  orderId: sampleOrder.id,
  fromName: 'General admission',
  toName: 'VIP deck',
  holderName: 'Maya Price',
  expiresAt: sampleOrder.event.doorsAt,
  isOpen: true,
}

/** Staff ask the buyer of a ticket to pay for a dearer type: what it costs more, until when, and where. */
export const ticketSupplement: MailTemplate<Props> = {
  subject: ({ order, supplement }) => `Change your ticket to ${supplement.toName}: ${titleOf(order)}`,
  preview: ({ order, supplement }) =>
    `${moneyOf(order, order.totalCents)} for ${supplement.toName} instead of ${supplement.fromName}.`,
  sample: {
    order: {
      ...sampleOrder,
      supplement: sampleSupplement,
      discountCents: 0,
      promoCode: null,
      taxCents: 210,
      totalCents: 2310,
      lines: [
        {
          name: 'Change to VIP deck',
          detail: 'from General admission',
          quantity: 1,
          priceCents: 2100,
          feeCents: 100,
          table: null,
        },
      ],
    },
    supplement: sampleSupplement,
    payUrl: 'https://example.com/my-tickets/supplement?token=sample',
  },
  Content: ({ order, supplement, payUrl }) => (
    <>
      <TestNotice order={order} />
      <Title>{`Change your ticket to ${supplement.toName}`}</Title>
      <Paragraph>
        {`Hi ${firstName(order)}, we're holding a place so the ticket for ${supplement.holderName} can become ${supplement.toName} instead of ${supplement.fromName}. It changes as soon as you pay the difference of ${moneyOf(order, order.totalCents)}.`}
      </Paragraph>
      <Action url={payUrl}>{`Pay ${moneyOf(order, order.totalCents)}`}</Action>
      {order.event && (
        <Paragraph>
          {`You can pay until ${formatLongMoment(supplement.expiresAt, order.event.timeZone)}. If you don't, nothing changes: your ticket stays ${supplement.fromName}.`}
        </Paragraph>
      )}
      <Receipt order={order} />
      <EventFacts order={order} />
      <SmallPrint>{`You didn't ask for this? Ignore it, or reply to this email. Order ${order.code}.`}</SmallPrint>
    </>
  ),
}
