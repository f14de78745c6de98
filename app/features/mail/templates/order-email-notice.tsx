import type { MailOrder } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { firstName, openTickets, sampleOrder, sampleTicketsUrl, TestNotice, titleOf } from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

type Props = {
  order: MailOrder
  notice: 'moved_in' | 'moved_out' | 'sent_elsewhere'
  ticketsUrl: string | null
  goodsUrl: string | null
}

const titles: Record<Props['notice'], string> = {
  moved_in: 'Your order has a new email',
  moved_out: 'An order was moved to another email',
  sent_elsewhere: 'Your tickets were sent to another email',
}

/**
 * Staff changed where mails of an order go. To the new address with links; to the address that the order had, which may be a
 * stranger's, without anything about the buyer; or to the buyer, when the tickets went to another address once.
 */
export const orderEmailNotice: MailTemplate<Props> = {
  subject: ({ order, notice }) => `${titles[notice]}: ${order.code}`,
  preview: ({ order, notice }) => `${titles[notice]}. Order ${order.code}.`,
  sample: { order: sampleOrder, notice: 'moved_in', ticketsUrl: sampleTicketsUrl, goodsUrl: null },
  Content({ order, notice, ticketsUrl, goodsUrl, sender }) {
    if (notice === 'moved_out')
      return (
        <>
          <Title>{titles[notice]}</Title>
          <Paragraph>
            {`${sender.brand} moved order ${order.code} to another email, because this one wasn't the buyer's. Emails and links you got about it no longer work, and we won't write to you about it again.`}
          </Paragraph>
          <SmallPrint>If you bought this order, reply to this email right away.</SmallPrint>
        </>
      )
    return (
      <>
        <TestNotice order={order} />
        <Title>{titles[notice]}</Title>
        <Paragraph>
          {notice === 'moved_in'
            ? `Hi ${firstName(order)}. We corrected the email of your order for ${titleOf(order)}. From now on we'll write to you here. Links in earlier emails no longer work.`
            : `Hi ${firstName(order)}. We sent the tickets of your order for ${titleOf(order)} to another email, once. Everything else still comes to you here.`}
        </Paragraph>
        {ticketsUrl && <Action url={ticketsUrl}>{openTickets(order)}</Action>}
        {goodsUrl && <Action url={goodsUrl}>Track your order</Action>}
        <SmallPrint>{`You didn't ask for this? Reply to this email right away. Order ${order.code}.`}</SmallPrint>
      </>
    )
  },
}
