import { lineKind } from '#core/line-kinds.ts'
import type { MailOrder } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { firstName, moneyOf, sampleOrder, TestNotice, titleOf } from './order-parts.tsx'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

/** Lists the reasons why no tickets could be issued, as sentences with the event's title or the order's code. */
const reasons = {
  sold_out: {
    title: 'Sold out while your payment finished',
    cause: (event: string) =>
      `your payment for ${event} came in after your hold ended, and by then the last tickets were gone. We're sorry.`,
  },
  event_over: {
    title: 'The event was over when your payment finished',
    cause: (event: string) =>
      `your payment for ${event} came in after the event had ended, so we didn't issue any tickets. We're sorry.`,
  },
  over_limit: {
    title: 'Limit per person reached',
    // The limit is of the event or of a product: what the order has is named.
    cause: (event: string, goods: string, hasTickets: boolean) =>
      `this email or card already has as many ${[
        hasTickets || !goods ? `tickets for ${event}` : '',
        goods && `of ${goods}`,
      ]
        .filter(Boolean)
        .join(', or ')} as one person can have, so we didn't sell you more.`,
  },
  refused: {
    title: "We couldn't complete your order",
    cause: (event: string) =>
      `we couldn't accept your payment for ${event}, so we didn't issue any tickets. Contact us if you think that's a mistake.`,
  },
  supplement_over: {
    title: 'Your ticket stays as it was',
    cause: (event: string) =>
      `your payment to change your ticket for ${event} came in when that was no longer possible, so the ticket is as it was. We're sorry.`,
  },
  code_used_up: {
    title: 'Your code can no longer be used',
    cause: (event: string) =>
      `the code you used for ${event} had already been used as often as it can be when your payment finished, so we didn't issue any tickets. We're sorry.`,
  },
}

/** Names the goods of an order; empty without any. */
const goodsOf = ({ lines }: MailOrder) =>
  lines
    .filter(({ kind }) => kind && lineKind(kind).isMerchandise)
    .map(({ name }) => name)
    .join(', ')

/**
 * A payment came in and no tickets could be issued; every cent is refunded.
 * @param why the reason, given only in this mail: a screen would reveal it to a person who typed somebody else's address
 */
export function orderApology(why: keyof typeof reasons): MailTemplate<{ order: MailOrder }> {
  const { title, cause } = reasons[why]
  return {
    subject: () => `${title} – fully refunded`,
    preview: ({ order }) => `${moneyOf(order, order.totalCents)} is on its way back to you.`,
    sample: { order: sampleOrder },
    Content: ({ order, sender }) => (
      <>
        <TestNotice order={order} />
        <Title>{title}</Title>
        <Paragraph>{`Hi ${firstName(order)}, ${cause(titleOf(order), goodsOf(order), order.event !== null)}`}</Paragraph>
        <Paragraph>
          {`We refunded all ${moneyOf(order, order.totalCents)}, fees included. You don't have to do anything. Banks usually take 5 to 10 days to show it.`}
        </Paragraph>
        <Action url={`${sender.siteUrl}/events`}>See what's next</Action>
        <SmallPrint>{`Order ${order.code}.`}</SmallPrint>
      </>
    ),
  }
}
