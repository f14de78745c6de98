import type { MailOrder } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { EventPoster, firstName, moneyOf, sampleOrder, TestNotice, titleOf } from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

/** The event won't take place. */
export const eventCancelled: MailTemplate<{ order: MailOrder }> = {
  subject: ({ order }) => `Canceled: ${titleOf(order)}`,
  preview: ({ order }) => `Order ${order.code}.`,
  sample: { order: sampleOrder },
  Content: ({ order, sender }) => (
    <>
      <TestNotice order={order} />
      <EventPoster order={order} url={`${sender.siteUrl}/events`} sender={sender} />
      <Title>{`${titleOf(order)} is canceled`}</Title>
      <Paragraph>
        {`Hi ${firstName(order)}, we had to cancel ${titleOf(order)}, so your tickets are no longer valid. We're sorry.`}
      </Paragraph>
      {order.eventCents > 0 && (
        <Paragraph>
          {`You'll get back all ${moneyOf(order, order.eventCents)}, fees included. You don't have to do anything. Banks usually take 5 to 10 days to show it.`}
        </Paragraph>
      )}
      <Action url={`${sender.siteUrl}/events`}>See what's next</Action>
      <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
    </>
  ),
}
