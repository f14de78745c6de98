import { refundErrorText } from '#core/refund-status.ts'
import type { MailOrder, MailRefund } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { moneyOf, sampleOrder, TestNotice, titleOf } from './order-parts.tsx'
import { sampleRefund } from './order-refunded.tsx'
import { Action, Facts, Paragraph, Title } from './parts.tsx'

/** To the brand's own mailbox: the payment provider did not carry a refund out. */
export const refundFailed: MailTemplate<{
  order: MailOrder
  refund: MailRefund
  /** True if it is not tried again. */
  isLast: boolean
  refundUrl: string
}> = {
  subject: ({ order, isLast }) =>
    isLast ? `Pay this refund manually: order ${order.code}` : `A refund failed: order ${order.code}`,
  preview: ({ refund }) => (refund.error ? refundErrorText(refund.error) : 'The provider gave no reason.'),
  sample: {
    order: sampleOrder,
    refund: sampleRefund,
    isLast: false,
    refundUrl: 'https://jouvay.example/ticket-management/refunds/sample',
  },
  Content({ order, refund, isLast, refundUrl }) {
    return (
      <>
        <TestNotice order={order} />
        <Title>{isLast ? 'Pay this refund manually' : 'A refund failed'}</Title>
        <Paragraph>
          {isLast
            ? "The payment provider refused it five times, so it won't be sent again. Pay the buyer another way and enter how."
            : "The payment provider didn't complete it. It's sent again automatically, up to five times in all."}
        </Paragraph>
        <Facts
          rows={[
            ['Amount', moneyOf(order, refund.amountCents)],
            ['Order', `${order.code}, ${titleOf(order)}`],
            ['Reason', refund.error ? refundErrorText(refund.error) : 'The provider gave none.'],
          ]}
        />
        <Action url={refundUrl}>Open the refund</Action>
      </>
    )
  },
}
