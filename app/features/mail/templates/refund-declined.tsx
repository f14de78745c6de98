import type { MailOrder, MailRefund } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { firstName, moneyOf, orderName, sampleOrder, TestNotice, titleOf } from './order-parts.tsx'
import { sampleRefund } from './order-refunded.tsx'
import { Paragraph, SmallPrint, Title } from './parts.tsx'

/** A refund that the buyer asked for was turned down. */
export const refundDeclined: MailTemplate<{ order: MailOrder; refund: MailRefund }> = {
  subject: ({ order }) => `No refund for ${titleOf(order)}`,
  preview: ({ order }) => `Order ${order.code}.`,
  sample: { order: sampleOrder, refund: sampleRefund },
  Content({ order, refund }) {
    return (
      <>
        <TestNotice order={order} />
        <Title>We can't refund this</Title>
        <Paragraph>
          {`Hi ${firstName(order)}, you asked us to refund ${moneyOf(order, refund.amountCents)} for ${orderName(order)}. We looked into it and can't.`}
        </Paragraph>
        {refund.decision !== null && <Paragraph>{refund.decision}</Paragraph>}
        <Paragraph>Your tickets are still valid.</Paragraph>
        <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
      </>
    )
  },
}
