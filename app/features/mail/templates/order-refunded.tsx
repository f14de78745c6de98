import type { MailOrder, MailRefund } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { firstName, moneyOf, sampleOrder, TestNotice, titleOf } from './order-parts.tsx'
import { Paragraph, SmallPrint, Title } from './parts.tsx'

/** Money was refunded. */
export const orderRefunded: MailTemplate<{ order: MailOrder; refund: MailRefund }> = {
  subject: ({ order, refund }) => `Refund of ${moneyOf(order, refund.amountCents)} for ${titleOf(order)}`,
  preview: ({ order }) => `Order ${order.code}.`,
  sample: { order: sampleOrder, refund: { amountCents: 4950, ticketsVoid: true } },
  Content({ order, refund }) {
    const amount = moneyOf(order, refund.amountCents)
    return (
      <>
        <TestNotice order={order} />
        <Title>{`${amount} is on its way back`}</Title>
        <Paragraph>
          {`Hi ${firstName(order)}, we refunded ${amount} from your order for ${titleOf(order)} to the card you paid with. Banks usually take 5 to 10 days to show it.`}
        </Paragraph>
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
